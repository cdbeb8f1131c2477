// A computation as the page sees it: started, watched, cancelled, found again after a reload.
import { faultOf, RequestError, request, start, type Input, type Name, type Output } from "./api";
import { asText, readStored, writeStored } from "./storage.svelte";
import { watchTask } from "./taskSocket";
import type { Fault, Phase, Progress, TaskState } from "./schema";

const CANCELLED: Fault = { kind: "cancelled", message: "cancelled" };

/** Tells the workbench to stop; if it cannot be reached there is nothing to stop. */
function stop(id: string): void {
  request("DELETE", `/api/tasks/${id}`).catch(() => undefined);
}

export class Task<K extends Name> {
  /** Where it stands; nothing before it is started. */
  phase = $state<Phase | undefined>();
  progress = $state<Progress>({});
  /** What is known so far; many operations tell nothing before the end. */
  partial = $state.raw<Partial<Output<K>> | undefined>();
  result = $state.raw<Output<K> | undefined>();
  fault = $state.raw<Fault | undefined>();

  #id: string | undefined;
  #round = 0;
  #leave: (() => void) | undefined;
  #waiting: { resolve: (result: Output<K>) => void; reject: (error: RequestError) => void }[] = [];

  /**
   * With a name, the task is found again after a reload, its result too as long as the workbench
   * remembers it.
   */
  constructor(
    readonly operation: K,
    readonly name?: string,
  ) {
    const id = name && readStored(`task.${name}`, asText);
    if (id) this.#follow(id);
  }

  /** Whether it waits or is computed. */
  get busy(): boolean {
    return this.phase === "waiting" || this.phase === "running";
  }

  /**
   * The best answer so far: the result, or what was known before it came. For operations whose
   * partial answers have the form of the result.
   */
  get answer(): Output<K> | undefined {
    return this.result ?? (this.partial as Output<K> | undefined);
  }

  /** Starts the computation; one under way is cancelled. Gives the result, or throws `RequestError`. */
  async start(input: Input<K>): Promise<Output<K>> {
    this.cancel();
    this.clear();
    this.phase = "waiting";
    const round = ++this.#round;
    let id: string;
    try {
      id = await start(this.operation, input);
    } catch (error) {
      if (round === this.#round) this.#end("failed", faultOf(error));
      throw error;
    }
    // Cancelled or started anew while the request was under way.
    if (round !== this.#round || !this.busy) {
      stop(id);
      throw new RequestError(CANCELLED);
    }
    this.#follow(id);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Starts the computation and leaves everything to the fields. */
  begin(input: Input<K>): void {
    this.start(input).catch(() => undefined);
  }

  /**
   * Cancels the computation under way, if there is one. What it has found until then is still
   * heard.
   */
  cancel(): void {
    if (!this.busy) return;
    if (this.#id) stop(this.#id);
    this.#settle("cancelled");
  }

  /** Forgets everything about the last computation. */
  clear(): void {
    this.#forget();
    this.phase = undefined;
    this.progress = {};
    this.partial = this.result = this.fault = undefined;
  }

  #follow(id: string): void {
    this.#id = id;
    if (this.name) writeStored(`task.${this.name}`, id);
    this.#leave = watchTask(id, (state) => {
      if (this.#id !== id) return;
      if ("task" in state) this.#hear(state);
      // A task of a workbench that has been restarted since: nothing to show.
      else if (this.#waiting.length === 0) this.clear();
      else this.#end("failed", state);
    });
  }

  #hear(state: TaskState): void {
    this.progress = state.progress;
    if (state.partial !== undefined) this.partial = state.partial as Partial<Output<K>>;
    if (state.result !== undefined) this.result = state.result as Output<K>;
    if (state.phase !== "waiting" && state.phase !== "running") this.#end(state.phase, state.fault);
    else if (this.phase !== "cancelled") this.phase = state.phase;
  }

  #end(phase: Phase, fault?: Fault | null): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#settle(phase, fault);
  }

  /** Answers whoever waits for the result. */
  #settle(phase: Phase, fault?: Fault | null): void {
    this.phase = phase;
    this.fault = fault ?? undefined;
    const waiting = this.#waiting.splice(0);
    for (const { resolve, reject } of waiting) {
      if (phase === "done" && this.result !== undefined) resolve(this.result);
      else reject(new RequestError(fault ?? CANCELLED));
    }
  }

  #forget(): void {
    this.#leave?.();
    this.#leave = this.#id = undefined;
    if (this.name) writeStored(`task.${this.name}`, undefined);
  }
}
