// Stored games and replays, and data derived from a match for display.
import { ask } from "../lib/api";
import { asNumber, asText, Stored, oneOf, readStored, writeStored } from "../lib/storage.svelte";
import { route } from "../lib/route.svelte";
import type {
  CurlingAimWeight,
  CurlingConditions,
  CurlingFilm,
  CurlingOpponent,
  CurlingScene,
  CurlingTrajectory,
} from "../lib/schema";
import { asConditions, asPosition, shotOf, usualConditions } from "./position.svelte";
import { preset, PRESETS } from "./presets";
import type { SheetPath, SheetStone } from "./shapes";

/** A replayed log: its text and file name. */
export type Log = { text: string; name: string };
/**
 * A game in play: the text of its record, the side of the user, and the most scenes it has ever
 * had.
 */
export type Game = { text: string; side: 0 | 1; reached: number };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

export function asLog(value: unknown): Log | undefined {
  if (!isObject(value) || typeof value.text !== "string" || typeof value.name !== "string") return undefined;
  return { text: value.text, name: value.name };
}

export function asGame(value: unknown): Game | undefined {
  if (!isObject(value) || typeof value.text !== "string" || value.text === "") return undefined;
  const reached = asNumber(value.reached) ?? 0;
  return { text: value.text, side: value.side === 1 ? 1 : 0, reached };
}

export function asOpponent(value: unknown): CurlingOpponent | undefined {
  if (!isObject(value)) return undefined;
  // The form offers players, with or without a preset.
  const name = /^[a-z-]+(:preset=[a-z-]+)?$/.exec(asText(value.name) ?? "")?.[0];
  const seconds = asNumber(value.seconds);
  const level = asNumber(value.level);
  if (!name || seconds === undefined) return undefined;
  return { name, seconds: Math.min(Math.max(seconds, 0.05), 60), level: level ?? 10 };
}

/** The default conditions of a game: short, and as in the contests of the paper's time. */
export const shortGame = (): CurlingConditions => ({ ...usualConditions("gat"), ends: 2, extra_ends: true });

export const replayed = new Stored<Log | null>("curling.replay", null, asLog);
export const replayedAt = new Stored("curling.replay.at", 0, asNumber);
export const played = new Stored<Game | null>("curling.game", null, asGame);
export const gameConditions = new Stored<CurlingConditions>("curling.game.terms", shortGame(), asConditions);
export const side = new Stored("curling.game.side", "0", oneOf("0", "1"));
export const opponent = new Stored<CurlingOpponent>(
  "curling.game.opponent",
  { name: "ayumu", seconds: 1, level: 10 },
  asOpponent,
);
export const adviser = new Stored<CurlingOpponent>(
  "curling.game.adviser",
  { name: "ayumu", seconds: 2, level: 10 },
  asOpponent,
);
export const liveName = new Stored("curling.live.name", "", asText);
export const livePlayers = [
  new Stored<CurlingOpponent>("curling.live.0", { name: "ayumu", seconds: 0.5, level: 10 }, asOpponent),
  new Stored<CurlingOpponent>("curling.live.1", { name: "greedy", seconds: 0.5, level: 10 }, asOpponent),
] as const;
export const liveConditions = new Stored<CurlingConditions>("curling.live.terms", shortGame(), asConditions);

/** The aim of the user. */
export type Aim = { x: number; y: number; clockwise: boolean; weight: CurlingAimWeight };
export const WEIGHTS = ["draw", "control", "normal", "peel", "through"] as const;

export function asAim(value: unknown): Aim | undefined {
  if (!isObject(value)) return undefined;
  const [x, y] = [asNumber(value.x), asNumber(value.y)];
  const weight = oneOf(...WEIGHTS)(value.weight);
  if (x === undefined || y === undefined || !weight) return undefined;
  return { x, y, clockwise: value.clockwise !== false, weight };
}

export const aiming = new Stored<Aim>(
  "curling.game.aim",
  { x: 0, y: 0, clockwise: true, weight: "draw" },
  asAim,
);

/** Returns the stones of a scene, labelled with the numbers of their shots as in the sentences. */
export function sheetStones(scene: CurlingScene): SheetStone[] {
  return scene.stones.map((stone) => ({ ...stone, label: String(shotOf(stone, scene.hammer)) }));
}

/** Returns stones labelled with the numbers of their shots. */
export const labelled = (stones: SheetStone[], hammer: number): SheetStone[] =>
  stones.map((stone) => ({ ...stone, label: String(shotOf(stone, hammer)) }));

/** Returns the paths of a shot; points nearer than 2 cm to the last are left out. */
export function pathsOf(run: CurlingTrajectory, key: string, more: Partial<SheetPath> = {}): SheetPath[] {
  return run.tracks.map((track, index) => {
    const points: [number, number][] = [];
    for (const [x, y] of track.points) {
      const last = points.at(-1);
      if (!last || Math.hypot(x - last[0], y - last[1]) > 0.02) points.push([x, y]);
    }
    const end = track.points.at(-1);
    if (end && points.length > 0) points[points.length - 1] = [end[0], end[1]];
    const colour = `var(--side-${track.team})`;
    return { key: `${key}-${track.team}-${track.number}`, points, colour, thin: index > 0, ...more };
  });
}

/** The trajectories of the shots of a match, by scene. */
export type ShotRuns = (at: number, signal?: AbortSignal) => Promise<CurlingTrajectory>;

/** Returns the trajectories of the shots of a log, which the workbench simulates. */
export const runsOf =
  (text: string): ShotRuns =>
  (at, signal) =>
    ask("curling/run-of-shot", { text, at }, signal);

/** Returns the scene to take back to: the last one before now in which the team was to throw. */
export function takenBack(film: CurlingFilm, team: number): number | undefined {
  for (let at = film.scenes.length - 2; at >= 0; at -= 1)
    if (film.scenes[at]?.next === team && film.scenes[at]?.placing === false) return at;
  return undefined;
}

/** Returns the stones before the shot of a scene. */
export function before(film: CurlingFilm, at: number): SheetStone[] {
  const [earlier, now] = [film.scenes[at - 1], film.scenes[at]];
  if (!earlier || !now || earlier.end !== now.end) return [];
  return labelled(earlier.stones, now.hammer);
}

/**
 * Whether replacing the game in play with this text would lose it: it is not the beginning of the
 * text.
 */
export const losesGame = (text: string): boolean =>
  played.value !== null && !text.startsWith(played.value.text);

const SENT = "curling.position.sent";

/**
 * Whether the position of the analysis would be lost: it is neither an example nor one that was
 * sent there.
 */
export function losesPosition(): boolean {
  const kept = JSON.stringify(readStored("curling.position", asPosition));
  if (kept === undefined || kept === JSON.stringify(readStored(SENT, asPosition))) return false;
  return !PRESETS.some((name) => JSON.stringify(asPosition(preset(name))) === kept);
}

/** Opens a scene of a match in the analysis, through the stored position. */
export async function analyse(text: string, at: number): Promise<void> {
  const position = await ask("curling/position-of", { text, at });
  writeStored("curling.position", position);
  writeStored(SENT, position);
  route.go("/curling");
}
