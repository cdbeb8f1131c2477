//! The house end of the sheet in characters.

use super::{Style, View};
use curling::Vector;
use curling::rules::Team;
use curling::sheet::Sheet;

/// The margin beyond the lines, in metres: a stone may hang over the back line, and one before the
/// hog line may not have been removed yet.
const BEYOND: f64 = 0.3;

/// A character is twice as high as it is wide.
const ASPECT: f64 = 2.0;

/// The grid of characters on the ice.
struct Grid {
    /// The height of a row in metres.
    row: f64,
    /// The width of a column in metres.
    column: f64,
    rows: usize,
    columns: usize,
    /// y of the upper edge.
    top: f64,
}

impl Grid {
    fn new(sheet: &Sheet, style: &Style) -> Self {
        let rows = style.rows.clamp(12, 36);
        let height = sheet.back + sheet.hog + 2.0 * BEYOND;
        let row = height / rows as f64;
        let column = row / ASPECT;
        // An odd number, so that the centre line has a column of its own.
        let columns = ((sheet.width / column).round() as usize).clamp(5, 74) | 1;
        Grid {
            row,
            column,
            rows,
            columns,
            // The tee is in the middle of a row, so that rings are the same above and below.
            top: (((sheet.back + BEYOND) / row).floor() + 0.5) * row,
        }
    }

    /// The middle of a character.
    fn at(&self, row: usize, column: usize) -> Vector {
        let across = column as f64 - (self.columns / 2) as f64;
        Vector::new(
            across * self.column,
            self.top - (row as f64 + 0.5) * self.row,
        )
    }

    /// The row that a line across the sheet is drawn in.
    fn row_of(&self, y: f64) -> usize {
        let row = ((self.top - y) / self.row).floor();
        (row.max(0.0) as usize).min(self.rows - 1)
    }

    fn column_of(&self, x: f64) -> usize {
        let column = (x / self.column).round() + (self.columns / 2) as f64;
        (column.max(0.0) as usize).min(self.columns - 1)
    }
}

/// The width of the ice in characters, without edges.
pub(super) fn columns(view: &View, style: &Style) -> usize {
    Grid::new(&view.sheet, style).columns
}

/// The ice, row by row, with an edge at either side.
pub(super) fn rows(view: &View, style: &Style) -> Vec<String> {
    let grid = Grid::new(&view.sheet, style);
    let stones = stones(view, &grid, style);
    let edge = style.dim(if style.unicode { "│" } else { "|" });
    let row = |row: usize| {
        let mut line = edge.clone();
        let mut ground = String::new();
        for (column, stone) in stones[row].iter().enumerate() {
            match stone {
                // The ice between two stones is written at once: every change of colour costs a
                // dozen characters.
                None => ground.push(mark(&view.sheet, &grid, style, row, column)),
                Some((team, stone)) => {
                    line += &painted_ground(style, &mut ground);
                    line += &style.paint(*team, &stone.to_string());
                }
            }
        }
        line + &painted_ground(style, &mut ground) + &edge
    };
    (0..grid.rows).map(row).collect()
}

/// The ice markings collected so far, as dimmed text.
fn painted_ground(style: &Style, ground: &mut String) -> String {
    let text = std::mem::take(ground);
    if text.trim().is_empty() {
        return text;
    }
    style.dim(&text)
}

type Cell = Option<(usize, char)>;

/// Writes the number of every stone into the free cells to its right, or to its left.
fn write_numbers(cells: &mut [Vec<Cell>], places: &[(usize, usize, usize, usize)]) {
    for &(slot, team, row, column) in places {
        let digits: Vec<char> = (slot + 1).to_string().chars().collect();
        let width = digits.len();
        let starts = [Some(column + 1), column.checked_sub(width)];
        let is_free = |start: &usize| {
            let cells = cells[row].get(*start..start + width);
            cells.is_some_and(|cells| cells.iter().all(Option::is_none))
        };
        let Some(start) = starts.into_iter().flatten().find(is_free) else {
            continue;
        };
        for (cell, digit) in cells[row][start..].iter_mut().zip(digits) {
            *cell = Some((team, digit));
        }
    }
}

/// The cells with stones. A stone whose cell is taken moves aside by a column.
fn stones(view: &View, grid: &Grid, style: &Style) -> Vec<Vec<Cell>> {
    let mut cells = vec![vec![None; grid.columns]; grid.rows];
    let mut places = Vec::new();
    for (slot, stone) in view.stones.iter() {
        let team = Team::of_slot(slot, view.lead).index();
        let last = view.last.is_some_and(|last| usize::from(last.slot) == slot);
        let (row, column) = (grid.row_of(stone.at.y), grid.column_of(stone.at.x));
        let near = [column, column + 1, column.saturating_sub(1)];
        let free = near
            .into_iter()
            .find(|&column| matches!(cells[row].get(column), Some(None)));
        let column = free.unwrap_or(column);
        cells[row][column] = Some((team, style.stone(team, last)));
        places.push((slot, team, row, column));
    }
    if style.numbers {
        write_numbers(&mut cells, &places);
    }
    cells
}

/// The marking of the ice in a cell.
fn mark(sheet: &Sheet, grid: &Grid, style: &Style, row: usize, column: usize) -> char {
    let at = grid.at(row, column);
    let centre = column == grid.columns / 2;
    let line = |y: f64| row == grid.row_of(y);
    let [tee, hog, across, along, ring] = if style.unicode {
        ['┼', '═', '─', '│', '·']
    } else {
        ['+', '=', '-', ':', '.']
    };
    let distance = at.length();
    let painted =
        (distance < sheet.house && distance >= sheet.eight_foot) || distance < sheet.four_foot;
    match () {
        () if line(0.0) && centre => tee,
        () if line(-sheet.hog) => hog,
        () if line(sheet.back) => across,
        () if painted => ring,
        () if line(0.0) => across,
        () if centre && at.y > -sheet.hog && at.y < sheet.back => along,
        () => ' ',
    }
}
