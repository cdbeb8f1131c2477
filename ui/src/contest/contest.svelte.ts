// The contest as its server tells it: followed by the server's events, and by asking every second
// where those do not come. A server that is gone is asked until it is back.
import { ContestError, presence, send } from "./server.svelte";
import type { ContestMatch, ContestState, Division } from "./types";

/** Seconds between two requests: with events, without them, and while the server is gone. */
const PAUSE = { events: 15, alone: 1, gone: 2 } as const;
/** Events that come faster than this, in seconds, share one request. */
const SHORTEST = 0.25;
/** Seconds between two attempts to hear events of a server that has refused them. */
const RETRY = 10;

export class Contest {
  state = $state.raw<ContestState | undefined>();
  /** When the state came, by the clock of `performance.now`, in milliseconds. */
  received = $state(0);
  /** Since when the server has not answered. */
  lost = $state<Date | undefined>();
  /** The failure of the last request, if the server answered with one. */
  refused = $state<ContestError | undefined>();

  #events: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When events were last asked for, and the state, in milliseconds. */
  #listened = -Infinity;
  #looked = -Infinity;
  #asking = false;
  #again = false;
  #watched = false;

  /** Follows the contest; returns a function that ends it. */
  watch(): () => void {
    this.#watched = true;
    this.#soon();
    return () => {
      this.#watched = false;
      this.#listened = -Infinity;
      clearTimeout(this.#timer);
      this.#events?.close();
      this.#events = undefined;
    };
  }

  /** Asks for the state. */
  async look(): Promise<void> {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    this.#again = false;
    this.#looked = performance.now();
    try {
      this.#take(await send<ContestState>("state"));
    } catch (error) {
      this.#fail(error);
    }
    this.#asking = false;
    if (!this.#watched) return;
    if (this.#again) this.#soon();
    else this.#after(this.#pause());
  }

  match(id: string): ContestMatch | undefined {
    return this.state?.matches.find((match) => match.id === id);
  }

  division(name: string): Division | undefined {
    return this.state?.divisions.find((division) => division.name === name);
  }

  #take(state: ContestState): void {
    presence.here = true;
    this.lost = undefined;
    this.refused = undefined;
    this.state = state;
    this.received = performance.now();
    const heard = this.#events && this.#events.readyState !== 2;
    const tried = performance.now() - this.#listened < RETRY * 1000;
    if (this.#watched && !heard && !tried) this.#listen();
  }

  #fail(error: unknown): void {
    if (error instanceof ContestError && error.status !== undefined) {
      this.refused = error;
      if (this.state === undefined && [401, 404].includes(error.status)) presence.here = false;
    } else this.lost ??= new Date();
  }

  #pause(): number {
    if (this.lost || this.refused) return PAUSE.gone;
    return this.#events?.readyState === 1 ? PAUSE.events : PAUSE.alone;
  }

  #after(seconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), seconds * 1000);
  }

  /** Asks for the state, not sooner after the last request than allowed. */
  #soon(): void {
    if (this.#asking) this.#again = true;
    else this.#after(Math.max(0, SHORTEST - (performance.now() - this.#looked) / 1000));
  }

  #listen(): void {
    this.#events?.close();
    if (typeof EventSource === "undefined") return;
    this.#listened = performance.now();
    const events = new EventSource("/cup/api/stream");
    // Events that were missed are in the state.
    for (const kind of ["state", "open", "error"]) events.addEventListener(kind, () => this.#soon());
    this.#events = events;
  }
}

export const contest = new Contest();
