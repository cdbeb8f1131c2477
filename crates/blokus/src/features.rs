//! Features of a position for the evaluation: nine kinds of marks on squares.
//!
//! Follows section 3.1 of the paper "A Learning Method of Evaluation Function". Each
//! kind marks squares for a player P with opponent Q:
//!
//! | kind | the squares it marks |
//! |---|---|
//! | score (スコア) | those covered by P |
//! | d0, effective (有効マス) | corners of P's pieces where P may still place |
//! | dead (死角マス) | free squares along the edges of P's pieces |
//! | fixed (確定マス) | effective squares of P that are dead for Q |
//! | d1 … d5, influence (勢力範囲) | free squares near an effective square, by distance, that are not dead for P and not behind a piece of Q |
//!
//! A square influenced from several effective squares counts several times. Every kind has a weight
//! for every square and one that all squares share: 14·14·9 + 9 = 1,773 weights. The paper's open
//! points are decided by [`FeatureOptions`]; our results use the defaults.
//!
//! ```
//! use blokus::features::{self, FeatureOptions};
//! use blokus::{Colour, Position};
//!
//! let mut position = Position::start();
//! position.play("f7,f8,f9,e10,f10".parse()?);
//! let totals = features::totals(&position, Colour::Black, &FeatureOptions::default());
//! assert_eq!(totals, [5, 5, 11, 0, 10, 14, 14, 28, 16]);
//! # Ok::<(), blokus::PlacementError>(())
//! ```

use crate::colour::Colour;
use crate::position::Position;
use crate::square::Square;
use arena::Text;
use lookahead::learn::Feature;

pub use crate::feature_options::{DeadFor, FeatureOptions, Numbering, Path, Sides, Stages};

/// The number of kinds of marks.
pub const KINDS: usize = 9;

/// The names of the kinds, in the order of [`totals`].
pub const NAMES: [&str; KINDS] = [
    "score",
    "effective_d0",
    "dead",
    "fixed",
    "d1",
    "d2",
    "d3",
    "d4",
    "d5",
];

/// The names of the kinds in reports.
pub const LABELS: [Text; KINDS] = {
    let mut labels = [Text { en: "", ja: "" }; KINDS];
    let ja = [
        "スコア",
        "有効",
        "死角",
        "確定",
        "d1",
        "d2",
        "d3",
        "d4",
        "d5",
    ];
    let mut kind = 0;
    while kind < KINDS {
        labels[kind] = Text {
            en: NAMES[kind],
            ja: ja[kind],
        };
        kind += 1;
    }
    labels
};

/// A kind of mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A covered square.
    Score,
    /// A corner where the next piece may attach.
    Effective,
    /// A free square along an own edge.
    Dead,
    /// An effective square that is dead for the opponent.
    Fixed,
    /// One step from an effective square.
    D1,
    /// One step across a corner.
    D2,
    /// Two steps straight on.
    D3,
    /// Two steps straight on and one to the side.
    D4,
    /// Three steps straight on.
    D5,
}

/// A step that carries influence: right, down, and the kind of mark it makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) dx: i8,
    pub(crate) dy: i8,
    pub(crate) kind: Kind,
}

/// Returns the 24 steps of influence.
pub(crate) fn steps() -> impl Iterator<Item = Step> {
    let near = (-3..=3_i8).flat_map(|dy| (-3..=3_i8).map(move |dx| (dx, dy)));
    near.filter_map(|(dx, dy)| {
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        let kind = match (long, short) {
            (1, 0) => Kind::D1,
            (1, 1) => Kind::D2,
            (2, 0) => Kind::D3,
            (2, 1) => Kind::D4,
            (3, 0) => Kind::D5,
            _ => return None,
        };
        Some(Step { dx, dy, kind })
    })
}

impl Step {
    /// Returns whether the path is free; `taken` says which squares (as steps from the start) are
    /// the opponent's.
    pub(crate) fn is_free(self, path: Path, taken: impl Fn(i8, i8) -> bool) -> bool {
        let (across, down) = (self.dx.abs(), self.dy.abs());
        // `true` where the path from the start to a square of the box is free; the ends do not
        // count.
        let mut free = [[false; 4]; 4];
        for (y, x) in (0..=down).flat_map(|y| (0..=across).map(move |x| (y, x))) {
            let end = (x, y) == (0, 0) || (x, y) == (across, down);
            let clear = end || !taken(x * self.dx.signum(), y * self.dy.signum());
            let from_left = (x > 0).then(|| free[y as usize][x as usize - 1]);
            let from_above = (y > 0).then(|| free[y as usize - 1][x as usize]);
            let mut before = [from_left, from_above].into_iter().flatten();
            let reached = (x, y) == (0, 0)
                || match path {
                    Path::All => before.all(|free| free),
                    Path::Any => before.any(|free| free),
                };
            free[y as usize][x as usize] = clear && reached;
        }
        free[down as usize][across as usize]
    }
}

/// Calls `visit` for every mark of a colour, once for each time a square is marked.
pub fn marks(
    position: &Position,
    colour: Colour,
    options: &FeatureOptions,
    mut visit: impl FnMut(Kind, Square),
) {
    let (side, other) = (position.side(colour), position.side(colour.other()));
    let effective = options.effective(position, colour);
    let sets = [
        (Kind::Score, side.cells),
        (Kind::Effective, effective),
        (Kind::Dead, options.dead(position, colour)),
        (Kind::Fixed, effective & other.edges),
    ];
    for (kind, squares) in sets {
        squares.iter().for_each(|square| visit(kind, square));
    }
    let blocked = options.blocked(position, colour);
    for square in effective.iter() {
        let theirs = |dx, dy| {
            square
                .moved(dx, dy)
                .is_some_and(|s| other.cells.contains(s))
        };
        for step in steps() {
            match square.moved(step.dx, step.dy) {
                Some(reached)
                    if !blocked.contains(reached) && step.is_free(options.path, theirs) =>
                {
                    visit(step.kind, reached);
                }
                _ => {}
            }
        }
    }
}

/// Counts the marks of each kind for a colour, in the order of [`NAMES`].
pub fn totals(position: &Position, colour: Colour, options: &FeatureOptions) -> [u32; KINDS] {
    let mut totals = [0; KINDS];
    marks(position, colour, options, |kind, _| {
        totals[kind as usize] += 1;
    });
    totals
}

/// Appends the non-zero features of a position, from Black's perspective, in the order of their
/// weights.
pub fn features(position: &Position, options: &FeatureOptions, into: &mut Vec<Feature>) {
    let mut counts = vec![0_i32; options.weights()];
    for colour in Colour::BOTH {
        let (first, sign) = options.set(colour);
        marks(position, colour, options, |kind, square| {
            counts[first + options.specific(kind as usize, square, colour)] += sign;
            counts[first + FeatureOptions::shared(kind as usize)] += sign;
        });
    }
    if let (Some(tempo), Some(turn)) = (options.tempo(), position.turn()) {
        counts[tempo] = if turn == Colour::White { 1 } else { -1 };
    }
    let stage = options.stages.at(position.pieces_placed());
    if let Some(first) = options.on_top(stage) {
        let (all, own) = counts.split_at_mut(first);
        own[..options.layer()].copy_from_slice(&all[..options.layer()]);
    }
    let present = (0_u32..).zip(counts).filter(|&(_, count)| count != 0);
    into.extend(present.map(|(index, count)| (index, count as f32)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::SQUARES;

    fn play(moves: &[&str]) -> Position {
        let mut position = Position::start();
        for text in moves {
            let placement = text.parse().unwrap();
            position.check(position.turn().unwrap(), placement).unwrap();
            position.play(placement);
        }
        position
    }

    fn both(position: &Position, options: &FeatureOptions) -> [[u32; KINDS]; 2] {
        Colour::BOTH.map(|colour| totals(position, colour, options))
    }

    #[test]
    fn a_worked_example_counts_as_it_should() {
        let options = FeatureOptions::default();
        let position = play(&["f7,f8,f9,e10,f10"]);
        assert_eq!(both(&position, &options)[1], [0; KINDS]);
        let position = play(&["f7,f8,f9,e10,f10", "j4,k4,l4,j5,j6"]);
        let expected = [
            [5, 5, 11, 0, 10, 14, 14, 28, 15],
            [5, 5, 11, 0, 10, 15, 12, 24, 9],
        ];
        assert_eq!(both(&position, &options), expected);
    }

    #[test]
    fn there_are_twenty_four_steps_in_five_kinds() {
        let count = |kind| steps().filter(|step| step.kind == kind).count();
        assert_eq!(
            [Kind::D1, Kind::D2, Kind::D3, Kind::D4, Kind::D5].map(count),
            [4, 4, 4, 8, 4]
        );
    }

    #[test]
    fn a_piece_in_the_way_blocks_all_paths_or_only_some() {
        let knight = Step {
            dx: 2,
            dy: 1,
            kind: Kind::D4,
        };
        let one = |dx, dy| (dx, dy) == (1, 0);
        assert!(!knight.is_free(Path::All, one));
        assert!(knight.is_free(Path::Any, one));
        let wall = |dx, dy| [(1, 0), (0, 1)].contains(&(dx, dy));
        assert!(!knight.is_free(Path::Any, wall));
        let beyond = |dx, dy| (dx, dy) == (2, 1) || (dx, dy) == (3, 0);
        assert!(knight.is_free(Path::All, beyond), "ends do not block");
        let straight = Step {
            dx: 0,
            dy: -3,
            kind: Kind::D5,
        };
        assert!(!straight.is_free(Path::Any, |dx, dy| (dx, dy) == (0, -2)));
    }

    #[test]
    fn every_reading_differs_from_the_default_where_it_says() {
        let mut position = Position::start();
        for _ in 0..16 {
            let middle = position.moves().len() / 2;
            let placement = position.moves().nth(middle).unwrap();
            position.play(placement);
        }
        let usual = both(&position, &FeatureOptions::default());
        let sum = |kinds: &[u32]| kinds.iter().sum::<u32>();
        let changed = |change: fn(&mut FeatureOptions)| {
            let mut options = FeatureOptions::default();
            change(&mut options);
            both(&position, &options)
        };
        let path = changed(|r| r.path = Path::Any);
        assert!(path[0][7] > usual[0][7] && path[0][8] == usual[0][8]);
        let dead = changed(|r| r.dead_for = DeadFor::Either);
        assert!(sum(&dead[0][4..]) < sum(&usual[0][4..]) && dead[0][..4] == usual[0][..4]);
        let covered = changed(|r| r.covered_dead = true);
        assert!(covered[0][2] > usual[0][2] && covered[0][4..] == usual[0][4..]);
        let start = |start| FeatureOptions {
            start,
            ..FeatureOptions::default()
        };
        let effective =
            |start: FeatureOptions| totals(&Position::start(), Colour::White, &start)[1];
        assert_eq!([false, true].map(|s| effective(start(s))), [0, 1]);
    }

    #[test]
    fn a_mirrored_game_has_no_features() {
        let mut position = Position::start();
        for text in ["f9,e10,f10,g10,f11", "g7"] {
            let placement: crate::Placement = text.parse().unwrap();
            if position.check(Colour::Black, placement).is_ok() {
                position.play_as(Colour::Black, placement);
                position.play_as(Colour::White, placement.half_turn());
            }
        }
        let mut found = Vec::new();
        features(&position, &FeatureOptions::default(), &mut found);
        assert_eq!(found, []);
        features(
            &position,
            &FeatureOptions {
                numbering: Numbering::Absolute,
                ..FeatureOptions::default()
            },
            &mut found,
        );
        assert!(!found.is_empty());
    }

    #[test]
    fn features_add_up_to_the_totals() {
        let position = play(&["e10,e9,e8,f8,g8", "j5,i5,h5,h6,h7", "h9,h10,i10,i11,j11"]);
        for numbering in [Numbering::Turned, Numbering::Mirrored, Numbering::Absolute] {
            for sides in [Sides::Difference, Sides::Separate] {
                let options = FeatureOptions {
                    numbering,
                    sides,
                    tempo: true,
                    ..FeatureOptions::default()
                };
                let mut found = Vec::new();
                features(&position, &options, &mut found);
                let [black, white] = both(&position, &options);
                let at = |index: usize| {
                    found
                        .iter()
                        .find(|f| f.0 as usize == index)
                        .map_or(0.0, |f| f.1)
                };
                for kind in 0..KINDS {
                    let shared = at(FeatureOptions::shared(kind));
                    let expected = match sides {
                        Sides::Difference => f64::from(black[kind]) - f64::from(white[kind]),
                        Sides::Separate => f64::from(black[kind]),
                    };
                    assert_eq!(f64::from(shared), expected);
                    let on_squares: f32 = (0..SQUARES).map(|s| at(kind * SQUARES + s)).sum();
                    assert_eq!(on_squares, shared);
                }
            }
        }
    }

    #[test]
    fn having_moved_last_is_a_feature_if_asked_for() {
        let options = FeatureOptions {
            tempo: true,
            ..FeatureOptions::default()
        };
        let tempo = |position: &Position| {
            let mut found = Vec::new();
            features(position, &options, &mut found);
            found.last().copied()
        };
        assert_eq!(tempo(&Position::start()), Some((1773, -1.0)));
        assert_eq!(tempo(&play(&["e10"])), Some((1773, 1.0)));
    }
}
