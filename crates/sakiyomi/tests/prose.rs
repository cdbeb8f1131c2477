//! Line width of prose: comments and Markdown are wrapped at 100 columns.
//!
//! Code blocks, tables, headings and lines that cannot be broken (an address) are exempt; the width
//! of code is the formatters' business.

use std::fs;
use std::path::{Path, PathBuf};

/// The widest line, in characters.
const WIDTH: usize = 100;

/// Folders that hold no sources.
const SKIPPED: [&str; 7] = [
    "target",
    "node_modules",
    "dist",
    "results",
    "screens",
    "book",
    ".git",
];

/// Generated files, whose comments come from elsewhere.
const GENERATED: [&str; 1] = ["schema.ts"];

/// The marks that begin a comment line in files with this name.
fn marks(file: &Path) -> Option<&'static [&'static str]> {
    let name = file.file_name()?.to_str()?;
    let ending = file.extension().and_then(|ending| ending.to_str());
    match ending {
        Some("rs") => Some(&["//"]),
        Some("ts" | "mjs" | "css" | "svelte") => Some(&["//", "/*", "* ", "<!--"]),
        Some("sh" | "py" | "toml" | "yml") => Some(&["#"]),
        Some("md") => Some(&[""]),
        None if name == "Makefile" || name == "run" => Some(&["#"]),
        _ => None,
    }
}

/// The numbers of the lines that are too wide, counted from 1.
fn wide(text: &str, marks: &[&str]) -> Vec<usize> {
    let mut fenced = false;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let Some(mark) = marks.iter().find(|mark| trimmed.starts_with(**mark)) else {
            fenced = false;
            continue;
        };
        let prose = trimmed
            .trim_start_matches(mark)
            .trim_start_matches(['/', '!']);
        let prose = prose.trim_start();
        if prose.starts_with("```") {
            fenced = !fenced;
        }
        let exempt = fenced || prose.starts_with(['|', '#']) || !prose.contains(' ');
        if !exempt && line.chars().count() > WIDTH && !prose.contains("svelte-ignore") {
            found.push(index + 1);
        }
    }
    found
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        if path.is_dir() && !SKIPPED.contains(&name) {
            files(&path, into);
        } else if path.is_file() && !GENERATED.contains(&name) {
            into.push(path);
        }
    }
}

#[test]
fn prose_is_wrapped_at_100_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut places = Vec::new();
    let mut read = 0;
    for file in all {
        let Some(marks) = marks(&file) else { continue };
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        read += 1;
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        places.extend(
            wide(&text, marks)
                .iter()
                .map(|line| format!("{name}:{line}")),
        );
    }
    assert!(read > 700, "only {read} files were found");
    assert!(
        places.is_empty(),
        "{} lines of prose are wider than {WIDTH} columns:\n{}",
        places.len(),
        places.join("\n")
    );
}

#[test]
fn only_prose_that_can_be_broken_counts() {
    let long = "word ".repeat(30);
    let rust = ["//"];
    assert_eq!(wide(&format!("/// {long}"), &rust), [1]);
    assert_eq!(wide(&format!("let text = \"{long}\";"), &rust), [0; 0]);
    assert_eq!(
        wide(&format!("/// ```\n/// {long}\n/// ```"), &rust),
        [0; 0]
    );
    assert_eq!(wide(&format!("//! | {long}"), &rust), [0; 0]);
    assert_eq!(wide(&format!("// {}", "x".repeat(200)), &rust), [0; 0]);
    assert_eq!(wide(&format!("Text\n{long}"), &[""]), [2]);
    assert_eq!(wide(&format!("* {long}"), &[""]), [1]);
}
