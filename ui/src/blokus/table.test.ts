import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { players } from "../lib/players.svelte";
import type { BlokusSet, BlokusView, PlayerDescription } from "../lib/schema";
import { language } from "../lib/i18n.svelte";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { press } from "./keys";
import Players from "./Players.svelte";
import { cover } from "./shape";
import { asSeats, Table, usualSeats } from "./table.svelte";

const set: BlokusSet = {
  pieces: [
    { name: "1", squares: [{ x: 0, y: 0 }] },
    {
      name: "2",
      squares: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
    },
  ],
  starts: [60, 135],
  levels: [{ level: 1, notices: 2 }],
  kinds: [],
  weights: ["8"],
};

const side = { hand: ["1", "2"], placed: 0, left: 3, points: 0, stuck: false, reach: [] };
const view: BlokusView = {
  turn: "black",
  pieces: [],
  black: side,
  white: side,
  legal: [
    { piece: "1", placements: [[60]] },
    {
      piece: "2",
      placements: [
        [46, 60],
        [59, 60],
        [60, 61],
      ],
    },
  ],
  chance: 0.5,
};

/** A table whose position is known. */
function newTable(): Table {
  const table = new Table(set);
  table.seats.value = { ...usualSeats, white: 0 };
  table.view = view;
  table.viewKey = table.key;
  return table;
}

const key = (key: string, shiftKey = false) => new KeyboardEvent("keydown", { key, shiftKey });

beforeEach(() => {
  language.value = "en";
  vi.stubGlobal(
    "fetch",
    vi.fn(() => new Promise(() => undefined)),
  );
});
afterEach(() => vi.unstubAllGlobals());

test("a piece is taken by the key of its size, turned, moved and placed", () => {
  const table = newTable();
  const place = vi.fn(() => void table.place());
  expect(press(key("2"), table, place)).toBe(true);
  expect(table.held?.piece).toBe("2");
  expect(table.legal).toBe(true);
  press(key("ArrowRight"), table, place);
  press(key("ArrowDown"), table, place);
  expect(table.legal).toBe(false);
  press(key("Enter"), table, place);
  expect(place).toHaveBeenCalledOnce();
  expect(table.game.moves).toHaveLength(0);
  expect(table.tried).toBe(true);
  press(key("."), table, place);
  expect(table.covered).toEqual([46, 60]);
  press(key("."), table, place);
  expect(table.covered).toEqual([59, 60]);
  press(key(","), table, place);
  expect(table.covered).toEqual([46, 60]);
  press(key("Enter"), table, place);
  expect(table.game.moves).toMatchObject([{ colour: "black", squares: "e10,e11" }]);
  expect(table.held).toBeUndefined();
});

test("turning keeps the piece under the pointer", () => {
  const table = newTable();
  table.take("2");
  table.hover(7, 7);
  expect(table.covered).toContain(7 * 14 + 7);
  for (let quarter = 0; quarter < 4; quarter++) {
    press(key("r"), table, () => undefined);
    expect(table.covered).toContain(7 * 14 + 7);
  }
});

test("keys mean nothing without a piece, or together with Control", () => {
  const table = newTable();
  expect(press(key("ArrowUp"), table, () => undefined)).toBe(false);
  expect(press(key("r"), table, () => undefined)).toBe(false);
  const reload = new KeyboardEvent("keydown", { key: "1", ctrlKey: true });
  expect(press(reload, table, () => undefined)).toBe(false);
});

test("the computer is due when it is its turn at the end of a line, and not when paused", () => {
  const table = newTable();
  expect(table.due).toBeUndefined();
  table.seats.value.black = 1;
  expect(table.due).toBe("1 ");
  expect(table.mine).toBe(false);
  table.take("1");
  expect(table.held).toBeUndefined();
  table.seats.value.paused = true;
  expect(table.due).toBeUndefined();
  expect(table.mine).toBe(true);
});

test("taking back goes to the person's last turn", () => {
  const table = newTable();
  table.seats.value.white = 3;
  table.make("black", "e10");
  table.make("white", "j5");
  table.takeBack();
  expect(table.number).toBe(0);
});

test("seats that make no sense are not taken over", () => {
  expect(asSeats({ ...usualSeats })).toEqual(usualSeats);
  expect(asSeats({ ...usualSeats, white: "bot" })).toEqual({ ...usualSeats, white: "bot" });
  for (const wrong of [
    {},
    { ...usualSeats, black: 11 },
    { ...usualSeats, black: "" },
    { ...usualSeats, seconds: 100 },
  ])
    expect(asSeats(wrong)).toBeUndefined();
});

test("a guest has a seat beside the levels, and is asked by its name", async () => {
  const described = (name: string): PlayerDescription => ({
    name,
    about: { en: `About ${name}.`, ja: name },
    is_program: false,
    settings: [],
    presets: [],
  });
  players.games = [
    { name: "blokus", about: "", players: ["strong", "random", "bot"].map(described), strongest: null },
  ];
  const table = newTable();
  table.seats.value.black = "gone";
  render(Players, { table });
  const blue = screen.getByLabelText<HTMLSelectElement>(/Blue/);
  const offered = () => [...blue.options].map(({ textContent }) => textContent);
  expect(offered()).toEqual(["Person", "Level 1 · Beginner", "gone", "random", "bot"]);
  await fireEvent.change(blue, { target: { value: "bot" } });
  expect(table.seats.value.black).toBe("bot");
  expect(screen.getByText("About bot.")).toBeTruthy();
  expect(offered()).not.toContain("gone");
  expect(table.due).toBe("bot ");
  const start = vi.fn((_: unknown) => new Promise(() => undefined));
  Object.assign(table.reply, { start });
  table.moveHere();
  expect(start.mock.calls[0]?.[0]).toMatchObject({ player: "bot", seconds: 1 });
  expect(start.mock.calls[0]?.[0]).not.toHaveProperty("level");
  vi.useFakeTimers();
  table.answer();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(start.mock.calls[1]?.[0]).toMatchObject({ player: "bot" });
});

test("a hand offers what is left, and says what fits nowhere", () => {
  const take = vi.fn();
  render(Hand, {
    side: "black",
    pieces: set.pieces,
    state: { ...side, hand: ["2"] },
    turn: true,
    able: true,
    fits: new Set<string>(),
    held: undefined,
    take,
  });
  const gone = screen.getByRole<HTMLButtonElement>("button", { name: "Piece 1, 1 square, on the board" });
  expect(gone.disabled).toBe(true);
  screen.getByRole("button", { name: "Piece 2, 2 squares, fits nowhere" }).click();
  expect(take).toHaveBeenCalledWith("2");
});

test("the board shows a ghost that does not fit as such, and where the trouble is", () => {
  const cells = [{ x: 0, y: 0 }];
  const nothing = () => undefined;
  const { container } = render(Board, {
    label: "Board",
    help: "",
    pieces: [{ colour: "white", piece: "1", squares: [135] }],
    starts: [60, 135],
    ghost: { side: "black", squares: cover(cells, 9, 9), legal: false, trouble: 135 },
    hover: nothing,
    leave: nothing,
    choose: nothing,
    wheel: () => false,
    flip: () => false,
  });
  expect(container.querySelector(".ghost")?.getAttribute("data-legal")).toBe("false");
  expect(container.querySelectorAll(".trouble")).toHaveLength(1);
  // The start square that is covered is no longer marked; the second player's pieces have holes.
  expect(container.querySelectorAll(".start")).toHaveLength(1);
  expect(container.querySelectorAll(".hole")).toHaveLength(1);
});

test("a reply that comes when the page was left, or after a move of one's own, changes nothing", async () => {
  for (const leave of [(table: Table) => table.close(), (table: Table) => table.make("black", "e10")]) {
    const table = newTable();
    let answer: (reply: unknown) => void = () => undefined;
    const cancel = vi.fn();
    Object.assign(table.reply, { start: () => new Promise((resolve) => (answer = resolve)), cancel });
    const key = table.key;
    table.moveHere();
    leave(table);
    const before = JSON.stringify(table.game);
    answer({ key, colour: "black", squares: "d9" });
    await Promise.resolve();
    await Promise.resolve();
    expect(JSON.stringify(table.game)).toBe(before);
    expect(cancel).toHaveBeenCalled();
  }
});
