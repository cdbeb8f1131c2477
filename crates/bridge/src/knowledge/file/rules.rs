//! Parsers of rules, one function for each kind of rule.

use super::{Defaults, Entry, fraction, number, table, text, texts};
use crate::knowledge::conventions::{
    CallRule, ChoiceRule, ConventionsError, Habit, HabitRule, Model, Occasion, Occasions, Promise,
    Shows, SignalRule,
};
use crate::knowledge::holdings::Quality;
use crate::knowledge::leads::{Against, LeadRule, Pick};
use crate::knowledge::pattern::{Pattern, Token};
use crate::knowledge::terms::{Range, Shape, SuitName};
use crate::{Holding, Rank, Suit, notation};
use toml::Value;

fn yes_or_no(value: &Value) -> Result<bool, String> {
    value
        .as_bool()
        .ok_or_else(|| "expected true or false".to_owned())
}

fn range(value: Value) -> Result<Range, String> {
    match value {
        Value::Integer(whole) => Range::parse(&whole.to_string()),
        other => Range::parse(&text(other)?),
    }
}

fn pairs<T>(
    value: Value,
    understand: impl Fn(Value) -> Result<T, String>,
) -> Result<Vec<(SuitName, T)>, String> {
    let named = table(value)?.into_iter().map(|(name, value)| {
        let suit = SuitName::parse(&name).ok_or_else(|| format!("`{name}` is not a suit"))?;
        Ok((suit, understand(value)?))
    });
    named.collect()
}

fn quality(value: Value) -> Result<Quality, String> {
    let text = text(value)?;
    Quality::parse(&text).ok_or_else(|| format!("`{text}` is not good, stopper or honour"))
}

/// Cards such as `KQ`, with the first one named.
fn cards(text: &str) -> Result<(Holding, Rank), String> {
    let bad = || format!("`{text}` is not a list of cards (as in KQ)");
    let held = notation::holding(Suit::Spades, text).map_err(|_| bad())?;
    let first = text.trim().get(..1).ok_or_else(bad)?;
    Ok((held, notation::rank(first).map_err(|_| bad())?))
}

pub(super) fn call_rule(
    entry: &mut Entry<'_>,
    defaults: Defaults,
) -> Result<CallRule, ConventionsError> {
    let (name, reliability) = entry.head(defaults)?;
    let after = entry.must("after", |value| {
        texts(value)?
            .iter()
            .map(|text| Pattern::parse(text))
            .collect::<Result<Vec<_>, _>>()
    })?;
    let call = entry.must("call", |value| Token::parse(&text(value)?))?;
    let mut promises = vec![promise(entry)?];
    promises.extend(entry.rules("or", promise)?);
    let rule = CallRule {
        name,
        after,
        call,
        seat: entry.get("seat", range)?,
        jump: entry.get("jump", |value| range(value).map(|range| range.min))?,
        reverse: entry.get("reverse", |value| yes_or_no(&value))?,
        promises,
        holdings: entry
            .get("holdings", |value| pairs(value, quality))?
            .unwrap_or_default(),
        edge: entry.fraction("edge")?.unwrap_or(defaults.edge),
        reliability,
    };
    check_suits(entry, &rule)?;
    Ok(rule)
}

/// Checks that every letter has a suit in every auction of the rule.
fn check_suits(entry: &Entry<'_>, rule: &CallRule) -> Result<(), ConventionsError> {
    let mut named: Vec<(&str, SuitName)> = rule
        .holdings
        .iter()
        .map(|(name, _)| ("holdings", *name))
        .collect();
    for promise in &rule.promises {
        named.extend(promise.lengths.iter().map(|(name, _)| ("lengths", *name)));
        let mut suits = Vec::new();
        promise
            .shape
            .iter()
            .for_each(|shape| shape.suits(&mut suits));
        named.extend(suits.into_iter().map(|name| ("shape", name)));
    }
    let lost = |name: SuitName| {
        rule.after
            .iter()
            .any(|pattern| !pattern.binds(rule.call, name))
    };
    match named.into_iter().find(|(_, name)| lost(*name)) {
        Some((key, _)) => Err(entry.error(key, "names a suit that `after` and `call` do not name")),
        None => Ok(()),
    }
}

fn promise(entry: &mut Entry<'_>) -> Result<Promise, ConventionsError> {
    Ok(Promise {
        points: entry.get("points", range)?.unwrap_or(Range::ANY),
        lengths: entry
            .get("lengths", |value| pairs(value, range))?
            .unwrap_or_default(),
        shape: entry.get("shape", |value| Shape::parse(&text(value)?))?,
        weight: entry.fraction("weight")?.unwrap_or(1.0),
    })
}

pub(super) fn lead_rule(
    entry: &mut Entry<'_>,
    defaults: Defaults,
) -> Result<LeadRule, ConventionsError> {
    let (name, reliability) = entry.head(defaults)?;
    let list = |value: Value| {
        texts(value)?
            .iter()
            .map(|text| cards(text))
            .collect::<Result<Vec<_>, _>>()
    };
    let holding = entry.get("holding", list)?.unwrap_or_default();
    let leads = entry.must("lead", |value| {
        texts(value)?
            .iter()
            .map(|text| Pick::parse(text))
            .collect::<Result<Vec<_>, _>>()
    })?;
    if holding.is_empty() && leads.contains(&Pick::First) {
        return Err(entry.error("lead", "`first` needs a `holding`"));
    }
    Ok(LeadRule {
        name,
        against: against(entry)?,
        holding,
        without: entry
            .get("without", |value| cards(&text(value)?))?
            .map_or(Holding::EMPTY, |(held, _)| held),
        length: entry.get("length", range)?.unwrap_or(Range::ANY),
        leads,
        weight: entry.fraction("weight")?.unwrap_or(1.0),
        reliability,
    })
}

fn against(entry: &mut Entry<'_>) -> Result<Against, ConventionsError> {
    let against = entry.get("against", |value| Against::parse(&text(value)?))?;
    Ok(against.unwrap_or(Against::Any))
}

pub(super) fn choice_rule(
    entry: &mut Entry<'_>,
    defaults: Defaults,
) -> Result<ChoiceRule, ConventionsError> {
    let (name, reliability) = entry.head(defaults)?;
    let against = against(entry)?;
    let shape = entry.must("shape", |value| Shape::parse(&text(value)?))?;
    let mut suits = Vec::new();
    shape.suits(&mut suits);
    if suits
        .iter()
        .any(|suit| matches!(suit, SuitName::Letter(_) | SuitName::Other(_)))
    {
        return Err(entry.error("shape", "only C, D, H, S, led and trumps are suits here"));
    }
    Ok(ChoiceRule::new(name, against, &shape, reliability))
}

pub(super) fn signal_rule(
    entry: &mut Entry<'_>,
    defaults: Defaults,
) -> Result<SignalRule, ConventionsError> {
    let (name, reliability) = entry.head(defaults)?;
    let shows = entry.must("shows", |value| match text(value)?.as_str() {
        "count" => Ok(Shows::Count),
        "attitude" => Ok(Shows::Attitude),
        "suit preference" => Ok(Shows::SuitPreference),
        other => Err(format!(
            "`{other}` is not count, attitude or suit preference"
        )),
    })?;
    let when = entry.must("when", |value| {
        texts(value)?.iter().try_fold(Occasions::NONE, |all, text| {
            Ok::<_, String>(all.and(occasion(text)?))
        })
    })?;
    let strict = entry
        .get("strict", |value| yes_or_no(&value))?
        .unwrap_or(false);
    Ok(SignalRule {
        name,
        shows,
        when,
        strict,
        reliability,
    })
}

fn occasion(text: &str) -> Result<Occasion, String> {
    Ok(match text {
        "declarer leads" => Occasion::DeclarerLeads,
        "partner leads" => Occasion::PartnerLeads,
        "dummy is short" => Occasion::DummyIsShort,
        "honours are seen" => Occasion::HonoursAreSeen,
        "giving a ruff" => Occasion::GivingRuff,
        _ => {
            return Err(format!(
                "`{text}` is not an occasion (declarer leads, partner leads, dummy is short, honours are seen, giving a ruff)"
            ));
        }
    })
}

pub(super) fn habit_rule(
    entry: &mut Entry<'_>,
    defaults: Defaults,
) -> Result<HabitRule, ConventionsError> {
    let (name, reliability) = entry.head(defaults)?;
    let kind = entry.must("kind", text)?;
    let habit = match kind.as_str() {
        "bare king" => Habit::BareKing,
        "losing play" => Habit::LosingPlay {
            lambda: entry.get("lambda", |value| lambda(&value))?.unwrap_or(1.0),
        },
        "face value" => Habit::FaceValue {
            denies: entry.must("denies", denies)?,
        },
        other => {
            let problem = format!("`{other}` is not bare king, losing play or face value");
            return Err(entry.error("kind", problem));
        }
    };
    Ok(HabitRule {
        name,
        habit,
        reliability,
    })
}

fn lambda(value: &Value) -> Result<f64, String> {
    let lambda = number(value)?;
    let usable = lambda.is_finite() && lambda >= 0.0;
    usable
        .then_some(lambda)
        .ok_or_else(|| format!("{lambda} is not 0 or more"))
}

fn denies(value: Value) -> Result<bool, String> {
    match text(value)?.as_str() {
        "next" => Ok(true),
        "nothing" => Ok(false),
        other => Err(format!("`{other}` is not next or nothing")),
    }
}

pub(super) fn models(top: &mut Entry<'_>) -> Result<Vec<Model>, ConventionsError> {
    let mut models = Vec::new();
    for (name, value) in top.get("model", table)?.unwrap_or_default() {
        let table = table(value).map_err(|problem| top.error("model", problem))?;
        let mut entry = Entry {
            file: top.file,
            rule: format!("model `{name}`"),
            table,
        };
        let off = entry.texts("off")?.unwrap_or_default();
        let reliability = entry.get("reliability", table_of_fractions)?;
        entry.finish()?;
        models.push(Model {
            name,
            off,
            reliability: reliability.unwrap_or_default(),
        });
    }
    Ok(models)
}

fn table_of_fractions(value: Value) -> Result<Vec<(String, f64)>, String> {
    let rules = table(value)?.into_iter();
    rules
        .map(|(name, value)| Ok((name, fraction(&value)?)))
        .collect()
}
