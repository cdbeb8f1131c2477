//! Observed matches: games of people, written down as what lay on the ice after every shot.
//!
//! How a stone was thrown is unknown, so such a match can be looked at, estimated and counted, but
//! not simulated again. A file is lines of JSON: a header, a line for each end, and the result.
//!
//! ```text
//! {"sakiyomi":"observed curling match","version":1,"title":"…","names":["Norway","Italy"],"ends":8}
//! {"lead":"team0","placement":"centre","points":-2,"shots":[{"slot":6,"task":"draw","stones":[…]},…]}
//! {"ending":"score","winner":"team1"}
//! ```
//!
//! Only mixed doubles is written so far: [`super::curlit`] makes these files.

use super::{Ending, PlayedEnd, PlayedMatch, PlayedShot, printable};
use arena::Words;
use curling::conditions::Conditions;
use curling::rules::{MAX_ENDS, Placement, Rules, Team};
use curling::stones::SLOTS;
use curling::{Stones, Turn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The format mark in the first line.
pub const MARK: &str = "observed curling match";

/// The version that is written; only this one is read.
pub const VERSION: u32 = 1;

/// The conditions with the nearest ice and hands: those of mixed doubles on Digital Curling 4.
const NEAREST: &str = "dc4-mixed-doubles";

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    sakiyomi: String,
    version: u32,
    title: String,
    names: [String; 2],
    ends: u8,
}

/// An observed match.
#[derive(Clone, Debug, PartialEq)]
pub struct ObservedMatch {
    /// The competition, session and sheet.
    pub title: String,
    /// The names of team 0, which throws first, and team 1.
    pub names: [String; 2],
    /// The scheduled number of ends.
    pub length: u8,
    /// The ends.
    pub ends: Vec<ObservedEnd>,
    /// The result.
    pub result: ObservedResult,
}

/// The last line: the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedResult {
    /// The way the match ended.
    pub ending: Ending,
    /// The winner.
    pub winner: Option<Team>,
}

/// An end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedEnd {
    /// The team that threw first.
    pub lead: Team,
    /// The placed stones.
    pub placement: ObservedPlacement,
    /// The points, positive for team 0; none if the end was not finished.
    pub points: Option<i8>,
    /// The shots.
    pub shots: Vec<ObservedShot>,
}

/// The line of the placed stones of mixed doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObservedPlacement {
    /// On the centre line.
    Centre,
    /// Power play to the thrower's left.
    Left,
    /// Power play to the thrower's right.
    Right,
}

impl ObservedPlacement {
    /// The placement, chosen by the team with the hammer.
    pub fn placement(self) -> Placement {
        match self {
            ObservedPlacement::Centre => Placement::CENTRE_HOUSE,
            ObservedPlacement::Left => Placement::POWER_PLAY_LEFT,
            ObservedPlacement::Right => Placement::POWER_PLAY_RIGHT,
        }
    }
}

/// A shot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObservedShot {
    /// The slot of its stone, from 6.
    pub slot: u8,
    /// The task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
    /// The turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The mark for the execution, from 0 to 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u8>,
    /// The stones after it, if known.
    pub stones: Option<Stones>,
}

/// An observer's notes on a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSeen")]
pub struct Seen {
    /// The task.
    pub task: Option<Task>,
    /// The turn.
    pub turn: Option<Turn>,
    /// The mark for the execution, from 0 to 4.
    pub mark: Option<u8>,
}

/// The highest mark of a shot.
pub const MOST_MARK: u8 = 4;

/// The task of a shot, by the names of the sport's statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingTask")]
pub enum Task {
    /// A draw into the house.
    Draw,
    /// A stone in front of another, or of the house.
    Front,
    /// A guard.
    Guard,
    /// A raise or a tap back.
    Raise,
    /// A wick or a soft peel.
    Wick,
    /// A freeze.
    Freeze,
    /// A take-out.
    TakeOut,
    /// A hit and roll.
    HitAndRoll,
    /// A clearing.
    Clearing,
    /// A double take-out.
    Double,
    /// A promotion take-out.
    Promotion,
    /// A stone thrown through.
    Through,
    /// A shot without statistics.
    Uncounted,
}

impl Task {
    /// The task in English and Japanese.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Task::Draw => ("draw", "ドロー"),
            Task::Front => ("front", "フロント"),
            Task::Guard => ("guard", "ガード"),
            Task::Raise => ("raise or tap back", "レイズまたはタップバック"),
            Task::Wick => ("wick or soft peel", "ウィックまたはソフトピール"),
            Task::Freeze => ("freeze", "フリーズ"),
            Task::TakeOut => ("take-out", "テイクアウト"),
            Task::HitAndRoll => ("hit and roll", "ヒットアンドロール"),
            Task::Clearing => ("clearing", "クリアリング"),
            Task::Double => ("double take-out", "ダブルテイクアウト"),
            Task::Promotion => ("promotion take-out", "プロモーションテイクアウト"),
            Task::Through => ("through", "スルー"),
            Task::Uncounted => ("shot", "ショット"),
        }
    }
}

impl Seen {
    /// The notes as a sentence: the task and its mark.
    pub fn words(self) -> Words {
        let (en, ja) = self.task.unwrap_or(Task::Uncounted).words();
        match self.mark {
            Some(mark) => Words {
                en: format!("{en} ({mark} of {MOST_MARK})"),
                ja: format!("{ja}（{MOST_MARK}点満点で{mark}点）"),
            },
            None => Words {
                en: en.to_owned(),
                ja: ja.to_owned(),
            },
        }
    }
}

/// An invalid file of an observed match.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct ObservedError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub why: String,
}

impl ObservedMatch {
    /// The match as text.
    ///
    /// # Errors
    /// If a position cannot be written.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let header = Header {
            sakiyomi: MARK.to_owned(),
            version: VERSION,
            title: self.title.clone(),
            names: self.names.clone(),
            ends: self.length,
        };
        let mut lines = vec![serde_json::to_string(&header)?];
        for end in &self.ends {
            lines.push(serde_json::to_string(end)?);
        }
        lines.push(serde_json::to_string(&self.result)?);
        lines.push(String::new());
        Ok(lines.join("\n"))
    }

    /// Reads a match.
    ///
    /// # Errors
    /// With the line that cannot be read.
    pub fn read(text: &str) -> Result<Self, ObservedError> {
        let at = |line: usize, why: String| ObservedError { line, why };
        let mut lines = text
            .lines()
            .zip(1..)
            .filter(|(line, _)| !line.trim().is_empty());
        let (first, number) = lines
            .next()
            .ok_or_else(|| at(1, "the file is empty".to_owned()))?;
        let header: Header =
            serde_json::from_str(first).map_err(|why| at(number, why.to_string()))?;
        if header.sakiyomi != MARK || header.version != VERSION {
            let why = format!("not an {MARK} of version {VERSION}");
            return Err(at(number, why));
        }
        if !(1..=MAX_ENDS).contains(&header.ends) {
            return Err(at(number, format!("`ends` is not in 1 to {MAX_ENDS}")));
        }
        let rest: Vec<_> = lines.collect();
        let Some(((last, last_number), ends)) = rest.split_last() else {
            return Err(at(number, "the line of the result is missing".to_owned()));
        };
        let result = serde_json::from_str(last)
            .map_err(|why| at(*last_number, format!("the result: {why}")))?;
        let ends = ends.iter().map(|(line, number)| {
            let end = serde_json::from_str(line).map_err(|why| why.to_string());
            end.and_then(checked).map_err(|why| at(*number, why))
        });
        let ends: Vec<_> = ends.collect::<Result<_, _>>()?;
        if ends.len() > usize::from(MAX_ENDS) {
            return Err(at(number, format!("more than {MAX_ENDS} ends")));
        }
        Ok(ObservedMatch {
            title: printable(&header.title),
            names: header.names,
            length: header.ends,
            ends,
            result,
        })
    }

    /// The conditions nearest to it: the rules of the sport, but not the ice and the hands that
    /// were there.
    pub fn conditions() -> Conditions {
        Conditions {
            rules: Rules::sport_mixed_doubles(),
            ..Conditions::named(NEAREST).unwrap_or_default()
        }
    }

    /// The match for replays, estimates and statistics.
    pub fn played(&self) -> PlayedMatch {
        let ends = self.ends.iter().map(played_end).collect();
        let mut played = PlayedMatch::of(self.names.clone(), ends, self.result.ending);
        (played.winner, played.length) = (self.result.winner, Some(self.length));
        played
    }
}

/// An end whose shots follow each other, with marks in their range.
fn checked(end: ObservedEnd) -> Result<ObservedEnd, String> {
    let first = curling::rules::doubles::FIRST_SLOT;
    for (at, shot) in end.shots.iter().enumerate() {
        let slot = usize::from(shot.slot);
        if slot != first + at || slot >= SLOTS {
            let due = first + at;
            return Err(format!("`shots[{at}].slot` is {slot}, not {due}"));
        }
        if shot.mark.is_some_and(|mark| mark > MOST_MARK) {
            return Err(format!("`shots[{at}].mark` is above {MOST_MARK}"));
        }
    }
    Ok(end)
}

fn played_end(end: &ObservedEnd) -> PlayedEnd {
    let doubles = ObservedMatch::conditions().rules.doubles;
    let placed = doubles.map(|doubles| doubles.set_up(end.placement.placement()));
    let mut before = placed;
    let shots = end.shots.iter().map(|shot| {
        let played = PlayedShot {
            slot: shot.slot,
            team: Team::of_slot(shot.slot.into(), end.lead),
            asked: None,
            thrown: None,
            before,
            after: shot.stones,
            seen: Some(Seen {
                task: shot.task,
                turn: shot.turn,
                mark: shot.mark,
            }),
            left: [None; 2],
        };
        before = shot.stones;
        played
    });
    PlayedEnd {
        lead: end.lead,
        points: end.points,
        shots: shots.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curling::Vector;

    /// A match of one end, in which team 1 scores two with its last stone.
    fn sample() -> ObservedMatch {
        let mut stones = Stones::none();
        let shots = (6..16).map(|slot| {
            stones.place(usize::from(slot), Vector::new(0.1 * f64::from(slot), 0.0));
            ObservedShot {
                slot,
                task: Some(Task::Draw),
                turn: Some(Turn::Clockwise),
                mark: Some(3),
                stones: Some(stones),
            }
        });
        ObservedMatch {
            title: "Cup, session 1, sheet A".to_owned(),
            names: ["Alpha".to_owned(), "Beta".to_owned()],
            length: 1,
            ends: vec![ObservedEnd {
                lead: Team::Zero,
                placement: ObservedPlacement::Right,
                points: Some(-2),
                shots: shots.collect(),
            }],
            result: ObservedResult {
                ending: Ending::Score,
                winner: Some(Team::One),
            },
        }
    }

    #[test]
    fn a_match_is_read_back_as_it_was_written() {
        let text = sample().text().unwrap();
        assert_eq!(ObservedMatch::read(&text).unwrap(), sample());
        let played = sample().played();
        assert_eq!((played.points, played.winner), ([0, 2], Some(Team::One)));
        let shots = &played.ends[0].shots;
        // The stones of a power play lie there before the first shot.
        assert!(shots[0].before.unwrap().get(0).unwrap().at.x > 0.5);
        assert_eq!(shots[3].before, shots[2].after);
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_line() {
        let text = sample().text().unwrap();
        for (from, to, line) in [
            (r#""version":1"#, r#""version":2"#, 1),
            (r#""ends":1"#, r#""ends":0"#, 1),
            (r#""slot":7"#, r#""slot":9"#, 2),
            (r#""mark":3"#, r#""mark":5"#, 2),
            (r#""task":"draw""#, r#""task":"dance""#, 2),
            (r#""winner""#, r#""loser""#, 3),
        ] {
            let wrong = text.replacen(from, to, 1);
            assert_ne!(wrong, text);
            assert_eq!(ObservedMatch::read(&wrong).unwrap_err().line, line, "{to}");
        }
        assert_eq!(ObservedMatch::read("").unwrap_err().line, 1);
        let header = text.lines().next().unwrap();
        assert_eq!(ObservedMatch::read(header).unwrap_err().line, 1);
    }
}
