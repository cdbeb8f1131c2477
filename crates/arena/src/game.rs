//! What the referee must know of a game.
//!
//! The referee owns truth and dice: it holds the whole position, shows each seat only its view,
//! checks every action and lets chance happen from its own generator. A game here has two
//! contending sides, each of one or more seats: `[0, 1]` for a duel, `[0, 1, 0, 1]` for two
//! partnerships.
//!
//! Text lives here too, because programs in other processes and records in files both need it: an
//! action and a view each have a form that fits on one line.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// The result of a finished game for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// What side 0 gets of the game: 1 for a win, 1/2 for a draw, 0 for a loss. Side 1 gets the
    /// rest.
    pub share: f64,
    /// The points of the game itself, by side: ends, squares, tricks.
    pub points: [f64; 2],
}

impl Score {
    /// The score that follows from points alone: more points win, equal points draw.
    pub fn by_points(points: [f64; 2]) -> Self {
        let share = match points[0].total_cmp(&points[1]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
        Score { share, points }
    }

    /// A win by forfeit for the side that did not commit the fault; no points.
    pub fn forfeited_by(side: usize) -> Self {
        Score {
            share: if side == 0 { 0.0 } else { 1.0 },
            points: [0.0; 2],
        }
    }

    /// The share of one side.
    pub fn share_of(&self, side: usize) -> f64 {
        if side == 0 {
            self.share
        } else {
            1.0 - self.share
        }
    }
}

/// How the two games of a pair are compared, in games of luck where one result says little by
/// itself: both start from one seed, and what counts is by how much the second table did better
/// with the same cards.
#[derive(Clone, Copy, Debug)]
pub struct Duplicate {
    /// What is counted, in the plural.
    pub unit: &'static str,
    /// What a player gains by its own points in the two games, in either order.
    pub gain: fn([f64; 2]) -> f64,
    /// What each game that a player forfeits costs it; the points of such a pair do not count.
    pub forfeit: f64,
}

/// A game as the referee sees it.
pub trait Game: Send + Sync {
    /// The whole truth.
    type Position: Clone + Send;
    /// What one seat may see of it.
    type View: Clone + Send;
    /// What a seat may do.
    type Action: Clone + Send;

    /// The side of every seat, seats in order; sides are 0 and 1.
    fn sides(&self) -> &[usize] {
        &[0, 1]
    }

    /// How the two games of a pair are compared; most games count each for itself.
    fn duplicate(&self) -> Option<Duplicate> {
        None
    }

    /// What the two sides are called in results.
    fn side_names(&self) -> [&'static str; 2] {
        ["first", "second"]
    }

    /// Whether chance takes part in [`play`](Game::play) under these conditions. Where it does not,
    /// equal moves from one start are one game, however often they are played.
    fn has_dice(&self) -> bool {
        true
    }

    /// How games between players without chance can be made to differ, for people who see them
    /// repeat.
    fn variety(&self) -> &'static str {
        "let players with chance take part, or change the conditions"
    }

    /// About how many actions the seat to act still has to choose, for dividing its time.
    fn moves_to_come(&self, view: &Self::View) -> u32 {
        let _ = view;
        20
    }

    /// A fresh game; `rng` decides what is drawn before the first move.
    fn start(&self, rng: &mut Pcg64Mcg) -> Self::Position;

    /// The seat to act, or `None` when the game is over.
    fn turn(&self, position: &Self::Position) -> Option<usize>;

    /// What `seat` may see.
    fn view(&self, position: &Self::Position, seat: usize) -> Self::View;

    /// The legal actions of the seat to act, each once, as it knows them from its own view; `None`
    /// where they cannot be listed (the shots of curling), and the game draws
    /// [samples](Game::sample) instead.
    fn actions(&self, view: &Self::View) -> Option<Vec<Self::Action>>;

    /// A legal action of the seat to act, by lot; `None` if there is none. By default any of the
    /// [listed](Game::actions) ones, all equally likely.
    fn sample(&self, view: &Self::View, rng: &mut Pcg64Mcg) -> Option<Self::Action> {
        let mut actions = self.actions(view)?;
        if actions.is_empty() {
            return None;
        }
        let chosen = rng.random_range(0..actions.len());
        Some(actions.swap_remove(chosen))
    }

    /// Whether the seat to act may do this.
    ///
    /// # Errors
    /// Why not, in words for the player's author.
    fn check(&self, position: &Self::Position, action: &Self::Action) -> Result<(), String>;

    /// Carries out a checked action; `rng` rolls the dice.
    fn play(&self, position: &mut Self::Position, action: &Self::Action, rng: &mut Pcg64Mcg);

    /// The score of a game that is over, or as it stands if it was cut short.
    fn score(&self, position: &Self::Position) -> Score;

    /// An action on one line.
    fn write_action(&self, action: &Self::Action) -> String;

    /// Reads an action back.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_action(&self, text: &str) -> Result<Self::Action, String>;

    /// A start position in the game's own notation, where games do not all begin alike; with it a
    /// record can be replayed without drawing anything.
    fn write_start(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }

    /// Reads a start position back.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_start(&self, text: &str) -> Result<Self::Position, String> {
        Err(format!("`{text}`: all games begin alike"))
    }

    /// A view on one line, for programs in other processes.
    fn write_view(&self, view: &Self::View) -> String;
}
