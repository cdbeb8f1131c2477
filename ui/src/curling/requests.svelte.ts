// Who is asked about a position, with which settings, and what they said. Lives as long as the
// page, and finds its tasks again after a reload.
import { asNumber, asText, Stored } from "../lib/storage.svelte";
import { asSettings, known, players, textOf, type Settings } from "../lib/players.svelte";
import type { CurlingAdvice, CurlingConditions, CurlingPlatform } from "../lib/schema";
import { Task } from "../lib/task.svelte";
import { STYLES, styleOf, VARIANTS, type EngineStyle } from "./engines";
import { asPosition, PLATFORMS, type Position } from "./position.svelte";

type Choice = { on: boolean; settings: Settings };

/** Who is asked to begin with: the strongest player, and a quick one. */
const usual: Record<string, Choice> = {
  jiritsu: { on: true, settings: { preset: "strongest" } },
  greedy: { on: true, settings: {} },
};
const usualOf = (name: string): Choice => usual[name] ?? { on: false, settings: {} };

/**
 * For `Stored`: what was chosen for a player. Pages of version 0.1 kept its settings beside its name,
 * as `player`.
 */
export function asChoice(value: unknown): Choice | undefined {
  const said = value as { on?: unknown; settings?: unknown; player?: unknown } | null;
  if (typeof said?.on !== "boolean") return undefined;
  const settings = asSettings(said.settings ?? said.player);
  if (!settings) return undefined;
  delete settings.name;
  return { on: said.on, settings };
}

/**
 * A position with everything that decides about a player's answer, as text: two are the same if
 * these are.
 */
export const fingerprint = (position: Position): string => JSON.stringify(asPosition(position));

/** One player and its last answer. */
export class AdviceRequest {
  readonly style: EngineStyle;
  choice: Stored<Choice>;
  task: Task<"curling/advise">;
  #about: Stored<string>;

  constructor(readonly name: string) {
    this.style = styleOf(name);
    this.choice = new Stored(`curling.ask.${name}`, usualOf(name), asChoice);
    this.task = new Task("curling/advise", `curling.advise.${name}`);
    this.#about = new Stored(`curling.asked.${name}`, "", asText);
  }

  /** The player with its settings, as text. */
  get player(): string {
    const player = players.find("curling", this.name);
    const { settings } = this.choice.value;
    return textOf(this.name, player ? known(player, settings) : settings);
  }

  /** Asks about a position. */
  ask(position: Position, seconds: number): void {
    this.#about.value = fingerprint(position);
    this.task.begin({ ...position, player: this.player, seconds, top: 5, seed: 1 });
  }

  /** Whether the last answer, or the one to come, is about this position. */
  isAbout(position: Position): boolean {
    return this.#about.value === fingerprint(position);
  }
}

export type Varied = "weight" | "noise" | "friction" | "curl";
export const VARIED: Varied[] = ["weight", "noise", "friction", "curl"];

/** The conditions with one thing of the team that throws changed; the ice is everybody's. */
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

/** Limits of weight are in the measure of a platform. */
type Question = { what: Varied; values: number[]; engine: string; platform?: CurlingPlatform };

function asQuestion(value: unknown): Question | undefined {
  const said = value as (Partial<Question> & { mind?: unknown }) | null;
  const what = VARIED.find((one) => one === said?.what);
  const engine = asText(said?.engine ?? said?.mind);
  if (!what || !engine || !Array.isArray(said?.values)) return undefined;
  const values = said.values.filter((one) => asNumber(one) !== undefined).slice(0, VARIANTS.length);
  const platform = PLATFORMS.find((one) => one === said?.platform);
  return values.length >= 2 ? { what, values, engine, ...(platform ? { platform } : {}) } : undefined;
}

/** Whether the values of a question mean something on a platform. */
export const fits = ({ what, values, platform }: Question, now: CurlingPlatform): boolean =>
  values.length >= 2 && (what !== "weight" || platform === now);

/** The same question under different conditions. */
class WhatIf {
  question = new Stored<Question>(
    "curling.whatif",
    { what: "weight", values: [], engine: "jiritsu" },
    asQuestion,
  );
  tasks = VARIANTS.map((_, i) => new Task("curling/advise", `curling.whatif.${i}`));
  #about = new Stored("curling.whatif.asked", "", asText);

  #print(position: Position): string {
    return JSON.stringify([fingerprint(position), this.question.value]);
  }

  ask(position: Position, team: number, seconds: number): void {
    const { what, values, engine } = $state.snapshot(this.question.value);
    this.#about.value = this.#print(position);
    const player = requests.of(engine).player;
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

class Requests {
  /**
   * Those with a style of their own at once, so that their tasks are found again; then everybody who
   * is described.
   */
  players = $state.raw(Object.keys(STYLES).map((name) => new AdviceRequest(name)));
  seconds = new Stored("curling.seconds", 2, asNumber);
  terms = new Task("curling/terms", "curling.terms");
  termsAbout = new Stored("curling.terms.asked", "", asText);

  of(name: string): AdviceRequest {
    return this.players.find((one) => one.name === name) ?? this.players[0]!;
  }

  /** Learns who can be asked. */
  async load(): Promise<void> {
    await players.load();
    const described = players.of("curling").map(({ name }) => name);
    if (described.length === 0) return;
    const stay = this.players.filter(({ name }) => described.includes(name));
    const come = described.filter((name) => !stay.some((one) => one.name === name));
    if (come.length > 0 || stay.length < this.players.length)
      this.players = [...stay, ...come.map((name) => new AdviceRequest(name))];
  }

  /** Asks everybody chosen. */
  ask(position: Position): void {
    for (const one of this.players) if (one.choice.value.on) one.ask(position, this.budget);
  }

  /** Seconds within what the workbench allows. */
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

/** A candidate shot of somebody's answer. */
export type Candidate = {
  key: string;
  label: string;
  who: string;
  style: EngineStyle;
  rank: number;
  advice: CurlingAdvice;
  shot: CurlingAdvice["shots"][number];
};

/** All candidates of the answers about a position, each player's best first. */
export function candidates(position: Position, name: (engine: string) => string): Candidate[] {
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
