//! The result of an auction: contract and declarer.
//!
//! The legality of calls is checked by [`Auction`]. An auction does not know its seats: it begins
//! with the dealer.

use crate::table::after;
use crate::{Auction, Call, Contract, Penalty, Seat};

/// The final contract of an auction with its declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalContract {
    /// The last bid, with its doubling.
    pub contract: Contract,
    /// The first player of the declaring side to name its strain.
    pub declarer: Seat,
}

impl FinalContract {
    /// Returns the opening leader.
    pub fn leader(&self) -> Seat {
        self.declarer.lho()
    }

    /// Returns the seat of dummy.
    pub fn dummy(&self) -> Seat {
        self.declarer.partner()
    }

    /// Returns the seat that decides about the cards of a hand: declarer for dummy's, otherwise its
    /// own seat.
    pub fn decider(&self, seat: Seat) -> Seat {
        if seat == self.dummy() {
            self.declarer
        } else {
            seat
        }
    }
}

/// Returns the contract by the calls so far, finished or not; `None` without a bid.
///
/// ```
/// use bridge::{Auction, Seat, final_contract};
///
/// let auction: Auction = "1H 1S 3H - 4H - - -".parse()?;
/// let final_contract = final_contract(&auction, Seat::South).unwrap();
/// assert_eq!((final_contract.declarer, final_contract.leader()), (Seat::South, Seat::West));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn final_contract(auction: &Auction, dealer: Seat) -> Option<FinalContract> {
    let mut penalty = Penalty::Undoubled;
    let bid = auction.iter().rev().find_map(|call| match call {
        Call::Bid(bid) => Some(*bid),
        Call::Double if penalty == Penalty::Undoubled => {
            penalty = Penalty::Doubled;
            None
        }
        Call::Redouble => {
            penalty = Penalty::Redoubled;
            None
        }
        _ => None,
    })?;
    let declarer = after(dealer, auction.declarer()?);
    let contract = Contract { bid, penalty };
    Some(FinalContract { contract, declarer })
}

/// Returns the next caller; `None` when the auction is over.
pub fn caller(auction: &Auction, dealer: Seat) -> Option<Seat> {
    (!auction.has_ended()).then(|| after(dealer, auction.len()))
}

/// Returns the legal calls: passes and doubles first, then bids in order.
pub fn calls(auction: &Auction) -> impl Iterator<Item = Call> + '_ {
    every_call().filter(|&call| auction.can_push(call).is_ok())
}

/// Returns all 38 calls.
pub fn every_call() -> impl Iterator<Item = Call> {
    let strains = crate::notation::STRAINS;
    let bids = (1..=7).flat_map(move |level| strains.map(|s| Call::Bid(crate::Bid::new(level, s))));
    [Call::Pass, Call::Double, Call::Redouble]
        .into_iter()
        .chain(bids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Ascii;
    use crate::table::Side;
    use proptest::prelude::*;

    fn after_calls(text: &str) -> Auction {
        text.parse().unwrap()
    }

    #[test]
    fn the_first_to_name_the_strain_declares() {
        let cases = [
            ("1H - 2H -", Seat::North, "2H", Seat::North),
            ("1H 1S 2S - - 3S - - -", Seat::North, "3S", Seat::East),
            ("- 1C X XX 1D", Seat::West, "1D", Seat::West),
            ("1NT X XX - - -", Seat::East, "1NTXX", Seat::East),
            ("1C - 1D X - 2D", Seat::South, "2D", Seat::West),
        ];
        for (calls, dealer, contract, declarer) in cases {
            let found = super::final_contract(&after_calls(calls), dealer);
            let text = found.map(|a| (Ascii(a.contract).to_string(), a.declarer));
            assert_eq!(text, Some((contract.to_owned(), declarer)), "{calls}");
        }
    }

    #[test]
    fn four_passes_agree_on_nothing() {
        let passed = after_calls("- - - -");
        assert!(passed.has_ended());
        assert_eq!(super::final_contract(&passed, Seat::North), None);
        assert_eq!(caller(&passed, Seat::North), None);
    }

    /// Any auction, by choosing among the legal calls.
    fn auction() -> impl Strategy<Value = Auction> {
        prop::collection::vec(any::<prop::sample::Index>(), 0..30).prop_map(|choices| {
            let mut auction = Auction::new();
            for choice in choices {
                let legal: Vec<_> = calls(&auction).take(12).collect();
                if legal.is_empty() {
                    break;
                }
                auction.push(*choice.get(&legal));
            }
            auction
        })
    }

    /// Returns whether a call is legal, by a slow reference implementation of the laws.
    fn is_legal(before: &[Call], call: Call) -> bool {
        let passes = before
            .iter()
            .rev()
            .take_while(|c| **c == Call::Pass)
            .count();
        let opened = before.iter().any(|c| *c != Call::Pass);
        if (opened && passes >= 3) || before.len() >= 4 && !opened {
            return false;
        }
        let last = before.iter().rposition(|c| *c != Call::Pass);
        let theirs = last.is_some_and(|at| (before.len() - at) % 2 == 1);
        let highest = before.iter().filter_map(|c| match c {
            Call::Bid(bid) => Some(*bid),
            _ => None,
        });
        match call {
            Call::Pass => true,
            Call::Bid(bid) => highest.max().is_none_or(|h| bid > h),
            Call::Double => theirs && last.is_some_and(|at| matches!(before[at], Call::Bid(_))),
            Call::Redouble => theirs && last.is_some_and(|at| before[at] == Call::Double),
        }
    }

    proptest! {
        #[test]
        fn exactly_the_legal_calls_are_offered(auction in auction()) {
            let offered: Vec<_> = calls(&auction).collect();
            for call in every_call() {
                prop_assert_eq!(offered.contains(&call), is_legal(&auction, call), "{} after {}", call, &auction);
            }
        }

        #[test]
        fn declarer_is_of_the_side_that_bid_last(auction in auction(), dealer in 0usize..4) {
            let dealer = Seat::ALL[dealer];
            let last = auction.iter().rposition(|c| matches!(c, Call::Bid(_)));
            let found = super::final_contract(&auction, dealer);
            prop_assert_eq!(found.is_some(), last.is_some());
            if let (Some(found), Some(last)) = (found, last) {
                prop_assert_eq!(Side::from(found.declarer), Side::from(after(dealer, last)));
            }
        }
    }
}
