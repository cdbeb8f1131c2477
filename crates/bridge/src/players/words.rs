//! Reasons as sentences, one module a language.

mod english;
mod japanese;

use super::reason::Reason;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// A text in both languages.
pub type Words = arena::Text<String>;

/// A reason is told to other programs by its sentences.
impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.words().serialize(to)
    }
}

impl JsonSchema for Reason {
    fn schema_name() -> Cow<'static, str> {
        Words::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Words::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Words::json_schema(generator)
    }
}

impl Reason {
    /// The sentences.
    pub fn words(&self) -> Words {
        Words {
            en: self.english(),
            ja: self.japanese(),
        }
    }

    /// The sentence in English.
    pub fn english(&self) -> String {
        english::sentence(self)
    }

    /// The sentence in Japanese. What a rule says of itself stays in the rule's language.
    pub fn japanese(&self) -> String {
        japanese::sentence(self)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english())
    }
}

/// A share of all deals as a percentage.
fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::super::advice::{Slips, Worst};
    use super::super::reason::{Grounds, Reason, Rule, Verdict};
    use crate::{Card, Seat, notation};

    fn card(text: &str) -> Card {
        notation::card(text).unwrap()
    }

    /// One of every kind.
    fn all() -> Vec<Reason> {
        use Grounds::{Both, Clear, NoTime, Only, Unclear};
        let verdict = |grounds| {
            Reason::Verdict(Verdict {
                card: card("CA"),
                grounds,
                plain: card("D5"),
                models: Some(card("CA")),
                gain: 31.4,
                error: Some(5.0),
            })
        };
        let mut all: Vec<_> = [Only, Both, Clear, Unclear, NoTime].map(verdict).into();
        all.extend([Rule::LittleChance, Rule::Equals, Rule::Asked].map(Reason::Compared));
        all.push(Reason::GivenUp(
            "East led the 2 of spades: fourth best".into(),
        ));
        all.push(Reason::Signal(card("H8")));
        let slips = Slips {
            seat: Seat::East,
            share: 0.25,
            tricks: 0.31,
            worst: Some(Worst {
                trick: 4,
                card: card("SQ"),
                share: 0.2,
            }),
            worlds: Vec::new(),
        };
        all.push(Reason::Slips(card("D5"), slips));
        all
    }

    #[test]
    fn every_reason_is_a_sentence_in_both_languages() {
        for reason in all() {
            let (english, japanese) = (reason.english(), reason.japanese());
            assert!(english.ends_with('.') || matches!(reason, Reason::GivenUp(_)));
            assert!(
                japanese.ends_with('。') && !japanese.is_ascii(),
                "{japanese}"
            );
        }
    }

    #[test]
    fn the_numbers_stand_in_both_sentences() {
        let reason = all().pop().unwrap();
        assert_eq!(
            reason.to_string(),
            "After D5 East goes wrong in 25 % of the deals, for 0.3 tricks on average over all; \
             most often with SQ in trick 4 (20 %)."
        );
        let japanese = reason.japanese();
        for part in ["♦5", "東", "25 %", "0.3", "♠Q", "20 %"] {
            assert!(japanese.contains(part), "{japanese}");
        }
        let clear = all()[2].to_string();
        assert_eq!(
            clear,
            "With models CA gains 31 ± 5 points on D5, so it is played."
        );
    }
}
