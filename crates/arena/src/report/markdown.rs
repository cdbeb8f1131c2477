//! Markdown rendering: pipe tables aligned in the source, plots as separate files.

use super::text::grid;
use super::{Block, Report, Table, paragraphs, svg};
use std::borrow::Cow;

/// A Markdown document and its plot files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markdown {
    /// The document.
    pub text: String,
    /// Name and content of each SVG file, to be saved next to the document.
    pub plots: Vec<(String, String)>,
}

/// Renders the report as Markdown; the names of its plot files begin with `stem`.
pub fn markdown(report: &Report, stem: &str) -> Markdown {
    let mut plots = Vec::new();
    let mut parts = vec![format!("# {}", escaped(report.title.en()))];
    parts.extend(prose(report.about.en()));
    let paper = report.paper.as_deref().map(escaped);
    parts.extend(paper.map(|paper| format!("Compared with {paper}.")));
    let warnings = report.facts.warnings();
    parts.extend(
        warnings
            .iter()
            .map(|warning| format!("> {}", escaped(warning.en()))),
    );
    for block in &report.blocks {
        match block {
            Block::Heading(text) => parts.push(format!("## {}", escaped(text.en()))),
            Block::Text(text) => parts.extend(prose(text.en())),
            Block::Table(table) => parts.extend(pipes(table)),
            Block::Plot(plot) => {
                let file = format!("{stem}-{}.svg", plots.len() + 1);
                parts.push(format!("![{}](<{file}>)", escaped(plot.title().en())));
                plots.push((file, svg(plot)));
            }
        }
    }
    parts.push("## How to repeat it".to_owned());
    parts.push(format!("    {}", one_line(&report.facts.command)));
    let facts = report.facts.lines();
    let facts: Vec<_> = facts
        .iter()
        .map(|(name, value)| format!("* {name}: {}", escaped(value.en())))
        .collect();
    parts.push(facts.join("\n"));
    let text = parts.join("\n\n") + "\n";
    Markdown { text, plots }
}

fn prose(text: &str) -> impl Iterator<Item = String> {
    paragraphs(text).map(|paragraph| escaped(&paragraph))
}

fn pipes(table: &Table) -> Vec<String> {
    let mut clean = table.clone();
    let titles = clean.columns.iter_mut().map(|column| &mut column.title);
    for text in titles.chain(clean.rows.iter_mut().flatten()) {
        *text = inline(text.en()).into();
    }
    let drawn = grid(&clean, comfy_table::presets::ASCII_MARKDOWN, None);
    let mut lines: Vec<_> = drawn.lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        *rule = aligned_rule(rule, &clean);
    }
    let mut parts = vec![
        format!("**{}**", escaped(table.caption.en())),
        lines.join("\n"),
    ];
    parts.extend(table.notes.iter().map(|note| escaped(note.en())));
    parts
}

/// Returns the line below the headings, with a colon at the right of numeric columns.
fn aligned_rule(rule: &str, table: &Table) -> String {
    let dashes = rule.trim_matches('|').split('|');
    let marked = dashes.zip(&table.columns).map(|(dashes, column)| {
        if column.numeric {
            Cow::Owned(format!("{}:", &dashes[1..]))
        } else {
            Cow::Borrowed(dashes)
        }
    });
    format!("|{}|", marked.collect::<Vec<_>>().join("|"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a line of text for Markdown.
fn escaped(text: &str) -> String {
    let text = inline(text);
    // At the start of a line these begin headings and lists.
    if text.starts_with(['#', '+', '-', '=']) {
        return format!("\\{text}");
    }
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 && text[digits..].starts_with(['.', ')']) {
        return format!("{}\\{}", &text[..digits], &text[digits..]);
    }
    text
}

/// Escapes text within a line for Markdown.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text).chars() {
        match c {
            // Entities, not backslashes: no Markdown reader may take them for HTML.
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            c => {
                if r"\`*_[]|~".contains(c) {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out
}
