//! Samplers against brute-force enumeration, and against shuffling with rejection.

use super::hand_weights::choices;
use super::partial_deal::clamped;
use super::*;
use crate::hand::{is_balanced, lengths, points as hand_points};
use crate::notation::{self, SUITS};
use lookahead::Seed;
use proptest::prelude::*;
use rand::RngExt;
use std::collections::BTreeMap;

const INDIFFERENT: [&dyn HandBelief; 4] = [&(), &(), &(), &()];

/// A belief about the whole hand alone.
struct Whole<F>(F);

impl<F: Fn([u8; 4], u8) -> bool + Sync> HandBelief for Whole<F> {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        f64::from(u8::from(self.0(lengths, points)))
    }
}

/// A random belief: every holding and every hand has one of a few weights, 0 among them.
#[derive(Clone, Copy, Debug)]
struct RandomBelief(u64, [f64; 6]);

const WILD: [f64; 6] = [0.0, 0.25, 0.5, 0.75, 1.0, 3.0];
/// Rejection sampling is slow with weights that are far apart.
const MILD: [f64; 6] = [0.0, 0.4, 0.8, 1.0, 1.0, 1.0];

impl RandomBelief {
    fn weight(self, about: u64) -> f64 {
        let word: u64 = Seed(self.0).stream(about).rng().random();
        self.1[word as usize % 6]
    }
}

impl HandBelief for RandomBelief {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        self.weight(u64::from(held.to_bits()) << 2 | suit as u64)
    }

    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let [c, d, h, s] = lengths;
        self.weight(u64::from(u32::from_le_bytes([c, d, h, s])) << 16 | u64::from(points) << 8)
    }
}

/// Weights that distinguish all points and all lengths, and are never 0.
struct Smooth;

impl HandBelief for Smooth {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        let [c, d, h, s] = lengths.map(f64::from);
        (0.1 * c - 0.07 * d + 0.031 * h * s - 0.0613 * f64::from(points)).exp()
    }
}

fn weight_of(hand: Hand, belief: &dyn HandBelief) -> f64 {
    let suits = SUITS.map(|suit| clamped(belief.suit(suit, hand[suit])));
    let whole = clamped(belief.hand(lengths(hand), hand_points(hand)));
    suits.iter().product::<f64>() * whole
}

/// Returns all deals that have a weight: hidden hands filled one after the other, each in all ways.
fn brute(known: [Hand; 4], beliefs: [&dyn HandBelief; 4]) -> BTreeMap<[u64; 4], f64> {
    let unknown = !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
    let mut deals = vec![(known, unknown, 1.0)];
    for seat in 0..4 {
        let size = 13 - known[seat].len();
        let mut more = Vec::new();
        for (deal, left, weight) in deals {
            for hand in choices(left, size) {
                let mut deal = deal;
                deal[seat] |= hand;
                let own = if size > 0 {
                    weight_of(deal[seat], beliefs[seat])
                } else {
                    1.0
                };
                if own > 0.0 {
                    more.push((deal, left - hand, weight * own));
                }
            }
        }
        deals = more;
    }
    let named = deals
        .into_iter()
        .map(|(deal, _, weight)| (deal.map(Hand::to_bits), weight));
    named.collect()
}

/// Returns a random deal with only some cards of each seat known.
fn partly_known(unknown: [usize; 4], seed: Seed) -> [Hand; 4] {
    let mut cards: Vec<_> = Hand::ALL.iter().collect();
    let mut rng = seed.rng();
    unknown.map(|count| {
        let mut take = || cards.swap_remove(rng.random_range(0..cards.len()));
        let hand: Vec<_> = (0..13).map(|_| take()).collect();
        hand.into_iter().skip(count).collect()
    })
}

/// Above this a sum of squared deviations has a probability of one in a million (Wilson and
/// Hilferty 1931).
fn too_much(freedom: usize) -> f64 {
    let k = freedom as f64;
    let part = 2.0 / (9.0 * k);
    k * (1.0 - part + 4.753 * part.sqrt()).powi(3)
}

/// Pearson's sum against weights, with rare cells together.
fn deviation(counts: &BTreeMap<[u64; 4], u32>, weights: &BTreeMap<[u64; 4], f64>) -> (f64, usize) {
    let draws: f64 = counts.values().map(|&count| f64::from(count)).sum();
    let total: f64 = weights.values().sum();
    let (mut sum, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    for (deal, weight) in weights {
        let expected = weight / total * draws;
        let found = f64::from(counts.get(deal).copied().unwrap_or(0));
        if expected < 5.0 {
            rare = (rare.0 + expected, rare.1 + found);
        } else {
            sum += (found - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rare.0 >= 5.0 {
        sum += (rare.1 - rare.0).powi(2) / rare.0;
        cells += 1;
    }
    (sum, cells - 1)
}

/// Compares draws with all deals.
fn draws_fit(
    draw: impl Fn(&mut Pcg64Mcg) -> Option<[Hand; 4]>,
    deals: &BTreeMap<[u64; 4], f64>,
    count: usize,
) {
    let mut counts = BTreeMap::new();
    let mut rng = Seed(count as u64).rng();
    for _ in 0..count {
        let deal = draw(&mut rng).expect("a deal").map(Hand::to_bits);
        assert!(deals.contains_key(&deal), "a deal of no weight was drawn");
        *counts.entry(deal).or_default() += 1;
    }
    let (sum, freedom) = deviation(&counts, deals);
    assert!(freedom > 20, "only {freedom} degrees of freedom");
    let limit = too_much(freedom);
    assert!(
        sum < limit,
        "{sum} > {limit} with {freedom} degrees of freedom"
    );
    // Draws that are spread too evenly are wrong as well.
    let least = 2.0 * freedom as f64 - limit;
    assert!(
        sum > least,
        "{sum} < {least} with {freedom} degrees of freedom"
    );
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// Weight, list and chances against all deals.
fn numbers_fit(sampler: &Sampler, known: [Hand; 4], deals: &BTreeMap<[u64; 4], f64>) {
    let total: f64 = deals.values().sum();
    assert!(close(sampler.weight().expect("a weight"), total));
    list_fits(sampler, deals);
    let unknown = !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
    for (seat, card) in Seat::ALL
        .into_iter()
        .flat_map(|s| Hand::ALL.iter().map(move |c| (s, c)))
    {
        let has = |deal: &[u64; 4]| Hand::from_bits_retain(deal[seat as usize]).contains(card);
        let with = deals.iter().filter(|(deal, _)| has(deal));
        let expected = with.map(|(_, weight)| weight).sum::<f64>() / total;
        let found = sampler.probability(seat, card).expect("a chance");
        assert!(
            (found - expected).abs() < 1e-9,
            "{card} {seat}: {found}, not {expected}"
        );
        let fixed = found == 0.0 || found == 1.0;
        assert!(fixed || unknown.contains(card));
    }
}

fn list_fits(sampler: &Sampler, deals: &BTreeMap<[u64; 4], f64>) {
    let mut listed = 0;
    for (deal, weight) in sampler.deals() {
        let expected = deals.get(&deal.map(Hand::to_bits));
        assert!(expected.is_some_and(|&expected| close(expected, weight)));
        listed += 1;
    }
    assert_eq!(listed, deals.len());
    assert!(sampler.max_layouts() >= listed as u128);
}

/// Returns the first random beliefs from `seed` on that leave enough deals for a test.
fn random_beliefs(
    known: [Hand; 4],
    seed: u64,
    weights: [f64; 6],
) -> ([RandomBelief; 4], BTreeMap<[u64; 4], f64>) {
    let tries =
        (seed..).map(|seed| [0, 1, 2, 3].map(|seat| RandomBelief(4 * seed + seat, weights)));
    let fit = |random_beliefs: [RandomBelief; 4]| {
        (
            random_beliefs,
            brute(
                known,
                random_beliefs.each_ref().map(|w| w as &dyn HandBelief),
            ),
        )
    };
    let mut fits = tries.map(fit).filter(|(_, deals)| deals.len() > 40);
    fits.next().expect("endless")
}

#[test]
fn with_nothing_believed_all_layouts_are_counted() {
    let cases: [(&str, u128); 5] = [
        ("N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 - -", 10_400_600),
        ("N:K4.KQ9.JT876.Q32 - - QT62.32.92.JT985", 10_400_600),
        ("N:- QT62.32.92.JT985 - -", 84_478_098_072_866_400),
        ("N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 - J9875.65.AK5.A74", 1),
        (
            "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74",
            1,
        ),
    ];
    for (deal, count) in cases {
        let sampler = Sampler::new(notation::deal(deal).unwrap(), INDIFFERENT).unwrap();
        assert_eq!(
            (sampler.layouts(), sampler.max_layouts()),
            (Some(count), count),
            "{deal}"
        );
        assert!(close(sampler.weight().unwrap(), count as f64));
    }
}

#[test]
fn one_hidden_hand_gets_what_is_left() {
    let deal = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74";
    let deal = notation::deal(deal).unwrap();
    for hidden in 0..4 {
        let mut known = deal;
        known[hidden] = Hand::EMPTY;
        let sampler = Sampler::new(known, INDIFFERENT).unwrap();
        assert_eq!(sampler.draw(&mut Seed(1).rng()), Some(deal));
        assert_eq!(sampler.deals().collect::<Vec<_>>(), [(deal, 1.0)]);
    }
    let sampler = Sampler::new(deal, INDIFFERENT).unwrap();
    assert_eq!(sampler.draw(&mut Seed(1).rng()), Some(deal));
}

/// Otawa and Uehara 2006, example 1: 2NT by South, the six of hearts led as fourth best, a club by
/// South on which West shows an odd number.
struct Declarer;
struct Leader;

impl HandBelief for Declarer {
    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        f64::from(u8::from(
            is_balanced(lengths) && (21..=22).contains(&points),
        ))
    }
}

impl HandBelief for Leader {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        let higher = held.iter().filter(|rank| rank.get() > 6).count();
        let fits = match suit {
            Suit::Hearts => higher == 3,
            Suit::Clubs => held.len() % 2 == 1,
            _ => true,
        };
        f64::from(u8::from(fits))
    }
}

#[test]
fn east_sees_1188_layouts_in_the_first_example_of_the_paper() {
    let known = notation::deal("N:52.2.T963.AJT987 QJ84.KJ9.QJ87.K2 .A..Q .6..3").unwrap();
    let beliefs: [&dyn HandBelief; 4] = [&(), &(), &Declarer, &Leader];
    let sampler = Sampler::new(known, beliefs).unwrap();
    assert_eq!(
        (sampler.layouts(), sampler.max_layouts()),
        (Some(1188), 705_432)
    );
    let deals = brute(known, beliefs);
    assert_eq!(deals.len(), 1188);
    numbers_fit(&sampler, known, &deals);
    draws_fit(|rng| sampler.draw(rng), &deals, 60_000);
}

#[test]
fn two_hidden_hands_are_drawn_by_weight() {
    for (case, unknown) in [[0, 0, 7, 7], [6, 0, 0, 7], [0, 8, 5, 0]]
        .into_iter()
        .enumerate()
    {
        let known = partly_known(unknown, Seed(case as u64));
        let (random_beliefs, deals) = random_beliefs(known, 100 * case as u64, WILD);
        let sampler = Sampler::new(
            known,
            random_beliefs.each_ref().map(|w| w as &dyn HandBelief),
        )
        .unwrap();
        assert_eq!(sampler.layouts(), None);
        numbers_fit(&sampler, known, &deals);
        draws_fit(|rng| sampler.draw(rng), &deals, 50_000);
    }
}

#[test]
fn two_hidden_hands_are_drawn_evenly_without_beliefs() {
    let known = partly_known([7, 0, 7, 0], Seed(9));
    let sampler = Sampler::new(known, INDIFFERENT).unwrap();
    let deals = brute(known, INDIFFERENT);
    assert_eq!(sampler.layouts(), Some(3432));
    numbers_fit(&sampler, known, &deals);
    draws_fit(|rng| sampler.draw(rng), &deals, 100_000);
}

#[test]
fn three_hidden_hands_are_drawn_by_weight() {
    for (case, unknown) in [[0, 4, 4, 4], [3, 3, 0, 4]].into_iter().enumerate() {
        let known = partly_known(unknown, Seed(20 + case as u64));
        let (random_beliefs, deals) = random_beliefs(known, 1000 + 100 * case as u64, MILD);
        let beliefs = random_beliefs.each_ref().map(|w| w as &dyn HandBelief);
        let sampler = Sampler::new(known, beliefs).unwrap();
        assert!(matches!(sampler.scheme, Scheme::Three(_)));
        numbers_fit(&sampler, known, &deals);
        draws_fit(|rng| sampler.draw(rng), &deals, 40_000);
        let rejection = RejectionSampler::new(&sampler.partial, beliefs).unwrap();
        draws_fit(|rng| rejection.draw(&sampler.partial, rng), &deals, 10_000);
    }
}

#[test]
fn three_hidden_hands_are_drawn_evenly_without_beliefs() {
    let known = partly_known([3, 3, 0, 3], Seed(30));
    let sampler = Sampler::new(known, INDIFFERENT).unwrap();
    let deals = brute(known, INDIFFERENT);
    assert_eq!(sampler.layouts(), Some(1680));
    numbers_fit(&sampler, known, &deals);
    draws_fit(|rng| sampler.draw(rng), &deals, 50_000);
}

#[test]
fn four_hidden_hands_are_drawn_by_weight() {
    let known = partly_known([2, 3, 2, 2], Seed(40));
    let binary = Sampler::new(known, INDIFFERENT).unwrap();
    draws_fit(|rng| binary.draw(rng), &brute(known, INDIFFERENT), 100_000);
    let (random_beliefs, deals) = random_beliefs(known, 2000, MILD);
    let sampler = Sampler::new(
        known,
        random_beliefs.each_ref().map(|w| w as &dyn HandBelief),
    )
    .unwrap();
    list_fits(&sampler, &deals);
    draws_fit(|rng| sampler.draw(rng), &deals, 40_000);
    assert_eq!((sampler.weight(), sampler.layouts()), (None, None));
}

/// Draws by shuffling the unknown cards until every belief of 0 or 1 is met.
fn shuffled(known: [Hand; 4], beliefs: [&dyn HandBelief; 4], rng: &mut Pcg64Mcg) -> [Hand; 4] {
    let unknown = !known.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
    let mut cards: Vec<_> = unknown.iter().collect();
    loop {
        let mut deal = known;
        let mut left = cards.len();
        let fits = (0..4).all(|seat| {
            for _ in known[seat].len()..13 {
                let place = rng.random_range(0..left);
                left -= 1;
                cards.swap(place, left);
                deal[seat].insert(cards[left]);
            }
            known[seat].len() == 13 || weight_of(deal[seat], beliefs[seat]) > 0.0
        });
        if fits {
            return deal;
        }
    }
}

/// Returns the statistics by which two samples of whole deals are compared: a hand's shape, its
/// points and its honours.
fn marks(deal: &[Hand; 4]) -> Vec<(usize, u64)> {
    let mut marks = Vec::new();
    for (seat, hand) in deal.iter().enumerate() {
        let shape = u64::from(u32::from_le_bytes(lengths(*hand)));
        marks.push((seat, shape));
        marks.push((4 + seat, u64::from(hand_points(*hand))));
        let honours = SUITS.map(|suit| hand[suit].to_bits() >> 11);
        let word = honours.iter().fold(0, |all, &h| all << 4 | u64::from(h));
        marks.push((8 + seat, word));
    }
    marks
}

/// Two samples of the same size, by every kind of mark.
fn samples_agree(count: usize, one: impl Fn() -> [Hand; 4], other: impl Fn() -> [Hand; 4]) {
    let mut tables = vec![BTreeMap::<u64, [f64; 2]>::new(); 12];
    for _ in 0..count {
        for (which, deal) in [one(), other()].iter().enumerate() {
            for (kind, mark) in marks(deal) {
                tables[kind].entry(mark).or_default()[which] += 1.0;
            }
        }
    }
    let mut freedom = 0;
    for (kind, table) in tables.into_iter().enumerate() {
        let common: Vec<_> = table.into_values().filter(|[a, b]| a + b >= 20.0).collect();
        let sum: f64 = common.iter().map(|[a, b]| (a - b).powi(2) / (a + b)).sum();
        if common.len() > 1 {
            assert!(
                sum < too_much(common.len()),
                "{sum} of {} in {kind}",
                common.len()
            );
            freedom += common.len();
        }
    }
    assert!(freedom > 100, "only {freedom} degrees of freedom");
}

/// Compares draws of a sampler with shuffling and rejection.
fn agrees_with_shuffling(known: [Hand; 4], beliefs: [&dyn HandBelief; 4], count: usize) {
    let sampler = Sampler::new(known, beliefs).unwrap();
    let rngs = [Seed(7), Seed(8)].map(|seed| std::cell::RefCell::new(seed.rng()));
    samples_agree(
        count,
        || sampler.draw(&mut rngs[0].borrow_mut()).expect("a deal"),
        || shuffled(known, beliefs, &mut rngs[1].borrow_mut()),
    );
}

fn notrump() -> impl HandBelief {
    Whole(|lengths, points| is_balanced(lengths) && (15..=17).contains(&points))
}

fn overcall() -> impl HandBelief {
    Whole(|[_, _, _, spades]: [u8; 4], points: u8| spades >= 5 && (6..=16).contains(&points))
}

fn passed() -> impl HandBelief {
    Whole(|lengths: [u8; 4], points: u8| points < 12 && lengths.iter().all(|&length| length < 7))
}

#[test]
fn two_hidden_hands_agree_with_shuffling() {
    let known = notation::deal("N:K4.KQ9.JT876.Q32 - QT62.32.92.JT985 -").unwrap();
    let (notrump, overcall) = (notrump(), overcall());
    agrees_with_shuffling(known, [&(), &notrump, &(), &overcall], 6000);
}

#[test]
fn three_hidden_hands_agree_with_shuffling() {
    let known = notation::deal("N:- - - J9875.65.AK5.A74").unwrap();
    let (notrump, passed) = (notrump(), passed());
    agrees_with_shuffling(known, [&passed, &(), &notrump, &()], 6000);
    let sampler = Sampler::new(known, [&passed, &passed, &notrump, &()]).unwrap();
    assert!(matches!(sampler.scheme, Scheme::Three(_)));
}

#[test]
fn four_hidden_hands_agree_with_shuffling() {
    let (notrump, passed) = (notrump(), passed());
    agrees_with_shuffling([Hand::EMPTY; 4], [&notrump, &(), &passed, &()], 4000);
}

#[test]
fn beliefs_that_tell_everything_apart_are_still_drawn_from() {
    let known = notation::deal("N:- - - J9875.65.AK5.A74").unwrap();
    let sampler = Sampler::new(known, [&Smooth, &Smooth, &Smooth, &()]).unwrap();
    assert!(matches!(sampler.scheme, Scheme::Rejection(_)));
    let deal = sampler.draw(&mut Seed(1).rng()).unwrap();
    assert_eq!((deal[3], notation::check(&deal)), (known[3], Ok(())));
    let ace = notation::card("CA").unwrap();
    assert_eq!(sampler.probability(Seat::West, ace), Some(1.0));
    let ace = notation::card("SA").unwrap();
    assert_eq!(sampler.probability(Seat::North, ace), None);
}

/// Ace and king of spades.
struct Needs;

impl HandBelief for Needs {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        let top = held.to_bits() >> 13 == 3;
        f64::from(u8::from(suit != Suit::Spades || top))
    }
}

#[test]
fn tries_run_out_where_hands_cannot_be_together() {
    let sampler = Sampler::new([Hand::EMPTY; 4], [&Needs, &Needs, &(), &()]).unwrap();
    assert_eq!(sampler.draw(&mut Seed(1).rng()), None);
}

/// No spades.
struct NoSpade;

impl HandBelief for NoSpade {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        f64::from(u8::from(suit != Suit::Spades || held.is_empty()))
    }
}

#[test]
fn errors_say_what_does_not_fit() {
    let seen = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 - -";
    let never = Whole(|_, _| false);
    let strong = Whole(|_, points| points > 20);
    let (spades, together) = (DealingError::Suit(Suit::Spades), DealingError::Together);
    let south = DealingError::Seat(Seat::South);
    let cases: [(&str, [&dyn HandBelief; 4], &DealingError); 7] = [
        (seen, [&(), &(), &never, &()], &south),
        (seen, [&(), &(), &never, &never], &south),
        (seen, [&(), &(), &NoSpade, &NoSpade], &spades),
        (seen, [&(), &(), &strong, &strong], &together),
        ("N:- QT62.32.92.JT985 - -", [&(), &(), &never, &()], &south),
        (
            "N:- QT62.32.92.JT985 - -",
            [&strong, &(), &strong, &()],
            &together,
        ),
        ("N:- - - -", [&(), &(), &never, &()], &south),
    ];
    for (deal, beliefs, error) in cases {
        let known = notation::deal(deal).unwrap();
        assert_eq!(&Sampler::new(known, beliefs).unwrap_err(), error, "{deal}");
    }
    let ace = notation::hand("A...").unwrap();
    let twice = Sampler::new([ace, ace, Hand::EMPTY, Hand::EMPTY], INDIFFERENT).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "inconsistent known cards: SA is there twice"
    );
    let all = Sampler::new(
        [Hand::ALL, Hand::EMPTY, Hand::EMPTY, Hand::EMPTY],
        INDIFFERENT,
    );
    assert!(matches!(
        all,
        Err(DealingError::Cards(NotationError::TooMany(Seat::North, 52)))
    ));
}

#[test]
fn weights_that_are_none_forbid() {
    struct Broken;
    impl HandBelief for Broken {
        fn suit(&self, _: Suit, held: Holding) -> f64 {
            [f64::NAN, 1.0, 2.0, 0.5, f64::INFINITY, -1.0][held.len() % 6]
        }
        fn hand(&self, _: [u8; 4], points: u8) -> f64 {
            if points.is_multiple_of(3) {
                f64::NAN
            } else {
                1.0
            }
        }
    }
    let known = partly_known([7, 0, 0, 7], Seed(50));
    let beliefs: [&dyn HandBelief; 4] = [&Broken, &(), &(), &()];
    let deals = brute(known, beliefs);
    assert!(deals.len() > 20);
    numbers_fit(&Sampler::new(known, beliefs).unwrap(), known, &deals);
}

#[test]
fn beliefs_of_hands_that_are_seen_do_not_count() {
    let known = partly_known([0, 5, 5, 0], Seed(60));
    let never = Whole(|_, _| false);
    let sampler = Sampler::new(known, [&never, &(), &(), &never]).unwrap();
    assert_eq!(sampler.layouts(), Some(252));
}

#[test]
fn used_space_makes_no_difference() {
    let mut rng = Seed(70).rng();
    let mut used = Sampler::new(partly_known([0, 0, 13, 13], Seed(71)), INDIFFERENT).unwrap();
    for case in 0..20 {
        let unknown = [0, rng.random_range(1..9), rng.random_range(1..9), 0];
        let known = partly_known(unknown, Seed(72).stream(case));
        used = used.rebuild(known, INDIFFERENT).unwrap();
        let new = Sampler::new(known, INDIFFERENT).unwrap();
        let [a, b] = [&used, &new].map(|sampler| sampler.draw(&mut Seed(case).rng()));
        assert_eq!((a, used.layouts()), (b, new.layouts()));
        assert!(used.deals().eq(new.deals()));
        let card = (!known[1] - known[0] - known[2] - known[3])
            .iter()
            .next()
            .unwrap();
        assert_eq!(
            used.probability(Seat::East, card),
            new.probability(Seat::East, card)
        );
    }
}

#[test]
fn soft_weights_are_put_on_top() {
    let known = partly_known([0, 0, 5, 5], Seed(80));
    let sampler = Sampler::new(known, INDIFFERENT).unwrap();
    let soft = |deal: &[Hand; 4]| [0.1, 0.6, 1.0][hand_points(deal[2]) as usize % 3];
    let mut deals = brute(known, INDIFFERENT);
    for (deal, weight) in &mut deals {
        *weight *= soft(&deal.map(Hand::from_bits_retain));
    }
    let accept = |rng: &mut Pcg64Mcg| match sampler.accept(rng, 1000, soft) {
        Some(Accepted::Exact(deal)) => Some(deal),
        _ => None,
    };
    draws_fit(accept, &deals, 20_000);

    let total: f64 = deals.values().sum();
    let points = |deal: &[Hand; 4]| f64::from(hand_points(deal[2]));
    let term =
        |(deal, weight): (&[u64; 4], &f64)| weight * points(&deal.map(Hand::from_bits_retain));
    let expected = deals.iter().map(term).sum::<f64>() / total;
    let weighted = sampler.draw_weighted(&mut Seed(1).rng(), 20_000, soft);
    assert_eq!(weighted.deals.len(), 20_000);
    let mean = weighted.mean(points).unwrap();
    assert!((mean - expected).abs() < 0.2, "{mean}, not {expected}");
    let squares: f64 = deals.values().map(|w| w * w).sum();
    let share = total * total / squares / deals.len() as f64;
    assert!((weighted.effective_sample_size() / 20_000.0 - share).abs() < 0.02);
}

#[test]
fn a_weight_of_nothing_ends_with_the_best_of_the_tries() {
    let known = partly_known([0, 0, 5, 5], Seed(80));
    let sampler = Sampler::new(known, INDIFFERENT).unwrap();
    let mut rng = Seed(1).rng();
    let kept = sampler.accept(&mut rng, 50, |_| 0.0);
    assert!(matches!(kept, Some(Accepted::BestOfTries(_, 0.0))));
    let kept = sampler.accept(&mut rng, 50, |deal| 1e-9 * f64::from(hand_points(deal[2])));
    let Some(Accepted::BestOfTries(deal, weight)) = kept else {
        panic!("{kept:?}")
    };
    assert_eq!(weight, 1e-9 * f64::from(hand_points(deal[2])));
    assert_eq!(kept.map(|kept| kept.deal()), Some(deal));
    assert_eq!(sampler.accept(&mut rng, 0, |_| 1.0), None);
    assert!(matches!(
        sampler.accept(&mut rng, 9, |_| f64::NAN),
        Some(Accepted::BestOfTries(_, 0.0))
    ));
    let nothing = sampler.draw_weighted(&mut rng, 5, |_| -1.0);
    assert_eq!(
        (nothing.effective_sample_size(), nothing.mean(|_| 1.0)),
        (0.0, None)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn numbers_are_those_of_all_deals(
        unknown in prop::sample::select(vec![
            [0, 0, 5, 5], [4, 0, 6, 0], [0, 1, 0, 6], [7, 0, 0, 3], [2, 2, 2, 0], [0, 3, 1, 4], [3, 0, 3, 2],
        ]),
        seed: u64,
        who in 0_u64..16,
    ) {
        let known = partly_known(unknown, Seed(seed));
        let random_beliefs = [0, 1, 2, 3].map(|seat| RandomBelief(seed.wrapping_add(seat), WILD));
        let belief = |seat: usize| if who >> seat & 1 == 1 { &random_beliefs[seat] as &dyn HandBelief } else { &() };
        let beliefs = [0, 1, 2, 3].map(belief);
        let deals = brute(known, beliefs);
        match Sampler::new(known, beliefs) {
            Ok(sampler) => numbers_fit(&sampler, known, &deals),
            Err(error) => {
                prop_assert!(!matches!(error, DealingError::Cards(_)));
                prop_assert!(deals.is_empty());
            }
        }
    }
}
