//! The players: the game plus a search plus an evaluation.
//!
//! Whoever plays also explains: a [`Thinker`] looks at a position and says what it thinks of the moves. The same
//! thinkers sit at the referee's table ([`Seated`]), answer over protocols and analyse on the command line.

mod random;

use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::Lineup;
use arena::player::{Choice, Fault, Player, Thinking};
use arena::spec::{PlayerSpec, Settings, SpecError};
use lookahead::{Analysis, Control, Limit};

pub use random::Random;

/// Somebody who looks at a position and says what it thinks of the moves.
///
/// Values are Black's chance of winning, 0 to 1, a draw counting half; candidates are best first for the
/// side to move, and every legal move is one of them.
pub trait Thinker: Send {
    /// Thinks as long as `control` allows, and as its own settings say.
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement>;
}

impl<T: Thinker + ?Sized> Thinker for Box<T> {
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement> {
        (**self).think(position, control)
    }
}

/// A thinker at the referee's table. It plays its first candidate.
#[derive(Clone, Debug)]
pub struct Seated<T>(pub T);

impl<T: Thinker> Player<BlokusDuo> for Seated<T> {
    fn choose(
        &mut self,
        _: &BlokusDuo,
        view: &Position,
        thinking: &Thinking,
    ) -> Result<Choice<Placement>, Fault> {
        // A colour places at most 21 pieces, about 15 in a good game.
        let placed = view
            .turn()
            .map_or(0, |c| 21 - view.hand(c).pieces().count());
        let to_come = 16_usize.saturating_sub(placed).max(3) as u32;
        let limit = Limit {
            time: thinking.time.allot(to_come),
            ..Limit::default()
        };
        let control = Control::new(thinking.seed)
            .limit(limit)
            .cancel(thinking.cancel.clone());
        let analysis = self.0.think(view, &control);
        let best = analysis.best().ok_or(Fault::Resigned)?;
        Ok(Choice {
            action: best.action,
            thought: Some(best.value.into()),
        })
    }
}

type Build = fn(&mut Settings) -> Result<Box<dyn Thinker>, SpecError>;

/// Every thinker by name, with one line about it and its settings.
const THINKERS: [(&str, &str, Build); 1] = [("random", "any legal move", |_| Ok(Box::new(Random)))];

/// The thinker of a name with its settings.
///
/// # Errors
/// If there is none of that name, or a setting makes no sense.
pub fn thinker(spec: &PlayerSpec) -> Result<Box<dyn Thinker>, SpecError> {
    let found = THINKERS.iter().find(|(name, ..)| *name == spec.name());
    let Some((_, _, build)) = found else {
        let known = THINKERS.map(|(name, ..)| name).join(", ");
        let name = spec.name().to_owned();
        return Err(SpecError::NoSuchPlayer { name, known });
    };
    let mut settings = spec.settings()?;
    let thinker = build(&mut settings)?;
    settings.finish()?;
    Ok(thinker)
}

/// The game with its players by name.
pub fn lineup() -> Lineup<BlokusDuo> {
    let game = Lineup::new(
        "blokus",
        "Blokus Duo: place more squares than the other",
        BlokusDuo::default(),
    );
    let game = game.conditions(|game, table| {
        Ok(BlokusDuo {
            conditions: game.conditions.changed(table)?,
        })
    });
    THINKERS
        .into_iter()
        .fold(game, |game, (name, about, build)| {
            game.player(name, about, move |_, settings| Ok(Seated(build(settings)?)))
        })
}
