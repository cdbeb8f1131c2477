//! The parts of a plan: name, value in words, and source.

use super::Plan;
use crate::setup::ThinkingTime;
use arena::clock::Span;
use curling::conditions::Drift;
use curling::delivery::{Excess, Noise, Skill, TeamSkills};
use curling::physics::{Mode, Parameters, Sweeping, WearRate};
use curling::rules::guard::{Protected, ProtectedArea, Violation};
use curling::rules::{GuardRule, IfLevel, PowerPlays, Rotation, Rules};
use schemars::JsonSchema;
use serde::Serialize;

/// A part of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "CurlingConditionsPart")]
pub struct Part {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// The last source.
    pub source: String,
}

impl Plan {
    /// All parts, in the usual order.
    pub fn parts(&self) -> Vec<Part> {
        let (rules, ice) = (&self.conditions.rules, &self.conditions.ice);
        let mut parts = vec![
            self.part_from("discipline", discipline(rules), &["rules"]),
            self.part_from("ends", rules.ends.to_string(), &["ends", "rules"]),
            self.part_from(
                "if level",
                if_level(rules.if_level),
                &["extra_ends", "rules"],
            ),
            self.part_from("guard zone", guard(&rules.guard), &["rules"]),
            self.part_from("who throws", rota(rules.rotation).to_owned(), &["rules"]),
        ];
        parts.extend(rules.doubles.map(|doubles| {
            let limit = power_plays(doubles.power_plays).to_owned();
            self.part_from("power plays", limit, &["power_plays", "rules"])
        }));
        parts.extend(ice.settings().map(|setting| {
            let value = ice.get(setting.name).unwrap_or(f64::NAN);
            let text = format!("{value} {}", setting.unit);
            let keys = [setting.name, "friction_scale", "curl_scale"];
            let keys = if scaled(ice, setting.name) {
                &keys[..]
            } else {
                &keys[..1]
            };
            self.part_from(setting.name, text.trim_end().to_owned(), keys)
        }));
        parts.extend(self.ice_changes());
        for (name, team, key) in [
            (
                "team 0",
                &self.conditions.teams[0],
                ["noise_scale0", "noise_scale", "players0", "noise0", "noise"],
            ),
            (
                "team 1",
                &self.conditions.teams[1],
                ["noise_scale1", "noise_scale", "players1", "noise1", "noise"],
            ),
        ] {
            parts.push(self.part_from(name, hands(team, rules.rotation.players()), &key));
        }
        let referee = match self.conditions.referee {
            Mode::Exact => "exact",
            Mode::Fast => "fast",
        };
        parts.push(self.part_from("simulation", referee.to_owned(), &["referee"]));
        parts.extend(self.match_parts());
        parts
    }

    /// The changes of the ice, where there are any.
    fn ice_changes(&self) -> Vec<Part> {
        let changes = &self.conditions.changes;
        let mut parts = Vec::new();
        if !changes.friction.is_empty() {
            let value = format!("factors of {} shots", changes.friction.len());
            parts.push(self.part_from("friction by shot", value, &["friction_by_shot"]));
        }
        if let Some(Drift { from, to, shots }) = changes.drift {
            let value = format!("factor {from} to {to} within {shots} shots");
            parts.push(self.part_from("friction drift", value, &["friction_drift"]));
        }
        if let Some(WearRate { each, most }) = changes.wear {
            let value = format!("{each} each stone, at most {most}");
            parts.push(self.part_from("wear", value, &["wear_most", "wear"]));
        }
        if let Some(Sweeping { friction, curl }) = changes.sweeping {
            let value = format!("friction times {friction}, curl times {curl}");
            let keys = ["sweep_curl", "sweep_friction", "sweeping"];
            parts.push(self.part_from("sweeping", value, &keys));
        }
        parts
    }

    fn match_parts(&self) -> Vec<Part> {
        let [first, second] = &self.time;
        let mut parts = vec![
            self.part_from(
                "time of team 0",
                time(first),
                &["time0", "time", "extra_end_time"],
            ),
            self.part_from(
                "time of team 1",
                time(second),
                &["time1", "time", "extra_end_time"],
            ),
            self.part_from(
                "time to be ready",
                self.timeouts.ready.to_string(),
                &["ready_time"],
            ),
            self.part_from(
                "time to place",
                self.timeouts.placing.to_string(),
                &["placing_time"],
            ),
            self.part_from("matches", self.repetitions.to_string(), &["repetitions"]),
            self.part_from("sides", sides(self.swap).to_owned(), &["swap"]),
        ];
        if !self.board_delay.0.is_zero() {
            let delay = self.board_delay.to_string();
            parts.push(self.part_from("time on the screen", delay, &["board_delay"]));
        }
        if !self.output_dcl {
            let none = "not written".to_owned();
            parts.push(self.part_from(".dcl logs", none, &["output_dcl"]));
        }
        for (name, key, player) in [
            ("player 0", "player0", &self.players[0]),
            ("player 1", "player1", &self.players[1]),
        ] {
            if let Some(player) = player {
                parts.push(self.part_from(name, player.to_string(), &[key]));
            }
        }
        parts
    }

    /// The part of this name.
    pub fn part(&self, name: &str) -> Option<Part> {
        self.parts().into_iter().find(|part| part.name == name)
    }

    fn part_from(&self, name: &'static str, value: String, keys: &[&str]) -> Part {
        let source_of_key = keys.iter().find_map(|key| self.sources.get(*key));
        Part {
            name,
            value,
            source: source_of_key.unwrap_or(&self.platform).to_string(),
        }
    }
}

/// Whether the scales of friction and curl act on a parameter.
fn scaled(ice: &Parameters, name: &str) -> bool {
    let other = ice.clone().with_friction(2.0).with_curl(2.0);
    ice.get(name) != other.get(name)
}

fn discipline(rules: &Rules) -> String {
    let name = Rules::NAMES.into_iter().find(|name| {
        Rules::named(name).is_some_and(|named| {
            let same = Rules {
                ends: rules.ends,
                if_level: rules.if_level,
                ..named
            };
            same == *rules
        })
    });
    let kind = if rules.doubles.is_some() {
        "mixed doubles"
    } else {
        "sixteen stones an end"
    };
    name.map_or_else(
        || format!("{kind}, rules of its own"),
        |name| format!("{kind}, rules {name}"),
    )
}

fn if_level(rule: IfLevel) -> String {
    match rule {
        IfLevel::Draw => "drawn".to_owned(),
        IfLevel::ExtraEndsUntil(255) => "extra ends".to_owned(),
        IfLevel::ExtraEndsUntil(last) => format!("extra ends, {last} ends in all"),
    }
}

fn guard(rule: &GuardRule) -> String {
    let area = match rule.area {
        ProtectedArea::GuardZone => "guard zone",
        ProtectedArea::InPlay => "whole sheet",
    };
    let stones = match rule.stones {
        Protected::Opponents => "the opponent's stones",
        Protected::All => "all stones",
    };
    let violated = match rule.violated_by {
        Violation::LeavingPlay => "must stay in play",
        Violation::LeavingArea => "must stay there",
    };
    format!(
        "first {} deliveries: {stones} in the {area} {violated}",
        rule.deliveries
    )
}

fn rota(rota: Rotation) -> &'static str {
    match rota {
        Rotation::Alone => "one player all stones",
        Rotation::Pairs => "four players, two stones each in turn",
        Rotation::Cycle => "four players, one stone each in turn",
        Rotation::Doubles => "two players, stones 1 and 5, and 2 to 4",
    }
}

fn power_plays(limit: PowerPlays) -> &'static str {
    match limit {
        PowerPlays::Unlimited => "as often as a team likes",
        PowerPlays::Once => "once a match and team, not in extra ends",
        PowerPlays::OnceElseCentre => {
            "once a match and team, not in extra ends; another counts as centre"
        }
    }
}

fn hands(team: &TeamSkills, players: usize) -> String {
    let skills = &team.players()[..players.min(team.players().len())];
    if skills.windows(2).all(|pair| pair[0] == pair[1]) {
        let each = if players > 1 { "each " } else { "" };
        return format!("{each}{}", skill(&skills[0]));
    }
    let all: Vec<_> = skills.iter().map(skill).collect();
    all.join("; ")
}

fn skill(skill: &Skill) -> String {
    let noise = match skill.noise() {
        Noise::None => "no noise".to_owned(),
        Noise::Rectangular { x, y } => format!("noise {x} m across, {y} m along"),
        Noise::Gat { size } => format!("noise {} m across, {} m along", size / 2.0, size * 2.0),
        Noise::Polar { speed, heading, .. } => format!("noise {speed} m/s, {heading} rad"),
        Noise::Dc3(hand) | Noise::Dc4 { cw: hand, .. } => format!(
            "noise {} m/s, {} rad, at most {} m/s",
            hand.stddev_speed, hand.stddev_angle, hand.max_speed
        ),
    };
    let Some(most) = skill.max_weight() else {
        return noise;
    };
    let excess = match skill.excess() {
        Excess::Allowed => "only said",
        Excess::Capped => "slowed down to it",
        Excess::Pass => "a pass above it",
    };
    format!("{noise}, at most {most} m/s ({excess})")
}

fn time(time: &ThinkingTime) -> String {
    let span =
        |span: Option<Span>| span.map_or_else(|| "unlimited".to_owned(), |span| span.to_string());
    match time.extra_end {
        None => span(time.game),
        Some(extra) => format!("{}, {extra} for every extra end", span(time.game)),
    }
}

fn sides(swap: bool) -> &'static str {
    if swap {
        "change from match to match"
    } else {
        "stay"
    }
}
