//! Tests of whole auctions of four bidders.

use super::{STANDARD, bid};
use crate::{Ascii, Board, Seat, Vulnerability, final_contract, notation};

/// The deal, the contract and its declarer.
type Row = (&'static str, &'static str);

/// Bids each deal with North as dealer and neither side vulnerable, and compares the auction.
fn check(rows: &[Row]) {
    let mut failures = Vec::new();
    for (deal, expected) in rows {
        let board = Board {
            number: 1,
            dealer: Seat::North,
            vulnerability: Vulnerability::None,
            hands: notation::deal(deal).unwrap(),
        };
        let mut why = Vec::new();
        let auction = bid(&board, &STANDARD, |_, _, called| {
            why.push(called.why.to_string());
        });
        let contract = final_contract(&auction, board.dealer);
        let contract = contract.map_or("passed out".to_owned(), |final_contract| {
            format!(
                "{} by {}",
                Ascii(final_contract.contract),
                final_contract.declarer.letter()
            )
        });
        if contract != *expected {
            failures.push(format!(
                "{deal}: {contract}, not {expected}: {auction} {why:?}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn part_scores() {
    check(&[
        // A transfer, and a pass with nothing.
        (
            "N:KJT9.AKJ9.J8.AT7 76.T7.AQ63.KQJ62 8542.Q6432.K9.98 AQ3.85.T7542.543",
            "2H by N",
        ),
        // A single raise and a minimum.
        (
            "N:Q62.K8542.A42.AT J943.9.KQJ53.543 87.AQ63.T96.J962 AKT5.JT7.87.KQ87",
            "2H by N",
        ),
        // An invitation declined.
        (
            "N:A984.T92.A632.43 T65.A64.Q5.K9875 J732.J85.KJ8.QT2 KQ.KQ73.T974.AJ6",
            "2NT by W",
        ),
        // A weak two, raised on five trumps.
        (
            "N:AJ93.T83.A9865.9 KT642.K.T7.KJ875 Q7.Q94.KQJ432.32 85.AJ7652..AQT64",
            "3D by S",
        ),
        // A pre-empt that buys it.
        (
            "N:54.QJT73.A7.JT96 63.64.93.AKQ8543 AKJT.952.K864.72 Q9872.AK8.QJT52.",
            "3C by E",
        ),
        // An overcall, raised over notrump.
        (
            "N:962.KJ8.AT6.8653 JT75.A3.KJ54.A74 KQ83.QT974.Q8.J9 A4.652.9732.KQT2",
            "2H by S",
        ),
    ]);
}

#[test]
fn games_and_slams() {
    check(&[
        // Stayman finds four hearts opposite four.
        (
            "N:Q872.J4.QJ943.A4 J64.AT53.KT.QT98 T93.Q96.652.K752 AK5.K872.A87.J63",
            "4H by W",
        ),
        // An invitation accepted.
        (
            "N:AKJ95.T743.A2.A2 72.K2.Q9753.K543 643.AJ5.J6.QJT98 QT8.Q986.KT84.76",
            "4S by N",
        ),
        // Two openings without a fit.
        (
            "N:A83.A73.KQ982.T9 7.K986.AJ653.K75 KJT5.J54.7.AQJ62 Q9642.QT2.T4.843",
            "3NT by N",
        ),
        // A strong artificial opening and a fit.
        (
            "N:T74.QJ87.Q7.KT53 A5.3.85432.J8742 KQJ83.AK94.AJ.A9 962.T652.KT96.Q6",
            "4S by S",
        ),
        // The same, balanced, opposite a long suit.
        (
            "N:AQ3.K92.AJ6.AKJ7 KT9652.76.K2.Q65 4.QJT853.QT4.T82 J87.A4.98753.943",
            "4H by S",
        ),
        // Two suits shown against an overcall before the fit.
        (
            "N:KQT.AJ765.A852.6 AJ98632.T.974.K8 7.K843.KQJ6.AQ54 54.Q92.T3.JT9732",
            "4H by N",
        ),
        // Thirty-three points with a void.
        (
            "N:Q53.KJ84.AJ6.KT4 KJT962.75.854.95 .AQ62.KQ97.AQJ86 A874.T93.T32.732",
            "6H by S",
        ),
        // Game in spades behind a weak jump.
        (
            "N:984.J93.J73.J642 QJ752.7.AQ54.KT3 K6.QT8654.KT62.Q AT3.AK2.98.A9875",
            "4S by E",
        ),
    ]);
}
