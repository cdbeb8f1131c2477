//! Shared types of bridge operations: boards, letters, budgets.

use crate::fault::{Fault, FaultCode};
pub use bridge::json::SeatLetter as BridgeSeat;
pub(super) use bridge::json::cards;
use bridge::{Ascii, Card, LineError};
pub use bridge::{BoardAtStep as BridgeAt, Line as BridgeBoard};

impl From<LineError> for Fault {
    fn from(error: LineError) -> Self {
        Fault::wrong_at(error.place, &error.why).explained_by(FaultCode::InvalidMoves, &error.why)
    }
}

/// A card in letters.
pub(super) fn named(card: Card) -> String {
    Ascii(card).to_string()
}

/// The shortest and the longest time of a decision, in seconds.
const SHORTEST: f64 = 0.05;
const LONGEST: f64 = 60.0;

/// Returns the time of a decision, clamped to its bounds.
///
/// # Errors
/// If the seconds are not positive.
pub(super) fn seconds(asked: f64) -> Result<std::time::Duration, Fault> {
    if !asked.is_finite() || asked <= 0.0 {
        return Err(Fault::wrong_at("seconds", "must be more than 0")
            .code(FaultCode::OutOfRange)
            .value("min", SHORTEST)
            .value("unit", "seconds"));
    }
    Ok(std::time::Duration::from_secs_f64(
        asked.clamp(SHORTEST, LONGEST),
    ))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bridge::Vulnerability;

    /// The second example of the paper, to West's decision.
    pub(in crate::bridge) fn example() -> BridgeBoard {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        BridgeBoard {
            number: 2,
            title: "example 2".to_owned(),
            names: Default::default(),
            dealer: BridgeSeat::S,
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
    fn budgets_are_bounded() {
        assert!(seconds(f64::NAN).is_err() && seconds(-1.0).is_err());
        assert_eq!(seconds(1e9).unwrap().as_secs(), 60);
    }
}
