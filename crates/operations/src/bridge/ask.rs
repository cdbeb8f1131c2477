//! Which card: every candidate by plain Monte Carlo and by abc, side by side.
//!
//! Both methods value all cards, plain search in a third of the time. What is then played follows the two rules of the hybrid player
//! (section 7 of the abc paper): plain search's card, unless models gain clearly on it.

use super::wire::{BridgeAt, BridgeSeat, named, seconds};
use crate::fault::Fault;
use crate::watch::Watch;
use bridge::players::{Abc, Advice, Choose, Hybrid, Minimax, NoChoice, Opinion, Slips};
use bridge::{Ascii, Card};
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question for a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeQuestion {
    /// The board and where it stands.
    pub at: BridgeAt,
    /// How long to think, at most a minute.
    pub seconds: f64,
    /// Deals to average over, at most 1000.
    pub deals: u32,
    /// Deals each of the others imagines, at most 32.
    pub imagined: u32,
    /// Decides which deals are drawn.
    pub seed: u32,
}

/// What both methods say.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeAnswer {
    /// The hand that plays.
    pub turn: BridgeSeat,
    /// Who decides about it, by what he can see.
    pub decider: BridgeSeat,
    /// The cards that may be played, best first as far as it is known.
    pub candidates: Vec<BridgeCandidate>,
    /// The card of plain Monte Carlo.
    pub plain: Option<String>,
    /// The card of abc.
    pub models: Option<String>,
    /// What is played, and on what grounds.
    pub verdict: Option<BridgeVerdict>,
    /// Beliefs that had to be given up because no deal fits them all, signals, and the like.
    pub notes: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

/// One card that may be played.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeCandidate {
    /// The card.
    pub card: String,
    /// What it is worth if everybody sees all cards.
    pub plain: Option<BridgeValue>,
    /// What it is worth if everybody acts on what he can know.
    pub models: Option<BridgeValue>,
    /// How others go wrong after it.
    pub slips: Vec<BridgeSlip>,
}

/// What a card is worth by one method, in points of the side that plays it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeValue {
    /// Average over deals.
    pub points: f64,
    /// Standard error of it.
    pub error: Option<f64>,
    /// Share of the deals in which the contract is made, or beaten.
    pub success: f64,
    /// Points behind the best card, compared deal by deal.
    pub behind: f64,
    /// Standard error of that.
    pub behind_error: Option<f64>,
    /// Deals it is an average of.
    pub deals: u64,
}

/// How one of the others goes wrong, by what he believes.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeSlip {
    /// Who.
    pub seat: BridgeSeat,
    /// Share of the deals in which he loses at least a trick.
    pub share: f64,
    /// Tricks he loses, on average over all deals.
    pub tricks: f64,
    /// The card that costs most often.
    pub worst: Option<BridgeWorst>,
    /// Deals as he imagined them when he went wrong: what was left.
    pub worlds: Vec<String>,
}

/// A card that costs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeWorst {
    /// The number of the trick.
    pub trick: u8,
    /// The card.
    pub card: String,
    /// Its share of all deals.
    pub share: f64,
}

/// What is played, and on what grounds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeVerdict {
    /// The card.
    pub card: String,
    /// The grounds.
    pub grounds: BridgeGrounds,
    /// Points that the card of abc gains on that of plain search, by abc.
    pub gain: f64,
    /// Standard error of that.
    pub error: Option<f64>,
}

/// Why a card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum BridgeGrounds {
    /// There is only one.
    Only,
    /// Both methods say so, or abc finds no card better.
    Both,
    /// Abc gains clearly.
    Clear,
    /// Abc prefers another card, but not clearly enough.
    Unclear,
    /// There was no time for abc.
    NoTime,
}

/// Values every card by both methods.
pub(super) fn ask(asked: &BridgeQuestion, watch: &Watch) -> Result<BridgeAnswer, Fault> {
    let time = seconds(asked.seconds)?;
    let deals = asked.deals.clamp(1, 1000);
    let position = asked.at.position()?;
    let decider = position.turn();
    let play = position.play().and_then(bridge::Play::turn);
    let (turn, decider) = play
        .zip(decider)
        .ok_or_else(|| Fault::wrong_at("at.step", "no card is due here"))?;
    let view = position.view(decider);
    let mut answer = BridgeAnswer {
        turn: turn.into(),
        decider: decider.into(),
        candidates: Vec::new(),
        plain: None,
        models: None,
        verdict: None,
        notes: Vec::new(),
        seconds: 0.0,
    };
    let third = |share: u32| Limit::time(time * share / 3);
    let control = Control::new(Seed(u64::from(asked.seed))).cancel(watch.cancel());
    let told = |from: f64, share: f64, name: &'static str, budget: f64| {
        move |progress: &Progress| {
            let by_time = progress.seconds / budget;
            let by_deals = progress.nodes as f64 / f64::from(deals);
            let done = if share < 0.5 {
                by_time.max(by_deals)
            } else {
                by_time
            };
            let part = from + share * done.min(1.0);
            watch.say(Some(part), format!("{name} · {:.0} s", progress.seconds));
        }
    };
    let budget = time.as_secs_f64();
    let tell = told(0.0, 1.0 / 3.0, "Monte Carlo", budget / 3.0);
    let minimax = Minimax {
        deals,
        ..Minimax::default()
    };
    let plain = minimax
        .choose(&view, &control.clone().limit(third(1)).progress(&tell))
        .map_err(refused)?;
    watch.check()?;
    merge(&mut answer, &plain);
    answer.plain = Some(named(plain.card));
    answer.seconds = plain.effort.seconds;
    if plain.candidates.len() == 1 {
        answer.verdict = Some(verdict(&plain, None));
        return Ok(answer);
    }
    watch.partial(&answer);
    let tell = told(1.0 / 3.0, 2.0 / 3.0, "abc", budget * 2.0 / 3.0);
    let abc = Abc {
        deals,
        imagined: asked.imagined.clamp(1, 32),
        ..Abc::default()
    };
    let models = abc
        .choose(&view, &control.limit(third(2)).progress(&tell))
        .map_err(refused)?;
    watch.check()?;
    merge(&mut answer, &models);
    answer.models = enough(&models).then(|| named(models.card));
    answer.seconds += models.effort.seconds;
    answer.verdict = Some(verdict(&plain, Some(&models)));
    Ok(answer)
}

fn refused(why: NoChoice) -> Fault {
    Fault::wrong(why)
}

/// Whether models have seen any deal.
fn enough(models: &Advice) -> bool {
    let compared = models.candidates.iter().filter_map(|c| c.with_models);
    compared.map(|opinion| opinion.deals).max().unwrap_or(0) > 0
}

/// Adds what a method says.
fn merge(answer: &mut BridgeAnswer, advice: &Advice) {
    for candidate in &advice.candidates {
        let card = named(candidate.card);
        let known = answer
            .candidates
            .iter()
            .position(|known| known.card == card);
        let index = known.unwrap_or(answer.candidates.len());
        if known.is_none() {
            answer.candidates.push(BridgeCandidate {
                card,
                plain: None,
                models: None,
                slips: Vec::new(),
            });
        }
        let into = &mut answer.candidates[index];
        if let Some(opinion) = candidate.double_dummy.filter(|opinion| opinion.deals > 0) {
            into.plain = Some(value(&opinion));
        }
        if let Some(opinion) = candidate.with_models.filter(|opinion| opinion.deals > 0) {
            into.models = Some(value(&opinion));
            into.slips = candidate.slips.iter().map(slip).collect();
        }
    }
    // What a method says of slips is told by numbers; other words are its own.
    let own = advice
        .reasons
        .iter()
        .filter(|words| !words.starts_with("After "));
    for words in own {
        if !answer.notes.contains(words) {
            answer.notes.push(words.clone());
        }
    }
}

fn value(opinion: &Opinion) -> BridgeValue {
    BridgeValue {
        points: opinion.points,
        error: opinion.error,
        success: opinion.success,
        behind: opinion.behind,
        behind_error: opinion.behind_error,
        deals: opinion.deals,
    }
}

fn slip(slips: &Slips) -> BridgeSlip {
    BridgeSlip {
        seat: slips.seat.into(),
        share: slips.share,
        tricks: slips.tricks,
        worst: slips.worst.map(|(trick, card, share)| BridgeWorst {
            trick,
            card: named(card),
            share,
        }),
        worlds: slips
            .worlds
            .iter()
            .map(|hands| Ascii(*hands).to_string())
            .collect(),
    }
}

/// What is played: as the hybrid player decides, with all cards compared by both methods.
fn verdict(plain: &Advice, models: Option<&Advice>) -> BridgeVerdict {
    let stay = |grounds, gain, error| BridgeVerdict {
        card: named(plain.card),
        grounds,
        gain,
        error,
    };
    let Some(models) = models else {
        return stay(BridgeGrounds::Only, 0.0, None);
    };
    let opinion = |card: Card| models.candidate(card)?.with_models;
    let settled = opinion(plain.card).filter(|opinion| opinion.deals > 0);
    let Some(settled) = settled.filter(|_| enough(models)) else {
        return stay(BridgeGrounds::NoTime, 0.0, None);
    };
    // Half a point is less than anything that is written down.
    if models.card == plain.card || settled.behind < 0.5 {
        return stay(BridgeGrounds::Both, 0.0, None);
    }
    let rules = Hybrid::default();
    let behind = plain.candidate(models.card).and_then(|c| c.double_dummy);
    let equal = behind.is_some_and(|opinion| opinion.behind <= rules.plain.equal);
    let (points, errors) = if equal {
        (rules.gain, rules.errors)
    } else {
        (rules.risk, rules.errors.max(3.0))
    };
    let clear = settled
        .behind_error
        .is_some_and(|error| settled.behind > points && settled.behind > errors * error);
    if clear {
        BridgeVerdict {
            card: named(models.card),
            grounds: BridgeGrounds::Clear,
            gain: settled.behind,
            error: settled.behind_error,
        }
    } else {
        stay(BridgeGrounds::Unclear, settled.behind, settled.behind_error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;

    fn question(step: u32) -> BridgeQuestion {
        BridgeQuestion {
            at: BridgeAt {
                board: example(),
                step,
            },
            seconds: 4.0,
            deals: 24,
            imagined: 4,
            seed: 1,
        }
    }

    #[test]
    fn both_methods_value_the_cards() {
        let answer = ask(&question(16), &Watch::idle()).unwrap();
        assert_eq!(answer.decider, BridgeSeat::W);
        assert_eq!(answer.candidates.len(), 11);
        let of = |card: &str| answer.candidates.iter().find(|c| c.card == card).unwrap();
        let ace = of("CA");
        assert!(ace.plain.as_ref().unwrap().points > of("C7").plain.as_ref().unwrap().points);
        assert!(ace.models.as_ref().unwrap().deals > 0);
        assert!(answer.verdict.is_some());
    }

    #[test]
    fn somebody_who_has_one_card_plays_it() {
        // Declarer's second diamond to the third round is his last.
        let mut asked = question(20);
        let more = ["D5", "D8", "H2"].map(str::to_owned);
        asked.at.board.play.extend(more);
        asked.at.step = 19;
        let answer = ask(&asked, &Watch::idle()).unwrap();
        assert_eq!(answer.candidates.len(), 1);
        let verdict = answer.verdict.unwrap();
        assert_eq!(
            (verdict.card.as_str(), verdict.grounds),
            ("DQ", BridgeGrounds::Only)
        );
    }

    #[test]
    fn what_cannot_be_answered_is_refused() {
        let mut asked = question(0);
        asked.seconds = 1.0;
        assert_eq!(
            ask(&asked, &Watch::idle()).unwrap_err().place.as_deref(),
            Some("at.step")
        );
        let mut asked = question(16);
        asked.seconds = f64::NAN;
        assert!(ask(&asked, &Watch::idle()).is_err());
    }

    #[test]
    fn a_cancelled_question_has_no_answer() {
        let watch = Watch::idle();
        watch.cancel().cancel();
        let fault = ask(&question(16), &watch).unwrap_err();
        assert_eq!(fault, Fault::cancelled());
    }
}
