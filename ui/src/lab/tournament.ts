// A tournament as it is entered, and tournaments that were played, as they are kept in the browser.
import type { Crossing, LabStandings, LabTournament, ReportTable, Standing } from "../lib/schema";

/** A player; under a name of its own, if it has a title. */
export type Entrant = { name: string; settings: string; title?: string };

/** What is entered in the form, per game. */
export type Entered = {
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

export type Form = { game: string; of: Record<string, Entered> };

/** A tournament that was played. */
export type Played = { when: number; asked: LabTournament; table: LabStandings };

/** So many are kept. */
export const MOST_PLAYED = 12;
export const MOST_PLAYERS = 12;

/** Players who are over soon, to begin with. */
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

export function entered(game: string, names: string[]): Entered {
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

function asEntered(value: unknown): Entered | undefined {
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

/** For `Stored`: the form. */
export function asForm(value: unknown): Form | undefined {
  if (!isRecord(value) || typeof value.game !== "string" || !isRecord(value.of)) return undefined;
  const of: Record<string, Entered> = {};
  for (const [game, one] of Object.entries(value.of)) {
    const read = asEntered(one);
    if (read) of[game] = read;
  }
  return { game: value.game, of };
}

/** For `Stored`: what was asked for. */
export function asAsked(value: unknown): LabTournament | undefined {
  const known = isRecord(value) && typeof value.game === "string" && Array.isArray(value.players);
  return known ? (value as unknown as LabTournament) : undefined;
}

/** For `Stored`: tournaments that were played. */
export function asPlayed(value: unknown): Played[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = value.map((one) =>
    isRecord(one) && isRecord(one.table) && Array.isArray(one.table.lines)
      ? { ...one, table: ofFirstVersion(one.table as unknown as FirstTable) }
      : one,
  );
  return known.filter(
    (one): one is Played =>
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

/** The table of a tournament that version 0.1 kept. */
function ofFirstVersion({ lines, crossings, notes, ...rest }: FirstTable): LabStandings {
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
export function conditionsOf({ chosen, conditions }: Entered): string {
  const lines = Object.entries(chosen)
    .filter(([, value]) => value !== "")
    .map(([key, value]) => `${key} = ${/^-?\d+(\.\d+)?$/.test(value) ? value : JSON.stringify(value)}`);
  return [...lines, conditions.trim()].filter((line) => line !== "").join("\n");
}

/** The player as it takes part, with its own name if it has one. */
export function contenderOf(player: Entrant): string {
  const title = player.title?.trim() ?? "";
  return title === "" ? specOf(player) : `${title}=${specOf(player)}`;
}

/** Of more games the records are not asked for. */
export const MOST_RECORDS = 500;

export function asked(game: string, form: Entered): LabTournament {
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

/** How many games a tournament has in all. */
export function gamesInAll({ players, games, gauntlet }: Entered): number {
  const pairings = gauntlet ? players.length - 1 : (players.length * (players.length - 1)) / 2;
  return Math.max(0, pairings) * (Number.isFinite(games) ? games : 0);
}
