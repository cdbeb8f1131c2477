// Japanese texts of reports: headings, row labels and footnotes, which the workbench sends in
// English.
import { language } from "../lib/i18n.svelte";

/** Japanese headings of columns and tables. */
const headings: Record<string, string> = {
  row: "行",
  games: "対局",
  "win rate": "勝率",
  "win rate, %": "勝率 %",
  "95 % interval": "95 % 信頼区間",
  "std. error": "標準誤差",
  paper: "論文",
  "paper, %": "論文 %",
  difference: "差",
  won: "勝",
  drawn: "分",
  lost: "負",
  "mean points": "平均得点",
  mean: "平均",
  variance: "分散",
  faults: "反則",
  "too long": "打ち切り",
  player: "プレイヤー",
  against: "相手",
  sides: "先後",
  conditions: "条件",
  whose: "どちら",
  ends: "エンド",
  ahead: "リード",
  training: "学習",
  seconds: "秒",
  relative: "比",
  pairs: "組",
  total: "合計",
  "by pair": "一組あたり",
  "player, ms a move": "プレイヤー 一手 ms",
  "opponent, ms a move": "相手 一手 ms",
  "Win rates": "勝率",
  "Win rates with 95 % intervals": "勝率と 95 % 信頼区間",
  Results: "結果",
  Players: "プレイヤー",
  Time: "時間",
  updates: "更新回数",
  weight: "重み",
  "% an update": "一更新あたり %",
  ours: "実測",
  first: "一方",
  second: "他方",
  "difference, %": "差 %",
  freedom: "自由度",
  "p, first lower": "p（一方が低い）",
  "p, first higher": "p（一方が高い）",
  "Win rates compared": "勝率の比較",
  "Mean points compared": "平均得点の比較",
  "Shares of ends with one, two, three or more points compared": "1・2・3 点以上のエンドの割合の比較",
  "The points of an end": "エンドの得点",
  "Cross table: every game": "全対局の結果",
  "Cross table": "対戦成績",
  "Faults: forfeited games": "反則による負け",
  "Problems solved": "解けた問題",
  "The expert's card": "熟練者のカード",
  "hammer's points": "後攻の得点",
  "Shared weights at the end, and the error over the last hundredth of the updates":
    "学習後の共通の重みと、最後の 1 % の更新での誤差",
  "Distance between static value and simulations": "静的評価とシミュレーションの差",
  score: "スコア",
  effective_d0: "有効",
  dead: "死角",
  fixed: "確定",
  Extent: "規模",
  Seed: "乱数の種",
  Version: "版",
  Fingerprint: "指紋",
  Run: "実行",
  "Results by the player's side": "先後別の結果",
  "Results by side": "先後別の結果",
  "Result, seen from the first player": "先頭のプレイヤーから見た結果",
  "Cross table: points of every game": "全対局の得点",
  "Games lost by forfeit": "試合以外の理由による負け",
  "Absolute differences, in percentage points": "差の絶対値（ポイント）",
  "The shape of the table": "勝率表の形",
  Ends: "エンド",
  Matches: "試合",
  Standings: "順位",
  "Length of the games": "対局の長さ",
  "Problems solved by each player": "プレイヤーごとの解けた問題",
  "Every problem": "すべての問題",
  "Right and tempting cards": "正解のカードとつい出したくなるカード",
  "Error by stage of the game": "段階ごとの誤差",
  "moves played": "手数",
  "mean error, %": "平均誤差 %",
  weights: "重み",
  side: "先後",
  "first hammer": "最初の後攻",
  time: "時間",
  "player, s a move": "プレイヤー 一手 秒",
  "opponent, s a move": "相手 一手 秒",
  "ms a move": "一手 ms",
  "paper's player": "論文のプレイヤー",
  "the first": "先頭",
  what: "項目",
  result: "結果",
  who: "プレイヤー",
  points: "点",
  errors: "標準誤差の倍数",
  example: "例題",
  "expert's card": "熟練者のカード",
  category: "分類",
  problems: "問題数",
  problem: "問題",
  "both right": "両方正解",
  "minimax only": "minimaxだけ",
  "abc only": "abcだけ",
  none: "なし",
  right: "正解",
  tempting: "つい出したくなるカード",
  "seconds a card": "一枚 秒",
  "double dummy": "ダブルダミー",
  "best third card": "ほかの最善のカード",
  "played out": "実際のプレイ",
  "for points": "得点を目標",
  "extra ends": "延長エンド",
  "to win, all states": "勝利を目標（全状態）",
  of: "全体",
  played: "プレイ",
  between: "範囲",
  "by game": "対局ごと",
  team: "チーム",
};

/** Japanese headings with names or numbers in them. */
const forms: [RegExp, string][] = [
  [/^Shared weights, (.*)$/, "共通の重み（$1）"],
  [/^Change of the weights on squares, (.*)$/, "マス別の重みの変化率（$1）"],
  [/^Points an end without the last stone, ends (\d+) to (\d+)$/, "先攻のエンドの得点（$1〜$2エンド）"],
  [/^Points an end with the last stone, ends (\d+) to (\d+)$/, "後攻のエンドの得点（$1〜$2エンド）"],
  [/^Pairs of games compared, in (.*)$/, "二局一組の比較（$1）"],
  [/^The hammer's chance of winning in percent, beside table 1 of (.*)$/, "後攻の勝率（%）と$1の表1"],
  [/^(\d) or more: difference, %$/, "$1点以上: 差 %"],
  [/^(\d) or more: (.*)$/, "$1点以上: $2"],
];

/** Japanese row labels and cells of reports. */
const cells: Record<string, string> = {
  "best of 2": "2手から最善",
  "best of 8": "8手から最善",
  "best of all": "全ての手から最善",
  "all against 8": "全て対8手",
  "n = 1, one move ahead": "n = 1、1手読み",
  "n = 8, one move ahead": "n = 8、1手読み",
  "n = 1, alpha-beta": "n = 1、アルファベータ",
  "n = 8, alpha-beta": "n = 8、アルファベータ",
  "against n = 8": "対 n = 8",
  "against n = 1": "対 n = 1",
  "other weights alone": "重みだけ変更",
  "fewer moves alone": "手の絞り込みだけ",
  "hybrid in defence": "ディフェンスだけhybrid",
  "hybrid as declarer": "ディクレアラーだけhybrid",
  "models alone": "モデルだけ",
  "hybrid, against mistakes": "hybrid、間違える相手",
  "minimax, against mistakes": "minimax、間違える相手",
  "half the noise": "ばらつき半分",
  "twice the noise": "ばらつき2倍",
  "depth 3 against depth 2": "深さ3対深さ2",
  "depth 2 against depth 1": "深さ2対深さ1",
  "aims between the points of the lattice": "格子点の間の狙い",
  "a hand half as steady": "ばらつき2倍のチーム",
  "mixed doubles": "ミックスダブルス",
  "depth 1, with uncertainty": "深さ1、不確かさあり",
  "depth 2, with uncertainty": "深さ2、不確かさあり",
  "depth 1, without": "深さ1、不確かさなし",
  "depth 2, without": "深さ2、不確かさなし",
  "without the last stone": "先攻",
  "with the last stone": "後攻",
  alternating: "交互",
  first: "先手・先攻",
  "hammer in the first end": "第1エンド後攻",
  "North-South": "南北",
  "East-West": "東西",
  second: "後手",
  "Black (first)": "青（先手）",
  "White (second)": "橙（後手）",
  mean: "平均",
  ends: "エンド数",
  "scores by the hammer (s.e.)": "後攻が得点する割合（標準誤差）",
  "for points": "得点を目標",
  "extra ends": "延長エンド",
  "do not leave partner a guess": "パートナーに推測を残さない",
  "take the lead to play a suit partner cannot": "リードを取ってパートナーに出せないスートを出す",
  "avoid throw-in and squeeze": "スローインとスクイズを避ける",
  "find out honours and length": "オナーと枚数を読む",
  "keep control": "コントロールを保つ",
  "trump tricks and ruffs": "トランプのトリックとラフ",
  "duck, do not duck, prevent ducking": "ダックする・しない・させない",
  "second, third and fourth hand": "2番手・3番手・4番手",
  entries: "エントリー",
  all: "全体",
  total: "合計",
  ours: "実測",
  paper: "論文",
  "none yet": "まだありません",
  "not yet": "未実行",
};

/** Japanese footnotes of reports. */
const notes: Record<string, string> = {
  "A draw counts half. Intervals are Wilson's.": "引き分けは0.5勝と数えます。区間はWilsonの信頼区間です。",
  "A draw counts half. Intervals are Wilson's; p is two-sided, from the standard errors.":
    "引き分けは0.5勝と数えます。区間はWilsonの信頼区間、pは標準誤差による両側検定の値です。",
  "A draw counts half. Intervals are Wilson's. Elo is relative to the mean of the field, with its standard error.":
    "引き分けは0.5勝と数えます。区間はWilsonの信頼区間、Eloは参加者の平均を0とした値と標準誤差です。",
  "A draw counts half. The interval is Wilson's; p is that of the two-sided sign test on pairs of games.":
    "引き分けは0.5勝と数えます。区間はWilsonの信頼区間、pは二局一組の両側符号検定の値です。",
  "Games that repeat an earlier one, with the same start, sides and moves, count once: rates, intervals, Elo and tests are those of the distinct games.":
    "初期局面・先後・手順が同じ対局は一度だけ数えます。勝率、区間、Elo、検定は異なる対局についてのものです。",
  "The standard error is over pairs.": "標準誤差は二局一組について求めています。",
  "Where sides alternate, the two games of a pair share a seed; intervals allow for pairs that go one way, so they may be wider than those of as many independent games.":
    "先後を入れ替える場合、一組の二局は同じ乱数の種を使います。一方に偏る組を考慮するため、区間は独立な対局の場合より広いことがあります。",
  "Each pair of games has one start, with the sides exchanged; what a player gains is by how much it did better than the other in its place. Intervals and p are Student's, over pairs.":
    "一組の二局は同じ初期局面で先後を入れ替えます。得は、同じ側に座った相手との成績の差です。区間とpは組についてのStudentのt検定によります。",
  "Points and faults: the player's, then the opponent's. Elo is the difference of strength that the rate implies, with its 95 % interval.":
    "得点と反則はプレイヤー、相手の順です。Eloは勝率に相当する強さの差とその95 %信頼区間です。",
  "p is two-sided: how often chance alone would make a difference this large; by the two-proportion z-test where the paper gives its number of games, else from the standard errors.":
    "pは両側検定で、偶然だけでこれほどの差が生じる確率です。論文に対局数があれば二つの比率のz検定、なければ標準誤差によります。",
  "Points of the player on the left and number of games against each opponent.":
    "左のプレイヤーが各相手との対局で得た点です。",
  "w/o: walkover, the other player forfeited; see the faults.":
    "w/oは相手の反則負けによる勝ちです。反則の表を参照してください。",
  "○ won, × lost, △ drawn, in the order of play, for the player on the left; a meeting is won by the player with more won games.":
    "○は勝ち、×は負け、△は引き分けで、左のプレイヤーから見て行われた順です。対戦の勝者はより多くの対局に勝った側です。",
  "Times depend on the machine and its load: another run will not repeat them.":
    "時間は計算機とその負荷によって変わり、再実行しても同じにはなりません。",
  "Games that ran side by side shared the cores of the machine.":
    "並行して行った対局は計算機のコアを共有しています。",
  "From the player's perspective. Shares are of ends with exactly this many points, except the first and the last.":
    "プレイヤーから見た値です。両端以外は、得点がちょうどその値のエンドの割合です。",
  "Seen from the team. Shares are of ends with exactly that many points, except the first and the last.":
    "チームから見た値です。両端以外は、得点がちょうどその値のエンドの割合です。",
  "First minus second, by their standard errors (where all games went one way, those of one more game each way); p is two-sided. No p is corrected for the number of tests.":
    "一方から他方を引いた差と標準誤差です（全対局が一方の勝ちの場合は、両方に一局ずつ加えた標準誤差）。pは両側検定で、検定の数による補正はしていません。",
  "First minus second; Welch's t, each p one-sided.":
    "一方から他方を引いた差です。Welchのt検定で、pはそれぞれ片側です。",
  "First minus second; z of two proportions, p two-sided.":
    "一方から他方を引いた差です。二つの比率のz検定で、pは両側です。",
  "Over all positions of all stages.": "全段階の全局面についての値です。",
  "Points: how far the expert's card is above the obvious one by the player's analysis, mean over the repetitions; errors: the same in standard errors.":
    "点は、プレイヤーの評価で熟練者のカードが普通のカードを上回る分の平均です。その標準誤差の倍数も示します。",
  "Right answers of those given.": "解答のうちの正解の数です。",
  "Solved: right in more than half of the repetitions. Paper: problems (of a book), both right, minimax only, abc only.":
    "半分より多く正解した問題を解けたとします。論文の欄は、本の問題数、両方正解、minimaxだけ、abcだけの順です。",
  "Points by which the right cards are above the tempting ones (and, double dummy, above the best card that is neither), with the standard error of the differences deal by deal.":
    "正解のカードがつい出したくなるカードを上回る点（ダブルダミーではそのどちらでもない最善のカードに対しても）と、ディールごとの差の標準誤差です。",
  "Steps down within their errors are due to the small number of ends.":
    "誤差の範囲内の逆転は、エンド数の不足によるものです。",
  "Standard errors are ours alone, of ends drawn again from those that were played; z adds the paper's rounding. The paper does not say how many ends it counted. Near 0 and 100 %, where hardly an end of a state went the other way, errors say too little and z too much; where none did there is no z.":
    "標準誤差は実測値だけのもので、行ったエンドの再標本化によります。zには論文の丸め誤差も加えています。論文にはエンド数の記載がありません。0 %や100 %の近くでは逆の結果のエンドがほとんどないため、標準誤差は過小に、zは過大になります。一つもない場合、zはありません。",
};

/** Japanese cells and footnotes with names or numbers in them. */
const cellForms: [RegExp, string][] = [
  [/^([\d,]+) of ([\d,]+)$/, "$1 / $2"],
  [/^([\d,]+) of ([\d,]+) games$/, "$2局中$1局"],
  [/^([\d,]+) of ([\d,]+) blocks of ends$/, "$2ブロック中$1ブロック"],
  [/^([\d,]+) of ([\d,]+) decisions$/, "$2回の選択中$1回"],
  [/^([\d,]+) of ([\d,]+) answers$/, "$2件の解答中$1件"],
  [/^([\d,]+) of ([\d,]+) deals$/, "$2ディール中$1ディール"],
  [/^([\d,]+) of ([\d,]+) positions of every stage$/, "各段階の$2局面中$1局面"],
  [/^([\d,]+) of ([\d,]+) trainings$/, "$2回の学習中$1回"],
  [/^to win with (\d+) left$/, "残り$1エンドで勝利を目標"],
  [
    /^By `(.*)` against itself; to win as .* sees it\. States in which nothing can be won or lost are not played\.$/,
    "`$1`の自己対戦です。勝敗に影響しない状態では行いません。",
  ],
];

function translated(text: string, known: Record<string, string>, forms: [RegExp, string][]): string {
  if (language.value !== "ja") return text;
  const found = known[text];
  if (found !== undefined) return found;
  for (const [pattern, form] of forms) if (pattern.test(text)) return text.replace(pattern, form);
  return text;
}

/** Returns a heading in the chosen language; in English if it has no translation. */
export const headingOf = (text: string): string => translated(text, headings, forms);

/** Returns a cell or row label in the chosen language. */
export const cellOf = (text: string): string => translated(text, cells, cellForms);

/** Returns a footnote in the chosen language. */
export const noteOf = (text: string): string => translated(text, notes, cellForms);

/** The English headings, cells and notes that have a translation. */
export const translatedTexts = (): string[] =>
  [headings, cells, notes].flatMap((known) => Object.keys(known));
