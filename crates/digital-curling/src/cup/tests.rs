//! A small cup for tests.

use super::file;
use super::plan::Cup;
use std::path::Path;

/// The file of a cup of four built-in players with matches of one end.
pub(crate) const SMALL: &str = r#"
title = "Small Cup"
data = "data"
cores = 2

[[division]]
name = "standard"
repetitions = 2
conditions = { platform = "dc2", ends = 1, referee = "fast", rules = { rota = "alone" } }

[[entrant]]
name = "alpha"
player = "draw"

[[entrant]]
name = "beta"
player = "draw:turn=ccw"

[[entrant]]
name = "gamma"
player = "random"

[[entrant]]
name = "delta"
player = "draw"
"#;

pub(crate) fn small_cup(folder: &Path) -> Cup {
    file::of_text(SMALL, "cup.toml", folder).unwrap()
}

#[test]
fn conditions_are_told_in_both_languages() {
    let summary = small_cup(Path::new(".")).divisions[0].summary();
    assert!(summary.en.contains("m across"), "{summary:?}");
    assert!(summary.en.ends_with("no time limit"), "{summary:?}");
    assert!(summary.ja.contains("ばらつき 横"), "{summary:?}");
    assert!(summary.ja.ends_with("持ち時間なし"), "{summary:?}");
}
