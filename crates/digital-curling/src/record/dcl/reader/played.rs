//! Conversion of a `.dcl` log to a [`PlayedMatch`].

use super::{Log, Position};
use crate::games::{Ending, PlayedEnd, PlayedMatch, PlayedShot};
use curling::rules::Team;
use curling::stones::SLOTS;
use std::time::Duration;

pub(super) fn of(log: &Log) -> PlayedMatch {
    let sections = by_end(&log.positions);
    let first = first_mover(&sections);
    let usual = usually_reversed(log, first);
    let reversed = [usual, !usual]
        .into_iter()
        .find(|reversed| fits(log, &sections, *reversed));
    let reversed = reversed.unwrap_or(usual);
    let mut lead = Team::Zero;
    let mut ends = Vec::new();
    for section in &sections {
        lead = leader(section, reversed).unwrap_or(lead);
        let score = section.iter().find_map(|position| position.score);
        let points = score.map(|score| signed(score, reversed));
        let shots = shots(section, lead);
        if points.is_none() && shots.is_empty() {
            continue;
        }
        ends.push(PlayedEnd {
            lead,
            points,
            shots,
        });
        lead = match points.map_or(0, i8::signum) {
            1 => Team::Zero,
            -1 => Team::One,
            _ => lead,
        };
    }
    let mut played = PlayedMatch::of(log.names.clone(), ends, Ending::Unfinished);
    let states = log.positions.iter().filter_map(|position| position.state);
    played.length = states.map(|state| state.ends).find(|ends| *ends > 0);
    played.left = log
        .milliseconds
        .map(|time| time.filter(|time| *time > 0).map(Duration::from_millis));
    if let Some(total) = log.total {
        played.points = total.map(|points| u32::try_from(points).unwrap_or(0));
    }
    (played.ending, played.winner) = ended(log, &played);
    played
}

/// The sections of each end, in order.
fn by_end(positions: &[Position]) -> Vec<Vec<&Position>> {
    let mut ends: Vec<Vec<&Position>> = Vec::new();
    for position in positions {
        match ends.last_mut() {
            Some(end) if end[0].end == position.end => end.push(position),
            _ => ends.push(vec![position]),
        }
    }
    ends
}

/// The number of the team that throws first in the match.
fn first_mover(sections: &[Vec<&Position>]) -> Option<u8> {
    let first = sections.first()?;
    let thrown = first.iter().find(|position| position.asked.is_some());
    let position = thrown.or(first.first())?;
    let state = position.state?;
    // Odd stones are thrown by the other team.
    Some(state.mover ^ (position.shot % 2))
}

/// Whether team 0 is number 1 in this log, by its first shot.
fn usually_reversed(log: &Log, first: Option<u8>) -> bool {
    !log.doubles && first == Some(1)
}

fn signed(score: i64, reversed: bool) -> i8 {
    let score = score.clamp(-16, 16) as i8;
    if reversed { -score } else { score }
}

/// Whether the ends add up to the total, if one is given.
fn fits(log: &Log, sections: &[Vec<&Position>], reversed: bool) -> bool {
    let Some(total) = log.total else {
        return true;
    };
    let scores = sections
        .iter()
        .filter_map(|section| section.iter().find_map(|position| position.score));
    let mut sums = [0; 2];
    for score in scores {
        let points = i64::from(signed(score, reversed));
        sums[usize::from(points < 0)] += points.abs();
    }
    sums == total
}

/// The team that throws first in an end, if known.
fn leader(section: &[&Position], reversed: bool) -> Option<Team> {
    let known = |position: &&Position| Some((position.shot, position.state?.mover));
    // Sections with a shot are more reliable than dummy sections.
    let thrown = section.iter().filter(|position| position.asked.is_some());
    let (shot, mover) = thrown
        .chain(section)
        .filter(|position| usize::from(position.shot) < SLOTS)
        .find_map(known)?;
    let number = (mover ^ (shot % 2)) ^ u8::from(reversed);
    Some(Team::BOTH[usize::from(number & 1)])
}

/// The shots of an end. The stones after one are those before the next.
fn shots(section: &[&Position], lead: Team) -> Vec<PlayedShot> {
    let mut shots = Vec::new();
    for (index, position) in section.iter().enumerate() {
        let slot = usize::from(position.shot);
        let thrown = position.asked.is_some() || position.thrown.is_some();
        if !thrown || slot >= SLOTS {
            continue;
        }
        let after = section.get(index + 1);
        let after = after.filter(|after| after.shot == position.shot + 1);
        shots.push(PlayedShot {
            slot: position.shot,
            team: Team::of_slot(slot, lead),
            asked: position.asked,
            thrown: position.thrown,
            before: position.stones,
            after: after.and_then(|after| after.stones),
            seen: None,
            left: [None; 2],
        });
    }
    shots
}

/// The ending and the winner.
fn ended(log: &Log, played: &PlayedMatch) -> (Ending, Option<Team>) {
    let named = log.winner.as_ref().and_then(|name| {
        let same = log.names.each_ref().map(|own| own == name);
        match same {
            [true, false] => Some(Team::Zero),
            [false, true] => Some(Team::One),
            _ => None,
        }
    });
    let [first, second] = played.points;
    let ahead = match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Team::Zero),
        std::cmp::Ordering::Less => Some(Team::One),
        std::cmp::Ordering::Equal => None,
    };
    let on_ice = match ahead {
        Some(_) => Ending::Score,
        None => Ending::Draw,
    };
    let state = log.end_state.as_deref().map(str::to_ascii_uppercase);
    match state.as_deref() {
        Some("NORMAL") => (on_ice, named.or(ahead)),
        Some("CONCEDE" | "CONCEED") => (Ending::Concession, named),
        Some("TIMEOUT") => (Ending::Time, named),
        Some("FAULT") => (Ending::Fault, named),
        Some(_) => (Ending::Unknown, named),
        // Of the first generation only matches that were played to their end can be told from
        // others.
        None if is_complete(log, played) => (on_ice, ahead),
        None => (Ending::Unfinished, None),
    }
}

/// Whether all ends were played.
fn is_complete(log: &Log, played: &PlayedMatch) -> bool {
    let finished = played.ends.iter().filter(|end| end.points.is_some());
    let last_is_finished = played.ends.last().is_some_and(|end| end.points.is_some());
    match played.length {
        Some(length) => finished.count() >= usize::from(length) && last_is_finished,
        None => log.total.is_some() && last_is_finished,
    }
}
