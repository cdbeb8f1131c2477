//! State of a board: auction, contract, tricks, and the seat to act.

use super::wire::{BridgeAt, BridgeBoard, BridgeSeat, cards, named};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use bridge::bidding::{caller, calls};
use bridge::play::winner;
use bridge::rules::Position;
use bridge::table::after;
use bridge::{Ascii, FinalContract, Hand, Seat, Side, hand, score};
use schemars::JsonSchema;
use serde::Serialize;

/// A board after some of its steps, with what may come next.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeState {
    /// The cards left in each hand, North first.
    pub hands: [Vec<String>; 4],
    /// Each hand as it was dealt.
    pub dealt: [Vec<String>; 4],
    /// The seats that are vulnerable.
    pub vulnerable: Vec<BridgeSeat>,
    /// High-card points of each hand as it was dealt.
    pub points: [u8; 4],
    /// The calls so far.
    pub calls: Vec<BridgeCalled>,
    /// The tricks so far; the last one may be unfinished.
    pub tricks: Vec<BridgeTrick>,
    /// Finished tricks of North-South, and of East-West.
    pub taken: [u8; 2],
    /// The contract, once the auction is over.
    pub contract: Option<BridgeContract>,
    /// The seat to call or play; none if the board is over.
    pub turn: Option<BridgeSeat>,
    /// The seat that decides: declarer for dummy.
    pub decider: Option<BridgeSeat>,
    /// The calls that may be made.
    pub legal_calls: Vec<String>,
    /// The cards that may be played.
    pub legal_cards: Vec<String>,
    /// Steps of the whole board.
    pub steps: u32,
    /// The result of the board, played or written.
    pub result: Option<BridgeResult>,
}

/// A call with its seat.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeCalled {
    /// The seat.
    pub seat: BridgeSeat,
    /// The call.
    pub call: String,
}

/// A card with its seat.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgePlayed {
    /// The seat.
    pub seat: BridgeSeat,
    /// The card.
    pub card: String,
}

/// A trick.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeTrick {
    /// The cards in order.
    pub cards: Vec<BridgePlayed>,
    /// The winner of the trick so far.
    pub winner: BridgeSeat,
}

/// The contract.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeContract {
    /// The contract, as in `3NT` or `4SX`.
    pub text: String,
    /// The declarer.
    pub declarer: BridgeSeat,
    /// The dummy.
    pub dummy: BridgeSeat,
    /// Tricks declarer needs.
    pub needed: u8,
}

/// The result of a board.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeResult {
    /// Declarer's tricks; none if the board was passed out.
    pub tricks: Option<u8>,
    /// Points of North-South.
    pub points: i32,
    /// Whether not all cards were played: the rest was claimed.
    pub claimed: bool,
}

/// Returns the state of a board at a step.
pub(super) fn state(asked: &BridgeAt, _: &TaskHandle) -> Result<BridgeState, Fault> {
    let position = asked.position()?;
    let last = asked.step == asked.board.steps();
    let board = position.board();
    let auction = position.auction();
    let called = auction.iter().enumerate();
    let taken = |side| position.play().map_or(0, |play| play.tricks(side));
    let left = position.play().map_or(board.hands, |play| *play.left());
    let vulnerable = Seat::ALL.into_iter();
    let vulnerable = vulnerable.filter(|seat| board.vulnerability.of(Side::from(*seat)));
    let turn = caller(auction, board.dealer);
    let turn = turn.or_else(|| position.play().and_then(bridge::Play::turn));
    Ok(BridgeState {
        hands: left.map(cards),
        dealt: board.hands.map(cards),
        vulnerable: vulnerable.map(Into::into).collect(),
        points: board.hands.map(hand::points),
        calls: called
            .map(|(index, call)| BridgeCalled {
                seat: after(board.dealer, index).into(),
                call: Ascii(*call).to_string(),
            })
            .collect(),
        tricks: tricks(&position),
        taken: Side::BOTH.map(taken),
        contract: position.final_contract().map(contract),
        turn: turn.map(Into::into),
        decider: position.turn().map(Into::into),
        legal_calls: calls(auction).map(|call| Ascii(call).to_string()).collect(),
        legal_cards: match turn {
            Some(_) => cards(position.legal_cards()),
            None => cards(Hand::EMPTY),
        },
        steps: asked.board.steps(),
        result: result(&position, &asked.board, last),
    })
}

fn contract(agreed: &FinalContract) -> BridgeContract {
    BridgeContract {
        text: Ascii(agreed.contract).to_string(),
        declarer: agreed.declarer.into(),
        dummy: agreed.dummy().into(),
        needed: 6 + agreed.contract.bid.level.get(),
    }
}

fn tricks(position: &Position) -> Vec<BridgeTrick> {
    let Some(play) = position.play() else {
        return Vec::new();
    };
    let trick = |cards: &[(Seat, bridge::Card)]| BridgeTrick {
        cards: cards
            .iter()
            .map(|(seat, card)| BridgePlayed {
                seat: (*seat).into(),
                card: named(*card),
            })
            .collect(),
        winner: winner(cards, play.strain()).into(),
    };
    play.tricks_played().map(trick).collect()
}

/// Returns the result of the board: by its cards, or at its last step as written.
fn result(position: &Position, board: &BridgeBoard, last: bool) -> Option<BridgeResult> {
    let agreed = position.final_contract();
    let over = position.turn().is_none();
    if over {
        let tricks = position.play().zip(agreed);
        return Some(BridgeResult {
            tricks: tricks.map(|(play, agreed)| play.tricks(agreed.declarer.into())),
            points: position.points(Side::NorthSouth).unwrap_or(0),
            claimed: false,
        });
    }
    let (agreed, play) = agreed.zip(position.play()).filter(|_| last)?;
    let tricks = board.result?;
    play.claim(agreed.declarer.into(), tricks).ok()?;
    let vulnerability = position.board().vulnerability;
    Some(BridgeResult {
        tricks: Some(tricks),
        points: score::points(agreed, tricks, vulnerability, Side::NorthSouth),
        claimed: true,
    })
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;

    fn at(board: BridgeBoard, step: u32) -> BridgeState {
        state(&BridgeAt { board, step }, &TaskHandle::idle()).unwrap()
    }

    #[test]
    fn the_auction_offers_calls_and_the_play_cards() {
        let start = at(example(), 0);
        assert_eq!(start.legal_calls.len(), 36);
        assert!(start.legal_cards.is_empty() && start.contract.is_none());
        assert_eq!(start.turn, Some(BridgeSeat::S));
        assert!(start.vulnerable.is_empty());
        let lead = at(example(), 8);
        assert!(lead.legal_calls.is_empty());
        assert_eq!(lead.legal_cards.len(), 13);
        assert_eq!(lead.contract.as_ref().unwrap().text, "4H");
        let dummy = at(example(), 9);
        assert_eq!(
            (dummy.turn, dummy.decider),
            (Some(BridgeSeat::N), Some(BridgeSeat::S))
        );
        assert_eq!(dummy.legal_cards, ["DJ", "DT", "D8", "D7", "D6"]);
        let end = at(example(), 16);
        assert_eq!(end.taken, [0, 2]);
        assert_eq!(end.tricks[1].winner, BridgeSeat::W);
        assert_eq!((end.hands[3].len(), end.dealt[3].len()), (11, 13));
        let mut board = example();
        board.vulnerable = bridge::Vulnerability::EastWest;
        assert_eq!(at(board, 0).vulnerable, [BridgeSeat::E, BridgeSeat::W]);
        assert!(end.result.is_none());
    }

    #[test]
    fn a_written_result_counts_at_the_last_step() {
        let mut board = example();
        board.result = Some(9);
        assert!(at(board.clone(), 15).result.is_none());
        let result = at(board.clone(), 16).result.unwrap();
        assert_eq!((result.points, result.claimed), (-50, true));
        // Declarer has lost two tricks already.
        board.result = Some(12);
        assert!(at(board, 16).result.is_none());
    }

    #[test]
    fn four_passes_score_nothing() {
        let mut board = example();
        board.auction = vec!["Pass".to_owned(); 4];
        board.play.clear();
        let result = at(board, 4).result.unwrap();
        assert_eq!((result.tricks, result.points), (None, 0));
    }
}
