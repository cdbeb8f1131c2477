// Tournament form, and finished tournaments as stored in the browser.
import type { Crossing, LabStandings, LabTournament, ReportTable, Standing } from "../lib/schema";

/** A player, with its display name if it has one. */
export type Entrant = { name: string; settings: string; title?: string };

/** The fields of the form, per game. */
export type GameForm = {
  players: Entrant[];
  games: number;
  seed: number;
  gauntlet: boolean;
  perMove: number | null;
  /** Conditions by key, those that have a field of their own. */
  chosen: Record<string, string>;
  /** All other conditions as lines. */
  conditions: string;
};

export type Form = { game: string; of: Record<string, GameForm> };

/** A finished tournament. */
export type Finished = { when: number; asked: LabTournament; table: LabStandings };

/** The most finished tournaments that are stored. */
export const MOST_FINISHED = 12;
export const MOST_PLAYERS = 12;

/** Fast players, as default. */
const usual: Record<string, Entrant[]> = {
  blokus: [
    { name: "one-ply", settings: "" },
    { name: "best-of", settings: "n=8" },
    { name: "random", settings: "" },
  ],
  curling: [
    { name: "greedy", settings: "tries=8" },
    { name: "sample", settings: "" },
    { name: "draw", settings: "" },
  ],
  bridge: [
    { name: "minimax", settings: "deals=4" },
    { name: "low", settings: "" },
  ],
};

export function defaultForm(game: string, names: string[]): GameForm {
  const known = usual[game]?.filter(({ name }) => names.includes(name));
  const first = names.slice(0, 2).map((name) => ({ name, settings: "" }));
  return {
    players: known && known.length >= 2 ? known.map((one) => ({ ...one })) : first,
    games: 10,
    seed: 1,
    gauntlet: false,
    perMove: null,
    // Short matches; and openings by lot, so that players without chance play different games.
    chosen: game === "curling" ? { ends: "2" } : game === "blokus" ? { opening: "pentominoes" } : {},
    conditions: "",
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

function asGameForm(value: unknown): GameForm | undefined {
  if (!isRecord(value) || !Array.isArray(value.players)) return undefined;
  const players = value.players.filter(
    (one): one is Entrant =>
      isRecord(one) && typeof one.name === "string" && typeof one.settings === "string",
  );
  if (players.length !== value.players.length || players.length > MOST_PLAYERS) return undefined;
  const { games, seed, gauntlet, perMove, chosen, conditions } = value;
  if (!isNumber(games) || !isNumber(seed) || typeof gauntlet !== "boolean") return undefined;
  if (perMove !== null && !isNumber(perMove)) return undefined;
  if (!isRecord(chosen) || !Object.values(chosen).every((one) => typeof one === "string")) return undefined;
  if (typeof conditions !== "string") return undefined;
  return { players, games, seed, gauntlet, perMove, chosen: chosen as Record<string, string>, conditions };
}

/** Accepts the form. */
export function asForm(value: unknown): Form | undefined {
  if (!isRecord(value) || typeof value.game !== "string" || !isRecord(value.of)) return undefined;
  const of: Record<string, GameForm> = {};
  for (const [game, one] of Object.entries(value.of)) {
    const read = asGameForm(one);
    if (read) of[game] = read;
  }
  return { game: value.game, of };
}

/** Accepts the request of a tournament. */
export function asRequest(value: unknown): LabTournament | undefined {
  const known = isRecord(value) && typeof value.game === "string" && Array.isArray(value.players);
  return known ? (value as unknown as LabTournament) : undefined;
}

/** Accepts finished tournaments. */
export function asFinished(value: unknown): Finished[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = value.map((one) =>
    isRecord(one) && isRecord(one.table) && Array.isArray(one.table.lines)
      ? { ...one, table: fromFirstVersion(one.table as unknown as FirstTable) }
      : one,
  );
  return known.filter(
    (one): one is Finished =>
      isRecord(one) &&
      isNumber(one.when) &&
      isRecord(one.asked) &&
      Array.isArray(one.asked.players) &&
      isRecord(one.table) &&
      Array.isArray(one.table.standings) &&
      Array.isArray(one.table.crossings),
  );
}

type FirstEstimate = { value: number; low: number; high: number } | null | undefined;
type FirstScore = { wins: number; draws: number; losses: number; rate?: FirstEstimate };
type FirstLine = Omit<Standing, "score" | "sides" | "elo" | "gain"> & {
  score: FirstScore;
  sides?: (FirstScore & { side: string })[];
  elo?: number | null;
  elo_error?: number | null;
  gain?: { unit: string; pairs: number; total: number; mean?: FirstEstimate } | null;
};
type FirstTable = Omit<LabStandings, "standings" | "crossings" | "notes"> & {
  lines: FirstLine[];
  crossings: (FirstScore | null)[][];
  notes: ({ kind: string } & ReportTable)[];
};

/** Converts the table of a tournament stored by version 0.1. */
function fromFirstVersion({ lines, crossings, notes, ...rest }: FirstTable): LabStandings {
  const scored = ({ rate, wins, draws, losses }: FirstScore): Crossing => ({
    score: { wins, draws, losses },
    rate: rate?.value ?? null,
    interval: rate ? { low: rate.low, high: rate.high } : null,
  });
  const line = ({ score, sides, elo, elo_error, gain, ...one }: FirstLine): Standing => ({
    ...one,
    ...scored(score),
    sides: (sides ?? []).map(({ side, ...score }) => ({ side, ...scored(score) })) as Standing["sides"],
    elo: elo == null || elo_error == null ? null : [elo, elo_error],
    gain: gain && { ...gain, mean: gain.mean?.value ?? null, interval: gain.mean ?? null },
  });
  return {
    ...rest,
    standings: lines.map(line),
    crossings: (crossings ?? []).map((row) => row.map((cell) => cell && scored(cell))),
    notes: (notes ?? []).filter(({ kind }) => kind === "table"),
  };
}

export function specOf({ name, settings }: Entrant): string {
  return settings.trim() === "" ? name : `${name}:${settings.trim()}`;
}

/** The conditions as lines: those of the fields, then the others. */
export function conditionsOf({ chosen, conditions }: GameForm): string {
  const lines = Object.entries(chosen)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key} = ${/^-?\d+(\.\d+)?$/.test(value) ? value : JSON.stringify(value)}`);
  return [...lines, conditions.trim()].filter((line) => line !== "").join("\n");
}

/** Returns the player with its display name, if it has one. */
export function contenderOf(player: Entrant): string {
  const title = player.title?.trim() ?? "";
  return title === "" ? specOf(player) : `${title}=${specOf(player)}`;
}

/** The most games for which records are requested. */
export const MOST_RECORDS = 500;

export function requestOf(game: string, form: GameForm): LabTournament {
  return {
    game,
    players: form.players.map(contenderOf),
    games: form.games,
    seed: form.seed,
    gauntlet: form.gauntlet,
    conditions: conditionsOf(form),
    per_move: form.perMove,
    records: gamesInAll(form) <= MOST_RECORDS,
  };
}

/** Returns the number of games of a tournament. */
export function gamesInAll({ players, games, gauntlet }: GameForm): number {
  const pairings = gauntlet ? players.length - 1 : (players.length * (players.length - 1)) / 2;
  return Math.max(0, pairings) * (Number.isFinite(games) ? games : 0);
}
