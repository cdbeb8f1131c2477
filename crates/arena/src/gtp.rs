//! Go Text Protocol: the controller's side of a connection to an engine.
//!
//! Line protocol, version 2 (Farnebäck, *Specification of the Go Text Protocol*, 2002): a command
//! goes out on one line, and an answer comes back that begins with `=` (done) or `?` (refused) and
//! ends with an empty line. Many games beside Go use it. The meaning of commands belongs to the
//! game: a game crate builds a player over a [`Connection`]. This module has the shared parts:
//! deadlines, faults that name the failed command, time limits, shutdown.
//!
//! Commands whose answers are not awaited are [notifications](Connection::notify): their answers
//! are checked when the next [request](Connection::request) is sent, so that the referee never
//! waits on another player's time. Command ids are not used: a program that answers too much or too
//! little is detected by its next answer.
//!
//! ```
//! use arena::gtp::Connection;
//! use arena::player::Thinking;
//! use lookahead::{Cancel, Seed};
//!
//! let thinking = Thinking { time: Default::default(), seed: Seed(1), cancel: Cancel::new() };
//! let launch = "sh -c 'while read word rest; do printf \"= %s\\n\\n\" \"$rest\"; done'".parse().unwrap();
//! let mut echo = Connection::open(&launch, &["clear_board"], &thinking)?;
//! echo.notify("play b e10")?;
//! assert_eq!(echo.request("genmove w", &thinking)?, "w");
//! echo.close();
//! # Ok::<(), arena::Fault>(())
//! ```

use crate::clock::TimeLeft;
use crate::player::{Fault, Thinking};
use crate::process::{Launch, Limits, Process, shortened};
use crate::program::{
    DEFAULT_MOVE_LIMIT, EXIT_LIMIT, START_LIMIT, deadline, explain_default_limit, player_fault,
    startup_fault, unexpected,
};
use crate::secrecy::told_seed;
use lookahead::Cancel;
use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// Maximum length of an answer, in bytes.
const LONGEST: usize = 1 << 20;

/// A running program that answers commands.
#[derive(Debug)]
pub struct Connection {
    process: Process,
    /// Notifications without an answer yet, and whether the program may refuse them.
    pending: VecDeque<(String, bool)>,
    /// The commands that the program lists.
    known: BTreeSet<String>,
}

/// `Ok` after `=`, `Err` after `?`.
type Answer = Result<String, String>;

impl Connection {
    /// Starts a program and prepares it for a game: requests its list of commands and sends those
    /// of `setup`. A program that supports the commands receives a seed of 31 bits (from the
    /// seed of `thinking`, which it does not tell) and the time limits.
    ///
    /// # Errors
    /// A fault if it cannot be started, refuses a command of `setup`, or is not ready within ten
    /// seconds.
    pub fn open(launch: &Launch, setup: &[&str], thinking: &Thinking) -> Result<Self, Fault> {
        let process = Process::start(launch, Limits::default()).map_err(player_fault)?;
        let mut connection = Connection {
            process,
            pending: VecDeque::new(),
            known: BTreeSet::new(),
        };
        let (by, cancel) = (Instant::now() + START_LIMIT, &thinking.cancel);
        let listed = connection.exchange("list_commands", by, cancel);
        let has_ended = connection.process.has_ended();
        let listed = listed.map_err(|fault| startup_fault(fault, launch, has_ended))?;
        connection.known = listed
            .unwrap_or_default()
            .lines()
            .map(|line| line.trim().to_owned())
            .collect();
        let seed = told_seed(thinking.seed).0 & 0x7fff_ffff;
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

    /// Returns whether the program lists a command.
    pub fn knows(&self, command: &str) -> bool {
        self.known.contains(command)
    }

    /// Sends a command without waiting for the answer. A refusal is a fault of the next
    /// [`request`](Self::request).
    ///
    /// # Errors
    /// A fault if the program has ended or does not read its input.
    pub fn notify(&mut self, command: &str) -> Result<(), Fault> {
        self.send(command, false)
    }

    /// Sends a command if the program supports it; a refusal is not a fault.
    fn offer(&mut self, command: &str, arguments: &str) -> Result<(), Fault> {
        if !self.knows(command) {
            return Ok(());
        }
        self.send(&format!("{command} {arguments}"), true)
    }

    /// Sends the time left of the player of this name, if time is limited and the program supports
    /// the command.
    ///
    /// # Errors
    /// As [`notify`](Self::notify).
    pub fn send_time_left(&mut self, player: &str, time: &TimeLeft) -> Result<(), Fault> {
        match time_left(time) {
            Some(left) => self.offer("time_left", &format!("{player} {left}")),
            None => Ok(()),
        }
    }

    /// Sends a command and waits for the answer, as long as the clock of `thinking` plus a grace
    /// period allows.
    ///
    /// # Errors
    /// A fault if this command or an earlier notification is refused, if the answer is malformed,
    /// or if none arrives in time.
    pub fn request(&mut self, command: &str, thinking: &Thinking) -> Result<String, Fault> {
        let answer = self.exchange(command, deadline(thinking), &thinking.cancel);
        let answer = answer
            .map_err(|fault| explain_default_limit(fault, &thinking.time, DEFAULT_MOVE_LIMIT))?;
        accepted(command, answer)
    }

    /// Sends `quit`, and kills the program if it does not end.
    pub fn close(mut self) {
        // A program that has ended already cannot be sent anything.
        let _ = self.process.send("quit");
        self.process.finish(EXIT_LIMIT);
    }

    fn send(&mut self, command: &str, may_refuse: bool) -> Result<(), Fault> {
        self.pending.push_back((command.to_owned(), may_refuse));
        self.process.send(command).map_err(player_fault)
    }

    fn exchange(&mut self, command: &str, by: Instant, cancel: &Cancel) -> Result<Answer, Fault> {
        self.process.send(command).map_err(player_fault)?;
        while let Some((pending, may_refuse)) = self.pending.pop_front() {
            let answer = self.answer(by, cancel)?;
            if !may_refuse {
                accepted(&pending, answer)?;
            }
        }
        self.answer(by, cancel)
    }

    fn receive(&mut self, by: Instant, cancel: &Cancel) -> Result<String, Fault> {
        let line = self.process.receive_by(by, cancel).map_err(player_fault)?;
        Ok(line.text)
    }

    /// Receives the next answer: empty lines, a line with `=` or `?`, more lines, an empty line.
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
                let why = format!("answer exceeds {LONGEST} bytes");
                return Err(Fault::Crashed { why });
            }
        }
        let text = text.trim().to_owned();
        Ok(if done { Ok(text) } else { Err(text) })
    }
}

/// Parses the first line of an answer: success or failure, and the text.
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

/// Formats seconds. The protocol counts whole seconds; our limits below a second are written as
/// fractions.
fn seconds(time: Duration) -> String {
    format!("{}", (time.as_secs_f64() * 1000.0).floor() / 1000.0)
}

/// Returns the limits of a game as main time, overtime and moves in it. Where both the game and
/// each move are limited, the first is sent here and the second with the time left.
fn time_settings(time: &TimeLeft) -> Option<String> {
    match (time.game, time.this_move) {
        (Some(game), _) => Some(format!("{} 0 0", seconds(game))),
        (None, Some(each)) => Some(format!("0 {} 1", seconds(each))),
        (None, None) => None,
    }
}

/// Returns the time left and the number of moves in it, 0 meaning the rest of the game.
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

    /// Answers `genmove` by the script `says`, `play` with `$play`, and every other command
    /// correctly. `$heard` are all lines so far.
    fn script(says: &str) -> Launch {
        let script = format!(
            "play='='; while read -r word rest; do heard=\"$heard/$word $rest\"; case $word in \
             genmove) {says};; play) printf '%s\\n\\n' \"$play\";; quit) exit;; \
             list_commands) printf '= name\\ntime_settings\\ntime_left\\nset_random_seed\\n\\n';; \
             *) printf '=\\n\\n';; esac; done"
        );
        Launch::new("sh").arg("-c").arg(script)
    }

    fn request(says: &str) -> Result<String, Fault> {
        let mut connection = Connection::open(&script(says), &["clear_board"], &hurried())?;
        connection.notify("play b e10")?;
        connection.request("genmove w", &hurried())
    }

    #[test]
    fn an_answer_is_read_to_its_empty_line() {
        assert_eq!(
            request("printf '\\n= a\\r\\nb\\r\\n\\r\\n'").unwrap(),
            "a\nb"
        );
        assert_eq!(request("printf '=\\n\\n'").unwrap(), "");
    }

    #[test]
    fn seed_and_time_are_sent_to_programs_with_those_commands() {
        let says = "printf '= %s\\n\\n' \"$heard\"";
        let mut connection = Connection::open(&script(says), &["clear_board"], &hurried()).unwrap();
        connection.send_time_left("w", &hurried().time).unwrap();
        assert_eq!(
            connection.request("genmove w", &hurried()).unwrap(),
            "/list_commands /set_random_seed 1814684250/clear_board /time_settings 0 0.2 1/time_left w 0.2 1/genmove w"
        );
        let untold = Launch::new("sh").arg("-c").arg(
            "while read -r line; do heard=\"$heard/$line\"; printf '= %s\\n\\n' \"$heard\"; done",
        );
        let mut connection = Connection::open(&untold, &["clear_board"], &hurried()).unwrap();
        connection.send_time_left("w", &hurried().time).unwrap();
        let heard = connection.request("genmove w", &hurried()).unwrap();
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
            ("sleep 9", "out of time: no output for"),
            ("echo '= half an answer'; sleep 9", "out of time: no output"),
            (
                "echo no more >&2; exit 4",
                "crashed: exited with code 4: no more",
            ),
            (
                "echo =; yes",
                "out of time|crashed: wrote|crashed: answer exceeds",
            ),
            (
                "printf '\\377\\n\\n'",
                "illegal action `\u{fffd}`: not UTF-8",
            ),
        ];
        for (says, words) in cases {
            let error = request(says).unwrap_err().to_string();
            let right = words.split('|').any(|words| error.starts_with(words));
            assert!(right, "{says}: {error}");
        }
    }

    #[test]
    fn a_refused_notification_is_a_fault_of_the_next_request() {
        let launch = script("printf '= pass\\n\\n'");
        let refusing = launch.args[1].replace("play='='", "play='? illegal move'");
        let launch = Launch::new("sh").arg("-c").arg(refusing);
        let mut connection = Connection::open(&launch, &[], &hurried()).unwrap();
        connection.notify("play b e10").unwrap();
        let fault = connection.request("genmove w", &hurried()).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "illegal action `? illegal move`: refused `play b e10`"
        );
    }

    #[test]
    fn noise_on_standard_error_delays_no_answer() {
        let says = "head -c 1000000 /dev/zero >&2; printf '= done\\n\\n'";
        assert_eq!(request(says).unwrap(), "done");
    }

    #[test]
    fn a_cancelled_request_is_no_fault_of_the_program() {
        let mut connection = Connection::open(&script("sleep 9"), &[], &hurried()).unwrap();
        let thinking = thinking(TimeLeft::default());
        thinking.cancel.cancel();
        let fault = connection.request("genmove w", &thinking).unwrap_err();
        assert_eq!(fault, Fault::Interrupted);
    }
}
