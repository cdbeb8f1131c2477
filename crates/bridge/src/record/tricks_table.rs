//! Double-dummy results recorded with a board: tricks by declarer and strain with all cards
//! visible.
//!
//! Files have them as a table, `[OptimumResultTable "Declarer;Denomination;Result"]` with twenty
//! rows, or as twenty hexadecimal digits, `[DoubleDummyTricks "..."]`. Nothing is computed here.

use super::{Record, Tag};
use crate::notation::{self, Ascii, STRAINS};
use crate::table::TricksTable;
use crate::{Seat, Strain};

/// The order of declarers in both forms.
const DECLARERS: [Seat; 4] = [Seat::North, Seat::South, Seat::East, Seat::West];

const TABLE: &str = "OptimumResultTable";
const DIGITS: &str = "DoubleDummyTricks";

impl Record {
    /// Returns the double-dummy results recorded with the board, if all twenty are.
    ///
    /// ```
    /// use bridge::{Seat, Strain, record::pbn};
    ///
    /// let parsed = pbn::read(r#"[DoubleDummyTricks "43367433678a9668a966"]"#);
    /// let tricks = parsed.records[0].tricks_table().unwrap();
    /// assert_eq!(tricks[Seat::East as usize][Strain::Spades as usize], 10);
    /// ```
    pub fn tricks_table(&self) -> Option<TricksTable> {
        let find = |name: &str| self.tags.iter().find(|tag| tag.is(name));
        let rows = find(TABLE).and_then(from_rows);
        rows.or_else(|| from_digits(&find(DIGITS)?.value))
    }

    /// Sets the double-dummy results of the board.
    pub fn set_tricks_table(&mut self, tricks: &TricksTable) {
        self.tags.retain(|tag| !tag.is(TABLE) && !tag.is(DIGITS));
        let cells = DECLARERS
            .into_iter()
            .flat_map(|seat| STRAINS.into_iter().rev().map(move |strain| (seat, strain)));
        let row = |(seat, strain): (Seat, Strain)| {
            let tricks = tricks[seat as usize][strain as usize];
            format!("{seat} {} {tricks}", Ascii(strain))
        };
        self.tags.push(Tag {
            name: TABLE.to_owned(),
            value: "Declarer;Denomination\\2R;Result\\2R".to_owned(),
            rows: cells.map(row).collect(),
        });
    }
}

fn from_rows(tag: &Tag) -> Option<TricksTable> {
    let heads: Vec<&str> = tag.value.split(';').map(bare).collect();
    let column = |name: &str| {
        heads
            .iter()
            .position(|head| head.eq_ignore_ascii_case(name))
    };
    let (declarer, strain) = (column("Declarer")?, column("Denomination")?);
    let result = column("Result")?;
    let mut cells = [[None; 5]; 4];
    for row in &tag.rows {
        let words: Vec<&str> = row.split_whitespace().collect();
        let seat = notation::seat(words.get(declarer)?).ok()?;
        let strain = notation::strain(words.get(strain)?).ok()?;
        cells[seat as usize][strain as usize] = Some(words.get(result)?.parse().ok()?);
    }
    filled(cells)
}

/// Returns a column's name without its sort sign and width: `+Result\2R` is `Result`.
fn bare(head: &str) -> &str {
    let name = head.split('\\').next().unwrap_or_default();
    name.trim().trim_start_matches(['+', '-'])
}

fn from_digits(text: &str) -> Option<TricksTable> {
    let mut digits = text.chars().filter(|c| !c.is_whitespace());
    let mut cells = [[None; 5]; 4];
    for seat in DECLARERS {
        for cell in cells[seat as usize].iter_mut().rev() {
            *cell = Some(digits.next()?.to_digit(16)? as u8);
        }
    }
    filled(cells).filter(|_| digits.next().is_none())
}

/// Returns the table if every cell is present and possible.
fn filled(cells: [[Option<u8>; 5]; 4]) -> Option<TricksTable> {
    let possible = |cell: &Option<u8>| cell.is_some_and(|tricks| tricks <= 13);
    let all = cells.iter().flatten().all(possible);
    all.then(|| cells.map(|row| row.map(Option::unwrap_or_default)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with(name: &str, value: &str, rows: &[&str]) -> Record {
        let tag = Tag {
            name: name.to_owned(),
            value: value.to_owned(),
            rows: rows.iter().map(|&row| row.to_owned()).collect(),
        };
        Record {
            tags: vec![tag],
            ..Record::default()
        }
    }

    #[test]
    fn digits_are_declarers_nsew_from_notrump_down() {
        let record = with(DIGITS, "0123456789abcd012345", &[]);
        let table = record.tricks_table().unwrap();
        assert_eq!(table[Seat::North as usize], [4, 3, 2, 1, 0]);
        assert_eq!(table[Seat::South as usize], [9, 8, 7, 6, 5]);
        assert_eq!(table[Seat::East as usize], [0, 13, 12, 11, 10]);
        assert_eq!(table[Seat::West as usize], [5, 4, 3, 2, 1]);
    }

    #[test]
    fn half_a_table_is_none() {
        for digits in ["", "0123", "********************", "e0000000000000000000"] {
            assert_eq!(with(DIGITS, digits, &[]).tricks_table(), None, "{digits}");
        }
        let rows = with(TABLE, "Declarer;Denomination;Result", &["N NT 5"]);
        assert_eq!(rows.tricks_table(), None);
        assert_eq!(with(TABLE, "Declarer", &["N"]).tricks_table(), None);
    }

    proptest! {
        #[test]
        fn a_table_is_got_as_it_was_set(cells in prop::array::uniform4(prop::array::uniform5(0u8..=13))) {
            let mut record = with(DIGITS, "", &[]);
            record.set_tricks_table(&cells);
            prop_assert_eq!(record.tricks_table(), Some(cells));
            prop_assert_eq!(record.tags.len(), 1);
        }

        #[test]
        fn columns_may_stand_in_any_order(cells in prop::array::uniform4(prop::array::uniform5(0u8..=13))) {
            let mut record = with(DIGITS, "", &[]);
            record.set_tricks_table(&cells);
            let tag = &mut record.tags[0];
            tag.value = "Result; Denomination\\2R ;Declarer".to_owned();
            for row in &mut tag.rows {
                let words: Vec<_> = row.split(' ').rev().collect();
                *row = words.join("  ");
            }
            prop_assert_eq!(record.tricks_table(), Some(cells));
        }
    }
}
