//! Seed texts: short, valid, and of every kind that a target reads.

use digital_curling::dc3::{config, message::ToClient, state};
use digital_curling::dc4::journal::{Header, Line, SideEntry};
use digital_curling::dc4::message::{GameMode, Settings, TeamSettings};
use digital_curling::dc4::state::StateBuilder;
use digital_curling::match_state::{Command, Match};
use digital_curling::record::{Record, dcl as dcl_form};
use digital_curling::{Setup, record};
use lookahead::Seed;
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

/// A record of a match that ships with the program.
const RECORD: &str = include_str!("../../operations/src/curling/records/sample.jsonl");

/// Boards of bridge.
const BOARDS: [&str; 2] = [
    include_str!("../../bridge/problems/duck.pbn"),
    include_str!("../../bridge/problems/lead.pbn"),
];

fn owned(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub(crate) fn blksgf() -> Vec<Vec<u8>> {
    owned(&[
        "(;GM[Blokus Duo]PB[alpha]PW[beta];B[56t0];W[AAf0];B[----])",
        "(;FF[4]GM[1]C[a \\] b](;B[56t0])(;B[57u1];W[99s2]))",
        "(;)",
    ])
}

pub(crate) fn blokus_line() -> Vec<Vec<u8>> {
    let start = blokus::Position::start().to_string();
    vec![start.into_bytes(), b"56t0 AAf0".to_vec()]
}

pub(crate) fn contest_code() -> Vec<Vec<u8>> {
    owned(&["56t0", "----", "25", "5", "456t0", "3AAf056t0", "9"])
}

pub(crate) fn pbn() -> Vec<Vec<u8>> {
    let short = BOARDS.map(|text| text.split("\n\n").take(3).collect::<Vec<_>>().join("\n\n"));
    let mut seeds: Vec<_> = short.into_iter().map(String::into_bytes).collect();
    seeds.extend(owned(&[
        "[Board \"7\"]\n[Dealer \"N\"]\n[Vulnerable \"All\"]\n[Deal \"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n[Contract \"7NTX\"]\n[Declarer \"W\"]\n[Result \"0\"]\n[Auction \"N\"]\n1C =1= X XX ! AP\n[Note \"1:strong\"]\n[Play \"N\"]\nSA HA DA CA\n*\n",
        "% comment\n[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\nN NT 13\n; rest\n{ a { b }\n",
    ]));
    seeds
}

pub(crate) fn lin() -> Vec<Vec<u8>> {
    owned(&[
        "pn|Sue,Will,Nora,Ed|md|1SAKQHAKQDAKQCAKQJ,SJT9HJT98DJT9CT98,S876H765D8765C765|sv|n|mb|7N|an|sure|mb|p|mb|p|mb|p|pc|SJ|pc|S6|mc|13|pg||",
        "qx|o1,BOARD 1|md|3S2H,,,|sv|b|mb|1C!|mb|d|mb|r|pg||pc|c2|",
        "vg|title,,I,1,2,a,0,b,0|rs|3NN=,|",
    ])
}

pub(crate) fn table_manager() -> Vec<Vec<u8>> {
    owned(&[
        "Connecting \"Ayumu\" as NORTH using protocol version 18",
        "NORTH ready for teams",
        "NORTH bids 1NT Alert. 15-17",
        "NORTH passes",
        "WEST plays 3H",
        "Teams : N/S : \"a\" E/W : \"b\"",
        "Board number 1. Dealer NORTH. Neither vulnerable.",
        "NORTH's cards : S A K 4. H 9 8. D -. C Q J T 9 8 7 6 5.",
        "Start of board",
        "EAST to lead",
        "Dummy's cards : S -. H -. D -. C A K Q J T 9 8 7 6 5 4 3 2.",
        "End of session",
    ])
}

/// The first lines of the record that ships.
pub(crate) fn match_record() -> Vec<Vec<u8>> {
    let lines = |count: usize| RECORD.split_inclusive('\n').take(count).collect::<String>();
    vec![lines(2).into_bytes(), lines(8).into_bytes()]
}

fn sample() -> Record {
    let mut record = Record::read(RECORD.as_bytes()).expect("a record of ours");
    record.entries.truncate(6);
    record.result = None;
    record
}

pub(crate) fn dcl() -> Vec<Vec<u8>> {
    let whole = Record::read(RECORD.as_bytes()).expect("a record of ours");
    let variants = [record::dcl::Variant::Legacy, record::dcl::Variant::Dc2];
    let written = [sample(), whole]
        .into_iter()
        .flat_map(|record| variants.map(move |variant| dcl_form::write(&record, variant).ok()));
    written.flatten().map(String::into_bytes).collect()
}

fn match_of(platform: &str) -> Match {
    let text = "ends = 1\nreferee = 'fast'";
    let conditions = digital_curling::plan::conditions(text, platform).expect("conditions");
    Match::new(Setup::new(conditions, Seed(2))).expect("a match")
}

/// A match on ice that drifts, wears and may be swept.
fn match_on_changing_ice(platform: &str) -> Match {
    let text = "ends = 1\nreferee = 'fast'\nfriction_drift = 1.1\nwear = 0.01\nsweeping = true";
    let conditions = digital_curling::plan::conditions(text, platform).expect("conditions");
    Match::new(Setup::new(conditions, Seed(2))).expect("a match")
}

pub(crate) fn dc3_log() -> Vec<Vec<u8>> {
    let mut curling_match = match_of("dc3");
    let value = |message: &ToClient| -> Value {
        serde_json::from_str(&message.write()).expect("JSON of ours")
    };
    let update = |curling_match: &Match, event: Option<&digital_curling::Event>| {
        let update = state::update(curling_match, event, None);
        value(&ToClient::Update(Box::new(update)))
    };
    let game = config::write_game(curling_match.setup()).expect("a game that can be written");
    let mut logs = vec![
        json!({"cmd": "dc", "game_id": "6f0c", "date_time": "2024-03-09T10:00:00+09:00"}),
        json!({"cmd": "is_ready", "team": null, "game": game}),
        json!({"cmd": "new_game", "name": {"team0": "alpha", "team1": "beta"}}),
        update(&curling_match, None),
    ];
    let team = curling_match.to_act().expect("a team");
    logs.push(json!({"cmd": "move", "team": team, "move": {"type": "concede"}}));
    let event = curling_match
        .apply(team, Command::Concede, Duration::from_secs(1))
        .expect("a team may concede");
    logs.push(update(&curling_match, Some(&event)));
    logs.push(json!({"cmd": "game_over"}));
    let lines: Vec<_> = logs
        .iter()
        .enumerate()
        .map(|(id, log)| {
            json!({"ver": [1, 1], "tag": "gam", "id": id, "date_time": "x", "thread": "1", "log": log})
                .to_string()
        })
        .collect();
    vec![lines.join("\n").into_bytes()]
}

pub(crate) fn dc3_messages() -> Vec<Vec<u8>> {
    let curling_match = match_of("dc3");
    let update = ToClient::Update(Box::new(state::update(&curling_match, None, None)));
    let changing = match_on_changing_ice("dc3");
    let on_changing_ice = ToClient::Update(Box::new(state::update(&changing, None, None)));
    let mut seeds = vec![
        update.write().into_bytes(),
        on_changing_ice.write().into_bytes(),
    ];
    seeds.extend(owned(&[
        r#"{"cmd":"dc","version":{"major":1,"minor":0},"game_id":"x","date_time":"y"}"#,
        r#"{"cmd":"dc_ok","name":"alpha"}"#,
        r#"{"cmd":"ready_ok","player_order":[0,1,2,3]}"#,
        r#"{"cmd":"new_game","name":{"team0":"a","team1":"b"}}"#,
        r#"{"cmd":"move","move":{"type":"shot","velocity":{"x":0.1,"y":2.4},"rotation":"ccw"}}"#,
        r#"{"cmd":"move","move":{"type":"shot","sweep":{"from":-10,"to":0},"velocity":{"x":0.1,"y":2.4},"rotation":"ccw"}}"#,
        r#"{"cmd":"move","move":{"type":"concede"}}"#,
        r#"{"cmd":"game_over"}"#,
    ]));
    seeds
}

pub(crate) fn dc4_messages() -> Vec<Vec<u8>> {
    let json = |value: serde_json::Result<Vec<u8>>| value.expect("messages can be written");
    let changing = match_on_changing_ice("dc4");
    let opening = StateBuilder::new(changing.setup()).opening(&changing);
    let mut seeds = vec![
        json(serde_json::to_vec(&opening)),
        json(serde_json::to_vec(&Settings::standard(8))),
        json(serde_json::to_vec(&Settings::mixed_doubles(8, 0))),
        json(serde_json::to_vec(&TeamSettings::usual(
            "a",
            GameMode::Standard,
        ))),
        json(serde_json::to_vec(&TeamSettings::usual(
            "b",
            GameMode::MixedDoubles,
        ))),
    ];
    seeds.extend(owned(&[
        r#"{"translational_velocity":2.4,"angular_velocity":1.5,"shot_angle":1.57}"#,
        r#"{"translational_velocity":2.4,"shot_angle":1.57,"sweep":{"from":-10,"to":0,"effort":0.5}}"#,
        "event: latest_state_update\ndata: {}\n\n: ping\n\n",
    ]));
    seeds
}

pub(crate) fn journal() -> Vec<Vec<u8>> {
    let settings = Settings::standard(2);
    let header = Header::new(Uuid::nil(), "user0".to_owned(), settings, Seed(3));
    let record = sample();
    let mut lines = vec![Line::Match(Box::new(header))];
    for team in curling::rules::Team::BOTH {
        lines.push(Line::Side(Box::new(SideEntry {
            team,
            user: team.to_string(),
            settings: TeamSettings::usual("a", GameMode::Standard),
        })));
    }
    lines.push(Line::Setup(Box::new(record.setup)));
    let entries = record.entries.into_iter();
    lines.extend(entries.map(|entry| Line::Entry(Box::new(entry))));
    lines.push(Line::Abandoned);
    let text: String = lines
        .iter()
        .map(|line| serde_json::to_string(line).expect("a line can be written") + "\n")
        .collect();
    vec![text.into_bytes()]
}

pub(crate) fn cup_file() -> Vec<Vec<u8>> {
    owned(&["title = \"Cup\"\ndata = \"cup\"\nwait = \"2m\"\n\n\
         [[division]]\nname = \"standard\"\nconditions = { contest = \"gpw2018\", ends = 1 }\n\n\
         [[division]]\nname = \"doubles\"\nformat = \"swiss\"\nrounds = 2\nrepetitions = 1\n\
         conditions = { contest = \"gpw2018-mixed-doubles\" }\n\n\
         [[entrant]]\nname = \"alpha\"\nplayer = \"sample\"\n\n\
         [[entrant]]\nname = \"beta\"\nplayer = \"dcp:./beta\"\ndivision = \"standard\"\n\n\
         [[entrant]]\nname = \"gamma\"\nplayer = \"greedy\"\n"])
}

pub(crate) fn conditions() -> Vec<Vec<u8>> {
    let written = match_of("dc3");
    let game = config::write_game(written.setup()).expect("a game that can be written");
    let changing = config::write_game(match_on_changing_ice("dc3").setup());
    let changing = changing.expect("a game that can be written");
    let mut seeds = vec![
        json!({ "game": game, "server": {}, "tag": "cfg" })
            .to_string()
            .into_bytes(),
        game.to_string().into_bytes(),
        changing.to_string().into_bytes(),
    ];
    seeds.extend(owned(&[
        "ends = 4\nfriction_scale = 1.2\nnoise = 0.5\n[teams]\n",
        "platform = 'dc2'\nrules = 'sport'\ntime = '219s'\nextra_ends = true\n",
        r#"{"ends": 4, "friction": 1.1, "curl": 0.9, "rules": "normal"}"#,
        r#"{"simulator":{"freq":60},"match":[{"name":"match_mix","rule_type":1,"num_end":2,"random_1":0.1,"random_2":0.2,"timelimit":219000,"player":[{"path":"a"},{"path":"b"}]}]}"#,
    ]));
    seeds
}

pub(crate) fn platform_lines() -> Vec<Vec<u8>> {
    owned(&[
        r#"{"fn":"draw","pos":[2.375,4.88,0],"end":7,"shot_num":15}"#,
        r#"{"fn":"draw","pos":[2.375,4.88,1],"sweep":[-10,0,0.5]}"#,
        r#"{"vec":[-0.99074,-29.559775,0]}"#,
        r#"{"vec":[-0.99,-29.6,1],"stones":[[2.375,4.88],[0,0],[1.5,6.2]],"shot_num":3}"#,
        r#"{"x":0.0,"y":38.405,"rotation":"cw"}"#,
        r#"{"velocity":{"x":0.1,"y":2.4},"rotation":"ccw","sweep":{"from":-10,"to":0,"effort":1}}"#,
    ])
}

pub(crate) fn text_commands() -> Vec<Vec<u8>> {
    owned(&[
        "NEWGAME alpha beta",
        "ISREADY",
        "SETSTATE 3 0 8 1",
        "POSITION 2.375 4.88 0 0 1.5 6.2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "GO 219000 218000",
        "SCORE -2",
        "GAMEOVER WIN",
        "RUNSHOT 0.1 -29.5 1",
        "LOGIN OK",
        "PUTSTONE",
        "BESTSHOT 0.25 -31.1 0",
        "BESTSHOT 0.25 -31.1 0 SWEEP -10 0 0.5",
        "READYOK",
        "CONCEDE",
        "LOGIN alpha secret name",
        "SETORDER 0 1 2 3",
        "debug text BESTSHOT 1 2 1",
    ])
}
