// WebSocket for all tasks of the page. It is opened when a task is watched, and reopened when it is
// lost; the workbench then sends the whole state again, so that nothing is missed.
import type { Fault, TaskState } from "./schema";

type Listener = (state: TaskState | Fault) => void;

const listeners = new Map<string, Listener>();
let socket: WebSocket | undefined;
let pause = 250;

function send(words: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(words));
}

function open(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/live`);
  socket.onopen = () => {
    pause = 250;
    for (const id of listeners.keys()) send({ watch: id });
  };
  socket.onmessage = (event) => receive(String(event.data));
  socket.onclose = () => {
    socket = undefined;
    if (listeners.size === 0) return;
    setTimeout(() => socket ?? open(), pause);
    pause = Math.min(pause * 2, 5000);
  };
}

function receive(text: string): void {
  const message = JSON.parse(text) as TaskState | { fault: Fault; about: string };
  if ("task" in message) {
    listeners.get(message.task)?.(message);
    return;
  }
  const about = JSON.parse(message.about) as { watch?: string };
  if (about.watch) listeners.get(about.watch)?.(message.fault);
}

/** Calls the listener on every change of a task until the returned function is called. */
export function watchTask(id: string, listener: Listener): () => void {
  listeners.set(id, listener);
  if (socket) send({ watch: id });
  else open();
  return () => {
    listeners.delete(id);
    send({ leave: id });
  };
}
