//! The tables of the thesis's own contest, and order among equals.

use super::*;
use crate::cup::file;
use crate::cup::journal::Line;
use crate::cup::result::CupReason;
use std::path::Path;

/// First, second, and their points in the standard division of GPW cup 2018 (Mori 2019, section
/// 5.3).
const GPW2018: [(&str, &str, [u16; 2]); 12] = [
    ("MogMog", "SampleAI", [11, 4]),
    ("MontCurlingAI", "SampleAI", [5, 11]),
    ("TAI_2sigma", "SampleAI", [3, 4]),
    ("SampleAI", "MogMog", [2, 11]),
    ("MontCurlingAI", "MogMog", [4, 11]),
    ("TAI_2sigma", "MogMog", [7, 8]),
    ("MogMog", "MontCurlingAI", [11, 1]),
    ("SampleAI", "MontCurlingAI", [6, 4]),
    ("TAI_2sigma", "MontCurlingAI", [11, 3]),
    ("MogMog", "TAI_2sigma", [5, 8]),
    ("SampleAI", "TAI_2sigma", [3, 4]),
    ("MontCurlingAI", "TAI_2sigma", [4, 12]),
];

fn gpw2018() -> Cup {
    let entrant = |name: &str| format!("[[entrant]]\nname = '{name}'\nplayer = 'draw'\n");
    let text = format!(
        "title = 'GPW'\ndata = 'd'\n[[division]]\nname = 'standard'\nconditions = {{ contest = 'gpw2018' }}\n{}",
        ["MogMog", "MontCurlingAI", "SampleAI", "TAI_2sigma"]
            .map(entrant)
            .concat()
    );
    file::of_text(&text, "cup.toml", Path::new("")).unwrap()
}

fn played(cup: &Cup, results: &[(&str, &str, [u16; 2])]) -> CupState {
    let mut state = CupState::fresh(cup);
    for &(first, second, points) in results {
        let named = |it: &&CupMatch| {
            it.entrants
                .map(|entrant| cup.entrants[entrant].name.as_str())
                == [first, second]
        };
        let id = state.matches.iter().find(named).unwrap().id;
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(Team::Zero),
            std::cmp::Ordering::Less => Some(Team::One),
            std::cmp::Ordering::Equal => None,
        };
        let result = CupResult {
            winner,
            points,
            ends: Vec::new(),
            reason: CupReason::Points,
            note: None,
        };
        let line = Line::Over {
            r#match: id,
            at: 0,
            result,
        };
        state.take(cup, &line).unwrap();
    }
    state
}

#[test]
fn the_tables_of_gpw_cup_2018_come_out_as_printed() {
    let cup = gpw2018();
    let state = played(&cup, &GPW2018);
    let lines = standings(&cup, &state, 0);
    let shown: Vec<_> = lines
        .iter()
        .map(|line| {
            (
                line.entrant.as_str(),
                line.wins,
                line.pairs_won,
                line.pairs_lost,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("MogMog", 5, 2, 0),
            ("TAI_2sigma", 4, 1, 0),
            ("SampleAI", 3, 1, 1),
            ("MontCurlingAI", 0, 0, 3),
        ]
    );
    assert_eq!(lines[0].points_for, 57);
    let cross = cross_table(&cup, &state, 0);
    assert_eq!(cross.cells[0][0], None);
    assert_eq!(cross.cells[0][1], Some(vec![Mark::Win, Mark::Win]));
    assert_eq!(cross.cells[1][2], Some(vec![Mark::Loss, Mark::Loss]));
    let mut mixed = cross.cells[0][3].clone().unwrap();
    mixed.sort_by_key(|mark| mark.sign());
    assert_eq!(mixed, [Mark::Loss, Mark::Win]);
    let mut results: Vec<_> = results(&cup, &state, 0)
        .into_iter()
        .map(|line| (line.first, line.second, line.score))
        .collect();
    let mut expected: Vec<_> = GPW2018
        .iter()
        .map(|(first, second, score)| ((*first).to_owned(), (*second).to_owned(), *score))
        .collect();
    results.sort();
    expected.sort();
    assert_eq!(results, expected);
    let text = text(&cup, &state, 0);
    assert!(text.contains("MontCurlingAI   ××"), "{text}");
}

#[test]
fn a_double_forfeit_is_lost_by_both_and_a_draw_by_none() {
    let cup = gpw2018();
    let mut state = played(&cup, &[("MogMog", "SampleAI", [3, 3])]);
    let other = state
        .matches
        .iter()
        .find(|it| it.result.is_none())
        .unwrap()
        .clone();
    let line = Line::Over {
        r#match: other.id,
        at: 0,
        result: CupResult::forfeit(&Team::BOTH, arena::Words::default()),
    };
    state.take(&cup, &line).unwrap();
    let lines = standings(&cup, &state, 0);
    let sum = |of: &dyn Fn(&Standing) -> u32| lines.iter().map(of).sum::<u32>();
    assert_eq!(
        (
            sum(&|it| it.draws),
            sum(&|it| it.losses),
            sum(&|it| it.wins)
        ),
        (2, 2, 0)
    );
}
