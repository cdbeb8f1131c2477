//! Tests of the evaluation against the inner product of weights and features.

use super::*;
use crate::feature_options::tests::any_options;
use crate::features::features;
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;

/// Weights that are whole numbers of units, so that nothing is rounded.
fn model(options: &FeatureOptions, seed: u64) -> Linear {
    let rng = &mut Seed(seed).rng();
    let weights = (0..options.weights()).map(|_| f64::from(rng.random_range(-1000..1000)) / 256.0);
    Linear {
        weights: weights.collect(),
        gain: 0.02,
    }
}

/// Returns the inner product, as defined.
fn slow(model: &Linear, options: &FeatureOptions, position: &Position) -> f64 {
    let mut found = Vec::new();
    features(position, options, &mut found);
    model.value(&found)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn values_are_inner_products_and_so_are_those_after_every_move(options in any_options(), usual in any::<bool>(), seed in any::<u64>()) {
        let options = if usual { FeatureOptions::default() } else { options };
        let model = model(&options, seed);
        let evaluation = Evaluation::new(&model, options);
        prop_assert_eq!(evaluation.scale(), 256.0);
        let rng = &mut Seed(seed).stream(1).rng();
        let mut position = Position::start();
        while let Some(turn) = position.turn() {
            let value = f64::from(evaluation.value(&position)) / 256.0;
            prop_assert_eq!(value, slow(&model, &options, &position));
            let state = EvaluationState::ahead(&evaluation, &position, 1);
            let relative = EvaluationState::relative(&evaluation, &position);
            let moves: Vec<_> = position.moves().collect();
            let offset = state.after(&evaluation, &position, moves[0]) - relative.after(&evaluation, &position, moves[0]);
            for _ in 0..4 {
                let placement = moves[rng.random_range(0..moves.len())];
                let mut next = position.clone();
                next.play(placement);
                let sign = if turn == Colour::Black { 1 } else { -1 };
                let after = state.after(&evaluation, &position, placement);
                let expected = slow(&model, &options, &next) * 256.0 - f64::from(evaluation.tempo(&next));
                prop_assert_eq!(f64::from(sign * after), expected);
                prop_assert_eq!(after - relative.after(&evaluation, &position, placement), offset);
            }
            position.play(moves[rng.random_range(0..moves.len())]);
        }
    }
}

#[test]
fn huge_weights_make_the_unit_coarser_and_change_no_sign() {
    let options = FeatureOptions::default();
    let mut model = model(&options, 3);
    model.weights.iter_mut().for_each(|w| *w *= 1e6);
    let evaluation = Evaluation::new(&model, options);
    assert!(evaluation.scale() < 1.0);
    let mut position = Position::start();
    position.play("e10".parse().unwrap());
    let (fast, slow) = (
        f64::from(evaluation.value(&position)) / evaluation.scale(),
        slow(&model, &options, &position),
    );
    assert!((fast - slow).abs() < 0.01 * slow.abs(), "{fast} {slow}");
}
