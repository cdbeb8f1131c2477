//! The section `[matches]` of an experiment file.

use super::{Fixtures, Row, RowSettings, identity};
use crate::contender::Contender;
use crate::experiment::{Experiment, ExperimentError, conditions_of, phrase};
use crate::playable::{Conditioned, PlayableGame};
use crate::referee::Terms;
use crate::spec::{PlayerSpec, SpecError};
use crate::study::Outline;
use serde::Deserialize;
use toml::Spanned;

/// Maximum number of games; more is taken for a typing error.
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
    name_ja: Option<String>,
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
    /// The standard error.
    pub(super) error: Option<f64>,
    /// The number of games behind it.
    pub(super) games: Option<u64>,
}

pub(super) fn plan<'a>(
    experiment: &Experiment,
    playables: &'a [Box<dyn PlayableGame>],
) -> Result<Fixtures<'a>, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader::new(experiment, &section, playables)?;
    let rows = reader.rows(|line, settings| reader.row(line, settings))?;
    reader.total(rows.iter().map(|row| row.games))?;
    Ok(Fixtures::new(
        section.game.get_ref().clone(),
        rows,
        section.records,
    ))
}

/// Returns the outline of the plan: players are checked by their descriptions, conditions are not
/// checked.
pub(super) fn outline(
    experiment: &Experiment,
    playables: &[Box<dyn PlayableGame>],
) -> Result<Outline, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader::new(experiment, &section, playables)?;
    let rows = reader.rows(|line, settings| {
        reader.players(line, |player| reader.playable.check(player))?;
        Ok(settings)
    })?;
    Ok(Outline {
        tasks: reader.total(rows.iter().map(|row| row.games))?,
        identity: identity(section.game.get_ref(), rows.iter()),
    })
}

fn playable<'a>(
    experiment: &Experiment,
    name: &Spanned<String>,
    playables: &'a [Box<dyn PlayableGame>],
) -> Result<&'a dyn PlayableGame, ExperimentError> {
    let found = playables
        .iter()
        .find(|playable| playable.name() == name.get_ref());
    found.map(|playable| &**playable).ok_or_else(|| {
        let known: Vec<_> = playables.iter().map(|playable| playable.name()).collect();
        let why = format!(
            "unknown game `{}` (known: {})",
            name.get_ref(),
            known.join(", ")
        );
        experiment.error_at(name.span(), why)
    })
}

struct Reader<'e, 'a> {
    experiment: &'e Experiment,
    section: &'e Section,
    playable: &'a dyn PlayableGame,
}

impl<'e, 'a> Reader<'e, 'a> {
    fn new(
        experiment: &'e Experiment,
        section: &'e Section,
        playables: &'a [Box<dyn PlayableGame>],
    ) -> Result<Self, ExperimentError> {
        if section.row.get_ref().is_empty() {
            return Err(experiment.error_at(section.row.span(), "a table needs at least one row"));
        }
        Ok(Reader {
            experiment,
            section,
            playable: playable(experiment, &section.game, playables)?,
        })
    }

    /// Applies `make` to every row.
    fn rows<T>(
        &self,
        make: impl Fn(&Line, RowSettings) -> Result<T, ExperimentError>,
    ) -> Result<Vec<T>, ExperimentError> {
        let lines = self.section.row.get_ref().iter();
        let rows = lines.map(|line| make(line.get_ref(), self.settings(line)?));
        rows.collect()
    }

    fn total(&self, games: impl Iterator<Item = u64>) -> Result<u64, ExperimentError> {
        let rows = self.section.row.span();
        self.experiment.total(games, MOST_GAMES, rows)
    }

    /// Checks the players of a row.
    fn players(
        &self,
        line: &Line,
        check: impl Fn(&PlayerSpec) -> Result<(), SpecError>,
    ) -> Result<(), ExperimentError> {
        [&line.player, &line.against]
            .into_iter()
            .try_for_each(|player| {
                let checked = check(&player.get_ref().spec);
                checked.map_err(|why| self.experiment.error_at(player.span(), why.to_string()))
            })
    }

    fn row(&self, line: &Line, settings: RowSettings) -> Result<Row<'a>, ExperimentError> {
        let playable = Conditioned::new(self.playable, &settings.conditions)
            .map_err(|why| self.experiment.error_at(self.conditions(line).1, why))?;
        self.players(line, |player| playable.check(player))?;
        Ok(Row { settings, playable })
    }

    fn settings(&self, line: &Spanned<Line>) -> Result<RowSettings, ExperimentError> {
        let (span, line) = (line.span(), line.get_ref());
        let games = line.games.as_ref().or(self.section.games.as_ref());
        let games = games.ok_or_else(|| {
            let why = "missing `games` in the row or in [matches]";
            self.experiment.error_at(span, why)
        })?;
        Ok(RowSettings {
            name: phrase(&line.name, line.name_ja.as_deref()),
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

    /// Returns the conditions of a row, and the span of the last of them.
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
