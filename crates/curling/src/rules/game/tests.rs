//! Tests of a match: turns, hammer, extra ends, fouls, mixed doubles.

use super::*;
use crate::rules::{Doubles, Rotation, TickRule};
use crate::vector::Vector;

const ZERO: Team = Team::Zero;
const ONE: Team = Team::One;

fn new(rules: &Rules) -> Game {
    Game::new(rules).unwrap()
}

/// Plays an end in which one team gets this many points, positive for team 0, and everything else
/// goes through the house.
fn play_end(rules: &Rules, game: &mut Game, points: i8) -> Step {
    let scorer = if points > 0 { ZERO } else { ONE };
    let mut left = points.unsigned_abs();
    loop {
        let slot = game.slot().expect("a stone to throw");
        let mut after = game.stones;
        if left > 0 && game.to_throw() == Some(scorer) {
            left -= 1;
            after.place(slot, Vector::new(0.1 * slot as f64, 0.2));
        }
        let step = game.apply(rules, &after).unwrap();
        if step.end.is_some() {
            return step;
        }
    }
}

/// Plays an end of mixed doubles; the placed stones do not stay in the house, since the first
/// delivery that may remove them does.
fn play_doubles_end(rules: &Rules, game: &mut Game, wish: Placement, points: i8) -> Step {
    game.place(rules, wish).unwrap();
    for _ in 0..3 {
        let unchanged = game.stones;
        game.apply(rules, &unchanged).unwrap();
    }
    let before = game.stones;
    let step = game.apply(rules, &Stones::none()).unwrap();
    assert_eq!((before.count(), step.verdict.stones.count()), (2, 0));
    play_end(rules, game, points)
}

#[test]
fn teams_throw_in_turn_and_each_player_twice() {
    let rules = Rules::dc3();
    let mut game = new(&rules);
    game.set_order(&rules, ONE, &[3, 2, 1, 0]).unwrap();
    let mut seen = Vec::new();
    while game.end == 0 {
        seen.push((game.to_throw().unwrap(), game.player(&rules).unwrap()));
        game.apply(&rules, &Stones::none()).unwrap();
    }
    assert_eq!(
        seen[..6],
        [
            (ZERO, 0),
            (ONE, 3),
            (ZERO, 0),
            (ONE, 3),
            (ZERO, 1),
            (ONE, 2)
        ]
    );
    assert_eq!(seen[14..], [(ZERO, 3), (ONE, 0)]);
}

#[test]
fn the_team_that_scores_throws_first_in_the_next_end() {
    for rules in [Rules::legacy(), Rules::dc2(), Rules::dc3(), Rules::sport()] {
        let mut game = new(&rules);
        assert_eq!((game.lead, game.hammer()), (ZERO, Some(ONE)));
        let step = play_end(&rules, &mut game, -2);
        assert_eq!(step.end, Some(EndScore { end: 0, points: -2 }));
        assert_eq!((game.end, game.shot, game.lead), (1, 0, ONE));
        assert_eq!(game.stones, Stones::none());
        play_end(&rules, &mut game, 3);
        assert_eq!((game.lead, game.hammer()), (ZERO, Some(ONE)));
        assert_eq!((game.total(ZERO), game.total(ONE)), (3, 2));
        assert_eq!((game.scores.of(ONE, 0), game.scores.of(ZERO, 0)), (2, 0));
    }
}

#[test]
fn a_blank_end_keeps_the_order() {
    let rules = Rules::dc3();
    let mut game = new(&rules);
    play_end(&rules, &mut game, -1);
    play_end(&rules, &mut game, 0);
    assert_eq!((game.end, game.lead), (2, ONE));
}

#[test]
fn a_level_match_goes_on_until_a_team_scores() {
    let rules = Rules {
        ends: 2,
        ..Rules::dc3()
    };
    let mut game = new(&rules);
    play_end(&rules, &mut game, 1);
    play_end(&rules, &mut game, -1);
    assert_eq!(game.outcome(), None);
    for _ in 0..3 {
        assert!(game.is_extra_end(&rules));
        assert_eq!(play_end(&rules, &mut game, 0).outcome, None);
    }
    let step = play_end(&rules, &mut game, 2);
    let outcome = Outcome {
        winner: Some(ZERO),
        reason: Reason::Score,
    };
    assert_eq!(
        (step.outcome, game.outcome()),
        (Some(outcome), Some(outcome))
    );
    assert_eq!(
        (game.end, game.total(ZERO), game.scores.extra_of(ZERO)),
        (6, 3, 2)
    );
    assert_eq!(
        (game.to_throw(), game.hammer(), game.slot()),
        (None, None, None)
    );
}

#[test]
fn the_first_extra_end_is_not_written_among_the_others() {
    let rules = Rules {
        ends: 1,
        ..Rules::dc3()
    };
    let mut game = new(&rules);
    play_end(&rules, &mut game, 0);
    play_end(&rules, &mut game, -2);
    assert_eq!((game.scores.of(ONE, 1), game.scores.extra_of(ONE)), (0, 2));
}

#[test]
fn a_level_legacy_match_is_drawn() {
    let rules = Rules {
        ends: 1,
        ..Rules::legacy()
    };
    let mut game = new(&rules);
    let drawn = Outcome {
        winner: None,
        reason: Reason::Draw,
    };
    assert_eq!(play_end(&rules, &mut game, 0).outcome, Some(drawn));
}

#[test]
fn a_match_of_blank_ends_is_drawn_at_end_255() {
    let rules = Rules {
        ends: 1,
        ..Rules::dc3()
    };
    let mut game = new(&rules);
    for end in 1..=255_u8 {
        assert_eq!(game.outcome(), None);
        play_end(&rules, &mut game, 0);
        assert_eq!(game.end, end);
    }
    assert_eq!(game.outcome().unwrap().reason, Reason::Draw);
}

#[test]
fn the_sport_stops_when_the_match_is_decided_and_the_platforms_do_not() {
    for (rules, stops) in [(Rules::sport(), true), (Rules::dc3(), false)] {
        let rules = Rules { ends: 3, ..rules };
        let mut game = new(&rules);
        play_end(&rules, &mut game, 8);
        assert_eq!(game.outcome(), None, "16 points can still be made");
        let level_is_possible = play_end(&rules, &mut game, 0);
        assert_eq!(
            level_is_possible.outcome, None,
            "8 points can still be made"
        );
        let mut ahead = new(&rules);
        play_end(&rules, &mut ahead, 8);
        assert_eq!(play_end(&rules, &mut ahead, 1).outcome.is_some(), stops);
    }
}

#[test]
fn a_foul_counts_as_a_shot_and_leaves_the_stones() {
    let rules = Rules::dc3();
    let mut game = new(&rules);
    let mut guarded = Stones::none();
    guarded.place(0, Vector::new(0.0, -3.0));
    game.apply(&rules, &guarded).unwrap();
    let mut gone = Stones::none();
    gone.place(1, Vector::new(0.0, 0.0));
    let step = game.apply(&rules, &gone).unwrap();
    assert_eq!((step.team, step.verdict.foul), (ONE, Some(Foul::Guard)));
    assert_eq!((game.shot, game.stones), (2, guarded));
}

#[test]
fn the_other_team_may_let_a_tick_pass_but_not_a_removal() {
    let rules = Rules::sport();
    let mut game = new(&rules);
    let mut guarded = Stones::none();
    guarded.place(0, Vector::new(0.0, -3.0));
    game.apply(&rules, &guarded).unwrap();
    let mut ticked = Stones::none();
    ticked.place(0, Vector::new(0.7, -2.9));
    ticked.place(1, Vector::new(-0.5, -2.0));
    let before = game;
    let refused = game.waive(&rules, &Stones::none());
    assert_eq!((refused, game), (Err(GameError::NothingToWaive), before));
    let mut put_back = game;
    put_back.apply(&rules, &ticked).unwrap();
    assert_eq!(put_back.stones, guarded);
    let step = game.waive(&rules, &ticked).unwrap();
    assert_eq!((step.verdict.foul, game.stones), (Some(Foul::Tick), ticked));
    let strict = Rules {
        tick: TickRule::DC4,
        ..rules
    };
    assert_eq!(
        before.clone().waive(&strict, &ticked),
        Err(GameError::NothingToWaive)
    );
}

#[test]
fn stones_do_not_appear_by_themselves() {
    let rules = Rules::dc3();
    let mut game = new(&rules);
    let mut stones = Stones::none();
    stones.place(0, Vector::ZERO);
    stones.place(5, Vector::ZERO);
    let before = game;
    assert_eq!(
        game.apply(&rules, &stones),
        Err(GameError::FromNowhere { slot: 5 })
    );
    assert_eq!(game, before);
}

#[test]
fn conceding_ends_the_match_at_once() {
    let rules = Rules::sport();
    let mut game = new(&rules);
    game.apply(&rules, &Stones::none()).unwrap();
    let outcome = game.concede(&rules, ZERO).unwrap();
    assert_eq!(
        outcome,
        Outcome {
            winner: Some(ONE),
            reason: Reason::Concession
        }
    );
    assert_eq!(game.shot, 1);
    assert_eq!(game.concede(&rules, ONE), Err(GameError::Over));
    assert_eq!(game.forfeit(&rules, ONE), Err(GameError::Over));
    assert_eq!(game.apply(&rules, &Stones::none()), Err(GameError::Over));
    assert_eq!(
        game.place(&rules, Placement::CENTRE_GUARD),
        Err(GameError::Over)
    );
    assert_eq!(
        game.set_order(&rules, ONE, &[0, 1, 2, 3]),
        Err(GameError::TooLate)
    );
}

#[test]
fn on_dc3_running_out_of_time_takes_the_shot_and_may_score_the_end() {
    let rules = Rules::dc3();
    let mut game = new(&rules);
    game.forfeit(&rules, ZERO).unwrap();
    assert_eq!(
        (game.shot, game.outcome().unwrap().reason),
        (1, Reason::Time)
    );

    let mut game = new(&rules);
    let mut stones = Stones::none();
    stones.place(0, Vector::ZERO);
    for _ in 0..15 {
        game.apply(&rules, &stones).unwrap();
    }
    game.concede(&rules, ONE).unwrap();
    assert_eq!((game.end, game.shot, game.total(ZERO)), (1, 0, 1));
    assert_eq!(game.outcome().unwrap().winner, Some(ZERO));
}

#[test]
fn nothing_is_placed_in_the_game_of_sixteen_stones() {
    let rules = Rules::dc3();
    let refused = new(&rules).place(&rules, Placement::CENTRE_GUARD);
    assert_eq!(refused, Err(GameError::NothingToPlace));
}

#[test]
fn the_chooser_gets_the_chosen_order() {
    let rules = Rules::sport_mixed_doubles();
    for (wish, lead) in [
        (Placement::CENTRE_GUARD, ONE),
        (Placement::CENTRE_HOUSE, ZERO),
        (Placement::POWER_PLAY_LEFT, ZERO),
        (Placement::POWER_PLAY_RIGHT, ZERO),
    ] {
        let mut game = new(&rules);
        assert_eq!((game.to_throw(), game.hammer()), (None, None));
        assert_eq!(game.place(&rules, wish), Ok(wish));
        assert_eq!(
            (game.to_throw(), game.hammer()),
            (Some(lead), Some(lead.other()))
        );
        assert_eq!(game.place(&rules, wish), Err(GameError::NothingToPlace));
    }
}

#[test]
fn the_team_that_did_not_score_chooses() {
    for name in [
        "dc2-mixed-doubles",
        "dc4-mixed-doubles",
        "sport-mixed-doubles",
    ] {
        let rules = Rules::named(name).unwrap();
        let mut game = new(&rules);
        assert_eq!(game.chooser, Some(ONE));
        play_doubles_end(&rules, &mut game, Placement::CENTRE_HOUSE, -1);
        assert_eq!(
            (game.chooser, game.phase),
            (Some(ZERO), Phase::Placing),
            "{name}"
        );
        play_doubles_end(&rules, &mut game, Placement::CENTRE_HOUSE, -1);
        assert_eq!(game.chooser, Some(ZERO), "{name}");
    }
}

#[test]
fn after_a_blank_end_the_choice_passes_as_each_rule_set_says() {
    // Team 1 chooses the house stone and the hammer, then, where it can, the guard.
    for (name, with_hammer) in [
        ("dc2-mixed-doubles", ONE),
        ("dc4-mixed-doubles", ZERO),
        ("sport-mixed-doubles", ZERO),
    ] {
        let rules = Rules::named(name).unwrap();
        let mut game = new(&rules);
        play_doubles_end(&rules, &mut game, Placement::CENTRE_HOUSE, 0);
        assert_eq!(game.chooser, Some(with_hammer), "{name}");
    }
    for (name, without) in [("dc4-mixed-doubles", ZERO), ("sport-mixed-doubles", ONE)] {
        let rules = Rules::named(name).unwrap();
        let mut game = new(&rules);
        play_doubles_end(&rules, &mut game, Placement::CENTRE_GUARD, 0);
        assert_eq!(game.chooser, Some(without), "{name}");
    }
}

/// Returns a second end in which the same team, team 1, chooses after a power play.
fn after_a_power_play(rules: &Rules) -> Game {
    let mut game = new(rules);
    play_doubles_end(rules, &mut game, Placement::POWER_PLAY_LEFT, 1);
    assert_eq!(
        (game.chooser, game.power_play_ends),
        (Some(ONE), [None, Some(0)])
    );
    game
}

#[test]
fn a_second_power_play_is_refused_granted_or_taken_for_a_centre_placement() {
    let wish = Placement::POWER_PLAY_LEFT;
    for (name, answer) in [
        (
            "sport-mixed-doubles",
            Err(GameError::PowerPlayUsed { team: ONE, end: 0 }),
        ),
        ("dc4-mixed-doubles", Ok(Placement::CENTRE_HOUSE)),
        ("dc2-mixed-doubles", Ok(Placement::CENTRE_HOUSE)),
        ("dc2-mixed-doubles-unlimited", Ok(wish)),
    ] {
        let rules = Rules::named(name).unwrap();
        let mut game = after_a_power_play(&rules);
        assert_eq!(game.place(&rules, wish), answer, "{name}");
    }
}

#[test]
fn there_is_no_power_play_in_an_extra_end() {
    let wish = Placement::POWER_PLAY_RIGHT;
    for (name, answer) in [
        ("sport-mixed-doubles", Err(GameError::PowerPlayInExtraEnd)),
        ("dc4-mixed-doubles", Ok(Placement::CENTRE_HOUSE)),
    ] {
        let rules = Rules {
            ends: 1,
            ..Rules::named(name).unwrap()
        };
        let mut game = new(&rules);
        play_doubles_end(&rules, &mut game, Placement::CENTRE_HOUSE, 0);
        assert!(game.is_extra_end(&rules));
        assert_eq!(game.place(&rules, wish), answer, "{name}");
        assert_eq!(game.power_play_ends, [None; 2]);
    }
}

#[test]
fn a_placement_that_the_platform_does_not_have_is_refused() {
    let rules = Rules::dc2_mixed_doubles();
    let mut game = new(&rules);
    let refused = game.place(&rules, Placement::POWER_PLAY_RIGHT);
    assert_eq!(
        (refused, game.phase),
        (Err(GameError::NotOffered), Phase::Placing)
    );
}

#[test]
fn in_mixed_doubles_one_player_throws_first_and_last() {
    let rules = Rules::sport_mixed_doubles();
    let mut game = new(&rules);
    game.set_order(&rules, ZERO, &[1, 0]).unwrap();
    game.place(&rules, Placement::CENTRE_HOUSE).unwrap();
    let mut players = [Vec::new(), Vec::new()];
    while let Some(team) = game.to_throw() {
        players[team.index()].push(game.player(&rules).unwrap());
        let unchanged = game.stones;
        game.apply(&rules, &unchanged).unwrap();
    }
    assert_eq!(players, [[1, 0, 0, 0, 1], [0, 1, 1, 1, 0]]);
    assert_eq!(
        game.set_order(&rules, ZERO, &[0, 1]),
        Ok(()),
        "every end anew"
    );
}

#[test]
fn the_order_of_play_is_settled_before_the_first_stone() {
    let rules = Rules::dc3();
    let mut game = new(&rules);
    assert_eq!(
        game.set_order(&rules, ZERO, &[0, 1, 1, 2]),
        Err(GameError::BadOrder { players: 4 })
    );
    game.apply(&rules, &Stones::none()).unwrap();
    assert_eq!(
        game.set_order(&rules, ZERO, &[3, 2, 1, 0]),
        Err(GameError::TooLate)
    );
}

#[test]
fn a_state_that_no_match_comes_to_is_found_out_and_does_no_harm() {
    let rules = Rules::dc3();
    let good = new(&rules);
    assert_eq!(good.check(&rules), Ok(()));
    let mut strange = Stones::none();
    strange.place(3, Vector::ZERO);
    let chooser = Some(ONE);
    for mut bad in [
        Game { shot: 16, ..good },
        Game { shot: 255, ..good },
        Game {
            stones: strange,
            ..good
        },
        Game { chooser, ..good },
        Game {
            phase: Phase::Placing,
            ..good
        },
        Game {
            scores: Scoreboard {
                extra: -128,
                ..good.scores
            },
            ..good
        },
    ] {
        assert!(matches!(
            bad.check(&rules),
            Err(GameError::Impossible { .. })
        ));
        let _ = (
            bad.total(ONE),
            bad.total(ZERO),
            bad.player(&rules),
            bad.provisional(&rules),
        );
        let _ = bad.place(&rules, Placement::CENTRE_GUARD);
        let stones = bad.stones;
        let _ = bad.apply(&rules, &stones);
        let _ = bad.concede(&rules, ZERO);
    }
    let doubles = Rules::sport_mixed_doubles();
    let mut game = new(&doubles);
    assert_eq!(game.check(&doubles), Ok(()));
    game.place(&doubles, Placement::CENTRE_GUARD).unwrap();
    assert_eq!(game.check(&doubles), Ok(()));
    assert!(game.check(&rules).is_err());
    game.stones.place(4, Vector::ZERO);
    assert!(game.check(&doubles).is_err());
}

#[test]
fn rules_that_cannot_be_played_begin_no_match() {
    let no_ends = Rules {
        ends: 0,
        ..Rules::dc3()
    };
    assert!(Game::new(&no_ends).is_err());
    let doubles: Option<Doubles> = Rules::sport_mixed_doubles().doubles;
    let four_players = Rules {
        doubles,
        rotation: Rotation::Pairs,
        ..Rules::dc3()
    };
    assert!(Game::new(&four_players).is_err());
}
