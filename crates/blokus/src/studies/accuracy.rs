//! Accuracy study: the error of the static value against simulations, by stage of the game (figure
//! 9 of the paper).
//!
//! Positions come from the simulations' own policy with the weights in question, a fixed number for
//! every stage; the error is `|P - σ(V)|`, `P` being Black's share of wins in many selective
//! simulations from the position.

use crate::features::features;
use crate::learn::PlayoutGame;
use crate::players::named_weights;
use crate::position::{Position, Scoring};
use crate::weights::Weights;
use arena::Text;
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::headings::{PAPER, STD_ERROR};
use arena::report::{Block, Column, Lines, Plot, Series, Table};
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::playout::{Policy, Selection, estimate};
use lookahead::{Cancel, Control, Game, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// Heading of the mean errors.
const MEAN_ERROR: Text = Text {
    en: "mean error, %",
    ja: "平均誤差 (%)",
};

/// The study of kind `blokus-accuracy`.
#[derive(Clone, Copy, Debug, Default)]
pub struct AccuracyStudy;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// The number of positions of each stage.
    positions: u64,
    /// The number of stages: positions after 1 to this many moves.
    plies: u64,
    /// The number of simulations of each position.
    sims: u64,
    row: Vec<Spanned<RowText>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RowText {
    name: String,
    select: Selection,
    /// Bundled weights by their number, or a file.
    weights: String,
    /// The paper's mean error, in per cent.
    #[serde(skip_serializing)]
    paper: Option<f64>,
}

struct Row {
    text: RowText,
    weights: Weights,
    game: PlayoutGame,
}

impl Study for AccuracyStudy {
    fn kind(&self) -> &'static str {
        "blokus-accuracy"
    }

    fn about(&self) -> &'static str {
        "accuracy of the evaluation of Blokus Duo against simulations"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let row = |line: &Spanned<RowText>| {
            let text = line.get_ref().clone();
            let weights = named_weights(&text.weights)
                .map_err(|why| experiment.error_at(line.span(), why))?;
            let game = PlayoutGame {
                evaluation: Arc::new(weights.evaluation()),
                scoring: Scoring::Basic,
            };
            Ok(Row {
                text,
                weights,
                game,
            })
        };
        let rows = section
            .row
            .iter()
            .map(row)
            .collect::<Result<_, ExperimentError>>()?;
        Ok(Box::new(AccuracyPlan { section, rows }))
    }
}

struct AccuracyPlan {
    section: Section,
    rows: Vec<Row>,
}

/// The errors of one position of every stage.
#[derive(Serialize, Deserialize)]
struct Errors {
    /// By stage; `None` if the game was over before.
    errors: Vec<Option<f64>>,
}

impl AccuracyPlan {
    fn row_of(&self, index: u64) -> Option<&Row> {
        self.rows
            .get(usize::try_from(index % (self.rows.len().max(1) as u64)).ok()?)
    }

    /// Returns a position after `plies` moves of the simulations' own policy.
    fn position(row: &Row, plies: u64, seed: Seed) -> Option<Position> {
        let (mut position, rng) = (Position::start(), &mut seed.rng());
        for _ in 0..plies {
            let mut moves = Vec::new();
            row.game.actions(&position, &mut moves);
            if moves.is_empty() {
                return None;
            }
            let chosen = row
                .text
                .select
                .choose(&row.game, &position, &mut moves, rng);
            position.play(chosen);
        }
        Some(position)
    }

    fn error(&self, row: &Row, plies: u64, seed: Seed, cancel: &Cancel) -> Option<f64> {
        let position = Self::position(row, plies, seed.stream(0))?;
        let control = Control::new(seed.stream(1)).cancel(cancel.clone());
        let tally = estimate(
            &row.game,
            &position,
            &row.text.select,
            self.section.sims,
            &control,
        );
        let mut found = Vec::new();
        features(&position, &row.weights.objective.options, &mut found);
        Some((tally.rate()? - row.weights.model.probability(&found)).abs())
    }

    /// Returns the mean error and its standard error over the positions of one stage, or of all.
    fn mean(results: &[&Errors], stage: Option<usize>) -> Option<(f64, f64)> {
        let all = results.iter().flat_map(|r| r.errors.iter().enumerate());
        let wanted = all.filter(|(place, _)| stage.is_none_or(|stage| stage == *place));
        let errors: Vec<f64> = wanted.filter_map(|(_, error)| *error).collect();
        let count = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / count;
        let spread =
            errors.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        (!errors.is_empty()).then(|| (100.0 * mean, 100.0 * (spread / count).sqrt()))
    }
}

impl Plan for AccuracyPlan {
    fn tasks(&self) -> u64 {
        self.section.positions * self.rows.len() as u64
    }

    fn unit(&self) -> arena::Text {
        ("positions of every stage", "局面（各段階）").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let why = || format!("unknown position {index}");
        let row = self
            .row_of(index)
            .ok_or_else(|| TaskError::Failed { why: why() })?;
        let own = seed.stream(index / self.rows.len() as u64);
        let error = |plies: u64| self.error(row, plies, own.stream(plies), cancel);
        let errors = (1..=self.section.plies).map(error).collect();
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        Ok(json!(Errors { errors }).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let read = |(&index, value): (&u64, &Value)| {
            let place = usize::try_from(index % self.rows.len() as u64).ok()?;
            Some((place, Errors::deserialize(value).ok()?))
        };
        let errors: Vec<_> = results.iter().filter_map(read).collect();
        let of_row = |row: usize| -> Vec<&Errors> {
            let own = errors.iter().filter(|(place, _)| *place == row);
            own.map(|(_, errors)| errors).collect()
        };
        let columns = [
            Column::words(("weights", "重み")),
            Column::number(MEAN_ERROR),
            Column::number(STD_ERROR),
            Column::number(PAPER).from_paper(),
        ];
        let caption = (
            "Distance between static value and simulations",
            "静的評価とシミュレーションの差",
        );
        let note = (
            "Over all positions of all stages.",
            "全段階の全局面についての値です。",
        );
        let mut table = Table::new(caption, columns).note(note);
        let mut series = Vec::new();
        for (place, row) in self.rows.iter().enumerate() {
            let own = of_row(place);
            let cell = |number: Option<f64>| number.map_or_else(String::new, |n| format!("{n:.1}"));
            let mean = Self::mean(&own, None);
            let name = row.text.name.clone();
            table = table.row([
                name.clone(),
                cell(mean.map(|m| m.0)),
                cell(mean.map(|m| m.1)),
                cell(row.text.paper),
            ]);
            let point = |stage: usize| Some((stage as f64 + 1.0, Self::mean(&own, Some(stage))?.0));
            let points = (0..self.section.plies as usize).filter_map(point).collect();
            series.push(Series {
                name: name.into(),
                points,
            });
        }
        let plot = Plot::Lines(Lines {
            title: ("Error by stage of the game", "段階ごとの誤差").into(),
            x: ("moves played", "手数").into(),
            y: MEAN_ERROR.into(),
            log: false,
            series,
        });
        vec![Block::Table(table), Block::Plot(plot)]
    }

    fn identity(&self) -> Option<Value> {
        let Section {
            positions,
            plies,
            sims,
            ..
        } = &self.section;
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| json!([row.text, row.weights.to_string()]))
            .collect();
        Some(json!({ "positions": positions, "plies": plies, "sims": sims, "rows": rows }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TEXT: &str = "
        title = 'Errors'
        about = 'how'
        kind = 'blokus-accuracy'
        seed = 1
        [blokus-accuracy]
        positions = 2
        plies = 3
        sims = 20
        row = [{ name = 'plain', select = 'random', weights = '1' }, { name = 'two', select = 'best-of:2', weights = '1', paper = 10.2 }]
    ";

    #[test]
    fn errors_are_reported_by_stage_and_over_all() {
        let experiment = Experiment::parse(Path::new("errors.toml"), TEXT).unwrap();
        let plan = AccuracyStudy.plan(&experiment, &[]).unwrap();
        assert_eq!(plan.tasks(), 4);
        let run = |index| {
            (
                index,
                plan.run(index, Seed(1), &Cancel::new()).unwrap().result,
            )
        };
        let results: BTreeMap<_, _> = (0..4).map(run).collect();
        let errors = results[&0]["errors"].as_array().unwrap();
        assert!(
            errors.len() == 3
                && errors
                    .iter()
                    .all(|e| (0.0..=1.0).contains(&e.as_f64().unwrap()))
        );
        let blocks = plan.report(&results);
        let Block::Table(table) = &blocks[0] else {
            panic!("{:?}", blocks[0])
        };
        assert_eq!(table.rows[1][3], "10.2");
        assert!(
            table.rows[0][1]
                .en()
                .parse::<f64>()
                .is_ok_and(|mean| mean > 0.0)
        );
    }

    #[test]
    fn weights_that_do_not_exist_are_named_with_their_place() {
        let text = TEXT.replace("weights = '1', paper", "weights = '3', paper");
        let experiment = Experiment::parse(Path::new("errors.toml"), &text).unwrap();
        let error = AccuracyStudy
            .plan(&experiment, &[])
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.contains("errors.toml:10") && error.contains("bundled weights: 1,"),
            "{error}"
        );
    }
}
