//! The answers of reading calls, as the official servers shape them.
//!
//! All of them are views of one [`History`]. The ids in them follow from that of the match
//! ([`row_id`](super::row_id)). Where older and newer servers spell a field differently it is
//! written twice.

use super::history::{History, Row, ShotTaken, Summary};
use super::message::GameMode;
use super::row_id::{Table, named_id, row_id};
use super::state::Coordinates;
use crate::dice::Commitment;
use crate::shot_ice::ShotIce;
use crate::timestamp;
use curling::conditions::IceChanges;
use curling::rules::Team;
use serde::Serialize;
use uuid::Uuid;

/// The data of a match: `GET /matches/{id}`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MatchData {
    match_id: Uuid,
    first_team_name: Option<String>,
    second_team_name: Option<String>,
    first_team_id: Uuid,
    first_team_player1_id: Uuid,
    first_team_player2_id: Uuid,
    first_team_player3_id: Option<Uuid>,
    first_team_player4_id: Option<Uuid>,
    second_team_id: Uuid,
    second_team_player1_id: Uuid,
    second_team_player2_id: Uuid,
    second_team_player3_id: Option<Uuid>,
    second_team_player4_id: Option<Uuid>,
    winner_team_id: Option<Uuid>,
    score_id: Uuid,
    time_limit: f64,
    extra_end_time_limit: f64,
    standard_end_count: u32,
    physical_simulator_id: Uuid,
    applied_rule: u8,
    tournament_id: Uuid,
    match_name: String,
    game_mode: &'static str,
    created_at: Option<String>,
    started_at: Option<String>,
    score: Score,
    tournament: Tournament,
    simulator: Simulator,
    mix_doubles_settings: Option<DoublesData>,
    mixed_doubles_settings: Option<DoublesData>,
    seed_sha256: Option<Commitment>,
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ice_changes: Option<IceChanges>,
}

/// A tournament: an item of `GET /tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Tournament {
    tournament_name: String,
    tournament_id: Uuid,
}

#[derive(Clone, Debug, Serialize)]
struct Simulator {
    physical_simulator_id: Uuid,
    simulator_name: String,
}

#[derive(Clone, Debug, Serialize)]
struct DoublesData {
    positioned_stones_pattern: u32,
    team0_power_play_end: Option<u8>,
    team1_power_play_end: Option<u8>,
    end_setup_team_ids: Vec<Uuid>,
}

/// The score of a match by end, extra ends together: `…/score`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Score {
    #[serde(rename = "score_id")]
    id: Uuid,
    team0: Vec<u8>,
    team1: Vec<u8>,
}

/// The stones of a state: `…/stone-coordinate/latest`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StoneCoordinate {
    stone_coordinate_id: Uuid,
    #[serde(flatten)]
    coordinates: Coordinates,
}

/// A state: `…/latest-state`, with the score at that time.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StateData {
    state_id: Uuid,
    winner_team_id: Option<Uuid>,
    match_id: Uuid,
    end_number: u8,
    shot_number: Option<u8>,
    team_shot_number: Option<u8>,
    total_shot_number: Option<u8>,
    first_team_remaining_time: f64,
    second_team_remaining_time: f64,
    first_team_extra_end_remaining_time: f64,
    second_team_extra_end_remaining_time: f64,
    stone_coordinate_id: Uuid,
    score_id: Uuid,
    shot_id: Option<Uuid>,
    next_shot_team_id: Option<Uuid>,
    created_at: Option<String>,
    stone_coordinate: StoneCoordinate,
    score: Score,
    #[serde(skip_serializing_if = "Option::is_none")]
    ice: Option<ShotIce>,
}

/// A shot: `…/shots/latest`. `actual_*` is what was asked for, the others what was thrown after
/// noise; rates of turning are positive for counter-clockwise.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShotData {
    shot_id: Uuid,
    player_id: Uuid,
    team_id: Uuid,
    trajectory_id: Uuid,
    pre_shot_state_id: Uuid,
    post_shot_state_id: Uuid,
    actual_translational_velocity: f64,
    actual_shot_angle: f64,
    actual_angular_velocity: Option<f64>,
    translational_velocity: f64,
    angular_velocity: Option<f64>,
    shot_angle: f64,
}

/// A match in a list: an item of `GET /matches`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListedMatch {
    match_id: Uuid,
    first_team_name: Option<String>,
    second_team_name: Option<String>,
    winner_team_id: Option<Uuid>,
    game_mode: &'static str,
    started_at: Option<String>,
    tournament_id: Uuid,
    #[serde(flatten)]
    summary: Summary,
    #[serde(skip)]
    tournament: Tournament,
    #[serde(skip)]
    created: Option<u64>,
}

impl ListedMatch {
    pub(crate) fn match_id(&self) -> Uuid {
        self.match_id
    }

    pub(crate) fn name(&self) -> &str {
        &self.summary.match_name
    }

    pub(crate) fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The creation time, in milliseconds since 1970; 0 if unknown.
    pub(crate) fn created(&self) -> u64 {
        self.created.unwrap_or(0)
    }

    /// Whether both teams have joined.
    pub(crate) fn is_full(&self) -> bool {
        self.summary.teams.is_some()
    }

    /// The order of lists: the newest first.
    pub(crate) fn newest_first(&self) -> (std::cmp::Reverse<u64>, Uuid) {
        (std::cmp::Reverse(self.created()), self.match_id)
    }
}

impl Tournament {
    pub(crate) fn named(name: &str) -> Self {
        Tournament {
            tournament_name: name.to_owned(),
            tournament_id: named_id("tournament", name),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.tournament_name
    }
}

impl History {
    fn row_id(&self, table: Table, number: usize) -> Uuid {
        row_id(self.id, table, number)
    }

    fn team_id(&self, team: Team) -> Uuid {
        self.row_id(Table::Team, team.index())
    }

    fn player_id(&self, team: Team, player: usize) -> Uuid {
        self.row_id(Table::Player, 4 * team.index() + player)
    }

    /// The data of the match.
    pub(crate) fn match_data(&self) -> MatchData {
        let settings = &self.settings;
        let doubles = settings.game_mode == GameMode::MixedDoubles;
        let [first, second] = Team::BOTH;
        let name = |team: Team| self.name(team).map(ToOwned::to_owned);
        let third = |team, player| (!doubles).then(|| self.player_id(team, player));
        let tournament = Tournament::named(&settings.tournament.tournament_name);
        let simulator = Simulator {
            physical_simulator_id: named_id("simulator", &settings.simulator.simulator_name),
            simulator_name: settings.simulator.simulator_name.clone(),
        };
        let created = self.created.map(timestamp::written);
        let doubles_data = doubles.then(|| self.doubles_data());
        MatchData {
            match_id: self.id,
            first_team_name: name(first),
            second_team_name: name(second),
            first_team_id: self.team_id(first),
            first_team_player1_id: self.player_id(first, 0),
            first_team_player2_id: self.player_id(first, 1),
            first_team_player3_id: third(first, 2),
            first_team_player4_id: third(first, 3),
            second_team_id: self.team_id(second),
            second_team_player1_id: self.player_id(second, 0),
            second_team_player2_id: self.player_id(second, 1),
            second_team_player3_id: third(second, 2),
            second_team_player4_id: third(second, 3),
            winner_team_id: self.winner().map(|team| self.team_id(team)),
            score_id: self.row_id(Table::Score, 0),
            time_limit: settings.time_limit,
            extra_end_time_limit: settings.extra_end_time_limit,
            standard_end_count: settings.standard_end_count,
            physical_simulator_id: simulator.physical_simulator_id,
            applied_rule: settings.rule_number(),
            tournament_id: tournament.tournament_id,
            match_name: settings.match_name.clone(),
            game_mode: settings.game_mode.spelling(),
            created_at: created.clone(),
            started_at: created,
            score: self.score(),
            tournament,
            simulator,
            mix_doubles_settings: doubles_data.clone(),
            mixed_doubles_settings: doubles_data,
            seed_sha256: self.seed_sha256,
            seed: self.seed.clone(),
            ice_changes: settings.ice_changes.clone(),
        }
    }

    fn doubles_data(&self) -> DoublesData {
        let last = self.last().and_then(|state| state.doubles);
        let power_plays = last.map_or([None; 2], |doubles| doubles.power_play_ends);
        let mut choosers = Vec::new();
        for row in &self.rows {
            if let Some(doubles) = row.state.doubles
                && choosers.len() <= usize::from(row.state.end)
            {
                choosers.push(self.team_id(doubles.chooser));
            }
        }
        if choosers.is_empty() {
            choosers.push(self.team_id(Team::One));
        }
        DoublesData {
            positioned_stones_pattern: self.settings.pattern(),
            team0_power_play_end: power_plays[0],
            team1_power_play_end: power_plays[1],
            end_setup_team_ids: choosers,
        }
    }

    /// The current score; zeros before the match has begun.
    pub(crate) fn score(&self) -> Score {
        let none = || vec![0; self.settings.standard_end_count as usize + 1];
        let score = self.last().map(|state| state.score.clone());
        self.score_of(score.unwrap_or_else(|| [none(), none()]))
    }

    fn score_of(&self, [team0, team1]: [Vec<u8>; 2]) -> Score {
        Score {
            id: self.row_id(Table::Score, 0),
            team0,
            team1,
        }
    }

    /// The numbers of the ends that have begun; none before the match has.
    pub(crate) fn ends(&self) -> Option<Vec<u8>> {
        Some((0..=self.last()?.end).collect())
    }

    /// The state of this number.
    pub(crate) fn state(&self, number: usize) -> Option<StateData> {
        let row = self.rows.get(number)?;
        let state = &row.state;
        let id_of = |team: Option<Team>| team.map(|team| self.team_id(team));
        let of_a_team = state.thrown.map(|thrown| thrown / 2);
        Some(StateData {
            state_id: self.row_id(Table::State, number),
            winner_team_id: id_of(state.winner),
            match_id: self.id,
            end_number: state.end,
            shot_number: of_a_team,
            team_shot_number: of_a_team,
            total_shot_number: state.thrown,
            first_team_remaining_time: state.left[0],
            second_team_remaining_time: state.left[1],
            first_team_extra_end_remaining_time: state.left_in_extra_end[0],
            second_team_extra_end_remaining_time: state.left_in_extra_end[1],
            stone_coordinate_id: self.row_id(Table::StoneCoordinate, number),
            score_id: self.row_id(Table::Score, 0),
            shot_id: row.shot.map(|_| self.row_id(Table::Shot, number)),
            next_shot_team_id: id_of(state.next),
            created_at: row.at.map(timestamp::written),
            stone_coordinate: self.stones(number)?,
            score: self.score_of(state.score.clone()),
            ice: state.ice.clone(),
        })
    }

    /// The newest state.
    pub(crate) fn latest_state(&self) -> Option<StateData> {
        self.state(self.rows.len().checked_sub(1)?)
    }

    /// The stones of the newest state.
    pub(crate) fn latest_stones(&self) -> Option<StoneCoordinate> {
        self.stones(self.rows.len().checked_sub(1)?)
    }

    /// The stones of the state of this number.
    pub(crate) fn stones(&self, number: usize) -> Option<StoneCoordinate> {
        let row = self.rows.get(number)?;
        Some(StoneCoordinate {
            stone_coordinate_id: self.row_id(Table::StoneCoordinate, number),
            coordinates: Coordinates::of(&row.state.stones),
        })
    }

    /// The numbers of the states of an end.
    fn numbers(&self, end: u32) -> impl Iterator<Item = usize> {
        let of_end = move |(_, row): &(usize, &Row)| u32::from(row.state.end) == end;
        let rows = self.rows.iter().enumerate().filter(of_end);
        rows.map(|(number, _)| number)
    }

    /// The states of an end; none if it has not begun.
    pub(crate) fn states(&self, end: u32) -> Vec<StateData> {
        self.numbers(end).filter_map(|n| self.state(n)).collect()
    }

    /// The shots of an end.
    pub(crate) fn shots(&self, end: u32) -> Vec<ShotData> {
        self.numbers(end).filter_map(|n| self.shot(n)).collect()
    }

    /// The shot of an end after which this many stones were thrown.
    pub(crate) fn shot_in_end(&self, end: u32, total: u32) -> Option<ShotData> {
        let thrown = |number: &usize| self.rows[*number].state.thrown.map(u32::from);
        let mut numbers = self.numbers(end);
        self.shot(numbers.find(|n| thrown(n) == Some(total) && self.rows[*n].shot.is_some())?)
    }

    /// The newest shot.
    pub(crate) fn latest_shot(&self) -> Option<ShotData> {
        let number = self.rows.iter().rposition(|row| row.shot.is_some())?;
        self.shot(number)
    }

    /// The shot that led to the state of this number.
    pub(crate) fn shot(&self, number: usize) -> Option<ShotData> {
        let ShotTaken {
            team,
            player,
            asked,
            thrown,
        } = self.rows.get(number)?.shot?;
        Some(ShotData {
            shot_id: self.row_id(Table::Shot, number),
            player_id: self.player_id(team, player.into()),
            team_id: self.team_id(team),
            trajectory_id: self.row_id(Table::Trajectory, number),
            pre_shot_state_id: self.row_id(Table::State, number.saturating_sub(1)),
            post_shot_state_id: self.row_id(Table::State, number),
            actual_translational_velocity: asked.translational_velocity,
            actual_shot_angle: asked.shot_angle,
            actual_angular_velocity: asked.angular_velocity,
            translational_velocity: thrown.translational_velocity,
            angular_velocity: thrown.angular_velocity,
            shot_angle: thrown.shot_angle,
        })
    }

    /// The ids of all states.
    pub(crate) fn state_ids(&self) -> impl DoubleEndedIterator<Item = Uuid> {
        (0..self.rows.len()).map(|number| self.row_id(Table::State, number))
    }

    /// The match in a list.
    pub(crate) fn listed(&self) -> ListedMatch {
        let tournament = Tournament::named(&self.settings.tournament.tournament_name);
        let name = |team: Team| self.name(team).map(ToOwned::to_owned);
        ListedMatch {
            match_id: self.id,
            first_team_name: name(Team::Zero),
            second_team_name: name(Team::One),
            winner_team_id: self.winner().map(|team| self.team_id(team)),
            game_mode: self.settings.game_mode.spelling(),
            started_at: self.created.map(timestamp::written),
            tournament_id: tournament.tournament_id,
            summary: self.summary(),
            tournament,
            created: self.created,
        }
    }
}
