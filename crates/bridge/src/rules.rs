//! The game for the arena: four seats, one board a game, calls and then cards.
//!
//! A game is one board: the auction, the play, the duplicate points of both sides. The seats are
//! those of [`Seat::ALL`](crate::Seat::ALL); North and South are side 0. Declarer decides about
//! dummy's cards, so declarer's seat has the turn twice in every trick and dummy's none. The cards
//! decide most of a single board: the arena plays every board twice with the sides exchanged, which
//! is a match of teams, and compares the two tables in [IMPs](crate::imps).
//!
//! There are no claims: all thirteen tricks are played. There are no alerts and explanations
//! either; both sides know the meaning of calls from the [conventions](crate::knowledge).
//!
//! ```
//! use arena::Game;
//! use bridge::rules::{Bridge, Conditions};
//! use bridge::Seat;
//! use lookahead::Seed;
//!
//! let table = "dealer = 'S'\nauction = '1NT - 3NT - - -'".parse().unwrap();
//! let game = Bridge { conditions: Conditions::default().changed(&table)? };
//! let mut position = game.start(&mut Seed(1).rng());
//! // West leads, dummy comes down, and South plays from it.
//! assert_eq!(game.turn(&position), Some(Seat::West as usize));
//! let lead = position.legal_cards().iter().next().unwrap();
//! game.play(&mut position, &lead.into(), &mut Seed(2).rng());
//! assert_eq!(game.turn(&position), Some(Seat::South as usize));
//! assert_eq!(position.play().unwrap().turn(), Some(Seat::North));
//! # Ok::<(), String>(())
//! ```

mod conditions;
mod position;
#[cfg(test)]
mod tests;
mod text;

pub use conditions::{Calls, Cards, Conditions};
pub use position::{Action, IllegalAction, Position};
pub use text::ActionError;

use crate::bidding::calls;
use crate::table::Side;
use crate::{Line, View, imps};
use arena::game::{Duplicate, Game, Score};
use rand_pcg::Pcg64Mcg;
use serde::Deserialize;

/// The cost of a forfeited board in IMPs: the most a board can cost, so that resigning never pays.
const FORFEIT: f64 = 24.0;

/// Contract bridge under given conditions.
#[derive(Clone, Debug, Default)]
pub struct Bridge {
    /// The conditions.
    pub conditions: Conditions,
}

/// The view of a seat, with the number of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The number of the board.
    pub number: u32,
    /// The view.
    pub view: View,
}

/// Estimates the number of cards the side will still play, for dividing its time: half of those
/// left.
fn cards_to_come(view: &View) -> u32 {
    ((52 - view.cards.len()) as u32).div_ceil(2)
}

/// Returns the board of a recorded game as a record for files.
///
/// # Errors
/// If the record is not one of this game.
pub fn record_of_game(
    game: &Bridge,
    record: &arena::GameRecord,
) -> Result<crate::record::Record, String> {
    let positions = arena::replay::positions(game, record)?;
    let last = positions.last().ok_or("there is no start")?;
    let side = |seat: usize| record.players[game.sides()[seat]].clone();
    Ok(crate::record::Record {
        players: [0, 1, 2, 3].map(side),
        ..last.record()
    })
}

/// Reads the start of a game from a record of version 0.1: conditions that leave nothing open.
fn read_version_0_1_start(value: serde_json::Value) -> Result<Position, String> {
    let conditions = Conditions::deserialize(value).map_err(|why| why.to_string())?;
    if conditions.board.is_none() || conditions.cards.is_none() {
        return Err("it needs `board` and `cards`".to_owned());
    }
    Ok(conditions.start(&mut lookahead::Seed(0).rng()))
}

impl Game for Bridge {
    type Position = Position;
    type View = SeatView;
    type Action = Action;

    fn sides(&self) -> &[usize] {
        &[0, 1, 0, 1]
    }

    fn duplicate(&self) -> Option<Duplicate> {
        Some(Duplicate {
            unit: "IMPs",
            gain: |[one, two]| f64::from(imps((one + two) as i32)),
            forfeit: FORFEIT,
        })
    }

    fn side_names(&self) -> [arena::Text; 2] {
        [("North-South", "南北").into(), ("East-West", "東西").into()]
    }

    fn has_dice(&self) -> bool {
        false
    }

    fn moves_to_come(&self, seen: &SeatView) -> u32 {
        cards_to_come(&seen.view)
    }

    fn variety(&self) -> arena::Text {
        let en =
            "let every pair of games have a deal of its own: leave `cards` out of the conditions";
        let ja = "条件から `cards` を外し、2局1組ごとに別のディールで行います";
        (en, ja).into()
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> Position {
        self.conditions.start(rng)
    }

    fn turn(&self, position: &Position) -> Option<usize> {
        position.turn().map(|seat| seat as usize)
    }

    fn view(&self, position: &Position, seat: usize) -> SeatView {
        SeatView {
            number: position.board().number,
            view: position.view(crate::Seat::ALL[seat]),
        }
    }

    fn actions(&self, SeatView { view, .. }: &SeatView) -> Option<Vec<Action>> {
        Some(if view.auction.has_ended() {
            view.legal().iter().map(Action::Card).collect()
        } else {
            calls(&view.auction).map(Action::Call).collect()
        })
    }

    fn check(&self, position: &Position, action: &Action) -> Result<(), String> {
        position.check(*action).map_err(|why| why.to_string())
    }

    fn play(&self, position: &mut Position, action: &Action, _rng: &mut Pcg64Mcg) {
        position.act(*action).expect("the referee has checked it");
    }

    fn score(&self, position: &Position) -> Score {
        let points = position.points(Side::NorthSouth).map_or(0.0, f64::from);
        // Not `-points`: zero has no sign.
        Score::by_points([points, 0.0 - points])
    }

    fn write_action(&self, action: &Action) -> String {
        action.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Action, String> {
        text.parse().map_err(|why: ActionError| why.to_string())
    }

    fn write_start(&self, position: &Position) -> Option<String> {
        serde_json::to_string(&Line::of(position)).ok()
    }

    fn read_start(&self, text: &str) -> Result<Position, String> {
        let invalid = |why: String| format!("the start `{text}` cannot be read: {why}");
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|why| invalid(why.to_string()))?;
        if value.get("cards").is_some() {
            return read_version_0_1_start(value).map_err(invalid);
        }
        let line = Line::deserialize(value).map_err(|why| invalid(why.to_string()))?;
        line.position().map_err(|why| invalid(why.to_string()))
    }

    fn write_view(&self, seen: &SeatView) -> String {
        text::view(seen)
    }
}
