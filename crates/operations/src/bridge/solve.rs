//! Double-dummy tricks of many deals and positions at once.

use super::files;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use bridge::double_dummy::{Position, Solver, SolverPool};
use bridge::hand::from_the_top;
use bridge::notation::{self, STRAINS};
use bridge::record::{self, Record};
use bridge::table::{TricksTable, after};
use bridge::{Ascii, Card, Hand, NotationError, Play, Seat, Strain};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Deals and points of the play to solve: given one by one, or the boards of a file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeSolveQuestion {
    /// The questions, at most 1000.
    #[serde(default)]
    pub questions: Vec<BridgeToSolve>,
    /// The text of a PBN, LIN or JSON file, whose boards come after the questions.
    #[serde(default)]
    pub text: Option<String>,
    /// Whether to answer only the best cards of a position.
    #[serde(default)]
    pub best: bool,
}

/// A deal (`pbn`), or a point of the play (`remaining`, `trump`, and who leads).
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeToSolve {
    /// `table` or `position`; may be left out if only one is possible.
    #[serde(default)]
    pub kind: Option<String>,
    /// A deal whose table is wanted, as in `N:AK4.QJ.T987.6532 ...`.
    #[serde(default)]
    pub pbn: Option<String>,
    /// The hands at a point of the play, without the cards of the current trick.
    #[serde(default)]
    pub remaining: Option<String>,
    /// The strain of a play: C, D, H, S or NT.
    #[serde(default)]
    pub trump: Option<String>,
    /// The leader of the current trick.
    #[serde(default)]
    pub leader: Option<String>,
    /// The cards of the current trick in order.
    #[serde(default)]
    pub current_trick: Vec<String>,
    /// The seat to play; `leader` or this is enough.
    #[serde(default)]
    pub to_move: Option<String>,
}

/// The answers, in the order of the questions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BridgeSolved {
    /// The answers.
    pub answers: Vec<BridgeSolution>,
    /// Whether all questions are answered; false if the task was cancelled.
    pub complete: bool,
    /// Complaints about the text.
    pub complaints: Vec<String>,
}

/// The answer to one question.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct BridgeSolution {
    /// The number of the board, if it is one of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// The tricks of every declarer in every strain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<BTreeMap<String, BTreeMap<String, u8>>>,
    /// For every card that may be played the tricks its side takes from the current trick on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<BTreeMap<String, u8>>,
    /// The error, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A valid question.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The table of a deal.
    Table([Hand; 4]),
    /// The cards of a point of the play.
    Position(Position),
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Tricks of every declarer in every strain.
    Table(TricksTable),
    /// Tricks of cards that may be played, spades first, each suit from the top.
    Cards(Vec<(Card, u8)>),
}

/// The most questions at a time.
const MOST: usize = 1000;
/// Questions answered between reports.
const BLOCK: usize = 16;

impl BridgeToSolve {
    /// Parses the question.
    ///
    /// # Errors
    /// If the question is invalid.
    pub fn read(&self) -> Result<Question, String> {
        let there = (self.pbn.is_some(), self.remaining.is_some());
        match (self.kind.as_deref(), there) {
            (Some("table"), _) | (None, (true, false)) => self.table().map(Question::Table),
            (Some("position"), _) | (None, (false, true)) => {
                self.position().map(Question::Position)
            }
            (Some(other), _) => Err(format!("`kind` is `{other}`, neither table nor position")),
            (None, (true, true)) => Err(
                "`pbn` and `remaining` are both there: `kind` has to say which counts".to_owned(),
            ),
            (None, (false, false)) => Err("neither `pbn` nor `remaining` is there".to_owned()),
        }
    }

    /// The deal of a table, of hands equally large.
    fn table(&self) -> Result<[Hand; 4], String> {
        let hands = need("pbn", self.pbn.as_deref(), notation::deal)?;
        equally_large(hands).map_err(|why| format!("`pbn`: {why}"))
    }

    fn position(&self) -> Result<Position, String> {
        let hands = need("remaining", self.remaining.as_deref(), notation::deal)?;
        let strain = need("trump", self.trump.as_deref(), notation::strain)?;
        let trick = self.current_trick.iter().map(|card| notation::card(card));
        let trick: Vec<Card> = trick
            .collect::<Result<_, _>>()
            .map_err(|why| format!("`current_trick`: {why}"))?;
        let to_move = may("to_move", self.to_move.as_deref(), notation::seat)?;
        // Three steps to the left are one to the right.
        let led = to_move.map(|turn| after(turn, 3 * trick.len()));
        let leader = may("leader", self.leader.as_deref(), notation::seat)?.or(led);
        let leader = leader.ok_or("neither `leader` nor `to_move` is there")?;
        let position =
            Position::new(hands, strain, leader, &trick).map_err(|why| why.to_string())?;
        match to_move.filter(|&turn| turn != position.turn()) {
            Some(turn) => Err(format!(
                "`to_move` is {turn}, but with so many cards ({}) in the trick led by {leader} \
                 it is {}'s turn",
                trick.len(),
                position.turn()
            )),
            None => Ok(position),
        }
    }
}

/// Parses the text of a field.
fn may<T>(
    name: &str,
    text: Option<&str>,
    read: fn(&str) -> Result<T, NotationError>,
) -> Result<Option<T>, String> {
    let meaning = |text| read(text).map_err(|why| format!("`{name}`: {why}"));
    text.map(meaning).transpose()
}

fn need<T>(
    name: &str,
    text: Option<&str>,
    read: fn(&str) -> Result<T, NotationError>,
) -> Result<T, String> {
    may(name, text, read)?.ok_or_else(|| format!("`{name}` is missing"))
}

/// Hands that can be played out.
fn equally_large(hands: [Hand; 4]) -> Result<[Hand; 4], String> {
    if hands == [Hand::EMPTY; 4] {
        return Err("there are no cards".to_owned());
    }
    let play = Play::new(hands, Strain::Notrump, Seat::North);
    play.map(|_| hands).map_err(|why| why.to_string())
}

impl Question {
    /// Returns the answer; with `best`, only the best cards.
    pub fn answer(&self, best: bool, solvers: &SolverPool) -> Answer {
        // A table goes through all strains; whose memory is used does not matter.
        solvers.lend(Strain::Notrump, |solver| self.answered(best, solver))
    }

    fn answered(&self, best: bool, solver: &mut Solver) -> Answer {
        match self {
            Question::Table(hands) => Answer::Table(solver.table(hands)),
            Question::Position(position) if !best => Answer::Cards(solver.cards(position)),
            Question::Position(position) => {
                let (tricks, cards) = solver.best(position);
                Answer::Cards(from_the_top(cards).map(|card| (card, tricks)).collect())
            }
        }
    }
}

impl From<Answer> for BridgeSolution {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Table(tricks) => BridgeSolution {
                tables: Some(named(&tricks)),
                ..BridgeSolution::default()
            },
            Answer::Cards(cards) => BridgeSolution {
                scores: Some(scores(&cards)),
                ..BridgeSolution::default()
            },
        }
    }
}

fn scores(cards: &[(Card, u8)]) -> BTreeMap<String, u8> {
    let each = cards.iter();
    each.map(|(card, tricks)| (Ascii(*card).to_string(), *tricks))
        .collect()
}

fn named(tricks: &TricksTable) -> BTreeMap<String, BTreeMap<String, u8>> {
    let strains = STRAINS.map(|strain| Ascii(strain).to_string());
    let row = |row: &[u8; 5]| strains.iter().cloned().zip(row.iter().copied()).collect();
    let rows = Seat::ALL.into_iter().zip(tricks);
    rows.map(|(seat, tricks)| (seat.to_string(), row(tricks)))
        .collect()
}

/// A board of a file with its answers.
pub struct SolvedBoard {
    /// The number of the board.
    pub number: u32,
    /// The hands.
    pub hands: [Hand; 4],
    /// The tricks of every declarer in every strain.
    pub tricks: TricksTable,
    /// The play, if it has begun and not ended.
    pub now: Option<Now>,
}

/// A point of a play: the play, the contract and declarer in letters, and the tricks of the cards
/// that may be played.
pub type Now = (Play, String, Vec<(Card, u8)>);

impl SolvedBoard {
    /// Solves the board at a place in a file, which numbers it if nothing else does.
    ///
    /// # Errors
    /// If the board cannot be solved.
    pub fn new(
        place: u32,
        record: &Record,
        best: bool,
        solvers: &SolverPool,
    ) -> Result<Self, String> {
        let number = record.number.unwrap_or(place);
        let in_board = |why: String| format!("board {number}: {why}");
        let hands = record.deal();
        let hands = hands.ok_or_else(|| in_board("not all hands are known".to_owned()))?;
        let hands = equally_large(hands).map_err(in_board)?;
        Ok(solvers.lend(Strain::Notrump, |solver| SolvedBoard {
            number,
            hands,
            tricks: solver.table(&hands),
            now: in_progress(record).map(|(play, agreed, position)| {
                let cards = match Question::Position(position).answered(best, solver) {
                    Answer::Cards(cards) => cards,
                    Answer::Table(_) => Vec::new(),
                };
                (play, agreed, cards)
            }),
        }))
    }

    fn solution(&self) -> BridgeSolution {
        BridgeSolution {
            board: Some(self.number),
            tables: Some(named(&self.tricks)),
            scores: self.now.as_ref().map(|(_, _, cards)| scores(cards)),
            error: None,
        }
    }
}

/// A play that has begun and not ended, with the contract in words. A card against the laws was
/// complained of when the file was read.
fn in_progress(record: &Record) -> Option<(Play, String, Position)> {
    let play = record.play().ok().filter(|play| !play.cards().is_empty())?;
    let position = Position::of(&play)?;
    let agreed = record.final_contract()?;
    let contract = format!("{} by {}", Ascii(agreed.contract), agreed.declarer);
    Some((play, contract, position))
}

/// A deal or a board to solve.
enum Task {
    Question(BridgeToSolve),
    Board(u32, Box<Record>),
}

impl Task {
    fn solve(&self, best: bool, solvers: &SolverPool) -> BridgeSolution {
        let solved = match self {
            Task::Question(question) => question
                .read()
                .map(|question| question.answer(best, solvers).into()),
            Task::Board(place, record) => {
                SolvedBoard::new(*place, record, best, solvers).map(|solved| solved.solution())
            }
        };
        solved.unwrap_or_else(|error| BridgeSolution {
            error: Some(error),
            ..BridgeSolution::default()
        })
    }
}

/// Results a solver of whole deals remembers: about 50 megabytes.
const MEMORY: usize = 1 << 21;

/// An empty pool of solvers for whole deals.
pub fn pool() -> SolverPool {
    SolverPool::new(MEMORY)
}

/// Solves all questions; partial answers are reported, and kept if the task is cancelled.
///
/// # Errors
/// If there is nothing to solve, or too many deals.
pub(super) fn solve(
    asked: &BridgeSolveQuestion,
    solvers: &SolverPool,
    task: &TaskHandle,
) -> Result<BridgeSolved, Fault> {
    let mut complaints = Vec::new();
    let mut tasks: Vec<_> = asked
        .questions
        .iter()
        .cloned()
        .map(Task::Question)
        .collect();
    if let Some(text) = &asked.text {
        files::bounded(text)?;
        let reading = record::read(text);
        complaints.extend(reading.diagnostics.iter().map(ToString::to_string));
        let boards = (1..).zip(reading.records);
        tasks.extend(boards.map(|(place, record)| Task::Board(place, Box::new(record))));
    }
    match tasks.len() {
        0 => return Err(Fault::wrong("there is nothing to solve").code(FaultCode::Empty)),
        1..=MOST => {}
        _ => {
            return Err(Fault::too_much(format!("at most {MOST} deals at a time"))
                .code(FaultCode::TooMany)
                .value("max", MOST));
        }
    }
    let mut solved = BridgeSolved {
        answers: Vec::new(),
        complete: false,
        complaints,
    };
    for block in tasks.chunks(BLOCK) {
        if task.is_cancelled() {
            break;
        }
        let each = block.par_iter().map(|task| task.solve(asked.best, solvers));
        solved.answers.par_extend(each);
        task.progress(solved.answers.len() as u64, tasks.len() as u64);
        task.partial(&solved);
    }
    if solved.answers.is_empty() {
        return Err(Fault::cancelled());
    }
    solved.complete = solved.answers.len() == tasks.len();
    Ok(solved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn solved(input: Value) -> Result<Value, Fault> {
        let asked = serde_json::from_value(input).unwrap();
        solve(&asked, &pool(), &TaskHandle::idle())
            .map(|solved| serde_json::to_value(solved).unwrap())
    }

    #[test]
    fn tables_positions_and_mistakes_are_answered_in_order() {
        let deal = "N:A... K... Q... J...";
        let answers = solved(json!({"questions": [
            {"pbn": deal},
            {"remaining": deal, "trump": "NT", "leader": "N"},
            {"pbn": "N:A... K... - -"},
        ]}))
        .unwrap();
        assert_eq!(answers["answers"][0]["tables"]["N"]["NT"], 1);
        assert_eq!(answers["answers"][1]["scores"], json!({"SA": 1}));
        let error = answers["answers"][2]["error"].as_str().unwrap();
        assert!(error.contains("1, 1, 0 and 0 cards"), "{error}");
        assert_eq!(answers["complete"], true);
    }

    #[test]
    fn boards_of_a_file_are_solved_with_their_numbers() {
        let text = "[Board \"7\"]\n[Deal \"N:A... K... Q... J...\"]\n";
        let answers = solved(json!({ "text": text })).unwrap();
        assert_eq!(answers["answers"][0]["board"], 7);
        assert_eq!(answers["answers"][0]["tables"]["S"]["C"], 1);
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        assert!(solved(json!({})).is_err());
        let many = vec![json!({"pbn": ""}); MOST + 1];
        let fault = solved(json!({ "questions": many })).unwrap_err();
        assert_eq!(fault.kind, crate::FaultKind::TooMuch);
    }
}
