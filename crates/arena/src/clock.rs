//! Clocks: time controls, the time left for a move, and overstepped limits.
//!
//! A [`TimeControl`] limits each move, the whole game, or both, and may add an increment after
//! every move, as tournament clocks do. The referee measures; a player receives its remaining time
//! and must keep to it. A program in another process is cut off at the limit; a player in our own
//! process cannot be, and loses when it answers too late.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A duration with a text form: `250ms`, `1.5s`, `24m`, `1h`; a bare number means seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "SpanText", into = "String")]
pub struct Span(pub Duration);

#[derive(Deserialize)]
#[serde(untagged)]
enum SpanText {
    Seconds(f64),
    Text(String),
}

impl TryFrom<SpanText> for Span {
    type Error = String;
    fn try_from(text: SpanText) -> Result<Self, String> {
        match text {
            SpanText::Seconds(seconds) => Span::seconds(seconds, 1.0),
            SpanText::Text(text) => text.parse(),
        }
    }
}

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}

/// A year: no game lasts longer, and sums of times stay far from what a [`Duration`] can hold.
const LONGEST: f64 = 365.0 * 24.0 * 3600.0;

impl Span {
    fn seconds(number: f64, unit: f64) -> Result<Self, String> {
        let seconds = number * unit;
        if (0.0..=LONGEST).contains(&seconds) {
            Ok(Span(Duration::from_secs_f64(seconds)))
        } else {
            Err(format!(
                "time limit {seconds} s is out of range: expected 0 s to one year"
            ))
        }
    }
}

impl std::str::FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &text[digits.len()..] {
            "" | "s" => 1.0,
            "ms" => 0.001,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            other => {
                return Err(format!(
                    "unknown unit `{other}` in `{text}`: expected ms, s, m or h"
                ));
            }
        };
        let number: f64 = digits.trim().parse().map_err(|_| {
            format!("invalid duration `{text}`: expected a form like 250ms, 1.5s, 24m or 1h")
        })?;
        Span::seconds(number, unit)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_secs_f64() * 1000.0;
        if millis < 1000.0 {
            write!(f, "{millis}ms")
        } else {
            write!(f, "{}s", millis / 1000.0)
        }
    }
}

/// The limits on a player's time. None at all by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeControl {
    /// For each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_move: Option<Span>,
    /// For all moves of a game together, per side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_game: Option<Span>,
    /// Added to the game clock after each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<Span>,
}

/// The allowed delay of an answer, to be fair to a loaded machine and a slow pipe: each move for
/// itself, and all moves together where the game clock has run out.
pub const GRACE: Duration = Duration::from_millis(100);

/// The time left to a player at the start of its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLeft {
    /// For this move.
    pub this_move: Option<Duration>,
    /// On the game clock.
    pub game: Option<Duration>,
    /// Increment of the game clock after the move.
    pub increment: Duration,
}

impl TimeLeft {
    /// Returns the time until the latest allowed answer, or `None` without a time limit.
    pub fn hard_limit(&self) -> Option<Duration> {
        match (self.this_move, self.game) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Returns the time to spend on this move if about `moves` own moves remain: an equal share of
    /// the game clock plus most of the increment, within the limit of the move, and a little less
    /// than the hard limit.
    pub fn allot(&self, moves: u32) -> Option<Duration> {
        let share = self
            .game
            .map(|left| left / moves.max(1) + self.increment.mul_f64(0.9));
        let wish = match (self.this_move, share) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Some(wish?.min(self.hard_limit()?).mul_f64(0.95))
    }
}

/// The running clock of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    left: Option<Duration>,
    used: Duration,
    /// The time by which all moves together overstepped the game clock.
    overdrawn: Duration,
}

impl Clock {
    /// Creates a full clock.
    pub fn new(control: TimeControl) -> Self {
        Clock {
            control,
            left: control.per_game.map(|s| s.0),
            used: Duration::ZERO,
            overdrawn: Duration::ZERO,
        }
    }

    /// Returns the time left for the side's next move.
    pub fn left(&self) -> TimeLeft {
        TimeLeft {
            this_move: self.control.per_move.map(|s| s.0),
            game: self.left,
            increment: self.control.increment.map_or(Duration::ZERO, |s| s.0),
        }
    }

    /// Sets the time left on the game clock, as for an extra end.
    pub fn set(&mut self, left: Duration) {
        self.left = Some(left);
        self.overdrawn = Duration::ZERO;
    }

    /// Returns the time used so far.
    pub fn used(&self) -> Duration {
        self.used
    }

    /// Takes the time of one move off the clock and adds the increment.
    ///
    /// # Errors
    /// The limit that was overstepped by more than [`GRACE`], as a sentence.
    pub fn charge(&mut self, spent: Duration) -> Result<(), String> {
        self.used += spent;
        let left = self.left();
        if let Some(limit) = left.this_move.filter(|&limit| spent > limit + GRACE) {
            return Err(overstepped(spent, limit, "a move"));
        }
        if let Some(limit) = left.game {
            self.overdrawn += spent.saturating_sub(limit);
            if self.overdrawn > GRACE {
                return Err(overstepped(spent, limit, "the rest of the game"));
            }
        }
        self.left = left
            .game
            .map(|game| game.saturating_sub(spent) + left.increment);
        Ok(())
    }
}

fn overstepped(spent: Duration, limit: Duration, what: &str) -> String {
    format!(
        "{:.3} s used, {:.3} s allowed for {what}",
        spent.as_secs_f64(),
        limit.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn spans_read_as_people_write_them() {
        for (text, millis) in [
            ("250ms", 250),
            ("1.5s", 1500),
            ("24m", 1_440_000),
            ("2", 2000),
        ] {
            assert_eq!(text.parse::<Span>().unwrap(), Span(ms(millis)), "{text}");
        }
        for text in ["", "s", "1 day", "-1s", "nan", "1e400s", "1e19s", "9000h"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
        let control: TimeControl = toml::from_str("per_move = '0.5s'\nper_game = 90").unwrap();
        assert_eq!(control.per_move, Some(Span(ms(500))));
        assert_eq!(control.per_game, Some(Span(ms(90_000))));
    }

    #[test]
    fn a_span_survives_its_own_text() {
        for millis in [0, 1, 999, 1000, 1234, 86_400_000] {
            let span = Span(ms(millis));
            assert_eq!(span.to_string().parse::<Span>().unwrap(), span);
        }
    }

    #[test]
    fn the_game_clock_runs_down_and_gains_the_increment() {
        let control = TimeControl {
            per_game: Some(Span(ms(1000))),
            increment: Some(Span(ms(100))),
            ..TimeControl::default()
        };
        let mut clock = Clock::new(control);
        clock.charge(ms(400)).unwrap();
        assert_eq!(clock.left().game, Some(ms(700)));
        let why = clock.charge(ms(900)).unwrap_err();
        assert!(why.contains("0.900 s used, 0.700 s allowed"), "{why}");
    }

    #[test]
    fn a_move_may_be_late_by_the_grace_only() {
        let control = TimeControl {
            per_move: Some(Span(ms(50))),
            ..TimeControl::default()
        };
        let mut clock = Clock::new(control);
        assert!(clock.charge(ms(50) + GRACE).is_ok());
        assert!(clock.charge(ms(51) + GRACE).is_err());
    }

    #[test]
    fn an_empty_game_clock_is_not_refilled_by_the_grace_of_every_move() {
        let control = TimeControl {
            per_game: Some(Span(ms(50))),
            ..TimeControl::default()
        };
        let mut clock = Clock::new(control);
        assert!(clock.charge(ms(50) + GRACE / 2).is_ok());
        assert!(clock.charge(GRACE / 2).is_ok());
        assert!(clock.charge(ms(1)).is_err());
    }

    #[test]
    fn a_clock_that_is_set_anew_forgets_its_debts_but_not_its_use() {
        let control = TimeControl {
            per_game: Some(Span(ms(50))),
            ..TimeControl::default()
        };
        let mut clock = Clock::new(control);
        clock.charge(ms(50) + GRACE).unwrap();
        clock.set(ms(20));
        assert_eq!(clock.left().game, Some(ms(20)));
        assert!(clock.charge(ms(20) + GRACE).is_ok());
        assert_eq!(clock.used(), ms(70) + 2 * GRACE);
    }

    #[test]
    fn allotted_time_divides_what_is_left() {
        let left = TimeLeft {
            game: Some(ms(1000)),
            ..TimeLeft::default()
        };
        assert_eq!(left.allot(10), Some(ms(95)));
        assert_eq!(left.allot(0), Some(ms(950)));
        assert_eq!(TimeLeft::default().allot(10), None);
        let both = TimeLeft {
            this_move: Some(ms(40)),
            ..left
        };
        assert_eq!(both.allot(10), Some(ms(38)));
    }
}
