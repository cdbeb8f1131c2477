"""Positions as text, for `render`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sakiyomi.games import Game

SEATS = "NESW"


def text(game: Game, seat: int | None = None) -> str:
    """Return a position as lines of text, as a seat sees it; by default the seat to act."""
    return "\n".join(_LINES.get(game.name, _plain)(game.view(seat)))


def _plain(view: Any) -> list[str]:
    return [str(view)]


def _blokus(view: str) -> list[str]:
    board, turn, _ = view.split(" ")
    rows = []
    for number, row in zip(range(14, 0, -1), board.split("/"), strict=True):
        spread = ""
        for word in row.replace("x", " x ").replace("o", " o ").split():
            spread += "." * int(word) if word.isdigit() else word
        rows.append(f"{number:2} {' '.join(spread)}")
    turns = {"b": "Black (x) to move", "w": "White (o) to move"}
    return ["   a b c d e f g h i j k l m n", *rows, turns.get(turn, "the game is over")]


def _curling(view: dict[str, Any]) -> list[str]:
    lines = [f"end {view['end'] + 1}, shot {view['shot']}, first team {view['lead']}"]
    lines += [f"stone {stone}" for stone in view["stones"]]
    return [*lines, f"scores {view['scores']}"]


def _bridge(view: dict[str, Any]) -> list[str]:
    lines = [
        f"board {view['board']}, dealer {view['dealer']}, vulnerable {view['vulnerable']}",
        f"{view['seat']}: {view['hand']}",
    ]
    if view["dummy"]:
        lines.append(f"dummy: {view['dummy']}")
    lines.append(f"auction: {' '.join(view['auction'])}")
    if view["contract"]:
        lines.append(f"contract: {view['contract']} by {view['declarer']}")
    played = view["play"]
    tricks = [" ".join(played[first : first + 4]) for first in range(0, len(played), 4)]
    return [*lines, *(f"{number:2}: {trick}" for number, trick in enumerate(tricks, start=1))]


_LINES: dict[str, Callable[[Any], list[str]]] = {
    "blokus": _blokus,
    "curling": _curling,
    "bridge": _bridge,
}
