//! Ice models by name, simulation modes, and the parameters of `--set`.

use clap::ValueEnum;
use curling::physics::{Mode, Parameters};
use std::fmt::Write;

/// A platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Model {
    /// The platform of 2014 to 2017
    Legacy,
    /// The successor of 2019
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

    /// Returns the platform whose conditions have this ice.
    pub(super) fn platform(self) -> &'static str {
        match self {
            Model::Legacy => "legacy",
            Model::Dc2 => "dc2",
            Model::Fcv1 => "dc3",
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

/// The kind of simulation.
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

/// Returns the parameters of the ice, for the help.
pub(super) fn settings_help() -> String {
    let mut text = "Parameters for --set, with their defaults:".to_owned();
    let mut listed = Vec::new();
    let all = Model::ALL.map(Model::parameters);
    for setting in all.iter().flat_map(Parameters::settings) {
        if listed.contains(&setting.name) {
            continue;
        }
        listed.push(setting.name);
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
