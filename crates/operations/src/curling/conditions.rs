//! Conditions read from any form, and the conditions of the platforms.

use super::wire::{CurlingConditions, CurlingGame, name_of};
use crate::{Fault, FaultCode, Nothing, Operation};
use arena::Phrase;
use curling::notation::{Discipline, Platform};
use curling::rules::{Game, Rules, Team};
use curling::sheet::Sheet;
use curling::stones::SLOTS;
use digital_curling::plan::{Draft, Part, Plan, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest text of conditions, in bytes.
const LONGEST: usize = 262_144;
/// The most changes.
const MOST: usize = 200;

/// The operations on conditions.
pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::quick(
            "curling/conditions",
            (
                "Reads conditions in any form (TOML, JSON, the files of the DC2 and DC3 servers, changes) and returns the one written form, its TOML, and where each part comes from.",
                "あらゆる形式の競技条件（TOML、JSON、DC2・DC3 サーバの設定ファイル、変更の列）を読み、統一表記とその TOML、各項目の出典を返します。",
            ),
            |asked: CurlingConditionsText, _| conditions(&asked),
        ),
        Operation::quick(
            "curling/platforms",
            (
                "Lists the platforms with their usual conditions, sheets, and matches as they begin.",
                "各プラットフォームの標準の競技条件、シート、試合開始時の状態を返します。",
            ),
            |_: Nothing, _| Ok(platforms()),
        ),
    ]
}

/// A text of conditions.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CurlingConditionsText {
    /// The platform whose conditions are the defaults.
    platform: String,
    /// Conditions in any form, or a saved position; at most 256 KiB.
    text: Option<String>,
    /// The name of the text, for sources and messages.
    name: String,
    /// Which match of a DC2 server's file.
    r#match: Option<String>,
    /// Changes on top, each `key=value`: `ends=4`, `platform=dc3`.
    set: Vec<String>,
}

impl Default for CurlingConditionsText {
    fn default() -> Self {
        CurlingConditionsText {
            platform: "paper".to_owned(),
            text: None,
            name: "text".to_owned(),
            r#match: None,
            set: Vec::new(),
        }
    }
}

/// Parsed conditions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingConditionsRead {
    /// The conditions in our notation.
    conditions: CurlingConditions,
    /// The conditions and the settings of a series of matches as TOML, for `--conditions FILE`.
    toml: String,
    /// The conditions part by part, each with its source.
    parts: Vec<Part>,
    /// Warnings, such as unknown keys.
    warnings: Vec<String>,
}

fn conditions(asked: &CurlingConditionsText) -> Result<CurlingConditionsRead, Fault> {
    let plan = plan(asked)?;
    Ok(CurlingConditionsRead {
        conditions: plan.written(),
        toml: plan.toml(),
        parts: plan.parts(),
        warnings: plan.warnings.clone(),
    })
}

fn plan(asked: &CurlingConditionsText) -> Result<Plan, Fault> {
    if asked.set.len() > MOST {
        let message = format!("at most {MOST} changes are read at once");
        return Err(Fault::wrong_at("set", message)
            .code(FaultCode::TooMany)
            .value("max", MOST));
    }
    let draft = Draft::new(&asked.platform);
    let mut draft = draft.map_err(|why| unreadable("platform", &Phrase::from(&why)))?;
    if let Some(text) = &asked.text {
        if text.len() > LONGEST {
            let message = format!("a text of conditions has at most {LONGEST} bytes");
            return Err(Fault::wrong_at("text", message).longer_than(LONGEST, "bytes"));
        }
        let source = Source::File(asked.name.clone());
        let read = draft.read(&source, text, asked.r#match.as_deref());
        read.map_err(|error| unreadable("text", &error.why))?;
    }
    let changes = arena::playable::parse_changes(&asked.set);
    let changes = changes.map_err(|why| unreadable("set", &why.into()))?;
    let added = draft.add(&Source::CommandLine, &changes);
    added.map_err(|error| unreadable("set", &error.why))?;
    Ok(draft.plan())
}

fn unreadable(place: &str, why: &Phrase) -> Fault {
    Fault::wrong_at(place, why).explained_by(FaultCode::UnreadableFile, why)
}

/// A platform.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingPlatformTold {
    /// The default conditions.
    conditions: CurlingConditions,
    /// The lines of its sheet.
    sheet: Sheet,
    /// A match of four players a team as it begins.
    normal: CurlingBeginning,
    /// A match of mixed doubles as it begins.
    mixed_doubles: CurlingBeginning,
}

/// A match as it begins, and the order of the stones in every end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct CurlingBeginning {
    /// The match before its first shot.
    game: CurlingGame,
    /// The stones placed before the first shot: the team without the hammer or with it (0, 1), and
    /// the number.
    placed: Vec<[u8; 2]>,
    /// The stone of every shot, from that of the match's beginning on.
    shots: Vec<[u8; 2]>,
}

fn platforms() -> Vec<CurlingPlatformTold> {
    let described = |platform: Platform| {
        let usual = CurlingConditions::usual(platform);
        let begun = |rules| {
            let conditions = CurlingConditions {
                rules,
                ..usual.clone()
            };
            beginning(
                &conditions
                    .to_conditions()
                    .expect("a discipline of every platform")
                    .rules,
            )
        };
        CurlingPlatformTold {
            sheet: platform.conditions().ice.sheet,
            normal: begun(Discipline::Normal),
            mixed_doubles: begun(Discipline::MixedDoubles),
            conditions: usual.clone(),
        }
    };
    Platform::ALL.map(described).into()
}

fn beginning(rules: &Rules) -> CurlingBeginning {
    let game = Game::new(rules).expect("rules of a platform");
    let first = rules.first_slot();
    let stone = |slot| {
        let (team, number) = name_of(slot, Team::Zero);
        [team, number]
    };
    // In mixed doubles each team's first stone is placed.
    let placed = if first > 0 { 0..2 } else { 0..0 };
    CurlingBeginning {
        game: CurlingGame::of(&game, rules),
        placed: placed.map(stone).collect(),
        shots: (first..SLOTS).map(stone).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operations, TaskHandle};
    use serde_json::{Value, json};

    fn ask(name: &str, input: Value) -> Result<Value, Fault> {
        let operations = Operations::default().with(super::operations());
        let operation = operations.find(name).expect(name);
        operation.run(input, &TaskHandle::idle())
    }

    #[test]
    fn conditions_of_any_form_become_the_one_form_and_come_back_from_its_toml() {
        let said = ask(
            "curling/conditions",
            json!({ "platform": "gat", "set": ["ends=4", "restitution=0.8", "time=60s"] }),
        );
        let said = said.unwrap();
        assert_eq!(said["conditions"]["ice"], json!({ "restitution": 0.8 }));
        assert_eq!(said["conditions"]["clocks"][1]["game"], json!("60s"));
        for text in [said["toml"].clone(), said["conditions"].to_string().into()] {
            let again = ask("curling/conditions", json!({ "text": text })).unwrap();
            assert_eq!(again["conditions"], said["conditions"]);
        }
        let ends = said["parts"]
            .as_array()
            .unwrap()
            .iter()
            .find(|part| part["name"] == "ends");
        assert_eq!(ends.unwrap()["source"], "command line");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (input, place, message) in [
            (json!({ "platform": "pond" }), "platform", "pond"),
            (json!({ "text": "ends = " }), "text", "TOML"),
            (
                json!({ "text": "{\"teams\":3,\"platform\":\"dc3\"}" }),
                "text",
                "teams",
            ),
            (json!({ "set": ["end=3"] }), "set", "`end`"),
            (json!({ "set": ["end"] }), "set", "key=value"),
            (json!({ "text": " ".repeat(LONGEST + 1) }), "text", "bytes"),
        ] {
            let refused = ask("curling/conditions", input.clone()).unwrap_err();
            assert_eq!(refused.place.as_deref(), Some(place), "{input}");
            assert!(refused.message.contains(message), "{input}: {refused}");
        }
        assert!(ask("curling/conditions", json!({ "file": "/etc/passwd" })).is_err());
    }

    #[test]
    fn every_platform_is_told_with_its_ends() {
        let described = ask("curling/platforms", json!({})).unwrap();
        let ends: Vec<_> = described
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["conditions"]["ends"])
            .collect();
        assert_eq!(ends, [10, 8, 8, 8, 10, 8]);
        for one in described.as_array().unwrap() {
            let [fours, doubles] = [&one["normal"], &one["mixed_doubles"]];
            assert_eq!(fours["shots"][15], json!([1, 8]));
            assert_eq!(doubles["game"]["shot"], 6);
            assert_eq!(doubles["placed"], json!([[0, 1], [1, 1]]));
            assert_eq!(doubles["shots"][0], json!([0, 4]));
        }
        let of_pages = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../ui/src/curling/platforms.json"
        );
        let of_pages: Value =
            serde_json::from_str(&std::fs::read_to_string(of_pages).unwrap()).unwrap();
        assert_eq!(of_pages, described, "old: `make api`");
    }
}
