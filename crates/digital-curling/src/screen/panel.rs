//! The panel beside the ice: score, clocks, the last shot.

use super::view::truncated;
use super::{Style, View};
use crate::games::Ending;
use curling::rules::Team;
use curling::stones::SLOTS;
use curling::{Shot, Vector};
use std::fmt::Write as _;

/// The number of ends in the score table: the last ones.
const ENDS: usize = 11;

/// The status line at the top.
pub(super) fn status(view: &View) -> String {
    let end = u32::from(view.end) + 1;
    let of = view
        .length
        .map_or_else(String::new, |length| format!("/{length}"));
    if let Some((ending, winner)) = view.over {
        return over(view, ending, winner);
    }
    if usize::from(view.shot) >= SLOTS {
        return format!("End {end}{of} is finished");
    }
    let mut text = format!("Shot: {}, End: {end}{of}", view.shot + 1);
    if let Some(team) = view.next {
        let what = if view.placing {
            "Places stones"
        } else {
            "Next shot"
        };
        let _ = write!(text, ", {what}: {}", truncated(&name(view, team), 30));
        if let Some(left) = view.left[team.index()] {
            let _ = write!(text, " ({} s left)", left.as_secs());
        }
    }
    text
}

fn over(view: &View, ending: Ending, winner: Option<Team>) -> String {
    match (winner, ending) {
        (_, Ending::Unfinished) => "The match was not finished".to_owned(),
        (Some(team), _) => {
            let name = truncated(&name(view, team), 40);
            format!("The match is over: {name} wins {ending}")
        }
        (None, Ending::Draw) => "The match is over: drawn".to_owned(),
        (None, _) => "The match is over".to_owned(),
    }
}

fn name(view: &View, team: Team) -> String {
    match view.names[team.index()].as_str() {
        "" => team.to_string(),
        name => name.to_owned(),
    }
}

/// The lines of the panel, each of at most `room` characters without colour codes.
pub(super) fn lines(view: &View, style: &Style, room: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let shown = shown_ends(view);
    let width = table_width(&shown, room);
    let rule = if style.unicode { "─" } else { "-" }.repeat(width);
    lines.push(style.dim(&rule));
    lines.extend(Team::BOTH.map(|team| score_line(view, style, &shown, team, room)));
    lines.push(style.dim(&rule));
    let hammer = hammer(view).map(|team| truncated(&name(view, team), room.saturating_sub(22)));
    if let Some(name) = hammer {
        lines.push(format!("* last stone: {name}"));
    }
    lines.push(String::new());
    for team in Team::BOTH {
        if let Some(left) = view.left[team.index()] {
            // Truncated, not rounded: a clock never shows more than is left.
            let time = format!(": {}.{} s left", left.as_secs(), left.subsec_millis() / 100);
            let name = truncated(&name(view, team), room.saturating_sub(time.len()));
            lines.push(style.paint(team.index(), &(name + &time)));
        }
    }
    if let Some(last) = &view.last {
        lines.push(String::new());
        let stone = style.stone(last.team.index(), true);
        let words = format!("{stone} stone {}", last.slot + 1);
        lines.push(style.paint(last.team.index(), &words));
        lines.extend(
            last.asked
                .map(|shot| format!("  asked  {}", words_of(&shot))),
        );
        lines.push(match (last.thrown, last.seen) {
            (Some(shot), _) => format!("  thrown {}", words_of(&shot)),
            (None, Some(seen)) => format!("  {}", seen.words().en),
            (None, None) => "  not thrown".to_owned(),
        });
        let at = view.stones.get(last.slot.into());
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

fn hammer(view: &View) -> Option<Team> {
    (view.over.is_none() && !view.placing).then_some(view.lead.other())
}

/// The points of the ends in the table: none for ends to come.
struct Ends {
    points: Vec<Option<i8>>,
    /// Whether earlier ends are left out.
    cut: bool,
}

fn shown_ends(view: &View) -> Ends {
    let length = usize::from(view.length.unwrap_or(0)).max(view.scores.len());
    let scores = view.scores.iter().copied().map(Some);
    let mut points: Vec<_> = scores.chain(std::iter::repeat(None)).take(length).collect();
    // Of a long match the ends around the one being played.
    let last = (view.scores.len() + 2).clamp(ENDS.min(length), length);
    points.truncate(last);
    let cut = points.len() > ENDS;
    points.drain(..points.len().saturating_sub(ENDS));
    Ends { points, cut }
}

/// The width of the table: the numbers and a name of usual length.
fn table_width(ends: &Ends, room: usize) -> usize {
    (2 * ends.points.len() + 22).min(room)
}

/// `| 0 1 - - | 1 | alpha o *`
fn score_line(view: &View, style: &Style, ends: &Ends, team: Team, room: usize) -> String {
    let mut text = if ends.cut { "~ " } else { "| " }.to_owned();
    for points in &ends.points {
        let _ = match points {
            Some(points) => write!(text, "{} ", team.signed(*points).max(0)),
            None => write!(text, "- "),
        };
    }
    let signed = view.scores.iter().map(|points| team.signed(*points));
    let total: u32 = signed
        .map(|points| u32::from(points.max(0).unsigned_abs()))
        .sum();
    let _ = write!(text, "| {total:2} | ");
    let mark = if hammer(view) == Some(team) { " *" } else { "" };
    let stone = style.stone(team.index(), false);
    let taken = text.chars().count() + 2 + mark.len();
    let name = truncated(&name(view, team), room.saturating_sub(taken).max(1));
    text + &style.paint(team.index(), &format!("{name} {stone}")) + mark
}
