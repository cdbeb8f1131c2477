//! Mixed doubles: the stones placed before an end, and their owners.
//!
//! Two players a team throw five stones an end, and before it one stone of each team is placed: a
//! guard and a stone in the house, on the centre line or, in a **power play**, to one side. One
//! team, the **chooser**, decides; its choice is a [`Placement`]. World Curling rulebook, R16; on
//! DC2 Mori (2019), section 4.3.5.
//!
//! # Slots
//! Placed stones take slots 0 and 1, delivered stones 6 to 15, as on DC2. So that the parity of a
//! slot still names the team, **slot 0 is the placed stone of the team that throws first**, slot 1
//! that of the team with the hammer, wherever they lie.
//!
//! # Where the sources differ
//! * The sport and DC4 always give the house stone to the team with the hammer. DC2's code gives it
//!   to the chooser, whatever the order; its manual gives the chooser the guard when it has the
//!   hammer. We follow the code.
//! * DC2's manual and the thesis replace a second power play by a centre placement, as DC4 does;
//!   DC2's code does not limit them. Both are rule sets of their own.
//! * After a blank end the rulebook lets the team choose that threw first in it; DC4 the team that
//!   did not choose; DC2 keeps the order of play, so that the team with the hammer chooses.
//!
//! ```
//! use curling::rules::{Placement, Rules};
//!
//! let doubles = Rules::sport_mixed_doubles().doubles.unwrap();
//! let stones = doubles.set_up(Placement::CENTRE_HOUSE);
//! let (guard, house) = (stones.get(0).unwrap(), stones.get(1).unwrap());
//! assert!(guard.at.y < -3.0 && house.at.y > 0.4); // the house stone is the hammer's
//! ```

use super::Team;
use crate::frame::{HackPoint, LegacyPoint};
use crate::stones::Stones;
use crate::vector::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The slot of an end's first delivered stone.
pub const FIRST_SLOT: usize = 6;

/// The additional rules of mixed doubles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingDoubles")]
#[serde(deny_unknown_fields)]
pub struct Doubles {
    /// The spots of the placed stones, and so the available placements.
    pub spots: Spots,
    /// The limit of power plays of a team.
    pub power_plays: PowerPlays,
    /// The chooser after a blank end; after any other it is the team that did not score.
    pub after_blank: Chooser,
}

/// The spots of the placed stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingSpots")]
#[serde(rename_all = "kebab-case")]
pub enum Spots {
    /// DC2's: one guard spot, power plays on the left only.
    Dc2,
    /// DC4's, which are the rulebook's.
    Dc4(GuardSpot),
}

/// The guard spot, set by the ice maker: one of six, from 0, nearest the house, to 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingGuardSpot")]
#[serde(try_from = "u8", into = "u8")]
pub struct GuardSpot(u8);

/// An unknown guard spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("guard spot {0} is out of range: it must be 0 to 5")]
pub struct UnknownSpot(pub u8);

impl TryFrom<u8> for GuardSpot {
    type Error = UnknownSpot;

    fn try_from(number: u8) -> Result<Self, UnknownSpot> {
        if usize::from(number) < GUARDS.len() {
            Ok(GuardSpot(number))
        } else {
            Err(UnknownSpot(number))
        }
    }
}

impl From<GuardSpot> for u8 {
    fn from(spot: GuardSpot) -> u8 {
        spot.0
    }
}

/// The guard spots of DC4: how far to the side in a power play, and how far down the sheet from the
/// hack.
const GUARDS: [(f32, f32); 6] = [
    (1.093, 35.350),
    (1.087, 35.060),
    (1.073, 34.435),
    (1.067, 34.145),
    (1.053, 33.520),
    (1.047, 33.230),
];

/// The limit of power plays of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingPowerPlays")]
#[serde(rename_all = "kebab-case")]
pub enum PowerPlays {
    /// No limit.
    Unlimited,
    /// Once a match and not in an extra end; another one is rejected.
    Once,
    /// Once a match and not in an extra end; another one is replaced by
    /// [`Placement::CENTRE_HOUSE`].
    OnceElseCentre,
}

impl PowerPlays {
    /// The names of the limits.
    pub const NAMES: [&'static str; 3] = ["unlimited", "once", "once-else-centre"];

    /// Returns the limit of this name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "unlimited" => PowerPlays::Unlimited,
            "once" => PowerPlays::Once,
            "once-else-centre" => PowerPlays::OnceElseCentre,
            _ => return None,
        })
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            PowerPlays::Unlimited => Self::NAMES[0],
            PowerPlays::Once => Self::NAMES[1],
            PowerPlays::OnceElseCentre => Self::NAMES[2],
        }
    }
}

/// The team that chooses the placement after a blank end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CurlingChooser")]
#[serde(rename_all = "kebab-case")]
pub enum Chooser {
    /// The team that threw first in it: the rulebook.
    Lead,
    /// The team that threw last in it: DC2.
    Hammer,
    /// The team that did not choose in it: DC4.
    Other,
}

impl Chooser {
    /// Returns the chooser after a blank end in which `chooser` chose and `lead` threw first.
    pub fn after(self, chooser: Team, lead: Team) -> Team {
        match self {
            Chooser::Lead => lead,
            Chooser::Hammer => lead.other(),
            Chooser::Other => chooser.other(),
        }
    }
}

/// The side of the placed stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// On the centre line.
    Centre,
    /// Power play to the thrower's left.
    Left,
    /// Power play to the thrower's right.
    Right,
}

/// One of the two placed stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlacedStone {
    /// The one before the house.
    Guard,
    /// The one in the house.
    House,
}

/// A choice of the chooser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    /// The side of the stones.
    pub line: Line,
    /// Whether the chooser throws first; otherwise it has the hammer.
    pub chooser_leads: bool,
    /// The chooser's stone.
    pub chooser_has: PlacedStone,
}

impl Placement {
    /// The chooser has the guard and throws first.
    pub const CENTRE_GUARD: Placement = Placement {
        line: Line::Centre,
        chooser_leads: true,
        chooser_has: PlacedStone::Guard,
    };

    /// The chooser has the stone in the house and the hammer.
    pub const CENTRE_HOUSE: Placement = Placement::with_hammer(Line::Centre);

    /// A power play to the left: house stone and hammer for the chooser.
    pub const POWER_PLAY_LEFT: Placement = Placement::with_hammer(Line::Left);

    /// A power play to the right: house stone and hammer for the chooser.
    pub const POWER_PLAY_RIGHT: Placement = Placement::with_hammer(Line::Right);

    /// The placements of DC4 and the sport.
    pub const FOUR: [Placement; 4] = [
        Placement::CENTRE_GUARD,
        Placement::CENTRE_HOUSE,
        Placement::POWER_PLAY_LEFT,
        Placement::POWER_PLAY_RIGHT,
    ];

    /// Returns the placement in which the chooser has the stone in the house and the hammer.
    const fn with_hammer(line: Line) -> Self {
        Placement {
            line,
            chooser_leads: false,
            chooser_has: PlacedStone::House,
        }
    }

    /// Returns the placement of `PUTSTONE` with a number in DC2's code: 0 and 1 centre, 2 and 3
    /// power play; the chooser throws first after 1 and 3. Any other number is centre, with the
    /// guard and the hammer for the chooser.
    pub const fn put_stone(number: u8) -> Self {
        let (line, chooser_leads, chooser_has) = match number {
            0 => (Line::Centre, false, PlacedStone::House),
            1 => (Line::Centre, true, PlacedStone::House),
            2 => (Line::Left, false, PlacedStone::House),
            3 => (Line::Left, true, PlacedStone::House),
            _ => (Line::Centre, false, PlacedStone::Guard),
        };
        Placement {
            line,
            chooser_leads,
            chooser_has,
        }
    }

    /// Returns whether it is a power play.
    pub fn is_power_play(self) -> bool {
        self.line != Line::Centre
    }

    /// Returns the team that throws first if this team chooses it.
    pub fn lead(self, chooser: Team) -> Team {
        if self.chooser_leads {
            chooser
        } else {
            chooser.other()
        }
    }
}

impl Spots {
    /// Returns whether these spots offer this placement.
    pub fn offer(self, placement: Placement) -> bool {
        match self {
            Spots::Dc2 => (0..=4).any(|number| Placement::put_stone(number) == placement),
            Spots::Dc4(_) => Placement::FOUR.contains(&placement),
        }
    }

    /// Returns the positions of the guard and the house stone.
    pub fn of(self, line: Line) -> (Vector, Vector) {
        match self {
            Spots::Dc2 => dc2_spots(line),
            Spots::Dc4(spot) => dc4_spots(line, spot),
        }
    }
}

/// Returns the guard and the house stone of DC2. It has no power play on the right; a mirrored one
/// is used.
fn dc2_spots(line: Line) -> (Vector, Vector) {
    let (guard, house): (Vector, Vector) = match line {
        Line::Centre => (
            LegacyPoint::new(2.375, 8.996).into(),
            LegacyPoint::new(2.375, 4.445).into(), // the rulebook's would be 4.415
        ),
        Line::Left | Line::Right => (
            LegacyPoint::new(1.305, 8.996).into(),
            LegacyPoint::new(1.155, 5.025).into(),
        ),
    };
    match line {
        Line::Right => (mirrored(guard), mirrored(house)),
        _ => (guard, house),
    }
}

/// Returns the guard and the house stone of DC4.
fn dc4_spots(line: Line, spot: GuardSpot) -> (Vector, Vector) {
    let (aside, down) = GUARDS[usize::from(spot.0)];
    let (guard, house): (Vector, Vector) = match line {
        Line::Centre => (
            HackPoint::new(0.0, down).into(),
            HackPoint::new(0.0, 38.870).into(),
        ),
        Line::Left | Line::Right => (
            HackPoint::new(aside, down).into(),
            HackPoint::new(1.219, 38.260).into(),
        ),
    };
    match line {
        Line::Left => (mirrored(guard), mirrored(house)),
        _ => (guard, house),
    }
}

/// Returns the mirror image at the centre line.
fn mirrored(at: Vector) -> Vector {
    Vector::new(-at.x, at.y)
}

impl Doubles {
    /// Returns the stones at the start of an end.
    pub fn set_up(&self, placement: Placement) -> Stones {
        let (guard, house) = self.spots.of(placement.line);
        let lead_has_house =
            placement.chooser_leads == (placement.chooser_has == PlacedStone::House);
        let (leads, hammers) = if lead_has_house {
            (house, guard)
        } else {
            (guard, house)
        };
        let mut stones = Stones::none();
        stones.place(0, leads);
        stones.place(1, hammers);
        stones
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geometry;

    const DC4: Doubles = Doubles {
        spots: Spots::Dc4(GuardSpot(2)),
        power_plays: PowerPlays::OnceElseCentre,
        after_blank: Chooser::Other,
    };

    const DC2: Doubles = Doubles {
        spots: Spots::Dc2,
        power_plays: PowerPlays::Unlimited,
        after_blank: Chooser::Hammer,
    };

    fn lies_in_house(stones: &Stones, slot: usize) -> bool {
        Geometry::Dc3.in_house(stones.get(slot).unwrap().at)
    }

    #[test]
    fn the_house_stone_belongs_to_the_hammer_on_dc4_and_in_the_sport() {
        for placement in Placement::FOUR {
            let stones = DC4.set_up(placement);
            assert_eq!(stones.mask(), 0b11);
            assert!(!lies_in_house(&stones, 0) && lies_in_house(&stones, 1));
        }
    }

    #[test]
    fn the_house_stone_belongs_to_the_chooser_on_dc2() {
        for (number, slot_of_house_stone) in [(0, 1), (1, 0), (2, 1), (3, 0), (4, 0), (99, 0)] {
            let placement = Placement::put_stone(number);
            let stones = DC2.set_up(placement);
            assert!(lies_in_house(&stones, slot_of_house_stone), "{number}");
            assert!(!lies_in_house(&stones, 1 - slot_of_house_stone), "{number}");
            assert_eq!(
                placement.lead(Team::One) == Team::One,
                matches!(number, 1 | 3)
            );
        }
    }

    #[test]
    fn the_placed_stones_lie_where_the_platforms_say() {
        let at =
            |doubles: &Doubles, placement, slot| doubles.set_up(placement).get(slot).unwrap().at;
        let left = Placement::POWER_PLAY_LEFT;
        assert_eq!(at(&DC4, left, 0), HackPoint::new(-1.073, 34.435).into());
        assert_eq!(at(&DC4, left, 1), HackPoint::new(-1.219, 38.260).into());
        let centre = Placement::CENTRE_GUARD;
        assert_eq!(at(&DC4, centre, 0), HackPoint::new(0.0, 34.435).into());
        assert_eq!(at(&DC4, centre, 1), HackPoint::new(0.0, 38.870).into());
        assert_eq!(at(&DC2, left, 0), LegacyPoint::new(1.305, 8.996).into());
        assert_eq!(at(&DC2, left, 1), LegacyPoint::new(1.155, 5.025).into());
    }

    #[test]
    fn power_plays_are_mirror_images() {
        for spot in 0..6 {
            let spots = Spots::Dc4(GuardSpot::try_from(spot).unwrap());
            let (guard, house) = spots.of(Line::Left);
            assert_eq!(spots.of(Line::Right), (mirrored(guard), mirrored(house)));
            assert!(guard.x < 0.0 && Geometry::Dc3.in_guard_zone(guard));
        }
        assert_eq!(GuardSpot::try_from(6), Err(UnknownSpot(6)));
    }

    #[test]
    fn each_platform_offers_its_own_placements() {
        assert!(DC4.spots.offer(Placement::POWER_PLAY_RIGHT));
        assert!(!DC4.spots.offer(Placement::put_stone(3)));
        assert!(!DC2.spots.offer(Placement::POWER_PLAY_RIGHT));
        assert!(DC2.spots.offer(Placement::put_stone(3)));
        assert_eq!(Placement::put_stone(0), Placement::CENTRE_HOUSE);
        assert_eq!(Placement::put_stone(2), Placement::POWER_PLAY_LEFT);
    }

    #[test]
    fn after_a_blank_end_each_rule_set_asks_another_team() {
        let (chooser, lead) = (Team::One, Team::One);
        assert_eq!(Chooser::Lead.after(chooser, lead), Team::One);
        assert_eq!(Chooser::Hammer.after(chooser, lead), Team::Zero);
        assert_eq!(Chooser::Other.after(chooser, lead), Team::Zero);
        assert_eq!(Chooser::Other.after(chooser, lead.other()), Team::Zero);
    }
}
