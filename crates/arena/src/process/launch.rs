//! Launch descriptions of programs: command line, directory, environment and line ends.
//!
//! A command line is split into words the way a shell splits it, but it is never given to a shell:
//! no variables, no patterns, no pipes. Use `sh -c '...'` for those.

use serde::de::{MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A program with its arguments, directory, environment and line ends.
///
/// The text form is a command line; in a file it is a command line or a table of the fields.
///
/// ```
/// use arena::process::Launch;
///
/// let launch: Launch = "engine --name 'Deep Thought' --level=3".parse()?;
/// assert_eq!(launch.args, ["--name", "Deep Thought", "--level=3"]);
/// assert_eq!(launch.to_string(), "engine --name 'Deep Thought' --level=3");
///
/// let error = "engine 'Deep Thought".parse::<Launch>().unwrap_err();
/// assert_eq!(error.to_string(), "unclosed ' at column 8");
/// # Ok::<(), arena::process::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Launch {
    /// A name to look up in `PATH` or, if it contains a `/`, a path. A relative path is relative to
    /// [`dir`](Self::dir).
    pub program: String,
    /// The command-line arguments.
    pub args: Vec<String>,
    /// The working directory; ours, if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Environment variables added to ours.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<(String, String)>,
    /// The line ends.
    pub lines: LineEnd,
}

impl Launch {
    /// Creates a program without arguments, in our directory.
    pub fn new(program: impl Into<String>) -> Self {
        Launch {
            program: program.into(),
            args: Vec::new(),
            dir: None,
            env: Vec::new(),
            lines: LineEnd::default(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<String>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn dir(self, dir: impl Into<PathBuf>) -> Self {
        Launch {
            dir: Some(dir.into()),
            ..self
        }
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Sets the line ends.
    #[must_use]
    pub fn lines(self, lines: LineEnd) -> Self {
        Launch { lines, ..self }
    }
}

/// The command line. Directory, environment and line ends are not part of it.
impl Launch {
    /// Returns the working directory of the program: its own, or the current one.
    pub fn folder(&self) -> PathBuf {
        let current = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        self.dir.clone().unwrap_or_else(current)
    }
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote(&self.program))?;
        self.args
            .iter()
            .try_for_each(|arg| write!(f, " {}", quote(arg)))
    }
}

impl FromStr for Launch {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = split(line)?.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(Launch {
            args: words.collect(),
            ..Launch::new(program.ok_or(CommandError::Empty)?)
        })
    }
}

impl<'de> Deserialize<'de> for Launch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(LineOrTable)
    }
}

/// Parser of both forms; an untagged enum would hide the error in the input.
struct LineOrTable;

impl<'de> Visitor<'de> for LineOrTable {
    type Value = Launch;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a command line or a table with `program`, `args`, `dir`, `env`, `lines`")
    }

    fn visit_str<E: serde::de::Error>(self, line: &str) -> Result<Launch, E> {
        line.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Launch, A::Error> {
        let table = Table::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Launch {
            program: table.program,
            args: table.args,
            dir: table.dir,
            env: table.env,
            lines: table.lines,
        })
    }
}

/// The fields of a [`Launch`] as a file gives them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    program: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    dir: Option<PathBuf>,
    #[serde(default)]
    env: Vec<(String, String)>,
    #[serde(default)]
    lines: LineEnd,
}

/// Line ends, in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// LF is sent; LF and CRLF are accepted.
    #[default]
    Lf,
    /// CRLF is sent; LF and CRLF are accepted.
    CrLf,
    /// NUL is sent and accepted. A line may then contain LF.
    Nul,
    /// LF is sent; LF, CRLF and NUL are accepted.
    Any,
    /// NUL is sent; LF, CRLF and NUL are accepted. A program gets the next line when it has read
    /// the previous one, or after a second: programs of this kind take one read for one line.
    NulAny,
}

impl LineEnd {
    pub(super) fn sent(self) -> &'static [u8] {
        match self {
            LineEnd::Lf | LineEnd::Any => b"\n",
            LineEnd::CrLf => b"\r\n",
            LineEnd::Nul | LineEnd::NulAny => b"\0",
        }
    }

    pub(super) fn ends_at(self, byte: u8) -> bool {
        match self {
            LineEnd::Lf | LineEnd::CrLf => byte == b'\n',
            LineEnd::Nul => byte == 0,
            LineEnd::Any | LineEnd::NulAny => byte == b'\n' || byte == 0,
        }
    }

    /// Returns whether a CR before the end belongs to the end rather than to the line.
    pub(super) fn strips_cr(self) -> bool {
        self != LineEnd::Nul
    }
}

/// An error in a command line. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No program is named.
    #[error("the command line names no program")]
    Empty,
    /// A quote is not closed.
    #[error("unclosed {quote} at column {column}")]
    UnclosedQuote {
        /// The quote character.
        quote: char,
        /// The column.
        column: usize,
    },
    /// The last character is a backslash.
    #[error("trailing backslash at column {column}")]
    TrailingBackslash {
        /// The column.
        column: usize,
    },
}

/// Splits a command line into words.
///
/// Blanks separate words. Single quotes quote everything; in double quotes a backslash escapes a
/// following `"` or `\` and is literal otherwise; outside of quotes it escapes any character.
///
/// # Errors
///
/// If a quote is not closed or the line ends with a backslash.
pub fn split(line: &str) -> Result<Vec<String>, CommandError> {
    let mut words = Vec::new();
    // `None` between words: an empty pair of quotes is a word, blanks are not.
    let mut word: Option<String> = None;
    let mut rest = line.chars().zip(1..).peekable();
    while let Some((c, column)) = rest.next() {
        match c {
            '\'' | '"' => quoted(c, column, &mut rest, word.get_or_insert_default())?,
            '\\' => {
                let (next, _) = rest
                    .next()
                    .ok_or(CommandError::TrailingBackslash { column })?;
                word.get_or_insert_default().push(next);
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Appends the text before the closing `quote` to `word`, and consumes that quote.
fn quoted(
    quote: char,
    column: usize,
    rest: &mut std::iter::Peekable<impl Iterator<Item = (char, usize)>>,
    word: &mut String,
) -> Result<(), CommandError> {
    while let Some((c, _)) = rest.next() {
        if c == quote {
            return Ok(());
        }
        let escaped = (c == '\\' && quote == '"')
            .then(|| rest.next_if(|&(next, _)| matches!(next, '"' | '\\')))
            .flatten();
        word.push(escaped.map_or(c, |(next, _)| next));
    }
    Err(CommandError::UnclosedQuote { quote, column })
}

/// Quotes one word so that [`split`] reads it back; quotes are added only where needed.
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-^~".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(line: &str) -> Vec<String> {
        split(line).unwrap()
    }

    #[test]
    fn blanks_of_any_kind_separate_words() {
        assert_eq!(words("  a\tb \n c "), ["a", "b", "c"]);
        assert_eq!(words(" "), [""; 0]);
    }

    #[test]
    fn quotes_join_and_may_be_empty() {
        assert_eq!(words(r#"a'b c'"d e" '' """#), ["ab cd e", "", ""]);
    }

    #[test]
    fn a_backslash_means_what_it_means_to_a_shell() {
        assert_eq!(
            words(r#"a\ b '\n' "\"\\\n" \'"#),
            ["a b", r"\n", r#""\\n"#, "'"]
        );
    }

    #[test]
    fn errors_count_columns_in_characters() {
        assert_eq!(
            split("先読み \"x"),
            Err(CommandError::UnclosedQuote {
                quote: '"',
                column: 5
            })
        );
        assert_eq!(
            split("ab\\"),
            Err(CommandError::TrailingBackslash { column: 3 })
        );
        assert_eq!(" ".parse::<Launch>(), Err(CommandError::Empty));
        assert_eq!("'' x".parse::<Launch>(), Err(CommandError::Empty));
    }

    #[test]
    fn a_launch_survives_serialisation() {
        let launch = Launch::new("engine")
            .arg("two words")
            .dir("/tmp")
            .env("A", "1")
            .lines(LineEnd::Nul);
        let text = serde_json::to_string(&launch).unwrap();
        assert_eq!(serde_json::from_str::<Launch>(&text).unwrap(), launch);
    }

    #[test]
    fn a_launch_is_read_from_a_command_line_or_a_table() {
        let read = serde_json::from_str::<Launch>;
        assert_eq!(
            read(r#""engine -x""#).unwrap(),
            Launch::new("engine").arg("-x")
        );
        assert_eq!(
            read(r#"{"program":"engine"}"#).unwrap(),
            Launch::new("engine")
        );
        let unclosed = read(r#""engine 'x""#).unwrap_err().to_string();
        assert!(unclosed.contains("column 8"), "{unclosed}");
        let misspelt = read(r#"{"program":"engine","arg":[]}"#).unwrap_err();
        assert!(misspelt.to_string().contains("unknown field `arg`"));
    }

    proptest! {
        #[test]
        fn what_is_quoted_and_joined_is_split_again(
            words in prop::collection::vec("[a-z'\"\\\\ \t\n$=é先\\PC]{0,8}", 0..6)
        ) {
            let line = words.iter().map(|w| quote(w)).collect::<Vec<_>>().join(" ");
            prop_assert_eq!(split(&line).unwrap(), words);
        }

        #[test]
        fn a_shown_launch_is_read_back(
            program in "[^\0]{1,8}", args in prop::collection::vec("[^\0]{0,8}", 0..4)
        ) {
            let launch = Launch { args, ..Launch::new(program) };
            prop_assert_eq!(launch.to_string().parse::<Launch>().unwrap(), launch);
        }

        #[test]
        fn splitting_never_panics_and_names_a_column_of_the_line(line in "[a-c'\"\\\\ é]{0,12}|.*") {
            if let Err(
                CommandError::UnclosedQuote { column, .. } | CommandError::TrailingBackslash { column }
            ) = split(&line) {
                prop_assert!(matches!(line.chars().nth(column - 1), Some('\'' | '"' | '\\')));
            }
        }
    }
}
