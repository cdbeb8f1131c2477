//! The way of the stones as a list of pictures, small enough for a line.
//!
//! A frame lists only the stones that are not where they were in the frame before.

use super::form::{Asked, Form, number};
use clap::builder::TypedValueParser;
use curling::physics::{Mode, Outcome, Physics, Throw, ThrowError};
use curling::stones::SLOTS;
use curling::{Stone, Stones};

/// The form, for the help.
pub(super) const FORM: &str = "\
With --trajectory the object gets \"trajectory\":{\"seconds_per_frame\":0.1,\"frames\":[…]}. The first frame is the moment of \
delivery, the last the moment all stones have stopped, before rules put any back. A frame lists the stones that are not where they \
were in the frame before (in the first: not as in `stones`), each as [i,x,y] ([i,x,y,angle] for fcv1) with i its place in \
`stones`, rounded to a tenth of a millimetre; [i] alone has left the sheet. With --mode fast the shot is run in steps of double \
precision then.";

/// Seconds between frames, from the command line.
pub(super) fn seconds() -> impl TypedValueParser<Value = f64> {
    clap::builder::NonEmptyStringValueParser::new().try_map(|text| {
        let seconds = text.parse().ok().filter(|s| (0.0001..=100.0).contains(s));
        seconds.ok_or("write seconds between 0.0001 and 100, as in 0.1")
    })
}

/// Runs a shot with a frame every `seconds`, and gives the trajectory as JSON.
pub(super) fn film(
    physics: &Physics,
    mode: Mode,
    form: Form,
    asked: &Asked,
    throw: &Throw,
    seconds: f64,
) -> Result<(Outcome, Vec<u8>), ThrowError> {
    let film = physics.record_every(mode, throw, seconds)?;
    let mut text = b"{\"seconds_per_frame\":".to_vec();
    number(film.seconds as f32, &mut text);
    text.extend_from_slice(b",\"frames\":[");
    let mut frames = Frames { form, asked, text };
    let mut before = &throw.stones;
    for (index, (_, stones)) in film.distinct().enumerate() {
        frames.comma_if(index > 0);
        frames.frame(before, stones);
        before = stones;
    }
    let mut text = frames.text;
    text.extend_from_slice(b"]}");
    Ok((film.outcome, text))
}

/// Frames being written.
struct Frames<'a> {
    form: Form,
    asked: &'a Asked,
    text: Vec<u8>,
}

impl Frames<'_> {
    fn comma_if(&mut self, needed: bool) {
        self.text.extend(needed.then_some(b','));
    }

    fn frame(&mut self, before: &Stones, stones: &Stones) {
        self.text.push(b'[');
        let start = self.text.len();
        for entry in 0..SLOTS {
            let slot = self.asked.seats.slot(entry);
            if before.get(slot) != stones.get(slot) {
                self.comma_if(self.text.len() > start);
                self.stone(entry, stones.get(slot));
            }
        }
        self.text.push(b']');
    }

    fn stone(&mut self, entry: usize, stone: Option<Stone>) {
        self.text.push(b'[');
        self.text.extend_from_slice(entry.to_string().as_bytes());
        if let Some(stone) = stone {
            let at = self.form.point(stone.at).wide();
            let mut rounded = |value: f64| {
                self.text.push(b',');
                // Rounded in double precision: single precision has few digits to spare at 40 m.
                let value = (value * 1e4).round() / 1e4;
                let _ = serde_json::to_writer(&mut self.text, &value);
            };
            rounded(at.x);
            rounded(at.y);
            if self.form == Form::Hack {
                rounded(stone.angle);
            }
        }
        self.text.push(b']');
    }
}
