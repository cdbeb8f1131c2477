"""Operations `blokus/...` as typed functions, to be awaited; as `sakiyomi.api.blokus`."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask_async as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "analyse",
    "explain",
    "feature_counts",
    "features",
    "graph",
    "hints",
    "perft",
    "position",
    "read",
    "replay",
    "reply",
    "set",
    "train",
    "write",
]


async def analyse(
    *,
    line: types.BlokusLine | None = None,
    player: str | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    top: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusAnalysis:
    """Asks a player for its values of the legal moves and the expected lines. See
    `sakiyomi.api.blokus.analyse`.
    """
    answer: types.BlokusAnalysis = await _ask(
        "blokus/analyse",
        _given({
            "line": line,
            "player": player,
            "seconds": seconds,
            "seed": seed,
            "top": top,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def explain(
    *,
    line: types.BlokusLine,
    squares: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusVerdict:
    """Tells whether a placement is legal, and if not, why. See `sakiyomi.api.blokus.explain`."""
    answer: types.BlokusVerdict = await _ask(
        "blokus/explain",
        {"line": line, "squares": squares},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def feature_counts(
    *,
    moves: Sequence[str],
    colors: str | None = None,
    reading: Any = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusFeatureCounts:
    """Counts the nine kinds of features after every move of a game. See
    `sakiyomi.api.blokus.feature_counts`.
    """
    answer: types.BlokusFeatureCounts = await _ask(
        "blokus/feature-counts",
        {"moves": moves} | _given({"colors": colors, "reading": reading}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def features(
    *,
    line: types.BlokusLine,
    weights: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusFeatures:
    """Lists the evaluation's features on every square with their weights. See
    `sakiyomi.api.blokus.features`.
    """
    answer: types.BlokusFeatures = await _ask(
        "blokus/features",
        {"line": line, "weights": weights},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def graph(
    *,
    line: types.BlokusLine,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusGraph:
    """Evaluates the position after every move of a line. See `sakiyomi.api.blokus.graph`."""
    answer: types.BlokusGraph = await _ask(
        "blokus/graph",
        {"line": line},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def hints(
    *,
    count: int,
    line: types.BlokusLine,
    seconds: float,
    player: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusHints:
    """Lists the best moves, each searched by itself and deeper every round. See
    `sakiyomi.api.blokus.hints`.
    """
    answer: types.BlokusHints = await _ask(
        "blokus/hints",
        {"count": count, "line": line, "seconds": seconds} | _given({"player": player}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def perft(
    *,
    length: int,
    divide: bool | None = None,
    line: types.BlokusLine | None = None,
    pass_: bool | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusPerft:
    """Counts the sequences of a number of moves from a position. See `sakiyomi.api.blokus.perft`.
    """
    answer: types.BlokusPerft = await _ask(
        "blokus/perft",
        {"length": length} | _given({"divide": divide, "line": line, "pass": pass_}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def position(
    *,
    line: types.BlokusLine,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusView:
    """Describes the position after a line of moves: board, remaining pieces, legal moves,
    evaluation. See `sakiyomi.api.blokus.position`.
    """
    answer: types.BlokusView = await _ask(
        "blokus/position",
        {"line": line},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def read(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusGame:
    """Reads a game with its variations from .blksgf text. See `sakiyomi.api.blokus.read`."""
    answer: types.BlokusGame = await _ask(
        "blokus/read",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def replay(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusReplay:
    """Replays a recorded game move by move with the chance of winning after each. See
    `sakiyomi.api.blokus.replay`.
    """
    answer: types.BlokusReplay = await _ask(
        "blokus/replay",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def reply(
    *,
    line: types.BlokusLine,
    seconds: float,
    seed: int,
    level: int | None = None,
    player: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusReply:
    """Chooses a move with the strong player at a level, or with another player. See
    `sakiyomi.api.blokus.reply`.
    """
    answer: types.BlokusReply = await _ask(
        "blokus/reply",
        {"line": line, "seconds": seconds, "seed": seed}
        | _given({"level": level, "player": player}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def set(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusSet:
    """Lists the pieces, start squares, levels and shipped weights. See `sakiyomi.api.blokus.set`.
    """
    answer: types.BlokusSet = await _ask(
        "blokus/set",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def train(
    *,
    checkpoint: Any = None,
    plan: Any = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusTrained:
    """Learns evaluation weights from simulated games; a stopped run can go on. See
    `sakiyomi.api.blokus.train`.
    """
    answer: types.BlokusTrained = await _ask(
        "blokus/train",
        _given({"checkpoint": checkpoint, "plan": plan}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def write(
    *,
    black: str,
    comment: str,
    date: str,
    kept: str,
    nodes: Sequence[types.BlokusNode],
    result: str,
    white: str,
    start: str | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Writes a game with its variations as .blksgf text. See `sakiyomi.api.blokus.write`."""
    answer: types.FileText = await _ask(
        "blokus/write",
        {
            "black": black,
            "comment": comment,
            "date": date,
            "kept": kept,
            "nodes": nodes,
            "result": result,
            "white": white,
        }
        | _given({"start": start}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer
