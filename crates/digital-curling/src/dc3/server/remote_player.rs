//! A program of Digital Curling 3 as a contestant, over a connection.
//!
//! The sequence of messages: `dc` and `dc_ok` when it [takes its seat](super::Listeners::admit),
//! `is_ready`, `ready_ok`, `new_game`, then an `update` to both after every event, a `move` from
//! the team whose turn it is, and `game_over`. A message in the inbox when an update is about to be
//! sent is out of turn, because the program has not seen that update.

use super::Options;
use crate::contestant::Contestant;
use crate::dc3::connection::{Connection, ConnectionFault};
use crate::dc3::message::{Both, IsReady, ToClient, ToServer, shortened};
use crate::dc3::{config, state};
use crate::match_state::{Command, Event, Match};
use arena::clock::GRACE;
use arena::player::{Fault, Thinking};
use curling::Shot;
use curling::rules::Team;
use lookahead::Cancel;
use std::time::{Duration, Instant};

/// The longest name that is shown, in characters.
const LONGEST_NAME: usize = 64;

/// A program over a connection.
#[derive(Debug)]
pub struct RemotePlayer {
    connection: Connection,
    options: Options,
    /// The name of its `dc_ok`.
    hello: String,
    name: String,
    order: Vec<u8>,
    cancel: Cancel,
    updated: Option<Instant>,
}

impl RemotePlayer {
    /// A program that has answered `dc` with this name.
    pub fn new(connection: Connection, hello: String, options: Options) -> Self {
        RemotePlayer {
            connection,
            options,
            hello,
            name: String::new(),
            order: Vec::new(),
            cancel: Cancel::new(),
            updated: None,
        }
    }

    fn send_message(&mut self, message: &ToClient) -> Result<(), Fault> {
        self.connection
            .send(&message.write())
            .map_err(|fault| player_fault(&fault))
    }

    /// Waits for an answer, no longer than `limit`. Returns the line as well, for error messages.
    fn receive(&self, limit: Option<Duration>) -> Result<(String, ToServer), Fault> {
        let deadline = limit.map(|limit| Instant::now() + limit + GRACE);
        let next = self.connection.next(deadline, &self.cancel);
        let line = next.map_err(|fault| player_fault(&fault))?;
        let message = ToServer::read(&line).map_err(|why| illegal(&line, why.to_string()))?;
        Ok((line, message))
    }

    /// Sends an update, not sooner than the update interval after the last one.
    fn update(&mut self, curling_match: &Match, event: Option<&Event>) -> Result<(), Fault> {
        if let Some(updated) = self.updated {
            while updated.elapsed() < self.options.update_interval && !self.cancel.is_cancelled() {
                let left = self
                    .options
                    .update_interval
                    .saturating_sub(updated.elapsed());
                std::thread::sleep(left.min(Duration::from_millis(20)));
            }
        }
        let update = state::update(curling_match, event, self.options.trajectory);
        let sent = self.send_message(&ToClient::Update(Box::new(update)));
        self.updated = Some(Instant::now());
        sent
    }
}

/// The fault of a player for a fault of its connection.
fn player_fault(fault: &ConnectionFault) -> Fault {
    let why = fault.to_string();
    match fault {
        ConnectionFault::Silent(_) => Fault::OutOfTime { why },
        ConnectionFault::Cancelled => Fault::Interrupted,
        _ => Fault::Crashed { why },
    }
}

fn illegal(line: &str, why: impl Into<String>) -> Fault {
    Fault::Illegal {
        action: shortened(line),
        why: why.into(),
    }
}

/// The name as it is shown: one line of limited length.
fn presentable(name: &str, team: Team) -> String {
    let name: String = name
        .trim()
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_NAME)
        .collect();
    if name.is_empty() {
        team.to_string()
    } else {
        name
    }
}

/// The platform accepts any speed and caps it at the player's maximum; our simulation has a limit
/// far above that.
fn capped(shot: Shot, fastest: f64) -> Shot {
    let speed = shot.velocity.length();
    if speed <= fastest {
        return shot;
    }
    // A little less, because a product is rounded.
    let velocity = shot.velocity * (fastest * (1.0 - 1e-9) / speed);
    Shot { velocity, ..shot }
}

impl Contestant for RemotePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(
        &mut self,
        curling_match: &Match,
        team: Team,
        thinking: &Thinking,
    ) -> Result<(), Fault> {
        self.cancel = thinking.cancel.clone();
        self.name = presentable(&self.hello, team);
        let cannot = |why: config::ConfigError| Fault::Crashed {
            why: why.to_string(),
        };
        let game = match &self.options.shown {
            Some(shown) => shown.clone(),
            None => config::write_game(curling_match.setup()).map_err(cannot)?,
        };
        self.send_message(&ToClient::IsReady(IsReady { game, team }))?;
        match self.receive(thinking.time.hard_limit())? {
            (line, ToServer::ReadyOk { player_order }) => {
                if !(0..4).all(|player| player_order.contains(&player)) || player_order.len() != 4 {
                    let why = "player_order must name each of 0, 1, 2 and 3 once";
                    return Err(illegal(&line, why));
                }
                self.order = player_order;
                Ok(())
            }
            (line, _) => Err(illegal(&line, "expected ready_ok")),
        }
    }

    fn begin(&mut self, curling_match: &Match) -> Result<(), Fault> {
        let name = Both::of(|team| curling_match.name(team).to_owned());
        self.send_message(&ToClient::NewGame { name })?;
        self.update(curling_match, None)
    }

    fn order(&mut self, _: &Match, _: &Thinking) -> Result<Option<Vec<u8>>, Fault> {
        Ok(Some(self.order.clone()))
    }

    fn choose(&mut self, curling_match: &Match, thinking: &Thinking) -> Result<Command, Fault> {
        match self.receive(thinking.time.hard_limit())? {
            (_, ToServer::Move { r#move }) => Ok(match r#move.shot() {
                Some(shot) => {
                    let fastest = curling_match.curling().physics().parameters().fastest();
                    Command::Throw(capped(shot, fastest))
                }
                None => Command::Concede,
            }),
            (line, _) => Err(illegal(&line, "expected move")),
        }
    }

    fn observe(&mut self, curling_match: &Match, event: &Event) -> Result<(), Fault> {
        if matches!(event.entry.command, Command::Order(_)) {
            return Ok(());
        }
        let pending = self.connection.take_pending();
        // After a fault the program still gets the update.
        let sent = self.update(curling_match, Some(event));
        match pending {
            Some(Ok(line)) => Err(illegal(&line, "sent out of turn")),
            Some(Err(fault)) => Err(player_fault(&fault)),
            None => sent,
        }
    }

    fn finish(&mut self, _: &Match) {
        // The match is over: faults no longer matter.
        let _ = self.send_message(&ToClient::GameOver);
        self.connection.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curling::{Turn, Vector};

    #[test]
    fn a_name_is_one_line_of_bounded_length() {
        assert_eq!(presentable(" al\npha\u{7} ", Team::Zero), "alpha");
        assert_eq!(presentable("\t", Team::One), "team1");
        assert_eq!(presentable(&"x".repeat(1000), Team::One).len(), 64);
    }

    #[test]
    fn any_speed_may_be_asked_for() {
        let asked = Shot::new(Vector::new(3e30, 4e30), Turn::Clockwise);
        let thrown = capped(asked, 10.0);
        assert!((thrown.velocity - Vector::new(6.0, 8.0)).length() < 1e-6);
        assert!(thrown.velocity.length() <= 10.0);
        let usual = Shot::new(Vector::new(0.1, 2.4), Turn::Clockwise);
        assert_eq!(capped(usual, 10.0), usual);
    }
}
