//! The plain tree of an SGF file: nodes with properties, without their meaning.
//!
//! Nothing is dropped. A value is kept as it stands between its brackets, with its escapes, because
//! only the meaning of a property decides whether a colon in it was escaped on purpose;
//! [`Value::text`] returns the unescaped text. Properties keep their order, even one that a node
//! has twice. Nodes are stored in one list and refer to each other by index, and nothing here is
//! recursive, so a file may nest to any depth.
//!
//! The meaning of properties is in [`GameTree`](super::GameTree). The format is SGF, version 4 (A.
//! Hollosi, "SGF File Format FF\[4\]", 1999).
//!
//! ```
//! use blokus::record::sgf;
//!
//! let trees = sgf::read("a letter: (;C[one [or\\] two];X[1][2](;)(;Y[]))")?;
//! let [tree] = &trees[..] else { panic!("one tree") };
//! assert_eq!(tree.text(tree.root(), "C").as_deref(), Some("one [or] two"));
//! let x = tree.children(tree.root())[0];
//! assert_eq!((tree.properties(x)[0].values().len(), tree.children(x).len()), (2, 2));
//! assert_eq!(sgf::read(&tree.to_string())?, trees);
//! # Ok::<(), sgf::SyntaxError>(())
//! ```

use std::fmt::{self, Write};

pub use super::reader::{SyntaxError, read};

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, the first being 1.
    pub line: u32,
    /// The character of the line, the first being 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One value of a property. Values are equal if their texts are equal, wherever they stand.
#[derive(Clone, Debug)]
pub struct Value {
    raw: String,
    place: Option<Place>,
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Value {}

impl Value {
    /// Creates the value for a text, with escapes.
    pub fn new(text: &str) -> Self {
        let mut raw = String::with_capacity(text.len());
        for letter in text.chars() {
            if matches!(letter, '\\' | ']') {
                raw.push('\\');
            }
            raw.push(letter);
        }
        Value { raw, place: None }
    }

    /// Returns a value as it stands between its brackets.
    pub(super) fn of_raw(raw: &str, place: Place) -> Self {
        Value {
            raw: raw.to_owned(),
            place: Some(place),
        }
    }

    /// Returns the raw text between the brackets.
    pub fn raw(&self) -> &str {
        &self.raw
    }

    /// Returns the place of its first character; `None` if it was not read from text.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// Returns the unescaped text: without escaped line breaks, and with `\n` for every other line
    /// break.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.raw.len());
        let mut letters = self.raw.chars().peekable();
        while let Some(first) = letters.next() {
            let escaped = first == '\\';
            let letter = if escaped { letters.next() } else { Some(first) };
            if letter == Some('\r') {
                letters.next_if_eq(&'\n');
            }
            match letter {
                Some('\r' | '\n') if escaped => {}
                Some('\r') => text.push('\n'),
                other => text.extend(other),
            }
        }
        text
    }
}

/// A property of a node: a name and one value or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

impl Property {
    /// Returns its name, such as `C`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its values, at least one.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns the text of its first value.
    pub fn text(&self) -> String {
        self.values.first().map(Value::text).unwrap_or_default()
    }
}

/// The identifier of a node within its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

#[derive(Clone, Debug, Default)]
struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    properties: Vec<Property>,
}

/// A tree of nodes. Trees are equal if their texts are equal.
///
/// Methods that take a node panic if it is not one of this tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        // In the same order, nodes with equal numbers of children make the same tree.
        let of = |tree: &Self, node| tree.children(node).len();
        let same =
            |(a, b)| of(self, a) == of(other, b) && self.properties(a) == other.properties(b);
        self.nodes.len() == other.nodes.len() && self.nodes().zip(other.nodes()).all(same)
    }
}

impl Eq for Tree {}

impl Tree {
    /// Creates a tree of one node without properties.
    pub fn new() -> Self {
        Tree {
            nodes: vec![Node::default()],
        }
    }

    /// Returns the first node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns the node that a node follows.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0].parent
    }

    /// Returns the nodes that follow a node, the main line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// Returns all nodes, each before its children and these before its next sibling: as they are
    /// written.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = vec![self.root()];
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            waiting.extend(self.children(node).iter().rev());
            Some(node)
        })
    }

    /// Returns the nodes from the root to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> =
            std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// Adds a node without properties as the last child.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let child = NodeId(self.nodes.len());
        self.nodes[parent.0].children.push(child);
        self.nodes.push(Node {
            parent: Some(parent),
            ..Node::default()
        });
        child
    }

    /// Returns the properties of a node.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.nodes[node.0].properties
    }

    pub(super) fn push(&mut self, node: NodeId, property: Property) {
        self.nodes[node.0].properties.push(property);
    }

    /// Returns a property of a node; the first one if it has several of that name.
    pub fn property(&self, node: NodeId, name: &str) -> Option<&Property> {
        self.properties(node).iter().find(|p| p.name == name)
    }

    /// Returns the text of the first value of a property.
    pub fn text(&self, node: NodeId, name: &str) -> Option<String> {
        self.property(node, name).map(Property::text)
    }

    /// Sets a property to one value with this text, in the place where the property was. An empty
    /// text removes the property.
    ///
    /// # Panics
    /// If the name is not made of ASCII letters and digits: names are for the program to choose.
    pub fn set_text(&mut self, node: NodeId, name: &'static str, text: &str) {
        let values = (!text.is_empty()).then(|| Value::new(text));
        self.set(node, name, values.into_iter().collect());
    }

    /// Sets a property to these values, in the place where the property was. No values remove it.
    ///
    /// # Panics
    /// As [`set_text`](Tree::set_text).
    pub fn set(&mut self, node: NodeId, name: &'static str, values: Vec<Value>) {
        assert!(
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric()),
            "`{name}` is not a property name"
        );
        let properties = &mut self.nodes[node.0].properties;
        let place = properties.iter().position(|p| p.name == name);
        properties.retain(|p| p.name != name);
        if !values.is_empty() {
            let property = Property {
                name: name.to_owned(),
                values,
            };
            properties.insert(place.unwrap_or(properties.len()), property);
        }
    }

    fn write_node(&self, node: NodeId, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(';')?;
        for property in self.properties(node) {
            f.write_str(&property.name)?;
            for value in &property.values {
                write!(f, "[{}]", value.raw)?;
            }
        }
        Ok(())
    }
}

/// The stack of a writer.
enum Step {
    Open(NodeId),
    Node(NodeId),
    Close,
}

/// One line per node, and a final line break.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('(')?;
        let mut steps = vec![Step::Close, Step::Node(self.root())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => f.write_char(')')?,
                Step::Open(node) => {
                    f.write_str("\n(")?;
                    steps.extend([Step::Close, Step::Node(node)]);
                }
                Step::Node(node) => {
                    self.write_node(node, f)?;
                    if let &[only] = self.children(node) {
                        f.write_char('\n')?;
                        steps.push(Step::Node(only));
                    } else {
                        steps.extend(self.children(node).iter().rev().copied().map(Step::Open));
                    }
                }
            }
        }
        f.write_char('\n')
    }
}
