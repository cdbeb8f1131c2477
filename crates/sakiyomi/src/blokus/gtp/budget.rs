//! Time control of a colour, as controllers set it.
//!
//! The protocol knows a main time, then periods of overtime in which a number of moves must be made
//! (Canadian overtime). Where the controller does not send the time left, what was used is taken
//! off. Fractions of seconds are understood, which goes beyond the protocol.

use arena::clock::TimeLeft;
use std::time::Duration;

/// The time control of a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Budget {
    /// Main time left.
    main: Duration,
    /// The overtime period: its length and the moves in it.
    overtime: Option<(Duration, u32)>,
    /// The time and moves left of the current period.
    period: Option<(Duration, u32)>,
}

impl Budget {
    /// Creates a main time and an overtime; none, without a limit, if the overtime requires no
    /// moves.
    pub(super) fn new(main: Duration, period: Duration, moves: u32) -> Option<Self> {
        if moves == 0 && !period.is_zero() {
            return None;
        }
        Some(Budget {
            main,
            overtime: (moves > 0).then_some((period, moves)),
            period: None,
        })
    }

    /// Sets the time left: of the main time if `moves` is 0, else of an overtime period with this
    /// many moves to make.
    pub(super) fn set(&mut self, left: Duration, moves: u32) {
        (self.main, self.period) = if moves == 0 {
            (left, None)
        } else {
            (Duration::ZERO, Some((left, moves)))
        };
    }

    /// Returns the time left.
    pub(super) fn left(&self) -> TimeLeft {
        let per_move = |(time, moves): (Duration, u32)| time / moves.max(1);
        match self.period.or(self.overtime) {
            Some(period) if self.main.is_zero() => TimeLeft {
                this_move: Some(per_move(period)),
                ..TimeLeft::default()
            },
            // Who has overtime to come need not save for it.
            overtime => TimeLeft {
                this_move: None,
                game: Some(self.main),
                increment: overtime.map_or(Duration::ZERO, per_move),
            },
        }
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, spent: Duration) {
        let beyond = spent.saturating_sub(self.main);
        let in_main = beyond.is_zero() && !self.main.is_zero();
        self.main = self.main.saturating_sub(spent);
        if in_main {
            return;
        }
        self.period = match self.period.or(self.overtime) {
            // The last move of a period begins the next.
            None | Some((_, 0 | 1)) => None,
            Some((time, moves)) => Some((time.saturating_sub(beyond), moves - 1)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn each(budget: &Budget) -> Option<Duration> {
        budget.left().this_move
    }

    #[test]
    fn time_for_each_move_stays_the_same() {
        let mut budget = Budget::new(s(0), s(5), 1).unwrap();
        for _ in 0..3 {
            assert_eq!(each(&budget), Some(s(5)));
            budget.spend(s(4));
        }
    }

    #[test]
    fn main_time_runs_down_and_overtime_follows() {
        let mut budget = Budget::new(s(10), s(6), 2).unwrap();
        budget.spend(s(4));
        assert_eq!(budget.left().game, Some(s(6)));
        budget.spend(s(8));
        assert_eq!(
            each(&budget),
            Some(s(4)),
            "2 of the 6 s of the first period are used"
        );
        budget.spend(s(4));
        assert_eq!(each(&budget), Some(s(3)), "a new period of two moves");
    }

    #[test]
    fn what_the_controller_says_is_left_counts() {
        let mut budget = Budget::new(s(10), s(0), 0).unwrap();
        budget.set(s(3), 0);
        assert_eq!(budget.left().game, Some(s(3)));
        budget.set(s(8), 4);
        assert_eq!(each(&budget), Some(s(2)));
    }

    #[test]
    fn a_used_up_main_time_without_overtime_leaves_nothing() {
        let mut budget = Budget::new(s(1), s(0), 0).unwrap();
        budget.spend(s(2));
        assert_eq!(budget.left().hard_limit(), Some(s(0)));
    }

    #[test]
    fn overtime_without_moves_means_no_limit() {
        assert_eq!(Budget::new(s(0), s(1), 0), None);
        assert!(Budget::new(s(0), s(0), 0).is_some());
    }
}
