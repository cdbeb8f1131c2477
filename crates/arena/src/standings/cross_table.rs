//! Cross table of a small tournament: every game as one mark, and the points of every game.
//!
//! As tournaments publish it (for curling Mori 2019, section 5.3): a meeting of two players is won
//! by the player with more won games.

use super::{Standing, Standings};
use crate::perspective::{EndingKind, no_value};
use crate::report::headings::{LOST, POINTS, WON};
use crate::report::{Column, Table};
use crate::statistics::GameResult;
use std::cmp::Ordering;

/// Maximum number of games per meeting; larger tournaments have no cross table of marks.
const MOST: usize = 8;

impl Standings {
    /// Returns the tables of marks and points, if there are few enough games per meeting.
    pub(super) fn cross_tables(&self, ranked: &[(usize, Standing)]) -> Option<[Table; 2]> {
        let most = self
            .games
            .keys()
            .map(|(_, game)| *game as usize + 1)
            .max()?;
        (most <= MOST && ranked.len() > 2).then(|| [self.marks(ranked), self.points()])
    }

    fn marks(&self, ranked: &[(usize, Standing)]) -> Table {
        let others = ranked.iter().map(|(_, line)| Column::words(&line.player));
        let columns = [Column::words("")].into_iter().chain(others);
        let columns = columns.chain([WON, LOST].map(Column::number));
        let caption = ("Cross table: every game", "対戦表（全対局の勝敗）");
        let mut table = Table::new(caption, columns).note((
            "○ won, × lost, △ drawn, in the order of play, for the player on the left; a meeting is won by the player with more won games.",
            "左のプレイヤーから見た勝敗を対局順に並べます（○勝ち、×負け、△引き分け）。対戦の勝者は、より多くの対局に勝った側です。",
        ));
        for (row, line) in ranked {
            let meetings: Vec<_> = ranked
                .iter()
                .map(|(column, _)| self.meeting(*row, *column))
                .collect();
            let count = |wanted: Ordering| {
                let those = meetings
                    .iter()
                    .filter(|results| !results.is_empty() && balance(results) == wanted);
                those.count().to_string()
            };
            let marks = meetings.iter().map(|results| match results.as_slice() {
                [] => no_value(),
                results => results.iter().map(|result| mark(*result)).collect(),
            });
            let ends = [count(Ordering::Greater), count(Ordering::Less)];
            table = table.row([line.player.clone()].into_iter().chain(marks).chain(ends));
        }
        table
    }

    /// Returns the results of one player against another.
    fn meeting(&self, player: usize, other: usize) -> Vec<GameResult> {
        let games = self.games.values().filter(|(pairing, _)| {
            player != other && pairing.contains(&player) && pairing.contains(&other)
        });
        games
            .map(|(pairing, seen)| {
                if pairing[0] == player {
                    seen.result()
                } else {
                    seen.reversed().result()
                }
            })
            .collect()
    }

    fn points(&self) -> Table {
        let columns = [
            Column::words(("first", "先手")),
            Column::words(("second", "後手")),
            Column::number(POINTS),
            Column::number(POINTS),
        ];
        let caption = (
            "Cross table: points of every game",
            "対戦表（全対局の得点）",
        );
        let mut table = Table::new(caption, columns);
        let mut forfeits = false;
        for (pairing, seen) in self.games.values() {
            // From the perspective of the player of lower number, wherever it sat.
            let seat = |side: usize| usize::from(seen.side != side);
            let names = [0, 1].map(|side| self.players[pairing[seat(side)]].name().to_owned());
            let points = [0, 1].map(|side| {
                let who = seat(side);
                let won = (seen.share > 0.5) == (who == 0);
                match seen.ending {
                    EndingKind::Forfeit => (if won { "w/o" } else { "–" }).to_owned(),
                    _ => seen.points[who].to_string(),
                }
            });
            forfeits |= seen.ending == EndingKind::Forfeit;
            table = table.row(names.into_iter().chain(points));
        }
        if forfeits {
            table.note((
                "w/o: walkover, the other player forfeited; see the faults.",
                "w/oは相手の反則による勝ちです。反則負けの対局の表を参照してください。",
            ))
        } else {
            table
        }
    }
}

fn mark(result: GameResult) -> char {
    match result {
        GameResult::Win => '○',
        GameResult::Draw => '△',
        GameResult::Loss => '×',
    }
}

/// Compares the number of won and lost games.
fn balance(results: &[GameResult]) -> Ordering {
    let count = |wanted: GameResult| results.iter().filter(|result| **result == wanted).count();
    count(GameResult::Win).cmp(&count(GameResult::Loss))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Contender;
    use crate::game::Score;
    use crate::record::{Ending, GameRecord};
    use crate::report::Phrase;
    use crate::tournament::{Format, fixtures};
    use lookahead::Seed;

    /// Two games of each pairing of three; the lower number wins when it sits first, but 2 always
    /// beats 0.
    fn played() -> Standings {
        let players = ["a", "b", "c"].map(|name| name.parse::<Contender>().unwrap());
        let mut standings = Standings::new(&players, &[0, 1]);
        for fixture in fixtures(&Format::RoundRobin.pairings(3), 2, Seed(1)) {
            let [first, second] = fixture.players;
            let points = match [first, second] {
                [0, 2] => [3.0, 8.0],
                [2, 0] => [8.0, 3.0],
                _ => [5.0, 4.0],
            };
            standings.add(
                &fixture,
                &GameRecord {
                    version: 1,
                    game: "sum".to_owned(),
                    players: [first, second].map(|player| players[player].to_string()),
                    specs: None,
                    conditions: toml::Table::new(),
                    start: None,
                    seed: fixture.seed,
                    moves: Vec::new(),
                    score: Score::by_points(points),
                    ending: Ending::Finished,
                    seconds: [0.0; 2],
                    key: None,
                },
            );
        }
        standings
    }

    #[test]
    fn games_are_marked_and_meetings_counted() {
        let standings = played();
        let [marks, points] = standings.cross_tables(&standings.ranked()).unwrap();
        let row = |name: &str| {
            marks
                .rows
                .iter()
                .find(|row| row[0] == name)
                .unwrap()
                .clone()
        };
        let column = |name: &str| {
            1 + standings
                .ranked()
                .iter()
                .position(|(_, line)| line.player == name)
                .unwrap()
        };
        assert_eq!(row("c")[column("a")], "○○");
        assert_eq!(row("a")[column("c")], "××");
        assert_eq!(row("a")[column("b")], "○×");
        assert_eq!(row("b")[column("a")], "×○");
        assert_eq!(row("a")[column("a")], no_value());
        assert_eq!(row("c")[4..], ["1", "0"]);
        assert_eq!(row("b")[4..], ["0", "0"]);
        assert_eq!(points.rows.len(), 6);
        assert!(
            points
                .rows
                .contains(&["c", "a", "8", "3"].map(Phrase::from).to_vec())
        );
        assert!(
            points
                .rows
                .contains(&["b", "a", "5", "4"].map(Phrase::from).to_vec())
        );
    }

    #[test]
    fn a_match_of_two_has_no_cup() {
        let players = ["a", "b"].map(|name| name.parse::<Contender>().unwrap());
        let standings = Standings::new(&players, &[0, 1]);
        assert!(standings.cross_tables(&standings.ranked()).is_none());
    }
}
