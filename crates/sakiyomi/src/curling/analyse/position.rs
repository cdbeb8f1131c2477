//! From a JSON object to a match: stones, and what is at stake.

use super::super::draw;
use super::super::form::{self, Form, Seats};
use super::super::planned::{self, Planned};
use crate::fail::usage;
use crate::object::{Object, plain};
use anyhow::{Context, anyhow};
use curling::arena_game::Curling;
use curling::notation::{self, NotationError};
use curling::rules::{Game, IfLevel, Phase, Rules, Team};
use digital_curling::plan::{Draft, Source};
use serde_json::Value;
use std::path::Path;

/// A position and the match it is from.
pub(super) fn read(file: Option<&Path>, planned: &Planned) -> anyhow::Result<(Curling, Game)> {
    let file = file.filter(|file| file.as_os_str() != "-");
    let text = draw::read(file)?;
    let name = || file.map_or("standard input".to_owned(), |f| f.display().to_string());
    if !text.trim_start().starts_with('{') {
        let table: toml::Table = text.parse().with_context(name)?;
        let text = serde_json::to_string(&table)?;
        return written(&text, planned)?.ok_or_else(|| {
            let why =
                "no position: a TOML file of one has `game` with `hammer`, `phase` and `stones`";
            anyhow!(why).context(name())
        });
    }
    let line = draw::pick(&text, 1)?;
    if let Some(position) = written(line, planned).with_context(name)? {
        return Ok(position);
    }
    let object = Object::read(line).map_err(|why| anyhow!(why));
    let object = object.with_context(name)?;
    let whole = whole(&object, line).map_err(|why| anyhow!(why));
    if let Some(game) = whole.with_context(name)? {
        return Ok((under(line, planned)?, game));
    }
    let form = Form::of(&object).map_err(|why| anyhow!(why));
    let form = form.with_context(name)?;
    let usual = match form {
        Form::Hack if !planned.names_platform()? => "dc3",
        _ => "paper",
    };
    let curling = planned.curling(usual)?;
    let game = put_together(&object, form, curling.rules()).map_err(|why| anyhow!(why));
    Ok((curling, game.with_context(name)?))
}
/// A position as it is written everywhere, with conditions or without; nothing if it is something
/// else.
fn written(text: &str, planned: &Planned) -> anyhow::Result<Option<(Curling, Game)>> {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Ok(None);
    };
    let game = value.get("game").unwrap_or(&value);
    if game.get("hammer").is_none() || game.get("phase").is_none() {
        return Ok(None);
    }
    let told = |why: NotationError| anyhow!("`{}`: {}", why.path(), why.why);
    let game = notation::Game::from_json(game.clone()).map_err(told)?;
    let curling = under(text, planned)?;
    let game = game.core(curling.rules()).map_err(told)?;
    Ok(Some((curling, game)))
}

/// The match of a position: under its own conditions, if it says any, and what the command line
/// says.
fn under(text: &str, planned: &Planned) -> anyhow::Result<Curling> {
    let mut draft = Draft::new("paper").map_err(usage)?;
    let value: Value = serde_json::from_str(text)?;
    if let Some(conditions) = value.get("conditions") {
        let source = Source::File("the position's conditions".to_owned());
        let read = draft.read(&source, &conditions.to_string(), None);
        read.map_err(|why| anyhow!(why))?;
    }
    let plan = planned.fill(draft)?;
    planned::warn(&plan);
    planned::curling(plan.conditions)
}

/// A match that is written down whole.
fn whole(object: &Object<'_>, line: &str) -> Result<Option<Game>, String> {
    let text = match (object.get("game")?, object.get("phase")?) {
        (Some(game), _) => game,
        (None, Some(_)) => line,
        (None, None) => return Ok(None),
    };
    let read = serde_json::from_str(text);
    read.map(Some).map_err(|error| {
        format!(
            "`game` is no match as the arena writes it: {}",
            plain(&error)
        )
    })
}

/// A match from stones and what else is said.
fn put_together(object: &Object<'_>, form: Form, rules: &Rules) -> Result<Game, String> {
    let (stones, seats, slot) = form.before_shot(object)?;
    let mut game = Game::new(rules).map_err(|why| why.to_string())?;
    game.lead = lead(object, seats)?;
    (game.stones, game.shot, game.phase) = (stones, slot as u8, Phase::Throwing);
    if rules.doubles.is_some() {
        // Who had the choice, as a rule, took the hammer.
        game.chooser = Some(game.lead.other());
    }
    let scores: Option<Vec<i8>> = field(object, "scores", "a list of points, one for each end")?;
    let difference: Option<i16> = field(object, "difference", "a whole number of points")?;
    let end: Option<u8> = field(object, "end", "the number of the end, from 0")?;
    let played = scores.as_ref().map_or(0, Vec::len);
    game.end = end.unwrap_or(played.min(255) as u8);
    match (scores, difference) {
        (Some(_), Some(_)) => return Err("say `scores` or `difference`, not both".to_owned()),
        (Some(scores), None) => write_scores(&mut game, rules, &scores)?,
        (None, Some(ahead)) => write_difference(&mut game, rules, ahead)?,
        (None, None) => {}
    }
    goes_on(&game, rules)?;
    game.check(rules).map_err(|why| why.to_string())?;
    Ok(game)
}

fn field<T: serde::de::DeserializeOwned>(
    object: &Object<'_>,
    name: &str,
    form: &str,
) -> Result<Option<T>, String> {
    let Some(text) = object.get(name)? else {
        return Ok(None);
    };
    let read = serde_json::from_str(text);
    read.map_err(|_| format!("`{name}` is {text}: write {form}"))
}

/// Who throws first in the end: as said, as the stones say, or team 0.
fn lead(object: &Object<'_>, seats: Seats) -> Result<Team, String> {
    let said = object.get("lead")?;
    let said = said.map(|text| form::team("lead", text)).transpose()?;
    let known = match seats {
        Seats::ByShot => None,
        Seats::ByTeam { first } => Some(first),
    };
    match (said, known) {
        (Some(said), Some(known)) if said != known => Err(format!(
            "`lead` is \"team{said}\", but by `next_team` and `shot_num` \"team{known}\" throws first"
        )),
        _ => Ok(Team::BOTH[said.or(known).unwrap_or(0)]),
    }
}

fn write_scores(game: &mut Game, rules: &Rules, scores: &[i8]) -> Result<(), String> {
    if scores.len() > usize::from(game.end.min(rules.ends)) {
        return Err(format!(
            "`scores` has {} ends, but only {} are over",
            scores.len(),
            game.end.min(rules.ends)
        ));
    }
    game.scores.ends[..scores.len()].copy_from_slice(scores);
    Ok(())
}

/// Spreads a difference over the ends that are over: only the sum matters.
fn write_difference(game: &mut Game, rules: &Rules, ahead: i16) -> Result<(), String> {
    let most = i16::from(rules.most_points());
    let over = usize::from(game.end.min(rules.ends));
    let mut left = ahead;
    for entry in &mut game.scores.ends[..over] {
        let points = left.clamp(-most, most);
        *entry = points as i8;
        left -= points;
    }
    if left != 0 {
        return Err(format!(
            "`difference` is {ahead}: {over} ends do not give so many points (`end` says how many are over)"
        ));
    }
    Ok(())
}

/// That the match is not over before this end.
fn goes_on(game: &Game, rules: &Rules) -> Result<(), String> {
    if game.end < rules.ends {
        return Ok(());
    }
    let extra = match rules.if_level {
        IfLevel::Draw => false,
        IfLevel::ExtraEndsUntil(last) => game.end < last,
    };
    if extra && game.scores.difference() == 0 {
        return Ok(());
    }
    Err(format!(
        "`end` is {}, but the match of {} ends is over by then",
        game.end, rules.ends
    ))
}
