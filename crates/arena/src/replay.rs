//! Replay and verification of records.
//!
//! A replay begins at the start position of the record, or draws it from the seed if the record has
//! none. Dice come from the seed. [`read`] parses a file of records, one game per line.

use crate::game::{Game, Score};
use crate::playable::GameMoves;
use crate::record::{self, Ending, GameRecord};
use crate::referee::{generators, replay_from};
use schemars::JsonSchema;
use serde::Serialize;

/// The result of verifying a record against the rules and its seed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verification {
    /// Number of replayed moves.
    pub moves: usize,
    /// Differences from the record, as sentences.
    pub differences: Vec<String>,
}

impl Verification {
    /// Returns whether the record is correct.
    pub fn holds(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Returns every position of a recorded game, from the start on.
///
/// # Errors
/// The start, or the number of the first move, that does not fit, and why.
pub fn positions<G: Game>(game: &G, record: &GameRecord) -> Result<Vec<G::Position>, String> {
    let start = match &record.start {
        Some(text) => game.read_start(text)?,
        None => game.start(&mut generators(record.seed).0),
    };
    replay_from(game, start, record.seed, &record.moves)
}

/// Returns the position after the moves of a game.
///
/// # Errors
/// The start, or the number of the first move, that does not fit, and why.
pub fn position<G: Game>(game: &G, moves: &GameMoves<'_>) -> Result<G::Position, String> {
    let (mut rng, mut dice) = generators(moves.seed);
    let mut position = match moves.start {
        Some(text) => game.read_start(text)?,
        None => game.start(&mut rng),
    };
    for (text, number) in moves.actions.iter().zip(1..) {
        let at_move = |why: String| format!("move {number}, `{text}`: {why}");
        let action = game.read_action(text).map_err(at_move)?;
        if game.turn(&position).is_none() {
            return Err(at_move("the game is over".to_owned()));
        }
        game.check(&position, &action).map_err(at_move)?;
        game.play(&mut position, &action, &mut dice);
    }
    Ok(position)
}

/// Verifies a record against the rules and its seed.
pub fn verify<G: Game>(game: &G, record: &GameRecord) -> Verification {
    let mut found = Verification::default();
    let drawn = game.start(&mut generators(record.seed).0);
    let drawn = game.write_start(&drawn);
    if let (Some(told), Some(drawn)) = (&record.start, &drawn)
        && told != drawn
    {
        let why = format!("start: the record has `{told}`, its seed gives `{drawn}`");
        found.differences.push(why);
    }
    match positions(game, record) {
        Err(why) => found.differences.push(why),
        Ok(positions) => {
            found.moves = record.moves.len();
            found.differences.extend(ending(game, record, &positions));
        }
    }
    found
}

/// Returns the differences in ending and score of a record with valid moves.
fn ending<G: Game>(game: &G, record: &GameRecord, positions: &[G::Position]) -> Vec<String> {
    let mut differences = Vec::new();
    let Some(last) = positions.last() else {
        return differences;
    };
    let score = match &record.ending {
        Ending::Forfeit { seat, .. } => match game.sides().get(*seat) {
            Some(side) => Score::forfeited_by(*side),
            None => return vec![format!("ending: no seat {seat} in this game")],
        },
        Ending::Finished | Ending::TooLong => game.score(last),
    };
    if record.ending == Ending::Finished
        && let Some(seat) = game.turn(last)
    {
        differences.push(format!(
            "ending: recorded as finished, but seat {seat} is to move"
        ));
    }
    if score != record.score {
        let [recorded, found] = [&record.score, &score].map(|score| {
            let [one, two] = score.points;
            format!("{one} : {two} (share {})", score.share)
        });
        differences.push(format!(
            "score: the record has {recorded}, the replay gives {found}"
        ));
    }
    differences
}

/// An error in a file of records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// A line is not a record.
    #[error("line {line}: {why}")]
    Line {
        /// The number, from 1.
        line: usize,
        /// Description of the error.
        why: String,
    },
    /// A record of a newer version.
    #[error(
        "line {line}: unsupported record version {version}: this program reads versions up to {}; use a newer one",
        record::VERSION
    )]
    Version {
        /// The number, from 1.
        line: usize,
        /// The version.
        version: u32,
    },
    /// The file has no records.
    #[error("no games in the file")]
    Empty,
}

/// Returns whether a text begins like a file of records.
pub fn is_records(text: &str) -> bool {
    let first = text
        .trim_start_matches('\u{feff}')
        .lines()
        .find(|line| !line.trim().is_empty());
    first.is_some_and(|line| {
        let has = |key: &str| line.contains(key);
        line.trim_start().starts_with('{') && has("\"game\":") && has("\"players\":")
    })
}

/// Parses a file of records, one per line. A truncated last line is ignored.
///
/// # Errors
/// The first error, with its line.
pub fn read(text: &str) -> Result<Vec<GameRecord>, FileError> {
    let text = text.trim_start_matches('\u{feff}');
    let torn = !text.ends_with('\n');
    let lines: Vec<_> = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty())
        .collect();
    let mut games = Vec::with_capacity(lines.len());
    for (at, (line, number)) in lines.iter().enumerate() {
        match serde_json::from_str::<GameRecord>(line) {
            Ok(game) if game.version > record::VERSION => {
                let (line, version) = (*number, game.version);
                return Err(FileError::Version { line, version });
            }
            Ok(game) => games.push(game),
            Err(_) if torn && at > 0 && at + 1 == lines.len() => {}
            Err(why) => {
                let (line, why) = (*number, why.to_string());
                return Err(FileError::Line { line, why });
            }
        }
    }
    if games.is_empty() {
        return Err(FileError::Empty);
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::PlayableGame;
    use crate::referee::Terms;
    use crate::test_games::{Sum, lineup};
    use lookahead::{Cancel, Seed};

    fn played(seed: u64) -> GameRecord {
        let players = ["random", "adds:n=2"].map(|text| text.parse().unwrap());
        let (terms, cancel) = (Terms::default(), Cancel::new());
        let record = lineup().play(players.each_ref(), &terms, Seed(seed), &cancel);
        record.unwrap()
    }

    fn differences(record: &GameRecord) -> String {
        lineup().verify(record).differences.join("; ")
    }

    #[test]
    fn a_record_is_true_and_a_changed_one_is_not() {
        let record = played(3);
        let found = lineup().verify(&record);
        assert!(found.holds(), "{found:?}");
        assert_eq!(found.moves, record.moves.len());
        let mut altered = record.clone();
        altered.score.points[0] += 1.0;
        assert!(differences(&altered).starts_with("score: "));
        let mut altered = record.clone();
        altered.moves.pop();
        assert!(differences(&altered).contains("is to move"));
        let mut altered = record.clone();
        altered.moves[1].action = "9".to_owned();
        assert!(differences(&altered).starts_with("move 2, `9`: "));
        let mut altered = record.clone();
        altered.seed = Seed(99);
        assert!(!differences(&altered).is_empty());
    }

    #[test]
    fn a_record_with_its_start_replays_whatever_the_seed_means() {
        let mut record = played(3);
        let start = positions(&Sum::default(), &record).unwrap()[0];
        assert_eq!(record.start, Some(start.sum.to_string()));
        record.start = Some("1".to_owned());
        let other = positions(&Sum::default(), &record).unwrap();
        assert_eq!(other[0].sum, 1);
        if start.sum != 1 {
            assert!(differences(&record).starts_with("start: the record has `1`"));
        }
    }

    #[test]
    fn files_are_read_line_by_line_and_a_torn_end_is_left_out() {
        let lines: Vec<String> = [1, 2]
            .map(|seed| serde_json::to_string(&played(seed)).unwrap())
            .to_vec();
        let text = format!("{}\n{}\n", lines[0], lines[1]);
        assert!(is_records(&text));
        assert_eq!(read(&text).unwrap().len(), 2);
        assert_eq!(read(&text[..text.len() - 9]).unwrap().len(), 1);
        let broken = format!("{}\n{{\n{}\n", lines[0], lines[1]);
        assert!(matches!(
            read(&broken),
            Err(FileError::Line { line: 2, .. })
        ));
        let later = lines[0].replace("\"version\":2", "\"version\":3");
        assert!(matches!(
            read(&later),
            Err(FileError::Version { version: 3, .. })
        ));
        assert_eq!(read("\n"), Err(FileError::Empty));
        assert!(!is_records("{\"sakiyomi\":\"digital-curling match\"}"));
    }

    #[test]
    fn what_a_game_cannot_write_is_refused_with_what_it_can() {
        let record = played(1);
        let lineup = lineup().export_format("sums", |_, record| Ok(record.moves.len().to_string()));
        let moves = record.moves.len().to_string();
        assert_eq!(lineup.export(&record, "sums"), Ok(moves));
        let why = lineup.export(&record, "pbn").unwrap_err();
        assert!(why.contains("`pbn`") && why.contains("sums"), "{why}");
    }
}
