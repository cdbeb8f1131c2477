//! One match on the server: who plays it, how it stands, since when a clock runs.
//!
//! A plain value without tasks or sockets; whoever holds its lock ([`hall`](super::hall)) may ask
//! it to do something. What is done is written to the [journal](super::journal) first and shown on
//! the [board](super::board) then, so nobody sees what might be forgotten. If it cannot be written,
//! it has not happened.
//!
//! *The clock* of the team to act runs from the moment the state before was shown to the arrival of
//! its answer, and for the first time from the moment both teams are there. After the server was
//! restarted it waits for both again. Choosing the placement of an end takes the same clock: nobody
//! can hold up a match for ever.

use super::board::Board;
use super::journal::{Header, Journal, Line, Read, SideTaken};
use super::message::{GameMode, MessageError, Settings, TeamSettings};
use super::state::Narrator;
use crate::bout::{Act, Bout, Entry, News, Refusal};
use crate::setup::Setup;
use arena::clock::GRACE;
use curling::arena_game::Curling;
use curling::physics::Mode;
use curling::rules::Team;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Called whenever something happened in a match, or, with nothing, when one is about to begin or
/// was read from disk. It is called where others wait for it: it should be quick.
pub type Watch = Arc<dyn Fn(Uuid, &Bout, Option<&News>) + Send + Sync>;

/// How much later than a clock runs out somebody who says nothing is taken to have lost. An answer
/// that arrived in time may have to wait for its turn to be looked at.
const SLACK: Duration = Duration::from_millis(500);

/// When to try again if a loss by the clock could not be recorded.
const OVERDUE: Duration = Duration::from_secs(5);

/// Why something is not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    /// It is not this user's match.
    #[error("you do not play in this match")]
    NotYours,
    /// Not now.
    #[error("{0}")]
    Conflict(String),
    /// Never in such a match.
    #[error("there is no end set-up in a standard match")]
    NotDoubles,
    /// It makes no sense.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// It cannot be kept.
    #[error("the match cannot be recorded")]
    Storage(#[from] io::Error),
}

/// Something was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    /// How long the shot took to simulate.
    pub(crate) simulation: Duration,
    /// It came too late: the match is lost.
    pub(crate) late: bool,
}

/// A match.
pub(crate) struct Fixture {
    header: Header,
    sides: [Option<SideTaken>; 2],
    play: Option<Play>,
    journal: Option<Journal>,
    board: Arc<Board>,
    watch: Option<Watch>,
    touched: Instant,
    abandoned: bool,
}

/// A match that both teams have joined.
struct Play {
    bout: Bout,
    narrator: Narrator,
    /// When the clock of the team to act began to run.
    since: Option<Instant>,
    /// How much was done.
    turns: u64,
}

impl Play {
    fn new(base: &Curling, setup: Setup) -> Result<Self, String> {
        let curling = base.under(setup.conditions.clone());
        let narrator = Narrator::new(&setup);
        Ok(Play {
            bout: Bout::of(curling.map_err(|why| why.to_string())?, setup),
            narrator,
            since: None,
            turns: 0,
        })
    }
}

impl Fixture {
    /// A match that nobody has joined yet.
    pub(crate) fn create(
        header: Header,
        folder: Option<&Path>,
        watch: Option<Watch>,
    ) -> io::Result<Self> {
        let journal = folder.map(|folder| Journal::create(folder, header.clone()));
        Ok(Self::new(header, journal.transpose()?, watch))
    }

    fn new(header: Header, journal: Option<Journal>, watch: Option<Watch>) -> Self {
        Fixture {
            board: Arc::new(Board::new(header.settings.match_name.clone())),
            header,
            sides: [None, None],
            play: None,
            journal,
            watch,
            touched: Instant::now(),
            abandoned: false,
        }
    }

    /// A match as it was when the last line was written.
    ///
    /// # Errors
    /// The number of the line that does not fit, and why.
    pub(crate) fn load(
        read: Read,
        base: &Curling,
        watch: Option<Watch>,
    ) -> Result<Self, (usize, String)> {
        let mut lines = read.lines.into_iter().enumerate();
        let Some((_, Line::Match(header))) = lines.next() else {
            return Err((1, "it does not say what match this is".to_owned()));
        };
        let mut fixture = Self::new(*header, Some(read.journal), None);
        for (index, line) in lines {
            fixture
                .take_up(line, base)
                .map_err(|why| (index + 1, why))?;
        }
        fixture.watch = watch;
        if let (Some(play), Some(watch), false) = (&fixture.play, &fixture.watch, fixture.is_over())
        {
            watch(fixture.header.id, &play.bout, None);
        }
        Ok(fixture)
    }

    fn take_up(&mut self, line: Line, base: &Curling) -> Result<(), String> {
        match line {
            Line::Match(_) => return Err("a second match begins".to_owned()),
            Line::Side(side) => {
                let index = side.team.index();
                self.sides[index] = Some(*side);
            }
            Line::Setup(setup) => self.seat(Play::new(base, *setup)?),
            Line::Entry(entry) => self.redo(*entry)?,
            Line::Abandoned => self.abandoned = true,
        }
        Ok(())
    }

    fn redo(&mut self, entry: Entry) -> Result<(), String> {
        let play = self.play.as_mut().ok_or("nobody has joined yet")?;
        let news = play.bout.redo(entry).map_err(|why| why.to_string())?;
        self.tell(&news);
        Ok(())
    }

    pub(crate) fn id(&self) -> Uuid {
        self.header.id
    }

    pub(crate) fn owner(&self) -> &str {
        &self.header.owner
    }

    fn settings(&self) -> &Settings {
        &self.header.settings
    }

    pub(crate) fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// When something happened last.
    pub(crate) fn touched(&self) -> Instant {
        self.touched
    }

    /// Whether nothing more can happen.
    pub(crate) fn is_over(&self) -> bool {
        let decided = |play: &Play| play.bout.to_act().is_none();
        self.abandoned || self.play.as_ref().is_some_and(decided)
    }

    /// The side of a user.
    pub(crate) fn side_of(&self, user: &str) -> Option<Team> {
        let is_theirs = |team: &Team| {
            let side = &self.sides[team.index()];
            side.as_ref().is_some_and(|side| side.user == user)
        };
        Team::BOTH.into_iter().find(is_theirs)
    }

    /// A user takes a side, if possible the one wished for. One who has a side keeps it; its team
    /// can be described anew until the other is there.
    pub(crate) fn join(
        &mut self,
        user: &str,
        wish: Team,
        team: TeamSettings,
        base: &Curling,
        referee: Mode,
    ) -> Result<Team, Refused> {
        team.hands(self.settings().game_mode)?;
        let free = |team: &Team| self.sides[team.index()].is_none();
        let own = self.side_of(user);
        let side = own
            .or_else(|| [wish, wish.other()].into_iter().find(free))
            .ok_or_else(|| Refused::Conflict("both sides of this match are taken".to_owned()))?;
        if self.is_over() && own.is_none() {
            return Err(Refused::Conflict("the match is over".to_owned()));
        }
        if self.play.is_some() {
            return Ok(side);
        }
        let taken = SideTaken {
            team: side,
            user: user.to_owned(),
            settings: team,
        };
        self.write(&Line::Side(Box::new(taken.clone())))?;
        self.sides[side.index()] = Some(taken);
        self.touched = Instant::now();
        self.settle(base, referee)?;
        Ok(side)
    }

    /// Settles what is played, once both sides are taken.
    fn settle(&mut self, base: &Curling, referee: Mode) -> Result<(), Refused> {
        let [Some(zero), Some(one)] = &self.sides else {
            return Ok(());
        };
        let settings = self.settings();
        let mode = settings.game_mode;
        let mut setup = Setup::new(settings.conditions(referee)?, self.header.seed);
        setup.conditions.teams = [zero.settings.hands(mode)?, one.settings.hands(mode)?];
        setup.time = [settings.allowance()?; 2];
        setup.names = [zero, one].map(|side| side.settings.team_name.clone());
        let play = Play::new(base, setup.clone()).map_err(MessageError::Value)?;
        self.write(&Line::Setup(Box::new(setup)))?;
        self.seat(play);
        Ok(())
    }

    /// Everybody is there.
    fn seat(&mut self, play: Play) {
        self.board.introduce(play.bout.setup().names.clone());
        self.board.show(&play.narrator.opening(&play.bout));
        if let Some(watch) = &self.watch {
            watch(self.header.id, &play.bout, None);
        }
        self.play = Some(play);
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let journal = self.journal.as_mut();
        journal.map_or(Ok(()), |journal| journal.write(line))
    }

    /// Starts the clock if both teams are there.
    pub(crate) fn begin(&mut self, now: Instant) {
        let Some(play) = &mut self.play else {
            return;
        };
        if play.since.is_none() && self.board.both_connected() {
            play.since = Some(now);
            self.touched = now;
            self.board.open();
        }
    }

    /// A user does something that arrived at this moment.
    pub(crate) fn act(&mut self, user: &str, act: Act, arrival: Instant) -> Result<Done, Refused> {
        let team = self.side_of(user).ok_or(Refused::NotYours)?;
        if matches!(act, Act::Place(_)) && self.settings().game_mode == GameMode::Standard {
            return Err(Refused::NotDoubles);
        }
        let waiting = || {
            Refused::Conflict("the match has not begun: both teams must send their configuration and open their streams".to_owned())
        };
        if self.abandoned {
            return Err(Refused::Conflict("the match was abandoned".to_owned()));
        }
        let play = self.play.as_ref().ok_or_else(waiting)?;
        if play.since.is_none() && play.turns == 0 {
            return Err(waiting());
        }
        let spent = play.since.map_or(Duration::ZERO, |since| {
            arrival.saturating_duration_since(since)
        });
        self.carry_out(team, act, spent)
    }

    fn carry_out(&mut self, team: Team, act: Act, spent: Duration) -> Result<Done, Refused> {
        let play = self.play.as_ref().expect("both teams are there");
        let mut bout = play.bout.clone();
        let began = Instant::now();
        let news = bout.act(team, act, spent).map_err(|refusal| {
            Refused::Conflict(match refusal {
                Refusal::NotYourTurn { .. } => "it is not your turn".to_owned(),
                other => other.to_string(),
            })
        })?;
        let simulation = began.elapsed();
        self.write(&Line::Entry(Box::new(news.entry.clone())))?;
        if let Some(play) = &mut self.play {
            play.bout = bout;
        }
        self.tell(&news);
        Ok(Done {
            simulation,
            late: news.entry.act == Act::TimeOut,
        })
    }

    /// Tells everybody what has happened; the clock of whoever is next begins to run.
    fn tell(&mut self, news: &News) {
        let Some(play) = &mut self.play else {
            return;
        };
        for state in play.narrator.after(&play.bout, news) {
            self.board.show(&state);
        }
        if play.bout.to_act().is_none() {
            self.board.finish();
        }
        if let Some(watch) = &self.watch {
            watch(self.header.id, &play.bout, Some(news));
        }
        self.touched = Instant::now();
        play.since = play.since.map(|_| self.touched);
        play.turns += 1;
    }

    /// How long from now the team to act may still say nothing, and the turn it is.
    pub(crate) fn deadline(&self) -> Option<(Duration, u64)> {
        let play = self.play.as_ref()?;
        let left = play.bout.time_left(play.bout.to_act()?).game?;
        let wait = (left + GRACE + SLACK).checked_sub(play.since?.elapsed());
        Some((wait.unwrap_or(OVERDUE), play.turns))
    }

    /// The team to act has lost by the clock, unless something has happened since that turn.
    pub(crate) fn time_out(&mut self, turn: u64) -> Result<(), Refused> {
        let Some(play) = &self.play else {
            return Ok(());
        };
        match (play.bout.to_act(), play.since) {
            (Some(team), Some(since)) if play.turns == turn => {
                self.carry_out(team, Act::TimeOut, since.elapsed())?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Nobody comes any more.
    pub(crate) fn abandon(&mut self) -> io::Result<()> {
        self.abandoned = true;
        self.board.finish();
        self.write(&Line::Abandoned)
    }
}

#[cfg(test)]
mod tests;
