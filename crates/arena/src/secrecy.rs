//! Secret seeds: derived by a one-way hash, so that they tell nothing about other seeds.
//!
//! The streams of a [`Seed`] are made to be independent, not secret: from one of them the seed and
//! all others can be computed. That is no harm among players of ours. A program of others is told a
//! seed for its own randomness, sees records of earlier games, and must not compute dice or deals
//! from them, so these seeds are derived by SHA-256.

use lookahead::Seed;
use sha2::{Digest, Sha256};
use std::io;

/// Draws a seed from the system.
///
/// # Errors
/// If the system has no random numbers.
pub fn fresh_seed() -> io::Result<Seed> {
    let drawn = getrandom::u64();
    drawn
        .map(Seed)
        .map_err(|why| io::Error::other(format!("the system gives no random numbers: {why}")))
}

/// Returns the seed that a program is told, where a player of ours would have `seed`.
pub fn told_seed(seed: Seed) -> Seed {
    derived(b"told", seed, 0)
}

/// Returns the seed of game `index` where every game has dice of its own.
pub fn own_seed(seed: Seed, index: u64) -> Seed {
    derived(b"game", seed, index)
}

fn derived(purpose: &[u8; 4], seed: Seed, index: u64) -> Seed {
    let mut hash = Sha256::new();
    hash.update(b"sakiyomi-arena-01");
    hash.update(purpose);
    hash.update(seed.0.to_be_bytes());
    hash.update(index.to_be_bytes());
    let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = hash.finalize().into();
    Seed(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee;

    /// The inverse of the mixing in `Seed::stream`, as a cheat would write it.
    fn unmixed(mixed: u64) -> u64 {
        let unshift = |z: u64, by: u32| {
            let mut x = z;
            for _ in 0..64 / by {
                x = z ^ (x >> by);
            }
            x
        };
        let inverse = |odd: u64| {
            let mut x = odd;
            for _ in 0..6 {
                x = x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x)));
            }
            x
        };
        let mut z = unshift(mixed, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
        z = unshift(z, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
        unshift(z, 30).wrapping_sub(0x9e37_79b9_7f4a_7c15)
    }

    /// The seed of a game, computed from the seed of the player in seat 0.
    fn game_of_player(player: Seed) -> Seed {
        Seed(unmixed(unmixed(player.0).wrapping_sub(2)))
    }

    /// The seed of a session, computed from that of its first game.
    fn session_of_game(game: Seed) -> Seed {
        Seed(unmixed(unmixed(game.0)))
    }

    #[test]
    fn a_program_cannot_compute_the_game_from_the_seed_it_is_told() {
        let game = Seed(12345);
        let player = referee::player_seed(game, 0);
        // Streams can be turned back; so this is what must not be told.
        assert_eq!(game_of_player(player), game);
        assert_ne!(game_of_player(told_seed(player)), game);
        assert_ne!(told_seed(player), player);
        assert_eq!(told_seed(player), told_seed(player));
    }

    #[test]
    fn the_record_of_a_game_does_not_tell_the_next_one() {
        let session = fresh_seed().unwrap();
        assert_eq!(session_of_game(session.stream(0)), session);
        let (first, second) = (own_seed(session, 0), own_seed(session, 1));
        assert_ne!(first, second);
        assert_ne!(session_of_game(first), session);
    }

    #[test]
    fn fresh_seeds_differ() {
        assert_ne!(fresh_seed().unwrap(), fresh_seed().unwrap());
    }

    #[test]
    fn derived_seeds_stay_what_they_are() {
        // By another program's SHA-256.
        assert_eq!(told_seed(Seed(1)), Seed(TOLD));
        assert_eq!(own_seed(Seed(1), 2), Seed(OWN));
    }

    const TOLD: u64 = 3623523819983027265;
    const OWN: u64 = 11838664001234843565;
}
