// State of a board at a step, loaded from the workbench whenever board or step change.
import { ask, faultOf } from "../lib/api";
import type { BridgeAt, BridgeState, Fault } from "../lib/schema";

export class BoardState {
  /** The last state, and the board and step it belongs to. */
  state = $state.raw<BridgeState | undefined>();
  at = $state.raw<BridgeAt | undefined>();
  fault = $state.raw<Fault | undefined>();

  /** Create it while a component is created: it reloads whenever `at` changes. */
  constructor(at: () => BridgeAt | undefined) {
    $effect(() => {
      const wanted = at();
      const control = new AbortController();
      if (wanted) void this.#ask(wanted, control.signal);
      else this.state = this.at = undefined;
      return () => control.abort();
    });
  }

  async #ask(wanted: BridgeAt, signal: AbortSignal): Promise<void> {
    try {
      const state = await ask("bridge/state", wanted, signal);
      if (signal.aborted) return;
      this.state = state;
      this.at = wanted;
      this.fault = undefined;
    } catch (error) {
      if (!signal.aborted) this.fault = faultOf(error);
    }
  }
}

/** Returns the key of a position: everything that an answer depends on. */
export function keyOf(at: BridgeAt): string {
  const { board, step } = at;
  const calls = board.auction.slice(0, step);
  const cards = board.play.slice(0, Math.max(0, step - board.auction.length));
  return [board.deal, board.dealer, board.vulnerable, calls.join(" "), cards.join(" ")].join("|");
}
