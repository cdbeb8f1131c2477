//! Random deals under constraints, their number, and the probable place of a card.
//!
//! Constraints are written as on the command line (`wishes`), calls become beliefs (`calls`), and a
//! sampler draws by both. Each deal has a random stream of its own: the hundredth deal is the same
//! whatever the number of deals.

pub mod calls;
pub mod chances;
pub mod wishes;

use super::wire::{BridgeBoard, BridgeSeat};
use crate::fault::{Fault, FaultKind};
use crate::task_handle::TaskHandle;
use bridge::dealing::{DealingError, HandBelief, Sampler};
use bridge::knowledge::{Conventions, Knowledge, Statement};
use bridge::record::Record;
use bridge::rules::{Action, Position};
use bridge::{Board, Card, Hand, Seat, Words, notation, table};
use calls::Called;
use chances::{BridgeCount, Chances};
use lookahead::Seed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wishes::{Points, Wishes};

/// A request for deals.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeWishes {
    /// The number of the first board, from 1, which decides dealer and vulnerability.
    #[serde(default = "one")]
    pub number: u32,
    /// The number of boards, at most 1000.
    #[serde(default = "one")]
    pub deals: u32,
    /// The seed: deal number k of a seed is always the same.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Constraints on hands; at most one for each seat.
    #[serde(default)]
    pub wishes: Vec<BridgeWish>,
    /// Cards that seats certainly have, as in `N=AK4.QJ.T987.6532`.
    #[serde(default)]
    pub hands: Vec<String>,
    /// High-card points of seats, as in `S=15-17`, `S=12+`, `S=10`.
    #[serde(default)]
    pub points: Vec<String>,
    /// Lengths of seats' spades, hearts, diamonds and clubs, as in `S=5+.2-3.*.*`.
    #[serde(default)]
    pub lengths: Vec<String>,
    /// Seats whose hand is 4333, 4432 or 5332 in any order.
    #[serde(default)]
    pub balanced: Vec<BridgeSeat>,
    /// The dealer and the calls, from which hands are inferred, as in `S: 1NT P 3NT P P P`.
    #[serde(default)]
    pub auction: Option<String>,
    /// The conventions of the calls: `standard` or `paper`.
    #[serde(default = "standard")]
    pub conventions: String,
    /// Whether to count the deals that fit, instead of dealing.
    #[serde(default)]
    pub count: bool,
    /// Cards to locate, instead of dealing.
    #[serde(default, rename = "where")]
    pub places: Vec<String>,
}

fn one() -> u32 {
    1
}

fn first_seed() -> u64 {
    1
}

fn standard() -> String {
    "standard".to_owned()
}

impl Default for BridgeWishes {
    fn default() -> Self {
        BridgeWishes {
            number: one(),
            deals: one(),
            seed: first_seed(),
            wishes: Vec::new(),
            hands: Vec::new(),
            points: Vec::new(),
            lengths: Vec::new(),
            balanced: Vec::new(),
            auction: None,
            conventions: standard(),
            count: false,
            places: Vec::new(),
        }
    }
}

/// Constraints on a hand.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeWish {
    /// The seat.
    pub seat: BridgeSeat,
    /// High-card points, from and to.
    pub points: [u8; 2],
    /// Whether it is 4333, 4432 or 5332.
    pub balanced: bool,
}

/// The deals, or their number.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct BridgeDeals {
    /// The boards; empty if deals were counted.
    pub boards: Vec<BridgeBoard>,
    /// The meanings of the calls, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub known: Vec<Words>,
    /// Rules that were dropped because no deal fits all calls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub dropped: Vec<Statement>,
    /// The number of deals that fit, if requested.
    #[serde(flatten)]
    pub count: Option<BridgeCount>,
    /// For each card asked for, the chance of each seat to have it.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub places: Option<BTreeMap<String, BTreeMap<String, f64>>>,
    /// The boards as records, with their calls.
    #[serde(skip)]
    pub records: Vec<Record>,
    /// The counts and chances.
    #[serde(skip)]
    pub chances: Option<Chances>,
}

/// The most boards at a time.
pub const MOST: u32 = 1000;

/// Deals with conventions by name: an operation reads no file.
pub(super) fn ask(asked: &BridgeWishes, task: &TaskHandle) -> Result<BridgeDeals, Fault> {
    let conventions = asked.conventions()?;
    deal(asked, &conventions, task)
}

/// Deals or counts under constraints.
///
/// # Errors
/// If a constraint is invalid, or no deal that fits is found.
pub fn deal(
    asked: &BridgeWishes,
    conventions: &Conventions,
    task: &TaskHandle,
) -> Result<BridgeDeals, Fault> {
    if !(1..=MOST).contains(&asked.deals) {
        return Err(Fault::out_of_range("deals", (1, MOST), ""));
    }
    let wishes = asked.read()?;
    let called = asked.called()?;
    let knowledge = called
        .as_ref()
        .map(|called| called.knowledge(conventions, wishes.known));
    let mut dealt = BridgeDeals {
        known: knowledge
            .as_ref()
            .map(Knowledge::explain)
            .unwrap_or_default(),
        ..BridgeDeals::default()
    };
    let inferred = |known: &Knowledge| !known.inferences().is_empty();
    let open = wishes.is_open() && !knowledge.as_ref().is_some_and(inferred);
    let (sampler, dropped) = sampler(&wishes, knowledge)?;
    dealt.dropped = dropped;
    if asked.count || !asked.places.is_empty() {
        let known = open.then_some(&wishes.known);
        let chances = chances::told(&sampler, asked.count, &asked.cards()?, known)?;
        dealt.count = chances.count();
        dealt.places = chances.places();
        dealt.chances = Some(chances);
    } else {
        deals(asked, &sampler, called.as_ref(), &mut dealt, task)?;
    }
    Ok(dealt)
}

impl BridgeWishes {
    /// Returns all constraints.
    fn read(&self) -> Result<Wishes, Fault> {
        fn each<T>(
            place: &str,
            texts: &[String],
            read: fn(&str) -> Result<T, String>,
        ) -> Result<Vec<T>, Fault> {
            let one = |(index, text): (usize, &String)| {
                read(text).map_err(|why| Fault::wrong_at(format!("{place}[{index}]"), why))
            };
            texts.iter().enumerate().map(one).collect()
        }
        if self.wishes.len() > 4 {
            return Err(
                Fault::because(("there are only four hands", "ハンドは4つまでです")).at("wishes"),
            );
        }
        let held = each("hands", &self.hands, wishes::held)?;
        let mut points = each("points", &self.points, wishes::points)?;
        let lengths = each("lengths", &self.lengths, wishes::lengths)?;
        let mut balanced: Vec<Seat> = self.balanced.iter().map(|&seat| seat.into()).collect();
        for wish in &self.wishes {
            let seat = wish.seat.into();
            let [from, to] = wish.points;
            points.push(Points::between(seat, from, to));
            balanced.extend(wish.balanced.then_some(seat));
        }
        Wishes::new(&held, &points, &lengths, &balanced).map_err(Fault::wrong)
    }

    /// Returns the conventions of this name.
    fn conventions(&self) -> Result<Conventions, Fault> {
        let named = Conventions::named(&self.conventions);
        let wrong = |why: String| Fault::wrong_at("conventions", why);
        named
            .map_err(|why| wrong(why.to_string()))?
            .ok_or_else(|| wrong("neither standard nor paper".to_owned()))
    }

    /// Returns the calls.
    fn called(&self) -> Result<Option<Called>, Fault> {
        let called = self.auction.as_deref().map(calls::called).transpose();
        called.map_err(|why| Fault::wrong_at("auction", why))
    }

    /// Returns the cards to locate.
    fn cards(&self) -> Result<Vec<Card>, Fault> {
        let cards = self.places.iter().map(|text| notation::card(text));
        cards
            .collect::<Result<_, _>>()
            .map_err(|why| Fault::wrong_at("where", why))
    }
}

/// Returns the sampler, and the rules dropped because no deal fits them.
fn sampler(
    wishes: &Wishes,
    knowledge: Option<Knowledge>,
) -> Result<(Sampler, Vec<Statement>), Fault> {
    let attempt = |knowledge: Option<&Knowledge>| {
        let wanted =
            Seat::ALL.map(|seat| wishes.of(seat, knowledge.map(|known| known.belief(seat))));
        Sampler::new(
            wishes.known,
            wanted.each_ref().map(|wanted| wanted as &dyn HandBelief),
        )
    };
    let found = match knowledge {
        None => attempt(None).map(|sampler| (sampler, Vec::new())),
        Some(mut knowledge) => knowledge.relax_until(|known| attempt(Some(known))),
    };
    found.map_err(|why| {
        let blamed = blame(&why, wishes);
        let english = format!("no deal fits: {why}{blamed}");
        let japanese = format!("条件に合うディールがありません{blamed}");
        Fault::because((english, japanese)).at("wishes")
    })
}

/// Returns the constraints that may conflict, as written on the command line.
fn blame(why: &DealingError, wishes: &Wishes) -> String {
    let flags: Vec<_> = match why {
        DealingError::Seat(seat) => wishes.flags(*seat),
        _ => Seat::ALL
            .into_iter()
            .flat_map(|seat| wishes.flags(seat))
            .collect(),
    };
    match flags.as_slice() {
        [] => String::new(),
        flags => format!(" ({})", flags.join(", ")),
    }
}

/// Deals under constraints, one by one or on many threads: the boards of [`deal`].
pub struct Dealer {
    sampler: Sampler,
    seed: Seed,
}

impl Dealer {
    /// Creates the dealer of these constraints, with conventions by name.
    ///
    /// # Errors
    /// If a constraint is invalid, or no deal fits.
    pub fn new(asked: &BridgeWishes) -> Result<Self, Fault> {
        let wishes = asked.read()?;
        let called = asked.called()?;
        let conventions = asked.conventions()?;
        let knowledge = called.map(|called| called.knowledge(&conventions, wishes.known));
        let (sampler, _) = sampler(&wishes, knowledge)?;
        let seed = Seed(asked.seed);
        Ok(Dealer { sampler, seed })
    }

    /// Returns the hands of a board: the same whatever other boards are dealt.
    ///
    /// # Errors
    /// If no deal that fits is found.
    pub fn hands(&self, number: u32) -> Result<[Hand; 4], Fault> {
        drawn(&self.sampler, self.seed, number)
    }
}

/// Draws the hands of a board.
fn drawn(sampler: &Sampler, seed: Seed, number: u32) -> Result<[Hand; 4], Fault> {
    let rng = &mut seed.stream(u64::from(number)).rng();
    sampler.draw(rng).ok_or_else(|| {
        Fault::because((
            "a million tries found no deal that fits: there may be none, or name a hand to make \
             it easier",
            "百万回試しましたが、条件に合うディールが見つかりません。存在しないか、ハンドを1つ指定\
             すると見つかります",
        ))
        .kind(FaultKind::Failed)
    })
}

fn deals(
    asked: &BridgeWishes,
    sampler: &Sampler,
    called: Option<&Called>,
    into: &mut BridgeDeals,
    task: &TaskHandle,
) -> Result<(), Fault> {
    let first = asked.number.max(1);
    for number in first..first.saturating_add(asked.deals) {
        if task.is_cancelled() && number > first {
            return Ok(());
        }
        let hands = drawn(sampler, Seed(asked.seed), number)?;
        into.boards.push(board(number, hands, called));
        into.records.push(record(number, hands, called));
        task.progress(u64::from(number - first + 1), u64::from(asked.deals));
    }
    Ok(())
}

/// Returns a deal as a board; its number decides the dealer unless the calls do.
fn board(number: u32, hands: [Hand; 4], called: Option<&Called>) -> BridgeBoard {
    let mut board = Board::numbered(number, hands);
    if let Some(called) = called {
        board.dealer = called.dealer;
    }
    let mut position = Position::new(board);
    for call in called.iter().flat_map(|called| called.auction.iter()) {
        position
            .act(Action::Call(*call))
            .expect("calls are checked when they are read");
    }
    BridgeBoard::of(&position)
}

fn record(number: u32, hands: [Hand; 4], called: Option<&Called>) -> Record {
    let dealer = called.map_or(table::dealer(number), |called| called.dealer);
    let mut record = Record {
        number: Some(number),
        dealer: Some(dealer),
        vulnerability: Some(table::vulnerability(number)),
        hands: hands.map(Some),
        ..Record::default()
    };
    if let Some(called) = called {
        record.auction = called.auction.clone();
        record.complete_contract();
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use bridge::hand::is_balanced;
    use bridge::{hand, notation};

    fn dealt(asked: &BridgeWishes) -> Result<BridgeDeals, Fault> {
        ask(asked, &TaskHandle::idle())
    }

    fn wished(points: [u8; 2], balanced: bool) -> BridgeWishes {
        let seat = BridgeSeat::S;
        let wish = BridgeWish {
            seat,
            points,
            balanced,
        };
        BridgeWishes {
            number: 7,
            wishes: vec![wish],
            ..BridgeWishes::default()
        }
    }

    #[test]
    fn a_dealer_deals_the_same_boards_one_by_one() {
        let asked = BridgeWishes {
            number: 3,
            deals: 4,
            auction: Some("S: 1NT P 3NT P P P".to_owned()),
            ..wished([15, 17], true)
        };
        let dealer = Dealer::new(&asked).unwrap();
        let boards = dealt(&asked).unwrap().boards;
        for (place, board) in boards.iter().enumerate().rev() {
            let hands = dealer.hands(3 + place as u32).unwrap();
            assert_eq!(notation::deal(&board.deal).unwrap(), hands);
        }
    }

    #[test]
    fn the_seed_decides_and_wishes_are_fulfilled() {
        let asked = BridgeWishes {
            number: 7,
            ..BridgeWishes::default()
        };
        let one = dealt(&asked).unwrap().boards.remove(0);
        assert_eq!(one, dealt(&asked).unwrap().boards[0]);
        let other = BridgeWishes {
            seed: 2,
            ..asked.clone()
        };
        assert_ne!(one.deal, dealt(&other).unwrap().boards[0].deal);
        assert_eq!(one.dealer, BridgeSeat::S);
        for seed in 0..5 {
            let asked = BridgeWishes {
                seed,
                ..wished([15, 17], true)
            };
            let board = dealt(&asked).unwrap().boards.remove(0);
            let south = notation::deal(&board.deal).unwrap()[2];
            assert!((15..=17).contains(&hand::points(south)));
            assert!(is_balanced(hand::lengths(south)));
        }
    }

    #[test]
    fn deal_number_k_is_the_same_however_many_are_asked_for() {
        let asked = |number, deals| {
            let asked = BridgeWishes {
                number,
                deals,
                points: vec!["N=12+".to_owned()],
                auction: Some("S: P 1NT".to_owned()),
                ..BridgeWishes::default()
            };
            dealt(&asked).unwrap()
        };
        let ten = asked(1, 10);
        assert_eq!(ten.boards[6], asked(7, 1).boards[0]);
        assert_eq!(ten.boards[0].auction, ["Pass", "1NT"]);
        assert_eq!(ten.records.len(), 10);
        assert!(!ten.known.is_empty());
    }

    #[test]
    fn deals_are_counted_and_cards_located() {
        let asked = BridgeWishes {
            hands: ["N=K4.KQ9.JT876.Q32", "E=QT62.32.92.JT985"]
                .map(str::to_owned)
                .into(),
            count: true,
            places: vec!["SA".to_owned()],
            ..BridgeWishes::default()
        };
        let told = serde_json::to_value(dealt(&asked).unwrap()).unwrap();
        assert_eq!(told["layouts"], 10_400_600);
        assert_eq!(told["where"]["SA"]["N"], 0.0);
        let open = BridgeWishes {
            count: true,
            ..BridgeWishes::default()
        };
        let told = serde_json::to_value(dealt(&open).unwrap()).unwrap();
        assert_eq!(told["layouts_text"], "53644737765488792839237440000");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let place = |asked: &BridgeWishes| dealt(asked).unwrap_err().place.unwrap_or_default();
        assert_eq!(place(&wished([39, 40], false)), "wishes");
        let with = |change: fn(&mut BridgeWishes)| {
            let mut asked = BridgeWishes::default();
            change(&mut asked);
            place(&asked)
        };
        assert_eq!(with(|asked| asked.deals = 0), "deals");
        assert_eq!(with(|asked| asked.deals = MOST + 1), "deals");
        assert_eq!(with(|asked| asked.points.push("x".into())), "points[0]");
        assert_eq!(with(|asked| asked.auction = Some("1C".into())), "auction");
        assert_eq!(
            with(|asked| asked.conventions = "/etc/passwd".into()),
            "conventions"
        );
        assert_eq!(with(|asked| asked.places.push("S1".into())), "where");
    }
}
