// Made from openapi.json by `make api`. Do not edit.

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
