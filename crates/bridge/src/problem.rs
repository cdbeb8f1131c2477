//! Problems of card play: positions with a right card, and the shipped set.
//!
//! A problem is a [`Record`] whose play stops at a decision, with four more tags: `Category`,
//! `Seat` (the deciding seat), `Best` (the right cards, separated by blanks) and `Wrong` (the
//! tempting ones). `Event` is its name and the comment the explanation. Otherwise it is an ordinary
//! PBN file, so any PBN program can show it.
//!
//! The [set](shipped) is original and under the licence of the project: nine categories as in table
//! 2 of Otawa and Uehara, "abc algorithm" (2006), whose problems are from a book and not available.
//! Its construction and verification are documented beside the files, in `crates/bridge/problems`.
//! The right card is right for the deciding seat's information, not double dummy.
//!
//! ```
//! use bridge::problem::{Category, shipped};
//!
//! let all = shipped();
//! let one = &all[0];
//! assert_eq!(one.category, Category::Guess);
//! assert_eq!(one.view.turn(), Some(one.turn));
//! assert!((one.best & one.tempting).is_empty());
//! ```

use crate::record::{Record, RecordError, pbn};
use crate::{Board, Card, Hand, IllegalCard, NotationError, Play, Seat, View, notation};
use arena::Text;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The category of a problem: the rows of the paper's table 2.
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
    /// All categories, in the order of the table.
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

    /// Returns the name in files.
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

    /// Returns a short description.
    pub fn description(self) -> Text {
        let words = match self {
            Category::Guess => ("do not leave partner a guess", "パートナーに推測を残さない"),
            Category::Lead => (
                "take the lead to play a suit partner cannot",
                "パートナーが出せないスートを出すためにリードを取る",
            ),
            Category::ThrowIn => ("avoid throw-in and squeeze", "スローインとスクイズを避ける"),
            Category::Discovery => ("find out honours and length", "オナーと枚数を読む"),
            Category::Control => ("keep control", "コントロールを保つ"),
            Category::Trumps => ("trump tricks and ruffs", "トランプのトリックとラフ"),
            Category::Duck => (
                "duck, do not duck, prevent ducking",
                "ダックする・しない・させない",
            ),
            Category::Hands => (
                "second-, third-, fourth-hand cards",
                "セカンド・サード・フォースハンドのプレイ",
            ),
            Category::Entries => ("destroy or create entries", "エントリーを断つ・作る"),
        };
        words.into()
    }

    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let named = |category: &Category| category.name().eq_ignore_ascii_case(text);
        Category::ALL.into_iter().find(named)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.description().en)
    }
}

/// A problem: a decision with a right card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The name.
    pub name: String,
    /// The category.
    pub category: Category,
    /// The view of the deciding seat.
    pub view: View,
    /// The seat to play: the deciding seat, or dummy.
    pub turn: Seat,
    /// The right cards.
    pub best: Hand,
    /// The tempting cards.
    pub tempting: Hand,
    /// The explanation.
    pub explanation: String,
    /// The board with all hands, hidden from players that solve the problem.
    pub board: Board,
}

/// Reasons why a record is not a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A required tag is missing or empty.
    #[error("missing `{0}`")]
    Missing(&'static str),
    /// The category is unknown.
    #[error("unknown category `{0}`, expected one of {names}", names = Category::ALL.map(Category::name).join(", "))]
    Category(String),
    /// A tag is malformed.
    #[error("`{tag}`: {error}")]
    Notation {
        /// The tag.
        tag: &'static str,
        /// The error.
        error: NotationError,
    },
    /// Auction, deal or play is incomplete or illegal.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// All cards are played.
    #[error("all cards are played: no decision left")]
    Over,
    /// Another seat decides about the next card.
    #[error("wrong `Seat` {seat}: the next card is {turn}'s, which {decider} decides")]
    Turn {
        /// The seat of the tag.
        seat: Seat,
        /// The seat whose card is next.
        turn: Seat,
        /// The deciding seat.
        decider: Seat,
    },
    /// A tag names an illegal card.
    #[error("`{tag}`: {error}")]
    Illegal {
        /// The tag.
        tag: &'static str,
        /// The reason.
        error: IllegalCard,
    },
    /// A card is both right and tempting.
    #[error("{} is both in `Best` and in `Wrong`", notation::Ascii(*.0))]
    Both(Card),
}

impl Problem {
    /// Reads the problem of a record.
    ///
    /// # Errors
    /// If a tag is missing or invalid.
    pub fn of(record: &Record) -> Result<Self, ProblemError> {
        let category = text(record, "Category")?;
        let seat = notation::seat(text(record, "Seat")?);
        let seat = seat.map_err(|error| ProblemError::Notation { tag: "Seat", error })?;
        let play = record.play()?;
        let final_contract = record.final_contract().ok_or(RecordError::Contract)?;
        let turn = play.turn().ok_or(ProblemError::Over)?;
        let decider = final_contract.decider(turn);
        if decider != seat {
            return Err(ProblemError::Turn {
                seat,
                turn,
                decider,
            });
        }
        let [best, tempting] = [
            cards(record, &play, "Best")?,
            cards(record, &play, "Wrong")?,
        ];
        if let Some(card) = (best & tempting).iter().next() {
            return Err(ProblemError::Both(card));
        }
        Ok(Problem {
            name: text(record, "Event")?.to_owned(),
            category: Category::read(category)
                .ok_or_else(|| ProblemError::Category(category.to_owned()))?,
            view: record.view(seat)?,
            turn,
            best,
            tempting,
            explanation: explanation(record)?,
            board: record.board().ok_or(RecordError::Dealer)?,
        })
    }

    /// Returns the play up to the decision, with all hands.
    ///
    /// # Panics
    /// If fields were changed inconsistently.
    pub fn play(&self) -> Play {
        let final_contract = self
            .view
            .final_contract()
            .expect("a problem has a contract");
        let strain = final_contract.contract.bid.strain;
        let play = Play::new(self.board.hands, strain, final_contract.leader());
        let mut play = play.expect("a problem has a whole deal");
        for (_, card) in &self.view.cards {
            play.play(*card).expect("the play of a problem is legal");
        }
        play
    }
}

/// Returns the value of a required tag.
fn text<'a>(record: &'a Record, tag: &'static str) -> Result<&'a str, ProblemError> {
    let value = record.tag(tag).map(str::trim);
    let given = value.filter(|value| !value.is_empty() && *value != "?");
    given.ok_or(ProblemError::Missing(tag))
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

/// Returns the cards of a tag, all of which must be legal.
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

/// Returns the shipped problems, by category.
///
/// # Panics
/// Not unless the files are damaged.
pub fn shipped() -> Vec<Problem> {
    let records = FILES.iter().flat_map(|file| {
        let records = pbn::read_strict(file);
        records.unwrap_or_else(|complaint| panic!("shipped problem: {complaint}"))
    });
    let problem = |record: Record| {
        let problem = Problem::of(&record);
        problem.unwrap_or_else(|error| panic!("{:?}: {error}", record.tag("Event")))
    };
    records.map(problem).collect()
}

/// Returns the four worked examples of the abc paper, up to the decision: records with the tags
/// `Best` and `Wrong`, in the paper's order. Where the paper prints only part of a deal, the rest
/// was added.
///
/// # Panics
/// Not unless the file is damaged.
pub fn worked_examples() -> Vec<Record> {
    let records = pbn::read_strict(include_str!("../problems/paper.pbn"));
    records.unwrap_or_else(|complaint| panic!("shipped example: {complaint}"))
}

#[cfg(test)]
mod tests;
