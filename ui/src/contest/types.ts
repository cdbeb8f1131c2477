// Messages of a contest's server, as its pages read them.
import type { CurlingSheet, Phrase } from "../lib/schema";

export type Stage = "waiting" | "running" | "paused" | "over";
export type MatchStatus = "scheduled" | "waiting" | "running" | "over" | "void";
export type Reason = "points" | "concession" | "time" | "fault" | "forfeit";
export type Result = "win" | "loss" | "draw";
/** Points or clocks of the team that throws first in end 1, and of the other. */
export type Pair = [number, number];

export type ContestState = {
  title: string;
  stage: Stage;
  /** The server's time of the answer. */
  now: string;
  /** Grows with every change. */
  version: number;
  divisions: Division[];
  matches: ContestMatch[];
};

export type Division = {
  name: string;
  discipline: "standard" | "mixed-doubles";
  ends: number;
  /** The conditions in short. */
  conditions: Phrase;
  format: "round-robin" | "swiss";
  round: number;
  rounds: number;
  /** When it begins, if that is planned. */
  start?: string | null;
  sheet?: CurlingSheet | null;
  standings: ContestStanding[];
  cross_table: CrossResults;
  results: MatchResult[];
};

export type ContestStanding = {
  place: number;
  entrant: string;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  /** Pairings won and lost, all games against one opponent together. */
  pairs_won: number;
  pairs_lost: number;
  points_for: number;
  points_against: number;
  /** The sum of the opponents' scores: the tie-break of a Swiss contest. */
  opponents?: number | null;
  /** A win counts 1, a draw ½, a bye as if won. */
  score?: number | null;
  byes?: number | null;
};

export type CrossResults = {
  entrants: string[];
  /** The results of the row's entrant against the column's, in the order of play. */
  cells: (Result[] | null)[][];
};

export type MatchResult = { match: string; first: string; second: string; score: Pair };

export type ContestStone = { team: number; number: number; x: number; y: number };

export type ContestMatch = {
  id: string;
  division: string;
  round: number;
  game: number;
  first: string;
  second: string;
  status: MatchStatus;
  score: Pair;
  /** The end in play, from 1. */
  end: number;
  /** The points of the finished ends. */
  ends: Pair[];
  /** Seconds left when the answer was made. */
  clocks: Pair | null;
  to_move: number | null;
  hammer: number | null;
  winner: number | null;
  reason: Reason | null;
  note: Phrase | null;
  started: string | null;
  ended: string | null;
  /** The stones of a match in progress. */
  stones?: ContestStone[] | null;
  /** The number of stones thrown in this end, and of those of a whole end. */
  shot?: number | null;
  shots?: number | null;
};

/** A file of a match that can be downloaded. */
export type MatchFile = "record" | "dcl";

/** A match with everything that its own page shows. */
export type MatchDetail = ContestMatch & {
  sheet?: CurlingSheet | null;
  last?: { text: Phrase | null; path?: Pair[] | null; team?: number | null } | null;
  files?: MatchFile[];
};

export type Entrant = {
  name: string;
  division: string[];
  kind: "command" | "built-in" | "network";
  protocol: string | null;
  connected: boolean | null;
  /** How the entrant's program connects: address, account, match id. */
  door: Phrase | null;
  last_seen: string | null;
  faults: LogLine[];
};

export type LogLine = { time: string; text: Phrase };

export type OrganiserView = {
  entrants: Entrant[];
  log: LogLine[];
  cores: number;
  games_at_once: number;
};
