//! Aiming from a table: draws and hits of a few weights, fast enough for the inside of a search.
//!
//! A stone let go in another direction runs the same way turned, so all that matters of a target is
//! how far it is. For every turn the table has, by distance, the speed of a draw and how far beside
//! the target to let the stone go ("ice"); for hits, which are let go at one speed each, the ice
//! alone. That also tells where a hit is on its way, and so whether a stone lies in it. Made once
//! for a match with the exact aiming of [`crate::delivery`]; on DC2's ice, where the way changes a
//! little with the direction, it is right to a few centimetres, and to 11 at the side lines.

use crate::arena_game::Curling;
use crate::delivery::{Excess, Noise, Skill, aim, crossing};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::stones::Stones;
use crate::vector::Vector;

/// How hard a hit is, by where it would stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// In the back of the house: moves a stone on, and stays. A stone farther back than that it
    /// does not reach.
    Tap,
    /// A little behind the house.
    Control,
    /// Well behind the house: the legacy platform's power 16, the fastest of its later contests.
    Normal,
    /// As fast as everybody here can throw, within reason.
    Heavy,
}

impl Pace {
    /// All, softest first.
    pub const ALL: [Pace; 4] = [Pace::Tap, Pace::Control, Pace::Normal, Pace::Heavy];

    /// How far behind the tee it stops, in metres, if it may.
    const fn reach(self) -> f64 {
        match self {
            Pace::Tap => 1.0,
            Pace::Control => 5.0,
            Pace::Normal => 10.0,
            Pace::Heavy => 30.0,
        }
    }
}

/// Distances in the table.
const NODES: usize = 49;
/// From one to the next, in metres.
const STEP: f64 = 0.25;
/// How far before the tee the table begins.
const BEFORE: f64 = 8.0;
/// Part of the fastest shot anybody here can throw that a hit may have.
const MARGIN: f64 = 0.99;

/// A number for every distance.
#[derive(Clone, Debug)]
struct Curve {
    first: f64,
    nodes: [f64; NODES],
}

impl Curve {
    /// Straight from node to node; the nearest end outside.
    fn at(&self, distance: f64) -> f64 {
        let place = ((distance - self.first) / STEP).clamp(0.0, (NODES - 1) as f64 - 1e-9);
        let node = place as usize;
        let part = place - node as f64;
        self.nodes[node] * (1.0 - part) + self.nodes[node + 1] * part
    }
}

/// How to throw with one turn.
#[derive(Clone, Debug)]
struct Hand {
    /// Squared speed of draws, which is nearly straight in the distance.
    squares: Curve,
    /// By what angle to the left of the target a draw is let go.
    ice: Curve,
    hits: [Hits; Pace::ALL.len()],
}

/// Hits of one pace.
#[derive(Clone, Debug)]
struct Hits {
    speed: f64,
    ice: Curve,
}

/// Draws and hits on one sheet, for both turns.
#[derive(Clone, Debug)]
pub struct Sight {
    hack: Vector,
    hands: [Hand; 2],
}

impl Sight {
    /// The table for a match.
    pub fn new(curling: &Curling) -> Self {
        let hack = curling.physics().parameters().sheet.hack();
        Sight {
            hack,
            hands: Turn::BOTH.map(|turn| Hand::new(curling, hack, turn)),
        }
    }

    fn hand(&self, turn: Turn) -> &Hand {
        &self.hands[usize::from(turn == Turn::CounterClockwise)]
    }

    /// The shot that stops at a point if nothing is in its way.
    pub fn draw(&self, target: Vector, turn: Turn) -> Shot {
        let (path, hand) = (target - self.hack, self.hand(turn));
        let distance = path.length();
        let speed = hand.squares.at(distance).max(0.0).sqrt();
        launched(path, hand.ice.at(distance), speed, turn)
    }

    /// The shot of a pace that passes a point.
    pub fn hit(&self, target: Vector, turn: Turn, pace: Pace) -> Shot {
        let path = target - self.hack;
        let hits = &self.hand(turn).hits[pace as usize];
        launched(path, hits.ice.at(path.length()), hits.speed, turn)
    }

    /// Whether that hit gets to the stone in `slot`, aimed at `target`, without touching another
    /// one.
    pub fn clear(
        &self,
        stones: &Stones,
        slot: usize,
        target: Vector,
        turn: Turn,
        pace: Pace,
    ) -> bool {
        let path = target - self.hack;
        let distance = path.length();
        let ice = &self.hand(turn).hits[pace as usize].ice;
        let heading = ice.at(distance);
        stones.iter().all(|(other, stone)| {
            let seen = stone.at - self.hack;
            let away = seen.length();
            if other == slot || away >= distance {
                return true;
            }
            // Where the thrown stone is when it has come as far, left of the target's bearing.
            let left = heading - ice.at(away);
            let bearing = libm::atan2(path.cross(seen), path.dot(seen));
            ((left - bearing) * away).abs() > 2.0 * RADIUS
        })
    }
}

/// Along `path`, turned to the left by the ice.
fn launched(path: Vector, ice: f64, speed: f64, turn: Turn) -> Shot {
    let turned = path.turned(Vector::new(libm::cos(ice), libm::sin(ice)));
    Shot::new(turned * (speed / path.length().max(1e-9)), turn)
}

impl Hand {
    fn new(curling: &Curling, hack: Vector, turn: Turn) -> Self {
        let first = -hack.y - BEFORE;
        let mut squares = Curve {
            first,
            nodes: [0.0; NODES],
        };
        let mut ice = squares.clone();
        for node in 0..NODES {
            let target = Vector::new(0.0, hack.y + first + node as f64 * STEP);
            let velocity = straight_draw(curling, target, turn);
            squares.nodes[node] = velocity.length_squared();
            ice.nodes[node] = libm::atan2(-velocity.x, velocity.y);
        }
        let hits = Pace::ALL.map(|pace| Hits::new(curling, turn, pace, &ice));
        Hand { squares, ice, hits }
    }
}

impl Hits {
    /// `draws` stand in where a stone does not get so far.
    fn new(curling: &Curling, turn: Turn, pace: Pace, draws: &Curve) -> Self {
        let parameters = curling.physics().parameters();
        let (sheet, runs) = (&parameters.sheet, curling.physics().deliveries());
        let wanted = straight_draw(curling, Vector::new(0.0, pace.reach()), turn).length();
        let speed = wanted.min(MARGIN * fastest(curling));
        let ahead = Shot::new(Vector::new(0.0, speed), turn);
        let mut ice = draws.clone();
        for (node, ice) in ice.nodes.iter_mut().enumerate() {
            let distance = draws.first + node as f64 * STEP;
            let passed = crossing::at_distance(&runs, sheet, &ahead, distance);
            if let Ok(Some(crossing)) = passed {
                let seen = crossing.at - sheet.hack();
                *ice = libm::atan2(seen.x, seen.y);
            }
        }
        Hits { speed, ice }
    }
}

/// The velocity of a draw to a point on the centre line: exact, or by the rule of thumb where
/// nobody gets there.
fn straight_draw(curling: &Curling, target: Vector, turn: Turn) -> Vector {
    let sheet = &curling.physics().parameters().sheet;
    let exact = aim::draw(&curling.physics().deliveries(), sheet, target, turn);
    exact.map_or_else(
        |_| curling.tee().velocity(target, turn),
        |shot| shot.velocity,
    )
}

/// How far behind the tee the hardest hit stops that every player of both teams can throw: that of
/// [`Pace::Heavy`], or less where somebody cannot.
pub fn hardest(curling: &Curling) -> f64 {
    let (mut short, mut far) = (0.0, Pace::Heavy.reach());
    let limit = MARGIN * fastest(curling);
    let speed = |behind: f64, turn| straight_draw(curling, Vector::new(0.0, behind), turn).length();
    let can = |behind: f64| Turn::BOTH.iter().all(|&turn| speed(behind, turn) <= limit);
    if can(far) {
        return far;
    }
    while far - short > 0.01 {
        let middle = f64::midpoint(short, far);
        if can(middle) {
            short = middle;
        } else {
            far = middle;
        }
    }
    short
}

/// The fastest that every player of both teams can throw.
fn fastest(curling: &Curling) -> f64 {
    let players = curling
        .conditions()
        .teams
        .iter()
        .flat_map(crate::delivery::Team::players);
    let limits = players.map(|skill| own_limit(skill).min(hand_limit(skill.noise())));
    limits.fold(curling.physics().parameters().fastest(), f64::min)
}

fn own_limit(skill: &Skill) -> f64 {
    match (skill.excess(), skill.max_weight()) {
        (Excess::Allowed, _) | (_, None) => f64::INFINITY,
        (_, Some(most)) => most,
    }
}

fn hand_limit(noise: &Noise) -> f64 {
    match noise {
        Noise::Dc3(hand) => hand.max_speed,
        Noise::Dc4 { cw, ccw } => cw.max_speed.min(ccw.max_speed),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    static MATCHES: LazyLock<Vec<(&str, Curling, Sight)>> = LazyLock::new(|| {
        ["legacy", "gat", "dc2", "dc3"]
            .into_iter()
            .map(|name| {
                let curling = Curling::new(Conditions::named(name).unwrap()).unwrap();
                let sight = Sight::new(&curling);
                (name, curling, sight)
            })
            .collect()
    });

    fn tolerance(name: &str) -> f64 {
        if name == "dc2" { 0.12 } else { 0.01 }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn draws_stop_where_they_should(x in -1.9..1.9, y in -5.5..1.9, ccw: bool) {
            let target = Vector::new(x, y);
            for (name, curling, sight) in MATCHES.iter() {
                let shot = sight.draw(target, Turn::BOTH[usize::from(ccw)]);
                let rest = crossing::rest_of(&curling.physics().deliveries(), &shot).unwrap();
                prop_assert!((rest - target).length() < tolerance(name), "{name} {rest:?}");
            }
        }

        #[test]
        fn hits_pass_where_they_should(x in -1.9..1.9, y in -5.5..0.8, ccw: bool, pace in 0..4_usize) {
            let target = Vector::new(x, y);
            for (name, curling, sight) in MATCHES.iter() {
                let shot = sight.hit(target, Turn::BOTH[usize::from(ccw)], Pace::ALL[pace]);
                let sheet = &curling.physics().parameters().sheet;
                let distance = (target - sheet.hack()).length();
                let runs = curling.physics().deliveries();
                let passed = crossing::at_distance(&runs, sheet, &shot, distance).unwrap().unwrap();
                prop_assert!((passed.at - target).length() < tolerance(name), "{name} {passed:?}");
            }
        }
    }

    #[test]
    fn a_stone_on_the_way_is_seen_and_one_beside_it_is_not() {
        let (_, _, sight) = &MATCHES[0];
        let target = Vector::ZERO;
        for turn in Turn::BOTH {
            let mut stones = Stones::none();
            stones.place(1, target);
            let clear = |stones: &Stones| sight.clear(stones, 1, target, turn, Pace::Normal);
            assert!(clear(&stones));
            stones.place(0, Vector::new(0.0, -1.0));
            assert!(!clear(&stones));
            stones.place(0, Vector::new(0.9, -1.0));
            assert!(clear(&stones));
        }
    }

    #[test]
    fn nobody_is_asked_for_more_than_he_can() {
        let (_, gat, sight) = &MATCHES[1];
        let shot = sight.hit(Vector::new(0.0, 1.5), Turn::Clockwise, Pace::Heavy);
        let skill = gat.conditions().teams[0].player(0);
        assert_eq!(skill.attempted(&shot), Some(shot));
    }
}
