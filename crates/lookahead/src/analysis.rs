//! The result of a search.
//!
//! One type for all searches, so that a command line can print it, a page can draw it and a test
//! can assert on it whatever the search. Fields that a search does not compute keep their empty
//! value; optional ones are then omitted when serialised.
//!
//! Values are on the game's own scale: that of its evaluation, or Max's share of the game from 0 to
//! 1 where results are averaged (`playout`, `mcts`). They are finite if the game's values are; only
//! then do they survive JSON, which has no other numbers.
//!
//! However early it was stopped, a search lists every action it knows of, so a player always has
//! one to play: unsearched ones are [`Bound::Estimate`] without visits. An empty list means that
//! there were no actions.
//!
//! ```
//! use lookahead::{Analysis, Candidate, Effort};
//!
//! let analysis = Analysis {
//!     candidates: vec![Candidate::new('b', 3.0), Candidate::estimate('a', 2.5)],
//!     effort: Effort::default(),
//! };
//! assert_eq!((analysis.action(), analysis.value()), (Some('b'), Some(3.0)));
//! ```

use crate::control::Stop;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a value relates to the true value of the searched tree, both seen from
/// [`crate::Side::Max`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// The true value is this or less: where Max decides, the search saw that the action is not
    /// better than another and went on.
    AtMost,
    /// The true value is this or more: the same where Min decides.
    AtLeast,
    /// Neither exact nor a bound: an average of samples (see [`Candidate::error`]), or the static
    /// value of the position where a search was stopped before it got to the action.
    Estimate,
}

/// A candidate action with its value, accuracy and expected line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SearchCandidate")]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// The value, seen from [`crate::Side::Max`].
    pub value: f64,
    /// Accuracy of `value`.
    #[serde(default)]
    pub bound: Bound,
    /// Standard deviation of a single result, where chance or sampling decides it; 0 if the result
    /// is certain or the deviation unknown.
    #[serde(default)]
    pub spread: f64,
    /// Standard error of `value`, where it is an average of enough samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Search effort spent on this candidate, in [nodes](crate::control) (with `expectimax`, the
    /// number of its outcomes).
    #[serde(default)]
    pub visits: u64,
    /// The line expected to follow, this action first.
    #[serde(default = "Vec::<A>::new", skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<A>,
    /// The outcomes of the action, most probable first, where chance decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outcomes: Vec<Share>,
}

impl<A: Clone> Candidate<A> {
    /// Creates a candidate of exact value with a line of one action.
    pub fn new(action: A, value: f64) -> Self {
        Candidate {
            line: vec![action.clone()],
            action,
            value,
            bound: Bound::Exact,
            spread: 0.0,
            error: None,
            visits: 0,
            outcomes: Vec::new(),
        }
    }

    /// Creates a candidate with an estimated value.
    pub fn estimate(action: A, value: f64) -> Self {
        Candidate {
            bound: Bound::Estimate,
            ..Candidate::new(action, value)
        }
    }
}

/// One possible outcome of an action.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SearchOutcome")]
pub struct Share {
    /// The outcome's number in the game's own list of outcomes.
    pub outcome: usize,
    /// Probability of the outcome.
    pub probability: f64,
    /// Value of the outcome, seen from [`crate::Side::Max`].
    pub value: f64,
}

/// Cost of a search and the reason of its stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SearchEffort")]
pub struct Effort {
    /// Completed depth, in actions; 0 if none was, and where depth has no meaning.
    pub depth: u32,
    /// Number of nodes, in the unit of [`crate::Limit::nodes`]: see the table in
    /// [`control`](crate::control).
    pub nodes: u64,
    /// Wall-clock time in seconds. The one field that differs between equal runs.
    pub seconds: f64,
    /// Reason of the stop.
    pub stopped: Stop,
}

/// The result of a search: candidates, best first for the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SearchAnalysis")]
pub struct Analysis<A> {
    /// Best first. Empty only if there were no actions.
    pub candidates: Vec<Candidate<A>>,
    /// Cost of the search.
    pub effort: Effort,
}

impl<A: Clone> Analysis<A> {
    /// Returns the best candidate, if there is any.
    pub fn best(&self) -> Option<&Candidate<A>> {
        self.candidates.first()
    }

    /// Returns the best action, if there is any.
    pub fn action(&self) -> Option<A> {
        self.best().map(|c| c.action.clone())
    }

    /// Returns whether the values come from a search: not where an action was chosen by rule or at
    /// random, or by a program that reports no value.
    pub fn is_valued(&self) -> bool {
        self.effort.nodes > 0 || self.candidates.iter().any(|c| c.visits > 0)
    }

    /// Returns the value of the position: that of its best candidate.
    pub fn value(&self) -> Option<f64> {
        self.best().map(|c| c.value)
    }

    /// Converts the actions of all candidates and lines.
    #[must_use]
    pub fn map<B>(self, mut of: impl FnMut(A) -> B) -> Analysis<B> {
        let mut map = |candidate: Candidate<A>| Candidate {
            action: of(candidate.action),
            line: candidate.line.into_iter().map(&mut of).collect(),
            value: candidate.value,
            bound: candidate.bound,
            spread: candidate.spread,
            error: candidate.error,
            visits: candidate.visits,
            outcomes: candidate.outcomes,
        };
        let candidates = self.candidates.into_iter();
        Analysis {
            candidates: candidates.map(&mut map).collect(),
            effort: self.effort,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_changes_actions_and_lines_only() {
        let mut candidate = Candidate::new(2_u8, 0.5);
        candidate.line.push(3);
        let analysis = Analysis {
            candidates: vec![candidate, Candidate::estimate(1, 0.25)],
            effort: Effort::default(),
        };
        let mapped = analysis.clone().map(|action| action.to_string());
        assert_eq!(mapped.candidates[0].line, ["2", "3"]);
        let back = mapped.candidates[1].action.parse();
        assert_eq!((back, mapped.candidates[1].value), (Ok(1_u8), 0.25));
        assert_eq!(mapped.candidates[1].bound, Bound::Estimate);
    }

    #[test]
    fn an_analysis_survives_serialisation() {
        let mut candidate = Candidate::new('a', 0.1 + 0.2);
        candidate.outcomes.push(Share {
            outcome: 4,
            probability: 0.25,
            value: -1.5,
        });
        let analysis = Analysis {
            candidates: vec![candidate],
            effort: Effort::default(),
        };
        let text = serde_json::to_string(&analysis).unwrap();
        assert_eq!(
            serde_json::from_str::<Analysis<char>>(&text).unwrap(),
            analysis
        );
    }
}
