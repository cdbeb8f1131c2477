//! Conditions options of every curling command: a platform, a file, and `--set`.

use super::ice::Model;
use crate::fail::usage;
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

/// Conditions and players of a match.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Conditions")]
pub(super) struct Planned {
    /// The platform whose conditions come first [default: that of the file, of the protocol, or of
    /// the command]
    #[arg(long, value_name = "NAME")]
    platform: Option<String>,
    /// The same by the model of its ice
    #[arg(long, value_enum, value_name = "MODEL", conflicts_with = "platform")]
    model: Option<Model>,
    /// DC2 with its sideways push at a right angle to the path, as it was meant
    #[arg(long)]
    repaired: bool,
    /// A file of conditions: TOML or JSON as `curling conditions` writes it, a saved position, or
    /// the JSON file of the DC2 or of the DC3 server
    #[arg(long, value_name = "FILE")]
    conditions: Option<PathBuf>,
    /// Which match of a DC2 file [default: `match_default`]
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

/// What the keys are, for the help of every command that takes them.
pub(super) const KEYS: &str = "\
Conditions, in a file or with --set: platform, rules, ends, extra_ends, spot, referee=exact|fast, friction_scale, curl_scale, noise, noise0, noise1, players0, players1, every \
parameter of the ice (friction, curl, contact_friction, …), and of the match: time=219s, time0, time1, extra_end_time, ready_time, placing_time, repetitions, swap=true, player0, player1.";

impl Planned {
    /// Everything that was said, over a platform that is meant if none is.
    pub(super) fn plan(&self, usual: &str) -> anyhow::Result<Plan> {
        self.fill(Draft::new(usual).map_err(usage)?)
    }

    /// The same on any ice, even one on which no stone reaches the tee.
    pub(super) fn on_any_ice(&self, usual: &str) -> anyhow::Result<Plan> {
        self.fill(Draft::new(usual).map_err(usage)?.any_ice())
    }

    /// A match under everything that was said.
    pub(super) fn curling(&self, usual: &str) -> anyhow::Result<Curling> {
        let plan = self.plan(usual)?;
        warn(&plan);
        curling(plan.conditions)
    }

    /// Everything that was said, on top of a draft.
    pub(super) fn fill(&self, mut draft: Draft) -> anyhow::Result<Plan> {
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

    /// What the options say, as a table.
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

    /// The platform that is meant where objects of a form come: that of the form.
    pub(super) fn usual_of(form: PlatformForm) -> &'static str {
        match form {
            PlatformForm::Legacy => Model::Legacy.platform(),
            PlatformForm::Hack => Model::Fcv1.platform(),
        }
    }

    /// The first key of `--set` that begins so.
    pub(super) fn said(&self, key: &str) -> Option<&str> {
        let said = self.set.iter().map(String::as_str);
        said.into_iter()
            .find(|said| said.trim_start().starts_with(key))
    }

    /// The form of positions on this ice.
    pub(super) fn form(plan: &Plan) -> PlatformForm {
        PlatformForm::of_ice(&plan.conditions.ice)
    }

    /// What the configuration file of DC3's server, if that is what was named, says of the server
    /// itself.
    pub(super) fn dc3_options(&self) -> Option<dc3_server::Options> {
        let text = std::fs::read_to_string(self.conditions.as_ref()?).ok()?;
        let config = dc3::is_config(&text).then(|| dc3::Config::read(&text, Seed(1)));
        Some(config?.ok()?.server)
    }

    /// The text of the file of conditions, with its name and the match in it.
    pub(super) fn text(&self) -> anyhow::Result<Option<(String, String)>> {
        let path = self.conditions.as_deref();
        let text = path.map(|path| Ok((path.display().to_string(), read(path)?)));
        text.transpose()
    }

    /// The words of a command line that says the same.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        let mut say = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("{name} {}", quote(&value))));
        };
        say("--platform", self.platform.clone());
        say("--model", self.model.map(|model| model.name().to_owned()));
        for set in &self.set {
            say("--set", Some(set.clone()));
        }
        say(
            "--friction-scale",
            self.friction_scale.map(|factor| factor.to_string()),
        );
        say(
            "--curl-scale",
            self.curl_scale.map(|factor| factor.to_string()),
        );
        let file = self.conditions.as_ref();
        say("--conditions", file.map(|file| file.display().to_string()));
        say("--match", self.chosen.clone());
        words.extend(self.repaired.then(|| "--repaired".to_owned()));
        words
    }

    /// The options as an operation takes them.
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

/// A match under these conditions, whose tables are those of the binary.
pub(super) fn curling(conditions: Conditions) -> anyhow::Result<Curling> {
    let curling = Curling::new(conditions).map_err(usage)?;
    Ok(curling.with_cache(tables::cache()))
}

fn read(path: &Path) -> anyhow::Result<String> {
    crate::input::file(path)
}

/// Says what was not understood.
pub(super) fn warn(plan: &Plan) {
    for warning in &plan.warnings {
        show::note(&format!("warning: {warning}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(set: &[&str]) -> Planned {
        Planned {
            set: set.iter().map(|&text| text.to_owned()).collect(),
            ..Planned::default()
        }
    }

    #[test]
    fn settings_come_before_factors() {
        let asked = Planned {
            friction_scale: Some(2.0),
            ..planned(&["friction = 10", "width=5"])
        };
        let ice = asked.plan("legacy").unwrap().conditions.ice;
        assert_eq!(ice.get("friction"), Ok(20.0));
        assert_eq!(ice.get("width"), Ok(5.0));
    }

    #[test]
    fn a_platform_and_a_model_are_two_names_of_one_ice() {
        let by_model = Planned {
            model: Some(Model::Fcv1),
            ..Planned::default()
        };
        let plans = [by_model, planned(&["platform=dc3"])].map(|asked| asked.plan("legacy"));
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
            assert!(planned(&[wrong]).on_any_ice("legacy").is_err(), "{wrong}");
        }
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let asked = Planned {
                friction_scale: Some(factor),
                ..planned(&[])
            };
            assert!(asked.on_any_ice("legacy").is_err(), "{factor}");
        }
        let asked = Planned {
            repaired: true,
            ..planned(&[])
        };
        assert!(asked.plan("legacy").is_err() && asked.plan("dc2").is_ok());
    }
}
