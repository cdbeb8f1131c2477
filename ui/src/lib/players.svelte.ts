// The players of the games as they describe themselves: asked for once, and what forms are made of.
import { ask, faultOf } from "./api";
import type { Fault, LabGame, PlayerDescription, PlayerSetting } from "./schema";

/** What is chosen for a player: values by the names of settings, `preset` among them. */
export type Settings = Record<string, string>;

class Players {
  games = $state.raw<LabGame[]>([]);
  fault = $state.raw<Fault | undefined>();
  #loading: Promise<void> | undefined;

  /** Asks for the descriptions, once. */
  load(): Promise<void> {
    this.#loading ??= ask("lab/players", {}).then(
      (told) => {
        this.games = told.games;
        this.fault = undefined;
      },
      (error: unknown) => {
        this.fault = faultOf(error);
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }

  /** The players of a game; none until they are known. */
  of(game: string): PlayerDescription[] {
    return this.games.find(({ name }) => name === game)?.players ?? [];
  }

  /** A player of a game. */
  find(game: string, name: string): PlayerDescription | undefined {
    return this.of(game).find((player) => player.name === name);
  }
}

export const players = new Players();

/** A player as text: `name:key=value,key=value`. */
export function textOf(name: string, settings: Settings): string {
  const pairs = Object.entries(settings).filter(([, value]) => value !== "");
  return pairs.length === 0 ? name : `${name}:${pairs.map(([key, value]) => `${key}=${value}`).join(",")}`;
}

/** For `Stored`: settings. What was kept by older pages had numbers and switches. */
export function asSettings(value: unknown): Settings | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const said: Settings = {};
  for (const [key, one] of Object.entries(value)) {
    if (typeof one === "string" || typeof one === "number") said[key] = String(one);
    else if (typeof one === "boolean") said[key] = one ? "on" : "off";
  }
  return said;
}

/** Leaves out what a player does not have. */
export function known(player: PlayerDescription, settings: Settings): Settings {
  const has = (key: string) =>
    (key === "preset" && player.presets.length > 0) ||
    player.settings.some((setting) => setting.key === key || setting.aliases.includes(key));
  return Object.fromEntries(Object.entries(settings).filter(([key]) => has(key)));
}

/** Whether a page may set something: files and players within players are for the command line. */
export const offered = ({ kind }: PlayerSetting): boolean => kind.type !== "file" && kind.type !== "player";

/** The value that a setting has by a preset or by default; nothing if there is none. */
export function usualValue(player: PlayerDescription, setting: PlayerSetting, preset: string): string {
  const chosen = player.presets.find(({ name }) => name === preset);
  const value = chosen?.settings.find(([key]) => key === setting.key)?.[1];
  return value ?? setting.default ?? "";
}
