//! The section `[curling-ends]` of an experiment file.

use super::points::Shares;
use super::{Hammer, Row, RowSettings, Schedule, identity};
use crate::conditions::Conditions;
use crate::lineup;
use arena::experiment::{Experiment, ExperimentError, conditions_of, phrase};
use arena::playable::{Conditioned, PlayableGame};
use arena::referee::Terms;
use arena::spec::{PlayerSpec, SpecError};
use arena::study::Outline;
use serde::Deserialize;
use toml::Spanned;

/// The largest number of games; a larger one is probably a typo.
const MOST_GAMES: u64 = 1_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    games: Option<Spanned<u64>>,
    against: Option<Spanned<PlayerSpec>>,
    conditions: Option<Spanned<toml::Table>>,
    terms: Option<Terms>,
    #[serde(default)]
    hammer: Hammer,
    #[serde(default = "first_half")]
    counted: usize,
    #[serde(default)]
    records: bool,
    row: Spanned<Vec<Spanned<Line>>>,
}

/// Returns the number of ends that the paper counts.
fn first_half() -> usize {
    5
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
    name_ja: Option<String>,
    player: Spanned<PlayerSpec>,
    against: Option<Spanned<PlayerSpec>>,
    games: Option<Spanned<u64>>,
    conditions: Option<Spanned<toml::Table>>,
    terms: Option<Terms>,
    hammer: Option<Hammer>,
    paper: Option<Spanned<Paper>>,
}

/// The paper's numbers for a row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paper {
    /// The win rate, within 0 and 1.
    pub(super) rate: f64,
    /// The standard error.
    pub(super) error: Option<f64>,
    /// The player's time a move.
    pub(super) seconds: Option<f64>,
    /// The ends without the hammer.
    pub(super) lead: Option<PaperEnds>,
    /// The ends with the hammer.
    pub(super) hammer: Option<PaperEnds>,
}

/// The paper's numbers for ends.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperEnds {
    /// In percent, from three or more points to minus three or fewer.
    pub(super) shares: Shares,
    pub(super) mean: f64,
    pub(super) variance: f64,
    pub(super) ends: u64,
}

pub(super) fn plan<'a>(
    experiment: &Experiment,
    playables: &'a [Box<dyn PlayableGame>],
) -> Result<Schedule<'a>, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader::new(experiment, &section, playables)?;
    let rows = reader.rows(|line, settings| reader.row(line, settings))?;
    reader.total(rows.iter().map(|row| row.games))?;
    Ok(Schedule::new(rows, section.counted, section.records))
}

/// Returns the outline of the plan; only the names of the players are checked, and the conditions
/// not at all.
pub(super) fn outline(
    experiment: &Experiment,
    playables: &[Box<dyn PlayableGame>],
) -> Result<Outline, ExperimentError> {
    let section: Section = experiment.settings()?;
    let reader = Reader::new(experiment, &section, playables)?;
    let rows = reader.rows(|line, row| {
        reader.players(line, |player| reader.playable.check(player))?;
        Ok(row)
    })?;
    Ok(Outline {
        tasks: reader.total(rows.iter().map(|row| row.games))?,
        identity: identity(rows.iter()),
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
        let error_at = |why: &str| experiment.error_at(section.row.span(), why);
        let mut playables = playables.iter();
        let playable = playables.find(|playable| playable.name() == lineup::NAME);
        let playable = playable.ok_or_else(|| error_at("this program does not include curling"))?;
        if section.row.get_ref().is_empty() {
            return Err(error_at("a table needs at least one row"));
        }
        Ok(Reader {
            experiment,
            section,
            playable: &**playable,
        })
    }

    /// Builds a value from every row of the file.
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
        let against = line.against.as_ref().or(self.section.against.as_ref());
        [Some(&line.player), against]
            .into_iter()
            .flatten()
            .try_for_each(|player| {
                let checked = check(player.get_ref());
                checked.map_err(|why| self.experiment.error_at(player.span(), why.to_string()))
            })
    }

    fn row(&self, line: &Line, settings: RowSettings) -> Result<Row<'a>, ExperimentError> {
        let place = self.conditions(line).1;
        let error_at = |why| self.experiment.error_at(place.clone(), why);
        let curling =
            lineup::under(&Conditions::default(), &settings.conditions).map_err(error_at)?;
        let playable = Conditioned::new(self.playable, &settings.conditions).map_err(error_at)?;
        self.players(line, |player| playable.check(player))?;
        Ok(Row {
            settings,
            playable,
            curling,
        })
    }

    fn settings(&self, line: &Spanned<Line>) -> Result<RowSettings, ExperimentError> {
        let (span, line) = (line.span(), line.get_ref());
        let unsaid = |what: &str| {
            let why = format!("neither the row nor [curling-ends] has {what}");
            self.experiment.error_at(span.clone(), why)
        };
        let games = line.games.as_ref().or(self.section.games.as_ref());
        let games = games.ok_or_else(|| unsaid("the number of `games`"))?;
        let against = line.against.as_ref().or(self.section.against.as_ref());
        let against = against.ok_or_else(|| unsaid("the opponent (`against`)"))?;
        Ok(RowSettings {
            name: phrase(&line.name, line.name_ja.as_deref()),
            players: [&line.player, against].map(|player| player.get_ref().clone()),
            games: self.count(games)?,
            hammer: line.hammer.unwrap_or(self.section.hammer),
            terms: line.terms.or(self.section.terms).unwrap_or_default(),
            conditions: self.conditions(line).0,
            paper: line
                .paper
                .as_ref()
                .map(|paper| self.paper(paper))
                .transpose()?,
        })
    }

    /// Returns the conditions of a row, and their position in the file.
    fn conditions(&self, line: &Line) -> (toml::Table, std::ops::Range<usize>) {
        let (table, place) = conditions_of([&self.section.conditions, &line.conditions]);
        (table, place.unwrap_or_else(|| self.section.row.span()))
    }

    fn count(&self, games: &Spanned<u64>) -> Result<u64, ExperimentError> {
        self.experiment.within("`games`", games, 1..=MOST_GAMES)
    }

    fn paper(&self, paper: &Spanned<Paper>) -> Result<Paper, ExperimentError> {
        let Paper { rate, error, .. } = paper.get_ref();
        for (name, number) in [("rate", Some(rate)), ("error", error.as_ref())] {
            if let Some(number) = number.filter(|number| !(0.0..=1.0).contains(*number)) {
                let why = format!("the paper's `{name}` is {number}: it must be from 0 to 1");
                return Err(self.experiment.error_at(paper.span(), why));
            }
        }
        Ok(paper.get_ref().clone())
    }
}
