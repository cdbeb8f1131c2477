//! Tests of the text form of weights: round trips, damaged texts, errors with their line.

use super::*;
use crate::feature_options::tests::any_options;
use crate::learn::Fit;
use crate::position::Scoring;
use lookahead::learn::Settings;
use proptest::prelude::*;

fn lessons() -> impl Strategy<Value = Objective> {
    (any_options(), any::<[bool; 2]>()).prop_map(|(options, [advanced, search])| Objective {
        options,
        scoring: if advanced {
            Scoring::Advanced
        } else {
            Scoring::Basic
        },
        fit: if search { Fit::Search } else { Fit::Static },
    })
}

/// Weights of an objective, made of a few numbers.
fn weights(objective: Objective, numbers: &[f64], gain: f64) -> Weights {
    let all = numbers.iter().copied().cycle();
    Weights {
        command: "sakiyomi blokus train --select 8: a try".to_owned(),
        objective,
        model: Linear {
            weights: all.take(objective.options.weights()).collect(),
            gain,
        },
    }
}

fn read(text: &str) -> Result<Weights, WeightsError> {
    text.parse()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn weights_are_read_back_to_three_decimals(
        objective in lessons(), numbers in proptest::collection::vec(-1e6..1e6_f64, 1..50), gain in 1e-6..100.0_f64,
    ) {
        let weights = weights(objective, &numbers, gain);
        let text = weights.to_string();
        let back = read(&text).unwrap();
        prop_assert_eq!((&back.command, back.objective, back.model.gain), (&weights.command, objective, gain));
        prop_assert_eq!(back.model.weights.len(), weights.model.weights.len());
        for (read, written) in back.model.weights.iter().zip(&weights.model.weights) {
            prop_assert!((read - written).abs() <= 0.000_501, "{} was {}", read, written);
        }
        prop_assert_eq!(back.to_string(), text, "what is rounded stays as it is");
    }

    #[test]
    fn garbage_is_refused_and_never_panics(
        text in "(blokus-duo-weights 1\n)?([a-z #:0-9.{}\n\"éß-]{0,80}|gain: 1\n|lesson: \\{\\}\n|command: x\n|1 2\n|1e999|nan){0,8}",
    ) {
        prop_assert!(read(&text).is_err());
    }

    #[test]
    fn a_damaged_text_is_refused_or_still_a_text(at in 0..4000_usize, with in any::<char>(), cut in any::<bool>()) {
        let mut text = weights(Objective::default(), &[0.25, -1.5], 0.02).to_string();
        let at = at.min(text.len() - 1);
        if cut {
            text.truncate(at);
        } else {
            text.replace_range(at..=at, &with.to_string());
        }
        if let Ok(weights) = read(&text) {
            prop_assert_eq!(read(&weights.to_string()), Ok(weights));
        }
    }
}

#[test]
fn the_text_form_is_pinned() {
    let text = weights(Objective::default(), &[1.0, -0.0004, 12.3456], 0.02).to_string();
    let lines: Vec<_> = text.lines().collect();
    let objective = concat!(
        r#"lesson: {"reading":{"path":"all","dead_for":"own","covered_dead":false,"start":false,"#,
        r#""sides":"difference","numbering":"turned","tempo":false},"scoring":"basic","fit":"static"}"#
    );
    assert_eq!(
        &lines[..6],
        [
            "blokus-duo-weights 1",
            "command: sakiyomi blokus train --select 8: a try",
            objective,
            "gain: 0.02",
            "# score",
            "1.000 0.000 12.346 1.000 0.000 12.346 1.000 0.000 12.346 1.000 0.000 12.346 1.000 0.000",
        ]
    );
    assert_eq!(lines.len(), 4 + 9 * 15 + 2);
    let comments: Vec<_> = lines.iter().filter(|line| line.starts_with('#')).collect();
    assert_eq!(comments[1..3], [&"# effective_d0", &"# dead"]);
    assert_eq!(
        (lines[4 + 9 * 15], lines[lines.len() - 1]),
        (
            "# shared",
            "1.000 0.000 12.346 1.000 0.000 12.346 1.000 0.000 12.346"
        )
    );
}

#[test]
fn separate_sides_and_tempo_have_blocks_of_their_own() {
    let options = FeatureOptions {
        sides: Sides::Separate,
        tempo: true,
        ..FeatureOptions::default()
    };
    let objective = Objective {
        options,
        ..Objective::default()
    };
    let numbers: Vec<f64> = (0..options.weights()).map(|index| index as f64).collect();
    let weights = weights(objective, &numbers, 0.02);
    let text = weights.to_string();
    assert!(text.contains("# Black, score\n0.000 1.000 "), "{text}");
    assert!(text.contains("# White, score\n1773.000 "), "{text}");
    assert!(text.ends_with("\n# tempo\n3546.000\n"), "{text}");
    let sums = Colour::BOTH.map(|colour| shared(&weights.model, &options, colour)[8]);
    assert_eq!(sums, [1772.0, 3545.0]);
}

#[test]
fn errors_name_the_line() {
    let good = weights(Objective::default(), &[0.25], 0.02).to_string();
    let with = |from: &str, to: &str| read(&good.replacen(from, to, 1)).unwrap_err().to_string();
    let first = "0.250 0.250\n";
    for (from, to, words) in [
        (
            "weights 1",
            "weights 2",
            "line 1: unsupported format version 2, expected 1",
        ),
        (
            "blokus-duo-weights 1\n",
            "",
            "found `command: sakiyomi blokus train --select ",
        ),
        (
            "gain: 0.02",
            "gain: 0",
            "line 4: `gain` is `0`: write a number above 0",
        ),
        ("gain: 0.02", "gain: inf", "line 4: `gain` is `inf`"),
        ("gain: 0.02", "gian: 0.02", "line 4: unknown field `gian`"),
        (
            "gain: 0.02\n",
            "",
            "line 5: missing field `gain` before the weights",
        ),
        (
            "gain: 0.02",
            "gain: 0.02\ngain: 0.02",
            "line 5: duplicate field `gain`",
        ),
        (
            "\"path\"",
            "\"road\"",
            "line 3: `lesson` is `{\"reading\":{\"road\"",
        ),
        ("\"path\"", "\"road\"", "unknown field `road`"),
        (
            first,
            "0.250\n",
            "line 141: expected 1773 weights, found 1772",
        ),
        (
            first,
            "0.250 0.250 1\n",
            "line 141: expected 1773 weights, found 1774",
        ),
        (first, "0.250 nan\n", "line 6: `nan` is not a finite number"),
        (
            first,
            "0.250 1e999\n",
            "line 6: `1e999` is not a finite number",
        ),
        (
            first,
            "0.250 0,25\n",
            "line 6: `0,25` is not a finite number",
        ),
        ("# dead", "gain: 0.02", "line 35: duplicate field `gain`"),
    ] {
        let error = with(from, to);
        assert!(error.contains(words), "{error} instead of {words}");
    }
    let late = good.replacen("gain: 0.02\n", "", 1) + "gain: 0.02\n";
    assert!(read(&late).is_err());
    assert!(
        read("")
            .unwrap_err()
            .to_string()
            .ends_with("found ``: not a weights file of Blokus Duo")
    );
}

#[test]
fn comments_empty_lines_and_layout_do_not_matter() {
    let weights = weights(Objective::default(), &[0.25, -3.5], 0.02);
    let text = weights.to_string().replace("# fixed\n", "\n\n# a: b\r\n");
    let (head, numbers) = text.split_once("# score\n").unwrap();
    let all = numbers.replace("0.250 -3.500", "\t.25\n\n   -35e-1");
    assert_eq!(read(&format!("{head}{all}")), Ok(weights));
}

#[test]
fn checkpoints_give_weights_only_to_their_own_lesson() {
    let objective = Objective::default();
    let model = Linear::new(objective.options.weights(), 0.02);
    let checkpoint = Checkpoint::new(model.clone(), Settings::default()).unwrap();
    let weights = Weights::from_checkpoint("a\nb", objective, &checkpoint).unwrap();
    assert_eq!(weights.model, model);
    assert_eq!(read(&weights.to_string()).unwrap().command, "a b");
    let mut other = objective;
    other.options.tempo = true;
    let error = Weights::from_checkpoint("", other, &checkpoint).unwrap_err();
    assert_eq!(error.to_string(), "found 1773 weights, expected 1774");
}

#[test]
fn every_shipped_text_is_as_it_would_be_written() {
    for (name, text) in FILES {
        let weights = shipped(name).unwrap();
        assert_eq!(&weights.to_string(), text, "{name}");
        let command = match name.parse::<u32>() {
            Ok(select) => format!("--select {select} "),
            Err(_) => "--from-games ".to_owned(),
        };
        assert!(weights.command.contains(&command), "{}", weights.command);
        let shared = shared(&weights.model, &weights.objective.options, Colour::Black);
        let largest = shared.iter().all(|&weight| weight <= shared[0]);
        assert!(largest, "the score is worth most: {shared:?}");
        let _ = weights.evaluation();
    }
    assert_eq!(shipped("0"), None);
}
