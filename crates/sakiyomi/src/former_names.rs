//! Warnings about former names of settings in the players of a command line.
//!
//! The current name of each setting is printed once. Names in experiment files are the lab's to
//! find: see [`operations::lab::LabState::former_names`].

use crate::show;
use arena::PlayableGame;
use clap::ArgMatches;
use operations::former_names;
use std::collections::BTreeSet;

/// Prints a warning for each former name in the arguments of a command.
pub(crate) fn warn(matches: &ArgMatches, playables: &[Box<dyn PlayableGame>]) {
    for warning in warnings(matches, playables) {
        show::note(&format!("warning: {warning}"));
    }
}

fn warnings(matches: &ArgMatches, playables: &[Box<dyn PlayableGame>]) -> BTreeSet<String> {
    let texts = arguments(matches);
    former_names::warnings(texts.iter().map(String::as_str), playables)
}

/// Returns the values of all arguments, those of subcommands included.
fn arguments(matches: &ArgMatches) -> Vec<String> {
    let values = matches
        .ids()
        .filter_map(|id| matches.try_get_raw(id.as_str()).ok().flatten());
    let texts = values.flatten().filter_map(|value| value.to_str());
    let mut texts: Vec<String> = texts.map(str::to_owned).collect();
    if let Some((_, matches)) = matches.subcommand() {
        texts.extend(arguments(matches));
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, Command};

    /// The warnings of a command with a player, a named player and a flag.
    fn warned(arguments: &[&str]) -> Vec<String> {
        let play = Command::new("play")
            .arg(Arg::new("players").num_args(1..))
            .arg(Arg::new("quiet").long("quiet").num_args(0));
        let command = Command::new("test").subcommand(play);
        let words = ["test", "play"].iter().chain(arguments);
        let matches = command.try_get_matches_from(words).unwrap();
        let playables: Vec<Box<dyn PlayableGame>> =
            vec![Box::new(::curling::lineup()), Box::new(::blokus::lineup())];
        warnings(&matches, &playables).into_iter().collect()
    }

    #[test]
    fn a_former_name_is_told_once_with_the_current_one() {
        let keep = "setting `keep` of `jiritsu` is now called `reply-width`";
        assert_eq!(
            warned(&["jiritsu:keep=3", "deep=jiritsu:keep=5", "--quiet"]),
            [keep]
        );
        assert_eq!(
            warned(&["jiritsu:sharp=on"]),
            ["setting `sharp` of `jiritsu` is now called `preset=strongest`"]
        );
        assert_eq!(warned(&["krucb:widen=1", "jiritsu:widen=4"]).len(), 2);
    }

    #[test]
    fn current_names_and_other_arguments_are_not_warned_about() {
        let none: [&str; 0] = [];
        let players = [
            "jiritsu:reply-width=3,preset=strongest",
            "keep=3",
            "x:keep=3",
        ];
        assert_eq!(warned(&players), none);
    }
}
