//! The cup file: a TOML file with the title, the divisions and the entrants of a cup.
//!
//! ```toml
//! title = "GPW Cup 2018"
//! data = "gpw2018"                 # the folder of journals, beside this file
//! listen = "127.0.0.1:10000"       # pages, and Digital Curling 4
//! users = "users"                  # accounts, made by `curling password`
//! organiser = "$argon2id$..."      # the organiser's password, made by `curling password organiser`
//! wait = "2m"
//!
//! [[division]]
//! name = "standard"
//! repetitions = 2
//! conditions = { contest = "gpw2018" }
//!
//! [[entrant]]
//! name = "MogMog"
//! player = "dcp:./MogMog"
//!
//! [[entrant]]
//! name = "Ayumu"
//! protocol = "dc4"
//! account = "ayumu"
//! division = ["standard"]
//! ```
//!
//! Every error names its line and key. Paths are those seen from the folder of the file, except in
//! the commands of programs, which run in the current folder.

use super::plan::{Cup, Division, Entrant, EntrantSeat, Format, NetworkSeat};
use super::untold;
use crate::dc3;
use crate::dice::Dice;
use crate::plan::{Draft, Plan, Source};
use crate::platform::{self, Platform};
use crate::text::Dialect;
use crate::timestamp;
use arena::clock::Span;
use arena::{Contender, PlayableGame as _, PlayerSpec};
use lookahead::Seed;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::value::Datetime;
use toml::{Spanned, Table};

/// The longest cup file, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The longest title, in characters, as Digital Curling 4 has it for a tournament.
const LONGEST_TITLE: usize = 200;

/// The most entrants, rounds and repetitions.
const MOST: usize = 500;

/// The name of the organiser's account.
pub const ORGANISER: &str = "organiser";

/// Keys of conditions that a division has in another place.
const ELSEWHERE: [&str; 5] = ["repetitions", "swap", "player0", "player1", "board_delay"];

/// An invalid cup file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{}{why}", .line.map_or_else(|| " ".to_owned(), |line| format!("{line}: ")))]
pub struct CupFileError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
    /// The reason, with the name of the key.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CupTable {
    title: Spanned<String>,
    data: PathBuf,
    listen: Option<String>,
    text_listen: Option<String>,
    dc3_listen: Option<IpAddr>,
    users: Option<PathBuf>,
    organiser: Option<String>,
    wait: Option<Spanned<toml::Value>>,
    cores: Option<Spanned<usize>>,
    network_games: Option<Spanned<usize>>,
    start: Option<Spanned<Datetime>>,
    division: Vec<Spanned<DivisionTable>>,
    entrant: Vec<Spanned<EntrantTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DivisionTable {
    name: Spanned<String>,
    #[serde(default)]
    format: Format,
    rounds: Option<Spanned<u32>>,
    repetitions: Option<Spanned<u32>>,
    start: Option<Spanned<Datetime>>,
    conditions: Spanned<ConditionsText>,
    /// The match of a DC2 configuration file.
    r#match: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ConditionsText {
    File(PathBuf),
    Table(Table),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantTable {
    name: Spanned<String>,
    division: Option<Spanned<OneOrMany>>,
    player: Option<Spanned<String>>,
    protocol: Option<Spanned<String>>,
    account: Option<Spanned<String>>,
    port: Option<Spanned<u16>>,
    cores: Option<Spanned<usize>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    fn names(&self) -> Vec<&str> {
        match self {
            OneOrMany::One(name) => vec![name],
            OneOrMany::Many(names) => names.iter().map(String::as_str).collect(),
        }
    }
}

/// Reads a cup file.
///
/// # Errors
/// Names the line and the key of what is wrong.
pub fn read(path: &Path) -> Result<Cup, CupFileError> {
    let unreadable = |why: &dyn std::fmt::Display| CupFileError {
        file: path.display().to_string(),
        line: None,
        why: format!("cannot be read: {why}"),
    };
    let text = arena::text_file::read_up_to(path, MOST_BYTES).map_err(|why| unreadable(&why))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    of_text(&text, &path.display().to_string(), folder)
}

/// Reads the text of a cup file; `file` is its name in errors, and relative paths begin in
/// `folder`.
///
/// # Errors
/// As [`read`].
pub fn of_text(text: &str, file: &str, folder: &Path) -> Result<Cup, CupFileError> {
    let reader = Reader { text, file, folder };
    let table: CupTable = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| reader.line(span.start));
        reader.error(line, error.message())
    })?;
    reader.cup(table)
}

/// The text of a file, for the places of errors.
struct Reader<'a> {
    text: &'a str,
    file: &'a str,
    folder: &'a Path,
}

impl Reader<'_> {
    /// The line at an offset.
    fn line(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        before.split(|byte| *byte == b'\n').count()
    }

    fn error(&self, line: Option<usize>, why: impl Into<String>) -> CupFileError {
        CupFileError {
            file: self.file.to_owned(),
            line,
            why: why.into(),
        }
    }

    /// An error at a value.
    fn at<T>(&self, place: &Spanned<T>, why: impl Into<String>) -> CupFileError {
        self.error(Some(self.line(place.span().start)), why)
    }

    fn cup(&self, table: CupTable) -> Result<Cup, CupFileError> {
        let title = table.title.get_ref().trim();
        if title.is_empty() || title.chars().count() > LONGEST_TITLE {
            let why = format!("`title` must have 1 to {LONGEST_TITLE} characters");
            return Err(self.at(&table.title, why));
        }
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let mut cup = Cup {
            title: title.to_owned(),
            data: self.folder.join(&table.data),
            listen: table.listen,
            text_listen: table
                .text_listen
                .unwrap_or_else(|| "127.0.0.1:9876".to_owned()),
            dc3_host: table.dc3_listen.unwrap_or(Ipv4Addr::LOCALHOST.into()),
            users: table.users.map(|path| self.folder.join(path)),
            organiser: table.organiser.map(|hash| without_name(&hash).to_owned()),
            wait: self.wait(table.wait.as_ref())?,
            cores: self.count("cores", table.cores.as_ref(), processors)?,
            network_games: self.count("network_games", table.network_games.as_ref(), 16)?,
            divisions: Vec::new(),
            entrants: Vec::new(),
            warnings: Vec::new(),
        };
        let start = self.time(table.start.as_ref())?;
        for division in &table.division {
            let division = self.division(division.get_ref(), start, &mut cup)?;
            cup.divisions.push(division);
        }
        if cup.divisions.is_empty() {
            return Err(self.error(None, "no division: add a `[[division]]`"));
        }
        for entrant in &table.entrant {
            self.enter(entrant.get_ref(), &mut cup)?;
        }
        self.settle(&table.division, &mut cup)?;
        let warnings = self.check_entrants(&table.entrant, &cup)?;
        cup.warnings.extend(warnings);
        Ok(cup)
    }

    fn count(
        &self,
        key: &str,
        given: Option<&Spanned<usize>>,
        usual: usize,
    ) -> Result<usize, CupFileError> {
        match given {
            None => Ok(usual),
            Some(value) if (1..=MOST).contains(value.get_ref()) => Ok(*value.get_ref()),
            Some(value) => Err(self.at(value, format!("`{key}` must be 1 to {MOST}"))),
        }
    }

    fn wait(&self, given: Option<&Spanned<toml::Value>>) -> Result<Span, CupFileError> {
        let Some(value) = given else {
            return Ok(Span(Duration::from_mins(2)));
        };
        let read = crate::plan::span("wait", value.get_ref());
        read.map_err(|why| self.at(value, why))
    }

    fn time(&self, given: Option<&Spanned<Datetime>>) -> Result<Option<u64>, CupFileError> {
        let Some(value) = given else {
            return Ok(None);
        };
        let time = timestamp::read(&value.get_ref().to_string());
        let why = "`start` needs a date, a time and an offset, as in 2026-11-18T13:00:00+09:00";
        time.map(Some).ok_or_else(|| self.at(value, why))
    }

    fn division(
        &self,
        table: &DivisionTable,
        start: Option<u64>,
        cup: &mut Cup,
    ) -> Result<Division, CupFileError> {
        let name = self.name(&table.name, "division")?;
        if cup.divisions.iter().any(|known| known.name == name) {
            return Err(self.at(&table.name, format!("`name`: a second division `{name}`")));
        }
        let plan = self.plan(table)?;
        cup.warnings.extend(plan.warnings.iter().cloned());
        let repetitions = table.repetitions.as_ref();
        let repetitions = match repetitions {
            None => 2,
            Some(value) if (1..=MOST as u32).contains(value.get_ref()) => *value.get_ref(),
            Some(value) => {
                let why = format!("`repetitions` must be 1 to {MOST}");
                return Err(self.at(value, why));
            }
        };
        Ok(Division {
            name,
            plan,
            format: table.format,
            rounds: 0,
            repetitions,
            start: self.time(table.start.as_ref())?.or(start),
            entrants: Vec::new(),
        })
    }

    /// A name: one printable line.
    fn name(&self, given: &Spanned<String>, whose: &str) -> Result<String, CupFileError> {
        let random: PlayerSpec = "random".parse().expect("a player of every game");
        let named = Contender::new(given.get_ref(), random);
        named.map(|it| it.name().to_owned()).map_err(|_| {
            let why = format!("`name` of a {whose} must have 1 to 60 printable characters");
            self.at(given, why)
        })
    }

    /// The conditions of a division, through the one door of all conditions.
    fn plan(&self, table: &DivisionTable) -> Result<Plan, CupFileError> {
        let (place, name) = (&table.conditions, table.name.get_ref());
        let wrong = |why: &str| self.at(place, format!("`conditions` of `{name}`: {why}"));
        let plan = match place.get_ref() {
            ConditionsText::File(path) => self.plan_of_file(path, table.r#match.as_deref()),
            ConditionsText::Table(conditions) => Self::plan_of_table(conditions),
        };
        let plan = plan.map_err(|why| wrong(&why))?;
        if plan.time[0] != plan.time[1] {
            return Err(wrong("the two teams have different times: write `time`"));
        }
        Ok(plan)
    }

    fn plan_of_file(&self, path: &Path, chosen: Option<&str>) -> Result<Plan, String> {
        let path = self.folder.join(path);
        let text =
            arena::text_file::read_up_to(&path, MOST_BYTES).map_err(|why| why.to_string())?;
        let mut draft = Draft::new("dc2").map_err(|why| why.to_string())?;
        let source = Source::File(path.display().to_string());
        draft
            .read(&source, &text, chosen)
            .map_err(|why| why.to_string())?;
        Ok(draft.plan())
    }

    fn plan_of_table(table: &Table) -> Result<Plan, String> {
        if let Some(key) = ELSEWHERE.into_iter().find(|key| table.contains_key(*key)) {
            return Err(format!(
                "`{key}` is not one of the conditions of a division"
            ));
        }
        if !["platform", "contest"]
            .into_iter()
            .any(|key| table.contains_key(key))
        {
            let why = "name a platform or a contest, as in `platform = \"dc4\"`";
            return Err(why.to_owned());
        }
        let mut draft = Draft::new("dc2").map_err(|why| why.to_string())?;
        // Unknown keys are errors, as on the command line.
        draft
            .add(&Source::CommandLine, table)
            .map_err(|error| error.why)?;
        Ok(draft.plan())
    }

    fn enter(&self, table: &EntrantTable, cup: &mut Cup) -> Result<(), CupFileError> {
        let name = self.name(&table.name, "entrant")?;
        if cup.entrants.iter().any(|known| known.name == name) {
            return Err(self.at(&table.name, format!("`name`: a second entrant `{name}`")));
        }
        let seat = self.seat(table, &name)?;
        let number = cup.entrants.len();
        if number >= MOST {
            return Err(self.at(&table.name, format!("more than {MOST} entrants")));
        }
        let divisions = self.divisions(table, &name, cup)?;
        for division in divisions {
            cup.divisions[division].entrants.push(number);
        }
        let cores = self.count("cores", table.cores.as_ref(), 1)?;
        if let Some(place) = table.cores.as_ref().filter(|_| cores > cup.cores) {
            let why = format!(
                "entrant `{name}`: `cores` is more than the cup has, {}",
                cup.cores
            );
            return Err(self.at(place, why));
        }
        cup.entrants.push(Entrant { name, seat, cores });
        Ok(())
    }

    /// The divisions that an entrant names; all if it names none.
    fn divisions(
        &self,
        table: &EntrantTable,
        name: &str,
        cup: &Cup,
    ) -> Result<BTreeSet<usize>, CupFileError> {
        let Some(place) = &table.division else {
            return Ok((0..cup.divisions.len()).collect());
        };
        if place.get_ref().names().is_empty() {
            let why = format!("entrant `{name}`: `division` names none");
            return Err(self.at(place, why));
        }
        let find = |wanted: &str| {
            let found = cup.divisions.iter().position(|known| known.name == wanted);
            found.ok_or_else(|| {
                let known: Vec<_> = cup.divisions.iter().map(|it| it.name.as_str()).collect();
                let known = known.join(", ");
                let why =
                    format!("entrant `{name}`: unknown `division` `{wanted}` (known: {known})");
                self.at(place, why)
            })
        };
        place.get_ref().names().into_iter().map(find).collect()
    }

    fn seat(&self, table: &EntrantTable, name: &str) -> Result<EntrantSeat, CupFileError> {
        let of = |why: String| format!("entrant `{name}`: {why}");
        match (&table.player, &table.protocol) {
            (Some(player), None) => {
                let account = table.account.as_ref().map(Spanned::span);
                let port = table.port.as_ref().map(Spanned::span);
                if let Some(span) = account.or(port) {
                    let why = "`account` and `port` are for programs that connect: leave them out beside `player`";
                    return Err(self.error(Some(self.line(span.start)), of(why.to_owned())));
                }
                let spec = player.get_ref().parse::<PlayerSpec>();
                let contender = spec
                    .map_err(|why| why.to_string())
                    .and_then(|spec| Contender::new(name, spec).map_err(|why| why.to_string()));
                let contender =
                    contender.map_err(|why| self.at(player, of(format!("`player`: {why}"))))?;
                Ok(EntrantSeat::Player(contender))
            }
            (None, Some(protocol)) => self
                .network_seat(table, protocol, &of)
                .map(EntrantSeat::Network),
            _ => {
                let why = "write `player`, or `protocol` of a program that connects";
                Err(self.at(&table.name, of(why.to_owned())))
            }
        }
    }

    fn network_seat(
        &self,
        table: &EntrantTable,
        protocol: &Spanned<String>,
        of: &dyn Fn(String) -> String,
    ) -> Result<NetworkSeat, CupFileError> {
        let account = || match &table.account {
            Some(account) if account.get_ref() != ORGANISER => Ok(account.get_ref().clone()),
            Some(account) => Err(self.at(
                account,
                of(format!("`account`: {ORGANISER} is the organiser's")),
            )),
            None => {
                let why = "`account` is missing: name an account of the users file";
                Err(self.at(protocol, of(why.to_owned())))
            }
        };
        match protocol.get_ref().as_str() {
            "dc3" => {
                let why = "`port` is missing: a program of dc3 has a port of its own";
                let port = table.port.as_ref();
                let port = port.ok_or_else(|| self.at(protocol, of(why.to_owned())))?;
                Ok(NetworkSeat::Dc3 {
                    port: *port.get_ref(),
                })
            }
            "dc4" => Ok(NetworkSeat::Dc4 {
                account: account()?,
            }),
            "legacy" => Ok(NetworkSeat::Legacy {
                account: account()?,
            }),
            "dcp" => Ok(NetworkSeat::Dcp {
                account: account()?,
            }),
            other => {
                let why = format!("unknown `protocol` `{other}`: write legacy, dcp, dc3 or dc4");
                Err(self.at(protocol, of(why)))
            }
        }
    }

    /// Settles rounds, once the entrants of each division are known.
    fn settle(&self, tables: &[Spanned<DivisionTable>], cup: &mut Cup) -> Result<(), CupFileError> {
        for (division, table) in cup.divisions.iter_mut().zip(tables) {
            let (table, entrants) = (table.get_ref(), division.entrants.len());
            let of = |why: &str| format!("division `{}`: {why}", division.name);
            if entrants < 2 {
                return Err(self.at(&table.name, of("it needs two entrants at least")));
            }
            let all = division.fixed_rounds().len() as u32;
            division.rounds = match (division.format, &table.rounds) {
                (Format::RoundRobin, None) => all,
                (Format::RoundRobin, Some(place)) => {
                    return Err(self.at(place, of("`rounds` is for the Swiss format")));
                }
                // As many as single out one winner.
                (Format::Swiss, None) => entrants.next_power_of_two().trailing_zeros().max(1),
                (Format::Swiss, Some(rounds)) if (1..=MOST as u32).contains(rounds.get_ref()) => {
                    *rounds.get_ref()
                }
                (Format::Swiss, Some(place)) => {
                    return Err(self.at(place, of(&format!("`rounds` must be 1 to {MOST}"))));
                }
            };
        }
        Ok(())
    }

    /// Checks that every entrant can play in each of its divisions.
    fn check_entrants(
        &self,
        tables: &[Spanned<EntrantTable>],
        cup: &Cup,
    ) -> Result<Vec<String>, CupFileError> {
        let mut warnings = Vec::new();
        let platform = Platform::new();
        let (mut accounts, mut ports) = (BTreeSet::new(), BTreeSet::new());
        for (number, (entrant, table)) in cup.entrants.iter().zip(tables).enumerate() {
            let place = &table.get_ref().name;
            let of = |why: &str| self.at(place, format!("entrant `{}`: {why}", entrant.name));
            match &entrant.seat {
                EntrantSeat::Player(player) => {
                    let checked = platform.check(&player.spec);
                    checked.map_err(|why| of(&format!("`player`: {why}")))?;
                    let protocol = platform::protocol(&player.spec);
                    let dialect = protocol.map(|protocol| protocol.dialect);
                    warnings.extend(of_text_protocol(cup, number, dialect));
                }
                EntrantSeat::Network(seat) => {
                    let twice = seat.account().is_some_and(|name| !accounts.insert(name));
                    if twice {
                        return Err(of("`account`: another entrant has it"));
                    }
                    if let NetworkSeat::Dc3 { port } = seat
                        && *port != 0
                        && !ports.insert(*port)
                    {
                        return Err(of("`port`: another entrant has it"));
                    }
                    for division in cup.divisions_of(number) {
                        let division = &cup.divisions[division];
                        let of_division = format!("division `{}`: ", division.name);
                        let checked = check_network(seat, division);
                        let warning = checked.map_err(|why| of(&format!("{of_division}{why}")))?;
                        warnings.extend(warning.map(|warning| {
                            format!("entrant `{}`: {of_division}{warning}", entrant.name)
                        }));
                    }
                    warnings.extend(of_text_protocol(cup, number, seat.dialect()));
                }
            }
        }
        Ok(warnings)
    }
}

/// Warnings about what a text protocol cannot tell of an entrant's divisions.
fn of_text_protocol(cup: &Cup, number: usize, dialect: Option<Dialect>) -> Vec<String> {
    let name = &cup.entrants[number].name;
    let warning = |division: usize| {
        let Division { name: of, plan, .. } = &cup.divisions[division];
        let warning = untold::warning(dialect?, &plan.conditions)?;
        Some(format!("entrant `{name}`: division `{of}`: {warning}"))
    };
    cup.divisions_of(number).filter_map(warning).collect()
}

/// Whether a protocol can tell the conditions of a division.
///
/// # Errors
/// Names the conditions that it cannot tell; a warning is returned for those that it tells as the
/// nearest of its own.
fn check_network(seat: &NetworkSeat, division: &Division) -> Result<Option<&'static str>, String> {
    let mut exact = true;
    match seat {
        NetworkSeat::Dc4 { .. } => division.check_dc4()?,
        NetworkSeat::Dc3 { .. } => {
            let names = ["a".to_owned(), "b".to_owned()];
            let setup = division.setup(names, Dice::Given(Seed(1)));
            let written = dc3::config::write_nearest_game(&setup);
            exact = written.map_err(|why| why.to_string())?.1;
        }
        NetworkSeat::Legacy { .. } | NetworkSeat::Dcp { .. } => {}
    }
    if division.plan.time[0].game.is_none() {
        let why = "a program that connects needs a clock: add `time` to the conditions, or it can stop the cup";
        return Err(why.to_owned());
    }
    let warning = "dc3 cannot tell Digital Curling 4's guard rule: its program is told the five-rock rule of dc3, by which a guard may be moved but not removed";
    Ok((!exact).then_some(warning))
}

/// The hash of a line as `curling password` prints it.
fn without_name(text: &str) -> &str {
    let hash = text.trim();
    match hash.split_once(':') {
        Some((_, hash)) => hash,
        None => hash,
    }
}

#[cfg(test)]
mod tests;
