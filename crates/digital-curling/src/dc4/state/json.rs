//! The JSON form of a state: field names and nesting only.

use super::{Doubles, State, StateError};
use crate::dc4::message::ShotMessage;
use crate::shot_ice::ShotIce;
use curling::frame::HackPoint;
use curling::rules::Team;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct JsonState {
    winner_team: Option<Team>,
    #[serde(default)]
    first_team_name: Option<String>,
    #[serde(default)]
    second_team_name: Option<String>,
    end_number: u32,
    #[serde(default)]
    shot_number: Option<u32>,
    #[serde(default)]
    team_shot_number: Option<u32>,
    total_shot_number: Option<u32>,
    next_shot_team: Option<Team>,
    first_team_remaining_time: f64,
    second_team_remaining_time: f64,
    first_team_extra_end_remaining_time: f64,
    second_team_extra_end_remaining_time: f64,
    #[serde(default)]
    mix_doubles_settings: Option<JsonDoubles>,
    #[serde(default)]
    mixed_doubles_settings: Option<JsonDoubles>,
    last_move: Option<ShotMessage>,
    #[serde(default)]
    stone_coordinate: Option<Coordinates>,
    #[serde(default)]
    score: Option<Sides<Vec<Option<u8>>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ice: Option<ShotIce>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct JsonDoubles {
    end_setup_team: Team,
    positioned_stones_pattern: u8,
    power_play_end: Sides<Option<u8>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::dc4) struct Coordinates {
    data: Sides<Vec<Point>>,
}

impl Coordinates {
    /// The coordinates of the stones of a state.
    pub(in crate::dc4) fn of(stones: &[Vec<Option<HackPoint>>; 2]) -> Self {
        let point = |at: &Option<HackPoint>| {
            at.map_or(NOT_IN_PLAY, |HackPoint(at)| Point { x: at.x, y: at.y })
        };
        let points = |stones: &Vec<Option<HackPoint>>| stones.iter().map(point).collect();
        Coordinates {
            data: stones.each_ref().map(points).into(),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Sides<T> {
    team0: T,
    team1: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Point {
    x: f32,
    y: f32,
}

/// The coordinates of a stone that is not in play.
const NOT_IN_PLAY: Point = Point { x: 0.0, y: 0.0 };

impl<T> From<[T; 2]> for Sides<T> {
    fn from([team0, team1]: [T; 2]) -> Self {
        Sides { team0, team1 }
    }
}

impl<T> From<Sides<T>> for [T; 2] {
    fn from(sides: Sides<T>) -> Self {
        [sides.team0, sides.team1]
    }
}

impl From<State> for JsonState {
    fn from(state: State) -> Self {
        let doubles = state.doubles.map(|doubles| JsonDoubles {
            end_setup_team: doubles.chooser,
            positioned_stones_pattern: doubles.pattern,
            power_play_end: doubles.power_play_ends.into(),
        });
        let of_a_team = state.thrown.map(|thrown| u32::from(thrown / 2));
        let name = |team: usize| state.names.as_ref().map(|names| names[team].clone());
        JsonState {
            winner_team: state.winner,
            first_team_name: name(0),
            second_team_name: name(1),
            end_number: state.end.into(),
            shot_number: of_a_team,
            team_shot_number: of_a_team,
            total_shot_number: state.thrown.map(u32::from),
            next_shot_team: state.next,
            first_team_remaining_time: state.left[0],
            second_team_remaining_time: state.left[1],
            first_team_extra_end_remaining_time: state.left_in_extra_end[0],
            second_team_extra_end_remaining_time: state.left_in_extra_end[1],
            mix_doubles_settings: doubles,
            mixed_doubles_settings: doubles,
            last_move: state.last_move,
            stone_coordinate: Some(Coordinates::of(&state.stones)),
            score: Some(
                state
                    .score
                    .map(|score| score.into_iter().map(Some).collect())
                    .into(),
            ),
            ice: state.ice,
        }
    }
}

impl TryFrom<JsonState> for State {
    type Error = StateError;

    fn try_from(written: JsonState) -> Result<Self, StateError> {
        let small = |number: u32, what: &str| {
            u8::try_from(number).map_err(|_| StateError(format!("{what} is {number}")))
        };
        let doubles = written.mixed_doubles_settings;
        let doubles = doubles.or(written.mix_doubles_settings);
        let point = |point: Point| {
            let lies = point != NOT_IN_PLAY && point.x.is_finite() && point.y.is_finite();
            lies.then(|| HackPoint::new(point.x, point.y))
        };
        let stones: [Vec<Point>; 2] = match written.stone_coordinate {
            Some(coordinates) => coordinates.data.into(),
            None => Default::default(),
        };
        let score: [Vec<Option<u8>>; 2] = written.score.unwrap_or_default().into();
        let names = written.first_team_name.zip(written.second_team_name);
        Ok(State {
            winner: written.winner_team,
            names: names.map(|(first, second)| Arc::new([first, second])),
            end: small(written.end_number, "end_number")?,
            thrown: written
                .total_shot_number
                .map(|thrown| small(thrown, "total_shot_number"))
                .transpose()?,
            next: written.next_shot_team,
            left: [
                written.first_team_remaining_time,
                written.second_team_remaining_time,
            ],
            left_in_extra_end: [
                written.first_team_extra_end_remaining_time,
                written.second_team_extra_end_remaining_time,
            ],
            doubles: doubles.map(|doubles| Doubles {
                chooser: doubles.end_setup_team,
                pattern: doubles.positioned_stones_pattern,
                power_play_ends: doubles.power_play_end.into(),
            }),
            last_move: written.last_move,
            stones: stones.map(|stones| stones.into_iter().map(point).collect()),
            score: score.map(|ends| ends.into_iter().map(|p| p.unwrap_or(0)).collect()),
            ice: written.ice,
        })
    }
}
