"""Operations `bridge/...` as typed functions, to be awaited; as `sakiyomi.api.bridge`."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask_async as _ask, given as _given
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


async def act(
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
    """Lets a player make the next call or play the next card. See `sakiyomi.api.bridge.act`."""
    answer: types.BridgeAct = await _ask(
        "bridge/act",
        {"at": at, "player": player, "seconds": seconds, "seed": seed},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def analyse(
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
    """Advises a seat of a recorded board which cards to play, and why. See
    `sakiyomi.api.bridge.analyse`.
    """
    answer: types.BridgeAnalysis = await _ask(
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


async def ask(
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
    """Values every card by plain Monte Carlo and by abc. See `sakiyomi.api.bridge.ask`."""
    answer: types.BridgeAnswer = await _ask(
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


async def beliefs(
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
    """Describes what each seat believes: inferences, sampled deals, chances of cards. See
    `sakiyomi.api.bridge.beliefs`.
    """
    answer: types.BridgeBeliefs = await _ask(
        "bridge/beliefs",
        {"at": at, "deals": deals, "seed": seed} | _given({"card": card}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def compare(
    *,
    other: str,
    table: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeComparison:
    """Compares two tables that played the same boards, in IMPs. See `sakiyomi.api.bridge.compare`.
    """
    answer: types.BridgeComparison = await _ask(
        "bridge/compare",
        {"other": other, "table": table},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def deal(
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
    """Deals boards at random under constraints, counts the deals that fit, or locates cards. See
    `sakiyomi.api.bridge.deal`.
    """
    answer: types.BridgeDeals = await _ask(
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


async def double_dummy(
    *,
    board: types.BridgeBoard,
    step: int,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeCardTricks:
    """Counts the double-dummy tricks of every playable card. See
    `sakiyomi.api.bridge.double_dummy`.
    """
    answer: types.BridgeCardTricks = await _ask(
        "bridge/double_dummy",
        {"board": board, "step": step},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def problems(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeProblems:
    """Lists the problems: the paper's worked examples and a set of our own. See
    `sakiyomi.api.bridge.problems`.
    """
    answer: types.BridgeProblems = await _ask(
        "bridge/problems",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def read(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeBoards:
    """Reads the boards of a PBN, LIN or JSON text. See `sakiyomi.api.bridge.read`."""
    answer: types.BridgeBoards = await _ask(
        "bridge/read",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def solve(
    *,
    best: bool | None = None,
    questions: Sequence[types.BridgeToSolve] | None = None,
    text: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeSolved:
    """Counts the double-dummy tricks of many deals and positions. See `sakiyomi.api.bridge.solve`.
    """
    answer: types.BridgeSolved = await _ask(
        "bridge/solve",
        _given({"best": best, "questions": questions, "text": text}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def state(
    *,
    board: types.BridgeBoard,
    step: int,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeState:
    """Describes a board after some of its calls and cards. See `sakiyomi.api.bridge.state`."""
    answer: types.BridgeState = await _ask(
        "bridge/state",
        {"board": board, "step": step},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def table(
    *,
    board: types.BridgeBoard,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BridgeTable:
    """Counts the double-dummy tricks of every declarer in every strain. See
    `sakiyomi.api.bridge.table`.
    """
    answer: types.BridgeTable = await _ask(
        "bridge/table",
        {"board": board},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def write(
    *,
    boards: Sequence[types.BridgeBoard],
    format: types.BridgeFormat,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Writes boards as PBN, LIN or JSON. See `sakiyomi.api.bridge.write`."""
    answer: types.FileText = await _ask(
        "bridge/write",
        {"boards": boards, "format": format},
        cancel=cancel,
        timeout=timeout,
    )
    return answer
