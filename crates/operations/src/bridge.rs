//! What the page of bridge asks for.
//!
//! A board is sent whole with every question: deal, calls, cards, and how many of these steps are to be taken as done (`wire::BridgeAt`).
//! Nothing here knows what the page hides from whom, but players are only ever handed a [`View`](bridge::View), so what they answer is
//! what somebody in that seat could have answered.

mod act;
mod ask;
mod beliefs;
mod deal;
mod double_dummy;
mod files;
mod problems;
mod state;
mod wire;

use crate::Operation;

/// The operations of the page.
pub fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "bridge/read",
            (
                "Reads the boards of a PBN or LIN text.",
                "PBN または LIN のテキストからボードを読み込みます。",
            ),
            |asked, watch| files::read(&asked, watch),
        ),
        Operation::quick(
            "bridge/write",
            (
                "Writes boards as PBN or LIN.",
                "ボードを PBN または LIN で書き出します。",
            ),
            |asked, watch| files::write(&asked, watch),
        ),
        Operation::quick(
            "bridge/state",
            (
                "Describes a board after some of its calls and cards.",
                "途中までのコールとカードの後のボードの状態を返します。",
            ),
            |asked, watch| state::state(&asked, watch),
        ),
        Operation::task(
            "bridge/deal",
            (
                "Deals a board at random, optionally under constraints.",
                "ボードを無作為に配ります（条件の指定も可能）。",
            ),
            |asked, watch| deal::deal(&asked, watch),
        ),
        Operation::quick(
            "bridge/problems",
            (
                "Lists the problems: the paper's worked examples and a set of our own.",
                "問題集（論文の例題と独自の問題）を一覧します。",
            ),
            problems::problems,
        ),
        Operation::task(
            "bridge/double_dummy",
            (
                "Counts the double-dummy tricks of every playable card.",
                "出せる各カードのダブルダミーのトリック数を求めます。",
            ),
            |asked, watch| double_dummy::cards(&asked, watch),
        ),
        Operation::task(
            "bridge/table",
            (
                "Counts the double-dummy tricks of every declarer in every strain.",
                "各ディクレアラー・各デノミネーションのダブルダミーのトリック数を求めます。",
            ),
            |asked, watch| double_dummy::table(&asked, watch),
        ),
        Operation::task(
            "bridge/ask",
            (
                "Values every card by plain Monte Carlo and by abc.",
                "各カードを単純なモンテカルロ法と abc アルゴリズムで評価します。",
            ),
            |asked, watch| ask::ask(&asked, watch),
        ),
        Operation::task(
            "bridge/beliefs",
            (
                "Describes what each seat believes: inferences, sampled deals, chances of cards.",
                "各席の推定（推論、サンプルされた配り、カードの所在の確率）を返します。",
            ),
            |asked, watch| beliefs::beliefs(&asked, watch),
        ),
        Operation::task(
            "bridge/act",
            (
                "Lets a player make the next call or play the next card.",
                "プレイヤに次のコールまたは次のカードを任せます。",
            ),
            |asked, watch| act::act(&asked, watch),
        ),
    ]
}
