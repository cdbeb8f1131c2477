//! A built-in player at a table run by another program.

use super::lineup;
use crate::exit::usage;
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Player, Thinking};
use arena::{Game, PlayerSpec};
use bridge::rules::{Action, Bridge, SeatView};
use bridge::{Hand, View};
use lookahead::{Cancel, Seed};

/// The default player.
pub(super) const DEFAULT_PLAYER: &str = "minimax:deals=30";

/// A player of a remote table. It receives its own turns only; the view of a turn has all earlier
/// calls and cards.
pub(super) struct ClientPlayer {
    player: Box<dyn Player<Bridge>>,
    game: Bridge,
    seed: Seed,
    per_move: Option<Span>,
    cancel: Cancel,
    /// The current board.
    board: Option<(u32, Hand)>,
    decisions: u64,
}

impl ClientPlayer {
    /// Builds a player with `per_move` for each card.
    pub(super) fn new(
        spec: &PlayerSpec,
        seed: Seed,
        per_move: Option<Span>,
        cancel: &Cancel,
    ) -> anyhow::Result<Self> {
        Ok(ClientPlayer {
            player: lineup().build(spec).map_err(usage)?,
            game: Bridge::default(),
            seed,
            per_move,
            cancel: cancel.clone(),
            board: None,
            decisions: 0,
        })
    }

    /// Returns the action of the player; the table checks its legality.
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

/// Formats an action.
pub(super) fn written(action: Action) -> String {
    Bridge::default().write_action(&action)
}
