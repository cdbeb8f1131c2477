//! Reasons in English.

use super::super::advice::{Slips, Worst};
use super::super::reason::{Grounds, Reason, Rule, Verdict};
use super::percent;
use crate::table::name;
use crate::{Ascii, Card};

pub(super) fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::GivenUp(words) => words.clone(),
        Reason::Signal(card) => format!("{} is an honest signal among equals.", Ascii(*card)),
        Reason::Compared(rule) => compared(*rule).to_owned(),
        Reason::Verdict(verdict) => judged(verdict),
        Reason::Slips(card, slips) => goes_wrong(*card, slips),
    }
}

fn compared(rule: Rule) -> &'static str {
    match rule {
        Rule::LittleChance => {
            "Plain search sees little chance, so all cards were compared with models of the others."
        }
        Rule::Equals => {
            "Plain search finds several cards equal, so those were compared with models of the \
             others."
        }
        Rule::Asked => "All cards were compared with models of the others.",
    }
}

fn judged(verdict: &Verdict) -> String {
    let (played, plain) = (Ascii(verdict.card), Ascii(verdict.plain));
    match verdict.grounds {
        Grounds::Only => format!("{played} is the only card."),
        Grounds::Both => format!("With models {plain} is best too."),
        Grounds::NoTime => format!("There was no time to compare {plain} with models."),
        Grounds::Clear => format!("{}, so it is played.", gains(verdict)),
        Grounds::Unclear => format!("{}, which is not clear enough to leave it.", gains(verdict)),
    }
}

fn gains(verdict: &Verdict) -> String {
    let better = Ascii(verdict.models.unwrap_or(verdict.card));
    let error = verdict
        .error
        .map_or_else(String::new, |error| format!(" ± {error:.0}"));
    let (gain, plain) = (verdict.gain, Ascii(verdict.plain));
    format!("With models {better} gains {gain:.0}{error} points on {plain}")
}

fn goes_wrong(card: Card, slips: &Slips) -> String {
    let most = slips
        .worst
        .map_or_else(String::new, |Worst { trick, card, share }| {
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
