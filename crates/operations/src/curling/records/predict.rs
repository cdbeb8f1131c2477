//! Points of the hammer in ends of people, predicted before every stone and compared with what
//! happened; and the fit of the model that predicts them.

use crate::fault::Fault;
use crate::{Games, Operation, TaskHandle};
use arena::report::{Column, Table};
use curling::players::calibration::Reliability;
use curling::players::points_model::fit::{self, Example, HandsTried};
use curling::players::points_model::trial::{
    Interval, Losses, Prediction, TENTHS, losses, reliability,
};
use curling::players::points_model::{CLASSES, Observer, PointsModel, points_of, shipped};
use curling::rules::{Game, Rules};
use digital_curling::games::curlit::{self, Tables};
use digital_curling::games::played_out::{self, PlayedOut};
use lookahead::Seed;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The execution errors that are compared in a fit unless others are given.
const SCALES: [f64; 2] = [2.0, 3.0];
/// The most execution errors that are compared.
const MOST_SCALES: usize = 8;
/// The seed of the intervals.
const SEED: Seed = Seed(20_230_429);
/// A group with fewer claims than this is not shown.
const FEW: u64 = 20;
/// The standard deviations of half an interval of 95 %.
const HALF: f64 = 1.96;

/// A championship to predict.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingPredictAsked {
    /// The tables of the championship.
    tables: Tables,
    /// The text of the model; by default the shipped one.
    #[serde(default)]
    model: Option<String>,
    /// The model that predicts.
    #[serde(default)]
    by: CurlingPredictBy,
    /// In a fit, the execution errors that are compared, as multiples of Digital Curling 4's; 2
    /// and 3 if not given.
    #[serde(default)]
    hands: Option<Vec<f64>>,
}

/// The source of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CurlingPredictBy {
    /// A model that was fitted before.
    #[default]
    Model,
    /// A model fitted to these tables, which predicts what it was fitted to.
    Fit,
    /// For each competition a model fitted to the others.
    Crossed,
}

/// Predictions of a championship against its results.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CurlingPredicted {
    /// The ends that were played out, and the others.
    pub ends: [usize; 2],
    /// Losses, reliability, hands and power plays.
    pub tables: Vec<Table>,
    /// The log losses as data.
    pub losses: Vec<CurlingPointsLoss>,
    /// The text of the model, if one was fitted to the tables.
    pub model: Option<String>,
    /// Warnings about what the tables leave open or contradict.
    pub warnings: Vec<String>,
}

/// The log losses before a stone, in nats, each with its interval of 95 %.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CurlingPointsLoss {
    /// The competition; none for all of them.
    pub competition: Option<String>,
    /// The number of the stone, from 1; none for all of them.
    pub stone: Option<usize>,
    /// The number of positions.
    pub positions: usize,
    /// The loss of the model: mean, lower and upper end.
    pub model: [f64; 3],
    /// The loss of the frequencies by power play.
    pub frequencies: [f64; 3],
    /// The loss of the model less that of the frequencies.
    pub difference: [f64; 3],
}

/// The operation.
pub(super) fn operation(games: &Arc<Games>) -> Operation {
    let games = Arc::clone(games);
    Operation::long(
        "curling/predict",
        (
            "Predicts the hammer's points before every stone of a championship recorded shot by shot, and compares them with the results.",
            "一投ごとに記録された選手権について、各投球前に後攻の得点分布を予測し、実際の結果と比べます。",
        ),
        move |asked: CurlingPredictAsked, task| predict(&asked, &games, task),
    )
}

/// The ends of a championship.
struct Championship {
    /// The ends with the number of their match.
    ends: Vec<(usize, PlayedOut)>,
    /// The ends that were not played out.
    others: usize,
    /// The competition of each match.
    competitions: Vec<String>,
    warnings: Vec<String>,
}

impl Championship {
    fn read(tables: &Tables) -> Result<Self, Fault> {
        let imported = curlit::read(tables)?;
        let (mut ends, mut others) = (Vec::new(), 0);
        for (number, played) in imported.matches.iter().enumerate() {
            let (complete, rest) = played_out::ends(played);
            ends.extend(complete.into_iter().map(|end| (number, end)));
            others += rest;
        }
        if ends.is_empty() {
            return Err(Fault::wrong_at("tables", "no end in them was played out"));
        }
        Ok(Championship {
            ends,
            others,
            competitions: imported.competitions,
            warnings: imported.warnings,
        })
    }

    /// Returns the positions with the number of their match and the points of their end.
    fn positions(&self) -> Vec<(usize, i8, Game)> {
        let of_end = |(number, end): &(usize, PlayedOut)| {
            let (number, points) = (*number, end.points);
            let of = end.positions.iter();
            of.map(move |game| (number, points, *game))
                .collect::<Vec<_>>()
        };
        self.ends.iter().flat_map(of_end).collect()
    }

    /// Returns the names of the competitions in alphabetical order.
    fn names(&self) -> Vec<&str> {
        let names: BTreeSet<_> = self.competitions.iter().map(String::as_str).collect();
        names.into_iter().collect()
    }
}

/// The positions as hands of one execution error see them.
struct Seen {
    scale: f64,
    examples: Vec<Example>,
}

/// The looks at positions, with their progress.
struct Looks<'a> {
    games: &'a Games,
    task: &'a TaskHandle,
    done: AtomicU64,
    total: u64,
}

impl Looks<'_> {
    fn at(&self, positions: &[(usize, i8, Game)], scale: f64) -> Result<Seen, Fault> {
        let observer = Observer::new(scale, self.games.curling.cache());
        let observer = observer.map_err(|why| Fault::wrong_at("hands", why))?;
        let cancel = self.task.cancel();
        let example = |(of_match, points, game): &(usize, i8, Game)| {
            let view = observer.view(game, &cancel)?;
            let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
            self.task.progress(done, self.total);
            let (of_match, points) = (*of_match, *points);
            Some(Example {
                view,
                points,
                of_match,
            })
        };
        let examples: Option<Vec<_>> = positions.par_iter().map(example).collect();
        let examples = examples.ok_or_else(Fault::cancelled)?;
        Ok(Seen { scale, examples })
    }
}

/// A model fitted to some matches.
struct Fitted {
    model: PointsModel,
    /// The place of its hands in the list of those compared.
    hands: usize,
    tried: Vec<HandsTried>,
}

/// Fits a model to the examples of some matches.
fn fitted(seen: &[Seen], of: impl Fn(&Example) -> bool) -> Fitted {
    let chosen = |seen: &Seen| -> Vec<Example> {
        let examples = seen.examples.iter().filter(|example| of(example));
        examples.copied().collect()
    };
    let tried = seen.iter().map(|seen| {
        let examples = chosen(seen);
        fit::try_hands(seen.scale, &examples.iter().collect::<Vec<_>>())
    });
    let tried: Vec<_> = tried.collect();
    let best = tried.iter().enumerate();
    let best = best.min_by(|a, b| a.1.loss.total_cmp(&b.1.loss));
    let hands = best.map_or(0, |(place, _)| place);
    let examples = chosen(&seen[hands]);
    let mut model = fit::fit(tried[hands].hands, &examples.iter().collect::<Vec<_>>());
    "sakiyomi call curling/predict".clone_into(&mut model.command);
    Fitted {
        model,
        hands,
        tried,
    }
}

fn predict(
    asked: &CurlingPredictAsked,
    games: &Games,
    task: &TaskHandle,
) -> Result<CurlingPredicted, Fault> {
    let known = match &asked.model {
        None => shipped(),
        Some(text) => Arc::new(text.parse().map_err(|why| Fault::wrong_at("model", why))?),
    };
    let championship = Championship::read(&asked.tables)?;
    let names = championship.names();
    if asked.by == CurlingPredictBy::Crossed && names.len() < 2 {
        let why = "a single competition: there is no other to fit to";
        return Err(Fault::wrong_at("by", why));
    }
    let scales = scales(asked, &known)?;
    let positions = championship.positions();
    let looks = Looks {
        games,
        task,
        done: AtomicU64::new(0),
        total: (positions.len() * scales.len()) as u64,
    };
    let seen = scales.iter().map(|scale| looks.at(&positions, *scale));
    let seen: Vec<_> = seen.collect::<Result<_, _>>()?;
    let mut report = Report::new(&championship);
    let mut model = None;
    match asked.by {
        CurlingPredictBy::Model => report.add(None, &known, &seen[0], |_| true),
        CurlingPredictBy::Fit => {
            let fitted = fitted(&seen, |_| true);
            report.add(None, &fitted.model, &seen[fitted.hands], |_| true);
            report.hands("all competitions", &fitted.tried);
            model = Some(fitted.model.to_string());
        }
        CurlingPredictBy::Crossed => {
            for name in names {
                task.check()?;
                let tested =
                    |example: &Example| championship.competitions[example.of_match] == name;
                let fitted = fitted(&seen, |example| !tested(example));
                report.add(Some(name), &fitted.model, &seen[fitted.hands], tested);
                report.hands(&format!("all but {name}"), &fitted.tried);
            }
        }
    }
    Ok(report.finish(model))
}

/// Returns the execution errors to look with: those compared in a fit, or that of the model.
fn scales(asked: &CurlingPredictAsked, model: &PointsModel) -> Result<Vec<f64>, Fault> {
    if asked.by == CurlingPredictBy::Model {
        return Ok(vec![model.hands.scale]);
    }
    let scales = asked.hands.clone().unwrap_or_else(|| SCALES.to_vec());
    if scales.is_empty() || scales.len() > MOST_SCALES {
        let why = format!("give 1 to {MOST_SCALES} execution errors");
        return Err(Fault::wrong_at("hands", why));
    }
    Ok(scales)
}

/// The report as it grows.
struct Report<'a> {
    championship: &'a Championship,
    tables: Vec<Table>,
    losses: Vec<CurlingPointsLoss>,
}

impl<'a> Report<'a> {
    fn new(championship: &'a Championship) -> Self {
        Report {
            championship,
            tables: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Adds the predictions of a model for some positions.
    fn add(
        &mut self,
        competition: Option<&str>,
        model: &PointsModel,
        seen: &Seen,
        tested: impl Fn(&Example) -> bool,
    ) {
        let tested = seen.examples.iter().filter(|example| tested(example));
        let predictions = tested.filter_map(|example| Prediction::of(model, example));
        let predictions: Vec<_> = predictions.collect();
        let found = losses(&predictions, SEED);
        self.tables.push(table_of_losses(competition, &found));
        for points in [1, 2] {
            let groups = reliability(&predictions, points);
            self.tables.push(table_of_reliability(points, &groups));
        }
        let data = found.iter().map(|losses| loss(competition, losses));
        self.losses.extend(data);
    }

    /// Adds the hands that were compared.
    fn hands(&mut self, fitted_to: &str, tried: &[HandsTried]) {
        let caption = (
            format!("Last stones by the look-ahead alone, {fitted_to}"),
            format!("先読みだけによる最後の1投の予測（{fitted_to}）"),
        );
        let columns = [
            ("execution error, × DC4", "ばらつき（DC4の倍数）"),
            ("otherwise, %", "読み以外 (%)"),
            ("log loss, nats", "対数損失 (nat)"),
        ];
        let columns = columns.map(Column::number).into_iter();
        let points = (0..CLASSES).map(|class| Column::number(format!("{:+}, %", points_of(class))));
        let table = Table::new(caption, columns.chain(points));
        let table = tried.iter().fold(table, |table, tried| {
            let numbers = [
                format!("{}", tried.hands.scale),
                format!("{:.0}", 100.0 * tried.hands.otherwise),
                format!("{:.3}", tried.loss),
            ];
            let expected = tried.expected.iter();
            let expected = expected.map(|chance| format!("{:.1}", 100.0 * chance));
            table.row(numbers.into_iter().chain(expected))
        });
        self.tables.push(table);
    }

    fn finish(mut self, model: Option<String>) -> CurlingPredicted {
        self.tables
            .push(table_of_power_plays(&self.championship.ends));
        CurlingPredicted {
            ends: [self.championship.ends.len(), self.championship.others],
            tables: self.tables,
            losses: self.losses,
            model,
            warnings: self.championship.warnings.clone(),
        }
    }
}

/// The number of a stone in an end of mixed doubles, from 1.
fn stone(slot: usize) -> usize {
    slot + 1 - Rules::sport_mixed_doubles().first_slot()
}

fn loss(competition: Option<&str>, losses: &Losses) -> CurlingPointsLoss {
    let numbers = |interval: &Interval| [interval.mean, interval.low, interval.high];
    CurlingPointsLoss {
        competition: competition.map(str::to_owned),
        stone: losses.slot.map(stone),
        positions: losses.count,
        model: numbers(&losses.model),
        frequencies: numbers(&losses.frequencies),
        difference: numbers(&losses.difference),
    }
}

fn interval(interval: &Interval) -> String {
    let Interval { mean, low, high } = interval;
    format!("{mean:.3} ({low:.3} to {high:.3})")
}

fn table_of_losses(competition: Option<&str>, found: &[Losses]) -> Table {
    let caption = match competition {
        None => (
            "Log loss of the hammer's points, in nats".to_owned(),
            "後攻の得点の対数損失 (nat)".to_owned(),
        ),
        Some(name) => (
            format!("Log loss of the hammer's points, in nats: {name}, fitted to the others"),
            format!("後攻の得点の対数損失 (nat)：{name}（ほかの大会から推定）"),
        ),
    };
    let columns = [
        Column::words(("before stone", "何投目の前")),
        Column::number(("positions", "局面")),
        Column::number(("model", "モデル")),
        Column::number(("frequencies", "頻度")),
        Column::number(("difference", "差")),
    ];
    let note = (
        "In brackets: 95 % by a bootstrap over matches. Frequencies are those of the fit, with and without power play.",
        "括弧内は試合単位のブートストラップによる95%区間。頻度は推定に使った大会でのもので、パワープレー別です。",
    );
    let table = Table::new(caption, columns).note(note);
    found.iter().fold(table, |table, losses| {
        let name = losses.slot.map_or_else(
            || arena::Phrase::from(("all", "全体")),
            |slot| stone(slot).to_string().into(),
        );
        let cells = [
            losses.count.to_string(),
            interval(&losses.model),
            interval(&losses.frequencies),
            interval(&losses.difference),
        ];
        table.named_row(name, cells)
    })
}

fn table_of_reliability(points: i8, groups: &[Reliability; TENTHS]) -> Table {
    let caption = match points {
        1 => ("Chance that the hammer scores", "後攻が得点する確率"),
        _ => (
            "Chance that the hammer takes two or more",
            "後攻が2点以上取る確率",
        ),
    };
    let columns = [
        Column::words(("predicted", "予測")),
        Column::number(("positions", "局面")),
        Column::number(("predicted, %", "予測の平均 (%)")),
        Column::number(("happened, %", "実際 (%)")),
        Column::number(("standard error", "標準誤差")),
    ];
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let width = 100 / TENTHS;
    let shown = groups.iter().enumerate();
    let shown = shown.filter(|(_, group)| group.claims >= FEW);
    shown.fold(Table::new(caption, columns), |table, (number, group)| {
        let name = format!("{}–{} %", width * number, width * (number + 1));
        let cells = [
            group.claims.to_string(),
            percent(group.claimed),
            percent(group.happened),
            group.error.map_or_else(|| "–".to_owned(), percent),
        ];
        table.named_row(name, cells)
    })
}

/// The groups of ends whose power plays are compared: what they are called, and the ends and leads
/// of the hammer that are in them.
type PowerPlayGroup = ((&'static str, &'static str), fn(&PlayedOut) -> bool);
const POWER_PLAYS: [PowerPlayGroup; 7] = [
    (("all ends", "全エンド"), |_| true),
    (("ends 1 to 5", "第1〜5エンド"), |end| end.end < 5),
    (("end 6", "第6エンド"), |end| end.end == 5),
    (("end 7", "第7エンド"), |end| end.end == 6),
    (("end 8", "第8エンド"), |end| end.end == 7),
    (("hammer behind", "後攻がビハインド"), |end| {
        end.ahead < 0
    }),
    (("hammer level or ahead", "同点かリード"), |end| {
        end.ahead >= 0
    }),
];

fn table_of_power_plays(ends: &[(usize, PlayedOut)]) -> Table {
    let caption = (
        "Points of the hammer with a power play and without",
        "パワープレーの有無による後攻の得点",
    );
    let columns = [
        Column::words(("ends", "エンド")),
        Column::number(("power plays", "パワープレー")),
        Column::number(("points", "得点")),
        Column::number(("others", "その他")),
        Column::number(("points", "得点")),
        Column::number(("difference, 95 %", "差（95%区間）")),
    ];
    let note = (
        "Teams choose when to play it, so the difference is not its effect alone.",
        "使う場面はチームが選ぶため、差はパワープレーだけの効果ではありません。",
    );
    let table = Table::new(caption, columns).note(note);
    POWER_PLAYS.iter().fold(table, |table, (name, is_in)| {
        let here = || ends.iter().filter(|(_, end)| is_in(end));
        let points = |power_play: bool| {
            let chosen = here().filter(|(_, end)| end.power_play == power_play);
            Average::of(chosen.map(|(_, end)| f64::from(end.points)))
        };
        let [with, without] = [points(true), points(false)];
        let error = (with.error.powi(2) + without.error.powi(2)).sqrt();
        let difference = with.mean - without.mean;
        let told = if error.is_finite() {
            format!("{difference:+.2} ± {:.2}", HALF * error)
        } else {
            "–".to_owned()
        };
        let cells = [
            with.count.to_string(),
            with.text(),
            without.count.to_string(),
            without.text(),
            told,
        ];
        table.named_row(*name, cells)
    })
}

/// A mean with its standard error.
struct Average {
    count: usize,
    mean: f64,
    error: f64,
}

impl Average {
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let numbers: Vec<f64> = numbers.collect();
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Average {
            count: numbers.len(),
            mean,
            error: (squares / (n - 1.0) / n).sqrt(),
        }
    }

    fn text(&self) -> String {
        match self.count {
            0 => "–".to_owned(),
            _ => format!("{:+.2}", self.mean),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curling::players::points_model::class_of;
    use serde_json::json;
    use std::fmt::Write;
    use std::sync::LazyLock;

    /// The games, whose cache all tests share.
    static GAMES: LazyLock<Arc<Games>> = LazyLock::new(|| Games::of(&crate::Host::default()));

    /// A competition of two matches, in whose ends the hammer takes two if the first stone is in
    /// the house; the last stones are far from the others.
    fn rows(competition: u8) -> [String; 3] {
        let (mut games, mut ends, mut stones) = (String::new(), String::new(), String::new());
        for game in 1..=2 {
            writeln!(games, "{competition},1,{game},A,B,AAA,BBB,0,0,0,0,10,20").unwrap();
            for end in 1..=2 {
                // The first team throws first in every end, and the other has the hammer.
                let points = if (game + end) % 2 == 0 { 2 } else { 0 };
                writeln!(ends, "{competition},1,{game},10,{end},0,NA").unwrap();
                writeln!(ends, "{competition},1,{game},20,{end},{points},NA").unwrap();
                let mut cells = vec!["0,0".to_owned(); 12];
                (cells[0], cells[6]) = ("750,1916".to_owned(), "750,650".to_owned());
                for shot in 0..10 {
                    let (team, block) = if shot % 2 == 0 { (10, 0) } else { (20, 6) };
                    let here = if points == 2 && shot % 2 == 1 {
                        700 + 60 * shot
                    } else {
                        4095
                    };
                    cells[block + 1 + shot / 2] = format!("{here},800");
                    let sheet = cells.join(",");
                    let row = format!("{competition},1,{game},{end},{shot},{team},1,0,0,3,NA");
                    writeln!(stones, "{row},{sheet}").unwrap();
                }
            }
        }
        [games, ends, stones]
    }

    fn tables(competitions: &[u8]) -> Tables {
        let key = "CompetitionID,SessionID,GameID";
        let places: Vec<_> = (1..=12)
            .map(|n| format!("stone_{n}_x,stone_{n}_y"))
            .collect();
        let mut texts = [
            format!(
                "{key},GroupID,Sheet,NOC1,NOC2,ResultStr1,ResultStr2,LSFE,Winner,TeamID1,TeamID2\n"
            ),
            format!("{key},TeamID,EndID,Result,PowerPlay\n"),
            format!(
                "{key},EndID,ShotID,TeamID,PlayerID,Task,Handle,Points,TimeOut,{}\n",
                places.join(",")
            ),
        ];
        for competition in competitions {
            for (text, more) in texts.iter_mut().zip(rows(*competition)) {
                text.push_str(&more);
            }
        }
        let [games, ends, stones] = texts;
        Tables {
            games,
            ends,
            stones,
            ..Tables::default()
        }
    }

    fn ask(competitions: &[u8], more: &serde_json::Value) -> Result<CurlingPredicted, Fault> {
        let mut asked = json!({ "tables": { "games": "", "ends": "", "stones": "" } });
        for (key, value) in more.as_object().unwrap() {
            asked[key] = value.clone();
        }
        let mut asked: CurlingPredictAsked = serde_json::from_value(asked).unwrap();
        asked.tables = tables(competitions);
        predict(&asked, &GAMES, &TaskHandle::idle())
    }

    #[test]
    fn a_competition_is_predicted_by_a_model_fitted_to_another() {
        let found = ask(&[1, 2], &json!({ "by": "crossed", "hands": [1.0] })).unwrap();
        assert_eq!(found.ends, [8, 0]);
        assert_eq!(found.model, None);
        let of = |competition: &str| {
            let rows = found.losses.iter();
            let rows = rows.filter(move |row| row.competition.as_deref() == Some(competition));
            rows.map(|row| (row.stone, row.positions))
                .collect::<Vec<_>>()
        };
        let all: Vec<_> = (1..=10)
            .map(|stone| (Some(stone), 4))
            .chain([(None, 40)])
            .collect();
        assert_eq!((of("1"), of("2")), (all.clone(), all));
        // Before the last stone the sheet tells who will score.
        let last = found
            .losses
            .iter()
            .find(|row| row.stone == Some(10))
            .unwrap();
        assert!(last.model[0] < last.frequencies[0], "{last:?}");
    }

    #[test]
    fn a_fitted_model_predicts_other_tables() {
        let found = ask(&[1], &json!({ "by": "fit", "hands": [1.0] })).unwrap();
        let text = found.model.unwrap();
        let model: PointsModel = text.parse().unwrap();
        assert!(model.frequencies(false)[class_of(2)] > 0.2);
        let again = ask(&[3], &json!({ "model": text })).unwrap();
        assert_eq!((again.ends, again.model), ([4, 0], None));
        assert_eq!(again.losses.len(), 11);
    }

    #[test]
    fn what_cannot_be_predicted_is_refused_with_its_place() {
        let place =
            |competitions: &[u8], more: &_| ask(competitions, more).unwrap_err().place.unwrap();
        assert_eq!(place(&[1], &json!({ "by": "crossed" })), "by");
        assert_eq!(place(&[], &json!({})), "tables");
        assert_eq!(place(&[1], &json!({ "model": "no model" })), "model");
        assert_eq!(place(&[1], &json!({ "by": "fit", "hands": [] })), "hands");
        assert_eq!(
            place(&[1], &json!({ "by": "fit", "hands": [-1.0] })),
            "hands"
        );
    }
}
