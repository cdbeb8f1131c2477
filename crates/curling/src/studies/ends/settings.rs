//! The section `[curling-ends]` of an experiment file.

use super::table::Shares;
use super::{Fixtures, Hammer, Row};
use crate::conditions::Conditions;
use crate::lineup;
use arena::contest::{Conditioned, Contest};
use arena::experiment::{Experiment, ExperimentError};
use arena::referee::Terms;
use arena::spec::PlayerSpec;
use serde::Deserialize;
use toml::Spanned;

/// More games than anybody will play; an experiment with more is a slip of the pen.
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

/// The ends that the paper counts.
fn first_half() -> usize {
    5
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    name: String,
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
    /// Its standard error.
    pub(super) error: Option<f64>,
    /// The player's time a move.
    pub(super) seconds: Option<f64>,
    /// The ends without the last stone.
    pub(super) lead: Option<PaperEnds>,
    /// The ends with it.
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
    contests: &'a [Box<dyn Contest>],
) -> Result<Fixtures<'a>, ExperimentError> {
    let section: Section = experiment.settings()?;
    let wrong = |why: String| experiment.wrong(section.row.span(), why);
    let found = contests
        .iter()
        .find(|contest| contest.name() == lineup::NAME);
    let contest = found.ok_or_else(|| wrong("this program knows no curling".to_owned()))?;
    let reader = Reader {
        experiment,
        section: &section,
        contest: &**contest,
    };
    let lines = section.row.get_ref();
    if lines.is_empty() {
        return Err(wrong("a table needs at least one row".to_owned()));
    }
    let rows = lines.iter().map(|line| reader.row(line));
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let total: u64 = rows.iter().map(|row| row.games).sum();
    if total > MOST_GAMES {
        return Err(wrong(format!(
            "{total} games in all are more than {MOST_GAMES}"
        )));
    }
    Ok(Fixtures::new(rows, section.counted, section.records))
}

struct Reader<'e, 'a> {
    experiment: &'e Experiment,
    section: &'e Section,
    contest: &'a dyn Contest,
}

impl<'a> Reader<'_, 'a> {
    fn row(&self, line: &Spanned<Line>) -> Result<Row<'a>, ExperimentError> {
        let (span, line) = (line.span(), line.get_ref());
        let unsaid = |what: &str| {
            let why = format!("neither the row nor [curling-ends] says {what}");
            self.experiment.wrong(span.clone(), why)
        };
        let games = line.games.as_ref().or(self.section.games.as_ref());
        let games = games.ok_or_else(|| unsaid("how many `games` to play"))?;
        let against = line.against.as_ref().or(self.section.against.as_ref());
        let against = against.ok_or_else(|| unsaid("who plays `against` the player"))?;
        let (conditions, place) = self.conditions(line);
        let wrong = |why| self.experiment.wrong(place.clone(), why);
        let curling = lineup::under(&Conditions::default(), &conditions).map_err(wrong)?;
        let contest = Conditioned::new(self.contest, &conditions).map_err(wrong)?;
        let players = [&line.player, against];
        for player in players {
            let checked = contest.check(player.get_ref());
            checked.map_err(|why| self.experiment.wrong(player.span(), why.to_string()))?;
        }
        Ok(Row {
            name: line.name.clone(),
            players: players.map(|player| player.get_ref().clone()),
            games: self.count(games)?,
            hammer: line.hammer.unwrap_or(self.section.hammer),
            terms: line.terms.or(self.section.terms).unwrap_or_default(),
            conditions,
            contest,
            curling,
            paper: line
                .paper
                .as_ref()
                .map(|paper| self.paper(paper))
                .transpose()?,
        })
    }

    /// The conditions of the section, changed by those of the row, and where the last of them stand.
    fn conditions(&self, line: &Line) -> (toml::Table, std::ops::Range<usize>) {
        let (mut conditions, mut place) = (toml::Table::new(), self.section.row.span());
        let parts = [&self.section.conditions, &line.conditions];
        for part in parts.into_iter().flatten() {
            conditions.extend(part.get_ref().clone());
            place = part.span();
        }
        (conditions, place)
    }

    fn count(&self, games: &Spanned<u64>) -> Result<u64, ExperimentError> {
        let count = *games.get_ref();
        if (1..=MOST_GAMES).contains(&count) {
            return Ok(count);
        }
        let why = format!("`games` must be from 1 to {MOST_GAMES}, and {count} is not");
        Err(self.experiment.wrong(games.span(), why))
    }

    fn paper(&self, paper: &Spanned<Paper>) -> Result<Paper, ExperimentError> {
        let Paper { rate, error, .. } = paper.get_ref();
        for (name, number) in [("rate", Some(rate)), ("error", error.as_ref())] {
            if let Some(number) = number.filter(|number| !(0.0..=1.0).contains(*number)) {
                let why = format!("the paper's `{name}` must be from 0 to 1, and {number} is not");
                return Err(self.experiment.wrong(paper.span(), why));
            }
        }
        Ok(paper.get_ref().clone())
    }
}
