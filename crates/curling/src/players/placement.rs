//! Placement of stones in mixed doubles, by a fixed rule.
//!
//! ```
//! use curling::players::placement::placement;
//! use curling::rules::{Game, Placement, Rules};
//!
//! let rules = Rules::sport_mixed_doubles();
//! let game = Game::new(&rules)?;
//! assert_eq!(placement(&rules, &game), Placement::CENTRE_HOUSE); // level, first end
//! # Ok::<(), curling::rules::RulesError>(())
//! ```

use crate::rules::{Game, Placement, Rules, Team};

/// Returns the placement: the hammer and the stone in the house; a power play where it is allowed
/// and the chooser is behind in the last three ends.
pub fn placement(rules: &Rules, game: &Game) -> Placement {
    let chooser = game.chooser.unwrap_or(Team::One);
    let ahead = i32::from(game.total(chooser)) - i32::from(game.total(chooser.other()));
    let ends_left = rules.ends.saturating_sub(game.end);
    let allowed = game.power_play_ends[chooser.index()].is_none() && !game.is_extra_end(rules);
    if allowed && ahead < 0 && ends_left <= 3 {
        Placement::POWER_PLAY_LEFT // offered everywhere, the one on the right is not
    } else {
        Placement::CENTRE_HOUSE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_play_is_for_a_team_that_is_behind_late_and_has_one_left() {
        let rules = Rules::sport_mixed_doubles();
        let mut game = Game::new(&rules).unwrap();
        game.end = 5;
        assert_eq!(placement(&rules, &game), Placement::CENTRE_HOUSE);
        game.scores.ends[0] = 2;
        assert!(placement(&rules, &game).is_power_play());
        assert!(game.clone().place(&rules, placement(&rules, &game)).is_ok());
        game.power_play_ends = [None, Some(1)];
        assert_eq!(placement(&rules, &game), Placement::CENTRE_HOUSE);
    }
}
