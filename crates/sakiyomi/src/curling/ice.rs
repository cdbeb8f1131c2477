//! Which ice, and what is changed about it: the options all commands share.

use super::form::Form;
use crate::fail::usage;
use clap::{Args, ValueEnum};
use curling::physics::{Mode, Parameters};
use curling::rules::Rules;
use std::fmt::Write;

/// A platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Model {
    /// The platform of 2014 to 2017
    Legacy,
    /// Its successor of 2019
    Dc2,
    /// Digital Curling 3 and 4
    Fcv1,
}

impl Model {
    const ALL: [Model; 3] = [Model::Legacy, Model::Dc2, Model::Fcv1];

    pub(super) fn parameters(self) -> Parameters {
        match self {
            Model::Legacy => Parameters::legacy(),
            Model::Dc2 => Parameters::dc2(),
            Model::Fcv1 => Parameters::fcv1(),
        }
    }

    pub(super) fn rules(self) -> Rules {
        match self {
            Model::Legacy => Rules::legacy(),
            Model::Dc2 => Rules::dc2(),
            Model::Fcv1 => Rules::dc3(),
        }
    }

    pub(super) fn form(self) -> Form {
        match self {
            Model::Legacy | Model::Dc2 => Form::Legacy,
            Model::Fcv1 => Form::Hack,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Model::Legacy => "legacy",
            Model::Dc2 => "dc2",
            Model::Fcv1 => "fcv1",
        }
    }
}

/// How to run a shot.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ModeName {
    /// As the referee: step by step in single precision
    Exact,
    /// As a search: from contact to contact
    Fast,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Exact => Mode::Exact,
            ModeName::Fast => Mode::Fast,
        }
    }
}

/// Options that say which ice.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Ice")]
pub(super) struct Ice {
    /// The platform whose ice, stones and rules to use [default: legacy]
    #[arg(long, value_enum, value_name = "MODEL")]
    model: Option<Model>,
    /// DC2 with its sideways push at a right angle to the path, as it was meant
    #[arg(long)]
    repaired: bool,
    /// Multiply friction: 1.2 is slower ice
    #[arg(long, value_name = "FACTOR")]
    friction_scale: Option<f64>,
    /// Multiply curl: 0 is straight ice
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    curl_scale: Option<f64>,
    /// Change a parameter, before it is multiplied; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Ice {
    /// The platform asked for.
    pub(super) fn model(&self) -> Model {
        self.model.unwrap_or(Model::Legacy)
    }

    /// The same, where objects of a form are known to come: their platform if none was asked for.
    pub(super) fn or_of(&self, form: Form) -> Ice {
        let usual = match form {
            Form::Legacy => Model::Legacy,
            Form::Hack => Model::Fcv1,
        };
        Ice {
            model: self.model.or(Some(usual)),
            ..self.clone()
        }
    }

    /// The parameters asked for.
    pub(super) fn parameters(&self) -> anyhow::Result<Parameters> {
        let mut parameters = match (self.model(), self.repaired) {
            (Model::Dc2, true) => Parameters::dc2_repaired(),
            (_, true) => return Err(usage("--repaired is for --model dc2")),
            (model, false) => model.parameters(),
        };
        for setting in &self.set {
            let (name, value) = assignment(setting).map_err(usage)?;
            parameters.set(name, value).map_err(usage)?;
        }
        if let Some(factor) = self.friction_scale {
            parameters = parameters.with_friction(factor);
        }
        if let Some(factor) = self.curl_scale {
            parameters = parameters.with_curl(factor);
        }
        parameters.check().map_err(usage)?;
        Ok(parameters)
    }
}

fn assignment(text: &str) -> Result<(&str, f64), String> {
    let wrong = || format!("--set {text}: write NAME=VALUE with a number, as in friction=12.5");
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = value.trim().parse().map_err(|_| wrong())?;
    Ok((name.trim(), value))
}

/// What can be set, for the help.
pub(super) fn settings_help() -> String {
    let mut text = "Parameters for --set, with their defaults:".to_owned();
    let mut told = Vec::new();
    let all = Model::ALL.map(Model::parameters);
    for setting in all.iter().flat_map(Parameters::settings) {
        if told.contains(&setting.name) {
            continue;
        }
        told.push(setting.name);
        let values = Model::ALL
            .iter()
            .zip(&all)
            .filter_map(|(model, parameters)| {
                let value = parameters.get(setting.name).ok()?;
                Some(format!("{} {value}", model.name()))
            });
        let values = values.collect::<Vec<_>>().join(", ");
        let unit = match setting.unit {
            "" => String::new(),
            unit => format!(", in {unit}"),
        };
        let _ = write!(
            text,
            "\n  {}: {}{unit} ({values})",
            setting.name, setting.about
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ice(set: &[&str]) -> Ice {
        Ice {
            model: None,
            repaired: false,
            friction_scale: None,
            curl_scale: None,
            set: set.iter().map(|&text| text.to_owned()).collect(),
        }
    }

    #[test]
    fn settings_come_before_factors() {
        let asked = Ice {
            friction_scale: Some(2.0),
            ..ice(&["friction = 10", "width=5"])
        };
        let parameters = asked.parameters().unwrap();
        assert_eq!(parameters.get("friction"), Ok(20.0));
        assert_eq!(parameters.get("width"), Ok(5.0));
    }

    #[test]
    fn wrong_settings_are_refused() {
        for wrong in [
            "friction",
            "friction=ice",
            "fricton=12",
            "step=0",
            "grip=0.1",
            "width=nan",
        ] {
            assert!(ice(&[wrong]).parameters().is_err(), "{wrong}");
        }
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let asked = Ice {
                friction_scale: Some(factor),
                ..ice(&[])
            };
            assert!(asked.parameters().is_err(), "{factor}");
        }
        let asked = Ice {
            repaired: true,
            ..ice(&[])
        };
        assert!(asked.parameters().is_err());
    }

    #[test]
    fn the_help_tells_every_parameter_once() {
        let help = settings_help();
        for name in ["friction", "spin", "yaw", "step", "restitution_threshold"] {
            let told = help.matches(&format!("\n  {name}: ")).count();
            assert_eq!(told, 1, "{name} in {help}");
        }
        assert!(
            help.contains("(legacy 12.009216, dc2 0.5, fcv1 0.2)"),
            "{help}"
        );
    }
}
