//! How playouts are played: without thinking.
//!
//! A playout needs thousands of shots a second, sensible enough that the end comes out as between
//! players who know the game. The rule is that of the platform's sample program, made a little less
//! predictable: hit the other team's shot stone if nothing hides it, else draw to the tee; guard
//! one's own shot stone, or draw beside it, or hit the second one. Noise is the caller's.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::{habit, shots::Shots};
//! use curling::rules::Game;
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let game = Game::new(curling.rules())?;
//! let shot = habit::shot(&Shots::new(&curling), &game, &mut lookahead::Seed(1).rng());
//! assert!(shot.velocity.y > 29.0 && shot.velocity.y < 30.0); // a draw
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::shots::{BEFORE, Pace, Shots};
use crate::rules::Game;
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Out of habit, and by chance.
pub fn shot(shots: &Shots, game: &Game, rng: &mut Pcg64Mcg) -> Shot {
    let slot = usize::from(game.shot);
    let theirs = |other: usize| (other ^ slot) & 1 == 1;
    match shots.shot_stone(&game.stones) {
        None => draw(shots, Vector::ZERO, rng),
        Some((target, at)) if theirs(target) => {
            hit(shots, game, target, at, rng).unwrap_or_else(|| draw(shots, Vector::ZERO, rng))
        }
        Some((_, at)) => {
            let wish: f64 = rng.random();
            let second = shots.nearest(&game.stones, theirs);
            let hit = second.filter(|_| wish < 0.5);
            hit.and_then(|(target, at)| self::hit(shots, game, target, at, rng))
                .unwrap_or_else(|| beside(shots, slot, at, wish, rng))
        }
    }
}

/// A guard before one's own shot stone, or, mostly when few shots are left, another stone in the
/// house.
fn beside(shots: &Shots, slot: usize, at: Vector, wish: f64, rng: &mut Pcg64Mcg) -> Shot {
    let target = if slot < 14 && wish > 0.6 {
        Vector::new(at.x, at.y - BEFORE)
    } else {
        let side = if at.x > 0.0 { -1.0 } else { 1.0 };
        let away = rng.random_range(0.2..0.9);
        Vector::new(side * away, rng.random_range(-0.7..0.4))
    };
    draw(shots, target, rng)
}

fn draw(shots: &Shots, target: Vector, rng: &mut Pcg64Mcg) -> Shot {
    shots.sight().draw(target, any_turn(rng))
}

/// A hit on a stone, a little to one side, if it can be got at.
fn hit(shots: &Shots, game: &Game, target: usize, at: Vector, rng: &mut Pcg64Mcg) -> Option<Shot> {
    let turn = any_turn(rng);
    let side = rng.random_range(-0.6..0.6) * RADIUS;
    let point = Vector::new(at.x + side, at.y);
    let sight = shots.sight();
    [turn, turn.reversed()].into_iter().find_map(|turn| {
        let open = sight.clear(&game.stones, target, point, turn, Pace::Normal);
        open.then(|| sight.hit(point, turn, Pace::Normal))
    })
}

fn any_turn(rng: &mut Pcg64Mcg) -> Turn {
    Turn::BOTH[rng.random_range(0..2_usize)]
}
