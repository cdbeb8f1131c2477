//! A shot in the words of curling, by what it does.

use super::effect::Effect;
use crate::rules::Game;
use crate::sheet::RADIUS;
use crate::stones::Stones;
use crate::vector::Vector;
use serde::Serialize;

/// What a skip would call a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// Into the house, touching nothing.
    Draw,
    /// Into the house, behind a stone.
    ComeAround,
    /// To a stop at a stone.
    Freeze,
    /// In front of the house.
    Guard,
    /// An own stone is moved on.
    Raise,
    /// Another team's stone is moved, and stays in play.
    Tap,
    /// A stone is put out of play.
    TakeOut,
    /// A guard is put out of play, and the thrown stone leaves it too.
    Peel,
    /// Two or more stones of the other team are put out of play.
    Double,
    /// A stone is driven onto another, which leaves play.
    RunBack,
    /// The stone is given away.
    Through,
    /// Against a rule about guards.
    Foul,
}

/// How far apart two stones may be across the sheet, in metres, for the nearer one to cover the other.
const COVER: f64 = 0.22;
/// Stones nearer than this, edge to edge in metres, are frozen together.
const FROZEN: f64 = 0.08;
/// A thrown stone that stays this near to where it hit, in metres, did not roll.
const STAYS: f64 = 0.5;
/// The house with a stone that touches it, in metres.
const HOUSE: f64 = 1.83 + RADIUS;

/// The call for a shot that does this, and a sentence about it. Stones are numbered by shot, from one, as in pictures.
pub fn call(game: &Game, effect: &Effect) -> (Call, String) {
    let slot = game.slot().unwrap_or(0);
    let scene = Scene {
        before: &game.stones,
        effect,
        thrower: slot % 2,
    };
    if effect.foul {
        let words = "against the rule about guards: everything is put back".to_owned();
        return (Call::Foul, words);
    }
    match (effect.removed.is_empty(), effect.moved.is_empty()) {
        (true, true) => scene.quiet(),
        (true, false) => scene.push(),
        (false, _) => scene.hit(),
    }
}

/// Where a stone lies, in words.
pub fn place(at: Vector) -> String {
    let distance = at.length();
    let ring = match distance {
        _ if distance < 0.16 => return "the button".to_owned(),
        _ if distance <= 0.61 => "four-foot",
        _ if distance <= 1.22 => "eight-foot",
        _ if distance < HOUSE => "twelve-foot",
        _ if at.y < 0.0 => return guard(at),
        _ => return "behind the house".to_owned(),
    };
    let side = match at {
        _ if at.y <= -at.x.abs() => "top",
        _ if at.y >= at.x.abs() => "back",
        _ if at.x < 0.0 => "left",
        _ => "right",
    };
    format!("the {side} {ring}")
}

/// What kind of guard lies there.
fn guard(at: Vector) -> String {
    let height = match at.y {
        y if y < -4.2 => "high ",
        y if y > -2.6 => "tight ",
        _ => "",
    };
    let line = match at.x {
        x if x.abs() <= 0.45 => "centre ",
        x if x <= -0.9 => "left corner ",
        x if x >= 0.9 => "right corner ",
        _ => "",
    };
    format!("a {height}{line}guard")
}

/// A shot between two positions.
struct Scene<'a> {
    before: &'a Stones,
    effect: &'a Effect,
    /// The parity of the thrower's slots.
    thrower: usize,
}

impl Scene<'_> {
    /// A shot that moved nothing.
    fn quiet(&self) -> (Call, String) {
        let Some(at) = self.effect.rest else {
            return (Call::Through, "throw it through the house".to_owned());
        };
        if at.length() >= HOUSE {
            let mut words = place(at);
            if at.y >= 0.0 {
                return (Call::Draw, format!("draw to {words}"));
            }
            if let Some(slot) = self.covered(at) {
                words = format!("{words} for {}", self.stone(slot));
            }
            return (Call::Guard, words);
        }
        if let Some(slot) = self.neighbour(at) {
            return (
                Call::Freeze,
                format!("freeze to {} on {}", self.stone(slot), place(at)),
            );
        }
        match self.cover(at) {
            Some(slot) => (
                Call::ComeAround,
                format!("come around {} to {}", self.stone(slot), place(at)),
            ),
            None => (Call::Draw, format!("draw to {}", place(at))),
        }
    }

    /// A shot that moved stones, all of which stay in play.
    fn push(&self) -> (Call, String) {
        let slot = self.effect.touched.unwrap_or(self.effect.moved[0]);
        let lay = self.place_before(slot);
        let lies = self.effect.after.get(slot).map_or(lay, |stone| stone.at);
        let end = self.whereabouts();
        if slot % 2 == self.thrower {
            let to = place(lies);
            return (
                Call::Raise,
                format!("raise {} to {to}, {end}", self.stone(slot)),
            );
        }
        if (lies - lay).length() < 3.0 * FROZEN {
            return (
                Call::Freeze,
                format!("freeze to {}, {end}", self.stone(slot)),
            );
        }
        (
            Call::Tap,
            format!("tap {} to {}, {end}", self.stone(slot), place(lies)),
        )
    }

    /// A shot that put stones out of play.
    fn hit(&self) -> (Call, String) {
        let Effect { removed, rest, .. } = self.effect;
        let touched = self.effect.touched.unwrap_or(removed[0]);
        let (own, theirs): (Vec<usize>, Vec<usize>) =
            removed.iter().partition(|slot| *slot % 2 == self.thrower);
        let (call, mut words) = if !removed.contains(&touched) {
            let (one, others) = (self.stone(touched), self.list(removed));
            if self.effect.drives {
                (Call::RunBack, format!("run back {one} onto {others}"))
            } else {
                (Call::TakeOut, format!("take out {others} off {one}"))
            }
        } else if theirs.len() >= 2 {
            let many = if theirs.len() == 2 {
                "double"
            } else {
                "triple"
            };
            let words = format!("{many} take-out of {}", self.list(&theirs));
            (Call::Double, words)
        } else if let Some(&slot) = theirs.first() {
            let was_guard = self.place_before(slot).length() >= HOUSE;
            if was_guard && rest.is_none() {
                (Call::Peel, format!("peel {}", self.stone(slot)))
            } else {
                (Call::TakeOut, format!("take out {}", self.stone(slot)))
            }
        } else {
            (Call::TakeOut, format!("knock out {}", self.list(&own)))
        };
        words += &self.roll(touched, call);
        if !theirs.is_empty() && !own.is_empty() && removed.contains(&touched) {
            words = format!("{words}, losing {}", self.list(&own));
        }
        (call, words)
    }

    /// What becomes of the thrown stone after a hit.
    fn roll(&self, touched: usize, call: Call) -> String {
        match self.effect.rest {
            None if call == Call::Peel => String::new(),
            None => ", rolling out".to_owned(),
            Some(at) if (at - self.place_before(touched)).length() <= STAYS => {
                " and stay".to_owned()
            }
            Some(at) => format!(" and roll to {}", place(at)),
        }
    }

    /// Where the thrown stone ends.
    fn whereabouts(&self) -> String {
        match self.effect.rest {
            None => "rolling out".to_owned(),
            Some(at) => format!("stopping at {}", place(at)).replace("at behind", "behind"),
        }
    }

    fn place_before(&self, slot: usize) -> Vector {
        self.before.get(slot).map_or(Vector::ZERO, |stone| stone.at)
    }

    /// The nearest stone that hides a place from the thrower.
    fn cover(&self, at: Vector) -> Option<usize> {
        let before = self.before.iter().filter(|(_, stone)| {
            let ahead = at.y - stone.at.y;
            ahead > 2.0 * RADIUS && (stone.at.x - at.x).abs() < COVER
        });
        let nearest = before.max_by(|a, b| a.1.at.y.total_cmp(&b.1.at.y));
        nearest.map(|(slot, _)| slot)
    }

    /// The own stone in the house that a guard at a place hides, if there is one: the one nearest the tee.
    fn covered(&self, at: Vector) -> Option<usize> {
        let hidden = self.before.iter().filter(|(slot, stone)| {
            slot % 2 == self.thrower
                && stone.at.length() < HOUSE
                && (stone.at.x - at.x).abs() < 1.5 * COVER
        });
        let best = hidden.min_by(|a, b| a.1.at.length().total_cmp(&b.1.at.length()));
        best.map(|(slot, _)| slot)
    }

    /// The stone behind a place that one there is frozen to.
    fn neighbour(&self, at: Vector) -> Option<usize> {
        let mut near = self.before.iter().filter(|(_, stone)| {
            let apart = stone.at - at;
            apart.length() < 2.0 * RADIUS + FROZEN && apart.y > 0.0
        });
        near.next().map(|(slot, _)| slot)
    }

    /// A stone by its number.
    fn stone(&self, slot: usize) -> String {
        let whose = if slot % 2 == self.thrower { "own " } else { "" };
        format!("{whose}stone {}", slot + 1)
    }

    fn list(&self, slots: &[usize]) -> String {
        let names: Vec<_> = slots.iter().map(|&slot| self.stone(slot)).collect();
        names.join(" and ")
    }
}
