//! A program that speaks the Go Text Protocol, seen from the controller.
//!
//! Line protocol, version 2 (Farnebäck, *Specification of the Go Text Protocol*, 2002): a command
//! goes out on one line, and an answer comes back that begins with `=` (done) or `?` (refused) and
//! ends with an empty line. Many games beside Go use it. What commands mean is the game's business:
//! a game crate builds a player over a [`Connection`]. Here is what all of them share: the
//! deadline, faults that name the guilty command, time limits, leaving.
//!
//! Commands whose answers nobody waits for are [told](Connection::tell): their answers are looked
//! at when the next command is [asked](Connection::ask), so that the referee never waits in anybody
//! else's time. Numbers of commands (ids) are not used: a program that answers too much or too
//! little is found out by what it says next.
//!
//! ```
//! use arena::gtp::Connection;
//! use arena::player::Thinking;
//! use lookahead::{Cancel, Seed};
//!
//! let thinking = Thinking { time: Default::default(), seed: Seed(1), cancel: Cancel::new() };
//! let launch = "sh -c 'while read word rest; do printf \"= %s\\n\\n\" \"$rest\"; done'".parse().unwrap();
//! let mut echo = Connection::open(&launch, &["clear_board"], &thinking)?;
//! echo.tell("play b e10")?;
//! assert_eq!(echo.ask("genmove w", &thinking)?, "w");
//! echo.close();
//! # Ok::<(), arena::Fault>(())
//! ```

use crate::clock::TimeLeft;
use crate::player::{Fault, Thinking};
use crate::process::{Launch, Limits, Process, shortened};
use crate::program::{
    LEAVING, PATIENCE, WAKING, blame, deadline, unanswered, unexpected, with_limit,
};
use lookahead::Cancel;
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// The longest answer that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// A running program that answers commands.
#[derive(Debug)]
pub struct Connection {
    process: Process,
    /// What was told, and whether the program may refuse it.
    told: VecDeque<(String, bool)>,
    /// The commands it says it knows.
    known: BTreeSet<String>,
}

/// `Ok` after `=`, `Err` after `?`.
type Answer = Result<String, String>;

impl Connection {
    /// Starts a program and prepares it for a game: asks for its commands, and has it carry out
    /// those of `setup`. Where it knows the commands, it is given a seed of 31 bits (the seed of
    /// `thinking`) and the time limits.
    ///
    /// # Errors
    /// A fault if it cannot be started, refuses a command of `setup`, or is not ready within ten
    /// seconds.
    pub fn open(launch: &Launch, setup: &[&str], thinking: &Thinking) -> Result<Self, Fault> {
        let process = Process::start(launch, Limits::default()).map_err(blame)?;
        let mut connection = Connection {
            process,
            told: VecDeque::new(),
            known: BTreeSet::new(),
        };
        let (by, cancel) = (Instant::now() + WAKING, &thinking.cancel);
        let listed = connection.exchange("list_commands", by, cancel);
        let has_ended = connection.process.has_ended();
        let listed = listed.map_err(|fault| unanswered(fault, launch, has_ended))?;
        connection.known = listed
            .unwrap_or_default()
            .lines()
            .map(|line| line.trim().to_owned())
            .collect();
        let seed = thinking.seed.0 & 0x7fff_ffff;
        connection.offer("set_random_seed", &seed.to_string())?;
        for command in setup {
            let answer = connection.exchange(command, by, cancel)?;
            accepted(command, answer)?;
        }
        if let Some(limits) = time_settings(&thinking.time) {
            connection.offer("time_settings", &limits)?;
        }
        Ok(connection)
    }

    /// Whether the program says that it knows a command.
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Gives a command without waiting for the answer. A refusal is a fault that the next
    /// [`ask`](Self::ask) finds.
    ///
    /// # Errors
    /// A fault if the program is gone or has stopped reading.
    pub fn tell(&mut self, command: &str) -> Result<(), Fault> {
        self.send(command, false)
    }

    /// Gives a command if the program knows it; it may refuse.
    fn offer(&mut self, command: &str, arguments: &str) -> Result<(), Fault> {
        if !self.knows(command) {
            return Ok(());
        }
        self.send(&format!("{command} {arguments}"), true)
    }

    /// Tells the time left to the player of this name, if time is limited and the program knows how
    /// to be told.
    ///
    /// # Errors
    /// As [`tell`](Self::tell).
    pub fn tell_time(&mut self, player: &str, time: &TimeLeft) -> Result<(), Fault> {
        match time_left(time) {
            Some(left) => self.offer("time_left", &format!("{player} {left}")),
            None => Ok(()),
        }
    }

    /// Gives a command and waits for the answer, as long as the clock of `thinking` and a little
    /// grace allow.
    ///
    /// # Errors
    /// A fault if this command or one told before is refused, if what comes is no answer, or if
    /// none comes in time.
    pub fn ask(&mut self, command: &str, thinking: &Thinking) -> Result<String, Fault> {
        let answer = self.exchange(command, deadline(thinking), &thinking.cancel);
        let answer = answer.map_err(|fault| with_limit(fault, &thinking.time, PATIENCE))?;
        accepted(command, answer)
    }

    /// Tells the program to leave, and ends it if it does not.
    pub fn close(mut self) {
        // It may be dead already, which is as good.
        let _ = self.process.send("quit");
        self.process.finish(LEAVING);
    }

    fn send(&mut self, command: &str, may_refuse: bool) -> Result<(), Fault> {
        self.told.push_back((command.to_owned(), may_refuse));
        self.process.send(command).map_err(blame)
    }

    fn exchange(&mut self, command: &str, by: Instant, cancel: &Cancel) -> Result<Answer, Fault> {
        self.process.send(command).map_err(blame)?;
        while let Some((told, may_refuse)) = self.told.pop_front() {
            let answer = self.answer(by, cancel)?;
            if !may_refuse {
                accepted(&told, answer)?;
            }
        }
        self.answer(by, cancel)
    }

    fn receive(&mut self, by: Instant, cancel: &Cancel) -> Result<String, Fault> {
        let line = self.process.receive_by(by, cancel).map_err(blame)?;
        Ok(line.text)
    }

    /// The next answer: empty lines, a line with `=` or `?`, more lines, an empty line.
    fn answer(&mut self, by: Instant, cancel: &Cancel) -> Result<Answer, Fault> {
        let mut first = self.receive(by, cancel)?;
        while first.trim().is_empty() {
            first = self.receive(by, cancel)?;
        }
        let (done, rest) = status(&first)?;
        let mut text = rest.to_owned();
        loop {
            let line = self.receive(by, cancel)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(line.trim_end());
            if text.len() > LONGEST {
                let why = format!("gave an answer of more than {LONGEST} bytes");
                return Err(Fault::Crashed { why });
            }
        }
        let text = text.trim().to_owned();
        Ok(if done { Ok(text) } else { Err(text) })
    }
}

/// What the first line of an answer says: done or refused, and the words.
fn status(line: &str) -> Result<(bool, &str), Fault> {
    let done = line.strip_prefix('=').map(|rest| (true, rest));
    let refused = || line.strip_prefix('?').map(|rest| (false, rest));
    let (done, rest) = done
        .or_else(refused)
        .ok_or_else(|| unexpected(line, "an answer that begins with `=` or `?`"))?;
    Ok((done, rest.trim()))
}

fn accepted(command: &str, answer: Answer) -> Result<String, Fault> {
    answer.map_err(|words| Fault::Illegal {
        action: shortened(format!("? {words}").trim_end()),
        why: format!("refused `{}`", shortened(command)),
    })
}

/// The protocol counts whole seconds. Limits below a second exist here, and are then written as
/// fractions.
fn seconds(time: Duration) -> String {
    format!("{}", (time.as_secs_f64() * 1000.0).floor() / 1000.0)
}

/// The limits of a game as main time, overtime and moves in it. Where both the game and each move
/// are limited, the first matters here, and the second when the time left is told.
fn time_settings(time: &TimeLeft) -> Option<String> {
    match (time.game, time.this_move) {
        (Some(game), _) => Some(format!("{} 0 0", seconds(game))),
        (None, Some(each)) => Some(format!("0 {} 1", seconds(each))),
        (None, None) => None,
    }
}

/// The time left as a time and the number of moves in it, none meaning the rest of the game.
fn time_left(time: &TimeLeft) -> Option<String> {
    match (time.game, time.this_move) {
        (Some(game), Some(each)) if each < game => Some(format!("{} 1", seconds(each))),
        (Some(game), _) => Some(format!("{} 0", seconds(game))),
        (None, each) => each.map(|each| format!("{} 1", seconds(each))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookahead::Seed;

    fn thinking(time: TimeLeft) -> Thinking {
        Thinking {
            time,
            seed: Seed(5),
            cancel: Cancel::new(),
        }
    }

    fn hurried() -> Thinking {
        thinking(TimeLeft {
            this_move: Some(Duration::from_millis(200)),
            ..TimeLeft::default()
        })
    }

    /// Answers `genmove` as the script says, `play` with `$play`, and anything else as it should.
    /// `$heard` are all lines so far.
    fn script(says: &str) -> Launch {
        let script = format!(
            "play='='; while read -r word rest; do heard=\"$heard/$word $rest\"; case $word in \
             genmove) {says};; play) printf '%s\\n\\n' \"$play\";; quit) exit;; \
             list_commands) printf '= name\\ntime_settings\\ntime_left\\nset_random_seed\\n\\n';; \
             *) printf '=\\n\\n';; esac; done"
        );
        Launch::new("sh").arg("-c").arg(script)
    }

    fn asked(says: &str) -> Result<String, Fault> {
        let mut connection = Connection::open(&script(says), &["clear_board"], &hurried())?;
        connection.tell("play b e10")?;
        connection.ask("genmove w", &hurried())
    }

    #[test]
    fn an_answer_is_read_to_its_empty_line() {
        assert_eq!(asked("printf '\\n= a\\r\\nb\\r\\n\\r\\n'").unwrap(), "a\nb");
        assert_eq!(asked("printf '=\\n\\n'").unwrap(), "");
    }

    #[test]
    fn seed_and_time_are_told_to_those_who_know_the_commands() {
        let says = "printf '= %s\\n\\n' \"$heard\"";
        let mut connection = Connection::open(&script(says), &["clear_board"], &hurried()).unwrap();
        connection.tell_time("w", &hurried().time).unwrap();
        assert_eq!(
            connection.ask("genmove w", &hurried()).unwrap(),
            "/list_commands /set_random_seed 5/clear_board /time_settings 0 0.2 1/time_left w 0.2 1/genmove w"
        );
        let untold = Launch::new("sh").arg("-c").arg(
            "while read -r line; do heard=\"$heard/$line\"; printf '= %s\\n\\n' \"$heard\"; done",
        );
        let mut connection = Connection::open(&untold, &["clear_board"], &hurried()).unwrap();
        connection.tell_time("w", &hurried().time).unwrap();
        let heard = connection.ask("genmove w", &hurried()).unwrap();
        assert_eq!(heard, "/list_commands/clear_board/genmove w");
    }

    #[test]
    fn limits_are_written_as_the_protocol_has_them() {
        let both = TimeLeft {
            game: Some(Duration::from_secs(90)),
            this_move: Some(Duration::from_millis(2500)),
            ..TimeLeft::default()
        };
        let game = TimeLeft {
            this_move: None,
            ..both
        };
        let each = TimeLeft { game: None, ..both };
        let cases = [
            (TimeLeft::default(), None, None),
            (game, Some("90 0 0"), Some("90 0")),
            (each, Some("0 2.5 1"), Some("2.5 1")),
            (both, Some("90 0 0"), Some("2.5 1")),
        ];
        for (time, settings, left) in cases {
            assert_eq!(time_settings(&time).as_deref(), settings);
            assert_eq!(time_left(&time).as_deref(), left);
        }
    }

    #[test]
    fn misbehaviour_is_named_with_the_command_it_answers() {
        let cases = [
            (
                "printf '? no idea\\n\\n'",
                "illegal action `? no idea`: refused `genmove w`",
            ),
            (
                "printf '?\\n\\n'",
                "illegal action `?`: refused `genmove w`",
            ),
            (
                "echo hello",
                "illegal action `hello`: expected an answer that begins with `=` or `?`",
            ),
            ("sleep 9", "out of time: said nothing for"),
            (
                "echo '= half an answer'; sleep 9",
                "out of time: said nothing",
            ),
            (
                "echo no more >&2; exit 4",
                "crashed: exited with code 4, saying: no more",
            ),
            (
                "echo =; yes",
                "out of time|crashed: wrote|crashed: gave an answer of more",
            ),
            (
                "printf '\\377\\n\\n'",
                "illegal action `\u{fffd}`: not UTF-8",
            ),
        ];
        for (says, words) in cases {
            let said = asked(says).unwrap_err().to_string();
            let right = words.split('|').any(|words| said.starts_with(words));
            assert!(right, "{says}: {said}");
        }
    }

    #[test]
    fn what_was_told_and_refused_is_found_by_the_next_question() {
        let launch = script("printf '= pass\\n\\n'");
        let refusing = launch.args[1].replace("play='='", "play='? illegal move'");
        let launch = Launch::new("sh").arg("-c").arg(refusing);
        let mut connection = Connection::open(&launch, &[], &hurried()).unwrap();
        connection.tell("play b e10").unwrap();
        let fault = connection.ask("genmove w", &hurried()).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "illegal action `? illegal move`: refused `play b e10`"
        );
    }

    #[test]
    fn noise_on_standard_error_holds_nobody_up() {
        let says = "head -c 1000000 /dev/zero >&2; printf '= done\\n\\n'";
        assert_eq!(asked(says).unwrap(), "done");
    }

    #[test]
    fn a_cancelled_question_is_nobodys_fault() {
        let mut connection = Connection::open(&script("sleep 9"), &[], &hurried()).unwrap();
        let thinking = thinking(TimeLeft::default());
        thinking.cancel.cancel();
        let fault = connection.ask("genmove w", &thinking).unwrap_err();
        assert_eq!(fault, Fault::Interrupted);
    }
}
