//! Inferences of a player: hard facts of a view, and soft meanings of calls and cards.
//!
//! Hard facts come from a [`View`]: the own hand, dummy, the cards played, the suits a player has
//! shown out of. Soft meanings come from [`Conventions`]: the promises of calls, the cards led from
//! holdings, the meaning of signals, and habits. Each is an [`Inference`] with the name of its
//! rule, a reliability and sentences; a hand that violates it is not excluded but weighs less. So
//! deals remain possible when a player did not signal or made a psychic call.
//!
//! The rules follow the appendix of Otawa and Uehara, "abc algorithm" (2006), where they are
//! constraints of a logic program and hold without exception; here they are weights, because the
//! paper's own hypotheses break them (two players cannot both have signalled an odd number of five
//! cards). Every inference restricts one suit of one hand, or lengths and points of one hand, which
//! an exact sampler can use: see [`HandBelief`]. Whether a card lost a trick does not factor that
//! way and is left to the caller: [`Knowledge::losing_play_weight`]. Nothing here draws deals or
//! solves anything, and nothing is learned: the reliability of a rule is written in its file.
//!
//! ```
//! use bridge::knowledge::{Conventions, Knowledge};
//! use bridge::{Board, Play, Seat, Strain, View, Vulnerability, notation};
//!
//! let deal = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
//! let (dealer, vulnerability) = (Seat::South, Vulnerability::None);
//! let board = Board { number: 1, dealer, vulnerability, hands: notation::deal(deal)? };
//! let mut play = Play::new(board.hands, Strain::Notrump, Seat::West)?;
//! for card in ["S5", "S3", "SQ", "SA", "C6", "C8"] {
//!     play.play(notation::card(card)?)?;
//! }
//! let view = View::of(&board, &"1NT - 3NT - - -".parse()?, &play, Seat::South);
//! let knowledge = Knowledge::of(&view, &Conventions::standard());
//! let words = knowledge.explain();
//! assert!(words.iter().any(|line| line.en.contains("West shows an even number of clubs: played the 8")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod belief;
mod calls;
mod cards;
mod conflict;
mod conventions;
mod file;
mod holdings;
mod inference;
mod interpretation;
mod leads;
mod meaning;
mod pattern;
mod shapes;
mod signal;
mod statement;
mod terms;

#[cfg(test)]
mod tests;

pub use belief::{Belief, Facts};
pub use calls::Bidding;
pub use conventions::{Conventions, ConventionsError};
pub use holdings::{Quality, Test};
pub use inference::{Constraint, Inference};
pub use leads::LeadTable;
pub use meaning::Meaning;
pub use signal::signal;
pub use statement::{Promises, RuleName, Statement, StatementKind};

use crate::dealing::HandBelief;
use crate::table::Side;
use crate::words::Words;
use crate::{Hand, Seat, View};
use conventions::Habit;
use inference::Source;

pub(crate) use interpretation::Interpretation;
pub(crate) use shapes::Shapes;
pub(crate) use statement::HandType;
pub(crate) use terms::{Range, Shape, SuitBindings, Term};

/// Everything one player knows and believes of the hidden hands.
#[derive(Clone, Debug)]
pub struct Knowledge {
    facts: [Facts; 4],
    inferences: Vec<Inference>,
    /// Calls without a rule.
    unread: Vec<Statement>,
    beliefs: [Belief; 4],
    /// The weight of a lost trick, and the cards that opponents chose.
    lambda: Option<f64>,
    watched: Vec<usize>,
}

/// A contradiction between inferences.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The statements that contradict each other, at least one; dropping any resolves the
    /// contradiction.
    pub rules: Vec<Statement>,
}

impl Knowledge {
    /// Infers the knowledge of a view. It interprets the auction anew: use [`Knowledge::with`] for
    /// card after card of one deal.
    pub fn of(view: &View, conventions: &Conventions) -> Self {
        Knowledge::with(
            view,
            &Bidding::of(&view.auction, view.dealer, conventions),
            conventions,
        )
    }

    /// Infers the knowledge of a view with an interpreted auction.
    pub fn with(view: &View, bidding: &Bidding, conventions: &Conventions) -> Self {
        let facts = Facts::of(view);
        let mut inferences = Vec::with_capacity(16);
        for seat in Seat::ALL
            .into_iter()
            .filter(|seat| !facts[*seat as usize].seen)
        {
            add_calls(seat, bidding, &mut inferences);
        }
        cards::read(view, &facts, conventions, &mut inferences);
        let mut habits = conventions.habits.iter();
        let lambda = habits.find_map(|rule| match rule.habit {
            Habit::LosingPlay { lambda } => Some(lambda),
            _ => None,
        });
        let opposes =
            |seat: Seat| Side::from(seat) != Side::from(view.seat) && !facts[seat as usize].seen;
        let watched = view
            .cards
            .iter()
            .enumerate()
            .filter(|(_, (seat, _))| lambda.is_some() && opposes(*seat));
        let hidden = Seat::ALL
            .into_iter()
            .filter(|seat| !facts[*seat as usize].seen);
        Knowledge {
            beliefs: Seat::ALL.map(|seat| believe(&facts, &inferences, seat)),
            unread: hidden.flat_map(|seat| bidding.unread(seat)).collect(),
            watched: watched.map(|(index, _)| index).collect(),
            facts,
            inferences,
            lambda,
        }
    }

    /// Infers the knowledge from calls alone, for an observer who knows these cards of each hand:
    /// thirteen are a visible hand.
    ///
    /// ```
    /// use bridge::knowledge::{Bidding, Conventions, Knowledge};
    /// use bridge::{Hand, Seat};
    ///
    /// let bidding = Bidding::of(&"1NT".parse()?, Seat::South, &Conventions::standard());
    /// let knowledge = Knowledge::of_calls([Hand::EMPTY; 4], &bidding);
    /// assert_eq!(knowledge.inferences()[0].seat, Seat::South);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_calls(known: [Hand; 4], bidding: &Bidding) -> Self {
        let facts = Facts::of_known(known);
        let mut inferences = Vec::new();
        let mut unread = Vec::new();
        for seat in Seat::ALL {
            if !facts[seat as usize].seen {
                add_calls(seat, bidding, &mut inferences);
                unread.extend(bidding.unread(seat));
            }
        }
        Knowledge {
            beliefs: Seat::ALL.map(|seat| believe(&facts, &inferences, seat)),
            facts,
            inferences,
            unread,
            lambda: None,
            watched: Vec::new(),
        }
    }

    /// Returns the cards certainly dealt to each seat.
    pub fn known(&self) -> [Hand; 4] {
        self.facts.map(|facts| facts.must)
    }

    /// Returns the hard facts of each hand.
    pub fn facts(&self) -> &[Facts; 4] {
        &self.facts
    }

    /// Returns the beliefs about each hand, for sampling deals.
    pub fn beliefs(&self) -> [&dyn HandBelief; 4] {
        self.beliefs
            .each_ref()
            .map(|belief| belief as &dyn HandBelief)
    }

    /// Returns the belief about one hand.
    pub fn belief(&self, seat: Seat) -> &Belief {
        &self.beliefs[seat as usize]
    }

    /// Returns all inferences, calls first, then cards in the order played.
    pub fn inferences(&self) -> &[Inference] {
        &self.inferences
    }

    /// Returns the statement of an inference.
    pub fn statement(&self, inference: &Inference) -> Statement {
        inference.statement(&self.facts[inference.seat as usize])
    }

    /// Returns the suits that seats have shown out of.
    pub fn certain(&self) -> impl Iterator<Item = Statement> + '_ {
        Seat::ALL.into_iter().zip(&self.facts).flat_map(shown_out)
    }

    /// Returns facts, inferences with their reliability, and calls without a meaning, one line
    /// each.
    pub fn explain(&self) -> Vec<Words> {
        let certain = self.certain().map(|fact| fact.words());
        let inferred = self.inferences.iter().map(|inference| {
            let trust = (inference.reliability * 100.0).round();
            let Words { en, ja } = self.statement(inference).words();
            Words {
                en: format!("{en} ({trust}%)"),
                ja: format!("{ja}（{trust}%）"),
            }
        });
        let unread = self.unread.iter().map(Statement::words);
        certain.chain(inferred).chain(unread).collect()
    }

    /// Returns a contradiction, if lengths and points show one. Deals can be drawn all the same
    /// unless all of its inferences are fully trusted.
    pub fn conflict(&self) -> Option<Conflict> {
        let found = conflict::conflict(&self.facts, &self.inferences)?;
        let rules = found
            .into_iter()
            .map(|index| self.statement(&self.inferences[index]));
        Some(Conflict {
            rules: rules.collect(),
        })
    }

    /// Returns the knowledge without the inferences by a rule of this name.
    #[must_use]
    pub fn without(&self, rule: &str) -> Self {
        let mut fewer = self.clone();
        fewer
            .inferences
            .retain(|inference| &*inference.rule != rule);
        fewer.beliefs = Seat::ALL.map(|seat| believe(&fewer.facts, &fewer.inferences, seat));
        fewer
    }

    /// Drops the least reliable inference and returns it; `None` if none is left.
    ///
    /// Only fully trusted rules can make deals impossible, so as long as there are any the latest
    /// of those is dropped, first of all one that is part of a [`conflict`](Knowledge::conflict).
    /// Dropping softer ones first would only lose their information.
    pub fn relax(&mut self) -> Option<Inference> {
        let involved = conflict::conflict(&self.facts, &self.inferences).unwrap_or_default();
        let order = |index: &usize| {
            let inference = &self.inferences[*index];
            let forbids = inference.reliability >= 1.0;
            (!forbids, !involved.contains(index))
        };
        let worst = (0..self.inferences.len()).rev().min_by(|a, b| {
            let trust = |index: &usize| self.inferences[*index].reliability;
            order(a).cmp(&order(b)).then(trust(a).total_cmp(&trust(b)))
        })?;
        let dropped = self.inferences.remove(worst);
        let seat = dropped.seat;
        self.beliefs[seat as usize] = believe(&self.facts, &self.inferences, seat);
        Some(dropped)
    }

    /// Retries an attempt until it succeeds, dropping one inference after each failure. Returns the
    /// result and the dropped statements.
    ///
    /// # Errors
    /// The last failure, if it fails even with the hard facts alone.
    pub fn relax_until<T, E>(
        &mut self,
        mut attempt: impl FnMut(&Knowledge) -> Result<T, E>,
    ) -> Result<(T, Vec<Statement>), E> {
        let mut given_up = Vec::new();
        loop {
            match attempt(self) {
                Ok(done) => return Ok((done, given_up)),
                Err(failure) => match self.relax() {
                    Some(inference) => given_up.push(self.statement(&inference)),
                    None => return Err(failure),
                },
            }
        }
    }

    /// Returns the cards an opponent played from a hidden hand, by their place in the play, that
    /// [`Knowledge::losing_play_weight`] asks about; none unless a rule says that opponents do not
    /// lose tricks.
    pub fn watched_cards(&self) -> &[usize] {
        &self.watched
    }

    /// Returns the weight of a whole deal by the rule that an opponent does not make a losing play:
    /// `exp(-lambda * tricks lost)`.
    ///
    /// `lost` returns the number of tricks that the card at a place in the play cost in that deal,
    /// double dummy.
    pub fn losing_play_weight(&self, mut lost: impl FnMut(usize) -> u8) -> f64 {
        let tricks: u32 = self
            .watched
            .iter()
            .map(|index| u32::from(lost(*index)))
            .sum();
        libm::exp(-self.lambda.unwrap_or(0.0) * f64::from(tricks))
    }
}

fn believe(facts: &[Facts; 4], inferences: &[Inference], seat: Seat) -> Belief {
    let about = inferences.iter().filter(|inference| inference.seat == seat);
    Belief::new(facts[seat as usize], about)
}

fn add_calls(seat: Seat, bidding: &Bidding, into: &mut Vec<Inference>) {
    for promised in &bidding.seats[seat as usize] {
        let inference = |constraint| Inference {
            seat,
            rule: promised.rule.clone(),
            reliability: promised.reliability,
            constraint,
            source: Source::Call(promised.call, promised.promises.clone()),
        };
        if !promised.meaning.is_empty() {
            into.push(inference(Constraint::Hand(promised.meaning.clone())));
        }
        for &(suit, quality) in &promised.holdings {
            into.push(inference(Constraint::Suit(suit, Test::Promised(quality))));
        }
    }
}

/// Returns the suits a seat has shown out of.
fn shown_out((seat, facts): (Seat, &Facts)) -> impl Iterator<Item = Statement> + '_ {
    facts.shown_out().map(move |suit| {
        let dealt = facts.must[suit].len();
        let kind = StatementKind::ShownOut { suit, dealt };
        Statement { seat, kind }
    })
}
