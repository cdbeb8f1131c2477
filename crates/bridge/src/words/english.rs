//! Sentences in English.

use super::percent;
use crate::bidder::{CallReason, Judgement};
use crate::knowledge::{
    HandType, Promises, Quality, Range, RuleName, Shape, Statement, StatementKind, SuitBindings,
    Term,
};
use crate::players::{Grounds, Mistakes, Reason, Rule, Verdict, WorstCard};
use crate::table::name;
use crate::{Ascii, Call, Card, Rank, Seat, Suit};

pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::DroppedInference(dropped) => statement(dropped),
        Reason::Signal(card) => format!("{} is an honest signal among equals.", Ascii(*card)),
        Reason::Compared(rule) => compared(*rule).to_owned(),
        Reason::Verdict(verdict) => judged(verdict),
        Reason::Mistakes(card, mistakes) => goes_wrong(*card, mistakes),
    }
}

fn compared(rule: Rule) -> &'static str {
    match rule {
        Rule::LittleChance => {
            "Plain search sees little chance, so all cards were compared with models of the other \
             players."
        }
        Rule::Equals => {
            "Plain search finds several cards equal, so they were compared with models of the \
             other players."
        }
        Rule::AllCards => "All cards were compared with models of the other players.",
    }
}

fn judged(verdict: &Verdict) -> String {
    let (played, plain) = (Ascii(verdict.card), Ascii(verdict.plain));
    match verdict.grounds {
        Grounds::Only => format!("{played} is the only card."),
        Grounds::Both => format!("With models {plain} is best too."),
        Grounds::NoTime => format!("There was no time to compare {plain} with models."),
        Grounds::Clear => format!("{}, so it is played.", gains(verdict)),
        Grounds::Unclear => format!("{}, which is not clear enough to leave it.", gains(verdict)),
    }
}

fn gains(verdict: &Verdict) -> String {
    let better = Ascii(verdict.models.unwrap_or(verdict.card));
    let error = verdict
        .error
        .map_or_else(String::new, |error| format!(" ± {error:.0}"));
    let (gain, plain) = (verdict.gain, Ascii(verdict.plain));
    format!("With models {better} gains {gain:.0}{error} points on {plain}")
}

fn goes_wrong(card: Card, mistakes: &Mistakes) -> String {
    let most = mistakes
        .worst
        .map_or_else(String::new, |WorstCard { trick, card, share }| {
            let (card, share) = (Ascii(card), percent(share));
            format!("; most often with {card} in trick {trick} ({share})")
        });
    format!(
        "After {} {} goes wrong in {} of the deals, for {:.1} tricks on average over all{most}.",
        Ascii(card),
        name(mistakes.seat),
        percent(mistakes.share),
        mistakes.tricks
    )
}

pub(super) fn statement(statement: &Statement) -> String {
    let seat = name(statement.seat);
    match &statement.kind {
        StatementKind::ShownOut { suit, dealt } => {
            format!(
                "{seat} has no more {}: was dealt exactly {dealt}",
                plural(*suit)
            )
        }
        StatementKind::Promise(call, rule, promised) => {
            format!(
                "{}: {}",
                by_rule(statement.seat, *call, rule),
                promises(promised)
            )
        }
        StatementKind::Holding(call, rule, quality, suit) => {
            let who = by_rule(statement.seat, *call, rule);
            format!("{who}: {} in {}", holding(*quality), plural(*suit))
        }
        StatementKind::Unread(call) => {
            format!(
                "{seat}'s {} is not in the conventions: no meaning is read from it",
                Ascii(*call)
            )
        }
        kind => format!("{seat}{}", played(kind)),
    }
}

/// `South's 1NT (opening 1NT)`.
fn by_rule(seat: Seat, call: Call, rule: &RuleName) -> String {
    format!("{}'s {} ({})", name(seat), Ascii(call), &**rule)
}

/// The meaning of a card, after the name of the seat.
fn played(kind: &StatementKind) -> String {
    match kind {
        StatementKind::Count { card, odd, left } => {
            let (parity, left) = (
                if *odd { "odd" } else { "even" },
                if *left { " left" } else { "" },
            );
            let (suit, rank) = (plural(card.suit), rank(card.rank));
            format!(" shows an {parity} number of {suit}{left}: played the {rank}")
        }
        StatementKind::Attitude { card, likes, short } => {
            let (suit, rank) = (plural(card.suit), rank(card.rank));
            let or = if *short { ", or at most two cards" } else { "" };
            if *likes {
                format!(" likes {suit}: played the {rank}, has ace, king or queen{or}")
            } else {
                format!(" does not like {suit}: played the {rank}, has no ace, king or queen")
            }
        }
        StatementKind::Preference(card, suit) => {
            let suit = plural(*suit);
            format!(
                " asks for {suit}: played the {}, has ace or king of {suit}",
                named(*card)
            )
        }
        StatementKind::KingNotBared(card) => {
            let (suit, rank) = (plural(card.suit), rank(card.rank));
            format!(
                " did not bare the king of {suit}: played the {rank} and did not have just king \
                 and {rank}"
            )
        }
        StatementKind::Lead(card, rules) if rules.is_empty() => {
            format!(
                " led the {}, which no lead convention explains",
                named(*card)
            )
        }
        StatementKind::Lead(card, rules) => {
            let rules: Vec<&str> = rules.iter().map(|rule| &**rule).collect();
            format!(" led the {}: {}", named(*card), rules.join(", or "))
        }
        StatementKind::Choice(suit, rule) => format!(" led {}: {}", plural(*suit), &**rule),
        StatementKind::Denies(card, lacking) => {
            format!(
                " led the {}, so the {} is elsewhere",
                named(*card),
                rank(*lacking)
            )
        }
        StatementKind::FaceValue(card) => {
            format!(
                "'s {} is read at face value: it denies nothing above it",
                named(*card)
            )
        }
        StatementKind::ShownOut { .. }
        | StatementKind::Promise(..)
        | StatementKind::Holding(..)
        | StatementKind::Unread(_) => String::new(),
    }
}

fn promises(promises: &Promises) -> String {
    let kinds: Vec<_> = promises.kinds.iter().map(kind).collect();
    let widened = if promises.widened {
        "; widened, as it contradicts the earlier calls"
    } else {
        ""
    };
    format!("{}{widened}", kinds.join("; or "))
}

fn kind(kind: &HandType) -> String {
    let points = (kind.points != Range::ANY).then(|| format!("{} points", range(kind.points)));
    let lengths = kind.lengths.iter();
    let lengths = lengths.map(|(suit, length)| format!("{} {}", range(*length), plural(*suit)));
    let shape = kind
        .shape
        .as_ref()
        .map(|(shape, bindings)| condition(shape, bindings));
    let parts: Vec<_> = points.into_iter().chain(lengths).chain(shape).collect();
    if parts.is_empty() {
        return "anything".to_owned();
    }
    parts.join(", ")
}

fn range(range: Range) -> String {
    match (range.min, range.max) {
        (min, max) if min == max => min.to_string(),
        (min, 37..) => format!("{min}+"),
        (0, max) => format!("at most {max}"),
        (min, max) => format!("{min}-{max}"),
    }
}

fn condition(shape: &Shape, bindings: &SuitBindings) -> String {
    let whole = |shape: &Shape| condition(shape, bindings);
    match shape {
        Shape::Or(a, b) => format!("{} or {}", whole(a), whole(b)),
        Shape::And(a, b) => {
            let part = |side: &Shape| match side {
                Shape::Or(..) => format!("({})", whole(side)),
                _ => whole(side),
            };
            format!("{} and {}", part(a), part(b))
        }
        Shape::Not(a) => format!("not ({})", whole(a)),
        Shape::Balanced => "balanced".to_owned(),
        Shape::Compare(a, how, b) => {
            format!("{} {} {}", term(*a, bindings), how.word, term(*b, bindings))
        }
    }
}

fn term(term: Term, bindings: &SuitBindings) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Suit(name) => bindings.suit(name).map_or("?", plural).to_owned(),
        Term::Longest => "the longest suit".to_owned(),
        Term::Shortest => "the shortest suit".to_owned(),
        Term::Unbid => "every unbid suit".to_owned(),
    }
}

/// As in "... in spades".
fn holding(quality: Quality) -> &'static str {
    match quality {
        Quality::Good => "a good holding",
        Quality::Stopper => "a stopper",
        Quality::Honour => "an honour",
    }
}

fn plural(suit: Suit) -> &'static str {
    ["clubs", "diamonds", "hearts", "spades"][suit as usize]
}

fn rank(rank: Rank) -> String {
    match rank.get() {
        14 => "ace".to_owned(),
        13 => "king".to_owned(),
        12 => "queen".to_owned(),
        11 => "jack".to_owned(),
        number => number.to_string(),
    }
}

fn named(card: Card) -> String {
    format!("{} of {}", rank(card.rank), plural(card.suit))
}

pub(super) fn why(why: &CallReason) -> String {
    match why {
        CallReason::Rule(rule, promised) => format!("{}: {}", &**rule, promises(promised)),
        CallReason::Nearest(rule) => format!("{}, as nothing fits", &**rule),
        CallReason::Judgement(thought) => judgement(*thought).to_owned(),
    }
}

fn judgement(thought: Judgement) -> &'static str {
    match thought {
        Judgement::NotExplained => "the program gives no reason",
        Judgement::FitAndPoints => "a fit, with extra values",
        Judgement::FitBeyondGame => "a fit, and more than game needs",
        Judgement::MinorFitHope => "a fit in a minor suit and some hope of game",
        Judgement::GoodSuit => "a good suit of my own",
        Judgement::GoodSuitForStrength => "a good suit opposite a strong hand",
        Judgement::LongSuit => "a long suit of my own",
        Judgement::MajorAskedFor => "a major suit partner has asked for",
        Judgement::NewSuitToGame => "a new suit on the way to game",
        Judgement::NewSuitThenSupport => "a new suit, with support for later",
        Judgement::StrongWithSuit => "a strong hand with a suit of its own",
        Judgement::SuitOverDouble => "a suit over the double",
        Judgement::SlamInPoints => "a slam in high cards",
        Judgement::SlamWithFit => "a slam with a fit",
        Judgement::SlamInvitation => "an invitation to a slam",
        Judgement::InvitationInOwnSuit => "an invitation to game in a long suit of my own",
        Judgement::InvitationInNotrump => "an invitation to game in notrump",
        Judgement::InvitationWithFit => "an invitation to game with a fit",
        Judgement::AnotherSuit => "another suit",
        Judgement::HeightOfFit => "as high as the fit goes",
        Judgement::TricksAsTrumps => "as many tricks as trumps",
        Judgement::BalancedStrong => "balanced and strong",
        Judgement::BalancedWithPoints => "balanced, with points",
        Judgement::TransferCompleted => "completing the transfer",
        Judgement::EightTrumps => "an eight-card fit is better than none",
        Judgement::GameInOwnMajor => "game in a long major suit of my own",
        Judgement::GameInNotrump => "game in notrump",
        Judgement::GameInNotrumpAlone => "game in notrump by myself",
        Judgement::GameInNotrumpForWant => "game in notrump, for want of a better one",
        Judgement::GameOppositeDouble => "game opposite a take-out double",
        Judgement::GameInMajorFit => "game with a fit in a major suit",
        Judgement::GameInMinorFit => "game with a fit in a minor suit",
        Judgement::MoreThanShown => "more than the least I have shown",
        Judgement::MostPointsOurs => "most of the points are on our side",
        Judgement::OwnSuitBetter => "my own suit is the better place",
        Judgement::OwnSuitAgain => "my suit again",
        Judgement::OwnSuitForWant => "my suit, for want of anything better",
        Judgement::NothingMore => "nothing more to show",
        Judgement::NoOpening => "nothing to open with",
        Judgement::NotrumpLowEnough => "notrump is low enough",
        Judgement::NotrumpOverDouble => "notrump over the double",
        Judgement::NotrumpForWant => "notrump, as nothing else fits",
        Judgement::NotrumpStopped => "notrump, with a stopper in their suit",
        Judgement::SuitAsked => "partner asks for a suit",
        Judgement::PartnersOtherSuit => "partner's other suit is better",
        Judgement::ShortAndHope => "short in their suit, and partner may have something",
        Judgement::ShortWithOthers => "short in their suit, with support for the others",
        Judgement::Forced => "forced to bid",
        Judgement::StrongBalancedStopped => "strong and balanced, with a stopper in their suit",
        Judgement::Support => "support",
        Judgement::LongestOfStrong => "the longest suit of a strong hand",
        Judgement::SuitAskedFor => "the suit partner asks for",
        Judgement::TheyWillFail => "their contract will go down",
        Judgement::TheyBidTooMuch => "they have overbid",
        Judgement::TooStrongForNotrump => "too strong for notrump before",
        Judgement::TooStrongToPass => "too strong to pass",
        Judgement::TrumpsOverDouble => "trumps for partner over the double",
        Judgement::UnbidMajors => "values and the unbid major suits",
        Judgement::Waiting => "waiting",
        Judgement::PartnersSuitForWant => "partner's suit, for want of anything better",
        Judgement::NotMyTurn => "not my turn",
        Judgement::NothingFits => "nothing fits",
        Judgement::Random => "chosen at random",
    }
}
