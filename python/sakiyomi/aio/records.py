"""Operations `records/...` as typed functions, to be awaited; as `sakiyomi.api.records`."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask_async as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "export",
    "replay",
    "stats",
]


async def export(
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
    """Writes games of records in a form that other programs read. See
    `sakiyomi.api.records.export`.
    """
    answer: list[types.RecordsExported] = await _ask(
        "records/export",
        {"form": form, "records": records} | _given({"conditions": conditions, "game": game}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def replay(
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
    """Reads the games of records, with the position after every move, or verified by the rules. See
    `sakiyomi.api.records.replay`.
    """
    answer: list[types.RecordsGame] = await _ask(
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


async def stats(
    *,
    texts: Sequence[str],
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.RecordsStats]:
    """Counts games from their records: standings, sides, faults, lengths and times. See
    `sakiyomi.api.records.stats`.
    """
    answer: list[types.RecordsStats] = await _ask(
        "records/stats",
        {"texts": texts},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer
