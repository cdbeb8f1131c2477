//! A client's side of a table.
//!
//! A [`Guest`] is fed the manager's lines and answers each with what is [needed](Need) now: a line
//! to send, a decision, or nothing. It keeps what its seat may know as a [`View`] and checks what
//! it is told against the laws as far as one seat can; what it decides is the caller's business. It
//! keeps no time, and it does not claim, because the protocol cannot.

use super::lines::{Note, Ready, Said, Spoken, Told, VERSION, Who};
use super::table::fill;
use super::words::{LineError, Words, shortened};
use crate::bidding::caller;
use crate::record::Record;
use crate::record::replay::Replay;
use crate::table::name;
use crate::{
    Ascii, Auction, Call, Card, Hand, IllegalCall, IllegalCard, NotationError, Seat, View,
    Vulnerability, notation,
};

/// Why a conversation cannot go on as it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GuestError {
    /// The manager said something that is not understood.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The manager did not give us a seat, but these words.
    #[error("not seated: {0}")]
    Refused(String),
    /// The manager said something at the wrong time.
    #[error("`{line}` was not expected, but {expected}")]
    Unexpected {
        /// The line, shortened if it is long.
        line: String,
        /// What should have come.
        expected: String,
    },
    /// A hand of another size.
    #[error("a hand of {0} cards, not thirteen")]
    Size(usize),
    /// A card in two hands.
    #[error(transparent)]
    Cards(#[from] NotationError),
    /// A call against the laws, ours or another's.
    #[error("{} is illegal: {error}", Ascii(*.call))]
    Call {
        /// The call.
        call: Call,
        /// Why.
        error: IllegalCall,
    },
    /// A card against the laws, ours or another's.
    #[error(transparent)]
    Card(#[from] IllegalCard),
    /// A decision was given that was not asked for.
    #[error("it is not this seat's turn to {0}")]
    NotOurTurn(&'static str),
}

/// What a line of the manager asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing new. A decision that was needed before still is.
    Wait,
    /// This line is to be sent.
    Say(Said),
    /// A call is to be decided on and given to [`Guest::call`].
    Call(View),
    /// A card is to be decided on and given to [`Guest::play`]: from the hand whose
    /// [turn](View::turn) it is, which is dummy's or our own.
    Card(View),
    /// One line of free text is to be sent, to say what this call means; [`Words`] makes any text
    /// fit.
    Explain(Seat, Call),
    /// All boards are over.
    End,
}

/// Where the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Seat,
    Teams,
    Start,
    Title,
    Cards,
    Board,
    End,
}

/// One client of a manager.
///
/// ```
/// use bridge::manager::{Guest, Need};
/// use bridge::{Call, Seat};
///
/// let mut guest = Guest::new("Us", Some(Seat::North));
/// assert_eq!(guest.connect().to_string(), "Connecting \"Us\" as North using protocol version 18");
/// for (told, said) in [
///     ("North (\"Us\") seated", "North ready for teams"),
///     ("Teams : N/S : \"Us\" E/W : \"Them\"", "North ready to start"),
///     ("Start of board", "North ready for deal"),
///     ("Board number 1. Dealer North. Neither vulnerable.", "North ready for cards"),
/// ] {
///     let Need::Say(line) = guest.hear(told)? else { panic!() };
///     assert_eq!(line.to_string(), said);
/// }
/// let Need::Call(view) = guest.hear("North's cards : S A T 4 3. H -. D K T. C K T 6 5 4 3 2.")? else { panic!() };
/// assert_eq!(view.hand.len(), 13);
/// let lines = guest.call(Call::Pass, None)?;
/// assert_eq!(lines[0].to_string(), "North passes");
/// assert_eq!(lines[1].to_string(), "North ready for East's bid");
/// # Ok::<(), bridge::manager::GuestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Guest {
    team: Words,
    /// The seat wished for, then the seat taken.
    seat: Option<Seat>,
    stage: Stage,
    teams: [Words; 2],
    number: u32,
    /// The board, from its title on; the hand is empty until it is told.
    view: Option<View>,
    /// What was said about each call.
    notes: Vec<Option<Note>>,
    /// Whether we were told to lead to this trick.
    leads: bool,
}

impl Guest {
    /// A client that wishes to sit there, or anywhere.
    pub fn new(team: &str, seat: Option<Seat>) -> Self {
        Guest {
            team: Words::new(team),
            seat,
            stage: Stage::Seat,
            teams: Default::default(),
            number: 0,
            view: None,
            notes: Vec::new(),
            leads: false,
        }
    }

    /// The first line to send.
    pub fn connect(&self) -> Said {
        Said::Connecting {
            team: self.team.clone(),
            seat: self.seat,
            version: VERSION,
        }
    }

    /// The seat, once it is given.
    pub fn seat(&self) -> Option<Seat> {
        self.seat.filter(|_| self.stage != Stage::Seat)
    }

    /// The teams' names, North-South's first; empty until they are told.
    pub fn teams(&self) -> &[Words; 2] {
        &self.teams
    }

    /// What this seat knows of the board; after its end, until the next one.
    pub fn view(&self) -> Option<&View> {
        let told = !matches!(self.stage, Stage::Title | Stage::Cards);
        self.view.as_ref().filter(|_| told)
    }

    /// What was said about each call of the board.
    pub fn notes(&self) -> &[Option<Note>] {
        &self.notes
    }

    /// The board as far as this seat knows it, with the hands that it knows whole.
    pub fn record(&self) -> Option<Record> {
        let view = self.view()?;
        let whole = |hand: Hand| (hand.len() == 13).then_some(hand);
        let mut record = Record {
            number: Some(self.number),
            dealer: Some(view.dealer),
            vulnerability: Some(view.vulnerability),
            players: Seat::ALL.map(|seat| self.teams[seat as usize % 2].to_string()),
            hands: view.known().map(whole),
            ..Record::default()
        };
        fill(&mut record, &view.auction, &self.notes, &view.cards);
        Some(record)
    }

    /// Hears a line of the manager. Empty lines mean nothing.
    ///
    /// # Errors
    /// If the line is not understood, does not belong here or tells of something against the laws;
    /// nothing changes then.
    pub fn hear(&mut self, line: &str) -> Result<Need, GuestError> {
        if line.trim().is_empty() {
            return Ok(Need::Wait);
        }
        let told = line.parse();
        if self.stage == Stage::Seat && !matches!(told, Ok(Told::Seated { .. })) {
            return Err(GuestError::Refused(shortened(line.trim())));
        }
        let need = self.told(told?)?;
        need.ok_or_else(|| GuestError::Unexpected {
            line: shortened(line.trim()),
            expected: self.expected(),
        })
    }

    /// Makes the call that was needed. The lines are to be sent in this order.
    ///
    /// # Errors
    /// If no call is needed or this one is illegal; nothing changes then.
    pub fn call(&mut self, call: Call, note: Option<Note>) -> Result<Vec<Said>, GuestError> {
        let seat = self.seat.filter(|seat| self.caller() == Some(*seat));
        let seat = seat.ok_or(GuestError::NotOurTurn("call"))?;
        self.add_call(call, note.clone())?;
        let said = Said::Calls(Spoken { seat, call, note });
        Ok(self.followed(said))
    }

    /// Plays the card that was needed, from our own hand or from dummy's. The lines are to be sent
    /// in this order.
    ///
    /// # Errors
    /// If no card is needed or this one is illegal; nothing changes then.
    pub fn play(&mut self, card: Card) -> Result<Vec<Said>, GuestError> {
        let from = match self.next() {
            Some(Need::Card(view)) => view.turn(),
            _ => None,
        };
        let from = from.ok_or(GuestError::NotOurTurn("play"))?;
        self.add_card(card)?;
        Ok(self.followed(Said::Plays(Who::Seat(from), card)))
    }

    /// A line and the question that follows it, if one does.
    fn followed(&self, said: Said) -> Vec<Said> {
        match self.next() {
            Some(Need::Say(question)) => vec![said, question],
            _ => vec![said],
        }
    }

    /// What follows from a message; nothing if it does not belong here.
    fn told(&mut self, told: Told) -> Result<Option<Need>, GuestError> {
        match (self.stage, told) {
            (Stage::Seat, Told::Seated { seat, .. }) => {
                if self.seat.is_some_and(|wished| wished != seat) {
                    return Ok(None);
                }
                self.seat = Some(seat);
                Ok(self.ready(Stage::Teams, Ready::Teams))
            }
            (Stage::Seat | Stage::End, _) => Ok(None),
            (_, Told::Timing(_)) => Ok(Some(Need::Wait)),
            (_, Told::EndOfSession) => {
                self.stage = Stage::End;
                Ok(Some(Need::End))
            }
            (Stage::Teams, Told::Teams { names, .. }) => {
                self.teams = names;
                Ok(self.ready(Stage::Start, Ready::Start))
            }
            (Stage::Teams, _) => Ok(None),
            // Also in the middle of a board, which then begins again.
            (_, Told::StartOfBoard) => Ok(self.ready(Stage::Title, Ready::Deal)),
            (
                Stage::Title,
                Told::Board {
                    number,
                    dealer,
                    vulnerability,
                },
            ) => Ok(self.begin(number, dealer, vulnerability)),
            (Stage::Cards, Told::Cards(seat, hand)) if self.seat == Some(seat) => self.take(hand),
            (Stage::Board, told) => self.told_of_board(told),
            _ => Ok(None),
        }
    }

    fn ready(&mut self, stage: Stage, what: Ready) -> Option<Need> {
        self.stage = stage;
        Some(Need::Say(Said::Ready(self.seat?, what)))
    }

    fn begin(&mut self, number: u32, dealer: Seat, vulnerability: Vulnerability) -> Option<Need> {
        self.number = number;
        self.notes.clear();
        self.leads = false;
        self.view = Some(View {
            seat: self.seat?,
            dealer,
            vulnerability,
            hand: Hand::EMPTY,
            dummy: None,
            auction: Auction::new(),
            cards: Vec::new(),
        });
        self.ready(Stage::Cards, Ready::Cards)
    }

    fn take(&mut self, hand: Hand) -> Result<Option<Need>, GuestError> {
        let view = self.view.as_mut().expect("the board was told");
        view.hand = whole(hand)?;
        self.stage = Stage::Board;
        Ok(self.next())
    }

    fn told_of_board(&mut self, told: Told) -> Result<Option<Need>, GuestError> {
        let due = self.next();
        match (told, due) {
            (Told::Explain(seat, call), _) => return Ok(Some(Need::Explain(seat, call))),
            (Told::Calls(spoken), Some(Need::Say(Said::Ready(_, Ready::Bid(seat)))))
                if spoken.seat == seat =>
            {
                self.add_call(spoken.call, spoken.note)?;
            }
            (Told::Plays(who, card), Some(Need::Say(Said::Ready(_, Ready::Card(..)))))
                if self.is_turn_of(who) =>
            {
                self.add_card(card)?;
            }
            (Told::Dummy(hand), Some(Need::Say(Said::Ready(_, Ready::Dummy)))) => {
                self.add_dummy(hand)?;
            }
            (Told::Lead(who), due) if self.is_turn_of(who) && self.is_between_tricks() => {
                // Some managers tell it to everybody, who then has asked already.
                if due != Some(Need::Wait) {
                    return Ok(Some(Need::Wait));
                }
                self.leads = true;
            }
            _ => return Ok(None),
        }
        Ok(self.next())
    }

    /// What is needed now, by what is known of the board; nothing where there is none.
    fn next(&self) -> Option<Need> {
        let (seat, view) = (self.seat?, self.view.as_ref()?);
        if self.stage != Stage::Board {
            return None;
        }
        let ask = |what| Some(Need::Say(Said::Ready(seat, what)));
        if let Some(caller) = self.caller() {
            if caller == seat {
                return Some(Need::Call(view.clone()));
            }
            return ask(Ready::Bid(caller));
        }
        let (Some(agreed), Some(from)) = (view.agreed(), view.turn()) else {
            return Some(Need::Wait);
        };
        if !view.cards.is_empty() && view.dummy.is_none() {
            return ask(Ready::Dummy);
        }
        let by_dummy = from == agreed.dummy();
        let decides = if by_dummy { agreed.declarer } else { from };
        if decides != seat {
            let who = if by_dummy {
                Who::Dummy
            } else {
                Who::Seat(from)
            };
            return ask(Ready::Card(who, (view.cards.len() / 4 + 1) as u8));
        }
        if self.is_between_tricks() && !self.leads {
            return Some(Need::Wait);
        }
        Some(Need::Card(view.clone()))
    }

    fn caller(&self) -> Option<Seat> {
        let view = self.view.as_ref().filter(|_| self.stage == Stage::Board)?;
        caller(&view.auction, view.dealer)
    }

    /// Whether it is the turn of the hand named so.
    fn is_turn_of(&self, who: Who) -> bool {
        let turn = || {
            let view = self.view.as_ref()?;
            Some(who.is(view.turn()?, view.agreed()?.dummy()))
        };
        turn().unwrap_or(false)
    }

    fn is_between_tricks(&self) -> bool {
        let cards = self.view.as_ref().map_or(0, |view| view.cards.len());
        cards.is_multiple_of(4)
    }

    fn add_call(&mut self, call: Call, note: Option<Note>) -> Result<(), GuestError> {
        let view = self.view.as_mut().expect("a board is on");
        let made = view.auction.try_push(call);
        made.map_err(|error| GuestError::Call { call, error })?;
        self.notes.push(note);
        Ok(())
    }

    fn add_card(&mut self, card: Card) -> Result<(), GuestError> {
        let view = self.view.as_mut().expect("a board is on");
        let (agreed, from) = view.agreed().zip(view.turn()).expect("a card is due");
        let mut hands = [None; 4];
        hands[agreed.dummy() as usize] = view.dummy;
        hands[view.seat as usize] = Some(view.hand);
        let mut replay = Replay::new(&hands, agreed.contract.bid.strain, agreed.leader());
        for &(_, played) in &view.cards {
            replay.play(played)?;
        }
        replay.play(card)?;
        view.cards.push((from, card));
        if view.seat == agreed.dummy() {
            view.dummy = Some(view.hand);
        }
        self.leads = false;
        Ok(())
    }

    fn add_dummy(&mut self, hand: Hand) -> Result<(), GuestError> {
        let view = self.view.as_mut().expect("a board is on");
        let dummy = view.agreed().expect("a card was played").dummy();
        let mut known = view.known();
        known[dummy as usize] = whole(hand)?;
        notation::check(&known)?;
        view.dummy = Some(hand);
        Ok(())
    }

    /// What should come next, in words.
    fn expected(&self) -> String {
        match (self.stage, self.next()) {
            (_, Some(Need::Say(question))) => format!("the answer to `{question}`"),
            (_, Some(Need::Call(_) | Need::Card(_))) => "to wait for our decision".to_owned(),
            (Stage::Seat, _) => format!("the seat {}", self.seat.map_or("of somebody", name)),
            (Stage::Teams, _) => "the teams".to_owned(),
            (Stage::Title, _) => "number, dealer and vulnerability of a board".to_owned(),
            (Stage::Cards, _) => "our cards".to_owned(),
            (Stage::End, _) => "nothing more".to_owned(),
            (Stage::Start | Stage::Board, _) => {
                "a start: of a board, or of a trick by us".to_owned()
            }
        }
    }
}

fn whole(hand: Hand) -> Result<Hand, GuestError> {
    match hand.len() {
        13 => Ok(hand),
        cards => Err(GuestError::Size(cards)),
    }
}
