//! A match of a person against a player: start, moves, take-back, explanation.
//!
//! The match is the text of its record, which the page keeps and sends along; what is done comes
//! back as the longer text. The dice come from the record's seed and are thrown in order: after
//! taking back, the same shot falls exactly as before, and another one with the same luck. The page
//! chooses the seed, so it is no secret. Players are named, never files.

pub(crate) mod opponent;
pub(crate) mod why;

use super::records::{CurlingMoment, prepared, replayed, replayed_record, run, scene_at};
use super::wire::{CurlingConditions, CurlingStone, CurlingTrajectory, stones_of, word};
use crate::curling::engines::Engines;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use crate::{Games, Operation};
use arena::clock::TimeLeft;
use arena::player::{Fault as PlayerFault, Player, Thinking};
use arena::{AnalystPlayer, Phrase, Words};
use curling::arena_game::{Action, Curling};
use curling::delivery::{Aim, RealDeliveries, Weight};
use curling::physics::{Mode, Throw};
use curling::players::advice::{Effect, ShotCall};
use curling::rules::{Game, Phase, Placement, Team};
use curling::{Shot, Turn, Vector};
use digital_curling::games::Film;
use digital_curling::match_state::{Command, Event, Match};
use digital_curling::record::{MatchResult, Record, Tail};
use digital_curling::setup::Setup;
use lookahead::Seed;
use opponent::CurlingOpponent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The distance before the hog line at which a stone thrown away stops, in metres.
const SHORT: f64 = 3.0;

/// The operations.
pub(crate) fn operations(engines: &Arc<Engines>) -> Vec<Operation> {
    let [answering, suggesting, comparing] = [(); 3].map(|()| Arc::clone(engines));
    vec![
        Operation::quick(
            "curling/game-begin",
            (
                "Begins a match and returns the text of its record.",
                "試合を開始し、記録のテキストを返します。",
            ),
            |asked: CurlingPlayedAsked, _| begin(&asked),
        ),
        Operation::quick(
            "curling/game-act",
            (
                "Continues a match: throws, places stones or concedes.",
                "試合を進めます（投球、ストーンの配置、コンシード）。",
            ),
            |asked: CurlingActAsked, _| act(&asked),
        ),
        Operation::quick(
            "curling/game-cut",
            (
                "Cuts a match record at a scene, to continue from there.",
                "試合の記録を指定した場面で切り、そこから続けられるようにします。",
            ),
            |asked: CurlingMoment, _| cut(&asked),
        ),
        Operation::quick(
            "curling/game-aim",
            (
                "Finds the shot for a target, and its exact result.",
                "目標点とウェイトに合うショットと、誤差なしで投げた結果を返します。",
            ),
            |asked: CurlingAimAsked, _| aim(&asked),
        ),
        Operation::task(
            "curling/game-answer",
            (
                "Lets a player throw the next stone of a match.",
                "試合の次の一投をプレイヤーに任せます。",
            ),
            move |asked: CurlingAnswerAsked, task| answer(&asked, &answering.games, task),
        ),
        Operation::task(
            "curling/game-suggest",
            (
                "Asks a player what it would throw next in a match.",
                "試合の次の一投の候補をプレイヤーに尋ねます。",
            ),
            move |asked: CurlingAnswerAsked, task| why::suggest(&asked, &suggesting, task),
        ),
        Operation::task(
            "curling/why-not",
            (
                "Compares a shot of a match with the shot a player would have thrown.",
                "試合のショットを、プレイヤーが選ぶショットと比較します。",
            ),
            move |asked: why::CurlingWhyAsked, task| why::why(&asked, &comparing, task),
        ),
    ]
}

/// A match to begin.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingPlayedAsked {
    /// The conditions of the match.
    pub(crate) conditions: CurlingConditions,
    /// The names of team 0, which throws first, and of team 1.
    pub(crate) names: [String; 2],
    /// The seed of the dice.
    pub(crate) seed: u32,
}

/// A match and its text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingPlayed {
    /// The text of the record, which the page keeps.
    pub(crate) text: String,
    /// The scenes of the match.
    pub(crate) film: Film,
}

/// An action of a team in a match.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingActAsked {
    /// The record so far.
    pub(crate) text: String,
    /// The team, 0 or 1.
    pub(crate) team: u8,
    /// The action.
    pub(crate) act: CurlingAct,
}

/// An action of a team.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CurlingAct {
    /// Throws a stone.
    Throw(Shot),
    /// Places the stones of mixed doubles: 0 the guard and throwing first, 1 the stone in the house
    /// and the hammer, 2 and 3 a power play to the left and right.
    Place(u8),
    /// Concedes the match.
    Concede,
}

/// A request for the next action of a player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingAnswerAsked {
    /// The record so far.
    pub(crate) text: String,
    /// The player.
    pub(crate) player: CurlingOpponent,
}

/// A target, a turn and a weight, to be turned into a shot.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CurlingAimAsked {
    /// The record so far.
    pub(crate) text: String,
    /// The target, in metres to the right of the tee.
    pub(crate) x: f64,
    /// The target, in metres behind the tee.
    pub(crate) y: f64,
    /// Whether the stone turns clockwise.
    pub(crate) clockwise: bool,
    /// The weight.
    pub(crate) weight: CurlingAimWeight,
}

/// The weight of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CurlingAimWeight {
    /// To stop at the target.
    Draw,
    /// Through the target, to stop a little behind the house.
    Control,
    /// Through the target with the usual weight of a take-out.
    Normal,
    /// Through the target as hard as players throw.
    Peel,
    /// A stone thrown away: it stops short of the hog line, whatever the target.
    Through,
}

/// A shot and its exact result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingAimed {
    /// The shot.
    pub(crate) shot: Shot,
    /// The speed of the shot, in metres per second.
    pub(crate) speed: f64,
    /// The skip's call, such as `take-out`.
    pub(crate) call: String,
    /// The call as a sentence, stones numbered by shot.
    pub(crate) words: Words,
    /// The trajectories of all stones.
    pub(crate) run: CurlingTrajectory,
    /// The stones afterwards.
    pub(crate) stones: Vec<CurlingStone>,
}

/// A match in progress and its record.
pub(crate) struct OngoingMatch {
    pub(crate) record: Record,
    pub(crate) curling_match: Match,
}

impl OngoingMatch {
    /// Replays a Sakiyomi record.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let replay = replayed(text)?;
        let mut record = replay.record.ok_or_else(record_required)?;
        let mut curling_match = Match::with_curling(replay.curling, record.setup.clone());
        for (entry, number) in record.entries.iter().zip(1..) {
            let replayed = curling_match.replay(entry.clone());
            replayed.map_err(|why| {
                let why = Phrase::from(&why);
                Fault::wrong_at(format!("entry {number}"), &why)
                    .explained_by(FaultCode::UnreadableFile, &why)
            })?;
        }
        record.tail = Tail::Whole;
        Ok(OngoingMatch {
            record,
            curling_match,
        })
    }

    /// Applies an action of a team.
    pub(crate) fn act(
        &mut self,
        team: Team,
        command: Command,
        spent: Duration,
    ) -> Result<Event, Fault> {
        let done = self
            .curling_match
            .apply(team, command, spent)
            .map_err(|why| invalid_moves(&Phrase::from(&why)))?;
        self.record.entries.push(done.entry.clone());
        self.record.result = MatchResult::of(self.curling_match.game());
        Ok(done)
    }

    /// Returns the text of the record.
    pub(crate) fn text(&self) -> Result<String, Fault> {
        self.record.text().map_err(Fault::failed)
    }

    /// Returns the answer for the page.
    fn game(self) -> Result<CurlingPlayed, Fault> {
        let text = self.text()?;
        let film = Film::of(&replayed_record(self.record)?);
        Ok(CurlingPlayed { text, film })
    }
}

/// Returns the fault of a log that cannot be continued.
fn record_required() -> Fault {
    Fault::wrong("only a Sakiyomi record can be continued, not the log of another program")
        .code(FaultCode::RecordRequired)
}

/// Returns the fault of an action that the match does not allow.
fn invalid_moves(why: &Phrase) -> Fault {
    Fault::wrong(why).explained_by(FaultCode::InvalidMoves, why)
}

/// Returns a new match.
pub(crate) fn new_match(
    conditions: &CurlingConditions,
    names: &[String; 2],
    seed: u32,
) -> Result<OngoingMatch, Fault> {
    let conditions = conditions.to_conditions()?;
    let curling = prepared(&conditions)?;
    let mut setup = Setup::new(conditions, Seed(seed.into()));
    setup.names = names.clone().map(|name| {
        let clean = name.chars().filter(|c| !c.is_control());
        clean.take(60).collect()
    });
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let started = since.map_or(0, |since| since.as_secs()).to_string();
    let curling_match = Match::with_curling(curling, setup);
    let record = Record::of(started, &curling_match, Vec::new());
    Ok(OngoingMatch {
        record,
        curling_match,
    })
}

fn begin(asked: &CurlingPlayedAsked) -> Result<CurlingPlayed, Fault> {
    new_match(&asked.conditions, &asked.names, asked.seed)?.game()
}

fn act(asked: &CurlingActAsked) -> Result<CurlingPlayed, Fault> {
    let mut ongoing = OngoingMatch::read(&asked.text)?;
    let team = *Team::BOTH
        .get(usize::from(asked.team))
        .ok_or_else(|| Fault::wrong_at("team", "a team is 0 or 1"))?;
    let act = match asked.act {
        CurlingAct::Throw(shot) => Command::Throw(shot),
        CurlingAct::Place(number) => {
            let wish = Placement::FOUR.get(usize::from(number));
            let wish = wish.ok_or_else(|| Fault::wrong_at("act", "placements are 0 to 3"))?;
            Command::Place(*wish)
        }
        CurlingAct::Concede => Command::Concede,
    };
    ongoing.act(team, act, Duration::ZERO)?;
    ongoing.game()
}

fn cut(asked: &CurlingMoment) -> Result<CurlingPlayed, Fault> {
    let replay = replayed(&asked.text)?;
    let entries = scene_at(&replay, asked.at)?.entries;
    let record = replay.record.ok_or_else(record_required)?.cut(entries);
    if !record.setup.dice.is_known() {
        let why = Phrase::from((
            "the seed of this match is not known: it is told when the match is over",
            "この試合のシードはまだわかりません。試合が終わると公開されます",
        ));
        return Err(Fault::wrong(&why).explained_by(FaultCode::UnreadableFile, &why));
    }
    let text = record.text().map_err(Fault::failed)?;
    let film = Film::of(&replayed_record(record)?);
    Ok(CurlingPlayed { text, film })
}

fn aim(asked: &CurlingAimAsked) -> Result<CurlingAimed, Fault> {
    let replay = replayed(&asked.text)?;
    let (curling, game) = (&replay.curling, &replay.last().game);
    let no_shot = || Fault::wrong("no shot comes next").code(FaultCode::NoShotNext);
    let slot = game.slot().ok_or_else(no_shot)?;
    let shot = shot_for(curling, game, asked)?;
    let effect = Effect::of(curling, game, Some(&shot));
    let called = ShotCall::of(game, &effect);
    let throw = Throw {
        stones: game.stones,
        slot,
        shot,
    };
    let after = curling.physics_of(game).throw(Mode::Fast, &throw);
    let after = after.map_err(|why| invalid_moves(&why.into()))?.stones;
    Ok(CurlingAimed {
        shot,
        speed: shot.velocity.length(),
        call: word(&called.call),
        words: called.numbered(),
        run: run(curling, &throw, game)?,
        stones: stones_of(&after, game.lead),
    })
}

/// Returns the shot for a target, a turn and a weight.
fn shot_for(curling: &Curling, game: &Game, asked: &CurlingAimAsked) -> Result<Shot, Fault> {
    let sheet = &curling.physics().parameters().sheet;
    let target = Vector::new(asked.x, asked.y);
    let beyond = |metres: f64| Aim::Through {
        target,
        weight: Weight::Beyond(metres),
    };
    let behind = (sheet.back - asked.y).max(0.0);
    let aim = match asked.weight {
        CurlingAimWeight::Draw => Aim::Draw { target },
        CurlingAimWeight::Control => beyond(behind + 1.0),
        CurlingAimWeight::Normal => beyond(behind + 6.0),
        CurlingAimWeight::Peel => beyond(behind + 14.0),
        CurlingAimWeight::Through => Aim::Draw {
            target: Vector::new(0.0, -sheet.hog - SHORT),
        },
    };
    let turn = if asked.clockwise {
        Turn::Clockwise
    } else {
        Turn::CounterClockwise
    };
    let shot = RealDeliveries::new(&curling.physics_of(game)).shot(&aim, turn);
    shot.map_err(|why| invalid_moves(&why.into()).at("target"))
}

fn answer(
    asked: &CurlingAnswerAsked,
    games: &Games,
    task: &TaskHandle,
) -> Result<CurlingPlayed, Fault> {
    let mut ongoing = OngoingMatch::read(&asked.text)?;
    task.report(None, asked.player.to_string());
    let mut player = asked
        .player
        .seated(ongoing.curling_match.curling(), games)?;
    turn(&mut ongoing, player.as_mut(), &asked.player, task)?;
    ongoing.game()
}

/// Applies the action of the player whose turn it is. A player that resigns concedes; one that
/// fails loses by its fault.
pub(crate) fn turn(
    ongoing: &mut OngoingMatch,
    player: &mut dyn Player<Curling>,
    settings: &CurlingOpponent,
    task: &TaskHandle,
) -> Result<(), Fault> {
    let over = || Fault::wrong("the match is over").code(FaultCode::GameOver);
    let team = ongoing.curling_match.to_act().ok_or_else(over)?;
    let seed = ongoing.curling_match.setup().dice.player_seed(team.index());
    let thinking = Thinking {
        time: TimeLeft {
            this_move: Some(settings.time()?),
            ..TimeLeft::default()
        },
        seed: seed.stream(ongoing.record.entries.len() as u64),
        cancel: task.cancel(),
    };
    let chosen = player.choose(
        ongoing.curling_match.curling(),
        ongoing.curling_match.game(),
        &thinking,
    );
    task.check()?;
    let act = match chosen {
        Ok(choice) => match choice.action {
            Action::Throw(shot) => Command::Throw(shot),
            Action::Place(wish) => Command::Place(wish),
        },
        Err(PlayerFault::Resigned) => Command::Concede,
        Err(fault) => Command::Fault(fault),
    };
    ongoing.act(team, act, Duration::ZERO)?;
    Ok(())
}

impl CurlingOpponent {
    /// Builds the player for a match.
    pub(crate) fn seated(
        &self,
        curling: &Curling,
        games: &Games,
    ) -> Result<Box<dyn Player<Curling>>, Fault> {
        let built = games
            .curling
            .under(curling.clone())
            .analyst(&self.spec(games)?);
        let analyst = built
            .map_err(|why| Fault::wrong_at("player", why).explained(FaultCode::InvalidPlayer))?;
        Ok(Box::new(AnalystPlayer::new(analyst)))
    }
}

/// Whether stones are to be placed next.
pub(crate) fn placing(curling_match: &Match) -> bool {
    curling_match.game().phase == Phase::Placing
}

#[cfg(test)]
mod tests;
