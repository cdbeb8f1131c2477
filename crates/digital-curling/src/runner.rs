//! The match runner: a match from beginning to end between two [contestants](Contestant) asked in
//! turn.
//!
//! The loop is the arena's ([`referee::run_match`]). Whatever a contestant does, the match ends
//! with an outcome. The clock of a team runs while it is asked for a shot; placements and orders
//! have a limit of their own ([`Timeouts`]).

use crate::contestant::Contestant;
use crate::match_state::{Command, Event, Match, Refusal};
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Thinking};
use arena::record::Ending;
use arena::referee::{self, Interrupted, RefereedMatch};
use curling::rules::{Phase, Team};
use lookahead::Cancel;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time limits for actions that are not on a team's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timeouts {
    /// For getting ready.
    pub ready: Span,
    /// For placing stones and for the order of players.
    pub placing: Span,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            ready: Span(Duration::from_secs(10)),
            placing: Span(Duration::from_secs(5)),
        }
    }
}

/// Plays a match. The names in its setup become those of the contestants, once they are ready.
/// `watch` is called with every event.
///
/// # Errors
/// Only if `cancel` was raised before the match was over.
pub fn play(
    curling_match: &mut Match,
    contestants: &mut [Box<dyn Contestant>; 2],
    timeouts: &Timeouts,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&Match, Option<&Event>),
) -> Result<(), Interrupted> {
    let mut runner = Runner {
        curling_match,
        contestants,
        timeouts,
        cancel,
        watch,
        requests: 0,
        ordered: None,
        orders: Vec::new(),
        begun: false,
    };
    referee::run_match(&mut runner, cancel).map(drop)
}

/// A match between contestants.
struct Runner<'a> {
    curling_match: &'a mut Match,
    contestants: &'a mut [Box<dyn Contestant>; 2],
    timeouts: &'a Timeouts,
    cancel: &'a Cancel,
    watch: &'a mut dyn FnMut(&Match, Option<&Event>),
    /// The number of requests so far: the stream of every player's seed.
    requests: u64,
    /// The last end whose orders of players were asked for.
    ordered: Option<u8>,
    /// The teams still to be asked for their order.
    orders: Vec<Team>,
    /// Whether both contestants were ready.
    begun: bool,
}

impl Runner<'_> {
    fn thinking(&mut self, team: Team, time: TimeLeft) -> Thinking {
        self.requests += 1;
        let seed = self.curling_match.setup().dice.player_seed(team.index());
        Thinking {
            time,
            seed: seed.stream(self.requests),
            cancel: self.cancel.clone(),
        }
    }

    fn is_placing(&self) -> bool {
        self.curling_match.game().phase == Phase::Placing
    }

    /// The time a team has for its next action.
    fn time(&self, team: Team) -> TimeLeft {
        let clock = self.curling_match.time_left(team);
        TimeLeft {
            this_move: if self.is_placing() {
                Some(self.timeouts.placing.0)
            } else {
                clock.this_move
            },
            ..clock
        }
    }

    fn apply(&mut self, team: Team, command: Command, spent: Duration) -> Result<Event, Fault> {
        let said = command.to_string();
        let event = self
            .curling_match
            .apply(team, command, spent)
            .map_err(|refusal| {
                let why = match refusal {
                    Refusal::Impossible(why) => why,
                    other => other.to_string(),
                };
                Fault::Illegal { action: said, why }
            })?;
        (self.watch)(self.curling_match, Some(&event));
        Ok(event)
    }
}

impl RefereedMatch for Runner<'_> {
    /// None if a team names no order of its players.
    type Answer = Option<Command>;
    type Event = Event;

    fn seats(&self) -> usize {
        self.contestants.len()
    }

    fn turn(&mut self) -> Option<usize> {
        let team = self.curling_match.to_act()?;
        let end = self.curling_match.game().end;
        if self.curling_match.orders_are_due() && self.ordered != Some(end) {
            self.ordered = Some(end);
            self.orders = vec![Team::One, Team::Zero];
        }
        Some(self.orders.last().copied().unwrap_or(team).index())
    }

    fn is_over(&self) -> bool {
        self.curling_match.to_act().is_none()
    }

    fn prepare(&mut self, seat: usize) -> Result<(), Fault> {
        let team = Team::BOTH[seat];
        let thinking = self.thinking(team, within(self.timeouts.ready));
        let contestant = &mut self.contestants[seat];
        let ready = contestant.prepare(self.curling_match, team, &thinking);
        self.curling_match.add_notes(contestant.notes());
        ready?;
        self.curling_match.rename(team, contestant.name());
        Ok(())
    }

    fn begin(&mut self, seat: usize) -> Result<(), Fault> {
        self.contestants[seat].begin(self.curling_match)
    }

    fn begun(&mut self) {
        self.begun = true;
        (self.watch)(self.curling_match, None);
    }

    fn ask(&mut self, seat: usize) -> Result<Option<Command>, Fault> {
        let team = Team::BOTH[seat];
        if self.orders.last() == Some(&team) {
            let thinking = self.thinking(team, within(self.timeouts.placing));
            let order = self.contestants[seat].order(self.curling_match, &thinking)?;
            return Ok(order.map(Command::Order));
        }
        let thinking = self.thinking(team, self.time(team));
        self.contestants[seat]
            .choose(self.curling_match, &thinking)
            .map(Some)
    }

    fn apply(
        &mut self,
        seat: usize,
        answer: Result<Option<Command>, Fault>,
        spent: Duration,
    ) -> Result<Option<Event>, Fault> {
        let timed = self.orders.pop().is_none() && !self.is_placing();
        let Some(command) = answer? else {
            return Ok(None);
        };
        let spent = if timed { spent } else { Duration::ZERO };
        self.apply(Team::BOTH[seat], command, spent).map(Some)
    }

    fn notify(&mut self, seat: usize, event: &Event) -> Result<(), Fault> {
        self.contestants[seat].observe(self.curling_match, event)
    }

    fn end(&mut self, ending: &Ending) -> Option<Event> {
        let Ending::Forfeit { seat, fault } = ending else {
            return None;
        };
        let command = match fault {
            Fault::Resigned => Command::Concede,
            // Before the match no clock has run: the record keeps the cause.
            Fault::OutOfTime { .. } if self.begun => Command::TimeOut,
            fault => Command::Fault(fault.clone()),
        };
        // The match may be over already: then nothing changes.
        self.apply(Team::BOTH[*seat], command, Duration::ZERO).ok()
    }

    fn close(&mut self, seat: usize, _: &Ending) {
        self.contestants[seat].finish(self.curling_match);
    }
}

/// A time limit that is not on a clock.
fn within(span: Span) -> TimeLeft {
    TimeLeft {
        this_move: Some(span.0),
        ..TimeLeft::default()
    }
}

#[cfg(test)]
mod tests;
