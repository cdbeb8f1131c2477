//! Tests of both sides of the protocol against a written transcript.

use super::{one_suit_each, seat};
use crate::manager::{ClientMessage, Effect, ManagerMessage, Prompt, TableClient, TableManager};
use crate::{Board, Seat};

/// A seat, `>` for a line of the client or `<` for a line of the manager, and the line.
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

/// North declares diamonds with none in hand: dummy trumps the lead and leads next.
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

fn manager() -> TableManager {
    let board = one_suit_each();
    TableManager::new(vec![board, Board::numbered(2, board.hands)]).unwrap()
}

/// Returns the messages that the manager sends on receiving a line, and the other effects.
fn handle(
    manager: &mut TableManager,
    seat: Seat,
    line: &str,
) -> (Vec<(Seat, String)>, Vec<Effect>) {
    let effects = if line.starts_with("Connecting") {
        manager.connect(line).unwrap().1
    } else {
        manager.receive(seat, line).unwrap()
    };
    let (mut messages, mut others) = (Vec::new(), Vec::new());
    for effect in effects {
        match effect {
            Effect::Send(seat, line) => messages.push((seat, line.to_string())),
            other => others.push(other),
        }
    }
    (messages, others)
}

/// Plays a conversation to the manager and checks its messages. Returns the other effects.
fn check_manager(manager: &mut TableManager, parts: &[&'static str]) -> Vec<Effect> {
    let (mut messages, mut others) = (Vec::new(), Vec::new());
    for (seat, from_client, line) in lines(parts) {
        if from_client {
            assert_eq!(messages, [], "before {line}");
            let (now, more) = handle(manager, seat, line);
            messages = now;
            others.extend(more);
        } else {
            assert!(!messages.is_empty(), "nothing sent, but {line}");
            assert_eq!(messages.remove(0), (seat, line.to_owned()));
        }
    }
    assert_eq!(messages, []);
    others
}

/// Plays one seat's part of a conversation to a client and checks its messages. Decisions are
/// those of the conversation.
fn check_client(seat: Seat, parts: &[&'static str]) -> TableClient {
    let mut table_client = TableClient::new(["Us", "Them"][seat as usize % 2], Some(seat));
    let mut messages = vec![table_client.connect()];
    let mut need = Prompt::Wait;
    for (_, from_client, line) in lines(parts).into_iter().filter(|(to, ..)| *to == seat) {
        if !from_client {
            assert_eq!(messages, [], "before {line}");
            need = table_client.receive(line).unwrap();
            continue;
        }
        match std::mem::replace(&mut need, Prompt::Wait) {
            Prompt::Send(line) => messages.push(line),
            Prompt::Call(_) => {
                let Ok(ClientMessage::Calls(announced_call)) = line.parse() else {
                    panic!("a call, not {line}")
                };
                messages = table_client
                    .call(announced_call.call, announced_call.note)
                    .unwrap();
            }
            Prompt::Card(_) => {
                let Ok(ClientMessage::Plays(_, card)) = line.parse() else {
                    panic!("a card, not {line}")
                };
                messages = table_client.play(card).unwrap();
            }
            _ => (),
        }
        assert!(!messages.is_empty(), "nothing sent, but {line}");
        assert_eq!(messages.remove(0).to_string(), line);
    }
    table_client
}

#[test]
fn the_manager_keeps_to_a_conversation_written_out_by_hand() {
    let mut manager = manager();
    let happened = check_manager(&mut manager, &[OPENING, PLAY]);
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
    let record = manager.record().unwrap();
    assert_eq!(record.players, ["Us", "Them", "Us", "Them"]);
    assert_eq!(
        (record.cards.len(), record.declarer),
        (6, Some(Seat::North))
    );
}

#[test]
fn four_passes_lead_straight_to_the_next_board() {
    let mut manager = manager();
    let happened = check_manager(&mut manager, &[OPENING, PASSED_OUT]);
    let Some(Effect::Over(record)) = happened.last() else {
        panic!("{happened:?}")
    };
    assert_eq!(record.points(crate::Side::NorthSouth), Some(0));
    assert_eq!((manager.boards_over(), manager.has_ended()), (1, false));
}

#[test]
fn the_clients_keep_to_the_same_conversations() {
    for seat in Seat::ALL {
        let table_client = check_client(seat, &[OPENING, PLAY]);
        let view = table_client.view().unwrap();
        assert_eq!(view.final_contract().unwrap().declarer, Seat::North);
        assert_eq!(view.dummy, Some(one_suit_each().hands[2]));
        let alerted = table_client.notes()[0].is_some();
        assert_eq!(alerted, seat != Seat::South);
        check_client(seat, &[OPENING, PASSED_OUT]);
    }
}

#[test]
fn declarer_is_asked_for_dummys_cards_and_dummy_for_none() {
    let mut north = check_client(Seat::North, &[OPENING, PLAY]);
    // The end of the transcript: North is to follow to trick 2 from the own hand.
    let need = north.receive("").unwrap();
    assert_eq!(need, Prompt::Wait);
    assert_eq!(north.view().unwrap().turn(), Some(Seat::North));
    let messages = north.play(crate::notation::card("S3").unwrap()).unwrap();
    let messages: Vec<_> = messages.iter().map(ClientMessage::to_string).collect();
    assert_eq!(
        messages,
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
    let mut east = check_client(Seat::East, &[OPENING, PLAY]);
    let mut say = |line| match east.receive(line).unwrap() {
        Prompt::Send(message) => message.to_string(),
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
