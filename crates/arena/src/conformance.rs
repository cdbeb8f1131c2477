//! Conformance suite: the [requirements](Requirement) that referee, players and records place on
//! every game.
//!
//! A game runs it in its own tests, with one call. The suite plays random games to the end from
//! many seeds and checks every position on the way; it knows nothing of the game but [`Game`]. A
//! game of perfect information is [open](Suite::open); a game with hidden information supplies a
//! function that varies the hidden part ([`Suite::hidden`]), and the suite checks that no view
//! depends on it. Strength is not tested, nor are the rules: a game that plays the wrong rules
//! consistently passes. For those there are golden playthroughs ([`golden`]).
//!
//! ```
//! use arena::conformance::Suite;
//! use arena::game::{Game, Score};
//! use rand_pcg::Pcg64Mcg;
//!
//! /// Two sides count to ten by ones and twos.
//! struct Ten;
//!
//! impl Game for Ten {
//!     type Position = (u32, usize);
//!     type View = (u32, usize);
//!     type Action = u32;
//!     fn start(&self, _: &mut Pcg64Mcg) -> (u32, usize) { (0, 0) }
//!     fn turn(&self, &(sum, side): &(u32, usize)) -> Option<usize> { (sum < 10).then_some(side) }
//!     fn view(&self, position: &(u32, usize), _: usize) -> (u32, usize) { *position }
//!     fn actions(&self, &(sum, _): &(u32, usize)) -> Option<Vec<u32>> { Some((1..=2.min(10 - sum)).collect()) }
//!     fn check(&self, &(sum, _): &(u32, usize), &step: &u32) -> Result<(), String> {
//!         if (1..=2).contains(&step) && step <= 10 - sum { Ok(()) } else { Err("add 1 or 2".into()) }
//!     }
//!     fn play(&self, (sum, side): &mut (u32, usize), step: &u32, _: &mut Pcg64Mcg) {
//!         *sum += step;
//!         *side = 1 - *side;
//!     }
//!     fn score(&self, &(_, side): &(u32, usize)) -> Score {
//!         Score::by_points(if side == 1 { [1.0, 0.0] } else { [0.0, 1.0] })
//!     }
//!     fn write_action(&self, step: &u32) -> String { step.to_string() }
//!     fn read_action(&self, text: &str) -> Result<u32, String> {
//!         text.parse().map_err(|_| format!("`{text}` is not a number"))
//!     }
//!     fn write_view(&self, (sum, _): &(u32, usize)) -> String { format!("sum {sum}") }
//! }
//!
//! Suite::open(&Ten).assert();
//! ```

pub mod golden;
mod malformed;
#[cfg(test)]
mod tests;

use crate::Score;
use crate::game::Game;
use crate::player::{Choice, Fault, Player, Random, Thinking};
use crate::record::{Ending, GameRecord};
use crate::referee::{Played, Terms, generators, panic_message, play_game, player_seed, replay};
use lookahead::{Cancel, Seed};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Seed of the suite's games and choices.
const SEED: Seed = Seed(0x5341_4b49);
/// Streams of a game's seed that the referee does not use.
const CHOICES: u64 = 1 << 32;
/// Maximum number of actions kept to be tried in other positions.
const POOL: usize = 64;
/// Number of malformed texts per game.
const TEXTS: usize = 200;

/// A requirement on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Requirement {
    /// A random game ends.
    Ends,
    /// A listed or sampled action passes `check`; the seat to act has one.
    Legal,
    /// Where actions are listed, each is listed once, and every action that passes `check` is
    /// listed.
    Complete,
    /// An action that `check` rejects is never played: it forfeits, and the position stays as it
    /// was.
    Refused,
    /// The text of an action is one line and reads back as the same action.
    Text,
    /// The text of a view is one line; the view hides exactly what its seat may not see.
    View,
    /// A record replays to the same positions and the same score.
    Replay,
    /// The same seed gives the same game.
    Repeats,
    /// The shares of the sides lie between 0 and 1 and add up to 1; points are numbers.
    Shares,
    /// A malformed action text is rejected with a message, never with a panic.
    Malformed,
}

impl Requirement {
    /// All requirements.
    pub const ALL: [Requirement; 10] = [
        Requirement::Ends,
        Requirement::Legal,
        Requirement::Complete,
        Requirement::Refused,
        Requirement::Text,
        Requirement::View,
        Requirement::Replay,
        Requirement::Repeats,
        Requirement::Shares,
        Requirement::Malformed,
    ];
}

/// A violated requirement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{requirement:?}, game from seed {seed}: {why}")]
pub struct Violation {
    /// The requirement.
    pub requirement: Requirement,
    /// The seed of the game in which it was found.
    pub seed: Seed,
    /// Description of the violation.
    pub why: String,
}

/// A comparison of a seat's view with what the seat may see; true if something was hidden from it.
type Compare<'g, G> =
    dyn Fn(&<G as Game>::Position, usize, &mut Pcg64Mcg) -> Result<bool, String> + 'g;

/// The suite for one game under one set of conditions.
pub struct Suite<'g, G: Game> {
    game: &'g G,
    compare: Box<Compare<'g, G>>,
    hides: bool,
    games: u64,
    longest: usize,
    texts: Vec<String>,
}

impl<'g, G: Game> Suite<'g, G>
where
    G::Position: PartialEq<G::View>,
{
    /// Creates the suite for a game of perfect information.
    pub fn open(game: &'g G) -> Self {
        let compare = |position: &G::Position, seat, _: &mut Pcg64Mcg| {
            if *position == game.view(position, seat) {
                Ok(false)
            } else {
                Err(format!("seat {seat} does not see the position as it is"))
            }
        };
        Self::new(game, Box::new(compare), false)
    }
}

impl<'g, G: Game> Suite<'g, G>
where
    G::Position: PartialEq,
    G::View: PartialEq + fmt::Debug,
{
    /// Creates the suite for a game with hidden information. `vary` returns a position that may
    /// differ from the given one in what a seat must not see, and in nothing else.
    pub fn hidden(
        game: &'g G,
        vary: impl Fn(&G::Position, usize, &mut Pcg64Mcg) -> G::Position + 'g,
    ) -> Self {
        let compare = move |position: &G::Position, seat, rng: &mut Pcg64Mcg| {
            let other = vary(position, seat, rng);
            let views = [position, &other].map(|position| game.view(position, seat));
            let texts = views.each_ref().map(|view| game.write_view(view));
            if views[0] != views[1] {
                let [one, two] = views;
                return Err(format!("seat {seat} can tell {one:?} from {two:?}"));
            }
            if texts[0] != texts[1] {
                return Err(format!(
                    "seat {seat} can tell `{}` from `{}`",
                    texts[0], texts[1]
                ));
            }
            Ok(*position != other)
        };
        Self::new(game, Box::new(compare), true)
    }
}

impl<'g, G: Game> Suite<'g, G> {
    fn new(game: &'g G, compare: Box<Compare<'g, G>>, hides: bool) -> Self {
        Suite {
            game,
            compare,
            hides,
            games: 20,
            longest: 10_000,
            texts: Vec::new(),
        }
    }

    /// Sets the number of games; the default is twenty.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// Adds texts of actions that `check` rejects in most positions or that are no actions, besides
    /// the generated ones. Needed where the generated ones are all legal.
    #[must_use]
    pub fn texts<T: Into<String>>(mut self, texts: impl IntoIterator<Item = T>) -> Self {
        self.texts.extend(texts.into_iter().map(Into::into));
        self
    }
}

/// One random game.
struct RandomGame<G: Game> {
    seed: Seed,
    /// One more than there are moves.
    positions: Vec<G::Position>,
    moves: Vec<(usize, G::Action)>,
    ended: bool,
}

/// The findings so far.
struct Findings<G: Game> {
    violations: Vec<Violation>,
    /// Actions that were legal somewhere.
    pool: Vec<G::Action>,
    refused: bool,
    hidden: bool,
}

impl<G: Game> Findings<G> {
    /// Checks a requirement; only its first violation is recorded. A panic is a violation.
    fn check(
        &mut self,
        requirement: Requirement,
        seed: Seed,
        look: impl FnOnce(&mut Self) -> Result<(), String>,
    ) {
        let seen = catch_unwind(AssertUnwindSafe(|| look(self)));
        let seen = seen.unwrap_or_else(|panic| Err(panic_message(panic.as_ref())));
        if let Err(why) = seen {
            self.violation(requirement, seed, why);
        }
    }

    fn violation(&mut self, requirement: Requirement, seed: Seed, why: String) {
        if self
            .violations
            .iter()
            .all(|violation| violation.requirement != requirement)
        {
            self.violations.push(Violation {
                requirement,
                seed,
                why,
            });
        }
    }
}

impl<G: Game> Suite<'_, G>
where
    G::Position: PartialEq,
    G::Action: PartialEq,
{
    /// Runs the suite.
    ///
    /// # Panics
    /// If a requirement is violated; the message lists all violations.
    #[track_caller]
    pub fn assert(&self) {
        let violations = self.violations();
        let listed: Vec<_> = violations.iter().map(ToString::to_string).collect();
        assert!(
            listed.is_empty(),
            "conformance violations:\n{}",
            listed.join("\n")
        );
    }

    /// Returns the violated requirements, each with the first game in which it was found.
    pub fn violations(&self) -> Vec<Violation> {
        let mut findings = Findings {
            violations: Vec::new(),
            pool: Vec::new(),
            refused: false,
            hidden: false,
        };
        for index in 0..self.games {
            self.check_game(SEED.stream(index), &mut findings);
        }
        let sure = findings.violations.is_empty();
        if sure && !findings.refused {
            let why = "no rejected action was found to try: add some with `Suite::texts`";
            findings.violation(Requirement::Refused, SEED, why.to_owned());
        }
        if sure && self.hides && !findings.hidden {
            let why = "the hidden part never differed: `vary` returned equal positions";
            findings.violation(Requirement::View, SEED, why.to_owned());
        }
        findings
            .violations
            .sort_by_key(|violation| violation.requirement);
        findings.violations
    }

    /// Checks every requirement on one game.
    fn check_game(&self, seed: Seed, findings: &mut Findings<G>) {
        let mut walk = RandomGame {
            seed,
            positions: Vec::new(),
            moves: Vec::new(),
            ended: false,
        };
        findings.check(Requirement::Legal, seed, |_| self.walk(&mut walk));
        if walk.moves.len() >= self.longest {
            let why = format!("no end after {} moves", walk.moves.len());
            findings.violation(Requirement::Ends, seed, why);
        }
        findings.check(Requirement::Text, seed, |_| self.texts_of(&walk));
        findings.check(Requirement::Legal, seed, |_| self.legal(&walk));
        findings.check(Requirement::Complete, seed, |found| {
            self.complete(&walk, &found.pool)
        });
        findings.check(Requirement::View, seed, |found| {
            found.hidden |= self.views(&walk)?;
            Ok(())
        });
        findings.check(Requirement::Shares, seed, |_| self.shares(&walk));
        findings.check(Requirement::Malformed, seed, |_| self.malformed(&walk));
        findings.check(Requirement::Refused, seed, |found| {
            found.refused |= self.refused(&walk, &found.pool)?;
            Ok(())
        });
        if walk.ended {
            findings.check(Requirement::Repeats, seed, |_| self.repeats(&walk));
            findings.check(Requirement::Replay, seed, |_| self.replays(&walk));
        }
        let room = POOL.saturating_sub(findings.pool.len());
        let played = walk.moves.into_iter().map(|(_, action)| action);
        findings.pool.extend(played.take(room.min(POOL / 4)));
    }

    /// Plays a random game, exactly as the referee plays it with [`Random`] in every seat.
    fn walk(&self, walk: &mut RandomGame<G>) -> Result<(), String> {
        let game = self.game;
        let (mut start, mut dice) = generators(walk.seed);
        let mut position = game.start(&mut start);
        walk.positions.push(position.clone());
        while let Some(seat) = game.turn(&position) {
            if walk.moves.len() >= self.longest {
                return Ok(());
            }
            let number = walk.moves.len();
            let mut rng = player_seed(walk.seed, seat).stream(number as u64).rng();
            let action = game.sample(&game.view(&position, seat), &mut rng);
            let action = action.ok_or_else(|| format!("seat {seat} has the turn and no action"))?;
            game.check(&position, &action).map_err(|why| {
                let text = game.write_action(&action);
                format!("the sample `{text}` of seat {seat} is refused: {why}")
            })?;
            game.play(&mut position, &action, &mut dice);
            walk.moves.push((seat, action));
            walk.positions.push(position.clone());
        }
        walk.ended = true;
        Ok(())
    }

    /// Returns the positions with a seat to act, and that seat.
    fn decisions<'w>(
        &self,
        walk: &'w RandomGame<G>,
    ) -> impl Iterator<Item = (&'w G::Position, usize)> {
        let game = self.game;
        let positions = walk.positions.iter();
        positions.filter_map(move |position| Some((position, game.turn(position)?)))
    }

    /// Returns the listed actions of the seat to act.
    fn listed(&self, position: &G::Position, seat: usize) -> Option<Vec<G::Action>> {
        self.game.actions(&self.game.view(position, seat))
    }

    fn legal(&self, walk: &RandomGame<G>) -> Result<(), String> {
        for (position, seat) in self.decisions(walk) {
            for action in self.listed(position, seat).unwrap_or_default() {
                self.game.check(position, &action).map_err(|why| {
                    let text = self.game.write_action(&action);
                    format!("`{text}` is listed and refused: {why}")
                })?;
            }
        }
        Ok(())
    }

    fn complete(&self, walk: &RandomGame<G>, pool: &[G::Action]) -> Result<(), String> {
        let text = |action: &G::Action| self.game.write_action(action);
        for (position, seat) in self.decisions(walk) {
            let Some(listed) = self.listed(position, seat) else {
                continue;
            };
            let mut texts: Vec<_> = listed.iter().map(text).collect();
            texts.sort();
            if let Some([twice, _]) = texts.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(format!("`{twice}` is listed twice"));
            }
            let legal = |action: &&G::Action| self.game.check(position, action).is_ok();
            let mut missing = pool
                .iter()
                .filter(legal)
                .filter(|action| !listed.contains(action));
            if let Some(missing) = missing.next() {
                return Err(format!("`{}` is legal and not listed", text(missing)));
            }
        }
        Ok(())
    }

    fn texts_of(&self, walk: &RandomGame<G>) -> Result<(), String> {
        for (position, seat) in self.decisions(walk) {
            for action in self.listed(position, seat).unwrap_or_default() {
                self.text_of(&action)?;
            }
        }
        walk.moves
            .iter()
            .try_for_each(|(_, action)| self.text_of(action))
    }

    fn text_of(&self, action: &G::Action) -> Result<(), String> {
        let text = self.game.write_action(action);
        if text.contains(['\n', '\r']) {
            return Err(format!("{text:?} does not fit on one line"));
        }
        match self.game.read_action(&text) {
            Ok(read) if read == *action => Ok(()),
            Ok(read) => {
                let read = self.game.write_action(&read);
                Err(format!("`{text}` is read as another action, `{read}`"))
            }
            Err(why) => Err(format!("`{text}` is written and not read: {why}")),
        }
    }

    /// Returns true if something was hidden.
    fn views(&self, walk: &RandomGame<G>) -> Result<bool, String> {
        let mut rng = walk.seed.stream(CHOICES).rng();
        let mut hidden = false;
        for position in &walk.positions {
            for seat in 0..self.game.sides().len() {
                let text = self.game.write_view(&self.game.view(position, seat));
                if text.contains(['\n', '\r']) {
                    return Err(format!("{text:?} does not fit on one line"));
                }
                hidden |= (self.compare)(position, seat, &mut rng)?;
            }
        }
        Ok(hidden)
    }

    fn shares(&self, walk: &RandomGame<G>) -> Result<(), String> {
        for position in &walk.positions {
            let score = self.game.score(position);
            let shares = [0, 1].map(|side| score.share_of(side));
            let sound = shares.iter().all(|share| (0.0..=1.0).contains(share));
            let points = score.points.iter().all(|points| points.is_finite());
            if !sound || !points || shares[0] + shares[1] != 1.0 {
                return Err(format!("{score:?}"));
            }
        }
        Ok(())
    }

    fn malformed(&self, walk: &RandomGame<G>) -> Result<(), String> {
        let mut rng = walk.seed.stream(CHOICES + 1).rng();
        let written = walk
            .moves
            .iter()
            .map(|(_, action)| self.game.write_action(action));
        let written: Vec<_> = written.chain(self.texts.iter().cloned()).collect();
        for _ in 0..TEXTS {
            let text = malformed::text(&written, &mut rng);
            let read = catch_unwind(AssertUnwindSafe(|| check_action_text(self.game, &text)));
            read.unwrap_or_else(|panic| {
                Err(format!("{text:?}: {}", panic_message(panic.as_ref())))
            })?;
        }
        Ok(())
    }

    /// Plays a rejected action in the middle of the game; returns true if there was one.
    fn refused(&self, walk: &RandomGame<G>, pool: &[G::Action]) -> Result<bool, String> {
        let mut rng = walk.seed.stream(CHOICES + 2).rng();
        let decisions = walk.moves.len();
        if decisions == 0 {
            return Ok(false);
        }
        let number = rng.random_range(0..decisions);
        let (position, before) = (&walk.positions[number], &walk.moves[..number]);
        let written = before
            .iter()
            .map(|(_, action)| self.game.write_action(action));
        let written: Vec<_> = written.chain(self.texts.iter().cloned()).collect();
        let made_up = (0..TEXTS).map(|_| malformed::text(&written, &mut rng));
        let texts: Vec<_> = self.texts.iter().cloned().chain(made_up).collect();
        let read = texts
            .iter()
            .filter_map(|text| self.game.read_action(text).ok());
        let candidates = pool.iter().cloned().chain(read);
        let mut refused = candidates.filter(|action| self.game.check(position, action).is_err());
        let Some(action) = refused.next() else {
            return Ok(false);
        };
        self.forfeits(walk, number, action).map(|()| true)
    }

    /// Checks that an action rejected after `number` moves forfeits the game and changes nothing
    /// else.
    fn forfeits(
        &self,
        walk: &RandomGame<G>,
        number: usize,
        action: G::Action,
    ) -> Result<(), String> {
        let text = self.game.write_action(&action);
        let seat = walk.moves[number].0;
        let seats = 0..self.game.sides().len();
        let mut scripts: Vec<VecDeque<G::Action>> = seats.map(|_| VecDeque::new()).collect();
        for (seat, action) in &walk.moves[..number] {
            scripts[*seat].push_back(action.clone());
        }
        scripts[seat].push_back(action);
        let players = scripts.into_iter().map(Scripted);
        let mut players: Vec<_> = players.map(|player| Box::new(player) as _).collect();
        let played = self.play(walk.seed, &mut players)?;
        match &played.ending {
            Ending::Forfeit {
                seat: blamed,
                fault: Fault::Illegal { action, .. },
            } if *blamed == seat && *action == text => {}
            other => {
                return Err(format!(
                    "`{text}` is refused, but the game ended: {other:?}"
                ));
            }
        }
        if played.moves.len() != number {
            return Err(format!("`{text}` is refused and stands in the record"));
        }
        if played.score != Score::forfeited_by(self.game.sides()[seat]) {
            return Err(format!("`{text}` is refused and does not cost the game"));
        }
        let positions = replay(self.game, walk.seed, &played.moves)?;
        if positions.last() != Some(&walk.positions[number]) {
            return Err(format!("`{text}` is refused and changes the position"));
        }
        Ok(())
    }

    fn play(&self, seed: Seed, players: &mut [Box<dyn Player<G> + '_>]) -> Result<Played, String> {
        let played = play_game(self.game, players, &Terms::default(), seed, &Cancel::new());
        played.map_err(|why| why.to_string())
    }

    /// Plays a random game with the referee.
    fn play_random(&self, seed: Seed) -> Result<Played, String> {
        let seats = self.game.sides().iter();
        let mut players: Vec<Box<dyn Player<G>>> = seats
            .map(|_| Box::new(Random) as Box<dyn Player<G>>)
            .collect();
        self.play(seed, &mut players)
    }

    fn repeats(&self, walk: &RandomGame<G>) -> Result<(), String> {
        let written = walk.moves.iter();
        let written = written.map(|(seat, action)| (*seat, self.game.write_action(action)));
        let written: Vec<_> = written.collect();
        for _ in 0..2 {
            let played = self.play_random(walk.seed)?;
            let moves = played.moves.iter().map(|m| (m.seat, m.action.clone()));
            let again: Vec<_> = moves.collect();
            if let Some(number) = first_difference(&written, &again) {
                let [one, two] = [&written, &again].map(|moves| moves.get(number));
                return Err(format!("move {} is {one:?}, then {two:?}", number + 1));
            }
            let score = walk.positions.last().map(|last| self.game.score(last));
            if Some(played.score) != score {
                return Err(format!("the score is {score:?}, then {:?}", played.score));
            }
        }
        Ok(())
    }

    fn replays(&self, walk: &RandomGame<G>) -> Result<(), String> {
        let played = self.play_random(walk.seed)?;
        let record = played.record("game", [String::new(), String::new()]);
        let json = serde_json::to_string(&record).map_err(|why| why.to_string())?;
        let read: GameRecord = serde_json::from_str(&json).map_err(|why| why.to_string())?;
        let positions = replay(self.game, read.seed, &read.moves)?;
        if let Some(number) = first_difference(&positions, &walk.positions) {
            return Err(format!("the position after move {number} is another"));
        }
        let score = positions.last().map(|last| self.game.score(last));
        if score != Some(record.score) {
            return Err(format!(
                "the score is {:?}, replayed {score:?}",
                record.score
            ));
        }
        Ok(())
    }
}

/// Returns the first index at which two lists differ.
fn first_difference<T: PartialEq>(one: &[T], two: &[T]) -> Option<usize> {
    let common = one.iter().zip(two).position(|(one, two)| one != two);
    common.or_else(|| (one.len() != two.len()).then(|| one.len().min(two.len())))
}

/// Checks that a text is rejected with a message, or reads as an action whose text round-trips.
///
/// # Errors
/// The violation, as a sentence.
pub fn check_action_text<G: Game>(game: &G, text: &str) -> Result<(), String> {
    let action = match game.read_action(text) {
        Ok(action) => action,
        Err(why) if why.trim().is_empty() => {
            return Err(format!("{text:?} is rejected without a message"));
        }
        Err(_) => return Ok(()),
    };
    let written = game.write_action(&action);
    let again = game
        .read_action(&written)
        .map(|action| game.write_action(&action));
    if again.as_ref() == Ok(&written) {
        Ok(())
    } else {
        Err(format!(
            "{text:?} is read, written as {written:?} and then read as {again:?}"
        ))
    }
}

/// A player that plays a list of actions.
struct Scripted<A>(VecDeque<A>);

impl<G: Game> Player<G> for Scripted<G::Action> {
    fn choose(&mut self, _: &G, _: &G::View, _: &Thinking) -> Result<Choice<G::Action>, Fault> {
        let action = self.0.pop_front();
        action.map(Choice::from).ok_or(Fault::Resigned)
    }
}
