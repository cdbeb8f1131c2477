//! The match state machine: position, clocks and dice of one match, without sockets or waiting.
//!
//! A [`Match`] takes a [`Command`] of a team and the time it took ([`Match::apply`]); it adds the
//! noise of the delivery, simulates the shot, scores, moves the clocks and returns an [`Event`]. An
//! invalid command is refused and changes nothing. Every event has an [`Entry`] for the log, which
//! can be [replayed](Match::replay) without simulation, so a match continues after its server was
//! killed; with the [`Setup`] and the entries the whole match can also be simulated again and
//! compared.
//!
//! The [dice](crate::dice) are part of the setup. From a given seed they are those of
//! [`arena::referee`]: the same seed and the same shots give the same match there.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::{Shot, Turn, Vector};
//! use digital_curling::{Command, Match, Refusal, Setup};
//! use curling::rules::Team;
//! use lookahead::Seed;
//! use std::time::Duration;
//!
//! let mut curling_match = Match::new(Setup::new(Conditions::dc3(), Seed(1)))?;
//! let shot = curling_match.curling().draw(Vector::ZERO, Turn::Clockwise)?;
//! let event = curling_match.apply(Team::Zero, Command::Throw(shot), Duration::from_secs(2))?;
//! assert!(event.entry.delivery.is_some());
//! let again = curling_match.apply(Team::Zero, Command::Throw(shot), Duration::ZERO);
//! assert_eq!(again.unwrap_err(), Refusal::NotYourTurn { to_act: Team::One });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::dice::Generators;
use crate::setup::Setup;
use arena::clock::{Clock, TimeLeft};
use arena::game::Game as _;
use arena::player::Fault;
use curling::arena_game::{Action, ConditionsError, Curling};
use curling::delivery::Delivered;
use curling::rules::{Game, Phase, Placement, Step, Team};
use curling::{Shot, Stones};
use lookahead::Seed;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The refusal of a throw in a match read from its record before the end.
const UNKNOWN_DICE: &str =
    "the seed of this match is secret until the match is over: only its server can go on with it";

/// A command of a team, or the reason why the team lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Throws a stone: the intended shot, before noise.
    Throw(Shot),
    /// Places the stones of an end of mixed doubles.
    Place(Placement),
    /// Sets the order in which its players throw.
    Order(Vec<u8>),
    /// Concedes the match.
    Concede,
    /// Runs out of time.
    TimeOut,
    /// Crashed, or broke a rule of the match.
    Fault(Fault),
}

/// The notation of the game, for messages.
impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Command::Throw(shot) => Action::Throw(*shot).fmt(f),
            Command::Place(placement) => Action::Place(*placement).fmt(f),
            Command::Order(players) => {
                f.write_str("order")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
            Command::Concede => f.write_str("concede"),
            Command::TimeOut => f.write_str("out of time"),
            Command::Fault(fault) => fault.fmt(f),
        }
    }
}

/// A command that was applied, as logs and records store it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The team.
    pub team: Team,
    /// The command.
    #[serde(rename = "act")]
    pub command: Command,
    /// The time taken off its clock, in seconds.
    pub seconds: f64,
    /// The delivery of a throw.
    #[serde(rename = "came", default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
}

/// A delivered shot: what was thrown after noise and where the stones stopped, before the rules are
/// applied.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delivery {
    /// The shot after noise; none if it counted as a pass.
    pub shot: Option<Shot>,
    /// The stones at rest.
    pub stones: Stones,
}

/// An event: a command that was applied, and its effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The entry for the log.
    pub entry: Entry,
    /// The match before.
    pub before: Game,
    /// The result of a throw by the rules: fouls, points, the next slot.
    pub step: Option<Step>,
}

/// The reason why a command is refused. The match is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The other team is to act.
    #[error("it is {to_act}'s turn")]
    NotYourTurn {
        /// The team to act.
        to_act: Team,
    },
    /// Not possible in this position, for either team.
    #[error("{0}")]
    Impossible(String),
}

/// An entry that does not fit the match it is replayed in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// The command is refused.
    #[error("invalid command: {0}")]
    Refused(#[from] Refusal),
    /// The noise differs: other conditions or another seed.
    #[error("the noise of the shot differs from the record: other seed or conditions")]
    DiceMismatch,
    /// Impossible stone positions.
    #[error("impossible stone positions: {0}")]
    Stones(String),
    /// A throw without its delivery.
    #[error("the delivery of the throw is missing")]
    NoDelivery,
}

/// A match in progress.
#[derive(Clone, Debug)]
pub struct Match {
    setup: Setup,
    curling: Curling,
    game: Game,
    clocks: [Clock; 2],
    dice: Generators,
    notes: Vec<String>,
}

impl Match {
    /// A match about to begin.
    ///
    /// # Errors
    /// If the conditions are not playable.
    pub fn new(setup: Setup) -> Result<Self, ConditionsError> {
        let curling = Curling::new(setup.conditions.clone())?;
        Ok(Self::with_curling(curling, setup))
    }

    /// A match about to begin with physics that are already built: `curling` must be made of the
    /// setup's conditions.
    pub fn with_curling(curling: Curling, setup: Setup) -> Self {
        let dice = setup.dice.generators();
        Match {
            // No match of curling begins with a draw of lots.
            game: curling.start(&mut Seed(0).rng()),
            clocks: setup.time.map(|time| time.clock()),
            dice,
            setup,
            curling,
            notes: Vec::new(),
        }
    }

    /// The match at another position, for a program that analyses it.
    #[must_use]
    pub fn at(self, game: Game) -> Self {
        Match { game, ..self }
    }

    /// Conditions, clocks, names and dice.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Rules, physics and player skills.
    pub fn curling(&self) -> &Curling {
        &self.curling
    }

    /// The position: score, stones, whose turn it is.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The name of a team.
    pub fn name(&self, team: Team) -> &str {
        &self.setup.names[team.index()]
    }

    /// Sets the name of a team.
    pub fn rename(&mut self, team: Team, name: String) {
        self.setup.names[team.index()] = name;
    }

    /// Messages about the contestants for the organiser; no part of a record.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Adds messages for the organiser.
    pub fn add_notes(&mut self, notes: Vec<String>) {
        self.notes.extend(notes);
    }

    /// The team to throw or to place stones; none when the match is over.
    pub fn to_act(&self) -> Option<Team> {
        let seat = self.curling.turn(&self.game)?;
        Some(Team::BOTH[seat])
    }

    /// Whether the orders of players are due: before the first end, in mixed doubles after every
    /// placement, if a team has more than one player.
    pub fn orders_are_due(&self) -> bool {
        let (rules, game) = (self.curling.rules(), &self.game);
        let fresh = game.slot() == Some(rules.first_slot());
        fresh && rules.rotation.players() > 1 && (rules.doubles.is_some() || game.end == 0)
    }

    /// The time a team has left.
    pub fn time_left(&self, team: Team) -> TimeLeft {
        self.clocks[team.index()].left()
    }

    /// The time a team has used so far.
    pub fn time_used(&self, team: Team) -> Duration {
        self.clocks[team.index()].used()
    }

    /// Applies a command of a team; `spent` is the time since it was its turn.
    ///
    /// A shot that comes too late becomes a [`Command::TimeOut`]. Time for placements and orders is
    /// not taken off the clock unless the caller passes it.
    ///
    /// # Errors
    /// The reason if the command is refused.
    pub fn apply(
        &mut self,
        team: Team,
        command: Command,
        spent: Duration,
    ) -> Result<Event, Refusal> {
        self.apply_delivery(team, command, spent, Match::delivered)
    }

    /// Simulates a recorded entry again: with the dice if they are known, otherwise from the shot
    /// recorded as thrown.
    pub(crate) fn simulate_again(&self, entry: &Entry) -> Result<Event, Refusal> {
        let (mut again, command) = (self.clone(), entry.command.clone());
        let spent = Duration::try_from_secs_f64(entry.seconds).unwrap_or_default();
        if self.setup.dice.is_known() {
            return again.apply(entry.team, command, spent);
        }
        let recorded = entry.delivery.and_then(|delivery| delivery.shot);
        let recorded = recorded.map_or(Delivered::Pass, Delivered::Thrown);
        again.apply_delivery(entry.team, command, spent, |_, _| Some(recorded))
    }

    /// Applies a command; `deliver` adds the noise to a shot, if the dice are known.
    fn apply_delivery(
        &mut self,
        team: Team,
        command: Command,
        spent: Duration,
        deliver: impl FnOnce(&mut Self, &Shot) -> Option<Delivered>,
    ) -> Result<Event, Refusal> {
        self.check(team, &command)?;
        let before = self.clocks;
        let late = self.clocks[team.index()].charge(spent).is_err();
        let command = if late { Command::TimeOut } else { command };
        let delivery = match &command {
            Command::Throw(shot) => {
                let Some(delivered) = deliver(self, shot) else {
                    self.clocks = before;
                    return Err(Refusal::Impossible(UNKNOWN_DICE.to_owned()));
                };
                Some(self.simulated(thrown(delivered)))
            }
            _ => None,
        };
        let entry = Entry {
            team,
            command,
            seconds: spent.as_secs_f64(),
            delivery,
        };
        self.carry_out(entry).map_err(|error| match error {
            EntryError::Refused(refusal) => refusal,
            other => Refusal::Impossible(other.to_string()),
        })
    }

    /// Replays an entry of a log without simulating it.
    ///
    /// # Errors
    /// If the entry does not fit this match. Earlier entries stay applied.
    pub fn replay(&mut self, entry: Entry) -> Result<Event, EntryError> {
        self.check(entry.team, &entry.command)?;
        if let Command::Throw(shot) = &entry.command {
            let delivery = entry.delivery.as_ref().ok_or(EntryError::NoDelivery)?;
            let mut dice = self.dice.clone();
            std::mem::swap(&mut dice, &mut self.dice);
            // Dice that are not known cannot be compared.
            let drawn = self.delivered(shot);
            if drawn.is_some_and(|drawn| thrown(drawn) != delivery.shot) {
                self.dice = dice;
                return Err(EntryError::DiceMismatch);
            }
        }
        let spent = Duration::try_from_secs_f64(entry.seconds).unwrap_or_default();
        // Whether it was in time was decided when it was recorded.
        let _ = self.clocks[entry.team.index()].charge(spent);
        self.carry_out(entry)
    }

    /// The shot with the noise of the player whose turn it is; none if the dice are not known.
    fn delivered(&mut self, shot: &Shot) -> Option<Delivered> {
        let skill = *self.curling.skill(&self.game);
        let tee = self.curling.tee();
        self.dice.throw(|dice| skill.deliver(shot, tee, dice))
    }

    /// Simulates a shot. A shot that cannot be simulated counts as not thrown.
    fn simulated(&self, shot: Option<Shot>) -> Delivery {
        let mode = self.setup.conditions.referee;
        let run = shot.and_then(|shot| self.curling.simulate(mode, &self.game, &shot).ok());
        Delivery {
            shot,
            stones: run.map_or(self.game.stones, |run| run.outcome.stones),
        }
    }

    fn carry_out(&mut self, entry: Entry) -> Result<Event, EntryError> {
        let before = self.game;
        let rules = *self.curling.rules();
        let impossible = |why: &dyn std::fmt::Display| Refusal::Impossible(why.to_string());
        let mut step = None;
        match &entry.command {
            Command::Throw(_) => {
                let delivery = entry.delivery.as_ref().ok_or(EntryError::NoDelivery)?;
                let passages = self.curling.passages_after(&before, delivery.shot.as_ref());
                let applied = self.game.apply(&rules, &delivery.stones);
                step = Some(applied.map_err(|why| EntryError::Stones(why.to_string()))?);
                self.game.passages = passages;
            }
            Command::Place(placement) => {
                let placed = self.game.place(&rules, *placement);
                placed.map_err(|why| impossible(&why))?;
            }
            Command::Order(players) => {
                let ordered = self.game.set_order(&rules, entry.team, players);
                ordered.map_err(|why| impossible(&why))?;
            }
            Command::Concede => {
                let over = self.game.concede(&rules, entry.team);
                over.map_err(|why| impossible(&why))?;
            }
            Command::TimeOut => {
                let over = self.game.forfeit(&rules, entry.team);
                over.map_err(|why| impossible(&why))?;
            }
            Command::Fault(_) => {
                let over = self.game.disqualify(&rules, entry.team);
                over.map_err(|why| impossible(&why))?;
            }
        }
        if self.game.end > before.end && self.game.is_extra_end(&rules) {
            self.set_extra_clocks();
        }
        Ok(Event {
            entry,
            before,
            step,
        })
    }

    fn set_extra_clocks(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        for (clock, time) in self.clocks.iter_mut().zip(&self.setup.time) {
            if let Some(span) = time.extra_end {
                clock.set(span.0);
            }
        }
    }

    fn check(&self, team: Team, command: &Command) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let action = match command {
            Command::Throw(shot) => Action::Throw(*shot),
            Command::Place(placement) => Action::Place(*placement),
            Command::Order(players) => {
                let ordered = self
                    .game
                    .clone()
                    .set_order(self.curling.rules(), team, players);
                return ordered.map_err(|why| Refusal::Impossible(why.to_string()));
            }
            Command::Concede | Command::TimeOut | Command::Fault(_) => return Ok(()),
        };
        let to_act = self.to_act().ok_or(Refusal::Over)?;
        // The phase is checked before the turn: it is the same for both teams.
        if matches!(command, Command::Throw(_)) == (self.game.phase == Phase::Placing) {
            let why = self.curling.check(&self.game, &action).err();
            return Err(Refusal::Impossible(why.unwrap_or_default()));
        }
        if to_act != team {
            return Err(Refusal::NotYourTurn { to_act });
        }
        let checked = self.curling.check(&self.game, &action);
        checked.map_err(Refusal::Impossible)
    }
}

/// The shot after noise; none if it counted as a pass.
fn thrown(delivered: Delivered) -> Option<Shot> {
    match delivered {
        Delivered::Thrown(shot) => Some(shot),
        Delivered::Pass => None,
    }
}

#[cfg(test)]
mod tests;
