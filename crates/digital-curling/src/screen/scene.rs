//! Everything there is to see of a match at one moment.

use super::{Look, WIDTH, ice, panel};
use crate::bout::{Act, Bout, News};
use crate::games::{Ending, from_seconds, in_seconds, printable};
use curling::rules::{Game, Phase, Rules, Team};
use curling::sheet::Sheet;
use curling::stones::SLOTS;
use curling::{Shot, Stones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is shown of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingScreen")]
pub struct Scene {
    /// What team 0 and team 1 are called.
    pub names: [String; 2],
    /// How many ends the match has, extra ends apart, if that is known.
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
    /// What team 0 and team 1 have left, if that is limited; written in seconds.
    #[serde(serialize_with = "in_seconds", deserialize_with = "from_seconds")]
    #[schemars(with = "[Option<f64>; 2]")]
    pub left: [Option<Duration>; 2],
    /// What was thrown last.
    pub last: Option<Last>,
    /// How the match ended, if it has, and who won.
    pub over: Option<(Ending, Option<Team>)>,
    /// The lines of the ice.
    #[serde(skip)]
    pub sheet: Sheet,
}

/// What was thrown last.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingLastShot")]
pub struct Last {
    /// The slot of its stone; marked if it still lies among [`Scene::stones`].
    pub slot: u8,
    /// By whom.
    pub team: Team,
    /// What was asked for.
    pub asked: Option<Shot>,
    /// What was thrown; nothing if it counted as a pass.
    pub thrown: Option<Shot>,
}

impl Scene {
    /// A match as it stands.
    pub fn of(bout: &Bout) -> Self {
        let names = Team::BOTH.map(|team| bout.name(team).to_owned());
        let mut scene = Scene::of_game(bout.game(), bout.curling().rules(), names);
        scene.sheet = bout.curling().physics().parameters().sheet;
        scene.next = bout.to_act();
        scene.left = Team::BOTH.map(|team| bout.time_left(team).game);
        scene
    }

    /// A match as it stands right after something was done. After the last stone of an end its
    /// stones still lie there.
    pub fn after(bout: &Bout, news: &News) -> Self {
        let mut scene = Scene::of(bout);
        if let (Act::Throw(asked), Some(step)) = (&news.entry.act, &news.step) {
            let finished = step.end.is_some();
            scene.last = Some(Last {
                slot: step.slot as u8,
                team: step.team,
                asked: Some(*asked),
                thrown: news.entry.came.and_then(|came| came.shot),
            });
            if finished {
                scene.finished(news.before.end, news.before.lead, &step.verdict.stones);
            }
        }
        scene
    }

    /// Shows a finished end, that `lead` threw first in, with the stones that were scored.
    pub(super) fn finished(&mut self, end: u8, lead: Team, stones: &Stones) {
        (self.end, self.lead, self.stones) = (end, lead, *stones);
        self.shot = SLOTS as u8;
    }

    /// A match of which only the state is known.
    pub fn of_game(game: &Game, rules: &Rules, names: [String; 2]) -> Self {
        let regular = game.end.min(rules.ends);
        let mut scores: Vec<i8> = game.scores.ends[..usize::from(regular)].to_vec();
        // Of extra ends only the last can have points.
        let extra = usize::from(game.end.saturating_sub(rules.ends));
        scores.extend(std::iter::repeat_n(0, extra.saturating_sub(1)));
        scores.extend((extra > 0).then_some(game.scores.extra));
        let over = game.outcome();
        Scene {
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

    /// The scene as text, no line longer than [`WIDTH`] characters (colours apart).
    pub fn text(&self, look: &Look) -> String {
        let mut text = cut(&panel::status(self), WIDTH) + "\n";
        let ice = ice::rows(self, look);
        let wide = ice::columns(self, look) + 2;
        let room = WIDTH.saturating_sub(wide + 2);
        let side = panel::lines(self, look, room);
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

/// As much of a text as fits.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = text.chars().take(width.saturating_sub(1));
    kept.chain(['~']).collect()
}
