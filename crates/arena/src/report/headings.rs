//! Headings that the tables of several reports share.

use crate::text::Text;

/// Makes headings of pairs of texts.
macro_rules! headings {
    ($($name:ident = $en:literal, $ja:literal;)*) => {
        $(
            #[doc = concat!("Heading: ", $en, ".")]
            pub const $name: Text = Text { en: $en, ja: $ja };
        )*
    };
}

headings! {
    ROW = "row", "行";
    PLAYER = "player", "プレイヤー";
    AGAINST = "against", "相手";
    SIDE = "side", "先後";
    WHO = "who", "プレイヤー";
    WHAT = "what", "項目";
    FAULT = "what", "反則";
    FIRST_FAULT = "the first", "最初の例";
    GAMES = "games", "対局";
    WON = "won", "勝";
    DRAWN = "drawn", "分";
    LOST = "lost", "負";
    WIN_RATE = "win rate", "勝率";
    WIN_RATE_PERCENT = "win rate, %", "勝率 (%)";
    INTERVAL = "95 % interval", "95%信頼区間";
    STD_ERROR = "std. error", "標準誤差";
    MEAN = "mean", "平均";
    POINTS = "points", "得点";
    FAULTS = "faults", "反則";
    PAPER = "paper", "論文";
    DIFFERENCE = "difference", "差";
    DIFFERENCE_PERCENT = "difference, %", "差 (%)";
    PAIRS = "pairs", "組";
    TOTAL = "total", "合計";
    BY_PAIR = "by pair", "1組あたり";
    CONDITIONS = "conditions", "条件";
    ENDS = "ends", "エンド";
    SECONDS = "seconds", "秒";
    WIN_RATES = "Win rates", "勝率";
    PLAYERS = "Players", "プレイヤー";
    TIME = "Time", "時間";
    FORFEITS = "Faults: forfeited games", "反則負けの対局";
    USUAL_CONDITIONS = "as usual", "標準";
    OPPONENT = "opponent", "相手";
}

/// Returns the caption of a table of compared pairs of games.
pub(crate) fn compared_pairs(unit: &str) -> (String, String) {
    (
        format!("Pairs of games compared, in {unit}"),
        format!("2局1組の比較（{unit}）"),
    )
}
