//! Written state of a match: stones, score, whose turn it is.

use super::{NotationError, from_value};
use crate::passages::Passages;
use crate::rules::{self, Order, Outcome, Reason, Rules, Scoreboard, Team};
use crate::stones::{self, SLOTS, Stones};
use crate::trajectory::rounded;
use crate::vector::Vector;
use arena::Phrase;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// The number of stones of a team in an end.
const NUMBERS: u8 = (SLOTS / 2) as u8;
/// The largest distance of a stone from the tee, in metres.
const FAR: f64 = 60.0;
/// The name of this part in [`NotationError`].
const PART: &str = "game";
/// The default order of the players.
const USUAL: [Order; 2] = [[0, 1, 2, 3]; 2];

/// A stone in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingStone")]
#[serde(deny_unknown_fields)]
pub struct Stone {
    /// The team: 0 or 1.
    pub team: u8,
    /// The number within the team, from 1 to 8 in the order of throwing. In mixed doubles 1 is the
    /// placed one and 4 to 8 are thrown.
    pub number: u8,
    /// Metres right of the tee.
    pub x: f64,
    /// Metres behind the tee; negative before it.
    pub y: f64,
    /// The rotation of its handle, in radians.
    #[serde(default)]
    pub angle: f64,
}

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPhase")]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Phase {
    /// A placement of mixed doubles comes next.
    Placing,
    /// A shot comes next.
    Throwing,
    /// The match is over.
    Over {
        /// The winner; none if it is drawn.
        #[serde(default)]
        winner: Option<u8>,
        /// The reason: score, draw, concession, time or fault.
        reason: Reason,
    },
}

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingGame")]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The current end, from 0.
    pub end: u8,
    /// The number of the next shot, from 0 to 15; in mixed doubles from 6.
    pub shot: u8,
    /// The team with the last stone of the end; before a placement the team that chooses it.
    pub hammer: u8,
    /// The phase of the match.
    pub phase: Phase,
    /// The stones in play.
    pub stones: Vec<Stone>,
    /// Points of the ends so far, positive for team 0.
    pub scores: Vec<i8>,
    /// Points of the extra ends, positive for team 0.
    #[serde(default)]
    pub extra: i8,
    /// The team that chose the placement, in mixed doubles; if absent, the one with the hammer.
    #[serde(default)]
    pub chooser: Option<u8>,
    /// The end of each team's power play.
    #[serde(default, deserialize_with = "both_or_none")]
    pub power_plays: (Option<u8>, Option<u8>),
    /// The players of each team in the order of throwing, if it is not that of their numbers.
    #[serde(default)]
    pub orders: Option<(Vec<u8>, Vec<u8>)>,
    /// The number of stones that have run over each part of the sheet, where the conditions have
    /// wear; none if absent.
    #[serde(default, skip_serializing_if = "Passages::is_none")]
    pub passages: Passages,
}

/// Reads two ends, where `"none"` is none as well: TOML has no null.
fn both_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<(Option<u8>, Option<u8>), D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        None,
    }
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected the number of an end, or null")]
    enum Entry {
        End(u8),
        Null(()),
        Word(Word),
    }
    let end = |entry| match entry {
        Entry::End(end) => Some(end),
        Entry::Null(()) | Entry::Word(Word::None) => None,
    };
    let (zero, one) = Deserialize::deserialize(from)?;
    Ok((end(zero), end(one)))
}

fn invalid<T>(place: impl std::fmt::Display, why: impl Into<Phrase>) -> Result<T, NotationError> {
    Err(NotationError::new(PART, place, why))
}

/// A stone by its team and its number within it, as on its handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingStoneName")]
#[serde(deny_unknown_fields)]
pub struct StoneName {
    /// The team.
    pub team: u8,
    /// The number, from 1.
    pub number: u8,
}

impl StoneName {
    /// Returns the name of the stone in a slot.
    pub fn of(slot: usize, lead: Team) -> Self {
        let (team, number) = name_of(slot, lead);
        StoneName { team, number }
    }
}

/// Returns the team and the number of the stone in a slot.
pub fn name_of(slot: usize, lead: Team) -> (u8, u8) {
    let team = Team::of_slot(slot, lead).index() as u8;
    (team, (slot / 2) as u8 + 1)
}

/// Returns the slot of a team's stone by its number, from 1.
pub(crate) fn slot_of(team: Team, number: u8, lead: Team) -> usize {
    usize::from(number - 1) * 2 + usize::from(team != lead)
}

/// Returns the written form of stones for drawing, to a tenth of a millimetre. A match continues
/// with the exact ones.
pub fn rounded_stones(stones: &Stones, lead: Team) -> Vec<Stone> {
    let rounded_stone = |stone: Stone| Stone {
        x: rounded(stone.x),
        y: rounded(stone.y),
        angle: rounded(stone.angle),
        ..stone
    };
    let stones = stones_of(stones, lead).into_iter();
    stones.map(rounded_stone).collect()
}

/// Returns the written form of stones.
pub fn stones_of(stones: &Stones, lead: Team) -> Vec<Stone> {
    let written = |(slot, stone): (usize, stones::Stone)| {
        let (team, number) = name_of(slot, lead);
        Stone {
            team,
            number,
            x: stone.at.x,
            y: stone.at.y,
            angle: stone.angle,
        }
    };
    stones.iter().map(written).collect()
}

fn team(place: &str, number: u8) -> Result<Team, NotationError> {
    match Team::BOTH.get(usize::from(number)) {
        Some(team) => Ok(*team),
        None => invalid(
            place,
            (
                format!("team {number} is out of range: expected 0 or 1"),
                format!("チーム{number}は範囲外です（0か1）"),
            ),
        ),
    }
}

impl Game {
    /// Converts a match to the written form, without loss.
    pub fn of(game: &rules::Game, rules: &Rules) -> Self {
        let index = |team: Team| team.index() as u8;
        let phase = match game.phase {
            rules::Phase::Placing => Phase::Placing,
            rules::Phase::Throwing => Phase::Throwing,
            rules::Phase::Over(Outcome { winner, reason }) => Phase::Over {
                winner: winner.map(index),
                reason,
            },
        };
        let played = usize::from(game.end.min(rules.ends)).min(game.scores.ends.len());
        Game {
            end: game.end,
            shot: game.shot,
            hammer: index(game.lead.other()),
            phase,
            stones: stones_of(&game.stones, game.lead),
            scores: game.scores.ends[..played].to_vec(),
            extra: game.scores.extra,
            chooser: game.chooser.map(index),
            power_plays: game.power_play_ends.into(),
            orders: (game.orders != USUAL)
                .then(|| (game.orders[0].to_vec(), game.orders[1].to_vec())),
            passages: game.passages,
        }
    }

    /// Reads a match from JSON.
    ///
    /// # Errors
    /// The path of the invalid value.
    pub fn from_json(value: serde_json::Value) -> Result<Self, NotationError> {
        from_value(PART, value)
    }

    /// Converts to a match.
    ///
    /// # Errors
    /// If no match by these rules reaches this state; the error has the path.
    pub fn to_game(&self, rules: &Rules) -> Result<rules::Game, NotationError> {
        let lead = team("hammer", self.hammer)?.other();
        let first = rules.first_slot();
        if !(first..SLOTS).contains(&usize::from(self.shot)) {
            let (shot, last) = (self.shot, SLOTS - 1);
            let why = (
                format!("shot {shot} is out of range: expected {first} to {last}"),
                format!("投球{shot}は範囲外です（{first}〜{last}）"),
            );
            return invalid("shot", why);
        }
        let chooser = match (rules.doubles.is_some(), self.chooser) {
            (false, _) => None,
            (true, None) => Some(lead.other()),
            (true, Some(number)) => Some(team("chooser", number)?),
        };
        let orders = match &self.orders {
            None => USUAL,
            Some((zero, one)) => [order(zero)?, order(one)?],
        };
        let game = rules::Game {
            end: self.end,
            shot: self.shot,
            lead,
            chooser,
            phase: self.to_phase()?,
            stones: self.to_stones(rules, lead)?,
            scores: self.scoreboard(rules)?,
            power_play_ends: self.power_plays.into(),
            orders,
            passages: self.passages,
        };
        match game.check(rules) {
            Ok(()) => Ok(game),
            Err(why) => invalid("", why),
        }
    }

    fn to_phase(&self) -> Result<rules::Phase, NotationError> {
        Ok(match self.phase {
            Phase::Placing => rules::Phase::Placing,
            Phase::Throwing => rules::Phase::Throwing,
            Phase::Over { winner, reason } => {
                let winner = winner.map(|number| team("phase.winner", number));
                let winner = winner.transpose()?;
                rules::Phase::Over(Outcome { winner, reason })
            }
        })
    }

    fn to_stones(&self, rules: &Rules, lead: Team) -> Result<Stones, NotationError> {
        let mut stones = Stones::none();
        for (index, stone) in self.stones.iter().enumerate() {
            let place = format!("stones[{index}]");
            let (slot, stone_in_play) = self.to_stone(&place, stone, rules, lead)?;
            if stones.holds(slot) {
                let (team, number) = (stone.team, stone.number);
                let why = (
                    format!("team {team} has two stones {number}"),
                    format!("チーム{team}に{number}番のストーンが2つあります"),
                );
                return invalid(place, why);
            }
            stones.put(slot, stone_in_play);
        }
        Ok(stones)
    }

    /// Returns the slot of a stone, and its position.
    fn to_stone(
        &self,
        place: &str,
        stone: &Stone,
        rules: &Rules,
        lead: Team,
    ) -> Result<(usize, stones::Stone), NotationError> {
        let (number, angle, at) = (stone.number, stone.angle, Vector::new(stone.x, stone.y));
        let owner = team(place, stone.team)?;
        if !(1..=NUMBERS).contains(&number) {
            let why = (
                format!("stone {number} is out of range: expected 1 to {NUMBERS}"),
                format!("ストーン{number}は範囲外です（1〜{NUMBERS}）"),
            );
            return invalid(place, why);
        }
        if !at.is_finite() || !angle.is_finite() || at.length() > FAR {
            return invalid(
                place,
                (
                    format!("the stone is more than {FAR} m from the tee"),
                    format!("ストーンがティーから{FAR} mより遠くにあります"),
                ),
            );
        }
        let slot = slot_of(owner, number, lead);
        let placed = rules.doubles.is_some() && slot < 2;
        if !placed && !(rules.first_slot()..usize::from(self.shot)).contains(&slot) {
            let (team, next) = (stone.team, usize::from(self.shot) + 1 - rules.first_slot());
            let why = (
                format!(
                    "stone {number} of team {team} has not been thrown when the next shot is \
                     number {next}"
                ),
                format!(
                    "次が{next}投目のとき、チーム{team}の{number}番のストーンはまだ投げられていません"
                ),
            );
            return invalid(place, why);
        }
        Ok((slot, stones::Stone { at, angle }))
    }

    fn scoreboard(&self, rules: &Rules) -> Result<Scoreboard, NotationError> {
        let mut board = Scoreboard {
            extra: self.extra,
            ..Scoreboard::default()
        };
        let played = usize::from(self.end.min(rules.ends)).min(board.ends.len());
        let written = self.scores.len();
        if written > played {
            return invalid(
                "scores",
                (
                    format!("points of {written} ends, but {played} are over"),
                    format!("{written}エンド分の得点がありますが、終わったのは{played}エンドです"),
                ),
            );
        }
        board.ends[..written].copy_from_slice(&self.scores);
        Ok(board)
    }
}

/// Returns the players of a team in the order of throwing.
fn order(players: &[u8]) -> Result<Order, NotationError> {
    match Order::try_from(players) {
        Ok(order) if (0..4).all(|player| order.contains(&player)) => Ok(order),
        _ => invalid(
            "orders",
            (
                "each of the players 0 to 3 must be named once",
                "選手0〜3を1回ずつ指定してください",
            ),
        ),
    }
}
