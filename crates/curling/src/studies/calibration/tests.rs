//! Tests of the study of calibration: tasks, tables, errors with their place.

use super::*;
use arena::report::Table;
use std::path::Path;

const TEXT: &str = "
title = 'Claims'
about = 'what is claimed'
kind = 'curling-calibration'
seed = 1
[curling-calibration]
matches = 2
player = 'ayumu:sims=4'
conditions = { ends = 1, referee = 'fast' }
[[curling-calibration.row]]
name = 'legacy'
conditions = { platform = 'legacy' }
[[curling-calibration.row]]
name = 'doubles'
name_ja = 'ダブルス'
matches = 1
conditions = { platform = 'dc4-mixed-doubles', extra_ends = false }
";

fn experiment(text: &str) -> Experiment {
    Experiment::parse(Path::new("claims.toml"), text).unwrap()
}

fn run(plan: &dyn Plan, index: u64) -> MatchResult {
    let result = plan.run(index, Seed(1), &Cancel::new()).unwrap().result;
    MatchResult::deserialize(result).unwrap()
}

#[test]
fn every_shot_of_a_match_has_a_claim_and_both_teams_the_result_of_one_match() {
    let study = CalibrationStudy::default();
    let plan = study.plan(&experiment(TEXT), &[]).unwrap();
    assert_eq!(plan.tasks(), 3);
    let outline = study.outline(&experiment(TEXT), &[]).unwrap();
    assert_eq!(
        (outline.tasks, Some(outline.identity)),
        (3, plan.identity())
    );
    for (index, slots) in [(0, 0..16), (1, 6..16), (2, 0..16)] {
        let MatchResult { claims } = run(plan.as_ref(), index);
        let thrown = claims.iter().map(|claim| usize::from(claim.slot));
        assert_eq!(thrown.collect::<Vec<_>>(), slots.collect::<Vec<_>>());
        assert!(
            claims
                .iter()
                .all(|claim| (0.0..=1.0).contains(&claim.chance))
        );
        for pair in claims.windows(2) {
            assert_eq!(pair[0].share + pair[1].share, 1.0);
        }
        assert_eq!(run(plan.as_ref(), index).claims, claims);
    }
    assert_ne!(run(plan.as_ref(), 0).claims, run(plan.as_ref(), 2).claims);
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = plan.run(0, Seed(1), &cancel);
    assert!(matches!(stopped, Err(TaskError::Interrupted)));
    assert!(plan.run(3, Seed(1), &Cancel::new()).is_err());
}

#[test]
fn the_tables_compare_claims_with_results_and_few_of_them_give_no_percentages() {
    let study = CalibrationStudy::default();
    let text = TEXT.replacen("matches = 2", "matches = 60", 1);
    let plan = study.plan(&experiment(&text), &[]).unwrap();
    // Claims of 65 % before the fourth stone, of which three in five come true.
    let claim = |share: f64, slot: u8| json!([slot, 0.65, share]);
    let result = |number: u64| {
        let share = if number % 5 < 3 { 1.0 } else { 0.0 };
        json!({ "claims": [claim(share, 3), claim(share, 3)] })
    };
    let index = |number: u64| (0..plan.tasks()).filter(|&at| at != 1).nth(number as usize);
    let results = (0..50).map(|number| (index(number).unwrap(), result(number)));
    let blocks = plan.report(&results.collect());
    let tables: Vec<&Table> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
        .collect();
    let row = |table: &Table, name: &str| -> Vec<String> {
        let found = table.rows.iter().find(|row| row[0].en() == name).unwrap();
        found[1..].iter().map(|cell| cell.en().to_owned()).collect()
    };
    // 50 matches: the error of a mean of 0.6 is the square root of 0.24 / 49.
    let expected = ["100", "65.0", "60.0", "-5.0", "7.0"];
    assert_eq!(row(tables[0], "60–70 %"), expected);
    assert_eq!(row(tables[0], "total"), expected);
    assert_eq!(row(tables[1], "4"), expected);
    assert_eq!(row(tables[1], "5"), ["0", "–", "–", "–", "–"]);
    assert!(blocks.iter().any(|block| matches!(block, Block::Plot(_))));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let study = CalibrationStudy::default();
    let why = |from: &str, to: &str| {
        let text = TEXT.replacen(from, to, 1);
        let refused = study.plan(&experiment(&text), &[]).err();
        refused.expect(to).to_string()
    };
    assert!(why("ayumu:sims=4", "ayumu:color=red").contains("color"));
    assert!(why("ayumu:sims=4", "ayumu:goal=points,sims=4").contains("not a chance"));
    assert!(why("'legacy' }", "'moon' }").contains("moon"));
    assert!(why("matches = 2", "matches = 0").contains("matches"));
    assert!(why("matches = 2\n", "").contains("neither the row nor"));
    assert!(why("player = 'ayumu:sims=4'\n", "").contains("`player`"));
    assert!(why("ayumu:sims=4", "nobody").contains("nobody"));
}
