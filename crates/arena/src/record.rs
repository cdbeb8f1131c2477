//! Game records: everything needed to replay, verify and count a game.
//!
//! A record is one JSON object; a file of records has one on each line. It has the conditions of
//! the game and, where starts differ, the start position, so that nothing else is needed to replay
//! it. Records of version 1 have neither and can still be read.

use crate::contender::Contender;
use crate::fingerprint;
use crate::game::{Game, Score};
use crate::player::Fault;
use lookahead::Seed;
use serde::{Deserialize, Serialize};

/// The current version of the format.
pub const VERSION: u32 = 2;

/// The ending of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// Finished by the rules of the game.
    Finished,
    /// Forfeited by a player's fault.
    Forfeit {
        /// The seat at fault.
        seat: usize,
        /// The fault.
        fault: Fault,
    },
    /// Stopped at the maximum length; the score is that of the last position.
    TooLong,
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The seat that moved.
    pub seat: usize,
    /// The action in the game's text form.
    pub action: String,
    /// Time used, in seconds.
    pub seconds: f64,
    /// The player's thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<serde_json::Value>,
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of the format; 1 if absent.
    #[serde(default = "oldest")]
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// The names of the players of side 0 and side 1.
    pub players: [String; 2],
    /// The player texts, where they differ from the names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specs: Option<[String; 2]>,
    /// The conditions that differ from the defaults.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub conditions: toml::Table,
    /// The start position in the game's notation, where starts differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The seed of start position and dice.
    pub seed: Seed,
    /// The moves in order.
    pub moves: Vec<MoveRecord>,
    /// The score.
    pub score: Score,
    /// The ending of the game.
    pub ending: Ending,
    /// Time used by each side, in seconds.
    pub seconds: [f64; 2],
    /// The key that identifies repeated games between the same players: see [`key`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

fn oldest() -> u32 {
    1
}

impl GameRecord {
    /// Sets the names of the players of side 0 and side 1.
    #[must_use]
    pub fn with_players(mut self, contenders: [&Contender; 2]) -> Self {
        let named = contenders.iter().any(|contender| contender.is_named());
        self.specs = named.then(|| contenders.map(|contender| contender.spec.to_string()));
        self.players = contenders.map(|contender| contender.name().to_owned());
        self
    }

    /// Returns the player texts.
    pub fn specs(&self) -> &[String; 2] {
        self.specs.as_ref().unwrap_or(&self.players)
    }

    /// Returns whether these contenders played the game, on these sides.
    pub fn is_played_by(&self, contenders: [&Contender; 2]) -> bool {
        let names = contenders.map(|contender| contender.name().to_owned());
        let specs = contenders.map(|contender| contender.spec.to_string());
        self.players == names && *self.specs() == specs
    }
}

/// Returns the key that identifies repetitions: two games between the same players on the same
/// sides share it if they have the same start and moves, and either no dice were rolled or their
/// dice (`dice`) are the same.
pub fn key<G: Game>(
    game: &G,
    start: &G::Position,
    moves: &[MoveRecord],
    dice: Option<Seed>,
) -> String {
    let seats = 0..game.sides().len();
    let views = seats.map(|seat| game.write_view(&game.view(start, seat)));
    let actions = moves.iter().map(|one| one.action.clone());
    let dice = dice.map(|seed| seed.to_string());
    let parts: Vec<String> = views.chain(actions).chain(dice).collect();
    format!("{:016x}", fingerprint::of(parts.join("\n").bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record in the format of version 0.1.
    const OLD: &str = r#"{"game":"sum","players":["adds:n=2","random"],"seed":7,"moves":[{"seat":0,"action":"2","seconds":0.5}],"score":{"share":1.0,"points":[12.0,0.0]},"ending":{"how":"finished"},"seconds":[0.5,0.0]}"#;

    #[test]
    fn records_of_the_first_version_are_read() {
        let record: GameRecord = serde_json::from_str(OLD).unwrap();
        assert_eq!(
            (record.version, &record.key, &record.start),
            (1, &None, &None)
        );
        assert_eq!(record.specs(), &["adds:n=2", "random"].map(str::to_owned));
        assert!(record.conditions.is_empty());
    }

    #[test]
    fn names_and_conditions_are_kept() {
        let mut record: GameRecord = serde_json::from_str(OLD).unwrap();
        record.conditions = "die = 0.25\nname = 'x'".parse().unwrap();
        let names: [Contender; 2] = ["a=adds:n=2", "random"].map(|text| text.parse().unwrap());
        let named = record.with_players(names.each_ref());
        let text = serde_json::to_string(&named).unwrap();
        let read: GameRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(read, named);
        assert_eq!(read.players, ["a", "random"].map(str::to_owned));
        assert!(read.is_played_by(names.each_ref()));
        let other: Contender = "a=adds:n=3".parse().unwrap();
        assert!(!read.is_played_by([&other, &names[1]]));
    }
}
