//! The history of a match for readers: settings and teams, and every state with the shot and
//! time.

use super::journal::Header;
use super::message::{Settings, ShotMessage, TeamSettings};
use super::state::State;
use crate::dice::Commitment;
use crate::match_state::{Command, Event, Match};
use curling::rules::Team;
use serde::Serialize;
use uuid::Uuid;

/// The history of a match.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) id: Uuid,
    /// The creation time, in milliseconds since 1970; unknown in journals of version 0.1.
    pub(crate) created: Option<u64>,
    pub(crate) settings: Settings,
    /// The teams that have joined.
    pub(crate) teams: [Option<TeamSettings>; 2],
    /// The states in their order.
    pub(crate) rows: Vec<Row>,
    /// Whether the match is over.
    pub(crate) over: bool,
    /// The hash of the seed, if the dice were drawn.
    pub(crate) seed_sha256: Option<Commitment>,
    /// The seed, if given or if the match is over.
    pub(crate) seed: Option<String>,
}

/// A state of the history.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) state: State,
    /// The shot that led to the state.
    pub(crate) shot: Option<ShotTaken>,
    /// The time of publication, in milliseconds since 1970.
    pub(crate) at: Option<u64>,
}

/// A shot of the history.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShotTaken {
    pub(crate) team: Team,
    /// The number of the player in the team, from 0.
    pub(crate) player: u8,
    /// The shot asked for, and the one after noise, as [reported](ShotMessage::reported).
    pub(crate) asked: ShotMessage,
    pub(crate) thrown: ShotMessage,
}

impl ShotTaken {
    /// The shot of an event; none of a placement or the like.
    pub(crate) fn of(curling_match: &Match, event: &Event) -> Option<Self> {
        let Command::Throw(asked) = &event.entry.command else {
            return None;
        };
        let thrown = event.entry.delivery.and_then(|delivery| delivery.shot);
        let rules = curling_match.curling().rules();
        Some(ShotTaken {
            team: event.entry.team,
            player: event.before.player(rules).unwrap_or(0),
            asked: ShotMessage::reported(asked),
            thrown: ShotMessage::reported(&thrown.unwrap_or(*asked)),
        })
    }
}

/// The summary of a match, for the list of matches.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Summary {
    /// The name of the match.
    pub(crate) match_name: String,
    /// The names of the teams, once both are known.
    pub(crate) teams: Option<[String; 2]>,
    /// The end being played, from 0.
    pub(crate) end_number: u8,
    /// The total points of each team.
    pub(crate) score: [u32; 2],
    /// The winner.
    pub(crate) winner_team: Option<Team>,
    /// Whether the match is over.
    pub(crate) over: bool,
    /// The hash of the seed, if the dice were drawn.
    pub(crate) seed_sha256: Option<Commitment>,
    /// The seed, if given or if the match is over.
    pub(crate) seed: Option<String>,
}

impl History {
    /// The history of a match without teams.
    pub(crate) fn new(header: &Header) -> Self {
        History {
            id: header.id,
            created: header.created,
            settings: header.settings.clone(),
            teams: [None, None],
            rows: Vec::new(),
            over: false,
            seed_sha256: header.dice.commitment(),
            seed: header.dice.given().map(|seed| seed.to_string()),
        }
    }

    /// The newest state.
    pub(crate) fn last(&self) -> Option<&State> {
        self.rows.last().map(|row| &row.state)
    }

    /// Whether both teams have joined.
    pub(crate) fn is_full(&self) -> bool {
        self.teams.iter().all(Option::is_some)
    }

    /// The name of a team that has joined.
    pub(crate) fn name(&self, team: Team) -> Option<&str> {
        let settings = self.teams[team.index()].as_ref()?;
        Some(&settings.team_name)
    }

    pub(crate) fn winner(&self) -> Option<Team> {
        self.last()?.winner
    }

    pub(crate) fn summary(&self) -> Summary {
        let last = self.last();
        let names = self.name(Team::Zero).zip(self.name(Team::One));
        Summary {
            match_name: self.settings.match_name.clone(),
            teams: names.map(|(first, second)| [first.to_owned(), second.to_owned()]),
            end_number: last.map_or(0, |state| state.end),
            score: Team::BOTH.map(|team| last.map_or(0, |state| state.total(team))),
            winner_team: self.winner(),
            over: self.over,
            seed_sha256: self.seed_sha256,
            seed: self.seed.clone(),
        }
    }
}
