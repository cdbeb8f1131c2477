//! Results of a cup's matches: points, the winner, and the reason in words for the organiser.

use crate::match_state::{Command, Event, Match};
use arena::Words;
use arena::player::Fault;
use curling::rules::{Game, Reason, Rules, Team};
use serde::{Deserialize, Serialize};

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CupResult {
    /// The winner; none if the match is drawn, or forfeited by both.
    pub winner: Option<Team>,
    /// The total points of the team that threw first, and of the other.
    pub points: [u16; 2],
    /// The points of every end.
    #[serde(default)]
    pub ends: Vec<[u8; 2]>,
    /// The reason why it ended.
    pub reason: CupReason,
    /// The fault that ended the match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Words>,
}

/// The reason why a match of a cup ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CupReason {
    /// By points, or drawn.
    Points,
    /// A team conceded.
    Concession,
    /// A team ran out of time.
    Time,
    /// A team crashed, or broke a rule of the match.
    Fault,
    /// A team was not there, or the organiser decided so.
    Forfeit,
}

impl CupResult {
    /// The result of a match that is over.
    pub fn of(curling_match: &Match) -> Option<Self> {
        Self::of_game(curling_match.curling().rules(), curling_match.game())
    }

    /// The result of a position in which the match is over.
    pub fn of_game(rules: &Rules, game: &Game) -> Option<Self> {
        let outcome = game.outcome()?;
        Some(CupResult {
            winner: outcome.winner,
            points: Team::BOTH.map(|team| game.total(team)),
            ends: ends(rules, game),
            reason: match outcome.reason {
                Reason::Score | Reason::Draw => CupReason::Points,
                Reason::Concession => CupReason::Concession,
                Reason::Time => CupReason::Time,
                Reason::Fault => CupReason::Fault,
            },
            note: None,
        })
    }

    /// The result of a match that teams forfeit without a stone.
    pub fn forfeit(losers: &[Team], note: Words) -> Self {
        CupResult {
            winner: match losers {
                [loser] => Some(loser.other()),
                _ => None,
            },
            points: [0; 2],
            ends: Vec::new(),
            reason: CupReason::Forfeit,
            note: Some(note),
        }
    }

    /// Whether a team has lost.
    pub fn is_lost_by(&self, team: Team) -> bool {
        match self.winner {
            Some(winner) => winner != team,
            None => self.reason == CupReason::Forfeit,
        }
    }

    /// Whether it is drawn.
    pub fn is_drawn(&self) -> bool {
        self.winner.is_none() && self.reason != CupReason::Forfeit
    }
}

/// The points of the ends so far; of extra ends those of the last.
pub(crate) fn ends(rules: &Rules, game: &Game) -> Vec<[u8; 2]> {
    let scores = game.scores;
    let of = |points: i8| [points.max(0) as u8, (-points).max(0) as u8];
    let regular = game.end.min(rules.ends);
    let mut ends: Vec<_> = (0..usize::from(regular))
        .map(|end| of(scores.ends[end]))
        .collect();
    let extra = game.end.saturating_sub(rules.ends);
    for number in 1..=extra {
        ends.push(of(if number == extra { scores.extra } else { 0 }));
    }
    ends
}

/// The fault of an event, if it ended the match early.
pub(crate) fn fault_note(name: &str, event: &Event) -> Option<Words> {
    let (en, ja) = match &event.entry.command {
        Command::Fault(fault) => (fault.to_string(), fault_in_japanese(fault)),
        Command::TimeOut => ("out of time".to_owned(), "時間切れ".to_owned()),
        Command::Concede => ("concedes".to_owned(), "コンシード".to_owned()),
        Command::Throw(_) | Command::Place(_) | Command::Order(_) => return None,
    };
    Some(Words {
        en: format!("{name}: {en}"),
        ja: format!("{name}：{ja}"),
    })
}

/// The kind of a fault in Japanese, with its details as they came.
fn fault_in_japanese(fault: &Fault) -> String {
    let kind = fault.kind().ja;
    match fault {
        Fault::Illegal { action, why } => format!("{kind}「{action}」（{why}）"),
        Fault::OutOfTime { why }
        | Fault::Crashed { why }
        | Fault::CannotStart { why }
        | Fault::NeverAnswered { why } => format!("{kind}（{why}）"),
        Fault::Resigned | Fault::Interrupted => kind.to_owned(),
    }
}
