//! Hybrid player: plain search first, player models where they help (section 7 of the abc paper).
//!
//! The paper proposes two rules. In real records three of four decisions have several cards that
//! are equally good double dummy.
//!
//! 1. Where plain search gives little chance of success, all cards are compared with models, and a
//!    card that plain search values lower is taken only on a clear gain.
//! 2. Where plain search has several equal cards, those alone are compared with models, and the
//!    best of them is taken on a clear gain.
//!
//! Without a clear gain the card of plain search is played: a signal among equals, or the natural
//! card. A time limit is divided: a third for plain search, the rest for models.

use super::CardPlayer;
use super::abc::Abc;
use super::advice::{Advice, Candidate, CardValue};
use super::deal_sampler::DealSampler;
use super::decision::{Decision, DecisionError};
use super::minimax::Minimax;
use super::reason::{Grounds, Reason, Rule, Verdict};
use crate::knowledge::Bidding;
use crate::{Card, Hand, View};
use lookahead::{Control, Limit};

/// A player that combines both methods.
#[derive(Clone, Debug)]
pub struct Hybrid {
    /// Plain search.
    pub plain: Minimax,
    /// Search with models.
    pub models: Abc,
    /// The probability of success up to which all cards are compared with models.
    pub hopeless: f64,
    /// The minimum of a clear gain, in standard errors.
    pub errors: f64,
    /// The minimum of a clear gain in points, among cards that plain search values equally.
    pub gain: f64,
    /// The minimum of a clear gain in points, for a card that plain search values lower. About one
    /// IMP.
    pub risk: f64,
    /// Whether all cards are compared with models, whatever plain search finds.
    pub all: bool,
}

/// A gain in points below the precision of reports.
const NEGLIGIBLE: f64 = 0.5;

impl Default for Hybrid {
    fn default() -> Self {
        let plain = Minimax::default();
        Hybrid {
            models: Abc {
                deals: 48,
                solvers: plain.solvers.clone(),
                ..Abc::default()
            },
            plain,
            hopeless: 0.1,
            errors: 2.0,
            gain: 5.0,
            risk: 30.0,
            all: false,
        }
    }
}

impl CardPlayer for Hybrid {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError> {
        self.choose_with_progress(view, control, &|_| {})
    }

    fn choose_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        let decision = Decision::of(view)?;
        self.models.check(view)?;
        let bidding = Bidding::of(&view.auction, view.dealer, &self.plain.conventions);
        let sampler = DealSampler::of(view, &bidding, &self.plain.conventions)?;
        let share = |third: u32| Limit {
            time: control.limit.time.map(|time| time * third / 3),
            ..control.limit
        };
        let first = control.clone().limit(share(1));
        let mut plain = self.plain.decide(&decision, &sampler, &first, report);
        let (rule, cards) = self.cards_in_doubt(&decision, &plain);
        let mut cards = decision.informative(cards);
        if !cards.contains(&plain.card) {
            cards.push(plain.card);
        }
        if cards.len() < 2 {
            plain.verdict = self.all.then(|| self.judge(&plain, None));
            return Ok(plain);
        }
        report(&plain);
        let rest = control.clone().limit(share(2));
        let progress = |models: &Advice| report(&self.merged(rule, &plain, models.clone()));
        let models = self
            .models
            .decide(&decision, &sampler, cards, &rest, &progress);
        Ok(self.merged(rule, &plain, models))
    }
}

impl Hybrid {
    /// Returns the cards to compare with models, and the rule; nothing is in doubt with fewer than
    /// two.
    fn cards_in_doubt(&self, decision: &Decision<'_>, plain: &Advice) -> (Rule, Hand) {
        if self.all {
            return (Rule::AllCards, decision.legal);
        }
        let best = plain.candidates.first().and_then(|best| best.double_dummy);
        if best.is_some_and(|best| best.deals > 0 && best.success <= self.hopeless) {
            return (Rule::LittleChance, decision.legal);
        }
        (Rule::Equals, self.plain.equal_cards(&plain.candidates))
    }

    /// Merges the results of both methods.
    fn merged(&self, rule: Rule, plain: &Advice, models: Advice) -> Advice {
        let verdict = self.judge(plain, Some(&models));
        let mut advice = plain.clone();
        advice.merge(models);
        advice.reasons.push(Reason::Compared(rule));
        advice.reasons.push(Reason::Verdict(verdict));
        advice.verdict = Some(verdict);
        if verdict.card != advice.card {
            advice.card = verdict.card;
            let other = |candidate: &Candidate| candidate.card != verdict.card;
            advice.candidates.sort_by_key(other);
        }
        advice
    }

    /// Returns the final choice: the card of plain search, unless models show a clear gain.
    pub fn judge(&self, plain: &Advice, models: Option<&Advice>) -> Verdict {
        let stay = |grounds| Verdict {
            card: plain.card,
            grounds,
            plain: plain.card,
            models: None,
            gain: 0.0,
            error: None,
        };
        let Some(models) = models else {
            return stay(Grounds::Only);
        };
        let plain_value = models.candidate(plain.card).and_then(|c| c.with_models);
        let Some(plain_value) = plain_value.filter(|value| value.deals > 0) else {
            return stay(Grounds::NoTime);
        };
        let better = Verdict {
            models: Some(models.card),
            gain: plain_value.behind,
            error: plain_value.behind_error,
            ..stay(Grounds::Unclear)
        };
        match models.card {
            card if self.is_clear(plain, card, &plain_value) => Verdict {
                card,
                grounds: Grounds::Clear,
                ..better
            },
            card if card == plain.card || plain_value.behind < NEGLIGIBLE => Verdict {
                models: Some(card),
                ..stay(Grounds::Both)
            },
            _ => better,
        }
    }

    /// Returns whether a card has a clear gain over that of plain search, whose value by models is
    /// `plain_value`.
    fn is_clear(&self, plain: &Advice, card: Card, plain_value: &CardValue) -> bool {
        let behind = plain.candidate(card).and_then(|c| c.double_dummy);
        let equal = behind.is_some_and(|value| value.behind <= self.plain.equal);
        let (points, errors) = if equal {
            (self.gain, self.errors)
        } else {
            (self.risk, self.errors.max(3.0))
        };
        let clear = |error| plain_value.behind > points && plain_value.behind > errors * error;
        card != plain.card && plain_value.behind_error.is_some_and(clear)
    }
}
