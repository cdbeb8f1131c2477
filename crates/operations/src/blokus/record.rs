//! Games with variations as `.blksgf` files.
//!
//! The page shows moves, comments, names, date and result. Every other property of a node is handed
//! to the page as written (`kept`) and comes back when the game is written, so that nothing in a
//! file is lost. A node without a move becomes part of the one before it. Pieces can be set up in
//! the first node only.

use crate::FileText;
use crate::fault::{Fault, FaultCode};
use arena::Phrase;
use blokus::record::sgf::{self, Property, Value};
use blokus::record::{GameTree, NodeId, Place, RecordError, result};
use blokus::{Colour, Line, Move, Position, Scoring};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The longest text that is read, in bytes.
pub(super) const LONGEST: usize = 4_000_000;
/// The most moves of a game with all its variations.
const MOST: usize = 5000;

/// A game with its variations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusGame {
    /// The position it begins with, on one line; the empty board if there is none.
    #[serde(default)]
    pub(super) start: Option<String>,
    /// The name of the first player.
    pub(super) black: String,
    /// The name of the second player.
    pub(super) white: String,
    /// The date.
    pub(super) date: String,
    /// The result, such as `B+7`; if empty, it is added when the game was played to the end.
    pub(super) result: String,
    /// The comment on the game.
    pub(super) comment: String,
    /// Other properties of the game, as the file has them.
    pub(super) kept: String,
    /// The moves: each after the one it follows, of several after the same one the main line first.
    pub(super) nodes: Vec<BlokusNode>,
}

/// A move of a game with its variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlokusNode {
    /// The place in the list of the move that this one follows; none if it is a first move.
    #[serde(default)]
    pub(super) parent: Option<usize>,
    /// The colour that moves.
    pub(super) colour: Colour,
    /// The squares the piece covers.
    pub(super) squares: String,
    /// The comment on the move.
    pub(super) comment: String,
    /// Other properties of the move, as the file has them.
    pub(super) kept: String,
}

pub(super) fn fault(error: RecordError) -> Fault {
    unreadable(error.place, &error.fault.into())
}

/// Returns the fault of a file that cannot be read, at a place in it.
fn unreadable(place: Option<Place>, why: &Phrase) -> Fault {
    match place {
        Some(place) => Fault::wrong_at(place, why),
        None => Fault::wrong(why),
    }
    .explained_by(FaultCode::UnreadableFile, why)
}

/// The properties that the page shows.
const OWN: [&str; 8] = ["GM", "CA", "C", "PB", "PW", "DT", "RE", "PL"];
const SET_UP: [&str; 4] = ["AB", "AW", "AE", "PL"];

fn is_own(property: &Property) -> bool {
    let name = property.name();
    OWN.contains(&name) || SET_UP.contains(&name) || name == "B" || name == "W"
}

/// Returns the other properties, as written in the file.
fn kept(properties: &[Property]) -> String {
    let mut text = String::new();
    for property in properties.iter().filter(|property| !is_own(property)) {
        text += property.name();
        for value in property.values() {
            let _ = write!(text, "[{}]", value.raw());
        }
    }
    text
}

fn join(to: &mut String, text: Option<String>, between: &str) {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return;
    };
    if !to.is_empty() {
        to.push_str(between);
    }
    to.push_str(&text);
}

/// Reads a game.
pub(super) fn read(asked: &FileText) -> Result<BlokusGame, Fault> {
    if asked.text.len() > LONGEST {
        return Err(Fault::too_long(
            format!("a game file has at most {LONGEST} bytes"),
            LONGEST,
            "bytes",
        ));
    }
    let tree: GameTree = asked.text.parse().map_err(fault)?;
    Reading::of(&tree)?.all()
}

/// A game as far as it has been read.
struct Reading<'a> {
    tree: &'a GameTree,
    game: BlokusGame,
    /// The first position, then that after every move.
    positions: Vec<Position>,
}

impl<'a> Reading<'a> {
    fn of(tree: &'a GameTree) -> Result<Self, Fault> {
        let root = tree.root();
        let sets_up = |p: &Property| SET_UP.contains(&p.name());
        let set_up = tree.sgf().properties(root).iter().find(|p| sets_up(p));
        let first_move = tree.move_at(root).map_err(fault)?;
        let first = match (set_up, first_move) {
            (Some(property), Some(_)) => return Err(late(property)),
            (Some(_), None) => tree.position_at(root).map_err(fault)?,
            (None, _) => Position::start(),
        };
        let text = |name| tree.sgf().text(root, name).unwrap_or_default();
        let game = BlokusGame {
            start: set_up.map(|_| first.to_string()),
            black: text("PB"),
            white: text("PW"),
            date: text("DT"),
            result: text("RE"),
            ..BlokusGame::default()
        };
        Ok(Reading {
            tree,
            game,
            positions: vec![first],
        })
    }

    /// Reads every node, each with the move it comes after.
    fn all(mut self) -> Result<BlokusGame, Fault> {
        let mut to_come = vec![(self.tree.root(), None)];
        while let Some((node, parent)) = to_come.pop() {
            let place = self.node(node, parent)?;
            let children = self.tree.children(node).iter().rev();
            to_come.extend(children.map(|&child| (child, place)));
        }
        Ok(self.game)
    }

    /// Reads a node and returns the move that its children follow.
    fn node(&mut self, node: NodeId, parent: Option<usize>) -> Result<Option<usize>, Fault> {
        let properties = self.tree.sgf().properties(node);
        let set_up = properties.iter().find(|p| SET_UP.contains(&p.name()));
        if let Some(property) = set_up.filter(|_| node != self.tree.root()) {
            return Err(late(property));
        }
        let place = match self.tree.move_at(node).map_err(fault)? {
            Some((colour, placement)) => {
                let mut position = self.positions[parent.map_or(0, |place| place + 1)].clone();
                if position.check(colour, placement).is_err() {
                    // The record knows where the move stands.
                    let error = self.tree.position_at(node).err().map(fault);
                    return Err(error.unwrap_or_else(|| Fault::failed("a move is not legal")));
                }
                position.play_as(colour, placement);
                self.add(parent, colour, placement.to_string(), position)?
            }
            None => parent,
        };
        // What a first node says is about the game, even if it has a move.
        let about = place.filter(|_| node != self.tree.root());
        let (comment, others) = match about {
            Some(place) => {
                let node = &mut self.game.nodes[place];
                (&mut node.comment, &mut node.kept)
            }
            None => (&mut self.game.comment, &mut self.game.kept),
        };
        join(comment, self.tree.comment(node), "\n\n");
        others.push_str(&kept(properties));
        Ok(place)
    }

    fn add(
        &mut self,
        parent: Option<usize>,
        colour: Colour,
        squares: String,
        position: Position,
    ) -> Result<Option<usize>, Fault> {
        let place = self.game.nodes.len();
        if place == MOST {
            let message = format!("the file has more than {MOST} moves: too many to show");
            return Err(Fault::too_long(message, MOST, "moves"));
        }
        self.positions.push(position);
        self.game.nodes.push(BlokusNode {
            parent,
            colour,
            squares,
            comment: String::new(),
            kept: String::new(),
        });
        Ok(Some(place))
    }
}

/// Returns the fault of pieces set up after the first node.
fn late(property: &Property) -> Fault {
    let name = property.name();
    let why = Phrase::from((
        format!(
            "`{name}` sets up pieces after the beginning: set them up in a first node without a \
             move"
        ),
        format!(
            "「{name}」は対局の途中でピースを置いています。手のない最初のノードに書いてください"
        ),
    ));
    unreadable(property.values().first().and_then(Value::place), &why)
}

/// Writes a game.
pub(super) fn write(game: &BlokusGame) -> Result<FileText, Fault> {
    let ended = check(game)?;
    let mut text = "(;GM[Blokus Duo]CA[UTF-8]".to_owned();
    let result = if game.result.is_empty() {
        ended.unwrap_or_default()
    } else {
        game.result.clone()
    };
    let about = [
        ("PB", &game.black),
        ("PW", &game.white),
        ("DT", &game.date),
        ("RE", &result),
        ("C", &game.comment),
    ];
    for (name, value) in about {
        property(&mut text, name, value);
    }
    if let Some(start) = &game.start {
        set_up(&mut text, &Line::begin(Some(start))?);
    }
    text += &others("kept", &game.kept)?;
    nodes(&mut text, game)?;
    text.push(')');
    // Read and written once more, it is laid out as every record is.
    let tree: GameTree = text.parse().map_err(fault)?;
    Ok(FileText {
        text: tree.to_string(),
    })
}

/// Checks that the moves are legal, and returns the result of the main line if it ended.
fn check(game: &BlokusGame) -> Result<Option<String>, Fault> {
    if game.nodes.len() > MOST {
        let message = format!("a game has at most {MOST} moves");
        return Err(Fault::too_long(message, MOST, "moves"));
    }
    let mut positions = vec![Line::begin(game.start.as_deref())?];
    let mut last = 0;
    for (number, node) in game.nodes.iter().enumerate() {
        let place = format!("nodes[{number}]");
        let parent = node.parent.map_or(0, |parent| parent + 1);
        if parent > number {
            return Err(Fault::wrong_at(place, "its parent must come before it"));
        }
        let mut position = positions[parent].clone();
        let step = Move {
            colour: node.colour,
            squares: node.squares.clone(),
        };
        step.make(&mut position).map_err(|why| {
            Fault::wrong_at(place, &why).explained_by(FaultCode::InvalidMoves, &why)
        })?;
        positions.push(position);
        if parent == last {
            last = number + 1;
        }
    }
    let end = &positions[last];
    Ok(end.is_over().then(|| result(end.margin(Scoring::Advanced))))
}

fn property(text: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let _ = write!(text, "{name}[{}]", Value::new(value).raw());
    }
}

fn set_up(text: &mut String, position: &Position) {
    for (name, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let placements = position.placements(colour);
        if !placements.is_empty() {
            text.push_str(name);
        }
        for placement in placements {
            let _ = write!(text, "[{placement}]");
        }
    }
    if let Some(turn) = position.turn() {
        property(text, "PL", &turn.letter().to_string());
    }
}

/// Parses the other properties of a node.
fn others(place: &str, text: &str) -> Result<String, Fault> {
    if text.is_empty() {
        return Ok(String::new());
    }
    let wrong = || Fault::wrong_at(place, "these are not properties of one node");
    let trees = sgf::read(&format!("(;{text})")).map_err(|_| wrong())?;
    let [tree] = &trees[..] else {
        return Err(wrong());
    };
    if !tree.children(tree.root()).is_empty() {
        return Err(wrong());
    }
    Ok(kept(tree.properties(tree.root())))
}

/// Returns the moves with their variations, each after the one it follows.
fn nodes(text: &mut String, game: &BlokusGame) -> Result<(), Fault> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); game.nodes.len() + 1];
    for (number, node) in game.nodes.iter().enumerate() {
        children[node.parent.map_or(0, |parent| parent + 1)].push(number);
    }
    // What is still to be written: a node, or the end of a variation.
    let mut to_come: Vec<Option<usize>> = Vec::new();
    let come = |to_come: &mut Vec<Option<usize>>, after: usize| {
        for &child in children[after].iter().rev() {
            to_come.extend([None, Some(child)]);
        }
    };
    come(&mut to_come, 0);
    while let Some(next) = to_come.pop() {
        let Some(number) = next else {
            text.push(')');
            continue;
        };
        let node = &game.nodes[number];
        let name = node.colour.letter();
        let _ = write!(text, "(;{name}[{}]", Value::new(&node.squares).raw());
        property(text, "C", &node.comment);
        *text += &others(&format!("nodes[{number}].kept"), &node.kept)?;
        come(&mut to_come, number + 1);
    }
    Ok(())
}
