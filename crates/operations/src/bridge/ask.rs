//! Candidate cards valued by plain Monte Carlo and by abc, side by side.
//!
//! Both methods and the verdict are the hybrid player's ([`Hybrid`]), set to compare all cards;
//! here are limits and reports.

use super::wire::{BridgeAt, BridgeSeat, named, seconds};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use bridge::double_dummy::SolverPool;
use bridge::players::{
    Abc, Advice, Candidate, CardPlayer, CardValue, Hybrid, Minimax, Mistakes, Reason, Verdict,
};
use bridge::{Seat, View};
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// A request for a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeQuestion {
    /// The board at a step.
    pub at: BridgeAt,
    /// The time, at most 60 seconds.
    pub seconds: f64,
    /// Deals to average over, at most 1000.
    pub deals: u32,
    /// Deals that each of the other players samples, at most 32.
    pub imagined: u32,
    /// The seed of the sampled deals.
    pub seed: u32,
}

/// The values of both methods.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeAnswer {
    /// The hand that plays.
    pub turn: BridgeSeat,
    /// The seat that decides about it.
    pub decider: BridgeSeat,
    /// The legal cards, best first so far.
    pub candidates: Vec<BridgeCandidate>,
    /// The card of plain Monte Carlo.
    pub plain: Option<String>,
    /// The card of abc.
    pub models: Option<String>,
    /// The chosen card and the grounds.
    pub verdict: Option<Verdict>,
    /// Remarks, such as beliefs dropped because no deal fits them all.
    pub notes: Vec<Reason>,
    /// The duration, in seconds.
    pub seconds: f64,
}

/// A legal card.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeCandidate {
    /// The card.
    pub card: String,
    /// The value if all players see all cards.
    pub plain: Option<CardValue>,
    /// The value if all players act on their own knowledge.
    pub models: Option<CardValue>,
    /// Deals in which other players go wrong after it.
    pub slips: Vec<Mistakes>,
}

/// Returns the value of every card by both methods; a cancelled task returns the values so far.
pub(super) fn ask(
    asked: &BridgeQuestion,
    solvers: &SolverPool,
    task: &TaskHandle,
) -> Result<BridgeAnswer, Fault> {
    let time = seconds(asked.seconds)?;
    let position = asked.at.position().map_err(|why| why.below("at."))?;
    let play = position.play().and_then(bridge::Play::turn);
    let (turn, decider) = play.zip(position.turn()).ok_or_else(|| {
        let why = ("no card is due here", "ここではカードを出す番がありません");
        Fault::because(why).at("at.step")
    })?;
    let begun = Instant::now();
    let answered = |advice: &Advice| answer(turn, decider, advice, begun);
    let tell = |advice: &Advice| task.partial(&answered(advice));
    let progress = |progress: &Progress| {
        let part = begun.elapsed().as_secs_f64() / time.as_secs_f64();
        task.report(Some(part.min(1.0)), progress.nodes.to_string());
    };
    let control = Control::new(Seed(u64::from(asked.seed)))
        .limit(Limit::time(time))
        .cancel(task.cancel())
        .progress(&progress);
    let view: View = position.view(decider);
    let advice = player(asked, solvers)
        .choose_with_progress(&view, &control, &tell)
        .map_err(Fault::wrong)?;
    if task.is_cancelled() && !advice.is_founded() {
        return Err(Fault::cancelled());
    }
    Ok(answered(&advice))
}

/// Returns the hybrid player that compares all cards.
fn player(asked: &BridgeQuestion, solvers: &SolverPool) -> Hybrid {
    let usual = Hybrid::default();
    let deals = asked.deals.clamp(1, 1000);
    Hybrid {
        plain: Minimax {
            deals,
            solvers: solvers.clone(),
            ..usual.plain
        },
        models: Abc {
            deals,
            imagined: asked.imagined.clamp(1, 32),
            solvers: solvers.clone(),
            ..usual.models
        },
        all: true,
        ..usual
    }
}

fn answer(turn: Seat, decider: Seat, advice: &Advice, begun: Instant) -> BridgeAnswer {
    let verdict = advice.verdict;
    // How others go wrong stands with the cards, and the verdict has a place of its own.
    let own = |reason: &&Reason| matches!(reason, Reason::DroppedInference(_) | Reason::Signal(_));
    BridgeAnswer {
        turn: turn.into(),
        decider: decider.into(),
        candidates: advice.candidates.iter().map(candidate).collect(),
        plain: Some(named(verdict.map_or(advice.card, |verdict| verdict.plain))),
        models: verdict.and_then(|verdict| verdict.models).map(named),
        verdict,
        notes: advice.reasons.iter().filter(own).cloned().collect(),
        seconds: begun.elapsed().as_secs_f64(),
    }
}

fn candidate(candidate: &Candidate) -> BridgeCandidate {
    let founded = |opinion: &CardValue| opinion.deals > 0;
    BridgeCandidate {
        card: named(candidate.card),
        plain: candidate.double_dummy.filter(founded),
        models: candidate.with_models.filter(founded),
        slips: candidate.mistakes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;
    use bridge::players::Grounds;
    use std::sync::{Arc, Mutex};

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
        let answer = ask(&question(16), &SolverPool::default(), &TaskHandle::idle()).unwrap();
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
        let answer = ask(&asked, &SolverPool::default(), &TaskHandle::idle()).unwrap();
        assert_eq!(answer.candidates.len(), 1);
        let verdict = answer.verdict.unwrap();
        assert_eq!(
            (named(verdict.card).as_str(), verdict.grounds),
            ("DQ", Grounds::Only)
        );
    }

    #[test]
    fn what_cannot_be_answered_is_refused() {
        let mut asked = question(0);
        asked.seconds = 1.0;
        assert_eq!(
            ask(&asked, &SolverPool::default(), &TaskHandle::idle())
                .unwrap_err()
                .place
                .as_deref(),
            Some("at.step")
        );
        let mut asked = question(16);
        asked.seconds = f64::NAN;
        assert!(ask(&asked, &SolverPool::default(), &TaskHandle::idle()).is_err());
    }

    #[test]
    fn a_cancelled_question_has_no_answer() {
        let task = TaskHandle::idle();
        task.cancel().cancel();
        let fault = ask(&question(16), &SolverPool::default(), &task).unwrap_err();
        assert_eq!(fault, Fault::cancelled());
    }

    #[test]
    fn a_question_that_is_stopped_is_answered_by_what_was_found() {
        let cancel = lookahead::Cancel::new();
        let told = Arc::new(Mutex::new(Vec::new()));
        let task = TaskHandle::new(cancel.clone(), {
            let told = Arc::clone(&told);
            move |news| {
                if let crate::TaskUpdate::Partial(partial) = news {
                    told.lock().unwrap().push(partial);
                    cancel.cancel();
                }
            }
        });
        let mut asked = question(16);
        (asked.deals, asked.seconds) = (1000, 60.0);
        let answer = ask(&asked, &SolverPool::default(), &task).unwrap();
        assert!(answer.candidates[0].plain.unwrap().deals >= 16);
        assert!(!told.lock().unwrap().is_empty());
    }
}
