//! A person at the terminal.

use crate::bridge::text;
use crate::show;
use arena::Game;
use arena::player::{Choice, Fault, Player, Thinking};
use bridge::bidding::{caller, final_contract};
use bridge::lineup::SeatPlayer;
use bridge::play::winner;
use bridge::rules::{Action, Bridge, SeatView};
use bridge::table::after;
use bridge::{Ascii, Card, Hand, Seat, Side, View};
use lookahead::Control;
use std::fmt::Write;
use std::io::{BufRead, Read};

const HELP: &str = "\
A call is pass, x, xx, or a bid: 1c, 1d, 1h, 1s, 1nt. A card is its suit and its rank: sk, h10, d2.
hint: the suggestion of a player, with its reason. hand: your cards and dummy's. quit: stop playing.\n";

/// Longest line, in bytes.
const LONGEST: u64 = 1000;

/// A person at the terminal.
pub(super) struct Person {
    hints: SeatPlayer,
    /// Whether events are shown to this person, on the one terminal there is.
    tells: bool,
    /// Whether the cards were shown.
    greeted: bool,
}

impl Person {
    pub(super) fn new(hints: SeatPlayer, tells: bool) -> Self {
        Person {
            hints,
            tells,
            greeted: false,
        }
    }

    /// Shows the board and the cards of the seat, once.
    fn greet(&mut self, seen: &SeatView) -> Result<(), Fault> {
        if std::mem::replace(&mut self.greeted, true) {
            return Ok(());
        }
        say(&format!("\n{}", text::title(seen.number, &seen.view)))
    }

    /// Asks until there is an answer that can be done.
    fn ask(&self, game: &Bridge, seen: &SeatView, thinking: &Thinking) -> Result<Action, Fault> {
        loop {
            if thinking.cancel.is_cancelled() {
                return Err(Fault::Interrupted);
            }
            say(&prompt(&seen.view))?;
            let Some(line) = typed()? else {
                say("\n")?;
                return Err(Fault::Resigned);
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" | "q" => return Err(Fault::Resigned),
                "help" | "?" => say(HELP)?,
                "hand" => say(&shown(&seen.view))?,
                "hint" => say(&self.hint(&seen.view, thinking))?,
                text => match game.read_action(text).and_then(|a| allowed(&seen.view, a)) {
                    Ok(action) => return Ok(action),
                    Err(why) => say(&format!("{why}\n"))?,
                },
            }
        }
    }

    fn hint(&self, view: &View, thinking: &Thinking) -> String {
        if caller(&view.auction, view.dealer).is_some() {
            return text::called(&self.hints.call(view, thinking.seed));
        }
        let control = Control::new(thinking.seed).cancel(thinking.cancel.clone());
        match self.hints.advise(view, &control) {
            Ok(advice) => text::advice(&advice),
            Err(why) => format!("{why}\n"),
        }
    }
}

impl Player<Bridge> for Person {
    fn begin(&mut self, _: &Bridge, _: usize, _: &Thinking) -> Result<(), Fault> {
        self.greeted = false;
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Bridge,
        seen: &SeatView,
        thinking: &Thinking,
    ) -> Result<Choice<Action>, Fault> {
        let view = &seen.view;
        self.greet(seen)?;
        if view.auction.has_ended() {
            say(&shown(view))?;
            let legal = view.legal();
            if let (1, Some(card)) = (legal.len(), legal.iter().next()) {
                say(&format!("Only {} can be played.\n", Ascii(card)))?;
                return Ok(Action::Card(card).into());
            }
        }
        Ok(self.ask(game, seen, thinking)?.into())
    }

    fn observe(
        &mut self,
        _: &Bridge,
        _: usize,
        action: &Action,
        seen: &SeatView,
    ) -> Result<(), Fault> {
        if self.tells {
            self.greet(seen)?;
            say(&told(*action, &seen.view))?;
        }
        Ok(())
    }
}

fn say(text: &str) -> Result<(), Fault> {
    show::print(text).map_err(|why| Fault::Crashed {
        why: why.to_string(),
    })
}

/// The next line; nothing at the end of the input.
fn typed() -> Result<Option<String>, Fault> {
    let mut line = Vec::new();
    let read = std::io::stdin()
        .lock()
        .take(LONGEST)
        .read_until(b'\n', &mut line);
    let count = read.map_err(|why| Fault::Crashed {
        why: format!("cannot read what is typed: {why}"),
    })?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn prompt(view: &View) -> String {
    let who = bridge::table::name(view.seat);
    match view.turn().filter(|turn| *turn != view.seat) {
        _ if caller(&view.auction, view.dealer).is_some() => format!("{who}, your call: "),
        Some(_) => format!("{who}, dummy's card: "),
        None => format!("{who}, your card: "),
    }
}

/// Returns the action if it is legal, as far as the view shows; otherwise why not.
fn allowed(view: &View, action: Action) -> Result<Action, String> {
    let calls = caller(&view.auction, view.dealer).is_some();
    match action {
        Action::Call(call) if calls => view
            .auction
            .can_push(call)
            .map(|()| action)
            .map_err(|why| format!("{} cannot be called: {why}", Ascii(call))),
        Action::Call(call) => Err(format!("{} is a call, and a card is due", Ascii(call))),
        Action::Card(card) if calls => Err(format!("{} is a card, and a call is due", Ascii(card))),
        Action::Card(card) if view.legal().contains(card) => Ok(action),
        Action::Card(card) => Err(refused(view, card)),
    }
}

fn refused(view: &View, card: Card) -> String {
    let from = view.turn().unwrap_or(view.seat);
    let held = left(view, from).contains(card);
    let card = Ascii(card);
    match current(view).first() {
        Some((_, led)) if held => {
            let led = Ascii(*led);
            format!("{card} cannot be played: suit must be followed to {led}")
        }
        _ => {
            let whose = bridge::table::name(from);
            format!("{card} cannot be played: {whose} does not have it")
        }
    }
}

/// The trick on the table.
fn current(view: &View) -> &[(Seat, Card)] {
    &view.cards[view.cards.len() / 4 * 4..]
}

/// The cards left in a visible hand.
fn left(view: &View, seat: Seat) -> Hand {
    let played = view.cards.iter().filter(|(by, _)| *by == seat);
    view.known()[seat as usize] - played.map(|(_, card)| *card).collect::<Hand>()
}

/// The cards before one, and those on the table.
fn shown(view: &View) -> String {
    let line = |what: &str, seat: Seat| {
        let (name, hand) = (bridge::table::name(seat), text::hand(left(view, seat)));
        format!("  {what:5} ({name:5}) {hand}\n")
    };
    let dummy = view.final_contract().filter(|_| view.dummy.is_some());
    let dummy = dummy.map(|agreed| agreed.dummy());
    let dummy = dummy.filter(|seat| *seat != view.seat);
    let mut text = String::from("\n");
    text += &dummy.map_or_else(String::new, |seat| line("dummy", seat));
    text += &line("you", view.seat);
    let trick = current(view).iter();
    let trick =
        trick.map(|(seat, card)| format!("{} {}", bridge::table::name(*seat), Ascii(*card)));
    let trick: Vec<_> = trick.collect();
    if !trick.is_empty() {
        let _ = writeln!(text, "  on the table: {}", trick.join(", "));
    }
    text
}

/// The last call or card.
fn told(action: Action, view: &View) -> String {
    let by = match action {
        Action::Call(_) => after(view.dealer, view.auction.len().saturating_sub(1)),
        Action::Card(_) => view.cards.last().map_or(view.seat, |(seat, _)| *seat),
    };
    let name = bridge::table::name(by);
    format!("{name:6} {action}\n{}", outcome(action, view))
}

/// The outcome of the last call or card: a contract, a trick, a result.
fn outcome(action: Action, view: &View) -> String {
    match action {
        Action::Call(_) if view.auction.has_ended() => {
            match final_contract(&view.auction, view.dealer) {
                None => "All pass.\n".to_owned(),
                Some(agreed) => format!(
                    "{} by {}; {} leads.\n",
                    Ascii(agreed.contract),
                    bridge::table::name(agreed.declarer),
                    bridge::table::name(agreed.leader())
                ),
            }
        }
        Action::Card(_) if view.cards.len().is_multiple_of(4) => trick_won(view),
        _ => String::new(),
    }
}

fn trick_won(view: &View) -> String {
    let Some(agreed) = view.final_contract() else {
        return String::new();
    };
    let strain = agreed.contract.bid.strain;
    let winners = view.cards.chunks(4).map(|trick| winner(trick, strain));
    let winners: Vec<Seat> = winners.collect();
    let tricks = |side: Side| winners.iter().filter(|by| Side::from(**by) == side).count();
    let last = winners.last().map_or("", |by| bridge::table::name(*by));
    let [ours, theirs] = Side::BOTH.map(tricks);
    format!("  {last} takes the trick (N/S {ours}, E/W {theirs})\n")
}
