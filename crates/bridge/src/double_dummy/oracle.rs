//! Reference solver DDS, the established one, for comparison: behind the feature `dds`, never
//! needed to play.
//!
//! Needs a C++ compiler and libclang to build.

use super::Position;
use crate::hand::from_the_top;
use crate::table::TricksTable;
use crate::{Card, Hand, Seat};
use contract_bridge::{Builder, FullDeal, PartialDeal};
use dds_bridge::{Board, CurrentTrick, Objective, Target};

/// DDS with its transposition table.
#[derive(Default)]
pub struct Oracle {
    dds: dds_bridge::Solver,
}

impl Oracle {
    /// Returns the tricks of every declarer in every strain, as
    /// [`Solver::table`](super::Solver::table); `None` if it is not a whole deal.
    pub fn table(&mut self, hands: &[Hand; 4]) -> Option<TricksTable> {
        let deal: FullDeal = builder(hands).try_into().ok()?;
        let strains = self.dds.solve_deal(deal).0;
        let row = |seat: Seat| strains.map(|strain| strain.get(seat).get());
        Some(Seat::ALL.map(row))
    }

    /// Returns the tricks of all legal cards, as [`Solver::cards`](super::Solver::cards); `None` if
    /// there is only one, because then DDS does not search.
    pub fn cards(&mut self, position: &Position) -> Option<Vec<(Card, u8)>> {
        let legal = position.legal();
        if legal.len() == 1 {
            return None;
        }
        let left: PartialDeal = builder(&position.hands).try_into().ok()?;
        let trick: Vec<_> = position.trick.iter().flatten().copied().collect();
        let trick = CurrentTrick::from_slice(position.strain, position.leader, &trick).ok()?;
        let objective = Objective {
            board: Board::try_new(left, trick).ok()?,
            target: Target::Legal,
        };
        let found = self.dds.solve_board(&objective);
        let tricks = |card: Card| {
            let same = found.plays.iter().find(|play| {
                let equal = play.card.suit == card.suit && play.equals.contains(card.rank);
                play.card == card || equal
            })?;
            Some((card, same.score.get()))
        };
        from_the_top(legal).map(tricks).collect()
    }
}

fn builder([north, east, south, west]: &[Hand; 4]) -> Builder {
    Builder::new()
        .north(*north)
        .east(*east)
        .south(*south)
        .west(*west)
}
