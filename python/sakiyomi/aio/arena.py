"""Operations `arena/...` as typed functions, to be awaited; as `sakiyomi.api.arena`."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask_async as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "ask",
]


async def ask(
    *,
    game: str,
    player: str,
    conditions: Mapping[str, Any] | None = None,
    depth: int | None = None,
    moves: Sequence[str] | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    start: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.ArenaAnswer:
    """Asks a player of any game what it thinks of the position after some moves. See
    `sakiyomi.api.arena.ask`.
    """
    answer: types.ArenaAnswer = await _ask(
        "arena/ask",
        {"game": game, "player": player}
        | _given({
            "conditions": conditions,
            "depth": depth,
            "moves": moves,
            "seconds": seconds,
            "seed": seed,
            "start": start,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer
