//! A match as one value that anybody may drive: truth, clocks and dice, but no sockets and no
//! waiting.
//!
//! A [`Bout`] is told what a team does and how long it took ([`Bout::act`]); it lets the dice fall,
//! counts, moves the clocks and says what came of it. What does not fit is refused and changes
//! nothing. Whatever was done can be written down as an [`Entry`] and [done again](Bout::redo)
//! without simulating, so a match goes on after its server was killed; from the [`Setup`] and the
//! entries alone everything can also be played again from the beginning and compared.
//!
//! Dice fall as in [`arena::referee`]: the same seed and the same shots give the same match there.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::{Shot, Turn, Vector};
//! use digital_curling::{Act, Bout, Refusal, Setup};
//! use curling::rules::Team;
//! use lookahead::Seed;
//! use std::time::Duration;
//!
//! let mut bout = Bout::new(Setup::new(Conditions::dc3(), Seed(1)))?;
//! let shot = bout.curling().draw(Vector::ZERO, Turn::Clockwise)?;
//! let news = bout.act(Team::Zero, Act::Throw(shot), Duration::from_secs(2))?;
//! assert!(news.entry.came.is_some());
//! let again = bout.act(Team::Zero, Act::Throw(shot), Duration::ZERO);
//! assert_eq!(again.unwrap_err(), Refusal::NotYourTurn { whose: Team::One });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::setup::Setup;
use arena::clock::{Clock, TimeLeft};
use arena::game::Game as _;
use arena::player::Fault;
use arena::referee;
use curling::arena_game::{Action, ConditionsError, Curling};
use curling::delivery::Delivered;
use curling::physics::Throw;
use curling::rules::{Game, Phase, Placement, Step, Team};
use curling::{Shot, Stones};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a team does, or what happens to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Throws a stone: the shot it asks for.
    Throw(Shot),
    /// Places the stones of an end of mixed doubles.
    Place(Placement),
    /// Says in which order its players throw.
    Order(Vec<u8>),
    /// Gives up.
    Concede,
    /// Runs out of time.
    TimeOut,
    /// Cannot go on, or did what nobody may.
    Fault(Fault),
}

/// As the game writes it, for messages.
impl std::fmt::Display for Act {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Act::Throw(shot) => Action::Throw(*shot).fmt(f),
            Act::Place(placement) => Action::Place(*placement).fmt(f),
            Act::Order(players) => {
                f.write_str("order")?;
                players.iter().try_for_each(|player| write!(f, " {player}"))
            }
            Act::Concede => f.write_str("concede"),
            Act::TimeOut => f.write_str("out of time"),
            Act::Fault(fault) => fault.fmt(f),
        }
    }
}

/// Something that was done, as it is written down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// By whom.
    pub team: Team,
    /// What.
    pub act: Act,
    /// Taken off its clock, in seconds.
    pub seconds: f64,
    /// What came of a shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<Came>,
}

/// What came of a shot, before the rules looked at it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Came {
    /// As it was really thrown; nothing if it counted as a pass.
    pub shot: Option<Shot>,
    /// Where the stones came to rest.
    pub stones: Stones,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    /// What was done.
    pub entry: Entry,
    /// The match before.
    pub before: Game,
    /// What the rules made of a shot.
    pub step: Option<Step>,
}

/// Why something is not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The other team is to act.
    #[error("it is {whose}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        whose: Team,
    },
    /// Not possible here, whoever tries.
    #[error("{0}")]
    Impossible(String),
}

/// Entries that do not fit the match they are said to be of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RedoError {
    /// Nobody could have done that.
    #[error("that could not be done: {0}")]
    Refused(#[from] Refusal),
    /// The dice fall otherwise: other conditions or another seed.
    #[error("with this seed and these conditions the shot strays otherwise")]
    OtherDice,
    /// The stones cannot lie there.
    #[error("the stones cannot lie there: {0}")]
    Stones(String),
    /// Nothing is said of what came of a shot.
    #[error("nothing is said of what came of the shot")]
    NothingCame,
}

/// A match going on.
#[derive(Clone, Debug)]
pub struct Bout {
    setup: Setup,
    curling: Curling,
    game: Game,
    clocks: [Clock; 2],
    dice: Pcg64Mcg,
}

impl Bout {
    /// A match about to begin.
    ///
    /// # Errors
    /// If none can be played under these conditions.
    pub fn new(setup: Setup) -> Result<Self, ConditionsError> {
        let curling = Curling::new(setup.conditions.clone())?;
        Ok(Self::of(curling, setup))
    }

    /// The same where the ice is ready: `curling` must be made of the setup's conditions.
    pub fn of(curling: Curling, setup: Setup) -> Self {
        let (mut start, dice) = referee::generators(setup.seed);
        Bout {
            game: curling.start(&mut start),
            clocks: setup.time.map(|time| time.clock()),
            dice,
            setup,
            curling,
        }
    }

    /// The same match at another position, for a program that is asked about it.
    #[must_use]
    pub fn at(self, game: Game) -> Self {
        Bout { game, ..self }
    }

    /// What it is played under, by whom.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Rules, ice and hands, put together.
    pub fn curling(&self) -> &Curling {
        &self.curling
    }

    /// How it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What a team is called.
    pub fn name(&self, team: Team) -> &str {
        &self.setup.names[team.index()]
    }

    /// A team is called otherwise, as it says itself.
    pub fn rename(&mut self, team: Team, name: String) {
        self.setup.names[team.index()] = name;
    }

    /// The team to throw or to place stones; none when it is over.
    pub fn to_act(&self) -> Option<Team> {
        let seat = self.curling.turn(&self.game)?;
        Some(Team::BOTH[seat])
    }

    /// Whether this is the moment to ask who throws: before the first end, in mixed doubles after
    /// every placement, if a team has more than one player.
    pub fn orders_are_due(&self) -> bool {
        let (rules, game) = (self.curling.rules(), &self.game);
        let fresh = game.slot() == Some(rules.first_slot());
        fresh && rules.rotation.players() > 1 && (rules.doubles.is_some() || game.end == 0)
    }

    /// What a team has left.
    pub fn time_left(&self, team: Team) -> TimeLeft {
        self.clocks[team.index()].left()
    }

    /// What a team has used so far.
    pub fn time_used(&self, team: Team) -> Duration {
        self.clocks[team.index()].used()
    }

    /// A team does something, `spent` after it was its turn.
    ///
    /// A shot that comes too late is no shot: the news is that the time is out. Time for placements
    /// and orders is not taken off the clock unless the caller says so.
    ///
    /// # Errors
    /// Why it is not done.
    pub fn act(&mut self, team: Team, act: Act, spent: Duration) -> Result<News, Refusal> {
        self.check(team, &act)?;
        let late = self.clocks[team.index()].charge(spent).is_err();
        let act = if late { Act::TimeOut } else { act };
        let came = match &act {
            Act::Throw(shot) => {
                let delivered = self.delivered(shot);
                Some(self.simulated(delivered))
            }
            _ => None,
        };
        let entry = Entry {
            team,
            act,
            seconds: spent.as_secs_f64(),
            came,
        };
        self.carry_out(entry).map_err(|error| match error {
            RedoError::Refused(refusal) => refusal,
            other => Refusal::Impossible(other.to_string()),
        })
    }

    /// Does again what was written down, without simulating it.
    ///
    /// # Errors
    /// If it cannot have happened in this match. What came before it stays done.
    pub fn redo(&mut self, entry: Entry) -> Result<News, RedoError> {
        self.check(entry.team, &entry.act)?;
        if let Act::Throw(shot) = &entry.act {
            let came = entry.came.as_ref().ok_or(RedoError::NothingCame)?;
            let mut dice = self.dice.clone();
            std::mem::swap(&mut dice, &mut self.dice);
            if self.delivered(shot) != came.shot {
                self.dice = dice;
                return Err(RedoError::OtherDice);
            }
        }
        let spent = Duration::try_from_secs_f64(entry.seconds).unwrap_or_default();
        // Whether it was in time was decided then.
        let _ = self.clocks[entry.team.index()].charge(spent);
        self.carry_out(entry)
    }

    /// The shot as the hand of the player whose turn it is throws it this time.
    fn delivered(&mut self, shot: &Shot) -> Option<Shot> {
        let skill = *self.curling.skill(&self.game);
        match skill.deliver(shot, self.curling.tee(), &mut self.dice) {
            Delivered::Thrown(shot) => Some(shot),
            Delivered::Pass => None,
        }
    }

    /// Where the stones come to rest. A shot that cannot be simulated is one that was not thrown.
    fn simulated(&self, shot: Option<Shot>) -> Came {
        let stones = self.game.stones;
        let run = shot.zip(self.game.slot()).and_then(|(shot, slot)| {
            let throw = Throw { stones, slot, shot };
            let mode = self.setup.conditions.referee;
            self.curling.physics().throw(mode, &throw).ok()
        });
        Came {
            shot,
            stones: run.map_or(stones, |outcome| outcome.stones),
        }
    }

    fn carry_out(&mut self, entry: Entry) -> Result<News, RedoError> {
        let before = self.game;
        let rules = *self.curling.rules();
        let impossible = |why: &dyn std::fmt::Display| Refusal::Impossible(why.to_string());
        let mut step = None;
        match &entry.act {
            Act::Throw(_) => {
                let came = entry.came.as_ref().ok_or(RedoError::NothingCame)?;
                let applied = self.game.apply(&rules, &came.stones);
                step = Some(applied.map_err(|why| RedoError::Stones(why.to_string()))?);
            }
            Act::Place(wish) => {
                let placed = self.game.place(&rules, *wish);
                placed.map_err(|why| impossible(&why))?;
            }
            Act::Order(players) => {
                let ordered = self.game.set_order(&rules, entry.team, players);
                ordered.map_err(|why| impossible(&why))?;
            }
            Act::Concede => {
                let over = self.game.concede(&rules, entry.team);
                over.map_err(|why| impossible(&why))?;
            }
            Act::TimeOut => {
                let over = self.game.forfeit(&rules, entry.team);
                over.map_err(|why| impossible(&why))?;
            }
            Act::Fault(_) => {
                let over = self.game.disqualify(&rules, entry.team);
                over.map_err(|why| impossible(&why))?;
            }
        }
        if self.game.end > before.end && self.game.is_extra_end(&rules) {
            self.set_extra_clocks();
        }
        Ok(News {
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

    fn check(&self, team: Team, act: &Act) -> Result<(), Refusal> {
        if self.game.outcome().is_some() {
            return Err(Refusal::Over);
        }
        let action = match act {
            Act::Throw(shot) => Action::Throw(*shot),
            Act::Place(wish) => Action::Place(*wish),
            Act::Order(players) => {
                let ordered = self
                    .game
                    .clone()
                    .set_order(self.curling.rules(), team, players);
                return ordered.map_err(|why| Refusal::Impossible(why.to_string()));
            }
            Act::Concede | Act::TimeOut | Act::Fault(_) => return Ok(()),
        };
        let whose = self.to_act().ok_or(Refusal::Over)?;
        // Whether stones are to be placed or thrown comes first: it is so for both teams.
        if matches!(act, Act::Throw(_)) == (self.game.phase == Phase::Placing) {
            let why = self.curling.check(&self.game, &action).err();
            return Err(Refusal::Impossible(why.unwrap_or_default()));
        }
        if whose != team {
            return Err(Refusal::NotYourTurn { whose });
        }
        let checked = self.curling.check(&self.game, &action);
        checked.map_err(Refusal::Impossible)
    }
}

#[cfg(test)]
mod tests;
