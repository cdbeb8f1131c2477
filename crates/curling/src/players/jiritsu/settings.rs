//! Everything about Jiritsu-kun that can be changed, from a file or behind its name.

use super::super::evaluation::Weights;
use super::super::win_table::WinTable;
use super::super::{lattice, protection};
use crate::sheet::RADIUS;
use lookahead::expectimax;
use serde::{Deserialize, Serialize};

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
}

/// What an end is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// To win the match.
    #[default]
    Win,
    /// As many points as possible.
    Points,
}

impl std::str::FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "win" => Ok(Goal::Win),
            "points" => Ok(Goal::Points),
            _ => Err("a goal is `win` or `points`".to_owned()),
        }
    }
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
}

impl Default for Search {
    fn default() -> Self {
        Search {
            depth: 2,
            uncertainty: true,
            goal: Goal::Win,
            keep: vec![3],
            keep_at_root: 12,
        }
    }
}

impl Search {
    pub(super) fn expectimax(&self) -> expectimax::Settings {
        expectimax::Settings {
            keep: self.keep.clone(),
            keep_at_root: Some(self.keep_at_root),
            ..expectimax::Settings::default()
        }
    }
}

impl Settings {
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
}
