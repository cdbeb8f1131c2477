//! The state of a cup: its matches with their status, rounds and results, from its journal.
//!
//! A plain value: nothing here waits, plays or writes. The matches follow from the plan, the rounds
//! that were paired, and the matches that were declared void; each has an id derived from them, so
//! a cup that was killed finds the matches it had begun.

use super::journal::{Header, Line};
use super::pairing::{self, Round, SwissHistory};
use super::plan::{Cup, Division, Format, derived_id};
use super::result::CupResult;
use super::tables;
use std::collections::BTreeSet;
use uuid::Uuid;

/// The status of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// To be played.
    Scheduled,
    /// Begun; an entrant is not connected yet.
    Waiting,
    /// Being played.
    Running,
    /// Over.
    Over,
    /// Declared void; it is played again.
    Void,
}

/// The cores of a match that is waited for or played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cores {
    /// Held by the match.
    #[default]
    Held,
    /// Lent to other matches until the absent entrants are there.
    GivenBack,
    /// The next ones that become free are for this match: its entrants are there.
    Wanted,
}

/// A match of a cup.
#[derive(Clone, Debug, PartialEq)]
pub struct CupMatch {
    /// The id.
    pub id: Uuid,
    /// The number of its division.
    pub division: usize,
    /// The round, from 1.
    pub round: u32,
    /// The game of the pairing, from 1.
    pub game: u32,
    /// The number of times it was declared void before.
    pub attempt: u32,
    /// The entrants, as numbers of [`Cup::entrants`]; the one that throws first comes first.
    pub entrants: [usize; 2],
    /// The status.
    pub status: Status,
    /// The cores, while it is waited for.
    pub cores: Cores,
    /// The result.
    pub result: Option<CupResult>,
    /// The time when it was begun, in milliseconds since 1970.
    pub begun: Option<u64>,
    /// The time when it ended.
    pub ended: Option<u64>,
}

impl CupMatch {
    /// Whether it is waited for or played.
    fn is_begun(&self) -> bool {
        matches!(self.status, Status::Waiting | Status::Running)
    }

    /// Whether it is over or void.
    pub fn is_done(&self) -> bool {
        matches!(self.status, Status::Over | Status::Void)
    }
}

/// The state of a cup.
#[derive(Clone, Debug)]
pub struct CupState {
    id: Uuid,
    /// The matches, in the order in which they are to be played.
    pub matches: Vec<CupMatch>,
    /// The rounds of each division; entrants are numbers in the division.
    pub rounds: Vec<Vec<Round>>,
    /// Whether no further match begins.
    pub paused: bool,
}

impl CupState {
    /// The state after the lines of a journal.
    ///
    /// # Errors
    /// The line that does not fit, from 1, and the reason.
    pub fn of(cup: &Cup, header: &Header, lines: &[Line]) -> Result<Self, (usize, String)> {
        let mut state = CupState {
            id: header.id,
            matches: Vec::new(),
            rounds: cup.divisions.iter().map(Division::fixed_rounds).collect(),
            paused: false,
        };
        state.list(cup);
        for (index, line) in lines.iter().enumerate() {
            // The first line is the header.
            state.take(cup, line).map_err(|why| (index + 2, why))?;
        }
        Ok(state)
    }

    /// The state of a cup that has not begun.
    pub fn fresh(cup: &Cup) -> Self {
        let mut state = CupState {
            id: Uuid::nil(),
            matches: Vec::new(),
            rounds: cup.divisions.iter().map(Division::fixed_rounds).collect(),
            paused: false,
        };
        state.list(cup);
        state.pair(cup).into_iter().for_each(|line| {
            let taken = state.take(cup, &line);
            debug_assert!(taken.is_ok());
        });
        state
    }

    /// Takes a line of the journal.
    ///
    /// # Errors
    /// If it does not fit.
    pub fn take(&mut self, cup: &Cup, line: &Line) -> Result<(), String> {
        match line {
            Line::Cup(_) => return Err("a second `cup` line".to_owned()),
            Line::Round { division, round } => self.add_round(cup, *division, round)?,
            Line::Begun { r#match, at } => {
                let found = self.find_mut(*r#match)?;
                found.begun = Some(*at);
                (found.status, found.cores) = (Status::Waiting, Cores::Held);
            }
            Line::Over {
                r#match,
                at,
                result,
            } => {
                let found = self.find_mut(*r#match)?;
                found.status = Status::Over;
                (found.ended, found.result) = (Some(*at), Some(result.clone()));
            }
            Line::Void { r#match, at } => {
                let found = self.find_mut(*r#match)?;
                found.status = Status::Void;
                found.ended = Some(*at);
                let again = CupMatch {
                    attempt: found.attempt + 1,
                    status: Status::Scheduled,
                    cores: Cores::Held,
                    result: None,
                    begun: None,
                    ended: None,
                    ..found.clone()
                };
                let id = self.id_of(cup, &again);
                self.matches.push(CupMatch { id, ..again });
                self.sort();
            }
            Line::Paused(paused) => self.paused = *paused,
        }
        Ok(())
    }

    fn add_round(&mut self, cup: &Cup, division: usize, round: &Round) -> Result<(), String> {
        let plan = cup
            .divisions
            .get(division)
            .filter(|it| it.format == Format::Swiss);
        let entrants = plan.map_or(0, |plan| plan.entrants.len());
        let mut named: Vec<usize> = round.pairs.concat();
        named.extend(round.bye);
        named.sort_unstable();
        if entrants == 0 || named != (0..entrants).collect::<Vec<_>>() {
            return Err("a round that does not name every entrant of its division".to_owned());
        }
        self.rounds[division].push(round.clone());
        self.list(cup);
        Ok(())
    }

    /// The match of this id.
    pub fn find(&self, id: Uuid) -> Option<&CupMatch> {
        self.matches.iter().find(|known| known.id == id)
    }

    /// The match of this id, to be changed.
    ///
    /// # Errors
    /// If there is none.
    pub fn find_mut(&mut self, id: Uuid) -> Result<&mut CupMatch, String> {
        let found = self.matches.iter_mut().find(|known| known.id == id);
        found.ok_or_else(|| format!("no match {id} in this cup"))
    }

    fn id_of(&self, cup: &Cup, of: &CupMatch) -> Uuid {
        let [first, second] = of
            .entrants
            .map(|entrant| cup.entrants[entrant].name.as_str());
        let numbers = [of.round, of.game, of.attempt].map(|number| number.to_string());
        let (cup_id, division) = (self.id.to_string(), &cup.divisions[of.division].name);
        let [round, game, attempt] = numbers.each_ref().map(String::as_str);
        derived_id(&[
            "match", &cup_id, division, round, first, second, game, attempt,
        ])
    }

    /// Lists the matches of all rounds that are not listed yet.
    fn list(&mut self, cup: &Cup) {
        let known: BTreeSet<Uuid> = self.matches.iter().map(|it| it.id).collect();
        let mut fresh = Vec::new();
        for (number, (division, rounds)) in cup.divisions.iter().zip(&self.rounds).enumerate() {
            for (index, round) in rounds.iter().enumerate() {
                for &[a, b] in &round.pairs {
                    for game in 0..division.repetitions {
                        let (first, second) = if game % 2 == 0 { (a, b) } else { (b, a) };
                        let mut one = CupMatch {
                            id: Uuid::nil(),
                            division: number,
                            round: index as u32 + 1,
                            game: game + 1,
                            attempt: 0,
                            entrants: [division.entrants[first], division.entrants[second]],
                            status: Status::Scheduled,
                            cores: Cores::Held,
                            result: None,
                            begun: None,
                            ended: None,
                        };
                        one.id = self.id_of(cup, &one);
                        fresh.push(one);
                    }
                }
            }
        }
        self.matches
            .extend(fresh.into_iter().filter(|one| !known.contains(&one.id)));
        self.sort();
    }

    /// Sorts by round, game and division; within them the order stays.
    fn sort(&mut self) {
        self.matches
            .sort_by_key(|it| (it.round, it.game, it.division));
    }

    /// The lines of Swiss rounds that can be paired now: all matches of the division are over.
    pub fn pair(&self, cup: &Cup) -> Vec<Line> {
        let mut lines = Vec::new();
        for (number, division) in cup.divisions.iter().enumerate() {
            let rounds = &self.rounds[number];
            let due = division.format == Format::Swiss && (rounds.len() as u32) < division.rounds;
            let mut of_division = self.matches.iter().filter(|it| it.division == number);
            let done = of_division.all(CupMatch::is_done);
            if due && done {
                let history = SwissHistory {
                    scores: tables::scores(cup, self, number),
                    rounds: rounds.clone(),
                };
                lines.push(Line::Round {
                    division: number,
                    round: pairing::swiss(&history),
                });
            }
        }
        lines
    }

    /// Whether every match is over.
    pub fn is_over(&self, cup: &Cup) -> bool {
        self.matches.iter().all(CupMatch::is_done) && self.pair(cup).is_empty()
    }

    /// Makes the matches that a restart has interrupted ready to go on.
    pub fn interrupt(&mut self) {
        let interrupted =
            |it: &&mut CupMatch| matches!(it.status, Status::Waiting | Status::Running);
        for one in self.matches.iter_mut().filter(interrupted) {
            (one.status, one.cores) = (Status::Scheduled, Cores::Held);
        }
    }

    /// The matches that may begin now, in their order: not paused, their time has come, both
    /// entrants are free, and there are cores.
    pub fn startable(&self, cup: &Cup, now: u64) -> Vec<Uuid> {
        let mut resources = Resources::of(cup);
        for one in self.matches.iter().filter(|it| it.is_begun()) {
            resources.hold(cup, one);
        }
        // Those that a restart has interrupted go on first, even in a pause.
        let begun = self.matches.iter().filter(|it| it.begun.is_some());
        let fresh = self
            .matches
            .iter()
            .filter(|it| it.begun.is_none() && !self.paused);
        let mut startable = Vec::new();
        for one in begun.chain(fresh) {
            let start = cup.divisions[one.division].start;
            let due = one.begun.is_some() || start.is_none_or(|start| start <= now);
            if one.status == Status::Scheduled && due && resources.take(cup, one) {
                startable.push(one.id);
            }
        }
        startable
    }

    /// Takes the cores of a match whose entrants have come, if they are free; whether it has them.
    pub fn take_again(&mut self, cup: &Cup, id: Uuid) -> bool {
        let mut resources = Resources::of(cup);
        let others = self.matches.iter().filter(|it| it.id != id);
        for one in others.filter(|it| it.is_begun() && it.cores == Cores::Held) {
            resources.hold(cup, one);
        }
        let Ok(one) = self.find_mut(id) else {
            return false;
        };
        let free = one.cores == Cores::Held || resources.has(cup, one);
        one.cores = if free { Cores::Held } else { Cores::Wanted };
        free
    }
}

/// Resources that are free for further matches.
struct Resources {
    cores: usize,
    network_games: usize,
    busy: BTreeSet<usize>,
}

impl Resources {
    fn of(cup: &Cup) -> Self {
        Resources {
            cores: cup.cores,
            network_games: cup.network_games,
            busy: BTreeSet::new(),
        }
    }

    /// Takes what a match needs, if it is free. An entrant plays one match at a time.
    fn take(&mut self, cup: &Cup, one: &CupMatch) -> bool {
        if one.entrants.iter().any(|it| self.busy.contains(it)) {
            return false;
        }
        let free = self.has(cup, one);
        if free {
            self.hold(cup, one);
        }
        free
    }

    /// Whether there is what a match needs, its entrants aside.
    fn has(&self, cup: &Cup, one: &CupMatch) -> bool {
        let cores = cup.cores_of(one.entrants);
        cores <= self.cores && usize::from(cores == 0) <= self.network_games
    }

    /// Counts what a begun match has or is the next to have.
    fn hold(&mut self, cup: &Cup, one: &CupMatch) {
        self.busy.extend(one.entrants);
        if one.cores == Cores::GivenBack {
            return;
        }
        let cores = cup.cores_of(one.entrants);
        self.cores = self.cores.saturating_sub(cores);
        let network = usize::from(cores == 0);
        self.network_games = self.network_games.saturating_sub(network);
    }
}

#[cfg(test)]
mod tests;
