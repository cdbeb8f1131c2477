//! Former names of settings in the texts of players.
//!
//! A player may be written with a former name of a setting; records and experiments that contain it
//! stay valid, and the text is stored as written. [`warnings`] names the current one.

use arena::{Contender, PlayableGame};
use std::collections::BTreeSet;
use toml::Value;

/// Returns the warnings about former names in texts that read as players of any of the games, each
/// once.
pub fn warnings<'t>(
    texts: impl IntoIterator<Item = &'t str>,
    playables: &[Box<dyn PlayableGame>],
) -> BTreeSet<String> {
    let texts = texts.into_iter();
    let players = texts.filter_map(|text| text.parse::<Contender>().ok());
    let names = players.flat_map(|player| {
        let rosters = playables.iter().map(|playable| playable.players());
        rosters.flat_map(move |roster| roster.former_names(&player.spec))
    });
    names.map(|name| name.to_string()).collect()
}

/// Returns all texts in a TOML value.
pub(crate) fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Table(table) => table.values().flat_map(texts).collect(),
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_former_name_anywhere_in_a_file_is_told_once_with_the_current_one() {
        let playables: Vec<Box<dyn PlayableGame>> =
            vec![Box::new(::curling::lineup()), Box::new(::blokus::lineup())];
        let file = "players = ['strong=jiritsu:keep=3', 'random']\n[[row]]\nplayer = 'jiritsu:keep=5'\ncount = 3";
        let file = Value::Table(file.parse().unwrap());
        let told: Vec<_> = warnings(texts(&file), &playables).into_iter().collect();
        assert_eq!(
            told,
            ["setting `keep` of `jiritsu` is now called `reply-width`"]
        );
    }
}
