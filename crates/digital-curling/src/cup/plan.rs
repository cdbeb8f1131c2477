//! The plan of a cup: divisions with their conditions and formats, and the entrants.
//!
//! A plan is what the [cup file](super::file) says, checked: every player can be built, every
//! protocol can tell the conditions of its divisions. Results are not part of it.

use super::pairing::{self, Round};
use crate::dc4::message::{GameMode, Settings, Tournament};
use crate::dice::Dice;
use crate::plan::Plan;
use crate::setup::Setup;
use crate::text::Dialect;
use arena::clock::Span;
use arena::{Contender, Words};
use curling::conditions::Conditions;
use curling::delivery::Noise;
use curling::rules::{Rules, Spots};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use uuid::Uuid;

/// The time limit of DC4's settings where a match has none: a year, in seconds.
const FOR_EVER: f64 = 365.0 * 24.0 * 3600.0;

/// The plan of a cup.
#[derive(Clone, Debug)]
pub struct Cup {
    /// The title.
    pub title: String,
    /// The folder of its journals.
    pub data: PathBuf,
    /// The address of the web server: pages, and Digital Curling 4.
    pub listen: Option<String>,
    /// The address at which programs of legacy and DCP log in.
    pub text_listen: String,
    /// The address of the ports of Digital Curling 3.
    pub dc3_host: std::net::IpAddr,
    /// The file of accounts.
    pub users: Option<PathBuf>,
    /// The hash of the organiser's password.
    pub organiser: Option<String>,
    /// The time that a match waits for an entrant that is not connected.
    pub wait: Span,
    /// The processor cores for entrants that compute here.
    pub cores: usize,
    /// The most matches at once between entrants that compute elsewhere.
    pub network_games: usize,
    /// The divisions.
    pub divisions: Vec<Division>,
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// Warnings about the file.
    pub warnings: Vec<String>,
}

/// A division: its conditions and who meets whom.
#[derive(Clone, Debug)]
pub struct Division {
    /// The name.
    pub name: String,
    /// Conditions, clocks and time limits.
    pub plan: Plan,
    /// The pairing of entrants.
    pub format: Format,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of games of a pairing; sides alternate.
    pub repetitions: u32,
    /// The earliest time of a match, in milliseconds since 1970.
    pub start: Option<u64>,
    /// The entrants, as numbers of [`Cup::entrants`].
    pub entrants: Vec<usize>,
}

/// The format of a division.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A match of every entrant with every other.
    #[default]
    RoundRobin,
    /// Rounds between entrants of like score.
    Swiss,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round robin",
            Format::Swiss => "Swiss",
        })
    }
}

/// An entrant.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The name in records, logs and pages.
    pub name: String,
    /// The player or the program.
    pub seat: EntrantSeat,
    /// The processor cores it takes while its match is played, if it computes here.
    pub cores: usize,
}

/// The player or the program of an entrant.
#[derive(Clone, Debug, PartialEq)]
pub enum EntrantSeat {
    /// One of our players, or a program started here.
    Player(Contender),
    /// A program that connects.
    Network(NetworkSeat),
}

/// The protocol and account of a program that connects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkSeat {
    /// Digital Curling 4, with an account.
    Dc4 {
        /// The account.
        account: String,
    },
    /// Digital Curling 3, at a port of its own.
    Dc3 {
        /// The port; 0 takes any that is free.
        port: u16,
    },
    /// The legacy protocol, with an account.
    Legacy {
        /// The account.
        account: String,
    },
    /// DCP, with an account.
    Dcp {
        /// The account.
        account: String,
    },
}

impl NetworkSeat {
    /// The text protocol that its program speaks, if it is one.
    pub fn dialect(&self) -> Option<Dialect> {
        match self {
            NetworkSeat::Legacy { .. } => Some(Dialect::Legacy),
            NetworkSeat::Dcp { .. } => Some(Dialect::Dcp),
            NetworkSeat::Dc3 { .. } | NetworkSeat::Dc4 { .. } => None,
        }
    }

    /// The name of the protocol.
    pub fn protocol(&self) -> &'static str {
        match self {
            NetworkSeat::Dc4 { .. } => "dc4",
            NetworkSeat::Dc3 { .. } => "dc3",
            NetworkSeat::Legacy { .. } => "legacy",
            NetworkSeat::Dcp { .. } => "dcp",
        }
    }

    /// The account, where the protocol has one.
    pub fn account(&self) -> Option<&str> {
        match self {
            NetworkSeat::Dc3 { .. } => None,
            NetworkSeat::Dc4 { account }
            | NetworkSeat::Legacy { account }
            | NetworkSeat::Dcp { account } => Some(account),
        }
    }
}

impl Entrant {
    /// Returns the seat of an entrant that connects; none if it is started here.
    pub fn network(&self) -> Option<&NetworkSeat> {
        match &self.seat {
            EntrantSeat::Network(seat) => Some(seat),
            EntrantSeat::Player(_) => None,
        }
    }

    /// Whether it connects by Digital Curling 4.
    pub fn is_dc4(&self) -> bool {
        matches!(self.network(), Some(NetworkSeat::Dc4 { .. }))
    }

    /// The name of the protocol it speaks, if it is not one of our players.
    pub fn protocol(&self) -> Option<&str> {
        match &self.seat {
            EntrantSeat::Network(seat) => Some(seat.protocol()),
            EntrantSeat::Player(player) => {
                let name = player.spec.name();
                ["legacy", "legacy-lines", "dcp", "dcp-lines", "program"]
                    .into_iter()
                    .find(|known| *known == name)
            }
        }
    }
}

impl Division {
    /// Whether it plays mixed doubles.
    pub fn is_doubles(&self) -> bool {
        self.plan.conditions.rules.doubles.is_some()
    }

    /// The rounds that do not depend on results.
    pub fn fixed_rounds(&self) -> Vec<Round> {
        match self.format {
            Format::RoundRobin => pairing::round_robin(self.entrants.len()),
            Format::Swiss => Vec::new(),
        }
    }

    /// The setup of a match between two names.
    pub fn setup(&self, names: [String; 2], dice: impl Into<Dice>) -> Setup {
        self.plan.setup(0, names, dice)
    }

    /// Conditions in a few words: platform, execution error, time.
    pub fn summary(&self) -> Words {
        let conditions = &self.plan.conditions;
        let (platform, time) = (conditions.nearest(), self.plan.time[0].game);
        let noise = self.plan.part("team 0");
        let noise = noise.map_or_else(String::new, |part| format!(", {}", part.value));
        let spread = noise_in_japanese(conditions.teams[0].player(0).noise());
        let (en, ja) = match time {
            Some(time) => (time.to_string(), format!("持ち時間 {time}")),
            None => ("no time limit".to_owned(), "持ち時間なし".to_owned()),
        };
        Words {
            en: format!("{platform}{noise}, {en}"),
            ja: format!("{platform}、{spread}、{ja}"),
        }
    }

    /// The settings that readers of Digital Curling 4 see.
    pub fn settings(&self, title: &str, name: String) -> Settings {
        let (rules, time) = (&self.plan.conditions.rules, self.plan.time[0]);
        let seconds = |span: Option<Span>| span.map_or(FOR_EVER, |span| span.0.as_secs_f64());
        let ends = u32::from(rules.ends);
        let mut settings = match rules.doubles.map(|doubles| doubles.spots) {
            None => Settings::standard(ends),
            Some(Spots::Dc4(spot)) => Settings::mixed_doubles(ends, u8::from(spot).into()),
            Some(Spots::Dc2) => Settings::mixed_doubles(ends, 0),
        };
        let no_tick = Rules {
            ends: rules.ends,
            ..Rules::dc4_no_tick()
        };
        if *rules == no_tick {
            "no_tick_rule".clone_into(&mut settings.applied_rule);
        }
        settings.tournament = Tournament {
            tournament_name: title.to_owned(),
        };
        settings.match_name = name;
        settings.time_limit = seconds(time.game);
        settings.extra_end_time_limit = seconds(time.extra_end);
        let changes = &self.plan.conditions.changes;
        settings.ice_changes = (!changes.is_off()).then(|| changes.clone());
        settings
    }

    /// The kind of game of Digital Curling 4.
    pub fn mode(&self) -> GameMode {
        if self.is_doubles() {
            GameMode::MixedDoubles
        } else {
            GameMode::Standard
        }
    }

    /// Whether the settings of Digital Curling 4 can tell the conditions.
    ///
    /// # Errors
    /// Names the conditions that they cannot tell.
    pub fn check_dc4(&self) -> Result<(), String> {
        let conditions = &self.plan.conditions;
        let settings = self.settings("", String::new());
        let told = settings.conditions(conditions.referee);
        let told = told.map_err(|why| why.to_string())?;
        let differs = |what: &str| {
            Err(format!(
                "Digital Curling 4 cannot tell its programs of {what}: use `platform = \"dc4\"` or `\"dc4-mixed-doubles\"` with its own rules and ice, or give these entrants a division of their own"
            ))
        };
        if told.rules != conditions.rules {
            return differs("these rules");
        }
        let same_skills = Conditions {
            teams: conditions.teams,
            ..told
        };
        if same_skills != *conditions {
            return differs("this ice");
        }
        let [time, _] = self.plan.time;
        if time.game.is_none() || time.extra_end.is_none() {
            return Err("Digital Curling 4 needs clocks: add `time` and `extra_end_time` to the conditions, as in `time = \"20m\", extra_end_time = \"2m\"`".to_owned());
        }
        Ok(())
    }
}

impl Cup {
    /// The id by which a program of Digital Curling 4 finds its present match in a division,
    /// whichever that is.
    pub fn standing_id(&self, division: usize, entrant: usize) -> Uuid {
        let parts = [
            "standing",
            &self.title,
            &self.divisions[division].name,
            &self.entrants[entrant].name,
        ];
        derived_id(&parts)
    }

    /// The cores that a match between two entrants takes.
    pub fn cores_of(&self, entrants: [usize; 2]) -> usize {
        let computes = |entrant: &&Entrant| entrant.network().is_none();
        let both = entrants.map(|entrant| &self.entrants[entrant]);
        let cores = both
            .into_iter()
            .filter(computes)
            .map(|entrant| entrant.cores);
        cores.max().unwrap_or(0)
    }

    /// Whether an entrant needs the web server.
    pub fn has_dc4(&self) -> bool {
        self.entrants.iter().any(Entrant::is_dc4)
    }

    /// Whether an entrant logs in by a text protocol.
    pub fn has_text_logins(&self) -> bool {
        let text = |entrant: &Entrant| {
            let seat = entrant.network();
            matches!(
                seat,
                Some(NetworkSeat::Legacy { .. } | NetworkSeat::Dcp { .. })
            )
        };
        self.entrants.iter().any(text)
    }

    /// The divisions of an entrant.
    pub fn divisions_of(&self, entrant: usize) -> impl Iterator<Item = usize> {
        let plays = move |(_, division): &(usize, &Division)| division.entrants.contains(&entrant);
        let found = self.divisions.iter().enumerate().filter(plays);
        found.map(|(number, _)| number)
    }
}

/// An execution error in a few words of Japanese.
fn noise_in_japanese(noise: &Noise) -> String {
    match noise {
        Noise::None => "ショットのばらつきなし".to_owned(),
        Noise::Rectangular { x, y } => format!("ばらつき 横 {x} m、縦 {y} m"),
        Noise::Gat { size } => format!("ばらつき 横 {} m、縦 {} m", size / 2.0, size * 2.0),
        Noise::Polar { speed, heading, .. } => format!("ばらつき {speed} m/s、{heading} rad"),
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => {
            format!(
                "ばらつき {} m/s、{} rad",
                hand.stddev_speed, hand.stddev_angle
            )
        }
    }
}

/// An id derived from texts by SHA-256.
pub(crate) fn derived_id(parts: &[&str]) -> Uuid {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let digest = hash.finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// The doors of the network entrants, once they are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doors {
    /// The address of the web server.
    pub web: Option<SocketAddr>,
    /// The address of the text protocols.
    pub text: Option<SocketAddr>,
    /// The address of each entrant that speaks Digital Curling 3, by number.
    pub dc3: std::collections::BTreeMap<usize, SocketAddr>,
}
