//! Tests of a match of a person against a player.

use super::*;
use crate::curling::wire::{CurlingPlatform, CurlingRules};

fn conditions(platform: CurlingPlatform) -> CurlingConditions {
    CurlingConditions {
        ends: 2,
        ..CurlingConditions::usual(platform)
    }
}

fn fresh() -> CurlingPlayed {
    begun_under(conditions(CurlingPlatform::Gat))
}

fn begun_under(conditions: CurlingConditions) -> CurlingPlayed {
    let asked = CurlingPlayedAsked {
        conditions,
        names: ["you".to_owned(), "sample".to_owned()],
        seed: 5,
    };
    begin(&asked).unwrap()
}

fn throw(text: &str, team: u8, x: f64) -> Result<CurlingPlayed, Fault> {
    let aimed = aim(&CurlingAimAsked {
        text: text.to_owned(),
        x,
        y: 0.0,
        clockwise: true,
        weight: CurlingAimWeight::Draw,
    })?;
    act(&CurlingActAsked {
        text: text.to_owned(),
        team,
        act: CurlingAct::Throw(aimed.shot),
    })
}

fn engines() -> Arc<Engines> {
    Engines::new(&Games::of(&crate::Host::default()))
}

fn opponent(name: &str) -> CurlingOpponent {
    CurlingOpponent {
        name: name.to_owned(),
        level: None,
        seconds: 0.1,
    }
}

#[test]
fn a_shot_thrown_again_after_taking_back_falls_with_the_same_dice() {
    let start = fresh();
    let once = throw(&start.text, 0, 0.2).unwrap();
    let back = cut(&CurlingMoment {
        text: once.text.clone(),
        at: 0,
    })
    .unwrap();
    assert_eq!(back.text, start.text);
    assert_eq!(throw(&back.text, 0, 0.2).unwrap().text, once.text);
    let other = throw(&back.text, 0, 0.4).unwrap().film.scenes[1].stones[0];
    let first = once.film.scenes[1].stones[0];
    assert!(
        (other.x - first.x - 0.2).abs() < 0.02,
        "the luck is the same"
    );
}

#[test]
fn a_player_answers_and_the_record_holds() {
    let once = throw(&fresh().text, 0, 0.0).unwrap();
    let asked = CurlingAnswerAsked {
        text: once.text,
        player: opponent("sample"),
    };
    let answered = answer(&asked, &engines().games, &TaskHandle::idle()).unwrap();
    assert_eq!(answered.film.scenes.len(), 3);
    assert_eq!(answered.film.scenes[2].next, Some(0));
    let record = Record::read(answered.text.as_bytes()).unwrap();
    assert!(record.verify().unwrap().holds());
    // Taking back what was thrown last, the player answers the same.
    let text = cut(&CurlingMoment {
        text: answered.text.clone(),
        at: 1,
    })
    .unwrap()
    .text;
    let player = opponent("sample");
    let again = answer(
        &CurlingAnswerAsked { text, player },
        &engines().games,
        &TaskHandle::idle(),
    )
    .unwrap();
    assert_eq!(again.text, answered.text);
}

#[test]
fn what_cannot_be_done_is_refused_in_words() {
    let start = fresh();
    assert!(throw(&start.text, 1, 0.0).is_err(), "not its turn");
    assert!(throw(&start.text, 7, 0.0).is_err());
    let act_of = |text: &str, team, what| {
        act(&CurlingActAsked {
            text: text.to_owned(),
            team,
            act: what,
        })
    };
    assert!(act_of(&start.text, 0, CurlingAct::Place(1)).is_err());
    let over = act_of(&start.text, 0, CurlingAct::Concede).unwrap();
    assert_eq!(
        (over.film.ending, over.film.winner),
        (digital_curling::games::Ending::Concession, Some(1))
    );
    assert!(throw(&over.text, 1, 0.0).is_err());
    let far = CurlingAimAsked {
        text: start.text.clone(),
        x: 0.0,
        y: f64::NAN,
        clockwise: true,
        weight: CurlingAimWeight::Draw,
    };
    assert_eq!(aim(&far).unwrap_err().place.as_deref(), Some("target"));
    for player in ["person", "jiritsu:file=/etc/passwd", "dcp:./program", ""] {
        let text = start.text.clone();
        let asked = CurlingAnswerAsked {
            text,
            player: opponent(player),
        };
        let refused = answer(&asked, &engines().games, &TaskHandle::idle()).unwrap_err();
        assert_eq!(refused.place.as_deref(), Some("player.name"));
    }
}

#[test]
fn mixed_doubles_begins_with_a_placement() {
    let start = begun_under(CurlingConditions {
        rules: CurlingRules::MixedDoubles,
        ..conditions(CurlingPlatform::Dc4)
    });
    let placed = act(&CurlingActAsked {
        text: start.text,
        team: 1,
        act: CurlingAct::Place(1),
    })
    .unwrap();
    let scene = &placed.film.scenes[1];
    assert_eq!(
        (scene.stones.len(), scene.slot, scene.next),
        (2, Some(6), Some(0))
    );
}

#[test]
fn a_player_suggests_shots_that_can_be_thrown() {
    let asked = CurlingAnswerAsked {
        text: fresh().text,
        player: opponent("greedy"),
    };
    let found = why::suggest(&asked, &engines(), &TaskHandle::idle()).unwrap();
    assert_eq!((found.shots.len(), found.scale.as_str()), (3, "points"));
    let thrown = act(&CurlingActAsked {
        text: asked.text.clone(),
        team: 0,
        act: CurlingAct::Throw(found.shots[0].shot),
    });
    assert!(thrown.is_ok());
    let player = opponent("draw:turn=ccw"); // values nothing
    let found = why::suggest(
        &CurlingAnswerAsked { player, ..asked },
        &engines(),
        &TaskHandle::idle(),
    )
    .unwrap();
    assert_eq!(found.shots.len(), 1);
}

#[test]
fn why_not_says_what_a_careless_shot_costs() {
    let mut text = fresh().text;
    // The last stones of the end: the other lies one on the tee, and the hammer is thrown away.
    for team in [0, 1].into_iter().cycle().take(15) {
        text = throw(&text, team, if team == 0 { 0.0 } else { 1.9 })
            .unwrap()
            .text;
    }
    let aimed = aim(&CurlingAimAsked {
        text: text.clone(),
        x: 0.0,
        y: 0.0,
        clockwise: true,
        weight: CurlingAimWeight::Through,
    })
    .unwrap();
    let done = act(&CurlingActAsked {
        text,
        team: 1,
        act: CurlingAct::Throw(aimed.shot),
    })
    .unwrap();
    let asked = why::CurlingWhyAsked {
        text: done.text,
        at: 16,
        player: opponent("greedy"),
    };
    let found = why::why(&asked, &engines(), &TaskHandle::idle()).unwrap();
    assert_eq!((found.team, found.called.gain), (1, 0.0));
    let best = &found.instead[0];
    assert!(
        best.gain > 3.0 * best.error && best.gain > 0.02,
        "{}",
        best.gain
    );
    assert!((found.came - found.called.chance).abs() < 0.05);
    let none = why::CurlingWhyAsked { at: 0, ..asked };
    assert!(why::why(&none, &engines(), &TaskHandle::idle()).is_err());
}
