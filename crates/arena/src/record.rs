//! Records of games: enough to replay one, to see who is to blame, and to count.
//!
//! A record is one JSON object; a file of records has one on each line. It names the conditions the
//! game was played under and, where games do not all begin alike, the start position, so that
//! nothing else is needed to replay it. Records of version 1 have neither and are read all the
//! same.

use crate::contender::Contender;
use crate::fingerprint;
use crate::game::{Game, Score};
use crate::player::Fault;
use lookahead::Seed;
use serde::{Deserialize, Serialize};

/// The version that is written.
pub const VERSION: u32 = 2;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game.
    Finished,
    /// A player committed a fault and lost.
    Forfeit {
        /// The seat of that player.
        seat: usize,
        /// What it did.
        fault: Fault,
    },
    /// The longest allowed game was reached; the score is that of the position as it stood.
    TooLong,
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Who moved.
    pub seat: usize,
    /// What, in the game's own text form.
    pub action: String,
    /// Time used, in seconds.
    pub seconds: f64,
    /// What the player said it thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<serde_json::Value>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of this form; 1 where none is given.
    #[serde(default = "oldest")]
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// The names of the players of side 0 and side 1.
    pub players: [String; 2],
    /// The players as they were asked for, where that is not their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specs: Option<[String; 2]>,
    /// The conditions that differ from the game's usual ones.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub conditions: toml::Table,
    /// The start position in the game's own notation, where games do not all begin alike.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Where start position and dice come from.
    pub seed: Seed,
    /// The moves in order.
    pub moves: Vec<MoveRecord>,
    /// The score.
    pub score: Score,
    /// How it came about.
    pub ending: Ending,
    /// Time used by each side, in seconds.
    pub seconds: [f64; 2],
    /// What tells this game from others between the same players: see [`key`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

fn oldest() -> u32 {
    1
}

impl GameRecord {
    /// The same with the names the players take part under, those of side 0 and side 1.
    #[must_use]
    pub fn between(mut self, contenders: [&Contender; 2]) -> Self {
        let named = contenders.iter().any(|contender| contender.is_named());
        self.specs = named.then(|| contenders.map(|contender| contender.spec.to_string()));
        self.players = contenders.map(|contender| contender.name().to_owned());
        self
    }

    /// The players as they were asked for.
    pub fn specs(&self) -> &[String; 2] {
        self.specs.as_ref().unwrap_or(&self.players)
    }

    /// Whether these contenders played it, on these sides.
    pub fn is_between(&self, contenders: [&Contender; 2]) -> bool {
        let names = contenders.map(|contender| contender.name().to_owned());
        let specs = contenders.map(|contender| contender.spec.to_string());
        self.players == names && *self.specs() == specs
    }
}

/// The key that two games between the same players on the same sides share if they are one game
/// played twice: they begin alike, have the same moves, and either chance took no part in them or
/// its dice (`dice`) were the same.
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

    /// A record as version 0.1 wrote it.
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
        let named = record.between(names.each_ref());
        let text = serde_json::to_string(&named).unwrap();
        let read: GameRecord = serde_json::from_str(&text).unwrap();
        assert_eq!(read, named);
        assert_eq!(read.players, ["a", "random"].map(str::to_owned));
        assert!(read.is_between(names.each_ref()));
        let other: Contender = "a=adds:n=3".parse().unwrap();
        assert!(!read.is_between([&other, &names[1]]));
    }
}
