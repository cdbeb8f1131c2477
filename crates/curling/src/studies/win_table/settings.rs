//! The section `[curling-win-table]` of an experiment file.

use super::{Amount, Schedule, has_extra_ends, identity, occasions, tasks};
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::physics::Mode;
use crate::players::cache::Cache;
use crate::players::end_utility::{EndUtility, Goal};
use crate::players::jiritsu::Settings;
use crate::players::self_play::{self, Scenario, SelfPlay};
use crate::players::win_table::{AfterBlank, Shape, WinTable};
use crate::rules::Rules;
use arena::experiment::{Experiment, ExperimentError};
use arena::spec::PlayerSpec;
use arena::study::Outline;
use serde::Deserialize;
use toml::Spanned;

/// The largest number of ends of one occasion; a larger one is probably a typo.
const MANY: u64 = 1_000_000;
/// The largest difference in points.
const FAR: u64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    player: Option<Spanned<PlayerSpec>>,
    conditions: Option<Spanned<toml::Table>>,
    #[serde(default = "fast")]
    throws: Mode,
    table: Option<Spanned<String>>,
    points: Spanned<u64>,
    extra: Spanned<u64>,
    per_state: Spanned<u64>,
    ends_left: Spanned<u64>,
    #[serde(default = "as_the_paper")]
    difference: Spanned<u64>,
}

fn fast() -> Mode {
    Mode::Fast
}

/// The paper's tables end at 5.
fn as_the_paper() -> Spanned<u64> {
    Spanned::new(0..0, 5)
}

pub(super) fn plan(experiment: &Experiment, cache: &Cache) -> Result<Schedule, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader {
        experiment,
        section: &section,
    };
    let (spec, settings) = reader.player()?;
    let conditions = reader.conditions()?;
    let extent = reader.extent(&conditions)?;
    let player = reader.build(&spec, &settings, conditions, cache)?;
    let Extent {
        amount,
        goal,
        source,
        occasions,
    } = extent;
    Ok(Schedule {
        player,
        spec,
        amount,
        goal,
        source,
        tasks: tasks(&occasions),
        occasions,
        seed: experiment.seed(),
    })
}

/// Returns the outline of the plan, without the player's tables.
pub(super) fn outline(experiment: &Experiment) -> Result<Outline, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader {
        experiment,
        section: &section,
    };
    let (_, settings) = reader.player()?;
    let conditions = reader.conditions()?;
    let extent = reader.extent(&conditions)?;
    let play = self_play::nature(&conditions, &settings, section.throws);
    Ok(Outline {
        tasks: tasks(&extent.occasions).len() as u64,
        identity: identity(&play, &extent.goal, &extent.amount),
    })
}

/// The occasions, their number of ends and the objective.
struct Extent {
    amount: Amount,
    goal: WinTable,
    source: String,
    occasions: Vec<(Scenario, EndUtility, u64)>,
}

struct Reader<'e> {
    experiment: &'e Experiment,
    section: &'e Section,
}

impl Reader<'_> {
    fn player(&self) -> Result<(PlayerSpec, Settings), ExperimentError> {
        let usual = "jiritsu:depth=1".parse().expect("a player");
        let given = self.section.player.as_ref();
        let spec = given.map_or(usual, |spec| spec.get_ref().clone());
        let settings = self_play::settings_of(&spec);
        let settings = settings.map_err(|why| self.invalid_player(&spec, &why))?;
        match idle(&settings) {
            Some(why) => Err(self.invalid_player(&spec, &why)),
            None => Ok((spec, settings)),
        }
    }

    fn invalid_player(&self, spec: &PlayerSpec, why: &dyn std::fmt::Display) -> ExperimentError {
        let place = self.section.player.as_ref().map_or(0..0, Spanned::span);
        self.experiment.error_at(place, format!("`{spec}`: {why}"))
    }

    fn invalid_conditions(&self, why: &str) -> ExperimentError {
        let place = self.section.conditions.as_ref().map_or(0..0, Spanned::span);
        self.experiment.error_at(place, why)
    }

    fn conditions(&self) -> Result<Conditions, ExperimentError> {
        let nothing = toml::Table::new();
        let given = self.section.conditions.as_ref();
        let table = given.map_or(&nothing, Spanned::get_ref);
        let conditions = Conditions::default().changed(table);
        conditions.map_err(|why| self.invalid_conditions(why.en()))
    }

    fn extent(&self, conditions: &Conditions) -> Result<Extent, ExperimentError> {
        let amount = self.amount(&conditions.rules)?;
        let (goal, source) = self.goal(amount.played.ends)?;
        let occasions = occasions(&amount, &goal, has_extra_ends(&conditions.rules));
        if occasions.is_empty() {
            let why =
                "no ends to play: one of `points`, `extra` and `per_state` must be more than 0";
            return Err(self.experiment.error_at(self.section.points.span(), why));
        }
        Ok(Extent {
            amount,
            goal,
            source,
            occasions,
        })
    }

    fn build(
        &self,
        spec: &PlayerSpec,
        settings: &Settings,
        conditions: Conditions,
        cache: &Cache,
    ) -> Result<SelfPlay, ExperimentError> {
        let curling = Curling::new(conditions);
        let curling = curling.map_err(|why| self.invalid_conditions(&why.to_string()))?;
        let curling = curling.with_cache(cache.clone());
        let player = SelfPlay::new(&curling, settings, self.section.throws);
        player.map_err(|why| self.invalid_player(spec, &why))
    }

    fn amount(&self, rules: &Rules) -> Result<Amount, ExperimentError> {
        let section = self.section;
        Ok(Amount {
            points: self.number("points", &section.points, 0..=MANY)?,
            extra: self.number("extra", &section.extra, 0..=MANY)?,
            per_state: self.number("per_state", &section.per_state, 0..=MANY)?,
            played: Shape {
                // No more than a match has.
                ends: self.number("ends_left", &section.ends_left, 1..=rules.ends.into())? as usize,
                difference: self.number("difference", &section.difference, 1..=FAR)? as usize,
                after_blank: AfterBlank::of(rules),
            },
        })
    }

    fn number(
        &self,
        key: &str,
        number: &Spanned<u64>,
        sound: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, ExperimentError> {
        self.experiment.within(&format!("`{key}`"), number, sound)
    }

    /// Returns the objective and its source.
    fn goal(&self, ends_left: usize) -> Result<(WinTable, String), ExperimentError> {
        let Some(path) = &self.section.table else {
            return Ok((WinTable::standard(), "the standard table".to_owned()));
        };
        let error_at = |why: String| {
            self.experiment
                .error_at(path.span(), format!("{}: {why}", path.get_ref()))
        };
        let text =
            arena::text_file::read(path.get_ref()).map_err(|why| error_at(why.to_string()))?;
        let table: WinTable = toml::from_str(&text).map_err(|why| error_at(why.to_string()))?;
        let known = table.shape().ends;
        if known + 1 < ends_left {
            return Err(error_at(format!(
                "it knows up to {known} ends left; to play {ends_left} it takes one less than that"
            )));
        }
        Ok((table, path.get_ref().clone()))
    }
}

/// Returns the error for settings that have no effect here.
fn idle(settings: &Settings) -> Option<&'static str> {
    if settings.win_table.is_some() {
        Some("the objective is the `table` of [curling-win-table], not the player's")
    } else if settings.search.goal != Goal::default() {
        Some("the value of an end is set by the study: a `goal` of the player has no effect")
    } else {
        None
    }
}
