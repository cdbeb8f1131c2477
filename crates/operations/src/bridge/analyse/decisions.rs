//! Decisions of a seat in a recorded play.

use bridge::record::{Record, RecordError};
use bridge::{Card, Seat, View};

/// A point of the play at which the seat chooses between cards.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The view of the seat.
    pub view: View,
    /// The card that was played, if the record goes on.
    pub played: Option<Card>,
}

impl Decision {
    /// The number of the trick, from 1.
    pub fn trick(&self) -> u8 {
        (self.view.cards.len() / 4 + 1) as u8
    }
}

/// Returns all decisions of a seat, or those of one trick; only the next one if the play is not
/// over and no trick is given.
///
/// # Errors
/// If the record cannot be replayed.
pub fn of(record: &Record, seat: Seat, trick: Option<u8>) -> Result<Vec<Decision>, RecordError> {
    let all = record.cards.len();
    // The record as it was before a card; the last one is as it stands.
    let before = |played: usize| {
        let mut earlier = record.clone();
        earlier.cards.truncate(played);
        earlier.result = None;
        let view = earlier.view(seat)?;
        let decision = Decision {
            view,
            played: record.cards.get(played).map(|(_, card)| *card),
        };
        Ok(chooses(&decision.view).then_some(decision))
    };
    let decisions = (0..=all).map(before);
    let decisions: Result<Vec<_>, RecordError> = decisions.collect();
    let mut decisions: Vec<_> = decisions?.into_iter().flatten().collect();
    // After a claim the play stopped.
    if record.result.is_some() && !record.ongoing {
        decisions.retain(|decision| decision.played.is_some());
    }
    match trick {
        Some(trick) => decisions.retain(|decision| decision.trick() == trick),
        None if decisions.last().is_some_and(|last| last.played.is_none()) => {
            decisions.drain(..decisions.len() - 1);
        }
        None => {}
    }
    Ok(decisions)
}

/// Returns whether the seat has more than one card to choose from.
fn chooses(view: &View) -> bool {
    view.decider() == Some(view.seat) && view.legal().len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::record::read_strict;

    const PLAY: &str = "[Board \"2\"]\n[Dealer \"S\"]\n[Vulnerable \"None\"]\n\
        [Deal \"N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74\"]\n\
        [Declarer \"S\"]\n[Contract \"4H\"]\n[Auction \"S\"]\n1H 1S 3H Pass 4H AP\n\
        [Play \"W\"]\nDA D6 D9 D3\nDK D7 D2 D4\n*\n";

    fn found(seat: Seat, trick: Option<u8>) -> Vec<(u8, usize, Option<String>)> {
        let record = read_strict(PLAY).unwrap().remove(0);
        let decisions = of(&record, seat, trick).unwrap();
        let show = |card| bridge::Ascii(card).to_string();
        let shown = decisions.iter().map(|decision| {
            let view = &decision.view;
            (
                decision.trick(),
                view.cards.len(),
                decision.played.map(show),
            )
        });
        shown.collect()
    }

    #[test]
    fn the_next_card_is_what_is_asked_about() {
        assert_eq!(found(Seat::West, None), [(3, 8, None)]);
        let lead = (1, 0, Some("DA".to_owned()));
        assert_eq!(found(Seat::West, Some(1)), [lead]);
    }

    #[test]
    fn after_a_claim_there_is_no_next_card() {
        let claimed = PLAY.replace("[Auction", "[Result \"9\"]\n[Auction");
        let record = read_strict(&claimed).unwrap().remove(0);
        let decisions = of(&record, Seat::West, None).unwrap();
        assert!(decisions.iter().all(|decision| decision.played.is_some()));
        assert_eq!(decisions.len(), 2);
    }

    #[test]
    fn declarer_chooses_for_dummy_and_dummy_never() {
        let tricks: Vec<_> = found(Seat::South, None)
            .iter()
            .map(|d| (d.0, d.1))
            .collect();
        // Dummy's and his own card to the first trick and to the second.
        assert_eq!(tricks, [(1, 1), (1, 3), (2, 5), (2, 7)]);
        assert!(found(Seat::North, None).is_empty());
    }
}
