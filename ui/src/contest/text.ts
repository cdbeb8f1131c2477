// Texts made of a contest's values: times, results of matches.
import { language, textIn } from "../lib/i18n.svelte";
import { labelled } from "../curling/games.svelte";
import type { SheetStone } from "../curling/shapes";
import type { ContestMatch, Division } from "./types";
import { words } from "./words";

/** Returns a time of the server in the reader's own zone; the date unless it is of today. */
export function timeText(time: string | Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return String(time);
  const today = at.toDateString() === new Date().toDateString();
  const form = { ...(today ? {} : { dateStyle: "short" as const }), timeStyle: "medium" as const };
  return new Intl.DateTimeFormat(language.value, form).format(at);
}

/** Returns the result of a match in words; nothing while it is not over. */
export function resultText(match: ContestMatch): string | undefined {
  if (match.status === "void") return words().voidMatch;
  if (match.status !== "over") return undefined;
  if (match.winner === null) return match.reason === "forfeit" ? words().bothForfeit : words().draw;
  const [winner, loser] = match.winner === 0 ? [match.first, match.second] : [match.second, match.first];
  return words().wins(winner, loser, match.reason, match.started !== null);
}

/** Returns the end, the shot and the team to throw of a match in progress. */
export function situationText(match: ContestMatch, division?: Division): string {
  const name = match.to_move === 0 ? match.first : match.second;
  return [
    words().endNow(match.end, division?.ends ?? match.end),
    match.shot != null && match.shots != null ? words().thrown(match.shot, match.shots) : "",
    match.to_move === null ? "" : words().turnOf(name),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns the note on a match in the chosen language. */
export const noteText = ({ note }: ContestMatch): string => (note == null ? "" : textIn(note));

/**
 * Returns the stones of a match for the sheet, labelled with the numbers of their shots. Those of
 * an end that is over have their own numbers: the hammer is that of the next end.
 */
export function sheetStonesOf({ stones, hammer, shot }: ContestMatch): SheetStone[] {
  const lying = stones ?? [];
  return hammer === null || shot === 0 ? lying : labelled(lying, hammer);
}

/** Returns the address of the page of a match. */
export const matchPath = (id: string): string => `/cup/match/${encodeURIComponent(id)}`;
