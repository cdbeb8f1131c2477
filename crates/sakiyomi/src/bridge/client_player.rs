//! A player at a table run by another program.

use arena::Game;
use arena::clock::{Span, TimeLeft};
use arena::player::{Fault, Player, Thinking};
use bridge::rules::{Action, Bridge, SeatView};
use bridge::{Hand, View};
use lookahead::{Cancel, Seed};

/// The default player.
pub const DEFAULT_PLAYER: &str = "minimax:deals=30";

/// A player of a remote table. It receives its own turns only; the view of a turn has all earlier
/// calls and cards.
pub struct ClientPlayer {
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
    /// Creates a client's player with `per_move` for each card.
    pub fn new(
        player: Box<dyn Player<Bridge>>,
        seed: Seed,
        per_move: Option<Span>,
        cancel: &Cancel,
    ) -> Self {
        ClientPlayer {
            player,
            game: Bridge::default(),
            seed,
            per_move,
            cancel: cancel.clone(),
            board: None,
            decisions: 0,
        }
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
