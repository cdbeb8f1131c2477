//! `bridge play`: boards in the terminal, for a person and programs.
//!
//! A person is a player like any other: the referee asks, they answer. So a game with a person is
//! refereed, recorded and scored as one without.

mod person;

use super::boards::{Kept, Source, result, result_json};
use super::chair::DEFAULT_PLAYER;
use super::lineup;
use super::words;
use crate::cli::Common;
use crate::fail::{INTERRUPTED, usage};
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
    /// Who plays North: a player by name, or you
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    north: Who,
    /// Who plays East
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    east: Who,
    /// Who plays South
    #[arg(long, value_name = "PLAYER", default_value = YOU)]
    south: Who,
    /// Who plays West
    #[arg(long, value_name = "PLAYER", default_value = DEFAULT_PLAYER)]
    west: Who,
    /// Who gives hints
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
enum Who {
    You,
    Player(PlayerSpec),
}

impl FromStr for Who {
    type Err = arena::SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.trim().eq_ignore_ascii_case(YOU) {
            return Ok(Who::You);
        }
        text.parse().map(Who::Player)
    }
}

impl std::fmt::Display for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Who::You => f.write_str(YOU),
            Who::Player(spec) => spec.fmt(f),
        }
    }
}

impl Play {
    /// In the order of the seats.
    fn seats(&self) -> [&Who; 4] {
        [&self.north, &self.east, &self.south, &self.west]
    }

    fn has_person(&self) -> bool {
        self.seats().iter().any(|who| matches!(who, Who::You))
    }

    /// The players of a board; the first person among them tells what happens.
    fn players(&self) -> anyhow::Result<Vec<Box<dyn Player<Bridge>>>> {
        let (lineup, mut told) = (lineup(), false);
        let seated = self.seats().map(|who| match who {
            Who::Player(spec) => lineup.build(spec).map_err(usage),
            Who::You => {
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
    let mut kept = Kept::new(asked.pbn.clone())?;
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

/// What came of a board, and whose fault it is if it was not played to its end.
type Came = (Record, Option<(Seat, Fault)>);

/// Plays one board; none if it was interrupted.
fn one(asked: &Play, board: Board, seed: Seed, cancel: &Cancel) -> anyhow::Result<Option<Came>> {
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

fn record(game: &Bridge, asked: &Play, played: Played) -> anyhow::Result<Came> {
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
    text += &words::auction(&record.auction, record.dealer.unwrap_or(Seat::North));
    if !asked.has_person() {
        text += &words::tricks(&record.cards);
    }
    let number = record.number.unwrap_or_default();
    show::print(&format!("{text}Board {number}: {}\n\n", result(record)))
}

fn sum(kept: &Kept, common: &Common) -> anyhow::Result<()> {
    if common.json() {
        let (boards, total) = (kept.records.len(), kept.total());
        let points = json!({ "NS": total, "EW": -total });
        return show::print_json(&json!({ "boards": boards, "points": points }));
    }
    show::print(&kept.sum())
}
