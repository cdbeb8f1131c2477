//! The written form of a board: deal, calls and cards as JSON.
//!
//! Pages, links, files, operations, records and the command line all write a board as a [`Line`],
//! and a point of it as [`BoardAtStep`]: the board and the number of calls and cards made. Reading
//! and writing leaves both forms unchanged. Nothing is checked before a [`Position`] is made of it;
//! an error then names its place, such as `auction[3]`.
//!
//! ```
//! use bridge::{Line, Seat};
//!
//! let line: Line = serde_json::from_str(
//!     r#"{"number": 2, "dealer": "S", "vulnerable": "None", "auction": ["1H", "1S"],
//!         "deal": "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"}"#,
//! )?;
//! assert_eq!(line.position()?.turn(), Some(Seat::North));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::json::SeatLetter;
use crate::record::{Outcome, Record, Tag};
use crate::rules::{Action, Position};
use crate::words::japanese;
use crate::{Ascii, Board, Hand, Play, Seat, Vulnerability, notation, table};
use arena::Phrase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A board as it was bid and played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BridgeBoard")]
pub struct Line {
    /// The number, from 1; 0 if it has none.
    pub number: u32,
    /// The title: the event of a file, the name of a problem.
    #[serde(default)]
    #[schemars(!default)]
    pub title: String,
    /// The players' names: North, East, South, West.
    #[serde(default)]
    #[schemars(!default)]
    pub names: [String; 4],
    /// The dealer, who calls first.
    pub dealer: SeatLetter,
    /// The vulnerability.
    pub vulnerable: Vulnerability,
    /// All hands, as in `N:AK4.QJ.T987.6532 ...`.
    pub deal: String,
    /// The calls, as in `Pass`, `X`, `3NT`.
    #[serde(default)]
    #[schemars(!default)]
    pub auction: Vec<String>,
    /// Whether the calls are invented to lead to a known contract.
    #[serde(default)]
    #[schemars(!default)]
    pub made_up: bool,
    /// The cards in the order of play, as in `SK`.
    #[serde(default)]
    #[schemars(!default)]
    pub play: Vec<String>,
    /// Declarer's tricks, if they were claimed or recorded.
    #[serde(default)]
    #[schemars(!default)]
    pub result: Option<u8>,
}

/// A board after some of its calls and cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BridgeAt")]
pub struct BoardAtStep {
    /// The board.
    pub board: Line,
    /// The number of calls and cards made.
    pub step: u32,
}

/// Error in a board, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct LineError {
    /// The place of the error, such as `deal` or `auction[3]`.
    pub place: String,
    /// The reason.
    pub why: Phrase,
}

impl LineError {
    fn at(place: impl Into<String>, why: impl Into<Phrase>) -> Self {
        LineError {
            place: place.into(),
            why: why.into(),
        }
    }

    /// Returns the error with the place prefixed by a path, such as `at.`.
    #[must_use]
    pub fn below(mut self, path: &str) -> Self {
        self.place.insert_str(0, path);
        self
    }
}

/// The largest number of calls in an auction.
const MOST_CALLS: usize = 319;
/// The longest title or name that is read, in bytes.
const LONGEST: usize = 2000;
/// The longest title or name taken from a record, in characters.
const SHORTENED: usize = 120;

impl Line {
    /// Returns the line of a position.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let calls = position.auction().iter();
        let cards = position.play().map_or(&[][..], Play::cards).iter();
        Line {
            number: board.number,
            title: String::new(),
            names: Default::default(),
            dealer: board.dealer.into(),
            vulnerable: board.vulnerability,
            deal: Ascii(board.hands).to_string(),
            auction: calls.map(|call| Ascii(*call).to_string()).collect(),
            made_up: false,
            play: cards.map(|(_, card)| Ascii(*card).to_string()).collect(),
            result: None,
        }
    }

    /// Returns the board of a record. `place` is its place in the file, from 1, and its number if
    /// it has no other. The second value describes the first illegal call or card, where the board
    /// is cut off.
    ///
    /// # Errors
    /// A message if not all 52 cards are known.
    pub fn of_record(record: &Record, place: u32) -> Result<(Self, Option<Phrase>), Phrase> {
        let number = record.number.unwrap_or(place);
        let words = |why: Phrase| {
            why.map(
                |why| format!("board {number}: {why}"),
                |why| format!("ボード{number}: {why}"),
            )
        };
        let deal = record.deal().filter(|deal| deal.map(Hand::len) == [13; 4]);
        let hidden = (
            "skipped, because not all 52 cards are known",
            "52枚のカードが揃っていないため、読み飛ばしました",
        );
        let mut position = Position::new(Board {
            number,
            dealer: record.first_caller().unwrap_or(table::dealer(number)),
            vulnerability: record.vulnerable().unwrap_or_default(),
            hands: deal.ok_or_else(|| words(hidden.into()))?,
        });
        let made_up = calls_missing(record, position.board().dealer);
        let auction = record.shortest_auction().filter(|_| made_up);
        let auction = auction.as_ref().unwrap_or(&record.auction);
        let calls = auction.iter().map(|call| Action::Call(*call));
        let cards = record.cards.iter().map(|(_, card)| Action::Card(*card));
        let illegal = calls.chain(cards).find_map(|act| position.act(act).err());
        let line = Line {
            title: shortened(record.tag("Event").unwrap_or_default()),
            names: record.players.each_ref().map(|name| shortened(name)),
            made_up: made_up && !auction.is_empty(),
            result: record.tricks(),
            ..Line::of(&position)
        };
        Ok((line, illegal.map(|why| words(why.into()))))
    }

    /// Returns the board as a record for files.
    ///
    /// # Errors
    /// If it is not a board, or a call or card is illegal.
    pub fn record(&self) -> Result<Record, LineError> {
        let mut record = self.position()?.record();
        record.number = (self.number > 0).then_some(self.number);
        record.players.clone_from(&self.names);
        record.result = record.result.or(self.result.filter(|tricks| *tricks <= 13));
        if !self.title.is_empty() {
            record.tags.push(Tag::new("Event", self.title.clone()));
        }
        Ok(record)
    }

    /// Returns the position before the first call.
    ///
    /// # Errors
    /// If the hands are not four of thirteen cards, or a text is too long.
    pub fn start(&self) -> Result<Position, LineError> {
        self.bounded()?;
        let hands = notation::deal(&self.deal).map_err(|why| LineError::at("deal", why))?;
        let short = |seat: &Seat| hands[*seat as usize].len() != 13;
        if let Some(seat) = Seat::ALL.into_iter().find(short) {
            let (name, count) = (table::name(seat), hands[seat as usize].len());
            let english = format!("{name} has {count} cards, expected 13");
            let japanese = format!(
                "{}のハンドが13枚ではなく{count}枚です",
                japanese::seat(seat)
            );
            return Err(LineError::at("deal", (english, japanese)));
        }
        Ok(Position::new(Board {
            number: self.number,
            dealer: self.dealer.into(),
            vulnerability: self.vulnerable,
            hands,
        }))
    }

    fn bounded(&self) -> Result<(), LineError> {
        let lengths = [
            ("title", self.title.len(), LONGEST),
            ("names[0]", self.names[0].len(), LONGEST),
            ("names[1]", self.names[1].len(), LONGEST),
            ("names[2]", self.names[2].len(), LONGEST),
            ("names[3]", self.names[3].len(), LONGEST),
            ("auction", self.auction.len(), MOST_CALLS),
            ("play", self.play.len(), 52),
        ];
        match lengths.into_iter().find(|(_, length, most)| length > most) {
            Some((place, _, most)) => {
                let japanese = format!("{most}を超えています");
                Err(LineError::at(
                    place,
                    (format!("longer than {most}"), japanese),
                ))
            }
            None => Ok(()),
        }
    }

    /// Returns the calls and cards, with their places.
    fn actions(&self) -> impl Iterator<Item = Result<(String, Action), LineError>> + '_ {
        let calls = self.auction.iter().enumerate().map(|(index, text)| {
            let place = format!("auction[{index}]");
            let call = notation::call(text).map_err(|why| LineError::at(&*place, why));
            call.map(|call| (place, Action::Call(call)))
        });
        let cards = self.play.iter().enumerate().map(|(index, text)| {
            let place = format!("play[{index}]");
            let card = notation::card(text).map_err(|why| LineError::at(&*place, why));
            card.map(|card| (place, Action::Card(card)))
        });
        calls.chain(cards)
    }

    /// Returns the number of calls and cards.
    pub fn steps(&self) -> u32 {
        (self.auction.len() + self.play.len()) as u32
    }

    /// Returns the position after the first `step` calls and cards.
    ///
    /// # Errors
    /// If it is not a board, or a call or card is illegal.
    pub fn after(&self, step: u32) -> Result<Position, LineError> {
        let mut position = self.start()?;
        for action in self.actions().take(step as usize) {
            let (place, action) = action?;
            let done = position.act(action);
            done.map_err(|why| LineError::at(place, why))?;
        }
        Ok(position)
    }

    /// Returns the position after all calls and cards.
    ///
    /// # Errors
    /// If it is not a board, or a call or card is illegal.
    pub fn position(&self) -> Result<Position, LineError> {
        self.after(self.steps())
    }
}

impl BoardAtStep {
    /// Returns the position.
    ///
    /// # Errors
    /// If it is not a board, or has fewer steps.
    pub fn position(&self) -> Result<Position, LineError> {
        if self.step > self.board.steps() {
            let why = ("the board has fewer steps", "そこまでの手順はありません");
            return Err(LineError::at("step", why));
        }
        let position = self.board.after(self.step);
        position.map_err(|why| why.below("board."))
    }

    /// Returns the record up to the step.
    ///
    /// # Errors
    /// If it is not a board, or has fewer steps.
    pub fn record(&self) -> Result<Record, LineError> {
        let position = self.position()?;
        let whole = self.step == self.board.steps();
        let result = self.board.result.filter(|_| whole);
        let line = Line {
            title: self.board.title.clone(),
            names: self.board.names.clone(),
            result,
            ..Line::of(&position)
        };
        line.record()
    }
}

/// Returns whether a record has a contract to which its calls do not lead.
fn calls_missing(record: &Record, dealer: Seat) -> bool {
    let ended = record.auction.has_ended();
    let fits = ended && crate::final_contract(&record.auction, dealer) == record.final_contract();
    let passed_out = ended && record.contract == Some(Outcome::PassedOut);
    let known = record.contract.is_some() || record.final_contract().is_some();
    known && !fits && !passed_out
}

/// Cleans and shortens a title or a name.
fn shortened(text: &str) -> String {
    let known = text.trim_matches(['?', '#', ' ']);
    known.chars().take(SHORTENED).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bidding::calls;
    use crate::hand::shuffled;
    use lookahead::Seed;
    use proptest::prelude::*;

    /// Returns the second example of the paper, to West's decision.
    pub(crate) fn example() -> Line {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        Line {
            number: 2,
            title: "example 2".to_owned(),
            names: Default::default(),
            dealer: SeatLetter::S,
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
        let again = Line {
            title: board.title.clone(),
            ..Line::of(&board.position().unwrap())
        };
        assert_eq!(again, board);
        let at = BoardAtStep { board, step: 10 };
        assert_eq!(at.record().unwrap().cards.len(), 2);
    }

    #[test]
    fn errors_have_their_place() {
        let place = |change: fn(&mut Line)| {
            let mut board = example();
            change(&mut board);
            board.position().unwrap_err().place
        };
        assert_eq!(place(|board| board.deal = "N:A.K".to_owned()), "deal");
        assert_eq!(place(|board| board.auction[1] = "1C".into()), "auction[1]");
        assert_eq!(place(|board| board.auction[1] = "?".into()), "auction[1]");
        assert_eq!(place(|board| board.play[2] = "C5".into()), "play[2]");
        assert_eq!(place(|board| board.play[2] = String::new()), "play[2]");
        assert_eq!(place(|board| board.play = vec!["S2".into(); 60]), "play");
        assert_eq!(place(|board| board.names[1] = "x".repeat(2001)), "names[1]");
        let board = example();
        assert!(BoardAtStep { board, step: 17 }.position().is_err());
        let why = serde_json::from_str::<Line>(r#"{"number": 1, "titel": ""}"#).unwrap_err();
        assert!(why.to_string().contains("titel"), "{why}");
    }

    #[test]
    fn a_contract_without_calls_gets_calls() {
        let text = format!(
            "[Board \"1\"]\n[Dealer \"N\"]\n[Deal \"{}\"]\n[Declarer \"S\"]\n[Contract \"4H\"]\n[Result \"9\"]\n",
            example().deal
        );
        let record = &crate::record::read(&text).records[0];
        let (board, illegal) = Line::of_record(record, 1).unwrap();
        assert_eq!(board.auction.join(" "), "Pass Pass 4H Pass Pass Pass");
        assert!(board.made_up && illegal.is_none());
        assert_eq!((board.result, board.dealer), (Some(9), SeatLetter::N));
        assert!(Line::of_record(&Record::default(), 1).is_err());
    }

    /// Any board, bid and played for a while by lot.
    fn position() -> impl Strategy<Value = Position> {
        let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..80);
        (any::<u64>(), 1..=64_u32, choices).prop_map(|(seed, number, choices)| {
            let hands = shuffled(&mut Seed(seed).rng());
            let mut position = Position::new(Board::numbered(number, hands));
            for choice in choices {
                // Passes and doubles come first: most auctions end.
                let calls = calls(position.auction()).take(8).map(Action::Call);
                let cards = position.legal_cards().iter().map(Action::Card);
                let legal: Vec<_> = calls.chain(cards).collect();
                if position.turn().is_none() {
                    break;
                }
                position.act(*choice.get(&legal)).unwrap();
            }
            position
        })
    }

    proptest! {
        #[test]
        fn every_position_is_read_as_it_is_written(position in position()) {
            let line = Line::of(&position);
            let json = serde_json::to_string(&line).unwrap();
            let read: Line = serde_json::from_str(&json).unwrap();
            prop_assert_eq!(&read, &line);
            prop_assert_eq!(read.position().unwrap(), position.clone());
            let at = BoardAtStep { step: line.steps(), board: line.clone() };
            prop_assert_eq!(at.position().unwrap(), position.clone());
            // And through the record of a file.
            let (again, illegal) = Line::of_record(&line.record().unwrap(), 1).unwrap();
            prop_assert!(illegal.is_none());
            prop_assert_eq!(again.position().unwrap(), position);
        }
    }
}
