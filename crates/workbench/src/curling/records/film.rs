//! A match as the page shows it.

use super::story::{Deed, Done, Scene, Story};
use super::yardstick::between_ends;
use curling::players::advice::{Effect, words};
use curling::rules::{Phase, Team};
use curling::{Shot, Stones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A match, scene by scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingFilm {
    /// What kind of log it is from: `record`, `dcl`, `dc3` or `journal`.
    pub kind: String,
    /// What team 0 and team 1 are called.
    pub names: [String; 2],
    /// The platform whose conditions are nearest.
    pub platform: String,
    /// Whether ice and hands are only taken to be as usual there.
    pub assumed: bool,
    /// Whether it is mixed doubles.
    pub doubles: bool,
    /// How many ends, extra ends apart.
    pub ends: u8,
    /// The seed of its dice, if the match can go on with them.
    pub seed: Option<String>,
    /// How it ended: `score`, `draw`, `concession`, `time`, `fault`, `unfinished` or `unknown`.
    pub ending: String,
    /// Who won.
    pub winner: Option<u8>,
    /// The points of every finished end, positive for team 0.
    pub scores: Vec<i8>,
    /// What was left out of the log.
    pub complaints: Vec<String>,
    /// The match before anything was done and after everything that was.
    pub scenes: Vec<CurlingScene>,
}

/// The match after something was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingScene {
    /// The end that is seen, from 1.
    pub end: u32,
    /// Who has the hammer in it.
    pub hammer: u8,
    /// The stones; after the last of an end those that were scored.
    pub stones: Vec<CurlingSceneStone>,
    /// All points of team 0 and team 1 so far.
    pub points: [u16; 2],
    /// How many ends are finished.
    pub finished: u32,
    /// Whose turn it is; nobody's when the match is over.
    pub next: Option<u8>,
    /// Whether stones are to be placed.
    pub placing: bool,
    /// The slot of the stone that comes next.
    pub slot: Option<u8>,
    /// What was done; nothing in the first scene.
    pub done: Option<CurlingDone>,
    /// Team 0's chance of winning, where the table or the result says it.
    pub chance: Option<f64>,
    /// What team 0 and team 1 have left, in seconds.
    pub left: [Option<f64>; 2],
}

/// A stone that lies there.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct CurlingSceneStone {
    /// Its slot: the number of its shot, from 0.
    pub slot: u8,
    /// Whose it is.
    pub team: u8,
    /// In metres to the right of the tee, seen by the thrower.
    pub x: f64,
    /// In metres behind the tee.
    pub y: f64,
}

/// Something that was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingDone {
    /// By whom.
    pub team: u8,
    /// `throw`, `place`, `concession`, `time` or `fault`.
    pub what: String,
    /// The number of the stone, from 1.
    pub stone: Option<u32>,
    /// What a skip would call what came of the shot, such as `take-out`.
    pub call: Option<String>,
    /// The same in a sentence, in English.
    pub words: String,
    /// What was asked for.
    pub asked: Option<CurlingDelivery>,
    /// What was thrown.
    pub thrown: Option<CurlingDelivery>,
    /// Whether it broke a rule, so that the stones were put back.
    pub foul: bool,
}

/// How a stone is let go.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingDelivery {
    /// Across the sheet, in metres a second.
    pub vx: f64,
    /// Along the sheet.
    pub vy: f64,
    /// Whether it turns clockwise.
    pub clockwise: bool,
    /// How fast it turns, in radians a second; the ice's own rate if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
}

impl From<Shot> for CurlingDelivery {
    fn from(shot: Shot) -> Self {
        CurlingDelivery {
            vx: shot.velocity.x,
            vy: shot.velocity.y,
            clockwise: shot.turn == curling::Turn::Clockwise,
            rate: shot.rate,
        }
    }
}

impl From<CurlingDelivery> for Shot {
    fn from(delivery: CurlingDelivery) -> Self {
        let turn = if delivery.clockwise {
            curling::Turn::Clockwise
        } else {
            curling::Turn::CounterClockwise
        };
        Shot {
            velocity: curling::Vector::new(delivery.vx, delivery.vy),
            turn,
            rate: delivery.rate,
        }
    }
}

/// A word of ours as it is written down.
pub(in super::super) fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The stones of an end that `lead` throws first in.
pub(in super::super) fn stones(stones: &Stones, lead: Team) -> Vec<CurlingSceneStone> {
    let rounded = |value: f64| (value * 1e4).round() / 1e4;
    let stone = |(slot, stone): (usize, curling::Stone)| CurlingSceneStone {
        slot: slot as u8,
        team: Team::of_slot(slot, lead).index() as u8,
        x: rounded(stone.at.x),
        y: rounded(stone.at.y),
    };
    stones.iter().map(stone).collect()
}

impl CurlingFilm {
    /// What the page shows of a match.
    pub(in super::super) fn of(story: &Story) -> Self {
        let rules = story.curling.rules();
        CurlingFilm {
            kind: word(&story.kind),
            names: story.names.clone(),
            platform: story.curling.conditions().nearest().to_owned(),
            assumed: story.assumed,
            doubles: rules.doubles.is_some(),
            ends: rules.ends,
            seed: story.record.as_ref().map(|record| record.setup.seed.to_string()),
            ending: word(&story.ending),
            winner: story.winner.map(|team| team.index() as u8),
            scores: scores(story),
            complaints: story.complaints.clone(),
            scenes: story.scenes.iter().map(|scene| shown(story, scene)).collect(),
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
    let next = if placing { game.chooser } else { game.to_throw() };
    CurlingScene {
        end: u32::from(scene.end) + 1,
        hammer: scene.lead.other().index() as u8,
        stones: stones(&scene.stones, scene.lead),
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
                words::call(&done.before, &effect)
            });
            let (call, words) = match said {
                Some((call, words)) => (Some(word(&call)), words),
                None => (None, "a pass".to_owned()),
            };
            CurlingDone {
                what: "throw".to_owned(),
                stone: Some(thrown.slot as u32 + 1),
                call,
                words,
                asked: thrown.asked.map(Into::into),
                thrown: thrown.thrown.map(Into::into),
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
