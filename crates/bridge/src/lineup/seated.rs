//! A mind, and a mind in a seat of the referee's.

use super::{advice_json, called_json};
use crate::bidder::{Bidder, Called, Thought};
use crate::bidding::{caller, calls};
use crate::hand::by_lot;
use crate::knowledge::Conventions;
use crate::players::{Advice, Choose, NoChoice};
use crate::rules::{Action, Bridge, Seen};
use crate::table::Side;
use crate::{Call, View};
use arena::player::{Choice, Fault, Player, Thinking};
use lookahead::{Control, Limit, Seed};
use rand::RngExt;
use std::fmt;
use std::sync::Arc;

/// How somebody calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Calls {
    /// As the bidder does.
    Natural,
    /// Any legal call.
    ByLot,
}

/// The stream of a decision's seed that decides about mistakes; a search takes its own from 0 on.
const MISTAKES: u64 = u64::MAX;

/// Somebody who calls and plays.
#[derive(Clone)]
pub struct Mind {
    calls: Calls,
    conventions: Conventions,
    bidder: Bidder,
    declares: Arc<dyn Choose>,
    defends: Arc<dyn Choose>,
    mistakes: f64,
}

impl fmt::Debug for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Mind");
        all.field("conventions", &self.conventions.name());
        all.field("mistakes", &self.mistakes)
            .finish_non_exhaustive()
    }
}

impl Mind {
    pub(super) fn new(
        calls: Calls,
        conventions: Conventions,
        declares: Arc<dyn Choose>,
        defends: Arc<dyn Choose>,
    ) -> Self {
        Mind {
            calls,
            bidder: Bidder::new(&conventions),
            conventions,
            declares,
            defends,
            mistakes: 0.0,
        }
    }

    /// The same with this chance of a card by lot.
    pub(super) fn mistaken(self, mistakes: f64) -> Self {
        Mind { mistakes, ..self }
    }

    /// What it plays by.
    pub fn conventions(&self) -> &Conventions {
        &self.conventions
    }

    /// Its call, and why.
    pub fn call(&self, view: &View, seed: Seed) -> Called {
        match self.calls {
            Calls::Natural => self.bidder.call(view),
            Calls::ByLot => {
                let legal: Vec<Call> = calls(&view.auction).collect();
                let number = seed.rng().random_range(0..legal.len().max(1));
                let call = legal.get(number).copied().unwrap_or(Call::Pass);
                let why = Thought::ByLot.into();
                Called { call, why }
            }
        }
    }

    /// Its card, and why; mistakes not yet made.
    ///
    /// # Errors
    /// If there is nothing to decide for this seat now, or the view cannot be true.
    pub fn advise(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice> {
        self.advise_growing(view, control, &|_| {})
    }

    /// Its card as [`advise`](Mind::advise) finds it; every better answer on the way is told.
    ///
    /// # Errors
    /// As [`Mind::advise`].
    pub fn advise_growing(
        &self,
        view: &View,
        control: &Control<'_>,
        tell: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice> {
        let declaring = view.agreed().map(|agreed| Side::from(agreed.declarer));
        let method = if declaring == Some(Side::from(view.seat)) {
            &self.declares
        } else {
            &self.defends
        };
        method.grow(view, control, tell)
    }

    /// What it does, with what it thought.
    ///
    /// # Errors
    /// As [`Mind::advise`].
    pub fn act(&self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, NoChoice> {
        if caller(&view.auction, view.dealer).is_some() {
            let called = self.call(view, control.seed);
            return Ok(Choice {
                action: called.call.into(),
                thought: Some(called_json(&called)),
            });
        }
        let legal = view.legal();
        let rng = &mut control.seed.stream(MISTAKES).rng();
        let slip = self.mistakes > 0.0 && rng.random_bool(self.mistakes);
        if (slip || legal.len() == 1)
            && let Some(card) = by_lot(legal, rng)
        {
            return Ok(Action::Card(card).into());
        }
        let advice = self.advise(view, control)?;
        Ok(Choice {
            action: advice.card.into(),
            thought: Some(advice_json(&advice)),
        })
    }
}

/// A mind in a seat. The first sits North or East, the second South or West.
#[derive(Clone, Debug)]
pub struct Seated {
    minds: [Mind; 2],
}

impl Seated {
    /// The minds of a side.
    pub fn new(minds: [Mind; 2]) -> Self {
        Seated { minds }
    }
}

/// About how many cards the side will still play, for dividing its time: half of all that are left.
fn cards_to_come(view: &View) -> u32 {
    ((52 - view.cards.len()) as u32).div_ceil(2)
}

impl Player<Bridge> for Seated {
    fn choose(
        &mut self,
        _: &Bridge,
        seen: &Seen,
        thinking: &Thinking,
    ) -> Result<Choice<Action>, Fault> {
        let view = &seen.view;
        let limit = Limit {
            time: thinking.time.allot(cards_to_come(view)),
            ..Limit::default()
        };
        let control = Control::new(thinking.seed)
            .limit(limit)
            .cancel(thinking.cancel.clone());
        let mind = &self.minds[view.seat as usize / 2];
        let crashed = |why: NoChoice| Fault::Crashed {
            why: why.to_string(),
        };
        mind.act(view, &control).map_err(crashed)
    }
}
