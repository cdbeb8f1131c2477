// Made from openapi.json by `make api`. Do not edit.

/** What was done. */
export type BridgeAct = {
  /** The call, if one was due. */
  call?: string | null;
  /** The card, if one was due. */
  card?: string | null;
  /** Why, in a few sentences. */
  reasons: (string)[];
  /** Who decided. */
  seat: BridgeSeat;
};

/** What both methods say. */
export type BridgeAnswer = {
  /** The cards that may be played, best first as far as it is known. */
  candidates: (BridgeCandidate)[];
  /** Who decides about it, by what he can see. */
  decider: BridgeSeat;
  /** The card of abc. */
  models?: string | null;
  /** Beliefs that had to be given up because no deal fits them all, signals, and the like. */
  notes: (string)[];
  /** The card of plain Monte Carlo. */
  plain?: string | null;
  /** How long it took. */
  seconds: number;
  /** The hand that plays. */
  turn: BridgeSeat;
  /** What is played, and on what grounds. */
  verdict?: BridgeVerdict | null;
};

/** A board after some of its calls and cards. */
export type BridgeAt = {
  /** The board. */
  board: BridgeBoard;
  /** Calls and cards that are done, from the first on. */
  step: number;
};

/** What one player believes. */
export type BridgeBelief = {
  /** The chance that each unseen card is in each hand: North, East, South, West. */
  chances: (BridgeChance)[];
  /** A few deals as he may imagine them: what is left in all hands. */
  deals: (BridgeImagined)[];
  /** Whether the chances are exact; otherwise they are counted in deals drawn. */
  exact: boolean;
  /** What he had to give up, because no deal fits everything. */
  given_up: (string)[];
  /** The hands he does not see. */
  hidden: (BridgeSeat)[];
  /** What he reads from calls and cards, and how far he trusts it. */
  inferences: (BridgeInference)[];
  /** How many deals are possible by the cards alone. */
  possible: number;
  /** Who. */
  seat: BridgeSeat;
  /** Suits that somebody has shown to have no more of. */
  shown_out: (BridgeShownOut)[];
};

/** A question for beliefs. */
export type BridgeBeliefQuestion = {
  /** The board and where it stands. */
  at: BridgeAt;
  /** A card that is only considered: what would they believe after it? */
  card?: string | null;
  /** Imagined deals of each player, at most 12. */
  deals: number;
  /** Decides which deals are drawn. */
  seed: number;
};

/** What everybody believes. */
export type BridgeBeliefs = {
  /** Everybody who decides anything: all but dummy. */
  players: (BridgeBelief)[];
};

/** A board as it was bid and played. */
export type BridgeBoard = {
  /** The calls, as in `Pass`, `X`, `3NT`. */
  auction: (string)[];
  /** All hands, as in `N:AK4.QJ.T987.6532 ...`. */
  deal: string;
  /** Who calls first. */
  dealer: BridgeSeat;
  /** Whether the calls are made up to lead to a contract of which nothing else is known. */
  made_up: boolean;
  /** The players' names: North, East, South, West. */
  names: (string)[];
  /** Its number, from 1; 0 if it has none. */
  number: number;
  /** The cards in the order of play, as in `SK`. */
  play: (string)[];
  /** Declarer's tricks, if they were claimed or written down. */
  result?: number | null;
  /** What it is called: the event of a file, the name of a problem. */
  title: string;
  /** Who is vulnerable. */
  vulnerable: BridgeVulnerability;
};

/** What was found in a text. */
export type BridgeBoards = {
  /** The boards, in order. */
  boards: (BridgeBoard)[];
  /** What was skipped or cannot be right. */
  complaints: (BridgeComplaint)[];
};

/** A call and who made it. */
export type BridgeCalled = {
  /** What. */
  call: string;
  /** Who. */
  seat: BridgeSeat;
};

/** One card that may be played. */
export type BridgeCandidate = {
  /** The card. */
  card: string;
  /** What it is worth if everybody acts on what he can know. */
  models?: BridgeValue | null;
  /** What it is worth if everybody sees all cards. */
  plain?: BridgeValue | null;
  /** How others go wrong after it. */
  slips: (BridgeSlip)[];
};

/** What one card brings. */
export type BridgeCardTrick = {
  /** Whether no card brings more. */
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
};

/** Where a card may be. */
export type BridgeChance = {
  /** The card. */
  card: string;
  /** The chance of each hand: North, East, South, West. */
  seats: (number)[];
};

/** Something in a text that was not understood or cannot be right. */
export type BridgeComplaint = {
  /** Its column, from 1. */
  column?: number | null;
  /** Its line, from 1, if it is known. */
  line?: number | null;
  /** What is wrong. */
  message: string;
};

/** What the auction came to. */
export type BridgeContract = {
  /** Who plays it. */
  declarer: BridgeSeat;
  /** Whose hand is faced. */
  dummy: BridgeSeat;
  /** Tricks declarer needs. */
  needed: number;
  /** As in `3NT` or `4SX`. */
  text: string;
};

/** A board whose contracts are asked for. */
export type BridgeDealt = {
  /** The board; only its hands count. */
  board: BridgeBoard;
};

/** How boards are to be written. */
export type BridgeFormat = "pbn" | "lin";

/** Why a card is played. */
export type BridgeGrounds = "only" | "both" | "clear" | "unclear" | "no_time";

/** A deal somebody imagines. */
export type BridgeImagined = {
  /** What is left in each hand, North first. */
  hands: ((string)[])[];
  /** High-card points of each hand as it was dealt. */
  points: (number)[];
  /** Whether it is the real one. */
  real: boolean;
  /** How likely it is, where all deals can be listed. */
  share?: number | null;
};

/** Something read from a call or a card. */
export type BridgeInference = {
  /** Whose hand it is about. */
  seat: BridgeSeat;
  /** How far it is trusted, from 0 to 1. */
  trust: number;
  /** In words. */
  words: string;
};

/** A card and who played it. */
export type BridgePlayed = {
  /** What. */
  card: string;
  /** Who. */
  seat: BridgeSeat;
};

/** Who plays. */
export type BridgePlayer = "low" | "beginner" | "minimax" | "abc" | "hybrid";

/** A decision with a right answer. */
export type BridgeProblem = {
  /** The right cards. */
  best: (string)[];
  /** The board, played up to the decision. */
  board: BridgeBoard;
  /** Its name, which does not change. */
  id: string;
  /** Who decides. */
  seat: BridgeSeat;
  /** What it is about: `paper`, or a row of the paper's table 2. */
  theme: BridgeTheme;
  /** What it is called. */
  title: BridgeWords;
  /** The hand whose card it is. */
  turn: BridgeSeat;
  /** Why the right card is right. */
  why: BridgeWords;
  /** The tempting cards. */
  wrong: (string)[];
};

/** All problems. */
export type BridgeProblems = {
  /** The paper's first. */
  problems: (BridgeProblem)[];
};

/** Nothing is needed to ask for all problems. */
export type BridgeProblemsWanted = Record<string, never>;

/** A question for a card. */
export type BridgeQuestion = {
  /** The board and where it stands. */
  at: BridgeAt;
  /** Deals to average over, at most 1000. */
  deals: number;
  /** Deals each of the others imagines, at most 32. */
  imagined: number;
  /** How long to think, at most a minute. */
  seconds: number;
  /** Decides which deals are drawn. */
  seed: number;
};

/** How a board ended. */
export type BridgeResult = {
  /** Whether not all cards were played: the rest was claimed. */
  claimed: boolean;
  /** Points of North-South. */
  points: number;
  /** Declarer's tricks; none if nobody bid. */
  tricks?: number | null;
};

/** A seat. */
export type BridgeSeat = "N" | "E" | "S" | "W";

/** A suit of which somebody has no more. */
export type BridgeShownOut = {
  /** How many cards of it he was dealt. */
  dealt: number;
  /** Who. */
  seat: BridgeSeat;
  /** The suit: C, D, H or S. */
  suit: string;
};

/** How one of the others goes wrong, by what he believes. */
export type BridgeSlip = {
  /** Who. */
  seat: BridgeSeat;
  /** Share of the deals in which he loses at least a trick. */
  share: number;
  /** Tricks he loses, on average over all deals. */
  tricks: number;
  /** Deals as he imagined them when he went wrong: what was left. */
  worlds: (string)[];
  /** The card that costs most often. */
  worst?: BridgeWorst | null;
};

/** A board after some of its steps, with what may come next. */
export type BridgeState = {
  /** The calls so far. */
  calls: (BridgeCalled)[];
  /** The contract, once the auction is over. */
  contract?: BridgeContract | null;
  /** Who decides about it: declarer for dummy. */
  decider?: BridgeSeat | null;
  /** What is left of each hand, North first. */
  hands: ((string)[])[];
  /** The calls that may be made. */
  legal_calls: (string)[];
  /** The cards that may be played. */
  legal_cards: (string)[];
  /** High-card points of each hand as it was dealt. */
  points: (number)[];
  /** How the board ended, if it has, or how it is written to have ended. */
  result?: BridgeResult | null;
  /** Steps of the whole board. */
  steps: number;
  /** Finished tricks of North-South, and of East-West. */
  taken: (number)[];
  /** The tricks so far; the last one may be unfinished. */
  tricks: (BridgeTrick)[];
  /** Whose call or card is next; nobody's if the board is over. */
  turn?: BridgeSeat | null;
};

/** Tricks of every declarer in every strain. */
export type BridgeTable = {
  /** North, East, South and West; in each clubs, diamonds, hearts, spades, notrump. Nothing where it is not yet known. */
  tricks: ((number | null)[])[];
};

/** A text to read. */
export type BridgeText = {
  /** PBN or LIN, which is recognised. */
  text: string;
};

/** What a problem is about. */
export type BridgeTheme = "paper" | "guess" | "lead" | "throw_in" | "discovery" | "control" | "trumps" | "duck" | "hands" | "entries";

/** Boards to be written. */
export type BridgeToWrite = {
  /** The boards. */
  boards: (BridgeBoard)[];
  /** The format. */
  format: BridgeFormat;
};

/** A trick. */
export type BridgeTrick = {
  /** Its cards in order. */
  cards: (BridgePlayed)[];
  /** Who takes it, or would as it stands. */
  winner: BridgeSeat;
};

/** A turn to be taken. */
export type BridgeTurn = {
  /** The board and where it stands. */
  at: BridgeAt;
  /** Who plays. */
  player: BridgePlayer;
  /** How long he may think, at most a minute. */
  seconds: number;
  /** Decides whatever is decided by lot. */
  seed: number;
};

/** What a card is worth by one method, in points of the side that plays it. */
export type BridgeValue = {
  /** Points behind the best card, compared deal by deal. */
  behind: number;
  /** Standard error of that. */
  behind_error?: number | null;
  /** Deals it is an average of. */
  deals: number;
  /** Standard error of it. */
  error?: number | null;
  /** Average over deals. */
  points: number;
  /** Share of the deals in which the contract is made, or beaten. */
  success: number;
};

/** What is played, and on what grounds. */
export type BridgeVerdict = {
  /** The card. */
  card: string;
  /** Standard error of that. */
  error?: number | null;
  /** Points that the card of abc gains on that of plain search, by abc. */
  gain: number;
  /** The grounds. */
  grounds: BridgeGrounds;
};

/** Who is vulnerable. */
export type BridgeVulnerability = "None" | "NS" | "EW" | "All";

/** What is wanted of a hand. */
export type BridgeWish = {
  /** Whether it is 4333, 4432 or 5332. */
  balanced: boolean;
  /** High-card points, from and to. */
  points: (number)[];
  /** Whose hand. */
  seat: BridgeSeat;
};

/** What is to be dealt. */
export type BridgeWishes = {
  /** The number of the board, from 1, which decides dealer and vulnerability. */
  number: number;
  /** Decides the cards. */
  seed: number;
  /** What is wanted of some hands; at most one wish a seat. */
  wishes: (BridgeWish)[];
};

/** A text in both languages. */
export type BridgeWords = {
  /** English. */
  en: string;
  /** Japanese. */
  ja: string;
};

/** A card that costs. */
export type BridgeWorst = {
  /** The card. */
  card: string;
  /** Its share of all deals. */
  share: number;
  /** The number of the trick. */
  trick: number;
};

/** Boards as text. */
export type BridgeWritten = {
  /** The text. */
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
  /** Lets a player make the next call or play the next card. */
  "bridge/act": {
    input: BridgeTurn;
    output: BridgeAct;
  };
  /** Values every card by plain Monte Carlo and by abc. */
  "bridge/ask": {
    input: BridgeQuestion;
    output: BridgeAnswer;
  };
  /** Tells what everybody believes: inferences, imagined deals, chances of cards. */
  "bridge/beliefs": {
    input: BridgeBeliefQuestion;
    output: BridgeBeliefs;
  };
  /** Deals a board at random, perhaps with wishes. */
  "bridge/deal": {
    input: BridgeWishes;
    output: BridgeBoard;
  };
  /** Counts the tricks of every card that may be played, all hands seen. */
  "bridge/double_dummy": {
    input: BridgeAt;
    output: BridgeCardTricks;
  };
  /** Lists the problems: the worked examples of the paper and a set of ours. */
  "bridge/problems": {
    input: BridgeProblemsWanted;
    output: BridgeProblems;
  };
  /** Reads the boards of a PBN or LIN text. */
  "bridge/read": {
    input: BridgeText;
    output: BridgeBoards;
  };
  /** Tells where a board stands after some of its steps. */
  "bridge/state": {
    input: BridgeAt;
    output: BridgeState;
  };
  /** Counts the tricks of every declarer in every strain. */
  "bridge/table": {
    input: BridgeDealt;
    output: BridgeTable;
  };
  /** Writes boards as PBN or LIN. */
  "bridge/write": {
    input: BridgeToWrite;
    output: BridgeWritten;
  };
}
