//! The writer of `.dcl` logs.

use super::Variant;
use super::text::{number, one_line};
use crate::match_state::{Command, Match};
use crate::record::{Record, ReplayError, ReplayStep};
use curling::delivery::{Noise, Skill};
use curling::frame::LegacyPoint;
use curling::rules::{Game, Phase, Reason, Team};
use curling::stones::SLOTS;
use curling::{Shot, Stones};
use std::fmt::Write as _;
use std::time::Duration;

/// Writes the log of a match.
///
/// # Errors
/// If the record is inconsistent.
pub fn write(record: &Record, variant: Variant) -> Result<String, ReplayError> {
    let steps = record.replay()?;
    let curling_match = record.start()?;
    let mut log = Log {
        text: String::new(),
        variant,
        curling_match,
    };
    log.game_info();
    let mut game = *log.curling_match.game();
    for step in &steps {
        log.step(step);
        game = step.after;
    }
    // A match that is not over, or was conceded, ends before a shot.
    let before = steps.last().map_or(game, |step| step.event.before);
    if game.outcome().is_none() {
        log.position(&game);
    } else if !ended_on_ice(&game) && before.phase == Phase::Throwing {
        log.position(&before);
    }
    log.result(&game);
    Ok(log.text)
}

fn ended_on_ice(game: &Game) -> bool {
    let reason = game.outcome().map(|outcome| outcome.reason);
    matches!(reason, Some(Reason::Score | Reason::Draw))
}

struct Log {
    text: String,
    variant: Variant,
    /// The match at its beginning, for its conditions.
    curling_match: Match,
}

impl Log {
    /// A line. Writing to a string does not fail.
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    /// A line whose value repeats the name of the command.
    fn command(&mut self, word: &str, rest: &str) {
        self.line(&format!("{word}={word} {rest}"));
    }

    fn number(&self, value: f64) -> String {
        number(self.variant, value)
    }

    fn game_info(&mut self) {
        self.line("[GameInfo]");
        let setup = self.curling_match.setup().clone();
        for (word, team) in ["First", "Second"].into_iter().zip(Team::BOTH) {
            let time = setup.time[team.index()].game;
            let time = time.map_or(0, |span| Duration::as_millis(&span.0));
            self.line(&format!("{word}={}", one_line(&setup.names[team.index()])));
            self.line(&format!("{word}RemTime={time}"));
        }
        let skills = setup.conditions.teams.map(|team| *team.player(0));
        match self.variant {
            Variant::Legacy => {
                let size = match skills[0].noise() {
                    Noise::Gat { size } => *size,
                    _ => deviations(&skills[0])[0],
                };
                let size = size.to_string();
                self.line(&format!("Random={size}"));
            }
            Variant::Dc2 => {
                for (word, skill) in ["First", "Second"].into_iter().zip(&skills) {
                    for (index, size) in deviations(skill).into_iter().enumerate() {
                        let size = self.number(size);
                        self.line(&format!("{word}Random_{}={size}", index + 1));
                    }
                }
                let rule = u8::from(setup.conditions.rules.doubles.is_some());
                let polar = u8::from(!matches!(
                    skills[0].noise(),
                    Noise::None | Noise::Rectangular { .. } | Noise::Gat { .. }
                ));
                self.command("GAMEINFO", &format!("{rule} {polar}"));
            }
        }
    }

    fn step(&mut self, step: &ReplayStep) {
        let (before, entry) = (&step.event.before, &step.event.entry);
        match &entry.command {
            Command::Place(_) if self.variant == Variant::Dc2 => self.dummies(&step.after),
            Command::Throw(asked) => {
                self.position(before);
                self.shot("BESTSHOT", Some(asked));
                if self.variant == Variant::Dc2 {
                    self.param(before);
                }
                let thrown = entry.delivery.as_ref().and_then(|delivery| delivery.shot);
                self.shot("RUNSHOT", thrown.as_ref());
                if let Some(result) = &step.event.step
                    && let Some(score) = result.end
                {
                    self.section(score.end, SLOTS);
                    self.stones(&result.verdict.stones);
                    self.command("SCORE", &score.points.to_string());
                }
            }
            _ => {}
        }
    }

    fn section(&mut self, end: u8, shot: usize) {
        // Two digits hold no more than 99 ends.
        self.line(&format!("[{:02}{shot:02}]", end.min(99)));
    }

    /// Dummy sections for the shots that mixed doubles does not have.
    fn dummies(&mut self, game: &Game) {
        for shot in 0..self.curling_match.curling().rules().first_slot() as u8 {
            self.position(&Game { shot, ..*game });
        }
    }

    fn position(&mut self, game: &Game) {
        self.section(game.end, usize::from(game.shot));
        self.stones(&game.stones);
        let last = self.curling_match.curling().rules().ends;
        let team = Team::of_slot(usize::from(game.shot), game.lead).index();
        self.command(
            "SETSTATE",
            &format!("{} {} {last} {team}", game.shot, game.end),
        );
    }

    fn stones(&mut self, stones: &Stones) {
        let place = |slot: usize| {
            let stone = stones.get(slot);
            let at = stone.map_or([0.0; 2], |stone| {
                let LegacyPoint(at) = stone.at.into();
                [at.x, at.y].map(f64::from)
            });
            at.map(|value| self.number(value)).join(" ")
        };
        let places: Vec<_> = (0..SLOTS).map(place).collect();
        self.command("POSITION", &places.join(" "));
    }

    fn shot(&mut self, word: &str, shot: Option<&Shot>) {
        let (x, y, angle) = shot.map_or((0.0, 0.0, 0), Shot::to_legacy);
        let [x, y] = [x, y].map(|value| self.number(value.into()));
        self.command(word, &format!("{x} {y} {angle}"));
    }

    fn param(&mut self, game: &Game) {
        let skill = *self.curling_match.curling().skill(game);
        let [first, second] = deviations(&skill).map(|size| self.number(size));
        let most = self.number(skill.max_weight().unwrap_or(0.0));
        self.command("PARAM", &format!("{first} {second} {most}"));
    }

    fn result(&mut self, game: &Game) {
        let [first, second] = Team::BOTH.map(|team| game.total(team));
        let outcome = game.outcome();
        if self.variant == Variant::Dc2
            && let Some(outcome) = outcome
        {
            self.line("[GameOverInfo]");
            self.line(match outcome.reason {
                Reason::Score | Reason::Draw => "ENDSTATE=NORMAL",
                Reason::Concession => "ENDSTATE=CONCEDE",
                Reason::Time => "ENDSTATE=TIMEOUT",
                Reason::Fault => "ENDSTATE=FAULT",
            });
            if let Some(winner) = outcome.winner {
                let named = |team: Team| one_line(self.curling_match.name(team));
                let (won, lost) = (named(winner), named(winner.other()));
                self.line(&format!("WIN={won}"));
                self.line(&format!("LOSE={lost}"));
            }
        }
        if outcome.is_some() {
            self.command("TOTALSCORE", &format!("{first} {second}"));
        }
    }
}

/// The two standard deviations of a player's noise.
fn deviations(skill: &Skill) -> [f64; 2] {
    match *skill.noise() {
        Noise::None => [0.0; 2],
        Noise::Rectangular { x, y } => [x, y],
        Noise::Gat { size } => [size / 2.0, size * 2.0],
        Noise::Polar { speed, heading, .. } => [speed, heading],
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => [hand.stddev_speed, hand.stddev_angle],
    }
}
