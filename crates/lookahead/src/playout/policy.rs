//! Playout policies.
//!
//! None of them allocates. Each passes once over the actions (or over the few it draws) and keeps
//! the choice so far; random choices use reservoir sampling (Chao 1982).
//!
//! Settings are plain numbers and every number is valid: one out of range is read as the limit it
//! approaches, never as an error in the middle of a game. Text from a file or a command line is
//! checked when it becomes a [`Selection`].

use super::ActionEvaluation;
use crate::game::Game;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A policy that chooses the actions of both sides.
pub trait Policy<G: Game> {
    /// Chooses one of `actions`, the legal actions of `position`: never empty, and the policy may
    /// permute them.
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action;
}

impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for &P {
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        (**self).choose(game, position, actions, rng)
    }
}

/// Uniformly random actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Random;

impl<G: Game> Policy<G> for Random {
    fn choose(
        &self,
        _game: &G,
        _position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        any(actions, rng)
    }
}

/// Draws this many different actions at random (all, if there are no more) and plays the one that
/// has the highest value; among equals, the one drawn first.
///
/// One (and zero, read as one) is [`Random`] and evaluates nothing. `BestOf(usize::MAX)` is the
/// greedy choice with ties broken at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestOf(pub usize);

impl<G: ActionEvaluation> Policy<G> for BestOf {
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        if self.0 <= 1 {
            return any(actions, rng);
        }
        let drawn = draw(actions, self.0, rng);
        if let [forced] = drawn {
            return *forced;
        }
        let mut best: Option<(G::Action, f64)> = None;
        game.action_values(position, drawn, |action, value| {
            let value = number(value);
            if best.is_none_or(|(_, top)| value > top) {
                best = Some((action, value));
            }
        });
        best.map_or(drawn[0], |(action, _)| action)
    }
}

/// An action of value `v` is chosen with probability proportional to `exp(v / temperature)`.
///
/// Zero, negative numbers and NaN choose greedily with ties broken at random; an infinite
/// temperature chooses uniformly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softmax {
    /// In the unit of action values.
    pub temperature: f64,
}

impl<G: ActionEvaluation> Policy<G> for Softmax {
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        if self.temperature == f64::INFINITY || actions.len() == 1 {
            return any(actions, rng);
        }
        let mut reservoir = None;
        game.action_values(position, actions, |action, value| {
            let value = number(value);
            match &mut reservoir {
                None => reservoir = Some(Reservoir::new(action, value)),
                Some(reservoir) => self.add(reservoir, action, value, rng),
            }
        });
        reservoir.map_or(actions[0], |reservoir| reservoir.choice)
    }
}

/// The choice among the actions that have been seen.
struct Reservoir<A> {
    choice: A,
    /// The highest value so far.
    top: f64,
    /// The sum of the weights so far, relative to that of `top`, so that none overflows.
    total: f64,
}

impl<A> Reservoir<A> {
    fn new(choice: A, top: f64) -> Self {
        Reservoir {
            choice,
            top,
            total: 1.0,
        }
    }
}

impl Softmax {
    /// Adds one more action.
    fn add<A>(&self, into: &mut Reservoir<A>, action: A, value: f64, rng: &mut Pcg64Mcg) {
        let weight = if value > into.top {
            into.total *= self.weight(into.top - value);
            into.top = value;
            1.0
        } else if value == into.top {
            1.0
        } else {
            self.weight(value - into.top)
        };
        into.total += weight;
        if rng.random::<f64>() * into.total < weight {
            into.choice = action;
        }
    }

    /// Returns the weight of a value that lies `below` (a negative number) under one of weight 1.
    fn weight(&self, below: f64) -> f64 {
        if self.temperature > 0.0 {
            libm::exp(below / self.temperature)
        } else {
            0.0
        }
    }
}

/// Plays the best after adding to every action value a normal deviate of standard deviation
/// `sigma`.
///
/// Zero, negative numbers and NaN choose greedily with ties broken at random; infinite noise
/// chooses uniformly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    /// In the unit of action values.
    pub sigma: f64,
}

impl<G: ActionEvaluation> Policy<G> for Gaussian {
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        let noisy = self.sigma > 0.0;
        if self.sigma == f64::INFINITY || actions.len() == 1 {
            return any(actions, rng);
        }
        let mut choice = actions[0];
        let mut top = f64::NEG_INFINITY;
        let mut equals = 0;
        game.action_values(position, actions, |action, value| {
            let noise = if noisy { self.sigma * normal(rng) } else { 0.0 };
            let value = number(value + noise);
            if value > top {
                (choice, top, equals) = (action, value, 1);
            } else if value == top {
                equals += 1;
                if rng.random_range(0..equals) == 0_usize {
                    choice = action;
                }
            }
        });
        choice
    }
}

/// A random action with probability `epsilon`, otherwise what `policy` chooses. Outside 0 to 1 it
/// is never or always random; NaN counts as 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epsilon<P> {
    /// The probability of exploring.
    pub epsilon: f64,
    /// The policy otherwise.
    pub policy: P,
}

impl<G: Game, P: Policy<G>> Policy<G> for Epsilon<P> {
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        if rng.random::<f64>() < self.epsilon {
            any(actions, rng)
        } else {
            self.policy.choose(game, position, actions, rng)
        }
    }
}

/// A policy as a setting: one word in a file or on a command line.
///
/// ```
/// use lookahead::playout::Selection;
///
/// let selection: Selection = "best-of:8".parse().unwrap();
/// assert_eq!(selection, Selection::BestOf(8));
/// assert_eq!(Selection::Softmax { temperature: 0.5 }.to_string(), "softmax:0.5");
/// assert!("best-of:0".parse::<Selection>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Selection {
    /// `random`: see [`Random`].
    #[default]
    Random,
    /// `best-of:8`: see [`BestOf`].
    BestOf(usize),
    /// `softmax:0.5`: see [`Softmax`].
    Softmax {
        /// In the unit of action values.
        temperature: f64,
    },
    /// `gaussian:0.5`: see [`Gaussian`].
    Gaussian {
        /// In the unit of action values.
        sigma: f64,
    },
}

impl<G: ActionEvaluation> Policy<G> for Selection {
    fn choose(
        &self,
        game: &G,
        position: &G::Position,
        actions: &mut [G::Action],
        rng: &mut Pcg64Mcg,
    ) -> G::Action {
        match *self {
            Selection::Random => any(actions, rng),
            Selection::BestOf(n) => BestOf(n).choose(game, position, actions, rng),
            Selection::Softmax { temperature } => {
                Softmax { temperature }.choose(game, position, actions, rng)
            }
            Selection::Gaussian { sigma } => {
                Gaussian { sigma }.choose(game, position, actions, rng)
            }
        }
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Selection::Random => write!(f, "random"),
            Selection::BestOf(n) => write!(f, "best-of:{n}"),
            Selection::Softmax { temperature } => write!(f, "softmax:{temperature}"),
            Selection::Gaussian { sigma } => write!(f, "gaussian:{sigma}"),
        }
    }
}

/// An error in the text of a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid playout policy `{text}`: expected random, best-of:N (N at least 1), softmax:T or \
     gaussian:S (T and S finite, not negative)"
)]
pub struct SelectionError {
    /// The given text.
    pub text: String,
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let selection = match text.split_once(':') {
            None if text == "random" => Some(Selection::Random),
            Some(("best-of", n)) => n.parse().ok().filter(|&n| n > 0).map(Selection::BestOf),
            Some(("softmax", t)) => scale(t).map(|temperature| Selection::Softmax { temperature }),
            Some(("gaussian", s)) => scale(s).map(|sigma| Selection::Gaussian { sigma }),
            _ => None,
        };
        selection.ok_or_else(|| SelectionError {
            text: text.to_owned(),
        })
    }
}

impl TryFrom<String> for Selection {
    type Error = SelectionError;

    fn try_from(text: String) -> Result<Self, SelectionError> {
        text.parse()
    }
}

impl From<Selection> for String {
    fn from(selection: Selection) -> String {
        selection.to_string()
    }
}

/// Parses a temperature or a deviation.
fn scale(text: &str) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    (value.is_finite() && value >= 0.0).then_some(value)
}

/// Maps NaN to negative infinity.
fn number(value: f64) -> f64 {
    if value.is_nan() {
        f64::NEG_INFINITY
    } else {
        value
    }
}

/// Returns a uniformly random action.
fn any<A: Copy>(actions: &[A], rng: &mut Pcg64Mcg) -> A {
    actions[rng.random_range(0..actions.len())]
}

/// Moves `n` uniformly drawn different actions to the front, in the order drawn (the first steps
/// of a Fisher-Yates shuffle), and returns them. Drawing all still shuffles: ties go to the first.
fn draw<'a, A>(actions: &'a mut [A], n: usize, rng: &mut Pcg64Mcg) -> &'a [A] {
    let n = n.min(actions.len());
    for i in 0..n.min(actions.len() - 1) {
        let j = rng.random_range(i..actions.len());
        actions.swap(i, j);
    }
    &actions[..n]
}

/// Returns a standard normal deviate by the polar method (Marsaglia and Bray 1964). Written out
/// because its logarithm must come from `libm` to be the same on every machine.
fn normal(rng: &mut Pcg64Mcg) -> f64 {
    loop {
        let (u, v) = (
            2.0 * rng.random::<f64>() - 1.0,
            2.0 * rng.random::<f64>() - 1.0,
        );
        let square = u * u + v * v;
        if square > 0.0 && square < 1.0 {
            return u * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::seed::Seed;
    use proptest::prelude::*;
    use std::cell::Cell;

    /// A single position; action `i` has the value `values[i]`. Counts the evaluations.
    #[derive(Default)]
    struct Shelf {
        values: Vec<f64>,
        evaluations: Cell<u32>,
    }

    impl Shelf {
        fn new(values: &[f64]) -> Self {
            Shelf {
                values: values.to_vec(),
                evaluations: Cell::new(0),
            }
        }

        /// Returns the number of times each action is chosen in `draws` independent choices.
        fn frequencies(&self, policy: &impl Policy<Shelf>, draws: u32) -> Vec<f64> {
            let mut counts = vec![0.0; self.values.len()];
            let rng = &mut Seed(1).rng();
            for _ in 0..draws {
                let mut actions: Vec<usize> = (0..self.values.len()).collect();
                counts[policy.choose(self, &(), &mut actions, rng)] += 1.0;
                actions.sort_unstable();
                assert!(
                    actions.iter().copied().eq(0..self.values.len()),
                    "permuted only"
                );
            }
            counts
        }
    }

    impl Game for Shelf {
        type Position = ();
        type Action = usize;
        fn turn(&self, (): &()) -> Side {
            Side::Max
        }
        fn actions(&self, (): &(), into: &mut Vec<usize>) {
            into.extend(0..self.values.len());
        }
        fn play(&self, (): &mut (), _: usize) {}
    }

    impl ActionEvaluation for Shelf {
        fn action_value(&self, (): &(), action: usize) -> f64 {
            self.evaluations.set(self.evaluations.get() + 1);
            self.values[action]
        }
    }

    /// A shelf that evaluates many actions at once and never one alone; reports only some of them,
    /// against the rules, if asked to.
    struct Rack {
        shelf: Shelf,
        batches: Cell<u32>,
        silent_from: usize,
    }

    impl Rack {
        fn new(values: &[f64]) -> Self {
            Rack {
                shelf: Shelf::new(values),
                batches: Cell::new(0),
                silent_from: usize::MAX,
            }
        }
    }

    impl Game for Rack {
        type Position = ();
        type Action = usize;
        fn turn(&self, (): &()) -> Side {
            Side::Max
        }
        fn actions(&self, (): &(), into: &mut Vec<usize>) {
            self.shelf.actions(&(), into);
        }
        fn play(&self, (): &mut (), _: usize) {}
    }

    impl ActionEvaluation for Rack {
        fn action_value(&self, (): &(), action: usize) -> f64 {
            panic!("asked about {action} alone")
        }
        fn action_values(&self, (): &(), actions: &[usize], mut report: impl FnMut(usize, f64)) {
            self.batches.set(self.batches.get() + 1);
            for &action in actions.iter().take(self.silent_from) {
                report(action, self.shelf.action_value(&(), action));
            }
        }
    }

    /// Returns the choices among `actions` actions in several draws from one stream.
    fn choices<G>(game: &G, actions: usize, policy: &impl Policy<G>) -> Vec<usize>
    where
        G: Game<Position = (), Action = usize>,
    {
        let rng = &mut Seed(2).rng();
        let choose = |_| {
            let mut actions: Vec<usize> = (0..actions).collect();
            policy.choose(game, &(), &mut actions, rng)
        };
        (0..50).map(choose).collect()
    }

    const EVERY_KIND: [Selection; 7] = [
        Selection::Random,
        Selection::BestOf(3),
        Selection::BestOf(usize::MAX),
        Selection::Softmax { temperature: 0.7 },
        Selection::Softmax { temperature: 0.0 },
        Selection::Gaussian { sigma: 0.7 },
        Selection::Gaussian { sigma: 0.0 },
    ];

    #[test]
    fn actions_evaluated_together_are_chosen_as_if_evaluated_singly() {
        let values = [1.0, 0.0, 2.0, f64::NAN, 2.0, 0.5, f64::NEG_INFINITY];
        for selection in EVERY_KIND {
            let (rack, shelf) = (Rack::new(&values), Shelf::new(&values));
            assert_eq!(
                choices(&rack, values.len(), &selection),
                choices(&shelf, values.len(), &selection),
                "{selection}"
            );
            assert_eq!(rack.shelf.evaluations, shelf.evaluations, "{selection}");
            let batches = if selection == Selection::Random {
                0
            } else {
                50
            };
            assert_eq!(rack.batches.get(), batches, "{selection}");
        }
    }

    #[test]
    fn an_action_without_a_value_loses_to_those_with_one() {
        for selection in &EVERY_KIND[1..] {
            let rack = |silent_from| Rack {
                silent_from,
                ..Rack::new(&[1.0, 5.0, 9.0])
            };
            // Nothing at all: any legal choice will do.
            choices(&rack(0), 3, selection);
            if !matches!(selection, Selection::BestOf(_)) {
                assert!(choices(&rack(2), 3, selection).iter().all(|&a| a < 2));
            }
        }
    }

    const DRAWS: u32 = 40_000;

    /// Fails if the counts could not come from these probabilities: Pearson's statistic beyond
    /// its mean plus six standard deviations, or something impossible chosen.
    fn assert_distribution(counts: &[f64], probabilities: &[f64]) {
        let total: f64 = counts.iter().sum();
        let mut statistic = 0.0;
        for (&count, &p) in counts.iter().zip(probabilities) {
            assert!(
                p > 0.0 || count == 0.0,
                "{counts:?} against {probabilities:?}"
            );
            if p > 0.0 {
                statistic += (count - total * p).powi(2) / (total * p);
            }
        }
        let freedom = probabilities.iter().filter(|&&p| p > 0.0).count() as f64 - 1.0;
        let bound = freedom + 6.0 * (2.0 * freedom).sqrt() + 1e-9;
        assert!(
            statistic <= bound,
            "{statistic}: {counts:?} against {probabilities:?}"
        );
    }

    /// Greedy with ties at random, from the definition.
    fn greedy(values: &[f64]) -> Vec<f64> {
        let top = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties = values.iter().filter(|&&w| w == top).count() as f64;
        values
            .iter()
            .map(|&w| if w == top { 1.0 / ties } else { 0.0 })
            .collect()
    }

    fn choose(n: u64, k: u64) -> f64 {
        (0..k)
            .map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64)
            .product()
    }

    fn normal_cdf(x: f64) -> f64 {
        0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
    }

    #[test]
    fn random_is_uniform_and_asks_nothing() {
        let shelf = Shelf::new(&[3.0, 1.0, 2.0, 9.0, 5.0]);
        let counts = shelf.frequencies(&Random, DRAWS);
        assert_distribution(&counts, &[0.2; 5]);
        assert_eq!(shelf.evaluations.get(), 0);
    }

    #[test]
    fn best_of_one_is_random_and_asks_nothing() {
        let shelf = Shelf::new(&[3.0, 1.0, 2.0, 9.0]);
        assert_eq!(
            shelf.frequencies(&BestOf(1), 500),
            shelf.frequencies(&Random, 500)
        );
        assert_eq!(
            shelf.frequencies(&BestOf(0), 500),
            shelf.frequencies(&Random, 500)
        );
        assert_eq!(shelf.evaluations.get(), 0);
    }

    #[test]
    fn best_of_n_asks_n_times() {
        let shelf = Shelf::new(&[3.0, 1.0, 2.0, 9.0]);
        shelf.frequencies(&BestOf(3), 1);
        assert_eq!(shelf.evaluations.get(), 3);
        shelf.frequencies(&BestOf(99), 1);
        assert_eq!(shelf.evaluations.get(), 7);
    }

    #[test]
    fn best_of_n_follows_the_hypergeometric_formula() {
        // Action i is better than i others: it is chosen if it is drawn with n - 1 of those.
        let values: Vec<f64> = (0..7).map(f64::from).collect();
        for n in 2..=7 {
            let probability = |i: u64| choose(i, n - 1) / choose(7, n);
            let expected: Vec<f64> = (0..7).map(probability).collect();
            let counts = Shelf::new(&values).frequencies(&BestOf(n as usize), DRAWS);
            assert_distribution(&counts, &expected);
        }
    }

    #[test]
    fn ties_in_best_of_n_go_to_the_first_drawn() {
        let shelf = Shelf::new(&[1.0; 6]);
        let mut actions: Vec<usize> = (0..6).collect();
        let rng = &mut Seed(3).rng();
        for n in 2..9 {
            let chosen = BestOf(n).choose(&shelf, &(), &mut actions, rng);
            assert_eq!(chosen, actions[0], "best of {n}");
        }
        assert_distribution(&shelf.frequencies(&BestOf(3), DRAWS), &[1.0 / 6.0; 6]);
    }

    #[test]
    fn best_of_all_is_greedy() {
        let values = [1.0, 7.0, f64::NAN, 7.0, -2.0];
        let counts = Shelf::new(&values).frequencies(&BestOf(usize::MAX), DRAWS);
        assert_distribution(&counts, &greedy(&values));
    }

    #[test]
    fn softmax_follows_its_formula() {
        let values = [0.5, -1.0, 2.0, 1.0, 0.0];
        for temperature in [0.3, 1.0, 5.0] {
            let weights: Vec<f64> = values.iter().map(|w| f64::exp(w / temperature)).collect();
            let total: f64 = weights.iter().sum();
            let expected: Vec<f64> = weights.iter().map(|w| w / total).collect();
            let counts = Shelf::new(&values).frequencies(&Softmax { temperature }, DRAWS);
            assert_distribution(&counts, &expected);
        }
    }

    #[test]
    fn softmax_does_not_overflow() {
        let shelf = Shelf::new(&[1e300, 1e300, -1e300]);
        let counts = shelf.frequencies(&Softmax { temperature: 1e-9 }, DRAWS);
        assert_distribution(&counts, &[0.5, 0.5, 0.0]);
    }

    #[test]
    fn gaussian_noise_on_two_actions_follows_the_normal_distribution() {
        for (gap, sigma) in [(1.0, 1.0), (0.3, 2.0), (2.0, 1.5)] {
            // The difference of two deviates has standard deviation sigma times root two.
            let upper = normal_cdf(gap / (sigma * std::f64::consts::SQRT_2));
            let counts = Shelf::new(&[0.0, gap]).frequencies(&Gaussian { sigma }, DRAWS);
            assert_distribution(&counts, &[1.0 - upper, upper]);
        }
    }

    #[test]
    fn normal_deviates_have_the_quantiles_of_the_normal_distribution() {
        let rng = &mut Seed(5).rng();
        let mut counts = [0.0; 8];
        for _ in 0..DRAWS {
            counts[(normal_cdf(normal(rng)) * 8.0) as usize % 8] += 1.0;
        }
        assert_distribution(&counts, &[0.125; 8]);
    }

    #[test]
    fn senseless_settings_are_read_as_their_limits() {
        let values = [1.0, 4.0, 4.0, f64::NAN, f64::NEG_INFINITY];
        let shelf = Shelf::new(&values);
        for low in [0.0, -0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
            let counts = shelf.frequencies(&Softmax { temperature: low }, DRAWS);
            assert_distribution(&counts, &greedy(&values));
            let counts = shelf.frequencies(&Gaussian { sigma: low }, DRAWS);
            assert_distribution(&counts, &greedy(&values));
        }
        let high = f64::INFINITY;
        let counts = shelf.frequencies(&Softmax { temperature: high }, DRAWS);
        assert_distribution(&counts, &[0.2; 5]);
        assert_distribution(
            &shelf.frequencies(&Gaussian { sigma: high }, DRAWS),
            &[0.2; 5],
        );
    }

    #[test]
    fn epsilon_mixes_random_actions_in() {
        let shelf = Shelf::new(&[1.0, 0.0, 2.0, 0.5]);
        let mixed = |epsilon| Epsilon {
            epsilon,
            policy: BestOf(4),
        };
        let counts = shelf.frequencies(&mixed(0.2), DRAWS);
        assert_distribution(&counts, &[0.05, 0.05, 0.85, 0.05]);
        for never in [0.0, -3.0, f64::NAN] {
            assert_distribution(
                &shelf.frequencies(&mixed(never), 100),
                &[0.0, 0.0, 1.0, 0.0],
            );
        }
        assert_distribution(&shelf.frequencies(&mixed(1.0), DRAWS), &[0.25; 4]);
    }

    #[test]
    fn a_forced_action_is_not_evaluated() {
        let shelf = Shelf::new(&[1.0]);
        for text in [
            "random",
            "best-of:4",
            "softmax:1",
            "gaussian:1",
            "softmax:0",
        ] {
            let policy: Selection = text.parse().unwrap();
            assert_eq!(shelf.frequencies(&policy, 1), [1.0]);
        }
        assert_eq!(shelf.evaluations.get(), 0);
    }

    #[test]
    fn a_selection_plays_as_the_policy_it_names() {
        let shelf = Shelf::new(&[1.0, 0.0, 2.0, 0.5]);
        let selected = |text: &str| shelf.frequencies(&text.parse::<Selection>().unwrap(), 300);
        assert_eq!(selected("random"), shelf.frequencies(&Random, 300));
        assert_eq!(selected("best-of:2"), shelf.frequencies(&BestOf(2), 300));
        let softmax = Softmax { temperature: 0.5 };
        assert_eq!(selected("softmax:0.5"), shelf.frequencies(&softmax, 300));
        let gaussian = Gaussian { sigma: 0.5 };
        assert_eq!(selected("gaussian:0.5"), shelf.frequencies(&&gaussian, 300));
    }

    #[test]
    fn text_that_names_no_policy_is_refused() {
        let invalid = [
            "",
            "randon",
            "random:1",
            "best-of",
            "best-of:0",
            "best-of:-1",
            "softmax:",
            "softmax:-1",
            "softmax:nan",
            "gaussian:inf",
            "gaussian",
        ];
        for text in invalid {
            let error = text.parse::<Selection>().unwrap_err();
            assert!(error.to_string().contains("expected random"), "{error}");
        }
        assert!(serde_json::from_str::<Selection>("\"best-of:x\"").is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn selections_survive_their_text_form(n in 1..1000_usize, x in 0.0..1e3_f64) {
            let (temperature, sigma) = (x, x);
            let all = [
                Selection::Random, Selection::BestOf(n), Selection::Softmax { temperature },
                Selection::Gaussian { sigma },
            ];
            for selection in all {
                prop_assert_eq!(selection.to_string().parse::<Selection>().unwrap(), selection);
                let text = serde_json::to_string(&selection).unwrap();
                prop_assert_eq!(serde_json::from_str::<Selection>(&text).unwrap(), selection);
            }
        }

        #[test]
        fn any_numbers_at_all_give_a_legal_choice(
            values in prop::collection::vec(any_number(), 1..6), setting in any_number(), n in 0..9_usize,
        ) {
            let shelf = Shelf::new(&values);
            let (temperature, sigma) = (setting, setting);
            shelf.frequencies(&BestOf(n), 3);
            shelf.frequencies(&Softmax { temperature }, 3);
            shelf.frequencies(&Gaussian { sigma }, 3);
            shelf.frequencies(&Epsilon { epsilon: setting, policy: Random }, 3);
        }
    }

    fn any_number() -> impl Strategy<Value = f64> {
        prop_oneof![
            4 => -3.0..3.0_f64,
            1 => prop::num::f64::ANY,
            1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0]),
        ]
    }
}
