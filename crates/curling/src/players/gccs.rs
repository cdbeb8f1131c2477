//! [`Ayumu`] with opening knowledge: the opponent of the published experiment, as far as its
//! description goes.
//!
//! Kato, Iizuka and Yamamoto (2016, section 4) played against *GCCS*: Ayumu's Monte Carlo tree
//! search, opening knowledge up to the hammer's second stone, expected points in the first half of
//! a match and the chance of winning in the second. The paper says no more, so this is **our
//! reading of a published description, not the original program**; the openings are standard
//! curling:
//!
//! * the lead begins with a guard on the centre line and then comes around it to the four-foot;
//! * the hammer keeps the centre clear: a corner guard or a stone at the side of the house as long
//!   as the house is empty, and hits what lies open in it, rolling to the side.
//!
//! Positions without an opening shot, and all from the fifth stone on, are searched. Mixed doubles
//! has no openings.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::gccs::Gccs;
//! use curling::rules::Game;
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let game = Game::new(curling.rules())?;
//! let named_shot = Gccs::new(&curling).opening(&game).unwrap();
//! assert_eq!(named_shot.to_string(), "guard to (0.00, -3.50), clockwise");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::analyst::{self, ShotAnalyst};
use super::ayumu::{self, Ayumu};
use super::end_utility::Goal;
use super::shots::{HitWeight, Kind, NamedShot};
use crate::arena_game::Curling;
use crate::rules::{Game, Rules};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use arena::description::Description;
use arena::player::Fault;
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Control};

/// The target of the lead's centre guards.
const CENTRE_GUARD: Vector = Vector::new(0.0, -3.5);
/// The target of the lead's come-around: a little to the side it curls from, to clear the guard.
const FOUR_FOOT: Vector = Vector::new(0.25, 0.0);
/// The target of the hammer's corner guard, on the thrower's right.
const CORNER_GUARD: Vector = Vector::new(1.2, -2.7);
/// The target of the hammer's draw behind it.
const WING: Vector = Vector::new(1.2, 0.1);
/// The largest distance of a centre guard from the centre line, in metres.
const CENTRAL: f64 = 0.5;

/// The player.
#[derive(Clone, Debug)]
pub struct Gccs {
    /// The search.
    pub ayumu: Ayumu,
}

impl Gccs {
    /// Creates a player for this match with the default settings.
    pub fn new(curling: &Curling) -> Self {
        Gccs {
            ayumu: Ayumu::new(curling),
        }
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "Ayumu with opening knowledge that plays for points in the first half of a match and to win in the second, whatever its goal says: the opponent of the published experiment.",
            "序盤知識を持つ「歩」です。goal の指定にかかわらず、試合の前半は得点、後半は勝率を目標にします。論文の実験の対戦相手です。",
        );
        ayumu::with_presets(Description::new("gccs", about).settings(Ayumu::described()))
    }

    /// Returns a player with the settings of [`Ayumu`], the goal apart.
    ///
    /// # Errors
    /// If a setting cannot be read.
    pub fn from_settings(curling: &Curling, settings: &mut Settings) -> Result<Self, SpecError> {
        let ayumu = Ayumu::from_settings(curling, settings)?;
        Ok(Gccs { ayumu })
    }

    /// Returns the opening shot, or the analysis of the search.
    pub fn analyse(&self, curling: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        if let Some(named_shot) = self.opening(game) {
            return analyst::without_search(Some(named_shot.shot), control);
        }
        let goal = goal(curling.rules(), game);
        self.ayumu.analyse_for(curling, game, goal, control)
    }

    /// Returns the opening shot of a position, if there is one.
    pub fn opening(&self, game: &Game) -> Option<NamedShot> {
        if self.ayumu.shots().rules().doubles.is_some() {
            return None;
        }
        match game.slot()? {
            0 => Some(self.draw(Kind::Guard, CENTRE_GUARD, Turn::Clockwise)),
            2 => self.second_of_lead(game),
            slot @ (1 | 3) => self.early_of_hammer(game, slot),
            _ => None,
        }
    }

    /// Returns a come-around if the centre guard lies and the house is empty; another guard if the
    /// first was missed.
    fn second_of_lead(&self, game: &Game) -> Option<NamedShot> {
        if self.ayumu.shots().shot_stone(&game.stones).is_some() {
            return None;
        }
        let guard = game
            .stones
            .iter()
            .find(|(_, stone)| stone.at.x.abs() < CENTRAL);
        Some(match guard {
            // The stone curls in behind the guard from its free side.
            Some((_, stone)) if stone.at.x > 0.0 => {
                let left = Vector::new(-FOUR_FOOT.x, FOUR_FOOT.y);
                self.draw(Kind::ComeAround, left, Turn::Clockwise)
            }
            Some(_) => self.draw(Kind::ComeAround, FOUR_FOOT, Turn::CounterClockwise),
            None => self.draw(Kind::Guard, CENTRE_GUARD, Turn::Clockwise),
        })
    }

    /// Returns a hit and roll to the side on an open stone in the house; otherwise a shot to the
    /// side.
    fn early_of_hammer(&self, game: &Game, slot: usize) -> Option<NamedShot> {
        let shots = self.ayumu.shots();
        match shots.shot_stone(&game.stones) {
            Some((target, at)) if target % 2 == 0 => self.hit_and_roll(game, target, at),
            Some(_) => None,
            None => {
                let own = game.stones.iter().find(|(slot, _)| slot % 2 == 1);
                Some(match own {
                    Some((_, stone)) if slot == 3 && stone.at.x.abs() > CENTRAL => {
                        let side = stone.at.x.signum();
                        let turn = outward(side);
                        self.draw(Kind::ComeAround, Vector::new(side * WING.x, WING.y), turn)
                    }
                    _ if slot == 3 => self.draw(Kind::Draw, WING, outward(1.0)),
                    _ => self.draw(Kind::Guard, CORNER_GUARD, outward(1.0)),
                })
            }
        }
    }

    fn hit_and_roll(&self, game: &Game, slot: usize, at: Vector) -> Option<NamedShot> {
        let aim = self.ayumu.shots().aim_table();
        // Struck on its outer side the stone leaves inwards and ours rolls outwards.
        let side = if at.x < 0.0 { -1.0 } else { 1.0 };
        let target = Vector::new(at.x + side * 0.5 * RADIUS, at.y);
        let turns = Turn::BOTH.into_iter();
        let mut open =
            turns.filter(|&turn| aim.clear(&game.stones, slot, target, turn, HitWeight::Normal));
        open.next().map(|turn| NamedShot {
            kind: Kind::HitAndRoll,
            shot: aim.hit(target, turn, HitWeight::Normal),
            target,
            stone: Some(slot),
        })
    }

    fn draw(&self, kind: Kind, target: Vector, turn: Turn) -> NamedShot {
        self.ayumu.shots().draw(kind, target, turn, None)
    }
}

/// Returns the turn that curls from the centre to a side, +1 for the right.
fn outward(side: f64) -> Turn {
    if side > 0.0 {
        Turn::Clockwise
    } else {
        Turn::CounterClockwise
    }
}

/// Returns the goal: points in the first half of a match, then the chance of winning.
pub(super) fn goal(rules: &Rules, game: &Game) -> Goal {
    if 2 * game.end < rules.ends {
        Goal::Points
    } else {
        Goal::Win
    }
}

impl ShotAnalyst for Gccs {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(curling, game, control))
    }

    fn goal(&self, curling: &Curling, game: &Game) -> Goal {
        goal(curling.rules(), game)
    }
}
