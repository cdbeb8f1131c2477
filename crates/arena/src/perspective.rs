//! Game results from one player's perspective, and their tallies.
//!
//! A record names sides and seats; a table needs the result of *one player*. [`Perspective`] is the
//! result of a game from that point of view, [`Tally`] the sum of many. All rates, intervals and
//! standard errors of tables come from here.

use crate::game::Duplicate;
use crate::player::Fault;
use crate::record::{Ending, GameRecord};
use crate::statistics::{
    Confidence, EloDifference, GameResult, Interval, Proportion, Sample, WinDrawLoss,
};
use crate::text::{Phrase, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A game from a player's perspective: in every pair of values the first is the player's, the
/// second the opponent's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Perspective {
    /// The player's side.
    pub side: usize,
    /// The player's share: 1, 1/2 or 0.
    pub share: f64,
    /// The points of the game.
    pub points: [f64; 2],
    /// The ending of the game.
    pub ending: EndingKind,
    /// The forfeit, if the game was forfeited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Forfeit>,
    /// Moves made.
    pub moves: [u64; 2],
    /// Time used, in seconds.
    pub seconds: [f64; 2],
    /// The key that identifies repeated games on the same sides: [`crate::record::key`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whether it repeats a game that was counted before; set by [`RepeatFilter::mark`].
    #[serde(skip)]
    pub repeat: bool,
}

/// The kind of a game's ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndingKind {
    /// By the rules.
    Finished,
    /// By a fault.
    Forfeit,
    /// Stopped for its length.
    TooLong,
}

/// A forfeit: the player at fault, and the fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forfeit {
    /// 0 for the player, 1 for the opponent.
    pub by: usize,
    /// The fault.
    pub what: Fault,
}

impl Perspective {
    /// Creates the game of `record` from the perspective of the player of `side`; `sides` is the
    /// side of every seat.
    pub fn new(record: &GameRecord, side: usize, sides: &[usize]) -> Self {
        let seen = |values: [f64; 2]| [values[side], values[1 - side]];
        // Owner of a seat: the player (0) or the opponent (1).
        let owner = |seat: usize| sides.get(seat).map(|s| s ^ side);
        let moves = [0, 1].map(|who| {
            let own = record.moves.iter().filter(|m| owner(m.seat) == Some(who));
            own.count() as u64
        });
        let (ending, fault) = match &record.ending {
            Ending::Finished => (EndingKind::Finished, None),
            Ending::TooLong => (EndingKind::TooLong, None),
            Ending::Forfeit { seat, fault } => {
                let (by, what) = (owner(*seat).unwrap_or(0), fault.clone());
                (EndingKind::Forfeit, Some(Forfeit { by, what }))
            }
        };
        Perspective {
            side,
            share: record.score.share_of(side),
            points: seen(record.score.points),
            ending,
            fault,
            moves,
            seconds: seen(record.seconds),
            key: record.key.clone(),
            repeat: false,
        }
    }

    /// Returns the game from the opponent's perspective.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |[a, b]: [f64; 2]| [b, a];
        Perspective {
            side: 1 - self.side,
            share: 1.0 - self.share,
            points: turned(self.points),
            ending: self.ending,
            fault: self.fault.clone().map(|forfeit| Forfeit {
                by: 1 - forfeit.by,
                ..forfeit
            }),
            moves: [self.moves[1], self.moves[0]],
            seconds: turned(self.seconds),
            key: self.key.clone(),
            repeat: self.repeat,
        }
    }

    /// Returns whether the player won, drew or lost.
    pub fn result(&self) -> GameResult {
        match self.share.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => GameResult::Win,
            std::cmp::Ordering::Equal => GameResult::Draw,
            std::cmp::Ordering::Less => GameResult::Loss,
        }
    }
}

/// Detector of repeated games in one pairing. A game between the same players on the same sides
/// with the same start and the same moves is a repetition and carries no new information.
#[derive(Clone, Debug, Default)]
pub struct RepeatFilter(BTreeSet<(usize, String)>);

impl RepeatFilter {
    /// Marks a game that repeats an earlier one. Games without a key, from older records, are never
    /// marked.
    pub fn mark(&mut self, game: &mut Perspective) {
        let key = game.key.clone();
        game.repeat = key.is_some_and(|key| !self.0.insert((game.side, key)));
    }
}

/// Number of games played, and number of distinct games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Distinct {
    /// Games played.
    pub games: u64,
    /// Distinct games.
    pub distinct: u64,
}

impl Distinct {
    /// Returns the text for a table: `40`, or `40, 2 distinct`.
    pub fn text(&self) -> Phrase {
        let Distinct { games, distinct } = self;
        if self.repeats() {
            let en = format!("{games}, {distinct} distinct");
            (en, format!("{games}（異なる{distinct}局）")).into()
        } else {
            games.to_string().into()
        }
    }

    /// Returns whether some games are repeated.
    pub fn repeats(&self) -> bool {
        self.distinct < self.games
    }
}

/// Note of tables with repeated games.
pub(crate) const REPEATS: (&str, &str) = (
    "Games that repeat an earlier one, with the same start, sides and moves, count once: rates, \
     intervals, Elo and tests are those of the distinct games.",
    "初期局面・先後・手順が同じ対局は一度だけ数えます。勝率、区間、Elo、検定は異なる対局についての\
     ものです。",
);

/// Returns the player's duplicate gain from the two games of a pair.
pub(crate) fn gain(duplicate: &Duplicate, pair: [&Perspective; 2]) -> f64 {
    let forfeits = || pair.iter().filter_map(|game| game.fault.as_ref());
    if forfeits().next().is_none() {
        return (duplicate.gain)(pair.map(|game| game.points[0]));
    }
    let costs = |by: usize| forfeits().filter(|forfeit| forfeit.by == by).count() as f64;
    duplicate.forfeit * (costs(1) - costs(0))
}

/// A player's duplicate gain over all complete pairs of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Gain {
    /// Unit of the gain.
    pub unit: &'static str,
    /// Complete pairs.
    pub pairs: u64,
    /// Total gain.
    pub total: f64,
    /// Mean gain per pair.
    pub mean: Option<f64>,
    /// Standard error of the mean.
    pub error: Option<f64>,
    /// Student's 95 % interval of the mean.
    pub interval: Option<Interval>,
    /// The mean in standard errors.
    pub t: Option<f64>,
    /// Two-sided p-value of Student's test against a mean of 0.
    pub p: Option<f64>,
}

impl Gain {
    fn new(unit: &'static str, pairs: &Sample) -> Self {
        let test = pairs.test(0.0);
        Gain {
            unit,
            pairs: pairs.count(),
            total: pairs.mean().unwrap_or(0.0) * pairs.count() as f64,
            mean: pairs.mean(),
            error: pairs.standard_error(),
            interval: pairs.interval(Confidence::P95),
            t: test.map(|test| test.statistic),
            p: test.map(|test| test.p.two_sided),
        }
    }

    /// Returns the mean with its standard error, as text.
    pub(crate) fn mean_text(&self) -> String {
        match (self.mean, self.error) {
            (Some(mean), Some(error)) => format!("{mean:+.2} ± {error:.2}"),
            (Some(mean), None) => format!("{mean:+.2}"),
            _ => no_value(),
        }
    }
}

/// Tally of many games of one player. The first of two values is the player's, the second the
/// opponents'.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    score: WinDrawLoss,
    /// Score by the player's side.
    sides: [WinDrawLoss; 2],
    /// All games, repeated ones included.
    played: u64,
    /// Points.
    pub points: [Sample; 2],
    /// Games forfeited.
    pub faults: [u64; 2],
    /// Forfeits by player (0) or opponent (1) and kind of fault: their number, and the text of the
    /// first.
    pub forfeits: BTreeMap<(usize, Text), (u64, String)>,
    /// Games stopped for their length.
    pub too_long: u64,
    /// Moves made.
    pub moves: [u64; 2],
    /// Time used, in seconds.
    pub seconds: [f64; 2],
    /// The player's share per game.
    shares: Sample,
    /// The player's share per complete pair, where games come in pairs with a shared seed.
    pairs: Option<Sample>,
    /// Duplicate gains of complete pairs, where pairs are compared.
    gains: Option<(&'static str, Sample)>,
}

impl FromIterator<Perspective> for Tally {
    fn from_iter<I: IntoIterator<Item = Perspective>>(games: I) -> Self {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(&game));
        tally
    }
}

impl Tally {
    /// Adds a game. A repeated game counts for faults and times only.
    pub fn add(&mut self, game: &Perspective) {
        if !game.repeat {
            self.add_result(game);
        }
        self.played += 1;
        self.too_long += u64::from(game.ending == EndingKind::TooLong);
        for who in 0..2 {
            self.faults[who] += u64::from(game.fault.as_ref().is_some_and(|f| f.by == who));
            self.moves[who] += game.moves[who];
            self.seconds[who] += game.seconds[who];
        }
        if let Some(Forfeit { by, what }) = &game.fault {
            let first = || (0, what.to_string());
            self.forfeits
                .entry((*by, what.kind()))
                .or_insert_with(first)
                .0 += 1;
        }
    }

    fn add_result(&mut self, game: &Perspective) {
        self.score += game.result();
        self.sides[game.side] += game.result();
        self.shares.push(game.share);
        for who in 0..2 {
            self.points[who].push(game.points[who]);
        }
    }

    /// Returns the won, drawn and lost games.
    pub fn score(&self) -> WinDrawLoss {
        self.score
    }

    /// Returns the won, drawn and lost games on side 0 and on side 1.
    pub fn sides(&self) -> [WinDrawLoss; 2] {
        self.sides
    }

    /// Returns the number of games and of distinct games.
    pub fn distinct(&self) -> Distinct {
        Distinct {
            games: self.played,
            distinct: self.score.games(),
        }
    }

    /// Returns the win rate, a draw counting half.
    pub fn rate(&self) -> Option<f64> {
        self.score.rate()
    }

    /// Tallies games in order, each with its pairing and its number there. Games `2k` and `2k + 1`
    /// of a pairing share a seed and so are not independent; `duplicate` is their duplicate
    /// scoring, if any.
    pub fn of_pairs(
        games: impl IntoIterator<Item = ((usize, u64), Perspective)>,
        duplicate: Option<Duplicate>,
    ) -> Self {
        let (mut tally, mut pairs, mut gains) = (Tally::default(), Sample::new(), Sample::new());
        let mut last: Option<((usize, u64), Perspective)> = None;
        for ((pairing, number), game) in games {
            tally.add(&game);
            if let Some((of, first)) = last.as_ref().filter(|_| number % 2 == 1)
                && *of == (pairing, number - 1)
                && !(first.repeat && game.repeat)
            {
                pairs.push(f64::midpoint(first.share, game.share));
                if let Some(duplicate) = &duplicate {
                    gains.push(gain(duplicate, [first, &game]));
                }
            }
            last = Some(((pairing, number), game));
        }
        tally.pairs = Some(pairs);
        tally.gains = duplicate.map(|duplicate| (duplicate.unit, gains));
        tally
    }

    /// Returns the duplicate gain of complete pairs, where pairs are compared.
    pub fn gain(&self) -> Option<Gain> {
        let (unit, pairs) = self.gains.as_ref()?;
        Some(Gain::new(unit, pairs))
    }

    /// Returns the rate as a proportion of an effective number of independent games.
    ///
    /// Games of a pair tend to go the same way where an opening suits one of the players, and then
    /// carry less information than as many independent games: the number of games is divided by the
    /// design effect (Kish, *Survey Sampling*, 1965), the variance of the mean by pairs over that
    /// by games. Pairs whose games tend to go opposite ways, as when a side has the advantage, are
    /// not credited for it.
    pub fn proportion(&self) -> Option<Proportion> {
        let games = self.score.proportion()?;
        let variance = self.pairs.as_ref().and_then(Sample::variance);
        let Some((pairs, variance)) = self.pairs.as_ref().zip(variance.filter(|v| *v > 0.0)) else {
            return Some(games);
        };
        let (rate, most) = (games.rate(), games.trials() as f64);
        let worth = rate * (1.0 - rate) * pairs.count() as f64 / variance;
        let trials = worth.clamp(most / 2.0, most).round() as u64;
        Proportion::from_rate(rate, trials.max(1)).ok()
    }

    /// Returns the standard error of the rate: over pairs where games come in pairs.
    pub fn error(&self) -> Option<f64> {
        self.pairs.as_ref().unwrap_or(&self.shares).standard_error()
    }

    /// Returns Wilson's 95 % interval of the rate.
    pub fn interval(&self) -> Option<Interval> {
        Some(self.proportion()?.wilson(Confidence::P95))
    }

    /// Returns the Elo difference with its 95 % interval.
    pub fn elo(&self) -> Option<EloDifference> {
        Some(EloDifference::wilson(&self.proportion()?, Confidence::P95))
    }

    /// Returns the mean time per move in seconds.
    pub fn pace(&self) -> [Option<f64>; 2] {
        [0, 1].map(|who| (self.moves[who] > 0).then(|| self.seconds[who] / self.moves[who] as f64))
    }
}

/// Note on intervals, for tables of games in pairs.
pub(crate) const PAIRS: (&str, &str) = (
    "Where sides alternate, the two games of a pair share a seed; intervals allow for pairs that \
     go one way, so they may be wider than those of as many independent games.",
    "先後を入れ替える場合、1組の2局は同じ乱数の種を使います。一方に偏る組を考慮するため、区間は独立な\
     対局の場合より広いことがあります。",
);

/// Note on duplicate scoring, for tables of compared pairs.
pub(crate) const COMPARED: (&str, &str) = (
    "Each pair of games has one start, with the sides exchanged; what a player gains is by how \
     much it did better than the other in its place. Intervals and p are Student's, over pairs.",
    "1組の2局は同じ初期局面で先後を入れ替えます。値は、同じ側に座った相手の成績をどれだけ上回ったか\
     です。区間とpは組についてのStudentのt検定によります。",
);

/// Formats a number for a table; a dash if there is none yet.
pub fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(no_value, |value| format!("{value:.digits$}"))
}

/// Formats a number with three significant digits: times range from microseconds to minutes.
pub fn significant(value: Option<f64>) -> String {
    let magnitude = value
        .filter(|v| *v > 0.0)
        .map_or(0.0, |v| v.log10().floor());
    number(value, (2.0 - magnitude).clamp(0.0, 6.0) as usize)
}

/// Formats a p-value for a table.
pub fn p_text(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        p => number(p, 3),
    }
}

/// Returns the placeholder for a missing number.
pub fn no_value() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(share: f64) -> Perspective {
        Perspective {
            side: 0,
            share,
            points: [share, 1.0 - share],
            ending: EndingKind::Finished,
            fault: None,
            moves: [1, 1],
            seconds: [0.0; 2],
            key: None,
            repeat: false,
        }
    }

    #[test]
    fn games_that_repeat_each_other_count_once_for_each_side() {
        let mut known = RepeatFilter::default();
        let games = (0..40_u64).map(|number| {
            let side = (number % 2) as usize;
            let mut game = Perspective {
                side,
                key: Some("always the same".to_owned()),
                fault: (side == 1).then_some(Forfeit {
                    by: 1,
                    what: Fault::Resigned,
                }),
                ..seen(1.0)
            };
            known.mark(&mut game);
            ((0, number), game)
        });
        let tally = Tally::of_pairs(games, None);
        let counted = tally.distinct();
        assert_eq!((counted.games, counted.distinct), (40, 2));
        assert_eq!(counted.text(), "40, 2 distinct");
        assert_eq!(tally.sides().map(|score| score.wins), [1, 1]);
        assert_eq!(tally.proportion().unwrap().trials(), 2);
        assert_eq!(tally.pairs.as_ref().unwrap().count(), 1);
        assert_eq!(tally.faults, [0, 20], "faults are counted in all games");
    }

    #[test]
    fn games_without_a_key_are_never_repeats() {
        let mut known = RepeatFilter::default();
        for _ in 0..2 {
            let mut game = seen(1.0);
            known.mark(&mut game);
            assert!(!game.repeat);
        }
    }

    /// Pairs of these shares, in one pairing.
    fn tally(shares: &[f64]) -> Tally {
        let numbered = shares.iter().enumerate();
        let games = numbered.map(|(number, &share)| ((0, number as u64), seen(share)));
        Tally::of_pairs(games, None)
    }

    fn width(tally: &Tally) -> f64 {
        let interval = tally.interval().unwrap();
        interval.high - interval.low
    }

    #[test]
    fn pairs_that_go_one_way_count_for_half_their_games() {
        let alike = tally(&[1.0, 1.0, 0.0, 0.0].repeat(25));
        assert_eq!(alike.proportion().unwrap().trials(), 50);
        let independent: Tally = [1.0, 0.0].repeat(25).into_iter().map(seen).collect();
        assert!((width(&alike) - width(&independent)).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_go_opposite_ways_or_all_one_way_count_for_all_their_games() {
        for shares in [[1.0, 0.0].repeat(50), [1.0].repeat(100)] {
            assert_eq!(tally(&shares).proportion().unwrap().trials(), 100);
        }
    }

    #[test]
    fn an_unfinished_pair_counts_as_a_game_and_not_as_a_pair() {
        let three = tally(&[1.0, 0.0, 1.0]);
        assert_eq!(three.score().games(), 3);
        assert_eq!(three.pairs.unwrap().count(), 1);
        let other = [((0, 0), seen(1.0)), ((1, 1), seen(1.0))];
        assert_eq!(Tally::of_pairs(other, None).pairs.unwrap().count(), 0);
    }

    #[test]
    fn pairs_that_are_compared_gain_by_the_sum_of_their_points_and_lose_by_faults() {
        let duplicate = Duplicate {
            unit: "pips",
            gain: |[one, two]| 10.0 * (one + two),
            forfeit: 3.0,
        };
        let game = |number: u64, points: f64, by: Option<usize>| {
            let what = Fault::Resigned;
            let seen = Perspective {
                points: [points, -points],
                fault: by.map(|by| Forfeit { by, what }),
                ..seen(0.5)
            };
            ((0, number), seen)
        };
        let games = [
            game(0, 5.0, None),
            game(1, -4.0, None),
            game(2, 9.0, Some(0)),
            game(3, 9.0, None),
            game(4, 0.0, Some(1)),
            game(5, 0.0, Some(1)),
            game(6, 9.0, None),
        ];
        let gain = |games: Vec<_>| Tally::of_pairs(games, Some(duplicate)).gain().unwrap();
        let ours = gain(games.to_vec());
        assert_eq!((ours.unit, ours.pairs), ("pips", 3));
        assert!((ours.total - (10.0 - 3.0 + 6.0)).abs() < 1e-9, "{ours:?}");
        let turned = games.map(|(number, game)| (number, game.reversed()));
        let theirs = gain(turned.to_vec());
        assert!((ours.total + theirs.total).abs() < 1e-9);
        assert_eq!(gain(vec![]).mean_text(), no_value());
    }
}
