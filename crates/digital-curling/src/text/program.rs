//! A program at the table of a match, over its pipes or over a network.
//!
//! It is told everything [`telling`] lists, and asked: `ISREADY`, on DCP `SETORDER` and `PUTSTONE`,
//! and `GO`. Its first readable answer counts.
//!
//! | it | gets |
//! |---|---|
//! | is silent too long | out of time |
//! | ends, floods, hangs up, writes what is not text or a line without end | a fault |
//! | says a command of the protocol wrongly, or at the wrong moment | a fault with the line; but see below |
//! | says what is no command at all | a warning; after a hundred such lines to one question a fault. Programs of the field print what they think |
//! | cannot say how stones are placed or players ordered | as on DC2: placement 0, players as they are named, and a warning |
//! | wishes for a placement it may not have | placement 0, and a warning (Mori 2019, appendix on rules) |
//!
//! An answer without an end is known to be whole only when nothing has followed it for 20 ms, and
//! they are on the program's clock.
//!
//! A legacy program is asked neither for orders nor for placements; the same defaults hold.
//!
//! ```
//! use arena::process::Launch;
//! use digital_curling::text::{Habits, Program};
//! use digital_curling::Contestant;
//!
//! let launch: Launch = "engines/Gorgon.exe --level 3".parse()?;
//! assert_eq!(Program::new(launch, Habits::default()).name(), "Gorgon");
//! # Ok::<(), arena::process::CommandError>(())
//! ```

use super::telling;
use super::wire::{self, Wire};
use super::words::{Call, Mistake, Reply, WordError, one_word};
use super::{Dialect, Habits};
use crate::bout::{Act, Bout, News};
use crate::contestant::Contestant;
use arena::clock::GRACE;
use arena::player::{Fault, Thinking};
use arena::process::{self, Launch, Limits, Process, shortened};
use arena::program::{blame, unanswered, with_limit};
use curling::rules::{Phase, Placement, Spots, Team};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many lines that are no commands are passed over before one question is answered.
const CHATTER: usize = 1000;

/// How long a program may take to leave.
const LEAVING: Duration = Duration::from_millis(500);

/// A program that plays a team.
pub struct Program {
    name: String,
    habits: Habits,
    launch: Option<Launch>,
    wire: Option<Box<dyn Wire>>,
    /// It came over a network, where more is said at the end.
    networked: bool,
    team: Team,
    /// It has seen the position that comes next.
    shown: bool,
    /// It has said what nobody asked for.
    talks: bool,
}

impl Program {
    /// A program that is started when its match is prepared, called by the name of its file. What
    /// ends its lines is for the habits to say.
    pub fn new(launch: Launch, habits: Habits) -> Self {
        let stem = Path::new(&launch.program).file_stem();
        let name = stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Program {
            launch: Some(launch.lines(habits.terminator.line_end())),
            ..Program::somewhere(name, habits)
        }
    }

    /// A program that has come over a network and logged in.
    pub fn connected(wire: Box<dyn Wire>, name: impl Into<String>, habits: Habits) -> Self {
        Program {
            wire: Some(wire),
            networked: true,
            ..Program::somewhere(name.into(), habits)
        }
    }

    fn somewhere(name: String, habits: Habits) -> Self {
        Program {
            name,
            habits,
            launch: None,
            wire: None,
            networked: false,
            team: Team::Zero,
            shown: false,
            talks: false,
        }
    }

    /// The same under another name.
    #[must_use]
    pub fn called(self, name: impl Into<String>) -> Self {
        Program {
            name: name.into(),
            ..self
        }
    }

    fn wire(&mut self) -> Result<&mut dyn Wire, Fault> {
        match &mut self.wire {
            Some(wire) => Ok(wire.as_mut()),
            None => Err(Fault::Crashed {
                why: "its match has not begun, or is over".to_owned(),
            }),
        }
    }

    fn say(&mut self, call: &Call) -> Result<(), Fault> {
        let line = call.write(self.habits.dialect);
        self.wire()?.send(&line).map_err(blame)
    }

    fn say_all(&mut self, calls: impl IntoIterator<Item = Call>) -> Result<(), Fault> {
        calls.into_iter().try_for_each(|call| self.say(&call))
    }

    /// Shows the position that comes next, unless it has been shown.
    fn show(&mut self, bout: &Bout) -> Result<(), Fault> {
        if self.shown || bout.game().phase != Phase::Throwing {
            return Ok(());
        }
        self.shown = true;
        let rules = bout.curling().rules();
        let calls = telling::position(bout.game(), rules, &self.habits);
        self.say_all(calls)
    }

    /// Asks something. What was said in the words of the protocol but wrongly is given back, for
    /// some of it can be guessed.
    fn ask(
        &mut self,
        call: &Call,
        deadline: Instant,
        thinking: &Thinking,
    ) -> Result<Result<Reply, WordError>, Fault> {
        if let Some(early) = self.clear(thinking)? {
            return Ok(Ok(early));
        }
        self.say(call)?;
        let expected = expected(call);
        let mut chatter = 0;
        let mut passed_over = None;
        loop {
            let wire = self.wire()?;
            let line = wire::next_line(wire, deadline, &thinking.cancel, expected);
            let line = line.map_err(|fault| match (fault, &passed_over) {
                (Fault::OutOfTime { why }, Some(line)) => Fault::OutOfTime {
                    why: format!("{why}; the last it said was `{line}`"),
                },
                (fault, _) => fault,
            })?;
            match Reply::find(&line) {
                // An end of line that came late.
                Err(_) if line.trim().is_empty() => continue,
                Ok(Reply::LogOut) => {
                    let why = "logged out during the match".to_owned();
                    return Err(Fault::Crashed { why });
                }
                // Ready once more, and what is no command at all.
                Ok(Reply::ReadyOk) if *call != Call::IsReady => {}
                Err(error) if error.mistake == Mistake::UnknownWord => {}
                answer => return Ok(answer),
            }
            chatter += 1;
            if chatter > CHATTER {
                let why = format!("expected {expected}, and not for the first time");
                return Err(wire::unexpected(wire, &line, &why));
            }
            passed_over = Some(self.pass_over(&line));
        }
    }

    /// Passes over what was said before a question: an answer given twice must not answer the next
    /// one. But a team may give up at any time. Those who come over a network say what they mean.
    fn clear(&mut self, thinking: &Thinking) -> Result<Option<Reply>, Fault> {
        if self.networked {
            return Ok(None);
        }
        let now = Instant::now();
        for _ in 0..CHATTER {
            let received = self.wire()?.receive_by(now, &thinking.cancel, &|_| false);
            match received {
                Ok(line) if Reply::read(&line.text) == Ok(Reply::Concede) => {
                    return Ok(Some(Reply::Concede));
                }
                Ok(line) => drop(self.pass_over(&line.text)),
                Err(process::Fault::NotText { line, .. }) => drop(self.pass_over(&line)),
                // Whatever else is wrong will be found out when it is asked.
                Err(_) => break,
            }
        }
        self.wire()?.forget_unfinished();
        Ok(None)
    }

    /// Asks something that can be guessed if nothing is said in time: nothing then.
    fn ask_kindly(
        &mut self,
        call: &Call,
        thinking: &Thinking,
    ) -> Result<Option<Result<Reply, WordError>>, Fault> {
        match self.ask(call, deadline(thinking, self.habits), thinking) {
            Err(Fault::OutOfTime { why }) => {
                tracing::warn!(program = self.name, why, "says nothing");
                Ok(None)
            }
            answer => answer.map(Some),
        }
    }

    /// A program that prints what it thinks does so at every shot: one warning a match is enough.
    fn pass_over(&mut self, line: &str) -> String {
        let line = shortened(line);
        if std::mem::replace(&mut self.talks, true) {
            tracing::debug!(program = self.name, line, "passed over");
        } else {
            tracing::warn!(program = self.name, line, "passed over: no answer");
        }
        line
    }

    /// The fault of an answer that is none to this question.
    fn no_answer(&mut self, call: &Call, answer: Result<Reply, WordError>) -> Fault {
        let expected = expected(call);
        let (line, why) = match answer {
            // There is a password in it.
            Ok(Reply::Login(_)) => ("LOGIN ...".to_owned(), format!("expected {expected}")),
            Ok(reply) => (
                reply.write(self.habits.dialect),
                format!("expected {expected}"),
            ),
            Err(WordError { line, mistake, .. }) => {
                (line, format!("{mistake}; expected {expected}"))
            }
        };
        match self.wire() {
            Ok(wire) => wire::unexpected(wire, &line, &why),
            Err(fault) => fault,
        }
    }

    fn begun(&mut self, thinking: &Thinking) -> Result<(), Fault> {
        if let Some(launch) = &self.launch {
            let process = Process::start(launch, Limits::default()).map_err(blame)?;
            self.wire = Some(Box::new(process));
        }
        let answer = self.ask(&Call::IsReady, deadline(thinking, self.habits), thinking);
        let answer = answer.map_err(|fault| match &self.launch {
            Some(launch) => {
                let has_ended = self.wire.as_mut().is_some_and(|wire| wire.has_ended());
                unanswered(fault, launch, has_ended)
            }
            None => fault,
        })?;
        match answer {
            Ok(Reply::ReadyOk) => Ok(()),
            Ok(Reply::Concede) => Err(Fault::Resigned),
            answer => Err(self.no_answer(&Call::IsReady, answer)),
        }
    }

    fn introduced(&mut self, bout: &Bout) -> Result<(), Fault> {
        self.say_all(telling::introduction(bout, self.team, &self.habits))?;
        self.show_unless_ordered(bout)
    }

    /// On DCP the position of a fresh end comes after the order of players.
    fn show_unless_ordered(&mut self, bout: &Bout) -> Result<(), Fault> {
        if self.habits.dialect == Dialect::Dcp && bout.orders_are_due() {
            return Ok(());
        }
        self.show(bout)
    }

    fn ordered(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Option<Vec<u8>>, Fault> {
        let players = bout.curling().rules().rotation.players();
        let mut order = None;
        if self.habits.dialect == Dialect::Dcp {
            match self.ask_kindly(&Call::SetOrder, thinking)? {
                Some(Ok(Reply::Concede)) => return Err(Fault::Resigned),
                Some(Ok(Reply::SetOrder(mut named))) => {
                    // In mixed doubles some name four.
                    named.truncate(players);
                    order = Some(named).filter(|named| is_order(named, players));
                }
                Some(answer @ Ok(_)) => return Err(self.no_answer(&Call::SetOrder, answer)),
                Some(Err(_)) | None => {}
            }
            if order.is_none() {
                tracing::warn!(
                    program = self.name,
                    "names no order: they throw as they are named"
                );
            }
        }
        self.show(bout)?;
        Ok(order)
    }

    fn placed(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault> {
        let mut wish = 0;
        if self.habits.dialect == Dialect::Dcp {
            match self.ask_kindly(&Call::PutStone, thinking)? {
                Some(Ok(Reply::Concede)) => return Ok(Act::Concede),
                Some(Ok(Reply::PutStone(number))) => wish = number,
                Some(answer @ Ok(_)) => return Err(self.no_answer(&Call::PutStone, answer)),
                None => {}
                Some(Err(error)) => {
                    tracing::warn!(program = self.name, %error, "unreadable: taken for PUTSTONE 0");
                }
            }
        }
        let wish = placement(bout, wish).unwrap_or_else(|| {
            tracing::warn!(
                program = self.name,
                wish,
                "not allowed: taken for PUTSTONE 0"
            );
            placement(bout, 0).unwrap_or(Placement::CENTRE_HOUSE)
        });
        Ok(Act::Place(wish))
    }

    fn thrown(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault> {
        self.show(bout)?;
        let go = Call::Go(telling::clocks(bout, self.habits.dialect));
        let answer = self.ask(&go, deadline(thinking, self.habits), thinking);
        let patience = self.habits.patience.0;
        let answer = answer.map_err(|fault| with_limit(fault, &thinking.time, patience))?;
        match answer {
            Ok(Reply::BestShot(shot)) => Ok(Act::Throw(shot.into())),
            Ok(Reply::Concede) => Ok(Act::Concede),
            answer => Err(self.no_answer(&go, answer)),
        }
    }

    fn heard(&mut self, bout: &Bout, news: &News) -> Result<(), Fault> {
        self.say_all(telling::shot(bout, news, &self.habits))?;
        if self.networked {
            self.say_all(telling::giving_up(bout, news))?;
        }
        let Some(step) = news.step else {
            if matches!(news.entry.act, Act::Place(_)) {
                self.shown = false;
                return self.show_unless_ordered(bout);
            }
            return Ok(());
        };
        // Within an end the position after a shot is that before the next.
        let doubles = bout.curling().rules().doubles.is_some();
        self.shown = step.end.is_none() || !(self.habits.clears_the_house || doubles);
        self.show(bout)
    }

    /// A fault is the end of a match, and its reason should be found in the log of the server.
    fn complain(&self, fault: &Fault) {
        if !matches!(fault, Fault::Interrupted | Fault::Resigned) {
            tracing::warn!(program = self.name, %fault, "loses its match");
        }
    }
}

impl Contestant for Program {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn prepare(&mut self, _bout: &Bout, team: Team, thinking: &Thinking) -> Result<(), Fault> {
        self.team = team;
        (self.shown, self.talks) = (false, false);
        self.begun(thinking)
            .inspect_err(|fault| self.complain(fault))
    }

    fn begin(&mut self, bout: &Bout) -> Result<(), Fault> {
        self.introduced(bout)
            .inspect_err(|fault| self.complain(fault))
    }

    fn order(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Option<Vec<u8>>, Fault> {
        self.ordered(bout, thinking)
            .inspect_err(|fault| self.complain(fault))
    }

    fn choose(&mut self, bout: &Bout, thinking: &Thinking) -> Result<Act, Fault> {
        let act = if bout.game().phase == Phase::Placing {
            self.placed(bout, thinking)
        } else {
            self.thrown(bout, thinking)
        };
        act.inspect_err(|fault| self.complain(fault))
    }

    fn told(&mut self, bout: &Bout, news: &News) -> Result<(), Fault> {
        self.heard(bout, news)
            .inspect_err(|fault| self.complain(fault))
    }

    fn finish(&mut self, bout: &Bout) {
        let totals = Team::BOTH.map(|team| bout.game().total(team));
        let calls = [
            self.networked.then_some(Call::TotalScore(totals)),
            Some(Call::GameOver(telling::verdict(bout.game(), self.team))),
            self.networked.then_some(Call::Disconnect),
        ];
        // It may be gone; the match is over either way.
        let _ = self.say_all(calls.into_iter().flatten());
        if let Some(wire) = self.wire.take() {
            wire.finish(LEAVING);
        }
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("name", &one_word(&self.name))
            .field("habits", &self.habits)
            .finish_non_exhaustive()
    }
}

/// What answers a question.
fn expected(call: &Call) -> &'static str {
    match call {
        Call::IsReady => "`READYOK`",
        Call::SetOrder => "`SETORDER` and the numbers of the players",
        Call::PutStone => "`PUTSTONE` and a number from 0 to 3",
        _ => "`BESTSHOT vx vy angle` or `CONCEDE`",
    }
}

fn deadline(thinking: &Thinking, habits: Habits) -> Instant {
    let limit = thinking.time.hard_limit();
    Instant::now() + limit.map_or(habits.patience.0, |limit| limit + GRACE)
}

fn is_order(named: &[u8], players: usize) -> bool {
    let all = (0..players as u8).all(|player| named.contains(&player));
    all && named.len() == players
}

/// What `PUTSTONE` with a number asks for, if it is allowed now. DC4's rules offer the sport's
/// placements, of which 1 is the guard and the first throw.
fn placement(bout: &Bout, number: u8) -> Option<Placement> {
    let rules = bout.curling().rules();
    let wish = match (rules.doubles?.spots, number) {
        (Spots::Dc4(_), 1) => Placement::CENTRE_GUARD,
        _ => Placement::put_stone(number),
    };
    let placed = bout.game().clone().place(rules, wish);
    placed.is_ok().then_some(wish)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;
    use curling::conditions::Conditions;
    use lookahead::Seed;

    fn bout(platform: &str) -> Bout {
        let conditions = Conditions::named(platform).unwrap();
        Bout::new(Setup::new(conditions, Seed(1))).unwrap()
    }

    #[test]
    fn a_program_is_called_by_its_file_unless_a_name_is_given() {
        let program = || Program::new(Launch::new("/opt/engines/ayumu.exe"), Habits::default());
        assert_eq!(program().name(), "ayumu");
        assert_eq!(program().called("Ayumu II").name(), "Ayumu II");
    }

    #[test]
    fn placements_are_numbered_as_on_dc2_and_where_they_differ_as_in_the_sport() {
        let dc2 = bout("dc2-mixed-doubles");
        for number in 0..=4 {
            assert_eq!(placement(&dc2, number), Some(Placement::put_stone(number)));
        }
        let dc4 = bout("dc4-mixed-doubles");
        let expected = [
            Some(Placement::CENTRE_HOUSE),
            Some(Placement::CENTRE_GUARD),
            Some(Placement::POWER_PLAY_LEFT),
            None,
        ];
        assert_eq!([0, 1, 2, 3].map(|number| placement(&dc4, number)), expected);
        assert_eq!(placement(&bout("legacy"), 0), None);
    }

    #[test]
    fn an_order_names_everybody_once() {
        assert!(is_order(&[1, 0], 2));
        for no_order in [&[0, 0][..], &[0], &[0, 2]] {
            assert!(!is_order(no_order, 2));
        }
    }
}
