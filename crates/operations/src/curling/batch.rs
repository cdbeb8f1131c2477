//! Batches of deliveries: execution error, simulation, the rules about guards and the score of many
//! shots at once.
//!
//! Every delivery has the random stream of its index, and outcomes come in the order of the
//! deliveries: a batch may be cut anywhere, and be run on any number of threads.

use curling::Stones;
use curling::arena_game::Curling;
use curling::delivery::Delivered;
use curling::physics::{Mode, Physics, Throw, ThrowError};
use curling::rules::guard::Verdict;
use curling::rules::{Game, Rules, guard, score};
use curling::{Shot, stones::SLOTS};
use lookahead::Seed;

/// A shot about to be thrown.
#[derive(Clone, Copy, Debug)]
pub struct Delivery<'a> {
    /// The match: the end, the shot that comes next, and with them the thrower and the ice. Its
    /// stones do not count.
    pub game: &'a Game,
    /// The stones in play.
    pub stones: &'a Stones,
    /// The intended shot.
    pub shot: &'a Shot,
    /// The seed of the thrower's noise; without it the shot is thrown exactly.
    pub seed: Option<Seed>,
}

/// The outcome of a delivery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settled {
    /// The shot after noise; none if it was too fast for the thrower and counts as a pass.
    pub shot: Option<Shot>,
    /// The stones that count afterwards.
    pub stones: Stones,
    /// Whether a rule about guards put the stones back.
    pub foul: bool,
    /// The score of the end as the stones lie afterwards, positive for team 0.
    pub points: i8,
}

impl Delivery<'_> {
    /// Returns the shot after noise; none if it counts as a pass.
    fn thrown(&self, curling: &Curling) -> Option<Shot> {
        let Some(seed) = self.seed else {
            return Some(*self.shot);
        };
        let skill = curling.skill(self.game);
        match skill.deliver(self.shot, curling.tee(), &mut seed.rng()) {
            Delivered::Thrown(shot) => Some(shot),
            Delivered::Pass => None,
        }
    }

    fn throw(&self, shot: Shot) -> Throw {
        Throw {
            stones: *self.stones,
            slot: self.game.slot().unwrap_or(SLOTS),
            shot,
        }
    }

    /// Settles one delivery by the fast simulation.
    fn alone(&self, curling: &Curling, physics: &Physics) -> Result<Settled, ThrowError> {
        let (shot, rules) = (self.thrown(curling), curling.rules());
        let Some(throw) = shot.map(|shot| self.throw(shot)) else {
            return Ok(self.settled(rules, shot, None));
        };
        let after = physics.throw(Mode::Fast, &throw)?;
        let verdict = guard::judge(rules, self.stones, &after.stones, throw.slot);
        Ok(self.settled(rules, shot, Some(&verdict)))
    }

    /// Returns the outcome of the shot after noise; a pass, without a verdict, leaves all stones.
    fn settled(&self, rules: &Rules, shot: Option<Shot>, verdict: Option<&Verdict>) -> Settled {
        let (stones, foul) = match verdict {
            None => (*self.stones, false),
            Some(verdict) => (verdict.stones, verdict.foul.is_some()),
        };
        Settled {
            shot,
            points: score::points_of_team_zero(rules, &stones, self.game.lead),
            stones,
            foul,
        }
    }
}

/// Simulates a batch of throws and applies the guard rules to each; a batch takes less time than
/// its shots one by one.
pub fn judged(
    physics: &Physics,
    rules: &Rules,
    mode: Mode,
    throws: &[Throw],
) -> Vec<Result<Verdict, ThrowError>> {
    let ran = physics.throw_all(mode, throws).into_iter();
    let judge = |(throw, outcome): (&Throw, Result<_, ThrowError>)| {
        let after: curling::physics::Outcome = outcome?;
        Ok(guard::judge(
            rules,
            &throw.stones,
            &after.stones,
            throw.slot,
        ))
    };
    throws.iter().zip(ran).map(judge).collect()
}

/// Returns the outcome of every delivery, each on the ice of its shot; an error where a throw
/// cannot be simulated.
pub fn settle(
    curling: &Curling,
    mode: Mode,
    deliveries: &[Delivery<'_>],
) -> Vec<Result<Settled, ThrowError>> {
    let mut settled = Vec::with_capacity(deliveries.len());
    settle_each(curling, mode, deliveries, |one| settled.push(one));
    settled
}

/// Passes the outcomes that [`settle`] returns to `sink`, one after the other, without a list of
/// them: in fast mode copies of stones are a good part of the time.
pub fn settle_each(
    curling: &Curling,
    mode: Mode,
    deliveries: &[Delivery<'_>],
    mut sink: impl FnMut(Result<Settled, ThrowError>),
) {
    let always = !curling.conditions().changes.changes_friction();
    let same_ice = |one: &Delivery<'_>, next: &Delivery<'_>| always || one.game == next.game;
    for batch in deliveries.chunk_by(same_ice) {
        let physics = curling.physics_of(batch[0].game);
        match mode {
            Mode::Fast => {
                let alone = |delivery: &Delivery<'_>| delivery.alone(curling, &physics);
                batch.iter().map(alone).for_each(&mut sink);
            }
            Mode::Exact => side_by_side(curling, &physics, batch, &mut sink),
        }
    }
}

/// Settles a batch in time steps, in which the shots of a batch share the lanes of the processor.
fn side_by_side(
    curling: &Curling,
    physics: &Physics,
    batch: &[Delivery<'_>],
    sink: &mut impl FnMut(Result<Settled, ThrowError>),
) {
    let thrown: Vec<_> = batch.iter().map(|one| one.thrown(curling)).collect();
    let meant = batch.iter().zip(&thrown);
    let throws = meant.filter_map(|(delivery, shot)| Some(delivery.throw((*shot)?)));
    let throws: Vec<Throw> = throws.collect();
    let mut verdicts = judged(physics, curling.rules(), Mode::Exact, &throws).into_iter();
    for (delivery, shot) in batch.iter().zip(thrown) {
        let verdict = shot.and_then(|_| verdicts.next()).transpose();
        sink(verdict.map(|verdict| delivery.settled(curling.rules(), shot, verdict.as_ref())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curling::conditions::Conditions;
    use curling::{Turn, Vector};

    #[test]
    fn a_batch_may_be_cut_anywhere() {
        for conditions in [Conditions::paper(), Conditions::dc3()] {
            let curling = Curling::new(conditions).unwrap();
            let game = Game::new(curling.rules()).unwrap();
            let later = Game { shot: 9, ..game };
            let shots: Vec<_> = (0..20)
                .map(|step| Vector::new(f64::from(step) * 0.01, 0.0))
                .map(|at| curling.draw(at, Turn::Clockwise).unwrap())
                .collect();
            let deliveries: Vec<_> = (0_u64..)
                .zip(&shots)
                .map(|(index, shot)| Delivery {
                    game: if index % 3 == 0 { &later } else { &game },
                    stones: &game.stones,
                    shot,
                    seed: Some(Seed(7).stream(index)),
                })
                .collect();
            let whole = settle(&curling, Mode::Exact, &deliveries);
            let parts = deliveries.chunks(7);
            let parts: Vec<_> = parts
                .flat_map(|part| settle(&curling, Mode::Exact, part))
                .collect();
            assert_eq!(whole, parts);
            let slots: Vec<_> = whole
                .iter()
                .map(|one| one.as_ref().unwrap().stones.mask())
                .collect();
            assert_eq!(slots[..4], [1 << 9, 1, 1, 1 << 9]);
        }
    }

    #[test]
    fn fast_shots_one_by_one_are_those_of_the_simulation() {
        let curling = Curling::new(Conditions::dc3()).unwrap();
        let game = Game::new(curling.rules()).unwrap();
        let mut stones = Stones::none();
        stones.place(0, Vector::new(0.0, -3.0));
        let second = Game { shot: 1, ..game };
        // A draw past the guard, and a take-out of the guard, which is put back.
        let shots = [
            curling
                .draw(Vector::new(-0.9, 0.0), Turn::Clockwise)
                .unwrap(),
            Shot::new(Vector::new(-0.09, 2.65), Turn::Clockwise),
            Shot::new(Vector::new(0.0, f64::NAN), Turn::Clockwise),
        ];
        let deliveries = shots.each_ref().map(|shot| Delivery {
            game: &second,
            stones: &stones,
            shot,
            seed: None,
        });
        let [draw, hit, bad] = settle(&curling, Mode::Fast, &deliveries)
            .try_into()
            .unwrap();
        for (settled, shot) in [&draw, &hit].into_iter().zip(shots) {
            let (settled, throw) = (
                settled.as_ref().unwrap(),
                Throw {
                    stones,
                    slot: 1,
                    shot,
                },
            );
            let after = curling.physics().throw(Mode::Fast, &throw).unwrap();
            let verdict = guard::judge(curling.rules(), &stones, &after.stones, 1);
            assert_eq!((settled.stones, settled.shot), (verdict.stones, Some(shot)));
            assert_eq!(settled.foul, verdict.foul.is_some());
        }
        let (draw, hit) = (draw.unwrap(), hit.unwrap());
        assert_eq!((draw.points, draw.foul), (second.lead.signed(-1), false));
        assert_eq!((hit.stones, hit.foul), (stones, true));
        assert!(bad.is_err());
    }

    #[test]
    fn a_shot_that_cannot_be_thrown_is_an_error_of_its_own() {
        let curling = Curling::new(Conditions::paper()).unwrap();
        let game = Game::new(curling.rules()).unwrap();
        let good = curling.draw(Vector::ZERO, Turn::Clockwise).unwrap();
        let bad = Shot::new(Vector::new(0.0, f64::NAN), Turn::Clockwise);
        let delivery = |shot| Delivery {
            game: &game,
            stones: &game.stones,
            shot,
            seed: None,
        };
        let deliveries = [delivery(&good), delivery(&bad), delivery(&good)];
        let settled = settle(&curling, Mode::Exact, &deliveries);
        assert!(settled[1].is_err());
        assert_eq!(settled[0], settled[2]);
        assert_eq!(settled[0].as_ref().unwrap().points, 1);
    }
}
