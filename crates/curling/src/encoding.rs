//! Encodings of curling for programs that learn: shots as vectors or on the lattice, matches as one
//! vector.
//!
//! *continuous*: an action is `[vx, vy, turn]`, the velocity at release in m/s in the house frame
//! (x to the thrower's right, y down the sheet), and the turn, clockwise if it is at least 0. The
//! bounds follow from the ice: a shot is at least as fast as a draw to the hog line and at most as
//! fast as a hit that would stop twelve metres behind the tee, and |vx| is at most an eighth of
//! that. Mixed doubles has placements, which are no shots: it needs the lattice.
//!
//! *lattice*: an action is the number of a candidate of the paper's
//! [lattice](crate::players::lattice) of targets (3330 of them), or after those, of a placement of
//! mixed doubles: lines centre, left, right; of each the chooser throwing first with its guard or
//! its stone in the house, then last.
//!
//! A view is a vector of 76 numbers in either encoding, from the viewing team. The slot of a stone
//! is the number of its shot in the end; places are in the house frame (the tee is the origin, y is
//! positive behind it).
//!
//! | from | size | contents |
//! |---|---|---|
//! | 0 | 16 x 4 | stones by slot: 1 in play; 1 own, -1 the other's; x and y in metres; or zeros |
//! | 64 | 1 | the end, from 0 |
//! | 65 | 1 | the ends of the match |
//! | 66 | 1 | the slot of the next stone |
//! | 67 | 1 | 1 if the own team acts next, -1 if the other does, 0 after the match |
//! | 68 | 1 | 1 if the own team has the hammer, -1 if the other has, 0 if that is not decided |
//! | 69 | 2 | the points of the own team, of the other |
//! | 71 | 1 | the score of the end if it stopped now, positive for the own team |
//! | 72 | 1 | 1 before a placement |
//! | 73 | 2 | 1 if the own team has had a power play; the other |
//! | 75 | 1 | 1 in an extra end |

use crate::arena_game::{Action, Curling};
use crate::delivery::aim::{Aim, Weight};
use crate::players::lattice::{Lattice, Settings};
use crate::rules::doubles::{Line, PlacedStone};
use crate::rules::{Game, Phase, Placement, Team};
use crate::shot::{Shot, Turn};
use crate::stones::SLOTS;
use crate::vector::Vector;
use arena::encoding::{ActionSpace, ArrayShape, EncodedAction, Encoding, unknown_action};
use arena::game::Game as _;

/// The name of the encoding by velocity.
pub const CONTINUOUS: &str = "continuous";
/// The name of the encoding by the lattice.
pub const LATTICE: &str = "lattice";

/// The length of an encoded view.
const LENGTH: usize = 4 * SLOTS + 12;
/// The bound of all values: no match has so many points or ends.
const BOUND: f32 = 255.0;
/// The distance behind the tee at which the heaviest shots would stop, in metres.
const HEAVIEST: f64 = 12.0;
/// The largest sideways part of the speed.
const SIDEWAYS: f64 = 0.125;

/// The encoding by velocity.
#[derive(Clone, Debug)]
pub struct Continuous {
    /// The slowest and the fastest speed along the sheet.
    speeds: [f64; 2],
}

impl Continuous {
    /// Creates the encoding for a match.
    ///
    /// # Errors
    /// If it is a match of mixed doubles, or the ice allows no usual shot.
    pub fn new(curling: &Curling) -> Result<Self, String> {
        if curling.rules().doubles.is_some() {
            let why = "mixed doubles has placements: use the encoding `lattice`";
            return Err(why.to_owned());
        }
        let physics = curling.physics();
        let sheet = &physics.parameters().sheet;
        let speed = |aim: Aim| {
            let shot = aim.shot(&physics.deliveries(), sheet, Turn::Clockwise);
            shot.map(|shot| shot.velocity.length())
                .map_err(|why| why.to_string())
        };
        let target = Vector::new(0.0, -sheet.hog);
        let weight = Weight::Beyond(HEAVIEST);
        Ok(Continuous {
            speeds: [
                speed(Aim::Draw { target })?,
                speed(Aim::Through {
                    target: Vector::ZERO,
                    weight,
                })?,
            ],
        })
    }
}

impl Encoding<Curling> for Continuous {
    fn actions(&self) -> ActionSpace {
        let [slow, fast] = self.speeds;
        let side = (SIDEWAYS * fast) as f32;
        ActionSpace::Vectors {
            low: vec![-side, slow as f32, -1.0],
            high: vec![side, fast as f32, 1.0],
        }
    }

    fn shape(&self) -> ArrayShape {
        shape()
    }

    fn observe(&self, curling: &Curling, seat: usize, game: &Game) -> Vec<f32> {
        observed(curling, Team::BOTH[seat], game)
    }

    fn decode(&self, action: &EncodedAction) -> Result<Action, String> {
        match action {
            EncodedAction::Vector(vector) => match vector[..] {
                [x, y, turn] if turn.is_finite() => {
                    let turn = Turn::BOTH[usize::from(turn < 0.0)];
                    Ok(Action::Throw(Shot::new(Vector::new(x, y), turn)))
                }
                _ => Err(unknown_action(action, &self.actions())),
            },
            EncodedAction::Number(_) => Err(unknown_action(action, &self.actions())),
        }
    }

    fn encode(&self, action: &Action) -> Option<EncodedAction> {
        match action {
            Action::Throw(shot) => Some(EncodedAction::Vector(vec![
                shot.velocity.x,
                shot.velocity.y,
                -shot.turn.sign(),
            ])),
            Action::Place(_) => None,
        }
    }
}

/// The encoding by the lattice.
#[derive(Clone, Debug)]
pub struct OnLattice {
    shots: Vec<Option<Shot>>,
    placements: Vec<Placement>,
}

impl OnLattice {
    /// Creates the encoding for a match: every candidate aimed on its ice.
    ///
    /// # Errors
    /// If the lattice cannot be made.
    pub fn new(curling: &Curling) -> Result<Self, String> {
        // The margin is for outcomes only.
        let settings = Settings {
            margin: 1,
            ..Settings::default()
        };
        let lattice = Lattice::new(curling, &settings).map_err(|why| why.to_string())?;
        let candidates = lattice.candidates().iter();
        let shots = candidates.map(|index| lattice.executed()[*index as usize].shot);
        Ok(OnLattice {
            shots: shots.collect(),
            placements: match curling.rules().doubles {
                Some(_) => placements().collect(),
                None => Vec::new(),
            },
        })
    }
}

/// Returns all placements, in the order of their numbers.
fn placements() -> impl Iterator<Item = Placement> {
    let lines = [Line::Centre, Line::Left, Line::Right].into_iter();
    lines.flat_map(|line| {
        [true, false].into_iter().flat_map(move |chooser_leads| {
            [PlacedStone::Guard, PlacedStone::House].map(|chooser_has| Placement {
                line,
                chooser_leads,
                chooser_has,
            })
        })
    })
}

impl Encoding<Curling> for OnLattice {
    fn actions(&self) -> ActionSpace {
        ActionSpace::Numbers(self.shots.len() + self.placements.len())
    }

    fn shape(&self) -> ArrayShape {
        shape()
    }

    fn observe(&self, curling: &Curling, seat: usize, game: &Game) -> Vec<f32> {
        observed(curling, Team::BOTH[seat], game)
    }

    fn decode(&self, action: &EncodedAction) -> Result<Action, String> {
        let EncodedAction::Number(number) = action else {
            return Err(unknown_action(action, &self.actions()));
        };
        match self.shots.get(*number) {
            Some(Some(shot)) => Ok(Action::Throw(*shot)),
            Some(None) => Err(format!("no shot reaches the target of action {number}")),
            None => {
                let placement = self.placements.get(number - self.shots.len());
                let placement = placement.copied().map(Action::Place);
                placement.ok_or_else(|| unknown_action(action, &self.actions()))
            }
        }
    }

    fn encode(&self, action: &Action) -> Option<EncodedAction> {
        let number = match action {
            Action::Throw(shot) => self.shots.iter().position(|one| *one == Some(*shot)),
            Action::Place(placement) => {
                let place = self.placements.iter().position(|one| one == placement);
                place.map(|place| place + self.shots.len())
            }
        };
        number.map(EncodedAction::Number)
    }

    fn legal(&self, curling: &Curling, game: &Game) -> Vec<usize> {
        if let Some(placements) = curling.actions(game) {
            let codes = placements.iter().filter_map(|action| self.encode(action));
            let numbers = codes.filter_map(|code| match code {
                EncodedAction::Number(number) => Some(number),
                EncodedAction::Vector(_) => None,
            });
            return numbers.collect();
        }
        if game.slot().is_none() {
            return Vec::new();
        }
        let shots = self.shots.iter().enumerate();
        shots
            .filter_map(|(number, shot)| shot.map(|_| number))
            .collect()
    }
}

fn shape() -> ArrayShape {
    ArrayShape {
        axes: vec![LENGTH],
        low: -BOUND,
        high: BOUND,
    }
}

/// Returns 1 for the own team, -1 for the other and 0 for none.
fn sign(own: Team, team: Option<Team>) -> f32 {
    team.map_or(0.0, |team| if team == own { 1.0 } else { -1.0 })
}

/// Returns a match as a vector, from one team.
fn observed(curling: &Curling, own: Team, game: &Game) -> Vec<f32> {
    let rules = curling.rules();
    let mut vector = Vec::with_capacity(LENGTH);
    for slot in 0..SLOTS {
        vector.extend(game.stones.get(slot).map_or([0.0; 4], |stone| {
            let team = Team::of_slot(slot, game.lead);
            let at = stone.at;
            [1.0, sign(own, Some(team)), at.x as f32, at.y as f32]
        }));
    }
    let acts = curling.turn(game).map(|seat| Team::BOTH[seat]);
    let [mine, other] = [own, own.other()].map(|team| f32::from(game.total(team)));
    let had = |team: Team| f32::from(game.power_play_ends[team.index()].is_some());
    vector.extend([
        f32::from(game.end),
        f32::from(rules.ends),
        f32::from(game.shot),
        sign(own, acts),
        sign(own, game.hammer()),
        mine,
        other,
        f32::from(own.signed(game.provisional(rules))),
        f32::from(game.phase == Phase::Placing),
        had(own),
        had(own.other()),
        f32::from(game.is_extra_end(rules)),
    ]);
    vector
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use lookahead::Seed;

    fn curling(table: &str) -> Curling {
        let table = table.parse().unwrap();
        Curling::new(Conditions::default().changed(&table).unwrap()).unwrap()
    }

    #[test]
    fn the_corners_of_the_continuous_actions_can_be_thrown_on_every_ice() {
        for platform in ["legacy", "gat", "dc3", "dc4"] {
            let curling = Curling::new(Conditions::named(platform).unwrap()).unwrap();
            let encoding = Continuous::new(&curling).unwrap();
            let ActionSpace::Vectors { low, high } = encoding.actions() else {
                panic!("vectors");
            };
            assert!(
                low[1] < high[1] && low[1] > 0.0,
                "{platform}: {low:?} {high:?}"
            );
            let start = curling.start(&mut Seed(1).rng());
            for corner in 0..8 {
                let value = |i: usize| {
                    f64::from(if corner >> i & 1 == 0 {
                        low[i]
                    } else {
                        high[i]
                    })
                };
                let code = EncodedAction::Vector((0..3).map(value).collect());
                let action = encoding.decode(&code).unwrap();
                assert_eq!(
                    curling.check(&start, &action),
                    Ok(()),
                    "{platform}: {code:?}"
                );
                assert_eq!(encoding.encode(&action), Some(code));
            }
        }
    }

    #[test]
    fn a_vector_that_is_no_shot_is_refused() {
        let encoding = Continuous::new(&curling("")).unwrap();
        for vector in [vec![], vec![0.0, 2.0], vec![0.0, 2.0, f64::NAN]] {
            let refused = encoding.decode(&EncodedAction::Vector(vector));
            assert!(refused.unwrap_err().contains("3 numbers"));
        }
        let mixed = curling("platform = 'dc4-mixed-doubles'");
        assert!(Continuous::new(&mixed).unwrap_err().contains("lattice"));
    }

    #[test]
    fn every_number_of_the_lattice_is_a_legal_shot_and_every_placement_has_one() {
        let open = curling("");
        let encoding = OnLattice::new(&open).unwrap();
        assert_eq!(encoding.actions(), ActionSpace::Numbers(3330));
        let start = open.start(&mut Seed(1).rng());
        let legal = encoding.legal(&open, &start);
        assert!(legal.len() > 3000 && legal.is_sorted());
        for number in legal.into_iter().step_by(97) {
            let action = encoding.decode(&EncodedAction::Number(number)).unwrap();
            assert_eq!(open.check(&start, &action), Ok(()));
        }
        let mixed = curling("platform = 'dc4-mixed-doubles'");
        let encoding = OnLattice::new(&mixed).unwrap();
        let start = mixed.start(&mut Seed(1).rng());
        let legal = encoding.legal(&mixed, &start);
        assert_eq!(legal.len(), mixed.actions(&start).unwrap().len());
        for number in legal {
            assert!(number >= encoding.shots.len());
            let action = encoding.decode(&EncodedAction::Number(number)).unwrap();
            assert_eq!(mixed.check(&start, &action), Ok(()));
        }
    }

    #[test]
    fn a_vector_is_seen_from_the_team_and_in_metres() {
        let curling = curling("noise = 0");
        let mut game = curling.start(&mut Seed(1).rng());
        let shot = curling
            .draw(Vector::new(0.5, -1.0), Turn::Clockwise)
            .unwrap();
        curling.play(&mut game, &Action::Throw(shot), &mut Seed(1).rng());
        let seen = |seat| {
            OnLattice {
                shots: Vec::new(),
                placements: Vec::new(),
            }
            .observe(&curling, seat, &game)
        };
        let [first, second] = [seen(0), seen(1)];
        assert_eq!(first.len(), LENGTH);
        assert_eq!((first[0], first[1], second[1]), (1.0, 1.0, -1.0));
        assert!((first[2] - 0.5).abs() < 0.01 && (first[3] + 1.0).abs() < 0.01);
        assert_eq!((first[66], first[67], first[68]), (1.0, -1.0, -1.0));
        assert_eq!((second[67], second[68]), (1.0, 1.0));
        assert_eq!((first[71], second[71]), (1.0, -1.0));
    }
}
