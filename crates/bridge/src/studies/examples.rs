//! Study of the four worked examples of the abc paper: rate and margin of the expert's card by
//! player.
//!
//! Every player of the file decides every example several times, each time with other random deals.
//! The report has the rate of the expert's card, and the points by which the player values it above
//! the obvious card: the mean over the repetitions, with the standard error of the differences deal
//! by deal.

use crate::lineup::{SeatPlayer, seat_player};
use crate::players::Advice;
use crate::problem::worked_examples;
use crate::record::Record;
use crate::{Ascii, Card, Hand, View, notation};
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::headings::{DIFFERENCE, PLAYER, SECONDS};
use arena::report::{Block, Column, Table};
use arena::spec::PlayerSpec;
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::{Cancel, Control, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;
use toml::Spanned;

/// The study of kind `bridge-examples`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExamplesStudy;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// The number of repetitions of each example by each player.
    seeds: u64,
    /// The numbers of the examples, from 1; all if empty.
    #[serde(default)]
    only: Vec<usize>,
    players: Vec<Spanned<PlayerSpec>>,
}

impl Study for ExamplesStudy {
    fn kind(&self) -> &'static str {
        "bridge-examples"
    }

    fn about(&self) -> &'static str {
        "the four worked examples of the abc paper, by player"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let make = |spec: &Spanned<PlayerSpec>| {
            let player = seat_player(spec.get_ref());
            let player =
                player.map_err(|error| experiment.error_at(spec.span(), error.to_string()))?;
            Ok((spec.get_ref().clone(), player))
        };
        let players = section.players.iter().map(make);
        let wanted = |(number, _): &(usize, Example)| {
            section.only.is_empty() || section.only.contains(number)
        };
        let examples = (1..).zip(examples()).filter(wanted);
        Ok(Box::new(ExamplesPlan {
            seeds: section.seeds,
            players: players.collect::<Result<_, ExperimentError>>()?,
            examples: examples.collect(),
        }))
    }
}

/// An example of the paper.
struct Example {
    view: View,
    /// The expert's cards; the first is compared with the obvious card.
    best: Vec<Card>,
    /// The obvious card.
    obvious: Card,
}

/// Returns the examples in the paper's order.
fn examples() -> Vec<Example> {
    worked_examples().iter().map(example).collect()
}

fn example(record: &Record) -> Example {
    let play = record.play().expect("a legal play");
    let turn = play.turn().expect("a card to play");
    let final_contract = record.final_contract().expect("a contract");
    let cards = |tag| {
        let words = record.tag(tag).unwrap_or_default().split_whitespace();
        words.map(|word| notation::card(word).expect("a card"))
    };
    Example {
        view: record
            .view(final_contract.decider(turn))
            .expect("a whole record"),
        best: cards("Best").collect(),
        obvious: cards("Wrong").next().expect("an obvious card"),
    }
}

struct ExamplesPlan {
    seeds: u64,
    players: Vec<(PlayerSpec, SeatPlayer)>,
    examples: Vec<(usize, Example)>,
}

/// One decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Answer {
    card: String,
    right: bool,
    /// Points by which the expert's card is above the obvious one.
    gain: Option<f64>,
    /// Standard error of the gain.
    error: Option<f64>,
    seconds: f64,
}

impl ExamplesPlan {
    /// Returns example, player and repetition of a task. All examples are decided once before any
    /// is repeated.
    fn task(&self, index: u64) -> (usize, usize, u64) {
        let players = self.players.len() as u64;
        let round = (players * self.examples.len() as u64).max(1);
        let (place, player) = (index % round / players.max(1), index % players.max(1));
        (place as usize, player as usize, index / round)
    }

    /// Returns the table row of an example and a player.
    fn line(&self, place: usize, player: usize, answers: &[Answer]) -> Option<Vec<String>> {
        let count = answers.len();
        let right = answers.iter().filter(|answer| answer.right).count();
        let gains = answers
            .iter()
            .filter_map(|answer| answer.gain.zip(answer.error));
        let gains: Vec<_> = gains.collect();
        let square: f64 = gains.iter().map(|(_, error)| error * error).sum();
        let n = gains.len().max(1) as f64;
        let gain = gains.iter().map(|(gain, _)| gain).sum::<f64>() / n;
        let error = square.sqrt() / n;
        let seconds: f64 = answers.iter().map(|answer| answer.seconds).sum();
        let (number, example) = &self.examples[place];
        let pair = [example.best.first()?, &example.obvious].map(|card| Ascii(*card).to_string());
        let sure = if error > 0.0 {
            format!("{:.1}", gain / error)
        } else {
            "–".to_owned()
        };
        (count > 0).then(|| {
            vec![
                number.to_string(),
                self.players[player].0.to_string(),
                format!("{right}/{count}"),
                format!("{} − {}", pair[0], pair[1]),
                if gains.is_empty() {
                    "–".to_owned()
                } else {
                    format!("{gain:+.0} ± {error:.0}")
                },
                sure,
                format!("{:.1}", seconds / count as f64),
            ]
        })
    }
}

/// Returns the points by which a player values one card above another, with the standard error: by
/// models if both were compared with them, else double dummy.
fn gain(advice: &Advice, best: Card, obvious: Card) -> Option<(f64, Option<f64>)> {
    let [best, obvious] = [advice.candidate(best)?, advice.candidate(obvious)?];
    let models = best.with_models.zip(obvious.with_models);
    let (best, obvious) = models.or(best.double_dummy.zip(obvious.double_dummy))?;
    // One of the cards is usually the best of all, whose error is 0. If a third card is the best,
    // this overestimates the error of the pair as long as deals are shared.
    let error = best.behind_error.zip(obvious.behind_error);
    Some((
        obvious.behind - best.behind,
        error.map(|(one, other)| one.hypot(other)),
    ))
}

impl Plan for ExamplesPlan {
    fn tasks(&self) -> u64 {
        self.seeds * (self.players.len() * self.examples.len()) as u64
    }

    fn unit(&self) -> arena::Text {
        ("decisions", "回の選択").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let (place, player, repetition) = self.task(index);
        let (number, example) = &self.examples[place];
        let seed = seed.stream(*number as u64).stream(repetition);
        let control = Control::new(seed).cancel(cancel.clone());
        let start = Instant::now();
        let advice = self.players[player].1.advise(&example.view, &control);
        let advice = advice.map_err(|error| TaskError::Failed {
            why: format!("example {number}: {error}"),
        })?;
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        let gain = gain(&advice, example.best[0], example.obvious);
        let best: Hand = example.best.iter().copied().collect();
        Ok(json!(Answer {
            card: advice.card_text(),
            right: best.contains(advice.card),
            gain: gain.map(|(gain, _)| gain),
            error: gain.and_then(|(_, error)| error),
            seconds: start.elapsed().as_secs_f64(),
        })
        .into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let mut answers = vec![vec![Vec::new(); self.players.len()]; self.examples.len()];
        for (index, value) in results {
            let (place, player, _) = self.task(*index);
            if let Ok(answer) = Answer::deserialize(value) {
                answers[place][player].push(answer);
            }
        }
        let columns = [
            Column::number(("example", "例題")),
            Column::words(PLAYER),
            Column::number(("expert's card", "熟練者のカード")),
            Column::words(DIFFERENCE),
            Column::number(("points", "点")),
            Column::number(("errors", "標準誤差の倍数")),
            Column::number(SECONDS),
        ];
        let table = Table::new(("The expert's card", "熟練者のカード"), columns).note((
            "Points: how far the expert's card is above the obvious one by the player's analysis, mean over the repetitions; errors: the same in standard errors.",
            "点は、プレイヤーの評価で熟練者のカードが普通のカードを上回る分の平均です。その標準誤差の倍数も示します。",
        ));
        let places = (0..self.examples.len()).flat_map(|place| {
            let players = 0..self.players.len();
            players.map(move |player| (place, player))
        });
        let lines =
            places.filter_map(|(place, player)| self.line(place, player, &answers[place][player]));
        vec![Block::Table(lines.fold(table, Table::row))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn the_examples_are_those_of_the_paper() {
        let seats = examples()
            .iter()
            .map(|example| example.view.seat)
            .collect::<Vec<_>>();
        assert_eq!(seats, [Seat::East, Seat::West, Seat::South, Seat::West]);
        for example in examples() {
            let legal = example.view.legal();
            assert!(legal.contains(example.obvious));
            assert!(example.best.iter().all(|card| legal.contains(*card)));
        }
    }

    #[test]
    fn a_gain_is_that_of_the_pair() {
        let example = &examples()[1];
        let advice = seat_player(&"minimax:deals=4".parse().unwrap()).unwrap();
        let advice = advice
            .advise(&example.view, &Control::new(Seed(1)))
            .unwrap();
        let spade = notation::card("SJ").unwrap();
        let (points, _) = gain(&advice, example.best[0], spade).unwrap();
        assert!(points > 0.0);
        let (other, _) = gain(&advice, spade, example.best[0]).unwrap();
        assert!((points + other).abs() < 1e-9);
    }
}
