//! The next call or card of a player in a board being played.

use super::wire::{BridgeAt, BridgeSeat, seconds};
use crate::Games;
use crate::fault::{Fault, FaultCode};
use crate::task_handle::TaskHandle;
use bridge::rules::Action;
use bridge::{Ascii, Words};
use lookahead::{Control, Limit, Progress, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Players of version 0.1's pages by their short names.
const SHORT: [(&str, &str); 4] = [
    ("beginner", "minimax:deals=6,mistakes=0.08"),
    ("minimax", "minimax:deals=120"),
    ("abc", "abc:deals=120"),
    ("hybrid", "hybrid:deals=120,models=96"),
];

/// A request for a call or a card.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BridgeTurn {
    /// The board at a step.
    pub at: BridgeAt,
    /// The player with its settings, such as `hybrid:preset=strongest`; `beginner`, `minimax`,
    /// `abc` and `hybrid` alone stand for players of a suitable pace.
    pub player: String,
    /// The time, at most 60 seconds.
    pub seconds: f64,
    /// The seed of the player's random choices.
    pub seed: u32,
}

/// The call or card of a player.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BridgeAct {
    /// The seat that decided.
    pub seat: BridgeSeat,
    /// The call, if one was due.
    pub call: Option<String>,
    /// The card, if one was due.
    pub card: Option<String>,
    /// The reasons, in a few sentences.
    pub reasons: Vec<Words>,
}

/// Returns the next call or card of a player.
pub(super) fn act(
    asked: &BridgeTurn,
    games: &Games,
    task: &TaskHandle,
) -> Result<BridgeAct, Fault> {
    let time = seconds(asked.seconds)?;
    let position = asked.at.position().map_err(|why| why.below("at."))?;
    let over = || Fault::wrong_at("at.step", "the board is over").code(FaultCode::GameOver);
    let seat = position.turn().ok_or_else(over)?;
    let short = SHORT.iter().find(|(name, _)| *name == asked.player);
    let text = short.map_or(asked.player.as_str(), |(_, text)| text);
    let spec = games.player(&games.bridge, text)?;
    let built = games.bridge.build_analyst(&spec);
    let mut analyst =
        built.map_err(|why| Fault::wrong_at("player", why).explained(FaultCode::InvalidPlayer))?;
    let tell = |progress: &Progress| {
        let part = progress.seconds / time.as_secs_f64();
        task.report(Some(part.min(1.0)), "");
    };
    let control = Control::new(Seed(u64::from(asked.seed)))
        .limit(Limit::time(time))
        .cancel(task.cancel())
        .progress(&tell);
    let choice = analyst.act(&position.view(seat), &control);
    let choice = choice.map_err(|why| task.no_answer(&asked.player, why))?;
    task.check()?;
    let thought = choice.thought.unwrap_or_default();
    let why = thought.get("why");
    let reasons = thought.get("reasons").and_then(|all| all.as_array());
    let reasons = why.into_iter().chain(reasons.into_iter().flatten());
    let reasons = reasons.filter_map(|words| Words::deserialize(words).ok());
    let (call, card) = match choice.action {
        Action::Call(call) => (Some(Ascii(call).to_string()), None),
        Action::Card(card) => (None, Some(Ascii(card).to_string())),
    };
    Ok(BridgeAct {
        seat: seat.into(),
        call,
        card,
        reasons: reasons.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::wire::tests::example;
    use super::*;

    fn turn(step: u32, player: &str) -> BridgeTurn {
        let board = example();
        BridgeTurn {
            at: BridgeAt { board, step },
            player: player.to_owned(),
            seconds: 0.3,
            seed: 1,
        }
    }

    fn done(asked: &BridgeTurn) -> Result<BridgeAct, Fault> {
        act(
            asked,
            &Games::of(&crate::Host::default()),
            &TaskHandle::idle(),
        )
    }

    #[test]
    fn the_bidder_opens_with_a_reason() {
        let done = done(&turn(0, "hybrid")).unwrap();
        assert_eq!(done.call.as_deref(), Some("1H"));
        assert!(done.card.is_none() && !done.reasons.is_empty());
    }

    #[test]
    fn every_player_plays_a_legal_card_whatever_the_time() {
        let players = ["low", "beginner", "minimax", "abc:deals=8", "hybrid"];
        for player in players {
            let done = done(&turn(16, player)).unwrap();
            let position = example().after(16).unwrap();
            let card = bridge::notation::card(&done.card.unwrap()).unwrap();
            assert!(position.legal_cards().contains(card));
            assert_eq!(done.seat, BridgeSeat::W);
        }
    }

    #[test]
    fn a_guest_calls_and_plays_as_any_player_does() {
        let mut host = crate::Host::house();
        host.admit(&crate::games::guest("bridge/passes", "play Pass"))
            .unwrap();
        host.admit("bridge/gone=program:false").unwrap();
        let games = Games::of(&host);
        let acted = |step, player| act(&turn(step, player), &games, &TaskHandle::idle());
        assert_eq!(acted(0, "passes").unwrap().call.as_deref(), Some("Pass"));
        // A pass is no card, and a program that is gone says nothing.
        for fault in [acted(16, "passes"), acted(0, "gone")] {
            assert_eq!(fault.unwrap_err().kind, crate::FaultKind::Failed);
        }
        assert!(acted(16, "random").unwrap().card.is_some());
    }

    #[test]
    fn nobody_acts_when_the_board_is_over() {
        let mut asked = turn(4, "low");
        asked.at.board.auction = vec!["Pass".to_owned(); 4];
        let fault = done(&asked).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("at.step"));
        let fault = done(&turn(4, "program:./bot")).unwrap_err();
        assert_eq!(fault.place.as_deref(), Some("player"));
    }
}
