//! Warnings about former names of settings in the players of a command line.
//!
//! A player text may use a former name of a setting; records and experiments that contain it stay
//! valid, and the text is stored as written. The user of the command line is told the current name,
//! once per setting.

use crate::show;
use arena::{Contender, PlayableGame};
use clap::ArgMatches;
use std::collections::BTreeSet;

/// Prints a warning for each former name in the arguments of a command.
pub(crate) fn warn(matches: &ArgMatches, playables: &[Box<dyn PlayableGame>]) {
    for warning in warnings(matches, playables) {
        show::note(&format!("warning: {warning}"));
    }
}

/// Returns the warnings for all arguments that read as a player, in any of the games.
fn warnings(matches: &ArgMatches, playables: &[Box<dyn PlayableGame>]) -> BTreeSet<String> {
    let texts = arguments(matches);
    let players = texts
        .iter()
        .filter_map(|text| text.parse::<Contender>().ok());
    let names = players.flat_map(|player| {
        let rosters = playables.iter().map(|playable| playable.players());
        rosters.flat_map(move |roster| roster.former_names(&player.spec))
    });
    names.map(|name| name.to_string()).collect()
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
