//! Overrides of the ice and of its changes: parameters, factors, drift, wear and sweeping.

use super::{invalid, no_flag, number};
use crate::conditions::{Conditions, Drift};
use crate::physics::{Ice, Parameters, WearRate};
use arena::Phrase;
use toml::Table;

impl Conditions {
    pub(super) fn change_ice(&mut self, table: &Table) -> Result<(), Phrase> {
        for name in self.ice.names() {
            if let Some(value) = table.get(name) {
                let value = number(name, value)?;
                self.ice
                    .set(name, value)
                    .map_err(|why| invalid(name, why))?;
            }
        }
        for (key, scaled) in [
            ("friction_scale", Parameters::with_friction as fn(_, _) -> _),
            ("curl_scale", Parameters::with_curl),
        ] {
            if let Some(value) = table.get(key) {
                self.ice = scaled(self.ice.clone(), number(key, value)?);
                self.ice.check().map_err(|why| invalid(key, why))?;
            }
        }
        if let Some(value) = table.get("skewed") {
            let skewed = value.as_bool().ok_or_else(|| no_flag("skewed"))?;
            match &mut self.ice.ice {
                Ice::Coulomb(ice) => ice.skewed = skewed,
                Ice::Fcv1(_) => {
                    let why = (
                        "only the ice of legacy and dc2 has this parameter",
                        "この値があるのはlegacyとdc2のアイスだけです",
                    );
                    return Err(invalid("skewed", why));
                }
            }
        }
        Ok(())
    }

    /// Sets drift, wear and sweeping.
    pub(super) fn change_changes(&mut self, table: &Table) -> Result<(), Phrase> {
        if let Some(value) = table.get("friction_by_shot") {
            let list = value.as_array().ok_or_else(|| {
                let why = (
                    "expected a list of factors, as in [1, 1.01, 1.02]",
                    "係数の一覧で書いてください（例: [1, 1.01, 1.02]）",
                );
                invalid("friction_by_shot", why)
            })?;
            let factors = list.iter().map(|value| number("friction_by_shot", value));
            self.changes.friction = factors.collect::<Result<_, _>>()?;
        }
        if let Some(value) = table.get("friction_drift") {
            let (from, to) = (1.0, number("friction_drift", value)?);
            let shots = usize::from(self.rules.ends) * 2 * self.rules.deliveries();
            let shots = shots as u16;
            self.changes.drift = (to != from).then_some(Drift { from, to, shots });
        }
        self.change_wear(table)?;
        self.change_sweeping(table)?;
        let checked = self.changes.check();
        checked.map_err(|why| invalid(key_of(&why.place), why.why))
    }

    fn change_wear(&mut self, table: &Table) -> Result<(), Phrase> {
        if let Some(value) = table.get("wear") {
            let each = number("wear", value)?;
            let usual = WearRate::new(each);
            let most = self.changes.wear.map_or(usual.most, |wear| wear.most);
            self.changes.wear = (each != 0.0).then_some(WearRate { each, most });
        }
        if let Some(value) = table.get("wear_most") {
            let most = number("wear_most", value)?;
            let why = (
                "there is no wear to limit: set `wear`",
                "アイスの摩耗がありません。`wear`を指定してください",
            );
            let without = || invalid("wear_most", why);
            self.changes.wear.as_mut().ok_or_else(without)?.most = most;
        }
        Ok(())
    }

    fn change_sweeping(&mut self, table: &Table) -> Result<(), Phrase> {
        let allowed = table.get("sweeping").map(|value| {
            let flag = value.as_bool();
            flag.ok_or_else(|| no_flag("sweeping"))
        });
        let allowed = allowed.transpose()?;
        let mut sweeping = self.changes.sweeping.unwrap_or_default();
        let mut given = false;
        for (key, factor) in [
            ("sweep_friction", &mut sweeping.friction),
            ("sweep_curl", &mut sweeping.curl),
        ] {
            if let Some(value) = table.get(key) {
                *factor = number(key, value)?;
                given = true;
            }
        }
        let now = self.changes.sweeping.is_some();
        let allowed = allowed.unwrap_or(given || now);
        self.changes.sweeping = allowed.then_some(sweeping);
        Ok(())
    }
}

/// Returns the key that sets a part of the changes of the ice.
fn key_of(place: &str) -> &'static str {
    let keys = [
        ("friction", "friction_by_shot"),
        ("drift", "friction_drift"),
        ("wear.most", "wear_most"),
        ("wear", "wear"),
        ("sweeping.curl", "sweep_curl"),
        ("sweeping", "sweep_friction"),
    ];
    let place = place.trim_start_matches("changes.");
    let found = keys.iter().find(|(part, _)| place.starts_with(part));
    found.map_or("changes", |(_, key)| key)
}
