//! The ways to choose cards, by name, and what can be asked of each.

use super::seated::{Calls, Mind};
use super::usual_conventions;
use crate::double_dummy::Solvers;
use crate::knowledge::Conventions;
use crate::players::{self, Abc, Choose, Hybrid, Minimax, Order, Thoughtless};
use crate::{Hand, notation};
use arena::description::{Description, Setting};
use arena::spec::{Settings, SpecError};
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
    /// What it is.
    about: (&'static str, &'static str),
    /// Its own settings.
    settings: fn() -> Vec<Setting>,
    presets: fn(Description) -> Description,
    /// How it calls.
    calls: Calls,
    build: Build,
}

/// Every method, one entry each.
pub(super) const METHODS: &[Method] = &[
    Method {
        name: "minimax",
        about: (
            "Deals the hidden cards many times and solves each deal double dummy.",
            "見えないカードを何度も配り、各ディールをダブルダミーで解きます。",
        ),
        settings: || {
            let usual = Minimax::default();
            vec![described_deals(usual.deals), described_signals(&usual)]
        },
        presets: |description| {
            let quick = (
                "Few deals: a card in a moment.",
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
        calls: Calls::Natural,
        build: |settings, kit| Ok(Arc::new(minimax(settings, kit)?)),
    },
    Method {
        name: "abc",
        about: (
            "Searches with models of all others: in every deal the others imagine deals of their own.",
            "他のプレイヤ全員のモデルを使って探索します。各ディールで他のプレイヤもそれぞれディールを想像します。",
        ),
        settings: || {
            let usual = Abc::default();
            let mut all = vec![described_deals(usual.deals)];
            all.extend(described_models(&usual));
            all
        },
        presets: |description| {
            let quick = (
                "Few deals: a card in a moment.",
                "少ないディールですぐに答えます。",
            );
            description.preset("quick", quick, &[("deals", "12"), ("imagined", "4")])
        },
        calls: Calls::Natural,
        build: |settings, kit| {
            let deals = settings.value("deals")?;
            Ok(Arc::new(abc(settings, deals, kit)?))
        },
    },
    Method {
        name: "hybrid",
        about: (
            "Plays the card of minimax, and asks abc among equal cards or where there is little chance.",
            "minimax のカードを選び、同等のカードの間や望みの薄い場面では abc に尋ねます。",
        ),
        settings: || {
            let usual = Hybrid::default();
            let mut all = vec![
                described_deals(usual.plain.deals),
                count(
                    "models",
                    (
                        "How many deals are searched with models.",
                        "モデルを使って探索するディールの数。",
                    ),
                )
                .default(usual.models.deals)
                .unit("deals"),
                number(
                    "gain",
                    (
                        "How many points more a card must be worth with models to be preferred.",
                        "モデルでのカードを優先するのに必要な得点の差。",
                    ),
                )
                .default(usual.gain)
                .unit("points"),
                number(
                    "errors",
                    (
                        "How many standard errors the gain must be.",
                        "得点の差が標準誤差の何倍あればよいか。",
                    ),
                )
                .default(usual.errors)
                .unit("standard errors"),
                Setting::switch(
                    "all",
                    usual.all,
                    (
                        "Compares all cards with models, not only those that minimax leaves open.",
                        "minimax が候補に残したカードだけでなく、全カードをモデルで比べます。",
                    ),
                ),
                described_signals(&usual.plain),
            ];
            all.extend(described_models(&usual.models));
            all
        },
        presets: |description| {
            let quick = (
                "Few deals: a card in a moment.",
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
        calls: Calls::Natural,
        build: |settings, kit| {
            let models = settings.value("models")?;
            Ok(Arc::new(Hybrid {
                models: abc(settings, models, kit.clone())?,
                plain: minimax(settings, kit)?,
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
            "Natural calls, low cards, no thinking.",
            "ナチュラルなコールをし、考えずに低いカードを出します。",
        ),
        settings: Vec::new,
        presets: |description| description,
        calls: Calls::Natural,
        build: |_, _| {
            Ok(Arc::new(Thoughtless {
                order: Order::Natural,
            }))
        },
    },
    Method {
        name: "random",
        about: (
            "Legal calls and cards by lot.",
            "合法なコールとカードをくじで選びます。",
        ),
        settings: Vec::new,
        presets: |description| description,
        calls: Calls::Random,
        build: |_, _| {
            Ok(Arc::new(Thoughtless {
                order: Order::Random,
            }))
        },
    },
];

/// The strongest player: see the results in `docs/results/bridge.md`.
pub(super) const STRONGEST: &str = "hybrid:preset=strongest";

/// The conventions that come with the crate.
const CONVENTIONS: [&str; 2] = ["standard", "paper"];

/// The settings of a player that a method for one role does not have.
const OF_PLAYERS: [&str; 5] = ["conventions", "mistakes", "declares", "defends", "partner"];

/// What every player has besides the settings of its method.
fn described_common() -> [Setting; 5] {
    let conventions = (
        "What calls and cards mean; for partners and methods too, unless they have their own.",
        "コールとカードの意味。パートナーや役割別の方法にも、別に指定しなければ使われます。",
    );
    let mistakes = (
        "The probability of a card by lot instead of the one that was chosen.",
        "選んだカードの代わりに、くじで選んだカードを出す確率。",
    );
    let declares = (
        "Another method as declarer.",
        "ディクレアラーのときに使う別の方法。",
    );
    let defends = (
        "Another method as a defender.",
        "ディフェンダーのときに使う別の方法。",
    );
    let partner = (
        "Another player in the second seat of the side: South, or West.",
        "同じ側の2番目の席(南または西)に座る別のプレイヤ。",
    );
    [
        Setting::choice_or_file("conventions", &CONVENTIONS, conventions).default("standard"),
        Setting::number("mistakes", 0.0..=1.0, mistakes).default(0),
        Setting::player("declares", &OF_PLAYERS, declares),
        Setting::player("defends", &OF_PLAYERS, defends),
        Setting::player("partner", &["partner"], partner),
    ]
}

fn count(key: &'static str, meaning: (&'static str, &'static str)) -> Setting {
    Setting::integer(key, 1..=1_000_000, meaning)
}

fn number(key: &'static str, meaning: (&'static str, &'static str)) -> Setting {
    Setting::number(key, 0.0..=1_000_000.0, meaning)
}

fn described_deals(usual: u32) -> Setting {
    let meaning = (
        "How many deals of the hidden cards are looked at.",
        "見えないカードを配って調べるディールの数。",
    );
    count("deals", meaning).default(usual).unit("deals")
}

fn described_signals(usual: &Minimax) -> Setting {
    let meaning = (
        "Gives and reads signals in defence.",
        "ディフェンスでシグナルを出し、読みます。",
    );
    Setting::switch("signals", usual.signals, meaning)
}

/// The settings of searches with models.
fn described_models(usual: &Abc) -> [Setting; 9] {
    let depth =
        |key, meaning: (&'static str, &'static str)| count(key, meaning).page(64).unit("cards");
    [
        count(
            "imagined",
            (
                "How many deals each of the others imagines in every deal.",
                "各ディールで他のプレイヤが想像するディールの数。",
            ),
        )
        .default(usual.imagined)
        .unit("deals"),
        count(
            "beliefs",
            (
                "How many sets of imagined deals are tried.",
                "想像するディールの組をいくつ試すか。",
            ),
        )
        .default(usual.beliefs),
        number(
            "sure",
            (
                "A card is given up when it is so many standard errors behind; 0 for never.",
                "この標準誤差の数だけ劣ったカードは調べるのをやめます。0 でやめません。",
            ),
        )
        .default(usual.sure.unwrap_or(0.0))
        .unit("standard errors"),
        Setting::choice(
            "order",
            &["natural", "random"],
            (
                "Which of equal cards is played.",
                "同等のカードのどれを出すか。",
            ),
        ),
        Setting::switch(
            "repair",
            usual.repair,
            (
                "Imagined deals that a card has shown to be wrong are mended.",
                "出されたカードと矛盾した想像のディールを直します。",
            ),
        ),
        Setting::switch(
            "anew",
            usual.anew,
            (
                "Imagines new deals where none is left.",
                "想像のディールがなくなったら新しく想像します。",
            ),
        ),
        depth(
            "probing",
            (
                "The paper's search by probing, so many cards deep, instead of playing out.",
                "プレイアウトの代わりに、論文の probing による探索をこの深さまで行います。",
            ),
        ),
        depth(
            "one-pass",
            (
                "The paper's search in one pass, so many cards deep, instead of playing out.",
                "プレイアウトの代わりに、論文の one-pass の探索をこの深さまで行います。",
            ),
        ),
        Setting::choice_or_file(
            "others",
            &CONVENTIONS,
            (
                "What the others are taken to play by; its own conventions if not set.",
                "他のプレイヤが使うとみなす取り決め。指定しなければ自分のものと同じ。",
            ),
        ),
    ]
}

/// The deal that a search with models may take for true.
fn described_truth() -> Setting {
    let meaning = (
        "Takes this deal for true instead of dealing: for experiments.",
        "配る代わりにこのディールを真とみなします。実験用。",
    );
    let form = "a whole deal as in PBN";
    Setting::form(
        "truth",
        form,
        |text| text.parse().map(|Whole(_)| ()),
        meaning,
    )
}

impl Method {
    /// The player as it describes itself.
    pub(super) fn description(&self) -> Description {
        let own = (self.settings)();
        let models = own.iter().any(|setting| setting.key == "imagined");
        let description = Description::new(self.name, self.about)
            .settings(own)
            .settings(models.then(described_truth))
            .settings(described_common());
        (self.presets)(description)
    }
}

fn minimax(settings: &mut Settings, kit: Kit) -> Result<Minimax, SpecError> {
    Ok(Minimax {
        deals: settings.value("deals")?,
        signals: settings.on("signals"),
        conventions: kit.conventions,
        solvers: kit.solvers,
        ..Minimax::default()
    })
}

fn abc(settings: &mut Settings, deals: u32, kit: Kit) -> Result<Abc, SpecError> {
    let others = settings.given::<Named>("others")?;
    let probing = settings.given("probing")?;
    let probing = probing.map(|depth| players::Method::Probing { depth });
    let one_pass: Option<u32> = settings.given("one-pass")?;
    if let (Some(depth), true) = (one_pass, probing.is_some()) {
        let (key, value) = ("one-pass".to_owned(), depth.to_string());
        let why = "there is `probing` already".to_owned();
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
        truth: settings.given::<Whole>("truth")?.map(|Whole(deal)| deal),
        others: others.map_or_else(|| kit.conventions.clone(), |Named(others)| others),
        conventions: kit.conventions,
        solvers: kit.solvers,
    })
}

/// The method of a name that is described.
pub(super) fn named(name: &str) -> &'static Method {
    let mut methods = METHODS.iter();
    let found = methods.find(|method| method.name == name);
    found.expect("whoever is described can be built")
}

impl Method {
    /// A mind that chooses cards like this. It plays by `conventions` if its settings name no
    /// others.
    pub(super) fn mind(
        &self,
        settings: &mut Settings,
        conventions: Option<&Conventions>,
        solvers: &Solvers,
    ) -> Result<Mind, SpecError> {
        let asked = settings.given::<Named>("conventions")?;
        let asked = asked.map(|Named(conventions)| conventions);
        let conventions = asked.or_else(|| conventions.cloned());
        let conventions = conventions.unwrap_or_else(usual_conventions);
        let mistakes = settings.value("mistakes")?;
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
        Ok(mind.mistaken(mistakes))
    }
}

/// What is made of the player that a setting names, if it does.
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
