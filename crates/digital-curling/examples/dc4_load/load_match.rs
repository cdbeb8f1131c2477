//! One match of the load test: two scripted sides and a spectator.

use crate::Load;
use crate::http::{Events, Line};
use curling::rules::Team;
use digital_curling::dc4::message::{GameMode, Settings, ShotMessage, TeamSettings};
use digital_curling::dc4::state::State;
use lookahead::Seed;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The matches that two users play: a user's own matches and streams are limited.
const MATCHES_OF_USERS: usize = 200;

/// The users of both sides of a match, each with its password.
pub(crate) fn users(number: usize) -> [(String, String); 2] {
    let first = number / MATCHES_OF_USERS * 2;
    [first, first + 1].map(|user| (format!("user{user}"), format!("pass{user}")))
}

/// The address of the players of a match: a room of the contest.
fn room(number: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1, 1 + (number / MATCHES_OF_USERS % 250) as u8)
}

type Problem = Box<dyn std::error::Error + Send + Sync>;

/// The times of a shot, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) all: f64,
    pub(crate) inside: f64,
    pub(crate) simulation: f64,
}

/// The result of a match.
pub(crate) struct Played {
    pub(crate) shots: Vec<Taken>,
    pub(crate) states: usize,
}

pub(crate) async fn play(
    address: SocketAddr,
    load: Load,
    number: usize,
) -> Result<Played, Problem> {
    let settings = Settings::standard(load.ends);
    let (users, room) = (users(number), room(number));
    let user = |side: usize| Some((users[side].0.as_str(), users[side].1.as_str()));
    let mut line = Line::open(room, address, user(0)).await?;
    let answer = line
        .post("/matches", &serde_json::to_string(&settings)?)
        .await?;
    let id: String =
        serde_json::from_str(&answer.body).map_err(|why| format!("{why}: {answer:?}"))?;
    drop(line);
    let viewer = Line::open(room, address, None).await?;
    let viewer = viewer.events(&format!("/matches/{id}/viewer")).await?;
    let viewer = tokio::spawn(listen(viewer, None));
    let team = serde_json::to_string(&TeamSettings::usual("load", GameMode::Standard))?;
    let mut sides = Vec::new();
    for team_number in Team::BOTH {
        let user = user(team_number.index());
        let mut line = Line::open(room, address, user).await?;
        let path =
            format!("/store-team-config?match_id={id}&expected_match_team_name={team_number}");
        let joined = line.post(&path, &team).await?;
        if joined.status != 200 {
            return Err(format!("{joined:?}").into());
        }
        let stream = Line::open(room, address, user).await?;
        let stream = stream.events(&format!("/matches/{id}/stream")).await?;
        let (sender, receiver) = mpsc::unbounded_channel();
        let states = tokio::spawn(listen(stream, Some(sender)));
        let seed = Seed(number as u64).stream(team_number.index() as u64);
        let side = Side {
            line,
            team: team_number,
            id: id.clone(),
            think: load.think,
            seed,
        };
        sides.push((tokio::spawn(side.play(receiver)), states));
    }
    let reference = viewer.await??;
    complete(&reference)?;
    let mut shots = Vec::new();
    for (side, states) in sides {
        if states.await?? != reference {
            return Err("a side and the spectator got different states".into());
        }
        shots.extend(side.await??);
    }
    let thrown = reference.iter().filter(|states| states.2).count();
    if thrown != shots.len() {
        let sent = shots.len();
        return Err(format!("{sent} shots were accepted and {thrown} published").into());
    }
    Ok(Played {
        shots,
        states: reference.len(),
    })
}

/// The end, the stones thrown in it, and whether a shot led there.
type SeenState = (u8, Option<u8>, bool);

/// All states of a stream, in order.
async fn listen(
    mut events: Events,
    sender: Option<mpsc::UnboundedSender<State>>,
) -> Result<Vec<SeenState>, Problem> {
    let mut states = Vec::new();
    loop {
        let (kind, data) = events.next().await?;
        let state: State = serde_json::from_str(&data)?;
        states.push((state.end, state.thrown, state.last_move.is_some()));
        let over = state.winner.is_some();
        if let (Some(sender), "latest_state_update") = (&sender, kind.as_str()) {
            let _ = sender.send(state);
        }
        if over {
            return Ok(states);
        }
    }
}

/// Checks that every stone of every end is there, once and in order.
fn complete(states: &[SeenState]) -> Result<(), Problem> {
    let ends = states.last().map_or(0, |states| states.0 + 1);
    let all = (0..ends).flat_map(|end| (0..=16).map(move |n| (end, Some(n), n > 0)));
    if all.eq(states.iter().copied()) {
        return Ok(());
    }
    Err(format!("states are missing, doubled or out of order: {states:?}").into())
}

struct Side {
    line: Line,
    team: Team,
    id: String,
    think: u64,
    seed: Seed,
}

impl Side {
    async fn play(
        mut self,
        mut states: mpsc::UnboundedReceiver<State>,
    ) -> Result<Vec<Taken>, Problem> {
        let mut shots = Vec::new();
        while let Some(state) = states.recv().await {
            if state.next != Some(self.team) {
                continue;
            }
            let dice = self.seed.stream(shots.len() as u64).0;
            if self.think > 0 {
                let wait = dice % (2 * self.think);
                tokio::time::sleep(Duration::from_millis(wait)).await;
            }
            shots.push(self.throw(dice).await?);
        }
        Ok(shots)
    }

    async fn throw(&mut self, dice: u64) -> Result<Taken, Problem> {
        let share = |shift: u32| ((dice >> shift) % 1000) as f64 / 1000.0;
        let shot = ShotMessage {
            translational_velocity: 2.3 + 0.3 * share(10),
            angular_velocity: Some(if share(20) < 0.5 { 1.5 } else { -1.5 }),
            shot_angle: std::f64::consts::FRAC_PI_2 + 0.06 * (share(30) - 0.5),
            sweep: None,
        };
        let path = format!("/shots?match_id={}", self.id);
        let body = serde_json::to_string(&shot)?;
        let began = Instant::now();
        let answer = self.line.post(&path, &body).await?;
        let all = began.elapsed().as_secs_f64() * 1000.0;
        if answer.status != 200 {
            return Err(format!("a shot was refused: {answer:?}").into());
        }
        let timing = |name: &str| -> Option<f64> {
            let parts = answer.timing.split(", ");
            let mut parts = parts.filter_map(|part| part.split_once(";dur="));
            parts.find(|(it, _)| *it == name)?.1.parse().ok()
        };
        Ok(Taken {
            all,
            inside: timing("all").ok_or("no timing")?,
            simulation: timing("sim").ok_or("no timing")?,
        })
    }
}
