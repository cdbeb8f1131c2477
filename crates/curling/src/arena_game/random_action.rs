//! Random legal actions, from the rules and the ice only, without a player's knowledge.

use super::{Action, Curling};
use crate::delivery::aim::{Aim, Weight};
use crate::rules::doubles::{Line, PlacedStone};
use crate::rules::{Game, Phase, Placement};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Returns the legal placements; `None` where a shot is due or the match is over.
pub(super) fn placements(curling: &Curling, game: &Game) -> Option<Vec<Action>> {
    if game.phase != Phase::Placing {
        return None;
    }
    let lines = [Line::Centre, Line::Left, Line::Right].into_iter();
    let placements = lines.flat_map(|line| {
        let leads = [true, false].into_iter();
        leads.flat_map(move |chooser_leads| {
            [PlacedStone::Guard, PlacedStone::House].map(|chooser_has| Placement {
                line,
                chooser_leads,
                chooser_has,
            })
        })
    });
    let granted = |placement: &Placement| game.clone().place(curling.rules(), *placement).is_ok();
    Some(placements.filter(granted).map(Action::Place).collect())
}

/// Returns a random shot of a usual kind: a draw or a guard anywhere from the hog line to the back
/// line, a hit on any stone, thin or full, or a stone thrown through.
pub(super) fn shot(curling: &Curling, game: &Game, rng: &mut Pcg64Mcg) -> Option<Shot> {
    game.slot()?;
    let turn = Turn::BOTH[rng.random_range(0..2_usize)];
    let aim = aim(game, rng);
    let physics = curling.physics();
    let shot = aim.shot(&physics.deliveries(), &physics.parameters().sheet, turn);
    // On unusual ice some targets cannot be reached; the tee always can.
    shot.or_else(|_| curling.draw(Vector::ZERO, turn)).ok()
}

fn aim(game: &Game, rng: &mut Pcg64Mcg) -> Aim {
    let stones: Vec<Vector> = game.stones.iter().map(|(_, stone)| stone.at).collect();
    let place = Vector::new(rng.random_range(-2.0..2.0), rng.random_range(-5.5..1.8));
    match rng.random_range(0..8) {
        0..=2 if !stones.is_empty() => {
            let aside = Vector::new(rng.random_range(-2.0 * RADIUS..2.0 * RADIUS), 0.0);
            let target = stones[rng.random_range(0..stones.len())] + aside;
            let weight = Weight::Beyond(rng.random_range(0.5..12.0));
            Aim::Through { target, weight }
        }
        3 => Aim::Through {
            target: place,
            weight: Weight::Beyond(12.0),
        },
        _ => Aim::Draw { target: place },
    }
}
