//! `match` and `tournament`: games between players.

mod records;
mod seeds;

use crate::cli::{Common, Match, Play, Tournament};
use crate::client::{counting_task, refused};
use crate::exit::{INTERRUPTED, failed, usage};
use crate::registry::Registry;
use crate::show;
use arena::Contender;
use operations::lab::{LabState, LabTournament, Session};
use operations::{Fault, Host, Trust};
pub(crate) use records::terms_beside;
use records::{EarlierGames, Records};
use serde::Serialize;
use std::process::ExitCode;

/// Parses the values of `--set` as a table.
pub(crate) fn changes(said: &[String]) -> anyhow::Result<toml::Table> {
    arena::playable::parse_changes(said).map_err(|why| usage(format!("--set {why}")))
}

/// Runs `match`.
pub(crate) fn run_match(
    asked: &Match,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let players = [&asked.player, &asked.opponent];
    let question = LabTournament {
        sprt: asked.sprt.map(|(low, high)| [low, high]),
        risk: Some(asked.risk),
        ..question(players, &asked.play, common, registry)?
    };
    let state = state(registry);
    let session =
        Session::of_match(&state, question).map_err(|why| refused_at(why, &asked.play))?;
    run(session, &asked.play, common, Session::result)
}

/// Runs `tournament`.
pub(crate) fn run_tournament(
    asked: &Tournament,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let question = LabTournament {
        gauntlet: asked.gauntlet,
        ..question(&asked.players, &asked.play, common, registry)?
    };
    let state = state(registry);
    let session = Session::new(&state, question).map_err(|why| refused_at(why, &asked.play))?;
    run(session, &asked.play, common, Session::standings)
}

/// Returns the lab of a binary, for the owner of the machine.
fn state(registry: &Registry) -> LabState {
    LabState::new(Host {
        trust: Trust::Owner,
        ..registry.host.clone()
    })
}

/// Returns the options as the input of the operation.
fn question<'a>(
    players: impl IntoIterator<Item = &'a Contender>,
    asked: &Play,
    common: &Common,
    registry: &Registry,
) -> anyhow::Result<LabTournament> {
    let conditions = asked.conditions.as_deref().map(crate::input::file);
    let [per_move, per_game, increment] = asked.time.seconds();
    let playable = registry.playable(asked.game.as_deref())?;
    let players: Vec<_> = players.into_iter().collect();
    let is_program = |player: &&Contender| {
        let found = playable.players().find(player.spec.name());
        found.is_ok_and(|found| found.is_program)
    };
    let drawn = match common.seed_given() {
        None if players.iter().any(is_program) => seeds::drawn(asked)?,
        _ => None,
    };
    Ok(LabTournament {
        game: playable.name().to_owned(),
        players: players.iter().map(ToString::to_string).collect(),
        games: asked.games,
        seed: drawn.unwrap_or_else(|| common.seed()).0,
        own_dice: asked.own_dice || drawn.is_some(),
        conditions: conditions.transpose()?.unwrap_or_default(),
        set: asked.set.clone(),
        per_move,
        per_game,
        increment,
        longest: asked.time.longest(),
        threads: u16::try_from(common.threads()).ok(),
        ..LabTournament::default()
    })
}

/// Converts a fault into an error that names its option.
fn refused_at(fault: Fault, asked: &Play) -> anyhow::Error {
    match (fault.place.as_deref(), &asked.conditions) {
        (Some("set"), _) => usage(format!("--set {}", fault.message)),
        (Some("conditions"), Some(path)) => usage(format!("{}: {}", path.display(), fault.message)),
        _ => refused(fault),
    }
}

/// Plays a session, writes its records and prints the result.
fn run<'a, T: Serialize>(
    mut session: Session<'a>,
    asked: &Play,
    common: &Common,
    result: impl Fn(&Session<'a>) -> T,
) -> anyhow::Result<ExitCode> {
    let file = asked
        .conditions
        .as_ref()
        .map(|path| path.display().to_string());
    for warning in &session.warnings {
        show::note(&format!(
            "warning: {}: {warning}",
            file.as_deref().unwrap_or_default()
        ));
    }
    session.file = file;
    let mut records = records(&mut session, asked, common)?;
    let watch = counting_task("games", common);
    let played = session.play(&watch, &mut |record| {
        let kept = records.as_mut().map_or(Ok(()), |file| file.keep(record));
        kept.map_err(|why| Fault::failed(format!("{why:#}")))
    });
    let interrupted = watch.is_cancelled();
    drop(watch);
    played.map_err(|fault| match fault.kind {
        operations::FaultKind::Failed => failed(fault.message),
        _ => refused(fault),
    })?;
    let report = session.report();
    if common.json {
        show::print_json(&result(&session))?;
    } else {
        show::print_report(&report)?;
    }
    if let Some(folder) = &asked.report {
        show::save_report(&report, folder)?;
    }
    for caution in session.cautions() {
        show::note(&format!("warning: {caution}"));
    }
    if interrupted {
        show::note("interrupted: what is done is kept");
        return Ok(INTERRUPTED.into());
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the file of the records; with `--resume`, the games in it count.
fn records(
    session: &mut Session<'_>,
    asked: &Play,
    common: &Common,
) -> anyhow::Result<Option<Records>> {
    let Some(path) = &asked.records else {
        return Ok(None);
    };
    let playable = session.playable();
    let terms = records::terms(playable.name(), &playable.conditions(), session.terms())?;
    let drawn = session.own_dice().filter(|_| common.seed_given().is_none());
    if let Some(seed) = drawn.filter(|_| !path.exists()) {
        seeds::keep(path, seed)?;
    }
    if !asked.resume {
        return Ok(Some(Records::create(path, &terms)?));
    }
    let (records, EarlierGames(games)) = Records::resume(path, &terms)?;
    session.resume(games).map_err(refused)?;
    Ok(Some(records))
}
