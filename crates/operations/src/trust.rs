//! Whose question it is, which decides the players it may name.

use crate::admission;
use crate::fault::Fault;
use arena::{PlayerSpec, Roster};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// A page or a script: players of the house, with settings that name no file.
    Page,
    /// The owner of the machine at the command line: any player.
    Owner,
}

impl Trust {
    /// The player of a text, if it may be asked.
    ///
    /// # Errors
    /// If it is no player, or one that may not be asked.
    pub(crate) fn player(self, players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
        let spec = match self {
            Trust::Page => admission::admit(players, text),
            Trust::Owner => text.parse().map_err(Fault::wrong),
        };
        spec.map_err(|fault| Fault {
            place: Some("player".to_owned()),
            ..fault
        })
    }
}
