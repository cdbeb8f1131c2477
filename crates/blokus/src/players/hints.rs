//! The best moves with a value for each: hints.
//!
//! A search that looks for the best move learns of the others only that they are no better. So once
//! it has said which moves are worth looking at, each of them is searched by itself, all equally
//! deep, a step deeper every round until the time is up. The evaluation likes the position of
//! whoever has just placed a piece, so that values rise and fall with every round; what is told is
//! the mean of the last two rounds that were finished.
//!
//! There is an answer at once, by the evaluation alone, and a better one after every round.

use super::think;
use crate::colour::Colour;
use crate::judge::{Judge, seen_by};
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Analyst;
use arena::player::Fault;
use lookahead::{Control, Limit, Meter, Stop};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// How many more moves are searched than are wanted: the order may still change.
const SPARE: usize = 4;
/// The deepest round: no game has more moves.
const DEEPEST: u32 = 42;

/// The best moves as far as they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Hints {
    /// How many moves each was looked ahead, itself included.
    pub depth: u32,
    /// Best first.
    pub moves: Vec<Hint>,
}

/// A move worth thinking about.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BlokusHint")]
pub struct Hint {
    /// The piece.
    pub piece: &'static str,
    /// The squares it covers.
    #[schemars(with = "String")]
    pub squares: Placement,
    /// The mover's chance of winning after it.
    pub chance: f64,
    /// What is expected to follow, as squares covered.
    #[schemars(with = "Vec<String>")]
    pub follow: Vec<Placement>,
}

/// Finds the best moves, the strongest of `analyst`'s first, and tells every better answer.
///
/// The limits of time and depth of `control` are kept; without any the search goes on to the end
/// of the game. A cancelled search returns what it has. Nothing is returned for a game that is
/// over. An analyst that tells no values (a program) is asked once, and its move alone is the hint.
///
/// # Errors
/// The fault of an analyst that has no answer.
pub fn hints(
    analyst: &mut dyn Analyst<BlokusDuo>,
    judge: &Judge,
    position: &Position,
    count: usize,
    control: &Control<'_>,
    mut tell: impl FnMut(&Hints),
) -> Result<Option<Hints>, Fault> {
    let Some(colour) = position.turn() else {
        return Ok(None);
    };
    let mut search = Search {
        analyst,
        judge,
        position,
        colour,
        control,
        meter: control.start(),
        ideas: Vec::new(),
    };
    search.look(position.moves().collect());
    let mut told = search.hints(1, count);
    tell(&told);
    if !search.choose(count + SPARE)? {
        told = search.hints(1, count);
        return Ok(Some(told));
    }
    let deepest = control.limit.depth.unwrap_or(DEEPEST).min(DEEPEST);
    for depth in 1..=deepest {
        let Some(finished) = search.deepen(depth)? else {
            break;
        };
        told = search.hints(depth + 1, count);
        tell(&told);
        if finished {
            break;
        }
    }
    Ok(Some(told))
}

/// A search for hints under way.
struct Search<'a> {
    analyst: &'a mut dyn Analyst<BlokusDuo>,
    judge: &'a Judge,
    position: &'a Position,
    colour: Colour,
    control: &'a Control<'a>,
    meter: Meter<'a>,
    ideas: Vec<Idea>,
}

/// A move that is looked at, with the position after it.
struct Idea {
    placement: Placement,
    after: Position,
    /// The mover's chance as it is told.
    chance: f64,
    /// The mover's chance as the last round saw it.
    latest: f64,
    follow: Vec<Placement>,
}

impl Search<'_> {
    /// What is left of the time, if it is limited.
    fn left(&self) -> Option<Duration> {
        let spent = Duration::try_from_secs_f64(self.meter.seconds()).unwrap_or_default();
        let time = self.control.limit.time?;
        Some(time.saturating_sub(spent))
    }

    /// Takes moves as ideas, each worth what the evaluation says of the position after it.
    fn look(&mut self, moves: Vec<Placement>) {
        let look = |placement: Placement| {
            let mut after = self.position.clone();
            after.play(placement);
            let chance = self.judge.chance_of(self.colour, &after);
            Idea {
                placement,
                chance,
                latest: chance,
                after,
                follow: Vec::new(),
            }
        };
        self.ideas = moves.into_iter().map(look).collect();
        self.sort();
    }

    fn sort(&mut self) {
        self.ideas.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    }

    /// Keeps the moves that a search over a quarter of the time finds best, and says whether the
    /// analyst values them.
    fn choose(&mut self, most: usize) -> Result<bool, Fault> {
        let control = self.control.clone().limit(Limit {
            time: self.control.limit.time.map(|time| time / 4),
            ..Limit::default()
        });
        let found = think(self.analyst, self.position, &control)?;
        if found.effort.stopped == Stop::Cancelled {
            self.ideas.truncate(most);
            return Ok(true);
        }
        let valued = found.is_valued();
        let candidates = found.candidates.into_iter().take(most);
        self.look(candidates.map(|candidate| candidate.action).collect());
        Ok(valued)
    }

    /// Looks at every idea so much deeper, and says whether there is nothing deeper to see. If the
    /// time is up before all are done, nothing has changed.
    fn deepen(&mut self, depth: u32) -> Result<Option<bool>, Fault> {
        let mut found = Vec::with_capacity(self.ideas.len());
        let mut finished = true;
        for number in 0..self.ideas.len() {
            let left = self.left();
            if left.is_some_and(|left| left.is_zero()) || self.control.cancel.is_cancelled() {
                return Ok(None);
            }
            let control = self.control.clone().limit(Limit {
                depth: Some(depth),
                time: left,
                nodes: None,
            });
            let analysis = think(self.analyst, &self.ideas[number].after, &control)?;
            if matches!(analysis.effort.stopped, Stop::Time | Stop::Cancelled) {
                return Ok(None);
            }
            finished &= analysis.effort.stopped == Stop::Done;
            found.push(analysis.best().map(|best| (best.value, best.line.clone())));
        }
        for (idea, found) in self.ideas.iter_mut().zip(found) {
            if let Some((value, line)) = found {
                idea.learn(seen_by(self.colour, value), finished);
                idea.follow = line;
            }
        }
        Ok(Some(finished))
    }

    fn hints(&mut self, depth: u32, count: usize) -> Hints {
        self.sort();
        let moves = self.ideas.iter().take(count).map(Idea::hint).collect();
        Hints { depth, moves }
    }
}

impl Idea {
    /// Takes over what a round has found. What was seen to the end of the game needs no mean.
    fn learn(&mut self, found: f64, finished: bool) {
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

    fn asked(position: &Position, control: &Control<'_>) -> (Option<Hints>, Vec<u32>) {
        let strong = "strong:nodes=3000".parse().unwrap();
        let mut analyst = lineup().build_analyst(&strong).unwrap();
        let mut depths = Vec::new();
        let judge = Judge::default();
        let found = hints(&mut *analyst, &judge, position, 5, control, |told| {
            assert!(told.moves.is_sorted_by(|a, b| a.chance >= b.chance));
            depths.push(told.depth);
        });
        (found.unwrap(), depths)
    }

    #[test]
    fn there_is_an_answer_at_once_and_a_better_one_every_round() {
        let line: Line = "Bf7,f8,f9,e10,f10 Wj4,k4,l4,j5,j6".parse().unwrap();
        let position = line.position().unwrap();
        let control = Control::new(Seed(1)).limit(Limit::depth(2));
        let (found, depths) = asked(&position, &control);
        assert_eq!(depths, [1, 2, 3]);
        let found = found.unwrap();
        assert_eq!((found.depth, found.moves.len()), (3, 5));
        assert!(found.moves.iter().all(|hint| !hint.follow.is_empty()));
    }

    #[test]
    fn a_cancelled_search_keeps_its_first_answer() {
        let control = Control::new(Seed(1));
        control.cancel.cancel();
        let (found, depths) = asked(&Position::start(), &control);
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
        let (found, depths) = asked(&position, &Control::new(Seed(1)));
        assert!(found.is_none() && depths.is_empty());
    }
}
