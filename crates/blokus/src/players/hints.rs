//! Hints: the best moves, each with its own value.
//!
//! A search for the best move learns of the others only that they are no better. So once it has
//! found the promising moves, each of them is searched by itself, all equally deep, one move deeper
//! every round until the time is up. The evaluation favours the side that has just placed a piece,
//! so values alternate from round to round; the reported value is the mean of the last two finished
//! rounds.
//!
//! The first answer comes at once, by the evaluation alone; a better one follows after every round.

use super::analyse;
use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use crate::static_evaluator::{StaticEvaluator, chance_for};
use arena::Analyst;
use arena::player::Fault;
use lookahead::{Control, Limit, Meter, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The number of moves searched beyond those requested: the order may still change.
const SPARE: usize = 4;
/// The depth of the last round: no game has more moves.
const DEEPEST: u32 = 42;

/// The best moves found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Hints {
    /// The depth of the search in moves, the hint itself included.
    pub depth: u32,
    /// The hints, best first.
    pub moves: Vec<Hint>,
}

/// A promising move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BlokusHint")]
pub struct Hint {
    /// The name of the piece.
    pub piece: &'static str,
    /// The squares it covers.
    #[schemars(with = "String")]
    pub squares: Placement,
    /// The mover's win probability after it.
    pub chance: f64,
    /// The expected continuation, as squares covered.
    #[schemars(with = "Vec<String>")]
    pub follow: Vec<Placement>,
}

/// Finds the best moves, starting with the analyst's favourites, and reports every better answer.
///
/// The limits of time and depth of `control` apply; without any the search continues to the end of
/// the game. A cancelled search returns its last answer. A finished game has no hints. An analyst
/// without values (an external program) is asked once, and its move is the only hint.
///
/// # Errors
/// The fault of an analyst without an answer.
pub fn hints(
    analyst: &mut dyn Analyst<BlokusDuo>,
    evaluator: &StaticEvaluator,
    position: &Position,
    count: usize,
    control: &Control<'_>,
    mut report: impl FnMut(&Hints),
) -> Result<Option<Hints>, Fault> {
    let Some(colour) = position.turn() else {
        return Ok(None);
    };
    let mut search = Search {
        analyst,
        evaluator,
        position,
        colour,
        control,
        meter: control.start(),
        candidates: Vec::new(),
    };
    search.evaluate(position.moves().collect());
    let mut best = search.hints(1, count);
    report(&best);
    if !search.narrow(count + SPARE)? {
        best = search.hints(1, count);
        return Ok(Some(best));
    }
    let deepest = control.limit.depth.unwrap_or(DEEPEST).min(DEEPEST);
    for depth in 1..=deepest {
        let Some(finished) = search.deepen(depth)? else {
            break;
        };
        best = search.hints(depth + 1, count);
        report(&best);
        if finished {
            break;
        }
    }
    Ok(Some(best))
}

/// The state of a search for hints.
struct Search<'a> {
    analyst: &'a mut dyn Analyst<BlokusDuo>,
    evaluator: &'a StaticEvaluator,
    position: &'a Position,
    colour: Colour,
    control: &'a Control<'a>,
    meter: Meter<'a>,
    candidates: Vec<CandidateMove>,
}

/// A candidate move with the position after it.
struct CandidateMove {
    placement: Placement,
    after: Position,
    /// The mover's win probability as reported.
    chance: f64,
    /// The mover's win probability of the last round.
    latest: f64,
    follow: Vec<Placement>,
}

impl Search<'_> {
    /// Returns the remaining time, if it is limited.
    fn time_left(&self) -> Option<Duration> {
        let spent = Duration::try_from_secs_f64(self.meter.seconds()).unwrap_or_default();
        let time = self.control.limit.time?;
        Some(time.saturating_sub(spent))
    }

    /// Makes candidates of moves, each with the static value of the position after it.
    fn evaluate(&mut self, moves: Vec<Placement>) {
        let evaluate = |placement: Placement| {
            let mut after = self.position.clone();
            after.play(placement);
            let chance = self.evaluator.chance_of(self.colour, &after);
            CandidateMove {
                placement,
                chance,
                latest: chance,
                after,
                follow: Vec::new(),
            }
        };
        self.candidates = moves.into_iter().map(evaluate).collect();
        self.sort();
    }

    fn sort(&mut self) {
        self.candidates
            .sort_by(|a, b| b.chance.total_cmp(&a.chance));
    }

    /// Keeps the moves that a search over a quarter of the time finds best; returns whether the
    /// analyst values them.
    fn narrow(&mut self, most: usize) -> Result<bool, Fault> {
        let control = self.control.clone().limit(Limit {
            time: self.control.limit.time.map(|time| time / 4),
            ..Limit::default()
        });
        let found = analyse(self.analyst, self.position, &control)?;
        if found.effort.stopped == Stop::Cancelled {
            self.candidates.truncate(most);
            return Ok(true);
        }
        let valued = found.is_valued();
        let candidates = found.candidates.into_iter().take(most);
        self.evaluate(candidates.map(|candidate| candidate.action).collect());
        Ok(valued)
    }

    /// Searches every candidate to this depth; returns whether all were searched to the end of the
    /// game. If the time is up before all are done, nothing changes and `None` is returned.
    fn deepen(&mut self, depth: u32) -> Result<Option<bool>, Fault> {
        let mut found = Vec::with_capacity(self.candidates.len());
        let mut finished = true;
        for number in 0..self.candidates.len() {
            let time_left = self.time_left();
            if time_left.is_some_and(|left| left.is_zero()) || self.control.cancel.is_cancelled() {
                return Ok(None);
            }
            let control = self.control.clone().limit(Limit {
                depth: Some(depth),
                time: time_left,
                nodes: None,
            });
            let analysis = analyse(self.analyst, &self.candidates[number].after, &control)?;
            if matches!(analysis.effort.stopped, Stop::Time | Stop::Cancelled) {
                return Ok(None);
            }
            finished &= analysis.effort.stopped == Stop::Done;
            found.push(analysis.best().map(|best| (best.value, best.line.clone())));
        }
        for (candidate, found) in self.candidates.iter_mut().zip(found) {
            if let Some((value, line)) = found {
                candidate.update(chance_for(self.colour, value), finished);
                candidate.follow = line;
            }
        }
        Ok(Some(finished))
    }

    fn hints(&mut self, depth: u32, count: usize) -> Hints {
        self.sort();
        let moves = self
            .candidates
            .iter()
            .take(count)
            .map(CandidateMove::hint)
            .collect();
        Hints { depth, moves }
    }
}

impl CandidateMove {
    /// Takes the value of a round. A value searched to the end of the game needs no mean.
    fn update(&mut self, found: f64, finished: bool) {
        let decided = finished || found <= 0.0 || found >= 1.0;
        self.chance = if decided {
            found
        } else {
            f64::midpoint(found, self.latest)
        };
        self.latest = found;
    }

    fn hint(&self) -> Hint {
        Hint {
            piece: self.placement.piece().name(),
            squares: self.placement,
            chance: self.chance,
            follow: self.follow.iter().take(3).copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;
    use crate::players::lineup;
    use lookahead::Seed;

    fn hints_and_depths(position: &Position, control: &Control<'_>) -> (Option<Hints>, Vec<u32>) {
        let strong = "strong:nodes=3000".parse().unwrap();
        let mut analyst = lineup().build_analyst(&strong).unwrap();
        let mut depths = Vec::new();
        let evaluator = StaticEvaluator::default();
        let found = hints(&mut *analyst, &evaluator, position, 5, control, |best| {
            assert!(best.moves.is_sorted_by(|a, b| a.chance >= b.chance));
            depths.push(best.depth);
        });
        (found.unwrap(), depths)
    }

    #[test]
    fn there_is_an_answer_at_once_and_a_better_one_every_round() {
        let line: Line = "Bf7,f8,f9,e10,f10 Wj4,k4,l4,j5,j6".parse().unwrap();
        let position = line.position().unwrap();
        let control = Control::new(Seed(1)).limit(Limit::depth(2));
        let (found, depths) = hints_and_depths(&position, &control);
        assert_eq!(depths, [1, 2, 3]);
        let found = found.unwrap();
        assert_eq!((found.depth, found.moves.len()), (3, 5));
        assert!(found.moves.iter().all(|hint| !hint.follow.is_empty()));
    }

    #[test]
    fn a_cancelled_search_keeps_its_first_answer() {
        let control = Control::new(Seed(1));
        control.cancel.cancel();
        let (found, depths) = hints_and_depths(&Position::start(), &control);
        assert_eq!(depths, [1]);
        assert_eq!(found.unwrap().moves.len(), 5);
    }

    #[test]
    fn a_game_that_is_over_has_no_hints() {
        let mut position = Position::start();
        loop {
            let Some(next) = position.moves().next() else {
                break;
            };
            position.play(next);
        }
        let (found, depths) = hints_and_depths(&position, &Control::new(Seed(1)));
        assert!(found.is_none() && depths.is_empty());
    }
}
