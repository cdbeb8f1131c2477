//! Jiritsu-kun: expectimax over one lattice of shots (Kato, Iizuka and Yamamoto, "Game Tree Search
//! in Digital Curling with Uncertainty", 2016).
//!
//! A candidate is a target and a turn. Its outcomes are rounded to the same
//! [lattice](super::lattice) with probabilities that are integrated, not sampled
//! ([`kernel`](super::kernel)); every executed shot is simulated once and shared by all candidates
//! that have it as an outcome; then the opponent does the same ([`lookahead::expectimax`]). Leaf
//! positions are valued by the [`evaluation`](super::evaluation) for the
//! [utility](super::end_utility) of the end's results.
//!
//! The paper searches two shots deep. Its authors left narrower and deeper searches for later:
//! [`Search::reply_width`] and [`Search::root_width`] provide them, and the best candidates can be
//! [refined](Search::refine) between the points of the lattice. The strongest player uses none of
//! this but [`Settings::set_strongest`]: heavier hits, a finer lattice for last stones and the
//! learned [value model](super::value_model). Speed comes from [reusing](super::outcome_reuse)
//! simulated outcomes, and from valuing equal positions once.
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

mod node;
mod refine;
mod settings;
mod tables;

pub use settings::{Search, Settings};
pub use tables::{FINEST, MatchTables, SettingsError};

use super::analyst::{self, CandidateShot, Execution, ShotAnalyst};
use super::end_utility::{EndUtility, Goal};
use super::evaluation::Objective;
use super::last_stone::{self, LastStone, Reported, Spacings};
use super::lattice::Executed;
use super::learned_for::{self, Learned, differences, differences_of_match};
use super::level;
use super::value_model::{self, Chances, ValueModel};
use super::win_table::WinTable;
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::rules::{Game, score};
use crate::shot::Shot;
use crate::stones::{SLOTS, Stones};
use arena::Words;
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
    tables: Arc<MatchTables>,
    /// For the last stone of an end; see [`Search::last_stone_resolution`].
    last_stone: Arc<MatchTables>,
    search: Search,
    win_table: Arc<WinTable>,
    value_model: Option<Arc<ValueModel>>,
    /// Sentences about values that were learned for other conditions.
    notes: Arc<[Words]>,
    /// Whether the value model has corrections of claims that hold here.
    corrected: bool,
    /// The playing strength.
    level: Level,
}

impl Jiritsu {
    /// Creates a player for a match. Its tables are read from the cache or computed.
    ///
    /// # Errors
    /// If a setting is invalid on this ice.
    pub fn new(curling: &Curling, settings: &Settings) -> Result<Self, SettingsError> {
        if settings.search.depth == 0 {
            return Err(SettingsError::NoDepth);
        }
        let conditions = curling.conditions();
        let win_table = settings.table_for(conditions);
        let value_model = settings.experience.model(conditions);
        let tables = Arc::new(MatchTables::new(curling, settings)?);
        let last_stone = match settings.search.last_stone_resolution {
            1 => Arc::clone(&tables),
            times => Arc::new(MatchTables::with_resolution(curling, settings, times)?),
        };
        Ok(Jiritsu {
            tables,
            last_stone,
            search: settings.search.clone(),
            notes: notes(
                settings.search.goal,
                value_model.as_deref(),
                &win_table,
                conditions,
            )
            .into(),
            corrected: has_corrections(settings, value_model.as_deref(), conditions),
            win_table: Arc::new(win_table),
            value_model,
            level: Level::FULL,
        })
    }

    /// Returns the description of the player and its settings.
    pub fn description() -> Description {
        let about = (
            "Expectimax over one lattice of shots, with the probabilities of their outcomes: Jiritsu-kun.",
            "ショットのばらつきを考慮し、共通の格子の上で期待値最大化探索を行う「じりつくん」です。",
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
            "The strongest known: heavier hits, a finer lattice for last stones, separated candidates, the value model and the win table learned for the platform.",
            "現在最強の設定。強いヒット、最後の1投の細かい格子、互いに離れた候補、プラットフォームごとに学習した評価と勝率表を使います。",
        );
        Description::new("jiritsu", about)
            .settings(Settings::described())
            .setting(level)
            .preset("quick", quick, &[("depth", "1")])
            .preset("paper", paper, &settings::PAPER)
            .preset("strongest", strongest, &settings::STRONGEST)
            .formerly("sharp")
    }

    /// Returns a player with the settings of [`Settings::given`] and `level`.
    ///
    /// # Errors
    /// If a setting cannot be read or is invalid.
    pub fn from_settings(curling: &Curling, given: &mut Given) -> Result<Self, SpecError> {
        let settings = Settings::given(given)?;
        let level: Level = given.value("level")?;
        let impossible = |why: SettingsError| SpecError::Impossible {
            player: given.player().to_owned(),
            why: why.to_string(),
        };
        let mut player = Jiritsu::new(curling, &settings).map_err(impossible)?;
        player.search.depth = level::depth(level).unwrap_or(player.search.depth);
        Ok(Jiritsu { level, ..player })
    }

    /// Returns the tables of the match, those for last stones apart.
    pub fn tables(&self) -> &MatchTables {
        &self.tables
    }

    /// Returns the tables for the next shot.
    fn tables_for(&self, game: &Game) -> &MatchTables {
        if game.slot() == Some(SLOTS - 1) {
            &self.last_stone
        } else {
            &self.tables
        }
    }

    /// Returns the spacing of the targets searched for the next shot, in metres.
    pub fn spacing(&self, game: &Game) -> f64 {
        self.tables_for(game).lattice().settings().spacing
    }

    /// Returns the shot with this index in the lattice searched for the next shot.
    pub fn shot(&self, game: &Game, index: u32) -> Shot {
        self.tables_for(game).shot(index)
    }

    /// Returns the utility of the results of the end.
    pub fn utility(&self, game: &Game) -> EndUtility {
        let rules = self.tables.curling().rules();
        self.search.goal.utility(&self.win_table, rules, game)
    }

    /// Returns the objective of the evaluation for these utilities. With it the
    /// [evaluation](MatchTables::evaluation) values a position without look-ahead, for the hammer.
    pub fn objective(&self, utility: EndUtility) -> Objective {
        match &self.value_model {
            None => Objective::new(utility),
            Some(model) => Objective::with_model(utility, model),
        }
    }

    /// Returns the rest of an end with these utilities.
    fn end(&self, game: &Game, slot: usize, utility: EndUtility) -> End<'_> {
        let (objective, separation) = (self.objective(utility), self.search.separation);
        End::new(self.tables_for(game), game, slot, objective, separation)
    }

    /// Returns the distribution of the end's results after the shot that is best one shot deep,
    /// by the value model `judge`; `None` if the model does not cover an outcome, or no shot comes
    /// next.
    pub fn forecast(
        &self,
        game: &Game,
        utility: EndUtility,
        judge: &ValueModel,
        control: &Control<'_>,
    ) -> Option<Chances> {
        let slot = game.slot()?;
        let end = self.end(game, slot, utility);
        let root = Node::new(&game.stones, slot);
        let control = control.clone().limit(Limit::depth(1));
        let found = expectimax::search(&end, &root, &expectimax::Settings::default(), &control);
        let mut forecast = [0.0; value_model::RESULTS];
        for share in &found.best()?.outcomes {
            let after = end.outcome(&root, share.outcome);
            let chances = self.chances(&after, judge)?;
            for (sum, chance) in forecast.iter_mut().zip(chances) {
                *sum += share.probability * chance;
            }
        }
        Some(forecast)
    }

    /// Returns the distribution of the end's results with these stones before a slot, by the score
    /// after the last stone, and otherwise by the player's learned values, if it has any.
    pub fn outlook(&self, stones: &Stones, slot: usize) -> Option<Chances> {
        let node = Node::new(stones, slot);
        match &self.value_model {
            Some(model) => self.chances(&node, model),
            None => (slot >= SLOTS).then(|| self.certain(&node)),
        }
    }

    /// Returns the distribution of the results of an end that is over.
    fn certain(&self, node: &Node) -> Chances {
        value_model::certain(-score::points(self.tables.curling().rules(), &node.stones))
    }

    /// Returns the distribution of the end's results by the score or by a value model.
    fn chances(&self, node: &Node, model: &ValueModel) -> Option<Chances> {
        if node.slot >= SLOTS {
            return Some(self.certain(node));
        }
        let weights = model.before(node.slot)?;
        let prepared = self.tables.evaluation().prepare(&node.stones);
        Some(weights.chances(&prepared.features(node.slot)))
    }

    /// Corrects the values of an analysis, where they are claims of the kind that corrections were
    /// fitted on: chances of winning by a search one shot deep.
    fn correct<A>(&self, game: &Game, control: &Control<'_>, found: &mut Analysis<A>) {
        let depth = control.limit.depth.unwrap_or(self.search.depth);
        if let Some(model) = &self.value_model
            && let Some(slot) = game.slot()
            && self.corrects(slot, depth)
        {
            model.corrections.apply(slot, found);
        }
    }

    /// Returns whether the values before a slot are corrected.
    fn corrects(&self, slot: usize, depth: u32) -> bool {
        let known = |model: &Arc<ValueModel>| model.corrections.of(slot).is_some();
        self.corrected
            && depth == 1
            && self.level == Level::FULL
            && self.value_model.as_ref().is_some_and(known)
    }

    /// Returns the goal of the player.
    pub fn goal(&self) -> Goal {
        self.search.goal
    }

    /// Returns the analysis of a position by lattice indices of the shots; without candidates if no
    /// shot comes next.
    pub fn search(&self, game: &Game, control: &Control<'_>) -> Analysis<u32> {
        self.search_for(game, self.utility(game), control)
    }

    /// Returns the analysis of a position for other utilities than those of the match.
    pub fn search_for(
        &self,
        game: &Game,
        utility: EndUtility,
        control: &Control<'_>,
    ) -> Analysis<u32> {
        let settings = self.search.expectimax(control.limit.time.is_some());
        self.searched(game, utility, &settings, control)
    }

    /// Returns the analysis of a position with the outcomes of every candidate, for explanations.
    /// The best aims may lie between the points of the lattice.
    pub fn study(&self, game: &Game, control: &Control<'_>) -> Analysis<Executed> {
        self.aims(game, usize::MAX, Reported::Compared, control)
    }

    /// Returns the candidates as aims, the best ones refined or thrown, the first `detail` with
    /// their outcomes.
    fn aims(
        &self,
        game: &Game,
        detail: usize,
        reported: Reported,
        control: &Control<'_>,
    ) -> Analysis<Executed> {
        // Lower levels see the points of the lattice only.
        let fine = self.search.uncertainty && self.level == Level::FULL;
        let best = if fine { self.search.refine } else { 0 };
        let settings = expectimax::Settings {
            detail: if best > 0 { usize::MAX } else { detail },
            ..self.search.expectimax(control.limit.time.is_some())
        };
        let found = self.searched(game, self.utility(game), &settings, control);
        let tables = self.tables_for(game);
        let aim = |index: u32| tables.lattice().executed()[index as usize];
        let mut aims = found.map(aim);
        if let Some(slot) = game.slot().filter(|_| best > 0) {
            refine::refine(tables, game, analyst::side_of(slot), best, &mut aims);
        }
        if let Some(last) = self.thrown_last_stone(game) {
            let settings = tables.lattice().settings();
            let spacings = Spacings {
                draws: settings.spacing,
                hits: settings.hit_spacing,
            };
            let control = last_stone::control_after(control, aims.effort.seconds);
            let throws = self.search.last_stone_throws;
            aims.effort.nodes +=
                last.choose(&mut aims.candidates, spacings, throws, reported, &control);
        }
        self.correct(game, control, &mut aims);
        aims
    }

    /// Returns the throws of the next shot if it is a last stone that this player throws to choose;
    /// lower levels see the values of the lattice only.
    fn thrown_last_stone<'a>(&'a self, game: &'a Game) -> Option<LastStone<'a>> {
        let wanted = self.search.last_stone_throws > 0;
        let able = self.search.uncertainty && self.level == Level::FULL;
        let curling = self.tables.curling();
        LastStone::new(curling, game, self.utility(game)).filter(|_| wanted && able)
    }

    fn searched(
        &self,
        game: &Game,
        utility: EndUtility,
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
        let end = self.end(game, slot, utility);
        let root = Node::new(&game.stones, slot);
        let mut found = expectimax::search(&end, &root, settings, &control);
        level::overlook(self.level, &mut found, control.seed);
        found
    }

    /// Returns the analysis of a position.
    pub fn analyse(&self, game: &Game, control: &Control<'_>) -> Analysis<Shot> {
        let detail = expectimax::Settings::default().detail;
        let found = self.aims(game, detail, Reported::Chosen, control);
        found.map(|aim| aim.thrown())
    }
}

/// Returns the notes about values that were learned for other conditions.
fn notes(
    goal: Goal,
    model: Option<&ValueModel>,
    table: &WinTable,
    conditions: &Conditions,
) -> Vec<Words> {
    let model = model.and_then(|model| {
        let learned = model.learned_for.as_ref();
        let found = differences(learned, conditions);
        learned_for::note(Learned::ValueModel, learned, conditions, &found)
    });
    let paper = (table == WinTable::usual()).then(Conditions::paper);
    let table = (goal == Goal::Win).then(|| {
        let learned = table.learned_for().or(paper.as_ref());
        let found = differences_of_match(learned, conditions);
        learned_for::note(Learned::WinTable, learned, conditions, &found)
    });
    model.into_iter().chain(table.flatten()).collect()
}

/// Returns whether the corrections of the value model hold for this player: they are fitted on
/// matches of the strongest preset under the conditions of the training.
fn has_corrections(
    settings: &Settings,
    model: Option<&ValueModel>,
    conditions: &Conditions,
) -> bool {
    let holds = |model: &ValueModel| {
        !model.corrections.is_empty()
            && differences(model.learned_for.as_ref(), conditions).is_empty()
    };
    let mut strongest = Settings::default();
    strongest.set_strongest();
    let (ours, theirs) = (&settings.search, &strongest.search);
    let like_strongest = ours.heavy_hits == theirs.heavy_hits
        && ours.last_stone_resolution == theirs.last_stone_resolution
        && ours.last_stone_throws == theirs.last_stone_throws
        && ours.refine == theirs.refine
        && settings.lattice == strongest.lattice;
    let wins = ours.goal == Goal::Win && ours.uncertainty;
    wins && like_strongest && model.is_some_and(holds)
}

/// The most stages of a progressive answer.
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

    /// The evaluation of the paper adds a positional term; learned values are chances.
    fn adds_position(&self, game: &Game) -> bool {
        self.value_model.is_none() && game.slot().is_some_and(|slot| slot + 1 < SLOTS)
    }

    fn notes(&self) -> Vec<Words> {
        self.notes.to_vec()
    }

    /// Each stage is one shot deeper.
    fn stages(&self, limit: Limit) -> Vec<Limit> {
        let deepest = limit.depth.unwrap_or(self.search.depth).min(DEEPEST);
        let depth = |depth| Limit {
            depth: Some(depth),
            ..limit
        };
        (1..deepest).map(depth).chain([limit]).collect()
    }

    fn candidates(
        &self,
        _: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Result<(Vec<CandidateShot>, Effort), Fault> {
        let found = self.study(game, control);
        let candidates = found.candidates.into_iter().map(lattice_candidate);
        Ok((candidates.collect(), found.effort))
    }

    fn executions(
        &self,
        curling: &Curling,
        game: &Game,
        candidate: &CandidateShot,
        seed: Seed,
    ) -> Vec<Execution> {
        if candidate.outcomes.is_empty() {
            let Some(last) = self.thrown_last_stone(game) else {
                return analyst::sampled(curling, game, &candidate.shot, seed);
            };
            return last.executions(&candidate.shot, self.search.last_stone_throws, seed);
        }
        let execution = |share: &Share| Execution {
            shot: Some(self.shot(game, share.outcome as u32)),
            probability: share.probability,
            value: Some(share.value),
        };
        candidate.outcomes.iter().map(execution).collect()
    }

    fn answer(&self, game: &Game, seed: Seed) -> Option<Shot> {
        let control = Control::new(seed).limit(Limit::depth(1));
        self.analyse(game, &control).action()
    }

    fn jiritsu(&self) -> Option<&Jiritsu> {
        Some(self)
    }
}

/// Returns a candidate of the lattice as a [`CandidateShot`].
fn lattice_candidate(candidate: Candidate<Executed>) -> CandidateShot {
    CandidateShot {
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
