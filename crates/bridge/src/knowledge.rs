//! What a player can infer: an agent is what it sees and how it reads it.
//!
//! Hard facts come from a [`View`]: the own hand, dummy, the cards played, the suits somebody has
//! shown out of. Soft meanings come from [`Conventions`]: what calls promise, which card is led
//! from what, what signals show, what players do not do. Each is an [`Inference`] with the name of
//! its rule, a reliability and words; a hand that violates it is not excluded but weighs less. So a
//! player who did not signal, or a call that was a joke, leaves deals alive.
//!
//! The rules follow the appendix of Otawa and Uehara, "abc algorithm" (2006), where they are
//! constraints of a logic program and hold without exception; here they are weights, because the
//! paper's own hypotheses break them (two players cannot both have signalled an odd number of five
//! cards). Every inference restricts one suit of one hand, or lengths and points of one hand, which
//! is what an exact sampler can use: see [`Weigh`]. Whether a card lost a trick does not factor
//! that way and is left to the caller: [`Knowledge::care`]. Nothing here draws deals or solves
//! anything, and nothing is learned: what a rule is worth is written in its file.
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
mod leads;
mod meaning;
mod pattern;
mod reading;
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
pub use statement::{Promises, RuleName, Said, Statement};

use crate::dealing::Weigh;
use crate::table::Side;
use crate::words::Words;
use crate::{Hand, Seat, View};
use conventions::Habit;
use inference::Source;

pub(crate) use reading::Reading;
pub(crate) use shapes::Shapes;
pub(crate) use statement::Kind;
pub(crate) use terms::{Bound, Range, Shape, Term};

/// Everything one player knows and believes of the hands he does not see.
#[derive(Clone, Debug)]
pub struct Knowledge {
    facts: [Facts; 4],
    inferences: Vec<Inference>,
    /// Calls that mean nothing.
    unread: Vec<Statement>,
    beliefs: [Belief; 4],
    /// How much a lost trick counts, and which cards of the play opponents chose.
    lambda: Option<f64>,
    watched: Vec<usize>,
}

/// Inferences that cannot all be true.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// What they say, at least one; leaving out any of them resolves it.
    pub rules: Vec<Statement>,
}

impl Knowledge {
    /// What is known from a view. Reads the auction anew: use [`Knowledge::with`] for card after
    /// card of one deal.
    pub fn of(view: &View, conventions: &Conventions) -> Self {
        Knowledge::with(
            view,
            &Bidding::of(&view.auction, view.dealer, conventions),
            conventions,
        )
    }

    /// The same with the auction read already.
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

    /// What calls alone say, for somebody who is not at the table and knows these cards of each
    /// hand: thirteen are a hand that is seen.
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

    /// The cards certainly dealt to each seat.
    pub fn known(&self) -> [Hand; 4] {
        self.facts.map(|facts| facts.must)
    }

    /// What is certain of each hand.
    pub fn facts(&self) -> &[Facts; 4] {
        &self.facts
    }

    /// What is believed of each hand, in the form deals are drawn with.
    pub fn beliefs(&self) -> [&dyn Weigh; 4] {
        self.beliefs.each_ref().map(|belief| belief as &dyn Weigh)
    }

    /// What is believed of one hand.
    pub fn belief(&self, seat: Seat) -> &Belief {
        &self.beliefs[seat as usize]
    }

    /// All inferences, calls first, then cards in the order played.
    pub fn inferences(&self) -> &[Inference] {
        &self.inferences
    }

    /// What an inference says.
    pub fn statement(&self, inference: &Inference) -> Statement {
        inference.statement(&self.facts[inference.seat as usize])
    }

    /// The suits that seats have shown out of.
    pub fn certain(&self) -> impl Iterator<Item = Statement> + '_ {
        Seat::ALL.into_iter().zip(&self.facts).flat_map(shown_out)
    }

    /// Facts, inferences with their reliability, and calls that mean nothing, one line each.
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

    /// Inferences that cannot all be true, if lengths and points show some. Deals may be drawn all
    /// the same unless all of them are fully trusted.
    pub fn conflict(&self) -> Option<Conflict> {
        let found = conflict::conflict(&self.facts, &self.inferences)?;
        let rules = found
            .into_iter()
            .map(|index| self.statement(&self.inferences[index]));
        Some(Conflict {
            rules: rules.collect(),
        })
    }

    /// The same without all inferences by a rule of this name.
    #[must_use]
    pub fn without(&self, rule: &str) -> Self {
        let mut fewer = self.clone();
        fewer
            .inferences
            .retain(|inference| &*inference.rule != rule);
        fewer.beliefs = Seat::ALL.map(|seat| believe(&fewer.facts, &fewer.inferences, seat));
        fewer
    }

    /// Gives up the least reliable inference and returns it; none are left in the end.
    ///
    /// Only fully trusted rules can make deals impossible, so as long as there are any the one to
    /// go is the latest of those, first of all one that is part of a
    /// [`conflict`](Knowledge::conflict). Giving up softer ones first would only lose what they
    /// tell.
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

    /// Tries something until it works, giving up one inference after each failure. Returns what
    /// worked and what was given up.
    ///
    /// # Errors
    /// The last failure, if it fails with the hard facts alone.
    pub fn settle<T, E>(
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

    /// The cards an opponent played from a hidden hand, by their place in the play, that
    /// [`Knowledge::care`] asks about; none unless a rule says that opponents do not lose tricks.
    pub fn watched(&self) -> &[usize] {
        &self.watched
    }

    /// The weight of a whole deal by the rule that an opponent does not make a losing play:
    /// `exp(-lambda * tricks lost)`.
    ///
    /// `lost` says how many tricks the card at a place in the play cost in that deal, double dummy.
    pub fn care(&self, mut lost: impl FnMut(usize) -> u8) -> f64 {
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

/// The suits a seat has shown out of.
fn shown_out((seat, facts): (Seat, &Facts)) -> impl Iterator<Item = Statement> + '_ {
    facts.shown_out().map(move |suit| {
        let dealt = facts.must[suit].len();
        let said = Said::ShownOut { suit, dealt };
        Statement { seat, said }
    })
}
