// Position being edited: the conditions of the match and the match at a moment. Stored, so that a
// reload loses nothing.
import { Stored } from "../lib/storage.svelte";
import type {
  CurlingConditions,
  CurlingGame,
  CurlingHand,
  CurlingPlatform,
  CurlingStone,
} from "../lib/schema";
import platforms from "./platforms.json";
import { keyOf, type Point } from "./shapes";

export type Position = { conditions: CurlingConditions; game: CurlingGame };

export const PLATFORMS = ["paper", "legacy", "gat", "dc2", "dc3", "dc4"] as const;

/** Returns a platform, as listed by the operation `curling/platforms`. */
const platformOf = (platform: CurlingPlatform) =>
  platforms.find((one) => one.conditions.platform === platform) ?? platforms[0]!;

/** Returns the standard conditions of a platform. */
export function usualConditions(platform: CurlingPlatform = "dc3"): CurlingConditions {
  const usual = structuredClone(platformOf(platform).conditions) as unknown as CurlingConditions;
  for (const team of usual.teams) for (const player of team.players) player.max_weight = null;
  return usual;
}

/** Whether conditions hold more than the fields of the page show. */
export const hasOwnConditions = ({ rule_set, ice, teams }: CurlingConditions): boolean =>
  !!rule_set || !!ice || teams.some((team) => team.players.some((player) => !!player.skill));

/** Returns a match at its start, and the order of the stones in every end. */
const begun = ({ platform, rules }: CurlingConditions) =>
  rules === "mixed-doubles" ? platformOf(platform).mixed_doubles : platformOf(platform).normal;

/** Returns the numbers of the shots of an end. */
export function shotsOf(conditions: CurlingConditions): number[] {
  const { game, shots } = begun(conditions);
  return shots.map((_, index) => game.shot + index);
}

/** Returns a match at its start. */
export function freshGame(conditions: CurlingConditions): CurlingGame {
  const { end, shot, hammer, phase } = begun(conditions).game;
  return { end, shot, hammer, phase: { kind: phase.kind as "placing" | "throwing" }, stones: [], scores: [] };
}

/** Returns the team and number of a stone from the order of an end. */
const named = ({ hammer }: CurlingGame, [last, number]: number[]): { team: number; number: number } => ({
  team: last === 1 ? hammer : 1 - hammer,
  number: number ?? 0,
});

/** Returns the stone to be thrown next. */
export function nextStone({ conditions, game }: Position): { team: number; number: number } {
  const { shots, game: start } = begun(conditions);
  return named(game, shots[game.shot - start.shot] ?? shots[0]!);
}

/**
 * Returns the number of the shot that delivers a stone where none is placed, from 1: its label in
 * pictures.
 */
export function shotOf(stone: { team: number; number: number }, hammer: number): number {
  const last = stone.team === hammer ? 1 : 0;
  const { shots } = platforms[0]!.normal;
  return 1 + shots.findIndex(([side, number]) => side === last && number === stone.number);
}

/** Returns the numbers of a team's stones that have been thrown or placed, in play or not. */
export function thrown({ conditions, game }: Position, team: number): number[] {
  const { shots, placed, game: start } = begun(conditions);
  const used = [...placed, ...shots.slice(0, Math.max(0, game.shot - start.shot))];
  return used.map((stone) => named(game, stone)).flatMap((one) => (one.team === team ? [one.number] : []));
}

/** Returns the numbers of a team's stones that may still be put on the sheet. */
export function free(position: Position, team: number): number[] {
  const lying = new Set(position.game.stones.filter((s) => s.team === team).map((s) => s.number));
  return thrown(position, team).filter((number) => !lying.has(number));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** Returns the parts that no field can change as they are: the workbench checks them. */
function whole<T>(value: Record<string, unknown>, keys: readonly string[]): T {
  return Object.fromEntries(
    keys.filter((key) => value[key] !== undefined && value[key] !== null).map((key) => [key, value[key]]),
  ) as T;
}

function asHand(value: unknown): CurlingHand | undefined {
  if (!isObject(value) || !isNumber(value.noise)) return undefined;
  const weight = value.max_weight;
  const skill = whole<Pick<CurlingHand, "skill">>(value, ["skill"]);
  return { noise: value.noise, max_weight: isNumber(weight) ? weight : null, ...skill };
}

function asTeam(value: unknown): { players: CurlingHand[] } | undefined {
  if (!isObject(value) || !Array.isArray(value.players)) return undefined;
  const players = value.players.slice(0, 4).map(asHand);
  if (players.length === 0 || players.some((hand) => !hand)) return undefined;
  return { players: players as CurlingHand[] };
}

/** Accepts conditions. */
export function asConditions(value: unknown): CurlingConditions | undefined {
  if (!isObject(value) || !Array.isArray(value.teams)) return undefined;
  const platform = PLATFORMS.find((name) => name === value.platform);
  const teams = value.teams.map(asTeam);
  const [zero, one] = teams;
  const { friction, curl, noise } = value;
  if (!platform || !zero || !one || !isNumber(friction) || !isNumber(curl) || !isNumber(noise))
    return undefined;
  return {
    platform,
    rules: value.rules === "mixed-doubles" ? "mixed-doubles" : "normal",
    ends: isCount(value.ends, 32) ? Math.max(1, value.ends) : usualConditions(platform).ends,
    extra_ends: value.extra_ends !== false,
    spot: isCount(value.spot, 5) ? value.spot : 2,
    friction,
    curl,
    noise,
    teams: [zero, one],
    ...whole<Partial<CurlingConditions>>(value, ["power_plays", "rule_set", "ice", "referee", "clocks"]),
  };
}

function asStone(value: unknown): CurlingStone | undefined {
  if (!isObject(value) || !isNumber(value.x) || !isNumber(value.y)) return undefined;
  if (!isCount(value.team, 1) || !isCount(value.number, 8) || value.number === 0) return undefined;
  const angle = isNumber(value.angle) && value.angle !== 0 ? { angle: value.angle } : {};
  return { team: value.team, number: value.number, x: value.x, y: value.y, ...angle };
}

/** Accepts a match. */
export function asGame(value: unknown): CurlingGame | undefined {
  if (!isObject(value) || !Array.isArray(value.stones) || !Array.isArray(value.scores)) return undefined;
  if (!isCount(value.end, 250) || !isCount(value.shot, 15) || !isCount(value.hammer, 1)) return undefined;
  const stones = value.stones.slice(0, 16).map(asStone);
  if (stones.some((stone) => !stone)) return undefined;
  const placing = isObject(value.phase) && value.phase.kind === "placing";
  return {
    end: value.end,
    shot: value.shot,
    hammer: value.hammer,
    phase: { kind: placing ? "placing" : "throwing" },
    stones: stones as CurlingStone[],
    scores: value.scores
      .filter((points) => isNumber(points) && Math.abs(points) <= 8)
      .slice(0, 32) as number[],
    extra: isNumber(value.extra) ? value.extra : 0,
    ...whole<Partial<CurlingGame>>(value, ["chooser", "power_plays", "orders"]),
  };
}

/** Accepts a position from storage, a file or a link. */
export function asPosition(value: unknown): Position | undefined {
  if (!isObject(value)) return undefined;
  const conditions = asConditions(value.conditions);
  const game = asGame(value.game);
  return conditions && game && { conditions, game };
}

/** The most steps that can be undone. */
const STEPS = 100;

/** A position being edited. */
export class Board {
  #kept: Stored<Position>;
  #past = $state.raw<string[]>([]);

  constructor(name: string, initial: Position) {
    this.#kept = new Stored(name, initial, asPosition);
  }

  get value(): Position {
    return this.#kept.value;
  }
  set value(position: Position) {
    this.#kept.value = position;
  }
  get conditions(): CurlingConditions {
    return this.#kept.value.conditions;
  }
  get game(): CurlingGame {
    return this.#kept.value.game;
  }

  /** Returns the position as plain data, to be sent or saved. */
  plain(): Position {
    return $state.snapshot(this.#kept.value) as Position;
  }

  /** Records the position for undo, before a change. */
  mark(): void {
    const now = JSON.stringify(this.plain());
    if (this.#past.at(-1) !== now) this.#past = [...this.#past.slice(-STEPS), now];
  }

  /** Makes a change that can be undone. */
  change(edit: () => void): void {
    this.mark();
    edit();
  }

  /** Whether there is a change to undo. */
  get canUndo(): boolean {
    const now = JSON.stringify(this.plain());
    return this.#past.some((past) => past !== now);
  }

  /** Returns to the last recorded position that differs. */
  undo(): void {
    const now = JSON.stringify(this.plain());
    const past = [...this.#past];
    let back = past.pop();
    while (back === now) back = past.pop();
    this.#past = past;
    const position = back && asPosition(JSON.parse(back));
    if (position) this.value = position;
  }

  #find(key: string): CurlingStone | undefined {
    return this.game.stones.find((stone) => keyOf(stone) === key);
  }

  /** Moves a stone, rounded to the millimetre. */
  move(key: string, at: Point): void {
    const stone = this.#find(key);
    if (!stone) return;
    stone.x = Math.round(at.x * 1000) / 1000;
    stone.y = Math.round(at.y * 1000) / 1000;
  }

  /** Moves a stone by a distance. */
  nudge(key: string, by: Point): void {
    const stone = this.#find(key);
    if (stone) this.move(key, { x: stone.x + by.x, y: stone.y + by.y });
  }

  remove(key: string): void {
    this.mark();
    this.game.stones = this.game.stones.filter((stone) => keyOf(stone) !== key);
  }

  /**
   * Puts a team's next stone on the sheet and returns its key; if all have been used, the shot
   * number moves on.
   */
  add(team: number, at: Point): string | undefined {
    const then = this.plain();
    const last = shotsOf(then.conditions).at(-1) ?? 0;
    while (free(then, team).length === 0 && then.game.shot < last) then.game.shot += 1;
    const number = free(then, team)[0];
    if (number === undefined) return undefined;
    this.mark();
    this.game.shot = then.game.shot;
    this.game.stones.push({ team, number, x: at.x, y: at.y });
    return keyOf({ team, number });
  }

  /** Changes the rules and begins an end under them. */
  setRules(rules: CurlingConditions["rules"]): void {
    this.mark();
    this.conditions.rules = rules;
    delete this.conditions.rule_set;
    delete this.conditions.power_plays;
    const { end, scores, hammer } = this.game;
    this.value.game = { ...freshGame(this.conditions), end, scores, hammer };
  }

  /**
   * Changes the platform with its ice, players and rules; weight limits, in the measure of the
   * platform, are dropped.
   */
  setPlatform(platform: CurlingPlatform): void {
    this.mark();
    const { rules, friction, curl, noise, teams } = this.conditions;
    for (const team of teams)
      for (const player of team.players) {
        player.max_weight = null;
        delete player.skill;
      }
    this.value.conditions = { ...usualConditions(platform), rules, friction, curl, noise, teams };
    this.#fitEnd();
  }

  /** Changes the number of ends, and whether a tied match goes on. */
  setEnds(ends: number, extra = this.conditions.extra_ends): void {
    this.mark();
    const [was, more] = [this.conditions.ends, this.conditions.extra_ends];
    if (ends === was && extra === more) return;
    this.conditions.ends = ends;
    this.conditions.extra_ends = extra;
    this.#fitEnd(ends === was && extra);
  }

  /** Limits the current end to those of the match. */
  #fitEnd(beyond = false): void {
    const last = this.conditions.ends - 1;
    this.#putEnd(beyond ? this.game.end : Math.min(this.game.end, last));
  }

  /** Changes the current end: ends before it have points, those after it none. */
  setEnd(end: number): void {
    this.mark();
    this.#putEnd(end);
  }

  #putEnd(end: number): void {
    const scores = this.game.scores.slice(0, Math.min(end, this.conditions.ends));
    while (scores.length < Math.min(end, this.conditions.ends)) scores.push(0);
    this.game.end = end;
    this.game.scores = scores;
    // Points of extra ends belong to a match in a later one.
    if (end <= this.conditions.ends) this.game.extra = 0;
  }
}
