//! Tally of results: points and success of each card over many deals, with their statistics.

use super::advice::CardValue;
use super::decision::Decision;

/// The results of all candidate cards in every deal.
pub(super) struct Tally {
    cards: usize,
    /// The weight of each deal, with points and success of each card in it.
    deals: Vec<(f64, Vec<(f64, f64)>)>,
    /// Whether all possible deals are included, so that there is no sampling error.
    complete: bool,
}

impl Tally {
    pub(super) fn new(cards: usize, complete: bool) -> Self {
        Tally {
            cards,
            deals: Vec::new(),
            complete,
        }
    }

    /// Adds a deal with the remaining tricks that each card takes in it.
    pub(super) fn add(&mut self, decision: &Decision<'_>, weight: f64, tricks: &[u8]) {
        let of = |&more: &u8| {
            let success = f64::from(u8::from(decision.is_success(more)));
            (f64::from(decision.points(more)), success)
        };
        self.deals.push((weight, tricks.iter().map(of).collect()));
    }

    /// Returns the index of the card with the best average; the first of equals.
    pub(super) fn best(&self) -> usize {
        let means: Vec<f64> = (0..self.cards)
            .map(|card| self.mean_and_variance(|row| row[card].0).0)
            .collect();
        let better = |best: usize, card: usize| {
            if means[card] > means[best] {
                card
            } else {
                best
            }
        };
        (1..self.cards).fold(0, better)
    }

    /// Returns the value of a card over all deals, compared with the best.
    pub(super) fn card_value(&self, card: usize, best: usize) -> CardValue {
        let (points, variance) = self.mean_and_variance(|row| row[card].0);
        let (behind, behind_variance) = self.mean_and_variance(|row| row[best].0 - row[card].0);
        CardValue {
            points,
            spread: variance.sqrt(),
            error: self.error(variance),
            success: self.mean_and_variance(|row| row[card].1).0,
            behind,
            behind_error: self.error(behind_variance),
            deals: self.deals.len() as u64,
        }
    }

    /// Returns mean and variance of a quantity over the deals.
    fn mean_and_variance(&self, of: impl Fn(&[(f64, f64)]) -> f64) -> (f64, f64) {
        let all: f64 = self.deals.iter().map(|(weight, _)| weight).sum();
        if all <= 0.0 {
            return (0.0, 0.0);
        }
        let sum = |f: &dyn Fn(f64) -> f64| -> f64 {
            let deals = self.deals.iter();
            deals.map(|(weight, row)| weight * f(of(row))).sum::<f64>() / all
        };
        let mean = sum(&|value| value);
        let squares = sum(&|value| (value - mean) * (value - mean));
        let n = self.deals.len() as f64;
        let drawn = if self.complete || n < 2.0 {
            1.0
        } else {
            n / (n - 1.0)
        };
        (mean, squares * drawn)
    }

    fn error(&self, variance: f64) -> Option<f64> {
        match self.deals.len() {
            _ if self.complete => Some(0.0),
            0 | 1 => None,
            deals => Some((variance / deals as f64).sqrt()),
        }
    }
}
