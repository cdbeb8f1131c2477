//! Commands of the GTP engine.
//!
//! A controller may play any colour at any time and take everything back, so the engine keeps all
//! positions since the empty board. Refusals are in the words that Blokus controllers know. Values
//! go out as the chance of the colour that was searched for, though players think of Black's.
//!
//! The engine never resigns, and without a word about time it thinks as long as it was told when it
//! was started. Every search since a seed was set has a stream of its own: the same commands give
//! the same game, and a second game is another one.

use super::super::diagram::diagram;
use super::budget::Budget;
use super::files;
use super::request::{Answer, Line, Request, written};
use arena::Analyst;
use blokus::players::analyse;
use blokus::rules::{BlokusDuo, moves_to_come};
use blokus::square::SIDE;
use blokus::{Colour, IllegalMove, Placement, Position, Scoring, Square, record};
use lookahead::{Analysis, Control, Limit, Seed};
use rustix::time::{ClockId, clock_gettime};
use std::path::Path;
use std::time::{Duration, Instant};

const INVALID_ARGUMENT: &str = "invalid argument";
const INVALID_MOVE: &str = "invalid move";
const NO_MOVE: &str = "player failed to generate a move";
const NO_SEARCH: &str = "no search yet";

/// No game lasts longer, in seconds.
const A_YEAR: f64 = 365.0 * 24.0 * 3600.0;

type Command = fn(&mut Engine, &[&str]) -> Answer;

/// Every command, in the order in which they are listed.
const COMMANDS: [(&str, Command); 27] = [
    ("all_legal", Engine::all_legal),
    ("clear_board", |engine, words| none(words, engine.clear())),
    ("cputime", |_, words| none(words, cputime())),
    ("final_score", |e, words| none(words, e.final_score())),
    ("g", Engine::g),
    ("genmove", Engine::genmove),
    ("get_value", Engine::get_value),
    ("known_command", |_, words| known_command(words)),
    ("list_commands", |_, words| none(words, list_commands())),
    ("loadsgf", Engine::loadsgf),
    ("move_info", |_, words| move_info(words)),
    ("move_values", Engine::move_values),
    ("name", |_, words| none(words, "Sakiyomi".to_owned())),
    ("p", Engine::p),
    ("play", Engine::play),
    ("point_integers", |_, words| none(words, point_integers())),
    ("protocol_version", |_, words| none(words, "2".to_owned())),
    ("quit", Engine::quit),
    ("reg_genmove", Engine::reg_genmove),
    ("savesgf", Engine::savesgf),
    ("set_game", Engine::set_game),
    ("set_random_seed", Engine::set_random_seed),
    ("showboard", |e, words| none(words, e.showboard())),
    ("time_left", Engine::time_left),
    ("time_settings", Engine::time_settings),
    ("undo", Engine::undo),
    ("version", |_, words| none(words, crate::version())),
];

/// The answer of a command that takes no arguments.
fn none(words: &[&str], answer: String) -> Answer {
    match words {
        [] => Ok(answer),
        _ => refuse(INVALID_ARGUMENT),
    }
}

fn refuse<T>(words: &str) -> Result<T, String> {
    Err(words.to_owned())
}

/// The moves so far and every position from the empty board on.
struct GameHistory {
    moves: Vec<(Colour, Placement)>,
    positions: Vec<Position>,
}

impl GameHistory {
    fn new() -> Self {
        GameHistory {
            moves: Vec::new(),
            positions: vec![Position::start()],
        }
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("there is always the start")
    }

    fn play(&mut self, colour: Colour, placement: Placement) -> Result<(), &'static str> {
        let mut position = self.position().clone();
        position.check(colour, placement).map_err(|why| match why {
            IllegalMove::AlreadyPlayed { .. } => "piece already played",
            _ => "illegal move",
        })?;
        position.play_as(colour, placement);
        self.positions.push(position);
        self.moves.push((colour, placement));
        Ok(())
    }

    fn undo(&mut self) -> Option<(Colour, Placement)> {
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }
}

/// The last search.
struct LastSearch {
    colour: Colour,
    analysis: Analysis<Placement>,
}

impl LastSearch {
    /// Black's chance as that of the colour searched for.
    fn seen(&self, value: f64) -> f64 {
        match self.colour {
            Colour::Black => value,
            Colour::White => 1.0 - value,
        }
    }
}

/// The GTP engine.
pub(super) struct Engine {
    analyst: Box<dyn Analyst<BlokusDuo>>,
    seed: Seed,
    /// Searches since the seed was set.
    searches: u64,
    /// The time of a move, unless the controller sets a time control.
    each: Duration,
    /// The time controls set by the controller, and the time left in this game.
    settings: Option<Budget>,
    budgets: [Option<Budget>; 2],
    history: GameHistory,
    searched: Option<LastSearch>,
    quitting: bool,
}

impl Engine {
    /// Creates an engine at the empty board.
    pub(super) fn new(analyst: Box<dyn Analyst<BlokusDuo>>, seed: Seed, each: Duration) -> Self {
        Engine {
            analyst,
            seed,
            searches: 0,
            each,
            settings: None,
            budgets: [None; 2],
            history: GameHistory::new(),
            searched: None,
            quitting: false,
        }
    }

    /// Whether the controller sent `quit`.
    pub(super) fn is_quitting(&self) -> bool {
        self.quitting
    }

    /// Returns the response to a line, with its empty line; none for a line without a command.
    pub(super) fn answer(&mut self, line: &Line) -> Option<String> {
        let request = Request::read(line)?;
        Some(written(&request.id, &self.execute(&request)))
    }

    fn execute(&mut self, request: &Request) -> Answer {
        if let Some(flaw) = request.flaw {
            return refuse(flaw);
        }
        let found = COMMANDS.iter().find(|(name, _)| *name == request.command);
        let Some((_, command)) = found else {
            return refuse("unknown command");
        };
        let words: Vec<_> = request.arguments.iter().map(String::as_str).collect();
        command(self, &words)
    }

    fn clear(&mut self) -> String {
        self.history = GameHistory::new();
        self.searched = None;
        self.budgets = [self.settings; 2];
        String::new()
    }

    fn set_game(&mut self, words: &[&str]) -> Answer {
        if words.join(" ").eq_ignore_ascii_case("Blokus Duo") {
            Ok(self.clear())
        } else {
            refuse(INVALID_ARGUMENT)
        }
    }

    fn quit(&mut self, words: &[&str]) -> Answer {
        self.quitting |= words.is_empty();
        none(words, String::new())
    }

    fn play(&mut self, words: &[&str]) -> Answer {
        let &[name, text] = words else {
            return refuse(INVALID_ARGUMENT);
        };
        self.place(colour(name)?, text)
    }

    fn p(&mut self, words: &[&str]) -> Answer {
        let text = only(words)?;
        // When the game is over neither side has a legal move, which is found here.
        let turn = self.history.position().turn().unwrap_or(Colour::Black);
        self.place(turn, text)
    }

    fn place(&mut self, colour: Colour, text: &str) -> Answer {
        let placement = text.parse().map_err(|_| INVALID_MOVE)?;
        self.history.play(colour, placement)?;
        Ok(String::new())
    }

    fn undo(&mut self, words: &[&str]) -> Answer {
        none(words, String::new())?;
        match self.history.undo() {
            Some(_) => Ok(String::new()),
            None => refuse("cannot undo"),
        }
    }

    fn all_legal(&mut self, words: &[&str]) -> Answer {
        let moves = self.history.position().moves_of(colour(only(words)?)?);
        let lines: Vec<_> = moves.iter().map(Placement::to_string).collect();
        Ok(lines.join("\n"))
    }

    fn final_score(&self) -> String {
        record::result(self.history.position().margin(Scoring::Advanced))
    }

    fn showboard(&self) -> String {
        let last = self.history.moves.last().map(|&(_, placement)| placement);
        format!("\n{}", diagram(self.history.position(), last))
    }

    fn loadsgf(&mut self, words: &[&str]) -> Answer {
        let (path, number) = match words {
            [path] => (path, None),
            [path, number] => (path, Some(whole::<usize>(number)?)),
            _ => return refuse(INVALID_ARGUMENT),
        };
        if number == Some(0) {
            return refuse(INVALID_ARGUMENT);
        }
        let mut history = GameHistory::new();
        for (index, (colour, placement)) in files::load(Path::new(path), number)?
            .into_iter()
            .enumerate()
        {
            let wrong = |why| format!("move {} of {path}: {why}", index + 1);
            history.play(colour, placement).map_err(wrong)?;
        }
        self.clear();
        self.history = history;
        Ok(String::new())
    }

    fn savesgf(&mut self, words: &[&str]) -> Answer {
        let path = only(words)?;
        files::save(
            Path::new(path),
            &self.history.moves,
            self.history.position(),
        )?;
        Ok(String::new())
    }

    fn set_random_seed(&mut self, words: &[&str]) -> Answer {
        self.seed = Seed(whole(only(words)?)?);
        self.searches = 0;
        Ok(String::new())
    }

    fn time_settings(&mut self, words: &[&str]) -> Answer {
        let &[main, period, moves] = words else {
            return refuse(INVALID_ARGUMENT);
        };
        self.settings = Budget::new(time(main)?, time(period)?, whole(moves)?);
        self.budgets = [self.settings; 2];
        Ok(String::new())
    }

    fn time_left(&mut self, words: &[&str]) -> Answer {
        let &[name, left, moves] = words else {
            return refuse(INVALID_ARGUMENT);
        };
        let (colour, left, moves) = (colour(name)?, time(left)?, whole(moves)?);
        let budget = &mut self.budgets[colour.index()];
        budget.get_or_insert_default().set(left, moves);
        Ok(String::new())
    }

    fn genmove(&mut self, words: &[&str]) -> Answer {
        self.move_of(colour(only(words)?)?)
    }

    fn g(&mut self, words: &[&str]) -> Answer {
        none(words, String::new())?;
        match self.history.position().turn() {
            Some(colour) => self.move_of(colour),
            None => Ok("pass".to_owned()),
        }
    }

    /// Chooses and plays a move, on the clock.
    fn move_of(&mut self, colour: Colour) -> Answer {
        let started = Instant::now();
        let Some(chosen) = self.choose(colour)? else {
            return Ok("pass".to_owned());
        };
        if let Some(budget) = &mut self.budgets[colour.index()] {
            budget.spend(started.elapsed());
        }
        self.history.play(colour, chosen)?;
        Ok(chosen.to_string())
    }

    fn reg_genmove(&mut self, words: &[&str]) -> Answer {
        let chosen = self.choose(colour(only(words)?)?)?;
        chosen
            .map(|p| p.to_string())
            .ok_or_else(|| NO_MOVE.to_owned())
    }

    /// Returns the move of a colour, on its turn or not; none if it has no legal move.
    fn choose(&mut self, colour: Colour) -> Result<Option<Placement>, String> {
        let position = self.history.position().clone().with_side_to_move(colour);
        if position.turn() != Some(colour) {
            return Ok(None);
        }
        let time = match &self.budgets[colour.index()] {
            Some(budget) => budget.left().allot(moves_to_come(&position)),
            None => Some(self.each),
        };
        let limit = Limit {
            time,
            ..Limit::default()
        };
        let control = Control::new(self.seed.stream(self.searches)).limit(limit);
        self.searches += 1;
        let analysis = analyse(&mut *self.analyst, &position, &control);
        let analysis = analysis.map_err(|fault| fault.to_string())?;
        let chosen = analysis.action();
        self.searched = Some(LastSearch { colour, analysis });
        let legal = |p: &Placement| position.check(colour, *p).is_ok();
        chosen
            .filter(legal)
            .map(Some)
            .ok_or_else(|| NO_MOVE.to_owned())
    }

    fn get_value(&mut self, words: &[&str]) -> Answer {
        none(words, String::new())?;
        let searched = self.searched.as_ref().ok_or(NO_SEARCH)?;
        let value = searched.analysis.value().ok_or(NO_SEARCH)?;
        Ok(format!("{:.4}", searched.seen(value)))
    }

    fn move_values(&mut self, words: &[&str]) -> Answer {
        none(words, String::new())?;
        let searched = self.searched.as_ref().ok_or(NO_SEARCH)?;
        let line = |c: &lookahead::Candidate<Placement>| {
            let (visits, value, placement) = (c.visits, searched.seen(c.value), c.action);
            // The second number counts the results behind the value: here the same.
            format!(
                "{visits} {visits} {value:.4} [{}]{placement}",
                placement.piece()
            )
        };
        let lines: Vec<_> = searched.analysis.candidates.iter().map(line).collect();
        Ok(lines.join("\n"))
    }
}

/// The only argument.
fn only<'a>(words: &[&'a str]) -> Result<&'a str, String> {
    match words {
        [word] => Ok(word),
        _ => refuse(INVALID_ARGUMENT),
    }
}

fn colour(word: &str) -> Result<Colour, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" | "blue" => Ok(Colour::Black),
        "w" | "white" | "green" => Ok(Colour::White),
        _ => refuse(INVALID_ARGUMENT),
    }
}

fn whole<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| INVALID_ARGUMENT.to_owned())
}

/// A time in seconds.
fn time(word: &str) -> Result<Duration, String> {
    let seconds = word.parse().ok().filter(|s| (0.0..=A_YEAR).contains(s));
    let seconds = seconds.ok_or(INVALID_ARGUMENT)?;
    Ok(Duration::from_secs_f64(seconds))
}

fn known_command(words: &[&str]) -> Answer {
    let name = only(words)?;
    let known = COMMANDS.iter().any(|(command, _)| *command == name);
    Ok(known.to_string())
}

fn list_commands() -> String {
    COMMANDS.map(|(name, _)| name).join("\n")
}

/// Processor time since the program started, in seconds.
fn cputime() -> String {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    format!("{}.{:02}", used.tv_sec, used.tv_nsec / 10_000_000)
}

/// A move by its squares or its number, and what half a turn of the board makes of it.
fn move_info(words: &[&str]) -> Answer {
    let word = only(words)?;
    let by_number = || Placement::all().nth(word.parse().ok()?);
    let found = word.parse().ok().or_else(by_number);
    let placement: Placement = found.ok_or(INVALID_MOVE)?;
    Ok(format!(
        "id        {}\npiece     {}\nsquares   {placement}\nsymmetric {}",
        placement.number(),
        placement.piece(),
        placement.half_turn()
    ))
}

fn point_integers() -> String {
    let row = |y| {
        let numbers = (0..SIDE).map(|x| format!("{:>4}", Square::at(x, y).number()));
        format!("\n{}", numbers.collect::<String>())
    };
    (0..SIDE).map(row).collect()
}

#[cfg(test)]
mod tests;
