//! The film of a match: its [replay](super::replay) as pages show it, with a description of every
//! shot.

use super::replay::{Replay, Scene, SceneAction, TeamAction};
use super::{Ending, Kind};
use crate::record::Record;
use arena::Words;
use curling::Shot;
use curling::notation::{Stone, rounded_stones};
use curling::players::advice::{Call, Effect, ShotCall};
use curling::players::win_probability::between_ends;
use curling::rules::{Phase, Team};
use curling::sheet::Sheet;
use curling::stones::SLOTS;
use schemars::JsonSchema;
use serde::Serialize;

/// A match, scene by scene.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingFilm")]
pub struct Film {
    /// The kind of its log.
    pub kind: Kind,
    /// The names of team 0 and team 1.
    pub names: [String; 2],
    /// The platform whose conditions are nearest.
    pub platform: String,
    /// Whether ice and player skills are the platform's defaults rather than known.
    pub assumed: bool,
    /// The number of the first shot of an end: 0, or that after the places of mixed doubles.
    pub first_shot: u8,
    /// The number of scenes in an end that is played out: its shots, and a placement where there is
    /// one.
    pub scenes_per_end: u8,
    /// The number of ends, without extra ends.
    pub ends: u8,
    /// The lines of its sheet.
    pub sheet: Sheet,
    /// The seed of its dice, if the match can go on with them: not while a drawn seed is secret.
    pub seed: Option<String>,
    /// The way it ended.
    pub ending: Ending,
    /// The winner.
    pub winner: Option<u8>,
    /// The points of every finished end, positive for team 0.
    pub scores: Vec<i8>,
    /// Warnings about the log.
    pub complaints: Vec<String>,
    /// The match at the beginning and after every action.
    pub scenes: Vec<FilmScene>,
}

/// The match after an action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "CurlingScene")]
pub struct FilmScene {
    /// The end, from 1.
    pub end: u32,
    /// The team with the hammer.
    pub hammer: u8,
    /// The stones; after the last of an end those that were scored.
    pub stones: Vec<Stone>,
    /// The total points of team 0 and team 1 so far.
    pub points: [u16; 2],
    /// The number of finished ends.
    pub finished: u32,
    /// The team to act; none when the match is over.
    pub next: Option<u8>,
    /// Whether stones are to be placed.
    pub placing: bool,
    /// The slot of the next stone.
    pub slot: Option<u8>,
    /// The action; none in the first scene.
    pub done: Option<FilmAction>,
    /// Team 0's chance of winning, where the win table or the result has it.
    pub chance: Option<f64>,
    /// The time left of team 0 and team 1, in seconds.
    pub left: [Option<f64>; 2],
}

/// An action.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "CurlingDone")]
pub struct FilmAction {
    /// The team.
    pub team: u8,
    /// The kind of action.
    pub what: ActionKind,
    /// The number of the stone, from 1.
    pub stone: Option<u32>,
    /// The skip's call for the result of the shot, such as `take-out`.
    pub call: Option<Call>,
    /// A sentence for it, stones numbered by shot.
    pub words: Words,
    /// The intended shot.
    pub asked: Option<Shot>,
    /// The shot after noise.
    pub thrown: Option<Shot>,
    /// Whether it broke a rule, so that the stones were put back.
    pub foul: bool,
}

/// A kind of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "CurlingDeed")]
pub enum ActionKind {
    /// A shot.
    #[default]
    Throw,
    /// A placement of mixed doubles.
    Place,
    /// The team conceded.
    Concession,
    /// The team ran out of time.
    Time,
    /// The team crashed, or broke a rule of the match.
    Fault,
}

impl Film {
    /// The film of a replay.
    pub fn of(replay: &Replay) -> Self {
        let rules = replay.curling.rules();
        Film {
            kind: replay.kind,
            names: replay.names.clone(),
            platform: replay.curling.conditions().nearest().to_owned(),
            assumed: replay.assumed,
            first_shot: rules.first_slot() as u8,
            scenes_per_end: (SLOTS - rules.first_slot()) as u8 + u8::from(rules.doubles.is_some()),
            ends: rules.ends,
            sheet: replay.curling.physics().parameters().sheet,
            seed: replay.record.as_ref().and_then(Record::public_seed),
            ending: replay.ending,
            winner: replay.winner.map(|team| team.index() as u8),
            scores: scores(replay),
            complaints: replay.complaints.clone(),
            scenes: replay
                .scenes
                .iter()
                .map(|scene| shown(replay, scene))
                .collect(),
        }
    }
}

/// The points of the ends, from the changes of the total.
fn scores(replay: &Replay) -> Vec<i8> {
    let (mut ends, mut before) = (Vec::new(), None::<(u8, i16)>);
    for scene in &replay.scenes {
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

fn shown(replay: &Replay, scene: &Scene) -> FilmScene {
    let game = &scene.game;
    let over = game.outcome().is_some();
    let placing = game.phase == Phase::Placing;
    let next = if placing {
        game.chooser
    } else {
        game.to_throw()
    };
    FilmScene {
        end: u32::from(scene.end) + 1,
        hammer: scene.lead.other().index() as u8,
        stones: rounded_stones(&scene.stones, scene.lead),
        points: Team::BOTH.map(|team| game.total(team)),
        finished: u32::from(game.end),
        next: next.filter(|_| !over).map(|team| team.index() as u8),
        placing: placing && !over,
        slot: game.slot().map(|slot| slot as u8),
        done: scene.done.as_ref().map(|done| film_action(replay, done)),
        chance: between_ends(&replay.curling, game),
        left: scene.left.map(|left| left.map(|left| left.as_secs_f64())),
    }
}

fn film_action(replay: &Replay, done: &SceneAction) -> FilmAction {
    let nothing = FilmAction {
        team: done.team.index() as u8,
        ..FilmAction::default()
    };
    match &done.action {
        TeamAction::Throw(thrown) => {
            let shot_call = thrown.thrown.map(|shot| {
                let effect = Effect::of(&replay.curling, &done.before, Some(&shot));
                ShotCall::of(&done.before, &effect)
            });
            let (call, words) = match shot_call {
                Some(called) => (Some(called.call), called.numbered()),
                None if thrown.seen.is_some() => (None, thrown.seen.unwrap_or_default().words()),
                None => (None, bilingual("a pass", "パス")),
            };
            FilmAction {
                what: ActionKind::Throw,
                stone: Some(thrown.slot as u32 + 1),
                call,
                words,
                asked: thrown.asked,
                thrown: thrown.thrown,
                foul: thrown.foul,
                ..nothing
            }
        }
        TeamAction::Place(placement) => FilmAction {
            what: ActionKind::Place,
            words: placed(placement),
            ..nothing
        },
        TeamAction::Stop(ending) => FilmAction {
            what: match ending {
                Ending::Concession => ActionKind::Concession,
                Ending::Time => ActionKind::Time,
                _ => ActionKind::Fault,
            },
            words: bilingual(&ending.to_string(), stopped(ending)),
            ..nothing
        },
    }
}

/// A sentence in both languages.
fn bilingual(en: &str, ja: &str) -> Words {
    Words {
        en: en.to_owned(),
        ja: ja.to_owned(),
    }
}

/// A placement in words.
fn placed(placement: &curling::rules::Placement) -> Words {
    match (placement.is_power_play(), placement.chooser_leads) {
        (true, _) => bilingual("power play", "パワープレー"),
        (false, true) => bilingual("centre guard, throwing first", "センターガード（先攻）"),
        (false, false) => bilingual("stone in the house, with the hammer", "ハウス内（後攻）"),
    }
}

/// The Japanese words for a team that stopped.
fn stopped(ending: &Ending) -> &'static str {
    match ending {
        Ending::Concession => "コンシード",
        Ending::Time => "時間切れ",
        _ => "反則",
    }
}
