//! The section `[curling-calibration]` of an experiment file.

use super::{Row, RowSettings, Schedule, identity, tasks};
use crate::conditions::Conditions;
use crate::lineup;
use crate::players::cache::Cache;
use crate::players::end_utility::Goal;
use crate::rules::Game;
use arena::experiment::{Experiment, ExperimentError, conditions_of, phrase};
use arena::spec::PlayerSpec;
use arena::study::Outline;
use serde::Deserialize;
use toml::Spanned;

/// The largest number of matches; a larger one is probably a typo.
const MOST_MATCHES: u64 = 1_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    matches: Option<Spanned<u64>>,
    player: Option<Spanned<PlayerSpec>>,
    conditions: Option<Spanned<toml::Table>>,
    row: Spanned<Vec<Spanned<Line>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    name_ja: Option<String>,
    matches: Option<Spanned<u64>>,
    player: Option<Spanned<PlayerSpec>>,
    conditions: Option<Spanned<toml::Table>>,
}

pub(super) fn plan(experiment: &Experiment, cache: &Cache) -> Result<Schedule, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader {
        experiment,
        section: &section,
    };
    let rows = reader.rows(|line, settings| reader.row(line, settings, cache))?;
    let matches: Vec<u64> = rows.iter().map(|row| row.settings.matches).collect();
    reader.total(&matches)?;
    Ok(Schedule {
        rows,
        tasks: tasks(&matches),
    })
}

/// Returns the outline of the plan, without the players' tables.
pub(super) fn outline(experiment: &Experiment) -> Result<Outline, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader {
        experiment,
        section: &section,
    };
    let rows = reader.rows(|_, settings| Ok(settings))?;
    let matches: Vec<u64> = rows.iter().map(|row| row.matches).collect();
    Ok(Outline {
        tasks: reader.total(&matches)?,
        identity: identity(rows.iter()),
    })
}

struct Reader<'e> {
    experiment: &'e Experiment,
    section: &'e Section,
}

impl Reader<'_> {
    /// Builds a value from every row of the file.
    fn rows<T>(
        &self,
        make: impl Fn(&Line, RowSettings) -> Result<T, ExperimentError>,
    ) -> Result<Vec<T>, ExperimentError> {
        let lines = self.section.row.get_ref();
        if lines.is_empty() {
            let span = self.section.row.span();
            return Err(self
                .experiment
                .error_at(span, "a table needs at least one row"));
        }
        let row = |line: &Spanned<Line>| make(line.get_ref(), self.settings(line)?);
        lines.iter().map(row).collect()
    }

    fn settings(&self, line: &Spanned<Line>) -> Result<RowSettings, ExperimentError> {
        let (span, line) = (line.span(), line.get_ref());
        let unsaid = |what: &str| {
            let why = format!("neither the row nor [curling-calibration] has {what}");
            self.experiment.error_at(span.clone(), why)
        };
        let matches = line.matches.as_ref().or(self.section.matches.as_ref());
        let matches = matches.ok_or_else(|| unsaid("the number of `matches`"))?;
        let player = self.player(line).ok_or_else(|| unsaid("the `player`"))?;
        let range = 1..=MOST_MATCHES;
        Ok(RowSettings {
            name: phrase(&line.name, line.name_ja.as_deref()),
            player: player.get_ref().clone(),
            matches: self.experiment.within("`matches`", matches, range)?,
            conditions: conditions_of([&self.section.conditions, &line.conditions]).0,
        })
    }

    fn player<'l>(&'l self, line: &'l Line) -> Option<&'l Spanned<PlayerSpec>> {
        line.player.as_ref().or(self.section.player.as_ref())
    }

    fn row(
        &self,
        line: &Line,
        settings: RowSettings,
        cache: &Cache,
    ) -> Result<Row, ExperimentError> {
        let place = conditions_of([&self.section.conditions, &line.conditions]).1;
        let place = place.unwrap_or_else(|| self.section.row.span());
        let curling = lineup::under(&Conditions::default(), &settings.conditions);
        let curling = curling.map_err(|why| self.experiment.error_at(place, why))?;
        let curling = curling.with_cache(cache.clone());
        let span = self.player(line).map_or(0..0, Spanned::span);
        let invalid = |why: String| {
            let why = format!("`{}`: {why}", settings.player);
            self.experiment.error_at(span.clone(), why)
        };
        let player = lineup::of(curling.clone()).build_analyst(&settings.player);
        let player = player.map_err(|why| invalid(why.to_string()))?;
        let goal = Game::new(curling.rules()).map(|game| player.goal(&curling, &game));
        if goal != Ok(Goal::Win) {
            return Err(invalid(
                "it claims points, not a chance of winning the match".to_owned(),
            ));
        }
        Ok(Row {
            settings,
            curling,
            player,
        })
    }

    fn total(&self, matches: &[u64]) -> Result<u64, ExperimentError> {
        let span = self.section.row.span();
        self.experiment
            .total(matches.iter().copied(), MOST_MATCHES, span)
    }
}
