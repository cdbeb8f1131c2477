//! The messages of the protocol as values, and their written form.
//!
//! The written form is the one that most programs accept; the forms that are read are in
//! [`super::parse`].

use super::scanner::FreeText;
use crate::notation::{Ascii, SUITS};
use crate::table::name;
use crate::{Call, Card, Hand, Seat, Side, Vulnerability};
use std::fmt;

/// The version of the protocol.
pub const VERSION: u32 = 18;

/// The name of a hand: a seat, or `dummy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandName {
    /// By the name of the seat.
    Seat(Seat),
    /// By the word `dummy`.
    Dummy,
}

impl HandName {
    /// Returns whether this seat is meant, if `dummy` is dummy's seat.
    pub fn is(self, seat: Seat, dummy: Seat) -> bool {
        match self {
            HandName::Seat(named) => named == seat,
            HandName::Dummy => dummy == seat,
        }
    }

    fn name(self) -> &'static str {
        match self {
            HandName::Seat(seat) => name(seat),
            HandName::Dummy => "dummy",
        }
    }

    /// Returns the name at the start of a line.
    fn capital(self) -> &'static str {
        match self {
            HandName::Seat(seat) => name(seat),
            HandName::Dummy => "Dummy",
        }
    }
}

/// The explanation of a call for the opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// An alert: the call has an unexpected meaning, explained here.
    Alert(FreeText),
    /// An explanation of an unsurprising call (in newer programs).
    Infos(FreeText),
}

impl Note {
    /// Returns the explanation.
    pub fn words(&self) -> &FreeText {
        match self {
            Note::Alert(words) | Note::Infos(words) => words,
        }
    }
}

/// A call with its caller and explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncedCall {
    /// The caller.
    pub seat: Seat,
    /// The call.
    pub call: Call,
    /// The explanation.
    pub note: Option<Note>,
}

/// The kinds of `ready` messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// The names of the teams.
    Teams,
    /// The first board.
    Start,
    /// Number, dealer and vulnerability of a board.
    Deal,
    /// The own hand.
    Cards,
    /// A call of another.
    Bid(Seat),
    /// A card of another hand, to the trick of this number, from 1.
    Card(HandName, u8),
    /// Dummy's hand.
    Dummy,
}

/// A message of a client to the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientMessage {
    /// The first message: team and requested seat. No seat (`ANYPL`) leaves the choice to the
    /// manager.
    Connecting {
        /// The name of the team.
        team: FreeText,
        /// The requested seat.
        seat: Option<Seat>,
        /// The client's version of the protocol.
        version: u32,
    },
    /// The client waits for something.
    Ready(Seat, Ready),
    /// A call.
    Calls(AnnouncedCall),
    /// A card; declarer plays dummy's under the name of dummy's seat.
    Plays(HandName, Card),
}

/// The time one side has used, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Time {
    /// For the board just played.
    pub board: u32,
    /// For all boards.
    pub total: u32,
}

/// A message of the manager to a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManagerMessage {
    /// The seat is assigned to the client.
    Seated {
        /// The seat.
        seat: Seat,
        /// The name of its team.
        team: FreeText,
    },
    /// The teams.
    Teams {
        /// The names, North-South's first.
        names: [FreeText; 2],
        /// The scoring method, if it is announced.
        playing: Option<FreeText>,
    },
    /// A board starts; a board in progress is abandoned.
    StartOfBoard,
    /// The header of the board.
    Board {
        /// The number.
        number: u32,
        /// The dealer.
        dealer: Seat,
        /// The vulnerability.
        vulnerability: Vulnerability,
    },
    /// The client's hand.
    Cards(Seat, Hand),
    /// A call of another.
    Calls(AnnouncedCall),
    /// A card of another hand.
    Plays(HandName, Card),
    /// The client leads to the next trick: from its own hand, or from dummy's.
    Lead(HandName),
    /// Dummy's hand.
    Dummy(Hand),
    /// A request to explain this call in one line of free text.
    Explain(Seat, Call),
    /// Time used by each side, North-South's first.
    Timing([Time; 2]),
    /// The end of the session.
    EndOfSession,
}

impl fmt::Display for ClientMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientMessage::Connecting {
                team,
                seat,
                version,
            } => {
                let seat = seat.map_or("ANYPL", name);
                write!(
                    f,
                    "Connecting \"{team}\" as {seat} using protocol version {version}"
                )
            }
            ClientMessage::Ready(seat, what) => write!(f, "{} ready {what}", name(*seat)),
            ClientMessage::Calls(announced_call) => announced_call.fmt(f),
            ClientMessage::Plays(hand_name, card) => plays(f, *hand_name, *card),
        }
    }
}

impl fmt::Display for Ready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ready::Teams => f.write_str("for teams"),
            Ready::Start => f.write_str("to start"),
            Ready::Deal => f.write_str("for deal"),
            Ready::Cards => f.write_str("for cards"),
            Ready::Bid(seat) => write!(f, "for {}'s bid", name(*seat)),
            Ready::Card(hand_name, trick) => {
                write!(f, "for {}'s card to trick {trick}", hand_name.name())
            }
            Ready::Dummy => f.write_str("for dummy"),
        }
    }
}

impl fmt::Display for ManagerMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManagerMessage::Seated { seat, team } => {
                write!(f, "{} (\"{team}\") seated", name(*seat))
            }
            ManagerMessage::Teams { names, playing } => teams(f, names, playing.as_ref()),
            ManagerMessage::StartOfBoard => f.write_str("Start of board"),
            ManagerMessage::Board {
                number,
                dealer,
                vulnerability,
            } => {
                let (dealer, hand_name) = (name(*dealer), vulnerable(*vulnerability));
                write!(
                    f,
                    "Board number {number}. Dealer {dealer}. {hand_name} vulnerable."
                )
            }
            ManagerMessage::Cards(seat, hand) => {
                write!(f, "{}'s cards : {}", name(*seat), InSuits(*hand))
            }
            ManagerMessage::Calls(announced_call) => announced_call.fmt(f),
            ManagerMessage::Plays(hand_name, card) => plays(f, *hand_name, *card),
            ManagerMessage::Lead(hand_name) => write!(f, "{} to lead", hand_name.capital()),
            ManagerMessage::Dummy(hand) => write!(f, "Dummy's cards : {}", InSuits(*hand)),
            ManagerMessage::Explain(seat, call) => {
                write!(f, "Explain {}'s {}", name(*seat), Ascii(*call))
            }
            ManagerMessage::Timing(times) => timing(f, times),
            ManagerMessage::EndOfSession => f.write_str("End of session"),
        }
    }
}

fn teams(
    f: &mut fmt::Formatter<'_>,
    [ns, ew]: &[FreeText; 2],
    playing: Option<&FreeText>,
) -> fmt::Result {
    write!(f, "Teams : N/S : \"{ns}\" E/W : \"{ew}\"")?;
    playing.map_or(Ok(()), |playing| write!(f, ". playing {playing}"))
}

fn vulnerable(vulnerability: Vulnerability) -> &'static str {
    match vulnerability {
        Vulnerability::None => "Neither",
        Vulnerability::NorthSouth => "N/S",
        Vulnerability::EastWest => "E/W",
        Vulnerability::All => "Both",
    }
}

fn plays(f: &mut fmt::Formatter<'_>, hand_name: HandName, card: Card) -> fmt::Result {
    let (rank, suit) = (card.rank.letter(), card.suit.letter());
    write!(f, "{} plays {rank}{suit}", hand_name.capital())
}

fn timing(f: &mut fmt::Formatter<'_>, times: &[Time; 2]) -> fmt::Result {
    f.write_str("Timing -")?;
    for (side, time) in Side::BOTH.into_iter().zip(times) {
        let (side, first) = match side {
            Side::NorthSouth => ("N/S", ""),
            Side::EastWest => ("E/W", " "),
        };
        let (board, total) = (time.board, time.total);
        write!(
            f,
            "{first} {side} : this board  {:02}:{:02},",
            board / 60,
            board % 60
        )?;
        let (hours, minutes) = (total / 3600, total / 60 % 60);
        write!(f, "  total  {hours}:{minutes:02}:{:02}.", total % 60)?;
    }
    Ok(())
}

impl fmt::Display for AnnouncedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(self.seat))?;
        match self.call {
            Call::Pass => f.write_str(" passes"),
            Call::Double => f.write_str(" doubles"),
            Call::Redouble => f.write_str(" redoubles"),
            Call::Bid(bid) => write!(f, " bids {}", Ascii(bid)),
        }?;
        match &self.note {
            Some(Note::Alert(words)) => write!(f, " Alert. {words}"),
            Some(Note::Infos(words)) => write!(f, " Infos. {words}"),
            None => Ok(()),
        }
    }
}

/// A hand in the form of the protocol: `S A T 4 3. H -. D K T. C K T 6 5 4 3.`
struct InSuits(Hand);

impl fmt::Display for InSuits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, suit) in SUITS.into_iter().rev().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{}", suit.letter())?;
            for letter in self.0[suit].to_string().chars() {
                write!(f, " {letter}")?;
            }
            let void = if self.0[suit].is_empty() { " -" } else { "" };
            write!(f, "{void}.")?;
        }
        Ok(())
    }
}
