//! The parser of commands.

use super::{BestShot, GameInfo, Login, Points, Reply, ServerCommand, State, Velocity, Verdict};
use arena::process::shortened;
use curling::Sweep;
use curling::frame::LegacyPoint;
use curling::rules::Team;
use curling::stones::SLOTS;
use std::fmt;

/// An invalid command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{line}`: {kind}; expected {expected}")]
pub struct ParseError {
    /// The line, shortened.
    pub line: String,
    /// The kind of error.
    pub kind: ParseErrorKind,
    /// The expected form.
    pub expected: &'static str,
}

/// The kind of a parse error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// An unknown command.
    UnknownWord,
    /// Too few arguments.
    TooFew,
    /// Too many arguments.
    TooMany,
    /// Not a number.
    NoNumber(String),
    /// An infinite number or NaN.
    NotFinite,
    /// An invalid value.
    Meaningless(String),
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseErrorKind::UnknownWord => f.write_str("unknown command"),
            ParseErrorKind::TooFew => f.write_str("too few arguments"),
            ParseErrorKind::TooMany => f.write_str("too many arguments"),
            ParseErrorKind::NoNumber(text) => write!(f, "`{text}` is not a number"),
            ParseErrorKind::NotFinite => f.write_str("a number is not finite"),
            ParseErrorKind::Meaningless(text) => write!(f, "`{text}` is not valid here"),
        }
    }
}

const SERVER_COMMANDS: &str = "a command of a server, such as `ISREADY`, `POSITION` or `GO`";
const REPLIES: &str =
    "`READYOK`, `BESTSHOT`, `CONCEDE`, `SETORDER`, `PUTSTONE`, `LOGIN` or `LOGOUT`";

pub(super) fn command(line: &str) -> Result<ServerCommand, ParseError> {
    let read = |expected| ParsedLine::new(line, expected);
    Ok(match word(line).as_str() {
        "CONNECTED" => read("`CONNECTED`").alone(ServerCommand::Connected)?,
        "LOGIN" => ServerCommand::Login {
            accepted: read("`LOGIN OK` or `LOGIN NG`").choice(["NG", "OK"])? == 1,
        },
        "ISREADY" => read("`ISREADY`").alone(ServerCommand::IsReady)?,
        "NEWGAME" => new_game(line),
        "POSITION" => ServerCommand::Position(points(&read("`POSITION` and 32 numbers"))?),
        "SETSTATE" => ServerCommand::SetState(state(&read(
            "`SETSTATE shot end ends mover` with shot 0 to 16 and mover 0 or 1",
        ))?),
        "GO" => {
            let [first, second] = read("`GO` and two times in milliseconds").integers()?;
            ServerCommand::Go([first, second])
        }
        "RUNSHOT" => {
            ServerCommand::RunShot(velocity(&read("`RUNSHOT vx vy angle` with angle 0 or 1"))?)
        }
        "SCORE" => ServerCommand::Score(score(&read("`SCORE` and a number from -8 to 8"))?),
        "TOTALSCORE" => ServerCommand::TotalScore(read("`TOTALSCORE` and two numbers").integers()?),
        "GAMEOVER" => {
            let parsed = read("`GAMEOVER WIN`, `GAMEOVER LOSE` or `GAMEOVER DRAW`");
            let verdicts = [Verdict::Win, Verdict::Lose, Verdict::Draw];
            ServerCommand::GameOver(verdicts[parsed.choice(["WIN", "LOSE", "DRAW"])?])
        }
        "TIMEOUT" => ServerCommand::TimeOut(rest(line).to_owned()),
        "CONCEDE" | "CONCEED" | "CONSEED" => ServerCommand::Concede(rest(line).to_owned()),
        "DISCONNECT" => read("`DISCONNECT`").alone(ServerCommand::Disconnect)?,
        "GAMEINFO" => ServerCommand::GameInfo(game_info(&read(
            "`GAMEINFO rule random players` with rule and random 0 or 1, and 1 to 4 players",
        ))?),
        "PLAYERINFO" => ServerCommand::PlayerInfo(player_info(&read(
            "`PLAYERINFO` and three numbers for each of up to four players",
        ))?),
        "SETORDER" => read("`SETORDER`").alone(ServerCommand::SetOrder)?,
        "PUTSTONE" => read("`PUTSTONE`").alone(ServerCommand::PutStone)?,
        "RANDOMSIZE" => ServerCommand::RandomSize(read("`RANDOMSIZE` and two numbers").reals()?),
        _ => return Err(read(SERVER_COMMANDS).wrong(ParseErrorKind::UnknownWord)),
    })
}

pub(super) fn reply(line: &str) -> Result<Reply, ParseError> {
    let read = |expected| ParsedLine::new(line, expected);
    Ok(match word(line).as_str() {
        "READYOK" => read("`READYOK`").alone(Reply::ReadyOk)?,
        "BESTSHOT" => Reply::BestShot(best_shot(&read(
            "`BESTSHOT vx vy angle` with angle 0 or 1",
        ))?),
        "CONCEDE" | "CONCEED" | "CONSEED" => read("`CONCEDE`").alone(Reply::Concede)?,
        "SETORDER" => Reply::SetOrder(order(&read(
            "`SETORDER` and one to four players, counted from 0",
        ))?),
        "PUTSTONE" => {
            let [number] = read("`PUTSTONE` and a number from 0 to 3").integers()?;
            Reply::PutStone(number)
        }
        "LOGIN" => Reply::Login(login(line)?),
        "LOGOUT" => read("`LOGOUT`").alone(Reply::LogOut)?,
        _ => return Err(read(REPLIES).wrong(ParseErrorKind::UnknownWord)),
    })
}

/// The reply at the end of a line, whatever precedes it. A mention of conceding is not a
/// concession.
pub(super) fn last_answer(line: &str) -> Option<Reply> {
    // Only ASCII letters are changed, so offsets stay valid.
    let upper = line.to_ascii_uppercase();
    let words = ["READYOK", "BESTSHOT", "SETORDER", "PUTSTONE"];
    let at = words
        .into_iter()
        .filter_map(|word| upper.rfind(word))
        .max()?;
    reply(&line[at..]).ok()
}

/// The end of the first word of a line: the first character that is not a letter, so that a number
/// may follow at once.
fn boundary(line: &str) -> usize {
    let end = line.find(|c: char| !c.is_ascii_alphabetic());
    end.unwrap_or(line.len())
}

fn word(line: &str) -> String {
    let line = trimmed(line);
    line[..boundary(line)].to_ascii_uppercase()
}

fn rest(line: &str) -> &str {
    let line = trimmed(line);
    line[boundary(line)..].trim()
}

/// The line without surrounding blanks and terminators.
fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || c == '\0')
}

/// A line split into arguments.
struct ParsedLine<'a> {
    line: &'a str,
    arguments: Vec<&'a str>,
    expected: &'static str,
}

impl<'a> ParsedLine<'a> {
    fn new(line: &'a str, expected: &'static str) -> Self {
        ParsedLine {
            line,
            arguments: rest(line).split_whitespace().collect(),
            expected,
        }
    }

    fn wrong(&self, kind: ParseErrorKind) -> ParseError {
        ParseError {
            line: shortened(trimmed(self.line)),
            kind,
            expected: self.expected,
        }
    }

    fn meaningless(&self, what: impl fmt::Display) -> ParseError {
        self.wrong(ParseErrorKind::Meaningless(shortened(&what.to_string())))
    }

    /// A command that takes no arguments.
    fn alone<T>(&self, command: T) -> Result<T, ParseError> {
        if self.arguments.is_empty() {
            Ok(command)
        } else {
            Err(self.wrong(ParseErrorKind::TooMany))
        }
    }

    /// The index of the word given, in any case.
    fn choice<const N: usize>(&self, words: [&str; N]) -> Result<usize, ParseError> {
        let [given] = self.exactly()?;
        let found = words
            .iter()
            .position(|word| given.eq_ignore_ascii_case(word));
        found.ok_or_else(|| self.meaningless(given))
    }

    fn exactly<const N: usize>(&self) -> Result<[&'a str; N], ParseError> {
        let arguments = self.arguments.as_slice();
        arguments.try_into().map_err(|_| {
            self.wrong(if arguments.len() < N {
                ParseErrorKind::TooFew
            } else {
                ParseErrorKind::TooMany
            })
        })
    }

    fn reals<const N: usize>(&self) -> Result<[f32; N], ParseError> {
        let mut numbers = [0.0; N];
        for (number, text) in numbers.iter_mut().zip(self.exactly::<N>()?) {
            *number = self.real(text)?;
        }
        Ok(numbers)
    }

    fn integers<const N: usize, T: TryFrom<i64> + Copy + Default>(
        &self,
    ) -> Result<[T; N], ParseError> {
        let mut numbers = [T::default(); N];
        for (number, text) in numbers.iter_mut().zip(self.exactly::<N>()?) {
            *number = self.integer(text)?;
        }
        Ok(numbers)
    }

    fn real(&self, text: &str) -> Result<f32, ParseError> {
        let number: f32 = text
            .parse()
            .map_err(|_| self.wrong(ParseErrorKind::NoNumber(shortened(text))))?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.wrong(ParseErrorKind::NotFinite))
        }
    }

    /// A whole number, perhaps with a decimal point.
    fn integer<T: TryFrom<i64>>(&self, text: &str) -> Result<T, ParseError> {
        /// The largest range in which every whole number is exact.
        const LARGEST: f64 = 9_007_199_254_740_992.0;
        let number: f64 = text
            .parse()
            .map_err(|_| self.wrong(ParseErrorKind::NoNumber(shortened(text))))?;
        if !number.is_finite() {
            return Err(self.wrong(ParseErrorKind::NotFinite));
        }
        let whole = number.fract() == 0.0 && number.abs() <= LARGEST;
        let number = whole.then_some(number as i64);
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.meaningless(text))
    }

    /// 0 or 1.
    fn bit(&self, text: &str) -> Result<u8, ParseError> {
        match self.integer(text)? {
            bit @ (0 | 1) => Ok(bit),
            _ => Err(self.meaningless(text)),
        }
    }
}

/// Names should not contain blanks; if they do, the second is taken to begin at the first blank.
fn new_game(line: &str) -> ServerCommand {
    let names = rest(line);
    let (first, second) = names.split_once(char::is_whitespace).unwrap_or((names, ""));
    ServerCommand::NewGame {
        first: first.to_owned(),
        second: second.trim().to_owned(),
    }
}

fn points(parsed: &ParsedLine<'_>) -> Result<Points, ParseError> {
    let numbers: [f32; 2 * SLOTS] = parsed.reals()?;
    Ok(Points(std::array::from_fn(|slot| {
        LegacyPoint::new(numbers[2 * slot], numbers[2 * slot + 1])
    })))
}

fn state(parsed: &ParsedLine<'_>) -> Result<State, ParseError> {
    let [shot, end, ends, mover]: [u8; 4] = parsed.integers()?;
    if usize::from(shot) > SLOTS {
        return Err(parsed.meaningless(shot));
    }
    let mover = Team::BOTH.get(usize::from(mover)).copied();
    Ok(State {
        shot,
        end,
        ends,
        mover: mover.ok_or_else(|| parsed.meaningless(parsed.arguments[3]))?,
    })
}

/// A shot, perhaps followed by its sweeping.
fn best_shot(parsed: &ParsedLine<'_>) -> Result<BestShot, ParseError> {
    const SWEEP: &str = "SWEEP";
    let (numbers, sweep) = parsed.arguments.split_at(parsed.arguments.len().min(3));
    let shot = ParsedLine {
        arguments: numbers.to_vec(),
        ..*parsed
    };
    let velocity = velocity(&shot)?;
    let parsed = ParsedLine {
        arguments: Vec::new(),
        expected: "`BESTSHOT vx vy angle`, or `BESTSHOT vx vy angle SWEEP from to effort`",
        ..*parsed
    };
    let beginning = |word: &str| {
        let start = SWEEP.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let sweep = match sweep {
        [] => None,
        // The word, or its beginning: the rest may follow.
        [word] | [word, _] if beginning(word) => {
            return Err(parsed.wrong(ParseErrorKind::TooFew));
        }
        [word, from, to] if word.eq_ignore_ascii_case(SWEEP) => {
            let [from, to] = [parsed.real(from)?, parsed.real(to)?];
            Some(Sweep::full(from.into(), to.into()))
        }
        [word, from, to, effort] if word.eq_ignore_ascii_case(SWEEP) => Some(Sweep {
            from: parsed.real(from)?.into(),
            to: parsed.real(to)?.into(),
            effort: parsed.real(effort)?.into(),
        }),
        _ => return Err(parsed.wrong(ParseErrorKind::TooMany)),
    };
    Ok(BestShot { velocity, sweep })
}

fn velocity(parsed: &ParsedLine<'_>) -> Result<Velocity, ParseError> {
    let [x, y, angle] = parsed.exactly()?;
    Ok(Velocity {
        x: parsed.real(x)?,
        y: parsed.real(y)?,
        angle: parsed.bit(angle)?,
    })
}

fn score(parsed: &ParsedLine<'_>) -> Result<i8, ParseError> {
    let [points]: [i8; 1] = parsed.integers()?;
    match points {
        -8..=8 => Ok(points),
        _ => Err(parsed.meaningless(points)),
    }
}

fn game_info(parsed: &ParsedLine<'_>) -> Result<GameInfo, ParseError> {
    let (rule, random, players) = if let [rule, random] = parsed.arguments[..] {
        (rule, random, None)
    } else {
        let [rule, random, players] = parsed.exactly()?;
        (rule, random, Some(players))
    };
    let players = players.map(|text| match parsed.integer(text)? {
        players @ 1..=4 => Ok(players),
        _ => Err(parsed.meaningless(text)),
    });
    Ok(GameInfo {
        doubles: parsed.bit(rule)? == 1,
        polar: parsed.bit(random)? == 1,
        players: players.transpose()?,
    })
}

fn player_info(parsed: &ParsedLine<'_>) -> Result<Vec<[f32; 3]>, ParseError> {
    if parsed.arguments.len() > 12 {
        return Err(parsed.wrong(ParseErrorKind::TooMany));
    }
    if !parsed.arguments.len().is_multiple_of(3) {
        return Err(parsed.wrong(ParseErrorKind::TooFew));
    }
    let players = parsed.arguments.chunks_exact(3);
    let player = |three: &[&str]| {
        let real = |index: usize| parsed.real(three[index]);
        Ok([real(0)?, real(1)?, real(2)?])
    };
    players.map(player).collect()
}

fn order(parsed: &ParsedLine<'_>) -> Result<Vec<u8>, ParseError> {
    match parsed.arguments.len() {
        0 => Err(parsed.wrong(ParseErrorKind::TooFew)),
        1..=4 => {
            let players = parsed.arguments.iter();
            players.map(|text| parsed.integer(text)).collect()
        }
        _ => Err(parsed.wrong(ParseErrorKind::TooMany)),
    }
}

/// An error does not quote the line: it contains a password.
fn login(line: &str) -> Result<Login, ParseError> {
    let mut words = rest(line).split_whitespace().map(str::to_owned);
    let (id, password) = words.next().zip(words.next()).ok_or(ParseError {
        line: "LOGIN ...".to_owned(),
        kind: ParseErrorKind::TooFew,
        expected: "`LOGIN id password [name]`",
    })?;
    let name = words.collect::<Vec<_>>().join(" ");
    Ok(Login {
        id,
        password,
        name: Some(name).filter(|name| !name.is_empty()),
    })
}
