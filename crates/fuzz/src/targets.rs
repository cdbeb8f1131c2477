//! The targets: each a parser, and the properties of every text that it accepts.

use blokus::Position;
use blokus::fpga_contest::{self, HostMessage};
use blokus::record::{GameTree, read_all};
use bridge::manager::{ClientMessage, ManagerMessage};
use bridge::record::{lin as lin_form, pbn as pbn_form};
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::delivery::Noise;
use curling::physics::Mode;
use curling::rules::Rules;
use digital_curling::cup;
use digital_curling::dc3::log::LoggedMatch;
use digital_curling::dc3::message::{ToClient, ToServer};
use digital_curling::dc4::client::Events;
use digital_curling::dc4::journal::Journal;
use digital_curling::dc4::message::{GameMode, Settings, ShotMessage, TeamSettings};
use digital_curling::dc4::state::State;
use digital_curling::games::Replay;
use digital_curling::plan;
use digital_curling::record::{Record, dcl as dcl_form};
use digital_curling::screen::{Style, moments};
use digital_curling::text::Dialect;
use digital_curling::text::commands::{Reply, ServerCommand};
use lookahead::Seed;
use operations::curling::aiming::CurlingAimWay;
use operations::curling::json_lines::{AimLines, SimulateLines, SimulateOptions};
use operations::json_lines::Responder;
use std::path::Path;
use std::sync::LazyLock;

/// The longest match that is replayed: a shot is a simulation.
const REPLAYED: usize = 40;

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Blokus game records: read back after writing, and the last position can be reached.
pub fn blksgf(bytes: &[u8]) -> bool {
    let Some(Ok(games)) = text(bytes).map(read_all) else {
        return false;
    };
    let written: String = games.iter().map(GameTree::to_string).collect();
    assert_eq!(read_all(&written).as_ref(), Ok(&games));
    for game in games {
        let last = game.main_line().last();
        let _ = game.position_at(last.unwrap_or(game.root()));
    }
    true
}

/// Blokus positions on one line: read back after writing.
pub fn blokus_line(bytes: &[u8]) -> bool {
    let Some(Ok(position)) = text(bytes).map(str::parse::<Position>) else {
        return false;
    };
    assert_eq!(position.to_string().parse().as_ref(), Ok(&position));
    let placed = blokus::Colour::BOTH.map(|colour| position.placements(colour).len());
    assert!(placed.iter().all(|&pieces| pieces <= 21));
    true
}

/// The moves and messages of the FPGA contest: read back after writing.
pub fn contest_code(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let placement = fpga_contest::read(text);
    if let Ok(placement) = placement {
        let written = fpga_contest::write(placement);
        assert_eq!(fpga_contest::read(&written), Ok(placement));
    }
    let message = text.parse::<HostMessage>();
    if let Ok(message) = &message {
        assert_eq!(message.to_string().parse().as_ref(), Ok(message));
    }
    placement.is_ok() || message.is_ok()
}

/// Bridge boards in PBN: whatever is read can be written, and read again without complaint.
pub fn pbn(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let records = pbn_form::read(text).records;
    for record in &records {
        let _ = (record.board(), record.final_contract(), record.play());
        let _ = (record.tricks(), record.tricks_table());
    }
    let again = pbn_form::read(&pbn_form::write(&records));
    assert_eq!(again.records.len(), records.len());
    !records.is_empty()
}

/// Bridge boards in LIN.
pub fn lin(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let records = lin_form::read(text).records;
    for record in &records {
        let _ = (record.board(), record.final_contract(), record.play());
    }
    let _ = lin_form::read(&lin_form::write(&records));
    !records.is_empty()
}

/// The messages of bridge table managers and their clients.
pub fn table_manager(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let client = text.parse::<ClientMessage>();
    let manager = text.parse::<ManagerMessage>();
    client.is_ok() || manager.is_ok()
}

/// Our records of curling matches: whatever can be read can be replayed.
pub fn match_record(bytes: &[u8]) -> bool {
    let Ok(record) = Record::read(bytes) else {
        return false;
    };
    if record.entries.len() <= REPLAYED {
        let _ = record.replay();
    }
    true
}

/// Logs of the first two generations: whatever can be read can be told and shown.
pub fn dcl(bytes: &[u8]) -> bool {
    let Ok(log) = dcl_form::read(bytes) else {
        return false;
    };
    let Ok(replay) = Replay::of_played(log.played()) else {
        return false;
    };
    for moment in moments(&replay) {
        moment.scene.text(&Style::default());
    }
    true
}

/// Logs of Digital Curling 3: whatever can be read can be told.
pub fn dc3_log(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    match LoggedMatch::read(text, Path::new("game.dcl2")) {
        Ok(log) => {
            let played = digital_curling::games::PlayedMatch::from_dc3(&log);
            let _ = Replay::of_played(played);
            true
        }
        Err(error) => error.to_string().is_empty(),
    }
}

/// The messages of Digital Curling 3, in both directions.
pub fn dc3_messages(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let to = ToClient::read(text);
    if let Ok(message) = &to {
        let _ = ToClient::read(&message.write()).expect("what was written is read");
    }
    let from = ToServer::read(text);
    if let Ok(message) = &from {
        let _ = ToServer::read(&message.write()).expect("what was written is read");
    }
    to.is_ok() || from.is_ok()
}

/// Messages, states and the event stream of Digital Curling 4.
pub fn dc4_messages(bytes: &[u8]) -> bool {
    let mut accepted = false;
    if let Ok(shot) = serde_json::from_slice::<ShotMessage>(bytes) {
        accepted |= shot.shot().is_ok();
    }
    if let Ok(settings) = serde_json::from_slice::<Settings>(bytes) {
        accepted |= settings.conditions(Mode::Fast).is_ok() && settings.thinking_time().is_ok();
    }
    if let Ok(team) = serde_json::from_slice::<TeamSettings>(bytes) {
        accepted |= team.hands(GameMode::Standard).is_ok();
        let _ = team.hands(GameMode::MixedDoubles);
    }
    if let Ok(state) = serde_json::from_slice::<State>(bytes) {
        accepted = true;
        for name in ["dc4", "dc4-mixed-doubles"] {
            let rules = Rules::named(name).expect("rules of ours");
            let _ = state.stage(&rules);
            let usual = Conditions::named(name).expect("a platform of ours");
            let _ = state.conditions(&usual).map(Curling::new);
        }
    }
    let mut events = Events::new(std::io::Cursor::new(bytes.to_vec()));
    while events.next_event().is_ok() {
        accepted = true;
    }
    accepted
}

/// Journals of matches on a server.
pub fn journal(bytes: &[u8]) -> bool {
    // A journal of many shots is replayed for its result.
    if bytes.split(|&byte| byte == b'\n').count() > REPLAYED {
        return false;
    }
    Journal::record_from_bytes(bytes, Path::new("journal")).is_ok()
}

/// Conditions in every form: TOML, JSON, and the files of two servers.
pub fn conditions(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    plan::conditions(text, "dc4").is_ok()
}

/// The file of a cup: divisions, conditions, entrants.
pub fn cup_file(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    cup::file::of_text(text, "cup.toml", Path::new(".")).is_ok()
}

/// The lines of `curling simulate` and `curling aim` in the forms of the platforms, on ice that
/// changes: an answer is an object, and is answered again.
pub fn platform_lines(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes).filter(|text| text.len() <= LONGEST_LINE) else {
        return false;
    };
    let mut accepted = false;
    for responder in RESPONDERS.iter() {
        let mut answer = Vec::new();
        if responder.answer(0, text, &mut answer).is_err() {
            continue;
        }
        accepted = true;
        let read = serde_json::from_slice::<serde_json::Value>(&answer);
        assert!(read.is_ok_and(|answer| answer.is_object()));
        let again = String::from_utf8(answer).expect("JSON is UTF-8");
        let _ = responder.answer(1, &again, &mut Vec::new());
    }
    accepted
}

/// The longest line that is answered, in bytes.
const LONGEST_LINE: usize = 1 << 14;

/// The responders of both commands on the ice of both families of platforms.
static RESPONDERS: LazyLock<Vec<Box<dyn Responder + Send>>> = LazyLock::new(|| {
    let mut all: Vec<Box<dyn Responder + Send>> = Vec::new();
    for platform in ["legacy", "dc3"] {
        let conditions =
            format!("platform = '{platform}'\nfriction_drift = 1.1\nwear = 0.002\nsweeping = true");
        let conditions = conditions.parse().expect("a table");
        let conditions = Conditions::default().changed(&conditions);
        let conditions = conditions.expect("possible conditions");
        let options = SimulateOptions {
            mode: Mode::Fast,
            noise: Noise::None,
            seed: Seed(1),
            trajectory: None,
        };
        let simulate = SimulateLines::new(&conditions, &options);
        all.push(Box::new(simulate.expect("ice that stones run on")));
        let aim = AimLines::new(&conditions, CurlingAimWay::Exact);
        all.push(Box::new(aim.expect("ice that can be aimed on")));
    }
    all
});

/// The text commands of servers and programs: read back after writing.
pub fn text_commands(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else {
        return false;
    };
    let command = ServerCommand::read(text);
    let reply = Reply::find(text);
    for dialect in [Dialect::Legacy, Dialect::Dcp] {
        if let Ok(command) = &command {
            let _ = command.write(dialect);
        }
        if let Ok(reply) = &reply {
            let _ = reply.write(dialect);
        }
    }
    let _ = Reply::is_whole(text);
    command.is_ok() || reply.is_ok()
}
