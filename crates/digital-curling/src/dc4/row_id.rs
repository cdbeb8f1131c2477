//! Ids of the parts of a match in reading calls: teams, players, states, shots and the like.
//!
//! Ids follow from the id of the match, the kind of row and its number, so they are the same after
//! a restart and nothing has to be stored for them. A row id has the bits of the match id except
//! for 22, which kind and number take, and version 8; its first half finds the match of a row.

use std::ops::RangeInclusive;
use uuid::{Builder, Uuid};

/// A kind of row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Team,
    Player,
    Score,
    State,
    Shot,
    StoneCoordinate,
    Trajectory,
}

const TABLES: [Table; 7] = [
    Table::Team,
    Table::Player,
    Table::Score,
    Table::State,
    Table::Shot,
    Table::StoneCoordinate,
    Table::Trajectory,
];

/// The version of the ids of matches: random.
const MATCH_VERSION: u8 = 4;

/// The id of a row of a match.
pub(crate) fn row_id(match_id: Uuid, table: Table, number: usize) -> Uuid {
    let mut bytes = match_id.into_bytes();
    bytes[8] = table as u8 + 1;
    let number = u16::try_from(number).unwrap_or(u16::MAX);
    bytes[9..11].copy_from_slice(&number.to_be_bytes());
    Builder::from_custom_bytes(bytes).into_uuid()
}

/// The kind and number of a row; none if the id is not that of a row.
pub(crate) fn row_of(id: Uuid) -> Option<(Table, usize)> {
    let bytes = id.as_bytes();
    let table = usize::from(bytes[8] & 0x3f).checked_sub(1)?;
    let number = u16::from_be_bytes([bytes[9], bytes[10]]);
    let table = *TABLES.get(table)?;
    (id.get_version_num() == 8).then_some((table, number.into()))
}

/// The ids of matches that a row may belong to.
pub(crate) fn matches_of(id: Uuid) -> RangeInclusive<Uuid> {
    let with = |rest: u8| {
        let mut bytes = id.into_bytes();
        bytes[6] = bytes[6] & 0x0f | MATCH_VERSION << 4;
        bytes[8..].fill(rest);
        Uuid::from_bytes(bytes)
    };
    with(0)..=with(u8::MAX)
}

/// The id of a tournament or a simulator, which have a name only. Equal names have equal ids.
pub(crate) fn named_id(kind: &str, name: &str) -> Uuid {
    // FNV-1a in 128 bits; a zero byte keeps kind and name apart.
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let bytes = kind.bytes().chain([0]).chain(name.bytes());
    let hash = bytes.fold(BASIS, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    });
    Builder::from_custom_bytes(hash.to_be_bytes()).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_row_tells_its_kind_its_number_and_where_its_match_is() {
        let id = Uuid::new_v4();
        let mut seen = HashSet::new();
        for table in TABLES {
            for number in [0, 1, 255, 256, 4000] {
                let row = row_id(id, table, number);
                assert_eq!(row_of(row), Some((table, number)));
                assert!(matches_of(row).contains(&id));
                assert_eq!(row, row_id(id, table, number));
                assert!(seen.insert(row));
            }
        }
        assert!(!matches_of(row_id(Uuid::new_v4(), Table::Shot, 1)).contains(&id));
    }

    #[test]
    fn other_ids_are_no_rows() {
        let id = Uuid::new_v4();
        assert_eq!(row_of(id), None);
        let mut bytes = row_id(id, Table::Team, 0).into_bytes();
        for kind in [0, 8, 63] {
            bytes[8] = 0x80 | kind;
            assert_eq!(row_of(Uuid::from_bytes(bytes)), None);
        }
        assert_eq!(row_of(Uuid::nil()), None);
    }

    #[test]
    fn equal_names_have_equal_ids() {
        assert_eq!(named_id("tournament", "a"), named_id("tournament", "a"));
        assert_ne!(named_id("tournament", "a"), named_id("simulator", "a"));
        assert_ne!(named_id("tournament", "a"), named_id("tournament", "b"));
    }
}
