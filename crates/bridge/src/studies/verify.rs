//! Are the right cards right? Every shipped problem, measured in two ways over deals that the one
//! who decides can imagine.
//!
//! Each deal is solved double dummy for every card that may be played, and some deals are also
//! played to the end by players who see only their own cards: once after a right card and once
//! after a tempting one, by the same players with the same seeds. Where several cards are right (or
//! tempting), the first way takes their mean and the second one of them by lot. The first way takes
//! everybody to see all cards and says nothing about what a card tells; the second says it, but
//! only about players as strong as these.
//!
//! Deals are drawn as the `standard` conventions read calls and cards, which is not always what
//! really happened: somebody whose strength is unlikely in the eyes of the one who decides is often
//! imagined weaker than he said.

use super::identity;
use crate::dealing::Sampler;
use crate::double_dummy::{Position, Solver};
use crate::hand::{by_lot, from_the_top};
use crate::knowledge::{Conventions, Knowledge};
use crate::lineup::{Mind, mind};
use crate::players::NoChoice;
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
pub struct Verify;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// Deals of each problem that are solved.
    deals: u64,
    /// How many of them are also played to the end.
    played: u64,
    /// How many are in the category `guess`, where only that counts; as many as in the others if
    /// not said.
    guess: Option<u64>,
    /// Who plays all four hands.
    player: Spanned<PlayerSpec>,
}

impl Study for Verify {
    fn kind(&self) -> &'static str {
        "bridge-verify"
    }

    fn about(&self) -> &'static str {
        "by how much the right cards of the problems at bridge are better than the tempting ones"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let player = section.player.get_ref().clone();
        let mind = mind(&player);
        let mind =
            mind.map_err(|error| experiment.wrong(section.player.span(), error.to_string()))?;
        Ok(Box::new(Trial {
            deals: section.deals,
            played: section.played,
            guess: section.guess.unwrap_or(section.played),
            player,
            mind,
            problems: shipped(),
        }))
    }
}

struct Trial {
    deals: u64,
    played: u64,
    guess: u64,
    player: PlayerSpec,
    mind: Mind,
    problems: Vec<Problem>,
}

/// What one deal says of a problem, in points of the side that decides.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sample {
    /// Double dummy, of every card that may be played: spades first, each suit from the top.
    solved: Option<Vec<i32>>,
    /// Played out: after a right card and after a tempting one.
    played: Option<[i32; 2]>,
}

/// Entries of the solver's table.
const TABLE: usize = 1 << 18;

/// Streams of the seed of a deal, which is itself drawn with the seed.
const LOT: u64 = 1;
const PLAY: u64 = 2;

impl Trial {
    /// Deals of each problem.
    fn rounds(&self) -> u64 {
        self.deals.max(self.played).max(self.guess)
    }

    /// The problem and the deal of a task. All problems have had a deal before any gets another.
    fn task(&self, index: u64) -> Option<(&Problem, u64)> {
        let all = self.problems.len() as u64;
        let problem = self.problems.get((index % all.max(1)) as usize)?;
        (index < self.tasks()).then_some((problem, index / all))
    }

    /// How many deals of a problem are played out.
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
        let hands = imagined(problem, seed).map_err(failed)?;
        let play = again(problem, hands);
        let solved = (number < self.deals).then(|| solved(problem, &play));
        let pair = (number < self.played(problem)).then(|| self.pair(problem, &play, seed, cancel));
        let played = pair
            .transpose()
            .map_err(|error| failed(error.to_string()))?;
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        Ok(Sample { solved, played })
    }

    /// Points after a right card and after a tempting one, everything else being the same.
    fn pair(
        &self,
        problem: &Problem,
        play: &Play,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<[i32; 2], NoChoice> {
        let rng = &mut seed.stream(LOT).rng();
        let mut after = |cards: Hand| {
            let card = by_lot(cards, rng).expect("a problem names cards of both kinds");
            let mut play = play.clone();
            play.play(card)
                .expect("the hand that plays is the same in every deal");
            self.finish(problem, play, seed.stream(PLAY), cancel)
        };
        Ok([after(problem.best)?, after(problem.wrong)?])
    }

    /// Points after playing to the end.
    fn finish(
        &self,
        problem: &Problem,
        mut play: Play,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<i32, NoChoice> {
        let agreed = problem.view.agreed().expect("a problem has a contract");
        let board = Board {
            hands: *play.dealt(),
            ..problem.board
        };
        while let Some(turn) = play.turn() {
            let legal = play.legal();
            let only = legal.iter().next().filter(|_| legal.len() == 1);
            let view = View::of(&board, &problem.view.auction, &play, agreed.decider(turn));
            let seed = seed.stream(play.cards().len() as u64);
            let control = Control::new(seed).cancel(cancel.clone());
            let advised = || self.mind.advise(&view, &control).map(|advice| advice.card);
            let card = only.map_or_else(advised, Ok)?;
            play.play(card).expect("what is advised may be played");
        }
        Ok(points(problem, play.tricks(Side::from(problem.turn))))
    }

    /// The samples of each problem.
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

/// A deal the one who decides can imagine.
fn imagined(problem: &Problem, seed: Seed) -> Result<[Hand; 4], String> {
    let mut knowledge = Knowledge::of(&problem.view, &Conventions::standard());
    let sampler = knowledge.relax_until(|known| Sampler::new(known.known(), known.beliefs()));
    let (sampler, _) = sampler.map_err(|error| error.to_string())?;
    let deal = sampler.draw(&mut seed.rng());
    deal.ok_or_else(|| "no deal could be drawn".to_owned())
}

/// The play up to the decision with other hands.
fn again(problem: &Problem, hands: [Hand; 4]) -> Play {
    let leader = problem.view.agreed().map(|agreed| agreed.leader());
    let leader = leader.expect("a problem has a contract");
    let play = Play::new(hands, problem.play().strain(), leader);
    let mut play = play.expect("a deal that was drawn is whole");
    for (_, card) in &problem.view.cards {
        play.play(*card)
            .expect("a deal that was drawn fits the cards played");
    }
    play
}

/// Points of the deciding side for so many of the thirteen tricks.
fn points(problem: &Problem, tricks: u8) -> i32 {
    let agreed = problem.view.agreed().expect("a problem has a contract");
    let side = Side::from(problem.turn);
    let declaring = Side::from(agreed.declarer) == side;
    let declarers = if declaring { tricks } else { 13 - tricks };
    score::points(&agreed, declarers, problem.board.vulnerability, side)
}

/// Points of every card double dummy.
fn solved(problem: &Problem, play: &Play) -> Vec<i32> {
    let position = Position::of(play).expect("there is a card to play");
    let taken = play.tricks(Side::from(problem.turn));
    let cards = Solver::new(TABLE).cards(&position);
    let points = cards
        .iter()
        .map(|(_, tricks)| points(problem, taken + tricks));
    points.collect()
}

/// A mean of differences and its standard error.
fn gain(differences: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let differences: statistics::Sample = differences.collect();
    differences.mean().zip(differences.standard_error())
}

fn shown(gain: Option<(f64, f64)>) -> String {
    gain.map_or_else(String::new, |(mean, error)| {
        format!("{mean:+.0} ± {error:.0}")
    })
}

/// How far the right cards of a problem are above some others, double dummy, deal by deal.
fn above(problem: &Problem, samples: &[Sample], others: Hand) -> Option<(f64, f64)> {
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

/// The best of the cards that are neither right nor tempting, and how far the right ones are above
/// it.
fn third(problem: &Problem, samples: &[Sample]) -> String {
    let rest = problem.play().legal() - problem.best - problem.wrong;
    let each = from_the_top(rest).filter_map(|card| {
        let alone = [card].into_iter().collect();
        Some((above(problem, samples, alone)?, card))
    });
    let best = each.min_by(|(one, _), (other, _)| one.0.total_cmp(&other.0));
    best.map_or_else(String::new, |(gain, card)| {
        format!("{}: {}", Ascii(card), shown(Some(gain)))
    })
}

fn line(problem: &Problem, samples: &[Sample]) -> Vec<String> {
    let played = samples.iter().filter_map(|sample| sample.played);
    let played = played.map(|[right, wrong]| f64::from(right - wrong));
    vec![
        problem.name.clone(),
        shown(above(problem, samples, problem.wrong)),
        third(problem, samples),
        shown(gain(played)),
    ]
}

impl Plan for Trial {
    fn tasks(&self) -> u64 {
        self.rounds() * self.problems.len() as u64
    }

    fn unit(&self) -> &'static str {
        "deals"
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let (problem, number) = self.task(index).ok_or_else(|| TaskError::Failed {
            why: format!("there is no task {index}"),
        })?;
        let own = seed.stream(number);
        Ok(json!(self.sample(problem, number, own, cancel)?).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let columns = [
            Column::words("problem"),
            Column::number("double dummy"),
            Column::words("best third card"),
            Column::number("played out"),
        ];
        let note = "Points by which the right cards are above the tempting ones (and, double dummy, above the best card that is neither), with the standard error of the differences deal by deal.";
        let table = Table::new("Right and tempting cards", columns).note(note);
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
            json!({ "deals": self.deals, "played": self.played, "guess": self.guess, "player": self.player.to_string(), "problems": problems }),
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
        Verify.plan(&experiment, &[]).unwrap()
    }

    /// The number of a problem with few cards left, so that playing out is quick.
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
        assert_eq!(table.rows[0][..2], [&problem.name, "+20 ± 10"]);
        // One deal has no error.
        assert_eq!(table.rows[0][3], "");
    }

    #[test]
    fn players_that_do_not_exist_are_named_with_their_place() {
        let text = TEXT.replace("minimax:deals=2", "oracle");
        let experiment = Experiment::parse(Path::new("verify.toml"), &text).unwrap();
        let error = Verify.plan(&experiment, &[]).err().unwrap().to_string();
        assert!(error.contains("verify.toml:9"), "{error}");
    }
}
