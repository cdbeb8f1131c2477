// Values for the tests of the contest's pages.
import type { ContestMatch, ContestState, Division, Entrant } from "./types";

export const aMatch = (more: Partial<ContestMatch> = {}): ContestMatch => ({
  id: "m1",
  division: "standard",
  round: 1,
  game: 1,
  first: "MogMog",
  second: "SampleAI",
  status: "scheduled",
  score: [0, 0],
  end: 1,
  ends: [],
  clocks: null,
  to_move: null,
  hammer: null,
  winner: null,
  reason: null,
  note: null,
  started: null,
  ended: null,
  ...more,
});

/** A match in its third end. */
export const aLiveMatch = (more: Partial<ContestMatch> = {}): ContestMatch =>
  aMatch({
    status: "running",
    score: [2, 1],
    end: 3,
    ends: [
      [0, 1],
      [2, 0],
    ],
    clocks: [120, 65.5],
    to_move: 0,
    hammer: 1,
    started: "2026-11-18T12:00:00Z",
    stones: [{ team: 1, number: 1, x: -0.4, y: 0.5 }],
    shot: 3,
    shots: 16,
    ...more,
  });

/** A division of the two entrants of `aMatch`, who have met twice. */
export const aDivision = (more: Partial<Division> = {}): Division => ({
  name: "standard",
  discipline: "standard",
  ends: 8,
  conditions: "DC2, 219 s",
  format: "round-robin",
  round: 1,
  rounds: 1,
  standings: [
    {
      place: 1,
      entrant: "MogMog",
      played: 2,
      wins: 1,
      draws: 1,
      losses: 0,
      pairs_won: 1,
      pairs_lost: 0,
      points_for: 15,
      points_against: 8,
      opponents: 0.5,
      score: 1.5,
    },
    {
      place: 2,
      entrant: "SampleAI",
      played: 2,
      wins: 0,
      draws: 1,
      losses: 1,
      pairs_won: 0,
      pairs_lost: 1,
      points_for: 8,
      points_against: 15,
      opponents: 1.5,
      score: 0.5,
    },
  ],
  cross_table: {
    entrants: ["MogMog", "SampleAI"],
    cells: [
      [null, ["win", "draw"]],
      [["loss", "draw"], null],
    ],
  },
  results: [{ match: "m1", first: "MogMog", second: "SampleAI", score: [11, 4] }],
  ...more,
});

export const aContest = (more: Partial<ContestState> = {}): ContestState => ({
  title: "GPW Cup",
  stage: "running",
  now: "2026-11-18T12:00:00Z",
  version: 1,
  divisions: [aDivision()],
  matches: [aLiveMatch()],
  ...more,
});

export const anEntrant = (more: Partial<Entrant> = {}): Entrant => ({
  name: "MogMog",
  division: ["standard"],
  kind: "network",
  protocol: "dc4",
  connected: true,
  door: "http://host:10000, account mogmog",
  last_seen: null,
  faults: [],
  ...more,
});
