//! `match`, `tournament` and `games`: who plays whom.

mod records;

use crate::cli::{Common, Match, Play, Tournament};
use crate::fail::{INTERRUPTED, usage};
use crate::registry::Registry;
use crate::show::{self, Progress};
use crate::{interrupt, version};
use arena::contest::Conditioned;
use arena::process::quote;
use arena::report::{Block, Facts, Report};
use arena::standings::{Faults, Standings};
use arena::statistics::{Decision, Sprt};
use arena::tournament::{Fixture, Format, TournamentError, fixtures, play_fixtures};
use arena::{Contender, Contest};
pub(crate) use records::terms_beside;
use records::{Kept, Records};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// The games to be played, and where the records go.
struct Session<'a> {
    contest: &'a dyn Contest,
    players: &'a [Contender],
    fixtures: Vec<Fixture>,
    asked: &'a Play,
    common: &'a Common,
}

/// What a session brought.
struct Played {
    standings: Standings,
    interrupted: bool,
}

impl Session<'_> {
    /// Plays until all games are over, `enough` says so, or somebody interrupts.
    fn play(&self, enough: impl Fn(&Standings, &Fixture) -> bool) -> anyhow::Result<Played> {
        for player in self.players {
            self.contest.check(&player.spec).map_err(usage)?;
        }
        let mut standings = Standings::of(self.contest, self.players);
        let (mut records, mut kept) = self.records()?;
        let mut fixtures = self.fixtures.clone();
        fixtures.retain(|fixture| match kept.take(fixture, self.players) {
            Some(record) => {
                standings.add(fixture, &record);
                false
            }
            None => true,
        });
        let mut progress = Progress::new("games", self.common.quiet);
        let mut failure = None;
        let (cancel, terms) = (interrupt::cancel(), self.asked.time.terms());
        let total = self.fixtures.len() as u64;
        let before = standings.games() as u64;
        progress.tell(before, 0, total);
        let ended = play_fixtures(
            self.contest,
            self.players,
            &fixtures,
            &terms,
            self.common.threads(),
            &cancel,
            |fixture, record| {
                if let Some(Err(error)) = records.as_mut().map(|file| file.keep(&record)) {
                    failure = Some(error);
                    return ControlFlow::Break(());
                }
                standings.add(fixture, &record);
                progress.tell(standings.games() as u64, 0, total);
                if enough(&standings, fixture) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        drop(progress);
        ended.map_err(|error| match error {
            TournamentError::Spec(error) => usage(error),
            error @ TournamentError::CannotStart { .. } => error.into(),
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(Played {
                standings,
                interrupted: cancel.is_cancelled(),
            }),
        }
    }

    /// Where the games go, and those that are there already.
    fn records(&self) -> anyhow::Result<(Option<Records>, Kept)> {
        let Some(path) = &self.asked.records else {
            return Ok((None, Kept::default()));
        };
        let terms = Kept::terms(
            self.contest.name(),
            &self.contest.conditions(),
            &self.asked.time.terms(),
        )?;
        if self.asked.resume {
            let (records, kept) = Records::resume(path, &terms)?;
            return Ok((Some(records), kept));
        }
        Ok((Some(Records::create(path, &terms)?), Kept::default()))
    }

    /// The command line that repeats the session.
    fn command(&self, name: &str, command: &str, extra: &str) -> String {
        let asked = self.asked;
        let mut words: Vec<String> = vec![name.into(), command.into(), "--game".into()];
        words.push(self.contest.name().to_owned());
        words.extend(self.players.iter().map(|player| quote(&player.to_string())));
        words.push(format!(
            "--games {} --seed {}",
            asked.games,
            self.common.seed()
        ));
        words.extend(asked.set.iter().map(|set| format!("--set {}", quote(set))));
        let file = asked
            .conditions
            .as_ref()
            .map(|file| quote(&file.display().to_string()));
        words.extend(file.map(|file| format!("--conditions {file}")));
        words.join(" ") + &asked.time.to_string() + extra
    }

    fn report(
        &self,
        title: String,
        command: String,
        blocks: Vec<Block>,
        played: &Played,
    ) -> Report {
        let facts = Facts {
            command,
            variant: "full".to_owned(),
            seed: self.common.seed().0,
            versions: vec![version()],
            done: played.standings.games() as u64,
            total: self.fixtures.len() as u64,
            unit: "games".to_owned(),
            ..Facts::default()
        };
        let about = self.contest.about().to_owned();
        Report {
            title,
            about,
            paper: None,
            facts,
            blocks,
        }
    }

    /// Says on standard error what must not be overlooked: faults, and games that repeat each other.
    fn warn(&self, standings: &Standings) {
        let faults = standings.all_faults();
        for fault in faults.iter().filter(|fault| fault.kind != "resigned") {
            show::note(&fault_line(fault));
        }
        let counted = standings.distinct();
        if counted.repeats() {
            let (games, distinct) = (counted.games, counted.distinct);
            show::note(&format!(
                "warning: {games} games, {distinct} distinct: the rest repeat them move by move and do not count; to vary them, {}",
                self.contest.variety()
            ));
        }
    }

    /// Shows the result, writes the report where it was asked for, and says whether all was played. `result` is what is
    /// special about this kind of session, for machines.
    fn conclude(
        &self,
        report: &Report,
        mut result: Value,
        played: &Played,
    ) -> anyhow::Result<ExitCode> {
        if self.common.json {
            result["game"] = json!(self.contest.name());
            result["seed"] = json!(self.common.seed());
            result["interrupted"] = json!(played.interrupted);
            show::print_json(&result)?;
        } else {
            show::print_report(report)?;
        }
        if let Some(folder) = &self.asked.report {
            show::save_report(report, folder)?;
        }
        self.warn(&played.standings);
        if played.interrupted {
            show::note("interrupted: what is done is kept");
        }
        Ok(if played.interrupted {
            INTERRUPTED.into()
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// A player's faults of one kind, in a line.
fn fault_line(faults: &Faults) -> String {
    let Faults {
        player,
        kind,
        games,
        first,
    } = faults;
    let games = match games {
        1 => "1 game".to_owned(),
        games => format!("{games} games"),
    };
    format!("warning: player `{player}` lost {games} by a fault ({kind}); the first: {first}")
}

/// Reads `--conditions` and `--set` into one table, as the game reads them; the latter win.
fn conditions(asked: &Play, contest: &dyn Contest) -> anyhow::Result<toml::Table> {
    let changes = changes(&asked.set)?;
    let Some(path) = &asked.conditions else {
        return Ok(changes);
    };
    let name = path.display();
    let read = contest.read_conditions(&crate::input::file(path)?, changes);
    let (table, warnings) = read.map_err(|why| usage(format!("{name}: {why}")))?;
    for warning in warnings {
        show::note(&format!("warning: {name}: {warning}"));
    }
    Ok(table)
}

/// What was said with `--set`, as a table.
pub(crate) fn changes(said: &[String]) -> anyhow::Result<toml::Table> {
    arena::contest::changes(said).map_err(|why| usage(format!("--set {why}")))
}

/// `match`.
pub(crate) fn run_match(
    asked: &Match,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let sprt = asked
        .sprt
        .map(|(elo0, elo1)| Sprt::new(elo0, elo1, asked.risk, asked.risk));
    let sprt = sprt.transpose().map_err(usage)?;
    let players = [asked.player.clone(), asked.opponent.clone()];
    let contest = contest(registry, &asked.play)?;
    let session = Session {
        contest: &*contest,
        players: &players,
        fixtures: fixtures(&[(0, 1)], asked.play.games, common.seed()),
        asked: &asked.play,
        common,
    };
    let played = session.play(|standings, fixture| {
        let pair_is_over = fixture.game % 2 == 1;
        let test = sprt.as_ref().filter(|_| pair_is_over);
        test.is_some_and(|test| standings.verdict(test).decision != Decision::Continue)
    })?;
    let result = played.standings.match_result(sprt.as_ref());
    let extra = asked.sprt.map_or_else(String::new, |(elo0, elo1)| {
        format!(" --sprt {elo0},{elo1} --risk {}", asked.risk)
    });
    let command = session.command(registry.name, "match", &extra);
    let [player, opponent] = players.each_ref().map(Contender::name);
    let title = format!("{player} against {opponent}");
    let blocks = played.standings.match_blocks(&result);
    let mut report = session.report(title, command, blocks, &played);
    let verdict = result.sprt.as_ref();
    if verdict.is_some_and(|v| v.decision != Decision::Continue) {
        // The test needed no more.
        report.facts.total = report.facts.done;
    }
    session.conclude(&report, json!({ "result": result }), &played)
}

/// `tournament`.
pub(crate) fn run_tournament(
    asked: &Tournament,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let players = &asked.players;
    Contender::all_differ(players).map_err(usage)?;
    let (format, extra) = if asked.gauntlet {
        (Format::Gauntlet, " --gauntlet")
    } else {
        (Format::RoundRobin, "")
    };
    let contest = contest(registry, &asked.play)?;
    let pairings = format.pairings(players.len());
    let session = Session {
        contest: &*contest,
        players,
        fixtures: fixtures(&pairings, asked.play.games, common.seed()),
        asked: &asked.play,
        common,
    };
    let played = session.play(|_, _| false)?;
    let command = session.command(registry.name, "tournament", extra);
    let title = format!("Tournament: {}", contest.name());
    let report = session.report(title, command, played.standings.blocks(), &played);
    let (counted, table) = (played.standings.distinct(), played.standings.standings());
    let result =
        json!({ "games": counted.games, "distinct": counted.distinct, "standings": table });
    session.conclude(&report, result, &played)
}

/// The game that was asked for, under the conditions that were asked for.
fn contest<'a>(registry: &'a Registry, asked: &Play) -> anyhow::Result<Conditioned<'a>> {
    let contest = registry.contest(asked.game.as_deref())?;
    Conditioned::new(contest, &conditions(asked, contest)?).map_err(usage)
}
