//! The section `[matches]` of an experiment file.

use super::{Asked, Fixtures, Row, identity};
use crate::contender::Contender;
use crate::contest::{Conditioned, Contest};
use crate::experiment::{Experiment, ExperimentError, conditions_of};
use crate::referee::Terms;
use crate::spec::{PlayerSpec, SpecError};
use crate::study::Outline;
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
    let reader = Reader::new(experiment, &section, contests)?;
    let rows = reader.rows(|line, asked| reader.row(line, asked))?;
    reader.total(rows.iter().map(|row| row.games))?;
    Ok(Fixtures::new(
        section.game.get_ref().clone(),
        rows,
        section.records,
    ))
}

/// The outline of the plan: players are checked by their descriptions, conditions not at all.
pub(super) fn outline(
    experiment: &Experiment,
    contests: &[Box<dyn Contest>],
) -> Result<Outline, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader::new(experiment, &section, contests)?;
    let rows = reader.rows(|line, asked| {
        reader.players(line, |player| reader.contest.check(player))?;
        Ok(asked)
    })?;
    Ok(Outline {
        tasks: reader.total(rows.iter().map(|row| row.games))?,
        identity: identity(section.game.get_ref(), rows.iter()),
    })
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

impl<'e, 'a> Reader<'e, 'a> {
    fn new(
        experiment: &'e Experiment,
        section: &'e Section,
        contests: &'a [Box<dyn Contest>],
    ) -> Result<Self, ExperimentError> {
        if section.row.get_ref().is_empty() {
            return Err(experiment.wrong(section.row.span(), "a table needs at least one row"));
        }
        Ok(Reader {
            experiment,
            section,
            contest: contest(experiment, &section.game, contests)?,
        })
    }

    /// Something made of every line.
    fn rows<T>(
        &self,
        make: impl Fn(&Line, Asked) -> Result<T, ExperimentError>,
    ) -> Result<Vec<T>, ExperimentError> {
        let lines = self.section.row.get_ref().iter();
        let rows = lines.map(|line| make(line.get_ref(), self.asked(line)?));
        rows.collect()
    }

    fn total(&self, games: impl Iterator<Item = u64>) -> Result<u64, ExperimentError> {
        let rows = self.section.row.span();
        self.experiment.total(games, MOST_GAMES, rows)
    }

    /// Looks at the players of a line.
    fn players(
        &self,
        line: &Line,
        check: impl Fn(&PlayerSpec) -> Result<(), SpecError>,
    ) -> Result<(), ExperimentError> {
        [&line.player, &line.against]
            .into_iter()
            .try_for_each(|player| {
                let checked = check(&player.get_ref().spec);
                checked.map_err(|why| self.experiment.wrong(player.span(), why.to_string()))
            })
    }

    fn row(&self, line: &Line, asked: Asked) -> Result<Row<'a>, ExperimentError> {
        let contest = Conditioned::new(self.contest, &asked.conditions)
            .map_err(|why| self.experiment.wrong(self.conditions(line).1, why))?;
        self.players(line, |player| contest.check(player))?;
        Ok(Row { asked, contest })
    }

    fn asked(&self, line: &Spanned<Line>) -> Result<Asked, ExperimentError> {
        let (span, line) = (line.span(), line.get_ref());
        let games = line.games.as_ref().or(self.section.games.as_ref());
        let games = games.ok_or_else(|| {
            let why = "neither the row nor [matches] says how many `games` to play";
            self.experiment.wrong(span, why)
        })?;
        Ok(Asked {
            name: line.name.clone(),
            players: [
                line.player.get_ref().clone(),
                line.against.get_ref().clone(),
            ],
            swap: line.swap,
            games: self.count(games)?,
            terms: line.terms.or(self.section.terms).unwrap_or_default(),
            conditions: self.conditions(line).0,
            paper: line
                .paper
                .as_ref()
                .map(|paper| self.paper(paper))
                .transpose()?,
        })
    }

    /// The conditions of a line, and where the last of them stand.
    fn conditions(&self, line: &Line) -> (toml::Table, std::ops::Range<usize>) {
        let (table, place) = conditions_of([&self.section.conditions, &line.conditions]);
        (table, place.unwrap_or_default())
    }

    fn count(&self, games: &Spanned<u64>) -> Result<u64, ExperimentError> {
        self.experiment.within("`games`", games, 1..=MOST_GAMES)
    }

    fn paper(&self, paper: &PaperText) -> Result<Paper, ExperimentError> {
        let share = |what: &str, number: &Spanned<f64>| {
            let what = format!("the paper's `{what}`");
            self.experiment.within(&what, number, 0.0..=1.0)
        };
        let error = paper.error.as_ref().map(|error| share("error", error));
        let games = paper.games.as_ref().map(|games| self.count(games));
        Ok(Paper {
            rate: share("rate", &paper.rate)?,
            error: error.transpose()?,
            games: games.transpose()?,
        })
    }
}
