//! Shots that have a name: what a skip would call, as a list.
//!
//! Programs that search with Monte Carlo need a finite list of shots. The platform's authors (Ito
//! and Kitasei, "Proposal and implementation of digital curling", 2015) and Ohto and Tanaka ("A
//! curling agent based on the Monte-Carlo tree search considering the similarity of the best action
//! among similar states", 2016) take target points on a grid and shots at the stones in play; which
//! ones exactly is our choice: draws and guards on a grid, and for every stone in play a hit full
//! and at both sides, a peel, a raise, a freeze and a draw behind it. Each with both turns; and a
//! stone thrown through.
//!
//! [`Shots`] is made once for a match. Aiming is by a table ([`Sight`]), so that a list takes
//! microseconds. Not looked at: who may touch what (the free guard zone), and, but for hits,
//! whether other stones are in the way: a simulation tells.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::shots::{Kind, Shots};
//! use curling::rules::Game;
//! use curling::Vector;
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let shots = Shots::new(&curling);
//! let mut game = Game::new(curling.rules())?;
//! game.stones.place(0, Vector::new(0.4, 0.3));
//! game.shot = 1;
//! let mut plans = Vec::new();
//! shots.plans(&game, &mut plans);
//! let hit = plans.iter().find(|plan| plan.kind == Kind::Hit).unwrap();
//! assert_eq!(hit.to_string(), "hit on stone 0, clockwise");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod sight;

pub use sight::{Pace, Sight, hardest};

use crate::arena_game::Curling;
use crate::rules::{Game, Rules};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::stones::Stones;
use crate::vector::Vector;
use std::fmt;

/// What is meant by a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// To a place in the house.
    Draw,
    /// To a place before the house.
    Guard,
    /// Full on a stone, which is to leave the house; the thrown one stays.
    Hit,
    /// On a stone's side, so that the thrown one rolls away.
    HitAndRoll,
    /// Hard on a stone's edge: both shall be gone, or two stones be hit.
    Peel,
    /// Softly on a stone, which is to move on.
    Raise,
    /// To a stop right before a stone.
    Freeze,
    /// To a place behind a stone.
    ComeAround,
    /// Past everything: the stone is given away.
    Through,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Draw => "draw",
            Kind::Guard => "guard",
            Kind::Hit => "hit",
            Kind::HitAndRoll => "hit and roll",
            Kind::Peel => "peel",
            Kind::Raise => "raise",
            Kind::Freeze => "freeze",
            Kind::ComeAround => "come-around",
            Kind::Through => "throw through",
        }
    }
}

/// A shot and what is meant by it. Its text is its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// What is meant.
    pub kind: Kind,
    /// How to throw it.
    pub shot: Shot,
    /// Where the stone is to stop or to pass.
    pub target: Vector,
    /// The slot of the stone it is about, if it is about one.
    pub stone: Option<usize>,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let Vector { x, y } = self.target;
        match (self.kind, self.stone) {
            (_, Some(slot)) => write!(f, " on stone {slot}")?,
            (Kind::Through, None) => {}
            (_, None) => write!(f, " to ({x:.2}, {y:.2})")?,
        }
        match self.shot.turn {
            Turn::Clockwise => f.write_str(", clockwise"),
            Turn::CounterClockwise => f.write_str(", counter-clockwise"),
        }
    }
}

/// Where draws go: button, the rings of four, eight and twelve feet.
const DRAWS: [(f64, f64); 17] = [
    (0.0, 0.0),
    (0.0, -0.6),
    (0.0, 0.6),
    (-0.6, 0.0),
    (0.6, 0.0),
    (-0.6, -0.6),
    (0.6, -0.6),
    (0.0, -1.3),
    (-1.2, 0.0),
    (1.2, 0.0),
    (-0.9, -1.1),
    (0.9, -1.1),
    (-0.9, 0.9),
    (0.9, 0.9),
    (-1.5, -0.6),
    (1.5, -0.6),
    (0.0, 1.3),
];

/// Where guards go: centre, between and corner; tight to the house and long.
const GUARDS: [(f64, f64); 10] = [
    (0.0, -2.6),
    (0.0, -3.8),
    (-0.6, -2.6),
    (0.6, -2.6),
    (-1.2, -2.6),
    (1.2, -2.6),
    (-0.6, -3.8),
    (0.6, -3.8),
    (-1.2, -3.8),
    (1.2, -3.8),
];

/// How far beside a stone a hit passes its centre, in metres, and how hard and what that is called.
const HITS: [(f64, Pace, Kind); 9] = [
    (0.0, Pace::Normal, Kind::Hit),
    (0.0, Pace::Control, Kind::Hit),
    (-RADIUS, Pace::Normal, Kind::HitAndRoll),
    (RADIUS, Pace::Normal, Kind::HitAndRoll),
    (-0.5 * RADIUS, Pace::Control, Kind::HitAndRoll),
    (0.5 * RADIUS, Pace::Control, Kind::HitAndRoll),
    (-1.3 * RADIUS, Pace::Heavy, Kind::Peel),
    (1.3 * RADIUS, Pace::Heavy, Kind::Peel),
    (0.0, Pace::Tap, Kind::Raise),
];

/// From a stone's centre to that of one frozen to it: a hair more than touching.
const FREEZE: f64 = 2.0 * RADIUS + 0.01;
/// How far behind a stone a come-around stops.
const BEHIND: f64 = 2.2;
/// How far to the side it comes from, or the stone would be in its way.
const ASIDE: f64 = 0.25;
/// How far before a stone its guard lies, as the platform's sample program places it.
pub const BEFORE: f64 = 2.0;

/// The shots of a match.
#[derive(Clone, Debug)]
pub struct Shots {
    sight: Sight,
    rules: Rules,
    /// Draws and guards with both turns, the same in every position.
    standing: Vec<Plan>,
    /// Hog line and back line, each as the y of a stone that is safely inside.
    front: f64,
    back: f64,
}

impl Shots {
    /// The shots of this match.
    pub fn new(curling: &Curling) -> Self {
        let sheet = curling.physics().parameters().sheet;
        let mut shots = Shots {
            sight: Sight::new(curling),
            rules: *curling.rules(),
            standing: Vec::new(),
            front: -sheet.hog + 3.0 * RADIUS,
            back: sheet.back - RADIUS,
        };
        let draws = DRAWS.map(|at| (Kind::Draw, at));
        let guards = GUARDS.map(|at| (Kind::Guard, at));
        for (kind, (x, y)) in draws.into_iter().chain(guards) {
            for turn in Turn::BOTH {
                let plan = shots.draw(kind, Vector::new(x, y), turn, None);
                shots.standing.push(plan);
            }
        }
        shots
    }

    /// Aiming by table.
    pub fn sight(&self) -> &Sight {
        &self.sight
    }

    /// The rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stone nearest the tee, if it is in the house.
    pub fn shot_stone(&self, stones: &Stones) -> Option<(usize, Vector)> {
        self.nearest(stones, |_| true)
    }

    /// The nearest of the stones in the house of whose slots something is so; the earliest of
    /// equals.
    pub fn nearest(&self, stones: &Stones, so: impl Fn(usize) -> bool) -> Option<(usize, Vector)> {
        let mut best: Option<(f64, usize, Vector)> = None;
        for (slot, stone) in stones.iter().filter(|&(slot, _)| so(slot)) {
            let away = stone.at.length_squared();
            let nearer = best.is_none_or(|(least, ..)| away < least);
            if nearer && self.rules.geometry.in_house(stone.at) {
                best = Some((away, slot, stone.at));
            }
        }
        best.map(|(_, slot, at)| (slot, at))
    }

    /// Appends every shot to be thought of, always in the same order. At least one, whatever the
    /// position.
    pub fn plans(&self, game: &Game, into: &mut Vec<Plan>) {
        into.extend_from_slice(&self.standing);
        for (slot, stone) in game.stones.iter() {
            self.hits(&game.stones, slot, stone.at, into);
            self.touches(slot, stone.at, into);
        }
        into.push(self.through());
    }

    /// Appends the few shots to be thought of first, the most natural ones first: what to do about
    /// the shot stone, and the tee.
    pub fn natural(&self, game: &Game, into: &mut Vec<Plan>) {
        let Some(slot) = game.slot() else { return };
        let theirs = |other: usize| (other ^ slot) & 1 == 1;
        if let Some((target, at)) = self.nearest(&game.stones, theirs) {
            self.hits(&game.stones, target, at, into);
            into.retain(|plan| !matches!(plan.kind, Kind::Peel | Kind::Raise));
            let freeze = Vector::new(at.x, at.y - FREEZE);
            into.extend(self.both(Kind::Freeze, freeze, Some(target)));
        }
        into.extend_from_slice(&self.standing[..2]);
        if let Some((target, at)) = self.shot_stone(&game.stones)
            && !theirs(target)
        {
            let guard = Vector::new(at.x, (at.y - BEFORE).max(self.front));
            into.extend(self.both(Kind::Guard, guard, Some(target)));
        }
        into.extend_from_slice(&self.standing[2..4]);
        into.extend_from_slice(&self.standing[6..10]);
    }

    /// Hits on a stone that nothing hides.
    fn hits(&self, stones: &Stones, slot: usize, at: Vector, into: &mut Vec<Plan>) {
        for (beside, pace, kind) in HITS {
            let target = Vector::new(at.x + beside, at.y);
            for turn in Turn::BOTH {
                if self.sight.clear(stones, slot, target, turn, pace) {
                    into.push(Plan {
                        kind,
                        shot: self.sight.hit(target, turn, pace),
                        target,
                        stone: Some(slot),
                    });
                }
            }
        }
    }

    /// Draws that have to do with a stone.
    fn touches(&self, slot: usize, at: Vector, into: &mut Vec<Plan>) {
        let before = Vector::new(at.x, at.y - FREEZE);
        into.extend(self.both(Kind::Freeze, before, Some(slot)));
        if at.y + BEHIND < self.back {
            into.extend(Turn::BOTH.map(|turn| {
                let behind = Vector::new(at.x + turn.sign() * ASIDE, at.y + BEHIND);
                self.draw(Kind::ComeAround, behind, turn, Some(slot))
            }));
        }
    }

    fn both(&self, kind: Kind, target: Vector, stone: Option<usize>) -> [Plan; 2] {
        Turn::BOTH.map(|turn| self.draw(kind, target, turn, stone))
    }

    /// A draw that has a meaning.
    pub fn draw(&self, kind: Kind, target: Vector, turn: Turn, stone: Option<usize>) -> Plan {
        Plan {
            kind,
            shot: self.sight.draw(target, turn),
            target,
            stone,
        }
    }

    /// The stone is given away: wide of everything that matters, and hard.
    pub fn through(&self) -> Plan {
        let target = Vector::new(2.2, 0.0);
        Plan {
            kind: Kind::Through,
            shot: self.sight.hit(target, Turn::Clockwise, Pace::Normal),
            target,
            stone: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use crate::physics::Mode;

    fn paper() -> (Curling, Shots) {
        let curling = Curling::new(Conditions::paper()).unwrap();
        let shots = Shots::new(&curling);
        (curling, shots)
    }

    fn with(stones: &[(usize, f64, f64)], shot: u8) -> Game {
        let mut game = Game::new(&Conditions::paper().rules).unwrap();
        for &(slot, x, y) in stones {
            game.stones.place(slot, Vector::new(x, y));
        }
        game.shot = shot;
        game
    }

    fn plan(shots: &Shots, game: &Game, kind: Kind) -> Plan {
        let mut plans = Vec::new();
        shots.plans(game, &mut plans);
        *plans.iter().find(|plan| plan.kind == kind).unwrap()
    }

    #[test]
    fn every_kind_of_shot_does_what_it_is_called_if_thrown_perfectly() {
        let (curling, shots) = paper();
        let game = with(&[(0, 0.3, 0.2)], 1);
        let thrown = |kind| curling.after_shot(Mode::Fast, &game, &plan(&shots, &game, kind).shot);
        let places = |kind| {
            let stones = thrown(kind).stones;
            [0, 1].map(|slot| stones.get(slot).map(|stone| stone.at))
        };
        let old = Vector::new(0.3, 0.2);
        assert!(matches!(places(Kind::Hit), [None, Some(at)] if at.length() < 1.0));
        assert!(matches!(places(Kind::HitAndRoll), [None, _]));
        assert!(matches!(places(Kind::Peel), [None, None]));
        assert!(matches!(places(Kind::Raise), [Some(at), Some(_)] if at.y > 0.5));
        let [Some(hit), Some(frozen)] = places(Kind::Freeze) else {
            panic!("one is gone")
        };
        assert!((hit - old).length() < 0.1 && (frozen - hit).length() < 0.32);
        assert!(matches!(places(Kind::Draw), [_, Some(at)] if at.length() < 0.5));
        assert!(matches!(places(Kind::Guard), [Some(_), Some(at)] if at.y < -2.0));
        assert!(matches!(places(Kind::Through), [Some(at), None] if at == old));
        let guarded = with(&[(0, 0.0, -3.0)], 1);
        let around = plan(&shots, &guarded, Kind::ComeAround);
        let after = curling
            .after_shot(Mode::Fast, &guarded, &around.shot)
            .stones;
        assert!((after.get(1).unwrap().at - Vector::new(-0.25, -0.8)).length() < 0.1);
    }

    #[test]
    fn a_hidden_stone_is_not_hit_and_an_open_one_is_with_both_turns() {
        let (_, shots) = paper();
        let hits = |game: &Game| {
            let mut plans = Vec::new();
            shots.plans(game, &mut plans);
            let full = |plan: &&Plan| plan.kind == Kind::Hit && plan.stone == Some(0);
            plans.iter().filter(full).count()
        };
        assert_eq!(hits(&with(&[(0, 0.0, 0.0)], 1)), 4);
        assert_eq!(hits(&with(&[(0, 0.0, 0.0), (2, 0.0, -0.5)], 3)), 0);
    }

    #[test]
    fn the_natural_shots_begin_with_a_hit_on_their_shot_stone() {
        let (_, shots) = paper();
        let mut plans = Vec::new();
        shots.natural(&with(&[(0, 0.4, 0.0), (1, 1.0, 0.0)], 3), &mut plans);
        assert_eq!((plans[0].kind, plans[0].stone), (Kind::Hit, Some(0)));
        plans.clear();
        shots.natural(&with(&[], 0), &mut plans);
        assert_eq!((plans[0].kind, plans[0].target), (Kind::Draw, Vector::ZERO));
        assert!(plans.iter().all(|plan| plan.stone.is_none()));
    }

    #[test]
    fn lists_have_no_shot_twice_and_do_not_change() {
        let (_, shots) = paper();
        let game = with(&[(0, 0.4, 0.0), (1, 1.0, 0.0), (2, 0.0, -3.0)], 3);
        let (mut plans, mut again) = (Vec::new(), Vec::new());
        shots.plans(&game, &mut plans);
        shots.plans(&game, &mut again);
        assert_eq!(plans, again);
        for (index, plan) in plans.iter().enumerate() {
            assert!(
                !plans[..index].iter().any(|other| other.shot == plan.shot),
                "{plan}"
            );
        }
    }
}
