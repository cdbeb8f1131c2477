//! Plain-text rendering for a terminal of a given width, without colours.

use super::{Block, Phrase, Report, Table, paragraphs};
use comfy_table::{CellAlignment, ContentArrangement, LineStyle, TableStyle};

/// Table style: a line below the headings and nothing else.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Renders the report as plain text for a terminal of `width` columns. Plots are omitted: the
/// tables have their numbers.
pub fn text(report: &Report, width: u16) -> String {
    let mut parts = vec![report.title.to_string()];
    parts.extend(paragraphs(report.about.en()));
    parts.extend(
        report
            .paper
            .iter()
            .map(|paper| format!("Compared with {paper}.")),
    );
    parts.extend(
        report
            .facts
            .warnings()
            .into_iter()
            .map(|w| format!("! {w}")),
    );
    for block in &report.blocks {
        match block {
            Block::Heading(heading) => parts.push(heading.to_string()),
            Block::Text(prose) => parts.extend(paragraphs(prose.en())),
            Block::Table(table) => {
                parts.push(format!(
                    "{}\n{}",
                    table.caption,
                    grid(table, STYLE, Some(width))
                ));
                parts.extend(table.notes.iter().map(Phrase::to_string));
            }
            Block::Plot(_) => {}
        }
    }
    parts.push(format!("Repeat it with: {}", report.facts.command));
    let facts = report.facts.lines();
    let facts: Vec<_> = facts
        .iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    parts.push(facts.join("\n"));
    let wrapped: Vec<_> = parts.iter().map(|part| wrap(part, width.into())).collect();
    wrapped.join("\n\n") + "\n"
}

/// Renders one table with its caption, as wide as needed.
pub fn table_text(table: &Table) -> String {
    format!("{}\n{}\n", table.caption, grid(table, STYLE, None))
}

/// Renders a table with characters: wrapped to `width`, or as wide as needed.
pub(super) fn grid(table: &Table, style: TableStyle, width: Option<u16>) -> String {
    let mut grid = comfy_table::Table::new();
    grid.load_style(style);
    grid.set_header(table.columns.iter().map(|c| c.title.en()));
    for row in table.cells() {
        grid.add_row(row.into_iter().map(|(_, text)| text));
    }
    for (column, drawn) in table.columns.iter().zip(grid.column_iter_mut()) {
        if column.numeric {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
    }
    match width {
        Some(width) => grid
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width),
        None => grid.set_content_arrangement(ContentArrangement::Disabled),
    };
    let lines: Vec<_> = grid
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// Wraps lines of prose at spaces. Lines that begin with a drawing character belong to a table and
/// are kept.
fn wrap(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.chars().count() <= width || line.starts_with(['─', ' ']) {
            lines.push(line.to_owned());
            continue;
        }
        let mut current = String::new();
        for word in line.split(' ') {
            if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines.join("\n")
}
