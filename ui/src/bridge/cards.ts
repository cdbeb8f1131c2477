// Cards, seats and boards as the page shows them. No rules: the workbench knows the legal actions.
import type { BridgeBoard, BridgeSeat } from "../lib/schema";

export const seats = ["N", "E", "S", "W"] as const satisfies readonly BridgeSeat[];
export const suits = ["S", "H", "D", "C"] as const;
export type Suit = (typeof suits)[number];

const symbols: Record<string, string> = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** Returns the symbol of a suit. */
export function suitSymbol(suit: string): string {
  return symbols[suit] ?? suit;
}

/** Returns a rank for display: a ten is 10 on the page, and T in files. */
export function rank(card: string): string {
  const letter = card.slice(1);
  return letter === "T" ? "10" : letter;
}

/** A card as it is shown: `♠10`. */
export function face(card: string): string {
  return suitSymbol(card.slice(0, 1)) + rank(card);
}

/**
 * Returns the parts of a call or contract: the text before the suit, the suit if there is one, and
 * the text after it.
 */
export function callParts(call: string): { before: string; suit: string; after: string } {
  const found = /^([1-7])(C|D|H|S|NT)(X{0,2})$/.exec(call);
  if (!found) return { before: call, suit: "", after: "" };
  const [, level = "", strain = "", doubled = ""] = found;
  const suit = strain === "NT" ? "" : strain;
  return { before: level + (suit ? "" : "NT"), suit, after: doubled.replaceAll("X", "×") };
}

/** A call in plain text: `3NT`, `4♠×`. */
export function callText(call: string): string {
  const { before, suit, after } = callParts(call);
  return before + (suit && suitSymbol(suit)) + after;
}

/** The cards of one suit, in the order given. */
export function ofSuit(cards: readonly string[], suit: string): string[] {
  return cards.filter((card) => card.startsWith(suit));
}

/** The place of a seat in lists: North first. */
export function place(seat: BridgeSeat): number {
  return seats.indexOf(seat);
}

/** The partner of a seat. */
export function partner(seat: BridgeSeat): BridgeSeat {
  return seats[(place(seat) + 2) % 4] ?? seat;
}

/** The side of a seat: 0 is North-South. */
export function sideOf(seat: BridgeSeat): 0 | 1 {
  return place(seat) % 2 === 0 ? 0 : 1;
}

/** The number of calls and cards of a board. */
export function steps(board: BridgeBoard): number {
  return board.auction.length + board.play.length;
}

/**
 * Returns the board with one more call or card after the first `step`, without those that followed.
 */
export function continued(
  board: BridgeBoard,
  step: number,
  action: { call: string } | { card: string },
): BridgeBoard {
  const cards = Math.max(0, step - board.auction.length);
  const cut = { ...board, result: null };
  if ("call" in action) {
    return { ...cut, auction: [...board.auction.slice(0, step), action.call], play: [], made_up: false };
  }
  return { ...cut, play: [...board.play.slice(0, cards), action.card] };
}

/** The board without anything after the first `step` calls and cards. */
export function cutAt(board: BridgeBoard, step: number): BridgeBoard {
  const calls = board.auction.slice(0, step);
  return {
    ...board,
    auction: calls,
    play: board.play.slice(0, Math.max(0, step - board.auction.length)),
    result: null,
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Accepts a board from storage. */
export function asBoard(value: unknown): BridgeBoard | undefined {
  const board = value as Partial<BridgeBoard> | null;
  if (typeof board !== "object" || board === null) return undefined;
  const fits =
    typeof board.number === "number" &&
    isText(board.title) &&
    isTexts(board.names) &&
    board.names.length === 4 &&
    seats.some((seat) => seat === board.dealer) &&
    ["None", "NS", "EW", "All"].includes(board.vulnerable ?? "") &&
    isText(board.deal) &&
    isTexts(board.auction) &&
    typeof board.made_up === "boolean" &&
    isTexts(board.play) &&
    (board.result === undefined || board.result === null || typeof board.result === "number");
  return fits ? (board as BridgeBoard) : undefined;
}

/** The board of a first visit: the second worked example of the abc paper, played to the end. */
export const sample: BridgeBoard = {
  number: 2,
  title: "Otawa & Uehara 2006, 2",
  names: ["", "", "", ""],
  dealer: "S",
  vulnerable: "None",
  deal: "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74",
  auction: ["1H", "1S", "3H", "Pass", "4H", "Pass", "Pass", "Pass"],
  made_up: false,
  play: "DA D6 D9 D3 DK D7 D2 D4 CA C2 C5 C6 D5 D8 H2 DQ S2 S3 S5 SK DT C8 H7 C4 SA S9 S4 S6 H4 H6 H9 H3 DJ C9 H8 S7 HT H5 HQ ST C3 CJ CK C7 HJ S8 HK SQ CQ CT HA SJ".split(
    " ",
  ),
  result: null,
};

/** Returns a random seed. */
export function seed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}
