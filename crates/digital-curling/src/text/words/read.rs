//! Reading a command.

use super::{Call, GameInfo, Login, Points, Reply, State, Velocity, Verdict};
use arena::process::shortened;
use curling::frame::LegacyPoint;
use curling::rules::Team;
use curling::stones::SLOTS;
use std::fmt;

/// A line that is not the command it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{line}`: {mistake}; expected {expected}")]
pub struct WordError {
    /// The line, shortened.
    pub line: String,
    /// What is wrong with it.
    pub mistake: Mistake,
    /// How it should have been.
    pub expected: &'static str,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It begins with no word of the protocol.
    UnknownWord,
    /// Something is missing.
    TooFew,
    /// Something is left over.
    TooMany,
    /// What should be a number is none.
    NoNumber(String),
    /// A number is infinite, or says of itself that it is none.
    NotFinite,
    /// A number or a word means nothing here.
    Meaningless(String),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::UnknownWord => f.write_str("no command begins so"),
            Mistake::TooFew => f.write_str("something is missing"),
            Mistake::TooMany => f.write_str("something is left over"),
            Mistake::NoNumber(text) => write!(f, "`{text}` is no number"),
            Mistake::NotFinite => f.write_str("a number is not finite"),
            Mistake::Meaningless(text) => write!(f, "`{text}` means nothing here"),
        }
    }
}

const CALLS: &str = "a command of a server, such as `ISREADY`, `POSITION` or `GO`";
const REPLIES: &str =
    "`READYOK`, `BESTSHOT`, `CONCEDE`, `SETORDER`, `PUTSTONE`, `LOGIN` or `LOGOUT`";

pub(super) fn call(line: &str) -> Result<Call, WordError> {
    let read = |expected| Sentence::new(line, expected);
    Ok(match word(line).as_str() {
        "CONNECTED" => read("`CONNECTED`").alone(Call::Connected)?,
        "LOGIN" => Call::Login {
            accepted: read("`LOGIN OK` or `LOGIN NG`").choice(["NG", "OK"])? == 1,
        },
        "ISREADY" => read("`ISREADY`").alone(Call::IsReady)?,
        "NEWGAME" => new_game(line),
        "POSITION" => Call::Position(points(&read("`POSITION` and 32 numbers"))?),
        "SETSTATE" => Call::SetState(state(&read(
            "`SETSTATE shot end ends mover` with shot 0 to 16 and mover 0 or 1",
        ))?),
        "GO" => {
            let [first, second] = read("`GO` and two times in milliseconds").integers()?;
            Call::Go([first, second])
        }
        "RUNSHOT" => Call::RunShot(velocity(&read("`RUNSHOT vx vy angle` with angle 0 or 1"))?),
        "SCORE" => Call::Score(score(&read("`SCORE` and a number from -8 to 8"))?),
        "TOTALSCORE" => Call::TotalScore(read("`TOTALSCORE` and two numbers").integers()?),
        "GAMEOVER" => {
            let sentence = read("`GAMEOVER WIN`, `GAMEOVER LOSE` or `GAMEOVER DRAW`");
            let verdicts = [Verdict::Win, Verdict::Lose, Verdict::Draw];
            Call::GameOver(verdicts[sentence.choice(["WIN", "LOSE", "DRAW"])?])
        }
        "TIMEOUT" => Call::TimeOut(rest(line).to_owned()),
        "CONCEDE" | "CONCEED" | "CONSEED" => Call::Concede(rest(line).to_owned()),
        "DISCONNECT" => read("`DISCONNECT`").alone(Call::Disconnect)?,
        "GAMEINFO" => Call::GameInfo(game_info(&read(
            "`GAMEINFO rule random players` with rule and random 0 or 1, and 1 to 4 players",
        ))?),
        "PLAYERINFO" => Call::PlayerInfo(player_info(&read(
            "`PLAYERINFO` and three numbers for each of up to four players",
        ))?),
        "SETORDER" => read("`SETORDER`").alone(Call::SetOrder)?,
        "PUTSTONE" => read("`PUTSTONE`").alone(Call::PutStone)?,
        "RANDOMSIZE" => Call::RandomSize(read("`RANDOMSIZE` and two numbers").reals()?),
        _ => return Err(read(CALLS).wrong(Mistake::UnknownWord)),
    })
}

pub(super) fn reply(line: &str) -> Result<Reply, WordError> {
    let read = |expected| Sentence::new(line, expected);
    Ok(match word(line).as_str() {
        "READYOK" => read("`READYOK`").alone(Reply::ReadyOk)?,
        "BESTSHOT" => Reply::BestShot(velocity(&read("`BESTSHOT vx vy angle` with angle 0 or 1"))?),
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
        _ => return Err(read(REPLIES).wrong(Mistake::UnknownWord)),
    })
}

/// The answer that a line ends with, whatever stands before it. Who talks of conceding has not
/// conceded.
pub(super) fn last_answer(line: &str) -> Option<Reply> {
    // Only letters of ASCII are changed, so places stay what they are.
    let upper = line.to_ascii_uppercase();
    let words = ["READYOK", "BESTSHOT", "SETORDER", "PUTSTONE"];
    let at = words
        .into_iter()
        .filter_map(|word| upper.rfind(word))
        .max()?;
    reply(&line[at..]).ok()
}

/// Where the first word of a line ends: at the first character that is no letter, so that a number
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

/// Without blanks around it, and without ends of messages that a reader left on.
fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || c == '\0')
}

/// A line whose first word is known.
struct Sentence<'a> {
    line: &'a str,
    arguments: Vec<&'a str>,
    expected: &'static str,
}

impl<'a> Sentence<'a> {
    fn new(line: &'a str, expected: &'static str) -> Self {
        Sentence {
            line,
            arguments: rest(line).split_whitespace().collect(),
            expected,
        }
    }

    fn wrong(&self, mistake: Mistake) -> WordError {
        WordError {
            line: shortened(trimmed(self.line)),
            mistake,
            expected: self.expected,
        }
    }

    fn meaningless(&self, what: impl fmt::Display) -> WordError {
        self.wrong(Mistake::Meaningless(shortened(&what.to_string())))
    }

    /// A command that takes no arguments.
    fn alone<T>(&self, command: T) -> Result<T, WordError> {
        if self.arguments.is_empty() {
            Ok(command)
        } else {
            Err(self.wrong(Mistake::TooMany))
        }
    }

    /// Which of several words stands there, in whatever letters.
    fn choice<const N: usize>(&self, words: [&str; N]) -> Result<usize, WordError> {
        let [said] = self.exactly()?;
        let found = words
            .iter()
            .position(|word| said.eq_ignore_ascii_case(word));
        found.ok_or_else(|| self.meaningless(said))
    }

    fn exactly<const N: usize>(&self) -> Result<[&'a str; N], WordError> {
        let arguments = self.arguments.as_slice();
        arguments.try_into().map_err(|_| {
            self.wrong(if arguments.len() < N {
                Mistake::TooFew
            } else {
                Mistake::TooMany
            })
        })
    }

    fn reals<const N: usize>(&self) -> Result<[f32; N], WordError> {
        let mut numbers = [0.0; N];
        for (number, text) in numbers.iter_mut().zip(self.exactly::<N>()?) {
            *number = self.real(text)?;
        }
        Ok(numbers)
    }

    fn integers<const N: usize, T: TryFrom<i64> + Copy + Default>(
        &self,
    ) -> Result<[T; N], WordError> {
        let mut numbers = [T::default(); N];
        for (number, text) in numbers.iter_mut().zip(self.exactly::<N>()?) {
            *number = self.integer(text)?;
        }
        Ok(numbers)
    }

    fn real(&self, text: &str) -> Result<f32, WordError> {
        let number: f32 = text
            .parse()
            .map_err(|_| self.wrong(Mistake::NoNumber(shortened(text))))?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.wrong(Mistake::NotFinite))
        }
    }

    /// A whole number, perhaps with a decimal point.
    fn integer<T: TryFrom<i64>>(&self, text: &str) -> Result<T, WordError> {
        /// Beyond it not every whole number is a floating one.
        const LARGEST: f64 = 9_007_199_254_740_992.0;
        let number: f64 = text
            .parse()
            .map_err(|_| self.wrong(Mistake::NoNumber(shortened(text))))?;
        if !number.is_finite() {
            return Err(self.wrong(Mistake::NotFinite));
        }
        let whole = number.fract() == 0.0 && number.abs() <= LARGEST;
        let number = whole.then_some(number as i64);
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.meaningless(text))
    }

    /// 0 or 1.
    fn bit(&self, text: &str) -> Result<u8, WordError> {
        match self.integer(text)? {
            bit @ (0 | 1) => Ok(bit),
            _ => Err(self.meaningless(text)),
        }
    }
}

/// Names may have blanks in them though they should not; then nobody knows where the second begins.
fn new_game(line: &str) -> Call {
    let names = rest(line);
    let (first, second) = names.split_once(char::is_whitespace).unwrap_or((names, ""));
    Call::NewGame {
        first: first.to_owned(),
        second: second.trim().to_owned(),
    }
}

fn points(sentence: &Sentence<'_>) -> Result<Points, WordError> {
    let numbers: [f32; 2 * SLOTS] = sentence.reals()?;
    Ok(Points(std::array::from_fn(|slot| {
        LegacyPoint::new(numbers[2 * slot], numbers[2 * slot + 1])
    })))
}

fn state(sentence: &Sentence<'_>) -> Result<State, WordError> {
    let [shot, end, ends, mover]: [u8; 4] = sentence.integers()?;
    if usize::from(shot) > SLOTS {
        return Err(sentence.meaningless(shot));
    }
    let mover = Team::BOTH.get(usize::from(mover)).copied();
    Ok(State {
        shot,
        end,
        ends,
        mover: mover.ok_or_else(|| sentence.meaningless(sentence.arguments[3]))?,
    })
}

fn velocity(sentence: &Sentence<'_>) -> Result<Velocity, WordError> {
    let [x, y, angle] = sentence.exactly()?;
    Ok(Velocity {
        x: sentence.real(x)?,
        y: sentence.real(y)?,
        angle: sentence.bit(angle)?,
    })
}

fn score(sentence: &Sentence<'_>) -> Result<i8, WordError> {
    let [points]: [i8; 1] = sentence.integers()?;
    match points {
        -8..=8 => Ok(points),
        _ => Err(sentence.meaningless(points)),
    }
}

fn game_info(sentence: &Sentence<'_>) -> Result<GameInfo, WordError> {
    let (rule, random, players) = if let [rule, random] = sentence.arguments[..] {
        (rule, random, None)
    } else {
        let [rule, random, players] = sentence.exactly()?;
        (rule, random, Some(players))
    };
    let players = players.map(|text| match sentence.integer(text)? {
        players @ 1..=4 => Ok(players),
        _ => Err(sentence.meaningless(text)),
    });
    Ok(GameInfo {
        doubles: sentence.bit(rule)? == 1,
        polar: sentence.bit(random)? == 1,
        players: players.transpose()?,
    })
}

fn player_info(sentence: &Sentence<'_>) -> Result<Vec<[f32; 3]>, WordError> {
    if sentence.arguments.len() > 12 {
        return Err(sentence.wrong(Mistake::TooMany));
    }
    if !sentence.arguments.len().is_multiple_of(3) {
        return Err(sentence.wrong(Mistake::TooFew));
    }
    let players = sentence.arguments.chunks_exact(3);
    let player = |three: &[&str]| {
        let real = |index: usize| sentence.real(three[index]);
        Ok([real(0)?, real(1)?, real(2)?])
    };
    players.map(player).collect()
}

fn order(sentence: &Sentence<'_>) -> Result<Vec<u8>, WordError> {
    match sentence.arguments.len() {
        0 => Err(sentence.wrong(Mistake::TooFew)),
        1..=4 => {
            let players = sentence.arguments.iter();
            players.map(|text| sentence.integer(text)).collect()
        }
        _ => Err(sentence.wrong(Mistake::TooMany)),
    }
}

/// An error does not quote the line: there is a password in it.
fn login(line: &str) -> Result<Login, WordError> {
    let mut words = rest(line).split_whitespace().map(str::to_owned);
    let (id, password) = words.next().zip(words.next()).ok_or(WordError {
        line: "LOGIN ...".to_owned(),
        mistake: Mistake::TooFew,
        expected: "`LOGIN id password [name]`",
    })?;
    let name = words.collect::<Vec<_>>().join(" ");
    Ok(Login {
        id,
        password,
        name: Some(name).filter(|name| !name.is_empty()),
    })
}
