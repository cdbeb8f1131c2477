//! Kinds of experiments that only this game has: how the weights are learned, and how well they
//! foretell simulations.
//!
//! Both follow section 4 of the paper "A Learning Method of Evaluation Function": [`Training`] its
//! figures 4, 5 and 7, [`Accuracy`] its figure 9. Its matches (figures 6 and 8) are experiments of
//! the arena's kind `matches`.

mod accuracy;
mod training;

pub use accuracy::Accuracy;
pub use training::{Point, Trained, Training};
