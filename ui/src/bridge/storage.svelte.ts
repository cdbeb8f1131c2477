// Stored boards of the bridge page: those that are open, and the one shown.
import { Stored } from "../lib/storage.svelte";
import type { BridgeBoard } from "../lib/schema";
import { asBoard, sample, steps } from "./cards";

export type Open = {
  /** The boards of the file. */
  boards: BridgeBoard[];
  /** Which of them is shown. */
  index: number;
  /** The number of calls and cards shown. */
  step: number;
  /** The variation that is shown instead of the record, if there is one. */
  tried: BridgeBoard | null;
};

const initial: Open = { boards: [sample], index: 0, step: 16, tried: null };

function asOpen(value: unknown): Open | undefined {
  const open = value as Partial<Open> | null;
  if (typeof open !== "object" || open === null || !Array.isArray(open.boards)) return undefined;
  const boards = open.boards.map(asBoard).filter((board) => board !== undefined);
  if (boards.length === 0) return undefined;
  const whole = (number: unknown) =>
    Number.isInteger(number) && (number as number) >= 0 ? (number as number) : 0;
  const index = Math.min(whole(open.index), boards.length - 1);
  return { boards, index, step: whole(open.step), tried: asBoard(open.tried) ?? null };
}

export const open = new Stored<Open>("bridge.open", initial, asOpen);

/** Opens boards and shows the first of them, at a step or where the play begins. */
export function show(boards: BridgeBoard[], step?: number): void {
  const first = boards[0];
  if (!first) return;
  open.value = { boards, index: 0, step: Math.min(step ?? first.auction.length, steps(first)), tried: null };
}
