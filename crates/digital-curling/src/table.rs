//! A match from beginning to end between two [contestants](Contestant) who are asked in turn.
//!
//! The loop is the arena's ([`referee::run_match`]). Whatever a contestant does, the match comes to
//! an end with a [`Bout`] that says so. The clock of a team runs while it is asked for a shot;
//! placements and orders have a limit of their own ([`Manners`]).

use crate::bout::{Act, Bout, News, Refusal};
use crate::contestant::Contestant;
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Thinking};
use arena::record::Ending;
use arena::referee::{self, Interrupted, RefereedMatch};
use curling::rules::{Phase, Team};
use lookahead::Cancel;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long contestants may take for what is not on their clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manners {
    /// To say that they are ready.
    pub ready: Span,
    /// To place stones, and to name the order of their players.
    pub placing: Span,
}

impl Default for Manners {
    fn default() -> Self {
        Manners {
            ready: Span(Duration::from_secs(10)),
            placing: Span(Duration::from_secs(5)),
        }
    }
}

/// Plays a match. The names in the bout's setup become those of the contestants, once they are
/// ready. `watch` sees everything that happens.
///
/// # Errors
/// Only if `cancel` was raised before the match was over.
pub fn play(
    bout: &mut Bout,
    contestants: &mut [Box<dyn Contestant>; 2],
    manners: &Manners,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&Bout, Option<&News>),
) -> Result<(), Interrupted> {
    let mut sitting = Sitting {
        bout,
        contestants,
        manners,
        cancel,
        watch,
        thoughts: 0,
        ordered: None,
        orders: Vec::new(),
    };
    referee::run_match(&mut sitting, cancel).map(drop)
}

/// A match between contestants.
struct Sitting<'a> {
    bout: &'a mut Bout,
    contestants: &'a mut [Box<dyn Contestant>; 2],
    manners: &'a Manners,
    cancel: &'a Cancel,
    watch: &'a mut dyn FnMut(&Bout, Option<&News>),
    /// Asked so far, which every player's randomness comes from.
    thoughts: u64,
    /// The last end whose orders of players were asked for.
    ordered: Option<u8>,
    /// The teams still to be asked for their order.
    orders: Vec<Team>,
}

impl Sitting<'_> {
    fn thinking(&mut self, team: Team, time: TimeLeft) -> Thinking {
        self.thoughts += 1;
        let seed = referee::player_seed(self.bout.setup().seed, team.index());
        Thinking {
            time,
            seed: seed.stream(self.thoughts),
            cancel: self.cancel.clone(),
        }
    }

    fn is_placing(&self) -> bool {
        self.bout.game().phase == Phase::Placing
    }

    /// The time a team has for its next action.
    fn time(&self, team: Team) -> TimeLeft {
        let clock = self.bout.time_left(team);
        TimeLeft {
            this_move: if self.is_placing() {
                Some(self.manners.placing.0)
            } else {
                clock.this_move
            },
            ..clock
        }
    }

    fn act(&mut self, team: Team, act: Act, spent: Duration) -> Result<News, Fault> {
        let said = act.to_string();
        let news = self.bout.act(team, act, spent).map_err(|refusal| {
            let why = match refusal {
                Refusal::Impossible(why) => why,
                other => other.to_string(),
            };
            Fault::Illegal { action: said, why }
        })?;
        (self.watch)(self.bout, Some(&news));
        Ok(news)
    }
}

impl RefereedMatch for Sitting<'_> {
    /// Nothing if a team names no order of its players.
    type Answer = Option<Act>;
    type Event = News;

    fn seats(&self) -> usize {
        self.contestants.len()
    }

    fn turn(&mut self) -> Option<usize> {
        let team = self.bout.to_act()?;
        let end = self.bout.game().end;
        if self.bout.orders_are_due() && self.ordered != Some(end) {
            self.ordered = Some(end);
            self.orders = vec![Team::One, Team::Zero];
        }
        Some(self.orders.last().copied().unwrap_or(team).index())
    }

    fn is_over(&self) -> bool {
        self.bout.to_act().is_none()
    }

    fn prepare(&mut self, seat: usize) -> Result<(), Fault> {
        let team = Team::BOTH[seat];
        let thinking = self.thinking(team, within(self.manners.ready));
        let contestant = &mut self.contestants[seat];
        contestant.prepare(self.bout, team, &thinking)?;
        self.bout.rename(team, contestant.name());
        Ok(())
    }

    fn begin(&mut self, seat: usize) -> Result<(), Fault> {
        self.contestants[seat].begin(self.bout)
    }

    fn begun(&mut self) {
        (self.watch)(self.bout, None);
    }

    fn ask(&mut self, seat: usize) -> Result<Option<Act>, Fault> {
        let team = Team::BOTH[seat];
        if self.orders.last() == Some(&team) {
            let thinking = self.thinking(team, within(self.manners.placing));
            let order = self.contestants[seat].order(self.bout, &thinking)?;
            return Ok(order.map(Act::Order));
        }
        let thinking = self.thinking(team, self.time(team));
        self.contestants[seat]
            .choose(self.bout, &thinking)
            .map(Some)
    }

    fn apply(
        &mut self,
        seat: usize,
        answer: Result<Option<Act>, Fault>,
        spent: Duration,
    ) -> Result<Option<News>, Fault> {
        let timed = self.orders.pop().is_none() && !self.is_placing();
        let Some(act) = answer? else {
            return Ok(None);
        };
        let spent = if timed { spent } else { Duration::ZERO };
        self.act(Team::BOTH[seat], act, spent).map(Some)
    }

    fn notify(&mut self, seat: usize, news: &News) -> Result<(), Fault> {
        self.contestants[seat].told(self.bout, news)
    }

    fn end(&mut self, ending: &Ending) -> Option<News> {
        let Ending::Forfeit { seat, fault } = ending else {
            return None;
        };
        let act = match fault {
            Fault::Resigned => Act::Concede,
            Fault::OutOfTime { .. } => Act::TimeOut,
            fault => Act::Fault(fault.clone()),
        };
        // The match may be over already: then nothing changes.
        self.act(Team::BOTH[*seat], act, Duration::ZERO).ok()
    }

    fn close(&mut self, seat: usize, _: &Ending) {
        self.contestants[seat].finish(self.bout);
    }
}

/// Time that is not on a clock.
fn within(span: Span) -> TimeLeft {
    TimeLeft {
        this_move: Some(span.0),
        ..TimeLeft::default()
    }
}

#[cfg(test)]
mod tests;
