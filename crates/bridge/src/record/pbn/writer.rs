//! Writer of PBN in the export format.

use super::lexer::{Lexer, Token};
use super::{MANDATORY, is_mandatory};
use crate::notation::{self, Ascii};
use crate::record::cursor::one_line;
use crate::record::{Outcome, Record, Remark};
use crate::table::after;
use crate::{Seat, Vulnerability};
use std::fmt::Write as _;

/// Writes games in the export format.
///
/// Everything in a record is kept except what the format cannot express: line breaks in tags,
/// closing braces in comments, the difference between an explained and an alerted call.
pub fn write(records: &[Record]) -> String {
    let mut text = "% PBN 2.1\n% EXPORT\n".to_owned();
    for record in records {
        text.push('\n');
        game(&mut text, record);
    }
    text
}

fn game(text: &mut String, record: &Record) {
    for name in MANDATORY {
        tag(text, name, &mandatory(record, name));
    }
    for other in record.tags.iter().filter(|tag| !is_mandatory(&tag.name)) {
        tag(text, &other.name, &other.value);
        let rows = other.rows.iter().map(|row| one_line(row));
        for row in rows.filter(|row| !row.is_empty() && is_row(row)) {
            line(text, &row);
        }
    }
    auction(text, record);
    play(text, record);
    for comment in &record.comments {
        line(text, &format!("{{{}}}", comment.trim().replace('}', ")")));
    }
}

/// Returns whether a line would be read again as a row of a table.
fn is_row(row: &str) -> bool {
    let mut lexer = Lexer::new(row);
    let words = lexer.by_ref().all(|token| matches!(token, Token::Word(..)));
    words && lexer.diagnostics.is_empty() && !row.starts_with('%')
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn tag(text: &mut String, name: &str, value: &str) {
    let bad = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let name = name.replace(bad, "_");
    // These would be read as a reference to another game.
    let shield = if value == "#" || value.starts_with("##") {
        " "
    } else {
        ""
    };
    line(text, &format!("[{name} \"{shield}{}\"]", escaped(value)));
}

/// Escapes a value. A backslash is doubled only where it would be read as an escape, because widths
/// of columns have it.
fn escaped(value: &str) -> String {
    let value = value.replace(|c: char| c.is_control(), " ");
    let mut letters = value.chars().peekable();
    let mut text = String::new();
    while let Some(letter) = letters.next() {
        let next = letters.peek();
        let escapes = letter == '\\' && next.is_none_or(|next| "\\\"".contains(*next));
        if escapes || letter == '"' {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

/// Returns the value of one of the fifteen tags: from its field, or as it was read.
fn mandatory(record: &Record, name: &str) -> String {
    let of_seat = notation::seat(name).map(|seat| record.players[seat as usize].clone());
    let field = match name {
        "West" | "North" | "East" | "South" => of_seat.ok().filter(|name| !name.is_empty()),
        "Board" => record.number.map(|number| number.to_string()),
        "Dealer" => record.dealer.map(|seat| seat.to_string()),
        "Vulnerable" => record.vulnerability.map(|v| vulnerable(v).to_owned()),
        "Deal" => deal(record),
        "Declarer" => declarer(record),
        "Contract" => contract(record),
        "Result" => result(record),
        _ => None,
    };
    let kept = || record.tag(name).map(str::to_owned);
    field
        .or_else(kept)
        .unwrap_or_else(|| unknown(record, name).to_owned())
}

fn unknown(record: &Record, name: &str) -> &'static str {
    let passed_out = record.contract == Some(Outcome::PassedOut);
    match name {
        "Date" => "????.??.??",
        "Declarer" | "Result" if passed_out => "",
        _ => "?",
    }
}

fn vulnerable(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "None",
        Vulnerability::NorthSouth => "NS",
        Vulnerability::EastWest => "EW",
        Vulnerability::All => "All",
    }
}

fn deal(record: &Record) -> Option<String> {
    record.hands.iter().flatten().next()?;
    let hand = |hand: &Option<_>| hand.map_or("-".to_owned(), |hand| Ascii(hand).to_string());
    let hands: Vec<_> = record.hands.iter().map(hand).collect();
    Some(format!("N:{}", hands.join(" ")))
}

fn mark(irregular: bool) -> &'static str {
    if irregular { "^" } else { "" }
}

fn declarer(record: &Record) -> Option<String> {
    let final_contract = record
        .final_contract()
        .map(|final_contract| final_contract.declarer);
    let seat = record
        .declarer
        .or(final_contract)
        .map(|seat| seat.to_string());
    let irregular = record.irregular_declarer;
    (seat.is_some() || irregular)
        .then(|| format!("{}{}", mark(irregular), seat.unwrap_or_default()))
}

fn contract(record: &Record) -> Option<String> {
    let final_contract = record
        .final_contract()
        .map(|final_contract| Outcome::Played(final_contract.contract));
    Some(match record.contract.or(final_contract)? {
        Outcome::PassedOut => "Pass".to_owned(),
        Outcome::Played(contract) => Ascii(contract).to_string(),
    })
}

fn result(record: &Record) -> Option<String> {
    let irregular = record.irregular_result;
    let tricks = record.result.map(|tricks| tricks.to_string());
    (tricks.is_some() || irregular)
        .then(|| format!("{}{}", mark(irregular), tricks.unwrap_or_default()))
}

/// Notes of one section, each text once.
#[derive(Default)]
struct Notes {
    texts: Vec<String>,
}

impl Notes {
    fn number(&mut self, text: &str) -> usize {
        let text = one_line(text);
        let known = self.texts.iter().position(|known| *known == text);
        let place = known.unwrap_or(self.texts.len());
        if known.is_none() {
            self.texts.push(text);
        }
        place + 1
    }

    /// Returns a call or a card with its annotations.
    fn decorate(&mut self, what: impl std::fmt::Display, at: usize, remarks: &[Remark]) -> String {
        let mut text = String::new();
        let remarks = remarks.iter().filter(|remark| remark.at == at);
        for letter in remarks.clone().filter_map(|remark| remark.irregular) {
            let _ = write!(text, "^{letter} ");
        }
        let _ = write!(text, "{what}");
        for remark in remarks {
            for glyph in &remark.glyphs {
                let _ = write!(text, " ${glyph}");
            }
            if remark.alerted || remark.note.is_some() {
                let note = remark.note.as_deref().unwrap_or_default();
                let _ = write!(text, " ={}=", self.number(note));
            }
        }
        text
    }

    fn write(&self, text: &mut String) {
        for (index, note) in self.texts.iter().enumerate() {
            tag(text, "Note", &format!("{}:{note}", index + 1));
        }
    }
}

fn auction(text: &mut String, record: &Record) {
    let ended = record.auction.has_ended();
    let begun = record.ongoing && record.final_contract().is_none();
    if record.auction.is_empty() && !begun {
        return;
    }
    let dealer = record.dealer;
    tag(
        text,
        "Auction",
        &dealer.map_or("?".to_owned(), |seat| seat.to_string()),
    );
    let mut notes = Notes::default();
    let calls = record.auction.iter().enumerate();
    let calls: Vec<_> = calls
        .map(|(at, call)| notes.decorate(Ascii(*call), at, &record.call_remarks))
        .collect();
    for row in calls.chunks(4) {
        line(text, &row.join(" "));
    }
    if !ended {
        line(text, if record.ongoing { "+" } else { "*" });
    }
    notes.write(text);
}

fn play(text: &mut String, record: &Record) {
    let Some(leader) = record.first_leader() else {
        return;
    };
    let begun = record.ongoing && (record.auction.is_empty() || record.auction.has_ended());
    if record.cards.is_empty() && record.leader.is_none() && !begun {
        return;
    }
    tag(text, "Play", &leader.to_string());
    let mut notes = Notes::default();
    let mut at = 0;
    for trick in record.cards.chunks(4) {
        let mut cells = ["-", "-", "-", "-"].map(str::to_owned);
        for &(seat, card) in trick {
            cells[column(leader, seat)] = notes.decorate(Ascii(card), at, &record.card_remarks);
            at += 1;
        }
        line(text, &cells.join(" "));
    }
    if record.ongoing || !record.is_played_out() {
        line(text, if record.ongoing { "+" } else { "*" });
    }
    notes.write(text);
}

fn column(leader: Seat, seat: Seat) -> usize {
    (0..4)
        .find(|&n| after(leader, n) == seat)
        .unwrap_or_default()
}
