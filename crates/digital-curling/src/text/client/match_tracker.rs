//! A match tracker: the match reconstructed from the messages of a server.
//!
//! Servers differ in the messages they omit and in their order, so the tracker depends on as little
//! as possible:
//!
//! * the team that throws is the number `SETSTATE` gives it, and `SCORE` is positive for team 0,
//!   whichever team throws the first stone of the match. (There are matches on record in which that
//!   is team 1; then the sign of `SCORE` fits its number just the same.)
//! * the sheet is cleared on `SCORE`, and stones that cannot have been thrown yet are ignored,
//!   whatever the last `POSITION` has: no server shows the empty house before an end begins.
//! * an end's score is assigned by the number of earlier scores, for some servers name the next end
//!   before it and some after.
//!
//! In mixed doubles the placement that the other team chose is recognised by where its stones lie.

use super::super::commands::State;
use curling::Stones;
use curling::rules::{Game, IfLevel, MAX_ENDS, Phase, Placement, Rules, Scoreboard, Team};
use curling::stones::SLOTS;

/// The distance from the centre line beyond which a placed stone is a power play, in metres.
const ASIDE: f64 = 0.5;

/// The known state of a match.
#[derive(Clone, Debug)]
pub struct MatchTracker {
    rules: Rules,
    state: Option<State>,
    stones: Stones,
    scores: Scoreboard,
    /// The number of ends with a score.
    scored: u8,
    power_play_ends: [Option<u8>; 2],
    /// Our team, once known.
    team: Option<Team>,
    /// The last end whose placement we chose.
    chosen: Option<u8>,
}

impl MatchTracker {
    /// A match about to begin.
    pub fn new(rules: Rules) -> Self {
        MatchTracker {
            rules,
            state: None,
            stones: Stones::none(),
            scores: Scoreboard::default(),
            scored: 0,
            power_play_ends: [None; 2],
            team: None,
            chosen: None,
        }
    }

    /// The known rules: the number of ends is the server's, and if it plays on after the last,
    /// there are extra ends.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The score so far.
    pub fn scores(&self) -> &Scoreboard {
        &self.scores
    }

    /// The number of ends with a score.
    pub fn scored(&self) -> u8 {
        self.scored
    }

    /// Our team, once known.
    pub fn team(&self) -> Option<Team> {
        self.team
    }

    /// Sets the rules; the known number of ends stays.
    pub(super) fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        if let Some(state) = self.state {
            self.adopt(state);
        }
    }

    /// `POSITION`.
    pub(super) fn set_stones(&mut self, stones: &Stones) {
        self.stones = *stones;
    }

    /// `SETSTATE`.
    pub(super) fn set_state(&mut self, state: State) {
        if self.state.is_none() {
            // A client that joins late knows nothing of earlier ends.
            self.scored = state.end;
        }
        self.state = Some(state);
        self.adopt(state);
    }

    fn adopt(&mut self, state: State) {
        if (1..=MAX_ENDS).contains(&state.ends) {
            self.rules.ends = state.ends;
        }
    }

    /// `SCORE`.
    pub(super) fn score(&mut self, points: i8) {
        let end = usize::from(self.scored);
        match self.scores.ends.get_mut(end) {
            Some(entry) if end < usize::from(self.rules.ends) => *entry = points,
            _ => self.scores.extra = points,
        }
        self.scored = self.scored.saturating_add(1);
        self.stones = Stones::none();
    }

    /// Sets our team.
    pub(super) fn set_team(&mut self, team: Team) {
        self.team = Some(team);
    }

    /// Sets our placement of the end that begins.
    pub(super) fn set_placement(&mut self, team: Team, wish: Placement) {
        self.set_team(team);
        let end = self.end();
        self.chosen = Some(end);
        if wish.is_power_play() {
            self.power_play_ends[team.index()] = Some(end);
        }
    }

    /// The current end. A server may ask for a placement before it sends the change of end.
    fn end(&self) -> u8 {
        self.state.map_or(0, |state| state.end.max(self.scored))
    }

    /// The match when a shot is asked for.
    pub(super) fn before_shot(&mut self) -> Game {
        let first = self.rules.first_slot();
        let state = self.state.unwrap_or(State {
            shot: first as u8,
            end: 0,
            ends: self.rules.ends,
            mover: Team::Zero,
        });
        if state.end >= self.rules.ends {
            self.rules.if_level = IfLevel::ExtraEndsUntil(255);
        }
        let shot = usize::from(state.shot).clamp(first, SLOTS - 1);
        // The second team to throw is not the lead.
        let lead = Team::of_slot(shot, state.mover);
        self.recognise_power_play(state.end, lead);
        Game {
            end: state.end,
            shot: shot as u8,
            lead,
            chooser: self.rules.doubles.map(|_| self.chooser(state.end, lead)),
            phase: Phase::Throwing,
            stones: self.possible(shot),
            ..self.blank()
        }
    }

    /// The match when a placement is asked for; none outside mixed doubles. Before our team is
    /// known, it is taken to be the second.
    pub(super) fn before_placement(&self) -> Option<Game> {
        self.rules.doubles?;
        let chooser = self.team.unwrap_or(Team::One);
        Some(Game {
            end: self.end(),
            shot: self.rules.first_slot() as u8,
            lead: chooser.other(),
            chooser: Some(chooser),
            phase: Phase::Placing,
            ..self.blank()
        })
    }

    /// The fields that do not depend on the phase.
    fn blank(&self) -> Game {
        let game = Game::new(&Rules::legacy()).expect("the rules of a platform");
        // A server may send the number of stones after the score.
        let most = self.rules.most_points() as i8;
        let possible = |points: i8| points.clamp(-most, most);
        Game {
            scores: Scoreboard {
                ends: self.scores.ends.map(possible),
                extra: possible(self.scores.extra),
            },
            power_play_ends: self.power_play_ends,
            ..game
        }
    }

    /// The team that chose the placement of this end: if we did not, the other; if our team is
    /// unknown, the one with the hammer.
    fn chooser(&self, end: u8, lead: Team) -> Team {
        match self.team {
            Some(team) if self.chosen == Some(end) => team,
            Some(team) => team.other(),
            None => lead.other(),
        }
    }

    fn recognise_power_play(&mut self, end: u8, lead: Team) {
        if self.rules.doubles.is_none() || self.chosen == Some(end) {
            return;
        }
        let aside = |slot| {
            let stone = self.stones.get(slot);
            stone.is_some_and(|stone| stone.at.x.abs() > ASIDE)
        };
        // Before the first delivery both lie where they were placed.
        let untouched = self
            .state
            .is_some_and(|state| usize::from(state.shot) <= self.rules.first_slot() + 1);
        let chooser = self.chooser(end, lead).index();
        if untouched && aside(0) && aside(1) {
            self.power_play_ends[chooser] = Some(end);
        }
    }

    /// The stones that can be in play before this shot.
    fn possible(&self, shot: usize) -> Stones {
        let placed = if self.rules.doubles.is_some() { 2 } else { 0 };
        let thrown = self.rules.first_slot()..shot;
        let stones = self.stones.iter();
        stones
            .filter(|(slot, _)| *slot < placed || thrown.contains(slot))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curling::Vector;

    fn state(shot: u8, end: u8, mover: Team) -> State {
        State {
            shot,
            end,
            ends: 4,
            mover,
        }
    }

    fn stones(slots: &[usize]) -> Stones {
        let mut stones = Stones::none();
        for &slot in slots {
            stones.place(slot, Vector::new(0.0, 0.3 * slot as f64 - 2.0));
        }
        stones
    }

    #[test]
    fn a_position_is_what_state_and_stones_say_in_either_order() {
        let mut one = MatchTracker::new(Rules::legacy());
        one.set_stones(&stones(&[0, 1]));
        one.set_state(state(2, 0, Team::Zero));
        let mut other = MatchTracker::new(Rules::legacy());
        other.set_state(state(2, 0, Team::Zero));
        other.set_stones(&stones(&[0, 1]));
        let game = one.before_shot();
        assert_eq!(game, other.before_shot());
        assert_eq!((game.to_throw(), game.lead), (Some(Team::Zero), Team::Zero));
        assert_eq!((game.stones.count(), one.rules().ends), (2, 4));
        assert_eq!(game.check(one.rules()), Ok(()));
    }

    #[test]
    fn stones_of_the_last_end_do_not_lie_in_the_next() {
        for scores_first in [true, false] {
            let mut tracker = MatchTracker::new(Rules::legacy());
            tracker.set_state(state(15, 0, Team::One));
            if scores_first {
                tracker.score(-2);
            }
            tracker.set_stones(&stones(&[3, 15]));
            tracker.set_state(state(0, 1, Team::One));
            if !scores_first {
                tracker.score(-2);
            }
            let game = tracker.before_shot();
            assert_eq!((game.stones, game.lead), (Stones::none(), Team::One));
            assert_eq!((game.total(Team::One), game.end), (2, 1));
        }
    }

    #[test]
    fn a_match_that_team_1_begins_counts_by_the_same_numbers() {
        let mut tracker = MatchTracker::new(Rules::legacy());
        tracker.set_state(state(0, 0, Team::One));
        assert_eq!(tracker.before_shot().lead, Team::One);
        tracker.score(3);
        assert_eq!(tracker.scores().total(Team::Zero), 3);
    }

    #[test]
    fn a_server_that_plays_on_after_the_last_end_plays_extra_ends() {
        let mut tracker = MatchTracker::new(Rules::legacy());
        tracker.set_state(state(0, 4, Team::Zero));
        tracker.before_shot();
        assert_ne!(tracker.rules().if_level, IfLevel::Draw);
        tracker.score(1);
        assert_eq!(tracker.scores().extra, 1);
    }

    #[test]
    fn the_others_power_play_is_seen_and_our_own_remembered() {
        let mut tracker = MatchTracker::new(Rules::dc2_mixed_doubles());
        let placing = tracker.before_placement().unwrap();
        assert_eq!(
            (placing.chooser, placing.phase),
            (Some(Team::One), Phase::Placing)
        );
        tracker.set_placement(Team::One, Placement::POWER_PLAY_LEFT);
        tracker.set_state(state(6, 0, Team::Zero));
        assert_eq!(tracker.before_shot().chooser, Some(Team::One));
        tracker.score(1);
        tracker.set_state(state(6, 1, Team::Zero));
        let doubles = tracker.rules().doubles.unwrap();
        tracker.set_stones(&doubles.set_up(Placement::POWER_PLAY_LEFT));
        let game = tracker.before_shot();
        assert_eq!(game.power_play_ends, [Some(1), Some(0)]);
        assert_eq!(game.check(tracker.rules()), Ok(()));
    }
}
