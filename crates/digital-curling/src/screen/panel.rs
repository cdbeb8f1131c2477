//! What stands beside the ice: score, clocks, the last shot.

use super::scene::cut;
use super::{Look, Scene};
use crate::games::Ending;
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::{Shot, Vector};
use std::fmt::Write as _;

/// How many ends the score table shows: the last ones.
const ENDS: usize = 11;

/// The line above everything.
pub(super) fn status(scene: &Scene) -> String {
    let end = u32::from(scene.end) + 1;
    let of = scene
        .length
        .map_or_else(String::new, |length| format!("/{length}"));
    if let Some((ending, winner)) = scene.over {
        return over(scene, ending, winner);
    }
    if usize::from(scene.shot) >= SLOTS {
        return format!("End {end}{of} is finished");
    }
    let mut text = format!("Shot: {}, End: {end}{of}", scene.shot + 1);
    if let Some(team) = scene.next {
        let what = if scene.placing {
            "Places stones"
        } else {
            "Next shot"
        };
        let _ = write!(text, ", {what}: {}", cut(&name(scene, team), 30));
        if let Some(left) = scene.left[team.index()] {
            let _ = write!(text, " ({} s left)", left.as_secs());
        }
    }
    text
}

fn over(scene: &Scene, ending: Ending, winner: Option<Team>) -> String {
    match (winner, ending) {
        (_, Ending::Unfinished) => "The match was not finished".to_owned(),
        (Some(team), _) => {
            let name = cut(&name(scene, team), 40);
            format!("The match is over: {name} wins {ending}")
        }
        (None, Ending::Draw) => "The match is over: drawn".to_owned(),
        (None, _) => "The match is over".to_owned(),
    }
}

fn name(scene: &Scene, team: Team) -> String {
    match scene.names[team.index()].as_str() {
        "" => team.to_string(),
        name => name.to_owned(),
    }
}

/// The lines beside the ice, each of at most so many characters, colours apart.
pub(super) fn lines(scene: &Scene, look: &Look, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let shown = shown_ends(scene);
    let width = table_width(&shown, room);
    let rule = if look.unicode { "─" } else { "-" }.repeat(width);
    lines.push(look.dim(&rule));
    lines.extend(Team::BOTH.map(|team| score_line(scene, look, &shown, team, room)));
    lines.push(look.dim(&rule));
    let hammer = hammer(scene).map(|team| cut(&name(scene, team), room.saturating_sub(22)));
    if let Some(name) = hammer {
        lines.push(format!("* last stone: {name}"));
    }
    lines.push(String::new());
    for team in Team::BOTH {
        if let Some(left) = scene.left[team.index()] {
            // Cut, not rounded: nobody has more than he has.
            let time = format!(": {}.{} s left", left.as_secs(), left.subsec_millis() / 100);
            let name = cut(&name(scene, team), room.saturating_sub(time.len()));
            lines.push(look.paint(team.index(), &(name + &time)));
        }
    }
    if let Some(last) = &scene.last {
        lines.push(String::new());
        let stone = look.stone(last.team.index(), true);
        let words = format!("{stone} stone {}", last.slot + 1);
        lines.push(look.paint(last.team.index(), &words));
        lines.extend(
            last.asked
                .map(|shot| format!("  asked  {}", words_of(&shot))),
        );
        lines.push(match last.thrown {
            Some(shot) => format!("  thrown {}", words_of(&shot)),
            None => "  not thrown".to_owned(),
        });
        let at = scene.stones.get(last.slot.into());
        lines.push(at.map_or_else(
            || "  not in play".to_owned(),
            |stone| format!("  at {}", place(stone.at)),
        ));
    }
    lines
}

/// A shot in a few words.
fn words_of(shot: &Shot) -> String {
    let Vector { x, y } = shot.velocity;
    format!("{x:+.3} {y:+.3} m/s {}", shot.turn)
}

/// A place in a few words.
fn place(at: Vector) -> String {
    let aside = if at.x < 0.0 { "left" } else { "right" };
    let along = if at.y < 0.0 { "before" } else { "beyond" };
    format!(
        "{:.2} m {aside}, {:.2} m {along} tee",
        at.x.abs(),
        at.y.abs()
    )
}

fn hammer(scene: &Scene) -> Option<Team> {
    (scene.over.is_none() && !scene.placing).then_some(scene.lead.other())
}

/// The points of the ends in the table: none for ends to come.
struct Ends {
    points: Vec<Option<i8>>,
    /// Whether earlier ends are left out.
    cut: bool,
}

fn shown_ends(scene: &Scene) -> Ends {
    let length = usize::from(scene.length.unwrap_or(0)).max(scene.scores.len());
    let scores = scene.scores.iter().copied().map(Some);
    let mut points: Vec<_> = scores.chain(std::iter::repeat(None)).take(length).collect();
    // Of a long match the ends around the one being played.
    let last = (scene.scores.len() + 2).clamp(ENDS.min(length), length);
    points.truncate(last);
    let cut = points.len() > ENDS;
    points.drain(..points.len().saturating_sub(ENDS));
    Ends { points, cut }
}

/// How wide the table is: the numbers and a name of usual length.
fn table_width(ends: &Ends, room: usize) -> usize {
    (2 * ends.points.len() + 22).min(room)
}

/// `| 0 1 - - | 1 | alpha o *`
fn score_line(scene: &Scene, look: &Look, ends: &Ends, team: Team, room: usize) -> String {
    let mut text = if ends.cut { "~ " } else { "| " }.to_owned();
    for points in &ends.points {
        let _ = match points {
            Some(points) => write!(text, "{} ", team.signed(*points).max(0)),
            None => write!(text, "- "),
        };
    }
    let signed = scene.scores.iter().map(|points| team.signed(*points));
    let total: u32 = signed
        .map(|points| u32::from(points.max(0).unsigned_abs()))
        .sum();
    let _ = write!(text, "| {total:2} | ");
    let mark = if hammer(scene) == Some(team) {
        " *"
    } else {
        ""
    };
    let stone = look.stone(team.index(), false);
    let taken = text.chars().count() + 2 + mark.len();
    let name = cut(&name(scene, team), room.saturating_sub(taken).max(1));
    text + &look.paint(team.index(), &format!("{name} {stone}")) + mark
}
