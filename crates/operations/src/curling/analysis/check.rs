//! Legality of a position, and facts derived from it.

use super::super::engines;
use super::super::wire::{CurlingPosition, CurlingStone, stones_of};
use crate::{Fault, TaskHandle};
use curling::arena_game::Curling;
use curling::rules::{Game, Placement, Team};
use curling::sheet::{RADIUS, Sheet};
use curling::{Turn, Vector};
use schemars::JsonSchema;
use serde::Serialize;

/// The overlap of two stones that is a problem, in metres; engines leave some millimetres.
const OVERLAP: f64 = 0.01;

/// Facts about a position, and its problems.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingChecked {
    /// The lines of the sheet.
    sheet: Sheet,
    /// The problems of the position.
    problems: Vec<CurlingProblem>,
    /// The score of the end as the stones lie, positive for team 0.
    points: i8,
    /// The points of both teams in the ends that are over, if the match is possible.
    totals: Option<[u16; 2]>,
    /// The team whose shot it is, if one comes next.
    thrower: Option<u8>,
    /// The number of the player who throws, from 0.
    player: Option<u8>,
    /// The release speed of a draw to the tee, in m/s, as a reference for weight limits.
    draw_weight: f64,
    /// The standard deviations of the thrower's draws to the tee, across and along, in metres.
    stray: Option<Vector>,
    /// The number of the first shot of an end: 0, or 6 in mixed doubles.
    first_shot: u8,
    /// The placements of mixed doubles that the choosing team has.
    placements: Vec<CurlingPlacement>,
}

/// A problem of a position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct CurlingProblem {
    /// The kind of problem.
    kind: CurlingProblemKind,
    /// The stones concerned, by their place in the list.
    stones: Vec<usize>,
    /// The message.
    message: String,
    /// The message in Japanese; none where the kind says all.
    #[serde(skip_serializing_if = "Option::is_none")]
    japanese: Option<String>,
}

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CurlingProblemKind {
    /// A stone is not in the playing area.
    Outside,
    /// Two stones overlap.
    Overlap,
    /// The match is impossible: a stone not thrown yet, too many points, an end too late.
    Impossible,
}

/// The kind of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CurlingPlacementKind {
    /// On the centre line; the chooser has the guard and throws first.
    CentreGuard,
    /// On the centre line; the chooser has the house stone and the hammer.
    CentreHouse,
    /// To the left, with the house stone and the hammer.
    PowerPlayLeft,
    /// To the right.
    PowerPlayRight,
}

/// A placement and its result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingPlacement {
    /// The kind.
    kind: CurlingPlacementKind,
    /// The stones then.
    stones: Vec<CurlingStone>,
    /// The team that has the hammer then.
    hammer: u8,
}

/// Checks a position. An impossible position is not a fault: the answer lists its problems.
pub(super) fn check(asked: CurlingPosition, _: &TaskHandle) -> Result<CurlingChecked, Fault> {
    let CurlingPosition { conditions, game } = asked;
    let curling = engines::curling(&conditions)?;
    let mut problems = problems(&curling, &game.stones);
    let core = game.to_game(curling.rules());
    if let Err(fault) = &core {
        problems.push(CurlingProblem {
            kind: CurlingProblemKind::Impossible,
            stones: index_in(&fault.place).into_iter().collect(),
            message: fault.why.en().to_owned(),
            japanese: Some(fault.why.ja().to_owned()),
        });
    }
    let core = core.ok();
    let chooser = core
        .as_ref()
        .map(|core| core.chooser.unwrap_or(core.lead.other()));
    let rules = curling.rules();
    let draw = curling.draw(Vector::ZERO, Turn::Clockwise).ok();
    let stray = core.as_ref().and_then(|core| stray(&curling, core));
    let to_throw = core.as_ref().and_then(Game::to_throw);
    let player = core.as_ref().and_then(|core| core.player(rules));
    Ok(CurlingChecked {
        sheet: curling.physics().parameters().sheet,
        problems,
        points: core.as_ref().map_or(0, |core| core.provisional(rules)),
        totals: core.map(|core| Team::BOTH.map(|team| core.total(team))),
        thrower: to_throw.map(|team| team.index() as u8),
        player,
        draw_weight: draw.map_or(0.0, |shot| shot.velocity.y.abs()),
        stray,
        first_shot: rules.first_slot() as u8,
        placements: chooser.map_or_else(Vec::new, |chooser| placements(&curling, chooser)),
    })
}

/// Returns the standard deviations of the thrower's draws to the tee.
fn stray(curling: &Curling, game: &Game) -> Option<Vector> {
    let shot = curling.draw(Vector::ZERO, Turn::Clockwise).ok()?;
    let spread = curling.skill(game).noise().spread(&shot, curling.tee());
    let physics = curling.physics();
    let rest = |velocity: Vector| {
        let shot = curling::Shot { velocity, ..shot };
        curling::physics::Glide::rest(&physics.released(&shot))
    };
    // What one standard deviation of either luck does, to first order.
    let there = |luck: [f64; 2]| rest(spread.at(luck));
    let first = (there([1.0, 0.0]) - there([-1.0, 0.0])) * 0.5;
    let second = (there([0.0, 1.0]) - there([0.0, -1.0])) * 0.5;
    let x = (first.x * first.x + second.x * second.x).sqrt();
    let y = (first.y * first.y + second.y * second.y).sqrt();
    (x.is_finite() && y.is_finite()).then(|| Vector::new(x, y))
}

/// Returns the index in a place such as `stones[3]`.
fn index_in(place: &str) -> Option<usize> {
    let rest = place.strip_prefix("stones[")?;
    rest.split(']').next()?.parse().ok()
}

fn problems(curling: &Curling, stones: &[CurlingStone]) -> Vec<CurlingProblem> {
    let area = curling.physics().parameters().bounds.resting;
    let mut found = Vec::new();
    for (index, stone) in stones.iter().enumerate() {
        let at = Vector::new(stone.x, stone.y);
        if !area.contains(at) {
            found.push(CurlingProblem {
                kind: CurlingProblemKind::Outside,
                stones: vec![index],
                message: "a stone lies outside the playing area: it will be taken away".to_owned(),
                japanese: None,
            });
        }
        for (other, two) in stones.iter().enumerate().take(index) {
            if (Vector::new(two.x, two.y) - at).length() < 2.0 * RADIUS - OVERLAP {
                found.push(CurlingProblem {
                    kind: CurlingProblemKind::Overlap,
                    stones: vec![other, index],
                    message: "two stones overlap".to_owned(),
                    japanese: None,
                });
            }
        }
        if found.len() > 40 {
            break; // enough said
        }
    }
    found
}

fn placements(curling: &Curling, chooser: Team) -> Vec<CurlingPlacement> {
    use CurlingPlacementKind::{CentreGuard, CentreHouse, PowerPlayLeft, PowerPlayRight};
    let Some(doubles) = curling.rules().doubles else {
        return Vec::new();
    };
    let kinds = [CentreGuard, CentreHouse, PowerPlayLeft, PowerPlayRight];
    let placed = |(kind, placement): (CurlingPlacementKind, Placement)| {
        let lead = placement.lead(chooser);
        CurlingPlacement {
            kind,
            stones: stones_of(&doubles.set_up(placement), lead),
            hammer: lead.other().index() as u8,
        }
    };
    kinds.into_iter().zip(Placement::FOUR).map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::wire::{
        CurlingConditions, CurlingGame, CurlingPhase, CurlingPlatform, CurlingRules,
    };
    use super::*;

    fn position(platform: CurlingPlatform) -> CurlingPosition {
        let conditions = CurlingConditions::usual(platform);
        let rules = conditions.to_conditions().unwrap().rules;
        let game = CurlingGame::of(&Game::new(&rules).unwrap(), &rules);
        CurlingPosition { conditions, game }
    }

    fn stone(team: u8, number: u8, x: f64, y: f64) -> CurlingStone {
        CurlingStone {
            team,
            number,
            x,
            y,
            angle: 0.0,
        }
    }

    #[test]
    fn a_sound_position_says_its_points_and_whose_turn_it_is() {
        let mut asked = position(CurlingPlatform::Dc3);
        asked.game.shot = 5;
        asked.game.end = 3;
        asked.game.scores = vec![2, -1, 1];
        asked.game.stones = vec![
            stone(0, 1, 0.0, 0.1),
            stone(0, 2, 0.5, 0.5),
            stone(1, 1, 1.2, 0.0),
        ];
        let said = check(asked, &TaskHandle::idle()).unwrap();
        assert_eq!(said.problems, []);
        assert_eq!(
            (said.points, said.thrower, said.player),
            (2, Some(1), Some(1))
        );
        assert_eq!(said.totals, Some([3, 1]));
        assert!((said.draw_weight - 2.3).abs() < 0.3, "{}", said.draw_weight);
        let stray = said.stray.unwrap();
        assert!(
            stray.x > 0.02 && stray.x < 0.3 && stray.y > 0.05 && stray.y < 0.6,
            "{stray:?}"
        );
        assert!((said.sheet.house - 1.829).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_is_told_with_its_stones() {
        let mut asked = position(CurlingPlatform::Paper);
        asked.game.shot = 4;
        asked.game.stones = vec![
            stone(0, 1, 2.3, 0.0),
            stone(1, 1, 0.0, 0.0),
            stone(1, 2, 0.1, 0.0),
        ];
        let said = check(asked.clone(), &TaskHandle::idle()).unwrap();
        let kinds: Vec<_> = said
            .problems
            .iter()
            .map(|p| (p.kind, p.stones.clone()))
            .collect();
        assert_eq!(
            kinds,
            [
                (CurlingProblemKind::Outside, vec![0]),
                (CurlingProblemKind::Overlap, vec![1, 2])
            ]
        );
        asked.game.shot = 2;
        let said = check(asked, &TaskHandle::idle()).unwrap();
        let last = said.problems.last().unwrap();
        assert_eq!(
            (last.kind, &last.stones),
            (CurlingProblemKind::Impossible, &vec![2])
        );
        let japanese = last.japanese.as_deref().unwrap();
        assert!(japanese.contains("まだ投げられていません"), "{japanese}");
    }

    #[test]
    fn mixed_doubles_has_four_placements() {
        let mut asked = position(CurlingPlatform::Dc4);
        asked.conditions.rules = CurlingRules::MixedDoubles;
        (asked.game.shot, asked.game.phase) = (6, CurlingPhase::Placing);
        let said = check(asked, &TaskHandle::idle()).unwrap();
        assert_eq!(said.placements.len(), 4);
        let hammers: Vec<_> = said.placements.iter().map(|p| p.hammer).collect();
        assert_eq!(hammers, [0, 1, 1, 1]);
        assert!(said.placements.iter().all(|p| p.stones.len() == 2));
        assert_eq!((said.thrower, said.first_shot), (None, 6));
    }
}
