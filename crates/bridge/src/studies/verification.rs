//! Verification of the problems' right cards: double dummy and played out, over deals consistent
//! with the deciding seat's view.
//!
//! Each deal is solved double dummy for every legal card, and some deals are also played to the end
//! by players who see only their own cards: once after a right card and once after a tempting one,
//! by the same players with the same seeds. Where several cards are right (or tempting), the first
//! measure takes their mean and the second a random one. The first assumes that all players see all
//! cards and ignores the information that a card reveals; the second includes it, but only for
//! players as strong as these.
//!
//! Deals are drawn by the `standard` conventions' interpretation of calls and cards, which does not
//! always match the actual deal: a player whose announced strength is unlikely from the deciding
//! seat's view is often dealt a weaker hand.

use super::identity;
use crate::dealing::Sampler;
use crate::double_dummy::{Position, Solver};
use crate::hand::{by_lot, from_the_top};
use crate::knowledge::{Conventions, Knowledge};
use crate::lineup::{SeatPlayer, seat_player};
use crate::players::DecisionError;
use crate::problem::{Category, Problem, shipped};
use crate::{Ascii, Board, Hand, Play, Side, View, score};
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::{Block, Column, Table};
use arena::spec::PlayerSpec;
use arena::statistics;
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::{Cancel, Control, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toml::Spanned;

/// The study of kind `bridge-verify`.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerificationStudy;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// The number of deals of each problem to solve.
    deals: u64,
    /// The number of these deals to play out.
    played: u64,
    /// The number of deals to play out in the category `guess`, where only that counts; `played` if
    /// not set.
    guess: Option<u64>,
    /// The player of all four hands.
    player: Spanned<PlayerSpec>,
}

impl Study for VerificationStudy {
    fn kind(&self) -> &'static str {
        "bridge-verify"
    }

    fn about(&self) -> &'static str {
        "gain of the right cards over the tempting ones in the problems of bridge"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let spec = section.player.get_ref().clone();
        let player = seat_player(&spec)
            .map_err(|error| experiment.error_at(section.player.span(), error.to_string()))?;
        Ok(Box::new(VerificationPlan {
            deals: section.deals,
            played: section.played,
            guess: section.guess.unwrap_or(section.played),
            spec,
            player,
            problems: shipped(),
        }))
    }
}

struct VerificationPlan {
    deals: u64,
    played: u64,
    guess: u64,
    spec: PlayerSpec,
    player: SeatPlayer,
    problems: Vec<Problem>,
}

/// The results of one deal of a problem, in points of the deciding side.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sample {
    /// Double dummy, for every legal card: spades first, each suit from the top.
    solved: Option<Vec<i32>>,
    /// Played out: after a right card and after a tempting one.
    played: Option<[i32; 2]>,
}

/// The number of entries of the solver's table.
const TABLE: usize = 1 << 18;

/// Streams of the seed of a deal; the deal itself is drawn with the seed.
const CHOICE: u64 = 1;
const PLAY: u64 = 2;

impl VerificationPlan {
    /// Returns the number of deals of each problem.
    fn rounds(&self) -> u64 {
        self.deals.max(self.played).max(self.guess)
    }

    /// Returns problem and deal number of a task. Every problem gets one deal before any gets
    /// another.
    fn task(&self, index: u64) -> Option<(&Problem, u64)> {
        let all = self.problems.len() as u64;
        let problem = self.problems.get((index % all.max(1)) as usize)?;
        (index < self.tasks()).then_some((problem, index / all))
    }

    /// Returns the number of deals of a problem to play out.
    fn played(&self, problem: &Problem) -> u64 {
        match problem.category {
            Category::Guess => self.guess,
            _ => self.played,
        }
    }

    fn sample(
        &self,
        problem: &Problem,
        number: u64,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<Sample, TaskError> {
        let failed = |why: String| TaskError::Failed {
            why: format!("{}: {why}", problem.name),
        };
        let hands = sampled_deal(problem, seed).map_err(failed)?;
        let play = replayed(problem, hands);
        let solved = (number < self.deals).then(|| points_by_card(problem, &play));
        let pair = (number < self.played(problem)).then(|| self.pair(problem, &play, seed, cancel));
        let played = pair
            .transpose()
            .map_err(|error| failed(error.to_string()))?;
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        Ok(Sample { solved, played })
    }

    /// Returns the points after a right card and after a tempting one, all else equal.
    fn pair(
        &self,
        problem: &Problem,
        play: &Play,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<[i32; 2], DecisionError> {
        let rng = &mut seed.stream(CHOICE).rng();
        let mut after = |cards: Hand| {
            let card = by_lot(cards, rng).expect("a problem names cards of both kinds");
            let mut play = play.clone();
            play.play(card)
                .expect("the hand that plays is the same in every deal");
            self.finish(problem, play, seed.stream(PLAY), cancel)
        };
        Ok([after(problem.best)?, after(problem.tempting)?])
    }

    /// Returns the points after playing to the end.
    fn finish(
        &self,
        problem: &Problem,
        mut play: Play,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<i32, DecisionError> {
        let final_contract = problem
            .view
            .final_contract()
            .expect("a problem has a contract");
        let board = Board {
            hands: *play.dealt(),
            ..problem.board
        };
        while let Some(turn) = play.turn() {
            let legal = play.legal();
            let only = legal.iter().next().filter(|_| legal.len() == 1);
            let view = View::of(
                &board,
                &problem.view.auction,
                &play,
                final_contract.decider(turn),
            );
            let seed = seed.stream(play.cards().len() as u64);
            let control = Control::new(seed).cancel(cancel.clone());
            let advised = || {
                self.player
                    .advise(&view, &control)
                    .map(|advice| advice.card)
            };
            let card = only.map_or_else(advised, Ok)?;
            play.play(card).expect("an advised card is legal");
        }
        Ok(points(problem, play.tricks(Side::from(problem.turn))))
    }

    /// Returns the samples of each problem.
    fn samples(&self, results: &BTreeMap<u64, Value>) -> Vec<Vec<Sample>> {
        let mut samples = vec![Vec::new(); self.problems.len()];
        for (index, value) in results {
            if let Ok(sample) = Sample::deserialize(value) {
                samples[(*index % self.problems.len() as u64) as usize].push(sample);
            }
        }
        samples
    }
}

/// Draws a deal consistent with the view of the deciding seat.
fn sampled_deal(problem: &Problem, seed: Seed) -> Result<[Hand; 4], String> {
    let mut knowledge = Knowledge::of(&problem.view, &Conventions::standard());
    let sampler = knowledge.relax_until(|known| Sampler::new(known.known(), known.beliefs()));
    let (sampler, _) = sampler.map_err(|error| error.to_string())?;
    let deal = sampler.draw(&mut seed.rng());
    deal.ok_or_else(|| "no deal could be drawn".to_owned())
}

/// Replays the cards up to the decision with other hands.
fn replayed(problem: &Problem, hands: [Hand; 4]) -> Play {
    let leader = problem
        .view
        .final_contract()
        .map(|final_contract| final_contract.leader());
    let leader = leader.expect("a problem has a contract");
    let play = Play::new(hands, problem.play().strain(), leader);
    let mut play = play.expect("a deal that was drawn is whole");
    for (_, card) in &problem.view.cards {
        play.play(*card)
            .expect("a deal that was drawn fits the cards played");
    }
    play
}

/// Returns the points of the deciding side for `tricks` of thirteen.
fn points(problem: &Problem, tricks: u8) -> i32 {
    let final_contract = problem
        .view
        .final_contract()
        .expect("a problem has a contract");
    let side = Side::from(problem.turn);
    let declaring = Side::from(final_contract.declarer) == side;
    let declarers = if declaring { tricks } else { 13 - tricks };
    score::points(
        &final_contract,
        declarers,
        problem.board.vulnerability,
        side,
    )
}

/// Returns the double-dummy points of every legal card.
fn points_by_card(problem: &Problem, play: &Play) -> Vec<i32> {
    let position = Position::of(play).expect("there is a card to play");
    let taken = play.tricks(Side::from(problem.turn));
    let cards = Solver::new(TABLE).cards(&position);
    let points = cards
        .iter()
        .map(|(_, tricks)| points(problem, taken + tricks));
    points.collect()
}

/// Returns the mean of differences and its standard error.
fn gain(differences: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let differences: statistics::Sample = differences.collect();
    differences.mean().zip(differences.standard_error())
}

fn format_gain(gain: Option<(f64, f64)>) -> String {
    gain.map_or_else(String::new, |(mean, error)| {
        format!("{mean:+.0} ± {error:.0}")
    })
}

/// Returns the points by which the right cards of a problem are above others, double dummy, deal by
/// deal.
fn gain_over(problem: &Problem, samples: &[Sample], others: Hand) -> Option<(f64, f64)> {
    let legal: Vec<_> = from_the_top(problem.play().legal()).collect();
    let mean = |solved: &[i32], cards: Hand| {
        let own = legal.iter().zip(solved);
        let own = own.filter(|(card, _)| cards.contains(**card));
        let sum: i32 = own.map(|(_, points)| points).sum();
        f64::from(sum) / cards.len() as f64
    };
    let solved = samples.iter().filter_map(|sample| sample.solved.as_ref());
    let differences = solved.map(|solved| mean(solved, problem.best) - mean(solved, others));
    gain(differences)
}

/// Formats the best of the cards that are neither right nor tempting, with the gain of the right
/// ones over it.
fn best_third_card(problem: &Problem, samples: &[Sample]) -> String {
    let rest = problem.play().legal() - problem.best - problem.tempting;
    let each = from_the_top(rest).filter_map(|card| {
        let alone = [card].into_iter().collect();
        Some((gain_over(problem, samples, alone)?, card))
    });
    let best = each.min_by(|(one, _), (other, _)| one.0.total_cmp(&other.0));
    best.map_or_else(String::new, |(gain, card)| {
        format!("{}: {}", Ascii(card), format_gain(Some(gain)))
    })
}

fn line(problem: &Problem, samples: &[Sample]) -> Vec<String> {
    let played = samples.iter().filter_map(|sample| sample.played);
    let played = played.map(|[right, tempting]| f64::from(right - tempting));
    vec![
        problem.name.clone(),
        format_gain(gain_over(problem, samples, problem.tempting)),
        best_third_card(problem, samples),
        format_gain(gain(played)),
    ]
}

impl Plan for VerificationPlan {
    fn tasks(&self) -> u64 {
        self.rounds() * self.problems.len() as u64
    }

    fn unit(&self) -> arena::Text {
        ("deals", "ディール").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let (problem, number) = self.task(index).ok_or_else(|| TaskError::Failed {
            why: format!("unknown task {index}"),
        })?;
        let own = seed.stream(number);
        Ok(json!(self.sample(problem, number, own, cancel)?).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let columns = [
            Column::words(("problem", "問題")),
            Column::number(("double dummy", "ダブルダミー")),
            Column::words(("best third card", "ほかの最善のカード")),
            Column::number(("played out", "実際のプレイ")),
        ];
        let note = (
            "Points by which the right cards are above the tempting ones (and, double dummy, above the best card that is neither), with the standard error of the differences deal by deal.",
            "正解のカードがつい出したくなるカードを上回る点（ダブルダミーではそのどちらでもない最善のカードに対しても）と、ディールごとの差の標準誤差です。",
        );
        let caption = (
            "Right and tempting cards",
            "正解のカードとつい出したくなるカード",
        );
        let table = Table::new(caption, columns).note(note);
        let samples = self.samples(results);
        let all = self.problems.iter().zip(&samples);
        let lines = all
            .filter(|(_, samples)| !samples.is_empty())
            .map(|(problem, samples)| line(problem, samples));
        vec![Block::Table(lines.fold(table, Table::row))]
    }

    fn identity(&self) -> Option<Value> {
        let problems: Vec<_> = self.problems.iter().map(identity).collect();
        Some(
            json!({ "deals": self.deals, "played": self.played, "guess": self.guess, "player": self.spec.to_string(), "problems": problems }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TEXT: &str = "
        title = 'Right and tempting'
        about = 'by how much'
        kind = 'bridge-verify'
        seed = 1
        [bridge-verify]
        deals = 3
        played = 1
        player = 'minimax:deals=2'
    ";

    fn plan(text: &str) -> Box<dyn Plan + 'static> {
        let experiment = Experiment::parse(Path::new("verify.toml"), text).unwrap();
        VerificationStudy.plan(&experiment, &[]).unwrap()
    }

    /// Returns the number of a problem with few cards left, so that playing out is quick.
    fn late() -> u64 {
        let cards = shipped()
            .into_iter()
            .map(|problem| problem.view.cards.len());
        let last = cards.enumerate().max_by_key(|(_, cards)| *cards);
        last.unwrap().0 as u64
    }

    #[test]
    fn the_first_deals_are_played_out_and_all_are_solved() {
        let plan = plan(TEXT);
        let all = shipped().len() as u64;
        assert_eq!(plan.tasks(), 3 * all);
        let run = |index| {
            let outcome = plan.run(index, Seed(1), &Cancel::new()).unwrap();
            Sample::deserialize(&outcome.result).unwrap()
        };
        let (first, second) = (run(late()), run(late() + all));
        assert!(first.played.is_some() && second.played.is_none());
        let legal = shipped()[late() as usize].play().legal();
        assert_eq!(second.solved.unwrap().len(), legal.len());
        assert!(plan.run(3 * all, Seed(1), &Cancel::new()).is_err());
    }

    #[test]
    fn the_report_subtracts_deal_by_deal() {
        let plan = plan(TEXT);
        let all = shipped();
        let problem = &all[late() as usize];
        // The right cards are 10 points above all others in the first deal and 30 in the second.
        let result = |more: i32, played: Option<[i32; 2]>| {
            let cards = from_the_top(problem.play().legal());
            let solved = cards.map(|card| i32::from(problem.best.contains(card)) * more);
            let solved = Some(solved.collect());
            json!(Sample { solved, played })
        };
        let second = late() + all.len() as u64;
        let results = [
            (late(), result(10, Some([50, -50]))),
            (second, result(30, None)),
        ];
        let blocks = plan.report(&results.into());
        let Block::Table(table) = &blocks[0] else {
            panic!("{:?}", blocks[0])
        };
        assert_eq!(table.rows.len(), 1);
        assert_eq!(table.rows[0][..2], [problem.name.as_str(), "+20 ± 10"]);
        // A single deal has no standard error.
        assert_eq!(table.rows[0][3], "");
    }

    #[test]
    fn players_that_do_not_exist_are_named_with_their_place() {
        let text = TEXT.replace("minimax:deals=2", "oracle");
        let experiment = Experiment::parse(Path::new("verify.toml"), &text).unwrap();
        let error = VerificationStudy
            .plan(&experiment, &[])
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("verify.toml:9"), "{error}");
    }
}
