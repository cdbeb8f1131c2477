//! The run of a cup: doors are opened, matches begin as entrants and cores are free, until all are
//! over.
//!
//! A cup that was stopped or killed goes on: its journal tells what was decided, the journals of
//! its matches where they stand.

use super::contest::{Contest, Hub, Parts, Say, record_at};
use super::driver;
use super::file::ORGANISER;
use super::journal::{CupJournal, JournalError, Line};
use super::plan::Cup;
use super::result::CupResult;
use super::seats::{DoorError, Seats};
use super::state::{CupMatch, CupState};
use super::{server, tables};
use crate::dc4::journal::Journal;
use crate::dc4::server::{AppState, Options, ServeError, Timing, serve_with};
use crate::dc4::users::{Users, UsersError};
use crate::timestamp;
use axum::Router;
use curling::players::cache::Cache;
use lookahead::Cancel;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::TcpListener;
use uuid::Uuid;
use web::{Proxies, Tls};

/// The interval at which matches are begun, connections greeted and cancellation looked for.
const POLL: Duration = Duration::from_millis(20);

/// The time without a stream after which a match would be abandoned: a cup decides that itself.
const NEVER: Duration = Duration::from_hours(24 * 365);

/// The default address of the web server, if an entrant needs it.
pub(super) const WEB: &str = "127.0.0.1:10000";

/// Options of a run.
pub struct RunOptions {
    /// Certificate and key; without them nothing is encrypted.
    pub tls: Option<Tls>,
    /// The proxies whose word on the addresses of clients is taken.
    pub proxies: Proxies,
    /// Further routes of the web server, such as the pages.
    pub pages: Router,
    /// Whether the web server goes on when all matches are over.
    pub stay: bool,
    /// The cache of the players' tables.
    pub cache: Cache,
    /// A callback for every line of the log.
    pub say: Say,
    /// Raised to stop; the cup goes on when it is started again.
    pub cancel: Cancel,
}

/// The result of a run.
#[derive(Debug)]
pub struct Finish {
    /// The state.
    pub state: CupState,
    /// Whether all matches are over.
    pub over: bool,
}

/// An error that ends or prevents a run.
#[derive(Debug, thiserror::Error)]
pub enum CupError {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The accounts cannot be used.
    #[error(transparent)]
    Users(#[from] UsersError),
    /// An account is missing.
    #[error(
        "entrant `{entrant}`: no account `{account}` in the users file: add it by `curling password {account}`"
    )]
    NoAccount {
        /// The entrant.
        entrant: String,
        /// The account.
        account: String,
    },
    /// The organiser's password is no hash.
    #[error("`organiser`: {0}")]
    Organiser(String),
    /// A door cannot be opened.
    #[error(transparent)]
    Door(#[from] DoorError),
    /// The web server failed.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The web server cannot listen.
    #[error("cannot listen at {address}: {why}")]
    Listen {
        /// The address.
        address: String,
        /// The error of the system.
        why: io::Error,
    },
    /// The system failed.
    #[error("{0}")]
    System(#[from] io::Error),
}

/// The state of a cup as its journals tell it, without changing anything; fresh if it did not
/// begin.
///
/// # Errors
/// If the journal is damaged or contradicts the cup file.
pub fn peek(cup: &Cup) -> Result<CupState, CupError> {
    let Some((header, lines)) = CupJournal::peek(&cup.data, cup)? else {
        return Ok(CupState::fresh(cup));
    };
    let mut state = replayed(cup, &header, &lines)?;
    for (id, result) in unwritten(cup, &state) {
        let line = Line::Over {
            r#match: id,
            at: timestamp::now(),
            result,
        };
        state.take(cup, &line).map_err(io::Error::other)?;
    }
    state.interrupt();
    Ok(state)
}

fn replayed(
    cup: &Cup,
    header: &super::journal::Header,
    lines: &[Line],
) -> Result<CupState, JournalError> {
    CupState::of(cup, header, lines).map_err(|(line, why)| JournalError::Line {
        path: cup.data.join(super::journal::FILE),
        line,
        why,
    })
}

/// Plays a cup from wherever it stands.
///
/// # Errors
/// If it cannot be begun, or the web server fails; not for faults of entrants.
pub fn run(cup: Cup, options: &RunOptions) -> Result<Finish, CupError> {
    let threads = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let (contest, listener) = open(cup, options, threads.handle())?;
    let contest = Arc::new(contest);
    let serving = listener.map(|(listener, connections)| {
        let further = server::routes(&contest).merge(options.pages.clone());
        let (app, cancel) = (Arc::clone(&contest.app), options.cancel.clone());
        let timing = Timing::of(&dc4_options(&contest.cup));
        let ended = Arc::new(tokio::sync::Notify::new());
        let stop = {
            let ended = Arc::clone(&ended);
            async move {
                tokio::select! {
                    () = ended.notified() => {}
                    () = async { while !cancel.is_cancelled() { tokio::time::sleep(POLL).await; } } => {}
                }
            }
        };
        let task = threads.spawn(serve_with(listener, app, further, connections, timing, stop));
        (task, ended)
    });
    let over = play_all(&contest, options)?;
    if let Some((task, ended)) = serving {
        ended.notify_one();
        threads.block_on(task).map_err(io::Error::other)??;
    }
    let state = contest.read(Clone::clone);
    drop(contest);
    threads.shutdown_timeout(Duration::from_secs(1));
    Ok(Finish { state, over })
}

type WebListener = Option<(TcpListener, web::ServerOptions)>;

/// The options of the web server, without its users.
fn dc4_options(cup: &Cup) -> Options {
    let mut options = Options::new(Users::new());
    options.data = Some(Contest::matches_folder(cup));
    options.cup = true;
    // A power failure loses no shot: few matches are played at once, so the disk can be waited for.
    options.durable = true;
    options.abandon = NEVER;
    options.finished = usize::MAX;
    options
}

/// Opens folder, journal and doors.
fn open(
    cup: Cup,
    options: &RunOptions,
    runtime: &tokio::runtime::Handle,
) -> Result<(Contest, WebListener), CupError> {
    let hub = Arc::new(Hub::default());
    let mut dc4 = dc4_options(&cup);
    dc4.users = accounts(&cup)?;
    dc4.tls.clone_from(&options.tls);
    dc4.proxies = options.proxies.clone();
    let heard = Arc::clone(&hub);
    dc4.watch = Some(Arc::new(move |id, curling_match, event| {
        heard.hear(id, curling_match, event);
    }));
    let connections = dc4.connections();
    // The folder is locked from here on.
    let app = {
        let _entered = runtime.enter();
        Arc::new(AppState::open(dc4)?)
    };
    let (mut journal, header, lines) = CupJournal::open(&cup.data, &cup)?;
    let mut state = replayed(&cup, &header, &lines)?;
    for (id, result) in unwritten(&cup, &state) {
        let line = Line::Over {
            r#match: id,
            at: timestamp::now(),
            result,
        };
        journal.write(&line)?;
        state.take(&cup, &line).map_err(io::Error::other)?;
    }
    state.interrupt();
    let listener = listen(&cup, runtime)?;
    let web = listener.as_ref().and_then(|it| it.local_addr().ok());
    let seats = Seats::open(&cup, &Arc::new(accounts(&cup)?), options.cache.clone())?;
    let parts = Parts {
        doors: seats.doors(web),
        cup,
        app,
        hub,
        seats,
        state,
        journal,
        say: Arc::clone(&options.say),
    };
    let contest = Contest::new(parts, runtime.clone());
    close_decided(&contest)?;
    name_standing_ids(&contest);
    Ok((contest, listener.map(|listener| (listener, connections))))
}

/// The results of matches whose journals are complete, but which a killed cup had no time to write.
fn unwritten(cup: &Cup, state: &CupState) -> Vec<(Uuid, CupResult)> {
    let folder = Contest::matches_folder(cup);
    let open = state.matches.iter().filter(|it| !it.is_done());
    open.filter_map(|one| {
        let record = record_at(&Journal::path(&folder, one.id)).ok()??;
        let last = record.replay().ok()?.pop()?;
        let rules = &record.setup.conditions.rules;
        let mut result = CupResult::of_game(rules, &last.after)?;
        let name = &record.setup.names[last.event.entry.team.index()];
        result.note = super::result::fault_note(name, &last.event);
        Some((one.id, result))
    })
    .collect()
}

/// Makes the ids known by which programs of Digital Curling 4 find their matches.
fn name_standing_ids(contest: &Contest) {
    let (cup, registry) = (&contest.cup, &contest.app.registry);
    for (number, _) in cup
        .entrants
        .iter()
        .enumerate()
        .filter(|(_, it)| it.is_dc4())
    {
        for division in cup.divisions_of(number) {
            registry.set_standing(cup.standing_id(division, number), None);
        }
    }
}

/// Abandons sessions of matches that the organiser had decided before the cup was killed.
fn close_decided(contest: &Contest) -> Result<(), CupError> {
    let done: Vec<Uuid> = contest.read(|state| {
        let done = state.matches.iter().filter(|it| it.is_done());
        done.map(|it| it.id).collect()
    });
    for id in done {
        if let Some(handle) = contest.app.registry.find(id)
            && !handle.event_log().is_over()
        {
            let abandoned = contest.runtime.block_on(handle.abandon());
            abandoned.map_err(io::Error::other)??;
        }
    }
    Ok(())
}

/// The accounts of the users file, and the organiser's.
fn accounts(cup: &Cup) -> Result<Users, CupError> {
    let mut users = Users::new();
    if let Some(file) = &cup.users {
        users.add_file(file)?;
    }
    for entrant in &cup.entrants {
        let account = entrant.network().and_then(|seat| seat.account());
        if let Some(account) = account.filter(|account| !users.contains(account)) {
            return Err(CupError::NoAccount {
                entrant: entrant.name.clone(),
                account: account.to_owned(),
            });
        }
    }
    if let Some(hash) = &cup.organiser {
        let line = format!("{ORGANISER}:{hash}");
        users.add_line(&line).map_err(CupError::Organiser)?;
    }
    Ok(users)
}

fn listen(cup: &Cup, runtime: &tokio::runtime::Handle) -> Result<Option<TcpListener>, CupError> {
    let usual = cup.has_dc4().then(|| WEB.to_owned());
    let Some(address) = cup.listen.clone().or(usual) else {
        return Ok(None);
    };
    let bound = runtime.block_on(web::bind(&address));
    bound
        .map(Some)
        .map_err(|why| CupError::Listen { address, why })
}

/// Begins matches until all are over. Whether they are: a cancelled cup goes on later.
fn play_all(contest: &Arc<Contest>, options: &RunOptions) -> Result<bool, CupError> {
    announce(contest, options.tls.is_some());
    let mut threads: BTreeMap<Uuid, JoinHandle<()>> = BTreeMap::new();
    let mut told = false;
    loop {
        if options.cancel.is_cancelled() {
            contest.hub.cancel_all();
            for thread in threads.into_values() {
                drop(thread.join());
            }
            let over = contest.read(|state| state.is_over(&contest.cup));
            return Ok(over);
        }
        contest.seats.poll();
        threads.retain(|_, thread| !thread.is_finished());
        advance(contest, &mut threads)?;
        let over = contest.read(|state| state.is_over(&contest.cup)) && threads.is_empty();
        if over && !std::mem::replace(&mut told, over) {
            contest.log("all matches are over", "全試合終了");
        }
        if over && !options.stay {
            return Ok(true);
        }
        told = over;
        std::thread::sleep(POLL);
    }
}

/// Says where the cup is, and where its entrants connect.
fn announce(contest: &Contest, secure: bool) {
    let title = &contest.cup.title;
    let left = contest.read(|state| state.matches.iter().filter(|it| !it.is_done()).count());
    contest.log(
        format!("{title}: {left} matches to play"),
        format!("{title}：残り {left} 試合"),
    );
    if let Some(web) = contest.doors.web {
        let scheme = if secure { "https" } else { "http" };
        let address = format!("{scheme}://{web}/cup");
        contest.log(format!("pages at {address}"), format!("ページ：{address}"));
    }
    for warning in &contest.cup.warnings {
        contest.log(format!("warning: {warning}"), format!("警告：{warning}"));
    }
    for (number, entrant) in contest.cup.entrants.iter().enumerate() {
        if entrant.network().is_some() {
            let door = super::answers::door(contest, number);
            let name = &entrant.name;
            let (en, ja) = (door.en, door.ja);
            contest.log(format!("{name}: {en}"), format!("{name}：{ja}"));
        }
    }
}

/// Pairs rounds and begins the matches that may begin.
fn advance(
    contest: &Arc<Contest>,
    threads: &mut BTreeMap<Uuid, JoinHandle<()>>,
) -> Result<(), CupError> {
    for line in contest.read(|state| state.pair(&contest.cup)) {
        contest.decide(&line)?;
        if let Line::Round { division, round } = &line {
            tell_round(contest, *division, round);
        }
    }
    let startable = contest.read(|state| state.startable(&contest.cup, timestamp::now()));
    for id in startable {
        let Some(one) = contest.find(id) else {
            continue;
        };
        if threads.contains_key(&id) {
            continue;
        }
        contest.decide(&Line::Begun {
            r#match: id,
            at: one.begun.unwrap_or_else(timestamp::now),
        })?;
        let playing = Arc::clone(contest);
        let thread = std::thread::Builder::new().name("match".to_owned());
        threads.insert(id, thread.spawn(move || play(&playing, &one))?);
    }
    Ok(())
}

fn tell_round(contest: &Contest, division: usize, round: &super::pairing::Round) {
    let plan = &contest.cup.divisions[division];
    let name = |number: usize| contest.cup.entrants[plan.entrants[number]].name.as_str();
    let number = contest.read(|state| state.rounds[division].len());
    let pairs: Vec<_> = round
        .pairs
        .iter()
        .map(|[a, b]| format!("{} - {}", name(*a), name(*b)))
        .collect();
    let bye = round
        .bye
        .map_or_else(String::new, |bye| format!(", bye: {}", name(bye)));
    let pairs = format!("{}{bye}", pairs.join(", "));
    let division = &plan.name;
    contest.log(
        format!("{division}: round {number}: {pairs}"),
        format!("{division}：第 {number} 回戦：{pairs}"),
    );
}

/// Plays a match on its thread. A driver that fails lets the cup go on.
fn play(contest: &Contest, one: &CupMatch) {
    let driving = std::panic::AssertUnwindSafe(|| driver::play(contest, one));
    let failed = match std::panic::catch_unwind(driving) {
        Ok(Ok(()) | Err(driver::Stopped::Cancelled)) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some("internal error".to_owned()),
    };
    let Some(why) = failed else { return };
    contest.log_match(one, &format!("stopped: {why}"), &format!("停止：{why}"));
    let note = arena::Words {
        en: format!("the match cannot go on: {why}"),
        ja: format!("試合を続行できません：{why}"),
    };
    // Both lose until the organiser decides: a match that fails again and again must not stop the
    // cup.
    let result = CupResult::forfeit(&curling::rules::Team::BOTH, note);
    if let Err(error) = contest.finish(one, &result) {
        tracing::error!("a result cannot be recorded: {error}");
    }
}

impl CupState {
    /// The two tables of every division as text, in English.
    pub fn tables(&self, cup: &Cup) -> String {
        let divisions = 0..cup.divisions.len();
        let texts: Vec<_> = divisions
            .map(|division| tables::text(cup, self, division))
            .collect();
        texts.join("\n")
    }
}
