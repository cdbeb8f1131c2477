//! Baseline player without search.

use super::CardPlayer;
use super::advice::Advice;
use super::decision::{Decision, DecisionError};
use super::tie_break::{Order, pick};
use crate::View;
use lookahead::{Control, Stop};

/// A player of natural or random cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline {
    /// The choice among the legal cards.
    pub order: Order,
}

impl CardPlayer for Baseline {
    fn choose(&self, view: &View, control: &Control<'_>) -> Result<Advice, DecisionError> {
        let decision = Decision::of(view)?;
        let rng = &mut control.seed.rng();
        Ok(Advice {
            seat: decision.turn,
            card: pick(
                self.order,
                decision.legal,
                decision.hand(),
                &decision.state,
                rng,
            ),
            candidates: Vec::new(),
            reasons: Vec::new(),
            verdict: None,
            effort: control.start().effort(0, Stop::Done),
        })
    }
}
