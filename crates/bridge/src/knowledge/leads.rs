//! Lead tables: the card led from each holding.
//!
//! The rules are tried in order and the first that fits a holding gives the card led from it. All
//! 8,192 holdings are computed when a rule file is read; afterwards a lead is interpreted by one
//! look-up per holding.

use super::statement::RuleName;
use super::terms::Range;
use crate::{Holding, Rank, notation};

/// The contracts a rule applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    Notrump,
    Suit,
    Any,
}

impl Against {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "notrump" => Ok(Against::Notrump),
            "suit" => Ok(Against::Suit),
            "any" => Ok(Against::Any),
            _ => Err(format!("`{text}` is not notrump, suit or any")),
        }
    }

    pub(super) fn covers(self, notrump: bool) -> bool {
        match self {
            Against::Any => true,
            Against::Notrump => notrump,
            Against::Suit => !notrump,
        }
    }
}

/// The choice of a card from a holding. Cards of a holding come highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    /// The n-th from the top, 0 the highest.
    FromTop(usize),
    Lowest,
    /// The first card named in `holding`.
    First,
    Rank(Rank),
}

impl Pick {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        Ok(match text {
            "top" => Pick::FromTop(0),
            "second" => Pick::FromTop(1),
            "third" => Pick::FromTop(2),
            "fourth" => Pick::FromTop(3),
            "low" => Pick::Lowest,
            "first" => Pick::First,
            rank => Pick::Rank(notation::rank(rank).map_err(|_| {
                format!("`{text}` is not a card (top, second, third, fourth, low, first or a rank)")
            })?),
        })
    }

    fn card(self, held: Holding, first: Option<Rank>) -> Option<Rank> {
        match self {
            Pick::FromTop(nth) => held.iter().nth(nth),
            Pick::Lowest => held.iter().next_back(),
            Pick::First => first,
            Pick::Rank(rank) => Some(rank).filter(|rank| held.contains(*rank)),
        }
    }
}

/// A rule on leads: from such a holding, one of these cards.
#[derive(Clone, Debug)]
pub(super) struct LeadRule {
    pub(super) name: RuleName,
    pub(super) against: Against,
    /// Any of these, each with its first card; empty for every holding.
    pub(super) holding: Vec<(Holding, Rank)>,
    pub(super) without: Holding,
    pub(super) length: Range,
    pub(super) leads: Vec<Pick>,
    /// The tendency to lead such a suit at all.
    pub(super) weight: f64,
    pub(super) reliability: f64,
}

impl LeadRule {
    /// Returns the cards led from a holding, if the rule is about it.
    fn cards(&self, held: Holding) -> Option<Holding> {
        if !self.length.contains(held.len() as u8) || !(held & self.without).is_empty() {
            return None;
        }
        let matched = self
            .holding
            .iter()
            .find(|(cards, _)| held & *cards == *cards);
        if matched.is_none() && !self.holding.is_empty() {
            return None;
        }
        let first = matched.map(|(_, first)| *first);
        let mut cards = Holding::EMPTY;
        for card in self.leads.iter().filter_map(|pick| pick.card(held, first)) {
            cards.insert(card);
        }
        Some(cards).filter(|cards| !cards.is_empty())
    }
}

/// Ranks begin with bit 2.
fn place(held: Holding) -> usize {
    (held.to_bits() & Holding::ALL.to_bits()) as usize >> 2
}

/// The index of holdings without a rule.
const SILENT: u8 = u8::MAX;
/// The largest number of rules.
pub(super) const MOST_RULES: usize = SILENT as usize;

/// The cards led from every holding.
#[derive(Debug)]
pub struct LeadTable {
    /// The name of inferences from a lead: the rule that was followed depends on the holding.
    pub(super) name: RuleName,
    /// For each holding the cards led, and the index of the rule.
    led: Vec<(Holding, u8)>,
    rules: Vec<LeadRule>,
}

impl LeadTable {
    pub(super) fn new(rules: &[LeadRule], notrump: bool) -> Self {
        let rules: Vec<LeadRule> = rules
            .iter()
            .filter(|rule| rule.against.covers(notrump))
            .cloned()
            .collect();
        let led = (0..1 << 13).map(|bits: u16| {
            let held = Holding::from_bits_truncate(bits << 2);
            let mut matching = (0..)
                .zip(&rules)
                .filter_map(|(number, rule)| Some((rule.cards(held)?, number)));
            matching.next().unwrap_or((Holding::EMPTY, SILENT))
        });
        LeadTable {
            name: RuleName::new("opening lead".to_owned(), None),
            led: led.collect(),
            rules,
        }
    }

    /// Returns how likely the card is led from the holding, relative to other holdings.
    #[inline]
    pub(super) fn weight(&self, held: Holding, card: Rank) -> f64 {
        let (cards, rule) = self.led[place(held)];
        let Some(rule) = self.rules.get(rule as usize) else {
            return 1.0;
        };
        if cards.contains(card) {
            rule.weight / cards.len() as f64
        } else {
            1.0 - rule.reliability
        }
    }

    /// Returns the reliability of the most reliable rule; `None` without rules.
    pub(super) fn reliability(&self) -> Option<f64> {
        self.rules
            .iter()
            .map(|rule| rule.reliability)
            .reduce(f64::max)
    }

    /// Returns the names of the rules by which this card is led from a holding that has `must` and
    /// nothing outside `may`: those with most such holdings first, at most three.
    pub(super) fn reasons(&self, card: Rank, must: Holding, may: Holding) -> Vec<RuleName> {
        let mut fits: Vec<(usize, &RuleName)> = Vec::new();
        for bits in 0..1u16 << 13 {
            let held = Holding::from_bits_truncate(bits << 2);
            let (cards, rule) = self.led[place(held)];
            if held & must == must && (held - may).is_empty() && cards.contains(card) {
                let name = &self.rules[rule as usize].name;
                match fits.iter_mut().find(|(_, known)| *known == name) {
                    Some((count, _)) => *count += 1,
                    None => fits.push((1, name)),
                }
            }
        }
        fits.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        fits.into_iter()
            .take(3)
            .map(|(_, name)| name.clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::knowledge::Conventions;
    use crate::{Holding, Rank, Suit, notation};

    fn held(text: &str) -> Holding {
        notation::holding(Suit::Spades, text).unwrap()
    }

    /// Returns the cards that are led from a holding.
    fn led(conventions: &Conventions, notrump: bool, text: &str) -> String {
        let table = &conventions.tables[usize::from(notrump)];
        let (cards, _) = table.led[super::place(held(text))];
        cards.iter().map(Rank::letter).collect()
    }

    #[test]
    fn the_standard_leads_are_led() {
        let standard = Conventions::standard();
        for (text, suit, notrump) in [
            ("AK5", "A", "A"),
            ("KQ5", "K", "K"),
            ("QJ5", "Q", "Q"),
            ("JT5", "J", "J"),
            ("KJT5", "J", "J"),
            ("QT95", "T", "T"),
            ("KJ852", "5", "5"),
            ("KQ752", "K", "K5"),
            ("KQJ52", "K", "K"),
            ("A8652", "A", "5"),
            ("AQJ52", "A", "Q"),
            ("K83", "3", "3"),
            ("J8", "J", "J"),
            ("94", "9", "9"),
            ("7", "7", "7"),
            ("985", "9", "9"),
            ("8753", "8", "8"),
            ("98752", "5", "5"),
        ] {
            assert_eq!(led(&standard, false, text), suit, "{text} against a suit");
            assert_eq!(
                led(&standard, true, text),
                notrump,
                "{text} against notrump"
            );
        }
        assert_eq!(led(&standard, true, ""), "");
    }

    #[test]
    fn the_paper_leads_the_king_from_king_queen_always() {
        let paper = Conventions::paper();
        for text in ["KQ5", "KQ752"] {
            assert_eq!(
                (
                    led(&paper, true, text).as_str(),
                    led(&paper, false, text).as_str()
                ),
                ("K", "K")
            );
        }
    }

    #[test]
    fn a_lead_weighs_holdings_by_how_likely_it_was() {
        let table = &Conventions::standard().tables[1];
        let six = Rank::new(6);
        assert_eq!(
            table.weight(held("K6543"), six),
            1.0 - 0.8,
            "the fourth best is the 4"
        );
        assert_eq!(table.weight(held("K9763"), six), 1.0);
        assert_eq!(table.weight(held("KQ76"), six), 0.5, "or the king");
        let reasons = table.reasons(six, held("6"), held("K9763"));
        let reasons: Vec<&str> = reasons.iter().map(|rule| &**rule).collect();
        assert_eq!(
            reasons,
            ["low from an honour third", "fourth best", "singleton"]
        );
    }
}
