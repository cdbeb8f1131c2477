//! Logs of `dc4client`, the released Python client of Digital Curling 4.
//!
//! A line is an object with `timestamp`, `logger`, `level` and `message`; a message of a state has
//! it as Python prints it (module `python`). A program that plays several matches has all of them
//! in one file, told apart by the address of their streams. A client that joined late lacks the
//! shots before; of ends that it has not seen the points are known all the same. Shots are those
//! thrown, after noise: what was asked for is not in the log.

mod python;

use super::{Ending, PlayedEnd, PlayedMatch, PlayedShot};
use crate::dc4::state::State;
use curling::conditions::Conditions;
use curling::rules::{Rules, Team};
use serde::Deserialize;
use std::time::Duration;

/// The most states of a file.
const MOST_STATES: usize = 200_000;

/// The beginnings of messages with a state.
const STATES: [&str; 2] = ["latest_state_data: ", "state_data: "];

/// The beginning of the message about a new stream; the address of the stream follows.
const STREAM: &str = "SSE loop start -> ";

/// An invalid log.
#[derive(Debug, thiserror::Error)]
pub enum Dc4ClientLogError {
    /// An invalid line.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// A log without states.
    #[error("the log has no states: the client was never told of a match")]
    Empty,
}

/// A match of a log.
#[derive(Clone, Debug)]
pub struct LoggedMatch {
    /// The match.
    pub played: PlayedMatch,
    /// The conditions: the rules of its states, otherwise the defaults of the platform.
    pub conditions: Conditions,
    /// Warnings about parts left out.
    pub warnings: Vec<String>,
}

#[derive(Deserialize)]
struct LogLine {
    message: String,
}

/// Whether the first line of a file is one of such a log.
pub(super) fn is_log(first: &str) -> bool {
    let has = |words: &str| first.contains(words);
    has("\"timestamp\"") && has("\"logger\"") && has("\"level\"") && has("\"message\"")
}

/// Reads the matches of a log, in their order.
///
/// # Errors
/// If a line is invalid, or there are no states.
pub fn read(text: &str) -> Result<Vec<LoggedMatch>, Dc4ClientLogError> {
    let wrong = |line: usize, why: String| Dc4ClientLogError::Line { line, why };
    let mut matches: Vec<(String, Vec<State>)> = Vec::new();
    let mut torn = None;
    let mut count = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let number = index + 1;
        if line.trim().is_empty() {
            continue;
        }
        let read = match serde_json::from_str::<LogLine>(line) {
            Ok(read) => read,
            Err(_) if !line.ends_with('\n') && index > 0 => {
                torn = Some(format!("line {number}: torn line ignored"));
                break;
            }
            Err(why) => return Err(wrong(number, why.to_string())),
        };
        if let Some(address) = read.message.strip_prefix(STREAM) {
            if matches.last().is_none_or(|(last, _)| last != address) {
                matches.push((address.to_owned(), Vec::new()));
            }
            continue;
        }
        let mut states = STATES.iter();
        let Some(written) = states.find_map(|prefix| read.message.strip_prefix(prefix)) else {
            continue;
        };
        count += 1;
        if count > MOST_STATES {
            return Err(wrong(number, format!("more than {MOST_STATES} states")));
        }
        let fields = python::fields(written).map_err(|why| wrong(number, why))?;
        let state = serde_json::from_value(fields);
        let state: State = state.map_err(|why| wrong(number, format!("the state: {why}")))?;
        if matches.is_empty() {
            matches.push((String::new(), Vec::new()));
        }
        if let Some((_, states)) = matches.last_mut() {
            states.push(state);
        }
    }
    let mut played = Vec::new();
    for (_, states) in &matches {
        played.extend(logged(states)?);
    }
    let last = played.last_mut().ok_or(Dc4ClientLogError::Empty)?;
    last.warnings.extend(torn);
    Ok(played)
}

/// The match of these states; none without states.
fn logged(states: &[State]) -> Result<Option<LoggedMatch>, Dc4ClientLogError> {
    let (Some(first), Some(last)) = (states.first(), states.last()) else {
        return Ok(None);
    };
    let usual = Conditions::named("dc4").unwrap_or_default();
    let conditions = last.conditions(&usual);
    let conditions = conditions.map_err(|why| Dc4ClientLogError::Line {
        line: 1,
        why: why.to_string(),
    })?;
    let rules = conditions.rules;
    let mut warnings = Vec::new();
    if first.end > 0 || first.last_move.is_some() {
        warnings.push("the log begins in the middle of the match".to_owned());
    }
    let mut ends = scored_ends(&rules, last);
    for (number, end) in ends.iter_mut().enumerate() {
        let of_end = states
            .iter()
            .filter(|state| usize::from(state.end) == number);
        fill(&rules, end, &of_end.collect::<Vec<_>>());
    }
    let (ending, winner) = (ending(&rules, last), last.winner);
    let names = last.names.as_deref().cloned();
    let names = names.unwrap_or_else(|| ["team0".to_owned(), "team1".to_owned()]);
    let mut played = PlayedMatch::of(names, ends, ending);
    played.winner = winner;
    played.length = Some(rules.ends);
    let fresh = first.end == 0 && first.last_move.is_none();
    played.left = first.left.map(|left| seconds(left).filter(|_| fresh));
    Ok(Some(LoggedMatch {
        played,
        conditions,
        warnings,
    }))
}

fn seconds(left: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(left).ok()
}

/// The number of stones thrown in an end.
fn stones_of_end(rules: &Rules) -> u8 {
    2 * rules.deliveries() as u8
}

/// Whether the end of a state is over in it.
fn is_end_over(rules: &Rules, state: &State) -> bool {
    let all = thrown(rules, state) == Some(stones_of_end(rules));
    all && state.next.is_none()
}

/// The stones thrown. Some servers leave the number out after the last stone of mixed doubles.
fn thrown(rules: &Rules, state: &State) -> Option<u8> {
    let last = state.last_move.is_some() && state.next.is_none();
    state.thrown.or_else(|| last.then(|| stones_of_end(rules)))
}

/// The ends of a match without their shots: points, and the lead as it follows from them.
fn scored_ends(rules: &Rules, last: &State) -> Vec<PlayedEnd> {
    let points_in = |place: usize| {
        let of = |team: usize| last.score[team].get(place).copied().unwrap_or(0);
        i8::try_from(i16::from(of(0)) - i16::from(of(1))).unwrap_or(0)
    };
    let regular = usize::from(rules.ends);
    let current = usize::from(last.end);
    let mut lead = Team::Zero;
    (0..=current)
        .map(|number| {
            let over = number < current || is_end_over(rules, last);
            let points = if number < regular {
                points_in(number)
            } else if number == current {
                points_in(regular)
            } else {
                0 // of extra ends only the last has points
            };
            let end = PlayedEnd {
                lead,
                points: over.then_some(points),
                shots: Vec::new(),
            };
            lead = match points {
                0 => lead,
                1.. => Team::Zero,
                _ => Team::One,
            };
            end
        })
        .collect()
}

/// Adds the lead and the shots of the states of an end.
fn fill(rules: &Rules, end: &mut PlayedEnd, states: &[&State]) {
    let lead = states.iter().find_map(|state| {
        let (thrown, next) = (state.thrown?, state.next?);
        Some(if thrown % 2 == 0 { next } else { next.other() })
    });
    end.lead = lead.unwrap_or(end.lead);
    let mut before: Option<(u8, curling::Stones)> = None;
    for state in states {
        let Some(thrown) = thrown(rules, state) else {
            continue;
        };
        let stones = state.read_stones(rules, end.lead);
        let known = before.filter(|(number, _)| number + 1 == thrown);
        before = Some((thrown, stones));
        let slot = rules.first_slot() + usize::from(thrown.saturating_sub(1));
        let repeated = end
            .shots
            .last()
            .is_some_and(|shot| usize::from(shot.slot) >= slot);
        let shot = state.last_move.and_then(|last| last.mirrored().shot().ok());
        let (Some(shot), 1.., false) = (shot, thrown, repeated) else {
            continue;
        };
        end.shots.push(PlayedShot {
            slot: u8::try_from(slot).unwrap_or(u8::MAX),
            team: Team::of_slot(slot, end.lead),
            asked: None,
            thrown: Some(shot),
            before: known.map(|(_, stones)| stones),
            after: Some(stones),
            seen: None,
            left: Team::BOTH.map(|team| seconds(state.left_now(team))),
        });
    }
}

fn ending(rules: &Rules, last: &State) -> Ending {
    let Some(winner) = last.winner else {
        return Ending::Unfinished;
    };
    let ahead = last.total(winner) > last.total(winner.other());
    if is_end_over(rules, last) && ahead {
        Ending::Score
    } else if last.left_now(winner.other()) <= 0.0 {
        Ending::Time
    } else {
        Ending::Unknown
    }
}

#[cfg(test)]
mod tests;
