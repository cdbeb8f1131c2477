// Faults of the workbench in the chosen language: by their code, else as the workbench words them.
import { defineMessages, language } from "./i18n.svelte";
import { unitText } from "./units";
import type { Fault } from "./schema";

/** A fault whose code and values may be missing: those of version 0.1 have none. */
export type CodedFault = Fault & {
  code?: string | null;
  values?: Record<string, string> | null;
};

type Values = Record<string, string>;

const unitOf = ({ unit = "" }: Values): string => unitText(unit);

function range(values: Values): string {
  const { min, max } = values;
  const unit = unitOf(values);
  if (min !== undefined && max !== undefined) return `${min}〜${max}${unit}の範囲で指定してください。`;
  if (min !== undefined) return `${min}${unit}以上にしてください。`;
  if (max !== undefined) return `${max}${unit}以下にしてください。`;
  return "値が範囲外です。";
}

/** Japanese texts by code. */
const japanese: Record<string, (values: Values) => string> = {
  cancelled: () => "中止しました。",
  "timed-out": ({ seconds }) => `${seconds}秒以内に終わりませんでした。`,
  "queue-full": ({ waiting }) => `このページの依頼が${waiting}件待っています。終わるまでお待ちください。`,
  "server-busy": () => "依頼が混み合っています。しばらくしてからやり直してください。",
  closing: () => "Sakiyomiが終了しようとしています。",
  "unknown-operation": ({ name }) => `操作「${name}」はありません。ページを読み込み直してください。`,
  "unknown-task": () => "この計算はもう残っていません。もう一度始めてください。",
  "unknown-game": ({ name, known }) => `ゲーム「${name}」はありません（使えるもの: ${known}）。`,
  "unknown-player": ({ name, known }) => `プレイヤー「${name}」はありません（使えるもの: ${known}）。`,
  "unknown-setting": ({ player, key, known }) =>
    `プレイヤー「${player}」に設定「${key}」はありません（使えるもの: ${known}）。`,
  "bad-setting": ({ key, value, why }) => `設定「${key}=${value}」は使えません（${why}）。`,
  "setting-limit": ({ key, value, max }) =>
    `設定「${key}=${value}」は大きすぎます。画面からは${max}以下にしてください。`,
  "program-forbidden": ({ name }) =>
    `「${name}:」は外部のプログラムを起動するため、画面からは使えません。コマンドラインを使ってください。`,
  "file-forbidden": ({ key, value }) =>
    `設定「${key}=${value}」はファイルを読み込むため、画面からは使えません。`,
  "unknown-experiment": ({ name }) => `実験「${name}」はありません。`,
  "no-results": ({ name }) => `「${name}」にはまだ結果がありません。先に実行してください。`,
  "already-running": ({ what }) =>
    what === "tournament" ? "この大会はすでに実行中です。" : "この実験はすでに実行中です。",
  "unknown-record": ({ name }) => `記録「${name}」が見つかりません。`,
  "record-required": () => "Sakiyomiの試合記録だけに使えます。ほかのプログラムのログの続きは行えません。",
  "out-of-range": range,
  "too-long": (values) => `長すぎます。${values.max}${unitOf(values)}以下にしてください。`,
  "too-many": ({ max }) => `多すぎます。${max}個以下にしてください。`,
  empty: () => "内容がありません。",
  "game-over": () => "すでに終わっています。",
  "no-shot-next": () => "次の投球がありません。",
  "stones-not-placed": () => "先にこのエンドのストーンを配置してください。",
  "invalid-position": ({ why }) => `この局面または条件は成り立ちません（${why}）。`,
  "invalid-moves": ({ why }) => `ルールに合わない手順です（${why}）。`,
  "unreadable-file": ({ why }) => `ファイルを読めません（${why}）。`,
  "invalid-input": ({ why }) => `ページの依頼に誤りがあります（${why}）。ページを読み込み直してください。`,
  "invalid-player": ({ why }) => `プレイヤーの指定に誤りがあります（${why}）。`,
  "player-failed": ({ player, why }) => `プレイヤー「${player}」は答えを出せませんでした（${why}）。`,
  "internal-error": ({ why }) => `内部エラーです（${why}）。`,
  explained: ({ why }) => (/[。）]$/.test(why ?? "") ? why! : `${why}。`),
  "token-required": () => "トークンが必要です。起動時に表示されたアドレスを開いてください。",
};

const words = defineMessages({
  en: { place: (line: string, column: string) => `line ${line}, column ${column}` },
  ja: { place: (line: string, column: string) => `${line}行${column}桁` },
});

/** Returns the message of a fault in the chosen language; in English if it has no known code. */
export function faultText(fault: CodedFault): string {
  const { code, values, message } = fault;
  if (language.value !== "ja" || !code || !Object.hasOwn(japanese, code)) return message;
  const { why = "", why_ja = why, ...others } = values ?? {};
  return japanese[code]!({ ...others, why: why_ja });
}

/** Returns the place of a fault for users: a line and column of a text. */
export function placeText({ place }: CodedFault): string | undefined {
  // The path of a field of the request, such as `game.scores`, means nothing to users.
  if (!place || /^\w+\.\S+$/.test(place)) return undefined;
  const [, line, column] = /^line (\d+), column (\d+)$/.exec(place) ?? [];
  return line && column ? words().place(line, column) : place;
}
