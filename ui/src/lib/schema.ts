// Made from openapi.json by `make api`. Do not edit.

/** A side. */
export type BlokusColour = "black" | "white";

/** A question whether a piece may lie somewhere. */
export type BlokusExplainQuestion = {
  /** The line to the position. */
  line: BlokusLine;
  /** The squares the piece would cover, such as `e10,f10`. */
  squares: string;
};

/** What the evaluation sees. */
export type BlokusFeatures = {
  /** The nine kinds of marks. */
  kinds: (BlokusKind)[];
};

/** A question about what the evaluation sees. */
export type BlokusFeaturesQuestion = {
  /** The line to the position. */
  line: BlokusLine;
  /** The weights, by one of their names. */
  weights: string;
};

/** The legal placements of a piece. */
export type BlokusFits = {
  /** The piece. */
  piece: string;
  /** The squares of each placement in rising order. */
  placements: ((number)[])[];
};

/** A game with its variations. */
export type BlokusGame = {
  /** The name of the first player. */
  black: string;
  /** What is said about the game. */
  comment: string;
  /** When it was played. */
  date: string;
  /** Other properties of the game, as the file has them. */
  kept: string;
  /** The moves: each after the one it follows, of several after the same one the main line first. */
  nodes: (BlokusNode)[];
  /** How it ended, such as `B+7`; if empty, it is added when the game was played to the end. */
  result: string;
  /** The position it begins with, on one line; the empty board if there is none. */
  start?: string | null;
  /** The name of the second player. */
  white: string;
};

/** The outlook along a line. */
export type BlokusGraph = {
  /** The first player's chance of winning at the start and after every move. */
  chances: (number)[];
  /** The first player's points minus the second's. */
  margins: (number)[];
};

/** A move worth thinking about. */
export type BlokusHint = {
  /** The mover's chance of winning after it. */
  chance: number;
  /** What is expected to follow, as squares covered. */
  follow: (string)[];
  /** The piece. */
  piece: string;
  /** The squares it covers. */
  squares: string;
};

/** The best moves. */
export type BlokusHints = {
  /** How many moves each was looked ahead, itself included. */
  depth: number;
  /** Best first. */
  hints: (BlokusHint)[];
  /** The line they are about, as one text. */
  key: string;
};

/** A question for the best moves. */
export type BlokusHintsQuestion = {
  /** How many moves are wanted, 1 to 20. */
  count: number;
  /** The line to the position. */
  line: BlokusLine;
  /** How long to think, 0.05 to 60 seconds. */
  seconds: number;
};

/** A kind of marks. */
export type BlokusKind = {
  /** The first player's marks. */
  black: BlokusMarks;
  /** Its name in the program. */
  name: string;
  /** The weight that all its squares share. */
  shared: number;
  /** What a mark is worth on each square to the first player, the shared weight included. */
  weights: (number)[];
  /** The second player's marks. */
  white: BlokusMarks;
};

/** A level. */
export type BlokusLevel = {
  /** From 1, a beginner, to 10. */
  level: number;
  /** How many of its legal moves it notices each turn; all if there is no number. */
  notices?: number | null;
};

/** Where a game begins, and the moves that were made. */
export type BlokusLine = {
  /** The moves since then. */
  moves: (BlokusMove)[];
  /** The position it begins with, on one line; the empty board if there is none. */
  start?: string | null;
};

/** The marks of a kind that a side has. */
export type BlokusMarks = {
  /** How often each square is marked. */
  counts: (number)[];
  /** How many marks there are. */
  total: number;
  /** What they are worth to their side. */
  worth: number;
};

/** A move: who covers which squares. */
export type BlokusMove = {
  /** Who moves. It need not be its turn: records may leave moves out. */
  colour: BlokusColour;
  /** The squares the piece covers, such as `e9,d10,e10,f10,e11`. */
  squares: string;
};

/** A move of a game with its variations. */
export type BlokusNode = {
  /** Who moves. */
  colour: BlokusColour;
  /** What is said about the move. */
  comment: string;
  /** Other properties of the move, as the file has them. */
  kept: string;
  /** The place in the list of the move that this one follows; none if it is a first move. */
  parent?: number | null;
  /** The squares the piece covers. */
  squares: string;
};

/** A question without anything to say. */
export type BlokusNothing = Record<string, never>;

/** A square of a piece. */
export type BlokusOffset = {
  /** To the right. */
  x: number;
  /** Down. */
  y: number;
};

/** A piece. */
export type BlokusPiece = {
  /** Its name, such as `V3`. */
  name: string;
  /** Its squares in one orientation: right of and below the top left corner of its box. */
  squares: (BlokusOffset)[];
};

/** A piece on the board. */
export type BlokusPlaced = {
  /** Whose it is. */
  colour: BlokusColour;
  /** Its name. */
  piece: string;
  /** Its squares, numbered row by row from the top left, from 0. */
  squares: (number)[];
};

/** A question about the position behind a line. */
export type BlokusPositionQuestion = {
  /** The line. */
  line: BlokusLine;
};

/** Why a piece may not lie somewhere. */
export type BlokusReason = "over" | "already_played" | "occupied" | "touches_own_edge" | "touches_no_corner" | "misses_start";

/** A player's move. */
export type BlokusReply = {
  /** The mover's chance of winning, as the player sees it. */
  chance: number;
  /** Who moves. */
  colour: BlokusColour;
  /** How many moves it looked ahead. */
  depth: number;
  /** The line it answers, as one text. */
  key: string;
  /** The piece. */
  piece: string;
  /** The squares it covers. */
  squares: string;
};

/** A question for a player's move. */
export type BlokusReplyQuestion = {
  /** The level of the player, 1 to 10. */
  level: number;
  /** The line to the position. */
  line: BlokusLine;
  /** How long it may think, 0.05 to 60 seconds. */
  seconds: number;
  /** What decides by chance which moves a low level notices. */
  seed: number;
};

/** What never changes. */
export type BlokusSet = {
  /** The kinds of marks the evaluation knows. */
  kinds: (string)[];
  /** The levels of the players, the weakest first. */
  levels: (BlokusLevel)[];
  /** The 21 pieces, small ones first. */
  pieces: (BlokusPiece)[];
  /** The start squares, the first player's first, numbered row by row from the top left, from 0. */
  starts: (number)[];
  /** The names of the weights that come with the program. */
  weights: (string)[];
};

/** A side. */
export type BlokusSide = {
  /** The pieces it has left. */
  hand: (string)[];
  /** The squares of the pieces it has left. */
  left: number;
  /** The squares it has covered. */
  placed: number;
  /** Its points: the squares covered, 15 more if everything was placed, and 5 more if the single square came last. */
  points: number;
  /** For each square, how many placements that cover it the side has if it were to move. */
  reach: (number)[];
  /** Whether it can place nothing any more. */
  stuck: boolean;
};

/** The text of a file. */
export type BlokusText = {
  /** The text. */
  text: string;
};

/** Whether a piece may lie there. */
export type BlokusVerdict = {
  /** Why not; nothing if it may. */
  reason?: BlokusReason | null;
  /** The square where the trouble is, if it is at one, numbered row by row from the top left, from 0. */
  square?: number | null;
  /** The reason as the rules say it. */
  words: string;
};

/** What a board shows of a position. */
export type BlokusView = {
  /** The first player. */
  black: BlokusSide;
  /** The first player's chance of winning as the evaluation sees it, 0 to 1; the result when the game is over. */
  chance: number;
  /** Every legal move of the side to move, by piece. */
  legal: (BlokusFits)[];
  /** The pieces on the board, in the order in which they came. */
  pieces: (BlokusPlaced)[];
  /** Who is to move; nobody when the game is over. */
  turn?: BlokusColour | null;
  /** The second player. */
  white: BlokusSide;
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

/** A part of a report. */
export type LabBlock = {
  kind: "heading";
  /** Its words. */
  text: string;
} | {
  kind: "text";
  /** The words. */
  text: string;
} | {
  /** What it shows. */
  caption: string;
  /** Its columns. */
  columns: (LabColumn)[];
  kind: "table";
  /** Explanations below it. */
  notes: (string)[];
  /** Its rows, each with a cell for every column. */
  rows: ((string)[])[];
  /** Whether it shows measured times. */
  timing: boolean;
} | {
  /** What is measured. */
  axis: string;
  /** The upper end. */
  high: number;
  kind: "intervals";
  /** The lower end of the axis. */
  low: number;
  /** A value worth a line. */
  middle?: number | null;
  /** The rows. */
  rows: (LabInterval)[];
  /** What it shows. */
  title: string;
} | {
  kind: "lines";
  /** The lines. */
  series: (LabSeries)[];
  /** What it shows. */
  title: string;
  /** What is measured to the right. */
  x: string;
  /** What is measured upwards. */
  y: string;
};

/** A player to be checked. */
export type LabCheck = {
  /** Its conditions, as lines `key = value`. */
  conditions?: string;
  /** The game. */
  game: string;
  /** The player, as `name:key=value,key=value`; nothing to check the conditions alone. */
  player?: string | null;
};

/** What was checked. */
export type LabChecked = {
  /** The player as it will be named. */
  player?: string | null;
};

/** One of the experiments, whole or its quick variant. */
export type LabChosen = {
  /** Its name, as in the list. */
  name: string;
  /** Whether the quick variant is meant. */
  short?: boolean;
};

/** A column of a table. */
export type LabColumn = {
  /** Numbers stand to the right. */
  numeric: boolean;
  /** Its heading. */
  title: string;
};

/** One training. */
export type LabCurve = {
  /** The experiment it is part of. */
  experiment: string;
  /** Its name there. */
  name: string;
  /** Its points from left to right. */
  points: (LabPoint)[];
  /** How long it took, in seconds. */
  seconds: number;
  /** Whether of its quick variant. */
  short: boolean;
};

/** A value with its interval. */
export type LabEstimate = {
  /** The upper end. */
  high: number;
  /** The lower end. */
  low: number;
  /** The value. */
  value: number;
};

/** One experiment. */
export type LabExperiment = {
  /** What is behind it; blank lines separate paragraphs. */
  about: string;
  /** How far the whole is. */
  full?: LabExtent | null;
  /** Which kind of experiment it is. */
  kind: string;
  /** Its name. */
  name: string;
  /** The paper compared with. */
  paper?: string | null;
  /** How far the quick variant is, if there is one. */
  short?: LabExtent | null;
  /** What it asks; nothing if its file cannot be read. */
  title: string;
  /** What is wrong with its file. */
  trouble?: string | null;
};

/** All experiments. */
export type LabExperiments = {
  /** The experiments by name. */
  experiments: (LabExperiment)[];
  /** The folder they are looked for in first. */
  folder: string;
  /** Where their files come from. */
  origin: LabOrigin;
  /** What is under way. */
  running: (LabRunning)[];
  /** The file their results are kept in. */
  store: string;
  /** How many tasks are worked on at once unless something else is asked for. */
  threads: number;
};

/** What to take away. */
export type LabExport = {
  /** The form of the file. */
  form: LabForm;
  /** The experiment's name, as in the list. */
  name: string;
  /** Whether the quick variant is meant. */
  short?: boolean;
};

/** How far an experiment is. */
export type LabExtent = {
  /** Tasks with a result. */
  done: number;
  /** All tasks. */
  total: number;
};

/** What is needed to judge and repeat a run. */
export type LabFacts = {
  /** The command that repeats it. */
  command: string;
  /** How many tasks are done. */
  done: number;
  /** Names and values of the rest. */
  lines: ([string, string])[];
  /** How many there are. */
  total: number;
  /** What a task is called, in the plural. */
  unit: string;
  /** What a reader must be warned of. */
  warnings: (string)[];
};

/** A file. */
export type LabFile = {
  /** A name for it. */
  name: string;
  /** What is in it. */
  text: string;
};

/** The form of a file. */
export type LabForm = "markdown" | "html" | "csv";

/** What pairs of games brought. */
export type LabGain = {
  /** By pair, with Student's 95 % interval. */
  mean?: LabEstimate | null;
  /** Complete pairs. */
  pairs: number;
  /** All of it. */
  total: number;
  /** What is counted. */
  unit: string;
};

/** A game. */
export type LabGame = {
  /** A line about it. */
  about: string;
  /** Its name. */
  name: string;
  /** The players of the house. */
  players: (LabPlayer)[];
  /** What the two games of a pair are compared in, if they are. */
  unit?: string | null;
};

/** The games. */
export type LabGames = {
  /** Each with its players. */
  games: (LabGame)[];
};

/** A row of values with intervals. */
export type LabInterval = {
  /** Its name. */
  label: string;
  /** What was measured here. */
  ours?: LabEstimate | null;
  /** What the paper says. */
  paper?: LabEstimate | null;
};

/** Nothing needs to be said. */
export type LabNothing = Record<string, never>;

/** Where the experiments of a list come from. */
export type LabOrigin = "folder" | "built_in";

/** A player. */
export type LabPlayer = {
  /** A line about it and its settings. */
  about: string;
  /** Its name. */
  name: string;
};

/** A point: means over the updates since the one before. */
export type LabPoint = {
  /** By which part the weights of the squares changed with an update, by kind. */
  changes: (number | null)[];
  /** How far the evaluation was from the results. */
  rmse: number;
  /** The weights that all squares share, by kind. */
  shared: (number)[];
  /** Updates made. */
  update: number;
};

/** A report. */
export type LabReport = {
  /** What it is about; blank lines separate paragraphs. */
  about: string;
  /** What was found, in the order of reading. */
  blocks: (LabBlock)[];
  /** How it came about. */
  facts: LabFacts;
  /** The paper compared with. */
  paper?: string | null;
  /** The question. */
  title: string;
};

/** What to run. */
export type LabRun = {
  /** The experiment's name, as in the list. */
  name: string;
  /** Whether the quick variant is meant. */
  short?: boolean;
  /** How many tasks to work on at once; by default as many as there are cores. Players that use all cores want 1. */
  threads?: number | null;
};

/** Something under way. */
export type LabRunning = {
  /** Tasks with a result. */
  done: number;
  /** Tasks that failed in this sitting. */
  failed: number;
  /** Seconds until it will be done if it goes on like this, as soon as that can be said. */
  left?: number | null;
  /** The name of the experiment; for a tournament, the game. */
  name: string;
  /** Seconds since it was started. */
  seconds: number;
  /** Whether it is the quick variant of the experiment. */
  short: boolean;
  /** All tasks. */
  total: number;
  /** Whether it is a tournament and no experiment. */
  tournament: boolean;
};

/** Games won, drawn and lost. */
export type LabScore = {
  /** Drawn. */
  draws: number;
  /** Lost. */
  losses: number;
  /** The win rate, a draw counting half, with Wilson's 95 % interval. */
  rate?: LabEstimate | null;
  /** Won. */
  wins: number;
};

/** A line. */
export type LabSeries = {
  /** Its name. */
  name: string;
  /** Its points from left to right. */
  points: ((number)[])[];
};

/** What one sitting has brought. */
export type LabSitting = {
  /** Tasks that had a result before. */
  before: number;
  /** Whether the experiment was changed since it was last run: the old results are kept, but not used. */
  changed: boolean;
  /** Tasks that failed; the next sitting tries them again. */
  failed: number;
  /** Why the first of them did. */
  failures: (string)[];
  /** Tasks that got one now. */
  new: number;
  /** All tasks. */
  total: number;
};

/** A player's line. */
export type LabStanding = {
  /** Its Elo relative to the mean of the field. */
  elo?: number | null;
  /** The standard error of that. */
  elo_error?: number | null;
  /** Games it forfeited. */
  faults: number;
  /** What its pairs of games brought, where they are compared. */
  gain?: LabGain | null;
  /** Seconds a move. */
  pace?: number | null;
  /** The player. */
  player: string;
  /** Its games. */
  score: LabScore;
};

/** The table of a tournament. */
export type LabStandings = {
  /** What the player of a line scored against that of another, in the order of the lines. */
  crossings: ((LabScore | null)[])[];
  /** Games played. */
  games: number;
  /** The players, best first. */
  lines: (LabStanding)[];
  /** The report as a file; with the last table only. */
  markdown?: string | null;
  /** Games that were lost otherwise than on the board, and the like. */
  notes: (LabBlock)[];
  /** Games to be played. */
  total: number;
};

/** What to stop. */
export type LabStop = {
  /** The name it runs under. */
  name: string;
  /** Whether it is the quick variant. */
  short?: boolean;
  /** Whether it is a tournament. */
  tournament?: boolean;
};

/** Whether something was stopped. */
export type LabStopped = {
  /** It was under way, and will end soon. */
  stopped: boolean;
};

/** A tournament to be played. */
export type LabTournament = {
  /** The conditions of the game, as lines `key = value`. */
  conditions?: string;
  /** The game. */
  game: string;
  /** Games of each pairing; both games of a pair have the same start and dice, with sides exchanged. */
  games: number;
  /** Whether the first player meets all others and they do not meet each other. */
  gauntlet?: boolean;
  /** Seconds for each move; whoever takes longer loses. */
  per_move?: number | null;
  /** The players, as `name:key=value,key=value`. */
  players: (string)[];
  /** Where all chance comes from. */
  seed: number;
};

/** What is known of learning. */
export type LabTraining = {
  /** Trainings that have been run. */
  curves: (LabCurve)[];
  /** The experiments that train, whether or not they have been run. */
  experiments: (string)[];
  /** The kinds of marks that have weights, in the order of all lists. */
  kinds: (string)[];
  /** The names of the weights that come with the program. */
  weights: (string)[];
};

/** What is under way. */
export type LabUnderWay = {
  /** All of it. */
  running: (LabRunning)[];
};

/** Learned weights. */
export type LabWeights = {
  /** The command that learned them. */
  command: string;
  /** The largest weight of a square without its sign, over all maps. */
  largest: number;
  /** Their name. */
  name: string;
  /** The weights: those of all stages first, then those that come on top in each stage. */
  parts: (LabWeightsPart)[];
};

/** Which weights. */
export type LabWeightsAsked = {
  /** Their name: one of those that come with the program. */
  name: string;
};

/** The weights of a kind of mark. */
export type LabWeightsMap = {
  /** The kind. */
  kind: string;
  /** The weight that all squares share. */
  shared: number;
  /** The weight of each square, row by row from the top, as the first player sees the board. */
  squares: (number)[];
};

/** A part of the weights. */
export type LabWeightsPart = {
  /** One map for every kind of mark. */
  maps: (LabWeightsMap)[];
  /** Whose they are: 0 for the first player, 1 for the second, nothing for both. */
  side?: number | null;
  /** 0 for all stages of the game, or the stage these come on top in. */
  stage: number;
};

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
  /** Whether the side to move may place a piece somewhere, and why not. */
  "blokus/explain": {
    input: BlokusExplainQuestion;
    output: BlokusVerdict;
  };
  /** What the evaluation sees on every square, and what it is worth to each side. */
  "blokus/features": {
    input: BlokusFeaturesQuestion;
    output: BlokusFeatures;
  };
  /** The outlook and the margin after every move of a line. */
  "blokus/graph": {
    input: BlokusPositionQuestion;
    output: BlokusGraph;
  };
  /** The best moves with their values, by the strongest player. */
  "blokus/hints": {
    input: BlokusHintsQuestion;
    output: BlokusHints;
  };
  /** What lies on the board after some moves, who has what left, every legal move, and the outlook. */
  "blokus/position": {
    input: BlokusPositionQuestion;
    output: BlokusView;
  };
  /** A game with its variations out of the text of a .blksgf file. */
  "blokus/read": {
    input: BlokusText;
    output: BlokusGame;
  };
  /** The move of a player of a level. */
  "blokus/reply": {
    input: BlokusReplyQuestion;
    output: BlokusReply;
  };
  /** The pieces, the start squares, the levels and the weights there are. */
  "blokus/set": {
    input: BlokusNothing;
    output: BlokusSet;
  };
  /** The text of a .blksgf file of a game with its variations. */
  "blokus/write": {
    input: BlokusGame;
    output: BlokusText;
  };
  /** Whether a player and the conditions of a game make sense. */
  "lab/check": {
    input: LabCheck;
    output: LabChecked;
  };
  /** All experiments, how far they are, and what is under way. */
  "lab/experiments": {
    input: LabNothing;
    output: LabExperiments;
  };
  /** The same as a file, or the results themselves. */
  "lab/export": {
    input: LabExport;
    output: LabFile;
  };
  /** The games with the players that can be asked for. */
  "lab/players": {
    input: LabNothing;
    output: LabGames;
  };
  /** What an experiment has shown so far. */
  "lab/report": {
    input: LabChosen;
    output: LabReport;
  };
  /** Runs what is missing of an experiment, from the beginning or from where it was stopped. */
  "lab/run": {
    input: LabRun;
    output: LabSitting;
  };
  /** What is under way in the lab. */
  "lab/running": {
    input: LabNothing;
    output: LabUnderWay;
  };
  /** Stops an experiment or a tournament that is under way; what is done is kept. */
  "lab/stop": {
    input: LabStop;
    output: LabStopped;
  };
  /** Plays a tournament and tells its table as it grows. */
  "lab/tournament": {
    input: LabTournament;
    output: LabStandings;
  };
  /** Learning curves of the trainings that have been run, and the weights there are. */
  "lab/training": {
    input: LabNothing;
    output: LabTraining;
  };
  /** Learned weights as maps of the board. */
  "lab/weights": {
    input: LabWeightsAsked;
    output: LabWeights;
  };
}
