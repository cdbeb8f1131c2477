// What calls and cards were read to say, in Japanese. The workbench says it in English; the few forms there are for cards, and promises of
// points and lengths, are said again here, and what is none of them stays as it is.

import { callText } from "./cards";

const seats: Record<string, string> = { North: "北", East: "東", South: "南", West: "西" };
const suits: Record<string, string> = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };
const ranks: Record<string, string> = { ace: "A", king: "K", queen: "Q", jack: "J" };
const reasons: Record<string, string> = {
  singleton: "シングルトン",
  "fourth best": "4th ベスト",
  "low from an honour third": "オナー3枚からのロー",
  "top of a doubleton": "ダブルトンの上",
  "top of touching honours": "連続するオナーの上",
  "ace rather than away from it": "Aの下からは出さずにA",
  "top of an inner sequence": "インナーシークエンスの上",
  "top of a sequence": "シークエンスの上",
  "top of touching honours or fourth best": "連続するオナーの上か 4th ベスト",
  "top of three or four small": "ロー3〜4枚の上",
  "a singleton would have been led": "シングルトンがあればそれをリードしたはず",
  "longest suit": "最長のスート",
};

const seat = "(North|East|South|West)";
const suit = "(spades|hearts|diamonds|clubs)";
const rank = "(ace|king|queen|jack|\\d+)";
const r = (text = "") => ranks[text] ?? text;
const s = (text = "") => suits[text] ?? text;

type Form = [RegExp, (...parts: string[]) => string];
const form = (text: string, say: (...parts: string[]) => string): Form => [new RegExp(`^${text}$`), say];
const who = (text = "") => seats[text] ?? text;
const why = (text = "") =>
  text
    .split(/, or /)
    .map((reason) => reasons[reason] ?? reason)
    .join("、または");

const forms: Form[] = [
  form(
    `${seat} shows an (odd|even) number of ${suit}( left)?: played the ${rank}`,
    (x, parity, of, left, card) =>
      `${who(x)}は${s(of)}の${left ? "残り" : ""}枚数が${parity === "odd" ? "奇数" : "偶数"}（${s(of)}${r(card)}を出した）`,
  ),
  form(
    `${seat} likes ${suit}: played the ${rank}, has ace, king or queen(, or at most two cards)?`,
    (x, of, card, short) =>
      `${who(x)}は${s(of)}を歓迎（${s(of)}${r(card)}）: A・K・Qのどれかを持つ${short ? "か、2枚以下" : ""}`,
  ),
  form(
    `${seat} does not like ${suit}: played the ${rank}, has no ace, king or queen`,
    (x, of, card) => `${who(x)}は${s(of)}を歓迎しない（${s(of)}${r(card)}）: A・K・Qを持たない`,
  ),
  form(
    `${seat} asks for ${suit}: played the ${rank} of ${suit}, has ace or king of ${suit}`,
    (x, asked, card, of) => `${who(x)}は${s(asked)}を求める（${s(of)}${r(card)}）: ${s(asked)}のAかKを持つ`,
  ),
  form(
    `${seat} did not bare the king of ${suit}: played the ${rank} and did not have just king and ${rank}`,
    (x, of, card) =>
      `${who(x)}は${s(of)}Kを裸にしない: ${s(of)}${r(card)}を出したので、K${r(card)}の2枚だけではない`,
  ),
  form(
    `${seat} led the ${rank} of ${suit}, so the ${rank} is elsewhere`,
    (x, card, of, other) => `${who(x)}は${s(of)}${r(card)}をリードした: ${s(of)}${r(other)}は別の手にある`,
  ),
  form(
    `${seat} led the ${rank} of ${suit}: (.+)`,
    (x, card, of, reason) => `${who(x)}は${s(of)}${r(card)}をリードした: ${why(reason)}`,
  ),
  form(`${seat} led ${suit}: (.+)`, (x, of, reason) => `${who(x)}は${s(of)}をリードした: ${why(reason)}`),
];

/** What a call promises, as far as it is points and lengths. */
const terms: [RegExp, string | ((...parts: string[]) => string)][] = [
  [/at most (\d+) points/g, "$1点以下"],
  [/(\d+)-(\d+) points/g, "$1〜$2点"],
  [/(\d+)\+ points/g, "$1点以上"],
  [/(\d+) points/g, "$1点"],
  [/at most (\d+) (spades|hearts|diamonds|clubs)/g, (_, count, of) => `${s(of)}${count}枚以下`],
  [/(\d+)-(\d+) (spades|hearts|diamonds|clubs)/g, (_, from, to, of) => `${s(of)}${from}〜${to}枚`],
  [/(\d+)\+ (spades|hearts|diamonds|clubs)/g, (_, count, of) => `${s(of)}${count}枚以上`],
  [/(\d+) (spades|hearts|diamonds|clubs)/g, (_, count, of) => `${s(of)}${count}枚`],
  [/spades|hearts|diamonds|clubs/g, (of) => s(of)],
  [/the longest suit/g, "最長スート"],
  [/balanced/g, "バランス"],
  [/<=/g, "≦"],
  [/>=/g, "≧"],
  [/; or /g, "、または"],
  [/ or /g, "または"],
  [/ and /g, "かつ"],
  [/, /g, "、"],
];

function promised(text: string): string | undefined {
  let said = text;
  for (const [pattern, by] of terms) said = said.replace(pattern, by as string);
  return /[a-z]{2}/.test(said) ? undefined : said;
}

/** The same in Japanese, if it is one of the forms known. */
export function inJapanese(text: string): string | undefined {
  for (const [pattern, say] of forms) {
    const found = pattern.exec(text);
    if (found) return say(...found.slice(1));
  }
  const [, x, call = "", words] = new RegExp(`^${seat}'s (\\S+) \\([^)]*\\): (.+)$`).exec(text) ?? [];
  const meaning = words && promised(words);
  return meaning ? `${who(x)}の${call === "Pass" ? "パス" : callText(call)}: ${meaning}` : undefined;
}
