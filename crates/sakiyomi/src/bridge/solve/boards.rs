//! Boards of PBN and LIN files, answered one by one.

use super::question::{cards, equally_large, scores, tables};
use super::solvers::Solvers;
use crate::fail::FAILED;
use crate::show;
use bridge::double_dummy::Position;
use bridge::notation::STRAINS;
use bridge::record::{self, Record};
use bridge::table::TricksTable;
use bridge::{Ascii, Card, Hand, Play, Seat};
use rayon::prelude::*;
use std::fmt::Write;
use std::process::ExitCode;

/// Boards solved before anything is shown.
const BLOCK: usize = 64;

pub(super) fn run(text: &str, best: bool, json: bool) -> anyhow::Result<ExitCode> {
    let reading = record::read(text);
    for complaint in &reading.complaints {
        show::note(&complaint.to_string());
    }
    anyhow::ensure!(!reading.records.is_empty(), "there is no board in the file");
    let solvers = Solvers::default();
    let mut unanswered = 0;
    let numbered: Vec<_> = (1..).zip(&reading.records).collect();
    for block in numbered.chunks(BLOCK) {
        let solve = |&(place, record): &(u32, &Record)| Solved::new(place, record, best, &solvers);
        let solved: Vec<_> = block.par_iter().map(solve).collect();
        for solved in solved {
            match solved {
                Ok(solved) if json => show::print(&solved.json())?,
                Ok(solved) => show::print(&solved.text())?,
                Err(words) => {
                    unanswered += 1;
                    show::note(&words);
                }
            }
        }
    }
    Ok(match unanswered {
        0 => ExitCode::SUCCESS,
        _ => FAILED.into(),
    })
}

/// Where a play has got to, what was agreed in words, and the tricks of the cards that may be played.
type Now = (Play, String, Vec<(Card, u8)>);

/// A board with its answers.
struct Solved {
    number: u32,
    hands: [Hand; 4],
    tricks: TricksTable,
    /// If its play has begun and not ended.
    now: Option<Now>,
}

impl Solved {
    /// Solves the board at a place in the file, which numbers it if nothing else does.
    fn new(place: u32, record: &Record, best: bool, solvers: &Solvers) -> Result<Self, String> {
        let number = record.number.unwrap_or(place);
        let words = |why: String| format!("board {number}: {why}");
        let hands = record.deal();
        let hands = hands.ok_or_else(|| words("not all hands are known".to_owned()))?;
        let hands = equally_large(hands).map_err(words)?;
        Ok(solvers.lend(|solver| Solved {
            number,
            hands,
            tricks: solver.table(&hands),
            now: in_progress(record)
                .map(|(play, agreed, position)| (play, agreed, cards(solver, &position, best))),
        }))
    }

    fn text(&self) -> String {
        let mut text = format!("Board {}: {}\n", self.number, Ascii(self.hands));
        let heads = STRAINS.map(|strain| format!("{:>3}", Ascii(strain).to_string()));
        let _ = writeln!(text, "   {}", heads.concat());
        for (seat, row) in Seat::ALL.into_iter().zip(&self.tricks) {
            let cells = row.map(|tricks| format!("{tricks:>3}"));
            let _ = writeln!(text, "  {seat}{}", cells.concat());
        }
        if let Some((play, agreed, cards)) = &self.now {
            let turn = play.turn().map_or(' ', Seat::letter);
            let each = cards
                .iter()
                .map(|(card, tricks)| format!("{} {tricks}", Ascii(*card)));
            let each: Vec<_> = each.collect();
            let played = play.cards().len();
            let _ = writeln!(
                text,
                "  {agreed}, {played} cards played, {turn} to play: {}",
                each.join(", ")
            );
        }
        text.push('\n');
        text
    }

    fn json(&self) -> String {
        let (number, tables) = (self.number, tables(&self.tricks));
        let mut text = format!(
            "{{\"kind\":\"table\",\"board\":{number},\"pbn\":\"{}\",\"tables\":{tables}}}\n",
            Ascii(self.hands)
        );
        if let Some((play, _, cards)) = &self.now {
            let turn = play.turn().map_or(' ', Seat::letter);
            let leader = play.trick().first().map_or(turn, |(seat, _)| seat.letter());
            let trick = play
                .trick()
                .iter()
                .map(|(_, card)| format!("\"{}\"", Ascii(*card)));
            let trick: Vec<_> = trick.collect();
            let _ = writeln!(
                text,
                "{{\"kind\":\"position\",\"board\":{number},\"remaining\":\"{}\",\"trump\":\"{}\",\"leader\":\"{leader}\",\
                 \"current_trick\":[{}],\"to_move\":\"{turn}\",\"scores\":{}}}",
                Ascii(*play.left()),
                Ascii(play.strain()),
                trick.join(","),
                scores(cards)
            );
        }
        text
    }
}

/// A play that has begun and not ended, with the contract in words. A card against the laws was complained of when the file was read.
fn in_progress(record: &Record) -> Option<(Play, String, Position)> {
    let play = record.play().ok().filter(|play| !play.cards().is_empty())?;
    let position = Position::of(&play)?;
    let agreed = record.agreed()?;
    let words = format!("{} by {}", Ascii(agreed.contract), agreed.declarer);
    Some((play, words, position))
}
