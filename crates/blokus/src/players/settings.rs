//! Players by name, and what can be asked of each: `alphabeta:weights=8,depth=3`.

use super::{
    Advice, BestOfN, Deep, Level, Levelled, MonteCarlo, OnePly, Patience, Random, Static, Thinker,
    Tree,
};
use crate::evaluation::Evaluation;
use crate::learn::Duel;
use crate::position::Scoring;
use crate::weights::{SHIPPED, Weights, WeightsError, shipped};
use arena::clock::Span;
use arena::spec::{Settings, SpecError};
use lookahead::Limit;
use lookahead::alphabeta::{self, Width};
use lookahead::mcts::uct;
use lookahead::playout::Selection;
use std::str::FromStr;
use std::sync::Arc;

/// Makes a thinker out of its settings.
pub(super) type Build = fn(&mut Settings) -> Result<Box<dyn Thinker>, SpecError>;

/// Every thinker by name, with one line about it and its settings.
pub(super) const THINKERS: [(&str, &str, Build); 7] = [
    (
        "random",
        "any legal move; level=1-10, as for every player",
        |_| Ok(Box::new(Random)),
    ),
    (
        "best-of",
        "the best of n=8 random moves by the evaluation; weights=8, another of those shipped, or a file",
        |settings| {
            let drawn = settings.take("n")?.unwrap_or(8);
            Ok(Box::new(BestOfN::new(evaluation(settings, USUAL)?, drawn)))
        },
    ),
    (
        "one-ply",
        "the best move by the evaluation; weights=8, another of those shipped, or a file",
        |settings| Ok(Box::new(OnePly::new(evaluation(settings, USUAL)?))),
    ),
    (
        "monte-carlo",
        "sims=100 simulations after every move; select=random or best-of:N, softmax:T, gaussian:S, weights",
        |settings| {
            let simulations = settings.take("sims")?.unwrap_or(100);
            let selection = settings.take("select")?.unwrap_or(Selection::Random);
            let duel = duel(settings)?;
            Ok(Box::new(MonteCarlo {
                duel,
                selection,
                simulations,
            }))
        },
    ),
    (
        "alphabeta",
        "looks ahead with the evaluation, as in the paper; weights=8, another of those shipped, or a file; depth, nodes, time (default nodes=300000), width=ROOT/INNER",
        |settings| Ok(Box::new(deep(settings, USUAL, None)?)),
    ),
    (
        "strong",
        "the strongest: alphabeta with weights=strong and width=80/30; the same settings",
        |settings| Ok(Box::new(deep(settings, STRONG, Some(BEAM))?)),
    ),
    (
        "uct",
        "grows a tree of simulations with the evaluation; weights, sims, time (default sims=2000), select, initial, prior, leaf, explore, trees",
        |settings| Ok(Box::new(tree(settings)?)),
    ),
];

/// A thinker at the level that is asked for.
pub(super) fn levelled(
    build: Build,
    settings: &mut Settings,
) -> Result<Box<dyn Thinker>, SpecError> {
    let level = settings.take("level")?.unwrap_or(Level::FULL);
    let thinker = build(settings)?;
    Ok(Box::new(Levelled { thinker, level }))
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
const BEAM: Width = Width {
    root: 80,
    inner: 30,
    least_depth: 2,
};

fn evaluation(settings: &mut Settings, usual: &str) -> Result<Arc<Evaluation>, SpecError> {
    let asked = settings.take::<Source>("weights")?;
    Ok(asked.map_or_else(
        || {
            Arc::new(
                shipped(usual)
                    .expect("the usual weights are shipped")
                    .evaluation(),
            )
        },
        |Source(evaluation)| evaluation,
    ))
}

fn duel(settings: &mut Settings) -> Result<Duel, SpecError> {
    Ok(Duel {
        evaluation: evaluation(settings, USUAL)?,
        scoring: Scoring::Basic,
    })
}

/// Limits of the player itself; `usual` nodes if nobody sets one.
fn patience(settings: &mut Settings, nodes: &str, usual: u64) -> Result<Patience, SpecError> {
    let limit = Limit {
        depth: settings.take("depth")?,
        nodes: settings.take(nodes)?,
        time: settings.take::<Span>("time")?.map(|Span(time)| time),
    };
    let usual = Limit::nodes(usual);
    Ok(Patience { limit, usual })
}

fn deep(settings: &mut Settings, weights: &str, beam: Option<Width>) -> Result<Deep, SpecError> {
    let game = Static::new(evaluation(settings, weights)?, Scoring::Basic);
    let patience = patience(settings, "nodes", 300_000)?;
    let how = alphabeta::Settings {
        width: settings
            .take::<Beam>("width")?
            .map_or(beam, |Beam(width)| Some(width)),
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
            text.parse()
                .map_err(|_| "write ROOT/INNER, two numbers of moves".to_owned())
        };
        Ok(Beam(Width {
            root: number(root)?,
            inner: number(inner)?,
            ..Width::default()
        }))
    }
}

fn tree(settings: &mut Settings) -> Result<Tree, SpecError> {
    let leaf: Option<f64> = settings.take("leaf")?;
    let advice = Advice {
        initial: settings.take("initial")?.unwrap_or(8.0),
        temperature: settings.take("prior")?.unwrap_or(0.0),
        leaf: leaf.is_some_and(|weight| weight > 0.0),
    };
    let usual = uct::Settings::default();
    let how = uct::Settings {
        exploration: settings.take("explore")?.unwrap_or(0.3),
        prior_exploration: settings
            .take("prior_explore")?
            .unwrap_or(usual.prior_exploration),
        leaf_weight: leaf.unwrap_or(usual.leaf_weight),
        trees: settings.take("trees")?.unwrap_or(1),
        ..usual
    };
    Ok(Tree {
        patience: patience(settings, "sims", 2000)?,
        selection: settings.take("select")?.unwrap_or(Selection::BestOf(8)),
        duel: duel(settings)?,
        advice,
        settings: how,
    })
}
