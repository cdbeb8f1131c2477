// The organiser's session: a password that lives in this page's memory only, what the server tells
// whoever knows it, and what can be done with it.
import { contest } from "./contest.svelte";
import { ContestError, oneAtATime, send } from "./server.svelte";
import type { OrganiserView } from "./types";

export class Organiser {
  view = $state.raw<OrganiserView | undefined>();
  /** Why the last request failed. */
  fault = $state<ContestError | undefined>();
  /** Whether a request of the organiser is under way. */
  busy = $state(false);
  #password = $state("");

  get signedIn(): boolean {
    return this.view !== undefined;
  }

  /** Asks for the organiser's view with this password. */
  async signIn(password: string): Promise<void> {
    this.#password = password;
    await this.#attempt(async () => {
      this.view = await send<OrganiserView>("organiser", { password });
    });
  }

  signOut(): void {
    this.#password = "";
    this.view = undefined;
    this.fault = undefined;
  }

  /** Asks for the view again; a server that is gone is told of by the contest. */
  readonly refresh = oneAtATime(async () => {
    if (!this.signedIn) return;
    try {
      const view = await send<OrganiserView>("organiser", { password: this.#password });
      if (this.signedIn) this.view = view;
    } catch (error) {
      if (error instanceof ContestError && error.status === 401) this.signOut();
    }
  });

  /** Pauses or resumes the contest. */
  pause(paused: boolean): Promise<boolean> {
    return this.#post(paused ? "pause" : "resume");
  }

  /** Lets an entrant lose a match. */
  forfeit(match: string, entrant: string): Promise<boolean> {
    return this.#post(`matches/${encodeURIComponent(match)}/forfeit`, { entrant });
  }

  /** Declares a match void, so that it is played again. */
  replay(match: string): Promise<boolean> {
    return this.#post(`matches/${encodeURIComponent(match)}/replay`);
  }

  async #post(path: string, body?: unknown): Promise<boolean> {
    const password = this.#password;
    const done = await this.#attempt(() => send(`organiser/${path}`, { method: "POST", password, body }));
    void contest.look();
    this.refresh();
    return done;
  }

  /** Does something and returns whether it succeeded. */
  async #attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.fault = undefined;
    try {
      await work();
    } catch (error) {
      this.fault = error instanceof ContestError ? error : new ContestError(undefined, String(error));
    }
    this.busy = false;
    return this.fault === undefined;
  }
}

export const organiser = new Organiser();
