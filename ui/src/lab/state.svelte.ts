// What is going on in the lab, asked for again and again while a page of it is open: more often
// while something is under way.
import { ask, faultOf } from "../lib/api";
import type { Fault, LabExperiments, LabRunning } from "../lib/schema";

const BUSY = 800;
const IDLE = 4000;

class LabState {
  /** The experiments, as soon as they are known. */
  list = $state.raw<LabExperiments | undefined>();
  /** What is under way. */
  running = $state.raw<LabRunning[]>([]);
  fault = $state.raw<Fault | undefined>();

  #watchers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = "";

  /** Looks until what is returned is called; for `$effect`. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) void this.#look();
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) clearTimeout(this.#timer);
    };
  }

  /** Asks for the experiments and what is under way. */
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

  /** Looks at once instead of after a while: something was started or stopped. */
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

  /** Asks only for what is under way; for everything if something has begun or ended. */
  async #glance(): Promise<void> {
    try {
      const { running } = await ask("lab/running", {});
      // What has ended goes together with the new counts: old ones must not be seen in between.
      if (this.#titles(running) !== this.#known) await this.refresh();
      else this.running = running;
    } catch (error) {
      this.fault = faultOf(error);
    }
  }

  /** The run of an experiment, if it is under way. */
  find(name: string, short: boolean): LabRunning | undefined {
    return this.running.find((run) => !run.tournament && run.name === name && run.short === short);
  }
}

export const lab = new LabState();
