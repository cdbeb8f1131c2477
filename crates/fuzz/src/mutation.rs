//! Mutations of texts: bytes, numbers, tokens, lines and pieces of other texts.

use rand::{Rng, RngExt};

/// The longest text that is tried, in bytes.
const LONGEST: usize = 16 << 10;

/// Tokens at which parsers decide.
const TOKENS: [&str; 44] = [
    "",
    "0",
    "-0",
    "1",
    "-1",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "-1e999",
    "1e-999",
    "NaN",
    "inf",
    "0.1",
    "null",
    "true",
    "[]",
    "{}",
    "[[[[",
    "}}}}",
    "\"",
    "'",
    "\\",
    "\\u0000",
    "\0",
    "\n",
    "\r\n",
    "\t",
    " ",
    ",",
    ":",
    ";",
    "|",
    "=",
    "%",
    "#",
    "(",
    ")",
    "é",
    "漢字",
    "\u{feff}",
    "\u{202e}",
];

/// A text made from one of `texts` by a few changes.
pub(crate) fn mutated(texts: &[Vec<u8>], rng: &mut impl Rng) -> Vec<u8> {
    let mut text = texts[rng.random_range(0..texts.len())].clone();
    for _ in 0..=rng.random_range(0..4_u32) {
        change(&mut text, texts, rng);
        text.truncate(LONGEST);
    }
    text
}

/// A range of a text, mostly short.
fn stretch(text: &[u8], rng: &mut impl Rng) -> std::ops::Range<usize> {
    let from = rng.random_range(0..=text.len());
    let longest = if rng.random_bool(0.8) { 8 } else { 400 };
    let length = rng.random_range(0..=longest.min(text.len() - from));
    from..from + length
}

fn change(text: &mut Vec<u8>, texts: &[Vec<u8>], rng: &mut impl Rng) {
    let here = stretch(text, rng);
    match rng.random_range(0..9_u32) {
        0 => drop(text.drain(here)),
        1 => {
            let token = TOKENS[rng.random_range(0..TOKENS.len())];
            text.splice(here, token.bytes());
        }
        2 => {
            // A number in the place of another.
            let digit = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
            if let Some(at) = text[here.start..].iter().position(u8::is_ascii_digit) {
                let from = here.start + at;
                let length = text[from..].iter().take_while(|byte| digit(byte)).count();
                let token = TOKENS[rng.random_range(1..16)];
                text.splice(from..from + length, token.bytes());
            }
        }
        3 => {
            if let Some(byte) = text.get_mut(here.start) {
                *byte ^= 1 << rng.random_range(0..8_u32);
            }
        }
        4 => {
            let copy = text[here.clone()].to_vec();
            let times = rng.random_range(1..8);
            text.splice(here.end..here.end, copy.repeat(times));
        }
        5 => {
            let other = &texts[rng.random_range(0..texts.len())];
            let piece = other[stretch(other, rng)].to_vec();
            text.splice(here, piece);
        }
        6 => text.truncate(here.start),
        7 => swap_lines(text, rng),
        _ => {
            let byte = rng.random::<u8>();
            text.insert(here.start, byte);
        }
    }
}

fn swap_lines(text: &mut Vec<u8>, rng: &mut impl Rng) {
    let mut lines: Vec<_> = text
        .split_inclusive(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    if lines.len() > 1 {
        let (a, b) = (
            rng.random_range(0..lines.len()),
            rng.random_range(0..lines.len()),
        );
        lines.swap(a, b);
        *text = lines.concat();
    }
}
