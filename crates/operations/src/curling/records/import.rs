//! Championships of people, imported as observed matches.

use crate::fault::Fault;
use crate::{Operation, TaskHandle};
use digital_curling::games::curlit::{self, CsvError, Tables};
use digital_curling::games::observed::ObservedMatch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Imported matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CurlingImported {
    /// The matches.
    pub matches: Vec<CurlingImportedMatch>,
    /// Warnings about what the tables leave open or contradict, each with its place.
    pub warnings: Vec<String>,
}

/// An imported match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CurlingImportedMatch {
    /// A name for its file, unique in the answer.
    pub file: String,
    /// The competition, session and sheet.
    pub title: String,
    /// The names of team 0, which throws first, and team 1.
    pub names: [String; 2],
    /// The number of ends.
    pub ends: usize,
    /// The number of shots.
    pub shots: usize,
    /// The match, as a file that every operation on logs reads.
    pub text: String,
}

/// The operation.
pub(super) fn operation() -> Operation {
    Operation::task(
        "curling/import",
        (
            "Reads the tables of a championship recorded shot by shot and returns its matches.",
            "一投ごとに記録された選手権の表を読み、その試合を返します。",
        ),
        |tables: Tables, task| import(&tables, task),
    )
}

impl From<CsvError> for Fault {
    fn from(error: CsvError) -> Self {
        let place = format!("{}, line {}", error.table, error.line);
        Fault::wrong_at(place, error.why)
    }
}

fn import(tables: &Tables, task: &TaskHandle) -> Result<CurlingImported, Fault> {
    let imported = curlit::read(tables)?;
    task.check()?;
    let matches = imported.matches.iter().zip(1..).map(|(played, number)| {
        Ok(CurlingImportedMatch {
            file: file_name(played, number),
            title: played.title.clone(),
            names: played.names.clone(),
            ends: played.ends.len(),
            shots: played.ends.iter().map(|end| end.shots.len()).sum(),
            text: played.text().map_err(Fault::failed)?,
        })
    });
    Ok(CurlingImported {
        matches: matches.collect::<Result<_, Fault>>()?,
        warnings: imported.warnings,
    })
}

/// The file name of a match: its number, teams and title, of letters and digits.
fn file_name(played: &ObservedMatch, number: usize) -> String {
    let [one, two] = &played.names;
    let words = format!("{one} {two} {}", played.title);
    let plain = words.split(|c: char| !c.is_ascii_alphanumeric());
    let plain: Vec<_> = plain.filter(|word| !word.is_empty()).collect();
    let name: String = plain.join("-").to_lowercase().chars().take(100).collect();
    format!("{number:03}-{name}.jsonl")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn tables_that_cannot_be_read_are_named_with_their_line() {
        let asked = json!({ "games": "a,b\n1", "ends": "", "stones": "" });
        let asked: Tables = serde_json::from_value(asked).unwrap();
        let fault = import(&asked, &TaskHandle::idle()).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("Ends, line 1"));
    }

    #[test]
    fn file_names_are_plain() {
        let result = digital_curling::games::observed::ObservedResult {
            ending: digital_curling::games::Ending::Unknown,
            winner: None,
        };
        let played = ObservedMatch {
            title: "Cup/../2, sheet A".to_owned(),
            names: ["Türkiye".to_owned(), "日本".to_owned()],
            length: 8,
            ends: Vec::new(),
            result,
        };
        assert_eq!(file_name(&played, 7), "007-t-rkiye-cup-2-sheet-a.jsonl");
    }
}
