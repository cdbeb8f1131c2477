//! Training of players before a match: the value model of ends, and the win table.
//!
//! Both are learned by self-play of `jiritsu` under any conditions. Everything that counts is in
//! [`curling::players`]; here are the questions, and the texts that players read.

use super::engines;
use super::wire::CurlingConditions;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{Games, Operation, Trust};
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::physics::Mode;
use curling::players::calibration::{self, Corrections};
use curling::players::end_utility::Goal;
use curling::players::jiritsu::{Jiritsu, Settings};
use curling::players::learned_for::differences;
use curling::players::roster;
use curling::players::self_play::{self, SelfPlay};
use curling::players::value_model::training::{self, PARTS, TrainingError};
use curling::players::value_model::{Experience, ValueModel};
use curling::players::win_table::{AfterBlank, WinTable};
use curling::players::win_table_training::log::{EndLog, Entry, heading};
use curling::players::win_table_training::{self, Estimate, RunError, RunOptions, StandardErrors};
use curling::rules::IfLevel;
use lookahead::{Cancel, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most ends that a page may ask for.
const MOST_ENDS: u64 = 1_000_000;
/// The ends that a match counts as in that limit.
const ENDS_OF_A_MATCH: u64 = 10;
/// The random stream of the matches that corrections are fitted on.
const CORRECTING: u64 = 1 << 32;
/// The player that learns, unless another is named.
const PLAYER: &str = "jiritsu";
/// The width of the comments in a file of chances, in characters.
const WIDTH: usize = 80;

/// The operations that train.
pub(super) fn operations(games: &Arc<Games>) -> [Operation; 2] {
    let [learning, making] = [games, games].map(Arc::clone);
    [
        Operation::long(
            "curling/learn",
            (
                "Learns how ends turn out under some conditions, for Jiritsu-kun to value positions by.",
                "与えられた条件でエンドがどう終わるかを学習し、じりつくんの局面評価に使える形で返します。",
            ),
            move |asked: CurlingLearn, task: &TaskHandle| learn(&asked, &learning, task),
        ),
        Operation::long(
            "curling/win-table",
            (
                "Finds the chances of winning a match from every score by self-play; goes on from ends that were played before.",
                "自己対戦により、あらゆる得点状況からの勝率表を求めます。以前に行ったエンドから続けることもできます。",
            ),
            move |asked: CurlingWinTable, task: &TaskHandle| made(&asked, &making, task),
        ),
    ]
}

/// A request to train the value model of ends.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingLearn {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// The number of rounds of play and training; 3 by default.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Ends of a round: 3000 if not given.
    #[serde(default)]
    pub ends: Option<u64>,
    /// The text of a model that is corrected instead of training one.
    #[serde(default)]
    pub from: Option<String>,
    /// Matches of the player against itself, one shot deep, by whose results the claims of the
    /// model are corrected: 0 if not given.
    #[serde(default)]
    pub matches: Option<u64>,
    /// The share of shots that are thrown at random, from 0 to 1: 0.3 if not given.
    #[serde(default)]
    pub wild: Option<f64>,
    /// The player that looks at the positions, one shot deep: `jiritsu` with its settings.
    #[serde(default)]
    pub player: Option<String>,
    /// The seed.
    pub seed: u64,
}

/// A trained value model of ends.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingLearned {
    /// The text of the file that `jiritsu:experience=FILE` reads.
    pub text: String,
    /// The model.
    #[serde(skip)]
    pub model: ValueModel,
}

/// A table of chances to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingWinTable {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// Ends for points, and as many extra ends: 4000 if not given, 300 if short.
    #[serde(default)]
    pub first: Option<u64>,
    /// Ends for each number of ends left and each difference, in each round: 500 if not given, 10
    /// if short.
    #[serde(default)]
    pub ends_per_state: Option<u64>,
    /// Rounds of ends to win, each played for the table of the round before it: 1, as in the paper,
    /// if not given.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// The most ends left: those of a match if not given.
    #[serde(default)]
    pub ends: Option<u8>,
    /// The largest difference that is played, which larger ones count as: 5 if not given.
    #[serde(default)]
    pub difference: Option<u8>,
    /// Whether a rough table of few ends is enough.
    #[serde(default)]
    pub short: bool,
    /// The player: `jiritsu` with its settings.
    #[serde(default)]
    pub player: Option<String>,
    /// The search depth in shots; by default 1, or the player's own.
    #[serde(default)]
    pub depth: Option<u32>,
    /// Whether throws are run step by step, as the referee does.
    #[serde(default)]
    pub exact: bool,
    /// The seed.
    pub seed: u64,
    /// The number of threads; by default the number of cores.
    #[serde(default)]
    pub threads: Option<u16>,
    /// The ends of an earlier answer under the same conditions: they are not played again.
    #[serde(default)]
    pub played: String,
}

/// A trained win table.
#[derive(Debug, Serialize, JsonSchema)]
struct CurlingWinTableMade {
    /// Whether it was stopped before the table was complete.
    interrupted: bool,
    /// The ends played so far, to be given back.
    played: String,
    /// The table, if it is complete.
    table: Option<CurlingChances>,
}

/// A table of chances.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingChances {
    /// The chance of the team with the hammer if the match is level after its last end.
    pub level: f64,
    /// The chances of the team with the hammer: a row for 0, 1, 2 … ends left, each from the most
    /// points behind to the most ahead.
    pub chances: Vec<Vec<f64>>,
    /// The standard errors of the chances.
    pub errors: Vec<Vec<f64>>,
    /// The chances of the file: smoothed, so that a higher score is never worth less.
    pub smoothed: Vec<Vec<f64>>,
    /// The standard errors of the smoothed chances.
    pub smoothed_errors: Vec<Vec<f64>>,
    /// The table after the ends for points.
    pub first_chances: Vec<Vec<f64>>,
    /// The distribution of points of ends played for points.
    pub points: Value,
    /// The distribution of points of extra ends.
    pub extra: Value,
    /// The distributions of points of ends played to win, by state.
    pub states: Vec<Value>,
    /// Warnings about the table.
    pub warnings: Vec<String>,
    /// The text of the file that `jiritsu:table=FILE` reads.
    pub text: String,
    /// The conditions of the ends.
    #[serde(skip)]
    pub conditions: Conditions,
    /// The ends behind it.
    #[serde(skip)]
    pub estimate: Estimate,
    /// The standard errors by state.
    #[serde(skip)]
    pub standard_errors: StandardErrors,
}

/// Returns the settings of a player, if the client may use it.
fn settings(player: Option<&str>, trust: Trust) -> Result<Settings, Fault> {
    let spec = trust.player(roster(), player.unwrap_or(PLAYER))?;
    let settings = self_play::settings_of(&spec);
    settings.map_err(|why| Fault::wrong_at("player", why))
}

fn bounded(trust: Trust, place: &str, ends: u64) -> Result<(), Fault> {
    if trust == Trust::Owner || ends <= MOST_ENDS {
        return Ok(());
    }
    let why = format!("a page may ask for {MOST_ENDS} ends at most");
    Err(Fault::wrong_at(place, why)
        .code(FaultCode::OutOfRange)
        .value("max", MOST_ENDS))
}

/// Trains the value model of ends.
///
/// # Errors
/// If the player or the conditions are impossible, or the task was cancelled: then there is no
/// model.
pub fn learn(
    asked: &CurlingLearn,
    games: &Games,
    task: &TaskHandle,
) -> Result<CurlingLearned, Fault> {
    let usual = training::Plan::default();
    let plan = training::Plan {
        rounds: asked.rounds.unwrap_or(usual.rounds),
        ends: asked.ends.unwrap_or(usual.ends),
        exploration: asked.wild.unwrap_or(usual.exploration),
        ..usual
    };
    if !(0.0..=1.0).contains(&plan.exploration) {
        return Err(Fault::out_of_range("wild", (0, 1), ""));
    }
    let trust = games.trust;
    bounded(trust, "ends", plan.ends.saturating_mul(plan.rounds.into()))?;
    let matches = asked.matches.unwrap_or(0);
    bounded(trust, "matches", matches.saturating_mul(ENDS_OF_A_MATCH))?;
    let curling = engines::curling(&asked.conditions)?.with_cache(games.curling.cache().clone());
    let settings = settings(asked.player.as_deref(), trust)?;
    let seed = Seed(asked.seed);
    let mut model = match &asked.from {
        Some(text) => known_model(text, &curling)?,
        None => trained(&curling, &settings, (&plan, seed), matches, task)?,
    };
    if matches > 0 {
        let before = match asked.from {
            Some(_) => 0,
            None => u64::from(plan.rounds) * PARTS as u64,
        };
        model.corrections = corrections(&curling, settings, &model, (matches, seed), before, task)?;
        "sakiyomi call curling/learn".clone_into(&mut model.corrections.source);
    }
    if asked.from.is_none() {
        "sakiyomi call curling/learn".clone_into(&mut model.command);
    }
    let text = model.to_string();
    Ok(CurlingLearned { text, model })
}

/// Reads a model that was learned for the conditions of the request.
fn known_model(text: &str, curling: &Curling) -> Result<ValueModel, Fault> {
    let model: ValueModel = text.parse().map_err(|why| Fault::wrong_at("from", why))?;
    let differences = differences(model.learned_for.as_ref(), curling.conditions());
    if differences.is_empty() {
        return Ok(model);
    }
    let why = "this model was learned for other conditions: its claims are corrected under those of its training only, or train one with these";
    Err(Fault::wrong_at("from", why))
}

/// Trains a model, with the steps of the matches that follow in the total of the progress.
fn trained(
    curling: &Curling,
    settings: &Settings,
    (plan, seed): (&training::Plan, Seed),
    matches: u64,
    task: &TaskHandle,
) -> Result<ValueModel, Fault> {
    let (parts, total) = (
        PARTS as u64,
        u64::from(plan.rounds) * PARTS as u64 + matches,
    );
    task.progress(0, total);
    let progress = |at: training::Progress| {
        task.progress(u64::from(at.round) * parts + at.part as u64, total);
    };
    let learned = training::learn(curling, settings, plan, seed, &task.cancel(), progress);
    learned.map_err(|error| match error {
        TrainingError::Cancelled => Fault::cancelled(),
        error => Fault::wrong(error),
    })
}

/// Plays matches with a model and returns the corrections of its claims; `before` steps of the
/// progress are done.
fn corrections(
    curling: &Curling,
    mut settings: Settings,
    model: &ValueModel,
    (matches, seed): (u64, Seed),
    before: u64,
    task: &TaskHandle,
) -> Result<Corrections, Fault> {
    let mut raw = model.clone();
    raw.corrections = Corrections::default();
    settings.experience = Experience::Own(Arc::new(raw));
    settings.search.depth = 1;
    settings.search.goal = Goal::Win;
    let player = Jiritsu::new(curling, &settings).map_err(Fault::wrong)?;
    let done = AtomicU64::new(before);
    task.progress(before, before + matches);
    let step = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        task.progress(done, before + matches);
    };
    let seed = seed.stream(CORRECTING);
    let played =
        calibration::claims_of_matches(curling, &player, (matches, seed), &task.cancel(), step);
    let claims = played
        .map_err(Fault::failed)?
        .ok_or_else(Fault::cancelled)?;
    Ok(Corrections::fit(&claims))
}

fn made(
    asked: &CurlingWinTable,
    games: &Games,
    task: &TaskHandle,
) -> Result<CurlingWinTableMade, Fault> {
    let player = asked.self_play(games)?;
    bounded(games.trust, "ends_per_state", asked.plan(&player).total())?;
    let mut played = match asked.played.as_str() {
        "" => heading(&player.identity(Seed(asked.seed))),
        played => played.to_owned(),
    };
    let table = win_table(asked, &player, task, &mut |entry| {
        played += &entry.line();
        Ok(())
    })?;
    Ok(CurlingWinTableMade {
        interrupted: table.is_none(),
        played,
        table,
    })
}

/// Plays the ends of a table that were not played before; `keep` is given each row of them.
/// None if the task was cancelled.
///
/// # Errors
/// If the earlier ends are of something else, or ends cannot be kept.
pub fn win_table(
    asked: &CurlingWinTable,
    player: &SelfPlay,
    task: &TaskHandle,
    keep: &mut dyn FnMut(&Entry) -> io::Result<()>,
) -> Result<Option<CurlingChances>, Fault> {
    let (plan, seed) = (asked.plan(player), Seed(asked.seed));
    let known = EndLog::read(asked.played.as_bytes(), &player.identity(seed));
    let known = known.map_err(|why| Fault::wrong_at("played", why))?;
    let mut options = RunOptions {
        threads: crate::lab::threads(asked.threads)?,
        cancel: &task.cancel(),
        append: keep,
        progress: &mut |at: win_table_training::Progress| task.progress(at.done, at.total),
    };
    let end = |scenario, utility, number, cancel: &Cancel| {
        player.end(scenario, utility, seed, number, cancel)
    };
    match win_table_training::play(&plan, known, &end, &mut options) {
        Ok(estimate) => CurlingChances::of(estimate, player, seed).map(Some),
        Err(RunError::Interrupted) => Ok(None),
        Err(error @ RunError::Plan) => Err(Fault::wrong(error)),
        Err(error) => Err(Fault::failed(error)),
    }
}

impl CurlingWinTable {
    /// The player that plays the ends.
    ///
    /// # Errors
    /// If there is no such player, or no such conditions.
    pub fn self_play(&self, games: &Games) -> Result<SelfPlay, Fault> {
        let curling = engines::curling(&self.conditions)?.with_cache(games.curling.cache().clone());
        let mut settings = settings(self.player.as_deref(), games.trust)?;
        settings.search.depth = self.depth.unwrap_or(settings.search.depth);
        let mode = if self.exact { Mode::Exact } else { Mode::Fast };
        SelfPlay::new(&curling, &settings, mode).map_err(Fault::wrong)
    }

    /// Returns the amount of play.
    pub fn plan(&self, player: &SelfPlay) -> win_table_training::Plan {
        let rules = player.curling().rules();
        let usual = win_table_training::Plan::default();
        let (first, per_state) = if self.short {
            (300, 10)
        } else {
            (usual.first, usual.per_state)
        };
        win_table_training::Plan {
            first: self.first.unwrap_or(first),
            per_state: self.ends_per_state.unwrap_or(per_state),
            rounds: self.rounds.unwrap_or(usual.rounds),
            ends: self.ends.unwrap_or(rules.ends).into(),
            difference: self.difference.map_or(usual.difference, usize::from),
            extra_ends: rules.if_level != IfLevel::Draw,
            after_blank: AfterBlank::of(rules),
        }
    }
}

impl CurlingChances {
    fn of(estimate: Estimate, player: &SelfPlay, seed: Seed) -> Result<Self, Fault> {
        let samples = win_table_training::BOOTSTRAP_SAMPLES;
        let errors = estimate.errors(samples, seed).map_err(Fault::failed)?;
        let smoothed_errors = estimate
            .errors_of_smoothed(samples, seed)
            .map_err(Fault::failed)?;
        let states = estimate.states.iter().map(|(state, scores)| {
            json!({ "ends_left": state.ends_left, "difference": state.difference, "scores": scores })
        });
        let chances = chances(&estimate.table);
        let mut found = CurlingChances {
            level: estimate.level(),
            warnings: out_of_order(&chances).into_iter().collect(),
            chances,
            errors: errors.rows().to_vec(),
            smoothed: self::chances(&estimate.smoothed),
            smoothed_errors: smoothed_errors.rows().to_vec(),
            conditions: player.curling().conditions().clone(),
            first_chances: self::chances(&estimate.first),
            points: json!(estimate.points),
            extra: json!(estimate.extra),
            states: states.collect(),
            text: String::new(),
            estimate,
            standard_errors: errors,
        };
        found.text = found.file("sakiyomi call curling/win-table");
        Ok(found)
    }

    /// The table's file: TOML, a line for each number of ends left, with a word about where it
    /// comes from, its standard errors and its conditions.
    pub fn file(&self, origin: &str) -> String {
        let mut text = format!(
            "# The chance of the team with the hammer to win: a row for 0, 1, 2 ... ends left, each from\n\
             # the most points behind to the most ahead. Smoothed: neighbouring states lend each other\n\
             # their ends, and a higher score is never worth less.\n\
             # {}\n",
            wrapped(origin)
        );
        for (key, rows) in [
            ("chances", &self.smoothed),
            ("errors", &self.smoothed_errors),
        ] {
            let _ = writeln!(text, "{key} = [");
            for row in rows {
                // More digits would be noise.
                let row: Vec<_> = row.iter().map(|chance| format!("{chance:.4}")).collect();
                let _ = writeln!(text, "  [{}],", row.join(", "));
            }
            text += "]\n";
        }
        let conditions = curling::notation::Conditions::of(&self.conditions).to_table();
        let conditions: toml::Table = [("conditions".to_owned(), conditions.into())]
            .into_iter()
            .collect();
        text + "\n" + &conditions.to_string()
    }
}

fn chances(table: &WinTable) -> Vec<Vec<f64>> {
    let shape = table.shape();
    let reach = shape.difference as i32;
    let row = |left| (-reach..=reach).map(move |difference| table.chance(left, difference, true));
    (0..=shape.ends).map(|left| row(left).collect()).collect()
}

/// A warning, if a point more is somewhere worth less: too few ends were played.
fn out_of_order(chances: &[Vec<f64>]) -> Option<String> {
    let falls = |row: &Vec<f64>| row.windows(2).filter(|pair| pair[1] < pair[0]).count();
    let falls: usize = chances.iter().map(falls).sum();
    (falls > 0).then(|| {
        format!("the ends played give a lower chance for a higher score in {falls} places: the file has the smoothed table; more ends for each state make it surer")
    })
}

/// Returns a command in lines of a comment, broken before options as a shell takes them.
fn wrapped(command: &str) -> String {
    let mut words = command.split(" --");
    let mut lines = vec![words.next().unwrap_or_default().to_owned()];
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push_str(" --");
                line.push_str(word);
            }
            _ => lines.push(format!("--{word}")),
        }
    }
    lines.join(" \\\n#   ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operations;

    fn ask(name: &str, input: Value) -> Result<Value, Fault> {
        let operations =
            Operations::default().with(operations(&Games::of(&crate::Host::default())));
        operations
            .find(name)
            .expect(name)
            .run(input, &TaskHandle::idle())
    }

    fn conditions() -> CurlingConditions {
        CurlingConditions::of(&Conditions::gat())
    }

    #[test]
    fn files_amounts_and_earlier_ends_that_make_no_sense_are_refused() {
        let learn = |change: &str, value: Value| {
            let mut input = json!({ "conditions": conditions(), "seed": 1 });
            input[change] = value;
            ask("curling/learn", input).unwrap_err().place
        };
        let place = |place: &str| Some(place.to_owned());
        assert_eq!(learn("wild", json!(2.0)), place("wild"));
        assert_eq!(learn("ends", json!(1_000_000_000)), place("ends"));
        assert!(learn("player", json!("jiritsu:table=/etc/passwd")).is_some());
        assert!(learn("player", json!("greedy")).is_some());
        let input =
            json!({ "conditions": conditions(), "seed": 1, "short": true, "played": "hello\n" });
        let fault = ask("curling/win-table", input).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("played"), "{fault}");
    }

    #[test]
    fn a_long_command_is_broken_before_its_options() {
        let long = format!(
            "sakiyomi curling win-table{}",
            " --ends-per-state 40".repeat(6)
        );
        let lines = wrapped(&long);
        assert!(lines.lines().all(|line| line.len() < 100), "{lines}");
        assert_eq!(lines.replace(" \\\n#  ", ""), long);
        let short = "sakiyomi call curling/win-table";
        assert_eq!(wrapped(short), short);
    }

    #[test]
    fn a_table_out_of_order_is_told() {
        assert_eq!(out_of_order(&[vec![0.1, 0.4, 0.4, 0.9]]), None);
        let told = out_of_order(&[vec![0.0, 0.5, 1.0], vec![0.3, 0.2, 0.1]]).unwrap();
        assert!(told.contains("2 places"), "{told}");
    }
}
