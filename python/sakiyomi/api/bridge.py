"""Operations `bridge/...` as typed functions."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "act",
    "analyse",
    "ask",
    "beliefs",
    "compare",
    "deal",
    "double_dummy",
    "problems",
    "read",
    "solve",
    "state",
    "table",
    "write",
]


def act(
    *,
    at: types.BridgeAt,
    player: str,
    seconds: float,
    seed: int,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeAct:
    """Lets a player make the next call or play the next card.

    Args:
        at: The board at a step.
        player: The player with its settings, such as `hybrid:preset=strongest`; `beginner`,
            `minimax`, `abc` and `hybrid` alone stand for players of a suitable pace.
        seconds: The time, at most 60 seconds.
        seed: The seed of the player's random choices.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeAct = _ask(
        "bridge/act",
        {"at": at, "player": player, "seconds": seconds, "seed": seed},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def analyse(
    *,
    at: types.BridgeAt | None = None,
    board: int | None = None,
    open: bool | None = None,
    player: str | None = None,
    seat: types.BridgeSeat | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    text: str | None = None,
    trick: int | None = None,
    verdict: bool | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeAnalysis:
    """Advises a seat of a recorded board which cards to play, and why.

    Args:
        at: A board at a step, instead of a text.
        board: The number of the board in the text; by default the first board.
        open: Whether to use the real deal, which the other players still do not see. Default:
            false.
        player: The player with its settings; `hybrid` by default.
        seat: The seat whose decisions are analysed; by default the seat to act.
        seconds: The time for a card in seconds, at most 3600; by default the player's setting.
        seed: The seed of the sampled deals; 1 by default.
        text: The text of a PBN, LIN or JSON file.
        trick: Only the decision in this trick, from 1; by default the next card if the play is not
            over, else all.
        verdict: Whether to compare all cards by both methods; for `hybrid`. Default: false.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeAnalysis = _ask(
        "bridge/analyse",
        _given({
            "at": at,
            "board": board,
            "open": open,
            "player": player,
            "seat": seat,
            "seconds": seconds,
            "seed": seed,
            "text": text,
            "trick": trick,
            "verdict": verdict,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def ask(
    *,
    at: types.BridgeAt,
    deals: int,
    imagined: int,
    seconds: float,
    seed: int,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeAnswer:
    """Values every card by plain Monte Carlo and by abc.

    Args:
        at: The board at a step.
        deals: Deals to average over, at most 1000.
        imagined: Deals that each of the other players samples, at most 32.
        seconds: The time, at most 60 seconds.
        seed: The seed of the sampled deals.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeAnswer = _ask(
        "bridge/ask",
        {
            "at": at,
            "deals": deals,
            "imagined": imagined,
            "seconds": seconds,
            "seed": seed,
        },
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def beliefs(
    *,
    at: types.BridgeAt,
    deals: int,
    seed: int,
    card: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeBeliefs:
    """Describes what each seat believes: inferences, sampled deals, chances of cards.

    Args:
        at: The board at a step.
        deals: Sampled deals of each player, at most 12.
        seed: The seed of the sampled deals.
        card: A card that is only considered: the beliefs are those after it.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeBeliefs = _ask(
        "bridge/beliefs",
        {"at": at, "deals": deals, "seed": seed} | _given({"card": card}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def compare(
    *,
    other: str,
    table: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeComparison:
    """Compares two tables that played the same boards, in IMPs.

    Args:
        other: The boards of the other table, where the teams sat in each other's seats.
        table: The boards of one table, PBN, LIN or JSON; the gains are those of its North-South.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeComparison = _ask(
        "bridge/compare",
        {"other": other, "table": table},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def deal(
    *,
    auction: str | None = None,
    balanced: Sequence[types.BridgeSeat] | None = None,
    conventions: str | None = None,
    count: bool | None = None,
    deals: int | None = None,
    hands: Sequence[str] | None = None,
    lengths: Sequence[str] | None = None,
    number: int | None = None,
    points: Sequence[str] | None = None,
    seed: int | None = None,
    where: Sequence[str] | None = None,
    wishes: Sequence[types.BridgeWish] | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeDeals:
    """Deals boards at random under constraints, counts the deals that fit, or locates cards.

    Args:
        auction: The dealer and the calls, from which hands are inferred, as in `S: 1NT P 3NT P P
            P`.
        balanced: Seats whose hand is 4333, 4432 or 5332 in any order.
        conventions: The conventions of the calls: `standard` or `paper`. Default: "standard".
        count: Whether to count the deals that fit, instead of dealing. Default: false.
        deals: The number of boards, at most 1000. Default: 1.
        hands: Cards that seats certainly have, as in `N=AK4.QJ.T987.6532`.
        lengths: Lengths of seats' spades, hearts, diamonds and clubs, as in `S=5+.2-3.*.*`.
        number: The number of the first board, from 1, which decides dealer and vulnerability.
            Default: 1.
        points: High-card points of seats, as in `S=15-17`, `S=12+`, `S=10`.
        seed: The seed: deal number k of a seed is always the same. Default: 1.
        where: Cards to locate, instead of dealing.
        wishes: Constraints on hands; at most one for each seat.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeDeals = _ask(
        "bridge/deal",
        _given({
            "auction": auction,
            "balanced": balanced,
            "conventions": conventions,
            "count": count,
            "deals": deals,
            "hands": hands,
            "lengths": lengths,
            "number": number,
            "points": points,
            "seed": seed,
            "where": where,
            "wishes": wishes,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def double_dummy(
    *,
    board: types.BridgeBoard,
    step: int,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeCardTricks:
    """Counts the double-dummy tricks of every playable card.

    Args:
        board: The board.
        step: The number of calls and cards made.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeCardTricks = _ask(
        "bridge/double_dummy",
        {"board": board, "step": step},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def problems(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeProblems:
    """Lists the problems: the paper's worked examples and a set of our own.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeProblems = _ask(
        "bridge/problems",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def read(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeBoards:
    """Reads the boards of a PBN, LIN or JSON text.

    Args:
        text: The text.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeBoards = _ask(
        "bridge/read",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def solve(
    *,
    best: bool | None = None,
    questions: Sequence[types.BridgeToSolve] | None = None,
    text: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeSolved:
    """Counts the double-dummy tricks of many deals and positions.

    Args:
        best: Whether to answer only the best cards of a position. Default: false.
        questions: The questions, at most 1000.
        text: The text of a PBN, LIN or JSON file, whose boards come after the questions.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeSolved = _ask(
        "bridge/solve",
        _given({"best": best, "questions": questions, "text": text}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def state(
    *,
    board: types.BridgeBoard,
    step: int,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeState:
    """Describes a board after some of its calls and cards.

    Args:
        board: The board.
        step: The number of calls and cards made.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeState = _ask(
        "bridge/state",
        {"board": board, "step": step},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def table(
    *,
    board: types.BridgeBoard,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeTable:
    """Counts the double-dummy tricks of every declarer in every strain.

    Args:
        board: The board; only its hands count.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BridgeTable = _ask(
        "bridge/table",
        {"board": board},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def write(
    *,
    boards: Sequence[types.BridgeBoard],
    format: types.BridgeFormat,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Writes boards as PBN, LIN or JSON.

    Args:
        boards: The boards.
        format: The format.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.FileText = _ask(
        "bridge/write",
        {"boards": boards, "format": format},
        cancel=cancel,
        timeout=timeout,
    )
    return answer
