//! The settings that limit a search by simulations: `sims`, `time` and `depth`.

use arena::analyst::DefaultLimits;
use arena::clock::Span;
use arena::description::Setting;
use arena::spec::{Settings, SpecError};
use lookahead::Limit;

/// A number of simulations, unless a time or another number is asked for.
pub fn usually(simulations: u64) -> DefaultLimits {
    DefaultLimits {
        usual: Limit::nodes(simulations),
        ..DefaultLimits::default()
    }
}

/// The descriptions of the settings.
pub fn described(usually: u64) -> [Setting; 3] {
    let sims = (
        "How many simulations a shot may take; the default holds if no time is set either.",
        "1投あたりのシミュレーション回数。既定値は時間も指定されないときに使われます。",
    );
    let time = (
        "How long it may think about a shot.",
        "1投あたりの思考時間。",
    );
    let depth = (
        "How many shots ahead its tree may grow.",
        "探索木の最大の深さ(投数)。",
    );
    [
        Setting::integer("sims", 1..=1_000_000_000_000, sims)
            .page(1_000_000)
            .default(usually)
            .unit("simulations"),
        Setting::time("time", 0.001..=86_400.0, time).page(60),
        Setting::integer("depth", 1..=64, depth).unit("shots"),
    ]
}

/// The limits of the settings.
///
/// # Errors
/// If one of them does not read as what it should be.
pub fn from_settings(settings: &mut Settings, usual: u64) -> Result<DefaultLimits, SpecError> {
    let limit = Limit {
        depth: settings.given("depth")?,
        nodes: settings.given("sims")?,
        time: settings.given::<Span>("time")?.map(|Span(time)| time),
    };
    Ok(DefaultLimits {
        limit,
        ..usually(usual)
    })
}
