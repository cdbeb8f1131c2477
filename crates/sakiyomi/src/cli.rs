//! Arguments of the command line.

use crate::network::Network;
use arena::Contender;
use arena::clock::Span;
use clap::{Args, Parser, Subcommand, ValueEnum};
use lookahead::Seed;
use operations::Host;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Look-ahead in games with uncertainty.
#[derive(Parser, Debug)]
#[command(
    version,
    propagate_version = true,
    after_help = "Exit codes: 0 success, 1 failure, 2 wrong usage, 3 an experiment's tasks failed, \
                  130 interrupted (finished work is kept)."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options of every command.
#[derive(Args, Debug)]
pub struct Common {
    /// Seed of all random numbers; the same seed gives the same result [default: 1, or the
    /// experiment's; drawn from the system for `curling serve`, and for games of programs]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Number of threads [default: all cores, or those that Slurm, Grid Engine or PBS gave the job]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Do not print progress on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub(crate) color: Colour,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Colour {
    Auto,
    Always,
    Never,
}

impl Common {
    /// Sets up threads, colours and logging for the whole process.
    pub(crate) fn apply(&self) {
        match self.color {
            Colour::Auto => {}
            Colour::Always => anstream::ColorChoice::Always.write_global(),
            Colour::Never => anstream::ColorChoice::Never.write_global(),
        }
        let logging = tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .with_env_filter(tracing_subscriber::EnvFilter::from_env("SAKIYOMI_LOG"));
        let _ = logging.try_init();
        // Searches inside one game share this pool.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads())
            .build_global();
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(crate::machine::cores, usize::from)
    }

    /// Returns the seed.
    pub fn seed(&self) -> Seed {
        Seed(self.seed.unwrap_or(1))
    }

    /// Returns the seed, if it was given.
    pub fn seed_given(&self) -> Option<Seed> {
        self.seed.map(Seed)
    }

    /// Whether to print JSON.
    pub fn json(&self) -> bool {
        self.json
    }

    /// Whether to print no progress.
    pub fn quiet(&self) -> bool {
        self.quiet
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Start the workbench, the pages in the browser
    #[command(after_help = WORKBENCH_EXAMPLES)]
    Workbench(Workbench),
    /// Play a match between two players
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Match),
    /// Play a tournament of several players
    #[command(after_help = TOURNAMENT_EXAMPLES)]
    Tournament(Tournament),
    /// Show, verify or export games of `match --records` and `tournament --records`
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(Replay),
    /// Count games from their records: standings, sides, faults, times
    #[command(after_help = STATS_EXAMPLES)]
    Stats(Stats),
    /// List the games, their players and the players' settings
    #[command(after_help = GAMES_EXAMPLES)]
    Games(ListGames),
    /// Run experiments and report on them
    #[command(after_help = LAB_EXAMPLES)]
    Lab(Lab),
    /// List the operations: everything the pages and scripts can ask
    #[command(after_help = OPERATIONS_EXAMPLES)]
    Operations(ListOperations),
    /// Run one operation: JSON in, JSON out
    #[command(after_help = CALL_EXAMPLES)]
    Call(Call),
    /// Measure the speed of searches on this machine
    #[command(after_help = BENCH_EXAMPLES)]
    Bench(BenchArgs),
    /// Print completions for a shell
    #[command(after_help = "Example: sakiyomi completions bash > /etc/bash_completion.d/sakiyomi")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    #[command(after_help = "Example: sakiyomi man ~/.local/share/man/man1")]
    Man {
        /// The folder; created if missing
        dir: PathBuf,
    },
}

const WORKBENCH_EXAMPLES: &str = "\
The workbench listens on this machine only, on port 8710 or, if that is in use, on a free port, \
and prints its address. Ctrl-C stops it. --listen opens it to a network: clients then need the \
token that is part of the printed address, and anyone who has that address may use the workbench. \
--tls-cert and --tls-key encrypt connections; behind an encrypting proxy, name the proxy with \
--proxy.

Examples:
  sakiyomi
  sakiyomi workbench --listen 127.0.0.1:9000
  sakiyomi workbench --listen 0.0.0.0:8710
  sakiyomi workbench --openapi > openapi.json";

const OPERATIONS_EXAMPLES: &str = "\
Examples:
  sakiyomi operations
  sakiyomi operations curling/advise
  sakiyomi operations bridge/table --schema";

#[derive(Args, Debug)]
pub(crate) struct ListOperations {
    /// The operation to describe [default: all, one line each]
    pub(crate) name: Option<String>,
    /// Print the JSON schema of input and output
    #[arg(long)]
    pub(crate) schema: bool,
}

const CALL_EXAMPLES: &str = "\
The input is the JSON after the name, or standard input. The output is one JSON value; with \
--stream, progress and partial answers come before it, one JSON value per line. Ctrl-C stops the \
operation and prints the best answer so far.

Examples:
  sakiyomi call blokus/position '{\"line\": {\"moves\": []}}'
  sakiyomi call curling/advise --stream < question.json";

#[derive(Args, Debug)]
pub(crate) struct Call {
    /// Name of the operation; `operations` lists them
    pub(crate) name: String,
    /// The input, as JSON [default: standard input]
    #[arg(value_name = "JSON")]
    pub(crate) input: Option<String>,
    /// Print progress, partial answers and the result as JSON lines
    #[arg(long)]
    pub(crate) stream: bool,
    #[command(flatten)]
    pub(crate) folders: Folders,
}

/// The folders and files the operations work with.
#[derive(Args, Debug)]
pub(crate) struct Folders {
    /// The folder with the experiment files [default: experiments, or the built-in ones without
    /// that folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) experiments: Option<PathBuf>,
    /// The file that keeps the experiments' results
    #[arg(long, default_value = STORE, value_name = "FILE")]
    pub(crate) store: PathBuf,
    /// The folder with the records of matches that can be watched while they are played
    #[arg(long, default_value = RECORDS, value_name = "DIR")]
    pub(crate) records: PathBuf,
}

impl Folders {
    /// A host with these folders.
    pub(crate) fn apply(&self, host: &Host) -> Host {
        Host {
            experiments: self.experiments.clone(),
            store: self.store.clone(),
            records: self.records.clone(),
            ..host.clone()
        }
    }
}

impl Default for Folders {
    fn default() -> Self {
        Folders {
            experiments: None,
            store: STORE.into(),
            records: RECORDS.into(),
        }
    }
}

/// Options of the workbench.
#[derive(Args, Debug)]
pub(crate) struct Workbench {
    /// The address to listen on [default: 127.0.0.1:8710]
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// The access token [default: a random one if other machines can reach the workbench,
    /// else none]
    #[arg(long, value_name = "TOKEN", value_parser = token)]
    pub(crate) token: Option<String>,
    #[command(flatten)]
    pub(crate) network: Network,
    /// A player for the pages under a name of its own, such as bot=dcp:./MyAI; GAME/NAME=PLAYER
    /// where several games have such a player; repeatable
    #[arg(long = "player", value_name = "NAME=PLAYER")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) folders: Folders,
    /// Print the OpenAPI description of the API and exit
    #[arg(long)]
    pub(crate) openapi: bool,
}

impl Workbench {
    /// The workbench with default options.
    pub(crate) fn usual() -> Self {
        Workbench {
            listen: None,
            token: None,
            network: Network::default(),
            players: Vec::new(),
            folders: Folders::default(),
            openapi: false,
        }
    }
}

/// Parses a token, which must be valid in an address and a cookie.
fn token(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if text.len() >= 16 && text.chars().all(plain) {
        return Ok(text.to_owned());
    }
    Err("write at least 16 letters, digits, or - _ .".to_owned())
}

const GAMES_EXAMPLES: &str = "\
Examples:
  sakiyomi games
  sakiyomi games curling
  sakiyomi games curling jiritsu
  sakiyomi games blokus --json";

#[derive(Args, Debug)]
pub(crate) struct ListGames {
    /// The game whose players and settings are shown [default: all games, a line a player]
    pub(crate) game: Option<String>,
    /// The player whose settings are shown
    pub(crate) player: Option<String>,
}

const MATCH_EXAMPLES: &str = "\
A player is NAME, NAME:key=value,key=value, NAME:preset=strongest or program:COMMAND; `games` \
lists players, settings and presets. TITLE=PLAYER sets the name in results and records, as in \
new=search:depth=3.

A program in another process has 10 s to get ready and, without --per-move and --per-game, 60 s \
per move (10 minutes for curling's `legacy` and `dcp`). A program that cannot be started, or \
exits before its first answer, ends the match with exit code 1. Other faults (illegal actions, \
crashes, lateness) forfeit the game and are listed on standard error at the end.

Games that repeat an earlier game move by move count once; a warning says how to vary the start.

Examples:
  sakiyomi match jiritsu:depth=1 sample --game curling --set ends=4
  sakiyomi match strong 'program:./bot --fast' --game blokus --per-move 1s --records games.jsonl
  sakiyomi match best-of:n=8 best-of:n=4 --game blokus --games 10000 --sprt 0,20
  sakiyomi match new='program:python3 bot.py' old='program:python3 old.py' --game bridge";

const TOURNAMENT_EXAMPLES: &str = "\
Players, programs and their limits: see `match --help`. Names must differ: write TITLE=PLAYER where two players have the same name.

Examples:
  sakiyomi tournament random best-of one-ply --game blokus --games 40
  sakiyomi tournament one-ply random best-of --game blokus --gauntlet --report results/gauntlet";

const REPLAY_EXAMPLES: &str = "\
A file with several games is listed; --game shows one of them. --verify replays the moves by the \
rules with the dice of the seed, reports where a record differs, and then exits with code 1. \
--export writes a common format: .blksgf (Blokus), .pbn (bridge), .dcl (curling); several games \
go into numbered files.

Examples:
  sakiyomi replay games.jsonl
  sakiyomi replay games.jsonl --game 3 --positions
  sakiyomi replay games.jsonl --verify
  sakiyomi replay games.jsonl --game 1 --export game.blksgf";

const STATS_EXAMPLES: &str = "\
Repeated games count once. Records of version 0.1 can be read.

Examples:
  sakiyomi stats games.jsonl
  sakiyomi stats monday.jsonl tuesday.jsonl --json";

#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The file of games, as --records writes it
    pub(crate) file: PathBuf,
    /// Only this game, counted from 1
    #[arg(long, value_name = "N", value_parser = game_number)]
    pub(crate) game: Option<usize>,
    /// Also show the position after every move
    #[arg(long)]
    pub(crate) positions: bool,
    /// Replay the moves and print where a record differs
    #[arg(long)]
    pub(crate) verify: bool,
    /// Write the game into this file, in the format of its extension
    #[arg(long, value_name = "OUT", conflicts_with = "verify")]
    pub(crate) export: Option<PathBuf>,
}

/// Parses the number of a game in a file, from 1.
pub(crate) fn game_number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "games are counted from 1".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// Files of games, as --records writes them
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
}

const LAB_EXAMPLES: &str = "\
An experiment is a file in `experiments/`, or built into the program. An interrupted run is resumed.

Examples:
  sakiyomi lab list
  sakiyomi lab run blokus-first-look --short
  sakiyomi lab report blokus-first-look --short --out results/first-look";

const BENCH_EXAMPLES: &str = "\
The signature is a hash of all results of a benchmark: an optimisation leaves it unchanged.

Examples:
  sakiyomi bench
  sakiyomi bench alphabeta --seconds 5 --json
  sakiyomi bench curling --seconds 2
  sakiyomi bench --check";

/// Options of matches and tournaments.
#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game; optional if the binary has only one
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// Games of each pairing; sides are swapped every other game, with the same seed unless
    /// --own-dice
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// A condition of the game, as key=value in TOML; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// A file with conditions of the game: TOML, or another format of the game
    #[arg(long, value_name = "FILE")]
    pub(crate) conditions: Option<PathBuf>,
    /// Give every game dice of its own, so that no game predicts another [default: where a program
    /// plays and there is no --seed]
    #[arg(long)]
    pub(crate) own_dice: bool,
    #[command(flatten)]
    pub(crate) time: Time,
    /// Write every game as a line of JSON into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Continue after the games in the file of --records, with the same conditions and times
    #[arg(long, requires = "records")]
    pub(crate) resume: bool,
    /// Write the result as HTML and Markdown into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) report: Option<PathBuf>,
}

/// Time limits.
#[derive(Args, Debug)]
pub(crate) struct Time {
    /// Time for each move, such as 250ms or 1s
    #[arg(long, value_name = "TIME")]
    per_move: Option<Span>,
    /// Time for each side in a game, such as 1440s or 24m
    #[arg(long, value_name = "TIME")]
    per_game: Option<Span>,
    /// Time gained after each move
    #[arg(long, value_name = "TIME", requires = "per_game")]
    increment: Option<Span>,
    /// Stop a game after this many moves and score it as it stands
    #[arg(long, value_name = "MOVES")]
    longest: Option<usize>,
}

impl Time {
    /// The seconds of a move, of a game, and gained after each move.
    pub(crate) fn seconds(&self) -> [Option<f64>; 3] {
        [self.per_move, self.per_game, self.increment].map(|span| Some(span?.0.as_secs_f64()))
    }

    /// The number of moves after which a game is stopped.
    pub(crate) fn longest(&self) -> Option<usize> {
        self.longest
    }
}

#[derive(Args, Debug)]
pub(crate) struct Match {
    /// The player whose result is reported
    #[arg(value_name = "PLAYER")]
    pub(crate) player: Contender,
    /// The opponent
    #[arg(value_name = "OPPONENT")]
    pub(crate) opponent: Contender,
    #[command(flatten)]
    pub(crate) play: Play,
    /// Stop as soon as a sequential test decides whether the difference is ELO0 or ELO1
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_pair, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Probability of either error of the sequential test
    #[arg(long, default_value_t = 0.05, value_name = "P", value_parser = risk, requires = "sprt")]
    pub(crate) risk: f64,
}

fn risk(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|p| *p > 0.0 && *p < 0.5);
    number.ok_or_else(|| "write a probability between 0 and 0.5, as in 0.05".to_owned())
}

fn elo_pair(text: &str) -> Result<(f64, f64), String> {
    let wrong = || format!("`{text}`: write two Elo differences, the smaller first, as in 0,10");
    let (low, high) = text.split_once(',').ok_or_else(wrong)?;
    let number = |t: &str| t.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low < high => Ok((low, high)),
        _ => Err(wrong()),
    }
}

#[derive(Args, Debug)]
pub(crate) struct Tournament {
    /// The players, at least two
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    pub(crate) players: Vec<Contender>,
    #[command(flatten)]
    pub(crate) play: Play,
    /// The first player against each of the others, instead of a round robin
    #[arg(long)]
    pub(crate) gauntlet: bool,
}

/// The default folder of results.
pub(crate) const STORE: &str = "results/lab.sqlite";
/// The default folder of match records.
pub(crate) const RECORDS: &str = "results/records";

#[derive(Args, Debug)]
pub(crate) struct Lab {
    /// The folder with the experiment files [default: experiments, or the built-in ones without
    /// that folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) experiments: Option<PathBuf>,
    /// The file that keeps the results
    #[arg(
        long,
        global = true,
        default_value = STORE,
        value_name = "FILE"
    )]
    pub(crate) store: PathBuf,
    #[command(subcommand)]
    pub(crate) command: LabCommand,
}

/// An experiment and its variant.
#[derive(Args, Debug)]
pub(crate) struct Chosen {
    /// The experiment: the name of its file without the ending, or the path of a file
    pub(crate) experiment: String,
    /// Use the short variant of the experiment
    #[arg(long)]
    pub(crate) short: bool,
}

const PLAN: &str = "\
Schedulers take the missing blocks as an array of jobs:
  sbatch --array=\"$(sakiyomi lab plan NAME --size 50 --missing)\" job.sh";

#[derive(Subcommand, Debug)]
pub(crate) enum LabCommand {
    /// List the experiments and their progress
    List {
        /// Also build every player, to check that all experiments can run; takes a while
        #[arg(long)]
        check: bool,
    },
    /// Run an experiment, or resume it
    Run {
        #[command(flatten)]
        chosen: Chosen,
    },
    /// Report on an experiment: table on the terminal, HTML and Markdown in a folder
    Report {
        #[command(flatten)]
        chosen: Chosen,
        /// The folder for the report [default: results/EXPERIMENT, or results/EXPERIMENT-short]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Show the tasks of an experiment and the missing blocks
    #[command(after_help = PLAN)]
    Plan {
        #[command(flatten)]
        chosen: Chosen,
        /// Tasks in a block
        #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        size: u64,
        /// Print only the numbers of the missing blocks, as `0-3,7`
        #[arg(long, conflicts_with = "json")]
        missing: bool,
    },
    /// Write an experiment's results as CSV to standard output, or the records kept with them
    Export {
        #[command(flatten)]
        chosen: Chosen,
        /// Write the kept records, such as those of games, one JSON object a line
        #[arg(long)]
        records: bool,
        /// Write only the record of this task
        #[arg(long, value_name = "N", conflicts_with = "records")]
        task: Option<u64>,
        /// Write only this field of the record, such as `weights`
        #[arg(long, value_name = "NAME", requires = "task")]
        field: Option<String>,
    },
    /// Run one block of an experiment's tasks into a file, for a cluster
    ///
    /// A block whose file is there with all results is not run again.
    RunBlock {
        #[command(flatten)]
        chosen: Chosen,
        /// The number of the block, from 0
        block: u64,
        /// Tasks in a block
        #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        size: u64,
        /// The folder for the block's file
        #[arg(long, default_value = "results/blocks", value_name = "DIR")]
        out: PathBuf,
    },
    /// Import block files into the store
    Import {
        #[command(flatten)]
        chosen: Chosen,
        /// The files, or folders of them
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

impl LabCommand {
    /// The experiment of the command, if it has one.
    pub(crate) fn chosen(&self) -> Option<&Chosen> {
        match self {
            LabCommand::List { .. } => None,
            LabCommand::Run { chosen }
            | LabCommand::Report { chosen, .. }
            | LabCommand::Plan { chosen, .. }
            | LabCommand::Export { chosen, .. }
            | LabCommand::RunBlock { chosen, .. }
            | LabCommand::Import { chosen, .. } => Some(chosen),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Only measurements whose name contains this
    pub(crate) filter: Option<String>,
    /// Seconds for each measurement
    #[arg(long, default_value_t = 1.0, value_name = "S")]
    pub(crate) seconds: f64,
    /// Compare the signatures with the expected ones instead of measuring
    #[arg(long, conflicts_with = "seconds")]
    pub(crate) check: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn elo_pairs_are_read_or_refused() {
        assert_eq!(elo_pair("-5, 5"), Ok((-5.0, 5.0)));
        for wrong in ["", "5", "5,0", "a,b", "0,inf", "1,1"] {
            assert!(elo_pair(wrong).is_err(), "{wrong}");
        }
    }
}
