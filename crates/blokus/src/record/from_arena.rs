//! Game trees from records of the arena.

use super::{GameTree, result};
use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::Position;
use crate::record::sgf::Value;
use crate::rules::BlokusDuo;
use arena::{Ending, Game as _, GameRecord};

/// Converts a record to a game tree: start position if it has one, moves, players and result.
///
/// # Errors
/// If the record is not one of this game.
pub fn from_arena(game: &BlokusDuo, record: &GameRecord) -> Result<GameTree, String> {
    let positions = arena::replay::positions(game, record)?;
    let mut tree = GameTree::new();
    let root = tree.root();
    if let Some(start) = positions
        .first()
        .filter(|start| **start != Position::start())
    {
        for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
            let pieces = start.placements(colour);
            let values = pieces.iter().map(|piece| Value::new(&piece.to_string()));
            if !pieces.is_empty() {
                tree.sgf_mut().set(root, name, values.collect());
            }
        }
        let turn = if start.turn() == Some(Colour::White) {
            "W"
        } else {
            "B"
        };
        tree.sgf_mut().set_text(root, "PL", turn);
    }
    let moves = record.moves.iter().map(|one| {
        let placement: Placement = game.read_action(&one.action)?;
        Ok((Colour::BOTH[one.seat % 2], placement))
    });
    let moves = moves.collect::<Result<Vec<_>, String>>()?;
    tree.play_line(root, moves).map_err(|why| why.to_string())?;
    for (colour, name) in Colour::BOTH.into_iter().zip(&record.players) {
        tree.set_player(colour, name);
    }
    let [black, white] = record.score.points;
    tree.set_result(&match &record.ending {
        Ending::Forfeit { seat: 0, .. } => "W+F".to_owned(),
        Ending::Forfeit { .. } => "B+F".to_owned(),
        Ending::Finished | Ending::TooLong => result((black - white) as i32),
    });
    Ok(tree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::{PlayableGame, Terms};
    use lookahead::{Cancel, Seed};

    #[test]
    fn a_game_with_a_random_opening_is_written_and_read_back_with_it() {
        let conditions = "opening = 'pentominoes'".parse().unwrap();
        let lineup = crate::lineup().with_conditions(&conditions).unwrap();
        let player = "random".parse().unwrap();
        let (terms, cancel) = (Terms::default(), Cancel::new());
        let record = lineup
            .play([&player, &player], &terms, Seed(4), &cancel)
            .unwrap();
        assert!(lineup.verify(&record).holds());
        let text = lineup.export(&record, "blksgf").unwrap();
        let tree: GameTree = text.parse().unwrap();
        let nodes: Vec<_> = tree.main_line().collect();
        let opening = tree.position_at(nodes[0]).unwrap();
        assert_eq!(opening.squares_placed(), [5, 5]);
        assert_eq!(Some(opening.to_string()), record.start);
        let last = tree.position_at(nodes[nodes.len() - 1]).unwrap();
        let points = last.points(crate::Scoring::default()).map(f64::from);
        assert_eq!(points, record.score.points);
        assert_eq!(tree.player(Colour::Black).as_deref(), Some("random"));
    }
}
