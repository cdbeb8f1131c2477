//! Trajectories of the stones as frames, small enough for a JSON line.
//!
//! A frame lists only the stones that are not where they were in the frame before.

use super::platform_form::{PlatformForm, RequestedThrow, number};
use curling::physics::{Mode, Outcome, Physics, Throw, ThrowError};
use curling::stones::SLOTS;
use curling::{Stone, Stones};

/// Runs a shot with a frame every `seconds` and returns the outcome and the trajectory as JSON.
pub(super) fn film(
    physics: &Physics,
    mode: Mode,
    form: PlatformForm,
    requested: &RequestedThrow,
    throw: &Throw,
    seconds: f64,
) -> Result<(Outcome, Vec<u8>), ThrowError> {
    let film = physics.record_every(mode, throw, seconds)?;
    let mut text = b"{\"seconds_per_frame\":".to_vec();
    number(film.seconds as f32, &mut text);
    text.extend_from_slice(b",\"frames\":[");
    let mut frames = Frames {
        form,
        requested,
        text,
    };
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
    form: PlatformForm,
    requested: &'a RequestedThrow,
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
            let slot = self.requested.order.slot(entry);
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
            if self.form == PlatformForm::Hack {
                rounded(stone.angle);
            }
        }
        self.text.push(b']');
    }
}
