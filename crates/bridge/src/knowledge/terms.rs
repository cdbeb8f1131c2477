//! The condition language of rule files for suits, lengths and shapes: `5+`, `M >= 5 and oM <= 3`,
//! `balanced`.
//!
//! A rule names suits directly (`C`, `D`, `H`, `S`) or by letters that the auction binds (`M`, `m`,
//! `x`, `y`, `z`); [`SuitBindings`] holds the suits of the letters in one auction.

use crate::Suit;
use crate::notation::SUITS;

/// A minimum and a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) min: u8,
    pub(crate) max: u8,
}

impl Range {
    /// No limits.
    pub(crate) const ANY: Range = Range { min: 0, max: 40 };

    /// `12-21`, `5+` or `4`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let bad = || format!("`{text}` is not a range (as in 12-21, 5+ or 4)");
        let number = |part: &str| part.trim().parse::<u8>().map_err(|_| bad());
        let range = if let Some(min) = text.trim().strip_suffix('+') {
            Range {
                min: number(min)?,
                ..Range::ANY
            }
        } else if let Some((min, max)) = text.split_once('-') {
            Range {
                min: number(min)?,
                max: number(max)?,
            }
        } else {
            Range {
                min: number(text)?,
                max: number(text)?,
            }
        };
        if range.min > range.max || range.max > 40 {
            Err(bad())
        } else {
            Ok(range)
        }
    }

    #[inline]
    pub(super) fn contains(self, value: u8) -> bool {
        self.min <= value && value <= self.max
    }

    /// Returns the range widened by this much at either end.
    pub(super) fn widened(self, by: u8) -> Self {
        Range {
            min: self.min.saturating_sub(by),
            max: (self.max + by).min(40),
        }
    }

    /// Returns the numbers of the range as bits.
    pub(super) fn bits(self) -> u64 {
        (1 << (self.max + 1)) - (1 << self.min)
    }
}

/// A letter that stands for a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letter {
    /// `M`, a major suit.
    Major,
    /// `m`, a minor suit.
    Minor,
    /// `x`
    X,
    /// `y`
    Y,
    /// `z`
    Z,
}

/// A suit as a rule names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SuitName {
    /// One of the four.
    Suit(Suit),
    /// The suit of a letter.
    Letter(Letter),
    /// `oM`, `om`: the other one of the same rank.
    Other(Letter),
    /// `led`: the suit of the opening lead.
    Led,
    /// `trumps`
    Trumps,
}

impl SuitName {
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "C" => SuitName::Suit(Suit::Clubs),
            "D" => SuitName::Suit(Suit::Diamonds),
            "H" => SuitName::Suit(Suit::Hearts),
            "S" => SuitName::Suit(Suit::Spades),
            "M" => SuitName::Letter(Letter::Major),
            "m" => SuitName::Letter(Letter::Minor),
            "x" => SuitName::Letter(Letter::X),
            "y" => SuitName::Letter(Letter::Y),
            "z" => SuitName::Letter(Letter::Z),
            "oM" => SuitName::Other(Letter::Major),
            "om" => SuitName::Other(Letter::Minor),
            "led" => SuitName::Led,
            "trumps" => SuitName::Trumps,
            _ => return None,
        })
    }
}

/// The suits that letters stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SuitBindings {
    pub(super) letters: [Option<Suit>; 5],
    /// The suit of the opening lead.
    pub(super) led: Option<Suit>,
    /// The trump suit.
    pub(super) trumps: Option<Suit>,
    /// The suits that have been bid, clubs first.
    pub(super) bid: [bool; 4],
}

/// Returns the other suit of the same rank: hearts and spades, clubs and diamonds.
fn sister(suit: Suit) -> Suit {
    SUITS[suit as usize ^ 1]
}

impl SuitBindings {
    /// Returns the suit of this name, if it is bound.
    pub(crate) fn suit(&self, name: SuitName) -> Option<Suit> {
        match name {
            SuitName::Suit(suit) => Some(suit),
            SuitName::Letter(letter) => self.letters[letter as usize],
            SuitName::Other(letter) => self.letters[letter as usize].map(sister),
            SuitName::Led => self.led,
            SuitName::Trumps => self.trumps,
        }
    }

    /// Binds a letter to a suit; returns whether it is bound to it. Different letters are different
    /// suits.
    pub(super) fn bind(&mut self, letter: Letter, suit: Suit) -> bool {
        if let Some(bindings) = self.letters[letter as usize] {
            return bindings == suit;
        }
        let fits = match letter {
            Letter::Major => suit >= Suit::Hearts,
            Letter::Minor => suit <= Suit::Diamonds,
            _ => true,
        };
        let free = fits && !self.letters.contains(&Some(suit));
        if free {
            self.letters[letter as usize] = Some(suit);
        }
        free
    }

    /// Returns whether the letter is bound.
    pub(super) fn has(&self, letter: Letter) -> bool {
        self.letters[letter as usize].is_some()
    }
}

/// A length in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Number(u8),
    Suit(SuitName),
    /// Of the longest suit.
    Longest,
    /// Of the shortest suit.
    Shortest,
    /// Of the shortest unbid suit.
    Unbid,
}

impl Term {
    fn parse(text: &str) -> Result<Self, String> {
        if let Ok(number) = text.parse() {
            return Ok(Term::Number(number));
        }
        Ok(match text {
            "longest" => Term::Longest,
            "shortest" => Term::Shortest,
            "unbid" => Term::Unbid,
            other => {
                let name = SuitName::parse(other);
                Term::Suit(name.ok_or_else(|| format!("`{other}` is neither a number nor a suit"))?)
            }
        })
    }

    fn value(self, lengths: [u8; 4], bindings: &SuitBindings) -> Option<u8> {
        match self {
            Term::Number(number) => Some(number),
            Term::Suit(name) => bindings.suit(name).map(|suit| lengths[suit as usize]),
            Term::Longest => lengths.into_iter().max(),
            Term::Shortest => lengths.into_iter().min(),
            Term::Unbid => {
                let unbid = lengths
                    .into_iter()
                    .zip(bindings.bid)
                    .filter(|(_, bid)| !bid);
                unbid.map(|(length, _)| length).min()
            }
        }
    }
}

/// A comparison of two lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) word: &'static str,
    /// The orderings that pass: less, equal, greater.
    pass: [bool; 3],
}

const COMPARISONS: [Comparison; 6] = [
    Comparison {
        word: "<=",
        pass: [true, true, false],
    },
    Comparison {
        word: ">=",
        pass: [false, true, true],
    },
    Comparison {
        word: "!=",
        pass: [true, false, true],
    },
    Comparison {
        word: "<",
        pass: [true, false, false],
    },
    Comparison {
        word: ">",
        pass: [false, false, true],
    },
    Comparison {
        word: "=",
        pass: [false, true, false],
    },
];

/// A condition on the lengths of the four suits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Or(Box<Shape>, Box<Shape>),
    And(Box<Shape>, Box<Shape>),
    Not(Box<Shape>),
    /// 4333, 4432 or 5332.
    Balanced,
    Compare(Term, Comparison, Term),
}

impl Shape {
    /// Reads a condition: comparisons joined by `and`, `or`, `not` and parentheses.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut words = Words {
            words: split(text),
            next: 0,
        };
        let shape = words.either(0)?;
        match words.peek() {
            "" => Ok(shape),
            rest => Err(format!("unexpected `{rest}`")),
        }
    }

    /// Returns whether these lengths pass. A missing suit (trumps at notrump) never passes.
    pub(super) fn holds(&self, lengths: [u8; 4], bindings: &SuitBindings) -> bool {
        match self {
            Shape::Or(a, b) => a.holds(lengths, bindings) || b.holds(lengths, bindings),
            Shape::And(a, b) => a.holds(lengths, bindings) && b.holds(lengths, bindings),
            Shape::Not(a) => !a.holds(lengths, bindings),
            Shape::Balanced => crate::hand::is_balanced(lengths),
            Shape::Compare(a, how, b) => {
                let values = a.value(lengths, bindings).zip(b.value(lengths, bindings));
                values.is_some_and(|(a, b)| how.pass[(a.cmp(&b) as i8 + 1) as usize])
            }
        }
    }

    /// Collects the suits that the condition names.
    pub(super) fn suits(&self, into: &mut Vec<SuitName>) {
        match self {
            Shape::Or(a, b) | Shape::And(a, b) => {
                a.suits(into);
                b.suits(into);
            }
            Shape::Not(a) => a.suits(into),
            Shape::Balanced => {}
            Shape::Compare(a, _, b) => {
                for term in [a, b] {
                    if let Term::Suit(name) = term {
                        into.push(*name);
                    }
                }
            }
        }
    }
}

/// The deepest nesting of parentheses, because the parser is recursive.
const DEEPEST: usize = 20;

struct Words<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn peek(&self) -> &'a str {
        self.words.get(self.next).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        let word = self.peek();
        self.next += 1;
        word
    }

    fn either(&mut self, depth: usize) -> Result<Shape, String> {
        let mut shape = self.both(depth)?;
        while self.peek() == "or" {
            self.take();
            shape = Shape::Or(Box::new(shape), Box::new(self.both(depth)?));
        }
        Ok(shape)
    }

    fn both(&mut self, depth: usize) -> Result<Shape, String> {
        let mut shape = self.single(depth)?;
        while self.peek() == "and" {
            self.take();
            shape = Shape::And(Box::new(shape), Box::new(self.single(depth)?));
        }
        Ok(shape)
    }

    fn single(&mut self, depth: usize) -> Result<Shape, String> {
        if depth > DEEPEST {
            return Err("the condition is nested too deeply".to_owned());
        }
        match self.take() {
            "" => Err("unexpected end of the condition".to_owned()),
            "not" => Ok(Shape::Not(Box::new(self.single(depth + 1)?))),
            "balanced" => Ok(Shape::Balanced),
            "(" => {
                let shape = self.either(depth + 1)?;
                match self.take() {
                    ")" => Ok(shape),
                    _ => Err("expected `)`".to_owned()),
                }
            }
            first => {
                let first = Term::parse(first)?;
                let word = self.take();
                let how = COMPARISONS.into_iter().find(|how| how.word == word);
                let how = how
                    .ok_or_else(|| format!("`{word}` is not a comparison (<, <=, =, !=, >=, >)"))?;
                Ok(Shape::Compare(first, how, Term::parse(self.take())?))
            }
        }
    }
}

/// Words, comparisons and parentheses.
fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let sign = |c: char| "<>=!".contains(c);
        let length = match first {
            '(' | ')' => 1,
            c if sign(c) => rest.find(|c| !sign(c)).unwrap_or(rest.len()),
            _ => rest
                .find(|c: char| c.is_whitespace() || "()<>=!".contains(c))
                .unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(length);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(text: &str, lengths: [u8; 4]) -> bool {
        let mut bindings = SuitBindings::default();
        bindings.bind(Letter::Major, Suit::Hearts);
        bindings.bid[Suit::Hearts as usize] = true;
        Shape::parse(text).unwrap().holds(lengths, &bindings)
    }

    #[test]
    fn conditions_say_what_they_say() {
        let lengths = [2, 3, 5, 3];
        for text in [
            "M = 5",
            "M>oM",
            "longest = M and shortest = C",
            "balanced",
            "unbid >= 2",
            "not C > D",
        ] {
            assert!(holds(text, lengths), "{text}");
        }
        for text in [
            "M != 5",
            "unbid >= 3",
            "C > 2 or (D > 3 and H = 5)",
            "not balanced",
            "trumps <= 13",
            "S<3",
        ] {
            assert!(!holds(text, lengths), "{text}");
        }
        assert!(
            holds("C = 9 and D = 9 or H = 5", lengths),
            "`and` binds closer than `or`"
        );
    }

    #[test]
    fn all_comparisons_compare() {
        for (word, expected) in [
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            ("=", [false, true, false]),
        ] {
            for (length, pass) in [2, 3, 4].into_iter().zip(expected) {
                assert_eq!(
                    holds(&format!("{length} {word} 3"), [4, 3, 3, 3]),
                    pass,
                    "{length} {word} 3"
                );
            }
        }
        for (word, expected) in [
            (">", [false, false, true]),
            (">=", [false, true, true]),
            ("!=", [true, false, true]),
        ] {
            for (length, pass) in [2, 3, 4].into_iter().zip(expected) {
                assert_eq!(
                    holds(&format!("{length} {word} 3"), [4, 3, 3, 3]),
                    pass,
                    "{length} {word} 3"
                );
            }
        }
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for text in [
            "",
            "C",
            "C >",
            "C > q",
            "(C > 2",
            "C => 2",
            "C > 2 D",
            "and",
            "C > 2 and",
            "not",
            "♣ > 2",
        ] {
            assert!(Shape::parse(text).is_err(), "{text}");
        }
        assert!(Shape::parse(&"(".repeat(100_000)).is_err());
        assert!(Shape::parse(&"not ".repeat(100_000)).is_err());
    }

    #[test]
    fn ranges_are_read() {
        for (text, min, max) in [("12-21", 12, 21), ("5+", 5, 40), ("4", 4, 4), ("0-3", 0, 3)] {
            let range = Range::parse(text).unwrap();
            assert_eq!((range.min, range.max), (min, max));
        }
        for text in ["", "x", "5-3", "-3", "3-", "+", "41", "1-99", "300"] {
            assert!(Range::parse(text).is_err(), "{text}");
        }
        assert_eq!(Range { min: 1, max: 3 }.bits(), 0b1110);
        assert_eq!(Range::ANY.bits().count_ones(), 41);
        assert_eq!(Range { min: 1, max: 39 }.widened(2), Range::ANY);
    }

    #[test]
    fn letters_are_different_suits() {
        let mut bindings = SuitBindings::default();
        assert!(!bindings.bind(Letter::Major, Suit::Clubs));
        assert!(bindings.bind(Letter::X, Suit::Spades));
        assert!(!bindings.bind(Letter::Y, Suit::Spades));
        assert!(bindings.bind(Letter::X, Suit::Spades));
        assert!(!bindings.bind(Letter::X, Suit::Hearts));
        assert!(bindings.bind(Letter::Minor, Suit::Clubs));
        assert_eq!(
            bindings.suit(SuitName::Other(Letter::Minor)),
            Some(Suit::Diamonds)
        );
    }
}
