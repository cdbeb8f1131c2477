//! Methods of card play by name, with their settings.

use super::default_conventions;
use super::partnership::{CallPolicy, SeatPlayer};
use crate::double_dummy::SolverPool;
use crate::knowledge::Conventions;
use crate::players::{self, Abc, Baseline, CardPlayer, Hybrid, Minimax, Order};
use crate::{Hand, notation};
use arena::description::{Description, Setting};
use arena::spec::{Settings, SpecError};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// The inputs of a method besides its settings.
#[derive(Clone)]
pub(super) struct BuildContext {
    /// The conventions of the player.
    conventions: Conventions,
    /// The shared solver pool.
    solvers: SolverPool,
}

/// Builds a card player from its settings and context.
type Build = fn(&mut Settings, BuildContext) -> Result<Arc<dyn CardPlayer>, SpecError>;

/// A method of card play.
pub(super) struct Method {
    pub(super) name: &'static str,
    /// The description, in English and Japanese.
    about: (&'static str, &'static str),
    /// The settings of the method.
    settings: fn() -> Vec<Setting>,
    presets: fn(Description) -> Description,
    /// The calls of the player.
    calls: CallPolicy,
    build: Build,
}

/// Every method, one entry each.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: "minimax",
        about: (
            "Samples deals of the hidden cards and solves each double dummy.",
            "見えないカードを何度も配り、各ディールをダブルダミーで解きます。",
        ),
        settings: || {
            let default = Minimax::default();
            vec![deals_setting(default.deals), signals_setting(&default)]
        },
        presets: |description| {
            let quick = (
                "Few deals, for a quick answer.",
                "少ないディールですぐに答えます。",
            );
            let paper = (
                "As in the paper: without signals.",
                "論文のとおり、シグナルを使いません。",
            );
            description
                .preset("quick", quick, &[("deals", "20")])
                .preset(
                    "paper",
                    paper,
                    &[("conventions", "paper"), ("signals", "off")],
                )
        },
        calls: CallPolicy::Natural,
        build: |settings, context| Ok(Arc::new(minimax(settings, context)?)),
    },
    Method {
        name: "abc",
        about: (
            "Searches with models of all other players, who have sampled deals of their own in every deal.",
            "他のプレイヤー全員のモデルを使って探索します。各ディールで他のプレイヤーもそれぞれディールを想像します。",
        ),
        settings: || {
            let default = Abc::default();
            let mut all = vec![deals_setting(default.deals)];
            all.extend(model_settings(&default));
            all
        },
        presets: |description| {
            let quick = (
                "Few deals, for a quick answer.",
                "少ないディールですぐに答えます。",
            );
            description.preset("quick", quick, &[("deals", "12"), ("imagined", "4")])
        },
        calls: CallPolicy::Natural,
        build: |settings, context| {
            let deals = settings.value("deals")?;
            Ok(Arc::new(abc(settings, deals, context)?))
        },
    },
    Method {
        name: "hybrid",
        about: (
            "Plays the card of minimax, and uses abc among equal cards or where there is little chance.",
            "minimax のカードを選び、同等のカードの間や望みの薄い場面では abc に尋ねます。",
        ),
        settings: || {
            let default = Hybrid::default();
            let mut all = vec![
                deals_setting(default.plain.deals),
                count(
                    "models",
                    (
                        "Number of deals to search with models.",
                        "モデルを使って探索するディールの数。",
                    ),
                )
                .default(default.models.deals)
                .unit("deals"),
                number(
                    "gain",
                    (
                        "Minimum gain of a card with models to be preferred.",
                        "モデルでのカードを優先するのに必要な得点の差。",
                    ),
                )
                .default(default.gain)
                .unit("points"),
                number(
                    "errors",
                    (
                        "Minimum gain in standard errors.",
                        "得点の差が標準誤差の何倍あればよいか。",
                    ),
                )
                .default(default.errors)
                .unit("standard errors"),
                Setting::switch(
                    "all",
                    default.all,
                    (
                        "Compares all cards with models, not only those that minimax values equally.",
                        "minimax が候補に残したカードだけでなく、全カードをモデルで比べます。",
                    ),
                ),
                signals_setting(&default.plain),
            ];
            all.extend(model_settings(&default.models));
            all
        },
        presets: |description| {
            let quick = (
                "Few deals, for a quick answer.",
                "少ないディールですぐに答えます。",
            );
            let strongest = (
                "The strongest known: many deals, with and without models.",
                "現在最強の設定。モデルあり・なしの両方で多くのディールを調べます。",
            );
            description
                .preset("quick", quick, &[("deals", "20"), ("models", "12")])
                .preset("strongest", strongest, &[("deals", "60"), ("models", "48")])
        },
        calls: CallPolicy::Natural,
        build: |settings, context| {
            let models = settings.value("models")?;
            Ok(Arc::new(Hybrid {
                models: abc(settings, models, context.clone())?,
                plain: minimax(settings, context)?,
                gain: settings.value("gain")?,
                errors: settings.value("errors")?,
                all: settings.on("all"),
                ..Hybrid::default()
            }))
        },
    },
    Method {
        name: "low",
        about: (
            "Natural calls, low cards, no search.",
            "ナチュラルなコールをし、考えずに低いカードを出します。",
        ),
        settings: Vec::new,
        presets: |description| description,
        calls: CallPolicy::Natural,
        build: |_, _| {
            Ok(Arc::new(Baseline {
                order: Order::Natural,
            }))
        },
    },
    Method {
        name: "random",
        about: (
            "Random legal calls and cards.",
            "合法なコールとカードからランダムに選びます。",
        ),
        settings: Vec::new,
        presets: |description| description,
        calls: CallPolicy::Random,
        build: |_, _| {
            Ok(Arc::new(Baseline {
                order: Order::Random,
            }))
        },
    },
];

/// The strongest player: see the results in `docs/results/bridge.md`.
pub(super) const STRONGEST: &str = "hybrid:preset=strongest";

/// The conventions that come with the crate.
const CONVENTIONS: [&str; 2] = ["standard", "paper"];

/// The settings of a player that are not allowed for a method of one role.
const PLAYER_ONLY: [&str; 5] = ["conventions", "mistakes", "declares", "defends", "partner"];

/// Returns the settings that all players have besides those of the method.
fn common_settings() -> [Setting; 5] {
    let conventions = (
        "Conventions: the meaning of calls and cards; also for partners and methods without their own.",
        "コールとカードの意味。パートナーや役割別の方法にも、別に指定しなければ使われます。",
    );
    let mistakes = (
        "Probability of a random card instead of the chosen one.",
        "選んだカードの代わりに、ランダムに選んだカードを出す確率。",
    );
    let declares = (
        "Method as declarer, if another.",
        "ディクレアラーのときに使う別の方法。",
    );
    let defends = (
        "Method as defender, if another.",
        "ディフェンダーのときに使う別の方法。",
    );
    let partner = (
        "Player in the second seat of the side (South or West), if another.",
        "同じ側の2番目の席(南または西)に座る別のプレイヤー。",
    );
    [
        Setting::choice_or_file("conventions", &CONVENTIONS, conventions).default("standard"),
        Setting::number("mistakes", 0.0..=1.0, mistakes).default(0),
        Setting::player("declares", &PLAYER_ONLY, declares),
        Setting::player("defends", &PLAYER_ONLY, defends),
        Setting::player("partner", &["partner"], partner),
    ]
}

fn count(key: &'static str, meaning: (&'static str, &'static str)) -> Setting {
    Setting::integer(key, 1..=1_000_000, meaning)
}

fn number(key: &'static str, meaning: (&'static str, &'static str)) -> Setting {
    Setting::number(key, 0.0..=1_000_000.0, meaning)
}

fn deals_setting(default: u32) -> Setting {
    let meaning = (
        "Number of deals of the hidden cards to sample.",
        "見えないカードを配って調べるディールの数。",
    );
    count("deals", meaning).default(default).unit("deals")
}

fn signals_setting(default: &Minimax) -> Setting {
    let meaning = (
        "Gives and reads signals in defence.",
        "ディフェンスでシグナルを出し、読みます。",
    );
    Setting::switch("signals", default.signals, meaning)
}

/// Returns the settings of searches with models.
fn model_settings(default: &Abc) -> [Setting; 9] {
    let depth =
        |key, meaning: (&'static str, &'static str)| count(key, meaning).page(64).unit("cards");
    [
        count(
            "imagined",
            (
                "Number of sampled deals of each modelled player in every deal.",
                "各ディールで他のプレイヤーが想像するディールの数。",
            ),
        )
        .default(default.imagined)
        .unit("deals"),
        count(
            "beliefs",
            (
                "Number of belief samples of the modelled players per deal.",
                "想像するディールの組をいくつ試すか。",
            ),
        )
        .default(default.beliefs),
        number(
            "sure",
            (
                "Eliminates a card that is this many standard errors behind; 0 for never.",
                "この標準誤差の数だけ劣ったカードは調べるのをやめます。0 でやめません。",
            ),
        )
        .default(default.sure.unwrap_or(0.0))
        .unit("standard errors"),
        Setting::choice(
            "order",
            &["natural", "random"],
            (
                "Tie-break among equal cards.",
                "同等のカードのどれを出すか。",
            ),
        ),
        Setting::switch(
            "repair",
            default.repair,
            (
                "Repairs sampled deals that a small card has refuted, by exchanging small cards.",
                "出されたカードと矛盾した想像のディールを直します。",
            ),
        ),
        Setting::switch(
            "anew",
            default.anew,
            (
                "Samples new deals for a modelled player when all are refuted.",
                "想像のディールがなくなったら新しく想像します。",
            ),
        ),
        depth(
            "probing",
            (
                "Depth in cards of the paper's search by probing, instead of playing out.",
                "プレイアウトの代わりに、論文の probing による探索をこの深さまで行います。",
            ),
        ),
        depth(
            "one-pass",
            (
                "Depth in cards of the paper's search in one pass, instead of playing out.",
                "プレイアウトの代わりに、論文の one-pass の探索をこの深さまで行います。",
            ),
        ),
        Setting::choice_or_file(
            "others",
            &CONVENTIONS,
            (
                "Conventions assumed of the other players; its own if not set.",
                "他のプレイヤーが使うとみなす取り決め。指定しなければ自分のものと同じ。",
            ),
        ),
    ]
}

/// Returns the setting of the fixed deal of a search with models.
fn truth_setting() -> Setting {
    let meaning = (
        "Fixed deal instead of sampled ones, for experiments.",
        "配る代わりにこのディールを真とみなします。実験用。",
    );
    let form = "a whole deal as in PBN";
    Setting::form(
        "truth",
        form,
        |text| text.parse().map(|DealSetting(_)| ()),
        meaning,
    )
}

impl Method {
    /// Returns the description of the player.
    pub(super) fn description(&self) -> Description {
        let own = (self.settings)();
        let models = own.iter().any(|setting| setting.key == "imagined");
        let description = Description::new(self.name, self.about)
            .settings(own)
            .settings(models.then(truth_setting))
            .settings(common_settings());
        (self.presets)(description)
    }
}

fn minimax(settings: &mut Settings, context: BuildContext) -> Result<Minimax, SpecError> {
    Ok(Minimax {
        deals: settings.value("deals")?,
        signals: settings.on("signals"),
        conventions: context.conventions,
        solvers: context.solvers,
        ..Minimax::default()
    })
}

fn abc(settings: &mut Settings, deals: u32, context: BuildContext) -> Result<Abc, SpecError> {
    let others = settings.given::<ConventionsSetting>("others")?;
    let probing = settings.given("probing")?;
    let probing = probing.map(|depth| players::Method::Probing { depth });
    let one_pass: Option<u32> = settings.given("one-pass")?;
    if let (Some(depth), true) = (one_pass, probing.is_some()) {
        let (key, value) = ("one-pass".to_owned(), depth.to_string());
        let why = "cannot be combined with `probing`".to_owned();
        return Err(SpecError::BadValue { key, value, why });
    }
    let one_pass = one_pass.map(|depth| players::Method::OnePass { depth });
    Ok(Abc {
        deals,
        beliefs: settings.value("beliefs")?,
        imagined: settings.value("imagined")?,
        sure: Some(settings.value("sure")?).filter(|sure| *sure > 0.0),
        method: probing.or(one_pass).unwrap_or(Abc::default().method),
        order: settings.value("order")?,
        repair: settings.on("repair"),
        anew: settings.on("anew"),
        truth: settings
            .given::<DealSetting>("truth")?
            .map(|DealSetting(deal)| deal),
        others: others.map_or_else(
            || context.conventions.clone(),
            |ConventionsSetting(others)| others,
        ),
        conventions: context.conventions,
        solvers: context.solvers,
    })
}

/// Returns the method of a described name.
pub(super) fn named(name: &str) -> &'static Method {
    let mut methods = METHODS.iter();
    let found = methods.find(|method| method.name == name);
    found.expect("every described player has a method")
}

impl Method {
    /// Builds the player of a seat with this method. It plays by `conventions` unless its settings
    /// name others.
    pub(super) fn seat_player(
        &self,
        settings: &mut Settings,
        conventions: Option<&Conventions>,
        solvers: &SolverPool,
    ) -> Result<SeatPlayer, SpecError> {
        let given = settings.given::<ConventionsSetting>("conventions")?;
        let given = given.map(|ConventionsSetting(conventions)| conventions);
        let conventions = given.or_else(|| conventions.cloned());
        let conventions = conventions.unwrap_or_else(default_conventions);
        let mistakes = settings.value("mistakes")?;
        let context = BuildContext {
            conventions: conventions.clone(),
            solvers: solvers.clone(),
        };
        let own = (self.build)(settings, context.clone())?;
        let role = |settings: &mut Settings, key: &str| {
            nested(settings, key, |method, settings| {
                (method.build)(settings, context.clone())
            })
        };
        let declares = role(settings, "declares")?.unwrap_or_else(|| Arc::clone(&own));
        let defends = role(settings, "defends")?.unwrap_or(own);
        let player = SeatPlayer::new(self.calls, conventions, declares, defends);
        Ok(player.with_mistakes(mistakes))
    }
}

/// Builds the player that a setting names, if there is one.
pub(super) fn nested<T>(
    settings: &mut Settings,
    key: &str,
    make: impl FnOnce(&Method, &mut Settings) -> Result<T, SpecError>,
) -> Result<Option<T>, SpecError> {
    let Some(mut inner) = settings.inner(key) else {
        return Ok(None);
    };
    let made = make(named(inner.player()), &mut inner)?;
    inner.finish();
    Ok(Some(made))
}

/// A setting: conventions by name, or from a file.
struct ConventionsSetting(Conventions);

impl FromStr for ConventionsSetting {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let path = Path::new(name);
        let found = match Conventions::named(name) {
            Ok(None) if path.exists() => Conventions::load(path).map(Some),
            found => found,
        };
        let found = found.map_err(|why| why.to_string())?;
        found
            .map(ConventionsSetting)
            .ok_or_else(|| "expected `standard`, `paper` or a file".to_owned())
    }
}

/// A setting: a whole deal, as in PBN.
struct DealSetting([Hand; 4]);

impl FromStr for DealSetting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let deal = notation::deal(text).map_err(|why| why.to_string())?;
        if deal.iter().all(|hand| hand.len() == 13) {
            Ok(DealSetting(deal))
        } else {
            Err("expected four hands of thirteen cards".to_owned())
        }
    }
}
