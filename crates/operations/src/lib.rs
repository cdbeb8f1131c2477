//! Operations: the requests that Sakiyomi answers.
//!
//! An [`Operation`] is a named function from plain data to plain data, with progress, cancellation,
//! a schema and a sentence about it in two languages. The edges (the command line, the web server,
//! Python) read input and render output; what they offer is this list and nothing else.
//!
//! ```
//! use operations::{Host, TaskHandle};
//! use serde_json::json;
//!
//! let operations = operations::all(&Host::default());
//! let table = operations.find("blokus/position").unwrap();
//! let request = table.read(json!({ "line": { "moves": [] } }))?;
//! let position = request.run(&TaskHandle::idle())?;
//! assert_eq!(position["turn"], "black");
//! # Ok::<(), operations::Fault>(())
//! ```
//!
//! Deliberately absent: HTTP, terminals, users and sessions. No state is kept between requests:
//! positions and games come whole with every request.

pub mod ask;
pub mod blokus;
pub mod bridge;
pub mod curling;
pub mod fault;
pub mod former_names;
pub mod games;
pub mod json_lines;
pub mod lab;
mod operation;
mod player_policy;
pub mod records;
pub mod task_handle;
mod trust;

pub use arena::Text;
pub use fault::{Fault, FaultCode, FaultKind};
pub use games::{EmbeddedGuest, Games, Guest};
pub use operation::{FileText, Input, Lane, Nothing, Operation, Operations, Output, Request};
pub use task_handle::{Count, Progress, TaskHandle, TaskUpdate};
pub use trust::Trust;

use ::bridge::double_dummy::SolverPool;
use ::curling::players::cache::Cache;
use arena::PlayableGame;
use arena::origin::Machine;
use arena::playable::Conditioned;
use arena::study::Study;
use std::path::PathBuf;
use std::sync::Arc;

/// The program around the operations: its games, studies, folders and version.
#[derive(Clone, Default)]
pub struct Host {
    /// The trust in clients.
    pub trust: Trust,
    /// Players under names of their own, for pages too.
    pub guests: Vec<Guest>,
    /// Players of the program around the operations, written in its own language.
    pub embedded: Vec<EmbeddedGuest>,
    /// The games that tournaments and experiments can be made of.
    pub playables: Arc<Vec<Box<dyn PlayableGame>>>,
    /// The kinds of experiment.
    pub studies: Arc<Vec<Box<dyn Study>>>,
    /// The folder of the experiment files, if given: see [`lab::library`].
    pub experiments: Option<PathBuf>,
    /// Whether the built-in experiments are used where there is no folder.
    pub built_in: bool,
    /// The file of the experiments' results.
    pub store: PathBuf,
    /// The folder of match records that can be watched while they grow.
    pub records: PathBuf,
    /// The version, for reports and pages.
    pub version: String,
    /// The machine, for results and reports.
    pub machine: Machine,
    /// The pool of bridge solvers, which the players and all operations share.
    pub solvers: SolverPool,
    /// The cache of the tables that curling players make.
    pub cache: Cache,
    /// The name of the program, for the commands in reports.
    pub name: &'static str,
}

impl Host {
    /// Returns the game of this name.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn playable(&self, name: &str) -> Result<&dyn PlayableGame, Fault> {
        let playable = self
            .playables
            .iter()
            .find(|playable| playable.name() == name);
        let known = || {
            let names: Vec<_> = self
                .playables
                .iter()
                .map(|playable| playable.name())
                .collect();
            if names.is_empty() {
                "none in this binary".to_owned()
            } else {
                names.join(", ")
            }
        };
        playable.map(AsRef::as_ref).ok_or_else(|| {
            let known = known();
            Fault::wrong_at(
                "game",
                format!("there is no game `{name}` (games: {known})"),
            )
            .code(FaultCode::UnknownGame)
            .value("name", name)
            .value("known", known)
        })
    }

    /// Returns a game under conditions in any form that the game reads, with changes, and warnings
    /// about ignored parts of the text.
    ///
    /// # Errors
    /// If there is no such game, or the conditions are invalid.
    pub fn conditioned(
        &self,
        game: &str,
        conditions: &str,
        changes: toml::Table,
    ) -> Result<(Conditioned<'_>, Vec<String>), Fault> {
        let playable = self.playable(game)?;
        let wrong = |why: String| Fault::wrong_at("conditions", why);
        let (table, warnings) = if conditions.is_empty() {
            (changes, Vec::new())
        } else {
            playable
                .read_conditions(conditions, changes)
                .map_err(wrong)?
        };
        let playable = Conditioned::new(playable, &table).map_err(wrong)?;
        Ok((playable, warnings))
    }

    /// Creates a host with the product's own games and studies.
    pub fn house() -> Self {
        Self::house_with(Cache::default())
    }

    /// Creates a host with the product's own games and studies, and a cache of curling players'
    /// tables.
    pub fn house_with(cache: Cache) -> Self {
        let solvers = SolverPool::default();
        let mut host = Host {
            playables: Arc::new(vec![
                Box::new(::blokus::lineup()),
                Box::new(::bridge::lineup::lineup_with(&solvers)),
                Box::new(digital_curling::platform::Platform::with_cache(&cache)),
            ]),
            studies: Arc::new(vec![
                Box::new(arena::matches::Matches),
                Box::new(::blokus::studies::TrainingStudy),
                Box::new(::blokus::studies::AccuracyStudy),
                Box::new(::bridge::studies::ExamplesStudy),
                Box::new(::bridge::studies::ProblemsStudy),
                Box::new(::bridge::studies::VerificationStudy),
                Box::new(::curling::studies::EndsStudy),
                Box::new(::curling::studies::WinTableStudy(cache.clone())),
            ]),
            built_in: true,
            solvers,
            cache,
            name: "sakiyomi",
            ..Host::default()
        };
        // Its tasks are the operations of this host.
        let requests = lab::RequestsStudy::new(&host);
        if let Some(studies) = Arc::get_mut(&mut host.studies) {
            studies.push(Box::new(requests));
        }
        host
    }
}

/// Returns all operations, in the order of the list.
pub fn all(host: &Host) -> Operations {
    let games = Games::of(host);
    Operations::default()
        .with(curling::operations(host, &games))
        .with(blokus::operations(&games))
        .with(bridge::operations(&games))
        .with(lab::operations(host))
        .with(records::operations(host))
        .with(ask::operations(host))
}
