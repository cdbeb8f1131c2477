//! Delivery rotation: which player of a team throws which stone.
//!
//! ```
//! use curling::rules::Rotation;
//!
//! let order = [0, 1, 3, 2]; // the skip throws third
//! assert_eq!(Rotation::Pairs.player(order, 5), Some(3));
//! assert_eq!(Rotation::Cycle.player(order, 5), Some(1));
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The players of a team in the order they throw.
pub type Order = [u8; 4];

/// The division of the stones of an end among the players of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRota")]
#[serde(rename_all = "kebab-case")]
pub enum Rotation {
    /// One player throws all stones: the legacy platform.
    Alone,
    /// Each throws two consecutive stones: the sport, DC3, DC4.
    Pairs,
    /// All players in turn: DC2's protocol.
    Cycle,
    /// Mixed doubles: one throws the first and the last stone, the other those between.
    Doubles,
}

impl Rotation {
    /// Returns the number of players of a team.
    pub const fn players(self) -> usize {
        match self {
            Rotation::Alone => 1,
            Rotation::Pairs | Rotation::Cycle => 4,
            Rotation::Doubles => 2,
        }
    }

    /// Returns the player who throws a team's stone of this number, counted from 0 within the end;
    /// none if the number is too large.
    pub fn player(self, order: Order, stone: usize) -> Option<u8> {
        let turn = match (self, stone) {
            (Rotation::Alone, 0..8) => 0,
            (Rotation::Pairs, 0..8) => stone / 2,
            (Rotation::Cycle, 0..8) => stone % 4,
            (Rotation::Doubles, 0..5) => usize::from(!matches!(stone, 0 | 4)),
            _ => return None,
        };
        Some(order[turn])
    }

    /// Returns the order of play, if each player is named once.
    pub(super) fn order(self, players: &[u8]) -> Option<Order> {
        let mut order: Order = [0, 1, 2, 3];
        if players.len() != self.players() {
            return None;
        }
        order[..players.len()].copy_from_slice(players);
        let named_once = (0..order.len() as u8).all(|player| order.contains(&player));
        named_once.then_some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(rotation: Rotation, order: Order) -> Vec<u8> {
        (0..)
            .map_while(|stone| rotation.player(order, stone))
            .collect()
    }

    #[test]
    fn every_player_throws_their_share() {
        let order = [2, 0, 1, 3];
        assert_eq!(end(Rotation::Alone, order), [2; 8]);
        assert_eq!(end(Rotation::Pairs, order), [2, 2, 0, 0, 1, 1, 3, 3]);
        assert_eq!(end(Rotation::Cycle, order), [2, 0, 1, 3, 2, 0, 1, 3]);
        assert_eq!(end(Rotation::Doubles, [1, 0, 2, 3]), [1, 0, 0, 0, 1]);
    }

    #[test]
    fn an_order_names_each_player_once() {
        assert_eq!(Rotation::Pairs.order(&[3, 1, 0, 2]), Some([3, 1, 0, 2]));
        assert_eq!(Rotation::Doubles.order(&[1, 0]), Some([1, 0, 2, 3]));
        assert_eq!(Rotation::Doubles.order(&[1, 2]), None);
        assert_eq!(Rotation::Pairs.order(&[0, 1, 2, 2]), None);
        assert_eq!(Rotation::Pairs.order(&[0, 1]), None);
        assert_eq!(Rotation::Cycle.order(&[0, 1, 2, 200]), None);
    }
}
