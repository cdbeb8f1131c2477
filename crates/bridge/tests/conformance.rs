//! Conformance of bridge with the requirements on every game; and a golden board.
//!
//! After an intended change of the rules, run
//! `SAKIYOMI_GOLDEN=write cargo test -p bridge --test conformance` and read the difference.

use arena::Game as _;
use arena::conformance::{Suite, check_action_text, golden::Golden};
use arena::encoding::Encoding as _;
use bridge::encoding::Cards;
use bridge::rules::{Action, Bridge, Conditions, Position};
use bridge::{Ascii, Board, Card, FinalContract, Play, Seat, Side};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::path::Path;

/// Exchanges of cards that are tried for one position.
const EXCHANGES: usize = 40;

/// The hands that a seat does not see: not its own, nor dummy's once the lead is made.
fn unseen(position: &Position, seat: Seat) -> Vec<Seat> {
    let led = position.play().filter(|play| !play.cards().is_empty());
    let dummy = led.and(position.final_contract()).map(FinalContract::dummy);
    let hidden = |other: &Seat| *other != seat && Some(*other) != dummy;
    Seat::ALL.into_iter().filter(hidden).collect()
}

/// The same calls and cards with other hands, if they are legal then.
fn with_board(position: &Position, board: Board) -> Option<Position> {
    let mut other = Position::new(board);
    for call in position.auction() {
        other.act(Action::Call(*call)).ok()?;
    }
    for (_, card) in position.play().map_or(&[][..], Play::cards) {
        other.act(Action::Card(*card)).ok()?;
    }
    Some(other)
}

/// The position with hidden cards exchanged that have not been played.
fn exchanged(position: &Position, seat: usize, rng: &mut Pcg64Mcg) -> Position {
    let mut varied = position.clone();
    let hidden = unseen(position, Seat::ALL[seat]);
    for _ in 0..EXCHANGES {
        let [one, two] = [(); 2].map(|()| hidden[rng.random_range(0..hidden.len())]);
        let held = |seat: Seat| match varied.play() {
            Some(play) => play.left()[seat as usize],
            None => varied.board().hands[seat as usize],
        };
        let cards = [one, two].map(|seat| held(seat).iter().collect::<Vec<Card>>());
        if one == two || cards.iter().any(Vec::is_empty) {
            continue;
        }
        let [mine, yours] = cards.map(|cards| cards[rng.random_range(0..cards.len())]);
        let mut board = *varied.board();
        for (seat, out, into) in [(one, mine, yours), (two, yours, mine)] {
            board.hands[seat as usize].remove(out);
            board.hands[seat as usize].insert(into);
        }
        varied = with_board(&varied, board).unwrap_or(varied);
    }
    varied
}

#[test]
fn the_game_keeps_all_promises_and_no_seat_sees_what_is_hidden() {
    let game = Bridge::default();
    Suite::hidden(&game, exchanged).games(12).assert();
    let table = "dealer = 'S'\nauction = '1NT - 3NT - - -'".parse().unwrap();
    let game = Bridge {
        conditions: Conditions::default().changed(&table).unwrap(),
    };
    Suite::hidden(&game, exchanged).games(4).assert();
}

proptest! {
    #[test]
    fn any_text_is_an_action_or_refused(text in any::<String>(), near in "[1-7SHDCNTXPas]{0,4}") {
        for text in [text, near] {
            prop_assert_eq!(check_action_text(&Bridge::default(), &text), Ok(()));
        }
    }
}

/// The deal, the calls, the contract, the cards still held and the tricks.
fn shown(position: &Position) -> String {
    let board = position.board();
    let (dealer, vulnerable) = (board.dealer, board.vulnerability);
    let calls: Vec<_> = position
        .auction()
        .iter()
        .map(|call| Ascii(*call).to_string())
        .collect();
    let (Some(final_contract), Some(play)) = (position.final_contract(), position.play()) else {
        return format!(
            "board {}, dealer {dealer}, vulnerable {vulnerable:?}\n{}\ncalls {}",
            board.number,
            Ascii(board.hands),
            calls.join(" ")
        );
    };
    let tricks = [Side::NorthSouth, Side::EastWest].map(|side| play.tricks(side));
    format!(
        "{} by {}\n{}\ntricks {} : {}",
        Ascii(final_contract.contract),
        final_contract.declarer,
        Ascii(*play.left()),
        tricks[0],
        tricks[1]
    )
}

#[test]
fn the_golden_board_is_bid_and_played_as_it_was() {
    let golden = Golden {
        game: &Bridge::default(),
        path: &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt"),
        about: "A board of bridge, natural calls and low cards.\n\
            SAKIYOMI_GOLDEN=write cargo test -p bridge --test conformance writes it again.",
        show: shown,
    };
    if std::env::var_os("SAKIYOMI_GOLDEN").is_some_and(|word| word == "write") {
        let lineup = bridge::lineup::lineup();
        let low = || lineup.build(&"low".parse().unwrap()).unwrap();
        golden
            .write(Seed(1), &mut [low(), low(), low(), low()])
            .unwrap();
    }
    golden.check().unwrap();
}

#[test]
fn no_encoded_view_depends_on_what_its_seat_does_not_see() {
    let game = Bridge::default();
    let (mut compared, mut differed) = (0, 0);
    for seed in (0..12).map(Seed) {
        let mut rng = seed.rng();
        let mut position = game.start(&mut rng);
        while let Some(actor) = game.turn(&position) {
            for seat in 0..4 {
                let other = exchanged(&position, seat, &mut rng);
                let encoded = [&position, &other]
                    .map(|position| Cards.observe(&game, seat, &game.view(position, seat)));
                assert_eq!(encoded[0], encoded[1], "seat {seat} of seed {seed}");
                compared += 1;
                differed += usize::from(position != other);
            }
            let action = game.sample(&game.view(&position, actor), &mut rng);
            game.play(&mut position, &action.unwrap(), &mut rng);
        }
    }
    assert!(2 * differed > compared, "{differed} of {compared}");
}
