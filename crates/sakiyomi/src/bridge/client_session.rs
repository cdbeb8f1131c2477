//! A client of a table manager over a connection: the words of [`bridge::manager`], the player and
//! the clock.

use super::client_player::{ClientPlayer, written};
use super::tcp_lines::{LineError, Reader, send};
use arena::player::Fault;
use bridge::View;
use bridge::manager::{ClientMessage, FreeText, Prompt, TableClient, TableClientError};
use bridge::record::Record;
use bridge::rules::Action;
use lookahead::Cancel;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The error that ends a session early.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The connection cannot be used.
    #[error("cannot use the connection: {0}")]
    Connection(#[from] std::io::Error),
    /// The table manager is gone or silent.
    #[error("the table manager: {0}")]
    Lost(#[from] LineError),
    /// The table manager refused the seat, or sent what is out of turn or illegal.
    #[error("the table manager: {0}")]
    Protocol(#[from] TableClientError),
    /// The player failed.
    #[error("our player failed: {0}")]
    Player(#[from] Fault),
    /// The player chose what the laws forbid.
    #[error("our player chose {action}: {error}")]
    Illegal {
        /// The call or card.
        action: String,
        /// The law.
        error: TableClientError,
    },
}

/// A client of a table manager, from the connection to the end of the session.
pub struct ClientSession {
    stream: TcpStream,
    reader: Reader,
    client: TableClient,
    player: ClientPlayer,
    timeout: Duration,
    cancel: Cancel,
}

impl ClientSession {
    /// Creates a session that waits no longer than `timeout` for a message.
    ///
    /// # Errors
    /// If the connection cannot be used.
    pub fn new(
        stream: TcpStream,
        client: TableClient,
        player: ClientPlayer,
        timeout: Duration,
        cancel: Cancel,
    ) -> Result<Self, SessionError> {
        let _ = stream.set_nodelay(true);
        let reader = Reader::new(stream.try_clone()?);
        Ok(ClientSession {
            stream,
            reader,
            client,
            player,
            timeout,
            cancel,
        })
    }

    /// Returns the client: its seat, the teams and the last board.
    pub fn client(&self) -> &TableClient {
        &self.client
    }

    /// Plays all boards; each finished board goes to `tell`.
    ///
    /// # Errors
    /// If the session ends before the table manager ends it, or an error of `tell`.
    pub fn run<E: From<SessionError>>(
        &mut self,
        mut tell: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<(), E> {
        self.say(&self.client.connect())?;
        let mut told = false;
        loop {
            let need = self.next()?;
            let end = need == Prompt::End;
            self.answer(need)?;
            let over = self.client.view().is_some_and(is_over);
            if over
                && !told
                && let Some(record) = self.client.record()
            {
                tell(&record)?;
            }
            told = over;
            if end {
                return Ok(());
            }
        }
    }

    /// Waits for a message and returns what is to be done.
    fn next(&mut self) -> Result<Prompt, SessionError> {
        let until = Some(Instant::now() + self.timeout);
        let line = self.reader.line(until, &self.cancel)?;
        Ok(self.client.receive(&line)?)
    }

    fn answer(&mut self, need: Prompt) -> Result<(), SessionError> {
        let lines = match need {
            Prompt::Wait | Prompt::End => vec![],
            Prompt::Send(line) => vec![line],
            Prompt::Call(view) | Prompt::Card(view) => self.decide(&view)?,
            Prompt::Explain(..) => {
                let words = FreeText::new("natural");
                return Ok(send(&self.stream, words.as_str())?);
            }
        };
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn decide(&mut self, view: &View) -> Result<Vec<ClientMessage>, SessionError> {
        let number = self.client.record().and_then(|record| record.number);
        let action = self.player.act(number.unwrap_or_default(), view)?;
        let lines = match action {
            Action::Call(call) => self.client.call(call, None),
            Action::Card(card) => self.client.play(card),
        };
        lines.map_err(|error| SessionError::Illegal {
            action: written(action),
            error,
        })
    }

    fn say(&self, line: &ClientMessage) -> Result<(), SessionError> {
        Ok(send(&self.stream, &line.to_string())?)
    }
}

/// Returns whether all calls and cards of a board were made.
fn is_over(view: &View) -> bool {
    view.auction.has_ended() && view.turn().is_none()
}
