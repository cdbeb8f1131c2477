//! The client side of the protocol.
//!
//! A [`TableClient`] receives the manager's lines and answers each with a [`Prompt`]: a line to
//! send, a decision to make, or nothing. It keeps the [`View`] of its seat and checks the manager's
//! messages against the laws as far as one seat can. The decisions are the caller's. It has no
//! clock, and it does not claim, because the protocol has no claims.

use super::board_state::fill;
use super::messages::{
    AnnouncedCall, ClientMessage, HandName, ManagerMessage, Note, Ready, VERSION,
};
use super::scanner::{FreeText, LineError, shortened};
use crate::bidding::caller;
use crate::record::Record;
use crate::record::replay::Replay;
use crate::table::name;
use crate::{
    Ascii, Auction, Call, Card, Hand, IllegalCall, IllegalCard, NotationError, Seat, View,
    Vulnerability, notation,
};

/// Error of a client's session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableClientError {
    /// A line that cannot be parsed.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The manager refused the seat, with this message.
    #[error("not seated: {0}")]
    Refused(String),
    /// A message out of turn.
    #[error("unexpected message `{line}`, expected {expected}")]
    Unexpected {
        /// The line, shortened if it is long.
        line: String,
        /// The expected message.
        expected: String,
    },
    /// A hand without thirteen cards.
    #[error("expected a hand of 13 cards, found {0}")]
    Size(usize),
    /// A card in two hands.
    #[error(transparent)]
    Cards(#[from] NotationError),
    /// An illegal call, own or another's.
    #[error("{} is illegal: {error}", Ascii(*.call))]
    Call {
        /// The call.
        call: Call,
        /// The law it breaks.
        error: IllegalCall,
    },
    /// An illegal card, own or another's.
    #[error(transparent)]
    Card(#[from] IllegalCard),
    /// A decision that is not due.
    #[error("out of turn: this seat does not {0} now")]
    NotOurTurn(&'static str),
}

/// The next action of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Nothing. A decision that is due stays due.
    Wait,
    /// Send this message.
    Send(ClientMessage),
    /// Decide on a call and give it to [`TableClient::call`].
    Call(View),
    /// Decide on a card and give it to [`TableClient::play`]: from the hand whose
    /// [turn](View::turn) it is, dummy's or our own.
    Card(View),
    /// Send one line of free text that explains this call; [`FreeText`] makes any text valid.
    Explain(Seat, Call),
    /// All boards are over.
    End,
}

/// The stage of the session.
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
/// use bridge::manager::{Prompt, TableClient};
/// use bridge::{Call, Seat};
///
/// let mut table_client = TableClient::new("Us", Some(Seat::North));
/// assert_eq!(table_client.connect().to_string(), "Connecting \"Us\" as North using protocol version 18");
/// for (message, reply) in [
///     ("North (\"Us\") seated", "North ready for teams"),
///     ("Teams : N/S : \"Us\" E/W : \"Them\"", "North ready to start"),
///     ("Start of board", "North ready for deal"),
///     ("Board number 1. Dealer North. Neither vulnerable.", "North ready for cards"),
/// ] {
///     let Prompt::Send(line) = table_client.receive(message)? else { panic!() };
///     assert_eq!(line.to_string(), reply);
/// }
/// let Prompt::Call(view) = table_client.receive("North's cards : S A T 4 3. H -. D K T. C K T 6 5 4 3 2.")? else { panic!() };
/// assert_eq!(view.hand.len(), 13);
/// let lines = table_client.call(Call::Pass, None)?;
/// assert_eq!(lines[0].to_string(), "North passes");
/// assert_eq!(lines[1].to_string(), "North ready for East's bid");
/// # Ok::<(), bridge::manager::TableClientError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableClient {
    team: FreeText,
    /// The requested seat, then the assigned seat.
    seat: Option<Seat>,
    stage: Stage,
    teams: [FreeText; 2],
    number: u32,
    /// The board, from its header on; the hand is empty until it is received.
    view: Option<View>,
    /// The explanation of each call.
    notes: Vec<Option<Note>>,
    /// Whether the manager has asked us to lead to this trick.
    leads: bool,
}

impl TableClient {
    /// Creates a client that requests this seat, or any seat.
    pub fn new(team: &str, seat: Option<Seat>) -> Self {
        TableClient {
            team: FreeText::new(team),
            seat,
            stage: Stage::Seat,
            teams: Default::default(),
            number: 0,
            view: None,
            notes: Vec::new(),
            leads: false,
        }
    }

    /// Returns the first message to send.
    pub fn connect(&self) -> ClientMessage {
        ClientMessage::Connecting {
            team: self.team.clone(),
            seat: self.seat,
            version: VERSION,
        }
    }

    /// Returns the seat, once it is assigned.
    pub fn seat(&self) -> Option<Seat> {
        self.seat.filter(|_| self.stage != Stage::Seat)
    }

    /// Returns the teams' names, North-South's first; empty until they are received.
    pub fn teams(&self) -> &[FreeText; 2] {
        &self.teams
    }

    /// Returns the view of the board; kept after its end until the next one.
    pub fn view(&self) -> Option<&View> {
        let dealt = !matches!(self.stage, Stage::Title | Stage::Cards);
        self.view.as_ref().filter(|_| dealt)
    }

    /// Returns the explanation of each call of the board.
    pub fn notes(&self) -> &[Option<Note>] {
        &self.notes
    }

    /// Returns the record of the board as far as it is known, with the hands that are known
    /// completely.
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

    /// Processes a line of the manager. Empty lines are ignored.
    ///
    /// # Errors
    /// If the line cannot be parsed, is out of turn or reports something illegal; nothing changes
    /// then.
    pub fn receive(&mut self, line: &str) -> Result<Prompt, TableClientError> {
        if line.trim().is_empty() {
            return Ok(Prompt::Wait);
        }
        let message = line.parse();
        if self.stage == Stage::Seat && !matches!(message, Ok(ManagerMessage::Seated { .. })) {
            return Err(TableClientError::Refused(shortened(line.trim())));
        }
        let need = self.handle(message?)?;
        need.ok_or_else(|| TableClientError::Unexpected {
            line: shortened(line.trim()),
            expected: self.expected(),
        })
    }

    /// Makes the call that is due. The messages are to be sent in this order.
    ///
    /// # Errors
    /// If no call is due or this one is illegal; nothing changes then.
    pub fn call(
        &mut self,
        call: Call,
        note: Option<Note>,
    ) -> Result<Vec<ClientMessage>, TableClientError> {
        let seat = self.seat.filter(|seat| self.caller() == Some(*seat));
        let seat = seat.ok_or(TableClientError::NotOurTurn("call"))?;
        self.add_call(call, note.clone())?;
        let message = ClientMessage::Calls(AnnouncedCall { seat, call, note });
        Ok(self.with_question(message))
    }

    /// Plays the card that is due, from our own hand or from dummy's. The messages are to be sent
    /// in this order.
    ///
    /// # Errors
    /// If no card is due or this one is illegal; nothing changes then.
    pub fn play(&mut self, card: Card) -> Result<Vec<ClientMessage>, TableClientError> {
        let from = match self.next() {
            Some(Prompt::Card(view)) => view.turn(),
            _ => None,
        };
        let from = from.ok_or(TableClientError::NotOurTurn("play"))?;
        self.add_card(card)?;
        Ok(self.with_question(ClientMessage::Plays(HandName::Seat(from), card)))
    }

    /// Returns a message and the question that follows it, if any.
    fn with_question(&self, message: ClientMessage) -> Vec<ClientMessage> {
        match self.next() {
            Some(Prompt::Send(question)) => vec![message, question],
            _ => vec![message],
        }
    }

    /// Processes a message; `None` if it is out of turn.
    fn handle(&mut self, message: ManagerMessage) -> Result<Option<Prompt>, TableClientError> {
        match (self.stage, message) {
            (Stage::Seat, ManagerMessage::Seated { seat, .. }) => {
                if self.seat.is_some_and(|wished| wished != seat) {
                    return Ok(None);
                }
                self.seat = Some(seat);
                Ok(self.ready(Stage::Teams, Ready::Teams))
            }
            (Stage::Seat | Stage::End, _) => Ok(None),
            (_, ManagerMessage::Timing(_)) => Ok(Some(Prompt::Wait)),
            (_, ManagerMessage::EndOfSession) => {
                self.stage = Stage::End;
                Ok(Some(Prompt::End))
            }
            (Stage::Teams, ManagerMessage::Teams { names, .. }) => {
                self.teams = names;
                Ok(self.ready(Stage::Start, Ready::Start))
            }
            (Stage::Teams, _) => Ok(None),
            // Also in the middle of a board, which then restarts.
            (_, ManagerMessage::StartOfBoard) => Ok(self.ready(Stage::Title, Ready::Deal)),
            (
                Stage::Title,
                ManagerMessage::Board {
                    number,
                    dealer,
                    vulnerability,
                },
            ) => Ok(self.begin(number, dealer, vulnerability)),
            (Stage::Cards, ManagerMessage::Cards(seat, hand)) if self.seat == Some(seat) => {
                self.take(hand)
            }
            (Stage::Board, message) => self.handle_board_message(message),
            _ => Ok(None),
        }
    }

    fn ready(&mut self, stage: Stage, what: Ready) -> Option<Prompt> {
        self.stage = stage;
        Some(Prompt::Send(ClientMessage::Ready(self.seat?, what)))
    }

    fn begin(&mut self, number: u32, dealer: Seat, vulnerability: Vulnerability) -> Option<Prompt> {
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

    fn take(&mut self, hand: Hand) -> Result<Option<Prompt>, TableClientError> {
        let view = self.view.as_mut().expect("the board was told");
        view.hand = whole(hand)?;
        self.stage = Stage::Board;
        Ok(self.next())
    }

    fn handle_board_message(
        &mut self,
        message: ManagerMessage,
    ) -> Result<Option<Prompt>, TableClientError> {
        let due = self.next();
        match (message, due) {
            (ManagerMessage::Explain(seat, call), _) => {
                return Ok(Some(Prompt::Explain(seat, call)));
            }
            (
                ManagerMessage::Calls(announced_call),
                Some(Prompt::Send(ClientMessage::Ready(_, Ready::Bid(seat)))),
            ) if announced_call.seat == seat => {
                self.add_call(announced_call.call, announced_call.note)?;
            }
            (
                ManagerMessage::Plays(hand_name, card),
                Some(Prompt::Send(ClientMessage::Ready(_, Ready::Card(..)))),
            ) if self.is_turn_of(hand_name) => {
                self.add_card(card)?;
            }
            (
                ManagerMessage::Dummy(hand),
                Some(Prompt::Send(ClientMessage::Ready(_, Ready::Dummy))),
            ) => {
                self.add_dummy(hand)?;
            }
            (ManagerMessage::Lead(hand_name), due)
                if self.is_turn_of(hand_name) && self.is_between_tricks() =>
            {
                // Some managers send it to all clients, which then have asked already.
                if due != Some(Prompt::Wait) {
                    return Ok(Some(Prompt::Wait));
                }
                self.leads = true;
            }
            _ => return Ok(None),
        }
        Ok(self.next())
    }

    /// Returns the next action by the state of the board; `None` if nothing is due.
    fn next(&self) -> Option<Prompt> {
        let (seat, view) = (self.seat?, self.view.as_ref()?);
        if self.stage != Stage::Board {
            return None;
        }
        let ask = |what| Some(Prompt::Send(ClientMessage::Ready(seat, what)));
        if let Some(caller) = self.caller() {
            if caller == seat {
                return Some(Prompt::Call(view.clone()));
            }
            return ask(Ready::Bid(caller));
        }
        let (Some(final_contract), Some(from)) = (view.final_contract(), view.turn()) else {
            return Some(Prompt::Wait);
        };
        if !view.cards.is_empty() && view.dummy.is_none() {
            return ask(Ready::Dummy);
        }
        let by_dummy = from == final_contract.dummy();
        let decides = if by_dummy {
            final_contract.declarer
        } else {
            from
        };
        if decides != seat {
            let hand_name = if by_dummy {
                HandName::Dummy
            } else {
                HandName::Seat(from)
            };
            return ask(Ready::Card(hand_name, (view.cards.len() / 4 + 1) as u8));
        }
        if self.is_between_tricks() && !self.leads {
            return Some(Prompt::Wait);
        }
        Some(Prompt::Card(view.clone()))
    }

    fn caller(&self) -> Option<Seat> {
        let view = self.view.as_ref().filter(|_| self.stage == Stage::Board)?;
        caller(&view.auction, view.dealer)
    }

    /// Returns whether it is the turn of the named hand.
    fn is_turn_of(&self, hand_name: HandName) -> bool {
        let turn = || {
            let view = self.view.as_ref()?;
            Some(hand_name.is(view.turn()?, view.final_contract()?.dummy()))
        };
        turn().unwrap_or(false)
    }

    fn is_between_tricks(&self) -> bool {
        let cards = self.view.as_ref().map_or(0, |view| view.cards.len());
        cards.is_multiple_of(4)
    }

    fn add_call(&mut self, call: Call, note: Option<Note>) -> Result<(), TableClientError> {
        let view = self.view.as_mut().expect("a board is on");
        let made = view.auction.try_push(call);
        made.map_err(|error| TableClientError::Call { call, error })?;
        self.notes.push(note);
        Ok(())
    }

    fn add_card(&mut self, card: Card) -> Result<(), TableClientError> {
        let view = self.view.as_mut().expect("a board is on");
        let (final_contract, from) = view
            .final_contract()
            .zip(view.turn())
            .expect("a card is due");
        let mut hands = [None; 4];
        hands[final_contract.dummy() as usize] = view.dummy;
        hands[view.seat as usize] = Some(view.hand);
        let mut replay = Replay::new(
            &hands,
            final_contract.contract.bid.strain,
            final_contract.leader(),
        );
        for &(_, played) in &view.cards {
            replay.play(played)?;
        }
        replay.play(card)?;
        view.cards.push((from, card));
        if view.seat == final_contract.dummy() {
            view.dummy = Some(view.hand);
        }
        self.leads = false;
        Ok(())
    }

    fn add_dummy(&mut self, hand: Hand) -> Result<(), TableClientError> {
        let view = self.view.as_mut().expect("a board is on");
        let dummy = view.final_contract().expect("a card was played").dummy();
        let mut known = view.known();
        known[dummy as usize] = whole(hand)?;
        notation::check(&known)?;
        view.dummy = Some(hand);
        Ok(())
    }

    /// Describes the expected message.
    fn expected(&self) -> String {
        match (self.stage, self.next()) {
            (_, Some(Prompt::Send(question))) => format!("the answer to `{question}`"),
            (_, Some(Prompt::Call(_) | Prompt::Card(_))) => {
                "no message before our decision".to_owned()
            }
            (Stage::Seat, _) => format!("the seat {}", self.seat.map_or("of a client", name)),
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

fn whole(hand: Hand) -> Result<Hand, TableClientError> {
    match hand.len() {
        13 => Ok(hand),
        cards => Err(TableClientError::Size(cards)),
    }
}
