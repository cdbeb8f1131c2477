//! The moves of players: the reply of a level, and hints with a value for each of several moves.
//!
//! A search that looks for the best move learns of the others only that they are no better. So for hints, once it has said which
//! moves are worth looking at, each of them is searched by itself, all equally deep, a step deeper every round until
//! the time is up. The evaluation likes the position of whoever has just placed a piece, so that values rise and fall with
//! every round; what is shown is the mean of the last two rounds that were finished.

use super::line::{BlokusColour, BlokusLine};
use super::set::HIGHEST;
use super::view::chance;
use crate::fault::Fault;
use crate::watch::Watch;
use arena::PlayerSpec;
use blokus::players::{self, Thinker};
use blokus::{Colour, Placement, Position};
use lookahead::{Control, Limit, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A question for a player's move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusReplyQuestion {
    /// The line to the position.
    pub(super) line: BlokusLine,
    /// The level of the player, 1 to 10.
    pub(super) level: u8,
    /// How long it may think, 0.05 to 60 seconds.
    pub(super) seconds: f64,
    /// What decides by chance which moves a low level notices.
    pub(super) seed: u32,
}

/// A player's move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusReply {
    /// The line it answers, as one text.
    pub(super) key: String,
    /// Who moves.
    pub(super) colour: BlokusColour,
    /// The piece.
    pub(super) piece: String,
    /// The squares it covers.
    pub(super) squares: String,
    /// The mover's chance of winning, as the player sees it.
    pub(super) chance: f64,
    /// How many moves it looked ahead.
    pub(super) depth: u32,
}

/// A question for the best moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusHintsQuestion {
    /// The line to the position.
    pub(super) line: BlokusLine,
    /// How many moves are wanted, 1 to 20.
    pub(super) count: usize,
    /// How long to think, 0.05 to 60 seconds.
    pub(super) seconds: f64,
}

/// The best moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusHints {
    /// The line they are about, as one text.
    pub(super) key: String,
    /// How many moves each was looked ahead, itself included.
    pub(super) depth: u32,
    /// Best first.
    pub(super) hints: Vec<BlokusHint>,
}

/// A move worth thinking about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BlokusHint {
    /// The piece.
    pub(super) piece: String,
    /// The squares it covers.
    pub(super) squares: String,
    /// The mover's chance of winning after it.
    pub(super) chance: f64,
    /// What is expected to follow, as squares covered.
    pub(super) follow: Vec<String>,
}

/// How many more moves are searched than are wanted: the order may still change.
const SPARE: usize = 4;

fn time(seconds: f64) -> Result<Duration, Fault> {
    if (0.05..=60.0).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(Fault::wrong_at(
        "seconds",
        "give between 0.05 and 60 seconds",
    ))
}

fn player(spec: &str) -> Result<Box<dyn Thinker>, Fault> {
    let spec: PlayerSpec = spec.parse().map_err(Fault::failed)?;
    players::thinker(&spec).map_err(Fault::failed)
}

fn mover(position: &Position) -> Result<Colour, Fault> {
    let over = || Fault::wrong_at("line", "the game is over: there is no move to make");
    position.turn().ok_or_else(over)
}

/// A chance of the first player as the mover sees it.
fn seen_by(colour: Colour, chance: f64) -> f64 {
    match colour {
        Colour::Black => chance,
        Colour::White => 1.0 - chance,
    }
}

/// The move of a player of a level.
pub(super) fn reply(asked: &BlokusReplyQuestion, watch: &Watch) -> Result<BlokusReply, Fault> {
    let (position, time) = (asked.line.position()?, time(asked.seconds)?);
    let colour = mover(&position)?;
    let level = asked.level;
    if !(1..=HIGHEST).contains(&level) {
        let words = format!("levels are 1 to {HIGHEST}");
        return Err(Fault::wrong_at("level", words));
    }
    let seed = Seed(u64::from(asked.seed)).stream(u64::from(position.pieces_placed()));
    let tell = |told: &lookahead::Progress| {
        let part = told.seconds / time.as_secs_f64();
        watch.say(
            Some(part.min(1.0)),
            format!("{} ▸ {}", told.depth, told.nodes),
        );
    };
    let control = Control::new(seed)
        .limit(Limit::time(time))
        .cancel(watch.cancel())
        .progress(&tell);
    let analysis = player(&format!("strong:level={level}"))?.think(&position, &control);
    watch.check()?;
    let best = analysis
        .best()
        .ok_or_else(|| Fault::failed("the player found no move"))?;
    Ok(BlokusReply {
        key: asked.line.key(),
        colour: colour.into(),
        piece: best.action.piece().name().to_owned(),
        squares: best.action.to_string(),
        chance: seen_by(colour, best.value),
        depth: analysis.effort.depth,
    })
}

/// A move that is looked at, with the position after it.
struct Idea {
    placement: Placement,
    after: Position,
    /// The mover's chance as it is shown.
    chance: f64,
    /// The mover's chance as the last round saw it.
    latest: f64,
    follow: Vec<Placement>,
}

/// The best moves with their values.
pub(super) fn hints(asked: &BlokusHintsQuestion, watch: &Watch) -> Result<BlokusHints, Fault> {
    let (position, time) = (asked.line.position()?, time(asked.seconds)?);
    let colour = mover(&position)?;
    if !(1..=20).contains(&asked.count) {
        return Err(Fault::wrong_at("count", "ask for 1 to 20 moves"));
    }
    let begun = Instant::now();
    let mut thinker = player("strong")?;
    let mut moves = first_look(
        &mut *thinker,
        &position,
        colour,
        asked.count,
        time / 4,
        watch,
    );
    let tell = |depth: u32, moves: &mut Vec<Idea>| {
        moves.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let hints = moves.iter().take(asked.count).map(Idea::hint).collect();
        let key = asked.line.key();
        let told = BlokusHints { key, depth, hints };
        watch.partial(&told);
        told
    };
    let mut told = tell(1, &mut moves);
    for depth in 1..=42 {
        let part = begun.elapsed().as_secs_f64() / time.as_secs_f64();
        watch.say(Some(part.min(1.0)), (depth + 1).to_string());
        let left = || time.saturating_sub(begun.elapsed());
        let Some(finished) = deepen(&mut *thinker, &mut moves, colour, depth, left, watch) else {
            break;
        };
        told = tell(depth + 1, &mut moves);
        if finished {
            break;
        }
    }
    Ok(told)
}

/// The moves worth looking at, with what the position after them seems worth at first sight.
fn first_look(
    thinker: &mut dyn Thinker,
    position: &Position,
    colour: Colour,
    count: usize,
    time: Duration,
    watch: &Watch,
) -> Vec<Idea> {
    let control = Control::new(Seed(1))
        .limit(Limit::time(time))
        .cancel(watch.cancel());
    let candidates = thinker.think(position, &control).candidates.into_iter();
    let look = |placement: Placement| {
        let mut after = position.clone();
        after.play(placement);
        let chance = seen_by(colour, chance(&after));
        Idea {
            placement,
            chance,
            latest: chance,
            after,
            follow: Vec::new(),
        }
    };
    candidates
        .take(count + SPARE)
        .map(|candidate| look(candidate.action))
        .collect()
}

/// Looks at every move so much deeper, and says whether there is nothing deeper to see. If the time is up before all are done,
/// nothing has changed.
fn deepen(
    thinker: &mut dyn Thinker,
    moves: &mut [Idea],
    colour: Colour,
    depth: u32,
    left: impl Fn() -> Duration,
    watch: &Watch,
) -> Option<bool> {
    let mut found = Vec::with_capacity(moves.len());
    let mut finished = true;
    for idea in moves.iter() {
        let left = left();
        if left.is_zero() || watch.is_cancelled() {
            return None;
        }
        let limit = Limit {
            depth: Some(depth),
            time: Some(left),
            nodes: None,
        };
        let control = Control::new(Seed(1)).limit(limit).cancel(watch.cancel());
        let analysis = thinker.think(&idea.after, &control);
        if matches!(
            analysis.effort.stopped,
            lookahead::Stop::Time | lookahead::Stop::Cancelled
        ) {
            return None;
        }
        finished &= analysis.effort.stopped == lookahead::Stop::Done;
        found.push(analysis.best().map(|best| (best.value, best.line.clone())));
    }
    for (idea, found) in moves.iter_mut().zip(found) {
        if let Some((value, line)) = found {
            idea.learn(seen_by(colour, value), finished);
            idea.follow = line;
        }
    }
    Some(finished)
}

impl Idea {
    /// Takes over what a round has found. What was seen to the end of the game needs no mean.
    fn learn(&mut self, found: f64, finished: bool) {
        let decided = finished || found <= 0.0 || found >= 1.0;
        self.chance = if decided {
            found
        } else {
            f64::midpoint(found, self.latest)
        };
        self.latest = found;
    }

    fn hint(&self) -> BlokusHint {
        let follow = self.follow.iter().take(3);
        BlokusHint {
            piece: self.placement.piece().name().to_owned(),
            squares: self.placement.to_string(),
            chance: self.chance,
            follow: follow.map(ToString::to_string).collect(),
        }
    }
}
