//! Encoding of Blokus Duo for programs that learn: placements by number, positions as planes.
//!
//! An action is the [number](Placement::number) of a placement, 0 to 13,728. A view is an array of
//! 48 planes of 14 x 14 squares, `[plane][row][column]` from a14 to n1, all values 0 or 1:
//!
//! | planes | squares with a 1 |
//! |---|---|
//! | 0, 1 | covered by the seat's own pieces, by the opponent's |
//! | 2, 3 | where an own piece can attach: own corners that are free and allowed; the opponent's |
//! | 4, 5 | free, along the edges of own pieces, where no own piece may be placed; the opponent's |
//! | 6 to 26 | all squares, if the own piece of this number (1 to 21, the single square first) is left |
//! | 27 to 47 | the same for the opponent's pieces |
//!
//! The board is not turned: planes and placements have the squares of the board for both colours.

use crate::colour::Colour;
use crate::piece::{PIECES, Piece};
use crate::placement::{PLACEMENTS, Placement};
use crate::position::Position;
use crate::rules::BlokusDuo;
use crate::square::{SIDE, SQUARES};
use crate::squares::Squares;
use arena::encoding::{ActionSpace, ArrayShape, EncodedAction, Encoding, unknown_action};

/// The name of the encoding.
pub const NAME: &str = "planes";

/// The planes before those of the pieces.
const BOARD_PLANES: usize = 6;

/// The number of planes.
pub const PLANES: usize = BOARD_PLANES + 2 * PIECES;

/// The encoding by planes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planes;

impl Encoding<BlokusDuo> for Planes {
    fn actions(&self) -> ActionSpace {
        ActionSpace::Numbers(PLACEMENTS)
    }

    fn shape(&self) -> ArrayShape {
        ArrayShape {
            axes: vec![PLANES, SIDE.into(), SIDE.into()],
            low: 0.0,
            high: 1.0,
        }
    }

    fn observe(&self, _game: &BlokusDuo, seat: usize, position: &Position) -> Vec<f32> {
        let own = Colour::BOTH[seat];
        let colours = [own, own.other()];
        let mut planes = vec![0.0; PLANES * SQUARES];
        let mut mark = |plane: usize, squares: Squares| {
            for square in squares.iter() {
                planes[plane * SQUARES + square.number()] = 1.0;
            }
        };
        for (at, colour) in colours.into_iter().enumerate() {
            mark(at, position.covered(colour));
            mark(2 + at, position.side(colour).open_corners());
            mark(4 + at, position.dead(colour));
            let hand = position.hand(colour);
            for piece in Piece::all().filter(|piece| hand.has(*piece)) {
                mark(BOARD_PLANES + at * PIECES + piece.index(), Squares::ALL);
            }
        }
        planes
    }

    fn decode(&self, action: &EncodedAction) -> Result<Placement, String> {
        let placement = match action {
            EncodedAction::Number(number) => Placement::numbered(*number),
            EncodedAction::Vector(_) => None,
        };
        placement.ok_or_else(|| unknown_action(action, &self.actions()))
    }

    fn encode(&self, placement: &Placement) -> Option<EncodedAction> {
        Some(EncodedAction::Number(placement.number()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::Game as _;
    use lookahead::Seed;

    /// Returns the sum of a plane.
    fn sum(planes: &[f32], plane: usize) -> f32 {
        planes[plane * SQUARES..(plane + 1) * SQUARES].iter().sum()
    }

    #[test]
    fn every_number_is_a_placement_and_every_placement_has_its_number() {
        for number in 0..PLACEMENTS {
            let code = EncodedAction::Number(number);
            let placement = Planes.decode(&code).unwrap();
            assert_eq!(Planes.encode(&placement), Some(code));
        }
        for code in [
            EncodedAction::Number(PLACEMENTS),
            EncodedAction::Vector(vec![0.0]),
        ] {
            assert!(Planes.decode(&code).unwrap_err().contains("13728"));
        }
    }

    #[test]
    fn planes_show_pieces_corners_and_hands_of_both_sides() {
        let game = BlokusDuo::default();
        let mut position = game.start(&mut Seed(1).rng());
        position.play("e10".parse().unwrap());
        let [black, white] = [0, 1].map(|seat| Planes.observe(&game, seat, &position));
        let of_black = [0, 1, 2, 3, 4].map(|plane| sum(&black, plane));
        assert_eq!(of_black, [1.0, 0.0, 4.0, 1.0, 4.0]);
        assert_eq!(
            (sum(&white, 0), sum(&white, 1), sum(&white, 2)),
            (0.0, 1.0, 1.0)
        );
        // Black has no single square left.
        assert_eq!(
            (sum(&black, 6), sum(&black, 7), sum(&black, 27)),
            (0.0, 196.0, 196.0)
        );
        assert_eq!(black.len(), 48 * 196);
    }

    #[test]
    fn the_listed_numbers_are_the_legal_placements() {
        let game = BlokusDuo::default();
        let position = Position::start();
        let legal = Planes.legal(&game, &position);
        assert_eq!(legal.len(), 414);
        assert!(legal.is_sorted());
        for number in legal {
            let placement = Planes.decode(&EncodedAction::Number(number)).unwrap();
            assert_eq!(game.check(&position, &placement), Ok(()));
        }
    }
}
