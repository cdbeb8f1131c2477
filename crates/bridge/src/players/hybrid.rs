//! Plain search first, models of the others where they help: section 7 of the abc paper.
//!
//! The paper proposes two rules, and so do real records: three of four decisions have several cards that are equally good double dummy.
//!
//! 1. Where plain search sees little chance, all cards are compared with models, and a card that plain search thinks worse is taken only on a clear gain.
//! 2. Where plain search has several equal cards, those alone are compared with models, and the best of them is taken on a clear gain.
//!
//! Without a clear gain it is what plain search plays: a signal among equals, or the natural card. A limit of time is divided: a third for plain search, the rest for models.

use super::abc::Abc;
use super::advice::Advice;
use super::decision::{Decision, NoChoice};
use super::minimax::Minimax;
use super::sight::Sight;
use super::{Choose, words};
use crate::knowledge::Bidding;
use crate::{Card, Hand, View};
use lookahead::{Control, Limit};

/// A player who uses both methods.
#[derive(Clone, Debug)]
pub struct Hybrid {
    /// Plain search.
    pub plain: Minimax,
    /// Search with models.
    pub models: Abc,
    /// A chance of making or beating the contract up to which plain search sees little hope.
    pub hopeless: f64,
    /// How many standard errors a gain must have to be clear.
    pub errors: f64,
    /// How many points a gain must have to be clear among cards that plain search thinks equal.
    pub gain: f64,
    /// The same for a card that plain search thinks worse. About one IMP.
    pub risk: f64,
}

impl Default for Hybrid {
    fn default() -> Self {
        Hybrid {
            plain: Minimax::default(),
            models: Abc {
                deals: 48,
                ..Abc::default()
            },
            hopeless: 0.1,
            errors: 2.0,
            gain: 5.0,
            risk: 30.0,
        }
    }
}

impl Choose for Hybrid {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, NoChoice> {
        let decision = Decision::of(view)?;
        self.models.check(view)?;
        let bidding = Bidding::of(&view.auction, view.dealer, &self.plain.conventions);
        let sight = Sight::of(view, &bidding, &self.plain.conventions)?;
        let share = |third: u32| Limit {
            time: control.limit.time.map(|time| time * third / 3),
            ..control.limit
        };
        let mut plain = self
            .plain
            .decide(&decision, &sight, &control.clone().limit(share(1)));
        let (rule, cards) = self.doubtful(&decision, &plain);
        let mut cards = decision.telling(cards);
        if !cards.contains(&plain.card) {
            cards.push(plain.card);
        }
        if cards.len() < 2 {
            return Ok(plain);
        }
        let rest = control.clone().limit(share(2));
        let models = self.models.decide(&decision, &sight, cards, &rest);
        let verdict = self.verdict(rule, &plain, &models);
        plain.merge(models);
        plain.reasons.push(rule.words());
        plain.reasons.push(words::verdict(plain.card, verdict));
        if let Verdict::Better {
            card, clear: true, ..
        } = verdict
        {
            plain.card = card;
            plain
                .candidates
                .sort_by_key(|candidate| candidate.card != card);
        }
        Ok(plain)
    }
}

/// Why models are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Plain search sees little chance.
    LittleChance,
    /// Several cards are equal.
    Equals,
}

/// What models say about the card of plain search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// It is their best card too.
    Agrees,
    /// There were not enough deals to say.
    NoTime,
    /// Another card gains so many points, with this error.
    Better {
        card: Card,
        points: f64,
        error: f64,
        clear: bool,
    },
}

impl Rule {
    fn words(self) -> String {
        match self {
            Rule::LittleChance => {
                "Plain search sees little chance, so all cards were compared with models of the others."
            }
            Rule::Equals => "Plain search finds several cards equal, so those were compared with models of the others.",
        }
        .to_owned()
    }
}

impl Hybrid {
    /// The cards to compare with models: more than one, or nothing is in doubt.
    fn doubtful(&self, decision: &Decision<'_>, plain: &Advice) -> (Rule, Hand) {
        let best = plain.candidates.first().and_then(|best| best.double_dummy);
        if best.is_some_and(|best| best.deals > 0 && best.success <= self.hopeless) {
            return (Rule::LittleChance, decision.legal);
        }
        (Rule::Equals, self.plain.equals(&plain.candidates))
    }

    /// What models say about the card of plain search.
    fn verdict(&self, rule: Rule, plain: &Advice, models: &Advice) -> Verdict {
        self.better(rule, plain, models).unwrap_or_else(|| {
            let compared = models.candidates.iter().filter_map(|c| c.with_models);
            let best = models.candidates.first().map(|best| best.card);
            let deals = compared.map(|opinion| opinion.deals).min().unwrap_or(0);
            if best == Some(plain.card) && deals > 0 {
                Verdict::Agrees
            } else {
                Verdict::NoTime
            }
        })
    }

    /// The best card by models, if it is another one, how much it gains and whether that is clear.
    fn better(&self, rule: Rule, plain: &Advice, models: &Advice) -> Option<Verdict> {
        let best = models.candidates.first();
        let best = best.filter(|best| best.card != plain.card)?;
        let settled = models.candidate(plain.card)?.with_models?;
        let error = settled.behind_error?;
        let behind = plain.candidate(best.card)?.double_dummy?.behind;
        let equal = rule == Rule::Equals || behind <= self.plain.equal;
        let (points, errors) = if equal {
            (self.gain, self.errors)
        } else {
            (self.risk, self.errors.max(3.0))
        };
        Some(Verdict::Better {
            card: best.card,
            points: settled.behind,
            error,
            clear: settled.behind > points && settled.behind > errors * error,
        })
    }
}
