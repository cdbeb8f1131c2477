//! The rules of the house that no compiler checks: which way dependencies point, and that search
//! knows no game.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of the house. A crate depends only on crates of lower floors; see ARCHITECTURE.md.
const FLOORS: [&[&str]; 7] = [
    &["lookahead", "web"],
    &["arena"],
    &["curling", "blokus", "bridge"],
    &["digital-curling"],
    &["operations"],
    &["workbench", "python"],
    &["sakiyomi", "fuzz"],
];

/// The floor of the games, where every crate stands that is not listed.
const GAMES: usize = 2;

/// Words that only a game says.
const GAME_WORDS: [&str; 8] = [
    "curling",
    "blokus",
    "bridge",
    "hammer",
    "trump",
    "declarer",
    "pentomino",
    "sheet",
];

fn crates() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("crates stand in a folder").to_owned()
}

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|names| names.contains(&name))
}

/// Every crate of the house with the crates of the house it depends on.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let folders = fs::read_dir(crates()).unwrap();
    let manifests = folders.map(|folder| folder.unwrap().path().join("Cargo.toml"));
    manifests
        .filter(|file| file.is_file())
        .map(|file| {
            let manifest: toml::Table = fs::read_to_string(&file).unwrap().parse().unwrap();
            let name = manifest["package"]["name"].as_str().unwrap().to_owned();
            let needs = manifest.get("dependencies").and_then(toml::Value::as_table);
            let needs = needs.into_iter().flat_map(|table| table.keys().cloned());
            (name, needs.filter(|need| floor(need).is_some()).collect())
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let dependencies = dependencies();
    assert!(dependencies.contains_key("lookahead"), "{dependencies:?}");
    for (name, needs) in dependencies {
        let own = floor(&name).unwrap_or(GAMES);
        for need in needs {
            assert!(
                floor(&need) < Some(own),
                "`{name}` must not depend on `{need}`"
            );
        }
    }
}

/// What an edge may use of the house beside the operations: it renders, so it needs no search and
/// no game. The command line's own game commands still do; that list only gets shorter.
#[test]
fn the_web_server_knows_no_game() {
    let dependencies = dependencies();
    let needs = &dependencies["workbench"];
    for game in FLOORS[2].iter().chain(FLOORS[3]) {
        assert!(
            !needs.iter().any(|need| need == game),
            "`workbench` needs `{game}`"
        );
    }
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            into.push(path);
        }
    }
}

#[test]
fn search_knows_no_game() {
    let mut files = Vec::new();
    sources(&crates().join("lookahead"), &mut files);
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap().to_lowercase();
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        let found = words.find(|word| GAME_WORDS.contains(word));
        assert_eq!(found, None, "{}", file.display());
    }
}

/// A type of the sources: its name and the names of its fields or variants.
struct Declared {
    name: String,
    parts: BTreeSet<String>,
    in_api: bool,
}

/// The structs with named fields and the enums of a crate, its tests left out.
fn declared(name: &str) -> Vec<Declared> {
    let mut files = Vec::new();
    sources(&crates().join(name).join("src"), &mut files);
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    texts.flat_map(|text| declared_in(&text)).collect()
}

fn declared_in(text: &str) -> Vec<Declared> {
    let identifier = |text: &str| -> String {
        let letters = text
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_');
        letters.collect()
    };
    let visible = |line: &str| -> String {
        let rest = line.strip_prefix("pub").map_or(line, |rest| {
            let inside = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
            inside.map_or(rest, |(_, rest)| rest)
        });
        rest.trim_start().to_owned()
    };
    let (mut found, mut derives) = (Vec::<Declared>::new(), false);
    let mut open = false;
    for line in text.lines() {
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let rest = visible(line);
        if open && line == "}" {
            open = false;
        } else if open {
            let part = line.strip_prefix("    ").map(visible);
            let part = part.map(|part| identifier(part.trim_start_matches("r#")));
            let parts = &mut found.last_mut().expect("it is open").parts;
            parts.extend(part.filter(|part| !part.is_empty()));
        } else if line.starts_with("#[derive(") {
            derives = line.contains("JsonSchema");
        } else if let Some(rest) = ["struct ", "enum "]
            .iter()
            .find_map(|w| rest.strip_prefix(w))
        {
            open = line.ends_with('{');
            found.push(Declared {
                name: identifier(rest),
                parts: BTreeSet::new(),
                in_api: std::mem::take(&mut derives),
            });
        }
    }
    found
}

/// Types of the operations that look like a type of a game, and why they are types of their own.
const ALIKE: &[(&str, &str)] = &[];

#[test]
fn answers_copy_no_type_of_a_game() {
    let games = FLOORS[..4].iter().copied().flatten();
    let games: Vec<_> = games.flat_map(|name| declared(name)).collect();
    let asked: Vec<_> = declared("operations")
        .into_iter()
        .filter(|one| one.in_api)
        .collect();
    assert!(
        games.len() > 500 && asked.len() > 50,
        "{} {}",
        games.len(),
        asked.len()
    );
    let mut alike = BTreeSet::new();
    for own in asked {
        let like = |game: &&Declared| {
            let common = own.parts.intersection(&game.parts).count();
            common >= 3 && 4 * common >= 3 * own.parts.union(&game.parts).count()
        };
        if games.iter().any(|game| like(&game)) {
            alike.insert(own.name);
        }
    }
    let known = ALIKE.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(
        alike, known,
        "derive the schema of a copy at the game's own type, or say here why it is another"
    );
}

/// Where things lie is for the program to say: it hands its libraries folders and pools. A program
/// that is started gets a mark through its environment, and hands on that of the one that started
/// us.
#[test]
fn libraries_read_no_environment() {
    let libraries = FLOORS[..5].iter().copied().flatten();
    let mut files = Vec::new();
    for library in libraries {
        sources(&crates().join(library).join("src"), &mut files);
    }
    files.retain(|file| !file.ends_with("arena/src/process/process_tree.rs"));
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("env::var"), "{}", file.display());
    }
}
