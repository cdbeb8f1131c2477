//! State of a match: whose turn it is, and the effect of a shot.
//!
//! [`Game`] is a plain value that can be copied, compared and serialised, and is advanced by
//! [`Game::apply`] with the stones after a shot. It checks the shot for fouls, counts it, scores
//! the end after the last stone, moves the hammer and ends the match. In mixed doubles every end
//! begins with [`Game::place`].
//!
//! *The hammer.* The team that scores throws first in the next end; after a blank end the order
//! stays. In mixed doubles the team that did not score chooses the placement, and the order follows
//! from its choice.
//!
//! *Extra ends* are played until a team scores; only that end has points, so all share an entry on
//! the [`Scoreboard`].
//!
//! A call that does not match the state of the match is an error and changes nothing.
//!
//! ```
//! use curling::rules::{Game, GameError, Placement, Rules, Team};
//!
//! let rules = Rules::sport_mixed_doubles();
//! let mut game = Game::new(&rules)?;
//! let nothing = game.stones;
//! assert_eq!(game.apply(&rules, &nothing), Err(GameError::NotPlaced));
//! game.place(&rules, Placement::POWER_PLAY_LEFT)?; // team 1 chooses first, and takes the hammer
//! assert_eq!((game.to_throw(), game.slot()), (Some(Team::Zero), Some(6)));
//! assert_eq!(game.power_play_ends[Team::One.index()], Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;

pub use error::GameError;

use super::doubles::{Doubles, Placement, PowerPlays};
use super::guard::{self, Foul, Verdict};
use super::scoreboard::Scoreboard;
use super::{IfLevel, Order, Rules, RulesError, Team, score};
use crate::passages::Passages;
use crate::stones::{SLOTS, Stones};
use arena::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The inconsistency of a state without a next stone.
const NO_SLOT: Text = text(
    "the next stone has no slot",
    "次に投げるストーンがありません",
);

/// Returns an inconsistency in English and Japanese.
const fn text(en: &'static str, ja: &'static str) -> Text {
    Text { en, ja }
}

/// The state of a match.
///
/// Any value is safe to use; one that does not come from play can be [checked](Game::check).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The current end, from 0; after the match the number of ends played.
    pub end: u8,
    /// The slot of the next stone: in mixed doubles 6 for the first delivery.
    pub shot: u8,
    /// The team that throws first in this end. Before a placement this is not decided: it is the
    /// team that does not choose.
    pub lead: Team,
    /// The team that chooses, or chose, the placement of this end; none outside mixed doubles.
    pub chooser: Option<Team>,
    /// The phase of the match.
    pub phase: Phase,
    /// The stones in play.
    pub stones: Stones,
    /// The points by end.
    pub scores: Scoreboard,
    /// The end in which each team last had a power play.
    pub power_play_ends: [Option<u8>; 2],
    /// The players of each team in the order they throw.
    pub orders: [Order; 2],
    /// The stones that have run over each part of the sheet; counted only where the conditions have
    /// wear.
    #[serde(default, skip_serializing_if = "Passages::is_none")]
    pub passages: Passages,
}

/// The phase of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A placement of mixed doubles comes next.
    Placing,
    /// A shot comes next.
    Throwing,
    /// The match is over.
    Over(Outcome),
}

/// The result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The winner; none if it is drawn.
    pub winner: Option<Team>,
    /// The reason.
    pub reason: Reason,
}

/// The reason for the end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingReason")]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// One team has more points.
    Score,
    /// The score is level.
    Draw,
    /// A team conceded.
    Concession,
    /// A team ran out of time.
    Time,
    /// A team could not continue, or broke the rules.
    Fault,
}

/// The effect of a shot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The team that threw.
    pub team: Team,
    /// The slot of its stone.
    pub slot: usize,
    /// The stones after the shot and the foul, if any. After the last stone of an end these are the
    /// stones that were scored; those of the match are cleared.
    pub verdict: Verdict,
    /// The score of the end, if this was its last stone.
    pub end: Option<EndScore>,
    /// The result of the match, if it ended.
    pub outcome: Option<Outcome>,
}

/// The score of a finished end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndScore {
    /// The number, from 0.
    pub end: u8,
    /// The points, positive for team 0.
    pub points: i8,
}

impl EndScore {
    /// Returns the team that scored.
    pub fn scorer(self) -> Option<Team> {
        match self.points {
            0 => None,
            1.. => Some(Team::Zero),
            _ => Some(Team::One),
        }
    }
}

/// The default order of the players.
const AS_NAMED: Order = [0, 1, 2, 3];

impl Game {
    /// Creates a match about to begin. Team 0 throws first, or, in mixed doubles, team 1 chooses
    /// the placement.
    ///
    /// # Errors
    /// If the rules are invalid.
    pub fn new(rules: &Rules) -> Result<Self, RulesError> {
        rules.check()?;
        let mut game = Game {
            end: 0,
            shot: 0,
            lead: Team::Zero,
            chooser: None,
            phase: Phase::Throwing,
            stones: Stones::none(),
            scores: Scoreboard::default(),
            power_play_ends: [None; 2],
            orders: [AS_NAMED; 2],
            passages: Passages::NONE,
        };
        game.begin_end(rules, Team::Zero, Team::One);
        Ok(game)
    }

    /// Clears the sheet for an end that `lead` throws first in or, in mixed doubles, `chooser`
    /// chooses the placement of.
    fn begin_end(&mut self, rules: &Rules, lead: Team, chooser: Team) {
        self.stones = Stones::none();
        self.shot = rules.first_slot() as u8;
        if rules.doubles.is_some() {
            self.chooser = Some(chooser);
            self.lead = chooser.other();
            self.phase = Phase::Placing;
        } else {
            self.lead = lead;
            self.phase = Phase::Throwing;
        }
    }

    /// Returns the result of the match, if it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Returns the slot of the stone to be delivered, if a shot comes next.
    pub fn slot(&self) -> Option<usize> {
        let slot = usize::from(self.shot);
        (self.phase == Phase::Throwing && slot < SLOTS).then_some(slot)
    }

    /// Returns the team to throw, if a shot comes next.
    pub fn to_throw(&self) -> Option<Team> {
        self.slot().map(|slot| Team::of_slot(slot, self.lead))
    }

    /// Returns the team that throws last in this end, once that is decided.
    pub fn hammer(&self) -> Option<Team> {
        (self.phase == Phase::Throwing).then_some(self.lead.other())
    }

    /// Returns the number, within its team, of the player to throw.
    pub fn player(&self, rules: &Rules) -> Option<u8> {
        let slot = self.slot()?;
        let order = self.orders[Team::of_slot(slot, self.lead).index()];
        let stone = slot.checked_sub(rules.first_slot())? / 2;
        rules.rotation.player(order, stone)
    }

    /// Returns the number of shots before the next one in the whole match.
    pub fn shots_before(&self, rules: &Rules) -> usize {
        let in_end = usize::from(self.shot).saturating_sub(rules.first_slot());
        usize::from(self.end) * 2 * rules.deliveries() + in_end
    }

    /// Returns the total points of a team.
    pub fn total(&self, team: Team) -> u16 {
        self.scores.total(team)
    }

    /// Returns the score of the current end if it stopped now, positive for team 0.
    pub fn provisional(&self, rules: &Rules) -> i8 {
        score::points_of_team_zero(rules, &self.stones, self.lead)
    }

    /// Returns whether this is an extra end.
    pub fn is_extra_end(&self, rules: &Rules) -> bool {
        self.end >= rules.ends
    }

    /// Advances the match by a shot, given the stones as the physics left them.
    ///
    /// # Errors
    /// If no shot comes next, or if there are stones that were neither in play nor delivered.
    pub fn apply(&mut self, rules: &Rules, after: &Stones) -> Result<Step, GameError> {
        let slot = self.slot_for(after)?;
        let verdict = guard::judge(rules, &self.stones, after, slot);
        Ok(self.settle(rules, slot, &verdict))
    }

    /// Advances the match by a shot whose violation of the no-tick rule is waived by the other
    /// team: the stones stay where they came to rest.
    ///
    /// # Errors
    /// As for [`apply`](Game::apply), and if there is no violation that may be waived.
    pub fn waive(&mut self, rules: &Rules, after: &Stones) -> Result<Step, GameError> {
        let slot = self.slot_for(after)?;
        let judged = guard::judge(rules, &self.stones, after, slot);
        if judged.foul != Some(Foul::Tick) || !rules.tick.may_be_waived {
            return Err(GameError::NothingToWaive);
        }
        let verdict = Verdict {
            stones: *after,
            ..judged
        };
        Ok(self.settle(rules, slot, &verdict))
    }

    /// Returns the slot of the delivered stone, if these stones are possible after it.
    fn slot_for(&self, after: &Stones) -> Result<usize, GameError> {
        let slot = match self.phase {
            Phase::Over(_) => return Err(GameError::Over),
            Phase::Placing => return Err(GameError::NotPlaced),
            Phase::Throwing => self.slot().ok_or(GameError::Impossible { what: NO_SLOT })?,
        };
        let appeared = after.mask() & !(self.stones.mask() | 1 << slot);
        if appeared != 0 {
            let slot = appeared.trailing_zeros() as usize;
            return Err(GameError::FromNowhere { slot });
        }
        Ok(slot)
    }

    /// Counts a judged shot.
    fn settle(&mut self, rules: &Rules, slot: usize, verdict: &Verdict) -> Step {
        let team = Team::of_slot(slot, self.lead);
        self.stones = verdict.stones;
        self.shot += 1;
        let end = (slot + 1 == SLOTS).then(|| self.close_end(rules));
        Step {
            team,
            slot,
            verdict: *verdict,
            end,
            outcome: self.outcome(),
        }
    }

    /// Scores the end and begins the next, unless the match is over.
    fn close_end(&mut self, rules: &Rules) -> EndScore {
        let score = EndScore {
            end: self.end,
            points: self.provisional(rules),
        };
        self.scores.record(self.end, rules.ends, score.points);
        self.end = self.end.saturating_add(1);
        let lead = score.scorer().unwrap_or(self.lead);
        let chooser = match score.scorer() {
            Some(scorer) => scorer.other(),
            None => self.chooser_after_blank(rules),
        };
        self.begin_end(rules, lead, chooser);
        if let Some(outcome) = self.decided(rules) {
            self.phase = Phase::Over(outcome);
        }
        score
    }

    /// Returns the chooser of the next placement if this end is blank.
    fn chooser_after_blank(&self, rules: &Rules) -> Team {
        let chooser = self.chooser.unwrap_or(self.lead.other());
        rules.doubles.map_or(chooser, |doubles| {
            doubles.after_blank.after(chooser, self.lead)
        })
    }

    /// Returns the result of the match, if it ends before `self.end`.
    fn decided(&self, rules: &Rules) -> Option<Outcome> {
        let ahead = self.scores.difference();
        let to_come = i16::from(rules.ends.saturating_sub(self.end));
        let out_of_reach = ahead.abs() > to_come * i16::from(rules.most_points());
        if ahead != 0 && (to_come == 0 || (rules.stops_when_decided && out_of_reach)) {
            let winner = if ahead > 0 { Team::Zero } else { Team::One };
            return Some(Outcome {
                winner: Some(winner),
                reason: Reason::Score,
            });
        }
        let drawn = match rules.if_level {
            IfLevel::Draw => to_come == 0,
            IfLevel::ExtraEndsUntil(last) => to_come == 0 && self.end >= last,
        };
        drawn.then_some(Outcome {
            winner: None,
            reason: Reason::Draw,
        })
    }

    /// Places the stones of an end of mixed doubles as the [chooser](Game::chooser) wants. Returns
    /// the actual placement, which differs where the platform replaces a forbidden power play by a
    /// centre placement.
    ///
    /// # Errors
    /// If there is nothing to place, or if the placement is not allowed.
    pub fn place(&mut self, rules: &Rules, requested: Placement) -> Result<Placement, GameError> {
        let (doubles, chooser) = match (self.phase, rules.doubles, self.chooser) {
            (Phase::Over(_), ..) => return Err(GameError::Over),
            (Phase::Placing, Some(doubles), Some(chooser)) => (doubles, chooser),
            _ => return Err(GameError::NothingToPlace),
        };
        if !doubles.spots.offer(requested) {
            return Err(GameError::NotOffered);
        }
        let placement = self.allowed_placement(rules, &doubles, chooser, requested)?;
        if placement.is_power_play() {
            self.power_play_ends[chooser.index()] = Some(self.end);
        }
        self.stones = doubles.set_up(placement);
        self.lead = placement.lead(chooser);
        self.phase = Phase::Throwing;
        Ok(placement)
    }

    /// Returns the actual placement for a chosen one.
    fn allowed_placement(
        &self,
        rules: &Rules,
        doubles: &Doubles,
        team: Team,
        requested: Placement,
    ) -> Result<Placement, GameError> {
        let objection = match self.power_play_ends[team.index()] {
            _ if !requested.is_power_play() => None,
            Some(end) => Some(GameError::PowerPlayUsed { team, end }),
            None => self
                .is_extra_end(rules)
                .then_some(GameError::PowerPlayInExtraEnd),
        };
        match (objection, doubles.power_plays) {
            (Some(objection), PowerPlays::Once) => Err(objection),
            (Some(_), PowerPlays::OnceElseCentre) => Ok(Placement::CENTRE_HOUSE),
            _ => Ok(requested),
        }
    }

    /// Sets the order of the players of a team: once before the match, in mixed doubles before the
    /// first delivery of every end.
    ///
    /// # Errors
    /// If it is too late, or if not every player is named once.
    pub fn set_order(
        &mut self,
        rules: &Rules,
        team: Team,
        players: &[u8],
    ) -> Result<(), GameError> {
        let end_is_fresh = usize::from(self.shot) == rules.first_slot();
        if self.outcome().is_some() || !end_is_fresh || (rules.doubles.is_none() && self.end > 0) {
            return Err(GameError::TooLate);
        }
        self.orders[team.index()] = rules.rotation.order(players).ok_or(GameError::BadOrder {
            players: rules.rotation.players(),
        })?;
        Ok(())
    }

    /// Ends the match by a concession.
    ///
    /// # Errors
    /// If the match is over.
    pub fn concede(&mut self, rules: &Rules, team: Team) -> Result<Outcome, GameError> {
        self.stop(rules, team, Reason::Concession)
    }

    /// Ends the match by a team running out of time.
    ///
    /// # Errors
    /// If the match is over.
    pub fn forfeit(&mut self, rules: &Rules, team: Team) -> Result<Outcome, GameError> {
        self.stop(rules, team, Reason::Time)
    }

    /// Ends the match by a disqualification.
    ///
    /// # Errors
    /// If the match is over.
    pub fn disqualify(&mut self, rules: &Rules, team: Team) -> Result<Outcome, GameError> {
        self.stop(rules, team, Reason::Fault)
    }

    /// Ends the match with the loss of a team.
    fn stop(&mut self, rules: &Rules, loser: Team, reason: Reason) -> Result<Outcome, GameError> {
        if self.outcome().is_some() {
            return Err(GameError::Over);
        }
        if rules.stopping_takes_a_shot
            && let Some(slot) = self.slot()
        {
            let nothing_moved = Verdict {
                stones: self.stones,
                foul: None,
            };
            self.settle(rules, slot, &nothing_moved);
        }
        let outcome = Outcome {
            winner: Some(loser.other()),
            reason,
        };
        self.phase = Phase::Over(outcome);
        Ok(outcome)
    }

    /// Checks a state that was built by hand or read from a file.
    ///
    /// # Errors
    /// The reason why no match by these rules reaches it.
    pub fn check(&self, rules: &Rules) -> Result<(), GameError> {
        let first = rules.first_slot();
        let thrown = (1_u32 << self.shot.min(SLOTS as u8)) - (1 << first.min(self.shot.into()));
        let placed = if first > 0 { 0b11 } else { 0 };
        let most = rules.most_points();
        let possible = |points: &i8| points.unsigned_abs() <= most;
        let problem = if !(first..SLOTS).contains(&usize::from(self.shot)) {
            NO_SLOT
        } else if u32::from(self.stones.mask()) & !(thrown | placed) != 0 {
            text(
                "a stone is in play that has not been thrown",
                "投げられていないストーンがあります",
            )
        } else if self.stones.iter().any(|(_, stone)| !stone.at.is_finite()) {
            text(
                "the position of a stone is not finite",
                "ストーンの位置が有限の数ではありません",
            )
        } else if rules.doubles.is_some() != self.chooser.is_some() {
            text(
                "a chooser outside mixed doubles",
                "配置を選ぶチームがあるのはミックスダブルスだけです",
            )
        } else if rules.doubles.is_none() && self.phase == Phase::Placing {
            text(
                "a placement outside mixed doubles",
                "配置があるのはミックスダブルスだけです",
            )
        } else if !self.scores.ends.iter().all(possible) || !possible(&self.scores.extra) {
            text(
                "an end has more points than stones",
                "得点がストーンの数より多いエンドがあります",
            )
        } else {
            return Ok(());
        };
        Err(GameError::Impossible { what: problem })
    }
}

#[cfg(test)]
mod tests;
