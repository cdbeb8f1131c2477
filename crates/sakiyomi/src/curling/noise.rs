//! `--noise`: the noise of a throw.

use curling::delivery::Noise;
use curling::delivery::noise::Dc3Noise;

/// The forms of noise, for the help.
pub(super) const FORMS: &str = "\
Noise: the executed shot is added to the object as `run`, in the form of the intended shot. Line \
i (from 0) uses stream i of --seed on any number of threads. NOISE is one of
  none
  rectangular:X,Y: legacy, DC2; a draw to the tee misses by normal errors with these standard \
deviations across and along the sheet, in metres, and other shots have the same error of \
velocity
  gat:S: the GAT contests from 2016 on; rectangular with S/2 and 2 S
  polar:SPEED,ANGLE: standard deviations of speed (m/s) and heading (radians)
  dc2-polar:SPEED,ANGLE: the same as published in DC2, where a disturbed stone always turns \
clockwise
  dc3:MAX,SPEED,ANGLE: Digital Curling 3; the speed is limited to MAX first; the standard is \
4,0.0076,0.0018";

/// Parses a noise.
pub(super) fn parse(text: &str) -> Result<Noise, String> {
    let (name, values) = text.split_once(':').unwrap_or((text, ""));
    let numbers = numbers(values)?;
    let noise = match (name, numbers.as_slice()) {
        ("none", []) => Noise::None,
        ("rectangular", &[x, y]) => Noise::Rectangular { x, y },
        ("gat", &[size]) => Noise::Gat { size },
        ("polar" | "dc2-polar", &[speed, heading]) => Noise::Polar {
            speed,
            heading,
            loses_turn: name == "dc2-polar",
        },
        ("dc3", &[max_speed, stddev_speed, stddev_angle]) => Noise::Dc3(Dc3Noise {
            max_speed,
            stddev_speed,
            stddev_angle,
        }),
        _ => {
            return Err(
                "write none, rectangular:X,Y, gat:S, polar:SPEED,ANGLE, dc2-polar:SPEED,ANGLE or dc3:MAX,SPEED,ANGLE"
                    .to_owned(),
            );
        }
    };
    noise.check().map_err(|error| error.to_string())?;
    Ok(noise)
}

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok();
        let number = number.filter(|n| (0.0..=100.0).contains(n));
        number.ok_or_else(|| format!("`{text}` is not a number between 0 and 100"))
    };
    match text {
        "" => Ok(Vec::new()),
        text => text.split(',').map(number).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noises_are_read_or_refused() {
        assert_eq!(parse("none"), Ok(Noise::None));
        for good in [
            "rectangular:0.145,0.145",
            "gat:0.145",
            "polar:0.1, 0.01",
            "dc3:4,0.0076,0.0018",
        ] {
            assert!(parse(good).unwrap() != Noise::None, "{good}");
        }
        for wrong in [
            "",
            "none:1",
            "gat",
            "gat:",
            "gat:-1",
            "gat:nan",
            "gat:1,2",
            "polar:1",
            "dc3:1,2,x",
            "loud:1",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
