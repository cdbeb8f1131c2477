//! Statistics of many matches: wins, and points an end with and without the hammer.
//!
//! Tables 3 and 4 of Kato, Iizuka and Yamamoto (2016), of any logs: by team, or by team and
//! opponent. A match without a known result counts only for its ends.

use super::PlayedMatch;
use arena::Text;
use arena::perspective::{no_value, number};
use arena::report::headings::{AGAINST, DRAWN, INTERVAL, LOST, POINTS, WIN_RATE_PERCENT, WON};
use arena::report::{Column, Table};
use arena::statistics::{Confidence, GameResult, Interval, WinDrawLoss};
use curling::rules::Team;
use curling::studies::{CLASSES, Points, Shares};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Heading of the column of teams.
const TEAM: Text = Text {
    en: "team",
    ja: "チーム",
};

/// The grouping of the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CurlingStatsBy")]
pub enum Grouping {
    /// Every team by its name.
    #[default]
    Team,
    /// Every team against every opponent.
    Pairing,
}

/// Statistics being collected.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    by: Grouping,
    /// The number of ends of a match that count, from the first; all if none.
    counted: Option<usize>,
    lines: BTreeMap<Key, Row>,
    matches: u64,
}

/// The counts of all matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingCounts")]
pub struct Counts {
    /// The number of matches.
    pub matches: u64,
    /// The number of ends of a match that count for the points an end, from the first; all if none.
    pub counted_ends: Option<usize>,
    /// Every team, or every team against every opponent.
    pub teams: Vec<TeamCounts>,
}

/// The counts of a team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingTeamCounts")]
pub struct TeamCounts {
    /// The name.
    pub team: String,
    /// The opponent, where lines are pairings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// Matches.
    pub games: u64,
    /// Wins.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// Losses.
    pub lost: u64,
    /// Matches without a result.
    pub no_result: u64,
    /// The share of the matches with a result that it won, a draw counting half.
    pub win_rate: Option<f64>,
    /// Wilson's 95 % interval of the win rate.
    pub interval: Option<Interval>,
    /// The points.
    pub points: u64,
    /// The points of its opponents.
    pub points_against: u64,
    /// Ends without the last stone.
    pub lead: EndCounts,
    /// Ends with the last stone.
    pub hammer: EndCounts,
}

/// The points of ends, seen from the team.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingEndCounts")]
pub struct EndCounts {
    /// The number of ends.
    pub ends: u64,
    /// The share of ends with these points, in per cent.
    pub percent: Option<BTreeMap<String, f64>>,
    /// The mean of the points.
    pub mean: Option<f64>,
    /// The variance of the points.
    pub variance: Option<f64>,
    /// The standard error of the mean.
    pub standard_error: Option<f64>,
}

impl EndCounts {
    fn of(points: &Points) -> Self {
        let named = |shares: Shares| CLASSES.map(str::to_owned).into_iter().zip(shares).collect();
        EndCounts {
            ends: points.ends(),
            percent: points.shares().map(named),
            mean: points.sample.mean(),
            variance: points.sample.variance(),
            standard_error: points.sample.standard_error(),
        }
    }
}

/// Team and, by pairing, opponent.
type Key = (String, Option<String>);

#[derive(Clone, Debug, Default)]
struct Row {
    score: WinDrawLoss,
    /// Without a result.
    open: u64,
    points: [u64; 2],
    /// The points of the ends without the last stone, and of those with it.
    ends: [Points; 2],
}

impl Statistics {
    /// Empty statistics. Of every match the first `counted` ends count, or all.
    pub fn new(by: Grouping, counted: Option<usize>) -> Self {
        Statistics {
            by,
            counted,
            ..Statistics::default()
        }
    }

    /// Counts a match for both teams.
    pub fn add(&mut self, played: &PlayedMatch) {
        self.matches += 1;
        for team in Team::BOTH {
            let [own, other] = [team, team.other()].map(Team::index);
            let [name, opponent] = [own, other].map(|index| shown(&played.names[index]));
            let against = (self.by == Grouping::Pairing).then_some(opponent);
            let line = self.lines.entry((name, against)).or_default();
            match played.share(team) {
                Some(share) => line.score += result(share),
                None => line.open += 1,
            }
            line.points[0] += u64::from(played.points[own]);
            line.points[1] += u64::from(played.points[other]);
            let counted = self.counted.unwrap_or(usize::MAX);
            for end in played.ends.iter().take(counted) {
                if let Some(points) = end.points {
                    line.ends[usize::from(end.lead != team)].add(team.signed(points));
                }
            }
        }
    }

    /// The number of matches.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// The tables: wins, ends without the hammer, ends with it.
    pub fn tables(&self) -> [Table; 3] {
        let [without, with] = [("without", "先攻"), ("with", "後攻")].map(|(en, ja)| {
            let (en, ja) = (
                format!("Points an end {en} the last stone"),
                format!("{ja}のエンドの得点"),
            );
            match self.counted {
                Some(ends) => (
                    format!("{en}, ends 1 to {ends}"),
                    format!("{ja}（第1〜{ends}エンド）"),
                ),
                None => (en, ja),
            }
        });
        [self.wins(), self.ends(without, 0), self.ends(with, 1)]
    }

    /// The columns that name the team.
    fn heads(&self) -> Vec<Column> {
        match self.by {
            Grouping::Team => vec![Column::words(TEAM)],
            Grouping::Pairing => [TEAM, AGAINST].map(Column::words).to_vec(),
        }
    }

    fn wins(&self) -> Table {
        let mut columns = self.heads();
        let heads = [
            Text::from(("games", "試合")),
            WON,
            DRAWN,
            LOST,
            ("no result", "結果なし").into(),
            WIN_RATE_PERCENT,
            INTERVAL,
            POINTS,
            ("against", "失点").into(),
        ];
        columns.extend(heads.map(Column::number));
        let table = Table::new(("Matches", "試合"), columns).note((
            "A draw counts half, a match without a result not at all. Intervals are Wilson's.",
            "引き分けは0.5勝と数え、結果のない試合は数えません。区間はWilsonの信頼区間です。",
        ));
        self.lines.iter().fold(table, |table, (key, line)| {
            let score = line.score;
            let interval = score.proportion().map(|rate| rate.wilson(Confidence::P95));
            let interval = interval.map(|interval| interval.map(|end| 100.0 * end));
            let mut cells = names(key);
            cells.push((score.games() + line.open).to_string());
            cells.extend(
                [score.wins, score.draws, score.losses, line.open].map(|games| games.to_string()),
            );
            cells.push(number(score.rate().map(|rate| 100.0 * rate), 1));
            cells.push(interval.map_or_else(no_value, |interval| format!("{interval:.1}")));
            cells.extend(line.points.map(|points| points.to_string()));
            table.row(cells)
        })
    }

    fn ends(&self, caption: (String, String), role: usize) -> Table {
        let mut columns = self.heads();
        columns.extend(Points::columns());
        let table = Table::new(caption, columns).note((
            "Seen from the team. Shares are of ends with exactly that many points, except the first and the last.",
            "チームから見た値です。両端以外は、得点がちょうどその値のエンドの割合です。",
        ));
        self.lines.iter().fold(table, |table, (key, line)| {
            let mut cells = names(key);
            cells.extend(line.ends[role].cells());
            table.row(cells)
        })
    }

    /// The counts as data.
    pub fn counts(&self) -> Counts {
        let line = |((name, against), line): (&Key, &Row)| {
            let proportion = line.score.proportion();
            TeamCounts {
                team: name.clone(),
                against: against.clone(),
                games: line.score.games() + line.open,
                won: line.score.wins,
                drawn: line.score.draws,
                lost: line.score.losses,
                no_result: line.open,
                win_rate: line.score.rate(),
                interval: proportion.map(|rate| rate.wilson(Confidence::P95)),
                points: line.points[0],
                points_against: line.points[1],
                lead: EndCounts::of(&line.ends[0]),
                hammer: EndCounts::of(&line.ends[1]),
            }
        };
        Counts {
            matches: self.matches,
            counted_ends: self.counted,
            teams: self.lines.iter().map(line).collect(),
        }
    }
}

fn names((name, against): &Key) -> Vec<String> {
    [Some(name.clone()), against.clone()]
        .into_iter()
        .flatten()
        .collect()
}

/// A name, or the placeholder of an empty one.
fn shown(name: &str) -> String {
    if name.is_empty() {
        "(no name)".to_owned()
    } else {
        name.to_owned()
    }
}

fn result(share: f64) -> GameResult {
    if share > 0.5 {
        GameResult::Win
    } else if share < 0.5 {
        GameResult::Loss
    } else {
        GameResult::Draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Ending;

    fn played(names: [&str; 2], leads: &[Team], points: &[i8]) -> PlayedMatch {
        PlayedMatch::from_ends(names.map(str::to_owned), leads, points, Ending::Score)
    }

    fn statistics(by: Grouping, counted: Option<usize>) -> Statistics {
        let (zero, one) = (Team::Zero, Team::One);
        let mut statistics = Statistics::new(by, counted);
        statistics.add(&played(["alpha", "beta"], &[zero, one, zero], &[-2, 1, 0]));
        statistics.add(&played(["beta", "alpha"], &[zero, zero], &[3, -1]));
        let mut open = played(["alpha", "gamma"], &[zero], &[-1]);
        (open.ending, open.winner) = (Ending::Unfinished, None);
        statistics.add(&open);
        statistics
    }

    #[test]
    fn wins_and_ends_are_counted_for_each_team() {
        let all = statistics(Grouping::Team, None).counts();
        let alpha = &all.teams[0];
        assert_eq!(all.matches, 3);
        assert_eq!(
            (alpha.team.as_str(), alpha.games, alpha.won),
            ("alpha", 3, 0)
        );
        assert_eq!((alpha.lost, alpha.no_result), (2, 1));
        // Led in ends worth -2, 0 and -1; had the hammer in ends worth 1, -3 and 1.
        assert_eq!((alpha.lead.ends, alpha.lead.mean), (3, Some(-1.0)));
        assert_eq!(alpha.hammer.ends, 3);
        let third = 100.0 / 3.0;
        let percent = alpha.hammer.percent.as_ref().unwrap();
        assert_eq!((percent["1"], percent["≤ -3"]), (2.0 * third, third));
    }

    #[test]
    fn only_the_first_ends_count_if_one_likes() {
        let all = statistics(Grouping::Team, Some(1)).counts();
        assert_eq!(all.teams[0].lead.ends, 2);
        assert_eq!(all.counted_ends, Some(1));
    }

    #[test]
    fn pairings_are_lines_of_their_own() {
        let [wins, lead, _] = statistics(Grouping::Pairing, None).tables();
        let firsts: Vec<_> = wins.rows.iter().map(|row| row[..3].to_vec()).collect();
        assert_eq!(firsts[0], ["alpha", "beta", "2"]);
        assert_eq!(firsts[1], ["alpha", "gamma", "1"]);
        assert_eq!(firsts[2], ["beta", "alpha", "2"]);
        assert_eq!(wins.rows[2][3], "2");
        assert_eq!(lead.columns.len(), 13);
    }
}
