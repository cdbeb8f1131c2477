//! The parser of a line of a `.dcl` log.

use super::State;
use curling::frame::LegacyPoint;
use curling::stones::SLOTS;
use curling::{Shot, Stones, Vector};
use std::fmt::Write as _;

/// The longest line that is parsed, in bytes; a position has some 320.
const LONGEST: usize = 4096;

/// The limit of coordinates, in metres from the corner of the sheet, and of velocities, in m/s.
const FARTHEST: f32 = 1000.0;

/// The kind of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    GameInfo,
    GameOver,
    Shot { end: u8, shot: u8 },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Section(Section),
    Value { key: &'a str, value: &'a str },
}

/// A log as text. Bytes that are not UTF-8 are written as in its lines.
pub fn decoded_log(bytes: &[u8]) -> String {
    let lines = bytes.split(|&byte| byte == b'\n').map(decoded);
    lines.collect::<Vec<_>>().join("\n")
}

/// A line as text. Bytes that are not UTF-8, as in names in Shift JIS, are written `\x83`, so that
/// different names stay different.
pub(super) fn decoded(bytes: &[u8]) -> String {
    let bytes = &bytes[..bytes.len().min(LONGEST + 1)];
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text.trim_matches(|c: char| c.is_whitespace() || c == '\0')
        .to_owned()
}

/// Parses a line; none if it is empty.
pub(super) fn parse(text: &str) -> Result<Option<Line<'_>>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    if text.len() > LONGEST {
        return Err(format!("longer than {LONGEST} bytes"));
    }
    if let Some(name) = text.strip_prefix('[') {
        let name = name.strip_suffix(']').unwrap_or(name);
        return section(name).map(|section| Some(Line::Section(section)));
    }
    let (key, value) = text
        .split_once('=')
        .ok_or("neither [section] nor KEY=value")?;
    let (key, value) = (key.trim(), value.trim());
    Ok(Some(Line::Value { key, value }))
}

fn section(name: &str) -> Result<Section, String> {
    let name = name.trim();
    if name.eq_ignore_ascii_case("GameInfo") {
        return Ok(Section::GameInfo);
    }
    if name.eq_ignore_ascii_case("GameOverInfo") {
        return Ok(Section::GameOver);
    }
    let unknown = || format!("unknown section [{name}]");
    let digits = name.len() == 4 && name.bytes().all(|byte| byte.is_ascii_digit());
    let number: u16 = name.parse().ok().filter(|_| digits).ok_or_else(unknown)?;
    let (end, shot) = ((number / 100) as u8, (number % 100) as u8);
    if usize::from(shot) > SLOTS {
        return Err(format!("[{name}]: an end has no shot {shot}"));
    }
    Ok(Section::Shot { end, shot })
}

/// The arguments after the name of a command, which values repeat, with a blank or without.
pub(super) fn after<'a>(key: &str, value: &'a str) -> &'a str {
    match value.get(..key.len()) {
        Some(word) if word.eq_ignore_ascii_case(key) => value[key.len()..].trim(),
        _ => value,
    }
}

/// Parses exactly `N` numbers.
fn numbers<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let mut words = text.split_whitespace();
    let mut all = [0.0; N];
    for (found, number) in all.iter_mut().enumerate() {
        let word = words
            .next()
            .ok_or_else(|| format!("{found} numbers where {N} should be"))?;
        let value = word.parse::<f32>().ok();
        *number = value
            .filter(|value| value.abs() <= FARTHEST)
            .ok_or_else(|| format!("`{}` is not a number in range", short(word)))?;
    }
    if words.next().is_some() {
        return Err(format!("more than {N} numbers"));
    }
    Ok(all)
}

/// A word shortened for messages.
fn short(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Parses exactly `N` whole numbers.
pub(super) fn integers<const N: usize>(text: &str) -> Result<[i64; N], String> {
    let all = numbers::<N>(text)?;
    if all.iter().any(|number| number.fract() != 0.0) {
        return Err("expected whole numbers".to_owned());
    }
    Ok(all.map(|number| number as i64))
}

/// Parses sixteen positions; (0, 0) is no stone.
pub(super) fn stones(text: &str) -> Result<Stones, String> {
    let places = numbers::<{ 2 * SLOTS }>(text)?;
    let mut stones = Stones::none();
    for (slot, place) in places.chunks_exact(2).enumerate() {
        if place != [0.0, 0.0] {
            let at: Vector = LegacyPoint::new(place[0], place[1]).into();
            stones.place(slot, at);
        }
    }
    Ok(stones)
}

pub(super) fn state(text: &str) -> Result<State, String> {
    let all = integers::<4>(text)?;
    let [shot, end, ends, mover] = all.map(|number| u8::try_from(number).ok());
    let known = (
        shot.filter(|shot| usize::from(*shot) <= SLOTS),
        end,
        ends,
        mover.filter(|mover| *mover < 2),
    );
    let (Some(shot), Some(end), Some(ends), Some(mover)) = known else {
        return Err(format!("invalid state: {}", short(text)));
    };
    Ok(State {
        shot,
        end,
        ends,
        mover,
    })
}

pub(super) fn shot(text: &str) -> Result<Shot, String> {
    let [x, y, angle] = numbers(text)?;
    Ok(Shot::legacy(x, y, u8::from(angle != 0.0)))
}
