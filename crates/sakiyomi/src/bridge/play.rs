//! `bridge play`: boards in the terminal, for a person and programs.
//!
//! A person is a player of the arena like any other, so a game with a person is refereed, recorded
//! and scored as one without.

mod person;

use super::boards::{FinishedBoards, Source, result, result_json};
use super::client_player::DEFAULT_PLAYER;
use super::lineup;
use super::text;
use crate::cli::Common;
use crate::exit::{INTERRUPTED, usage};
use crate::{interrupt, show};
use arena::clock::{Span, TimeControl};
use arena::player::Fault;
use arena::referee::{Played, replay};
use arena::{Ending, Player, PlayerSpec, Terms, play_game};
use bridge::lineup::seat_player;
use bridge::record::Record;
use bridge::rules::{Bridge, Conditions};
use bridge::{Board, Seat};
use clap::Args;
use lookahead::{Cancel, Seed};
use person::Person;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

/// Play boards in the terminal
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Play {
    #[command(flatten)]
    source: Source,
    /// The player of North: a built-in player, or `you`
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    north: SeatChoice,
    /// The player of East
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    east: SeatChoice,
    /// The player of South
    #[arg(long, value_name = "PLAYER", default_value = YOU)]
    south: SeatChoice,
    /// The player of West
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    west: SeatChoice,
    /// The player that gives hints
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    hints: PlayerSpec,
    /// Time for each card, if no person plays
    #[arg(long, value_name = "TIME")]
    per_move: Option<Span>,
    /// Write the boards into this file as they are over
    #[arg(long, value_name = "FILE")]
    pbn: Option<PathBuf>,
}

const YOU: &str = "you";

const EXAMPLES: &str = "\
At your turn type a call (pass, x, xx, 1nt) or a card (sk, h10), or: hint, hand, help, quit. Declarer plays dummy's cards.

Examples:
  sakiyomi bridge play
  sakiyomi bridge play --deals boards.pbn --north you --south you --pbn played.pbn
  sakiyomi bridge play --boards 2 --south minimax --west minimax:mistakes=0.1 --seed 7";

/// The player of a seat.
#[derive(Clone, Debug)]
enum SeatChoice {
    You,
    Player(PlayerSpec),
}

impl FromStr for SeatChoice {
    type Err = arena::SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().eq_ignore_ascii_case(YOU) {
            return Ok(SeatChoice::You);
        }
        text.parse().map(SeatChoice::Player)
    }
}

impl std::fmt::Display for SeatChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SeatChoice::You => f.write_str(YOU),
            SeatChoice::Player(spec) => spec.fmt(f),
        }
    }
}

impl Play {
    /// In the order of the seats.
    fn seats(&self) -> [&SeatChoice; 4] {
        [&self.north, &self.east, &self.south, &self.west]
    }

    fn has_person(&self) -> bool {
        self.seats()
            .iter()
            .any(|who| matches!(who, SeatChoice::You))
    }

    /// The players of a board; the first person among them tells what happens.
    fn players(&self) -> anyhow::Result<Vec<Box<dyn Player<Bridge>>>> {
        let (lineup, mut told) = (lineup(), false);
        let seated = self.seats().map(|who| match who {
            SeatChoice::Player(spec) => lineup.build(spec).map_err(usage),
            SeatChoice::You => {
                let hints = seat_player(&self.hints).map_err(usage)?;
                let tells = !std::mem::replace(&mut told, true);
                Ok(Box::new(Person::new(hints, tells)) as Box<dyn Player<Bridge>>)
            }
        });
        seated.into_iter().collect()
    }
}

pub(super) fn run(asked: &Play, common: &Common) -> anyhow::Result<ExitCode> {
    if asked.has_person() && common.json() {
        return Err(usage(
            "--json is for programs alone: give every seat a player",
        ));
    }
    asked.players()?;
    let boards = asked.source.boards(common.seed())?;
    let mut kept = FinishedBoards::new(asked.pbn.clone())?;
    let cancel = interrupt::cancel();
    for board in boards {
        let Some((record, fault)) = one(asked, board, common.seed(), &cancel)? else {
            return Ok(INTERRUPTED.into());
        };
        if let Some((seat, fault)) = &fault {
            let name = bridge::table::name(*seat);
            show::note(&format!("board {}: {name} {fault}", board.number));
        }
        tell(&record, asked, common)?;
        kept.add(record)?;
        if matches!(fault, Some((_, Fault::Resigned))) {
            break; // the person quit
        }
    }
    sum(&kept, common)?;
    Ok(ExitCode::SUCCESS)
}

/// The record of a board, and the fault that ended it early, if one did.
type BoardResult = (Record, Option<(Seat, Fault)>);

/// Plays one board; none if it was interrupted.
fn one(
    asked: &Play,
    board: Board,
    seed: Seed,
    cancel: &Cancel,
) -> anyhow::Result<Option<BoardResult>> {
    let game = Bridge {
        conditions: Conditions::of(&board),
    };
    let terms = Terms {
        time: TimeControl {
            per_move: asked.per_move.filter(|_| !asked.has_person()),
            ..TimeControl::default()
        },
        longest: None,
    };
    let seed = seed.stream(u64::MAX).stream(u64::from(board.number));
    let mut players = asked.players()?;
    let Ok(played) = play_game(&game, &mut players, &terms, seed, cancel) else {
        return Ok(None);
    };
    Ok(Some(record(&game, asked, played)?))
}

fn record(game: &Bridge, asked: &Play, played: Played) -> anyhow::Result<BoardResult> {
    let positions = replay(game, played.seed, &played.moves).map_err(anyhow::Error::msg)?;
    let last = positions.last().expect("there is a start");
    let record = Record {
        players: asked.seats().map(ToString::to_string),
        ..last.record()
    };
    let fault = match played.ending {
        Ending::Forfeit { seat, fault } => Some((Seat::ALL[seat], fault)),
        Ending::Finished | Ending::TooLong => None,
    };
    Ok((record, fault))
}

fn tell(record: &Record, asked: &Play, common: &Common) -> anyhow::Result<()> {
    if common.json() {
        return show::print_json(&result_json(record));
    }
    let mut text = String::new();
    if asked.has_person() {
        text.push('\n');
    }
    text += &super::deal::diagram(record);
    text += &text::auction(&record.auction, record.dealer.unwrap_or(Seat::North));
    if !asked.has_person() {
        text += &text::tricks(&record.cards);
    }
    let number = record.number.unwrap_or_default();
    show::print(&format!("{text}Board {number}: {}\n\n", result(record)))
}

fn sum(kept: &FinishedBoards, common: &Common) -> anyhow::Result<()> {
    if common.json() {
        let (boards, total) = (kept.records.len(), kept.total());
        let points = json!({ "NS": total, "EW": -total });
        return show::print_json(&json!({ "boards": boards, "points": points }));
    }
    show::print(&kept.sum())
}
