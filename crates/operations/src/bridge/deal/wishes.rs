//! Constraints on hands, as the command line and questions write them.

use bridge::dealing::HandBelief;
use bridge::knowledge::Belief;
use bridge::{Ascii, Hand, Holding, Seat, Suit, hand, notation};
use std::fmt;

/// From a number to a number, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    min: u8,
    max: u8,
}

impl Range {
    const ANY: Range = Range { min: 0, max: 40 };

    /// Reads `15-17`, `12+`, `10` or `*`; the upper limit is `most`.
    fn read(text: &str, most: u8) -> Result<Self, String> {
        let text = text.trim();
        let number = |text: &str| -> Result<u8, String> {
            let number = text.trim().parse();
            let number = number
                .map_err(|_| format!("`{text}` is not a number, as in 15-17, 12+, 10 or *"))?;
            if number > most {
                return Err(format!("`{text}` is more than {most}"));
            }
            Ok(number)
        };
        let (min, max) = match (text, text.strip_suffix('+'), text.split_once('-')) {
            ("*", ..) => return Ok(Range::ANY),
            (_, Some(min), _) => (number(min)?, Range::ANY.max),
            (_, _, Some((min, max))) => (number(min)?, number(max)?),
            _ => (number(text)?, number(text)?),
        };
        if min > max {
            return Err(format!("`{text}` goes down"));
        }
        Ok(Range { min, max })
    }

    fn contains(self, number: u8) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (0, max) if max == Range::ANY.max => f.write_str("*"),
            (min, max) if max == Range::ANY.max => write!(f, "{min}+"),
            (min, max) if min == max => write!(f, "{min}"),
            (min, max) => write!(f, "{min}-{max}"),
        }
    }
}

/// Cards a seat has.
#[derive(Clone, Copy, Debug)]
pub struct Held(Seat, Hand);

/// High-card points of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Points(Seat, Range);

impl Points {
    /// The lower and upper bound of the points.
    pub(super) fn between(seat: Seat, min: u8, max: u8) -> Self {
        Points(seat, Range { min, max })
    }
}

/// Lengths of a seat, clubs first.
#[derive(Clone, Copy, Debug)]
pub struct Lengths(Seat, [Range; 4]);

/// Reads `N=AK4.QJ.T987.6532`.
///
/// # Errors
/// If the text is invalid.
pub fn held(text: &str) -> Result<Held, String> {
    let (seat, cards) = of_seat(text)?;
    let hand = notation::hand(cards).map_err(|why| why.to_string())?;
    match hand.len() {
        0 => Err("has no cards".to_owned()),
        1..=13 => Ok(Held(seat, hand)),
        count => Err(format!("a hand has thirteen cards, not {count}")),
    }
}

/// Reads `S=15-17`.
///
/// # Errors
/// If the text is invalid.
pub fn points(text: &str) -> Result<Points, String> {
    let (seat, range) = of_seat(text)?;
    // Four aces, four kings, four queens and a jack: the most a hand can have.
    Ok(Points(seat, Range::read(range, 37)?))
}

/// Reads `S=5+.2-3.*.*`, spades first.
///
/// # Errors
/// If the text is invalid.
pub fn lengths(text: &str) -> Result<Lengths, String> {
    let (seat, ranges) = of_seat(text)?;
    let ranges = ranges.split('.').map(|range| Range::read(range, 13));
    let ranges: Vec<_> = ranges.collect::<Result<_, _>>()?;
    let [spades, hearts, diamonds, clubs] = ranges.try_into().map_err(|found: Vec<_>| {
        format!(
            "four suits are wanted, separated by points, not {}",
            found.len()
        )
    })?;
    let ranges = [clubs, diamonds, hearts, spades];
    let sum = |end: fn(&Range) -> u8| ranges.iter().map(end).map(u32::from).sum::<u32>();
    match (sum(|range| range.min), sum(|range| range.max)) {
        (14.., _) => Err("that is more than thirteen cards".to_owned()),
        (_, 0..13) => Err("that is less than thirteen cards".to_owned()),
        _ => Ok(Lengths(seat, ranges)),
    }
}

/// Splits a text into the seat and the rest.
fn of_seat(text: &str) -> Result<(Seat, &str), String> {
    let (seat, rest) = text
        .split_once('=')
        .ok_or("a seat and an equals sign come first, as in N=")?;
    let seat = notation::seat(seat).map_err(|why| why.to_string())?;
    Ok((seat, rest.trim()))
}

/// All constraints.
#[derive(Debug)]
pub struct Wishes {
    /// Cards that each seat certainly has.
    pub known: [Hand; 4],
    points: Vec<Points>,
    lengths: Vec<Lengths>,
    balanced: Vec<Seat>,
}

impl Wishes {
    /// Combines the flags.
    ///
    /// # Errors
    /// If two flags contradict each other.
    pub fn new(
        held: &[Held],
        points: &[Points],
        lengths: &[Lengths],
        balanced: &[Seat],
    ) -> Result<Self, String> {
        let mut wishes = Wishes {
            known: [Hand::EMPTY; 4],
            points: points.to_vec(),
            lengths: lengths.to_vec(),
            balanced: balanced.to_vec(),
        };
        for &Held(seat, hand) in held {
            let known = &mut wishes.known[seat as usize];
            if !known.is_empty() {
                return Err(format!("--hand {seat} is given twice"));
            }
            *known = hand;
        }
        notation::check(&wishes.known).map_err(|why| format!("--hand: {why}"))?;
        for seat in Seat::ALL {
            wishes.check(seat)?;
        }
        Ok(wishes)
    }

    /// Checks a given hand against the constraints: no sampler checks it later.
    fn check(&self, seat: Seat) -> Result<(), String> {
        let hand = self.known[seat as usize];
        let fits = self.fits(seat, hand::lengths(hand), hand::points(hand));
        if hand.len() < 13 || fits {
            return Ok(());
        }
        Err(format!(
            "--hand {seat}={} is not what {} wants",
            Ascii(hand),
            self.flags(seat).join(", ")
        ))
    }

    /// Whether the constraints are cards only.
    pub fn is_open(&self) -> bool {
        self.points.is_empty() && self.lengths.is_empty() && self.balanced.is_empty()
    }

    /// Returns the flags about a seat, without cards.
    pub fn flags(&self, seat: Seat) -> Vec<String> {
        let own = |whose: Seat| whose == seat;
        let points = self.points.iter().filter(|points| own(points.0));
        let points = points.map(|points| format!("--points {seat}={}", points.1));
        let lengths = self.lengths.iter().filter(|lengths| own(lengths.0));
        let lengths =
            lengths.map(|Lengths(_, [c, d, h, s])| format!("--lengths {seat}={s}.{h}.{d}.{c}"));
        let balanced = self.balanced.iter().filter(|whose| own(**whose));
        let balanced = balanced.map(|_| format!("--balanced {seat}"));
        points.chain(lengths).chain(balanced).collect()
    }

    /// Returns the constraints and beliefs on a seat.
    pub fn of<'a>(&'a self, seat: Seat, belief: Option<&'a Belief>) -> Wanted<'a> {
        Wanted {
            wishes: self,
            seat,
            belief,
        }
    }

    fn fits(&self, seat: Seat, lengths: [u8; 4], points: u8) -> bool {
        let within = |ranges: &[Range; 4]| {
            ranges
                .iter()
                .zip(lengths)
                .all(|(range, length)| range.contains(length))
        };
        self.points
            .iter()
            .all(|wish| wish.0 != seat || wish.1.contains(points))
            && self
                .lengths
                .iter()
                .all(|wish| wish.0 != seat || within(&wish.1))
            && (!self.balanced.contains(&seat) || hand::is_balanced(lengths))
    }
}

/// The constraints and beliefs on one hand.
pub struct Wanted<'a> {
    wishes: &'a Wishes,
    seat: Seat,
    belief: Option<&'a Belief>,
}

impl HandBelief for Wanted<'_> {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        self.belief.map_or(1.0, |belief| belief.suit(suit, held))
    }

    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        if self.wishes.fits(self.seat, lengths, points) {
            self.belief
                .map_or(1.0, |belief| belief.hand(lengths, points))
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_written_as_they_are_read() {
        for text in ["15-17", "12+", "10", "*", "0-4"] {
            assert_eq!(Range::read(text, 37).unwrap().to_string(), text);
        }
        for (text, words) in [
            ("", "`` is not a number"),
            ("x", "`x` is not a number"),
            ("-5", "`` is not a number"),
            ("17-15", "`17-15` goes down"),
            ("38", "`38` is more than 37"),
            ("999", "`999` is not a number"),
        ] {
            let error = Range::read(text, 37).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }

    #[test]
    fn lengths_have_to_be_those_of_a_hand() {
        assert!(lengths("S=5+.2-3.*.*").is_ok());
        for (text, words) in [
            ("5+.*.*.*", "a seat and an equals sign come first"),
            ("X=5+.*.*.*", "`X` is not a seat"),
            (
                "S=5+.*.*",
                "four suits are wanted, separated by points, not 3",
            ),
            ("S=5+.5+.4+.*", "more than thirteen"),
            ("S=3.3.3.3", "less than thirteen"),
            ("S=14.*.*.*", "`14` is more than 13"),
        ] {
            let error = lengths(text).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }

    #[test]
    fn flags_that_contradict_each_other_are_named() {
        let hand = held("N=K4.KQ9.JT876.Q32").unwrap();
        let twice = Wishes::new(&[hand, hand], &[], &[], &[]).unwrap_err();
        assert_eq!(twice, "--hand N is given twice");
        let card = held("E=K...").unwrap();
        let card = Wishes::new(&[hand, card], &[], &[], &[]).unwrap_err();
        assert_eq!(card, "--hand: SK is there twice");
        let weak =
            Wishes::new(&[hand], &[points("N=12+").unwrap()], &[], &[Seat::North]).unwrap_err();
        assert_eq!(
            weak,
            "--hand N=K4.KQ9.JT876.Q32 is not what --points N=12+, --balanced N wants"
        );
        assert!(Wishes::new(&[hand], &[points("N=11").unwrap()], &[], &[Seat::North]).is_ok());
    }
}
