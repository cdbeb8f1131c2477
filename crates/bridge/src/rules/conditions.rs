//! The conditions of a game; all can be set from outside.

use super::Position;
use crate::dealing::{HandBelief, Sampler};
use crate::hand::shuffled;
use crate::knowledge::{Belief, Bidding, Conventions, Knowledge};
use crate::table::{self, Vulnerability};
use crate::{Ascii, Auction, Board, Call, Hand, Holding, Seat, Suit, notation};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

/// The conditions of a game.
///
/// ```
/// use bridge::rules::Conditions;
///
/// let table = "board = 7\ndealer = 'W'\nvulnerable = 'All'".parse().unwrap();
/// let conditions = Conditions::default().changed(&table)?;
/// assert_eq!(conditions.board, Some(7));
/// let table = "auction = '1NT - 1H'".parse().unwrap();
/// let error = conditions.changed(&table).unwrap_err();
/// assert!(error.contains("call 3, `1H`"), "{error}");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Conditions {
    /// The number of the board; a random one of sixteen if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<u32>,
    /// The dealer; by the number of the board if `None`.
    #[serde(skip_serializing_if = "Option::is_none", with = "seat")]
    pub dealer: Option<Seat>,
    /// The vulnerability: `None`, `NS`, `EW` or `All`; by the number of the board if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vulnerable: Option<Vulnerability>,
    /// The hands; random if `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Cards>,
    /// The calls made before the game begins, all or the first of them. Random hands are then drawn
    /// to fit them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auction: Option<Calls>,
}

impl Conditions {
    /// Returns the conditions of one board.
    pub fn of(board: &Board) -> Self {
        Conditions {
            board: Some(board.number),
            dealer: Some(board.dealer),
            vulnerable: Some(board.vulnerability),
            cards: Cards::new(board.hands),
            auction: None,
        }
    }

    /// Reads conditions from a table, starting from `self`.
    ///
    /// # Errors
    /// A message that names the unknown key or invalid value.
    pub fn changed(&self, table: &toml::Table) -> Result<Self, String> {
        let mut all = toml::Table::try_from(self).map_err(|why| why.to_string())?;
        all.extend(table.clone());
        all.try_into()
            .map_err(|why: toml::de::Error| why.to_string().trim_end().replace('\n', " "))
    }

    /// Starts a game under these conditions; `rng` decides what they leave open.
    pub(super) fn start(&self, rng: &mut Pcg64Mcg) -> Position {
        let number = self.board.unwrap_or_else(|| rng.random_range(1..=16));
        let dealer = self.dealer.unwrap_or_else(|| table::dealer(number));
        let calls = self.auction.as_ref().map(|Calls(auction)| auction);
        let hands = match (&self.cards, calls) {
            (Some(Cards(hands)), _) => *hands,
            (None, None) => shuffled(rng),
            (None, Some(auction)) => fitting(auction, dealer, rng),
        };
        let mut position = Position::new(Board {
            number,
            dealer,
            vulnerability: self
                .vulnerable
                .unwrap_or_else(|| table::vulnerability(number)),
            hands,
        });
        for call in calls.iter().flat_map(|auction| auction.iter()) {
            let made = position.act((*call).into());
            made.expect("the calls were legal when they were read");
        }
        position
    }
}

/// Draws hands that fit calls by the standard conventions; any hands if none can be found.
fn fitting(auction: &Auction, dealer: Seat, rng: &mut Pcg64Mcg) -> [Hand; 4] {
    let bidding = Bidding::of(auction, dealer, &Conventions::standard());
    let mut knowledge = Knowledge::of_calls([Hand::EMPTY; 4], &bidding);
    let draw = |knowledge: &Knowledge| {
        let beliefs = Seat::ALL.map(|seat| StrictBelief(knowledge.belief(seat)));
        let beliefs = beliefs.each_ref().map(|belief| belief as &dyn HandBelief);
        Sampler::new(knowledge.known(), beliefs)
    };
    let sampler = knowledge.relax_until(draw).ok();
    let drawn = sampler.and_then(|(sampler, _)| sampler.draw(rng));
    drawn.unwrap_or_else(|| shuffled(rng))
}

/// A belief whose rules are never violated. If only the calls are known, there are so many hands
/// that violate them that even small weights make them common.
struct StrictBelief<'a>(&'a Belief);

impl StrictBelief<'_> {
    /// The weight of a hand that violates a rule is below this threshold, however little the rule
    /// is trusted.
    fn kept(weight: f64) -> f64 {
        if weight < 0.5 { 0.0 } else { weight }
    }
}

impl HandBelief for StrictBelief<'_> {
    fn suit(&self, suit: Suit, held: Holding) -> f64 {
        Self::kept(self.0.suit(suit, held))
    }

    fn hand(&self, lengths: [u8; 4], points: u8) -> f64 {
        Self::kept(self.0.hand(lengths, points))
    }
}

/// Four whole hands of one deck, written as `N:AK4.QJ.T987.6532 ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cards([Hand; 4]);

impl Cards {
    /// Returns `None` unless there are four hands of thirteen cards from one deck.
    pub fn new(hands: [Hand; 4]) -> Option<Self> {
        let whole = hands.iter().all(|hand| hand.len() == 13);
        (whole && notation::check(&hands).is_ok()).then_some(Cards(hands))
    }

    /// Returns the hands.
    pub fn hands(&self) -> &[Hand; 4] {
        &self.0
    }
}

impl TryFrom<String> for Cards {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let hands = notation::deal(&text).map_err(|why| why.to_string())?;
        Cards::new(hands).ok_or_else(|| {
            let [n, e, s, w] = hands.map(Hand::len);
            format!("hands of {n}, {e}, {s} and {w} cards (N, E, S, W), expected thirteen each")
        })
    }
}

impl From<Cards> for String {
    fn from(Cards(hands): Cards) -> String {
        Ascii(hands).to_string()
    }
}

/// Legal calls from the dealer's on, written as `1NT - 3NT - - -`; a pass may also be `P` or
/// `Pass`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Calls(pub Auction);

impl TryFrom<String> for Calls {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut auction = Auction::new();
        for (number, word) in (1..).zip(text.split_whitespace()) {
            let call = match word {
                "-" => Ok(Call::Pass),
                word => notation::call(word),
            };
            let call = call.map_err(|why| format!("call {number}: {why}"))?;
            let made = auction.try_push(call);
            made.map_err(|why| format!("call {number}, `{word}`: {why}"))?;
        }
        Ok(Calls(auction))
    }
}

impl From<Calls> for String {
    fn from(Calls(auction): Calls) -> String {
        let word = |call: &Call| match call {
            Call::Pass => "-".to_owned(),
            call => Ascii(*call).to_string(),
        };
        auction.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

/// A seat by its letter.
mod seat {
    use crate::{Seat, notation};
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "the form serde asks for")]
    pub(super) fn serialize<S: Serializer>(seat: &Option<Seat>, to: S) -> Result<S::Ok, S::Error> {
        match seat {
            Some(seat) => to.serialize_char(seat.letter()),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Seat>, D::Error> {
        let text = String::deserialize(from)?;
        notation::seat(&text)
            .map(Some)
            .map_err(serde::de::Error::custom)
    }
}
