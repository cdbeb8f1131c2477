//! Fingerprints: hashes of texts and settings that are the same on every machine and in every
//! version, which a standard hasher does not guarantee.
//!
//! ```
//! assert_eq!(arena::fingerprint::of("curling".bytes()), arena::fingerprint::of("curling".bytes()));
//! ```

/// Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo). It detects accidental changes, not malicious
/// ones.
pub fn of(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(of(*b""), 0xcbf29ce484222325);
        assert_eq!(of(*b"a"), 0xaf63dc4c8601ec8c);
        assert_eq!(of(*b"foobar"), 0x85944171f73967e8);
    }
}
