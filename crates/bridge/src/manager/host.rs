//! The manager's side of a table.
//!
//! A [`Host`] seats four clients, deals, hands calls and cards on and sees that they are legal. It
//! is fed one line at a time and answers with what has to be done, in order. It has no clock and no
//! sockets, and it never gives up: a fault changes nothing, so whoever runs it may let the client
//! try again, [restart](Host::restart) the board, [let the seat go](Host::vacate), or end the
//! match.
//!
//! Whoever keeps the time sends [`Told::Timing`] when [`Effect::Over`] comes, before what follows
//! it.
//!
//! What the protocol leaves open is read so: a side has the name that North or East connected
//! under; what is said about a call is told to the opponents, not to partner; the manager does not
//! ask for explanations.

use super::fault::{BoardError, Fault, Reason, Refusal};
use super::lines::{Ready, Said, Spoken, Told, VERSION, Who};
use super::table::{Duty, Ears, Table};
use super::words::{Words, shortened};
use crate::record::Record;
use crate::{Board, Card, Hand, Seat, notation};

/// What follows from a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A client is to be sent this line.
    Tell(Seat, Told),
    /// A call was made.
    Called(Spoken),
    /// A card was played.
    Played(Seat, Card),
    /// A board is over, and everybody knows how it went.
    Over(Box<Record>),
    /// All boards are over.
    End,
}

/// Where a client stands.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It has to say this.
    Says(Ready),
    /// It has said this and waits for the others.
    Waits(Ready),
    /// It bids and plays.
    Plays(Ears),
}

#[derive(Clone, Debug)]
struct Chair {
    team: Words,
    step: Step,
    /// Whether lines may be under way that belong to a board that was abandoned.
    stale: bool,
}

/// A table of four, and the boards to be played at it.
///
/// ```
/// use bridge::manager::{Effect, Host};
/// use bridge::Seat;
///
/// let mut host = Host::new(vec![])?;
/// let (seat, effects) = host.connect("connecting \"Us\" as west using protocol version 18")?;
/// let [Effect::Tell(to, told)] = &effects[..] else { panic!() };
/// assert_eq!((seat, *to, told.to_string().as_str()), (Seat::West, Seat::West, "West (\"Us\") seated"));
///
/// assert_eq!(host.due(Seat::West).as_deref(), Some("`West ready for teams`"));
/// assert_eq!(host.due(Seat::North), None);
/// let fault = host.hear(Seat::West, "West bids 1NT").unwrap_err();
/// assert_eq!(fault.to_string(), "West: `West bids 1NT` is out of turn: expected `West ready for teams`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Host {
    boards: Vec<Board>,
    /// How many boards are over.
    over: usize,
    chairs: [Option<Chair>; 4],
    /// The board being played.
    table: Option<Table>,
    /// Whether the end of the session was told.
    ended: bool,
    /// How results are compared, if clients shall be told.
    playing: Option<Words>,
}

impl Host {
    /// An empty table where these boards will be played, in this order.
    ///
    /// # Errors
    /// If a board has not four whole hands of one deck.
    pub fn new(boards: Vec<Board>) -> Result<Self, BoardError> {
        boards.iter().try_for_each(check)?;
        Ok(Host {
            boards,
            over: 0,
            chairs: [const { None }; 4],
            table: None,
            ended: false,
            playing: None,
        })
    }

    /// The same, where clients are told how results are compared: `IMP`, `MP`.
    #[must_use]
    pub fn playing(mut self, method: &str) -> Self {
        self.playing = Some(Words::new(method));
        self
    }

    /// How many boards are over.
    pub fn boards_over(&self) -> usize {
        self.over
    }

    /// Whether all boards are over and everybody has been told.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The board being played, as far as it has come.
    pub fn record(&self) -> Option<Record> {
        let mut record = self.table.as_ref()?.record();
        let team = |chair: &Option<Chair>| chair.as_ref().map(|chair| chair.team.to_string());
        record.players = self
            .chairs
            .each_ref()
            .map(|chair| team(chair).unwrap_or_default());
        Some(record)
    }

    /// What a seat has to say now, in words; nothing if it waits for others. Whoever keeps the time
    /// looks here for whom to blame.
    pub fn due(&self, seat: Seat) -> Option<String> {
        match self.chair(seat)?.step {
            _ if self.ended => None,
            Step::Says(what) => Some(format!("`{}`", Said::Ready(seat, what))),
            Step::Waits(_) => None,
            Step::Plays(ears) if ears.asked => None,
            Step::Plays(ears) => {
                let duty = self.table.as_ref()?.duty(seat, &ears);
                (duty != Duty::Rest).then(|| duty.of(seat).to_string())
            }
        }
    }

    /// Hears the first line of somebody new. His later lines are [heard](Self::hear) under the seat
    /// he is given.
    ///
    /// # Errors
    /// Why he cannot sit down; nothing changes then.
    pub fn connect(&mut self, line: &str) -> Result<(Seat, Vec<Effect>), Refusal> {
        let Said::Connecting {
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
            Some(seat) if self.chair(seat).is_some() => return Err(Refusal::Taken(seat)),
            Some(seat) => seat,
            None => self.seat_for(&team).ok_or(Refusal::Full)?,
        };
        let told = Told::Seated {
            seat,
            team: team.clone(),
        };
        self.chairs[seat as usize] = Some(Chair {
            team,
            step: Step::Says(Ready::Teams),
            stale: false,
        });
        let mut effects = vec![Effect::Tell(seat, told)];
        self.tell_teams(&mut effects);
        Ok((seat, effects))
    }

    /// The seat for somebody who leaves it to us: opposite his team, else where no side is yet,
    /// else anywhere.
    fn seat_for(&self, team: &Words) -> Option<Seat> {
        let opposite = |seat: &Seat| self.chair(seat.partner()).map(|chair| &chair.team);
        let free = || {
            Seat::ALL
                .into_iter()
                .filter(|seat| self.chair(*seat).is_none())
        };
        let joins = free().find(|seat| opposite(seat) == Some(team));
        let begins = || free().find(|seat| opposite(seat).is_none());
        joins.or_else(begins).or_else(|| free().next())
    }

    /// Lets a seat go, because its client is gone or was sent away. When another has sat down there
    /// and is ready to start, the board begins again.
    pub fn vacate(&mut self, seat: Seat) {
        self.chairs[seat as usize] = None;
    }

    /// Abandons the board that is being played and begins it again. Lines of the old one that are
    /// still under way are passed over.
    pub fn restart(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.table.is_some() {
            self.begin(&mut effects, true);
        }
        effects
    }

    /// Hears a line of a client. Empty lines mean nothing.
    ///
    /// # Errors
    /// What the client did wrong; nothing changes then.
    pub fn hear(&mut self, seat: Seat, line: &str) -> Result<Vec<Effect>, Fault> {
        let mut effects = Vec::new();
        let heard = self.heard(seat, line, &mut effects);
        heard.map_err(|reason| Fault { seat, reason })?;
        Ok(effects)
    }

    fn heard(&mut self, seat: Seat, line: &str, effects: &mut Vec<Effect>) -> Result<(), Reason> {
        let chair = self.chair(seat).ok_or(Reason::Absent)?;
        let (step, stale) = (chair.step, chair.stale);
        if line.trim().is_empty() {
            return Ok(());
        }
        let said = line.parse();
        let begins = matches!(said, Ok(Said::Ready(by, Ready::Deal)) if by == seat);
        if stale && !begins {
            return Ok(());
        }
        let said = said?;
        let out_of_turn = |expected: String| Reason::OutOfTurn {
            line: shortened(line.trim()),
            expected,
        };
        if self.ended {
            return Err(out_of_turn("nothing: all boards are over".to_owned()));
        }
        match step {
            Step::Says(what) if said == Said::Ready(seat, what) => self.ready(seat, what, effects),
            Step::Says(what) => {
                return Err(out_of_turn(format!("`{}`", Said::Ready(seat, what))));
            }
            Step::Waits(_) => return Err(out_of_turn(SILENCE.to_owned())),
            Step::Plays(ears) if ears.asked => return Err(out_of_turn(SILENCE.to_owned())),
            Step::Plays(mut ears) => {
                let table = self.table.as_mut().expect("somebody plays");
                let duty = table.duty(seat, &ears);
                let done = act(table, seat, &mut ears, &said, effects)?;
                if !done {
                    return Err(out_of_turn(duty.of(seat).to_string()));
                }
                self.set(seat, Step::Plays(ears));
                self.go_on(seat, effects);
            }
        }
        Ok(())
    }

    /// What follows when a client has said that it is ready, as it had to.
    fn ready(&mut self, seat: Seat, what: Ready, effects: &mut Vec<Effect>) {
        let board = self.table.as_ref().map(|table| table.board);
        match (what, board) {
            (Ready::Teams, _) => {
                self.set(seat, Step::Waits(what));
                self.tell_teams(effects);
            }
            (Ready::Deal, Some(board)) => {
                self.set(seat, Step::Says(Ready::Cards));
                effects.push(Effect::Tell(seat, title(&board)));
            }
            (Ready::Cards, Some(board)) => {
                self.set(seat, Step::Plays(Ears::default()));
                let hand = board.hands[seat as usize];
                effects.push(Effect::Tell(seat, Told::Cards(seat, hand)));
            }
            _ => {
                self.set(seat, Step::Waits(what));
                if self.all(Step::has_started) {
                    self.begin(effects, self.table.is_some());
                }
            }
        }
    }

    /// Tells the teams to those who wait for it, once everybody is there.
    fn tell_teams(&mut self, effects: &mut Vec<Effect>) {
        if !self.all(|_| true) {
            return;
        }
        let team = |seat| self.chair(seat).map(|chair| chair.team.clone());
        let names = [Seat::North, Seat::East].map(|seat| team(seat).unwrap_or_default());
        for seat in Seat::ALL {
            if matches!(
                self.chair(seat).map(|c| c.step),
                Some(Step::Waits(Ready::Teams))
            ) {
                self.set(seat, Step::Says(Ready::Start));
                let (names, playing) = (names.clone(), self.playing.clone());
                effects.push(Effect::Tell(seat, Told::Teams { names, playing }));
            }
        }
    }

    /// Begins the next board, or the same again, or ends the session.
    fn begin(&mut self, effects: &mut Vec<Effect>, again: bool) {
        let board = self.boards.get(self.over);
        self.table = board.map(|board| Table::new(*board));
        let told = match self.table {
            Some(_) => Told::StartOfBoard,
            None => Told::EndOfSession,
        };
        for (seat, chair) in Seat::ALL.into_iter().zip(&mut self.chairs) {
            // Who has not yet answered the last start need not hear of another.
            let Some(chair) = chair.as_mut().filter(|chair| chair.step.wants_start()) else {
                continue;
            };
            let playing = !matches!(chair.step, Step::Waits(_));
            chair.stale |= again && playing;
            chair.step = Step::Says(Ready::Deal);
            effects.push(Effect::Tell(seat, told.clone()));
        }
        if self.table.is_none() {
            self.ended = true;
            effects.push(Effect::End);
        }
    }

    /// Hands on what was made to those who wait for it, says who leads, and goes to the next board
    /// when everybody knows all.
    fn go_on(&mut self, actor: Seat, effects: &mut Vec<Effect>) {
        let table = self.table.as_ref().expect("somebody plays");
        for (seat, chair) in Seat::ALL.into_iter().zip(&mut self.chairs) {
            let Some(Step::Plays(ears)) = chair.as_mut().map(|chair| &mut chair.step) else {
                continue;
            };
            let made = table.entry(seat, ears.heard).filter(|_| ears.asked);
            let moved = made.is_some();
            if let Some(told) = made {
                effects.push(Effect::Tell(seat, told));
                *ears = Ears {
                    heard: ears.heard + 1,
                    asked: false,
                    ..*ears
                };
            }
            let lead = table.lead(seat, ears).filter(|_| moved || seat == actor);
            effects.extend(lead.map(|told| Effect::Tell(seat, told)));
        }
        let rests = |seat, ears: &Ears| !ears.asked && table.duty(seat, ears) == Duty::Rest;
        let over = Seat::ALL.into_iter().all(|seat| {
            matches!(self.chair(seat).map(|c| &c.step), Some(Step::Plays(ears)) if rests(seat, ears))
        });
        if over {
            let record = self.record().expect("somebody plays");
            effects.push(Effect::Over(Box::new(record)));
            self.over += 1;
            self.begin(effects, false);
        }
    }

    fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs[seat as usize].as_ref()
    }

    fn set(&mut self, seat: Seat, step: Step) {
        if let Some(chair) = &mut self.chairs[seat as usize] {
            chair.step = step;
            chair.stale = false;
        }
    }

    /// Whether all seats are taken and this is true of each.
    fn all(&self, is: impl Fn(Step) -> bool) -> bool {
        let chairs = self.chairs.iter();
        chairs
            .map(Option::as_ref)
            .all(|chair| chair.is_some_and(|chair| is(chair.step)))
    }
}

const SILENCE: &str = "nothing before the manager has answered";

impl Step {
    /// Whether the client is ready for boards.
    fn has_started(self) -> bool {
        !matches!(
            self,
            Step::Says(Ready::Teams | Ready::Start) | Step::Waits(Ready::Teams)
        )
    }

    /// Whether the client can be told of the start of a board.
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

fn title(board: &Board) -> Told {
    Told::Board {
        number: board.number,
        dealer: board.dealer,
        vulnerability: board.vulnerability,
    }
}

/// Does what a client says if it is its duty, and returns whether it was.
fn act(
    table: &mut Table,
    seat: Seat,
    ears: &mut Ears,
    said: &Said,
    effects: &mut Vec<Effect>,
) -> Result<bool, Reason> {
    let dummy = table.dummy();
    match (table.duty(seat, ears), said) {
        (Duty::Ask(Ready::Dummy), Said::Ready(by, Ready::Dummy)) if *by == seat => {
            ears.seen_dummy = true;
            let hand = dummy.map(|dummy| table.board.hands[dummy as usize]);
            effects.extend(hand.map(|hand| Effect::Tell(seat, Told::Dummy(hand))));
        }
        (Duty::Ask(due), Said::Ready(by, what)) if *by == seat && table.is_same(due, *what) => {
            ears.asked = true;
        }
        (Duty::Call, Said::Calls(spoken)) if spoken.seat == seat => {
            let call = spoken.call;
            let made = table.call(spoken);
            made.map_err(|error| Reason::Call { call, error })?;
            ears.heard += 1;
            effects.push(Effect::Called(spoken.clone()));
        }
        (Duty::Card(from), Said::Plays(who, card)) if is_from(*who, from, dummy) => {
            table.play(*card)?;
            ears.heard += 1;
            effects.push(Effect::Played(from, *card));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn is_from(who: Who, from: Seat, dummy: Option<Seat>) -> bool {
    dummy.is_some_and(|dummy| who.is(from, dummy))
}
