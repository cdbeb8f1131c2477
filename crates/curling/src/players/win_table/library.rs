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
const TEXTS: [(&str, &str); 0] = [];

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
