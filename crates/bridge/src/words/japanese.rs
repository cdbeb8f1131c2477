//! Sentences in Japanese. The name of a rule is given if its file has one in Japanese.

use crate::bidder::{CallReason, Judgement};
use crate::knowledge::{
    HandType, Promises, Quality, Range, RuleName, Shape, Statement, StatementKind, SuitBindings,
    Term,
};
use crate::players::{Grounds, Mistakes, Reason, Rule, Verdict, WorstCard};
use crate::{Ascii, Call, Card, Rank, Seat, Suit};

/// Returns a share as a percentage, as Japanese pages write it.
fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::DroppedInference(dropped) => format!(
            "すべてに合うディールがないため、次の推論を外しました（{}）。",
            statement(dropped)
        ),
        Reason::Signal(card) => {
            format!(
                "同等のカードの中で、{}は正直なシグナルになります。",
                named(*card)
            )
        }
        Reason::Compared(rule) => compared(*rule).to_owned(),
        Reason::Verdict(verdict) => judged(verdict),
        Reason::Mistakes(card, mistakes) => goes_wrong(*card, mistakes),
    }
}

/// Returns a card with the sign of its suit, as Japanese players write it.
pub(crate) fn named(card: Card) -> String {
    format!("{}{}", sign(card.suit), rank(card.rank))
}

fn sign(suit: Suit) -> char {
    ['♣', '♦', '♥', '♠'][suit as usize]
}

/// Returns a rank as it is printed on a card.
fn rank(rank: Rank) -> String {
    match rank.get() {
        10 => "10".to_owned(),
        _ => rank.letter().to_string(),
    }
}

pub(crate) fn seat(seat: Seat) -> &'static str {
    ["北", "東", "南", "西"][seat as usize]
}

fn compared(rule: Rule) -> &'static str {
    match rule {
        Rule::LittleChance => {
            "単純な探索では見込みが薄いため、すべてのカードをほかのプレイヤーのモデルで比較しました。"
        }
        Rule::Equals => {
            "単純な探索では複数のカードが同等なため、それらをほかのプレイヤーのモデルで比較しました。"
        }
        Rule::AllCards => "すべてのカードをほかのプレイヤーのモデルで比較しました。",
    }
}

fn judged(verdict: &Verdict) -> String {
    let (played, plain) = (named(verdict.card), named(verdict.plain));
    match verdict.grounds {
        Grounds::Only => format!("出せるカードは{played}だけです。"),
        Grounds::Both => format!("モデルでも{plain}が最善です。"),
        Grounds::NoTime => format!("{plain}をモデルで比較する時間がありませんでした。"),
        Grounds::Clear => format!("{}。明らかなので、これを出します。", gains(verdict)),
        Grounds::Unclear => format!(
            "{}が、{plain}を変えるほど明らかではありません。",
            gains(verdict)
        ),
    }
}

fn gains(verdict: &Verdict) -> String {
    let better = named(verdict.models.unwrap_or(verdict.card));
    let error = verdict
        .error
        .map_or_else(String::new, |error| format!(" ± {error:.0}"));
    let (gain, plain) = (verdict.gain, named(verdict.plain));
    format!("モデルでは{better}が{plain}より{gain:.0}{error}点よい")
}

fn goes_wrong(card: Card, mistakes: &Mistakes) -> String {
    let most = mistakes
        .worst
        .map_or_else(String::new, |WorstCard { trick, card, share }| {
            let (card, share) = (named(card), percent(share));
            format!("最も多いのは第{trick}トリックの{card}です（{share}）。")
        });
    format!(
        "{}の後、{}は{}のディールで誤り、全体の平均で{:.1}トリックを失います。{most}",
        named(card),
        seat(mistakes.seat),
        percent(mistakes.share),
        mistakes.tricks
    )
}

pub(super) fn statement(statement: &Statement) -> String {
    let who = seat(statement.seat);
    match &statement.kind {
        StatementKind::ShownOut { suit, dealt } => {
            format!(
                "{who}はもう{}がない: 配られたのはちょうど{dealt}枚",
                sign(*suit)
            )
        }
        StatementKind::Promise(call, rule, promised) => {
            format!("{}: {}", by_rule(who, *call, rule), promises(promised))
        }
        StatementKind::Holding(call, rule, quality, suit) => {
            let who = by_rule(who, *call, rule);
            format!("{who}: {}に{}", sign(*suit), holding(*quality))
        }
        StatementKind::Unread(call) => format!(
            "{who}の{}は取り決めになく、意味を読み取れない",
            called(*call)
        ),
        kind => format!("{who}{}", played(kind)),
    }
}

/// `南の1NT（オープン）`.
fn by_rule(who: &str, call: Call, rule: &RuleName) -> String {
    let rule = rule.japanese();
    let rule = rule.map_or_else(String::new, |rule| format!("（{rule}）"));
    format!("{who}の{}{rule}", called(call))
}

pub(super) fn called(call: Call) -> String {
    match call {
        Call::Pass => "パス".to_owned(),
        Call::Bid(bid) => match bid.strain.suit() {
            Some(suit) => format!("{}{}", bid.level, sign(suit)),
            None => format!("{}NT", bid.level),
        },
        doubled => Ascii(doubled).to_string(),
    }
}

/// The meaning of a card, after the name of the seat.
fn played(kind: &StatementKind) -> String {
    match kind {
        StatementKind::Count { card, odd, left } => {
            let parity = if *odd { "奇数" } else { "偶数" };
            let left = if *left { "残り" } else { "" };
            let (suit, card) = (sign(card.suit), named(*card));
            format!("は{suit}の{left}枚数が{parity}（{card}を出した）")
        }
        StatementKind::Attitude { card, likes, short } => {
            let (suit, card) = (sign(card.suit), named(*card));
            let or = if *short { "か、2枚以下" } else { "" };
            if *likes {
                format!("は{suit}を歓迎（{card}）: A・K・Qのどれかを持つ{or}")
            } else {
                format!("は{suit}を歓迎しない（{card}）: A・K・Qを持たない")
            }
        }
        StatementKind::Preference(card, suit) => {
            let suit = sign(*suit);
            format!("は{suit}を求める（{}）: {suit}のAかKを持つ", named(*card))
        }
        StatementKind::KingNotBared(card) => {
            let (suit, rank) = (sign(card.suit), rank(card.rank));
            format!(
                "は{suit}Kをブランクにしない: {suit}{rank}を出したので、K{rank}の2枚だけではない"
            )
        }
        StatementKind::Lead(card, rules) => {
            let rules: Vec<_> = rules
                .iter()
                .map(|rule| rule.japanese().unwrap_or(rule))
                .collect();
            let rules = match rules.as_slice() {
                [] => "どの取り決めにも合わない".to_owned(),
                rules => rules.join("、または"),
            };
            format!("は{}をリードした: {rules}", named(*card))
        }
        StatementKind::Choice(suit, rule) => {
            let rule = rule.japanese().unwrap_or(rule);
            format!("は{}をリードした: {rule}", sign(*suit))
        }
        StatementKind::Denies(card, lacking) => {
            let (card, other) = (named(*card), (sign(card.suit), rank(*lacking)));
            format!("は{card}をリードした: {}{}は別の手にある", other.0, other.1)
        }
        StatementKind::FaceValue(card) => {
            format!(
                "の{}は額面どおりに読む: 上のカードを否定しない",
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
        "（前のコールと矛盾するため、範囲を広げて読む）"
    } else {
        ""
    };
    format!("{}{widened}", kinds.join("、または"))
}

fn kind(kind: &HandType) -> String {
    let points = (kind.points != Range::ANY).then(|| range(kind.points, '点'));
    let lengths = kind.lengths.iter();
    let lengths = lengths.map(|(suit, length)| format!("{}{}", sign(*suit), range(*length, '枚')));
    let shape = kind
        .shape
        .as_ref()
        .map(|(shape, bindings)| condition(shape, bindings));
    let parts: Vec<_> = points.into_iter().chain(lengths).chain(shape).collect();
    if parts.is_empty() {
        return "どんな手でもよい".to_owned();
    }
    parts.join("、")
}

fn range(range: Range, unit: char) -> String {
    match (range.min, range.max) {
        (min, max) if min == max => format!("{min}{unit}"),
        (min, 37..) => format!("{min}{unit}以上"),
        (0, max) => format!("{max}{unit}以下"),
        (min, max) => format!("{min}〜{max}{unit}"),
    }
}

fn condition(shape: &Shape, bindings: &SuitBindings) -> String {
    let whole = |shape: &Shape| condition(shape, bindings);
    match shape {
        Shape::Or(a, b) => format!("{}または{}", whole(a), whole(b)),
        Shape::And(a, b) => {
            let part = |side: &Shape| match side {
                Shape::Or(..) => format!("({})", whole(side)),
                _ => whole(side),
            };
            format!("{}かつ{}", part(a), part(b))
        }
        Shape::Not(a) => format!("({})でない", whole(a)),
        Shape::Balanced => "バランス".to_owned(),
        Shape::Compare(a, how, b) => {
            let how = match how.word {
                "<=" => "≦",
                ">=" => "≧",
                "!=" => "≠",
                other => other,
            };
            format!("{} {how} {}", term(*a, bindings), term(*b, bindings))
        }
    }
}

fn term(term: Term, bindings: &SuitBindings) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Suit(name) => bindings.suit(name).map_or('?', sign).to_string(),
        Term::Longest => "最長スート".to_owned(),
        Term::Shortest => "最短スート".to_owned(),
        Term::Unbid => "ビッドされていない各スート".to_owned(),
    }
}

fn holding(quality: Quality) -> &'static str {
    match quality {
        Quality::Good => "よいホールディング",
        Quality::Stopper => "ストッパー",
        Quality::Honour => "オナー",
    }
}

pub(super) fn why(why: &CallReason) -> String {
    match why {
        CallReason::Rule(rule, promised) => match rule.japanese() {
            Some(rule) => format!("{rule}: {}", promises(promised)),
            None => promises(promised),
        },
        CallReason::Nearest(rule) => match rule.japanese() {
            Some(rule) => format!("合うコールがないため、{rule}"),
            None => "合うコールがないため、最も近いコール".to_owned(),
        },
        CallReason::Judgement(thought) => judgement(*thought).to_owned(),
    }
}

fn judgement(thought: Judgement) -> &'static str {
    match thought {
        Judgement::NotExplained => "プログラムは理由を示していない",
        Judgement::FitAndPoints => "フィットがあり、続ける点もある",
        Judgement::FitBeyondGame => "フィットがあり、ゲームに必要な点を超える",
        Judgement::MinorFitHope => "マイナーのフィットがあり、ゲームの望みがある",
        Judgement::GoodSuit => "自分によいスートがある",
        Judgement::GoodSuitForStrength => "強い手のパートナーに対してよいスートがある",
        Judgement::LongSuit => "自分に長いスートがある",
        Judgement::MajorAskedFor => "パートナーが尋ねたメジャー",
        Judgement::NewSuitToGame => "ゲームへ向かう途中の新しいスート",
        Judgement::NewSuitThenSupport => "新しいスートを示し、サポートは後で示す",
        Judgement::StrongWithSuit => "自分のスートを持つ強い手",
        Judgement::SuitOverDouble => "ダブルの後のスート",
        Judgement::SlamInPoints => "点数によるスラム",
        Judgement::SlamWithFit => "フィットのあるスラム",
        Judgement::SlamInvitation => "スラムへのインビテーション",
        Judgement::InvitationInOwnSuit => "自分の長いスートでのゲームへのインビテーション",
        Judgement::InvitationInNotrump => "ノートランプのゲームへのインビテーション",
        Judgement::InvitationWithFit => "フィットのあるゲームへのインビテーション",
        Judgement::AnotherSuit => "もう一つのスート",
        Judgement::HeightOfFit => "フィットの枚数に見合う高さ",
        Judgement::TricksAsTrumps => "トランプの枚数と同じトリック数",
        Judgement::BalancedStrong => "強いバランスハンド",
        Judgement::BalancedWithPoints => "点のあるバランスハンド",
        Judgement::TransferCompleted => "トランスファーの完成",
        Judgement::EightTrumps => "8枚のトランプがあるほうがよい",
        Judgement::GameInOwnMajor => "自分の長いメジャーでのゲーム",
        Judgement::GameInNotrump => "ノートランプのゲーム",
        Judgement::GameInNotrumpAlone => "自分だけでノートランプのゲームができる",
        Judgement::GameInNotrumpForWant => "ほかによいゲームがないのでノートランプのゲーム",
        Judgement::GameOppositeDouble => "パートナーのテイクアウトダブルに対するゲーム",
        Judgement::GameInMajorFit => "メジャーのフィットでのゲーム",
        Judgement::GameInMinorFit => "マイナーのフィットでのゲーム",
        Judgement::MoreThanShown => "示した最低より強い",
        Judgement::MostPointsOurs => "点の大半は味方側にある",
        Judgement::OwnSuitBetter => "自分のスートのほうがよい",
        Judgement::OwnSuitAgain => "自分のスートをもう一度",
        Judgement::OwnSuitForWant => "ほかにないので自分のスート",
        Judgement::NothingMore => "これ以上示すことがない",
        Judgement::NoOpening => "オープンできる手ではない",
        Judgement::NotrumpLowEnough => "ノートランプが十分に低い",
        Judgement::NotrumpOverDouble => "ダブルの後のノートランプ",
        Judgement::NotrumpForWant => "ほかに合うものがないのでノートランプ",
        Judgement::NotrumpStopped => "相手のスートにストッパーのあるノートランプ",
        Judgement::SuitAsked => "パートナーがスートを尋ねている",
        Judgement::PartnersOtherSuit => "パートナーのもう一つのスートのほうがよい",
        Judgement::ShortAndHope => "相手のスートが短く、パートナーに点があるかもしれない",
        Judgement::ShortWithOthers => "相手のスートが短く、ほかのスートがある",
        Judgement::Forced => "フォーシングなのでパスできない",
        Judgement::StrongBalancedStopped => "強いバランスハンドで、相手のスートにストッパーがある",
        Judgement::Support => "サポート",
        Judgement::LongestOfStrong => "強い手の最長スート",
        Judgement::SuitAskedFor => "パートナーが求めたスート",
        Judgement::TheyWillFail => "相手のコントラクトはダウンする",
        Judgement::TheyBidTooMuch => "相手はビッドしすぎている",
        Judgement::TooStrongForNotrump => "先にノートランプをビッドするには強すぎた",
        Judgement::TooStrongToPass => "パスするには強すぎる",
        Judgement::TrumpsOverDouble => "ダブルの後でパートナーのトランプを支える",
        Judgement::UnbidMajors => "点があり、ビッドされていないメジャーがある",
        Judgement::Waiting => "ウェイティングのコール",
        Judgement::PartnersSuitForWant => "ほかにないのでパートナーのスート",
        Judgement::NotMyTurn => "自分の番ではない",
        Judgement::NothingFits => "合うものがない",
        Judgement::Random => "無作為に選んだコール",
    }
}
