//! GTP requests and responses, parsed and formatted.
//!
//! Before anything else a line loses its comment (from `#` on) and its control characters; tabs are
//! blanks. What is left is an optional number, which the answer repeats, a command and its
//! arguments. Arguments with blanks in them (names of files) may stand in double quotes.

/// A raw line.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    /// The line is too long.
    pub(super) cut: bool,
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Line {
            bytes: text.as_bytes().to_vec(),
            cut: false,
        }
    }
}

/// A command with its arguments.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    /// Digits to be repeated in the answer; may be none.
    pub(super) id: String,
    pub(super) command: String,
    pub(super) arguments: Vec<String>,
    /// The error of the line, whatever the command.
    pub(super) flaw: Option<&'static str>,
}

impl Request {
    /// Parses a line; none without a command.
    pub(super) fn read(line: &Line) -> Option<Self> {
        let comment = line.bytes.iter().position(|&byte| byte == b'#');
        let said = &line.bytes[..comment.unwrap_or(line.bytes.len())];
        let flaw = if line.cut && comment.is_none() {
            Some("line too long")
        } else if std::str::from_utf8(said).is_err() {
            Some("not UTF-8")
        } else {
            None
        };
        let mut words = words(&String::from_utf8_lossy(said)).into_iter().peekable();
        let is_id = |word: &String| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        words.peek()?;
        Some(Request {
            id: words.next_if(is_id).unwrap_or_default(),
            command: words.next().unwrap_or_default(),
            arguments: words.collect(),
            flaw,
        })
    }
}

/// Splits a line into words; text in double quotes is one word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' | '\t' if !quoted => words.extend(word.take()),
            _ if letter.is_control() && letter != '\t' => {}
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The response to a request; `Err` is an error of the protocol.
pub(super) type Answer = Result<String, String>;

/// Formats a response, empty line included.
pub(super) fn written(id: &str, answer: &Answer) -> String {
    let (mark, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    format!("{mark}{id} {}\n\n", without_empty_lines(text))
}

/// An empty line would end the answer early. A picture may begin on a line of its own.
fn without_empty_lines(text: &str) -> String {
    let clean = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
    let text: String = text.chars().map(clean).collect();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let lines = lines.collect::<Vec<_>>().join("\n");
    let begin = if text.starts_with('\n') && !lines.is_empty() {
        "\n"
    } else {
        ""
    };
    format!("{begin}{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Id, command and arguments, or nothing.
    fn read(text: &str) -> [String; 3] {
        Request::read(&text.into())
            .map(|r| [r.id, r.command, r.arguments.join("|")])
            .unwrap_or_default()
    }

    fn parts(id: &str, command: &str, arguments: &str) -> [String; 3] {
        [id, command, arguments].map(str::to_owned)
    }

    #[test]
    fn a_line_is_an_id_a_command_and_arguments() {
        assert_eq!(read("play b e10"), parts("", "play", "b|e10"));
        assert_eq!(read(" 12\tname "), parts("12", "name", ""));
        assert_eq!(read("12"), parts("12", "", ""));
        assert_eq!(read("1a 2"), parts("", "1a", "2"));
    }

    #[test]
    fn comments_blanks_and_control_characters_are_nothing() {
        for text in ["", "  \t", "# all of it", "\r", "\u{1}\u{7f}"] {
            assert_eq!(Request::read(&text.into()), None, "{text:?}");
        }
        assert_eq!(read("na\u{8}me\r"), parts("", "name", ""));
        assert_eq!(read("3 g # now"), parts("3", "g", ""));
    }

    #[test]
    fn quotes_keep_a_name_together() {
        assert_eq!(read("savesgf \"a b\" 3"), parts("", "savesgf", "a b|3"));
        assert_eq!(read("savesgf \"a b"), parts("", "savesgf", "a b"));
        assert_eq!(read("savesgf \"\""), parts("", "savesgf", ""));
    }

    #[test]
    fn a_flaw_keeps_its_id_and_matters_before_the_comment_only() {
        let flaw = |bytes: &[u8], cut| {
            let bytes = bytes.to_vec();
            let request = Request::read(&Line { bytes, cut })?;
            Some((request.id, request.flaw))
        };
        assert_eq!(
            flaw(b"4 g\xff", false),
            Some(("4".into(), Some("not UTF-8")))
        );
        assert_eq!(flaw(b"4 g #\xff", true), Some(("4".into(), None)));
        assert_eq!(flaw(b"#\xff", false), None);
        assert_eq!(
            flaw(b"4 aaa", true),
            Some(("4".into(), Some("line too long")))
        );
    }

    #[test]
    fn an_answer_ends_with_its_first_empty_line() {
        assert_eq!(written("", &Ok(String::new())), "= \n\n");
        assert_eq!(written("7", &Ok("a\n\n \nb\n".into())), "=7 a\nb\n\n");
        assert_eq!(written("", &Err("no\rgood".into())), "? no good\n\n");
        assert_eq!(written("", &Ok("\n\n a".into())), "= \n a\n\n");
        assert_eq!(written("", &Ok("\n".into())), "= \n\n");
    }
}
