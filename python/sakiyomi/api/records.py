"""Operations `records/...` as typed functions."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "export",
    "replay",
    "stats",
]


def export(
    *,
    form: str,
    records: str,
    conditions: Mapping[str, Any] | None = None,
    game: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.RecordsExported]:
    """Writes games of records in a form that other programs read.

    Args:
        form: The format, by its file extension: `blksgf`, `pbn`, `dcl`.
        records: The records, one a line.
        conditions: The conditions of records of version 1, which do not have them.
        game: Only this game, counted from 1.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: list[types.RecordsExported] = _ask(
        "records/export",
        {"form": form, "records": records} | _given({"conditions": conditions, "game": game}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def replay(
    *,
    records: str,
    conditions: Mapping[str, Any] | None = None,
    game: int | None = None,
    positions: bool | None = None,
    verify: bool | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.RecordsGame]:
    """Reads the games of records, with the position after every move, or verified by the rules.

    Args:
        records: The records, one a line.
        conditions: The conditions of records of version 1, which do not have them.
        game: Only this game, counted from 1.
        positions: Whether the answer has the position after every move. Default: false.
        verify: Whether to replay the moves and answer with the differences instead of the games.
            Default: false.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: list[types.RecordsGame] = _ask(
        "records/replay",
        {"records": records}
        | _given({
            "conditions": conditions,
            "game": game,
            "positions": positions,
            "verify": verify,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def stats(
    *,
    texts: Sequence[str],
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.RecordsStats]:
    """Counts games from their records: standings, sides, faults, lengths and times.

    Args:
        texts: Texts of records, one game a line.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: list[types.RecordsStats] = _ask(
        "records/stats",
        {"texts": texts},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer
