//! Rosters: the described players of a game, and the parsing and checking of player texts.
//!
//! A text such as `search:preset=quick,depth=3` is parsed here into the [`Settings`] of a builder:
//! names are looked up, older names translated, presets expanded, every value checked against its
//! kind, inner players included. Nothing is built, so a check costs nothing.

use crate::contender::Contender;
use crate::description::{Description, PRESET, Preset, SettingKind, switch};
use crate::spec::{PlayerSpec, Settings, SpecError};
use std::fmt;

/// Description of a guest.
const GUEST: (&str, &str) = (
    "A player of this host's, listed when it was started.",
    "起動時に登録された、このホストのプレイヤーです。",
);

/// Description of a player of the program around the arena.
const EMBEDDED: (&str, &str) = (
    "A player of the program around the arena.",
    "アリーナを呼び出すプログラムのプレイヤーです。",
);

/// The descriptions of all players of a game.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    players: Vec<Description>,
    strongest: Option<PlayerSpec>,
}

/// A setting that a player text writes with a former name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormerName {
    /// The name of the player.
    pub player: String,
    /// The name as written.
    pub former: String,
    /// The current name; for a preset with its value, `preset=NAME`.
    pub current: String,
}

impl fmt::Display for FormerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormerName {
            player,
            former,
            current,
        } = self;
        write!(
            f,
            "setting `{former}` of `{player}` is now called `{current}`"
        )
    }
}

impl Roster {
    /// Creates a roster of these players.
    pub fn new(players: impl IntoIterator<Item = Description>) -> Self {
        let mut roster = Roster::default();
        players.into_iter().for_each(|player| roster.add(player));
        roster
    }

    /// Adds a player, replacing any of that name; programs come last.
    ///
    /// # Panics
    /// If the description contradicts itself: a default or a preset that its settings do not allow.
    pub fn add(&mut self, player: Description) {
        assert_consistent(&player);
        self.players.retain(|known| known.name != player.name);
        let programs = self.players.iter().position(|known| known.is_program);
        let place = programs.filter(|_| !player.is_program);
        self.players
            .insert(place.unwrap_or(self.players.len()), player);
    }

    /// Adds a guest: a player under a name of its own.
    ///
    /// # Errors
    /// If the name is taken, or not valid as a player's name.
    pub fn admit(&mut self, guest: &Contender) -> Result<(), SpecError> {
        self.add_named(guest.name(), GUEST)
    }

    /// Adds a player of the program around the arena.
    ///
    /// # Errors
    /// If the name is taken, or not valid as a player's name.
    pub fn embed(&mut self, name: &str) -> Result<(), SpecError> {
        self.add_named(name, EMBEDDED)
    }

    fn add_named(
        &mut self,
        name: &str,
        about: (&'static str, &'static str),
    ) -> Result<(), SpecError> {
        let impossible = |why: &str| SpecError::Impossible {
            player: name.to_owned(),
            why: why.to_owned(),
        };
        if self.find(name).is_ok() {
            return Err(impossible("a player of this name is listed already"));
        }
        if name
            .parse()
            .ok()
            .is_none_or(|spec: PlayerSpec| spec.name() != name)
        {
            return Err(impossible("this is not the name of a player"));
        }
        self.add(Description::new(name, about));
        Ok(())
    }

    /// Names the strongest player.
    pub fn name_strongest(&mut self, player: PlayerSpec) {
        self.strongest = Some(player);
    }

    /// Returns the strongest measured player, if one is named.
    pub fn strongest(&self) -> Option<&PlayerSpec> {
        self.strongest.as_ref()
    }

    /// Returns all players, programs last.
    pub fn iter(&self) -> std::slice::Iter<'_, Description> {
        self.players.iter()
    }

    /// Returns the player of a name.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn find(&self, name: &str) -> Result<&Description, SpecError> {
        let found = self.players.iter().find(|player| player.name == name);
        found.ok_or_else(|| SpecError::NoSuchPlayer {
            name: name.to_owned(),
            known: listed(name, self.players.iter().map(Description::usage), "players"),
        })
    }

    /// Checks a player's name and settings, or that a program has a command line. Nothing is built
    /// or started.
    ///
    /// # Errors
    /// The first error of the player text.
    pub fn check(&self, spec: &PlayerSpec) -> Result<(), SpecError> {
        if self.find(spec.name())?.is_program {
            spec.launch().map(drop)
        } else {
            self.settings(spec).map(drop)
        }
    }

    /// Returns the settings of a player: those given, those of its preset, and the defaults.
    ///
    /// # Errors
    /// If the player or a setting is unknown, or a value is invalid.
    pub fn settings(&self, spec: &PlayerSpec) -> Result<Settings, SpecError> {
        self.settings_without(spec, &[])
    }

    /// Returns the settings of a player text that are written with former names, those of inner
    /// players included. Invalid texts are for [`check`](Self::check) to refuse.
    pub fn former_names(&self, spec: &PlayerSpec) -> Vec<FormerName> {
        let found = self.find(spec.name()).ok();
        let Some(player) = found.filter(|player| !player.is_program) else {
            return vec![];
        };
        let pairs = spec.pairs().unwrap_or_default();
        let names = pairs.iter().flat_map(|(key, value)| {
            let own = player.current_name(key).map(|current| FormerName {
                player: player.name.clone(),
                former: key.clone(),
                current,
            });
            own.into_iter()
                .chain(self.former_names_inside(player, key, value))
        });
        names.collect()
    }

    /// Returns the former names in the inner player that a setting names, if it names one.
    fn former_names_inside(&self, player: &Description, key: &str, value: &str) -> Vec<FormerName> {
        match player.find(key).map(|setting| &setting.kind) {
            Some(SettingKind::Player { .. }) => {
                let inner = value.replace(';', ",").parse();
                inner.map_or_else(|_| vec![], |spec| self.former_names(&spec))
            }
            _ => vec![],
        }
    }

    /// Returns the settings of a player without those in `without`.
    fn settings_without(&self, spec: &PlayerSpec, without: &[&str]) -> Result<Settings, SpecError> {
        let player = self.find(spec.name())?;
        let mut settings = Settings::new(player, without);
        let mut chosen = Chosen::Unsaid;
        for (key, value) in spec.pairs()? {
            match (chosen_preset(player, &key, &value)?, &chosen) {
                (Chosen::Unsaid, _) => self.give(player, &mut settings, &key, value, without)?,
                (said, Chosen::Unsaid) => chosen = said,
                _ => {
                    let key = PRESET.to_owned();
                    return Err(SpecError::Twice { key });
                }
            }
        }
        if let Chosen::Preset(preset) = chosen {
            for (key, value) in &preset.settings {
                settings.suggest(key, value);
            }
        }
        Ok(settings)
    }

    /// Gives the player one setting, checked.
    fn give(
        &self,
        player: &Description,
        settings: &mut Settings,
        key: &str,
        value: String,
        without: &[&str],
    ) -> Result<(), SpecError> {
        let setting = player.find(key).filter(|s| !without.contains(&s.key));
        let setting = setting.ok_or_else(|| unknown(player, key, without))?;
        let bad = |why| SpecError::BadValue {
            key: key.to_owned(),
            value: value.clone(),
            why,
        };
        setting.kind.check(&value).map_err(bad)?;
        let inner = match &setting.kind {
            SettingKind::Player { without } => {
                let spec: PlayerSpec = value.replace(';', ",").parse()?;
                Some(self.settings_without(&spec, without)?)
            }
            _ => None,
        };
        settings.give(setting.key, value, inner)
    }
}

impl<'a> IntoIterator for &'a Roster {
    type Item = &'a Description;
    type IntoIter = std::slice::Iter<'a, Description>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The preset of a player text.
enum Chosen<'a> {
    /// No preset is named.
    Unsaid,
    /// No preset, by an older switch that is off.
    Without,
    /// A preset.
    Preset(&'a Preset),
}

/// Parses a setting as a preset: `preset=NAME`, or the older switch of one.
fn chosen_preset<'a>(
    player: &'a Description,
    key: &str,
    value: &str,
) -> Result<Chosen<'a>, SpecError> {
    let bad = |why: String| SpecError::BadValue {
        key: key.to_owned(),
        value: value.to_owned(),
        why,
    };
    if let Some(preset) = player.presets.iter().find(|p| p.alias == Some(key)) {
        return match switch(value) {
            Some(true) => Ok(Chosen::Preset(preset)),
            Some(false) => Ok(Chosen::Without),
            None => Err(bad("write on or off".to_owned())),
        };
    }
    if key != PRESET {
        return Ok(Chosen::Unsaid);
    }
    let found = player.presets.iter().find(|preset| preset.name == value);
    let names: Vec<_> = player.presets.iter().map(|preset| preset.name).collect();
    found.map(Chosen::Preset).ok_or_else(|| {
        bad(match names.as_slice() {
            [] => format!("player `{}` has no presets", player.name),
            names => format!("write one of {}", names.join(", ")),
        })
    })
}

fn unknown(player: &Description, key: &str, without: &[&str]) -> SpecError {
    let settings = player.settings.iter().map(|setting| setting.key);
    let settings = settings.filter(|key| !without.contains(key));
    let preset = (!player.presets.is_empty()).then_some(PRESET);
    let known: Vec<String> = settings.chain(preset).map(str::to_owned).collect();
    SpecError::Unknown {
        player: player.name.clone(),
        key: key.to_owned(),
        known: if known.is_empty() {
            "it has none".to_owned()
        } else {
            listed(key, known.into_iter(), "known")
        },
    }
}

/// Returns all known names, after a suggestion.
fn listed(name: &str, known: impl Iterator<Item = String>, title: &str) -> String {
    let known: Vec<String> = known.collect();
    let near = known.iter().map(|one| {
        let plain = one.split(':').next().unwrap_or(one);
        (distance(name, plain), plain)
    });
    let near = near.min_by_key(|(distance, _)| *distance);
    let meant = near.filter(|(distance, near)| 3 * distance <= near.chars().count());
    let meant = meant.map_or_else(String::new, |(_, near)| format!("did you mean `{near}`? "));
    format!("{meant}{title}: {}", known.join(", "))
}

/// Returns the edit distance of two words (Damerau–Levenshtein, adjacent transpositions).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Panics if a default or a preset is none that the settings allow, or a name is used twice.
fn assert_consistent(player: &Description) {
    let name = &player.name;
    let mut names: Vec<&str> = vec![PRESET];
    names.extend(player.presets.iter().filter_map(|preset| preset.alias));
    for setting in &player.settings {
        for key in std::iter::once(&setting.key).chain(&setting.aliases) {
            assert!(!names.contains(key), "{name}: two settings `{key}`");
            names.push(key);
        }
        if let Some(value) = &setting.default {
            let checked = setting.kind.check(value);
            assert_eq!(checked, Ok(()), "{name}: default of `{}`", setting.key);
        }
    }
    for (key, value) in player.presets.iter().flat_map(|preset| &preset.settings) {
        let setting = player.settings.iter().find(|setting| setting.key == *key);
        let checked = setting.map(|setting| setting.kind.check(value));
        assert_eq!(checked, Some(Ok(())), "{name}: preset with `{key}={value}`");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::Setting;

    fn roster() -> Roster {
        let search = Description::new("search", ("Looks ahead.", "先読み。"))
            .setting(Setting::integer("depth", 1..=9, ("m", "m")).default(4))
            .setting(Setting::integer("reply-width", 0..=99, ("m", "m")).formerly("keep"))
            .setting(Setting::switch("heavy", false, ("m", "m")))
            .setting(Setting::player(
                "partner",
                &["partner", "heavy"],
                ("m", "m"),
            ))
            .preset("quick", ("m", "m"), &[("depth", "1")])
            .preset("strongest", ("m", "m"), &[("depth", "9"), ("heavy", "on")])
            .formerly("sharp");
        let random = Description::new("random", ("Any move.", "ランダムな手。"));
        let program = Description::program("program", ("A program.", "プログラム。"));
        Roster::new([search, program, random])
    }

    fn settings(text: &str) -> Result<Settings, SpecError> {
        roster().settings(&text.parse().unwrap())
    }

    #[test]
    fn presets_are_expanded_and_single_settings_overrule_them() {
        let read = |text: &str| {
            let mut settings = settings(text).unwrap();
            (
                settings.value::<u32>("depth").unwrap(),
                settings.on("heavy"),
            )
        };
        assert_eq!(read("search"), (4, false));
        assert_eq!(read("search:preset=quick"), (1, false));
        assert_eq!(read("search:preset=strongest"), (9, true));
        assert_eq!(read("search:depth=2,preset=strongest"), (2, true));
        assert_eq!(read("search:sharp=on,heavy=off"), (9, false));
        assert_eq!(read("search:sharp=off"), (4, false));
    }

    #[test]
    fn older_names_are_read_and_a_setting_given_under_both_is_given_twice() {
        let mut kept = settings("search:keep=3").unwrap();
        assert_eq!(kept.given::<usize>("reply-width"), Ok(Some(3)));
        for text in [
            "search:keep=3,reply-width=3",
            "search:preset=quick,sharp=on",
        ] {
            assert!(matches!(settings(text), Err(SpecError::Twice { .. })));
        }
    }

    #[test]
    fn former_names_are_listed_with_the_current_ones_in_inner_players_too() {
        let former_names_of = |text: &str| {
            let spec: PlayerSpec = text.parse().unwrap();
            let names = roster().former_names(&spec);
            assert_eq!(spec.to_string(), text, "the text itself does not change");
            names.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let keep = "setting `keep` of `search` is now called `reply-width`";
        let sharp = "setting `sharp` of `search` is now called `preset=strongest`";
        assert_eq!(former_names_of("search:depth=2,keep=3"), [keep]);
        assert_eq!(former_names_of("search:sharp=on,keep=3"), [sharp, keep]);
        assert_eq!(former_names_of("search:partner=search:keep=5"), [keep]);
        for text in [
            "search:reply-width=3,preset=strongest",
            "search:unknown=1",
            "nobody:keep=1",
            "program:./bot keep=3",
        ] {
            assert!(former_names_of(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_not_described_is_refused_with_what_was_probably_meant() {
        for (text, words) in [
            (
                "search:depht=3",
                "no setting `depht` (did you mean `depth`? known: depth,",
            ),
            (
                "search:colour=red",
                "no setting `colour` (known: depth, reply-width",
            ),
            (
                "search:depth=0",
                "setting `depth=0`: write a whole number from 1 to 9",
            ),
            ("search:preset=paper", "write one of quick, strongest"),
            ("random:preset=quick", "`random` has no presets"),
            ("random:x=1", "no setting `x` (it has none)"),
            (
                "serach",
                "no player `serach` (did you mean `search`? players: search, random, program:COMMAND)",
            ),
            ("nobody", "no player `nobody` (players: search,"),
            ("search:partner=serach", "did you mean `search`"),
            (
                "search:partner=search:heavy=on",
                "no setting `heavy` (known: depth, reply-width, preset)",
            ),
            ("search:partner=search:depth=0;keep=1", "setting `depth=0`"),
            ("search:sharp=much", "setting `sharp=much`: write on or off"),
        ] {
            let error = settings(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn inner_players_have_their_own_settings_and_presets() {
        let mut outer = settings("search:depth=2,partner=search:preset=strongest;keep=5").unwrap();
        let mut inner = outer.inner("partner").unwrap();
        assert_eq!(inner.player(), "search");
        assert_eq!(inner.value::<u32>("depth"), Ok(9));
        assert_eq!(inner.given::<usize>("reply-width"), Ok(Some(5)));
        assert!(settings("search").unwrap().inner("partner").is_none());
    }

    #[test]
    fn a_program_needs_a_command_and_is_not_started() {
        let check = |text: &str| roster().check(&text.parse().unwrap());
        assert_eq!(check("program:/nowhere/at/all"), Ok(()));
        assert!(matches!(
            check("program:"),
            Err(SpecError::NoCommand { .. })
        ));
    }

    #[test]
    #[should_panic(expected = "is not described")]
    fn a_builder_cannot_read_what_is_not_described() {
        let _ = settings("search").unwrap().given::<u32>("depths");
    }

    #[test]
    #[should_panic(expected = "default of `n`")]
    fn a_default_out_of_range_is_a_mistake_of_the_description() {
        let n = Setting::integer("n", 1..=9, ("m", "m")).default(10);
        Roster::new([Description::new("bad", ("m", "m")).setting(n)]);
    }
}
