//! Analysis of a recorded board: the best card of a seat, and the inferences of the other players.

pub mod decisions;

use super::files;
use super::wire::{BridgeAt, BridgeSeat};
use crate::Games;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use arena::PlayerSpec;
use bridge::knowledge::{Conventions, Knowledge};
use bridge::lineup::BoardAnalyst;
use bridge::players::Advice;
use bridge::record::{self, Record};
use bridge::table::name;
use bridge::{Ascii, Seat, Words};
use decisions::Decision;
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A request for advice on the cards of a recorded board.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeAnalyseQuestion {
    /// The text of a PBN, LIN or JSON file.
    #[serde(default)]
    pub text: Option<String>,
    /// A board at a step, instead of a text.
    #[serde(default)]
    pub at: Option<BridgeAt>,
    /// The number of the board in the text; by default the first board.
    #[serde(default)]
    pub board: Option<u32>,
    /// The seat whose decisions are analysed; by default the seat to act.
    #[serde(default)]
    pub seat: Option<BridgeSeat>,
    /// Only the decision in this trick, from 1; by default the next card if the play is not over,
    /// else all.
    #[serde(default)]
    pub trick: Option<u8>,
    /// The player with its settings; `hybrid` by default.
    #[serde(default)]
    pub player: Option<String>,
    /// Whether to use the real deal, which the other players still do not see.
    #[serde(default)]
    pub open: bool,
    /// Whether to compare all cards by both methods; for `hybrid`.
    #[serde(default)]
    pub verdict: bool,
    /// The time for a card in seconds, at most 3600; by default the player's setting.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The seed of the sampled deals; 1 by default.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// The decisions of a seat with advice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BridgeAnalysis {
    /// The number of the board.
    pub board: Option<u32>,
    /// Complaints about the text, and boards recorded more than once.
    pub notes: Vec<String>,
    /// The decisions in order.
    pub decisions: Vec<BridgeDecision>,
    /// Whether all decisions were analysed in full; false if the task was cancelled.
    pub complete: bool,
    /// The record of the board.
    #[serde(skip)]
    pub record: Box<Record>,
}

/// A decision with advice.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BridgeDecision {
    /// The seat that decides.
    pub seat: BridgeSeat,
    /// The number of the trick.
    pub trick: u8,
    /// The card that was played, if the record goes on.
    pub played: Option<String>,
    /// The seat's knowledge of the other hands, one line each.
    pub known: Vec<Words>,
    /// The chosen card, the value of each card, and the reasons.
    pub advice: Advice,
    /// The duration, in seconds.
    pub seconds: f64,
    /// The decision and the view of the seat.
    #[serde(skip)]
    pub decision: Decision,
}

/// The default player.
pub const USUAL: &str = "hybrid";
/// The longest time for a card, in seconds.
const LONGEST: f64 = 3600.0;
/// The shortest time for a card, in seconds.
const SHORTEST: f64 = 0.01;

/// Returns a player's advice on the decisions of a seat. Better answers on the way are reported,
/// and kept if the task is cancelled.
///
/// # Errors
/// If there is no such board, decision or player.
pub fn analyse(
    asked: &BridgeAnalyseQuestion,
    games: &Games,
    task: &TaskHandle,
) -> Result<BridgeAnalysis, Fault> {
    let time = asked.seconds.map(time).transpose()?;
    let (record, notes) = asked.record()?;
    let mut analyst = asked.analyst(&record, games)?;
    let conventions = analyst.conventions().clone();
    let decisions = asked.decisions(&record)?;
    let mut analysis = BridgeAnalysis {
        board: record.number,
        notes,
        decisions: Vec::new(),
        complete: false,
        record: Box::new(record),
    };
    let all = decisions.len();
    for (done, decision) in decisions.into_iter().enumerate() {
        let answered = |advice: &Advice| {
            let mut partial = analysis.clone();
            partial
                .decisions
                .push(decided(&conventions, &decision, advice));
            partial
        };
        let tell = |advice: &Advice| task.partial(&answered(advice));
        let course = Course {
            task,
            done,
            all,
            time,
            begun: Instant::now(),
        };
        let progress = |progress: &Progress| course.report(progress);
        let limit = Limit {
            time,
            ..Limit::default()
        };
        let control = Control::new(Seed(asked.seed.unwrap_or(1)))
            .limit(limit)
            .cancel(task.cancel())
            .progress(&progress);
        let advice = analyst.advise(&decision.view, &control, &tell);
        let advice = advice.map_err(Fault::wrong)?;
        if task.is_cancelled() && !advice.is_founded() {
            return analysis.stopped();
        }
        analysis = answered(&advice);
        if task.is_cancelled() {
            return analysis.stopped();
        }
    }
    analysis.complete = true;
    Ok(analysis)
}

/// The progress of an analysis of several decisions.
struct Course<'a> {
    task: &'a TaskHandle,
    done: usize,
    all: usize,
    time: Option<Duration>,
    begun: Instant,
}

impl Course<'_> {
    fn report(&self, progress: &Progress) {
        let spent = self.begun.elapsed().as_secs_f64();
        let within = self.time.map(|time| (spent / time.as_secs_f64()).min(1.0));
        let part = (self.done as f64 + within.unwrap_or(0.0)) / self.all as f64;
        let part = (self.all > 1 || within.is_some()).then_some(part);
        let number = self.done + 1;
        let words = format!("{number} / {}: {}", self.all, progress.nodes);
        self.task.report(part, words);
    }
}

impl BridgeAnalysis {
    /// Returns the result of a cancelled analysis, if there is one.
    fn stopped(self) -> Result<Self, Fault> {
        if self.decisions.is_empty() {
            return Err(Fault::cancelled());
        }
        Ok(self)
    }
}

fn decided(conventions: &Conventions, decision: &Decision, advice: &Advice) -> BridgeDecision {
    let knowledge = Knowledge::of(&decision.view, conventions);
    BridgeDecision {
        seat: decision.view.seat.into(),
        trick: decision.trick(),
        played: decision.played.map(|card| Ascii(card).to_string()),
        known: knowledge.explain(),
        advice: advice.clone(),
        seconds: advice.effort.seconds,
        decision: decision.clone(),
    }
}

fn time(seconds: f64) -> Result<Duration, Fault> {
    if (SHORTEST..=LONGEST).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(Fault::out_of_range(
        "seconds",
        (SHORTEST, LONGEST),
        "seconds",
    ))
}

impl BridgeAnalyseQuestion {
    /// Returns the board, with complaints about the text.
    fn record(&self) -> Result<(Record, Vec<String>), Fault> {
        match (&self.text, &self.at) {
            (Some(text), None) => of_text(text, self.board),
            (None, Some(at)) => {
                let record = at.record().map_err(|why| why.below("at."))?;
                Ok((record, Vec::new()))
            }
            _ => Err(Fault::wrong("give a `text` or a board `at` a step")),
        }
    }

    /// Returns the player, with the real deal if it is to be used.
    fn analyst(&self, record: &Record, games: &Games) -> Result<Box<dyn BoardAnalyst>, Fault> {
        let text = self.player.as_deref().unwrap_or(USUAL);
        let mut player: PlayerSpec = games.player(&games.bridge, text)?;
        if self.open {
            let hidden = || Fault::wrong_at("open", "not all hands are known, so none can be open");
            player = player.with("truth", Ascii(record.deal().ok_or_else(hidden)?));
        }
        if self.verdict {
            player = player.with("all", "on");
        }
        let built = games.bridge.build_analyst(&player);
        built.map_err(|why| Fault::wrong_at("player", why).explained(FaultCode::InvalidPlayer))
    }

    /// Returns the decisions of the seat.
    fn decisions(&self, record: &Record) -> Result<Vec<Decision>, Fault> {
        let seat = self.seat.map(Seat::from).or_else(|| next(record));
        let missing = || {
            let why = (
                "name the seat: N, E, S or W",
                "席をN、E、S、Wで指定してください",
            );
            Fault::because(why).at("seat")
        };
        let seat = seat.ok_or_else(missing)?;
        let decisions = decisions::of(record, seat, self.trick).map_err(Fault::wrong)?;
        if decisions.is_empty() {
            return Err(Fault::wrong_at("seat", nothing(record, seat, self.trick)));
        }
        Ok(decisions)
    }
}

/// Returns the seat that decides about the next card.
fn next(record: &Record) -> Option<Seat> {
    let turn = record.play().ok()?.turn()?;
    Some(record.final_contract()?.decider(turn))
}

/// Returns the reason why a seat has no decision.
fn nothing(record: &Record, seat: Seat, trick: Option<u8>) -> String {
    let who = name(seat);
    match record.final_contract() {
        None => format!("{who} has no card to choose: the board has no contract"),
        Some(agreed) if agreed.dummy() == seat => {
            let declarer = agreed.declarer;
            format!(
                "{who} has no card to choose: {who} is dummy, ask for {} ({declarer})",
                name(declarer)
            )
        }
        Some(_) => {
            let place = trick.map_or_else(String::new, |trick| format!(" in trick {trick}"));
            format!("{who} has no card to choose there: never more than one could be played{place}")
        }
    }
}

/// Returns a board of a text.
fn of_text(text: &str, number: Option<u32>) -> Result<(Record, Vec<String>), Fault> {
    files::bounded(text)?;
    let reading = record::read(text);
    let mut notes: Vec<_> = reading
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    let numbered = (1..).zip(reading.records);
    let of = |(place, record): &(u32, Record)| record.number.unwrap_or(*place);
    let mut records: Vec<_> = numbered.collect();
    let wanted = number.or_else(|| records.first().map(of));
    records.retain(|numbered| Some(of(numbered)) == wanted);
    if let (2.., Some(board)) = (records.len(), wanted) {
        let count = records.len();
        notes.push(format!(
            "board {board} is recorded {count} times: the first is taken"
        ));
    }
    let missing = || match number {
        Some(number) => {
            let english = format!("there is no board {number}");
            Fault::because((english, format!("ボード{number}はありません"))).at("board")
        }
        None => match notes.first() {
            Some(first) => Fault::wrong(first),
            None => Fault::because((
                "there is no board in the text",
                "テキストにボードがありません",
            )),
        },
    };
    let (_, record) = records.into_iter().next().ok_or_else(missing)?;
    Ok((record, notes))
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;

    fn question() -> BridgeAnalyseQuestion {
        BridgeAnalyseQuestion {
            at: Some(BridgeAt {
                board: example(),
                step: 16,
            }),
            player: Some("hybrid:deals=16,models=16,imagined=4".to_owned()),
            ..BridgeAnalyseQuestion::default()
        }
    }

    fn asked(question: &BridgeAnalyseQuestion) -> Result<BridgeAnalysis, Fault> {
        analyse(
            question,
            &Games::of(&crate::Host::default()),
            &TaskHandle::idle(),
        )
    }

    #[test]
    fn the_next_decision_is_analysed_and_the_verdict_told() {
        let found = asked(&BridgeAnalyseQuestion {
            verdict: true,
            ..question()
        });
        let found = found.unwrap();
        assert!(found.complete);
        let [decision] = &found.decisions[..] else {
            panic!("{found:?}")
        };
        assert_eq!((decision.seat, decision.trick), (BridgeSeat::W, 3));
        assert_eq!(decision.advice.candidates.len(), 11);
        assert!(decision.advice.verdict.is_some());
        let told = serde_json::to_value(&found).unwrap();
        let advice = &told["decisions"][0]["advice"];
        assert!(advice["verdict"]["grounds"].is_string(), "{told}");
        assert!(advice["reasons"][0]["ja"].is_string(), "{told}");
    }

    #[test]
    fn why_there_is_nothing_to_decide_is_said() {
        let at = |seat, trick| {
            asked(&BridgeAnalyseQuestion {
                seat: Some(seat),
                trick,
                ..question()
            })
        };
        let dummy = at(BridgeSeat::N, None).unwrap_err();
        assert!(dummy.message.contains("North is dummy"), "{dummy}");
        let mut early = question();
        early.seat = Some(BridgeSeat::W);
        early.at.as_mut().unwrap().step = 3;
        let early = asked(&early).unwrap_err();
        assert!(early.message.contains("no contract"), "{early}");
        let late = at(BridgeSeat::W, Some(9)).unwrap_err();
        assert!(late.message.contains("in trick 9"), "{late}");
    }

    #[test]
    fn a_page_names_no_file_and_a_board_that_is_there_twice_is_told() {
        let file = asked(&BridgeAnalyseQuestion {
            player: Some("minimax:conventions=/etc/passwd".to_owned()),
            ..question()
        });
        let place = file.unwrap_err().place;
        assert_eq!(place.as_deref(), Some("player.conventions"));
        let board = "[Board \"3\"]\n[Dealer \"S\"]\n[Deal \"N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74\"]\n[Declarer \"S\"]\n[Contract \"4H\"]\n[Auction \"S\"]\n1H 1S 3H Pass 4H AP\n[Play \"W\"]\nDA D6 D9 D3\nDK D7 D2 D4\n*\n\n";
        let (record, notes) = of_text(&board.repeat(2), Some(3)).unwrap();
        assert_eq!(record.number, Some(3));
        assert_eq!(notes, ["board 3 is recorded 2 times: the first is taken"]);
        assert!(of_text(board, Some(4)).is_err());
    }
}
