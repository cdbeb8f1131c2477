//! The transposition table.
//!
//! Sixteen bytes an entry, four entries a bucket. The best action is stored as its index in the
//! game's list of actions, not as the action: a key collision can then spoil a value or the order
//! of actions but never cause an illegal one.
//!
//! A position may have two entries, one complete and one not. The complete one is worth keeping but
//! is of no use for shallower searches, which need an entry of their own.

use super::tree::{NodeValue, Window};
use crate::Bound;

/// An entry: the result of a position, seen from its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) value: i32,
    /// Never [`Bound::Estimate`].
    pub(super) bound: Bound,
    /// Search depth.
    pub(super) depth: u8,
    /// Whether the result does not depend on the horizon, so that it holds for every greater depth.
    pub(super) complete: bool,
    /// Place of the best action in the game's list.
    pub(super) best: u16,
}

impl Entry {
    /// Returns the result of a search to `depth` with `window`, if the entry settles it.
    pub(super) fn answer(&self, depth: u8, window: Window, exact_depth: bool) -> Option<NodeValue> {
        let holds = self.depth == depth
            || self.complete && self.depth < depth
            || !exact_depth && (self.complete || self.depth > depth);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::AtMost => self.value <= window.alpha,
            Bound::AtLeast => self.value >= window.beta,
            Bound::Estimate => false,
        };
        (holds && settles).then_some(NodeValue {
            value: self.value,
            complete: self.complete,
        })
    }

    /// Value, place, depth, then one byte of generation (5 bits), completeness (1) and bound (2).
    /// Never 0, as no bound is.
    fn pack(&self, generation: u8) -> u64 {
        let bound: u8 = match self.bound {
            Bound::Exact => 1,
            Bound::AtMost => 2,
            Bound::AtLeast | Bound::Estimate => 3,
        };
        let flags = generation << 3 | u8::from(self.complete) << 2 | bound;
        u64::from(self.value.cast_unsigned()) << 32
            | u64::from(self.best) << 16
            | u64::from(self.depth) << 8
            | u64::from(flags)
    }

    fn unpack(data: u64) -> Self {
        Entry {
            value: ((data >> 32) as u32).cast_signed(),
            bound: match data & 3 {
                1 => Bound::Exact,
                2 => Bound::AtMost,
                _ => Bound::AtLeast,
            },
            depth: (data >> 8) as u8,
            complete: data >> 2 & 1 == 1,
            best: (data >> 16) as u16,
        }
    }
}

/// Generations are counted modulo this: five bits of an entry.
const GENERATIONS: u8 = 32;

/// Replacement cost per generation, in plies.
const AGE_COST: i32 = 4;

const WAYS: usize = 4;
const MAX_BUCKETS: usize = (1 << 28) / WAYS;

/// A key and a packed [`Entry`]; all zero while empty. Plain integers, so that a new table is
/// memory the system hands out zeroed, not memory that we write.
type Slot = [u64; 2];

/// The table: entries by key, the least useful ones replaced.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    buckets: Vec<[Slot; WAYS]>,
    generation: u8,
}

impl Table {
    /// Starts a search: resizes the table to `entries` if needed, else advances the generation.
    pub(super) fn begin(&mut self, entries: usize) {
        let wanted = entries.div_ceil(WAYS).min(MAX_BUCKETS);
        if self.buckets.len() != wanted {
            self.buckets = vec![[[0; 2]; WAYS]; wanted];
        }
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    pub(super) fn is_absent(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Returns the entries of a position: up to two, one of them complete.
    pub(super) fn get(&self, key: u64) -> impl Iterator<Item = Entry> {
        let bucket = self.buckets.get(self.place(key)).into_iter().flatten();
        let known = bucket.filter(move |slot| slot[0] == key && slot[1] != 0);
        known.map(|slot| Entry::unpack(slot[1]))
    }

    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        let (place, generation) = (self.place(key), self.generation);
        let Some(bucket) = self.buckets.get_mut(place) else {
            return;
        };
        let same = |s: &&mut Slot| {
            s[0] == key && s[1] != 0 && Entry::unpack(s[1]).complete == entry.complete
        };
        if let Some(slot) = bucket.iter_mut().find(same) {
            if !outlives(slot[1], &entry, generation) {
                slot[1] = entry.pack(generation);
            }
        } else if let Some(slot) = bucket.iter_mut().min_by_key(|s| worth(s[1], generation)) {
            *slot = [key, entry.pack(generation)];
        }
    }

    /// Returns the bucket of a key. Keys are mixed first because games may number their positions
    /// consecutively.
    fn place(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let product = u128::from(mixed) * self.buckets.len() as u128;
        (product >> 64) as usize
    }
}

/// Returns whether an old entry of the same position is kept: within a search, the deeper one is. A
/// deep entry of an earlier search is replaced: a shallower search cannot use it, and could never
/// store anything else.
fn outlives(data: u64, new: &Entry, generation: u8) -> bool {
    let old = Entry::unpack(data);
    !old.complete && age(data, generation) == 0 && old.depth > new.depth
}

/// Returns the replacement value of a slot.
fn worth(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    i32::from(Entry::unpack(data).depth) - AGE_COST * i32::from(age(data, generation))
}

fn age(data: u64, generation: u8) -> u8 {
    let stored = (data >> 3) as u8 % GENERATIONS;
    (generation + GENERATIONS - stored) % GENERATIONS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry {
            value,
            bound: Bound::Exact,
            depth,
            complete: false,
            best: 0,
        }
    }

    /// Returns all entries of a key.
    fn known(table: &Table, key: u64) -> Vec<Entry> {
        table.get(key).collect()
    }

    fn table(entries: usize) -> Table {
        let mut table = Table::default();
        table.begin(entries);
        table
    }

    proptest! {
        #[test]
        fn an_entry_survives_packing(
            value in -super::super::INFINITY..=super::super::INFINITY,
            bound in prop::sample::select(vec![Bound::Exact, Bound::AtMost, Bound::AtLeast]),
            depth: u8, complete: bool, best: u16, generation in 0..GENERATIONS,
        ) {
            let entry = Entry { value, bound, depth, complete, best };
            let data = entry.pack(generation);
            prop_assert_eq!(Entry::unpack(data), entry);
            prop_assert_eq!(age(data, generation), 0);
            prop_assert_ne!(data, 0);
        }
    }

    #[test]
    fn a_table_of_no_entries_remembers_nothing() {
        let mut table = table(0);
        table.put(1, entry(5, 1));
        assert_eq!(known(&table, 1), []);
        assert!(table.is_absent());
    }

    #[test]
    fn key_zero_is_found_only_once_it_is_there() {
        let mut table = table(8);
        assert_eq!(known(&table, 0), []);
        table.put(0, entry(5, 1));
        assert_eq!(known(&table, 0), [entry(5, 1)]);
    }

    #[test]
    fn keys_in_a_row_spread_over_the_table() {
        let mut table = table(1024);
        (0..256).for_each(|key| table.put(key, entry(5, 1)));
        let kept = (0..256)
            .filter(|&key| !known(&table, key).is_empty())
            .count();
        assert!(kept > 250, "{kept} of 256");
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let mut table = table(4);
        for (key, depth) in [(1, 7), (2, 3), (3, 8), (4, 9), (5, 2)] {
            table.put(key, entry(0, depth));
        }
        assert_eq!(known(&table, 2), []);
        assert_eq!(known(&table, 5), [entry(0, 2)]);
    }

    #[test]
    fn entries_of_old_searches_go_first() {
        let mut table = table(4);
        table.put(1, entry(0, 6));
        (0..3).for_each(|_| table.begin(4));
        for key in 2..=5 {
            table.put(key, entry(0, 1));
        }
        assert_eq!(known(&table, 1), []);
        assert!((2..=5).all(|key| !known(&table, key).is_empty()));
    }

    #[test]
    fn a_complete_entry_and_another_stand_side_by_side() {
        let mut table = table(4);
        let complete = |value, depth| Entry {
            complete: true,
            ..entry(value, depth)
        };
        table.put(1, complete(3, 2));
        table.put(1, entry(9, 5));
        assert_eq!(known(&table, 1), [complete(3, 2), entry(9, 5)]);
        table.put(1, complete(4, 1));
        assert_eq!(known(&table, 1), [complete(4, 1), entry(9, 5)]);
    }

    #[test]
    fn within_a_search_the_deeper_entry_stays() {
        let mut table = table(4);
        table.put(1, entry(3, 5));
        table.put(1, entry(4, 4));
        assert_eq!(known(&table, 1), [entry(3, 5)]);
        table.begin(4);
        table.put(1, entry(4, 4));
        assert_eq!(known(&table, 1), [entry(4, 4)]);
    }

    #[test]
    fn only_a_complete_entry_answers_for_a_greater_depth() {
        let window = Window { alpha: 0, beta: 1 };
        let shallow = entry(3, 2);
        let complete = Entry {
            complete: true,
            ..shallow
        };
        assert!(shallow.answer(2, window, true).is_some());
        assert!(shallow.answer(3, window, false).is_none());
        assert!(shallow.answer(1, window, true).is_none());
        assert!(shallow.answer(1, window, false).is_some());
        assert!(complete.answer(3, window, true).is_some());
        assert!(complete.answer(1, window, true).is_none());
    }

    #[test]
    fn a_bound_answers_only_outside_of_the_window() {
        let bounded = |bound| Entry {
            bound,
            ..entry(3, 2)
        };
        let (below, above) = (Window { alpha: 2, beta: 3 }, Window { alpha: 3, beta: 4 });
        assert!(bounded(Bound::AtLeast).answer(2, below, true).is_some());
        assert!(bounded(Bound::AtLeast).answer(2, above, true).is_none());
        assert!(bounded(Bound::AtMost).answer(2, above, true).is_some());
        assert!(bounded(Bound::AtMost).answer(2, below, true).is_none());
    }
}
