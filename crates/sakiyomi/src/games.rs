//! `games`: games, players and settings, as the players describe themselves.

use crate::cli::{Common, ListGames};
use crate::exit::usage;
use crate::registry::Registry;
use crate::show;
use arena::description::{Description, Preset, Setting};
use arena::{Contender, ContenderError, PlayableGame};
use clap::builder::{PossibleValue, TypedValueParser};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::process::ExitCode;

/// The width of wrapped text, in columns.
const WIDTH: usize = 100;

const BOLD: anstyle::Style = anstyle::Style::new().bold();

/// Prints all games, one game, or one player.
pub(crate) fn list(
    asked: &ListGames,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    match (&asked.game, &asked.player) {
        (None, _) => all(common, registry)?,
        (Some(game), None) => {
            let playable = registry.playable(Some(game))?;
            if common.json {
                show::print_json(&data(playable))?;
            } else {
                show::print(&(overview(playable) + &details(playable)))?;
            }
        }
        (Some(game), Some(player)) => {
            let playable = registry.playable(Some(game))?;
            let player = playable.players().find(player).map_err(usage)?;
            if common.json {
                show::print_json(player)?;
            } else {
                show::print(&described(player))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn all(common: &Common, registry: &Registry) -> anyhow::Result<()> {
    let playables = &registry.host.playables;
    if common.json {
        let games: Vec<_> = playables.iter().map(|playable| data(&**playable)).collect();
        return show::print_json(&games);
    }
    if playables.is_empty() {
        return show::print(
            "This binary knows no game yet; `examples/take-away` is one with an example game.\n",
        );
    }
    let games: Vec<_> = playables.iter().map(|c| overview(&**c)).collect();
    let name = registry.name;
    let more = format!("\n`{name} games GAME PLAYER` shows the settings of a player.\n");
    show::print(&(games.join("\n") + &more))
}

/// Returns a game as JSON.
fn data(playable: &dyn PlayableGame) -> Value {
    let players: Vec<_> = playable.players().iter().collect();
    json!({
        "name": playable.name(),
        "about": playable.about(),
        "strongest": playable.players().strongest(),
        "players": players,
    })
}

/// Returns a game with a sentence about each of its players.
fn overview(playable: &dyn PlayableGame) -> String {
    let (name, about) = (playable.name(), playable.about());
    let mut text = format!("{BOLD}{name}{BOLD:#}: {about}\n");
    let players: Vec<_> = playable.players().iter().collect();
    let names = players.iter().map(|player| player.usage().chars().count());
    let indent = names.max().unwrap_or(0) + 4;
    for player in players {
        let title = format!("  {}", player.usage());
        let _ = writeln!(text, "{title:indent$}{}", wrapped(player.about.en, indent));
    }
    if let Some(strongest) = playable.players().strongest() {
        let _ = writeln!(text, "  The strongest: {strongest}");
    }
    text
}

/// Returns the players of a game that have settings.
fn details(playable: &dyn PlayableGame) -> String {
    let players = playable.players().iter();
    let players = players.filter(|player| !player.settings.is_empty());
    players.fold(String::new(), |text, player| {
        text + "\n" + &described(player)
    })
}

/// Returns a player with its settings and presets.
fn described(player: &Description) -> String {
    let usage = player.usage();
    let mut text = format!("{BOLD}{usage}{BOLD:#}: {}\n", wrapped(player.about.en, 0));
    if !player.settings.is_empty() {
        text += "  Settings, as NAME:key=value,key=value\n";
    }
    player
        .settings
        .iter()
        .for_each(|setting| write_setting(&mut text, setting));
    if !player.presets.is_empty() {
        text += "  Presets\n";
    }
    player
        .presets
        .iter()
        .for_each(|preset| write_preset(&mut text, preset));
    text
}

fn write_setting(text: &mut String, setting: &Setting) {
    let mut values = setting.kind.to_string();
    if let Some(unit) = setting.unit {
        let _ = write!(values, " ({unit})");
    }
    if let Some(default) = &setting.default {
        let _ = write!(values, "; default {default}");
    }
    if !setting.aliases.is_empty() {
        let _ = write!(values, "; formerly {}", setting.aliases.join(", "));
    }
    let (key, meaning) = (setting.key, setting.meaning.en);
    let _ = writeln!(text, "    {BOLD}{key}{BOLD:#}: {values}");
    let _ = writeln!(text, "        {}", wrapped(meaning, 8));
}

fn write_preset(text: &mut String, preset: &Preset) {
    let settings = preset.settings.iter();
    let settings: Vec<_> = settings
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let (name, about) = (preset.name, preset.about.en);
    let _ = writeln!(
        text,
        "    {BOLD}preset={name}{BOLD:#}: {}",
        settings.join(", ")
    );
    let _ = writeln!(text, "        {}", wrapped(about, 8));
}

/// Returns a text wrapped into lines, all but the first indented.
fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut length) = (String::new(), indent);
    for word in text.split(' ') {
        let letters = word.chars().count();
        if length + letters > WIDTH && !lines.is_empty() {
            let _ = write!(lines, "\n{:indent$}", "");
            length = indent;
        } else if !lines.is_empty() {
            lines.push(' ');
        }
        lines += word;
        length += letters + 1;
    }
    lines
}

/// The parser of players, which offers their names for shell completion.
#[derive(Clone)]
pub(crate) struct PlayerParser(Vec<&'static str>);

impl PlayerParser {
    /// Creates a parser with the players of all games.
    pub(crate) fn new(registry: &Registry) -> Self {
        let playables = registry.host.playables.iter();
        let mut names: Vec<String> = playables
            .flat_map(|playable| playable.players().iter())
            .map(|player| {
                let colon = if player.is_program { ":" } else { "" };
                format!("{}{colon}", player.name)
            })
            .collect();
        names.sort();
        names.dedup();
        // The command line keeps its words as long as the program runs.
        PlayerParser(names.into_iter().map(|name| &*name.leak()).collect())
    }
}

impl TypedValueParser for PlayerParser {
    type Value = Contender;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Contender, clap::Error> {
        let parse: fn(&str) -> Result<Contender, ContenderError> = str::parse;
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sentences_are_broken_and_indented() {
        let text = "word ".repeat(40);
        let lines = wrapped(text.trim(), 8);
        assert!(lines.lines().count() > 1);
        assert!(
            lines
                .lines()
                .skip(1)
                .all(|line| line.starts_with("        word"))
        );
        assert!(lines.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn every_setting_of_a_player_is_shown_with_its_values_and_default() {
        let curling = ::curling::lineup();
        let text = described(curling.players().find("jiritsu").unwrap());
        for words in [
            "depth",
            "a whole number from 1 to 16 (shots); default 2",
            "formerly heavy",
            "preset=strongest",
            "How many shots it looks ahead.",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}
