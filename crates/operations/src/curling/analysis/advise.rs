//! A player asked about a position: the shots it would consider, what each is worth, and the value of every target.

use super::super::minds::{CurlingPlayer, Engines};
use super::super::wire::{
    CurlingConditions, CurlingGame, CurlingPath, film, name_of, paths, rounded,
};
use super::to_throw;
use crate::{Fault, Watch};
use curling::contest::Curling;
use curling::physics::{Mode, Throw};
use curling::players::advice::{Advice, Advised, Call, Scale, Target, Verdict};
use curling::players::analyst::ShotAnalyst;
use curling::players::lattice::Kind;
use curling::rules::{Game, Team};
use curling::{Shot, Turn, Vector};
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The longest a player may think, in seconds.
const LONGEST: f64 = 60.0;
/// The most shots that are told.
const MOST: usize = 20;

/// A position to be asked about.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingAsked {
    /// What the match is played under.
    conditions: CurlingConditions,
    /// The match, with a shot to come.
    game: CurlingGame,
    /// Who is asked.
    player: CurlingPlayer,
    /// How long it may think, in seconds: at most 60.
    seconds: f64,
    /// How many shots to tell: 1 to 20.
    top: usize,
    /// The player's luck where it draws lots.
    seed: u32,
}

/// What a player says of a position; values are those of the team that throws.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingAdvice {
    /// The team that throws.
    team: u8,
    /// Whether it has the hammer.
    hammer: bool,
    /// What values are in.
    scale: Scale,
    /// Whether a value counts stones that lie well beside the chance or the points.
    adds_position: bool,
    /// Whether the player valued its shots; opening knowledge does not.
    valued: bool,
    /// Shots that differ, best first.
    shots: Vec<CurlingAdvised>,
    /// How much better the best is than the next that differs.
    gap: Option<f64>,
    /// The same in a word.
    sure: Verdict,
    /// The value of every target for each way to turn; only jiritsu values all.
    maps: Vec<CurlingValueMap>,
    /// How many shots ahead it looked, where that means something.
    depth: u32,
    /// How many positions or simulations it looked at.
    nodes: u64,
    /// How long it thought.
    seconds: f64,
}

/// A stone by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingStoneName {
    /// Whose it is.
    pub(super) team: u8,
    /// Its number.
    pub(super) number: u8,
}

/// A shot that may be called.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingAdvised {
    /// What a skip would call it.
    call: Call,
    /// How it is let go.
    shot: Shot,
    /// Its speed then, in m/s.
    speed: f64,
    /// Where it would stop if nothing were in its way.
    target: Vector,
    /// What it is worth.
    value: f64,
    /// The standard deviation of what a single throw of it is worth.
    spread: f64,
    /// The standard error of the value, where it is an average of samples.
    error: Option<f64>,
    /// How likely it is made.
    success: f64,
    /// The mean value of throws that make it, where the player values them.
    made: Option<f64>,
    /// The same of throws that miss.
    missed: Option<f64>,
    /// The points it leaves lying on average, positive for the team that throws.
    points: Option<f64>,
    /// How likely each number of points is, lowest first.
    results: Vec<(i8, f64)>,
    /// Where the thrown stone stops if the shot is made.
    stops: Option<Vector>,
    /// The stones that are gone then.
    removed: Vec<CurlingStoneName>,
    /// The stones that are moved.
    moved: Vec<CurlingStoneName>,
    /// The ways of the stones if it is made, the thrown one first.
    paths: Vec<CurlingPath>,
    /// What the other team answers to the most likely outcome.
    reply: Option<CurlingReply>,
}

/// An answer of the other team.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingReply {
    /// What its skip would call it.
    call: Call,
    /// How it is let go.
    shot: Shot,
}

/// The value of every target for one way to turn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingValueMap {
    /// The way to turn.
    turn: Turn,
    /// The side of a cell, in metres.
    side: f64,
    /// x, y and value of targets where a stone would stop.
    cells: Vec<(f64, f64, f64)>,
    /// Hits: where they would cross the tee line, and their value.
    strip: Vec<(f64, f64)>,
}

/// Asks a player.
pub(super) fn advise(
    asked: CurlingAsked,
    engines: &Engines,
    watch: &Watch,
) -> Result<CurlingAdvice, Fault> {
    let CurlingAsked {
        conditions,
        game,
        player,
        seconds,
        top,
        seed,
    } = asked;
    if !(0.05..=LONGEST).contains(&seconds) {
        let words = format!("a player may think from 0.05 to {LONGEST} seconds");
        return Err(Fault::wrong_at("seconds", words));
    }
    if !(1..=MOST).contains(&top) {
        let words = format!("1 to {MOST} shots can be told");
        return Err(Fault::wrong_at("top", words));
    }
    let (curling, game, slot) = to_throw(&conditions, &game)?;
    watch.say(None, "");
    let player = player.spec(&engines.games)?;
    let analyst = engines.analyst(&curling, &player)?;
    watch.check()?;
    let time = Duration::from_secs_f64(seconds);
    let begun = Instant::now();
    let tell = |progress: &Progress| {
        let part = begun.elapsed().as_secs_f64() / time.as_secs_f64();
        watch.say(Some(part.min(1.0)), format!("{} nodes", progress.nodes));
    };
    let control = Control::new(Seed(seed.into()))
        .limit(Limit::time(time))
        .cancel(watch.cancel())
        .progress(&tell);
    let teller = Teller {
        curling: &curling,
        game: &game,
        slot,
    };
    let first = |advice: &Advice| watch.partial(&teller.advice(&*analyst, advice));
    let advice = Advice::growing(&*analyst, &curling, &game, &control, top, &first);
    let advice = advice.map_err(|why| Fault::wrong_at("game", why))?;
    Ok(teller.advice(&*analyst, &advice))
}

/// Who says in the words of the wire what a player thinks.
struct Teller<'a> {
    curling: &'a Curling,
    game: &'a Game,
    slot: usize,
}

impl Teller<'_> {
    fn advice(&self, analyst: &dyn ShotAnalyst, advice: &Advice) -> CurlingAdvice {
        let maps = analyst.jiritsu().map(|player| {
            let side = player.spacing(self.game);
            Turn::BOTH.map(|turn| map(turn, side, &advice.targets))
        });
        CurlingAdvice {
            team: advice.team.index() as u8,
            hammer: advice.hammer,
            scale: advice.scale,
            adds_position: advice.adds_position,
            valued: advice.valued,
            shots: advice.shots.iter().map(|shot| self.advised(shot)).collect(),
            gap: advice.sure.gap,
            sure: advice.sure.verdict,
            maps: maps.into_iter().flatten().collect(),
            depth: advice.effort.depth,
            nodes: advice.effort.nodes,
            seconds: advice.effort.seconds,
        }
    }

    fn advised(&self, shot: &Advised) -> CurlingAdvised {
        CurlingAdvised {
            call: shot.call,
            shot: shot.shot,
            speed: shot.speed,
            target: shot.target,
            value: shot.value,
            spread: shot.spread,
            error: shot.error,
            success: shot.success,
            made: shot.made,
            missed: shot.missed,
            points: shot.points,
            results: shot.results.clone(),
            stops: shot.stops,
            removed: self.named(&shot.removed),
            moved: self.named(&shot.moved),
            paths: self.paths(&shot.meant),
            reply: shot.reply.as_ref().map(|reply| CurlingReply {
                call: reply.call,
                shot: reply.shot,
            }),
        }
    }

    fn named(&self, slots: &[usize]) -> Vec<CurlingStoneName> {
        let named = |&slot: &usize| {
            let (team, number) = name_of(slot, self.game.lead);
            CurlingStoneName { team, number }
        };
        slots.iter().map(named).collect()
    }

    fn paths(&self, shot: &Shot) -> Vec<CurlingPath> {
        let throw = Throw {
            stones: self.game.stones,
            slot: self.slot,
            shot: *shot,
        };
        let lead: Team = self.game.lead;
        let filmed = film(self.curling.physics(), Mode::Fast, &throw, lead);
        filmed.map_or_else(|_| Vec::new(), |(_, film)| paths(&film))
    }
}

fn map(turn: Turn, side: f64, targets: &[Target]) -> CurlingValueMap {
    let short = |value: f64| (value * 1e5).round() / 1e5;
    let of_turn = || targets.iter().filter(move |target| target.turn == turn);
    let draws = of_turn().filter(|target| target.kind == Kind::Draw);
    let strip = of_turn().filter_map(|target| Some((rounded(target.at_tee?), short(target.value))));
    CurlingValueMap {
        turn,
        side,
        cells: draws
            .map(|target| (rounded(target.x), rounded(target.y), short(target.value)))
            .collect(),
        strip: strip.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::wire::{CurlingPlatform, CurlingStone};
    use super::*;
    use curling::sheet::RADIUS;

    fn advise(asked: CurlingAsked, watch: &Watch) -> Result<CurlingAdvice, Fault> {
        let games = crate::Games::of(&crate::Host::default());
        super::advise(asked, &Engines::new(&games), watch)
    }

    fn last_stone(player: &str) -> CurlingAsked {
        let conditions = CurlingConditions::usual(CurlingPlatform::Paper);
        let rules = conditions.core().unwrap().rules;
        let mut game = Game::new(&rules).unwrap();
        (game.end, game.shot) = (9, 15);
        CurlingAsked {
            conditions,
            game: CurlingGame::of(&game, &rules),
            player: CurlingPlayer::Text(player.to_owned()),
            seconds: 2.0,
            top: 4,
            seed: 1,
        }
    }

    #[test]
    fn the_last_stone_into_an_empty_house_is_a_draw_with_a_way() {
        let advice = advise(last_stone("greedy"), &Watch::idle()).unwrap();
        let best = &advice.shots[0];
        assert_eq!(
            (advice.team, advice.hammer, best.call),
            (1, true, Call::Draw)
        );
        assert_eq!(advice.scale, Scale::Points);
        assert!(best.success > 0.5 && best.value > 0.8, "{best:?}");
        let way = &best.paths[0].points;
        assert!(way[0].1 < -30.0 && way.last().unwrap().1 > -2.0);
        assert!(advice.maps.is_empty());
    }

    #[test]
    fn jiritsu_values_every_target() {
        let mut asked = last_stone("jiritsu:depth=1");
        asked.game.stones.push(CurlingStone {
            team: 0,
            number: 8,
            x: 0.0,
            y: 0.3,
            angle: 0.0,
        });
        let advice = advise(asked, &Watch::idle()).unwrap();
        assert_eq!(advice.scale, Scale::Chance);
        assert_eq!(advice.maps.len(), 2);
        for map in &advice.maps {
            assert!(map.cells.len() > 500 && map.strip.len() > 5);
            assert!(map.cells.iter().all(|cell| (-0.5..=1.5).contains(&cell.2)));
        }
        assert_eq!(advice.maps[0].side, RADIUS);
        let best = &advice.shots[0];
        assert!(!best.removed.is_empty() || best.stops.is_some());
        assert!(best.value >= advice.shots[1].value);
    }

    #[test]
    fn the_strongest_player_values_last_stones_on_a_finer_map() {
        let asked = last_stone("jiritsu:preset=strongest,depth=1");
        let advice = advise(asked, &Watch::idle()).unwrap();
        assert_eq!(advice.maps[0].side, RADIUS / 2.0);
        assert!(advice.maps[0].cells.len() > 2000);
    }

    #[test]
    fn too_much_is_refused_and_a_cancelled_player_stops() {
        let place = |asked| advise(asked, &Watch::idle()).unwrap_err().place.unwrap();
        let asked = last_stone("greedy");
        assert_eq!(
            place(CurlingAsked {
                seconds: 61.0,
                ..asked.clone()
            }),
            "seconds"
        );
        assert_eq!(
            place(CurlingAsked {
                seconds: f64::NAN,
                ..asked.clone()
            }),
            "seconds"
        );
        assert_eq!(
            place(CurlingAsked {
                top: 0,
                ..asked.clone()
            }),
            "top"
        );
        let mut placing = asked.clone();
        placing.game.phase = super::super::super::wire::CurlingPhase::Placing;
        assert!(place(placing).starts_with("game"));
        let watch = Watch::idle();
        watch.cancel().cancel();
        assert!(advise(asked, &watch).is_err());
    }
}
