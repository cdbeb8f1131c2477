//! The scenes of a match that was played.

use super::{Last, Scene};
use crate::games::{Ending, PlayedEnd, PlayedMatch};
use curling::Stones;
use curling::rules::Team;
use curling::sheet::Sheet;
use curling::stones::SLOTS;
use serde::Serialize;

/// A moment of a match: after a shot, or before the first of an end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// The end, from 1.
    pub end: u32,
    /// The number of the stone thrown last in it, from 1; 0 before the first. Mixed doubles begins with stone 7.
    pub shot: u32,
    /// What there is to see.
    pub scene: Scene,
}

/// All moments of a match, the last one with its result.
pub fn moments(played: &PlayedMatch) -> Vec<Moment> {
    let mut all = Vec::new();
    let mut scene = Scene {
        names: played.names.clone(),
        length: played.length,
        end: 0,
        shot: 0,
        lead: Team::Zero,
        next: Some(Team::Zero),
        placing: false,
        stones: Stones::none(),
        scores: Vec::new(),
        left: played.left,
        last: None,
        over: None,
        sheet: Sheet::default(),
    };
    for (number, end) in played.ends.iter().enumerate() {
        scene.end = u8::try_from(number).unwrap_or(u8::MAX);
        of_end(&mut scene, end, &mut all);
    }
    if all.is_empty() {
        push(&mut all, &scene, 0);
    }
    if let Some(last) = all.last_mut() {
        last.scene.over = Some((played.ending, played.winner));
        if played.ending != Ending::Unfinished {
            last.scene.next = None;
        }
    }
    all
}

/// The moments of an end. The scene stays as it is after it.
fn of_end(scene: &mut Scene, end: &PlayedEnd, all: &mut Vec<Moment>) {
    let first = end.shots.first();
    scene.lead = end.lead;
    scene.last = None;
    scene.stones = first.and_then(|shot| shot.before).unwrap_or_default();
    scene.shot = first.map_or(0, |shot| shot.slot);
    scene.next = Some(Team::of_slot(scene.shot.into(), end.lead));
    if end.points.is_none() || !end.shots.is_empty() {
        push(all, scene, 0);
    }
    for shot in &end.shots {
        scene.stones = shot.after.or(shot.before).unwrap_or(scene.stones);
        scene.shot = shot.slot + 1;
        let slot = usize::from(scene.shot);
        scene.next = (slot < SLOTS).then(|| Team::of_slot(slot, end.lead));
        if shot.left != [None; 2] {
            scene.left = shot.left;
        }
        scene.last = Some(Last {
            slot: shot.slot,
            team: shot.team,
            asked: shot.asked,
            thrown: shot.thrown,
        });
        push(all, scene, u32::from(shot.slot) + 1);
    }
    let Some(points) = end.points else { return };
    scene.scores.push(points);
    scene.shot = SLOTS as u8;
    scene.next = None;
    match all.last_mut() {
        // What was thrown last finished the end.
        Some(last) if !end.shots.is_empty() => last.scene = scene.clone(),
        _ => push(all, scene, SLOTS as u32),
    }
}

fn push(all: &mut Vec<Moment>, scene: &Scene, shot: u32) {
    all.push(Moment {
        end: u32::from(scene.end) + 1,
        shot,
        scene: scene.clone(),
    });
}
