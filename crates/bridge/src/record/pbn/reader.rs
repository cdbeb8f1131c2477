//! Reader of PBN games.

use super::is_mandatory;
use super::lexer::{Lexer, RawTag, Token};
use super::tags::record;
use crate::record::ParsedRecords;
use crate::record::cursor::{Diagnostic, Place, excerpt};
use arena::Phrase;
use std::collections::{BTreeMap, BTreeSet};

/// One game as tags and words, before interpretation.
#[derive(Default)]
pub(super) struct RawGame<'a> {
    pub(super) tags: Vec<RawTag<'a>>,
    pub(super) comments: Vec<String>,
    names: BTreeSet<String>,
}

impl RawGame<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns whether a tag of this name (in lower case) begins the next game.
    ///
    /// It does after an empty line, except a section that this game has not had yet. Some files
    /// have no empty lines between games: then the first repeated tag does.
    fn ends_before(&self, name: &str, gap: bool) -> bool {
        let section = ["auction", "play", "note"].contains(&name) || name.ends_with("table");
        if gap {
            return name != "note" && (!section || self.has(name));
        }
        let first = name == "event" || name == "board" || self.has("deal") && is_mandatory(name);
        first && self.has(name)
    }
}

/// Reads all games of a text.
pub fn read(text: &str) -> ParsedRecords {
    let mut lexer = Lexer::new(text);
    let mut reader = Reader::default();
    for token in lexer.by_ref() {
        reader.take(token);
    }
    let leftover = std::mem::take(&mut reader.waiting);
    reader.game.comments.extend(leftover);
    reader.finish();
    let mut parsed = reader.parsed;
    parsed.diagnostics.append(&mut lexer.diagnostics);
    parsed.diagnostics.sort_by_key(|c| (c.line, c.column));
    parsed
}

#[derive(Default)]
struct Reader<'a> {
    parsed: ParsedRecords,
    game: RawGame<'a>,
    /// Comments after an empty line: they belong to the next game if one begins, otherwise to this
    /// one.
    waiting: Vec<String>,
    /// Whether there was an empty line after the last tag or word.
    gap: bool,
    /// The last value of every tag, for games with `#`.
    values: BTreeMap<String, String>,
    /// Tags with `##`: they apply to later games without them.
    templates: BTreeMap<String, Template<'a>>,
}

/// A default tag for games without it.
struct Template<'a> {
    name: &'a str,
    value: String,
    place: Place,
}

impl<'a> Reader<'a> {
    fn take(&mut self, token: Token<'a>) {
        match token {
            Token::Gap => self.gap = !self.game.tags.is_empty(),
            Token::Comment(text) if text.is_empty() => {}
            Token::Comment(text) if self.gap => self.waiting.push(text),
            Token::Comment(text) => self.game.comments.push(text),
            Token::Word(place, word) => self.word(place, word),
            Token::Tag(tag) => self.tag(tag),
        }
    }

    fn report(&mut self, place: Place, message: impl Into<Phrase>) {
        let diagnostic = Diagnostic::new(place, message);
        self.parsed.diagnostics.push(diagnostic);
    }

    fn word(&mut self, place: Place, word: &'a str) {
        if let Some(tag) = self.game.tags.last_mut() {
            tag.words.push((place, word));
            return;
        }
        let word = excerpt(word);
        let english = format!("text `{word}` before any tag");
        let japanese = format!("最初のタグより前に「{word}」があります");
        self.report(place, (english, japanese));
    }

    fn tag(&mut self, mut tag: RawTag<'a>) {
        let name = tag.name.to_ascii_lowercase();
        if self.game.ends_before(&name, self.gap) {
            self.finish();
        }
        self.gap = false;
        self.game.comments.append(&mut self.waiting);
        self.inherit(&name, &mut tag);
        let once = is_mandatory(&name) || name == "auction" || name == "play";
        if self.game.names.insert(name) || !once {
            self.game.tags.push(tag);
        } else {
            let english = format!("duplicate tag {}", tag.name);
            let japanese = format!("タグ{}が重複しています", tag.name);
            self.report(tag.place, (english, japanese));
        }
    }

    /// Replaces `#` by the value of an earlier game; `##` sets it for all games from here on.
    fn inherit(&mut self, name: &str, tag: &mut RawTag<'a>) {
        let template = tag.value.starts_with("##");
        match tag.value.as_str() {
            "#" | "##" => {
                let earlier = self.values.get(name).cloned();
                if earlier.is_none() {
                    let english = format!("no earlier game has the tag {}", tag.name);
                    let japanese = format!("これより前のボードにタグ{}がありません", tag.name);
                    self.report(tag.value_place, (english, japanese));
                }
                tag.value = earlier.unwrap_or_else(|| "?".to_owned());
                self.templates.remove(name);
            }
            value => tag.value = value.strip_prefix("##").unwrap_or(value).to_owned(),
        }
        // A file of only templates should not produce games of only templates.
        if template && self.templates.len() < 64 {
            let (value, place) = (tag.value.clone(), tag.value_place);
            let template = Template {
                name: tag.name,
                value,
                place,
            };
            self.templates.insert(name.to_owned(), template);
        }
        self.values.insert(name.to_owned(), tag.value.clone());
    }

    /// Adds the default tags to the game.
    fn fill(&mut self) {
        for (name, template) in &self.templates {
            if self.game.names.insert(name.clone()) {
                let tag = RawTag {
                    name: template.name,
                    value: template.value.clone(),
                    place: template.place,
                    value_place: template.place,
                    words: Vec::new(),
                };
                // In front, where no text that follows a tag can be taken for theirs.
                self.game.tags.insert(0, tag);
            }
        }
    }

    fn finish(&mut self) {
        if !self.game.tags.is_empty() {
            self.fill();
            let game = std::mem::take(&mut self.game);
            let record = record(game, &mut self.parsed.diagnostics);
            self.parsed.records.push(record);
        }
    }
}
