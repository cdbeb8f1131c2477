//! Players of a seat and of a side, and their analysis of calls and cards ([`BoardAnalyst`]).

use super::{advice_json, called_json};
use crate::bidder::{Bidder, ExplainedCall, Judgement};
use crate::bidding::{caller, calls};
use crate::hand::by_lot;
use crate::knowledge::Conventions;
use crate::players::{Advice, Candidate, CardPlayer, DecisionError};
use crate::rules::{Action, Bridge, SeatView};
use crate::table::Side;
use crate::{Ascii, Call, View};
use arena::analyst::{Analyst, FromPlayer, PlayerAnalyst};
use arena::player::{Choice, Fault, Player};
use lookahead::{Analysis, Control, Seed};
use rand::RngExt;
use std::fmt;
use std::sync::Arc;

/// The calls of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallPolicy {
    /// Natural calls, by the bidder.
    Natural,
    /// Random legal calls.
    Random,
}

/// The stream of a decision's seed for mistakes; a search uses streams from 0 on.
const MISTAKES: u64 = u64::MAX;

/// A player of one seat, who calls and plays.
#[derive(Clone)]
pub struct SeatPlayer {
    calls: CallPolicy,
    conventions: Conventions,
    bidder: Bidder,
    declares: Arc<dyn CardPlayer>,
    defends: Arc<dyn CardPlayer>,
    mistakes: f64,
}

impl fmt::Debug for SeatPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("SeatPlayer");
        all.field("conventions", &self.conventions.name());
        all.field("mistakes", &self.mistakes)
            .finish_non_exhaustive()
    }
}

impl SeatPlayer {
    pub(super) fn new(
        calls: CallPolicy,
        conventions: Conventions,
        declares: Arc<dyn CardPlayer>,
        defends: Arc<dyn CardPlayer>,
    ) -> Self {
        SeatPlayer {
            calls,
            bidder: Bidder::new(&conventions),
            conventions,
            declares,
            defends,
            mistakes: 0.0,
        }
    }

    /// Returns the player with this probability of a random card.
    pub(super) fn with_mistakes(self, mistakes: f64) -> Self {
        SeatPlayer { mistakes, ..self }
    }

    /// Returns the conventions of the player.
    pub fn conventions(&self) -> &Conventions {
        &self.conventions
    }

    /// Returns the call, with its reason.
    pub fn call(&self, view: &View, seed: Seed) -> ExplainedCall {
        match self.calls {
            CallPolicy::Natural => self.bidder.call(view),
            CallPolicy::Random => {
                let legal: Vec<Call> = calls(&view.auction).collect();
                let number = seed.rng().random_range(0..legal.len().max(1));
                let call = legal.get(number).copied().unwrap_or(Call::Pass);
                let why = Judgement::Random.into();
                ExplainedCall { call, why }
            }
        }
    }

    /// Returns the card, with its reasons, before random mistakes.
    ///
    /// # Errors
    /// If this seat has no card to choose now, or the view is inconsistent.
    pub fn advise(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError> {
        self.advise_with_progress(view, control, &|_| {})
    }

    /// Returns the card as [`advise`](SeatPlayer::advise), and passes every intermediate answer to
    /// `report`.
    ///
    /// # Errors
    /// As [`SeatPlayer::advise`].
    pub fn advise_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        let declaring = view
            .final_contract()
            .map(|final_contract| Side::from(final_contract.declarer));
        let method = if declaring == Some(Side::from(view.seat)) {
            &self.declares
        } else {
            &self.defends
        };
        method.choose_with_progress(view, control, report)
    }

    /// Returns the action, with its analysis.
    ///
    /// # Errors
    /// As [`SeatPlayer::advise`].
    pub fn act(&self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, DecisionError> {
        if caller(&view.auction, view.dealer).is_some() {
            let called = self.call(view, control.seed);
            return Ok(Choice {
                action: called.call.into(),
                thought: Some(called_json(&called)),
            });
        }
        let legal = view.legal();
        let rng = &mut control.seed.stream(MISTAKES).rng();
        let random_card = self.mistakes > 0.0 && rng.random_bool(self.mistakes);
        if (random_card || legal.len() == 1)
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

/// The players of a side: the first sits North or East, the second South or West.
#[derive(Clone, Debug)]
pub struct Partners {
    players: [SeatPlayer; 2],
}

impl Partners {
    /// Creates the partnership of two players.
    pub fn new(players: [SeatPlayer; 2]) -> Self {
        Partners { players }
    }

    fn of(&self, view: &View) -> &SeatPlayer {
        &self.players[view.seat as usize / 2]
    }
}

/// Analysis of a board by a player: calls and cards with reasons.
pub trait BoardAnalyst: Send {
    /// Returns the conventions of the player, as far as they are known.
    fn conventions(&self) -> &Conventions;

    /// Returns the call, with its reason.
    ///
    /// # Errors
    /// A fault if the player does not answer.
    fn call(&mut self, view: &View, control: &Control<'_>) -> Result<ExplainedCall, Fault>;

    /// Returns the card, with its reasons, and passes every intermediate answer to `report`.
    ///
    /// # Errors
    /// If this seat has no card to choose now, the view is inconsistent, or the player does not
    /// answer.
    fn advise(
        &mut self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError>;

    /// Returns the action at the table, with its analysis.
    ///
    /// # Errors
    /// A fault if the player does not answer.
    fn act(&mut self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, Fault>;
}

/// Converts a missing choice to a fault of the player.
fn crashed(why: &DecisionError) -> Fault {
    let why = why.to_string();
    Fault::Crashed { why }
}

impl BoardAnalyst for Partners {
    fn conventions(&self) -> &Conventions {
        self.players[0].conventions()
    }

    fn call(&mut self, view: &View, control: &Control<'_>) -> Result<ExplainedCall, Fault> {
        Ok(self.of(view).call(view, control.seed))
    }

    fn advise(
        &mut self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        self.of(view).advise_with_progress(view, control, report)
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

/// Returns a card with its mean score: with models where it was searched with them, else double
/// dummy.
fn valued(candidate: &Candidate) -> lookahead::Candidate<Action> {
    let value = candidate.with_models.or(candidate.double_dummy);
    let action = Action::Card(candidate.card);
    lookahead::Candidate {
        error: value.and_then(|value| value.error),
        visits: value.map_or(0, |value| value.deals),
        ..lookahead::Candidate::estimate(action, value.map_or(0.0, |value| value.points))
    }
}

impl FromPlayer<Bridge> for dyn BoardAnalyst {
    fn from_player(player: Box<dyn Player<Bridge>>) -> Box<Self> {
        Box::new(ExternalPlayer {
            player: PlayerAnalyst::new(player),
            conventions: super::default_conventions(),
        })
    }
}

/// A player of the arena that returns only one call or card, such as a program in another process.
struct ExternalPlayer {
    player: PlayerAnalyst<Bridge>,
    conventions: Conventions,
}

impl BoardAnalyst for ExternalPlayer {
    fn conventions(&self) -> &Conventions {
        &self.conventions
    }

    fn call(&mut self, view: &View, control: &Control<'_>) -> Result<ExplainedCall, Fault> {
        match self.act(view, control)?.action {
            Action::Call(call) => Ok(ExplainedCall {
                call,
                why: Judgement::NotExplained.into(),
            }),
            Action::Card(card) => Err(crashed(&DecisionError::Player(format!(
                "expected a call, got the card {}",
                Ascii(card)
            )))),
        }
    }

    fn advise(
        &mut self,
        view: &View,
        control: &Control<'_>,
        _: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        let choice = self.act(view, control);
        let choice = choice.map_err(|fault| DecisionError::Player(fault.to_string()))?;
        match choice.action {
            Action::Card(card) => Ok(Advice::bare(view.turn().ok_or(DecisionError::Over)?, card)),
            Action::Call(call) => Err(DecisionError::Player(format!(
                "expected a card, got the call {}",
                Ascii(call)
            ))),
        }
    }

    fn act(&mut self, view: &View, control: &Control<'_>) -> Result<Choice<Action>, Fault> {
        let (number, view) = (1, view.clone());
        let seen = SeatView { number, view };
        let seat = seen.view.seat as usize;
        self.player.decide(&Bridge::default(), seat, &seen, control)
    }
}
