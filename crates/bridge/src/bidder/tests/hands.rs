//! Tests of single calls: a hand, an auction and the expected call.

use super::{STANDARD, view};
use crate::table::after;
use crate::{Ascii, Auction, Seat, Vulnerability, notation};

/// The auction before, the hand, the call.
type Row = (&'static str, &'static str, &'static str);

fn check(rows: &[Row]) {
    let dealer = Seat::North;
    let mut failures = Vec::new();
    for (calls, hand, expected) in rows {
        let auction: Auction = calls.parse().unwrap();
        let seat = after(dealer, auction.len());
        let hand = notation::hand(hand).unwrap();
        let view = view(hand, seat, dealer, Vulnerability::None, &auction);
        let called = STANDARD.call(&view);
        let found = Ascii(called.call).to_string();
        if found != *expected {
            let hand = Ascii(hand);
            failures.push(format!(
                "[{calls}] {hand}: {found}, not {expected} ({})",
                called.why
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn openings() {
    check(&[
        ("", "KQ4.QJ52.762.Q83", "Pass"),
        ("", "KQ4.QJ52.762.AQ8", "1C"),
        ("", "AQ.K52.Q762.K832", "1D"),
        ("", "KQ42.QJ52.A62.98", "1D"),
        ("", "KQ4.AQJ52.76.Q83", "1H"),
        ("", "KQ874.AQJ52.76.3", "1S"),
        ("", "KQ874.AQJ762.6.3", "1H"),
        ("", "KQ4.AQ52.762.AJ8", "1NT"),
        ("", "AQ874.AQ5.K62.J8", "1NT"),
        ("", "AKQ.AQ52.762.AJ8", "2NT"),
        ("", "AKQ.AKQ2.Q62.AJ8", "3NT"),
        ("", "AKQ72.AKQ2.A2.62", "2C"),
        ("", "84.KQT762.52.Q83", "2H"),
        ("", "84.Q97632.K52.Q8", "Pass"),
        ("", "84.52.Q8.KQT7632", "3C"),
        ("", "KQT76532.4.52.Q8", "4S"),
        // Eleven points and ten cards in two suits.
        ("", "AQ942.KJ853.7.J2", "1S"),
        ("- -", "AQJ52.K94.762.83", "1S"),
        ("- - -", "84.KQT762.52.Q83", "Pass"),
    ]);
}

#[test]
fn answers() {
    check(&[
        ("1H -", "Q84.952.Q762.J83", "Pass"),
        ("1H -", "Q84.K52.Q762.J83", "2H"),
        ("1H -", "Q842.K52.Q76.J83", "2H"),
        ("1H -", "Q84.K952.A762.Q3", "3H"),
        ("1H -", "4.K9652.Q8762.43", "4H"),
        ("1H -", "A84.K952.A762.Q3", "2NT"),
        ("1H -", "Q842.K5.Q76.J832", "1S"),
        ("1H -", "Q84.K5.Q762.J832", "1NT"),
        ("1H -", "A84.K5.K762.J832", "2C"),
        ("1S -", "A8.KQ752.K76.832", "2H"),
        ("1S -", "A8.KQ5.K762.Q983", "2C"),
        ("1C -", "Q842.KJ52.Q7.J83", "1H"),
        ("1C -", "QJ842.KJ752.Q7.8", "1S"),
        ("1C -", "Q842.5.KJ762.983", "1S"),
        ("1C -", "Q4.A5.KJ7632.A98", "1D"),
        ("1D -", "Q84.KJ5.976.K983", "1NT"),
        ("1D -", "AQ4.KJ5.976.K983", "2NT"),
        ("1D -", "84.K5.KJ762.9832", "2D"),
        ("1C -", "AKQ84.K5.A6.KJ83", "2S"),
    ]);
}

#[test]
fn answers_to_notrump_and_strong_openings() {
    check(&[
        ("1NT -", "Q84.K52.9762.J83", "Pass"),
        ("1NT -", "Q8432.K2.9762.83", "2H"),
        ("1NT -", "Q843.KJ52.A2.983", "2C"),
        ("1NT -", "Q84.K52.QJ762.83", "2NT"),
        ("1NT -", "Q84.K52.AQ762.83", "3NT"),
        ("1NT -", "K84.KQ2.AQ76.J83", "3NT"),
        ("1NT -", "KQ4.KQ2.AQ76.983", "4NT"),
        ("1NT -", "KQ4.KQ2.AQ76.A83", "6NT"),
        ("2NT -", "Q8432.2.97632.83", "3H"),
        ("2NT -", "Q84.K2.97632.J83", "3NT"),
        ("2C -", "984.J52.97632.83", "2D"),
        ("2C -", "KQT84.A52.9763.8", "2S"),
        ("1NT - 2D -", "KQ4.92.AQ76.AJ83", "2H"),
        ("1NT - 2H -", "94.KQ2.AQ76.AJ83", "2S"),
        ("1NT - 2C -", "KQ4.92.AQ76.AJ83", "2D"),
        ("1NT - 2C -", "KQ42.K982.AQ.Q83", "2H"),
        ("1NT - 2C - 2H -", "Q843.KJ52.A2.983", "4H"),
        ("1NT - 2C - 2H -", "QJ43.K5.A742.983", "3NT"),
        ("1NT - 2C - 2H - 3NT -", "KQ52.K982.AQ.Q83", "4S"),
        ("1NT - 2D - 2H -", "984.QJ762.K62.83", "Pass"),
        ("1NT - 2D - 2H -", "984.QJ762.KQ2.83", "2NT"),
        ("1NT - 2D - 2H -", "K84.QJ762.KQ2.83", "3NT"),
        ("1NT - 2D - 2H -", "K8.QJ9762.KQ2.83", "4H"),
        ("1NT - 2D - 2H - 3NT -", "AQ4.K92.A876.K95", "4H"),
        ("2C - 2D -", "AKQ.AQJ2.A62.KJ8", "2NT"),
        ("2C - 2D -", "AKQ72.AKQ2.A2.62", "2S"),
        ("2C - 2D - 2S -", "984.J52.97632.83", "4S"),
    ]);
}

#[test]
fn openers_second_call() {
    check(&[
        ("1C - 1H -", "K84.Q5.A762.KQ83", "1NT"),
        ("1C - 1H -", "KJ84.Q5.A76.KQ83", "1S"),
        ("1C - 1S -", "KJ84.Q5.A76.KQ83", "2S"),
        ("1C - 1S -", "KJ84.A5.A6.KQJ83", "3S"),
        ("1C - 1H -", "AQ4.KJ5.AQ6.QJ83", "2NT"),
        ("1C - 1H -", "84.A5.K76.AQJ873", "2C"),
        ("1C - 1H -", "84.A5.AK6.AQJ873", "3C"),
        ("1D - 1H -", "84.A5.AQ962.KQ83", "2C"),
        ("1C - 1S -", "84.AQ85.A6.AKJ83", "2H"),
        ("1H - 2H -", "84.AQJ85.A62.K83", "Pass"),
        ("1H - 2H -", "84.AQJ85.AQ2.K83", "3H"),
        ("1H - 2H -", "8.AQJ985.AQ2.AJ3", "4H"),
        ("1H - 3H -", "84.AQJ85.K62.Q83", "Pass"),
        ("1H - 3H -", "8.AQJ85.A9642.Q8", "4H"),
        ("1H - 1NT -", "84.AQJ85.A62.K83", "Pass"),
        ("1H - 2NT -", "84.AQJ85.A62.K83", "4H"),
        ("1S - 2C -", "AQJ85.84.A62.K83", "2NT"),
        ("1S - 2H -", "AQJ85.K84.A6.983", "4H"),
        ("1C - 1D -", "AQ84.K965.2.KJ83", "1H"),
        ("1C 1H 1S 2H", "KJ84.5.A762.KQ83", "2S"),
    ]);
}

#[test]
fn answerers_second_call() {
    check(&[
        ("1H - 1S - 2H -", "KQ842.76.Q62.983", "Pass"),
        ("1H - 1S - 2H -", "KQ842.K6.Q62.983", "3H"),
        ("1H - 1S - 2H -", "KQ842.K6.A62.K83", "4H"),
        ("1C - 1S - 1NT -", "KQ842.76.Q62.983", "Pass"),
        ("1C - 1S - 1NT -", "KQ9842.6.Q62.983", "2S"),
        ("1C - 1S - 1NT -", "KQ842.76.AJ2.983", "2NT"),
        ("1C - 1S - 1NT -", "KQ842.K6.AQ2.983", "3NT"),
        ("1D - 1H - 1S -", "QJ42.K8642.62.83", "2S"),
        ("1D - 1H - 1S -", "QJ42.K8642.A2.83", "3S"),
        ("1D - 1H - 1S -", "QJ42.KQ642.A2.83", "3S"),
        ("1D - 1H - 1S -", "QJ42.KQ642.A2.K3", "4S"),
        ("1S - 1NT - 2D -", "85.KJ4.Q62.Q9832", "2S"),
        ("1D - 1S - 2NT -", "KQ842.76.Q62.983", "3NT"),
        ("1D - 1S - 3S -", "KQ842.76.Q62.983", "4S"),
    ]);
}

#[test]
fn overcalls_and_doubles() {
    check(&[
        ("1D", "KQ984.A52.76.983", "1S"),
        ("1D", "KQ984.AJ52.6.A83", "1S"),
        ("1D", "KQ98.AJ52.6.K983", "X"),
        ("1S", "K8.A52.76.AQJ983", "2C"),
        ("1H", "KJ84.K62.AQ7.KJ3", "1NT"),
        ("1H", "Q4.K62.AQ73.J983", "Pass"),
        ("1D", "KQJ984.52.76.983", "2S"),
        ("1C", "KQ984.AJ952.6.83", "2C"),
        ("1S", "6.83.KQ984.AJ952", "2NT"),
        ("1H", "AKQ4.K62.AQ73.A3", "X"),
        ("1H - -", "KQ984.A52.76.983", "1S"),
        ("1H - -", "KQ98.52.K762.Q83", "X"),
        ("1NT", "KQJ984.A52.7.983", "2S"),
        ("2H", "KQ98.5.K762.AQ83", "X"),
        ("2H", "AKJ984.A5.76.K83", "2S"),
        ("3D", "KQ98.AQ52.6.K983", "X"),
    ]);
}

#[test]
fn answers_to_a_take_out_double() {
    check(&[
        ("1D X -", "9854.J52.762.983", "1S"),
        ("1D X -", "K854.AQ5.762.983", "2S"),
        ("1D X -", "KQ854.AQ5.76.983", "4S"),
        ("1D X -", "K85.J52.KJ6.9832", "1NT"),
        ("1D X -", "85.2.KQJT96.9832", "Pass"),
        ("1H X -", "854.9752.76.9832", "2C"),
        ("1D X XX", "9854.J52.762.983", "1S"),
        ("1D X 1H", "9854.J52.762.983", "Pass"),
        ("1D X 1H", "KQ854.52.Q62.983", "1S"),
    ]);
}

#[test]
fn competition() {
    check(&[
        ("1H 1S", "84.K52.KQ762.983", "2H"),
        ("1H 1S", "84.K5.KQJ62.A983", "2D"),
        ("1D 1S", "84.KQ52.Q76.J983", "X"),
        ("1D 1S X -", "84.AJ62.AKJ62.83", "2H"),
        ("1D 1S", "Q84.KJ2.Q76.J983", "1NT"),
        ("1H 1S 2H 2S", "84.AQJ852.A62.K3", "3H"),
        ("1H 1S 2H 2S", "84.AQJ52.A62.K83", "Pass"),
        ("1D 1S - 2S", "84.AQ2.AQJ62.K83", "Pass"),
        ("1D 1S -", "K854.A2.762.9832", "2S"),
        ("1H X", "A84.52.KQ762.K83", "XX"),
        ("1H X", "84.K52.KQ762.983", "2H"),
        ("1NT 2H", "KJ842.52.Q76.983", "2S"),
        ("1NT 2H", "K84.52.KQ76.J983", "X"),
        // Nine trumps and no game: not a word above the three level.
        ("1S 2H 2S 3H", "AQJ852.4.A62.983", "3S"),
        ("1H - 2H 2S - -", "84.K952.Q762.Q83", "3H"),
        ("1H 4S", "K4.K5.AQ62.KQ983", "X"),
    ]);
}

#[test]
fn pre_empts_are_raised_by_trumps_and_answered_once() {
    check(&[
        ("2S -", "84.K952.AQ62.J83", "Pass"),
        ("2S -", "K84.9752.K642.83", "3S"),
        ("2S -", "K84.AK2.AQ62.K83", "4S"),
        ("3C -", "84.AQ52.KQ62.J83", "Pass"),
        ("2H 2S 3H 3S", "84.KQT762.52.Q83", "Pass"),
    ]);
}

#[test]
fn what_is_forcing_is_not_passed() {
    check(&[
        ("1D - 1S -", "4.Q852.AKJ62.983", "2D"),
        ("1S - 2H -", "AQJ985.4.KQ6.983", "2S"),
        ("1H - 2S -", "4.AQJ85.K962.Q83", "3D"),
        ("1C - 1S - 2H -", "KQ842.76.862.983", "2NT"),
        ("1D 2D -", "84.K52.KJ962.983", "2H"),
        ("1S 2NT -", "KJ842.K52.62.983", "3C"),
    ]);
}

#[test]
fn slams_are_bid_with_the_points_for_them() {
    check(&[
        ("1C - 1S - 2NT -", "KQ84.KQ2.K62.QJ3", "6NT"),
        ("1C - 1S - 2NT -", "KQ84.K62.K62.983", "3NT"),
        ("1S - 2NT - 4S -", "KQ84.AK2.AQ62.K3", "6S"),
        ("1NT - 4NT -", "AQ4.KQ92.AJ76.Q5", "6NT"),
        ("1NT - 4NT -", "AQ4.K942.AJ76.J5", "Pass"),
    ]);
}
