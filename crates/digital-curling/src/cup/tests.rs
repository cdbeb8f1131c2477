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
