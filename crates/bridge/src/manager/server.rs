//! The server side of the protocol.
//!
//! A [`TableManager`] seats four clients, deals, relays calls and cards and checks that they are
//! legal. It processes one line at a time and returns the effects, in order. It has no clock and no
//! sockets, and it never gives up: a fault changes nothing, so the caller may let the client try
//! again, [restart](TableManager::restart) the board, [vacate the seat](TableManager::vacate), or
//! end the match.
//!
//! The caller that keeps the time sends [`ManagerMessage::Timing`] at [`Effect::Over`], before the
//! effects that follow it.
//!
//! Open points of the protocol are decided like this: a side has the name that North or East
//! connected under; an explanation of a call is sent to the opponents, not to partner; the manager
//! does not ask for explanations.

use super::board_state::{BoardState, ClientProgress, Duty};
use super::error::{BoardError, ClientFault, Reason, Refusal};
use super::messages::{AnnouncedCall, ClientMessage, HandName, ManagerMessage, Ready, VERSION};
use super::scanner::{FreeText, shortened};
use crate::record::Record;
use crate::{Board, Card, Hand, Seat, notation};

/// An effect of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send this message to a client.
    Send(Seat, ManagerMessage),
    /// A call was made.
    Called(AnnouncedCall),
    /// A card was played.
    Played(Seat, Card),
    /// A board is over, and all clients have received all of it.
    Over(Box<Record>),
    /// All boards are over.
    End,
}

/// The state of a client.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The client must send this message.
    Says(Ready),
    /// The client has sent this message and waits for the others.
    Waits(Ready),
    /// The client is bidding or playing.
    Plays(ClientProgress),
}

#[derive(Clone, Debug)]
struct SeatedClient {
    team: FreeText,
    step: Step,
    /// Whether lines of an abandoned board may still arrive.
    stale: bool,
}

/// A table of four clients and the boards to be played.
///
/// ```
/// use bridge::manager::{Effect, TableManager};
/// use bridge::Seat;
///
/// let mut manager = TableManager::new(vec![])?;
/// let (seat, effects) = manager.connect("connecting \"Us\" as west using protocol version 18")?;
/// let [Effect::Send(to, message)] = &effects[..] else { panic!() };
/// assert_eq!((seat, *to, message.to_string().as_str()), (Seat::West, Seat::West, "West (\"Us\") seated"));
///
/// assert_eq!(manager.due(Seat::West).as_deref(), Some("`West ready for teams`"));
/// assert_eq!(manager.due(Seat::North), None);
/// let fault = manager.receive(Seat::West, "West bids 1NT").unwrap_err();
/// assert_eq!(fault.to_string(), "West: `West bids 1NT` is out of turn: expected `West ready for teams`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableManager {
    boards: Vec<Board>,
    /// The number of finished boards.
    over: usize,
    clients: [Option<SeatedClient>; 4],
    /// The board being played.
    table: Option<BoardState>,
    /// Whether the end of the session has been sent.
    ended: bool,
    /// The scoring method, if clients are to be message.
    playing: Option<FreeText>,
}

impl TableManager {
    /// Creates an empty table for these boards, in this order.
    ///
    /// # Errors
    /// If a board does not have four hands of thirteen cards from one deck.
    pub fn new(boards: Vec<Board>) -> Result<Self, BoardError> {
        boards.iter().try_for_each(check)?;
        Ok(TableManager {
            boards,
            over: 0,
            clients: [const { None }; 4],
            table: None,
            ended: false,
            playing: None,
        })
    }

    /// Sets the scoring method that clients are message: `IMP`, `MP`.
    #[must_use]
    pub fn playing(mut self, method: &str) -> Self {
        self.playing = Some(FreeText::new(method));
        self
    }

    /// Returns the number of finished boards.
    pub fn boards_over(&self) -> usize {
        self.over
    }

    /// Returns whether all boards are over and all clients have been message.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the record of the current board so far.
    pub fn record(&self) -> Option<Record> {
        let mut record = self.table.as_ref()?.record();
        let team =
            |client: &Option<SeatedClient>| client.as_ref().map(|client| client.team.to_string());
        record.players = self
            .clients
            .each_ref()
            .map(|client| team(client).unwrap_or_default());
        Some(record)
    }

    /// Describes the message that a seat must send now; `None` if it waits for others. For time
    /// control: the seats that are blocking.
    pub fn due(&self, seat: Seat) -> Option<String> {
        match self.client(seat)?.step {
            _ if self.ended => None,
            Step::Says(what) => Some(format!("`{}`", ClientMessage::Ready(seat, what))),
            Step::Waits(_) => None,
            Step::Plays(progress) if progress.waiting => None,
            Step::Plays(progress) => {
                let duty = self.table.as_ref()?.duty(seat, &progress);
                (duty != Duty::Rest).then(|| duty.of(seat).to_string())
            }
        }
    }

    /// Processes the first line of a new client. Its later lines are [received](Self::receive)
    /// under the seat it is assigned.
    ///
    /// # Errors
    /// The reason for a refusal; nothing changes then.
    pub fn connect(&mut self, line: &str) -> Result<(Seat, Vec<Effect>), Refusal> {
        let ClientMessage::Connecting {
            team,
            seat,
            version,
        } = line.parse()?
        else {
            return Err(Refusal::NotConnecting(shortened(line.trim())));
        };
        if version != VERSION {
            return Err(Refusal::Version(version));
        }
        let seat = match seat {
            Some(seat) if self.client(seat).is_some() => return Err(Refusal::Taken(seat)),
            Some(seat) => seat,
            None => self.seat_for(&team).ok_or(Refusal::Full)?,
        };
        let message = ManagerMessage::Seated {
            seat,
            team: team.clone(),
        };
        self.clients[seat as usize] = Some(SeatedClient {
            team,
            step: Step::Says(Ready::Teams),
            stale: false,
        });
        let mut effects = vec![Effect::Send(seat, message)];
        self.send_teams(&mut effects);
        Ok((seat, effects))
    }

    /// Returns the seat for a client that requests any: opposite its team, else with an empty side,
    /// else any free seat.
    fn seat_for(&self, team: &FreeText) -> Option<Seat> {
        let opposite = |seat: &Seat| self.client(seat.partner()).map(|client| &client.team);
        let free = || {
            Seat::ALL
                .into_iter()
                .filter(|seat| self.client(*seat).is_none())
        };
        let joins = free().find(|seat| opposite(seat) == Some(team));
        let begins = || free().find(|seat| opposite(seat).is_none());
        joins.or_else(begins).or_else(|| free().next())
    }

    /// Frees a seat whose client is gone or was sent away. When another client has taken it and is
    /// ready to start, the board restarts.
    pub fn vacate(&mut self, seat: Seat) {
        self.clients[seat as usize] = None;
    }

    /// Abandons the current board and restarts it. Lines of the old one that still arrive are
    /// ignored.
    pub fn restart(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.table.is_some() {
            self.begin(&mut effects, true);
        }
        effects
    }

    /// Processes a line of a client. Empty lines are ignored.
    ///
    /// # Errors
    /// The violation; nothing changes then.
    pub fn receive(&mut self, seat: Seat, line: &str) -> Result<Vec<Effect>, ClientFault> {
        let mut effects = Vec::new();
        let received = self.handle(seat, line, &mut effects);
        received.map_err(|reason| ClientFault { seat, reason })?;
        Ok(effects)
    }

    fn handle(&mut self, seat: Seat, line: &str, effects: &mut Vec<Effect>) -> Result<(), Reason> {
        let client = self.client(seat).ok_or(Reason::Absent)?;
        let (step, stale) = (client.step, client.stale);
        if line.trim().is_empty() {
            return Ok(());
        }
        let message = line.parse();
        let begins = matches!(message, Ok(ClientMessage::Ready(by, Ready::Deal)) if by == seat);
        if stale && !begins {
            return Ok(());
        }
        let message = message?;
        let out_of_turn = |expected: String| Reason::OutOfTurn {
            line: shortened(line.trim()),
            expected,
        };
        if self.ended {
            return Err(out_of_turn("no message: all boards are over".to_owned()));
        }
        match step {
            Step::Says(what) if message == ClientMessage::Ready(seat, what) => {
                self.ready(seat, what, effects);
            }
            Step::Says(what) => {
                return Err(out_of_turn(format!(
                    "`{}`",
                    ClientMessage::Ready(seat, what)
                )));
            }
            Step::Waits(_) => return Err(out_of_turn(SILENCE.to_owned())),
            Step::Plays(progress) if progress.waiting => {
                return Err(out_of_turn(SILENCE.to_owned()));
            }
            Step::Plays(mut progress) => {
                let table = self.table.as_mut().expect("a board is being played");
                let duty = table.duty(seat, &progress);
                let done = act(table, seat, &mut progress, &message, effects)?;
                if !done {
                    return Err(out_of_turn(duty.of(seat).to_string()));
                }
                self.set(seat, Step::Plays(progress));
                self.advance(seat, effects);
            }
        }
        Ok(())
    }

    /// Processes the expected `ready` message of a client.
    fn ready(&mut self, seat: Seat, what: Ready, effects: &mut Vec<Effect>) {
        let board = self.table.as_ref().map(|table| table.board);
        match (what, board) {
            (Ready::Teams, _) => {
                self.set(seat, Step::Waits(what));
                self.send_teams(effects);
            }
            (Ready::Deal, Some(board)) => {
                self.set(seat, Step::Says(Ready::Cards));
                effects.push(Effect::Send(seat, title(&board)));
            }
            (Ready::Cards, Some(board)) => {
                self.set(seat, Step::Plays(ClientProgress::default()));
                let hand = board.hands[seat as usize];
                effects.push(Effect::Send(seat, ManagerMessage::Cards(seat, hand)));
            }
            _ => {
                self.set(seat, Step::Waits(what));
                if self.all(Step::has_started) {
                    self.begin(effects, self.table.is_some());
                }
            }
        }
    }

    /// Sends the teams to the clients that wait for them, once all seats are taken.
    fn send_teams(&mut self, effects: &mut Vec<Effect>) {
        if !self.all(|_| true) {
            return;
        }
        let team = |seat| self.client(seat).map(|client| client.team.clone());
        let names = [Seat::North, Seat::East].map(|seat| team(seat).unwrap_or_default());
        for seat in Seat::ALL {
            if matches!(
                self.client(seat).map(|c| c.step),
                Some(Step::Waits(Ready::Teams))
            ) {
                self.set(seat, Step::Says(Ready::Start));
                let (names, playing) = (names.clone(), self.playing.clone());
                effects.push(Effect::Send(seat, ManagerMessage::Teams { names, playing }));
            }
        }
    }

    /// Starts the next board, restarts the current one, or ends the session.
    fn begin(&mut self, effects: &mut Vec<Effect>, again: bool) {
        let board = self.boards.get(self.over);
        self.table = board.map(|board| BoardState::new(*board));
        let message = match self.table {
            Some(_) => ManagerMessage::StartOfBoard,
            None => ManagerMessage::EndOfSession,
        };
        for (seat, client) in Seat::ALL.into_iter().zip(&mut self.clients) {
            // A client that has not yet answered the last start needs no other.
            let Some(client) = client.as_mut().filter(|client| client.step.wants_start()) else {
                continue;
            };
            let playing = !matches!(client.step, Step::Waits(_));
            client.stale |= again && playing;
            client.step = Step::Says(Ready::Deal);
            effects.push(Effect::Send(seat, message.clone()));
        }
        if self.table.is_none() {
            self.ended = true;
            effects.push(Effect::End);
        }
    }

    /// Relays a call or card to the clients that wait for it, announces the leader, and starts the
    /// next board when all clients have received everything.
    fn advance(&mut self, actor: Seat, effects: &mut Vec<Effect>) {
        let table = self.table.as_ref().expect("a board is being played");
        for (seat, client) in Seat::ALL.into_iter().zip(&mut self.clients) {
            let Some(Step::Plays(progress)) = client.as_mut().map(|client| &mut client.step) else {
                continue;
            };
            let made = table
                .entry(seat, progress.received)
                .filter(|_| progress.waiting);
            let moved = made.is_some();
            if let Some(message) = made {
                effects.push(Effect::Send(seat, message));
                *progress = ClientProgress {
                    received: progress.received + 1,
                    waiting: false,
                    ..*progress
                };
            }
            let lead = table
                .lead(seat, progress)
                .filter(|_| moved || seat == actor);
            effects.extend(lead.map(|message| Effect::Send(seat, message)));
        }
        let rests = |seat, progress: &ClientProgress| {
            !progress.waiting && table.duty(seat, progress) == Duty::Rest
        };
        let over = Seat::ALL.into_iter().all(|seat| {
            matches!(self.client(seat).map(|c| &c.step), Some(Step::Plays(progress)) if rests(seat, progress))
        });
        if over {
            let record = self.record().expect("a board is being played");
            effects.push(Effect::Over(Box::new(record)));
            self.over += 1;
            self.begin(effects, false);
        }
    }

    fn client(&self, seat: Seat) -> Option<&SeatedClient> {
        self.clients[seat as usize].as_ref()
    }

    fn set(&mut self, seat: Seat, step: Step) {
        if let Some(client) = &mut self.clients[seat as usize] {
            client.step = step;
            client.stale = false;
        }
    }

    /// Returns whether all seats are taken and the condition holds for each.
    fn all(&self, is: impl Fn(Step) -> bool) -> bool {
        let clients = self.clients.iter();
        clients
            .map(Option::as_ref)
            .all(|client| client.is_some_and(|client| is(client.step)))
    }
}

const SILENCE: &str = "no message before the manager has answered";

impl Step {
    /// Returns whether the client is ready for boards.
    fn has_started(self) -> bool {
        !matches!(
            self,
            Step::Says(Ready::Teams | Ready::Start) | Step::Waits(Ready::Teams)
        )
    }

    /// Returns whether the client can receive the start of a board.
    fn wants_start(self) -> bool {
        self.has_started() && !matches!(self, Step::Says(Ready::Deal))
    }
}

fn check(board: &Board) -> Result<(), BoardError> {
    let number = board.number;
    notation::check(&board.hands).map_err(|error| BoardError::Cards { number, error })?;
    let sizes = Seat::ALL.into_iter().zip(board.hands.map(Hand::len));
    match sizes.into_iter().find(|(_, cards)| *cards != 13) {
        Some((seat, cards)) => Err(BoardError::Size {
            number,
            seat,
            cards,
        }),
        None => Ok(()),
    }
}

fn title(board: &Board) -> ManagerMessage {
    ManagerMessage::Board {
        number: board.number,
        dealer: board.dealer,
        vulnerability: board.vulnerability,
    }
}

/// Executes a message if it is the client's duty; returns whether it was.
fn act(
    table: &mut BoardState,
    seat: Seat,
    progress: &mut ClientProgress,
    message: &ClientMessage,
    effects: &mut Vec<Effect>,
) -> Result<bool, Reason> {
    let dummy = table.dummy();
    match (table.duty(seat, progress), message) {
        (Duty::Ask(Ready::Dummy), ClientMessage::Ready(by, Ready::Dummy)) if *by == seat => {
            progress.seen_dummy = true;
            let hand = dummy.map(|dummy| table.board.hands[dummy as usize]);
            effects.extend(hand.map(|hand| Effect::Send(seat, ManagerMessage::Dummy(hand))));
        }
        (Duty::Ask(due), ClientMessage::Ready(by, what))
            if *by == seat && table.is_same(due, *what) =>
        {
            progress.waiting = true;
        }
        (Duty::Call, ClientMessage::Calls(announced_call)) if announced_call.seat == seat => {
            let call = announced_call.call;
            let made = table.call(announced_call);
            made.map_err(|error| Reason::Call { call, error })?;
            progress.received += 1;
            effects.push(Effect::Called(announced_call.clone()));
        }
        (Duty::Card(from), ClientMessage::Plays(hand_name, card))
            if is_from(*hand_name, from, dummy) =>
        {
            table.play(*card)?;
            progress.received += 1;
            effects.push(Effect::Played(from, *card));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn is_from(hand_name: HandName, from: Seat, dummy: Option<Seat>) -> bool {
    dummy.is_some_and(|dummy| hand_name.is(from, dummy))
}
