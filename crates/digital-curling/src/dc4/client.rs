//! A player of ours on somebody's server of Digital Curling 4.
//!
//! [`play`] joins a match, listens, thinks and throws until it is over. Everything it knows of the
//! match it has from the states, so it may come in the middle, lose its connection or be restarted:
//! the next state says where the match is. A shot that may or may not have arrived is not sent
//! again blindly; the stream is opened anew and tells.
//!
//! A state says how many ends there are and where the guard of mixed doubles lies, but neither
//! which guard rule holds nor what the players can do; for that one's own team settings are
//! believed, the other team is taken for the usual one, and [`Invitation::rules`] says the rest.
//!
//! The protocol has no way to give up: a player that does leaves, and its team loses by the clock.
//! Plain HTTP only.

mod wire;

pub use wire::{CallError, Event, Events, Server};

use super::message::{GameMode, ShotMessage, TeamSettings, name_of_wish};
use super::state::{Standing, State, StateError};
use arena::clock::TimeLeft;
use arena::game::{Game as _, Score};
use arena::player::{Fault, Player, Thinking};
use arena::{PlayerSpec, SpecError};
use curling::arena_game::{Action, ConditionsError, Curling};
use curling::conditions::Conditions;
use curling::lineup;
use curling::players::cache::Cache;
use curling::rules::{Game, Rules, Team};
use lookahead::{Cancel, Seed};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// What the way to the server and back may take of our time.
const MARGIN: f64 = 0.5;

/// The longest pause before another try.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A match to play in, and how.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// Its name.
    pub id: Uuid,
    /// The side we would like.
    pub side: Team,
    /// What our team is.
    pub team: TeamSettings,
    /// The rules, as far as states do not say: the number of ends is not looked at.
    pub rules: Rules,
    /// Where the player's randomness comes from.
    pub seed: Seed,
    /// How long to try to reach a server that does not answer.
    pub patience: Duration,
    /// The cache of the player's tables.
    pub cache: Cache,
}

impl Invitation {
    /// To a match by the usual rules, with a team that has this name and the usual players.
    pub fn new(id: Uuid, side: Team, team_name: &str) -> Self {
        Invitation {
            id,
            side,
            team: TeamSettings::usual(team_name, GameMode::MixedDoubles),
            rules: Rules::dc4(),
            seed: Seed(1),
            patience: Duration::from_mins(2),
            cache: Cache::default(),
        }
    }
}

/// How it went.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The side we had.
    pub side: Team,
    /// Who won.
    pub winner: Team,
    /// All points of team 0 and team 1.
    pub score: [u32; 2],
    /// How many stones we threw.
    pub thrown: usize,
    /// How often the stream was opened anew.
    pub reconnections: usize,
}

/// Why a match was not played to its end.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Of the connection.
    #[error(transparent)]
    Call(#[from] CallError),
    /// Of what the server says.
    #[error(transparent)]
    State(#[from] StateError),
    /// Nobody can play so.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    /// There is no such player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The team cannot be.
    #[error(transparent)]
    Team(#[from] super::message::MessageError),
    /// The player failed.
    #[error("the player gives up: {0}")]
    Player(#[from] Fault),
    /// Somebody stopped it.
    #[error("stopped")]
    Cancelled,
}

/// Plays a match to its end with one of our players; `watch` sees every state.
///
/// # Errors
/// If the server refuses, cannot be reached for longer than our patience, or the player fails.
pub fn play(
    server: &Server,
    invitation: &Invitation,
    player: &PlayerSpec,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&State),
) -> Result<Report, ClientError> {
    let mut patience = Patience::new(invitation.patience);
    let side = loop {
        let joined = server.join(invitation.id, invitation.side, &invitation.team);
        match joined {
            Err(error) => patience.after(error, cancel)?,
            Ok(side) => break side,
        }
    };
    let mut contestant = Contestant {
        server,
        invitation,
        spec: player,
        cancel,
        side,
        seat: None,
        answered: None,
        thrown: 0,
    };
    let mut reconnections = 0;
    loop {
        let told = contestant.listen(&mut patience, watch);
        match told {
            Ok((winner, score)) => {
                return Ok(Report {
                    side,
                    winner,
                    score,
                    thrown: contestant.thrown,
                    reconnections,
                });
            }
            Err(ClientError::Call(error)) => {
                tracing::warn!("{error}; trying again");
                reconnections += 1;
                patience.after(passing(error), cancel)?;
            }
            Err(error) => return Err(error),
        }
    }
}

/// A conflict in the middle of a match passes: it has gone on without us, and the stream will tell.
fn passing(error: CallError) -> CallError {
    match error {
        CallError::Refused { status: 409, .. } => CallError::Network(error.to_string()),
        other => other,
    }
}

/// How long to go on trying, with growing pauses.
struct Patience {
    whole: Duration,
    since: Option<Instant>,
    pause: Duration,
}

impl Patience {
    fn new(whole: Duration) -> Self {
        Patience {
            whole,
            since: None,
            pause: Duration::from_millis(100),
        }
    }

    /// Something was heard.
    fn restore(&mut self) {
        *self = Self::new(self.whole);
    }

    /// Waits before another try, if one makes sense.
    fn after(&mut self, error: CallError, cancel: &Cancel) -> Result<(), ClientError> {
        let since = *self.since.get_or_insert_with(Instant::now);
        if !error.may_pass() || since.elapsed() > self.whole {
            return Err(error.into());
        }
        let until = Instant::now() + self.pause;
        while Instant::now() < until {
            if cancel.is_cancelled() {
                return Err(ClientError::Cancelled);
            }
            std::thread::sleep(self.pause.min(Duration::from_millis(50)));
        }
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

/// A player and what it plays.
struct Seat {
    curling: Curling,
    player: Box<dyn Player<Curling>>,
}

struct Contestant<'a> {
    server: &'a Server,
    invitation: &'a Invitation,
    spec: &'a PlayerSpec,
    cancel: &'a Cancel,
    side: Team,
    seat: Option<Seat>,
    /// The end and the stone for which the server has taken our answer.
    answered: Option<(u8, Option<u8>)>,
    thrown: usize,
}

impl Contestant<'_> {
    /// Listens and plays until the match is over or the connection is lost.
    fn listen(
        &mut self,
        patience: &mut Patience,
        watch: &mut dyn FnMut(&State),
    ) -> Result<(Team, [u32; 2]), ClientError> {
        let mut events = self.server.stream(self.invitation.id)?;
        loop {
            if self.cancel.is_cancelled() {
                return Err(ClientError::Cancelled);
            }
            let event = events.next_event()?;
            match event {
                Event::Latest(state) => {
                    watch(&state);
                    if let Some(winner) = self.answer(&state)? {
                        return Ok((winner, Team::BOTH.map(|team| state.total(team))));
                    }
                    patience.restore();
                }
                Event::Earlier(state) => watch(&state),
                // Signs of life come when there is nothing else to say: all is well again.
                Event::Other => patience.restore(),
            }
        }
    }

    /// Does what a state asks of us; gives the winner if it asks nothing of anybody.
    fn answer(&mut self, state: &State) -> Result<Option<Team>, ClientError> {
        let mut seat = match self.seat.take() {
            Some(seat) => seat,
            None => self.sit_down(state)?,
        };
        let standing = state.standing(seat.curling.rules())?;
        let answered = match standing {
            Standing::Over { winner } => {
                let score: Score =
                    Score::by_points(Team::BOTH.map(|team| f64::from(state.total(team))));
                seat.player.end(&seat.curling, &score);
                Ok(Some(winner))
            }
            Standing::EndOver => Ok(None),
            Standing::ToAct(game) => self.act(&mut seat, state, &game).map(|()| None),
        };
        self.seat = Some(seat);
        answered
    }

    fn sit_down(&self, state: &State) -> Result<Seat, ClientError> {
        let mut usual = Conditions::named("dc4").expect("a platform of ours");
        usual.rules = self.invitation.rules;
        let mut conditions = state.conditions(&usual)?;
        let mode = match state.doubles {
            Some(_) => GameMode::MixedDoubles,
            None => GameMode::Standard,
        };
        let usual = TeamSettings {
            use_default_config: true,
            ..TeamSettings::default()
        };
        conditions.teams = [usual.hands(mode)?; 2];
        conditions.teams[self.side.index()] = self.invitation.team.hands(mode)?;
        let curling = Curling::new(conditions)?.with_cache(self.invitation.cache.clone());
        let mut player = lineup::of(curling.clone()).build(self.spec)?;
        player.begin(&curling, self.side.index(), &self.thinking(state, None))?;
        Ok(Seat { curling, player })
    }

    fn act(&mut self, seat: &mut Seat, state: &State, game: &Game) -> Result<(), ClientError> {
        let here = (state.end, state.thrown);
        let turn = seat.curling.turn(game);
        if turn != Some(self.side.index()) || self.answered == Some(here) {
            return Ok(());
        }
        let thinking = self.thinking(state, Some(game.shot));
        let choice = seat.player.choose(&seat.curling, game, &thinking)?;
        match choice.action {
            Action::Throw(shot) => {
                self.server
                    .throw(self.invitation.id, &ShotMessage::from(&shot))?;
                self.thrown += 1;
            }
            Action::Place(wish) => {
                let name = name_of_wish(wish).unwrap_or("center_house");
                self.server.place(self.invitation.id, name)?;
            }
        }
        self.answered = Some(here);
        Ok(())
    }

    fn thinking(&self, state: &State, shot: Option<u8>) -> Thinking {
        let left = (state.left_now(self.side) - MARGIN).max(0.0);
        let number = u64::from(state.end) << 8 | shot.map_or(0, |shot| u64::from(shot) + 1);
        Thinking {
            time: TimeLeft {
                this_move: None,
                game: Duration::try_from_secs_f64(left).ok(),
                increment: Duration::ZERO,
            },
            seed: self.invitation.seed.stream(number),
            cancel: self.cancel.clone(),
        }
    }
}
