// Deal in play against the players, stored whole, so that a reload continues it.
import { asFlag, asNumber, asText, Stored, oneOf } from "../lib/storage.svelte";
import type { BridgeBoard, BridgeContract, BridgeSeat } from "../lib/schema";
import { asBoard, cutAt, partner, steps } from "./cards";

/** The seat of the user. */
export const me: BridgeSeat = "S";

export type Game = {
  board: BridgeBoard;
  /** Whether the players finish the deal alone. */
  alone: boolean;
  /** The steps of the user's own calls and cards. */
  mine: number[];
};

function asGame(value: unknown): Game | null | undefined {
  if (value === null) return null;
  const game = value as Partial<Game> | undefined;
  const board = asBoard(game?.board);
  if (!board || typeof game?.alone !== "boolean" || !Array.isArray(game.mine)) return undefined;
  return { board, alone: game.alone, mine: game.mine.filter((step) => Number.isInteger(step)) };
}

export const game = new Stored<Game | null>("bridge.game", null, asGame);
export const opponent = new Stored("bridge.opponent", "minimax", (value) => asText(value) || undefined);
export const pace = new Stored("bridge.pace", 1, asNumber);
export const cards = new Stored("bridge.cards", "any", oneOf("any", "strong", "game"));
export const bidding = new Stored("bridge.bidding", true, asFlag);

/** Whether the user decides: for their own hand, and for both hands if their side declares. */
export function isMine(decider: BridgeSeat, contract: BridgeContract | null | undefined): boolean {
  return decider === me || (decider === partner(me) && contract?.declarer === decider);
}

/** Returns the game before the user's last claim, call or card; nothing if there was none. */
export function takenBack(now: Game): Game | undefined {
  if (now.board.result != null) return { ...now, alone: false, board: { ...now.board, result: null } };
  const last = now.mine.filter((step) => step < steps(now.board)).at(-1);
  if (last === undefined) return undefined;
  return { board: cutAt(now.board, last), alone: false, mine: now.mine.filter((step) => step < last) };
}
