//! Pictures of positions and shots for notebooks.

use super::super::Wrong;
use crate::faults::exception;
use curling::arena_game::Curling;
use curling::notation::Game;
use curling::physics::{Mode, Throw};
use curling::picture::{Highlight, Picture, View};
use curling::rules::{self, Team};
use curling::stones::SLOTS;
use curling::{Shot, Vector};
use operations::Fault;
use operations::curling::json_lines::StoneOrder;
use operations::curling::shot_picture::ShotPicture;
use pyo3::prelude::*;

/// What is drawn beside the stones, and how.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Look {
    /// A shot in its written form, as JSON.
    shot: Option<String>,
    /// The target of a shot.
    aim: Option<(f64, f64)>,
    view: String,
    caption: String,
    teams: Option<[String; 2]>,
    width: u32,
}

impl Look {
    /// Returns the picture of a position in its written form, as JSON.
    pub(super) fn draw(&self, curling: &Curling, position: &str) -> PyResult<String> {
        let written: Game =
            serde_json::from_str(position).map_err(|why| Wrong::argument("position", why))?;
        let game = written.to_game(curling.rules());
        let game = game.map_err(|why| exception(&Fault::from(why)))?;
        // Colours are those of teams, not of who throws first.
        let first = game.lead.index();
        let order = StoneOrder::ByTeam { first };
        let drawn = match &self.shot {
            None => ShotPicture::position(&game.stones, order),
            Some(shot) => thrown(curling, &game, shot, order)?,
        };
        let mut picture = drawn.draw(Picture::new(curling.conditions().ice.sheet));
        if self.shot.is_none()
            && let Some(slot) = shot_stone(curling, &game)
        {
            picture = picture.highlight(slot, Highlight::ShotStone);
        }
        picture.aim = self.aim.map(|(x, y)| Vector::new(x, y));
        picture.teams.clone_from(&self.teams);
        picture.view = match self.view.as_str() {
            "house" => View::House,
            "play" => View::PlayArea,
            "sheet" => View::WholeSheet,
            other => {
                let why = format!("unknown view `{other}`: expected house, play or sheet");
                return Err(Wrong::argument("view", why).into());
            }
        };
        Ok(picture.caption(&self.caption).width(self.width).to_svg())
    }
}

fn thrown(
    curling: &Curling,
    game: &rules::Game,
    shot: &str,
    order: StoneOrder,
) -> PyResult<ShotPicture> {
    let shot: Shot = serde_json::from_str(shot).map_err(|why| Wrong::argument("shot", why))?;
    let throw = Throw {
        stones: game.stones,
        slot: game.slot().unwrap_or(SLOTS),
        shot,
    };
    let (physics, rules) = (curling.physics_of(game), curling.rules());
    let drawn = ShotPicture::throw(&physics, Mode::Exact, rules, &throw, order);
    Ok(drawn.map_err(|why| Wrong::argument("shot", why))?)
}

/// Returns the slot of the counting stone nearest to the tee.
fn shot_stone(curling: &Curling, game: &rules::Game) -> Option<usize> {
    let scorer = match game.provisional(curling.rules()) {
        0 => return None,
        1.. => Team::Zero,
        _ => Team::One,
    };
    let own = game.stones.iter();
    let own = own.filter(|(slot, _)| Team::of_slot(*slot, game.lead) == scorer);
    let distance = |stone: &curling::Stone| stone.at.length();
    let nearest = own.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
    nearest.map(|(slot, _)| slot)
}
