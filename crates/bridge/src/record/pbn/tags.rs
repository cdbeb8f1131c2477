//! Interpretation of the tags of a game.

use super::lexer::RawTag;
use super::reader::RawGame;
use crate::notation;
use crate::record::cursor::{Diagnostic, Place, excerpt};
use crate::record::messages::{not_tricks, too_many_hands};
use crate::record::{Outcome, Record, Tag};
use crate::words::japanese;
use crate::{Hand, Play, Seat, Side, Strain, Vulnerability};
use arena::Phrase;

/// An error in a value, with its offset in bytes.
type Fault = (usize, Phrase);

/// Builds a record from a game; unreadable parts are reported.
pub(super) fn record(raw: RawGame<'_>, diagnostics: &mut Vec<Diagnostic>) -> Record {
    let comments = raw.comments;
    let mut meaning = RecordBuilder {
        record: Record {
            comments,
            ..Record::default()
        },
        diagnostics,
    };
    let mut later = Later::default();
    for tag in &raw.tags {
        later.sort(tag, &mut meaning);
    }
    later.read(&mut meaning);
    meaning.record
}

/// A record under construction.
pub(super) struct RecordBuilder<'c> {
    pub(super) record: Record,
    pub(super) diagnostics: &'c mut Vec<Diagnostic>,
}

/// Tags whose meaning depends on others, which may follow them.
#[derive(Default)]
struct Later<'t> {
    auction: Option<&'t RawTag<'t>>,
    play: Option<&'t RawTag<'t>>,
    contract: Option<&'t RawTag<'t>>,
    result: Option<&'t RawTag<'t>>,
    call_notes: Vec<&'t RawTag<'t>>,
    card_notes: Vec<&'t RawTag<'t>>,
}

impl<'t> Later<'t> {
    fn sort(&mut self, tag: &'t RawTag<'t>, meaning: &mut RecordBuilder<'_>) {
        match tag.name.to_ascii_lowercase().as_str() {
            "auction" => self.auction = Some(tag),
            "play" => self.play = Some(tag),
            "contract" => {
                self.contract = Some(tag);
                meaning.field(tag);
            }
            "result" => self.result = Some(tag),
            "note" if self.play.is_some() => self.card_notes.push(tag),
            "note" if self.auction.is_some() => self.call_notes.push(tag),
            _ => meaning.field(tag),
        }
    }

    fn read(self, meaning: &mut RecordBuilder<'_>) {
        if let Some(tag) = self.auction {
            meaning.auction(tag, &self.call_notes);
        }
        meaning.compare(self.contract);
        meaning.record.complete_contract();
        if let Some(tag) = self.result {
            meaning.field(tag);
        }
        if let Some(tag) = self.play {
            meaning.play(tag, &self.card_notes);
        }
        if let (Some(tag), Some(fault)) = (self.result, meaning.record.fault_of_result()) {
            // A result that is marked as irregular need not fit the play.
            if !meaning.record.irregular_result {
                meaning.report(tag.value_place, fault);
            }
        }
    }
}

impl RecordBuilder<'_> {
    pub(super) fn report(&mut self, place: Place, message: impl Into<Phrase>) {
        self.diagnostics.push(Diagnostic::new(place, message));
    }

    /// Processes a tag; an unreadable one is kept unchanged.
    fn field(&mut self, tag: &RawTag<'_>) {
        match self.set(&tag.name.to_ascii_lowercase(), &tag.value) {
            Ok(true) => self.stray(tag),
            Ok(false) => self.keep(tag),
            Err((offset, fault)) => {
                let before = tag.value.get(..offset).unwrap_or_default();
                self.report(tag.value_place.past(before), fault);
                self.record.tags.push(Tag::new(tag.name, &tag.value));
                self.stray(tag);
            }
        }
    }

    /// Reports words after a tag that has none.
    fn stray(&mut self, tag: &RawTag<'_>) {
        if let Some((place, word)) = tag.words.first() {
            let word = excerpt(word);
            let english = format!("unexpected text `{word}`");
            self.report(*place, (english, format!("余分な「{word}」があります")));
        }
    }

    fn keep(&mut self, tag: &RawTag<'_>) {
        let lines = tag.words.chunk_by(|(a, _), (b, _)| a.line() == b.line());
        let row = |words: &[(Place, &str)]| {
            let words: Vec<&str> = words.iter().map(|(_, word)| *word).collect();
            words.join(" ")
        };
        self.record.tags.push(Tag {
            name: tag.name.to_owned(),
            value: tag.value.clone(),
            rows: lines.map(row).collect(),
        });
    }

    /// Sets the field of a tag; returns whether it has one or says nothing.
    fn set(&mut self, name: &str, value: &str) -> Result<bool, Fault> {
        let known = !matches!(value.trim(), "" | "?");
        match name {
            "event" | "site" | "scoring" => return Ok(value == "?"),
            "date" => return Ok(value.contains('?') && value.chars().all(|c| "?.".contains(c))),
            "north" | "east" | "south" | "west" => {
                let seat = notation::seat(name).map_err(at_start)?;
                let player = value.to_owned();
                self.record.players[seat as usize] = if known { player } else { String::new() };
            }
            "board" | "dealer" | "vulnerable" | "deal" | "declarer" | "contract" | "result" => {
                if known {
                    self.set_known(name, value)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_known(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        match name {
            "board" => self.record.number = Some(number(value).map_err(at_start)?),
            "dealer" => self.record.dealer = Some(notation::seat(value).map_err(at_start)?),
            "vulnerable" => self.record.vulnerability = Some(vulnerable(value).map_err(at_start)?),
            "deal" => {
                self.record.hands = hands(value)?;
                // Hands of different sizes are kept, but reported.
                if let Some(deal) = self.record.deal() {
                    Play::new(deal, Strain::Notrump, Seat::North).map_err(at_start)?;
                }
            }
            "contract" => {
                let contract = notation::contract(value).map_err(at_start)?;
                self.record.contract = Some(contract.map_or(Outcome::PassedOut, Outcome::Played));
            }
            "declarer" => {
                let (irregular, seat) = marked(value);
                self.record.irregular_declarer = irregular;
                self.record.declarer = seat
                    .map(|seat| notation::seat(seat).map_err(at_start))
                    .transpose()?;
            }
            _ => {
                let (irregular, tricks) = marked(value);
                self.record.irregular_result = irregular;
                let tricks = tricks.map(|tricks| self.tricks(tricks)).transpose();
                self.record.result = tricks.map_err(at_start)?.flatten();
                if self.record.result.is_none() && value != "^" {
                    self.record.tags.push(Tag::new("Result", value));
                }
            }
        }
        Ok(())
    }

    /// Reads declarer's tricks, given for declarer or for sides: `9`, `NS 9`, `EW 4 NS 9`. `None`
    /// if they are given for sides and there is no declarer.
    fn tricks(&self, value: &str) -> Result<Option<u8>, Phrase> {
        let bad = || not_tricks(value);
        let count = |text: &str| match number(text) {
            Ok(tricks) if tricks <= 13 => Ok(tricks as u8),
            _ => Err(bad()),
        };
        let upper = value.to_ascii_uppercase();
        let words: Vec<&str> = upper.split_whitespace().collect();
        let (side, tricks) = match words[..] {
            [tricks] => return count(tricks).map(Some),
            ["NS", tricks] | ["NS", tricks, "EW", _] => (Side::NorthSouth, count(tricks)?),
            ["EW", tricks] | ["EW", tricks, "NS", _] => (Side::EastWest, count(tricks)?),
            _ => return Err(bad()),
        };
        let declaring = self.record.declarer.map(Side::from);
        Ok(declaring.map(|own| if own == side { tricks } else { 13 - tricks }))
    }

    /// Reports a contract or declarer that contradicts the calls.
    fn compare(&mut self, tag: Option<&RawTag<'_>>) {
        let (Some(tag), Some(called)) = (tag, self.record.called()) else {
            return;
        };
        let other = match self.record.contract {
            Some(Outcome::Played(contract)) => contract != called.contract,
            Some(Outcome::PassedOut) => true,
            None => false,
        };
        let declarer = self
            .record
            .declarer
            .filter(|_| !self.record.irregular_declarer);
        let contract = notation::Ascii(called.contract);
        if other {
            let value = excerpt(&tag.value);
            let english = format!("the auction ends in {contract}, not in {value}");
            let japanese =
                format!("オークションの結果は{contract}ですが、コントラクトは{value}とあります");
            self.report(tag.value_place, (english, japanese));
        } else if let Some(seat) = declarer.filter(|seat| *seat != called.declarer) {
            let english = format!("{contract} is played by {}, not by {seat}", called.declarer);
            let [right, wrong] = [called.declarer, seat].map(japanese::seat);
            let japanese = format!("{contract}のディクレアラーは{right}ですが、{wrong}とあります");
            self.report(tag.value_place, (english, japanese));
        }
    }
}

fn at_start(fault: impl Into<Phrase>) -> Fault {
    (0, fault.into())
}

/// Splits the mark of an irregular value; `None` for an unknown value.
fn marked(value: &str) -> (bool, Option<&str>) {
    let value = value.trim();
    match value.strip_prefix('^') {
        Some(rest) => (true, Some(rest).filter(|rest| !rest.is_empty())),
        None => (false, Some(value)),
    }
}

fn number(value: &str) -> Result<u32, Phrase> {
    let digits = value.trim();
    let bad = || {
        let value = excerpt(value);
        let english = format!("`{value}` is not a number");
        Phrase::from((english, format!("「{value}」は数ではありません")))
    };
    if digits.bytes().any(|byte| !byte.is_ascii_digit()) {
        return Err(bad());
    }
    digits.parse().map_err(|_| bad())
}

fn vulnerable(value: &str) -> Result<Vulnerability, Phrase> {
    let plain = value.trim().to_ascii_uppercase().replace('/', "-");
    Ok(match plain.as_str() {
        "NONE" | "LOVE" | "-" | "NEITHER" | "NO" => Vulnerability::None,
        "NS" | "N-S" => Vulnerability::NorthSouth,
        "EW" | "E-W" => Vulnerability::EastWest,
        "ALL" | "BOTH" => Vulnerability::All,
        _ => {
            let value = excerpt(value);
            let english = format!("`{value}` is not a vulnerability (None, NS, EW, All)");
            let japanese =
                format!("「{value}」はバルネラビリティ（None、NS、EW、All）ではありません");
            return Err((english, japanese).into());
        }
    })
}

/// Reads the hands of a deal. Some may be unknown, and in an ending they have fewer than thirteen
/// cards.
fn hands(value: &str) -> Result<[Option<Hand>; 4], Fault> {
    let bad = || at_start(notation::NotationError::Deal(excerpt(value)));
    let (first, rest) = value.split_once(':').ok_or_else(bad)?;
    let first = notation::seat(first).map_err(|_| bad())?;
    let mut hands = [None; 4];
    let mut found = 0;
    for text in rest.split_whitespace() {
        let offset = text.as_ptr() as usize - value.as_ptr() as usize;
        let hand = notation::hand(text).map_err(|fault| (offset, fault.into()))?;
        let seat = crate::table::after(first, found);
        found += 1;
        if found > 4 {
            return Err((offset, too_many_hands()));
        }
        hands[seat as usize] = (text != "-").then_some(hand);
    }
    if found < 4 {
        return Err(bad());
    }
    notation::check(&hands.map(Option::unwrap_or_default)).map_err(at_start)?;
    Ok(hands)
}

/// Returns the seat that a tag names, if any.
pub(super) fn seat(tag: &RawTag<'_>) -> Result<Option<Seat>, Phrase> {
    match tag.value.trim() {
        "" | "?" => Ok(None),
        value => notation::seat(value).map(Some).map_err(Phrase::from),
    }
}
