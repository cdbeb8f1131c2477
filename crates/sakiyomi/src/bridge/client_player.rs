//! One of our players at a table run by another program.

use super::lineup;
use crate::fail::usage;
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Player, Thinking};
use arena::{Game, PlayerSpec};
use bridge::rules::{Action, Bridge, SeatView};
use bridge::{Hand, View};
use lookahead::{Cancel, Seed};

/// The default player.
pub(super) const DEFAULT_PLAYER: &str = "minimax:deals=30";

/// A player that the program running the table asks for decisions. It receives boards and its own
/// turns; the view of a turn has everything the others did.
pub(super) struct Chair {
    player: Box<dyn Player<Bridge>>,
    game: Bridge,
    seed: Seed,
    per_move: Option<Span>,
    cancel: Cancel,
    /// The board it plays.
    board: Option<(u32, Hand)>,
    decisions: u64,
}

impl Chair {
    /// A player by name. It has `per_move` for each card.
    pub(super) fn new(
        spec: &PlayerSpec,
        seed: Seed,
        per_move: Option<Span>,
        cancel: &Cancel,
    ) -> anyhow::Result<Self> {
        Ok(Chair {
            player: lineup().build(spec).map_err(usage)?,
            game: Bridge::default(),
            seed,
            per_move,
            cancel: cancel.clone(),
            board: None,
            decisions: 0,
        })
    }

    /// What it does when it sees this. Whether that is legal is for the table to say.
    pub(super) fn act(&mut self, number: u32, view: &View) -> Result<Action, Fault> {
        let board = Some((number, view.hand));
        if self.board != board {
            let thinking = self.thinking();
            let seat = view.seat as usize;
            self.player.begin(&self.game, seat, &thinking)?;
            self.board = board;
        }
        let view = view.clone();
        let thinking = self.thinking();
        let seen = SeatView { number, view };
        let choice = self.player.choose(&self.game, &seen, &thinking)?;
        Ok(choice.action)
    }

    fn thinking(&mut self) -> Thinking {
        self.decisions += 1;
        Thinking {
            time: TimeLeft {
                this_move: self.per_move.map(|Span(time)| time),
                ..TimeLeft::default()
            },
            seed: self.seed.stream(self.decisions),
            cancel: self.cancel.clone(),
        }
    }
}

/// What a player has done, in words.
pub(super) fn written(action: Action) -> String {
    Bridge::default().write_action(&action)
}
