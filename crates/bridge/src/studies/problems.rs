//! Study of the shipped problems: solved problems by player and category, as in table 2 of the abc
//! paper.
//!
//! Every player of the file gets every problem several times, each time with other random deals,
//! from the view of the seat to play. A problem counts as solved if the card is right more often
//! than not. The first two players are compared as in the paper, whose problems are others: of its
//! numbers only the pattern can be compared.

use super::{card_list, identity};
use crate::Ascii;
use crate::lineup::{SeatPlayer, seat_player};
use crate::problem::{Category, Problem, shipped};
use arena::Text;
use arena::experiment::{Experiment, ExperimentError};
use arena::playable::PlayableGame;
use arena::report::headings::{PAPER as PAPER_HEADING, PLAYER, TIME};
use arena::report::{Block, Column, Phrase, Table};
use arena::spec::PlayerSpec;
use arena::study::{Outcome, Plan, Study, TaskError};
use lookahead::{Cancel, Control, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;
use toml::Spanned;

/// Heading of the categories.
const CATEGORY: Text = Text {
    en: "category",
    ja: "分類",
};

/// Heading of the number of problems.
const PROBLEMS: Text = Text {
    en: "problems",
    ja: "問題数",
};

/// Name of the row of sums.
const SUM: Text = Text {
    en: "sum",
    ja: "合計",
};

/// The study of kind `bridge-problems`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProblemsStudy;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    /// The number of repetitions of each problem by each player.
    seeds: u64,
    player: Vec<Spanned<PlayerText>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerText {
    /// The name in the report.
    name: String,
    /// The player, as in matches: `abc:deals=60`.
    player: PlayerSpec,
}

/// Table 2 of the paper: problems, solved by both, by minimax only, by abc only.
const PAPER: [[u32; 4]; 9] = [
    [11, 1, 0, 4],
    [6, 3, 0, 2],
    [8, 1, 0, 0],
    [5, 0, 0, 0],
    [1, 0, 0, 0],
    [23, 8, 5, 4],
    [25, 12, 4, 0],
    [18, 1, 4, 1],
    [22, 3, 8, 3],
];

impl Study for ProblemsStudy {
    fn kind(&self) -> &'static str {
        "bridge-problems"
    }

    fn about(&self) -> &'static str {
        "problems of card play at bridge solved, by player"
    }

    fn plan<'a>(
        &'a self,
        experiment: &Experiment,
        _: &'a [Box<dyn PlayableGame>],
    ) -> Result<Box<dyn Plan + 'a>, ExperimentError> {
        let section: Section = experiment.settings()?;
        let make = |line: &Spanned<PlayerText>| {
            let text = line.get_ref().clone();
            let error_at = |why: String| experiment.error_at(line.span(), why);
            let player = seat_player(&text.player).map_err(|error| error_at(error.to_string()))?;
            Ok(Row { text, player })
        };
        let rows = section.player.iter().map(make);
        let rows = rows.collect::<Result<_, ExperimentError>>()?;
        Ok(Box::new(ProblemsPlan {
            seeds: section.seeds,
            rows,
            problems: shipped(),
        }))
    }
}

struct Row {
    text: PlayerText,
    player: SeatPlayer,
}

struct ProblemsPlan {
    seeds: u64,
    rows: Vec<Row>,
    problems: Vec<Problem>,
}

/// An answer to a problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Answer {
    card: String,
    right: bool,
    /// Whether the card is a tempting one.
    tempted: bool,
    seconds: f64,
}

/// The sum of a player's answers to a problem.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    right: u32,
    given: u32,
    seconds: f64,
}

impl Score {
    fn solved(self) -> bool {
        2 * self.right > self.given
    }
}

impl ProblemsPlan {
    /// Returns problem, player and repetition of a task. All problems are given once before any is
    /// repeated.
    fn task(&self, index: u64) -> Option<(usize, usize, u64)> {
        let players = self.rows.len() as u64;
        let round = players * self.problems.len() as u64;
        let repetition = index.checked_div(round)?;
        let (place, player) = (index % round / players, index % players);
        Some((place as usize, player as usize, repetition))
    }

    fn answer(
        problem: &Problem,
        row: &Row,
        seed: Seed,
        cancel: &Cancel,
    ) -> Result<Answer, TaskError> {
        let control = Control::new(seed).cancel(cancel.clone());
        let start = Instant::now();
        let advice = row.player.advise(&problem.view, &control);
        let advice = advice.map_err(|error| TaskError::Failed {
            why: format!("{}: {error}", problem.name),
        })?;
        if cancel.is_cancelled() {
            return Err(TaskError::Interrupted);
        }
        Ok(Answer {
            card: Ascii(advice.card).to_string(),
            right: problem.best.contains(advice.card),
            tempted: problem.tempting.contains(advice.card),
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    /// Returns the scores by problem, then by player.
    fn scores(&self, results: &BTreeMap<u64, Value>) -> Vec<Vec<Score>> {
        let mut scores = vec![vec![Score::default(); self.rows.len()]; self.problems.len()];
        for (index, value) in results {
            let place = self.task(*index);
            let answer = Answer::deserialize(value).ok();
            let (Some((problem, player, _)), Some(answer)) = (place, answer) else {
                continue;
            };
            let score = &mut scores[problem][player];
            score.right += u32::from(answer.right);
            score.given += 1;
            score.seconds += answer.seconds;
        }
        scores
    }

    fn name(&self, row: usize) -> &str {
        &self.rows[row].text.name
    }

    /// Returns the comparison of the first two players, beside the paper's table.
    fn comparison(&self, scores: &[Vec<Score>]) -> Table {
        let [first, second] = [self.name(0), self.name(1)];
        let only = |name: &str| (format!("{name} only"), format!("{name}だけ"));
        let columns = [
            Column::words(CATEGORY),
            Column::number(PROBLEMS),
            Column::number(("both right", "両方正解")),
            Column::number(only(first)),
            Column::number(only(second)),
            Column::number(("none", "なし")),
            Column::words(PAPER_HEADING).from_paper(),
        ];
        let mut table = Table::new(("Problems solved", "解けた問題"), columns).note((
            "Solved: right in more than half of the repetitions. Paper: problems (of a book), both right, minimax only, abc only.",
            "繰り返しの半分より多く正解した問題を、解けたとします。論文の欄は、本の問題数、両方正解、minimaxだけ、abcだけの順です。",
        ));
        let mut sums = ([0; 5], [0; 4]);
        for (category, paper) in Category::ALL.into_iter().zip(PAPER) {
            let counts = self.counts(scores, category);
            add(&mut sums.0, &counts);
            add(&mut sums.1, &paper);
            table = table.row(line(category.description(), &counts, &paper));
        }
        table.row(line(SUM, &sums.0, &sums.1))
    }

    /// Returns the counts: problems, both, first only, second only, none.
    fn counts(&self, scores: &[Vec<Score>], category: Category) -> [u32; 5] {
        let mut counts = [0; 5];
        for (problem, score) in self.problems.iter().zip(scores) {
            if problem.category == category && score[..2].iter().all(|score| score.given > 0) {
                let place = match (score[0].solved(), score[1].solved()) {
                    (true, true) => 1,
                    (true, false) => 2,
                    (false, true) => 3,
                    (false, false) => 4,
                };
                counts[0] += 1;
                counts[place] += 1;
            }
        }
        counts
    }

    /// Returns the problems solved by each player in each category.
    fn solved_by_player(&self, scores: &[Vec<Score>]) -> Table {
        let columns = [Column::words(CATEGORY), Column::number(PROBLEMS)];
        let players = self.rows.iter().map(|row| Column::number(&row.text.name));
        let columns = columns.into_iter().chain(players);
        let caption = (
            "Problems solved by each player",
            "プレイヤーごとの解けた問題",
        );
        let mut table = Table::new(caption, columns);
        let mut sums = vec![0; self.rows.len() + 1];
        for category in Category::ALL {
            let own = || {
                let all = self.problems.iter().zip(scores);
                all.filter(move |(problem, _)| problem.category == category)
            };
            let mut counts = vec![own().count()];
            counts.extend((0..self.rows.len()).map(|player| {
                let solved = own().filter(|(_, score)| score[player].solved());
                solved.count()
            }));
            add(&mut sums, &counts);
            table = table.row(cells(category.description(), &counts));
        }
        table.row(cells(SUM, &sums))
    }

    /// Returns the answers to every problem.
    fn answers_by_problem(&self, scores: &[Vec<Score>]) -> Table {
        let columns = [
            Column::words(("problem", "問題")),
            Column::words(("right", "正解")),
            Column::words(("tempting", "つい出したくなるカード")),
        ];
        let players = self.rows.iter().map(|row| Column::words(&row.text.name));
        let columns = columns.into_iter().chain(players);
        let mut table = Table::new(("Every problem", "すべての問題"), columns).note((
            "Right answers of those given.",
            "解答のうちの正解の数です。",
        ));
        for (problem, score) in self.problems.iter().zip(scores) {
            let known = [problem.best, problem.tempting].map(card_list);
            let given = score.iter().map(|score| match score.given {
                0 => String::new(),
                given => format!("{}/{given}", score.right),
            });
            let cells = [problem.name.clone()].into_iter().chain(known).chain(given);
            table = table.row(cells);
        }
        table
    }

    fn times(&self, scores: &[Vec<Score>]) -> Table {
        let columns = [
            Column::words(PLAYER),
            Column::number(("seconds a card", "カード1枚 (秒)")),
        ];
        let mut table = Table::new(TIME, columns).timing();
        for (player, row) in self.rows.iter().enumerate() {
            let all = scores.iter().map(|score| score[player]);
            let (seconds, given) = all.fold((0.0, 0), |(seconds, given), score| {
                (seconds + score.seconds, given + score.given)
            });
            let mean = (given > 0).then(|| seconds / f64::from(given));
            let mean = mean.map_or_else(String::new, |mean| format!("{mean:.2}"));
            table = table.row([row.text.name.clone(), mean]);
        }
        table
    }
}

fn add<T: Copy + std::ops::AddAssign>(sums: &mut [T], counts: &[T]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += *count;
    }
}

fn cells<T: ToString>(name: Text, counts: &[T]) -> Vec<Phrase> {
    let counts = counts.iter().map(|count| Phrase::from(count.to_string()));
    [Phrase::from(name)].into_iter().chain(counts).collect()
}

fn line(name: Text, ours: &[u32; 5], paper: &[u32; 4]) -> Vec<Phrase> {
    let mut line = cells(name, ours);
    let [all, both, first, second] = paper;
    line.push(format!("{all}: {both}, {first}, {second}").into());
    line
}

impl Plan for ProblemsPlan {
    fn tasks(&self) -> u64 {
        self.seeds * (self.rows.len() * self.problems.len()) as u64
    }

    fn unit(&self) -> Text {
        ("answers", "件の解答").into()
    }

    fn run(&self, index: u64, seed: Seed, cancel: &Cancel) -> Result<Outcome, TaskError> {
        let place = self.task(index).filter(|_| index < self.tasks());
        let found = place.and_then(|(problem, player, repetition)| {
            let own = seed.stream(problem as u64).stream(repetition);
            Some((self.problems.get(problem)?, self.rows.get(player)?, own))
        });
        let (problem, row, own) = found.ok_or_else(|| TaskError::Failed {
            why: format!("unknown task {index}"),
        })?;
        Ok(json!(Self::answer(problem, row, own, cancel)?).into())
    }

    fn report(&self, results: &BTreeMap<u64, Value>) -> Vec<Block> {
        let scores = self.scores(results);
        let mut tables = Vec::new();
        if self.rows.len() > 1 {
            tables.push(self.comparison(&scores));
        }
        tables.push(self.solved_by_player(&scores));
        tables.push(self.answers_by_problem(&scores));
        tables.push(self.times(&scores));
        tables.into_iter().map(Block::Table).collect()
    }

    fn identity(&self) -> Option<Value> {
        let players: Vec<_> = self.rows.iter().map(|row| &row.text).collect();
        let problems: Vec<_> = self.problems.iter().map(identity).collect();
        Some(json!({ "seeds": self.seeds, "players": players, "problems": problems }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TEXT: &str = "
        title = 'Problems'
        about = 'player solves what'
        kind = 'bridge-problems'
        seed = 1
        [bridge-problems]
        seeds = 2
        player = [{ name = 'three', player = 'minimax:deals=3' }, { name = 'four', player = 'minimax:deals=4' }]
    ";

    fn plan(text: &str) -> Box<dyn Plan + 'static> {
        let experiment = Experiment::parse(Path::new("problems.toml"), text).unwrap();
        ProblemsStudy.plan(&experiment, &[]).unwrap()
    }

    #[test]
    fn every_player_gets_every_problem_with_every_seed() {
        let plan = plan(TEXT);
        assert_eq!(plan.tasks(), 4 * shipped().len() as u64);
        let last = plan.tasks() - 1;
        let result = plan.run(last, Seed(1), &Cancel::new()).unwrap().result;
        let answer = Answer::deserialize(&result).unwrap();
        assert!(!(answer.right && answer.tempted));
        let none = plan.run(last * 9, Seed(1), &Cancel::new());
        assert!(none.is_err());
    }

    #[test]
    fn a_problem_is_solved_by_a_player_that_is_right_more_often_than_not() {
        let plan = plan(TEXT);
        let all = shipped().len() as u64;
        // The first player is always right, the second in the first repetition only.
        let result = |index: u64| {
            let right = index.is_multiple_of(2) || index < 2 * all;
            json!({ "card": "SA", "right": right, "tempted": false, "seconds": 1.0 })
        };
        let results = (0..plan.tasks()).map(|index| (index, result(index)));
        let blocks = plan.report(&results.collect());
        let Block::Table(table) = &blocks[0] else {
            panic!("{:?}", blocks[0])
        };
        let sum = table.rows.last().unwrap();
        let all = all.to_string();
        let all = all.as_str();
        assert_eq!(sum[1..], [all, "0", all, "0", "0", "119: 29, 21, 14"]);
    }

    #[test]
    fn players_that_do_not_exist_are_named_with_their_place() {
        let text = TEXT.replace("minimax:deals=4", "oracle");
        let experiment = Experiment::parse(Path::new("problems.toml"), &text).unwrap();
        let error = ProblemsStudy
            .plan(&experiment, &[])
            .err()
            .unwrap()
            .to_string();
        assert!(
            error.contains("problems.toml:8") && error.contains("there is no player `oracle`"),
            "{error}"
        );
    }
}
