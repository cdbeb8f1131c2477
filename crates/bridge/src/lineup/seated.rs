//! Players that call and play, and can be asked for either: [`BoardAnalyst`].

use super::{advice_json, called_json};
use crate::bidder::{Bidder, ExplainedCall, Judgement};
use crate::bidding::{caller, calls};
use crate::hand::by_lot;
use crate::knowledge::Conventions;
use crate::players::{Advice, Candidate, Choose, NoChoice};
use crate::rules::{Action, Bridge, SeatView};
use crate::table::Side;
use crate::{Ascii, Call, View};
use arena::analyst::{Analyst, FromPlayer, PlayerAnalyst};
use arena::player::{Choice, Fault, Player};
use lookahead::{Analysis, Control, Seed};
use rand::RngExt;
use std::fmt;
use std::sync::Arc;

/// How somebody calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Calls {
    /// As the bidder does.
    Natural,
    /// Any legal call.
    Random,
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
    pub fn call(&self, view: &View, seed: Seed) -> ExplainedCall {
        match self.calls {
            Calls::Natural => self.bidder.call(view),
            Calls::Random => {
                let legal: Vec<Call> = calls(&view.auction).collect();
                let number = seed.rng().random_range(0..legal.len().max(1));
                let call = legal.get(number).copied().unwrap_or(Call::Pass);
                let why = Judgement::Random.into();
                ExplainedCall { call, why }
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

/// The minds of a side: the first sits North or East, the second South or West.
#[derive(Clone, Debug)]
pub struct Partners {
    minds: [Mind; 2],
}

impl Partners {
    /// The minds of a side.
    pub fn new(minds: [Mind; 2]) -> Self {
        Partners { minds }
    }

    fn of(&self, view: &View) -> &Mind {
        &self.minds[view.seat as usize / 2]
    }
}

/// A player that can be asked for its calls and cards.
pub trait BoardAnalyst: Send {
    /// The conventions it plays by, as far as they are known.
    fn conventions(&self) -> &Conventions;

    /// Its call, and why.
    ///
    /// # Errors
    /// A fault if there is no answer.
    fn call(&mut self, view: &View, control: &Control<'_>) -> Result<ExplainedCall, Fault>;

    /// Its card, and why; every better answer on the way is told.
    ///
    /// # Errors
    /// If there is nothing to decide for this seat now, the view cannot be true, or there is no
    /// answer.
    fn advise(
        &mut self,
        view: &View,
        control: &Control<'_>,
        tell: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice>;

    /// Its action at the table, with what it thought.
    ///
    /// # Errors
    /// A fault if there is no answer.
    fn act(&mut self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, Fault>;
}

/// The fault of a player that has nothing to decide.
fn crashed(why: &NoChoice) -> Fault {
    let why = why.to_string();
    Fault::Crashed { why }
}

impl BoardAnalyst for Partners {
    fn conventions(&self) -> &Conventions {
        self.minds[0].conventions()
    }

    fn call(&mut self, view: &View, control: &Control<'_>) -> Result<ExplainedCall, Fault> {
        Ok(self.of(view).call(view, control.seed))
    }

    fn advise(
        &mut self,
        view: &View,
        control: &Control<'_>,
        tell: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice> {
        self.of(view).advise_growing(view, control, tell)
    }

    fn act(&mut self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, Fault> {
        self.of(view)
            .act(view, control)
            .map_err(|why| crashed(&why))
    }
}

impl Analyst<Bridge> for dyn BoardAnalyst {
    fn analyse(
        &mut self,
        _: &Bridge,
        _: usize,
        seen: &SeatView,
        control: &Control<'_>,
    ) -> Result<Analysis<Action>, Fault> {
        let view = &seen.view;
        let meter = control.start();
        let candidates = if caller(&view.auction, view.dealer).is_some() {
            let call = self.call(view, control)?.call;
            vec![lookahead::Candidate::estimate(Action::Call(call), 0.5)]
        } else {
            let advice = self
                .advise(view, control, &|_| {})
                .map_err(|why| crashed(&why))?;
            advice.candidates.iter().map(valued).collect()
        };
        Ok(Analysis {
            candidates,
            effort: meter.effort(0, lookahead::Stop::Done),
        })
    }

    fn decide(
        &mut self,
        _: &Bridge,
        _: usize,
        seen: &SeatView,
        control: &Control<'_>,
    ) -> Result<Choice<Action>, Fault> {
        self.act(&seen.view, control)
    }
}

/// A card with its mean score: with models where it was searched with them, else double dummy.
fn valued(candidate: &Candidate) -> lookahead::Candidate<Action> {
    let opinion = candidate.with_models.or(candidate.double_dummy);
    let action = Action::Card(candidate.card);
    lookahead::Candidate {
        error: opinion.and_then(|opinion| opinion.error),
        visits: opinion.map_or(0, |opinion| opinion.deals),
        ..lookahead::Candidate::estimate(action, opinion.map_or(0.0, |opinion| opinion.points))
    }
}

impl FromPlayer<Bridge> for dyn BoardAnalyst {
    fn from_player(player: Box<dyn Player<Bridge>>) -> Box<Self> {
        Box::new(AskedPlayer {
            asked: PlayerAnalyst::new(player),
            conventions: super::usual_conventions(),
        })
    }
}

/// A player of the arena that is asked for its one call or card: a program in another process.
struct AskedPlayer {
    asked: PlayerAnalyst<Bridge>,
    conventions: Conventions,
}

impl BoardAnalyst for AskedPlayer {
    fn conventions(&self) -> &Conventions {
        &self.conventions
    }

    fn call(&mut self, view: &View, control: &Control<'_>) -> Result<ExplainedCall, Fault> {
        match self.act(view, control)?.action {
            Action::Call(call) => Ok(ExplainedCall {
                call,
                why: Judgement::NotExplained.into(),
            }),
            Action::Card(card) => Err(crashed(&NoChoice::Player(format!(
                "it plays {} where a call is due",
                Ascii(card)
            )))),
        }
    }

    fn advise(
        &mut self,
        view: &View,
        control: &Control<'_>,
        _: &dyn Fn(&Advice),
    ) -> Result<Advice, NoChoice> {
        let choice = self.act(view, control);
        let choice = choice.map_err(|fault| NoChoice::Player(fault.to_string()))?;
        match choice.action {
            Action::Card(card) => Ok(Advice::bare(view.turn().ok_or(NoChoice::Over)?, card)),
            Action::Call(call) => Err(NoChoice::Player(format!(
                "it calls {} where a card is due",
                Ascii(call)
            ))),
        }
    }

    fn act(&mut self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, Fault> {
        let (number, view) = (1, view.clone());
        let seen = SeatView { number, view };
        let seat = seen.view.seat as usize;
        self.asked.decide(&Bridge::default(), seat, &seen, control)
    }
}
