//! Tests of claims, corrections and reliability.

use super::*;
use lookahead::{Candidate, Stop};
use proptest::prelude::*;
use rand::RngExt;

/// Returns claims whose results come about with the chance that a correction gives.
fn drawn(correction: Correction, count: usize, seed: u64) -> Vec<(f64, f64)> {
    let rng = &mut Seed(seed).rng();
    let one = |_| {
        let claim: f64 = rng.random_range(0.02..0.98);
        let share = f64::from(u8::from(rng.random_bool(correction.of(claim))));
        (claim, share)
    };
    (0..count).map(one).collect()
}

#[test]
fn a_fit_finds_the_correction_that_made_the_results() {
    let flattered = Correction::new(-0.4, 0.8).unwrap();
    let found = Correction::fit(drawn(flattered, 20_000, 1));
    assert!((found.shift + 0.4).abs() < 0.06, "{found:?}");
    assert!((found.slope - 0.8).abs() < 0.06, "{found:?}");
    assert_eq!(Correction::fit([]), Correction::NONE);
    // One lucky win does not turn a claim into certainty.
    let lucky = Correction::fit([(0.5, 1.0)]);
    assert!(lucky.of(0.5) < 0.6, "{lucky:?}");
}

#[test]
fn claims_without_a_bias_are_hardly_changed() {
    let found = Correction::fit(drawn(Correction::NONE, 5000, 2));
    for claim in [0.1, 0.3, 0.5, 0.7, 0.9] {
        assert!((found.of(claim) - claim).abs() < 0.03, "{found:?}");
    }
}

proptest! {
    #[test]
    fn corrections_keep_the_order_and_what_is_decided(
        shift in -3.0_f64..3.0, slope in 0.05_f64..4.0, a in 0.0_f64..=1.0, b in 0.0_f64..=1.0,
    ) {
        let correction = Correction::new(shift, slope).unwrap();
        let (low, high) = (a.min(b), a.max(b));
        prop_assert!((0.0..=1.0).contains(&correction.of(a)));
        // Decided claims are beside the scale of the others.
        if is_open(low) && is_open(high) {
            prop_assert!(correction.of(low) <= correction.of(high));
        }
        prop_assert_eq!((correction.of(0.0), correction.of(1.0)), (0.0, 1.0));
    }
}

#[test]
fn an_analysis_is_corrected_for_the_team_that_throws_and_outcomes_keep_their_mean() {
    let mut corrections = Corrections::default();
    corrections.set(6, Correction::new(-0.5, 1.0).unwrap());
    corrections.set(7, Correction::new(-0.5, 1.0).unwrap());
    let share = |probability, value| Share {
        outcome: 0,
        probability,
        value,
    };
    for (slot, sign) in [(6, -1.0), (7, 1.0)] {
        let mut candidate = Candidate::estimate((), 0.6);
        candidate.outcomes = vec![share(0.5, 0.5), share(0.5, 0.7)];
        let mut found = Analysis {
            candidates: vec![candidate],
            effort: Control::new(Seed(1)).start().effort(0, Stop::Done),
        };
        corrections.apply(slot, &mut found);
        let corrected = &found.candidates[0];
        // The lead throws slot 6: less for it is more for the hammer.
        assert!(
            sign * (corrected.value - 0.6) < -0.05,
            "{}",
            corrected.value
        );
        let mean: f64 = corrected
            .outcomes
            .iter()
            .map(|one| one.probability * one.value)
            .sum();
        assert!((mean - corrected.value).abs() < 1e-9);
        let before = found.clone();
        corrections.apply(5, &mut found);
        assert_eq!(found, before);
    }
}

#[test]
fn corrected_outcomes_are_chances_whatever_the_correction() {
    let mut corrections = Corrections::default();
    corrections.set(7, Correction::new(1.0, 2.5).unwrap());
    let outcomes: Vec<_> = [0.02, 0.5, 0.97, 1.0]
        .map(|value| Share {
            outcome: 0,
            probability: 0.25,
            value,
        })
        .into();
    let mut candidate = Candidate::estimate((), 0.6225);
    candidate.outcomes = outcomes;
    let mut found = Analysis {
        candidates: vec![candidate],
        effort: Control::new(Seed(1)).start().effort(0, Stop::Done),
    };
    corrections.apply(7, &mut found);
    let corrected = &found.candidates[0];
    let values: Vec<f64> = corrected.outcomes.iter().map(|one| one.value).collect();
    assert!(values.is_sorted() && values.iter().all(|value| (0.0..=1.0).contains(value)));
    assert_eq!(values[3], 1.0);
    let mean = values.iter().sum::<f64>() / 4.0;
    assert!(
        (mean - corrected.value).abs() < 1e-9,
        "{mean} {}",
        corrected.value
    );
}

#[test]
fn standard_errors_take_the_claims_of_a_match_together() {
    let claim = |chance, share| Claim {
        slot: 3,
        chance,
        share,
    };
    // Every match has ten equal claims: no more is known than from one of each.
    let matches = |times: usize| -> Vec<Vec<Claim>> {
        let one = |number: usize| vec![claim(0.6, (number % 2) as f64); times];
        (0..100).map(one).collect()
    };
    let [one, ten] = [1, 10].map(|times| Reliability::of(matches(times).iter(), |_| true));
    assert_eq!((one.claims, ten.claims), (100, 1000));
    assert!((one.error.unwrap() - ten.error.unwrap()).abs() < 1e-12);
    assert!((one.error.unwrap() - 0.05).abs() < 0.001);
    assert!((ten.off() + 0.1).abs() < 1e-12);
    let none = Reliability::of(matches(1).iter(), |claim| claim.slot == 4);
    assert_eq!(none, Reliability::default());
}
