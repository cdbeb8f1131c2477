//! Reasons in Japanese.

use super::super::advice::{Slips, Worst};
use super::super::reason::{Grounds, Reason, Rule, Verdict};
use super::percent;
use crate::{Card, Seat, Suit};

pub(super) fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::GivenUp(words) => {
            format!("すべてに合うディールがないため、次の推論を外しました（{words}）。")
        }
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
    let sign = match card.suit {
        Suit::Clubs => '♣',
        Suit::Diamonds => '♦',
        Suit::Hearts => '♥',
        Suit::Spades => '♠',
    };
    format!("{sign}{}", card.rank)
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
        Rule::Asked => "すべてのカードを他のプレイヤのモデルで比較しました。",
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
        .map_or_else(String::new, |Worst { trick, card, share }| {
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
