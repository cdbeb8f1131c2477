//! Matches in the form of a platform: a position with score and end.

use super::line_ice::passages;
use super::platform_form::{PlatformForm, StoneOrder, team};
use crate::json_lines::Object;
use arena::process::shortened;
use curling::rules::{Game, IfLevel, Phase, Rules, Team};

/// Reads a match in the form of a platform: stones, and optionally score, end and passages.
///
/// # Errors
/// If a field is missing or invalid; the message names it.
pub fn match_of(object: &Object<'_>, form: PlatformForm, rules: &Rules) -> Result<Game, String> {
    let (stones, order, slot) = form.before_shot(object)?;
    let mut game = Game::new(rules).map_err(|why| why.to_string())?;
    game.lead = lead(object, order)?;
    (game.stones, game.shot, game.phase) = (stones, slot as u8, Phase::Throwing);
    if rules.doubles.is_some() {
        // The team with the choice, as a rule, took the hammer.
        game.chooser = Some(game.lead.other());
    }
    let scores: Option<Vec<i8>> = field(object, "scores", "a list of points, one for each end")?;
    let difference: Option<i16> = field(object, "difference", "a whole number of points")?;
    let end: Option<u8> = field(object, "end", "the number of the end, from 0")?;
    let played = scores.as_ref().map_or(0, Vec::len);
    game.end = end.unwrap_or(played.min(255) as u8);
    match (scores, difference) {
        (Some(_), Some(_)) => return Err("say `scores` or `difference`, not both".to_owned()),
        (Some(scores), None) => write_scores(&mut game, rules, &scores)?,
        (None, Some(ahead)) => write_difference(&mut game, rules, ahead)?,
        (None, None) => {}
    }
    game.passages = passages(object)?;
    goes_on(&game, rules)?;
    game.check(rules).map_err(|why| why.to_string())?;
    Ok(game)
}

/// Reads a field that may be absent; `form` is what to write.
pub(super) fn field<T: serde::de::DeserializeOwned>(
    object: &Object<'_>,
    name: &str,
    form: &str,
) -> Result<Option<T>, String> {
    let Some(text) = object.get(name)? else {
        return Ok(None);
    };
    let read = serde_json::from_str(text);
    read.map_err(|_| format!("`{name}` is {}: write {form}", shortened(text)))
}

/// Returns the team that throws first in the end: `lead`, the team the stones imply, or team 0.
fn lead(object: &Object<'_>, order: StoneOrder) -> Result<Team, String> {
    let given = object.get("lead")?;
    let given = given.map(|text| team("lead", text)).transpose()?;
    let known = match order {
        StoneOrder::ByShot => None,
        StoneOrder::ByTeam { first } => Some(first),
    };
    match (given, known) {
        (Some(given), Some(known)) if given != known => Err(format!(
            "`lead` is \"team{given}\", but by `next_team` and `shot_num` \"team{known}\" throws first"
        )),
        _ => Ok(Team::BOTH[given.or(known).unwrap_or(0)]),
    }
}

fn write_scores(game: &mut Game, rules: &Rules, scores: &[i8]) -> Result<(), String> {
    if scores.len() > usize::from(game.end.min(rules.ends)) {
        return Err(format!(
            "`scores` has {} ends, but only {} are over",
            scores.len(),
            game.end.min(rules.ends)
        ));
    }
    game.scores.ends[..scores.len()].copy_from_slice(scores);
    Ok(())
}

/// Spreads a difference over the ends that are over: only the sum matters.
fn write_difference(game: &mut Game, rules: &Rules, ahead: i16) -> Result<(), String> {
    let most = i16::from(rules.most_points());
    let over = usize::from(game.end.min(rules.ends));
    let mut left = ahead;
    for entry in &mut game.scores.ends[..over] {
        let points = left.clamp(-most, most);
        *entry = points as i8;
        left -= points;
    }
    if left != 0 {
        return Err(format!(
            "`difference` is {ahead}: {over} ends cannot give that many points (`end` is the number of ends over)"
        ));
    }
    Ok(())
}

/// Checks that the match is not over before this end.
fn goes_on(game: &Game, rules: &Rules) -> Result<(), String> {
    if game.end < rules.ends {
        return Ok(());
    }
    let extra = match rules.if_level {
        IfLevel::Draw => false,
        IfLevel::ExtraEndsUntil(last) => game.end < last,
    };
    if extra && game.scores.difference() == 0 {
        return Ok(());
    }
    Err(format!(
        "`end` is {}, but the match of {} ends is over by then",
        game.end, rules.ends
    ))
}
