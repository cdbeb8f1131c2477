//! A match as the page shows it.

use super::story::{Deed, Done, Scene, Story};
use crate::curling::wire::{CurlingSheet, CurlingShot, CurlingStone, stones_of};
use ::curling::players::win_probability::between_ends;
use curling::players::advice::{Effect, ShotCall};
use curling::rules::{Phase, Team};
use curling::stones::SLOTS;
use schemars::JsonSchema;
use serde::Serialize;

/// A match, scene by scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingFilm {
    /// What kind of log it is from: `record`, `dcl`, `dc3`, `journal` or `arena`.
    pub(crate) kind: String,
    /// What team 0 and team 1 are called.
    pub(crate) names: [String; 2],
    /// The platform whose conditions are nearest.
    pub(crate) platform: String,
    /// Whether ice and hands are only taken to be as usual there.
    pub(crate) assumed: bool,
    /// The number of the first shot of an end: 0, or that after the places of mixed doubles.
    pub(crate) first_shot: u8,
    /// The number of scenes in an end that is played out: its shots, and a placement where there is one.
    pub(crate) scenes_per_end: u8,
    /// How many ends, extra ends apart.
    pub(crate) ends: u8,
    /// The lines of its sheet.
    pub(crate) sheet: CurlingSheet,
    /// The seed of its dice, if the match can go on with them.
    pub(crate) seed: Option<String>,
    /// How it ended: `score`, `draw`, `concession`, `time`, `fault`, `unfinished` or `unknown`.
    pub(crate) ending: String,
    /// Who won.
    pub(crate) winner: Option<u8>,
    /// The points of every finished end, positive for team 0.
    pub(crate) scores: Vec<i8>,
    /// What was left out of the log.
    pub(crate) complaints: Vec<String>,
    /// The match before anything was done and after everything that was.
    pub(crate) scenes: Vec<CurlingScene>,
}

/// The match after something was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingScene {
    /// The end that is seen, from 1.
    pub(crate) end: u32,
    /// Who has the hammer in it.
    pub(crate) hammer: u8,
    /// The stones; after the last of an end those that were scored.
    pub(crate) stones: Vec<CurlingStone>,
    /// All points of team 0 and team 1 so far.
    pub(crate) points: [u16; 2],
    /// How many ends are finished.
    pub(crate) finished: u32,
    /// Whose turn it is; nobody's when the match is over.
    pub(crate) next: Option<u8>,
    /// Whether stones are to be placed.
    pub(crate) placing: bool,
    /// The slot of the stone that comes next.
    pub(crate) slot: Option<u8>,
    /// What was done; nothing in the first scene.
    pub(crate) done: Option<CurlingDone>,
    /// Team 0's chance of winning, where the table or the result says it.
    pub(crate) chance: Option<f64>,
    /// What team 0 and team 1 have left, in seconds.
    pub(crate) left: [Option<f64>; 2],
}

/// Something that was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingDone {
    /// By whom.
    pub(crate) team: u8,
    /// `throw`, `place`, `concession`, `time` or `fault`.
    pub(crate) what: String,
    /// The number of the stone, from 1.
    pub(crate) stone: Option<u32>,
    /// What a skip would call what came of the shot, such as `take-out`.
    pub(crate) call: Option<String>,
    /// The same in a sentence, in English.
    pub(crate) words: String,
    /// What was asked for.
    pub(crate) asked: Option<CurlingShot>,
    /// What was thrown.
    pub(crate) thrown: Option<CurlingShot>,
    /// Whether it broke a rule, so that the stones were put back.
    pub(crate) foul: bool,
}

/// A word of ours as it is written down.
pub(crate) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

impl CurlingFilm {
    /// What the page shows of a match.
    pub(crate) fn of(story: &Story) -> Self {
        let rules = story.curling.rules();
        CurlingFilm {
            kind: word(&story.kind),
            names: story.names.clone(),
            platform: story.curling.conditions().nearest().to_owned(),
            assumed: story.assumed,
            first_shot: rules.first_slot() as u8,
            scenes_per_end: (SLOTS - rules.first_slot()) as u8 + u8::from(rules.doubles.is_some()),
            ends: rules.ends,
            sheet: (&story.curling.physics().parameters().sheet).into(),
            seed: story
                .record
                .as_ref()
                .map(|record| record.setup.seed.to_string()),
            ending: word(&story.ending),
            winner: story.winner.map(|team| team.index() as u8),
            scores: scores(story),
            complaints: story.complaints.clone(),
            scenes: story
                .scenes
                .iter()
                .map(|scene| shown(story, scene))
                .collect(),
        }
    }
}

/// The points of the ends, from how the total changed.
fn scores(story: &Story) -> Vec<i8> {
    let (mut ends, mut before) = (Vec::new(), None::<(u8, i16)>);
    for scene in &story.scenes {
        let now = (scene.game.end, scene.game.scores.difference());
        if let Some((end, difference)) = before
            && now.0 > end
        {
            ends.push(i8::try_from(now.1 - difference).unwrap_or(0));
        }
        before = Some(now);
    }
    ends
}

fn shown(story: &Story, scene: &Scene) -> CurlingScene {
    let game = &scene.game;
    let over = game.outcome().is_some();
    let placing = game.phase == Phase::Placing;
    let next = if placing {
        game.chooser
    } else {
        game.to_throw()
    };
    CurlingScene {
        end: u32::from(scene.end) + 1,
        hammer: scene.lead.other().index() as u8,
        stones: stones_of(&scene.stones, scene.lead),
        points: Team::BOTH.map(|team| game.total(team)),
        finished: u32::from(game.end),
        next: next.filter(|_| !over).map(|team| team.index() as u8),
        placing: placing && !over,
        slot: game.slot().map(|slot| slot as u8),
        done: scene.done.as_ref().map(|done| done_by(story, done)),
        chance: between_ends(story.curling.rules(), game),
        left: scene.left,
    }
}

fn done_by(story: &Story, done: &Done) -> CurlingDone {
    let nothing = CurlingDone {
        team: done.team.index() as u8,
        what: String::new(),
        stone: None,
        call: None,
        words: String::new(),
        asked: None,
        thrown: None,
        foul: false,
    };
    match &done.deed {
        Deed::Throw(thrown) => {
            let said = thrown.thrown.map(|shot| {
                let effect = Effect::of(&story.curling, &done.before, Some(&shot));
                ShotCall::of(&done.before, &effect)
            });
            let (call, words) = match said {
                Some(called) => (Some(word(&called.call)), called.english()),
                None => (None, "a pass".to_owned()),
            };
            CurlingDone {
                what: "throw".to_owned(),
                stone: Some(thrown.slot as u32 + 1),
                call,
                words,
                asked: thrown.asked.as_ref().map(Into::into),
                thrown: thrown.thrown.as_ref().map(Into::into),
                foul: thrown.foul,
                ..nothing
            }
        }
        Deed::Place(placement) => CurlingDone {
            what: "place".to_owned(),
            words: placed(placement).to_owned(),
            ..nothing
        },
        Deed::Stop(ending) => CurlingDone {
            what: word(ending),
            words: ending.to_string(),
            ..nothing
        },
    }
}

/// A placement in words.
fn placed(placement: &curling::rules::Placement) -> &'static str {
    match (placement.is_power_play(), placement.chooser_leads) {
        (true, _) => "power play",
        (false, true) => "centre guard, throwing first",
        (false, false) => "stone in the house, with the hammer",
    }
}
