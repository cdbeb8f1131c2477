//! The solver against brute force, against itself, and on deals whose tricks are known.

use super::*;
use crate::Suit;
use lookahead::Seed;
use proptest::prelude::*;
use quick_tricks::Uncached;
use rand::RngExt;
use rand::seq::SliceRandom;

/// Returns a random point of a random deal's play with `left` tricks to finish.
fn somewhere(seed: u64, left: u8, into: usize, strain: Strain) -> Play {
    let mut rng = Seed(seed).rng();
    let hands = hand::shuffled(&mut rng);
    let leader = Seat::ALL[rng.random_range(0..4)];
    let mut play = Play::new(hands, strain, leader).unwrap();
    while play.tricks_left() > left || play.trick().len() < into {
        let legal: Vec<_> = play.legal().iter().collect();
        play.play(legal[rng.random_range(0..legal.len())]).unwrap();
    }
    play
}

/// Returns the tricks of the side to move, by brute force.
fn brute_force(play: &mut Play) -> u8 {
    let Some(seat) = play.turn() else { return 0 };
    let legal: Vec<_> = play.legal().iter().collect();
    let values = legal.into_iter().map(|card| after_card(play, seat, card));
    values.max().expect("a legal card")
}

/// Tricks of the side of `seat`, from the current trick on, when it plays `card`.
fn after_card(play: &mut Play, seat: Seat, card: Card) -> u8 {
    let side = Side::from(seat);
    let all = play.tricks_left();
    let before = play.tricks(side);
    play.play(card).unwrap();
    let taken = play.tricks(side) - before;
    let rest = brute_force(play);
    let left = all - u8::from(play.trick().is_empty());
    let same = play.turn().is_some_and(|next| Side::from(next) == side);
    let tricks = taken
        + if same || play.turn().is_none() {
            rest
        } else {
            left - rest
        };
    play.take_back();
    tricks
}

/// Returns whether North-South, with `before` tricks already taken, can win the trick in progress,
/// by brute force.
fn wins_this_trick(play: &mut Play, before: u8) -> bool {
    if play.trick().is_empty() {
        return play.tricks(Side::NorthSouth) > before;
    }
    let wants = play.turn().map(Side::from) == Some(Side::NorthSouth);
    let legal: Vec<_> = play.legal().iter().collect();
    let one_does = legal.into_iter().any(|card| {
        play.play(card).unwrap();
        let wins = wins_this_trick(play, before);
        play.take_back();
        wins == wants
    });
    one_does == wants
}

/// North-South's tricks by the search of endings alone.
fn north_south_of(ending: &mut Ending, position: &Position) -> i32 {
    let trump = trump(position.strain);
    ending.load(position.hands.map(cards), trump);
    let lead = Trick::led_by(position.leader as usize);
    let played = position.trick.iter().flatten();
    let trick = played.fold(lead, |trick, card| trick.with(bit(*card), trump));
    let left = i32::from(position.tricks_left());
    let most = (1..=left)
        .rev()
        .find(|&target| ending.follow(&trick, target, left));
    most.unwrap_or(0)
}

/// Tricks of the side to move as North-South's.
fn own_to_north_south(position: &Position, tricks: u8) -> i32 {
    i32::from(tricks_of(
        position.turn(),
        i32::from(tricks),
        i32::from(position.tricks_left()),
    ))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn every_card_of_an_ending_has_the_value_that_trying_everything_finds(
        seed: u64, left in 1u8..=4, into in 0usize..4, strain in 0usize..5,
    ) {
        let mut play = somewhere(seed, left, into, STRAINS[strain]);
        let position = Position::of(&play).unwrap();
        let seat = position.turn();
        let found = Solver::new(1000).cards(&position);
        prop_assert_eq!(found.len(), position.legal().len());
        for (card, tricks) in found {
            prop_assert_eq!(tricks, after_card(&mut play, seat, card), "{}", Ascii(card));
        }
    }

    #[test]
    fn both_searches_find_what_trying_everything_finds(
        seed: u64, left in 1u8..=4, into in 0usize..4, strain in 0usize..5,
    ) {
        let mut play = somewhere(seed, left, into, STRAINS[strain]);
        let position = Position::of(&play).unwrap();
        let tricks = own_to_north_south(&position, brute_force(&mut play));
        prop_assert_eq!(north_south_of(&mut Ending::new(), &position), tricks);
        let mut solver = Solver::new(1000);
        let query = solver.load(&position);
        solver.search.load(query.hands, query.trump);
        for target in 1..=query.left {
            let found = solver.search.follow(&query.trick, target, query.left);
            prop_assert_eq!(found.reached, tricks >= target);
        }
    }

    #[test]
    fn both_searches_agree_on_five_tricks(seed: u64, into in 0usize..4, strain in 0usize..5) {
        let mut ending = Ending::new();
        let mut solver = Solver::new(1000);
        // One table for all of them.
        for step in 0..4 {
            let play = somewhere(seed.wrapping_add(step), 5, into, STRAINS[strain]);
            let position = Position::of(&play).unwrap();
            let tricks = solver.value(&position);
            prop_assert_eq!(north_south_of(&mut ending, &position), own_to_north_south(&position, tricks));
        }
    }

    #[test]
    fn tricks_called_sure_are_taken(seed: u64, left in 2u8..=4, strain in 0usize..5) {
        let mut play = somewhere(seed, left, 0, STRAINS[strain]);
        let mut search = Search::new(10);
        search.load(play.left().map(cards), trump(play.strain()));
        let leader = play.turn().unwrap() as usize;
        let tricks = i32::from(brute_force(&mut play));
        let left = i32::from(left);
        for needed in 1..=left {
            let bounds = search.trick_bounds(leader);
            let quick_tricks = &mut search.quick_tricks;
            prop_assert!(bounds.on_lead(needed, quick_tricks).is_none() || tricks >= needed);
            prop_assert!(bounds.not_on_lead(needed, quick_tricks).is_err() || left - tricks >= needed);
        }
    }

    #[test]
    fn a_trick_that_can_be_won_is_won_by_trying_everything(
        seed: u64, left in 1u8..=5, into in 1usize..4, strain in 0usize..5,
    ) {
        let mut play = somewhere(seed, left, into, STRAINS[strain]);
        let position = Position::of(&play).unwrap();
        let query = Solver::new(10).load(&position);
        let before = play.tricks(Side::NorthSouth);
        let north_south = wins_this_trick(&mut play, before);
        for (side, wins) in [north_south, !north_south].into_iter().enumerate() {
            let found = trick_comparison::can_win(side, &query.hands, &query.trick, query.trump);
            prop_assert_eq!(found.is_some(), wins);
        }
    }

    #[test]
    fn a_trick_is_won_wherever_the_cards_lie_that_do_not_matter(
        seed: u64, left in 2u8..=6, strain in 0usize..5,
    ) {
        // The first card is played; the cards below the win ranks are shuffled, and the first card
        // among them.
        let play = somewhere(seed, left, 1, STRAINS[strain]);
        let position = Position::of(&play).unwrap();
        let query = Solver::new(10).load(&position);
        for side in 0..2 {
            let Some(win_ranks) = trick_comparison::can_win(side, &query.hands, &query.trick, query.trump) else {
                continue;
            };
            let (leader, led) = play.trick()[0];
            let mut hands = *play.left();
            hands[leader as usize].insert(led);
            let anew = redealt(&hands, win_ranks, seed);
            for card in anew[leader as usize].iter().filter(|card| card.suit == led.suit) {
                // The same card if its rank is a win rank, else any card below the win ranks.
                if if bit(led) & win_ranks == 0 { bit(card) & win_ranks != 0 } else { card != led } {
                    continue;
                }
                let mut again = Play::new(anew, STRAINS[strain], leader).unwrap();
                again.play(card).unwrap();
                prop_assert_eq!(wins_this_trick(&mut again, 0), side == 0);
            }
        }
    }

    #[test]
    fn graded_cards_are_exact_up_to_the_target(seed: u64, left in 2u8..=6, into in 0usize..4, wanted in 0u8..=6) {
        let strain = STRAINS[seed as usize % 5];
        let position = Position::of(&somewhere(seed, left, into, strain)).unwrap();
        let mut solver = Solver::new(1 << 12);
        let exact = solver.cards(&position);
        let best = exact.iter().map(|(_, tricks)| *tricks).max().unwrap();
        let mut graded = Vec::new();
        solver.graded(&position, wanted, &mut graded);
        let grade = |tricks: u8| match tricks {
            _ if tricks == best => best,
            _ if tricks >= wanted => best - 1,
            _ => wanted.min(best) - 1,
        };
        let expected: Vec<_> = exact.into_iter().map(|(card, tricks)| (card, grade(tricks))).collect();
        prop_assert_eq!(graded, expected);
    }

    #[test]
    fn what_is_remembered_is_true_elsewhere(seed: u64, strain in 0usize..5) {
        // One solver for all positions, and an empty one each time.
        let mut warm = Solver::new(200);
        for (step, left) in [6, 5, 6, 4].into_iter().enumerate() {
            let play = somewhere(seed.wrapping_add(step as u64), left, step % 4, STRAINS[strain]);
            let position = Position::of(&play).unwrap();
            prop_assert_eq!(warm.cards(&position), Solver::new(1000).cards(&position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn values_along_a_line_of_play_agree(seed: u64, strain in 0usize..5) {
        let mut play = somewhere(seed, 7, 0, STRAINS[strain]);
        let mut solver = Solver::default();
        while let Some(position) = Position::of(&play) {
            let cards = solver.cards(&position);
            let (best, with) = solver.best(&position);
            prop_assert_eq!(best, cards.iter().map(|c| c.1).max().unwrap());
            prop_assert_eq!(best, solver.value(&position));
            let same: Hand = cards.iter().filter(|c| c.1 == best).map(|c| c.0).collect();
            prop_assert_eq!(with, same);
            // The value of a card is what is left after it.
            let (card, tricks) = cards[seed as usize % cards.len()];
            let side = Side::from(position.turn());
            let before = play.tricks(side);
            play.play(card).unwrap();
            let taken = play.tricks(side) - before;
            let rest = Position::of(&play).map_or(0, |next| {
                let value = solver.value(&next);
                if Side::from(next.turn()) == side { value } else { next.tricks_left() - value }
            });
            prop_assert_eq!(tricks, taken + rest);
        }
    }
}

#[test]
fn the_deals_of_the_paper_have_the_values_it_gives() {
    // Otawa and Uehara 2006, examples 2 and 3: West cashes an ace or gives a ruff; any diamond.
    let cases = [
        (
            "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74",
            Strain::Hearts,
            "DA D6 D9 D3 DK D7 D2 D4",
            vec![("CA", 2), ("D5", 2), ("H5", 0)],
        ),
        (
            "N:AJ32.KQ543.2.654 87.AT6.6543.JT98 KQT9.2.KQJT9.A32 654.J987.A87.KQ7",
            Strain::Spades,
            "CK C4 C9 CA",
            vec![("DK", 8), ("DT", 8), ("D9", 8)],
        ),
    ];
    for (deal, strain, cards, values) in cases {
        let hands = notation::deal(deal).unwrap();
        let mut play = Play::new(hands, strain, Seat::West).unwrap();
        for card in cards.split(' ') {
            play.play(notation::card(card).unwrap()).unwrap();
        }
        let found = Solver::default().cards(&Position::of(&play).unwrap());
        for (card, tricks) in values {
            let card = notation::card(card).unwrap();
            assert!(found.contains(&(card, tricks)), "{card} in {found:?}");
        }
    }
}

#[test]
fn a_deal_turned_round_has_the_same_tricks_turned_round() {
    for seed in 0..3 {
        let play = somewhere(seed, 8, 0, Strain::Notrump);
        let mut turned = *play.left();
        turned.rotate_right(1);
        let mut solver = Solver::default();
        let (first, second) = (solver.table(play.left()), solver.table(&turned));
        for seat in 0..4 {
            assert_eq!(first[seat], second[(seat + 1) % 4]);
        }
    }
}

#[test]
fn a_hand_of_one_whole_suit_takes_all_tricks_with_it_as_trumps() {
    let suit = "AKQJT98765432";
    let deal = format!("N:{suit}... .{suit}.. ..{suit}. ...{suit}");
    let table = Solver::default().table(&notation::deal(&deal).unwrap());
    // Columns: clubs, diamonds, hearts, spades, no trumps; without trumps the leader takes
    // everything.
    assert_eq!(table[Seat::North as usize], [0, 13, 0, 13, 0]);
    assert_eq!(table[Seat::East as usize], [13, 0, 13, 0, 0]);
}

#[test]
fn what_cannot_be_a_point_of_a_play_is_refused_in_words() {
    let hands = |text: &str| notation::deal(text).unwrap();
    let card = |text: &str| notation::card(text).unwrap();
    let error = |deal: &str, trick: &[Card]| {
        let refused = Position::new(hands(deal), Strain::Notrump, Seat::North, trick);
        refused.unwrap_err().to_string()
    };
    let even = "N:A... K... Q... J...";
    assert_eq!(
        error(even, &[card("S2")]),
        "hand of N: expected 0 left, found 1 (cards in the trick led by N: 1)"
    );
    assert_eq!(
        error("N:- K... Q... J...", &[card("SK")]),
        "card SK of the trick occurs twice"
    );
    assert_eq!(error("N:- - - -", &[]), "no cards left");
    let short = "N:.A.. 2.Q.. .K.. 3...";
    assert!(error(short, &[]).ends_with("(cards in the trick led by N: 0)"));
}

#[test]
fn a_trick_in_progress_must_follow_suit() {
    let hands = notation::deal("N:.A.. 2.3.. K.4.. 3.5..").unwrap();
    let cards = [notation::card("SA").unwrap(), notation::card("HK").unwrap()];
    let hands = [
        hands[0],
        notation::hand("2...").unwrap(),
        hands[2],
        hands[3],
    ];
    let refused = Position::new(hands, Strain::Notrump, Seat::North, &cards);
    assert_eq!(
        refused.unwrap_err().to_string(),
        "E revoked with HK: a card of the suit led is left"
    );
}

#[test]
fn top_cards_are_sure_tricks() {
    // North on lead: AK of spades, a heart to partner's ace; South has the club king behind the
    // ace.
    let hands = notation::deal("N:AK.2.. QJ.K.. 32.A.. 54..A.").unwrap();
    let mut search = Search::new(10);
    search.load(hands.map(cards), deck::NOTRUMP);
    let bounds = search.trick_bounds(0);
    let quick_tricks = &mut Uncached;
    assert!(bounds.on_lead(3, quick_tricks).is_some());
    assert!(bounds.on_lead(4, quick_tricks).is_none());
    assert!(
        search.trick_bounds(1).not_on_lead(2, quick_tricks).is_ok(),
        "East can only lead what North or South wins"
    );
    // Hearts as trumps: East's king is not sure, South's ace is.
    search.load(hands.map(cards), Suit::Hearts as usize);
    assert!(search.trick_bounds(0).not_on_lead(1, quick_tricks).is_err());
    assert!(search.trick_bounds(1).not_on_lead(1, quick_tricks).is_ok());
}

#[test]
fn small_cards_are_not_sure_if_the_leader_takes_the_lead_back() {
    // A spade to the ace, a small one to North's nine, and South's last spade is out of reach.
    let hands = notation::deal("N:98...32 J...AKQ A32.2.. T.34.5.").unwrap();
    let mut search = Search::new(10);
    search.load(hands.map(cards), deck::NOTRUMP);
    let quick_tricks = &mut Uncached;
    assert!(search.trick_bounds(0).on_lead(1, quick_tricks).is_some());
    assert!(search.trick_bounds(0).on_lead(3, quick_tricks).is_none());
    let position = Position::new(hands, Strain::Notrump, Seat::North, &[]).unwrap();
    assert_eq!(Solver::default().value(&position), 2);
}

/// Returns the trick bounds of a deal with North on lead, for each number of tricks.
fn bounds_of(search: &mut Search, deal: &str, trump: usize) -> (Vec<bool>, Vec<bool>) {
    let hands = notation::deal(deal).unwrap();
    search.load(hands.map(cards), trump);
    let left = hands[0].len() as i32;
    let bounds = search.trick_bounds(0);
    let on_lead = (1..=left).map(|needed| bounds.on_lead(needed, &mut Uncached).is_some());
    let others = (1..=left).map(|needed| bounds.not_on_lead(needed, &mut Uncached).is_ok());
    (on_lead.collect(), others.collect())
}

#[test]
fn an_honour_that_has_to_drop_makes_the_next_cards_good() {
    let search = &mut Search::new(10);
    let (on_lead, _) = bounds_of(search, "N:KJT... Q.32.. .54..2 432...", deck::NOTRUMP);
    assert_eq!(on_lead, [true, true, true]);
    let (on_lead, _) = bounds_of(search, "N:KJT... Q3.2.. .54..2 42.3..", deck::NOTRUMP);
    assert_eq!(on_lead, [true, false, false]);
}

#[test]
fn partner_may_overtake_the_only_card_of_a_suit() {
    let search = &mut Search::new(10);
    let (on_lead, _) = bounds_of(search, "N:K.32.. 32.A.. AQ.4.. 54.K..", deck::NOTRUMP);
    assert_eq!(on_lead, [true, true, false]);
}

#[test]
fn trumps_win_without_the_lead() {
    // South's four trumps win three tricks at least against one that is higher.
    let search = &mut Search::new(10);
    let trump = Suit::Spades as usize;
    let (on_lead, _) = bounds_of(search, "N:.5432.. A.AKQ.. KQJ2... .9876..", trump);
    assert_eq!(on_lead, [true, true, true, false]);
}

#[test]
fn a_side_without_its_own_suits_gives_the_rest_away() {
    // North takes two clubs and has to lead a heart; East has kept two hearts.
    let search = &mut Search::new(10);
    let (_, others) = bounds_of(search, "N:.32..AK AK..32. .54..32 32..54.", deck::NOTRUMP);
    assert_eq!(others, [false; 4], "no hand can be made to lead spades");
    let (_, others) = bounds_of(search, "N:.32..AK .AK.32. .54..32 32..54.", deck::NOTRUMP);
    assert_eq!(others, [true, true, false, false]);
}

#[test]
fn a_guard_is_kept_as_long_as_there_is_something_else_to_part_with() {
    let search = &mut Search::new(10);
    // North wants all tricks. East's queen is guarded behind the king.
    let (_, others) = bounds_of(search, "N:A.K6.. .Q7.9. T..J8. ..QT7.", deck::NOTRUMP);
    assert_eq!(others, [true, false, false]);
    // Now East has to keep both queens and is squeezed by the ace.
    let (_, others) = bounds_of(search, "N:A.K6.. .Q7.Q. T..KJ. 32.5..", deck::NOTRUMP);
    assert_eq!(others, [false; 3]);
    let (on_lead, _) = bounds_of(search, "N:A.K6.. .Q7.Q. T..KJ. 32.5..", deck::NOTRUMP);
    assert!(on_lead[0]);
}

#[test]
fn a_guard_that_may_be_ruffed_rests_on_as_many_winners() {
    // South may ruff one of East's two winners; West keeps the diamonds.
    let hands = notation::deal("N:54...A AK2... .2.43. ..KQJ.").unwrap();
    let search = &mut Search::new(10);
    search.load(hands.map(cards), Suit::Hearts as usize);
    let win_ranks = search
        .trick_bounds(0)
        .not_on_lead(1, &mut Uncached)
        .unwrap();
    assert_eq!(
        win_ranks,
        cards(notation::deal("N:AK..AK. ... ... ...").unwrap()[0])
    );
}

#[test]
fn who_is_finessed_has_no_guard() {
    // East's king lies before ace and queen, West's behind them.
    let search = &mut Search::new(10);
    let (_, others) = bounds_of(search, "N:2.A.5. K3..9. AQ..6. .32.8.", deck::NOTRUMP);
    assert_eq!(others, [false; 3]);
    let (_, others) = bounds_of(search, "N:2.A.5. .32.9. AQ..6. K3..8.", deck::NOTRUMP);
    assert_eq!(others, [true, false, false]);
}

#[test]
fn leads_to_a_hand_that_can_cash_enough_are_lost() {
    // East takes a spade and has three hearts; a club to South's ace loses nothing yet.
    let hands = notation::deal("N:32...32 A.AKQ.. .32..A4 .54.32.").unwrap();
    let search = &mut Search::new(10);
    search.load(hands.map(cards), deck::NOTRUMP);
    let bounds = search.trick_bounds(0);
    let lost = bounds.not_on_lead(4, &mut Uncached).unwrap_err();
    assert_eq!(
        lost.cards,
        cards(hands[0]) & deck::all_of(Suit::Spades as usize)
    );
    let lost = bounds.not_on_lead(5, &mut Uncached).unwrap_err();
    assert_eq!(lost.cards, 0);
}

/// Returns the deal with the cards below the win ranks shuffled among their owners, suit by suit.
fn redealt(hands: &[Hand; 4], win_ranks: u64, seed: u64) -> [Hand; 4] {
    let rng = &mut Seed(seed).rng();
    let mut anew = [Hand::EMPTY; 4];
    for suit in notation::SUITS {
        let owned = |seat: usize| hands[seat].iter().map(move |card| (card, seat));
        let all = (0..4).flat_map(owned).filter(|(card, _)| card.suit == suit);
        let (low, named): (Vec<_>, Vec<_>) = all.partition(|(card, _)| bit(*card) & win_ranks == 0);
        let mut owners: Vec<_> = low.iter().map(|(_, seat)| *seat).collect();
        owners.shuffle(rng);
        let low = low.iter().map(|(card, _)| *card).zip(owners);
        for (card, seat) in named.into_iter().chain(low) {
            anew[seat].insert(card);
        }
    }
    anew
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn sure_tricks_are_taken_wherever_the_cards_lie_that_do_not_matter(
        seed: u64, left in 2u8..=3, strain in 0usize..5,
    ) {
        let strain = STRAINS[strain];
        let play = somewhere(seed, left, 0, strain);
        let leader = play.turn().unwrap();
        let mut search = Search::new(10);
        search.load(play.left().map(cards), trump(strain));
        let bounds = search.trick_bounds(leader as usize);
        for needed in 1..=left {
            let tricks = i32::from(needed);
            let quick_tricks = &mut search.quick_tricks;
            if let Some(win_ranks) = bounds.on_lead(tricks, quick_tricks) {
                let hands = redealt(play.left(), win_ranks, seed);
                let value = brute_force(&mut Play::new(hands, strain, leader).unwrap());
                prop_assert!(value >= needed, "{hands:?}: {value} of {needed}");
            }
            let (lost, win_ranks) = match bounds.not_on_lead(tricks, quick_tricks) {
                Ok(win_ranks) => (cards(play.legal()), win_ranks),
                Err(lost) => (lost.cards, lost.win_ranks),
            };
            let hands = redealt(play.left(), win_ranks, seed);
            for card in hands[leader as usize].iter().filter(|card| bit(*card) & lost != 0) {
                let mut after = Play::new(hands, strain, leader).unwrap();
                after.play(card).unwrap();
                let value = brute_force(&mut after);
                prop_assert!(value >= needed, "{hands:?}, {card:?}: {value} of {needed}");
            }
        }
    }
}
