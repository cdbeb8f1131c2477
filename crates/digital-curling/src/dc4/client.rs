//! The client of Digital Curling 4: a player of ours on another server.
//!
//! [`play`] joins a match, follows the stream and throws until the match is over. All knowledge
//! comes from the states, so a client may join late, lose the connection or be restarted: the next
//! state has the position. A shot that may or may not have arrived is not sent again blindly; the
//! stream is reopened and shows it.
//!
//! A state has the number of ends and the guard's spot of mixed doubles, but neither the guard rule
//! nor the skills of the players: those of our team come from our settings, the opponent gets the
//! defaults, and [`JoinOptions::rules`] has the rules.
//!
//! The protocol has no concession: a player that resigns leaves, and its team loses on time. Plain
//! HTTP only.

mod http;

pub use http::{CallError, Event, Events, Server, TrustError};

use super::message::{GameMode, ShotMessage, TeamSettings, placement_name};
use super::state::{Stage, State, StateError};
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

/// The part of the clock kept for the round trip to the server, in seconds.
const MARGIN: f64 = 0.5;

/// The longest pause between retries.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A match to join, and the options for it.
#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// The id of the match.
    pub id: Uuid,
    /// The preferred side.
    pub side: Team,
    /// The settings of our team.
    pub team: TeamSettings,
    /// The rules that states do not contain; the number of ends is ignored.
    pub rules: Rules,
    /// The seed of the player.
    pub seed: Seed,
    /// The time limit of retries while the server does not answer.
    pub patience: Duration,
    /// The cache of the player's tables.
    pub cache: Cache,
}

impl JoinOptions {
    /// Options for a match by the default rules, with a team of default players.
    pub fn new(id: Uuid, side: Team, team_name: &str) -> Self {
        JoinOptions {
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

/// The report of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Our side.
    pub side: Team,
    /// The winner.
    pub winner: Team,
    /// The total points of team 0 and team 1.
    pub score: [u32; 2],
    /// The number of stones we threw.
    pub thrown: usize,
    /// The number of times the stream was reopened.
    pub reconnections: usize,
}

/// An error that ended the match early.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// A failed request.
    #[error(transparent)]
    Call(#[from] CallError),
    /// An impossible state.
    #[error(transparent)]
    State(#[from] StateError),
    /// Unplayable conditions.
    #[error(transparent)]
    Conditions(#[from] ConditionsError),
    /// An unknown player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Invalid team settings.
    #[error(transparent)]
    Team(#[from] super::message::MessageError),
    /// The player failed.
    #[error("the player failed: {0}")]
    Player(#[from] Fault),
    /// The client was cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// Builds the player of a match on the ice of its states.
pub type BuildPlayer<'a> = dyn Fn(&Curling) -> Result<Box<dyn Player<Curling>>, SpecError> + 'a;

/// Plays a match to its end with one of our players; `watch` is called with every state.
///
/// # Errors
/// If the server refuses, cannot be reached within the time limit, or the player fails.
pub fn play(
    server: &Server,
    options: &JoinOptions,
    player: &PlayerSpec,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&State),
) -> Result<Report, ClientError> {
    let build = |curling: &Curling| lineup::of(curling.clone()).build(player);
    play_with(server, options, &build, cancel, watch)
}

/// Plays a match to its end with the player that `build` makes for its ice; `watch` is called with
/// every state.
///
/// # Errors
/// As [`play`].
pub fn play_with(
    server: &Server,
    options: &JoinOptions,
    build: &BuildPlayer<'_>,
    cancel: &Cancel,
    watch: &mut dyn FnMut(&State),
) -> Result<Report, ClientError> {
    let mut retries = Retries::new(options.patience);
    let side = loop {
        let joined = server.join(options.id, options.side, &options.team);
        match joined {
            Err(error) => retries.after(error, cancel)?,
            Ok(side) => break side,
        }
    };
    let mut session = ClientSession {
        server,
        options,
        build,
        cancel,
        side,
        engine: None,
        answered: None,
        thrown: 0,
    };
    let mut reconnections = 0;
    loop {
        let told = session.listen(&mut retries, watch);
        match told {
            Ok((winner, score)) => {
                return Ok(Report {
                    side,
                    winner,
                    score,
                    thrown: session.thrown,
                    reconnections,
                });
            }
            Err(ClientError::Call(error)) => {
                tracing::warn!("{error}; retrying");
                reconnections += 1;
                retries.after(as_transient(error), cancel)?;
            }
            Err(error) => return Err(error),
        }
    }
}

/// A conflict in the middle of a match is transient: the match went on without us, and the stream
/// has its state.
fn as_transient(error: CallError) -> CallError {
    match error {
        CallError::Refused { status: 409, .. } => CallError::Network(error.to_string()),
        other => other,
    }
}

/// Retries with growing pauses, up to a time limit.
struct Retries {
    whole: Duration,
    since: Option<Instant>,
    pause: Duration,
}

impl Retries {
    fn new(whole: Duration) -> Self {
        Retries {
            whole,
            since: None,
            pause: Duration::from_millis(100),
        }
    }

    /// Resets after a successful answer.
    fn restore(&mut self) {
        *self = Self::new(self.whole);
    }

    /// Waits before the next attempt, if the error is transient.
    fn after(&mut self, error: CallError, cancel: &Cancel) -> Result<(), ClientError> {
        let since = *self.since.get_or_insert_with(Instant::now);
        if !error.is_transient() || since.elapsed() > self.whole {
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

/// A player and the game it was built for.
struct Engine {
    curling: Curling,
    player: Box<dyn Player<Curling>>,
}

struct ClientSession<'a> {
    server: &'a Server,
    options: &'a JoinOptions,
    build: &'a BuildPlayer<'a>,
    cancel: &'a Cancel,
    side: Team,
    engine: Option<Engine>,
    /// The end and the stone of the last answer that the server accepted.
    answered: Option<(u8, Option<u8>)>,
    thrown: usize,
}

impl ClientSession<'_> {
    /// Follows the stream and plays until the match is over or the connection is lost.
    fn listen(
        &mut self,
        retries: &mut Retries,
        watch: &mut dyn FnMut(&State),
    ) -> Result<(Team, [u32; 2]), ClientError> {
        let mut events = self.server.stream(self.options.id)?;
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
                    retries.restore();
                }
                Event::Earlier(state) => watch(&state),
                // A keep-alive: the connection works again.
                Event::Other => retries.restore(),
            }
        }
    }

    /// Answers a state; returns the winner if the match is over.
    fn answer(&mut self, state: &State) -> Result<Option<Team>, ClientError> {
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.build_engine(state)?,
        };
        let stage = state.stage(engine.curling.rules())?;
        let answered = match stage {
            Stage::Over { winner } => {
                let score: Score =
                    Score::by_points(Team::BOTH.map(|team| f64::from(state.total(team))));
                engine.player.end(&engine.curling, &score);
                Ok(Some(winner))
            }
            Stage::EndOver => Ok(None),
            Stage::ToAct(game) => self.apply(&mut engine, state, &game).map(|()| None),
        };
        self.engine = Some(engine);
        answered
    }

    fn build_engine(&self, state: &State) -> Result<Engine, ClientError> {
        let mut usual = Conditions::named("dc4").expect("a platform of ours");
        usual.rules = self.options.rules;
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
        conditions.teams[self.side.index()] = self.options.team.hands(mode)?;
        let curling = Curling::new(conditions)?.with_cache(self.options.cache.clone());
        let mut player = (self.build)(&curling)?;
        player.begin(&curling, self.side.index(), &self.thinking(state, None))?;
        Ok(Engine { curling, player })
    }

    fn apply(
        &mut self,
        engine: &mut Engine,
        state: &State,
        game: &Game,
    ) -> Result<(), ClientError> {
        let here = (state.end, state.thrown);
        let turn = engine.curling.turn(game);
        if turn != Some(self.side.index()) || self.answered == Some(here) {
            return Ok(());
        }
        let thinking = self.thinking(state, Some(game.shot));
        let choice = engine.player.choose(&engine.curling, game, &thinking)?;
        match choice.action {
            Action::Throw(shot) => {
                self.server
                    .throw(self.options.id, &ShotMessage::from(&shot))?;
                self.thrown += 1;
            }
            Action::Place(wish) => {
                let name = placement_name(wish).unwrap_or("center_house");
                self.server.place(self.options.id, name)?;
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
            seed: self.options.seed.stream(number),
            cancel: self.cancel.clone(),
        }
    }
}
