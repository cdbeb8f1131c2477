//! Everything about Jiritsu-kun that can be changed, from a file or behind its name.

use super::super::evaluation::Weights;
use super::super::experience::{self, Experience};
use super::super::stakes::Goal;
use super::super::win_table::WinTable;
use super::super::{lattice, protection};
use super::kit::FINEST;
use crate::sheet::RADIUS;
use arena::description::Setting;
use arena::spec::{Settings as Given, SpecError};
use lookahead::expectimax;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::Arc;

/// The most shots it can look ahead: those of an end.
pub(super) const DEEPEST: u8 = 16;

/// The most shots that a setting can count: more than any lattice has.
const MOST_SHOTS: usize = 100_000;

/// The preset of the paper.
pub(super) const PAPER: [(&str, &str); 6] = [
    ("depth", "2"),
    ("uncertainty", "on"),
    ("heavy-hits", "off"),
    ("last-stone-resolution", "1"),
    ("separation", "0"),
    ("experience", "off"),
];

/// The preset of the strongest player, the same as [`Settings::sharpen`].
pub(super) const STRONGEST: [(&str, &str); 4] = [
    ("heavy-hits", "on"),
    ("last-stone-resolution", "2"),
    ("separation", "0.21749999999999997"), // one and a half radii of a stone
    ("experience", "on"),
];

/// What Jiritsu-kun is made of: every parameter of the paper's equations 8 to 40, and how far it
/// looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How far it looks.
    pub search: Search,
    /// The shots it knows. The margin is what the hands of the match need, whatever is said here,
    /// unless it is fixed.
    pub lattice: lattice::Settings,
    /// Whether the lattice keeps its own margin.
    pub fixed_margin: bool,
    /// How the tables of protected stones are made.
    pub protection: protection::Settings,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// The chances of winning a match; a standard table if not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_table: Option<WinTable>,
    /// How ends turn out, instead of the paper's evaluation.
    #[serde(skip)]
    pub experience: Option<Arc<Experience>>,
}

/// How far Jiritsu-kun looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// How many shots ahead.
    pub depth: u32,
    /// Whether it reckons with hands that are not steady; the paper's comparison is with a search
    /// that does not.
    pub uncertainty: bool,
    /// What it plays for.
    pub goal: Goal,
    /// More than two shots ahead: how many replies, and replies to replies, are looked into; see
    /// [`expectimax::Settings::keep`].
    pub keep: Vec<usize>,
    /// More than two shots ahead: how many of its own candidates are looked into.
    pub keep_at_root: usize,
    /// Where not all candidates are looked into, none of one turn and kind is that lies nearer than
    /// this to a better one, in metres; nought for the best ones wherever they lie.
    pub apart: f64,
    /// In a hurry: how many of its own candidates are looked into first; see
    /// [`expectimax::Settings::widen`]. Without a clock all are looked into at once.
    pub widen: usize,
    /// How many of its best candidates are moved to better aims between the points of the lattice.
    /// None, as in the paper, unless asked for: by the search's own values the aims are better, but
    /// one shot deep they did not win more games.
    pub refine: usize,
    /// How many times as close the points of the lattice are for the last stone of an end. With the
    /// paper's points, a stone's radius apart, a hit on the nose and a thin one are the same shot,
    /// and what comes of a candidate is a rough sum; where nothing comes after it, there is time
    /// for a better one.
    pub finer: u32,
    /// Whether hits are as hard as everybody in the match can throw, instead of stopping where the
    /// paper's do.
    pub heavy: bool,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            depth: 2,
            uncertainty: true,
            goal: Goal::Win,
            keep: vec![3],
            keep_at_root: 12,
            apart: 0.0,
            widen: 8,
            refine: 0,
            finer: 1,
            heavy: false,
        }
    }
}

impl Search {
    /// Changes what is given.
    fn read(&mut self, given: &mut Given) -> Result<(), SpecError> {
        self.depth = given.given("depth")?.unwrap_or(self.depth);
        self.goal = given.given("goal")?.unwrap_or(self.goal);
        self.uncertainty = given.given_on("uncertainty").unwrap_or(self.uncertainty);
        self.heavy = given.given_on("heavy-hits").unwrap_or(self.heavy);
        self.finer = given.given("last-stone-resolution")?.unwrap_or(self.finer);
        self.apart = given.given("separation")?.unwrap_or(self.apart);
        if let Some(Numbers(keep)) = given.given("reply-width")? {
            self.keep = keep;
        }
        self.keep_at_root = given.given("root-width")?.unwrap_or(self.keep_at_root);
        self.widen = given.given("widening")?.unwrap_or(self.widen);
        self.refine = given.given("refine")?.unwrap_or(self.refine);
        Ok(())
    }

    /// How expectimax goes about it, in a hurry or not.
    pub(super) fn expectimax(&self, hurry: bool) -> expectimax::Settings {
        expectimax::Settings {
            reply_widths: self.keep.clone(),
            root_width: Some(self.keep_at_root),
            widening: hurry.then_some(self.widen),
            ..expectimax::Settings::default()
        }
    }
}

/// Numbers with a `/` between them.
struct Numbers(Vec<usize>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|n| (1..=MOST_SHOTS).contains(n));
        let all: Option<Vec<usize>> = text.split('/').map(number).collect();
        let all = all.filter(|all| all.len() < usize::from(DEEPEST));
        all.map(Numbers)
            .ok_or_else(|| format!("write numbers from 1 to {MOST_SHOTS}, such as 3 or 5/2"))
    }
}

/// What a file holds, read as TOML.
struct Held<T>(T);

impl<T: DeserializeOwned> FromStr for Held<T> {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|why| why.to_string())?;
        let held = toml::from_str(&text).map_err(|why| why.to_string());
        held.map(Held)
    }
}

/// `on` for the experience that comes with the crate, `off`, or a file.
struct Source(Option<Arc<Experience>>);

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => return Ok(Source(Some(experience::shipped()))),
            "off" => return Ok(Source(None)),
            _ => {}
        }
        let held = std::fs::read_to_string(text).map_err(|why| why.to_string())?;
        let experience = held.parse().map_err(|why| format!("{why}"))?;
        Ok(Source(Some(Arc::new(experience))))
    }
}

impl Settings {
    /// The settings as they are described to people, `level` apart.
    pub(super) fn described() -> Vec<Setting> {
        let mut all = Self::described_search();
        all.extend([
            Setting::choice_or_file(
                "experience",
                &["on", "off"],
                (
                    "How ends turn out, learned from many, instead of the paper's evaluation: the one that is shipped, none, or a file of `curling learn`.",
                    "論文の評価関数の代わりに使う、エンドの結果の学習結果。付属のもの (on)、なし (off)、または `curling learn` のファイル。",
                ),
            )
            .default("off"),
            Setting::switch(
                "thin",
                false,
                (
                    "Looks at fewer shots of the lattice: faster, a little weaker.",
                    "ショットの格子を間引きます。速くなり、少し弱くなります。",
                ),
            ),
            Setting::file(
                "table",
                (
                    "A table of chances of winning (TOML), instead of the standard one.",
                    "標準のものの代わりに使う勝率表 (TOML)。",
                ),
            ),
            Setting::file(
                "file",
                (
                    "All parameters of the paper's equations (TOML); single settings change them.",
                    "論文の式の全パラメータ (TOML)。個々の設定で上書きできます。",
                ),
            ),
        ]);
        all
    }

    /// Those that say how far it looks.
    fn described_search() -> Vec<Setting> {
        let usual = Search::default();
        let number = |key, least, meaning: (&'static str, &'static str)| {
            Setting::integer(key, least..=MOST_SHOTS as u64, meaning).unit("shots")
        };
        vec![
            Setting::integer(
                "depth",
                1..=DEEPEST.into(),
                ("How many shots it looks ahead.", "何投先まで読むか。"),
            )
            .page(6)
            .default(usual.depth)
            .unit("shots"),
            Goal::described(),
            Setting::switch(
                "uncertainty",
                usual.uncertainty,
                (
                    "Reckons with hands that are not steady.",
                    "投球のばらつきを考慮します。",
                ),
            ),
            Setting::switch(
                "heavy-hits",
                usual.heavy,
                (
                    "Hits as hard as the players can throw, instead of the paper's weight.",
                    "論文の強さではなく、投げられる最大の強さまでのヒットを考えます。",
                ),
            )
            .formerly("heavy"),
            Setting::integer(
                "last-stone-resolution",
                1..=FINEST.into(),
                (
                    "How many times as close the shots of the lattice are for the last stone of an end.",
                    "エンド最後の1投で格子を何倍細かくするか。",
                ),
            )
            .default(usual.finer)
            .unit("times")
            .formerly("finer"),
            Setting::number(
                "separation",
                0.0..=10.0,
                (
                    "Where not all candidates are looked into, those nearer than this to a better one are left out; 0 for none.",
                    "候補を絞るとき、より良い候補からこの距離より近いものを除きます。0 で除きません。",
                ),
            )
            .default(usual.apart)
            .unit("m")
            .formerly("apart"),
            Setting::form(
                "reply-width",
                "numbers separated by /, such as 3 or 5/2",
                |text| text.parse().map(|Numbers(_)| ()),
                (
                    "More than two shots ahead: how many replies, and replies to replies, are looked into.",
                    "3投以上先を読むとき、応手とそのまた応手を何通り調べるか。",
                ),
            )
            .default("3")
            .formerly("keep"),
            number(
                "root-width",
                1,
                (
                    "More than two shots ahead: how many of its own candidates are looked into.",
                    "3投以上先を読むとき、自分の候補を何通り調べるか。",
                ),
            )
            .default(usual.keep_at_root)
            .formerly("root"),
            number(
                "widening",
                1,
                (
                    "With a clock: how many of its own candidates are looked into first.",
                    "持ち時間があるとき、最初に調べる自分の候補の数。",
                ),
            )
            .default(usual.widen)
            .formerly("widen"),
            number(
                "refine",
                0,
                (
                    "How many of its best candidates are moved to better aims between the points of the lattice.",
                    "上位の候補のうち、格子点の間のより良い狙いへ動かす数。",
                ),
            )
            .page(100)
            .default(usual.refine),
        ]
    }

    /// From the settings behind a player's name: all of a `file`, then each that is given or set by
    /// a preset.
    ///
    /// # Errors
    /// If a file cannot be read or holds what makes no player.
    pub fn given(given: &mut Given) -> Result<Self, SpecError> {
        let mut settings = match given.given::<Held<Settings>>("file")? {
            Some(Held(settings)) => settings,
            None => Settings::default(),
        };
        settings.search.read(given)?;
        if let Some(thin) = given.given_on("thin") {
            settings.lattice.thinning = thin.then(lattice::Thinning::default);
        }
        if let Some(Source(experience)) = given.given("experience")? {
            settings.experience = experience;
        }
        if let Some(Held(table)) = given.given("table")? {
            settings.win_table = Some(table);
        }
        Ok(settings)
    }

    /// Makes it play as well as it can instead of as the paper says: with hits as hard as can be, a
    /// finer lattice for last stones, shots that differ before their neighbours, and
    /// [experience](Self::experience).
    pub fn sharpen(&mut self) {
        let search = &mut self.search;
        (search.heavy, search.finer, search.apart) = (true, 2, 1.5 * RADIUS);
        self.experience = Some(experience::shipped());
    }

    /// One shot deep with coarse tables: for tests, and for a look in passing.
    pub fn quick() -> Self {
        Settings {
            search: Search {
                depth: 1,
                ..Search::default()
            },
            protection: protection::Settings {
                step: 2.0 * RADIUS,
                ..protection::Settings::default()
            },
            ..Settings::default()
        }
    }

    /// The same with few shots, far apart, who does not take long at any depth.
    #[cfg(test)]
    pub(crate) fn coarse() -> Self {
        let mut settings = Settings::quick();
        settings.lattice = lattice::Settings {
            columns: 6,
            rows_in_front: 14,
            rows_behind: 8,
            spacing: 2.0 * RADIUS,
            hits: 20,
            hit_spacing: RADIUS,
            ..settings.lattice
        };
        settings
    }
}
