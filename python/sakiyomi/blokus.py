"""Blokus Duo: playouts, features and values in batches, and positions that a notebook shows.

A position is written as a line: the start (the empty board if there is none) and the moves since,
each with its colour and the squares it covers, `Be9,d10,e10,f10,e11 Wj5`. Squares have a column
letter from a at the left and a row number from 1 at the bottom; arrays of boards have the top row
first.

>>> from sakiyomi import blokus
>>> games = blokus.playouts("Be9,d10,e10,f10,e11 Wj5", 1000, seed=7)
>>> games.points.shape
(1000, 2)
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from sakiyomi import _native
from sakiyomi._asking import OnProgress, ask
from sakiyomi._json import dumps
from sakiyomi._numbers import steps, whole
from sakiyomi._written import Written, percent, table, wrong

__all__ = [
    "KINDS",
    "Analysis",
    "Playouts",
    "Position",
    "boards",
    "evaluate",
    "feature_counts",
    "features",
    "playouts",
]

SIDE = 14
"""Squares along each side of the board."""
KINDS = ("score", "effective_d0", "dead", "fixed", "d1", "d2", "d3", "d4", "d5")
"""The kinds of features, in the order of `feature_counts`."""

Line: TypeAlias = "str | Mapping[str, Any]"
Lines: TypeAlias = "Line | Sequence[Line]"


@dataclass(frozen=True, slots=True)
class Playouts:
    """Results of games played on to their end."""

    points: npt.NDArray[np.int16] = field(repr=False)
    """Black's and White's points at the end, of shape (P, N, 2); (N, 2) of a single position."""

    @property
    def results(self) -> npt.NDArray[np.float64]:
        """Black's result of every game: 1 for a win, 0.5 for a draw, 0 for a loss."""
        margins = self.points[..., 0] - self.points[..., 1]
        results: npt.NDArray[np.float64] = (np.sign(margins) + 1) / 2
        return results


def playouts(
    positions: Lines,
    count: int,
    *,
    policy: str = "random",
    weights: str = "strong",
    scoring: Literal["basic", "advanced"] = "basic",
    seed: int = 1,
    on_progress: OnProgress | None = None,
) -> Playouts:
    """Play positions on to the end of the game, on all cores.

    Playout k of position p is the same whatever the numbers of either and of threads. Ctrl-C ends
    a long batch.

    Args:
        positions: A line, or a list of lines.
        count: The number of playouts of each.
        policy: How moves are chosen: `random`, or by the evaluation: `best-of:8` (of eight random
            ones), `softmax:0.5`, `gaussian:0.5`.
        weights: The shipped weights of the evaluation.
        scoring: `basic`, squares covered; `advanced`, with the bonuses.
        seed: The seed.
        on_progress: Called with the `Progress` after every step of a long batch.
    """
    listed, lines = _lines(positions)
    count = whole("count", count, 0, 2**31 - 1)
    points = np.empty((len(lines), count, 2), np.int16)
    _native.BlokusPositions(lines).play_out(
        {
            "each": count,
            "policy": policy,
            "weights": weights,
            "scoring": scoring,
            "seed": whole("seed", seed, 0, 2**64 - 1),
            "progress": steps(on_progress),
            "points": points.reshape(-1),
        }
    )
    return Playouts(points if listed else points[0])


def boards(positions: Lines) -> npt.NDArray[np.int8]:
    """Return the boards: 0 free, 1 Black, 2 White; of shape (P, 14, 14), the top row first."""
    listed, lines = _lines(positions)
    array = np.empty((len(lines), SIDE, SIDE), np.int8)
    _native.BlokusPositions(lines).boards(array.reshape(-1))
    return array if listed else array[0]


def feature_counts(positions: Lines) -> npt.NDArray[np.int32]:
    """Return how often each of the `KINDS` of features marks a square, of shape (P, 2, 9).

    Black's counts come first. The interpretation is that of our results; the operation
    `blokus/feature-counts` has others.
    """
    listed, lines = _lines(positions)
    array = np.empty((len(lines), 2, len(KINDS)), np.int32)
    _native.BlokusPositions(lines).feature_counts(array.reshape(-1))
    return array if listed else array[0]


def features(positions: Lines) -> npt.NDArray[np.float32]:
    """Return the features that the evaluation weighs, of shape (P, F): Black's minus White's.

    Every kind on every square, the top row first, then every kind alone.
    """
    listed, lines = _lines(positions)
    array = np.empty((len(lines), _native.BlokusPositions.features_each()), np.float32)
    _native.BlokusPositions(lines).features(array.reshape(-1))
    return array if listed else array[0]


def evaluate(positions: Lines) -> npt.NDArray[np.float64]:
    """Return Black's chance of winning without look-ahead, of shape (P,).

    It is the strongest evaluation's estimate; the result where the game is over.
    """
    listed, lines = _lines(positions)
    array = np.empty(len(lines), np.float64)
    _native.BlokusPositions(lines).chances(array)
    return array if listed else array[0]


class Position(Written):
    """A position in its written form: the start and the moves since. A notebook shows the board."""

    def __init__(self, line: Line = "") -> None:
        """Take a line: its text, or a dict in the written form."""
        if isinstance(line, str) and not line.lstrip().startswith("{"):
            line = _parsed(line)
        written = json.loads(line if isinstance(line, str) else dumps(line))
        if not isinstance(written, dict):
            wrong("line", "expected a dict with `moves`")
        self._view: dict[str, Any] = ask("blokus/position", line=written)
        super().__init__(written)

    @property
    def turn(self) -> str | None:
        """The colour to move; none when the game is over."""
        turn: str | None = self._view["turn"]
        return turn

    @property
    def legal(self) -> list[str]:
        """Every legal move of the side to move, as its squares."""
        fits = self._view["legal"]
        return [_squares(squares) for fit in fits for squares in fit["placements"]]

    @property
    def points(self) -> tuple[int, int]:
        """Black's and White's points, with the bonuses."""
        return self._view["black"]["points"], self._view["white"]["points"]

    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The board as an array; see `boards`."""
        return boards(self)

    def play(self, squares: str) -> Position:
        """Return the position after a move of the side to move, given by its squares."""
        if self.turn is None:
            wrong("squares", "the game is over")
        moves = [*self["moves"], {"colour": self.turn, "squares": squares}]
        return Position({**self.to_dict(), "moves": moves})

    def analyse(
        self,
        player: str = "strong",
        *,
        seconds: float | None = None,
        top: int = 8,
        seed: int = 1,
        **callbacks: Any,
    ) -> Analysis:
        """Ask a player for its best moves.

        Args:
            player: The player with its settings.
            seconds: The time it may take.
            top: The number of moves in the answer.
            seed: The seed of its search.
            **callbacks: `on_progress`, `on_partial`, `cancel` and `timeout` of `sakiyomi.ask`.
        """
        asked = {"line": self, "player": player, "seconds": seconds, "top": top, "seed": seed}
        return Analysis(self, ask("blokus/analyse", asked, **callbacks))

    def svg(self, *, width: int = 420) -> str:
        """Return the board as SVG, with the last move marked; `width` is 16 to 16,384 pixels."""
        return _native.blokus_picture(self.to_json(), whole("width", width, 16, 16_384))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the text of the line."""
        moves = (move["colour"][0].upper() + move["squares"] for move in self._written["moves"])
        start = self._written.get("start")
        return " ".join([*([start] if start else []), *moves])


class Analysis(Written):
    """A player's best moves, best first: the answer of `blokus/analyse`."""

    def __init__(self, position: Position, answer: Mapping[str, Any]) -> None:
        """Keep the answer and the position it is about."""
        super().__init__(answer)
        self.position = position
        """The position asked about."""

    def _repr_html_(self) -> str:
        rows = []
        for number, one in enumerate(self._written["analysis"]["candidates"], 1):
            # Values are Black's.
            chance = one["value"] if self.position.turn == "black" else 1 - one["value"]
            rows.append((number, one["action"], percent(chance)))
        caption = f"{self._written['player']}: {str(self._written['turn']).title()} to move"
        listed = table(("", "move", "to win"), rows, caption)
        return f"<div>{self.position.svg()}{listed}</div>"


def _lines(positions: Lines) -> tuple[bool, list[str]]:
    """Return whether there is a list of positions, and their texts."""
    if isinstance(positions, (str, Mapping)):
        return False, [_line("positions", positions)]
    lines = [_line(f"positions[{index}]", line) for index, line in enumerate(positions)]
    return True, lines


def _line(place: str, line: Any) -> str:
    if isinstance(line, str):
        return line
    if isinstance(line, Written):
        return line.to_json()
    if not isinstance(line, Mapping):
        wrong(place, f"expected a line, as text or a dict, not {line!r}")
    return dumps(line)


def _parsed(text: str) -> dict[str, Any]:
    """Return a line in its written form."""
    line: dict[str, Any] = json.loads(_native.blokus_line(text))
    return line


def _squares(numbers: Sequence[int]) -> str:
    """Return the squares of a move by their numbers from the top left."""
    return ",".join(f"{chr(ord('a') + number % SIDE)}{SIDE - number // SIDE}" for number in numbers)
