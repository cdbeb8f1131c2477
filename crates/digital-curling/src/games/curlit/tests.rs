//! Tables that were made up, in the form of those of Curlit.

use super::*;
use crate::games::observed::{ObservedPlacement, Task};
use crate::games::{Log, Replay};
use curling::Turn;
use std::fmt::Write;

const GAMES: &str = "\
CompetitionID,SessionID,GameID,GroupID,Sheet,NOC1,NOC2,ResultStr1,ResultStr2,LSFE,Winner,TeamID1,TeamID2
7,1,1,A,B,AAA,BBB,0,3,0,0,10,20
";
const ENDS: &str = "\
CompetitionID,SessionID,GameID,TeamID,EndID,Result,PowerPlay
7,1,1,10,1,0,NA
7,1,1,20,1,1,NA
7,1,1,10,2,0,NA
7,1,1,20,2,2,NA
7,1,1,10,3,9,1
7,1,1,20,3,9,1
";
const TEAMS: &str = "\
CompetitionID,TeamID,NOC,Name
7,10,AAA,Alpha
7,20,BBB,\"Beta, the second\"
";

/// The numbers of the shots of an end.
const SHOTS: [u8; 10] = [7, 8, 9, 16, 17, 18, 19, 20, 21, 22];

/// The rows of an end in which all stones stop in a row above the tee; the lead's are the stones
/// from `block`.
fn rows(text: &mut String, end: u8, lead: u8, block: usize, placed: [&str; 2], thrown: usize) {
    let mut cells = vec!["0,0".to_owned(); 12];
    let other = 6 - block;
    (cells[block], cells[other]) = (placed[0].to_owned(), placed[1].to_owned());
    for (at, shot) in SHOTS.into_iter().enumerate() {
        let team = if at % 2 == 0 { lead } else { 30 - lead };
        if at >= thrown {
            let unknown = ["NA,NA"; 12].join(",");
            writeln!(text, "7,1,1,{end},{shot},{team},1,-1,-1,-1,NA,{unknown}").unwrap();
            continue;
        }
        let owner = if at % 2 == 0 { block } else { other };
        cells[owner + 1 + at / 2] = format!("{},800", 700 + 10 * at);
        let sheet = cells.join(",");
        writeln!(text, "7,1,1,{end},{shot},{team},1,6,1,3,NA,{sheet}").unwrap();
    }
}

fn stones() -> String {
    let mut text =
        "CompetitionID,SessionID,GameID,EndID,ShotID,TeamID,PlayerID,Task,Handle,Points,TimeOut"
            .to_owned();
    for stone in 1..=12 {
        write!(text, ",stone_{stone}_x,stone_{stone}_y").unwrap();
    }
    text.push('\n');
    rows(&mut text, 1, 10, 0, ["750,1916", "750,650"], 10);
    rows(&mut text, 2, 20, 6, ["750,1916", "4095,4095"], 10);
    rows(&mut text, 3, 20, 0, ["1089,1916", "1150,850"], 4);
    text
}

fn tables(games: &str, stones: &str) -> Tables {
    let competitions = "CompetitionName,Place,Venue,CompetitionID\nThe Cup,\"A, B\",C,7\n";
    Tables {
        games: games.to_owned(),
        ends: ENDS.to_owned(),
        stones: stones.to_owned(),
        teams: Some(TEAMS.to_owned()),
        competitions: Some(competitions.to_owned()),
    }
}

#[test]
fn a_game_has_its_teams_stones_points_and_ending() {
    let stones = stones();
    let imported = read(&tables(GAMES, &stones)).unwrap();
    assert_eq!(imported.warnings, Vec::<String>::new());
    let [played] = imported.matches.as_slice() else {
        panic!("one game");
    };
    assert_eq!(played.title, "The Cup, session 1, sheet B");
    assert_eq!(imported.competitions, ["The Cup"]);
    // Team 10 throws first, so it is team 0; team 20 wins when team 10 concedes.
    assert_eq!(played.names, ["Alpha", "Beta, the second"]);
    assert_eq!(played.result.winner, Some(Team::One));
    assert_eq!(played.result.ending, Ending::Concession);
    let [first, second, third] = played.ends.as_slice() else {
        panic!("three ends");
    };
    assert_eq!((first.lead, first.points), (Team::Zero, Some(-1)));
    assert_eq!((second.lead, second.points), (Team::One, Some(-2)));
    assert_eq!((third.points, third.shots.len()), (None, 4));
    assert_eq!(first.placement, ObservedPlacement::Centre);
    assert_eq!(third.placement, ObservedPlacement::Right);
    let shot = &first.shots[1];
    assert_eq!((shot.task, shot.mark), (Some(Task::TakeOut), Some(3)));
    assert_eq!(shot.turn, Some(Turn::CounterClockwise));
    // The guard of the lead, the house stone of the other team, and their first stones.
    let sheet = shot.stones.unwrap();
    assert_eq!(sheet.mask(), 0b1100_0011);
    let at = |slot: usize| sheet.get(slot).unwrap().at;
    assert!((at(0).y + 3.4016).abs() < 1e-3 && (at(1).y - 0.4572).abs() < 1e-3);
    assert!((at(7).x + 40.0 * 0.003_048).abs() < 1e-9);
    // The other block of stones belongs to the lead of the second end.
    let last = second.shots[9].stones.unwrap();
    assert_eq!(last.mask(), 0b1111_1111_1100_0001);
}

#[test]
fn a_game_is_written_read_and_replayed() {
    let stones = stones();
    let imported = read(&tables(GAMES, &stones)).unwrap();
    let text = imported.matches[0].text().unwrap();
    assert_eq!(ObservedMatch::read(&text).unwrap(), imported.matches[0]);
    let replay = Replay::read(&text, None).unwrap();
    // The first scene, 24 shots and the concession.
    assert_eq!(replay.scenes.len(), 26);
    let game = &replay.last().game;
    assert_eq!(Team::BOTH.map(|team| game.total(team)), [0, 3]);
    assert_eq!(game.outcome().unwrap().winner, Some(Team::One));
    let film = crate::games::Film::of(&replay);
    let words = &film.scenes[1].done.as_ref().unwrap().words;
    assert_eq!(words.en, "take-out (3 of 4)");
    assert_eq!(film.scenes[0].stones.len(), 0);
    assert_eq!(Log::all(&text).unwrap().len(), 1);
}

#[test]
fn contradictions_are_told_with_their_place_and_the_rest_is_read() {
    let stones = stones();
    let wrong = GAMES.replace("0,3,0,0", "0,5,1,0");
    let imported = read(&tables(&wrong, &stones)).unwrap();
    assert_eq!(imported.matches.len(), 1);
    let warnings = imported.warnings.join("\n");
    assert!(warnings.contains("Games, line 2: LSFE"), "{warnings}");
    assert!(warnings.contains("result is 0 : 5, the ends add up to 0 : 3"));
    let unknown = stones.replacen("700,800", "NA,NA", 1);
    let imported = read(&tables(GAMES, &unknown)).unwrap();
    assert_eq!(imported.matches[0].ends[0].shots[0].stones, None);
    assert!(imported.warnings[0].contains("end 1: the stones after 1 shots"));
    let stranger = GAMES.replace("7,1,1,A", "7,1,9,A");
    let imported = read(&tables(&stranger, &stones)).unwrap();
    assert!(imported.matches.is_empty());
    assert_eq!(imported.warnings.len(), 2);
}

#[test]
fn tables_without_a_column_are_refused_by_name() {
    let stones = stones();
    let error = |games: &str, stones: &str| read(&tables(games, stones)).unwrap_err().to_string();
    let missing = GAMES.replace("LSFE", "HAMMER");
    assert_eq!(
        error(&missing, &stones),
        "Games, line 1: there is no column `LSFE`"
    );
    let missing = stones.replace("stone_12_y", "stone_13_y");
    assert!(error(GAMES, &missing).starts_with("Stones, line 1: there is no column `stone_12_y`"));
    let torn = stones.rsplit_once(',').unwrap().0;
    assert!(error(GAMES, torn).contains("fields, not 35"));
}
