// Made from openapi.json by `make api`. Do not edit.

/** What a team may do. */
export type CurlingAct = {
  throw: CurlingShot;
} | {
  place: number;
} | "concede";

/** Something to be done in a match. */
export type CurlingActAsked = {
  /** What. */
  act: CurlingAct;
  /** Who does it. */
  team: number;
  /** The record so far. */
  text: string;
};

/** What a player says of a position; values are those of the team that throws. */
export type CurlingAdvice = {
  /** Whether a value counts stones that lie well beside the chance or the points. */
  adds_position: boolean;
  /** How many shots ahead it looked, where that means something. */
  depth: number;
  /** How much better the best is than the next that differs. */
  gap?: number | null;
  /** Whether it has the hammer. */
  hammer: boolean;
  /** The value of every target for each way to turn; only jiritsu values all. */
  maps: (CurlingValueMap)[];
  /** How many positions or simulations it looked at. */
  nodes: number;
  /** What values are in. */
  scale: CurlingScale;
  /** How long it thought. */
  seconds: number;
  /** Shots that differ, best first. */
  shots: (CurlingAdvised)[];
  /** The same in a word. */
  sure: CurlingSure;
  /** The team that throws. */
  team: number;
  /** Whether the player valued its shots; opening knowledge does not. */
  valued: boolean;
};

/** A shot that may be called. */
export type CurlingAdvised = {
  /** What a skip would call it. */
  call: CurlingCall;
  /** The standard error of the value, where it is an average of samples. */
  error?: number | null;
  /** The mean value of throws that make it, where the player values them. */
  made?: number | null;
  /** The same of throws that miss. */
  missed?: number | null;
  /** The stones that are moved. */
  moved: (CurlingStoneName)[];
  /** The ways of the stones if it is made, the thrown one first. */
  paths: (CurlingPath)[];
  /** The points it leaves lying on average, positive for the team that throws. */
  points?: number | null;
  /** The stones that are gone then. */
  removed: (CurlingStoneName)[];
  /** What the other team answers to the most likely outcome. */
  reply?: CurlingReply | null;
  /** How likely each number of points is, lowest first. */
  results: ([number, number])[];
  /** How it is let go. */
  shot: CurlingShot;
  /** Its speed then, in m/s. */
  speed: number;
  /** The standard deviation of what a single throw of it is worth. */
  spread: number;
  /** Where the thrown stone stops if the shot is made. */
  stops?: CurlingPoint | null;
  /** How likely it is made. */
  success: number;
  /** Where it would stop if nothing were in its way. */
  target: CurlingPoint;
  /** What it is worth. */
  value: number;
};

/** A shot that is wished for. */
export type CurlingAimAsked = {
  /** Whether the stone turns clockwise. */
  clockwise: boolean;
  /** The record so far. */
  text: string;
  /** How hard. */
  weight: CurlingAimWeight;
  /** The target: in metres to the right of the tee. */
  x: number;
  /** In metres behind the tee. */
  y: number;
};

/** How hard to throw. */
export type CurlingAimWeight = "draw" | "control" | "normal" | "peel" | "through";

/** A shot and what it would do. */
export type CurlingAimed = {
  /** What a skip would call it. */
  call: string;
  /** How it would run. */
  run: CurlingTrajectory;
  /** The shot. */
  shot: CurlingShot;
  /** Its speed, in metres a second. */
  speed: number;
  /** The stones afterwards. */
  stones: (CurlingStone)[];
  /** The same in a sentence, in English. */
  words: string;
};

/** A player who is to go on. */
export type CurlingAnswerAsked = {
  /** Who. */
  player: CurlingOpponent;
  /** The record so far. */
  text: string;
};

/** A position to be asked about. */
export type CurlingAsked = {
  /** What the match is played under. */
  conditions: CurlingConditions;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** Who is asked. */
  player: CurlingPlayer;
  /** How long it may think, in seconds: at most 60. */
  seconds: number;
  /** The player's luck where it draws lots. */
  seed: number;
  /** How many shots to tell: 1 to 20. */
  top: number;
};

/** What a skip would call a shot. */
export type CurlingCall = "draw" | "come-around" | "freeze" | "guard" | "raise" | "tap" | "take-out" | "peel" | "double" | "run-back" | "through" | "foul";

/** The chance of team 0 to win, scene by scene. */
export type CurlingChances = {
  /** After every scene; nothing where it is not known yet. */
  chances: (number | null)[];
  /** How many simulations valued a position. */
  simulations: number;
};

/** A match to be measured. */
export type CurlingChancesAsked = {
  /** The first scene whose chance is wanted: what came before may be known already. */
  from?: number;
  /** How many simulations value a position; 800 unless said otherwise. */
  simulations?: number | null;
  /** The match. */
  text: string;
};

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

/** Something that was done. */
export type CurlingDone = {
  /** What was asked for. */
  asked?: CurlingShot | null;
  /** What a skip would call what came of the shot, such as `take-out`. */
  call?: string | null;
  /** Whether it broke a rule, so that the stones were put back. */
  foul: boolean;
  /** The number of the stone, from 1. */
  stone?: number | null;
  /** By whom. */
  team: number;
  /** What was thrown. */
  thrown?: CurlingShot | null;
  /** `throw`, `place`, `concession`, `time` or `fault`. */
  what: string;
  /** The same in a sentence, in English. */
  words: string;
};

/** What came of one throw of many. */
export type CurlingFall = {
  /** What the end would give then, positive for the team that throws. */
  points: number;
  /** The stones that lie elsewhere now, the thrown one among them unless it is gone. */
  stones: (CurlingStone)[];
};

/** A match, scene by scene. */
export type CurlingFilm = {
  /** Whether ice and hands are only taken to be as usual there. */
  assumed: boolean;
  /** What was left out of the log. */
  complaints: (string)[];
  /** Whether it is mixed doubles. */
  doubles: boolean;
  /** How it ended: `score`, `draw`, `concession`, `time`, `fault`, `unfinished` or `unknown`. */
  ending: string;
  /** How many ends, extra ends apart. */
  ends: number;
  /** What kind of log it is from: `record`, `dcl`, `dc3` or `journal`. */
  kind: string;
  /** What team 0 and team 1 are called. */
  names: (string)[];
  /** The platform whose conditions are nearest. */
  platform: string;
  /** The match before anything was done and after everything that was. */
  scenes: (CurlingScene)[];
  /** The points of every finished end, positive for team 0. */
  scores: (number)[];
  /** The seed of its dice, if the match can go on with them. */
  seed?: string | null;
  /** The lines of its sheet. */
  sheet: CurlingSheet;
  /** Who won. */
  winner?: number | null;
};

/** A record to follow. */
export type CurlingFollowAsked = {
  /** How long it was when it was last asked for, in bytes. */
  bytes?: number;
  /** Its name, as listed. */
  name: string;
};

/** A record as far as it has grown. */
export type CurlingFollowed = {
  /** How long it is now, in bytes. */
  bytes: number;
  /** Whether more may come. */
  growing: boolean;
  /** Its text; nothing if it has not grown. */
  text?: string | null;
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

/** What a player plays for. */
export type CurlingGoal = "win" | "points";

/** What a player can do. */
export type CurlingHand = {
  /** The fastest throw, in m/s; as on the platform if not said. */
  max_weight?: number | null;
  /** A factor on the noise of the match: 0.5 is twice as steady. */
  noise: number;
};

/** A shot, judged. */
export type CurlingJudged = {
  /** What a skip would call it. */
  call: string;
  /** The mean chance of winning when it is tried. */
  chance: number;
  /** See `gain`. */
  error: number;
  /** By how much it is better than the one called, and the standard error of that. */
  gain: number;
  /** How it would run. */
  run: CurlingTrajectory;
  /** How it is let go. */
  shot: CurlingShot;
  /** How often it is made. */
  success: number;
  /** What the player itself says it is worth, if it looked at it. */
  value?: number | null;
  /** The same in a sentence, in English. */
  words: string;
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

/** A match between two players. */
export type CurlingMatchAsked = {
  /** What it is played under. */
  conditions: CurlingConditions;
  /** Team 0, which throws first, and team 1. */
  players: (CurlingOpponent)[];
  /** Where the dice come from. */
  seed: number;
};

/** A player that values shots. */
export type CurlingMind = "jiritsu" | "krucb" | "ayumu" | "gccs" | "greedy";

/** A scene of a match. */
export type CurlingMoment = {
  /** The scene, from 0: the one before anything was done. */
  at: number;
  /** The match. */
  text: string;
};

/** Nothing needs to be said. */
export type CurlingNothing = Record<string, never>;

/** A player of ours to play against, or to ask. */
export type CurlingOpponent = {
  /** How strong `jiritsu` is to play, from 1, a beginner, to 10. */
  level?: number | null;
  /** Who: `draw`, `random`, `sample`, `greedy`, `ayumu`, `gccs`, `krucb` or `jiritsu`. */
  name: string;
  /** How long it may think about a shot, in seconds. */
  seconds: number;
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

/** A match and its text. */
export type CurlingPlayed = {
  /** What there is to see. */
  film: CurlingFilm;
  /** The record, to be kept by the page. */
  text: string;
};

/** A match to begin. */
export type CurlingPlayedAsked = {
  /** What it is played under. */
  conditions: CurlingConditions;
  /** What team 0, which throws first, and team 1 are called. */
  names: (string)[];
  /** Where the dice come from. */
  seed: number;
};

/** A player with its settings; what does not concern it is left out. */
export type CurlingPlayer = {
  /** How many shots jiritsu looks ahead: 1 to 6. */
  depth?: number | null;
  /** How much krucb, ayumu and gccs explore: 0 to 10. */
  explore?: number | null;
  /** What jiritsu, krucb and ayumu play for; winning if not said. */
  goal?: CurlingGoal | null;
  /** Who. */
  name: CurlingMind;
  /** How often greedy tries every shot: 1 to 1000. */
  tries?: number | null;
  /** Whether jiritsu reckons with hands that are not steady; it does if not said. */
  uncertainty?: boolean | null;
};

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

/** A file of the folder. */
export type CurlingRecordFile = {
  /** Seconds since it was last written to. */
  age: number;
  /** Its length. */
  bytes: number;
  /** Whether more may come. */
  growing: boolean;
  /** Its name. */
  name: string;
  /** What the teams are called, if it says so in its first line. */
  names?: (string)[] | null;
};

/** The records that can be watched. */
export type CurlingRecords = {
  /** Where they are, to show where to write to. */
  folder: string;
  /** The records, the newest first. */
  records: (CurlingRecordFile)[];
};

/** An answer of the other team. */
export type CurlingReply = {
  /** What its skip would call it. */
  call: CurlingCall;
  /** How it is let go. */
  shot: CurlingShot;
};

/** Fours or pairs. */
export type CurlingRules = "normal" | "mixed-doubles";

/** What values are in. */
export type CurlingScale = "chance" | "points";

/** The match after something was done. */
export type CurlingScene = {
  /** Team 0's chance of winning, where the table or the result says it. */
  chance?: number | null;
  /** What was done; nothing in the first scene. */
  done?: CurlingDone | null;
  /** The end that is seen, from 1. */
  end: number;
  /** How many ends are finished. */
  finished: number;
  /** Who has the hammer in it. */
  hammer: number;
  /** What team 0 and team 1 have left, in seconds. */
  left: (number | null)[];
  /** Whose turn it is; nobody's when the match is over. */
  next?: number | null;
  /** Whether stones are to be placed. */
  placing: boolean;
  /** All points of team 0 and team 1 so far. */
  points: (number)[];
  /** The slot of the stone that comes next. */
  slot?: number | null;
  /** The stones; after the last of an end those that were scored. */
  stones: (CurlingStone)[];
};

/** A position with what it is played under. */
export type CurlingScenePosition = {
  /** The conditions, as near as the form of the analysis can say them. */
  conditions: CurlingConditions;
  /** The match. */
  game: CurlingGame;
};

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

/** A stone by its name. */
export type CurlingStoneName = {
  /** Its number. */
  number: number;
  /** Whose it is. */
  team: number;
};

/** A shot that a player thinks of. */
export type CurlingSuggestion = {
  /** What a skip would call it. */
  call: string;
  /** How it would run. */
  run: CurlingTrajectory;
  /** How it is let go. */
  shot: CurlingShot;
  /** The stones afterwards. */
  stones: (CurlingStone)[];
  /** How often it is made. */
  success: number;
  /** What the player says it is worth to the team that throws. */
  value: number;
  /** The same in a sentence, in English. */
  words: string;
};

/** Shots that a player thinks of, best first. */
export type CurlingSuggestions = {
  /** What values are in: `chance` or `points`. */
  scale: string;
  /** The shots. */
  shots: (CurlingSuggestion)[];
};

/** How sure a player is of its best shot. */
export type CurlingSure = "alone" | "equal" | "unsure" | "slight" | "clear";

/** The players of a team. */
export type CurlingTeam = {
  /** One to four players in their order; those missing are like the first. */
  players: (CurlingHand)[];
};

/** The parts of the evaluation at every place. */
export type CurlingTerms = {
  /** The places and what comes of a stone there. */
  cells: (CurlingTermsCell)[];
  /** The side of a cell, in metres. */
  side: number;
  /** Whose stone is put at each place. */
  team: number;
};

/** A position whose evaluation is asked for. */
export type CurlingTermsAsked = {
  /** What the match is played under. */
  conditions: CurlingConditions;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** The stone whose worth is asked for; otherwise that of the stone put at each place. */
  stone?: CurlingStoneName | null;
};

/** The parts of a stone's worth, by where the further stone lies. */
export type CurlingTermsCell = {
  /** How hard it is to take out together with another. */
  d: number;
  /** What the stone may bring. */
  j: number;
  /** The product of them. */
  n: number;
  /** How hard it is to take out. */
  t: number;
  /** Right of the tee. */
  x: number;
  /** Behind it. */
  y: number;
};

/** The text of a log. */
export type CurlingText = {
  /** A record of ours, `.dcl`, a log of Digital Curling 3 or a journal of Digital Curling 4. */
  text: string;
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

/** The value of every target for one way to turn. */
export type CurlingValueMap = {
  /** x, y and value of targets where a stone would stop. */
  cells: ([number, number, number])[];
  /** The side of a cell, in metres. */
  side: number;
  /** Hits: where they would cross the tee line, and their value. */
  strip: ([number, number])[];
  /** The way to turn. */
  turn: CurlingTurn;
};

/** A shot beside others. All chances are of the team that threw. */
export type CurlingWhy = {
  /** What was called. */
  called: CurlingJudged;
  /** The chance of winning after what really happened. */
  came: number;
  /** What the player would have thrown, best first in its own eyes. */
  instead: (CurlingJudged)[];
  /** What the player's own values are in: `chance` or `points`. */
  scale: string;
  /** The team that threw. */
  team: number;
  /** How many tries the means are of. */
  tries: number;
};

/** A shot to be asked about. */
export type CurlingWhyAsked = {
  /** The scene after the shot, from 1. */
  at: number;
  /** Who is asked: one of those that value shots (`jiritsu`, `krucb`, `ayumu`, `gccs`, `greedy`). */
  player: CurlingOpponent;
  /** The match. */
  text: string;
};

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
  /** Asks a player what to throw: candidates with values, ways and chances, and the value of every target */
  "curling/advise": {
    input: CurlingAsked;
    output: CurlingAdvice;
  };
  /** The chance of winning before and after every shot of a match */
  "curling/chances": {
    input: CurlingChancesAsked;
    output: CurlingChances;
  };
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
  /** Reads a log of any kind and shows the match in it, shot by shot */
  "curling/film": {
    input: CurlingText;
    output: CurlingFilm;
  };
  /** A record of the folder, if it has grown */
  "curling/follow": {
    input: CurlingFollowAsked;
    output: CurlingFollowed;
  };
  /** Goes on with a match: throws, places stones or concedes */
  "curling/game-act": {
    input: CurlingActAsked;
    output: CurlingPlayed;
  };
  /** The shot that does what is wished for, and what it would do if it went exactly so */
  "curling/game-aim": {
    input: CurlingAimAsked;
    output: CurlingAimed;
  };
  /** Lets a player go on with a match */
  "curling/game-answer": {
    input: CurlingAnswerAsked;
    output: CurlingPlayed;
  };
  /** Begins a match and gives the text of its record */
  "curling/game-begin": {
    input: CurlingPlayedAsked;
    output: CurlingPlayed;
  };
  /** The record of a match up to a scene, to go on from there */
  "curling/game-cut": {
    input: CurlingMoment;
    output: CurlingPlayed;
  };
  /** Asks a player what it would throw next in a match */
  "curling/game-suggest": {
    input: CurlingAnswerAsked;
    output: CurlingSuggestions;
  };
  /** Plays a match between two players, and tells every shot */
  "curling/match": {
    input: CurlingMatchAsked;
    output: CurlingText;
  };
  /** A scene of a match as a position to be analysed */
  "curling/position-of": {
    input: CurlingMoment;
    output: CurlingScenePosition;
  };
  /** The records in the folder of records, the newest first */
  "curling/records": {
    input: CurlingNothing;
    output: CurlingRecords;
  };
  /** The ways of all stones of a shot of a match, found by throwing it again */
  "curling/run-of-shot": {
    input: CurlingMoment;
    output: CurlingTrajectory;
  };
  /** A short match to look at */
  "curling/sample-record": {
    input: CurlingNothing;
    output: CurlingText;
  };
  /** Says what jiritsu's evaluation makes of a stone at every place: its parts J, T, D and their product */
  "curling/terms": {
    input: CurlingTermsAsked;
    output: CurlingTerms;
  };
  /** Throws a shot in a position, exactly or with the thrower's noise, and films it */
  "curling/throw": {
    input: CurlingThrow;
    output: CurlingThrown;
  };
  /** Compares a shot of a match with what a player would have thrown */
  "curling/why-not": {
    input: CurlingWhyAsked;
    output: CurlingWhy;
  };
}
