// Requests to the workbench: quick operations answer at once, the others start a task (see
// task.svelte.ts).
import { defineMessages } from "./i18n.svelte";
import type { Fault, Operations, Started } from "./schema";

const words = defineMessages({
  en: {
    unreachable: "the workbench cannot be reached: is it still running?",
    badAnswer: (status: number) => `the workbench answered with ${status}`,
  },
  ja: {
    unreachable: "Sakiyomiに接続できません。起動しているか確かめてください。",
    badAnswer: (status: number) => `Sakiyomiの応答に誤りがあります（${status}）。`,
  },
});

export type Name = keyof Operations;
export type Input<K extends Name> = Operations[K]["input"];
export type Output<K extends Name> = Operations[K]["output"];

/** A failed request: the fault of the workbench, or that it cannot be reached. */
export class RequestError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.place ? `${fault.place}: ${fault.message}` : fault.message);
  }
}

/** The name of this page at the workbench, by which pages are served in turn. */
const client = crypto.getRandomValues(new Uint32Array(2)).join("-");

/** Sends a request and returns the answer; a fault is thrown as `RequestError`. */
export async function request(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const headers: Record<string, string> = { "x-sakiyomi-client": client };
  if (body !== undefined) headers["content-type"] = "application/json";
  const text = body === undefined ? null : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: text, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError({
      kind: "failed",
      message: words().unreachable,
    });
  }
  if (response.status === 204) return undefined;
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw new RequestError(asFault(answer, response.status));
}

function asFault(answer: unknown, status: number): Fault {
  const fault = answer as Partial<Fault> | undefined;
  if (typeof fault?.kind === "string" && typeof fault.message === "string") return fault as Fault;
  return { kind: "failed", message: words().badAnswer(status) };
}

/** Calls a quick operation. */
export async function ask<K extends Name>(
  name: K,
  input: Input<K>,
  signal?: AbortSignal,
): Promise<Output<K>> {
  return (await request("POST", `/api/${name}`, input, signal)) as Output<K>;
}

/** Starts a long operation and returns the task's id. */
export async function start<K extends Name>(name: K, input: Input<K>): Promise<string> {
  return ((await request("POST", `/api/${name}`, input)) as Started).task;
}

/** Returns the fault of a thrown value. */
export function faultOf(error: unknown): Fault {
  if (error instanceof RequestError) return error.fault;
  return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
}
