//! Reasons in words.

use super::advice::{Candidate, Slips};
use super::hybrid::Verdict;
use crate::table::name;
use crate::{Ascii, Card};

/// What models say about the card of plain search.
pub(super) fn verdict(card: Card, verdict: Verdict) -> String {
    let card = Ascii(card);
    match verdict {
        Verdict::Agrees => format!("With models {card} is best too."),
        Verdict::NoTime => format!("There was no time to compare {card} with models."),
        Verdict::Better {
            card: better,
            points,
            error,
            clear,
        } => {
            let better = Ascii(better);
            let judged = if clear {
                "so it is played"
            } else {
                "which is not clear enough to leave it"
            };
            format!(
                "With models {better} gains {points:.0} ± {error:.0} points on {card}, {judged}."
            )
        }
    }
}

/// What others do wrong after a card, one sentence each.
pub(super) fn slips(candidate: &Candidate) -> impl Iterator<Item = String> + '_ {
    candidate
        .slips
        .iter()
        .map(|slips| one(candidate.card, slips))
}

fn one(card: Card, slips: &Slips) -> String {
    let most = slips
        .worst
        .map_or_else(String::new, |(trick, card, share)| {
            let (card, share) = (Ascii(card), percent(share));
            format!("; most often with {card} in trick {trick} ({share})")
        });
    format!(
        "After {} {} goes wrong in {} of the deals, for {:.1} tricks on average over all{most}.",
        Ascii(card),
        name(slips.seat),
        percent(slips.share),
        slips.tricks
    )
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
