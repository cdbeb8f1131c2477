//! What the page of Blokus Duo asks for.
//!
//! The page keeps the game with its variations; every question carries the line of moves that leads to the position it is about.
//! `line` is that line, `view` what a board shows of the position behind it, `verdict` why a piece may not lie somewhere,
//! `advice` the moves of players, `marks` what the evaluation sees, `record` the files, and `set` what never changes.

mod advice;
mod line;
mod marks;
mod record;
mod set;
#[cfg(test)]
mod tests;
mod verdict;
mod view;

use crate::Operation;

/// The operations of the page.
pub fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "blokus/set",
            (
                "Lists the pieces, start squares, levels and shipped weights.",
                "ピース、開始マス、レベル、付属の重みの一覧を返します。",
            ),
            |_: set::BlokusNothing, _| Ok(set::set()),
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
                "Lists the best moves with their values, by the strongest player.",
                "最強プレイヤによる最善手の候補と評価値を返します。",
            ),
            |asked: advice::BlokusHintsQuestion, watch| advice::hints(&asked, watch),
        ),
        Operation::task(
            "blokus/reply",
            (
                "Chooses a move with a player of the given level.",
                "指定したレベルのプレイヤが手を選びます。",
            ),
            |asked: advice::BlokusReplyQuestion, watch| advice::reply(&asked, watch),
        ),
        Operation::quick(
            "blokus/read",
            (
                "Reads a game with its variations from .blksgf text.",
                ".blksgf のテキストから変化手順を含む対局を読み込みます。",
            ),
            |asked: record::BlokusText, _| record::read(&asked),
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
