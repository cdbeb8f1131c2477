//! Conditions options of every curling command: a platform, a file, and `--set`.

use super::ice::Model;
use crate::exit::usage;
use crate::{show, tables};
use arena::process::quote;
use clap::Args;
use curling::arena_game::Curling;
use curling::conditions::Conditions;
use curling::physics::Ice;
use digital_curling::dc3::config as dc3;
use digital_curling::dc3::server as dc3_server;
use digital_curling::plan::{Draft, Plan, Source};
use lookahead::Seed;
use operations::curling::json_lines::PlatformForm;
use std::path::{Path, PathBuf};
use toml::Table;

/// The conditions options.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Conditions")]
pub(super) struct ConditionsArgs {
    /// The platform whose conditions come first [default: that of the file, of the protocol, or of
    /// the command]
    #[arg(long, value_name = "NAME")]
    platform: Option<String>,
    /// The platform by the model of its ice
    #[arg(long, value_enum, value_name = "MODEL", conflicts_with = "platform")]
    model: Option<Model>,
    /// Use DC2's ice with its lateral force at a right angle to the path, as intended
    #[arg(long)]
    repaired: bool,
    /// A file of conditions: TOML or JSON as `curling conditions` writes it, a saved position, or
    /// the JSON file of the DC2 or of the DC3 server
    #[arg(long, value_name = "FILE")]
    conditions: Option<PathBuf>,
    /// The match of a DC2 file [default: `match_default`]
    #[arg(long = "match", value_name = "NAME", requires = "conditions")]
    chosen: Option<String>,
    /// Multiply friction: 1.2 is slower ice
    #[arg(long, value_name = "FACTOR")]
    friction_scale: Option<f64>,
    /// Multiply curl: 0 is straight ice
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    curl_scale: Option<f64>,
    /// Change one condition; repeatable
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// The keys of conditions, for the help.
pub(super) const KEYS: &str = "\
Conditions, in a file or with --set: platform, contest (the list: `curling conditions --help`), rules, ends, extra_ends, spot, power_plays=once-else-centre|once|unlimited, referee=exact|fast, friction_scale, curl_scale, friction_by_shot, friction_drift, wear, wear_most, sweeping=true, sweep_friction, sweep_curl, noise_scale, noise, players0, players1, every parameter of the ice \
(friction, curl, contact_friction, …), and of the match: time=219s, time0, time1, extra_end_time, ready_time, placing_time, repetitions, swap=true, board_delay=300ms, output_dcl=false, player0, player1.
The execution error: noise_scale=0.5 halves the platform's (a factor on any platform); noise=0.1 sets its size, a standard deviation in metres on legacy, dc2 and paper, the size of the contest \
on gat, and a factor on dc3 and dc4. noise0, noise1, noise_scale0 and noise_scale1 are for one team. In a file with `teams`, noise is the factor. `curling conditions` shows the result with its units.";

impl ConditionsArgs {
    /// Returns the plan of the options, over a default platform.
    pub(super) fn plan(&self, usual: &str) -> anyhow::Result<Plan> {
        self.apply_to(Draft::new(usual).map_err(usage)?)
    }

    /// Returns the plan of the options on any ice, even one on which no stone reaches the tee.
    pub(super) fn on_any_ice(&self, usual: &str) -> anyhow::Result<Plan> {
        self.apply_to(Draft::new(usual).map_err(usage)?.any_ice())
    }

    /// Returns the game under the conditions of the options.
    pub(super) fn curling(&self, usual: &str) -> anyhow::Result<Curling> {
        let plan = self.plan(usual)?;
        warn(&plan);
        curling(plan.conditions)
    }

    /// Returns the plan of the options on top of a draft.
    pub(super) fn apply_to(&self, mut draft: Draft) -> anyhow::Result<Plan> {
        if let Some(path) = &self.conditions {
            let source = Source::File(path.display().to_string());
            let text = read(path)?;
            let read = draft.read(&source, &text, self.chosen.as_deref());
            read.map_err(usage)?;
        }
        let changes = self.changes()?;
        draft.add(&Source::CommandLine, &changes).map_err(usage)?;
        let plan = draft.plan();
        match plan.conditions.ice.ice {
            Ice::Coulomb(ice) if !ice.reciprocal => {}
            _ if self.repaired => return Err(usage("--repaired is for --model dc2")),
            _ => {}
        }
        Ok(plan)
    }

    /// Returns the options as a table.
    fn changes(&self) -> anyhow::Result<Table> {
        let mut table = Table::new();
        let model = self.model.map(Model::platform);
        if let Some(platform) = self.platform.as_deref().or(model) {
            table.insert("platform".to_owned(), platform.into());
        }
        table.extend(crate::play::changes(&self.set)?);
        for (key, factor) in [
            ("friction_scale", self.friction_scale),
            ("curl_scale", self.curl_scale),
        ] {
            if let Some(factor) = factor {
                table.insert(key.to_owned(), factor.into());
            }
        }
        if self.repaired {
            table.insert("skewed".to_owned(), false.into());
        }
        Ok(table)
    }

    /// Whether the options name a platform, by themselves or in a file.
    pub(super) fn names_platform(&self) -> anyhow::Result<bool> {
        Ok(self.conditions.is_some() || self.changes()?.contains_key("platform"))
    }

    /// Returns the default platform for objects of a form.
    pub(super) fn default_platform(form: PlatformForm) -> &'static str {
        match form {
            PlatformForm::Legacy => Model::Legacy.platform(),
            PlatformForm::Hack => Model::Fcv1.platform(),
        }
    }

    /// Returns the first `--set` whose key begins with `key`.
    pub(super) fn setting(&self, key: &str) -> Option<&str> {
        let settings = self.set.iter().map(String::as_str);
        settings
            .into_iter()
            .find(|setting| setting.trim_start().starts_with(key))
    }

    /// Returns the first option that sets anything but `key`.
    pub(super) fn beyond(&self, key: &str) -> Option<String> {
        let options = [
            (self.conditions.is_some(), "--conditions"),
            (self.platform.is_some(), "--platform"),
            (self.model.is_some(), "--model"),
            (self.repaired, "--repaired"),
            (self.friction_scale.is_some(), "--friction-scale"),
            (self.curl_scale.is_some(), "--curl-scale"),
        ];
        let given = options.into_iter().find(|(given, _)| *given);
        let other = |said: &&String| said.split('=').next().map(str::trim) != Some(key);
        let set = || self.set.iter().find(other);
        given
            .map(|(_, option)| option.to_owned())
            .or_else(|| set().map(|said| format!("--set {said}")))
    }

    /// Returns the form of positions on the ice of a plan.
    pub(super) fn form(plan: &Plan) -> PlatformForm {
        PlatformForm::of_ice(&plan.conditions.ice)
    }

    /// Returns the server options of the file, if it is a configuration file of DC3's server.
    pub(super) fn dc3_options(&self) -> Option<dc3_server::Options> {
        let text = arena::text_file::read(self.conditions.as_ref()?).ok()?;
        let config = dc3::is_config(&text).then(|| dc3::Config::read(&text, Seed(1)));
        Some(config?.ok()?.server)
    }

    /// Reads the file of conditions; returns its name and text.
    pub(super) fn text(&self) -> anyhow::Result<Option<(String, String)>> {
        let path = self.conditions.as_deref();
        let text = path.map(|path| Ok((path.display().to_string(), read(path)?)));
        text.transpose()
    }

    /// Returns the options as command-line arguments.
    pub(super) fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<String> = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            arguments.extend(value.map(|value| format!("{name} {}", quote(&value))));
        };
        add("--platform", self.platform.clone());
        add("--model", self.model.map(|model| model.name().to_owned()));
        for set in &self.set {
            add("--set", Some(set.clone()));
        }
        add(
            "--friction-scale",
            self.friction_scale.map(|factor| factor.to_string()),
        );
        add(
            "--curl-scale",
            self.curl_scale.map(|factor| factor.to_string()),
        );
        let file = self.conditions.as_ref();
        add("--conditions", file.map(|file| file.display().to_string()));
        add("--match", self.chosen.clone());
        arguments.extend(self.repaired.then(|| "--repaired".to_owned()));
        arguments
    }

    /// Returns the options as the input of an operation.
    pub(super) fn input(&self, usual: &str) -> anyhow::Result<serde_json::Value> {
        let mut set = Vec::new();
        let model = self.model.map(Model::platform);
        let platform = self.platform.as_deref().or(model);
        set.extend(platform.map(|platform| format!("platform={platform}")));
        set.extend(self.set.iter().cloned());
        set.extend(
            self.friction_scale
                .map(|factor| format!("friction_scale={factor:?}")),
        );
        set.extend(
            self.curl_scale
                .map(|factor| format!("curl_scale={factor:?}")),
        );
        set.extend(self.repaired.then(|| "skewed=false".to_owned()));
        let mut input = serde_json::json!({ "platform": usual, "set": set, "match": self.chosen });
        if let Some((name, text)) = self.text()? {
            (input["name"], input["text"]) = (name.into(), text.into());
        }
        Ok(input)
    }
}

/// Returns the game under these conditions, with the binary's cache of tables.
pub(super) fn curling(conditions: Conditions) -> anyhow::Result<Curling> {
    let curling = Curling::new(conditions).map_err(usage)?;
    Ok(curling.with_cache(tables::cache()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    crate::input::file(path)
}

/// Prints the warnings of a plan.
pub(super) fn warn(plan: &Plan) {
    for warning in &plan.warnings {
        show::note(&format!("warning: {warning}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(set: &[&str]) -> ConditionsArgs {
        ConditionsArgs {
            set: set.iter().map(|&text| text.to_owned()).collect(),
            ..ConditionsArgs::default()
        }
    }

    #[test]
    fn settings_come_before_factors() {
        let asked = ConditionsArgs {
            friction_scale: Some(2.0),
            ..with(&["friction = 10", "width=5"])
        };
        let ice = asked.plan("legacy").unwrap().conditions.ice;
        assert_eq!(ice.get("friction"), Ok(20.0));
        assert_eq!(ice.get("width"), Ok(5.0));
    }

    #[test]
    fn a_platform_and_a_model_are_two_names_of_one_ice() {
        let by_model = ConditionsArgs {
            model: Some(Model::Fcv1),
            ..ConditionsArgs::default()
        };
        let plans = [by_model, with(&["platform=dc3"])].map(|asked| asked.plan("legacy"));
        let [one, two] = plans.map(|plan| plan.unwrap().conditions);
        assert_eq!(one, two);
        assert_eq!(PlatformForm::of_ice(&one.ice), PlatformForm::Hack);
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
            assert!(with(&[wrong]).on_any_ice("legacy").is_err(), "{wrong}");
        }
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let asked = ConditionsArgs {
                friction_scale: Some(factor),
                ..with(&[])
            };
            assert!(asked.on_any_ice("legacy").is_err(), "{factor}");
        }
        let asked = ConditionsArgs {
            repaired: true,
            ..with(&[])
        };
        assert!(asked.plan("legacy").is_err() && asked.plan("dc2").is_ok());
    }
}
