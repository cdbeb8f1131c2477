//! Tests of game records: reading, writing, replay, damaged files.

use super::*;
use crate::colour::Colour;
use crate::placement::Placement;
use crate::position::{IllegalMove, Position, Scoring};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use sgf::{Tree, Value};

/// A game with variations, comments and unknown properties.
const GAME: &str = "(;GM[Blokus Duo]CA[UTF-8]PB[alpha]PW[beta]RE[W+3]XX[a\\:b:c][]
;B[e9,d10,e10,f10,e11];W[j5,i6,j6,k6,j7]C[a cross \\[again\\]]
(;B[i7,h8,i8,g9,h9]TE[1];W[k8,j9,k9,i10,j10])
(;B[e7,f7,g7,g8,g9]LB[e10:a][j5:b];B[g12,h12]))";

fn game(text: &str) -> GameTree {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn placement(text: &str) -> Placement {
    text.parse().unwrap()
}

fn last(game: &GameTree) -> NodeId {
    game.main_line().last().unwrap()
}

/// Returns the error of the last position of the main line.
fn trouble(text: &str) -> String {
    let game = game(text);
    game.position_at(last(&game)).unwrap_err().to_string()
}

fn random_moves(seed: u64) -> Vec<(Colour, Placement)> {
    let rng = &mut Seed(seed).rng();
    let mut position = Position::start();
    let mut moves = Vec::new();
    while let Some(colour) = position.turn() {
        let legal: Vec<_> = position.moves().collect();
        moves.push((colour, legal[rng.random_range(0..legal.len())]));
        position.play(moves[moves.len() - 1].1);
    }
    moves
}

fn after(moves: &[(Colour, Placement)]) -> Position {
    let mut position = Position::start();
    for &(colour, placement) in moves {
        position.play_as(colour, placement);
    }
    position
}

// Reading and writing.

#[test]
fn a_game_is_read_with_its_variations() {
    let game = game(GAME);
    assert_eq!(game.player(Colour::Black).as_deref(), Some("alpha"));
    assert_eq!(game.player(Colour::White).as_deref(), Some("beta"));
    assert_eq!((game.result().as_deref(), game.date()), (Some("W+3"), None));
    let line: Vec<_> = game.main_line().collect();
    assert_eq!((line.len(), game.children(line[2]).len()), (5, 2));
    assert_eq!(game.comment(line[2]).as_deref(), Some("a cross [again]"));
    assert_eq!(game.parent(line[2]), Some(line[1]));
    let second = game.children(line[2])[1];
    let played = (Colour::Black, placement("e7,f7,g7,g8,g9"));
    assert_eq!(game.move_at(second), Ok(Some(played)));
    assert_eq!(
        game.position_at(line[4]).unwrap().squares_placed(),
        [10, 10]
    );
    assert_eq!(game.position_at(second).unwrap().squares_placed(), [10, 5]);
}

#[test]
fn unknown_properties_are_written_as_they_were_read() {
    let read = game(GAME);
    let written = read.to_string();
    for part in ["XX[a\\:b:c][]", "LB[e10:a][j5:b]", "TE[1]", "CA[UTF-8]"] {
        assert!(written.contains(part), "{written}");
    }
    assert_eq!(game(&written), read);
    assert_eq!(game(&written).to_string(), written);
    assert_ne!(game(&written.replace("[j5:b]", "[j5:c]")), read);
    assert_ne!(
        game(&written.replace(")\n(", "\n")),
        read,
        "other variations"
    );
}

#[test]
fn layout_and_text_around_a_game_do_not_matter() {
    let plain = game("(;GM[Blokus Duo]C[x];B[e10](;W[j5])(;W[j5,j6]))");
    let spaced = " \n( ; GM [Blokus Duo]\tC\n[x] ;\r\nB [e10] ( ;W[j5] )\n\n(;W[j5,j6]) ) ";
    for text in [
        spaced.to_owned(),
        format!("\u{feff}{spaced}"),
        format!("Dear (old) friend,\n{spaced}\nyours ;-) (me)"),
        spaced.replace('\n', "\r\n"),
    ] {
        assert_eq!(game(&text), plain, "{text:?}");
    }
}

#[test]
fn escapes_and_line_breaks_are_understood() {
    let text = |raw: &str| {
        let game = game(&format!("(;C[{raw}])"));
        game.comment(game.root()).unwrap()
    };
    assert_eq!(text("a\\]b\\\\c\\:d:e[f"), "a]b\\c:d:e[f");
    assert_eq!(text("one\ntwo\r\nthree\rfour"), "one\ntwo\nthree\nfour");
    assert_eq!(text("soft\\\nsoft\\\r\nsoft\\\rsoft"), "softsoftsoftsoft");
    assert_eq!(text("\\n\\\\\n"), "n\\\n");
    for raw in ["a\\:b", "x\r\ny", "\\\r\n"] {
        assert!(game(&format!("(;C[{raw}])")).to_string().contains(raw));
    }
}

#[test]
fn a_property_may_stand_twice_and_keep_its_places() {
    let mut read = game("(;AA[1]C[a]BB[2]C[b])");
    assert_eq!(read.comment(read.root()).as_deref(), Some("a"));
    assert_eq!(game(&read.to_string()), read);
    read.set_comment(read.root(), "new]");
    assert_eq!(read.to_string(), "(;AA[1]C[new\\]]BB[2])\n");
    read.set_comment(read.root(), "");
    assert_eq!(
        (read.comment(read.root()), read.to_string().as_str()),
        (None, "(;AA[1]BB[2])\n")
    );
}

#[test]
fn only_blokus_duo_is_read() {
    for text in [
        "(;GM[Blokus Duo])",
        "(;GM[blokus DUO])",
        "(;GM[ Blokus Duo\n])",
        "(;)",
    ] {
        assert!(text.parse::<GameTree>().is_ok(), "{text}");
    }
    for (text, game, column) in [
        ("(;GM[1])", "1", 6),
        ("(;C[]GM[Blokus Trigon])", "Blokus Trigon", 9),
    ] {
        let error = text.parse::<GameTree>().unwrap_err();
        assert_eq!(error.place, Some(Place { line: 1, column }));
        assert_eq!(error.fault, RecordFault::OtherGame { game: game.into() });
        assert!(error.to_string().contains(game));
    }
}

#[test]
fn several_games_are_read_together_but_not_as_one() {
    let text = "(;C[a])\nand\n (;C[b])";
    let games = read_all(text).unwrap();
    let comments: Vec<_> = games.iter().map(|g| g.comment(g.root()).unwrap()).collect();
    assert_eq!(comments, ["a", "b"]);
    let error = text.parse::<GameTree>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 2: expected one game, found another one"
    );
}

#[test]
fn syntax_errors_have_their_place() {
    let cases = [
        (
            "",
            "line 1, column 1: expected a game, which begins with `(;`, found the end of the text",
        ),
        (
            "B[e10]",
            "line 1, column 1: expected a game, which begins with `(;`, found `B`",
        ),
        (
            "(",
            "line 1, column 2: expected `;` after `(`, found the end of the text",
        ),
        (
            "\n (B[e10])",
            "line 2, column 3: expected `;` after `(`, found `B`",
        ),
        (
            "(;",
            "line 1, column 3: expected a property, `;`, `(` or `)`, found the end of the text",
        ),
        (
            "(;B)",
            "line 1, column 4: expected `[` and a value of the property `B`, found `)`",
        ),
        (
            "(;é[x])",
            "line 1, column 3: expected a property, `;`, `(` or `)`, found `é`",
        ),
        (
            "(;C[é]\r\n;B [é] ?)",
            "line 2, column 8: expected a property, `;`, `(` or `)`, found `?`",
        ),
        (
            "(;C[a\r\rb]\n\r\n [x]]",
            "line 5, column 5: expected a property, `;`, `(` or `)`, found `]`",
        ),
        (
            "(;\n C[a)\n\n",
            "line 2, column 3: expected a `]` that ends the value beginning here, found the end of the text",
        ),
        (
            "(;C[\\]",
            "line 1, column 4: expected a `]` that ends the value beginning here, found the end of the text",
        ),
        (
            "(;(B[x]))",
            "line 1, column 4: expected `;` after `(`, found `B`",
        ),
        (
            "(;())",
            "line 1, column 4: expected `;` after `(`, found `)`",
        ),
        (
            "(;(;);)",
            "line 1, column 6: expected `(` or `)`, found `;`",
        ),
        (
            "(;(;)",
            "line 1, column 6: expected `(` or `)`, found the end of the text",
        ),
        (
            "(;\u{7})",
            "line 1, column 3: expected a property, `;`, `(` or `)`, found \\u{7}",
        ),
    ];
    for (text, words) in cases {
        let error = text.parse::<GameTree>().unwrap_err();
        assert_eq!(error.to_string(), words, "{text:?}");
    }
}

// Deep trees.

const DEEP: usize = 1_000_000;

#[test]
fn a_million_parentheses_are_an_error_with_a_place() {
    let open = |text: &str| {
        text.repeat(DEEP)
            .parse::<GameTree>()
            .unwrap_err()
            .place
            .unwrap()
    };
    assert_eq!(open("("), Place { line: 1, column: 2 });
    assert_eq!(open("(;").column, 2 * DEEP as u32 + 1);
}

#[test]
fn a_line_of_a_million_nodes_is_read_written_and_dropped() {
    let text = format!("{}{}", "(;".repeat(DEEP), ")".repeat(DEEP));
    let read = game(&text);
    assert_eq!(read.main_line().count(), DEEP);
    assert_eq!(read.position_at(last(&read)), Ok(Position::start()));
    assert_eq!(game(&read.to_string()), read.clone());
}

#[test]
fn variations_in_variations_are_read_written_and_dropped() {
    let depth = DEEP / 4;
    let text = format!("(;{}{})", "(;A[1])(;".repeat(depth), ")".repeat(depth));
    let read = game(&text);
    assert_eq!(read.sgf().nodes().count(), 2 * depth + 1);
    let written = read.to_string();
    assert_eq!(written.matches('(').count(), 2 * depth + 1);
    assert_eq!(game(&written), read);
}

// Positions.

#[test]
fn the_same_colour_may_move_again() {
    let game = game("(;;B[e10];B[f11];C[nothing];B[g10,g9];W[j5])");
    let error = game.position_at(last(&game)).unwrap_err();
    let why = IllegalMove::AlreadyPlayed {
        colour: Colour::Black,
        piece: placement("f11").piece(),
    };
    assert!(matches!(error.fault, RecordFault::Illegal { why: found, .. } if found == why));
    let game = self::game("(;;B[e10];B[f11,f12];C[nothing];B[g9,g10,g8];W[j5])");
    let position = game.position_at(last(&game)).unwrap();
    assert_eq!(
        (position.squares_placed(), position.turn()),
        ([6, 1], Some(Colour::Black))
    );
}

#[test]
fn illegal_moves_have_their_place() {
    let cases = [
        (
            "(;;B[e10]\n;W[e10])",
            "line 2, column 4: White cannot play e10: e10 is occupied",
        ),
        (
            "(;\n;B[a1])",
            "line 2, column 4: Black cannot play a1: Black's first piece must cover e10",
        ),
        (
            "(;;B[e10 f10])",
            "line 1, column 6: expected a move as the value of `B`: `e10 f10` is not a square",
        ),
        (
            "(;;W[])",
            "line 1, column 6: expected a move as the value of `W`: `` is not a square",
        ),
        (
            "(;AB[e10][e1,e3])",
            "line 1, column 11: expected a move as the value of `AB`: `e1,e3` do not",
        ),
        (
            "(;;B[e10]\nW[j5])",
            "line 2, column 3: expected one move in a node, found another one",
        ),
        (
            "(;;B[e10][f11,f12])",
            "line 1, column 11: expected one move in a node",
        ),
        (
            "(;PL[green])",
            "line 1, column 6: expected `B` or `W` as the side to move, found `green`",
        ),
        (
            "(;AB[e10]\n;AE[e10,e11])",
            "line 2, column 5: no piece to remove on e10,e11",
        ),
        (
            "(;AB[e10]\nAW[j5][f6,f7])",
            "line 2, column 8: White's pieces cannot have been placed: f6,f7: it does not touch",
        ),
        (
            "(;AB[e10]AB[e11,e12])",
            "line 1, column 13: Black's pieces cannot have been placed: e11,e12: on e11",
        ),
        ("(;AB[e10,e11][f12])\n", ""),
        (
            "(;AB[e10][f11])\n",
            "line 1, column 11: Black's pieces cannot have been placed: f11: Black has already",
        ),
        (
            "(;AB[e10][f9,g9][h8,i8,j8][k7,l7,j7,j6,j5]AW[j5])",
            "line 1, column 28: Black's pieces cannot have been placed: j5,j6,j7,k7,l7: on j7",
        ),
        (
            "(;AB[e10];B[f11,g11];AE[e10])",
            "line 1, column 25: Black's pieces cannot have been placed: f11,g11: Black's first piece",
        ),
    ];
    for (text, words) in cases {
        if words.is_empty() {
            let game = game(text);
            assert!(game.position_at(last(&game)).is_ok(), "{text}");
        } else {
            let error = trouble(text);
            assert!(error.starts_with(words), "{text:?}: {error}");
        }
    }
}

#[test]
fn pieces_of_both_colours_cannot_be_set_up_on_each_other() {
    // Black walks from e10 to White's start square.
    let walk = "AB[e10][f9,g9][h7,h8,i8][j5,j6,j7]";
    let black = game(&format!("(;{walk})"));
    assert!(black.position_at(black.root()).is_ok());
    let error = trouble(&format!("(;{walk}AW[j5])"));
    assert_eq!(
        error,
        "line 1, column 40: White's pieces cannot have been placed: j5: j5 is occupied"
    );
}

#[test]
fn setting_up_adds_removes_and_gives_the_turn() {
    let text = "(;AB[f11,g11][e10]AW[j5]PL[W];W[k4,l4];AW[k3,k4]AE[k4,l4];PL[white])";
    let game = game(text);
    let shown = game.main_line().map(|node| {
        let position = game.position_at(node).unwrap();
        (position.covered(Colour::White).len(), position.turn())
    });
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    let expected = [(1, white), (3, black), (3, black), (3, white)];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let third = game.main_line().nth(2).unwrap();
    let placed = game.position_at(third).unwrap().placements(Colour::White);
    assert_eq!(placed, [placement("j5"), placement("k3,k4")]);
}

#[test]
fn a_node_sets_up_then_moves_then_gives_the_turn() {
    let game = game("(;W[k4,l4]PL[w]AW[j5]AB[e10])");
    let position = game.position_at(game.root()).unwrap();
    assert_eq!(
        (position.squares_placed(), position.turn()),
        ([1, 3], Some(Colour::White))
    );
}

#[test]
fn a_new_game_is_built_move_by_move() {
    let mut game = GameTree::new();
    let first = game
        .play(game.root(), Colour::Black, placement("e10"))
        .unwrap();
    let answers = ["j5", "j5,j6", "j5"].map(|a| game.play(first, Colour::White, placement(a)));
    let [one, two, again] = answers.map(Result::unwrap);
    assert_eq!((game.children(first), again), (&[one, two][..], one));
    let line = [
        (Colour::Black, placement("f11,f12")),
        (Colour::Black, placement("e11")),
    ];
    let before = game.clone();
    let error = game.play_line(two, line).unwrap_err();
    assert_eq!(
        (error.place, &game),
        (None, &before),
        "nothing is added if one move is illegal"
    );
    assert!(
        error.to_string().starts_with("Black cannot play e11: "),
        "{error}"
    );
    assert_eq!(game.play_line(two, []), Ok(two));
    game.set_player(Colour::White, "\\o/ [beta]");
    game.set_result(&result(-3));
    let text =
        "(;GM[Blokus Duo]CA[UTF-8]PW[\\\\o/ [beta\\]]RE[W+3]\n;B[e10]\n(;W[j5])\n(;W[j5,j6]))\n";
    assert_eq!(game.to_string(), text);
    assert_eq!(text.parse(), Ok(game));
}

#[test]
fn a_child_that_also_sets_up_is_not_taken_for_its_move() {
    let mut game = game("(;;B[e10]PL[B])");
    let child = game
        .play(game.root(), Colour::Black, placement("e10"))
        .unwrap();
    assert_eq!(game.children(game.root()).len(), 2);
    assert_eq!(game.position_at(child).unwrap().turn(), Some(Colour::White));
}

#[test]
fn results_are_written_as_usual() {
    assert_eq!(
        [7, 0, -12, i32::MIN].map(result),
        ["B+7", "0", "W+12", "W+2147483648"]
    );
}

// What holds of every record.

/// Any text can be read, written and replayed without a panic, and a parsed game is read back.
fn stands_the_text(text: &str) -> Result<(), TestCaseError> {
    match read_all(text) {
        Err(error) => prop_assert!(error.place.is_some(), "{}", error),
        Ok(games) => {
            let written: String = games.iter().map(GameTree::to_string).collect();
            prop_assert_eq!(read_all(&written), Ok(games.clone()));
            for game in games {
                if let Err(error) = game.position_at(last(&game)) {
                    prop_assert!(error.place.is_some(), "{}", error);
                }
            }
        }
    }
    Ok(())
}

/// Trees of any shape: each node names an earlier one as its parent.
fn any_tree() -> impl Strategy<Value = Tree> {
    let names = prop::sample::select(vec!["B", "C", "AB", "LB", "x1", "GM"]);
    let values = prop::collection::vec(any::<String>(), 1..4);
    let properties = prop::collection::vec((names, values), 0..4);
    let nodes = prop::collection::vec((any::<prop::sample::Index>(), properties), 1..40);
    nodes.prop_map(|nodes| {
        let mut tree = Tree::new();
        let mut known = vec![tree.root()];
        for (parent, properties) in nodes {
            let node = tree.add_child(known[parent.index(known.len())]);
            known.push(node);
            for (name, values) in properties {
                let values = values.iter().map(|text| Value::new(text)).collect();
                let name = name.to_owned();
                tree.push(node, sgf::Property { name, values });
            }
        }
        tree
    })
}

#[test]
fn a_replay_has_every_move_of_the_main_line_with_the_position_after_it() {
    let text = "(;GM[Blokus Duo];C[words];B[e10];W[j5](;B[f11,f12])(;B[f9,f8]))";
    let tree: GameTree = text.parse().unwrap();
    let (start, played) = tree.replay().unwrap();
    assert_eq!(start, Position::start());
    let moves: Vec<_> = played.iter().map(|p| p.placement.to_string()).collect();
    assert_eq!(moves, ["e10", "j5", "f11,f12"]);
    for step in &played {
        assert_eq!(tree.position_at(step.node).unwrap(), step.position);
    }
}

#[test]
fn the_position_before_a_move_is_found_by_its_number() {
    let tree: GameTree = "(;GM[Blokus Duo];B[e10];W[j5])".parse().unwrap();
    let placed = |number| {
        tree.before_move(number)
            .map(|position| position.pieces_placed())
    };
    assert_eq!((placed(Some(1)), placed(Some(2))), (Ok(0), Ok(1)));
    assert_eq!(placed(None), Ok(2));
    for number in [0, 3] {
        let error = placed(Some(number)).unwrap_err().to_string();
        let words = format!("unknown move {number}: the record has moves 1 to 2");
        assert_eq!(error, words);
    }
    let empty: GameTree = "(;GM[Blokus Duo])".parse().unwrap();
    let error = empty.before_move(Some(1)).unwrap_err().to_string();
    assert_eq!(error, "unknown move 1: the record has no move");
    // A first node with the first move has nothing before it.
    let at_once: GameTree = "(;GM[Blokus Duo]B[e10])".parse().unwrap();
    assert_eq!(at_once.before_move(Some(1)).unwrap(), Position::start());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games_are_read_back_and_replayed(seed in any::<u64>(), name in any::<String>()) {
        let moves = random_moves(seed);
        let position = after(&moves);
        let mut made = GameTree::of_moves(moves.iter().copied()).unwrap();
        made.set_player(Colour::Black, &name);
        made.set_result(&result(position.margin(Scoring::Basic)));
        let read = game(&made.to_string());
        prop_assert_eq!(&read, &made);
        let nodes = read.main_line().skip(1);
        let replayed: Vec<_> = nodes.map(|node| read.move_at(node).unwrap().unwrap()).collect();
        prop_assert_eq!(&replayed, &moves);
        prop_assert_eq!(read.position_at(last(&read)), Ok(position));
    }

    #[test]
    fn a_position_can_be_set_up_in_any_order(seed in any::<u64>(), plies in 0..40_usize, turn in any::<prop::sample::Index>()) {
        let moves = random_moves(seed);
        let position = after(&moves[..plies.min(moves.len())]);
        let setup = Colour::BOTH.map(|colour| {
            let own = moves.iter().take(plies).filter(|m| m.0 == colour).map(|m| m.1);
            let mut own: Vec<_> = own.collect();
            // The last piece stays the last one: it may decide a bonus.
            if let [earlier @ .., _] = &mut own[..] && !earlier.is_empty() {
                earlier.rotate_left(turn.index(earlier.len()));
            }
            let values: Vec<_> = own.iter().map(Placement::to_string).collect();
            let name = if own.is_empty() { "XX" } else { ["AB", "AW"][colour.index()] };
            format!("{name}[{}]", values.join("]["))
        });
        let next = position.turn().unwrap_or(Colour::Black);
        let read = game(&format!("(;{}PL[{}])", setup.concat(), next.letter()));
        let built = read.position_at(read.root()).unwrap();
        prop_assert_eq!((&built, built.key()), (&position, position.key()));
        let sorted = |p: &Position| {
            let mut moves: Vec<_> = p.moves().collect();
            moves.sort();
            moves
        };
        prop_assert_eq!(sorted(&built), sorted(&position));
    }

    #[test]
    fn taking_the_last_piece_away_takes_the_move_back(seed in any::<u64>(), plies in 1..20_usize) {
        let moves = &random_moves(seed)[..plies];
        let mut game = GameTree::of_moves(moves.iter().copied()).unwrap();
        let (colour, placement) = moves[plies - 1];
        let node = game.tree.add_child(last(&game));
        game.tree.set_text(node, "AE", &placement.to_string());
        game.tree.set_text(node, "PL", &colour.letter().to_string());
        prop_assert_eq!(game.position_at(node), Ok(after(&moves[..plies - 1])));
    }

    #[test]
    fn trees_of_any_shape_are_read_back(tree in any_tree()) {
        let text = tree.to_string();
        let read = sgf::read(&text).unwrap();
        prop_assert_eq!(&read[..], &[tree.clone()][..]);
        prop_assert_eq!(read[0].to_string(), text);
        stands_the_text(&tree.to_string())?;
    }

    #[test]
    fn texts_are_read_back_but_for_the_kind_of_line_break(text in any::<String>()) {
        let plain = text.replace("\r\n", "\n").replace('\r', "\n");
        prop_assert_eq!(Value::new(&text).text(), plain);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), near in "[();\\[\\]\\\\ \r\nABEGLMPW:,e1]{0,60}") {
        stands_the_text(&text)?;
        stands_the_text(&near)?;
        stands_the_text(&format!("(;{near})"))?;
    }

    #[test]
    fn no_spoilt_file_makes_it_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0..3, "[();\\[\\]\\\\\r\nABEW,e1é]"), 1..6),
    ) {
        let mut letters: Vec<char> = GAME.chars().collect();
        for (place, kind, new) in changes {
            let place = place.index(letters.len());
            let new = new.chars().next().unwrap_or('(');
            match kind {
                0 => letters[place] = new,
                1 => letters.insert(place, new),
                _ => drop(letters.remove(place)),
            }
        }
        stands_the_text(&letters.into_iter().collect::<String>())?;
    }

    #[test]
    fn no_cut_file_makes_it_panic(from in 0..GAME.len(), to in 0..GAME.len()) {
        stands_the_text(&GAME[from.min(to)..from.max(to)])?;
    }
}
