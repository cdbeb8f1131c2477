// Task handle: a computation of the workbench, started, watched, cancelled, and found again after a
// reload.
import { faultOf, RequestError, request, start, type Input, type Name, type Output } from "./api";
import { asText, readStored, writeStored } from "./storage.svelte";
import { watchTask } from "./taskSocket";
import type { Fault, Phase, Progress, TaskState } from "./schema";

const CANCELLED: Fault = { kind: "cancelled", message: "cancelled" };

/** Stops a task; a workbench that cannot be reached has nothing to stop. */
function stop(id: string): void {
  request("DELETE", `/api/tasks/${id}`).catch(() => undefined);
}

export class Task<K extends Name> {
  /** The phase; nothing before the start. */
  phase = $state<Phase | undefined>();
  progress = $state<Progress>({});
  /** The partial answer; many operations have none before the end. */
  partial = $state.raw<Partial<Output<K>> | undefined>();
  result = $state.raw<Output<K> | undefined>();
  fault = $state.raw<Fault | undefined>();

  #id: string | undefined;
  #round = 0;
  #leave: (() => void) | undefined;
  #waiting: { resolve: (result: Output<K>) => void; reject: (error: RequestError) => void }[] = [];

  /**
   * A named task is found again after a reload, with its result as long as the workbench has it.
   */
  constructor(
    readonly operation: K,
    readonly name?: string,
  ) {
    const id = name && readStored(`task.${name}`, asText);
    if (id) this.#follow(id);
  }

  /** Whether the task is waiting or running. */
  get busy(): boolean {
    return this.phase === "waiting" || this.phase === "running";
  }

  /**
   * The best answer so far: the result, or the partial answer before it. For operations whose
   * partial answers have the form of the result.
   */
  get answer(): Output<K> | undefined {
    return this.result ?? (this.partial as Output<K> | undefined);
  }

  /**
   * Starts the computation and cancels the running one. Returns the result, or throws
   * `RequestError`.
   */
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
    // Cancelled or restarted while the request was under way.
    if (round !== this.#round || !this.busy) {
      stop(id);
      throw new RequestError(CANCELLED);
    }
    this.#follow(id);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Starts the computation; its outcome is read from the fields. */
  begin(input: Input<K>): void {
    this.start(input).catch(() => undefined);
  }

  /** Cancels the running computation, if there is one. Its best answer so far is still received. */
  cancel(): void {
    if (!this.busy) return;
    if (this.#id) stop(this.#id);
    this.#settle("cancelled");
  }

  /** Clears everything about the last computation. */
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
      if ("task" in state) this.#receive(state);
      // A task of a workbench that has been restarted since: nothing to show.
      else if (this.#waiting.length === 0) this.clear();
      else this.#end("failed", state);
    });
  }

  #receive(state: TaskState): void {
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

  /** Settles the promises that wait for the result. */
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
