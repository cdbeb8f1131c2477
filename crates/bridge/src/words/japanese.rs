//! Sentences in Japanese. The name of a rule is given if its file has one in Japanese.

use super::percent;
use crate::bidder::{Thought, Why};
use crate::knowledge::{
    Bound, Kind, Promises, Quality, Range, RuleName, Said, Shape, Statement, Term,
};
use crate::players::{Grounds, Reason, Rule, Slips, Verdict, WorstCard};
use crate::{Ascii, Call, Card, Rank, Seat, Suit};

pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::DroppedInference(dropped) => format!(
            "すべてに合うディールがないため、次の推論を外しました（{}）。",
            statement(dropped)
        ),
        Reason::Signal(card) => {
            format!("同等のカードの中で、{}は正直なシグナルです。", named(*card))
        }
        Reason::Compared(rule) => compared(*rule).to_owned(),
        Reason::Verdict(verdict) => judged(verdict),
        Reason::Slips(card, slips) => goes_wrong(*card, slips),
    }
}

/// A card with the sign of its suit, as Japanese players write it.
fn named(card: Card) -> String {
    format!("{}{}", sign(card.suit), rank(card.rank))
}

fn sign(suit: Suit) -> char {
    ['♣', '♦', '♥', '♠'][suit as usize]
}

/// A rank as it is printed on a card.
fn rank(rank: Rank) -> String {
    match rank.get() {
        10 => "10".to_owned(),
        _ => rank.letter().to_string(),
    }
}

fn seat(seat: Seat) -> &'static str {
    ["北", "東", "南", "西"][seat as usize]
}

fn compared(rule: Rule) -> &'static str {
    match rule {
        Rule::LittleChance => {
            "単純な探索では見込みが薄いため、すべてのカードを他のプレイヤのモデルで比較しました。"
        }
        Rule::Equals => {
            "単純な探索では複数のカードが同等なため、それらを他のプレイヤのモデルで比較しました。"
        }
        Rule::AllCards => "すべてのカードを他のプレイヤのモデルで比較しました。",
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

fn goes_wrong(card: Card, slips: &Slips) -> String {
    let most = slips
        .worst
        .map_or_else(String::new, |WorstCard { trick, card, share }| {
            let (card, share) = (named(card), percent(share));
            format!("最も多いのは第{trick}トリックの{card}です（{share}）。")
        });
    format!(
        "{}の後、{}は{}のディールで誤り、全体の平均で{:.1}トリックを失います。{most}",
        named(card),
        seat(slips.seat),
        percent(slips.share),
        slips.tricks
    )
}

pub(super) fn statement(statement: &Statement) -> String {
    let who = seat(statement.seat);
    match &statement.said {
        Said::ShownOut { suit, dealt } => {
            format!(
                "{who}はもう{}がない: 配られたのはちょうど{dealt}枚",
                sign(*suit)
            )
        }
        Said::Promise(call, rule, promised) => {
            format!("{}: {}", by_rule(who, *call, rule), promises(promised))
        }
        Said::Holding(call, rule, quality, suit) => {
            let who = by_rule(who, *call, rule);
            format!("{who}: {}に{}", sign(*suit), holding(*quality))
        }
        Said::Unread(call) => format!("{who}の{}は規則になく、意味を持たない", called(*call)),
        said => format!("{who}{}", played(said)),
    }
}

/// `南の1NT（オープン）`.
fn by_rule(who: &str, call: Call, rule: &RuleName) -> String {
    let rule = rule.japanese();
    let rule = rule.map_or_else(String::new, |rule| format!("（{rule}）"));
    format!("{who}の{}{rule}", called(call))
}

fn called(call: Call) -> String {
    match call {
        Call::Pass => "パス".to_owned(),
        Call::Bid(bid) => match bid.strain.suit() {
            Some(suit) => format!("{}{}", bid.level, sign(suit)),
            None => format!("{}NT", bid.level),
        },
        doubled => Ascii(doubled).to_string(),
    }
}

/// What a card says, after the name of the seat.
fn played(said: &Said) -> String {
    match said {
        Said::Count { card, odd, left } => {
            let parity = if *odd { "奇数" } else { "偶数" };
            let left = if *left { "残り" } else { "" };
            let (suit, card) = (sign(card.suit), named(*card));
            format!("は{suit}の{left}枚数が{parity}（{card}を出した）")
        }
        Said::Attitude { card, likes, short } => {
            let (suit, card) = (sign(card.suit), named(*card));
            let or = if *short { "か、2枚以下" } else { "" };
            if *likes {
                format!("は{suit}を歓迎（{card}）: A・K・Qのどれかを持つ{or}")
            } else {
                format!("は{suit}を歓迎しない（{card}）: A・K・Qを持たない")
            }
        }
        Said::Preference(card, suit) => {
            let suit = sign(*suit);
            format!("は{suit}を求める（{}）: {suit}のAかKを持つ", named(*card))
        }
        Said::KingNotBared(card) => {
            let (suit, rank) = (sign(card.suit), rank(card.rank));
            format!("は{suit}Kを裸にしない: {suit}{rank}を出したので、K{rank}の2枚だけではない")
        }
        Said::Lead(card, rules) => {
            let rules: Vec<_> = rules
                .iter()
                .map(|rule| rule.japanese().unwrap_or(rule))
                .collect();
            let rules = match rules.as_slice() {
                [] => "どの規則にも合わない".to_owned(),
                rules => rules.join("、または"),
            };
            format!("は{}をリードした: {rules}", named(*card))
        }
        Said::Choice(suit, rule) => {
            let rule = rule.japanese().unwrap_or(rule);
            format!("は{}をリードした: {rule}", sign(*suit))
        }
        Said::Denies(card, lacking) => {
            let (card, other) = (named(*card), (sign(card.suit), rank(*lacking)));
            format!("は{card}をリードした: {}{}は別の手にある", other.0, other.1)
        }
        Said::FaceValue(card) => {
            format!(
                "の{}は額面どおりに読む: 上のカードを否定しない",
                named(*card)
            )
        }
        Said::ShownOut { .. } | Said::Promise(..) | Said::Holding(..) | Said::Unread(_) => {
            String::new()
        }
    }
}

fn promises(promises: &Promises) -> String {
    let kinds: Vec<_> = promises.kinds.iter().map(kind).collect();
    let widened = if promises.widened {
        "（前のコールと矛盾するため、広げて読む）"
    } else {
        ""
    };
    format!("{}{widened}", kinds.join("、または"))
}

fn kind(kind: &Kind) -> String {
    let points = (kind.points != Range::ANY).then(|| range(kind.points, '点'));
    let lengths = kind.lengths.iter();
    let lengths = lengths.map(|(suit, length)| format!("{}{}", sign(*suit), range(*length, '枚')));
    let shape = kind
        .shape
        .as_ref()
        .map(|(shape, bound)| condition(shape, bound));
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

fn condition(shape: &Shape, bound: &Bound) -> String {
    let whole = |shape: &Shape| condition(shape, bound);
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
            format!("{} {how} {}", term(*a, bound), term(*b, bound))
        }
    }
}

fn term(term: Term, bound: &Bound) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Suit(name) => bound.suit(name).map_or('?', sign).to_string(),
        Term::Longest => "最長スート".to_owned(),
        Term::Shortest => "最短スート".to_owned(),
        Term::Unbid => "ビッドされていない各スート".to_owned(),
    }
}

fn holding(quality: Quality) -> &'static str {
    match quality {
        Quality::Good => "よいカード",
        Quality::Stopper => "ストッパー",
        Quality::Honour => "オナー",
    }
}

pub(super) fn why(why: &Why) -> String {
    match why {
        Why::Rule(rule, promised) => match rule.japanese() {
            Some(rule) => format!("{rule}: {}", promises(promised)),
            None => promises(promised),
        },
        Why::Nearest(rule) => match rule.japanese() {
            Some(rule) => format!("合うコールがないため、{rule}"),
            None => "合うコールがないため、最も近いコール".to_owned(),
        },
        Why::Thought(thought) => thought_of(*thought).to_owned(),
    }
}

fn thought_of(thought: Thought) -> &'static str {
    match thought {
        Thought::Untold => "プログラムは理由を伝えません",
        Thought::FitAndPoints => "フィットがあり、続ける点もある",
        Thought::FitBeyondGame => "フィットがあり、ゲームに必要な点を超える",
        Thought::MinorFitHope => "マイナーのフィットがあり、ゲームの望みがある",
        Thought::GoodSuit => "自分によいスートがある",
        Thought::GoodSuitForStrength => "強い手のパートナーに対してよいスートがある",
        Thought::LongSuit => "自分に長いスートがある",
        Thought::MajorAskedFor => "パートナーが尋ねたメジャー",
        Thought::NewSuitToGame => "ゲームへ向かう途中の新しいスート",
        Thought::NewSuitThenSupport => "新しいスートを示し、サポートは後で示す",
        Thought::StrongWithSuit => "自分のスートを持つ強い手",
        Thought::SuitOverDouble => "ダブルの後のスート",
        Thought::SlamInPoints => "点数によるスラム",
        Thought::SlamWithFit => "フィットのあるスラム",
        Thought::SlamInvitation => "スラムへの誘い",
        Thought::InvitationInOwnSuit => "自分の長いスートでのゲームへの誘い",
        Thought::InvitationInNotrump => "ノートランプのゲームへの誘い",
        Thought::InvitationWithFit => "フィットのあるゲームへの誘い",
        Thought::AnotherSuit => "もう一つのスート",
        Thought::HeightOfFit => "フィットの枚数に見合う高さ",
        Thought::TricksAsTrumps => "切り札の枚数と同じトリック数",
        Thought::BalancedStrong => "バランスで強い",
        Thought::BalancedWithPoints => "バランスで点がある",
        Thought::TransferCompleted => "トランスファーの完成",
        Thought::EightTrumps => "8枚の切り札があるほうがよい",
        Thought::GameInOwnMajor => "自分の長いメジャーでのゲーム",
        Thought::GameInNotrump => "ノートランプのゲーム",
        Thought::GameInNotrumpAlone => "自分だけでノートランプのゲームができる",
        Thought::GameInNotrumpForWant => "ほかによいゲームがないのでノートランプのゲーム",
        Thought::GameOppositeDouble => "パートナーのテイクアウトダブルに対するゲーム",
        Thought::GameInMajorFit => "メジャーのフィットでのゲーム",
        Thought::GameInMinorFit => "マイナーのフィットでのゲーム",
        Thought::MoreThanShown => "示した最低より強い",
        Thought::MostPointsOurs => "点の大半は味方にある",
        Thought::OwnSuitBetter => "自分のスートのほうがよい",
        Thought::OwnSuitAgain => "自分のスートをもう一度",
        Thought::OwnSuitForWant => "ほかにないので自分のスート",
        Thought::NothingMore => "これ以上言うことがない",
        Thought::NoOpening => "オープンできる手ではない",
        Thought::NotrumpLowEnough => "ノートランプが十分に低い",
        Thought::NotrumpOverDouble => "ダブルの後のノートランプ",
        Thought::NotrumpForWant => "ほかに合うものがないのでノートランプ",
        Thought::NotrumpStopped => "相手のスートを止められるノートランプ",
        Thought::SuitAsked => "パートナーがスートを尋ねている",
        Thought::PartnersOtherSuit => "パートナーのもう一つのスートのほうがよい",
        Thought::ShortAndHope => "相手のスートが短く、パートナーに点があるかもしれない",
        Thought::ShortWithOthers => "相手のスートが短く、ほかのスートがある",
        Thought::Forced => "何か言わなければならない",
        Thought::StrongBalancedStopped => "強いバランスで、相手のスートを止められる",
        Thought::Support => "サポート",
        Thought::LongestOfStrong => "強い手の最長スート",
        Thought::SuitAskedFor => "パートナーが求めたスート",
        Thought::TheyWillFail => "相手のコントラクトは落ちる",
        Thought::TheyBidTooMuch => "相手は上がりすぎている",
        Thought::TooStrongForNotrump => "先にノートランプを言うには強すぎた",
        Thought::TooStrongToPass => "パスするには強すぎる",
        Thought::TrumpsOverDouble => "ダブルの後でパートナーの切り札を支える",
        Thought::UnbidMajors => "点があり、ビッドされていないメジャーがある",
        Thought::Waiting => "待ちのコール",
        Thought::PartnersSuitForWant => "ほかにないのでパートナーのスート",
        Thought::NotMyTurn => "自分の番ではない",
        Thought::NothingFits => "合うものがない",
        Thought::ByLot => "無作為に選んだコール",
    }
}
