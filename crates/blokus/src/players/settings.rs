//! Players by name and their settings: `alphabeta:weights=8,depth=3`.

use super::{
    AlphaBetaGame, AlphaBetaPlayer, BestOfN, EvaluationGuide, Levelled, MonteCarlo, OnePly, Random,
    UctPlayer,
};
use crate::evaluation::Evaluation;
use crate::learn::PlayoutGame;
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

/// Builder of an analyst from its settings.
pub(super) type Build = fn(&mut Settings) -> Result<Box<dyn Analyst<BlokusDuo>>, SpecError>;

/// Returns all players: description without the common settings, and builder.
pub(super) fn players() -> [(Description, Build); 7] {
    let all: [(Description, Build); 7] = [
        (random_description(), |_| Ok(Box::new(Random))),
        (best_of_description(), |settings| {
            let drawn = settings.value("n")?;
            Ok(Box::new(BestOfN::new(evaluation(settings)?, drawn)))
        }),
        (one_ply_description(), |settings| {
            Ok(Box::new(OnePly::new(evaluation(settings)?)))
        }),
        (monte_carlo_description(), |settings| {
            Ok(Box::new(MonteCarlo {
                simulations: settings.value("sims")?,
                selection: settings.value::<BoundedSelection>("select")?.0,
                game: playout_game(settings)?,
            }))
        }),
        (alphabeta_description(), |settings| {
            Ok(Box::new(alphabeta_player(settings)?))
        }),
        (strong_description(), |settings| {
            Ok(Box::new(alphabeta_player(settings)?))
        }),
        (uct_description(), |settings| {
            Ok(Box::new(uct_player(settings)?))
        }),
    ];
    all.map(|(description, build)| (description.setting(level_setting()), build))
}

fn random_description() -> Description {
    let about = (
        "Plays a random legal move.",
        "合法手からランダムに選びます。",
    );
    Description::new("random", about)
}

fn best_of_description() -> Description {
    let about = (
        "Plays the best of some random moves by the evaluation, as in the paper's simulations.",
        "ランダムに選んだ数手のうち評価値が最も良い手を選びます。論文のシミュレーションと同じです。",
    );
    let n = ("Number of moves drawn at random.", "ランダムに選ぶ手の数。");
    Description::new("best-of", about)
        .setting(
            Setting::integer("n", 1..=100_000, n)
                .default(8)
                .unit("moves"),
        )
        .setting(weights_setting(DEFAULT_WEIGHTS))
}

fn one_ply_description() -> Description {
    let about = (
        "Plays the best move by the evaluation, without look-ahead.",
        "先読みせずに評価値が最も良い手を選びます。",
    );
    Description::new("one-ply", about).setting(weights_setting(DEFAULT_WEIGHTS))
}

fn monte_carlo_description() -> Description {
    let about = (
        "Simulates games after every move and plays the move that wins most of them.",
        "各合法手の後をシミュレーションし、最も多く勝つ手を選びます。",
    );
    let sims = (
        "Number of simulations after every move.",
        "各手の後にシミュレーションするゲームの数。",
    );
    let quick = ("Answers at once.", "すぐに答えます。");
    Description::new("monte-carlo", about)
        .setting(
            Setting::integer("sims", 1..=1_000_000_000, sims)
                .page(1_000_000)
                .default(100)
                .unit("games"),
        )
        .setting(selection_setting("random"))
        .setting(weights_setting(DEFAULT_WEIGHTS))
        .preset("quick", quick, &[("sims", "10")])
}

fn alphabeta_description() -> Description {
    let about = (
        "Looks ahead by alpha-beta with the learned evaluation, as in the paper.",
        "論文のとおり、学習した評価関数によるアルファベータ探索で先読みします。",
    );
    let width = Setting::form(
        "width",
        WIDTH_FORM,
        |text| text.parse().map(|WidthSetting(_)| ()),
        WIDTH,
    );
    with_presets(
        Description::new("alphabeta", about)
            .settings(limit_settings("nodes", "nodes", 300_000))
            .setting(weights_setting(DEFAULT_WEIGHTS))
            .setting(width),
    )
}

fn strong_description() -> Description {
    let about = (
        "The strongest: alpha-beta with the strongest weights, looking closely at the best moves only.",
        "最強のプレイヤーです。最強の重みを使い、有望な手に絞って深く読むアルファベータ探索です。",
    );
    let width = Setting::form(
        "width",
        WIDTH_FORM,
        |text| text.parse().map(|WidthSetting(_)| ()),
        WIDTH,
    );
    with_presets(
        Description::new("strong", about)
            .settings(limit_settings("nodes", "nodes", 300_000))
            .setting(weights_setting(STRONGEST_WEIGHTS))
            .setting(width.default(STRONGEST_WIDTH)),
    )
}

/// Returns the presets of players that search by alpha-beta.
fn with_presets(description: Description) -> Description {
    let quick = ("Answers at once.", "すぐに答えます。");
    let paper = (
        "As in the paper: the weights learned with n = 8, two moves ahead.",
        "論文のとおり、n = 8 で学習した重みで2手先まで読みます。",
    );
    let strongest = (
        "The strongest settings known: the strongest weights, and only the most promising moves searched deeply.",
        "現在最強の設定。最強の重みを使い、有望な手だけを深く読みます。",
    );
    description
        .preset("quick", quick, &[("nodes", "20000")])
        .preset(
            "paper",
            paper,
            &[("weights", DEFAULT_WEIGHTS), ("depth", "2")],
        )
        .preset(
            "strongest",
            strongest,
            &[("weights", STRONGEST_WEIGHTS), ("width", STRONGEST_WIDTH)],
        )
}

fn uct_description() -> Description {
    let about = (
        "Monte Carlo tree search (UCT) with the evaluation.",
        "評価関数を使ったシミュレーションで探索木を育てます (UCT)。",
    );
    let quick = ("Answers at once.", "すぐに答えます。");
    let strong = ("Many simulations.", "多くのシミュレーションをします。");
    Description::new("uct", about)
        .settings(limit_settings("sims", "simulations", 2000))
        .setting(selection_setting("best-of:8"))
        .setting(weights_setting(DEFAULT_WEIGHTS))
        .settings(tree_settings())
        .preset("quick", quick, &[("sims", "300")])
        .preset("strong", strong, &[("sims", "20000")])
}

/// Returns the settings of the UCT tree.
fn tree_settings() -> [Setting; 6] {
    [
        Setting::number(
            "explore",
            0.0..=100.0,
            (
                "The exploration constant of UCT.",
                "あまり試していない手を探索する重み。",
            ),
        )
        .default(0.3),
        Setting::number(
            "initial",
            0.0..=1_000_000.0,
            (
                "The number of visits that the evaluation of a new move counts as.",
                "手の評価値を最初に何回の訪問とみなすか。",
            ),
        )
        .default(8)
        .unit("visits"),
        Setting::number(
            "prior",
            0.0..=1000.0,
            (
                "The temperature of the prior probabilities from the evaluation; 0 for none.",
                "評価値から作る事前確率の温度。0 で使いません。",
            ),
        )
        .default(0),
        Setting::number(
            "prior-explore",
            0.0..=100.0,
            (
                "The exploration constant of the prior probabilities.",
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
                "Number of independent trees searched in parallel, one per core.",
                "並行して育てる独立な探索木の数。その数のコアを使います。",
            ),
        )
        .page(64)
        .default(1)
        .unit("trees"),
    ]
}

fn level_setting() -> Setting {
    let meaning = (
        "How many moves it notices: 1 is a beginner, 10 misses nothing.",
        "強さ。1 は多くの手を見落とす初心者で、10 は何も見落としません。",
    );
    Setting::integer("level", 1..=10, meaning).default(10)
}

fn weights_setting(default: &str) -> Setting {
    let meaning = (
        "The weights of the evaluation: bundled ones, by the n they were learned with, or a file written by `blokus train`.",
        "評価関数の重み。付属の重み(学習時の n)か、`blokus train` のファイル。",
    );
    Setting::choice_or_file("weights", &SHIPPED, meaning).default(default)
}

fn selection_setting(default: &str) -> Setting {
    let meaning = ("The playout policy.", "シミュレーション中の手の選び方。");
    let form = "random, best-of:N, softmax:TEMPERATURE or gaussian:DEVIATION";
    Setting::form(
        "select",
        form,
        |text| text.parse().map(|BoundedSelection(_)| ()),
        meaning,
    )
    .default(default)
}

/// Returns the settings that limit a search.
fn limit_settings(nodes: &'static str, unit: &'static str, default: u64) -> [Setting; 3] {
    let count = (
        "Search limit for a move; the default applies if neither time nor depth is set.",
        "1手あたりの探索量。既定値は時間も深さも指定されないときに使われます。",
    );
    let time = ("Time limit for a move.", "1手あたりの思考時間。");
    let depth = ("Search depth in moves.", "何手先まで読むか。");
    [
        Setting::integer(nodes, 1..=1_000_000_000_000, count)
            .page(1_000_000)
            .default(default)
            .unit(unit),
        Setting::time("time", 0.001..=86_400.0, time).page(60),
        Setting::integer("depth", 1..=64, depth).unit("moves"),
    ]
}

const WIDTH_FORM: &str = "ROOT/INNER, two numbers of moves (0 for all), or one for both";
const WIDTH: (&str, &str) = (
    "Number of moves searched deeper than one move, at the root and below it; all if not set.",
    "2手以上先を読むとき、根とその下でそれぞれ調べる手の数。指定しなければすべて。",
);

/// Builds an analyst at the level of its settings.
pub(super) fn levelled(
    build: Build,
    settings: &mut Settings,
) -> Result<Box<dyn Analyst<BlokusDuo>>, SpecError> {
    let level = settings.value("level")?;
    let analyst = build(settings)?;
    Ok(Box::new(Levelled { level, analyst }))
}

/// Returns bundled weights by name, or reads a file.
///
/// # Errors
/// A message if the name is unknown or the file cannot be read.
pub fn named_weights(name: &str) -> Result<Weights, String> {
    if let Some(weights) = shipped(name) {
        return Ok(weights.clone());
    }
    if name.parse::<u32>().is_ok() {
        return Err(format!(
            "unknown weights `{name}`; bundled weights: {}",
            SHIPPED.join(", ")
        ));
    }
    let text = arena::text_file::read(name).map_err(|why| format!("cannot read {name}: {why}"))?;
    text.parse()
        .map_err(|why: WeightsError| format!("{name}: {why}"))
}

/// The evaluation with named weights.
struct NamedEvaluation(Arc<Evaluation>);

impl FromStr for NamedEvaluation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Ok(NamedEvaluation(Arc::new(named_weights(name)?.evaluation())))
    }
}

/// The default weights: the paper's best.
const DEFAULT_WEIGHTS: &str = "8";
/// The weights of the strongest player.
const STRONGEST_WEIGHTS: &str = "strong";
/// The search width of the strongest player.
const STRONGEST_WIDTH: &str = "80/30";

fn evaluation(settings: &mut Settings) -> Result<Arc<Evaluation>, SpecError> {
    let NamedEvaluation(evaluation) = settings.value("weights")?;
    Ok(evaluation)
}

fn playout_game(settings: &mut Settings) -> Result<PlayoutGame, SpecError> {
    Ok(PlayoutGame {
        evaluation: evaluation(settings)?,
        scoring: Scoring::Basic,
    })
}

/// Returns the limits of the player; `default` nodes if none is set.
fn patience(
    settings: &mut Settings,
    nodes: &str,
    default: u64,
) -> Result<DefaultLimits, SpecError> {
    let limit = Limit {
        depth: settings.given("depth")?,
        nodes: settings.given(nodes)?,
        time: settings.given::<Span>("time")?.map(|Span(time)| time),
    };
    Ok(DefaultLimits {
        limit,
        usual: Limit::nodes(default),
        depth_ends: true,
    })
}

fn alphabeta_player(settings: &mut Settings) -> Result<AlphaBetaPlayer, SpecError> {
    let game = AlphaBetaGame::new(evaluation(settings)?, Scoring::Basic);
    let patience = patience(settings, "nodes", 300_000)?;
    let width = settings.value_or_none::<WidthSetting>("width")?;
    let how = alphabeta::Settings {
        width: width.map(|WidthSetting(width)| width),
        ..alphabeta::Settings::default()
    };
    Ok(AlphaBetaPlayer::new(game, patience, how))
}

/// `ROOT/INNER`, or one number for both.
struct WidthSetting(Width);

impl FromStr for WidthSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (root, inner) = text.split_once('/').unwrap_or((text, text));
        let number = |text: &str| {
            let number = text.parse().ok().filter(|n| *n <= 100_000);
            number.ok_or_else(|| format!("write {WIDTH_FORM}"))
        };
        Ok(WidthSetting(Width {
            root: number(root)?,
            inner: number(inner)?,
            ..Width::default()
        }))
    }
}

/// A playout policy of bounded cost.
struct BoundedSelection(Selection);

impl FromStr for BoundedSelection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(Selection::BestOf(n)) if n > 100_000 => Err("at most best-of:100000".to_owned()),
            Ok(selection) => Ok(BoundedSelection(selection)),
            Err(why) => Err(why.to_string()),
        }
    }
}

fn uct_player(settings: &mut Settings) -> Result<UctPlayer, SpecError> {
    let leaf: f64 = settings.value("leaf")?;
    let guide = EvaluationGuide {
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
    Ok(UctPlayer {
        patience: patience(settings, "sims", 2000)?,
        selection: settings.value::<BoundedSelection>("select")?.0,
        game: playout_game(settings)?,
        guide,
        settings: how,
    })
}
