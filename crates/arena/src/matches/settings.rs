//! The section `[matches]` of an experiment file.

use super::{Fixtures, Row};
use crate::contender::Contender;
use crate::contest::{Conditioned, Contest};
use crate::experiment::{Experiment, ExperimentError};
use crate::referee::Terms;
use serde::Deserialize;
use toml::Spanned;

/// More games than anybody will play; an experiment with more is a slip of the pen.
const MOST_GAMES: u64 = 10_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    game: Spanned<String>,
    conditions: Option<Spanned<toml::Table>>,
    games: Option<Spanned<u64>>,
    terms: Option<Terms>,
    #[serde(default)]
    records: bool,
    row: Spanned<Vec<Spanned<Line>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    player: Spanned<Contender>,
    against: Spanned<Contender>,
    #[serde(default = "yes")]
    swap: bool,
    games: Option<Spanned<u64>>,
    conditions: Option<Spanned<toml::Table>>,
    terms: Option<Terms>,
    paper: Option<PaperText>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperText {
    rate: Spanned<f64>,
    error: Option<Spanned<f64>>,
    games: Option<Spanned<u64>>,
}

/// The paper's numbers for a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paper {
    /// The win rate, within 0 and 1.
    pub(super) rate: f64,
    /// Its standard error.
    pub(super) error: Option<f64>,
    /// How many games it is from.
    pub(super) games: Option<u64>,
}

pub(super) fn plan<'a>(
    experiment: &Experiment,
    contests: &'a [Box<dyn Contest>],
) -> Result<Fixtures<'a>, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader {
        experiment,
        contest: contest(experiment, &section.game, contests)?,
        section: &section,
    };
    let lines = section.row.get_ref();
    if lines.is_empty() {
        return Err(experiment.wrong(section.row.span(), "a table needs at least one row"));
    }
    let rows = lines
        .iter()
        .map(|line| reader.row(line))
        .collect::<Result<Vec<_>, _>>()?;
    let total = rows
        .iter()
        .fold(0_u64, |sum, row| sum.saturating_add(row.games));
    if total > MOST_GAMES {
        let why = format!("{total} games in all are more than {MOST_GAMES}");
        return Err(experiment.wrong(section.row.span(), why));
    }
    Ok(Fixtures::new(
        section.game.get_ref().clone(),
        rows,
        section.records,
    ))
}

fn contest<'a>(
    experiment: &Experiment,
    name: &Spanned<String>,
    contests: &'a [Box<dyn Contest>],
) -> Result<&'a dyn Contest, ExperimentError> {
    let found = contests
        .iter()
        .find(|contest| contest.name() == name.get_ref());
    found.map(|contest| &**contest).ok_or_else(|| {
        let known: Vec<_> = contests.iter().map(|contest| contest.name()).collect();
        let why = format!(
            "there is no game `{}` (games: {})",
            name.get_ref(),
            known.join(", ")
        );
        experiment.wrong(name.span(), why)
    })
}

struct Reader<'e, 'a> {
    experiment: &'e Experiment,
    section: &'e Section,
    contest: &'a dyn Contest,
}

impl<'a> Reader<'_, 'a> {
    fn row(&self, line: &Spanned<Line>) -> Result<Row<'a>, ExperimentError> {
        let (span, line) = (line.span(), line.get_ref());
        let games = line.games.as_ref().or(self.section.games.as_ref());
        let games = games.ok_or_else(|| {
            let why = "neither the row nor [matches] says how many `games` to play";
            self.experiment.wrong(span, why)
        })?;
        let (contest, conditions) = self.contest(line)?;
        for player in [&line.player, &line.against] {
            contest
                .check(&player.get_ref().spec)
                .map_err(|why| self.experiment.wrong(player.span(), why.to_string()))?;
        }
        Ok(Row {
            name: line.name.clone(),
            players: [
                line.player.get_ref().clone(),
                line.against.get_ref().clone(),
            ],
            swap: line.swap,
            games: self.count(games)?,
            terms: line.terms.or(self.section.terms).unwrap_or_default(),
            conditions,
            contest,
            paper: line
                .paper
                .as_ref()
                .map(|paper| self.paper(paper))
                .transpose()?,
        })
    }

    /// The game under the conditions of the section, changed by those of the row.
    fn contest(&self, line: &Line) -> Result<(Conditioned<'a>, toml::Table), ExperimentError> {
        let parts = [&self.section.conditions, &line.conditions];
        let (mut conditions, mut last) = (toml::Table::new(), 0..0);
        for part in parts.into_iter().flatten() {
            conditions.extend(part.get_ref().clone());
            last = part.span();
        }
        let contest = Conditioned::new(self.contest, &conditions)
            .map_err(|why| self.experiment.wrong(last, why))?;
        Ok((contest, conditions))
    }

    fn count(&self, games: &Spanned<u64>) -> Result<u64, ExperimentError> {
        let count = *games.get_ref();
        if (1..=MOST_GAMES).contains(&count) {
            return Ok(count);
        }
        let why = format!("`games` must be from 1 to {MOST_GAMES}, and {count} is not");
        Err(self.experiment.wrong(games.span(), why))
    }

    fn paper(&self, paper: &PaperText) -> Result<Paper, ExperimentError> {
        let wrong = |span, why: String| Err(self.experiment.wrong(span, why));
        let rate = *paper.rate.get_ref();
        if !(0.0..=1.0).contains(&rate) {
            let why = format!("the paper's `rate` must be from 0 to 1, and {rate} is not");
            return wrong(paper.rate.span(), why);
        }
        if let Some(error) = paper
            .error
            .as_ref()
            .filter(|e| !(0.0..=1.0).contains(e.get_ref()))
        {
            let why = format!(
                "the paper's `error` must be from 0 to 1, and {} is not",
                error.get_ref()
            );
            return wrong(error.span(), why);
        }
        let games = paper
            .games
            .as_ref()
            .map(|games| self.count(games))
            .transpose()?;
        let error = paper.error.as_ref().map(|error| *error.get_ref());
        Ok(Paper { rate, error, games })
    }
}
