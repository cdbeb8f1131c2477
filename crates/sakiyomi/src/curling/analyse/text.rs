//! Text of an analysis.

use arena::PlayerSpec;
use arena::report::{Column, Table, table_text};
use curling::arena_game::Curling;
use curling::players::advice::{Advice, AdvisedShot, Place, Scale, Verdict, english};
use curling::players::lattice::Kind;
use curling::players::yardstick::Measure;
use curling::rules::{Game, Team};
use curling::{Turn, Vector};
use lookahead::Bound;
use operations::curling::CurlingMeasured;
use serde_json::Value;
use std::fmt::Write;

/// Returns the letter of a shot in tables and pictures: A, B, and so on.
pub(super) fn letter(rank: usize) -> String {
    let letter = char::from(b'A' + (rank % 26) as u8);
    match rank / 26 {
        0 => letter.to_string(),
        more => format!("{letter}{}", more + 1),
    }
}

/// Returns the text of a position: the team to throw, the score and the stones.
pub(super) fn position(curling: &Curling, game: &Game) -> String {
    let (Some(team), Some(slot)) = (game.to_throw(), game.slot()) else {
        return String::new();
    };
    let rules = curling.rules();
    let hammer = if slot % 2 == 1 {
        "has the hammer"
    } else {
        "throws first in this end"
    };
    let end = if game.is_extra_end(rules) {
        "an extra end".to_owned()
    } else {
        format!("end {} of {}", game.end + 1, rules.ends)
    };
    let [zero, one] = Team::BOTH.map(|team| game.total(team));
    let mut text = format!(
        "{team} to throw stone {} of {end}; it {hammer}. Score: team0 {zero}, team1 {one}.\n\n",
        slot + 1
    );
    if game.stones.count() > 0 {
        text += &stones(game);
        text += "\n";
    }
    text
}

fn stones(game: &Game) -> String {
    let columns = [
        Column::number("stone"),
        Column::words("of"),
        Column::words("at"),
        Column::words("where"),
    ];
    let row = |(slot, stone): (usize, curling::Stone)| {
        [
            (slot + 1).to_string(),
            Team::of_slot(slot, game.lead).to_string(),
            point(stone.at),
            english::spot(Place::of(stone.at)),
        ]
    };
    let rows = game.stones.iter().map(row);
    table_text(&rows.fold(Table::new("Stones in play", columns), Table::row))
}

fn point(at: Vector) -> String {
    format!("({:+.2}, {:+.2})", at.x, at.y)
}

/// Returns the text of a player's advice.
pub(super) fn advice(player: &PlayerSpec, advice: &Advice) -> String {
    let mut text = shots(player, advice);
    text += "\n";
    text += &results(advice);
    text += "\n";
    text += &sure(advice);
    text += &remarks(advice);
    let effort = &advice.effort;
    let depth = match effort.depth {
        0 => String::new(),
        1 => "one shot ahead, ".to_owned(),
        depth => format!("{depth} shots ahead, "),
    };
    text + &format!(
        "{depth}{} positions or simulations in {:.2} s\n\n",
        effort.nodes, effort.seconds
    )
}

/// Returns the table of all players' shots by one measure, best first.
pub(super) fn measured(answers: &[(&PlayerSpec, Advice)], measured: &CurlingMeasured) -> String {
    let shots = answers.iter().flat_map(|(player, advice)| {
        let of_player = advice.shots.iter().enumerate();
        of_player.map(move |(rank, shot)| (player.to_string(), rank, shot))
    });
    let mut all: Vec<_> = shots.zip(&measured.shots).collect();
    all.sort_by(|a, b| b.1.chance.total_cmp(&a.1.chance));
    let best = all.first().map_or(0.0, |(_, measure)| measure.chance);
    let caption = format!(
        "By one measure: {} throws of each shot with the same errors, valued by {}",
        measured.throws, measured.player
    );
    let columns = [
        Column::words("player"),
        Column::words(""),
        Column::words("shot"),
        Column::number("chance"),
        Column::number("behind the best"),
    ];
    let row = |((player, rank, shot), measure): ((String, usize, &AdvisedShot), &Measure)| {
        let behind = difference(Scale::Chance, best - measure.chance);
        let behind = format!(
            "{behind} ± {}",
            difference(Scale::Chance, measure.gap_error)
        );
        let is_best = measure.chance >= best;
        vec![
            player,
            letter(rank),
            shot.words.clone(),
            amount(Scale::Chance, measure.chance),
            if is_best { String::new() } else { behind },
        ]
    };
    let rows = all.into_iter().map(row);
    table_text(&rows.fold(Table::new(caption, columns), Table::row)) + "\n"
}

/// Returns a line on the best shot of a partial answer.
pub(super) fn so_far(advice: &Value) -> String {
    let Some(best) = advice["shots"].get(0) else {
        return String::new();
    };
    let value = best["value"].as_f64().filter(|_| advice["valued"] == true);
    let value = value.map_or_else(String::new, |value| match advice["scale"].as_str() {
        Some("points") => format!(", {}", amount(Scale::Points, value)),
        _ => format!(", {}", amount(Scale::Chance, value)),
    });
    format!(
        "so far: {}{value} ({:.1} s)\n",
        best["words"].as_str().unwrap_or_default(),
        advice["effort"]["seconds"].as_f64().unwrap_or_default()
    )
}

fn shots(player: &PlayerSpec, advice: &Advice) -> String {
    let (team, worth) = (advice.team, worth(advice));
    let caption = format!("Best shots of {player}; {worth} is {team}'s");
    let lying = if advice.slot == 15 { "points" } else { "lying" };
    let columns = [
        Column::words(""),
        Column::words("shot"),
        Column::words("turn"),
        Column::words("aimed at"),
        Column::number("m/s"),
        Column::number(worth),
        Column::number("spread"),
        Column::number(lying),
    ];
    let row = |(rank, shot): (usize, &AdvisedShot)| {
        let aim = match shot.kind {
            Kind::Draw => point(shot.target),
            Kind::Hit => format!("{} through", point(shot.target)),
        };
        let value = match shot.bound {
            _ if !advice.valued => "–".to_owned(),
            _ => amount(advice.scale, shot.value),
        };
        vec![
            letter(rank),
            shot.words.clone(),
            turn(shot.shot.turn).to_owned(),
            aim,
            format!("{:.2}", shot.speed),
            value,
            if advice.valued {
                format!("± {}", difference(advice.scale, shot.spread))
            } else {
                "–".to_owned()
            },
            shot.points.map_or("–".to_owned(), |p| format!("{p:+.2}")),
        ]
    };
    let rows = advice.shots.iter().enumerate().map(row);
    table_text(&rows.fold(Table::new(caption, columns), Table::row))
}

fn results(advice: &Advice) -> String {
    let columns = [
        Column::words(""),
        Column::number("made"),
        Column::number("if made"),
        Column::number("if missed"),
        Column::words(if advice.slot == 15 {
            "points of the end"
        } else {
            "points lying after it"
        }),
        Column::words("opponent's reply"),
    ];
    let change = |shot: &AdvisedShot, value: Option<f64>| {
        let change = value.map(|value| signed(advice.scale, value - shot.value));
        change.unwrap_or("–".to_owned())
    };
    let row = |(rank, shot): (usize, &AdvisedShot)| {
        let reply = shot.reply.as_ref();
        vec![
            letter(rank),
            format!("{:.0} %", 100.0 * shot.success),
            change(shot, shot.made),
            change(shot, shot.missed),
            likely_points(shot),
            reply.map_or("–".to_owned(), |reply| reply.words.clone()),
        ]
    };
    let rows = advice.shots.iter().enumerate().map(row);
    let table = Table::new("Outcomes", columns);
    table_text(&rows.fold(table, Table::row))
}

/// Returns the three likeliest scores.
fn likely_points(shot: &AdvisedShot) -> String {
    let mut results = shot.results.clone();
    results.sort_by(|a, b| b.1.total_cmp(&a.1));
    let likely = results.iter().filter(|(_, p)| *p >= 0.005).take(3);
    let listed = likely.map(|(points, p)| format!("{points:+} {:.0} %", 100.0 * p));
    listed.collect::<Vec<_>>().join(", ").replace("+0", "0")
}

/// Returns the confidence in the best shot, and the cost of a miss.
fn sure(advice: &Advice) -> String {
    let Some(best) = advice.shots.first() else {
        return String::new();
    };
    let mut text = purposes(advice);
    let (sure, scale) = (advice.sure, advice.scale);
    if let Some(gap) = sure.gap {
        let gap = difference(scale, gap);
        let shown = sure.next.filter(|next| *next < advice.shots.len());
        let next = shown.map_or(String::new(), |next| format!(", {},", letter(next)));
        let verdict = match sure.verdict {
            Verdict::Clear => "clearly the best",
            Verdict::Slight => "a little better than the rest",
            Verdict::Equal => "no better than the next shot",
            Verdict::Unsure => "not certainly the best: the difference may be sampling noise",
            Verdict::Alone => "the only one",
        };
        let error = sure.error.map_or(String::new(), |error| {
            format!(" (standard error {})", difference(scale, error))
        });
        let _ = writeln!(
            text,
            "Confidence: A is {verdict}. The next different shot{next} costs {gap}{error}."
        );
    }
    if let (Some(missed), true) = (best.missed, best.success < 0.9995) {
        let _ = writeln!(
            text,
            "Risk: A misses {:.0} times in 100, and a miss is worth {} on average, {} than the shot.",
            100.0 * (1.0 - best.success),
            amount(scale, missed),
            if missed <= best.value {
                format!("{} less", difference(scale, best.value - missed))
            } else {
                format!("{} more", difference(scale, missed - best.value))
            }
        );
    }
    text
}

/// Returns the purpose of the best shot, and of the next that has another.
fn purposes(advice: &Advice) -> String {
    let told = advice.shots.iter().enumerate();
    let mut told = told.filter_map(|(rank, shot)| Some((rank, shot.purpose?)));
    let Some((0, best)) = told.next() else {
        return String::new();
    };
    let other = told.find(|(_, purpose)| *purpose != best);
    let other = other.map_or(String::new(), |(rank, purpose)| {
        format!(" {} is to {}.", letter(rank), purpose.words().en)
    });
    format!("Purpose: A is to {}.{other}\n", best.words().en)
}

/// Returns remarks on how to read the numbers.
fn remarks(advice: &Advice) -> String {
    let mut text = String::new();
    if !advice.valued {
        text +=
            "No values: the shot comes from opening knowledge, or the player never values shots.\n";
    }
    if advice.adds_position {
        text += "A worth is the chance of winning, the house scored as it stands where the search stops, and some credit for stones that lie well: good to compare shots with, no true chance.\n"
            .replace("the chance of winning", match advice.scale {
                Scale::Chance => "the chance of winning",
                Scale::Points => "points",
            })
            .as_str();
    }
    let shallow = |shot: &AdvisedShot| shot.bound == Bound::Estimate && shot.error.is_none();
    if advice.valued && advice.shots.iter().any(shallow) {
        text += "Some of these shots were not searched to the full depth.\n";
    }
    if let Some(ice) = &advice.ice {
        text += &ice.sentence.en;
        text += "\n";
    }
    for note in &advice.notes {
        text += &note.en;
        text += "\n";
    }
    text
}

/// Returns the name of the values.
fn worth(advice: &Advice) -> &'static str {
    match (advice.scale, advice.adds_position) {
        (_, true) => "worth",
        (Scale::Chance, false) => "chance",
        (Scale::Points, false) => "value",
    }
}

/// Returns a value: a win probability or points.
pub(super) fn amount(scale: Scale, value: f64) -> String {
    let value = value + 0.0; // no minus before nothing
    match scale {
        Scale::Chance => format!("{:.1} %", 100.0 * value),
        Scale::Points => format!("{value:.2} points"),
    }
}

/// Returns the size of a difference of values, in percentage points (pp) or points.
fn difference(scale: Scale, value: f64) -> String {
    // No minus before nothing.
    let value = if value.abs() < 0.0005 { 0.0 } else { value };
    match scale {
        Scale::Chance => format!("{:.1} pp", 100.0 * value),
        Scale::Points => amount(scale, value),
    }
}

/// Returns a difference of values with its sign; zero has none.
fn signed(scale: Scale, value: f64) -> String {
    let value = if value.abs() < 0.0005 { 0.0 } else { value };
    match scale {
        _ if value == 0.0 => difference(scale, value),
        Scale::Chance => format!("{:+.1} pp", 100.0 * value),
        Scale::Points => format!("{value:+.2} points"),
    }
}

pub(super) fn turn(turn: Turn) -> &'static str {
    match turn {
        Turn::Clockwise => "cw",
        Turn::CounterClockwise => "ccw",
    }
}
