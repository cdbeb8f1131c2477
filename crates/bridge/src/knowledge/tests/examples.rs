//! The inferences that the appendix of Otawa and Uehara (2006) draws in its four examples, as
//! weights.

use super::explained;
use crate::dealing::HandBelief;
use crate::hand::{lengths, points};
use crate::knowledge::{Constraint, Conventions, Knowledge};
use crate::notation::SUITS;
use crate::{
    Board, Hand, Holding, Play, Seat, Suit, View, Vulnerability, final_contract, notation,
};
use lookahead::Seed;
use rand::seq::SliceRandom;

const ONE: (&str, &str) = (
    "N:52.2.T963.AJT987 QJ84.KJ9.QJ87.K2 AK73.AQ54.AK5.Q5 T96.T8763.42.643",
    "2NT - 3NT - - -",
);
const TWO: (&str, &str) = (
    "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74",
    "1H 1S 3H - 4H - - -",
);
const THREE: (&str, &str) = (
    "N:AJ32.KQ543.2.654 87.AT6.6543.JT98 KQT9.2.KQJT9.A32 654.J987.A87.KQ7",
    "1D - 1H - 1S - 3S - 4S - - -",
);
const FOUR: (&str, &str) = (
    "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852",
    "1NT - 3NT - - -",
);

/// South deals, West leads.
fn view((deal, calls): (&str, &str), cards: &str, seat: Seat) -> View {
    let hands = notation::deal(deal).unwrap();
    let board = Board {
        number: 1,
        dealer: Seat::South,
        vulnerability: Vulnerability::None,
        hands,
    };
    let auction = calls.parse().unwrap();
    let strain = final_contract(&auction, Seat::South)
        .unwrap()
        .contract
        .bid
        .strain;
    let mut play = Play::new(hands, strain, Seat::West).unwrap();
    for card in cards.split_whitespace() {
        play.play(notation::card(card).unwrap()).unwrap();
    }
    View::of(&board, &auction, &play, seat)
}

fn held(text: &str) -> Holding {
    notation::holding(Suit::Spades, text).unwrap()
}

/// Deals that fit the hard facts, each with its weight: shuffle, deal out, keep what is not
/// impossible.
fn deals(knowledge: &Knowledge, tries: u64) -> Vec<([Hand; 4], f64)> {
    let known = knowledge.known();
    let seen = known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
    let mut unseen: Vec<_> = (!seen).iter().collect();
    let mut rng = Seed(1).rng();
    let mut kept = Vec::new();
    for _ in 0..tries {
        unseen.shuffle(&mut rng);
        let mut hands = known;
        let mut next = unseen.iter();
        for hand in &mut hands {
            for card in next.by_ref().take(13 - hand.len()) {
                hand.insert(*card);
            }
        }
        let weight: f64 = knowledge
            .beliefs()
            .iter()
            .zip(hands)
            .map(|(belief, hand)| weigh(*belief, hand))
            .product();
        if weight > 0.0 {
            kept.push((hands, weight));
        }
    }
    kept
}

fn weigh(belief: &dyn HandBelief, hand: Hand) -> f64 {
    let suits: f64 = SUITS
        .iter()
        .map(|suit| belief.suit(*suit, hand[*suit]))
        .product();
    suits * belief.hand(lengths(hand), points(hand))
}

/// Returns the share of the weight of the deals that pass a test.
fn share(deals: &[([Hand; 4], f64)], test: impl Fn(&[Hand; 4]) -> bool) -> f64 {
    let all: f64 = deals.iter().map(|(_, weight)| weight).sum();
    let some: f64 = deals
        .iter()
        .filter(|(hands, _)| test(hands))
        .map(|(_, weight)| weight)
        .sum();
    some / all
}

const EAST: usize = Seat::East as usize;
const SOUTH: usize = Seat::South as usize;
const WEST: usize = Seat::West as usize;

#[test]
fn one_east_knows_that_west_has_no_points_and_one_or_three_clubs() {
    let view = view(ONE, "H6 H2 HK HA CQ C3 C7", Seat::East);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    let words = explained(&knowledge).join("\n");
    assert!(
        words.contains("South's 2NT (opening 2NT): 21-22 points, balanced (100%)"),
        "{words}"
    );
    assert!(
        words.contains("West shows an odd number of clubs: played the 3 (80%)"),
        "{words}"
    );
    assert!(
        words.contains("West led the 6 of hearts: fourth best, or "),
        "{words}"
    );
    assert_eq!(knowledge.conflict(), None);
    let west = knowledge.belief(Seat::West);
    for (clubs, weight) in [
        ("3", 1.0),
        ("63", 0.2),
        ("643", 1.0),
        ("6543", 0.2),
        ("64", 0.0),
        ("K63", 0.0),
        ("Q3", 0.0),
    ] {
        assert!(
            (west.suit(Suit::Clubs, held(clubs)) - weight).abs() < 1e-9,
            "{clubs}"
        );
    }
    let deals = deals(&knowledge, 60_000);
    assert!(deals.len() > 20, "{}", deals.len());
    for (hands, _) in &deals {
        assert_eq!(points(hands[WEST]), 0);
        assert!((21..=22).contains(&points(hands[SOUTH])));
        assert_eq!(
            hands[WEST][Suit::Clubs].len() + hands[SOUTH][Suit::Clubs].len(),
            5
        );
    }
    assert!(share(&deals, |hands| hands[WEST][Suit::Clubs].len() % 2 == 1) > 0.8);
}

#[test]
fn one_of_all_705432_layouts_1188_have_everything_that_east_infers() {
    let view = view(ONE, "H6 H2 HK HA CQ C3 C7", Seat::East);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    let (known, unseen): (_, Vec<_>) = (knowledge.known(), view.unseen().iter().collect());
    let (mut possible, mut all) = (0, 0);
    for chosen in (0u32..1 << unseen.len()).filter(|chosen| chosen.count_ones() == 11) {
        let (mut west, mut south) = (known[WEST], known[SOUTH]);
        for (index, card) in unseen.iter().enumerate() {
            let hand = if chosen >> index & 1 == 1 {
                &mut west
            } else {
                &mut south
            };
            hand.insert(*card);
        }
        if weigh(knowledge.belief(Seat::South), south) * weigh(knowledge.belief(Seat::West), west)
            > 0.0
        {
            possible += 1;
            let fourth_best = west[Suit::Hearts]
                .iter()
                .nth(3)
                .is_some_and(|rank| rank.get() == 6);
            all += u32::from(fourth_best && west[Suit::Clubs].len() % 2 == 1);
        }
    }
    assert_eq!((possible, all), (7371, 1188));
}

#[test]
fn one_south_sees_that_one_of_two_odd_signals_is_none_and_goes_on() {
    let view = view(ONE, "H6 H2 HK HA CQ C3 C7 C2", Seat::South);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    let conflict = knowledge
        .conflict()
        .expect("both odd is impossible with five clubs");
    assert_eq!(
        conflict
            .rules
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "West shows an odd number of clubs: played the 3",
            "East shows an odd number of clubs: played the 2"
        ]
    );
    let deals = deals(&knowledge, 3_000);
    for parity in [0, 1] {
        assert!(share(&deals, |hands| hands[EAST][Suit::Clubs].len() % 2 == parity) > 0.2);
    }
    // The rule of thumb: East does not have just king and 2.
    let east = knowledge.belief(Seat::East);
    let (bare, guarded) = (
        east.suit(Suit::Clubs, held("K2")),
        east.suit(Suit::Clubs, held("62")),
    );
    assert!(
        bare > 0.0 && (guarded / bare - 5.0).abs() < 1e-9,
        "{bare} {guarded}"
    );
    assert!(
        explained(&knowledge)
            .iter()
            .any(|line| line.starts_with("East did not bare the king of clubs"))
    );
    let naive = knowledge.without("does not bare a king");
    assert_eq!(
        naive.belief(Seat::East).suit(Suit::Clubs, held("K2")),
        guarded
    );
}

#[test]
fn fully_trusted_signals_that_clash_are_given_up_one_by_one() {
    let text = "base = \"paper\"\n[[signal]]\nname = \"count\"\nshows = \"count\"\nwhen = \"declarer leads\"\nreliability = 1.0";
    let strict = Conventions::parse("strict", text).unwrap();
    let view = view(ONE, "H6 H2 HK HA CQ C3 C7 C2", Seat::South);
    let mut knowledge = Knowledge::of(&view, &strict);
    let before = knowledge.inferences().len();
    let attempt = |knowledge: &Knowledge| match deals(knowledge, 500) {
        found if found.is_empty() => Err(()),
        found => Ok(found),
    };
    let (found, given_up) = knowledge.relax_until(attempt).unwrap();
    assert_eq!(
        given_up.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["East shows an odd number of clubs: played the 2"]
    );
    assert_eq!(knowledge.inferences().len(), before - 1);
    assert!(
        found
            .iter()
            .all(|(hands, _)| hands[WEST][Suit::Clubs].len() % 2 == 1)
    );
}

#[test]
fn two_west_knows_that_east_has_two_diamonds() {
    let view = view(TWO, "DA D6 D9 D3 DK D7 D2 D4", Seat::West);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    assert!(
        explained(&knowledge)
            .contains(&"East shows an even number of diamonds: played the 9 (80%)".to_owned())
    );
    let east = knowledge.belief(Seat::East);
    assert_eq!(east.suit(Suit::Diamonds, held("92")), 1.0);
    assert!((east.suit(Suit::Diamonds, held("Q92")) - 0.2).abs() < 1e-9);
    // South followed twice: these cards are gone.
    assert_eq!(east.suit(Suit::Diamonds, held("9432")), 0.0);
    assert_eq!(
        knowledge
            .belief(Seat::South)
            .suit(Suit::Diamonds, held("Q")),
        0.0
    );
}

#[test]
fn two_east_cannot_tell_which_ace_west_has() {
    let view = view(TWO, "DA D6 D9 D3 DK D7 D2 D4 D5 D8", Seat::East);
    let knowledge = Knowledge::of(
        &view,
        &Conventions::paper().without(&["limit raise", "acceptance of a limit raise"]),
    );
    let deals = deals(&knowledge, 60_000);
    assert!(deals.len() > 200, "{}", deals.len());
    for (hands, _) in &deals {
        assert!(points(hands[SOUTH]) >= 13 && hands[SOUTH][Suit::Hearts].len() >= 5);
        assert!(hands[WEST][Suit::Spades].len() >= 5 && points(hands[WEST]) <= 13);
    }
    let ace = |suit| share(&deals, |hands| hands[WEST][suit].contains(crate::Rank::A));
    let (spade, club) = (ace(Suit::Spades), ace(Suit::Clubs));
    assert!(spade > 0.1 && club > 0.1, "{spade} {club}");
    assert!(spade > club, "the longer suit holds its ace more often");
}

#[test]
fn two_the_shortage_is_certain_once_shown() {
    let view = view(TWO, "DA D6 D9 D3 DK D7 D2 D4 D5 D8 H2", Seat::South);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    assert!(
        explained(&knowledge)
            .contains(&"East has no more diamonds: was dealt exactly 2".to_owned())
    );
    assert_eq!(
        knowledge
            .belief(Seat::East)
            .suit(Suit::Diamonds, held("92")),
        1.0
    );
    assert_eq!(
        knowledge
            .belief(Seat::East)
            .suit(Suit::Diamonds, held("952")),
        0.0
    );
}

#[test]
fn three_south_adds_up_what_the_others_have() {
    let view = view(THREE, "CK C4 C9 CA", Seat::South);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    for (hands, _) in deals(&knowledge, 50) {
        assert_eq!(
            hands[EAST][Suit::Diamonds].len() + hands[WEST][Suit::Diamonds].len(),
            7
        );
        assert_eq!(points(hands[EAST]) + points(hands[WEST]), 15);
    }
    // King led: from king-queen, not from king and small ones.
    let west = knowledge.belief(Seat::West);
    assert_eq!(west.suit(Suit::Clubs, held("KQ7")), 1.0);
    assert!(west.suit(Suit::Clubs, held("K87")) < 0.21);
}

#[test]
fn three_west_believes_that_east_may_have_queen_and_jack() {
    let view = view(THREE, "CK C4 C9 CA DT", Seat::West);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    assert!(
        explained(&knowledge)
            .iter()
            .any(|line| line.starts_with("South's 10 of diamonds is read at face value"))
    );
    let deals = deals(&knowledge, 20_000);
    let queen_and_jack = |hand: &Hand| {
        [12, 11]
            .iter()
            .all(|rank| hand[Suit::Diamonds].contains(crate::Rank::new(*rank)))
    };
    for (hands, _) in &deals {
        assert!(points(hands[SOUTH]) >= 13 && points(hands[EAST]) <= 7);
        assert_eq!(
            hands[EAST][Suit::Diamonds].len() + hands[SOUTH][Suit::Diamonds].len(),
            9
        );
    }
    assert!(share(&deals, |hands| queen_and_jack(&hands[EAST])) > 0.05);
}

#[test]
fn three_a_reader_may_think_that_a_card_denies_the_next_higher_one() {
    let text = "base = \"paper\"\n[[habit]]\nname = \"face value\"\nkind = \"face value\"\ndenies = \"next\"";
    let naive = Conventions::parse("naive", text).unwrap();
    let knowledge = Knowledge::of(&view(THREE, "CK C4 C9 CA DT", Seat::West), &naive);
    let south = knowledge.belief(Seat::South);
    assert!(south.suit(Suit::Diamonds, held("KQJT9")) < 0.21);
    assert_eq!(south.suit(Suit::Diamonds, held("KQT9")), 1.0);
}

/// Count is always honest.
fn honest() -> Conventions {
    let text = "base = \"standard\"\n[[signal]]\nname = \"count\"\nshows = \"count\"\nwhen = \"declarer leads\"\nreliability = 1.0";
    Conventions::parse("honest", text).unwrap()
}

#[test]
fn four_the_count_signal_shows_declarer_the_jack() {
    let jack = crate::Card {
        suit: Suit::Clubs,
        rank: crate::Rank::J,
    };
    for (cards, jack_with) in [
        ("S5 S3 SQ SA C6 C8 CA C7 C4 C9 CQ C2 C3 C5", WEST),
        ("S5 S3 SQ SA C6 C2 CA C7 C4 C9 CQ C5 C3 C8", EAST),
    ] {
        let view = view(FOUR, cards, Seat::South);
        let knowledge = Knowledge::of(&view, &honest());
        let found = deals(&knowledge, 2_000);
        assert!(!found.is_empty());
        assert_eq!(share(&found, |hands| hands[jack_with].contains(jack)), 1.0);
        // In doubt about the signal, declarer still believes it more than not.
        let doubting = Knowledge::of(&view, &Conventions::standard());
        let belief = share(&deals(&doubting, 5_000), |hands| {
            hands[jack_with].contains(jack)
        });
        assert!(belief > 0.6 && belief < 1.0, "{belief}");
    }
}

#[test]
fn four_the_same_card_is_read_by_partner_and_by_declarer() {
    for seat in [Seat::South, Seat::East] {
        let view = view(FOUR, "S5 S3 SQ SA C6 C8", seat);
        let knowledge = Knowledge::of(&view, &Conventions::standard());
        let words = explained(&knowledge);
        assert!(
            words
                .iter()
                .any(|line| line.starts_with("West shows an even number of clubs: played the 8")),
            "{words:?}"
        );
    }
    // West infers nothing from its own card.
    let knowledge = Knowledge::of(
        &view(FOUR, "S5 S3 SQ SA C6 C8", Seat::West),
        &Conventions::standard(),
    );
    assert!(
        knowledge
            .inferences()
            .iter()
            .all(|inference| inference.seat != Seat::West)
    );
}

#[test]
fn high_is_what_is_high_among_the_spots_not_seen() {
    // East holds 97 of clubs, dummy AKT4: the 5 is in the middle of 8 6 5 3 2 for East until the 6
    // is played.
    let east = Knowledge::of(
        &view(FOUR, "S5 S3 SQ SA C6 C5", Seat::East),
        &Conventions::standard(),
    );
    let count = |knowledge: &Knowledge| {
        let parities =
            knowledge
                .inferences()
                .iter()
                .filter_map(|inference| match inference.constraint {
                    Constraint::Suit(Suit::Clubs, crate::knowledge::Test::Parity { odd, .. }) => {
                        Some(odd)
                    }
                    _ => None,
                });
        parities.collect::<Vec<_>>()
    };
    assert_eq!(count(&east), [false], "above 3 and 2, below the 8");
    // South sees Q63: 9 8 7 5 2 are left for South, and the 5 is low.
    let south = Knowledge::of(
        &view(FOUR, "S5 S3 SQ SA C6 C5", Seat::South),
        &Conventions::standard(),
    );
    assert_eq!(count(&south), [true]);
}

#[test]
fn the_only_spot_shows_nothing_and_a_low_one_denies_honours() {
    // West leads the 5 of diamonds for East to ruff; East sees no other spot, so it says nothing.
    let ruffed = Knowledge::of(
        &view(TWO, "DA D6 D9 D3 DK D7 D2 D4 D5 D8 H2", Seat::East),
        &Conventions::standard(),
    );
    assert!(
        ruffed
            .inferences()
            .iter()
            .all(|inference| &*inference.rule != "suit preference")
    );
    // To partner's ace a high card welcomes, a low one does not.
    let early = Knowledge::of(
        &view(TWO, "DA D6 D9 D3", Seat::West),
        &Conventions::standard(),
    );
    assert!(
        explained(&early)
            .iter()
            .any(|line| line.starts_with("East likes diamonds: played the 9")),
        "{:?}",
        explained(&early)
    );
    let low = Knowledge::of(
        &view(TWO, "DA D6 D2 D3", Seat::West),
        &Conventions::standard(),
    );
    assert!(
        explained(&low)
            .iter()
            .any(|line| line.starts_with("East does not like diamonds: played the 2"))
    );
    assert!(low.belief(Seat::East).suit(Suit::Diamonds, held("Q92")) < 0.31);
}

#[test]
fn giving_a_ruff_with_a_high_card_asks_for_the_higher_suit() {
    // East ruffs the third club; West has jack, 9 and 3 to choose from.
    let deal = "N:K84.KQ94.QJ7.Q52 Q962.32.T9842.T8 AJ5.AJT875.A.764 T73.6.K653.AKJ93";
    for (led, asked) in [
        ("C9", "West asks for spades: played the 9 of clubs"),
        ("C3", "West asks for diamonds: played the 3 of clubs"),
    ] {
        let cards = format!("CA C2 CT C4 CK C5 C8 C6 {led}");
        let view = view((deal, "1H - 3H - 4H - - -"), &cards, Seat::East);
        let words = explained(&Knowledge::of(&view, &Conventions::standard()));
        assert!(
            words.iter().any(|line| line.starts_with(asked)),
            "{words:?}"
        );
    }
}

#[test]
fn watched_are_the_cards_of_hidden_opponents() {
    let view = view(ONE, "H6 H2 HK HA CQ C3 C7", Seat::East);
    let knowledge = Knowledge::of(&view, &Conventions::paper());
    assert_eq!(knowledge.watched_cards(), [3, 4], "South's two cards");
    assert_eq!(knowledge.losing_play_weight(|_| 0), 1.0);
    let one_trick = knowledge.losing_play_weight(|index| u8::from(index == 4));
    assert!((one_trick - libm::exp(-1.0)).abs() < 1e-12);
    let club = Conventions::standard().player("club").unwrap();
    let careless = Knowledge::of(&view, &club);
    assert_eq!(
        (
            careless.watched_cards().len(),
            careless.losing_play_weight(|_| 13)
        ),
        (0, 1.0)
    );
}

#[test]
fn a_notrump_lead_is_from_the_longest_suit() {
    let view = view(FOUR, "S5", Seat::South);
    let knowledge = Knowledge::of(&view, &Conventions::standard());
    let west = knowledge.belief(Seat::West);
    assert_eq!(west.hand([4, 2, 2, 5], 7), 1.0);
    assert!((west.hand([5, 3, 2, 3], 7) - 0.3).abs() < 1e-9);
    assert!(explained(&knowledge).contains(&"West led spades: longest suit (70%)".to_owned()));
}
