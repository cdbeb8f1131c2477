//! The player that always draws to the tee.
//!
//! It ignores guards in its way and the score: a baseline, and fast, for tests of referees and
//! tables.
//!
//! ```
//! use arena::{PlayableGame, Terms};
//! use lookahead::{Cancel, Seed};
//!
//! let conditions = "ends = 1\nextra_ends = false".parse().unwrap();
//! let game = curling::lineup().with_conditions(&conditions).unwrap();
//! let [first, second] = ["draw", "draw:turn=ccw"].map(|name| name.parse().unwrap());
//! let record = game.play([&first, &second], &Terms::default(), Seed(1), &Cancel::new())?;
//! assert_eq!(record.moves.len(), 16);
//! assert!(record.moves[1].action.ends_with(" ccw"));
//! # Ok::<(), arena::PlayError>(())
//! ```

use super::analyst::{self, ShotAnalyst};
use crate::arena_game::Curling;
use crate::delivery::AimError;
use crate::rules::{Game, Placement, Rules};
use crate::shot::{Shot, Turn};
use crate::vector::Vector;
use arena::description::{Description, Setting};
use arena::player::Fault;
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Control};

/// The player that always draws to the tee. In mixed doubles it takes the stone in the house and
/// the hammer.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    shot: Shot,
}

impl Draw {
    /// Creates a player on this ice with this turn.
    ///
    /// # Errors
    /// If no shot of this turn reaches the tee.
    pub fn new(curling: &Curling, turn: Turn) -> Result<Self, AimError> {
        let shot = curling.draw(Vector::ZERO, turn)?;
        Ok(Draw { shot })
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "Always draws to the tee, whatever lies there: a baseline, and fast.",
            "どんな局面でもティーへドローします。比較用の、とても速いプレイヤーです。",
        );
        let turn = ("The turn of its stones.", "ストーンの回転方向。");
        Description::new("draw", about).setting(Setting::choice("turn", &["cw", "ccw"], turn))
    }

    /// Returns a player with these settings.
    ///
    /// # Errors
    /// If no shot of this turn reaches the tee.
    pub fn from_settings(curling: &Curling, settings: &mut Settings) -> Result<Self, SpecError> {
        let turn: Turn = settings.value("turn")?;
        Draw::new(curling, turn).map_err(|why| SpecError::BadValue {
            key: "turn".to_owned(),
            value: turn.to_string(),
            why: why.to_string(),
        })
    }
}

impl Draw {
    /// Returns its shot; none where no shot comes next.
    pub fn analyse(&self, _: &Curling, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        analyst::without_search(game.slot().map(|_| self.shot), control)
    }
}

impl ShotAnalyst for Draw {
    fn shots(
        &self,
        curling: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(curling, game, control))
    }

    fn place(&self, _: &Rules, _: &Game) -> Placement {
        Placement::CENTRE_HOUSE
    }
}
