import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { players } from "../lib/players.svelte";
import type { BridgeAnswer, PlayerDescription } from "../lib/schema";
import AskTable from "./AskTable.svelte";
import Auction from "./Auction.svelte";
import BidBox from "./BidBox.svelte";
import { opponent } from "./game.svelte";
import HandCards from "./HandCards.svelte";
import PlaySetup from "./PlaySetup.svelte";
import Stepper from "./Stepper.svelte";
import CardLocations from "./CardLocations.svelte";

test("only cards that may be played are buttons, and arrows move between them", async () => {
  const choose = vi.fn();
  const numbers = new Map([["SA", { tricks: 9, best: true }]]);
  render(HandCards, { cards: ["SA", "ST", "H3", "C2"], legal: ["SA", "ST", "C2"], choose, numbers });
  const ace = screen.getByRole("button", { name: "♠A, 9" });
  expect(screen.queryByRole("button", { name: "♥3" })).toBeNull();
  ace.focus();
  await fireEvent.keyDown(ace, { key: "ArrowRight" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "♠10" }));
  await fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
  const club = screen.getByRole("button", { name: "♣2" });
  expect(document.activeElement).toBe(club);
  await fireEvent.click(club);
  expect(choose).toHaveBeenCalledExactlyOnceWith("C2");
});

test("calls stand in the column of who made them", async () => {
  const choose = vi.fn();
  const calls = [
    { seat: "S", call: "1H" },
    { seat: "W", call: "Pass" },
    { seat: "N", call: "4H" },
  ] as const;
  render(Auction, { calls, dealer: "S", vulnerable: ["N", "S"], turn: "E", choose });
  const rows = screen.getAllByRole("row").slice(1);
  expect(
    within(rows[0]!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent?.trim()),
  ).toEqual(["", "", "", "1♥"]);
  expect(
    within(rows[1]!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent?.trim()),
  ).toEqual(["Pass", "4♥", "?", ""]);
  await fireEvent.click(screen.getByRole("button", { name: /4\s*♥/ }));
  expect(choose).toHaveBeenCalledWith(3);
});

test("the bidding box takes clicks and keys, and nothing that is not allowed", async () => {
  const choose = vi.fn();
  render(BidBox, { legal: ["Pass", "3NT", "4C"], choose });
  expect(screen.getByRole("button", { name: "1♣" })).toHaveProperty("disabled", true);
  await fireEvent.click(screen.getByRole("button", { name: "4♣" }));
  for (const key of ["1", "c", "3", "n", "x", "p"]) await fireEvent.keyDown(document.body, { key });
  expect(choose.mock.calls.flat()).toEqual(["4C", "3NT", "Pass"]);
});

test("the others are players of the page, of the game or of the host", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const described = (name: string): PlayerDescription => ({
    name,
    about: { en: `About ${name}.`, ja: name },
    is_program: false,
    settings: [],
    presets: [],
  });
  const names = ["low", "minimax", "random", "bot"];
  players.games = [{ name: "bridge", about: "", players: names.map(described), strongest: null }];
  expect(opponent.value).toBe("minimax");
  render(PlaySetup, { start: () => undefined });
  const choice = screen.getByLabelText<HTMLSelectElement>("Other three players");
  const offered = [...choice.options].map(({ value }) => value);
  expect(offered).toEqual(["low", "beginner", "minimax", "abc", "hybrid", "random", "bot"]);
  expect(screen.getByTitle("About bot.").textContent).toBe("bot");
  await fireEvent.change(choice, { target: { value: "bot" } });
  expect(opponent.value).toBe("bot");
  vi.unstubAllGlobals();
});

test("keys step by cards and by tricks, and stay within the board", async () => {
  const go = vi.fn();
  render(Stepper, { step: 10, all: 20, calls: 8, go });
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Home", "End"]) {
    await fireEvent.keyDown(document.body, { key });
  }
  expect(go.mock.calls.flat()).toEqual([11, 9, 12, 8, 0, 20]);
});

test("every candidate has both values, the chosen one first", () => {
  const value = (points: number) => ({
    points,
    spread: 9,
    error: 3,
    success: 0.5,
    behind: 0,
    behind_error: 1,
    deals: 40,
  });
  const answer: BridgeAnswer = {
    turn: "W",
    decider: "W",
    candidates: [
      { card: "D5", plain: value(20), models: value(-100), slips: [] },
      { card: "CA", plain: value(20), models: value(50), slips: [] },
      { card: "S9", plain: value(-400), models: null, slips: [] },
    ],
    plain: "D5",
    models: "CA",
    verdict: { card: "CA", grounds: "clear", plain: "D5", models: "CA", gain: 150, error: 20 },
    notes: [],
    seconds: 1,
  };
  render(AskTable, { answer, declaring: false });
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getByRole("rowheader").textContent?.trim())).toEqual([
    "♣A",
    "♦5",
    "♠9",
  ]);
  expect(rows[0]?.textContent).toContain("50 ± 3");
  expect(rows[1]?.textContent).toContain("-100 ± 3");
  expect(rows[2]?.textContent).toContain("not compared");
});

test("chances are told by hand and card", () => {
  render(CardLocations, { chances: [{ card: "ST", seats: [0, 0.25, 0, 0.75] }], hidden: ["E", "W"] });
  expect(screen.getByTitle("♠10 with East: 25%").textContent).toBe("25");
  expect(screen.getByTitle("♠10 with West: 75%").textContent).toBe("75");
});
