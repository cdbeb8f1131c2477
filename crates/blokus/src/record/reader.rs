//! Parser of SGF text.
//!
//! A game begins with `(` and, white space aside, `;`. Text before the first game, between games
//! and after the last is skipped: files are sent in letters and begin with byte order marks. White
//! space may stand anywhere but inside names.

use super::sgf::{NodeId, Place, Property, Tree, Value};
use arena::Phrase;

/// Syntax error in SGF text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct SyntaxError {
    /// The place in the text.
    pub place: Place,
    /// The expected token.
    pub expected: Phrase,
    /// The token found.
    pub found: Phrase,
}

/// Reads all games of a text.
///
/// # Errors
/// If there is none, or one has a syntax error.
pub fn read(text: &str) -> Result<Vec<Tree>, SyntaxError> {
    Ok(read_placed(text)?
        .into_iter()
        .map(|(_, tree)| tree)
        .collect())
}

/// Reads all games of a text, with the places of their first characters.
pub(super) fn read_placed(text: &str) -> Result<Vec<(Place, Tree)>, SyntaxError> {
    let mut reader = Reader::new(text);
    let mut trees = Vec::new();
    while let Some(place) = reader.seek_game() {
        trees.push((place, reader.tree()?));
    }
    if trees.is_empty() {
        return Err(no_game(text));
    }
    Ok(trees)
}

fn no_game(text: &str) -> SyntaxError {
    let mut reader = Reader::new(text);
    reader.take_while(|letter| letter != '(');
    if reader.take().is_none() {
        return Reader::new(text).invalid(("a game, which begins with `(;`", "`(;`で始まる棋譜"));
    }
    reader.skip_blanks();
    reader.invalid(Last::Opened.expected())
}

/// The last token of a tree, which decides what may follow.
#[derive(Clone, Copy)]
enum Last {
    Opened,
    Node,
    Closed,
}

impl Last {
    fn expected(self) -> Phrase {
        match self {
            Last::Opened => ("`;` after `(`", "`(`の後の`;`"),
            Last::Node => (
                "a property, `;`, `(` or `)`",
                "プロパティ、`;`、`(`、`)`のどれか",
            ),
            Last::Closed => ("`(` or `)`", "`(`か`)`"),
        }
        .into()
    }
}

/// A text and the reading position.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    place: Place,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let place = Place { line: 1, column: 1 };
        Reader { text, at: 0, place }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Takes one character. Lines end with `\n`, `\r\n` or `\r`.
    fn take(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        if letter == '\n' || letter == '\r' && self.peek() != Some('\n') {
            self.place.line = self.place.line.saturating_add(1);
            self.place.column = 1;
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(letter)
    }

    /// Takes characters as long as they match.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let from = self.at;
        while self.peek().is_some_and(&wanted) {
            self.take();
        }
        &self.text[from..self.at]
    }

    fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    fn invalid(&self, expected: impl Into<Phrase>) -> SyntaxError {
        let found = match self.peek() {
            None => Phrase::from(("the end of the text", "テキストの終わり")),
            Some(letter) if letter.is_control() => letter.escape_default().to_string().into(),
            Some(letter) => format!("`{letter}`").into(),
        };
        SyntaxError {
            place: self.place,
            expected: expected.into(),
            found,
        }
    }

    /// Skips to the first node of the next game and returns the place where the game begins.
    fn seek_game(&mut self) -> Option<Place> {
        loop {
            self.take_while(|letter| letter != '(');
            let place = self.place;
            self.take()?;
            self.skip_blanks();
            if self.peek() == Some(';') {
                return Some(place);
            }
        }
    }

    /// Reads a tree whose first parenthesis has been read.
    fn tree(&mut self) -> Result<Tree, SyntaxError> {
        let mut tree = Tree::new();
        self.take(); // the first node is there already
        let mut node = tree.root();
        self.properties(&mut tree, node)?;
        let mut last = Last::Node;
        let mut branchings: Vec<NodeId> = Vec::new();
        loop {
            self.skip_blanks();
            last = match (self.peek(), last) {
                (Some(';'), Last::Opened | Last::Node) => {
                    self.take();
                    node = tree.add_child(node);
                    self.properties(&mut tree, node)?;
                    Last::Node
                }
                (Some('('), Last::Node | Last::Closed) => {
                    self.take();
                    branchings.push(node);
                    Last::Opened
                }
                (Some(')'), Last::Node | Last::Closed) => {
                    self.take();
                    let Some(branching) = branchings.pop() else {
                        return Ok(tree);
                    };
                    node = branching;
                    Last::Closed
                }
                _ => return Err(self.invalid(last.expected())),
            };
        }
    }

    fn properties(&mut self, tree: &mut Tree, node: NodeId) -> Result<(), SyntaxError> {
        loop {
            self.skip_blanks();
            let name = self.take_while(|letter| letter.is_ascii_alphanumeric());
            if name.is_empty() {
                return Ok(());
            }
            let values = self.values(name)?;
            let name = name.to_owned();
            tree.push(node, Property { name, values });
        }
    }

    fn values(&mut self, name: &str) -> Result<Vec<Value>, SyntaxError> {
        let mut values = Vec::new();
        self.skip_blanks();
        while self.peek() == Some('[') {
            values.push(self.value()?);
            self.skip_blanks();
        }
        if values.is_empty() {
            let name: String = name.chars().take(20).collect();
            return Err(self.invalid((
                format!("`[` and a value of the property `{name}`"),
                format!("`[`と「{name}」の値"),
            )));
        }
        Ok(values)
    }

    fn value(&mut self) -> Result<Value, SyntaxError> {
        let bracket = self.place;
        self.take();
        let (from, place) = (self.at, self.place);
        loop {
            let to = self.at;
            match self.take() {
                Some(']') => return Ok(Value::of_raw(&self.text[from..to], place)),
                Some('\\') => drop(self.take()),
                Some(_) => {}
                None => {
                    let invalid = self.invalid((
                        "a `]` that ends the value beginning here",
                        "ここから始まる値を閉じる`]`",
                    ));
                    return Err(SyntaxError {
                        place: bracket,
                        ..invalid
                    });
                }
            }
        }
    }
}
