//! Text of an analysis.

use crate::bridge::text::{auction, hand, tricks};
use arena::report::{Column, Table, table_text};
use bridge::players::{Advice, Candidate, CardValue};
use bridge::record::Record;
use bridge::table::name;
use bridge::{Ascii, Seat};
use operations::bridge::analyse::BridgeDecision;
use operations::bridge::analyse::decisions::Decision;
use serde_json::Value;
use std::fmt::Write;

/// One decision with everything that was considered.
pub(super) fn decision(record: &Record, decided: &BridgeDecision) -> String {
    let (decision, advice) = (&decided.decision, &decided.advice);
    let mut text = seen(record, decision, advice.seat);
    if !decided.known.is_empty() {
        let _ = writeln!(text, "\nWhat {} can tell:", name(decision.view.seat));
        for line in &decided.known {
            let _ = writeln!(text, "  {}", line.en);
        }
    }
    text += "\n";
    text += &table_text(&cards(advice));
    let _ = writeln!(text, "\n{} is the card.", advice.card_text());
    for reason in &advice.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    for candidate in advice.candidates.iter().take(2) {
        text += &worlds(candidate);
    }
    let _ = writeln!(text, "\nThought of in {:.2} s.", advice.effort.seconds);
    text
}

/// An answer that grows, on one line: the card, how far the methods have come, and the second best.
pub(super) fn grown(partial: &Value) -> String {
    let decision = partial["decisions"].as_array().and_then(|all| all.last());
    let Some(advice) = decision.map(|decision| &decision["advice"]) else {
        return String::new();
    };
    let value = |candidate: &Value| {
        let of = |method: &str| {
            let opinion = &candidate[method];
            let (points, deals) = (opinion["points"].as_f64()?, opinion["deals"].as_u64()?);
            let method = method.replace('_', " ");
            Some(format!("{method} {points:+.0} in {deals} deals"))
        };
        let said: Vec<_> = ["double_dummy", "with_models"]
            .into_iter()
            .filter_map(of)
            .collect();
        let card = candidate["card"].as_str().unwrap_or_default();
        format!("{card} {}", said.join(", "))
    };
    let best = advice["candidates"]
        .as_array()
        .into_iter()
        .flatten()
        .take(2);
    let best: Vec<_> = best.map(value).collect();
    let card = advice["card"].as_str().unwrap_or_default();
    format!("{card} so far: {}", best.join("; "))
}

/// The board as far as the seat sees it.
fn seen(record: &Record, decision: &Decision, turn: Seat) -> String {
    let view = &decision.view;
    let mut text = String::new();
    if let Some(number) = record.number {
        let _ = write!(text, "Board {number}. ");
    }
    let agreed = view.final_contract();
    if let Some(agreed) = &agreed {
        let contract = Ascii(agreed.contract);
        let _ = writeln!(text, "{contract} by {}.", name(agreed.declarer));
    }
    text += &auction(&view.auction, view.dealer);
    let _ = writeln!(text, "{:6}{}", name(view.seat), hand(view.hand));
    if let Some((dummy, agreed)) = view.dummy.zip(agreed) {
        let seat = name(agreed.dummy());
        let _ = writeln!(text, "{seat:6}{} (dummy)", hand(dummy));
    }
    text += &tricks(&view.cards);
    let to_play = if view.cards.len().is_multiple_of(4) {
        "to lead"
    } else {
        "to play"
    };
    let _ = writeln!(
        text,
        "{} {to_play} to trick {}.",
        name(turn),
        decision.trick()
    );
    text
}

/// Every card with both values.
fn cards(advice: &Advice) -> Table {
    let models = advice.candidates.iter().any(|c| c.with_models.is_some());
    let plain = advice.candidates.iter().any(|c| c.double_dummy.is_some());
    let mut columns = vec![Column::words("card")];
    for (shown, method) in [(plain, "double dummy"), (models, "with models")] {
        if shown {
            columns.push(Column::number(method));
            columns.push(Column::number("spread"));
            columns.push(Column::number("good in"));
            columns.push(Column::number("behind"));
        }
    }
    let row = |candidate: &Candidate| {
        let mut cells = vec![Ascii(candidate.card).to_string()];
        for (shown, opinion) in [
            (plain, candidate.double_dummy),
            (models, candidate.with_models),
        ] {
            if shown {
                cells.extend(opinion.map_or_else(|| ["–"; 4].map(str::to_owned), values));
            }
        }
        cells
    };
    let caption = "Points of the side that plays";
    let rows = advice.candidates.iter().map(row);
    rows.fold(Table::new(caption, columns), Table::row)
}

fn values(opinion: CardValue) -> [String; 4] {
    let within = |value: f64, error: Option<f64>| match error {
        Some(error) => format!("{value:.0} ± {error:.0}"),
        None => format!("{value:.0}"),
    };
    [
        within(opinion.points, opinion.error),
        format!("{:.0}", opinion.spread),
        format!("{:.0} %", 100.0 * opinion.success),
        within(opinion.behind, opinion.behind_error),
    ]
}

/// Deals that the other players imagine when they go wrong after a card.
fn worlds(candidate: &Candidate) -> String {
    let mut text = String::new();
    for slips in &candidate.mistakes {
        for hands in &slips.worlds {
            let _ = writeln!(
                text,
                "  After {} {} may imagine {}",
                Ascii(candidate.card),
                name(slips.seat),
                Ascii(*hands)
            );
        }
    }
    text
}

/// Many decisions, a line each.
pub(super) fn summary(record: &Record, rows: &[BridgeDecision]) -> String {
    let caption = match record.number {
        Some(number) => format!("Board {number}"),
        None => "The board".to_owned(),
    };
    let columns = [
        Column::number("trick"),
        Column::words("hand"),
        Column::words("played"),
        Column::words("advised"),
        Column::number("played is behind by"),
        Column::words("method"),
    ];
    let row = |decided: &BridgeDecision| {
        let (decision, advice) = (&decided.decision, &decided.advice);
        let played = decision.played.and_then(|card| advice.candidate(card));
        let opinion = played.and_then(|c| {
            let by = |method, opinion: Option<CardValue>| opinion.map(|o| (method, o));
            by("with models", c.with_models).or(by("double dummy", c.double_dummy))
        });
        let cell = |of: fn((&'static str, CardValue)) -> String| opinion.map_or("–".to_owned(), of);
        vec![
            decision.trick().to_string(),
            name(advice.seat).to_owned(),
            decision
                .played
                .map_or("–".to_owned(), |card| Ascii(card).to_string()),
            advice.card_text(),
            cell(|(_, opinion)| values(opinion)[3].clone()),
            cell(|(method, _)| method.to_owned()),
        ]
    };
    let rows = rows.iter().map(row);
    table_text(&rows.fold(Table::new(caption, columns), Table::row))
}
