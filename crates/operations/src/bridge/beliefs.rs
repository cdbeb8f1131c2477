//! Beliefs of every player: inferences from calls and cards, sampled deals, and the expected place
//! of each unseen card.
//!
//! Each player is seated in the real deal, perhaps after a card that is only considered: the
//! information that a card gives away is part of its value.

use super::wire::{BridgeAt, BridgeSeat, cards, named};
use crate::fault::Fault;
use crate::task_handle::TaskHandle;
use bridge::dealing::Sampler;
use bridge::knowledge::{Conventions, Knowledge, Statement};
use bridge::rules::{Action, Position};
use bridge::{Card, Hand, Seat, View, hand, notation};
use lookahead::Seed;
use rand_pcg::Pcg64Mcg;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A request for beliefs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeBeliefQuestion {
    /// The board at a step.
    pub at: BridgeAt,
    /// A card that is only considered: the beliefs are those after it.
    pub card: Option<String>,
    /// Sampled deals of each player, at most 12.
    pub deals: u32,
    /// The seed of the sampled deals.
    pub seed: u32,
}

/// The beliefs of every player.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeBeliefs {
    /// The players who make decisions: all but dummy.
    pub players: Vec<BridgeBelief>,
}

/// The beliefs of a player.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeBelief {
    /// The seat of the player.
    pub seat: BridgeSeat,
    /// The hands that the player does not see.
    pub hidden: Vec<BridgeSeat>,
    /// The inferences from calls and cards, with their trust.
    pub inferences: Vec<BridgeInference>,
    /// Facts: suits that a seat has shown to have no more of.
    pub certain: Vec<Statement>,
    /// The inferences dropped because no deal fits them all.
    pub given_up: Vec<Statement>,
    /// A few sampled deals: the cards left in all hands.
    pub deals: Vec<BridgeImagined>,
    /// The number of deals possible by the cards alone.
    pub possible: f64,
    /// The chance that each unseen card is in each hand: North, East, South, West.
    pub chances: Vec<BridgeChance>,
    /// Whether the chances are exact; otherwise they are counted in deals drawn.
    pub exact: bool,
}

/// An inference from a call or a card.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeInference {
    /// The seat of the hand.
    pub seat: BridgeSeat,
    /// The inference as a sentence.
    pub words: Statement,
    /// The trust, from 0 to 1.
    pub trust: f64,
}

/// A deal sampled by a player.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeImagined {
    /// The cards left in each hand, North first.
    pub hands: [Vec<String>; 4],
    /// High-card points of each hand as it was dealt.
    pub points: [u8; 4],
    /// The probability, where all deals can be listed.
    pub share: Option<f64>,
    /// Whether it is the real deal.
    pub real: bool,
}

/// The place of a card by probability.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeChance {
    /// The card.
    pub card: String,
    /// The chance of each hand: North, East, South, West.
    pub seats: [f64; 4],
}

/// Deals that are listed rather than drawn.
const LISTED: u128 = 3000;
/// Deals drawn where chances cannot be computed.
const DRAWN: usize = 300;

/// The beliefs of every player.
pub(super) fn beliefs(
    asked: &BridgeBeliefQuestion,
    task: &TaskHandle,
) -> Result<BridgeBeliefs, Fault> {
    let mut position = asked.at.position().map_err(|why| why.below("at."))?;
    if let Some(text) = &asked.card {
        let card = notation::card(text).map_err(|why| Fault::because(why).at("card"))?;
        let done = position.act(Action::Card(card));
        done.map_err(|why| Fault::because(why).at("card"))?;
    }
    let count = asked.deals.clamp(1, 12) as usize;
    let dummy = position.final_contract().map(bridge::FinalContract::dummy);
    let seats: Vec<_> = Seat::ALL
        .into_iter()
        .filter(|seat| Some(*seat) != dummy)
        .collect();
    let conventions = Conventions::standard();
    let mut players = Vec::new();
    for (done, seat) in seats.iter().enumerate() {
        task.check()?;
        let rng = &mut Seed(u64::from(asked.seed)).stream(*seat as u64).rng();
        players.push(belief(&position, *seat, &conventions, count, rng)?);
        task.progress(done as u64 + 1, seats.len() as u64);
    }
    Ok(BridgeBeliefs { players })
}

fn belief(
    position: &Position,
    seat: Seat,
    conventions: &Conventions,
    count: usize,
    rng: &mut Pcg64Mcg,
) -> Result<BridgeBelief, Fault> {
    let view = position.view(seat);
    let mut knowledge = Knowledge::of(&view, conventions);
    let inferences = knowledge
        .inferences()
        .iter()
        .map(|inference| BridgeInference {
            seat: inference.seat.into(),
            words: knowledge.statement(inference),
            trust: inference.reliability,
        });
    let inferences = inferences.collect();
    let draw = |knowledge: &Knowledge| Sampler::new(knowledge.known(), knowledge.beliefs());
    let (sampler, given_up) = knowledge.relax_until(draw).map_err(Fault::wrong)?;
    let facts = knowledge.facts();
    let hidden: Vec<Seat> = Seat::ALL
        .into_iter()
        .filter(|seat| !facts[*seat as usize].seen)
        .collect();
    let (chances, exact) = chances(&view, &sampler, &hidden, rng);
    Ok(BridgeBelief {
        seat: seat.into(),
        hidden: hidden.iter().map(|seat| (*seat).into()).collect(),
        inferences,
        certain: knowledge.certain().collect(),
        given_up,
        deals: imagined(position, &view, &sampler, count, rng),
        possible: sampler.max_layouts() as f64,
        chances,
        exact,
    })
}

/// Returns a few deals: the likeliest if all can be listed, else a sample.
fn imagined(
    position: &Position,
    view: &View,
    sampler: &Sampler,
    count: usize,
    rng: &mut Pcg64Mcg,
) -> Vec<BridgeImagined> {
    let deals: Vec<([Hand; 4], Option<f64>)> = if sampler.max_layouts() <= LISTED {
        let mut all: Vec<_> = sampler.deals().collect();
        let sum: f64 = all.iter().map(|(_, weight)| weight).sum();
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        let likeliest = all.into_iter().take(count);
        likeliest
            .map(|(deal, weight)| (deal, Some(weight / sum)))
            .collect()
    } else {
        let drawn = (0..count).filter_map(|_| sampler.draw(rng));
        drawn.map(|deal| (deal, None)).collect()
    };
    let played = view.played();
    let shown = |(deal, share): ([Hand; 4], Option<f64>)| BridgeImagined {
        hands: std::array::from_fn(|seat| cards(deal[seat] - played[seat])),
        points: deal.map(hand::points),
        share,
        real: deal == position.board().hands,
    };
    deals.into_iter().map(shown).collect()
}

/// Returns the probable place of every unseen card, and whether it is exact.
fn chances(
    view: &View,
    sampler: &Sampler,
    hidden: &[Seat],
    rng: &mut Pcg64Mcg,
) -> (Vec<BridgeChance>, bool) {
    let unseen: Vec<Card> = hand::from_the_top(view.unseen()).collect();
    let computed = |card: &Card| -> Option<BridgeChance> {
        let mut seats = [0.0; 4];
        for seat in hidden {
            seats[*seat as usize] = sampler.probability(*seat, *card)?;
        }
        let card = named(*card);
        Some(BridgeChance { card, seats })
    };
    if let Some(all) = unseen.iter().map(computed).collect() {
        return (all, true);
    }
    let deals: Vec<_> = (0..DRAWN).filter_map(|_| sampler.draw(rng)).collect();
    let share = |seat: usize, card: Card| {
        let held = deals.iter().filter(|deal| deal[seat].contains(card));
        held.count() as f64 / deals.len().max(1) as f64
    };
    let counted = unseen.iter().map(|&card| BridgeChance {
        card: named(card),
        seats: std::array::from_fn(|seat| share(seat, card)),
    });
    (counted.collect(), false)
}

#[cfg(test)]
mod tests {
    use super::super::wire::BridgeBoard;
    use super::super::wire::tests::example;
    use super::*;
    use bridge::Vulnerability;

    /// The fourth example of the paper, to West's decision which club to play.
    fn clubs() -> BridgeAt {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        let board = BridgeBoard {
            deal: "N:973.K74.965.AKT4 QT4.JT96.QJ84.97 A6.A853.AK72.Q63 KJ852.Q2.T3.J852".into(),
            vulnerable: Vulnerability::None,
            auction: words("1NT Pass 3NT Pass Pass Pass"),
            play: words("S5 S3 SQ SA C6"),
            ..example()
        };
        BridgeAt { board, step: 11 }
    }

    fn after(card: Option<&str>) -> BridgeBeliefs {
        let asked = BridgeBeliefQuestion {
            at: clubs(),
            card: card.map(str::to_owned),
            deals: 3,
            seed: 1,
        };
        beliefs(&asked, &TaskHandle::idle()).unwrap()
    }

    #[test]
    fn a_signal_changes_what_declarer_believes() {
        let jack = |card| {
            let found = after(Some(card));
            let south = found
                .players
                .into_iter()
                .find(|player| player.seat == BridgeSeat::S);
            let south = south.unwrap();
            assert!(south.exact);
            assert_eq!(south.hidden, [BridgeSeat::E, BridgeSeat::W]);
            let lines: Vec<_> = south
                .inferences
                .iter()
                .map(|i| i.words.to_string())
                .collect();
            let jack = south.chances.iter().find(|chance| chance.card == "CJ");
            (jack.unwrap().seats, lines)
        };
        let (high, words) = jack("C8");
        assert!(
            words
                .iter()
                .any(|line| line.contains("an even number of clubs: played the 8"))
        );
        let (low, _) = jack("C2");
        for seats in [high, low] {
            assert!((seats.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        assert!((high[3] - low[3]).abs() > 0.01, "{high:?} {low:?}");
    }

    #[test]
    fn dummy_believes_nothing_and_imagined_deals_have_the_cards_left() {
        let found = after(None);
        let seats: Vec<_> = found.players.iter().map(|player| player.seat).collect();
        assert_eq!(seats, [BridgeSeat::E, BridgeSeat::S, BridgeSeat::W]);
        for player in &found.players {
            assert_eq!(player.deals.len(), 3);
            for deal in &player.deals {
                assert_eq!(deal.hands.each_ref().map(Vec::len), [12, 12, 11, 12]);
            }
        }
    }

    #[test]
    fn before_the_lead_three_hands_are_hidden() {
        let board = example();
        let asked = BridgeBeliefQuestion {
            at: BridgeAt { board, step: 3 },
            card: None,
            deals: 1,
            seed: 1,
        };
        let found = beliefs(&asked, &TaskHandle::idle()).unwrap();
        assert_eq!(found.players.len(), 4);
        assert_eq!(found.players[0].hidden.len(), 3);
        assert_eq!(found.players[0].chances.len(), 39);
    }

    #[test]
    fn a_card_that_cannot_be_played_is_refused() {
        for card in ["H2", "CA", "xx"] {
            let asked = BridgeBeliefQuestion {
                at: clubs(),
                card: Some(card.to_owned()),
                deals: 1,
                seed: 1,
            };
            let fault = beliefs(&asked, &TaskHandle::idle()).unwrap_err();
            assert_eq!(fault.place.as_deref(), Some("card"));
        }
    }
}
