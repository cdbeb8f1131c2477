//! Curling as a game of the arena: a match under given conditions, for the referee and the players.
//!
//! [`Curling`] combines rules, ice and the players' skill, and simulates shots. The position of a
//! match is [`rules::Game`](crate::rules::Game); nothing of it is hidden, so a player's view is the
//! position itself. An action is a shot or, in mixed doubles, a placement; the outcome of a shot
//! depends on the thrower's skill and the dice. For the text form of actions see [`Action`]; a view
//! is the match as JSON.
//!
//! ```
//! use arena::game::Game as _;
//! use curling::conditions::Conditions;
//! use curling::arena_game::{Action, Curling};
//! use curling::{Turn, Vector};
//! use lookahead::Seed;
//!
//! let game = Curling::new(Conditions::paper())?;
//! let mut rng = Seed(1).rng();
//! let mut position = game.start(&mut rng);
//! let shot = game.draw(Vector::ZERO, Turn::Clockwise)?;
//! game.play(&mut position, &Action::Throw(shot), &mut rng);
//! let stone = position.stones.get(0).unwrap();
//! assert!(stone.at.length() < 0.6); // near the tee, apart from the execution error
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod match_ice;
mod random_action;

pub use action::{Action, ActionError};

use crate::conditions::{Conditions, IceChanges};
use crate::delivery::{AimError, Delivered, Skill, TeeDraws, aim};
use crate::notation::NotationError;
use crate::passages::Passages;
use crate::physics::{Mode, Outcome, ParameterError, Physics, Throw, ThrowError};
use crate::players::cache::Cache;
use crate::rules::{Game, GameError, IfLevel, Phase, Rules, RulesError, Team};
use crate::shot::{Shot, Turn};
use crate::stones::{SLOTS, Stones};
use crate::vector::Vector;
use arena::game::Score;
use match_ice::MatchIce;
use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;
use std::borrow::Cow;
use std::sync::Arc;

/// Invalid conditions.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConditionsError {
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Invalid ice.
    #[error(transparent)]
    Ice(#[from] ParameterError),
    /// The tee cannot be reached on this ice.
    #[error("the tee cannot be reached on this ice: {0}")]
    Unreachable(#[from] AimError),
    /// Invalid changes of the ice.
    #[error(transparent)]
    Changes(#[from] NotationError),
}

/// A simulated shot of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedShot {
    /// The outcome, before the rules are applied.
    pub outcome: Outcome,
    /// The stones that have run over each part of the sheet, this shot included.
    pub passages: Passages,
}

/// A curling match under given conditions. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Curling {
    conditions: Arc<Conditions>,
    physics: Physics,
    ice: MatchIce,
    tee: TeeDraws,
    cache: Cache,
}

impl Curling {
    /// Creates a match under these conditions.
    ///
    /// # Errors
    /// If the conditions are invalid.
    pub fn new(conditions: Conditions) -> Result<Self, ConditionsError> {
        conditions.rules.check()?;
        let physics = Physics::new(conditions.ice.clone())?;
        let physics = match_ice::allowing(&conditions.changes, physics)?;
        let tee = TeeDraws::new(physics.parameters(), &physics.deliveries())?;
        Ok(Curling {
            conditions: Arc::new(conditions),
            physics,
            ice: MatchIce::default(),
            tee,
            cache: Cache::default(),
        })
    }

    /// Returns a match on the same ice under other rules and with other players, without
    /// recomputing the ice.
    ///
    /// # Errors
    /// If the conditions are invalid.
    pub fn under(&self, conditions: Conditions) -> Result<Self, ConditionsError> {
        if conditions.ice != self.conditions.ice {
            return Ok(Curling::new(conditions)?.with_cache(self.cache.clone()));
        }
        conditions.rules.check()?;
        Ok(Curling {
            physics: match_ice::allowing(&conditions.changes, self.physics.clone())?,
            ice: MatchIce::default(),
            conditions: Arc::new(conditions),
            ..self.clone()
        })
    }

    /// Returns this match on ice that does not change, without sweeping.
    #[must_use]
    pub fn without_changes(&self) -> Self {
        let conditions = Conditions {
            changes: IceChanges::default(),
            ..(*self.conditions).clone()
        };
        self.under(conditions).expect("the same rules and ice")
    }

    /// Sets the cache of the players' tables.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Curling { cache, ..self }
    }

    /// Returns the cache of the players' tables: in memory only unless one was
    /// [set](Self::with_cache).
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Returns the conditions.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.conditions.rules
    }

    /// Returns the ice of the conditions, before any change.
    pub fn physics(&self) -> &Physics {
        &self.physics
    }

    /// Returns the ice of the next shot of a match: with the friction of this shot, worn by the
    /// stones before it, and swept where the shot is. Every shot of a match is simulated on it.
    pub fn physics_of(&self, game: &Game) -> Cow<'_, Physics> {
        let changes = &self.conditions.changes;
        if !changes.changes_friction() {
            return Cow::Borrowed(&self.physics);
        }
        self.ice.of_shot(changes, &self.physics, self.rules(), game)
    }

    /// Returns the outcome of a shot in a match, without execution error, and the passages after
    /// it. The rules are not applied.
    ///
    /// # Errors
    /// If a shot is not due, or cannot be simulated.
    pub fn simulate(
        &self,
        mode: Mode,
        game: &Game,
        shot: &Shot,
    ) -> Result<SimulatedShot, ThrowError> {
        let slot = game.slot().ok_or(ThrowError::NoSuchSlot(SLOTS))?;
        let stones = game.stones;
        let throw = Throw {
            stones,
            slot,
            shot: *shot,
        };
        let physics = self.physics_of(game);
        let mut passages = game.passages;
        let outcome = match self.conditions.changes.wear {
            None => physics.throw(mode, &throw)?,
            Some(_) => physics.throw_counting(mode, &throw, &mut passages)?,
        };
        Ok(SimulatedShot { outcome, passages })
    }

    /// Returns the draws around the tee, the basis of rectangular noise.
    pub fn tee(&self) -> &TeeDraws {
        &self.tee
    }

    /// Returns the skill of the player to throw; after the match, that of team 0's first player.
    pub fn skill(&self, game: &Game) -> &Skill {
        let team = game.to_throw().unwrap_or(Team::Zero);
        let player = game.player(self.rules()).unwrap_or(0);
        self.conditions.teams[team.index()].player(player.into())
    }

    /// Returns the shot that stops at a point on an empty sheet.
    ///
    /// # Errors
    /// If the point cannot be reached.
    pub fn draw(&self, target: Vector, turn: Turn) -> Result<Shot, AimError> {
        let parameters = self.physics.parameters();
        aim::draw(&self.physics.deliveries(), &parameters.sheet, target, turn)
    }

    /// Returns the passages after a delivered shot, simulated as the referee does; a pass and a
    /// shot that cannot be simulated leave no trace.
    pub fn passages_after(&self, game: &Game, shot: Option<&Shot>) -> Passages {
        let Some(shot) = shot.filter(|_| self.conditions.changes.wear.is_some()) else {
            return game.passages;
        };
        let simulated = self.simulate(self.conditions.referee, game, shot);
        simulated.map_or(game.passages, |simulated| simulated.passages)
    }

    /// Returns the match after a shot without execution error. A shot that cannot be simulated
    /// counts as not thrown: the stone is removed.
    #[must_use]
    pub fn after_shot(&self, mode: Mode, game: &Game, shot: &Shot) -> Game {
        let mut next = *game;
        if game.slot().is_none() {
            return next;
        }
        match self.simulate(mode, game, shot) {
            Ok(SimulatedShot { outcome, passages }) => {
                next.passages = passages;
                self.apply(&mut next, &outcome.stones);
            }
            Err(_) => self.apply(&mut next, &game.stones),
        }
        next
    }

    /// Returns the match after an attempt of the player to throw, with execution error.
    #[must_use]
    pub fn after_attempt(&self, mode: Mode, game: &Game, shot: &Shot, rng: &mut impl Rng) -> Game {
        match self.skill(game).deliver(shot, &self.tee, rng) {
            Delivered::Thrown(shot) => self.after_shot(mode, game, &shot),
            Delivered::Pass => {
                let mut next = *game;
                self.apply(&mut next, &game.stones);
                next
            }
        }
    }

    fn apply(&self, game: &mut Game, stones: &Stones) {
        game.apply(self.rules(), stones)
            .expect("a shot comes next, and only its stone is new");
    }
}

impl arena::game::Game for Curling {
    type Position = Game;
    type View = Game;
    type Action = Action;

    fn side_names(&self) -> [arena::Text; 2] {
        let hammer = ("hammer in the first end", "第1エンド後攻");
        [("first", "第1エンド先攻").into(), hammer.into()]
    }

    fn has_dice(&self) -> bool {
        let mut teams = self.conditions.teams.iter();
        teams.any(|team| {
            let mut skills = team.players().iter();
            skills.any(|skill| !skill.noise().is_none())
        })
    }

    fn variety(&self) -> arena::Text {
        let en =
            "add execution error, as in `--set noise=0.1`, or use a player that plays at random";
        let ja =
            "`noise = 0.1` のようにショットのばらつきを加えるか、乱数を使うプレイヤーを選びます";
        (en, ja).into()
    }

    fn start(&self, _rng: &mut Pcg64Mcg) -> Game {
        Game::new(self.rules()).expect("the rules were checked")
    }

    fn moves_to_come(&self, game: &Game) -> u32 {
        shots_to_come(self.rules(), game)
    }

    fn turn(&self, position: &Game) -> Option<usize> {
        let team = match position.phase {
            Phase::Placing => position.chooser,
            _ => position.to_throw(),
        };
        team.map(Team::index)
    }

    fn view(&self, position: &Game, _seat: usize) -> Game {
        *position
    }

    fn actions(&self, view: &Game) -> Option<Vec<Action>> {
        random_action::placements(self, view)
    }

    fn sample(&self, view: &Game, rng: &mut Pcg64Mcg) -> Option<Action> {
        match random_action::placements(self, view) {
            Some(mut placements) => {
                let chosen = rng.random_range(0..placements.len().max(1));
                (chosen < placements.len()).then(|| placements.swap_remove(chosen))
            }
            None => random_action::shot(self, view, rng).map(Action::Throw),
        }
    }

    fn check(&self, position: &Game, action: &Action) -> Result<(), String> {
        match action {
            Action::Place(placement) => {
                let placed = position.clone().place(self.rules(), *placement);
                placed.map(drop).map_err(|why| why.to_string())
            }
            Action::Throw(shot) => {
                let slot = position.slot().ok_or_else(|| {
                    let why = match position.phase {
                        Phase::Over(_) => GameError::Over,
                        _ => GameError::NotPlaced,
                    };
                    why.to_string()
                })?;
                let throw = Throw {
                    stones: Stones::none(),
                    slot,
                    shot: *shot,
                };
                throw.possible(&self.physics).map_err(|why| why.to_string())
            }
        }
    }

    fn play(&self, position: &mut Game, action: &Action, rng: &mut Pcg64Mcg) {
        match action {
            Action::Place(placement) => {
                position
                    .place(self.rules(), *placement)
                    .expect("the referee has checked the placement");
            }
            Action::Throw(shot) => {
                *position = self.after_attempt(self.conditions.referee, position, shot, rng);
            }
        }
    }

    fn score(&self, position: &Game) -> Score {
        let points = Team::BOTH.map(|team| f64::from(position.total(team)));
        let mut score = Score::by_points(points);
        if let Some(outcome) = position.outcome() {
            score.share = match outcome.winner {
                Some(Team::Zero) => 1.0,
                Some(Team::One) => 0.0,
                None => 0.5,
            };
        }
        score
    }

    fn write_action(&self, action: &Action) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        text.parse().map_err(|why: ActionError| why.to_string())
    }

    fn write_start(&self, position: &Game) -> Option<String> {
        let usual = Game::new(self.rules()).expect("the rules were checked");
        (*position != usual).then(|| self.write_view(position))
    }

    fn read_start(&self, text: &str) -> Result<Game, String> {
        let game: Game = serde_json::from_str(text)
            .map_err(|why| format!("the start is not a match as views write it: {why}"))?;
        game.check(self.rules()).map_err(|why| why.to_string())?;
        Ok(game)
    }

    fn write_view(&self, view: &Game) -> String {
        serde_json::to_string(view).expect("a match can be written")
    }
}

/// Returns the number of stones that the team to throw may still have to deliver, this one
/// included; an extra end counts where the rules allow one.
pub fn shots_to_come(rules: &Rules, game: &Game) -> u32 {
    let left = game.slot().map_or(1, |slot| (17 - slot) / 2);
    let ends = usize::from(rules.ends.saturating_sub(game.end.saturating_add(1)));
    let extra = match rules.if_level {
        IfLevel::Draw => 0,
        IfLevel::ExtraEndsUntil(_) => 1,
    };
    (left + (ends + extra) * rules.deliveries()) as u32
}

#[cfg(test)]
mod tests;
