//! Standings of recorded games.

use super::Standings;
use crate::contender::Contender;
use crate::playable::PlayableGame;
use crate::record::GameRecord;
use crate::tournament::Fixture;
use std::collections::{BTreeMap, BTreeSet};

impl Standings {
    /// Returns the standings of the records of one game. Players are identified by name and player
    /// text; two games of a pairing with the same seed and the sides swapped are a pair.
    pub fn collect(playable: &dyn PlayableGame, records: &[GameRecord]) -> Self {
        let mut players: Vec<Contender> = Vec::new();
        let numbered: Vec<_> = records
            .iter()
            .map(|record| [0, 1].map(|side| number(&mut players, record, side)))
            .collect();
        let mut standings = Standings::of(playable, &players);
        let mut numbering = FixtureNumbering::default();
        for (record, players) in records.iter().zip(numbered) {
            standings.add(&numbering.fixture(players, record), record);
        }
        standings
    }
}

/// Returns the number of the player of a side; a new number for a new player.
fn number(players: &mut Vec<Contender>, record: &GameRecord, side: usize) -> usize {
    let (name, spec) = (&record.players[side], &record.specs()[side]);
    let player = Contender::recorded(name, spec);
    let known = players.iter().position(|known| *known == player);
    known.unwrap_or_else(|| {
        players.push(player);
        players.len() - 1
    })
}

/// Assigns pairings and game numbers to records.
#[derive(Default)]
struct FixtureNumbering {
    pairings: BTreeMap<[usize; 2], usize>,
    taken: BTreeSet<(usize, u64)>,
    /// Pair number by pairing and seed.
    pairs: BTreeMap<(usize, u64), u64>,
    next: BTreeMap<usize, u64>,
}

impl FixtureNumbering {
    fn fixture(&mut self, players: [usize; 2], record: &GameRecord) -> Fixture {
        let [one, two] = players;
        let count = self.pairings.len();
        let pair = [one.min(two), one.max(two)];
        let pairing = *self.pairings.entry(pair).or_insert(count);
        let swapped = u64::from(one > two);
        let known = self.pairs.get(&(pairing, record.seed.0)).copied();
        let free = |round: &u64| !self.taken.contains(&(pairing, 2 * round + swapped));
        let round = known.filter(free).unwrap_or_else(|| {
            let next = self.next.entry(pairing).or_default();
            *next += 1;
            self.pairs.insert((pairing, record.seed.0), *next - 1);
            *next - 1
        });
        let game = 2 * round + swapped;
        self.taken.insert((pairing, game));
        Fixture {
            players,
            pairing,
            game,
            seed: record.seed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Terms;
    use crate::test_games::lineup;
    use crate::tournament::{Format, fixtures, play_fixtures};
    use lookahead::{Cancel, Seed};
    use std::ops::ControlFlow;

    #[test]
    fn the_table_of_the_records_is_that_of_the_tournament() {
        let lineup = lineup();
        let players: Vec<Contender> = ["one=random", "two=random", "adds:n=2"]
            .map(|text| text.parse().unwrap())
            .to_vec();
        let games = fixtures(&Format::RoundRobin.pairings(3), 8, Seed(4));
        let mut live = Standings::of(&lineup, &players);
        let mut records = Vec::new();
        let keep = |fixture: &Fixture, record: GameRecord| {
            live.add(fixture, &record);
            records.push(record);
            ControlFlow::Continue(())
        };
        let (terms, cancel) = (Terms::default(), Cancel::new());
        play_fixtures(&lineup, &players, &games, &terms, 1, &cancel, keep).unwrap();
        let again = Standings::collect(&lineup, &records);
        assert_eq!(again.standings(), live.standings());
        assert_eq!(again.match_result(None), live.match_result(None));
    }
}
