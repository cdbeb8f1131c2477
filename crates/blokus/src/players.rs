//! The players: the game plus a search plus an evaluation.
//!
//! Whoever plays also explains: a [`Thinker`] looks at a position and says what it thinks of the moves. The same
//! thinkers sit at the referee's table ([`Seated`]), answer over protocols and analyse on the command line.

mod deep;
mod hints;
mod level;
mod monte_carlo;
mod one_ply;
mod random;
mod settings;
mod tree;

use crate::gtp::GtpPlayer;
use crate::placement::Placement;
use crate::position::Position;
use crate::rules::BlokusDuo;
use arena::player::{Choice, Fault, Player, Thinking};
use arena::spec::{PlayerSpec, SpecError};
use arena::{Lineup, Roster};
use lookahead::{Analysis, Control, Limit};
use std::sync::LazyLock;

pub use deep::{Deep, Node, Static};
pub use hints::{Hint, Hints, hints};
pub use level::{Level, Levelled};
pub use monte_carlo::MonteCarlo;
pub use one_ply::{BestOfN, OnePly};
pub use random::Random;
pub use settings::named_weights;
pub use tree::{Advice, Tree};

/// Somebody who looks at a position and says what it thinks of the moves.
///
/// Values are Black's chance of winning, 0 to 1, a draw counting half; candidates are best first for the
/// side to move, and every legal move is one of them (at a [`Level`], every move it notices).
pub trait Thinker: Send {
    /// Thinks as long as `control` allows, and as its own settings say.
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement>;
}

impl<T: Thinker + ?Sized> Thinker for Box<T> {
    fn think(&mut self, position: &Position, control: &Control<'_>) -> Analysis<Placement> {
        (**self).think(position, control)
    }
}

/// About how many moves the side to move will still make, for dividing its time.
pub fn moves_to_come(position: &Position) -> u32 {
    // A colour places at most 21 pieces, about 15 in a good game.
    let placed = position
        .turn()
        .map_or(0, |c| 21 - position.hand(c).pieces().count());
    16_usize.saturating_sub(placed).max(3) as u32
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
        let limit = Limit {
            time: thinking.time.allot(moves_to_come(view)),
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

/// How far a thinker looks: within its own limit, and as far as `usual` if nobody sets one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patience {
    /// Its own limit.
    pub limit: Limit,
    /// What is enough when nobody says how long to think.
    pub usual: Limit,
}

impl Patience {
    /// What is asked for, within one's own limit.
    fn apply<'a>(&self, control: &Control<'a>) -> Control<'a> {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let asked = control.limit;
        let limit = Limit {
            depth: least(asked.depth, self.limit.depth),
            nodes: least(asked.nodes, self.limit.nodes),
            time: least(asked.time, self.limit.time),
        };
        let nobody = limit == Limit::default();
        control
            .clone()
            .limit(if nobody { self.usual } else { limit })
    }
}

/// The thinker of a name with its settings.
///
/// # Errors
/// If there is none of that name, or a setting makes no sense.
pub fn thinker(spec: &PlayerSpec) -> Result<Box<dyn Thinker>, SpecError> {
    let mut settings = ROSTER.settings(spec)?;
    let found = settings::thinkers().into_iter();
    let mut found = found.filter(|(description, _)| description.name == spec.name());
    let (_, build) = found.next().expect("whoever is described can be built");
    let thinker = settings::levelled(build, &mut settings)?;
    settings.finish();
    Ok(thinker)
}

/// The descriptions of all thinkers.
pub fn roster() -> &'static Roster {
    &ROSTER
}

static ROSTER: LazyLock<Roster> =
    LazyLock::new(|| Roster::new(settings::thinkers().map(|(description, _)| description)));

/// The strongest player: see the results in `docs/results/blokus.md`.
pub const STRONGEST: &str = "alphabeta:preset=strongest";

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
    let game = game.writes("blksgf", |game, record| {
        crate::record::of_arena(game, record).map(|tree| tree.to_string())
    });
    let game = game.program(
        "gtp",
        (
            "A program that speaks GTP, such as gtp:pentobi-gtp --game duo --nobook --quiet.",
            "GTP を話すプログラムです。例: gtp:pentobi-gtp --game duo --nobook --quiet",
        ),
        |_, launch| GtpPlayer::new(launch),
    );
    settings::thinkers()
        .into_iter()
        .fold(game, |game, (description, build)| {
            game.player(description, move |_, settings| {
                Ok(Seated(settings::levelled(build, settings)?))
            })
        })
        .strongest(STRONGEST)
}

#[cfg(test)]
mod tests;
