//! Players by name, and what can be asked of each: `alphabeta:weights=8,depth=3`.

use super::{Advice, BestOfN, Deep, Levelled, MonteCarlo, OnePly, Random, Static, Tree};
use crate::evaluation::Evaluation;
use crate::learn::Duel;
use crate::position::Scoring;
use crate::rules::BlokusDuo;
use crate::weights::{SHIPPED, Weights, WeightsError, shipped};
use arena::Analyst;
use arena::analyst::DefaultLimits;
use arena::clock::Span;
use arena::description::{Description, Setting};
use arena::spec::{Settings, SpecError};
use lookahead::Limit;
use lookahead::alphabeta::{self, Width};
use lookahead::mcts::uct;
use lookahead::playout::Selection;
use std::str::FromStr;
use std::sync::Arc;

/// Makes an analyst of its settings.
pub(super) type Build = fn(&mut Settings) -> Result<Box<dyn Analyst<BlokusDuo>>, SpecError>;

/// Every player: its description without what all have in common, and its builder.
pub(super) fn players() -> [(Description, Build); 7] {
    let all: [(Description, Build); 7] = [
        (described_random(), |_| Ok(Box::new(Random))),
        (described_best_of(), |settings| {
            let drawn = settings.value("n")?;
            Ok(Box::new(BestOfN::new(evaluation(settings)?, drawn)))
        }),
        (described_one_ply(), |settings| {
            Ok(Box::new(OnePly::new(evaluation(settings)?)))
        }),
        (described_monte_carlo(), |settings| {
            Ok(Box::new(MonteCarlo {
                simulations: settings.value("sims")?,
                selection: settings.value::<Chosen>("select")?.0,
                duel: duel(settings)?,
            }))
        }),
        (described_alphabeta(), |settings| {
            Ok(Box::new(deep(settings)?))
        }),
        (described_strong(), |settings| Ok(Box::new(deep(settings)?))),
        (described_uct(), |settings| Ok(Box::new(tree(settings)?))),
    ];
    all.map(|(description, build)| (description.setting(described_level()), build))
}

fn described_random() -> Description {
    let about = ("Plays any legal move.", "合法手をでたらめに選びます。");
    Description::new("random", about)
}

fn described_best_of() -> Description {
    let about = (
        "The best of some random moves by the evaluation, as in the paper's simulations.",
        "ランダムに選んだ数手のうち評価値が最も良い手を選びます。論文のシミュレーションと同じです。",
    );
    let n = (
        "How many moves are drawn at random.",
        "ランダムに選ぶ手の数。",
    );
    Description::new("best-of", about)
        .setting(
            Setting::integer("n", 1..=100_000, n)
                .default(8)
                .unit("moves"),
        )
        .setting(described_weights(USUAL))
}

fn described_one_ply() -> Description {
    let about = (
        "The best move by the evaluation, without looking ahead.",
        "先読みせずに評価値が最も良い手を選びます。",
    );
    Description::new("one-ply", about).setting(described_weights(USUAL))
}

fn described_monte_carlo() -> Description {
    let about = (
        "Simulates games after every move and plays the move that wins most of them.",
        "各合法手の後をシミュレーションし、最も多く勝つ手を選びます。",
    );
    let sims = (
        "How many games are simulated after every move.",
        "各手の後にシミュレーションするゲームの数。",
    );
    let quick = ("An answer in a moment.", "すぐに答えます。");
    Description::new("monte-carlo", about)
        .setting(
            Setting::integer("sims", 1..=1_000_000_000, sims)
                .page(1_000_000)
                .default(100)
                .unit("games"),
        )
        .setting(described_selection("random"))
        .setting(described_weights(USUAL))
        .preset("quick", quick, &[("sims", "10")])
}

fn described_alphabeta() -> Description {
    let about = (
        "Looks ahead by alpha-beta with the learned evaluation, as in the paper.",
        "論文のとおり、学習した評価関数によるアルファベータ探索で先読みします。",
    );
    let width = Setting::form(
        "width",
        BEAM_FORM,
        |text| text.parse().map(|Beam(_)| ()),
        WIDTH,
    );
    with_presets(
        Description::new("alphabeta", about)
            .settings(described_patience("nodes", "nodes", 300_000))
            .setting(described_weights(USUAL))
            .setting(width),
    )
}

fn described_strong() -> Description {
    let about = (
        "The strongest: alpha-beta with the strongest weights, looking closely at the best moves only.",
        "最強のプレイヤです。最強の重みを使い、有望な手に絞って深く読むアルファベータ探索です。",
    );
    let width = Setting::form(
        "width",
        BEAM_FORM,
        |text| text.parse().map(|Beam(_)| ()),
        WIDTH,
    );
    with_presets(
        Description::new("strong", about)
            .settings(described_patience("nodes", "nodes", 300_000))
            .setting(described_weights(STRONG))
            .setting(width.default(BEAM)),
    )
}

/// The presets of players that search by alpha-beta.
fn with_presets(description: Description) -> Description {
    let quick = ("An answer in a moment.", "すぐに答えます。");
    let paper = (
        "As in the paper: the weights learned with n = 8, two moves ahead.",
        "論文のとおり、n = 8 で学習した重みで2手先まで読みます。",
    );
    let strongest = (
        "The strongest known: the strongest weights, and only the best moves looked into.",
        "現在最強の設定。最強の重みを使い、有望な手だけを深く読みます。",
    );
    description
        .preset("quick", quick, &[("nodes", "20000")])
        .preset("paper", paper, &[("weights", USUAL), ("depth", "2")])
        .preset(
            "strongest",
            strongest,
            &[("weights", STRONG), ("width", BEAM)],
        )
}

fn described_uct() -> Description {
    let about = (
        "Grows a tree of simulations with the evaluation (UCT).",
        "評価関数を使ったシミュレーションで探索木を育てます (UCT)。",
    );
    let quick = ("An answer in a moment.", "すぐに答えます。");
    let strong = ("Many simulations.", "多くのシミュレーションをします。");
    Description::new("uct", about)
        .settings(described_patience("sims", "simulations", 2000))
        .setting(described_selection("best-of:8"))
        .setting(described_weights(USUAL))
        .settings(described_tree())
        .preset("quick", quick, &[("sims", "300")])
        .preset("strong", strong, &[("sims", "20000")])
}

/// The settings of a tree of simulations.
fn described_tree() -> [Setting; 6] {
    [
        Setting::number(
            "explore",
            0.0..=100.0,
            (
                "The weight of exploring moves that were tried rarely.",
                "あまり試していない手を探索する重み。",
            ),
        )
        .default(0.3),
        Setting::number(
            "initial",
            0.0..=1_000_000.0,
            (
                "How many visits the evaluation of a move counts as at first.",
                "手の評価値を最初に何回の訪問とみなすか。",
            ),
        )
        .default(8)
        .unit("visits"),
        Setting::number(
            "prior",
            0.0..=1000.0,
            (
                "The temperature of prior probabilities made of the evaluation; 0 for none.",
                "評価値から作る事前確率の温度。0 で使いません。",
            ),
        )
        .default(0),
        Setting::number(
            "prior-explore",
            0.0..=100.0,
            (
                "The weight of exploring by prior probabilities.",
                "事前確率による探索の重み。",
            ),
        )
        .default(uct::Settings::default().prior_exploration)
        .formerly("prior_explore"),
        Setting::number(
            "leaf",
            0.0..=1.0,
            (
                "The weight of the evaluation against the simulated result; 0 for the result alone.",
                "シミュレーションの結果に対する評価値の重み。0 で結果だけを使います。",
            ),
        )
        .default(0),
        Setting::integer(
            "trees",
            1..=1024,
            (
                "Independent trees that grow side by side, on as many cores.",
                "並行して育てる独立な探索木の数。その数のコアを使います。",
            ),
        )
        .page(64)
        .default(1)
        .unit("trees"),
    ]
}

fn described_level() -> Setting {
    let meaning = (
        "How many moves it notices: 1 is a beginner, 10 misses nothing.",
        "強さ。1 は多くの手を見落とす初心者で、10 は何も見落としません。",
    );
    Setting::integer("level", 1..=10, meaning).default(10)
}

fn described_weights(usual: &str) -> Setting {
    let meaning = (
        "The weights of the evaluation: those shipped, by the n they were learned with, or a file of `blokus train`.",
        "評価関数の重み。付属の重み(学習時の n)か、`blokus train` のファイル。",
    );
    Setting::choice_or_file("weights", &SHIPPED, meaning).default(usual)
}

fn described_selection(usual: &str) -> Setting {
    let meaning = (
        "How simulated games choose their moves.",
        "シミュレーション中の手の選び方。",
    );
    let form = "random, best-of:N, softmax:TEMPERATURE or gaussian:DEVIATION";
    Setting::form(
        "select",
        form,
        |text| text.parse().map(|Chosen(_)| ()),
        meaning,
    )
    .default(usual)
}

/// What limits a search.
fn described_patience(nodes: &'static str, unit: &'static str, usual: u64) -> [Setting; 3] {
    let count = (
        "How much a move may take; the default holds if neither time nor depth is set.",
        "1手あたりの探索量。既定値は時間も深さも指定されないときに使われます。",
    );
    let time = (
        "How long it may think about a move.",
        "1手あたりの思考時間。",
    );
    let depth = ("How many moves it looks ahead.", "何手先まで読むか。");
    [
        Setting::integer(nodes, 1..=1_000_000_000_000, count)
            .page(1_000_000)
            .default(usual)
            .unit(unit),
        Setting::time("time", 0.001..=86_400.0, time).page(60),
        Setting::integer("depth", 1..=64, depth).unit("moves"),
    ]
}

const BEAM_FORM: &str = "ROOT/INNER, two numbers of moves (0 for all), or one for both";
const WIDTH: (&str, &str) = (
    "How many moves are looked into where it looks further than one move: at the root, and below; all if not set.",
    "2手以上先を読むとき、根とその下でそれぞれ調べる手の数。指定しなければすべて。",
);

/// An analyst at the level that is asked for.
pub(super) fn levelled(
    build: Build,
    settings: &mut Settings,
) -> Result<Box<dyn Analyst<BlokusDuo>>, SpecError> {
    let level = settings.value("level")?;
    let analyst = build(settings)?;
    Ok(Box::new(Levelled { level, analyst }))
}

/// Weights that are [shipped], or in a file.
///
/// # Errors
/// In words, why there are none.
pub fn named_weights(name: &str) -> Result<Weights, String> {
    if let Some(weights) = shipped(name) {
        return Ok(weights.clone());
    }
    if name.parse::<u32>().is_ok() {
        return Err(format!(
            "the weights that are shipped are {}",
            SHIPPED.join(", ")
        ));
    }
    let text = std::fs::read_to_string(name).map_err(|why| format!("cannot read {name}: {why}"))?;
    text.parse()
        .map_err(|why: WeightsError| format!("{name}: {why}"))
}

/// The evaluation by weights of a name.
struct Source(Arc<Evaluation>);

impl FromStr for Source {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(Source(Arc::new(named_weights(name)?.evaluation())))
    }
}

/// The weights that are used unless others are asked for: the paper's best.
const USUAL: &str = "8";
/// Those of the strongest player.
const STRONG: &str = "strong";
/// How many moves the strongest player looks at where it looks further than one move.
const BEAM: &str = "80/30";

fn evaluation(settings: &mut Settings) -> Result<Arc<Evaluation>, SpecError> {
    let Source(evaluation) = settings.value("weights")?;
    Ok(evaluation)
}

fn duel(settings: &mut Settings) -> Result<Duel, SpecError> {
    Ok(Duel {
        evaluation: evaluation(settings)?,
        scoring: Scoring::Basic,
    })
}

/// Limits of the player itself; `usual` nodes if nobody sets one.
fn patience(settings: &mut Settings, nodes: &str, usual: u64) -> Result<DefaultLimits, SpecError> {
    let limit = Limit {
        depth: settings.given("depth")?,
        nodes: settings.given(nodes)?,
        time: settings.given::<Span>("time")?.map(|Span(time)| time),
    };
    Ok(DefaultLimits {
        limit,
        usual: Limit::nodes(usual),
        depth_ends: true,
    })
}

fn deep(settings: &mut Settings) -> Result<Deep, SpecError> {
    let game = Static::new(evaluation(settings)?, Scoring::Basic);
    let patience = patience(settings, "nodes", 300_000)?;
    let width = settings.value_or_none::<Beam>("width")?;
    let how = alphabeta::Settings {
        width: width.map(|Beam(width)| width),
        ..alphabeta::Settings::default()
    };
    Ok(Deep::new(game, patience, how))
}

/// `ROOT/INNER`, or one number for both.
struct Beam(Width);

impl FromStr for Beam {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (root, inner) = text.split_once('/').unwrap_or((text, text));
        let number = |text: &str| {
            let number = text.parse().ok().filter(|n| *n <= 100_000);
            number.ok_or_else(|| format!("write {BEAM_FORM}"))
        };
        Ok(Beam(Width {
            root: number(root)?,
            inner: number(inner)?,
            ..Width::default()
        }))
    }
}

/// A way to choose moves that can be borne.
struct Chosen(Selection);

impl FromStr for Chosen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(Selection::BestOf(n)) if n > 100_000 => Err("at most best-of:100000".to_owned()),
            Ok(selection) => Ok(Chosen(selection)),
            Err(why) => Err(why.to_string()),
        }
    }
}

fn tree(settings: &mut Settings) -> Result<Tree, SpecError> {
    let leaf: f64 = settings.value("leaf")?;
    let advice = Advice {
        initial: settings.value("initial")?,
        temperature: settings.value("prior")?,
        leaf: leaf > 0.0,
    };
    let how = uct::Settings {
        exploration: settings.value("explore")?,
        prior_exploration: settings.value("prior-explore")?,
        leaf_weight: leaf,
        trees: settings.value("trees")?,
        ..uct::Settings::default()
    };
    Ok(Tree {
        patience: patience(settings, "sims", 2000)?,
        selection: settings.value::<Chosen>("select")?.0,
        duel: duel(settings)?,
        advice,
        settings: how,
    })
}
