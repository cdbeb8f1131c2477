//! Settings of Jiritsu-kun, from a file or behind its name.

use super::super::end_utility::Goal;
use super::super::evaluation::Weights;
use super::super::value_model::{self, Experience};
use super::super::win_table::{self, WinTable};
use super::super::{lattice, protection};
use super::tables::FINEST;
use crate::conditions::Conditions;
use crate::sheet::RADIUS;
use arena::description::Setting;
use arena::spec::{Settings as Given, SpecError};
use lookahead::expectimax;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::Arc;

/// The choices of the setting `experience`: those by the conditions, and each shipped model.
const MODELS: [&str; 4] = ["on", "off", "legacy", "dc4"];

/// The largest search depth: the shots of an end.
pub(super) const DEEPEST: u8 = 16;

/// The most throws of a last stone: seconds of simulation a shot.
const MOST_THROWS: u64 = 1_000_000;

/// The largest number of shots in a setting: more than any lattice has.
const MOST_SHOTS: usize = 100_000;

/// The preset of the paper.
pub(super) const PAPER: [(&str, &str); 8] = [
    ("depth", "2"),
    ("uncertainty", "on"),
    ("heavy-hits", "off"),
    ("last-stone-resolution", "1"),
    ("last-stone-throws", "0"),
    ("separation", "0"),
    ("experience", "off"),
    ("table", "paper"),
];

/// The preset of the strongest player, equal to [`Settings::set_strongest`].
pub(super) const STRONGEST: [(&str, &str); 6] = [
    ("heavy-hits", "on"),
    ("last-stone-resolution", "2"),
    ("last-stone-throws", "4000"),
    ("separation", "0.21749999999999997"), // one and a half radii of a stone
    ("experience", "on"),
    ("table", "platform"),
];

/// The settings of Jiritsu-kun: every parameter of the paper's equations 8 to 40, and those of the
/// search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The settings of the search.
    pub search: Search,
    /// The lattice of shots. The margin follows from the noise of the match, whatever its value
    /// here, unless it is fixed.
    pub lattice: lattice::Settings,
    /// Whether the lattice keeps its own margin.
    pub fixed_margin: bool,
    /// The settings of the protection tables.
    pub protection: protection::Settings,
    /// The weights of the evaluation.
    pub weights: Weights,
    /// The chances of winning a match; if `None`, those of the platform or the standard table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_table: Option<WinTable>,
    /// Whether the table is that of the [platform](crate::players::win_table::shipped_for), where
    /// there is one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub platform_table: bool,
    /// The learned value model, in place of the paper's evaluation.
    #[serde(skip)]
    pub experience: Experience,
}

/// The settings of the search.
///
/// Files and fingerprints keep the former names of the fields; files may use the current ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Search {
    /// The search depth, in shots.
    pub depth: u32,
    /// Whether outcomes are uncertain; the paper compares with a search that takes every throw as
    /// exact.
    pub uncertainty: bool,
    /// The goal.
    pub goal: Goal,
    /// At depth three and more: the number of replies, and replies to replies, that are searched;
    /// see [`expectimax::Settings::reply_widths`].
    #[serde(rename = "keep", alias = "reply_width")]
    pub reply_width: Vec<usize>,
    /// At depth three and more: the number of own candidates that are searched.
    #[serde(rename = "keep_at_root", alias = "root_width")]
    pub root_width: usize,
    /// The least distance between searched candidates of one turn and kind where not all are
    /// searched, in metres: one nearer than this to a better one is left out. 0 leaves none out.
    #[serde(rename = "apart", alias = "separation")]
    pub separation: f64,
    /// With a clock: the number of own candidates that are searched first; see
    /// [`expectimax::Settings::widening`]. Without a clock all are searched at once.
    #[serde(rename = "widen", alias = "widening")]
    pub widening: usize,
    /// The number of best candidates that are refined between the points of the lattice. 0, as in
    /// the paper, by default: by the search's own values the refined aims are better, but one shot
    /// deep they did not win more games.
    pub refine: usize,
    /// The resolution of the lattice for the last stone of an end, as a multiple of that for other
    /// stones. With the paper's points, a stone's radius apart, a hit on the nose and a thin one
    /// are the same shot, and the value of a candidate is a coarse sum; where no shot follows,
    /// there is time for a finer one.
    #[serde(rename = "finer", alias = "last_stone_resolution")]
    pub last_stone_resolution: u32,
    /// The number of throws with the thrower's noise by which the best candidates of the last stone
    /// of an end are compared, and by as many again valued; 0 keeps the values of the lattice. See
    /// [`last_stone`](crate::players::last_stone).
    #[serde(skip_serializing_if = "is_zero")]
    pub last_stone_throws: u64,
    /// Whether hits have the heaviest weight that all players of the match can throw, instead of
    /// the paper's.
    #[serde(rename = "heavy", alias = "heavy_hits")]
    pub heavy_hits: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Default for Search {
    fn default() -> Self {
        Search {
            depth: 2,
            uncertainty: true,
            goal: Goal::Win,
            reply_width: vec![3],
            root_width: 12,
            separation: 0.0,
            widening: 8,
            refine: 0,
            last_stone_resolution: 1,
            last_stone_throws: 0,
            heavy_hits: false,
        }
    }
}

impl Search {
    /// Applies the given settings.
    fn read(&mut self, given: &mut Given) -> Result<(), SpecError> {
        self.depth = given.given("depth")?.unwrap_or(self.depth);
        self.goal = given.given("goal")?.unwrap_or(self.goal);
        self.uncertainty = given.given_on("uncertainty").unwrap_or(self.uncertainty);
        self.heavy_hits = given.given_on("heavy-hits").unwrap_or(self.heavy_hits);
        let resolution = given.given("last-stone-resolution")?;
        self.last_stone_resolution = resolution.unwrap_or(self.last_stone_resolution);
        let throws = given.given("last-stone-throws")?;
        self.last_stone_throws = throws.unwrap_or(self.last_stone_throws);
        self.separation = given.given("separation")?.unwrap_or(self.separation);
        if let Some(Widths(widths)) = given.given("reply-width")? {
            self.reply_width = widths;
        }
        self.root_width = given.given("root-width")?.unwrap_or(self.root_width);
        self.widening = given.given("widening")?.unwrap_or(self.widening);
        self.refine = given.given("refine")?.unwrap_or(self.refine);
        Ok(())
    }

    /// Returns the settings of expectimax, with a clock or without.
    pub(super) fn expectimax(&self, has_clock: bool) -> expectimax::Settings {
        expectimax::Settings {
            reply_widths: self.reply_width.clone(),
            root_width: Some(self.root_width),
            widening: has_clock.then_some(self.widening),
            ..expectimax::Settings::default()
        }
    }
}

/// Returns the description of the throws of last stones.
fn described_throws(usual: u64) -> Setting {
    Setting::integer(
                "last-stone-throws",
                0..=MOST_THROWS,
                (
                    "How often the best shots of the last stone are thrown, with the thrower's errors, to compare them; 0 keeps the lattice's values.",
                    "エンド最後の1投で、上位のショットを誤差つきで何回試投して比べるか。0 なら格子の値のままです。",
                ),
            )
            .page(20_000)
            .default(usual)
            .unit("throws")
}

/// Search widths, written with a `/` between them.
struct Widths(Vec<usize>);

impl FromStr for Widths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|n| (1..=MOST_SHOTS).contains(n));
        let all: Option<Vec<usize>> = text.split('/').map(number).collect();
        let all = all.filter(|all| all.len() < usize::from(DEEPEST));
        all.map(Widths)
            .ok_or_else(|| format!("write numbers from 1 to {MOST_SHOTS}, such as 3 or 5/2"))
    }
}

/// The contents of a TOML file.
struct TomlFile<T>(T);

impl<T: DeserializeOwned> FromStr for TomlFile<T> {
    type Err = String;

    fn from_str(path: &str) -> Result<Self, String> {
        let text = arena::text_file::read(path).map_err(|why| why.to_string())?;
        let held = toml::from_str(&text).map_err(|why| why.to_string());
        held.map(TomlFile)
    }
}

/// A value model: `on` for the one shipped for the platform, `off`, the name of a shipped one, or a
/// file.
struct ModelSource(Experience);

impl FromStr for ModelSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => return Ok(ModelSource(Experience::Shipped)),
            "off" => return Ok(ModelSource(Experience::Off)),
            _ => {}
        }
        if let Some((_, model)) = value_model::shipped().find(|(name, _)| *name == text) {
            return Ok(ModelSource(Experience::Own(model)));
        }
        let held = arena::text_file::read(text).map_err(|why| why.to_string())?;
        let model = held.parse().map_err(|why| format!("{why}"))?;
        Ok(ModelSource(Experience::Own(Arc::new(model))))
    }
}

/// A win table: `paper`, `platform`, or a file.
enum TableSource {
    Paper,
    Platform,
    Own(WinTable),
}

impl FromStr for TableSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "paper" => Ok(TableSource::Paper),
            "platform" => Ok(TableSource::Platform),
            path => path.parse().map(|TomlFile(table)| TableSource::Own(table)),
        }
    }
}

impl Settings {
    /// Returns the descriptions of the settings, `level` apart.
    pub(super) fn described() -> Vec<Setting> {
        let mut all = Self::described_search();
        all.extend([
            Setting::choice_or_file(
                "experience",
                &MODELS,
                (
                    "The learned value model, in place of the paper's evaluation: the one shipped for the platform (on), none (off), a shipped one by its name, or a file of `curling learn`.",
                    "論文の評価関数の代わりに使う、エンドの結果の学習結果。プラットフォームに付属のもの (on)、なし (off)、付属のものの名前、または `curling learn` のファイル。",
                ),
            )
            .default("off"),
            Setting::switch(
                "thin",
                false,
                (
                    "Simulates fewer shots of the lattice: faster, a little weaker.",
                    "ショットの格子を間引きます。速くなり、少し弱くなります。",
                ),
            ),
            Setting::choice_or_file(
                "table",
                &["paper", "platform"],
                (
                    "The win table: the paper's, the one shipped for the platform, or a file of `curling win-table`.",
                    "勝率表。論文のもの (paper)、プラットフォームに付属のもの (platform)、または `curling win-table` のファイル。",
                ),
            )
            .default("paper"),
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

    /// Returns the descriptions of the settings of the search.
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
                    "Takes the spread of throws into account.",
                    "投球のばらつきを考慮します。",
                ),
            ),
            Setting::switch(
                "heavy-hits",
                usual.heavy_hits,
                (
                    "Hits with the heaviest weight that all players can throw, instead of the paper's.",
                    "論文の強さではなく、投げられる最大の強さまでのヒットを考えます。",
                ),
            )
            .formerly("heavy"),
            Setting::integer(
                "last-stone-resolution",
                1..=FINEST.into(),
                (
                    "The resolution of the lattice for the last stone of an end, as a multiple.",
                    "エンド最後の1投で格子を何倍細かくするか。",
                ),
            )
            .default(usual.last_stone_resolution)
            .unit("times")
            .formerly("finer"),
            described_throws(usual.last_stone_throws),
            Setting::number(
                "separation",
                0.0..=10.0,
                (
                    "Where not all candidates are searched, those nearer than this to a better one are left out; 0 leaves none out.",
                    "候補を絞るとき、より良い候補からこの距離より近いものを除きます。0 で除きません。",
                ),
            )
            .default(usual.separation)
            .unit("m")
            .formerly("apart"),
            Setting::form(
                "reply-width",
                "numbers separated by /, such as 3 or 5/2",
                |text| text.parse().map(|Widths(_)| ()),
                (
                    "At depth three and more: how many replies, and replies to replies, are searched.",
                    "3投以上先を読むとき、応手とそのまた応手を何通り調べるか。",
                ),
            )
            .default("3")
            .formerly("keep"),
            number(
                "root-width",
                1,
                (
                    "At depth three and more: how many of its own candidates are searched.",
                    "3投以上先を読むとき、自分の候補を何通り調べるか。",
                ),
            )
            .default(usual.root_width)
            .formerly("root"),
            number(
                "widening",
                1,
                (
                    "With a clock: how many of its own candidates are searched first.",
                    "持ち時間があるとき、最初に調べる自分の候補の数。",
                ),
            )
            .default(usual.widening)
            .formerly("widen"),
            number(
                "refine",
                0,
                (
                    "How many of its best candidates are refined between the points of the lattice.",
                    "上位の候補のうち、格子点の間のより良い狙いへ動かす数。",
                ),
            )
            .page(100)
            .default(usual.refine),
        ]
    }

    /// Reads the settings behind a player's name: all of a `file`, then those given or set by a
    /// preset.
    ///
    /// # Errors
    /// If a file cannot be read or is invalid.
    pub fn given(given: &mut Given) -> Result<Self, SpecError> {
        let mut settings = match given.given::<TomlFile<Settings>>("file")? {
            Some(TomlFile(settings)) => settings,
            None => Settings::default(),
        };
        settings.search.read(given)?;
        if let Some(thin) = given.given_on("thin") {
            settings.lattice.thinning = thin.then(lattice::Thinning::default);
        }
        if let Some(ModelSource(model)) = given.given("experience")? {
            settings.experience = model;
        }
        if let Some(source) = given.given("table")? {
            settings.platform_table = matches!(source, TableSource::Platform);
            settings.win_table = match source {
                TableSource::Own(table) => Some(table),
                TableSource::Paper | TableSource::Platform => None,
            };
        }
        Ok(settings)
    }

    /// Applies the preset `strongest`: heavy hits, a finer lattice for last stones and throws to
    /// choose among them, separated candidates, and the value model and the win table shipped for
    /// the platform.
    pub fn set_strongest(&mut self) {
        self.search.heavy_hits = true;
        self.search.last_stone_resolution = 2;
        self.search.last_stone_throws = 4000;
        self.search.separation = 1.5 * RADIUS;
        self.experience = Experience::Shipped;
        self.platform_table = true;
    }

    /// Returns the win table under these conditions.
    pub fn table_for(&self, conditions: &Conditions) -> WinTable {
        match &self.win_table {
            Some(own) => own.clone(),
            None if self.platform_table => win_table::table_for(conditions).clone(),
            None => WinTable::standard(),
        }
    }

    /// Settings for a quick analysis: one shot deep with coarse tables.
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

    /// [Quick](Self::quick) settings with a coarse lattice, fast at any depth.
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
