// Made from openapi.json by `make api`. Do not edit.

/** A player's analysis of a position, in the game's notation. */
export type ArenaAnswer = {
  /** The candidates, best first, and the cost of the search. */
  analysis: SearchAnalysis;
  /** The seat to act. */
  seat: number;
  /** The view of that seat, on one line. */
  view: string;
};

/** A request to a player of a game. */
export type ArenaQuestion = {
  /** The conditions that differ from the game's defaults. */
  conditions?: Record<string, unknown>;
  /** The greatest search depth in moves; by default the player's setting. */
  depth?: number | null;
  /** The game. */
  game: string;
  /** The moves from the start to the position, in the game's notation. */
  moves?: (string)[];
  /** The player with its settings, as `name:key=value,key=value`. */
  player: string;
  /** The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the player's setting. */
  seconds?: number | null;
  /** The seed of the start, the dice and the player's random choices; 1 by default. */
  seed?: number;
  /** The start in the game's notation; by default that of the seed. */
  start?: string | null;
};

/** A request for a player's analysis. */
export type BlokusAnalyseQuestion = {
  /** The line to the position. */
  line?: BlokusLine;
  /** The player with its settings, such as `alphabeta:depth=3`. */
  player?: string;
  /** The time, 0.05 to 3600 seconds; by default the player's setting. */
  seconds?: number | null;
  /** The seed of the player's random choices. */
  seed?: number;
  /** The number of moves in the answer, best first; 8 by default. */
  top?: number;
};

/** A player's analysis of a position. */
export type BlokusAnalysis = {
  /** The best moves (`candidates`: values are Black's chance of winning) and the cost of the search (`effort`). */
  analysis: unknown;
  /** The number of legal moves. */
  moves: number;
  /** The player. */
  player: string;
  /** The position on one line. */
  position: string;
  /** The side to move; none when the game is over. */
  turn?: BlokusColour | null;
};

/** A player, by the colour of the pieces. */
export type BlokusColour = "black" | "white";

/** A request for the legality of a placement. */
export type BlokusExplainQuestion = {
  /** The line to the position. */
  line: BlokusLine;
  /** The squares the piece would cover, such as `e10,f10`. */
  squares: string;
};

/** The features of a game. */
export type BlokusFeatureCounts = {
  /** For every move Black's and White's counts after it: how often each kind marks a square, in the order score, effective (d0), dead, fixed, d1, d2, d3, d4, d5. */
  totals: (((number)[])[])[];
};

/** A game whose features are to be counted. */
export type BlokusFeatureGame = {
  /** The colour of each move, as letters B and W; a letter twice in a row means that the other colour had no move. */
  colors?: string | null;
  /** The moves from the start, each as its squares. */
  moves: (string)[];
  /** The interpretation of the features' open questions. */
  reading?: unknown;
};

/** The features of a position. */
export type BlokusFeatures = {
  /** The nine kinds of marks. */
  kinds: (BlokusKind)[];
};

/** A request for the features of a position. */
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
  /** The comment on the game. */
  comment: string;
  /** The date. */
  date: string;
  /** Other properties of the game, as the file has them. */
  kept: string;
  /** The moves: each after the one it follows, of several after the same one the main line first. */
  nodes: (BlokusNode)[];
  /** The result, such as `B+7`; if empty, it is added when the game was played to the end. */
  result: string;
  /** The position it begins with, on one line; the empty board if there is none. */
  start?: string | null;
  /** The name of the second player. */
  white: string;
};

/** The chances of winning and points along a line. */
export type BlokusGraph = {
  /** The first player's chance of winning at the start and after every move. */
  chances: (number)[];
  /** The first player's points minus the second's. */
  margins: (number)[];
};

/** A promising move. */
export type BlokusHint = {
  /** The mover's win probability after it. */
  chance: number;
  /** The expected continuation, as squares covered. */
  follow: (string)[];
  /** The name of the piece. */
  piece: string;
  /** The squares it covers. */
  squares: string;
};

/** The best moves. */
export type BlokusHints = {
  /** The search depth of each move, the move included. */
  depth: number;
  /** The moves, best first. */
  hints: (BlokusHint)[];
  /** The line they are about, as one text. */
  key: string;
};

/** A request for the best moves. */
export type BlokusHintsQuestion = {
  /** The number of moves in the answer, 1 to 20. */
  count: number;
  /** The line to the position. */
  line: BlokusLine;
  /** The player that searches; by default the strongest. */
  player?: string | null;
  /** The time, 0.05 to 3600 seconds. */
  seconds: number;
};

/** The reason why a move is illegal. As JSON: the reason, and the number of the square concerned. */
export type BlokusIllegalMove = {
  reason: "already_played";
} | {
  reason: "occupied";
  /** The taken square. */
  square: number;
} | {
  reason: "touches_own_edge";
  /** The square beside an own piece. */
  square: number;
} | {
  reason: "touches_no_corner";
} | {
  reason: "misses_start";
  /** The start square. */
  square: number;
};

/** A kind of marks. */
export type BlokusKind = {
  /** The first player's marks. */
  black: BlokusMarks;
  /** The name in the program. */
  name: string;
  /** The weight that all its squares share. */
  shared: number;
  /** The weight of a mark on each square for the first player, the shared weight included. */
  weights: (number)[];
  /** The second player's marks. */
  white: BlokusMarks;
};

/** A level. */
export type BlokusLevel = {
  /** The number of the level, from 1 (beginner) to 10. */
  level: number;
  /** The number of legal moves that the level considers each turn; all if absent. */
  notices?: number | null;
};

/** The start of a game and the moves that were made. */
export type BlokusLine = {
  /** The moves since then. */
  moves: (BlokusMove)[];
  /** The start position on one line; `None` for the empty board. */
  start?: string | null;
};

/** The marks of a kind that a side has. */
export type BlokusMarks = {
  /** The number of marks on each square. */
  counts: (number)[];
  /** The number of all marks. */
  total: number;
  /** The value of all marks for the side. */
  worth: number;
};

/** A move: a colour and the squares it covers. */
export type BlokusMove = {
  /** The colour that moves. It need not be its turn: records may omit moves. */
  colour: BlokusColour;
  /** The squares the piece covers, such as `e9,d10,e10,f10,e11`. */
  squares: string;
};

/** A move of a game with its variations. */
export type BlokusNode = {
  /** The colour that moves. */
  colour: BlokusColour;
  /** The comment on the move. */
  comment: string;
  /** Other properties of the move, as the file has them. */
  kept: string;
  /** The place in the list of the move that this one follows; none if it is a first move. */
  parent?: number | null;
  /** The squares the piece covers. */
  squares: string;
};

/** A square of a piece. */
export type BlokusOffset = {
  /** The offset to the right. */
  x: number;
  /** The offset down. */
  y: number;
};

/** A number of sequences. */
export type BlokusPerft = {
  /** The number below every first move, if it was asked for. */
  below?: {
    [key: string]: number;
  } | null;
  /** The number of moves. */
  length: number;
  /** The duration, in seconds. */
  seconds: number;
  /** The number of sequences of this length. */
  sequences: number;
};

/** A request for a number of sequences. */
export type BlokusPerftQuestion = {
  /** Whether to count below every first move. */
  divide?: boolean;
  /** The number of moves, 0 to 42. */
  length: number;
  /** The line to the first position. */
  line?: BlokusLine;
  /** Whether to go on with the other colour where one has no move, as in a game. */
  pass?: boolean;
};

/** A piece. */
export type BlokusPiece = {
  /** The name, such as `V3`. */
  name: string;
  /** The squares in one orientation, relative to the top left corner of the bounding box. */
  squares: (BlokusOffset)[];
};

/** A piece on the board. */
export type BlokusPlaced = {
  /** The colour. */
  colour: BlokusColour;
  /** The name of the piece. */
  piece: string;
  /** The squares, numbered row by row from the top left, from 0. */
  squares: (number)[];
};

/** A request about the position after a line. */
export type BlokusPositionQuestion = {
  /** The line. */
  line: BlokusLine;
};

/** A game, move by move. */
export type BlokusReplay = {
  /** The name of the first player. */
  black: string;
  /** The first player's chance of winning before the first move. */
  chance: number;
  /** The date. */
  date: string;
  /** The first player's points minus the second's before the first move. */
  margin: number;
  /** The moves of the main line. */
  moves: (BlokusReplayed)[];
  /** The position after the last move, on one line. */
  position: string;
  /** The result in the file, or else that of the moves. */
  result: string;
  /** The position before the first move, on one line. */
  start: string;
  /** The name of the second player. */
  white: string;
};

/** A move of a game. */
export type BlokusReplayed = {
  /** The first player's chance of winning after it, by the evaluation. */
  chance: number;
  /** The colour that moved. */
  colour: BlokusColour;
  /** The comment in the record. */
  comment: string;
  /** The first player's points minus the second's after it. */
  margin: number;
  /** The number of the move, from 1. */
  number: number;
  /** The piece. */
  piece: string;
  /** The squares it covers. */
  squares: string;
};

/** A player's move. */
export type BlokusReply = {
  /** The mover's chance of winning by the player's value; none if it has no value. */
  chance?: number | null;
  /** The colour that moves. */
  colour: BlokusColour;
  /** The search depth in moves. */
  depth: number;
  /** The line it answers, as one text. */
  key: string;
  /** The piece. */
  piece: string;
  /** The squares it covers. */
  squares: string;
};

/** A request for a player's move. */
export type BlokusReplyQuestion = {
  /** The level of the strong player, 1 to 10; the highest by default. */
  level?: number;
  /** The line to the position. */
  line: BlokusLine;
  /** Another player than the strong one, with its settings; it has no level. */
  player?: string | null;
  /** The time, 0.05 to 60 seconds. */
  seconds: number;
  /** The seed of the moves that a low level notices. */
  seed: number;
};

/** The constants of the page. */
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
  /** The points: the squares covered, 15 more if everything was placed, and 5 more if the single square came last. */
  points: number;
  /** For each square, how many placements that cover it the side has if it were to move. */
  reach: (number)[];
  /** Whether the side has no legal placement. */
  stuck: boolean;
};

/** A training run, new or resumed. */
export type BlokusTrainQuestion = {
  /** The `checkpoint` of an earlier answer, to resume from; its plan is used then. */
  checkpoint?: unknown;
  /** The training plan: `lesson`, `select`, `sims`, `terminal`, `games`, `start`, `gain`, `settings`; the defaults are the paper's. */
  plan?: unknown;
};

/** The result of a training run. */
export type BlokusTrained = {
  /** The checkpoint to resume from. */
  checkpoint: unknown;
  /** Whether all updates of the plan are made. */
  complete: boolean;
  /** The number of updates in this run. */
  new: number;
  /** The number of updates in that average. */
  over: number;
  /** The error of the prediction over the last updates. */
  rmse: number;
  /** The number of all updates. */
  updates: number;
  /** The weights, as a file of weights has them. */
  weights: string;
};

/** The legality of a placement. */
export type BlokusVerdict = {
  /** The reason if the placement is illegal. */
  why?: BlokusIllegalMove | null;
  /** The broken rule. */
  words: string;
};

/** The board of a position. */
export type BlokusView = {
  /** The first player. */
  black: BlokusSide;
  /** The first player's chance of winning as the evaluation sees it, 0 to 1; the result when the game is over. */
  chance: number;
  /** Every legal move of the side to move, by piece. */
  legal: (BlokusFits)[];
  /** The pieces on the board, in the order in which they came. */
  pieces: (BlokusPlaced)[];
  /** The side to move; none when the game is over. */
  turn?: BlokusColour | null;
  /** The second player. */
  white: BlokusSide;
};

/** How a value relates to the true value of the searched tree, both seen from [`crate::Side::Max`]. */
export type Bound = "exact" | "at_most" | "at_least" | "estimate";

/** The call or card of a player. */
export type BridgeAct = {
  /** The call, if one was due. */
  call?: string | null;
  /** The card, if one was due. */
  card?: string | null;
  /** The reasons, in a few sentences. */
  reasons: (Text)[];
  /** The seat that decided. */
  seat: BridgeSeat;
};

/** A chosen card, with all candidates and reasons. */
export type BridgeAdvice = {
  /** The candidates, best first by the method that decided. */
  candidates: (BridgeCardAdvice)[];
  /** The card. */
  card: string;
  /** The reasons for the choice. */
  reasons: (Text)[];
  /** The hand that plays it. */
  seat: BridgeSeat;
  /** The final choice between both methods, where both were used. */
  verdict?: BridgeVerdict | null;
};

/** A request for advice on the cards of a recorded board. */
export type BridgeAnalyseQuestion = {
  /** A board at a step, instead of a text. */
  at?: BridgeAt | null;
  /** The number of the board in the text; by default the first board. */
  board?: number | null;
  /** Whether to use the real deal, which the other players still do not see. */
  open?: boolean;
  /** The player with its settings; `hybrid` by default. */
  player?: string | null;
  /** The seat whose decisions are analysed; by default the seat to act. */
  seat?: BridgeSeat | null;
  /** The time for a card in seconds, at most 3600; by default the player's setting. */
  seconds?: number | null;
  /** The seed of the sampled deals; 1 by default. */
  seed?: number | null;
  /** The text of a PBN, LIN or JSON file. */
  text?: string | null;
  /** Only the decision in this trick, from 1; by default the next card if the play is not over, else all. */
  trick?: number | null;
  /** Whether to compare all cards by both methods; for `hybrid`. */
  verdict?: boolean;
};

/** The decisions of a seat with advice. */
export type BridgeAnalysis = {
  /** The number of the board. */
  board?: number | null;
  /** Whether all decisions were analysed in full; false if the task was cancelled. */
  complete: boolean;
  /** The decisions in order. */
  decisions: (BridgeDecision)[];
  /** Complaints about the text, and boards recorded more than once. */
  notes: (string)[];
};

/** The values of both methods. */
export type BridgeAnswer = {
  /** The legal cards, best first so far. */
  candidates: (BridgeCandidate)[];
  /** The seat that decides about it. */
  decider: BridgeSeat;
  /** The card of abc. */
  models?: string | null;
  /** Remarks, such as beliefs dropped because no deal fits them all. */
  notes: (Text)[];
  /** The card of plain Monte Carlo. */
  plain?: string | null;
  /** The duration, in seconds. */
  seconds: number;
  /** The hand that plays. */
  turn: BridgeSeat;
  /** The chosen card and the grounds. */
  verdict?: BridgeVerdict | null;
};

/** A board after some of its calls and cards. */
export type BridgeAt = {
  /** The board. */
  board: BridgeBoard;
  /** The number of calls and cards made. */
  step: number;
};

/** The beliefs of a player. */
export type BridgeBelief = {
  /** Facts: suits that a seat has shown to have no more of. */
  certain: (Text)[];
  /** The chance that each unseen card is in each hand: North, East, South, West. */
  chances: (BridgeChance)[];
  /** A few sampled deals: the cards left in all hands. */
  deals: (BridgeImagined)[];
  /** Whether the chances are exact; otherwise they are counted in deals drawn. */
  exact: boolean;
  /** The inferences dropped because no deal fits them all. */
  given_up: (Text)[];
  /** The hands that the player does not see. */
  hidden: (BridgeSeat)[];
  /** The inferences from calls and cards, with their trust. */
  inferences: (BridgeInference)[];
  /** The number of deals possible by the cards alone. */
  possible: number;
  /** The seat of the player. */
  seat: BridgeSeat;
};

/** A request for beliefs. */
export type BridgeBeliefQuestion = {
  /** The board at a step. */
  at: BridgeAt;
  /** A card that is only considered: the beliefs are those after it. */
  card?: string | null;
  /** Sampled deals of each player, at most 12. */
  deals: number;
  /** The seed of the sampled deals. */
  seed: number;
};

/** The beliefs of every player. */
export type BridgeBeliefs = {
  /** The players who make decisions: all but dummy. */
  players: (BridgeBelief)[];
};

/** A board as it was bid and played. */
export type BridgeBoard = {
  /** The calls, as in `Pass`, `X`, `3NT`. */
  auction: (string)[];
  /** All hands, as in `N:AK4.QJ.T987.6532 ...`. */
  deal: string;
  /** The dealer, who calls first. */
  dealer: BridgeSeat;
  /** Whether the calls are invented to lead to a known contract. */
  made_up: boolean;
  /** The players' names: North, East, South, West. */
  names: (string)[];
  /** The number, from 1; 0 if it has none. */
  number: number;
  /** The cards in the order of play, as in `SK`. */
  play: (string)[];
  /** Declarer's tricks, if they were claimed or recorded. */
  result?: number | null;
  /** The title: the event of a file, the name of a problem. */
  title: string;
  /** The vulnerability. */
  vulnerable: BridgeVulnerability;
};

/** The boards of a text. */
export type BridgeBoards = {
  /** The boards, in order. */
  boards: (BridgeBoard)[];
  /** Complaints about skipped or invalid parts, with their places in the text. */
  complaints: (BridgeComplaint)[];
  /** Boards that are left out or end early, and why. */
  notes: (string)[];
  /** The same notes in Japanese. */
  notes_ja: (string)[];
};

/** A call with its seat. */
export type BridgeCalled = {
  /** The call. */
  call: string;
  /** The seat. */
  seat: BridgeSeat;
};

/** A legal card. */
export type BridgeCandidate = {
  /** The card. */
  card: string;
  /** The value if all players act on their own knowledge. */
  models?: BridgeValue | null;
  /** The value if all players see all cards. */
  plain?: BridgeValue | null;
  /** Deals in which other players go wrong after it. */
  slips: (BridgeSlip)[];
};

/** A candidate card. */
export type BridgeCardAdvice = {
  /** The card. */
  card: string;
  /** The value if all players see all cards. */
  double_dummy?: BridgeValue | null;
  /** The mistakes of other players after this card, by player, if they were modelled. */
  slips?: (BridgeSlip)[];
  /** The value if every player acts on their own information. */
  with_models?: BridgeValue | null;
};

/** The tricks of a card. */
export type BridgeCardTrick = {
  /** Whether no card takes more tricks. */
  best: boolean;
  /** The card. */
  card: string;
  /** Declarer's tricks in the end. */
  declarer: number;
  /** Tricks of the side that plays it, in the end: those taken and those to come. */
  tricks: number;
};

/** The tricks of the cards that may be played. */
export type BridgeCardTricks = {
  /** Each card that may be played, spades first, each suit from the top. */
  cards: (BridgeCardTrick)[];
  /** Whether all cards are there; false in a partial answer. */
  complete: boolean;
};

/** The place of a card by probability. */
export type BridgeChance = {
  /** The card. */
  card: string;
  /** The chance of each hand: North, East, South, West. */
  seats: (number)[];
};

/** The boards of two tables. */
export type BridgeCompareQuestion = {
  /** The boards of the other table, where the teams sat in each other's seats. */
  other: string;
  /** The boards of one table, PBN, LIN or JSON; the gains are those of its North-South. */
  table: string;
};

/** A board at both tables. */
export type BridgeCompared = {
  /** The number of the board. */
  board: number;
  /** IMPs of the first table's North-South. */
  imps: number;
  /** Points of North-South at both tables. */
  points: (number)[];
  /** The results at both tables. */
  results: (BridgeOutcome)[];
};

/** The comparison of two tables. */
export type BridgeComparison = {
  /** The boards that both tables have finished. */
  boards: (BridgeCompared)[];
  /** The standard error of the IMPs a board; none with fewer than two boards. */
  error?: number | null;
  /** The IMPs of the first table's North-South over all boards. */
  imps: number;
  /** The 95 % interval of the IMPs a board, from and to. */
  interval?: (number)[] | null;
  /** The numbers of the other boards. */
  left_out: (number)[];
  /** The IMPs a board. */
  mean?: number | null;
  /** Complaints about the texts, and boards recorded more than once. */
  notes: (string)[];
};

/** A message about text that could not be read or is inconsistent. */
export type BridgeComplaint = {
  /** The column, from 1, in characters. */
  column: number;
  /** The message in Japanese. */
  japanese: string;
  /** The line, from 1. */
  line: number;
  /** The message. */
  message: string;
};

/** The contract. */
export type BridgeContract = {
  /** The declarer. */
  declarer: BridgeSeat;
  /** The dummy. */
  dummy: BridgeSeat;
  /** Tricks declarer needs. */
  needed: number;
  /** The contract, as in `3NT` or `4SX`. */
  text: string;
};

/** The deals, or their number. */
export type BridgeDeals = {
  /** The number of layouts, fitting or not, where the number of deals is not known. */
  at_most?: number | null;
  /** The boards; empty if deals were counted. */
  boards: (BridgeBoard)[];
  /** Rules that were dropped because no deal fits all calls. */
  dropped?: (Text)[];
  /** The meanings of the calls, one line each. */
  known?: (Text)[];
  /** The number of deals, if it is known. */
  layouts?: number | null;
  /** The number as text. */
  layouts_text?: string | null;
  /** The sum of their weights, where only that is known. */
  weight?: number | null;
  /** For each card asked for, the chance of each seat to have it. */
  where?: {
    [key: string]: {
      [key: string]: number;
    };
  } | null;
};

/** A board whose tricks table is requested. */
export type BridgeDealt = {
  /** The board; only its hands count. */
  board: BridgeBoard;
};

/** A decision with advice. */
export type BridgeDecision = {
  /** The chosen card, the value of each card, and the reasons. */
  advice: BridgeAdvice;
  /** The seat's knowledge of the other hands, one line each. */
  known: (Text)[];
  /** The card that was played, if the record goes on. */
  played?: string | null;
  /** The seat that decides. */
  seat: BridgeSeat;
  /** The duration, in seconds. */
  seconds: number;
  /** The number of the trick. */
  trick: number;
};

/** The format of written boards. */
export type BridgeFormat = "pbn" | "lin" | "json";

/** The grounds of a final choice. */
export type BridgeGrounds = "only" | "both" | "clear" | "unclear" | "no_time";

/** A deal sampled by a player. */
export type BridgeImagined = {
  /** The cards left in each hand, North first. */
  hands: ((string)[])[];
  /** High-card points of each hand as it was dealt. */
  points: (number)[];
  /** Whether it is the real deal. */
  real: boolean;
  /** The probability, where all deals can be listed. */
  share?: number | null;
};

/** An inference from a call or a card. */
export type BridgeInference = {
  /** The seat of the hand. */
  seat: BridgeSeat;
  /** The trust, from 0 to 1. */
  trust: number;
  /** The inference as a sentence. */
  words: Text;
};

/** The result of a board; passed out if there is no contract. */
export type BridgeOutcome = {
  /** The contract, as in `3NT`. */
  contract?: string | null;
  /** The declarer. */
  declarer?: BridgeSeat | null;
  /** Declarer's tricks. */
  tricks?: number | null;
};

/** A card with its seat. */
export type BridgePlayed = {
  /** The card. */
  card: string;
  /** The seat. */
  seat: BridgeSeat;
};

/** A decision with a right answer. */
export type BridgeProblem = {
  /** The right cards. */
  best: (string)[];
  /** The board, played up to the decision. */
  board: BridgeBoard;
  /** The name, which does not change. */
  id: string;
  /** The seat that decides. */
  seat: BridgeSeat;
  /** The row of the paper's table 2 that it is about; none for the paper's worked examples. */
  theme?: BridgeTheme | null;
  /** The title. */
  title: Text;
  /** The hand whose card it is. */
  turn: BridgeSeat;
  /** The explanation. */
  why: Text;
  /** The tempting cards. */
  wrong: (string)[];
};

/** All problems. */
export type BridgeProblems = {
  /** The problems, those of the paper first. */
  problems: (BridgeProblem)[];
};

/** A request for a card. */
export type BridgeQuestion = {
  /** The board at a step. */
  at: BridgeAt;
  /** Deals to average over, at most 1000. */
  deals: number;
  /** Deals that each of the other players samples, at most 32. */
  imagined: number;
  /** The time, at most 60 seconds. */
  seconds: number;
  /** The seed of the sampled deals. */
  seed: number;
};

/** The result of a board. */
export type BridgeResult = {
  /** Whether not all cards were played: the rest was claimed. */
  claimed: boolean;
  /** Points of North-South. */
  points: number;
  /** Declarer's tricks; none if the board was passed out. */
  tricks?: number | null;
};

/** A seat by its letter. */
export type BridgeSeat = "N" | "E" | "S" | "W";

/** The mistakes of another player, caused by their beliefs. */
export type BridgeSlip = {
  /** The player. */
  seat: BridgeSeat;
  /** Share of the deals in which the player loses at least one trick. */
  share: number;
  /** Tricks the player loses, on average over all deals. */
  tricks: number;
  /** Deals the player considered possible where they went wrong: the cards left once the card is played, at most three deals. */
  worlds: (((string)[])[])[];
  /** The card that costs most often. */
  worst?: BridgeWorst | null;
};

/** The answer to one question. */
export type BridgeSolution = {
  /** The number of the board, if it is one of a file. */
  board?: number | null;
  /** The error, if there is no answer. */
  error?: string | null;
  /** For every card that may be played the tricks its side takes from the current trick on. */
  scores?: {
    [key: string]: number;
  } | null;
  /** The tricks of every declarer in every strain. */
  tables?: {
    [key: string]: {
      [key: string]: number;
    };
  } | null;
};

/** Deals and points of the play to solve: given one by one, or the boards of a file. */
export type BridgeSolveQuestion = {
  /** Whether to answer only the best cards of a position. */
  best?: boolean;
  /** The questions, at most 1000. */
  questions?: (BridgeToSolve)[];
  /** The text of a PBN, LIN or JSON file, whose boards come after the questions. */
  text?: string | null;
};

/** The answers, in the order of the questions. */
export type BridgeSolved = {
  /** The answers. */
  answers: (BridgeSolution)[];
  /** Complaints about the text. */
  complaints: (string)[];
  /** Whether all questions are answered; false if the task was cancelled. */
  complete: boolean;
};

/** A board after some of its steps, with what may come next. */
export type BridgeState = {
  /** The calls so far. */
  calls: (BridgeCalled)[];
  /** The contract, once the auction is over. */
  contract?: BridgeContract | null;
  /** Each hand as it was dealt. */
  dealt: ((string)[])[];
  /** The seat that decides: declarer for dummy. */
  decider?: BridgeSeat | null;
  /** The cards left in each hand, North first. */
  hands: ((string)[])[];
  /** The calls that may be made. */
  legal_calls: (string)[];
  /** The cards that may be played. */
  legal_cards: (string)[];
  /** High-card points of each hand as it was dealt. */
  points: (number)[];
  /** The result of the board, played or written. */
  result?: BridgeResult | null;
  /** Steps of the whole board. */
  steps: number;
  /** Finished tricks of North-South, and of East-West. */
  taken: (number)[];
  /** The tricks so far; the last one may be unfinished. */
  tricks: (BridgeTrick)[];
  /** The seat to call or play; none if the board is over. */
  turn?: BridgeSeat | null;
  /** The seats that are vulnerable. */
  vulnerable: (BridgeSeat)[];
};

/** Tricks of every declarer in every strain. */
export type BridgeTable = {
  /** North, East, South and West; in each clubs, diamonds, hearts, spades, notrump. None where not yet known. */
  tricks: ((number | null)[])[];
};

/** The category of a problem: the rows of the paper's table 2. */
export type BridgeTheme = "guess" | "lead" | "throw_in" | "discovery" | "control" | "trumps" | "duck" | "hands" | "entries";

/** A deal (`pbn`), or a point of the play (`remaining`, `trump`, and who leads). */
export type BridgeToSolve = {
  /** The cards of the current trick in order. */
  current_trick?: (string)[];
  /** `table` or `position`; may be left out if only one is possible. */
  kind?: string | null;
  /** The leader of the current trick. */
  leader?: string | null;
  /** A deal whose table is wanted, as in `N:AK4.QJ.T987.6532 ...`. */
  pbn?: string | null;
  /** The hands at a point of the play, without the cards of the current trick. */
  remaining?: string | null;
  /** The seat to play; `leader` or this is enough. */
  to_move?: string | null;
  /** The strain of a play: C, D, H, S or NT. */
  trump?: string | null;
};

/** Boards to write. */
export type BridgeToWrite = {
  /** The boards. */
  boards: (BridgeBoard)[];
  /** The format. */
  format: BridgeFormat;
};

/** A trick. */
export type BridgeTrick = {
  /** The cards in order. */
  cards: (BridgePlayed)[];
  /** The winner of the trick so far. */
  winner: BridgeSeat;
};

/** A request for a call or a card. */
export type BridgeTurn = {
  /** The board at a step. */
  at: BridgeAt;
  /** The player with its settings, such as `hybrid:preset=strongest`; `beginner`, `minimax`, `abc` and `hybrid` alone stand for players of a suitable pace. */
  player: string;
  /** The time, at most 60 seconds. */
  seconds: number;
  /** The seed of the player's random choices. */
  seed: number;
};

/** The value of a card by one method, in points of the side that plays it. */
export type BridgeValue = {
  /** Points behind the best card of this method, compared deal by deal. */
  behind: number;
  /** Standard error of `behind`. */
  behind_error?: number | null;
  /** The number of deals averaged over. */
  deals: number;
  /** Standard error of the average; unknown with fewer than two deals. */
  error?: number | null;
  /** Average over deals. */
  points: number;
  /** Standard deviation of single results. */
  spread: number;
  /** Share of deals in which the side gets what it wants, the contract made or beaten. */
  success: number;
};

/** The final choice between plain search and search with models. */
export type BridgeVerdict = {
  /** The card. */
  card: string;
  /** Standard error of the gain; unknown with fewer than two deals. */
  error?: number | null;
  /** Gain of the models' card over that of plain search, in points, by models. */
  gain: number;
  /** The grounds. */
  grounds: BridgeGrounds;
  /** The card of search with models, if it has evaluated a deal. */
  models?: string | null;
  /** The card of plain search. */
  plain: string;
};

/** Which sides are vulnerable. */
export type BridgeVulnerability = "None" | "NS" | "EW" | "All";

/** Constraints on a hand. */
export type BridgeWish = {
  /** Whether it is 4333, 4432 or 5332. */
  balanced: boolean;
  /** High-card points, from and to. */
  points: (number)[];
  /** The seat. */
  seat: BridgeSeat;
};

/** A request for deals. */
export type BridgeWishes = {
  /** The dealer and the calls, from which hands are inferred, as in `S: 1NT P 3NT P P P`. */
  auction?: string | null;
  /** Seats whose hand is 4333, 4432 or 5332 in any order. */
  balanced?: (BridgeSeat)[];
  /** The conventions of the calls: `standard` or `paper`. */
  conventions?: string;
  /** Whether to count the deals that fit, instead of dealing. */
  count?: boolean;
  /** The number of boards, at most 1000. */
  deals?: number;
  /** Cards that seats certainly have, as in `N=AK4.QJ.T987.6532`. */
  hands?: (string)[];
  /** Lengths of seats' spades, hearts, diamonds and clubs, as in `S=5+.2-3.*.*`. */
  lengths?: (string)[];
  /** The number of the first board, from 1, which decides dealer and vulnerability. */
  number?: number;
  /** High-card points of seats, as in `S=15-17`, `S=12+`, `S=10`. */
  points?: (string)[];
  /** The seed: deal number k of a seed is always the same. */
  seed?: number;
  /** Cards to locate, instead of dealing. */
  where?: (string)[];
  /** Constraints on hands; at most one for each seat. */
  wishes?: (BridgeWish)[];
};

/** A card that costs tricks. */
export type BridgeWorst = {
  /** The card. */
  card: string;
  /** The share of all deals. */
  share: number;
  /** The number of the trick. */
  trick: number;
};

/** A player's score against another. */
export type Crossing = {
  /** Wilson's 95 % interval of the rate. */
  interval?: Interval | null;
  /** The win rate, a draw counting half. */
  rate?: number | null;
  /** The distinct games of the two players. */
  score: WinDrawLoss;
};

/** An action of a team. */
export type CurlingAct = {
  throw: CurlingShot;
} | {
  place: number;
} | "concede";

/** An action of a team in a match. */
export type CurlingActAsked = {
  /** The action. */
  act: CurlingAct;
  /** The team, 0 or 1. */
  team: number;
  /** The record so far. */
  text: string;
};

/** The advice of a player on a position. */
export type CurlingAdvice = {
  /** Whether values include a positional term beside the chance or the points, so that they are not chances in the strict sense. */
  adds_position: boolean;
  /** The effort of the search. */
  effort: SearchEffort;
  /** Whether it has the hammer. */
  hammer: boolean;
  /** The ice of the shot, where it differs from that of the conditions, on which all values are. */
  ice?: CurlingIceNote | null;
  /** The value of every target, by turn. */
  maps: (CurlingValueMap)[];
  /** Sentences on values that were learned for other conditions. */
  notes: (Text)[];
  /** The scale of the values. */
  scale: CurlingScale;
  /** The distinct shots, best first. */
  shots: (CurlingAdvised)[];
  /** The slot of its stone. */
  slot: number;
  /** The margin of the best shot over the next. */
  sure: CurlingSureness;
  /** The team that throws; all values are for it. */
  team: CurlingTeamName;
  /** Whether the player valued its shots; opening knowledge has no values. */
  valued: boolean;
};

/** A distinct shot with its outcomes. */
export type CurlingAdvised = {
  /** The number of candidates merged into this shot, itself included. */
  alike: number;
  /** The bound type of the value; bounds are the hammer's. */
  bound: Bound;
  /** The kind of call. */
  call: CurlingCall;
  /** The call with the stones and places it names. */
  called: CurlingShotCall;
  /** The standard error of the value, where it is an average of samples. */
  error?: number | null;
  /** Draw or hit. */
  kind: CurlingShotKind;
  /** The mean value of throws that make the shot, where the player values outcomes. */
  made?: number | null;
  /** A throw with the intended result: mostly the shot itself. */
  meant: CurlingShot;
  /** The mean value of throws that miss it, where the player values outcomes. */
  missed?: number | null;
  /** The stones moved if the shot is made. */
  moved: (CurlingStoneName)[];
  /** The outcomes, most probable first; those below one in a thousand are left out. */
  outcomes: (CurlingShotOutcome)[];
  /** The paths of the stones if the shot is made, the thrown one first. */
  paths: (CurlingPath)[];
  /** The mean number of points lying afterwards, positive for the team that throws; after the last stone of the end these are its points. */
  points?: number | null;
  /** The result of the end that the shot is thrown for, where the player's values tell. */
  purpose?: CurlingPurpose | null;
  /** The purpose in words. */
  purpose_words?: Text | null;
  /** The stones removed if the shot is made. */
  removed: (CurlingStoneName)[];
  /** The opponent's reply to the most probable outcome. */
  reply?: CurlingReply | null;
  /** The probability of each number of points, lowest first. */
  results: ([number, number])[];
  /** The call as a sentence in both languages, stones named by their handles. */
  sentence: Text;
  /** The shot. */
  shot: CurlingShot;
  /** The speed at release, in metres per second. */
  speed: number;
  /** The standard deviation of the value of a single throw. */
  spread: number;
  /** The resting place of the thrown stone if the shot is made. */
  stops?: CurlingPoint | null;
  /** The probability that the shot is made: that of the intended result. */
  success: number;
  /** The resting place if nothing is in its way, in the house frame. */
  target: CurlingPoint;
  /** The value. */
  value: number;
  /** The call as an English sentence, stones numbered by shot. */
  words: string;
};

/** A shot to a target. */
export type CurlingAim = {
  /** Whether a classic hit would stop before its target. */
  short: boolean;
  /** The shot, if there is one. */
  shot?: CurlingShot | null;
  /** The reason why there is no shot. */
  why?: string | null;
};

/** A target, a turn and a weight, to be turned into a shot. */
export type CurlingAimAsked = {
  /** Whether the stone turns clockwise. */
  clockwise: boolean;
  /** The record so far. */
  text: string;
  /** The weight. */
  weight: CurlingAimWeight;
  /** The target, in metres to the right of the tee. */
  x: number;
  /** The target, in metres behind the tee. */
  y: number;
};

/** The method of aiming. */
export type CurlingAimWay = "classic" | "exact";

/** The weight of a shot. */
export type CurlingAimWeight = "draw" | "control" | "normal" | "peel" | "through";

/** A shot and its exact result. */
export type CurlingAimed = {
  /** The skip's call, such as `take-out`. */
  call: string;
  /** The trajectories of all stones. */
  run: CurlingTrajectory;
  /** The shot. */
  shot: CurlingShot;
  /** The speed of the shot, in metres per second. */
  speed: number;
  /** The stones afterwards. */
  stones: (CurlingStone)[];
  /** The call as a sentence, stones numbered by shot. */
  words: Text;
};

/** A request for the next action of a player. */
export type CurlingAnswerAsked = {
  /** The player. */
  player: CurlingOpponent;
  /** The record so far. */
  text: string;
};

/** A position to analyse. */
export type CurlingAsked = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The search depth in shots; by default the player's setting. */
  depth?: number | null;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** The player. */
  player: CurlingPlayer;
  /** The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the player's setting. */
  seconds?: number | null;
  /** The seed of the player's random choices. */
  seed?: number;
  /** The number of shots in the answer, 1 to 100; 8 by default. */
  top?: number;
};

/** A match as it begins, and the order of the stones in every end. */
export type CurlingBeginning = {
  /** The match before its first shot. */
  game: CurlingGame;
  /** The stones placed before the first shot: the team without the hammer or with it (0, 1), and the number. */
  placed: ((number)[])[];
  /** The stone of every shot, from that of the match's beginning on. */
  shots: ((number)[])[];
};

/** The bounds of play: which stones leave play, and when. */
export type CurlingBounds = {
  /** Whether `resting` applies to all stones; otherwise only to the delivered stone. */
  all_must_rest_inside: boolean;
  /** Whether stones outside `resting` are removed before a shot. */
  dropped_before: boolean;
  /** The delay of a removal. */
  held_up_by: CurlingHeldUpBy;
  /** While stones move, a stone outside this region leaves play. */
  moving: CurlingRegion;
  /** The region outside which a stone leaves play when all have stopped. */
  resting: CurlingRegion;
};

/** The kind of a call. */
export type CurlingCall = "draw" | "come-around" | "freeze" | "guard" | "raise" | "tap" | "take-out" | "peel" | "double" | "run-back" | "through" | "foul";

/** A table of chances. */
export type CurlingChances = {
  /** The chances of the team with the hammer: a row for 0, 1, 2 … ends left, each from the most points behind to the most ahead. */
  chances: ((number)[])[];
  /** The standard errors of the chances. */
  errors: ((number)[])[];
  /** The distribution of points of extra ends. */
  extra: unknown;
  /** The table after the ends for points. */
  first_chances: ((number)[])[];
  /** The chance of the team with the hammer if the match is level after its last end. */
  level: number;
  /** The distribution of points of ends played for points. */
  points: unknown;
  /** The chances of the file: smoothed, so that a higher score is never worth less. */
  smoothed: ((number)[])[];
  /** The standard errors of the smoothed chances. */
  smoothed_errors: ((number)[])[];
  /** The distributions of points of ends played to win, by state. */
  states: (unknown)[];
  /** The text of the file that `jiritsu:table=FILE` reads. */
  text: string;
  /** Warnings about the table. */
  warnings: (string)[];
};

/** A request for the win probabilities of a match. */
export type CurlingChancesAsked = {
  /** The `chances` of an earlier answer about this match; those are not estimated again. */
  known?: (number | null)[];
  /** The number of simulations per position; 800 by default. */
  simulations?: number | null;
  /** The match. */
  text: string;
};

/** Facts about a position, and its problems. */
export type CurlingChecked = {
  /** The release speed of a draw to the tee, in m/s, as a reference for weight limits. */
  draw_weight: number;
  /** The number of the first shot of an end: 0, or 6 in mixed doubles. */
  first_shot: number;
  /** The placements of mixed doubles that the choosing team has. */
  placements: (CurlingPlacement)[];
  /** The number of the player who throws, from 0. */
  player?: number | null;
  /** The score of the end as the stones lie, positive for team 0. */
  points: number;
  /** The problems of the position. */
  problems: (CurlingProblem)[];
  /** The lines of the sheet. */
  sheet: CurlingSheet;
  /** The standard deviations of the thrower's draws to the tee, across and along, in metres. */
  stray?: CurlingPoint | null;
  /** The team whose shot it is, if one comes next. */
  thrower?: number | null;
  /** The points of both teams in the ends that are over, if the match is possible. */
  totals?: (number)[] | null;
};

/** The team that chooses the placement after a blank end. */
export type CurlingChooser = "lead" | "hammer" | "other";

/** The thinking time of a team. */
export type CurlingClock = {
  /** The time on the clock before every extra end; if absent, the clock continues. */
  extra_end?: string | null;
  /** For the whole match, extra ends apart if they have their own; unlimited if absent. Written `219s` or `24m`. */
  game?: string | null;
  /** The increment after each shot. */
  increment?: string | null;
  /** For each shot. */
  per_move?: string | null;
};

/** The scatter of a shot. */
export type CurlingCloud = {
  /** The number of guard-rule violations. */
  fouls: number;
  /** The count of each score, lowest first, positive for the team that throws. */
  results: ([number, number])[];
  /** The result of each throw. */
  throws: (CurlingFall)[];
};

/** The conditions of a match. */
export type CurlingConditions = {
  /** The changes of the ice during the match: drift, wear and sweeping; none if absent. */
  changes?: CurlingIceChanges | null;
  /** The thinking time of team 0 and team 1; unlimited if absent. */
  clocks?: [CurlingClock, CurlingClock] | null;
  /** A factor on the curl: 0 is straight ice. */
  curl: number;
  /** The number of ends, from 1 to 32. */
  ends: number;
  /** Whether a level match continues with extra ends. */
  extra_ends: boolean;
  /** A factor on the friction of the ice: 1.2 is slower ice. */
  friction: number;
  /** The differences from the platform's ice, before the factors. */
  ice?: CurlingIce | null;
  /** A factor on the execution error: 0 is none. */
  noise: number;
  /** The platform: its ice, sheet, rules and players; everything else overrides them. */
  platform: CurlingPlatform;
  /** The limit of power plays in mixed doubles; the platform's if absent. Always written for Digital Curling 2, whose published program and manual differ. */
  power_plays?: CurlingPowerPlays | null;
  /** The referee's kind of simulation; exact if absent. */
  referee?: CurlingMode | null;
  /** A whole rule set other than the platform's; `ends`, `extra_ends` and `spot` still apply. */
  rule_set?: CurlingRuleSet | null;
  /** The discipline: teams of four or mixed doubles. */
  rules: CurlingRules;
  /** The guard spot of mixed doubles: 0, nearest the house, to 5. Digital Curling 2 has one spot only. */
  spot: number;
  /** The two teams. */
  teams: [CurlingTeam, CurlingTeam];
};

/** A part of a plan. */
export type CurlingConditionsPart = {
  /** The name. */
  name: string;
  /** The last source. */
  source: string;
  /** The value. */
  value: string;
};

/** Parsed conditions. */
export type CurlingConditionsRead = {
  /** The conditions in our notation. */
  conditions: CurlingConditions;
  /** The conditions part by part, each with its source. */
  parts: (CurlingConditionsPart)[];
  /** The conditions and the settings of a series of matches as TOML, for `--conditions FILE`. */
  toml: string;
  /** Warnings, such as unknown keys. */
  warnings: (string)[];
};

/** A text of conditions. */
export type CurlingConditionsText = {
  /** Which match of a DC2 server's file. */
  match?: string | null;
  /** The name of the text, for sources and messages. */
  name?: string;
  /** The platform whose conditions are the defaults. */
  platform?: string;
  /** Changes on top, each `key=value`: `ends=4`, `platform=dc3`. */
  set?: (string)[];
  /** Conditions in any form, or a saved position; at most 256 KiB. */
  text?: string | null;
};

/** The constants of the contact solver. */
export type CurlingContact = {
  /** Mass of a stone in kg for each square metre of its disc. All stones have the same, so it affects rounding only. */
  density: number;
  /** Friction coefficient between stones. */
  friction: number;
  /** Passes for overlaps. */
  position_passes: number;
  /** Coefficient of restitution of the normal velocity. */
  restitution: number;
  /** The normal speed, in m/s, up to which a contact is inelastic. */
  threshold: number;
  /** Passes over all contacts of a step for velocities. */
  velocity_passes: number;
};

/** The counts of many matches. */
export type CurlingCounted = {
  /** Ignored parts of logs. */
  complaints: (CurlingLogRemark)[];
  /** The number of ends of a match that count for the points an end, from the first; all if none. */
  counted_ends?: number | null;
  /** Logs that cannot be read, and why. */
  failed: (CurlingLogRemark)[];
  /** The number of matches. */
  matches: number;
  /** The statistics as tables. */
  tables: (ReportTable)[];
  /** Every team, or every team against every opponent. */
  teams: (CurlingTeamCounts)[];
};

/** The chance-of-winning curve of a match. */
export type CurlingCurve = {
  /** The biggest drops of either team's levelled chance, biggest first. */
  drops: (CurlingDrop)[];
  /** Team 0's chance after every scene without the advantage of being about to throw; nothing where it is not known yet. */
  levelled: (number | null)[];
};

/** The log of a Digital Curling 3 server. */
export type CurlingDc3Log = {
  /** The files in it. */
  files: (CurlingLogFile)[];
  /** The name the platform gives to the folder. */
  name: string;
};

/** A record to convert to a log of Digital Curling 3. */
export type CurlingDc3LogAsked = {
  /** The number of the game, from 1; required if the file has several. */
  game?: number | null;
  /** The time of the match in seconds since 1970, where the record does not say. */
  seconds?: number;
  /** The record, as of `curling/film`. */
  text: string;
};

/** A record to convert. */
export type CurlingDclAsked = {
  /** The number of the game, from 1; required if the file has several. */
  game?: number | null;
  /** The time of the match in seconds since 1970, for the name of the file. */
  seconds?: number;
  /** The record, as of `curling/film`. */
  text: string;
  /** The platform of the log. */
  variant?: CurlingDclVariant;
};

/** The variant of the format, by platform. */
export type CurlingDclVariant = "legacy" | "dc2";

/** A kind of action. */
export type CurlingDeed = "throw" | "place" | "concession" | "time" | "fault";

/** The dice of a simulated record. */
export type CurlingDiceCheck = "given" | "revealed" | "forged" | "hidden";

/** A difference between record and simulation. */
export type CurlingDifference = {
  /** The end, from 1. */
  end: number;
  /** The entry, from 1; one past the last for the result, 0 for the seed. */
  entry: number;
  /** The stone about to be thrown, from 1. */
  shot: number;
  /** The difference. */
  what: string;
};

/** An action. */
export type CurlingDone = {
  /** The intended shot. */
  asked?: CurlingShot | null;
  /** The skip's call for the result of the shot, such as `take-out`. */
  call?: CurlingCall | null;
  /** Whether it broke a rule, so that the stones were put back. */
  foul: boolean;
  /** The number of the stone, from 1. */
  stone?: number | null;
  /** The team. */
  team: number;
  /** The shot after noise. */
  thrown?: CurlingShot | null;
  /** The kind of action. */
  what: CurlingDeed;
  /** A sentence for it, stones numbered by shot. */
  words: Text;
};

/** The additional rules of mixed doubles. */
export type CurlingDoubles = {
  /** The chooser after a blank end; after any other it is the team that did not score. */
  after_blank: CurlingChooser;
  /** The limit of power plays of a team. */
  power_plays: CurlingPowerPlays;
  /** The spots of the placed stones, and so the available placements. */
  spots: CurlingSpots;
};

/** A factor on friction that changes evenly from shot to shot. */
export type CurlingDrift = {
  /** The factor of the first shot, from 0.2 to 3. */
  from: number;
  /** The number of shots. */
  shots: number;
  /** The factor of the last of these shots; the ice then stays as it is. */
  to: number;
};

/** A drop of a team's chance of winning by one action. */
export type CurlingDrop = {
  /** The chance after. */
  after: number;
  /** The loss. */
  amount: number;
  /** The scene after the action. */
  at: number;
  /** The chance before. */
  before: number;
  /** The team whose chance has dropped. */
  team: number;
};

/** The points of ends, seen from the team. */
export type CurlingEndCounts = {
  /** The number of ends. */
  ends: number;
  /** The mean of the points. */
  mean?: number | null;
  /** The share of ends with these points, in per cent. */
  percent?: {
    [key: string]: number;
  } | null;
  /** The standard error of the mean. */
  standard_error?: number | null;
  /** The variance of the points. */
  variance?: number | null;
};

/** The way a match ended, as far as its log tells. */
export type CurlingEnding = "score" | "draw" | "concession" | "time" | "fault" | "unfinished" | "unknown";

/** The treatment of a shot above the maximum weight. */
export type CurlingExcess = "allowed" | "capped" | "pass";

/** The result of one throw of a cloud. */
export type CurlingFall = {
  /** The score of the end as the stones lie then, positive for the team that throws. */
  points: number;
  /** The stones that moved, and the thrown one unless it left play. */
  stones: (CurlingStone)[];
};

/** A match, scene by scene. */
export type CurlingFilm = {
  /** Whether ice and player skills are the platform's defaults rather than known. */
  assumed: boolean;
  /** Warnings about the log. */
  complaints: (string)[];
  /** The way it ended. */
  ending: CurlingEnding;
  /** The number of ends, without extra ends. */
  ends: number;
  /** The number of the first shot of an end: 0, or that after the places of mixed doubles. */
  first_shot: number;
  /** The kind of its log. */
  kind: CurlingLogKind;
  /** The names of team 0 and team 1. */
  names: (string)[];
  /** The platform whose conditions are nearest. */
  platform: string;
  /** The match at the beginning and after every action. */
  scenes: (CurlingScene)[];
  /** The number of scenes in an end that is played out: its shots, and a placement where there is one. */
  scenes_per_end: number;
  /** The points of every finished end, positive for team 0. */
  scores: (number)[];
  /** The seed of its dice, if the match can go on with them: not while a drawn seed is secret. */
  seed?: string | null;
  /** The lines of its sheet. */
  sheet: CurlingSheet;
  /** The winner. */
  winner?: number | null;
};

/** A record to follow. */
export type CurlingFollowAsked = {
  /** The length at the last request, in bytes. */
  bytes?: number;
  /** The name of the file, as listed. */
  name: string;
};

/** A record as far as it has grown. */
export type CurlingFollowed = {
  /** The current length, in bytes. */
  bytes: number;
  /** Whether more may come. */
  growing: boolean;
  /** The text; none if the file has not grown. */
  text?: string | null;
};

/** The state of a match. */
export type CurlingGame = {
  /** The team that chose the placement, in mixed doubles; if absent, the one with the hammer. */
  chooser?: number | null;
  /** The current end, from 0. */
  end: number;
  /** Points of the extra ends, positive for team 0. */
  extra?: number;
  /** The team with the last stone of the end; before a placement the team that chooses it. */
  hammer: number;
  /** The players of each team in the order of throwing, if it is not that of their numbers. */
  orders?: [(number)[], (number)[]] | null;
  /** The number of stones that have run over each part of the sheet, where the conditions have wear; none if absent. */
  passages?: CurlingPassages;
  /** The phase of the match. */
  phase: CurlingPhase;
  /** The end of each team's power play. */
  power_plays?: [number | null, number | null];
  /** Points of the ends so far, positive for team 0. */
  scores: (number)[];
  /** The number of the next shot, from 0 to 15; in mixed doubles from 6. */
  shot: number;
  /** The stones in play. */
  stones: (CurlingStone)[];
};

/** A game of a file. */
export type CurlingGameLine = {
  /** The fault that ended the game, if one did. */
  fault?: string | null;
  /** The names of team 0 and team 1. */
  names: (string)[];
  /** The points of team 0 and team 1. */
  points: (number)[];
};

/** The games of a file. */
export type CurlingGames = {
  /** Each in its order; empty if the file is a log of one match. */
  games: (CurlingGameLine)[];
};

/** The free guard zone rule. */
export type CurlingGuardRule = {
  /** The protected area. */
  area: CurlingProtectedArea;
  /** The number of deliveries of an end it applies to, counted over both teams; 0 switches it off. */
  deliveries: number;
  /** The protected stones. */
  stones: CurlingProtected;
  /** The violation. */
  violated_by: CurlingViolation;
};

/** The guard spot, set by the ice maker: one of six, from 0, nearest the house, to 5. */
export type CurlingGuardSpot = number;

/** The skill of a player. */
export type CurlingHand = {
  /** The maximum weight, in m/s; the platform's if absent. */
  max_weight?: number | null;
  /** A factor on the noise of the match: 0.5 is twice as steady. */
  noise: number;
  /** The skill to which the factors apply; the platform's default if absent. */
  skill?: CurlingSkill | null;
};

/** The distance of a guard from the house. */
export type CurlingHeight = "high" | "middle" | "tight";

/** The stones that delay the removal of one that has left the sheet while others still move. */
export type CurlingHeldUpBy = "nothing" | "moving" | "awake";

/** The differences from the platform's ice. Numbers are those of the model: `friction` and `curl` of legacy and dc2, `grip` to `spin_decay` of fcv1, the rest of every model. */
export type CurlingIce = {
  /** The bounds of play, whole. */
  bounds?: CurlingBounds | null;
  /** The impulse solver, whole. */
  contact?: CurlingContact | null;
  /** Friction coefficient between stones. */
  contact_friction?: number | null;
  /** Lateral force as a fraction of the deceleration. */
  curl?: number | null;
  /** Friction coefficient of a very fast stone. */
  floor?: number | null;
  /** Deceleration, in m/s². */
  friction?: number | null;
  /** Gravity, in m/s². */
  gravity?: number | null;
  /** Numerator of the friction of fcv1 that grows as the stone slows down, in m/s. */
  grip?: number | null;
  /** The speed below which that friction grows no more, in m/s. */
  knee?: number | null;
  /** The base model; the platform's if absent. */
  model?: CurlingIceModel | null;
  /** Whether the engine multiplies with the reciprocal of the speed. */
  reciprocal?: boolean | null;
  /** Coefficient of restitution of the normal velocity. */
  restitution?: number | null;
  /** Normal speed up to which a contact is inelastic, in m/s. */
  restitution_threshold?: number | null;
  /** The lines of the sheet, whole. */
  sheet?: CurlingSheet | null;
  /** Whether the lateral force is not at a right angle to the path, as on DC2 as published. */
  skewed?: boolean | null;
  /** Spin of a delivered stone, in rad/s. */
  spin?: number | null;
  /** Decay of spin, in rad m/s³. */
  spin_decay?: number | null;
  /** Time step of the exact simulation, in seconds. */
  step?: number | null;
  /** Width of the sheet, in metres. */
  width?: number | null;
  /** Rate at which the path turns at 1 m/s, in rad/s. */
  yaw?: number | null;
};

/** The changes of the ice during a match. */
export type CurlingIceChanges = {
  /** A factor on friction that changes evenly from shot to shot; both factors apply. */
  drift?: CurlingDrift | null;
  /** Factors on friction, from 0.2 to 3, one for each shot of the match in their order; after the last of them the ice stays as it is. */
  friction?: (number)[];
  /** The effect of sweeping; none if it is not allowed. */
  sweeping?: CurlingSweeping | null;
  /** The change of friction where stones have run. */
  wear?: CurlingWearRate | null;
};

/** A model of the ice with its stones and its sheet. */
export type CurlingIceModel = "legacy" | "dc2" | "dc2-repaired" | "fcv1";

/** The ice of a shot that differs from that of the conditions. */
export type CurlingIceNote = {
  /** The factor on friction, wear apart. */
  friction: number;
  /** A sentence for readers of the values. */
  sentence: Text;
  /** Whether stones have worn the ice. */
  worn: boolean;
};

/** The continuation when the score is level after the last end. */
export type CurlingIfLevel = "draw" | {
  "extra-ends-until": number;
};

/** Imported matches. */
export type CurlingImported = {
  /** The matches. */
  matches: (CurlingImportedMatch)[];
  /** Warnings about what the tables leave open or contradict, each with its place. */
  warnings: (string)[];
};

/** An imported match. */
export type CurlingImportedMatch = {
  /** The number of ends. */
  ends: number;
  /** A name for its file, unique in the answer. */
  file: string;
  /** The names of team 0, which throws first, and team 1. */
  names: (string)[];
  /** The number of shots. */
  shots: number;
  /** The match, as a file that every operation on logs reads. */
  text: string;
  /** The competition, session and sheet. */
  title: string;
};

/** A shot, judged. */
export type CurlingJudged = {
  /** The skip's call, such as `take-out`. */
  call: string;
  /** The mean chance of winning when it is tried. */
  chance: number;
  /** See `gain`. */
  error: number;
  /** By how much it is better than the one called, and the standard error of that. */
  gain: number;
  /** The trajectories of all stones. */
  run: CurlingTrajectory;
  /** The shot at release. */
  shot: CurlingShot;
  /** The probability that the shot is made. */
  success: number;
  /** The player's own value of the shot, if it was a candidate. */
  value?: number | null;
  /** The call as a sentence, stones numbered by shot. */
  words: Text;
};

/** The last shot. */
export type CurlingLastShot = {
  /** The intended shot. */
  asked?: CurlingShot | null;
  /** The notes of observers, in an observed match. */
  seen?: CurlingSeen | null;
  /** The slot of its stone; marked if it still lies among [`View::stones`]. */
  slot: number;
  /** The team. */
  team: CurlingTeamName;
  /** The shot after noise; none if it counted as a pass, or is unknown. */
  thrown?: CurlingShot | null;
};

/** A request to train the value model of ends. */
export type CurlingLearn = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** Ends of a round: 3000 if not given. */
  ends?: number | null;
  /** The text of a model that is corrected instead of training one. */
  from?: string | null;
  /** Matches of the player against itself, one shot deep, by whose results the claims of the model are corrected: 0 if not given. */
  matches?: number | null;
  /** The player that looks at the positions, one shot deep: `jiritsu` with its settings. */
  player?: string | null;
  /** The number of rounds of play and training; 3 by default. */
  rounds?: number | null;
  /** The seed. */
  seed: number;
  /** The share of shots that are thrown at random, from 0 to 1: 0.3 if not given. */
  wild?: number | null;
};

/** A trained value model of ends. */
export type CurlingLearned = {
  /** The text of the file that `jiritsu:experience=FILE` reads. */
  text: string;
};

/** The part of the house that a guard covers. */
export type CurlingLine = "centre" | "left-corner" | "right-corner" | "between";

/** A log, or one game of a file with several. */
export type CurlingLogAsked = {
  /** The number of the game, from 1; needed if there are several. */
  game?: number | null;
  /** A record of ours, `.dcl`, a log of Digital Curling 3, a journal of Digital Curling 4, games of the arena, or an observed match. */
  text: string;
};

/** A file of a log. */
export type CurlingLogFile = {
  /** The name the platform gives to the file. */
  name: string;
  /** The text of the file. */
  text: string;
};

/** A kind of log. */
export type CurlingLogKind = "record" | "dcl" | "journal" | "dc3" | "dc4client" | "arena" | "observed";

/** A remark about a log. */
export type CurlingLogRemark = {
  /** The name of its file. */
  path: string;
  /** The remark. */
  why: string;
};

/** A shot to simulate many times. */
export type CurlingMany = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The number of throws, 1 to 500. */
  count: number;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** The seed of the noise. */
  seed: number;
  /** The intended shot. */
  shot: CurlingShot;
};

/** A match between two players. */
export type CurlingMatchAsked = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** Team 0, which throws first, and team 1. */
  players: (CurlingOpponent)[];
  /** The seed of the dice. */
  seed: number;
};

/** The chance of team 0 to win, scene by scene. */
export type CurlingMatchChances = {
  /** The estimates after every scene; nothing where it is not known yet. */
  chances: (number | null)[];
  /** The levelled curve and its biggest drops. */
  curve: CurlingCurve;
  /** The number of simulations per position. */
  simulations: number;
};

/** The platform whose arithmetic is used. */
export type CurlingMeasure = "legacy" | "dc2" | "dc3";

/** The measured shots. */
export type CurlingMeasured = {
  /** The player that values the positions after the throws. */
  player: string;
  /** The measure of each shot, in their order. */
  shots: (CurlingMeasuredShot)[];
  /** The number of throws of each shot. */
  throws: number;
};

/** A shot by one measure. */
export type CurlingMeasuredShot = {
  /** The mean chance of winning after the shot, for the team that throws. */
  chance: number;
  /** The standard error of the chance. */
  error: number;
  /** The standard error of the difference to the best of the shots, from the same throws. */
  gap_error: number;
};

/** The kind of simulation. */
export type CurlingMode = "exact" | "fast";

/** A scene of a match. */
export type CurlingMoment = {
  /** The scene, from 0: the one before anything was done. */
  at: number;
  /** The match. */
  text: string;
};

/** A log and what it is called in messages. */
export type CurlingNamedLog = {
  /** The name of its file. */
  path: string;
  /** The log, as of `curling/film`; all games of a file are counted. */
  text: string;
};

/** The name of a player and its settings. */
export type CurlingNamedPlayer = {
  /** The name. */
  name: string;
  /** Settings by name. */
  settings?: {
    [key: string]: CurlingSetting;
  };
};

/** A stone in play: its slot, and whether it belongs to the team that throws. */
export type CurlingNamedStone = {
  /** Whether it is the thrower's own. */
  own: boolean;
  /** The slot; the first stone of the end has slot 0. */
  slot: number;
};

/** The kind and size of execution error. */
export type CurlingNoise = {
  kind: "none";
} | {
  kind: "rectangular";
  /** Across the sheet. */
  x: number;
  /** Along the sheet. */
  y: number;
} | {
  kind: "gat";
  /** In metres. */
  size: number;
} | {
  /** Standard deviation of the heading, in radians. */
  heading: number;
  kind: "polar";
  /** DC2 as published: a perturbed stone always rotates clockwise. */
  loses_turn?: boolean;
  /** Standard deviation of the speed, in m/s. */
  speed: number;
} | {
  kind: "dc3";
  /** The highest intended speed, in m/s; the noise comes on top. */
  max_speed?: number;
  /** Standard deviation of the heading, in radians. */
  stddev_angle?: number;
  /** Standard deviation of the speed, in m/s. */
  stddev_speed?: number;
} | {
  /** For counter-clockwise stones. */
  ccw: CurlingNoiseHand;
  /** For clockwise stones. */
  cw: CurlingNoiseHand;
  kind: "dc4";
};

/** The noise of a player on Digital Curling 3 and 4; the names are theirs. */
export type CurlingNoiseHand = {
  /** The highest intended speed, in m/s; the noise comes on top. */
  max_speed?: number;
  /** Standard deviation of the heading, in radians. */
  stddev_angle?: number;
  /** Standard deviation of the speed, in m/s. */
  stddev_speed?: number;
};

/** An opponent, or a player that gives advice. */
export type CurlingOpponent = {
  /** The level, from 1 (beginner) to 10, if the player has levels. */
  level?: number | null;
  /** The player, with settings: `sample`, `jiritsu:preset=strongest`. */
  name: string;
  /** The time for a shot, in seconds. */
  seconds: number;
};

/** The outcome of a shot. */
export type CurlingOutcome = {
  /** Whether a rule about guards put the stones back. */
  foul: boolean;
  /** The score of the end as the stones lie afterwards, positive for team 0. */
  points: number;
  /** The shot after noise; none if it was too fast for the thrower and counts as a pass. */
  shot?: CurlingShot | null;
  /** The stones that count afterwards. */
  stones: (CurlingStone)[];
};

/** The number of stones that have run over each cell of the sheet: 23 rows of 2 m from y = -42 to y = 4, each of 20 columns of 0.25 m from x = -2.5 to x = 2.5. A count stays at 255. */
export type CurlingPassages = ((number)[])[];

/** The trajectory of a stone as a line. */
export type CurlingPath = {
  /** Whether it leaves the sheet. */
  gone: boolean;
  /** The number. */
  number: number;
  /** x and y of its corners. */
  points: ([number, number])[];
  /** The team of the stone. */
  team: number;
};

/** The phase of the match. */
export type CurlingPhase = {
  kind: "placing";
} | {
  kind: "throwing";
} | {
  kind: "over";
  /** The reason: score, draw, concession, time or fault. */
  reason: CurlingReason;
  /** The winner; none if it is drawn. */
  winner?: number | null;
};

/** A place on the sheet as curlers name it. */
export type CurlingPlace = {
  place: "button";
} | {
  place: "house";
  /** The ring. */
  ring: CurlingRing;
  /** The side as the thrower sees it. */
  side: CurlingRingSide;
} | {
  /** The distance from the house. */
  height: CurlingHeight;
  /** The part of the house it covers. */
  line: CurlingLine;
  place: "guard";
} | {
  place: "behind";
};

/** A placement and its result. */
export type CurlingPlacement = {
  /** The team that has the hammer then. */
  hammer: number;
  /** The kind. */
  kind: CurlingPlacementKind;
  /** The stones then. */
  stones: (CurlingStone)[];
};

/** The kind of a placement. */
export type CurlingPlacementKind = "centre-guard" | "centre-house" | "power-play-left" | "power-play-right";

/** A platform: its ice, sheet and players. */
export type CurlingPlatform = "paper" | "legacy" | "gat" | "dc2" | "dc3" | "dc4";

/** A platform. */
export type CurlingPlatformTold = {
  /** The default conditions. */
  conditions: CurlingConditions;
  /** A match of mixed doubles as it begins. */
  mixed_doubles: CurlingBeginning;
  /** A match of four players a team as it begins. */
  normal: CurlingBeginning;
  /** The lines of its sheet. */
  sheet: CurlingSheet;
};

/** A match and its text. */
export type CurlingPlayed = {
  /** The scenes of the match. */
  film: CurlingFilm;
  /** The text of the record, which the page keeps. */
  text: string;
};

/** A match to begin. */
export type CurlingPlayedAsked = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The names of team 0, which throws first, and of team 1. */
  names: (string)[];
  /** The seed of the dice. */
  seed: number;
};

/** A player: its text, or its name with settings. */
export type CurlingPlayer = string | CurlingNamedPlayer;

/** A point, displacement or velocity in the plane; in metres or metres a second, and where nothing else is said in the house frame (see [`crate::frame`]). */
export type CurlingPoint = {
  /** To the right of the thrower. */
  x: number;
  /** Along the sheet. */
  y: number;
};

/** The log losses before a stone, in nats, each with its interval of 95 %. */
export type CurlingPointsLoss = {
  /** The competition; none for all of them. */
  competition?: string | null;
  /** The loss of the model less that of the frequencies. */
  difference: (number)[];
  /** The loss of the frequencies by power play. */
  frequencies: (number)[];
  /** The loss of the model: mean, lower and upper end. */
  model: (number)[];
  /** The number of positions. */
  positions: number;
  /** The number of the stone, from 1; none for all of them. */
  stone?: number | null;
};

/** A position with its conditions: the contents of a saved position and of a link. */
export type CurlingPosition = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The state of the match. */
  game: CurlingGame;
};

/** The limit of power plays of a team. */
export type CurlingPowerPlays = "unlimited" | "once" | "once-else-centre";

/** A championship to predict. */
export type CurlingPredictAsked = {
  /** The model that predicts. */
  by?: CurlingPredictBy;
  /** In a fit, the execution errors that are compared, as multiples of Digital Curling 4's; 2 and 3 if not given. */
  hands?: (number)[] | null;
  /** The text of the model; by default the shipped one. */
  model?: string | null;
  /** The tables of the championship. */
  tables: CurlingTables;
};

/** The source of the model. */
export type CurlingPredictBy = "model" | "fit" | "crossed";

/** Predictions of a championship against its results. */
export type CurlingPredicted = {
  /** The ends that were played out, and the others. */
  ends: (number)[];
  /** The log losses as data. */
  losses: (CurlingPointsLoss)[];
  /** The text of the model, if one was fitted to the tables. */
  model?: string | null;
  /** Losses, reliability, hands and power plays. */
  tables: (ReportTable)[];
  /** Warnings about what the tables leave open or contradict. */
  warnings: (string)[];
};

/** A problem of a position. */
export type CurlingProblem = {
  /** The message in Japanese; none where the kind says all. */
  japanese?: string | null;
  /** The kind of problem. */
  kind: CurlingProblemKind;
  /** The message. */
  message: string;
  /** The stones concerned, by their place in the list. */
  stones: (number)[];
};

/** The kind of a problem. */
export type CurlingProblemKind = "outside" | "overlap" | "impossible";

/** The protected stones. */
export type CurlingProtected = "opponents" | "all";

/** The protected area. */
export type CurlingProtectedArea = "guard-zone" | "in-play";

/** The result of the end that a shot is thrown for. */
export type CurlingPurpose = "blank-and-keep" | "blank" | "take-one" | "take-two" | "bail-out" | "steal" | "force" | "protect" | "hold-to-one";

/** The reason for the end of a match. */
export type CurlingReason = "score" | "draw" | "concession" | "time" | "fault";

/** A file of the folder. */
export type CurlingRecordFile = {
  /** Seconds since it was last written to. */
  age: number;
  /** The length in bytes. */
  bytes: number;
  /** Whether more may come. */
  growing: boolean;
  /** The name of the file. */
  name: string;
  /** The names of the teams, if the first line has them. */
  names?: (string)[] | null;
};

/** The path of a stone. */
export type CurlingRecordedPath = {
  /** Time since the release in seconds, and place. A stone that lies still has one point; one that left play stops where it was last seen. */
  points: ([number, number, number])[];
  /** The number: that of the shot that delivered it, from 1. */
  stone: number;
  /** The team. */
  team: CurlingTeamName;
};

/** The trajectory of a shot. */
export type CurlingRecordedTrajectory = {
  /** The end, from 1. */
  end: number;
  /** Every stone that was on the sheet. */
  paths: (CurlingRecordedPath)[];
  /** The stone, from 1. */
  shot: number;
  /** The team that threw it. */
  team: CurlingTeamName;
  /** The shot after noise. */
  thrown: CurlingShot;
};

/** The records folder and its files. */
export type CurlingRecords = {
  /** The path of the folder. */
  folder: string;
  /** The records, the newest first. */
  records: (CurlingRecordFile)[];
};

/** A rectangle of the sheet, in the house frame; its edges do not belong to it. */
export type CurlingRegion = {
  /** Upper bound of y. */
  back: number;
  /** Lower bound of y. */
  front: number;
  /** Upper bound of |x|. */
  side: number;
};

/** A match, position by position. */
export type CurlingReplay = {
  /** Ignored parts of the log. */
  complaints: (string)[];
  /** The ending. */
  ending: CurlingEnding;
  /** The number of ends begun. */
  ends: number;
  /** The positions. */
  moments: (CurlingReplayMoment)[];
  /** The names of team 0 and team 1. */
  names: (string)[];
  /** All points of team 0 and team 1. */
  points: (number)[];
  /** The winner. */
  winner?: CurlingTeamName | null;
};

/** Positions of a match. */
export type CurlingReplayAsked = {
  /** Only this end, from 1. */
  end?: number | null;
  /** The number of the game, from 1; needed if there are several. */
  game?: number | null;
  /** Only the position after this stone, from 1; 0 is before the first. */
  shot?: number | null;
  /** The log, as of `curling/film`. */
  text: string;
};

/** A moment of a match: after a shot, or before the first of an end. */
export type CurlingReplayMoment = {
  /** The end, from 1. */
  end: number;
  /** The view. */
  scene: CurlingScreen;
  /** The number of the stone thrown last in it, from 1; 0 before the first. Mixed doubles begins with stone 7. */
  shot: number;
};

/** A reply of the opponent. */
export type CurlingReply = {
  /** The kind of call. */
  call: CurlingCall;
  /** The call with the stones and places it names. */
  called: CurlingShotCall;
  /** The shot. */
  shot: CurlingShot;
  /** The call as an English sentence. */
  words: string;
};

/** A ring of the house, named by its diameter. */
export type CurlingRing = "four-foot" | "eight-foot" | "twelve-foot";

/** A side of the house as the thrower sees it. */
export type CurlingRingSide = "top" | "back" | "left" | "right";

/** The division of the stones of an end among the players of a team. */
export type CurlingRota = "alone" | "pairs" | "cycle" | "doubles";

/** The rules of a match: everything that a tournament might change. ``` use curling::rules::Rules; let rules: Rules = toml::from_str("ends = 4\nguard = { deliveries = 4, area = 'guard-zone', stones = 'all', violated_by = 'leaving-play' }")?; assert_eq!(rules.ends, 4); assert_eq!(rules.scoring, Rules::dc3().scoring); // what is not said is as on DC3 # Ok::<(), toml::de::Error>(()) ``` */
export type CurlingRuleSet = {
  /** Mixed doubles; if absent, sixteen stones an end. */
  doubles?: CurlingDoubles | null;
  /** The number of ends, extra ends apart. */
  ends?: number;
  /** The free guard zone rule. */
  guard?: CurlingGuardRule;
  /** The continuation when the score is level after the last end. */
  if_level?: CurlingIfLevel;
  /** The arithmetic of house, free guard zone and centre line. */
  measure?: CurlingMeasure;
  /** The delivery rotation of a team. */
  rota?: CurlingRota;
  /** The stones that count. */
  scoring?: CurlingScoring;
  /** Whether conceding or running out of time uses up the shot, as on DC3: the count of shots goes on as if a stone had been thrown through the house, and an end may be completed and scored. */
  stopping_takes_a_shot?: boolean;
  /** Whether a match stops as soon as the trailing team cannot draw level in the remaining ends. */
  stops_when_decided?: boolean;
  /** The no-tick rule. */
  tick?: CurlingTickRule;
};

/** The discipline: teams of four or mixed doubles. */
export type CurlingRules = "normal" | "mixed-doubles";

/** The scale of values, for the team that throws. */
export type CurlingScale = "chance" | "points";

/** The match after an action. */
export type CurlingScene = {
  /** Team 0's chance of winning, where the win table or the result has it. */
  chance?: number | null;
  /** The action; none in the first scene. */
  done?: CurlingDone | null;
  /** The end, from 1. */
  end: number;
  /** The number of finished ends. */
  finished: number;
  /** The team with the hammer. */
  hammer: number;
  /** The time left of team 0 and team 1, in seconds. */
  left: (number | null)[];
  /** The team to act; none when the match is over. */
  next?: number | null;
  /** Whether stones are to be placed. */
  placing: boolean;
  /** The total points of team 0 and team 1 so far. */
  points: (number)[];
  /** The slot of the next stone. */
  slot?: number | null;
  /** The stones; after the last of an end those that were scored. */
  stones: (CurlingStone)[];
};

/** A batch of ends to score. */
export type CurlingScored = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** Positions; at most 20,000. */
  games: (CurlingGame)[];
};

/** The scores of ends. */
export type CurlingScores = {
  /** The score of each end as its stones lie, positive for team 0. */
  points: (number)[];
};

/** The stones that count. */
export type CurlingScoring = {
  /** The distance from the tee, in metres, below which a stone counts. */
  reach: number;
  /** The treatment of stones of both teams at equal distance from the tee. */
  ties: CurlingTies;
};

/** The content of the text screen. */
export type CurlingScreen = {
  /** The end, from 0. */
  end: number;
  /** The last shot. */
  last?: CurlingLastShot | null;
  /** The team that throws first in this end. */
  lead: CurlingTeamName;
  /** The time left of team 0 and team 1, if limited; written in seconds. */
  left: (number | null)[];
  /** The scheduled number of ends, without extra ends, if known. */
  length?: number | null;
  /** The names of team 0 and team 1. */
  names: (string)[];
  /** The team to throw or to place stones; none when the match is over. */
  next?: CurlingTeamName | null;
  /** The ending and the winner, if the match is over. */
  over?: [CurlingEnding, CurlingTeamName | null] | null;
  /** Whether stones are to be placed next. */
  placing: boolean;
  /** The points of every finished end, positive for team 0. */
  scores: (number)[];
  /** The slot of the next stone: its number in the end from 0. */
  shot: number;
  /** The stones in play. */
  stones: CurlingStones;
};

/** An observer's notes on a shot. */
export type CurlingSeen = {
  /** The mark for the execution, from 0 to 4. */
  mark?: number | null;
  /** The task. */
  task?: CurlingTask | null;
  /** The turn. */
  turn?: CurlingTurn | null;
};

/** The value of a setting; nothing for its default. */
export type CurlingSetting = boolean | number | string | null;

/** Lines and rings of a sheet, as distances in metres. */
export type CurlingSheet = {
  /** From the tee to the back line. */
  back?: number;
  /** From the tee to the point of release. */
  delivery?: number;
  /** Radius of the 8-foot ring. */
  eight_foot?: number;
  /** Radius of the 4-foot ring. */
  four_foot?: number;
  /** From the tee forward to the near edge of the play area, the hog line. */
  hog?: number;
  /** Radius of the house: the 12-foot ring. */
  house?: number;
  /** From side line to side line. */
  width?: number;
};

/** Velocity and turn of a stone at release, and its sweeping. */
export type CurlingShot = {
  /** The rate of rotation, in radians a second; the model's own if absent. */
  rate?: number | null;
  /** The sweeping; none if absent. */
  sweep?: CurlingSweep | null;
  /** The sense of rotation. */
  turn: CurlingTurn;
  /** In metres a second, in the house frame: y is the weight, x the line. */
  velocity: CurlingPoint;
};

/** The call of a shot. */
export type CurlingShotCall = {
  /** The kind of shot. */
  call: CurlingCall;
  /** Own stones that leave play beside those of the other team. */
  lost: (CurlingNamedStone)[];
  /** The stones the call puts out of play. */
  removed: (CurlingNamedStone)[];
  /** The stone it is played on: touched first, guarded, come around or frozen to. */
  stone?: CurlingNamedStone | null;
  /** The fate of the thrown stone. */
  thrown: CurlingStoneThrown;
  /** The final place of the stone it is played on, if it stays in play. */
  to?: CurlingPlace | null;
};

/** The kind of a shot. */
export type CurlingShotKind = "draw" | "hit";

/** An outcome of a shot. */
export type CurlingShotOutcome = {
  /** The probability. */
  probability: number;
  /** The resting place of the thrown stone; absent if it leaves play. */
  stops?: CurlingPoint | null;
  /** The value for the team that throws, where the player has one. */
  value?: number | null;
};

/** A batch of shots to simulate. */
export type CurlingSimulated = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** Positions with a shot to come. */
  games: (CurlingGame)[];
  /** The kind of simulation; by default that of the referee. */
  mode?: CurlingMode | null;
  /** The seed of the throwers' noise; without it every shot is thrown exactly. */
  seed?: number | null;
  /** Shots, each thrown in every position; positions times shots are at most 20,000. */
  shots: (CurlingShot)[];
};

/** The outcomes of a batch of shots. */
export type CurlingSimulation = {
  /** For every position, in order, the outcome of every shot, in order. */
  outcomes: ((CurlingOutcome)[])[];
};

/** The skill of a player. */
export type CurlingSkill = {
  excess?: CurlingExcess;
  max_weight?: number | null;
  noise?: CurlingNoise;
};

/** The spots of the placed stones. */
export type CurlingSpots = "dc2" | {
  dc4: CurlingGuardSpot;
};

/** Logs to be counted. */
export type CurlingStatsAsked = {
  /** The unit of a table row. */
  by?: CurlingStatsBy;
  /** The number of ends, from the first, that count for the points per end; all by default. */
  ends?: number | null;
  /** The logs. */
  logs: (CurlingNamedLog)[];
};

/** The grouping of the tables. */
export type CurlingStatsBy = "team" | "pairing";

/** A stone in play. */
export type CurlingStone = {
  /** The rotation of its handle, in radians. */
  angle?: number;
  /** The number within the team, from 1 to 8 in the order of throwing. In mixed doubles 1 is the placed one and 4 to 8 are thrown. */
  number: number;
  /** The team: 0 or 1. */
  team: number;
  /** Metres right of the tee. */
  x: number;
  /** Metres behind the tee; negative before it. */
  y: number;
};

/** The written form of a stone in play. */
export type CurlingStoneInSlot = {
  angle?: number;
  slot: number;
  x: number;
  y: number;
};

/** A stone by its team and its number within it, as on its handle. */
export type CurlingStoneName = {
  /** The number, from 1. */
  number: number;
  /** The team. */
  team: number;
};

/** The fate of the thrown stone. */
export type CurlingStoneThrown = CurlingPlace | {
  thrown: "stays";
} | CurlingPlace | {
  thrown: "out";
};

/** Sixteen slots, each with a stone in play or empty. By convention of the rules, the slot of a stone is the number of the shot that delivered it, so that even slots belong to the team that throws first in the end. Written as a list of the stones in play, each with its slot. */
export type CurlingStones = (CurlingStoneInSlot)[];

/** A shot that a player thinks of. */
export type CurlingSuggestion = {
  /** The skip's call, such as `take-out`. */
  call: string;
  /** The trajectories of all stones. */
  run: CurlingTrajectory;
  /** The shot at release. */
  shot: CurlingShot;
  /** The stones afterwards. */
  stones: (CurlingStone)[];
  /** The probability that the shot is made. */
  success: number;
  /** The player's value for the team that throws. */
  value: number;
  /** The call as a sentence, stones numbered by shot. */
  words: Text;
};

/** Shots that a player thinks of, best first. */
export type CurlingSuggestions = {
  /** The scale of the values: `chance` or `points`. */
  scale: string;
  /** The shots. */
  shots: (CurlingSuggestion)[];
};

/** The confidence of a player in its best shot. */
export type CurlingSure = "alone" | "equal" | "unsure" | "slight" | "clear";

/** The margin of the best shot over the next different one. */
export type CurlingSureness = {
  /** The standard error of the difference, where values are averages of samples. */
  error?: number | null;
  /** The difference of their values; absent if there is no other. */
  gap?: number | null;
  /** The index of the other shot in the list. */
  next?: number | null;
  /** The margin as a verdict. */
  verdict: CurlingSure;
};

/** Sweeping of the delivered stone: a stretch of the sheet and an effort. Its effect is a matter of the conditions ([`physics::Sweeping`](crate::physics::Sweeping)), and so is whether it is allowed. */
export type CurlingSweep = {
  /** The effort, from 0 (none) to 1 (full). */
  effort?: number;
  /** The start of the stretch: y in the house frame, in metres; negative before the tee. */
  from: number;
  /** The end of the stretch. */
  to: number;
};

/** The effect of sweeping with full effort on the delivered stone. With less effort it is less in proportion. */
export type CurlingSweeping = {
  /** Factor on curl, from 0 to 10. */
  curl?: number;
  /** Factor on friction, from 0.1 to 10. */
  friction?: number;
};

/** The tables of a championship, as the texts of their files. */
export type CurlingTables = {
  /** The table `Competition`; without it competitions have numbers. */
  competitions?: string | null;
  /** The table `Ends`: the points of the ends. */
  ends: string;
  /** The table `Games`. */
  games: string;
  /** The table `Stones`: the sheet after every shot. */
  stones: string;
  /** The table `Teams`; without it teams have the letters of their countries. */
  teams?: string | null;
};

/** A place to stop at or to pass. */
export type CurlingTarget = {
  /** The place. */
  at: CurlingPoint;
  /** The sweeping of the stone, where the conditions allow it. */
  sweep?: CurlingSweep | null;
  /** The turn of the stone. */
  turn: CurlingTurn;
  /** The weight at the place; by default the stone stops there. */
  weight?: CurlingWeight | null;
};

/** A batch of targets. */
export type CurlingTargets = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The match, for ice that changes: the shots are aimed on the ice of its next shot. Without it the ice is that of the conditions. */
  game?: CurlingGame | null;
  /** At most 20,000. */
  targets: (CurlingTarget)[];
  /** The method of aiming; exact by default. */
  way?: CurlingAimWay;
};

/** The task of a shot, by the names of the sport's statistics. */
export type CurlingTask = "draw" | "front" | "guard" | "raise" | "wick" | "freeze" | "take-out" | "hit-and-roll" | "clearing" | "double" | "promotion" | "through" | "uncounted";

/** The players of a team. */
export type CurlingTeam = {
  /** One to four players in their order; missing ones are like the first. */
  players: (CurlingHand)[];
};

/** The counts of a team. */
export type CurlingTeamCounts = {
  /** The opponent, where lines are pairings. */
  against?: string | null;
  /** Draws. */
  drawn: number;
  /** Matches. */
  games: number;
  /** Ends with the last stone. */
  hammer: CurlingEndCounts;
  /** Wilson's 95 % interval of the win rate. */
  interval?: Interval | null;
  /** Ends without the last stone. */
  lead: CurlingEndCounts;
  /** Losses. */
  lost: number;
  /** Matches without a result. */
  no_result: number;
  /** The points. */
  points: number;
  /** The points of its opponents. */
  points_against: number;
  /** The name. */
  team: string;
  /** The share of the matches with a result that it won, a draw counting half. */
  win_rate?: number | null;
  /** Wins. */
  won: number;
};

/** One of the two teams of a match; named as on the platforms. Team 0 throws first in the first end, unless a mixed doubles placement says otherwise. */
export type CurlingTeamName = "team0" | "team1";

/** The parts of the evaluation at every place. */
export type CurlingTerms = {
  /** The places with the terms of a stone there. */
  cells: (CurlingTermsCell)[];
  /** The side of a cell, in metres. */
  side: number;
  /** The team of the stone put at each place. */
  team: number;
};

/** A position to evaluate. */
export type CurlingTermsAsked = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** The evaluated stone; by default the one put at each place. */
  stone?: CurlingStoneName | null;
};

/** The parts of a stone's worth, by where the further stone lies. */
export type CurlingTermsCell = {
  /** D: how hard the stone is to take out together with another. */
  d: number;
  /** J: the expected gain of the stone. */
  j: number;
  /** N: the product of the three. */
  n: number;
  /** T: how hard the stone is to take out. */
  t: number;
  /** Right of the tee. */
  x: number;
  /** Behind it. */
  y: number;
};

/** A shot to simulate. */
export type CurlingThrow = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** The seed of the noise; without it the shot is thrown exactly. */
  seed?: number | null;
  /** The intended shot. */
  shot: CurlingShot;
};

/** The result of a shot. */
export type CurlingThrown = {
  /** Whether the end is over. */
  ends: boolean;
  /** Whether the shot violates a guard rule, so that the stones are put back. */
  foul: boolean;
  /** The match afterwards. */
  game: CurlingGame;
  /** The trajectories as polylines. */
  paths: (CurlingPath)[];
  /** The score of the end as the stones lie afterwards, positive for the team that threw. */
  points: number;
  /** The shot after noise; none if it was too fast for the thrower and counts as a pass. */
  shot?: CurlingShot | null;
  /** The stones that count afterwards, also if this was the last shot of the end. */
  stones: (CurlingStone)[];
  /** The trajectories. */
  trajectory: CurlingTrajectory;
};

/** The no-tick rule: an opponent's guard that touches the centre line must keep touching it. */
export type CurlingTickRule = {
  /** The number of deliveries of an end it applies to, counted over both teams; 0 switches it off. */
  deliveries: number;
  /** Whether the other team may leave the stones where they came to rest. */
  may_be_waived: boolean;
  /** Whether the guard must also stay in the zone, rather than anywhere on the line. */
  must_stay_in_zone: boolean;
};

/** The treatment of stones of both teams at equal distance from the tee. */
export type CurlingTies = "neither-is-nearer" | "earlier-is-nearer";

/** Shots to measure in one position. */
export type CurlingToMeasure = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The match, with a shot to come. */
  game: CurlingGame;
  /** The seed of the throws' errors. */
  seed?: number;
  /** The shots, 1 to 100. */
  shots: (CurlingShot)[];
  /** The number of throws of each shot, 10 to 5000; 1000 by default. */
  throws?: number;
};

/** The trajectory of a stone. */
export type CurlingTrack = {
  /** The frame of its first point; until then it rests there. */
  first: number;
  /** Whether it leaves the sheet after its last point; otherwise it rests there. */
  gone: boolean;
  /** The number. */
  number: number;
  /** x, y and angle in each frame from then on, until it rests or leaves the sheet. */
  points: ([number, number, number])[];
  /** The team of the stone. */
  team: number;
};

/** The trajectories of all stones that a shot moves, as frames at equal times. */
export type CurlingTrajectory = {
  /** The number of frames. */
  frames: number;
  /** Seconds between frames. */
  seconds: number;
  /** The stones that move, the delivered one first. All others stay at rest. */
  tracks: (CurlingTrack)[];
};

/** A shot of a record. */
export type CurlingTrajectoryAsked = {
  /** The end, from 1. */
  end: number;
  /** Seconds between two points of a path, from 0.001 to 100; 0.05 by default. */
  every?: number | null;
  /** The number of the game, from 1; required if the file has several. */
  game?: number | null;
  /** The stone of the end, from 1; in mixed doubles the first delivery is stone 7. */
  shot: number;
  /** The record, as of `curling/film`; other logs cannot be simulated again. */
  text: string;
};

/** The sense of rotation of a delivered stone. */
export type CurlingTurn = "cw" | "ccw";

/** The values of all targets of one turn. */
export type CurlingValueMap = {
  /** x, y and value of targets where a stone would stop. */
  cells: ([number, number, number])[];
  /** The side of a cell, in metres. */
  side: number;
  /** x at the tee line and value of hits. */
  strip: ([number, number])[];
  /** The turn. */
  turn: CurlingTurn;
};

/** The result of simulating a record again. */
export type CurlingVerification = {
  /** The dice they were simulated with. */
  dice: CurlingDiceCheck;
  /** The differences. */
  differences: (CurlingDifference)[];
  /** The number of simulated shots. */
  shots: number;
};

/** The verification of a record. */
export type CurlingVerified = {
  /** Whether the record is correct. */
  holds: boolean;
  /** The number of simulated shots, and the differences. */
  verification: CurlingVerification;
};

/** The fouls against a protected stone. */
export type CurlingViolation = "leaving-play" | "leaving-area";

/** The change of friction where stones have run. */
export type CurlingWearRate = {
  /** Relative change of friction by one passage of a stone, from -1 to 1; negative if running smooths the ice. */
  each: number;
  /** The largest relative change by all passages together, from 0 to 0.9. */
  most?: number;
};

/** The weight of a shot through a point. */
export type CurlingWeight = {
  "speed-there": number;
} | {
  "launch-speed": number;
} | {
  beyond: number;
} | {
  power: number;
};

/** A shot beside others. All chances are of the team that threw. */
export type CurlingWhy = {
  /** The shot that was called. */
  called: CurlingJudged;
  /** The chance of winning after what really happened. */
  came: number;
  /** The player's candidates, best first by its own values. */
  instead: (CurlingJudged)[];
  /** The scale of the player's own values: `chance` or `points`. */
  scale: string;
  /** The team that threw. */
  team: number;
  /** The number of trials behind the means. */
  tries: number;
};

/** A shot to be asked about. */
export type CurlingWhyAsked = {
  /** The scene after the shot, from 1. */
  at: number;
  /** The player, one that values shots: `jiritsu`, `krucb`, `ayumu`, `gccs` or `greedy`. */
  player: CurlingOpponent;
  /** The match. */
  text: string;
};

/** A table of chances to be made. */
export type CurlingWinTable = {
  /** The conditions of the match. */
  conditions: CurlingConditions;
  /** The search depth in shots; by default 1, or the player's own. */
  depth?: number | null;
  /** The largest difference that is played, which larger ones count as: 5 if not given. */
  difference?: number | null;
  /** The most ends left: those of a match if not given. */
  ends?: number | null;
  /** Ends for each number of ends left and each difference, in each round: 500 if not given, 10 if short. */
  ends_per_state?: number | null;
  /** Whether throws are run step by step, as the referee does. */
  exact?: boolean;
  /** Ends for points, and as many extra ends: 4000 if not given, 300 if short. */
  first?: number | null;
  /** The ends of an earlier answer under the same conditions: they are not played again. */
  played?: string;
  /** The player: `jiritsu` with its settings. */
  player?: string | null;
  /** Rounds of ends to win, each played for the table of the round before it: 1, as in the paper, if not given. */
  rounds?: number | null;
  /** The seed. */
  seed: number;
  /** Whether a rough table of few ends is enough. */
  short?: boolean;
  /** The number of threads; by default the number of cores. */
  threads?: number | null;
};

/** A trained win table. */
export type CurlingWinTableMade = {
  /** Whether it was stopped before the table was complete. */
  interrupted: boolean;
  /** The ends played so far, to be given back. */
  played: string;
  /** The table, if it is complete. */
  table?: CurlingChances | null;
};

/** Elo difference with its confidence interval. ``` use arena::statistics::{Confidence, EloDifference, WinDrawLoss}; let score = WinDrawLoss::new(60, 30, 10); let elo = EloDifference::trinomial(&score, Confidence::P95).unwrap(); assert_eq!(elo.to_string(), "+191 (134–258)"); let clean_sweep = WinDrawLoss::new(10, 0, 0).proportion().unwrap(); let elo = EloDifference::wilson(&clean_sweep, Confidence::P95); assert_eq!(elo.difference, None); assert_eq!(elo.to_string(), "≥ 166"); ``` */
export type EloDifference = {
  /** The most likely difference; `None` if every game or none was won, where only a bound can be given. */
  difference?: number | null;
  /** The error bars; infinite on the side where every game was won or lost. */
  interval: Interval;
};

/** The error of a request. */
export type Fault = {
  /** The code of the message, for translations; none if the message has no code. */
  code?: FaultCode | null;
  /** The kind of error, which decides the status of an HTTP response. */
  kind: FaultKind;
  /** The English message: what is wrong, and what to do about it. */
  message: string;
  /** The place of the error: a field such as `stones[3].x`, or a line and a column of a text. */
  place?: string | null;
  /** The values in a message with a code, by name. */
  values?: {
    [key: string]: string;
  };
};

/** The code of a fault; each names the values that come with it. Beside an English `why` there may be a Japanese `why_ja`. */
export type FaultCode = "cancelled" | "timed-out" | "queue-full" | "server-busy" | "closing" | "unknown-operation" | "unknown-task" | "unknown-game" | "unknown-player" | "unknown-setting" | "bad-setting" | "setting-limit" | "program-forbidden" | "file-forbidden" | "invalid-player" | "unknown-experiment" | "no-results" | "already-running" | "unknown-record" | "record-required" | "out-of-range" | "too-long" | "too-many" | "empty" | "game-over" | "no-shot-next" | "stones-not-placed" | "invalid-position" | "invalid-moves" | "unreadable-file" | "invalid-input" | "player-failed" | "internal-error" | "token-required" | "explained";

/** The kind of a fault. */
export type FaultKind = "wrong" | "forbidden" | "missing" | "too_much" | "cancelled" | "failed";

/** The text of a file or a record. */
export type FileText = {
  /** The text. */
  text: string;
};

/** A player's duplicate gain over all complete pairs of games. */
export type Gain = {
  /** Standard error of the mean. */
  error?: number | null;
  /** Student's 95 % interval of the mean. */
  interval?: Interval | null;
  /** Mean gain per pair. */
  mean?: number | null;
  /** Two-sided p-value of Student's test against a mean of 0. */
  p?: number | null;
  /** Complete pairs. */
  pairs: number;
  /** The mean in standard errors. */
  t?: number | null;
  /** Total gain. */
  total: number;
  /** Unit of the gain. */
  unit: string;
};

/** A range of values. An end may be infinite; it is then `null` in JSON, which has no infinity. Shown with two decimals unless the format asks for others: ``` use arena::statistics::Interval; let interval = Interval { low: 0.411, high: 0.619 }; assert_eq!(interval.to_string(), "0.41–0.62"); assert_eq!(format!("{interval:.1}"), "0.4–0.6"); assert_eq!(Interval { low: -12.0, high: 30.5 }.to_string(), "-12.00 to 30.50"); assert_eq!(Interval { low: 120.0, high: f64::INFINITY }.to_string(), "≥ 120.00"); ``` */
export type Interval = {
  /** The upper end; `null` if it is infinite. */
  high?: number | null;
  /** The lower end; `null` if it is infinite. */
  low?: number | null;
};

/** The result of a block. */
export type LabBlockDone = {
  /** Tasks that failed; they are not in the file. */
  failed: number;
  /** The messages of the first failures. */
  failures: (string)[];
  /** The file to be imported. */
  file: LabFile;
  /** The number of results in the file. */
  results: number;
};

/** A block to run. */
export type LabBlockRun = {
  /** The number of the block, from 0. */
  block: number;
  /** The run that the results are for; a program that would make others refuses the block. */
  expected?: LabExpected | null;
  /** The experiment's file, if this machine does not have it; for the owner. */
  file?: LabFile | null;
  /** The experiment's name, as in the list. */
  name: string;
  /** A seed that overrides the experiment's. */
  seed?: number | null;
  /** Whether to take the short variant. */
  short?: boolean;
  /** The number of tasks in a block; 100 by default. */
  size?: number | null;
  /** The number of threads; by default the number of cores. */
  threads?: number | null;
};

/** A player and conditions to check. */
export type LabCheck = {
  /** The conditions, as lines `key = value`. */
  conditions?: string;
  /** The game. */
  game: string;
  /** The player, as `name:key=value,key=value`; empty to check the conditions alone. */
  player?: string | null;
};

/** The answer to a check. */
export type LabChecked = {
  /** The player as results will name it. */
  player?: string | null;
};

/** An experiment, full or in its short variant. */
export type LabChosen = {
  /** The name of the experiment, as in the list. */
  name: string;
  /** A seed that overrides the experiment's. */
  seed?: number | null;
  /** Whether to take the short variant. */
  short?: boolean;
};

/** A training. */
export type LabCurve = {
  /** The experiment it is part of. */
  experiment: string;
  /** The name in the experiment. */
  name: string;
  /** The points of the curve, from left to right. */
  points: (LabPoint)[];
  /** The duration, in seconds. */
  seconds: number;
  /** Whether it belongs to the short variant. */
  short: boolean;
};

/** What identifies a run, from its plan. */
export type LabExpected = {
  /** The fingerprint of everything the results depend on. */
  fingerprint: string;
  /** The version of the program. */
  version: string;
};

/** An experiment. */
export type LabExperiment = {
  /** The background; blank lines separate paragraphs. */
  about: Phrase;
  /** The progress of the full experiment. */
  full?: LabExtent | null;
  /** The kind of experiment. */
  kind: string;
  /** The name. */
  name: string;
  /** The paper compared with. */
  paper?: string | null;
  /** The progress of the short variant, if there is one. */
  short?: LabExtent | null;
  /** The question; empty if the file cannot be read. */
  title: Phrase;
  /** The error in the file, if there is one. */
  trouble?: string | null;
};

/** All experiments. */
export type LabExperiments = {
  /** The experiments by name. */
  experiments: (LabExperiment)[];
  /** The folder of the experiment files. */
  folder: string;
  /** The origin of the experiment files. */
  origin: LabOrigin;
  /** Runs in progress. */
  running: (LabRunning)[];
  /** The file of the results. */
  store: string;
  /** The default number of threads. */
  threads: number;
};

/** A request for a file of an experiment. */
export type LabExport = {
  /** The field of that record, such as `weights`; a text is written as it is. */
  field?: string | null;
  /** The form of the file. */
  form: LabForm;
  /** The experiment's name, as in the list. */
  name: string;
  /** A seed that overrides the experiment's. */
  seed?: number | null;
  /** Whether to take the short variant. */
  short?: boolean;
  /** The task whose record is wanted, instead of all of them. */
  task?: number | null;
};

/** The progress of an experiment. */
export type LabExtent = {
  /** Tasks with a result. */
  done: number;
  /** All tasks. */
  total: number;
};

/** A file. */
export type LabFile = {
  /** The name of the file. */
  name: string;
  /** The text of the file. */
  text: string;
};

/** The form of a file. */
export type LabForm = "markdown" | "html" | "csv" | "records";

/** A game. */
export type LabGame = {
  /** A sentence about the game. */
  about: string;
  /** The name. */
  name: string;
  /** The players with their settings, without programs. */
  players: (PlayerDescription)[];
  /** The strongest of them, as a player text, if one is known. */
  strongest?: string | null;
  /** The unit in which the two games of a pair are compared, if they are. */
  unit?: string | null;
};

/** The games. */
export type LabGames = {
  /** Each with its players. */
  games: (LabGame)[];
};

/** Results to import. */
export type LabImport = {
  /** The files of its blocks. */
  files: (LabFile)[];
  /** The experiment's name, as in the list. */
  name: string;
  /** Other places of experiments and results than the program's own. */
  places?: LabPlaces | null;
  /** A seed that overrides the experiment's. */
  seed?: number | null;
  /** Whether to take the short variant. */
  short?: boolean;
};

/** The result of an import. */
export type LabImported = {
  /** The files, in order. */
  files: (LabImportedFile)[];
};

/** The result of importing one file. */
export type LabImportedFile = {
  /** Results that the store had already. */
  known: number;
  /** The name of the file. */
  name: string;
  /** Results that were new to the store. */
  new: number;
  /** What is wrong with the file, if it was refused as a whole. */
  refused?: string | null;
};

/** The result of a match. */
export type LabMatch = {
  /** The game. */
  game: string;
  /** Whether the match was stopped early. */
  interrupted: boolean;
  /** The records of the games, a line of JSON each, if requested. */
  records?: string | null;
  /** The result, seen from the first player. */
  result: MatchResult;
  /** The seed. */
  seed: number;
  /** Games to be played, unless a test is decided before. */
  total: number;
  /** Advice on varying the start, if games repeat each other. */
  variety?: Phrase | null;
};

/** The origin of experiments. */
export type LabOrigin = "folder" | "built_in";

/** Places of experiments and results. */
export type LabPlaces = {
  /** The folder of the experiment files. */
  experiments?: string | null;
  /** The file of the results. */
  store?: string | null;
};

/** An experiment to divide into blocks. */
export type LabPlan = {
  /** The experiment's name, as in the list. */
  name: string;
  /** Other places of experiments and results than the program's own; for the owner. */
  places?: LabPlaces | null;
  /** A seed that overrides the experiment's. */
  seed?: number | null;
  /** Whether to take the short variant. */
  short?: boolean;
  /** The number of tasks in a block; 100 by default. */
  size?: number | null;
};

/** The tasks of an experiment. */
export type LabPlanned = {
  /** All blocks. */
  blocks: number;
  /** Tasks with a result. */
  done: number;
  /** The experiment's file, for machines that do not have it; only for the owner. */
  file?: LabFile | null;
  /** The fingerprint of everything the results depend on. */
  fingerprint: string;
  /** The kind of experiment. */
  kind: string;
  /** The numbers of the blocks in which results are missing. */
  missing: (number)[];
  /** The experiment's name. */
  name: string;
  /** The seed. */
  seed: number;
  /** Tasks in a block. */
  size: number;
  /** All tasks. */
  tasks: number;
  /** The question of the experiment. */
  title: string;
  /** `full` or `short`. */
  variant: string;
  /** The version of this program. */
  version: string;
};

/** A point of the curves: means over the updates since the previous point. */
export type LabPoint = {
  /** The relative change of the weights on squares per update, by kind. */
  changes: (number | null)[];
  /** The root mean square error of the evaluation against the results. */
  rmse: number;
  /** The weights that all squares share, by kind. */
  shared: (number)[];
  /** The number of updates made. */
  update: number;
};

/** A report with its warnings and facts. */
export type LabReport = {
  /** The introduction; blank lines separate paragraphs. */
  about: Phrase;
  /** The results. */
  blocks: (ReportBlock)[];
  /** The facts of the run. */
  facts: ReportFacts;
  /** The names and values of the facts. */
  lines: ([Phrase, Phrase])[];
  /** The paper and table used for comparison. */
  paper?: string | null;
  /** The question. */
  title: Phrase;
  /** The warnings. */
  warnings: (Phrase)[];
};

/** An experiment to run. */
export type LabRun = {
  /** The experiment's name, as in the list. */
  name: string;
  /** A seed that overrides the experiment's. */
  seed?: number | null;
  /** Whether to take the short variant. */
  short?: boolean;
  /** The number of threads; by default the number of cores. Players that use all cores want 1. */
  threads?: number | null;
};

/** A run in progress. */
export type LabRunning = {
  /** Tasks with a result. */
  done: number;
  /** Tasks that failed in this run. */
  failed: number;
  /** The estimated seconds left; none before the first result. */
  left?: number | null;
  /** The name of the experiment; for a tournament, the game. */
  name: string;
  /** Seconds since it was started. */
  seconds: number;
  /** Whether it is the short variant of the experiment. */
  short: boolean;
  /** All tasks. */
  total: number;
  /** Whether it is a tournament, not an experiment. */
  tournament: boolean;
};

/** The result of a run. */
export type LabSitting = {
  /** Tasks that had a result before. */
  before: number;
  /** Whether the experiment was changed since it was last run: the old results are kept, but not used. */
  changed: boolean;
  /** Tasks that failed; the next run tries them again. */
  failed: number;
  /** The messages of the first failures. */
  failures: (string)[];
  /** Tasks that got a result in this run. */
  new: number;
  /** All tasks. */
  total: number;
};

/** The table of a tournament. */
export type LabStandings = {
  /** The score of each player against each other, in the order of the standings. */
  crossings: ((Crossing | null)[])[];
  /** Distinct games. */
  distinct: number;
  /** The game. */
  game: string;
  /** Games played. */
  games: number;
  /** Whether the tournament was stopped early. */
  interrupted: boolean;
  /** The report as a file; in the final table only. */
  markdown?: string | null;
  /** Results by side, the cross table, and games lost by faults; in the final table only. */
  notes: (ReportTable)[];
  /** The records of the games, a line of JSON each; in the final table only, if requested. */
  records?: string | null;
  /** The seed. */
  seed: number;
  /** The players, best first. */
  standings: (Standing)[];
  /** Games to be played. */
  total: number;
  /** Advice on varying the start, if games repeat each other. */
  variety?: Phrase | null;
};

/** A run to stop. */
export type LabStop = {
  /** The name it runs under. */
  name: string;
  /** Whether it is the short variant. */
  short?: boolean;
  /** Whether it is a tournament. */
  tournament?: boolean;
};

/** The answer to a request to stop. */
export type LabStopped = {
  /** Whether the run was in progress; it ends soon. */
  stopped: boolean;
};

/** A match or a tournament to play. */
export type LabTournament = {
  /** The conditions of the game: lines `key = value`, or another text that the game reads. */
  conditions?: string;
  /** The game. */
  game: string;
  /** Games of each pairing; both games of a pair have the same start and dice, with sides exchanged. */
  games: number;
  /** Whether the first player meets all others and they do not meet each other. */
  gauntlet?: boolean;
  /** Seconds gained after each move. */
  increment?: number | null;
  /** The number of moves after which a game is stopped and scored as it stands. */
  longest?: number | null;
  /** Whether every game has dice of its own, instead of sharing them with the other game of its pair and the other pairings. In a game without dice nothing changes. */
  own_dice?: boolean;
  /** Seconds for each side in a game. */
  per_game?: number | null;
  /** Seconds for each move; a player that takes longer loses. */
  per_move?: number | null;
  /** Records of earlier games, one a line: they count and are not played again. */
  played?: string;
  /** The players, as `name:key=value,key=value`, or `TITLE=name:key=value` to be called TITLE. */
  players: (string)[];
  /** Whether the records of the games come with the result. */
  records?: boolean;
  /** The error probability of that sequential test; 0.05 by default. */
  risk?: number | null;
  /** The seed. */
  seed: number;
  /** Changes to the conditions, each `key=value`. */
  set?: (string)[];
  /** Two Elo differences, the smaller first: a match of two ends as soon as it is decided which of them holds. */
  sprt?: (number)[] | null;
  /** The number of threads; by default the number of cores. */
  threads?: number | null;
};

/** The trainings and their weights. */
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

/** Runs in progress. */
export type LabUnderWay = {
  /** The runs. */
  running: (LabRunning)[];
};

/** Learned weights. */
export type LabWeights = {
  /** The command that learned them. */
  command: string;
  /** The largest weight of a square without its sign, over all maps. */
  largest: number;
  /** The name. */
  name: string;
  /** The weights: those of all stages first, then those added in each stage. */
  parts: (LabWeightsPart)[];
};

/** A request for weights. */
export type LabWeightsAsked = {
  /** The name of shipped weights. */
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
  /** The maps, one for each kind of mark. */
  maps: (LabWeightsMap)[];
  /** The side: 0 for the first player, 1 for the second, none for both. */
  side?: number | null;
  /** 0 for all stages of the game, or the stage that these weights are added in. */
  stage: number;
};

/** The result of a match of two, from the perspective of the first player. */
export type MatchResult = {
  /** Distinct games. */
  distinct: number;
  /** The difference in Elo with its interval. */
  elo?: EloDifference | null;
  /** Forfeited games of each. */
  faults: (number)[];
  /** The duplicate gain, where pairs are compared. */
  gain?: Gain | null;
  /** Games played. */
  games: number;
  /** Wilson's 95 % interval of the rate. */
  interval?: Interval | null;
  /** p-value of the two-sided sign test on complete pairs of games. */
  p?: number | null;
  /** The players' names. */
  players: (string)[];
  /** The win rate, a draw counting half. */
  rate?: number | null;
  /** Score of the distinct games. */
  score: WinDrawLoss;
  /** Score by the side of the first player. */
  sides: (SideScore)[];
  /** The player texts. */
  specs: (string)[];
  /** State of the sequential test, if there is one. */
  sprt?: SprtVerdict | null;
};

/** The input of an operation that needs none. */
export type Nothing = Record<string, never>;

/** The phase of a task. */
export type Phase = "waiting" | "running" | "done" | "cancelled" | "failed";

/** A text of a report: one for every language, or one in English and one in Japanese. In JSON it is a string or an object with `en` and `ja`; tables stored by version 0.1 have strings. */
export type Phrase = string | Text;

/** The description of a player. */
export type PlayerDescription = {
  /** A one-sentence description. */
  about: Text;
  /** Whether the name is followed by a command line instead of settings: `NAME:COMMAND`. */
  is_program: boolean;
  /** The name, as typed. */
  name: string;
  /** Named lists of settings, chosen by `preset=NAME`. */
  presets: (PlayerPreset)[];
  /** The settings, in the order of importance. */
  settings: (PlayerSetting)[];
};

/** A named list of settings. */
export type PlayerPreset = {
  /** The purpose. */
  about: Text;
  /** An older switch of the player that means this preset: `NAME=on`. */
  alias?: string | null;
  /** The name, as typed behind `preset=`. */
  name: string;
  /** The settings; a setting given explicitly overrides the preset. */
  settings: ([string, string])[];
};

/** One setting of a player. */
export type PlayerSetting = {
  /** Older names that are still read. */
  aliases: (string)[];
  /** The value if none is given, as text; absent if there is none. */
  default?: string | null;
  /** The name of the setting, as typed before the `=`. */
  key: string;
  /** The kind of its value. */
  kind: SettingKind;
  /** The meaning. */
  meaning: Text;
  /** The unit of its number. */
  unit?: string | null;
};

/** Progress of a task. */
export type Progress = {
  /** The part done, from 0 to 1; none if unknown. */
  part?: number | null;
  /** The current step, in few words or numbers that need no translation ("120 / 400"). */
  words?: string;
};

/** Games to count. */
export type RecordsCounted = {
  /** Texts of records, one game a line. */
  texts: (string)[];
};

/** Games to export. */
export type RecordsExport = {
  /** The conditions of records of version 1, which do not have them. */
  conditions?: Record<string, unknown> | null;
  /** The format, by its file extension: `blksgf`, `pbn`, `dcl`. */
  form: string;
  /** Only this game, counted from 1. */
  game?: number | null;
  /** The records, one a line. */
  records: string;
};

/** A game in another format. */
export type RecordsExported = {
  /** The number in the records, from 1. */
  number: number;
  /** The text of the file. */
  text: string;
};

/** A game of a text of records. */
export type RecordsGame = {
  /** Whether the record is correct; none without `verify`. */
  holds?: boolean | null;
  /** The number in the text, from 1. */
  number: number;
  /** The positions from the start on, each on one line, if requested. */
  positions?: (string)[] | null;
  /** The record; none with `verify`. */
  record?: Record<string, unknown> | null;
  /** The number of replayed moves, and the differences; none without `verify`. */
  verification?: Verification | null;
};

/** Games to replay or verify. */
export type RecordsReplay = {
  /** The conditions of records of version 1, which do not have them. */
  conditions?: Record<string, unknown> | null;
  /** Only this game, counted from 1. */
  game?: number | null;
  /** Whether the answer has the position after every move. */
  positions?: boolean;
  /** The records, one a line. */
  records: string;
  /** Whether to replay the moves and answer with the differences instead of the games. */
  verify?: boolean;
};

/** The games of one kind in records. */
export type RecordsStats = {
  /** Distinct games. */
  distinct: number;
  /** The game. */
  game: string;
  /** Games played. */
  games: number;
  /** Moves a game. */
  moves?: number | null;
  /** Seconds a game. */
  seconds?: number | null;
  /** The players, best first. */
  standings: (Standing)[];
};

/** A part of a document. */
export type ReportBlock = {
  heading: Phrase;
} | {
  text: Phrase;
} | {
  table: ReportTable;
} | {
  plot: ReportPlot;
};

/** A column of a table. */
export type ReportColumn = {
  /** Whether cells are aligned to the right, as numbers are. */
  numeric: boolean;
  /** Whether it holds the paper's values. */
  paper?: boolean;
  /** The heading. */
  title: Phrase;
};

/** A value and the ends of its interval. */
export type ReportEstimate = {
  /** The upper end. */
  high: number;
  /** The lower end. */
  low: number;
  /** The value. */
  value: number;
};

/** The facts needed to judge and repeat a run. */
export type ReportFacts = {
  /** The exact command that repeats it. */
  command: string;
  /** Number of finished tasks. */
  done: number;
  /** The tasks that failed, with the reasons. */
  failures: ([number, string])[];
  /** The fingerprint of everything the results depend on; empty if they are not in a store. */
  fingerprint: string;
  /** The kinds of machines that made the results, as far as they are known. */
  machines: (ReportMachines)[];
  /** The seed. */
  seed: number;
  /** Number of all tasks. */
  total: number;
  /** Name of the tasks, in the plural. */
  unit: Phrase;
  /** `full` or `short`. */
  variant: string;
  /** The versions of the program that made the results. */
  versions: (string)[];
  /** Times of the first and the last result; `None` without results. */
  when?: [string, string] | null;
};

/** A row of [`Intervals`]. */
export type ReportInterval = {
  /** The row's name. */
  label: Phrase;
  /** The measured value; omitted from JSON if it is not finite. */
  ours?: ReportEstimate | null;
  /** The paper's value, drawn hollow. */
  paper?: ReportEstimate | null;
};

/** Values with intervals, beside those of a paper. */
export type ReportIntervals = {
  /** Label of the axis. */
  axis: Phrase;
  /** A reference value drawn as a line, such as an even score. */
  middle?: number | null;
  /** The ends of the axis. */
  range: [number, number];
  /** The rows from top to bottom. */
  rows: (ReportInterval)[];
  /** The title. */
  title: Phrase;
};

/** Lines through points, such as learning curves. */
export type ReportLines = {
  /** Whether a page draws the vertical axis on a logarithmic scale. */
  log: boolean;
  /** The lines. */
  series: (ReportSeries)[];
  /** The title. */
  title: Phrase;
  /** Label of the horizontal axis. */
  x: Phrase;
  /** Label of the vertical axis. */
  y: Phrase;
};

/** Machines with the same processor and number of threads, and their results. */
export type ReportMachines = {
  /** The number of hosts. */
  hosts: number;
  /** The model of the processor. */
  processor: string;
  /** The number of results. */
  results: number;
  /** The number of tasks that ran at a time. */
  threads: number;
};

/** A figure. Values that are not finite are left out. */
export type ReportPlot = {
  intervals: ReportIntervals;
} | {
  lines: ReportLines;
};

/** A line of [`Lines`]. */
export type ReportSeries = {
  /** The name in the legend. */
  name: Phrase;
  /** The points, from left to right; JSON contains the finite ones. */
  points: ([number, number])[];
};

/** A table of text. */
export type ReportTable = {
  /** Whether it is secondary, such as the list of players. */
  aside?: boolean;
  /** The caption. */
  caption: Phrase;
  /** The columns. */
  columns: (ReportColumn)[];
  /** Explanations below it. */
  notes: (Phrase)[];
  /** Indices of the rows that hold the paper's values. */
  paper_rows?: (number)[];
  /** The rows; a short row is filled with empty cells, a long one is truncated. */
  rows: ((Phrase)[])[];
  /** Whether it shows measured times, which another run will not repeat. */
  timing: boolean;
};

/** The result of a search: candidates, best first for the side to move. */
export type SearchAnalysis = {
  /** Best first. Empty only if there were no actions. */
  candidates: (SearchCandidate)[];
  /** Cost of the search. */
  effort: SearchEffort;
};

/** A candidate action with its value, accuracy and expected line. */
export type SearchCandidate = {
  /** The action. */
  action: string;
  /** Accuracy of `value`. */
  bound?: Bound;
  /** Standard error of `value`, where it is an average of enough samples. */
  error?: number | null;
  /** The line expected to follow, this action first. */
  line?: (string)[];
  /** The outcomes of the action, most probable first, where chance decides. */
  outcomes?: (SearchOutcome)[];
  /** Standard deviation of a single result, where chance or sampling decides it; 0 if the result is certain or the deviation unknown. */
  spread?: number;
  /** The value, seen from [`crate::Side::Max`]. */
  value: number;
  /** Search effort spent on this candidate, in [nodes](crate::control) (with `expectimax`, the number of its outcomes). */
  visits?: number;
};

/** Cost of a search and the reason of its stop. */
export type SearchEffort = {
  /** Completed depth, in actions; 0 if none was, and where depth has no meaning. */
  depth: number;
  /** Number of nodes, in the unit of [`crate::Limit::nodes`]: see the table in [`control`](crate::control). */
  nodes: number;
  /** Wall-clock time in seconds. The one field that differs between equal runs. */
  seconds: number;
  /** Reason of the stop. */
  stopped: Stop;
};

/** One possible outcome of an action. */
export type SearchOutcome = {
  /** The outcome's number in the game's own list of outcomes. */
  outcome: number;
  /** Probability of the outcome. */
  probability: number;
  /** Value of the outcome, seen from [`crate::Side::Max`]. */
  value: number;
};

/** The kind of a setting's value. Ranges include both ends; `page` is the maximum for requests from pages, where that is less than the range allows. */
export type SettingKind = {
  /** The least. */
  from: number;
  /** The most from a page. */
  page?: number | null;
  /** The most. */
  to: number;
  type: "integer";
} | {
  /** The least. */
  from: number;
  /** The most from a page. */
  page?: number | null;
  /** The most. */
  to: number;
  type: "number";
} | {
  /** The least, in seconds. */
  from: number;
  /** The most from a page, in seconds. */
  page?: number | null;
  /** The most, in seconds. */
  to: number;
  type: "time";
} | {
  type: "switch";
} | {
  type: "choice";
  /** The words. */
  words: (string)[];
} | {
  /** The form, such as `ROOT/INNER`. */
  form: string;
  type: "form";
} | {
  type: "file";
} | {
  type: "choice-or-file";
  /** The words. */
  words: (string)[];
} | {
  type: "player";
  /** Settings that are not available to the inner player here. */
  without: (string)[];
};

/** A player's results on one side. */
export type SideScore = {
  /** The win rate on that side. */
  rate?: number | null;
  /** The games on that side. */
  score: WinDrawLoss;
  /** The name of the side. */
  side: string;
};

/** The decision of a test. */
export type SprtDecision = "continue" | "accept_h0" | "accept_h1";

/** The state of a test. */
export type SprtVerdict = {
  /** The bounds at which the test ends: H0 is accepted at the lower one, H1 at the upper. */
  bounds: Interval;
  /** The decision. */
  decision: SprtDecision;
  /** The log likelihood ratio: positive speaks for H1. */
  llr: number;
};

/** A player's row of the standings. */
export type Standing = {
  /** Distinct games. */
  distinct: number;
  /** The Elo relative to the mean of the field, and the standard error. */
  elo?: [number, number] | null;
  /** Games it forfeited. */
  faults: number;
  /** The duplicate gain, where pairs are compared. */
  gain?: Gain | null;
  /** Games played. */
  games: number;
  /** Wilson's 95 % interval of the rate. */
  interval?: Interval | null;
  /** Mean time per move, in seconds. */
  pace?: number | null;
  /** The player's name. */
  player: string;
  /** The win rate, a draw counting half. */
  rate?: number | null;
  /** Score of its distinct games. */
  score: WinDrawLoss;
  /** Score by side. */
  sides: (SideScore)[];
  /** The player text. */
  spec: string;
};

/** The answer to an operation that takes long. */
export type Started = {
  /** The task that was started. */
  task: string;
};

/** Why a search stopped. */
export type Stop = "done" | "depth" | "nodes" | "time" | "cancelled";

/** The state of a task. */
export type TaskState = {
  /** The fault of a failed task. */
  fault?: Fault | null;
  /** The operation. */
  operation: string;
  /** The latest partial answer, if the operation sends any. */
  partial?: unknown;
  /** The phase. */
  phase: Phase;
  /** The progress. */
  progress: Progress;
  /** The result. A cancelled task may have one too: the best answer until then. */
  result?: unknown;
  /** The id. */
  task: string;
};

/** A sentence in English and in Japanese. */
export type Text = {
  /** English. */
  en: string;
  /** Japanese. */
  ja: string;
};

/** The result of verifying a record against the rules and its seed. */
export type Verification = {
  /** Differences from the record, as sentences. */
  differences: (string)[];
  /** Number of replayed moves. */
  moves: number;
};

/** The games of a match, counted by result and seen from one of the players. ``` use arena::statistics::{GameResult, WinDrawLoss}; let mut score = WinDrawLoss::new(6, 1, 2); score += GameResult::Draw; assert_eq!(score.rate(), Some(0.7)); assert_eq!(score.to_string(), "+6 =2 -2"); assert_eq!(score.reversed(), WinDrawLoss::new(2, 2, 6)); assert_eq!(WinDrawLoss::default().rate(), None); ``` */
export type WinDrawLoss = {
  /** Games drawn. */
  draws?: number;
  /** Games lost. */
  losses: number;
  /** Games won. */
  wins: number;
};

/** What may be asked, with the form of question and answer. */
export interface Operations {
  /** Asks a player of any game what it thinks of the position after some moves. */
  "arena/ask": {
    input: ArenaQuestion;
    output: ArenaAnswer;
  };
  /** Asks a player for its values of the legal moves and the expected lines. */
  "blokus/analyse": {
    input: BlokusAnalyseQuestion;
    output: BlokusAnalysis;
  };
  /** Tells whether a placement is legal, and if not, why. */
  "blokus/explain": {
    input: BlokusExplainQuestion;
    output: BlokusVerdict;
  };
  /** Counts the nine kinds of features after every move of a game. */
  "blokus/feature-counts": {
    input: BlokusFeatureGame;
    output: BlokusFeatureCounts;
  };
  /** Lists the evaluation's features on every square with their weights. */
  "blokus/features": {
    input: BlokusFeaturesQuestion;
    output: BlokusFeatures;
  };
  /** Evaluates the position after every move of a line. */
  "blokus/graph": {
    input: BlokusPositionQuestion;
    output: BlokusGraph;
  };
  /** Lists the best moves, each searched by itself and deeper every round. */
  "blokus/hints": {
    input: BlokusHintsQuestion;
    output: BlokusHints;
  };
  /** Counts the sequences of a number of moves from a position. */
  "blokus/perft": {
    input: BlokusPerftQuestion;
    output: BlokusPerft;
  };
  /** Describes the position after a line of moves: board, remaining pieces, legal moves, evaluation. */
  "blokus/position": {
    input: BlokusPositionQuestion;
    output: BlokusView;
  };
  /** Reads a game with its variations from .blksgf text. */
  "blokus/read": {
    input: FileText;
    output: BlokusGame;
  };
  /** Replays a recorded game move by move with the chance of winning after each. */
  "blokus/replay": {
    input: FileText;
    output: BlokusReplay;
  };
  /** Chooses a move with the strong player at a level, or with another player. */
  "blokus/reply": {
    input: BlokusReplyQuestion;
    output: BlokusReply;
  };
  /** Lists the pieces, start squares, levels and shipped weights. */
  "blokus/set": {
    input: Nothing;
    output: BlokusSet;
  };
  /** Learns evaluation weights from simulated games; a stopped run can go on. */
  "blokus/train": {
    input: BlokusTrainQuestion;
    output: BlokusTrained;
  };
  /** Writes a game with its variations as .blksgf text. */
  "blokus/write": {
    input: BlokusGame;
    output: FileText;
  };
  /** Lets a player make the next call or play the next card. */
  "bridge/act": {
    input: BridgeTurn;
    output: BridgeAct;
  };
  /** Advises a seat of a recorded board which cards to play, and why. */
  "bridge/analyse": {
    input: BridgeAnalyseQuestion;
    output: BridgeAnalysis;
  };
  /** Values every card by plain Monte Carlo and by abc. */
  "bridge/ask": {
    input: BridgeQuestion;
    output: BridgeAnswer;
  };
  /** Describes what each seat believes: inferences, sampled deals, chances of cards. */
  "bridge/beliefs": {
    input: BridgeBeliefQuestion;
    output: BridgeBeliefs;
  };
  /** Compares two tables that played the same boards, in IMPs. */
  "bridge/compare": {
    input: BridgeCompareQuestion;
    output: BridgeComparison;
  };
  /** Deals boards at random under constraints, counts the deals that fit, or locates cards. */
  "bridge/deal": {
    input: BridgeWishes;
    output: BridgeDeals;
  };
  /** Counts the double-dummy tricks of every playable card. */
  "bridge/double_dummy": {
    input: BridgeAt;
    output: BridgeCardTricks;
  };
  /** Lists the problems: the paper's worked examples and a set of our own. */
  "bridge/problems": {
    input: Nothing;
    output: BridgeProblems;
  };
  /** Reads the boards of a PBN, LIN or JSON text. */
  "bridge/read": {
    input: FileText;
    output: BridgeBoards;
  };
  /** Counts the double-dummy tricks of many deals and positions. */
  "bridge/solve": {
    input: BridgeSolveQuestion;
    output: BridgeSolved;
  };
  /** Describes a board after some of its calls and cards. */
  "bridge/state": {
    input: BridgeAt;
    output: BridgeState;
  };
  /** Counts the double-dummy tricks of every declarer in every strain. */
  "bridge/table": {
    input: BridgeDealt;
    output: BridgeTable;
  };
  /** Writes boards as PBN, LIN or JSON. */
  "bridge/write": {
    input: BridgeToWrite;
    output: FileText;
  };
  /** Asks a player what to throw: candidates with values, outcomes and paths, and the value of every target. */
  "curling/advise": {
    input: CurlingAsked;
    output: CurlingAdvice;
  };
  /** Finds the shots that stop at targets or pass them with a given weight. */
  "curling/aim": {
    input: CurlingTargets;
    output: (CurlingAim)[];
  };
  /** Estimates the chance of winning before and after every shot of a match. */
  "curling/chances": {
    input: CurlingChancesAsked;
    output: CurlingMatchChances;
  };
  /** Checks a position: whose turn it is, what the end would score now, and what is wrong with it. */
  "curling/check": {
    input: CurlingPosition;
    output: CurlingChecked;
  };
  /** Simulates a shot many times with the thrower's noise: where the stones come to rest. */
  "curling/cloud": {
    input: CurlingMany;
    output: CurlingCloud;
  };
  /** Reads conditions in any form (TOML, JSON, the files of the DC2 and DC3 servers, changes) and returns the one written form, its TOML, and where each part comes from. */
  "curling/conditions": {
    input: CurlingConditionsText;
    output: CurlingConditionsRead;
  };
  /** Writes a record as the log of a Digital Curling 3 server: game.dcl2 and a file a shot. */
  "curling/dc3-log": {
    input: CurlingDc3LogAsked;
    output: CurlingDc3Log;
  };
  /** Writes a record as a .dcl log of the legacy platform or of DC2. */
  "curling/dcl": {
    input: CurlingDclAsked;
    output: CurlingLogFile;
  };
  /** Reads a match log of any supported kind and lists its scenes. */
  "curling/film": {
    input: FileText;
    output: CurlingFilm;
  };
  /** Returns a match record of the records folder if it has grown. */
  "curling/follow": {
    input: CurlingFollowAsked;
    output: CurlingFollowed;
  };
  /** Returns one game of a file as the record of a match. */
  "curling/game": {
    input: CurlingLogAsked;
    output: FileText;
  };
  /** Continues a match: throws, places stones or concedes. */
  "curling/game-act": {
    input: CurlingActAsked;
    output: CurlingPlayed;
  };
  /** Finds the shot for a target, and its exact result. */
  "curling/game-aim": {
    input: CurlingAimAsked;
    output: CurlingAimed;
  };
  /** Lets a player throw the next stone of a match. */
  "curling/game-answer": {
    input: CurlingAnswerAsked;
    output: CurlingPlayed;
  };
  /** Begins a match and returns the text of its record. */
  "curling/game-begin": {
    input: CurlingPlayedAsked;
    output: CurlingPlayed;
  };
  /** Cuts a match record at a scene, to continue from there. */
  "curling/game-cut": {
    input: CurlingMoment;
    output: CurlingPlayed;
  };
  /** Asks a player what it would throw next in a match. */
  "curling/game-suggest": {
    input: CurlingAnswerAsked;
    output: CurlingSuggestions;
  };
  /** Lists the games in a file of a match or tournament; one for any other log. */
  "curling/games": {
    input: FileText;
    output: CurlingGames;
  };
  /** Reads the tables of a championship recorded shot by shot and returns its matches. */
  "curling/import": {
    input: CurlingTables;
    output: CurlingImported;
  };
  /** Learns how ends turn out under some conditions, for Jiritsu-kun to value positions by. */
  "curling/learn": {
    input: CurlingLearn;
    output: CurlingLearned;
  };
  /** Plays a match between two players and streams every shot. */
  "curling/match": {
    input: CurlingMatchAsked;
    output: FileText;
  };
  /** Measures shots of any players by one yardstick: the same throws, valued by the strongest player. */
  "curling/measure": {
    input: CurlingToMeasure;
    output: CurlingMeasured;
  };
  /** Lists the platforms with their usual conditions, sheets, and matches as they begin. */
  "curling/platforms": {
    input: Nothing;
    output: (CurlingPlatformTold)[];
  };
  /** Returns a scene of a match as a position for analysis. */
  "curling/position-of": {
    input: CurlingMoment;
    output: CurlingPosition;
  };
  /** Predicts the hammer's points before every stone of a championship recorded shot by shot, and compares them with the results. */
  "curling/predict": {
    input: CurlingPredictAsked;
    output: CurlingPredicted;
  };
  /** Lists the match records in the records folder, newest first. */
  "curling/records": {
    input: Nothing;
    output: CurlingRecords;
  };
  /** Lists the positions of a match, before every end and after every stone. */
  "curling/replay": {
    input: CurlingReplayAsked;
    output: CurlingReplay;
  };
  /** Simulates a shot of a match again for the trajectories of all stones. */
  "curling/run-of-shot": {
    input: CurlingMoment;
    output: CurlingTrajectory;
  };
  /** Returns the record of a short sample match. */
  "curling/sample-record": {
    input: Nothing;
    output: FileText;
  };
  /** Scores ends as the stones lie. */
  "curling/score": {
    input: CurlingScored;
    output: CurlingScores;
  };
  /** Simulates every shot in every position: stones afterwards, fouls and points; exact or with the throwers' noise. */
  "curling/simulate": {
    input: CurlingSimulated;
    output: CurlingSimulation;
  };
  /** Counts matches from their logs: wins, and points an end with the hammer and without. */
  "curling/stats": {
    input: CurlingStatsAsked;
    output: CurlingCounted;
  };
  /** Evaluates a stone at every place by Jiritsu-kun's terms J, T, D and their product. */
  "curling/terms": {
    input: CurlingTermsAsked;
    output: CurlingTerms;
  };
  /** Simulates one shot, exact or with the thrower's noise, with the trajectories of all stones. */
  "curling/throw": {
    input: CurlingThrow;
    output: CurlingThrown;
  };
  /** Simulates a shot of a record again and returns the paths of all stones over time. */
  "curling/trajectory": {
    input: CurlingTrajectoryAsked;
    output: CurlingRecordedTrajectory;
  };
  /** Simulates every shot of a record again and lists what differs. */
  "curling/verify": {
    input: CurlingLogAsked;
    output: CurlingVerified;
  };
  /** Compares a shot of a match with the shot a player would have thrown. */
  "curling/why-not": {
    input: CurlingWhyAsked;
    output: CurlingWhy;
  };
  /** Finds the chances of winning a match from every score by self-play; goes on from ends that were played before. */
  "curling/win-table": {
    input: CurlingWinTable;
    output: CurlingWinTableMade;
  };
  /** Checks a player and the conditions of a game. */
  "lab/check": {
    input: LabCheck;
    output: LabChecked;
  };
  /** Lists all experiments, their progress, and what is running. */
  "lab/experiments": {
    input: Nothing;
    output: LabExperiments;
  };
  /** Exports the report or the raw results of an experiment as a file. */
  "lab/export": {
    input: LabExport;
    output: LabFile;
  };
  /** Imports the results of blocks into the store; files that cannot be used are named. */
  "lab/import": {
    input: LabImport;
    output: LabImported;
  };
  /** Plays a match of two players, until a sequential test is decided if one is asked for. */
  "lab/match": {
    input: LabTournament;
    output: LabMatch;
  };
  /** Counts the tasks of an experiment and those done, and lists the missing blocks of tasks. */
  "lab/plan": {
    input: LabPlan;
    output: LabPlanned;
  };
  /** Lists the games and their players, each with its settings and presets. */
  "lab/players": {
    input: Nothing;
    output: LabGames;
  };
  /** Reports the results of an experiment so far. */
  "lab/report": {
    input: LabChosen;
    output: LabReport;
  };
  /** Runs the missing tasks of an experiment, from the beginning or from where it was stopped. */
  "lab/run": {
    input: LabRun;
    output: LabSitting;
  };
  /** Runs one block of an experiment's tasks and returns its results as a file to be imported. */
  "lab/run-block": {
    input: LabBlockRun;
    output: LabBlockDone;
  };
  /** Lists what is running in the lab. */
  "lab/running": {
    input: Nothing;
    output: LabUnderWay;
  };
  /** Stops a running experiment or tournament; finished work is kept. */
  "lab/stop": {
    input: LabStop;
    output: LabStopped;
  };
  /** Plays a tournament and streams its table. */
  "lab/tournament": {
    input: LabTournament;
    output: LabStandings;
  };
  /** Lists the learning curves of finished trainings and the available weights. */
  "lab/training": {
    input: Nothing;
    output: LabTraining;
  };
  /** Returns learned weights as maps of the board. */
  "lab/weights": {
    input: LabWeightsAsked;
    output: LabWeights;
  };
  /** Writes games of records in a form that other programs read. */
  "records/export": {
    input: RecordsExport;
    output: (RecordsExported)[];
  };
  /** Reads the games of records, with the position after every move, or verified by the rules. */
  "records/replay": {
    input: RecordsReplay;
    output: (RecordsGame)[];
  };
  /** Counts games from their records: standings, sides, faults, lengths and times. */
  "records/stats": {
    input: RecordsCounted;
    output: (RecordsStats)[];
  };
}
