//! A conversation written out, as the protocol has it, and both sides held to it.

use super::{one_suit_each, seat};
use crate::manager::{ClientMessage, Effect, ManagerMessage, Prompt, TableClient, TableManager};
use crate::{Board, Seat};

/// A seat, `>` for what the client says and `<` for what it is told, and the line.
const OPENING: &str = r#"
N> Connecting "Us" as North using protocol version 18
N< North ("Us") seated
N> North ready for teams
S> Connecting "Us" as South using protocol version 18
S< South ("Us") seated
E> Connecting "Them" as East using protocol version 18
E< East ("Them") seated
E> East ready for teams
W> Connecting "Them" as West using protocol version 18
W< West ("Them") seated
N< Teams : N/S : "Us" E/W : "Them"
E< Teams : N/S : "Us" E/W : "Them"
S> South ready for teams
S< Teams : N/S : "Us" E/W : "Them"
W> West ready for teams
W< Teams : N/S : "Us" E/W : "Them"
N> North ready to start
S> South ready to start
W> West ready to start
E> East ready to start
N< Start of board
E< Start of board
S< Start of board
W< Start of board
N> North ready for deal
N< Board number 1. Dealer North. Neither vulnerable.
N> North ready for cards
N< North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.
E> East ready for deal
E< Board number 1. Dealer North. Neither vulnerable.
E> East ready for cards
E< East's cards : S -. H A K Q J T 9 8 7 6 5 4 3 2. D -. C -.
S> South ready for deal
S< Board number 1. Dealer North. Neither vulnerable.
S> South ready for cards
S< South's cards : S -. H -. D A K Q J T 9 8 7 6 5 4 3 2. C -.
W> West ready for deal
W< Board number 1. Dealer North. Neither vulnerable.
W> West ready for cards
W< West's cards : S -. H -. D -. C A K Q J T 9 8 7 6 5 4 3 2.
"#;

/// North declares diamonds, of which he has none: dummy trumps the lead and leads next.
const PLAY: &str = r"
N> North bids 7D Alert. no diamonds
N> North ready for East's bid
E> East ready for North's bid
E< North bids 7D Alert. no diamonds
E> East passes
N< East passes
E> East ready for South's bid
S> South ready for North's bid
S< North bids 7D
S> South ready for East's bid
S< East passes
S> South passes
E< South passes
S> South ready for West's bid
E> East ready for West's bid
N> North ready for South's bid
N< South passes
N> North ready for West's bid
W> West ready for North's bid
W< North bids 7D Alert. no diamonds
W> West ready for East's bid
W< East passes
W> West ready for South's bid
W< South passes
W> West passes
N< West passes
E< West passes
E< East to lead
S< West passes
W> West ready for East's card to trick 1
N> North ready for East's card to trick 1
S> South ready for East's card to trick 1
E> East plays AH
N< East plays AH
S< East plays AH
W< East plays AH
E> East ready for dummy
E< Dummy's cards : S -. H -. D A K Q J T 9 8 7 6 5 4 3 2. C -.
N> North ready for dummy
N< Dummy's cards : S -. H -. D A K Q J T 9 8 7 6 5 4 3 2. C -.
W> West ready for dummy
W< Dummy's cards : S -. H -. D A K Q J T 9 8 7 6 5 4 3 2. C -.
E> East ready for dummy's card to trick 1
S> South ready for dummy's card to trick 1
W> West ready for dummy's card to trick 1
N> South plays 2D
E< South plays 2D
S< South plays 2D
W< South plays 2D
N> North ready for West's card to trick 1
W> West plays TC
N< West plays TC
N> North plays 2S
N< Dummy to lead
W> West ready for North's card to trick 1
W< North plays 2S
E> East ready for West's card to trick 1
E< West plays TC
E> East ready for North's card to trick 1
E< North plays 2S
S> South ready for West's card to trick 1
S< West plays TC
S> South ready for North's card to trick 1
S< North plays 2S
N> South plays 3D
N> North ready for West's card to trick 2
W> West ready for dummy's card to trick 2
W< South plays 3D
W> West plays 2C
N< West plays 2C
";

const PASSED_OUT: &str = r"
N> North passes
N> North ready for East's bid
E> East ready for North's bid
E< North passes
E> East passes
N< East passes
E> East ready for South's bid
S> South ready for North's bid
S< North passes
S> South ready for East's bid
S< East passes
S> South passes
E< South passes
S> South ready for West's bid
E> East ready for West's bid
N> North ready for South's bid
N< South passes
W> West ready for North's bid
W< North passes
W> West ready for East's bid
W< East passes
W> West ready for South's bid
W< South passes
W> West passes
E< West passes
S< West passes
N> North ready for West's bid
N< West passes
N< Start of board
E< Start of board
S< Start of board
W< Start of board
W> West ready for deal
W< Board number 2. Dealer East. N/S vulnerable.
";

fn lines(parts: &[&'static str]) -> Vec<(Seat, bool, &'static str)> {
    let lines = parts.iter().flat_map(|part| part.lines());
    let read = |line: &'static str| (seat(&line[..1]), &line[1..2] == ">", &line[3..]);
    lines.filter(|line| !line.is_empty()).map(read).collect()
}

fn host() -> TableManager {
    let board = one_suit_each();
    TableManager::new(vec![board, Board::numbered(2, board.hands)]).unwrap()
}

/// What the manager tells when it hears a line, and its other effects.
fn handle(host: &mut TableManager, seat: Seat, line: &str) -> (Vec<(Seat, String)>, Vec<Effect>) {
    let effects = if line.starts_with("Connecting") {
        host.connect(line).unwrap().1
    } else {
        host.receive(seat, line).unwrap()
    };
    let (mut told, mut others) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect {
            Effect::Tell(seat, line) => told.push((seat, line.to_string())),
            other => others.push(other),
        }
    }
    (told, others)
}

/// Plays a conversation to the manager and holds its answers to it. Returns what else happened.
fn hold_host(host: &mut TableManager, parts: &[&'static str]) -> Vec<Effect> {
    let (mut told, mut others) = (Vec::new(), Vec::new());
    for (seat, is_said, line) in lines(parts) {
        if is_said {
            assert_eq!(told, [], "before {line}");
            let (now, more) = handle(host, seat, line);
            told = now;
            others.extend(more);
        } else {
            assert!(!told.is_empty(), "nothing told, but {line}");
            assert_eq!(told.remove(0), (seat, line.to_owned()));
        }
    }
    assert_eq!(told, []);
    others
}

/// Plays one seat's part of a conversation to a client and holds its lines to it. Decisions are
/// those of the conversation.
fn hold_guest(seat: Seat, parts: &[&'static str]) -> TableClient {
    let mut guest = TableClient::new(["Us", "Them"][seat as usize % 2], Some(seat));
    let mut said = vec![guest.connect()];
    let mut need = Prompt::Wait;
    for (_, is_said, line) in lines(parts).into_iter().filter(|(to, ..)| *to == seat) {
        if !is_said {
            assert_eq!(said, [], "before {line}");
            need = guest.receive(line).unwrap();
            continue;
        }
        match std::mem::replace(&mut need, Prompt::Wait) {
            Prompt::Say(line) => said.push(line),
            Prompt::Call(_) => {
                let Ok(ClientMessage::Calls(announced_call)) = line.parse() else {
                    panic!("a call, not {line}")
                };
                said = guest
                    .call(announced_call.call, announced_call.note)
                    .unwrap();
            }
            Prompt::Card(_) => {
                let Ok(ClientMessage::Plays(_, card)) = line.parse() else {
                    panic!("a card, not {line}")
                };
                said = guest.play(card).unwrap();
            }
            _ => (),
        }
        assert!(!said.is_empty(), "nothing said, but {line}");
        assert_eq!(said.remove(0).to_string(), line);
    }
    guest
}

#[test]
fn the_manager_keeps_to_a_conversation_written_out_by_hand() {
    let mut host = host();
    let happened = hold_host(&mut host, &[OPENING, PLAY]);
    let words: Vec<_> = happened
        .iter()
        .map(|effect| match effect {
            Effect::Called(announced_call) => announced_call.to_string(),
            Effect::Played(seat, card) => format!("{seat} {}", crate::Ascii(*card)),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = "North bids 7D Alert. no diamonds, East passes, South passes, West passes, \
        E HA, S D2, W CT, N S2, S D3, W C2";
    assert_eq!(words.join(", "), expected);
    let record = host.record().unwrap();
    assert_eq!(record.players, ["Us", "Them", "Us", "Them"]);
    assert_eq!(
        (record.cards.len(), record.declarer),
        (6, Some(Seat::North))
    );
}

#[test]
fn four_passes_lead_straight_to_the_next_board() {
    let mut host = host();
    let happened = hold_host(&mut host, &[OPENING, PASSED_OUT]);
    let Some(Effect::Over(record)) = happened.last() else {
        panic!("{happened:?}")
    };
    assert_eq!(record.points(crate::Side::NorthSouth), Some(0));
    assert_eq!((host.boards_over(), host.has_ended()), (1, false));
}

#[test]
fn the_clients_keep_to_the_same_conversations() {
    for seat in Seat::ALL {
        let guest = hold_guest(seat, &[OPENING, PLAY]);
        let view = guest.view().unwrap();
        assert_eq!(view.agreed().unwrap().declarer, Seat::North);
        assert_eq!(view.dummy, Some(one_suit_each().hands[2]));
        let alerted = guest.notes()[0].is_some();
        assert_eq!(alerted, seat != Seat::South);
        hold_guest(seat, &[OPENING, PASSED_OUT]);
    }
}

#[test]
fn declarer_is_asked_for_dummys_cards_and_dummy_for_none() {
    let mut north = hold_guest(Seat::North, &[OPENING, PLAY]);
    // The end of the transcript: North is to follow to trick 2 from his own hand.
    let need = north.receive("").unwrap();
    assert_eq!(need, Prompt::Wait);
    assert_eq!(north.view().unwrap().turn(), Some(Seat::North));
    let said = north.play(crate::notation::card("S3").unwrap()).unwrap();
    let said: Vec<_> = said.iter().map(ClientMessage::to_string).collect();
    assert_eq!(
        said,
        ["North plays 3S", "North ready for East's card to trick 2"]
    );
    assert_eq!(north.receive("East plays 2H").unwrap(), Prompt::Wait);
    let Prompt::Card(view) = north.receive("Dummy to lead").unwrap() else {
        panic!()
    };
    assert_eq!(view.turn(), Some(Seat::South));
}

#[test]
fn a_board_in_the_middle_is_given_up_when_another_starts() {
    let mut east = hold_guest(Seat::East, &[OPENING, PLAY]);
    let mut say = |line| match east.receive(line).unwrap() {
        Prompt::Say(said) => said.to_string(),
        other => format!("{other:?}"),
    };
    assert_eq!(
        say("Explain West's 2S"),
        "Explain(West, Bid(Bid { level: Level(2), strain: Spades }))"
    );
    assert_eq!(say("Start of board"), "East ready for deal");
    assert_eq!(
        say("Board number 1. Dealer North. Neither vulnerable."),
        "East ready for cards"
    );
    let hand = ManagerMessage::Cards(Seat::East, one_suit_each().hands[1]).to_string();
    assert_eq!(say(&hand), "East ready for North's bid");
    assert!(east.view().unwrap().auction.is_empty() && east.notes().is_empty());
    assert_eq!(east.receive("End of session").unwrap(), Prompt::End);
}
