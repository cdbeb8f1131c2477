//! Aim table: draws, and hits of a few weights, by interpolation, fast enough for a search.
//!
//! The path of a stone released in another direction is the same path rotated, so a target only
//! matters by its distance. For every turn the table holds, by distance, the speed of a draw and
//! the angle between release and target (the "ice" a skip gives); for hits, which have one speed
//! per weight, the ice alone. The ice also tells where a hit is on its path, and so whether a stone
//! lies on it. The table is made once for a match with the exact aiming of [`crate::delivery`]; on
//! DC2's ice, where the path changes a little with the direction, it is right to a few centimetres,
//! and to 11 at the side lines.

use crate::arena_game::Curling;
use crate::delivery::{Excess, Noise, Skill, aim, crossing};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::stones::Stones;
use crate::vector::Vector;

/// The weight of a hit, by its resting place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HitWeight {
    /// Tap weight, to the back of the house: moves a stone on, and stays. It does not reach stones
    /// farther back.
    Tap,
    /// Control weight, a little behind the house.
    Control,
    /// Normal weight, well behind the house: the legacy platform's power 16, the fastest of its
    /// later contests.
    Normal,
    /// Peel weight, up to the fastest that all players of the match can throw.
    Heavy,
}

impl HitWeight {
    /// All weights, lightest first.
    pub const ALL: [HitWeight; 4] = [
        HitWeight::Tap,
        HitWeight::Control,
        HitWeight::Normal,
        HitWeight::Heavy,
    ];

    /// Returns the distance behind the tee at which it stops, in metres, where the players can
    /// throw it.
    const fn behind_tee(self) -> f64 {
        match self {
            HitWeight::Tap => 1.0,
            HitWeight::Control => 5.0,
            HitWeight::Normal => 10.0,
            HitWeight::Heavy => 30.0,
        }
    }
}

/// The number of distances in the table.
const NODES: usize = 49;
/// The step between distances, in metres.
const STEP: f64 = 0.25;
/// The distance in front of the tee at which the table begins, in metres.
const BEFORE: f64 = 8.0;
/// The largest speed of a hit, as a share of the fastest that all players can throw.
const MARGIN: f64 = 0.99;

/// A function of distance, by linear interpolation.
#[derive(Clone, Debug)]
struct Curve {
    first: f64,
    nodes: [f64; NODES],
}

impl Curve {
    /// Returns the interpolated value; outside, that of the nearest end.
    fn at(&self, distance: f64) -> f64 {
        let place = ((distance - self.first) / STEP).clamp(0.0, (NODES - 1) as f64 - 1e-9);
        let node = place as usize;
        let part = place - node as f64;
        self.nodes[node] * (1.0 - part) + self.nodes[node + 1] * part
    }
}

/// The aim table of one turn.
#[derive(Clone, Debug)]
struct TurnTable {
    /// The squared speed of draws, which is nearly linear in the distance.
    squares: Curve,
    /// The angle to the left of the target at which a draw is released.
    ice: Curve,
    hits: [Hits; HitWeight::ALL.len()],
}

/// The hits of one weight.
#[derive(Clone, Debug)]
struct Hits {
    speed: f64,
    ice: Curve,
}

/// The aim table of a match, for both turns.
#[derive(Clone, Debug)]
pub struct AimTable {
    hack: Vector,
    turns: [TurnTable; 2],
}

impl AimTable {
    /// Creates the table for a match.
    pub fn new(curling: &Curling) -> Self {
        let hack = curling.physics().parameters().sheet.hack();
        AimTable {
            hack,
            turns: Turn::BOTH.map(|turn| TurnTable::new(curling, hack, turn)),
        }
    }

    fn table(&self, turn: Turn) -> &TurnTable {
        &self.turns[usize::from(turn == Turn::CounterClockwise)]
    }

    /// Returns the shot that stops at a point if nothing is in its way.
    pub fn draw(&self, target: Vector, turn: Turn) -> Shot {
        let (path, table) = (target - self.hack, self.table(turn));
        let distance = path.length();
        let speed = table.squares.at(distance).max(0.0).sqrt();
        released(path, table.ice.at(distance), speed, turn)
    }

    /// Returns the shot of a weight that passes a point.
    pub fn hit(&self, target: Vector, turn: Turn, weight: HitWeight) -> Shot {
        let path = target - self.hack;
        let hits = &self.table(turn).hits[weight as usize];
        released(path, hits.ice.at(path.length()), hits.speed, turn)
    }

    /// Returns whether a hit aimed at `target` reaches the stone in `slot` without touching another
    /// one.
    pub fn clear(
        &self,
        stones: &Stones,
        slot: usize,
        target: Vector,
        turn: Turn,
        weight: HitWeight,
    ) -> bool {
        let path = target - self.hack;
        let distance = path.length();
        let ice = &self.table(turn).hits[weight as usize].ice;
        let heading = ice.at(distance);
        stones.iter().all(|(other, stone)| {
            let line = stone.at - self.hack;
            let away = line.length();
            if other == slot || away >= distance {
                return true;
            }
            // The bearing of the thrown stone at this distance, left of the target's.
            let left = heading - ice.at(away);
            let bearing = libm::atan2(path.cross(line), path.dot(line));
            ((left - bearing) * away).abs() > 2.0 * RADIUS
        })
    }
}

/// Returns a shot along `path`, turned to the left by the ice.
fn released(path: Vector, ice: f64, speed: f64, turn: Turn) -> Shot {
    let turned = path.turned(Vector::new(libm::cos(ice), libm::sin(ice)));
    Shot::new(turned * (speed / path.length().max(1e-9)), turn)
}

impl TurnTable {
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
        let hits = HitWeight::ALL.map(|weight| Hits::new(curling, turn, weight, &ice));
        TurnTable { squares, ice, hits }
    }
}

impl Hits {
    /// `draws` is used at distances that the hit does not reach.
    fn new(curling: &Curling, turn: Turn, weight: HitWeight, draws: &Curve) -> Self {
        let parameters = curling.physics().parameters();
        let (sheet, runs) = (&parameters.sheet, curling.physics().deliveries());
        let wanted = straight_draw(curling, Vector::new(0.0, weight.behind_tee()), turn).length();
        let speed = wanted.min(MARGIN * fastest(curling));
        let ahead = Shot::new(Vector::new(0.0, speed), turn);
        let mut ice = draws.clone();
        for (node, ice) in ice.nodes.iter_mut().enumerate() {
            let distance = draws.first + node as f64 * STEP;
            let passed = crossing::at_distance(&runs, sheet, &ahead, distance);
            if let Ok(Some(passage)) = passed {
                let line = passage.at - sheet.hack();
                *ice = libm::atan2(line.x, line.y);
            }
        }
        Hits { speed, ice }
    }
}

/// Returns the velocity of a draw to a point on the centre line: exact, or by the rule of thumb
/// where no shot reaches it.
fn straight_draw(curling: &Curling, target: Vector, turn: Turn) -> Vector {
    let sheet = &curling.physics().parameters().sheet;
    let exact = aim::draw(&curling.physics().deliveries(), sheet, target, turn);
    exact.map_or_else(
        |_| curling.tee().velocity(target, turn),
        |shot| shot.velocity,
    )
}

/// Returns the distance behind the tee, in metres, at which the heaviest hit stops that all players
/// of both teams can throw: that of [`HitWeight::Heavy`], or less.
pub fn heaviest_hit(curling: &Curling) -> f64 {
    let (mut short, mut far) = (0.0, HitWeight::Heavy.behind_tee());
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

/// Returns the fastest speed that all players of both teams can throw.
fn fastest(curling: &Curling) -> f64 {
    let players = curling
        .conditions()
        .teams
        .iter()
        .flat_map(crate::delivery::TeamSkills::players);
    let limits = players.map(|skill| rule_limit(skill).min(noise_limit(skill.noise())));
    limits.fold(curling.physics().parameters().fastest(), f64::min)
}

fn rule_limit(skill: &Skill) -> f64 {
    match (skill.excess(), skill.max_weight()) {
        (Excess::Allowed, _) | (_, None) => f64::INFINITY,
        (_, Some(most)) => most,
    }
}

fn noise_limit(noise: &Noise) -> f64 {
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

    static MATCHES: LazyLock<Vec<(&str, Curling, AimTable)>> = LazyLock::new(|| {
        ["legacy", "gat", "dc2", "dc3"]
            .into_iter()
            .map(|name| {
                let curling = Curling::new(Conditions::named(name).unwrap()).unwrap();
                let aim = AimTable::new(&curling);
                (name, curling, aim)
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
            for (name, curling, aim) in MATCHES.iter() {
                let shot = aim.draw(target, Turn::BOTH[usize::from(ccw)]);
                let rest = crossing::rest_of(&curling.physics().deliveries(), &shot).unwrap();
                prop_assert!((rest - target).length() < tolerance(name), "{name} {rest:?}");
            }
        }

        #[test]
        fn hits_pass_where_they_should(x in -1.9..1.9, y in -5.5..0.8, ccw: bool, weight in 0..4_usize) {
            let target = Vector::new(x, y);
            for (name, curling, aim) in MATCHES.iter() {
                let shot = aim.hit(target, Turn::BOTH[usize::from(ccw)], HitWeight::ALL[weight]);
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
        let (_, _, aim) = &MATCHES[0];
        let target = Vector::ZERO;
        for turn in Turn::BOTH {
            let mut stones = Stones::none();
            stones.place(1, target);
            let clear = |stones: &Stones| aim.clear(stones, 1, target, turn, HitWeight::Normal);
            assert!(clear(&stones));
            stones.place(0, Vector::new(0.0, -1.0));
            assert!(!clear(&stones));
            stones.place(0, Vector::new(0.9, -1.0));
            assert!(clear(&stones));
        }
    }

    #[test]
    fn no_player_is_asked_for_more_than_it_can_throw() {
        let (_, gat, aim) = &MATCHES[1];
        let shot = aim.hit(Vector::new(0.0, 1.5), Turn::Clockwise, HitWeight::Heavy);
        let skill = gat.conditions().teams[0].player(0);
        assert_eq!(skill.attempted(&shot), Some(shot));
    }
}
