// Descriptions of the players of every game, loaded once, of which forms are made.
import { ask, faultOf } from "./api";
import type { Fault, LabGame, PlayerDescription, PlayerSetting } from "./schema";

/** Settings of a player: values by name, `preset` among them. */
export type Settings = Record<string, string>;

class Players {
  games = $state.raw<LabGame[]>([]);
  fault = $state.raw<Fault | undefined>();
  #loading: Promise<void> | undefined;

  /** Loads the descriptions, once. */
  load(): Promise<void> {
    this.#loading ??= ask("lab/players", {}).then(
      (answer) => {
        this.games = answer.games;
        this.fault = undefined;
      },
      (error: unknown) => {
        this.fault = faultOf(error);
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }

  /** Returns the players of a game; none until they are loaded. */
  of(game: string): PlayerDescription[] {
    return this.games.find(({ name }) => name === game)?.players ?? [];
  }

  /** Returns a player of a game. */
  find(game: string, name: string): PlayerDescription | undefined {
    return this.of(game).find((player) => player.name === name);
  }
}

export const players = new Players();

/** Returns the spec of a player: `name:key=value,key=value`. */
export function textOf(name: string, settings: Settings): string {
  const pairs = Object.entries(settings).filter(([, value]) => value !== "");
  return pairs.length === 0 ? name : `${name}:${pairs.map(([key, value]) => `${key}=${value}`).join(",")}`;
}

/** Accepts settings; those of older pages had numbers and booleans. */
export function asSettings(value: unknown): Settings | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const settings: Settings = {};
  for (const [key, one] of Object.entries(value)) {
    if (typeof one === "string" || typeof one === "number") settings[key] = String(one);
    else if (typeof one === "boolean") settings[key] = one ? "on" : "off";
  }
  return settings;
}

/** Returns the settings without those the player does not have. */
export function known(player: PlayerDescription, settings: Settings): Settings {
  const has = (key: string) =>
    (key === "preset" && player.presets.length > 0) ||
    player.settings.some((setting) => setting.key === key || setting.aliases.includes(key));
  return Object.fromEntries(Object.entries(settings).filter(([key]) => has(key)));
}

/**
 * Whether a page may change a setting: files and players within players are for the command line.
 */
export const offered = ({ kind }: PlayerSetting): boolean => kind.type !== "file" && kind.type !== "player";

/** Returns the value of a setting by a preset or by default; nothing if there is none. */
export function usualValue(player: PlayerDescription, setting: PlayerSetting, preset: string): string {
  const chosen = player.presets.find(({ name }) => name === preset);
  const value = chosen?.settings.find(([key]) => key === setting.key)?.[1];
  return value ?? setting.default ?? "";
}
