//! Game files of `loadsgf` and `savesgf`: a list of moves.

use blokus::record::{self, GameTree, RecordError};
use blokus::{Colour, Placement, Position, Scoring, Squares};
use std::path::Path;

/// A move and whose it is.
type Entry = (Colour, Placement);

/// The moves of a file's main line: those before move `number` (counted from 1), or all. Pieces
/// that were set up count as moves: the protocol lets every colour play at any time.
pub(super) fn load(path: &Path, number: Option<usize>) -> Result<Vec<Entry>, String> {
    let cannot = |why: &dyn std::fmt::Display| format!("cannot read {}: {why}", path.display());
    let text = arena::text_file::read(path).map_err(|why| cannot(&why))?;
    moves(&text, number).map_err(|why| cannot(&why))
}

fn moves(text: &str, number: Option<usize>) -> Result<Vec<Entry>, RecordError> {
    let tree: GameTree = text.parse()?;
    let (mut last, mut moves) = (tree.root(), Vec::new());
    for node in tree.main_line() {
        if let Some(entry) = tree.move_at(node)? {
            if number.is_some_and(|number| moves.len() + 1 >= number) {
                break;
            }
            moves.push(entry);
        }
        last = node;
    }
    let position = tree.position_at(last)?;
    Ok(if is_made_of(&position, &moves) {
        moves
    } else {
        pieces(&position)
    })
}

/// Whether the moves alone make the position.
fn is_made_of(position: &Position, moves: &[Entry]) -> bool {
    Colour::BOTH.into_iter().all(|colour| {
        let own = moves.iter().filter(|(mover, _)| *mover == colour);
        let covered = own.fold(Squares::NONE, |all, (_, placement)| {
            all | placement.squares()
        });
        covered == position.covered(colour)
    })
}

/// Every piece on the board as a move.
fn pieces(position: &Position) -> Vec<Entry> {
    let of = |colour: Colour| {
        position
            .placements(colour)
            .into_iter()
            .map(move |p| (colour, p))
    };
    Colour::BOTH.into_iter().flat_map(of).collect()
}

/// Writes a game into a file.
pub(super) fn save(path: &Path, moves: &[Entry], position: &Position) -> Result<(), String> {
    let cannot = |why: &dyn std::fmt::Display| format!("cannot write {}: {why}", path.display());
    let mut tree = GameTree::of_moves(moves.iter().copied()).map_err(|why| cannot(&why))?;
    if position.is_over() {
        tree.set_result(&record::result(position.margin(Scoring::Advanced)));
    }
    std::fs::write(path, tree.to_string()).map_err(|why| cannot(&why))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, number: Option<usize>) -> Vec<String> {
        let moves = moves(text, number).unwrap();
        moves.iter().map(|(c, m)| format!("{c} {m}")).collect()
    }

    #[test]
    fn the_main_line_is_read_up_to_a_move() {
        let text = "(;GM[Blokus Duo];B[e9,d10,e10,f10,e11];W[i4,h5,i5,j5,i6](;B[g6,h6,f7,g7,f8])(;B[f8,g8]))";
        assert_eq!(words(text, None).len(), 3);
        assert_eq!(
            words(text, Some(3)),
            ["Black e9,d10,e10,f10,e11", "White i4,h5,i5,j5,i6"]
        );
        assert_eq!(words(text, Some(1)), [""; 0]);
    }

    #[test]
    fn pieces_that_were_set_up_are_moves_too() {
        let text = "(;GM[Blokus Duo]AB[e10][f11,g11]AW[j5];W[k4,l4])";
        assert_eq!(
            words(text, None),
            ["Black e10", "Black f11,g11", "White j5", "White k4,l4"]
        );
        assert_eq!(words(text, Some(1)).len(), 3);
    }
}
