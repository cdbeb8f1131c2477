//! The contest as JSON, for pages and scripts: the public state, a match, and the organiser's view.

use super::contest::Contest;
use super::kept_log::LogLine;
use super::plan::{Cup, EntrantSeat, NetworkSeat};
use super::result::CupReason;
use super::snapshot::{LastShot, Snapshot};
use super::state::{CupMatch, CupState, Status};
use super::tables::{self, CrossTable, ResultLine, Standing};
use crate::timestamp;
use arena::Words;
use curling::notation::Stone;
use curling::sheet::Sheet;
use serde::Serialize;
use std::sync::Arc;
use uuid::Uuid;

/// The stage of a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// No match has begun.
    Waiting,
    /// Matches are played.
    Running,
    /// No further match begins.
    Paused,
    /// All matches are over.
    Over,
}

/// The public state of a cup: the answer of `GET /cup/api/state`, and of `curling cup --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    title: String,
    stage: Stage,
    now: String,
    version: u64,
    divisions: Vec<DivisionView>,
    matches: Vec<MatchView>,
}

/// A division.
#[derive(Clone, Debug, Serialize)]
struct DivisionView {
    name: String,
    discipline: &'static str,
    ends: u8,
    conditions: Words,
    format: super::plan::Format,
    round: u32,
    rounds: u32,
    repetitions: u32,
    start: Option<String>,
    sheet: Sheet,
    standings: Vec<Standing>,
    cross_table: CrossTable,
    results: Vec<ResultLine>,
}

/// A match.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MatchView {
    id: Uuid,
    division: String,
    round: u32,
    game: u32,
    first: String,
    second: String,
    status: Status,
    score: [u16; 2],
    end: u32,
    ends: Vec<[u8; 2]>,
    clocks: Option<[f64; 2]>,
    to_move: Option<usize>,
    hammer: Option<usize>,
    winner: Option<usize>,
    reason: Option<CupReason>,
    note: Option<Words>,
    started: Option<String>,
    ended: Option<String>,
    /// The stones of a running match, those thrown in this end, and those of a whole end.
    #[serde(flatten)]
    board: Option<Board>,
}

/// The stones of a match.
#[derive(Clone, Debug, Serialize)]
struct Board {
    stones: Vec<Stone>,
    shot: usize,
    shots: usize,
}

impl Board {
    fn of(snapshot: &Snapshot) -> Self {
        let [shot, shots] = snapshot.shots();
        Board {
            stones: snapshot.stones(),
            shot,
            shots,
        }
    }
}

impl MatchView {
    fn of(cup: &Cup, one: &CupMatch, snapshot: Option<&Snapshot>) -> Self {
        let [first, second] = one.entrants.map(|it| cup.entrants[it].name.clone());
        let (result, running) = (one.result.as_ref(), one.status == Status::Running);
        let live = snapshot.filter(|_| !one.is_done());
        let score =
            |snapshot: &Snapshot| curling::rules::Team::BOTH.map(|team| snapshot.game.total(team));
        let ends = match (result, live) {
            (Some(result), _) => result.ends.clone(),
            (None, Some(live)) => live.ends(),
            (None, None) => Vec::new(),
        };
        MatchView {
            id: one.id,
            division: cup.divisions[one.division].name.clone(),
            round: one.round,
            game: one.game,
            first,
            second,
            status: one.status,
            score: result.map_or_else(|| live.map_or([0; 2], score), |result| result.points),
            end: live.map_or(ends.len() as u32, |live| u32::from(live.game.end) + 1),
            ends,
            clocks: live.and_then(|live| live.clocks(running)),
            to_move: live
                .filter(|_| running)
                .and_then(|live| Some(live.to_act()?.index())),
            hammer: live.and_then(|live| Some(live.game.hammer()?.index())),
            winner: result.and_then(|result| Some(result.winner?.index())),
            reason: result.map(|result| result.reason),
            note: result.and_then(|result| result.note.clone()),
            started: one.begun.map(timestamp::written),
            ended: one.ended.map(timestamp::written),
            board: live.filter(|_| running).map(Board::of),
        }
    }
}

/// A match with its stones.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MatchDetail {
    #[serde(flatten)]
    row: MatchView,
    now: String,
    sheet: Sheet,
    last: Option<LastShot>,
    /// The files that can be downloaded.
    files: Vec<&'static str>,
}

/// A fault, for the organiser.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FaultView {
    pub(crate) time: String,
    pub(crate) text: Words,
}

/// An entrant, for the organiser.
#[derive(Clone, Debug, Serialize)]
struct EntrantView {
    name: String,
    division: Vec<String>,
    kind: &'static str,
    protocol: Option<String>,
    connected: bool,
    door: Words,
    last_seen: Option<String>,
    faults: Vec<FaultView>,
}

/// The organiser's view.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OrganiserView {
    entrants: Vec<EntrantView>,
    log: Vec<LogLine>,
    cores: usize,
    games_at_once: usize,
}

impl Overview {
    /// The state of a cup that is not being played.
    pub fn of(cup: &Cup, state: &CupState) -> Self {
        Self::with(cup, state, 0, &|_| None)
    }

    /// The state of a cup that is being played.
    pub(crate) fn live(contest: &Contest) -> Self {
        let version = *contest.hub.version.borrow();
        let snapshots = |id: Uuid| contest.hub.snapshot(id);
        contest.read(|state| Self::with(&contest.cup, state, version, &snapshots))
    }

    fn with(
        cup: &Cup,
        state: &CupState,
        version: u64,
        snapshots: &dyn Fn(Uuid) -> Option<Arc<Snapshot>>,
    ) -> Self {
        let row = |one: &CupMatch| MatchView::of(cup, one, snapshots(one.id).as_deref());
        let divisions = 0..cup.divisions.len();
        Overview {
            title: cup.title.clone(),
            stage: stage(cup, state),
            now: timestamp::written(timestamp::now()),
            version,
            divisions: divisions
                .map(|number| division(cup, state, number))
                .collect(),
            matches: state.matches.iter().map(row).collect(),
        }
    }
}

fn stage(cup: &Cup, state: &CupState) -> Stage {
    if state.is_over(cup) {
        Stage::Over
    } else if state.paused {
        Stage::Paused
    } else if state.matches.iter().all(|it| it.begun.is_none()) {
        Stage::Waiting
    } else {
        Stage::Running
    }
}

fn division(cup: &Cup, state: &CupState, number: usize) -> DivisionView {
    let plan = &cup.divisions[number];
    let of_division = state.matches.iter().filter(|it| it.division == number);
    let open = of_division.filter(|it| !it.is_done()).map(|it| it.round);
    DivisionView {
        name: plan.name.clone(),
        discipline: if plan.is_doubles() {
            "mixed-doubles"
        } else {
            "standard"
        },
        ends: plan.plan.conditions.rules.ends,
        conditions: plan.summary(),
        format: plan.format,
        round: open.min().unwrap_or(state.rounds[number].len() as u32),
        rounds: plan.rounds,
        repetitions: plan.repetitions,
        start: plan.start.map(timestamp::written),
        sheet: plan.plan.conditions.ice.sheet,
        standings: tables::standings(cup, state, number),
        cross_table: tables::cross_table(cup, state, number),
        results: tables::results(cup, state, number),
    }
}

impl MatchDetail {
    /// A match; its last shot may be simulated again: not for the threads of the network.
    pub(crate) fn of(contest: &Contest, id: Uuid) -> Option<Self> {
        let one = contest.find(id)?;
        let snapshot = contest.snapshot(id);
        let snapshot = snapshot.as_deref();
        let mut row = MatchView::of(&contest.cup, &one, snapshot);
        row.board = snapshot.map(Board::of);
        let sheet = contest.cup.divisions[one.division]
            .plan
            .conditions
            .ice
            .sheet;
        Some(MatchDetail {
            row,
            now: timestamp::written(timestamp::now()),
            sheet,
            last: snapshot.and_then(Snapshot::last).cloned(),
            files: contest.files(&one),
        })
    }
}

impl OrganiserView {
    pub(crate) fn of(contest: &Contest) -> Self {
        let cup = &contest.cup;
        let entrants = 0..cup.entrants.len();
        OrganiserView {
            entrants: entrants.map(|number| entrant(contest, number)).collect(),
            log: contest.log_lines(),
            cores: cup.cores,
            games_at_once: cup.cores,
        }
    }
}

fn entrant(contest: &Contest, number: usize) -> EntrantView {
    let (cup, entrant) = (&contest.cup, &contest.cup.entrants[number]);
    let account = entrant.network().and_then(|seat| seat.account());
    EntrantView {
        name: entrant.name.clone(),
        division: cup
            .divisions_of(number)
            .map(|division| cup.divisions[division].name.clone())
            .collect(),
        kind: match (&entrant.seat, entrant.protocol()) {
            (EntrantSeat::Network(_), _) => "network",
            (EntrantSeat::Player(_), Some(_)) => "command",
            (EntrantSeat::Player(_), None) => "built-in",
        },
        protocol: entrant.protocol().map(str::to_owned),
        connected: contest.is_connected(number),
        door: door(contest, number),
        last_seen: account
            .and_then(|account| contest.app.last_seen(account))
            .map(timestamp::written),
        faults: contest.faults(number),
    }
}

/// Returns the address where an entrant connects, or the program that is started for it.
pub(crate) fn door(contest: &Contest, number: usize) -> Words {
    let doors = &contest.doors;
    let shown = |address: Option<std::net::SocketAddr>| {
        address.map_or_else(|| "?".to_owned(), |address| address.to_string())
    };
    entrant_door(
        &contest.cup,
        number,
        &shown(doors.web),
        &shown(doors.text),
        &shown(doors.dc3.get(&number).copied()),
    )
}

/// Returns the address where an entrant connects, of these addresses.
fn entrant_door(cup: &Cup, number: usize, web: &str, text: &str, dc3: &str) -> Words {
    let (en, ja) = match &cup.entrants[number].seat {
        EntrantSeat::Player(player) => (player.spec.to_string(), player.spec.to_string()),
        EntrantSeat::Network(NetworkSeat::Dc4 { account }) => {
            let ids = cup.divisions_of(number).map(|division| {
                let id = cup.standing_id(division, number);
                format!("{} {id}", cup.divisions[division].name)
            });
            let ids = ids.collect::<Vec<_>>().join(", ");
            (
                format!("dc4 at {web}, account {account}, match id: {ids}"),
                format!("dc4 {web}、アカウント {account}、試合 ID: {ids}"),
            )
        }
        EntrantSeat::Network(NetworkSeat::Dc3 { .. }) => {
            (format!("dc3 at {dc3}"), format!("dc3 {dc3}"))
        }
        EntrantSeat::Network(seat) => {
            let (protocol, account) = (seat.protocol(), seat.account().unwrap_or_default());
            (
                format!("{protocol} at {text}, account {account}"),
                format!("{protocol} {text}、アカウント {account}"),
            )
        }
    };
    Words { en, ja }
}

impl Cup {
    /// Returns the address where an entrant connects, of those in the cup file.
    pub fn door(&self, number: usize) -> Words {
        let port = match self.entrants[number].network() {
            Some(NetworkSeat::Dc3 { port }) => format!("{}:{port}", self.dc3_host),
            _ => String::new(),
        };
        let web = self.listen.as_deref().unwrap_or(super::run::WEB);
        entrant_door(self, number, web, &self.text_listen, &port)
    }
}
