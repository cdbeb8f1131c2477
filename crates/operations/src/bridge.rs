//! Operations of bridge.
//!
//! A board is sent whole with every request: deal, calls, cards, and the number of these steps that
//! count as done (`wire::BridgeAt`). Pages hide hands by themselves; players only get a
//! [`View`](bridge::View) of their seat.

mod act;
pub mod analyse;
mod ask;
mod beliefs;
pub mod compare;
pub mod deal;
mod double_dummy;
mod files;
pub mod json_lines;
mod problems;
pub mod solve;
mod state;
pub mod wire;

use crate::{Fault, Games, Operation, TaskHandle};
use ::bridge::double_dummy::SolverPool;
use std::sync::Arc;

/// The operations.
pub fn operations(games: &Arc<Games>) -> Vec<Operation> {
    let mut all = of_the_page(games);
    all.extend(of_records(games));
    all
}

/// An operation that uses a pool of solvers.
fn using<I, O>(
    solvers: &SolverPool,
    work: fn(&I, &SolverPool, &TaskHandle) -> Result<O, Fault>,
) -> impl Fn(I, &TaskHandle) -> Result<O, Fault> + use<I, O> {
    let solvers = solvers.clone();
    move |asked, task| work(&asked, &solvers, task)
}

/// Operations on one position at a time.
fn of_the_page(games: &Arc<Games>) -> Vec<Operation> {
    let (solvers, games) = (&games.solvers, Arc::clone(games));
    vec![
        Operation::quick(
            "bridge/state",
            (
                "Describes a board after some of its calls and cards.",
                "途中までのコールとカードの後のボードの状態を返します。",
            ),
            |asked, task| state::state(&asked, task),
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
            using(solvers, double_dummy::cards),
        ),
        Operation::task(
            "bridge/table",
            (
                "Counts the double-dummy tricks of every declarer in every strain.",
                "各ディクレアラー・各デノミネーションのダブルダミーのトリック数を求めます。",
            ),
            using(solvers, double_dummy::table),
        ),
        Operation::task(
            "bridge/ask",
            (
                "Values every card by plain Monte Carlo and by abc.",
                "各カードを単純なモンテカルロ法と abc アルゴリズムで評価します。",
            ),
            using(solvers, ask::ask),
        ),
        Operation::task(
            "bridge/beliefs",
            (
                "Describes what each seat believes: inferences, sampled deals, chances of cards.",
                "各席の推定（推論、サンプルしたディール、カードの所在の確率）を返します。",
            ),
            |asked, task| beliefs::beliefs(&asked, task),
        ),
        Operation::task(
            "bridge/act",
            (
                "Lets a player make the next call or play the next card.",
                "プレイヤーに次のコールまたは次のカードを任せます。",
            ),
            move |asked, task| act::act(&asked, &games, task),
        ),
    ]
}

/// Operations on players, records and many positions.
fn of_records(games: &Arc<Games>) -> Vec<Operation> {
    let (solvers, games) = (&games.solvers, Arc::clone(games));
    vec![
        Operation::quick(
            "bridge/read",
            (
                "Reads the boards of a PBN, LIN or JSON text.",
                "PBN・LIN・JSON のテキストからボードを読み込みます。",
            ),
            |asked, task| files::read(&asked, task),
        ),
        Operation::quick(
            "bridge/write",
            (
                "Writes boards as PBN, LIN or JSON.",
                "ボードを PBN・LIN・JSON で書き出します。",
            ),
            |asked, task| files::write(&asked, task),
        ),
        Operation::task(
            "bridge/deal",
            (
                "Deals boards at random under constraints, counts the deals that fit, or locates cards.",
                "条件に合うボードを無作為にディールし、条件に合うディールの数やカードの所在の確率も返します。",
            ),
            |asked, task| deal::ask(&asked, task),
        ),
        Operation::task(
            "bridge/solve",
            (
                "Counts the double-dummy tricks of many deals and positions.",
                "多数のディールや局面のダブルダミーのトリック数を求めます。",
            ),
            using(solvers, solve::solve),
        ),
        Operation::quick(
            "bridge/compare",
            (
                "Compares two tables that played the same boards, in IMPs.",
                "同じボードをプレイした二つのテーブルを IMP で比較します。",
            ),
            |asked, task| compare::compare(&asked, task),
        ),
        Operation::task(
            "bridge/analyse",
            (
                "Advises a seat of a recorded board which cards to play, and why.",
                "記録されたボードで、ある席が出すべきカードとその理由を返します。",
            ),
            move |asked, task| analyse::analyse(&asked, &games, task),
        ),
    ]
}
