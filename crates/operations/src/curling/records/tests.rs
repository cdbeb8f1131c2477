//! Tests of operations on match logs.

use super::*;
use crate::curling::wire::{CurlingConditions, CurlingPlatform, CurlingRules};
use digital_curling::games::Kind;
use digital_curling::record::dcl::{self, Variant};
use proptest::prelude::*;

fn film(text: &str) -> Result<Film, Fault> {
    replayed(text).map(|replay| Film::of(&replay))
}

#[test]
fn the_sample_is_a_whole_match() {
    let film = film(SAMPLE).unwrap();
    assert_eq!(film.ending, Ending::Score);
    assert_eq!(film.scores.len(), usize::from(film.ends));
    let points: i32 = film.scores.iter().map(|&points| i32::from(points)).sum();
    let last = film.scenes.last().unwrap();
    assert_eq!(
        points,
        i32::from(last.points[0]) - i32::from(last.points[1])
    );
    let won = f64::from(u8::from(film.winner == Some(0)));
    assert_eq!((last.next, last.chance), (None, Some(won)));
    let record = replayed(SAMPLE).unwrap().record.unwrap();
    assert!(record.verify().unwrap().holds());
}

/// Two games of a match of the arena, a line each.
fn cup() -> String {
    use arena::{Contender, PlayableGame};
    use lookahead::{Cancel, Seed};
    let conditions = "ends = 1\nextra_ends = false\nreferee = 'fast'"
        .parse()
        .unwrap();
    let platform = digital_curling::platform::Platform::new().with_conditions(&conditions);
    let platform = platform.unwrap();
    let players = ["a=draw", "b=draw"].map(|text| text.parse::<Contender>().unwrap());
    let lines = [1, 2].map(|seed| {
        let specs = players.each_ref().map(|player| &player.spec);
        let terms = arena::Terms::default();
        let game = platform.play(specs, &terms, Seed(seed), &Cancel::new());
        serde_json::to_string(&game.unwrap().with_players(players.each_ref())).unwrap()
    });
    lines.join("\n") + "\n"
}

#[test]
fn the_games_of_a_cup_are_listed_and_opened_one_by_one() {
    let text = cup();
    let listed = games(&text).unwrap().games;
    assert_eq!(listed.len(), 2);
    assert_eq!(listed[1].names, ["a", "b"].map(str::to_owned));
    assert!(games(SAMPLE).unwrap().games.is_empty());
    assert!(film(&text).unwrap_err().to_string().contains("2 games"));
    let second = game(&CurlingLogAsked {
        text: text.clone(),
        game: Some(2),
    });
    let film = film(&second.unwrap().text).unwrap();
    assert_eq!(film.names, ["a", "b"].map(str::to_owned));
    let last = film.scenes.last().unwrap();
    assert_eq!(last.points.map(f64::from), listed[1].points);
    let first = text.lines().next().unwrap();
    assert_eq!(self::film(first).unwrap().kind, Kind::Arena);
    let none = game(&CurlingLogAsked {
        text,
        game: Some(3),
    });
    assert_eq!(none.unwrap_err().place.as_deref(), Some("game"));
}

#[test]
fn dcl_of_both_variants_tells_the_same_match() {
    let record = replayed(SAMPLE).unwrap().record.unwrap();
    let ours = film(SAMPLE).unwrap();
    for variant in [Variant::Legacy, Variant::Dc2] {
        let film = film(&dcl::write(&record, variant).unwrap()).unwrap();
        assert_eq!((film.kind, film.assumed), (Kind::Dcl, true));
        assert_eq!((&film.scores, film.winner), (&ours.scores, ours.winner));
        assert_eq!(film.scenes.len(), ours.scenes.len());
        for (a, b) in film.scenes.iter().zip(&ours.scenes) {
            assert_eq!(
                (a.end, a.points, a.finished, a.next),
                (b.end, b.points, b.finished, b.next)
            );
            assert_eq!(a.stones.len(), b.stones.len());
        }
    }
}

#[test]
fn a_shot_runs_again_and_stops_where_the_record_says() {
    let story = replayed(SAMPLE).unwrap();
    let film = Film::of(&story);
    for at in [1, 5, 9] {
        let text = SAMPLE.to_owned();
        let run = run_of_shot(&CurlingMoment { text, at }).unwrap();
        for stone in &film.scenes[at].stones {
            let same = |way: &&crate::curling::wire::CurlingTrack| {
                (way.team, way.number) == (stone.team, stone.number)
            };
            let Some(way) = run.tracks.iter().find(same) else {
                continue;
            };
            let (x, y, _) = *way.points.last().unwrap();
            assert!((x - stone.x).hypot(y - stone.y) < 0.01);
        }
    }
    for at in [0, 1000] {
        let text = SAMPLE.to_owned();
        assert!(run_of_shot(&CurlingMoment { text, at }).is_err());
    }
}

#[test]
fn chances_are_told_for_every_scene_and_agree_with_the_table_between_ends() {
    let asked = CurlingChancesAsked {
        text: SAMPLE.to_owned(),
        known: Vec::new(),
        simulations: Some(20),
    };
    let found = chances(&asked, &TaskHandle::idle()).unwrap();
    let film = film(SAMPLE).unwrap();
    assert_eq!(found.chances.len(), film.scenes.len());
    for (chance, scene) in found.chances.iter().zip(&film.scenes) {
        assert!((0.0..=1.0).contains(&chance.unwrap()));
        if scene.chance.is_some() {
            assert_eq!(*chance, scene.chance);
        }
    }
    assert_eq!(found.curve, Curve::of(&film.scenes, &found.chances));
    assert!(!found.curve.drops.is_empty());
    let mut known = found.chances[..40].to_vec();
    known[20] = Some(0.125);
    let asked_on = |known: &[Option<f64>]| CurlingChancesAsked {
        known: known.to_vec(),
        ..asked.clone()
    };
    let late = chances(&asked_on(&known), &TaskHandle::idle()).unwrap();
    assert_eq!(
        (late.chances[20], &late.chances[40..]),
        (known[20], &found.chances[40..])
    );
    for (known, place) in [
        ([Some(0.5), Some(1.5)].as_slice(), "known.1"),
        (&[None; 99], "known"),
    ] {
        let fault = chances(&asked_on(known), &TaskHandle::idle()).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some(place));
    }
    let endless = CurlingChancesAsked {
        simulations: Some(u32::MAX),
        ..asked
    };
    assert!(chances(&endless, &TaskHandle::idle()).is_err());
}

#[test]
fn what_is_no_log_is_refused_with_its_line() {
    let broken = |from: &str, to: &str| SAMPLE.replacen(from, to, 1);
    let third = SAMPLE.lines().nth(2).unwrap();
    for (text, place) in [
        (String::new(), "line 1"),
        ("hello".to_owned(), "line 1"),
        (
            "{\"sakiyomi\":\"digital-curling match\"}\n".to_owned(),
            "line 1",
        ),
        (broken("\"version\":1", "\"version\":9"), "line 1"),
        (broken(third, "{\"team\":\"nobody\"}"), "line 3"),
        (broken(third, ""), "entry 2"),
        ("{\"match\":{\"settings\":1}}\n".to_owned(), "line 1"),
    ] {
        let fault = film(&text).unwrap_err();
        assert_eq!(fault.kind, crate::fault::FaultKind::Wrong);
        assert_eq!(fault.place.as_deref(), Some(place), "{fault}");
    }
}

#[test]
fn a_torn_last_line_is_a_complaint_and_not_the_end() {
    let whole = SAMPLE.lines().take(4).collect::<Vec<_>>().join("\n");
    let torn = format!("{whole}\n{{\"team\":\"te");
    let film = film(&torn).unwrap();
    assert_eq!((film.scenes.len(), film.ending), (4, Ending::Unfinished));
    assert!(film.complaints[0].starts_with("line 5"));
}

#[test]
fn mixed_doubles_has_its_placements() {
    let conditions = CurlingConditions {
        rules: CurlingRules::MixedDoubles,
        ..CurlingConditions::usual(CurlingPlatform::Dc4)
    };
    let going = crate::curling::play::new_match(&conditions, &["a".into(), "b".into()], 1).unwrap();
    let film = film(&going.text().unwrap()).unwrap();
    assert!(film.first_shot == 6 && film.scenes[0].placing);
    assert_eq!(film.scenes_per_end, 11);
    assert_eq!(film.scenes[0].next, Some(1));
    assert!(film.scenes[0].chance.is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is done to a log, it is read or refused.
    #[test]
    fn damage_is_never_more_than_a_fault(at in 0_usize..40_000, length in 0_usize..200, with in ".{0,20}") {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        let at = at.min(bytes.len());
        let end = (at + length).min(bytes.len());
        bytes.splice(at..end, with.bytes());
        let _ = film(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_text_is_too_strange(text in "(\\[GameInfo\\]|\\[[0-9]{4}\\]|\\{\"tag\":\"log\",\"ver\":1\\})?(.|\n){0,300}") {
        let _ = film(&text);
    }
}

#[test]
fn a_journal_of_a_server_tells_the_same_match_and_can_go_on() {
    use digital_curling::dc4::journal::{Header, Line};
    use digital_curling::dc4::message::Settings;
    let record = replayed(SAMPLE).unwrap().record.unwrap();
    let header = Header::new(
        uuid::Uuid::nil(),
        "somebody".to_owned(),
        Settings::standard(3),
        record.setup.dice.clone(),
    );
    let mut lines = vec![
        Line::Match(Box::new(header)),
        Line::Setup(Box::new(record.setup)),
    ];
    let entries = record.entries.into_iter().map(Box::new);
    lines.extend(entries.map(Line::Entry));
    let written = lines
        .iter()
        .map(|line| serde_json::to_string(line).unwrap() + "\n");
    let journal: String = written.collect();
    let (film, ours) = (film(&journal).unwrap(), film(SAMPLE).unwrap());
    assert_eq!((film.kind, film.scores), (Kind::Journal, ours.scores));
    assert_eq!(
        (film.seed, film.scenes.len()),
        (ours.seed, ours.scenes.len())
    );
}

/// The messages of a match of Digital Curling 3, as its server logs them.
fn third() -> String {
    use curling::conditions::Conditions;
    use curling::{Turn, Vector};
    use digital_curling::dc3::message::ToClient;
    use digital_curling::dc3::{config, state};
    use digital_curling::{Command, Match, Setup};
    use serde_json::{Value, json};
    let changes = "ends = 2\nreferee = 'fast'".parse().unwrap();
    let conditions = Conditions::dc3().changed(&changes).unwrap();
    let mut curling_match = Match::new(Setup::new(conditions, lookahead::Seed(2))).unwrap();
    let value = |message: &ToClient| -> Value { serde_json::from_str(&message.write()).unwrap() };
    let mut logs = vec![
        json!({"cmd": "is_ready", "team": null, "game": config::write_game(curling_match.setup()).unwrap()}),
        json!({"cmd": "new_game", "name": {"team0": "alpha", "team1": "beta"}}),
        value(&ToClient::Update(Box::new(state::update(
            &curling_match,
            None,
            None,
        )))),
    ];
    let draw = curling_match
        .curling()
        .draw(Vector::ZERO, Turn::Clockwise)
        .unwrap();
    for count in 0..17 {
        let team = curling_match.to_act().unwrap();
        let command = if count == 16 {
            Command::Concede
        } else {
            Command::Throw(draw)
        };
        let event = curling_match
            .apply(team, command, Duration::from_secs(1))
            .unwrap();
        let update = state::update(&curling_match, Some(&event), None);
        logs.push(value(&ToClient::Update(Box::new(update))));
    }
    let line = |log: &Value| {
        let line = json!({"ver": [1, 1], "tag": "gam", "id": 0, "date_time": "2024-03-09T10:00:00+09:00", "thread": "1", "log": log});
        line.to_string() + "\n"
    };
    logs.iter().map(line).collect()
}

#[test]
fn a_log_of_digital_curling_3_is_shown_with_its_ice_and_its_concession() {
    let text = third();
    let film = film(&text).unwrap();
    assert_eq!((film.kind, film.platform.as_str()), (Kind::Dc3, "dc3"));
    assert_eq!(
        (film.names[1].as_str(), film.ends, film.seed),
        ("beta", 2, None)
    );
    assert_eq!((film.scenes.len(), film.ending), (18, Ending::Concession));
    assert!(!film.assumed && film.scenes[16].finished == 1);
    let run = run_of_shot(&CurlingMoment { text, at: 4 }).unwrap();
    assert!(!run.tracks.is_empty());
}

#[test]
fn every_scene_is_a_position_that_can_be_analysed() {
    for text in [SAMPLE.to_owned(), third()] {
        let last = film(&text).unwrap().scenes.len() - 1;
        for at in [0, 1, 16, last] {
            let text = text.clone();
            let found = position::position(&CurlingMoment { text, at }).unwrap();
            let curling = found.conditions.curling().unwrap();
            let game = found.game.to_game(curling.rules()).unwrap();
            assert!(game.slot().is_some(), "{at}");
        }
    }
}

#[test]
fn broken_lines_of_other_logs_are_named() {
    let third = third();
    let broken = third.replacen("\"cmd\":\"new_game\"", "\"cmd\":\"update\"", 1);
    let fault = film(&broken).unwrap_err();
    assert_eq!(fault.place.as_deref(), Some("line 2"), "{fault}");
}

fn replay_of(text: &str, game: Option<usize>, end: Option<u32>) -> Result<CurlingReplay, Fault> {
    replay(&CurlingReplayAsked {
        text: text.to_owned(),
        game,
        end,
        shot: None,
    })
}

#[test]
fn a_replay_has_a_position_before_every_end_and_after_every_stone() {
    let all = replay_of(SAMPLE, None, None).unwrap();
    let film = film(SAMPLE).unwrap();
    assert_eq!(all.moments.len(), 17 * film.scores.len());
    assert_eq!(
        (all.ending, all.ends),
        (Ending::Score, u32::from(film.ends))
    );
    assert_eq!(all.points, film.scenes.last().unwrap().points);
    let second = replay_of(SAMPLE, None, Some(2)).unwrap().moments;
    assert_eq!((second.len(), second[0].shot), (17, 0));
    // Exact, whatever the page rounds.
    let read: CurlingReplay = serde_json::from_value(serde_json::to_value(&all).unwrap()).unwrap();
    assert_eq!(read.moments[5].scene.stones, all.moments[5].scene.stones);
    let none = replay_of(SAMPLE, None, Some(99)).unwrap_err();
    assert_eq!(none.place.as_deref(), Some("end"));
    let cup = cup();
    assert!(replay_of(&cup, None, None).is_err());
    assert_eq!(replay_of(&cup, Some(2), None).unwrap().moments.len(), 17);
}

#[test]
fn a_log_of_others_is_replayed_too_but_not_verified() {
    let text = third();
    let all = replay_of(&text, None, None).unwrap();
    assert_eq!((all.moments.len(), all.ending), (17, Ending::Concession));
    let asked = |text: &str| CurlingLogAsked {
        text: text.to_owned(),
        game: None,
    };
    assert!(verify(&asked(&text)).is_err());
    assert!(verify(&asked(SAMPLE)).unwrap().holds);
}

#[test]
fn logs_of_all_kinds_are_counted_and_broken_ones_named() {
    let logs = [("a", SAMPLE), ("cup", &cup()), ("b", "nothing of the kind")];
    let logs = logs.map(|(path, text)| serde_json::json!({ "path": path, "text": text }));
    let stats = stats::operation();
    let run = |input: serde_json::Value| stats.run(input, &TaskHandle::idle());
    let found = run(serde_json::json!({ "logs": logs, "by": "pairing" })).unwrap();
    assert_eq!(found["matches"], 3);
    assert_eq!(found["failed"][0]["path"], "b");
    assert_eq!(found["tables"].as_array().unwrap().len(), 3);
    assert!(found["teams"][0]["against"].is_string());
    assert!(run(serde_json::json!({ "logs": [], "ends": 0 })).is_err());
}
