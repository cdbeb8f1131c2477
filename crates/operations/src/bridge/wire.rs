//! Boards on the wire, and from there to the rules.

use crate::fault::Fault;
pub use bridge::letters::SeatLetter as BridgeSeat;
use bridge::rules::{Action, Position};
use bridge::{Ascii, Board, Card, Hand, Seat, Vulnerability, hand, notation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A board as it was bid and played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeBoard {
    /// Its number, from 1; 0 if it has none.
    pub number: u32,
    /// What it is called: the event of a file, the name of a problem.
    pub title: String,
    /// The players' names: North, East, South, West.
    pub names: [String; 4],
    /// Who calls first.
    pub dealer: BridgeSeat,
    /// Who is vulnerable.
    pub vulnerable: Vulnerability,
    /// All hands, as in `N:AK4.QJ.T987.6532 ...`.
    pub deal: String,
    /// The calls, as in `Pass`, `X`, `3NT`.
    pub auction: Vec<String>,
    /// Whether the calls are made up to lead to a contract of which nothing else is known.
    pub made_up: bool,
    /// The cards in the order of play, as in `SK`.
    pub play: Vec<String>,
    /// Declarer's tricks, if they were claimed or written down.
    pub result: Option<u8>,
}

/// A board after some of its calls and cards.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeAt {
    /// The board.
    pub board: BridgeBoard,
    /// Calls and cards that are done, from the first on.
    pub step: u32,
}

/// More calls than this no auction has.
const MOST_CALLS: usize = 319;
/// The longest title or name that is accepted.
const LONGEST: usize = 2000;

impl BridgeBoard {
    /// The board before the first call.
    ///
    /// # Errors
    /// If the hands are not four of thirteen cards, or something is too long.
    pub(in crate::bridge) fn start(&self) -> Result<Position, Fault> {
        let too_long = self.title.len() > LONGEST
            || self.names.iter().any(|name| name.len() > LONGEST)
            || self.auction.len() > MOST_CALLS
            || self.play.len() > 52;
        if too_long {
            return Err(Fault::wrong("this is too long to be a board"));
        }
        let at_deal = |why: String| Fault::wrong_at("deal", why);
        let hands = notation::deal(&self.deal).map_err(|error| at_deal(error.to_string()))?;
        if let Some(seat) = Seat::ALL
            .into_iter()
            .find(|seat| hands[*seat as usize].len() != 13)
        {
            let count = hands[seat as usize].len();
            let name = bridge::table::name(seat);
            return Err(at_deal(format!("{name} has {count} cards instead of 13")));
        }
        Ok(Position::new(Board {
            number: self.number,
            dealer: self.dealer.into(),
            vulnerability: self.vulnerable,
            hands,
        }))
    }

    /// The calls and cards, with their places.
    fn actions(&self) -> impl Iterator<Item = Result<(String, Action), Fault>> + '_ {
        let calls = self.auction.iter().enumerate().map(|(index, text)| {
            let place = format!("auction[{index}]");
            match notation::call(text) {
                Ok(call) => Ok((place, Action::Call(call))),
                Err(error) => Err(Fault::wrong_at(place, error)),
            }
        });
        let cards = self.play.iter().enumerate().map(|(index, text)| {
            let place = format!("play[{index}]");
            match notation::card(text) {
                Ok(card) => Ok((place, Action::Card(card))),
                Err(error) => Err(Fault::wrong_at(place, error)),
            }
        });
        calls.chain(cards)
    }

    /// How many calls and cards there are.
    pub(in crate::bridge) fn steps(&self) -> u32 {
        (self.auction.len() + self.play.len()) as u32
    }

    /// The board after its first `step` calls and cards.
    ///
    /// # Errors
    /// If there is something that is not allowed.
    pub(in crate::bridge) fn after(&self, step: u32) -> Result<Position, Fault> {
        let mut position = self.start()?;
        for action in self.actions().take(step as usize) {
            let (place, action) = action?;
            position
                .act(action)
                .map_err(|why| Fault::wrong_at(place, why))?;
        }
        Ok(position)
    }

    /// A board that has been bid and played so far.
    pub(in crate::bridge) fn of(position: &Position) -> Self {
        let board = position.board();
        let cards = position.play().map_or(&[][..], bridge::Play::cards);
        BridgeBoard {
            number: board.number,
            title: String::new(),
            names: Default::default(),
            dealer: board.dealer.into(),
            vulnerable: board.vulnerability,
            deal: Ascii(board.hands).to_string(),
            auction: position
                .auction()
                .iter()
                .map(|call| Ascii(*call).to_string())
                .collect(),
            made_up: false,
            play: cards.iter().map(|(_, card)| named(*card)).collect(),
            result: None,
        }
    }
}

impl BridgeAt {
    /// The position.
    ///
    /// # Errors
    /// If the board is not one, or has fewer steps.
    pub(in crate::bridge) fn position(&self) -> Result<Position, Fault> {
        if self.step > self.board.steps() {
            return Err(Fault::wrong_at("step", "the board has fewer steps"));
        }
        self.board.after(self.step)
    }
}

/// A card in letters.
pub(super) fn named(card: Card) -> String {
    Ascii(card).to_string()
}

/// The cards of a hand in letters, spades first, each suit from the top.
pub(super) fn cards(hand: Hand) -> Vec<String> {
    hand::from_the_top(hand).map(named).collect()
}

/// A budget of seconds as it may be: some, and at most a minute.
///
/// # Errors
/// If it is no number of seconds.
pub(super) fn seconds(asked: f64) -> Result<std::time::Duration, Fault> {
    if !asked.is_finite() || asked <= 0.0 {
        return Err(Fault::wrong_at(
            "seconds",
            "thinking takes more than no time",
        ));
    }
    Ok(std::time::Duration::from_secs_f64(asked.clamp(0.05, 60.0)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The second example of the paper, to West's decision.
    pub(in crate::bridge) fn example() -> BridgeBoard {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        BridgeBoard {
            number: 2,
            title: "example 2".to_owned(),
            names: Default::default(),
            dealer: BridgeSeat::S,
            vulnerable: Vulnerability::None,
            deal: "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"
                .to_owned(),
            auction: words("1H 1S 3H Pass 4H Pass Pass Pass"),
            made_up: false,
            play: words("DA D6 D9 D3 DK D7 D2 D4"),
            result: None,
        }
    }

    #[test]
    fn steps_are_calls_and_then_cards() {
        let board = example();
        assert_eq!(board.steps(), 16);
        assert_eq!(board.after(0).unwrap().turn(), Some(Seat::South));
        assert_eq!(board.after(8).unwrap().turn(), Some(Seat::West));
        assert_eq!(board.after(16).unwrap().play().unwrap().cards().len(), 8);
        let again = BridgeBoard::of(&board.after(16).unwrap());
        assert_eq!((&again.auction, &again.play), (&board.auction, &board.play));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let place = |change: fn(&mut BridgeBoard)| {
            let mut board = example();
            change(&mut board);
            let step = board.steps();
            let fault = BridgeAt { board, step }.position().unwrap_err();
            fault.place.unwrap_or_default()
        };
        assert_eq!(place(|board| board.deal = "N:A.K".to_owned()), "deal");
        assert_eq!(
            place(|board| board.auction[1] = "1C".to_owned()),
            "auction[1]"
        );
        assert_eq!(
            place(|board| board.auction[1] = "?".to_owned()),
            "auction[1]"
        );
        assert_eq!(place(|board| board.play[2] = "C5".to_owned()), "play[2]");
        assert_eq!(place(|board| board.play[2] = String::new()), "play[2]");
        assert_eq!(place(|board| board.play = vec!["S2".to_owned(); 60]), "");
        let board = example();
        assert!(BridgeAt { board, step: 17 }.position().is_err());
        assert!(seconds(f64::NAN).is_err() && seconds(-1.0).is_err());
        assert_eq!(seconds(1e9).unwrap().as_secs(), 60);
    }
}
