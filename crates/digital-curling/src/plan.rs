//! Match plans: conditions, clocks and players from several sources, with the source of each.
//!
//! A platform's conditions come first; a file, the command line and messages of a protocol override
//! them. All of them are tables with the same keys: those of [`Conditions::changed`] and the ones
//! below, which are about the match and not about the ice. The [DC2 configuration file](dc2_config)
//! becomes such a table too. Texts in all supported formats (TOML, our JSON, the files of DC2 and
//! DC3) are read by one function: [`Draft::read`].
//!
//! | key | value |
//! |---|---|
//! | `time` | the time of each team for a match, `219s`; 0 for no limit |
//! | `time0`, `time1` | the time of one team |
//! | `extra_end_time` | the time on the clocks at the start of every extra end; 0 lets them run on |
//! | `ready_time`, `placing_time` | time limits for getting ready, and for placing stones or ordering the players |
//! | `repetitions` | the number of matches |
//! | `swap` | whether the teams change sides from one match to the next |
//! | `contest` | a [contest] by name: its platform, rules, noise and clocks |
//! | `board_delay` | how long every position stays on the screen, as `view_board_delay` of DC2's file |
//! | `output_dcl` | whether `.dcl` logs are written where logs are |
//! | `player0`, `player1` | the player: one of ours, or `dcp:COMMAND`, `legacy:COMMAND` for a program; `NAME=PLAYER` under a name of its own |
//!
//! ```
//! use digital_curling::plan::{Draft, Source};
//!
//! let mut draft = Draft::new("dc2")?;
//! draft.add(&Source::File("cup.toml".into()), &"ends = 4\ntime = '219s'\nsponsor = 'nobody'".parse()?)?;
//! draft.add(&Source::CommandLine, &"ends = 2".parse()?)?;
//! let plan = draft.plan();
//! assert_eq!(plan.conditions.rules.ends, 2);
//! assert_eq!(plan.part("ends").unwrap().source, "command line");
//! assert_eq!(plan.warnings, ["cup.toml: unknown key `sponsor` ignored"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod contest;
pub mod dc2_config;
mod formats;
mod parts;

pub use formats::conditions;
pub use parts::Part;

use crate::dice::Dice;
use crate::runner::Timeouts;
use crate::setup::{Setup, ThinkingTime};
use arena::clock::Span;
use arena::{Contender, Phrase};
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::notation::Conditions as Written;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use toml::{Table, Value};

/// The keys about the match and not about the ice.
pub const MATCH_KEYS: [&str; 13] = [
    contest::KEY,
    "time",
    "time0",
    "time1",
    "extra_end_time",
    "ready_time",
    "placing_time",
    "repetitions",
    "swap",
    "board_delay",
    "output_dcl",
    "player0",
    "player1",
];

/// The comment on top of a TOML file of a whole plan.
const FACTORS: &str = "\
# friction, curl and noise are factors on the platform's own values: 1 leaves them, 0.5 is half.
# (With --set, and in a file without teams, noise is a size: metres on legacy, dc2 and paper;
# noise_scale is the factor there.)
";

/// The source of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The conditions of a platform.
    Platform(String),
    /// A contest, and the source that names it.
    Contest(String),
    /// A file.
    File(String),
    /// The command line.
    CommandLine,
    /// A message of a protocol.
    Protocol(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Platform(name) => write!(f, "platform {name}"),
            Source::Contest(name) => write!(f, "contest {name}"),
            Source::File(name) | Source::Protocol(name) => f.write_str(name),
            Source::CommandLine => f.write_str("command line"),
        }
    }
}

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}: {why}")]
pub struct PlanError {
    /// The source.
    pub source_name: String,
    /// The reason, with the name of the key, in English and Japanese.
    pub why: Phrase,
}

/// The plan of a series of matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Rules, ice and player skills.
    pub conditions: Conditions,
    /// The clocks of team 0 and team 1.
    pub time: [ThinkingTime; 2],
    /// Time limits for actions that are not on a clock.
    pub timeouts: Timeouts,
    /// The number of matches.
    pub repetitions: u32,
    /// Whether the teams change sides from one match to the next.
    pub swap: bool,
    /// The time that every position stays on a screen that shows the match.
    pub board_delay: Span,
    /// Whether `.dcl` logs are written where logs are.
    pub output_dcl: bool,
    /// The players, where given.
    pub players: [Option<Contender>; 2],
    /// Warnings, such as unknown keys.
    pub warnings: Vec<String>,
    /// The last source of each key.
    sources: BTreeMap<String, Source>,
    platform: Source,
}

impl Plan {
    /// The setup of the match of this number, from 0. With `swap` the sides change in every other
    /// match.
    pub fn setup(&self, number: u32, names: [String; 2], dice: impl Into<Dice>) -> Setup {
        let mut setup = Setup {
            conditions: self.conditions.clone(),
            time: self.time,
            names,
            dice: dice.into(),
        };
        if self.swapped(number) {
            setup.conditions.teams.reverse();
            setup.time.reverse();
        }
        setup
    }

    /// Conditions and clocks in our notation.
    pub fn written(&self) -> Written {
        Written::of(&self.conditions).with_clocks(self.time)
    }

    /// The whole plan as a table that gives the same plan, whatever it is added to.
    pub fn table(&self) -> Table {
        let written = Written {
            // Written even without a limit: it may be added to a plan that has one.
            clocks: Some(self.time.into()),
            ..self.written()
        };
        let mut table = written.to_table();
        let mut set = |key: &str, value: Value| table.insert(key.to_owned(), value);
        set("ready_time", self.timeouts.ready.to_string().into());
        set("placing_time", self.timeouts.placing.to_string().into());
        set("repetitions", i64::from(self.repetitions).into());
        set("swap", self.swap.into());
        if !self.board_delay.0.is_zero() {
            set("board_delay", self.board_delay.to_string().into());
        }
        if !self.output_dcl {
            set("output_dcl", false.into());
        }
        for (key, player) in ["player0", "player1"].into_iter().zip(&self.players) {
            if let Some(player) = player {
                set(key, player.to_string().into());
            }
        }
        table
    }

    /// The whole plan as the text of a TOML file, with a comment on factors and units.
    pub fn toml(&self) -> String {
        format!("{FACTORS}{}", self.table())
    }

    /// Whether the first player is team 1 in the match of this number.
    pub fn swapped(&self, number: u32) -> bool {
        self.swap && number % 2 == 1
    }
}

/// A plan in the making.
#[derive(Clone, Debug)]
pub struct Draft {
    plan: Plan,
    /// Whether ice is accepted on which no stone reaches the tee.
    any_ice: bool,
}

/// An unknown platform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown platform `{0}` (known: {known})", known = Conditions::NAMES.join(", "))]
pub struct NoSuchPlatform(pub String);

impl Draft {
    /// The defaults of a platform.
    ///
    /// # Errors
    /// If the platform is unknown.
    pub fn new(platform: &str) -> Result<Self, NoSuchPlatform> {
        let conditions = Conditions::named(platform);
        let conditions = conditions.ok_or_else(|| NoSuchPlatform(platform.to_owned()))?;
        Ok(Draft::of(conditions, Source::Platform(platform.to_owned())))
    }

    /// A draft with these conditions as defaults.
    pub fn of(conditions: Conditions, source: Source) -> Self {
        Draft {
            plan: Plan {
                conditions,
                time: [ThinkingTime::default(); 2],
                timeouts: Timeouts::default(),
                repetitions: 1,
                swap: false,
                board_delay: Span(Duration::ZERO),
                output_dcl: true,
                players: [None, None],
                warnings: Vec::new(),
                sources: BTreeMap::new(),
                platform: source,
            },
            any_ice: false,
        }
    }

    /// Accepts ice on which no stone reaches the tee, for experiments.
    #[must_use]
    pub fn any_ice(self) -> Self {
        Draft {
            any_ice: true,
            ..self
        }
    }

    /// Adds the settings of a source. An invalid value is an error; an unknown key is a warning,
    /// but an error on the command line.
    ///
    /// # Errors
    /// Names the key of the invalid value.
    pub fn add(&mut self, source: &Source, table: &Table) -> Result<(), PlanError> {
        let wrong = |why: Phrase| PlanError {
            source_name: source.to_string(),
            why,
        };
        if let Some(contest) = contest::of(table).map_err(wrong)? {
            let named = Source::Contest(format!("{}, named by {source}", contest.name));
            self.add(&named, &contest.table())?;
            let mut others = table.clone();
            others.remove(contest::KEY);
            return self.add(source, &others);
        }
        let whole = Written::fits(table);
        let platform = table.get("platform").and_then(Value::as_str);
        let base = platform.and_then(Conditions::named);
        let known = base.as_ref().unwrap_or(&self.plan.conditions).clone();
        let mut conditions = Table::new();
        let mut keys = Vec::new();
        for (key, value) in table {
            if known.knows(key) && !whole {
                conditions.insert(key.clone(), value.clone());
            } else if whole && !MATCH_KEYS.contains(&key.as_str()) {
                conditions.insert(key.clone(), value.clone());
                continue;
            } else if self.set_match_key(key, value).map_err(wrong)? {
                // Set.
            } else if *source == Source::CommandLine {
                return Err(wrong(unknown(key, &known)));
            } else {
                let warning = format!("{source}: unknown key `{key}` ignored");
                self.plan.warnings.push(warning);
                continue;
            }
            keys.push(key);
        }
        if whole {
            let written = Written::from_table(&conditions).map_err(|why| wrong(why.into()))?;
            self.set_conditions(source, &written)?;
        } else if !conditions.is_empty() {
            let changed = self.plan.conditions.changed(&conditions).map_err(wrong)?;
            self.check(&changed).map_err(wrong)?;
            self.plan.conditions = changed;
        }
        if let Some(name) = conditions.get("platform").and_then(Value::as_str)
            && !whole
        {
            self.plan.platform = match source {
                Source::Contest(_) => source.clone(),
                _ => Source::Platform(format!("{name}, named by {source}")),
            };
            // Earlier settings of the ice no longer hold.
            self.plan.sources.retain(|key, _| !known.knows(key));
        }
        for key in keys {
            self.plan.sources.insert(key.clone(), source.clone());
        }
        Ok(())
    }

    /// Sets conditions in our notation, and the clocks if it has any.
    ///
    /// # Errors
    /// Names the place of the invalid value.
    pub fn set_conditions(&mut self, source: &Source, written: &Written) -> Result<(), PlanError> {
        let wrong = |why: Phrase| PlanError {
            source_name: source.to_string(),
            why,
        };
        let conditions = written.to_conditions().map_err(|why| wrong(why.into()))?;
        self.check(&conditions).map_err(wrong)?;
        let time = match written.clocks {
            Some(_) => written.time(),
            None => self.plan.time,
        };
        self.replace_conditions(source, conditions, time);
        Ok(())
    }

    fn check(&self, conditions: &Conditions) -> Result<(), Phrase> {
        if self.any_ice {
            return Ok(());
        }
        let curling = Curling::new(conditions.clone());
        curling.map(drop).map_err(Phrase::from)
    }

    /// Replaces conditions and clocks by those of a source that has all of them.
    pub fn replace_conditions(
        &mut self,
        source: &Source,
        conditions: Conditions,
        time: [ThinkingTime; 2],
    ) {
        let known = |key: &String| conditions.knows(key) || key.contains("time");
        self.plan.sources.retain(|key, _| !known(key));
        self.plan.platform = source.clone();
        self.plan.conditions = conditions;
        self.plan.time = time;
    }

    /// Adds a warning.
    pub fn warn(&mut self, source: &Source, what: &str) {
        self.plan.warnings.push(format!("{source}: {what}"));
    }

    /// Sets a key about the match; false if the key is unknown.
    fn set_match_key(&mut self, key: &str, value: &Value) -> Result<bool, Phrase> {
        let plan = &mut self.plan;
        match key {
            "time" => {
                let span = limit(key, value)?;
                plan.time.iter_mut().for_each(|time| time.game = span);
            }
            "time0" => plan.time[0].game = limit(key, value)?,
            "time1" => plan.time[1].game = limit(key, value)?,
            "extra_end_time" => {
                let span = limit(key, value)?;
                plan.time.iter_mut().for_each(|time| time.extra_end = span);
            }
            "ready_time" => plan.timeouts.ready = span(key, value)?,
            "placing_time" => plan.timeouts.placing = span(key, value)?,
            "repetitions" => plan.repetitions = repetitions(value)?,
            "swap" => plan.swap = flag(key, value)?,
            "board_delay" => plan.board_delay = span(key, value)?,
            "output_dcl" => plan.output_dcl = flag(key, value)?,
            "player0" => plan.players[0] = Some(player(key, value)?),
            "player1" => plan.players[1] = Some(player(key, value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The plan.
    pub fn plan(self) -> Plan {
        self.plan
    }
}

/// The error for an unknown condition.
fn unknown(key: &str, conditions: &Conditions) -> Phrase {
    let mut table = Table::new();
    table.insert(key.to_owned(), 0.into());
    let refused = conditions.changed(&table).err();
    refused.unwrap_or_else(|| {
        let english = format!("unknown condition `{key}`");
        (english, format!("条件「{key}」はありません")).into()
    })
}

pub(crate) fn span(key: &str, value: &Value) -> Result<Span, Phrase> {
    let read: Result<Span, String> = match value {
        Value::String(text) => text.parse(),
        Value::Integer(seconds) => seconds.to_string().parse(),
        Value::Float(seconds) => seconds.to_string().parse(),
        other => Err(format!("{other} is not a duration: write 219s or 3.5m")),
    };
    read.map_err(|why| {
        let japanese = format!("「{key}」の{value}は時間ではありません（例: 219s、3.5m）");
        (format!("`{key}`: {why}"), japanese).into()
    })
}

/// A time limit; none for no limit.
fn limit(key: &str, value: &Value) -> Result<Option<Span>, Phrase> {
    span(key, value).map(|span| Some(span).filter(|span| !span.0.is_zero()))
}

fn flag(key: &str, value: &Value) -> Result<bool, Phrase> {
    let flag = value.as_bool();
    flag.ok_or_else(|| {
        let english = format!("`{key}` is {value}: write true or false");
        let japanese = format!("「{key}」はtrueかfalseで書いてください（{value}があります）");
        (english, japanese).into()
    })
}

fn repetitions(value: &Value) -> Result<u32, Phrase> {
    let number = value
        .as_integer()
        .and_then(|number| u32::try_from(number).ok());
    let number = number.filter(|&number| number > 0);
    number.ok_or_else(|| {
        let english = format!("`repetitions` is {value}: it must be a whole number from 1 on");
        let japanese = format!("「repetitions」は1以上の整数で書いてください（{value}があります）");
        (english, japanese).into()
    })
}

fn player(key: &str, value: &Value) -> Result<Contender, Phrase> {
    let text = value.as_str();
    let text = text.ok_or_else(|| {
        let english = format!("`{key}` is {value}: write a player, as in \"jiritsu:depth=1\"");
        let japanese =
            format!("「{key}」にはプレイヤーを書いてください（例: \"jiritsu:depth=1\"）");
        Phrase::from((english, japanese))
    })?;
    let contender = text.parse::<Contender>();
    contender.map_err(|why| {
        let japanese = format!("「{key}」のプレイヤーの指定に誤りがあります（{why}）");
        (format!("`{key}`: {why}"), japanese).into()
    })
}

#[cfg(test)]
mod tests;
