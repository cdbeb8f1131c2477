//! Named parameters of the ice, with limits: for command lines, forms and files.

use super::parameters::{Ice, ParameterError, Parameters};
use crate::sheet::{Bounds, RADIUS, Sheet};
use arena::Text;

/// A parameter that can be changed by its name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// The unit; empty for a plain number.
    pub unit: &'static str,
    /// The meaning in a few words.
    pub about: &'static str,
    /// The valid range, in words.
    pub must: Text,
    least: f64,
    most: f64,
}

macro_rules! settings {
    ($($name:literal, $unit:literal, $about:literal, $least:literal ..= $most:literal;)*) => {
        [$(Setting {
            name: $name,
            unit: $unit,
            about: $about,
            must: Text {
                en: concat!("between ", $least, " and ", $most),
                ja: concat!($least, "〜", $most),
            },
            least: $least,
            most: $most,
        }),*]
    };
}

/// The parameters of Coulomb ice, of FCV1's, and of every platform. The ranges are wide enough for
/// any experiment, narrow enough that every stone comes to rest within the limits of the
/// simulation.
const EVEN: [Setting; 3] = settings! {
    "friction", "m/s²", "deceleration", 0.1 ..= 200.0;
    "curl", "", "lateral force as a fraction of the deceleration", -1.0 ..= 1.0;
    "spin", "rad/s", "spin of a delivered stone; only the sign matters", 0.000001 ..= 100.0;
};
const FCV1: [Setting; 7] = settings! {
    "grip", "m/s", "numerator of the friction that grows as the stone slows down", 0.0 ..= 0.1;
    "knee", "m/s", "speed below which the friction grows no more", 0.0001 ..= 1.0;
    "floor", "", "friction coefficient of a very fast stone", 0.0005 ..= 0.1;
    "gravity", "m/s²", "gravity", 1.0 ..= 100.0;
    "yaw", "rad/s", "rate at which the path turns at 1 m/s", -0.1 ..= 0.1;
    "spin_decay", "rad m/s³", "decay of spin", 0.0 ..= 10.0;
    "spin", "rad/s", "spin of a delivered stone", 0.000001 ..= 100.0;
};
const ALL: [Setting; 5] = settings! {
    "contact_friction", "", "friction coefficient between stones", 0.0 ..= 1000.0;
    "restitution", "", "coefficient of restitution of the normal velocity", 0.0 ..= 1.0;
    "restitution_threshold", "m/s", "normal speed up to which a contact is inelastic", 0.0 ..= 1000.0;
    "step", "s", "time step of the exact simulation", 0.00001 ..= 0.01;
    "width", "m", "width of the sheet, from side line to side line", 1.0 ..= 20.0;
};

impl Setting {
    /// Returns the value if it is in range.
    fn checked(&self, value: f64) -> Result<f64, ParameterError> {
        if (self.least..=self.most).contains(&value) {
            return Ok(value);
        }
        Err(ParameterError::Impossible {
            name: self.name,
            value,
            must: self.must,
        })
    }
}

impl Parameters {
    /// Returns the named parameters of this model, those of the ice first.
    pub fn settings(&self) -> impl Iterator<Item = &'static Setting> + use<> {
        let ice: &[Setting] = match self.ice {
            Ice::Coulomb(_) => &EVEN,
            Ice::Fcv1(_) => &FCV1,
        };
        ice.iter().chain(&ALL)
    }

    /// Returns the names of all parameters.
    pub fn names(&self) -> Vec<&'static str> {
        self.settings().map(|setting| setting.name).collect()
    }

    /// Returns the value of a parameter.
    ///
    /// # Errors
    /// If this model has no such parameter.
    pub fn get(&self, name: &str) -> Result<f64, ParameterError> {
        self.setting(name)?;
        Ok(*self.clone().place(name))
    }

    /// Sets a parameter.
    ///
    /// ```
    /// use curling::physics::Parameters;
    ///
    /// let mut ice = Parameters::legacy();
    /// ice.set("friction", 10.0)?;
    /// assert_eq!(ice.get("friction"), Ok(10.0));
    /// assert!(ice.set("friction", -1.0).is_err() && ice.set("grip", 0.002).is_err());
    /// # Ok::<(), curling::physics::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// If this model has no such parameter, or if the value is out of range.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), ParameterError> {
        let value = self.setting(name)?.checked(value)?;
        *self.place(name) = value;
        if name == "width" {
            // The side lines are where stones go out.
            self.bounds.moving.side = value / 2.0 - RADIUS;
            self.bounds.resting.side = value / 2.0 - RADIUS;
        }
        Ok(())
    }

    /// Checks all parameters.
    ///
    /// # Errors
    /// The first parameter that is out of range.
    pub fn check(&self) -> Result<(), ParameterError> {
        let mut own = self.clone();
        for setting in self.settings() {
            setting.checked(*own.place(setting.name))?;
        }
        let passes = [
            ("velocity_passes", self.contact.velocity_passes),
            ("position_passes", self.contact.position_passes),
        ];
        for (name, passes) in passes {
            if !(1..=1000).contains(&passes) {
                return impossible(name, f64::from(passes), ("between 1 and 1000", "1〜1000"));
            }
        }
        self.check_lines()
    }

    /// Checks the lines of the sheet and the bounds of play.
    fn check_lines(&self) -> Result<(), ParameterError> {
        let Sheet {
            hog,
            back,
            house,
            delivery,
            ..
        } = self.sheet;
        let Bounds {
            moving, resting, ..
        } = self.bounds;
        let lengths = [
            ("hog", hog),
            ("back", back),
            ("house", house),
            ("delivery", delivery),
            ("moving.side", moving.side),
            ("moving.back", moving.back),
            ("resting.side", resting.side),
            ("resting.back", resting.back),
        ];
        for (name, length) in lengths {
            if !(length > 0.0 && length < 100.0) {
                return impossible(
                    name,
                    length,
                    ("a length between 0 and 100 metres", "0〜100 m"),
                );
            }
        }
        for (name, front) in [
            ("moving.front", moving.front),
            ("resting.front", resting.front),
        ] {
            if !(front < 0.0 && front > -100.0) {
                return impossible(name, front, ("between -100 and 0 metres", "-100〜0 m"));
            }
        }
        Ok(())
    }

    fn setting(&self, name: &str) -> Result<&'static Setting, ParameterError> {
        let mut settings = self.settings();
        let found = settings.find(|setting| setting.name == name);
        found.ok_or_else(|| ParameterError::Unknown {
            name: name.to_owned(),
            known: self.names().join(", "),
        })
    }

    /// Returns the storage of a parameter.
    fn place(&mut self, name: &str) -> &mut f64 {
        match (name, &mut self.ice) {
            ("friction", Ice::Coulomb(ice)) => &mut ice.friction,
            ("curl", Ice::Coulomb(ice)) => &mut ice.curl,
            ("spin", Ice::Coulomb(ice)) => &mut ice.spin,
            ("grip", Ice::Fcv1(ice)) => &mut ice.grip,
            ("knee", Ice::Fcv1(ice)) => &mut ice.knee,
            ("floor", Ice::Fcv1(ice)) => &mut ice.floor,
            ("gravity", Ice::Fcv1(ice)) => &mut ice.gravity,
            ("yaw", Ice::Fcv1(ice)) => &mut ice.yaw,
            ("spin_decay", Ice::Fcv1(ice)) => &mut ice.spin_decay,
            ("spin", Ice::Fcv1(ice)) => &mut ice.spin,
            ("contact_friction", _) => &mut self.contact.friction,
            ("restitution", _) => &mut self.contact.restitution,
            ("restitution_threshold", _) => &mut self.contact.threshold,
            ("step", _) => &mut self.step,
            ("width", _) => &mut self.sheet.width,
            _ => unreachable!("`{name}` is looked up in the settings of the model first"),
        }
    }
}

fn impossible(
    name: &'static str,
    value: f64,
    must: (&'static str, &'static str),
) -> Result<(), ParameterError> {
    let must = must.into();
    Err(ParameterError::Impossible { name, value, must })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models() -> [Parameters; 4] {
        [
            Parameters::legacy(),
            Parameters::dc2(),
            Parameters::dc2_repaired(),
            Parameters::fcv1(),
        ]
    }

    #[test]
    fn the_platforms_make_sense_and_every_name_is_kept_somewhere() {
        for model in models() {
            assert_eq!(model.check(), Ok(()));
            let mut changed = model.clone();
            for setting in model.settings() {
                let value = f64::midpoint(setting.least, setting.most);
                changed.set(setting.name, value).unwrap();
                assert_eq!(changed.get(setting.name), Ok(value), "{}", setting.name);
            }
            assert_eq!(changed.check(), Ok(()));
            assert!(changed != model);
        }
    }

    #[test]
    fn a_narrower_sheet_loses_stones_earlier() {
        let mut model = Parameters::legacy();
        model.set("width", 4.0).unwrap();
        assert!((model.bounds.resting.side - 1.855).abs() < 1e-12);
        assert_eq!(model.bounds.moving.side, model.bounds.resting.side);
    }

    #[test]
    fn what_makes_no_sense_is_refused_by_name() {
        let mut model = Parameters::fcv1();
        for (name, value) in [
            ("step", 0.0),
            ("step", 0.02),
            ("gravity", f64::NAN),
            ("floor", -0.006),
            ("restitution", 1.5),
            ("width", f64::INFINITY),
        ] {
            let error = model.set(name, value).unwrap_err();
            assert!(error.to_string().starts_with(name), "{error}");
        }
        let error = model.set("friction", 12.0).unwrap_err().to_string();
        assert!(
            error.contains("`friction`") && error.contains("grip, knee"),
            "{error}"
        );
        assert_eq!(model, Parameters::fcv1());
    }

    #[test]
    fn nonsense_in_a_file_is_found_too() {
        let mut model = Parameters::legacy();
        model.contact.velocity_passes = 0;
        assert!(
            model
                .check()
                .unwrap_err()
                .to_string()
                .contains("velocity_passes")
        );
        let mut model = Parameters::legacy();
        model.bounds.moving.front = f64::NAN;
        assert!(
            model
                .check()
                .unwrap_err()
                .to_string()
                .contains("moving.front")
        );
        assert!(Parameters::legacy().with_friction(1e6).check().is_err());
    }
}
