//! Limit settings of simulating players: `sims`, `time` and `depth`.

use arena::analyst::DefaultLimits;
use arena::clock::Span;
use arena::description::Setting;
use arena::spec::{Settings, SpecError};
use lookahead::Limit;

/// Returns a default limit of this many simulations.
pub fn simulations(count: u64) -> DefaultLimits {
    DefaultLimits {
        usual: Limit::nodes(count),
        ..DefaultLimits::default()
    }
}

/// Returns the descriptions of the settings.
pub fn described(default: u64) -> [Setting; 3] {
    let sims = (
        "The number of simulations for a shot; the default applies if no time is set either.",
        "1投あたりのシミュレーション回数。既定値は時間も指定されないときに使われます。",
    );
    let time = ("The thinking time for a shot.", "1投あたりの思考時間。");
    let depth = (
        "The largest depth of its tree, in shots.",
        "探索木の最大の深さ(投数)。",
    );
    [
        Setting::integer("sims", 1..=1_000_000_000_000, sims)
            .page(1_000_000)
            .default(default)
            .unit("simulations"),
        Setting::time("time", 0.001..=86_400.0, time).page(60),
        Setting::integer("depth", 1..=64, depth).unit("shots"),
    ]
}

/// Reads the limits of the settings.
///
/// # Errors
/// If a setting cannot be read.
pub fn from_settings(settings: &mut Settings, default: u64) -> Result<DefaultLimits, SpecError> {
    let limit = Limit {
        depth: settings.given("depth")?,
        nodes: settings.given("sims")?,
        time: settings.given::<Span>("time")?.map(|Span(time)| time),
    };
    Ok(DefaultLimits {
        limit,
        ..simulations(default)
    })
}
