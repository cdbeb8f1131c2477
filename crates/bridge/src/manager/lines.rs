//! Every message of the protocol as a value, and how it is written.
//!
//! Written is exactly the form that the fewest programs object to; how much else is read is in
//! [`super::read`].

use super::words::Words;
use crate::notation::{Ascii, SUITS};
use crate::table::name;
use crate::{Call, Card, Hand, Seat, Side, Vulnerability};
use std::fmt;

/// The version of the protocol.
pub const VERSION: u32 = 18;

/// Whose hand is meant: a seat's by name, or dummy's by what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// By the name of the seat.
    Seat(Seat),
    /// By the word `dummy`.
    Dummy,
}

impl Who {
    /// Whether this seat is meant, where `dummy` is dummy's.
    pub fn is(self, seat: Seat, dummy: Seat) -> bool {
        match self {
            Who::Seat(named) => named == seat,
            Who::Dummy => dummy == seat,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Who::Seat(seat) => name(seat),
            Who::Dummy => "dummy",
        }
    }

    /// The name at the start of a line.
    fn capital(self) -> &'static str {
        match self {
            Who::Seat(seat) => name(seat),
            Who::Dummy => "Dummy",
        }
    }
}

/// What is said about a call, for the opponents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The call is not what they would think, and this is what it means.
    Alert(Words),
    /// What it means, where it is no surprise (in newer programs).
    Infos(Words),
}

impl Note {
    /// The explanation.
    pub fn words(&self) -> &Words {
        match self {
            Note::Alert(words) | Note::Infos(words) => words,
        }
    }
}

/// A call with its caller and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Who calls.
    pub seat: Seat,
    /// The call.
    pub call: Call,
    /// What is said about it.
    pub note: Option<Note>,
}

/// What a client can be ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// The names of the teams.
    Teams,
    /// The first board.
    Start,
    /// Number, dealer and vulnerability of a board.
    Deal,
    /// Its own hand.
    Cards,
    /// A call of another.
    Bid(Seat),
    /// A card of another hand, to the trick of this number, from 1.
    Card(Who, u8),
    /// Dummy's hand.
    Dummy,
}

/// What a client says to the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// The first line: who wants to sit where. No seat (`ANYPL`) leaves it to the manager.
    Connecting {
        /// The name of the team.
        team: Words,
        /// The seat wished for.
        seat: Option<Seat>,
        /// The version of the protocol the client speaks.
        version: u32,
    },
    /// The client waits for something.
    Ready(Seat, Ready),
    /// A call.
    Calls(Spoken),
    /// A card; declarer says dummy's under the name of dummy's seat.
    Plays(Who, Card),
}

/// The time one side has used, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Time {
    /// For the board just played.
    pub board: u32,
    /// For all boards.
    pub total: u32,
}

/// What the manager tells a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The seat is the client's.
    Seated {
        /// The seat.
        seat: Seat,
        /// The team that it said.
        team: Words,
    },
    /// Who plays.
    Teams {
        /// The names, North-South's first.
        names: [Words; 2],
        /// How results are compared, if that is said.
        playing: Option<Words>,
    },
    /// A board begins; if one was going on, it is abandoned.
    StartOfBoard,
    /// What board it is.
    Board {
        /// Its number.
        number: u32,
        /// Who calls first.
        dealer: Seat,
        /// Who is vulnerable.
        vulnerability: Vulnerability,
    },
    /// The client's hand.
    Cards(Seat, Hand),
    /// A call of another.
    Calls(Spoken),
    /// A card of another hand.
    Plays(Who, Card),
    /// The client leads to the next trick: from its own hand, or from dummy's.
    Lead(Who),
    /// Dummy's hand.
    Dummy(Hand),
    /// The client shall say, in one line of its own words, what this call means.
    Explain(Seat, Call),
    /// Time used by each side, North-South's first.
    Timing([Time; 2]),
    /// There are no more boards.
    EndOfSession,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Connecting {
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
            Said::Ready(seat, what) => write!(f, "{} ready {what}", name(*seat)),
            Said::Calls(spoken) => spoken.fmt(f),
            Said::Plays(who, card) => plays(f, *who, *card),
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
            Ready::Card(who, trick) => write!(f, "for {}'s card to trick {trick}", who.name()),
            Ready::Dummy => f.write_str("for dummy"),
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Told::Seated { seat, team } => write!(f, "{} (\"{team}\") seated", name(*seat)),
            Told::Teams { names, playing } => teams(f, names, playing.as_ref()),
            Told::StartOfBoard => f.write_str("Start of board"),
            Told::Board {
                number,
                dealer,
                vulnerability,
            } => {
                let (dealer, who) = (name(*dealer), vulnerable(*vulnerability));
                write!(
                    f,
                    "Board number {number}. Dealer {dealer}. {who} vulnerable."
                )
            }
            Told::Cards(seat, hand) => write!(f, "{}'s cards : {}", name(*seat), InSuits(*hand)),
            Told::Calls(spoken) => spoken.fmt(f),
            Told::Plays(who, card) => plays(f, *who, *card),
            Told::Lead(who) => write!(f, "{} to lead", who.capital()),
            Told::Dummy(hand) => write!(f, "Dummy's cards : {}", InSuits(*hand)),
            Told::Explain(seat, call) => write!(f, "Explain {}'s {}", name(*seat), Ascii(*call)),
            Told::Timing(times) => timing(f, times),
            Told::EndOfSession => f.write_str("End of session"),
        }
    }
}

fn teams(
    f: &mut fmt::Formatter<'_>,
    [ns, ew]: &[Words; 2],
    playing: Option<&Words>,
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

fn plays(f: &mut fmt::Formatter<'_>, who: Who, card: Card) -> fmt::Result {
    let (rank, suit) = (card.rank.letter(), card.suit.letter());
    write!(f, "{} plays {rank}{suit}", who.capital())
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

impl fmt::Display for Spoken {
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

/// A hand as the protocol has it: `S A T 4 3. H -. D K T. C K T 6 5 4 3.`
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
