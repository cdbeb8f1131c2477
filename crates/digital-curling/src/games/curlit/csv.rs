//! Tables of comma-separated values with a line of names.

/// A table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{table}, line {line}: {why}")]
pub struct CsvError {
    /// The table.
    pub table: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub why: String,
}

/// The most rows of a table.
const MOST_ROWS: usize = 5_000_000;

/// A table.
pub(super) struct Table {
    name: &'static str,
    columns: Vec<String>,
    /// The rows, all of the length of the first line.
    pub(super) rows: Vec<Row>,
}

/// A row.
pub(super) struct Row {
    /// The line in the file, from 1.
    pub(super) line: usize,
    fields: Vec<String>,
}

impl Row {
    /// The field of a column.
    pub(super) fn text(&self, column: usize) -> String {
        self.fields.get(column).cloned().unwrap_or_default()
    }
}

impl Table {
    /// Reads a table.
    pub(super) fn read(name: &'static str, text: &str) -> Result<Self, CsvError> {
        let error = |line: usize, why: &str| CsvError {
            table: name,
            line,
            why: why.to_owned(),
        };
        let text = text.trim_start_matches('\u{feff}');
        let mut rows = records(text).map_err(|(line, why)| error(line, why))?;
        if rows.is_empty() {
            return Err(error(1, "the table is empty"));
        }
        let columns = rows.remove(0).fields;
        for row in &rows {
            if row.fields.len() != columns.len() {
                let why = format!("{} fields, not {}", row.fields.len(), columns.len());
                return Err(error(row.line, &why));
            }
        }
        Ok(Table {
            name,
            columns,
            rows,
        })
    }

    /// The index of a column.
    pub(super) fn column(&self, name: &str) -> Result<usize, CsvError> {
        let found = self.columns.iter().position(|column| column == name);
        found.ok_or_else(|| CsvError {
            table: self.name,
            line: 1,
            why: format!("there is no column `{name}`"),
        })
    }
}

/// The records of a text. A field in quotes may have commas, quotes (doubled) and line ends.
fn records(text: &str) -> Result<Vec<Row>, (usize, &'static str)> {
    let mut rows = Vec::new();
    let mut fields = Vec::new();
    let mut field = String::new();
    let (mut line, mut begun, mut quoted) = (1, 1, false);
    let mut chars = text.chars().peekable();
    loop {
        let next = chars.next();
        line += usize::from(next == Some('\n'));
        match next {
            Some('"') if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            Some('"') if quoted => quoted = false,
            Some('"') if field.is_empty() => quoted = true,
            Some(other) if quoted => field.push(other),
            None if quoted => return Err((begun, "a quoted field has no end")),
            Some(',') => fields.push(std::mem::take(&mut field)),
            Some('\r') if chars.peek() == Some(&'\n') => {}
            Some('\n') | None => {
                if !(fields.is_empty() && field.trim().is_empty()) {
                    fields.push(std::mem::take(&mut field));
                    let trimmed = fields.iter().map(|field| field.trim().to_owned());
                    rows.push(Row {
                        line: begun,
                        fields: trimmed.collect(),
                    });
                    fields.clear();
                }
                field.clear();
                begun = line;
                if rows.len() > MOST_ROWS {
                    return Err((line, "too many rows"));
                }
            }
            Some(other) => field.push(other),
        }
        if next.is_none() {
            return Ok(rows);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hide_commas_and_line_ends() {
        let table = Table::read("T", "a,b\r\n\"x, \"\"y\"\"\nz\",2\n\n3,4").unwrap();
        let b = table.column("b").unwrap();
        assert_eq!(table.rows[0].text(0), "x, \"y\"\nz");
        assert_eq!((table.rows[1].text(b), table.rows[1].line), ("4".into(), 5));
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        let error = |text: &str| match Table::read("T", text) {
            Ok(table) => table.column("a").unwrap_err().line,
            Err(error) => error.line,
        };
        assert_eq!(error(""), 1);
        assert_eq!(error("b\n1"), 1);
        assert_eq!(error("a,b\n1,2\n1"), 3);
        assert_eq!(error("a,b\n1,\"2"), 2);
    }
}
