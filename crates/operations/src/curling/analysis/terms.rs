//! The parts of jiritsu's evaluation at every place: figure 8 of Kato, Iizuka and Yamamoto (2016).
//!
//! Two questions. Without a stone named: what would a further stone of the team that throws be
//! worth at each place? With one: what is that stone worth when the further one lies at each place,
//! in front of it as a guard, or beside it?

use super::super::engines::Engines;
use super::super::wire::{CurlingConditions, CurlingGame, name_of, rounded};
use super::to_throw;
use crate::{Fault, TaskHandle};
use curling::Vector;
use curling::notation::StoneName as CurlingStoneName;
use curling::sheet::RADIUS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The reason why there is nothing to say about a stone.
const NO_STONE: (&str, &str) = (
    "there is no such stone on the sheet",
    "そのストーンはシート上にありません",
);

/// A position to evaluate.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingTermsAsked {
    /// The conditions of the match.
    conditions: CurlingConditions,
    /// The match, with a shot to come.
    game: CurlingGame,
    /// The evaluated stone; by default the one put at each place.
    #[serde(default)]
    stone: Option<CurlingStoneName>,
}

/// The parts of the evaluation at every place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingTerms {
    /// The team of the stone put at each place.
    team: u8,
    /// The side of a cell, in metres.
    side: f64,
    /// The places with the terms of a stone there.
    cells: Vec<CurlingTermsCell>,
}

/// The parts of a stone's worth, by where the further stone lies.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingTermsCell {
    /// Right of the tee.
    x: f64,
    /// Behind it.
    y: f64,
    /// J: the expected gain of the stone.
    j: f64,
    /// T: how hard the stone is to take out.
    t: f64,
    /// D: how hard the stone is to take out together with another.
    d: f64,
    /// N: the product of the three.
    n: f64,
}

/// Returns the terms of the evaluation at every place.
pub(super) fn terms(
    asked: CurlingTermsAsked,
    engines: &Engines,
    task: &TaskHandle,
) -> Result<CurlingTerms, Fault> {
    let CurlingTermsAsked {
        conditions,
        game,
        stone,
    } = asked;
    let (curling, game, slot) = to_throw(&conditions, &game)?;
    let player = "jiritsu:depth=1".parse().map_err(Fault::failed)?;
    let about = match stone {
        None => slot,
        Some(CurlingStoneName { team, number }) => {
            let mut lying = game.stones.iter().map(|(slot, _)| slot);
            let found = lying.find(|&slot| name_of(slot, game.lead) == (team, number));
            found.ok_or_else(|| Fault::because(NO_STONE).at("stone"))?
        }
    };
    task.report(None, "");
    let analyst = engines.analyst(&curling, &player)?;
    let none = || Fault::failed("jiritsu has no evaluation to show");
    let jiritsu = analyst.jiritsu().ok_or_else(none)?;
    let sheet = curling.conditions().ice.sheet;
    let steps = |length: f64| (length / RADIUS) as i32;
    let columns = steps(sheet.width / 2.0 - RADIUS);
    let mut cells = Vec::new();
    for row in -steps(sheet.hog - RADIUS)..=steps(sheet.back) {
        task.check()?;
        for column in -columns..=columns {
            let at = Vector::new(f64::from(column), f64::from(row)) * RADIUS;
            let mut others = game.stones.iter();
            if others.any(|(_, stone)| (stone.at - at).length() < 2.0 * RADIUS) {
                continue;
            }
            let mut stones = game.stones;
            stones.place(slot, at);
            let terms = jiritsu.tables().evaluation().terms(&stones, about);
            cells.push(CurlingTermsCell {
                x: rounded(at.x),
                y: rounded(at.y),
                j: rounded(terms.j),
                t: rounded(terms.t),
                d: rounded(terms.d),
                n: rounded(terms.n),
            });
        }
    }
    Ok(CurlingTerms {
        team: name_of(slot, game.lead).0,
        side: RADIUS,
        cells,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::wire::{CurlingPlatform, CurlingStone};
    use super::*;
    use curling::rules::Game;

    #[test]
    fn a_place_near_the_tee_may_bring_most_and_a_guard_protects() {
        let conditions = CurlingConditions::usual(CurlingPlatform::Paper);
        let rules = conditions.to_conditions().unwrap().rules;
        let mut game = CurlingGame::of(&Game::new(&rules).unwrap(), &rules);
        game.shot = 2;
        let stone = CurlingStone {
            team: 0,
            number: 1,
            x: 0.0,
            y: 0.0,
            angle: 0.0,
        };
        game.stones.push(stone);
        let ask = |stone| {
            let (conditions, game) = (conditions.clone(), game.clone());
            terms(
                CurlingTermsAsked {
                    conditions,
                    game,
                    stone,
                },
                &Engines::new(&crate::Games::of(&crate::Host::default())),
                &TaskHandle::idle(),
            )
        };
        let own = ask(None).unwrap();
        let nearest = |terms: &CurlingTerms, x: f64, y: f64| {
            let away = |cell: &&CurlingTermsCell| (cell.x - x).hypot(cell.y - y);
            *terms
                .cells
                .iter()
                .min_by(|a, b| away(a).total_cmp(&away(b)))
                .unwrap()
        };
        assert!(nearest(&own, 0.4, 0.0).j > nearest(&own, 2.0, -4.0).j);
        let held = ask(Some(CurlingStoneName { team: 0, number: 1 })).unwrap();
        assert!(nearest(&held, 0.0, -3.0).t > nearest(&held, 2.0, 1.5).t);
        let missing = ask(Some(CurlingStoneName { team: 1, number: 1 }));
        assert_eq!(missing.unwrap_err().place.unwrap(), "stone");
    }
}
