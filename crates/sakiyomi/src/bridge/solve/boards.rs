//! Boards of PBN and LIN files, solved one by one.

use crate::exit::FAILED;
use crate::show;
use bridge::notation::STRAINS;
use bridge::record::{self, Record};
use bridge::{Ascii, Seat};
use operations::bridge::json_lines::{scores, tables};
use operations::bridge::solve::{SolvedBoard, pool};
use rayon::prelude::*;
use std::fmt::Write;
use std::process::ExitCode;

/// Boards solved before anything is shown.
const BLOCK: usize = 64;

pub(super) fn run(text: &str, best: bool, as_json: bool) -> anyhow::Result<ExitCode> {
    let reading = record::read(text);
    for complaint in &reading.diagnostics {
        show::note(&complaint.to_string());
    }
    anyhow::ensure!(!reading.records.is_empty(), "there is no board in the file");
    let solvers = pool();
    let mut unanswered = 0;
    let numbered: Vec<_> = (1..).zip(&reading.records).collect();
    for block in numbered.chunks(BLOCK) {
        let solve =
            |&(place, record): &(u32, &Record)| SolvedBoard::new(place, record, best, &solvers);
        let solved: Vec<_> = block.par_iter().map(solve).collect();
        for solved in solved {
            match solved {
                Ok(solved) if as_json => show::print(&json(&solved))?,
                Ok(solved) => show::print(&written(&solved))?,
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

fn written(solved: &SolvedBoard) -> String {
    let mut text = format!("Board {}: {}\n", solved.number, Ascii(solved.hands));
    let heads = STRAINS.map(|strain| format!("{:>3}", Ascii(strain).to_string()));
    let _ = writeln!(text, "   {}", heads.concat());
    for (seat, row) in Seat::ALL.into_iter().zip(&solved.tricks) {
        let cells = row.map(|tricks| format!("{tricks:>3}"));
        let _ = writeln!(text, "  {seat}{}", cells.concat());
    }
    if let Some((play, agreed, cards)) = &solved.now {
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

fn json(solved: &SolvedBoard) -> String {
    let (number, tables) = (solved.number, tables(&solved.tricks));
    let mut text = format!(
        "{{\"kind\":\"table\",\"board\":{number},\"pbn\":\"{}\",\"tables\":{tables}}}\n",
        Ascii(solved.hands)
    );
    if let Some((play, _, cards)) = &solved.now {
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
