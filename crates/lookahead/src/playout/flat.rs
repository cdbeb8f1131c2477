//! Flat Monte Carlo: many playouts from one position, from several, or after every action.
//!
//! All three are the same computation: the same number of playouts from each of a list of
//! positions, in rounds. A round plays a block of playouts from each position, every block from its
//! own random stream, identified by position and round; so the number of threads has no effect. An
//! interrupted round is discarded, so that every position always has the same number of playouts.

use super::{Policy, Tally, TerminalResult, play_out};
use crate::control::{Control, Meter, Stop};
use crate::game::Side;
use crate::seed::Seed;
use crate::{Analysis, Candidate};
use rayon::prelude::*;

/// Playouts per block, from the fifth round on. Small enough to divide a hundred playouts among
/// threads, large enough to make the overhead of a block negligible.
const BLOCK: u64 = 16;

/// Minimum number of blocks given to the thread pool at a time.
const BATCH: usize = 256;

/// Runs `count` playouts from `position` and tallies their results.
///
/// [`Limit::nodes`](crate::Limit::nodes) is a number of playouts; the first `n` of a long estimate
/// are those of a short one. After a time limit or cancellation the tally has the complete rounds,
/// possibly none. A finished position is scored `count` times.
pub fn estimate<G, P>(
    game: &G,
    position: &G::Position,
    policy: &P,
    count: u64,
    control: &Control<'_>,
) -> Tally
where
    G: TerminalResult + Sync,
    G::Position: Sync,
    P: Policy<G> + Sync,
{
    estimate_each(game, std::slice::from_ref(position), policy, count, control)[0]
}

/// Runs `count` playouts from each of `positions`, as [`estimate`] does from one; the tallies come
/// in the same order. A limit of nodes is shared equally, and all tallies count the same number of
/// games.
pub fn estimate_each<G, P>(
    game: &G,
    positions: &[G::Position],
    policy: &P,
    count: u64,
    control: &Control<'_>,
) -> Vec<Tally>
where
    G: TerminalResult + Sync,
    G::Position: Sync,
    P: Policy<G> + Sync,
{
    let meter = control.start();
    let each = affordable(count, positions.len(), control);
    let seed = control.seed;
    let mut rounds = Rounds::new(game, positions, policy, seed, &meter);
    rounds.run(each, |tallies| meter.report(0, only_rate(tallies)));
    rounds.tallies
}

/// Flat Monte Carlo: `per_action` playouts after every action, best mean first.
///
/// [`Limit::nodes`](crate::Limit::nodes) is a number of playouts, shared equally by the actions;
/// [`Limit::depth`](crate::Limit::depth) has no effect. However it is stopped, every candidate has
/// the same number of playouts ([`Candidate::visits`]). If that number is zero, the actions come in
/// the game's order with the value one half.
pub fn flat<G, P>(
    game: &G,
    position: &G::Position,
    policy: &P,
    per_action: u64,
    control: &Control<'_>,
) -> Analysis<G::Action>
where
    G: TerminalResult + Sync,
    G::Position: Sync,
    P: Policy<G> + Sync,
{
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let after: Vec<_> = actions.iter().map(|&a| game.after(position, a)).collect();
    let side = game.turn(position);

    let meter = control.start();
    let each = affordable(per_action, actions.len(), control);
    let mut rounds = Rounds::new(game, &after, policy, control.seed, &meter);
    rounds.run(each, |tallies| meter.report(0, best_rate(tallies, side)));

    let otherwise = if each < per_action && !actions.is_empty() {
        Stop::Nodes
    } else {
        Stop::Done
    };
    Analysis {
        candidates: ranked(&actions, &rounds.tallies, side),
        effort: meter.effort(0, otherwise),
    }
}

/// Returns the number of playouts per position within the limit of nodes.
fn affordable(wanted: u64, positions: usize, control: &Control<'_>) -> u64 {
    let share = |nodes: u64| nodes / (positions as u64).max(1);
    control.limit.nodes.map_or(wanted, |n| wanted.min(share(n)))
}

/// Returns the mean so far, if there is one position.
fn only_rate(tallies: &[Tally]) -> Option<f64> {
    match tallies {
        [only] => only.rate(),
        _ => None,
    }
}

/// Returns the mean of the best action so far, seen from Max.
fn best_rate(tallies: &[Tally], side: Side) -> Option<f64> {
    let rates = tallies.iter().filter_map(Tally::rate);
    rates.max_by(|&a, &b| side.merit(a).total_cmp(&side.merit(b)))
}

/// Returns the candidates by their tallies, best first for `side`; ties in the game's order.
fn ranked<A: Copy>(actions: &[A], tallies: &[Tally], side: Side) -> Vec<Candidate<A>> {
    let candidate = |(&action, tally): (&A, &Tally)| Candidate {
        spread: tally.spread().unwrap_or(0.0),
        error: tally.error(),
        visits: tally.games(),
        ..Candidate::estimate(action, tally.rate().unwrap_or(0.5))
    };
    let mut candidates: Vec<_> = actions.iter().zip(tallies).map(candidate).collect();
    candidates.sort_by(|a, b| side.merit(b.value).total_cmp(&side.merit(a.value)));
    candidates
}

/// A running computation: the positions and their tallies after the rounds played so far.
struct Rounds<'a, G: TerminalResult, P> {
    game: &'a G,
    positions: &'a [G::Position],
    policy: &'a P,
    seed: Seed,
    meter: &'a Meter<'a>,
    tallies: Vec<Tally>,
}

/// One block of playouts: its position, round and size.
#[derive(Clone, Copy)]
struct Block {
    position: usize,
    round: u64,
    size: u64,
}

impl<'a, G, P> Rounds<'a, G, P>
where
    G: TerminalResult + Sync,
    G::Position: Sync,
    P: Policy<G> + Sync,
{
    fn new(
        game: &'a G,
        positions: &'a [G::Position],
        policy: &'a P,
        seed: Seed,
        meter: &'a Meter<'a>,
    ) -> Self {
        let tallies = vec![Tally::default(); positions.len()];
        Rounds {
            game,
            positions,
            policy,
            seed,
            meter,
            tallies,
        }
    }

    /// Runs `each` playouts from every position, and passes the tallies to `report` periodically.
    fn run(&mut self, each: u64, report: impl Fn(&[Tally])) {
        let mut blocks = Vec::new();
        let mut left = each;
        let mut round = 0;
        while left > 0 && !self.positions.is_empty() && self.meter.poll() {
            blocks.clear();
            while left > 0 && blocks.len() < BATCH {
                let size = round_size(round).min(left);
                blocks.extend((0..self.positions.len()).map(|position| Block {
                    position,
                    round,
                    size,
                }));
                left -= size;
                round += 1;
            }
            self.batch(&blocks);
            report(&self.tallies);
        }
    }

    /// Runs rounds in parallel and adds the completed ones, in order.
    fn batch(&mut self, blocks: &[Block]) {
        let played: Vec<Option<Tally>> = blocks
            .par_iter()
            .map_init(
                || (self.positions[0].clone(), Vec::new()),
                |(position, scratch), &block| self.play(block, position, scratch),
            )
            .collect();
        for round in played.chunks(self.positions.len()) {
            if round.iter().all(Option::is_some) {
                let tallies = self.tallies.iter_mut();
                tallies
                    .zip(round.iter().flatten())
                    .for_each(|(sum, t)| sum.merge(t));
            }
        }
    }

    /// Runs one block; `None` if the search was stopped before its end.
    fn play(
        &self,
        block: Block,
        position: &mut G::Position,
        scratch: &mut Vec<G::Action>,
    ) -> Option<Tally> {
        let stream = self.seed.stream(block.position as u64).stream(block.round);
        let mut rng = stream.rng();
        let mut tally = Tally::default();
        for _ in 0..block.size {
            if !(self.meter.running() && self.meter.tick_slow()) {
                return None;
            }
            position.clone_from(&self.positions[block.position]);
            tally.add(play_out(
                self.game,
                position,
                self.policy,
                &mut rng,
                scratch,
            ));
        }
        Some(tally)
    }
}

/// Returns the size of a round. The first rounds are small, so that a short search has a result
/// too.
fn round_size(round: u64) -> u64 {
    BLOCK.min(1 << round.min(BLOCK.trailing_zeros().into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bound;
    use crate::control::{Cancel, Limit, Progress};
    use crate::game::Game;
    use crate::playout::{BestOf, Random};
    use crate::test_games::{
        Bushy, BushyPosition, Heap, HeapPosition, Noughts, NoughtsPosition, on_threads,
    };
    use proptest::prelude::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    fn control(seed: u64) -> Control<'static> {
        Control::new(Seed(seed))
    }

    /// Returns the expectation of a random playout, by going through all of them.
    fn expectation<G: TerminalResult>(game: &G, position: &G::Position) -> f64 {
        let mut actions = Vec::new();
        game.actions(position, &mut actions);
        if actions.is_empty() {
            return game.result(position);
        }
        let sum: f64 = actions
            .iter()
            .map(|&a| expectation(game, &game.after(position, a)))
            .sum();
        sum / actions.len() as f64
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn estimates_agree_with_the_exact_expectation(seed in any::<u64>(), spread in 1..5_u64) {
            let tree = Bushy { seed: Seed(seed), branching: 4, depth: 5, width: u64::MAX, spread };
            let start = BushyPosition::default();
            let tally = estimate(&tree, &start, &Random, 2000, &control(seed));
            prop_assert_eq!(tally.games(), 2000);
            let off = (tally.rate().unwrap() - expectation(&tree, &start)).abs();
            // A rare leaf may be missing from the sample and from its error: a little slack.
            prop_assert!(off <= 5.0 * tally.error().unwrap() + 0.003, "off by {}", off);
        }

        #[test]
        fn every_candidate_agrees_with_the_exact_expectation(seed in any::<u64>()) {
            let tree = Bushy { seed: Seed(seed), branching: 4, depth: 4, width: 50, spread: 2 };
            let start = BushyPosition::default();
            let analysis = flat(&tree, &start, &Random, 1000, &control(seed));
            let mut actions = Vec::new();
            tree.actions(&start, &mut actions);
            prop_assert_eq!(analysis.candidates.len(), actions.len());
            let sign = tree.turn(&start).sign();
            prop_assert!(analysis.candidates.is_sorted_by(|a, b| sign * a.value >= sign * b.value));
            for candidate in &analysis.candidates {
                let exact = expectation(&tree, &tree.after(&start, candidate.action));
                let error = candidate.error.unwrap();
                prop_assert!((candidate.value - exact).abs() <= 5.0 * error + 0.005);
                prop_assert!((candidate.spread - error * 1000_f64.sqrt()).abs() < 1e-9);
                prop_assert_eq!((candidate.visits, candidate.bound), (1000, Bound::Estimate));
                prop_assert_eq!(&candidate.line, &[candidate.action]);
            }
        }

        #[test]
        fn threads_do_not_matter(seed in any::<u64>(), count in 0..200_u64) {
            let tree = Bushy { seed: Seed(seed), branching: 5, depth: 6, width: 99, spread: 3 };
            let start = BushyPosition::default();
            let run = || {
                let mut analysis = flat(&tree, &start, &BestOf(2), count, &control(seed));
                analysis.effort.seconds = 0.0;
                (analysis, estimate(&tree, &start, &BestOf(2), count, &control(seed)))
            };
            prop_assert_eq!(on_threads(1, run), on_threads(4, run));
        }
    }

    #[test]
    fn noughts_between_random_players_has_its_known_shares() {
        // Of the 9! orders of play, weighted: first player 0.585, second 0.288, drawn 0.127.
        let start = NoughtsPosition::default();
        let exact = expectation(&Noughts, &start);
        assert!((exact - (0.585 + 0.127 / 2.0)).abs() < 1e-3, "{exact}");
        let tally = estimate(&Noughts, &start, &Random, 20_000, &control(1));
        assert!((tally.rate().unwrap() - exact).abs() < 4.0 * tally.error().unwrap());
        assert!((tally.draws as f64 / 20_000.0 - 0.127).abs() < 0.01);
    }

    #[test]
    fn a_finished_position_is_scored_each_time() {
        let over = HeapPosition {
            left: 0,
            turn: Side::Min,
        };
        let tally = estimate(&Heap, &over, &Random, 7, &control(0));
        assert_eq!((tally.wins, tally.games()), (7, 7));
        let analysis = flat(&Heap, &over, &Random, 7, &control(0).limit(Limit::nodes(1)));
        assert_eq!(
            (analysis.action(), analysis.effort.stopped),
            (None, Stop::Done)
        );
    }

    #[test]
    fn flat_finds_the_winning_move_in_a_heap() {
        for left in [5, 6, 7] {
            let analysis = flat(
                &Heap,
                &HeapPosition::new(left),
                &BestOf(2),
                500,
                &control(1),
            );
            assert_eq!(analysis.action(), Some(left - 4), "{left} left");
        }
    }

    #[test]
    fn flat_completes_a_line_and_stops_one() {
        // Max has 0 and 1, Min 3 and 4: Max wins at 2.
        let max_to_move = NoughtsPosition {
            taken: [0o003, 0o030],
        };
        let analysis = flat(&Noughts, &max_to_move, &Random, 200, &control(1));
        assert_eq!((analysis.action(), analysis.value()), (Some(2), Some(1.0)));
        // Min to move must stop the same line.
        let min_to_move = NoughtsPosition {
            taken: [0o003, 0o020],
        };
        let analysis = flat(&Noughts, &min_to_move, &Random, 500, &control(1));
        assert_eq!(analysis.action(), Some(2));
        assert_eq!(analysis.effort.nodes, 6 * 500);
        assert_eq!(analysis.effort.stopped, Stop::Done);
    }

    #[test]
    fn a_node_limit_is_shared_equally() {
        let start = NoughtsPosition::default();
        let run = |nodes, count| {
            flat(
                &Noughts,
                &start,
                &Random,
                count,
                &control(1).limit(Limit::nodes(nodes)),
            )
        };
        let analysis = run(1000, 500);
        assert!(analysis.candidates.iter().all(|c| c.visits == 111));
        assert_eq!(
            (analysis.effort.nodes, analysis.effort.stopped),
            (999, Stop::Nodes)
        );
        // What was played is what a search that asked for no more would have played.
        assert_eq!(analysis.candidates, run(u64::MAX, 111).candidates);
        assert_eq!(run(1000, 111).effort.stopped, Stop::Done);
    }

    #[test]
    fn a_limit_below_one_round_leaves_the_actions_in_order() {
        let start = NoughtsPosition::default();
        for limit in [Limit::nodes(8), Limit::time(Duration::ZERO)] {
            let analysis = flat(&Noughts, &start, &Random, 500, &control(1).limit(limit));
            assert!(analysis.candidates.iter().map(|c| c.action).eq(0..9));
            assert!(
                analysis
                    .candidates
                    .iter()
                    .all(|c| (c.visits, c.value) == (0, 0.5))
            );
            assert_ne!(analysis.effort.stopped, Stop::Done);
        }
    }

    #[test]
    fn short_estimates_are_the_beginning_of_long_ones() {
        let start = NoughtsPosition::default();
        let short = estimate(&Noughts, &start, &Random, 77, &control(1));
        let limited = control(1).limit(Limit::nodes(77));
        assert_eq!(estimate(&Noughts, &start, &Random, 5000, &limited), short);
    }

    #[test]
    fn several_positions_have_streams_of_their_own() {
        let start = NoughtsPosition::default();
        let tallies = estimate_each(&Noughts, &[start; 3], &Random, 200, &control(1));
        assert_eq!(
            tallies[0],
            estimate(&Noughts, &start, &Random, 200, &control(1))
        );
        assert!(tallies[0] != tallies[1] && tallies[1] != tallies[2]);
        assert!(tallies.iter().all(|t| t.games() == 200));
        let none = estimate_each(&Noughts, &[], &Random, 200, &control(1));
        assert_eq!(none, []);
    }

    #[test]
    fn a_cancelled_search_gives_every_action_the_same() {
        let cancel = Cancel::new();
        let stop_soon = |p: &Progress| {
            if p.nodes > 5000 {
                cancel.cancel();
            }
        };
        let control = control(1).cancel(cancel.clone()).progress(&stop_soon);
        let analysis = flat(
            &Noughts,
            &NoughtsPosition::default(),
            &Random,
            1 << 40,
            &control,
        );
        assert_eq!(analysis.effort.stopped, Stop::Cancelled);
        let visits = analysis.candidates[0].visits;
        assert!(visits > 100 && analysis.candidates.iter().all(|c| c.visits == visits));
    }

    /// Cancels itself during the n-th playout.
    struct Impatient {
        cancel: Cancel,
        left: AtomicU64,
    }

    impl Policy<Heap> for Impatient {
        fn choose(
            &self,
            game: &Heap,
            position: &HeapPosition,
            actions: &mut [u32],
            rng: &mut rand_pcg::Pcg64Mcg,
        ) -> u32 {
            if self.left.fetch_sub(1, Relaxed) == 1 {
                self.cancel.cancel();
            }
            Random.choose(game, position, actions, rng)
        }
    }

    #[test]
    fn a_round_cut_short_is_forgotten() {
        for choices in [1, 10, 100, 1000, 5000] {
            let cancel = Cancel::new();
            let policy = Impatient {
                cancel: cancel.clone(),
                left: AtomicU64::new(choices),
            };
            let control = control(1).cancel(cancel);
            let analysis = flat(&Heap, &HeapPosition::new(30), &policy, 10_000, &control);
            assert_eq!(analysis.effort.stopped, Stop::Cancelled);
            let visits = analysis.candidates[0].visits;
            assert!(analysis.candidates.iter().all(|c| c.visits == visits));
            assert!(visits * 3 <= analysis.effort.nodes);
        }
    }

    #[test]
    fn progress_reports_the_best_value_so_far() {
        let seen = AtomicU64::new(0);
        let report = |p: &Progress| {
            assert!(p.value.is_some_and(|v| (0.0..=1.0).contains(&v)));
            seen.fetch_max(p.nodes, Relaxed);
        };
        let control = control(1).progress(&report);
        flat(&Heap, &HeapPosition::new(9), &Random, 5000, &control);
        assert_eq!(seen.load(Relaxed), 15_000);
    }
}
