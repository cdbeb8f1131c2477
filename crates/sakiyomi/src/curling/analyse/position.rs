//! The position to analyse, read from a file together with its match.

use super::super::conditions_args::{self, ConditionsArgs};
use super::super::draw;
use crate::exit::usage;
use anyhow::{Context, anyhow};
use curling::arena_game::Curling;
use curling::notation::{self, NotationError};
use curling::rules::Game;
use digital_curling::plan::{Draft, Source};
use operations::curling::json_lines::{PlatformForm, match_of};
use operations::json_lines::{Object, plain};
use serde_json::Value;
use std::path::Path;

/// Reads a position and its conditions.
pub(super) fn read(
    file: Option<&Path>,
    arguments: &ConditionsArgs,
) -> anyhow::Result<(Curling, Game)> {
    let file = file.filter(|file| file.as_os_str() != "-");
    let text = draw::read(file)?;
    let name = || file.map_or("standard input".to_owned(), |f| f.display().to_string());
    if !text.trim_start().starts_with('{') {
        let table: toml::Table = text.parse().with_context(name)?;
        let text = serde_json::to_string(&table)?;
        return written(&text, arguments)?.ok_or_else(|| {
            let why =
                "no position: a TOML file of one has `game` with `hammer`, `phase` and `stones`";
            anyhow!(why).context(name())
        });
    }
    let line = draw::pick(&text, 1)?;
    if let Some(position) = written(line, arguments).with_context(name)? {
        return Ok(position);
    }
    let object = Object::read(line).map_err(|why| anyhow!(why));
    let object = object.with_context(name)?;
    let whole = whole(&object, line).map_err(|why| anyhow!(why));
    if let Some(game) = whole.with_context(name)? {
        return Ok((under(line, arguments)?, game));
    }
    let form = PlatformForm::of(&object).map_err(|why| anyhow!(why));
    let form = form.with_context(name)?;
    let usual = match form {
        PlatformForm::Hack if !arguments.names_platform()? => "dc3",
        _ => "paper",
    };
    let curling = arguments.curling(usual)?;
    let game = match_of(&object, form, curling.rules()).map_err(|why| anyhow!(why));
    Ok((curling, game.with_context(name)?))
}
/// Parses a position in our notation, with or without conditions; none if the text has another
/// form.
fn written(text: &str, arguments: &ConditionsArgs) -> anyhow::Result<Option<(Curling, Game)>> {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Ok(None);
    };
    let game = value.get("game").unwrap_or(&value);
    if game.get("hammer").is_none() || game.get("phase").is_none() {
        return Ok(None);
    }
    let told = |why: NotationError| anyhow!("`{}`: {}", why.path(), why.why);
    let game = notation::Game::from_json(game.clone()).map_err(told)?;
    let curling = under(text, arguments)?;
    let game = game.to_game(curling.rules()).map_err(told)?;
    Ok(Some((curling, game)))
}

/// Returns the game of a position: under its own conditions, if any, and those of the command line.
fn under(text: &str, arguments: &ConditionsArgs) -> anyhow::Result<Curling> {
    let mut draft = Draft::new("paper").map_err(usage)?;
    let value: Value = serde_json::from_str(text)?;
    if let Some(conditions) = value.get("conditions") {
        let source = Source::File("the position's conditions".to_owned());
        let read = draft.read(&source, &conditions.to_string(), None);
        read.map_err(|why| anyhow!(why))?;
    }
    let plan = arguments.apply_to(draft)?;
    conditions_args::warn(&plan);
    conditions_args::curling(plan.conditions)
}

/// Parses a match in the arena's form; none if the object has another form.
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
