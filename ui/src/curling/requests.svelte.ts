// Requests to players about a position: settings, tasks and answers. They live as long as the page,
// and tasks are found again after a reload.
import { asNumber, asText, Stored } from "../lib/storage.svelte";
import { asSettings, known, players, textOf, type Settings } from "../lib/players.svelte";
import type {
  CurlingAdvice,
  CurlingConditions,
  CurlingMeasuredShot,
  CurlingMeasured,
  CurlingPlatform,
} from "../lib/schema";
import { Task } from "../lib/task.svelte";
import { STYLES, styleOf, VARIANTS, type PlayerStyle } from "./playerStyles";
import { asPosition, PLATFORMS, type Position } from "./position.svelte";

type Choice = { on: boolean; settings: Settings };

/** Players selected at first: the strongest, and a quick one. */
const usual: Record<string, Choice> = {
  jiritsu: { on: true, settings: { preset: "strongest" } },
  greedy: { on: true, settings: {} },
};
const usualOf = (name: string): Choice => usual[name] ?? { on: false, settings: {} };

/**
 * Accepts the choice for a player. Pages of version 0.1 stored its settings beside its name, as
 * `player`.
 */
export function asChoice(value: unknown): Choice | undefined {
  const stored = value as { on?: unknown; settings?: unknown; player?: unknown } | null;
  if (typeof stored?.on !== "boolean") return undefined;
  const settings = asSettings(stored.settings ?? stored.player);
  if (!settings) return undefined;
  delete settings.name;
  return { on: stored.on, settings };
}

/** Returns the key of a position: everything that an answer depends on. */
export const fingerprint = (position: Position): string => JSON.stringify(asPosition(position));

/** A player with its last answer. */
export class AdviceRequest {
  readonly style: PlayerStyle;
  choice: Stored<Choice>;
  task: Task<"curling/advise">;
  #about: Stored<string>;

  constructor(readonly name: string) {
    this.style = styleOf(name);
    this.choice = new Stored(`curling.ask.${name}`, usualOf(name), asChoice);
    this.task = new Task("curling/advise", `curling.advise.${name}`);
    this.#about = new Stored(`curling.asked.${name}`, "", asText);
  }

  /** The spec of the player with its settings. */
  get player(): string {
    const player = players.find("curling", this.name);
    const { settings } = this.choice.value;
    return textOf(this.name, player ? known(player, settings) : settings);
  }

  /** Requests advice about a position. */
  ask(position: Position, seconds: number): void {
    this.#about.value = fingerprint(position);
    this.task.begin({ ...position, player: this.player, seconds, top: 5, seed: 1 });
  }

  /** Whether the last or coming answer is about this position. */
  isAbout(position: Position): boolean {
    return this.#about.value === fingerprint(position);
  }
}

export type Varied = "weight" | "noise" | "friction" | "curl";
export const VARIED: Varied[] = ["weight", "noise", "friction", "curl"];

/** Returns the conditions with one change for the throwing team; ice is common to both. */
export function varied(
  conditions: CurlingConditions,
  what: Varied,
  value: number,
  team: number,
): CurlingConditions {
  const copy = structuredClone(conditions);
  if (what === "friction" || what === "curl") copy[what] = value;
  else {
    for (const player of copy.teams[team === 1 ? 1 : 0].players) {
      if (what === "weight") player.max_weight = value;
      else player.noise = value;
    }
  }
  return copy;
}

/** Weight limits are in the measure of a platform. */
type Question = { what: Varied; values: number[]; player: string; platform?: CurlingPlatform };

/** Accepts a question. Pages of version 0.1 stored the player as `mind`. */
export function asQuestion(value: unknown): Question | undefined {
  const stored = value as (Partial<Question> & { mind?: unknown }) | null;
  const what = VARIED.find((one) => one === stored?.what);
  const player = asText(stored?.player ?? stored?.mind);
  if (!what || !player || !Array.isArray(stored?.values)) return undefined;
  const values = stored.values.filter((one) => asNumber(one) !== undefined).slice(0, VARIANTS.length);
  const platform = PLATFORMS.find((one) => one === stored?.platform);
  return values.length >= 2 ? { what, values, player, ...(platform ? { platform } : {}) } : undefined;
}

/** Whether the values of a question apply to a platform. */
export const fits = ({ what, values, platform }: Question, now: CurlingPlatform): boolean =>
  values.length >= 2 && (what !== "weight" || platform === now);

/** The same position under different conditions. */
class WhatIf {
  question = new Stored<Question>(
    "curling.whatif",
    { what: "weight", values: [], player: "jiritsu" },
    asQuestion,
  );
  tasks = VARIANTS.map((_, i) => new Task("curling/advise", `curling.whatif.${i}`));
  #about = new Stored("curling.whatif.asked", "", asText);

  #print(position: Position): string {
    return JSON.stringify([fingerprint(position), this.question.value]);
  }

  ask(position: Position, team: number, seconds: number): void {
    const { what, values, player: name } = $state.snapshot(this.question.value);
    this.#about.value = this.#print(position);
    const player = requests.of(name).player;
    this.tasks.forEach((task, i) => {
      const value = values[i];
      task.cancel();
      if (value === undefined) return task.clear();
      const conditions = varied(position.conditions, what, value, team);
      task.begin({ conditions, game: position.game, player, seconds, top: 1, seed: 1 });
    });
  }

  isAbout(position: Position): boolean {
    return this.#about.value === this.#print(position);
  }
}

/** The candidates of all players by one measure: the same throws, valued by the same player. */
class Measure {
  task = new Task("curling/measure");
  #about = $state("");

  #print(position: Position, shown: Candidate[]): string {
    return JSON.stringify([fingerprint(position), shown.map(({ shot }) => shot.shot)]);
  }

  /** Measures candidates, unless that was asked already. */
  ask(position: Position, shown: Candidate[]): void {
    const about = this.#print(position, shown);
    if (about === this.#about) return;
    this.#about = about;
    const shots = shown.map(({ shot }) => shot.shot);
    this.task.begin({ ...position, shots, throws: 1000, seed: 2 });
  }

  /** The measures of these candidates, in their order; nothing while they are measured. */
  of(position: Position, shown: Candidate[]): CurlingMeasured["shots"] | undefined {
    return this.#print(position, shown) === this.#about ? this.task.result?.shots : undefined;
  }
}

class Requests {
  /**
   * Players with a style of their own at once, so that their tasks are found again; then all that
   * are described.
   */
  players = $state.raw(Object.keys(STYLES).map((name) => new AdviceRequest(name)));
  seconds = new Stored("curling.seconds", 2, asNumber);
  terms = new Task("curling/terms", "curling.terms");
  termsAbout = new Stored("curling.terms.asked", "", asText);

  of(name: string): AdviceRequest {
    return this.players.find((one) => one.name === name) ?? this.players[0]!;
  }

  /** Loads the players. */
  async load(): Promise<void> {
    await players.load();
    const described = players.of("curling").map(({ name }) => name);
    if (described.length === 0) return;
    const stay = this.players.filter(({ name }) => described.includes(name));
    const come = described.filter((name) => !stay.some((one) => one.name === name));
    if (come.length > 0 || stay.length < this.players.length)
      this.players = [...stay, ...come.map((name) => new AdviceRequest(name))];
  }

  /** Asks all selected players. */
  ask(position: Position): void {
    for (const one of this.players) if (one.choice.value.on) one.ask(position, this.budget);
  }

  /** The thinking time within the limits of the workbench, in seconds. */
  get budget(): number {
    return Math.min(Math.max(this.seconds.value, 0.1), 60);
  }

  get busy(): boolean {
    return this.players.some((one) => one.task.busy);
  }

  cancel(): void {
    for (const one of this.players) one.task.cancel();
  }
}

export const requests = new Requests();
export const whatIf = new WhatIf();
export const measure = new Measure();

/** A candidate shot of a player's answer. */
export type Candidate = {
  key: string;
  label: string;
  who: string;
  style: PlayerStyle;
  rank: number;
  advice: CurlingAdvice;
  shot: CurlingAdvice["shots"][number];
};

/** A candidate with its measure, which it has once all are measured. */
export type Measured = Candidate & { measure?: CurlingMeasuredShot };

/** Returns the candidates with their measures, the best by that measure first. */
export function compared(shown: Candidate[], measures: CurlingMeasuredShot[] | undefined): Measured[] {
  if (!measures || measures.length !== shown.length) return shown;
  const all = shown.map((one, place) => ({ ...one, measure: measures[place]! }));
  return all.sort((a, b) => b.measure.chance - a.measure.chance);
}

/** Returns the candidates of all answers about a position, each player's best first. */
export function candidates(position: Position, name: (player: string) => string): Candidate[] {
  return requests.players.flatMap((one) => {
    const advice = one.task.answer;
    if (!advice || !one.isAbout(position)) return [];
    return advice.shots.map((shot, rank) => ({
      key: `${one.name}-${rank}`,
      label: `${one.style.letter}${rank + 1}`,
      who: name(one.name),
      style: one.style,
      rank,
      advice,
      shot,
    }));
  });
}
