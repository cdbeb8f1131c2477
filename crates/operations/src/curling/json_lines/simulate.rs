//! `curling simulate`: shots simulated line by line.

use super::super::batch::judged;
use super::platform_form::{PlatformForm, RequestedThrow};
use super::{LineIce, notation, trajectory};
use crate::json_lines::{Field, Object, Responder};
use curling::Vector;
use curling::conditions::Conditions;
use curling::delivery::{Noise, TeeDraws};
use curling::physics::{Mode, Physics, Throw, ThrowError};
use curling::rules::Rules;
use curling::rules::guard::{self, Verdict};
use lookahead::Seed;

/// Options of the simulation.
#[derive(Clone, Copy, Debug)]
pub struct SimulateOptions {
    /// Exact or fast simulation.
    pub mode: Mode,
    /// The noise of a throw; line i takes stream i of the seed.
    pub noise: Noise,
    /// The seed of the noise.
    pub seed: Seed,
    /// Seconds between the frames of a trajectory, if trajectories are wanted.
    pub trajectory: Option<f64>,
}

/// The simulator as a responder to JSON lines.
pub struct SimulateLines {
    ice: LineIce,
    rules: Rules,
    mode: Mode,
    form: PlatformForm,
    /// With the draws to the tee that it is measured by.
    noise: Option<(Noise, TeeDraws)>,
    seed: Seed,
    trajectory: Option<f64>,
    /// For lines in the notation of curling without conditions of their own.
    conditions: curling::notation::Conditions,
}

impl SimulateLines {
    /// Prepares the ice of these conditions.
    ///
    /// # Errors
    /// If stones cannot run on this ice, or the noise is not defined on it.
    pub fn new(conditions: &Conditions, options: &SimulateOptions) -> Result<Self, String> {
        let ice = LineIce::new(conditions)?;
        Ok(SimulateLines {
            noise: noise(options.noise, ice.unchanged())?,
            ice,
            rules: conditions.rules,
            conditions: curling::notation::Conditions::of(conditions),
            mode: options.mode,
            form: PlatformForm::of_ice(&conditions.ice),
            seed: options.seed,
            trajectory: options.trajectory,
        })
    }
}

fn noise(noise: Noise, physics: &Physics) -> Result<Option<(Noise, TeeDraws)>, String> {
    if noise == Noise::None {
        return Ok(None);
    }
    let tee = TeeDraws::new(physics.parameters(), &physics.deliveries());
    let tee = tee.map_err(|error| format!("no draw to the tee on this ice: {error}"))?;
    Ok(Some((noise, tee)))
}

/// A line that was read: a throw still to simulate, or the answer.
enum Line<'a> {
    Thrown(Box<PlatformLine<'a>>),
    Answered(Vec<u8>),
}

/// A throw in a form of the platforms.
struct PlatformLine<'a> {
    object: Object<'a>,
    requested: RequestedThrow,
    physics: Physics,
    throw: Throw,
    /// The fields to add to the object.
    new: Vec<Field<'a>>,
}

impl Responder for SimulateLines {
    fn answer(&self, index: u64, line: &str, out: &mut Vec<u8>) -> Result<(), String> {
        let answers = self.answer_all(&[(index, line)]);
        let answer = answers.into_iter().next().ok_or("no answer")?;
        out.extend_from_slice(&answer?);
        Ok(())
    }

    fn answer_all(&self, lines: &[(u64, &str)]) -> Vec<Result<Vec<u8>, String>> {
        let read: Vec<_> = lines
            .iter()
            .map(|(index, line)| self.read(*index, line))
            .collect();
        let mut verdicts = self.run(&read).into_iter();
        let answer = |read: Result<Line<'_>, String>| match read? {
            Line::Answered(answer) => Ok(answer),
            Line::Thrown(mut read) => {
                let verdict = match self.trajectory {
                    None => verdicts.next().ok_or("no outcome")?,
                    Some(seconds) => self.film(&mut read, seconds),
                };
                self.write(*read, verdict)
            }
        };
        read.into_iter().map(answer).collect()
    }
}

impl SimulateLines {
    /// Simulates the throws without trajectories, in one batch where all are on the same ice.
    fn run(&self, lines: &[Result<Line<'_>, String>]) -> Vec<Result<Verdict, ThrowError>> {
        let read = lines.iter().filter_map(|line| match line {
            Ok(Line::Thrown(read)) if self.trajectory.is_none() => Some(&**read),
            _ => None,
        });
        if let Some(physics) = self.ice.of_all() {
            let throws: Vec<_> = read.map(|read| read.throw).collect();
            return judged(physics, &self.rules, self.mode, &throws);
        }
        let one =
            |read: &PlatformLine<'_>| judged(&read.physics, &self.rules, self.mode, &[read.throw]);
        read.flat_map(one).collect()
    }

    fn read<'a>(&self, index: u64, line: &'a str) -> Result<Line<'a>, String> {
        let object = Object::read(line)?;
        if object.get("game")?.is_some() {
            return self.in_notation(&object).map(Line::Answered);
        }
        let requested = self.form.throw(&object)?;
        let physics = self.ice.of(&object, requested.slot)?.into_owned();
        let mut new = Vec::with_capacity(4);
        let mut throw = Throw {
            stones: requested.stones,
            slot: requested.slot,
            shot: requested.shot,
        };
        if let Some((noise, tee)) = &self.noise {
            throw.shot = noise.disturb(&throw.shot, tee, &mut self.seed.stream(index).rng());
            // The shot written and the shot thrown are the same, to the last digit.
            throw.shot.velocity = Vector::<f32>::of(throw.shot.velocity).wide();
            new.push(("run", self.form.write_shot(&throw.shot)));
        }
        Ok(Line::Thrown(Box::new(PlatformLine {
            object,
            requested,
            physics,
            throw,
            new,
        })))
    }

    /// Answers a line in the notation of curling.
    fn in_notation(&self, object: &Object<'_>) -> Result<Vec<u8>, String> {
        if self.noise.is_some() || self.trajectory.is_some() {
            return Err("`game`: --noise and --trajectory are for the platforms' forms".to_owned());
        }
        let shot = notation::shot(object)?;
        let outcome = notation::simulate(object, &self.conditions, shot, self.mode)?;
        let new = [
            ("result", notation::json(&outcome.stones)),
            ("fgz_foul", notation::json(&outcome.foul)),
            ("score", notation::json(&outcome.points)),
        ];
        let mut out = Vec::with_capacity(1024);
        object.write(&new, &mut out);
        Ok(out)
    }

    fn write(
        &self,
        mut read: PlatformLine<'_>,
        verdict: Result<Verdict, ThrowError>,
    ) -> Result<Vec<u8>, String> {
        let verdict = verdict.map_err(|error| self.refusal(&error))?;
        let result = self
            .form
            .write_stones(&verdict.stones, read.requested.order);
        read.new.push(("result", result));
        let foul = verdict.foul.is_some().to_string().into_bytes();
        read.new.push(("fgz_foul", foul));
        let mut out = Vec::with_capacity(1024);
        read.object.write(&read.new, &mut out);
        Ok(out)
    }

    fn film(&self, read: &mut PlatformLine<'_>, seconds: f64) -> Result<Verdict, ThrowError> {
        let PlatformLine {
            requested,
            physics,
            throw,
            ..
        } = &*read;
        let (outcome, text) =
            trajectory::film(physics, self.mode, self.form, requested, throw, seconds)?;
        let verdict = guard::judge(
            &self.rules,
            &requested.stones,
            &outcome.stones,
            requested.slot,
        );
        read.new.push(("trajectory", text));
        Ok(verdict)
    }

    /// Returns why a throw was refused, with the field to look at.
    fn refusal(&self, error: &ThrowError) -> String {
        let field = match error {
            ThrowError::FarOff { .. } => "stones",
            ThrowError::NoSuchSlot(_) => "shot_num",
            ThrowError::NoSweeping | ThrowError::Sweep(_) => "sweep",
            _ => self.form.shot_field(),
        };
        format!("`{field}`: {error}")
    }
}
