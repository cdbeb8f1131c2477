//! Tests of positions: legal moves, published counts, symmetry, scores.

use super::*;
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;

/// Returns the legal moves of a colour, each of the 13,729 placements checked by the rules.
fn legal(position: &Position, colour: Colour) -> Vec<Placement> {
    Placement::all()
        .filter(|&p| position.check(colour, p).is_ok())
        .collect()
}

fn sorted(mut moves: Vec<Placement>) -> Vec<Placement> {
    moves.sort();
    moves
}

/// Returns the positions of a random game, the finished one too.
pub(super) fn random_game(seed: u64) -> Vec<Position> {
    let rng = &mut Seed(seed).rng();
    let mut position = Position::start();
    let mut game = vec![position.clone()];
    while !position.is_over() {
        let moves: Vec<_> = position.moves().collect();
        position.play(moves[rng.random_range(0..moves.len())]);
        game.push(position.clone());
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn lists_hold_every_legal_move_once(seed in any::<u64>()) {
        for position in random_game(seed) {
            let expected = Colour::BOTH.map(|c| legal(&position, c));
            if let Some(turn) = position.turn() {
                prop_assert_eq!(&sorted(position.moves().collect()), &expected[turn.index()]);
            } else {
                prop_assert!(expected.iter().all(Vec::is_empty));
            }
            for colour in Colour::BOTH {
                prop_assert_eq!(&sorted(position.moves_of(colour)), &expected[colour.index()]);
            }
        }
    }

    #[test]
    fn turned_boards_have_turned_moves(seed in any::<u64>()) {
        // The half-turn exchanges the colours, the mirror keeps them.
        let rng = &mut Seed(seed).rng();
        let [mut plain, mut turned, mut mirrored] = [(); 3].map(|()| Position::start());
        turned.pass_turn_to(Colour::White);
        while let Some(turn) = plain.turn() {
            let moves: Vec<_> = plain.moves().collect();
            let images = |image: fn(Placement) -> Placement| sorted(moves.iter().map(|&m| image(m)).collect());
            prop_assert_eq!(turned.turn(), Some(turn.other()));
            prop_assert_eq!(mirrored.turn(), Some(turn));
            prop_assert_eq!(sorted(turned.moves().collect()), images(Placement::half_turn));
            prop_assert_eq!(sorted(mirrored.moves().collect()), images(Placement::mirrored));
            let chosen = moves[rng.random_range(0..moves.len())];
            plain.play(chosen);
            turned.play(chosen.half_turn());
            mirrored.play(chosen.mirrored());
        }
        prop_assert_eq!(plain.margin(Scoring::Basic), -turned.margin(Scoring::Basic));
        prop_assert_eq!(plain.margin(Scoring::Advanced), mirrored.margin(Scoring::Advanced));
    }
}

#[test]
fn sequences_are_as_many_as_others_have_counted() {
    let second: usize = Position::start()
        .moves()
        .map(|m| after(&Position::start(), m).moves().len())
        .sum();
    assert_eq!(second, 171_396);
}

fn after(position: &Position, placement: Placement) -> Position {
    let mut next = position.clone();
    next.play(placement);
    next
}

#[test]
fn keys_do_not_depend_on_the_order_of_moves() {
    let play = |moves: [(Colour, &str); 4]| {
        let mut position = Position::start();
        for (colour, text) in moves {
            let placement: Placement = text.parse().unwrap();
            position.check(colour, placement).unwrap();
            position.play_as(colour, placement);
        }
        position
    };
    let (black, white) = (Colour::Black, Colour::White);
    let moves = [
        (black, "e10"),
        (white, "j5"),
        (black, "f11,g11"),
        (white, "k4,l4"),
    ];
    let [one, two, three, four] = moves;
    let played = play(moves);
    let other = play([one, three, two, four]);
    assert_eq!((&played, played.key()), (&other, other.key()));
    assert_ne!(played.key(), play([one, two, (black, "f9,g9"), four]).key());
    let turned = play([two, four, one, three]);
    assert_ne!(played, turned, "it is not the same side's turn");
    assert_ne!(played.key(), turned.key());
}

#[test]
fn illegal_moves_have_different_reasons() {
    let mut position = Position::start();
    let check = |position: &Position, colour, text: &str| {
        position
            .check(colour, text.parse().unwrap())
            .unwrap_err()
            .to_string()
    };
    let (black, white) = (Colour::Black, Colour::White);
    assert_eq!(
        check(&position, black, "a1"),
        "Black's first piece must cover e10"
    );
    position.play("e10,f10".parse().unwrap());
    assert_eq!(check(&position, white, "e10,e11"), "e10 is occupied");
    assert_eq!(
        check(&position, black, "g11,h11"),
        "Black has already played the piece 2"
    );
    assert_eq!(
        check(&position, black, "g10,h10,i10"),
        "on g10 it would lie along an edge of Black's own pieces"
    );
    assert_eq!(
        check(&position, black, "a1,a2,a3"),
        "it does not touch a corner of Black's pieces"
    );
    assert!(position.check(white, "j5".parse().unwrap()).is_ok());
}

#[test]
fn all_pieces_placed_earn_a_bonus_and_the_single_square_last_a_larger_one() {
    let mut side = SideState::new(Colour::Black);
    side.hand = Hand(0);
    side.cells = Squares::of(Square::at(0, 0));
    let mut position = Position::start();
    position.sides[0] = side;
    assert_eq!(position.points(Scoring::Basic), [1, 0]);
    assert_eq!(position.points(Scoring::Advanced), [16, 0]);
    position.sides[0].single_last = true;
    assert_eq!(position.points(Scoring::Advanced), [21, 0]);
}
