// Made from openapi.json by `make api`. Do not edit.

/** What a position says by itself. */
export type CurlingChecked = {
  /** How fast a draw to the tee is let go, in m/s: what limits of weight can be held against. */
  draw_weight: number;
  /** The number of the first shot of an end: 0, or 6 in mixed doubles. */
  first_shot: number;
  /** What the team with the hammer, or the one that chooses, may place in mixed doubles. */
  placements: (CurlingPlacement)[];
  /** The number of the player who throws, from 0. */
  player?: number | null;
  /** What the end would give if it stopped now, positive for team 0. */
  points: number;
  /** What is wrong. */
  problems: (CurlingProblem)[];
  /** The lines of the sheet. */
  sheet: CurlingSheet;
  /** How far the thrower's draws to the tee stray, as standard deviations in metres: across and along. */
  stray?: CurlingPoint | null;
  /** The team whose shot it is, if one comes next. */
  thrower?: number | null;
};

/** Where stones come to rest. */
export type CurlingCloud = {
  /** How often a rule about guards put the stones back. */
  fouls: number;
  /** How often each number of points lay there, lowest first, positive for the team that throws. */
  results: ([number, number])[];
  /** What came of each throw. */
  throws: (CurlingFall)[];
};

/** What a match is played under. */
export type CurlingConditions = {
  /** A factor on the curl: 0 is straight ice. */
  curl: number;
  /** How many ends, from 1 to 32. */
  ends: number;
  /** Whether a level match goes on. */
  extra_ends: boolean;
  /** A factor on the friction of the ice: 1.2 is slower ice. */
  friction: number;
  /** A factor on how unsteady the platform's hands are: 0 is not at all. */
  noise: number;
  /** Whose ice, sheet, rules and players; everything else changes them. */
  platform: CurlingPlatform;
  /** Fours or pairs. */
  rules: CurlingRules;
  /** Where the guard of mixed doubles is placed: 0, nearest the house, to 5. Digital Curling 2 has one spot only. */
  spot: number;
  /** The two teams. */
  teams: [CurlingTeam, CurlingTeam];
};

/** What came of one throw of many. */
export type CurlingFall = {
  /** What the end would give then, positive for the team that throws. */
  points: number;
  /** The stones that lie elsewhere now, the thrown one among them unless it is gone. */
  stones: (CurlingStone)[];
};

/** A match at a moment. */
export type CurlingGame = {
  /** The team that chose the placement, in mixed doubles; if not said, the one with the hammer. */
  chooser?: number | null;
  /** The end being played, from 0. */
  end: number;
  /** Points of the extra ends, positive for team 0. */
  extra?: number;
  /** The team with the last stone of the end; before a placement the team that chooses it. */
  hammer: number;
  /** The players of each team in the order they throw, if it is not that of their numbers. */
  orders?: [(number)[], (number)[]] | null;
  /** What comes next. */
  phase: CurlingPhase;
  /** In which end each team had its power play. */
  power_plays?: [number | null, number | null];
  /** Points of the ends so far, positive for team 0. */
  scores: (number)[];
  /** The number of the next shot, from 0 to 15; in mixed doubles from 6. */
  shot: number;
  /** The stones in play. */
  stones: (CurlingStone)[];
};

/** What a player can do. */
export type CurlingHand = {
  /** The fastest throw, in m/s; as on the platform if not said. */
  max_weight?: number | null;
  /** A factor on the noise of the match: 0.5 is twice as steady. */
  noise: number;
};

/** A shot to be thrown many times. */
export type CurlingMany = {
  /** What the match is played under. */
  conditions: CurlingConditions;
  /** How often: 1 to 500. */
  count: number;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** Luck. */
  seed: number;
  /** What is meant. */
  shot: CurlingShot;
};

/** The way of a stone as a line. */
export type CurlingPath = {
  /** Whether it leaves the sheet. */
  gone: boolean;
  /** Its number. */
  number: number;
  /** x and y of its corners. */
  points: ([number, number])[];
  /** Whose stone it is. */
  team: number;
};

/** What comes next. */
export type CurlingPhase = {
  kind: "placing";
} | {
  kind: "throwing";
} | {
  kind: "over";
  /** Why: score, draw, concession, time or fault. */
  reason: CurlingReason;
  /** Who won; nobody if it is drawn. */
  winner?: number | null;
};

/** A placement and what it leads to. */
export type CurlingPlacement = {
  /** The team that has the hammer then. */
  hammer: number;
  /** Which. */
  kind: CurlingPlacementKind;
  /** The stones then. */
  stones: (CurlingStone)[];
};

/** Which of the four placements. */
export type CurlingPlacementKind = "centre-guard" | "centre-house" | "power-play-left" | "power-play-right";

/** Whose ice, sheet and players a match is played with. */
export type CurlingPlatform = "paper" | "legacy" | "gat" | "dc2" | "dc3" | "dc4";

/** A place on the sheet, in metres: x right of the tee, y behind it. */
export type CurlingPoint = {
  /** Right of the tee. */
  x: number;
  /** Behind the tee; negative before it. */
  y: number;
};

/** A position to be looked at. */
export type CurlingPosition = {
  /** What the match is played under. */
  conditions: CurlingConditions;
  /** The match. */
  game: CurlingGame;
};

/** Something that cannot be. */
export type CurlingProblem = {
  /** What kind of thing. */
  kind: CurlingProblemKind;
  /** In words. */
  message: string;
  /** The stones concerned, by their place in the list. */
  stones: (number)[];
};

/** What can be wrong with a position. */
export type CurlingProblemKind = "outside" | "overlap" | "impossible";

/** Why a match ended. */
export type CurlingReason = "score" | "draw" | "concession" | "time" | "fault";

/** Fours or pairs. */
export type CurlingRules = "normal" | "mixed-doubles";

/** The lines of a sheet, in metres from the tee. */
export type CurlingSheet = {
  /** To the back line. */
  back: number;
  /** Forward to where a stone is let go. */
  delivery: number;
  /** Radius of the 8-foot ring. */
  eight_foot: number;
  /** Radius of the 4-foot ring. */
  four_foot: number;
  /** Forward to the hog line. */
  hog: number;
  /** Radius of the house. */
  house: number;
  /** Radius of a stone. */
  stone: number;
  /** From side line to side line. */
  width: number;
};

/** How a stone is let go. */
export type CurlingShot = {
  /** How fast it turns, in radians a second; the ice's usual rate if not said. */
  rate?: number | null;
  /** The way it turns. */
  turn: CurlingTurn;
  /** Speed to the right, in metres a second. */
  vx: number;
  /** Speed down the sheet, in metres a second. */
  vy: number;
};

/** A stone in play. */
export type CurlingStone = {
  /** How far its handle has turned, in radians. */
  angle?: number;
  /** Which of the team's stones, from 1 to 8 in the order they are thrown. In mixed doubles 1 is the placed one and 4 to 8 are thrown. */
  number: number;
  /** Whose it is: 0 or 1. */
  team: number;
  /** Metres right of the tee. */
  x: number;
  /** Metres behind the tee; negative before it. */
  y: number;
};

/** The players of a team. */
export type CurlingTeam = {
  /** One to four players in their order; those missing are like the first. */
  players: (CurlingHand)[];
};

/** A shot to be thrown. */
export type CurlingThrow = {
  /** What the match is played under. */
  conditions: CurlingConditions;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** Luck: the same number gives the same throw. Without one it is thrown exactly. */
  seed?: number | null;
  /** What is meant. */
  shot: CurlingShot;
};

/** What came of a shot. */
export type CurlingThrown = {
  /** Whether the end is over. */
  ends: boolean;
  /** Whether a rule about guards puts the stones back. */
  foul: boolean;
  /** The match afterwards. */
  game: CurlingGame;
  /** The same as lines. */
  paths: (CurlingPath)[];
  /** What the end gives, or would give if it stopped then, positive for the team that threw. */
  points: number;
  /** What was thrown; nothing if it was too fast for the thrower and counts as a pass. */
  shot?: CurlingShot | null;
  /** The stones that count afterwards, also if this was the last shot of the end. */
  stones: (CurlingStone)[];
  /** The film. */
  trajectory: CurlingTrajectory;
};

/** The way of a stone. */
export type CurlingTrack = {
  /** The picture in which its first point is; until then it lies there. */
  first: number;
  /** Whether it leaves the sheet after its last point; otherwise it rests there. */
  gone: boolean;
  /** Its number. */
  number: number;
  /** x, y and angle in each picture from then on, until it rests or is gone. */
  points: ([number, number, number])[];
  /** Whose stone it is. */
  team: number;
};

/** The ways of all stones that a shot moves, as pictures at equal times. */
export type CurlingTrajectory = {
  /** How many pictures there are. */
  frames: number;
  /** Seconds from one picture to the next. */
  seconds: number;
  /** The stones that move, the thrown one first. All others lie still. */
  tracks: (CurlingTrack)[];
};

/** The way a stone turns. */
export type CurlingTurn = "cw" | "ccw";

/** A request that was not answered. */
export type Fault = {
  /** What kind of trouble it is. */
  kind: FaultKind;
  /** What is wrong, and what to do about it. */
  message: string;
  /** Where it is wrong: a field such as `stones[3].x`, or a line and a column of a text. */
  place?: string | null;
};

/** Whose fault it is, roughly. */
export type FaultKind = "wrong" | "forbidden" | "missing" | "too_much" | "cancelled" | "failed";

/** Where a task stands. */
export type Phase = "waiting" | "running" | "done" | "cancelled" | "failed";

/** How far a computation is. */
export type Progress = {
  /** The part that is done, from 0 to 1; nothing if it cannot be known. */
  part?: number | null;
  /** What is being done, in few words or numbers that need no translation ("120 / 400"). */
  words?: string;
};

/** The answer to an operation that takes long. */
export type Started = {
  /** The task that was started. */
  task: string;
};

/** Everything known about a task. */
export type TaskState = {
  /** Why it failed. */
  fault?: Fault | null;
  /** The operation it does. */
  operation: string;
  /** What is known so far, if the operation tells. */
  partial?: unknown;
  /** Where it stands. */
  phase: Phase;
  /** How far it is. */
  progress: Progress;
  /** Its result. A cancelled task may have one too: what was found until then. */
  result?: unknown;
  /** Its id. */
  task: string;
};

/** What may be asked, with the form of question and answer. */
export interface Operations {
  /** Says what a position is: whose turn, what the end would give now, and what is wrong with it */
  "curling/check": {
    input: CurlingPosition;
    output: CurlingChecked;
  };
  /** Throws a shot many times with the thrower's noise and says where the stones come to rest */
  "curling/cloud": {
    input: CurlingMany;
    output: CurlingCloud;
  };
  /** Throws a shot in a position, exactly or with the thrower's noise, and films it */
  "curling/throw": {
    input: CurlingThrow;
    output: CurlingThrown;
  };
}
