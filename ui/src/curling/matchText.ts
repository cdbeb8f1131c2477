// What happened in a scene of a match, in a sentence.
import { language } from "../lib/i18n.svelte";
import type { CurlingFilm } from "../lib/schema";
import { words, YOU } from "./matchWords";
import { engineName, words as analysis } from "./words";

/** What a player of ours is called, as in the analysis; its settings stand behind it. */
export function playerName(text: string): string {
  const [name = "", ...settings] = text.split(":");
  return [engineName(name), ...settings].join(" · ");
}

/**
 * A name of a record as it is shown: players of ours and the person who played have one in each
 * language.
 */
export function displayName(name: string): string {
  const ours = (name.split(":")[0] ?? "") in analysis().engines;
  return ours ? playerName(name) : YOU.includes(name) ? words().you : name;
}

/** What a team without a name is called: by its colour. */
export const teamName = (team: number): string => analysis().teams[team === 1 ? 1 : 0];

/** What a team is called. */
export const nameOf = (film: CurlingFilm, team: number): string =>
  displayName(film.names[team] ?? "") || teamName(team);

/** Which stone a slot of an end is, from 1: stones that are placed are not counted. */
export const stoneText = (film: CurlingFilm, slot: number): string =>
  film.first_shot > 0 ? words().throwOf(slot - film.first_shot + 1) : words().stone(slot + 1);

/** End and stone of a scene. */
export function sceneTitle(film: CurlingFilm, at: number): string {
  const scene = film.scenes[at];
  if (!scene) return "";
  const end = scene.end > film.ends ? words().extra : words().end(scene.end);
  const stone = scene.done?.stone;
  return stone == null ? end : `${end} · ${stoneText(film, stone - 1)}`;
}

/** What was done. */
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

/** What the shot of a scene decided: the score of its end, and the result of the match. */
export function resultTexts(film: CurlingFilm, at: number): string[] {
  const [before, scene] = [film.scenes[at - 1], film.scenes[at]];
  const said: string[] = [];
  if (scene && before && scene.finished > before.finished) {
    const points = film.scores[scene.finished - 1] ?? 0;
    const end = scene.finished;
    said.push(
      points === 0
        ? words().blank(end)
        : words().endScored(nameOf(film, points > 0 ? 0 : 1), Math.abs(points), end),
    );
  }
  if (at === film.scenes.length - 1 && scene?.next == null)
    if (film.winner != null) said.push(words().wins(nameOf(film, film.winner)));
    else if (film.ending === "draw") said.push(words().drawn);
  return said;
}
