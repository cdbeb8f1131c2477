//! The library's side of `python/benches/throughput.py`: throws of a file, simulated over and over.
//!
//! `throw_file MODEL MODE THROWS` reads a file of little-endian doubles, 36 a throw: the places of
//! sixteen stones (no numbers where there is none), the slot, the velocity and the turn. Every line
//! of its input is a number of repetitions: it runs `Physics::throw_all` that often and answers
//! with a line; an `outcomes FILE` writes the stones after each throw instead. It has no clock:
//! whoever started it reads its CPU time.

use curling::physics::{Mode, Outcome, Parameters, Physics, Throw, ThrowError};
use curling::stones::SLOTS;
use curling::{Shot, Stones, Turn, Vector};
use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead as _, Write as _};

/// The numbers of a throw.
const NUMBERS: usize = 2 * SLOTS + 4;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, model, mode, file] = arguments.as_slice() else {
        return Err("usage: throw_file MODEL MODE THROWS".into());
    };
    let parameters = match model.as_str() {
        "legacy" => Parameters::legacy(),
        "dc2" => Parameters::dc2(),
        "fcv1" => Parameters::fcv1(),
        other => return Err(format!("unknown model `{other}`").into()),
    };
    let mode = match mode.as_str() {
        "fast" => Mode::Fast,
        "exact" => Mode::Exact,
        other => return Err(format!("unknown mode `{other}`").into()),
    };
    let (physics, throws) = (Physics::new(parameters)?, read(&std::fs::read(file)?)?);
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if let Some(file) = line.strip_prefix("outcomes ") {
            std::fs::write(file, written(&physics.throw_all(mode, &throws))?)?;
        } else {
            for _ in 0..line.parse()? {
                black_box(physics.throw_all(mode, black_box(&throws)));
            }
        }
        println!("done");
        std::io::stdout().flush()?;
    }
    Ok(())
}

fn read(bytes: &[u8]) -> Result<Vec<Throw>, Box<dyn Error>> {
    let numbers = bytes.chunks_exact(8).map(|number| {
        let number = number.try_into().expect("eight bytes");
        f64::from_le_bytes(number)
    });
    let numbers: Vec<f64> = numbers.collect();
    numbers.chunks_exact(NUMBERS).map(throw).collect()
}

fn throw(numbers: &[f64]) -> Result<Throw, Box<dyn Error>> {
    let (places, shot) = numbers.split_at(2 * SLOTS);
    let mut stones = Stones::none();
    for (slot, at) in places.chunks_exact(2).enumerate() {
        if !at[0].is_nan() {
            stones.place(slot, Vector::new(at[0], at[1]));
        }
    }
    let turn = Turn::BOTH.into_iter().find(|turn| turn.sign() == shot[3]);
    Ok(Throw {
        stones,
        slot: shot[0] as usize,
        shot: Shot::new(
            Vector::new(shot[1], shot[2]),
            turn.ok_or("a turn is 1 or -1")?,
        ),
    })
}

fn written(outcomes: &[Result<Outcome, ThrowError>]) -> Result<Vec<u8>, ThrowError> {
    let mut bytes = Vec::new();
    for outcome in outcomes {
        let stones = outcome.as_ref().map_err(Clone::clone)?.stones;
        for slot in 0..SLOTS {
            let at = stones.get(slot).map(|stone| stone.at);
            let at = at.unwrap_or(Vector::new(f64::NAN, f64::NAN));
            bytes.extend([at.x, at.y].into_iter().flat_map(f64::to_le_bytes));
        }
    }
    Ok(bytes)
}
