// One WebSocket for all tasks of the page. It is opened when something is watched, and opened again
// when it is lost; the workbench then tells the whole state again, so nothing is missed.
import type { Fault, TaskState } from "./schema";

type Listener = (state: TaskState | Fault) => void;

const listeners = new Map<string, Listener>();
let socket: WebSocket | undefined;
let pause = 250;

function say(words: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(words));
}

function open(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/live`);
  socket.onopen = () => {
    pause = 250;
    for (const id of listeners.keys()) say({ watch: id });
  };
  socket.onmessage = (event) => hear(String(event.data));
  socket.onclose = () => {
    socket = undefined;
    if (listeners.size === 0) return;
    setTimeout(() => socket ?? open(), pause);
    pause = Math.min(pause * 2, 5000);
  };
}

function hear(text: string): void {
  const said = JSON.parse(text) as TaskState | { fault: Fault; about: string };
  if ("task" in said) {
    listeners.get(said.task)?.(said);
    return;
  }
  const about = JSON.parse(said.about) as { watch?: string };
  if (about.watch) listeners.get(about.watch)?.(said.fault);
}

/** Tells every change of a task from now on; call what is returned to end it. */
export function watchTask(id: string, listener: Listener): () => void {
  listeners.set(id, listener);
  if (socket) say({ watch: id });
  else open();
  return () => {
    listeners.delete(id);
    say({ leave: id });
  };
}
