//! Training plan: as options, as a value, and as a command line.

use super::super::reading;
use crate::cli::Common;
use arena::process::quote;
use blokus::learn::{Fit, SearchedGameSettings, TrainingPlan};
use blokus::{FeatureOptions, Scoring};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lookahead::Seed;
use lookahead::learn::{Factor, Schedule};
use lookahead::playout::Selection;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The options; what is left out is as in the plan one begins with.
#[derive(Args, Debug)]
#[command(next_help_heading = "Learning")]
pub(super) struct PlanArgs {
    /// Selection of moves in simulations: N for the best of N random ones, softmax:T or gaussian:S
    /// (temperature or noise in units of the evaluation) [default: 8]
    #[arg(long, value_name = "N", value_parser = selection)]
    select: Option<Selection>,
    /// Number of updates [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    updates: Option<u64>,
    /// Simulations from every position [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sims: Option<u64>,
    /// Learn from games between players that search this many moves deep, instead of simulations
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["select", "sims", "without_terminal"])]
    from_games: Option<u32>,
    /// Games per update, with --from-games [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), requires = "from_games")]
    games: Option<u64>,
    /// Initial weights: the n of shipped ones, or a file [default: all zero]
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<String>,
    /// The share of the last updates over which the weights are averaged [default: 0, the last ones
    /// alone]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    mean: Option<f64>,
    /// Slope of the win probability over the evaluation [default: 0.02]
    #[arg(long, value_name = "A")]
    gain: Option<f64>,
    /// The learning rate [default: 0.5]
    #[arg(long, value_name = "RATE")]
    rate: Option<f64>,
    /// Second factor of the sum over positions: the gain, twice the gain (the true gradient), or
    /// none [default: gain]
    #[arg(long, value_parser = named::<Factor>(&FACTORS))]
    factor: Option<Factor>,
    /// Divide the sum by the number of positions
    #[arg(long)]
    average: bool,
    /// The share of random moves in the games, at the first and at the last update [default:
    /// 1:0.05]
    #[arg(long, value_name = "FROM:TO", value_parser = ends)]
    epsilon: Option<(f64, f64)>,
    /// Shape of the way from the first share to the last [default: linear]
    #[arg(long, value_name = "SHAPE", value_parser = PossibleValuesParser::new(SHAPES))]
    epsilon_schedule: Option<String>,
    /// Do not learn from the position at the end of a game
    #[arg(long)]
    without_terminal: bool,
    /// Scoring of simulated games [default: basic]
    #[arg(long, value_parser = named::<Scoring>(&SCORINGS))]
    scoring: Option<Scoring>,
    /// Value fitted to the results: that of a position, or that after the best answer
    /// [default: static]
    #[arg(long, value_parser = named::<Fit>(&FITS))]
    fit: Option<Fit>,
    /// Reading of the paper's open points about features; see below
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = reading::parse)]
    reading: Option<FeatureOptions>,
}

const FACTORS: [&str; 3] = ["gain", "twice-gain", "plain"];
const SCORINGS: [&str; 2] = ["basic", "advanced"];
const FITS: [&str; 2] = ["static", "search"];
const SHAPES: [&str; 2] = ["linear", "exponential"];

/// A parser for values that files know by these names, with `_` for `-`.
fn named<T: DeserializeOwned + Clone + Send + Sync + 'static>(
    names: &'static [&'static str],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).map(|name| {
        let value = serde_json::from_value(Value::String(name.replace('-', "_")));
        value.expect("the parser lets only names through")
    })
}

/// The name on the command line of a value that files know by one.
fn name(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name.replace('_', "-"),
        other => unreachable!("a name, not {other:?}"),
    }
}

/// Reads how simulations choose. The best of one is any move.
fn selection(text: &str) -> Result<Selection, String> {
    let selection = match text.parse() {
        Ok(number) => Some(Selection::BestOf(number)),
        Err(_) => text.parse().ok(),
    };
    match selection {
        Some(Selection::BestOf(1)) => Ok(Selection::Random),
        Some(selection) if selection != Selection::BestOf(0) => Ok(selection),
        _ => Err("write a number from 1, softmax:T or gaussian:S".to_owned()),
    }
}

fn selection_text(selection: Selection) -> String {
    match selection {
        Selection::Random => "1".to_owned(),
        Selection::BestOf(number) => number.to_string(),
        other => other.to_string(),
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.trim().parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a share from 0 to 1".to_owned())
}

fn ends(text: &str) -> Result<(f64, f64), String> {
    let ends = text
        .split_once(':')
        .map(|(from, to)| (share(from), share(to)));
    match ends {
        Some((Ok(from), Ok(to))) => Ok((from, to)),
        _ => Err("write two shares from 0 to 1, as in 1:0.05".to_owned()),
    }
}

impl PlanArgs {
    /// The plan that differs from `base` in what was asked for.
    pub(super) fn plan(&self, base: &TrainingPlan, common: &Common) -> TrainingPlan {
        let mut plan = base.clone();
        let settings = &mut plan.settings;
        set(&mut settings.updates, self.updates);
        set(&mut settings.seed, common.seed.map(Seed));
        set(&mut settings.step.rate, self.rate);
        set(&mut settings.step.factor, self.factor);
        settings.step.average |= self.average;
        settings.epsilon = self.epsilon(settings.epsilon);
        set(&mut settings.mean, self.mean);
        set(&mut plan.objective.scoring, self.scoring);
        set(&mut plan.objective.fit, self.fit);
        set(&mut plan.objective.options, self.reading);
        set(&mut plan.select, self.select);
        set(&mut plan.sims, self.sims);
        set(&mut plan.gain, self.gain);
        plan.games = self.games(plan.games);
        plan.start = self.start.clone().or(plan.start);
        plan.terminal &= !self.without_terminal;
        plan
    }

    fn games(&self, base: Option<SearchedGameSettings>) -> Option<SearchedGameSettings> {
        let usual = || SearchedGameSettings {
            depth: 2,
            games: 16,
        };
        let simulations = self.select.is_some() || self.sims.is_some() || self.without_terminal;
        match self.from_games {
            Some(depth) => {
                let games = self.games.unwrap_or(base.unwrap_or_else(usual).games);
                Some(SearchedGameSettings { depth, games })
            }
            None if simulations => None,
            None => base,
        }
    }

    fn epsilon(&self, base: Schedule) -> Schedule {
        let (shape, from, to) = shape(base);
        let (from, to) = self.epsilon.unwrap_or((from, to));
        match self.epsilon_schedule.as_deref().unwrap_or(shape) {
            "exponential" => Schedule::Exponential { from, to },
            _ => Schedule::Linear { from, to },
        }
    }
}

fn set<T>(place: &mut T, wish: Option<T>) {
    if let Some(wish) = wish {
        *place = wish;
    }
}

/// The name of a schedule's shape, and its ends.
fn shape(schedule: Schedule) -> (&'static str, f64, f64) {
    match schedule {
        Schedule::Linear { from, to } => ("linear", from, to),
        Schedule::Exponential { from, to } => ("exponential", from, to),
    }
}

/// An option of the command line: its name, and its value if it is there.
pub(super) type Setting = (&'static str, Option<String>);

/// As it is typed.
fn typed((name, value): &Setting) -> String {
    match value.as_deref() {
        None => format!("no --{name}"),
        Some("") => format!("--{name}"),
        Some(value) => format!("--{name} {}", quote(value)),
    }
}

/// A plan as a command line.
pub(super) trait AsCommand {
    /// All options that lead to this plan.
    fn options(&self) -> Vec<Setting>;
    /// The differences of another plan, in words.
    fn differences(&self, other: &Self) -> Vec<String>;
    /// The command line that carries out the plan.
    fn command(&self, out: &str) -> String;
}

impl AsCommand for TrainingPlan {
    fn options(&self) -> Vec<Setting> {
        let (settings, step) = (&self.settings, &self.settings.step);
        let (shape, from, to) = shape(settings.epsilon);
        let flag = |set: bool| set.then(String::new);
        let simulated = |text: String| self.games.is_none().then_some(text);
        let of_games = |of: fn(SearchedGameSettings) -> String| self.games.map(of);
        let reading = reading::text(&self.objective.options);
        vec![
            ("select", simulated(selection_text(self.select))),
            ("from-games", of_games(|played| played.depth.to_string())),
            ("games", of_games(|played| played.games.to_string())),
            ("start", self.start.clone()),
            ("updates", Some(settings.updates.to_string())),
            ("sims", simulated(self.sims.to_string())),
            ("gain", Some(self.gain.to_string())),
            ("rate", Some(step.rate.to_string())),
            ("factor", Some(name(&step.factor))),
            ("average", flag(step.average)),
            (
                "mean",
                Some(settings.mean.to_string()).filter(|_| settings.mean > 0.0),
            ),
            ("epsilon", Some(format!("{from}:{to}"))),
            ("epsilon-schedule", Some(shape.to_owned())),
            ("without-terminal", flag(!self.terminal)),
            ("scoring", Some(name(&self.objective.scoring))),
            ("fit", Some(name(&self.objective.fit))),
            ("reading", Some(reading).filter(|text| !text.is_empty())),
            ("seed", Some(settings.seed.to_string())),
        ]
    }

    fn differences(&self, other: &TrainingPlan) -> Vec<String> {
        let both = self.options().into_iter().zip(other.options());
        let different = both.filter(|(own, other)| own != other);
        let words = |(own, other): (Setting, Setting)| {
            format!("it has {}, not {}", typed(&own), typed(&other))
        };
        different.map(words).collect()
    }

    fn command(&self, out: &str) -> String {
        let options = self.options();
        let given = options.iter().filter(|(_, value)| value.is_some());
        let words: Vec<_> = given.map(typed).collect();
        format!(
            "sakiyomi blokus train {} --out {}",
            words.join(" "),
            quote(out)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        plan: PlanArgs,
        #[command(flatten)]
        common: Common,
        #[arg(long)]
        out: Option<String>,
    }

    fn plan(words: &str) -> TrainingPlan {
        let words = arena::process::split(words).unwrap();
        let line = Line::try_parse_from(words).unwrap();
        line.plan.plan(&TrainingPlan::default(), &line.common)
    }

    const EVERYTHING: &str = "train --select softmax:2.5 --updates 7 --sims 3 --gain 0.1 --rate 2 --factor twice-gain --average \
        --epsilon 0.5:0.25 --epsilon-schedule exponential --without-terminal --scoring advanced --fit search --reading tempo=true \
        --seed 9";

    const FROM_GAMES: &str =
        "train --from-games 3 --games 4 --start 1 --mean 0.25 --epsilon 0.1:0.1 --rate 0.1";

    #[test]
    fn the_command_of_a_plan_leads_to_the_plan() {
        for words in ["train", "train --select 1", EVERYTHING, FROM_GAMES] {
            let plan = plan(words);
            let command = plan.command("a b");
            let words = command.strip_prefix("sakiyomi blokus ").unwrap();
            assert_eq!(self::plan(words), plan, "{command}");
            assert!(command.ends_with("--out 'a b'"), "{command}");
        }
        let usual = "sakiyomi blokus train --select 8 --updates 10000 --sims 100 --gain 0.02 --rate 0.5 --factor gain \
            --epsilon 1:0.05 --epsilon-schedule linear --scoring basic --fit static --seed 1 --out w";
        assert_eq!(plan("train").command("w"), usual);
    }

    #[test]
    fn every_option_is_a_difference() {
        let (usual, other) = (TrainingPlan::default(), plan(EVERYTHING));
        let differences = usual.differences(&other);
        // What belongs to games is nothing here and there.
        assert_eq!(
            differences.len(),
            usual.options().len() - 4,
            "{differences:?}"
        );
        let games = plan(FROM_GAMES);
        let differences_of_games = usual.differences(&games);
        for name in ["select", "sims", "from-games", "games", "start", "mean"] {
            let named = |text: &&String| text.contains(&format!("--{name}"));
            assert!(differences_of_games.iter().find(named).is_some(), "{name}");
        }
        assert_eq!(
            differences[0],
            "it has --select 8, not --select softmax:2.5"
        );
        assert!(differences.contains(&"it has no --average, not --average".to_owned()));
        assert_eq!(usual.differences(&usual), [""; 0]);
    }

    #[test]
    fn selections_are_numbers_or_named() {
        assert_eq!(selection("8"), Ok(Selection::BestOf(8)));
        assert_eq!(selection("best-of:8"), Ok(Selection::BestOf(8)));
        for one in ["1", "best-of:1", "random"] {
            assert_eq!(selection(one), Ok(Selection::Random));
        }
        for wrong in [
            "0",
            "-1",
            "",
            "1.5",
            "softmax",
            "softmax:-1",
            "softmax:nan",
            "best",
        ] {
            assert!(selection(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shares_are_read_or_refused() {
        assert_eq!(ends("1:0.05"), Ok((1.0, 0.05)));
        for wrong in ["", "1", "1:", ":1", "2:1", "0.5:-0.1", "nan:1", "1:0:1"] {
            assert!(ends(wrong).is_err(), "{wrong}");
        }
    }
}
