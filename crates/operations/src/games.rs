//! Registry of games and players, for operations that ask a player.
//!
//! Players are those of the games' lineups and the guests of the [`Host`]; the [`Trust`] in the
//! client decides which of them a request may name.

use crate::{Fault, Host, Trust};
use arena::embedded::MakeEmbedded;
use arena::{Contender, Lineup, PlayableGame, PlayerSpec};
use blokus::BlokusDuo;
use bridge::double_dummy::SolverPool;
use bridge::lineup::BoardAnalyst;
use bridge::rules::Bridge;
use digital_curling::platform::Platform;
use std::sync::Arc;

/// The games with their players.
pub struct Games {
    /// The trust in clients.
    pub trust: Trust,
    /// Curling, with the programs of its platforms.
    pub curling: Platform,
    /// Blokus Duo.
    pub blokus: Lineup<BlokusDuo>,
    /// The pool of double-dummy solvers.
    pub solvers: SolverPool,
    /// Contract bridge.
    pub bridge: Lineup<Bridge, dyn BoardAnalyst>,
}

impl Games {
    /// Returns the games of a host, its guests among their players.
    pub fn of(host: &Host) -> Arc<Self> {
        let mut games = Games {
            trust: host.trust,
            curling: Platform::with_cache(&host.cache),
            blokus: blokus::lineup(),
            bridge: bridge::lineup::lineup_with(&host.solvers),
            solvers: host.solvers.clone(),
        };
        for guest in &host.guests {
            let playables: [&mut dyn PlayableGame; 3] =
                [&mut games.curling, &mut games.blokus, &mut games.bridge];
            for playable in playables {
                if playable.name() == guest.game {
                    // It was admitted to the same players when the host took it in.
                    let _ = playable.admit(&guest.player);
                }
            }
        }
        for guest in &host.embedded {
            let playables: [&mut dyn PlayableGame; 3] =
                [&mut games.curling, &mut games.blokus, &mut games.bridge];
            for playable in playables {
                if playable.name() == guest.game {
                    let _ = playable.embed(&guest.name, Arc::clone(&guest.make));
                }
            }
        }
        Arc::new(games)
    }

    /// Parses a player that the client may use.
    ///
    /// # Errors
    /// If the player is unknown, invalid or forbidden.
    pub fn player(&self, game: &dyn PlayableGame, text: &str) -> Result<PlayerSpec, Fault> {
        self.trust.player(game.players(), text)
    }
}

/// A guest: a player of one game under a name of its own, such as a program that pages may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// The game.
    pub game: String,
    /// The player with its name.
    pub player: Contender,
}

/// A player of the program around the operations, in one game, under a name of its own.
#[derive(Clone)]
pub struct EmbeddedGuest {
    /// The game.
    pub game: String,
    /// The name of the player.
    pub name: String,
    /// Makes a player for a seat.
    pub make: MakeEmbedded,
}

impl Host {
    /// Registers a player of the program around the operations.
    ///
    /// # Errors
    /// If there is no such game, or the name is taken or not valid as a player's name.
    ///
    /// # Panics
    /// If the games are shared already: guests must be registered first.
    pub fn embed(&mut self, guest: EmbeddedGuest) -> Result<(), Fault> {
        self.playable(&guest.game)?;
        let playables =
            Arc::get_mut(&mut self.playables).expect("guests come before games are shared");
        let playable = playables.iter_mut().find(|one| one.name() == guest.game);
        let playable = playable.expect("the game was found");
        playable
            .embed(&guest.name, Arc::clone(&guest.make))
            .map_err(|why| Fault::wrong_at("players", why))?;
        self.embedded.push(guest);
        Ok(())
    }

    /// Registers a guest, written `NAME=PLAYER`, or `GAME/NAME=PLAYER` where several games have
    /// such a player.
    ///
    /// # Errors
    /// If the text is invalid or fits no game.
    ///
    /// # Panics
    /// If the games are shared already: guests must be registered first.
    pub fn admit(&mut self, text: &str) -> Result<(), String> {
        let (game, player) = match text.split_once('/') {
            Some((game, rest)) if !game.contains(['=', ':']) => (Some(game.trim()), rest),
            _ => (None, text),
        };
        let player: Contender = player.parse().map_err(|why| format!("{why}"))?;
        if !player.is_named() {
            return Err("give it a name: NAME=PLAYER, as in `bot=program:./bot`".to_owned());
        }
        let playables =
            Arc::get_mut(&mut self.playables).expect("guests come before games are shared");
        let found = hosts(playables, game, &player)?;
        playables[found]
            .admit(&player)
            .map_err(|why| why.to_string())?;
        let game = playables[found].name().to_owned();
        self.guests.push(Guest { game, player });
        Ok(())
    }
}

/// Returns the index of the one game that a guest can play.
fn hosts(
    playables: &[Box<dyn PlayableGame>],
    game: Option<&str>,
    player: &Contender,
) -> Result<usize, String> {
    let named = |playable: &dyn PlayableGame| game.is_none_or(|game| playable.name() == game);
    let checked: Vec<_> = playables
        .iter()
        .enumerate()
        .filter(|(_, playable)| named(&***playable))
        .map(|(place, playable)| (place, playable.check(&player.spec)))
        .collect();
    let able: Vec<usize> = checked
        .iter()
        .filter_map(|(place, check)| check.is_ok().then_some(*place))
        .collect();
    match (able.as_slice(), checked.as_slice()) {
        ([one], _) => Ok(*one),
        ([], []) => Err(format!("there is no game `{}`", game.unwrap_or_default())),
        ([], [(_, Err(why))]) => Err(why.to_string()),
        ([], _) => Err(format!("no game has a player `{}`", player.spec)),
        (several, _) => {
            let names: Vec<_> = several
                .iter()
                .map(|place| playables[*place].name())
                .collect();
            Err(format!(
                "say which game it plays, as in `{}/{player}` (games: {})",
                names[0],
                names.join(", ")
            ))
        }
    }
}

/// A guest at `place` (`GAME/NAME`) that is a shell and says the same on every turn.
#[cfg(test)]
pub(crate) fn guest(place: &str, says: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in sakiyomi) echo ready;; go) echo {says};; end) exit;; esac; done"
    );
    format!("{place}=program:sh -c {}", arena::process::quote(&script))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::embedded::{Embedded, EmbeddedAnswer, EmbeddedStart, EmbeddedTurn};
    use arena::{Choice, Fault as PlayerFault};

    #[test]
    fn a_guest_is_a_player_of_the_one_game_that_knows_its_kind() {
        let mut host = Host::house();
        host.admit("old = dcp:./SampleAI").unwrap();
        host.admit("blokus/bot=program:./bot").unwrap();
        let games = Games::of(&host);
        assert_eq!(games.trust, Trust::Page);
        let old = games.player(&games.curling, "old").unwrap();
        assert_eq!(old.to_string(), "old");
        assert!(games.player(&games.curling, "bot").is_err());
        assert!(games.player(&games.blokus, "bot").is_ok());
        assert!(games.player(&games.blokus, "program:./bot").is_err());
        assert!(games.blokus.build_analyst(&"bot".parse().unwrap()).is_ok());
        assert!(games.curling.analyst(&old).is_ok());
    }

    #[test]
    fn a_guest_without_a_name_a_game_or_a_free_name_is_refused() {
        let mut host = Host::house();
        for (text, words) in [
            ("program:./bot", "give it a name"),
            ("bot=program:./bot", "say which game it plays"),
            ("chess/bot=program:./bot", "there is no game `chess`"),
            ("bot=nobody", "no game has a player `nobody`"),
            ("blokus/bot=dcp:./bot", "there is no player `dcp`"),
            ("blokus/strong=gtp:./bot", "listed already"),
            ("blokus/a b=gtp:", "needs a command line"),
        ] {
            let why = host.admit(text).unwrap_err();
            assert!(why.contains(words), "{text}: {why}");
        }
        assert!(host.guests.is_empty());
    }

    /// Always answers with the first legal action.
    struct First;

    impl Embedded for First {
        fn begin(&mut self, _: &EmbeddedStart) -> Result<(), PlayerFault> {
            Ok(())
        }
        fn choose(&mut self, turn: &EmbeddedTurn) -> Result<Choice<EmbeddedAnswer>, PlayerFault> {
            let action = turn.actions.as_ref().and_then(|actions| actions.first());
            let action = action.cloned().ok_or(PlayerFault::Resigned)?;
            Ok(EmbeddedAnswer::Action(action).into())
        }
        fn observe(&mut self, _: usize, _: &str, _: &str) -> Result<(), PlayerFault> {
            Ok(())
        }
        fn end(&mut self, _: f64, _: [f64; 2]) {}
    }

    fn first(game: &str, name: &str) -> EmbeddedGuest {
        EmbeddedGuest {
            game: game.to_owned(),
            name: name.to_owned(),
            make: Arc::new(|| Box::new(First)),
        }
    }

    #[test]
    fn an_embedded_guest_is_a_player_of_its_game_in_every_operation() {
        let mut host = Host::house();
        host.embed(first("bridge", "mine")).unwrap();
        let games = Games::of(&host);
        assert!(games.player(&games.bridge, "mine").is_ok());
        assert!(games.player(&games.blokus, "mine").is_err());
        let asked = serde_json::json!({ "game": "bridge", "player": "mine" });
        let operations = crate::all(&host);
        let answer = operations.find("arena/ask").unwrap();
        let answer = answer.run(asked, &crate::TaskHandle::idle()).unwrap();
        assert_eq!(answer["analysis"]["candidates"][0]["action"], "Pass");
    }

    #[test]
    fn an_embedded_guest_without_a_game_or_a_free_name_is_refused() {
        let mut host = Host::house();
        let why = |fault: Fault| fault.to_string();
        let refused = host.embed(first("chess", "mine")).map_err(why);
        assert!(refused.unwrap_err().contains("there is no game `chess`"));
        let taken = host.embed(first("curling", "jiritsu")).map_err(why);
        assert!(taken.unwrap_err().contains("listed already"));
        assert!(host.embedded.is_empty());
    }
}
