//! Operations of Blokus Duo.
//!
//! A page keeps the game with its variations; every request carries the line of moves to its
//! position ([`blokus::Line`]). The modules: `view` is the board of a position, `verdict` the
//! legality of a placement, `advice` moves and hints of players, `marks` the features of the
//! evaluation, `record` game files, `set` constants; [`analyse`] asks any player, [`count`] counts
//! move sequences, [`replay`] replays a recorded game.

pub mod advice;
pub mod analyse;
pub mod count;
pub mod feature_counts;
pub mod json_lines;
mod line;
mod marks;
mod record;
pub mod replay;
mod set;
#[cfg(test)]
mod tests;
pub mod train;
mod verdict;
mod view;

use crate::{FileText, Games, Nothing, Operation, TaskHandle};
use std::sync::Arc;

/// The operations.
pub fn operations(games: &Arc<Games>) -> Vec<Operation> {
    let mut all = of_the_page(games);
    all.extend(of_records(games));
    all
}

/// Operations on one position at a time.
fn of_the_page(games: &Arc<Games>) -> Vec<Operation> {
    let [asked_hints, asked_reply] = [(); 2].map(|()| Arc::clone(games));
    vec![
        Operation::quick(
            "blokus/set",
            (
                "Lists the pieces, start squares, levels and shipped weights.",
                "ピース、開始マス、レベル、付属の重みの一覧を返します。",
            ),
            |_: Nothing, _| Ok(set::set()),
        ),
        Operation::quick(
            "blokus/position",
            (
                "Describes the position after a line of moves: board, remaining pieces, legal moves, evaluation.",
                "手順後の局面（盤面、残りピース、合法手、評価）を返します。",
            ),
            |asked: view::BlokusPositionQuestion, _| view::view(&asked),
        ),
        Operation::quick(
            "blokus/graph",
            (
                "Evaluates the position after every move of a line.",
                "手順の各手の後の評価と点差を返します。",
            ),
            |asked: view::BlokusPositionQuestion, _| view::graph(&asked),
        ),
        Operation::quick(
            "blokus/explain",
            (
                "Tells whether a placement is legal, and if not, why.",
                "その配置が合法かどうか、違法なら理由を返します。",
            ),
            |asked: verdict::BlokusExplainQuestion, _| verdict::explain(&asked),
        ),
        Operation::quick(
            "blokus/features",
            (
                "Lists the evaluation's features on every square with their weights.",
                "各マスの評価特徴とその重みを返します。",
            ),
            |asked: marks::BlokusFeaturesQuestion, _| marks::features(&asked),
        ),
        Operation::task(
            "blokus/hints",
            (
                "Lists the best moves, each searched by itself and deeper every round.",
                "最善手の候補をそれぞれ反復的に深く探索し、評価値を返します。",
            ),
            move |asked: advice::BlokusHintsQuestion, task| {
                advice::hints(&asked, &asked_hints, task)
            },
        ),
        Operation::task(
            "blokus/reply",
            (
                "Chooses a move with the strong player at a level, or with another player.",
                "指定したレベルの strong、または別のプレイヤーが手を選びます。",
            ),
            move |asked: advice::BlokusReplyQuestion, task| {
                advice::reply(&asked, &asked_reply, task)
            },
        ),
    ]
}

/// Operations on players, records and many positions.
fn of_records(games: &Arc<Games>) -> Vec<Operation> {
    let (trust, games) = (games.trust, Arc::clone(games));
    vec![
        Operation::quick(
            "blokus/feature-counts",
            (
                "Counts the nine kinds of features after every move of a game.",
                "対局の各手の後の、9種類の特徴の数を返します。",
            ),
            |asked: feature_counts::BlokusFeatureGame, _| feature_counts::feature_counts(&asked),
        ),
        Operation::task(
            "blokus/analyse",
            (
                "Asks a player for its values of the legal moves and the expected lines.",
                "指定したプレイヤーによる合法手の評価値と予想手順を返します。",
            ),
            move |asked: analyse::BlokusAnalyseQuestion, task| {
                analyse::analyse(&asked, &games, task)
            },
        ),
        Operation::task(
            "blokus/perft",
            (
                "Counts the sequences of a number of moves from a position.",
                "局面からの指定手数の手順の総数を数えます。",
            ),
            |asked: count::BlokusPerftQuestion, task| count::perft(&asked, task),
        ),
        Operation::long(
            "blokus/train",
            (
                "Learns evaluation weights from simulated games; a stopped run can go on.",
                "シミュレーションから評価の重みを学習します。中断した学習は再開できます。",
            ),
            move |asked, task: &TaskHandle| train::train(asked, trust, task),
        ),
        Operation::quick(
            "blokus/replay",
            (
                "Replays a recorded game move by move with the chance of winning after each.",
                "棋譜を1手ずつ再生し、各手の後の勝率を返します。",
            ),
            |asked: FileText, _| replay::replay(&asked),
        ),
        Operation::quick(
            "blokus/read",
            (
                "Reads a game with its variations from .blksgf text.",
                ".blksgf のテキストから変化手順を含む対局を読み込みます。",
            ),
            |asked: FileText, _| record::read(&asked),
        ),
        Operation::quick(
            "blokus/write",
            (
                "Writes a game with its variations as .blksgf text.",
                "変化手順を含む対局を .blksgf のテキストに書き出します。",
            ),
            |asked: record::BlokusGame, _| record::write(&asked),
        ),
    ]
}
