//! Ends of observed matches that were played out, as positions with a result: what models of ends
//! are fitted to and compared with.
//!
//! An end counts if its points are known and all its stones were thrown; of it, every position
//! whose stones are known. Positions are those of the match: score, end, hammer and power play are
//! as they were before the stone.

use super::observed::{ObservedEnd, ObservedMatch, ObservedPlacement};
use curling::Stones;
use curling::rules::doubles::FIRST_SLOT;
use curling::rules::{Game, Phase, Rules};
use curling::stones::SLOTS;

/// An end that was played out.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedOut {
    /// The number of the end, from 0.
    pub end: u8,
    /// Whether it was a power play.
    pub power_play: bool,
    /// The lead of the team with the hammer.
    pub ahead: i8,
    /// The points of the team with the hammer.
    pub points: i8,
    /// The positions before its stones; those with stones that are not told are left out.
    pub positions: Vec<Game>,
}

/// Returns the ends that were played out, and the number of the others.
pub fn ends(played: &ObservedMatch) -> (Vec<PlayedOut>, usize) {
    let rules = ObservedMatch::conditions().rules;
    let mut game = Game::new(&rules).expect("the rules of the sport");
    game.phase = Phase::Throwing;
    let mut ends = Vec::new();
    for (number, end) in (0..).zip(&played.ends) {
        (game.end, game.lead) = (number, end.lead);
        game.chooser = Some(end.lead.other());
        let hammer = end.lead.other();
        let power_play = end.placement != ObservedPlacement::Centre;
        if power_play {
            game.power_play_ends[hammer.index()] = Some(number);
        }
        if let Some(points) = end.points.filter(|_| is_complete(end)) {
            ends.push(PlayedOut {
                end: number,
                power_play,
                ahead: hammer.signed(game.scores.difference() as i8),
                points: hammer.signed(points),
                positions: positions(&rules, &game, end),
            });
        }
        if let Some(score) = game.scores.ends.get_mut(usize::from(number)) {
            *score = end.points.unwrap_or(0);
        }
    }
    let others = played.ends.len() - ends.len();
    (ends, others)
}

fn is_complete(end: &ObservedEnd) -> bool {
    end.shots.len() == SLOTS - FIRST_SLOT
}

/// Returns the positions before the stones of an end, where they are known.
fn positions(rules: &Rules, start: &Game, end: &ObservedEnd) -> Vec<Game> {
    let placement = end.placement.placement();
    let mut before = rules.doubles.map(|doubles| doubles.set_up(placement));
    let mut positions = Vec::new();
    for shot in &end.shots {
        if let Some(stones) = before {
            positions.push(Game {
                shot: shot.slot,
                stones: thrown(&stones, usize::from(shot.slot)),
                ..*start
            });
        }
        before = shot.stones;
    }
    positions
}

/// Returns the stones with slots of stones that were thrown before `next`. Some rows number stones
/// out of their order; whose they are is right.
fn thrown(stones: &Stones, next: usize) -> Stones {
    let mut renumbered = *stones;
    for (slot, stone) in stones.iter().filter(|(slot, _)| *slot >= next) {
        let mut earlier = (0..next).rev().filter(|free| (free ^ slot) & 1 == 0);
        let free = earlier.find(|free| renumbered.get(*free).is_none());
        renumbered.remove(slot);
        if let Some(free) = free {
            renumbered.place(free, stone.at);
        }
    }
    renumbered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Ending;
    use crate::games::observed::{ObservedResult, ObservedShot};
    use curling::Vector;
    use curling::rules::Team;

    fn end(points: Option<i8>, thrown: usize, placement: ObservedPlacement) -> ObservedEnd {
        let rules = ObservedMatch::conditions().rules;
        let mut stones = rules.doubles.unwrap().set_up(placement.placement());
        let shots = (FIRST_SLOT..FIRST_SLOT + thrown).map(|slot| {
            stones.place(slot, Vector::new(0.3 * slot as f64 - 3.0, 0.0));
            ObservedShot {
                slot: slot as u8,
                task: None,
                turn: None,
                mark: None,
                stones: Some(stones),
            }
        });
        ObservedEnd {
            lead: Team::Zero,
            placement,
            points,
            shots: shots.collect(),
        }
    }

    fn observed(ends: Vec<ObservedEnd>) -> ObservedMatch {
        ObservedMatch {
            title: "Cup, session 1, sheet A".to_owned(),
            names: ["Alpha".to_owned(), "Beta".to_owned()],
            length: 8,
            ends,
            result: ObservedResult {
                ending: Ending::Unknown,
                winner: None,
            },
        }
    }

    #[test]
    fn ends_that_were_played_out_have_their_positions_as_in_the_match() {
        let (centre, right) = (ObservedPlacement::Centre, ObservedPlacement::Right);
        let played = observed(vec![
            end(Some(-3), 10, centre),
            end(Some(2), 7, centre), // conceded
            end(None, 10, centre),
            end(Some(1), 10, right),
        ]);
        let (ends, others) = ends(&played);
        assert_eq!((ends.len(), others), (2, 2));
        let [first, last] = &ends[..] else {
            panic!("two ends")
        };
        assert_eq!((first.points, first.ahead, first.power_play), (3, 0, false));
        // The score is that of all ends before it: 2 to 3.
        assert_eq!((last.points, last.ahead, last.power_play), (-1, 1, true));
        let rules = ObservedMatch::conditions().rules;
        for (number, game) in last.positions.iter().enumerate() {
            assert_eq!(game.slot(), Some(FIRST_SLOT + number));
            assert_eq!(game.stones.iter().count(), 2 + number);
            assert_eq!(game.power_play_ends, [None, Some(3)]);
            assert_eq!(game.check(&rules), Ok(()));
        }
    }

    #[test]
    fn positions_with_unknown_stones_are_left_out_and_late_numbers_are_put_right() {
        let mut odd = end(Some(1), 10, ObservedPlacement::Centre);
        odd.shots[3].stones = None;
        let stones = odd.shots[0].stones.as_mut().unwrap();
        stones.remove(6);
        stones.place(14, Vector::new(0.2, 0.1));
        let (ends, _) = ends(&observed(vec![odd]));
        let positions = &ends[0].positions;
        assert_eq!(positions.len(), 9);
        let second = positions[1].stones;
        assert_eq!(second.mask(), 0b0100_0011);
        assert_eq!(second.get(6).unwrap().at, Vector::new(0.2, 0.1));
    }
}
