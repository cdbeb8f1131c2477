//! Training study: learning curves of shared weights, change rates, and training time (figures 4, 5
//! and 7 of the paper).
//!
//! A task is one whole training, so that its time is meaningful; it uses all cores.

use crate::Colour;
use crate::features::{KINDS, LABELS};
use crate::learn::Objective;
use crate::weights::shared;
use arena::Text;
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::headings::{PAPER, SECONDS, TIME};
use arena::report::{Block, Column, Lines, Plot, Series, Table};
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::learn::{Learner, Linear, SelfPlay, Settings, Trainer, Update};
use lookahead::playout::Selection;
use lookahead::{Cancel, Control, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;
use toml::Spanned;

/// Heading of the trainings.
const TRAINING: Text = Text {
    en: "training",
    ja: "学習",
};

/// The study of kind `blokus-training`.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrainingStudy;

/// The section of an experiment file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    updates: Spanned<u64>,
    sims: u64,
    gain: f64,
    #[serde(default)]
    #[serde(rename = "lesson")]
    objective: Objective,
    run: Vec<Run>,
}

/// One training.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    name: String,
    select: Selection,
    /// The paper's time, relative to that of its first run.
    #[serde(skip_serializing)]
    paper_time: Option<f64>,
}

impl Study for TrainingStudy {
    fn kind(&self) -> &'static str {
        "blokus-training"
    }

    fn about(&self) -> &'static str {
        "learning curves of the evaluation of Blokus Duo, and the time learning takes"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        if *section.updates.get_ref() == 0 {
            return Err(
                experiment.error_at(section.updates.span(), "a training has at least one update")
            );
        }
        Ok(Box::new(TrainingStudyPlan { section }))
    }
}

struct TrainingStudyPlan {
    section: Section,
}

/// A point of the curves: means over the updates since the previous point.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LabPoint")]
pub struct Point {
    /// The number of updates made.
    pub update: u64,
    /// The root mean square error of the evaluation against the results.
    pub rmse: f64,
    /// The weights that all squares share, by kind.
    #[schemars(with = "Vec<f64>")]
    pub shared: [f64; KINDS],
    /// The relative change of the weights on squares per update, by kind.
    #[schemars(with = "Vec<Option<f64>>")]
    pub changes: [Option<f64>; KINDS],
}

/// The result of a training.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrainingResult {
    /// The points of its curves.
    pub points: Vec<Point>,
    /// The training time in seconds.
    pub seconds: f64,
}

/// The number of points of a curve.
const POINTS: u64 = 100;

/// Sums over the updates since the last point.
#[derive(Default)]
struct Interval {
    updates: u32,
    squared: f64,
    changes: [(f64, u32); KINDS],
}

impl Interval {
    fn add(&mut self, update: &Update) {
        self.updates += 1;
        self.squared += update.rmse * update.rmse;
        for (sum, change) in self.changes.iter_mut().zip(&update.changes) {
            if let Some(change) = change {
                *sum = (sum.0 + change, sum.1 + 1);
            }
        }
    }

    fn point(&self, update: u64, shared: [f64; KINDS]) -> Point {
        Point {
            update,
            rmse: (self.squared / f64::from(self.updates.max(1))).sqrt(),
            shared,
            changes: self
                .changes
                .map(|(sum, count)| (count > 0).then(|| sum / f64::from(count))),
        }
    }
}

impl TrainingStudyPlan {
    fn train(&self, run: &Run, seed: Seed, cancel: &Cancel) -> Result<TrainingResult, TaskError> {
        let (section, objective) = (&self.section, self.section.objective);
        let lessons = SelfPlay {
            learner: objective,
            selection: run.select,
            playouts: section.sims,
            finished: true,
        };
        let settings = Settings {
            updates: *section.updates.get_ref(),
            seed,
            ..Settings::default()
        };
        let failed = |why: &dyn std::fmt::Display| TaskError::Failed {
            why: why.to_string(),
        };
        let trainer = Trainer::new(
            lessons,
            Linear::new(objective.weights(), section.gain),
            settings,
        );
        let mut trainer = trainer
            .map_err(|why| failed(&why))?
            .groups(objective.options.groups());
        let every = settings.updates.div_ceil(POINTS);
        let (mut points, mut interval) = (Vec::new(), Interval::default());
        let started = Instant::now();
        let control = Control::new(seed).cancel(cancel.clone());
        let ran = trainer.run(&control, |update, checkpoint| {
            interval.add(update);
            if update.update % every == 0 || update.update == settings.updates {
                let shared = shared(checkpoint.model(), &objective.options, Colour::Black);
                points.push(std::mem::take(&mut interval).point(update.update, shared));
            }
        });
        ran.map_err(|why| failed(&why))?;
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        let seconds = started.elapsed().as_secs_f64();
        Ok(TrainingResult { points, seconds })
    }
}

impl Plan for TrainingStudyPlan {
    fn tasks(&self) -> u64 {
        self.section.run.len() as u64
    }

    fn unit(&self) -> Text {
        ("trainings", "回の学習").into()
    }

    /// All trainings start from the same seed, as the command `train` does.
    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let run = usize::try_from(index)
            .ok()
            .and_then(|index| self.section.run.get(index));
        let why = || format!("unknown training {index}");
        let run = run.ok_or_else(|| TaskError::Failed { why: why() })?;
        Ok(json!(self.train(run, seed, cancel)?).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let read = |(&index, value): (&u64, &Value)| {
            let run = self.section.run.get(usize::try_from(index).ok()?)?;
            Some((run, TrainingResult::deserialize(value).ok()?))
        };
        let trained: Vec<_> = results.iter().filter_map(read).collect();
        let mut blocks = vec![Block::Table(ends(&trained)), Block::Table(times(&trained))];
        for (run, trained) in &trained {
            let name = &run.name;
            let weights = curves(trained, |point, kind| Some(point.shared[kind]));
            let changes = curves(trained, |point, kind| {
                point.changes[kind].map(|change| 100.0 * change)
            });
            blocks.push(plot(Lines {
                title: (
                    format!("Shared weights, {name}"),
                    format!("全マス共通の重み（{name}）"),
                )
                    .into(),
                y: ("weight", "重み").into(),
                series: weights,
                ..Lines::default()
            }));
            blocks.push(plot(Lines {
                title: (
                    format!("Change of the weights on squares, {name}"),
                    format!("マス別の重みの変化率（{name}）"),
                )
                    .into(),
                y: ("% an update", "1更新あたり (%)").into(),
                series: changes,
                log: true,
                ..Lines::default()
            }));
        }
        blocks
    }

    fn identity(&self) -> Option<Value> {
        let Section {
            updates,
            sims,
            gain,
            objective,
            run,
        } = &self.section;
        Some(
            json!({ "updates": updates.get_ref(), "sims": sims, "gain": gain, "lesson": objective, "run": run }),
        )
    }
}

fn curves(trained: &TrainingResult, value: impl Fn(&Point, usize) -> Option<f64>) -> Vec<Series> {
    let series = |kind: usize| Series {
        name: LABELS[kind].into(),
        points: trained
            .points
            .iter()
            .filter_map(|p| Some((p.update as f64, value(p, kind)?)))
            .collect(),
    };
    (0..KINDS).map(series).collect()
}

/// Returns a figure over the updates.
fn plot(lines: Lines) -> Block {
    Block::Plot(Plot::Lines(Lines {
        x: ("updates", "更新回数").into(),
        ..lines
    }))
}

/// Returns the table of the last points of the curves.
fn ends(trained: &[(&Run, TrainingResult)]) -> Table {
    let columns = [Column::words(TRAINING), Column::number("RMSE")];
    let columns = columns.into_iter().chain(LABELS.map(Column::number));
    let caption = (
        "Shared weights at the end, and the error over the last hundredth of the updates",
        "学習後の共通の重みと、最後の1%の更新での誤差",
    );
    let table = Table::new(caption, columns);
    let ended = trained
        .iter()
        .filter_map(|(run, trained)| Some((run, trained.points.last()?)));
    ended.fold(table, |table, (run, point)| {
        let numbers = point.shared.map(|weight| format!("{weight:.1}"));
        table.row(
            [run.name.clone(), format!("{:.3}", point.rmse)]
                .into_iter()
                .chain(numbers),
        )
    })
}

/// Returns the table of training times, relative to the first.
fn times(trained: &[(&Run, TrainingResult)]) -> Table {
    let columns = [
        Column::words(TRAINING),
        Column::number(SECONDS),
        Column::number(("relative", "比")),
        Column::number(PAPER).from_paper(),
    ];
    let first = trained.first().map_or(1.0, |(_, trained)| trained.seconds);
    let table = Table::new(TIME, columns).timing();
    trained.iter().fold(table, |table, (run, trained)| {
        let paper = run
            .paper_time
            .map_or_else(String::new, |time| format!("{time:.3}"));
        let relative = format!("{:.3}", trained.seconds / first);
        table.row([
            run.name.clone(),
            format!("{:.0}", trained.seconds),
            relative,
            paper,
        ])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn trainings_are_tasks_and_their_curves_a_report() {
        let text = "
            title = 'Curves'
            about = 'how'
            kind = 'blokus-training'
            seed = 1
            [blokus-training]
            updates = 4
            sims = 2
            gain = 0.02
            run = [{ name = 'plain', select = 'random' }, { name = 'two', select = 'best-of:2', paper_time = 1.037 }]
        ";
        let experiment = Experiment::parse(Path::new("curves.toml"), text).unwrap();
        let plan = TrainingStudy.plan(&experiment, &[]).unwrap();
        assert_eq!((plan.tasks(), plan.unit().en), (2, "trainings"));
        let run = |index| plan.run(index, Seed(1), &Cancel::new()).unwrap().result;
        let results = BTreeMap::from([(0, run(0)), (1, run(1))]);
        assert_eq!(results[&0]["points"].as_array().unwrap().len(), 4);
        assert_ne!(results[&0]["points"], results[&1]["points"]);
        let blocks = plan.report(&results);
        let Block::Table(times) = &blocks[1] else {
            panic!("{:?}", blocks[1])
        };
        assert_eq!(
            (times.rows[0][2].en(), times.rows[1][3].en()),
            ("1.000", "1.037")
        );
        assert_eq!(blocks.len(), 6);
        assert!(plan.run(2, Seed(1), &Cancel::new()).is_err());
    }
}
