//! Tolerant parser of messages.
//!
//! Case, blanks, points, colons and brackets do not matter. A seat may be a letter, `dummy` may
//! stand for its seat, a card may have its suit first and `10` for `T`, the cards of a suit may be
//! written together, a void may be a dash or nothing, and a team's name may be followed by more
//! about the match. Everything else is required, and nothing may be left over.

use super::messages::{AnnouncedCall, ClientMessage, HandName, ManagerMessage, Ready, Time};
use super::scanner::{FreeText, LineError, Scanner};
use crate::{Call, Seat, Side};
use std::str::FromStr;

impl FromStr for ClientMessage {
    type Err = LineError;

    /// Parses a message of a client.
    fn from_str(line: &str) -> Result<Self, LineError> {
        let mut scan = Scanner::new(line)?;
        if scan.takes("Connecting") {
            let found = connecting(&mut scan);
            return scan.whole(
                found,
                "`Connecting \"Team\" as North using protocol version 18`",
            );
        }
        let hand_name = scan.hand_name();
        let hand_name = hand_name
            .ok_or_else(|| scan.refused("`Connecting` or a line that begins with a seat"))?;
        if scan.takes("plays") {
            let card = scan.card();
            return scan.whole(
                card.map(|card| ClientMessage::Plays(hand_name, card)),
                A_CARD,
            );
        }
        let HandName::Seat(seat) = hand_name else {
            return Err(scan.refused("dummy to play a card, or a seat instead of dummy"));
        };
        if scan.takes("ready") {
            let found = ready(&mut scan).map(|what| ClientMessage::Ready(seat, what));
            return scan.whole(found, READY);
        }
        let found = announced_call(&mut scan, seat)?;
        let found = found.ok_or_else(|| scan.refused("`ready`, `bids`, `passes` or `plays`"))?;
        Ok(ClientMessage::Calls(found))
    }
}

const A_CARD: &str = "a card, as in `plays 6H`";
const A_HAND: &str = "a hand, as in `S A T 4. H -. D K 9 3. C 6 2.`";
const READY: &str = "what the client is ready for, as in `ready for East's card to trick 3`";

fn connecting(scan: &mut Scanner<'_>) -> Option<ClientMessage> {
    let team = scan.quoted()?;
    let known = scan.takes("as");
    let seat = if scan.takes("ANYPL") {
        None
    } else {
        Some(scan.seat()?)
    };
    let known = known && scan.takes("using protocol version");
    let version = scan.number().filter(|_| known)?;
    Some(ClientMessage::Connecting {
        team,
        seat,
        version,
    })
}

fn ready(scan: &mut Scanner<'_>) -> Option<Ready> {
    let phrases = [
        ("for teams", Ready::Teams),
        ("to start", Ready::Start),
        ("for deal", Ready::Deal),
        ("for cards", Ready::Cards),
        ("for dummy", Ready::Dummy),
    ];
    if let Some((_, what)) = phrases.into_iter().find(|(words, _)| scan.takes(words)) {
        return Some(what);
    }
    let owner = if scan.takes("for") {
        scan.owner()?
    } else {
        return None;
    };
    if scan.takes("card to trick") {
        let trick = u8::try_from(scan.number()?).ok()?;
        return Some(Ready::Card(owner, trick));
    }
    match owner {
        HandName::Seat(seat) if scan.takes("bid") => Some(Ready::Bid(seat)),
        _ => None,
    }
}

/// Parses a call of `seat`, if the next word announces one.
fn announced_call(scan: &mut Scanner<'_>, seat: Seat) -> Result<Option<AnnouncedCall>, LineError> {
    let call = match () {
        () if scan.takes("passes") || scan.takes("pass") => Call::Pass,
        () if scan.takes("doubles") || scan.takes("double") => Call::Double,
        () if scan.takes("redoubles") || scan.takes("redouble") => Call::Redouble,
        () if scan.takes("bids") => {
            let call = scan.call();
            call.ok_or_else(|| scan.refused("a bid, as in `bids 1NT`"))?
        }
        () => return Ok(None),
    };
    let note = scan.note();
    let found = Some(AnnouncedCall { seat, call, note });
    let expected = "`Alert.` and an explanation, or nothing, after a call";
    scan.whole(found, expected).map(Some)
}

impl FromStr for ManagerMessage {
    type Err = LineError;

    /// Parses a message of the manager.
    fn from_str(line: &str) -> Result<Self, LineError> {
        let mut scan = Scanner::new(line)?;
        let scan = &mut scan;
        match () {
            () if scan.takes("Teams") => teams(scan),
            () if scan.takes("Start of board") => {
                scan.whole(Some(ManagerMessage::StartOfBoard), NO_MORE)
            }
            () if scan.takes("End of session") => {
                scan.whole(Some(ManagerMessage::EndOfSession), NO_MORE)
            }
            () if scan.takes("Board number") => board(scan),
            () if scan.takes("Explain") => explain(scan),
            () if scan.takes("Timing") => {
                let found = timing(scan);
                scan.whole(
                    found,
                    "times, as in `N/S : this board 01:36, total 0:01:36.`",
                )
            }
            () => of_a_seat(scan),
        }
    }
}

const NO_MORE: &str = "nothing more";

fn teams(scan: &mut Scanner<'_>) -> Result<ManagerMessage, LineError> {
    let found = two_names(scan).map(|names| {
        let playing = scan.takes("playing").then(|| scan.text());
        ManagerMessage::Teams { names, playing }
    });
    scan.whole(found, "`N/S : \"Team\" E/W : \"Other\"`")
}

fn two_names(scan: &mut Scanner<'_>) -> Option<[FreeText; 2]> {
    let mut next = |side| {
        let found = scan.side()?;
        (found == side).then(|| scan.quoted()).flatten()
    };
    Some([next(Side::NorthSouth)?, next(Side::EastWest)?])
}

fn board(scan: &mut Scanner<'_>) -> Result<ManagerMessage, LineError> {
    let mut parts = || {
        let number = scan.number()?;
        let dealer = scan.takes("Dealer").then(|| scan.seat()).flatten()?;
        let vulnerability = scan.vulnerability()?;
        Some(ManagerMessage::Board {
            number,
            dealer,
            vulnerability,
        })
    };
    let found = parts();
    scan.whole(found, "`Board number 1. Dealer North. Neither vulnerable.`")
}

fn explain(scan: &mut Scanner<'_>) -> Result<ManagerMessage, LineError> {
    let owner = scan.owner();
    let found = match (owner, scan.call()) {
        (Some(HandName::Seat(seat)), Some(call)) => Some(ManagerMessage::Explain(seat, call)),
        _ => None,
    };
    scan.whole(found, "a call and who made it, as in `Explain East's 2S`")
}

fn timing(scan: &mut Scanner<'_>) -> Option<ManagerMessage> {
    scan.takes("-");
    let mut times = [Time::default(); 2];
    for (side, time) in Side::BOTH.into_iter().zip(&mut times) {
        let known = scan.side()? == side && scan.takes("this board");
        time.board = scan.time().filter(|_| known)?;
        time.total = scan.takes("total").then(|| scan.time()).flatten()?;
    }
    Some(ManagerMessage::Timing(times))
}

/// Parses a line that begins with a seat or with dummy.
fn of_a_seat(scan: &mut Scanner<'_>) -> Result<ManagerMessage, LineError> {
    let expected = "a seat, or one of the words that managers begin with";
    let first = scan.word();
    // Only lines with a hand begin with its owner.
    if let Some(owner) = Scanner::new(first)?.owner() {
        let hand = scan.takes("cards").then(|| scan.hand()).flatten();
        let of = |hand| match owner {
            HandName::Seat(seat) => ManagerMessage::Cards(seat, hand),
            HandName::Dummy => ManagerMessage::Dummy(hand),
        };
        return scan.whole(hand.map(of), A_HAND);
    }
    let hand_name = Scanner::new(first)?.hand_name();
    let hand_name = hand_name.ok_or_else(|| scan.refused(expected))?;
    if scan.takes("to lead") {
        return scan.whole(Some(ManagerMessage::Lead(hand_name)), NO_MORE);
    }
    if scan.takes("plays") {
        let card = scan
            .card()
            .map(|card| ManagerMessage::Plays(hand_name, card));
        return scan.whole(card, A_CARD);
    }
    let HandName::Seat(seat) = hand_name else {
        return Err(scan.refused("dummy to lead, to play a card or to be told"));
    };
    if let Some(team) = scan.quoted() {
        let found = scan
            .takes("seated")
            .then_some(ManagerMessage::Seated { seat, team });
        return scan.whole(found, "`North (\"Team\") seated`");
    }
    let found = announced_call(scan, seat)?;
    let found =
        found.ok_or_else(|| scan.refused("`bids`, `passes`, `plays`, `to lead` or `seated`"))?;
    Ok(ManagerMessage::Calls(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bidding::every_call;
    use crate::manager::{MAX_LINE, Note};
    use crate::notation::{self, SUITS};
    use crate::{Card, Hand, Rank, Vulnerability};
    use proptest::prelude::*;
    use std::fmt::{Debug, Display};

    fn seats() -> impl Strategy<Value = Seat> {
        prop::sample::select(Seat::ALL.to_vec())
    }

    fn hand_names() -> impl Strategy<Value = HandName> {
        prop_oneof![seats().prop_map(HandName::Seat), Just(HandName::Dummy)]
    }

    fn cards() -> impl Strategy<Value = Card> {
        (0..4usize, 2..15u8).prop_map(|(suit, rank)| Card {
            suit: SUITS[suit],
            rank: Rank::new(rank),
        })
    }

    fn hands() -> impl Strategy<Value = Hand> {
        prop::collection::vec(cards(), 0..14).prop_map(|cards| cards.into_iter().collect())
    }

    fn words() -> impl Strategy<Value = FreeText> {
        "\\PC{0,40}|[a-zA-Z0-9.:,() -]{0,40}|.{1100}".prop_map(|text| FreeText::new(&text))
    }

    fn notes() -> impl Strategy<Value = Option<Note>> {
        let note = prop_oneof![words().prop_map(Note::Alert), words().prop_map(Note::Infos)];
        prop::option::of(note)
    }

    fn calls() -> impl Strategy<Value = Call> {
        prop::sample::select(every_call().collect::<Vec<_>>())
    }

    fn announced_calls() -> impl Strategy<Value = AnnouncedCall> {
        (seats(), calls(), notes()).prop_map(|(seat, call, note)| AnnouncedCall {
            seat,
            call,
            note,
        })
    }

    fn client_message() -> impl Strategy<Value = ClientMessage> {
        let ready = prop_oneof![
            Just(Ready::Teams),
            Just(Ready::Start),
            Just(Ready::Deal),
            Just(Ready::Cards),
            Just(Ready::Dummy),
            seats().prop_map(Ready::Bid),
            (hand_names(), any::<u8>())
                .prop_map(|(hand_name, trick)| Ready::Card(hand_name, trick)),
        ];
        let connecting = (words(), prop::option::of(seats()), any::<u32>());
        prop_oneof![
            connecting.prop_map(|(team, seat, version)| ClientMessage::Connecting {
                team,
                seat,
                version
            }),
            (seats(), ready).prop_map(|(seat, what)| ClientMessage::Ready(seat, what)),
            announced_calls().prop_map(ClientMessage::Calls),
            (hand_names(), cards())
                .prop_map(|(hand_name, card)| ClientMessage::Plays(hand_name, card)),
        ]
    }

    fn manager_message() -> impl Strategy<Value = ManagerMessage> {
        use Vulnerability::{All, EastWest, None, NorthSouth};
        let vulnerability = prop::sample::select(vec![None, NorthSouth, EastWest, All]);
        let time = (any::<u32>(), any::<u32>()).prop_map(|(board, total)| Time { board, total });
        let names = [words(), words()];
        prop_oneof![
            (seats(), words()).prop_map(|(seat, team)| ManagerMessage::Seated { seat, team }),
            (names, prop::option::of(words()))
                .prop_map(|(names, playing)| ManagerMessage::Teams { names, playing }),
            Just(ManagerMessage::StartOfBoard),
            (any::<u32>(), seats(), vulnerability).prop_map(|(number, dealer, vulnerability)| {
                ManagerMessage::Board {
                    number,
                    dealer,
                    vulnerability,
                }
            }),
            (seats(), hands()).prop_map(|(seat, hand)| ManagerMessage::Cards(seat, hand)),
            announced_calls().prop_map(ManagerMessage::Calls),
            (hand_names(), cards())
                .prop_map(|(hand_name, card)| ManagerMessage::Plays(hand_name, card)),
            hand_names().prop_map(ManagerMessage::Lead),
            hands().prop_map(ManagerMessage::Dummy),
            (seats(), calls()).prop_map(|(seat, call)| ManagerMessage::Explain(seat, call)),
            [time.clone(), time].prop_map(ManagerMessage::Timing),
            Just(ManagerMessage::EndOfSession),
        ]
    }

    /// Checks that all lines have the same meaning, and that the first is the written form.
    fn same<T: FromStr<Err = LineError> + Display + Debug + PartialEq>(lines: &[&str]) {
        let first: T = lines[0].parse().unwrap();
        assert_eq!(first.to_string(), lines[0]);
        for line in lines {
            assert_eq!(line.parse::<T>().as_ref(), Ok(&first), "{line}");
        }
    }

    #[test]
    fn clients_are_understood_in_many_spellings() {
        same::<ClientMessage>(&[
            "Connecting \"My Team\" as North using protocol version 18",
            "connecting  \"My  Team\" AS n using Protocol Version 18.\r\n",
        ]);
        same::<ClientMessage>(&[
            "Connecting \"\" as ANYPL using protocol version 17",
            "Connecting \" \" as anypl using protocol version 17",
        ]);
        same::<ClientMessage>(&[
            "North ready for East's bid",
            "NORTH READY FOR EAST'S BID.",
            " n ready  for e’s bid",
        ]);
        same::<ClientMessage>(&[
            "North ready for dummy's card to trick 13",
            "north ready for Dummy's card to trick 13.",
        ]);
        same::<ClientMessage>(&["East ready for dummy", "east ready for dummy."]);
        same::<ClientMessage>(&[
            "West plays TH",
            "west plays ht",
            "West plays 10h.",
            "West plays H 10",
            "West plays ♥10",
        ]);
        same::<ClientMessage>(&["Dummy plays 2C", "dummy plays c2"]);
        same::<ClientMessage>(&[
            "North bids 1NT Alert. 15-17, balanced.",
            "north bids 1n alert. 15-17, balanced.",
            "North bids 1 NT. ALERT: 15-17,  balanced.",
        ]);
        same::<ClientMessage>(&["South passes", "south PASS.", "South bids pass"]);
        same::<ClientMessage>(&["South doubles Infos. 4+ H", "south double infos 4+ ♥"]);
    }

    #[test]
    fn managers_are_understood_in_many_spellings() {
        same::<ManagerMessage>(&[
            "North (\"Team\") seated",
            "north \"Team\" seated.",
            "NORTH (\"Team\")seated",
        ]);
        same::<ManagerMessage>(&[
            "Teams : N/S : \"A.\" E/W : \"B b\"",
            "Teams: N/S: \"A.\". E/W: \"B b\".",
            "teams ns \"A.\" ew \"B b\"",
        ]);
        same::<ManagerMessage>(&[
            "Teams : N/S : \"A\" E/W : \"B\". playing IMP",
            "Teams : N/S : \"A\". E/W : \"B\". playing  IMP",
        ]);
        same::<ManagerMessage>(&[
            "Board number 12. Dealer West. N/S vulnerable.",
            "board number 12 dealer w n/s vulnerable",
            "Board number 12 . Dealer WEST . NS",
        ]);
        same::<ManagerMessage>(&[
            "North's cards : S A T 4 3. H -. D K T. C K T 6 5 4 3.",
            "north's cards: s 3 4 10 a. h. d 10 k. c kt6543",
            "NORTH’S CARDS : SAT43 H D KT C KT6543.",
            "North's cards : C K T 6 5 4 3. D K T. S A T 4 3",
        ]);
        same::<ManagerMessage>(&[
            "Dummy's cards : S -. H -. D -. C A.",
            "dummy's cards : S . H . D . C A",
            "DUMMY’S CARDS: C A",
        ]);
        same::<ManagerMessage>(&["Dummy to lead", "dummy to lead."]);
        same::<ManagerMessage>(&["Explain East's 2S", "explain east's 2s."]);
        same::<ManagerMessage>(&[
            "Timing - N/S : this board  01:36,  total  0:01:36.  E/W : this board  00:35,  total  1:00:35.",
            "timing N/S: this board 1:36, total 1:36. E/W : this board 35, total 60:35",
        ]);
    }

    #[test]
    fn refusals_quote_the_line_and_say_what_was_expected() {
        let cases = [
            (
                "",
                "invalid message ``: expected `Connecting` or a line that begins with a seat",
            ),
            (
                "hello\u{7} there",
                "invalid message `hello  there`: expected `Connecting` or a line that begins with a seat",
            ),
            (
                "North plays 1H",
                "invalid message `North plays 1H`: expected a card, as in `plays 6H`",
            ),
            (
                "North bids 8C",
                "invalid message `North bids 8C`: expected a bid, as in `bids 1NT`",
            ),
            (
                "dummy passes",
                "invalid message `dummy passes`: expected dummy to play a card, or a seat instead of dummy",
            ),
            (
                "North ready for lunch",
                "invalid message `North ready for lunch`: expected what the client is ready for, as in `ready for East's card to trick 3`",
            ),
            (
                "North ready for East's card to trick 300",
                "invalid message `North ready for East's card to trick 300`: expected what the client is ready for, as in `ready for East's card to trick 3`",
            ),
            (
                "North passes away",
                "invalid message `North passes away`: expected `Alert.` and an explanation, or nothing, after a call",
            ),
        ];
        for (line, words) in cases {
            assert_eq!(
                line.parse::<ClientMessage>().unwrap_err().to_string(),
                words
            );
        }
        for line in [
            "",
            "Start of boards",
            "Start of board 2",
            "Board number -1. Dealer North. Neither vulnerable.",
            "Board number 1. Dealer North. Sometimes vulnerable.",
            "North's cards : S A A. H -. D -. C -.",
            "North's cards : A K Q",
            "Dummy bids 1C",
            "Timing - N/S : this board 99999999:00, total 1. E/W : this board 1, total 1.",
            "Explain dummy's 1C",
            "éééé to lead",
        ] {
            let error = line.parse::<ManagerMessage>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{line}`")), "{error}");
        }
    }

    #[test]
    fn a_flood_is_refused_by_its_length() {
        let flood = "é".repeat(1 << 19);
        let error = LineError::TooLong { length: 1 << 20 };
        assert_eq!(flood.parse::<ClientMessage>().as_ref(), Err(&error));
        assert_eq!(flood.parse::<ManagerMessage>().as_ref(), Err(&error));
        assert_eq!(
            error.to_string(),
            "line too long: 1048576 bytes, at most 4096"
        );
    }

    #[test]
    fn a_hand_is_written_as_the_protocol_has_it() {
        let hand = notation::hand("AT43..KT.KT65432").unwrap();
        assert_eq!(
            ManagerMessage::Dummy(hand).to_string(),
            "Dummy's cards : S A T 4 3. H -. D K T. C K T 6 5 4 3 2."
        );
    }

    proptest! {
        #[test]
        fn whatever_a_client_sends_is_read_as_it_is_written(message in client_message(), shout: bool) {
            let line = message.to_string();
            prop_assert!(line.is_ascii() && line.len() <= MAX_LINE, "{}", line);
            prop_assert_eq!(line.parse(), Ok(message.clone()), "{}", line);
            if shout {
                let loud = format!(" {}.\r\n", line.to_uppercase().replace(' ', "  "));
                let received: Result<ClientMessage, _> = loud.parse();
                prop_assert_eq!(received.map(|message| message.to_string().to_uppercase().replace('.', "")), Ok(line.to_uppercase().replace('.', "")));
            }
        }

        #[test]
        fn whatever_a_manager_sends_is_read_as_it_is_written(message in manager_message()) {
            let line = message.to_string();
            prop_assert!(line.is_ascii() && line.len() <= MAX_LINE, "{}", line);
            prop_assert_eq!(line.parse(), Ok(message), "{}", line);
        }

        #[test]
        fn no_line_makes_a_reader_panic(line in "\\PC*|(North|dummy|East's|é's|ready|for|plays|bids|Timing|Connecting|[\"'.:♠é1-9 -]){0,8}") {
            let _ = (line.parse::<ClientMessage>(), line.parse::<ManagerMessage>());
        }

        #[test]
        fn nor_does_a_line_that_is_nearly_right(from_client in client_message(), from_manager in manager_message(), cut in 0usize..60, put in "\\PC{0,3}") {
            for line in [from_client.to_string(), from_manager.to_string()] {
                let at = line.char_indices().map(|(at, _)| at).nth(cut).unwrap_or(line.len());
                let line = format!("{}{put}{}", &line[..at], line[at..].chars().skip(1).collect::<String>());
                let _ = (line.parse::<ClientMessage>(), line.parse::<ManagerMessage>());
            }
        }
    }
}
