//! Choice of signals: the card an honest partner plays.

use super::cards::{Table, agreed_signal};
use super::conventions::{Conventions, Shows};
use super::holdings::{ACE, KING, count_card, likes_suit};
use crate::hand::SPOTS;
use crate::{Card, Holding, Rank, View};

/// Returns the card of `free` that signals honestly, if the occasion asks for a signal and the
/// rules have one.
///
/// The view is that of the seat to play. `free` are its cards that are equally good otherwise;
/// those of the suit of the first one count. There is no signal without a choice.
///
/// ```
/// use bridge::knowledge::{Conventions, signal};
/// use bridge::{Board, Play, Seat, Strain, View, Vulnerability, notation};
///
/// let deal = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
/// let (dealer, vulnerability) = (Seat::South, Vulnerability::None);
/// let board = Board { number: 1, dealer, vulnerability, hands: notation::deal(deal)? };
/// let mut play = Play::new(board.hands, Strain::Notrump, Seat::West)?;
/// for card in ["S5", "S3", "SQ", "SA", "C6"] {
///     play.play(notation::card(card)?)?;
/// }
/// let view = View::of(&board, &"1NT - 3NT - - -".parse()?, &play, Seat::West);
/// let free = ["C8", "C5", "C2"].map(|card| notation::card(card).unwrap());
/// // An even number: the second highest of four.
/// assert_eq!(signal(&view, &Conventions::standard(), &free), Some(free[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn signal(view: &View, conventions: &Conventions, free: &[Card]) -> Option<Card> {
    let suit = free.first()?.suit;
    let cards: Holding =
        free.iter()
            .filter(|card| card.suit == suit)
            .fold(Holding::EMPTY, |mut all, card| {
                all.insert(card.rank);
                all
            });
    let left = view.cards.iter().fold(view.hand, |mut left, (_, card)| {
        left.remove(*card);
        left
    });
    let lowest = Card {
        suit,
        rank: lowest(cards)?,
    };
    if view.turn() != Some(view.seat) || cards.len() < 2 || !(cards - left[suit]).is_empty() {
        return None;
    }
    let table = Table::now(view)?;
    let trick = &view.cards[view.cards.len() / 4 * 4..];
    let rule = agreed_signal(conventions, table.occasions(trick, view.seat, lowest, &[]))?;
    let rank = match rule.shows {
        Shows::Count if left[suit].len() % 2 == 1 => lowest.rank,
        Shows::Count => near(cards, count_card(left[suit])?)?,
        Shows::Attitude if likes_suit(left[suit], !table.notrump()) => highest(cards)?,
        Shows::Attitude => lowest.rank,
        Shows::SuitPreference => {
            let [_, higher] = table.side_suits(suit)?;
            let wants_higher = left[higher].to_bits() & (ACE | KING) != 0;
            if wants_higher {
                highest(cards)?
            } else {
                lowest.rank
            }
        }
    };
    Some(Card { suit, rank })
}

fn lowest(cards: Holding) -> Option<Rank> {
    cards.iter().min()
}

/// Returns the highest spot, or the highest card if there is none.
fn highest(cards: Holding) -> Option<Rank> {
    let spots = cards & Holding::from_bits_truncate(SPOTS);
    spots.iter().max().or_else(|| cards.iter().max())
}

/// Returns the wanted card or the nearest below, else the lowest above.
fn near(cards: Holding, wanted: Rank) -> Option<Rank> {
    let below = cards.iter().filter(|rank| *rank <= wanted).max();
    below.or_else(|| lowest(cards))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Knowledge;
    use crate::{Board, Play, Seat, Strain, Vulnerability, notation};

    /// Returns the third card of a club trick led by West or by dummy; East has these clubs.
    fn sent(east_clubs: &str, leader: Seat, strain: Strain, free: &[&str]) -> Option<String> {
        let (calls, rest) = match strain {
            Strain::Notrump => ("1NT - 3NT - - -", "QT4.J96.QJ84"),
            _ => ("1H - 4H - - -", "QT4.J96.QJ84"),
        };
        // East's hand alone matters; the others get what is left, in any order but for the ace led
        // and a low one.
        let east = notation::hand(&format!("{rest}.{east_clubs}")).unwrap();
        let mut left: Vec<Card> = (!east).iter().collect();
        left.sort_by_key(|card| card.suit != crate::Suit::Clubs);
        let mut hands = [crate::Hand::EMPTY; 4];
        hands[Seat::East as usize] = east;
        for (index, card) in left.into_iter().enumerate() {
            hands[[0, 2, 3][index % 3]].insert(card);
        }
        let board = Board {
            number: 1,
            dealer: Seat::South,
            vulnerability: Vulnerability::None,
            hands,
        };
        let mut play = Play::new(hands, strain, leader).unwrap();
        while play.turn() != Some(Seat::East) {
            let clubs = play.legal()[crate::Suit::Clubs];
            let rank = if play.trick().is_empty() {
                clubs.iter().max()
            } else {
                clubs.iter().min()
            };
            play.play(Card {
                suit: crate::Suit::Clubs,
                rank: rank.unwrap(),
            })
            .unwrap();
        }
        let mut view = View::of(&board, &calls.parse().unwrap(), &play, Seat::East);
        if leader != Seat::West {
            // A trick before, of which only the winner matters.
            let trick = [
                (Seat::West, "S2"),
                (Seat::North, "SA"),
                (Seat::East, "S4"),
                (Seat::South, "S3"),
            ];
            let before = trick.map(|(seat, card)| (seat, notation::card(card).unwrap()));
            view.cards.splice(0..0, before);
        }
        let free: Vec<Card> = free
            .iter()
            .map(|card| notation::card(card).unwrap())
            .collect();
        signal(&view, &Conventions::standard(), &free).map(|card| crate::Ascii(card).to_string())
    }

    #[test]
    fn count_is_sent_when_declarer_leads() {
        let sent = |clubs, free: &[&str]| sent(clubs, Seat::North, Strain::Notrump, free);
        assert_eq!(sent("973", &["C9", "C7", "C3"]).as_deref(), Some("C3"));
        assert_eq!(sent("973", &["C9", "C7"]).as_deref(), Some("C7"));
        assert_eq!(sent("973", &["C9"]), None);
        assert_eq!(sent("973", &["C9", "C8"]), None, "not in the hand");
    }

    #[test]
    fn attitude_is_sent_when_partner_leads() {
        let sent = |clubs, free: &[&str]| sent(clubs, Seat::West, Strain::Notrump, free);
        assert_eq!(sent("Q73", &["C7", "C3"]).as_deref(), Some("C7"));
        assert_eq!(sent("J73", &["C7", "C3"]).as_deref(), Some("C3"));
    }

    #[test]
    fn what_is_sent_is_read_as_meant() {
        let deal = "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852";
        let hands = notation::deal(deal).unwrap();
        let board = Board {
            number: 1,
            dealer: Seat::South,
            vulnerability: Vulnerability::None,
            hands,
        };
        let auction = "1NT - 3NT - - -".parse().unwrap();
        let mut play = Play::new(hands, Strain::Notrump, Seat::West).unwrap();
        for card in ["S5", "S3", "SQ", "SA", "C6"] {
            play.play(notation::card(card).unwrap()).unwrap();
        }
        let free: Vec<Card> = play
            .legal()
            .iter()
            .filter(|card| card.rank < Rank::T)
            .collect();
        let card = signal(
            &View::of(&board, &auction, &play, Seat::West),
            &Conventions::standard(),
            &free,
        )
        .unwrap();
        play.play(card).unwrap();
        let partner = Knowledge::of(
            &View::of(&board, &auction, &play, Seat::East),
            &Conventions::standard(),
        );
        assert!(
            partner
                .explain()
                .iter()
                .any(|line| line.en.contains("West shows an even number of clubs"))
        );
    }
}
