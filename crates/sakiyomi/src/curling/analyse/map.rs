//! Value map of all targets as a picture, and the terms of the evaluation (figure 8 of Kato, Iizuka
//! and Yamamoto 2016).

use super::text::{amount, letter};
use crate::exit::usage;
use anyhow::Context;
use arena::PlayerSpec;
use clap::ValueEnum;
use curling::arena_game::Curling;
use curling::picture::{Colour, DrawnStone, HeatMap, Panels, Path as Way, Picture};
use curling::players::advice::{Advice, AdvisedShot, Target};
use curling::players::analyst::ShotAnalyst;
use curling::players::evaluation::Terms;
use curling::players::lattice::Kind;
use curling::rules::{Game, Team};
use curling::sheet::RADIUS;
use curling::{Turn, Vector, trajectory};
use std::path::Path;

/// The number of shots that are drawn.
const DRAWN: usize = 4;
/// The width of a panel, in pixels.
const WIDTH: u32 = 440;
/// The share of the worst targets, which all have the lightest colour: differences among them do
/// not matter.
const WORST: f64 = 0.1;

/// A part of the evaluation of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Term {
    /// The expected gain
    J,
    /// How hard it is to take out
    T,
    /// How hard it is to take out together with another
    D,
    /// The product of them
    N,
}

impl Term {
    fn of(self, terms: &Terms) -> f64 {
        match self {
            Term::J => terms.j,
            Term::T => terms.t,
            Term::D => terms.d,
            Term::N => terms.n,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Term::J => "J: what a stone may bring",
            Term::T => "T: how hard it is to take out",
            Term::D => "D: how hard it is to take out together with another",
            Term::N => "N = J · T · D",
        }
    }
}

/// The contents of the map.
pub(super) struct Scene<'a> {
    pub(super) curling: &'a Curling,
    pub(super) game: &'a Game,
    pub(super) player: &'a PlayerSpec,
    pub(super) advice: &'a Advice,
}

impl Scene<'_> {
    /// Returns the values of all targets, a panel for each turn.
    pub(super) fn values(&self) -> Panels {
        let range = self.range();
        let mut panels = Panels::default();
        for turn in Turn::BOTH {
            let title = match turn {
                Turn::Clockwise => "clockwise",
                Turn::CounterClockwise => "counter-clockwise",
            };
            let picture = self.picture().heat(self.heat(turn, range));
            panels = panels.panel(title, self.with_shots(picture, turn));
        }
        let scale = self.advice.scale;
        let [low, high] = [range.0, range.1].map(|value| amount(scale, value));
        panels = panels.legend(format!("{low} or less"), high).line(format!(
            "What it is worth to {} to aim at each place, by {}",
            self.advice.team, self.player
        ));
        panels =
            panels.line("The strip behind the house: hits, where they would cross the tee line");
        for (rank, shot) in self.advice.shots.iter().enumerate().take(DRAWN) {
            panels = panels.line(format!(
                "{}  {}, {}: {}, made {:.0} %",
                letter(rank),
                shot.words,
                super::text::turn(shot.shot.turn),
                amount(scale, shot.value),
                100.0 * shot.success
            ));
        }
        panels
    }

    /// Returns a term of the evaluation for a stone of the team to throw, at each place.
    pub(super) fn term(&self, analyst: &dyn ShotAnalyst, term: Term) -> anyhow::Result<Panels> {
        let Some(player) = analyst.jiritsu() else {
            return Err(usage("--terms are those of the player jiritsu"));
        };
        let sheet = self.curling.conditions().ice.sheet;
        let slot = self.advice.slot;
        let worth = |at: Vector| {
            let mut stones = self.game.stones;
            stones.place(slot, at);
            term.of(&player.tables().evaluation().terms(&stones, slot))
        };
        let step = RADIUS / 2.0;
        let (columns, front) = ((sheet.width / 2.0 / step) as i32, (sheet.hog / step) as i32);
        let behind = (sheet.back / step) as i32;
        let place = |x: i32, y: i32| Vector::new(f64::from(x), f64::from(y)) * step;
        let places = (-front..=behind).flat_map(|y| (-columns..=columns).map(move |x| place(x, y)));
        let free = |at: &Vector| {
            let mut stones = self.game.stones.iter();
            stones.all(|(_, stone)| (stone.at - *at).length() >= 2.0 * RADIUS)
        };
        let cells: Vec<_> = places.filter(free).map(|at| (at, worth(at))).collect();
        let values = cells.iter().map(|cell| cell.1);
        let range = (
            values.clone().fold(f64::INFINITY, f64::min),
            values.fold(f64::NEG_INFINITY, f64::max),
        );
        let heat = HeatMap {
            cells,
            side: step,
            strip: Vec::new(),
            range,
        };
        let picture = self.picture().heat(heat).width(2 * WIDTH);
        let [low, high] = [range.0, range.1].map(|value| format!("{value:.2}"));
        let title = format!("{}, for a stone of {}", term.title(), self.advice.team);
        Ok(Panels::default().panel(title, picture).legend(low, high))
    }

    /// The colours of the stones: team 0 is the first.
    fn colour(&self, slot: usize) -> Colour {
        match Team::of_slot(slot, self.game.lead) {
            Team::Zero => Colour::First,
            Team::One => Colour::Second,
        }
    }

    /// The position.
    fn picture(&self) -> Picture {
        let sheet = self.curling.conditions().ice.sheet;
        let drawn = |(slot, stone): (usize, curling::Stone)| {
            DrawnStone::new(slot, stone.at, self.colour(slot))
        };
        let mut picture = Picture::new(sheet).width(WIDTH);
        picture.stones.extend(self.game.stones.iter().map(drawn));
        picture
    }

    /// Returns the range of values with distinct colours.
    fn range(&self) -> (f64, f64) {
        let mut values: Vec<_> = self.advice.targets.iter().map(|one| one.value).collect();
        values.sort_by(f64::total_cmp);
        let low = values.get((values.len() as f64 * WORST) as usize);
        let ends = low.zip(values.last());
        ends.map_or((0.0, 1.0), |(low, high)| (*low, *high))
    }

    fn heat(&self, turn: Turn, range: (f64, f64)) -> HeatMap {
        let of_turn = || self.advice.targets.iter().filter(move |t| t.turn == turn);
        let draws = of_turn().filter(|target| target.kind == Kind::Draw);
        let strip = |target: &Target| Some((target.at_tee?, target.value));
        HeatMap {
            cells: draws
                .map(|target| (Vector::new(target.x, target.y), target.value))
                .collect(),
            side: self.advice.maps.first().map_or(RADIUS, |map| map.side),
            strip: of_turn().filter_map(strip).collect(),
            range,
        }
    }

    /// Adds the best shots of a turn: the paths of all stones, and the final place of the thrown
    /// one.
    fn with_shots(&self, mut picture: Picture, turn: Turn) -> Picture {
        let best = self.advice.shots.iter().enumerate().take(DRAWN);
        // The best last, on top of the others.
        for (rank, shot) in best.rev().filter(|(_, shot)| shot.shot.turn == turn) {
            picture.paths.extend(self.ways(shot));
            if let Some(at) = shot.stops {
                let slot = self.advice.slot;
                let stone = DrawnStone::new(slot, at, self.colour(slot));
                picture.ghosts.push(stone.label(letter(rank)));
            }
        }
        picture
    }

    fn ways(&self, shot: &AdvisedShot) -> Vec<Way> {
        let way = |(number, path): (usize, &trajectory::Path)| {
            let points: Vec<_> = path
                .points
                .iter()
                .map(|&(x, y)| Vector::new(x, y))
                .collect();
            let slot = path.slot(self.game.lead);
            let way = match number {
                0 => Way::delivered(slot, points),
                _ => Way::struck(slot, points),
            };
            way.colour(self.colour(slot))
        };
        shot.paths.iter().enumerate().map(way).collect()
    }
}

/// Writes the picture in the format of the file's extension.
pub(super) fn write(panels: &Panels, file: &Path) -> anyhow::Result<()> {
    let ending = file
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    let bytes = match ending.as_deref() {
        Some("png") => panels.to_png()?,
        Some("svg") => panels.to_svg().into_bytes(),
        _ => {
            return Err(usage(format!(
                "{}: a picture ends in .svg or .png",
                file.display()
            )));
        }
    };
    std::fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
}
