//! Hands of people: their execution error on our ice, and what they make of a last stone.

use super::{CLASSES, Distribution, LAST, SHEET, View};
use crate::arena_game::Curling;
use crate::conditions::Conditions;
use crate::players::cache::Cache;
use crate::players::end_utility::EndUtility;
use crate::players::evaluation::features::FEATURES;
use crate::players::jiritsu::{Jiritsu, Settings, SettingsError};
use crate::players::value_model::{Chances, RESULTS, ValueModel};
use crate::players::win_table::WinTable;
use crate::rules::{Game, Rules};
use lookahead::{Cancel, Control, Limit, Seed};

/// The conditions with the ice and the unit of the execution error.
const PLATFORM: &str = "dc4-mixed-doubles";
/// The largest multiple of the platform's execution error: tables grow with its fourth power.
const MOST: f64 = 10.0;
/// Leads beyond this many points count as this many.
const LEAD: f64 = 4.0;

/// The hands of the players of championships.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hands {
    /// The execution error, as a multiple of Digital Curling 4's.
    pub scale: f64,
    /// The share of ends that do not follow the look-ahead: another shot was meant, the ice was
    /// misjudged, stones were measured. Their results are as frequent as in all ends.
    pub otherwise: f64,
}

impl Hands {
    /// Returns the expected results of a claim, which tells chances of at least −2 to 5 points.
    pub(super) fn expected(&self, claim: &Chances, frequencies: &Distribution) -> Distribution {
        let claimed = results(claim, frequencies);
        std::array::from_fn(|class| {
            self.otherwise * frequencies[class] + (1.0 - self.otherwise) * claimed[class]
        })
    }
}

/// Returns the probabilities of the results. A claim does not tell three stolen points from more:
/// they are divided as in all ends.
fn results(claim: &Chances, frequencies: &Distribution) -> Distribution {
    let hidden = CLASSES - RESULTS;
    let stolen = frequencies[..hidden]
        .iter()
        .sum::<f64>()
        .max(f64::MIN_POSITIVE);
    std::array::from_fn(|class| match class.checked_sub(hidden) {
        None => (1.0 - claim[0]).max(0.0) * frequencies[class] / stolen,
        Some(known) => {
            let more = claim.get(known + 1).copied().unwrap_or(0.0);
            (claim[known] - more).max(0.0)
        }
    })
}

/// An observer without tables.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ObserverError {
    /// An impossible execution error.
    #[error("invalid execution error {0}: give a multiple of Digital Curling 4's up to {MOST}")]
    Scale(f64),
    /// Impossible settings of the look-ahead.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// The look-ahead with hands of some execution error, which turns positions into [`View`]s.
#[derive(Clone, Debug)]
pub struct Observer {
    player: Jiritsu,
}

impl Observer {
    /// Creates an observer; its tables come from the cache, or take some seconds.
    ///
    /// # Errors
    /// If the execution error is impossible.
    ///
    /// # Panics
    /// Never: the conditions exist.
    pub fn new(scale: f64, cache: &Cache) -> Result<Self, ObserverError> {
        if !(scale > 0.0 && scale <= MOST) {
            return Err(ObserverError::Scale(scale));
        }
        let mut noise = toml::Table::new();
        noise.insert("noise_scale".to_owned(), scale.into());
        let conditions = Conditions::named(PLATFORM).expect("known conditions");
        let conditions = conditions.changed(&noise);
        let conditions = Conditions {
            rules: Rules::sport_mixed_doubles(),
            ..conditions.map_err(|_| ObserverError::Scale(scale))?
        };
        let curling = Curling::new(conditions).map_err(|_| ObserverError::Scale(scale))?;
        let mut settings = Settings::default();
        settings.search.depth = 1;
        settings.search.heavy_hits = true;
        let player = Jiritsu::new(&curling.with_cache(cache.clone()), &settings)?;
        Ok(Observer { player })
    }

    /// Returns what the model sees of a position in which a shot comes next; `None` where none
    /// does, or if cancelled.
    pub fn view(&self, game: &Game, cancel: &Cancel) -> Option<View> {
        let slot = game.slot()?;
        if cancel.is_cancelled() {
            return None;
        }
        let claim = if slot == LAST {
            Some(self.claim(game, cancel)?)
        } else {
            None
        };
        let hammer = game.lead.other();
        let power_play = game.power_play_ends[hammer.index()] == Some(game.end);
        let ahead = f64::from(hammer.signed(game.scores.difference().clamp(-99, 99) as i8));
        let mut sheet = [0.0; SHEET];
        let prepared = self.player.tables().evaluation().prepare(&game.stones);
        sheet[..FEATURES].copy_from_slice(&prepared.features(slot).0);
        sheet[FEATURES] = f64::from(u8::from(power_play));
        sheet[FEATURES + 1] = ahead.clamp(-LEAD, LEAD) / LEAD;
        sheet[FEATURES + 2] = f64::from(game.end) / f64::from(Rules::sport_mixed_doubles().ends);
        Some(View {
            slot,
            power_play,
            sheet,
            claim,
        })
    }

    /// Returns the results of the last stone that is best for the match.
    fn claim(&self, game: &Game, cancel: &Cancel) -> Option<Chances> {
        let rules = self.player.tables().curling().rules();
        let utility = EndUtility::of_match(WinTable::usual(), rules, game);
        let control = Control::new(Seed(0)).limit(Limit::depth(1));
        let control = control.cancel(cancel.clone());
        // Nothing follows the last stone, so no value model judges.
        let judge = ValueModel::default();
        self.player.forecast(game, utility, &judge, &control)
    }
}
