//! Trust in the asker, which decides the players that a request may name.

use crate::fault::Fault;
use crate::player_policy;
use arena::{Contender, PlayerSpec, Roster};

/// Who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// A page: players of the house, guests among them, with settings that name no file, and no
    /// more than a machine that is shared can bear.
    #[default]
    Page,
    /// The owner of the machine, at the command line or by a script: any player, any file, any
    /// amount.
    Owner,
}

impl Trust {
    /// The longest that a player may think about one question, in seconds.
    pub(crate) fn longest(self) -> f64 {
        match self {
            Trust::Page => 60.0,
            Trust::Owner => 3600.0,
        }
    }

    /// The player of a text, if it may be asked.
    ///
    /// # Errors
    /// If it is no player, or one that may not be asked.
    pub(crate) fn player(self, players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
        let spec = match self {
            Trust::Page => player_policy::admit(players, text),
            Trust::Owner => named(players, text),
        };
        spec.map_err(|fault| fault.within("player"))
    }

    /// The contender of a text, if it may take part. Its settings are checked; nothing is built.
    ///
    /// # Errors
    /// If it is no player of these, or one that may not be asked.
    pub(crate) fn contender(self, players: &Roster, text: &str) -> Result<Contender, Fault> {
        let contender: Contender = text.parse().map_err(Fault::wrong)?;
        match self {
            Trust::Page => player_policy::admit(players, &contender.spec.to_string()).map(drop),
            Trust::Owner => players.check(&contender.spec).map_err(Fault::wrong),
        }?;
        Ok(contender)
    }
}

/// The player of a text, its settings checked.
fn named(players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
    let spec: PlayerSpec = text.parse().map_err(Fault::wrong)?;
    players.check(&spec).map_err(player_policy::wrong)?;
    Ok(spec)
}
