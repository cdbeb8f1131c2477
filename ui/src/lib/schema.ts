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
}
