//! Notices for the server log: the events of all matches, a plain line each.
//!
//! ```
//! use digital_curling::dc4::notice::Notice;
//! use curling::rules::Team;
//!
//! let notice = Notice::Joined {
//!     team: Team::Zero,
//!     user: "user0".to_owned(),
//!     name: "alpha".to_owned(),
//! };
//! assert_eq!(notice.to_string(), "user0 takes team0 as alpha");
//! ```

use crate::games::printable;
use crate::record::MatchResult;
use curling::rules::Team;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use uuid::Uuid;

/// A callback for every notice, with the id of its match. It is called under the lock of the match:
/// it should be quick.
pub type Notices = Arc<dyn Fn(Uuid, &Notice) + Send + Sync>;

/// A notice about a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A user created the match.
    Created {
        /// The user.
        owner: String,
        /// The name.
        name: String,
        /// The kind of game, `standard` or `mix_doubles`.
        mode: &'static str,
        /// The number of ends.
        ends: u32,
    },
    /// The match goes on after a restart of the server.
    Restored {
        /// The number of shots so far.
        shots: usize,
    },
    /// A user took a side.
    Joined {
        /// The side.
        team: Team,
        /// The user.
        user: String,
        /// The name of the team.
        name: String,
    },
    /// Both teams are connected for the first time: the clock runs.
    Begun {
        /// The names of team 0 and team 1.
        names: [String; 2],
    },
    /// An end is over.
    EndOver {
        /// The number, from 1.
        end: u32,
        /// The points of the end.
        points: [u32; 2],
        /// The names of team 0 and team 1.
        names: [String; 2],
        /// The total points.
        total: [u32; 2],
    },
    /// The match is over.
    Over {
        /// The names of team 0 and team 1.
        names: [String; 2],
        /// The result.
        result: MatchResult,
    },
    /// The owner deleted the match before the first shot.
    Deleted,
    /// An abandoned match: no program was connected for too long.
    Abandoned,
    /// The journal of the match cannot be written.
    Unwritten {
        /// The error of the system.
        why: String,
    },
}

impl Display for Notice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plain = |names: &[String; 2]| names.each_ref().map(|name| printable(name));
        match self {
            Notice::Created {
                owner,
                name,
                mode,
                ends,
            } => {
                let (owner, name) = (printable(owner), printable(name));
                write!(f, "{owner} creates \"{name}\", {mode}, ends: {ends}")
            }
            Notice::Restored { shots } => write!(f, "goes on after {shots} shots"),
            Notice::Joined { team, user, name } => {
                write!(f, "{} takes {team} as {}", printable(user), printable(name))
            }
            Notice::Begun { names } => {
                let [first, second] = plain(names);
                write!(f, "{first} against {second} begins")
            }
            Notice::EndOver {
                end,
                points: [a, b],
                names,
                total: [all_a, all_b],
            } => {
                let [first, second] = plain(names);
                write!(
                    f,
                    "end {end}: {a} - {b}, now {first} {all_a} - {all_b} {second}"
                )
            }
            Notice::Over { names, result } => {
                let [first, second] = plain(names);
                let [a, b] = result.points;
                write!(f, "over: {first} {a} - {b} {second}, ")?;
                let how = crate::games::Ending::from(result.reason);
                match result.winner {
                    Some(winner) => write!(f, "{} wins {how}", [first, second][winner.index()]),
                    None => write!(f, "{how}"),
                }
            }
            Notice::Deleted => f.write_str("deleted by its owner"),
            Notice::Abandoned => f.write_str("abandoned: no connection for too long"),
            Notice::Unwritten { why } => write!(f, "cannot be recorded: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curling::rules::Reason;

    #[test]
    fn a_notice_is_one_plain_line_whatever_the_names_are() {
        let names = ["al\npha".to_owned(), "\u{1b}[31mbeta".to_owned()];
        let result = MatchResult {
            winner: Some(Team::One),
            reason: Reason::Time,
            points: [3, 1],
        };
        let over = Notice::Over { names, result }.to_string();
        assert!(!over.contains(char::is_control), "{over:?}");
        assert!(over.starts_with("over: al") && over.ends_with("beta wins on time"));
    }
}
