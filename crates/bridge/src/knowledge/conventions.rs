//! Conventions: agreements and habits of players as rules of an editable file.
//!
//! Two files are bundled: `standard`, a compact Standard American card with its leads, signals and
//! rules of thumb, and `paper`, the rules that Otawa and Uehara list in the appendix of "abc
//! algorithm" (2006). The format is described in `conventions/README.md`.

use super::file;
use super::holdings::Quality;
use super::leads::{Against, LeadRule, LeadTable};
use super::meaning::{Alternative, Meaning};
use super::pattern::{Pattern, Token};
use super::shapes::Shapes;
use super::statement::RuleName;
use super::terms::{Range, Shape, SuitBindings, SuitName};
use crate::notation::{STRAINS, SUITS};
use crate::{Strain, Suit};
use std::path::Path;
use std::sync::Arc;

/// Error in a rule file.
#[derive(Debug, thiserror::Error)]
pub enum ConventionsError {
    /// Not TOML.
    #[error("{file}, line {line}, column {column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The reason.
        message: String,
    },
    /// An invalid rule.
    #[error("{file}, {rule}: `{key}`: {problem}")]
    Rule {
        /// The file.
        file: String,
        /// The rule.
        rule: String,
        /// The key.
        key: String,
        /// The reason.
        problem: String,
    },
    /// A file that cannot be read.
    #[error("cannot read {file}: {source}")]
    Read {
        /// The file.
        file: String,
        /// The cause.
        source: std::io::Error,
    },
    /// An unknown player model.
    #[error("unknown player model `{model}` in {conventions}, expected one of: {known}")]
    Model {
        /// The conventions.
        conventions: String,
        /// The name of the model.
        model: String,
        /// The known models.
        known: String,
    },
}

/// One alternative of a call's promise.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    pub(super) points: Range,
    pub(super) lengths: Vec<(SuitName, Range)>,
    pub(super) shape: Option<Shape>,
    pub(super) weight: f64,
}

/// The meaning of a call after certain calls.
#[derive(Clone, Debug)]
pub(super) struct CallRule {
    pub(super) name: RuleName,
    pub(super) after: Vec<Pattern>,
    pub(super) call: Token,
    /// The seat that opened, the dealer's being 1.
    pub(super) seat: Option<Range>,
    /// The number of levels more than needed.
    pub(super) jump: Option<u8>,
    pub(super) reverse: Option<bool>,
    pub(super) promises: Vec<Promise>,
    pub(super) holdings: Vec<(SuitName, Quality)>,
    pub(super) edge: f64,
    pub(super) reliability: f64,
}

/// The choice of the suit to lead.
#[derive(Clone, Debug)]
pub(super) struct ChoiceRule {
    pub(super) name: RuleName,
    pub(super) against: Against,
    /// The implied lengths, for every suit led and every strain.
    meanings: Vec<Arc<Meaning>>,
    pub(super) reliability: f64,
}

impl ChoiceRule {
    pub(super) fn new(name: RuleName, against: Against, shape: &Shape, reliability: f64) -> Self {
        let meaning = |led: Suit, strain: Strain| {
            let bindings = SuitBindings {
                led: Some(led),
                trumps: strain.suit(),
                ..SuitBindings::default()
            };
            let shapes = Shapes::of(|lengths| shape.holds(lengths, &bindings));
            let alternative = Alternative {
                points: Range::ANY,
                shapes,
                weight: 1.0,
            };
            Arc::new(Meaning {
                alternatives: vec![alternative],
                edge: 1.0,
            })
        };
        let meanings = SUITS
            .into_iter()
            .flat_map(|led| STRAINS.map(|strain| meaning(led, strain)));
        ChoiceRule {
            name,
            against,
            meanings: meanings.collect(),
            reliability,
        }
    }

    /// Returns the implied lengths when this suit is led.
    pub(super) fn meaning(&self, led: Suit, strain: Strain) -> Arc<Meaning> {
        self.meanings[led as usize * STRAINS.len() + strain as usize].clone()
    }
}

/// The kind of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    Count,
    Attitude,
    SuitPreference,
}

/// The occasion of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// Declarer or dummy leads, a defender follows.
    DeclarerLeads,
    /// Partner leads, third hand does not try to win.
    PartnerLeads,
    /// Partner leads, and dummy has at most one card of the suit while there are trumps.
    DummyIsShort,
    /// Partner leads, and the places of ace, king and queen are known.
    HonoursAreSeen,
    /// Leading a suit that partner will ruff.
    GivingRuff,
}

/// A set of occasions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occasions(u8);

impl Occasions {
    pub(super) const NONE: Occasions = Occasions(0);

    pub(super) fn and(self, occasion: Occasion) -> Self {
        Occasions(self.0 | 1 << occasion as u8)
    }

    pub(super) fn meets(self, others: Occasions) -> bool {
        self.0 & others.0 != 0
    }
}

impl From<Occasion> for Occasions {
    fn from(occasion: Occasion) -> Self {
        Occasions::NONE.and(occasion)
    }
}

/// A signal.
#[derive(Clone, Debug)]
pub(super) struct SignalRule {
    pub(super) name: RuleName,
    pub(super) shows: Shows,
    pub(super) when: Occasions,
    /// Whether the choice of the card is interpreted too.
    pub(super) strict: bool,
    pub(super) reliability: f64,
}

/// A habit of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Habit {
    /// Does not play the small card from king and one while the ace is out.
    BareKing,
    /// Does not lose tricks by a card: each costs a factor of exp(-lambda).
    LosingPlay { lambda: f64 },
    /// The interpretation of declarer's card from a possible sequence: it denies the next higher
    /// card, or nothing.
    FaceValue { denies: bool },
}

/// A rule about a habit.
#[derive(Clone, Debug)]
pub(super) struct HabitRule {
    pub(super) name: RuleName,
    pub(super) habit: Habit,
    pub(super) reliability: f64,
}

/// A player model: the rules it follows, and how reliably.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) name: String,
    pub(super) off: Vec<String>,
    pub(super) reliability: Vec<(String, f64)>,
}

/// The agreements and habits by which calls and cards are interpreted.
///
/// ```
/// use bridge::knowledge::Conventions;
///
/// let club = Conventions::standard().player("club")?;
/// let mine = Conventions::parse("mine.toml", r#"
///     base = "standard"
///     [[call]]
///     name = "weak notrump"
///     after = ""
///     call = "1NT"
///     points = "12-14"
///     shape = "balanced"
/// "#)?;
/// assert_eq!((club.name(), mine.name()), ("standard, club", "mine.toml"));
/// # Ok::<(), bridge::knowledge::ConventionsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Conventions {
    pub(super) name: String,
    pub(super) calls: Vec<CallRule>,
    pub(super) leads: Vec<LeadRule>,
    pub(super) choices: Vec<ChoiceRule>,
    pub(super) signals: Vec<SignalRule>,
    pub(super) habits: Vec<HabitRule>,
    pub(super) models: Vec<Model>,
    /// The lead tables against a suit contract, and against notrump.
    pub(super) tables: [Arc<LeadTable>; 2],
}

/// The bundled files.
const BUILT_IN: [(&str, &str); 2] = [
    ("standard", include_str!("../../conventions/standard.toml")),
    ("paper", include_str!("../../conventions/paper.toml")),
];

impl Conventions {
    /// Returns the bundled Standard American conventions.
    pub fn standard() -> Self {
        Conventions::named("standard")
            .expect("the file is tested")
            .expect("the file is there")
    }

    /// Returns the rules of the paper, and those of `standard` where the paper is silent.
    pub fn paper() -> Self {
        Conventions::named("paper")
            .expect("the file is tested")
            .expect("the file is there")
    }

    /// Returns a bundled file by name.
    ///
    /// # Errors
    /// Never, unless the crate itself is broken.
    pub fn named(name: &str) -> Result<Option<Self>, ConventionsError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        found
            .map(|(name, text)| Conventions::parse(name, text))
            .transpose()
    }

    /// Reads rules from text. A base must be a bundled file.
    ///
    /// # Errors
    /// The place of the error: file, rule and key, or line and column.
    pub fn parse(file: &str, text: &str) -> Result<Self, ConventionsError> {
        file::read(file, text, None, 0)
    }

    /// Reads rules from a file. A base may also be another file, relative to this one.
    ///
    /// # Errors
    /// If a file cannot be read or parsed.
    pub fn load(path: &Path) -> Result<Self, ConventionsError> {
        file::load(path, 0)
    }

    /// Returns the name of the conventions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names of the player models.
    pub fn models(&self) -> impl Iterator<Item = &str> {
        self.models.iter().map(|model| model.name.as_str())
    }

    /// Returns the conventions of a player model: fewer rules, or less reliable ones.
    ///
    /// # Errors
    /// If the model is unknown.
    pub fn player(&self, model: &str) -> Result<Self, ConventionsError> {
        let found = self.models.iter().find(|known| known.name == model);
        let found = found.ok_or_else(|| ConventionsError::Model {
            conventions: self.name.clone(),
            model: model.to_owned(),
            known: self.models().collect::<Vec<_>>().join(", "),
        })?;
        let mut player = self.clone();
        player.name = format!("{}, {model}", self.name);
        player.drop_rules(&found.off);
        for (name, reliability) in &found.reliability {
            player.each(name, |current| *current = *reliability);
        }
        player.fill_tables();
        Ok(player)
    }

    /// Returns the conventions without some rules, by name or by group (`calls`, `leads`,
    /// `choices`, `signals`, `habits`).
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Self {
        let mut fewer = self.clone();
        fewer.drop_rules(
            &names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>(),
        );
        fewer.fill_tables();
        fewer
    }

    /// Returns whether a rule or a group has this name.
    pub(super) fn knows(&mut self, name: &str) -> bool {
        let mut found = false;
        self.each(name, |_| found = true);
        found || GROUPS.contains(&name)
    }

    fn drop_rules(&mut self, names: &[String]) {
        let keep =
            |group: &str, rule: &str| !names.iter().any(|name| name == rule || name == group);
        self.calls.retain(|rule| keep("calls", &rule.name));
        self.leads.retain(|rule| keep("leads", &rule.name));
        self.choices.retain(|rule| keep("choices", &rule.name));
        self.signals.retain(|rule| keep("signals", &rule.name));
        self.habits.retain(|rule| keep("habits", &rule.name));
    }

    /// Calls `act` with the reliability of every rule of this name or group.
    fn each(&mut self, name: &str, mut act: impl FnMut(&mut f64)) {
        let calls = self
            .calls
            .iter_mut()
            .map(|rule| ("calls", &rule.name, &mut rule.reliability));
        let leads = self
            .leads
            .iter_mut()
            .map(|rule| ("leads", &rule.name, &mut rule.reliability));
        let choices = self
            .choices
            .iter_mut()
            .map(|rule| ("choices", &rule.name, &mut rule.reliability));
        let signals = self
            .signals
            .iter_mut()
            .map(|rule| ("signals", &rule.name, &mut rule.reliability));
        let habits = self
            .habits
            .iter_mut()
            .map(|rule| ("habits", &rule.name, &mut rule.reliability));
        for (group, rule, reliability) in calls
            .chain(leads)
            .chain(choices)
            .chain(signals)
            .chain(habits)
        {
            if name == group || name == &**rule {
                act(reliability);
            }
        }
    }

    /// Appends the rules of a base, except those replaced by name or switched off.
    pub(super) fn build_on(&mut self, mut base: Conventions, off: &[String]) {
        base.drop_rules(off);
        // Rules may share a name, so what replaces them is the list of own names as it was before.
        let own = |names: Vec<RuleName>| move |name: &RuleName| !names.contains(name);
        let new = own(self.calls.iter().map(|rule| rule.name.clone()).collect());
        self.calls
            .extend(base.calls.into_iter().filter(|rule| new(&rule.name)));
        let new = own(self.leads.iter().map(|rule| rule.name.clone()).collect());
        self.leads
            .extend(base.leads.into_iter().filter(|rule| new(&rule.name)));
        let new = own(self.choices.iter().map(|rule| rule.name.clone()).collect());
        self.choices
            .extend(base.choices.into_iter().filter(|rule| new(&rule.name)));
        let new = own(self.signals.iter().map(|rule| rule.name.clone()).collect());
        self.signals
            .extend(base.signals.into_iter().filter(|rule| new(&rule.name)));
        let new = own(self.habits.iter().map(|rule| rule.name.clone()).collect());
        self.habits
            .extend(base.habits.into_iter().filter(|rule| new(&rule.name)));
        let names: Vec<String> = self.models().map(str::to_owned).collect();
        self.models.extend(
            base.models
                .into_iter()
                .filter(|model| !names.contains(&model.name)),
        );
    }

    /// Computes the lead tables; needed after every change of the lead rules.
    pub(super) fn fill_tables(&mut self) {
        self.tables = [false, true].map(|notrump| Arc::new(LeadTable::new(&self.leads, notrump)));
    }
}

/// Names for all rules of a kind.
const GROUPS: [&str; 5] = ["calls", "leads", "choices", "signals", "habits"];
