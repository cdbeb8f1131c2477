//! The sections `[Auction]` and `[Play]`: calls and cards with their annotations.

use super::lexer::RawTag;
use super::tags::{RecordBuilder, seat};
use crate::notation::{self, Ascii};
use crate::record::cursor::{Place, excerpt};
use crate::record::messages::{auction_skipped, play_skipped};
use crate::record::replay::Replay;
use crate::record::{Record, Remark, Tag};
use crate::table::after;
use crate::words::errors::illegal_call;
use crate::words::japanese;
use crate::{Call, Card, Seat};
use arena::Phrase;

/// One part of a word, such as `1NT`, `!?`, `$3`, `=1=`, `^S`.
enum Sign<'a> {
    Text(&'a str),
    Glyph(u8),
    Note(u32),
    Irregular(char),
    /// `*`: the end of the section.
    End,
    /// `+`: the game is in progress. In the play it stands in the column of the next hand to play.
    Ongoing,
    Unknown,
}

/// A call or a card with its annotations.
struct Entry<'a> {
    place: Place,
    text: &'a str,
    remark: Remark,
}

struct Section<'a> {
    entries: Vec<Entry<'a>>,
    ongoing: bool,
}

/// The number of `!` beside a call.
const CALL_GLYPHS: u8 = 1;
/// The number of `!` beside a card.
const CARD_GLYPHS: u8 = 7;

/// Returns the first sign of a non-empty text, and its length.
fn sign(text: &str, first_glyph: u8) -> (usize, Sign<'_>) {
    let tail = text.get(1..).unwrap_or_default();
    let digits = |tail: &str| tail.bytes().take_while(u8::is_ascii_digit).count();
    match text.as_bytes()[0] {
        b'*' if text.len() == 1 => (1, Sign::End),
        b'+' if text.len() == 1 => (1, Sign::Ongoing),
        // A skipped player has a column, but no call.
        b'^' if first_glyph == CALL_GLYPHS && tail.starts_with(['S', 's']) => {
            (2, Sign::Text(&text[..2]))
        }
        b'^' => match tail.chars().next() {
            Some(letter) => (1 + letter.len_utf8(), Sign::Irregular(letter)),
            None => (1, Sign::Unknown),
        },
        b'$' => {
            let length = digits(tail);
            let glyph = tail[..length].parse().map(Sign::Glyph);
            (1 + length, glyph.unwrap_or(Sign::Unknown))
        }
        b'=' => {
            let length = digits(tail);
            match tail[..length].parse() {
                Ok(number) if tail[length..].starts_with('=') => (length + 2, Sign::Note(number)),
                _ => (text.len(), Sign::Unknown),
            }
        }
        b'!' | b'?' => {
            let length = if tail.starts_with(['!', '?']) { 2 } else { 1 };
            let glyphs = ["!", "?", "!!", "??", "!?", "?!"];
            let place = glyphs.iter().position(|glyph| *glyph == &text[..length]);
            let glyph = place.map(|place| Sign::Glyph(first_glyph + place as u8));
            (length, glyph.unwrap_or(Sign::Unknown))
        }
        _ => {
            let length = text.find(['^', '$', '=', '!', '?']).unwrap_or(text.len());
            (length, Sign::Text(&text[..length]))
        }
    }
}

/// A section under construction.
struct Scanner<'a> {
    section: Section<'a>,
    notes: Vec<Note>,
    /// A sign that belongs to the next entry.
    irregular: Option<(Place, char)>,
    ended: bool,
}

impl<'a> Scanner<'a> {
    /// # Errors
    /// A message.
    fn take(&mut self, place: Place, sign: Sign<'a>, written: &str) -> Result<(), Phrase> {
        match (sign, self.section.entries.last_mut()) {
            (Sign::End, _) => self.ended = true,
            (Sign::Ongoing, _) => {
                self.section.ongoing = true;
                let (text, remark) = ("-", Remark::default());
                self.section.entries.push(Entry {
                    place,
                    text,
                    remark,
                });
            }
            (Sign::Irregular(letter), _) => self.irregular = Some((place, letter)),
            (Sign::Text(text), _) => {
                let irregular = self.irregular.take().map(|(_, letter)| letter);
                let remark = Remark {
                    irregular,
                    ..Remark::default()
                };
                self.section.entries.push(Entry {
                    place,
                    text,
                    remark,
                });
            }
            (Sign::Glyph(glyph), Some(entry)) => entry.remark.glyphs.push(glyph),
            (Sign::Note(number), Some(entry)) => {
                entry.remark.alerted = true;
                let mut notes = self.notes.iter_mut();
                let note = notes.find(|note| note.number == Some(number));
                let unknown = || {
                    (
                        format!("unknown note {number}"),
                        format!("注{number}がありません"),
                    )
                };
                let note = note.ok_or_else(unknown)?;
                entry.remark.note = note.refer();
            }
            _ => {
                let sign = excerpt(written);
                let japanese = format!("記号「{sign}」は読めません");
                return Err((format!("unexpected sign `{sign}`"), japanese).into());
            }
        }
        Ok(())
    }

    /// Processes a word sign by sign.
    fn word(
        &mut self,
        meaning: &mut RecordBuilder<'_>,
        place: Place,
        word: &'a str,
        first_glyph: u8,
    ) {
        let mut rest = word;
        while !rest.is_empty() {
            let place = place.past(&word[..word.len() - rest.len()]);
            let (length, sign) = sign(rest, first_glyph);
            if let Err(fault) = self.take(place, sign, &rest[..length]) {
                meaning.report(place, fault);
            }
            rest = &rest[length..];
        }
    }
}

impl RecordBuilder<'_> {
    fn section<'a>(
        &mut self,
        tag: &RawTag<'a>,
        notes: &[&RawTag<'_>],
        first_glyph: u8,
    ) -> Section<'a> {
        let mut scanner = Scanner {
            section: Section {
                entries: Vec::new(),
                ongoing: false,
            },
            notes: notes.iter().map(|note| Note::new(note)).collect(),
            irregular: None,
            ended: false,
        };
        for &(place, word) in &tag.words {
            if scanner.ended {
                let word = excerpt(word);
                let english = format!("text `{word}` after the end of the section");
                let japanese = format!("セクションの終わりの後に「{word}」があります");
                self.report(place, (english, japanese));
                break;
            }
            scanner.word(self, place, word, first_glyph);
        }
        if let Some((place, letter)) = scanner.irregular {
            let english = format!("no call or card after `^{letter}`");
            let japanese = format!("「^{letter}」の後にコールもカードもありません");
            self.report(place, (english, japanese));
        }
        let left = scanner.notes.into_iter().filter(|note| !note.used);
        let left = left.map(|note| Tag::new("Note", note.value));
        self.record.tags.extend(left);
        scanner.section
    }

    /// Reads the calls up to the first invalid one.
    pub(super) fn auction(&mut self, tag: &RawTag<'_>, notes: &[&RawTag<'_>]) {
        let section = self.section(tag, notes, CALL_GLYPHS);
        self.record.ongoing = section.ongoing;
        // Columns before the dealer's may be filled.
        let mut entries = section.entries.as_slice();
        if section.ongoing
            && let [before @ .., last] = entries
            && last.text == "-"
        {
            entries = before;
        }
        let filled = entries.iter().take_while(|entry| entry.text == "-").count();
        self.first_column(tag, filled);
        for entry in &entries[filled..] {
            if let Err(fault) = call(&mut self.record, entry) {
                self.report(entry.place, auction_skipped(&fault));
                break;
            }
        }
    }

    /// Compares the dealer with the seat of the first call.
    fn first_column(&mut self, tag: &RawTag<'_>, filled: usize) {
        let named = seat(tag).unwrap_or_else(|fault| {
            self.report(tag.value_place, fault);
            None
        });
        let first = named.map(|seat| after(seat, filled));
        self.record.dealer = self.record.dealer.or(first);
        if first.is_some() && first != self.record.dealer {
            let message = (
                "the first call is not the dealer's",
                "最初のコールがディーラーのものではありません",
            );
            self.report(tag.value_place, message);
        }
    }

    /// Reads the cards up to the first invalid one.
    pub(super) fn play(&mut self, tag: &RawTag<'_>, notes: &[&RawTag<'_>]) {
        let section = self.section(tag, notes, CARD_GLYPHS);
        self.record.ongoing |= section.ongoing;
        let leader = self.play_leader(tag, &section);
        let (Some(leader), Some(mut replay)) = (leader, self.record.replay()) else {
            if let Some(entry) = section.entries.first() {
                let message = (
                    "the play is skipped: contract or declarer unknown",
                    "コントラクトまたはディクレアラーが不明のため、プレイを読み飛ばします",
                );
                self.report(entry.place, message);
            }
            return;
        };
        for row in section.entries.chunks(4) {
            if let Err((place, fault)) = trick(&mut self.record, &mut replay, leader, row) {
                self.report(place, play_skipped(&fault));
                break;
            }
        }
        self.record.cards = replay.cards().to_vec();
    }

    /// Returns the seat of the first column.
    fn play_leader(&mut self, tag: &RawTag<'_>, section: &Section<'_>) -> Option<Seat> {
        let named = seat(tag).unwrap_or_else(|fault| {
            self.report(tag.value_place, fault);
            None
        });
        let final_contract = self.record.final_contract()?.leader();
        let leader = named.unwrap_or(final_contract);
        if leader != final_contract {
            self.record.leader = Some(leader);
            let first = section.entries.first();
            let admitted = first.is_some_and(|entry| entry.remark.irregular.is_some());
            let whole = self
                .record
                .hands
                .iter()
                .flatten()
                .any(|hand| hand.len() == 13);
            if whole && !admitted && !self.record.irregular_declarer {
                let english = format!("{final_contract} should lead, not {leader}");
                let [right, wrong] = [final_contract, leader].map(japanese::seat);
                let japanese = format!("オープニングリードは{wrong}ではなく{right}です");
                self.report(tag.value_place, (english, japanese));
            }
        }
        Some(leader)
    }
}

/// A note, and whether any call or card refers to it.
struct Note {
    number: Option<u32>,
    text: String,
    value: String,
    used: bool,
}

impl Note {
    fn new(tag: &RawTag<'_>) -> Self {
        let (number, text) = tag.value.split_once(':').unwrap_or_default();
        Note {
            number: number.trim().parse().ok(),
            text: text.trim().to_owned(),
            value: tag.value.clone(),
            used: false,
        }
    }

    /// Returns its text; without text it is a bare alert.
    fn refer(&mut self) -> Option<String> {
        self.used = true;
        (!self.text.is_empty()).then(|| self.text.clone())
    }
}

fn push_remark(list: &mut Vec<Remark>, at: usize, remark: &Remark) {
    let remark = Remark {
        at,
        ..remark.clone()
    };
    if remark.is_some() {
        list.push(remark);
    }
}

fn call(record: &mut Record, entry: &Entry<'_>) -> Result<(), Phrase> {
    let at = record.auction.len();
    if entry.text.starts_with('^') {
        // The seats of all later calls would be wrong.
        return Err(("a player was skipped", "コールが1人分抜けています").into());
    }
    if entry.text.eq_ignore_ascii_case("AP") {
        if record.auction.has_ended() {
            return Err((
                "AP cannot be called: the auction is over",
                "APはコールできません。オークションは終わっています",
            )
                .into());
        }
        while record.auction.try_push(Call::Pass).is_ok() {}
    } else {
        let call = notation::call(entry.text)?;
        let legal = record.auction.try_push(call);
        legal.map_err(|fault| illegal_call(call, fault))?;
    }
    push_remark(&mut record.call_remarks, at, &entry.remark);
    Ok(())
}

/// Plays one line of the play: the cards of a trick, each in the column of its seat.
fn trick(
    record: &mut Record,
    replay: &mut Replay,
    leader: Seat,
    row: &[Entry<'_>],
) -> Result<(), (Place, Phrase)> {
    let unfinished = !replay.cards().len().is_multiple_of(4);
    let mut cells: [Option<(&Entry<'_>, Card)>; 4] = [None; 4];
    for (column, entry) in row
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.text != "-")
    {
        let card = notation::card(entry.text).map_err(|fault| (entry.place, fault.into()))?;
        if unfinished {
            let english = format!(
                "{} is played before the last trick is finished",
                Ascii(card)
            );
            let japanese = format!(
                "前のトリックが終わる前に{}が出ています",
                japanese::named(card)
            );
            return Err((entry.place, (english, japanese).into()));
        }
        cells[after(leader, column) as usize] = Some((entry, card));
    }
    while let Some((entry, card)) = replay.turn().and_then(|seat| cells[seat as usize].take()) {
        let at = replay.cards().len();
        replay
            .play(card)
            .map_err(|fault| (entry.place, fault.into()))?;
        push_remark(&mut record.card_remarks, at, &entry.remark);
    }
    match (cells.iter().flatten().next(), replay.turn()) {
        (Some((entry, card)), Some(seat)) => {
            let english = format!("{} is played before the card of {seat}", Ascii(*card));
            let (seat, card) = (japanese::seat(seat), japanese::named(*card));
            let japanese = format!("{seat}のカードより先に{card}が出ています");
            Err((entry.place, (english, japanese).into()))
        }
        (Some((entry, card)), None) => {
            let english = format!("{} is played after the last trick", Ascii(*card));
            let card = japanese::named(*card);
            let japanese = format!("最後のトリックの後に{card}が出ています");
            Err((entry.place, (english, japanese).into()))
        }
        (None, _) => Ok(()),
    }
}
