//! Conversion of Digital Curling 3 logs to [`PlayedMatch`].

use super::{Ending, PlayedEnd, PlayedMatch, PlayedShot};
use crate::dc3::log::{LoggedMatch, LoggedMove};
use crate::dc3::state;
use curling::Stones;
use std::time::Duration;

impl PlayedMatch {
    /// The match of a log of DC3.
    pub fn from_dc3(log: &LoggedMatch) -> Self {
        let length = log
            .conditions
            .as_ref()
            .map(|conditions| conditions.rules.ends);
        let mut ends: Vec<PlayedEnd> = Vec::new();
        for logged in &log.moves {
            let number = usize::from(logged.end);
            while ends.len() <= number {
                ends.push(PlayedEnd {
                    lead: logged.lead,
                    points: None,
                    shots: Vec::new(),
                });
            }
            let end = &mut ends[number];
            end.lead = logged.lead;
            let before = end.shots.last().and_then(|shot| shot.after);
            end.shots.extend(shot(logged, before.as_ref()));
        }
        let last = ends.len();
        for (number, end) in ends.iter_mut().enumerate() {
            end.points = points(log, length, number, number + 1 == last);
        }
        let outcome = log.result.map(state::outcome);
        let ending = match (outcome, &log.error) {
            (Some(outcome), None) => outcome.reason.into(),
            (Some(_), Some(_)) => Ending::Fault,
            (None, _) => Ending::Unfinished,
        };
        let usual = || ["team0".to_owned(), "team1".to_owned()];
        let mut played = Self::of(log.names.clone().unwrap_or_else(usual), ends, ending);
        played.winner = outcome.and_then(|outcome| outcome.winner);
        played.length = length;
        played.left = log.time.map(|time| time.game.map(|span| span.0));
        played
    }
}

/// The points of an end, positive for team 0; none if it is unfinished.
fn points(log: &LoggedMatch, length: Option<u8>, number: usize, last: bool) -> Option<i8> {
    let signed = |[first, second]: [u8; 2]| first as i8 - second as i8;
    if length.is_none_or(|length| number < usize::from(length)) {
        return log.ends.get(number).copied().map(signed);
    }
    // Of extra ends only the one that decides has points; those before it were blank.
    if last {
        log.extra_end.map(signed)
    } else {
        Some(0)
    }
}

/// The shot of a move, unless it is a concession.
fn shot(logged: &LoggedMove, before: Option<&Stones>) -> Option<PlayedShot> {
    let thrown = logged.actual.shot()?;
    let left = logged
        .seconds_left
        .map(|left| left.map(|seconds| Duration::try_from_secs_f64(seconds).ok()));
    Some(PlayedShot {
        slot: logged.shot,
        team: logged.team,
        asked: logged.selected.and_then(|selected| selected.shot()),
        thrown: Some(thrown),
        before: if logged.shot == 0 {
            Some(Stones::none())
        } else {
            before.copied()
        },
        after: logged.stones_after,
        seen: None,
        left: left.unwrap_or([None; 2]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dc3::message::{GameResult, Move, Reason};
    use curling::conditions::Conditions;
    use curling::rules::Team;
    use curling::{Shot, Turn, Vector};

    fn logged(end: u8, shot: u8, lead: Team) -> LoggedMove {
        let thrown = Move::of(&Shot::new(Vector::new(0.1, 2.4), Turn::Clockwise));
        LoggedMove {
            team: Team::of_slot(shot.into(), lead),
            end,
            shot,
            lead,
            selected: Some(thrown),
            actual: thrown,
            foul: false,
            stones_after: None,
            seconds_left: Some([100.0, 90.0]),
        }
    }

    fn log(ends: Vec<[u8; 2]>, extra_end: Option<[u8; 2]>, played: u8) -> LoggedMatch {
        let conditions = Conditions::dc3().changed(&"ends = 2".parse().unwrap());
        let moves =
            (0..played).flat_map(|end| (0..16).map(move |shot| logged(end, shot, Team::Zero)));
        LoggedMatch {
            names: Some(["alpha".to_owned(), "beta".to_owned()]),
            conditions: conditions.ok(),
            moves: moves.collect(),
            ends,
            extra_end,
            result: Some(GameResult {
                reason: Reason::Score,
                winner: Some(Team::One),
            }),
            ..LoggedMatch::default()
        }
    }

    #[test]
    fn ends_and_shots_are_those_of_the_log() {
        let played = PlayedMatch::from_dc3(&log(vec![[0, 2], [1, 0]], None, 2));
        let points: Vec<_> = played.ends.iter().map(|end| end.points).collect();
        assert_eq!(points, [Some(-2), Some(1)]);
        assert_eq!((played.points, played.winner), ([1, 2], Some(Team::One)));
        assert_eq!(played.ends[1].shots.len(), 16);
        assert_eq!(played.ends[0].shots[3].team, Team::One);
    }

    #[test]
    fn blank_extra_ends_come_before_the_one_that_decides() {
        let played = PlayedMatch::from_dc3(&log(vec![[1, 0], [0, 1]], Some([0, 3]), 4));
        let points: Vec<_> = played.ends.iter().map(|end| end.points).collect();
        assert_eq!(points, [Some(1), Some(-1), Some(0), Some(-3)]);
        assert_eq!(played.points, [1, 4]);
    }

    #[test]
    fn an_end_that_was_cut_off_has_no_points() {
        let mut cut = log(vec![[1, 0]], None, 2);
        cut.moves.truncate(20);
        cut.result = None;
        let played = PlayedMatch::from_dc3(&cut);
        assert_eq!(played.ends[1].points, None);
        assert_eq!(played.ending, Ending::Unfinished);
    }
}
