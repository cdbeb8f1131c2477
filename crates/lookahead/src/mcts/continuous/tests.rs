//! Tests of both methods on one-dimensional throws with known optima.

use super::*;
use crate::mcts::ensemble::Grow;
use crate::test_games::on_threads;
use crate::{Bound, Cancel, Limit, Seed, Stop};
use proptest::prelude::*;
use rand_distr::{Distribution, StandardNormal};

/// A line of length 10 on which to throw; Max's share where a throw ends is `worth`.
#[derive(Clone, Copy)]
struct Throw<F> {
    noise: f64,
    /// Throws of the game; Min throws every second one.
    throws: usize,
    worth: F,
}

fn normal(rng: &mut Pcg64Mcg) -> f64 {
    StandardNormal.sample(rng)
}

impl<F: Fn(&[f64]) -> f64 + Sync> Continuous for Throw<F> {
    type Position = Vec<f64>;
    type Action = f64;
    fn turn(&self, thrown: &Vec<f64>) -> Side {
        if thrown.len().is_multiple_of(2) {
            Side::Max
        } else {
            Side::Min
        }
    }
    fn is_over(&self, thrown: &Vec<f64>) -> bool {
        thrown.len() >= self.throws
    }
    fn propose(&self, _: &Vec<f64>, _: &mut Pcg64Mcg, into: &mut Vec<f64>) {
        into.extend((0..10).map(|i| f64::from(i) + 0.5));
    }
    fn execute(&self, _: &Vec<f64>, aim: f64, rng: &mut Pcg64Mcg) -> f64 {
        aim + self.noise * normal(rng)
    }
    fn play(&self, thrown: &mut Vec<f64>, executed: f64) {
        thrown.push(executed);
    }
    fn kernel(&self, a: &f64, b: &f64) -> f64 {
        (-0.5 * ((a - b) / self.noise.max(0.05)).powi(2)).exp()
    }
    fn evaluate(&self, thrown: &Vec<f64>, _: &mut Pcg64Mcg) -> f64 {
        (self.worth)(thrown)
    }
    fn nearby(&self, _: &Vec<f64>, around: f64, rng: &mut Pcg64Mcg) -> f64 {
        around + self.noise.max(0.05) * normal(rng)
    }
}

/// Returns a narrow peak of height 1 at 3.5 beside a cliff, and a broad hump of height 0.7 around
/// 7.
fn peak_and_hump(x: f64) -> f64 {
    let peak = (1.0 - 4.0 * (x - 3.5).abs()).max(0.0) * f64::from(u8::from(x < 3.6));
    let hump = (0.7 - 0.1 * (x - 7.0).powi(2)).max(0.0);
    peak.max(hump)
}

/// Expected worth of aiming at `aim`, by the trapezium rule over six deviations.
fn expected(worth: &impl Fn(f64) -> f64, noise: f64, aim: f64) -> f64 {
    let steps = 2000;
    let (mut sum, mut weight) = (0.0, 0.0);
    for i in 0..=steps {
        let z = -6.0 + 12.0 * f64::from(i) / f64::from(steps);
        let w = (-0.5 * z * z).exp();
        sum += w * worth(aim + noise * z);
        weight += w;
    }
    sum / weight
}

const NOISE: f64 = 0.3;

/// Returns the aim with the largest expectation, and that expectation.
fn optimum(worth: &impl Fn(f64) -> f64, noise: f64) -> (f64, f64) {
    (0..=1000)
        .map(|i| f64::from(i) / 100.0)
        .map(|aim| (aim, expected(worth, noise, aim)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap()
}

/// One throw; before it, a position is worth half.
fn one_throw(noise: f64) -> Throw<impl Fn(&[f64]) -> f64 + Sync + Copy> {
    let worth = |thrown: &[f64]| thrown.first().map_or(0.5, |&x| peak_and_hump(x));
    Throw {
        noise,
        throws: 1,
        worth,
    }
}

/// Two throws: Min's follows and takes away up to 0.2 by coming close to 5.
fn two_throws() -> Throw<impl Fn(&[f64]) -> f64 + Sync + Copy> {
    let worth = |thrown: &[f64]| {
        let first = thrown.first().map_or(0.0, |&x| peak_and_hump(x));
        let reply = thrown.get(1).map_or(0.0, |y| 1.0 - (y - 5.0).abs() / 2.0);
        0.2 + 0.6 * first - 0.2 * reply.max(0.0)
    };
    Throw {
        noise: NOISE,
        throws: 2,
        worth,
    }
}

fn nodes(nodes: u64) -> Control<'static> {
    Control::new(Seed(1)).limit(Limit::nodes(nodes))
}

fn widening() -> Settings {
    Settings {
        method: Method::Widening,
        ..Settings::default()
    }
}

/// Returns the settings of the paper.
fn paper() -> Settings {
    Settings {
        weights: Weights::Visits,
        descent: Descent::Selected,
        ..Settings::default()
    }
}

#[test]
fn with_noise_the_broad_hump_beats_the_narrow_peak() {
    let game = one_throw(NOISE);
    let (aim, value) = optimum(&peak_and_hump, NOISE);
    assert!((aim - 7.0).abs() < 0.1 && peak_and_hump(3.5) > 1.4 * value);
    for (settings, simulations) in [(Settings::default(), 400), (widening(), 3000)] {
        for seed in 0..5 {
            let control = nodes(simulations).seed(Seed(seed));
            let search = KernelUct::new(&game).settings(settings);
            let best = search.search(&Vec::new(), &control).candidates[0].clone();
            let reached = expected(&peak_and_hump, NOISE, best.action);
            assert!((best.action - aim).abs() < 0.5, "{best:?}");
            assert!(reached > 0.98 * value, "{best:?}");
            assert!((best.value - reached).abs() < 0.03, "{best:?} {reached}");
        }
    }
}

#[test]
fn regression_needs_fewer_simulations_than_widening() {
    let game = one_throw(NOISE);
    let (_, value) = optimum(&peak_and_hump, NOISE);
    let loss = |settings| {
        let one = |seed| {
            let search = KernelUct::new(&game).settings(settings);
            let analysis = search.search(&Vec::new(), &nodes(200).seed(Seed(seed)));
            value - expected(&peak_and_hump, NOISE, analysis.action().unwrap())
        };
        (0..10).map(one).sum::<f64>() / 10.0
    };
    let (regression, widening) = (loss(Settings::default()), loss(widening()));
    assert!(regression < 0.5 * widening, "{regression} {widening}");
}

#[test]
fn without_noise_the_peak_is_found() {
    let game = one_throw(0.0);
    for settings in [Settings::default(), paper(), widening()] {
        let search = KernelUct::new(&game).settings(settings);
        let analysis = search.search(&Vec::new(), &nodes(1500));
        let aim = analysis.action().unwrap();
        assert!((aim - 3.5).abs() < 0.06, "{settings:?}: {aim}");
    }
}

#[test]
fn an_opponent_who_replies_is_expected_to_reply_well() {
    let game = two_throws();
    let (_, value) = optimum(&peak_and_hump, NOISE);
    for seed in 0..3 {
        let control = nodes(4000).seed(Seed(seed));
        let best = KernelUct::new(&game)
            .search(&Vec::new(), &control)
            .candidates[0]
            .clone();
        let reached = expected(&peak_and_hump, NOISE, best.action);
        assert!(reached > 0.95 * value, "{best:?}");
        assert!((best.line[1] - 5.0).abs() < 1.0, "{best:?}");
        assert!(best.value < 0.2 + 0.6 * value, "{best:?}");
    }
}

#[test]
fn min_aims_where_max_gets_least() {
    let game = two_throws();
    let thrown = vec![7.0];
    let analysis = KernelUct::new(&game).search(&thrown, &nodes(400));
    let reply = |y: f64| 0.2 * (1.0 - (y - 5.0).abs() / 2.0).max(0.0);
    let truth = 0.2 + 0.6 * 0.7 - expected(&reply, NOISE, 5.0);
    assert!((analysis.action().unwrap() - 5.0).abs() < 0.25);
    assert!((analysis.value().unwrap() - truth).abs() < 0.02);
}

#[test]
fn the_weights_of_the_paper_overrate_the_peak() {
    let game = two_throws();
    let peaks = |settings| {
        let search = KernelUct::new(&game).settings(settings);
        let aim = |seed| {
            let control = nodes(3000).seed(Seed(seed));
            search.search(&Vec::new(), &control).action().unwrap()
        };
        (0..10).filter(|&seed| aim(seed) < 4.0).count()
    };
    assert_eq!(peaks(Settings::default()), 0);
    assert_eq!(peaks(paper()), 10, "the default has lost its reason");
}

#[test]
fn the_spread_is_that_of_the_result() {
    let game = one_throw(NOISE);
    let best = KernelUct::new(&game)
        .search(&Vec::new(), &nodes(500))
        .candidates[0]
        .clone();
    let mean = expected(&peak_and_hump, NOISE, best.action);
    let squares = expected(&|x| peak_and_hump(x).powi(2), NOISE, best.action);
    let spread = (squares - mean * mean).sqrt();
    assert!((best.spread - spread).abs() < 0.01, "{best:?} {spread}");
    assert!(best.error.unwrap() < best.spread);
    assert_eq!(best.bound, Bound::Estimate);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_simulation_is_counted_and_the_answer_repeats(
        seed: u64,
        simulations in 0..400_u64,
        trees in 1..4_u32,
        regression: bool,
        executed: bool,
    ) {
        let game = two_throws();
        let method = if regression { Method::KernelRegression } else { Method::Widening };
        let descent = if executed { Descent::Executed } else { Descent::Selected };
        let settings = Settings { method, descent, trees, ..Settings::default() };
        let control = nodes(simulations).seed(Seed(seed));
        let search = KernelUct::new(&game).settings(settings);
        let analysis = search.search(&Vec::new(), &control);
        let visits: u64 = analysis.candidates.iter().map(|c| c.visits).sum();
        prop_assert_eq!(visits, simulations);
        prop_assert_eq!(analysis.effort.nodes, simulations);
        prop_assert_eq!(analysis.effort.stopped, Stop::Nodes);
        for candidate in &analysis.candidates {
            prop_assert!((0.0..=1.0).contains(&candidate.value));
            prop_assert_eq!(candidate.line[0], candidate.action);
            prop_assert!(candidate.line.len() <= 2);
        }
        prop_assert_eq!(search.search(&Vec::new(), &control).candidates, analysis.candidates);
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let game = two_throws();
    let settings = Settings {
        trees: 4,
        ..Settings::default()
    };
    let answer = |threads| {
        let search = KernelUct::new(&game).settings(settings);
        on_threads(threads, || search.search(&Vec::new(), &nodes(801))).candidates
    };
    let one = answer(1);
    assert_eq!(one, answer(2));
    assert_eq!(one, answer(5));
}

#[test]
fn an_ensemble_learns_from_all_its_trees() {
    let game = one_throw(NOISE);
    let settings = Settings {
        trees: 4,
        ..Settings::default()
    };
    let search = KernelUct::new(&game).settings(settings);
    let analysis = search.search(&Vec::new(), &nodes(400));
    assert!((analysis.action().unwrap() - 7.0).abs() < 0.3);
    // Ten proposals are common to all trees, what was added is not.
    assert!(analysis.candidates.len() > 300);
}

#[test]
fn a_finished_game_has_no_candidates() {
    let game = one_throw(NOISE);
    let analysis = KernelUct::new(&game).search(&vec![1.0], &nodes(100));
    assert_eq!(analysis.candidates, []);
    assert_eq!(analysis.effort.stopped, Stop::Done);
}

/// Proposes always the same actions, and nothing else is possible.
struct Only(&'static [u8]);

impl Continuous for Only {
    type Position = u8;
    type Action = u8;
    fn turn(&self, _: &u8) -> Side {
        Side::Max
    }
    fn is_over(&self, &played: &u8) -> bool {
        played > 2
    }
    fn propose(&self, _: &u8, _: &mut Pcg64Mcg, into: &mut Vec<u8>) {
        into.extend(self.0);
    }
    fn execute(&self, _: &u8, intended: u8, _: &mut Pcg64Mcg) -> u8 {
        intended
    }
    fn play(&self, played: &mut u8, _: u8) {
        *played += 1;
    }
    fn kernel(&self, a: &u8, b: &u8) -> f64 {
        f64::from(u8::from(a == b))
    }
    fn evaluate(&self, &played: &u8, _: &mut Pcg64Mcg) -> f64 {
        f64::from(played) / 4.0
    }
}

#[test]
fn a_single_action_gets_every_visit() {
    for settings in [Settings::default(), widening()] {
        let search = KernelUct::new(&Only(&[7, 7])).settings(settings);
        let analysis = search.search(&0, &nodes(50));
        assert_eq!(analysis.candidates.len(), 1);
        assert_eq!(analysis.candidates[0].visits, 50);
        assert_eq!(analysis.candidates[0].line, [7, 7, 7]);
    }
}

#[test]
fn a_game_that_proposes_nothing_is_treated_as_over() {
    let analysis = KernelUct::new(&Only(&[])).search(&0, &Control::new(Seed(0)));
    assert_eq!(analysis.candidates, []);
}

#[test]
fn a_depth_limit_bounds_the_tree() {
    let depth = |depth| {
        let control = nodes(50).limit(Limit {
            depth: Some(depth),
            ..Limit::nodes(50)
        });
        let analysis = KernelUct::new(&Only(&[7])).search(&0, &control);
        (analysis.candidates[0].line.len(), analysis.value().unwrap())
    };
    assert_eq!(depth(1), (1, 0.25));
    assert_eq!(depth(2).0, 2);
    assert_eq!(depth(9).0, 3);
}

fn grown(settings: Settings) -> (usize, usize) {
    let game = two_throws();
    let search = KernelUct::new(&game).settings(settings);
    let mut grower = Grower::new(&search, Vec::new(), usize::MAX, Seed(0).rng());
    (0..2000).for_each(|_| grower.simulate());
    assert_eq!(grower.simulations(), 2000);
    let widest = grower.nodes.iter().map(|n| n.arms.as_slice().len()).max();
    (grower.nodes.len(), widest.unwrap())
}

#[test]
fn tree_and_actions_stay_within_their_bounds() {
    for settings in [Settings::default(), paper(), widening()] {
        let (free, wide) = grown(settings);
        assert!(free > 200, "{free}");
        let narrow = Settings {
            capacity: 100,
            ..settings
        };
        assert_eq!(grown(narrow).0, 100);
        let few = Settings {
            max_actions: 15,
            ..settings
        };
        assert!(wide > 15 && grown(few).1 <= 15, "{wide}");
    }
}

#[test]
fn time_and_cancelling_are_respected() {
    let game = two_throws();
    let search = KernelUct::new(&game);
    let brief = Control::new(Seed(0)).limit(Limit::time(std::time::Duration::from_millis(10)));
    let analysis = search.search(&Vec::new(), &brief);
    assert_eq!(analysis.effort.stopped, Stop::Time);
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control::new(Seed(0)).cancel(cancel);
    let analysis = search.search(&Vec::new(), &control);
    assert_eq!(analysis.effort.stopped, Stop::Cancelled);
    assert_eq!(analysis.candidates.len(), 10);
}

#[test]
fn settings_are_read_from_partial_text() {
    let text = r#"{"method":"widening","weights":"visits","descent":"selected"}"#;
    let settings: Settings = serde_json::from_str(text).unwrap();
    assert_eq!(
        settings,
        Settings {
            method: Method::Widening,
            ..paper()
        }
    );
    assert!(serde_json::from_str::<Settings>(r#"{"kernel":1}"#).is_err());
}
