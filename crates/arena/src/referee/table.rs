//! The loop over a match: who is asked, what is carried out, who is told, who is to blame.
//!
//! The loop knows no game and no protocol. A [`Table`] says whose turn it is and asks, carries out
//! and tells; [`drive`] does so until the match is over, and sees to it that a fault, a panic or an
//! interruption ends the match as it should. The referee of the arena and the match runner of the
//! curling platform are tables.

use super::Interrupted;
use crate::player::Fault;
use crate::record::Ending;
use lookahead::Cancel;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A match in progress.
///
/// A fault from a call for a seat costs that seat the match, and so does a panic in [`prepare`],
/// [`begin`], [`ask`] and [`tell`], which call players.
///
/// [`prepare`]: Table::prepare
/// [`begin`]: Table::begin
/// [`ask`]: Table::ask
/// [`tell`]: Table::tell
pub trait Table {
    /// The answer of a player.
    type Answer;
    /// A change of the match, which all players are told.
    type Event;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// The seat to be asked next; none when the match is over.
    fn turn(&mut self) -> Option<usize>;

    /// Whether the match is over: then a player that cannot be told is not to blame.
    fn is_over(&self) -> bool;

    /// Whether the match is to be stopped and scored as it stands.
    fn is_too_long(&self) -> bool {
        false
    }

    /// Makes the player of a seat ready.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn prepare(&mut self, seat: usize) -> Result<(), Fault>;

    /// Tells the player of a seat that the match begins, when all are ready.
    ///
    /// # Errors
    /// A fault if it cannot play.
    fn begin(&mut self, seat: usize) -> Result<(), Fault> {
        let _ = seat;
        Ok(())
    }

    /// The match begins: every player knows.
    fn begun(&mut self) {}

    /// Asks the player of a seat.
    ///
    /// # Errors
    /// A fault if it has no answer.
    fn ask(&mut self, seat: usize) -> Result<Self::Answer, Fault>;

    /// Takes the answer of a player, that took it so long, and changes the match.
    ///
    /// # Errors
    /// The fault that the answer is, a late one or one against the rules.
    fn carry_out(
        &mut self,
        seat: usize,
        answer: Result<Self::Answer, Fault>,
        spent: Duration,
    ) -> Result<Option<Self::Event>, Fault>;

    /// Tells the player of a seat what has changed.
    ///
    /// # Errors
    /// A fault if it cannot go on.
    fn tell(&mut self, seat: usize, event: &Self::Event) -> Result<(), Fault>;

    /// The match ends like this. A change that comes of it is told to all.
    fn end(&mut self, ending: &Ending) -> Option<Self::Event> {
        let _ = ending;
        None
    }

    /// The match is over for the player of a seat.
    fn close(&mut self, seat: usize, ending: &Ending);
}

/// A seat and its fault.
type Blame = (usize, Fault);

/// Plays a match to its end.
///
/// # Errors
/// Only if `cancel` was raised before the match ended: then no player was told of an end.
pub fn drive<T: Table>(table: &mut T, cancel: &Cancel) -> Result<Ending, Interrupted> {
    let ending = match play(table, cancel) {
        // A search that was cut short answers worse, or not at all; a program may die of the same
        // Ctrl-C.
        _ if cancel.is_cancelled() => return Err(Interrupted),
        Ok(ending) => ending,
        Err((seat, Fault::Interrupted)) => Ending::Forfeit {
            seat,
            fault: Fault::Crashed {
                why: "gave up, though nobody had interrupted it".to_owned(),
            },
        },
        Err((seat, fault)) => Ending::Forfeit { seat, fault },
    };
    if let Some(event) = table.end(&ending) {
        let _ = tell_all(table, &event);
    }
    for seat in 0..table.seats() {
        // A fault after the end changes nothing.
        let _ = guarded(seat, || {
            table.close(seat, &ending);
            Ok(())
        });
    }
    Ok(ending)
}

fn play<T: Table>(table: &mut T, cancel: &Cancel) -> Result<Ending, Blame> {
    for seat in 0..table.seats() {
        guarded(seat, || table.prepare(seat))?;
    }
    for seat in 0..table.seats() {
        guarded(seat, || table.begin(seat))?;
    }
    table.begun();
    while let Some(seat) = table.turn() {
        if cancel.is_cancelled() {
            return Err((seat, Fault::Interrupted));
        }
        if table.is_too_long() {
            return Ok(Ending::TooLong);
        }
        let asked = Instant::now();
        let answer = guarded(seat, || table.ask(seat)).map_err(|(_, fault)| fault);
        let event = table.carry_out(seat, answer, asked.elapsed());
        if let Some(event) = event.map_err(|fault| (seat, fault))? {
            let told = tell_all(table, &event);
            if !table.is_over() {
                told?;
            }
        }
    }
    Ok(Ending::Finished)
}

/// Tells every player, also after one that cannot be told; the first of those is to blame.
fn tell_all<T: Table>(table: &mut T, event: &T::Event) -> Result<(), Blame> {
    let seats = 0..table.seats();
    let tell = |seat: usize| guarded(seat, || table.tell(seat, event));
    let told: Vec<_> = seats.map(tell).collect();
    told.into_iter().collect()
}

/// Calls a player; its panic is its fault.
fn guarded<T>(seat: usize, call: impl FnOnce() -> Result<T, Fault>) -> Result<T, Blame> {
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| {
            Err(Fault::Crashed {
                why: super::panic_message(panic.as_ref()),
            })
        })
        .map_err(|fault| (seat, fault))
}
