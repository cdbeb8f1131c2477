import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RequestError, type Name } from "./api";
import { Task } from "./task.svelte";

// The operations of the pages do not matter here.
const operation = "curling/test" as Name;

class Socket {
  static OPEN = 1;
  static last: Socket | undefined;
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;
  constructor(readonly address: string) {
    Socket.last = this;
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }
  send(words: string) {
    this.sent.push(words);
  }
  receive(state: object) {
    this.onmessage?.({ data: JSON.stringify(state) });
  }
}

const requests: string[] = [];
let answer: () => Promise<Response>;

beforeEach(() => {
  requests.length = 0;
  answer = async () => Response.json({ task: "t1" }, { status: 202 });
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    requests.push(`${init.method} ${path}`);
    return init.method === "DELETE" ? Promise.resolve(new Response(null, { status: 204 })) : answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const state = (more: object) => ({ task: "t1", operation: "curling/test", progress: {}, ...more });

test("a task tells its progress and its result", async () => {
  const task = new Task(operation);
  const result = task.start({} as never);
  await settle();
  expect(task.busy).toBe(true);
  Socket.last!.receive(state({ phase: "running", progress: { part: 0.5, words: "1 / 2" } }));
  expect(task.progress.part).toBe(0.5);
  Socket.last!.receive(state({ phase: "done", result: { value: 3 } }));
  expect(await result).toEqual({ value: 3 });
  expect(task.busy).toBe(false);
});

test("a cancelled task is stopped at the workbench too", async () => {
  const task = new Task(operation);
  const result = task.start({} as never);
  await settle();
  task.cancel();
  await expect(result).rejects.toBeInstanceOf(RequestError);
  expect(task.phase).toBe("cancelled");
  expect(requests).toContain("DELETE /api/tasks/t1");
});

test("a cancelled task keeps its best answer and still hears a better one", async () => {
  const task = new Task(operation);
  task.begin({} as never);
  await settle();
  Socket.last!.receive(state({ phase: "running", partial: { value: 1 } }));
  expect(task.answer).toEqual({ value: 1 });
  task.cancel();
  Socket.last!.receive(state({ phase: "running", partial: { value: 2 } }));
  expect([task.phase, task.busy]).toEqual(["cancelled", false]);
  Socket.last!.receive(state({ phase: "cancelled", result: { value: 3 } }));
  expect([task.phase, task.answer]).toEqual(["cancelled", { value: 3 }]);
});

test("a task cancelled before the workbench has answered is stopped when it does", async () => {
  let release = (_: Response): void => undefined;
  answer = () => new Promise((resolve) => (release = resolve));
  const task = new Task(operation);
  const result = task.start({} as never);
  task.cancel();
  release(Response.json({ task: "t1" }, { status: 202 }));
  await expect(result).rejects.toBeInstanceOf(RequestError);
  expect(requests).toContain("DELETE /api/tasks/t1");
  expect(task.phase).toBe("cancelled");
});

test("a fault is told in the workbench's words", async () => {
  answer = async () =>
    Response.json({ kind: "wrong", message: "no stones", place: "stones" }, { status: 400 });
  const task = new Task(operation);
  await expect(task.start({} as never)).rejects.toThrow("stones: no stones");
  expect(task.fault?.place).toBe("stones");
});

test("a named task is found again after a reload", async () => {
  const before = new Task(operation, "probe");
  before.begin({} as never);
  await settle();
  const after = new Task(operation, "probe");
  await settle();
  Socket.last!.receive(state({ phase: "done", result: { value: 4 } }));
  expect(after.result).toEqual({ value: 4 });
});

test("a workbench that has forgotten the task leaves an empty one", async () => {
  localStorage.setItem("sakiyomi.task.old", JSON.stringify("t9"));
  const task = new Task(operation, "old");
  await settle();
  Socket.last!.receive({
    fault: { kind: "missing", message: "gone" },
    about: JSON.stringify({ watch: "t9" }),
  });
  expect(task.phase).toBeUndefined();
  expect(localStorage.getItem("sakiyomi.task.old")).toBeNull();
});
