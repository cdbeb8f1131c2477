//! The game interface: rules, views, actions and their text forms, as the referee needs them.
//!
//! The referee owns the full position and the dice: it shows each seat only its view, checks every
//! action and draws chance events from its own generator. A game here has two contending sides,
//! each of one or more seats: `[0, 1]` for a duel, `[0, 1, 0, 1]` for two partnerships.
//!
//! Text forms are part of the interface, because programs in other processes and records in files
//! both need them: an action and a view each have a form that fits on one line.

use crate::text::Text;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// The result of a finished game for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Share of side 0: 1 for a win, 1/2 for a draw, 0 for a loss. Side 1 gets the rest.
    pub share: f64,
    /// The points of the game itself, by side: ends, squares, tricks.
    pub points: [f64; 2],
}

impl Score {
    /// Returns the score by points alone: more points win, equal points draw.
    pub fn by_points(points: [f64; 2]) -> Self {
        let share = match points[0].total_cmp(&points[1]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        Score { share, points }
    }

    /// Returns the score of a forfeit by `side`: the other side wins, without points.
    pub fn forfeited_by(side: usize) -> Self {
        Score {
            share: if side == 0 { 0.0 } else { 1.0 },
            points: [0.0; 2],
        }
    }

    /// Returns the share of one side.
    pub fn share_of(&self, side: usize) -> f64 {
        if side == 0 {
            self.share
        } else {
            1.0 - self.share
        }
    }
}

/// Duplicate scoring: how the two games of a pair are compared in games of luck, where a single
/// result says little. Both games start from one seed; the score is the difference between the two
/// tables with the same cards.
#[derive(Clone, Copy, Debug)]
pub struct Duplicate {
    /// Unit of the comparison, in the plural.
    pub unit: &'static str,
    /// Returns a player's gain from its own points in the two games, in either order.
    pub gain: fn([f64; 2]) -> f64,
    /// Cost of each game that a player forfeits; the points of such a pair do not count.
    pub forfeit: f64,
}

/// A game as the referee sees it.
pub trait Game: Send + Sync {
    /// The full position, hidden parts included.
    type Position: Clone + Send;
    /// The part of the position that one seat may see.
    type View: Clone + Send;
    /// A move of a seat.
    type Action: Clone + Send;

    /// Returns the side of every seat, seats in order; sides are 0 and 1.
    fn sides(&self) -> &[usize] {
        &[0, 1]
    }

    /// Returns the duplicate scoring; `None`, the default, counts each game by itself.
    fn duplicate(&self) -> Option<Duplicate> {
        None
    }

    /// Returns the names of the two sides in results.
    fn side_names(&self) -> [Text; 2] {
        [("first", "先手").into(), ("second", "後手").into()]
    }

    /// Returns whether [`play`](Game::play) draws chance events under these conditions. Without
    /// chance, equal moves from one start are one game, however often they are played.
    fn has_dice(&self) -> bool {
        true
    }

    /// Returns advice on how to vary games between deterministic players, shown where games repeat.
    fn variety(&self) -> Text {
        let en = "use players with randomness, or change the conditions";
        (en, "乱数を使うプレイヤーを選ぶか、条件を変えます").into()
    }

    /// Estimates how many actions the seat to act still has to choose, for time management.
    fn moves_to_come(&self, view: &Self::View) -> u32 {
        let _ = view;
        20
    }

    /// Returns the start position; `rng` draws what is random before the first move.
    fn start(&self, rng: &mut Pcg64Mcg) -> Self::Position;

    /// Returns the seat to act, or `None` when the game is over.
    fn turn(&self, position: &Self::Position) -> Option<usize>;

    /// Returns the view of `seat`.
    fn view(&self, position: &Self::Position, seat: usize) -> Self::View;

    /// Returns the legal actions of the seat to act, each once, computed from its own view; `None`
    /// where they cannot be listed (the shots of curling), and the game draws
    /// [samples](Game::sample) instead.
    fn actions(&self, view: &Self::View) -> Option<Vec<Self::Action>>;

    /// Draws a legal action of the seat to act; `None` if there is none. By default uniform over
    /// the [listed](Game::actions) ones.
    fn sample(&self, view: &Self::View, rng: &mut Pcg64Mcg) -> Option<Self::Action> {
        let mut actions = self.actions(view)?;
        if actions.is_empty() {
            return None;
        }
        let chosen = rng.random_range(0..actions.len());
        Some(actions.swap_remove(chosen))
    }

    /// Checks that an action of the seat to act is legal.
    ///
    /// # Errors
    /// The reason why it is illegal, for the author of the player.
    fn check(&self, position: &Self::Position, action: &Self::Action) -> Result<(), String>;

    /// Applies a checked action; `rng` draws the chance events.
    fn play(&self, position: &mut Self::Position, action: &Self::Action, rng: &mut Pcg64Mcg);

    /// Returns the score of a finished game, or the current score of a game that was cut short.
    fn score(&self, position: &Self::Position) -> Score;

    /// Returns the one-line text of an action.
    fn write_action(&self, action: &Self::Action) -> String;

    /// Parses the text of an action.
    ///
    /// # Errors
    /// A sentence on the fault of the text.
    fn read_action(&self, text: &str) -> Result<Self::Action, String>;

    /// Returns the start position in the game's notation, where starts differ; with it a record can
    /// be replayed without random draws.
    fn write_start(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Parses a start position.
    ///
    /// # Errors
    /// A sentence on the fault of the text.
    fn read_start(&self, text: &str) -> Result<Self::Position, String> {
        Err(format!(
            "invalid start `{text}`: this game has a single start position"
        ))
    }

    /// Returns the one-line text of a view, for programs in other processes.
    fn write_view(&self, view: &Self::View) -> String;
}
