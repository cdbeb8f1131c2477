//! What a program is told and when, as lists of commands.
//!
//! Nothing here waits or sends: from a match and what has just happened in it follows what is said
//! to a team.
//!
//! | when | what |
//! |---|---|
//! | before the match | `NEWGAME`; on DCP `GAMEINFO`, `PLAYERINFO` (the team's own players) |
//! | before every shot, to both teams | `POSITION`, `SETSTATE`, or the other way round |
//! | after a shot | `RUNSHOT`, and the two above; a shot that counted as a pass is `RUNSHOT 0 0 0` |
//! | after the last shot of an end | the same with the stones that were scored, and the *next* end; `SCORE`; on DCP `SCORE` comes before the next end |
//! | after the match | over a network `TIMEOUT` or `CONCEDE` with the name of the team, `TOTALSCORE`; `GAMEOVER`; over a network `DISCONNECT` |

use super::words::{Call, GameInfo, Points, State, Velocity, Verdict};
use super::{Dialect, First, Habits};
use crate::bout::{Act, Bout, News};
use curling::Stones;
use curling::delivery::{Noise, Skill};
use curling::rules::{Game, Rules, Team};

/// Everything about the match that does not change.
pub fn introduction(bout: &Bout, team: Team, habits: &Habits) -> Vec<Call> {
    let name = |team: Team| bout.name(team).to_owned();
    let mut calls = vec![Call::NewGame {
        first: name(Team::Zero),
        second: name(Team::One),
    }];
    if habits.dialect == Dialect::Dcp {
        calls.push(Call::GameInfo(game_info(bout, team)));
        calls.push(Call::PlayerInfo(player_info(bout, team)));
    }
    calls
}

/// The position before a shot.
pub fn position(game: &Game, rules: &Rules, habits: &Habits) -> [Call; 2] {
    described(&game.stones, game, rules, habits)
}

/// What came of a shot: everything but the position of the shot that follows the last one of an
/// end. Nothing of anything else.
pub fn shot(bout: &Bout, news: &News, habits: &Habits) -> Vec<Call> {
    let (Some(step), Some(came)) = (&news.step, &news.entry.came) else {
        return Vec::new();
    };
    let (rules, game) = (bout.curling().rules(), bout.game());
    let pass = Velocity {
        x: 0.0,
        y: 0.0,
        angle: 0,
    };
    let mut calls = vec![Call::RunShot(came.shot.map_or(pass, Velocity::from))];
    let [mut position, mut state] = described(&step.verdict.stones, game, rules, habits);
    match step.end {
        None => calls.extend([position, state]),
        // DC2 tells the score before it goes on to the next end.
        Some(end) if habits.dialect == Dialect::Dcp => {
            if habits.first == First::State {
                std::mem::swap(&mut position, &mut state);
            }
            calls.extend([position, Call::Score(end.points)]);
            if !habits.clears_the_house && game.outcome().is_none() {
                calls.push(state);
            }
        }
        Some(end) => calls.extend([position, state, Call::Score(end.points)]),
    }
    calls
}

/// Over a network: that a team ran out of time or gave up.
pub fn giving_up(bout: &Bout, news: &News) -> Option<Call> {
    let name = bout.name(news.entry.team).to_owned();
    match news.entry.act {
        Act::TimeOut => Some(Call::TimeOut(name)),
        Act::Concede => Some(Call::Concede(name)),
        _ => None,
    }
}

/// The end of the match as a team sees it.
pub fn verdict(game: &Game, team: Team) -> Verdict {
    match game.outcome().and_then(|outcome| outcome.winner) {
        None => Verdict::Draw,
        Some(winner) if winner == team => Verdict::Win,
        Some(_) => Verdict::Lose,
    }
}

/// What DC2 says of a clock that never runs out.
pub const FOR_EVER: u64 = i32::MAX as u64;

/// What both teams have left in milliseconds. Nought means for ever on the legacy platform, so the
/// last moment is one.
pub fn clocks(bout: &Bout, dialect: Dialect) -> [u64; 2] {
    Team::BOTH.map(|team| match bout.time_left(team).game {
        None if dialect == Dialect::Dcp => FOR_EVER,
        None => 0,
        Some(left) => (left.as_millis() as u64).max(1),
    })
}

fn described(stones: &Stones, game: &Game, rules: &Rules, habits: &Habits) -> [Call; 2] {
    let position = Call::Position(Points::from(stones));
    let state = Call::SetState(State {
        shot: game.shot,
        end: game.end,
        ends: rules.ends,
        mover: Team::of_slot(game.shot.into(), game.lead),
    });
    match habits.first {
        First::Position => [position, state],
        First::State => [state, position],
    }
}

fn game_info(bout: &Bout, team: Team) -> GameInfo {
    let rules = bout.curling().rules();
    let skill = bout.curling().conditions().teams[team.index()].player(0);
    GameInfo {
        doubles: rules.doubles.is_some(),
        polar: spread(skill.noise()).0,
        players: Some(rules.rotation.players() as u8),
    }
}

fn player_info(bout: &Bout, team: Team) -> Vec<[f32; 3]> {
    let curling = bout.curling();
    let players = curling.conditions().teams[team.index()].players();
    let fastest = curling.physics().parameters().fastest();
    let numbers = |skill: &Skill| {
        let (_, [first, second]) = spread(skill.noise());
        // Whoever has no limit is limited by what can be thrown at all.
        let most = skill.max_weight().or_else(|| hand_limit(skill.noise()));
        [first, second, most.unwrap_or(fastest)].map(|number| number as f32)
    };
    let count = curling.rules().rotation.players();
    players[..count].iter().map(numbers).collect()
}

/// Whether noise is in speed and heading, and its two standard deviations. The protocol knows two
/// kinds; the others are told as the one they are most like.
fn spread(noise: &Noise) -> (bool, [f64; 2]) {
    match *noise {
        Noise::None => (false, [0.0, 0.0]),
        Noise::Rectangular { x, y } => (false, [x, y]),
        Noise::Gat { size } => (false, [size / 2.0, size * 2.0]),
        Noise::Polar { speed, heading, .. } => (true, [speed, heading]),
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => {
            (true, [hand.stddev_speed, hand.stddev_angle])
        }
    }
}

fn hand_limit(noise: &Noise) -> Option<f64> {
    match noise {
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => Some(hand.max_speed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Allowance, Setup};
    use arena::clock::Span;
    use curling::conditions::Conditions;
    use curling::{Shot, Turn, Vector};
    use lookahead::Seed;
    use std::time::Duration;

    fn bout(text: &str) -> Bout {
        let conditions = Conditions::legacy().changed(&text.parse().unwrap());
        Bout::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
    }

    fn lines(calls: &[Call], dialect: Dialect) -> Vec<String> {
        calls.iter().map(|call| call.write(dialect)).collect()
    }

    /// What is said after each shot of a match of one end.
    fn said_in_one_end(habits: &Habits) -> Vec<Vec<Call>> {
        let mut bout = bout("ends = 1\nreferee = 'fast'");
        let mut said = Vec::new();
        while let Some(team) = bout.to_act() {
            let shot = bout.curling().draw(Vector::ZERO, Turn::Clockwise).unwrap();
            let news = bout.act(team, Act::Throw(shot), Duration::ZERO).unwrap();
            said.push(super::shot(&bout, &news, habits));
        }
        said
    }

    #[test]
    fn a_legacy_program_is_told_names_and_nothing_of_players() {
        let calls = introduction(&bout(""), Team::One, &Habits::default());
        assert_eq!(lines(&calls, Dialect::Legacy), ["NEWGAME team0 team1"]);
    }

    #[test]
    fn a_dcp_program_is_told_what_is_played_and_what_its_own_players_can_do() {
        let habits = Habits::of(Dialect::Dcp);
        let info =
            |text: &str, team| lines(&introduction(&bout(text), team, &habits), habits.dialect);
        let four = info(
            "platform = 'dc2'\nplayers1 = [{ noise = { kind = 'rectangular', x = 0.1, y = 0.2 }, max_weight = 35 }]",
            Team::One,
        );
        assert_eq!(four[1], "GAMEINFO 0 0 4");
        assert_eq!(four[2], format!("PLAYERINFO{}", " 0.1 0.2 35".repeat(4)));
        let doubles = info(
            "platform = 'dc2-mixed-doubles'\nnoise = { kind = 'polar', speed = 0.5, heading = 0.01 }",
            Team::Zero,
        );
        assert_eq!(doubles[1], "GAMEINFO 1 1 2");
        assert!(
            doubles[2].starts_with("PLAYERINFO 0.5 0.01 "),
            "{}",
            doubles[2]
        );
    }

    #[test]
    fn after_the_last_stone_the_old_stones_are_shown_with_the_new_end_and_the_score() {
        let said = said_in_one_end(&Habits::default());
        let [Call::RunShot(_), Call::Position(_), Call::SetState(state)] = said[0][..] else {
            panic!("{:?}", said[0]);
        };
        assert_eq!((state.shot, state.end, state.mover), (1, 0, Team::One));
        let [
            _,
            Call::Position(points),
            Call::SetState(state),
            Call::Score(points_of_end),
        ] = said[15][..]
        else {
            panic!("{:?}", said[15]);
        };
        assert_eq!((state.shot, state.end, state.ends), (0, 1, 1));
        assert!(points.stones().count() > 0);
        assert_ne!(points_of_end, 0);
    }

    #[test]
    fn the_state_comes_first_for_those_who_want_it_so() {
        let habits = Habits {
            first: First::State,
            ..Habits::default()
        };
        let said = said_in_one_end(&habits);
        assert!(matches!(
            said[0][1..],
            [Call::SetState(_), Call::Position(_)]
        ));
    }

    #[test]
    fn a_clock_that_has_run_down_is_not_one_that_never_does() {
        let mut setup = Setup::new(Conditions::legacy(), Seed(1));
        setup.time[0] = Allowance {
            game: Some(Span(Duration::from_secs(5))),
            ..Allowance::default()
        };
        let mut bout = Bout::new(setup).unwrap();
        assert_eq!(clocks(&bout, Dialect::Legacy), [5000, 0]);
        let shot = Shot::legacy(0.0, -30.0, 0);
        bout.act(Team::Zero, Act::Throw(shot), Duration::from_secs(5))
            .unwrap();
        assert_eq!(clocks(&bout, Dialect::Legacy), [1, 0]);
    }

    #[test]
    fn who_gives_up_is_named_and_the_other_has_won() {
        let mut bout = bout("");
        let news = bout.act(Team::One, Act::Concede, Duration::ZERO).unwrap();
        assert_eq!(
            giving_up(&bout, &news),
            Some(Call::Concede("team1".to_owned()))
        );
        assert_eq!(verdict(bout.game(), Team::Zero), Verdict::Win);
        assert_eq!(verdict(bout.game(), Team::One), Verdict::Lose);
        assert!(shot(&bout, &news, &Habits::default()).is_empty());
    }
}
