//! A board of a LIN file under construction.

use super::SEATS;
use crate::notation;
use crate::record::cursor::{Place, excerpt};
use crate::record::messages::{auction_skipped, not_tricks, play_skipped, too_many_hands};
use crate::record::replay::Replay;
use crate::record::{Record, Remark, Tag};
use crate::words::errors::illegal_call;
use crate::words::japanese;
use crate::{Card, Hand, Seat, Vulnerability};
use arena::Phrase;

/// A board under construction.
#[derive(Default)]
pub(super) struct Draft {
    record: Record,
    replay: Option<Replay>,
    /// The place of its first tag.
    pub(super) begun: Option<Place>,
    /// Whether certain tags have been read.
    labelled: bool,
    dealt: bool,
    closed_room: bool,
    /// The label of `qx`, and the number in it.
    label: Option<(String, Option<u32>)>,
    /// The section with an invalid call or card, so that the rest of it is skipped.
    broken: Broken,
}

#[derive(Clone, Copy, Default, PartialEq, PartialOrd)]
enum Broken {
    #[default]
    No,
    Play,
    Auction,
}

impl Draft {
    /// Returns whether there is enough data for a board.
    pub(super) fn is_board(&self) -> bool {
        self.labelled || self.dealt || !self.record.auction.is_empty()
    }

    /// Returns whether a tag of this name begins the next board.
    pub(super) fn ends_before(&self, name: &str) -> bool {
        match name {
            "qx" => self.is_board(),
            "pn" | "md" => self.dealt || !self.record.auction.is_empty(),
            _ => false,
        }
    }

    /// Processes a tag.
    ///
    /// # Errors
    /// A message.
    pub(super) fn set(&mut self, name: &str, place: Place, value: String) -> Result<(), Phrase> {
        self.begun = self.begun.or(Some(place));
        match name {
            "qx" => self.room(value),
            "md" => return self.deal(value),
            "ah" => self.title(value),
            "sv" => return self.vulnerable(value),
            "mb" => return self.calls(&value),
            "an" => return self.explain(value),
            "pc" => return self.cards(&value),
            "mc" => return self.claim(value),
            "nt" if value.is_empty() => {}
            "nt" => self.record.comments.push(value),
            _ => self.keep(name, value),
        }
        Ok(())
    }

    fn keep(&mut self, name: &str, value: String) {
        self.record.tags.push(Tag::new(name, value));
    }

    /// `o12`, `c12`: open or closed room, and a number.
    fn room(&mut self, value: String) {
        self.labelled = true;
        let room = value
            .chars()
            .next()
            .map(|letter| letter.to_ascii_lowercase());
        self.closed_room = room == Some('c');
        match room {
            Some('o') => self.keep("Room", "Open".to_owned()),
            Some('c') => self.keep("Room", "Closed".to_owned()),
            _ => {}
        }
        let number = value.get(1..).and_then(digits);
        let number = number.filter(|_| matches!(room, Some('o' | 'c')));
        self.label = Some((value, number));
    }

    /// `Board 12`, or any other title.
    fn title(&mut self, value: String) {
        let lower = value.to_ascii_lowercase();
        let number = lower.strip_prefix("board").and_then(|n| digits(n.trim()));
        match number {
            // Declarer may depend on the number: it does not change after the first card.
            Some(number) if self.replay.is_none() => self.record.number = Some(number),
            _ => self.keep("ah", value),
        }
    }

    fn vulnerable(&mut self, value: String) -> Result<(), Phrase> {
        self.record.vulnerability = Some(match value.to_ascii_lowercase().as_str() {
            "o" | "0" | "-" => Vulnerability::None,
            "n" => Vulnerability::NorthSouth,
            "e" => Vulnerability::EastWest,
            "b" => Vulnerability::All,
            "" => return Ok(()),
            _ => {
                let shown = excerpt(&value);
                let english = format!("`{shown}` is not a vulnerability (o, n, e, b)");
                let japanese = format!("「{shown}」はバルネラビリティ（o、n、e、b）ではありません");
                self.keep("sv", value);
                return Err((english, japanese).into());
            }
        });
        Ok(())
    }

    fn deal(&mut self, value: String) -> Result<(), Phrase> {
        self.dealt = true;
        let text: String = value.chars().filter(|c| !c.is_whitespace()).collect();
        let dealer = text.chars().next().and_then(|digit| digit.to_digit(10));
        let deal = text.trim_start_matches(|c: char| c.is_ascii_digit());
        match hands(deal) {
            Ok(hands) => self.record.hands = hands,
            Err(fault) => {
                self.keep("md", value);
                return Err(fault);
            }
        }
        self.record.dealer = match dealer {
            Some(0) => None,
            Some(number @ 1..=4) => Some(SEATS[number as usize - 1]),
            _ => {
                return Err((
                    "the deal does not begin with the dealer's number (1 to 4)",
                    "ディールがディーラーの番号（1〜4）で始まっていません",
                )
                    .into());
            }
        };
        Ok(())
    }

    /// Usually one call; some programs write several in a row.
    fn calls(&mut self, value: &str) -> Result<(), Phrase> {
        if self.broken == Broken::Auction {
            return Ok(());
        }
        let text: String = value.chars().filter(|c| !c.is_whitespace()).collect();
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (length, skipped) = call_length(rest);
            if let Err(fault) = self.call(&rest[..length]) {
                self.broken = Broken::Auction;
                return Err(auction_skipped(&fault));
            }
            rest = &rest[length + skipped..];
            if skipped > 0 {
                self.remark().alerted = true;
            }
        }
        Ok(())
    }

    fn call(&mut self, text: &str) -> Result<(), Phrase> {
        let call = notation::call(text)?;
        let legal = self.record.auction.try_push(call);
        legal.map_err(|fault| illegal_call(call, fault))
    }

    /// Returns the annotations of the last call.
    fn remark(&mut self) -> &mut Remark {
        let at = self.record.auction.len().saturating_sub(1);
        let remarks = &mut self.record.call_remarks;
        if remarks.last().is_none_or(|last| last.at != at) {
            remarks.push(Remark {
                at,
                ..Remark::default()
            });
        }
        remarks.last_mut().expect("one was pushed")
    }

    fn explain(&mut self, value: String) -> Result<(), Phrase> {
        if self.broken == Broken::Auction || value.is_empty() {
            return Ok(());
        }
        if self.record.auction.is_empty() {
            return Err((
                "explanation without a call",
                "説明の対象のコールがありません",
            )
                .into());
        }
        self.remark().note = Some(value);
        Ok(())
    }

    /// Usually one card; some programs write several in a row.
    fn cards(&mut self, value: &str) -> Result<(), Phrase> {
        if self.broken > Broken::No {
            return Ok(());
        }
        let fault = match run_of_cards(value) {
            Ok(cards) => cards.into_iter().try_for_each(|card| self.play(card)),
            Err(fault) => Err(fault),
        };
        fault.map_err(|fault| {
            self.broken = Broken::Play;
            play_skipped(&fault)
        })
    }

    fn play(&mut self, card: Card) -> Result<(), Phrase> {
        if self.replay.is_none() {
            self.replay = self.record.replay();
        }
        let replay = self.replay.as_mut();
        let replay = replay.ok_or((
            "contract or declarer unknown",
            "コントラクトまたはディクレアラーが不明です",
        ))?;
        replay.play(card)?;
        self.record.cards = replay.cards().to_vec();
        Ok(())
    }

    fn claim(&mut self, value: String) -> Result<(), Phrase> {
        let tricks = digits(value.trim()).filter(|tricks| *tricks <= 13);
        let Some(tricks) = tricks else {
            let message = not_tricks(&value);
            self.keep("mc", value);
            return Err(message);
        };
        self.record.result = Some(tricks as u8);
        self.record.fault_of_result().map_or(Ok(()), Err)
    }

    /// Returns the record, with its players.
    pub(super) fn finish(mut self, names: &[String]) -> Record {
        let table = if self.closed_room && names.len() > 4 {
            4
        } else {
            0
        };
        for (seat, name) in SEATS.into_iter().zip(names.iter().skip(table)) {
            self.record.players[seat as usize].clone_from(name);
        }
        if let Some((label, number)) = self.label.take() {
            self.record.number = self.record.number.or(number);
            // A label that its parts do not make up again.
            if number.is_none() || number != self.record.number {
                self.keep("qx", label);
            }
        }
        self.record.complete_contract();
        self.record
    }
}

fn digits(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// Returns the length of the first call of a run, and the number of alert signs after it.
fn call_length(text: &str) -> (usize, usize) {
    let upper = text.to_ascii_uppercase();
    let words = ["PASS", "DBL", "RDBL", "XX"];
    let word = words.iter().find(|word| upper.starts_with(**word));
    let bid = text.starts_with(|c: char| c.is_ascii_digit());
    let chars = |count: usize| {
        let lengths = text.chars().take(count).map(char::len_utf8);
        lengths.sum::<usize>()
    };
    let length = match word {
        Some(word) => word.len(),
        None if bid && upper.get(1..3) == Some("NT") => 3,
        None => chars(if bid { 2 } else { 1 }),
    };
    let rest = &text[length..];
    (length, rest.len() - rest.trim_start_matches('!').len())
}

/// Cards in a row, each suit before its ranks: `SK`, `SKS5`, `SK5`.
fn run_of_cards(text: &str) -> Result<Vec<Card>, Phrase> {
    let mut suit = None;
    let mut cards = Vec::new();
    let text = text.replace("10", "T");
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        let sign = letter.to_string();
        if let Ok(found) = notation::suit(&sign) {
            suit = Some(found);
            continue;
        }
        let rank = notation::rank(&sign)?;
        let suit = suit.ok_or_else(|| suit_missing(&text))?;
        cards.push(Card { suit, rank });
    }
    Ok(cards)
}

fn suit_missing(text: &str) -> Phrase {
    let text = excerpt(text);
    let english = format!("`{text}` has a card without a suit");
    (english, format!("「{text}」にスートのないカードがあります")).into()
}

/// Reads hands in the order of LIN; a missing one is the rest of the deck, if the others are
/// complete.
fn hands(text: &str) -> Result<[Option<Hand>; 4], Phrase> {
    let mut hands = [None; 4];
    for (place, written) in text.split(',').enumerate() {
        if written.is_empty() {
            continue;
        }
        let seat = SEATS.get(place).ok_or_else(too_many_hands)?;
        hands[*seat as usize] = Some(hand(*seat, written)?);
    }
    notation::check(&hands.map(Option::unwrap_or_default))?;
    let whole = Record {
        hands,
        ..Record::default()
    };
    Ok(whole.deal().map_or(hands, |deal| deal.map(Some)))
}

fn hand(seat: Seat, text: &str) -> Result<Hand, Phrase> {
    let mut hand = Hand::EMPTY;
    let cards = run_of_cards(text).map_err(|fault| {
        let name = japanese::seat(seat);
        fault.map(
            |fault| format!("hand of {seat}: {fault}"),
            |fault| format!("{name}のハンド: {fault}"),
        )
    });
    for card in cards? {
        if !hand.insert(card) {
            return Err(notation::NotationError::Twice(card).into());
        }
    }
    Ok(hand)
}
