//! Positions and shots as the platforms write them in JSON.
//!
//! There are two forms. The legacy platform and DC2 list stones by shot as `[x, y]` and write a
//! shot `[vx, vy, angle]`, all in the legacy frame. Digital Curling 3 lists team0's eight stones,
//! then team1's, as `{x, y, angle}` in the hack frame, names the team to throw, and writes a shot
//! `{vx, vy, rotation}`. Both are in single precision: longer numbers are rounded to it, and the
//! output reads back exactly. Reading is strict, and an error names the field.

use super::match_form::field;
use crate::json_lines::Object;
use curling::frame::{HackPoint, LegacyPoint};
use curling::physics::{Ice, Parameters};
use curling::sheet::RADIUS;
use curling::stones::SLOTS;
use curling::{Shot, Stone, Stones, Sweep, Turn, Vector};
use serde::Deserialize;
use serde_json::value::RawValue;

/// A stone farther than this from the tee is a mistake, in metres.
const FAR: f64 = 100.0;

/// Stones that overlap by more than this are a mistake, in metres. Stones at rest may overlap a
/// little: the official engines leave up to some millimetres.
const OVERLAP: f64 = 0.05;

/// A JSON form of positions and shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformForm {
    /// The form of the legacy platform and DC2.
    Legacy,
    /// The form of Digital Curling 3.
    Hack,
}

/// The order of the stones in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneOrder {
    /// By shot number.
    ByShot,
    /// Eight of team0, then eight of team1.
    ByTeam {
        /// The team that throws first in the end.
        first: usize,
    },
}

impl StoneOrder {
    /// Returns the slot of an entry.
    pub fn slot(self, entry: usize) -> usize {
        match self {
            StoneOrder::ByShot => entry,
            StoneOrder::ByTeam { first } => entry % 8 * 2 + usize::from(entry / 8 != first),
        }
    }

    /// Returns listed stones by slot.
    pub fn by_slot(self, listed: &Listed) -> Stones {
        let listed = listed.iter().enumerate();
        let seated = listed.filter_map(|(entry, stone)| Some((self.slot(entry), (*stone)?)));
        seated.collect()
    }

    /// Returns the entry of a slot.
    pub fn entry(self, slot: usize) -> usize {
        match self {
            StoneOrder::ByShot => slot,
            StoneOrder::ByTeam { first } => slot / 2 + 8 * ((first + slot) % 2),
        }
    }
}

/// The entries of a list of stones, in their order.
pub type Listed = [Option<Stone>; SLOTS];

/// A throw requested by a line.
#[derive(Clone, Debug)]
pub struct RequestedThrow {
    /// The stones by slot.
    pub stones: Stones,
    /// The order in which they are listed.
    pub order: StoneOrder,
    /// The slot of the stone to be thrown.
    pub slot: usize,
    /// The shot.
    pub shot: Shot,
}

#[derive(Deserialize)]
struct HackStone {
    x: f32,
    y: f32,
    #[serde(default)]
    angle: f32,
}

#[derive(Deserialize)]
struct HackShot<'a> {
    vx: Option<f32>,
    vy: Option<f32>,
    speed: Option<f32>,
    angle: Option<f32>,
    #[serde(borrow)]
    rotation: Option<&'a str>,
}

impl PlatformForm {
    /// Returns the form in which positions on this ice are written.
    pub fn of_ice(ice: &Parameters) -> Self {
        match ice.ice {
            Ice::Coulomb(_) => PlatformForm::Legacy,
            Ice::Fcv1(_) => PlatformForm::Hack,
        }
    }

    /// Returns the name of the field with the shot.
    pub fn shot_field(self) -> &'static str {
        match self {
            PlatformForm::Legacy => "vec",
            PlatformForm::Hack => "shot",
        }
    }

    /// Returns the form of an object, by its stones; the legacy form if it has none.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn of(object: &Object<'_>) -> Result<Self, String> {
        let hack = object.get("stones")?.is_some_and(|text| text.contains('{'))
            || object.get("next_team")?.is_some();
        Ok(if hack {
            PlatformForm::Hack
        } else {
            PlatformForm::Legacy
        })
    }

    /// Reads the field `stones`.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn stones(self, object: &Object<'_>) -> Result<Listed, String> {
        self.listed("stones", object)
    }

    /// Reads a field with stones.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn listed(self, name: &str, object: &Object<'_>) -> Result<Listed, String> {
        let text = object.need(name)?;
        let listed = match self {
            PlatformForm::Legacy => quick_pairs(text)
                .map_or_else(|| serde_json::from_str(text), Ok)
                .map(legacy_stones),
            PlatformForm::Hack => serde_json::from_str(text).map(hack_stones),
        };
        let listed = listed.map_err(|error| self.explain(name, text, &error))?;
        check_near(name, &listed)?;
        Ok(listed)
    }

    /// Returns the reason why a list of stones could not be read.
    fn explain(self, name: &str, text: &str, error: &serde_json::Error) -> String {
        let entry = match self {
            PlatformForm::Legacy => "[x, y] in metres",
            PlatformForm::Hack => "{\"x\": …, \"y\": …, \"angle\": …} in metres and radians",
        };
        // Each from its own text: a number too large for single precision is found only there.
        let fits = |text: &str| match self {
            PlatformForm::Legacy => serde_json::from_str::<Option<[f32; 2]>>(text).is_ok(),
            PlatformForm::Hack => serde_json::from_str::<Option<HackStone>>(text).is_ok(),
        };
        let Ok(entries) = serde_json::from_str::<Vec<&RawValue>>(text) else {
            let why = crate::json_lines::plain(error);
            return format!("`{name}` is not a list of {SLOTS} stones: {why}");
        };
        match entries.iter().position(|value| !fits(value.get())) {
            Some(index) => {
                let value = entries[index];
                format!("`{name}[{index}]` is {value}: write {entry}, or null")
            }
            None => format!(
                "`{name}` has {} entries: it must have {SLOTS}",
                entries.len()
            ),
        }
    }

    /// Reads a position and a shot.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn throw(self, object: &Object<'_>) -> Result<RequestedThrow, String> {
        let (stones, order, slot) = self.before_shot(object)?;
        let shot = self.shot(object)?;
        Ok(RequestedThrow {
            stones,
            order,
            slot,
            shot,
        })
    }

    /// Reads a [position](Self::position) and checks that the next shot can be thrown in it.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn before_shot(self, object: &Object<'_>) -> Result<(Stones, StoneOrder, usize), String> {
        let (stones, order, slot) = self.position(object)?;
        let late = stones.iter().find(|(taken, _)| *taken >= slot);
        if let Some((taken, _)) = late {
            let entry = order.entry(taken);
            return Err(format!(
                "`stones[{entry}]` has not been thrown yet: it is shot {taken}, and `shot_num` is {slot}"
            ));
        }
        check_apart(&stones, order)?;
        Ok((stones, order, slot))
    }

    /// Reads the stones by slot, their order, and the number of the next shot.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn position(self, object: &Object<'_>) -> Result<(Stones, StoneOrder, usize), String> {
        let listed = self.stones(object)?;
        let slot = shot_number(object.need("shot_num")?)?;
        let order = match self {
            PlatformForm::Legacy => StoneOrder::ByShot,
            PlatformForm::Hack => order_of(object, slot)?,
        };
        Ok((order.by_slot(&listed), order, slot))
    }

    /// Reads the shot, and its sweeping from the field `sweep`.
    ///
    /// # Errors
    /// If a field is missing or invalid; the message names it.
    pub fn shot(self, object: &Object<'_>) -> Result<Shot, String> {
        let text = object.need(self.shot_field())?;
        let shot = match self {
            PlatformForm::Legacy => legacy_shot(text),
            PlatformForm::Hack => hack_shot(text),
        }?;
        let sweep = sweep(object)?;
        Ok(Shot { sweep, ..shot })
    }

    /// Returns stones as JSON.
    pub fn write_stones(self, stones: &Stones, order: StoneOrder) -> Vec<u8> {
        let mut out = Vec::with_capacity(512);
        let mut between = b'[';
        for entry in 0..SLOTS {
            out.push(between);
            between = b',';
            match stones.get(order.slot(entry)) {
                None => out.extend_from_slice(b"null"),
                Some(stone) => self.write_stone(stone, &mut out),
            }
        }
        out.push(b']');
        out
    }

    fn write_stone(self, stone: Stone, out: &mut Vec<u8>) {
        match self {
            PlatformForm::Legacy => {
                let LegacyPoint(at) = stone.at.into();
                list(&[at.x, at.y], out);
            }
            PlatformForm::Hack => {
                let HackPoint(at) = stone.at.into();
                let fields = [("x", at.x), ("y", at.y), ("angle", stone.angle as f32)];
                record(&fields, out);
                out.push(b'}');
            }
        }
    }

    /// Returns a point in the frame of the form.
    pub fn point(self, at: Vector) -> Vector<f32> {
        match self {
            PlatformForm::Legacy => LegacyPoint::from(at).0,
            PlatformForm::Hack => HackPoint::from(at).0,
        }
    }

    /// Returns a shot as JSON.
    pub fn write_shot(self, shot: &Shot) -> Vec<u8> {
        let mut out = Vec::with_capacity(96);
        match self {
            PlatformForm::Legacy => {
                let (vx, vy, angle) = shot.to_legacy();
                list(&[vx, vy], &mut out);
                out.pop();
                out.extend_from_slice(&[b',', b'0' + angle, b']']);
            }
            PlatformForm::Hack => {
                let Vector { x, y } = Vector::<f32>::of(shot.velocity);
                let fields = [
                    ("vx", x),
                    ("vy", y),
                    ("speed", x.hypot(y)),
                    ("angle", y.atan2(x)),
                ];
                record(&fields, &mut out);
                out.extend_from_slice(b",\"rotation\":\"");
                out.extend_from_slice(rotation(shot.turn).as_bytes());
                out.extend_from_slice(b"\"}");
            }
        }
        out
    }
}

/// Pairs of numbers and nulls, from text that is known to be JSON without blanks; nothing if it is
/// anything else.
///
/// The JSON reader takes most of the time of a line for its numbers. The standard library reads the
/// same numbers, rounded the same way, several times as fast.
fn quick_pairs(text: &str) -> Option<[Option<[f32; 2]>; SLOTS]> {
    let mut pairs = [None; SLOTS];
    let mut rest = text.strip_prefix('[')?;
    for (entry, pair) in pairs.iter_mut().enumerate() {
        if entry > 0 {
            rest = rest.strip_prefix(',')?;
        }
        if let Some(after) = rest.strip_prefix("null") {
            rest = after;
            continue;
        }
        let (numbers, after) = rest.strip_prefix('[')?.split_once(']')?;
        let (x, y) = numbers.split_once(',')?;
        let number = |text: &str| text.parse().ok().filter(|n: &f32| n.is_finite());
        *pair = Some([number(x)?, number(y)?]);
        rest = after;
    }
    (rest == "]").then_some(pairs)
}

fn legacy_stones(listed: [Option<[f32; 2]>; SLOTS]) -> Listed {
    listed.map(|stone| match stone? {
        [0.0, 0.0] => None, // the platforms' way of writing a stone that is not there
        [x, y] => Some(Stone {
            at: LegacyPoint::new(x, y).into(),
            angle: 0.0,
        }),
    })
}

fn hack_stones(listed: [Option<HackStone>; SLOTS]) -> Listed {
    listed.map(|stone| {
        stone.map(|HackStone { x, y, angle }| Stone {
            at: HackPoint::new(x, y).into(),
            angle: angle.into(),
        })
    })
}

/// Checks that all stones lie near the sheet.
fn check_near(name: &str, listed: &Listed) -> Result<(), String> {
    let far = |stone: &Option<Stone>| stone.is_some_and(|s| s.at.length_squared() > FAR * FAR);
    match listed.iter().position(far) {
        Some(entry) => Err(format!(
            "`{name}[{entry}]` lies more than {FAR} m from the tee"
        )),
        None => Ok(()),
    }
}

/// Whether no stones lie in each other. Only who throws at them must know: the platforms count
/// overlapping stones without a word.
fn check_apart(stones: &Stones, order: StoneOrder) -> Result<(), String> {
    let least = 2.0 * RADIUS - OVERLAP;
    for (slot, stone) in stones.iter() {
        let near = |(other, lies): &(usize, Stone)| {
            *other < slot && (lies.at - stone.at).length_squared() < least * least
        };
        if let Some((other, _)) = stones.iter().find(near) {
            let (one, two) = (order.entry(other), order.entry(slot));
            return Err(format!(
                "`stones[{one}]` and `stones[{two}]` overlap by more than {OVERLAP} m"
            ));
        }
    }
    Ok(())
}

pub(super) fn shot_number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number < SLOTS);
    number.ok_or_else(|| {
        let last = SLOTS - 1;
        format!("`shot_num` is {text}: it must be a whole number from 0 to {last}")
    })
}

/// Reads the sweeping of a line; none if it has no such field.
///
/// # Errors
/// If it is invalid.
pub(super) fn sweep(object: &Object<'_>) -> Result<Option<Sweep>, String> {
    let form = r#"{"from":-10,"to":0,"effort":1}: metres from the tee, and an effort from 0 to 1"#;
    field(object, "sweep", form)
}

fn legacy_shot(text: &str) -> Result<Shot, String> {
    let (vx, vy, turn) = legacy_triple("vec", text, "[vx, vy, angle]")?;
    Ok(Shot::legacy(
        vx,
        vy,
        u8::from(turn == Turn::CounterClockwise),
    ))
}

/// Reads two numbers and an angle of 0 or 1.
pub(super) fn legacy_triple(
    name: &str,
    text: &str,
    form: &str,
) -> Result<(f32, f32, Turn), String> {
    let wrong = |why: &str| format!("`{name}` is {text}: write {form}{why}");
    let [x, y, angle]: [f32; 3] = serde_json::from_str(text)
        .map_err(|error| wrong(&format!(" ({})", crate::json_lines::plain(&error))))?;
    let turn = match angle {
        0.0 => Turn::Clockwise,
        1.0 => Turn::CounterClockwise,
        _ => {
            return Err(wrong(
                " with angle 0 (curls to larger x) or 1 (to smaller x)",
            ));
        }
    };
    Ok((x, y, turn))
}

fn hack_shot(text: &str) -> Result<Shot, String> {
    let wrong = |why: &str| format!("`shot` is {text}: {why}");
    let shot: HackShot<'_> =
        serde_json::from_str(text).map_err(|error| wrong(&crate::json_lines::plain(&error)))?;
    let velocity = match shot {
        HackShot {
            vx: Some(x),
            vy: Some(y),
            ..
        } => Vector::new(x, y),
        HackShot {
            speed: Some(speed),
            angle: Some(angle),
            ..
        } => Vector::new(speed * angle.cos(), speed * angle.sin()),
        _ => return Err(wrong("it needs vx and vy, or speed and angle")),
    };
    let turn = shot
        .rotation
        .ok_or_else(|| wrong("it needs rotation, cw or ccw"))?;
    let turn = turn_of(turn).ok_or_else(|| wrong("rotation must be cw or ccw"))?;
    Ok(Shot::new(velocity.wide(), turn))
}

/// Returns the turn called `cw` or `ccw`.
pub(super) fn turn_of(rotation: &str) -> Option<Turn> {
    match rotation {
        "cw" => Some(Turn::Clockwise),
        "ccw" => Some(Turn::CounterClockwise),
        _ => None,
    }
}

fn rotation(turn: Turn) -> &'static str {
    match turn {
        Turn::Clockwise => "cw",
        Turn::CounterClockwise => "ccw",
    }
}

/// Reads the order of the stones: the team that throws first, from the team that throws now.
fn order_of(object: &Object<'_>, slot: usize) -> Result<StoneOrder, String> {
    let next = team("next_team", object.need("next_team")?)?;
    let first = (next + slot) % 2;
    if let Some(text) = object.get("hammer")?
        && team("hammer", text)? == first
    {
        let other = 1 - first;
        return Err(format!(
            "`hammer` is {text}, but `next_team` and `shot_num` give the last stone to \"team{other}\""
        ));
    }
    Ok(StoneOrder::ByTeam { first })
}

/// Reads `team0` or `team1`.
pub(super) fn team(name: &str, text: &str) -> Result<usize, String> {
    match text {
        "\"team0\"" => Ok(0),
        "\"team1\"" => Ok(1),
        _ => Err(format!(
            "`{name}` is {text}: it must be \"team0\" or \"team1\""
        )),
    }
}

/// Writes a number as JSON, with as many digits as single precision needs.
pub(super) fn number(value: f32, out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(out, &value);
}

fn list(values: &[f32], out: &mut Vec<u8>) {
    let mut between = b'[';
    for &value in values {
        out.push(between);
        number(value, out);
        between = b',';
    }
    out.push(b']');
}

/// The fields of an object, which the caller ends.
fn record(fields: &[(&str, f32)], out: &mut Vec<u8>) {
    let mut between = b'{';
    for (name, value) in fields {
        out.extend_from_slice(&[between, b'"']);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        number(*value, out);
        between = b',';
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(form: PlatformForm, line: &str) -> Result<RequestedThrow, String> {
        form.throw(&Object::read(line).unwrap())
    }

    fn legacy(stones: &str, rest: &str) -> Result<RequestedThrow, String> {
        asked(
            PlatformForm::Legacy,
            &format!("{{\"stones\":{stones},{rest}}}"),
        )
    }

    const NONE: &str =
        "[null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]";

    fn two(first: &str, second: &str) -> String {
        NONE.replacen("null,null", &format!("{first},{second}"), 1)
    }

    #[test]
    fn legacy_positions_come_back_as_they_were_written() {
        let listed = two("[2.375,4.88]", "[1.1,9.953267]");
        let asked = legacy(&listed, r#""shot_num":3,"vec":[-0.99074,-29.559774,1]"#).unwrap();
        assert_eq!((asked.slot, asked.stones.count()), (3, 2));
        let text = PlatformForm::Legacy.write_stones(&asked.stones, asked.order);
        assert_eq!(String::from_utf8(text).unwrap(), listed);
        let text = PlatformForm::Legacy.write_shot(&asked.shot);
        assert_eq!(String::from_utf8(text).unwrap(), "[-0.99074,-29.559774,1]");
    }

    #[test]
    fn the_quick_way_reads_as_the_other_does_or_not_at_all() {
        let same = [
            two("[2.02083683,2.95662713]", "[0.5300642250000001,1e-3]"),
            two("[-0,12]", "[1E2,3.4028235e38]"),
            NONE.to_owned(),
        ];
        for text in same {
            let slow: [Option<[f32; 2]>; SLOTS] = serde_json::from_str(&text).unwrap();
            assert_eq!(quick_pairs(&text), Some(slow), "{text}");
        }
        let others = [
            two("[1]", "null"),
            two("[1,2,3]", "null"),
            two("[1,1e39]", "null"),
            two("[[1,2]]", "null"),
            two("[1, 2]", "null"),
            NONE.replacen("null,", "", 1),
            NONE.replacen("null", "null,null", 1),
            "7".to_owned(),
        ];
        for text in others {
            assert_eq!(quick_pairs(&text), None, "{text}");
        }
    }

    #[test]
    fn teams_take_turns_whoever_begins() {
        for first in [0, 1] {
            let order = StoneOrder::ByTeam { first };
            for entry in 0..SLOTS {
                assert_eq!(order.entry(order.slot(entry)), entry);
            }
            assert_eq!((order.slot(8 * first), order.slot(8 * (1 - first))), (0, 1));
        }
    }

    #[test]
    fn the_team_that_throws_says_who_began() {
        let stone = r#"{"x":0.5,"y":37.0,"angle":1.5}"#;
        let line = |rest: &str| {
            let stones = two(stone, "null");
            let shot = r#""shot":{"vx":0.1,"vy":2.4,"rotation":"ccw"}"#;
            asked(
                PlatformForm::Hack,
                &format!("{{\"stones\":{stones},{shot},{rest}}}"),
            )
        };
        let asked = line(r#""shot_num":1,"next_team":"team1","hammer":"team1""#).unwrap();
        assert_eq!((asked.slot, asked.stones.holds(0)), (1, true));
        let asked = line(r#""shot_num":2,"next_team":"team1","hammer":"team0""#).unwrap();
        assert_eq!((asked.slot, asked.stones.holds(1)), (2, true));
        let text = PlatformForm::Hack.write_stones(&asked.stones, asked.order);
        assert_eq!(String::from_utf8(text).unwrap(), two(stone, "null"));
        let error = line(r#""shot_num":2,"next_team":"team1","hammer":"team1""#).unwrap_err();
        assert!(
            error.contains("`hammer`") && error.contains("team0"),
            "{error}"
        );
        let error = line(r#""shot_num":1,"next_team":"team0""#).unwrap_err();
        assert!(
            error.contains("`stones[0]` has not been thrown yet"),
            "{error}"
        );
    }

    #[test]
    fn a_shot_of_speed_and_angle_is_one_of_velocity() {
        let shot = hack_shot(r#"{"speed":2.0,"angle":1.5707964,"rotation":"cw"}"#).unwrap();
        assert!((shot.velocity - Vector::new(0.0, 2.0)).length() < 1e-6);
    }

    #[test]
    fn refusals_name_the_field() {
        let shot = r#""shot_num":5,"vec":[0,-30,0]"#;
        let far = two("[2,1e4]", "null");
        let near = two("[2.0,5.0]", "[2.1,5.1]");
        for (stones, rest, words) in [
            ("[null]", shot, "`stones` has 1 entries: it must have 16"),
            ("7", shot, "`stones` is not a list of 16 stones"),
            (
                &two("[1]", "null"),
                shot,
                "`stones[0]` is [1]: write [x, y]",
            ),
            (&two("null", "[1,1e39]"), shot, "`stones[1]` is [1,1e39]"),
            (&far, shot, "`stones[0]` lies more than 100 m"),
            (&near, shot, "`stones[0]` and `stones[1]` overlap"),
            (NONE, r#""shot_num":16,"vec":[0,-30,0]"#, "`shot_num` is 16"),
            (NONE, r#""shot_num":-1,"vec":[0,-30,0]"#, "`shot_num` is -1"),
            (
                NONE,
                r#""shot_num":1.5,"vec":[0,-30,0]"#,
                "`shot_num` is 1.5",
            ),
            (NONE, r#""vec":[0,-30,0]"#, "`shot_num` is missing"),
            (NONE, r#""shot_num":5"#, "`vec` is missing"),
            (
                NONE,
                r#""shot_num":5,"vec":[0,-30]"#,
                "`vec` is [0,-30]: write [vx, vy, angle]",
            ),
            (NONE, r#""shot_num":5,"vec":[0,-30,2]"#, "angle 0"),
            (
                NONE,
                r#""shot_num":5,"vec":[0,-1e60,0]"#,
                "number out of range",
            ),
        ] {
            let error = legacy(stones, rest).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }

    #[test]
    fn a_stone_at_the_corner_is_none() {
        let asked = legacy(
            &two("[0,0]", "[0.0,0.0]"),
            r#""shot_num":2,"vec":[0,-30,0]"#,
        );
        assert_eq!(asked.unwrap().stones.count(), 0);
    }
}
