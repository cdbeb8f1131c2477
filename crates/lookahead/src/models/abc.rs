//! The abc algorithm: sample worlds and beliefs, score every candidate, average.
//!
//! Otawa and Uehara 2006, section 3.5. The searcher does not know the hidden part of the position
//! and samples it many times, consistent with the observations. In each such world `d` and for each
//! candidate `m`, the other players see `m` and form beliefs of their own, given what they hold in
//! `d`; then `s(m, d, beliefs)` is the result of further play in which every player acts on their
//! belief. The action with the best average is taken. That beliefs depend on `m` is the point: an
//! action is also a message.
//!
//! Deals, beliefs and further play are the game's, through [`HiddenInformation`]; a score is
//! usually one run of [`probing`](super::probing()) or [`one_pass`](super::one_pass()). This module
//! does the statistics:
//!
//! * Belief `j` in deal `i` starts from the same random numbers for every candidate, so that
//!   candidates are compared in pairs with common random numbers. Errors of differences are those
//!   of pairs, and the deal is the unit: beliefs within one deal are not independent.
//! * Scores are computed in parallel, one task each, and added by index: the result is the same on
//!   any number of threads.
//! * Deals come in rounds, in order. An interrupted run counts only deals that are complete, up to
//!   the first that is not: counting all finished deals would favour quick ones.
//! * Failed deals and beliefs are counted and reported.
//!
//! The paper combines every belief of one player with every belief of the next in its text and
//! pairs them by index in its figures. Here a belief is one draw for all others together.

use crate::analysis::{Analysis, Candidate, Effort};
use crate::control::{Control, Meter, Stop};
use crate::game::Side;
use crate::seed::Seed;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A decision under hidden information, from the searcher's point of view.
///
/// ```
/// use lookahead::models::{AbcSettings, HiddenInformation, abc};
/// use lookahead::{Control, Seed};
/// use rand::RngExt;
///
/// /// The searcher says "high" or "low" about a hidden die; the other player believes it two
/// /// times in three. The truth, if believed, is worth 1.
/// struct Die;
///
/// impl HiddenInformation for Die {
///     type Action = &'static str;
///     type World = u32;
///     type Belief = bool;
///     fn candidates(&self) -> Vec<&'static str> {
///         vec!["low", "high"]
///     }
///     fn deal(&self, rng: &mut rand_pcg::Pcg64Mcg) -> Option<u32> {
///         // The searcher's observations exclude a one.
///         Some(rng.random_range(2..=6))
///     }
///     fn believe(&self, _: &u32, _: &'static str, rng: &mut rand_pcg::Pcg64Mcg) -> Option<bool> {
///         Some(rng.random_range(0..3) < 2)
///     }
///     fn score(&self, claim: &'static str, die: &u32, believed: &bool, _: Seed) -> f64 {
///         let truth = if *die > 3 { "high" } else { "low" };
///         f64::from(claim == truth && *believed)
///     }
/// }
///
/// let settings = AbcSettings { deals: 1000, beliefs: 2, ..AbcSettings::default() };
/// let found = abc(&Die, &settings, &Control::new(Seed(1)));
/// assert_eq!(found.analysis.action(), Some("high"));
/// assert!(found.differences[1].mean > 3.0 * found.differences[1].error.unwrap());
/// assert_eq!(found.analysis.effort.nodes, 2 * 1000 * 2);
/// ```
pub trait HiddenInformation: Sync {
    /// An action of the searcher.
    type Action: Copy + Send + Sync;
    /// The hidden part of the position: one member of `D(a)`.
    type World: Send + Sync;
    /// The joint belief of the other players.
    type Belief;

    /// Returns the actions to compare, always in the same order.
    fn candidates(&self) -> Vec<Self::Action>;

    /// Samples a world consistent with the searcher's knowledge; `None` if none was found.
    fn deal(&self, rng: &mut Pcg64Mcg) -> Option<Self::World>;

    /// Samples the others' belief in `world` after `action`; `None` if no consistent belief was
    /// found. For the same deal and belief number, every action gets a generator in the same state.
    fn believe(
        &self,
        world: &Self::World,
        action: Self::Action,
        rng: &mut Pcg64Mcg,
    ) -> Option<Self::Belief>;

    /// Returns the result of `action` in `world` when the others act on `belief`: larger is better
    /// for the searcher, and NaN is worst. `seed` is the same for every action, for other random
    /// draws.
    fn score(
        &self,
        action: Self::Action,
        world: &Self::World,
        belief: &Self::Belief,
        seed: Seed,
    ) -> f64;
}

/// Settings of the abc algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AbcSettings {
    /// Number of worlds.
    pub deals: u32,
    /// Beliefs per world and action; at least one.
    pub beliefs: u32,
    /// After every round, drop the candidates that are behind the best by more than this many
    /// standard errors of the difference, and stop when one is left. The repeated test makes the
    /// error somewhat too small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
}

impl Default for AbcSettings {
    fn default() -> Self {
        AbcSettings {
            deals: 48,
            beliefs: 2,
            sure: None,
        }
    }
}

/// Distance of a candidate from the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Mean of the best candidate minus mean of this one: 0 for the best itself.
    pub mean: f64,
    /// The standard error, from the differences deal by deal; unknown with fewer than two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// An [`Analysis`] with the pairwise comparison behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AbcAnalysis<A> {
    /// Candidates, best mean first, then the dropped ones with their values at that time. `spread`
    /// is over single scores, `error` over deals, `visits` counts scores. Without any complete deal
    /// the candidates are listed with value 0 and no visits.
    pub analysis: Analysis<A>,
    /// For each candidate, its distance from the first, over the deals in which both were scored.
    pub differences: Vec<Difference>,
    /// Deals in which every remaining candidate was scored: the averages are over these.
    pub deals: usize,
    /// Failed deals.
    pub undealt: usize,
    /// Deals omitted because for some candidate not a single belief was found.
    pub unpaired: usize,
    /// Failed beliefs. A candidate's score in a deal is the mean over the rest.
    pub unbelieved: usize,
    /// The seeds of the scores of the counted deals, for a game that logs its scores and must omit
    /// the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<Seed>,
}

/// Deals per round. A constant, so that a run does not depend on the machine.
const ROUND: usize = 16;

/// Compares the candidates over worlds and beliefs. One node of the limit is one score.
///
/// The number of worker threads is that of the current rayon pool.
pub fn abc<I: HiddenInformation>(
    imagine: &I,
    settings: &AbcSettings,
    control: &Control<'_>,
) -> AbcAnalysis<I::Action> {
    abc_growing(imagine, settings, control, |_| {})
}

/// Compares the candidates as [`abc`] does, and reports the analysis so far after every round of
/// deals but the last.
pub fn abc_growing<I: HiddenInformation>(
    imagine: &I,
    settings: &AbcSettings,
    control: &Control<'_>,
    mut report: impl FnMut(&AbcAnalysis<I::Action>),
) -> AbcAnalysis<I::Action> {
    let meter = control.start();
    let run = Run {
        imagine,
        candidates: imagine.candidates(),
        beliefs: settings.beliefs.max(1) as usize,
        seed: control.seed,
        meter: &meter,
    };
    let mut tally = Tally::new(run.candidates.len());
    let mut next = 0;
    let mut stop = Stop::Done;
    let deals = settings.deals as usize;
    while next < deals && !run.candidates.is_empty() {
        let affordable = run.affordable(tally.alive.len(), control.limit.nodes);
        if affordable == 0 {
            stop = Stop::Nodes;
            break;
        }
        let end = (next + ROUND.min(affordable)).min(deals);
        if !tally.take(next, run.round(next..end, &tally.alive)) {
            break;
        }
        next = end;
        meter.report(0, tally.best().map(|best| tally.mean(best)));
        if settings.sure.is_some_and(|errors| tally.give_up(errors)) {
            break;
        }
        if next < deals {
            report(&run.conclude(&tally, meter.effort(0, stop)));
        }
    }
    run.conclude(&tally, meter.effort(0, stop))
}

/// The constants of a run.
struct Run<'a, I: HiddenInformation> {
    imagine: &'a I,
    candidates: Vec<I::Action>,
    beliefs: usize,
    seed: Seed,
    meter: &'a Meter<'a>,
}

/// The state of one score.
#[derive(Clone, Copy)]
enum Score {
    Of(f64),
    Unbelieved,
    Interrupted,
}

/// The result of one deal: `None` if it failed, else the scores of the first remaining candidate,
/// all its beliefs, then of the next and so on.
type Dealt = Option<Vec<Score>>;

impl<I: HiddenInformation> Run<'_, I> {
    /// Returns the analysis of the deals so far.
    fn conclude(&self, tally: &Tally, effort: Effort) -> AbcAnalysis<I::Action> {
        let counted = tally.counted.iter().flat_map(|&deal| self.seeds(deal));
        AbcAnalysis {
            counted: counted.collect(),
            ..tally.conclude(&self.candidates, effort)
        }
    }

    fn scores_per_deal(&self, alive: usize) -> usize {
        self.beliefs.saturating_mul(alive)
    }

    /// Returns the number of complete deals that fit into the rest of the node limit.
    fn affordable(&self, alive: usize, limit: Option<u64>) -> usize {
        let left = limit.map_or(u64::MAX, |limit| limit - self.meter.nodes());
        usize::try_from(left / self.scores_per_deal(alive) as u64).unwrap_or(usize::MAX)
    }

    /// Scores the candidates `alive` in deals `deals`, in order.
    fn round(&self, deals: std::ops::Range<usize>, alive: &[usize]) -> Vec<Dealt> {
        let seeds: Vec<_> = deals.map(|i| self.seed.stream(i as u64)).collect();
        let worlds: Vec<_> = seeds.par_iter().map(|&seed| self.deal(seed)).collect();
        let per_deal = self.scores_per_deal(alive.len());
        let scores: Vec<_> = (0..seeds.len() * per_deal)
            .into_par_iter()
            .map(|task| {
                let (deal, rest) = (task / per_deal, task % per_deal);
                let (candidate, belief) = (rest / self.beliefs, rest % self.beliefs);
                let world = worlds[deal].as_ref()?;
                let action = self.candidates[alive[candidate]];
                Some(self.score(world, action, seeds[deal], belief))
            })
            .collect();
        let rows = scores.chunks(per_deal);
        rows.map(|row| row.iter().copied().collect()).collect()
    }

    /// Samples a world. Stream 0 of a deal's seed is the deal's own, the others are the beliefs'.
    fn deal(&self, seed: Seed) -> Option<I::World> {
        self.imagine.deal(&mut seed.stream(0).rng())
    }

    fn score(&self, world: &I::World, action: I::Action, seed: Seed, belief: usize) -> Score {
        if !self.meter.poll() {
            return Score::Interrupted;
        }
        let seed = Self::belief_seed(seed, belief);
        let mut rng = seed.stream(0).rng();
        let Some(belief) = self.imagine.believe(world, action, &mut rng) else {
            return Score::Unbelieved;
        };
        if !self.meter.tick_slow() {
            return Score::Interrupted;
        }
        Score::Of(self.imagine.score(action, world, &belief, seed.stream(1)))
    }

    /// Returns the seed of a belief and of its score.
    fn belief_seed(deal: Seed, belief: usize) -> Seed {
        deal.stream(1 + belief as u64)
    }

    /// Returns the seeds of all scores of a deal.
    fn seeds(&self, deal: usize) -> impl Iterator<Item = Seed> {
        let deal = self.seed.stream(deal as u64);
        (0..self.beliefs).map(move |belief| Self::belief_seed(deal, belief).stream(1))
    }
}

/// The scores of all complete deals.
struct Tally {
    candidates: usize,
    /// Remaining candidates, in order.
    alive: Vec<usize>,
    /// Mean score of each candidate in each deal, deal by deal; none once it was dropped.
    rows: Vec<Option<f64>>,
    /// Single scores of each candidate.
    scores: Vec<Moments>,
    /// The numbers of the deals in `rows`.
    counted: Vec<usize>,
    undealt: usize,
    unpaired: usize,
    unbelieved: usize,
}

impl Tally {
    fn new(candidates: usize) -> Self {
        Tally {
            candidates,
            alive: (0..candidates).collect(),
            rows: Vec::new(),
            scores: vec![Moments::default(); candidates],
            counted: Vec::new(),
            undealt: 0,
            unpaired: 0,
            unbelieved: 0,
        }
    }

    /// Adds deals in order, numbered from `first`, up to the first incomplete one. Returns whether
    /// all were complete.
    fn take(&mut self, first: usize, round: Vec<Dealt>) -> bool {
        for (number, dealt) in (first..).zip(round) {
            match dealt {
                None => self.undealt += 1,
                Some(scores) if scores.iter().any(|s| matches!(s, Score::Interrupted)) => {
                    return false;
                }
                Some(scores) => self.add(number, &scores),
            }
        }
        true
    }

    fn add(&mut self, number: usize, scores: &[Score]) {
        let beliefs = scores.len() / self.alive.len();
        let of = |row: &[Score]| {
            let scored = row.iter().filter_map(|score| match score {
                Score::Of(value) => Some(*value),
                _ => None,
            });
            scored.collect::<Moments>()
        };
        let row: Vec<_> = scores.chunks(beliefs).map(of).collect();
        let scored: u64 = row.iter().map(|m| m.count).sum();
        self.unbelieved += scores.len() - scored as usize;
        if row.iter().any(|m| m.count == 0) {
            self.unpaired += 1;
            return;
        }
        self.counted.push(number);
        let start = self.rows.len();
        self.rows.resize(start + self.candidates, None);
        for (&candidate, new) in self.alive.iter().zip(&row) {
            self.scores[candidate].merge(new);
            self.rows[start + candidate] = Some(new.mean);
        }
    }

    /// Returns the statistics of a function of a deal's row of means, over the deals where it is
    /// defined.
    fn over_deals(&self, of: impl Fn(&[Option<f64>]) -> Option<f64>) -> Moments {
        self.rows.chunks(self.candidates).filter_map(of).collect()
    }

    fn mean(&self, candidate: usize) -> f64 {
        self.over_deals(|row| row[candidate]).mean
    }

    /// Returns the candidates by mean, best first, ties in their order; dropped ones last.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.candidates).collect();
        let merit = |candidate| Side::Max.merit(self.mean(candidate));
        let gone = |candidate: &usize| !self.alive.contains(candidate);
        order.sort_by(|a, b| {
            let by_merit = merit(*b).total_cmp(&merit(*a));
            gone(a).cmp(&gone(b)).then(by_merit)
        });
        order
    }

    fn best(&self) -> Option<usize> {
        self.order().first().copied()
    }

    fn difference(&self, best: usize, candidate: usize) -> Difference {
        let pairs = self.over_deals(|row| Some(row[best]? - row[candidate]?));
        Difference {
            mean: pairs.mean,
            error: pairs.error(),
        }
    }

    /// Drops candidates that are clearly behind; returns true if only one is left.
    fn give_up(&mut self, errors: f64) -> bool {
        let best = self.order()[0];
        let mut alive = std::mem::take(&mut self.alive);
        alive.retain(|&other| {
            let behind = self.difference(best, other);
            !behind.error.is_some_and(|e| behind.mean > errors * e)
        });
        self.alive = alive;
        self.alive.len() == 1
    }

    fn conclude<A: Copy>(&self, actions: &[A], effort: Effort) -> AbcAnalysis<A> {
        let order = self.order();
        let candidate = |&c: &usize| {
            let means = self.over_deals(|row| row[c]);
            Candidate {
                spread: self.scores[c].deviation(),
                error: means.error(),
                visits: self.scores[c].count,
                ..Candidate::estimate(actions[c], means.mean)
            }
        };
        AbcAnalysis {
            analysis: Analysis {
                candidates: order.iter().map(candidate).collect(),
                effort,
            },
            differences: order
                .iter()
                .map(|&c| self.difference(order[0], c))
                .collect(),
            deals: self.rows.len() / self.candidates.max(1),
            undealt: self.undealt,
            unpaired: self.unpaired,
            unbelieved: self.unbelieved,
            counted: Vec::new(),
        }
    }
}

/// Count, mean and sum of squared deviations, updated one value at a time (Welford 1962).
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Adds all values of `other` (Chan, Golub and others 1979).
    fn merge(&mut self, other: &Moments) {
        let (m, n) = (self.count as f64, other.count as f64);
        if other.count > 0 {
            let apart = other.mean - self.mean;
            self.count += other.count;
            self.mean += apart * n / (m + n);
            self.squares += other.squares + apart * apart * m * n / (m + n);
        }
    }

    /// Standard deviation of the values, estimated; 0 for fewer than two.
    fn deviation(&self) -> f64 {
        (self.squares / (self.count.max(2) - 1) as f64).sqrt()
    }

    /// Standard error of the mean; unknown for fewer than two values.
    fn error(&self) -> Option<f64> {
        (self.count > 1).then(|| self.deviation() / (self.count as f64).sqrt())
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<T: IntoIterator<Item = f64>>(values: T) -> Self {
        let mut moments = Moments::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Cancel, Limit};
    use crate::test_games::on_threads;
    use rand::RngExt;

    /// Candidate `c` scores the dealt number, plus `c`, plus the belief: only the last two differ
    /// between candidates, and by the same draw.
    struct Shift {
        fails: fn(deal: u32, action: u32, belief: u32) -> bool,
        undealt: fn(u32) -> bool,
    }

    const SURE: Shift = Shift {
        fails: |_, _, _| false,
        undealt: |_| false,
    };

    impl HiddenInformation for Shift {
        type Action = u32;
        type World = u32;
        type Belief = u32;

        fn candidates(&self) -> Vec<u32> {
            vec![0, 1, 2]
        }

        fn deal(&self, rng: &mut Pcg64Mcg) -> Option<u32> {
            let world = rng.random_range(0..1000);
            (!(self.undealt)(world)).then_some(world)
        }

        fn believe(&self, world: &u32, action: u32, rng: &mut Pcg64Mcg) -> Option<u32> {
            let belief = rng.random_range(0..10);
            (!(self.fails)(*world, action, belief)).then_some(belief)
        }

        fn score(&self, action: u32, world: &u32, belief: &u32, seed: Seed) -> f64 {
            let luck: f64 = seed.rng().random();
            f64::from(world + action * belief) + luck
        }
    }

    fn settings(deals: u32) -> AbcSettings {
        AbcSettings {
            deals,
            beliefs: 4,
            sure: None,
        }
    }

    /// Returns the text of an analysis without its time.
    fn text(mut found: AbcAnalysis<u32>) -> String {
        found.analysis.effort.seconds = 0.0;
        serde_json::to_string(&found).unwrap()
    }

    /// Keeps a journal of its scores, and is cancelled in the middle.
    struct Journal {
        cancel: Cancel,
        after: usize,
        scores: std::sync::Mutex<Vec<(u32, Seed)>>,
    }

    impl HiddenInformation for Journal {
        type Action = u32;
        type World = u32;
        type Belief = u32;

        fn candidates(&self) -> Vec<u32> {
            SURE.candidates()
        }

        fn deal(&self, rng: &mut Pcg64Mcg) -> Option<u32> {
            SURE.deal(rng)
        }

        fn believe(&self, world: &u32, action: u32, rng: &mut Pcg64Mcg) -> Option<u32> {
            SURE.believe(world, action, rng)
        }

        fn score(&self, action: u32, world: &u32, belief: &u32, seed: Seed) -> f64 {
            let mut scores = self.scores.lock().unwrap();
            scores.push((action, seed));
            if scores.len() == self.after {
                self.cancel.cancel();
            }
            SURE.score(action, world, belief, seed)
        }
    }

    #[test]
    fn a_journal_can_tell_the_scores_that_count() {
        for after in [1, 30, 100, 250, usize::MAX] {
            let cancel = Cancel::new();
            let journal = Journal {
                cancel: cancel.clone(),
                after,
                scores: std::sync::Mutex::default(),
            };
            let control = Control::new(Seed(5)).cancel(cancel);
            let found = abc(&journal, &settings(40), &control);
            let mut scores = journal.scores.into_inner().unwrap();
            scores.retain(|(_, seed)| found.counted.contains(seed));
            for candidate in &found.analysis.candidates {
                let own = scores
                    .iter()
                    .filter(|(action, _)| *action == candidate.action);
                assert_eq!(
                    own.count() as u64,
                    candidate.visits,
                    "cancelled after {after}"
                );
            }
        }
    }

    #[test]
    fn candidates_share_their_luck() {
        let found = abc(&SURE, &settings(100), &Control::new(Seed(5)));
        let order: Vec<_> = found.analysis.candidates.iter().map(|c| c.action).collect();
        assert_eq!(order, [2, 1, 0]);
        // Values differ by hundreds from deal to deal, differences only by a belief.
        let last = &found.analysis.candidates[2];
        assert!(last.error.unwrap() > 20.0 && last.spread > 200.0);
        let behind = found.differences[2];
        assert!((behind.mean - 9.0).abs() < 5.0 * behind.error.unwrap());
        assert!(behind.error.unwrap() < 0.5);
        assert_eq!(
            found.differences[0],
            Difference {
                mean: 0.0,
                error: Some(0.0)
            }
        );
        assert_eq!(last.visits, 400);
        assert_eq!(found.deals, 100);
    }

    #[test]
    fn the_answer_is_the_same_on_any_number_of_threads() {
        let run = || abc(&SURE, &settings(40), &Control::new(Seed(1)));
        let on = |threads| text(on_threads(threads, run));
        assert_eq!(on(1), on(4));
    }

    #[test]
    fn a_node_limit_counts_scores_and_leaves_whole_deals() {
        let control = Control::new(Seed(1)).limit(Limit::nodes(12 * 20 + 11));
        let found = abc(&SURE, &settings(40), &control);
        assert_eq!(found.deals, 20);
        assert_eq!(found.analysis.effort.nodes, 12 * 20);
        assert_eq!(found.analysis.effort.stopped, Stop::Nodes);
        // The same deals as a run that was meant to be that short.
        let short = abc(&SURE, &settings(20), &Control::new(Seed(1)));
        assert_eq!(found.analysis.candidates, short.analysis.candidates);
        assert_eq!(short.analysis.effort.stopped, Stop::Done);
    }

    #[test]
    fn failures_are_counted() {
        let some = Shift {
            undealt: |world| world % 4 == 0,
            fails: |world, action, belief| action == 1 && (belief == 3 || world % 4 == 1),
        };
        let found = abc(&some, &settings(200), &Control::new(Seed(2)));
        assert!((30..70).contains(&found.undealt));
        assert!((30..70).contains(&found.unpaired));
        assert_eq!(found.deals + found.undealt + found.unpaired, 200);
        assert!(found.unbelieved > 4 * found.unpaired);
        let visits = |action| {
            let candidates = &found.analysis.candidates;
            candidates
                .iter()
                .find(|c| c.action == action)
                .unwrap()
                .visits
        };
        assert_eq!(visits(0), 4 * found.deals as u64);
        assert!(visits(1) < visits(0));
    }

    #[test]
    fn a_cancelled_run_has_no_deals_and_reports_it() {
        let cancel = Cancel::new();
        cancel.cancel();
        let found = abc(&SURE, &settings(40), &Control::new(Seed(1)).cancel(cancel));
        assert_eq!(found.deals, 0);
        assert_eq!(found.analysis.effort.stopped, Stop::Cancelled);
        assert!(
            found
                .analysis
                .candidates
                .iter()
                .all(|c| c.visits == 0 && c.error.is_none())
        );
    }

    #[test]
    fn a_clear_lead_ends_the_run_early() {
        let sure = AbcSettings {
            sure: Some(3.0),
            ..settings(1000)
        };
        let found = abc(&SURE, &sure, &Control::new(Seed(3)));
        assert!(found.deals < 1000 && found.deals.is_multiple_of(ROUND));
        for behind in &found.differences[1..] {
            assert!(behind.mean > 3.0 * behind.error.unwrap());
        }
    }

    /// Two equally good candidates, and a bad one.
    struct Twins;

    impl HiddenInformation for Twins {
        type Action = u32;
        type World = u32;
        type Belief = ();

        fn candidates(&self) -> Vec<u32> {
            vec![0, 1, 2]
        }

        fn deal(&self, rng: &mut Pcg64Mcg) -> Option<u32> {
            Some(rng.random_range(0..100))
        }

        fn believe(&self, _: &u32, _: u32, _: &mut Pcg64Mcg) -> Option<()> {
            Some(())
        }

        fn score(&self, action: u32, world: &u32, (): &(), _: Seed) -> f64 {
            f64::from(*world) + if action == 1 { -5.0 } else { 0.0 }
        }
    }

    #[test]
    fn who_is_clearly_behind_costs_nothing_more() {
        let sure = AbcSettings {
            sure: Some(3.0),
            beliefs: 1,
            ..settings(160)
        };
        let found = abc(&Twins, &sure, &Control::new(Seed(3)));
        let visits: Vec<_> = found.analysis.candidates.iter().collect();
        let visits: Vec<_> = visits.iter().map(|c| (c.action, c.visits)).collect();
        assert_eq!(visits, [(0, 160), (2, 160), (1, ROUND as u64)]);
        assert!((found.differences[2].mean - 5.0).abs() < 1e-9);
        assert_eq!(found.analysis.effort.nodes, 320 + ROUND as u64);
    }

    #[test]
    fn progress_is_reported_after_every_round() {
        let reports = std::sync::Mutex::new(Vec::new());
        let report =
            |p: &crate::Progress| reports.lock().unwrap().push((p.nodes, p.value.is_some()));
        abc(
            &SURE,
            &settings(40),
            &Control::new(Seed(1)).progress(&report),
        );
        let nodes = [16, 32, 40].map(|deals| (12 * deals, true));
        assert_eq!(*reports.lock().unwrap(), nodes);
    }

    #[test]
    fn merged_moments_are_those_of_all_values() {
        let values = [1.0, 4.0, -2.0, 8.5, 3.25];
        let all: Moments = values.into_iter().collect();
        let mut merged: Moments = values[..2].iter().copied().collect();
        merged.merge(&values[2..].iter().copied().collect());
        merged.merge(&Moments::default());
        assert_eq!(merged.count, 5);
        assert!((merged.mean - all.mean).abs() < 1e-12);
        assert!((merged.deviation() - all.deviation()).abs() < 1e-12);
    }
}
