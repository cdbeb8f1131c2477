//! Trust in a client, which decides the players and amounts that a request may name.

use crate::fault::{Fault, FaultCode};
use crate::player_policy;
use arena::{Contender, PlayerSpec, Roster};

/// The client of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// A page: the games' own players and guests, with settings that name no file, within the
    /// limits for shared machines.
    #[default]
    Page,
    /// The owner of the machine, at the command line or in a script: any player, file or amount.
    Owner,
}

impl Trust {
    /// Returns the longest time of a request to a player, in seconds.
    pub(crate) fn longest(self) -> f64 {
        match self {
            Trust::Page => 60.0,
            Trust::Owner => 3600.0,
        }
    }

    /// Parses a player that the client may use.
    ///
    /// # Errors
    /// If the player is unknown, invalid or forbidden.
    pub(crate) fn player(self, players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
        let spec = match self {
            Trust::Page => player_policy::admit(players, text),
            Trust::Owner => named(players, text),
        };
        spec.map_err(|fault| fault.within("player"))
    }

    /// Parses a contender that the client may use. Its settings are checked; nothing is built.
    ///
    /// # Errors
    /// If the player is unknown, invalid or forbidden.
    pub(crate) fn contender(self, players: &Roster, text: &str) -> Result<Contender, Fault> {
        let contender = text.parse::<Contender>();
        let contender =
            contender.map_err(|why| Fault::wrong(why).explained(FaultCode::InvalidPlayer))?;
        match self {
            Trust::Page => player_policy::admit(players, &contender.spec.to_string()).map(drop),
            Trust::Owner => players.check(&contender.spec).map_err(player_policy::wrong),
        }?;
        Ok(contender)
    }
}

/// Parses a player and checks its settings.
fn named(players: &Roster, text: &str) -> Result<PlayerSpec, Fault> {
    let spec: PlayerSpec = text.parse().map_err(player_policy::wrong)?;
    players.check(&spec).map_err(player_policy::wrong)?;
    Ok(spec)
}
