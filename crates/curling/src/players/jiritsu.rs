//! Jiritsu-kun: expectimax over one lattice of shots (Kato, Iizuka and Yamamoto, "Game Tree Search
//! in Digital Curling with Uncertainty", 2016).
//!
//! A candidate is a point to aim at and a turn. What a hand makes of it is rounded to the same
//! lattice ([`lattice`](super::lattice)) with probabilities that are integrated, not sampled
//! ([`kernel`](super::kernel)); every execution is simulated once and shared by all candidates that
//! may come to it; then the other team does the same ([`lookahead::expectimax`]). Where the search
//! stops, a position is worth what [`evaluation`](super::evaluation) says for what is at
//! [stake](super::stakes).
//!
//! The paper goes two shots deep. Its authors left for later to narrow the candidates and go
//! deeper: [`Search::keep`] and [`Search::keep_at_root`] do that, and the best candidates can be
//! [moved between](Search::refine) the points of the lattice. What makes it strongest is none of
//! this but [`Settings::sharpen`]: harder hits, a finer lattice for last stones and experience.
//! Speed comes from knowing what most shots do without simulating them again
//! ([`echo`](super::echo)), and from valuing equal positions once.
//!
//! ```
//! use curling::conditions::Conditions;
//! use curling::arena_game::Curling;
//! use curling::players::jiritsu::{Jiritsu, Settings};
//! use curling::rules::Game;
//! use curling::Vector;
//! use lookahead::{Control, Limit, Seed};
//!
//! let curling = Curling::new(Conditions::paper())?;
//! let settings = Settings::quick(); // coarse tables, one shot deep
//! let jiritsu = Jiritsu::new(&curling, &settings)?;
//! // The last stone of a level match: their stone lies at the back of the house, all alone.
//! let mut game = Game::new(curling.rules())?;
//! (game.end, game.shot) = (9, 15);
//! game.stones.place(0, Vector::new(0.3, 1.4));
//! let found = jiritsu.analyse(&game, &Control::new(Seed(1)));
//! let best = found.best().unwrap();
//! assert!(best.value > 0.9); // a draw inside it, or a hit, wins
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod kit;
mod node;
mod refine;
mod settings;

pub use kit::{FINEST, Kit, KitError};
pub use settings::{Search, Settings};

use super::analyst::{self, Execution, Idea, ShotAnalyst};
use super::evaluation::Appraisal;
use super::experience::{self, Chances, Experience};
use super::lattice::Executed;
use super::level;
use super::stakes::{Goal, Stakes};
use super::win_table::WinTable;
use crate::arena_game::Curling;
use crate::rules::{Game, score};
use crate::shot::Shot;
use crate::stones::SLOTS;
use arena::analyst::Level;
use arena::description::{Description, Setting};
use arena::player::Fault;
use arena::spec::{Settings as Given, SpecError};
use lookahead::analysis::Share;
use lookahead::expectimax::Stochastic;
use lookahead::{Analysis, Candidate, Control, Effort, Limit, Seed, expectimax};
use node::{End, Node};
use std::sync::Arc;

/// Jiritsu-kun in a match. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Jiritsu {
    kit: Arc<Kit>,
    /// For the last stone of an end; see [`Search::finer`].
    last: Arc<Kit>,
    search: Search,
    table: Arc<WinTable>,
    experience: Option<Arc<Experience>>,
    /// How much it overlooks.
    level: Level,
}

impl Jiritsu {
    /// A player for a match; what it needs is read from the cache or worked out.
    ///
    /// # Errors
    /// If the settings make no sense on this ice.
    pub fn new(curling: &Curling, settings: &Settings) -> Result<Self, KitError> {
        if settings.search.depth == 0 {
            return Err(KitError::NoDepth);
        }
        let table = settings.win_table.clone();
        let kit = Arc::new(Kit::new(curling, settings)?);
        let last = match settings.search.finer {
            1 => Arc::clone(&kit),
            times => Arc::new(Kit::finer(curling, settings, times)?),
        };
        Ok(Jiritsu {
            kit,
            last,
            search: settings.search.clone(),
            table: Arc::new(table.unwrap_or_else(WinTable::standard)),
            experience: settings.experience.clone(),
            level: Level::FULL,
        })
    }

    /// Its description.
    pub fn description() -> Description {
        let about = (
            "Expectimax over one lattice of shots, which reckons with what may become of each: Jiritsu-kun.",
            "一つのショット格子の上の期待値最大化探索で、ショットのばらつきを考慮します。「じりつくん」です。",
        );
        let level = (
            "How much it notices: 1 is a beginner and looks one shot ahead, 10 misses nothing.",
            "強さ。1 は初心者で1投先だけを読み、10 は何も見落としません。",
        );
        let level = Setting::integer("level", 1..=10, level).default(10);
        let quick = (
            "One shot ahead: an answer in a moment.",
            "1投先だけを読み、すぐに答えます。",
        );
        let paper = (
            "As in the paper: two shots ahead with its evaluation.",
            "論文のとおり、論文の評価関数で2投先まで読みます。",
        );
        let strongest = (
            "The strongest known: harder hits, a finer lattice for last stones, candidates that differ, experience.",
            "現在最強の設定。強いヒット、最後の1投の細かい格子、互いに離れた候補、経験を使います。",
        );
        Description::new("jiritsu", about)
            .settings(Settings::described())
            .setting(level)
            .preset("quick", quick, &[("depth", "1")])
            .preset("paper", paper, &settings::PAPER)
            .preset("strongest", strongest, &settings::STRONGEST)
            .formerly("sharp")
    }

    /// With the settings of [`Settings::given`] and `level`.
    ///
    /// # Errors
    /// If one of them does not read as what it should be, or they make no player.
    pub fn from_settings(curling: &Curling, given: &mut Given) -> Result<Self, SpecError> {
        let settings = Settings::given(given)?;
        let level: Level = given.value("level")?;
        let impossible = |why: KitError| SpecError::Impossible {
            player: given.player().to_owned(),
            why: why.to_string(),
        };
        let mut player = Jiritsu::new(curling, &settings).map_err(impossible)?;
        player.search.depth = level::depth(level).unwrap_or(player.search.depth);
        Ok(Jiritsu { level, ..player })
    }

    /// What it has worked out for the match, the finer lattice of last stones apart.
    pub fn kit(&self) -> &Kit {
        &self.kit
    }

    /// What the next shot is looked for with.
    fn kit_for(&self, game: &Game) -> &Kit {
        if game.slot() == Some(SLOTS - 1) {
            &self.last
        } else {
            &self.kit
        }
    }

    /// The distance between neighbouring targets among which the next shot is looked for, in
    /// metres.
    pub fn spacing(&self, game: &Game) -> f64 {
        self.kit_for(game).lattice().settings().spacing
    }

    /// The shot that has this number where it is looked for.
    pub fn shot(&self, game: &Game, number: u32) -> Shot {
        self.kit_for(game).shot(number)
    }

    /// What the end is played for.
    pub fn stakes(&self, game: &Game) -> Stakes {
        let rules = self.kit.curling().rules();
        self.search.goal.stakes(&self.table, rules, game)
    }

    /// How it values positions when an end is played for this.
    fn appraisal(&self, stakes: Stakes) -> Appraisal {
        match &self.experience {
            None => Appraisal::new(stakes),
            Some(experience) => Appraisal::experienced(stakes, experience),
        }
    }

    /// The rest of an end that is played for this.
    fn end(&self, game: &Game, slot: usize, stakes: Stakes) -> End<'_> {
        let (appraisal, apart) = (self.appraisal(stakes), self.search.apart);
        End::new(self.kit_for(game), game, slot, appraisal, apart)
    }

    /// How the end will turn out if the shot that is best one shot deep is thrown, as far as
    /// somebody's experience knows the positions it may lead to; nothing if that does not know one
    /// of them, or no shot comes next.
    pub fn forecast(
        &self,
        game: &Game,
        stakes: Stakes,
        judge: &Experience,
        control: &Control<'_>,
    ) -> Option<Chances> {
        let slot = game.slot()?;
        let end = self.end(game, slot, stakes);
        let root = Node::new(&game.stones, slot);
        let control = control.clone().limit(Limit::depth(1));
        let found = expectimax::search(&end, &root, &expectimax::Settings::default(), &control);
        let mut forecast = [0.0; experience::RESULTS];
        for share in &found.best()?.outcomes {
            let after = end.outcome(&root, share.outcome);
            let chances = self.chances(&after, judge)?;
            for (sum, chance) in forecast.iter_mut().zip(chances) {
                *sum += share.probability * chance;
            }
        }
        Some(forecast)
    }

    /// What experience, or the score, says of a position.
    fn chances(&self, node: &Node, experience: &Experience) -> Option<Chances> {
        if node.slot >= SLOTS {
            let points = -score::points(self.kit.curling().rules(), &node.stones);
            return Some(experience::certain(points));
        }
        let weights = experience.before(node.slot)?;
        let ground = self.kit.evaluation().ground(&node.stones);
        Some(weights.chances(&ground.signs(node.slot)))
    }

    /// What it plays for.
    pub fn goal(&self) -> Goal {
        self.search.goal
    }

    /// What it thinks of a position, by the lattice's numbers of the shots; no candidates if no
    /// shot comes next.
    pub fn look(&self, game: &Game, control: &Control<'_>) -> Analysis<u32> {
        self.look_for(game, self.stakes(game), control)
    }

    /// The same with the end played for something else than the match it belongs to.
    pub fn look_for(&self, game: &Game, stakes: Stakes, control: &Control<'_>) -> Analysis<u32> {
        let settings = self.search.expectimax(control.limit.time.is_some());
        self.searched(game, stakes, &settings, control)
    }

    /// What it thinks of a position, with what may come of every candidate: for who explains it.
    /// The best aims may lie between the points of the lattice.
    pub fn study(&self, game: &Game, control: &Control<'_>) -> Analysis<Executed> {
        self.aims(game, usize::MAX, control)
    }

    /// The candidates as aims, the best ones refined, so many with what may come of them.
    fn aims(&self, game: &Game, detail: usize, control: &Control<'_>) -> Analysis<Executed> {
        // A beginner does not see between the lines.
        let fine = self.search.uncertainty && self.level == Level::FULL;
        let best = if fine { self.search.refine } else { 0 };
        let settings = expectimax::Settings {
            detail: if best > 0 { usize::MAX } else { detail },
            ..self.search.expectimax(control.limit.time.is_some())
        };
        let found = self.searched(game, self.stakes(game), &settings, control);
        let kit = self.kit_for(game);
        let aim = |number: u32| kit.lattice().executed()[number as usize];
        let mut aims = found.map(aim);
        if let Some(slot) = game.slot().filter(|_| best > 0) {
            refine::refine(kit, game, analyst::side_of(slot), best, &mut aims);
        }
        aims
    }

    fn searched(
        &self,
        game: &Game,
        stakes: Stakes,
        settings: &expectimax::Settings,
        control: &Control<'_>,
    ) -> Analysis<u32> {
        let limit = Limit {
            depth: Some(control.limit.depth.unwrap_or(self.search.depth).max(1)),
            ..control.limit
        };
        let control = control.clone().limit(limit);
        let Some(slot) = game.slot() else {
            let (candidates, meter) = (Vec::new(), control.start());
            let effort = meter.effort(0, lookahead::Stop::Done);
            return Analysis { candidates, effort };
        };
        let end = self.end(game, slot, stakes);
        let root = Node::new(&game.stones, slot);
        let mut found = expectimax::search(&end, &root, settings, &control);
        level::overlook(self.level, &mut found, control.seed);
        found
    }

    /// What it thinks of a position.
    pub fn analyse(&self, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let detail = expectimax::Settings::default().detail;
        self.aims(game, detail, control).map(|aim| aim.thrown())
    }
}

/// No more stages than this of a growing answer.
const DEEPEST: u32 = 8;

impl ShotAnalyst for Jiritsu {
    fn shots(
        &self,
        _: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<Analysis<Shot>, Fault> {
        Ok(self.analyse(game, control))
    }

    fn goal(&self, _: &Curling, _: &Game) -> Goal {
        self.search.goal
    }

    fn adds_position(&self, game: &Game) -> bool {
        game.slot().is_some_and(|slot| slot < 15)
    }

    /// One shot deeper each.
    fn stages(&self, limit: Limit) -> Vec<Limit> {
        let deepest = limit.depth.unwrap_or(self.search.depth).min(DEEPEST);
        let depth = |depth| Limit {
            depth: Some(depth),
            ..limit
        };
        (1..deepest).map(depth).chain([limit]).collect()
    }

    fn ideas(
        &self,
        _: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<(Vec<Idea>, Effort), Fault> {
        let found = self.study(game, control);
        let ideas = found.candidates.into_iter().map(lattice_idea);
        Ok((ideas.collect(), found.effort))
    }

    fn executions(
        &self,
        curling: &Curling,
        game: &Game,
        idea: &Idea,
        seed: Seed,
    ) -> Vec<Execution> {
        if idea.outcomes.is_empty() {
            return analyst::tried(curling, game, &idea.shot, seed);
        }
        let execution = |share: &Share| Execution {
            shot: Some(self.shot(game, share.outcome as u32)),
            probability: share.probability,
            value: Some(share.value),
        };
        idea.outcomes.iter().map(execution).collect()
    }

    fn answer(&self, game: &Game, seed: Seed) -> Option<Shot> {
        let control = Control::new(seed).limit(Limit::depth(1));
        self.analyse(game, &control).action()
    }

    fn jiritsu(&self) -> Option<&Jiritsu> {
        Some(self)
    }
}

/// A candidate of the lattice as an idea.
fn lattice_idea(candidate: Candidate<Executed>) -> Idea {
    Idea {
        shot: candidate.action.thrown(),
        target: candidate.action.target,
        kind: candidate.action.kind,
        value: candidate.value,
        bound: candidate.bound,
        spread: candidate.spread,
        error: candidate.error,
        reply: candidate.line.get(1).map(Executed::thrown),
        visited: candidate.visits > 0,
        outcomes: candidate.outcomes,
    }
}

#[cfg(test)]
mod tests;
