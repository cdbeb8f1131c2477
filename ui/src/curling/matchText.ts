// Texts of a match: names of teams, titles of scenes, actions and results.
import { language } from "../lib/i18n.svelte";
import type { CurlingFilm } from "../lib/schema";
import { words, YOU } from "./matchWords";
import { shortName, words as analysis } from "./words";

/** Returns the display name of a player, followed by its settings. */
export function playerName(text: string): string {
  const [name = "", ...settings] = text.split(":");
  return [shortName(name), ...settings].join(" · ");
}

/** Returns the display name for a name of a record; players and the user have translated names. */
export function displayName(name: string): string {
  const ours = (name.split(":")[0] ?? "") in analysis().players;
  return ours ? playerName(name) : YOU.includes(name) ? words().you : name;
}

/** Returns the name of a team without a name: its colour. */
export const teamName = (team: number): string => analysis().teams[team === 1 ? 1 : 0];

/** A film; that of a contest keeps the names of its entrants as they are. */
export type NamedFilm = CurlingFilm & { contest?: true };

/** Returns the display name of a team. */
export function nameOf(film: NamedFilm, team: number): string {
  const name = film.names[team] ?? "";
  return (film.contest ? name : displayName(name)) || teamName(team);
}

/** Returns the number of the stone in a slot of an end, from 1; placed stones are not counted. */
export const stoneText = (film: CurlingFilm, slot: number): string =>
  film.first_shot > 0 ? words().throwOf(slot - film.first_shot + 1) : words().stone(slot + 1);

/** Returns the title of a scene: its end and stone. */
export function sceneTitle(film: CurlingFilm, at: number): string {
  const scene = film.scenes[at];
  if (!scene) return "";
  const end = scene.end > film.ends ? words().extra : words().end(scene.end);
  const stone = scene.done?.stone;
  return stone == null ? end : `${end} · ${stoneText(film, stone - 1)}`;
}

/** Returns the text of the action that led to a scene. */
export function actionText(film: CurlingFilm, at: number): string {
  const done = film.scenes[at]?.done;
  if (!done) return words().start;
  const name = nameOf(film, done.team);
  const what =
    {
      throw: undefined,
      place: words().placed,
      concession: words().conceded,
      time: words().outOfTime,
      fault: words().faulted,
    }[done.what] ?? (done.thrown ? done.words[language.value] : words().pass);
  return `${name}: ${what}${done.foul ? ` (${words().foul})` : ""}`;
}

/** Returns the results of a scene: the score of its end, and the result of the match. */
export function resultTexts(film: CurlingFilm, at: number): string[] {
  const [before, scene] = [film.scenes[at - 1], film.scenes[at]];
  const texts: string[] = [];
  if (scene && before && scene.finished > before.finished) {
    const points = film.scores[scene.finished - 1] ?? 0;
    const end = scene.finished;
    const team = points > 0 ? 0 : 1;
    const scored = team === before.hammer ? words().endScored : words().endStolen;
    texts.push(points === 0 ? words().blank(end) : scored(nameOf(film, team), Math.abs(points), end));
  }
  if (at === film.scenes.length - 1 && scene?.next == null)
    if (film.winner != null) texts.push(words().wins(nameOf(film, film.winner)));
    else if (film.ending === "draw") texts.push(words().drawn);
  return texts;
}
