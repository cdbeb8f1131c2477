//! Contents of a picture of a shot: stones, ghosts, paths.

use super::json_lines::StoneOrder;
use curling::physics::{Mode, Physics, Throw, ThrowError};
use curling::picture::{Colour, DrawnStone, Highlight, Path, Picture};
use curling::rules::{Rules, guard};
use curling::stones::SLOTS;
use curling::{Stones, Vector};

/// Seconds between two points of a path.
const BETWEEN: f64 = 0.02;
/// The distance below which a stone has not moved, in metres.
const STILL: f64 = 0.001;

/// A position, with the shot that led to it.
pub struct ShotPicture {
    order: StoneOrder,
    stones: Stones,
    /// The former places of moved stones.
    ghosts: Stones,
    /// The places where stones left play.
    removed: Stones,
    /// Points by slot.
    paths: Vec<(usize, Vec<Vector>)>,
    thrown: Option<usize>,
}

impl ShotPicture {
    /// Returns the picture of stones at rest.
    pub fn position(stones: &Stones, order: StoneOrder) -> Self {
        ShotPicture {
            order,
            stones: *stones,
            ghosts: Stones::none(),
            removed: Stones::none(),
            paths: Vec::new(),
            thrown: None,
        }
    }

    /// Returns the picture of a reported result of a shot.
    pub fn result(
        before: &Stones,
        after: &Stones,
        thrown: Option<usize>,
        order: StoneOrder,
    ) -> Self {
        let moved = |slot: usize, at: Vector| {
            let still = |now: curling::Stone| (now.at - at).length() < STILL;
            !after.get(slot).is_some_and(still)
        };
        ShotPicture {
            ghosts: before
                .iter()
                .filter(|(slot, stone)| moved(*slot, stone.at))
                .collect(),
            thrown,
            ..ShotPicture::position(after, order)
        }
    }

    /// Simulates a shot and returns its picture.
    ///
    /// # Errors
    /// If the throw cannot be simulated.
    pub fn throw(
        physics: &Physics,
        mode: Mode,
        rules: &Rules,
        throw: &Throw,
        order: StoneOrder,
    ) -> Result<Self, ThrowError> {
        let film = physics.record_every(mode, throw, BETWEEN)?;
        let (paths, outcome) = (film.paths(), &film.outcome);
        let last = |slot: usize| paths[slot].last().copied();
        let gone = (0..SLOTS).filter(|&slot| !outcome.stones.holds(slot));
        let mut removed = Stones::none();
        for (slot, at) in gone.filter_map(|slot| Some((slot, last(slot)?))) {
            removed.place(slot, at);
        }
        let verdict = guard::judge(rules, &throw.stones, &outcome.stones, throw.slot);
        let moved = |(_, path): &(usize, Vec<Vector>)| path.len() > 1;
        let result = ShotPicture::result(&throw.stones, &outcome.stones, Some(throw.slot), order);
        Ok(ShotPicture {
            stones: verdict.stones,
            removed,
            paths: paths.into_iter().enumerate().filter(moved).collect(),
            ..result
        })
    }

    /// Adds the stones and paths to a picture.
    pub fn draw(&self, mut picture: Picture) -> Picture {
        let drawn = |(slot, stone): (usize, curling::Stone)| {
            DrawnStone::new(slot, stone.at, self.colour(slot))
        };
        picture.stones.extend(self.stones.iter().map(drawn));
        picture.ghosts.extend(self.ghosts.iter().map(drawn));
        picture.removed.extend(self.removed.iter().map(drawn));
        for (slot, points) in &self.paths {
            let points = points.iter().copied();
            let path = if self.thrown == Some(*slot) {
                Path::delivered(*slot, points)
            } else {
                Path::struck(*slot, points)
            };
            picture.paths.push(path.colour(self.colour(*slot)));
        }
        let thrown = self.thrown.map(|slot| (slot, Highlight::LastThrown));
        picture.highlights.extend(thrown);
        picture
    }

    /// Returns the colour of a stone: by its slot, or by its team where stones are listed by team.
    fn colour(&self, slot: usize) -> Colour {
        match self.order {
            StoneOrder::ByShot | StoneOrder::ByTeam { first: 0 } => Colour::of_slot(slot),
            StoneOrder::ByTeam { .. } => Colour::of_slot(slot).other(),
        }
    }
}
