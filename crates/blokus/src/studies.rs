//! Experiments specific to Blokus Duo: training of the weights, and accuracy of the evaluation.
//!
//! Both follow section 4 of the paper "A Learning Method of Evaluation Function": [`TrainingStudy`]
//! its figures 4, 5 and 7, [`AccuracyStudy`] its figure 9. Its matches (figures 6 and 8) are
//! experiments of the arena's kind `matches`.

mod accuracy;
mod training;

pub use accuracy::AccuracyStudy;
pub use training::{Point, TrainingResult, TrainingStudy};
