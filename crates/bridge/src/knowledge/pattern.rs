//! Patterns of auctions, written the way auctions are: `1M ? 3M ?`.
//!
//! A pattern begins with the first call that is not a pass. `-` is a pass, `?` a pass or a bid, `*`
//! any call; a bid has a level (or `n`, any level) and a strain, which may be a letter: `M` a
//! major, `m` a minor, `x`, `y`, `z` any suit, each letter another one.

use super::terms::{Letter, SuitBindings, SuitName};
use crate::{Call, Strain, Suit};

/// One call of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Call(Call),
    PassOrBid,
    Any,
    Bid {
        level: Option<u8>,
        strain: Option<SuitName>,
    },
}

impl Token {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let bad =
            || format!("`{text}` is not a call of a pattern (as in -, ?, *, X, XX, 1NT, 2M, nx)");
        match text {
            "-" => return Ok(Token::Call(Call::Pass)),
            "X" => return Ok(Token::Call(Call::Double)),
            "XX" => return Ok(Token::Call(Call::Redouble)),
            "?" => return Ok(Token::PassOrBid),
            "*" => return Ok(Token::Any),
            _ => {}
        }
        let first = text.chars().next().ok_or_else(bad)?;
        let level = match first {
            'n' => None,
            '1'..='7' => Some(first as u8 - b'0'),
            _ => return Err(bad()),
        };
        let strain = match &text[1..] {
            "NT" => None,
            name => Some(SuitName::parse(name).ok_or_else(bad)?),
        };
        if matches!(strain, Some(SuitName::Led | SuitName::Trumps)) {
            return Err(bad());
        }
        Ok(Token::Bid { level, strain })
    }

    /// Returns whether a call fits; a letter without a suit takes the suit of the call. `free` says
    /// which suits a new letter may take.
    pub(super) fn fits(
        self,
        call: Call,
        bindings: &mut SuitBindings,
        free: impl Fn(Suit) -> bool,
    ) -> bool {
        match (self, call) {
            (Token::Any, _) | (Token::PassOrBid, Call::Pass | Call::Bid(_)) => true,
            (Token::Call(expected), call) => expected == call,
            (Token::Bid { level, strain }, Call::Bid(bid)) => {
                level.is_none_or(|level| level == bid.level.get())
                    && match (strain, bid.strain.suit()) {
                        (None, _) => bid.strain == Strain::Notrump,
                        (Some(SuitName::Letter(letter)), Some(suit)) => {
                            (bindings.has(letter) || free(suit)) && bindings.bind(letter, suit)
                        }
                        (Some(name), Some(suit)) => bindings.suit(name) == Some(suit),
                        (Some(_), None) => false,
                    }
            }
            _ => false,
        }
    }

    /// Returns the letter that this call binds, if any.
    fn letter(self) -> Option<Letter> {
        match self {
            Token::Bid {
                strain: Some(SuitName::Letter(letter)),
                ..
            } => Some(letter),
            _ => None,
        }
    }
}

/// The calls from the opening on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern(Vec<Token>);

impl Pattern {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let tokens = text.split_whitespace().map(Token::parse);
        tokens.collect::<Result<_, _>>().map(Pattern)
    }

    /// Returns the suits of the letters if exactly these calls fit.
    pub(super) fn matched(&self, calls: &[Call]) -> Option<SuitBindings> {
        if calls.len() != self.0.len() {
            return None;
        }
        let mut bindings = SuitBindings::default();
        let mut pairs = self.0.iter().zip(calls);
        pairs
            .all(|(token, &call)| token.fits(call, &mut bindings, |_| true))
            .then_some(bindings)
    }

    /// Returns whether a suit of this name is bound by the pattern and one more call.
    pub(super) fn binds(&self, call: Token, name: SuitName) -> bool {
        match name {
            SuitName::Suit(_) => true,
            SuitName::Letter(letter) | SuitName::Other(letter) => self
                .0
                .iter()
                .chain([&call])
                .any(|token| token.letter() == Some(letter)),
            SuitName::Led | SuitName::Trumps => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Auction;

    fn matched(pattern: &str, calls: &str) -> Option<SuitBindings> {
        let auction: Auction = calls.parse().unwrap();
        Pattern::parse(pattern).unwrap().matched(&auction)
    }

    #[test]
    fn letters_take_the_suits_bid() {
        let bindings = matched("1x ? 1y -", "1D 1H 1S -").unwrap();
        assert_eq!(
            bindings.suit(SuitName::Letter(Letter::X)),
            Some(Suit::Diamonds)
        );
        assert_eq!(
            bindings.suit(SuitName::Letter(Letter::Y)),
            Some(Suit::Spades)
        );
        for (pattern, calls) in [
            ("1M -", "1C -"),
            ("1M - 3M", "1H - 3S"),
            ("1M - 2oM", "1H - 2H"),
            ("1x - ny", "1H - 2H"),
            ("1x ?", "1H X"),
            ("1x", "1NT"),
            ("1x -", "1H"),
            ("", "1H"),
        ] {
            assert_eq!(matched(pattern, calls), None, "{pattern} / {calls}");
        }
        for (pattern, calls) in [
            ("1M - 2oM", "1S - 2H"),
            ("1x *", "1H X"),
            ("nNT", "2NT"),
            ("1m X XX", "1C X XX"),
        ] {
            assert!(matched(pattern, calls).is_some(), "{pattern} / {calls}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in ["8C", "1", "1q", "n", "P", "1led", "♣", "1M-", "0NT"] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
    }
}
