//! Games seen from one of the players, and counted.
//!
//! A record names sides and seats; a table wants to know how *this player* did. [`Seen`] is what is
//! kept of a game from that point of view, [`Tally`] what many of them add up to. All rates,
//! intervals and standard errors of tables come from here.

use crate::game::Duplicate;
use crate::player::Fault;
use crate::record::{Ending, GameRecord};
use crate::statistics::{
    Confidence, EloDifference, GameResult, Interval, Proportion, Sample, WinDrawLoss,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A game seen from a player: in every pair of values the first is the player's, the second the
/// opponent's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// The player's side.
    pub side: usize,
    /// The player's share: 1, 1/2 or 0.
    pub share: f64,
    /// The points of the game.
    pub points: [f64; 2],
    /// How it ended.
    pub ending: How,
    /// Who is to blame for a forfeit, and what for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Blame>,
    /// Moves made.
    pub moves: [u64; 2],
    /// Time used, in seconds.
    pub seconds: [f64; 2],
    /// What tells this game from others on the same sides: [`crate::record::key`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Whether it repeats a game that was counted before; set by whoever counts.
    #[serde(skip)]
    pub repeat: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// By the rules.
    Finished,
    /// By a fault.
    Forfeit,
    /// Stopped for its length.
    TooLong,
}

/// Who is to blame for a forfeit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blame {
    /// 0 for the player, 1 for the opponent.
    pub by: usize,
    /// What for.
    pub what: Fault,
}

impl Seen {
    /// The game of `record`, seen from the player of `side`; `sides` is the side of every seat.
    pub fn new(record: &GameRecord, side: usize, sides: &[usize]) -> Self {
        let seen = |values: [f64; 2]| [values[side], values[1 - side]];
        // Whose a seat is: the player's (0) or the opponent's (1).
        let owner = |seat: usize| sides.get(seat).map(|s| s ^ side);
        let moves = [0, 1].map(|who| {
            let own = record.moves.iter().filter(|m| owner(m.seat) == Some(who));
            own.count() as u64
        });
        let (ending, fault) = match &record.ending {
            Ending::Finished => (How::Finished, None),
            Ending::TooLong => (How::TooLong, None),
            Ending::Forfeit { seat, fault } => {
                let (by, what) = (owner(*seat).unwrap_or(0), fault.clone());
                (How::Forfeit, Some(Blame { by, what }))
            }
        };
        Seen {
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

    /// The same game seen from the opponent.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let turned = |[a, b]: [f64; 2]| [b, a];
        Seen {
            side: 1 - self.side,
            share: 1.0 - self.share,
            points: turned(self.points),
            ending: self.ending,
            fault: self.fault.clone().map(|blame| Blame {
                by: 1 - blame.by,
                ..blame
            }),
            moves: [self.moves[1], self.moves[0]],
            seconds: turned(self.seconds),
            key: self.key.clone(),
            repeat: self.repeat,
        }
    }

    /// Won, drawn or lost.
    pub fn result(&self) -> GameResult {
        match self.share.total_cmp(&0.5) {
            std::cmp::Ordering::Greater => GameResult::Win,
            std::cmp::Ordering::Equal => GameResult::Draw,
            std::cmp::Ordering::Less => GameResult::Loss,
        }
    }
}

/// The games of one pairing so far: a game between the same players on the same sides that begins
/// alike and has the same moves is one game played again, and says nothing new.
#[derive(Clone, Debug, Default)]
pub struct Known(BTreeSet<(usize, String)>);

impl Known {
    /// Marks a game if it repeats one that came before. Games without a key, of older records, are
    /// never repeats.
    pub fn mark(&mut self, game: &mut Seen) {
        let key = game.key.clone();
        game.repeat = key.is_some_and(|key| !self.0.insert((game.side, key)));
    }
}

/// How many games were played, and how many of them differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Distinct {
    /// Games played.
    pub games: u64,
    /// Games that differ from each other.
    pub distinct: u64,
}

impl Distinct {
    /// For a table: `40`, or `40, 2 distinct`.
    pub fn text(&self) -> String {
        if self.repeats() {
            format!("{}, {} distinct", self.games, self.distinct)
        } else {
            self.games.to_string()
        }
    }

    /// Whether games repeat each other.
    pub fn repeats(&self) -> bool {
        self.distinct < self.games
    }
}

/// What tables say where games repeat each other.
pub(crate) const REPEATS: &str = "Games that repeat an earlier one, with the same start, sides and moves, count once: rates, intervals, Elo and tests are \
                                  those of the distinct games.";

/// What the two games of a pair are worth to the player who sees them.
pub(crate) fn gain(duplicate: &Duplicate, pair: [&Seen; 2]) -> f64 {
    let blames = || pair.iter().filter_map(|game| game.fault.as_ref());
    if blames().next().is_none() {
        return (duplicate.gain)(pair.map(|game| game.points[0]));
    }
    let costs = |by: usize| blames().filter(|blame| blame.by == by).count() as f64;
    duplicate.forfeit * (costs(1) - costs(0))
}

/// What a player gained over all complete pairs of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Gain {
    /// What is counted.
    pub unit: &'static str,
    /// Complete pairs.
    pub pairs: u64,
    /// All of it.
    pub total: f64,
    /// By pair.
    pub mean: Option<f64>,
    /// The standard error of that.
    pub error: Option<f64>,
    /// Student's 95 % interval of the mean.
    pub interval: Option<Interval>,
    /// The mean in standard errors.
    pub t: Option<f64>,
    /// How often chance alone would make equals differ as much: Student's test, two-sided.
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

    /// The mean with its standard error.
    pub(crate) fn mean_text(&self) -> String {
        match (self.mean, self.error) {
            (Some(mean), Some(error)) => format!("{mean:+.2} ± {error:.2}"),
            (Some(mean), None) => format!("{mean:+.2}"),
            _ => nothing(),
        }
    }
}

/// Many games of one player, counted. The first of two values is the player's, the second the
/// opponents'.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    score: WinDrawLoss,
    /// The same by the player's side.
    sides: [WinDrawLoss; 2],
    /// All games, those that repeat others too.
    played: u64,
    /// Points.
    pub points: [Sample; 2],
    /// Games forfeited.
    pub faults: [u64; 2],
    /// The same by who and what, with the words of the first.
    pub blames: BTreeMap<(usize, &'static str), (u64, String)>,
    /// Games stopped for their length.
    pub too_long: u64,
    /// Moves made.
    pub moves: [u64; 2],
    /// Seconds they took.
    pub seconds: [f64; 2],
    /// The player's shares by game.
    shares: Sample,
    /// The same by complete pair, where games that share a seed come in pairs.
    pairs: Option<Sample>,
    /// What complete pairs brought, where they are compared.
    gains: Option<(&'static str, Sample)>,
}

impl FromIterator<Seen> for Tally {
    fn from_iter<I: IntoIterator<Item = Seen>>(games: I) -> Self {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(&game));
        tally
    }
}

impl Tally {
    /// Adds a game. One that repeats another counts for faults and times alone.
    pub fn add(&mut self, game: &Seen) {
        if !game.repeat {
            self.add_result(game);
        }
        self.played += 1;
        self.too_long += u64::from(game.ending == How::TooLong);
        for who in 0..2 {
            self.faults[who] += u64::from(game.fault.as_ref().is_some_and(|f| f.by == who));
            self.moves[who] += game.moves[who];
            self.seconds[who] += game.seconds[who];
        }
        if let Some(Blame { by, what }) = &game.fault {
            let first = || (0, what.to_string());
            self.blames
                .entry((*by, what.kind()))
                .or_insert_with(first)
                .0 += 1;
        }
    }

    fn add_result(&mut self, game: &Seen) {
        self.score += game.result();
        self.sides[game.side] += game.result();
        self.shares.push(game.share);
        for who in 0..2 {
            self.points[who].push(game.points[who]);
        }
    }

    /// Won, drawn and lost games.
    pub fn score(&self) -> WinDrawLoss {
        self.score
    }

    /// Won, drawn and lost games on side 0 and on side 1.
    pub fn sides(&self) -> [WinDrawLoss; 2] {
        self.sides
    }

    /// How many games there are, and how many of them differ.
    pub fn distinct(&self) -> Distinct {
        Distinct {
            games: self.played,
            distinct: self.score.games(),
        }
    }

    /// The win rate, a draw counting half.
    pub fn rate(&self) -> Option<f64> {
        self.score.rate()
    }

    /// Counts games in their order, each with its pairing and its number there. Games `2k` and
    /// `2k + 1` of a pairing share a seed and so are not independent of each other; `duplicate`
    /// says how they are compared, if they are.
    pub fn of_pairs(
        games: impl IntoIterator<Item = ((usize, u64), Seen)>,
        duplicate: Option<Duplicate>,
    ) -> Self {
        let (mut tally, mut pairs, mut gains) = (Tally::default(), Sample::new(), Sample::new());
        let mut last: Option<((usize, u64), Seen)> = None;
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

    /// What complete pairs brought, where they are compared.
    pub fn gain(&self) -> Option<Gain> {
        let (unit, pairs) = self.gains.as_ref()?;
        Some(Gain::new(unit, pairs))
    }

    /// The rate, as that of so many independent games.
    ///
    /// Games of a pair tend to go the same way where an opening suits one of the players, and then
    /// say less than as many independent games would: the number of games is divided by the design
    /// effect (Kish, *Survey Sampling*, 1965), the variance of the mean by pairs over that by
    /// games. Pairs in which games tend to go opposite ways, as when a side has the advantage, are
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

    /// The standard error of the rate: over pairs where games come in pairs.
    pub fn error(&self) -> Option<f64> {
        self.pairs.as_ref().unwrap_or(&self.shares).standard_error()
    }

    /// Wilson's 95 % interval of the rate.
    pub fn interval(&self) -> Option<Interval> {
        Some(self.proportion()?.wilson(Confidence::P95))
    }

    /// The difference of strength in Elo, with its 95 % interval.
    pub fn elo(&self) -> Option<EloDifference> {
        Some(EloDifference::wilson(&self.proportion()?, Confidence::P95))
    }

    /// Seconds a move.
    pub fn pace(&self) -> [Option<f64>; 2] {
        [0, 1].map(|who| (self.moves[who] > 0).then(|| self.seconds[who] / self.moves[who] as f64))
    }
}

/// What tables of games in pairs say of their intervals.
pub(crate) const PAIRS: &str = "Where sides alternate, the two games of a pair share a seed; intervals allow for pairs that go one \
                                way, so they may be wider than those of as many independent games.";

/// What tables of compared pairs say of them.
pub(crate) const COMPARED: &str = "Each pair of games has one start, with the sides exchanged; what a player gains is by how much it did better than \
                                   the other in its place. Intervals and p are Student's, over pairs.";

/// A number for a table, or a dash where there is none yet.
pub fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(nothing, |value| format!("{value:.digits$}"))
}

/// Three significant digits: times range from microseconds to minutes.
pub fn significant(value: Option<f64>) -> String {
    let magnitude = value
        .filter(|v| *v > 0.0)
        .map_or(0.0, |v| v.log10().floor());
    number(value, (2.0 - magnitude).clamp(0.0, 6.0) as usize)
}

/// A p-value for a table.
pub fn p_text(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        p => number(p, 3),
    }
}

/// What stands where there is no number yet.
pub fn nothing() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(share: f64) -> Seen {
        Seen {
            side: 0,
            share,
            points: [share, 1.0 - share],
            ending: How::Finished,
            fault: None,
            moves: [1, 1],
            seconds: [0.0; 2],
            key: None,
            repeat: false,
        }
    }

    #[test]
    fn games_that_repeat_each_other_count_once_for_each_side() {
        let mut known = Known::default();
        let games = (0..40_u64).map(|number| {
            let side = (number % 2) as usize;
            let mut game = Seen {
                side,
                key: Some("always the same".to_owned()),
                fault: (side == 1).then_some(Blame {
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
        let mut known = Known::default();
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
            let seen = Seen {
                points: [points, -points],
                fault: by.map(|by| Blame { by, what }),
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
        assert_eq!(gain(vec![]).mean_text(), nothing());
    }
}
