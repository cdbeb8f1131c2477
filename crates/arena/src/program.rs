//! Program players: programs in other processes that speak the arena's line protocol.
//!
//! Any language that reads and writes lines works. The protocol is independent of the game: views
//! and actions are in the game's own one-line text form.
//!
//! | the referee says | the program answers |
//! |---|---|
//! | `sakiyomi 1 game NAME seat S of N seed X` | `ready`, within ten seconds |
//! | `played S ACTION`: seat S did this | nothing |
//! | `view VIEW`: what you see now | nothing |
//! | `go`, then any of ` move MS`, ` game MS`, ` increment MS`: your turn, with the time left in milliseconds | `play ACTION` or `resign`; any number of `info TEXT` before |
//! | `end SHARE`: over; your side's share of the game, 0 to 1 | nothing; it should end itself |
//!
//! Each game starts a new process in the referee's directory. Any other output on the program's
//! turn, silence beyond the time limit (or [`DEFAULT_MOVE_LIMIT`], if there is none), a flood of
//! output or its end forfeits the game. The last `info` is kept with the move as its thought. A
//! program that cannot be started, or ends before its first answer, ends a match or tournament
//! ([`crate::tournament`]).
//!
//! The seed is for the program's own randomness; dice and deals cannot be computed from it.
//!
//! A whole program, for a game in which `1` is always legal:
//!
//! ```sh
//! while read -r word rest; do
//!   case $word in
//!     sakiyomi) echo ready ;;
//!     go) echo "play 1" ;;
//!     end) exit ;;
//!   esac
//! done
//! ```

use crate::clock::{GRACE, TimeLeft};
use crate::game::{Game, Score};
use crate::player::{Choice, Fault, Player, Thinking};
use crate::process::{self, Launch, Limits, Process};
use crate::secrecy::told_seed;
use lookahead::Cancel;
use std::time::{Duration, Instant};

/// Time per move of a program if no time limit is set.
pub const DEFAULT_MOVE_LIMIT: Duration = Duration::from_mins(1);

/// Time a program has to answer `ready`.
pub(crate) const START_LIMIT: Duration = Duration::from_secs(10);
/// Time a program has to end after `end`.
pub(crate) const EXIT_LIMIT: Duration = Duration::from_millis(200);

/// A program that plays one seat.
#[derive(Debug)]
pub struct ProgramPlayer {
    game: String,
    launch: Launch,
    process: Option<Process>,
    seat: usize,
}

impl ProgramPlayer {
    /// Creates a player of the game called `game`; the program is started when the game begins.
    pub fn new(game: &str, launch: Launch) -> Self {
        ProgramPlayer {
            game: game.to_owned(),
            launch,
            process: None,
            seat: 0,
        }
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        let why = || "the game has not begun".to_owned();
        self.process
            .as_mut()
            .ok_or_else(|| Fault::Crashed { why: why() })
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.process()?.send(line).map_err(player_fault)
    }

    fn receive(&mut self, deadline: Instant, cancel: &Cancel) -> Result<String, Fault> {
        self.process()?
            .receive_by(deadline, cancel)
            .map(|line| line.text)
            .map_err(player_fault)
    }

    /// Reads lines up to the answer to `go`; returns the action and the last `info`.
    fn answer(&mut self, thinking: &Thinking) -> Result<(String, Option<String>), Fault> {
        let deadline = deadline(thinking);
        let mut info = None;
        loop {
            let line = self.receive(deadline, &thinking.cancel);
            let line = line.map_err(|fault| {
                explain_default_limit(fault, &thinking.time, DEFAULT_MOVE_LIMIT)
            })?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "play" => return Ok((rest.trim().to_owned(), info)),
                "info" => info = Some(rest.trim().to_owned()),
                "resign" => return Err(Fault::Resigned),
                _ => return Err(unexpected(&line, "`play ACTION`, `info TEXT` or `resign`")),
            }
        }
    }
}

impl<G: Game> Player<G> for ProgramPlayer {
    fn begin(&mut self, game: &G, seat: usize, thinking: &Thinking) -> Result<(), Fault> {
        self.seat = seat;
        self.process = Some(Process::start(&self.launch, Limits::default()).map_err(player_fault)?);
        let (name, seats, seed) = (&self.game, game.sides().len(), told_seed(thinking.seed));
        let hello = format!("sakiyomi 1 game {name} seat {seat} of {seats} seed {seed}");
        let answer = self
            .send(&hello)
            .and_then(|()| self.receive(Instant::now() + START_LIMIT, &thinking.cancel))
            .map_err(|fault| {
                let has_ended = self.process.as_mut().is_some_and(Process::has_ended);
                startup_fault(fault, &self.launch, has_ended)
            })?;
        if answer.trim() == "ready" {
            Ok(())
        } else {
            Err(unexpected(&answer, "`ready`"))
        }
    }

    fn choose(
        &mut self,
        game: &G,
        view: &G::View,
        thinking: &Thinking,
    ) -> Result<Choice<G::Action>, Fault> {
        self.send(&format!("view {}", game.write_view(view)))?;
        self.send(&go(&thinking.time))?;
        let (text, info) = self.answer(thinking)?;
        let action = game.read_action(&text).map_err(|why| {
            let (action, why) = (process::shortened(&text), process::shortened(&why));
            Fault::Illegal { action, why }
        })?;
        Ok(Choice {
            action,
            thought: info.map(serde_json::Value::String),
        })
    }

    fn observe(
        &mut self,
        game: &G,
        seat: usize,
        action: &G::Action,
        _view: &G::View,
    ) -> Result<(), Fault> {
        self.send(&format!("played {seat} {}", game.write_action(action)))
    }

    fn end(&mut self, game: &G, score: &Score) {
        if let Some(mut process) = self.process.take() {
            // The program may have ended already; the game is over either way.
            let share = score.share_of(game.sides()[self.seat]);
            let _ = process.send(&format!("end {share}"));
            process.finish(EXIT_LIMIT);
        }
    }
}

/// Returns the deadline for the answer to a request made now.
pub(crate) fn deadline(thinking: &Thinking) -> Instant {
    let limit = thinking.time.hard_limit();
    Instant::now() + limit.map_or(DEFAULT_MOVE_LIMIT, |limit| limit + GRACE)
}

fn go(time: &TimeLeft) -> String {
    let part = |name: &str, time: Option<Duration>| {
        time.map_or(String::new(), |t| format!(" {name} {}", t.as_millis()))
    };
    let increment = Some(time.increment).filter(|time| !time.is_zero());
    let limits = part("move", time.this_move) + &part("game", time.game);
    format!("go{limits}{}", part("increment", increment))
}

/// Explains the default limit in a time-out fault if no time limit was set.
pub fn explain_default_limit(fault: Fault, time: &TimeLeft, patience: Duration) -> Fault {
    match fault {
        Fault::OutOfTime { why } if time.hard_limit().is_none() => Fault::OutOfTime {
            why: format!(
                "{why}; no time limit was set, so the default of {} s per move applies (set one with --per-move or --per-game)",
                patience.as_secs_f64()
            ),
        },
        fault => fault,
    }
}

/// Returns the fault of an unexpected line.
pub(crate) fn unexpected(line: &str, expected: &str) -> Fault {
    Fault::Illegal {
        action: process::shortened(line),
        why: format!("expected {expected}"),
    }
}

/// Converts a fault before the first answer: [`Fault::NeverAnswered`] if the program has ended.
pub fn startup_fault(fault: Fault, launch: &Launch, has_ended: bool) -> Fault {
    match fault {
        Fault::Crashed { why } if has_ended => Fault::NeverAnswered {
            why: format!(
                "{launch} in {} ended before its first answer: {why}",
                launch.folder().display()
            ),
        },
        other => other,
    }
}

/// Converts a fault of a process into a fault of its player.
pub fn player_fault(fault: process::Fault) -> Fault {
    match fault {
        process::Fault::Silent { .. } => Fault::OutOfTime {
            why: fault.to_string(),
        },
        process::Fault::NotText { line, at } => Fault::Illegal {
            action: process::shortened(&line),
            why: format!("not UTF-8 at byte {at}"),
        },
        process::Fault::Cancelled => Fault::Interrupted,
        process::Fault::CannotStart {
            program,
            dir,
            reason,
        } => Fault::CannotStart {
            why: format!("{program} in {}: {reason}", dir.display()),
        },
        other => Fault::Crashed {
            why: other.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT_MOVE_LIMIT, explain_default_limit};
    use crate::clock::TimeLeft;
    use crate::playable::{PlayError, PlayableGame};
    use crate::referee::Terms;
    use crate::test_games::lineup;
    use crate::{Ending, Fault, GameRecord};
    use lookahead::{Cancel, Seed};
    use std::time::{Duration, Instant};

    /// Plays `script` (for `sh`) as side 0 against a player that always adds 1, at 200 ms a move.
    fn play(script: &str) -> GameRecord {
        let command = format!("program:sh -c {}", crate::process::quote(script));
        let terms: Terms = toml::from_str("time = { per_move = '200ms' }").unwrap();
        let players = [&command.parse().unwrap(), &"adds:n=1".parse().unwrap()];
        lineup()
            .play(players, &terms, Seed(1), &Cancel::new())
            .unwrap()
    }

    fn fault(record: &GameRecord) -> String {
        match &record.ending {
            Ending::Forfeit { seat: 0, fault } => fault.to_string(),
            other => panic!("no forfeit of the program but {other:?}"),
        }
    }

    const ANSWERS: &str = "read hello; echo ready; while read -r word rest; do case $word in go) echo \"$say\";; end) exit;; esac; done";

    #[test]
    fn a_program_plays_a_whole_game_and_its_thoughts_are_kept() {
        let record = play(&format!("say='info sure\nplay 3'; {ANSWERS}"));
        assert_eq!(record.ending, Ending::Finished);
        assert_eq!(record.moves[0].action, "3");
        assert_eq!(record.moves[0].thought, Some("sure".into()));
    }

    #[test]
    fn the_seed_that_is_told_is_not_the_players() {
        let record = play("read hello; echo \"$hello\"");
        let player = crate::referee::player_seed(Seed(1), 0);
        let told = crate::secrecy::told_seed(player);
        let words = fault(&record);
        assert!(words.contains(&format!("seed {told}")), "{words}");
    }

    /// Endless output: the reader may or may not keep up with it until the time is over.
    const FLOODED: &str = "out of time: no output for|crashed: wrote";

    #[test]
    fn every_kind_of_misbehaviour_loses_the_game_in_its_own_words() {
        let cases = [
            (
                "say=hello",
                "illegal action `hello`: expected `play ACTION`",
            ),
            ("say='play x'", "illegal action `x`: `x` is not a number"),
            ("say='play 9'", "illegal action `9`: add 1 to 3"),
            ("say=resign", "resigned"),
            ("say=", "illegal action ``: expected `play"),
            (
                "echo no such model >&2; exit 3",
                "cannot be started: sh -c 'echo no such model >&2; exit 3' in ",
            ),
            (
                "read hello; echo ready; read go; exit 3",
                "crashed: exited with code 3",
            ),
            (
                "read hello; echo hi",
                "illegal action `hi`: expected `ready`",
            ),
            (
                "read hello; echo ready; read go; sleep 9",
                "out of time: no output for",
            ),
            ("read hello; echo ready; yes info", FLOODED),
            (
                "read hello; echo ready; tr '\\0' a </dev/zero",
                "crashed: wrote a line of more",
            ),
            (
                "read hello; printf 'ready\\n\\377\\n'; sleep 9",
                "illegal action `\u{fffd}`: not UTF-8",
            ),
        ];
        for (script, words) in cases {
            let script = if script.starts_with("say") {
                format!("{script}; {ANSWERS}")
            } else {
                script.into()
            };
            let started = Instant::now();
            let fault_text = fault(&play(&script));
            assert!(
                words.split('|').any(|w| fault_text.starts_with(w)),
                "{script}: {fault_text}"
            );
            assert!(
                started.elapsed() < Duration::from_secs(5),
                "{script} took too long"
            );
        }
    }

    #[test]
    fn a_program_that_never_gets_ready_does_not_hold_up_an_interruption() {
        let cancel = Cancel::new();
        let raised = cancel.clone();
        let raiser = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            raised.cancel();
        });
        let players = [
            &"program:sleep 60".parse().unwrap(),
            &"random".parse().unwrap(),
        ];
        let started = Instant::now();
        let result = lineup().play(players, &Terms::default(), Seed(1), &cancel);
        assert!(matches!(result, Err(PlayError::Interrupted(_))));
        assert!(started.elapsed() < Duration::from_secs(5));
        raiser.join().unwrap();
    }

    #[test]
    fn a_fault_by_the_default_limit_names_that_limit() {
        let silent = || Fault::OutOfTime {
            why: "no output".to_owned(),
        };
        let none = TimeLeft::default();
        let fault_text = explain_default_limit(silent(), &none, DEFAULT_MOVE_LIMIT).to_string();
        assert!(
            fault_text.contains("the default of 60 s per move"),
            "{fault_text}"
        );
        let limited = TimeLeft {
            this_move: Some(Duration::from_secs(1)),
            ..none
        };
        assert_eq!(
            explain_default_limit(silent(), &limited, DEFAULT_MOVE_LIMIT),
            silent()
        );
    }

    #[test]
    fn a_command_line_that_cannot_be_read_is_refused_before_the_game() {
        let error = lineup()
            .check(&"program:sh -c 'x".parse().unwrap())
            .unwrap_err();
        assert!(
            error.to_string().starts_with("`program:sh -c 'x`: "),
            "{error}"
        );
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let players = [
            &"program:./nobody".parse().unwrap(),
            &"random".parse().unwrap(),
        ];
        let record = lineup()
            .play(players, &Terms::default(), Seed(1), &Cancel::new())
            .unwrap();
        assert!(
            fault(&record).starts_with("cannot be started: ./nobody in "),
            "{}",
            fault(&record)
        );
    }
}
