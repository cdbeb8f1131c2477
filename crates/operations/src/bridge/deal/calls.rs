//! Auctions with their dealer, and the meaning of each call.

use bridge::knowledge::{Bidding, Conventions, Knowledge};
use bridge::{Auction, Hand, Seat, notation};

/// An auction with its dealer.
#[derive(Clone, Debug)]
pub struct Called {
    /// The dealer.
    pub dealer: Seat,
    /// The calls.
    pub auction: Auction,
}

/// Reads `S: 1NT P 3NT P P P`.
///
/// # Errors
/// If the text is invalid.
pub fn called(text: &str) -> Result<Called, String> {
    let (dealer, calls) = text
        .split_once(':')
        .ok_or("the dealer and a colon come first, as in S: 1NT P 3NT")?;
    let dealer = notation::seat(dealer).map_err(|why| why.to_string())?;
    let mut auction = Auction::new();
    for (number, word) in (1..).zip(calls.split_whitespace()) {
        let call = notation::call(word).map_err(|why| format!("call {number}: {why}"))?;
        let made = auction.try_push(call);
        made.map_err(|why| format!("call {number}, `{word}`: {why}"))?;
    }
    if auction.is_empty() {
        return Err("there are no calls".to_owned());
    }
    Ok(Called { dealer, auction })
}

impl Called {
    /// Returns the meanings of the calls for hands with these known cards.
    pub fn knowledge(&self, conventions: &Conventions, known: [Hand; 4]) -> Knowledge {
        let bidding = Bidding::of(&self.auction, self.dealer, conventions);
        Knowledge::of_calls(known, &bidding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_with_their_dealer() {
        let read = called("s: 1nt p 3NT pass P P").unwrap();
        assert_eq!((read.dealer, read.auction.len()), (Seat::South, 6));
        for (text, words) in [
            ("1NT P", "the dealer and a colon come first"),
            ("Q: 1NT", "`Q` is not a seat"),
            ("S:", "there are no calls"),
            ("S: 1NT 9C", "call 2: `9C` is not a call"),
            ("S: 1NT P 1C", "call 3, `1C`: Law 27: insufficient bid"),
            ("S: P P P P P", "call 5, `P`: Law 39"),
        ] {
            let error = called(text).unwrap_err();
            assert!(error.contains(words), "{error} instead of {words}");
        }
    }
}
