//! The four worked examples of the abc paper: does a player find the expert's card, and by how
//! much?
//!
//! Every player of the file decides every example several times, each time with other random deals.
//! What is reported is how often the expert's card was chosen, and by how many points the player
//! puts it above the obvious one: the mean over the sittings, whose error is that of the
//! differences deal by deal.

use crate::lineup::{Mind, mind};
use crate::players::Advice;
use crate::problem::worked_examples;
use crate::record::Record;
use crate::{Ascii, Card, Hand, View, notation};
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
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
pub struct Examples;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// How often each player decides each example.
    seeds: u64,
    /// Which examples, from 1; all if none are named.
    #[serde(default)]
    only: Vec<usize>,
    players: Vec<Spanned<PlayerSpec>>,
}

impl Study for Examples {
    fn kind(&self) -> &'static str {
        "bridge-examples"
    }

    fn about(&self) -> &'static str {
        "the four worked examples of the abc paper, decided by players"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let make = |spec: &Spanned<PlayerSpec>| {
            let mind = mind(spec.get_ref());
            let mind = mind.map_err(|error| experiment.wrong(spec.span(), error.to_string()))?;
            Ok((spec.get_ref().clone(), mind))
        };
        let players = section.players.iter().map(make);
        let wanted = |(number, _): &(usize, Example)| {
            section.only.is_empty() || section.only.contains(number)
        };
        let examples = (1..).zip(examples()).filter(wanted);
        Ok(Box::new(Sitting {
            seeds: section.seeds,
            players: players.collect::<Result<_, ExperimentError>>()?,
            examples: examples.collect(),
        }))
    }
}

/// A decision of the paper.
struct Example {
    view: View,
    /// The expert's cards; the first is compared.
    best: Vec<Card>,
    /// The obvious card.
    wrong: Card,
}

/// The examples in the paper's order.
fn examples() -> Vec<Example> {
    worked_examples().iter().map(example).collect()
}

fn example(record: &Record) -> Example {
    let play = record.play().expect("a legal play");
    let turn = play.turn().expect("a card to play");
    let agreed = record.agreed().expect("a contract");
    let cards = |tag| {
        let words = record.tag(tag).unwrap_or_default().split_whitespace();
        words.map(|word| notation::card(word).expect("a card"))
    };
    Example {
        view: record.view(agreed.decider(turn)).expect("a whole record"),
        best: cards("Best").collect(),
        wrong: cards("Wrong").next().expect("an obvious card"),
    }
}

struct Sitting {
    seeds: u64,
    players: Vec<(PlayerSpec, Mind)>,
    examples: Vec<(usize, Example)>,
}

/// One decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Answer {
    card: String,
    right: bool,
    /// Points by which the expert's card is above the obvious one.
    gain: Option<f64>,
    /// Standard error of that.
    error: Option<f64>,
    seconds: f64,
}

impl Sitting {
    /// Example, player and number of the sitting. Everything is decided once before anything is
    /// decided again.
    fn task(&self, index: u64) -> (usize, usize, u64) {
        let players = self.players.len() as u64;
        let round = (players * self.examples.len() as u64).max(1);
        let (place, who) = (index % round / players.max(1), index % players.max(1));
        (place as usize, who as usize, index / round)
    }

    /// One line of the table: an example and a player.
    fn line(&self, place: usize, who: usize, answers: &[Answer]) -> Option<Vec<String>> {
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
        let pair = [example.best.first()?, &example.wrong].map(|card| Ascii(*card).to_string());
        let sure = if error > 0.0 {
            format!("{:.1}", gain / error)
        } else {
            "–".to_owned()
        };
        (count > 0).then(|| {
            vec![
                number.to_string(),
                self.players[who].0.to_string(),
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

/// By how much a player puts one card above another, with the standard error: by models if it
/// compared both with them, else double dummy.
fn gain(advice: &Advice, best: Card, wrong: Card) -> Option<(f64, Option<f64>)> {
    let [best, wrong] = [advice.candidate(best)?, advice.candidate(wrong)?];
    let models = best.with_models.zip(wrong.with_models);
    let (best, wrong) = models.or(best.double_dummy.zip(wrong.double_dummy))?;
    // One of them is usually the first of all, whose error is 0. If a third one is, this is more
    // than the error of the pair as long as its luck is shared.
    let error = best.behind_error.zip(wrong.behind_error);
    Some((
        wrong.behind - best.behind,
        error.map(|(one, other)| one.hypot(other)),
    ))
}

impl Plan for Sitting {
    fn tasks(&self) -> u64 {
        self.seeds * (self.players.len() * self.examples.len()) as u64
    }

    fn unit(&self) -> &'static str {
        "decisions"
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let (place, who, sitting) = self.task(index);
        let (number, example) = &self.examples[place];
        let seed = seed.stream(*number as u64).stream(sitting);
        let control = Control::new(seed).cancel(cancel.clone());
        let start = Instant::now();
        let advice = self.players[who].1.advise(&example.view, &control);
        let advice = advice.map_err(|error| TaskError::Failed {
            why: format!("example {number}: {error}"),
        })?;
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        let gain = gain(&advice, example.best[0], example.wrong);
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
            let (place, who, _) = self.task(*index);
            if let Ok(answer) = Answer::deserialize(value) {
                answers[place][who].push(answer);
            }
        }
        let columns = [
            Column::number("example"),
            Column::words("player"),
            Column::number("expert's card"),
            Column::words("difference"),
            Column::number("points"),
            Column::number("errors"),
            Column::number("seconds"),
        ];
        let table = Table::new("The expert's card", columns)
            .note("Points: how far the expert's card is above the obvious one in the player's eyes, mean over the sittings; errors: that in standard errors.");
        let places = (0..self.examples.len()).flat_map(|place| {
            let players = 0..self.players.len();
            players.map(move |who| (place, who))
        });
        let lines = places.filter_map(|(place, who)| self.line(place, who, &answers[place][who]));
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
            assert!(legal.contains(example.wrong));
            assert!(example.best.iter().all(|card| legal.contains(*card)));
        }
    }

    #[test]
    fn a_gain_is_that_of_the_pair() {
        let example = &examples()[1];
        let advice = mind(&"minimax:deals=4".parse().unwrap()).unwrap();
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
