//! Whole cups in this process: built-in players, programs of all generations over the network, and
//! the organiser's decisions.
#![cfg(unix)]

use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::lineup;
use curling::rules::Team;
use digital_curling::cup::state::Status;
use digital_curling::cup::{Finish, RunOptions, file, run};
use digital_curling::dc3::client::{self as dc3_client, ClientSession};
use digital_curling::dc4::client::{JoinOptions, Server, play as play_dc4};
use digital_curling::dc4::journal::Journal;
use digital_curling::dc4::users::Users;
use digital_curling::text::client as text_client;
use digital_curling::text::commands::Login;
use digital_curling::text::{Client, Terminator};
use lookahead::{Cancel, Seed};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

/// A cup that runs in a thread.
struct RunningCup {
    lines: Receiver<String>,
    heard: Vec<String>,
    cancel: Cancel,
    thread: JoinHandle<Finish>,
}

impl RunningCup {
    fn start(text: &str, folder: &Path, stay: bool) -> Self {
        let cup = file::of_text(text, "cup.toml", folder).unwrap();
        let (sender, lines) = channel();
        let sender = Mutex::new(sender);
        let cancel = Cancel::new();
        let options = RunOptions {
            tls: None,
            proxies: web::Proxies::default(),
            pages: axum::Router::new(),
            stay,
            cache: curling::players::cache::Cache::default(),
            say: Arc::new(move |line| {
                let _ = sender.lock().unwrap().send(line.to_owned());
            }),
            cancel: cancel.clone(),
        };
        RunningCup {
            lines,
            heard: Vec::new(),
            cancel,
            thread: spawn(move || run(cup, &options).unwrap()),
        }
    }

    /// Waits for a line of the log with these words.
    fn await_line(&mut self, words: &str) -> String {
        if let Some(line) = self.heard.iter().find(|line| line.contains(words)) {
            return line.clone();
        }
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let Ok(line) = self.lines.recv_timeout(Duration::from_millis(100)) else {
                continue;
            };
            self.heard.push(line.clone());
            if line.contains(words) {
                return line;
            }
        }
        panic!("no line with `{words}` in {:#?}", self.heard);
    }

    /// The address in a line with these words.
    fn address(&mut self, words: &str) -> SocketAddr {
        let line = self.await_line(words);
        let at = line.find("127.0.0.1:").unwrap();
        let text = line[at..].split(['/', ',', ' ']).next().unwrap();
        text.parse().unwrap()
    }

    fn finish(self) -> Finish {
        self.thread.join().unwrap()
    }
}

/// A request, with the organiser's password if there is one; its status and its body.
fn call(at: SocketAddr, line: &str, password: Option<&str>, body: &str) -> (u16, String) {
    use base64::Engine as _;
    let mut headers = String::new();
    if let Some(password) = password {
        let pair = format!("organiser:{password}");
        let pair = base64::engine::general_purpose::STANDARD.encode(pair);
        let _ = write!(headers, "Authorization: Basic {pair}\r\n");
    }
    let request = format!(
        "{line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(at).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).unwrap().parse().unwrap();
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, body.to_owned())
}

fn get(at: SocketAddr, path: &str) -> serde_json::Value {
    let (status, body) = call(at, &format!("GET {path}"), None, "");
    assert_eq!(status, 200, "{path}: {body}");
    // A body in chunks is JSON between two numbers.
    let from = body.find(['{', '[']).unwrap();
    let to = body.rfind(['}', ']']).unwrap();
    serde_json::from_str(&body[from..=to]).unwrap()
}

fn hash(name: &str, password: &str) -> String {
    Users::line(name, password).unwrap()
}

const PLAYERS: &str = r#"
[[entrant]]
name = "alpha"
player = "draw"

[[entrant]]
name = "beta"
player = "sample"

[[entrant]]
name = "gamma"
player = "draw:turn=ccw"

[[entrant]]
name = "delta"
player = "random"
"#;

fn verify_all(folder: &Path, finish: &Finish) -> usize {
    let mut checked = 0;
    for one in finish
        .state
        .matches
        .iter()
        .filter(|it| it.status == Status::Over)
    {
        let path = Journal::path(&folder.join("data/matches"), one.id);
        let record = Journal::record(&path).unwrap().unwrap();
        assert!(record.verify().unwrap().holds());
        assert_eq!(
            record.result.unwrap().points,
            one.result.as_ref().unwrap().points
        );
        checked += 1;
    }
    checked
}

#[test]
fn a_cup_of_built_in_players_runs_to_its_end_and_stays_there() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "title = 'Cup'\ndata = 'data'\ncores = 2\n[[division]]\nname = 'standard'\n\
         conditions = {{ platform = 'dc2', ends = 1, referee = 'fast', time = '60s' }}\n\
         [[division]]\nname = 'doubles'\nformat = 'swiss'\nrounds = 2\nrepetitions = 1\n\
         conditions = {{ platform = 'dc2-mixed-doubles', ends = 1, referee = 'fast' }}\n{PLAYERS}"
    );
    let finish = RunningCup::start(&text, folder.path(), false).finish();
    assert!(finish.over);
    // Six pairings of two games, and two Swiss rounds of two matches.
    assert_eq!(verify_all(folder.path(), &finish), 12 + 4);
    let games: BTreeSet<_> = finish
        .state
        .matches
        .iter()
        .map(|it| (it.division, it.round, it.game, it.entrants))
        .collect();
    assert_eq!(games.len(), 16);
    // Started again there is nothing to play, and the tables are the same.
    let cup = file::of_text(&text, "cup.toml", folder.path()).unwrap();
    let again = RunningCup::start(&text, folder.path(), false).finish();
    assert_eq!(again.state.tables(&cup), finish.state.tables(&cup));
    assert!(finish.state.tables(&cup).contains("doubles: points"));
}

/// Starts `play` again and again until the cup is over, as a contestant's script would.
fn again_and_again(over: &Cancel, play: impl Fn() + Send + 'static) -> JoinHandle<()> {
    let over = over.clone();
    spawn(move || {
        while !over.is_cancelled() {
            play();
            sleep(Duration::from_millis(20));
        }
    })
}

fn dc3_program(at: SocketAddr, over: &Cancel) -> JoinHandle<()> {
    let cancel = over.clone();
    again_and_again(over, move || {
        let player = "draw".parse().unwrap();
        let build = move |curling: &Curling| lineup::of(curling.clone()).build(&player);
        let Ok(stream) = dc3_client::connect(&at.to_string(), PATIENCE, &cancel) else {
            return;
        };
        let session = ClientSession::new("of dc3".to_owned(), build, Seed(8), cancel.clone());
        let _ = dc3_client::play(stream, session, Some(PATIENCE));
    })
}

fn dc4_program(at: SocketAddr, id: uuid::Uuid, over: &Cancel) -> JoinHandle<()> {
    let cancel = over.clone();
    again_and_again(over, move || {
        let server = Server::new(&format!("http://{at}"), "dc4er", "secret");
        let options = JoinOptions::new(id, Team::Zero, "of dc4");
        let player = "draw".parse().unwrap();
        let _ = play_dc4(&server, &options, &player, &cancel, &mut |_| ());
    })
}

fn text_program(at: SocketAddr, account: &'static str, over: &Cancel) -> JoinHandle<()> {
    let cancel = over.clone();
    again_and_again(over, move || {
        let Ok(stream) = TcpStream::connect(at) else {
            return;
        };
        let ends = Terminator::Nul.line_end();
        let limits = arena::process::Limits::default();
        let Ok(mut connection) = arena::process::Connection::tcp(stream, ends, limits) else {
            return;
        };
        let login = Login {
            id: account.to_owned(),
            password: "secret".to_owned(),
            name: None,
        };
        if text_client::log_in(&mut connection, &login, PATIENCE, &cancel).is_err() {
            return;
        }
        let conditions = Conditions::named("dc4").unwrap();
        let mut client = Client::of(conditions, &"draw".parse().unwrap(), Seed(1)).unwrap();
        let _ = text_client::serve(&mut client, &mut connection, &cancel);
    })
}

#[test]
fn programs_of_all_generations_play_a_cup_over_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let users = ["dc4er", "dcper", "legacyer"].map(|name| hash(name, "secret"));
    std::fs::write(folder.path().join("users"), users.join("\n")).unwrap();
    let clocks = "referee = 'fast', time = '60s', extra_end_time = '30s'";
    let text = format!(
        "title = 'Cup'\ndata = 'data'\nlisten = '127.0.0.1:0'\ntext_listen = '127.0.0.1:0'\n\
         users = 'users'\nwait = '30s'\ncores = 2\n\
         [[division]]\nname = 'standard'\nrepetitions = 1\n\
         conditions = {{ platform = 'dc4', ends = 1, {clocks} }}\n\
         [[division]]\nname = 'doubles'\nrepetitions = 1\n\
         conditions = {{ platform = 'dc4-mixed-doubles', ends = 1, {clocks} }}\n\
         [[entrant]]\nname = 'ours'\nplayer = 'draw'\n\
         [[entrant]]\nname = 'new'\nprotocol = 'dc4'\naccount = 'dc4er'\n\
         [[entrant]]\nname = 'third'\nprotocol = 'dc3'\nport = 0\ndivision = 'standard'\n\
         [[entrant]]\nname = 'second'\nprotocol = 'dcp'\naccount = 'dcper'\n\
         [[entrant]]\nname = 'old'\nprotocol = 'legacy'\naccount = 'legacyer'\ndivision = 'standard'\n"
    );
    let plan = file::of_text(&text, "cup.toml", folder.path()).unwrap();
    let mut cup = RunningCup::start(&text, folder.path(), false);
    let web = cup.address("pages at");
    let over = Cancel::new();
    let mut programs = vec![dc3_program(cup.address("third: dc3 at"), &over)];
    for division in 0..2 {
        programs.push(dc4_program(web, plan.standing_id(division, 1), &over));
    }
    let text_door = cup.address("second: dcp at");
    programs.push(text_program(text_door, "dcper", &over));
    programs.push(text_program(text_door, "legacyer", &over));
    cup.await_line("all matches are over");
    over.cancel();
    let finish = cup.finish();
    let faults: Vec<_> = finish
        .state
        .matches
        .iter()
        .filter_map(|it| it.result.as_ref()?.note.clone())
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(verify_all(folder.path(), &finish), 10 + 3);
    // Names are the entrants', whatever their programs call themselves.
    for one in &finish.state.matches {
        let path = Journal::path(&folder.path().join("data/matches"), one.id);
        let names = Journal::record(&path).unwrap().unwrap().setup.names;
        assert_eq!(names, one.entrants.map(|it| plan.entrants[it].name.clone()));
    }
    for program in programs {
        program.join().unwrap();
    }
}

#[test]
fn who_is_not_there_forfeits_and_the_cup_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("users"), hash("late", "secret")).unwrap();
    let text = format!(
        "title = 'Cup'\ndata = 'data'\ntext_listen = '127.0.0.1:0'\nusers = 'users'\n\
         wait = '100ms'\ncores = 1\n[[division]]\nname = 'standard'\nrepetitions = 1\n\
         conditions = {{ platform = 'dc2', ends = 1, referee = 'fast', time = '60s' }}\n\
         [[entrant]]\nname = 'late'\nprotocol = 'dcp'\naccount = 'late'\n\
         [[entrant]]\nname = 'broken'\nplayer = 'dcp:./no/such/program'\n{}",
        "[[entrant]]\nname = 'alpha'\nplayer = 'draw'\n"
    );
    let finish = RunningCup::start(&text, folder.path(), false).finish();
    assert!(finish.over);
    let notes: Vec<_> = finish
        .state
        .matches
        .iter()
        .map(|it| it.result.as_ref().unwrap().note.clone().unwrap().en)
        .collect();
    assert_eq!(notes.len(), 3);
    let count = |words: &str| notes.iter().filter(|note| note.contains(words)).count();
    assert_eq!(count("late: not connected within 100ms"), 2, "{notes:?}");
    assert_eq!(count("broken: cannot be started"), 1, "{notes:?}");
}

#[test]
fn the_organiser_pauses_forfeits_and_replays_by_password() {
    let folder = tempfile::tempdir().unwrap();
    let organiser = hash("organiser", "secret");
    let text = format!(
        "title = 'Cup'\ndata = 'data'\nlisten = '127.0.0.1:0'\norganiser = '{organiser}'\n\
         start = 2100-01-01T00:00:00Z\ncores = 2\n[[division]]\nname = 'standard'\nrepetitions = 1\n\
         conditions = {{ platform = 'dc2', ends = 1, referee = 'fast' }}\n{PLAYERS}"
    );
    // Nothing begins before its time.
    let mut cup = RunningCup::start(&text, folder.path(), true);
    let web = cup.address("pages at");
    let state = get(web, "/cup/api/state");
    assert_eq!(state["stage"], "waiting");
    let matches = state["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 6);
    let id = matches[0]["id"].as_str().unwrap().to_owned();
    let loser = matches[0]["first"].as_str().unwrap().to_owned();
    let path = format!("/cup/api/organiser/matches/{id}/forfeit");
    let body = format!("{{\"entrant\":\"{loser}\"}}");
    for (password, status) in [(None, 401), (Some("guess"), 401)] {
        assert_eq!(
            call(web, &format!("POST {path}"), password, &body).0,
            status
        );
        assert_eq!(call(web, "GET /cup/api/organiser", password, "").0, status);
    }
    let known = Some("secret");
    let post = |path: &str, body: &str| call(web, &format!("POST {path}"), known, body);
    assert_eq!(post(&path, "{\"entrant\":\"nobody\"}").0, 409);
    assert_eq!(post(&path, "nonsense").0, 422);
    assert_eq!(post(&path, &body).0, 204);
    assert_eq!(post(&path, &body).0, 409);
    let row = get(web, &format!("/cup/api/matches/{id}"));
    assert_eq!(
        (&row["status"], &row["reason"]),
        (&"over".into(), &"forfeit".into())
    );
    assert_eq!(row["winner"], 1);
    let again = format!("/cup/api/organiser/matches/{id}/replay");
    assert_eq!(post(&again, "").0, 204);
    assert_eq!(post(&again, "").0, 409);
    assert_eq!(post("/cup/api/organiser/pause", "").0, 204);
    assert_eq!(get(web, "/cup/api/state")["stage"], "paused");
    let (status, view) = call(web, "GET /cup/api/organiser", known, "");
    assert!(
        status == 200 && view.contains("\"kind\":\"built-in\""),
        "{view}"
    );
    let unknown = uuid::Uuid::new_v4();
    assert_eq!(
        call(web, &format!("GET /cup/api/matches/{unknown}"), None, "").0,
        404
    );
    cup.cancel.cancel();
    let finish = cup.finish();
    assert!(!finish.over && finish.state.matches.len() == 7);
    // After a restart without the pause all are played, the void one again.
    let text = text.replace("start = 2100-01-01T00:00:00Z\n", "");
    let mut cup = RunningCup::start(&text, folder.path(), true);
    let web = cup.address("pages at");
    let resumed = call(web, "POST /cup/api/organiser/resume", known, "");
    assert_eq!(resumed.0, 204);
    cup.await_line("all matches are over");
    let state = get(web, "/cup/api/state");
    assert_eq!(state["stage"], "over");
    assert_eq!(
        state["divisions"][0]["results"].as_array().unwrap().len(),
        6
    );
    let played = state["divisions"][0]["results"][0]["match"]
        .as_str()
        .unwrap();
    let film = get(web, &format!("/cup/api/matches/{played}/film"));
    assert!(film["scenes"].as_array().unwrap().len() > 10);
    let run = get(web, &format!("/cup/api/matches/{played}/run?at=1"));
    assert!(!run["tracks"].as_array().unwrap().is_empty());
    let detail = get(web, &format!("/cup/api/matches/{played}"));
    assert_eq!(detail["files"], serde_json::json!(["record", "dcl"]));
    let (status, dcl) = call(web, &format!("GET /cup/api/matches/{played}/dcl"), None, "");
    assert!(status == 200 && dcl.contains("[GameInfo]"), "{dcl}");
    cup.cancel.cancel();
    let finish = cup.finish();
    assert_eq!(verify_all(folder.path(), &finish), 6);
}
