//! Call of a shot: its kind, and the stones and places it names.
//!
//! A call is data: two shots have the same call if the values are equal. One module per language
//! makes sentences of it, [`english`] and [`japanese`].

use super::effect::Effect;
use super::{english, japanese};
use crate::rules::{Game, Team};
use crate::sheet::RADIUS;
use crate::stones::Stones;
use crate::vector::Vector;
use arena::Words;
use schemars::JsonSchema;
use serde::Serialize;

/// The kind of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingCall")]
pub enum Call {
    /// A draw into the house that touches nothing.
    Draw,
    /// A draw behind a stone.
    ComeAround,
    /// A draw that stops at a stone.
    Freeze,
    /// A guard in front of the house.
    Guard,
    /// A raise of an own stone.
    Raise,
    /// A tap: an opponent's stone is moved, and stays in play.
    Tap,
    /// A take-out.
    TakeOut,
    /// A peel: a guard and the thrown stone leave play.
    Peel,
    /// A double: two or more of the opponent's stones are taken out.
    Double,
    /// A run-back: a stone is driven onto another, which leaves play.
    RunBack,
    /// A throw through.
    Through,
    /// A violation of a guard rule.
    Foul,
}

/// A stone in play: its slot, and whether it belongs to the team that throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(rename = "CurlingNamedStone")]
pub struct NamedStone {
    /// The slot; the first stone of the end has slot 0.
    pub slot: usize,
    /// Whether it is the thrower's own.
    pub own: bool,
}

/// The naming of stones in sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// By the number of the shot, from one, as in pictures.
    ByShot,
    /// By the colour of the handle and the number on it, in an end that this team threw first in.
    ByHandle(Team),
}

/// A place on the sheet as curlers name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "place")]
#[schemars(rename = "CurlingPlace")]
pub enum Place {
    /// The button.
    Button,
    /// A ring of the house, and the side of it.
    House {
        /// The ring.
        ring: Ring,
        /// The side as the thrower sees it.
        side: RingSide,
    },
    /// In front of the house.
    Guard {
        /// The distance from the house.
        height: Height,
        /// The part of the house it covers.
        line: Line,
    },
    /// Behind the house.
    Behind,
}

/// A ring of the house, named by its diameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names of the rings say it")]
#[schemars(rename = "CurlingRing")]
pub enum Ring {
    FourFoot,
    EightFoot,
    TwelveFoot,
}

/// A side of the house as the thrower sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names of the sides say it")]
#[schemars(rename = "CurlingRingSide")]
pub enum RingSide {
    Top,
    Back,
    Left,
    Right,
}

/// The distance of a guard from the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CurlingHeight")]
pub enum Height {
    /// Far from the house.
    High,
    /// Between high and tight.
    Middle,
    /// Just before the house.
    Tight,
}

/// The part of the house that a guard covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names of the lines say it")]
#[schemars(rename = "CurlingLine")]
pub enum Line {
    Centre,
    LeftCorner,
    RightCorner,
    Between,
}

/// The fate of the thrown stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "thrown")]
#[schemars(rename = "CurlingStoneThrown")]
pub enum Thrown {
    /// The stone stops without a hit, or after pushing a stone.
    Stops(Place),
    /// The stone stays where it hit.
    Stays,
    /// The stone rolls on after a hit.
    Rolls(Place),
    /// The stone leaves play.
    Out,
}

/// The call of a shot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(rename = "CurlingShotCall")]
pub struct ShotCall {
    /// The kind of shot.
    pub call: Call,
    /// The stone it is played on: touched first, guarded, come around or frozen to.
    pub stone: Option<NamedStone>,
    /// The stones the call puts out of play.
    pub removed: Vec<NamedStone>,
    /// Own stones that leave play beside those of the other team.
    pub lost: Vec<NamedStone>,
    /// The final place of the stone it is played on, if it stays in play.
    pub to: Option<Place>,
    /// The fate of the thrown stone.
    pub thrown: Thrown,
}

/// The largest distance across the sheet at which one stone covers another, in metres.
const COVER: f64 = 0.22;
/// The largest gap between frozen stones, in metres.
const FROZEN: f64 = 0.08;
/// A thrown stone that stops within this distance of the hit stone's place, in metres, stays.
const STAYS: f64 = 0.5;
/// The radius of the house with that of a stone, in metres.
const HOUSE: f64 = 1.83 + RADIUS;

impl Place {
    /// Returns the place in words: "the button", "a tight centre guard".
    pub fn words(self) -> Words {
        Words {
            en: english::place(self),
            ja: japanese::place(self),
        }
    }

    /// Returns the place of a point in the house frame.
    pub fn of(at: Vector) -> Self {
        let ring = match at.length() {
            distance if distance < 0.16 => return Place::Button,
            distance if distance <= 0.61 => Ring::FourFoot,
            distance if distance <= 1.22 => Ring::EightFoot,
            distance if distance < HOUSE => Ring::TwelveFoot,
            _ if at.y < 0.0 => return Self::guard(at),
            _ => return Place::Behind,
        };
        let side = match at {
            _ if at.y <= -at.x.abs() => RingSide::Top,
            _ if at.y >= at.x.abs() => RingSide::Back,
            _ if at.x < 0.0 => RingSide::Left,
            _ => RingSide::Right,
        };
        Place::House { ring, side }
    }

    fn guard(at: Vector) -> Self {
        let height = match at.y {
            y if y < -4.2 => Height::High,
            y if y > -2.6 => Height::Tight,
            _ => Height::Middle,
        };
        let line = match at.x {
            x if x.abs() <= 0.45 => Line::Centre,
            x if x <= -0.9 => Line::LeftCorner,
            x if x >= 0.9 => Line::RightCorner,
            _ => Line::Between,
        };
        Place::Guard { height, line }
    }
}

impl ShotCall {
    /// Returns the call of a shot with this effect.
    pub fn of(game: &Game, effect: &Effect) -> Self {
        let scene = Scene {
            before: &game.stones,
            effect,
            thrower: game.slot().unwrap_or(0) % 2,
        };
        if effect.foul {
            return scene.called(Call::Foul);
        }
        match (effect.removed.is_empty(), effect.moved.is_empty()) {
            (true, true) => scene.quiet(),
            (true, false) => scene.push(),
            (false, _) => scene.hit(),
        }
    }

    /// Returns the sentence in both languages, stones named by their handles, in an end in which
    /// `lead` throws first.
    pub fn words(&self, lead: Team) -> Words {
        let naming = Naming::ByHandle(lead);
        Words {
            en: english::shot(self, naming),
            ja: japanese::shot(self, naming),
        }
    }

    /// Returns the sentence in both languages, stones numbered by shot.
    pub fn numbered(&self) -> Words {
        Words {
            en: self.english(),
            ja: self.japanese(),
        }
    }

    /// Returns the sentence in English. Stones are numbered by shot, from one, as in pictures.
    pub fn english(&self) -> String {
        english::shot(self, Naming::ByShot)
    }

    /// Returns the sentence in Japanese, stones numbered by shot.
    pub fn japanese(&self) -> String {
        japanese::shot(self, Naming::ByShot)
    }
}

/// The context of a call: the position before, the effect and the thrower.
struct Scene<'a> {
    before: &'a Stones,
    effect: &'a Effect,
    /// The parity of the thrower's slots.
    thrower: usize,
}

impl Scene<'_> {
    /// Returns a call that names no stone.
    fn called(&self, call: Call) -> ShotCall {
        let stops = |at| Thrown::Stops(Place::of(at));
        ShotCall {
            call,
            stone: None,
            removed: Vec::new(),
            lost: Vec::new(),
            to: None,
            thrown: self.effect.rest.map_or(Thrown::Out, stops),
        }
    }

    /// Returns a call that names the stone it is played on.
    fn on(&self, call: Call, slot: usize) -> ShotCall {
        ShotCall {
            stone: Some(self.stone(slot)),
            ..self.called(call)
        }
    }

    /// Returns the call of a shot that moved nothing.
    fn quiet(&self) -> ShotCall {
        let Some(at) = self.effect.rest else {
            return self.called(Call::Through);
        };
        if at.length() >= HOUSE {
            let call = if at.y >= 0.0 { Call::Draw } else { Call::Guard };
            let covered = self.covered(at).filter(|_| call == Call::Guard);
            return covered.map_or_else(|| self.called(call), |slot| self.on(call, slot));
        }
        if let Some(slot) = self.neighbour(at) {
            return self.on(Call::Freeze, slot);
        }
        match self.cover(at) {
            Some(slot) => self.on(Call::ComeAround, slot),
            None => self.called(Call::Draw),
        }
    }

    /// Returns the call of a shot that moved stones, all of which stay in play.
    fn push(&self) -> ShotCall {
        let slot = self.effect.touched.unwrap_or(self.effect.moved[0]);
        let lay = self.place_before(slot);
        let lies = self.effect.after.get(slot).map_or(lay, |stone| stone.at);
        let call = match slot {
            _ if slot % 2 == self.thrower => Call::Raise,
            _ if (lies - lay).length() < 3.0 * FROZEN => Call::Freeze,
            _ => Call::Tap,
        };
        ShotCall {
            to: Some(Place::of(lies)).filter(|_| call != Call::Freeze),
            ..self.on(call, slot)
        }
    }

    /// Returns the call of a shot that took stones out.
    fn hit(&self) -> ShotCall {
        let removed = &self.effect.removed;
        let touched = self.effect.touched.unwrap_or(removed[0]);
        let (own, theirs): (Vec<usize>, Vec<usize>) =
            removed.iter().partition(|slot| *slot % 2 == self.thrower);
        let directly = removed.contains(&touched);
        let (call, taken) = match theirs.as_slice() {
            _ if !directly && self.effect.drives => (Call::RunBack, removed),
            _ if !directly => (Call::TakeOut, removed),
            [] => (Call::TakeOut, &own),
            [guard] if self.peels(*guard) => (Call::Peel, &theirs),
            [_] => (Call::TakeOut, &theirs),
            _ => (Call::Double, &theirs),
        };
        let lost = if directly && !theirs.is_empty() {
            own.as_slice()
        } else {
            &[]
        };
        ShotCall {
            call,
            stone: Some(self.stone(touched)),
            removed: self.stones(taken),
            lost: self.stones(lost),
            to: None,
            thrown: self.roll(touched),
        }
    }

    /// Returns whether taking out this stone is a peel: a guard, and the thrown stone leaves play
    /// too.
    fn peels(&self, slot: usize) -> bool {
        self.effect.rest.is_none() && self.place_before(slot).length() >= HOUSE
    }

    /// Returns the fate of the thrown stone after a hit.
    fn roll(&self, touched: usize) -> Thrown {
        match self.effect.rest {
            None => Thrown::Out,
            Some(at) if (at - self.place_before(touched)).length() <= STAYS => Thrown::Stays,
            Some(at) => Thrown::Rolls(Place::of(at)),
        }
    }

    fn place_before(&self, slot: usize) -> Vector {
        self.before.get(slot).map_or(Vector::ZERO, |stone| stone.at)
    }

    /// Returns the nearest stone that covers a place.
    fn cover(&self, at: Vector) -> Option<usize> {
        let before = self.before.iter().filter(|(_, stone)| {
            let ahead = at.y - stone.at.y;
            ahead > 2.0 * RADIUS && (stone.at.x - at.x).abs() < COVER
        });
        let nearest = before.max_by(|a, b| a.1.at.y.total_cmp(&b.1.at.y));
        nearest.map(|(slot, _)| slot)
    }

    /// Returns the own stone in the house that a guard at a place covers: of several the one
    /// nearest the tee.
    fn covered(&self, at: Vector) -> Option<usize> {
        let hidden = self.before.iter().filter(|(slot, stone)| {
            slot % 2 == self.thrower
                && stone.at.length() < HOUSE
                && (stone.at.x - at.x).abs() < 1.5 * COVER
        });
        let best = hidden.min_by(|a, b| a.1.at.length().total_cmp(&b.1.at.length()));
        best.map(|(slot, _)| slot)
    }

    /// Returns the stone behind a place to which a stone there is frozen.
    fn neighbour(&self, at: Vector) -> Option<usize> {
        let mut near = self.before.iter().filter(|(_, stone)| {
            let apart = stone.at - at;
            apart.length() < 2.0 * RADIUS + FROZEN && apart.y > 0.0
        });
        near.next().map(|(slot, _)| slot)
    }

    fn stone(&self, slot: usize) -> NamedStone {
        let own = slot % 2 == self.thrower;
        NamedStone { slot, own }
    }

    fn stones(&self, slots: &[usize]) -> Vec<NamedStone> {
        slots.iter().map(|&slot| self.stone(slot)).collect()
    }
}
