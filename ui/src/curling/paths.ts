// Paths and marks of candidate shots on the sheet.
import type { CurlingAdvice, CurlingAdvised, CurlingThrown } from "../lib/schema";
import type { Candidate } from "./requests.svelte";
import { VARIANTS, type PlayerStyle } from "./playerStyles";
import type { SheetDot, SheetMark, SheetPath } from "./shapes";

export type Drawing = { paths: SheetPath[]; marks: SheetMark[] };

/** The number of shots drawn per player if none is selected. */
const DRAWN = 3;

function lines(key: string, shot: CurlingAdvised, style: PlayerStyle, how: Partial<SheetPath>): SheetPath[] {
  return shot.paths.map((path, i) => ({
    key: `${key}-${i}`,
    points: path.points,
    colour: style.colour,
    ...(style.dash ? { dash: style.dash } : {}),
    ...how,
    ...(i > 0 ? { thin: true, strong: false } : {}),
  }));
}

function ghost(key: string, shot: CurlingAdvised, style: PlayerStyle, label: string): SheetMark[] {
  const at = shot.stops;
  return at ? [{ key, x: at.x, y: at.y, colour: style.colour, label, side: style.side, kind: "ghost" }] : [];
}

/** Returns the best shots of all players; the current one stands out. */
export function candidatePaths(shown: Candidate[], current: string | undefined): Drawing {
  const drawn = shown.filter(({ key, rank }) => key === current || rank < DRAWN);
  const paths = drawn.flatMap(({ key, shot, style, rank }) => {
    const strong = current ? key === current : rank === 0;
    return lines(key, shot, style, {
      strong,
      faint: current !== undefined && !strong,
      thin: rank > 0 && !strong,
    });
  });
  const named = drawn.filter(({ key, rank }) => (current ? key === current : rank === 0));
  const marks = named.flatMap(({ key, shot, style, label }) => ghost(key, shot, style, label));
  return { paths, marks };
}

/** Returns the stops of the thrown stone in the player's outcomes; likelier ones are stronger. */
export function outcomeDots({ shot, style }: Candidate): SheetDot[] {
  const most = Math.max(...shot.outcomes.map(({ probability }) => probability));
  return shot.outcomes.flatMap(({ stops, probability }) =>
    stops
      ? [
          {
            x: stops.x,
            y: stops.y,
            colour: style.colour,
            strength: 0.15 + 0.5 * Math.sqrt(probability / most),
          },
        ]
      : [],
  );
}

/** Returns the shot chosen under each condition. */
export function variantPaths(answers: (CurlingAdvice | undefined)[], current: number | undefined): Drawing {
  const best = answers.flatMap((answer, i) => {
    const shot = answer?.shots[0];
    const style = VARIANTS[i];
    return shot && style ? [{ i, shot, style }] : [];
  });
  return {
    paths: best.flatMap(({ i, shot, style }) =>
      lines(`variant-${i}`, shot, style, {
        strong: current === undefined || current === i,
        faint: current !== undefined && current !== i,
      }),
    ),
    marks: best.flatMap(({ i, shot, style }) => ghost(`variant-${i}`, shot, style, style.letter)),
  };
}

/** Returns the paths of all stones, once they have stopped. */
export function thrownPaths(thrown: CurlingThrown, moving: boolean): SheetPath[] {
  if (moving) return [];
  return thrown.paths.map(({ team, number, points }) => ({
    key: `thrown-${team}-${number}`,
    points,
    colour: `var(--side-${team})`,
    thin: true,
  }));
}
