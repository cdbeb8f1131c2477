//! Transposition table, keyed by relevant ranks (partition search).
//!
//! Two positions with the same lengths of all suits in all hands and the same hand on lead have the
//! same value if the high cards are in the same hands, down to the lowest card the proof depends
//! on. So an entry stores, for each suit, the owners of the highest cards left, the relevant ones,
//! and nothing of the rest. It holds for every deal with these owners, not only for the one it was
//! proved in: the table stays useful from position to position and from deal to deal, as long as
//! trumps are the same.
//!
//! Entries of the same lengths and leader are adjacent and scanned in turn.

/// Owners of the cards left: two bits a card, the highest card first, 32 bits a suit, two suits a
/// word.
pub(super) type Owners = [u64; 2];

/// A proved result.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    owners: Owners,
    /// The number of relevant cards of each suit, four bits each.
    pub(super) relevant: u16,
    /// North-South take at least this many of the tricks left.
    pub(super) lower: u8,
    /// And at most this many.
    pub(super) upper: u8,
    /// The card that caused the cutoff: its suit and the number of higher cards left; 255 if
    /// unknown.
    pub(super) best: u8,
}

impl Entry {
    fn fits(&self, owners: &Owners) -> bool {
        let mask = self.mask();
        let first = (self.owners[0] ^ owners[0]) & mask[0];
        let second = (self.owners[1] ^ owners[1]) & mask[1];
        first | second == 0
    }

    /// Returns the mask of the relevant owners. Not stored: entries are scanned linearly, and
    /// smaller ones are faster.
    fn mask(&self) -> Owners {
        let [low, high] = self.relevant.to_le_bytes();
        [MASKS[usize::from(low)], MASKS[usize::from(high)]]
    }

    /// Returns whether this entry covers every position that `other` covers.
    fn is_as_general(&self, other: &Entry) -> bool {
        let (mask, others) = (self.mask(), other.mask());
        let more = mask[0] & !others[0] | mask[1] & !others[1];
        more == 0 && self.fits(&other.owners)
    }

    fn is_as_tight(&self, other: &Entry) -> bool {
        self.lower >= other.lower && self.upper <= other.upper
    }
}

/// Entries of one combination of lengths and leader.
#[derive(Clone, Copy, Default)]
struct Bucket {
    /// Lengths and leader; 0 if unused.
    key: u64,
    start: u32,
    len: u16,
    capacity: u16,
}

/// The initial number of buckets.
const INITIAL_BUCKETS: usize = 1 << 8;
/// The initial capacity of a bucket.
const INITIAL_CAPACITY: u16 = 2;
/// The maximum number of entries of a bucket; beyond it the older half is dropped.
const MAX_BUCKET: u16 = 512;

/// The number of newest entries of a bucket that a new one is compared with.
const RECENT: usize = 12;

/// The table of one search.
#[derive(Clone)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    used: usize,
    entries: Vec<Entry>,
    most: usize,
}

impl Table {
    /// Creates a table that is cleared when it would hold more than `most` entries.
    pub(super) fn new(most: usize) -> Self {
        Table {
            buckets: vec![Bucket::default(); INITIAL_BUCKETS],
            used: 0,
            entries: Vec::new(),
            most,
        }
    }

    /// Clears the table.
    pub(super) fn clear(&mut self) {
        // Shrunk as well: a short search is faster with little memory to touch.
        self.buckets.truncate(INITIAL_BUCKETS);
        self.buckets.fill(Bucket::default());
        self.used = 0;
        self.entries.clear();
    }

    fn slot(&self, key: u64) -> usize {
        let mask = self.buckets.len() - 1;
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut at = (spread >> 32) as usize & mask;
        loop {
            let found = self.buckets[at].key;
            // Matching key or free bucket: one branch for both, which is nearly always taken.
            if found.min(found ^ key) == 0 {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the entries of positions of these lengths and this leader.
    pub(super) fn bucket(&self, key: u64) -> &[Entry] {
        let bucket = self.buckets[self.slot(key)];
        &self.entries[bucket.start as usize..][..bucket.len as usize]
    }

    /// Returns the newest entry that decides whether North-South take `target` tricks; without one,
    /// lead hints from similar positions.
    pub(super) fn find(&self, key: u64, owners: &Owners, target: u8) -> Result<&Entry, Hints> {
        let mut hints = Hints {
            matching: u8::MAX,
            near: u8::MAX,
        };
        for entry in self.bucket(key).iter().rev() {
            if entry.fits(owners) {
                if entry.lower >= target || entry.upper < target {
                    return Ok(entry);
                }
                if hints.matching == u8::MAX {
                    hints.matching = entry.best;
                }
            } else if hints.near == u8::MAX {
                hints.near = entry.best;
            }
        }
        Err(hints)
    }

    /// Adds a proved result that depends on `relevant` cards of each suit.
    pub(super) fn add(
        &mut self,
        key: u64,
        owners: &Owners,
        relevant: [u32; 4],
        proved: ProvedBounds,
    ) {
        if self.entries.len() >= self.most {
            self.clear();
        }
        if 2 * self.used > self.buckets.len() {
            self.grow();
        }
        let at = self.slot(key);
        let relevant = relevant.iter().rev().fold(0, |all, n| all << 4 | *n as u16);
        let ProvedBounds { lower, upper, best } = proved;
        let entry = Entry {
            owners: *owners,
            relevant,
            lower,
            upper,
            best,
        };
        if !self.merge(at, &entry) {
            self.push(at, key, entry);
        }
    }

    /// Drops entries that a new one subsumes, that is more specific and no tighter ones. Returns
    /// whether the new entry was merged into one with the same relevant cards.
    fn merge(&mut self, at: usize, new: &Entry) -> bool {
        let bucket = &mut self.buckets[at];
        let entries = &mut self.entries[bucket.start as usize..][..bucket.len as usize];
        let first = entries.len().saturating_sub(RECENT);
        let (mut kept, mut merged) = (first, false);
        for index in first..entries.len() {
            let old = &mut entries[index];
            if new.is_as_general(old) {
                if old.relevant == new.relevant {
                    old.lower = old.lower.max(new.lower);
                    old.upper = old.upper.min(new.upper);
                    old.best = new.best;
                    merged = true;
                } else if new.is_as_tight(old) {
                    continue;
                }
            }
            if kept < index {
                entries[kept] = entries[index];
            }
            kept += 1;
        }
        bucket.len = kept as u16;
        merged
    }

    fn push(&mut self, at: usize, key: u64, entry: Entry) {
        let mut bucket = self.buckets[at];
        if bucket.key == 0 {
            self.used += 1;
            bucket.key = key;
        }
        if bucket.len == MAX_BUCKET {
            let start = bucket.start as usize;
            self.entries.copy_within(
                start + MAX_BUCKET as usize / 2..start + MAX_BUCKET as usize,
                start,
            );
            bucket.len = MAX_BUCKET / 2;
        }
        if bucket.len == bucket.capacity {
            let capacity = (2 * bucket.capacity).max(INITIAL_CAPACITY);
            let (from, len) = (bucket.start as usize, bucket.len as usize);
            bucket.start = self.entries.len() as u32;
            bucket.capacity = capacity;
            self.entries.extend_from_within(from..from + len);
            let end = bucket.start as usize + capacity as usize;
            self.entries.resize(end, Entry::default());
        }
        self.entries[bucket.start as usize + bucket.len as usize] = entry;
        bucket.len += 1;
        self.buckets[at] = bucket;
    }

    fn grow(&mut self) {
        let doubled = vec![Bucket::default(); 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, doubled);
        for bucket in old.into_iter().filter(|b| b.key != 0) {
            let at = self.slot(bucket.key);
            self.buckets[at] = bucket;
        }
    }
}

/// Cards that caused cutoffs in similar positions, encoded as in an [`Entry`].
#[derive(Clone, Copy)]
pub(super) struct Hints {
    /// From a position with the same owners of the relevant cards, but another target.
    pub(super) matching: u8,
    /// From a position with the same lengths.
    pub(super) near: u8,
}

/// Proved bounds and the card that caused the cutoff.
#[derive(Clone, Copy)]
pub(super) struct ProvedBounds {
    pub(super) lower: u8,
    pub(super) upper: u8,
    pub(super) best: u8,
}

/// The masks of the first owners of two suits, by the number of relevant cards of each, four bits
/// each.
static MASKS: [u64; 256] = masks();

const fn masks() -> [u64; 256] {
    let mut masks = [0; 256];
    let mut relevant = 0;
    while relevant < 256 {
        let (first, second) = (relevant as u32 & 15, relevant as u32 >> 4);
        masks[relevant] =
            u64::MAX << (32 - 2 * first) & 0xFFFF_FFFF | (u64::MAX << (32 - 2 * second)) << 32;
        relevant += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 1 << 63 | 5;

    fn proved(lower: u8, upper: u8) -> ProvedBounds {
        ProvedBounds {
            lower,
            upper,
            best: u8::MAX,
        }
    }

    /// Owners of clubs alone, from the top.
    fn clubs(owners: &[u64]) -> Owners {
        let places = owners.iter().zip((0..16).rev());
        [places.map(|(owner, place)| owner << (2 * place)).sum(), 0]
    }

    fn answer(table: &Table, owners: &Owners, target: u8) -> Option<bool> {
        let entry = table.find(KEY, owners, target).ok()?;
        Some(entry.lower >= target)
    }

    #[test]
    fn an_entry_holds_wherever_the_named_cards_lie_the_same() {
        let mut table = Table::new(100);
        table.add(KEY, &clubs(&[2, 1, 3]), [2, 0, 0, 0], proved(4, 13));
        assert_eq!(answer(&table, &clubs(&[2, 1, 0]), 4), Some(true));
        assert_eq!(answer(&table, &clubs(&[2, 1, 0]), 5), None);
        assert_eq!(answer(&table, &clubs(&[2, 2, 3]), 4), None);
        assert!(table.find(KEY + 1, &clubs(&[2, 1, 3]), 4).is_err());
    }

    #[test]
    fn two_entries_of_the_same_cards_become_one() {
        let mut table = Table::new(100);
        table.add(KEY, &clubs(&[2, 1]), [2, 0, 0, 0], proved(4, 13));
        table.add(KEY, &clubs(&[2, 1]), [2, 0, 0, 0], proved(0, 4));
        assert_eq!(table.bucket(KEY).len(), 1);
        assert_eq!(answer(&table, &clubs(&[2, 1]), 5), Some(false));
        assert_eq!(answer(&table, &clubs(&[2, 1]), 4), Some(true));
    }

    #[test]
    fn a_general_entry_replaces_special_ones_that_are_no_sharper() {
        let mut table = Table::new(100);
        table.add(KEY, &clubs(&[2, 1]), [2, 0, 0, 0], proved(4, 13));
        table.add(KEY, &clubs(&[2, 0]), [2, 0, 0, 0], proved(5, 13));
        table.add(KEY, &clubs(&[2, 0]), [1, 0, 0, 0], proved(4, 13));
        assert_eq!(table.bucket(KEY).len(), 2, "the sharper special one stays");
        assert_eq!(answer(&table, &clubs(&[2, 3]), 4), Some(true));
        assert_eq!(answer(&table, &clubs(&[2, 0]), 5), Some(true));
    }

    #[test]
    fn a_full_table_begins_anew_and_a_crowded_one_grows() {
        let mut table = Table::new(10_000);
        for key in 1..=3000u64 {
            table.add(key << 20, &clubs(&[key & 3]), [1, 0, 0, 0], proved(1, 2));
        }
        let held = |key: u64| table.find(key << 20, &clubs(&[key & 3]), 1).is_ok();
        assert!((1..=3000).all(held));
        let mut small = Table::new(100);
        for key in 1..=300u64 {
            small.add(key << 20, &clubs(&[0]), [1, 0, 0, 0], proved(1, 2));
        }
        assert!(small.entries.len() <= 102);
    }
}
