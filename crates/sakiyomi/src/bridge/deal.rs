//! `bridge deal`: random deals that fit what is wanted, how many there are, and where a card lies.
//!
//! Flags become wishes (`wishes`), calls become beliefs (`calls`), and a sampler draws by both. Each deal has a stream of
//! randomness of its own: the hundredth deal is the same however many are asked for.

mod calls;
mod chances;
mod diagram;
mod wishes;

use crate::cli::Common;
use crate::fail::usage;
use crate::show;
use ::bridge::dealing::{NothingFits, Sampler, Weigh};
use ::bridge::knowledge::Knowledge;
use ::bridge::record::{Record, lin, pbn};
use ::bridge::{Ascii, Card, Hand, Seat, notation, table};
use anyhow::Context;
use calls::Called;
use clap::{Args, ValueEnum};
pub(super) use diagram::diagram;
use serde_json::json;
use std::process::ExitCode;
use wishes::{Held, Lengths, Points, Wishes};

/// Deal at random what fits, count it, and tell where a card lies
///
/// Every deal that fits is equally likely; with --auction, as likely as the calls make it.
#[derive(Args, Debug)]
#[command(after_help = [FORMS, EXAMPLES].join("\n\n"))]
pub(super) struct Deal {
    /// How many deals
    #[arg(short, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    number: u32,
    /// Cards that a seat certainly has, all thirteen or fewer: N=AK4.QJ.T987.6532
    #[arg(long, value_name = "SEAT=CARDS", value_parser = wishes::held)]
    hand: Vec<Held>,
    /// High-card points of a seat: S=15-17, S=12+, S=10
    #[arg(long, value_name = "SEAT=POINTS", value_parser = wishes::points)]
    points: Vec<Points>,
    /// Lengths of a seat's spades, hearts, diamonds and clubs: S=5+.2-3.*.*
    #[arg(long, value_name = "SEAT=S.H.D.C", value_parser = wishes::lengths)]
    lengths: Vec<Lengths>,
    /// A seat whose hand is 4333, 4432 or 5332 in any order
    #[arg(long, value_name = "SEAT", value_parser = |text: &str| notation::seat(text))]
    balanced: Vec<Seat>,
    /// The dealer and the calls, from which hands are inferred: 'S: 1NT P 3NT P P P'
    #[arg(long, value_name = "CALLS", value_parser = calls::called)]
    auction: Option<Called>,
    /// What calls mean: standard, paper, or a file of rules
    #[arg(
        long,
        value_name = "NAME|FILE",
        default_value = "standard",
        requires = "auction"
    )]
    conventions: String,
    /// Say on standard error what the calls mean
    #[arg(long, requires = "auction")]
    explain: bool,
    /// How deals are written [default: text, or json with --json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Instead of dealing, say how many deals fit
    #[arg(long)]
    count: bool,
    /// Instead of dealing, say with which probability each seat has this card
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
Seats are N, E, S and W. A range is 15-17, 12+ (so many or more), 10 (exactly) or * (any). A flag given several times for a seat \
has to be fulfilled every time. --count and --where are exact with up to three hidden hands; with four, only if nothing is wanted.

With --auction, what the calls promise is weighed by how far each rule is trusted, so a deal that breaks one is rare rather than impossible, \
and --count knows the sum of the weights only. If no deal fits at all, the least reliable rule is dropped and named on standard error, until \
one does. Hands of thirteen given cards are not inferred.

The same --seed gives the same deals, the first of them however many are asked for.";

const EXAMPLES: &str = "\
Examples:
  sakiyomi bridge deal -n 32 --format pbn --seed 7 > boards.pbn
  sakiyomi bridge deal --points N=15-17 --balanced N --lengths 'S=5+.*.*.*'
  sakiyomi bridge deal --hand N=K4.KQ9.JT876.Q32 --hand E=QT62.32.92.JT985 --points S=15-17 --balanced S --count
  sakiyomi bridge deal --hand W=K3.AQ982.743.T65 --auction 'S: 1NT P 3NT P P P' --explain --where SA";

pub(super) fn run(asked: &Deal, common: &Common) -> anyhow::Result<ExitCode> {
    let wishes = Wishes::new(&asked.hand, &asked.points, &asked.lengths, &asked.balanced);
    let wishes = wishes.map_err(usage)?;
    let knowledge = knowledge(asked, &wishes)?;
    let nothing_inferred = knowledge
        .as_ref()
        .is_none_or(|known| known.inferences().is_empty());
    let sampler = sampler(&wishes, knowledge)?;
    let format = asked.format.unwrap_or(if common.json() {
        Format::Json
    } else {
        Format::Text
    });
    if asked.count || !asked.cards.is_empty() {
        let open = nothing_inferred && wishes.is_open();
        let known = open.then_some(&wishes.known);
        let told = chances::told(&sampler, asked.count, &asked.cards, known)?;
        show::print(&if format == Format::Json {
            told.json()
        } else {
            told.text()
        })?;
    } else {
        deals(asked, &sampler, format, common)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the calls say, if there are any.
fn knowledge(asked: &Deal, wishes: &Wishes) -> anyhow::Result<Option<Knowledge>> {
    let Some(called) = &asked.auction else {
        return Ok(None);
    };
    let knowledge = called.knowledge(&asked.conventions, wishes.known)?;
    if asked.explain {
        knowledge.explain().iter().for_each(|line| show::note(line));
    }
    Ok(Some(knowledge))
}

/// The sampler, after giving up as much of the knowledge as has to be.
fn sampler(wishes: &Wishes, knowledge: Option<Knowledge>) -> anyhow::Result<Sampler> {
    let attempt = |knowledge: Option<&Knowledge>| {
        let wanted =
            Seat::ALL.map(|seat| wishes.of(seat, knowledge.map(|known| known.belief(seat))));
        Sampler::new(
            wishes.known,
            wanted.each_ref().map(|wanted| wanted as &dyn Weigh),
        )
    };
    let found = match knowledge {
        None => attempt(None),
        Some(mut knowledge) => {
            let settled = knowledge.settle(|known| attempt(Some(known)));
            settled.map(|(sampler, dropped)| {
                for words in dropped {
                    show::note(&format!("no deal fits all calls; dropped: {words}"));
                }
                sampler
            })
        }
    };
    found.map_err(|why| usage(format!("no deal fits: {why}{}", blame(&why, wishes))))
}

/// The flags to look at.
fn blame(why: &NothingFits, wishes: &Wishes) -> String {
    let flags: Vec<_> = match why {
        NothingFits::Seat(seat) => wishes.flags(*seat),
        _ => Seat::ALL
            .into_iter()
            .flat_map(|seat| wishes.flags(seat))
            .collect(),
    };
    match flags.as_slice() {
        [] => String::new(),
        flags => format!(" ({})", flags.join(", ")),
    }
}

/// Deals written at a time.
const BLOCK: u32 = 1000;

fn deals(asked: &Deal, sampler: &Sampler, format: Format, common: &Common) -> anyhow::Result<()> {
    for first in (1..=asked.number).step_by(BLOCK as usize) {
        let last = asked.number.min(first + BLOCK - 1);
        let records: Vec<_> = (first..=last)
            .map(|number| {
                let rng = &mut common.seed().stream(u64::from(number)).rng();
                let hands = sampler.draw(rng).context(
                    "a million tries found no deal that fits: there may be none, or name a hand to make it easier",
                )?;
                Ok(record(number, hands, asked.auction.as_ref()))
            })
            .collect::<anyhow::Result<_>>()?;
        show::print(&written(&records, format, first == 1))?;
    }
    Ok(())
}

/// A deal as a board; its number decides who deals unless calls do.
fn record(number: u32, hands: [Hand; 4], called: Option<&Called>) -> Record {
    let dealer = called.map_or(table::dealer(number), |called| called.dealer);
    let mut record = Record {
        number: Some(number),
        dealer: Some(dealer),
        vulnerability: Some(table::vulnerability(number)),
        hands: hands.map(Some),
        ..Record::default()
    };
    if let Some(called) = called {
        record.auction = called.auction.clone();
        record.settle();
    }
    record
}

fn written(records: &[Record], format: Format, first: bool) -> String {
    match format {
        Format::Text => records.iter().map(diagram).collect(),
        Format::Json => records.iter().map(|record| object(record) + "\n").collect(),
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

fn object(record: &Record) -> String {
    let hands = record.hands.map(Option::unwrap_or_default);
    let mut object = json!({
        "kind": "table",
        "board": record.number,
        "dealer": record.dealer.map(|seat| seat.to_string()),
        "vulnerable": record.vulnerability,
        "pbn": Ascii(hands).to_string(),
    });
    if !record.auction.is_empty() {
        let calls = record.auction.iter().map(|call| Ascii(*call).to_string());
        object["auction"] = calls.collect();
    }
    object.to_string()
}
