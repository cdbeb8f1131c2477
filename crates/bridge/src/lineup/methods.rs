//! The ways to choose cards, by name, and what can be asked of each.

use super::seated::{Calls, Mind};
use super::usual_conventions;
use crate::double_dummy::Solvers;
use crate::knowledge::Conventions;
use crate::players::{self, Abc, Choose, Hybrid, Minimax, Order, Thoughtless};
use crate::{Hand, notation};
use arena::spec::{PlayerSpec, Settings, SpecError};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// What a method is built with besides its settings.
#[derive(Clone)]
pub(super) struct Kit {
    /// The conventions it plays by.
    conventions: Conventions,
    /// The solvers of the table.
    solvers: Solvers,
}

/// Makes a way to choose cards out of its settings and its kit.
type Build = fn(&mut Settings, Kit) -> Result<Arc<dyn Choose>, SpecError>;

/// A way to choose cards.
pub(super) struct Method {
    pub(super) name: &'static str,
    /// One line about it and its settings.
    pub(super) about: &'static str,
    /// How it calls.
    calls: Calls,
    build: Build,
}

/// Every method, one entry each.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: "minimax",
        about: "deals=60 deals solved double dummy; signals=on|off; as for every player: conventions=NAME|FILE, mistakes=P, declares=, defends=, partner=PLAYER",
        calls: Calls::Natural,
        build: |settings, kit| {
            let deals = count(settings, "deals")?;
            Ok(Arc::new(minimax(settings, deals, kit)?))
        },
    },
    Method {
        name: "abc",
        about: "models of all others: deals=60 deals, in each of which the others imagine imagined=8; beliefs=1, sure=3 errors behind and a card is given up (0: never), order=natural|random, repair=on|off, anew=on|off, probing=DEPTH or one-pass=DEPTH for the paper's search, others=CONVENTIONS, truth=DEAL takes this deal for true",
        calls: Calls::Natural,
        build: |settings, kit| {
            let deals = count(settings, "deals")?;
            Ok(Arc::new(abc(settings, deals, &Abc::default(), kit)?))
        },
    },
    Method {
        name: "hybrid",
        about: "minimax, and abc among equal cards or where there is little chance: deals=60, models=48 deals for abc, gain=5 points, errors=2, all=on|off to compare all cards; settings of both",
        calls: Calls::Natural,
        build: |settings, kit| {
            let usual = Hybrid::default();
            let (plain, models) = (count(settings, "deals")?, count(settings, "models")?);
            Ok(Arc::new(Hybrid {
                models: abc(settings, models, &usual.models, kit.clone())?,
                plain: minimax(settings, plain, kit)?,
                gain: number(settings, "gain")?.unwrap_or(usual.gain),
                errors: number(settings, "errors")?.unwrap_or(usual.errors),
                all: switch(settings, "all")?.unwrap_or(usual.all),
                ..usual
            }))
        },
    },
    Method {
        name: "low",
        about: "natural calls, low cards, no thinking",
        calls: Calls::Natural,
        build: |_, _| {
            Ok(Arc::new(Thoughtless {
                order: Order::Natural,
            }))
        },
    },
    Method {
        name: "random",
        about: "legal calls and cards by lot",
        calls: Calls::ByLot,
        build: |_, _| {
            Ok(Arc::new(Thoughtless {
                order: Order::Random,
            }))
        },
    },
];

fn minimax(settings: &mut Settings, deals: Option<u32>, kit: Kit) -> Result<Minimax, SpecError> {
    let usual = Minimax::default();
    Ok(Minimax {
        deals: deals.unwrap_or(usual.deals),
        signals: switch(settings, "signals")?.unwrap_or(usual.signals),
        conventions: kit.conventions,
        solvers: kit.solvers,
        ..usual
    })
}

fn abc(
    settings: &mut Settings,
    deals: Option<u32>,
    usual: &Abc,
    kit: Kit,
) -> Result<Abc, SpecError> {
    let others = settings.take::<Named>("others")?;
    let probing = count(settings, "probing")?.map(|depth| players::Method::Probing { depth });
    let one_pass = count(settings, "one-pass")?.map(|depth| players::Method::OnePass { depth });
    if probing.is_some() && one_pass.is_some() {
        let (key, value) = ("one-pass".to_owned(), "…".to_owned());
        let why = "there is `probing` already".to_owned();
        return Err(SpecError::BadValue { key, value, why });
    }
    Ok(Abc {
        deals: deals.unwrap_or(usual.deals),
        beliefs: count(settings, "beliefs")?.unwrap_or(usual.beliefs),
        imagined: count(settings, "imagined")?.unwrap_or(usual.imagined),
        sure: number(settings, "sure")?
            .or(usual.sure)
            .filter(|sure| *sure > 0.0),
        method: probing.or(one_pass).unwrap_or(usual.method),
        order: settings.take::<Order>("order")?.unwrap_or(usual.order),
        repair: switch(settings, "repair")?.unwrap_or(usual.repair),
        anew: switch(settings, "anew")?.unwrap_or(usual.anew),
        truth: settings.take::<Whole>("truth")?.map(|Whole(deal)| deal),
        others: others.map_or_else(|| kit.conventions.clone(), |Named(others)| others),
        conventions: kit.conventions,
        solvers: kit.solvers,
    })
}

/// The method of a name.
pub(super) fn named(name: &str) -> Result<&'static Method, SpecError> {
    let found = METHODS.iter().find(|method| method.name == name);
    found.ok_or_else(|| {
        let known: Vec<_> = METHODS.iter().map(|method| method.name).collect();
        let (name, known) = (name.to_owned(), known.join(", "));
        SpecError::NoSuchPlayer { name, known }
    })
}

impl Method {
    /// A mind that chooses cards like this. It plays by `conventions` if its settings name no others.
    pub(super) fn mind(
        &self,
        settings: &mut Settings,
        conventions: Option<&Conventions>,
        solvers: &Solvers,
    ) -> Result<Mind, SpecError> {
        let asked = settings.take::<Named>("conventions")?;
        let asked = asked.map(|Named(conventions)| conventions);
        let conventions = asked.or_else(|| conventions.cloned());
        let conventions = conventions.unwrap_or_else(usual_conventions);
        let mistakes = settings.take::<Chance>("mistakes")?;
        let kit = Kit {
            conventions: conventions.clone(),
            solvers: solvers.clone(),
        };
        let own = (self.build)(settings, kit.clone())?;
        let role = |settings: &mut Settings, key: &str| {
            nested(settings, key, |method, settings| {
                (method.build)(settings, kit.clone())
            })
        };
        let declares = role(settings, "declares")?.unwrap_or_else(|| Arc::clone(&own));
        let defends = role(settings, "defends")?.unwrap_or(own);
        let mind = Mind::new(self.calls, conventions, declares, defends);
        Ok(mind.mistaken(mistakes.map_or(0.0, |Chance(chance)| chance)))
    }
}

/// What is made of the player that a setting names, if it does.
pub(super) fn nested<T>(
    settings: &mut Settings,
    key: &str,
    make: impl FnOnce(&Method, &mut Settings) -> Result<T, SpecError>,
) -> Result<Option<T>, SpecError> {
    let Some(text) = settings.take::<String>(key)? else {
        return Ok(None);
    };
    let spec: PlayerSpec = text.replace(';', ",").parse()?;
    let mut inner = spec.settings()?;
    let made = make(named(spec.name())?, &mut inner)?;
    inner.finish()?;
    Ok(Some(made))
}

/// Conventions by name, or from a file.
struct Named(Conventions);

impl FromStr for Named {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let path = Path::new(name);
        let found = match Conventions::named(name) {
            Ok(None) if path.exists() => Conventions::load(path).map(Some),
            found => found,
        };
        let found = found.map_err(|why| why.to_string())?;
        found
            .map(Named)
            .ok_or_else(|| "neither standard nor paper nor a file".to_owned())
    }
}

/// A whole deal, as in PBN.
struct Whole([Hand; 4]);

impl FromStr for Whole {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let deal = notation::deal(text).map_err(|why| why.to_string())?;
        if deal.iter().all(|hand| hand.len() == 13) {
            Ok(Whole(deal))
        } else {
            Err("not four hands of thirteen cards".to_owned())
        }
    }
}

/// A probability.
struct Chance(f64);

impl FromStr for Chance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let chance = text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
        chance
            .map(Chance)
            .ok_or_else(|| "a probability lies between 0 and 1".to_owned())
    }
}

/// A number of deals or the like: at least one, and not more than anybody waits for.
fn count(settings: &mut Settings, key: &str) -> Result<Option<u32>, SpecError> {
    struct Count(u32);
    impl FromStr for Count {
        type Err = String;
        fn from_str(text: &str) -> Result<Self, String> {
            let number = text.parse().ok().filter(|n| (1..=1_000_000).contains(n));
            number
                .map(Count)
                .ok_or_else(|| "a number from 1 to 1000000 is wanted".to_owned())
        }
    }
    Ok(settings.take::<Count>(key)?.map(|Count(number)| number))
}

/// A number that is not negative.
fn number(settings: &mut Settings, key: &str) -> Result<Option<f64>, SpecError> {
    struct Number(f64);
    impl FromStr for Number {
        type Err = String;
        fn from_str(text: &str) -> Result<Self, String> {
            let number = text
                .parse()
                .ok()
                .filter(|n: &f64| n.is_finite() && *n >= 0.0);
            number
                .map(Number)
                .ok_or_else(|| "a number from 0 on is wanted".to_owned())
        }
    }
    Ok(settings.take::<Number>(key)?.map(|Number(number)| number))
}

/// `on` or `off`.
fn switch(settings: &mut Settings, key: &str) -> Result<Option<bool>, SpecError> {
    struct Switch(bool);
    impl FromStr for Switch {
        type Err = String;
        fn from_str(text: &str) -> Result<Self, String> {
            match text {
                "on" => Ok(Switch(true)),
                "off" => Ok(Switch(false)),
                _ => Err("write on or off".to_owned()),
            }
        }
    }
    Ok(settings.take::<Switch>(key)?.map(|Switch(on)| on))
}
