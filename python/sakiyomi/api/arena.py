"""Operations `arena/...` as typed functions."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "ask",
]


def ask(
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
    """Asks a player of any game what it thinks of the position after some moves.

    Args:
        game: The game.
        player: The player with its settings, as `name:key=value,key=value`.
        conditions: The conditions that differ from the game's defaults.
        depth: The greatest search depth in moves; by default the player's setting.
        moves: The moves from the start to the position, in the game's notation.
        seconds: The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the
            player's setting.
        seed: The seed of the start, the dice and the player's random choices; 1 by default.
        start: The start in the game's notation; by default that of the seed.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.ArenaAnswer = _ask(
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
