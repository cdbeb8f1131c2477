//! Overrides of conditions by a table: from a command line, an experiment file or a form.

use super::{Conditions, Drift};
use crate::delivery::noise::Dc3Noise;
use crate::delivery::{Noise, Skill, TeamSkills};
use crate::notation::Conditions as Written;
use crate::notation::{MOST_NOISE, scaled};
use crate::physics::{Ice, Mode, Parameters, WearRate};
use crate::rules::{GuardSpot, IfLevel, PowerPlays, Rules, Spots};
use serde::Deserialize;
use toml::{Table, Value};

/// The keys besides the parameters of the ice.
const KEYS: [&str; 25] = [
    "platform",
    "rules",
    "ends",
    "extra_ends",
    "spot",
    "power_plays",
    "referee",
    "friction_scale",
    "curl_scale",
    "skewed",
    "friction_by_shot",
    "friction_drift",
    "wear",
    "wear_most",
    "sweeping",
    "sweep_friction",
    "sweep_curl",
    "noise",
    "noise0",
    "noise1",
    "players0",
    "players1",
    "noise_scale",
    "noise_scale0",
    "noise_scale1",
];

/// The limit of extra ends: as on Digital Curling 3, practically none.
const FOR_EVER: IfLevel = IfLevel::ExtraEndsUntil(255);

impl Conditions {
    /// Returns whether this is a valid key of a table of overrides.
    pub fn knows(&self, key: &str) -> bool {
        KEYS.contains(&key) || self.ice.names().contains(&key)
    }

    /// Returns these conditions with the overrides of a table.
    ///
    /// | key | value |
    /// |---|---|
    /// | `platform` | one of [`Conditions::NAMES`]; everything else is changed from there |
    /// | `rules` | one of [`Rules::NAMES`], or a table of fields of [`Rules`] |
    /// | `ends` | the number of ends, from 1 to 32 |
    /// | `extra_ends` | whether a level match continues |
    /// | `spot` | 0 to 5: the guard spot of mixed doubles, on DC4 and in the sport |
    /// | `power_plays` | `once-else-centre`, `once` or `unlimited`: the limit of power plays of a team in mixed doubles |
    /// | `referee` | `exact` or `fast`: the referee's kind of simulation |
    /// | a parameter's name, such as `friction` or `restitution` | its value; the names depend on the ice ([`Parameters::names`]) |
    /// | `friction_scale`, `curl_scale` | factors on any ice, after its parameters: 1.2 is slower ice, 0 straight ice |
    /// | `skewed` | false repairs DC2's ice, published with a lateral force that is not at a right angle to the path |
    /// | `friction_by_shot` | factors on friction, a list with one for each shot of the match; after the last of them the ice stays as it is |
    /// | `friction_drift` | a factor on friction that is reached evenly at the last shot of the last end, from 1 at the first: 1.1 is ice that slows down by a tenth |
    /// | `wear` | relative change of friction by each stone that has run over a place, as in 0.002; 0 for none |
    /// | `wear_most` | the largest change by wear; 0.1 by default |
    /// | `sweeping` | whether the delivered stone may be swept |
    /// | `sweep_friction`, `sweep_curl` | factors of sweeping with full effort, 0.9 and 0.67 by default; either allows sweeping |
    /// | `noise` | the execution error of every player: a number or a table, see below |
    /// | `noise0`, `noise1` | the execution error of one team |
    /// | `players0`, `players1` | one to four players of a team in their order, each a number or a table; those missing are like the first |
    /// | `noise_scale`, `noise_scale0`, `noise_scale1` | factors on the execution error of any platform, after its size: 0.5 is twice as steady, 0 exact |
    ///
    /// A table with `teams` is not a list of overrides but [written
    /// conditions](crate::notation::Conditions), which replace these conditions as a whole.
    ///
    /// Noise given as a number is of the kind the players have already: for rectangular noise the
    /// standard deviation in metres, across and along; for that of the GAT contests its size; for
    /// noise in speed and heading (DC3, DC4) a factor on the present standard deviations;
    /// `noise_scale` is a factor everywhere. A player
    /// without noise gets the rectangular kind. A table gives the kind itself: `{ kind = "gat",
    /// size = 0.29 }`, as [`Noise`] is written. Limits of weight stay as they are, except for a
    /// player given by a table, which is a whole [`Skill`]: `{ noise = { kind = "gat", size = 0.29
    /// }, max_weight = 33.7, excess = "pass" }`.
    ///
    /// ```
    /// use curling::conditions::Conditions;
    /// use curling::delivery::Noise;
    ///
    /// let slow = "platform = 'gat'\nends = 4\nfriction_scale = 1.2\nnoise1 = 0.29".parse().unwrap();
    /// let conditions = Conditions::paper().changed(&slow)?;
    /// assert_eq!(conditions.rules.ends, 4);
    /// assert_eq!(*conditions.teams[1].player(0).noise(), Noise::Gat { size: 0.29 });
    /// let error = Conditions::paper().changed(&"end = 4".parse().unwrap()).unwrap_err();
    /// assert!(error.starts_with("unknown condition `end`"));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// A message with the unknown key or the invalid value, and what is allowed.
    pub fn changed(&self, table: &Table) -> Result<Self, String> {
        if Written::fits(table) {
            let written = Written::from_table(table).map_err(|why| why.to_string())?;
            return written.to_conditions().map_err(|why| why.to_string());
        }
        let mut conditions = match table.get("platform") {
            None => self.clone(),
            Some(value) => named("platform", value, Conditions::named, &Conditions::NAMES)?,
        };
        let names = conditions.ice.names();
        for key in table.keys() {
            if !conditions.knows(key) {
                let (keys, names) = (KEYS.join(", "), names.join(", "));
                return Err(format!(
                    "unknown condition `{key}` (known: {keys}; of this ice: {names})"
                ));
            }
        }
        conditions.change_rules(table)?;
        conditions.change_ice(table)?;
        conditions.change_changes(table)?;
        conditions.change_skills(table)?;
        if let Some(value) = table.get("referee") {
            let mode = |name: &str| match name {
                "exact" => Some(Mode::Exact),
                "fast" => Some(Mode::Fast),
                _ => None,
            };
            conditions.referee = named("referee", value, mode, &["exact", "fast"])?;
        }
        Ok(conditions)
    }

    fn change_rules(&mut self, table: &Table) -> Result<(), String> {
        if let Some(value) = table.get("rules") {
            self.rules = match value {
                Value::Table(fields) => fields_of(&self.rules, fields)?,
                value => named("rules", value, Rules::named, &Rules::NAMES)?,
            };
            self.rules.check().map_err(|why| invalid("rules", why))?;
        }
        if let Some(value) = table.get("ends") {
            let ends = value.as_integer().and_then(|ends| u8::try_from(ends).ok());
            self.rules.ends = ends.ok_or_else(|| {
                invalid(
                    "ends",
                    format!("expected a number of ends from 1 to 32, got {value}"),
                )
            })?;
            self.rules.check().map_err(|why| invalid("ends", why))?;
        }
        if let Some(value) = table.get("extra_ends") {
            let goes_on = value.as_bool();
            let goes_on = goes_on.ok_or_else(|| invalid("extra_ends", "expected true or false"))?;
            self.rules.if_level = if goes_on { FOR_EVER } else { IfLevel::Draw };
        }
        if let Some(value) = table.get("power_plays") {
            let limit = named("power_plays", value, PowerPlays::named, &PowerPlays::NAMES)?;
            let doubles = self.rules.doubles.as_mut();
            let only = || invalid("power_plays", "only mixed doubles has power plays");
            doubles.ok_or_else(only)?.power_plays = limit;
        }
        table
            .get("spot")
            .map_or(Ok(()), |value| self.change_spot(value))
    }

    fn change_spot(&mut self, value: &Value) -> Result<(), String> {
        let number = value.as_integer().and_then(|spot| u8::try_from(spot).ok());
        let spot = number.and_then(|number| GuardSpot::try_from(number).ok());
        let spot = spot.ok_or_else(|| {
            invalid(
                "spot",
                format!("expected a guard spot from 0 to 5, got {value}"),
            )
        })?;
        match &mut self.rules.doubles {
            Some(doubles) if doubles.spots != Spots::Dc2 => doubles.spots = Spots::Dc4(spot),
            _ => {
                let why = "only mixed doubles of DC4 and of the sport has a guard spot";
                return Err(invalid("spot", why));
            }
        }
        Ok(())
    }

    fn change_ice(&mut self, table: &Table) -> Result<(), String> {
        for name in self.ice.names() {
            if let Some(value) = table.get(name) {
                let value = number(name, value)?;
                self.ice
                    .set(name, value)
                    .map_err(|why| invalid(name, why))?;
            }
        }
        for (key, scaled) in [
            ("friction_scale", Parameters::with_friction as fn(_, _) -> _),
            ("curl_scale", Parameters::with_curl),
        ] {
            if let Some(value) = table.get(key) {
                self.ice = scaled(self.ice.clone(), number(key, value)?);
                self.ice.check().map_err(|why| invalid(key, why))?;
            }
        }
        if let Some(value) = table.get("skewed") {
            let skewed = value
                .as_bool()
                .ok_or_else(|| invalid("skewed", "expected true or false"))?;
            match &mut self.ice.ice {
                Ice::Coulomb(ice) => ice.skewed = skewed,
                Ice::Fcv1(_) => {
                    return Err(invalid(
                        "skewed",
                        "only the ice of legacy and dc2 has this parameter",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Sets drift, wear and sweeping.
    fn change_changes(&mut self, table: &Table) -> Result<(), String> {
        if let Some(value) = table.get("friction_by_shot") {
            let list = value.as_array().ok_or_else(|| {
                let why = "expected a list of factors, as in [1, 1.01, 1.02]";
                invalid("friction_by_shot", why)
            })?;
            let factors = list.iter().map(|value| number("friction_by_shot", value));
            self.changes.friction = factors.collect::<Result<_, _>>()?;
        }
        if let Some(value) = table.get("friction_drift") {
            let (from, to) = (1.0, number("friction_drift", value)?);
            let shots = usize::from(self.rules.ends) * 2 * self.rules.deliveries();
            let shots = shots as u16;
            self.changes.drift = (to != from).then_some(Drift { from, to, shots });
        }
        self.change_wear(table)?;
        self.change_sweeping(table)?;
        let checked = self.changes.check();
        checked.map_err(|why| invalid(key_of(&why.place), why.why))
    }

    fn change_wear(&mut self, table: &Table) -> Result<(), String> {
        if let Some(value) = table.get("wear") {
            let each = number("wear", value)?;
            let usual = WearRate::new(each);
            let most = self.changes.wear.map_or(usual.most, |wear| wear.most);
            self.changes.wear = (each != 0.0).then_some(WearRate { each, most });
        }
        if let Some(value) = table.get("wear_most") {
            let most = number("wear_most", value)?;
            let without = || invalid("wear_most", "there is no wear to limit: set `wear`");
            self.changes.wear.as_mut().ok_or_else(without)?.most = most;
        }
        Ok(())
    }

    fn change_sweeping(&mut self, table: &Table) -> Result<(), String> {
        let allowed = table.get("sweeping").map(|value| {
            let flag = value.as_bool();
            flag.ok_or_else(|| invalid("sweeping", "expected true or false"))
        });
        let allowed = allowed.transpose()?;
        let mut sweeping = self.changes.sweeping.unwrap_or_default();
        let mut given = false;
        for (key, factor) in [
            ("sweep_friction", &mut sweeping.friction),
            ("sweep_curl", &mut sweeping.curl),
        ] {
            if let Some(value) = table.get(key) {
                *factor = number(key, value)?;
                given = true;
            }
        }
        let now = self.changes.sweeping.is_some();
        let allowed = allowed.unwrap_or(given || now);
        self.changes.sweeping = allowed.then_some(sweeping);
        Ok(())
    }

    fn change_skills(&mut self, table: &Table) -> Result<(), String> {
        for (key, teams) in [("noise", 0..2), ("noise0", 0..1), ("noise1", 1..2)] {
            if let Some(value) = table.get(key) {
                for team in &mut self.teams[teams] {
                    let players = team
                        .players()
                        .each_ref()
                        .map(|player| noisy(key, value, player));
                    *team = team_of(key, players)?;
                }
            }
        }
        for (key, team) in ["players0", "players1"].into_iter().zip(&mut self.teams) {
            if let Some(value) = table.get(key) {
                let list = value.as_array();
                let list = list
                    .ok_or_else(|| invalid(key, "expected a list of players, as in [0.1, 0.2]"))?;
                let players = list.iter().enumerate();
                *team = team_of(
                    key,
                    players.map(|(place, value)| match value {
                        Value::Table(_) => Skill::deserialize(value.clone())
                            .map_err(|why| invalid(key, why.message())),
                        value => noisy(key, value, team.player(place)),
                    }),
                )?;
            }
        }
        self.scale_noise(table)
    }

    /// Multiplies the execution error of teams.
    fn scale_noise(&mut self, table: &Table) -> Result<(), String> {
        for (key, teams) in [
            ("noise_scale", 0..2),
            ("noise_scale0", 0..1),
            ("noise_scale1", 1..2),
        ] {
            let Some(value) = table.get(key) else {
                continue;
            };
            let factor = number(key, value)?;
            if !(0.0..=MOST_NOISE).contains(&factor) {
                let why = format!("{factor} is not a factor from 0 to {MOST_NOISE}");
                return Err(invalid(key, why));
            }
            for team in &mut self.teams[teams] {
                let players = team.players().each_ref().map(|player| {
                    let noise = scaled(*player.noise(), factor);
                    Skill::new(noise, player.max_weight(), player.excess())
                        .map_err(|why| invalid(key, why))
                });
                *team = team_of(key, players)?;
            }
        }
        Ok(())
    }
}

fn invalid(key: &str, why: impl std::fmt::Display) -> String {
    format!("condition `{key}`: {why}")
}

/// Returns the key that sets a part of the changes of the ice.
fn key_of(place: &str) -> &'static str {
    let keys = [
        ("friction", "friction_by_shot"),
        ("drift", "friction_drift"),
        ("wear.most", "wear_most"),
        ("wear", "wear"),
        ("sweeping.curl", "sweep_curl"),
        ("sweeping", "sweep_friction"),
    ];
    let place = place.trim_start_matches("changes.");
    let found = keys.iter().find(|(part, _)| place.starts_with(part));
    found.map_or("changes", |(_, key)| key)
}

/// Looks up a name.
fn named<T>(
    key: &str,
    value: &Value,
    find: impl Fn(&str) -> Option<T>,
    names: &[&str],
) -> Result<T, String> {
    let found = value.as_str().and_then(find);
    found.ok_or_else(|| {
        let given = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        invalid(
            key,
            format!("unknown value `{given}` (known: {})", names.join(", ")),
        )
    })
}

/// Returns the rules with some fields replaced.
fn fields_of(rules: &Rules, fields: &Table) -> Result<Rules, String> {
    let mut all = Table::try_from(rules).map_err(|why| invalid("rules", why))?;
    all.extend(fields.clone());
    all.try_into()
        .map_err(|why: toml::de::Error| invalid("rules", why.message()))
}

fn number(key: &str, value: &Value) -> Result<f64, String> {
    let number = value
        .as_float()
        .or_else(|| value.as_integer().map(|whole| whole as f64));
    number.ok_or_else(|| invalid(key, format!("expected a number, got {value}")))
}

/// Returns a player with other noise.
fn noisy(key: &str, value: &Value, player: &Skill) -> Result<Skill, String> {
    let noise = match value {
        Value::Table(_) => {
            Noise::deserialize(value.clone()).map_err(|why| invalid(key, why.message()))?
        }
        value => of_size(*player.noise(), number(key, value)?),
    };
    Skill::new(noise, player.max_weight(), player.excess()).map_err(|why| invalid(key, why))
}

/// Returns noise of the same kind and this size.
fn of_size(noise: Noise, size: f64) -> Noise {
    let scaled = |deviations: Dc3Noise| Dc3Noise {
        stddev_speed: deviations.stddev_speed * size,
        stddev_angle: deviations.stddev_angle * size,
        ..deviations
    };
    match noise {
        Noise::None | Noise::Rectangular { .. } => Noise::Rectangular { x: size, y: size },
        Noise::Gat { .. } => Noise::Gat { size },
        Noise::Polar {
            speed,
            heading,
            loses_turn,
        } => Noise::Polar {
            speed: speed * size,
            heading: heading * size,
            loses_turn,
        },
        Noise::Dc3(deviations) => Noise::Dc3(scaled(deviations)),
        Noise::Dc4 { cw, ccw } => Noise::Dc4 {
            cw: scaled(cw),
            ccw: scaled(ccw),
        },
    }
}

fn team_of(
    key: &str,
    players: impl IntoIterator<Item = Result<Skill, String>>,
) -> Result<TeamSkills, String> {
    let players = players.into_iter().map(|player| player.map(Some));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    TeamSkills::new(&players).map_err(|why| invalid(key, why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena_game::Curling;
    use crate::delivery::Excess;
    use crate::delivery::skill::GAT_WEIGHT;
    use proptest::prelude::*;

    fn table(text: &str) -> Table {
        text.parse().unwrap()
    }

    #[track_caller]
    fn changed(text: &str) -> Conditions {
        Conditions::paper().changed(&table(text)).unwrap()
    }

    #[test]
    fn changing_ice_and_sweeping_are_set_by_keys_and_off_without_them() {
        use crate::physics::Sweeping;
        let conditions = changed("ends = 2\nfriction_drift = 1.1\nwear = 0.002\nsweeping = true");
        let (from, to, shots) = (1.0, 1.1, 32);
        assert_eq!(conditions.changes.drift, Some(Drift { from, to, shots }));
        assert_eq!(conditions.changes.wear, Some(WearRate::new(0.002)));
        assert_eq!(conditions.changes.sweeping, Some(Sweeping::default()));
        let again = |text: &str| conditions.changed(&table(text)).unwrap().changes;
        assert_eq!(again("ends = 2"), conditions.changes);
        assert!(again("friction_drift = 1\nwear = 0\nsweeping = false").is_off());
        assert_eq!(again("wear_most = 0.3").wear.unwrap().most, 0.3);
        let harder = changed("sweep_friction = 0.8\nfriction_by_shot = [1, 1.05]").changes;
        assert_eq!(
            harder.sweeping.map(|it| (it.friction, it.curl)),
            Some((0.8, 0.67))
        );
        assert_eq!(harder.friction, [1.0, 1.05]);
        for (text, words) in [
            (
                "friction_drift = 9",
                "condition `friction_drift`: 9 is out of range",
            ),
            (
                "friction_by_shot = [1, 9]",
                "condition `friction_by_shot`: 9 is out of",
            ),
            (
                "friction_by_shot = 1",
                "condition `friction_by_shot`: expected a list",
            ),
            ("wear = 2", "condition `wear`: 2 is out of range"),
            (
                "wear = 0.1\nwear_most = 2",
                "condition `wear_most`: 2 is out of range",
            ),
            (
                "wear_most = 0.1",
                "condition `wear_most`: there is no wear to limit",
            ),
            (
                "sweeping = 1",
                "condition `sweeping`: expected true or false",
            ),
            (
                "sweep_friction = 0",
                "condition `sweep_friction`: 0 is out of range",
            ),
            (
                "sweep_curl = -1",
                "condition `sweep_curl`: -1 is out of range",
            ),
        ] {
            let error = Conditions::paper().changed(&table(text)).unwrap_err();
            assert!(error.starts_with(words), "{text}: {error}");
        }
        let extreme = "friction = 1e-9\nfriction_drift = 0.2";
        if let Ok(conditions) = Conditions::paper().changed(&table(extreme)) {
            assert!(Curling::new(conditions).is_err());
        }
    }

    #[test]
    fn an_empty_table_changes_nothing_and_a_platform_everything() {
        assert_eq!(changed(""), Conditions::paper());
        for name in Conditions::NAMES {
            let platform = changed(&format!("platform = '{name}'"));
            assert_eq!(Some(platform), Conditions::named(name));
        }
    }

    #[test]
    fn rules_are_changed_by_name_or_field_by_field() {
        let rules = changed("rules = 'dc3'\nends = 4\nextra_ends = false").rules;
        let expected = Rules {
            ends: 4,
            if_level: IfLevel::Draw,
            ..Rules::dc3()
        };
        assert_eq!(rules, expected);
        let rules =
            changed("rules = { stops_when_decided = true, ends = 3 }\nextra_ends = true").rules;
        let expected = Rules {
            ends: 3,
            stops_when_decided: true,
            ..Conditions::paper().rules
        };
        assert_eq!(rules, expected);
        let rules = changed("platform = 'dc4-mixed-doubles'\nspot = 3").rules;
        let spot = GuardSpot::try_from(3).unwrap();
        assert_eq!(rules, Rules::dc4_mixed_doubles(spot));
        assert_eq!(changed("referee = 'fast'").referee, Mode::Fast);
    }

    #[test]
    fn ice_is_changed_by_the_names_of_its_parameters_and_scaled_after_that() {
        let ice =
            changed("friction = 10\nfriction_scale = 1.2\ncurl_scale = 0.5\nrestitution = 0.8").ice;
        assert_eq!(ice.get("friction"), Ok(12.0));
        assert_eq!(ice.get("curl"), Ok(0.066696 / 2.0));
        assert_eq!(ice.get("restitution"), Ok(0.8));
        let ice = changed("platform = 'dc3'\ngrip = 0.003").ice;
        assert_eq!(ice.get("grip"), Ok(0.003));
        let mended = changed("platform = 'dc2'\nskewed = false").ice;
        assert_eq!(mended, Parameters::dc2_repaired());
    }

    #[test]
    fn a_number_is_noise_of_the_kind_that_is_there() {
        let noise = |text: &str, team: usize| *changed(text).teams[team].player(2).noise();
        let square = |size| Noise::Rectangular { x: size, y: size };
        assert_eq!(noise("noise = 0.3", 0), square(0.3));
        assert_eq!(noise("noise = 0.3\nnoise1 = 0", 0), square(0.3));
        assert_eq!(noise("noise = 0.3\nnoise1 = 0", 1), square(0.0));
        assert_eq!(
            noise("noise0 = { kind = 'gat', size = 0.2 }", 0),
            Noise::Gat { size: 0.2 }
        );
        let usual = Dc3Noise::default();
        let twice = Noise::Dc3(Dc3Noise {
            max_speed: usual.max_speed,
            stddev_speed: 2.0 * usual.stddev_speed,
            stddev_angle: 2.0 * usual.stddev_angle,
        });
        assert_eq!(noise("platform = 'dc3'\nnoise = 2", 1), twice);
        let gat = changed("platform = 'gat'\nnoise = 0.5").teams[0];
        assert_eq!(gat, TeamSkills::of(Skill::gat(0.5).unwrap()));
    }

    #[test]
    fn a_scale_of_noise_is_a_factor_on_every_platform() {
        for platform in Conditions::NAMES {
            let usual = Conditions::named(platform).unwrap().teams;
            let half = format!("platform = '{platform}'\nnoise_scale = 0.5\nnoise_scale1 = 2");
            let found = changed(&half).teams;
            assert_eq!(found[1], usual[1], "{platform}");
            let expected = scaled(*usual[0].player(0).noise(), 0.5);
            assert_eq!(*found[0].player(0).noise(), expected, "{platform}");
        }
        let both = changed("noise = 0.2\nnoise_scale = 0.5").teams[0];
        assert_eq!(
            *both.player(3).noise(),
            Noise::Rectangular { x: 0.1, y: 0.1 }
        );
        for wrong in ["-1", "1001", "nan", "'much'"] {
            let table = format!("noise_scale = {wrong}").parse().unwrap();
            let why = Conditions::paper().changed(&table).unwrap_err();
            assert!(why.starts_with("condition `noise_scale`"), "{why}");
        }
    }

    #[test]
    fn players_of_a_team_may_differ() {
        let text = "platform = 'gat'\nplayers0 = [0.1, { noise = { kind = 'none' }, max_weight = 30.0, excess = 'capped' }]";
        let conditions = changed(text);
        let [first, second, third, _] = conditions.teams[0].players();
        assert_eq!(*first.noise(), Noise::Gat { size: 0.1 });
        assert_eq!(first.max_weight(), Some(GAT_WEIGHT));
        assert_eq!(
            *second,
            Skill::new(Noise::None, Some(30.0), Excess::Capped).unwrap()
        );
        assert_eq!(third, first);
        assert_eq!(conditions.teams[1], Conditions::gat().teams[1]);
    }

    /// Tables that are refused, and the beginning of the message.
    const ERRORS: &[(&str, &str)] = &[
        (
            "end = 4",
            "unknown condition `end` (known: platform, rules, ends",
        ),
        ("grip = 0.003", "unknown condition `grip`"),
        (
            "platform = 'ice hockey'",
            "condition `platform`: unknown value `ice hockey` (known: paper, legacy",
        ),
        ("platform = 3", "condition `platform`: unknown value `3`"),
        (
            "rules = 'dc5'",
            "condition `rules`: unknown value `dc5` (known: legacy, dc2",
        ),
        (
            "rules = { end = 3 }",
            "condition `rules`: unknown field `end`",
        ),
        (
            "rules = { rota = 'doubles' }",
            "condition `rules`: mixed doubles needs",
        ),
        ("ends = 0", "condition `ends`: a match of 0 ends"),
        ("ends = 33", "condition `ends`: a match of 33 ends"),
        (
            "ends = 300",
            "condition `ends`: expected a number of ends from 1 to 32, got 300",
        ),
        (
            "ends = 'ten'",
            "condition `ends`: expected a number of ends from 1 to 32, got \"ten\"",
        ),
        (
            "extra_ends = 2",
            "condition `extra_ends`: expected true or false",
        ),
        ("spot = 1", "condition `spot`: only mixed doubles"),
        (
            "platform = 'dc2-mixed-doubles'\nspot = 1",
            "condition `spot`: only mixed doubles",
        ),
        (
            "platform = 'dc4-mixed-doubles'\nspot = 6",
            "condition `spot`: expected a guard spot from 0 to 5, got 6",
        ),
        (
            "friction = -1.0",
            "condition `friction`: friction is -1: it must be between",
        ),
        (
            "friction = 'high'",
            "condition `friction`: expected a number, got \"high\"",
        ),
        (
            "friction_scale = 1000",
            "condition `friction_scale`: friction is",
        ),
        ("curl_scale = nan", "condition `curl_scale`: curl is NaN"),
        (
            "noise = -0.1",
            "condition `noise`: the standard deviation across the sheet is -0.1",
        ),
        ("noise1 = inf", "condition `noise1`: the standard deviation"),
        (
            "noise = { kind = 'loud' }",
            "condition `noise`: unknown variant `loud`",
        ),
        (
            "noise = [0.1]",
            "condition `noise`: expected a number, got [0.1]",
        ),
        (
            "players0 = []",
            "condition `players0`: a team needs at least one player",
        ),
        (
            "players0 = [0, 0, 0, 0, 0]",
            "condition `players0`: a team has at most 4 players",
        ),
        (
            "players1 = 0.1",
            "condition `players1`: expected a list of players",
        ),
        (
            "players1 = [{ strength = 1 }]",
            "condition `players1`: unknown field `strength`",
        ),
        (
            "platform = 'dc2-mixed-doubles'\npower_plays = 'twice'",
            "condition `power_plays`: unknown value `twice` (known: unlimited, once, once-else-centre)",
        ),
        (
            "power_plays = 'once'",
            "condition `power_plays`: only mixed doubles has power plays",
        ),
        (
            "referee = 'blind'",
            "condition `referee`: unknown value `blind` (known: exact, fast)",
        ),
    ];

    #[test]
    fn errors_in_a_table_name_the_key() {
        for (text, words) in ERRORS {
            let error = Conditions::paper().changed(&table(text)).expect_err(text);
            assert!(error.starts_with(words), "{text}: {error}");
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let plain = prop_oneof![
            any::<i64>().prop_map(Value::Integer),
            (-40_i64..40).prop_map(Value::Integer),
            any::<f64>().prop_map(Value::Float),
            (-2.0..20.0).prop_map(Value::Float),
            any::<bool>().prop_map(Value::Boolean),
            prop::sample::select(&Conditions::NAMES[..])
                .prop_map(|name| Value::String(name.to_owned())),
            "[a-z0-9-]{0,8}".prop_map(Value::String),
        ];
        plain.prop_recursive(2, 8, 4, |inner| {
            let fields = prop::sample::select(vec![
                "kind",
                "size",
                "noise",
                "ends",
                "rota",
                "max_weight",
                "x",
            ]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
                prop::collection::vec((fields, inner), 0..3).prop_map(|fields| {
                    let fields = fields
                        .into_iter()
                        .map(|(key, value)| (key.to_owned(), value));
                    Value::Table(fields.collect())
                }),
            ]
        })
    }

    fn key() -> impl Strategy<Value = String> {
        let mut known: Vec<_> = KEYS.map(str::to_owned).to_vec();
        known.extend(Parameters::legacy().names().into_iter().map(str::to_owned));
        known.push("grip".to_owned());
        prop_oneof![9 => prop::sample::select(known), 1 => "[a-z_]{0,6}"]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn any_table_is_applied_or_refused_and_what_is_applied_makes_sense(
            entries in prop::collection::vec((key(), value()), 0..3),
        ) {
            let table: Table = entries.into_iter().collect();
            if let Ok(conditions) = Conditions::paper().changed(&table) {
                prop_assert_eq!(conditions.rules.check(), Ok(()));
                prop_assert_eq!(conditions.ice.check(), Ok(()));
                // The tee may be unreachable on it, but nothing panics.
                let _ = Curling::new(conditions);
            }
        }
    }
}
