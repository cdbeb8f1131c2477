//! Generator of malformed action texts.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Characters that often break parsers.
const ODD: [char; 24] = [
    ' ', '\t', '\n', '\0', '-', '+', '.', ',', ':', '/', '{', '}', '"', '\\', '0', '9', 'e', 'x',
    'é', '先', '\u{301}', '\u{202e}', '\u{feff}', '😀',
];

/// Returns one of `written` with a few edits, or a text of odd characters alone.
pub(super) fn text(written: &[String], rng: &mut Pcg64Mcg) -> String {
    if written.is_empty() || rng.random_range(0..4) == 0 {
        return (0..rng.random_range(0..12)).map(|_| any(rng)).collect();
    }
    let mut letters: Vec<char> = written[rng.random_range(0..written.len())]
        .chars()
        .collect();
    for _ in 0..rng.random_range(1..4) {
        slip(&mut letters, rng);
    }
    letters.into_iter().collect()
}

fn any(rng: &mut Pcg64Mcg) -> char {
    match rng.random_range(0..3) {
        0 => ODD[rng.random_range(0..ODD.len())],
        1 => char::from(rng.random_range(b' '..=b'~')),
        _ => char::from_u32(rng.random_range(0..0x11_0000)).unwrap_or('?'),
    }
}

/// Applies one edit: a letter deleted, inserted, replaced or swapped, or a part of the text
/// duplicated.
fn slip(letters: &mut Vec<char>, rng: &mut Pcg64Mcg) {
    let (letter, at) = (any(rng), rng.random_range(0..=letters.len()));
    match (rng.random_range(0..6), at < letters.len()) {
        (0, true) => drop(letters.remove(at)),
        (1, true) => letters[at] = letter,
        (2, true) => letters.swap(at, 0),
        (3, true) => letters.truncate(at),
        (4, true) => letters.extend_from_within(at..),
        _ => letters.insert(at, letter),
    }
}
