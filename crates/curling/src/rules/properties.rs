//! Properties of every rule set, for random stones.

use super::*;
use crate::stones::{Stone, Stones};
use crate::vector::Vector;
use proptest::prelude::*;

/// Returns a place on or around the sheet, on a grid fine enough to hit every area and coarse
/// enough to be exact in every platform's frame, so that a mirrored place is exactly that. Crowded
/// towards the house.
fn place() -> impl Strategy<Value = Vector> {
    let near = (-2200_i32..=2200, -2200_i32..=2200);
    let far = (-2500_i32..=2500, -7000_i32..=2500);
    prop_oneof![near, far]
        .prop_map(|(x, y)| Vector::new(f64::from(x) / 1024.0, f64::from(y) / 1024.0))
}

/// Stones in some of the slots below a number.
fn stones(below: usize) -> impl Strategy<Value = Stones> {
    prop::collection::vec(prop::option::of(place()), below).prop_map(|places| {
        let lying = places.into_iter().enumerate();
        lying
            .filter_map(|(slot, at)| {
                Some((
                    slot,
                    Stone {
                        at: at?,
                        angle: 0.0,
                    },
                ))
            })
            .collect()
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::NAMES.to_vec()).prop_map(|name| Rules::named(name).unwrap())
}

/// The fate of one stone in a shot.
#[derive(Clone, Debug)]
enum Fate {
    Stays,
    Goes,
    Moves(Vector),
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        6 => Just(Fate::Stays),
        1 => Just(Fate::Goes),
        1 => place().prop_map(Fate::Moves),
    ]
}

/// Returns the stones after a shot in which each slot meets its fate; the delivered stone is at the
/// given position, if any.
fn after(before: &Stones, slot: usize, fates: &[Fate], delivered: Option<Vector>) -> Stones {
    let mut stones = *before;
    for (other, fate) in fates.iter().enumerate() {
        match fate {
            Fate::Goes => stones.remove(other),
            Fate::Moves(at) if before.holds(other) => stones.place(other, *at),
            _ => {}
        }
    }
    stones.remove(slot);
    if let Some(at) = delivered {
        stones.place(slot, at);
    }
    stones
}

fn mirrored(stones: &Stones) -> Stones {
    let turned = |(slot, Stone { at, angle })| {
        let at = Vector::new(-at.x, at.y);
        (slot, Stone { at, angle })
    };
    stones.iter().map(turned).collect()
}

/// Returns the stones with a team's slots exchanged among themselves.
fn permuted(stones: &Stones, lead: &[usize], hammer: &[usize]) -> Stones {
    let target = |slot: usize| {
        let order = if slot.is_multiple_of(2) { lead } else { hammer };
        2 * order[slot / 2] + slot % 2
    };
    stones
        .iter()
        .map(|(slot, stone)| (target(slot), stone))
        .collect()
}

fn order() -> impl Strategy<Value = Vec<usize>> {
    Just((0..8).collect::<Vec<_>>()).prop_shuffle()
}

/// Returns the stones with the teams exchanged.
fn swapped(stones: &Stones) -> Stones {
    stones
        .iter()
        .map(|(slot, stone)| (slot ^ 1, stone))
        .collect()
}

/// Returns whether a stone of one team is exactly as far from the tee as one of the other.
fn has_ties(rules: &Rules, stones: &Stones) -> bool {
    let distance = |stone: Stone| rules.geometry.distance(stone.at);
    stones.iter().any(|(a, one)| {
        stones
            .iter()
            .any(|(b, other)| a % 2 != b % 2 && distance(one) == distance(other))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_score_does_not_know_left_from_right(rules in rules(), stones in stones(16)) {
        prop_assert_eq!(score::points(&rules, &mirrored(&stones)), score::points(&rules, &stones));
    }

    #[test]
    fn the_score_does_not_depend_on_which_of_its_stones_a_team_threw_when(
        rules in rules(), stones in stones(16), lead in order(), hammer in order()
    ) {
        let exchanged = permuted(&stones, &lead, &hammer);
        // DC2 decides ties by the order of throwing; nothing else does.
        prop_assume!(rules.scoring.ties == Ties::NeitherIsNearer || !has_ties(&rules, &stones));
        prop_assert_eq!(score::points(&rules, &exchanged), score::points(&rules, &stones));
    }

    #[test]
    fn exchanging_the_teams_exchanges_the_score(rules in rules(), stones in stones(16)) {
        prop_assume!(rules.scoring.ties == Ties::NeitherIsNearer || !has_ties(&rules, &stones));
        prop_assert_eq!(score::points(&rules, &swapped(&stones)), -score::points(&rules, &stones));
        let (ours, theirs) = (Team::Zero, Team::One);
        prop_assert_eq!(
            score::points_of_team_zero(&rules, &stones, ours),
            -score::points_of_team_zero(&rules, &stones, theirs)
        );
    }

    #[test]
    fn a_team_scores_at_most_its_stones_in_the_house(rules in rules(), stones in stones(16)) {
        let points = score::points(&rules, &stones);
        let side = usize::from(points < 0);
        let near = stones
            .iter()
            .filter(|(slot, stone)| {
                slot % 2 == side && rules.geometry.distance(stone.at) < rules.scoring.reach
            })
            .count();
        prop_assert!(usize::from(points.unsigned_abs()) <= near);
    }

    #[test]
    fn another_stone_of_the_scoring_team_never_costs_points(
        rules in rules(), stones in stones(14), at in place()
    ) {
        let points = score::points(&rules, &stones);
        prop_assume!(points != 0);
        let mut more = stones;
        more.place(if points > 0 { 14 } else { 15 }, at);
        let gained = score::points(&rules, &more);
        prop_assert_eq!(gained.signum(), points.signum());
        prop_assert!(gained.abs() >= points.abs());
    }

    #[test]
    fn a_judgement_does_not_know_left_from_right(
        rules in rules(),
        before in stones(16),
        slot in 0_usize..16,
        fates in prop::collection::vec(fate(), 16),
        delivered in prop::option::of(place())
    ) {
        let after = after(&before, slot, &fates, delivered);
        let here = guard::judge(&rules, &before, &after, slot);
        let there = guard::judge(&rules, &mirrored(&before), &mirrored(&after), slot);
        prop_assert_eq!(there.foul, here.foul);
        prop_assert_eq!(there.stones, mirrored(&here.stones));
    }

    #[test]
    fn a_judgement_lets_the_shot_stand_or_undoes_it_whole(
        rules in rules(),
        before in stones(16),
        slot in 0_usize..16,
        fates in prop::collection::vec(fate(), 16),
        delivered in prop::option::of(place())
    ) {
        let after = after(&before, slot, &fates, delivered);
        let verdict = guard::judge(&rules, &before, &after, slot);
        let mut undone = before;
        undone.remove(slot);
        let expected = if verdict.foul.is_some() { undone } else { after };
        prop_assert_eq!(verdict.stones, expected);
    }

    #[test]
    fn a_shot_that_moves_nothing_stands(
        rules in rules(), before in stones(16), slot in 0_usize..16, at in place()
    ) {
        let mut lying = before;
        // Stones that are out of play by the rules, as none is before a shot, would be gone
        // whatever happens.
        for (other, stone) in before.iter() {
            if !rules.geometry.in_play(stone.at) {
                lying.remove(other);
            }
        }
        let mut after = lying;
        after.place(slot, at);
        prop_assert_eq!(guard::judge(&rules, &lying, &after, slot).foul, None);
    }

    #[test]
    fn the_order_of_a_teams_stones_does_not_change_a_judgement(
        rules in rules(),
        before in stones(6),
        slot in 6_usize..9,
        fates in prop::collection::vec(fate(), 6),
        lead in Just((0..3).collect::<Vec<_>>()).prop_shuffle(),
        hammer in Just((0..3).collect::<Vec<_>>()).prop_shuffle()
    ) {
        // Judged as an early delivery whatever the rule set, so that the rule binds.
        let mut rules = rules;
        rules.guard.deliveries = 16;
        rules.tick.deliveries = 16;
        let after = after(&before, slot, &fates, None);
        let here = guard::judge(&rules, &before, &after, slot);
        let there = guard::judge(
            &rules,
            &permuted(&before, &lead, &hammer),
            &permuted(&after, &lead, &hammer),
            slot,
        );
        prop_assert_eq!(there.foul, here.foul);
        prop_assert_eq!(there.stones, permuted(&here.stones, &lead, &hammer));
    }
}

/// Returns the random choices of a match, shot by shot.
fn shots() -> impl Strategy<Value = Vec<(Vec<Fate>, Option<Vector>, usize)>> {
    let shot = (
        prop::collection::vec(fate(), 16),
        prop::option::weighted(0.8, place()),
        0_usize..4,
    );
    prop::collection::vec(shot, 32)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_match_ends_and_its_totals_are_the_sum_of_its_ends(
        rules in rules(), ends in 1_u8..4, shots in shots()
    ) {
        let rules = Rules { ends, ..rules };
        let mut game = Game::new(&rules).unwrap();
        let mut sums = [0_u16; 2];
        let mut chance = shots.iter().cycle();
        let mut closed = 0_u8;
        while game.outcome().is_none() {
            prop_assert_eq!(game.check(&rules), Ok(()));
            let text = serde_json::to_string(&game).unwrap();
            prop_assert_eq!(serde_json::from_str::<Game>(&text).unwrap(), game);
            let (fates, delivered, wish) = chance.next().unwrap();
            let Some(slot) = game.slot() else {
                let wish = match rules.doubles.unwrap().spots {
                    Spots::Dc2 => Placement::put_stone(*wish as u8),
                    Spots::Dc4(_) => Placement::FOUR[*wish],
                };
                if game.place(&rules, wish).is_err() {
                    game.place(&rules, Placement::CENTRE_GUARD).unwrap();
                }
                continue;
            };
            // Move on by the number of ends, so that a match that repeats its shots does not repeat
            // its blank ends for ever.
            let turned = (slot + usize::from(game.end)) % fates.len();
            let fates = [&fates[turned..], &fates[..turned]].concat();
            let thrower = game.to_throw().unwrap();
            let step = game.apply(&rules, &after(&game.stones, slot, &fates, *delivered)).unwrap();
            prop_assert_eq!((step.team, step.slot), (thrower, slot));
            if let Some(end) = step.end {
                prop_assert_eq!(end.end, closed);
                closed += 1;
                prop_assert!(end.points.unsigned_abs() <= rules.most_points());
                if let Some(scorer) = end.scorer() {
                    sums[scorer.index()] += u16::from(end.points.unsigned_abs());
                }
                prop_assert_eq!(Team::BOTH.map(|team| game.total(team)), sums);
            }
        }
        let outcome = game.outcome().unwrap();
        prop_assert_eq!(game.end, closed);
        if let Some(winner) = outcome.winner {
            prop_assert_eq!(outcome.reason, Reason::Score);
            prop_assert!(game.total(winner) > game.total(winner.other()));
            prop_assert!(game.end >= ends || rules.stops_when_decided);
        } else {
            prop_assert_eq!(outcome.reason, Reason::Draw);
            prop_assert_eq!(sums[0], sums[1]);
        }
        prop_assert!(game.apply(&rules, &Stones::none()).is_err());
    }
}
