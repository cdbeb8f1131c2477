//! Scanner of lines, and free text that is safe inside a line.

use super::messages::{HandName, Note};
use crate::{Call, Card, Hand, Seat, Side, Vulnerability, notation};
use std::fmt;

/// The longest line that is read, in bytes. Written lines are never longer.
pub const MAX_LINE: usize = 4096;

/// The longest free text, in characters. Two of them and the words around them fit in a line.
const MAX_TEXT: usize = 1000;

/// Error for a line that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// The line is too long.
    #[error("line too long: {length} bytes, at most {MAX_LINE}")]
    TooLong {
        /// The length in bytes.
        length: usize,
    },
    /// The line is not a message of the protocol.
    #[error("invalid message `{line}`: expected {expected}")]
    Unreadable {
        /// The line, shortened if it is long.
        line: String,
        /// The expected form.
        expected: &'static str,
    },
}

/// Shortens foreign text for quoting and replaces control characters.
pub(super) fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(MOST).map(clean).collect();
    if text.chars().nth(MOST).is_some() {
        short.push_str("...");
    }
    short
}

/// Free text inside a line: the name of a team, an explanation.
///
/// The protocol allows printable ASCII only, and puts names between quotation marks. So suit
/// symbols become letters, quotation marks apostrophes, other characters question marks and any
/// white space one blank; text beyond a thousand characters is cut.
///
/// ```
/// use bridge::manager::FreeText;
///
/// assert_eq!(FreeText::new(" 5+ ♠,\r\n\"natural\" ").as_str(), "5+ S, 'natural'");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeText(String);

impl FreeText {
    /// Converts any text.
    pub fn new(text: &str) -> Self {
        let gap = |c: char| c.is_whitespace() || c.is_control();
        let mut clean = String::new();
        for word in text.split(gap).filter(|word| !word.is_empty()) {
            if !clean.is_empty() {
                clean.push(' ');
            }
            clean.extend(word.chars().map(printable));
            if clean.len() > MAX_TEXT {
                clean.truncate(MAX_TEXT);
                break;
            }
        }
        clean.truncate(clean.trim_end().len());
        FreeText(clean)
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn printable(c: char) -> char {
    match c {
        '♠' | '♤' => 'S',
        '♥' | '♡' => 'H',
        '♦' | '♢' => 'D',
        '♣' | '♧' => 'C',
        '"' | '’' => '\'',
        c if c.is_ascii_graphic() => c,
        _ => '?',
    }
}

impl fmt::Display for FreeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether a character separates words. Programs set points, colons and brackets as they
/// like, and no message depends on them.
fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | ':' | ',' | ';' | '(' | ')')
}

/// A line being read from left to right. A method that does not find its token returns nothing; the
/// line is then refused as a whole, so there is no backtracking.
pub(super) struct Scanner<'a> {
    line: &'a str,
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(line: &'a str) -> Result<Self, LineError> {
        if line.len() > MAX_LINE {
            let length = line.len();
            return Err(LineError::TooLong { length });
        }
        let line = line.trim();
        Ok(Scanner { line, rest: line })
    }

    pub(super) fn refused(&self, expected: &'static str) -> LineError {
        LineError::Unreadable {
            line: shortened(self.line),
            expected,
        }
    }

    /// Returns the next word and the rest; an empty word at the end.
    fn split(&self) -> (&'a str, &'a str) {
        let start = self.rest.trim_start_matches(is_gap);
        start.split_at(start.find(is_gap).unwrap_or(start.len()))
    }

    pub(super) fn word(&mut self) -> &'a str {
        let (word, rest) = self.split();
        self.rest = rest;
        word
    }

    /// Takes these words if they come next, in any case; returns whether they did.
    pub(super) fn takes(&mut self, phrase: &str) -> bool {
        let before = self.rest;
        let mut wanted = phrase.split(' ');
        let found = wanted.all(|wanted| self.word().eq_ignore_ascii_case(wanted));
        if !found {
            self.rest = before;
        }
        found
    }

    /// Returns whether nothing is left.
    pub(super) fn is_done(&self) -> bool {
        self.split().0.is_empty()
    }

    /// Returns a value if it was found and the line ends behind it.
    pub(super) fn whole<T>(
        &self,
        found: Option<T>,
        expected: &'static str,
    ) -> Result<T, LineError> {
        let found = found.filter(|_| self.is_done());
        found.ok_or_else(|| self.refused(expected))
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        self.word().parse().ok()
    }

    pub(super) fn seat(&mut self) -> Option<Seat> {
        notation::seat(self.word()).ok()
    }

    pub(super) fn hand_name(&mut self) -> Option<HandName> {
        hand_name(self.word())
    }

    /// `East's`, `dummy's`.
    pub(super) fn owner(&mut self) -> Option<HandName> {
        let word = self.word().to_lowercase();
        let name = ["'s", "’s", "`s"].iter().find_map(|s| word.strip_suffix(s));
        hand_name(name?)
    }

    pub(super) fn side(&mut self) -> Option<Side> {
        let word = self.word();
        let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        match () {
            () if is(["N/S", "NS"]) => Some(Side::NorthSouth),
            () if is(["E/W", "EW"]) => Some(Side::EastWest),
            () => None,
        }
    }

    /// `Neither vulnerable`, where the second word may be missing.
    pub(super) fn vulnerability(&mut self) -> Option<Vulnerability> {
        let found = match self.word().to_ascii_lowercase().as_str() {
            "neither" | "none" | "nobody" => Vulnerability::None,
            "n/s" | "ns" => Vulnerability::NorthSouth,
            "e/w" | "ew" => Vulnerability::EastWest,
            "both" | "all" => Vulnerability::All,
            _ => return None,
        };
        self.takes("vulnerable");
        Some(found)
    }

    /// Text between quotation marks.
    pub(super) fn quoted(&mut self) -> Option<FreeText> {
        let start = self.rest.trim_start_matches(is_gap).strip_prefix('"')?;
        let (text, rest) = start.split_once('"')?;
        self.rest = rest;
        Some(FreeText::new(text))
    }

    /// Takes the rest of the line as free text.
    pub(super) fn text(&mut self) -> FreeText {
        FreeText::new(std::mem::take(&mut self.rest))
    }

    /// `1NT` or `1 NT`; also `pass`, `X`.
    pub(super) fn call(&mut self) -> Option<Call> {
        let first = self.word();
        if first.parse::<u8>().is_ok() {
            return notation::call(&format!("{first}{}", self.word())).ok();
        }
        notation::call(first).ok()
    }

    /// Returns a card to the end of the line: `6H`, `H6`, `10 h`.
    pub(super) fn card(&mut self) -> Option<Card> {
        let rest = std::mem::take(&mut self.rest);
        let text: String = rest.chars().filter(|c| !is_gap(*c)).collect();
        let turned = || {
            let suit = text.chars().next_back()?;
            let rank = text.strip_suffix(suit)?;
            notation::card(&format!("{suit}{rank}")).ok()
        };
        notation::card(&text).ok().or_else(turned)
    }

    /// Returns a hand to the end of the line, each suit behind its letter.
    pub(super) fn hand(&mut self) -> Option<Hand> {
        let text = std::mem::take(&mut self.rest).replace("10", "T");
        let (mut hand, mut suit) = (Hand::EMPTY, None);
        for c in text.chars().filter(|c| !is_gap(*c) && !"-–—".contains(*c)) {
            let letter = c.to_string();
            if let Ok(found) = notation::suit(&letter) {
                suit = Some(found);
                continue;
            }
            let (suit, rank) = (suit?, notation::rank(&letter).ok()?);
            if !hand.insert(Card { suit, rank }) {
                return None;
            }
        }
        Some(hand)
    }

    /// `Alert. explanation` to the end of the line, if it comes next.
    pub(super) fn note(&mut self) -> Option<Note> {
        let note = match () {
            () if self.takes("Alert") => Note::Alert,
            () if self.takes("Infos") => Note::Infos,
            () => return None,
        };
        // One point belongs to the word before; another one would be the text's.
        let rest = self.rest.trim_start();
        self.rest = rest.strip_prefix(['.', ':']).unwrap_or(rest);
        Some(note(self.text()))
    }

    /// Returns a time in hours, minutes and seconds, or the last two, in seconds.
    pub(super) fn time(&mut self) -> Option<u32> {
        let mut time = self.number()?;
        while let Ok(next) = self.split().0.parse::<u32>() {
            self.word();
            time = time.checked_mul(60)?.checked_add(next)?;
        }
        Some(time)
    }
}

fn hand_name(word: &str) -> Option<HandName> {
    if word.eq_ignore_ascii_case("dummy") {
        return Some(HandName::Dummy);
    }
    notation::seat(word).ok().map(HandName::Seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_are_found_between_any_marks() {
        let mut scan = Scanner::new("  Board  NUMBER:7 .( dealer )").unwrap();
        assert!(!scan.takes("board number dealer"));
        assert!(scan.takes("board number"));
        assert_eq!(scan.number(), Some(7));
        assert!(!scan.is_done());
        assert_eq!((scan.word(), scan.word()), ("dealer", ""));
    }

    #[test]
    fn a_quoted_line_is_short_and_harmless() {
        let line = format!("\u{1b}[2J{}", "é".repeat(300));
        let error = Scanner::new(&line).unwrap().refused("sense");
        let words = error.to_string();
        assert!(
            words.starts_with("invalid message ` [2Jéé")
                && words.ends_with("é...`: expected sense")
        );
        assert!(words.len() < 250, "{words}");
    }

    proptest! {
        #[test]
        fn free_text_is_printable_and_stays_as_it_is(text in "\\PC*|[ \"\r\n\ta-z♠é]*|.{900,1100}") {
            let words = FreeText::new(&text);
            prop_assert!(words.as_str().len() <= MAX_TEXT);
            prop_assert!(words.as_str().chars().all(|c| (' '..='~').contains(&c) && c != '"'));
            prop_assert_eq!(&FreeText::new(words.as_str()), &words);
        }
    }
}
