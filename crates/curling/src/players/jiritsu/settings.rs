//! Everything about Jiritsu-kun that can be changed, from a file or behind its name.

use super::super::evaluation::Weights;
use super::super::experience::{self, Experience};
use super::super::stakes::Goal;
use super::super::win_table::WinTable;
use super::super::{lattice, protection};
use crate::sheet::RADIUS;
use arena::spec::{Settings as Given, SpecError};
use lookahead::expectimax;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::sync::Arc;

/// What Jiritsu-kun is made of: every parameter of the paper's equations 8 to 40, and how far it looks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How far it looks.
    pub search: Search,
    /// The shots it knows. The margin is what the hands of the match need, whatever is said here, unless it is fixed.
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
    /// Whether it reckons with hands that are not steady; the paper's comparison is with a search that does not.
    pub uncertainty: bool,
    /// What it plays for.
    pub goal: Goal,
    /// More than two shots ahead: how many replies, and replies to replies, are looked into; see [`expectimax::Settings::keep`].
    pub keep: Vec<usize>,
    /// More than two shots ahead: how many of its own candidates are looked into.
    pub keep_at_root: usize,
    /// Where not all candidates are looked into, none of one turn and kind is that lies nearer than this to a better one, in metres; nought for the best ones wherever they lie.
    pub apart: f64,
    /// In a hurry: how many of its own candidates are looked into first; see [`expectimax::Settings::widen`]. Without a clock all are looked into at once.
    pub widen: usize,
    /// How many of its best candidates are moved to better aims between the points of the lattice. None, as in the paper, unless asked for: by the search's own
    /// values the aims are better, but one shot deep they did not win more games.
    pub refine: usize,
    /// How many times as close the points of the lattice are for the last stone of an end. With the paper's points, a stone's radius apart, a hit on the nose and a thin one are
    /// the same shot, and what comes of a candidate is a rough sum; where nothing comes after it, there is time for a better one.
    pub finer: u32,
    /// Whether hits are as hard as everybody in the match can throw, instead of stopping where the paper's do.
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
    /// How expectimax goes about it, in a hurry or not.
    pub(super) fn expectimax(&self, hurry: bool) -> expectimax::Settings {
        expectimax::Settings {
            keep: self.keep.clone(),
            keep_at_root: Some(self.keep_at_root),
            widen: hurry.then_some(self.widen),
            ..expectimax::Settings::default()
        }
    }
}

/// `on` or `off`.
#[derive(Clone, Copy)]
struct Switch(bool);

impl FromStr for Switch {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "on" => Ok(Switch(true)),
            "off" => Ok(Switch(false)),
            _ => Err("say `on` or `off`"),
        }
    }
}

/// Numbers with a `/` between them.
struct Numbers(Vec<usize>);

impl FromStr for Numbers {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let all: Result<_, _> = text.split('/').map(str::parse).collect();
        all.map(Numbers)
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
    /// From what is said behind a player's name: `file=SETTINGS.toml` for all of them, `sharp=on` for [the strongest](Self::sharpen), then one by one `depth`, `uncertainty=on|off`, `goal=win|points`, `keep=N/M`,
    /// `root=N`, `widen=N`, `apart=METRES`, `refine=N`, `finer=N`, `heavy=on|off`, `thin=on|off`, `experience=on|off|FILE` and `table=WINS.toml`.
    ///
    /// # Errors
    /// If one of them does not read as what it should be.
    pub fn given(given: &mut Given) -> Result<Self, SpecError> {
        let file: Option<Held<Settings>> = given.take("file")?;
        let mut settings = file.map_or_else(Settings::default, |Held(settings)| settings);
        if let Some(Switch(true)) = given.take("sharp")? {
            settings.sharpen();
        }
        let search = &mut settings.search;
        search.depth = given.take("depth")?.unwrap_or(search.depth);
        search.goal = given.take("goal")?.unwrap_or(search.goal);
        search.keep_at_root = given.take("root")?.unwrap_or(search.keep_at_root);
        search.widen = given.take("widen")?.unwrap_or(search.widen);
        search.refine = given.take("refine")?.unwrap_or(search.refine);
        search.finer = given.take("finer")?.unwrap_or(search.finer);
        search.apart = given.take("apart")?.unwrap_or(search.apart);
        if let Some(Switch(heavy)) = given.take("heavy")? {
            search.heavy = heavy;
        }
        if let Some(Numbers(keep)) = given.take("keep")? {
            search.keep = keep;
        }
        if let Some(Switch(uncertainty)) = given.take("uncertainty")? {
            search.uncertainty = uncertainty;
        }
        if let Some(Switch(thin)) = given.take("thin")? {
            settings.lattice.thinning = thin.then(lattice::Thinning::default);
        }
        if let Some(Source(experience)) = given.take("experience")? {
            settings.experience = experience;
        }
        if let Some(Held(table)) = given.take("table")? {
            settings.win_table = Some(table);
        }
        Ok(settings)
    }

    /// Makes it play as well as it can instead of as the paper says: with hits as hard as can be, a finer lattice for last stones, shots that differ before their neighbours, and
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
