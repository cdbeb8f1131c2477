//! The player of a client: a named one, or one written in Python.

use crate::faults::exception;
use crate::players::maker;
use arena::analyst::{Analyst, FromPlayer};
use arena::embedded::MakeEmbedded;
use arena::{Game, Lineup, PlayableGame as _, Player, PlayerSpec, SpecError};
use operations::Fault;
use pyo3::prelude::*;

/// The name of a Python player among those of the game.
const NAME: &str = "python";

/// The player of a client.
#[derive(Clone)]
pub(crate) enum ClientPlayer {
    Named(PlayerSpec),
    Python(MakeEmbedded),
}

impl ClientPlayer {
    /// Returns the player of a text, or of a function that returns a seat.
    pub(crate) fn new(text: Option<&str>, seat: Option<Py<PyAny>>) -> PyResult<Self> {
        if let Some(seat) = seat {
            return Ok(ClientPlayer::Python(maker(seat)));
        }
        let spec = text.unwrap_or_default().parse();
        let spec = spec.map_err(|why: SpecError| exception(&Fault::wrong_at("player", why)))?;
        Ok(ClientPlayer::Named(spec))
    }

    /// Builds the player as one of a lineup.
    pub(crate) fn build<G, A>(
        &self,
        mut lineup: Lineup<G, A>,
    ) -> Result<Box<dyn Player<G>>, SpecError>
    where
        G: Game + 'static,
        A: Analyst<G> + FromPlayer<G> + ?Sized + 'static,
    {
        match self {
            ClientPlayer::Named(spec) => lineup.build(spec),
            ClientPlayer::Python(make) => {
                lineup.embed(NAME, make.clone())?;
                lineup.build(&NAME.parse()?)
            }
        }
    }
}
