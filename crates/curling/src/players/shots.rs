//! Named shots: the list of shots a skip would call in a position.
//!
//! Programs that search with Monte Carlo need a finite list of shots. The platform's authors (Ito
//! and Kitasei, "Proposal and implementation of digital curling", 2015) and Ohto and Tanaka ("A
//! curling agent based on the Monte-Carlo tree search considering the similarity of the best action
//! among similar states", 2016) take target points on a grid and shots at the stones in play; which
//! ones exactly is our choice: draws and guards on a grid, and for every stone in play a hit full
//! and at both sides, a peel, a raise, a freeze and a draw behind it. Each with both turns; and a
//! stone thrown through.
//!
//! [`Shots`] is made once for a match. Aiming is by a table ([`AimTable`]), so that a list takes
//! microseconds. Not checked: the free guard zone and, except for hits, whether other stones are in
//! the way; the simulation decides.
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
//! let mut named_shots = Vec::new();
//! shots.named_shots(&game, &mut named_shots);
//! let hit = named_shots.iter().find(|named_shot| named_shot.kind == Kind::Hit).unwrap();
//! assert_eq!(hit.to_string(), "hit on stone 0, clockwise");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aim_table;

pub use aim_table::{AimTable, HitWeight, heaviest_hit};

use crate::arena_game::Curling;
use crate::rules::{Game, Rules};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::stones::Stones;
use crate::vector::Vector;
use std::fmt;

/// The kind of a named shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A draw to a place in the house.
    Draw,
    /// A guard in front of the house.
    Guard,
    /// A hit and stay: full on a stone, which leaves the house; the thrown one stays.
    Hit,
    /// A hit on a stone's side, so that the thrown one rolls away.
    HitAndRoll,
    /// A heavy hit on a stone's edge: both leave play, or two stones are hit.
    Peel,
    /// A light hit that moves a stone on.
    Raise,
    /// A draw that stops at a stone.
    Freeze,
    /// A draw to a place behind a stone.
    ComeAround,
    /// A throw through, past all stones.
    Through,
}

impl Kind {
    /// Returns the name in English.
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

/// A named shot. Its text is its label.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedShot {
    /// The kind.
    pub kind: Kind,
    /// The shot.
    pub shot: Shot,
    /// The point where the stone is to stop or to pass.
    pub target: Vector,
    /// The slot of the stone it is played on, if there is one.
    pub stone: Option<usize>,
}

impl fmt::Display for NamedShot {
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

/// The targets of draws: the button, the four-foot, eight-foot and twelve-foot.
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

/// The targets of guards: centre, between and corner; tight and long.
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

/// Hits: the offset from the stone's centre in metres, the weight and the kind.
const HITS: [(f64, HitWeight, Kind); 9] = [
    (0.0, HitWeight::Normal, Kind::Hit),
    (0.0, HitWeight::Control, Kind::Hit),
    (-RADIUS, HitWeight::Normal, Kind::HitAndRoll),
    (RADIUS, HitWeight::Normal, Kind::HitAndRoll),
    (-0.5 * RADIUS, HitWeight::Control, Kind::HitAndRoll),
    (0.5 * RADIUS, HitWeight::Control, Kind::HitAndRoll),
    (-1.3 * RADIUS, HitWeight::Heavy, Kind::Peel),
    (1.3 * RADIUS, HitWeight::Heavy, Kind::Peel),
    (0.0, HitWeight::Tap, Kind::Raise),
];

/// The distance between the centres of frozen stones, in metres: a little more than touching.
const FREEZE: f64 = 2.0 * RADIUS + 0.01;
/// The distance behind a stone at which a come-around stops, in metres.
const BEHIND: f64 = 2.2;
/// The offset of its target to the side it curls from, in metres, to clear the stone.
const ASIDE: f64 = 0.25;
/// The distance of a guard in front of its stone, in metres, as in the platform's sample program.
pub const BEFORE: f64 = 2.0;

/// The named shots of a match.
#[derive(Clone, Debug)]
pub struct Shots {
    aim: AimTable,
    rules: Rules,
    /// The draws and guards, with both turns, that do not depend on the position.
    fixed: Vec<NamedShot>,
    /// The y of a stone safely inside the hog line, and inside the back line.
    front: f64,
    back: f64,
}

impl Shots {
    /// Creates the named shots of this match.
    pub fn new(curling: &Curling) -> Self {
        let sheet = curling.physics().parameters().sheet;
        let mut shots = Shots {
            aim: AimTable::new(curling),
            rules: *curling.rules(),
            fixed: Vec::new(),
            front: -sheet.hog + 3.0 * RADIUS,
            back: sheet.back - RADIUS,
        };
        let draws = DRAWS.map(|at| (Kind::Draw, at));
        let guards = GUARDS.map(|at| (Kind::Guard, at));
        for (kind, (x, y)) in draws.into_iter().chain(guards) {
            for turn in Turn::BOTH {
                let named_shot = shots.draw(kind, Vector::new(x, y), turn, None);
                shots.fixed.push(named_shot);
            }
        }
        shots
    }

    /// Returns the aim table.
    pub fn aim_table(&self) -> &AimTable {
        &self.aim
    }

    /// Returns the rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the stone nearest the tee, if it is in the house.
    pub fn shot_stone(&self, stones: &Stones) -> Option<(usize, Vector)> {
        self.nearest(stones, |_| true)
    }

    /// Returns the nearest stone in the house among the slots that `matches` accepts; the earliest
    /// of equals.
    pub fn nearest(
        &self,
        stones: &Stones,
        matches: impl Fn(usize) -> bool,
    ) -> Option<(usize, Vector)> {
        let mut best: Option<(f64, usize, Vector)> = None;
        for (slot, stone) in stones.iter().filter(|&(slot, _)| matches(slot)) {
            let away = stone.at.length_squared();
            let nearer = best.is_none_or(|(least, ..)| away < least);
            if nearer && self.rules.geometry.in_house(stone.at) {
                best = Some((away, slot, stone.at));
            }
        }
        best.map(|(_, slot, at)| (slot, at))
    }

    /// Appends all named shots of a position, in a fixed order; there is at least one.
    pub fn named_shots(&self, game: &Game, into: &mut Vec<NamedShot>) {
        into.extend_from_slice(&self.fixed);
        for (slot, stone) in game.stones.iter() {
            self.hits(&game.stones, slot, stone.at, into);
            self.draws_at(slot, stone.at, into);
        }
        into.push(self.through());
    }

    /// Appends the few most natural shots, the first ones first: those on the shot stone, and draws
    /// to the tee.
    pub fn natural(&self, game: &Game, into: &mut Vec<NamedShot>) {
        let Some(slot) = game.slot() else { return };
        let theirs = |other: usize| (other ^ slot) & 1 == 1;
        if let Some((target, at)) = self.nearest(&game.stones, theirs) {
            self.hits(&game.stones, target, at, into);
            into.retain(|named_shot| !matches!(named_shot.kind, Kind::Peel | Kind::Raise));
            let freeze = Vector::new(at.x, at.y - FREEZE);
            into.extend(self.both(Kind::Freeze, freeze, Some(target)));
        }
        into.extend_from_slice(&self.fixed[..2]);
        if let Some((target, at)) = self.shot_stone(&game.stones)
            && !theirs(target)
        {
            let guard = Vector::new(at.x, (at.y - BEFORE).max(self.front));
            into.extend(self.both(Kind::Guard, guard, Some(target)));
        }
        into.extend_from_slice(&self.fixed[2..4]);
        into.extend_from_slice(&self.fixed[6..10]);
    }

    /// Hits on a stone that no other covers.
    fn hits(&self, stones: &Stones, slot: usize, at: Vector, into: &mut Vec<NamedShot>) {
        for (beside, weight, kind) in HITS {
            let target = Vector::new(at.x + beside, at.y);
            for turn in Turn::BOTH {
                if self.aim.clear(stones, slot, target, turn, weight) {
                    into.push(NamedShot {
                        kind,
                        shot: self.aim.hit(target, turn, weight),
                        target,
                        stone: Some(slot),
                    });
                }
            }
        }
    }

    /// Draws that refer to a stone.
    fn draws_at(&self, slot: usize, at: Vector, into: &mut Vec<NamedShot>) {
        let before = Vector::new(at.x, at.y - FREEZE);
        into.extend(self.both(Kind::Freeze, before, Some(slot)));
        if at.y + BEHIND < self.back {
            into.extend(Turn::BOTH.map(|turn| {
                let behind = Vector::new(at.x + turn.sign() * ASIDE, at.y + BEHIND);
                self.draw(Kind::ComeAround, behind, turn, Some(slot))
            }));
        }
    }

    fn both(&self, kind: Kind, target: Vector, stone: Option<usize>) -> [NamedShot; 2] {
        Turn::BOTH.map(|turn| self.draw(kind, target, turn, stone))
    }

    /// Returns a named draw.
    pub fn draw(&self, kind: Kind, target: Vector, turn: Turn, stone: Option<usize>) -> NamedShot {
        NamedShot {
            kind,
            shot: self.aim.draw(target, turn),
            target,
            stone,
        }
    }

    /// Returns the throw through: wide of the house.
    pub fn through(&self) -> NamedShot {
        let target = Vector::new(2.2, 0.0);
        NamedShot {
            kind: Kind::Through,
            shot: self.aim.hit(target, Turn::Clockwise, HitWeight::Normal),
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

    fn named_shot(shots: &Shots, game: &Game, kind: Kind) -> NamedShot {
        let mut named_shots = Vec::new();
        shots.named_shots(game, &mut named_shots);
        *named_shots
            .iter()
            .find(|named_shot| named_shot.kind == kind)
            .unwrap()
    }

    #[test]
    fn every_kind_of_shot_does_what_it_is_called_if_thrown_perfectly() {
        let (curling, shots) = paper();
        let game = with(&[(0, 0.3, 0.2)], 1);
        let thrown =
            |kind| curling.after_shot(Mode::Fast, &game, &named_shot(&shots, &game, kind).shot);
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
        let around = named_shot(&shots, &guarded, Kind::ComeAround);
        let after = curling
            .after_shot(Mode::Fast, &guarded, &around.shot)
            .stones;
        assert!((after.get(1).unwrap().at - Vector::new(-0.25, -0.8)).length() < 0.1);
    }

    #[test]
    fn a_hidden_stone_is_not_hit_and_an_open_one_is_with_both_turns() {
        let (_, shots) = paper();
        let hits = |game: &Game| {
            let mut named_shots = Vec::new();
            shots.named_shots(game, &mut named_shots);
            let full = |named_shot: &&NamedShot| {
                named_shot.kind == Kind::Hit && named_shot.stone == Some(0)
            };
            named_shots.iter().filter(full).count()
        };
        assert_eq!(hits(&with(&[(0, 0.0, 0.0)], 1)), 4);
        assert_eq!(hits(&with(&[(0, 0.0, 0.0), (2, 0.0, -0.5)], 3)), 0);
    }

    #[test]
    fn the_natural_shots_begin_with_a_hit_on_their_shot_stone() {
        let (_, shots) = paper();
        let mut named_shots = Vec::new();
        shots.natural(&with(&[(0, 0.4, 0.0), (1, 1.0, 0.0)], 3), &mut named_shots);
        assert_eq!(
            (named_shots[0].kind, named_shots[0].stone),
            (Kind::Hit, Some(0))
        );
        named_shots.clear();
        shots.natural(&with(&[], 0), &mut named_shots);
        assert_eq!(
            (named_shots[0].kind, named_shots[0].target),
            (Kind::Draw, Vector::ZERO)
        );
        assert!(
            named_shots
                .iter()
                .all(|named_shot| named_shot.stone.is_none())
        );
    }

    #[test]
    fn lists_have_no_shot_twice_and_do_not_change() {
        let (_, shots) = paper();
        let game = with(&[(0, 0.4, 0.0), (1, 1.0, 0.0), (2, 0.0, -3.0)], 3);
        let (mut named_shots, mut again) = (Vec::new(), Vec::new());
        shots.named_shots(&game, &mut named_shots);
        shots.named_shots(&game, &mut again);
        assert_eq!(named_shots, again);
        for (index, named_shot) in named_shots.iter().enumerate() {
            assert!(
                !named_shots[..index]
                    .iter()
                    .any(|other| other.shot == named_shot.shot),
                "{named_shot}"
            );
        }
    }
}
