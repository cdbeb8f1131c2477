//! The commands and links of the guide and the README.
//!
//! Every `console` block of `README.md` and `docs/guide/src` is run, and what the commands print is
//! compared with what the page shows. The rest of a page stands for itself: the book is built by
//! `make guide`. The conventions:
//!
//! * A line that begins with `$ ` is a command, continued while it ends with `\`; the lines below
//!   it are its output, standard error included. A page is one shell session in an empty folder. A
//!   command that fails fails the page.
//! * `[..]` stands for any part of a line, a line `...` for any number of lines.
//! * A block such as `toml,file=cup.toml` is a file that the page makes; the text before the block
//!   names it. A block such as `rust,source=examples/race/src/lib.rs` is a file of the repository.
//! * `console,with=docs/guide/bots/bot.py` uses a file of the repository that another page shows.
//! * `console,needs=g++` is skipped, with a word, where there is no such program, unless
//!   `SAKIYOMI_REQUIRE_GUIDE` is set.
//! * Ports are replaced by free ones, in commands and in outputs.
//!
//! After an intended change run `SAKIYOMI_GUIDE=write cargo test -p sakiyomi --test guide` and read
//! the difference. Lines with `[..]` that still match stay, and so do outputs with `...`.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime};

/// The longest time that a page may take.
const LONGEST: Duration = Duration::from_mins(3);

/// The ports that pages name; each is replaced by a free one.
const PORTS: [&str; 5] = ["9876", "10000", "10001", "2000", "8710"];

/// Programs of the workspace besides `sakiyomi` that pages use.
const EXAMPLES: [&str; 2] = ["take-away", "race"];

/// What ends the output of a command in the output of a page.
const MARK: &str = "@guide@";

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap()
}

fn markdown(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            markdown(&path, into);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            into.push(path);
        }
    }
}

/// The README and the pages of the guide, in a fixed order.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    markdown(&root().join("docs/guide/src"), &mut pages);
    pages.sort();
    pages
}

/// A fenced block of a page.
#[derive(Debug, PartialEq)]
struct Block {
    /// The words after the fence, separated by commas.
    info: Vec<String>,
    /// The line of the page at which its text begins, counted from 0.
    first: usize,
    lines: Vec<String>,
    /// Spaces before the fence.
    indent: usize,
}

impl Block {
    fn word(&self, key: &str) -> Option<&str> {
        let words = self.info.iter();
        words
            .filter_map(|word| word.split_once('='))
            .find_map(|(name, value)| (name == key).then_some(value))
    }

    fn is_console(&self) -> bool {
        self.info.first().is_some_and(|word| word == "console")
    }

    fn text(&self) -> String {
        let lines = self.lines.iter();
        lines.flat_map(|line| [line.as_str(), "\n"]).collect()
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let fence = trimmed.starts_with("```");
        match &mut open {
            Some(_) if fence => blocks.extend(open.take()),
            Some(block) => block
                .lines
                .push(line.get(block.indent..).unwrap_or("").into()),
            None if fence => {
                let info = trimmed.trim_start_matches('`').split(',');
                open = Some(Block {
                    info: info.map(|word| word.trim().to_owned()).collect(),
                    first: number + 1,
                    lines: Vec::new(),
                    indent: line.len() - trimmed.len(),
                });
            }
            None => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// A command of a page and the output shown.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    /// The line of the page, counted from 0.
    line: usize,
    command: String,
    /// The lines of the page that hold the output, from the first one.
    output: usize,
    expected: Vec<String>,
    indent: usize,
}

fn steps(block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut continued = false;
    for (index, line) in block.lines.iter().enumerate() {
        if continued {
            let step = steps.last_mut().expect("a command was begun");
            step.command = format!("{}\n{line}", step.command);
            step.output += 1;
            continued = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                line: block.first + index,
                command: command.to_owned(),
                output: block.first + index + 1,
                expected: Vec::new(),
                indent: block.indent,
            });
            continued = command.ends_with('\\');
        } else {
            let step = steps.last_mut().expect("a console block begins with `$ `");
            step.expected.push(line.clone());
        }
    }
    steps
}

/// Whether a line of output is what a line of the page says, `[..]` being anything.
fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.trim_end().split("[..]");
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.trim_end().strip_prefix(first) else {
        return false;
    };
    let parts: Vec<_> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

fn output_matches(expected: &[String], actual: &[String]) -> bool {
    match (expected.split_first(), actual.split_first()) {
        (None, None) => true,
        (Some((pattern, after)), _) if pattern == "..." => {
            (0..=actual.len()).any(|skipped| output_matches(after, &actual[skipped..]))
        }
        (Some((pattern, after)), Some((line, rest))) => {
            line_matches(pattern, line) && output_matches(after, rest)
        }
        _ => false,
    }
}

/// The output to show after a change: new lines, but patterns that still hold stay.
fn rewritten(expected: &[String], actual: &[String]) -> Vec<String> {
    let kept = |line: &String| {
        let pattern = expected
            .iter()
            .find(|pattern| pattern.contains("[..]") && line_matches(pattern, line));
        pattern.unwrap_or(line).trim_end().to_owned()
    };
    actual.iter().map(kept).collect()
}

/// A port for each of [`PORTS`] that nothing listens at.
fn free_ports() -> Vec<String> {
    let open: Vec<_> = PORTS
        .iter()
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a port is free"))
        .collect();
    let ports = open.iter().map(|one| one.local_addr().unwrap().port());
    ports.map(|port| port.to_string()).collect()
}

/// Replaces port numbers by others: numbers after a colon, or after `port` or `ports`.
fn renumbered(text: &str, from: &[String], to: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut listed = false;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, after) = rest.split_at(start);
        let length = after.find(|c: char| !c.is_ascii_digit());
        let (number, after) = after.split_at(length.unwrap_or(after.len()));
        let is_port = [":", "port ", "ports "]
            .iter()
            .any(|end| before.ends_with(end));
        let index = from.iter().position(|one| one == number);
        let index = index.filter(|_| is_port || listed && before == ",");
        listed = index.is_some();
        out.push_str(before);
        out.push_str(index.map_or(number, |index| &to[index]));
        rest = after;
    }
    out + rest
}

/// Whether a program can be found on the path.
fn has_program(name: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {name}")])
        .stdout(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

fn is_skipped(block: &Block, page: &str) -> bool {
    let missing = block.word("needs").filter(|name| !has_program(name));
    if let Some(name) = missing {
        assert!(
            std::env::var_os("SAKIYOMI_REQUIRE_GUIDE").is_none(),
            "{page}:{}: there is no `{name}`, and SAKIYOMI_REQUIRE_GUIDE is set",
            block.first
        );
        eprintln!("{page}:{}: SKIPPED, there is no `{name}`", block.first);
    }
    missing.is_some()
}

/// The shell script of a page, its files made where they stand.
fn script(blocks: &[&Block], folder: &Path) -> String {
    let mut script = String::from("exec 2>&1 </dev/null\n");
    for (number, block) in blocks.iter().enumerate() {
        if block.is_console() {
            if let Some(path) = block.word("with") {
                writeln!(script, "cp {} .", root().join(path).display()).unwrap();
            }
            for step in steps(block) {
                writeln!(script, "{}\nprintf '\\n{MARK} %s\\n' $?", step.command).unwrap();
            }
        } else if let Some(name) = block.word("file") {
            let kept = folder.join(format!(".block{number}"));
            fs::write(&kept, block.text()).unwrap();
            writeln!(
                script,
                "mkdir -p \"$(dirname {name})\"\ncp {} {name}",
                kept.display()
            )
            .unwrap();
        }
    }
    script
}

/// Runs a script as a session of its own and ends everything it started.
fn run(script: &str, folder: &Path) -> Result<String, String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_sakiyomi"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.parent().unwrap().display());
    let (file, output) = (folder.join(".script"), folder.join(".output"));
    fs::write(&file, script).unwrap();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide-cache");
    let mut shell = Command::new("sh")
        .arg(&file)
        .current_dir(folder)
        .env("PATH", path)
        .env("SAKIYOMI_CACHE", cache)
        .env("HOME", folder)
        .env("COLUMNS", "100")
        .env("LC_ALL", "C.UTF-8")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(fs::File::create(&output).unwrap())
        .stderr(Stdio::inherit())
        .process_group(0)
        .spawn()
        .map_err(|why| why.to_string())?;
    let begun = Instant::now();
    let ended = loop {
        match shell.try_wait().map_err(|why| why.to_string())? {
            Some(_) => break true,
            None if begun.elapsed() > LONGEST => break false,
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let group = format!("-{}", shell.id());
    let _ = Command::new("kill")
        .args(["-KILL", "--", &group])
        .stderr(Stdio::null())
        .status();
    let _ = shell.wait();
    let output = fs::read(&output).map_err(|why| why.to_string())?;
    let output = String::from_utf8_lossy(&output).into_owned();
    if ended {
        Ok(output)
    } else {
        Err(format!("not done after {LONGEST:?}; so far:\n{output}"))
    }
}

/// The outputs of the commands of a page with their exit codes.
fn outputs(all: &str) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let mut lines = Vec::new();
    for line in all.lines() {
        if let Some(status) = line.strip_prefix(MARK) {
            // The line break before the mark, which ends an output that has none.
            if lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
            found.push((std::mem::take(&mut lines), status.trim().to_owned()));
        } else {
            lines.push(line.trim_end().to_owned());
        }
    }
    found
}

/// Runs a page, and writes it anew if asked to.
///
/// # Errors
/// Where the outputs differ, with both.
fn check(page: &Path, write: bool) -> Result<(), String> {
    let name = page.strip_prefix(root()).unwrap().display().to_string();
    let text = fs::read_to_string(page).unwrap();
    let all = blocks(&text);
    let used: Vec<_> = all
        .iter()
        .filter(|block| block.is_console() || block.word("file").is_some())
        .filter(|block| !is_skipped(block, &name))
        .collect();
    let steps: Vec<Step> = used
        .iter()
        .filter(|block| block.is_console())
        .flat_map(|block| steps(block))
        .collect();
    if steps.is_empty() {
        return Ok(());
    }
    let folder = tempfile::tempdir().unwrap();
    let (named, free) = (PORTS.map(str::to_owned), free_ports());
    let script = renumbered(&script(&used, folder.path()), &named, &free);
    let begun = Instant::now();
    let output = run(&script, folder.path()).map_err(|why| format!("{name}: {why}"))?;
    eprintln!("{name}: {:.1} s", begun.elapsed().as_secs_f64());
    let outputs = outputs(&renumbered(&output, &free, &named));
    let mut problems = String::new();
    let mut page_lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (index, step) in steps.iter().enumerate().rev() {
        let place = format!("{name}:{}: $ {}", step.line + 1, step.command);
        let Some((actual, status)) = outputs.get(index) else {
            problems.insert_str(0, &format!("{place}\n  was not run to its end\n"));
            continue;
        };
        if status != "0" {
            let words = actual.join("\n  ");
            problems.insert_str(
                0,
                &format!("{place}\n  ended with exit code {status}\n  {words}\n"),
            );
        } else if !output_matches(&step.expected, actual) {
            let elided = step.expected.iter().any(|line| line == "...");
            if write && !elided {
                let new = rewritten(&step.expected, actual);
                let indented = new.iter().map(|line| " ".repeat(step.indent) + line);
                let old = step.output..step.output + step.expected.len();
                page_lines.splice(old, indented.collect::<Vec<_>>());
            } else {
                let show = |lines: &[String]| lines.join("\n  ");
                let (expected, actual) = (show(&step.expected), show(actual));
                problems.insert_str(
                    0,
                    &format!("{place}\n- shown\n  {expected}\n- printed\n  {actual}\n"),
                );
            }
        }
    }
    if write {
        fs::write(page, page_lines.join("\n") + "\n").unwrap();
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}

fn is_writing() -> bool {
    std::env::var_os("SAKIYOMI_GUIDE").is_some_and(|word| word == "write")
}

/// When a file was last changed; for a folder, the newest of its files.
fn changed(path: &Path) -> Option<SystemTime> {
    if path.is_dir() {
        let entries = fs::read_dir(path).ok()?.flatten();
        return entries.filter_map(|entry| changed(&entry.path())).max();
    }
    fs::metadata(path).ok()?.modified().ok()
}

/// Builds the example programs that pages use, unless the build of the tests has just made them: a
/// package alone would compile its dependencies again, with fewer features.
fn build_examples(pages: &[PathBuf]) {
    let texts: String = pages
        .iter()
        .map(|page| fs::read_to_string(page).unwrap())
        .collect();
    let consoles = blocks_of_all(&texts);
    let binary = Path::new(env!("CARGO_BIN_EXE_sakiyomi"));
    let folder = binary.parent().unwrap();
    let is_fresh = |name: &str| {
        let source = changed(&root().join("examples").join(name).join("src"));
        changed(&folder.join(name)) > source
    };
    let used: BTreeSet<_> = EXAMPLES
        .iter()
        .filter(|name| consoles.contains(&format!("$ {name} ")) && !is_fresh(name))
        .collect();
    if used.is_empty() {
        return;
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--target-dir"]);
    cargo.arg(folder.parent().unwrap()).current_dir(root());
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    for name in used {
        cargo.args(["-p", name]);
    }
    assert!(cargo.status().unwrap().success(), "the examples are built");
}

fn blocks_of_all(text: &str) -> String {
    let blocks = blocks(text);
    let consoles = blocks.iter().filter(|block| block.is_console());
    consoles.map(Block::text).collect()
}

#[test]
fn every_command_prints_what_the_page_shows() {
    let only = std::env::var("SAKIYOMI_GUIDE_PAGE").unwrap_or_default();
    let mut pages = pages();
    pages.retain(|page| page.to_string_lossy().contains(&only));
    build_examples(&pages);
    let waiting = Mutex::new(pages);
    let problems = Mutex::new(String::new());
    let workers = std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(page) = { waiting.lock().unwrap().pop() } {
                    if let Err(why) = check(&page, is_writing()) {
                        problems.lock().unwrap().push_str(&why);
                    }
                }
            });
        }
    });
    let problems = problems.into_inner().unwrap();
    assert!(
        problems.is_empty(),
        "{problems}\n`SAKIYOMI_GUIDE=write cargo test -p sakiyomi --test guide` writes the pages \
         anew; SAKIYOMI_GUIDE_PAGE=bridge looks at pages with that in their path only"
    );
}

#[test]
fn files_shown_are_those_of_the_repository_and_are_named() {
    let mut problems = String::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for block in blocks(&text).iter().rev() {
            let file = block.word("file").or(block.word("source"));
            let used = block.word("with").and_then(|path| path.rsplit('/').next());
            let Some(file) = file.or(used) else { continue };
            let before = &lines[block.first.saturating_sub(6)..block.first - 1];
            if !before.join(" ").contains(&format!("`{file}`")) {
                writeln!(
                    problems,
                    "{}:{}: the text before does not name `{file}`",
                    page.display(),
                    block.first
                )
                .unwrap();
            }
            let Some(source) = block.word("source") else {
                continue;
            };
            let is = fs::read_to_string(root().join(source)).unwrap_or_default();
            if is == block.text() {
                continue;
            }
            if is_writing() {
                let old = block.first..block.first + block.lines.len();
                lines.splice(old, is.lines().map(str::to_owned));
            } else {
                writeln!(
                    problems,
                    "{}:{}: not the text of {source}",
                    page.display(),
                    block.first
                )
                .unwrap();
            }
        }
        if is_writing() {
            let new = lines.join("\n") + "\n";
            if new != text {
                fs::write(&page, new).unwrap();
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

/// The targets of the links and pictures of a Markdown text, blocks of code apart.
fn links(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    let html = ["src=\"", "href=\""]
        .iter()
        .flat_map(|mark| prose.split(mark).skip(1))
        .filter_map(|after| after.split('"').next());
    let marked = prose
        .split("](")
        .skip(1)
        .filter_map(|after| after.split(')').next());
    marked.chain(html).map(str::to_owned).collect()
}

/// The name by which a heading is linked to.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => Some(c),
        _ => None,
    });
    letters.collect::<String>().to_lowercase()
}

fn has_anchor(page: &Path, name: &str) -> bool {
    let Ok(text) = fs::read_to_string(page) else {
        return false;
    };
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| anchor(line.trim_start_matches('#')))
        .any(|one| one == name)
}

/// A path without `..` in it.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                tidy.pop();
            }
            Component::CurDir => {}
            other => tidy.push(other),
        }
    }
    tidy
}

#[test]
fn every_link_leads_somewhere() {
    let book = root().join("docs/guide/src");
    let mut problems = Vec::new();
    let mut found = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.strip_prefix(root()).unwrap().display().to_string();
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            found += 1;
            let (path, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => page.clone(),
                path => tidy(&page.parent().unwrap().join(path)),
            };
            if !target.exists() {
                problems.push(format!("{name}: `{link}` leads nowhere"));
            } else if !heading.is_empty() && !has_anchor(&target, heading) {
                problems.push(format!("{name}: `{link}`: no such heading"));
            } else if page.starts_with(&book) && !target.starts_with(&book) {
                problems.push(format!("{name}: `{link}` leaves the book: write the path"));
            }
        }
    }
    assert!(found > 20, "only {found} links were found");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_page_is_in_the_summary() {
    let book = root().join("docs/guide/src");
    let summary = fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    let listed: BTreeSet<PathBuf> = links(&summary).iter().map(|link| book.join(link)).collect();
    let mut all = Vec::new();
    markdown(&book, &mut all);
    for page in all.iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        assert!(listed.contains(page), "{} is not listed", page.display());
    }
}

#[test]
fn the_readme_is_read_in_a_minute() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let lines = text.lines().count();
    assert!(lines <= 110, "{lines} lines");
    assert!(text.contains("make run") && text.contains("make test"));
}

#[test]
fn outputs_are_compared_with_gaps() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let matches = |expected: &str, actual: &str| output_matches(&lines(expected), &lines(actual));
    assert!(matches("a\nb", "a\nb"));
    assert!(!matches("a", "a\nb"));
    assert!(matches("took [..] s", "took 1.5 s"));
    assert!(!matches("took [..] s", "took 1.5 min"));
    assert!(matches("a [..] c [..]", "a b c d"));
    assert!(!matches("[..] c [..]", "a b d"));
    assert!(matches("a\n...\nz", "a\nb\nc\nz"));
    assert!(matches("a\n...", "a"));
    assert!(!matches("a\n...\nz", "a\nb"));
    let kept = rewritten(&lines("took [..] s\nold"), &lines("took 2 s\nnew"));
    assert_eq!(kept, ["took [..] s", "new"]);
}

#[test]
fn ports_are_replaced_and_other_numbers_are_not() {
    let [from, to] = [["10000", "10001"], ["41234", "41235"]].map(|ports| ports.map(str::to_owned));
    let replaced = |text: &str| renumbered(text, &from, &to);
    assert_eq!(replaced("localhost:10000 ok"), "localhost:41234 ok");
    assert_eq!(replaced("--ports 10000,10001"), "--ports 41234,41235");
    assert_eq!(replaced("--games 10000 :100001"), "--games 10000 :100001");
}

#[test]
fn a_page_is_taken_apart() {
    let text = "Save `a.txt`:\n```text,file=a.txt\nhello\n```\n\n```console\n$ cat \\\n  a.txt\nhello\n$ true\n```\n";
    let blocks = blocks(text);
    assert_eq!(blocks.len(), 2);
    assert_eq!(blocks[0].word("file"), Some("a.txt"));
    assert_eq!(blocks[0].text(), "hello\n");
    let steps = steps(&blocks[1]);
    assert_eq!(steps[0].command, "cat \\\n  a.txt");
    assert_eq!(steps[0].expected, ["hello"]);
    assert_eq!((steps[0].line, steps[0].output), (6, 8));
    assert_eq!(steps[1].command, "true");
}

#[test]
fn headings_have_anchors() {
    assert_eq!(
        anchor(" Your program, in 15 lines"),
        "your-program-in-15-lines"
    );
}
