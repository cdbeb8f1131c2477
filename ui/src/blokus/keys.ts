// Keyboard control of the board.
import type { Table } from "./table.svelte";

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Letters that name pieces; F and R are taken. */
const letters = "ILNOPTUVWXYZ";

/** Handles a key and returns whether it was used. `place` is called to place the piece. */
export function press(event: KeyboardEvent, table: Table, place: () => void): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { key } = event;
  const arrow = arrows[key];
  const held = table.held !== undefined;
  if (arrow && held) table.nudge(...arrow);
  else if (key === "Enter" && held) place();
  else if (key === " " && held) place();
  else if (key === "Escape" && held) table.drop();
  else if ((key === "r" || key === "R") && held) table.turn(event.shiftKey);
  else if ((key === "f" || key === "F") && held) table.flip();
  else if (key === "." && held) table.nextFit();
  else if (key === "," && held) table.nextFit(-1);
  else if (key === "[") table.back();
  else if (key === "]") table.forward();
  else if (/^[1-5]$/.test(key)) table.takeNext((_, size) => size === Number(key));
  else if (key.length === 1 && letters.includes(key.toUpperCase()))
    table.takeNext((piece) => piece.startsWith(key.toUpperCase()));
  else return false;
  return true;
}
