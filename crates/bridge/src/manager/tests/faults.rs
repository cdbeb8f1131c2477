//! Tests of protocol violations and their messages.

use super::one_suit_each;
use crate::manager::{BoardError, Effect, Prompt, Reason, TableClient, TableManager};
use crate::{Call, Hand, Seat, notation};

/// Returns a table where the auction begins.
fn dealt_out() -> TableManager {
    let mut manager = TableManager::new(vec![one_suit_each()]).unwrap();
    for seat in ["North", "East", "South", "West"] {
        let line = format!("Connecting \"Us\" as {seat} using protocol version 18");
        manager.connect(&line).unwrap();
    }
    for what in ["for teams", "to start", "for deal", "for cards"] {
        for (at, seat) in ["North", "East", "South", "West"].iter().enumerate() {
            manager
                .receive(Seat::ALL[at], &format!("{seat} ready {what}"))
                .unwrap();
        }
    }
    manager
}

fn say(manager: &mut TableManager, lines: &[(Seat, &str)]) {
    for (seat, line) in lines {
        manager.receive(*seat, line).unwrap();
    }
}

fn fault(manager: &mut TableManager, seat: Seat, line: &str) -> String {
    let before = format!("{manager:?}");
    let fault = manager.receive(seat, line).unwrap_err();
    assert_eq!(format!("{manager:?}"), before, "a fault changes nothing");
    assert_eq!(fault.seat, seat);
    fault.to_string()
}

use Seat::{East, North, South, West};

#[test]
fn a_refused_client_gets_the_reason() {
    let mut manager = TableManager::new(vec![]).unwrap();
    let mut refused = |line: &str| manager.connect(line).unwrap_err().to_string();
    let cases = [
        (
            "North ready for teams",
            "Error: `North ready for teams` before `Connecting`",
        ),
        (
            "Connecting \"Us\" as North using protocol version 17",
            "Error: protocol version 17 is not supported, only version 18",
        ),
        (
            "Connecting Us as North using protocol version 18",
            "Error: invalid message `Connecting Us as North using protocol version 18`: expected `Connecting \"Team\" as North using protocol version 18`",
        ),
    ];
    for (line, words) in cases {
        assert_eq!(refused(line), words);
    }
    let line = "Connecting \"Us\" as North using protocol version 18";
    manager.connect(line).unwrap();
    assert_eq!(
        manager.connect(line).unwrap_err().to_string(),
        "Error: North is taken"
    );
    manager.vacate(North);
    assert!(manager.connect(line).is_ok());
    assert_eq!(
        manager.receive(West, "hello").unwrap_err().reason,
        Reason::Absent
    );
}

#[test]
fn illegal_calls_and_calls_out_of_turn_are_faults() {
    let mut manager = dealt_out();
    let manager = &mut manager;
    assert_eq!(
        fault(manager, East, "East passes"),
        "East: `East passes` is out of turn: expected `East ready for North's bid`"
    );
    assert_eq!(
        fault(manager, North, "East passes"),
        "North: `East passes` is out of turn: expected a call"
    );
    assert_eq!(
        fault(manager, North, "North doubles"),
        "North: X is illegal: Law 36: inadmissible doubles and redoubles"
    );
    assert_eq!(
        fault(manager, North, "North says hello"),
        "North: invalid message `North says hello`: expected `ready`, `bids`, `passes` or `plays`"
    );
    say(
        manager,
        &[
            (North, "North bids 1NT"),
            (East, "East ready for North's bid"),
        ],
    );
    assert_eq!(
        fault(manager, East, "East bids 1S"),
        "East: 1S is illegal: Law 27: insufficient bid"
    );
    say(
        manager,
        &[
            (South, "South ready for North's bid"),
            (South, "South ready for East's bid"),
        ],
    );
    assert_eq!(
        fault(manager, South, "South bids 7NT"),
        "South: `South bids 7NT` is out of turn: expected no message before the manager has answered"
    );
    assert_eq!(
        fault(manager, North, "North plays 2S"),
        "North: `North plays 2S` is out of turn: expected `North ready for East's bid`"
    );
}

/// North declares 7NT and East is to lead.
fn before_the_lead() -> TableManager {
    let mut manager = dealt_out();
    say(&mut manager, &[(North, "North bids 7NT")]);
    for (caller, line) in [
        (East, "East passes"),
        (South, "South passes"),
        (West, "West passes"),
    ] {
        let mut received = 0;
        // Each asks for all calls before its own.
        for other in Seat::ALL.iter().take(caller as usize) {
            let names = ["North", "East", "South", "West"];
            let line = format!(
                "{} ready for {}'s bid",
                names[caller as usize], names[*other as usize]
            );
            received += manager.receive(caller, &line).unwrap().len();
        }
        assert_eq!(received, caller as usize);
        say(&mut manager, &[(caller, line)]);
    }
    say(
        &mut manager,
        &[
            (North, "North ready for East's bid"),
            (North, "North ready for South's bid"),
            (North, "North ready for West's bid"),
            (East, "East ready for South's bid"),
            (East, "East ready for West's bid"),
        ],
    );
    manager
}

#[test]
fn illegal_cards_and_cards_out_of_turn_are_faults() {
    let mut manager = before_the_lead();
    let manager = &mut manager;
    assert_eq!(
        fault(manager, East, "East plays 2S"),
        "East: S2 cannot be played: E does not have it"
    );
    assert_eq!(
        fault(manager, North, "North plays 2S"),
        "North: `North plays 2S` is out of turn: expected `North ready for East's card to trick 1`"
    );
    say(
        manager,
        &[
            (East, "East plays 2H"),
            (North, "North ready for East's card to trick 1"),
        ],
    );
    assert_eq!(
        fault(manager, North, "South plays 2D"),
        "North: `South plays 2D` is out of turn: expected `North ready for dummy`"
    );
    say(manager, &[(North, "North ready for dummy")]);
    assert_eq!(
        fault(manager, North, "North plays 2S"),
        "North: `North plays 2S` is out of turn: expected a card of South"
    );
    say(
        manager,
        &[
            (South, "South ready for West's bid"),
            (South, "South ready for East's card to trick 1"),
        ],
    );
    // Dummy only listens.
    assert_eq!(
        fault(manager, South, "South plays 2D"),
        "South: `South plays 2D` is out of turn: expected `South ready for dummy's card to trick 1`"
    );
    assert_eq!(
        fault(manager, South, "South ready for dummy"),
        "South: `South ready for dummy` is out of turn: expected `South ready for dummy's card to trick 1`"
    );
    assert_eq!(
        fault(manager, South, "South ready for dummy's card to trick 2"),
        "South: `South ready for dummy's card to trick 2` is out of turn: expected `South ready for dummy's card to trick 1`"
    );
    // Dummy may be named either way, by those who ask and by declarer.
    say(
        manager,
        &[(South, "South ready for South's card to trick 1")],
    );
    let effects = manager.receive(North, "dummy plays d2").unwrap();
    assert!(
        matches!(
            effects[..],
            [Effect::Played(South, _), Effect::Send(South, _)]
        ),
        "{effects:?}"
    );
}

#[test]
fn revokes_are_faults() {
    let hands =
        notation::deal("N:AKQJT98765432... .AKQJT9876543..2 ..AKQJT98765432. .2..AKQJT9876543");
    let mut board = one_suit_each();
    board.hands = hands.unwrap();
    let mut manager = TableManager::new(vec![board]).unwrap();
    for seat in ["North", "East", "South", "West"] {
        manager
            .connect(&format!(
                "Connecting \"Us\" as {seat} using protocol version 18"
            ))
            .unwrap();
    }
    // Clients that play for us up to West's card.
    let mut clients = Seat::ALL.map(|seat| TableClient::new("Us", Some(seat)));
    let mut queue: std::collections::VecDeque<_> = Seat::ALL
        .map(|seat| {
            (
                seat,
                format!(
                    "{} (\"Us\") seated",
                    ["North", "East", "South", "West"][seat as usize]
                ),
            )
        })
        .into();
    let mut revoked = String::new();
    while let Some((seat, line)) = queue.pop_front() {
        let table_client = &mut clients[seat as usize];
        let replies = match table_client.receive(&line).unwrap() {
            Prompt::Send(message) => vec![message],
            Prompt::Call(view) => {
                let call = if view.auction.is_empty() {
                    notation::call("7NT").unwrap()
                } else {
                    Call::Pass
                };
                table_client.call(call, None).unwrap()
            }
            Prompt::Card(view) if seat == West => {
                assert_eq!(view.cards[0].0, East);
                let card = notation::card("CA").unwrap();
                revoked = table_client.play(card).unwrap_err().to_string();
                assert_eq!(
                    manager
                        .receive(West, "West plays AC")
                        .unwrap_err()
                        .to_string(),
                    format!("West: {revoked}")
                );
                break;
            }
            Prompt::Card(view) => {
                let card = if view.cards.is_empty() { "HA" } else { "D2" };
                table_client.play(notation::card(card).unwrap()).unwrap()
            }
            _ => vec![],
        };
        for reply in replies {
            for effect in manager.receive(seat, &reply.to_string()).unwrap() {
                if let Effect::Send(to, line) = effect {
                    queue.push_back((to, line.to_string()));
                }
            }
        }
    }
    assert_eq!(revoked, "CA cannot be played: W has to follow suit to HA");
}

#[test]
fn floods_and_foreign_letters_are_refused_in_words() {
    let mut manager = dealt_out();
    let flood = "x".repeat(1 << 20);
    assert_eq!(
        fault(&mut manager, North, &flood),
        "North: line too long: 1048576 bytes, at most 4096"
    );
    assert!(manager.connect(&flood).unwrap_err().to_string().len() < 100);
    let foreign = "é\u{0}♠".repeat(200);
    assert!(fault(&mut manager, North, &foreign).len() < 600);
    let mut table_client = TableClient::new("é", None);
    assert_eq!(
        table_client.connect().to_string(),
        "Connecting \"?\" as ANYPL using protocol version 18"
    );
    table_client.receive("North (\"?\") seated").unwrap();
    assert!(
        table_client
            .receive(&flood)
            .unwrap_err()
            .to_string()
            .contains("1048576 bytes")
    );
    assert!(
        table_client
            .receive(&foreign)
            .unwrap_err()
            .to_string()
            .len()
            < 600
    );
}

#[test]
fn a_board_with_missing_cards_is_not_played() {
    let mut board = one_suit_each();
    board.hands[1] = Hand::EMPTY;
    let error = TableManager::new(vec![board]).unwrap_err();
    assert_eq!(error.to_string(), "board 1: East has 0 cards, expected 13");
    board.hands[1] = board.hands[0];
    assert!(matches!(
        TableManager::new(vec![board]),
        Err(BoardError::Cards { number: 1, .. })
    ));
}

/// Returns a client that sits North, dealer of board 1 with all spades, and has opened 7S.
fn declarer() -> TableClient {
    let mut table_client = TableClient::new("Us", Some(North));
    for line in [
        "North (\"Us\") seated",
        "Teams : N/S : \"Us\" E/W : \"Them\"",
        "Start of board",
        "Board number 1. Dealer North. Neither vulnerable.",
        "North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H -. D -. C -.",
    ] {
        table_client.receive(line).unwrap();
    }
    table_client
}

#[test]
fn a_client_does_not_believe_everything() {
    let mut table_client = TableClient::new("Us", Some(North));
    let refused = table_client.receive("Error: North is taken").unwrap_err();
    assert_eq!(refused.to_string(), "not seated: Error: North is taken");
    assert_eq!(
        table_client
            .receive("South (\"Us\") seated")
            .unwrap_err()
            .to_string(),
        "unexpected message `South (\"Us\") seated`, expected the seat North"
    );

    let mut table_client = declarer();
    let mut wrong = |line: &str| table_client.receive(line).unwrap_err().to_string();
    assert_eq!(
        wrong("East passes"),
        "unexpected message `East passes`, expected no message before our decision"
    );
    assert_eq!(
        table_client
            .call(Call::Double, None)
            .unwrap_err()
            .to_string(),
        "X is illegal: Law 36: inadmissible doubles and redoubles"
    );
    assert_eq!(
        table_client
            .play(notation::card("S2").unwrap())
            .unwrap_err()
            .to_string(),
        "out of turn: this seat does not play now"
    );
    table_client
        .call(notation::call("7S").unwrap(), None)
        .unwrap();
    assert_eq!(
        table_client.call(Call::Pass, None).unwrap_err().to_string(),
        "out of turn: this seat does not call now"
    );
    let mut wrong = |line: &str| table_client.receive(line).unwrap_err().to_string();
    assert_eq!(
        wrong("East bids 7H"),
        "7H is illegal: Law 27: insufficient bid"
    );
    assert_eq!(
        wrong("South passes"),
        "unexpected message `South passes`, expected the answer to `North ready for East's bid`"
    );
    for line in ["East passes", "South passes", "West passes"] {
        table_client.receive(line).unwrap();
    }
    let mut wrong = |line: &str| table_client.receive(line).unwrap_err().to_string();
    assert_eq!(
        wrong("East plays 2S"),
        "S2 cannot be played: E does not have it"
    );
    assert_eq!(
        wrong("West plays 2C"),
        "unexpected message `West plays 2C`, expected the answer to `North ready for East's card to trick 1`"
    );
    // A manager that announces the leader to all clients is tolerated.
    assert_eq!(table_client.receive("East to lead").unwrap(), Prompt::Wait);
    table_client.receive("East plays 2H").unwrap();
    let mut wrong = |line: &str| table_client.receive(line).unwrap_err().to_string();
    assert_eq!(
        wrong("Dummy's cards : S -. H 2. D A K Q J T 9 8 7 6 5 4 3. C -."),
        "H2 is there twice"
    );
    assert_eq!(
        wrong("Dummy's cards : S -. H -. D A. C -."),
        "expected a hand of 13 cards, found 1"
    );
    let need = table_client
        .receive("Dummy's cards : S -. H -. D A K Q J T 9 8 7 6 5 4 3 2. C -.")
        .unwrap();
    assert!(matches!(need, Prompt::Card(view) if view.turn() == Some(South)));
    assert_eq!(
        table_client
            .play(notation::card("C2").unwrap())
            .unwrap_err()
            .to_string(),
        "C2 cannot be played: S does not have it"
    );
}
