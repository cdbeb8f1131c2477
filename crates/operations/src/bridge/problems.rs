//! Card-play problems: the four worked examples of the abc paper, and a set of our own.

use super::wire::{BridgeBoard, BridgeSeat, cards};
use crate::Nothing;
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use bridge::players::Words;
use bridge::problem::{Category, Problem, shipped, worked_examples};
use bridge::record::Record;
use bridge::rules::{Action, Position};
use bridge::{Board, Hand, View, notation};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::LazyLock;

mod japanese;

/// All problems.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BridgeProblems {
    /// The problems, those of the paper first.
    pub problems: Vec<BridgeProblem>,
}

/// A decision with a right answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BridgeProblem {
    /// The name, which does not change.
    pub id: String,
    /// The row of the paper's table 2 that it is about; none for the paper's worked examples.
    pub theme: Option<Category>,
    /// The board, played up to the decision.
    pub board: BridgeBoard,
    /// The seat that decides.
    pub seat: BridgeSeat,
    /// The hand whose card it is.
    pub turn: BridgeSeat,
    /// The right cards.
    pub best: Vec<String>,
    /// The tempting cards.
    pub wrong: Vec<String>,
    /// The title.
    pub title: Words,
    /// The explanation.
    pub why: Words,
}

/// Lists all problems.
pub(super) fn problems(_: Nothing, _: &TaskHandle) -> Result<BridgeProblems, Fault> {
    static ALL: LazyLock<Result<BridgeProblems, Fault>> = LazyLock::new(|| {
        let paper = worked_examples();
        let paper = paper.iter().zip(EXAMPLES).map(example);
        let ours = shipped();
        let all = paper.chain(ours.iter().map(ours_in_words));
        let problems = all.collect::<Option<_>>();
        let problems = problems.ok_or_else(|| Fault::failed("a problem of ours is damaged"))?;
        Ok(BridgeProblems { problems })
    });
    ALL.clone()
}

/// The titles of the paper's examples.
const EXAMPLES: [&str; 4] = [
    "Mislead the declarer",
    "Do not leave partner a guess",
    "Mislead the defenders",
    "When not to signal",
];

fn example((record, title): (&Record, &str)) -> Option<BridgeProblem> {
    let turn = record.play().ok()?.turn()?;
    let seat = record.final_contract()?.decider(turn);
    let view = record.view(seat).ok()?;
    let id = record.tag("Event")?;
    let words = record.comments.join(" ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    // The comment begins with what is the title here.
    let why = words
        .split_once(": ")
        .map_or(words.as_str(), |(_, why)| why);
    Some(BridgeProblem {
        theme: None,
        board: played(record.board()?, &view)?,
        seat: seat.into(),
        turn: turn.into(),
        best: listed(record, "Best")?,
        wrong: listed(record, "Wrong")?,
        title: in_both(id, title, |known| known.title),
        why: in_both(id, &capitalised(why), |known| known.why),
        id: id.to_owned(),
    })
}

fn listed(record: &Record, tag: &str) -> Option<Vec<String>> {
    let words = record.tag(tag)?.split_whitespace();
    let hand: Option<Hand> = words.map(|word| notation::card(word).ok()).collect();
    hand.map(cards)
}

fn ours_in_words(problem: &Problem) -> Option<BridgeProblem> {
    let title = problem.name.split_once(": ").map_or("", |(_, title)| title);
    Some(BridgeProblem {
        id: problem.name.clone(),
        theme: Some(problem.category),
        board: played(problem.board, &problem.view)?,
        seat: problem.view.seat.into(),
        turn: problem.turn.into(),
        best: cards(problem.best),
        wrong: cards(problem.tempting),
        title: in_both(&problem.name, &capitalised(title), |known| known.title),
        why: in_both(&problem.name, &problem.explanation, |known| known.why),
    })
}

fn played(board: Board, view: &View) -> Option<BridgeBoard> {
    let mut position = Position::new(board);
    let calls = view.auction.iter().map(|call| Action::Call(*call));
    let cards = view.cards.iter().map(|(_, card)| Action::Card(*card));
    for action in calls.chain(cards) {
        position.act(action).ok()?;
    }
    Some(BridgeBoard::of(&position))
}

fn in_both(id: &str, english: &str, part: fn(&japanese::Translated) -> &'static str) -> Words {
    Words {
        en: english.to_owned(),
        ja: japanese::of(id).map_or(english, part).to_owned(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::double_dummy::{Position as Point, Solver};
    use std::collections::HashSet;

    fn all() -> Vec<BridgeProblem> {
        let found = problems(Nothing {}, &TaskHandle::idle());
        found.unwrap().problems
    }

    #[test]
    fn the_papers_four_come_first_and_every_id_is_one() {
        let all = all();
        let paper = all.iter().filter(|one| one.theme.is_none());
        assert_eq!(paper.count(), 4);
        assert!(all[..4].iter().all(|one| one.theme.is_none()));
        assert!(all.len() >= 60);
        let ids: HashSet<_> = all.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids.len(), all.len());
        assert_eq!(all[0].why.en.chars().next(), Some('A'));
    }

    #[test]
    fn every_problem_stands_where_its_seat_decides() {
        for one in all() {
            let position = one.board.after(one.board.steps()).unwrap();
            assert_eq!(position.turn().map(BridgeSeat::from), Some(one.seat));
            let turn = position.play().unwrap().turn();
            assert_eq!(turn.map(BridgeSeat::from), Some(one.turn));
            let legal = cards(position.legal_cards());
            let named = one.best.iter().chain(&one.wrong);
            assert!(named.clone().count() >= 2, "{}", one.id);
            assert!(named.clone().all(|card| legal.contains(card)), "{}", one.id);
            assert!(one.best.iter().all(|card| !one.wrong.contains(card)));
        }
    }

    #[test]
    fn every_problem_is_told_in_both_languages() {
        for one in all() {
            for words in [&one.title, &one.why] {
                assert!(!words.en.is_empty() && !words.ja.is_empty());
                assert!(!words.ja.is_ascii(), "{} is not in Japanese", one.id);
            }
        }
        assert_eq!(japanese::count(), all().len());
    }

    #[test]
    fn the_papers_advanced_cards_cost_at_most_an_overtrick_double_dummy() {
        for one in &all()[..4] {
            let position = one.board.after(one.board.steps()).unwrap();
            let point = Point::of(position.play().unwrap()).unwrap();
            let tricks = Solver::new(1 << 20).cards(&point);
            let best = tricks.iter().map(|(_, tricks)| *tricks).max().unwrap();
            let right = tricks
                .iter()
                .filter(|(card, _)| one.best.contains(&super::super::wire::named(*card)));
            assert!(right.clone().count() > 0);
            assert!(
                right.clone().all(|(_, tricks)| tricks + 1 >= best),
                "{}",
                one.id
            );
        }
    }
}
