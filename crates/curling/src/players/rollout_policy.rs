//! Rollout policy: the shot that rollouts play in a position, chosen by fixed rules.
//!
//! A rollout needs thousands of shots a second, sensible enough that the result of the end
//! resembles that of competent players. The rules are those of the platform's sample program with
//! some randomness: hit the opponent's shot stone if no stone covers it, else draw to the tee;
//! guard an own shot stone, draw beside it, or hit the opponent's best stone. The caller applies
//! the noise.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::{rollout_policy, shots::Shots};
//! use curling::rules::Game;
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let game = Game::new(curling.rules())?;
//! let shot = rollout_policy::shot(&Shots::new(&curling), &game, &mut lookahead::Seed(1).rng());
//! assert!(shot.velocity.y > 29.0 && shot.velocity.y < 30.0); // a draw
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::shots::{BEFORE, HitWeight, Shots};
use crate::rules::Game;
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Returns the shot of the policy; its random choices are drawn from `rng`.
pub fn shot(shots: &Shots, game: &Game, rng: &mut Pcg64Mcg) -> Shot {
    let slot = usize::from(game.shot);
    let theirs = |other: usize| (other ^ slot) & 1 == 1;
    match shots.shot_stone(&game.stones) {
        None => draw(shots, Vector::ZERO, rng),
        Some((target, at)) if theirs(target) => {
            hit(shots, game, target, at, rng).unwrap_or_else(|| draw(shots, Vector::ZERO, rng))
        }
        Some((_, at)) => {
            let sample: f64 = rng.random();
            let second = shots.nearest(&game.stones, theirs);
            let hit = second.filter(|_| sample < 0.5);
            hit.and_then(|(target, at)| self::hit(shots, game, target, at, rng))
                .unwrap_or_else(|| beside(shots, slot, at, sample, rng))
        }
    }
}

/// Returns a guard in front of an own shot stone or, mostly when few shots are left, a second stone
/// in the house.
fn beside(shots: &Shots, slot: usize, at: Vector, sample: f64, rng: &mut Pcg64Mcg) -> Shot {
    let target = if slot < 14 && sample > 0.6 {
        Vector::new(at.x, at.y - BEFORE)
    } else {
        let side = if at.x > 0.0 { -1.0 } else { 1.0 };
        let away = rng.random_range(0.2..0.9);
        Vector::new(side * away, rng.random_range(-0.7..0.4))
    };
    draw(shots, target, rng)
}

fn draw(shots: &Shots, target: Vector, rng: &mut Pcg64Mcg) -> Shot {
    shots.aim_table().draw(target, any_turn(rng))
}

/// Returns a hit on a stone, a little off its centre; `None` if both turns are blocked.
fn hit(shots: &Shots, game: &Game, target: usize, at: Vector, rng: &mut Pcg64Mcg) -> Option<Shot> {
    let turn = any_turn(rng);
    let side = rng.random_range(-0.6..0.6) * RADIUS;
    let point = Vector::new(at.x + side, at.y);
    let aim = shots.aim_table();
    [turn, turn.reversed()].into_iter().find_map(|turn| {
        let open = aim.clear(&game.stones, target, point, turn, HitWeight::Normal);
        open.then(|| aim.hit(point, turn, HitWeight::Normal))
    })
}

fn any_turn(rng: &mut Pcg64Mcg) -> Turn {
    Turn::BOTH[rng.random_range(0..2_usize)]
}
