//! Calibration: what a player claims, against what happens, and the correction of its claims.
//!
//! A [`Claim`] is the chance of winning the match that a player gave itself before a shot, with the
//! result. The best of many values flatters itself, so claims before the last stone are too high;
//! how much depends on the stone. A [`Correction`] is a logistic regression of the result on the
//! claim, one for each slot, so that no claim leaves 0 to 1 and none changes its order. It is
//! fitted on matches of their own ([`Corrections::fit`]) and shipped with the [value
//! model](super::value_model); [`reliability`](Reliability) shows whether corrected claims come
//! true in other matches.
//!
//! Claims of one match are not independent: their standard errors are those of clusters.
//!
//! ```
//! use curling::players::calibration::Correction;
//!
//! // Claims of 70 % that come true in half of the cases.
//! let claims = (0..1000).map(|number| (0.7, f64::from(number % 2)));
//! let correction = Correction::fit(claims);
//! assert!((correction.of(0.7) - 0.5).abs() < 0.02);
//! assert!(correction.of(0.9) > correction.of(0.7));
//! ```

use super::analyst::{ShotAnalyst, side_of};
use super::end_utility::Goal;
use crate::arena_game::Curling;
use crate::physics::Mode;
use crate::rules::{Game, Phase, Team};
use crate::stones::SLOTS;
use arena::player::Fault;
use lookahead::analysis::Share;
use lookahead::learn::sigmoid;
use lookahead::{Analysis, Cancel, Control, Limit, Seed, Side};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Claims nearer than this to 0 or 1 are decided by the rules, and are not corrected.
const DECIDED: f64 = 1e-6;
/// Other claims are taken to be at least this far from 0 and 1.
const LEAST: f64 = 1e-3;
/// The weight of the prior of a fit, no correction, in claims of 50 %.
const PRIOR: f64 = 20.0;
/// The least slope: corrections keep the order of claims.
const LEAST_SLOPE: f64 = 0.05;

/// A player's chance of winning the match before one of its shots, and the result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(u8, f64, f64)", into = "(u8, f64, f64)")]
pub struct Claim {
    /// The slot of the shot.
    pub slot: u8,
    /// The claimed chance of the team that throws.
    pub chance: f64,
    /// The team's share of the match: 1, 1/2 or 0.
    pub share: f64,
}

impl From<(u8, f64, f64)> for Claim {
    fn from((slot, chance, share): (u8, f64, f64)) -> Self {
        Claim {
            slot,
            chance,
            share,
        }
    }
}

impl From<Claim> for (u8, f64, f64) {
    fn from(claim: Claim) -> Self {
        (claim.slot, claim.chance, claim.share)
    }
}

impl Claim {
    /// Returns the result less the claim.
    pub fn residual(&self) -> f64 {
        self.share - self.chance
    }
}

/// Returns a chance of the hammer as one of the team that throws a slot, and back.
fn turned(slot: usize, chance: f64) -> f64 {
    match side_of(slot) {
        Side::Max => chance,
        Side::Min => 1.0 - chance,
    }
}

/// Plays a match of a player against itself and returns its claims in their order; `None` if
/// cancelled.
///
/// # Errors
/// The fault of a player without a shot.
///
/// # Panics
/// If the rules of the match are invalid, which no [`Curling`] has.
pub fn claims_of_match(
    curling: &Curling,
    player: &dyn ShotAnalyst,
    (mode, limit): (Mode, Limit),
    seed: Seed,
    cancel: &Cancel,
) -> Result<Option<Vec<Claim>>, Fault> {
    let rules = curling.rules();
    let mut game = Game::new(rules).expect("the rules of a match");
    let (mut rng, mut made) = (seed.stream(0).rng(), Vec::new());
    let mut number = 0;
    while game.outcome().is_none() {
        if game.phase == Phase::Placing {
            let place = player.place(rules, &game);
            game.place(rules, place).map_err(|why| Fault::Illegal {
                action: format!("{place:?}"),
                why: why.to_string(),
            })?;
            continue;
        }
        number += 1;
        let control = Control::new(seed.stream(number)).limit(limit);
        let found = player.shots(curling, &game, &control.cancel(cancel.clone()))?;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let best = found.best().ok_or(Fault::Resigned)?;
        if let (Some(slot), Some(team)) = (game.slot(), game.to_throw())
            && player.goal(curling, &game) == Goal::Win
        {
            made.push((team, slot, turned(slot, best.value)));
        }
        game = curling.after_attempt(mode, &game, &best.action, &mut rng);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    let share = |team: Team| match winner {
        None => 0.5,
        Some(winner) if winner == team => 1.0,
        Some(_) => 0.0,
    };
    let claim = |(team, slot, chance)| Claim {
        slot: slot as u8,
        chance,
        share: share(team),
    };
    Ok(Some(made.into_iter().map(claim).collect()))
}

/// Plays matches of a player against itself, side by side, and returns the claims of each; `None`
/// if cancelled. A seed gives the same claims on any number of threads.
///
/// # Errors
/// The fault of a player without a shot.
pub fn claims_of_matches(
    curling: &Curling,
    player: &dyn ShotAnalyst,
    (matches, seed): (u64, Seed),
    cancel: &Cancel,
    done: impl Fn() + Sync,
) -> Result<Option<Vec<Vec<Claim>>>, Fault> {
    let way = (Mode::Fast, Limit::default());
    let one = |number: u64| {
        let claims = claims_of_match(curling, player, way, seed.stream(number), cancel);
        done();
        claims
    };
    (0..matches).into_par_iter().map(one).collect()
}

/// The correction of the claims before one slot: `sigmoid(shift + slope * logit(claim))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// The shift, in logits.
    pub shift: f64,
    /// The slope, positive.
    pub slope: f64,
}

impl Correction {
    /// No correction.
    pub const NONE: Correction = Correction {
        shift: 0.0,
        slope: 1.0,
    };

    /// Returns a correction of these numbers, if they are finite and the slope is positive.
    pub fn new(shift: f64, slope: f64) -> Option<Self> {
        let valid = shift.is_finite() && slope.is_finite() && slope > 0.0;
        valid.then_some(Correction { shift, slope })
    }

    /// Fits the correction of claims to their results (claim, share) by maximum likelihood with a
    /// weak prior of no correction, by Newton's method.
    pub fn fit(claims: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let claims = claims.into_iter().filter(|(claim, _)| is_open(*claim));
        let claims: Vec<(f64, f64)> = claims.map(|(claim, share)| (logit(claim), share)).collect();
        let mut found = Self::NONE;
        for _ in 0..50 {
            let ridge = 0.25 * PRIOR;
            let mut gradient = [-ridge * found.shift, -ridge * (found.slope - 1.0)];
            let mut hessian = [ridge, 0.0, ridge];
            for &(x, share) in &claims {
                let p = sigmoid(found.shift + found.slope * x);
                let (off, weight) = (share - p, p * (1.0 - p));
                gradient[0] += off;
                gradient[1] += off * x;
                hessian[0] += weight;
                hessian[1] += weight * x;
                hessian[2] += weight * x * x;
            }
            let [a, b, c] = hessian;
            let determinant = a * c - b * b;
            let steps = [
                (c * gradient[0] - b * gradient[1]) / determinant,
                (a * gradient[1] - b * gradient[0]) / determinant,
            ];
            // At most half a logit a step, which always converges here.
            found.shift += steps[0].clamp(-0.5, 0.5);
            found.slope = (found.slope + steps[1].clamp(-0.5, 0.5)).max(LEAST_SLOPE);
            if steps.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        found
    }

    /// Returns the corrected chance.
    pub fn of(&self, chance: f64) -> f64 {
        if is_open(chance) {
            sigmoid(self.shift + self.slope * logit(chance))
        } else {
            chance.clamp(0.0, 1.0)
        }
    }

    /// Returns the change of the corrected chance with the claimed one.
    fn steepness(&self, chance: f64) -> f64 {
        if !is_open(chance) {
            return 1.0;
        }
        let (from, to) = (chance.clamp(LEAST, 1.0 - LEAST), self.of(chance));
        self.slope * to * (1.0 - to) / (from * (1.0 - from))
    }
}

fn is_open(chance: f64) -> bool {
    (DECIDED..=1.0 - DECIDED).contains(&chance)
}

fn logit(chance: f64) -> f64 {
    let chance = chance.clamp(LEAST, 1.0 - LEAST);
    libm::log(chance / (1.0 - chance))
}

/// The corrections of all slots, with their source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corrections {
    /// The command that fitted them.
    pub source: String,
    slots: [Option<Correction>; SLOTS],
}

impl Corrections {
    /// Fits a correction for every slot that has claims in these matches.
    pub fn fit(matches: &[Vec<Claim>]) -> Self {
        let of = |slot: usize| {
            let here = matches.iter().flatten();
            let here = here.filter(|claim| usize::from(claim.slot) == slot);
            let here: Vec<_> = here.map(|claim| (claim.chance, claim.share)).collect();
            (!here.is_empty()).then(|| Correction::fit(here))
        };
        Corrections {
            source: String::new(),
            slots: std::array::from_fn(of),
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }

    /// Returns the correction of a slot.
    pub fn of(&self, slot: usize) -> Option<&Correction> {
        self.slots.get(slot)?.as_ref()
    }

    /// Sets the correction of a slot.
    ///
    /// # Panics
    /// If the slot does not exist.
    pub fn set(&mut self, slot: usize, correction: Correction) {
        self.slots[slot] = Some(correction);
    }

    /// Returns the corrections with their slots.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Correction)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(slot, correction)| Some((slot, correction.as_ref()?)))
    }

    /// Corrects the values of an analysis before a slot, which are chances of the hammer: those of
    /// the candidates, their spreads, errors and outcomes. The values of a candidate's outcomes
    /// keep its value as their mean and stay within 0 to 1.
    pub fn apply<A>(&self, slot: usize, found: &mut Analysis<A>) {
        let Some(correction) = self.of(slot) else {
            return;
        };
        for candidate in &mut found.candidates {
            let claimed = candidate.value;
            let own = turned(slot, claimed);
            let steepness = correction.steepness(own);
            candidate.value = turned(slot, correction.of(own));
            candidate.spread *= steepness;
            candidate.error = candidate.error.map(|error| error * steepness);
            let total: f64 = candidate.outcomes.iter().map(|one| one.probability).sum();
            let off = (mean_of(&candidate.outcomes, |value| value) - claimed) * steepness;
            if total > 0.0 {
                let mean = (candidate.value + off).clamp(0.0, 1.0);
                shift_to(&mut candidate.outcomes, mean);
            }
        }
    }
}

/// Returns the mean of the changed values of outcomes.
fn mean_of(outcomes: &[Share], change: impl Fn(f64) -> f64) -> f64 {
    let weighted = |one: &Share| one.probability * change(one.value);
    let total: f64 = outcomes.iter().map(|one| one.probability).sum();
    outcomes.iter().map(weighted).sum::<f64>() / total
}

/// Shifts the values of outcomes by one number of logits, so that their mean is a given one.
/// Decided outcomes stay as they are, as far as that is possible.
fn shift_to(outcomes: &mut [Share], mean: f64) {
    let shifted = |value: f64, shift: f64| {
        let by = Correction { shift, slope: 1.0 };
        by.of(value)
    };
    let (mut low, mut high) = (-30.0, 30.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if mean_of(outcomes, |value| shifted(value, middle)) < mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    for one in outcomes {
        one.value = shifted(one.value, low);
    }
}

/// Claims of one kind, such as those of one tenth, against what happened.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reliability {
    /// The number of claims.
    pub claims: u64,
    /// The mean claim.
    pub claimed: f64,
    /// The mean result.
    pub happened: f64,
    /// The standard error of the difference, with matches as clusters; none for fewer than two
    /// matches.
    pub error: Option<f64>,
}

impl Reliability {
    /// Counts the claims of some matches that are of a kind.
    pub fn of<'a>(
        matches: impl Iterator<Item = &'a Vec<Claim>>,
        kind: impl Fn(&Claim) -> bool,
    ) -> Self {
        let (mut claims, mut claimed, mut happened) = (0, 0.0, 0.0);
        let mut clusters: Vec<(f64, f64)> = Vec::new();
        for one in matches {
            let (mut residuals, mut count) = (0.0, 0.0);
            for claim in one.iter().filter(|claim| kind(claim)) {
                claims += 1;
                claimed += claim.chance;
                happened += claim.share;
                residuals += claim.residual();
                count += 1.0;
            }
            if count > 0.0 {
                clusters.push((residuals, count));
            }
        }
        let n = claims as f64;
        if claims == 0 {
            return Reliability::default();
        }
        let mean = (happened - claimed) / n;
        let squares: f64 = clusters
            .iter()
            .map(|(sum, count)| (sum - count * mean) * (sum - count * mean))
            .sum();
        let m = clusters.len() as f64;
        let error = (m > 1.0).then(|| libm::sqrt(squares * m / (m - 1.0)) / n);
        Reliability {
            claims,
            claimed: claimed / n,
            happened: happened / n,
            error,
        }
    }

    /// Returns what happened less what was claimed.
    pub fn off(&self) -> f64 {
        self.happened - self.claimed
    }
}

#[cfg(test)]
mod tests;
