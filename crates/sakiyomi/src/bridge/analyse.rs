//! `bridge analyse`: which card a seat should play in a recorded board, and what everybody would make of it.

mod decisions;
mod words;

use super::boards;
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
use crate::{interrupt, show};
use anyhow::Context;
use arena::PlayerSpec;
use arena::clock::Span;
use bridge::knowledge::Knowledge;
use bridge::lineup::{Mind, advice_json, mind};
use bridge::players::Advice;
use bridge::record::Record;
use bridge::{Ascii, Card, Seat, View, notation};
use clap::Args;
use decisions::Decision;
use lookahead::{Control, Limit};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show which card to play in a recorded board, and why
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Analyse {
    /// A PBN or LIN file
    file: PathBuf,
    /// Whose decisions: N, E, S or W; declarer decides for dummy too
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    seat: Seat,
    /// The board, by its number [default: the first]
    #[arg(long, value_name = "N")]
    board: Option<u32>,
    /// Only the decision in this trick, from 1 [default: the next card if the play is not over, else all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=13))]
    trick: Option<u8>,
    /// Who thinks, with its settings: minimax, abc or hybrid
    #[arg(long, value_name = "PLAYER", default_value = "hybrid")]
    player: PlayerSpec,
    /// Take the hands of the file for true, though the others still do not see them: what would they make of each card in this very deal? For `abc`, and for the models of `hybrid`
    #[arg(long)]
    open: bool,
    /// How long it may think about a card, such as 500ms or 10s [default: as its settings say]
    #[arg(long, value_name = "TIME")]
    time: Option<Span>,
}

const EXAMPLES: &str = "\
Only what the seat can see is used: other hands in the file do not matter, unless --open is given. Values are points of the seat's side in the contract. `double dummy` takes \
everybody to see all cards, `with models` lets everybody act on what he can know; `behind` is how far a card stays behind the best one, \
compared deal by deal, with its standard error.

Examples:
  sakiyomi bridge analyse board.pbn --seat W
  sakiyomi bridge analyse board.pbn --seat E --player abc:deals=200,imagined=8 --trick 2
  sakiyomi bridge analyse board.pbn --seat W --player abc --open
  sakiyomi bridge analyse match.lin --seat S --board 7 --player minimax --json";

fn seat(text: &str) -> Result<Seat, String> {
    notation::seat(text).map_err(|error| error.to_string())
}

pub(super) fn run(asked: &Analyse, common: &Common) -> anyhow::Result<ExitCode> {
    let record = board(&asked.file, asked.board)?;
    let name = || asked.file.display().to_string();
    let mind = mind(&player(asked, &record)?).map_err(usage)?;
    let decisions = decisions::of(&record, asked.seat, asked.trick).with_context(name)?;
    if decisions.is_empty() {
        return Err(usage(format!(
            "{}: {} has no card to choose there",
            name(),
            asked.seat
        )));
    }
    let single = decisions.len() == 1;
    let mut rows = Vec::new();
    for decision in &decisions {
        let advice = advise(asked, common, &mind, &decision.view)?;
        if interrupt::cancel().is_cancelled() {
            return Ok(INTERRUPTED.into());
        }
        if common.json() {
            show::print_json(&object(&record, decision, &mind, &advice))?;
        } else if single {
            let knowledge = Knowledge::of(&decision.view, mind.conventions());
            show::print(&words::decision(&record, decision, &knowledge, &advice))?;
        } else {
            show::note(&format!("trick {} is looked at", decision.trick()));
            rows.push((decision, advice));
        }
    }
    if !rows.is_empty() {
        show::print(&words::summary(&record, &rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who thinks, with the deal if it is to be taken for true.
fn player(asked: &Analyse, record: &Record) -> anyhow::Result<PlayerSpec> {
    if !asked.open {
        return Ok(asked.player.clone());
    }
    let hidden = || {
        usage(format!(
            "{}: not all hands are known, so --open cannot be",
            asked.file.display()
        ))
    };
    let deal = record.deal().ok_or_else(hidden)?;
    Ok(asked.player.with("truth", Ascii(deal)))
}

fn advise(asked: &Analyse, common: &Common, mind: &Mind, view: &View) -> anyhow::Result<Advice> {
    let limit = Limit {
        time: asked.time.map(|Span(time)| time),
        ..Limit::default()
    };
    let control = Control::new(common.seed())
        .limit(limit)
        .cancel(interrupt::cancel());
    mind.advise(view, &control)
        .map_err(|error| usage(format!("{}: {error}", asked.file.display())))
}

/// The board asked for.
fn board(path: &Path, number: Option<u32>) -> anyhow::Result<Record> {
    let mut boards = (1..).zip(boards::read(path)?);
    let found = boards.find(|(place, record)| {
        number.is_none_or(|number| record.number.unwrap_or(*place) == number)
    });
    let missing = || match number {
        Some(number) => usage(format!("{} has no board {number}", path.display())),
        None => usage(format!("{} has no board", path.display())),
    };
    found.map(|(_, record)| record).ok_or_else(missing)
}

fn object(record: &Record, decision: &Decision, mind: &Mind, advice: &Advice) -> Value {
    let knowledge = Knowledge::of(&decision.view, mind.conventions());
    let text = |card: Card| Ascii(card).to_string();
    json!({
        "board": record.number,
        "seat": decision.view.seat.letter(),
        "trick": decision.trick(),
        "played": decision.played.map(text),
        "known": knowledge.explain(),
        "advice": advice_json(advice),
        "seconds": advice.effort.seconds,
    })
}
