//! Which players may be asked for from a page.
//!
//! On the command line a player may be a program of one's own (`program:./bot`) or use a file (`weights=mine.txt`). A page may be opened
//! by others than the owner of the machine; so from here only the players of the house can be asked for, with settings that name no file and
//! no more than a machine can bear. What is not known to be harmless is refused.

use crate::fault::Fault;
use arena::clock::Span;
use arena::{Contest, PlayerSpec};
use bridge::knowledge::Conventions;

/// The longest text of a player.
const LONGEST: usize = 400;
/// The largest number in a setting.
const MOST: f64 = 1_000_000.0;
/// The most trees that grow side by side.
const MOST_TREES: f64 = 64.0;
/// The deepest a search may be told to look.
const DEEPEST: f64 = 64.0;
/// The longest a player may think about a move, in seconds.
const SLOWEST: f64 = 60.0;

/// How the roster marks a program.
const COMMAND: &str = ":COMMAND";

/// The players of a game that may be asked for from a page, with a line about each.
pub(super) fn house(contest: &dyn Contest) -> Vec<(String, String)> {
    let roster = contest.roster().into_iter();
    roster
        .filter(|(name, _)| !name.ends_with(COMMAND))
        .collect()
}

/// The player of a text, if it may be asked for from a page. Whether its settings make sense is for the game to say.
///
/// # Errors
/// If it is no player, or one that may not be asked for.
pub(crate) fn admit(contest: &dyn Contest, text: &str) -> Result<PlayerSpec, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::wrong("the text of this player is too long"));
    }
    let spec: PlayerSpec = text.parse().map_err(Fault::wrong)?;
    let house = house(contest);
    if !house.iter().any(|(name, _)| name == spec.name()) {
        return Err(stranger(contest, &spec, &house));
    }
    settings(&spec)?;
    Ok(spec)
}

/// Somebody who is not of the house.
fn stranger(contest: &dyn Contest, spec: &PlayerSpec, house: &[(String, String)]) -> Fault {
    let name = spec.name();
    let program = format!("{name}{COMMAND}");
    if contest.roster().iter().any(|(known, _)| *known == program) {
        return Fault::forbidden(format!(
            "`{name}:` starts a program on this machine, which a page may not do: use `sakiyomi tournament` on the command line"
        ));
    }
    let names: Vec<_> = house.iter().map(|(name, _)| name.as_str()).collect();
    Fault::wrong(format!(
        "there is no player `{name}` (players: {})",
        names.join(", ")
    ))
}

/// Looks through the settings behind a player's name, which are written as [`PlayerSpec::settings`] reads them.
fn settings(spec: &PlayerSpec) -> Result<(), Fault> {
    let text = spec.to_string();
    let rest = text.split_once(':').map_or("", |(_, rest)| rest);
    for part in rest
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        setting(key.trim(), value.trim())?;
    }
    Ok(())
}

fn setting(key: &str, value: &str) -> Result<(), Fault> {
    match key {
        "file" | "table" => return Err(a_file(key, value)),
        "experience" if !matches!(value, "on" | "off") => return Err(named(key, value, "on, off")),
        "weights" if !blokus::weights::SHIPPED.contains(&value) => {
            let known = blokus::weights::SHIPPED.join(", ");
            return Err(named(key, value, &known));
        }
        "conventions" | "others" if !matches!(Conventions::named(value), Ok(Some(_))) => {
            return Err(named(key, value, "standard, paper"));
        }
        // A player within a player, its settings divided by semicolons.
        "partner" | "declares" | "defends" => {
            let inner: PlayerSpec = value.replace(';', ",").parse().map_err(Fault::wrong)?;
            return settings(&inner);
        }
        "time" => return within(key, value, seconds(value), SLOWEST),
        _ => {}
    }
    if looks_like_a_path(value) {
        return Err(a_file(key, value));
    }
    let most = match key {
        "trees" => MOST_TREES,
        "depth" | "probing" | "one-pass" => DEEPEST,
        _ => MOST,
    };
    within(key, value, value.parse().ok(), most)
}

/// A length of time in seconds.
fn seconds(value: &str) -> Option<f64> {
    let span: Span = value.parse().ok()?;
    Some(span.0.as_secs_f64())
}

fn within(key: &str, value: &str, number: Option<f64>, most: f64) -> Result<(), Fault> {
    match number {
        Some(number) if number > most => Err(Fault::wrong(format!(
            "`{key}={value}` is more than a page may ask for: at most {most}"
        ))),
        _ => Ok(()),
    }
}

/// Whether a value could name a file elsewhere. Two numbers with a stroke between them do not.
fn looks_like_a_path(value: &str) -> bool {
    let numbers = value
        .split_once('/')
        .is_some_and(|(one, two)| [one, two].iter().all(|part| part.parse::<u32>().is_ok()));
    value.contains(['/', '\\', '~']) && !numbers
}

fn a_file(key: &str, value: &str) -> Fault {
    Fault::forbidden(format!(
        "`{key}={value}` names a file, which a page may not open: use the command line for it"
    ))
}

fn named(key: &str, value: &str, known: &str) -> Fault {
    Fault::forbidden(format!(
        "`{key}={value}` is none of {known}, and a page may not open files: use the command line for it"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;
    use proptest::prelude::*;

    fn games() -> Vec<Box<dyn Contest>> {
        vec![
            Box::new(digital_curling::platform::Platform::new()),
            Box::new(blokus::lineup()),
            Box::new(bridge::lineup::lineup()),
        ]
    }

    fn kind(game: usize, text: &str) -> Option<FaultKind> {
        admit(&*games()[game], text).err().map(|fault| fault.kind)
    }

    #[test]
    fn no_program_is_started_from_a_page() {
        for (number, game) in games().iter().enumerate() {
            let programs = game.roster().into_iter();
            let programs: Vec<_> = programs
                .filter_map(|(name, _)| name.strip_suffix("COMMAND").map(str::to_owned))
                .collect();
            assert!(programs.contains(&"program:".to_owned()));
            for program in programs {
                let asked = format!("{program}/bin/true");
                assert_eq!(kind(number, &asked), Some(FaultKind::Forbidden), "{asked}");
                let spaced = format!(" {} :/bin/true", program.trim_end_matches(':'));
                assert_eq!(
                    kind(number, &spaced),
                    Some(FaultKind::Forbidden),
                    "{spaced}"
                );
            }
        }
        assert_eq!(kind(1, "gtp:/bin/true"), Some(FaultKind::Forbidden));
        assert_eq!(kind(0, "legacy-lines:./bot"), Some(FaultKind::Forbidden));
        assert_eq!(kind(0, "cmd:./bot"), Some(FaultKind::Wrong));
    }

    #[test]
    fn no_file_is_opened_for_a_page() {
        let refused = [
            (0, "jiritsu:table=win"),
            (0, "jiritsu:experience=learned"),
            (0, "jiritsu:depth=1,file=settings.toml"),
            (1, "one-ply:weights=/etc/passwd"),
            (1, "one-ply:weights=passwd"),
            (1, "one-ply: weights = passwd"),
            (2, "minimax:conventions=mine.toml"),
            (2, "abc:others=../secret"),
            (2, "minimax:partner=abc:deals=4;conventions=mine"),
            (2, "minimax:declares=minimax:conventions=mine"),
            (0, "sample:mended=../../x"),
        ];
        for (game, text) in refused {
            assert_eq!(kind(game, text), Some(FaultKind::Forbidden), "{text}");
        }
    }

    #[test]
    fn players_of_the_house_come_in_with_sensible_settings() {
        let welcome = [
            (0, "jiritsu:depth=1,goal=points"),
            (0, "ayumu:sims=2000,time=500ms"),
            (1, "strong:width=80/30,nodes=1000"),
            (1, "one-ply:weights=strong"),
            (1, "uct:select=best-of:8,sims=100"),
            (
                2,
                "minimax:deals=8,conventions=paper,partner=abc:deals=4;imagined=2",
            ),
        ];
        for (game, text) in welcome {
            let games = games();
            let spec = admit(&*games[game], text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
            games[game]
                .check(&spec)
                .unwrap_or_else(|why| panic!("{text}: {why}"));
        }
        assert_eq!(kind(0, "ayumu:sims=2000000000"), Some(FaultKind::Wrong));
        assert_eq!(kind(0, "ayumu:time=2h"), Some(FaultKind::Wrong));
        assert_eq!(kind(1, "uct:trees=1000"), Some(FaultKind::Wrong));
        assert_eq!(kind(1, &"a".repeat(500)), Some(FaultKind::Wrong));
    }

    proptest! {
        #[test]
        fn whatever_is_asked_for_is_refused_or_of_the_house(text in ".{0,60}") {
            let game = blokus::lineup();
            if let Ok(spec) = admit(&game, &text) {
                let house = house(&game);
                prop_assert!(house.iter().any(|(name, _)| name == spec.name()));
            }
        }
    }
}
