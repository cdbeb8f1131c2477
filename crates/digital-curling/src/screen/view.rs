//! The view of a match at one moment.

use super::{Style, WIDTH, ice, panel};
use crate::games::observed::Seen;
use crate::games::{Ending, from_seconds, in_seconds, printable};
use crate::match_state::{Command, Event, Match};
use curling::rules::{Game, Phase, Rules, Team};
use curling::sheet::Sheet;
use curling::stones::SLOTS;
use curling::{Shot, Stones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The content of the text screen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingScreen")]
pub struct View {
    /// The names of team 0 and team 1.
    pub names: [String; 2],
    /// The scheduled number of ends, without extra ends, if known.
    pub length: Option<u8>,
    /// The end, from 0.
    pub end: u8,
    /// The slot of the next stone: its number in the end from 0.
    pub shot: u8,
    /// The team that throws first in this end.
    pub lead: Team,
    /// The team to throw or to place stones; none when the match is over.
    pub next: Option<Team>,
    /// Whether stones are to be placed next.
    pub placing: bool,
    /// The stones in play.
    pub stones: Stones,
    /// The points of every finished end, positive for team 0.
    pub scores: Vec<i8>,
    /// The time left of team 0 and team 1, if limited; written in seconds.
    #[serde(serialize_with = "in_seconds", deserialize_with = "from_seconds")]
    #[schemars(with = "[Option<f64>; 2]")]
    pub left: [Option<Duration>; 2],
    /// The last shot.
    pub last: Option<LastShot>,
    /// The ending and the winner, if the match is over.
    pub over: Option<(Ending, Option<Team>)>,
    /// The lines of the ice.
    #[serde(skip)]
    pub sheet: Sheet,
}

/// The last shot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingLastShot")]
pub struct LastShot {
    /// The slot of its stone; marked if it still lies among [`View::stones`].
    pub slot: u8,
    /// The team.
    pub team: Team,
    /// The intended shot.
    pub asked: Option<Shot>,
    /// The shot after noise; none if it counted as a pass, or is unknown.
    pub thrown: Option<Shot>,
    /// The notes of observers, in an observed match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Seen>,
}

impl View {
    /// The view of a match.
    pub fn of(curling_match: &Match) -> Self {
        let names = Team::BOTH.map(|team| curling_match.name(team).to_owned());
        let mut view = View::of_game(curling_match.game(), curling_match.curling().rules(), names);
        view.sheet = curling_match.curling().physics().parameters().sheet;
        view.next = curling_match.to_act();
        view.left = Team::BOTH.map(|team| curling_match.time_left(team).game);
        view
    }

    /// The view right after an event. After the last stone of an end its stones are still shown.
    pub fn after(curling_match: &Match, event: &Event) -> Self {
        let mut view = View::of(curling_match);
        if let (Command::Throw(asked), Some(step)) = (&event.entry.command, &event.step) {
            let finished = step.end.is_some();
            view.last = Some(LastShot {
                slot: step.slot as u8,
                team: step.team,
                asked: Some(*asked),
                thrown: event.entry.delivery.and_then(|delivery| delivery.shot),
                seen: None,
            });
            if finished {
                view.finished(event.before.end, event.before.lead, &step.verdict.stones);
            }
        }
        view
    }

    /// Shows a finished end, that `lead` threw first in, with the stones that were scored.
    pub(super) fn finished(&mut self, end: u8, lead: Team, stones: &Stones) {
        (self.end, self.lead, self.stones) = (end, lead, *stones);
        self.shot = SLOTS as u8;
    }

    /// The view of a position without clocks.
    pub fn of_game(game: &Game, rules: &Rules, names: [String; 2]) -> Self {
        let regular = game.end.min(rules.ends);
        let mut scores: Vec<i8> = game.scores.ends[..usize::from(regular)].to_vec();
        // Of extra ends only the last can have points.
        let extra = usize::from(game.end.saturating_sub(rules.ends));
        scores.extend(std::iter::repeat_n(0, extra.saturating_sub(1)));
        scores.extend((extra > 0).then_some(game.scores.extra));
        let over = game.outcome();
        View {
            names: names.map(|name| printable(&name)),
            length: Some(rules.ends),
            end: game.end,
            shot: game.shot,
            lead: game.lead,
            next: match game.phase {
                Phase::Placing => game.chooser,
                _ => game.to_throw(),
            },
            placing: game.phase == Phase::Placing,
            stones: game.stones,
            scores,
            left: [None; 2],
            last: None,
            over: over.map(|outcome| (outcome.reason.into(), outcome.winner)),
            sheet: Sheet::default(),
        }
    }

    /// The stones in play by number, with their places in metres from the tee; empty if there are
    /// none.
    pub fn stone_list(&self) -> String {
        let stones = self.stones.iter().map(|(slot, stone)| {
            let team = ["o", "x"][Team::of_slot(slot, self.lead).index()];
            format!("{} ({team}) {:.2} {:.2}", slot + 1, stone.at.x, stone.at.y)
        });
        let stones: Vec<_> = stones.collect();
        let rows: Vec<_> = stones.chunks(4).map(|row| row.join(", ")).collect();
        if rows.is_empty() {
            return String::new();
        }
        format!("Stones: {}\n", rows.join(",\n        "))
    }

    /// The view as text, no line longer than [`WIDTH`] characters (colours apart).
    pub fn text(&self, style: &Style) -> String {
        let mut text = truncated(&panel::status(self), WIDTH) + "\n";
        let ice = ice::rows(self, style);
        let wide = ice::columns(self, style) + 2;
        let room = WIDTH.saturating_sub(wide + 2);
        let side = panel::lines(self, style, room);
        let blank = " ".repeat(wide);
        for row in 0..ice.len().max(side.len()) {
            let left = ice.get(row).unwrap_or(&blank);
            let right = side.get(row).map_or("", String::as_str);
            let line = format!("{left}  {right}");
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

/// A text truncated to a width.
pub(super) fn truncated(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = text.chars().take(width.saturating_sub(1));
    kept.chain(['~']).collect()
}
