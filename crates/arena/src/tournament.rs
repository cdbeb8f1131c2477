//! Matches and tournaments between named players.
//!
//! Games come in pairs: both games of a pair start from the same seed (the same opening, the same
//! dice) with the sides swapped, so that neither luck nor the advantage of a side decides. Pair `k`
//! has the same seed in every pairing: all players face the same openings.
//!
//! A match is a tournament of two. The results are delivered in the order of the fixtures, on any
//! number of threads.
//!
//! A fault of a player is a result. Only a program that cannot be started, or ends before its first
//! answer, ends the tournament: its command is wrong, and its forfeits would carry no information
//! about the players. A program that has answered in an earlier game forfeits only the game it ends
//! in.

use crate::contender::Contender;
use crate::playable::{PlayError, PlayableGame};
use crate::player::Fault;
use crate::record::{Ending, GameRecord};
use crate::referee::Terms;
use crate::secrecy::own_seed;
use crate::spec::SpecError;
use crate::workers::run_ordered;
use lookahead::{Cancel, Seed};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The format of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player against every other.
    #[default]
    RoundRobin,
    /// The first player against each of the others.
    Gauntlet,
}

impl Format {
    /// Returns the pairings among `players` players, by index.
    pub fn pairings(self, players: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        (0..firsts)
            .flat_map(|a| (a + 1..players).map(move |b| (a, b)))
            .collect()
    }
}

/// One game of a tournament: its players by side, and its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// The players of side 0 and side 1, by index.
    pub players: [usize; 2],
    /// The pairing of the game.
    pub pairing: usize,
    /// The number of the game within its pairing; games `2k` and `2k + 1` are a pair.
    pub game: u64,
    /// The seed of the game, shared by both games of the pair unless every game has its own.
    pub seed: Seed,
}

/// Returns all games of a tournament, in rounds of one pair per pairing, so that an interrupted
/// tournament has treated all players alike.
pub fn fixtures(pairings: &[(usize, usize)], games: u64, seed: Seed) -> Vec<Fixture> {
    let rounds = games.div_ceil(2);
    let pair = |round: u64| (2 * round)..(2 * round + 2).min(games);
    (0..rounds)
        .flat_map(|round| {
            pairings
                .iter()
                .enumerate()
                .flat_map(move |(pairing, &(a, b))| {
                    pair(round).map(move |game| Fixture {
                        players: if game % 2 == 0 { [a, b] } else { [b, a] },
                        pairing,
                        game,
                        seed: seed.stream(round),
                    })
                })
        })
        .collect()
}

/// Gives every game dice of its own, so that no game tells those of another: for games with dice in
/// which programs of others take part.
#[must_use]
pub fn with_own_dice(mut fixtures: Vec<Fixture>, seed: Seed) -> Vec<Fixture> {
    for (fixture, index) in fixtures.iter_mut().zip(0..) {
        fixture.seed = own_seed(seed, index);
    }
    fixtures
}

/// An error that ends a tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// A player text has an error.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A program cannot be started, or ends before its first answer.
    #[error(
        "cannot start the program of player `{player}`: {why}; check the command, which is run from that folder (games played before are kept)"
    )]
    CannotStart {
        /// The name of the player.
        player: String,
        /// The reason.
        why: String,
    },
}

impl GameRecord {
    /// Returns the side of a program that could not be started or ended before its first answer,
    /// and the reason.
    pub fn not_started(&self, sides: &[usize]) -> Option<(usize, &str)> {
        match &self.ending {
            Ending::Forfeit {
                seat,
                fault: Fault::CannotStart { why } | Fault::NeverAnswered { why },
            } => Some((*sides.get(*seat)?, why)),
            _ => None,
        }
    }

    /// Returns whether a program ended before its first answer.
    fn unanswered(&self) -> bool {
        let fault = match &self.ending {
            Ending::Forfeit { fault, .. } => Some(fault),
            _ => None,
        };
        matches!(fault, Some(Fault::NeverAnswered { .. }))
    }
}

/// Plays `fixtures` and passes each record to `deliver`, in the order of the fixtures. Breaking, or
/// raising `cancel`, ends the tournament after the games already delivered.
///
/// # Errors
/// If a player cannot be built, and then nothing has been played, or a program cannot be started or
/// ends before its first answer. One that has answered in an earlier game forfeits instead.
pub fn play_fixtures(
    playable: &dyn PlayableGame,
    players: &[Contender],
    fixtures: &[Fixture],
    terms: &Terms,
    threads: usize,
    cancel: &Cancel,
    mut deliver: impl FnMut(&Fixture, GameRecord) -> ControlFlow<()>,
) -> Result<(), TournamentError> {
    for player in players {
        playable.check(&player.spec)?;
    }
    let mut failure = None;
    let mut answered = vec![false; players.len()];
    let play = |task: u64| {
        let fixture = &fixtures[task as usize];
        let sides = fixture.players.map(|p| &players[p]);
        let specs = sides.map(|player| &player.spec);
        let record = playable.play(specs, terms, fixture.seed, cancel);
        record.map(|record| record.with_players(sides))
    };
    run_ordered(
        fixtures.len() as u64,
        threads,
        cancel,
        play,
        |task, result| match result {
            Ok(record) => {
                let fixture = &fixtures[task as usize];
                let faulty = record.not_started(playable.sides());
                let known = |side: usize| answered[fixture.players[side]] && record.unanswered();
                if let Some((side, why)) = faulty.filter(|(side, _)| !known(*side)) {
                    failure = Some(TournamentError::CannotStart {
                        player: record.players[side].clone(),
                        why: why.to_owned(),
                    });
                    return ControlFlow::Break(());
                }
                if faulty.is_none() {
                    for player in fixture.players {
                        answered[player] = true;
                    }
                }
                deliver(fixture, record)
            }
            Err(PlayError::Interrupted(_)) => ControlFlow::Break(()),
            Err(PlayError::Spec(error)) => {
                failure = Some(error.into());
                ControlFlow::Break(())
            }
        },
    );
    playable.release_players();
    failure.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::{Sum, TestPlayer, lineup};
    use crate::{Description, Lineup};

    #[test]
    fn all_players_meet_or_the_first_meets_all_others() {
        assert_eq!(Format::RoundRobin.pairings(3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(Format::Gauntlet.pairings(3), [(0, 1), (0, 2)]);
        assert!(Format::Gauntlet.pairings(0).is_empty());
    }

    #[test]
    fn games_with_dice_of_their_own_share_none() {
        let shared = fixtures(&Format::RoundRobin.pairings(3), 4, Seed(1));
        let own = with_own_dice(shared.clone(), Seed(1));
        let seeds: std::collections::BTreeSet<_> = own.iter().map(|it| it.seed.0).collect();
        assert_eq!((own.len(), seeds.len()), (12, 12));
        for (one, other) in own.iter().zip(&shared) {
            assert_eq!((one.players, one.game), (other.players, other.game));
        }
    }

    #[test]
    fn pairs_share_a_seed_and_swap_sides() {
        let games = fixtures(&[(0, 1), (0, 2)], 5, Seed(1));
        assert_eq!(games.len(), 10);
        for fixture in &games {
            assert_eq!(fixture.seed, Seed(1).stream(fixture.game / 2));
            let low = fixture.players[0] < fixture.players[1];
            assert_eq!(low, fixture.game % 2 == 0);
        }
    }

    #[test]
    fn results_do_not_depend_on_threads() {
        let players = ["random", "adds:n=2", "panics"].map(|p| p.parse::<Contender>().unwrap());
        let games = fixtures(&Format::RoundRobin.pairings(3), 6, Seed(5));
        let run = |threads| {
            let mut seen = Vec::new();
            let (lineup, terms) = (lineup(), Terms::default());
            play_fixtures(
                &lineup,
                &players,
                &games,
                &terms,
                threads,
                &Cancel::new(),
                |f, r| {
                    seen.push((*f, r.score, r.ending));
                    ControlFlow::Continue(())
                },
            )
            .unwrap();
            seen
        };
        let seen = run(1);
        assert_eq!(seen.len(), 18);
        assert_eq!(seen, run(3));
    }

    fn played(players: &[&str], games: u64) -> (Vec<GameRecord>, Result<(), TournamentError>) {
        let players: Vec<Contender> = players.iter().map(|p| p.parse().unwrap()).collect();
        let games = fixtures(&Format::Gauntlet.pairings(players.len()), games, Seed(5));
        let (lineup, terms, cancel) = (lineup(), Terms::default(), Cancel::new());
        let mut records = Vec::new();
        let keep = |_: &Fixture, record| {
            records.push(record);
            ControlFlow::Continue(())
        };
        let ended = play_fixtures(&lineup, &players, &games, &terms, 1, &cancel, keep);
        (records, ended)
    }

    #[test]
    fn one_player_meets_itself_under_two_names() {
        let (records, ended) = played(&["one=random", "two=random"], 2);
        assert_eq!(ended, Ok(()));
        assert_eq!(records[1].players, ["two", "one"].map(str::to_owned));
        assert_eq!(records[1].specs(), &["random", "random"].map(str::to_owned));
    }

    #[test]
    fn a_program_that_cannot_be_started_ends_the_tournament_and_is_named() {
        let (records, ended) = played(&["random", "adds", "bot=program:./nobody --at all"], 4);
        assert_eq!(records.len(), 2, "the pair before its first game");
        let words = ended.unwrap_err().to_string();
        assert!(
            words.starts_with("cannot start the program of player `bot`: ./nobody in "),
            "{words}"
        );
    }

    #[test]
    fn a_player_is_built_once_a_series_and_not_once_a_game() {
        let built = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let counted = std::sync::Arc::clone(&built);
        let one = ("Adds one.", "1を足します。");
        let lineup: Lineup<Sum> = Lineup::new("sum", "add up", Sum::default()).player(
            Description::new("one", one),
            move |_, _| {
                counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                Ok(TestPlayer::Adds(1))
            },
        );
        let players = ["a=one", "b=one"].map(|p| p.parse::<Contender>().unwrap());
        let games = fixtures(&[(0, 1)], 10, Seed(5));
        let (terms, cancel) = (Terms::default(), Cancel::new());
        let keep = |_: &Fixture, _| ControlFlow::Continue(());
        play_fixtures(&lineup, &players, &games, &terms, 1, &cancel, keep).unwrap();
        assert_eq!(built.load(std::sync::atomic::Ordering::Relaxed), 2);
        let again = |_: &Fixture, _| ControlFlow::Continue(());
        play_fixtures(&lineup, &players, &games, &terms, 1, &cancel, again).unwrap();
        let built = built.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!(built, 4, "no player waits after a series");
    }

    #[test]
    fn a_program_that_ends_before_its_first_answer_ends_the_tournament_with_the_reason() {
        let (records, ended) = played(
            &["random", "bot=program:sh -c 'echo no model >&2; exit 4'"],
            4,
        );
        assert!(records.is_empty());
        let words = ended.unwrap_err().to_string();
        assert!(
            words.contains("player `bot`")
                && words.contains("ended before its first answer: exited with code 4: no model"),
            "{words}"
        );
    }

    #[test]
    fn a_program_that_answered_before_forfeits_the_game_it_dies_in() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("played");
        let script = format!(
            "test -e {0} && exit 1; touch {0}; read hello; echo ready; read view; read go; echo resign",
            mark.display()
        );
        let bot = format!("bot=program:sh -c {}", crate::process::quote(&script));
        let (records, ended) = played(&[&bot, "random"], 4);
        assert_eq!(ended, Ok(()));
        let faults = records.iter().map(|record| match &record.ending {
            Ending::Forfeit { fault, .. } => fault.kind().en,
            _ => "none",
        });
        let faults: Vec<_> = faults.collect();
        assert_eq!(faults[0], "resigned");
        assert_eq!(faults[1..], ["ended before its first answer"; 3]);
    }

    #[test]
    fn an_unknown_player_is_found_before_the_first_game() {
        let players = ["random", "rnadom"].map(|p| p.parse::<Contender>().unwrap());
        let games = fixtures(&[(0, 1)], 2, Seed(5));
        let (lineup, terms) = (lineup(), Terms::default());
        let error = play_fixtures(
            &lineup,
            &players,
            &games,
            &terms,
            1,
            &Cancel::new(),
            |_, _| panic!("nothing should be played"),
        )
        .unwrap_err();
        assert!(
            error.to_string().starts_with("there is no player `rnadom`"),
            "{error}"
        );
    }
}
