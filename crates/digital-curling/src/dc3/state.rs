//! Conversion between a match and the `state` and `last_move` of Digital Curling 3's messages.
//!
//! Server and client share it, so that the numbering of stones is in one place: a team's stone k is
//! the one it throws as its k-th in the end, so in our count slot 2k if the team throws first and
//! 2k + 1 if it has the hammer. Positions are from the hack, in single precision; they round-trip
//! exactly.
//!
//! Two facts that messages lack are taken from the previous position: the team that threw first in
//! an end that was broken off, and the order of players. Disqualification is reported as conceding,
//! the nearest the protocol has.

use super::message::{
    Both, GameResult, LastMove, Move, Point, Reason, Single, State, Stone, Update,
};
use super::trajectory::Trajectory;
use crate::match_state::{Command, Event, Match};
use crate::shot_ice::ShotIce;
use curling::frame::HackPoint;
use curling::rules::{self, Game, GameError, MAX_ENDS, Outcome, Phase, Rules, RulesError, Team};
use curling::stones::SLOTS;
use curling::{Stones, Vector};
use std::time::Duration;

/// The time left of a team without a limit, in seconds: a year. The platform has no notation for
/// it.
pub const FOR_EVER: f64 = 365.0 * 24.0 * 3600.0;

/// An impossible state.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StateError {
    /// Unplayable rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A list with too many entries.
    #[error("`state.{what}` of {team} has {count} entries: at most {most} make sense")]
    TooMany {
        /// The name of the list.
        what: &'static str,
        /// The team.
        team: Team,
        /// The number of entries.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A stone far from the sheet, or with an absurd rotation.
    #[error("`state.stones`: stone {index} of {team} is far from the sheet")]
    FarOff {
        /// The team.
        team: Team,
        /// The index, from 0 to 7.
        index: usize,
    },
    /// Impossible points.
    #[error(
        "`state.scores`: in end {end} the teams have {team0} and {team1} points: only one can score, and at most 8"
    )]
    Score {
        /// The end, from 0.
        end: usize,
        /// The points of team 0.
        team0: u8,
        /// The points of team 1.
        team1: u8,
    },
    /// No hammer though the match is not over.
    #[error("`state.hammer` is null though the match is not over")]
    NoHammer,
    /// Impossible by the rules.
    #[error("invalid `state`: {0}")]
    Impossible(#[from] GameError),
}

/// The `update` after an event.
pub fn update(
    curling_match: &Match,
    event: Option<&Event>,
    steps_per_frame: Option<u32>,
) -> Update {
    let left = Team::BOTH.map(|team| curling_match.time_left(team).game);
    let last_move = event.and_then(last_move).map(|last| LastMove {
        trajectory: steps_per_frame
            .zip(event)
            .and_then(|(every, event)| Trajectory::of(curling_match.curling(), event, every)),
        ..last
    });
    Update {
        ice: ShotIce::of(curling_match.curling(), curling_match.game()),
        last_move,
        next_team: curling_match.to_act(),
        state: state(curling_match.game(), curling_match.curling().rules(), left),
    }
}

/// The last move, without trajectory; none for an event that is not a move, such as an order of
/// players.
pub fn last_move(event: &Event) -> Option<LastMove> {
    let actual_move = match &event.entry.command {
        Command::Throw(asked) => {
            let delivery = event
                .entry
                .delivery
                .as_ref()
                .and_then(|delivery| delivery.shot);
            Move::of(&delivery.unwrap_or(*asked))
        }
        Command::Concede | Command::TimeOut | Command::Fault(_) => Move::Concede,
        Command::Order(_) | Command::Place(_) => return None,
    };
    let verdict = event.step.as_ref().map(|step| step.verdict);
    Some(LastMove {
        actual_move,
        free_guard_zone_foul: verdict.is_some_and(|verdict| verdict.foul.is_some()),
        trajectory: None,
    })
}

/// The state of a match; `left` is the time on the clocks.
pub fn state(game: &Game, rules: &Rules, left: [Option<Duration>; 2]) -> State {
    let points = |team| {
        let of = |end| (end < game.end).then(|| game.scores.of(team, end));
        (0..rules.ends).map(of).collect()
    };
    let extra = (game.scores.extra != 0).then_some(game.scores);
    State {
        end: game.end,
        extra_end_score: Both::of(|team| extra.map(|scores| scores.extra_of(team))),
        game_result: game.outcome().map(result),
        hammer: game.hammer(),
        scores: Both::of(points),
        shot: game.shot,
        stones: stones(&game.stones, game.lead),
        thinking_time_remaining: Some(Both::of(|team| seconds(left[team.index()]))),
    }
}

/// A time on a clock in seconds, to the millisecond.
pub fn seconds(left: Option<Duration>) -> f64 {
    left.map_or(FOR_EVER, |left| {
        (left.as_secs_f64() * 1000.0).round() / 1000.0
    })
}

/// Stones of an end that `lead` throws first in.
pub fn stones(stones: &Stones, lead: Team) -> Both<Vec<Option<Stone>>> {
    Both::of(|team| {
        let slots = (0..SLOTS).filter(|&slot| Team::of_slot(slot, lead) == team);
        slots.map(|slot| stones.get(slot).map(written)).collect()
    })
}

fn written(stone: curling::Stone) -> Stone {
    let HackPoint(Vector { x, y }) = HackPoint::from(stone.at);
    Stone {
        angle: Single(stone.angle as f32),
        position: Point {
            x: Single(x),
            y: Single(y),
        },
    }
}

fn read(stone: &Stone) -> curling::Stone {
    let Point { x, y } = stone.position;
    curling::Stone {
        at: Vector::from(HackPoint::new(x.0, y.0)),
        angle: stone.angle.into(),
    }
}

/// An outcome as the platform's result.
pub fn result(outcome: Outcome) -> GameResult {
    GameResult {
        reason: match outcome.reason {
            rules::Reason::Score => Reason::Score,
            rules::Reason::Draw => Reason::Draw,
            rules::Reason::Concession | rules::Reason::Fault => Reason::Concede,
            rules::Reason::Time => Reason::TimeLimit,
        },
        winner: outcome.winner,
    }
}

/// A result of the platform as our outcome.
pub fn outcome(result: GameResult) -> Outcome {
    Outcome {
        winner: result.winner,
        reason: match result.reason {
            Reason::Score => rules::Reason::Score,
            Reason::Draw => rules::Reason::Draw,
            Reason::Concede => rules::Reason::Concession,
            Reason::TimeLimit => rules::Reason::Time,
        },
    }
}

/// Whether a stone is plausible: on or beside the sheet, which is 46 m long, and not rotated beyond
/// single precision.
fn is_near(stone: &Stone) -> bool {
    let Point { x, y } = stone.position;
    x.0.abs() < 50.0 && y.0.abs() < 50.0 && stone.angle.0.abs() < 1e6
}

/// The stones of an end that `lead` throws first in, from a message.
///
/// # Errors
/// If a team has more than eight, or one is far from the sheet.
pub fn read_stones(written: &Both<Vec<Option<Stone>>>, lead: Team) -> Result<Stones, StateError> {
    let mut all = Stones::none();
    for team in Team::BOTH {
        let own = written.get(team);
        check_count("stones", team, own.len(), SLOTS / 2)?;
        for (index, stone) in own.iter().enumerate() {
            if let Some(stone) = stone {
                if !is_near(stone) {
                    return Err(StateError::FarOff { team, index });
                }
                all.put(2 * index + usize::from(team != lead), read(stone));
            }
        }
    }
    Ok(all)
}

/// The match of a state. `before` is the match at the previous message, if there was one.
///
/// # Errors
/// If the state is impossible by these rules.
pub fn game(state: &State, rules: &Rules, before: Option<&Game>) -> Result<Game, StateError> {
    let mut game = Game::new(rules)?;
    if let Some(before) = before {
        game.orders = before.orders;
    }
    game.end = state.end;
    game.shot = state.shot;
    let count = [&state.scores.team0, &state.scores.team1].map(Vec::len);
    for team in Team::BOTH {
        let most = usize::from(MAX_ENDS);
        check_count("scores", team, count[team.index()], most)?;
    }
    for end in 0..count[0].max(count[1]) {
        let of = |team| state.scores.get(team).get(end).copied().flatten();
        game.scores.ends[end] = points(end, &Both::of(of))?;
    }
    game.scores.extra = points(state.end.into(), &state.extra_end_score)?;
    game.lead = match (state.hammer, state.game_result) {
        (Some(hammer), _) => hammer.other(),
        (None, Some(_)) => lead_at_the_end(&game, before, rules),
        (None, None) => return Err(StateError::NoHammer),
    };
    game.stones = read_stones(&state.stones, game.lead)?;
    if let Some(result) = state.game_result {
        game.phase = Phase::Over(outcome(result));
    }
    game.check(rules)?;
    Ok(game)
}

/// The team that throws first in the last end: not in the message, but known from before.
fn lead_at_the_end(game: &Game, before: Option<&Game>, rules: &Rules) -> Team {
    let Some(before) = before else {
        return game.lead;
    };
    if before.end == game.end {
        return before.lead;
    }
    let last = if before.end < rules.ends {
        game.scores.ends[usize::from(before.end)]
    } else {
        game.scores.extra
    };
    match last {
        0 => before.lead,
        1.. => Team::Zero,
        _ => Team::One,
    }
}

fn points(end: usize, points: &Both<Option<u8>>) -> Result<i8, StateError> {
    let [team0, team1] = [points.team0, points.team1].map(Option::unwrap_or_default);
    if (team0 > 0 && team1 > 0) || team0.max(team1) > 8 {
        return Err(StateError::Score { end, team0, team1 });
    }
    Ok(team0 as i8 - team1 as i8)
}

fn check_count(
    what: &'static str,
    team: Team,
    count: usize,
    most: usize,
) -> Result<(), StateError> {
    if count <= most {
        return Ok(());
    }
    Err(StateError::TooMany {
        what,
        team,
        count,
        most,
    })
}

/// The time a team has left by a state; none if it is unlimited.
pub fn time_left(state: &State, team: Team) -> Option<Duration> {
    let seconds = *state.thinking_time_remaining.as_ref()?.get(team);
    if seconds >= FOR_EVER {
        return None;
    }
    Some(Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dc3::message::ToClient;
    use crate::setup::Setup;
    use arena::player::Fault;
    use curling::conditions::Conditions;
    use curling::{Shot, Turn};
    use lookahead::Seed;
    use proptest::prelude::*;

    fn curling_match(text: &str) -> Match {
        let conditions = Conditions::dc3().changed(&text.parse().unwrap()).unwrap();
        Match::new(Setup::new(conditions, Seed(5))).unwrap()
    }

    /// The position as the platform can show it: coordinates in single precision.
    fn shown(mut game: Game) -> Game {
        game.stones = game
            .stones
            .iter()
            .map(|(slot, stone)| (slot, read(&written(stone))))
            .collect();
        if let Phase::Over(outcome) = &mut game.phase
            && outcome.reason == rules::Reason::Fault
        {
            outcome.reason = rules::Reason::Concession;
        }
        game
    }

    /// Plays through the house and to the tee in turn, and holds every state against its message.
    fn played(mut curling_match: Match, last: Option<&(usize, Command)>) -> Match {
        let through = Shot::new(Vector::new(0.0, 3.8), Turn::Clockwise);
        let draw = curling_match
            .curling()
            .draw(Vector::ZERO, Turn::Clockwise)
            .unwrap();
        let rules = *curling_match.curling().rules();
        let mut before = shown(*curling_match.game());
        let mut count = 0;
        while let Some(team) = curling_match.to_act() {
            let shot = if count % 3 == 0 || (5..16).contains(&count) {
                through
            } else {
                draw
            };
            let command = match last {
                Some((when, command)) if *when == count => command.clone(),
                _ => Command::Throw(shot),
            };
            let event = curling_match
                .apply(team, command, Duration::from_millis(1234))
                .unwrap();
            count += 1;
            let line =
                ToClient::Update(Box::new(update(&curling_match, Some(&event), None))).write();
            let ToClient::Update(back) = ToClient::read(&line).unwrap() else {
                panic!("an update");
            };
            let game = game(&back.state, &rules, Some(&before)).unwrap();
            assert_eq!(game, shown(*curling_match.game()), "shot {count}");
            assert_eq!(state(&game, &rules, [None; 2]).stones, back.state.stones);
            assert_eq!(back.next_team, curling_match.to_act());
            assert!(back.last_move.is_some());
            before = game;
        }
        curling_match
    }

    #[test]
    fn every_position_of_a_match_comes_back() {
        let curling_match = played(curling_match("ends = 2\nreferee = 'fast'"), None);
        assert_eq!(
            curling_match.game().outcome().unwrap().reason,
            rules::Reason::Score
        );
    }

    #[test]
    fn a_match_that_is_broken_off_comes_back() {
        let crashed = Command::Fault(Fault::Crashed {
            why: "gone".to_owned(),
        });
        for (when, command, reason) in [
            (3, Command::Concede, Reason::Concede),
            (15, Command::TimeOut, Reason::TimeLimit),
            (21, crashed, Reason::Concede),
        ] {
            let curling_match = played(
                curling_match("ends = 2\nreferee = 'fast'"),
                Some(&(when, command)),
            );
            let state = state(
                curling_match.game(),
                curling_match.curling().rules(),
                [None; 2],
            );
            assert_eq!(state.game_result.unwrap().reason, reason);
            assert!(state.game_result.unwrap().winner.is_some());
            assert_eq!(
                (state.hammer, usize::from(state.shot)),
                (None, (when + 1) % 16)
            );
        }
    }

    #[test]
    fn ends_not_played_are_null_and_a_blank_extra_end_is_not_written() {
        let rules = Rules {
            ends: 2,
            ..Rules::dc3()
        };
        let mut game = Game::new(&rules).unwrap();
        let scores = |game: &Game| state(game, &rules, [None; 2]).scores.team1;
        assert_eq!(scores(&game), [None, None]);
        let blank = |game: &mut Game| {
            for _ in 0..16 {
                let nothing = game.stones;
                game.apply(&rules, &nothing).unwrap();
            }
        };
        blank(&mut game);
        assert_eq!(scores(&game), [Some(0), None]);
        blank(&mut game);
        blank(&mut game);
        let level = state(&game, &rules, [None; 2]);
        assert_eq!((level.end, level.extra_end_score), (3, Both::default()));
        for slot in 0..16 {
            let mut after = game.stones;
            if slot == 15 {
                after.place(slot, Vector::ZERO);
            }
            game.apply(&rules, &after).unwrap();
        }
        let over = state(&game, &rules, [None; 2]);
        assert_eq!(over.extra_end_score.team1, Some(1));
        assert_eq!(over.game_result.unwrap().winner, Some(Team::One));
    }

    #[test]
    fn a_clock_is_told_to_the_millisecond() {
        assert_eq!(seconds(Some(Duration::from_micros(218_500_400))), 218.5);
        assert_eq!(seconds(None), FOR_EVER);
        let game = Game::new(&Rules::dc3()).unwrap();
        let left = [Some(Duration::from_secs(3)), None];
        let state = state(&game, &Rules::dc3(), left);
        assert_eq!(Team::BOTH.map(|team| time_left(&state, team)), left);
    }

    #[test]
    fn impossible_states_are_refused_with_their_reason() {
        let rules = Rules::dc3();
        let fresh = state(&Game::new(&rules).unwrap(), &rules, [None; 2]);
        let refused = |change: &dyn Fn(&mut State), words: &str| {
            let mut state = fresh.clone();
            change(&mut state);
            let error = game(&state, &rules, None).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        };
        let stone = written(curling::Stone::default());
        refused(&|state| state.shot = 16, "no slot");
        refused(&|state| state.hammer = None, "`state.hammer` is null");
        refused(
            &|state| state.stones.team0[0] = Some(stone),
            "not been thrown",
        );
        refused(
            &|state| state.stones.team1.push(None),
            "`state.stones` of team1 has 9",
        );
        let far = |state: &mut State| {
            let mut far = stone;
            far.position.x = Single(1e30);
            state.stones.team1[2] = Some(far);
        };
        refused(&far, "stone 2 of team1 is far from");
        refused(&|state| state.scores.team0 = vec![None; 33], "at most 32");
        refused(
            &|state| state.scores = Both::of(|_| vec![Some(1)]),
            "in end 0 the teams have 1 and 1 points",
        );
        refused(&|state| state.scores.team0[3] = Some(9), "9 and 0 points");
    }

    proptest! {
        #[test]
        fn stones_come_back_whoever_threw_first(
            places in prop::collection::vec((any::<bool>(), -2.0_f32..2.0, 32.0_f32..40.0, -6.0_f32..6.0), 16),
            first: bool,
        ) {
            let lead = Team::BOTH[usize::from(first)];
            let all: Stones = places
                .into_iter()
                .enumerate()
                .filter(|(_, (there, ..))| *there)
                .map(|(slot, (_, x, y, angle))| {
                    let at = Vector::from(HackPoint::new(x, y));
                    (slot, curling::Stone { at, angle: f64::from(angle) })
                })
                .collect();
            prop_assert_eq!(read_stones(&stones(&all, lead), lead).unwrap(), all);
        }
    }
}
