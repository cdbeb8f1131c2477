//! Writer of LIN files.

use super::{LAYOUT, OF_MATCH, SEATS};
use crate::notation::{Ascii, SUITS};
use crate::record::cursor::one_line;
use crate::record::{Record, Tag};
use crate::{Call, Hand, Strain, Vulnerability};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Writes boards, one per line, after the tags of their match.
///
/// Data that LIN cannot express is omitted (see [`super`]). A contract without calls is written
/// with the shortest auction that ends in it, because only calls give declarer and trump.
pub fn write(records: &[Record]) -> String {
    let mut text = String::new();
    let mut of_match = BTreeMap::new();
    for record in records {
        match_tags(&mut text, record, &mut of_match);
        board(&mut text, record);
        text.push('\n');
    }
    text
}

fn pair(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "{name}|{}|", one_line(value).replace('|', "/"));
}

/// Writes the tags of the match, unless they were written already.
fn match_tags(text: &mut String, record: &Record, written: &mut BTreeMap<&'static str, String>) {
    for name in OF_MATCH {
        let event = || {
            Some(format!(
                "{},,,,,,,,",
                record.tag("Event")?.replace(',', " ")
            ))
        };
        let value = record.tag(name).map(str::to_owned);
        let value = value.or_else(|| event().filter(|_| name == "vg"));
        if let Some(value) = value.filter(|value| written.get(name) != Some(value)) {
            pair(text, name, &value);
            text.push('\n');
            written.insert(name, value);
        }
    }
}

fn board(text: &mut String, record: &Record) {
    if let Some(label) = label(record) {
        pair(text, "qx", &label);
    }
    let names = SEATS.map(|seat| record.players[seat as usize].replace(',', " "));
    pair(text, "pn", &names.join(","));
    pair(text, "st", "");
    pair(text, "md", &deal(record));
    pair(text, "rh", "");
    match (record.tag("ah"), record.number) {
        (Some(title), _) => pair(text, "ah", title),
        (None, Some(number)) => pair(text, "ah", &format!("Board {number}")),
        (None, None) => {}
    }
    if let Some(vulnerability) = record.vulnerability {
        pair(text, "sv", vulnerable(vulnerability));
    }
    for tag in record.tags.iter().filter(|tag| is_own(tag)) {
        pair(text, &tag.name, &tag.value);
    }
    auction(text, record);
    play(text, record);
    for comment in &record.comments {
        pair(text, "nt", comment);
    }
}

/// Returns whether a tag is LIN's and not written from a field.
fn is_own(tag: &Tag) -> bool {
    let name = tag.name.as_str();
    let two = name.len() == 2
        && name
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let written = ["qx", "pn", "md", "ah", "sv", "mb", "an", "pc", "mc", "nt"];
    two && !OF_MATCH.contains(&name) && !LAYOUT.contains(&name) && !written.contains(&name)
}

fn label(record: &Record) -> Option<String> {
    if let Some(label) = record.tag("qx") {
        return Some(label.to_owned());
    }
    let room = match record.tag("Room")?.to_ascii_lowercase().as_str() {
        "open" => 'o',
        "closed" => 'c',
        _ => return None,
    };
    Some(format!("{room}{}", record.number?))
}

fn deal(record: &Record) -> String {
    let dealer = SEATS
        .iter()
        .position(|seat| Some(*seat) == record.first_caller());
    let dealer = dealer.map_or(0, |place| place + 1);
    let hands = SEATS.map(|seat| record.hands[seat as usize].map_or(String::new(), hand));
    format!("{dealer}{}", hands.join(","))
}

fn hand(hand: Hand) -> String {
    let suits = SUITS.into_iter().rev();
    let suits = suits.map(|suit| format!("{}{}", suit.letter(), hand[suit]));
    suits.collect()
}

fn vulnerable(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "o",
        Vulnerability::NorthSouth => "n",
        Vulnerability::EastWest => "e",
        Vulnerability::All => "b",
    }
}

fn auction(text: &mut String, record: &Record) {
    let stand_in = || record.shortest_auction().unwrap_or_default();
    let given = Some(record.auction.clone()).filter(|auction| !auction.is_empty());
    for (at, &made) in given.unwrap_or_else(stand_in).iter().enumerate() {
        let remark = record.call_remarks.iter().find(|remark| remark.at == at);
        let alert = if remark.is_some_and(|remark| remark.alerted) {
            "!"
        } else {
            ""
        };
        pair(text, "mb", &format!("{}{alert}", call(made)));
        if let Some(note) = remark.and_then(|remark| remark.note.as_ref()) {
            pair(text, "an", note);
        }
    }
    pair(text, "pg", "");
}

fn call(call: Call) -> String {
    match call {
        Call::Pass => "p".to_owned(),
        Call::Double => "d".to_owned(),
        Call::Redouble => "r".to_owned(),
        Call::Bid(bid) if bid.strain == Strain::Notrump => format!("{}N", bid.level),
        Call::Bid(bid) => Ascii(bid).to_string(),
    }
}

fn play(text: &mut String, record: &Record) {
    for trick in record.cards.chunks(4) {
        for (_, card) in trick {
            pair(text, "pc", &Ascii(*card).to_string());
        }
        pair(text, "pg", "");
    }
    if let Some(tricks) = record.result {
        pair(text, "mc", &tricks.to_string());
        pair(text, "pg", "");
    }
}
