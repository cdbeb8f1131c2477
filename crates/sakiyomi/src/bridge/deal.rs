//! `bridge deal`: random deals under constraints, their number, and the place of a card.
//!
//! Flags are the wishes of the operation `bridge/deal`; here its answer is written as text, PBN,
//! LIN or JSON.

mod diagram;

use crate::cli::Common;
use crate::client::{refused, task};
use crate::exit::usage;
use crate::show;
use ::bridge::knowledge::Conventions;
use ::bridge::record::{Record, lin, pbn};
use ::bridge::{Ascii, Card, Line, Seat, notation};
use clap::{Args, ValueEnum};
pub(super) use diagram::diagram;
use operations::bridge::deal::chances::{Chances, Count};
use operations::bridge::deal::{self, BridgeDeals, BridgeWishes, calls, wishes};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

/// Deal at random under constraints, count the deals, or locate a card
///
/// Every deal that fits is equally likely; with --auction, as likely as the calls make it.
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Deal {
    /// Number of deals
    #[arg(short, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    number: u32,
    /// Cards that a seat certainly has, all thirteen or fewer: N=AK4.QJ.T987.6532
    #[arg(long, value_name = "SEAT=CARDS", value_parser = |text: &str| checked(text, wishes::held))]
    hand: Vec<String>,
    /// High-card points of a seat: S=15-17, S=12+, S=10
    #[arg(long, value_name = "SEAT=POINTS", value_parser = |text: &str| checked(text, wishes::points))]
    points: Vec<String>,
    /// Lengths of a seat's spades, hearts, diamonds and clubs: S=5+.2-3.*.*
    #[arg(long, value_name = "SEAT=S.H.D.C", value_parser = |text: &str| checked(text, wishes::lengths))]
    lengths: Vec<String>,
    /// A seat whose hand is 4333, 4432 or 5332 in any order
    #[arg(long, value_name = "SEAT", value_parser = |text: &str| notation::seat(text))]
    balanced: Vec<Seat>,
    /// The dealer and the calls, from which hands are inferred: 'S: 1NT P 3NT P P P'
    #[arg(long, value_name = "CALLS", value_parser = |text: &str| checked(text, calls::called))]
    auction: Option<String>,
    /// Conventions of the calls: standard, paper, or a file of rules
    #[arg(
        long,
        value_name = "NAME|FILE",
        default_value = "standard",
        requires = "auction"
    )]
    conventions: String,
    /// Print the meanings of the calls on standard error
    #[arg(long, requires = "auction")]
    explain: bool,
    /// Output format [default: text, or json with --json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Print the number of deals that fit instead of dealing
    #[arg(long)]
    count: bool,
    /// Print the probability of each seat to have this card instead of dealing
    #[arg(long = "where", value_name = "CARD", value_parser = |text: &str| notation::card(text))]
    cards: Vec<Card>,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    /// A diagram of each deal
    Text,
    /// Portable Bridge Notation
    Pbn,
    /// The format of Bridge Base Online
    Lin,
    /// One object a line, as `bridge solve` reads them
    Json,
}

const FORMS: &str = "\
Seats are N, E, S and W. A range is 15-17, 12+ (12 or more), 10 (exactly) or * (any). All flags \
given for a seat must hold. --count and --where are exact with up to three hidden hands; with \
four hidden hands, only without constraints.

With --auction, the promises of the calls are weighted by the reliability of their rules: a deal \
that breaks a rule is rare, not impossible, and --count gives only the sum of the weights. If no \
deal fits, the least reliable rule is dropped and named on standard error, until one does. Hands \
given with thirteen cards have no inferences.

The same --seed gives the same deals; a larger -n adds deals after them.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi bridge deal -n 32 --format pbn --seed 7 > boards.pbn
  sakiyomi bridge deal --points N=15-17 --balanced N --lengths 'S=5+.*.*.*'
  sakiyomi bridge deal --hand N=K4.KQ9.JT876.Q32 --hand E=QT62.32.92.JT985 \\
    --points S=15-17 --balanced S --count
  sakiyomi bridge deal --hand W=K3.AQ982.743.T65 --auction 'S: 1NT P 3NT P P P' \\
    --explain --where SA";

pub(super) fn run(asked: &Deal, common: &Common) -> anyhow::Result<ExitCode> {
    let conventions = rules(&asked.conventions)?;
    let watch = task(common);
    for first in (1..=asked.number).step_by(deal::MOST as usize) {
        let mut question = asked.question(common);
        question.number = first;
        question.deals = (asked.number - first + 1).min(deal::MOST);
        let dealt = deal::deal(&question, &conventions, &watch).map_err(refused)?;
        if first == 1 {
            told(asked, &dealt);
        }
        show::print(&rendered(asked, common, &dealt, first == 1)?)?;
        if dealt.chances.is_some() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the meanings of the calls and the dropped rules on standard error.
fn told(asked: &Deal, dealt: &BridgeDeals) {
    if asked.explain {
        dealt.known.iter().for_each(|line| show::note(&line.en));
    }
    for words in &dealt.dropped {
        show::note(&format!("no deal fits all calls; dropped: {words}"));
    }
}

impl Deal {
    fn question(&self, common: &Common) -> BridgeWishes {
        let cards = self.cards.iter().map(|card| Ascii(*card).to_string());
        BridgeWishes {
            seed: common.seed().0,
            hands: self.hand.clone(),
            points: self.points.clone(),
            lengths: self.lengths.clone(),
            balanced: self.balanced.iter().map(|&seat| seat.into()).collect(),
            auction: self.auction.clone(),
            conventions: self.conventions.clone(),
            count: self.count,
            places: cards.collect(),
            ..BridgeWishes::default()
        }
    }
}

/// A flag that is read by the operation too, so that a mistake is blamed on the flag.
fn checked<T>(text: &str, read: fn(&str) -> Result<T, String>) -> Result<String, String> {
    read(text).map(|_| text.to_owned())
}

/// Conventions by name, or from a file.
fn rules(name: &str) -> anyhow::Result<Conventions> {
    let wrong = |why| usage(format!("--conventions {name}: {why}"));
    let path = Path::new(name);
    match Conventions::named(name) {
        Ok(Some(conventions)) => Ok(conventions),
        Ok(None) if path.exists() => Conventions::load(path).map_err(|why| wrong(why.to_string())),
        Ok(None) => Err(wrong("neither standard nor paper nor a file".to_owned())),
        Err(why) => Err(wrong(why.to_string())),
    }
}

fn rendered(
    asked: &Deal,
    common: &Common,
    dealt: &BridgeDeals,
    first: bool,
) -> anyhow::Result<String> {
    let usual = if common.json() {
        Format::Json
    } else {
        Format::Text
    };
    match (asked.format.unwrap_or(usual), &dealt.chances) {
        (Format::Json, Some(_)) => Ok(serde_json::to_string(dealt)? + "\n"),
        (_, Some(chances)) => Ok(counted(chances)),
        (Format::Json, None) => dealt.boards.iter().map(line).collect(),
        (format, None) => Ok(written(&dealt.records, format, first)),
    }
}

/// Returns the number of deals that fit and the chances of cards, for people.
fn counted(chances: &Chances) -> String {
    let mut text = match chances.number {
        None => String::new(),
        Some(Count::Exactly(layouts)) => format!("{layouts}\n"),
        Some(Count::Weight { sum, most }) => format!(
            "weight {sum} of at most {most} layouts: the calls make some likelier than others, so only their weight is known\n"
        ),
        Some(Count::AtMost(most)) => format!(
            "at most {most}: neither number nor weight is known with so many hidden hands; give one with --hand\n"
        ),
    };
    for (card, chances) in &chances.cards {
        let each = Seat::ALL.into_iter().zip(chances);
        let each = each.map(|(seat, chance)| format!("  {seat} {:>8.4}%", 100.0 * chance));
        let _ = writeln!(text, "{}{}", Ascii(*card), each.collect::<String>());
    }
    text
}

/// A board on a line.
fn line(board: &Line) -> anyhow::Result<String> {
    Ok(serde_json::to_string(board)? + "\n")
}

fn written(records: &[Record], format: Format, first: bool) -> String {
    match format {
        Format::Text => records.iter().map(diagram).collect(),
        Format::Json => String::new(),
        Format::Lin => lin::write(records),
        Format::Pbn => {
            let text = pbn::write(records);
            // Only a file begins with its version.
            let head = if first {
                0
            } else {
                text.find("\n[").unwrap_or(0)
            };
            text[head..].to_owned()
        }
    }
}
