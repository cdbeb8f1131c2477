//! The match loop: requests answers, applies them, notifies players and assigns faults.
//!
//! The loop is independent of game and protocol. A [`RefereedMatch`] knows the seat to act,
//! requests and applies answers and notifies players; [`run_match`] repeats this until the match is
//! over, and handles faults, panics and interruptions. The arena's referee and the match runner of
//! the curling platform implement it.

use super::Interrupted;
use crate::player::Fault;
use crate::record::Ending;
use lookahead::Cancel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A match in progress.
///
/// A fault from a call for a seat forfeits the match for that seat, and so does a panic in
/// [`prepare`], [`begin`], [`ask`] and [`notify`], which call players.
///
/// [`prepare`]: RefereedMatch::prepare
/// [`begin`]: RefereedMatch::begin
/// [`ask`]: RefereedMatch::ask
/// [`notify`]: RefereedMatch::notify
pub trait RefereedMatch {
    /// The answer of a player.
    type Answer;
    /// A change of the match, reported to all players.
    type Event;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the seat to act; `None` when the match is over.
    fn turn(&mut self) -> Option<usize>;

    /// Returns whether the match is over: then a failed notification is not a fault.
    fn is_over(&self) -> bool;

    /// Returns whether the match has reached its maximum length.
    fn is_too_long(&self) -> bool {
        false
    }

    /// Prepares the player of a seat.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn prepare(&mut self, seat: usize) -> Result<(), Fault>;

    /// Announces the start to the player of a seat, when all are ready.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn begin(&mut self, seat: usize) -> Result<(), Fault> {
        let _ = seat;
        Ok(())
    }

    /// Called when the start was announced to every player.
    fn begun(&mut self) {}

    /// Requests the answer of the player of a seat.
    ///
    /// # Errors
    /// A fault if it has no answer.
    fn ask(&mut self, seat: usize) -> Result<Self::Answer, Fault>;

    /// Applies the answer of a player, which took `spent`.
    ///
    /// # Errors
    /// The fault of a late or illegal answer.
    fn apply(
        &mut self,
        seat: usize,
        answer: Result<Self::Answer, Fault>,
        spent: Duration,
    ) -> Result<Option<Self::Event>, Fault>;

    /// Reports a change to the player of a seat.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn notify(&mut self, seat: usize, event: &Self::Event) -> Result<(), Fault>;

    /// Ends the match. A resulting change is reported to all players.
    fn end(&mut self, ending: &Ending) -> Option<Self::Event> {
        let _ = ending;
        None
    }

    /// Closes the match for the player of a seat.
    fn close(&mut self, seat: usize, ending: &Ending);
}

/// A seat and its fault.
type SeatFault = (usize, Fault);

/// Plays a match to its end.
///
/// # Errors
/// Only if `cancel` was raised before the match ended: then no player was notified of the end.
pub fn run_match<T: RefereedMatch>(game: &mut T, cancel: &Cancel) -> Result<Ending, Interrupted> {
    let ending = match play(game, cancel) {
        // An interrupted search answers worse, or not at all; a program may die of the same Ctrl-C.
        _ if cancel.is_cancelled() => return Err(Interrupted),
        Ok(ending) => ending,
        Err((seat, Fault::Interrupted)) => Ending::Forfeit {
            seat,
            fault: Fault::Crashed {
                why: "stopped without being interrupted".to_owned(),
            },
        },
        Err((seat, fault)) => Ending::Forfeit { seat, fault },
    };
    if let Some(event) = game.end(&ending) {
        let _ = notify_all(game, &event);
    }
    for seat in 0..game.seats() {
        // A fault after the end changes nothing.
        let _ = guarded(seat, || {
            game.close(seat, &ending);
            Ok(())
        });
    }
    Ok(ending)
}

fn play<T: RefereedMatch>(game: &mut T, cancel: &Cancel) -> Result<Ending, SeatFault> {
    for seat in 0..game.seats() {
        guarded(seat, || game.prepare(seat))?;
    }
    for seat in 0..game.seats() {
        guarded(seat, || game.begin(seat))?;
    }
    game.begun();
    while let Some(seat) = game.turn() {
        if cancel.is_cancelled() {
            return Err((seat, Fault::Interrupted));
        }
        if game.is_too_long() {
            return Ok(Ending::TooLong);
        }
        let requested = Instant::now();
        let answer = guarded(seat, || game.ask(seat)).map_err(|(_, fault)| fault);
        let event = game.apply(seat, answer, requested.elapsed());
        if let Some(event) = event.map_err(|fault| (seat, fault))? {
            let notified = notify_all(game, &event);
            if !game.is_over() {
                notified?;
            }
        }
    }
    Ok(Ending::Finished)
}

/// Notifies every player, even after a failed notification; returns the first fault.
fn notify_all<T: RefereedMatch>(game: &mut T, event: &T::Event) -> Result<(), SeatFault> {
    let seats = 0..game.seats();
    let notify = |seat: usize| guarded(seat, || game.notify(seat, event));
    let notified: Vec<_> = seats.map(notify).collect();
    notified.into_iter().collect()
}

/// Calls a player; its panic is its fault.
fn guarded<T>(seat: usize, call: impl FnOnce() -> Result<T, Fault>) -> Result<T, SeatFault> {
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| {
            Err(Fault::Crashed {
                why: super::panic_message(panic.as_ref()),
            })
        })
        .map_err(|fault| (seat, fault))
}
