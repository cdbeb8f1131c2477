//! Win tables shipped with the crate, and the choice among them.
//!
//! Each file of `crates/curling/experience` has the conditions of the ends it was learned from and
//! the command that made it. A match takes the table of its discipline, its ice and its way to end
//! a level match, if there is one with enough ends ([`shipped_for`]); what still differs, the
//! player says ([`learned_for`](crate::players::learned_for)).

use super::WinTable;
use crate::conditions::Conditions;
use crate::players::learned_for::{Difference, differences_of_match};
use std::sync::LazyLock;

/// The texts of the shipped tables, by the name of their conditions.
const TEXTS: [(&str, &str); 1] = [("dc4", include_str!("../../../experience/dc4-wins.toml"))];

/// The shipped tables.
static TABLES: LazyLock<Vec<WinTable>> = LazyLock::new(|| {
    let table = |(name, text): (&str, &str)| {
        toml::from_str(text).unwrap_or_else(|why| panic!("the shipped table of {name}: {why}"))
    };
    TEXTS.into_iter().map(table).collect()
});

/// Returns the table for the conditions of a match: the [shipped](shipped_for) one, else the
/// [standard](WinTable::usual) one.
///
/// ```
/// use curling::conditions::Conditions;
/// use curling::players::win_table::{WinTable, table_for};
///
/// assert_eq!(table_for(&Conditions::paper()), WinTable::usual());
/// ```
pub fn table_for(conditions: &Conditions) -> &'static WinTable {
    shipped_for(conditions).unwrap_or_else(WinTable::usual)
}

/// Returns the shipped table for the conditions of a match; `None` if there is none of this ice,
/// this discipline, this way to end a level match and this number of ends.
pub fn shipped_for(conditions: &Conditions) -> Option<&'static WinTable> {
    let distance = |table: &&WinTable| {
        let differences = differences_of_match(table.learned_for(), conditions);
        let fits = !differences.iter().any(|difference| {
            matches!(
                difference,
                Difference::Unknown
                    | Difference::Discipline
                    | Difference::Platform
                    | Difference::IfLevel
                    | Difference::Ends
            )
        });
        fits.then_some(differences.len())
    };
    let fitting = TABLES
        .iter()
        .filter_map(|table| Some((distance(&table)?, table)));
    fitting
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, table)| table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena_game::Curling;
    use crate::physics::Mode;
    use crate::players::jiritsu::{Jiritsu, Settings};
    use crate::rules::{Game, Team};
    use lookahead::{Control, Limit, Seed};

    fn shipped(name: &str, change: impl Fn(&mut Conditions)) -> bool {
        let mut conditions = Conditions::named(name).unwrap();
        change(&mut conditions);
        shipped_for(&conditions).is_some()
    }

    #[test]
    fn a_match_takes_the_table_of_its_ice_and_its_way_to_end() {
        assert!(shipped("dc4", |_| ()));
        assert!(shipped("dc4", |conditions| conditions.rules.ends = 4));
        assert!(!shipped("dc4", |conditions| conditions.rules.ends = 10));
        for other in ["paper", "legacy", "dc2", "dc4-mixed-doubles"] {
            assert!(!shipped(other, |_| ()), "{other}");
        }
    }

    #[test]
    fn shipped_tables_rise_with_the_lead_and_tell_their_command() {
        for (name, text) in TEXTS {
            assert!(text.contains("# sakiyomi curling win-table "), "{name}");
            let table = shipped_for(&Conditions::named(name).unwrap()).expect(name);
            for left in 0..=table.shape().ends {
                let reach = table.shape().difference as i32;
                let row: Vec<f64> = (-reach..=reach)
                    .map(|ahead| table.chance(left, ahead, true))
                    .collect();
                assert!(row.is_sorted(), "{name}, {left} ends left: {row:?}");
            }
        }
    }

    /// Returns the share of matches that the hammer wins from a state, one shot deep.
    fn happened(curling: &Curling, player: &Jiritsu, state: (u8, i8), matches: u64) -> f64 {
        let (left, ahead) = state;
        let share = |number: u64| {
            let seed = Seed(5).stream(number);
            let mut rng = seed.rng();
            let mut game = Game::new(curling.rules()).unwrap();
            game.end = curling.rules().ends - left;
            // Team 1 has the hammer of the first end.
            game.scores.ends[0] = -ahead;
            for shot in 0.. {
                if game.outcome().is_some() {
                    break;
                }
                let control = Control::new(seed.stream(shot)).limit(Limit::depth(1));
                let shot = player.analyse(&game, &control).action().unwrap();
                game = curling.after_attempt(Mode::Fast, &game, &shot, &mut rng);
            }
            match game.outcome().and_then(|outcome| outcome.winner) {
                Some(Team::One) => 1.0,
                Some(Team::Zero) => 0.0,
                None => 0.5,
            }
        };
        (0..matches).map(share).sum::<f64>() / matches as f64
    }

    #[test]
    fn clear_leads_on_the_ice_of_digital_curling_4_win_as_often_as_the_table_says() {
        let curling = Curling::new(Conditions::named("dc4").unwrap()).unwrap();
        let mut settings = Settings::coarse();
        settings.set_strongest();
        settings.lattice = Settings::coarse().lattice;
        settings.search.last_stone_resolution = 1;
        settings.search.last_stone_throws = 200;
        let player = Jiritsu::new(&curling, &settings).unwrap();
        let (mut shipped, mut paper) = (0.0, 0.0);
        // Short ways to the end, on which a coarse lattice keeps a lead as well as the usual one.
        let states = [(1, -2), (2, -2), (1, 1), (2, 2)];
        for (left, ahead) in states {
            // Towards the team in front.
            let sign = f64::from(i8::signum(ahead));
            let happened = happened(&curling, &player, (left, ahead), 24);
            let off = |table: &WinTable| {
                let chance = table.chance(left.into(), ahead.into(), true);
                sign * (happened - chance) / states.len() as f64
            };
            shipped += off(table_for(curling.conditions()));
            paper += off(WinTable::usual());
        }
        assert!(shipped.abs() < 0.07, "{shipped}");
        // The table of other ice knows too little of how safe a lead is here.
        assert!(paper > 0.07, "{paper}");
    }
}
