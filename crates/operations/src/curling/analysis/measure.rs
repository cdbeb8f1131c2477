//! Shots of any players by one measure: [`measure`].

use super::super::engines::Engines;
use super::super::wire::{CurlingConditions, CurlingGame};
use super::to_throw;
use crate::{Fault, TaskHandle};
use curling::lineup::STRONGEST;
use curling::players::yardstick::{Measure, Yardstick};
use curling::shot::Shot;
use lookahead::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most shots of a request.
const MOST: usize = 100;
/// The most throws of a shot.
const MOST_THROWS: u32 = 5000;

/// Shots to measure in one position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurlingToMeasure {
    /// The conditions of the match.
    pub conditions: CurlingConditions,
    /// The match, with a shot to come.
    pub game: CurlingGame,
    /// The shots, 1 to 100.
    pub shots: Vec<Shot>,
    /// The number of throws of each shot, 10 to 5000; 1000 by default.
    #[serde(default = "usual_throws")]
    pub throws: u32,
    /// The seed of the throws' errors.
    #[serde(default = "usual_seed")]
    pub seed: u64,
}

fn usual_throws() -> u32 {
    1000
}

fn usual_seed() -> u64 {
    1
}

/// The measured shots.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CurlingMeasured {
    /// The player that values the positions after the throws.
    pub player: String,
    /// The number of throws of each shot.
    pub throws: u32,
    /// The measure of each shot, in their order.
    pub shots: Vec<Measure>,
}

/// Returns the measures of shots.
///
/// # Errors
/// If no shot comes next, there are no or too many shots, or the number of throws is out of range.
pub fn measure(
    asked: &CurlingToMeasure,
    engines: &Engines,
    task: &TaskHandle,
) -> Result<CurlingMeasured, Fault> {
    if !(1..=MOST).contains(&asked.shots.len()) {
        return Err(Fault::out_of_range("shots", (1, MOST), ""));
    }
    if !(10..=MOST_THROWS).contains(&asked.throws) {
        return Err(Fault::out_of_range("throws", (10, MOST_THROWS), ""));
    }
    let (curling, game, _) = to_throw(&asked.conditions, &asked.game)?;
    task.report(None, "");
    let strongest = STRONGEST.parse().expect("a player of the lineup");
    let analyst = engines.analyst(&curling, &strongest)?;
    task.check()?;
    let player = analyst.jiritsu().expect("the strongest is a jiritsu");
    let yardstick = Yardstick::new(player, &curling, &game).expect("a shot comes next");
    Ok(CurlingMeasured {
        player: STRONGEST.to_owned(),
        throws: asked.throws,
        shots: yardstick.measure(&asked.shots, asked.throws, Seed(asked.seed)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::wire::CurlingPlatform;
    use super::*;
    use curling::rules::Game;
    use curling::{Turn, Vector};

    fn asked() -> CurlingToMeasure {
        let conditions = CurlingConditions::usual(CurlingPlatform::Legacy);
        let curling = conditions.curling().unwrap();
        let mut game = Game::new(curling.rules()).unwrap();
        (game.end, game.shot) = (curling.rules().ends - 1, 15);
        let draw = |x, y| curling.draw(Vector::new(x, y), Turn::Clockwise).unwrap();
        CurlingToMeasure {
            game: CurlingGame::of(&game, curling.rules()),
            shots: vec![draw(0.0, 0.0), draw(0.5, -4.0)],
            conditions,
            throws: 200,
            seed: 1,
        }
    }

    #[test]
    fn shots_of_anybody_are_measured_alike_and_too_many_refused() {
        let engines = Engines::new(&crate::Games::of(&crate::Host::default()));
        let measured = |asked: &CurlingToMeasure| measure(asked, &engines, &TaskHandle::idle());
        let asked = asked();
        let found = measured(&asked).unwrap();
        assert_eq!((found.shots.len(), found.throws), (2, 200));
        // The last stone of a level match into an empty house: a draw wins, a guard does not yet.
        assert!(found.shots[0].chance > 0.97, "{found:?}");
        assert!(found.shots[1].chance < found.shots[0].chance);
        let none = CurlingToMeasure {
            shots: Vec::new(),
            ..asked.clone()
        };
        assert_eq!(measured(&none).unwrap_err().place.unwrap(), "shots");
        let few = CurlingToMeasure { throws: 1, ..asked };
        assert_eq!(measured(&few).unwrap_err().place.unwrap(), "throws");
    }
}
