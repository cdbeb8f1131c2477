//! Lessons: what is learned from one round of ends, and from the next.
//!
//! A round has two parts. First ends are played, to have positions to think about: by [`habit`] in
//! the first round, afterwards by a search one shot deep that has the experience of the round
//! before. Now and then somebody throws what nobody would, since a search looks at such positions
//! too. Then, from the last stone backwards, every position is looked at one shot deep, and what
//! may come of the best shot is what is learned of it.
//!
//! What an end is played for changes from end to end: points, or a match at some score. Every end
//! and every position has dice of its own, so the same seed gives the same experience on any number
//! of threads.

use super::super::evaluation::signs::SIGNS;
use super::super::jiritsu::{Jiritsu, KitError, Settings};
use super::super::self_play::{self, Occasion};
use super::super::shots::Shots;
use super::super::stakes::Stakes;
use super::super::win_table::{State, WinTable};
use super::super::{end::Moment, habit};
use super::{Chances, Experience, RESULTS, Weights};
use crate::arena_game::Curling;
use crate::rules::Game;
use crate::shot::Shot;
use crate::stones::SLOTS;
use lookahead::learn::LeastSquares;
use lookahead::{Cancel, Control, Limit, Seed};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::sync::Arc;

/// How much is learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Rounds.
    pub rounds: u32,
    /// Ends of a round.
    pub ends: u64,
    /// How often a shot is thrown that nobody would throw.
    pub wild: f64,
    /// The penalty of [`LeastSquares::solve`].
    pub penalty: f64,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            rounds: 3,
            ends: 3000,
            wild: 0.3,
            penalty: 0.5,
        }
    }
}

/// What has been learned so far: for who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rounds that are over.
    pub round: u32,
    /// Parts of this round that are over, of [`PARTS`].
    pub part: usize,
}

/// The parts of a round: playing, and learning of each slot.
pub const PARTS: usize = SLOTS + 1;

/// Why there is no experience.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LessonError {
    /// No player on this ice.
    #[error(transparent)]
    Kit(#[from] KitError),
    /// Nothing to learn from.
    #[error("to learn takes at least one round of one end")]
    Nothing,
    /// Stopped.
    #[error("stopped before anything was learned")]
    Cancelled,
}

/// A position with what the end is played for.
struct Lesson {
    game: Game,
    stakes: Stakes,
}

/// Who learns, and where.
struct School<'a> {
    curling: &'a Curling,
    shots: Shots,
    settings: Settings,
    plan: Plan,
    cancel: &'a Cancel,
}

/// Learns how ends turn out under the conditions of a match. The experience in `settings` is not
/// used.
///
/// # Errors
/// If the settings make no player, the plan is empty, or it was cancelled.
pub fn learn(
    curling: &Curling,
    settings: &Settings,
    plan: &Plan,
    seed: Seed,
    cancel: &Cancel,
    mut progress: impl FnMut(Progress),
) -> Result<Experience, LessonError> {
    if plan.rounds == 0 || plan.ends == 0 {
        return Err(LessonError::Nothing);
    }
    let school = School {
        curling,
        shots: Shots::new(curling),
        settings: settings.clone(),
        plan: *plan,
        cancel,
    };
    let mut experience = None;
    for round in 0..plan.rounds {
        let mut part = |part| progress(Progress { round, part });
        let lessons = school.play(experience.as_ref(), seed.stream(round.into()))?;
        part(1);
        experience = Some(school.learn(&lessons, &mut part)?);
    }
    experience.ok_or(LessonError::Nothing)
}

impl School<'_> {
    /// One shot deep with this experience.
    fn player(&self, experience: &Experience) -> Result<Jiritsu, KitError> {
        let mut settings = self.settings.clone();
        settings.experience = Some(Arc::new(experience.clone()));
        settings.search.depth = 1;
        Jiritsu::new(self.curling, &settings)
    }

    /// All positions of a round's ends, those before the same slot together.
    fn play(
        &self,
        experience: Option<&Experience>,
        seed: Seed,
    ) -> Result<Vec<Vec<Lesson>>, LessonError> {
        let player = experience.map(|known| self.player(known)).transpose()?;
        let ends: Option<Vec<Vec<Lesson>>> = (0..self.plan.ends)
            .into_par_iter()
            .map(|number| self.end(player.as_ref(), number, seed.stream(number)))
            .collect();
        let mut slots: Vec<Vec<Lesson>> = (0..SLOTS).map(|_| Vec::new()).collect();
        for lesson in ends.ok_or(LessonError::Cancelled)?.into_iter().flatten() {
            slots[usize::from(lesson.game.shot)].push(lesson);
        }
        Ok(slots)
    }

    /// The positions of one end; nothing if it was cancelled.
    fn end(&self, player: Option<&Jiritsu>, number: u64, seed: Seed) -> Option<Vec<Lesson>> {
        let mut rng = seed.rng();
        let occasion = occasion(&mut rng);
        let game = self_play::start(self.curling, occasion, number);
        let stakes = match occasion {
            Occasion::Points => Stakes::points(),
            _ => Stakes::of_match(WinTable::usual(), self.curling.rules(), &game),
        };
        let mut moment = Moment::of(&game);
        let mut lessons = Vec::with_capacity(SLOTS);
        while moment.points.is_none() {
            let game = moment.game;
            if self.cancel.is_cancelled() {
                return None;
            }
            lessons.push(Lesson { game, stakes });
            let shot = match player {
                _ if rng.random_bool(self.plan.wild) => self.wild(&game, &mut rng),
                None => habit::shot(&self.shots, &game, &mut rng),
                Some(player) => {
                    let found = player.look_for(&game, stakes, &self.control());
                    player.shot(&game, found.action()?)
                }
            };
            moment = moment.tried(self.curling, &shot, &mut rng);
        }
        Some(lessons)
    }

    /// Any shot that has a name.
    fn wild(&self, game: &Game, rng: &mut Pcg64Mcg) -> Shot {
        let mut plans = Vec::new();
        self.shots.plans(game, &mut plans);
        plans[rng.random_range(0..plans.len())].shot
    }

    fn control(&self) -> Control<'static> {
        let control = Control::new(Seed(0)).limit(Limit::depth(1));
        control.cancel(self.cancel.clone())
    }

    /// Backwards from the last stone, by two pupils who learn from every other position and then
    /// agree on the mean.
    fn learn(
        &self,
        lessons: &[Vec<Lesson>],
        part: &mut impl FnMut(usize),
    ) -> Result<Experience, LessonError> {
        let mut pupils = [Experience::default(), Experience::default()];
        for (slot, lessons) in lessons.iter().enumerate().rev() {
            if !lessons.is_empty() {
                let [one, other] = &pupils;
                let learned = [
                    self.fit(slot, lessons.iter().step_by(2), one, other)?,
                    self.fit(slot, lessons.iter().skip(1).step_by(2), other, one)?,
                ];
                for (pupil, weights) in pupils.iter_mut().zip(learned) {
                    pupil.learn(slot, weights);
                }
            }
            part(PARTS - slot);
        }
        let [one, other] = &pupils;
        Ok(one.mean(other))
    }

    /// What a pupil learns of positions before a slot: what comes of the shots it would choose, in
    /// the eyes of the other one. Its own would deceive it, since it chooses what they overrate.
    fn fit<'b>(
        &self,
        slot: usize,
        lessons: impl Iterator<Item = &'b Lesson>,
        pupil: &Experience,
        judge: &Experience,
    ) -> Result<Weights, LessonError> {
        let player = self.player(pupil)?;
        let lessons: Vec<&Lesson> = lessons.collect();
        let look = |lesson: &&Lesson| {
            let chances = player.forecast(&lesson.game, lesson.stakes, judge, &self.control());
            let ground = player.kit().evaluation().ground(&lesson.game.stones);
            (ground.signs(slot).0, chances)
        };
        let looked: Vec<([f64; SIGNS], Option<Chances>)> = lessons.par_iter().map(look).collect();
        if self.cancel.is_cancelled() {
            return Err(LessonError::Cancelled);
        }
        // The same team throws two stones later: where little was seen of this slot, what is known
        // of that one is believed.
        let mut weights = pupil
            .before(slot + 2)
            .cloned()
            .unwrap_or_else(Weights::none);
        let mut fit = LeastSquares::<SIGNS, RESULTS>::new();
        for (signs, chances) in &looked {
            if let Some(chances) = chances {
                let known = weights.sums(signs);
                fit.add(
                    signs,
                    &std::array::from_fn(|result| chances[result] - known[result]),
                );
            }
        }
        weights.fitted(&fit.solve(self.plan.penalty));
        Ok(weights)
    }
}

/// What an end is played for: one in three for points, the others for matches that are not decided.
fn occasion(rng: &mut Pcg64Mcg) -> Occasion {
    if rng.random_range(0..3) == 0 {
        return Occasion::Points;
    }
    Occasion::Match(State {
        ends_left: rng.random_range(1..9),
        difference: rng.random_range(-3..=3),
    })
}
