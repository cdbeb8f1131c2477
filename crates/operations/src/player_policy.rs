//! Player policy: the players and settings that a page may request.
//!
//! On the command line a player may be a program of one's own (`program:./bot`) or use a file
//! (`weights=mine.txt`). A page may be opened by others than the owner of the machine; so from here
//! only the game's own players can be asked for, with settings that name no file and are no more
//! than a machine can bear. What that is follows from the players' descriptions: a setting whose
//! kind is a file, or may be one, names none; a number stays within the limit its kind has for
//! pages.

use crate::fault::Fault;
use arena::description::{Description, Setting, SettingKind};
use arena::{PlayerSpec, Roster, SpecError};

/// The longest text of a player.
const LONGEST: usize = 400;

/// The players of a game that may be asked for from a page.
pub(crate) fn admitted(players: &Roster) -> impl Iterator<Item = &Description> {
    players.iter().filter(|player| !player.is_program)
}

/// Reads the text of a player that may be asked for from a page. Its settings are checked; nothing
/// is built.
///
/// # Errors
/// If it is no player, or one that may not be asked for. The place is the setting, if one is to
/// blame.
pub(crate) fn admit(players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::wrong("the text of this player is too long"));
    }
    let spec: PlayerSpec = text.parse().map_err(Fault::wrong)?;
    restrict(players, &spec)?;
    players.check(&spec).map_err(wrong)?;
    Ok(spec)
}

/// What is wrong with a player, at the setting that is to blame.
pub(crate) fn wrong(error: SpecError) -> Fault {
    match &error {
        SpecError::BadValue { key, .. }
        | SpecError::Unknown { key, .. }
        | SpecError::Twice { key } => Fault::wrong_at(key, &error),
        _ => Fault::wrong(error),
    }
}

/// Refuses programs, files, and more than a page may ask for. This comes before the settings are
/// checked: whether a file is there is not told either.
fn restrict(players: &Roster, spec: &PlayerSpec) -> Result<(), Fault> {
    let player = players.find(spec.name()).map_err(wrong)?;
    if player.is_program {
        let name = &player.name;
        return Err(Fault::forbidden(format!(
            "`{name}:` starts a program on this machine, which a page may not do: use `sakiyomi tournament` on the command line"
        )));
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
        return Err(Fault {
            place: Some(key.to_owned()),
            ..Fault::forbidden(match kind {
                SettingKind::ChoiceOrFile { words } => format!(
                    "`{key}={value}` is none of {}, and a page may not open files: use the command line for it",
                    words.join(", ")
                ),
                _ => format!(
                    "`{key}={value}` names a file, which a page may not open: use the command line for it"
                ),
            })
        });
    }
    if let (Some(number), Some(most)) = (kind.number(value), kind.page_limit())
        && number > most
    {
        let words = format!("`{key}={value}` is more than a page may ask for: at most {most}");
        return Err(Fault::wrong_at(key, words));
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
    use arena::Contest;
    use proptest::prelude::*;

    fn games() -> Vec<Box<dyn Contest>> {
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
