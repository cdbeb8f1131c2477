//! The abc algorithm: card values when every player acts on their own information.
//!
//! Otawa and Uehara, "abc algorithm" (2006), section 3.5: sample deals of the hidden hands; for
//! each deal and each candidate card sample the beliefs of the other players, given their hands in
//! that deal and the card; let every player play on by their beliefs; take the card with the best
//! average. The statistics are [`lookahead::models::abc`](lookahead::models::abc())'s.
//!
//! Points that the paper leaves open are decided as experience with its four examples suggests;
//! each decision can be switched off to run the algorithm as printed:
//!
//! * modelled players have several deals ([`Abc::imagined`], one in the paper);
//! * the deal is played out ([`Method`]; the paper searches to a depth and evaluates the position
//!   there);
//! * rules about calls, leads and signals are weights, in [`Conventions`];
//! * small cards do not refute the deals of a modelled player ([`Abc::repair`]);
//! * a modelled player whose deals are all refuted draws new ones ([`Abc::anew`]; the paper does
//!   not say).

use super::CardPlayer;
use super::advice::{Advice, Candidate, CardValue, Mistakes, WorstCard};
use super::coupled_sampling::CoupledSampler;
use super::deal_sampler::DealSampler;
use super::decision::{Decision, DecisionError};
use super::model_tree::{Algorithm, ModelTree};
use super::player_model::{Interpretation, PlayerModel, Resampling};
use super::reason::Reason;
use super::rollout::{Context, Mistake, Rollout};
use super::tie_break::Order;
use super::trick_state::TrickState;
use crate::double_dummy::{Solver, SolverPool};
use crate::knowledge::{Bidding, Conventions};
use crate::table::Side;
use crate::{Card, Hand, Seat, View};
use lookahead::models::{self, AbcAnalysis, HiddenInformation};
use lookahead::{Control, Limit, Meter, Seed};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A player that searches with models of all other players.
#[derive(Clone, Debug)]
pub struct Abc {
    /// The number of deals to average over.
    pub deals: u32,
    /// The number of belief samples of the other players per deal.
    pub beliefs: u32,
    /// The number of deals of each modelled player.
    pub imagined: u32,
    /// Eliminates cards that are behind by this number of standard errors, and stops when one is
    /// left; `None` to keep all.
    pub sure: Option<f64>,
    /// The continuation of play once beliefs are sampled.
    pub method: Method,
    /// The tie-break of modelled players among equal cards.
    pub order: Order,
    /// Whether small cards are exchanged in the deals of a modelled player, instead of refuting
    /// them.
    pub repair: bool,
    /// Whether a modelled player whose deals are all refuted draws new ones; otherwise that player
    /// sees all cards from there on.
    pub anew: bool,
    /// A fixed deal to search instead of sampled ones, which shows how the modelled players
    /// interpret the searcher's cards in it.
    pub truth: Option<[Hand; 4]>,
    /// The conventions by which the searcher interprets calls and cards.
    pub conventions: Conventions,
    /// The conventions assumed of the other players.
    pub others: Conventions,
    /// The pool of solvers, which may be shared.
    pub solvers: SolverPool,
}

/// The continuation of play in a deal with sampled beliefs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// All players play on to the end, modelled players by the average over their deals.
    #[default]
    PlayOut,
    /// The paper's depth-limited search by probing, a search at each node for the choice of its
    /// player (section 5.2). Each player has one deal, regardless of [`Abc::imagined`], and of
    /// equal cards takes the one that is worst for the searcher.
    Probing {
        /// The depth in cards, after the card to be chosen.
        depth: u32,
    },
    /// The paper's search in one pass over the whole tree (section 5.1): the same value, slower.
    OnePass {
        /// Cards to look ahead, after the one to be chosen.
        depth: u32,
    },
}

impl Default for Abc {
    fn default() -> Self {
        let conventions = Conventions::standard();
        Abc {
            deals: 60,
            beliefs: 1,
            imagined: 8,
            sure: Some(3.0),
            method: Method::PlayOut,
            order: Order::Natural,
            repair: true,
            anew: true,
            truth: None,
            others: conventions.clone(),
            conventions,
            solvers: SolverPool::default(),
        }
    }
}

impl CardPlayer for Abc {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError> {
        self.compare(view, Hand::ALL, control)
    }

    fn choose_with_progress(
        &self,
        view: &View,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        self.compare_with_progress(view, Hand::ALL, control, report)
    }
}

impl Abc {
    /// Chooses among some cards only; among all if none of them is legal.
    ///
    /// # Errors
    /// As [`CardPlayer::choose`].
    pub fn compare(
        &self,
        view: &View,
        cards: Hand,
        control: &Control<'_>,
    ) -> Result<Advice, DecisionError> {
        self.compare_with_progress(view, cards, control, &|_| {})
    }

    fn compare_with_progress(
        &self,
        view: &View,
        cards: Hand,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Result<Advice, DecisionError> {
        let decision = Decision::of(view)?;
        self.check(view)?;
        let bidding = Bidding::of(&view.auction, view.dealer, &self.conventions);
        let sampler = DealSampler::of(view, &bidding, &self.conventions)?;
        let cards = decision.informative(cards);
        Ok(self.decide(&decision, &sampler, cards, control, report))
    }

    /// Checks that the fixed deal is consistent with a view: every seat has its known cards.
    pub(super) fn check(&self, view: &View) -> Result<(), DecisionError> {
        let known = view.known();
        let fits = |deal: [Hand; 4]| (0..4).all(|seat| (known[seat] - deal[seat]).is_empty());
        if self.truth.is_none_or(fits) {
            Ok(())
        } else {
            Err(DecisionError::DealMismatch)
        }
    }

    /// Chooses among some cards, with the decision and the deal sampler of the view already built.
    pub(super) fn decide(
        &self,
        decision: &Decision<'_>,
        sampler: &DealSampler,
        cards: Vec<Card>,
        control: &Control<'_>,
        report: &dyn Fn(&Advice),
    ) -> Advice {
        let view = decision.view;
        let modelled = ModelledDecision {
            abc: self,
            decision,
            sampler,
            interpretation: Arc::new(Interpretation {
                bidding: Bidding::of(&view.auction, view.dealer, &self.others),
                conventions: self.others.clone(),
            }),
            cards,
            journal: Mutex::default(),
            control,
            meter: control.start(),
        };
        let settings = models::AbcSettings {
            deals: if modelled.cards.len() > 1 {
                self.deals
            } else {
                0
            },
            beliefs: self.beliefs,
            sure: self.sure,
        };
        let progress = |found: &AbcAnalysis<Card>| report(&self.advise(&modelled, found));
        let found = models::abc_growing(&modelled, &settings, control, progress);
        self.advise(&modelled, &found)
    }

    /// Converts an analysis and the journal of its deals to an advice.
    fn advise(&self, modelled: &ModelledDecision<'_>, found: &AbcAnalysis<Card>) -> Advice {
        let decision = modelled.decision;
        let journal = modelled.journal.lock();
        let journal = journal.unwrap_or_else(PoisonError::into_inner);
        // Deals that were begun but not counted, for lack of time, have entries too.
        let counted: HashSet<_> = found.counted.iter().map(|seed| seed.0).collect();
        let counted = journal.iter().filter(|entry| counted.contains(&entry.seed));
        let mut journal: Vec<&JournalEntry> = counted.collect();
        journal.sort_by_key(|entry| (entry.world, entry.seed));
        let listed = found.analysis.candidates.iter().zip(&found.differences);
        let candidates: Vec<_> = listed
            .map(|(found, behind)| Candidate {
                with_models: Some(self.card_value(&journal, found, behind)),
                mistakes: mistakes(decision, &entries(&journal, found.action)),
                ..Candidate::bare(found.action)
            })
            .collect();
        let mistakes = candidates.iter().take(2).flat_map(|candidate| {
            let mistakes = candidate.mistakes.iter().cloned();
            mistakes.map(|mistakes| Reason::Mistakes(candidate.card, mistakes))
        });
        let dropped = modelled
            .sampler
            .dropped
            .iter()
            .cloned()
            .map(Reason::DroppedInference);
        let reasons = dropped.chain(mistakes).collect();
        // Without a single deal, for lack of time, the natural card.
        let card = match found.deals {
            0 => decision.natural_of(candidates.iter().map(|c| c.card).collect()),
            _ => candidates[0].card,
        };
        Advice {
            seat: decision.turn,
            card,
            candidates,
            reasons,
            verdict: None,
            effort: found.analysis.effort,
        }
    }

    fn card_value(
        &self,
        journal: &[&JournalEntry],
        found: &lookahead::Candidate<Card>,
        behind: &models::Difference,
    ) -> CardValue {
        let entries = entries(journal, found.action);
        let won = entries.iter().filter(|entry| entry.success).count();
        CardValue {
            points: found.value,
            spread: found.spread,
            error: found.error,
            success: won as f64 / entries.len().max(1) as f64,
            behind: behind.mean,
            behind_error: behind.error,
            deals: found.visits / u64::from(self.beliefs.max(1)),
        }
    }
}

/// Returns the journal entries of one card.
fn entries<'a>(journal: &[&'a JournalEntry], card: Card) -> Vec<&'a JournalEntry> {
    let of_card = journal.iter().filter(|entry| entry.card == card);
    of_card.copied().collect()
}

/// A sampled deal.
struct World {
    hands: [Hand; 4],
    /// The identifier of the deal in the journal.
    number: u64,
}

/// The outcome of one card in one deal.
struct JournalEntry {
    card: Card,
    world: u64,
    seed: u64,
    success: bool,
    mistakes: Vec<Mistake>,
    /// The first deal of each modelled player who erred.
    imagined: Vec<(Seat, [Hand; 4])>,
}

/// A decision in the form that the abc algorithm needs.
struct ModelledDecision<'a> {
    abc: &'a Abc,
    decision: &'a Decision<'a>,
    sampler: &'a DealSampler,
    interpretation: Arc<Interpretation>,
    cards: Vec<Card>,
    journal: Mutex<Vec<JournalEntry>>,
    control: &'a Control<'a>,
    meter: Meter<'a>,
}

impl ModelledDecision<'_> {
    /// Iterates over the other two deciding seats: neither the searcher nor dummy.
    fn others(&self) -> impl Iterator<Item = Seat> {
        let final_contract = self.decision.final_contract;
        let me = self.decision.view.seat;
        let decides = move |seat: &Seat| final_contract.decider(*seat) == *seat && *seat != me;
        Seat::ALL.into_iter().filter(decides)
    }

    /// Returns the view of another seat in a deal.
    fn view(&self, hands: &[Hand; 4], seat: Seat) -> View {
        let view = self.decision.view;
        View {
            seat,
            dealer: view.dealer,
            vulnerability: view.vulnerability,
            hand: hands[seat as usize],
            dummy: Some(hands[self.decision.final_contract.dummy() as usize]),
            auction: view.auction.clone(),
            cards: view.cards.clone(),
        }
    }

    fn player_model(
        &self,
        world: &World,
        seat: Seat,
        card: Card,
        rng: &mut Pcg64Mcg,
    ) -> Option<PlayerModel> {
        let Decision { turn, played, .. } = *self.decision;
        let mut view = self.view(&world.hands, seat);
        let before = self.interpretation.sampler(&view)?;
        view.cards.push((turn, card));
        let sampler = CoupledSampler {
            before: &before,
            after: &self.interpretation.sampler(&view)?,
            turn,
            card,
            played: &played,
        };
        let count = self.abc.imagined.max(1) as usize;
        let deals = sampler.draw(count, rng);
        let left = |deal: [Hand; 4]| {
            let mut left = self.decision.left(&deal);
            left[turn as usize].remove(card);
            left
        };
        let worlds = deals.into_iter().map(left);
        let model = PlayerModel::new(seat, worlds.collect(), self.abc.repair);
        if !self.abc.anew {
            return Some(model);
        }
        let interpretation = self.interpretation.clone();
        Some(model.with_resampling(Resampling {
            view,
            interpretation,
            count,
        }))
    }
}

impl HiddenInformation for ModelledDecision<'_> {
    type Action = Card;
    type World = World;
    type Belief = Vec<PlayerModel>;

    fn candidates(&self) -> Vec<Card> {
        self.cards.clone()
    }

    fn deal(&self, rng: &mut Pcg64Mcg) -> Option<World> {
        let hands = self.abc.truth.or_else(|| self.sampler.draw(rng))?;
        let number = rng.random();
        Some(World { hands, number })
    }

    fn believe(&self, world: &World, card: Card, rng: &mut Pcg64Mcg) -> Option<Vec<PlayerModel>> {
        let others = self.others();
        others
            .map(|seat| self.player_model(world, seat, card, rng))
            .collect()
    }

    fn score(&self, card: Card, world: &World, models: &Vec<PlayerModel>, seed: Seed) -> f64 {
        let decision = self.decision;
        let turn = decision.turn;
        let mut hands = decision.left(&world.hands);
        hands[turn as usize].remove(card);
        let mut state = decision.state;
        state.play(card);
        let at = (state, hands);
        let evaluate = |solver: &mut Solver| match self.abc.method {
            Method::PlayOut => self.play_out(models, at, seed, solver),
            Method::Probing { depth } => {
                self.search(models, at, (Algorithm::Probing, depth), solver)
            }
            Method::OnePass { depth } => {
                self.search(models, at, (Algorithm::OnePass, depth), solver)
            }
        };
        let (points, mistakes) = self.abc.solvers.lend(state.strain(), evaluate);
        let erred =
            |model: &&PlayerModel| mistakes.iter().any(|mistake| mistake.seat == model.seat);
        let imagined = models.iter().filter(erred);
        let imagined = imagined.filter_map(|model| Some((model.seat, *model.worlds().first()?)));
        let entry = JournalEntry {
            card,
            world: world.number,
            seed: seed.0,
            success: points > 0.0,
            imagined: imagined.collect(),
            mistakes,
        };
        let journal = self.journal.lock();
        journal.unwrap_or_else(PoisonError::into_inner).push(entry);
        points
    }
}

impl ModelledDecision<'_> {
    /// Returns the points after playing the deal out with the player models, and their mistakes.
    fn play_out(
        &self,
        models: &[PlayerModel],
        (state, hands): (TrickState, [Hand; 4]),
        seed: Seed,
        solver: &mut Solver,
    ) -> (f64, Vec<Mistake>) {
        let decision = self.decision;
        let rollout = Rollout {
            context: Context {
                final_contract: &decision.final_contract,
                contract_score: &decision.contract_score,
                order: self.abc.order,
            },
            state,
            hands,
            models: models.to_vec(),
        };
        let played = rollout.finish(solver, &mut seed.rng());
        let side = decision.side();
        let tricks = match side {
            Side::NorthSouth => played.north_south,
            Side::EastWest => 13 - played.north_south,
        };
        (
            f64::from(decision.contract_score.points(side, tricks)),
            played.mistakes,
        )
    }

    /// Returns the control with the remaining time.
    fn remaining(&self) -> Control<'static> {
        let spent = Duration::try_from_secs_f64(self.meter.seconds()).unwrap_or_default();
        let limit = Limit {
            time: self
                .control
                .limit
                .time
                .map(|time| time.saturating_sub(spent)),
            ..Limit::default()
        };
        Control::new(self.control.seed)
            .limit(limit)
            .cancel(self.control.cancel.clone())
    }

    /// Returns the points by the paper's search, each modelled player with the first of their
    /// deals.
    fn search(
        &self,
        models: &[PlayerModel],
        (state, hands): (TrickState, [Hand; 4]),
        (algorithm, depth): (Algorithm, u32),
        solver: &mut Solver,
    ) -> (f64, Vec<Mistake>) {
        let of = |model: Option<&PlayerModel>| {
            let model = model.expect("two others decide");
            (model.seat, model.worlds().first().copied().unwrap_or(hands))
        };
        let [(one, one_deal), (two, two_deal)] = [of(models.first()), of(models.get(1))];
        let tree = ModelTree {
            final_contract: &self.decision.final_contract,
            contract_score: &self.decision.contract_score,
            seats: [self.decision.view.seat, one, two],
            deals: [hands, one_deal, two_deal],
            solver: RefCell::new(solver),
            control: self.remaining(),
        };
        (tree.points(state, algorithm, depth).0, Vec::new())
    }
}

/// Summarises the mistakes of the other players after one card.
fn mistakes(decision: &Decision<'_>, entries: &[&JournalEntry]) -> Vec<Mistakes> {
    let me = decision.view.seat;
    let others = Seat::ALL.into_iter().filter(|seat| *seat != me);
    let of = |seat| {
        let own = entries.iter().map(|entry| (entry, seat));
        let share_of = |count: usize| count as f64 / entries.len().max(1) as f64;
        let erred =
            own.filter(|(entry, seat)| entry.mistakes.iter().any(|mistake| mistake.seat == *seat));
        let erred: Vec<_> = erred.map(|(entry, _)| *entry).collect();
        let all = entries.iter().flat_map(|entry| &entry.mistakes);
        let all: Vec<_> = all.filter(|mistake| mistake.seat == seat).collect();
        let tricks: u32 = all.iter().map(|mistake| u32::from(mistake.tricks)).sum();
        let mut kinds: Vec<(u8, Card, usize)> = Vec::new();
        for mistake in &all {
            let same =
                |kind: &&mut (u8, Card, usize)| (kind.0, kind.1) == (mistake.trick, mistake.card);
            match kinds.iter_mut().find(same) {
                Some(kind) => kind.2 += 1,
                None => kinds.push((mistake.trick, mistake.card, 1)),
            }
        }
        let worst = kinds.iter().rev().max_by_key(|kind| kind.2);
        let worlds = erred.iter().flat_map(|entry| &entry.imagined);
        let worlds = worlds.filter(|(who, _)| *who == seat).take(3);
        Mistakes {
            seat,
            share: share_of(erred.len()),
            tricks: f64::from(tricks) / entries.len().max(1) as f64,
            worst: worst.map(|&(trick, card, count)| WorstCard {
                trick,
                card,
                share: share_of(count),
            }),
            worlds: worlds.map(|(_, hands)| *hands).collect(),
        }
    };
    others
        .map(of)
        .filter(|mistakes| mistakes.share > 0.0)
        .collect()
}
