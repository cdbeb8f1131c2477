//! The game for the referee, with the conditions of a match.

use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::{Position, Scoring};
use arena::game::{Game, Score};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// The opening position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// The empty board.
    #[default]
    Free,
    /// A random pentomino of each colour on its start square: one of 315² positions, so that
    /// deterministic players play different games (section 4.2 of the paper).
    Pentominoes,
}

/// The conditions of a game; all can be set from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conditions {
    /// The opening position.
    pub opening: Opening,
    /// The scoring rule.
    pub scoring: Scoring,
}

impl Conditions {
    /// Reads conditions from a table, starting from `self`.
    ///
    /// # Errors
    /// A message that names the unknown key or invalid value.
    pub fn changed(&self, table: &toml::Table) -> Result<Self, String> {
        let mut all = toml::Table::try_from(self).map_err(|why| why.to_string())?;
        all.extend(table.clone());
        all.try_into()
            .map_err(|why: toml::de::Error| why.to_string().trim_end().replace('\n', " "))
    }
}

/// Blokus Duo under given conditions.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlokusDuo {
    /// The conditions.
    pub conditions: Conditions,
}

/// Returns the position after each colour has placed a random pentomino.
pub(crate) fn random_opening(rng: &mut Pcg64Mcg) -> Position {
    let mut position = Position::start();
    for _ in Colour::BOTH {
        let moves: Vec<_> = position.moves().filter(|m| m.size() == 5).collect();
        position.play(moves[rng.random_range(0..moves.len())]);
    }
    position
}

impl Game for BlokusDuo {
    type Position = Position;
    type View = Position;
    type Action = Placement;

    fn side_names(&self) -> [arena::Text; 2] {
        let names = [
            ("Black (first)", "青（先手）"),
            ("White (second)", "橙（後手）"),
        ];
        names.map(Into::into)
    }

    fn has_dice(&self) -> bool {
        false
    }

    fn moves_to_come(&self, position: &Position) -> u32 {
        moves_to_come(position)
    }

    fn variety(&self) -> arena::Text {
        let en = "begin each pair of games with random pieces: `--set opening=pentominoes`";
        let ja =
            "条件を `opening = pentominoes` にして、2局1組ごとに初手のピースをランダムに決めます";
        (en, ja).into()
    }

    fn start(&self, rng: &mut Pcg64Mcg) -> Position {
        match self.conditions.opening {
            Opening::Free => Position::start(),
            Opening::Pentominoes => random_opening(rng),
        }
    }

    fn turn(&self, position: &Position) -> Option<usize> {
        position.turn().map(Colour::index)
    }

    fn view(&self, position: &Position, _seat: usize) -> Position {
        position.clone()
    }

    fn actions(&self, view: &Position) -> Option<Vec<Placement>> {
        Some(view.moves().collect())
    }

    fn check(&self, position: &Position, &placement: &Placement) -> Result<(), String> {
        let colour = position.turn().ok_or("the game is over")?;
        position
            .check(colour, placement)
            .map_err(|why| why.to_string())
    }

    fn play(&self, position: &mut Position, &placement: &Placement, _rng: &mut Pcg64Mcg) {
        position.play(placement);
    }

    fn score(&self, position: &Position) -> Score {
        Score::by_points(position.points(self.conditions.scoring).map(f64::from))
    }

    fn write_action(&self, placement: &Placement) -> String {
        placement.to_string()
    }

    fn read_action(&self, text: &str) -> Result<Placement, String> {
        text.parse()
            .map_err(|why: crate::PlacementError| why.to_string())
    }

    fn write_start(&self, position: &Position) -> Option<String> {
        (*position != Position::start()).then(|| position.to_string())
    }

    fn read_start(&self, text: &str) -> Result<Position, String> {
        text.parse()
            .map_err(|why: crate::PositionError| why.to_string())
    }

    fn write_view(&self, view: &Position) -> String {
        view.to_string()
    }
}

/// Estimates the number of moves that the side to move will still make, for dividing its time.
pub fn moves_to_come(position: &Position) -> u32 {
    // A colour places at most 21 pieces, about 15 in a good game.
    let placed = position
        .turn()
        .map_or(0, |c| 21 - position.hand(c).pieces().count());
    16_usize.saturating_sub(placed).max(3) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::Seed;

    #[test]
    fn openings_are_two_random_pentominoes() {
        let conditions = Conditions::default()
            .changed(&toml::from_str("opening = 'pentominoes'").unwrap())
            .unwrap();
        let game = BlokusDuo { conditions };
        let starts: Vec<_> = (0..50)
            .map(|i| game.start(&mut Seed(1).stream(i).rng()))
            .collect();
        assert!(starts.iter().all(|p| p.squares_placed() == [5, 5]));
        assert!(starts.iter().any(|p| p != &starts[0]));
        assert_eq!(starts[0].turn(), Some(Colour::Black));
    }

    #[test]
    fn a_random_opening_is_written_and_read_back_and_the_empty_board_needs_no_words() {
        let game = BlokusDuo::default();
        assert_eq!(game.write_start(&Position::start()), None);
        let opening = random_opening(&mut Seed(3).rng());
        let text = game.write_start(&opening).unwrap();
        assert_eq!(game.read_start(&text), Ok(opening));
        assert!(game.read_start("nothing").is_err());
    }

    #[test]
    fn unknown_conditions_are_named() {
        let error = Conditions::default().changed(&toml::from_str("openin = 1").unwrap());
        assert!(error.unwrap_err().contains("openin"));
    }
}
