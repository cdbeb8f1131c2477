//! Double-dummy tricks of a position.

use super::wire::{BridgeAt, BridgeBoard, named};
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use bridge::double_dummy::{Position, SolverPool};
use bridge::notation::STRAINS;
use bridge::{Card, FinalContract, Play, Seat, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reason why a position before the play has no tricks of cards.
const NO_CARD: (&str, &str) = (
    "no card is due before the auction is over",
    "オークションが終わるまでカードは出せません",
);

/// The tricks of the cards that may be played.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeCardTricks {
    /// Each card that may be played, spades first, each suit from the top.
    pub cards: Vec<BridgeCardTrick>,
    /// Whether all cards are there; false in a partial answer.
    pub complete: bool,
}

/// The tricks of a card.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeCardTrick {
    /// The card.
    pub card: String,
    /// Tricks of the side that plays it, in the end: those taken and those to come.
    pub tricks: u8,
    /// Declarer's tricks in the end.
    pub declarer: u8,
    /// Whether no card takes more tricks.
    pub best: bool,
}

/// Counts the tricks of every card that may be played.
pub(super) fn cards(
    asked: &BridgeAt,
    solvers: &SolverPool,
    task: &TaskHandle,
) -> Result<BridgeCardTricks, Fault> {
    let position = asked.position()?;
    let play = position.play().zip(position.final_contract());
    let (play, agreed) = play.ok_or_else(|| Fault::because(NO_CARD).at("step"))?;
    let here = Position::of(play)
        .ok_or_else(|| Fault::wrong_at("step", "all cards are played").code(FaultCode::GameOver))?;
    task.check()?;
    let legal = here.legal().len();
    let answer = |found: &[(Card, u8)]| counted(play, agreed, here.turn(), found, legal);
    let go_on = |found: &[(Card, u8)]| {
        task.progress(found.len() as u64, legal as u64);
        task.partial(&answer(found));
        !task.is_cancelled()
    };
    let mut found = Vec::new();
    let strain = agreed.contract.bid.strain;
    solvers.lend(strain, |solver| {
        solver.cards_while(&here, &mut found, go_on);
    });
    Ok(answer(&found))
}

/// The tricks of the cards known so far, out of all legal cards.
fn counted(
    play: &Play,
    agreed: &FinalContract,
    turn: Seat,
    found: &[(Card, u8)],
    legal: usize,
) -> BridgeCardTricks {
    let side = Side::from(turn);
    let best = found.iter().map(|(_, more)| *more).max().unwrap_or(0);
    let cards = found.iter().map(|&(card, more)| {
        let tricks = play.tricks(side) + more;
        let declares = side == Side::from(agreed.declarer);
        BridgeCardTrick {
            card: named(card),
            tricks,
            declarer: if declares { tricks } else { 13 - tricks },
            best: more == best,
        }
    });
    BridgeCardTricks {
        cards: cards.collect(),
        complete: found.len() == legal,
    }
}

/// A board whose tricks table is requested.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeDealt {
    /// The board; only its hands count.
    pub board: BridgeBoard,
}

/// Tricks of every declarer in every strain.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeTable {
    /// North, East, South and West; in each clubs, diamonds, hearts, spades, notrump. None where
    /// not yet known.
    pub tricks: [[Option<u8>; 5]; 4],
}

/// Counts the tricks of every declarer in every strain.
pub(super) fn table(
    asked: &BridgeDealt,
    solvers: &SolverPool,
    task: &TaskHandle,
) -> Result<BridgeTable, Fault> {
    let start = asked.board.start().map_err(|why| why.below("board."))?;
    let hands = start.board().hands;
    let mut found = BridgeTable {
        tricks: [[None; 5]; 4],
    };
    let mut done = 0;
    for (column, strain) in STRAINS.into_iter().enumerate() {
        // Partners one after the other: their values are nearly always equal.
        for declarer in [Seat::North, Seat::South, Seat::East, Seat::West] {
            if task.is_cancelled() && done > 0 {
                return Ok(found);
            }
            task.check()?;
            let lead = Position::new(hands, strain, declarer.lho(), &[]);
            let lead = lead.map_err(Fault::wrong)?;
            found.tricks[declarer as usize][column] =
                Some(13 - solvers.lend(strain, |solver| solver.value(&lead)));
            done += 1;
            task.progress(done, 20);
            task.partial(&found);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;

    #[test]
    fn the_two_good_cards_of_the_example_beat_the_contract() {
        let board = example();
        let found = cards(
            &BridgeAt { board, step: 16 },
            &SolverPool::default(),
            &TaskHandle::idle(),
        )
        .unwrap();
        let best: Vec<_> = found.cards.iter().filter(|card| card.best).collect();
        let names: Vec<_> = best.iter().map(|card| card.card.as_str()).collect();
        assert_eq!(names, ["D5", "CA"]);
        assert_eq!((best[0].tricks, best[0].declarer), (4, 9));
        assert!(found.complete);
    }

    #[test]
    fn a_count_that_is_stopped_keeps_the_cards_it_has() {
        let cancel = lookahead::Cancel::new();
        let raise = cancel.clone();
        let task = TaskHandle::new(cancel, move |_| raise.cancel());
        let board = example();
        let found = cards(&BridgeAt { board, step: 16 }, &SolverPool::default(), &task).unwrap();
        assert_eq!(found.cards.len(), 1);
        assert!(!found.complete);
    }

    #[test]
    fn before_the_play_there_is_nothing_to_count() {
        let board = example();
        let fault = cards(
            &BridgeAt { board, step: 3 },
            &SolverPool::default(),
            &TaskHandle::idle(),
        )
        .unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("step"));
    }

    #[test]
    fn everything_makes_where_one_side_has_everything() {
        let mut board = example();
        board.deal = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432".into();
        let found = table(
            &BridgeDealt { board },
            &SolverPool::default(),
            &TaskHandle::idle(),
        )
        .unwrap();
        assert_eq!(found.tricks[0][3..], [Some(13); 2]);
        assert_eq!(found.tricks[1][3..], [Some(0); 2]);
        assert!(found.tricks.iter().flatten().all(Option::is_some));
    }
}
