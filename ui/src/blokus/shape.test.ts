import { expect, test } from "vitest";
import { cover, flip, form, grip, nameOf, onBoard, outline, read, shapeOf, turn, write } from "./shape";

const L = [
  { x: 0, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: 2 },
  { x: 1, y: 2 },
];

test("four quarter turns and two flips change nothing", () => {
  expect(turn(turn(turn(turn(L))))).toEqual(L);
  expect(flip(flip(L))).toEqual(L);
  expect(turn(L)).toEqual([
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 2, y: 0 },
    { x: 0, y: 1 },
  ]);
});

test("a shape has one form however it lies, and other shapes have another", () => {
  const forms = new Set([L, turn(L), flip(L), turn(flip(L))].map(form));
  expect(forms.size).toBe(1);
  const square = [0, 1].flatMap((x) => [0, 1].map((y) => ({ x, y })));
  expect(form(square)).not.toBe(form(L));
});

test("squares are named as in records and read back", () => {
  expect(nameOf(60)).toBe("e10");
  expect(nameOf(135)).toBe("j5");
  const squares = cover(L, 4, 4);
  expect(write(squares)).toBe("e8,f8,e9,e10");
  expect(read("e8,f8,e9,e10")).toEqual(squares);
  expect(read("o1,a15,nonsense,a1")).toEqual([182]);
});

test("a shape stays on the board and is found again where it lies", () => {
  expect(onBoard(L, 13, 13)).toEqual({ x: 12, y: 11 });
  expect(onBoard(L, -3, 5)).toEqual({ x: 0, y: 5 });
  expect(shapeOf(cover(L, 7, 3))).toEqual({ cells: L, x: 7, y: 3 });
});

test("a shape is held by one of its own cells", () => {
  for (const cells of [L, turn(L), flip(L)]) expect(cells).toContainEqual(grip(cells));
});

test("the outline of two squares has six sides", () => {
  const domino = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
  ];
  expect(outline(domino).match(/M/g)).toHaveLength(6);
});
