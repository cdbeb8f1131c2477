//! Curling as a game of the arena, with programs of the platforms as players.
//!
//! [`Platform`] is [`curling::lineup()`] with more kinds of players, `legacy:COMMAND` and
//! `dcp:COMMAND` (and variants that read lines): programs that speak the platforms' text protocols
//! over their pipes. A match with one of them uses the platform's own [runner], because the
//! protocols need more than the arena's referee provides; dice and clocks are the same, so records
//! are interchangeable. Matches between our own players use the arena's referee.
//!
//! ```
//! use arena::PlayableGame;
//! use digital_curling::platform::Platform;
//!
//! let platform = Platform::new();
//! assert!(platform.check(&"dcp:./SampleAI --fast".parse()?).is_ok());
//! assert!(platform.check(&"legacy:".parse()?).is_err());
//! assert!(platform.check(&"jiritsu:depth=1".parse()?).is_ok());
//! # Ok::<(), arena::SpecError>(())
//! ```

mod program_analyst;

use crate::contestant::Contestant;
use crate::local_player::LocalPlayer;
use crate::match_state::{Command, Event, Match};
use crate::plan::{Draft, MATCH_KEYS, Source, contest};
use crate::record::{Record, dcl};
use crate::runner::{self, Timeouts};
use crate::setup::{Setup, ThinkingTime};
use crate::text::{Dialect, FirstCommand, Program, ProtocolOptions, Terminator};
use arena::clock::TimeControl;
use arena::embedded::MakeEmbedded;
use arena::game::{Game as _, Score};
use arena::playable::{Answer, AskError, GameMoves, unknown_format};
use arena::player::Fault;
use arena::record;
use arena::replay::Verification;
use arena::stepping::Stepper;
use arena::{
    Contender, Description, Duplicate, Ending, GameRecord, Lineup, MoveRecord, PlayError,
    PlayableGame, PlayerSpec, Roster, SpecError, Terms,
};
use curling::arena_game::{Action, Curling};
use curling::lineup;
use curling::notation::Conditions as Written;
use curling::players::analyst::ShotAnalyst;
use curling::players::cache::Cache;
use curling::rules::{Reason, Spots, Team};
use lookahead::{Cancel, Control, Seed};
use program_analyst::ProgramAnalyst;
use std::sync::LazyLock;
use toml::{Table, Value};

/// A kind of program: its name, the protocol it speaks, what ends our commands to it, and a
/// sentence about it.
type Kind = (
    &'static str,
    Dialect,
    Terminator,
    (&'static str, &'static str),
);

const KINDS: [Kind; 4] = [
    (
        "legacy",
        Dialect::Legacy,
        Terminator::Nul,
        (
            "A program that speaks the legacy platform's protocol over its pipes, commands ending with NUL.",
            "旧プラットフォームのプロトコルを標準入出力で話すプログラムです。コマンドは NUL で終わります。",
        ),
    ),
    (
        "legacy-lines",
        Dialect::Legacy,
        Terminator::Lf,
        (
            "A program that speaks the legacy platform's protocol and reads lines.",
            "旧プラットフォームのプロトコルを話し、行単位で読むプログラムです。",
        ),
    ),
    (
        "dcp",
        Dialect::Dcp,
        Terminator::Nul,
        (
            "A program that speaks DCP, the protocol of DC2, over its pipes, commands ending with NUL.",
            "DC2 のプロトコル DCP を標準入出力で話すプログラムです。コマンドは NUL で終わります。",
        ),
    ),
    (
        "dcp-lines",
        Dialect::Dcp,
        Terminator::Lf,
        (
            "A program that speaks DCP and reads lines.",
            "DCP を話し、行単位で読むプログラムです。",
        ),
    ),
];

/// Whether a text names a player in one of our ways, with or without a name of its own
/// (`NAME=PLAYER`): one of our players, or a program by its protocol, as in `dcp:./SampleAI`. Any
/// other text may be the path of a program.
pub fn names_player(text: &str) -> bool {
    let Ok(contender) = text.parse::<Contender>() else {
        return false;
    };
    let name = contender.spec.name();
    KINDS.into_iter().any(|(kind, ..)| kind == name)
        || OUR_PLAYERS.iter().any(|ours| ours == name)
        || [PERSON, "program"].contains(&name)
}

/// The names of our players.
static OUR_PLAYERS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lineup = lineup::lineup();
    let players = lineup.players().iter();
    players
        .map(|description| description.name.clone())
        .collect()
});

/// The name of a person at the terminal.
pub const PERSON: &str = "person";

/// The protocol options of a program player; none for our own players.
pub fn protocol(spec: &PlayerSpec) -> Option<ProtocolOptions> {
    let found = KINDS.into_iter().find(|(name, ..)| *name == spec.name());
    found.map(|(_, dialect, terminator, _)| ProtocolOptions {
        terminator,
        ..ProtocolOptions::of(dialect)
    })
}

/// A contestant of a match: one of our players, or a program. `first` is the order of the position
/// commands. A program without a name is named after its file.
///
/// # Errors
/// If the player is unknown, or the command of a program is missing.
pub fn contestant(
    curling: &Curling,
    player: &Contender,
    first: FirstCommand,
) -> Result<Box<dyn Contestant>, SpecError> {
    let Some(protocol) = protocol(&player.spec) else {
        return Ok(Box::new(LocalPlayer::of(curling, player)?));
    };
    let program = Program::new(player.spec.launch()?, ProtocolOptions { first, ..protocol });
    Ok(Box::new(if player.is_named() {
        program.called(player.name())
    } else {
        program
    }))
}

/// Curling with the platforms' programs.
pub struct Platform {
    lineup: Lineup<Curling, dyn ShotAnalyst>,
    changed: Table,
    players: Roster,
    /// Admitted players, by name.
    named: Vec<Contender>,
    /// The clock of both teams, if the conditions have one.
    time: ThinkingTime,
    timeouts: Timeouts,
}

impl Platform {
    /// The platform under default conditions.
    pub fn new() -> Self {
        Self::with_cache(&Cache::default())
    }

    /// The platform under default conditions, with a cache of the players' tables.
    pub fn with_cache(cache: &Cache) -> Self {
        Self::of(lineup::lineup_with(cache))
    }

    fn of(lineup: Lineup<Curling, dyn ShotAnalyst>) -> Self {
        let mut players = lineup.players().clone();
        for (name, _, _, about) in KINDS {
            players.add(Description::program(name, about));
        }
        Platform {
            lineup,
            changed: Table::new(),
            players,
            named: Vec::new(),
            time: ThinkingTime::default(),
            timeouts: Timeouts::default(),
        }
    }

    /// The cache of the players' tables.
    pub fn cache(&self) -> &Cache {
        self.lineup.game().cache()
    }

    /// The same players and cache under other conditions, with physics already built.
    #[must_use]
    pub fn under(&self, curling: Curling) -> Self {
        let curling = curling.with_cache(self.cache().clone());
        Platform {
            lineup: self.lineup.with_game(curling, Table::new()),
            changed: self.changed.clone(),
            players: self.players.clone(),
            named: self.named.clone(),
            time: self.time,
            timeouts: self.timeouts,
        }
    }

    /// Builds an analyst: one of our players, or a program.
    ///
    /// # Errors
    /// If the specification is invalid.
    pub fn analyst(&self, spec: &PlayerSpec) -> Result<Box<dyn ShotAnalyst>, SpecError> {
        let spec = self.resolved(spec);
        match protocol(spec) {
            Some(protocol) => Ok(Box::new(ProgramAnalyst::new(spec.launch()?, protocol))),
            None => self.lineup.build_analyst(spec),
        }
    }

    /// The specification of a player: that of an admitted name, or itself.
    fn resolved<'a>(&'a self, spec: &'a PlayerSpec) -> &'a PlayerSpec {
        let guest = self.named.iter().find(|guest| guest.name() == spec.name());
        guest.map_or(spec, |guest| &guest.spec)
    }

    /// A contestant of a match on this platform.
    fn contestant(&self, player: &PlayerSpec) -> Result<Box<dyn Contestant>, SpecError> {
        let contender = Contender::from(player.clone());
        if protocol(player).is_some() {
            return contestant(self.lineup.game(), &contender, FirstCommand::default());
        }
        let local = LocalPlayer::new(contender.name(), self.lineup.build(player)?);
        Ok(Box::new(local))
    }

    /// A draft over the current conditions.
    fn draft(&self) -> Draft {
        let conditions = self.lineup.game().conditions().clone();
        Draft::of(conditions, Source::Platform("paper".to_owned()))
    }
}

impl Default for Platform {
    fn default() -> Self {
        Self::new()
    }
}

impl PlayableGame for Platform {
    fn name(&self) -> &str {
        self.lineup.name()
    }

    fn about(&self) -> &str {
        self.lineup.about()
    }

    fn sides(&self) -> &[usize] {
        self.lineup.sides()
    }

    fn duplicate(&self) -> Option<Duplicate> {
        self.lineup.duplicate()
    }

    fn has_dice(&self) -> bool {
        self.lineup.has_dice()
    }

    fn side_names(&self) -> [arena::Text; 2] {
        self.lineup.side_names()
    }

    fn variety(&self) -> arena::Text {
        self.lineup.variety()
    }

    fn conditions(&self) -> toml::Table {
        self.changed.clone()
    }

    fn players(&self) -> &Roster {
        &self.players
    }

    fn read_conditions(&self, text: &str, changes: Table) -> Result<(Table, Vec<String>), String> {
        if let Ok(mut table) = text.parse::<Table>()
            && !Written::fits(&table)
            && !table.contains_key("conditions")
        {
            table.extend(changes);
            return Ok((table, Vec::new()));
        }
        let mut draft = self.draft();
        let read = draft.read(&Source::File(String::new()), text, None);
        read.map_err(|error| error.why)?;
        draft
            .add(&Source::CommandLine, &changes)
            .map_err(|error| error.to_string())?;
        let plan = draft.plan();
        let warnings = plan.warnings.iter();
        let warnings = warnings.map(|warning| warning.trim_start_matches(": ").to_owned());
        Ok((plan.written().to_table(), warnings.collect()))
    }

    fn recorded_conditions(&self, conditions: &Table) -> Table {
        curling::conditions::Conditions::recorded(conditions)
    }

    fn with_conditions(&self, conditions: &Table) -> Result<Box<dyn PlayableGame>, String> {
        let conditions = &contest::expanded(conditions)?;
        let of_match = |(key, _): &(String, Value)| MATCH_KEYS.contains(&key.as_str());
        let (matches, changes): (Vec<_>, Vec<_>) =
            conditions.clone().into_iter().partition(of_match);
        let (matches, changes) = (Table::from_iter(matches), Table::from_iter(changes));
        let changed = self.lineup.game().conditions().changed(&changes)?;
        let curling = Curling::new(changed).map_err(|why| why.to_string())?;
        let mut draft = self.draft();
        if Written::fits(&changes) {
            let written = Written::from_table(&changes).map_err(|why| why.to_string())?;
            let source = Source::CommandLine;
            draft
                .set_conditions(&source, &written)
                .map_err(|error| error.why)?;
        }
        draft
            .add(&Source::CommandLine, &matches)
            .map_err(|error| error.why)?;
        let plan = draft.plan();
        let [time, other] = plan.time;
        if time != other {
            let why =
                "the teams have different times: a match of the arena has one for both, `time`";
            return Err(why.to_owned());
        }
        let mut all = self.changed.clone();
        all.extend(conditions.clone());
        // A record says which limit of power plays it was played with.
        if let Some(doubles) = curling.rules().doubles
            && doubles.spots == Spots::Dc2
            && !Written::fits(&all)
        {
            let limit = doubles.power_plays.name();
            all.insert("power_plays".to_owned(), limit.into());
        }
        Ok(Box::new(Platform {
            changed: all,
            time,
            timeouts: plan.timeouts,
            ..self.under(curling)
        }))
    }

    fn admit(&mut self, guest: &Contender) -> Result<(), SpecError> {
        self.check(&guest.spec)?;
        self.players.admit(guest)?;
        self.named.push(guest.clone());
        Ok(())
    }

    fn embed(&mut self, name: &str, make: MakeEmbedded) -> Result<(), SpecError> {
        self.players.embed(name)?;
        self.lineup.embed(name, make)
    }

    fn encodings(&self) -> Vec<&'static str> {
        self.lineup.encodings()
    }

    fn stepper(&self, encoding: Option<&str>) -> Result<Box<dyn Stepper>, String> {
        let curling = self.lineup.game().clone();
        let lineup = self.lineup.with_game(curling, self.changed.clone());
        lineup.stepper(encoding)
    }

    fn ask(
        &self,
        player: &PlayerSpec,
        moves: &GameMoves<'_>,
        control: &Control<'_>,
    ) -> Result<Answer, AskError> {
        self.lineup
            .ask_analyst(&mut *self.analyst(player)?, moves, control)
    }

    fn verify(&self, record: &GameRecord) -> Verification {
        self.lineup.verify(record)
    }

    fn positions(&self, record: &GameRecord) -> Result<Vec<String>, String> {
        self.lineup.positions(record)
    }

    fn export_formats(&self) -> Vec<&'static str> {
        vec!["dcl", "jsonl"]
    }

    /// `.dcl` of the first two platforms, or a record of a match as the match server keeps it
    /// (`.jsonl`).
    fn export(&self, record: &GameRecord, form: &str) -> Result<String, String> {
        let of_match = || Record::from_arena(record).map_err(|why| why.to_string());
        match form {
            "dcl" => dcl::write(&of_match()?, dcl::Variant::Legacy).map_err(|why| why.to_string()),
            "jsonl" => of_match()?.text(),
            form => Err(unknown_format(form, self.name(), &self.export_formats())),
        }
    }

    fn release_players(&self) {
        self.lineup.release_players();
    }

    fn play(
        &self,
        players: [&PlayerSpec; 2],
        terms: &Terms,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<GameRecord, PlayError> {
        let usual = terms.time == TimeControl::default();
        let time = if usual {
            self.time
        } else {
            ThinkingTime::of(terms.time)
        };
        let asked = players;
        let players = players.map(|player| self.resolved(player));
        let ours = players.iter().all(|player| protocol(player).is_none());
        if ours && time.extra_end.is_none() {
            let time = time.control();
            let terms = Terms { time, ..*terms };
            let record = self.lineup.play(players, &terms, seed, cancel)?;
            return Ok(GameRecord {
                conditions: self.conditions(),
                players: asked.map(ToString::to_string),
                ..record
            });
        }
        let curling = self.lineup.game();
        let setup = Setup {
            conditions: curling.conditions().clone(),
            time: [time; 2],
            names: asked.map(ToString::to_string),
            dice: seed.into(),
        };
        let mut curling_match = Match::with_curling(curling.clone(), setup);
        let mut contestants = [self.contestant(players[0])?, self.contestant(players[1])?];
        let mut builder = RecordBuilder::default();
        let watch = &mut |_: &Match, event: Option<&Event>| builder.add(event);
        runner::play(
            &mut curling_match,
            &mut contestants,
            &self.timeouts,
            cancel,
            watch,
        )?;
        Ok(GameRecord {
            conditions: self.conditions(),
            ..builder.record(&curling_match, self.name(), asked, seed)
        })
    }
}

/// A builder of the arena's record of a match.
#[derive(Default)]
struct RecordBuilder {
    moves: Vec<MoveRecord>,
    /// The seat that lost otherwise than on the ice, and its fault.
    fault: Option<(usize, Fault)>,
}

impl RecordBuilder {
    fn add(&mut self, event: Option<&Event>) {
        let Some(Event { entry, .. }) = event else {
            return;
        };
        let seat = entry.team.index();
        let action = match &entry.command {
            Command::Throw(shot) => Action::Throw(*shot),
            Command::Place(placement) => Action::Place(*placement),
            Command::Order(_) => return,
            Command::Concede => return self.set_fault(seat, Fault::Resigned),
            Command::TimeOut => {
                let why = format!("{:.3} s for its last shot", entry.seconds);
                return self.set_fault(seat, Fault::OutOfTime { why });
            }
            Command::Fault(fault) => return self.set_fault(seat, fault.clone()),
        };
        self.moves.push(MoveRecord {
            seat,
            action: action.to_string(),
            seconds: entry.seconds,
            thought: None,
        });
    }

    fn set_fault(&mut self, seat: usize, fault: Fault) {
        self.fault = Some((seat, fault));
    }

    fn record(
        self,
        curling_match: &Match,
        game: &str,
        players: [&PlayerSpec; 2],
        seed: Seed,
    ) -> GameRecord {
        let on_the_ice = curling_match
            .game()
            .outcome()
            .is_none_or(|outcome| matches!(outcome.reason, Reason::Score | Reason::Draw));
        let (score, ending) = match self.fault.filter(|_| !on_the_ice) {
            Some((seat, fault)) => (Score::forfeited_by(seat), Ending::Forfeit { seat, fault }),
            None => (
                curling_match.curling().score(curling_match.game()),
                Ending::Finished,
            ),
        };
        let curling = curling_match.curling();
        let start = curling.start(&mut arena::referee::generators(seed).0);
        let dice = curling.has_dice().then_some(seed);
        GameRecord {
            version: record::VERSION,
            game: game.to_owned(),
            players: players.map(ToString::to_string),
            specs: None,
            conditions: toml::Table::new(),
            start: None,
            key: Some(record::key(curling, &start, &self.moves, dice)),
            seed,
            moves: self.moves,
            score,
            ending,
            seconds: Team::BOTH.map(|team| curling_match.time_used(team).as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program of the legacy platform in a few words: always draws to the tee.
    const DRAW: &str = "legacy-lines:sh -c 'while read -r word rest; do case $word in ISREADY) echo READYOK;; GO) echo BESTSHOT -0.990740 -29.559775 0;; GAMEOVER) exit;; esac; done'";

    fn platform() -> Box<dyn PlayableGame> {
        let conditions = "ends = 1\nextra_ends = false\nreferee = 'fast'"
            .parse()
            .unwrap();
        Platform::new().with_conditions(&conditions).unwrap()
    }

    fn play(first: &str, second: &str) -> GameRecord {
        let players: [PlayerSpec; 2] = [first, second].map(|spec| spec.parse().unwrap());
        let terms = Terms::default();
        let played = platform().play([&players[0], &players[1]], &terms, Seed(2), &Cancel::new());
        played.unwrap()
    }

    #[test]
    fn the_cache_of_the_players_is_kept_under_other_conditions() {
        let cache = Cache::new(Some("tables".into()));
        let platform = Platform::with_cache(&cache);
        let other = Curling::new(curling::conditions::Conditions::legacy()).unwrap();
        assert_eq!(platform.under(other).cache(), &cache);
        assert_eq!(*Platform::new().cache(), Cache::default());
    }

    #[test]
    fn a_program_plays_one_of_our_own_and_the_record_is_the_arenas() {
        let record = play(DRAW, "draw");
        assert_eq!(
            (record.moves.len(), &record.ending),
            (16, &Ending::Finished)
        );
        let platform = Platform::new();
        let changed = platform.lineup.game().conditions().changed(
            &"ends = 1\nextra_ends = false\nreferee = 'fast'"
                .parse()
                .unwrap(),
        );
        let curling = Curling::new(changed.unwrap()).unwrap();
        let ends = curling::replay::ends(&curling, &record).unwrap();
        assert_eq!(ends.len(), 1);
    }

    #[test]
    fn a_program_is_asked_about_a_position_and_a_guest_by_its_name_alone() {
        let mut platform = Platform::new();
        let guest: Contender = format!("tee={DRAW}").parse().unwrap();
        platform.admit(&guest).unwrap();
        let curling = platform.lineup.game().clone();
        let mut game = curling.start(&mut Seed(1).rng());
        (game.end, game.shot) = (7, 15);
        let ask = |player: &str| {
            let analyst = platform.analyst(&player.parse().unwrap()).unwrap();
            analyst.shots(&curling, &game, &Control::new(Seed(1)))
        };
        let tee = ask("tee").unwrap();
        assert_eq!(tee.action(), ask(DRAW).unwrap().action());
        assert!((tee.action().unwrap().velocity.length() - 29.576).abs() < 0.001);
        assert!(matches!(
            ask("dcp:/nowhere/at/all"),
            Err(Fault::CannotStart { .. })
        ));
        assert!(platform.admit(&guest).is_err(), "the name is taken");
        let elsewhere = platform
            .with_conditions(&"ends = 2".parse().unwrap())
            .unwrap();
        assert!(elsewhere.check(&"tee".parse().unwrap()).is_ok());
    }

    #[test]
    fn a_program_that_cannot_be_started_loses() {
        let record = play("draw", "dcp:/nowhere/at/all");
        assert!(
            matches!(record.ending, Ending::Forfeit { seat: 1, .. }),
            "{:?}",
            record.ending
        );
        assert_eq!(record.score.share, 1.0);
    }

    #[test]
    fn conditions_are_read_as_the_command_and_the_platforms_write_them() {
        let platform = Platform::new();
        let plan = Draft::new("gat").unwrap().plan();
        let text = toml::to_string(&plan.table()).unwrap();
        let (table, _) = platform.read_conditions(&text, Table::new()).unwrap();
        assert!(platform.with_conditions(&table).is_ok());
        let (table, _) = platform.read_conditions("end = 4", Table::new()).unwrap();
        let error = platform.with_conditions(&table).err().unwrap();
        assert!(error.contains("`end`"), "{error}");
    }

    #[test]
    fn conditions_of_every_form_are_played_under() {
        let platform = Platform::new();
        let mut played = Setup::new(curling::conditions::Conditions::dc3(), Seed(1));
        played.conditions.rules.ends = 6;
        let mut game = crate::dc3::config::write_game(&played).unwrap();
        game["referee"] = "somebody".into();
        let dc3 =
            serde_json::json!({ "server": { "port": { "team0": 0, "team1": 0 } }, "game": game });
        let changes: Table = "referee = 'fast'".parse().unwrap();
        let (table, warnings) = platform.read_conditions(&dc3.to_string(), changes).unwrap();
        assert!(warnings[0].contains("referee"), "{warnings:?}");
        assert!(platform.with_conditions(&table).is_ok());
        let read = curling::conditions::Conditions::default()
            .changed(&table)
            .unwrap();
        assert_eq!(
            (read.rules.ends, read.referee),
            (6, curling::physics::Mode::Fast)
        );
        let plan =
            "ends = 1\ntime0 = '0'\ntime1 = '0'\nready_time = '5s'\nrepetitions = 3\nswap = true";
        assert!(platform.with_conditions(&plan.parse().unwrap()).is_ok());
        let unequal = platform.with_conditions(&"time0 = 3".parse().unwrap());
        assert!(unequal.err().unwrap().contains("different times"));
    }

    #[test]
    fn a_time_among_the_conditions_is_kept_to() {
        let short = "ends = 1\nextra_ends = false\nreferee = 'fast'\ntime = '10ms'";
        let platform = Platform::new()
            .with_conditions(&short.parse().unwrap())
            .unwrap();
        let slow = DRAW.replace("GO) ", "GO) sleep 0.1; ");
        let players: [PlayerSpec; 2] = [&*slow, "draw"].map(|spec| spec.parse().unwrap());
        let terms = Terms::default();
        let played = platform.play([&players[0], &players[1]], &terms, Seed(2), &Cancel::new());
        let ending = played.unwrap().ending;
        assert!(matches!(ending, Ending::Forfeit { .. }), "{ending:?}");
    }

    #[test]
    fn records_of_mixed_doubles_keep_the_limit_they_were_played_with() {
        // A program that always asks for a power play.
        let program = DRAW.replace("legacy-lines", "dcp-lines").replace(
            "GO)",
            "SETORDER) echo SETORDER 0 1;; PUTSTONE) echo PUTSTONE 2;; GO)",
        );
        let players: [PlayerSpec; 2] = [program.parse().unwrap(), program.parse().unwrap()];
        let under = |text: &str| {
            let table = format!("{text}\nends = 3\nextra_ends = false\nreferee = 'fast'");
            Platform::new().with_conditions(&table.parse().unwrap())
        };
        let played = |platform: &str| {
            let game = under(&format!("platform = '{platform}'")).unwrap();
            let both = [&players[0], &players[1]];
            game.play(both, &Terms::default(), Seed(2), &Cancel::new())
                .unwrap()
        };
        let record = played("dc2-mixed-doubles");
        assert_eq!(
            record.conditions["power_plays"].as_str(),
            Some("once-else-centre")
        );
        assert!(Record::from_arena(&record).is_ok());
        let mut old = played("dc2-mixed-doubles-unlimited");
        let power = |one: &MoveRecord| one.action == "place power-play-left";
        assert_eq!(old.moves.iter().filter(|one| power(one)).count(), 3);
        // Version 0.1 had one name for it, and said nothing of the limit.
        old.conditions.remove("power_plays");
        old.conditions["platform"] = "dc2-mixed-doubles".into();
        let platform = Platform::new();
        let conditions = platform.recorded_conditions(&old.conditions);
        let then = platform.with_conditions(&conditions).unwrap();
        assert!(then.verify(&old).holds());
        assert!(Record::from_arena(&old).is_ok());
        let now = platform.with_conditions(&old.conditions).unwrap();
        assert!(!now.verify(&old).holds());
    }

    #[test]
    fn a_contest_is_played_under_by_its_name() {
        let contest = "contest = 'gpw2018'\nends = 1".parse().unwrap();
        let platform = Platform::new().with_conditions(&contest).unwrap();
        let table = platform.conditions();
        assert!(!table.contains_key("contest") && table["ends"].as_integer() == Some(1));
        assert_eq!(table["time"].as_str(), Some("219s"));
        let unknown = Platform::new().with_conditions(&"contest = 'x'".parse().unwrap());
        assert!(unknown.err().unwrap().contains("known: cig2015"));
    }

    #[test]
    fn a_game_with_a_clock_is_a_match_again() {
        let timed = "ends = 1\nextra_ends = false\nreferee = 'fast'\ntime = '60s'";
        let platform = Platform::new()
            .with_conditions(&timed.parse().unwrap())
            .unwrap();
        let draw: PlayerSpec = "draw".parse().unwrap();
        let played = platform.play([&draw, &draw], &Terms::default(), Seed(2), &Cancel::new());
        let record = Record::from_arena(&played.unwrap()).unwrap();
        assert_eq!(record.entries.len(), 16);
    }

    #[test]
    fn the_roster_has_programs_and_players() {
        let platform = platform();
        let names: Vec<_> = platform.players().iter().map(Description::usage).collect();
        for name in [
            "jiritsu",
            "legacy:COMMAND",
            "dcp:COMMAND",
            "program:COMMAND",
        ] {
            assert!(names.iter().any(|known| known == name), "{name}");
        }
    }
}
