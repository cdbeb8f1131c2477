// State of the lab, polled while one of its pages is open, more often while something is running.
import { ask, faultOf } from "../lib/api";
import type { Fault, LabExperiments, LabRunning } from "../lib/schema";

const BUSY = 800;
const IDLE = 4000;

class LabState {
  /** The experiments, as soon as they are known. */
  list = $state.raw<LabExperiments | undefined>();
  /** The active runs. */
  running = $state.raw<LabRunning[]>([]);
  fault = $state.raw<Fault | undefined>();

  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = "";

  /** Polls until the returned function is called; for `$effect`. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) void this.#look();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) clearTimeout(this.#timer);
    };
  }

  /** Loads the experiments and the active runs. */
  async refresh(): Promise<void> {
    try {
      this.list = await ask("lab/experiments", {});
      this.running = this.list.running;
      this.#known = this.#titles(this.running);
      this.fault = undefined;
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** Polls at once: something was started or stopped. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), 150);
  }

  #titles(running: LabRunning[]): string {
    return running.map(({ name, short, tournament }) => `${name}/${short}/${tournament}`).join(" ");
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.list && this.fault === undefined) await this.#glance();
    else await this.refresh();
    if (this.#watchers > 0) {
      this.#timer = setTimeout(() => void this.#look(), this.running.length > 0 ? BUSY : IDLE);
    }
  }

  /** Loads the active runs only; everything if a run has started or ended. */
  async #glance(): Promise<void> {
    try {
      const { running } = await ask("lab/running", {});
      // Ended runs disappear together with the new counts: old ones must not be shown in between.
      if (this.#titles(running) !== this.#known) await this.refresh();
      else this.running = running;
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** Returns the active run of an experiment. */
  find(name: string, short: boolean): LabRunning | undefined {
    return this.running.find((run) => !run.tournament && run.name === name && run.short === short);
  }
}

export const lab = new LabState();
