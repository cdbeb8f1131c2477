//! `bridge analyse`: the best card of a seat in a recorded board, and the other players'
//! inferences.

mod text;

use super::boards;
use crate::cli::Common;
use crate::client::games;
use crate::client::{refused, task_with};
use crate::exit::INTERRUPTED;
use crate::show;
use arena::PlayerSpec;
use arena::clock::Span;
use bridge::{Seat, notation};
use clap::Args;
use operations::bridge::analyse::{self, BridgeAnalyseQuestion, BridgeAnalysis, USUAL};
use operations::{Fault, FaultKind};
use std::path::PathBuf;
use std::process::ExitCode;

/// Show which card to play in a recorded board, and why
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Analyse {
    /// A PBN or LIN file, or a board in JSON as the pages save it
    file: PathBuf,
    /// The seat whose decisions are analysed: N, E, S or W; declarer decides for dummy too
    /// [default: the seat to play the next card]
    #[arg(long, value_name = "SEAT", value_parser = seat)]
    seat: Option<Seat>,
    /// The board, by its number [default: the first]
    #[arg(long, value_name = "N")]
    board: Option<u32>,
    /// Only the decision in this trick, from 1 [default: the next card if the play is not over,
    /// else all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=13))]
    trick: Option<u8>,
    /// The player with its settings: minimax, abc or hybrid
    #[arg(long, value_name = "PLAYER", default_value = USUAL)]
    player: PlayerSpec,
    /// Use the real deal of the file, which the other players still do not see; for `abc`, and for
    /// the models of `hybrid`
    #[arg(long)]
    open: bool,
    /// Time limit of a card, such as 500ms or 10s [default: the player's setting]
    #[arg(long, value_name = "TIME")]
    time: Option<Span>,
    /// Compare all cards by both methods and show the grounds of the choice; for `hybrid`
    #[arg(long)]
    verdict: bool,
    /// Show every better answer as it is found
    #[arg(long)]
    watch: bool,
}

const EXAMPLES: &str = "\
Only the cards visible from the seat are used; other hands in the file are ignored, unless --open \
is given. Values are points of the seat's side in the contract. `double dummy` assumes that all \
players see all cards; `with models` lets all players act on what they can know. `behind` is the \
distance to the best card, compared deal by deal, with its standard error.

Examples:
  sakiyomi bridge analyse board.pbn --seat W
  sakiyomi bridge analyse board.pbn --seat E --player abc:deals=200,imagined=8 --trick 2
  sakiyomi bridge analyse board.pbn --seat W --player abc --open
  sakiyomi bridge analyse board.pbn --verdict --watch --time 10s
  sakiyomi bridge analyse match.lin --seat S --board 7 --player minimax --json";

fn seat(text: &str) -> Result<Seat, String> {
    notation::seat(text).map_err(|error| error.to_string())
}

pub(super) fn run(asked: &Analyse, common: &Common) -> anyhow::Result<ExitCode> {
    let question = asked.question(common)?;
    let (shows, json) = (asked.watch, common.json());
    let watch = task_with(common.quiet() || shows, move |partial| {
        if shows && json {
            let _ = show::print_json(partial);
        } else if shows {
            show::note(&text::grown(partial));
        }
    });
    let found = analyse::analyse(&question, &games(), &watch);
    drop(watch);
    let found = match found {
        Ok(found) => found,
        Err(fault) if fault.kind == FaultKind::Cancelled => return Ok(INTERRUPTED.into()),
        Err(fault) => return Err(asked.blamed(fault)),
    };
    let file = asked.file.display();
    for note in &found.notes {
        show::note(&format!("{file}: {note}"));
    }
    if common.json() {
        show::print_json(&found)?;
    } else {
        show::print(&written(&found))?;
    }
    Ok(if found.complete {
        ExitCode::SUCCESS
    } else {
        INTERRUPTED.into()
    })
}

fn written(found: &BridgeAnalysis) -> String {
    match &found.decisions[..] {
        [decision] => text::decision(&found.record, decision),
        decisions => text::summary(&found.record, decisions),
    }
}

impl Analyse {
    fn question(&self, common: &Common) -> anyhow::Result<BridgeAnalyseQuestion> {
        Ok(BridgeAnalyseQuestion {
            text: Some(boards::text(&self.file)?),
            at: None,
            board: self.board,
            seat: self.seat.map(Into::into),
            trick: self.trick,
            player: Some(self.player.to_string()),
            open: self.open,
            verdict: self.verdict,
            seconds: self.time.map(|Span(time)| time.as_secs_f64()),
            seed: Some(common.seed().0),
        })
    }

    /// Converts a fault into an error that names the file.
    fn blamed(&self, fault: Fault) -> anyhow::Error {
        let message = match fault.place.as_deref() {
            Some(place) if place.starts_with("player") => fault.message,
            _ => format!("{}: {}", self.file.display(), fault.message),
        };
        refused(Fault { message, ..fault })
    }
}
