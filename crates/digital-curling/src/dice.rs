//! The dice of a match: a seed that is given, or one drawn from the system and kept secret until
//! the match is over.
//!
//! *Given dice* come from a number ([`Dice::Given`]). They are those of [`arena::referee`]: the
//! same seed and the same shots give the same match there. The number tells every throw, so
//! they are for experiments, tests and repetitions, not for contests.
//!
//! *Drawn dice* come from 256 bits of the system's generator ([`DrawnSeed`]). When the match begins
//! only their SHA-256 hash is told ([`Commitment`]); when it is over, the seed itself. The hash
//! binds the referee to its dice, and the seed then proves every throw ([`Record::verify`]). A
//! throw takes a generator of its own, derived from the seed and the number of the throw by
//! SHA-256: the noise of all earlier throws, in this match and in others, tells nothing about the
//! next one.
//!
//! *Written form* of dice, in the `seed` of a [`Setup`](crate::Setup):
//!
//! | written | dice |
//! |---|---|
//! | `7` | given |
//! | `{"sha256":"9f…"}` | drawn; the seed follows in a line of its own when the match is over |
//! | `"4c…"`, 64 hexadecimal digits | a drawn seed that is no secret any more |
//!
//! A secret seed is never written by this form: whatever writes a setup tells its hash.
//!
//! What is absent: protection from the referee itself, which could draw seeds until one pleases it.
//!
//! ```
//! use digital_curling::dice::Dice;
//!
//! let dice = Dice::draw()?;
//! let told = serde_json::to_string(&dice)?; // the hash
//! let mut reader: Dice = serde_json::from_str(&told)?;
//! assert!(!reader.is_known());
//! reader.reveal(dice.secret().unwrap().clone())?; // after the match
//! assert_eq!(reader, dice);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Record::verify`]: crate::Record::verify

use arena::referee;
use lookahead::Seed;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::io;
use std::str::FromStr;

/// The first bytes of every derivation. A commitment is the hash of hexadecimal digits, so no
/// derivation is one.
const MARK: &[u8; 16] = b"sakiyomi-dice-01";

/// The purpose of a derived generator.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// The noise of a throw, by its number in the match.
    Throw = 0,
    /// The randomness of a player, by seat.
    Player = 1,
}

/// A seed of 256 bits from the system's generator; its text has 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct DrawnSeed([u8; 32]);

impl DrawnSeed {
    /// Draws a seed from the system.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn draw() -> io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|why| {
            io::Error::other(format!("the system gives no random numbers: {why}"))
        })?;
        Ok(DrawnSeed(bytes))
    }

    /// The hash that is told at the start: the SHA-256 of the seed's text, as `printf %s SEED |
    /// sha256sum` prints it.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.text()).into())
    }

    /// The 64 hexadecimal digits. The name of this function is the only way to see a seed: debug
    /// output leaves it out.
    pub fn text(&self) -> String {
        hex(&self.0)
    }

    fn derived(&self, purpose: Purpose, index: u64) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(MARK);
        hash.update((purpose as u64).to_be_bytes());
        hash.update(self.0);
        hash.update(index.to_be_bytes());
        hash.finalize().into()
    }
}

/// Without the seed: settings are logged.
impl fmt::Debug for DrawnSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DrawnSeed(sha256 {})", self.commitment())
    }
}

impl FromStr for DrawnSeed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        bytes(text).map(DrawnSeed)
    }
}

impl Serialize for DrawnSeed {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for DrawnSeed {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// The hash of a drawn seed, told before the match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl Serialize for Commitment {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.to_string())
    }
}

impl<'de> Deserialize<'de> for Commitment {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        let text = String::deserialize(input)?;
        bytes(&text).map(Commitment).map_err(de::Error::custom)
    }
}

fn hex(bytes: &[u8; 32]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn bytes(text: &str) -> Result<[u8; 32], String> {
    let wrong = || format!("expected 64 hexadecimal digits, found {} bytes", text.len());
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| wrong())?;
    }
    Ok(bytes)
}

/// A seed that does not have the hash told at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the revealed seed has the SHA-256 {found}, the hash told at the start is {told}")]
pub struct ForgedSeed {
    /// The hash told at the start.
    pub told: Commitment,
    /// The hash of the seed.
    pub found: Commitment,
}

/// The dice of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// From a given number.
    Given(Seed),
    /// From a drawn seed that is no secret: a match continued from one that is over.
    Open(DrawnSeed),
    /// From a drawn seed that is secret until the match is over.
    Drawn(DrawnSeed),
    /// From a drawn seed of which only the hash is known here: a throw can be read, not made.
    Committed(Commitment),
}

impl Dice {
    /// Draws dice from the system.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn draw() -> io::Result<Self> {
        DrawnSeed::draw().map(Dice::Drawn)
    }

    /// The dice of the match of this number: a stream of the given seed, or freshly drawn.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn of_match(number: u64, given: Option<Seed>) -> io::Result<Self> {
        given.map_or_else(Self::draw, |seed| Ok(Dice::Given(seed.stream(number))))
    }

    /// The given number, if there is one.
    pub fn given(&self) -> Option<Seed> {
        match self {
            Dice::Given(seed) => Some(*seed),
            _ => None,
        }
    }

    /// The hash told at the start, if the seed is one to be revealed.
    pub fn commitment(&self) -> Option<Commitment> {
        match self {
            Dice::Given(_) | Dice::Open(_) => None,
            Dice::Drawn(seed) => Some(seed.commitment()),
            Dice::Committed(commitment) => Some(*commitment),
        }
    }

    /// The seed to be revealed, if it is known here.
    pub fn secret(&self) -> Option<&DrawnSeed> {
        match self {
            Dice::Drawn(seed) => Some(seed),
            _ => None,
        }
    }

    /// Whether throws can be made and checked.
    pub fn is_known(&self) -> bool {
        !matches!(self, Dice::Committed(_))
    }

    /// Takes the seed of dice of which the hash is known.
    ///
    /// # Errors
    /// If the seed has another hash; the dice are unchanged.
    pub fn reveal(&mut self, seed: DrawnSeed) -> Result<(), ForgedSeed> {
        let found = seed.commitment();
        match self.commitment() {
            Some(told) if told != found => Err(ForgedSeed { told, found }),
            Some(_) => {
                *self = Dice::Drawn(seed);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The dice of a match that is over, for a match continued from it: the seed is no secret.
    #[must_use]
    pub fn opened(self) -> Self {
        match self {
            Dice::Drawn(seed) => Dice::Open(seed),
            other => other,
        }
    }

    /// The seed of the player in a seat. It tells nothing about drawn dice.
    pub fn player_seed(&self, seat: usize) -> Seed {
        match self {
            Dice::Given(seed) => referee::player_seed(*seed, seat),
            Dice::Open(seed) | Dice::Drawn(seed) => {
                let [a, b, c, d, e, f, g, h, ..] = seed.derived(Purpose::Player, seat as u64);
                Seed(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
            }
            Dice::Committed(_) => referee::player_seed(Seed(0), seat),
        }
    }

    /// The generators of the throws, from the first on.
    pub(crate) fn generators(&self) -> Generators {
        match self {
            Dice::Given(seed) => Generators::Stream(referee::generators(*seed).1),
            Dice::Open(seed) | Dice::Drawn(seed) => Generators::Throws {
                seed: seed.clone(),
                number: 0,
            },
            Dice::Committed(_) => Generators::Unknown,
        }
    }
}

impl From<Seed> for Dice {
    fn from(seed: Seed) -> Self {
        Dice::Given(seed)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Hash {
            sha256: Commitment,
        }
        match self {
            Dice::Given(seed) => seed.serialize(out),
            Dice::Open(seed) => seed.serialize(out),
            Dice::Drawn(seed) => Hash {
                sha256: seed.commitment(),
            }
            .serialize(out),
            Dice::Committed(sha256) => Hash { sha256: *sha256 }.serialize(out),
        }
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        struct Written;

        impl<'de> Visitor<'de> for Written {
            type Value = Dice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a number, 64 hexadecimal digits, or {\"sha256\": \"…\"}")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Dice, E> {
                Ok(Dice::Given(Seed(number)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Dice, E> {
                text.parse().map(Dice::Open).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Dice, A::Error> {
                let mut found = None;
                while let Some(key) = map.next_key::<String>()? {
                    if key != "sha256" || found.is_some() {
                        return Err(de::Error::custom(format!(
                            "expected `sha256` once, found `{key}`"
                        )));
                    }
                    found = Some(map.next_value()?);
                }
                let missing = || de::Error::missing_field("sha256");
                found.map(Dice::Committed).ok_or_else(missing)
            }
        }

        input.deserialize_any(Written)
    }
}

/// The generators of a match's throws.
#[derive(Clone, Debug)]
pub(crate) enum Generators {
    /// One generator for all throws.
    Stream(Pcg64Mcg),
    /// A generator for each throw.
    Throws {
        /// The source of the generators.
        seed: DrawnSeed,
        /// The number of throws so far.
        number: u64,
    },
    /// The seed is not known here.
    Unknown,
}

impl Generators {
    /// Makes a throw with the next generator; none if the seed is not known here.
    pub(crate) fn throw<T>(&mut self, throw: impl FnOnce(&mut Pcg64Mcg) -> T) -> Option<T> {
        match self {
            Generators::Stream(generator) => Some(throw(generator)),
            Generators::Throws { seed, number } => {
                let derived = seed.derived(Purpose::Throw, *number);
                *number += 1;
                let mut state = [0; 16];
                state.copy_from_slice(&derived[..16]);
                Some(throw(&mut Pcg64Mcg::from_seed(state)))
            }
            Generators::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests;
