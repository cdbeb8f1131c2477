import { expect, test } from "vitest";
import { asForm, requestOf, asFinished, conditionsOf, defaultForm, gamesInAll, specOf } from "./tournament";

test("a player is a name, with settings if there are any", () => {
  expect(specOf({ name: "random", settings: "  " })).toBe("random");
  expect(specOf({ name: "best-of", settings: " n=8 " })).toBe("best-of:n=8");
});

test("conditions become lines: numbers plain, words quoted, empty ones left out", () => {
  const form = { ...defaultForm("curling", ["draw", "random"]), conditions: " noise = 'none' \n" };
  form.chosen = { platform: "dc3", ends: "4", other: "" };
  expect(conditionsOf(form)).toBe(`platform = "dc3"\nends = 4\nnoise = 'none'`);
  expect(requestOf("curling", form).conditions).toContain("ends = 4");
});

test("the number of games follows from who meets whom", () => {
  const form = defaultForm("blokus", ["one-ply", "best-of", "random"]);
  expect(form.players).toHaveLength(3);
  expect(gamesInAll({ ...form, games: 10 })).toBe(30);
  expect(gamesInAll({ ...form, games: 10, gauntlet: true })).toBe(20);
});

test("a game nobody knows begins with its first two players", () => {
  expect(defaultForm("chess", ["a", "b", "c"]).players.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("what was kept is taken only if it is whole", () => {
  const form = { game: "blokus", of: { blokus: defaultForm("blokus", ["one-ply", "best-of", "random"]) } };
  expect(asForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
  expect(asForm({ game: "blokus", of: { blokus: { players: "all" } } })).toEqual({ game: "blokus", of: {} });
  const broken = [null, "x", [], { game: 1 }];
  for (const value of broken) expect(asForm(value)).toBeUndefined();
  expect(
    asFinished([{ when: 1, asked: { players: [] }, table: { standings: [], crossings: [] } }, { when: 2 }]),
  ).toHaveLength(1);
  expect(asFinished({})).toBeUndefined();
});

test("tournaments of version 0.1 are read", () => {
  const score = { wins: 3, draws: 0, losses: 1, rate: { value: 0.75, low: 0.3, high: 0.95 } };
  const line = { player: "a", spec: "random", sides: [], score, elo: 80, elo_error: 40, faults: 0 };
  const table = { games: 4, distinct: 4, total: 4, lines: [line], crossings: [[null, score]], notes: [] };
  const read = asFinished([{ when: 1, asked: { players: [] }, table }])?.[0]?.table;
  expect(read?.standings[0]).toMatchObject({ rate: 0.75, elo: [80, 40], interval: { low: 0.3 } });
  expect(read?.crossings[0]?.[1]?.score.wins).toBe(3);
});
