//! Lexer of PBN files: tags, words, comments and empty lines.

use crate::record::cursor::{Cursor, Diagnostic, Place, excerpt, is_line_end, trimmed_lines};
use arena::Phrase;

/// A tag, and the words that follow it.
#[derive(Debug)]
pub(super) struct RawTag<'a> {
    pub(super) name: &'a str,
    pub(super) value: String,
    /// The place of the tag.
    pub(super) place: Place,
    /// The place of its value.
    pub(super) value_place: Place,
    pub(super) words: Vec<(Place, &'a str)>,
}

pub(super) enum Token<'a> {
    Tag(RawTag<'a>),
    Word(Place, &'a str),
    Comment(String),
    /// An empty line.
    Gap,
}

pub(super) struct Lexer<'a> {
    cursor: Cursor<'a>,
    /// Whether there is something on the current line.
    busy: bool,
    /// Whether no comment is closed from here on.
    unclosed: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lexer {
            cursor: Cursor::new(text),
            busy: false,
            unclosed: false,
            diagnostics: Vec::new(),
        }
    }

    fn report(&mut self, place: Place, message: impl Into<Phrase>) {
        self.diagnostics.push(Diagnostic::new(place, message));
    }

    fn rest_of_line(&mut self) -> &'a str {
        self.cursor.take_while(|letter| !is_line_end(letter))
    }

    /// Takes the end of a line; returns whether the line was empty.
    fn end_line(&mut self) -> bool {
        if self.cursor.take() == Some('\r') && self.cursor.peek() == Some('\n') {
            self.cursor.take();
        }
        !std::mem::replace(&mut self.busy, false)
    }

    fn comment(&mut self) -> String {
        let open = self.cursor.place();
        let opening = self.cursor.take();
        self.unclosed = self.unclosed || !self.cursor.rest().contains('}');
        let text = if opening == Some('{') && !self.unclosed {
            let text = self.cursor.take_while(|letter| letter != '}');
            self.cursor.take();
            text
        } else {
            if opening == Some('{') {
                self.report(
                    open,
                    (
                        "this comment is not closed by `}`",
                        "コメントが「}」で閉じられていません",
                    ),
                );
            }
            self.rest_of_line()
        };
        trimmed_lines(text)
    }

    fn word(&mut self) -> &'a str {
        if self.cursor.peek() == Some('"') {
            return self.quoted();
        }
        let ends = |letter: char| letter.is_whitespace() || "{;[".contains(letter);
        self.cursor.take_while(|letter| !ends(letter))
    }

    /// Returns a word of a table that may contain blanks, with its quotes.
    fn quoted(&mut self) -> &'a str {
        let start = self.cursor.rest();
        self.cursor.take();
        self.cursor
            .take_while(|letter| letter != '"' && !is_line_end(letter));
        if self.cursor.peek() == Some('"') {
            self.cursor.take();
        }
        &start[..start.len() - self.cursor.rest().len()]
    }

    /// Reads a tag; if there is none, the rest of the line is skipped.
    fn tag(&mut self) -> Option<RawTag<'a>> {
        let place = self.cursor.place();
        let mut ahead = self.cursor;
        ahead.take();
        ahead.skip_blanks();
        let name = ahead.take_while(|c| !c.is_whitespace() && !"\"[]{}".contains(c));
        ahead.skip_blanks();
        let quoted = ahead.peek() == Some('"');
        let bare_value = |c: char| !is_line_end(c) && !"[]\"".contains(c);
        let mut probe = ahead;
        let bare = probe.take_while(bare_value).trim();
        let closed = !bare.is_empty() && probe.peek() == Some(']');
        if name.is_empty() || !quoted && !closed {
            let line = self.rest_of_line();
            let line = excerpt(line);
            let english = format!("`{line}` is not a tag");
            self.report(place, (english, format!("「{line}」はタグではありません")));
            return None;
        }
        self.cursor = ahead;
        let value_place = ahead.place();
        let value = if quoted {
            self.value(place)
        } else {
            let english = format!("the value of {name} has no quotes");
            let japanese = format!("{name}の値が引用符で囲まれていません");
            self.report(value_place, (english, japanese));
            let value = self.cursor.take_while(bare_value).trim().to_owned();
            self.cursor.take();
            value
        };
        Some(RawTag {
            name,
            value,
            place,
            value_place: if quoted {
                value_place.past("\"")
            } else {
                value_place
            },
            words: Vec::new(),
        })
    }

    /// Returns a value from its opening quote to the bracket that closes the tag.
    fn value(&mut self, tag: Place) -> String {
        self.cursor.take();
        let mut value = String::new();
        loop {
            let place = self.cursor.place();
            match self.cursor.peek() {
                Some('"') => {
                    self.cursor.take();
                    if self.closed(tag) {
                        return value;
                    }
                    self.report(
                        place,
                        (
                            "a quote inside of a value needs a backslash",
                            "値の中の引用符の前にはバックスラッシュが必要です",
                        ),
                    );
                    value.push('"');
                }
                Some(letter) if !is_line_end(letter) => {
                    self.cursor.take();
                    // Other backslashes are literal: tables have widths of columns, as in
                    // `Result\2R`.
                    let escaped = self.cursor.peek().filter(|c| "\"\\".contains(*c));
                    let next = escaped.filter(|_| letter == '\\');
                    value.push(next.unwrap_or(letter));
                    next.map(|_| self.cursor.take());
                }
                _ => {
                    self.report(
                        tag,
                        (
                            "the value of this tag is not closed by a quote",
                            "タグの値が引用符で閉じられていません",
                        ),
                    );
                    return value.trim_end_matches([' ', ']', '"']).to_owned();
                }
            }
        }
    }

    /// Returns whether the tag ends here, after a quote.
    fn closed(&mut self, tag: Place) -> bool {
        let mut ahead = self.cursor;
        ahead.skip_blanks();
        if ahead.peek() == Some(']') {
            ahead.take();
            self.cursor = ahead;
            return true;
        }
        let mut line = self.cursor;
        line.take_while(|c| c.is_whitespace() && !is_line_end(c));
        let at_end = line.peek().is_none_or(is_line_end);
        if at_end {
            let message = (
                "this tag is not closed by `]`",
                "タグが「]」で閉じられていません",
            );
            self.report(tag, message);
        }
        at_end
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let place = self.cursor.place();
            let letter = self.cursor.peek()?;
            if is_line_end(letter) {
                if self.end_line() {
                    return Some(Token::Gap);
                }
                continue;
            }
            if letter.is_whitespace() {
                self.cursor.take();
                continue;
            }
            self.busy = true;
            match letter {
                '%' if place.column() == 1 => {
                    self.rest_of_line();
                }
                '{' | ';' => return Some(Token::Comment(self.comment())),
                '[' => {
                    if let Some(tag) = self.tag() {
                        return Some(Token::Tag(tag));
                    }
                }
                _ => return Some(Token::Word(place, self.word())),
            }
        }
    }
}
