//! Whose question it is, which decides the players it may name.

use crate::admission;
use crate::fault::Fault;
use arena::{PlayerSpec, Roster};

/// Who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// A page: players of the house, guests among them, with settings that name no file.
    #[default]
    Page,
    /// The owner of the machine, at the command line or by a script: any player.
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
            Trust::Owner => named(players, text),
        };
        spec.map_err(|fault| fault.within("player"))
    }
}

/// The player of a text, its settings checked.
fn named(players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
    let spec: PlayerSpec = text.parse().map_err(Fault::wrong)?;
    players.check(&spec).map_err(admission::wrong)?;
    Ok(spec)
}
