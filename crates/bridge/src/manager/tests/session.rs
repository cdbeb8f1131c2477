//! Tests of whole sessions in memory: one manager, four clients that decide at random, and lines
//! that arrive in any order.

use super::dealt;
use crate::bidding::calls;
use crate::manager::{ClientMessage, Effect, FreeText, Note, Prompt, TableClient, TableManager};
use crate::play::following;
use crate::record::Record;
use crate::{Board, Card, Play, Seat, Side, View, final_contract};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// A client with its connection.
struct Client {
    connection: TableClient,
    /// The seat assigned by the manager.
    seat: Option<Seat>,
    up: VecDeque<String>,
    down: VecDeque<String>,
    /// The boards it has seen to their end.
    records: Vec<Record>,
}

impl Client {
    fn new(team: &str, seat: Option<Seat>) -> Self {
        let table_client = TableClient::new(team, seat);
        let up = [table_client.connect().to_string()].into();
        Client {
            connection: table_client,
            seat: None,
            up,
            down: VecDeque::new(),
            records: Vec::new(),
        }
    }
}

struct Session {
    manager: TableManager,
    clients: Vec<Client>,
    records: Vec<Record>,
    rng: Pcg64Mcg,
    /// Whether all lines are as irregular as the protocol allows.
    sloppy: bool,
    lines: usize,
}

impl Session {
    fn new(boards: Vec<Board>, seed: Seed, sloppy: bool) -> Self {
        let mut clients: Vec<_> = Seat::ALL
            .map(|seat| Client::new(["Us", "Them"][seat as usize % 2], Some(seat)))
            .into();
        clients.rotate_left(seed.0 as usize % 4);
        Session {
            manager: TableManager::new(boards).unwrap(),
            clients,
            records: Vec::new(),
            rng: seed.rng(),
            sloppy,
            lines: 0,
        }
    }

    /// Carries one line, of any connection that has one. Returns whether there was one.
    fn step(&mut self) -> bool {
        let waiting = |client: &Client| [!client.up.is_empty(), !client.down.is_empty()];
        let ways: Vec<_> = (0..self.clients.len())
            .flat_map(|at| [(at, 0), (at, 1)])
            .filter(|&(at, way)| waiting(&self.clients[at])[way])
            .collect();
        if ways.is_empty() {
            return false;
        }
        self.lines += 1;
        let (at, way) = ways[self.rng.random_range(0..ways.len())];
        if way == 0 {
            self.up(at);
        } else {
            self.down(at);
        }
        true
    }

    fn up(&mut self, at: usize) {
        let client = &mut self.clients[at];
        let mut line = client.up.pop_front().unwrap();
        if self.sloppy {
            line = line.replace(' ', "  ").to_lowercase() + ".\r\n";
            line = line
                .replace("\"us\"", "\"Us\"")
                .replace("\"them\"", "\"Them\"");
        }
        let effects = if let Some(seat) = client.seat {
            self.manager.receive(seat, &line).unwrap()
        } else {
            let (seat, effects) = self.manager.connect(&line).unwrap();
            client.seat = Some(seat);
            effects
        };
        self.take(effects);
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send(seat, message) => {
                    let mut clients = self.clients.iter_mut();
                    let client = clients.find(|client| client.seat == Some(seat)).unwrap();
                    client.down.push_back(message.to_string());
                }
                Effect::Over(record) => {
                    self.records.push(*record);
                    let timing = "Timing - N/S : this board  00:00,  total  0:00:00.  E/W : this board  00:00,  total  0:00:00.";
                    for client in &mut self.clients {
                        client.down.push_back(timing.to_owned());
                    }
                }
                Effect::Called(_) | Effect::Played(..) | Effect::End => (),
            }
        }
    }

    fn down(&mut self, at: usize) {
        let client = &mut self.clients[at];
        let line = client.down.pop_front().unwrap();
        let line = if self.sloppy { sloppy(&line) } else { line };
        if line.to_lowercase().starts_with("timing") {
            client.records.extend(client.connection.record());
        }
        let replies = match client.connection.receive(&line).unwrap() {
            Prompt::Wait | Prompt::End => Vec::new(),
            Prompt::Send(message) => vec![message],
            Prompt::Call(view) => decide_call(&mut client.connection, &view, &mut self.rng),
            Prompt::Card(view) => {
                let card = decide_card(&view, &mut self.rng);
                client.connection.play(card).unwrap()
            }
            Prompt::Explain(..) => panic!("the manager does not ask"),
        };
        let written = |message: ClientMessage| message.to_string();
        client.up.extend(replies.into_iter().map(written));
    }

    fn run(&mut self) {
        while self.step() {}
    }

    /// Checks the session after its last board.
    fn check(&self, boards: &[Board]) {
        assert!(self.manager.has_ended());
        assert_eq!(self.records.len(), boards.len());
        for (board, record) in boards.iter().zip(&self.records) {
            assert_eq!(record.board().as_ref(), Some(board));
            assert!(record.auction.has_ended());
            assert!(record.points(Side::NorthSouth).is_some());
        }
        for client in &self.clients {
            assert!(client.up.is_empty() && client.down.is_empty());
        }
    }
}

/// Returns a manager's line as another manager might have it. Free text is left alone.
fn sloppy(line: &str) -> String {
    if ["\"", "Alert", "Infos"]
        .iter()
        .any(|mark| line.contains(mark))
    {
        return format!(" {line}\r\n");
    }
    if let Some((head, hand)) = line.split_once(" cards : ") {
        let hand = hand.replace(['.', '-'], "").replace('T', "10");
        return format!("{head}  cards:{}", hand.to_lowercase());
    }
    match line.split_once(" plays ") {
        Some((head, card)) => {
            let (rank, suit) = card.split_at(1);
            format!("{head} PLAYS {suit}{}.", rank.replace('T', "10"))
        }
        None => line.to_uppercase(),
    }
}

/// Mostly passes, so that auctions end, and low bids, so that they do not end at once.
fn decide_call(
    table_client: &mut TableClient,
    view: &View,
    rng: &mut Pcg64Mcg,
) -> Vec<ClientMessage> {
    let legal: Vec<_> = calls(&view.auction).take(8).collect();
    let call = legal[rng.random_range(0..legal.len()) * rng.random_range(0..2)];
    let note = match rng.random_range(0..3) {
        0 => Some(Note::Alert(FreeText::new("a \"secret\" of ours ♠"))),
        1 => Some(Note::Infos(FreeText::default())),
        _ => None,
    };
    table_client.call(call, note).unwrap()
}

fn decide_card(view: &View, rng: &mut Pcg64Mcg) -> Card {
    let from = view.turn().unwrap();
    let mut hand = view.known()[from as usize];
    for (_, card) in &view.cards {
        hand.remove(*card);
    }
    let trick = &view.cards[view.cards.len() / 4 * 4..];
    let legal = trick
        .first()
        .map_or(hand, |(_, led)| following(hand, led.suit));
    let legal: Vec<_> = legal.iter().collect();
    legal[rng.random_range(0..legal.len())]
}

fn boards(seed: Seed, count: u32) -> Vec<Board> {
    let board = |number| Board::numbered(number, dealt(seed.stream(u64::from(number))));
    (1..=count).map(board).collect()
}

/// Returns the play of a record as the manager has it.
fn played(record: &Record) -> Option<Play> {
    record.final_contract()?;
    Some(record.play().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_clients_agree_on_calls_and_cards(seed: u64, count in 0u32..4, sloppy: bool) {
        let seed = Seed(seed);
        let boards = boards(seed, count);
        let mut session = Session::new(boards.clone(), seed, sloppy);
        session.run();
        session.check(&boards);
        for client in &session.clients {
            let seat = client.seat.unwrap();
            prop_assert_eq!(client.records.len(), boards.len());
            for ((record, own), board) in session.records.iter().zip(&client.records).zip(&boards) {
                prop_assert_eq!(&own.auction, &record.auction);
                prop_assert_eq!(&own.cards, &record.cards);
                prop_assert_eq!((own.number, own.tricks()), (record.number, record.tricks()));
                let points = record.points(Side::NorthSouth);
                prop_assert_eq!(own.points(Side::NorthSouth), points);
                let players = ["Us", "Them", "Us", "Them"].map(str::to_owned);
                prop_assert_eq!((&own.players, &record.players), (&players, &players));
                // A client that has seen all cards played knows all hands; of a board passed out
                // only its own.
                let whole = own.hands == board.hands.map(Some);
                prop_assert_eq!(whole, record.final_contract().is_some());
                prop_assert_eq!(own.hands[seat as usize], Some(board.hands[seat as usize]));
                // Every client but partner receives the explanation of a call.
                for remark in &record.call_remarks {
                    let caller = crate::table::after(board.dealer, remark.at);
                    let mut remarks = own.call_remarks.iter();
                    let explained = remarks.any(|own| own.at == remark.at && (sloppy || own == remark));
                    prop_assert_eq!(explained, caller.partner() != seat);
                }
            }
        }
    }

    #[test]
    fn a_client_knows_at_every_moment_what_its_seat_may_know(seed: u64) {
        let boards = boards(Seed(seed), 1);
        let mut session = Session::new(boards.clone(), Seed(seed), false);
        while session.step() {
            let Some(record) = session.manager.record().filter(|_| !session.manager.has_ended()) else { continue };
            for client in &session.clients {
                let (Some(seat), Some(view)) = (client.seat, client.connection.view()) else { continue };
                // A client may lag behind the manager: replay to where it is.
                let (auction, cards) = (&record.auction, &record.cards);
                prop_assert!(auction.starts_with(&view.auction) || view.auction.len() == auction.len() + 1, "{:?}", view);
                prop_assert!(cards.starts_with(&view.cards) || view.cards.len() == cards.len() + 1);
                let Some(mut play) = played(&record).filter(|_| final_contract(&view.auction, view.dealer).is_some()) else { continue };
                while play.cards().len() > view.cards.len() {
                    play.take_back();
                }
                let mut expected = View::of(&boards[0], &view.auction, &play, seat);
                if view.cards.len() == play.cards().len() && view.auction.has_ended() {
                    // Dummy is asked for one line later than it is faced.
                    expected.dummy = expected.dummy.filter(|_| view.dummy.is_some() || view.cards.len() > 1);
                    prop_assert_eq!(view, &expected);
                }
            }
        }
        session.check(&boards);
    }

    #[test]
    fn a_board_may_begin_again_at_any_time(seed: u64, moments in prop::collection::vec(0usize..300, 1..4)) {
        let boards = boards(Seed(seed), 2);
        let mut session = Session::new(boards.clone(), Seed(seed), false);
        for moment in moments {
            for _ in 0..moment {
                session.step();
            }
            let effects = session.manager.restart();
            session.take(effects);
        }
        session.run();
        session.check(&boards);
        for client in &session.clients {
            prop_assert_eq!(client.records.last().map(|r| &r.cards), session.records.last().map(|r| &r.cards));
        }
    }

    #[test]
    fn a_client_may_be_replaced_at_any_time(seed: u64, moment in 0usize..400, at in 0usize..4) {
        let boards = boards(Seed(seed), 2);
        let mut session = Session::new(boards.clone(), Seed(seed), false);
        for _ in 0..moment {
            session.step();
        }
        if let (Some(seat), false) = (session.clients[at].seat, session.manager.has_ended()) {
            session.manager.vacate(seat);
            session.clients[at] = Client::new("Substitute", Some(seat));
        }
        session.run();
        session.check(&boards);
    }
}

#[test]
fn a_seat_is_found_for_those_who_leave_it_to_the_manager() {
    let mut manager = TableManager::new(vec![]).unwrap();
    let seats: Vec<_> = ["A", "B", "A", "B"]
        .map(|team| {
            manager
                .connect(&TableClient::new(team, None).connect().to_string())
                .unwrap()
                .0
        })
        .into();
    assert_eq!(seats, [Seat::North, Seat::East, Seat::South, Seat::West]);
    let late = manager.connect(&TableClient::new("C", None).connect().to_string());
    assert_eq!(late.unwrap_err().to_string(), "Error: all seats are taken");

    let mut manager = TableManager::new(vec![]).unwrap();
    manager
        .connect(
            &TableClient::new("A", Some(Seat::West))
                .connect()
                .to_string(),
        )
        .unwrap();
    let mut sit = |team| {
        manager
            .connect(&TableClient::new(team, None).connect().to_string())
            .unwrap()
            .0
    };
    assert_eq!(
        [sit("B"), sit("B"), sit("A")],
        [Seat::North, Seat::South, Seat::East]
    );
}

#[test]
fn a_session_without_boards_ends_at_its_start() {
    let mut session = Session::new(vec![], Seed(1), false);
    session.run();
    session.check(&[]);
    // Connecting, seated, two questions and their answers.
    assert_eq!(session.lines, 4 * 6);
}
