//! Players on ice that changes: shots chosen on the ice of the conditions, aimed again on the ice
//! as it is.
//!
//! The tables of a search belong to one ice; a match with drift or wear has another one for every
//! shot. So a player chooses as if the ice were that of the conditions, and this wrapper, the same
//! for all players, adapts its best shots: what stops at a place, or reaches a stone with a certain
//! speed, there, does so here ([`RealDeliveries`]). Where sweeping is allowed it also tries the
//! chosen shot swept, aimed again, by noisy throws with the same random numbers, and sweeps if the
//! stones come to rest nearer to the plan by more than chance explains. A player may do without
//! either ([`IceAwareness`]), so that the gain of both can be measured.
//!
//! The search itself does not know of the changes: how far struck stones run, and the errors of its
//! own later shots, are those of the ice of the conditions.

use super::analyst::{CandidateShot, Execution, ShotAnalyst};
use super::end_utility::Goal;
use super::jiritsu::Jiritsu;
use crate::arena_game::Curling;
use crate::delivery::aim::{Aim, Weight};
use crate::delivery::{Delivered, RealDeliveries, crossing};
use crate::passages::Passages;
use crate::physics::{Mode, PathSegment, Physics, Throw};
use crate::rules::{Game, Placement, Rules};
use crate::sheet::RADIUS;
use crate::shot::{Shot, Sweep};
use crate::stones::{SLOTS, Stones};
use arena::Words;
use arena::description::Setting;
use arena::player::Fault;
use lookahead::{Analysis, Control, Effort, Limit, Seed};
use std::str::FromStr;

/// The candidates that are adapted; the others are dropped, as aiming takes milliseconds.
const ADAPTED: usize = 6;
/// The throws of a comparison of a swept and an unswept shot.
const THROWS: u64 = 48;
/// The random numbers of the throws, the same for every shot.
const SEED: Seed = Seed(0x5eeb);
/// The standard errors by which sweeping must be better.
const SURE: f64 = 2.0;
/// The distance from its planned place, in metres, beyond which a stone counts as lost.
const LOST: f64 = 1.5;
/// The gap, in metres, up to which a stone at the end of a path touches another.
const TOUCH: f64 = 0.03;
/// The starts of the stretches that are tried, in metres from the tee; all end at the shot's place.
const STARTS: [f64; 2] = [-20.0, -8.0];

/// The use that a player makes of the ice as it is: the setting `ice` of every player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IceAwareness {
    /// Aims again, and sweeps where that helps.
    Real,
    /// Aims again, and never sweeps.
    Unswept,
    /// Throws as on the ice of the conditions.
    Nominal,
}

impl IceAwareness {
    /// The key of the setting.
    pub(crate) const KEY: &str = "ice";
    /// The words of the setting; the first is the default.
    const WORDS: [(&str, IceAwareness); 3] = [
        ("real", IceAwareness::Real),
        ("unswept", IceAwareness::Unswept),
        ("nominal", IceAwareness::Nominal),
    ];

    /// Returns the description of the setting.
    pub(crate) fn setting() -> Setting {
        let meaning = (
            "On ice that changes: `real` aims again on the ice as it is and sweeps where that helps, `unswept` aims again and never sweeps, `nominal` throws as on the ice of the conditions. Of no effect on ice that does not change.",
            "アイスが変化する試合での投げ方。`real` は実際のアイスに合わせて狙い直し、有利ならスウィープします。`unswept` は狙い直しますがスウィープしません。`nominal` は条件どおりのアイスのつもりで投げます。アイスが変化しない試合では同じです。",
        );
        Setting::choice(Self::KEY, &Self::WORDS.map(|(word, _)| word), meaning)
    }
}

impl FromStr for IceAwareness {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::WORDS.into_iter().find(|(word, _)| *word == text);
        found
            .map(|(_, awareness)| awareness)
            .ok_or_else(|| "write real, unswept or nominal".to_owned())
    }
}

/// An answer of a player, or its fault.
type Found<T> = Result<T, Fault>;

/// A player on ice that changes.
pub(crate) struct OnRealIce {
    inner: Box<dyn ShotAnalyst>,
    awareness: IceAwareness,
    /// The match with its changes.
    curling: Curling,
    /// The match as the player sees it: without.
    even: Curling,
}

impl OnRealIce {
    /// Wraps a player that was built for this match [without changes](Curling::without_changes).
    pub(crate) fn new(
        inner: Box<dyn ShotAnalyst>,
        curling: &Curling,
        awareness: IceAwareness,
    ) -> Self {
        OnRealIce {
            inner,
            awareness,
            even: curling.without_changes(),
            curling: curling.clone(),
        }
    }

    /// Returns the best candidates with their shots on the ice as it is; the first may be swept.
    fn on_real_ice<C>(
        &self,
        game: &Game,
        mut candidates: Vec<C>,
        set_shot: impl Fn(&mut C, &dyn Fn(&Shot) -> Shot),
    ) -> Vec<C> {
        if self.awareness == IceAwareness::Nominal {
            return candidates;
        }
        candidates.truncate(ADAPTED);
        for (rank, candidate) in candidates.iter_mut().enumerate() {
            set_shot(candidate, &|chosen| {
                let plain = self.adapted(game, chosen);
                match (rank, self.awareness) {
                    (0, IceAwareness::Real) => self.swept(game, chosen, plain),
                    _ => plain,
                }
            });
        }
        candidates
    }

    /// Returns the shot that does on the ice as it is what this one does on the ice of the
    /// conditions; the same shot where there is none, or it is beyond the thrower.
    fn adapted(&self, game: &Game, shot: &Shot) -> Shot {
        let physics = self.curling.physics_of(game);
        let aim = aim_of(self.even.physics(), game, shot);
        let found = aim.and_then(|aim| self.aimed(&physics, game, &aim, shot, None));
        found.unwrap_or(*shot)
    }

    /// Returns the shot with an aim, turning as another one; none if the thrower cannot throw it.
    fn aimed(
        &self,
        physics: &Physics,
        game: &Game,
        aim: &Aim,
        like: &Shot,
        sweep: Option<Sweep>,
    ) -> Option<Shot> {
        let deliveries = RealDeliveries::new(physics).turning(like.rate).swept(sweep);
        let shot = deliveries.shot(aim, like.turn).ok()?;
        let skill = self.curling.skill(game);
        (skill.attempted(&shot) == Some(shot)).then_some(shot)
    }

    /// Returns the shot swept, if that is better; `chosen` is the player's shot on the ice of the
    /// conditions, and `plain` the same on the ice as it is.
    fn swept(&self, game: &Game, chosen: &Shot, plain: Shot) -> Shot {
        let skill = self.curling.skill(game);
        if self.curling.conditions().changes.sweeping.is_none() || skill.noise().is_none() {
            return plain;
        }
        let physics = self.curling.physics_of(game);
        let Some(aim) = aim_of(self.even.physics(), game, chosen) else {
            return plain;
        };
        let plan = Plan::of(self, game, chosen);
        let unswept = plan.misses(&physics, &plain);
        let (Aim::Draw { target } | Aim::Through { target, .. }) = aim;
        let mut best = (plain, 0.0);
        for start in STARTS.into_iter().filter(|start| *start < target.y) {
            let sweep = Some(Sweep::full(start, target.y));
            let Some(shot) = self.aimed(&physics, game, &aim, &plain, sweep) else {
                continue;
            };
            let gain = sure_gain(&unswept, &plan.misses(&physics, &shot));
            if gain > best.1 {
                best = (shot, gain);
            }
        }
        best.0
    }
}

/// Returns the game as the player sees it: on fresh ice.
fn fresh(game: &Game) -> Game {
    Game {
        passages: Passages::NONE,
        ..*game
    }
}

/// Returns the aim of a shot on this ice: its speed at the stone that it touches, otherwise its
/// place of rest, or its speed at the tee line if it runs through.
fn aim_of(physics: &Physics, game: &Game, shot: &Shot) -> Option<Aim> {
    let (stones, slot) = (game.stones, game.slot()?);
    let throw = Throw {
        stones,
        slot,
        shot: *shot,
    };
    let mut trail: Vec<PathSegment> = Vec::new();
    physics.follow(&throw, &mut trail).ok()?;
    let end = trail.iter().find(|segment| segment.slot == slot)?.to;
    let touches = |other: &(usize, crate::Stone)| {
        other.0 != slot && (other.1.at - end).length() < 2.0 * RADIUS + TOUCH
    };
    let deliveries = RealDeliveries::new(physics).turning(shot.rate);
    if stones.iter().any(|other| touches(&other))
        && let Some(there) = deliveries.passing(shot, end)
    {
        let (target, weight) = (there.at, Weight::SpeedThere(there.speed()));
        return Some(Aim::Through { target, weight });
    }
    crossing::target_of(&deliveries, &physics.parameters().sheet, shot).ok()
}

/// A planned result.
struct Plan<'a> {
    ice: &'a OnRealIce,
    game: &'a Game,
    slot: usize,
    result: Stones,
}

impl<'a> Plan<'a> {
    /// Creates the plan of a shot: its result without error on the ice of the conditions.
    fn of(ice: &'a OnRealIce, game: &'a Game, shot: &Shot) -> Self {
        let simulated = ice.even.simulate(Mode::Fast, &fresh(game), shot);
        Plan {
            ice,
            game,
            slot: game.slot().unwrap_or(SLOTS - 1),
            result: simulated.map_or(game.stones, |simulated| simulated.outcome.stones),
        }
    }

    /// Returns how far each of many noisy throws misses the plan.
    fn misses(&self, physics: &Physics, shot: &Shot) -> Vec<f64> {
        let (skill, tee) = (self.ice.curling.skill(self.game), self.ice.curling.tee());
        let miss = |number: u64| {
            let delivered = skill.deliver(shot, tee, &mut SEED.stream(number).rng());
            let stones = match delivered {
                Delivered::Pass => self.game.stones,
                Delivered::Thrown(shot) => {
                    let (stones, slot) = (self.game.stones, self.slot);
                    let thrown = physics.throw(Mode::Fast, &Throw { stones, slot, shot });
                    thrown.map_or(stones, |outcome| outcome.stones)
                }
            };
            distance(&stones, &self.result)
        };
        (0..THROWS).map(miss).collect()
    }
}

/// Returns how far two results are apart: the sum of the squared distances of the stones, in m², of
/// which each counts up to that of a lost stone.
fn distance(one: &Stones, other: &Stones) -> f64 {
    let apart = |slot: usize| match (one.get(slot), other.get(slot)) {
        (Some(a), Some(b)) => (a.at - b.at).length_squared().min(LOST * LOST),
        (None, None) => 0.0,
        _ => LOST * LOST,
    };
    (0..SLOTS).map(apart).sum()
}

/// Returns by how much the second list of misses is smaller on average, less [`SURE`] standard
/// errors of the paired differences.
fn sure_gain(before: &[f64], after: &[f64]) -> f64 {
    let gains: Vec<f64> = before.iter().zip(after).map(|(a, b)| a - b).collect();
    let number = gains.len().max(2) as f64;
    let mean = gains.iter().sum::<f64>() / number;
    let square = gains.iter().map(|gain| (gain - mean) * (gain - mean));
    let error = (square.sum::<f64>() / (number - 1.0) / number).sqrt();
    mean - SURE * error
}

impl ShotAnalyst for OnRealIce {
    fn shots(&self, _: &Curling, game: &Game, control: &Control<'_>) -> Found<Analysis<Shot>> {
        let found = self.inner.shots(&self.even, &fresh(game), control)?;
        let candidates = self.on_real_ice(game, found.candidates, |candidate, adapt| {
            candidate.action = adapt(&candidate.action);
            // Replies are still those of the ice of the conditions.
            candidate.line.truncate(1);
            candidate.line.fill(candidate.action);
            candidate.outcomes.clear();
        });
        Ok(Analysis {
            candidates,
            ..found
        })
    }

    fn goal(&self, _: &Curling, game: &Game) -> Goal {
        self.inner.goal(&self.even, game)
    }

    fn adds_position(&self, game: &Game) -> bool {
        self.inner.adds_position(game)
    }

    fn notes(&self) -> Vec<Words> {
        self.inner.notes()
    }

    fn stages(&self, limit: Limit) -> Vec<Limit> {
        self.inner.stages(limit)
    }

    fn candidates(
        &self,
        _: &Curling,
        game: &Game,
        control: &Control<'_>,
    ) -> Found<(Vec<CandidateShot>, Effort)> {
        let found = self.inner.candidates(&self.even, &fresh(game), control);
        let (shots, effort) = found?;
        let shots = self.on_real_ice(game, shots, |candidate, adapt| {
            candidate.shot = adapt(&candidate.shot);
            candidate.reply = None;
            candidate.outcomes.clear();
        });
        Ok((shots, effort))
    }

    fn executions(
        &self,
        _: &Curling,
        game: &Game,
        candidate: &CandidateShot,
        seed: Seed,
    ) -> Vec<Execution> {
        let (even, game) = (&self.even, fresh(game));
        self.inner.executions(even, &game, candidate, seed)
    }

    fn answer(&self, game: &Game, seed: Seed) -> Option<Shot> {
        let answer = self.inner.answer(&fresh(game), seed)?;
        Some(match self.awareness {
            IceAwareness::Nominal => answer,
            _ => self.adapted(game, &answer),
        })
    }

    fn place(&self, rules: &Rules, game: &Game) -> Placement {
        self.inner.place(rules, game)
    }

    fn jiritsu(&self) -> Option<&Jiritsu> {
        self.inner.jiritsu()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;
    use crate::stones::Stone;
    use crate::{Turn, Vector};

    fn curling_of(text: &str) -> Curling {
        let conditions = Conditions::paper().changed(&text.parse().unwrap());
        Curling::new(conditions.unwrap()).unwrap()
    }

    fn best(curling: &Curling, player: &str, game: &Game) -> Shot {
        let lineup = crate::lineup::of(curling.clone());
        let analyst = lineup.build_analyst(&player.parse().unwrap()).unwrap();
        let control = Control::new(Seed(3)).limit(Limit::nodes(20));
        analyst.shots(curling, game, &control).unwrap().candidates[0].action
    }

    /// A match in its third end, on ice that stones have run on.
    fn late(curling: &Curling) -> Game {
        let mut game = Game::new(curling.rules()).unwrap();
        for number in 0..8 {
            let target = Vector::new(f64::from(number) * 0.1 - 0.4, -0.5);
            let shot = curling.draw(target, Turn::Clockwise).unwrap();
            game = curling.after_shot(Mode::Fast, &game, &shot);
            game.stones = Stones::none();
        }
        game.end = 2;
        game
    }

    fn rest(curling: &Curling, game: &Game, shot: &Shot) -> Vector {
        let simulated = curling.simulate(Mode::Exact, game, shot).unwrap();
        let stone = simulated.outcome.stones.get(game.slot().unwrap());
        stone.map_or(Vector::new(9.0, 9.0), |stone| stone.at)
    }

    #[test]
    fn a_draw_stops_at_the_tee_on_ice_that_has_changed() {
        for changes in [
            "friction_drift = 1.5",
            "wear = 0.02",
            "wear = -0.01\nsweeping = true",
        ] {
            let curling = curling_of(changes);
            let game = late(&curling);
            let adapted = best(&curling, "draw", &game);
            assert!(rest(&curling, &game, &adapted).length() < 0.03, "{changes}");
            let naive = best(&curling.without_changes(), "draw", &fresh(&game));
            assert!(rest(&curling, &game, &naive).length() > 0.3, "{changes}");
        }
    }

    #[test]
    fn a_hit_reaches_its_stone_with_the_speed_that_was_meant() {
        let curling = curling_of("friction_drift = 1.5\nwear = 0.02");
        let mut game = late(&curling);
        let at = Vector::new(0.4, -1.0);
        game.stones.put(0, Stone { at, angle: 0.0 });
        let even = curling.without_changes();
        let target = Vector::new(0.4, -1.0);
        let weight = Weight::Beyond(6.0);
        let deliveries = RealDeliveries::new(even.physics());
        let meant = deliveries.shot(&Aim::Through { target, weight }, Turn::Clockwise);
        let meant = meant.unwrap();
        let inner = crate::lineup::of(even.clone()).build_analyst(&"draw".parse().unwrap());
        let real = OnRealIce::new(inner.unwrap(), &curling, IceAwareness::Real);
        let adapted = real.adapted(&game, &meant);
        let physics = curling.physics_of(&game);
        let place = Vector::new(0.4, -1.0 - 2.0 * RADIUS);
        let there = RealDeliveries::new(&physics)
            .passing(&adapted, place)
            .unwrap();
        let planned = deliveries.passing(&meant, place).unwrap();
        assert!(
            (there.at - planned.at).length() < 0.02,
            "{there:?} {planned:?}"
        );
        assert!((there.speed() / planned.speed() - 1.0).abs() < 0.02);
        let naive = RealDeliveries::new(&physics).passing(&meant, place);
        assert!(naive.is_none_or(|naive| naive.speed() < 0.9 * planned.speed()));
    }

    #[test]
    fn sweeping_is_used_only_where_it_helps() {
        // Sweeping that takes the curl away and nothing else: the error of the weight no longer
        // moves a stone aside.
        let straighter = curling_of("sweep_friction = 1\nsweep_curl = 0\ncurl_scale = 4");
        let wilder = curling_of("sweep_friction = 0.5\nsweep_curl = 6\ncurl_scale = 1");
        let game = Game::new(straighter.rules()).unwrap();
        let through = |curling: &Curling| {
            let even = curling.without_changes();
            let (target, weight) = (Vector::new(0.0, 0.0), Weight::Beyond(0.2));
            let meant = RealDeliveries::new(even.physics())
                .shot(&Aim::Through { target, weight }, Turn::Clockwise)
                .unwrap();
            let inner = crate::lineup::of(even.clone()).build_analyst(&"draw".parse().unwrap());
            let real = OnRealIce::new(inner.unwrap(), curling, IceAwareness::Real);
            let plain = real.adapted(&game, &meant);
            real.swept(&game, &meant, plain)
        };
        let helped = through(&straighter);
        assert!(helped.sweep.is_some(), "{helped:?}");
        assert_eq!(through(&wilder).sweep, None);
        assert_eq!(through(&straighter.without_changes()).sweep, None);
    }

    #[test]
    fn a_player_may_do_without_sweeping_or_throw_as_if_the_ice_never_changed() {
        let curling = curling_of("sweep_friction = 1\nsweep_curl = 0\ncurl_scale = 4\nwear = 0.01");
        let game = late(&curling);
        let naive = best(&curling.without_changes(), "draw", &fresh(&game));
        assert_eq!(best(&curling, "draw:ice=nominal", &game), naive);
        let unswept = best(&curling, "draw:ice=unswept", &game);
        assert_eq!(unswept.sweep, None);
        assert!(rest(&curling, &game, &unswept).length() < 0.03);
        assert!(rest(&curling, &game, &naive).length() > 0.3);
        let error = "draw:ice=smooth".parse().unwrap();
        let refused = crate::lineup::of(curling).build_analyst(&error).err();
        let why = refused.unwrap().to_string();
        assert_eq!(why, "setting `ice=smooth`: write real, unswept or nominal");
        // On ice that does not change the setting means nothing.
        let even = curling_of("ends = 2");
        let start = Game::new(even.rules()).unwrap();
        let shots = ["draw", "draw:ice=nominal"].map(|player| best(&even, player, &start));
        assert_eq!(shots[0], shots[1]);
    }

    #[test]
    fn a_gain_within_chance_is_none() {
        assert!(sure_gain(&[1.0, 2.0, 3.0], &[0.5, 1.5, 2.5]) > 0.4);
        assert!(sure_gain(&[1.0, 2.0, 3.0], &[3.0, 0.0, 2.0]) < 0.0);
        assert!(sure_gain(&[], &[]) <= 0.0);
    }

    #[test]
    fn on_ice_that_does_not_change_players_are_as_they_were() {
        let lineup = crate::lineup::of(curling_of("ends = 2"));
        let analyst = lineup
            .build_analyst(&"jiritsu:depth=1".parse().unwrap())
            .unwrap();
        let game = Game::new(lineup.game().rules()).unwrap();
        let control = Control::new(Seed(3));
        let candidates = analyst
            .candidates(lineup.game(), &game, &control)
            .unwrap()
            .0;
        assert!(candidates.len() > ADAPTED, "nothing is dropped");
    }
}
