//! Utility of an end: the value of each of its results to the team with the hammer.
//!
//! A search of one end needs a number for "the hammer scores two" and nothing else of the match. An
//! [`EndUtility`] holds these seventeen numbers, each from 0 to 1: the points themselves, the
//! chance of winning the match ([`EndUtility::of_match`]; Kato, Iizuka and Yamamoto 2016, section
//! 3.4), or only whether the hammer scores, which decides an extra end. The probabilities of the
//! results are not part of it.
//!
//! ```
//! use curling::players::end_utility::EndUtility;
//! use curling::players::win_table::WinTable;
//! use curling::rules::{Game, Rules};
//!
//! let rules = Rules { ends: 10, ..Rules::legacy() };
//! let utility = EndUtility::of_match(&WinTable::standard(), &rules, &Game::new(&rules)?);
//! assert!(utility.of(2) > utility.of(0)); // two points and no hammer beat a blank …
//! assert!(utility.of(0) > utility.of(-1)); // … which beats a stolen end
//! # Ok::<(), curling::rules::RulesError>(())
//! ```

use super::win_table::WinTable;
use crate::rules::{Game, IfLevel, Rules, Team};
use arena::description::Setting;
use serde::{Deserialize, Serialize};

/// The goal of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The chance of winning the match.
    #[default]
    Win,
    /// The points of the end.
    Points,
}

impl Goal {
    /// Returns the description of the setting `goal`.
    pub fn described() -> Setting {
        let meaning = (
            "The goal: the chance of winning the match, or the points of this end.",
            "目標。試合の勝率か、このエンドの得点か。",
        );
        Setting::choice("goal", &["win", "points"], meaning)
    }

    /// Returns the utility of the results of the end that is being played.
    pub fn utility(self, table: &WinTable, rules: &Rules, game: &Game) -> EndUtility {
        match self {
            Goal::Points => EndUtility::points(),
            Goal::Win => EndUtility::of_match(table, rules, game),
        }
    }
}

impl std::str::FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "points" => Ok(Goal::Points),
            "win" => Ok(Goal::Win),
            _ => Err("expected `points` or `win`".to_owned()),
        }
    }
}

/// The most points of an end.
pub const MOST: i8 = 8;
const RESULTS: usize = 2 * MOST as usize + 1;

/// The utility of every result of an end to the team with the hammer, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndUtility {
    values: [f64; RESULTS],
}

impl EndUtility {
    /// Creates a utility by points, which are positive for the hammer.
    pub fn new(value: impl Fn(i8) -> f64) -> Self {
        EndUtility {
            values: std::array::from_fn(|index| value(index as i8 - MOST)),
        }
    }

    /// Returns the utility of points: a half for none, a sixteenth more for each.
    pub fn points() -> Self {
        Self::new(|points| 0.5 + f64::from(points) / f64::from(2 * MOST))
    }

    /// Returns the utility of an extra end: 1 if the hammer scores, 0 if the other team does, and
    /// `blank` for a blank end.
    pub fn any_score(blank: f64) -> Self {
        Self::new(|points| match points {
            0 => blank,
            1.. => 1.0,
            _ => 0.0,
        })
    }

    /// Returns the hammer's chance of winning the match after each result of the end that is being
    /// played. A drawn match is half a win. Where the rules end the match the chance is exact;
    /// otherwise it is the table's. In mixed doubles the team that chooses the placement is assumed
    /// to choose the hammer.
    pub fn of_match(table: &WinTable, rules: &Rules, game: &Game) -> Self {
        Self::new(|points| chance_after(table, rules, game, points))
    }

    /// Returns the utility of this many points for the hammer; negative points are the other
    /// team's.
    #[inline]
    pub fn of(&self, points: i8) -> f64 {
        self.values[(points.clamp(-MOST, MOST) + MOST) as usize]
    }
}

/// Returns the chance of this end's hammer to win the match after this many points.
fn chance_after(table: &WinTable, rules: &Rules, game: &Game, points: i8) -> f64 {
    let decided = result_after(rules, game, points);
    decided.unwrap_or_else(|| {
        let hammer = game.lead.other();
        let keeps_hammer = next_hammer(rules, game, points) == hammer;
        let to_come = rules.ends.saturating_sub(game.end.saturating_add(1));
        table.chance(
            usize::from(to_come),
            ahead_after(game, points),
            keeps_hammer,
        )
    })
}

/// Returns the lead of this end's hammer in the match after this many points.
fn ahead_after(game: &Game, points: i8) -> i32 {
    let ahead = i32::from(game.scores.difference());
    let hammers = match game.lead.other() {
        Team::Zero => ahead,
        Team::One => -ahead,
    };
    hammers + i32::from(points)
}

/// Returns the result of the match for this end's hammer, 1, 1/2 or 0, if the match is over after
/// this many points.
fn result_after(rules: &Rules, game: &Game, points: i8) -> Option<f64> {
    let ahead = ahead_after(game, points);
    let end = game.end.saturating_add(1);
    let to_come = rules.ends.saturating_sub(end);
    let out_of_reach = ahead.abs() > i32::from(to_come) * i32::from(rules.most_points());
    if ahead != 0 && (to_come == 0 || (rules.stops_when_decided && out_of_reach)) {
        return Some(if ahead > 0 { 1.0 } else { 0.0 });
    }
    let drawn = match rules.if_level {
        IfLevel::Draw => to_come == 0,
        IfLevel::ExtraEndsUntil(last) => to_come == 0 && end >= last,
    };
    drawn.then_some(0.5)
}

/// Returns whether a blank end leaves its hammer the hammer of another end.
pub(super) fn blank_keeps_hammer(rules: &Rules, game: &Game) -> bool {
    let hammer = game.lead.other();
    result_after(rules, game, 0).is_none() && next_hammer(rules, game, 0) == hammer
}

/// Returns the team with the hammer in the next end: the team that did not score; after a blank the
/// one that had it, or in mixed doubles the next chooser.
fn next_hammer(rules: &Rules, game: &Game, points: i8) -> Team {
    let hammer = game.lead.other();
    match (points, rules.doubles) {
        (1.., _) => game.lead,
        (0, Some(doubles)) => {
            let chooser = game.chooser.unwrap_or(hammer);
            doubles.after_blank.after(chooser, game.lead)
        }
        _ => hammer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;

    fn ten_ends(if_level: IfLevel) -> Rules {
        Rules {
            ends: 10,
            if_level,
            ..Rules::legacy()
        }
    }

    /// Returns a match in which the hammer of end `end` is ahead by this many points.
    fn game(rules: &Rules, end: u8, ahead: i8) -> Game {
        let mut game = Game::new(rules).unwrap();
        game.end = end;
        game.scores.ends[0] = -ahead; // team 0 leads
        game
    }

    #[test]
    fn points_run_from_nought_to_one_and_are_clamped() {
        let utility = EndUtility::points();
        assert_eq!(
            (utility.of(-8), utility.of(0), utility.of(4), utility.of(8)),
            (0.0, 0.5, 0.75, 1.0)
        );
        assert_eq!((utility.of(100), utility.of(-128)), (1.0, 0.0));
    }

    #[test]
    fn any_score_cares_only_for_who_scores() {
        let utility = EndUtility::any_score(0.7);
        assert_eq!(
            [-3, -1, 0, 1, 5].map(|points| utility.of(points)),
            [0.0, 0.0, 0.7, 1.0, 1.0]
        );
        assert_eq!(EndUtility::any_score(0.5).of(0), 0.5);
    }

    #[test]
    fn a_match_goes_on_with_the_table_and_the_right_hammer() {
        let rules = ten_ends(IfLevel::ExtraEndsUntil(255));
        let table = WinTable::standard();
        let utility = EndUtility::of_match(&table, &rules, &game(&rules, 6, -1));
        assert_eq!(utility.of(0), table.chance(3, -1, true));
        assert_eq!(utility.of(2), table.chance(3, 1, false));
        assert_eq!(utility.of(-1), table.chance(3, -2, true));
    }

    #[test]
    fn the_last_end_decides_unless_it_leaves_the_match_level() {
        let table = WinTable::standard();
        let rules = ten_ends(IfLevel::Draw);
        let utility = EndUtility::of_match(&table, &rules, &game(&rules, 9, -1));
        assert_eq!([0, 1, 2].map(|points| utility.of(points)), [0.0, 0.5, 1.0]);
        let rules = ten_ends(IfLevel::ExtraEndsUntil(255));
        let utility = EndUtility::of_match(&table, &rules, &game(&rules, 9, -1));
        assert_eq!(utility.of(1), 1.0 - table.chance(0, 0, true));
        let utility = EndUtility::of_match(&table, &rules, &game(&rules, 12, 0));
        assert_eq!(
            [-1, 0, 1].map(|points| utility.of(points)),
            [0.0, table.chance(0, 0, true), 1.0]
        );
    }

    #[test]
    fn a_match_out_of_reach_is_over_where_the_rules_say_so() {
        let mut rules = ten_ends(IfLevel::Draw);
        let table = WinTable::standard();
        let game = game(&rules, 8, -7);
        rules.stops_when_decided = true;
        assert_eq!(EndUtility::of_match(&table, &rules, &game).of(-2), 0.0);
        rules.stops_when_decided = false;
        let open = EndUtility::of_match(&table, &rules, &game).of(-2);
        assert_eq!(open, table.chance(1, -9, true));
    }

    #[test]
    fn a_blank_end_keeps_the_hammer_only_where_another_end_follows() {
        let extra = ten_ends(IfLevel::ExtraEndsUntil(20));
        assert!(blank_keeps_hammer(&extra, &game(&extra, 3, 0)));
        assert!(blank_keeps_hammer(&extra, &game(&extra, 9, 0)));
        assert!(!blank_keeps_hammer(&extra, &game(&extra, 9, 1)));
        let draw = ten_ends(IfLevel::Draw);
        assert!(!blank_keeps_hammer(&draw, &game(&draw, 9, 0)));
        let doubles = Conditions::named("dc4-mixed-doubles").unwrap().rules;
        assert!(!blank_keeps_hammer(&doubles, &game(&doubles, 3, 0)));
    }

    #[test]
    fn the_utility_is_what_the_rules_do_with_the_end() {
        for (if_level, end) in [(IfLevel::Draw, 9), (IfLevel::ExtraEndsUntil(11), 10)] {
            let rules = ten_ends(if_level);
            let mut last = game(&rules, end, 0);
            last.shot = 15;
            let utility = EndUtility::of_match(&WinTable::standard(), &rules, &last);
            let outcome = |game: &mut Game| {
                let stones = game.stones;
                game.apply(&rules, &stones).unwrap();
                game.outcome().and_then(|outcome| outcome.winner)
            };
            assert_eq!((outcome(&mut last.clone()), utility.of(0)), (None, 0.5));
            last.stones.place(0, crate::Vector::ZERO);
            assert_eq!(outcome(&mut last.clone()), Some(last.lead));
            assert_eq!(utility.of(-1), 0.0);
        }
    }
}
