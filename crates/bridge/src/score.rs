//! Scores: points of a contract, IMPs, matchpoints.
//!
//! The score of one contract is [`Contract::score`](crate::Contract::score) of the crate of values;
//! the tests here check it against the table of the laws. Comparisons of scores are defined here.

use crate::bidding::FinalContract;
use crate::table::{Side, Vulnerability};

/// Returns the points of `side` when declarer takes `tricks`.
///
/// ```
/// use bridge::{Auction, Seat, Side, Vulnerability, final_contract, score};
///
/// let auction: Auction = "3NT - - -".parse()?;
/// let final_contract = final_contract(&auction, Seat::South).unwrap();
/// assert_eq!(score::points(&final_contract, 12, Vulnerability::NorthSouth, Side::EastWest), -690);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn points(
    final_contract: &FinalContract,
    tricks: u8,
    vulnerability: Vulnerability,
    side: Side,
) -> i32 {
    let declaring = Side::from(final_contract.declarer);
    let points = final_contract
        .contract
        .score(tricks, vulnerability.of(declaring));
    if side == declaring { points } else { -points }
}

/// The smallest difference that is worth 1, 2, ... 24 IMPs (Laws of Duplicate Bridge 2017, law
/// 78B).
const IMP_STEPS: [i32; 24] = [
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750,
    2000, 2250, 2500, 3000, 3500, 4000,
];

/// International match points for a difference of points, with its sign.
///
/// ```
/// assert_eq!(bridge::imps(420 - (-50)), 10);
/// assert_eq!(bridge::imps(-4000), -24);
/// ```
pub fn imps(difference: i32) -> i32 {
    let size = difference.unsigned_abs();
    let steps = IMP_STEPS.partition_point(|&step| step as u32 <= size);
    steps as i32 * difference.signum()
}

/// Matchpoints of each of several scores of one board: one for each lower score, a half for each
/// equal one.
pub fn matchpoints(scores: &[i32]) -> Vec<f64> {
    let against = |mine: i32, other: i32| match mine.cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let of = |&mine: &i32| {
        let sum: f64 = scores.iter().map(|&other| against(mine, other)).sum();
        sum - 0.5 // not against oneself
    };
    scores.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use proptest::prelude::*;

    /// Contract, vulnerable or not, declarer's tricks, points: the fact sheets of clubs everywhere.
    #[rustfmt::skip]
    const KNOWN: [(&str, bool, u8, i32); 26] = [
        ("1C", false, 7, 70), ("1C", true, 9, 110), ("2D", false, 8, 90), ("2H", false, 8, 110), ("1NT", false, 7, 90), ("2NT", true, 9, 150),
        ("3NT", true, 11, 660), ("3NT", true, 12, 690), ("3NT", true, 8, -100), ("3NT", true, 7, -200), ("4H", false, 10, 420), ("4S", true, 10, 620),
        ("5D", false, 11, 400), ("6C", false, 12, 920), ("6NT", true, 12, 1440), ("7S", false, 13, 1510), ("7NT", true, 13, 2220),
        ("1NTXX", false, 7, 560), ("2CX", false, 8, 180), ("2SX", true, 8, 670), ("1CX", true, 8, 340), ("4HX", false, 9, -100),
        ("4HX", false, 6, -800), ("4HX", true, 6, -1100), ("7SXX", true, 0, -7600), ("1CXX", false, 4, -1000),
    ];

    #[test]
    fn scores_are_those_of_the_laws() {
        for (contract, vulnerable, tricks, expected) in KNOWN {
            let parsed = notation::contract(contract).unwrap().unwrap();
            let found = parsed.score(tricks, vulnerable);
            assert_eq!(found, expected, "{contract} with {tricks}");
        }
    }

    #[test]
    fn a_step_of_the_table_is_reached_at_its_lower_end() {
        for (index, &step) in IMP_STEPS.iter().enumerate() {
            assert_eq!(imps(step), index as i32 + 1);
            assert_eq!(imps(step - 10), index as i32);
        }
        assert_eq!(
            [imps(0), imps(10), imps(7600), imps(i32::MIN)],
            [0, 0, 24, -24]
        );
    }

    proptest! {
        #[test]
        fn more_tricks_never_score_less(level in 1u8..=7, strain in 0usize..5, penalty in 0usize..3, vulnerable: bool, tricks in 0u8..13) {
            let contract = crate::Contract::new(level, notation::STRAINS[strain], notation::PENALTIES[penalty]);
            prop_assert!(contract.score(tricks, vulnerable) < contract.score(tricks + 1, vulnerable));
        }

        #[test]
        fn what_one_side_wins_the_other_loses(difference in -8000i32..8000) {
            prop_assert_eq!(imps(difference), -imps(-difference));
        }

        #[test]
        fn matchpoints_of_a_board_are_always_as_many(scores in prop::collection::vec(-20i32..20, 1..20)) {
            let n = scores.len() as f64;
            let sum: f64 = matchpoints(&scores).iter().sum();
            prop_assert_eq!(sum, n * (n - 1.0) / 2.0);
            let best = scores.iter().zip(matchpoints(&scores)).max_by_key(|(s, _)| **s).unwrap().1;
            prop_assert!(matchpoints(&scores).iter().all(|&m| m <= best));
        }
    }
}
