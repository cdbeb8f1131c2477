//! Faults: why a request failed, with the place, a message and a code.
//!
//! A message is an English sentence. The faults that pages show often have a code and named values
//! too, from which a page makes the sentence in its own language.

use arena::Phrase;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The error of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, thiserror::Error)]
pub struct Fault {
    /// The kind of error, which decides the status of an HTTP response.
    pub kind: FaultKind,
    /// The English message: what is wrong, and what to do about it.
    pub message: String,
    /// The place of the error: a field such as `stones[3].x`, or a line and a column of a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The code of the message, for translations; none if the message has no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<FaultCode>,
    /// The values in a message with a code, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(default)]
    pub values: BTreeMap<String, String>,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The request is invalid.
    Wrong,
    /// The client has no permission.
    Forbidden,
    /// The named thing does not exist, or no longer.
    Missing,
    /// The request is too large or takes too long, or the client has sent too many.
    TooMuch,
    /// The request was cancelled.
    Cancelled,
    /// The program failed.
    Failed,
}

/// The code of a fault; each names the values that come with it. Beside an English `why` there may
/// be a Japanese `why_ja`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaultCode {
    /// The request was cancelled.
    Cancelled,
    /// The time limit is over: `seconds`.
    TimedOut,
    /// The client has too many waiting requests: `waiting`.
    QueueFull,
    /// All clients together have too many waiting requests.
    ServerBusy,
    /// The server is shutting down.
    Closing,
    /// No operation has this name: `name`.
    UnknownOperation,
    /// No task has this id, or no longer.
    UnknownTask,
    /// No game has this name: `name`, `known`.
    UnknownGame,
    /// No player has this name: `name`, `known`.
    UnknownPlayer,
    /// The player has no such setting: `player`, `key`, `known`.
    UnknownSetting,
    /// The value of a setting is invalid: `key`, `value`, `why`.
    BadSetting,
    /// The value of a setting is above the limit for pages: `key`, `value`, `max`.
    SettingLimit,
    /// The player is a program, which pages may not start: `name`.
    ProgramForbidden,
    /// The setting names a file, which pages may not open: `key`, `value`.
    FileForbidden,
    /// The text of a player is invalid: `why`.
    InvalidPlayer,
    /// No experiment has this name: `name`, `known`.
    UnknownExperiment,
    /// The experiment has no results: `name`.
    NoResults,
    /// The tournament or experiment is running already: `what` is `tournament` or `experiment`.
    AlreadyRunning,
    /// The records folder has no such file: `name`.
    UnknownRecord,
    /// The log is no record of Sakiyomi, and only those can be continued or simulated again.
    RecordRequired,
    /// A number is out of its range: `min` and `max` where there are such, and `unit` if it has
    /// one.
    OutOfRange,
    /// A text or a file is too long: `max`, `unit`.
    TooLong,
    /// A list is too long: `max`.
    TooMany,
    /// A text or a list is empty.
    Empty,
    /// The game is over.
    GameOver,
    /// No shot comes next.
    NoShotNext,
    /// The stones of a mixed doubles end are not placed yet.
    StonesNotPlaced,
    /// A position or its conditions are impossible: `why`.
    InvalidPosition,
    /// Moves do not fit the rules: `why`.
    InvalidMoves,
    /// A file cannot be read: `why`.
    UnreadableFile,
    /// The input does not fit the operation's type: `why`.
    InvalidInput,
    /// A player had no answer: `player`, `why`.
    PlayerFailed,
    /// A bug of the program: `why`.
    InternalError,
    /// The access token is missing or wrong.
    TokenRequired,
    /// Another error, whose message is in both languages: `why`, `why_ja`.
    Explained,
}

impl Fault {
    fn new(kind: FaultKind, message: impl fmt::Display) -> Self {
        let message = message.to_string();
        Fault {
            kind,
            message,
            place: None,
            code: None,
            values: BTreeMap::new(),
        }
    }

    /// Returns the fault of an invalid request, with its message in English and Japanese.
    pub fn because(why: impl Into<Phrase>) -> Self {
        let why = why.into();
        Self::wrong(&why).explained_by(FaultCode::Explained, &why)
    }

    /// Returns the fault of an invalid request.
    pub fn wrong(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Wrong, message)
    }

    /// Returns the fault of a request that is invalid at a place.
    pub fn wrong_at(place: impl fmt::Display, message: impl fmt::Display) -> Self {
        Self::wrong(message).at(place)
    }

    /// Returns the fault of a number outside its range, in a unit such as `seconds` or in none.
    pub fn out_of_range<T: fmt::Display>(
        place: impl fmt::Display,
        (min, max): (T, T),
        unit: &str,
    ) -> Self {
        let space = if unit.is_empty() { "" } else { " " };
        let message = format!("must be from {min} to {max}{space}{unit}");
        let fault = Self::wrong_at(place, message)
            .code(FaultCode::OutOfRange)
            .value("min", min)
            .value("max", max);
        if unit.is_empty() {
            return fault;
        }
        fault.value("unit", unit)
    }

    /// Returns the fault of a text or a file that is longer than `max` of a unit such as `bytes`.
    pub fn too_long(message: impl fmt::Display, max: usize, unit: &str) -> Self {
        Self::too_much(message).longer_than(max, unit)
    }

    /// Returns the fault with the code of a text that is longer than `max` of a unit.
    #[must_use]
    pub fn longer_than(self, max: usize, unit: &str) -> Self {
        self.code(FaultCode::TooLong)
            .value("max", max)
            .value("unit", unit)
    }

    /// Returns the fault with a place.
    #[must_use]
    pub fn at(self, place: impl fmt::Display) -> Self {
        Fault {
            place: Some(place.to_string()),
            ..self
        }
    }

    /// Returns the fault with another kind.
    #[must_use]
    pub fn kind(self, kind: FaultKind) -> Self {
        Fault { kind, ..self }
    }

    /// Returns the fault with its place inside this field.
    #[must_use]
    pub fn within(self, field: &str) -> Self {
        let place = match &self.place {
            Some(place) => format!("{field}.{place}"),
            None => field.to_owned(),
        };
        self.at(place)
    }

    /// Returns the fault with a code.
    #[must_use]
    pub fn code(self, code: FaultCode) -> Self {
        Fault {
            code: Some(code),
            ..self
        }
    }

    /// Returns the fault with a value of its message.
    #[must_use]
    pub fn value(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.values.insert(name.to_owned(), value.to_string());
        self
    }

    /// Returns the fault with a code whose only value is `why`, the message.
    #[must_use]
    pub fn explained(self, code: FaultCode) -> Self {
        let why = self.message.clone();
        self.code(code).value("why", why)
    }

    /// Returns the fault with a code whose values are the message in English, `why`, and in
    /// Japanese, `why_ja`.
    #[must_use]
    pub fn explained_by(self, code: FaultCode, why: &Phrase) -> Self {
        let explained = self.explained(code).value("why", why);
        explained.value("why_ja", why.ja())
    }

    /// Returns the fault of a request without permission.
    pub fn forbidden(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Forbidden, message)
    }

    /// Returns the fault of a request for something that does not exist.
    pub fn missing(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Missing, message)
    }

    /// Returns the fault of a request that is too large, or of a client with too many requests.
    pub fn too_much(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::TooMuch, message)
    }

    /// Returns the fault of a cancelled request.
    pub fn cancelled() -> Self {
        Self::new(FaultKind::Cancelled, "cancelled").code(FaultCode::Cancelled)
    }

    /// Returns the fault of a request that was stopped at its time limit.
    pub fn timed_out(limit: std::time::Duration) -> Self {
        let seconds = limit.as_secs_f64();
        Self::too_much(format!("not finished within {seconds} seconds"))
            .code(FaultCode::TimedOut)
            .value("seconds", seconds)
    }

    /// Returns the result of work, its panic as an internal error.
    ///
    /// # Errors
    /// If the work fails, and with [`FaultCode::InternalError`] if it panics.
    pub fn caught<T>(work: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
            let why = arena::referee::panic_message(panic.as_ref());
            let fault = Self::failed(format!("internal error: {why}"));
            Err(fault.code(FaultCode::InternalError).value("why", why))
        })
    }

    /// Returns the fault of a failure of the program.
    pub fn failed(message: impl fmt::Display) -> Self {
        Self::new(FaultKind::Failed, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_fault_without_a_code_is_written_as_in_version_0_1() {
        let written = serde_json::to_value(Fault::wrong_at("x", "no")).unwrap();
        assert_eq!(
            written,
            json!({ "kind": "wrong", "message": "no", "place": "x" })
        );
    }

    #[test]
    fn a_message_in_both_languages_comes_with_its_code() {
        let fault = Fault::because(("no", "いいえ")).at("x");
        let written = serde_json::to_value(&fault).unwrap();
        assert_eq!(written["message"], "no");
        assert_eq!(written["code"], "explained");
        assert_eq!(
            written["values"],
            json!({ "why": "no", "why_ja": "いいえ" })
        );
    }

    #[test]
    fn a_code_comes_with_the_values_of_its_message() {
        let fault = Fault::out_of_range("seconds", (0.05, 60.0), "seconds").within("player");
        let written = serde_json::to_value(&fault).unwrap();
        assert_eq!(written["code"], "out-of-range");
        let values = json!({ "min": "0.05", "max": "60", "unit": "seconds" });
        assert_eq!(written["values"], values);
        assert_eq!(
            fault.to_string(),
            "player.seconds: must be from 0.05 to 60 seconds"
        );
    }
}
