//! Tournament standings: scores, cross table, ratings and their report blocks.
//!
//! Games are added as they are played; at any time the standings can be read, written as JSON or
//! rendered as report blocks. A match is a tournament of two.
//!
//! A game that repeats an earlier one of its pairing counts once: two deterministic players with a
//! fixed start play two distinct games, one per side, however many are played.

use crate::contender::Contender;
use crate::game::Duplicate;
use crate::perspective::{
    COMPARED, Distinct, Gain, PAIRS, Perspective, REPEATS, RepeatFilter, Tally, gain, no_value,
    number, p_text, significant,
};
use crate::playable::PlayableGame;
use crate::record::GameRecord;
use crate::report::headings::{
    BY_PAIR, DRAWN, FAULT, FAULTS, FIRST_FAULT, FORFEITS, GAMES, INTERVAL, LOST,
    PAIRS as PAIR_COUNT, PLAYER, PLAYERS, SIDE, TIME, TOTAL, WHAT, WIN_RATE, WON, compared_pairs,
};
use crate::report::{self, Block, Column, Intervals, Phrase, Plot, Table};
use crate::statistics::{
    CrossTable, Decision, EloDifference, GameResult, Interval, Pairs, Sprt, Verdict, WinDrawLoss,
    sign_test,
};
use crate::text::Text;
use crate::tournament::Fixture;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a tournament so far.
#[derive(Clone, Debug)]
pub struct Standings {
    players: Vec<Contender>,
    /// The side of every seat of the game.
    sides: Vec<usize>,
    /// The names of the sides.
    side_names: [Text; 2],
    /// The duplicate scoring, if any.
    duplicate: Option<Duplicate>,
    /// Games by pairing and number, from the perspective of the player of lower number.
    games: BTreeMap<(usize, u64), ([usize; 2], Perspective)>,
    /// The repeat filter of every pairing.
    known: BTreeMap<usize, RepeatFilter>,
}

/// A player's results on one side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SideScore {
    /// The name of the side.
    pub side: &'static str,
    /// The games on that side.
    pub score: WinDrawLoss,
    /// The win rate on that side.
    pub rate: Option<f64>,
}

/// A player's faults of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The player's name.
    pub player: String,
    /// The kind.
    pub kind: &'static str,
    /// Games lost by it.
    pub games: u64,
    /// Full text of the first.
    pub first: String,
}

/// A player's score against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Crossing")]
pub struct CrossScore {
    /// The distinct games of the two players.
    pub score: WinDrawLoss,
    /// The win rate, a draw counting half.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval of the rate.
    pub interval: Option<Interval>,
}

/// A player's row of the standings.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Standing {
    /// The player's name.
    pub player: String,
    /// The player text.
    pub spec: String,
    /// All its games, and the number of distinct ones.
    #[serde(flatten)]
    pub games: Distinct,
    /// Score of its distinct games.
    pub score: WinDrawLoss,
    /// Score by side.
    pub sides: [SideScore; 2],
    /// The win rate, a draw counting half.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval of the rate.
    pub interval: Option<Interval>,
    /// The Elo relative to the mean of the field, and the standard error.
    pub elo: Option<(f64, f64)>,
    /// Games it forfeited.
    pub faults: u64,
    /// Mean time per move, in seconds.
    pub pace: Option<f64>,
    /// The duplicate gain, where pairs are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
}

/// The result of a match of two, from the perspective of the first player.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MatchResult {
    /// The players' names.
    pub players: [String; 2],
    /// The player texts.
    pub specs: [String; 2],
    /// All games, and the number of distinct ones.
    #[serde(flatten)]
    pub games: Distinct,
    /// Score of the distinct games.
    pub score: WinDrawLoss,
    /// Score by the side of the first player.
    pub sides: [SideScore; 2],
    /// The win rate, a draw counting half.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval of the rate.
    pub interval: Option<Interval>,
    /// The difference in Elo with its interval.
    pub elo: Option<EloDifference>,
    /// p-value of the two-sided sign test on complete pairs of games.
    pub p: Option<f64>,
    /// Forfeited games of each.
    pub faults: [u64; 2],
    /// The duplicate gain, where pairs are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<Gain>,
    /// State of the sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Verdict>,
}

impl Standings {
    /// Creates empty standings; `sides` is the side of every seat of the game.
    pub fn new(players: &[Contender], sides: &[usize]) -> Self {
        Standings {
            players: players.to_vec(),
            sides: sides.to_vec(),
            side_names: [("first", "先手").into(), ("second", "後手").into()],
            duplicate: None,
            games: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    /// Creates empty standings of a game.
    pub fn of(playable: &dyn PlayableGame, players: &[Contender]) -> Self {
        Standings {
            side_names: playable.side_names(),
            duplicate: playable.duplicate(),
            ..Standings::new(players, playable.sides())
        }
    }

    /// Sets the duplicate scoring, which then decides the ranking.
    #[must_use]
    pub fn duplicate(self, duplicate: Option<Duplicate>) -> Self {
        Standings { duplicate, ..self }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: &Fixture, record: &GameRecord) {
        let [on0, on1] = fixture.players;
        let side = usize::from(on0 > on1);
        let pairing = [on0.min(on1), on0.max(on1)];
        let mut seen = Perspective::new(record, side, &self.sides);
        self.known
            .entry(fixture.pairing)
            .or_default()
            .mark(&mut seen);
        self.games
            .insert((fixture.pairing, fixture.game), (pairing, seen));
    }

    /// Returns whether a game has been added.
    pub fn has(&self, fixture: &Fixture) -> bool {
        self.games.contains_key(&(fixture.pairing, fixture.game))
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns the number of games and of distinct games.
    pub fn distinct(&self) -> Distinct {
        let repeats = self.games.values().filter(|(_, seen)| seen.repeat).count();
        Distinct {
            games: self.games.len() as u64,
            distinct: (self.games.len() - repeats) as u64,
        }
    }

    fn by_side(&self, tally: &Tally) -> [SideScore; 2] {
        [0, 1].map(|side| {
            let score = tally.sides()[side];
            SideScore {
                side: self.side_names[side].en,
                score,
                rate: score.rate(),
            }
        })
    }

    /// Returns the tally of `player`, over all games or against one opponent.
    pub fn tally(&self, player: usize, against: Option<usize>) -> Tally {
        let wanted = |pairing: &[usize; 2]| {
            pairing.contains(&player) && against.is_none_or(|other| pairing.contains(&other))
        };
        let games = self
            .games
            .iter()
            .filter(|(_, (pairing, _))| wanted(pairing));
        let games = games.map(|(&number, (pairing, seen))| {
            let seen = if pairing[0] == player {
                seen.clone()
            } else {
                seen.reversed()
            };
            (number, seen)
        });
        Tally::of_pairs(games, self.duplicate)
    }

    fn cross_table(&self) -> CrossTable {
        let mut table = CrossTable::new(self.players.len());
        let distinct = self.games.values().filter(|(_, seen)| !seen.repeat);
        for ([a, b], seen) in distinct {
            table
                .record(*a, *b, seen.result().into())
                .expect("fixtures name two of the players");
        }
        table
    }

    /// Returns the complete pairs of the first pairing, from the perspective of its first player.
    /// With duplicate scoring, pairs are won or lost as a whole.
    fn pairs(&self) -> Pairs {
        let game = |game: u64| Some(&self.games.get(&(0, game))?.1);
        let mut pairs = Pairs::default();
        for round in 0..self.games.len() as u64 {
            if let (Some(one), Some(two)) = (game(2 * round), game(2 * round + 1))
                && !(one.repeat && two.repeat)
            {
                let [one, two] = match &self.duplicate {
                    Some(duplicate) => [compared(gain(duplicate, [one, two])); 2],
                    None => [one.result(), two.result()],
                };
                pairs.record(one, two);
            }
        }
        pairs
    }

    /// Returns the verdict of a sequential test on the pairs of a match.
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        sprt.pentanomial(&self.pairs())
    }

    /// Returns the players with their results, best first; ties in the order of the list of
    /// players.
    pub fn standings(&self) -> Vec<Standing> {
        self.ranked()
            .into_iter()
            .map(|(_, standing)| standing)
            .collect()
    }

    fn ranked(&self) -> Vec<(usize, Standing)> {
        let ratings = self.cross_table().ratings(CrossTable::PRIOR).ok();
        let elo = |player: usize| {
            let rating = ratings.as_ref()?.players.get(player)?;
            Some((rating.value(), rating.error()))
        };
        let mut table: Vec<_> = (0..self.players.len())
            .map(|player| (player, self.standing(player, elo(player))))
            .collect();
        let merit = |s: &Standing| {
            let gain = s.gain.as_ref().map(|gain| gain.mean);
            gain.unwrap_or(s.rate).unwrap_or(f64::MIN)
        };
        table.sort_by(|(_, a), (_, b)| merit(b).total_cmp(&merit(a)));
        table
    }

    fn standing(&self, player: usize, elo: Option<(f64, f64)>) -> Standing {
        let tally = self.tally(player, None);
        Standing {
            player: self.players[player].name().to_owned(),
            spec: self.players[player].spec.to_string(),
            games: tally.distinct(),
            score: tally.score(),
            sides: self.by_side(&tally),
            rate: tally.rate(),
            interval: tally.interval(),
            elo,
            faults: tally.faults[0],
            pace: tally.pace()[0],
            gain: tally.gain(),
        }
    }

    /// Returns the match result of the first two players.
    pub fn match_result(&self, sprt: Option<&Sprt>) -> MatchResult {
        let tally = self.tally(0, Some(1));
        MatchResult {
            players: [0, 1].map(|player| self.players[player].name().to_owned()),
            specs: [0, 1].map(|player| self.players[player].spec.to_string()),
            games: tally.distinct(),
            score: tally.score(),
            sides: self.by_side(&tally),
            rate: tally.rate(),
            interval: tally.interval(),
            elo: tally.elo(),
            p: sign_test(&won_pairs(self.pairs())).map(|p| p.two_sided),
            faults: tally.faults,
            gain: tally.gain(),
            sprt: sprt.map(|sprt| self.verdict(sprt)),
        }
    }

    /// Returns the report blocks of a match.
    pub fn match_blocks(&self, result: &MatchResult) -> Vec<Block> {
        let ranked = self.ranked();
        let mut blocks = vec![Block::Table(match_table(result))];
        let sides = [(result.players[0].as_str(), &result.sides)].into_iter();
        blocks.push(Block::Table(self.sides_table(sides)));
        blocks.extend(self.faults(&ranked).map(Block::Table));
        blocks.extend(self.named().map(Block::Table));
        blocks.push(Block::Table(times(&ranked)));
        blocks
    }

    /// Returns the report blocks of a tournament.
    pub fn blocks(&self) -> Vec<Block> {
        let ranked = self.ranked();
        let mut blocks: Vec<_> = gains_table(&ranked).map(Block::Table).into_iter().collect();
        blocks.extend([
            Block::Table(standings_table(&ranked)),
            Block::Plot(Plot::Intervals(figure(&ranked))),
            Block::Table(self.cross_scores_table(&ranked)),
        ]);
        blocks.extend(
            self.supplementary_tables(&ranked)
                .into_iter()
                .map(Block::Table),
        );
        blocks.extend(self.named().map(Block::Table));
        blocks.push(Block::Table(times(&ranked)));
        blocks
    }

    /// Returns the tables besides the standings: results by side, the cross table of every game,
    /// faults.
    pub fn notes(&self) -> Vec<Table> {
        self.supplementary_tables(&self.ranked())
    }

    fn supplementary_tables(&self, ranked: &[(usize, Standing)]) -> Vec<Table> {
        let sides = ranked
            .iter()
            .map(|(_, line)| (line.player.as_str(), &line.sides));
        let mut tables = vec![self.sides_table(sides)];
        tables.extend(self.cross_tables(ranked).into_iter().flatten());
        tables.extend(self.faults(ranked));
        tables
    }

    /// Returns the score of every player against every other, in the order of the standings.
    pub fn cross_scores(&self) -> Vec<Vec<Option<CrossScore>>> {
        let ranked = self.ranked();
        let row = |one: usize| {
            let others = ranked
                .iter()
                .map(|(other, _)| self.cross_score(one, *other));
            others.collect()
        };
        ranked.iter().map(|(one, _)| row(*one)).collect()
    }

    fn cross_score(&self, one: usize, other: usize) -> Option<CrossScore> {
        let tally = self.tally(one, Some(other));
        let score = tally.score();
        (one != other && score.games() > 0).then(|| CrossScore {
            score,
            rate: tally.rate(),
            interval: tally.interval(),
        })
    }

    /// Returns the table of player texts by name, if any player has a name of its own.
    fn named(&self) -> Option<Table> {
        let columns = [Column::words(("name", "名前")), Column::words(PLAYER)];
        let table = Table::new(PLAYERS, columns).aside();
        let named = self.players.iter().any(Contender::is_named);
        named.then(|| {
            self.players.iter().fold(table, |table, player| {
                table.row([player.name().to_owned(), player.spec.to_string()])
            })
        })
    }

    /// Returns the faults of every player by kind, in the order of the list of players.
    pub fn all_faults(&self) -> Vec<Faults> {
        let players = self.players.iter().enumerate();
        let faults = players.flat_map(|(number, player)| {
            let forfeits = self.tally(number, None).forfeits.into_iter();
            let own = forfeits.filter(|((by, _), _)| *by == 0);
            own.map(|((_, kind), (games, first))| Faults {
                player: player.name().to_owned(),
                kind: kind.en,
                games,
                first,
            })
        });
        faults.collect()
    }

    /// Returns the table of faults, if there are any.
    fn faults(&self, ranked: &[(usize, Standing)]) -> Option<Table> {
        let columns = [
            Column::words(PLAYER),
            Column::words(FAULT),
            Column::number(GAMES),
            Column::words(FIRST_FAULT),
        ];
        let mut table = Table::new(FORFEITS, columns);
        for (player, line) in ranked {
            let forfeits = self.tally(*player, None).forfeits;
            for ((_, what), (games, first)) in forfeits.iter().filter(|((by, _), _)| *by == 0) {
                let cells = [Phrase::from(*what), games.to_string().into(), first.into()];
                table = table.named_row(&line.player, cells);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn cross_scores_table(&self, ranked: &[(usize, Standing)]) -> Table {
        let scores = self.cross_table();
        let numbers = (1..=ranked.len()).map(|n| Column::number(n.to_string()));
        let columns = [Column::number(""), Column::words(PLAYER)]
            .into_iter()
            .chain(numbers);
        let mut table = Table::new(("Cross table", "対戦成績"), columns).note((
            "Points of the player on the left and number of games against each opponent.",
            "左のプレイヤーが各相手から得た点と対局数です。",
        ));
        for (place, (row, standing)) in ranked.iter().enumerate() {
            let mut cells = vec![(place + 1).to_string(), standing.player.clone()];
            cells.extend(
                ranked
                    .iter()
                    .map(|(column, _)| cross_cell(&scores, *row, *column)),
            );
            table = table.row(cells);
        }
        table
    }

    /// Returns the table of results by side.
    fn sides_table<'a>(
        &self,
        players: impl Iterator<Item = (&'a str, &'a [SideScore; 2])>,
    ) -> Table {
        let numbers = [GAMES, WON, DRAWN, LOST, WIN_RATE].map(Column::number);
        let columns = [PLAYER, SIDE].map(Column::words).into_iter();
        let caption = ("Results by side", "先後別の結果");
        let mut table = Table::new(caption, columns.chain(numbers));
        for (player, sides) in players {
            for (name, SideScore { score, rate, .. }) in self.side_names.iter().zip(sides) {
                let counts = [score.games(), score.wins, score.draws, score.losses];
                let counts = counts.map(|count| Phrase::from(count.to_string()));
                let cells = [Phrase::from(*name)].into_iter().chain(counts);
                table = table.named_row(player, cells.chain([number(*rate, 3).into()]));
            }
        }
        table
    }
}

mod collect;
mod cross_table;

/// Returns the result of a pair with this duplicate gain.
fn compared(gain: f64) -> GameResult {
    match gain.total_cmp(&0.0) {
        std::cmp::Ordering::Greater => GameResult::Win,
        std::cmp::Ordering::Equal => GameResult::Draw,
        std::cmp::Ordering::Less => GameResult::Loss,
    }
}

/// Counts pairs as single games, won by the player with the higher score.
fn won_pairs(Pairs([none, half, one, most, both]): Pairs) -> WinDrawLoss {
    WinDrawLoss::new(most + both, one, none + half)
}

fn cross_cell(scores: &CrossTable, row: usize, column: usize) -> String {
    let score = scores.score(row, column);
    match score.games() {
        0 => no_value(),
        games => format!("{} / {games}", score.points()),
    }
}

fn match_table(result: &MatchResult) -> Table {
    let score = result.score;
    let rate = result.rate.zip(result.interval);
    let rate = rate
        .map(|(rate, interval)| with_interval(&format!("{rate:.3}"), &format!("{interval:.3}")));
    let counts = format!("{}, {}, {}", score.wins, score.draws, score.losses);
    let columns = [Column::words(WHAT), Column::words(("result", "結果"))];
    let caption = (
        "Result, seen from the first player",
        "先頭のプレイヤーから見た結果",
    );
    let mut table = Table::new(caption, columns)
        .note((
            "A draw counts half. The interval is Wilson's; p is that of the two-sided sign test on pairs of games.",
            "引き分けは0.5勝と数えます。区間はWilsonの信頼区間、pは2局1組の両側符号検定の値です。",
        ))
        .note(PAIRS);
    let mut line = |what: Phrase, value: Phrase| table.rows.push(vec![what, value]);
    if let Some(gain) = &result.gain {
        gain_lines(gain, &mut line);
    }
    line(GAMES.into(), result.games.text());
    line(("won, drawn, lost", "勝・分・負").into(), counts.into());
    line(WIN_RATE.into(), rate.unwrap_or_else(|| no_value().into()));
    let elo = result.elo.map_or_else(no_value, |elo| elo.to_string());
    line(("Elo difference", "Eloの差").into(), elo.into());
    line(
        ("p if they were equal", "互角の場合のp").into(),
        p_text(result.p).into(),
    );
    if let Some(verdict) = &result.sprt {
        line(
            ("sequential test", "逐次検定").into(),
            verdict_text(verdict),
        );
    }
    if result.gain.is_some() {
        table = table.note(COMPARED);
    }
    if result.games.repeats() {
        table = table.note(REPEATS);
    }
    table
}

/// Returns a value with its 95 % interval.
fn with_interval(value: &str, interval: &str) -> Phrase {
    let en = format!("{value} (95 % interval {interval})");
    (en, format!("{value}（95%信頼区間 {interval}）")).into()
}

fn gain_lines(gain: &Gain, line: &mut impl FnMut(Phrase, Phrase)) {
    let Gain { unit, pairs, .. } = gain;
    let interval = gain.interval.map_or_else(no_value, |i| format!("{i:.2}"));
    let total = format!("{:+}", gain.total.round());
    let total = (
        format!("{total} in {pairs} pairs of games"),
        format!("{total}（{pairs}組）"),
    );
    let mean = with_interval(&gain.mean_text(), &interval);
    let test = format!("{}, p = {}", number(gain.t, 2), p_text(gain.p));
    line((*unit).into(), total.into());
    line(
        (format!("{unit} by pair"), format!("1組あたりの{unit}")).into(),
        mean,
    );
    line(
        ("t if they were equal", "互角の場合のt").into(),
        test.into(),
    );
}

/// Returns the table of duplicate gains, where pairs are compared.
fn gains_table(ranked: &[(usize, Standing)]) -> Option<Table> {
    let unit = ranked
        .iter()
        .find_map(|(_, line)| Some(line.gain.as_ref()?.unit))?;
    let heads = [PAIR_COUNT, TOTAL, BY_PAIR, INTERVAL];
    let columns = [Column::number(""), Column::words(PLAYER)];
    let columns = columns.into_iter().chain(heads.map(Column::number));
    let table = Table::new(compared_pairs(unit), columns).note(COMPARED);
    let gains = ranked.iter().enumerate();
    let gains = gains.filter_map(|(place, (_, line))| Some((place, line, line.gain.as_ref()?)));
    Some(gains.fold(table, |table, (place, line, gain)| {
        table.row([
            (place + 1).to_string(),
            line.player.clone(),
            gain.pairs.to_string(),
            format!("{:+}", gain.total.round()),
            gain.mean_text(),
            gain.interval.map_or_else(no_value, |i| format!("{i:.2}")),
        ])
    }))
}

fn verdict_text(verdict: &Verdict) -> Phrase {
    let (en, ja) = match verdict.decision {
        Decision::Continue => ("undecided", "未決"),
        Decision::AcceptH0 => (
            "H0 accepted: not that much better",
            "H0を採択: それほど強くない",
        ),
        Decision::AcceptH1 => ("H1 accepted: better", "H1を採択: 強い"),
    };
    let Verdict { llr, bounds, .. } = verdict;
    (
        format!("{en} (log likelihood ratio {llr:.2}, bounds {bounds})"),
        format!("{ja}（対数尤度比 {llr:.2}、境界 {bounds}）"),
    )
        .into()
}

fn standings_table(ranked: &[(usize, Standing)]) -> Table {
    let numbers = [GAMES, WON, DRAWN, LOST, WIN_RATE, INTERVAL].map(Column::number);
    let columns = [Column::number(""), Column::words(PLAYER)];
    let columns = columns.into_iter().chain(numbers);
    let columns = columns.chain([Column::number("Elo"), Column::number(FAULTS)]);
    let table = Table::new(("Standings", "順位"), columns)
        .note((
            "A draw counts half. Intervals are Wilson's. Elo is relative to the mean of the field, with its \
             standard error.",
            "引き分けは0.5勝と数えます。区間はWilsonの信頼区間、Eloは参加者の平均を0とした値と標準誤差です。",
        ))
        .note(PAIRS);
    let repeats = ranked.iter().any(|(_, line)| line.games.repeats());
    let table = if repeats { table.note(REPEATS) } else { table };
    ranked
        .iter()
        .enumerate()
        .fold(table, |table, (place, (_, line))| {
            let first = [
                Phrase::from((place + 1).to_string()),
                Phrase::from(&line.player),
                line.games.text(),
            ];
            let numbers = [
                line.score.wins.to_string(),
                line.score.draws.to_string(),
                line.score.losses.to_string(),
                number(line.rate, 3),
                line.interval.map_or_else(no_value, |i| format!("{i:.3}")),
                line.elo
                    .map_or_else(no_value, |(elo, error)| format!("{elo:+.0} ± {error:.0}")),
                line.faults.to_string(),
            ];
            let numbers = numbers.map(Phrase::from);
            table.row(first.into_iter().chain(numbers))
        })
}

fn times(ranked: &[(usize, Standing)]) -> Table {
    let columns = [
        Column::words(PLAYER),
        Column::number(("ms a move", "1手 (ms)")),
    ];
    ranked
        .iter()
        .fold(Table::new(TIME, columns).timing(), |table, (_, line)| {
            table.row([
                line.player.clone(),
                significant(line.pace.map(|s| s * 1000.0)),
            ])
        })
}

fn figure(ranked: &[(usize, Standing)]) -> Intervals {
    let row = |line: &Standing| report::Interval {
        label: (&line.player).into(),
        ours: line
            .rate
            .map(|rate| report::Estimate::new(rate, line.interval)),
        paper: None,
    };
    Intervals::win_rates(ranked.iter().map(|(_, line)| row(line)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playable::PlayableGame;
    use crate::referee::Terms;
    use crate::test_games::lineup;
    use crate::tournament::{Format, fixtures, play_fixtures};
    use lookahead::{Cancel, Seed};
    use std::ops::ControlFlow;

    fn played(players: &[&str], games: u64) -> Standings {
        played_with("die = 0.5", players, games)
    }

    fn played_with(conditions: &str, players: &[&str], games: u64) -> Standings {
        let players: Vec<Contender> = players.iter().map(|p| p.parse().unwrap()).collect();
        let conditions = conditions.parse().unwrap();
        let lineup = lineup().with_conditions(&conditions).unwrap();
        let mut standings = Standings::of(&*lineup, &players);
        let fixtures = fixtures(&Format::RoundRobin.pairings(players.len()), games, Seed(2));
        let (terms, cancel) = (Terms::default(), Cancel::new());
        play_fixtures(
            &*lineup,
            &players,
            &fixtures,
            &terms,
            2,
            &cancel,
            |fixture, record| {
                standings.add(fixture, &record);
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        standings
    }

    #[test]
    fn who_always_forfeits_comes_last_and_is_named() {
        let standings = played(&["panics", "random", "adds:n=3"], 10);
        assert_eq!(standings.games(), 30);
        let table = standings.standings();
        assert_eq!(table[2].player, "panics");
        assert_eq!((table[2].faults, table[2].games.games), (20, 20));
        assert_eq!(table[2].score.points(), 0.0);
        let points: f64 = table.iter().map(|line| line.score.points()).sum();
        let distinct = standings.distinct().distinct;
        assert_eq!(points, distinct as f64, "every game gives one point");
        let text = report::text(
            &report::Report {
                blocks: standings.blocks(),
                ..report::Report::default()
            },
            100,
        );
        assert!(text.contains("panicked: lost my nerve"), "{text}");
    }

    #[test]
    fn where_pairs_are_compared_that_decides_who_is_first() {
        let duplicate = Duplicate {
            unit: "pips",
            gain: |[one, two]| -(one + two),
            forfeit: 100.0,
        };
        let standings = played(&["adds:n=3", "adds:n=1"], 8);
        let usual = standings.standings();
        let standings = standings.duplicate(Some(duplicate));
        let table = standings.standings();
        assert_ne!(
            usual[0].player, table[0].player,
            "the fewer points the better"
        );
        let result = standings.match_result(None);
        let gain = result.gain.as_ref().unwrap();
        assert_eq!((gain.unit, gain.pairs), ("pips", 4));
        let blocks = [standings.blocks(), standings.match_blocks(&result)];
        for blocks in blocks {
            let report = report::Report {
                blocks,
                ..report::Report::default()
            };
            assert!(report::text(&report, 100).contains("pips"));
        }
        assert_eq!(standings.pairs().0.iter().sum::<u64>(), 4);
        assert_eq!(
            standings.pairs().0[1] + standings.pairs().0[3],
            0,
            "won or lost whole"
        );
    }

    #[test]
    fn games_of_players_without_chance_count_as_the_few_they_are() {
        // Four starts, two sides.
        let standings = played_with("die = 0.0", &["adds:n=3", "adds:n=1"], 40);
        let counted = standings.distinct();
        assert_eq!((counted.games, counted.distinct), (40, 8));
        let result = standings.match_result(None);
        assert_eq!(result.games, counted);
        assert_eq!(result.score.games(), 8);
        assert_eq!(standings.pairs().0.iter().sum::<u64>(), 4);
        // Four pairs cannot be significant, whatever their results.
        assert!(result.p.is_none_or(|p| p >= 2.0 / 16.0), "{:?}", result.p);
        let wide = result.interval.unwrap();
        assert!(wide.high - wide.low > 0.3, "{wide:?}");
        assert_eq!(standings.standings()[0].games.text(), "40, 8 distinct");
        let dice = played_with("die = 0.5", &["adds:n=3", "adds:n=1"], 40);
        assert_eq!(dice.distinct().distinct, 40, "dice make games differ");
    }

    #[test]
    fn results_are_shown_by_side_and_under_the_names_of_players() {
        let standings = played(&["new=adds:n=3", "old=random"], 10);
        let result = standings.match_result(None);
        assert_eq!(result.players, ["new", "old"].map(str::to_owned));
        assert_eq!(result.specs, ["adds:n=3", "random"].map(str::to_owned));
        let [first, second] = result.sides;
        assert_eq!((first.side, second.side), ("first", "second"));
        assert_eq!(first.score.games() + second.score.games(), 10);
        assert_eq!(first.score.wins + second.score.wins, result.score.wins);
        let blocks = [standings.match_blocks(&result), standings.blocks()];
        for blocks in blocks {
            let report = report::Report {
                blocks,
                ..report::Report::default()
            };
            let text = report::text(&report, 100);
            assert!(
                text.contains("Results by side") && text.contains("adds:n=3"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_match_is_seen_from_its_first_player() {
        let standings = played(&["adds:n=3", "random"], 8);
        let [other, _] = standings.match_result(None).faults;
        assert_eq!(other, 0);
        let standings = played(&["adds:n=3", "panics"], 8);
        let result = standings.match_result(None);
        assert_eq!(result.faults, [0, 8]);
        assert_eq!(result.rate, Some(1.0));
        // Two sides of a fair coin thrown once for each of four pairs: 2 / 16.
        assert!((result.p.unwrap() - 2.0 / 16.0).abs() < 1e-12);
        assert_eq!(standings.pairs(), Pairs([0, 0, 0, 0, 4]));
    }
}
