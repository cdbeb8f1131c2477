//! Tests of the lineup: whole matches, conditions, players.

use super::*;
use crate::replay;
use arena::{Ending, GameRecord, PlayableGame, PlayerSpec, Terms};
use lookahead::{Cancel, Seed};

fn played(conditions: &str, players: [&str; 2], seed: u64) -> GameRecord {
    let game = lineup().with_conditions(&conditions.parse().unwrap());
    let players: [PlayerSpec; 2] = players.map(|player| player.parse().unwrap());
    let sides = [&players[0], &players[1]];
    let record = game
        .unwrap()
        .play(sides, &Terms::default(), Seed(seed), &Cancel::new());
    record.unwrap()
}

fn actions(record: &GameRecord) -> Vec<&str> {
    record.moves.iter().map(|m| m.action.as_str()).collect()
}

#[test]
fn matches_are_played_to_their_end_under_all_named_conditions_and_again_the_same() {
    for name in Conditions::NAMES {
        let conditions = format!("platform = '{name}'\nends = 2");
        let record = played(&conditions, ["draw", "draw:turn=ccw"], 1);
        assert_eq!(record.ending, Ending::Finished, "{name}");
        let again = played(&conditions, ["draw", "draw:turn=ccw"], 1);
        assert_eq!(record.score, again.score, "{name}");
        assert_eq!(actions(&record), actions(&again), "{name}");
        let curling = under(usual().conditions(), &conditions.parse().unwrap()).unwrap();
        let ends = replay::ends(&curling, &record).unwrap();
        let an_end = if curling.rules().doubles.is_some() {
            11
        } else {
            16
        };
        assert_eq!(record.moves.len(), an_end * ends.len(), "{name}");
        let placed = actions(&record)
            .iter()
            .filter(|action| **action == "place centre-house")
            .count();
        assert_eq!(placed, if an_end == 11 { ends.len() } else { 0 }, "{name}");
    }
}

#[test]
fn a_steady_hand_beats_an_unsteady_one() {
    let wins = (0..12).filter(|&seed| {
        let conditions = "referee = 'fast'\nends = 4\nnoise0 = 0.02\nnoise1 = 1.0";
        played(conditions, ["draw", "draw"], seed).score.share == 1.0
    });
    assert!(wins.count() >= 10);
}

#[test]
fn conditions_and_players_that_cannot_be_are_refused_with_a_reason() {
    let refused = |conditions: &str| {
        let table = conditions.parse().unwrap();
        lineup().with_conditions(&table).err().expect(conditions)
    };
    assert!(refused("ends = 0").starts_with("condition `ends`"));
    let check = |player: &str| lineup().check(&player.parse().unwrap());
    assert_eq!(check("draw:turn=ccw"), Ok(()));
    for (player, words) in [
        ("draw:turn=left", "write cw or ccw"),
        ("draw:spin=1", "no setting `spin` (known: turn, ice)"),
        ("jiritsu:depth=0", "write a whole number from 1 to 16"),
        (
            "jiritsu:finer=9",
            "setting `finer=9`: write a whole number from 1 to 3",
        ),
        (
            "ayumu:sims=0",
            "setting `sims=0`: write a whole number from 1",
        ),
        ("greedy:tries=0", "write a whole number from 1"),
        ("jiritsu:dept=2", "did you mean `depth`?"),
        (
            "jiritsu:preset=best",
            "write one of quick, paper, strongest",
        ),
        ("jiritsu:table=nowhere.toml", "there is no such file"),
        ("takeout", "there is no player `takeout` (players: draw"),
    ] {
        let error = check(player).unwrap_err().to_string();
        assert!(error.contains(words), "{player}: {error}");
    }
}

#[test]
fn the_lineup_has_the_players_of_the_roster_and_builds_what_is_described() {
    let lineup = lineup();
    let ours = lineup.players().iter().filter(|player| !player.is_program);
    let described = crate::players::roster().iter();
    assert!(ours.map(|p| &p.name).eq(described.map(|p| &p.name)));
    assert_eq!(lineup.players().strongest().unwrap().to_string(), STRONGEST);
    // Jiritsu's settings are read in its own tests: its tables take long.
    let others = lineup
        .players()
        .iter()
        .filter(|p| !p.is_program && p.name != "jiritsu");
    for text in others.flat_map(arena::Description::variants) {
        assert!(lineup.build(&text.parse().unwrap()).is_ok(), "{text}");
    }
}

#[test]
fn conditions_are_changed_from_those_there_are() {
    let four = lineup().with_conditions(&"ends = 4\nextra_ends = false".parse().unwrap());
    let fast = four
        .unwrap()
        .with_conditions(&"referee = 'fast'".parse().unwrap());
    let draw = "draw".parse().unwrap();
    let record = fast
        .unwrap()
        .play([&draw, &draw], &Terms::default(), Seed(2), &Cancel::new());
    assert_eq!(record.unwrap().moves.len(), 4 * 16);
}
