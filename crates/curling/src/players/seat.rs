//! What every player does at the referee's table, whatever it thinks.
//!
//! A player of curling is asked for two kinds of things: shots, which it analyses, and in mixed doubles placements, which are decided by a plain
//! rule here. Between the table and the analysis stands the clock: [`Seated`] turns it into a limit for this shot, and a player's own
//! [`Patience`] says how much it wants to think when nobody is in a hurry.
//!
//! ```
//! use curling::players::seat;
//! use curling::rules::{Game, Placement, Rules};
//!
//! let rules = Rules::sport_mixed_doubles();
//! let game = Game::new(&rules)?;
//! assert_eq!(seat::placement(&rules, &game), Placement::CENTRE_HOUSE); // level, first end
//! # Ok::<(), curling::rules::RulesError>(())
//! ```

use crate::contest::{Action, Curling};
use crate::rules::{Game, IfLevel, Phase, Placement, Rules, Team};
use crate::shot::Shot;
use arena::clock::Span;
use arena::description::Setting;
use arena::player::{Choice, Fault, Player, Thinking};
use arena::spec::{Settings, SpecError};
use lookahead::{Analysis, Candidate, Control, Limit, Side, Stop};

/// The side that throws a slot: the hammer is [`Side::Max`].
pub fn side_of(slot: usize) -> Side {
    if slot.is_multiple_of(2) {
        Side::Min
    } else {
        Side::Max
    }
}

/// What somebody thinks of a position.
pub type Analyse<T> = fn(&T, &Curling, &Game, &Control<'_>) -> Analysis<Shot>;

/// Somebody who can be asked what to throw, at the referee's table: a placement by rule, or the best shot of an analysis within the time there is.
#[derive(Clone, Debug)]
pub struct Seated<T> {
    thinker: T,
    analyse: Analyse<T>,
}

impl<T> Seated<T> {
    /// Sits down.
    pub fn new(thinker: T, analyse: Analyse<T>) -> Self {
        Seated { thinker, analyse }
    }
}

/// From what makes somebody of settings, what makes a player of the arena of them.
pub fn seated<T>(
    build: fn(&Curling, &mut Settings) -> Result<T, SpecError>,
    analyse: Analyse<T>,
) -> impl Fn(&Curling, &mut Settings) -> Result<Seated<T>, SpecError> {
    move |curling, settings| Ok(Seated::new(build(curling, settings)?, analyse))
}

impl<T: Send> Player<Curling> for Seated<T> {
    fn choose(
        &mut self,
        curling: &Curling,
        game: &Game,
        thinking: &Thinking,
    ) -> Result<Choice<Action>, Fault> {
        if game.phase == Phase::Placing {
            return Ok(Action::Place(placement(curling.rules(), game)).into());
        }
        let limit = Limit {
            time: thinking.time.allot(shots_to_come(curling.rules(), game)),
            ..Limit::default()
        };
        let control = Control::new(thinking.seed)
            .limit(limit)
            .cancel(thinking.cancel.clone());
        let analysis = (self.analyse)(&self.thinker, curling, game, &control);
        let best = analysis.best().ok_or(Fault::Resigned)?;
        Ok(Choice {
            action: Action::Throw(best.action),
            thought: Some(best.value.into()),
        })
    }
}

/// How many stones the team to throw may still have to deliver, this one included: an extra end is reckoned with where there may be one.
pub fn shots_to_come(rules: &Rules, game: &Game) -> u32 {
    let left = game.slot().map_or(1, |slot| (17 - slot) / 2);
    let ends = usize::from(rules.ends.saturating_sub(game.end.saturating_add(1)));
    let extra = match rules.if_level {
        IfLevel::Draw => 0,
        IfLevel::ExtraEndsUntil(_) => 1,
    };
    (left + (ends + extra) * rules.deliveries()) as u32
}

/// The hammer and the stone in the house; as a power play when it is allowed and the chooser is behind in the last three ends.
pub fn placement(rules: &Rules, game: &Game) -> Placement {
    let chooser = game.chooser.unwrap_or(Team::One);
    let ahead = i32::from(game.total(chooser)) - i32::from(game.total(chooser.other()));
    let ends_left = rules.ends.saturating_sub(game.end);
    let allowed = game.power_play_ends[chooser.index()].is_none() && !game.is_extra_end(rules);
    if allowed && ahead < 0 && ends_left <= 3 {
        Placement::POWER_PLAY_LEFT // offered everywhere, the one on the right is not
    } else {
        Placement::CENTRE_HOUSE
    }
}

/// An analysis of one shot that was not searched for.
pub fn at_once(shot: Option<Shot>, control: &Control<'_>) -> Analysis<Shot> {
    Analysis {
        candidates: shot
            .into_iter()
            .map(|shot| Candidate::estimate(shot, 0.5))
            .collect(),
        effort: control.start().effort(0, Stop::Done),
    }
}

/// How far a player looks: within its own limit, and as far as `usual` if nobody sets one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patience {
    /// Its own limit.
    pub limit: Limit,
    /// What is enough when nobody says how long to think.
    pub usual: Limit,
}

impl Patience {
    /// So many simulations unless somebody says otherwise.
    pub fn usually(simulations: u64) -> Self {
        Patience {
            limit: Limit::default(),
            usual: Limit::nodes(simulations),
        }
    }

    /// The settings that limit a search by simulations: `sims`, `time` and `depth`.
    pub fn described(usually: u64) -> [Setting; 3] {
        let sims = (
            "How many simulations a shot may take; the default holds if no time is set either.",
            "1投あたりのシミュレーション回数。既定値は時間も指定されないときに使われます。",
        );
        let time = (
            "How long it may think about a shot.",
            "1投あたりの思考時間。",
        );
        let depth = (
            "How many shots ahead its tree may grow.",
            "探索木の最大の深さ(投数)。",
        );
        [
            Setting::integer("sims", 1..=1_000_000_000_000, sims)
                .page(1_000_000)
                .default(usually)
                .unit("simulations"),
            Setting::time("time", 0.001..=86_400.0, time).page(60),
            Setting::integer("depth", 1..=64, depth).unit("shots"),
        ]
    }

    /// From the settings `sims`, `time` and `depth`.
    ///
    /// # Errors
    /// If one of them does not read as what it should be.
    pub fn from_settings(settings: &mut Settings, usually: u64) -> Result<Self, SpecError> {
        let limit = Limit {
            depth: settings.given("depth")?,
            nodes: settings.given("sims")?,
            time: settings.given::<Span>("time")?.map(|Span(time)| time),
        };
        Ok(Patience {
            limit,
            ..Self::usually(usually)
        })
    }

    /// What is asked for, within one's own limit.
    pub fn apply<'a>(&self, control: &Control<'a>) -> Control<'a> {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        let asked = control.limit;
        let mut limit = Limit {
            depth: least(asked.depth, self.limit.depth),
            nodes: least(asked.nodes, self.limit.nodes),
            time: least(asked.time, self.limit.time),
        };
        // A depth bounds the tree, not the simulations: alone it would never end.
        if limit.nodes.is_none() && limit.time.is_none() {
            limit.nodes = self.usual.nodes;
        }
        control.clone().limit(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_power_play_is_for_a_team_that_is_behind_late_and_has_one_left() {
        let rules = Rules::sport_mixed_doubles();
        let mut game = Game::new(&rules).unwrap();
        game.end = 5;
        assert_eq!(placement(&rules, &game), Placement::CENTRE_HOUSE);
        game.scores.ends[0] = 2;
        assert!(placement(&rules, &game).is_power_play());
        assert!(game.clone().place(&rules, placement(&rules, &game)).is_ok());
        game.power_play_ends = [None, Some(1)];
        assert_eq!(placement(&rules, &game), Placement::CENTRE_HOUSE);
    }

    #[test]
    fn shots_are_counted_to_the_end_of_the_match_and_an_extra_end() {
        let rules = Rules::dc3();
        let mut game = Game::new(&rules).unwrap();
        assert_eq!(shots_to_come(&rules, &game), 88);
        (game.end, game.shot) = (9, 15);
        assert_eq!(shots_to_come(&rules, &game), 9);
        assert_eq!(shots_to_come(&Rules::legacy(), &game), 1);
    }

    #[test]
    fn a_search_without_any_limit_gets_the_usual_one_and_time_overrides_it() {
        let control = Control::new(lookahead::Seed(1));
        let patience = Patience::usually(500);
        assert_eq!(patience.apply(&control).limit, Limit::nodes(500));
        let deep = control.clone().limit(Limit::depth(2));
        assert_eq!(patience.apply(&deep).limit.nodes, Some(500));
        let timed = control.limit(Limit::time(Duration::from_secs(1)));
        assert_eq!(patience.apply(&timed).limit, timed.limit);
    }
}
