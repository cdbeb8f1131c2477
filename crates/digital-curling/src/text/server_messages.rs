//! Server messages: the commands sent to a program at each point of a match.
//!
//! Pure functions from a match and its last event to the commands for a team; nothing here waits or
//! sends.
//!
//! | when | commands |
//! |---|---|
//! | before the match | `NEWGAME`; on DCP `GAMEINFO`, `PLAYERINFO` (the team's own players); in a match that goes on after a restart the `SCORE` of every end so far |
//! | before every shot, to both teams | `POSITION`, `SETSTATE`, or the other way round |
//! | after a shot | `RUNSHOT`, and the two above; a shot that counted as a pass is `RUNSHOT 0 0 0` |
//! | after the last shot of an end | those three with the scored stones and the *next* end; `SCORE`; on DCP `SCORE` comes before the next end |
//! | after the match | over a network `TIMEOUT` or `CONCEDE` with the name of the team, `TOTALSCORE`; `GAMEOVER`; over a network `DISCONNECT` |

use super::commands::{GameInfo, Points, ServerCommand, State, Velocity, Verdict};
use super::{Dialect, FirstCommand, ProtocolOptions};
use crate::match_state::{Command, Event, Match};
use curling::Stones;
use curling::delivery::{Noise, Skill};
use curling::rules::{Game, Rules, Team};

/// The commands at the beginning of a match.
pub fn introduction(
    curling_match: &Match,
    team: Team,
    protocol: &ProtocolOptions,
) -> Vec<ServerCommand> {
    let name = |team: Team| curling_match.name(team).to_owned();
    let mut commands = vec![ServerCommand::NewGame {
        first: name(Team::Zero),
        second: name(Team::One),
    }];
    if protocol.dialect == Dialect::Dcp {
        commands.push(ServerCommand::GameInfo(game_info(curling_match, team)));
        commands.push(ServerCommand::PlayerInfo(player_info(curling_match, team)));
    }
    commands.extend(earlier_scores(curling_match));
    commands
}

/// The scores of the ends that are over, for a program that enters a match in its middle: after a
/// restart of the server. The points of all extra ends are those of the last.
fn earlier_scores(curling_match: &Match) -> impl Iterator<Item = ServerCommand> {
    let (rules, game) = (curling_match.curling().rules(), curling_match.game());
    let (ends, scores) = (rules.ends, game.scores);
    (0..game.end).map(move |end| {
        let points = if end < ends {
            scores.ends[usize::from(end)]
        } else {
            0
        };
        ServerCommand::Score(points)
    })
}

/// The commands for the position before a shot.
pub fn position(game: &Game, rules: &Rules, protocol: &ProtocolOptions) -> [ServerCommand; 2] {
    described(&game.stones, game, rules, protocol)
}

/// The commands after a shot, without the position of the first shot of the next end. Empty for
/// other events.
pub fn shot(
    curling_match: &Match,
    event: &Event,
    protocol: &ProtocolOptions,
) -> Vec<ServerCommand> {
    let (Some(step), Some(delivery)) = (&event.step, &event.entry.delivery) else {
        return Vec::new();
    };
    let (rules, game) = (curling_match.curling().rules(), curling_match.game());
    let pass = Velocity {
        x: 0.0,
        y: 0.0,
        angle: 0,
    };
    let mut commands = vec![ServerCommand::RunShot(
        delivery.shot.map_or(pass, Velocity::from),
    )];
    let [mut position, mut state] = described(&step.verdict.stones, game, rules, protocol);
    match step.end {
        None => commands.extend([position, state]),
        // DC2 sends the score before the next end.
        Some(end) if protocol.dialect == Dialect::Dcp => {
            if protocol.first == FirstCommand::State {
                std::mem::swap(&mut position, &mut state);
            }
            commands.extend([position, ServerCommand::Score(end.points)]);
            if !protocol.clears_the_house && game.outcome().is_none() {
                commands.push(state);
            }
        }
        Some(end) => commands.extend([position, state, ServerCommand::Score(end.points)]),
    }
    commands
}

/// The command of the network server when a team ran out of time or conceded.
pub fn giving_up(curling_match: &Match, event: &Event) -> Option<ServerCommand> {
    let name = curling_match.name(event.entry.team).to_owned();
    match event.entry.command {
        Command::TimeOut => Some(ServerCommand::TimeOut(name)),
        Command::Concede => Some(ServerCommand::Concede(name)),
        _ => None,
    }
}

/// The result of the match for a team.
pub fn verdict(game: &Game, team: Team) -> Verdict {
    match game.outcome().and_then(|outcome| outcome.winner) {
        None => Verdict::Draw,
        Some(winner) if winner == team => Verdict::Win,
        Some(_) => Verdict::Lose,
    }
}

/// DC2's time of an unlimited clock.
pub const FOR_EVER: u64 = i32::MAX as u64;

/// The time left of both teams in milliseconds. Zero means unlimited on the legacy platform, so the
/// least is 1.
pub fn clocks(curling_match: &Match, dialect: Dialect) -> [u64; 2] {
    Team::BOTH.map(|team| match curling_match.time_left(team).game {
        None if dialect == Dialect::Dcp => FOR_EVER,
        None => 0,
        Some(left) => (left.as_millis() as u64).max(1),
    })
}

fn described(
    stones: &Stones,
    game: &Game,
    rules: &Rules,
    protocol: &ProtocolOptions,
) -> [ServerCommand; 2] {
    let position = ServerCommand::Position(Points::from(stones));
    let state = ServerCommand::SetState(State {
        shot: game.shot,
        end: game.end,
        ends: rules.ends,
        mover: Team::of_slot(game.shot.into(), game.lead),
    });
    match protocol.first {
        FirstCommand::Position => [position, state],
        FirstCommand::State => [state, position],
    }
}

fn game_info(curling_match: &Match, team: Team) -> GameInfo {
    let rules = curling_match.curling().rules();
    let skill = curling_match.curling().conditions().teams[team.index()].player(0);
    GameInfo {
        doubles: rules.doubles.is_some(),
        polar: spread(skill.noise()).0,
        players: Some(rules.rotation.players() as u8),
    }
}

fn player_info(curling_match: &Match, team: Team) -> Vec<[f32; 3]> {
    let curling = curling_match.curling();
    let players = curling.conditions().teams[team.index()].players();
    let fastest = curling.physics().parameters().fastest();
    let numbers = |skill: &Skill| {
        let (_, [first, second]) = spread(skill.noise());
        // Without a limit of its own a player has that of the physics.
        let most = skill.max_weight().or_else(|| hand_limit(skill.noise()));
        [first, second, most.unwrap_or(fastest)].map(|number| number as f32)
    };
    let count = curling.rules().rotation.players();
    players[..count].iter().map(numbers).collect()
}

/// Whether noise is in speed and heading, and its two standard deviations. The protocol has two
/// kinds; others are sent as the nearest one.
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
    use crate::setup::{Setup, ThinkingTime};
    use arena::clock::Span;
    use curling::conditions::Conditions;
    use curling::{Shot, Turn, Vector};
    use lookahead::Seed;
    use std::time::Duration;

    fn curling_match(text: &str) -> Match {
        let conditions = Conditions::legacy().changed(&text.parse().unwrap());
        Match::new(Setup::new(conditions.unwrap(), Seed(3))).unwrap()
    }

    fn lines(commands: &[ServerCommand], dialect: Dialect) -> Vec<String> {
        commands
            .iter()
            .map(|command| command.write(dialect))
            .collect()
    }

    /// The commands after each shot of a match of one end.
    fn messages_of_one_end(protocol: &ProtocolOptions) -> Vec<Vec<ServerCommand>> {
        let mut curling_match = curling_match("ends = 1\nreferee = 'fast'");
        let mut messages = Vec::new();
        while let Some(team) = curling_match.to_act() {
            let shot = curling_match
                .curling()
                .draw(Vector::ZERO, Turn::Clockwise)
                .unwrap();
            let event = curling_match
                .apply(team, Command::Throw(shot), Duration::ZERO)
                .unwrap();
            messages.push(super::shot(&curling_match, &event, protocol));
        }
        messages
    }

    #[test]
    fn a_program_that_enters_in_the_middle_is_told_the_scores_so_far() {
        let mut curling_match = curling_match("ends = 3\nreferee = 'fast'");
        while curling_match.game().end < 2 {
            let team = curling_match.to_act().unwrap();
            let shot = curling_match.curling().draw(Vector::ZERO, Turn::Clockwise);
            let command = Command::Throw(shot.unwrap());
            curling_match.apply(team, command, Duration::ZERO).unwrap();
        }
        let commands = introduction(&curling_match, Team::One, &ProtocolOptions::default());
        let scores = curling_match.game().scores.ends;
        let expected: Vec<_> = scores[..2]
            .iter()
            .map(|points| format!("SCORE {points}"))
            .collect();
        assert_eq!(lines(&commands[1..], Dialect::Legacy), expected);
    }

    #[test]
    fn a_legacy_program_is_told_names_and_nothing_of_players() {
        let commands = introduction(&curling_match(""), Team::One, &ProtocolOptions::default());
        assert_eq!(lines(&commands, Dialect::Legacy), ["NEWGAME team0 team1"]);
    }

    #[test]
    fn a_dcp_program_is_told_what_is_played_and_what_its_own_players_can_do() {
        let protocol = ProtocolOptions::of(Dialect::Dcp);
        let info = |text: &str, team| {
            lines(
                &introduction(&curling_match(text), team, &protocol),
                protocol.dialect,
            )
        };
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
        let messages = messages_of_one_end(&ProtocolOptions::default());
        let [
            ServerCommand::RunShot(_),
            ServerCommand::Position(_),
            ServerCommand::SetState(state),
        ] = messages[0][..]
        else {
            panic!("{:?}", messages[0]);
        };
        assert_eq!((state.shot, state.end, state.mover), (1, 0, Team::One));
        let [
            _,
            ServerCommand::Position(points),
            ServerCommand::SetState(state),
            ServerCommand::Score(points_of_end),
        ] = messages[15][..]
        else {
            panic!("{:?}", messages[15]);
        };
        assert_eq!((state.shot, state.end, state.ends), (0, 1, 1));
        assert!(points.stones().count() > 0);
        assert_ne!(points_of_end, 0);
    }

    #[test]
    fn the_state_comes_first_for_those_who_want_it_so() {
        let protocol = ProtocolOptions {
            first: FirstCommand::State,
            ..ProtocolOptions::default()
        };
        let messages = messages_of_one_end(&protocol);
        assert!(matches!(
            messages[0][1..],
            [ServerCommand::SetState(_), ServerCommand::Position(_)]
        ));
    }

    #[test]
    fn a_clock_that_has_run_down_is_not_one_that_never_does() {
        let mut setup = Setup::new(Conditions::legacy(), Seed(1));
        setup.time[0] = ThinkingTime {
            game: Some(Span(Duration::from_secs(5))),
            ..ThinkingTime::default()
        };
        let mut curling_match = Match::new(setup).unwrap();
        assert_eq!(clocks(&curling_match, Dialect::Legacy), [5000, 0]);
        let shot = Shot::legacy(0.0, -30.0, 0);
        curling_match
            .apply(Team::Zero, Command::Throw(shot), Duration::from_secs(5))
            .unwrap();
        assert_eq!(clocks(&curling_match, Dialect::Legacy), [1, 0]);
    }

    #[test]
    fn who_gives_up_is_named_and_the_other_has_won() {
        let mut curling_match = curling_match("");
        let event = curling_match
            .apply(Team::One, Command::Concede, Duration::ZERO)
            .unwrap();
        assert_eq!(
            giving_up(&curling_match, &event),
            Some(ServerCommand::Concede("team1".to_owned()))
        );
        assert_eq!(verdict(curling_match.game(), Team::Zero), Verdict::Win);
        assert_eq!(verdict(curling_match.game(), Team::One), Verdict::Lose);
        assert!(shot(&curling_match, &event, &ProtocolOptions::default()).is_empty());
    }
}
