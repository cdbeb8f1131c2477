//! Positions with a right card: problems of card play, and the set that is shipped.
//!
//! A problem is a [`Record`] whose play stops at a decision, with four more tags: `Category`,
//! `Seat` (who decides), `Best` (the right cards, separated by blanks) and `Wrong` (the tempting
//! ones). `Event` is its name and the comment says why. Everything else is an ordinary PBN file, so
//! any program can show it.
//!
//! The [set](shipped) is our own and under the licence of the project: nine categories as in table
//! 2 of Otawa and Uehara, "abc algorithm" (2006), whose problems are those of a book and cannot be
//! had. How it was made and checked is told beside the files, in `crates/bridge/problems`. A
//! problem tells what is right; it does not know why a player went wrong, and its right card is
//! right for the seat that decides, not for somebody who sees all hands.
//!
//! ```
//! use bridge::problem::{Category, shipped};
//!
//! let all = shipped();
//! let one = &all[0];
//! assert_eq!(one.category, Category::Guess);
//! assert_eq!(one.view.turn(), Some(one.turn));
//! assert!((one.best & one.wrong).is_empty());
//! ```

use crate::record::{Record, RecordError, pbn};
use crate::{Board, Card, Hand, IllegalCard, NotationError, Play, Seat, View, notation};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// What a problem is about: the rows of the paper's table 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BridgeTheme")]
pub enum Category {
    /// Do not leave partner a guess.
    Guess,
    /// Take the lead, to play a suit partner cannot.
    Lead,
    /// Avoid throw-in and squeeze.
    ThrowIn,
    /// Find out honours and length.
    Discovery,
    /// Keep control.
    Control,
    /// Trump tricks and ruffs.
    Trumps,
    /// Duck, do not duck, prevent ducking.
    Duck,
    /// Cards of second, third and fourth hand.
    Hands,
    /// Destroy or create entries.
    Entries,
}

impl Category {
    /// All, in the order of the table.
    pub const ALL: [Category; 9] = [
        Category::Guess,
        Category::Lead,
        Category::ThrowIn,
        Category::Discovery,
        Category::Control,
        Category::Trumps,
        Category::Duck,
        Category::Hands,
        Category::Entries,
    ];

    /// As it is written in files.
    pub fn name(self) -> &'static str {
        match self {
            Category::Guess => "guess",
            Category::Lead => "lead",
            Category::ThrowIn => "throw-in",
            Category::Discovery => "discovery",
            Category::Control => "control",
            Category::Trumps => "trumps",
            Category::Duck => "duck",
            Category::Hands => "hands",
            Category::Entries => "entries",
        }
    }

    /// What it is about.
    pub fn description(self) -> &'static str {
        match self {
            Category::Guess => "do not leave partner a guess",
            Category::Lead => "take the lead to play a suit partner cannot",
            Category::ThrowIn => "avoid throw-in and squeeze",
            Category::Discovery => "find out honours and length",
            Category::Control => "keep control",
            Category::Trumps => "trump tricks and ruffs",
            Category::Duck => "duck, do not duck, prevent ducking",
            Category::Hands => "second-, third-, fourth-hand cards",
            Category::Entries => "destroy or create entries",
        }
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let named = |category: &Category| category.name().eq_ignore_ascii_case(text);
        Category::ALL.into_iter().find(named)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description())
    }
}

/// A decision with a right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is called.
    pub name: String,
    /// What it is about.
    pub category: Category,
    /// What the one who decides sees.
    pub view: View,
    /// The hand whose card it is: his own, or dummy's if he declares.
    pub turn: Seat,
    /// The right cards.
    pub best: Hand,
    /// The tempting cards.
    pub wrong: Hand,
    /// Why.
    pub explanation: String,
    /// The board with all hands, which nobody who solves the problem may see.
    pub board: Board,
}

/// Why a record is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A tag is not there or says nothing.
    #[error("there is no `{0}`")]
    Missing(&'static str),
    /// No such category.
    #[error("`{0}` is not a category ({names})", names = Category::ALL.map(Category::name).join(", "))]
    Category(String),
    /// A tag that cannot be read.
    #[error("`{tag}`: {error}")]
    Notation {
        /// The tag.
        tag: &'static str,
        /// What is wrong with it.
        error: NotationError,
    },
    /// Auction, deal or play are not complete or against the laws.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// All cards are played.
    #[error("all cards are played: there is nothing to decide")]
    Over,
    /// Somebody else decides.
    #[error("the next card is {turn}'s, about which {decider} decides and not {seat}")]
    Turn {
        /// Who should decide.
        seat: Seat,
        /// Whose card is next.
        turn: Seat,
        /// Who decides about it.
        decider: Seat,
    },
    /// A card that cannot be played.
    #[error("`{tag}`: {error}")]
    Illegal {
        /// The tag.
        tag: &'static str,
        /// Why it cannot.
        error: IllegalCard,
    },
    /// A card that is both right and wrong.
    #[error("{} is both in `Best` and in `Wrong`", notation::Ascii(*.0))]
    Both(Card),
}

impl Problem {
    /// Reads the problem in a record.
    ///
    /// # Errors
    /// What is missing or cannot be so.
    pub fn of(record: &Record) -> Result<Self, ProblemError> {
        let category = text(record, "Category")?;
        let seat = notation::seat(text(record, "Seat")?);
        let seat = seat.map_err(|error| ProblemError::Notation { tag: "Seat", error })?;
        let play = record.play()?;
        let agreed = record.agreed().ok_or(RecordError::Contract)?;
        let turn = play.turn().ok_or(ProblemError::Over)?;
        let decider = agreed.decider(turn);
        if decider != seat {
            return Err(ProblemError::Turn {
                seat,
                turn,
                decider,
            });
        }
        let [best, wrong] = [
            cards(record, &play, "Best")?,
            cards(record, &play, "Wrong")?,
        ];
        if let Some(card) = (best & wrong).iter().next() {
            return Err(ProblemError::Both(card));
        }
        Ok(Problem {
            name: text(record, "Event")?.to_owned(),
            category: Category::read(category)
                .ok_or_else(|| ProblemError::Category(category.to_owned()))?,
            view: record.view(seat)?,
            turn,
            best,
            wrong,
            explanation: explanation(record)?,
            board: record.board().ok_or(RecordError::Dealer)?,
        })
    }

    /// The play up to the decision, with all hands.
    ///
    /// # Panics
    /// If fields were changed so that they do not fit together any more.
    pub fn play(&self) -> Play {
        let agreed = self.view.agreed().expect("a problem has a contract");
        let strain = agreed.contract.bid.strain;
        let play = Play::new(self.board.hands, strain, agreed.leader());
        let mut play = play.expect("a problem has a whole deal");
        for (_, card) in &self.view.cards {
            play.play(*card).expect("the play of a problem is legal");
        }
        play
    }
}

/// The value of a tag that has to be there.
fn text<'a>(record: &'a Record, tag: &'static str) -> Result<&'a str, ProblemError> {
    let value = record.tag(tag).map(str::trim);
    let said = value.filter(|value| !value.is_empty() && *value != "?");
    said.ok_or(ProblemError::Missing(tag))
}

fn explanation(record: &Record) -> Result<String, ProblemError> {
    let lines = record
        .comments
        .iter()
        .flat_map(|text| text.split_whitespace());
    let words = lines.collect::<Vec<_>>().join(" ");
    if words.is_empty() {
        return Err(ProblemError::Missing("comment"));
    }
    Ok(words)
}

/// The cards a tag names, all of which may be played.
fn cards(record: &Record, play: &Play, tag: &'static str) -> Result<Hand, ProblemError> {
    let mut named = Hand::EMPTY;
    for word in text(record, tag)?.split_whitespace() {
        let card = notation::card(word);
        let card = card.map_err(|error| ProblemError::Notation { tag, error })?;
        let legal = play.check(card);
        legal.map_err(|error| ProblemError::Illegal { tag, error })?;
        named.insert(card);
    }
    Ok(named)
}

/// The files of the set, in the order of [`Category::ALL`].
const FILES: [&str; 9] = [
    include_str!("../problems/guess.pbn"),
    include_str!("../problems/lead.pbn"),
    include_str!("../problems/throw-in.pbn"),
    include_str!("../problems/discovery.pbn"),
    include_str!("../problems/control.pbn"),
    include_str!("../problems/trumps.pbn"),
    include_str!("../problems/duck.pbn"),
    include_str!("../problems/hands.pbn"),
    include_str!("../problems/entries.pbn"),
];

/// The problems that are shipped, by category.
///
/// # Panics
/// Not unless the files are damaged.
pub fn shipped() -> Vec<Problem> {
    let records = FILES.iter().flat_map(|file| {
        let records = pbn::read_strict(file);
        records.unwrap_or_else(|complaint| panic!("a problem of ours: {complaint}"))
    });
    let problem = |record: Record| {
        let problem = Problem::of(&record);
        problem.unwrap_or_else(|error| panic!("{:?}: {error}", record.tag("Event")))
    };
    records.map(problem).collect()
}

/// The four worked examples of the abc paper, up to the decision: records with the tags `Best` and
/// `Wrong`, in the paper's order. Where the paper prints only part of a deal the rest is ours.
///
/// # Panics
/// Not unless the file is damaged.
pub fn worked_examples() -> Vec<Record> {
    let records = pbn::read_strict(include_str!("../problems/paper.pbn"));
    records.unwrap_or_else(|complaint| panic!("an example of ours: {complaint}"))
}

#[cfg(test)]
mod tests;
