// Double-dummy tricks of the legal cards, loaded on demand and cached while the page is open.
import type { BridgeAt, BridgeCardTricks } from "../lib/schema";
import { Task } from "../lib/task.svelte";
import { keyOf } from "./boardState.svelte";

const remembered = new Map<string, BridgeCardTricks>();

export class CardTricks {
  task = new Task("bridge/double_dummy");
  /** The tricks of each card, once they are known. */
  numbers = $state.raw<Map<string, { tricks: number; best: boolean }> | undefined>();

  /** Create it while a component is created. `at` returns nothing where no numbers are wanted. */
  constructor(at: () => BridgeAt | undefined) {
    $effect(() => {
      const wanted = at();
      this.numbers = undefined;
      if (!wanted) return;
      const key = keyOf(wanted);
      const known = remembered.get(key);
      if (known) {
        this.numbers = numbered(known);
        return;
      }
      let left = false;
      // Positions passed quickly are not loaded.
      const pause = setTimeout(() => void this.#count(wanted, key, () => left), 200);
      return () => {
        left = true;
        clearTimeout(pause);
        this.task.cancel();
      };
    });
  }

  async #count(at: BridgeAt, key: string, left: () => boolean): Promise<void> {
    try {
      const found = await this.task.start({ board: at.board, step: at.step });
      remembered.set(key, found);
      if (!left()) this.numbers = numbered(found);
    } catch {
      // The task holds the fault.
    }
  }
}

function numbered(found: BridgeCardTricks): Map<string, { tricks: number; best: boolean }> {
  return new Map(found.cards.map(({ card, tricks, best }) => [card, { tricks, best }]));
}
