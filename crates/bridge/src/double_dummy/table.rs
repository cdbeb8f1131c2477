//! What has been found out, kept by what mattered.
//!
//! Two positions with the same lengths of all suits in all hands and the same hand on lead have the
//! same value if the high cards are in the same hands, down to the lowest card that played a part
//! in the proof. So an entry names, for each suit, who owns the highest few cards left, and says
//! nothing of the rest. It holds for every deal that looks like this, not only for the one it was
//! found in: the table stays useful from position to position and from deal to deal, as long as
//! trumps are the same.
//!
//! Entries of the same lengths and leader lie next to each other and are tried in turn.

/// Owners of the cards left: two bits a card, the highest card first, 32 bits a suit, two suits a
/// word.
pub(super) type Owners = [u64; 2];

/// Something proved.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    owners: Owners,
    /// How many cards of each suit are named, four bits each.
    pub(super) named: u16,
    /// North-South take at least this many of the tricks left.
    pub(super) lower: u8,
    /// And at most this many.
    pub(super) upper: u8,
    /// The card that decided: suit, and how many cards left are higher; 255 if unknown.
    pub(super) best: u8,
}

impl Entry {
    fn fits(&self, owners: &Owners) -> bool {
        let mask = self.mask();
        let first = (self.owners[0] ^ owners[0]) & mask[0];
        let second = (self.owners[1] ^ owners[1]) & mask[1];
        first | second == 0
    }

    /// The places of the owners it names. Not kept: entries are looked through in a row, and the
    /// fewer bytes they have the faster.
    fn mask(&self) -> Owners {
        let [low, high] = self.named.to_le_bytes();
        [MASKS[usize::from(low)], MASKS[usize::from(high)]]
    }

    /// Whether this is about every position that `other` is about.
    fn is_as_general(&self, other: &Entry) -> bool {
        let (mask, others) = (self.mask(), other.mask());
        let more = mask[0] & !others[0] | mask[1] & !others[1];
        more == 0 && self.fits(&other.owners)
    }

    fn is_as_sharp(&self, other: &Entry) -> bool {
        self.lower >= other.lower && self.upper <= other.upper
    }
}

/// Entries of one combination of lengths and leader.
#[derive(Clone, Copy, Default)]
struct Bucket {
    /// Lengths and leader, never 0 if used.
    key: u64,
    start: u32,
    len: u16,
    room: u16,
}

/// Buckets at first.
const SMALL: usize = 1 << 8;
/// Entries at first in a bucket.
const ROOM: u16 = 2;
/// A bucket that would grow beyond this forgets its older half.
const FULL: u16 = 512;

/// So many of the newest entries of a bucket are compared with a new one.
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
    /// A table that forgets everything when it would hold more than `most` entries.
    pub(super) fn new(most: usize) -> Self {
        Table {
            buckets: vec![Bucket::default(); SMALL],
            used: 0,
            entries: Vec::new(),
            most,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        // Small again: a short search is faster where it touches little memory.
        self.buckets.truncate(SMALL);
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
            // The key or none: one branch for both, which is nearly always taken.
            if found.min(found ^ key) == 0 {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    /// The entries that may say something about a position of these lengths and this leader.
    pub(super) fn bucket(&self, key: u64) -> &[Entry] {
        let bucket = self.buckets[self.slot(key)];
        &self.entries[bucket.start as usize..][..bucket.len as usize]
    }

    /// The newest entry that decides whether North-South take `need` tricks; without one, what
    /// similar positions suggest to lead.
    pub(super) fn find(&self, key: u64, owners: &Owners, need: u8) -> Result<&Entry, Hints> {
        let mut hints = Hints {
            fitting: u8::MAX,
            near: u8::MAX,
        };
        for entry in self.bucket(key).iter().rev() {
            if entry.fits(owners) {
                if entry.lower >= need || entry.upper < need {
                    return Ok(entry);
                }
                if hints.fitting == u8::MAX {
                    hints.fitting = entry.best;
                }
            } else if hints.near == u8::MAX {
                hints.near = entry.best;
            }
        }
        Err(hints)
    }

    /// Adds what was proved; `named` cards of each suit mattered.
    pub(super) fn add(&mut self, key: u64, owners: &Owners, named: [u32; 4], proved: Proved) {
        if self.entries.len() >= self.most {
            self.clear();
        }
        if 2 * self.used > self.buckets.len() {
            self.widen();
        }
        let at = self.slot(key);
        let named = named.iter().rev().fold(0, |all, n| all << 4 | *n as u16);
        let Proved { lower, upper, best } = proved;
        let entry = Entry {
            owners: *owners,
            named,
            lower,
            upper,
            best,
        };
        if !self.merge(at, &entry) {
            self.push(at, key, entry);
        }
    }

    /// Makes room for a new entry: what is more special and no sharper is dropped. Returns whether
    /// there was one for the same cards, which then holds both.
    fn merge(&mut self, at: usize, new: &Entry) -> bool {
        let bucket = &mut self.buckets[at];
        let entries = &mut self.entries[bucket.start as usize..][..bucket.len as usize];
        let first = entries.len().saturating_sub(RECENT);
        let (mut kept, mut merged) = (first, false);
        for index in first..entries.len() {
            let old = &mut entries[index];
            if new.is_as_general(old) {
                if old.named == new.named {
                    old.lower = old.lower.max(new.lower);
                    old.upper = old.upper.min(new.upper);
                    old.best = new.best;
                    merged = true;
                } else if new.is_as_sharp(old) {
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
        if bucket.len == FULL {
            let start = bucket.start as usize;
            self.entries
                .copy_within(start + FULL as usize / 2..start + FULL as usize, start);
            bucket.len = FULL / 2;
        }
        if bucket.len == bucket.room {
            let room = (2 * bucket.room).max(ROOM);
            let (from, len) = (bucket.start as usize, bucket.len as usize);
            bucket.start = self.entries.len() as u32;
            bucket.room = room;
            self.entries.extend_from_within(from..from + len);
            let end = bucket.start as usize + room as usize;
            self.entries.resize(end, Entry::default());
        }
        self.entries[bucket.start as usize + bucket.len as usize] = entry;
        bucket.len += 1;
        self.buckets[at] = bucket;
    }

    fn widen(&mut self) {
        let doubled = vec![Bucket::default(); 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, doubled);
        for bucket in old.into_iter().filter(|b| b.key != 0) {
            let at = self.slot(bucket.key);
            self.buckets[at] = bucket;
        }
    }
}

/// Cards that decided similar positions, as in an [`Entry`].
#[derive(Clone, Copy)]
pub(super) struct Hints {
    /// Where the named cards lay the same, but another number of tricks was asked for.
    pub(super) fitting: u8,
    /// Where at least the lengths were the same.
    pub(super) near: u8,
}

/// Bounds and the card that decided.
#[derive(Clone, Copy)]
pub(super) struct Proved {
    pub(super) lower: u8,
    pub(super) upper: u8,
    pub(super) best: u8,
}

/// The bits of the first owners of two suits, by how many of each are named, four bits each.
static MASKS: [u64; 256] = masks();

const fn masks() -> [u64; 256] {
    let mut masks = [0; 256];
    let mut named = 0;
    while named < 256 {
        let (first, second) = (named as u32 & 15, named as u32 >> 4);
        masks[named] =
            u64::MAX << (32 - 2 * first) & 0xFFFF_FFFF | (u64::MAX << (32 - 2 * second)) << 32;
        named += 1;
    }
    masks
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 1 << 63 | 5;

    fn proved(lower: u8, upper: u8) -> Proved {
        Proved {
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

    fn answer(table: &Table, owners: &Owners, need: u8) -> Option<bool> {
        let entry = table.find(KEY, owners, need).ok()?;
        Some(entry.lower >= need)
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
    fn what_a_general_entry_says_is_kept_only_there() {
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
