//! The rules of the house that no compiler checks: which way dependencies point, and that search knows no game.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The floors of the house. A crate depends only on crates of lower floors; see ARCHITECTURE.md.
const FLOORS: [&[&str]; 7] = [
    &["lookahead"],
    &["arena"],
    &["curling", "blokus", "bridge"],
    &["digital-curling"],
    &["operations"],
    &["workbench", "python"],
    &["sakiyomi"],
];

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
        let own = floor(&name).unwrap_or_else(|| panic!("give `{name}` a floor in this test"));
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

/// Where things lie is for the program to say: it hands its libraries folders and pools. A program
/// that is started gets a mark through its environment, and hands on that of the one that started us.
#[test]
fn libraries_read_no_environment() {
    let libraries = FLOORS[..5].iter().copied().flatten();
    let mut files = Vec::new();
    for library in libraries {
        sources(&crates().join(library).join("src"), &mut files);
    }
    files.retain(|file| !file.ends_with("arena/src/process/sweep.rs"));
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("env::var"), "{}", file.display());
    }
}
