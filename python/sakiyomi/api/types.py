"""Types of the operations' inputs and answers: their JSON as typed dictionaries."""

# Made from the description of the operations by `make api`: change nothing here.

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class ArenaQuestion(TypedDict):
    """A request to a player of a game."""

    conditions: NotRequired[Mapping[str, Any]]
    """The conditions that differ from the game's defaults."""

    depth: NotRequired[int | None]
    """The greatest search depth in moves; by default the player's setting."""

    game: str
    """The game."""

    moves: NotRequired[Sequence[str]]
    """The moves from the start to the position, in the game's notation."""

    player: str
    """The player with its settings, as `name:key=value,key=value`."""

    seconds: NotRequired[float | None]
    """The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the player's
    setting.
    """

    seed: NotRequired[int]
    """The seed of the start, the dice and the player's random choices; 1 by default."""

    start: NotRequired[str | None]
    """The start in the game's notation; by default that of the seed."""


Bound: TypeAlias = Literal["exact", "at_most", "at_least", "estimate"]
"""How a value relates to the true value of the searched tree, both seen from `Side::Max`.

* `exact`: The value itself.
* `at_most`: The true value is this or less: where Max decides, the search saw that the action is
  not better than another and went on.
* `at_least`: The true value is this or more: the same where Min decides.
* `estimate`: Neither exact nor a bound: an average of samples (see `Candidate::error`), or the
  static value of the position where a search was stopped before it got to the action.
"""


class SearchOutcome(TypedDict):
    """One possible outcome of an action."""

    outcome: int
    """The outcome's number in the game's own list of outcomes."""

    probability: float
    """Probability of the outcome."""

    value: float
    """Value of the outcome, seen from `Side::Max`."""


class SearchCandidate(TypedDict):
    """A candidate action with its value, accuracy and expected line."""

    action: str
    """The action."""

    bound: NotRequired[Bound]
    """Accuracy of `value`."""

    error: NotRequired[float | None]
    """Standard error of `value`, where it is an average of enough samples."""

    line: NotRequired[list[str]]
    """The line expected to follow, this action first."""

    outcomes: NotRequired[list[SearchOutcome]]
    """The outcomes of the action, most probable first, where chance decides."""

    spread: NotRequired[float]
    """Standard deviation of a single result, where chance or sampling decides it; 0 if the result
    is certain or the deviation unknown.
    """

    value: float
    """The value, seen from `Side::Max`."""

    visits: NotRequired[int]
    """Search effort spent on this candidate, in nodes (with `expectimax`, the number of its
    outcomes).
    """


Stop: TypeAlias = Literal["done", "depth", "nodes", "time", "cancelled"]
"""Why a search stopped.

* `done`: The search was complete: the whole tree, or every requested sample.
* `depth`: The depth limit.
* `nodes`: The node limit.
* `time`: The time limit.
* `cancelled`: The caller cancelled it.
"""


class SearchEffort(TypedDict):
    """Cost of a search and the reason of its stop."""

    depth: int
    """Completed depth, in actions; 0 if none was, and where depth has no meaning."""

    nodes: int
    """Number of nodes, in the unit of `Limit::nodes`: see the table in `control`."""

    seconds: float
    """Wall-clock time in seconds. The one field that differs between equal runs."""

    stopped: Stop
    """Reason of the stop."""


class SearchAnalysis(TypedDict):
    """The result of a search: candidates, best first for the side to move."""

    candidates: list[SearchCandidate]
    """Best first. Empty only if there were no actions."""

    effort: SearchEffort
    """Cost of the search."""


class ArenaAnswer(TypedDict):
    """A player's analysis of a position, in the game's notation."""

    analysis: SearchAnalysis
    """The candidates, best first, and the cost of the search."""

    seat: int
    """The seat to act."""

    view: str
    """The view of that seat, on one line."""


BlokusColour: TypeAlias = Literal["black", "white"]
"""A player, by the colour of the pieces.

* `black`: The first player (purple in the boxed game, X on text boards).
* `white`: The second player (orange, O).
"""


class BlokusMove(TypedDict):
    """A move: a colour and the squares it covers."""

    colour: BlokusColour
    """The colour that moves. It need not be its turn: records may omit moves."""

    squares: str
    """The squares the piece covers, such as `e9,d10,e10,f10,e11`."""


class BlokusLine(TypedDict):
    """The start of a game and the moves that were made."""

    moves: Sequence[BlokusMove]
    """The moves since then."""

    start: NotRequired[str | None]
    """The start position on one line; `None` for the empty board."""


class BlokusAnalyseQuestion(TypedDict):
    """A request for a player's analysis."""

    line: NotRequired[BlokusLine]
    """The line to the position."""

    player: NotRequired[str]
    """The player with its settings, such as `alphabeta:depth=3`."""

    seconds: NotRequired[float | None]
    """The time, 0.05 to 3600 seconds; by default the player's setting."""

    seed: NotRequired[int]
    """The seed of the player's random choices."""

    top: NotRequired[int]
    """The number of moves in the answer, best first; 8 by default."""


class BlokusAnalysis(TypedDict):
    """A player's analysis of a position."""

    analysis: Any
    """The best moves (`candidates`: values are Black's chance of winning) and the cost of the
    search (`effort`).
    """

    moves: int
    """The number of legal moves."""

    player: str
    """The player."""

    position: str
    """The position on one line."""

    turn: NotRequired[BlokusColour | None]
    """The side to move; none when the game is over."""


class BlokusExplainQuestion(TypedDict):
    """A request for the legality of a placement."""

    line: BlokusLine
    """The line to the position."""

    squares: str
    """The squares the piece would cover, such as `e10,f10`."""


class BlokusIllegalMoveAlreadyPlayed(TypedDict):
    """The piece is used up."""

    reason: Literal["already_played"]


class BlokusIllegalMoveOccupied(TypedDict):
    """A square is taken."""

    reason: Literal["occupied"]

    square: int
    """The taken square."""


class BlokusIllegalMoveTouchesOwnEdge(TypedDict):
    """The piece would lie beside an own piece."""

    reason: Literal["touches_own_edge"]

    square: int
    """The square beside an own piece."""


class BlokusIllegalMoveTouchesNoCorner(TypedDict):
    """The piece touches no corner of an own piece."""

    reason: Literal["touches_no_corner"]


class BlokusIllegalMoveMissesStart(TypedDict):
    """The first piece does not cover the start square."""

    reason: Literal["misses_start"]

    square: int
    """The start square."""


BlokusIllegalMove: TypeAlias = (
    BlokusIllegalMoveAlreadyPlayed
    | BlokusIllegalMoveOccupied
    | BlokusIllegalMoveTouchesOwnEdge
    | BlokusIllegalMoveTouchesNoCorner
    | BlokusIllegalMoveMissesStart
)
"""The reason why a move is illegal. As JSON: the reason, and the number of the square concerned."""


class BlokusVerdict(TypedDict):
    """The legality of a placement."""

    why: NotRequired[BlokusIllegalMove | None]
    """The reason if the placement is illegal."""

    words: str
    """The broken rule."""


class BlokusFeatureGame(TypedDict):
    """A game whose features are to be counted."""

    colors: NotRequired[str | None]
    """The colour of each move, as letters B and W; a letter twice in a row means that the other
    colour had no move.
    """

    moves: Sequence[str]
    """The moves from the start, each as its squares."""

    reading: NotRequired[Any]
    """The interpretation of the features' open questions."""


class BlokusFeatureCounts(TypedDict):
    """The features of a game."""

    totals: list[list[list[int]]]
    """For every move Black's and White's counts after it: how often each kind marks a square, in
    the order score, effective (d0), dead, fixed, d1, d2, d3, d4, d5.
    """


class BlokusFeaturesQuestion(TypedDict):
    """A request for the features of a position."""

    line: BlokusLine
    """The line to the position."""

    weights: str
    """The weights, by one of their names."""


class BlokusMarks(TypedDict):
    """The marks of a kind that a side has."""

    counts: list[int]
    """The number of marks on each square."""

    total: int
    """The number of all marks."""

    worth: float
    """The value of all marks for the side."""


class BlokusKind(TypedDict):
    """A kind of marks."""

    black: BlokusMarks
    """The first player's marks."""

    name: str
    """The name in the program."""

    shared: float
    """The weight that all its squares share."""

    weights: list[float]
    """The weight of a mark on each square for the first player, the shared weight included."""

    white: BlokusMarks
    """The second player's marks."""


class BlokusFeatures(TypedDict):
    """The features of a position."""

    kinds: list[BlokusKind]
    """The nine kinds of marks."""


class BlokusPositionQuestion(TypedDict):
    """A request about the position after a line."""

    line: BlokusLine
    """The line."""


class BlokusGraph(TypedDict):
    """The chances of winning and points along a line."""

    chances: list[float]
    """The first player's chance of winning at the start and after every move."""

    margins: list[int]
    """The first player's points minus the second's."""


class BlokusHintsQuestion(TypedDict):
    """A request for the best moves."""

    count: int
    """The number of moves in the answer, 1 to 20."""

    line: BlokusLine
    """The line to the position."""

    player: NotRequired[str | None]
    """The player that searches; by default the strongest."""

    seconds: float
    """The time, 0.05 to 3600 seconds."""


class BlokusHint(TypedDict):
    """A promising move."""

    chance: float
    """The mover's win probability after it."""

    follow: list[str]
    """The expected continuation, as squares covered."""

    piece: str
    """The name of the piece."""

    squares: str
    """The squares it covers."""


class BlokusHints(TypedDict):
    """The best moves."""

    depth: int
    """The search depth of each move, the move included."""

    hints: list[BlokusHint]
    """The moves, best first."""

    key: str
    """The line they are about, as one text."""


BlokusPerftQuestion = TypedDict("BlokusPerftQuestion", {
    "divide": NotRequired[bool],
    "length": int,
    "line": NotRequired[BlokusLine],
    "pass": NotRequired[bool],
})
"""A request for a number of sequences.

* `divide`: Whether to count below every first move.
* `length`: The number of moves, 0 to 42.
* `line`: The line to the first position.
* `pass`: Whether to go on with the other colour where one has no move, as in a game.
"""


class BlokusPerft(TypedDict):
    """A number of sequences."""

    below: NotRequired[dict[str, int] | None]
    """The number below every first move, if it was asked for."""

    length: int
    """The number of moves."""

    seconds: float
    """The duration, in seconds."""

    sequences: int
    """The number of sequences of this length."""


class BlokusSide(TypedDict):
    """A side."""

    hand: list[str]
    """The pieces it has left."""

    left: int
    """The squares of the pieces it has left."""

    placed: int
    """The squares it has covered."""

    points: int
    """The points: the squares covered, 15 more if everything was placed, and 5 more if the single
    square came last.
    """

    reach: list[int]
    """For each square, how many placements that cover it the side has if it were to move."""

    stuck: bool
    """Whether the side has no legal placement."""


class BlokusFits(TypedDict):
    """The legal placements of a piece."""

    piece: str
    """The piece."""

    placements: list[list[int]]
    """The squares of each placement in rising order."""


class BlokusPlaced(TypedDict):
    """A piece on the board."""

    colour: BlokusColour
    """The colour."""

    piece: str
    """The name of the piece."""

    squares: list[int]
    """The squares, numbered row by row from the top left, from 0."""


class BlokusView(TypedDict):
    """The board of a position."""

    black: BlokusSide
    """The first player."""

    chance: float
    """The first player's chance of winning as the evaluation sees it, 0 to 1; the result when the
    game is over.
    """

    legal: list[BlokusFits]
    """Every legal move of the side to move, by piece."""

    pieces: list[BlokusPlaced]
    """The pieces on the board, in the order in which they came."""

    turn: NotRequired[BlokusColour | None]
    """The side to move; none when the game is over."""

    white: BlokusSide
    """The second player."""


class FileText(TypedDict):
    """The text of a file or a record."""

    text: str
    """The text."""


class BlokusNode(TypedDict):
    """A move of a game with its variations."""

    colour: BlokusColour
    """The colour that moves."""

    comment: str
    """The comment on the move."""

    kept: str
    """Other properties of the move, as the file has them."""

    parent: NotRequired[int | None]
    """The place in the list of the move that this one follows; none if it is a first move."""

    squares: str
    """The squares the piece covers."""


class BlokusGame(TypedDict):
    """A game with its variations."""

    black: str
    """The name of the first player."""

    comment: str
    """The comment on the game."""

    date: str
    """The date."""

    kept: str
    """Other properties of the game, as the file has them."""

    nodes: Sequence[BlokusNode]
    """The moves: each after the one it follows, of several after the same one the main line first.
    """

    result: str
    """The result, such as `B+7`; if empty, it is added when the game was played to the end."""

    start: NotRequired[str | None]
    """The position it begins with, on one line; the empty board if there is none."""

    white: str
    """The name of the second player."""


class BlokusReplayed(TypedDict):
    """A move of a game."""

    chance: float
    """The first player's chance of winning after it, by the evaluation."""

    colour: BlokusColour
    """The colour that moved."""

    comment: str
    """The comment in the record."""

    margin: int
    """The first player's points minus the second's after it."""

    number: int
    """The number of the move, from 1."""

    piece: str
    """The piece."""

    squares: str
    """The squares it covers."""


class BlokusReplay(TypedDict):
    """A game, move by move."""

    black: str
    """The name of the first player."""

    chance: float
    """The first player's chance of winning before the first move."""

    date: str
    """The date."""

    margin: int
    """The first player's points minus the second's before the first move."""

    moves: list[BlokusReplayed]
    """The moves of the main line."""

    position: str
    """The position after the last move, on one line."""

    result: str
    """The result in the file, or else that of the moves."""

    start: str
    """The position before the first move, on one line."""

    white: str
    """The name of the second player."""


class BlokusReplyQuestion(TypedDict):
    """A request for a player's move."""

    level: NotRequired[int]
    """The level of the strong player, 1 to 10; the highest by default."""

    line: BlokusLine
    """The line to the position."""

    player: NotRequired[str | None]
    """Another player than the strong one, with its settings; it has no level."""

    seconds: float
    """The time, 0.05 to 60 seconds."""

    seed: int
    """The seed of the moves that a low level notices."""


class BlokusReply(TypedDict):
    """A player's move."""

    chance: NotRequired[float | None]
    """The mover's chance of winning by the player's value; none if it has no value."""

    colour: BlokusColour
    """The colour that moves."""

    depth: int
    """The search depth in moves."""

    key: str
    """The line it answers, as one text."""

    piece: str
    """The piece."""

    squares: str
    """The squares it covers."""


class Nothing(TypedDict):
    """The input of an operation that needs none."""


class BlokusLevel(TypedDict):
    """A level."""

    level: int
    """The number of the level, from 1 (beginner) to 10."""

    notices: NotRequired[int | None]
    """The number of legal moves that the level considers each turn; all if absent."""


class BlokusOffset(TypedDict):
    """A square of a piece."""

    x: int
    """The offset to the right."""

    y: int
    """The offset down."""


class BlokusPiece(TypedDict):
    """A piece."""

    name: str
    """The name, such as `V3`."""

    squares: list[BlokusOffset]
    """The squares in one orientation, relative to the top left corner of the bounding box."""


class BlokusSet(TypedDict):
    """The constants of the page."""

    kinds: list[str]
    """The kinds of marks the evaluation knows."""

    levels: list[BlokusLevel]
    """The levels of the players, the weakest first."""

    pieces: list[BlokusPiece]
    """The 21 pieces, small ones first."""

    starts: list[int]
    """The start squares, the first player's first, numbered row by row from the top left, from 0.
    """

    weights: list[str]
    """The names of the weights that come with the program."""


class BlokusTrainQuestion(TypedDict):
    """A training run, new or resumed."""

    checkpoint: NotRequired[Any]
    """The `checkpoint` of an earlier answer, to resume from; its plan is used then."""

    plan: NotRequired[Any]
    """The training plan: `lesson`, `select`, `sims`, `terminal`, `games`, `start`, `gain`,
    `settings`; the defaults are the paper's.
    """


class BlokusTrained(TypedDict):
    """The result of a training run."""

    checkpoint: Any
    """The checkpoint to resume from."""

    complete: bool
    """Whether all updates of the plan are made."""

    new: int
    """The number of updates in this run."""

    over: int
    """The number of updates in that average."""

    rmse: float
    """The error of the prediction over the last updates."""

    updates: int
    """The number of all updates."""

    weights: str
    """The weights, as a file of weights has them."""


BridgeSeat: TypeAlias = Literal["N", "E", "S", "W"]
"""A seat by its letter.

* `N`: North.
* `E`: East.
* `S`: South.
* `W`: West.
"""


BridgeVulnerability: TypeAlias = Literal["None", "NS", "EW", "All"]
"""Which sides are vulnerable.

* `None`: Neither side.
* `NS`: North and South.
* `EW`: East and West.
* `All`: Both sides.
"""


class BridgeBoard(TypedDict):
    """A board as it was bid and played."""

    auction: Sequence[str]
    """The calls, as in `Pass`, `X`, `3NT`."""

    deal: str
    """All hands, as in `N:AK4.QJ.T987.6532 ...`."""

    dealer: BridgeSeat
    """The dealer, who calls first."""

    made_up: bool
    """Whether the calls are invented to lead to a known contract."""

    names: Sequence[str]
    """The players' names: North, East, South, West."""

    number: int
    """The number, from 1; 0 if it has none."""

    play: Sequence[str]
    """The cards in the order of play, as in `SK`."""

    result: NotRequired[int | None]
    """Declarer's tricks, if they were claimed or recorded."""

    title: str
    """The title: the event of a file, the name of a problem."""

    vulnerable: BridgeVulnerability
    """The vulnerability."""


class BridgeAt(TypedDict):
    """A board after some of its calls and cards."""

    board: BridgeBoard
    """The board."""

    step: int
    """The number of calls and cards made."""


class BridgeTurn(TypedDict):
    """A request for a call or a card."""

    at: BridgeAt
    """The board at a step."""

    player: str
    """The player with its settings, such as `hybrid:preset=strongest`; `beginner`, `minimax`, `abc`
    and `hybrid` alone stand for players of a suitable pace.
    """

    seconds: float
    """The time, at most 60 seconds."""

    seed: int
    """The seed of the player's random choices."""


class Text(TypedDict):
    """A sentence in English and in Japanese."""

    en: str
    """English."""

    ja: str
    """Japanese."""


class BridgeAct(TypedDict):
    """The call or card of a player."""

    call: NotRequired[str | None]
    """The call, if one was due."""

    card: NotRequired[str | None]
    """The card, if one was due."""

    reasons: list[Text]
    """The reasons, in a few sentences."""

    seat: BridgeSeat
    """The seat that decided."""


class BridgeAnalyseQuestion(TypedDict):
    """A request for advice on the cards of a recorded board."""

    at: NotRequired[BridgeAt | None]
    """A board at a step, instead of a text."""

    board: NotRequired[int | None]
    """The number of the board in the text; by default the first board."""

    open: NotRequired[bool]
    """Whether to use the real deal, which the other players still do not see."""

    player: NotRequired[str | None]
    """The player with its settings; `hybrid` by default."""

    seat: NotRequired[BridgeSeat | None]
    """The seat whose decisions are analysed; by default the seat to act."""

    seconds: NotRequired[float | None]
    """The time for a card in seconds, at most 3600; by default the player's setting."""

    seed: NotRequired[int | None]
    """The seed of the sampled deals; 1 by default."""

    text: NotRequired[str | None]
    """The text of a PBN, LIN or JSON file."""

    trick: NotRequired[int | None]
    """Only the decision in this trick, from 1; by default the next card if the play is not over,
    else all.
    """

    verdict: NotRequired[bool]
    """Whether to compare all cards by both methods; for `hybrid`."""


class BridgeValue(TypedDict):
    """The value of a card by one method, in points of the side that plays it."""

    behind: float
    """Points behind the best card of this method, compared deal by deal."""

    behind_error: NotRequired[float | None]
    """Standard error of `behind`."""

    deals: int
    """The number of deals averaged over."""

    error: NotRequired[float | None]
    """Standard error of the average; unknown with fewer than two deals."""

    points: float
    """Average over deals."""

    spread: float
    """Standard deviation of single results."""

    success: float
    """Share of deals in which the side gets what it wants, the contract made or beaten."""


class BridgeWorst(TypedDict):
    """A card that costs tricks."""

    card: str
    """The card."""

    share: float
    """The share of all deals."""

    trick: int
    """The number of the trick."""


class BridgeSlip(TypedDict):
    """The mistakes of another player, caused by their beliefs."""

    seat: BridgeSeat
    """The player."""

    share: float
    """Share of the deals in which the player loses at least one trick."""

    tricks: float
    """Tricks the player loses, on average over all deals."""

    worlds: list[list[list[str]]]
    """Deals the player considered possible where they went wrong: the cards left once the card is
    played, at most three deals.
    """

    worst: NotRequired[BridgeWorst | None]
    """The card that costs most often."""


class BridgeCardAdvice(TypedDict):
    """A candidate card."""

    card: str
    """The card."""

    double_dummy: NotRequired[BridgeValue | None]
    """The value if all players see all cards."""

    slips: NotRequired[list[BridgeSlip]]
    """The mistakes of other players after this card, by player, if they were modelled."""

    with_models: NotRequired[BridgeValue | None]
    """The value if every player acts on their own information."""


BridgeGrounds: TypeAlias = Literal["only", "both", "clear", "unclear", "no_time"]
"""The grounds of a final choice.

* `only`: The only legal card.
* `both`: Both methods agree, or models find no better card.
* `clear`: Models show a clear gain.
* `unclear`: Models prefer another card, but not clearly enough.
* `no_time`: No time was left for models.
"""


class BridgeVerdict(TypedDict):
    """The final choice between plain search and search with models."""

    card: str
    """The card."""

    error: NotRequired[float | None]
    """Standard error of the gain; unknown with fewer than two deals."""

    gain: float
    """Gain of the models' card over that of plain search, in points, by models."""

    grounds: BridgeGrounds
    """The grounds."""

    models: NotRequired[str | None]
    """The card of search with models, if it has evaluated a deal."""

    plain: str
    """The card of plain search."""


class BridgeAdvice(TypedDict):
    """A chosen card, with all candidates and reasons."""

    candidates: list[BridgeCardAdvice]
    """The candidates, best first by the method that decided."""

    card: str
    """The card."""

    reasons: list[Text]
    """The reasons for the choice."""

    seat: BridgeSeat
    """The hand that plays it."""

    verdict: NotRequired[BridgeVerdict | None]
    """The final choice between both methods, where both were used."""


class BridgeDecision(TypedDict):
    """A decision with advice."""

    advice: BridgeAdvice
    """The chosen card, the value of each card, and the reasons."""

    known: list[Text]
    """The seat's knowledge of the other hands, one line each."""

    played: NotRequired[str | None]
    """The card that was played, if the record goes on."""

    seat: BridgeSeat
    """The seat that decides."""

    seconds: float
    """The duration, in seconds."""

    trick: int
    """The number of the trick."""


class BridgeAnalysis(TypedDict):
    """The decisions of a seat with advice."""

    board: NotRequired[int | None]
    """The number of the board."""

    complete: bool
    """Whether all decisions were analysed in full; false if the task was cancelled."""

    decisions: list[BridgeDecision]
    """The decisions in order."""

    notes: list[str]
    """Complaints about the text, and boards recorded more than once."""


class BridgeQuestion(TypedDict):
    """A request for a card."""

    at: BridgeAt
    """The board at a step."""

    deals: int
    """Deals to average over, at most 1000."""

    imagined: int
    """Deals that each of the other players samples, at most 32."""

    seconds: float
    """The time, at most 60 seconds."""

    seed: int
    """The seed of the sampled deals."""


class BridgeCandidate(TypedDict):
    """A legal card."""

    card: str
    """The card."""

    models: NotRequired[BridgeValue | None]
    """The value if all players act on their own knowledge."""

    plain: NotRequired[BridgeValue | None]
    """The value if all players see all cards."""

    slips: list[BridgeSlip]
    """Deals in which other players go wrong after it."""


class BridgeAnswer(TypedDict):
    """The values of both methods."""

    candidates: list[BridgeCandidate]
    """The legal cards, best first so far."""

    decider: BridgeSeat
    """The seat that decides about it."""

    models: NotRequired[str | None]
    """The card of abc."""

    notes: list[Text]
    """Remarks, such as beliefs dropped because no deal fits them all."""

    plain: NotRequired[str | None]
    """The card of plain Monte Carlo."""

    seconds: float
    """The duration, in seconds."""

    turn: BridgeSeat
    """The hand that plays."""

    verdict: NotRequired[BridgeVerdict | None]
    """The chosen card and the grounds."""


class BridgeBeliefQuestion(TypedDict):
    """A request for beliefs."""

    at: BridgeAt
    """The board at a step."""

    card: NotRequired[str | None]
    """A card that is only considered: the beliefs are those after it."""

    deals: int
    """Sampled deals of each player, at most 12."""

    seed: int
    """The seed of the sampled deals."""


class BridgeChance(TypedDict):
    """The place of a card by probability."""

    card: str
    """The card."""

    seats: list[float]
    """The chance of each hand: North, East, South, West."""


class BridgeImagined(TypedDict):
    """A deal sampled by a player."""

    hands: list[list[str]]
    """The cards left in each hand, North first."""

    points: list[int]
    """High-card points of each hand as it was dealt."""

    real: bool
    """Whether it is the real deal."""

    share: NotRequired[float | None]
    """The probability, where all deals can be listed."""


class BridgeInference(TypedDict):
    """An inference from a call or a card."""

    seat: BridgeSeat
    """The seat of the hand."""

    trust: float
    """The trust, from 0 to 1."""

    words: Text
    """The inference as a sentence."""


class BridgeBelief(TypedDict):
    """The beliefs of a player."""

    certain: list[Text]
    """Facts: suits that a seat has shown to have no more of."""

    chances: list[BridgeChance]
    """The chance that each unseen card is in each hand: North, East, South, West."""

    deals: list[BridgeImagined]
    """A few sampled deals: the cards left in all hands."""

    exact: bool
    """Whether the chances are exact; otherwise they are counted in deals drawn."""

    given_up: list[Text]
    """The inferences dropped because no deal fits them all."""

    hidden: list[BridgeSeat]
    """The hands that the player does not see."""

    inferences: list[BridgeInference]
    """The inferences from calls and cards, with their trust."""

    possible: float
    """The number of deals possible by the cards alone."""

    seat: BridgeSeat
    """The seat of the player."""


class BridgeBeliefs(TypedDict):
    """The beliefs of every player."""

    players: list[BridgeBelief]
    """The players who make decisions: all but dummy."""


class BridgeCompareQuestion(TypedDict):
    """The boards of two tables."""

    other: str
    """The boards of the other table, where the teams sat in each other's seats."""

    table: str
    """The boards of one table, PBN, LIN or JSON; the gains are those of its North-South."""


class BridgeOutcome(TypedDict):
    """The result of a board; passed out if there is no contract."""

    contract: NotRequired[str | None]
    """The contract, as in `3NT`."""

    declarer: NotRequired[BridgeSeat | None]
    """The declarer."""

    tricks: NotRequired[int | None]
    """Declarer's tricks."""


class BridgeCompared(TypedDict):
    """A board at both tables."""

    board: int
    """The number of the board."""

    imps: int
    """IMPs of the first table's North-South."""

    points: list[int]
    """Points of North-South at both tables."""

    results: list[BridgeOutcome]
    """The results at both tables."""


class BridgeComparison(TypedDict):
    """The comparison of two tables."""

    boards: list[BridgeCompared]
    """The boards that both tables have finished."""

    error: NotRequired[float | None]
    """The standard error of the IMPs a board; none with fewer than two boards."""

    imps: int
    """The IMPs of the first table's North-South over all boards."""

    interval: NotRequired[list[float] | None]
    """The 95 % interval of the IMPs a board, from and to."""

    left_out: list[int]
    """The numbers of the other boards."""

    mean: NotRequired[float | None]
    """The IMPs a board."""

    notes: list[str]
    """Complaints about the texts, and boards recorded more than once."""


class BridgeWish(TypedDict):
    """Constraints on a hand."""

    balanced: bool
    """Whether it is 4333, 4432 or 5332."""

    points: Sequence[int]
    """High-card points, from and to."""

    seat: BridgeSeat
    """The seat."""


class BridgeWishes(TypedDict):
    """A request for deals."""

    auction: NotRequired[str | None]
    """The dealer and the calls, from which hands are inferred, as in `S: 1NT P 3NT P P P`."""

    balanced: NotRequired[Sequence[BridgeSeat]]
    """Seats whose hand is 4333, 4432 or 5332 in any order."""

    conventions: NotRequired[str]
    """The conventions of the calls: `standard` or `paper`."""

    count: NotRequired[bool]
    """Whether to count the deals that fit, instead of dealing."""

    deals: NotRequired[int]
    """The number of boards, at most 1000."""

    hands: NotRequired[Sequence[str]]
    """Cards that seats certainly have, as in `N=AK4.QJ.T987.6532`."""

    lengths: NotRequired[Sequence[str]]
    """Lengths of seats' spades, hearts, diamonds and clubs, as in `S=5+.2-3.*.*`."""

    number: NotRequired[int]
    """The number of the first board, from 1, which decides dealer and vulnerability."""

    points: NotRequired[Sequence[str]]
    """High-card points of seats, as in `S=15-17`, `S=12+`, `S=10`."""

    seed: NotRequired[int]
    """The seed: deal number k of a seed is always the same."""

    where: NotRequired[Sequence[str]]
    """Cards to locate, instead of dealing."""

    wishes: NotRequired[Sequence[BridgeWish]]
    """Constraints on hands; at most one for each seat."""


class BridgeDeals(TypedDict):
    """The deals, or their number."""

    at_most: NotRequired[float | None]
    """The number of layouts, fitting or not, where the number of deals is not known."""

    boards: list[BridgeBoard]
    """The boards; empty if deals were counted."""

    dropped: NotRequired[list[Text]]
    """Rules that were dropped because no deal fits all calls."""

    known: NotRequired[list[Text]]
    """The meanings of the calls, one line each."""

    layouts: NotRequired[float | None]
    """The number of deals, if it is known."""

    layouts_text: NotRequired[str | None]
    """The number as text."""

    weight: NotRequired[float | None]
    """The sum of their weights, where only that is known."""

    where: NotRequired[dict[str, dict[str, float]] | None]
    """For each card asked for, the chance of each seat to have it."""


class BridgeCardTrick(TypedDict):
    """The tricks of a card."""

    best: bool
    """Whether no card takes more tricks."""

    card: str
    """The card."""

    declarer: int
    """Declarer's tricks in the end."""

    tricks: int
    """Tricks of the side that plays it, in the end: those taken and those to come."""


class BridgeCardTricks(TypedDict):
    """The tricks of the cards that may be played."""

    cards: list[BridgeCardTrick]
    """Each card that may be played, spades first, each suit from the top."""

    complete: bool
    """Whether all cards are there; false in a partial answer."""


BridgeTheme: TypeAlias = Literal[
    "guess",
    "lead",
    "throw_in",
    "discovery",
    "control",
    "trumps",
    "duck",
    "hands",
    "entries",
]
"""The category of a problem: the rows of the paper's table 2.

* `guess`: Do not leave partner a guess.
* `lead`: Take the lead, to play a suit partner cannot.
* `throw_in`: Avoid throw-in and squeeze.
* `discovery`: Find out honours and length.
* `control`: Keep control.
* `trumps`: Trump tricks and ruffs.
* `duck`: Duck, do not duck, prevent ducking.
* `hands`: Cards of second, third and fourth hand.
* `entries`: Destroy or create entries.
"""


class BridgeProblem(TypedDict):
    """A decision with a right answer."""

    best: list[str]
    """The right cards."""

    board: BridgeBoard
    """The board, played up to the decision."""

    id: str
    """The name, which does not change."""

    seat: BridgeSeat
    """The seat that decides."""

    theme: NotRequired[BridgeTheme | None]
    """The row of the paper's table 2 that it is about; none for the paper's worked examples."""

    title: Text
    """The title."""

    turn: BridgeSeat
    """The hand whose card it is."""

    why: Text
    """The explanation."""

    wrong: list[str]
    """The tempting cards."""


class BridgeProblems(TypedDict):
    """All problems."""

    problems: list[BridgeProblem]
    """The problems, those of the paper first."""


class BridgeComplaint(TypedDict):
    """A message about text that could not be read or is inconsistent."""

    column: int
    """The column, from 1, in characters."""

    japanese: str
    """The message in Japanese."""

    line: int
    """The line, from 1."""

    message: str
    """The message."""


class BridgeBoards(TypedDict):
    """The boards of a text."""

    boards: list[BridgeBoard]
    """The boards, in order."""

    complaints: list[BridgeComplaint]
    """Complaints about skipped or invalid parts, with their places in the text."""

    notes: list[str]
    """Boards that are left out or end early, and why."""

    notes_ja: list[str]
    """The same notes in Japanese."""


class BridgeToSolve(TypedDict):
    """A deal (`pbn`), or a point of the play (`remaining`, `trump`, and who leads)."""

    current_trick: NotRequired[Sequence[str]]
    """The cards of the current trick in order."""

    kind: NotRequired[str | None]
    """`table` or `position`; may be left out if only one is possible."""

    leader: NotRequired[str | None]
    """The leader of the current trick."""

    pbn: NotRequired[str | None]
    """A deal whose table is wanted, as in `N:AK4.QJ.T987.6532 ...`."""

    remaining: NotRequired[str | None]
    """The hands at a point of the play, without the cards of the current trick."""

    to_move: NotRequired[str | None]
    """The seat to play; `leader` or this is enough."""

    trump: NotRequired[str | None]
    """The strain of a play: C, D, H, S or NT."""


class BridgeSolveQuestion(TypedDict):
    """Deals and points of the play to solve: given one by one, or the boards of a file."""

    best: NotRequired[bool]
    """Whether to answer only the best cards of a position."""

    questions: NotRequired[Sequence[BridgeToSolve]]
    """The questions, at most 1000."""

    text: NotRequired[str | None]
    """The text of a PBN, LIN or JSON file, whose boards come after the questions."""


class BridgeSolution(TypedDict):
    """The answer to one question."""

    board: NotRequired[int | None]
    """The number of the board, if it is one of a file."""

    error: NotRequired[str | None]
    """The error, if there is no answer."""

    scores: NotRequired[dict[str, int] | None]
    """For every card that may be played the tricks its side takes from the current trick on."""

    tables: NotRequired[dict[str, dict[str, int]] | None]
    """The tricks of every declarer in every strain."""


class BridgeSolved(TypedDict):
    """The answers, in the order of the questions."""

    answers: list[BridgeSolution]
    """The answers."""

    complaints: list[str]
    """Complaints about the text."""

    complete: bool
    """Whether all questions are answered; false if the task was cancelled."""


class BridgeCalled(TypedDict):
    """A call with its seat."""

    call: str
    """The call."""

    seat: BridgeSeat
    """The seat."""


class BridgeContract(TypedDict):
    """The contract."""

    declarer: BridgeSeat
    """The declarer."""

    dummy: BridgeSeat
    """The dummy."""

    needed: int
    """Tricks declarer needs."""

    text: str
    """The contract, as in `3NT` or `4SX`."""


class BridgeResult(TypedDict):
    """The result of a board."""

    claimed: bool
    """Whether not all cards were played: the rest was claimed."""

    points: int
    """Points of North-South."""

    tricks: NotRequired[int | None]
    """Declarer's tricks; none if the board was passed out."""


class BridgePlayed(TypedDict):
    """A card with its seat."""

    card: str
    """The card."""

    seat: BridgeSeat
    """The seat."""


class BridgeTrick(TypedDict):
    """A trick."""

    cards: list[BridgePlayed]
    """The cards in order."""

    winner: BridgeSeat
    """The winner of the trick so far."""


class BridgeState(TypedDict):
    """A board after some of its steps, with what may come next."""

    calls: list[BridgeCalled]
    """The calls so far."""

    contract: NotRequired[BridgeContract | None]
    """The contract, once the auction is over."""

    dealt: list[list[str]]
    """Each hand as it was dealt."""

    decider: NotRequired[BridgeSeat | None]
    """The seat that decides: declarer for dummy."""

    hands: list[list[str]]
    """The cards left in each hand, North first."""

    legal_calls: list[str]
    """The calls that may be made."""

    legal_cards: list[str]
    """The cards that may be played."""

    points: list[int]
    """High-card points of each hand as it was dealt."""

    result: NotRequired[BridgeResult | None]
    """The result of the board, played or written."""

    steps: int
    """Steps of the whole board."""

    taken: list[int]
    """Finished tricks of North-South, and of East-West."""

    tricks: list[BridgeTrick]
    """The tricks so far; the last one may be unfinished."""

    turn: NotRequired[BridgeSeat | None]
    """The seat to call or play; none if the board is over."""

    vulnerable: list[BridgeSeat]
    """The seats that are vulnerable."""


class BridgeDealt(TypedDict):
    """A board whose tricks table is requested."""

    board: BridgeBoard
    """The board; only its hands count."""


class BridgeTable(TypedDict):
    """Tricks of every declarer in every strain."""

    tricks: list[list[int | None]]
    """North, East, South and West; in each clubs, diamonds, hearts, spades, notrump. None where not
    yet known.
    """


BridgeFormat: TypeAlias = Literal["pbn", "lin", "json"]
"""The format of written boards.

* `pbn`: Portable Bridge Notation.
* `lin`: LIN.
* `json`: The boards as JSON, one a line: nothing is lost.
"""


class BridgeToWrite(TypedDict):
    """Boards to write."""

    boards: Sequence[BridgeBoard]
    """The boards."""

    format: BridgeFormat
    """The format."""


CurlingDrift = TypedDict("CurlingDrift", {
    "from": float,
    "shots": int,
    "to": float,
})
"""A factor on friction that changes evenly from shot to shot.

* `from`: The factor of the first shot, from 0.2 to 3.
* `shots`: The number of shots.
* `to`: The factor of the last of these shots; the ice then stays as it is.
"""


class CurlingSweeping(TypedDict):
    """The effect of sweeping with full effort on the delivered stone. With less effort it is less
    in proportion.
    """

    curl: NotRequired[float]
    """Factor on curl, from 0 to 10."""

    friction: NotRequired[float]
    """Factor on friction, from 0.1 to 10."""


class CurlingWearRate(TypedDict):
    """The change of friction where stones have run."""

    each: float
    """Relative change of friction by one passage of a stone, from -1 to 1; negative if running
    smooths the ice.
    """

    most: NotRequired[float]
    """The largest relative change by all passages together, from 0 to 0.9."""


class CurlingIceChanges(TypedDict):
    """The changes of the ice during a match."""

    drift: NotRequired[CurlingDrift | None]
    """A factor on friction that changes evenly from shot to shot; both factors apply."""

    friction: NotRequired[Sequence[float]]
    """Factors on friction, from 0.2 to 3, one for each shot of the match in their order; after the
    last of them the ice stays as it is.
    """

    sweeping: NotRequired[CurlingSweeping | None]
    """The effect of sweeping; none if it is not allowed."""

    wear: NotRequired[CurlingWearRate | None]
    """The change of friction where stones have run."""


class CurlingClock(TypedDict):
    """The thinking time of a team."""

    extra_end: NotRequired[str | None]
    """The time on the clock before every extra end; if absent, the clock continues."""

    game: NotRequired[str | None]
    """For the whole match, extra ends apart if they have their own; unlimited if absent. Written
    `219s` or `24m`.
    """

    increment: NotRequired[str | None]
    """The increment after each shot."""

    per_move: NotRequired[str | None]
    """For each shot."""


CurlingHeldUpBy: TypeAlias = Literal["nothing", "moving", "awake"]
"""The stones that delay the removal of one that has left the sheet while others still move.

* `nothing`: Nothing: the stone is removed at once.
* `moving`: Any moving stone of a lower slot.
* `awake`: Any stone of a lower slot that moves or moved within the last half second.
"""


class CurlingRegion(TypedDict):
    """A rectangle of the sheet, in the house frame; its edges do not belong to it."""

    back: float
    """Upper bound of y."""

    front: float
    """Lower bound of y."""

    side: float
    """Upper bound of |x|."""


class CurlingBounds(TypedDict):
    """The bounds of play: which stones leave play, and when."""

    all_must_rest_inside: bool
    """Whether `resting` applies to all stones; otherwise only to the delivered stone."""

    dropped_before: bool
    """Whether stones outside `resting` are removed before a shot."""

    held_up_by: CurlingHeldUpBy
    """The delay of a removal."""

    moving: CurlingRegion
    """While stones move, a stone outside this region leaves play."""

    resting: CurlingRegion
    """The region outside which a stone leaves play when all have stopped."""


class CurlingContact(TypedDict):
    """The constants of the contact solver."""

    density: float
    """Mass of a stone in kg for each square metre of its disc. All stones have the same, so it
    affects rounding only.
    """

    friction: float
    """Friction coefficient between stones."""

    position_passes: int
    """Passes for overlaps."""

    restitution: float
    """Coefficient of restitution of the normal velocity."""

    threshold: float
    """The normal speed, in m/s, up to which a contact is inelastic."""

    velocity_passes: int
    """Passes over all contacts of a step for velocities."""


CurlingIceModel: TypeAlias = Literal["legacy", "dc2", "dc2-repaired", "fcv1"]
"""A model of the ice with its stones and its sheet.

* `legacy`: The platform of 2014 to 2017.
* `dc2`: Digital Curling 2 of 2019, as published.
* `dc2-repaired`: DC2 with its lateral force at a right angle to the path, as it was meant.
* `fcv1`: Digital Curling 3 and 4.
"""


class CurlingSheet(TypedDict):
    """Lines and rings of a sheet, as distances in metres."""

    back: NotRequired[float]
    """From the tee to the back line."""

    delivery: NotRequired[float]
    """From the tee to the point of release."""

    eight_foot: NotRequired[float]
    """Radius of the 8-foot ring."""

    four_foot: NotRequired[float]
    """Radius of the 4-foot ring."""

    hog: NotRequired[float]
    """From the tee forward to the near edge of the play area, the hog line."""

    house: NotRequired[float]
    """Radius of the house: the 12-foot ring."""

    width: NotRequired[float]
    """From side line to side line."""


class CurlingIce(TypedDict):
    """The differences from the platform's ice. Numbers are those of the model: `friction` and
    `curl` of legacy and dc2, `grip` to `spin_decay` of fcv1, the rest of every model.
    """

    bounds: NotRequired[CurlingBounds | None]
    """The bounds of play, whole."""

    contact: NotRequired[CurlingContact | None]
    """The impulse solver, whole."""

    contact_friction: NotRequired[float | None]
    """Friction coefficient between stones."""

    curl: NotRequired[float | None]
    """Lateral force as a fraction of the deceleration."""

    floor: NotRequired[float | None]
    """Friction coefficient of a very fast stone."""

    friction: NotRequired[float | None]
    """Deceleration, in m/s²."""

    gravity: NotRequired[float | None]
    """Gravity, in m/s²."""

    grip: NotRequired[float | None]
    """Numerator of the friction of fcv1 that grows as the stone slows down, in m/s."""

    knee: NotRequired[float | None]
    """The speed below which that friction grows no more, in m/s."""

    model: NotRequired[CurlingIceModel | None]
    """The base model; the platform's if absent."""

    reciprocal: NotRequired[bool | None]
    """Whether the engine multiplies with the reciprocal of the speed."""

    restitution: NotRequired[float | None]
    """Coefficient of restitution of the normal velocity."""

    restitution_threshold: NotRequired[float | None]
    """Normal speed up to which a contact is inelastic, in m/s."""

    sheet: NotRequired[CurlingSheet | None]
    """The lines of the sheet, whole."""

    skewed: NotRequired[bool | None]
    """Whether the lateral force is not at a right angle to the path, as on DC2 as published."""

    spin: NotRequired[float | None]
    """Spin of a delivered stone, in rad/s."""

    spin_decay: NotRequired[float | None]
    """Decay of spin, in rad m/s³."""

    step: NotRequired[float | None]
    """Time step of the exact simulation, in seconds."""

    width: NotRequired[float | None]
    """Width of the sheet, in metres."""

    yaw: NotRequired[float | None]
    """Rate at which the path turns at 1 m/s, in rad/s."""


CurlingPlatform: TypeAlias = Literal["paper", "legacy", "gat", "dc2", "dc3", "dc4"]
"""A platform: its ice, sheet and players.

* `paper`: The experiment of Kato, Iizuka and Yamamoto (2016).
* `legacy`: The legacy platform.
* `gat`: The GAT contests from 2016 on.
* `dc2`: Digital Curling 2.
* `dc3`: Digital Curling 3.
* `dc4`: Digital Curling 4.
"""


CurlingPowerPlays: TypeAlias = Literal["unlimited", "once", "once-else-centre"]
"""The limit of power plays of a team.

* `unlimited`: No limit.
* `once`: Once a match and not in an extra end; another one is rejected.
* `once-else-centre`: Once a match and not in an extra end; another one is replaced by
  `Placement::CENTRE_HOUSE`.
"""


CurlingMode: TypeAlias = Literal["exact", "fast"]
"""The kind of simulation.

* `exact`: For the referee: the official engine's time steps, single precision and order of
  operations.
* `fast`: For the search: event-driven, in double precision.
"""


CurlingChooser: TypeAlias = Literal["lead", "hammer", "other"]
"""The team that chooses the placement after a blank end.

* `lead`: The team that threw first in it: the rulebook.
* `hammer`: The team that threw last in it: DC2.
* `other`: The team that did not choose in it: DC4.
"""


CurlingGuardSpot: TypeAlias = int
"""The guard spot, set by the ice maker: one of six, from 0, nearest the house, to 5."""


class CurlingSpotsDc4(TypedDict):
    """DC4's, which are the rulebook's."""

    dc4: CurlingGuardSpot


CurlingSpots: TypeAlias = Literal["dc2"] | CurlingSpotsDc4
"""The spots of the placed stones.

* `dc2`: DC2's: one guard spot, power plays on the left only.
"""


class CurlingDoubles(TypedDict):
    """The additional rules of mixed doubles."""

    after_blank: CurlingChooser
    """The chooser after a blank end; after any other it is the team that did not score."""

    power_plays: CurlingPowerPlays
    """The limit of power plays of a team."""

    spots: CurlingSpots
    """The spots of the placed stones, and so the available placements."""


CurlingProtectedArea: TypeAlias = Literal["guard-zone", "in-play"]
"""The protected area.

* `guard-zone`: In the free guard zone.
* `in-play`: Anywhere in play, the house included.
"""


CurlingProtected: TypeAlias = Literal["opponents", "all"]
"""The protected stones.

* `opponents`: Those of the opponent.
* `all`: Those of both teams.
"""


CurlingViolation: TypeAlias = Literal["leaving-play", "leaving-area"]
"""The fouls against a protected stone.

* `leaving-play`: Its removal from play.
* `leaving-area`: A move out of the protected area, be it into the house.
"""


class CurlingGuardRule(TypedDict):
    """The free guard zone rule."""

    area: CurlingProtectedArea
    """The protected area."""

    deliveries: int
    """The number of deliveries of an end it applies to, counted over both teams; 0 switches it off.
    """

    stones: CurlingProtected
    """The protected stones."""

    violated_by: CurlingViolation
    """The violation."""


CurlingIfLevelExtraEndsUntil = TypedDict("CurlingIfLevelExtraEndsUntil", {
    "extra-ends-until": int,
})
"""Extra ends are played until a team scores; the match is drawn when this total number of ends is
exceeded.

* `extra-ends-until`:
"""


CurlingIfLevel: TypeAlias = Literal["draw"] | CurlingIfLevelExtraEndsUntil
"""The continuation when the score is level after the last end.

* `draw`: The match is drawn.
"""


CurlingMeasure: TypeAlias = Literal["legacy", "dc2", "dc3"]
"""The platform whose arithmetic is used.

* `legacy`: The legacy platform's.
* `dc2`: DC2's: a stone that touches the back line is in no zone.
* `dc3`: The sheet of Digital Curling 3 and 4, which is also the sport's.
"""


CurlingRota: TypeAlias = Literal["alone", "pairs", "cycle", "doubles"]
"""The division of the stones of an end among the players of a team.

* `alone`: One player throws all stones: the legacy platform.
* `pairs`: Each throws two consecutive stones: the sport, DC3, DC4.
* `cycle`: All players in turn: DC2's protocol.
* `doubles`: Mixed doubles: one throws the first and the last stone, the other those between.
"""


CurlingTies: TypeAlias = Literal["neither-is-nearer", "earlier-is-nearer"]
"""The treatment of stones of both teams at equal distance from the tee.

* `neither-is-nearer`: Neither is nearer: equal best stones blank the end, and a stone as far as the
  other team's best does not count. The legacy platform, DC3, DC4, and the rulebook when no
  measurement can separate two stones.
* `earlier-is-nearer`: The stone thrown earlier goes first, as when stones are sorted by distance
  and counted until the first of the other team: DC2.
"""


class CurlingScoring(TypedDict):
    """The stones that count."""

    reach: float
    """The distance from the tee, in metres, below which a stone counts."""

    ties: CurlingTies
    """The treatment of stones of both teams at equal distance from the tee."""


class CurlingTickRule(TypedDict):
    """The no-tick rule: an opponent's guard that touches the centre line must keep touching it."""

    deliveries: int
    """The number of deliveries of an end it applies to, counted over both teams; 0 switches it off.
    """

    may_be_waived: bool
    """Whether the other team may leave the stones where they came to rest."""

    must_stay_in_zone: bool
    """Whether the guard must also stay in the zone, rather than anywhere on the line."""


class CurlingRuleSet(TypedDict):
    """The rules of a match: everything that a tournament might change."""

    doubles: NotRequired[CurlingDoubles | None]
    """Mixed doubles; if absent, sixteen stones an end."""

    ends: NotRequired[int]
    """The number of ends, extra ends apart."""

    guard: NotRequired[CurlingGuardRule]
    """The free guard zone rule."""

    if_level: NotRequired[CurlingIfLevel]
    """The continuation when the score is level after the last end."""

    measure: NotRequired[CurlingMeasure]
    """The arithmetic of house, free guard zone and centre line."""

    rota: NotRequired[CurlingRota]
    """The delivery rotation of a team."""

    scoring: NotRequired[CurlingScoring]
    """The stones that count."""

    stopping_takes_a_shot: NotRequired[bool]
    """Whether conceding or running out of time uses up the shot, as on DC3: the count of shots goes
    on as if a stone had been thrown through the house, and an end may be completed and scored.
    """

    stops_when_decided: NotRequired[bool]
    """Whether a match stops as soon as the trailing team cannot draw level in the remaining ends.
    """

    tick: NotRequired[CurlingTickRule]
    """The no-tick rule."""


CurlingRules: TypeAlias = Literal["normal", "mixed-doubles"]
"""The discipline: teams of four or mixed doubles.

* `normal`: Eight stones a team, by the platform's rules.
* `mixed-doubles`: Mixed doubles: two stones placed, five thrown by each team.
"""


CurlingExcess: TypeAlias = Literal["allowed", "capped", "pass"]
"""The treatment of a shot above the maximum weight.

* `allowed`: A throw as it is: the maximum is informative.
* `capped`: A throw in the same direction, with the maximum as its speed.
* `pass`: A pass. Weight is the speed along the sheet here.
"""


class CurlingNoiseNone(TypedDict):
    """None."""

    kind: Literal["none"]


class CurlingNoiseRectangular(TypedDict):
    """A difference of velocities, that between a draw to the tee and a draw to a point near it,
    whatever the shot: the legacy platform and DC2. Standard deviations at the tee, in metres.
    """

    kind: Literal["rectangular"]

    x: float
    """Across the sheet."""

    y: float
    """Along the sheet."""


class CurlingNoiseGat(TypedDict):
    """Rectangular noise as in the GAT contests from 2016 on: half the size across the sheet, twice
    the size along it.
    """

    kind: Literal["gat"]

    size: float
    """In metres."""


class CurlingNoisePolar(TypedDict):
    """In speed and heading: DC2."""

    heading: float
    """Standard deviation of the heading, in radians."""

    kind: Literal["polar"]

    loses_turn: NotRequired[bool]
    """DC2 as published: a perturbed stone always rotates clockwise."""

    speed: float
    """Standard deviation of the speed, in m/s."""


class CurlingNoiseDc3(TypedDict):
    """In speed and heading, the speed capped first: Digital Curling 3. A slow stone may go
    backwards, as there.
    """

    kind: Literal["dc3"]

    max_speed: NotRequired[float]
    """The highest intended speed, in m/s; the noise comes on top."""

    stddev_angle: NotRequired[float]
    """Standard deviation of the heading, in radians."""

    stddev_speed: NotRequired[float]
    """Standard deviation of the speed, in m/s."""


class CurlingNoiseHand(TypedDict):
    """The noise of a player on Digital Curling 3 and 4; the names are theirs."""

    max_speed: NotRequired[float]
    """The highest intended speed, in m/s; the noise comes on top."""

    stddev_angle: NotRequired[float]
    """Standard deviation of the heading, in radians."""

    stddev_speed: NotRequired[float]
    """Standard deviation of the speed, in m/s."""


class CurlingNoiseDc4(TypedDict):
    """In speed and heading, with deviations for each turn, and no stone goes backwards: Digital
    Curling 4.
    """

    ccw: CurlingNoiseHand
    """For counter-clockwise stones."""

    cw: CurlingNoiseHand
    """For clockwise stones."""

    kind: Literal["dc4"]


CurlingNoise: TypeAlias = (
    CurlingNoiseNone
    | CurlingNoiseRectangular
    | CurlingNoiseGat
    | CurlingNoisePolar
    | CurlingNoiseDc3
    | CurlingNoiseDc4
)
"""The kind and size of execution error."""


class CurlingSkill(TypedDict):
    """The skill of a player."""

    excess: NotRequired[CurlingExcess]

    max_weight: NotRequired[float | None]

    noise: NotRequired[CurlingNoise]


class CurlingHand(TypedDict):
    """The skill of a player."""

    max_weight: NotRequired[float | None]
    """The maximum weight, in m/s; the platform's if absent."""

    noise: float
    """A factor on the noise of the match: 0.5 is twice as steady."""

    skill: NotRequired[CurlingSkill | None]
    """The skill to which the factors apply; the platform's default if absent."""


class CurlingTeam(TypedDict):
    """The players of a team."""

    players: Sequence[CurlingHand]
    """One to four players in their order; missing ones are like the first."""


class CurlingConditions(TypedDict):
    """The conditions of a match."""

    changes: NotRequired[CurlingIceChanges | None]
    """The changes of the ice during the match: drift, wear and sweeping; none if absent."""

    clocks: NotRequired[Sequence[CurlingClock] | None]
    """The thinking time of team 0 and team 1; unlimited if absent."""

    curl: float
    """A factor on the curl: 0 is straight ice."""

    ends: int
    """The number of ends, from 1 to 32."""

    extra_ends: bool
    """Whether a level match continues with extra ends."""

    friction: float
    """A factor on the friction of the ice: 1.2 is slower ice."""

    ice: NotRequired[CurlingIce | None]
    """The differences from the platform's ice, before the factors."""

    noise: float
    """A factor on the execution error: 0 is none."""

    platform: CurlingPlatform
    """The platform: its ice, sheet, rules and players; everything else overrides them."""

    power_plays: NotRequired[CurlingPowerPlays | None]
    """The limit of power plays in mixed doubles; the platform's if absent. Always written for
    Digital Curling 2, whose published program and manual differ.
    """

    referee: NotRequired[CurlingMode | None]
    """The referee's kind of simulation; exact if absent."""

    rule_set: NotRequired[CurlingRuleSet | None]
    """A whole rule set other than the platform's; `ends`, `extra_ends` and `spot` still apply."""

    rules: CurlingRules
    """The discipline: teams of four or mixed doubles."""

    spot: int
    """The guard spot of mixed doubles: 0, nearest the house, to 5. Digital Curling 2 has one spot
    only.
    """

    teams: Sequence[CurlingTeam]
    """The two teams."""


CurlingPassages: TypeAlias = Sequence[Sequence[int]]
"""The number of stones that have run over each cell of the sheet: 23 rows of 2 m from y = -42 to y
= 4, each of 20 columns of 0.25 m from x = -2.5 to x = 2.5. A count stays at 255.
"""


class CurlingPhasePlacing(TypedDict):
    """A placement of mixed doubles comes next."""

    kind: Literal["placing"]


class CurlingPhaseThrowing(TypedDict):
    """A shot comes next."""

    kind: Literal["throwing"]


CurlingReason: TypeAlias = Literal["score", "draw", "concession", "time", "fault"]
"""The reason for the end of a match.

* `score`: One team has more points.
* `draw`: The score is level.
* `concession`: A team conceded.
* `time`: A team ran out of time.
* `fault`: A team could not continue, or broke the rules.
"""


class CurlingPhaseOver(TypedDict):
    """The match is over."""

    kind: Literal["over"]

    reason: CurlingReason
    """The reason: score, draw, concession, time or fault."""

    winner: NotRequired[int | None]
    """The winner; none if it is drawn."""


CurlingPhase: TypeAlias = CurlingPhasePlacing | CurlingPhaseThrowing | CurlingPhaseOver
"""The phase of the match."""


class CurlingStone(TypedDict):
    """A stone in play."""

    angle: NotRequired[float]
    """The rotation of its handle, in radians."""

    number: int
    """The number within the team, from 1 to 8 in the order of throwing. In mixed doubles 1 is the
    placed one and 4 to 8 are thrown.
    """

    team: int
    """The team: 0 or 1."""

    x: float
    """Metres right of the tee."""

    y: float
    """Metres behind the tee; negative before it."""


class CurlingGame(TypedDict):
    """The state of a match."""

    chooser: NotRequired[int | None]
    """The team that chose the placement, in mixed doubles; if absent, the one with the hammer."""

    end: int
    """The current end, from 0."""

    extra: NotRequired[int]
    """Points of the extra ends, positive for team 0."""

    hammer: int
    """The team with the last stone of the end; before a placement the team that chooses it."""

    orders: NotRequired[Sequence[Sequence[int]] | None]
    """The players of each team in the order of throwing, if it is not that of their numbers."""

    passages: NotRequired[CurlingPassages]
    """The number of stones that have run over each part of the sheet, where the conditions have
    wear; none if absent.
    """

    phase: CurlingPhase
    """The phase of the match."""

    power_plays: NotRequired[Sequence[int | None]]
    """The end of each team's power play."""

    scores: Sequence[int]
    """Points of the ends so far, positive for team 0."""

    shot: int
    """The number of the next shot, from 0 to 15; in mixed doubles from 6."""

    stones: Sequence[CurlingStone]
    """The stones in play."""


CurlingSetting: TypeAlias = bool | float | str | None
"""The value of a setting; nothing for its default."""


class CurlingNamedPlayer(TypedDict):
    """The name of a player and its settings."""

    name: str
    """The name."""

    settings: NotRequired[Mapping[str, CurlingSetting]]
    """Settings by name."""


CurlingPlayer: TypeAlias = str | CurlingNamedPlayer
"""A player: its text, or its name with settings."""


class CurlingAsked(TypedDict):
    """A position to analyse."""

    conditions: CurlingConditions
    """The conditions of the match."""

    depth: NotRequired[int | None]
    """The search depth in shots; by default the player's setting."""

    game: CurlingGame
    """The match, with a shot to come."""

    player: CurlingPlayer
    """The player."""

    seconds: NotRequired[float | None]
    """The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the player's
    setting.
    """

    seed: NotRequired[int]
    """The seed of the player's random choices."""

    top: NotRequired[int]
    """The number of shots in the answer, 1 to 100; 8 by default."""


class CurlingIceNote(TypedDict):
    """The ice of a shot that differs from that of the conditions."""

    friction: float
    """The factor on friction, wear apart."""

    sentence: Text
    """A sentence for readers of the values."""

    worn: bool
    """Whether stones have worn the ice."""


CurlingTurn: TypeAlias = Literal["cw", "ccw"]
"""The sense of rotation of a delivered stone.

* `cw`: Clockwise; curls to the thrower's right. Angle 0 of the legacy platform.
* `ccw`: Counter-clockwise; curls to the thrower's left. Angle 1 of the legacy platform.
"""


class CurlingValueMap(TypedDict):
    """The values of all targets of one turn."""

    cells: list[list[float]]
    """x, y and value of targets where a stone would stop."""

    side: float
    """The side of a cell, in metres."""

    strip: list[list[float]]
    """x at the tee line and value of hits."""

    turn: CurlingTurn
    """The turn."""


CurlingScale: TypeAlias = Literal["chance", "points"]
"""The scale of values, for the team that throws.

* `chance`: The chance of winning the match, from 0 to 1.
* `points`: Points of the end.
"""


CurlingCall: TypeAlias = Literal[
    "draw",
    "come-around",
    "freeze",
    "guard",
    "raise",
    "tap",
    "take-out",
    "peel",
    "double",
    "run-back",
    "through",
    "foul",
]
"""The kind of a call.

* `draw`: A draw into the house that touches nothing.
* `come-around`: A draw behind a stone.
* `freeze`: A draw that stops at a stone.
* `guard`: A guard in front of the house.
* `raise`: A raise of an own stone.
* `tap`: A tap: an opponent's stone is moved, and stays in play.
* `take-out`: A take-out.
* `peel`: A peel: a guard and the thrown stone leave play.
* `double`: A double: two or more of the opponent's stones are taken out.
* `run-back`: A run-back: a stone is driven onto another, which leaves play.
* `through`: A throw through.
* `foul`: A violation of a guard rule.
"""


class CurlingNamedStone(TypedDict):
    """A stone in play: its slot, and whether it belongs to the team that throws."""

    own: bool
    """Whether it is the thrower's own."""

    slot: int
    """The slot; the first stone of the end has slot 0."""


class CurlingStoneThrownStopsButton(TypedDict):
    """The stone stops without a hit, or after pushing a stone."""

    thrown: Literal["stops"]

    place: Literal["button"]


CurlingRing: TypeAlias = Literal["four-foot", "eight-foot", "twelve-foot"]
"""A ring of the house, named by its diameter."""


CurlingRingSide: TypeAlias = Literal["top", "back", "left", "right"]
"""A side of the house as the thrower sees it."""


class CurlingStoneThrownStopsHouse(TypedDict):
    """The stone stops without a hit, or after pushing a stone."""

    thrown: Literal["stops"]

    place: Literal["house"]

    ring: CurlingRing
    """The ring."""

    side: CurlingRingSide
    """The side as the thrower sees it."""


CurlingHeight: TypeAlias = Literal["high", "middle", "tight"]
"""The distance of a guard from the house.

* `high`: Far from the house.
* `middle`: Between high and tight.
* `tight`: Just before the house.
"""


CurlingLine: TypeAlias = Literal["centre", "left-corner", "right-corner", "between"]
"""The part of the house that a guard covers."""


class CurlingStoneThrownStopsGuard(TypedDict):
    """The stone stops without a hit, or after pushing a stone."""

    thrown: Literal["stops"]

    height: CurlingHeight
    """The distance from the house."""

    line: CurlingLine
    """The part of the house it covers."""

    place: Literal["guard"]


class CurlingStoneThrownStopsBehind(TypedDict):
    """The stone stops without a hit, or after pushing a stone."""

    thrown: Literal["stops"]

    place: Literal["behind"]


class CurlingStoneThrownStays(TypedDict):
    """The stone stays where it hit."""

    thrown: Literal["stays"]


class CurlingStoneThrownRollsButton(TypedDict):
    """The stone rolls on after a hit."""

    thrown: Literal["rolls"]

    place: Literal["button"]


class CurlingStoneThrownRollsHouse(TypedDict):
    """The stone rolls on after a hit."""

    thrown: Literal["rolls"]

    place: Literal["house"]

    ring: CurlingRing
    """The ring."""

    side: CurlingRingSide
    """The side as the thrower sees it."""


class CurlingStoneThrownRollsGuard(TypedDict):
    """The stone rolls on after a hit."""

    thrown: Literal["rolls"]

    height: CurlingHeight
    """The distance from the house."""

    line: CurlingLine
    """The part of the house it covers."""

    place: Literal["guard"]


class CurlingStoneThrownRollsBehind(TypedDict):
    """The stone rolls on after a hit."""

    thrown: Literal["rolls"]

    place: Literal["behind"]


class CurlingStoneThrownOut(TypedDict):
    """The stone leaves play."""

    thrown: Literal["out"]


CurlingStoneThrown: TypeAlias = (
    CurlingStoneThrownStopsButton
    | CurlingStoneThrownStopsHouse
    | CurlingStoneThrownStopsGuard
    | CurlingStoneThrownStopsBehind
    | CurlingStoneThrownStays
    | CurlingStoneThrownRollsButton
    | CurlingStoneThrownRollsHouse
    | CurlingStoneThrownRollsGuard
    | CurlingStoneThrownRollsBehind
    | CurlingStoneThrownOut
)
"""The fate of the thrown stone."""


class CurlingPlaceButton(TypedDict):
    """The button."""

    place: Literal["button"]


class CurlingPlaceHouse(TypedDict):
    """A ring of the house, and the side of it."""

    place: Literal["house"]

    ring: CurlingRing
    """The ring."""

    side: CurlingRingSide
    """The side as the thrower sees it."""


class CurlingPlaceGuard(TypedDict):
    """In front of the house."""

    height: CurlingHeight
    """The distance from the house."""

    line: CurlingLine
    """The part of the house it covers."""

    place: Literal["guard"]


class CurlingPlaceBehind(TypedDict):
    """Behind the house."""

    place: Literal["behind"]


CurlingPlace: TypeAlias = (
    CurlingPlaceButton
    | CurlingPlaceHouse
    | CurlingPlaceGuard
    | CurlingPlaceBehind
)
"""A place on the sheet as curlers name it."""


class CurlingShotCall(TypedDict):
    """The call of a shot."""

    call: CurlingCall
    """The kind of shot."""

    lost: list[CurlingNamedStone]
    """Own stones that leave play beside those of the other team."""

    removed: list[CurlingNamedStone]
    """The stones the call puts out of play."""

    stone: NotRequired[CurlingNamedStone | None]
    """The stone it is played on: touched first, guarded, come around or frozen to."""

    thrown: CurlingStoneThrown
    """The fate of the thrown stone."""

    to: NotRequired[CurlingPlace | None]
    """The final place of the stone it is played on, if it stays in play."""


CurlingShotKind: TypeAlias = Literal["draw", "hit"]
"""The kind of a shot.

* `draw`: A draw: to stop at the target, or to push a stone there.
* `hit`: A hit on a stone in the path; the target lies far behind the house.
"""


CurlingSweep = TypedDict("CurlingSweep", {
    "effort": NotRequired[float],
    "from": float,
    "to": float,
})
"""Sweeping of the delivered stone: a stretch of the sheet and an effort. Its effect is a matter of
the conditions (`physics::Sweeping`), and so is whether it is allowed.

* `effort`: The effort, from 0 (none) to 1 (full).
* `from`: The start of the stretch: y in the house frame, in metres; negative before the tee.
* `to`: The end of the stretch.
"""


class CurlingPoint(TypedDict):
    """A point, displacement or velocity in the plane; in metres or metres a second, and where
    nothing else is said in the house frame (see `frame`).
    """

    x: float
    """To the right of the thrower."""

    y: float
    """Along the sheet."""


class CurlingShot(TypedDict):
    """Velocity and turn of a stone at release, and its sweeping."""

    rate: NotRequired[float | None]
    """The rate of rotation, in radians a second; the model's own if absent."""

    sweep: NotRequired[CurlingSweep | None]
    """The sweeping; none if absent."""

    turn: CurlingTurn
    """The sense of rotation."""

    velocity: CurlingPoint
    """In metres a second, in the house frame: y is the weight, x the line."""


class CurlingStoneName(TypedDict):
    """A stone by its team and its number within it, as on its handle."""

    number: int
    """The number, from 1."""

    team: int
    """The team."""


class CurlingShotOutcome(TypedDict):
    """An outcome of a shot."""

    probability: float
    """The probability."""

    stops: NotRequired[CurlingPoint | None]
    """The resting place of the thrown stone; absent if it leaves play."""

    value: NotRequired[float | None]
    """The value for the team that throws, where the player has one."""


class CurlingPath(TypedDict):
    """The trajectory of a stone as a line."""

    gone: bool
    """Whether it leaves the sheet."""

    number: int
    """The number."""

    points: list[list[float]]
    """x and y of its corners."""

    team: int
    """The team of the stone."""


CurlingPurpose: TypeAlias = Literal[
    "blank-and-keep",
    "blank",
    "take-one",
    "take-two",
    "bail-out",
    "steal",
    "force",
    "protect",
    "hold-to-one",
]
"""The result of the end that a shot is thrown for.

* `blank-and-keep`: With the hammer: no points for anybody, and the hammer again in the next end.
* `blank`: No points for anybody.
* `take-one`: With the hammer: one point.
* `take-two`: With the hammer: two points or more.
* `bail-out`: With the hammer: no points for the other team.
* `steal`: Without the hammer: points of one's own.
* `force`: Without the hammer: one point for the other team, and the hammer in the next end.
* `protect`: Without the hammer and ahead: no two points for the other team.
* `hold-to-one`: Without the hammer: no two points for the other team.
"""


class CurlingReply(TypedDict):
    """A reply of the opponent."""

    call: CurlingCall
    """The kind of call."""

    called: CurlingShotCall
    """The call with the stones and places it names."""

    shot: CurlingShot
    """The shot."""

    words: str
    """The call as an English sentence."""


class CurlingAdvised(TypedDict):
    """A distinct shot with its outcomes."""

    alike: int
    """The number of candidates merged into this shot, itself included."""

    bound: Bound
    """The bound type of the value; bounds are the hammer's."""

    call: CurlingCall
    """The kind of call."""

    called: CurlingShotCall
    """The call with the stones and places it names."""

    error: NotRequired[float | None]
    """The standard error of the value, where it is an average of samples."""

    kind: CurlingShotKind
    """Draw or hit."""

    made: NotRequired[float | None]
    """The mean value of throws that make the shot, where the player values outcomes."""

    meant: CurlingShot
    """A throw with the intended result: mostly the shot itself."""

    missed: NotRequired[float | None]
    """The mean value of throws that miss it, where the player values outcomes."""

    moved: list[CurlingStoneName]
    """The stones moved if the shot is made."""

    outcomes: list[CurlingShotOutcome]
    """The outcomes, most probable first; those below one in a thousand are left out."""

    paths: list[CurlingPath]
    """The paths of the stones if the shot is made, the thrown one first."""

    points: NotRequired[float | None]
    """The mean number of points lying afterwards, positive for the team that throws; after the last
    stone of the end these are its points.
    """

    purpose: NotRequired[CurlingPurpose | None]
    """The result of the end that the shot is thrown for, where the player's values tell."""

    purpose_words: NotRequired[Text | None]
    """The purpose in words."""

    removed: list[CurlingStoneName]
    """The stones removed if the shot is made."""

    reply: NotRequired[CurlingReply | None]
    """The opponent's reply to the most probable outcome."""

    results: list[list[int | float]]
    """The probability of each number of points, lowest first."""

    sentence: Text
    """The call as a sentence in both languages, stones named by their handles."""

    shot: CurlingShot
    """The shot."""

    speed: float
    """The speed at release, in metres per second."""

    spread: float
    """The standard deviation of the value of a single throw."""

    stops: NotRequired[CurlingPoint | None]
    """The resting place of the thrown stone if the shot is made."""

    success: float
    """The probability that the shot is made: that of the intended result."""

    target: CurlingPoint
    """The resting place if nothing is in its way, in the house frame."""

    value: float
    """The value."""

    words: str
    """The call as an English sentence, stones numbered by shot."""


CurlingSure: TypeAlias = Literal["alone", "equal", "unsure", "slight", "clear"]
"""The confidence of a player in its best shot.

* `alone`: No other shot, or none with a value.
* `equal`: Another shot is as good.
* `unsure`: Not significant: less than two standard errors.
* `slight`: A little better.
* `clear`: Much better.
"""


class CurlingSureness(TypedDict):
    """The margin of the best shot over the next different one."""

    error: NotRequired[float | None]
    """The standard error of the difference, where values are averages of samples."""

    gap: NotRequired[float | None]
    """The difference of their values; absent if there is no other."""

    next: NotRequired[int | None]
    """The index of the other shot in the list."""

    verdict: CurlingSure
    """The margin as a verdict."""


CurlingTeamName: TypeAlias = Literal["team0", "team1"]
"""One of the two teams of a match; named as on the platforms. Team 0 throws first in the first end,
unless a mixed doubles placement says otherwise.

* `team0`: Team 0.
* `team1`: Team 1.
"""


class CurlingAdvice(TypedDict):
    """The advice of a player on a position."""

    adds_position: bool
    """Whether values include a positional term beside the chance or the points, so that they are
    not chances in the strict sense.
    """

    effort: SearchEffort
    """The effort of the search."""

    hammer: bool
    """Whether it has the hammer."""

    ice: NotRequired[CurlingIceNote | None]
    """The ice of the shot, where it differs from that of the conditions, on which all values are.
    """

    maps: list[CurlingValueMap]
    """The value of every target, by turn."""

    notes: list[Text]
    """Sentences on values that were learned for other conditions."""

    scale: CurlingScale
    """The scale of the values."""

    shots: list[CurlingAdvised]
    """The distinct shots, best first."""

    slot: int
    """The slot of its stone."""

    sure: CurlingSureness
    """The margin of the best shot over the next."""

    team: CurlingTeamName
    """The team that throws; all values are for it."""

    valued: bool
    """Whether the player valued its shots; opening knowledge has no values."""


CurlingWeightSpeedThere = TypedDict("CurlingWeightSpeedThere", {
    "speed-there": float,
})
"""This speed at the point, in m/s. With time steps the last moment before a stone stops is not
resolved: a speed below what friction takes in one step may be unreachable.

* `speed-there`:
"""


CurlingWeightLaunchSpeed = TypedDict("CurlingWeightLaunchSpeed", {
    "launch-speed": float,
})
"""This speed at release, in m/s.

* `launch-speed`:
"""


class CurlingWeightBeyond(TypedDict):
    """The weight that would stop this many metres farther from the hack than the point."""

    beyond: float


class CurlingWeightPower(TypedDict):
    """The legacy platform's power: it would stop as far away as the point where the straight line
    through the target meets the power's `stop_line`. From 0 (hog line) to 16; more counts as 16,
    less than zero as a draw to the point.
    """

    power: float


CurlingWeight: TypeAlias = (
    CurlingWeightSpeedThere
    | CurlingWeightLaunchSpeed
    | CurlingWeightBeyond
    | CurlingWeightPower
)
"""The weight of a shot through a point."""


class CurlingTarget(TypedDict):
    """A place to stop at or to pass."""

    at: CurlingPoint
    """The place."""

    sweep: NotRequired[CurlingSweep | None]
    """The sweeping of the stone, where the conditions allow it."""

    turn: CurlingTurn
    """The turn of the stone."""

    weight: NotRequired[CurlingWeight | None]
    """The weight at the place; by default the stone stops there."""


CurlingAimWay: TypeAlias = Literal["classic", "exact"]
"""The method of aiming.

* `classic`: As the platforms' programs: a rule of thumb, a few millimetres off.
* `exact`: So that the stone gets there, on any ice.
"""


class CurlingTargets(TypedDict):
    """A batch of targets."""

    conditions: CurlingConditions
    """The conditions of the match."""

    game: NotRequired[CurlingGame | None]
    """The match, for ice that changes: the shots are aimed on the ice of its next shot. Without it
    the ice is that of the conditions.
    """

    targets: Sequence[CurlingTarget]
    """At most 20,000."""

    way: NotRequired[CurlingAimWay]
    """The method of aiming; exact by default."""


class CurlingAim(TypedDict):
    """A shot to a target."""

    short: bool
    """Whether a classic hit would stop before its target."""

    shot: NotRequired[CurlingShot | None]
    """The shot, if there is one."""

    why: NotRequired[str | None]
    """The reason why there is no shot."""


class CurlingChancesAsked(TypedDict):
    """A request for the win probabilities of a match."""

    known: NotRequired[Sequence[float | None]]
    """The `chances` of an earlier answer about this match; those are not estimated again."""

    simulations: NotRequired[int | None]
    """The number of simulations per position; 800 by default."""

    text: str
    """The match."""


class CurlingDrop(TypedDict):
    """A drop of a team's chance of winning by one action."""

    after: float
    """The chance after."""

    amount: float
    """The loss."""

    at: int
    """The scene after the action."""

    before: float
    """The chance before."""

    team: int
    """The team whose chance has dropped."""


class CurlingCurve(TypedDict):
    """The chance-of-winning curve of a match."""

    drops: list[CurlingDrop]
    """The biggest drops of either team's levelled chance, biggest first."""

    levelled: list[float | None]
    """Team 0's chance after every scene without the advantage of being about to throw; nothing
    where it is not known yet.
    """


class CurlingMatchChances(TypedDict):
    """The chance of team 0 to win, scene by scene."""

    chances: list[float | None]
    """The estimates after every scene; nothing where it is not known yet."""

    curve: CurlingCurve
    """The levelled curve and its biggest drops."""

    simulations: int
    """The number of simulations per position."""


class CurlingPosition(TypedDict):
    """A position with its conditions: the contents of a saved position and of a link."""

    conditions: CurlingConditions
    """The conditions of the match."""

    game: CurlingGame
    """The state of the match."""


CurlingPlacementKind: TypeAlias = Literal[
    "centre-guard",
    "centre-house",
    "power-play-left",
    "power-play-right",
]
"""The kind of a placement.

* `centre-guard`: On the centre line; the chooser has the guard and throws first.
* `centre-house`: On the centre line; the chooser has the house stone and the hammer.
* `power-play-left`: To the left, with the house stone and the hammer.
* `power-play-right`: To the right.
"""


class CurlingPlacement(TypedDict):
    """A placement and its result."""

    hammer: int
    """The team that has the hammer then."""

    kind: CurlingPlacementKind
    """The kind."""

    stones: list[CurlingStone]
    """The stones then."""


CurlingProblemKind: TypeAlias = Literal["outside", "overlap", "impossible"]
"""The kind of a problem.

* `outside`: A stone is not in the playing area.
* `overlap`: Two stones overlap.
* `impossible`: The match is impossible: a stone not thrown yet, too many points, an end too late.
"""


class CurlingProblem(TypedDict):
    """A problem of a position."""

    japanese: NotRequired[str | None]
    """The message in Japanese; none where the kind says all."""

    kind: CurlingProblemKind
    """The kind of problem."""

    message: str
    """The message."""

    stones: list[int]
    """The stones concerned, by their place in the list."""


class CurlingChecked(TypedDict):
    """Facts about a position, and its problems."""

    draw_weight: float
    """The release speed of a draw to the tee, in m/s, as a reference for weight limits."""

    first_shot: int
    """The number of the first shot of an end: 0, or 6 in mixed doubles."""

    placements: list[CurlingPlacement]
    """The placements of mixed doubles that the choosing team has."""

    player: NotRequired[int | None]
    """The number of the player who throws, from 0."""

    points: int
    """The score of the end as the stones lie, positive for team 0."""

    problems: list[CurlingProblem]
    """The problems of the position."""

    sheet: CurlingSheet
    """The lines of the sheet."""

    stray: NotRequired[CurlingPoint | None]
    """The standard deviations of the thrower's draws to the tee, across and along, in metres."""

    thrower: NotRequired[int | None]
    """The team whose shot it is, if one comes next."""

    totals: NotRequired[list[int] | None]
    """The points of both teams in the ends that are over, if the match is possible."""


class CurlingMany(TypedDict):
    """A shot to simulate many times."""

    conditions: CurlingConditions
    """The conditions of the match."""

    count: int
    """The number of throws, 1 to 500."""

    game: CurlingGame
    """The match, with a shot to come."""

    seed: int
    """The seed of the noise."""

    shot: CurlingShot
    """The intended shot."""


class CurlingFall(TypedDict):
    """The result of one throw of a cloud."""

    points: int
    """The score of the end as the stones lie then, positive for the team that throws."""

    stones: list[CurlingStone]
    """The stones that moved, and the thrown one unless it left play."""


class CurlingCloud(TypedDict):
    """The scatter of a shot."""

    fouls: int
    """The number of guard-rule violations."""

    results: list[list[int]]
    """The count of each score, lowest first, positive for the team that throws."""

    throws: list[CurlingFall]
    """The result of each throw."""


class CurlingConditionsText(TypedDict):
    """A text of conditions."""

    match: NotRequired[str | None]
    """Which match of a DC2 server's file."""

    name: NotRequired[str]
    """The name of the text, for sources and messages."""

    platform: NotRequired[str]
    """The platform whose conditions are the defaults."""

    set: NotRequired[Sequence[str]]
    """Changes on top, each `key=value`: `ends=4`, `platform=dc3`."""

    text: NotRequired[str | None]
    """Conditions in any form, or a saved position; at most 256 KiB."""


class CurlingConditionsPart(TypedDict):
    """A part of a plan."""

    name: str
    """The name."""

    source: str
    """The last source."""

    value: str
    """The value."""


class CurlingConditionsRead(TypedDict):
    """Parsed conditions."""

    conditions: CurlingConditions
    """The conditions in our notation."""

    parts: list[CurlingConditionsPart]
    """The conditions part by part, each with its source."""

    toml: str
    """The conditions and the settings of a series of matches as TOML, for `--conditions FILE`."""

    warnings: list[str]
    """Warnings, such as unknown keys."""


class CurlingDc3LogAsked(TypedDict):
    """A record to convert to a log of Digital Curling 3."""

    game: NotRequired[int | None]
    """The number of the game, from 1; required if the file has several."""

    seconds: NotRequired[int]
    """The time of the match in seconds since 1970, where the record does not say."""

    text: str
    """The record, as of `curling/film`."""


class CurlingLogFile(TypedDict):
    """A file of a log."""

    name: str
    """The name the platform gives to the file."""

    text: str
    """The text of the file."""


class CurlingDc3Log(TypedDict):
    """The log of a Digital Curling 3 server."""

    files: list[CurlingLogFile]
    """The files in it."""

    name: str
    """The name the platform gives to the folder."""


CurlingDclVariant: TypeAlias = Literal["legacy", "dc2"]
"""The variant of the format, by platform.

* `legacy`: The first generation.
* `dc2`: DC2.
"""


class CurlingDclAsked(TypedDict):
    """A record to convert."""

    game: NotRequired[int | None]
    """The number of the game, from 1; required if the file has several."""

    seconds: NotRequired[int]
    """The time of the match in seconds since 1970, for the name of the file."""

    text: str
    """The record, as of `curling/film`."""

    variant: NotRequired[CurlingDclVariant]
    """The platform of the log."""


CurlingEnding: TypeAlias = Literal[
    "score",
    "draw",
    "concession",
    "time",
    "fault",
    "unfinished",
    "unknown",
]
"""The way a match ended, as far as its log tells.

* `score`: By points.
* `draw`: Drawn.
* `concession`: A team conceded.
* `time`: A team ran out of time.
* `fault`: A team crashed, or broke a rule of the match.
* `unfinished`: The log ends before the match.
* `unknown`: Unknown.
"""


CurlingLogKind: TypeAlias = Literal[
    "record",
    "dcl",
    "journal",
    "dc3",
    "dc4client",
    "arena",
    "observed",
]
"""A kind of log.

* `record`: One of our records.
* `dcl`: A log of the first two generations: `dcl`.
* `journal`: A journal of our server of the fourth generation.
* `dc3`: A log of the third generation: a folder with `game.dcl2`, or that file.
* `dc4client`: A log of the released Python client of the fourth generation.
* `arena`: A file of the arena, with all games of a match or tournament.
* `observed`: A match of people, as what lay on the ice after every shot: `super::observed`.
"""


CurlingDeed: TypeAlias = Literal["throw", "place", "concession", "time", "fault"]
"""A kind of action.

* `throw`: A shot.
* `place`: A placement of mixed doubles.
* `concession`: The team conceded.
* `time`: The team ran out of time.
* `fault`: The team crashed, or broke a rule of the match.
"""


class CurlingDone(TypedDict):
    """An action."""

    asked: NotRequired[CurlingShot | None]
    """The intended shot."""

    call: NotRequired[CurlingCall | None]
    """The skip's call for the result of the shot, such as `take-out`."""

    foul: bool
    """Whether it broke a rule, so that the stones were put back."""

    stone: NotRequired[int | None]
    """The number of the stone, from 1."""

    team: int
    """The team."""

    thrown: NotRequired[CurlingShot | None]
    """The shot after noise."""

    what: CurlingDeed
    """The kind of action."""

    words: Text
    """A sentence for it, stones numbered by shot."""


class CurlingScene(TypedDict):
    """The match after an action."""

    chance: NotRequired[float | None]
    """Team 0's chance of winning, where the win table or the result has it."""

    done: NotRequired[CurlingDone | None]
    """The action; none in the first scene."""

    end: int
    """The end, from 1."""

    finished: int
    """The number of finished ends."""

    hammer: int
    """The team with the hammer."""

    left: list[float | None]
    """The time left of team 0 and team 1, in seconds."""

    next: NotRequired[int | None]
    """The team to act; none when the match is over."""

    placing: bool
    """Whether stones are to be placed."""

    points: list[int]
    """The total points of team 0 and team 1 so far."""

    slot: NotRequired[int | None]
    """The slot of the next stone."""

    stones: list[CurlingStone]
    """The stones; after the last of an end those that were scored."""


class CurlingFilm(TypedDict):
    """A match, scene by scene."""

    assumed: bool
    """Whether ice and player skills are the platform's defaults rather than known."""

    complaints: list[str]
    """Warnings about the log."""

    ending: CurlingEnding
    """The way it ended."""

    ends: int
    """The number of ends, without extra ends."""

    first_shot: int
    """The number of the first shot of an end: 0, or that after the places of mixed doubles."""

    kind: CurlingLogKind
    """The kind of its log."""

    names: list[str]
    """The names of team 0 and team 1."""

    platform: str
    """The platform whose conditions are nearest."""

    scenes: list[CurlingScene]
    """The match at the beginning and after every action."""

    scenes_per_end: int
    """The number of scenes in an end that is played out: its shots, and a placement where there is
    one.
    """

    scores: list[int]
    """The points of every finished end, positive for team 0."""

    seed: NotRequired[str | None]
    """The seed of its dice, if the match can go on with them: not while a drawn seed is secret."""

    sheet: CurlingSheet
    """The lines of its sheet."""

    winner: NotRequired[int | None]
    """The winner."""


class CurlingFollowAsked(TypedDict):
    """A record to follow."""

    bytes: NotRequired[int]
    """The length at the last request, in bytes."""

    name: str
    """The name of the file, as listed."""


class CurlingFollowed(TypedDict):
    """A record as far as it has grown."""

    bytes: int
    """The current length, in bytes."""

    growing: bool
    """Whether more may come."""

    text: NotRequired[str | None]
    """The text; none if the file has not grown."""


class CurlingLogAsked(TypedDict):
    """A log, or one game of a file with several."""

    game: NotRequired[int | None]
    """The number of the game, from 1; needed if there are several."""

    text: str
    """A record of ours, `.dcl`, a log of Digital Curling 3, a journal of Digital Curling 4, games
    of the arena, or an observed match.
    """


class CurlingActThrow(TypedDict):
    """Throws a stone."""

    throw: CurlingShot


class CurlingActPlace(TypedDict):
    """Places the stones of mixed doubles: 0 the guard and throwing first, 1 the stone in the house
    and the hammer, 2 and 3 a power play to the left and right.
    """

    place: int


CurlingAct: TypeAlias = Literal["concede"] | CurlingActThrow | CurlingActPlace
"""An action of a team.

* `concede`: Concedes the match.
"""


class CurlingActAsked(TypedDict):
    """An action of a team in a match."""

    act: CurlingAct
    """The action."""

    team: int
    """The team, 0 or 1."""

    text: str
    """The record so far."""


class CurlingPlayed(TypedDict):
    """A match and its text."""

    film: CurlingFilm
    """The scenes of the match."""

    text: str
    """The text of the record, which the page keeps."""


CurlingAimWeight: TypeAlias = Literal["draw", "control", "normal", "peel", "through"]
"""The weight of a shot.

* `draw`: To stop at the target.
* `control`: Through the target, to stop a little behind the house.
* `normal`: Through the target with the usual weight of a take-out.
* `peel`: Through the target as hard as players throw.
* `through`: A stone thrown away: it stops short of the hog line, whatever the target.
"""


class CurlingAimAsked(TypedDict):
    """A target, a turn and a weight, to be turned into a shot."""

    clockwise: bool
    """Whether the stone turns clockwise."""

    text: str
    """The record so far."""

    weight: CurlingAimWeight
    """The weight."""

    x: float
    """The target, in metres to the right of the tee."""

    y: float
    """The target, in metres behind the tee."""


class CurlingTrack(TypedDict):
    """The trajectory of a stone."""

    first: int
    """The frame of its first point; until then it rests there."""

    gone: bool
    """Whether it leaves the sheet after its last point; otherwise it rests there."""

    number: int
    """The number."""

    points: list[list[float]]
    """x, y and angle in each frame from then on, until it rests or leaves the sheet."""

    team: int
    """The team of the stone."""


class CurlingTrajectory(TypedDict):
    """The trajectories of all stones that a shot moves, as frames at equal times."""

    frames: int
    """The number of frames."""

    seconds: float
    """Seconds between frames."""

    tracks: list[CurlingTrack]
    """The stones that move, the delivered one first. All others stay at rest."""


class CurlingAimed(TypedDict):
    """A shot and its exact result."""

    call: str
    """The skip's call, such as `take-out`."""

    run: CurlingTrajectory
    """The trajectories of all stones."""

    shot: CurlingShot
    """The shot."""

    speed: float
    """The speed of the shot, in metres per second."""

    stones: list[CurlingStone]
    """The stones afterwards."""

    words: Text
    """The call as a sentence, stones numbered by shot."""


class CurlingOpponent(TypedDict):
    """An opponent, or a player that gives advice."""

    level: NotRequired[int | None]
    """The level, from 1 (beginner) to 10, if the player has levels."""

    name: str
    """The player, with settings: `sample`, `jiritsu:preset=strongest`."""

    seconds: float
    """The time for a shot, in seconds."""


class CurlingAnswerAsked(TypedDict):
    """A request for the next action of a player."""

    player: CurlingOpponent
    """The player."""

    text: str
    """The record so far."""


class CurlingPlayedAsked(TypedDict):
    """A match to begin."""

    conditions: CurlingConditions
    """The conditions of the match."""

    names: Sequence[str]
    """The names of team 0, which throws first, and of team 1."""

    seed: int
    """The seed of the dice."""


class CurlingMoment(TypedDict):
    """A scene of a match."""

    at: int
    """The scene, from 0: the one before anything was done."""

    text: str
    """The match."""


class CurlingSuggestion(TypedDict):
    """A shot that a player thinks of."""

    call: str
    """The skip's call, such as `take-out`."""

    run: CurlingTrajectory
    """The trajectories of all stones."""

    shot: CurlingShot
    """The shot at release."""

    stones: list[CurlingStone]
    """The stones afterwards."""

    success: float
    """The probability that the shot is made."""

    value: float
    """The player's value for the team that throws."""

    words: Text
    """The call as a sentence, stones numbered by shot."""


class CurlingSuggestions(TypedDict):
    """Shots that a player thinks of, best first."""

    scale: str
    """The scale of the values: `chance` or `points`."""

    shots: list[CurlingSuggestion]
    """The shots."""


class CurlingGameLine(TypedDict):
    """A game of a file."""

    fault: NotRequired[str | None]
    """The fault that ended the game, if one did."""

    names: list[str]
    """The names of team 0 and team 1."""

    points: list[float]
    """The points of team 0 and team 1."""


class CurlingGames(TypedDict):
    """The games of a file."""

    games: list[CurlingGameLine]
    """Each in its order; empty if the file is a log of one match."""


class CurlingTables(TypedDict):
    """The tables of a championship, as the texts of their files."""

    competitions: NotRequired[str | None]
    """The table `Competition`; without it competitions have numbers."""

    ends: str
    """The table `Ends`: the points of the ends."""

    games: str
    """The table `Games`."""

    stones: str
    """The table `Stones`: the sheet after every shot."""

    teams: NotRequired[str | None]
    """The table `Teams`; without it teams have the letters of their countries."""


class CurlingImportedMatch(TypedDict):
    """An imported match."""

    ends: int
    """The number of ends."""

    file: str
    """A name for its file, unique in the answer."""

    names: list[str]
    """The names of team 0, which throws first, and team 1."""

    shots: int
    """The number of shots."""

    text: str
    """The match, as a file that every operation on logs reads."""

    title: str
    """The competition, session and sheet."""


class CurlingImported(TypedDict):
    """Imported matches."""

    matches: list[CurlingImportedMatch]
    """The matches."""

    warnings: list[str]
    """Warnings about what the tables leave open or contradict, each with its place."""


CurlingLearn = TypedDict("CurlingLearn", {
    "conditions": CurlingConditions,
    "ends": NotRequired[int | None],
    "from": NotRequired[str | None],
    "matches": NotRequired[int | None],
    "player": NotRequired[str | None],
    "rounds": NotRequired[int | None],
    "seed": int,
    "wild": NotRequired[float | None],
})
"""A request to train the value model of ends.

* `conditions`: The conditions of the match.
* `ends`: Ends of a round: 3000 if not given.
* `from`: The text of a model that is corrected instead of training one.
* `matches`: Matches of the player against itself, one shot deep, by whose results the claims of the
  model are corrected: 0 if not given.
* `player`: The player that looks at the positions, one shot deep: `jiritsu` with its settings.
* `rounds`: The number of rounds of play and training; 3 by default.
* `seed`: The seed.
* `wild`: The share of shots that are thrown at random, from 0 to 1: 0.3 if not given.
"""


class CurlingLearned(TypedDict):
    """A trained value model of ends."""

    text: str
    """The text of the file that `jiritsu:experience=FILE` reads."""


class CurlingMatchAsked(TypedDict):
    """A match between two players."""

    conditions: CurlingConditions
    """The conditions of the match."""

    players: Sequence[CurlingOpponent]
    """Team 0, which throws first, and team 1."""

    seed: int
    """The seed of the dice."""


class CurlingToMeasure(TypedDict):
    """Shots to measure in one position."""

    conditions: CurlingConditions
    """The conditions of the match."""

    game: CurlingGame
    """The match, with a shot to come."""

    seed: NotRequired[int]
    """The seed of the throws' errors."""

    shots: Sequence[CurlingShot]
    """The shots, 1 to 100."""

    throws: NotRequired[int]
    """The number of throws of each shot, 10 to 5000; 1000 by default."""


class CurlingMeasuredShot(TypedDict):
    """A shot by one measure."""

    chance: float
    """The mean chance of winning after the shot, for the team that throws."""

    error: float
    """The standard error of the chance."""

    gap_error: float
    """The standard error of the difference to the best of the shots, from the same throws."""


class CurlingMeasured(TypedDict):
    """The measured shots."""

    player: str
    """The player that values the positions after the throws."""

    shots: list[CurlingMeasuredShot]
    """The measure of each shot, in their order."""

    throws: int
    """The number of throws of each shot."""


class CurlingBeginning(TypedDict):
    """A match as it begins, and the order of the stones in every end."""

    game: CurlingGame
    """The match before its first shot."""

    placed: list[list[int]]
    """The stones placed before the first shot: the team without the hammer or with it (0, 1), and
    the number.
    """

    shots: list[list[int]]
    """The stone of every shot, from that of the match's beginning on."""


class CurlingPlatformTold(TypedDict):
    """A platform."""

    conditions: CurlingConditions
    """The default conditions."""

    mixed_doubles: CurlingBeginning
    """A match of mixed doubles as it begins."""

    normal: CurlingBeginning
    """A match of four players a team as it begins."""

    sheet: CurlingSheet
    """The lines of its sheet."""


CurlingPredictBy: TypeAlias = Literal["model", "fit", "crossed"]
"""The source of the model.

* `model`: A model that was fitted before.
* `fit`: A model fitted to these tables, which predicts what it was fitted to.
* `crossed`: For each competition a model fitted to the others.
"""


class CurlingPredictAsked(TypedDict):
    """A championship to predict."""

    by: NotRequired[CurlingPredictBy]
    """The model that predicts."""

    hands: NotRequired[Sequence[float] | None]
    """In a fit, the execution errors that are compared, as multiples of Digital Curling 4's; 2 and
    3 if not given.
    """

    model: NotRequired[str | None]
    """The text of the model; by default the shipped one."""

    tables: CurlingTables
    """The tables of the championship."""


class CurlingPointsLoss(TypedDict):
    """The log losses before a stone, in nats, each with its interval of 95 %."""

    competition: NotRequired[str | None]
    """The competition; none for all of them."""

    difference: list[float]
    """The loss of the model less that of the frequencies."""

    frequencies: list[float]
    """The loss of the frequencies by power play."""

    model: list[float]
    """The loss of the model: mean, lower and upper end."""

    positions: int
    """The number of positions."""

    stone: NotRequired[int | None]
    """The number of the stone, from 1; none for all of them."""


Phrase: TypeAlias = str | Text
"""A text of a report: one for every language, or one in English and one in Japanese.

In JSON it is a string or an object with `en` and `ja`; tables stored by version 0.1 have strings.
"""


class ReportColumn(TypedDict):
    """A column of a table."""

    numeric: bool
    """Whether cells are aligned to the right, as numbers are."""

    paper: NotRequired[bool]
    """Whether it holds the paper's values."""

    title: Phrase
    """The heading."""


class ReportTable(TypedDict):
    """A table of text."""

    aside: NotRequired[bool]
    """Whether it is secondary, such as the list of players."""

    caption: Phrase
    """The caption."""

    columns: list[ReportColumn]
    """The columns."""

    notes: list[Phrase]
    """Explanations below it."""

    paper_rows: NotRequired[list[int]]
    """Indices of the rows that hold the paper's values."""

    rows: list[list[Phrase]]
    """The rows; a short row is filled with empty cells, a long one is truncated."""

    timing: bool
    """Whether it shows measured times, which another run will not repeat."""


class CurlingPredicted(TypedDict):
    """Predictions of a championship against its results."""

    ends: list[int]
    """The ends that were played out, and the others."""

    losses: list[CurlingPointsLoss]
    """The log losses as data."""

    model: NotRequired[str | None]
    """The text of the model, if one was fitted to the tables."""

    tables: list[ReportTable]
    """Losses, reliability, hands and power plays."""

    warnings: list[str]
    """Warnings about what the tables leave open or contradict."""


class CurlingRecordFile(TypedDict):
    """A file of the folder."""

    age: int
    """Seconds since it was last written to."""

    bytes: int
    """The length in bytes."""

    growing: bool
    """Whether more may come."""

    name: str
    """The name of the file."""

    names: NotRequired[list[str] | None]
    """The names of the teams, if the first line has them."""


class CurlingRecords(TypedDict):
    """The records folder and its files."""

    folder: str
    """The path of the folder."""

    records: list[CurlingRecordFile]
    """The records, the newest first."""


class CurlingReplayAsked(TypedDict):
    """Positions of a match."""

    end: NotRequired[int | None]
    """Only this end, from 1."""

    game: NotRequired[int | None]
    """The number of the game, from 1; needed if there are several."""

    shot: NotRequired[int | None]
    """Only the position after this stone, from 1; 0 is before the first."""

    text: str
    """The log, as of `curling/film`."""


CurlingTask: TypeAlias = Literal[
    "draw",
    "front",
    "guard",
    "raise",
    "wick",
    "freeze",
    "take-out",
    "hit-and-roll",
    "clearing",
    "double",
    "promotion",
    "through",
    "uncounted",
]
"""The task of a shot, by the names of the sport's statistics.

* `draw`: A draw into the house.
* `front`: A stone in front of another, or of the house.
* `guard`: A guard.
* `raise`: A raise or a tap back.
* `wick`: A wick or a soft peel.
* `freeze`: A freeze.
* `take-out`: A take-out.
* `hit-and-roll`: A hit and roll.
* `clearing`: A clearing.
* `double`: A double take-out.
* `promotion`: A promotion take-out.
* `through`: A stone thrown through.
* `uncounted`: A shot without statistics.
"""


class CurlingSeen(TypedDict):
    """An observer's notes on a shot."""

    mark: NotRequired[int | None]
    """The mark for the execution, from 0 to 4."""

    task: NotRequired[CurlingTask | None]
    """The task."""

    turn: NotRequired[CurlingTurn | None]
    """The turn."""


class CurlingLastShot(TypedDict):
    """The last shot."""

    asked: NotRequired[CurlingShot | None]
    """The intended shot."""

    seen: NotRequired[CurlingSeen | None]
    """The notes of observers, in an observed match."""

    slot: int
    """The slot of its stone; marked if it still lies among `View::stones`."""

    team: CurlingTeamName
    """The team."""

    thrown: NotRequired[CurlingShot | None]
    """The shot after noise; none if it counted as a pass, or is unknown."""


class CurlingStoneInSlot(TypedDict):
    """The written form of a stone in play."""

    angle: NotRequired[float]

    slot: int

    x: float

    y: float


CurlingStones: TypeAlias = list[CurlingStoneInSlot]
"""Sixteen slots, each with a stone in play or empty. By convention of the rules, the slot of a
stone is the number of the shot that delivered it, so that even slots belong to the team that throws
first in the end.

Written as a list of the stones in play, each with its slot.
"""


class CurlingScreen(TypedDict):
    """The content of the text screen."""

    end: int
    """The end, from 0."""

    last: NotRequired[CurlingLastShot | None]
    """The last shot."""

    lead: CurlingTeamName
    """The team that throws first in this end."""

    left: list[float | None]
    """The time left of team 0 and team 1, if limited; written in seconds."""

    length: NotRequired[int | None]
    """The scheduled number of ends, without extra ends, if known."""

    names: list[str]
    """The names of team 0 and team 1."""

    next: NotRequired[CurlingTeamName | None]
    """The team to throw or to place stones; none when the match is over."""

    over: NotRequired[list[CurlingEnding | CurlingTeamName | None] | None]
    """The ending and the winner, if the match is over."""

    placing: bool
    """Whether stones are to be placed next."""

    scores: list[int]
    """The points of every finished end, positive for team 0."""

    shot: int
    """The slot of the next stone: its number in the end from 0."""

    stones: CurlingStones
    """The stones in play."""


class CurlingReplayMoment(TypedDict):
    """A moment of a match: after a shot, or before the first of an end."""

    end: int
    """The end, from 1."""

    scene: CurlingScreen
    """The view."""

    shot: int
    """The number of the stone thrown last in it, from 1; 0 before the first. Mixed doubles begins
    with stone 7.
    """


class CurlingReplay(TypedDict):
    """A match, position by position."""

    complaints: list[str]
    """Ignored parts of the log."""

    ending: CurlingEnding
    """The ending."""

    ends: int
    """The number of ends begun."""

    moments: list[CurlingReplayMoment]
    """The positions."""

    names: list[str]
    """The names of team 0 and team 1."""

    points: list[int]
    """All points of team 0 and team 1."""

    winner: NotRequired[CurlingTeamName | None]
    """The winner."""


class CurlingScored(TypedDict):
    """A batch of ends to score."""

    conditions: CurlingConditions
    """The conditions of the match."""

    games: Sequence[CurlingGame]
    """Positions; at most 20,000."""


class CurlingScores(TypedDict):
    """The scores of ends."""

    points: list[int]
    """The score of each end as its stones lie, positive for team 0."""


class CurlingSimulated(TypedDict):
    """A batch of shots to simulate."""

    conditions: CurlingConditions
    """The conditions of the match."""

    games: Sequence[CurlingGame]
    """Positions with a shot to come."""

    mode: NotRequired[CurlingMode | None]
    """The kind of simulation; by default that of the referee."""

    seed: NotRequired[int | None]
    """The seed of the throwers' noise; without it every shot is thrown exactly."""

    shots: Sequence[CurlingShot]
    """Shots, each thrown in every position; positions times shots are at most 20,000."""


class CurlingOutcome(TypedDict):
    """The outcome of a shot."""

    foul: bool
    """Whether a rule about guards put the stones back."""

    points: int
    """The score of the end as the stones lie afterwards, positive for team 0."""

    shot: NotRequired[CurlingShot | None]
    """The shot after noise; none if it was too fast for the thrower and counts as a pass."""

    stones: list[CurlingStone]
    """The stones that count afterwards."""


class CurlingSimulation(TypedDict):
    """The outcomes of a batch of shots."""

    outcomes: list[list[CurlingOutcome]]
    """For every position, in order, the outcome of every shot, in order."""


CurlingStatsBy: TypeAlias = Literal["team", "pairing"]
"""The grouping of the tables.

* `team`: Every team by its name.
* `pairing`: Every team against every opponent.
"""


class CurlingNamedLog(TypedDict):
    """A log and what it is called in messages."""

    path: str
    """The name of its file."""

    text: str
    """The log, as of `curling/film`; all games of a file are counted."""


class CurlingStatsAsked(TypedDict):
    """Logs to be counted."""

    by: NotRequired[CurlingStatsBy]
    """The unit of a table row."""

    ends: NotRequired[int | None]
    """The number of ends, from the first, that count for the points per end; all by default."""

    logs: Sequence[CurlingNamedLog]
    """The logs."""


class CurlingLogRemark(TypedDict):
    """A remark about a log."""

    path: str
    """The name of its file."""

    why: str
    """The remark."""


class CurlingEndCounts(TypedDict):
    """The points of ends, seen from the team."""

    ends: int
    """The number of ends."""

    mean: NotRequired[float | None]
    """The mean of the points."""

    percent: NotRequired[dict[str, float] | None]
    """The share of ends with these points, in per cent."""

    standard_error: NotRequired[float | None]
    """The standard error of the mean."""

    variance: NotRequired[float | None]
    """The variance of the points."""


class Interval(TypedDict):
    """A range of values. An end may be infinite; it is then `null` in JSON, which has no infinity.

    Shown with two decimals unless the format asks for others:
    """

    high: NotRequired[float | None]
    """The upper end; `null` if it is infinite."""

    low: NotRequired[float | None]
    """The lower end; `null` if it is infinite."""


class CurlingTeamCounts(TypedDict):
    """The counts of a team."""

    against: NotRequired[str | None]
    """The opponent, where lines are pairings."""

    drawn: int
    """Draws."""

    games: int
    """Matches."""

    hammer: CurlingEndCounts
    """Ends with the last stone."""

    interval: NotRequired[Interval | None]
    """Wilson's 95 % interval of the win rate."""

    lead: CurlingEndCounts
    """Ends without the last stone."""

    lost: int
    """Losses."""

    no_result: int
    """Matches without a result."""

    points: int
    """The points."""

    points_against: int
    """The points of its opponents."""

    team: str
    """The name."""

    win_rate: NotRequired[float | None]
    """The share of the matches with a result that it won, a draw counting half."""

    won: int
    """Wins."""


class CurlingCounted(TypedDict):
    """The counts of many matches."""

    complaints: list[CurlingLogRemark]
    """Ignored parts of logs."""

    counted_ends: NotRequired[int | None]
    """The number of ends of a match that count for the points an end, from the first; all if none.
    """

    failed: list[CurlingLogRemark]
    """Logs that cannot be read, and why."""

    matches: int
    """The number of matches."""

    tables: list[ReportTable]
    """The statistics as tables."""

    teams: list[CurlingTeamCounts]
    """Every team, or every team against every opponent."""


class CurlingTermsAsked(TypedDict):
    """A position to evaluate."""

    conditions: CurlingConditions
    """The conditions of the match."""

    game: CurlingGame
    """The match, with a shot to come."""

    stone: NotRequired[CurlingStoneName | None]
    """The evaluated stone; by default the one put at each place."""


class CurlingTermsCell(TypedDict):
    """The parts of a stone's worth, by where the further stone lies."""

    d: float
    """D: how hard the stone is to take out together with another."""

    j: float
    """J: the expected gain of the stone."""

    n: float
    """N: the product of the three."""

    t: float
    """T: how hard the stone is to take out."""

    x: float
    """Right of the tee."""

    y: float
    """Behind it."""


class CurlingTerms(TypedDict):
    """The parts of the evaluation at every place."""

    cells: list[CurlingTermsCell]
    """The places with the terms of a stone there."""

    side: float
    """The side of a cell, in metres."""

    team: int
    """The team of the stone put at each place."""


class CurlingThrow(TypedDict):
    """A shot to simulate."""

    conditions: CurlingConditions
    """The conditions of the match."""

    game: CurlingGame
    """The match, with a shot to come."""

    seed: NotRequired[int | None]
    """The seed of the noise; without it the shot is thrown exactly."""

    shot: CurlingShot
    """The intended shot."""


class CurlingThrown(TypedDict):
    """The result of a shot."""

    ends: bool
    """Whether the end is over."""

    foul: bool
    """Whether the shot violates a guard rule, so that the stones are put back."""

    game: CurlingGame
    """The match afterwards."""

    paths: list[CurlingPath]
    """The trajectories as polylines."""

    points: int
    """The score of the end as the stones lie afterwards, positive for the team that threw."""

    shot: NotRequired[CurlingShot | None]
    """The shot after noise; none if it was too fast for the thrower and counts as a pass."""

    stones: list[CurlingStone]
    """The stones that count afterwards, also if this was the last shot of the end."""

    trajectory: CurlingTrajectory
    """The trajectories."""


class CurlingTrajectoryAsked(TypedDict):
    """A shot of a record."""

    end: int
    """The end, from 1."""

    every: NotRequired[float | None]
    """Seconds between two points of a path, from 0.001 to 100; 0.05 by default."""

    game: NotRequired[int | None]
    """The number of the game, from 1; required if the file has several."""

    shot: int
    """The stone of the end, from 1; in mixed doubles the first delivery is stone 7."""

    text: str
    """The record, as of `curling/film`; other logs cannot be simulated again."""


class CurlingRecordedPath(TypedDict):
    """The path of a stone."""

    points: list[list[float]]
    """Time since the release in seconds, and place. A stone that lies still has one point; one that
    left play stops where it was last seen.
    """

    stone: int
    """The number: that of the shot that delivered it, from 1."""

    team: CurlingTeamName
    """The team."""


class CurlingRecordedTrajectory(TypedDict):
    """The trajectory of a shot."""

    end: int
    """The end, from 1."""

    paths: list[CurlingRecordedPath]
    """Every stone that was on the sheet."""

    shot: int
    """The stone, from 1."""

    team: CurlingTeamName
    """The team that threw it."""

    thrown: CurlingShot
    """The shot after noise."""


CurlingDiceCheck: TypeAlias = Literal["given", "revealed", "forged", "hidden"]
"""The dice of a simulated record.

* `given`: From a seed in the record's first line.
* `revealed`: From a seed that was revealed after the match and has the hash told at the start.
* `forged`: Not known: the revealed seed does not have the hash told at the start. Shots are
  simulated as they were recorded.
* `hidden`: Not known: no seed was revealed. Shots are simulated as they were recorded.
"""


class CurlingDifference(TypedDict):
    """A difference between record and simulation."""

    end: int
    """The end, from 1."""

    entry: int
    """The entry, from 1; one past the last for the result, 0 for the seed."""

    shot: int
    """The stone about to be thrown, from 1."""

    what: str
    """The difference."""


class CurlingVerification(TypedDict):
    """The result of simulating a record again."""

    dice: CurlingDiceCheck
    """The dice they were simulated with."""

    differences: list[CurlingDifference]
    """The differences."""

    shots: int
    """The number of simulated shots."""


class CurlingVerified(TypedDict):
    """The verification of a record."""

    holds: bool
    """Whether the record is correct."""

    verification: CurlingVerification
    """The number of simulated shots, and the differences."""


class CurlingWhyAsked(TypedDict):
    """A shot to be asked about."""

    at: int
    """The scene after the shot, from 1."""

    player: CurlingOpponent
    """The player, one that values shots: `jiritsu`, `krucb`, `ayumu`, `gccs` or `greedy`."""

    text: str
    """The match."""


class CurlingJudged(TypedDict):
    """A shot, judged."""

    call: str
    """The skip's call, such as `take-out`."""

    chance: float
    """The mean chance of winning when it is tried."""

    error: float
    """See `gain`."""

    gain: float
    """By how much it is better than the one called, and the standard error of that."""

    run: CurlingTrajectory
    """The trajectories of all stones."""

    shot: CurlingShot
    """The shot at release."""

    success: float
    """The probability that the shot is made."""

    value: NotRequired[float | None]
    """The player's own value of the shot, if it was a candidate."""

    words: Text
    """The call as a sentence, stones numbered by shot."""


class CurlingWhy(TypedDict):
    """A shot beside others. All chances are of the team that threw."""

    called: CurlingJudged
    """The shot that was called."""

    came: float
    """The chance of winning after what really happened."""

    instead: list[CurlingJudged]
    """The player's candidates, best first by its own values."""

    scale: str
    """The scale of the player's own values: `chance` or `points`."""

    team: int
    """The team that threw."""

    tries: int
    """The number of trials behind the means."""


class CurlingWinTable(TypedDict):
    """A table of chances to be made."""

    conditions: CurlingConditions
    """The conditions of the match."""

    depth: NotRequired[int | None]
    """The search depth in shots; by default 1, or the player's own."""

    difference: NotRequired[int | None]
    """The largest difference that is played, which larger ones count as: 5 if not given."""

    ends: NotRequired[int | None]
    """The most ends left: those of a match if not given."""

    ends_per_state: NotRequired[int | None]
    """Ends for each number of ends left and each difference, in each round: 500 if not given, 10 if
    short.
    """

    exact: NotRequired[bool]
    """Whether throws are run step by step, as the referee does."""

    first: NotRequired[int | None]
    """Ends for points, and as many extra ends: 4000 if not given, 300 if short."""

    played: NotRequired[str]
    """The ends of an earlier answer under the same conditions: they are not played again."""

    player: NotRequired[str | None]
    """The player: `jiritsu` with its settings."""

    rounds: NotRequired[int | None]
    """Rounds of ends to win, each played for the table of the round before it: 1, as in the paper,
    if not given.
    """

    seed: int
    """The seed."""

    short: NotRequired[bool]
    """Whether a rough table of few ends is enough."""

    threads: NotRequired[int | None]
    """The number of threads; by default the number of cores."""


class CurlingChances(TypedDict):
    """A table of chances."""

    chances: list[list[float]]
    """The chances of the team with the hammer: a row for 0, 1, 2 … ends left, each from the most
    points behind to the most ahead.
    """

    errors: list[list[float]]
    """The standard errors of the chances."""

    extra: Any
    """The distribution of points of extra ends."""

    first_chances: list[list[float]]
    """The table after the ends for points."""

    level: float
    """The chance of the team with the hammer if the match is level after its last end."""

    points: Any
    """The distribution of points of ends played for points."""

    smoothed: list[list[float]]
    """The chances of the file: smoothed, so that a higher score is never worth less."""

    smoothed_errors: list[list[float]]
    """The standard errors of the smoothed chances."""

    states: list[Any]
    """The distributions of points of ends played to win, by state."""

    text: str
    """The text of the file that `jiritsu:table=FILE` reads."""

    warnings: list[str]
    """Warnings about the table."""


class CurlingWinTableMade(TypedDict):
    """A trained win table."""

    interrupted: bool
    """Whether it was stopped before the table was complete."""

    played: str
    """The ends played so far, to be given back."""

    table: NotRequired[CurlingChances | None]
    """The table, if it is complete."""


class LabCheck(TypedDict):
    """A player and conditions to check."""

    conditions: NotRequired[str]
    """The conditions, as lines `key = value`."""

    game: str
    """The game."""

    player: NotRequired[str | None]
    """The player, as `name:key=value,key=value`; empty to check the conditions alone."""


class LabChecked(TypedDict):
    """The answer to a check."""

    player: NotRequired[str | None]
    """The player as results will name it."""


class LabExtent(TypedDict):
    """The progress of an experiment."""

    done: int
    """Tasks with a result."""

    total: int
    """All tasks."""


class LabExperiment(TypedDict):
    """An experiment."""

    about: Phrase
    """The background; blank lines separate paragraphs."""

    full: NotRequired[LabExtent | None]
    """The progress of the full experiment."""

    kind: str
    """The kind of experiment."""

    name: str
    """The name."""

    paper: NotRequired[str | None]
    """The paper compared with."""

    short: NotRequired[LabExtent | None]
    """The progress of the short variant, if there is one."""

    title: Phrase
    """The question; empty if the file cannot be read."""

    trouble: NotRequired[str | None]
    """The error in the file, if there is one."""


LabOrigin: TypeAlias = Literal["folder", "built_in"]
"""The origin of experiments.

* `folder`: The folder.
* `built_in`: The program itself, because there is no such folder.
"""


class LabRunning(TypedDict):
    """A run in progress."""

    done: int
    """Tasks with a result."""

    failed: int
    """Tasks that failed in this run."""

    left: NotRequired[float | None]
    """The estimated seconds left; none before the first result."""

    name: str
    """The name of the experiment; for a tournament, the game."""

    seconds: float
    """Seconds since it was started."""

    short: bool
    """Whether it is the short variant of the experiment."""

    total: int
    """All tasks."""

    tournament: bool
    """Whether it is a tournament, not an experiment."""


class LabExperiments(TypedDict):
    """All experiments."""

    experiments: list[LabExperiment]
    """The experiments by name."""

    folder: str
    """The folder of the experiment files."""

    origin: LabOrigin
    """The origin of the experiment files."""

    running: list[LabRunning]
    """Runs in progress."""

    store: str
    """The file of the results."""

    threads: int
    """The default number of threads."""


LabForm: TypeAlias = Literal["markdown", "html", "csv", "records"]
"""The form of a file.

* `markdown`: The report with its figures inside it.
* `html`: The report as one page.
* `csv`: The result of every task.
* `records`: The records that were kept with the results, one JSON object a line.
"""


class LabExport(TypedDict):
    """A request for a file of an experiment."""

    field: NotRequired[str | None]
    """The field of that record, such as `weights`; a text is written as it is."""

    form: LabForm
    """The form of the file."""

    name: str
    """The experiment's name, as in the list."""

    seed: NotRequired[int | None]
    """A seed that overrides the experiment's."""

    short: NotRequired[bool]
    """Whether to take the short variant."""

    task: NotRequired[int | None]
    """The task whose record is wanted, instead of all of them."""


class LabFile(TypedDict):
    """A file."""

    name: str
    """The name of the file."""

    text: str
    """The text of the file."""


class LabPlaces(TypedDict):
    """Places of experiments and results."""

    experiments: NotRequired[str | None]
    """The folder of the experiment files."""

    store: NotRequired[str | None]
    """The file of the results."""


class LabImport(TypedDict):
    """Results to import."""

    files: Sequence[LabFile]
    """The files of its blocks."""

    name: str
    """The experiment's name, as in the list."""

    places: NotRequired[LabPlaces | None]
    """Other places of experiments and results than the program's own."""

    seed: NotRequired[int | None]
    """A seed that overrides the experiment's."""

    short: NotRequired[bool]
    """Whether to take the short variant."""


class LabImportedFile(TypedDict):
    """The result of importing one file."""

    known: int
    """Results that the store had already."""

    name: str
    """The name of the file."""

    new: int
    """Results that were new to the store."""

    refused: NotRequired[str | None]
    """What is wrong with the file, if it was refused as a whole."""


class LabImported(TypedDict):
    """The result of an import."""

    files: list[LabImportedFile]
    """The files, in order."""


class LabTournament(TypedDict):
    """A match or a tournament to play."""

    conditions: NotRequired[str]
    """The conditions of the game: lines `key = value`, or another text that the game reads."""

    game: str
    """The game."""

    games: int
    """Games of each pairing; both games of a pair have the same start and dice, with sides
    exchanged.
    """

    gauntlet: NotRequired[bool]
    """Whether the first player meets all others and they do not meet each other."""

    increment: NotRequired[float | None]
    """Seconds gained after each move."""

    longest: NotRequired[int | None]
    """The number of moves after which a game is stopped and scored as it stands."""

    own_dice: NotRequired[bool]
    """Whether every game has dice of its own, instead of sharing them with the other game of its
    pair and the other pairings. In a game without dice nothing changes.
    """

    per_game: NotRequired[float | None]
    """Seconds for each side in a game."""

    per_move: NotRequired[float | None]
    """Seconds for each move; a player that takes longer loses."""

    played: NotRequired[str]
    """Records of earlier games, one a line: they count and are not played again."""

    players: Sequence[str]
    """The players, as `name:key=value,key=value`, or `TITLE=name:key=value` to be called TITLE."""

    records: NotRequired[bool]
    """Whether the records of the games come with the result."""

    risk: NotRequired[float | None]
    """The error probability of that sequential test; 0.05 by default."""

    seed: int
    """The seed."""

    set: NotRequired[Sequence[str]]
    """Changes to the conditions, each `key=value`."""

    sprt: NotRequired[Sequence[float] | None]
    """Two Elo differences, the smaller first: a match of two ends as soon as it is decided which of
    them holds.
    """

    threads: NotRequired[int | None]
    """The number of threads; by default the number of cores."""


class EloDifference(TypedDict):
    """Elo difference with its confidence interval."""

    difference: NotRequired[float | None]
    """The most likely difference; `None` if every game or none was won, where only a bound can be
    given.
    """

    interval: Interval
    """The error bars; infinite on the side where every game was won or lost."""


class Gain(TypedDict):
    """A player's duplicate gain over all complete pairs of games."""

    error: NotRequired[float | None]
    """Standard error of the mean."""

    interval: NotRequired[Interval | None]
    """Student's 95 % interval of the mean."""

    mean: NotRequired[float | None]
    """Mean gain per pair."""

    p: NotRequired[float | None]
    """Two-sided p-value of Student's test against a mean of 0."""

    pairs: int
    """Complete pairs."""

    t: NotRequired[float | None]
    """The mean in standard errors."""

    total: float
    """Total gain."""

    unit: str
    """Unit of the gain."""


class WinDrawLoss(TypedDict):
    """The games of a match, counted by result and seen from one of the players."""

    draws: NotRequired[int]
    """Games drawn."""

    losses: int
    """Games lost."""

    wins: int
    """Games won."""


class SideScore(TypedDict):
    """A player's results on one side."""

    rate: NotRequired[float | None]
    """The win rate on that side."""

    score: WinDrawLoss
    """The games on that side."""

    side: str
    """The name of the side."""


SprtDecision: TypeAlias = Literal["continue", "accept_h0", "accept_h1"]
"""The decision of a test.

* `continue`: The games do not decide it yet.
* `accept_h0`: Stop: the player is not `elo1` better.
* `accept_h1`: Stop: the player is more than `elo0` better.
"""


class SprtVerdict(TypedDict):
    """The state of a test."""

    bounds: Interval
    """The bounds at which the test ends: H0 is accepted at the lower one, H1 at the upper."""

    decision: SprtDecision
    """The decision."""

    llr: float
    """The log likelihood ratio: positive speaks for H1."""


class MatchResult(TypedDict):
    """The result of a match of two, from the perspective of the first player."""

    distinct: int
    """Distinct games."""

    elo: NotRequired[EloDifference | None]
    """The difference in Elo with its interval."""

    faults: list[int]
    """Forfeited games of each."""

    gain: NotRequired[Gain | None]
    """The duplicate gain, where pairs are compared."""

    games: int
    """Games played."""

    interval: NotRequired[Interval | None]
    """Wilson's 95 % interval of the rate."""

    p: NotRequired[float | None]
    """p-value of the two-sided sign test on complete pairs of games."""

    players: list[str]
    """The players' names."""

    rate: NotRequired[float | None]
    """The win rate, a draw counting half."""

    score: WinDrawLoss
    """Score of the distinct games."""

    sides: list[SideScore]
    """Score by the side of the first player."""

    specs: list[str]
    """The player texts."""

    sprt: NotRequired[SprtVerdict | None]
    """State of the sequential test, if there is one."""


class LabMatch(TypedDict):
    """The result of a match."""

    game: str
    """The game."""

    interrupted: bool
    """Whether the match was stopped early."""

    records: NotRequired[str | None]
    """The records of the games, a line of JSON each, if requested."""

    result: MatchResult
    """The result, seen from the first player."""

    seed: int
    """The seed."""

    total: int
    """Games to be played, unless a test is decided before."""

    variety: NotRequired[Phrase | None]
    """Advice on varying the start, if games repeat each other."""


class LabPlan(TypedDict):
    """An experiment to divide into blocks."""

    name: str
    """The experiment's name, as in the list."""

    places: NotRequired[LabPlaces | None]
    """Other places of experiments and results than the program's own; for the owner."""

    seed: NotRequired[int | None]
    """A seed that overrides the experiment's."""

    short: NotRequired[bool]
    """Whether to take the short variant."""

    size: NotRequired[int | None]
    """The number of tasks in a block; 100 by default."""


class LabPlanned(TypedDict):
    """The tasks of an experiment."""

    blocks: int
    """All blocks."""

    done: int
    """Tasks with a result."""

    file: NotRequired[LabFile | None]
    """The experiment's file, for machines that do not have it; only for the owner."""

    fingerprint: str
    """The fingerprint of everything the results depend on."""

    kind: str
    """The kind of experiment."""

    missing: list[int]
    """The numbers of the blocks in which results are missing."""

    name: str
    """The experiment's name."""

    seed: int
    """The seed."""

    size: int
    """Tasks in a block."""

    tasks: int
    """All tasks."""

    title: str
    """The question of the experiment."""

    variant: str
    """`full` or `short`."""

    version: str
    """The version of this program."""


class PlayerPreset(TypedDict):
    """A named list of settings."""

    about: Text
    """The purpose."""

    alias: NotRequired[str | None]
    """An older switch of the player that means this preset: `NAME=on`."""

    name: str
    """The name, as typed behind `preset=`."""

    settings: list[list[str]]
    """The settings; a setting given explicitly overrides the preset."""


SettingKindInteger = TypedDict("SettingKindInteger", {
    "from": int,
    "page": NotRequired[int | None],
    "to": int,
    "type": Literal["integer"],
})
"""A whole number.

* `from`: The least.
* `page`: The most from a page.
* `to`: The most.
* `type`:
"""


SettingKindNumber = TypedDict("SettingKindNumber", {
    "from": float,
    "page": NotRequired[float | None],
    "to": float,
    "type": Literal["number"],
})
"""A number.

* `from`: The least.
* `page`: The most from a page.
* `to`: The most.
* `type`:
"""


SettingKindTime = TypedDict("SettingKindTime", {
    "from": float,
    "page": NotRequired[float | None],
    "to": float,
    "type": Literal["time"],
})
"""A length of time such as `250ms`, `1.5s` or `2m`; a bare number means seconds.

* `from`: The least, in seconds.
* `page`: The most from a page, in seconds.
* `to`: The most, in seconds.
* `type`:
"""


class SettingKindSwitch(TypedDict):
    """`on` or `off`."""

    type: Literal["switch"]


class SettingKindChoice(TypedDict):
    """One of some words."""

    type: Literal["choice"]

    words: list[str]
    """The words."""


class SettingKindForm(TypedDict):
    """A text of some form."""

    form: str
    """The form, such as `ROOT/INNER`."""

    type: Literal["form"]


class SettingKindFile(TypedDict):
    """The name of a file."""

    type: Literal["file"]


class SettingKindChoiceOrFile(TypedDict):
    """One of some words, or the name of a file."""

    type: Literal["choice-or-file"]

    words: list[str]
    """The words."""


class SettingKindPlayer(TypedDict):
    """Another player of the game, its settings separated by `;`."""

    type: Literal["player"]

    without: list[str]
    """Settings that are not available to the inner player here."""


SettingKind: TypeAlias = (
    SettingKindInteger
    | SettingKindNumber
    | SettingKindTime
    | SettingKindSwitch
    | SettingKindChoice
    | SettingKindForm
    | SettingKindFile
    | SettingKindChoiceOrFile
    | SettingKindPlayer
)
"""The kind of a setting's value. Ranges include both ends; `page` is the maximum for requests from
pages, where that is less than the range allows.
"""


class PlayerSetting(TypedDict):
    """One setting of a player."""

    aliases: list[str]
    """Older names that are still read."""

    default: NotRequired[str | None]
    """The value if none is given, as text; absent if there is none."""

    key: str
    """The name of the setting, as typed before the `=`."""

    kind: SettingKind
    """The kind of its value."""

    meaning: Text
    """The meaning."""

    unit: NotRequired[str | None]
    """The unit of its number."""


class PlayerDescription(TypedDict):
    """The description of a player."""

    about: Text
    """A one-sentence description."""

    is_program: bool
    """Whether the name is followed by a command line instead of settings: `NAME:COMMAND`."""

    name: str
    """The name, as typed."""

    presets: list[PlayerPreset]
    """Named lists of settings, chosen by `preset=NAME`."""

    settings: list[PlayerSetting]
    """The settings, in the order of importance."""


class LabGame(TypedDict):
    """A game."""

    about: str
    """A sentence about the game."""

    name: str
    """The name."""

    players: list[PlayerDescription]
    """The players with their settings, without programs."""

    strongest: NotRequired[str | None]
    """The strongest of them, as a player text, if one is known."""

    unit: NotRequired[str | None]
    """The unit in which the two games of a pair are compared, if they are."""


class LabGames(TypedDict):
    """The games."""

    games: list[LabGame]
    """Each with its players."""


class LabChosen(TypedDict):
    """An experiment, full or in its short variant."""

    name: str
    """The name of the experiment, as in the list."""

    seed: NotRequired[int | None]
    """A seed that overrides the experiment's."""

    short: NotRequired[bool]
    """Whether to take the short variant."""


class ReportBlockHeading(TypedDict):
    """A heading below the title."""

    heading: Phrase


class ReportBlockText(TypedDict):
    """Prose; blank lines separate paragraphs."""

    text: Phrase


class ReportBlockTable(TypedDict):
    """A table."""

    table: ReportTable


class ReportEstimate(TypedDict):
    """A value and the ends of its interval."""

    high: float
    """The upper end."""

    low: float
    """The lower end."""

    value: float
    """The value."""


class ReportInterval(TypedDict):
    """A row of `Intervals`."""

    label: Phrase
    """The row's name."""

    ours: NotRequired[ReportEstimate | None]
    """The measured value; omitted from JSON if it is not finite."""

    paper: NotRequired[ReportEstimate | None]
    """The paper's value, drawn hollow."""


class ReportIntervals(TypedDict):
    """Values with intervals, beside those of a paper."""

    axis: Phrase
    """Label of the axis."""

    middle: NotRequired[float | None]
    """A reference value drawn as a line, such as an even score."""

    range: list[float]
    """The ends of the axis."""

    rows: list[ReportInterval]
    """The rows from top to bottom."""

    title: Phrase
    """The title."""


class ReportPlotIntervals(TypedDict):
    """One value with its interval for each row, one row below the other."""

    intervals: ReportIntervals


class ReportSeries(TypedDict):
    """A line of `Lines`."""

    name: Phrase
    """The name in the legend."""

    points: list[list[float]]
    """The points, from left to right; JSON contains the finite ones."""


class ReportLines(TypedDict):
    """Lines through points, such as learning curves."""

    log: bool
    """Whether a page draws the vertical axis on a logarithmic scale."""

    series: list[ReportSeries]
    """The lines."""

    title: Phrase
    """The title."""

    x: Phrase
    """Label of the horizontal axis."""

    y: Phrase
    """Label of the vertical axis."""


class ReportPlotLines(TypedDict):
    """Lines through points."""

    lines: ReportLines


ReportPlot: TypeAlias = ReportPlotIntervals | ReportPlotLines
"""A figure. Values that are not finite are left out."""


class ReportBlockPlot(TypedDict):
    """A figure."""

    plot: ReportPlot


ReportBlock: TypeAlias = (
    ReportBlockHeading
    | ReportBlockText
    | ReportBlockTable
    | ReportBlockPlot
)
"""A part of a document."""


class ReportMachines(TypedDict):
    """Machines with the same processor and number of threads, and their results."""

    hosts: int
    """The number of hosts."""

    processor: str
    """The model of the processor."""

    results: int
    """The number of results."""

    threads: int
    """The number of tasks that ran at a time."""


class ReportFacts(TypedDict):
    """The facts needed to judge and repeat a run."""

    command: str
    """The exact command that repeats it."""

    done: int
    """Number of finished tasks."""

    failures: list[list[int | str]]
    """The tasks that failed, with the reasons."""

    fingerprint: str
    """The fingerprint of everything the results depend on; empty if they are not in a store."""

    machines: list[ReportMachines]
    """The kinds of machines that made the results, as far as they are known."""

    seed: int
    """The seed."""

    total: int
    """Number of all tasks."""

    unit: Phrase
    """Name of the tasks, in the plural."""

    variant: str
    """`full` or `short`."""

    versions: list[str]
    """The versions of the program that made the results."""

    when: NotRequired[list[str] | None]
    """Times of the first and the last result; `None` without results."""


class LabReport(TypedDict):
    """A report with its warnings and facts."""

    about: Phrase
    """The introduction; blank lines separate paragraphs."""

    blocks: list[ReportBlock]
    """The results."""

    facts: ReportFacts
    """The facts of the run."""

    lines: list[list[Phrase]]
    """The names and values of the facts."""

    paper: NotRequired[str | None]
    """The paper and table used for comparison."""

    title: Phrase
    """The question."""

    warnings: list[Phrase]
    """The warnings."""


class LabRun(TypedDict):
    """An experiment to run."""

    name: str
    """The experiment's name, as in the list."""

    seed: NotRequired[int | None]
    """A seed that overrides the experiment's."""

    short: NotRequired[bool]
    """Whether to take the short variant."""

    threads: NotRequired[int | None]
    """The number of threads; by default the number of cores. Players that use all cores want 1."""


class LabSitting(TypedDict):
    """The result of a run."""

    before: int
    """Tasks that had a result before."""

    changed: bool
    """Whether the experiment was changed since it was last run: the old results are kept, but not
    used.
    """

    failed: int
    """Tasks that failed; the next run tries them again."""

    failures: list[str]
    """The messages of the first failures."""

    new: int
    """Tasks that got a result in this run."""

    total: int
    """All tasks."""


class LabExpected(TypedDict):
    """What identifies a run, from its plan."""

    fingerprint: str
    """The fingerprint of everything the results depend on."""

    version: str
    """The version of the program."""


class LabBlockRun(TypedDict):
    """A block to run."""

    block: int
    """The number of the block, from 0."""

    expected: NotRequired[LabExpected | None]
    """The run that the results are for; a program that would make others refuses the block."""

    file: NotRequired[LabFile | None]
    """The experiment's file, if this machine does not have it; for the owner."""

    name: str
    """The experiment's name, as in the list."""

    seed: NotRequired[int | None]
    """A seed that overrides the experiment's."""

    short: NotRequired[bool]
    """Whether to take the short variant."""

    size: NotRequired[int | None]
    """The number of tasks in a block; 100 by default."""

    threads: NotRequired[int | None]
    """The number of threads; by default the number of cores."""


class LabBlockDone(TypedDict):
    """The result of a block."""

    failed: int
    """Tasks that failed; they are not in the file."""

    failures: list[str]
    """The messages of the first failures."""

    file: LabFile
    """The file to be imported."""

    results: int
    """The number of results in the file."""


class LabUnderWay(TypedDict):
    """Runs in progress."""

    running: list[LabRunning]
    """The runs."""


class LabStop(TypedDict):
    """A run to stop."""

    name: str
    """The name it runs under."""

    short: NotRequired[bool]
    """Whether it is the short variant."""

    tournament: NotRequired[bool]
    """Whether it is a tournament."""


class LabStopped(TypedDict):
    """The answer to a request to stop."""

    stopped: bool
    """Whether the run was in progress; it ends soon."""


class Crossing(TypedDict):
    """A player's score against another."""

    interval: NotRequired[Interval | None]
    """Wilson's 95 % interval of the rate."""

    rate: NotRequired[float | None]
    """The win rate, a draw counting half."""

    score: WinDrawLoss
    """The distinct games of the two players."""


class Standing(TypedDict):
    """A player's row of the standings."""

    distinct: int
    """Distinct games."""

    elo: NotRequired[list[float] | None]
    """The Elo relative to the mean of the field, and the standard error."""

    faults: int
    """Games it forfeited."""

    gain: NotRequired[Gain | None]
    """The duplicate gain, where pairs are compared."""

    games: int
    """Games played."""

    interval: NotRequired[Interval | None]
    """Wilson's 95 % interval of the rate."""

    pace: NotRequired[float | None]
    """Mean time per move, in seconds."""

    player: str
    """The player's name."""

    rate: NotRequired[float | None]
    """The win rate, a draw counting half."""

    score: WinDrawLoss
    """Score of its distinct games."""

    sides: list[SideScore]
    """Score by side."""

    spec: str
    """The player text."""


class LabStandings(TypedDict):
    """The table of a tournament."""

    crossings: list[list[Crossing | None]]
    """The score of each player against each other, in the order of the standings."""

    distinct: int
    """Distinct games."""

    game: str
    """The game."""

    games: int
    """Games played."""

    interrupted: bool
    """Whether the tournament was stopped early."""

    markdown: NotRequired[str | None]
    """The report as a file; in the final table only."""

    notes: list[ReportTable]
    """Results by side, the cross table, and games lost by faults; in the final table only."""

    records: NotRequired[str | None]
    """The records of the games, a line of JSON each; in the final table only, if requested."""

    seed: int
    """The seed."""

    standings: list[Standing]
    """The players, best first."""

    total: int
    """Games to be played."""

    variety: NotRequired[Phrase | None]
    """Advice on varying the start, if games repeat each other."""


class LabPoint(TypedDict):
    """A point of the curves: means over the updates since the previous point."""

    changes: list[float | None]
    """The relative change of the weights on squares per update, by kind."""

    rmse: float
    """The root mean square error of the evaluation against the results."""

    shared: list[float]
    """The weights that all squares share, by kind."""

    update: int
    """The number of updates made."""


class LabCurve(TypedDict):
    """A training."""

    experiment: str
    """The experiment it is part of."""

    name: str
    """The name in the experiment."""

    points: list[LabPoint]
    """The points of the curve, from left to right."""

    seconds: float
    """The duration, in seconds."""

    short: bool
    """Whether it belongs to the short variant."""


class LabTraining(TypedDict):
    """The trainings and their weights."""

    curves: list[LabCurve]
    """Trainings that have been run."""

    experiments: list[str]
    """The experiments that train, whether or not they have been run."""

    kinds: list[str]
    """The kinds of marks that have weights, in the order of all lists."""

    weights: list[str]
    """The names of the weights that come with the program."""


class LabWeightsAsked(TypedDict):
    """A request for weights."""

    name: str
    """The name of shipped weights."""


class LabWeightsMap(TypedDict):
    """The weights of a kind of mark."""

    kind: str
    """The kind."""

    shared: float
    """The weight that all squares share."""

    squares: list[float]
    """The weight of each square, row by row from the top, as the first player sees the board."""


class LabWeightsPart(TypedDict):
    """A part of the weights."""

    maps: list[LabWeightsMap]
    """The maps, one for each kind of mark."""

    side: NotRequired[int | None]
    """The side: 0 for the first player, 1 for the second, none for both."""

    stage: int
    """0 for all stages of the game, or the stage that these weights are added in."""


class LabWeights(TypedDict):
    """Learned weights."""

    command: str
    """The command that learned them."""

    largest: float
    """The largest weight of a square without its sign, over all maps."""

    name: str
    """The name."""

    parts: list[LabWeightsPart]
    """The weights: those of all stages first, then those added in each stage."""


class RecordsExport(TypedDict):
    """Games to export."""

    conditions: NotRequired[Mapping[str, Any] | None]
    """The conditions of records of version 1, which do not have them."""

    form: str
    """The format, by its file extension: `blksgf`, `pbn`, `dcl`."""

    game: NotRequired[int | None]
    """Only this game, counted from 1."""

    records: str
    """The records, one a line."""


class RecordsExported(TypedDict):
    """A game in another format."""

    number: int
    """The number in the records, from 1."""

    text: str
    """The text of the file."""


class RecordsReplay(TypedDict):
    """Games to replay or verify."""

    conditions: NotRequired[Mapping[str, Any] | None]
    """The conditions of records of version 1, which do not have them."""

    game: NotRequired[int | None]
    """Only this game, counted from 1."""

    positions: NotRequired[bool]
    """Whether the answer has the position after every move."""

    records: str
    """The records, one a line."""

    verify: NotRequired[bool]
    """Whether to replay the moves and answer with the differences instead of the games."""


class Verification(TypedDict):
    """The result of verifying a record against the rules and its seed."""

    differences: list[str]
    """Differences from the record, as sentences."""

    moves: int
    """Number of replayed moves."""


class RecordsGame(TypedDict):
    """A game of a text of records."""

    holds: NotRequired[bool | None]
    """Whether the record is correct; none without `verify`."""

    number: int
    """The number in the text, from 1."""

    positions: NotRequired[list[str] | None]
    """The positions from the start on, each on one line, if requested."""

    record: NotRequired[dict[str, Any] | None]
    """The record; none with `verify`."""

    verification: NotRequired[Verification | None]
    """The number of replayed moves, and the differences; none without `verify`."""


class RecordsCounted(TypedDict):
    """Games to count."""

    texts: Sequence[str]
    """Texts of records, one game a line."""


class RecordsStats(TypedDict):
    """The games of one kind in records."""

    distinct: int
    """Distinct games."""

    game: str
    """The game."""

    games: int
    """Games played."""

    moves: NotRequired[float | None]
    """Moves a game."""

    seconds: NotRequired[float | None]
    """Seconds a game."""

    standings: list[Standing]
    """The players, best first."""
