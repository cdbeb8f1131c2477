//! What is to be played, as the command line says it: a platform, a file, and `--set`.

use crate::fail::usage;
use crate::{play, show};
use clap::Args;
use digital_curling::dc3::config as dc3;
use digital_curling::dc3::server as dc3_server;
use digital_curling::plan::{Draft, Plan, Source, thesis};
use lookahead::Seed;
use std::path::{Path, PathBuf};

/// Under what is to be played, and by whom.
#[derive(Args, Debug)]
pub(super) struct Planned {
    /// The platform whose conditions come first [default: that of the file or of the protocol]
    #[arg(long, value_name = "NAME")]
    platform: Option<String>,
    /// A file of conditions: TOML, or the JSON file of the DC2 or of the DC3 server
    #[arg(long, value_name = "FILE")]
    conditions: Option<PathBuf>,
    /// Which match of a DC2 file [default: `match_default`]
    #[arg(long = "match", value_name = "NAME", requires = "conditions")]
    chosen: Option<String>,
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
        let mut draft = Draft::new(usual).map_err(usage)?;
        if let Some(path) = &self.conditions {
            self.read(&mut draft, path)?;
        }
        let mut table = toml::Table::new();
        if let Some(platform) = &self.platform {
            table.insert("platform".to_owned(), platform.as_str().into());
        }
        play::settings(&mut table, &self.set)?;
        draft.add(&Source::CommandLine, &table).map_err(usage)?;
        Ok(draft.plan())
    }

    /// What the configuration file of DC3's server, if that is what was named, says of the server itself.
    pub(super) fn dc3_options(&self) -> Option<dc3_server::Options> {
        let text = std::fs::read_to_string(self.conditions.as_ref()?).ok()?;
        let config = dc3::is_config(&text).then(|| dc3::Config::read(&text, Seed(1)));
        Some(config?.ok()?.server)
    }

    fn read(&self, draft: &mut Draft, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|why| usage(format!("cannot read {name}: {why}")))?;
        let source = Source::File(name.to_string());
        if !dc3::is_config(&text) && !text.trim_start().starts_with('{') {
            if self.chosen.is_some() {
                let why = "--match is for the JSON file of the DC2 server";
                return Err(usage(format!(
                    "{name} is TOML and has one match only: {why}"
                )));
            }
            let table = text.parse::<toml::Table>();
            let table = table.map_err(|why| usage(format!("{name}: {why}")))?;
            return draft.add(&source, &table).map_err(usage);
        }
        if dc3::is_config(&text) {
            let read = dc3::Config::read(&text, Seed(1));
            let config = read.map_err(|why| usage(format!("{name}: {why}")))?;
            draft.adopt(&source, config.setup.conditions, config.setup.time);
            for warning in config.warnings {
                draft.warn(&source, &warning);
            }
            return Ok(());
        }
        let read = thesis::read(&text, self.chosen.as_deref());
        let (table, warnings) = read.map_err(|why| usage(format!("{name}: {why}")))?;
        draft.add(&source, &table).map_err(usage)?;
        for warning in warnings {
            draft.warn(&source, &warning);
        }
        Ok(())
    }
}

/// Says what was not understood.
pub(super) fn warn(plan: &Plan) {
    for warning in &plan.warnings {
        show::note(&format!("warning: {warning}"));
    }
}
