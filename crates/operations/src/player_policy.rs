//! Player policy: the players and settings that a page may request.
//!
//! On the command line a player may be a program (`program:./bot`) or use a file
//! (`weights=mine.txt`). A page may be opened by other people than the owner of the machine, so a
//! page may request only the game's own players, without files and within limits. Both follow from
//! the players' descriptions: a setting whose kind is a file, or may be one, must not name one, and
//! a number stays within its kind's limit for pages.

use crate::fault::{Fault, FaultCode};
use arena::description::{Description, Setting, SettingKind};
use arena::{PlayerSpec, Roster, SpecError};

/// The longest text of a player.
const LONGEST: usize = 400;

/// Returns the players of a game that a page may request.
pub(crate) fn admitted(players: &Roster) -> impl Iterator<Item = &Description> {
    players.iter().filter(|player| !player.is_program)
}

/// Parses a player that a page may request. Its settings are checked; nothing is built.
///
/// # Errors
/// If the player is unknown, invalid or forbidden. The place is the invalid setting.
pub(crate) fn admit(players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
    if text.len() > LONGEST {
        let message = format!("a player has at most {LONGEST} characters");
        return Err(Fault::wrong(message).longer_than(LONGEST, "bytes"));
    }
    let spec: PlayerSpec = text.parse().map_err(wrong)?;
    restrict(players, &spec)?;
    players.check(&spec).map_err(|error| {
        let expected = expected_in_japanese(players, &spec, &error);
        let fault = wrong(error);
        expected
            .into_iter()
            .fold(fault, |f, form| f.value("why_ja", form))
    })?;
    Ok(spec)
}

/// Returns the expected form of an invalid value of the player's own settings in Japanese.
fn expected_in_japanese(players: &Roster, spec: &PlayerSpec, error: &SpecError) -> Option<String> {
    let SpecError::BadValue { key, .. } = error else {
        return None;
    };
    let setting = players.find(spec.name()).ok()?.find(key)?;
    setting.kind.japanese()
}

/// Converts the error of a player into a fault, at the invalid setting.
#[expect(
    clippy::needless_pass_by_value,
    reason = "this is the shape that `map_err` takes"
)]
pub(crate) fn wrong(error: SpecError) -> Fault {
    let fault = Fault::wrong(&error);
    match &error {
        SpecError::BadValue { key, value, why } => fault
            .at(key)
            .code(FaultCode::BadSetting)
            .value("key", key)
            .value("value", value)
            .value("why", why),
        SpecError::Unknown { player, key, known } => fault
            .at(key)
            .code(FaultCode::UnknownSetting)
            .value("player", player)
            .value("key", key)
            .value("known", names(known)),
        SpecError::NoSuchPlayer { name, known } => fault
            .code(FaultCode::UnknownPlayer)
            .value("name", name)
            .value("known", names(known)),
        SpecError::Twice { key } => fault.at(key).explained(FaultCode::InvalidPlayer),
        _ => fault.explained(FaultCode::InvalidPlayer),
    }
}

/// Returns the names of a list with a heading, such as `known: depth, goal`.
fn names(listed: &str) -> &str {
    listed.rsplit_once(": ").map_or(listed, |(_, names)| names)
}

/// Refuses programs, files and values above the limits for pages. This comes before the check of
/// the settings, so that a page cannot learn whether a file exists.
fn restrict(players: &Roster, spec: &PlayerSpec) -> Result<(), Fault> {
    let player = players.find(spec.name()).map_err(wrong)?;
    if player.is_program {
        let name = &player.name;
        return Err(Fault::forbidden(format!(
            "`{name}:` starts a program on this machine, which a page may not do: use `sakiyomi tournament` on the command line"
        ))
        .code(FaultCode::ProgramForbidden)
        .value("name", name));
    }
    for (key, value) in spec.pairs().map_err(wrong)? {
        if let Some(setting) = player.find(&key) {
            restrict_setting(players, setting, &value)?;
        }
    }
    Ok(())
}

fn restrict_setting(players: &Roster, setting: &Setting, value: &str) -> Result<(), Fault> {
    let (key, kind) = (setting.key, &setting.kind);
    if kind.names_file(value) {
        let message = match kind {
            SettingKind::ChoiceOrFile { words } => format!(
                "`{key}={value}` is none of {}, and a page may not open files: use the command line for it",
                words.join(", ")
            ),
            _ => format!(
                "`{key}={value}` names a file, which a page may not open: use the command line for it"
            ),
        };
        return Err(Fault::forbidden(message)
            .at(key)
            .code(FaultCode::FileForbidden)
            .value("key", key)
            .value("value", value));
    }
    if let (Some(number), Some(most)) = (kind.number(value), kind.page_limit())
        && number > most
    {
        let message = format!("`{key}={value}` is more than a page may ask for: at most {most}");
        return Err(Fault::wrong_at(key, message)
            .code(FaultCode::SettingLimit)
            .value("key", key)
            .value("value", value)
            .value("max", most));
    }
    if let SettingKind::Player { .. } = kind {
        let inner: PlayerSpec = value.replace(';', ",").parse().map_err(wrong)?;
        return restrict(players, &inner);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;
    use arena::PlayableGame;
    use proptest::prelude::*;

    fn games() -> Vec<Box<dyn PlayableGame>> {
        vec![
            Box::new(digital_curling::platform::Platform::new()),
            Box::new(blokus::lineup()),
            Box::new(bridge::lineup::lineup()),
        ]
    }

    fn kind(game: usize, text: &str) -> Option<FaultKind> {
        let game = &games()[game];
        admit(game.players(), text).err().map(|fault| fault.kind)
    }

    #[test]
    fn no_program_is_started_from_a_page() {
        for (number, game) in games().iter().enumerate() {
            let programs = game.players().iter().filter(|player| player.is_program);
            let programs: Vec<_> = programs.map(|player| format!("{}:", player.name)).collect();
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
            (0, "jiritsu:table=/etc/passwd"),
            (2, "minimax:partner=low:declares=abc:others=mine"),
        ];
        for (game, text) in refused {
            assert_eq!(kind(game, text), Some(FaultKind::Forbidden), "{text}");
        }
        assert_eq!(kind(0, "sample:mended=../../x"), Some(FaultKind::Wrong));
    }

    #[test]
    fn every_setting_that_may_name_a_file_is_refused_one_by_its_kind() {
        let mut files = 0;
        for game in games() {
            for player in admitted(game.players()) {
                for setting in &player.settings {
                    let asked = format!("{}:{}=/etc/hosts", player.name, setting.key);
                    let refused = admit(game.players(), &asked).expect_err(&asked);
                    let file = setting.kind.names_file("/etc/hosts");
                    files += usize::from(file);
                    assert_eq!(refused.kind == FaultKind::Forbidden, file, "{asked}");
                }
            }
        }
        assert!(files > 10, "{files}");
    }

    #[test]
    fn the_expected_form_of_a_value_is_named_in_japanese() {
        let why = |text: &str| {
            let game = &games()[0];
            let fault = admit(game.players(), text).unwrap_err();
            fault.values.get("why_ja").cloned()
        };
        let depth = why("jiritsu:depth=x").unwrap();
        assert!(depth.ends_with("の整数"), "{depth}");
        assert_eq!(why("jiritsu:goal=x").unwrap(), "win、pointsのいずれか");
        assert_eq!(why("jiritsu:nothing=1"), None);
        let unknown = admit(games()[1].players(), "one-ply:nodes=1").unwrap_err();
        assert_eq!(unknown.values["known"], "weights, level");
    }

    #[test]
    fn players_of_the_house_come_in_with_sensible_settings() {
        let welcome = [
            (0, "jiritsu:depth=1,goal=points"),
            (0, "ayumu:sims=2000,time=500ms"),
            (0, "jiritsu:preset=strongest"),
            (0, "jiritsu:sharp=on,depth=2"),
            (1, "alphabeta:preset=strongest"),
            (2, "hybrid:preset=strongest"),
            (1, "strong:width=80/30,nodes=1000"),
            (1, "one-ply:weights=strong"),
            (1, "uct:select=best-of:8,sims=100"),
            (
                2,
                "minimax:deals=8,conventions=paper,partner=abc:deals=4;imagined=2",
            ),
        ];
        for (game, text) in welcome {
            assert_eq!(kind(game, text), None, "{text}");
        }
        assert_eq!(kind(0, "ayumu:sims=2000000000"), Some(FaultKind::Wrong));
        assert_eq!(kind(0, "ayumu:time=2h"), Some(FaultKind::Wrong));
        assert_eq!(kind(1, "uct:trees=1000"), Some(FaultKind::Wrong));
        assert_eq!(kind(0, "jiritsu:depth=7"), Some(FaultKind::Wrong));
        assert_eq!(
            kind(2, "low:partner=abc:probing=65"),
            Some(FaultKind::Wrong)
        );
        let fault = admit(games()[0].players(), "jiritsu:depth=0").unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("depth"));
        assert_eq!(kind(1, &"a".repeat(500)), Some(FaultKind::Wrong));
    }

    proptest! {
        #[test]
        fn whatever_is_asked_for_is_refused_or_of_the_house(text in ".{0,60}") {
            let game = blokus::lineup();
            if let Ok(spec) = admit(game.players(), &text) {
                prop_assert!(admitted(game.players()).any(|player| player.name == spec.name()));
            }
        }
    }
}
