"""Operations `blokus/...` as typed functions."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask as _ask, given as _given
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


def analyse(
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
    """Asks a player for its values of the legal moves and the expected lines.

    Args:
        line: The line to the position.
        player: The player with its settings, such as `alphabeta:depth=3`. Default: "strong".
        seconds: The time, 0.05 to 3600 seconds; by default the player's setting.
        seed: The seed of the player's random choices. Default: 1.
        top: The number of moves in the answer, best first; 8 by default.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusAnalysis = _ask(
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


def explain(
    *,
    line: types.BlokusLine,
    squares: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusVerdict:
    """Tells whether a placement is legal, and if not, why.

    Args:
        line: The line to the position.
        squares: The squares the piece would cover, such as `e10,f10`.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusVerdict = _ask(
        "blokus/explain",
        {"line": line, "squares": squares},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def feature_counts(
    *,
    moves: Sequence[str],
    colors: str | None = None,
    reading: Any = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusFeatureCounts:
    """Counts the nine kinds of features after every move of a game.

    Args:
        moves: The moves from the start, each as its squares.
        colors: The colour of each move, as letters B and W; a letter twice in a row means that the
            other colour had no move.
        reading: The interpretation of the features' open questions.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusFeatureCounts = _ask(
        "blokus/feature-counts",
        {"moves": moves} | _given({"colors": colors, "reading": reading}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def features(
    *,
    line: types.BlokusLine,
    weights: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusFeatures:
    """Lists the evaluation's features on every square with their weights.

    Args:
        line: The line to the position.
        weights: The weights, by one of their names.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusFeatures = _ask(
        "blokus/features",
        {"line": line, "weights": weights},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def graph(
    *,
    line: types.BlokusLine,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusGraph:
    """Evaluates the position after every move of a line.

    Args:
        line: The line.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusGraph = _ask(
        "blokus/graph",
        {"line": line},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def hints(
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
    """Lists the best moves, each searched by itself and deeper every round.

    Args:
        count: The number of moves in the answer, 1 to 20.
        line: The line to the position.
        seconds: The time, 0.05 to 3600 seconds.
        player: The player that searches; by default the strongest.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusHints = _ask(
        "blokus/hints",
        {"count": count, "line": line, "seconds": seconds} | _given({"player": player}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def perft(
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
    """Counts the sequences of a number of moves from a position.

    Args:
        length: The number of moves, 0 to 42.
        divide: Whether to count below every first move. Default: false.
        line: The line to the first position.
        pass_: Whether to go on with the other colour where one has no move, as in a game. Default:
            false.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusPerft = _ask(
        "blokus/perft",
        {"length": length} | _given({"divide": divide, "line": line, "pass": pass_}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def position(
    *,
    line: types.BlokusLine,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusView:
    """Describes the position after a line of moves: board, remaining pieces, legal moves,
    evaluation.

    Args:
        line: The line.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusView = _ask(
        "blokus/position",
        {"line": line},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def read(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusGame:
    """Reads a game with its variations from .blksgf text.

    Args:
        text: The text.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusGame = _ask(
        "blokus/read",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def replay(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusReplay:
    """Replays a recorded game move by move with the chance of winning after each.

    Args:
        text: The text.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusReplay = _ask(
        "blokus/replay",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def reply(
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
    """Chooses a move with the strong player at a level, or with another player.

    Args:
        line: The line to the position.
        seconds: The time, 0.05 to 60 seconds.
        seed: The seed of the moves that a low level notices.
        level: The level of the strong player, 1 to 10; the highest by default.
        player: Another player than the strong one, with its settings; it has no level.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusReply = _ask(
        "blokus/reply",
        {"line": line, "seconds": seconds, "seed": seed}
        | _given({"level": level, "player": player}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def set(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusSet:
    """Lists the pieces, start squares, levels and shipped weights.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusSet = _ask(
        "blokus/set",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def train(
    *,
    checkpoint: Any = None,
    plan: Any = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.BlokusTrained:
    """Learns evaluation weights from simulated games; a stopped run can go on.

    Args:
        checkpoint: The `checkpoint` of an earlier answer, to resume from; its plan is used then.
        plan: The training plan: `lesson`, `select`, `sims`, `terminal`, `games`, `start`, `gain`,
            `settings`; the defaults are the paper's.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.BlokusTrained = _ask(
        "blokus/train",
        _given({"checkpoint": checkpoint, "plan": plan}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def write(
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
    """Writes a game with its variations as .blksgf text.

    Args:
        black: The name of the first player.
        comment: The comment on the game.
        date: The date.
        kept: Other properties of the game, as the file has them.
        nodes: The moves: each after the one it follows, of several after the same one the main line
            first.
        result: The result, such as `B+7`; if empty, it is added when the game was played to the
            end.
        white: The name of the second player.
        start: The position it begins with, on one line; the empty board if there is none.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.FileText = _ask(
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
