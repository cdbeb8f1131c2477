//! Which player of a team throws which stone.
//!
//! ```
//! use curling::rules::Rota;
//!
//! let order = [0, 1, 3, 2]; // the skip throws third
//! assert_eq!(Rota::Pairs.player(order, 5), Some(3));
//! assert_eq!(Rota::Cycle.player(order, 5), Some(1));
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The players of a team in the order they throw.
pub type Order = [u8; 4];

/// How the stones of an end are divided among the players of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingRota")]
#[serde(rename_all = "kebab-case")]
pub enum Rota {
    /// There is only one player: the legacy platform.
    Alone,
    /// Each throws two stones running: the sport, DC3, DC4.
    Pairs,
    /// They take turns: DC2's protocol.
    Cycle,
    /// Mixed doubles: one throws the first and the last stone, the other those between.
    Doubles,
}

impl Rota {
    /// How many players a team has.
    pub const fn players(self) -> usize {
        match self {
            Rota::Alone => 1,
            Rota::Pairs | Rota::Cycle => 4,
            Rota::Doubles => 2,
        }
    }

    /// The player who throws a team's stone of this number, counted from 0 within the end; none if
    /// there is no such stone.
    pub fn player(self, order: Order, stone: usize) -> Option<u8> {
        let turn = match (self, stone) {
            (Rota::Alone, 0..8) => 0,
            (Rota::Pairs, 0..8) => stone / 2,
            (Rota::Cycle, 0..8) => stone % 4,
            (Rota::Doubles, 0..5) => usize::from(!matches!(stone, 0 | 4)),
            _ => return None,
        };
        Some(order[turn])
    }

    /// An order of play, if each player is named once.
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

    fn end(rota: Rota, order: Order) -> Vec<u8> {
        (0..).map_while(|stone| rota.player(order, stone)).collect()
    }

    #[test]
    fn everybody_throws_his_share() {
        let order = [2, 0, 1, 3];
        assert_eq!(end(Rota::Alone, order), [2; 8]);
        assert_eq!(end(Rota::Pairs, order), [2, 2, 0, 0, 1, 1, 3, 3]);
        assert_eq!(end(Rota::Cycle, order), [2, 0, 1, 3, 2, 0, 1, 3]);
        assert_eq!(end(Rota::Doubles, [1, 0, 2, 3]), [1, 0, 0, 0, 1]);
    }

    #[test]
    fn an_order_names_each_player_once() {
        assert_eq!(Rota::Pairs.order(&[3, 1, 0, 2]), Some([3, 1, 0, 2]));
        assert_eq!(Rota::Doubles.order(&[1, 0]), Some([1, 0, 2, 3]));
        assert_eq!(Rota::Doubles.order(&[1, 2]), None);
        assert_eq!(Rota::Pairs.order(&[0, 1, 2, 2]), None);
        assert_eq!(Rota::Pairs.order(&[0, 1]), None);
        assert_eq!(Rota::Cycle.order(&[0, 1, 2, 200]), None);
    }
}
