//! A match from beginning to end between two [contestants](Contestant) who are asked in turn.
//!
//! Whatever a contestant does, the match comes to an end with a [`Bout`] that says so. The clock of a team runs while it is asked for a shot; placements and orders
//! have a limit of their own ([`Manners`]).

use crate::bout::{Act, Bout, News, Refusal};
use crate::contestant::Contestant;
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Thinking};
use arena::referee::{self, Interrupted};
use curling::rules::{Phase, Team};
use lookahead::Cancel;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

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

/// Plays a match. The names in the bout's setup become those of the contestants, once they are ready. `watch` sees everything that happens.
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
    let mut table = Table {
        bout,
        contestants,
        manners,
        cancel,
        watch,
        moves: 0,
    };
    let fault = table.run();
    if cancel.is_cancelled() {
        return Err(Interrupted);
    }
    if let Err((team, fault)) = fault {
        let act = match fault {
            Fault::Resigned => Act::Concede,
            Fault::OutOfTime { .. } => Act::TimeOut,
            fault => Act::Fault(fault),
        };
        // The match may be over already: then nothing changes.
        if let Ok(news) = table.bout.act(team, act, Duration::ZERO) {
            // The other may be gone as well; the match is over either way.
            let _ = table.tell(&news);
        }
    }
    for team in Team::BOTH {
        let bout = &*table.bout;
        let _ = guarded(team, || {
            table.contestants[team.index()].finish(bout);
            Ok(())
        });
    }
    Ok(())
}

type Blame = (Team, Fault);

struct Table<'a> {
    bout: &'a mut Bout,
    contestants: &'a mut [Box<dyn Contestant>; 2],
    manners: &'a Manners,
    cancel: &'a Cancel,
    watch: &'a mut dyn FnMut(&Bout, Option<&News>),
    /// Asked so far, which every player's randomness comes from.
    moves: u64,
}

impl Table<'_> {
    fn run(&mut self) -> Result<(), Blame> {
        for team in Team::BOTH {
            let thinking = self.thinking(team, within(self.manners.ready));
            self.ask(team, |contestant, bout| {
                contestant.prepare(bout, team, &thinking)
            })?;
            let name = self.contestants[team.index()].name();
            self.bout.rename(team, name);
        }
        for team in Team::BOTH {
            self.ask(team, |contestant, bout| contestant.begin(bout))?;
        }
        (self.watch)(self.bout, None);
        let mut ordered = None;
        while let Some(team) = self.bout.to_act() {
            let game = *self.bout.game();
            if self.cancel.is_cancelled() {
                return Err((team, Fault::Interrupted));
            }
            if self.bout.orders_are_due() && ordered != Some(game.end) {
                ordered = Some(game.end);
                self.ask_orders()?;
            }
            self.turn(team)?;
        }
        Ok(())
    }

    fn ask_orders(&mut self) -> Result<(), Blame> {
        for team in Team::BOTH {
            let thinking = self.thinking(team, within(self.manners.placing));
            let order = self.ask(team, |contestant, bout| contestant.order(bout, &thinking))?;
            if let Some(players) = order {
                self.carry_out(team, Act::Order(players), Duration::ZERO)?;
            }
        }
        Ok(())
    }

    fn turn(&mut self, team: Team) -> Result<(), Blame> {
        let placing = self.bout.game().phase == Phase::Placing;
        let clock = self.bout.time_left(team);
        let time = TimeLeft {
            this_move: if placing {
                Some(self.manners.placing.0)
            } else {
                clock.this_move
            },
            ..clock
        };
        let thinking = self.thinking(team, time);
        let asked = Instant::now();
        let act = self.ask(team, |contestant, bout| contestant.choose(bout, &thinking))?;
        let spent = if placing {
            Duration::ZERO
        } else {
            asked.elapsed()
        };
        self.carry_out(team, act, spent)
    }

    fn carry_out(&mut self, team: Team, act: Act, spent: Duration) -> Result<(), Blame> {
        let said = act.to_string();
        let news = self.bout.act(team, act, spent).map_err(|refusal| {
            let why = match refusal {
                Refusal::Impossible(why) => why,
                other => other.to_string(),
            };
            (team, Fault::Illegal { action: said, why })
        })?;
        let told = self.tell(&news);
        if self.bout.to_act().is_some() {
            told
        } else {
            Ok(())
        }
    }

    /// Tells everybody, whoever of them cannot hear any more; the first of those is to blame.
    fn tell(&mut self, news: &News) -> Result<(), Blame> {
        (self.watch)(self.bout, Some(news));
        let told =
            Team::BOTH.map(|team| self.ask(team, |contestant, bout| contestant.told(bout, news)));
        told.into_iter().collect()
    }

    fn thinking(&mut self, team: Team, time: TimeLeft) -> Thinking {
        self.moves += 1;
        let seed = referee::player_seed(self.bout.setup().seed, team.index());
        Thinking {
            time,
            seed: seed.stream(self.moves),
            cancel: self.cancel.clone(),
        }
    }

    fn ask<T>(
        &mut self,
        team: Team,
        call: impl FnOnce(&mut dyn Contestant, &Bout) -> Result<T, Fault>,
    ) -> Result<T, Blame> {
        let contestant = self.contestants[team.index()].as_mut();
        let bout = &*self.bout;
        guarded(team, || call(contestant, bout))
    }
}

/// Time that is not on a clock.
fn within(span: Span) -> TimeLeft {
    TimeLeft {
        this_move: Some(span.0),
        ..TimeLeft::default()
    }
}

/// Calls a contestant; its panic is its fault.
fn guarded<T>(team: Team, call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Blame> {
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| {
            Err(Fault::Crashed {
                why: referee::panic_message(panic.as_ref()),
            })
        })
        .map_err(|fault| (team, fault))
}

#[cfg(test)]
mod tests;
