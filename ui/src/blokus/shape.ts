// Squares and shapes: geometry of pieces. Legality is checked by the workbench.

/** Squares along each side of the board. */
export const SIDE = 14;

/** A square of a shape, right of and below the top left corner of its box. */
export type Cell = { x: number; y: number };

/** Cells moved to the top left corner, in order. */
export function settle(cells: readonly Cell[]): Cell[] {
  const left = Math.min(...cells.map((cell) => cell.x));
  const top = Math.min(...cells.map((cell) => cell.y));
  return cells.map(({ x, y }) => ({ x: x - left, y: y - top })).sort((a, b) => a.y - b.y || a.x - b.x);
}

/** A quarter turn clockwise. */
export function turn(cells: readonly Cell[]): Cell[] {
  return settle(cells.map(({ x, y }) => ({ x: -y, y: x })));
}

/** The mirror image, left and right exchanged. */
export function flip(cells: readonly Cell[]): Cell[] {
  return settle(cells.map(({ x, y }) => ({ x: -x, y })));
}

/** Width and height of the box. */
export function box(cells: readonly Cell[]): { width: number; height: number } {
  return {
    width: 1 + Math.max(...cells.map((cell) => cell.x)),
    height: 1 + Math.max(...cells.map((cell) => cell.y)),
  };
}

/** The cell by which a shape is held: the one nearest to its middle. */
export function grip(cells: readonly Cell[]): Cell {
  const { width, height } = box(cells);
  const far = ({ x, y }: Cell) => (2 * x + 1 - width) ** 2 + (2 * y + 1 - height) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/** The same corner of the box, or the nearest one with which the whole shape is on the board. */
export function onBoard(cells: readonly Cell[], x: number, y: number): { x: number; y: number } {
  const { width, height } = box(cells);
  const within = (value: number, room: number) => Math.max(0, Math.min(SIDE - room, value));
  return { x: within(x, width), y: within(y, height) };
}

/** The numbers of the squares covered by a shape whose box begins at a square, in rising order. */
export function cover(cells: readonly Cell[], x: number, y: number): number[] {
  return cells.map((cell) => (y + cell.y) * SIDE + x + cell.x).sort((a, b) => a - b);
}

/** The shape of some squares, and where its box begins. */
export function shapeOf(squares: readonly number[]): { cells: Cell[]; x: number; y: number } {
  const cells = squares.map((square) => ({ x: square % SIDE, y: Math.floor(square / SIDE) }));
  const x = Math.min(...cells.map((cell) => cell.x));
  const y = Math.min(...cells.map((cell) => cell.y));
  return { cells: settle(cells), x, y };
}

/** The name of a square, such as e10. */
export function nameOf(square: number): string {
  return String.fromCharCode(97 + (square % SIDE)) + (SIDE - Math.floor(square / SIDE));
}

/** The squares as records write them: rows from the bottom, columns from the left. */
export function write(squares: readonly number[]): string {
  const row = (square: number) => Math.floor(square / SIDE);
  return [...squares]
    .sort((a, b) => row(b) - row(a) || a - b)
    .map(nameOf)
    .join(",");
}

/** Returns the squares of a text by `write`; anything else in it is ignored. */
export function read(text: string): number[] {
  const number = (name: string) => {
    const found = /^([a-n])([1-9]|1[0-4])$/.exec(name);
    return found ? (SIDE - Number(found[2])) * SIDE + found[1]!.charCodeAt(0) - 97 : -1;
  };
  return text
    .split(",")
    .map(number)
    .filter((square) => square >= 0)
    .sort((a, b) => a - b);
}

/** A shape as a text that is the same however it lies. */
export function form(cells: readonly Cell[]): string {
  const text = (way: Cell[]) => way.map(({ x, y }) => `${x}${y}`).join(" ");
  const ways: string[] = [];
  let way = settle(cells);
  for (let quarter = 0; quarter < 4; quarter++) {
    ways.push(text(way), text(flip(way)));
    way = turn(way);
  }
  return ways.sort()[0]!;
}

/** Returns the outline of a set of squares as an SVG path. */
export function outline(cells: readonly Cell[]): string {
  const has = (x: number, y: number) => cells.some((cell) => cell.x === x && cell.y === y);
  const lines: string[] = [];
  for (const { x, y } of cells) {
    if (!has(x, y - 1)) lines.push(`M${x} ${y}h1`);
    if (!has(x, y + 1)) lines.push(`M${x} ${y + 1}h1`);
    if (!has(x - 1, y)) lines.push(`M${x} ${y}v1`);
    if (!has(x + 1, y)) lines.push(`M${x + 1} ${y}v1`);
  }
  return lines.join("");
}
