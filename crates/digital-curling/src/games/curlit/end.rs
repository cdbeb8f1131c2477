//! The shots of an end in the tables.

use super::csv::{CsvError, Table};
use super::{RawEnd, RawEnds, TeamId, end_number, key_columns};
use crate::games::observed::{MOST_MARK, ObservedPlacement, ObservedShot, Task};
use curling::rules::{Team, doubles};
use curling::stones::SLOTS;
use curling::{Stones, Turn, Vector};

/// The stones of both teams.
const STONES: usize = 12;

/// The stones of a team, the placed one first.
const OF_TEAM: usize = 6;

/// A hundredth of a foot, in metres.
const UNIT: f64 = 0.003_048;

/// The tee, in hundredths of a foot.
const TEE: (f64, f64) = (750.0, 800.0);

/// The coordinate of stones out of play.
const OUT: i32 = 4095;

/// The largest coordinate of a stone in play: the sheet is 1500 wide, and ends at the hog line.
const LARGEST: i32 = 3_000;

/// The task of stones that were not thrown after a concession.
const NOT_THROWN: i32 = -1;

/// The distance of the placed stones from the centre line that is a power play, in metres.
const ASIDE: f64 = 0.5;

/// A stone in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// Not thrown yet.
    Waiting,
    /// In play.
    At(Vector),
    /// Out of play.
    Out,
    /// Not told.
    Unknown,
}

/// A row of `Stones`.
pub(super) struct RawShot {
    /// The team that threw.
    pub(super) team: TeamId,
    task: i32,
    turn: Option<Turn>,
    mark: Option<u8>,
    cells: [Cell; STONES],
}

/// Reads the rows of `Stones`.
pub(super) fn read_shots(
    text: &str,
    raw: &mut RawEnds,
    warnings: &mut Vec<String>,
) -> Result<(), CsvError> {
    let table = Table::read("Stones", text)?;
    let key = key_columns(&table)?;
    let [end, shot, team, task, handle, points] = [
        table.column("EndID")?,
        table.column("ShotID")?,
        table.column("TeamID")?,
        table.column("Task")?,
        table.column("Handle")?,
        table.column("Points")?,
    ];
    let mut places = [(0, 0); STONES];
    for (stone, place) in places.iter_mut().enumerate() {
        let column = |axis| table.column(&format!("stone_{}_{axis}", stone + 1));
        *place = (column('x')?, column('y')?);
    }
    for row in &table.rows {
        let numbers = (end_number(&row.text(end)), row.text(shot).parse().ok());
        let (Some(number), Some(shot)) = numbers else {
            warnings.push(format!(
                "Stones, line {}: no number of an end or a shot",
                row.line
            ));
            continue;
        };
        let raw_shot = RawShot {
            team: row.text(team),
            task: row.text(task).parse().unwrap_or(13),
            turn: match row.text(handle).as_str() {
                "0" => Some(Turn::Clockwise),
                "1" => Some(Turn::CounterClockwise),
                _ => None,
            },
            mark: row
                .text(points)
                .parse()
                .ok()
                .filter(|mark| *mark <= MOST_MARK),
            cells: places.map(|(x, y)| cell(&row.text(x), &row.text(y))),
        };
        let ends = raw.entry(key.map(row)).or_default();
        let shots = &mut ends.entry(number).or_default().shots;
        if shots.insert(shot, raw_shot).is_some() {
            warnings.push(format!(
                "Stones, line {}: a second row of shot {shot} of end {number}",
                row.line
            ));
        }
    }
    Ok(())
}

fn cell(x: &str, y: &str) -> Cell {
    let (Ok(x), Ok(y)) = (x.parse::<i32>(), y.parse::<i32>()) else {
        return Cell::Unknown;
    };
    match (x, y) {
        (0, 0) => Cell::Waiting,
        (OUT, _) | (_, OUT) => Cell::Out,
        (0..=LARGEST, 0..=LARGEST) => {
            let across = (f64::from(x) - TEE.0) * UNIT;
            let down = (TEE.1 - f64::from(y)) * UNIT;
            Cell::At(Vector::new(across, down))
        }
        _ => Cell::Unknown,
    }
}

/// The task of a number.
fn task(number: i32) -> Option<Task> {
    Some(match number {
        0 => Task::Draw,
        1 => Task::Front,
        2 => Task::Guard,
        3 => Task::Raise,
        4 => Task::Wick,
        5 => Task::Freeze,
        6 => Task::TakeOut,
        7 => Task::HitAndRoll,
        8 => Task::Clearing,
        9 => Task::Double,
        10 => Task::Promotion,
        11 => Task::Through,
        13 => Task::Uncounted,
        _ => return None,
    })
}

impl RawEnd {
    /// Whether stones were not thrown.
    pub(super) fn is_conceded(&self) -> bool {
        self.shots.values().any(|shot| shot.task == NOT_THROWN)
    }

    /// The placement, from the placed stones while they lie; otherwise from the table.
    pub(super) fn placement(&self) -> ObservedPlacement {
        let first = self.shots.values().next();
        let placed = first.map(|shot| [shot.cells[0], shot.cells[OF_TEAM]]);
        let across = placed.into_iter().flatten().filter_map(|cell| match cell {
            Cell::At(at) => Some(at.x),
            _ => None,
        });
        let across: Vec<f64> = across.collect();
        if across.len() == 2 {
            let mean = across.iter().sum::<f64>() / 2.0;
            return match mean {
                ASIDE.. => ObservedPlacement::Right,
                mean if mean < -ASIDE => ObservedPlacement::Left,
                _ => ObservedPlacement::Centre,
            };
        }
        match self.power_play {
            Some(1) => ObservedPlacement::Right,
            Some(_) => ObservedPlacement::Left,
            None => ObservedPlacement::Centre,
        }
    }

    /// The shots in order, and warnings.
    pub(super) fn shots(&self, lead: Team) -> (Vec<ObservedShot>, Vec<String>) {
        let mut warnings = Vec::new();
        let thrown: Vec<_> = self
            .shots
            .iter()
            .filter(|(_, shot)| shot.task != NOT_THROWN)
            .collect();
        let most = SLOTS - doubles::FIRST_SLOT;
        if thrown.len() > most {
            warnings.push(format!("{} shots, of which {most} are read", thrown.len()));
        }
        let block = self.block_of_lead();
        if block.is_none() && !thrown.is_empty() {
            warnings.push("whose stones they are is not clear, so they are left out".to_owned());
        }
        let mut missing = 0;
        let mut strangers = 0;
        let shots = thrown.into_iter().take(most).enumerate();
        let shots = shots.map(|(at, (_, shot))| {
            let slot = doubles::FIRST_SLOT + at;
            let first = &self.shots.values().next().map(|first| &first.team);
            let leads = first.is_some_and(|first| *first == shot.team);
            strangers += usize::from(leads != (Team::of_slot(slot, lead) == lead));
            let stones = block.and_then(|block| sheet(&shot.cells, block));
            missing += usize::from(stones.is_none() && block.is_some());
            ObservedShot {
                slot: slot as u8,
                task: task(shot.task),
                turn: shot.turn,
                mark: shot.mark,
                stones,
            }
        });
        let shots: Vec<_> = shots.collect();
        if missing > 0 {
            warnings.push(format!("the stones after {missing} shots are not told"));
        }
        if strangers > 0 {
            warnings.push(format!("{strangers} shots out of turn"));
        }
        (shots, warnings)
    }

    /// The first stone of the team that threw first: 0 or 6. In the row of the first shot the other
    /// team has thrown nothing.
    fn block_of_lead(&self) -> Option<usize> {
        let first = self.shots.values().next()?;
        let thrown = [0, OF_TEAM].map(|block| first.cells[block + 1] != Cell::Waiting);
        match thrown {
            [true, false] => Some(0),
            [false, true] => Some(OF_TEAM),
            _ => None,
        }
    }
}

/// The sheet of a row, if all stones are told. The lead's stones have the even slots.
fn sheet(cells: &[Cell; STONES], lead: usize) -> Option<Stones> {
    let mut stones = Stones::none();
    for (block, odd) in [(lead, 0), (OF_TEAM - lead, 1)] {
        for number in 0..OF_TEAM {
            let slot = match number {
                0 => odd,
                number => doubles::FIRST_SLOT + 2 * (number - 1) + odd,
            };
            match cells[block + number] {
                Cell::At(at) => stones.place(slot, at),
                Cell::Waiting | Cell::Out => {}
                Cell::Unknown => return None,
            }
        }
    }
    Some(stones)
}
