"""Games played step by step: rules, views, records, and the same games as arrays for learning.

A `Game` is one game in progress, judged by the same rules as every match. It takes actions in the
game's notation, or in an *encoding*, a numbering of the actions with an array for the views:

    >>> game = Game("blokus", encoding="planes", seed=1)
    >>> game.turn, len(game.actions() or []), game.observe().shape
    (0, 414, (48, 14, 14))
    >>> game.play(int(game.mask().argmax()))
    >>> game.turn
    1
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sakiyomi import _native
from sakiyomi._asking import wait
from sakiyomi._json import dumps

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Game", "encodings"]

Conditions = str | Mapping[str, Any] | None
"""Conditions of a game: what differs from the defaults, or a text in any form the game reads."""


def encodings(game: str) -> list[str]:
    """Return the names of a game's encodings, the usual one first."""
    return _native.encodings(game)


def read_view(text: str) -> Any:
    """Return a view as Python sees it: an object where it is JSON, otherwise the text."""
    return json.loads(text) if text.startswith(("{", "[")) else text


class Game:
    """A game in progress.

    Start and dice come from the seed: the same seed and actions give the same game, which is also
    the game that a match with this seed would have recorded.
    """

    def __init__(
        self,
        name: str,
        *,
        conditions: Conditions = None,
        encoding: str | None = None,
        seed: int = 0,
        start: str | Mapping[str, Any] | None = None,
    ) -> None:
        """Create a game at its start.

        Args:
            name: `"blokus"`, `"bridge"` or `"curling"`.
            conditions: What differs from the usual conditions, as in `{"ends": 4}`; or a text in
                any form that the game reads.
            encoding: The name of an encoding; none for the notation alone.
            seed: The seed of start and dice.
            start: A start position in the game's notation, instead of that of the seed; in
                curling any view.

        Raises:
            errors.InvalidInput: There is no such game, condition, encoding or start.
        """
        text = conditions if isinstance(conditions, str) else ""
        changes = dumps({} if isinstance(conditions, str) else dict(conditions or {}))
        self.name = name
        self.conditions = conditions
        self.encoding = encoding
        self._native = _native.SteppedGame(name, text, changes, encoding)
        self.sides = tuple(self._native.sides())
        self.restart(seed, start)

    def restart(self, seed: int = 0, start: str | Mapping[str, Any] | None = None) -> None:
        """Begin a new game under the same conditions, with the same players seated."""
        given = start if start is None or isinstance(start, str) else dumps(dict(start))
        self._native.restart(seed, given)
        self.seed, self._start = seed, given

    def copy(self) -> Game:
        """Return a game that goes on from here by itself, with the same dice and nobody seated."""
        copied = object.__new__(Game)
        copied.__dict__.update(self.__dict__)
        copied._native = self._native.copy()
        return copied

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Return a copy."""
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what a game is made of again: in another process it is played once more."""
        made = (self.name, self.conditions, self.encoding, self.seed, self._start, self.moves())
        return _replayed, made

    @property
    def turn(self) -> int | None:
        """The seat to act; none when the game is over."""
        return self._native.turn()

    def view(self, seat: int | None = None) -> Any:
        """Return what a seat sees, by default the seat to act, as programs are told it."""
        return read_view(self._native.view(self._seat(seat)))

    def actions(self) -> list[str] | None:
        """Return the legal actions; none where they cannot be listed (the shots of curling)."""
        return self._native.actions()

    def sample(self, seed: int) -> str | None:
        """Return a random legal action; none if there is none."""
        return self._native.sample(seed)

    def play(self, action: str | int | ArrayLike) -> None:
        """Play an action: its text, or its number or vector in the encoding.

        Raises:
            errors.InvalidInput: The action is illegal; the game is unchanged.
        """
        self._native.play(action if isinstance(action, str) else self.decode(action))

    def score(self) -> tuple[float, tuple[float, float]]:
        """Return the share of side 0 (1 won, 1/2 drawn, 0 lost) and the points of both sides."""
        share, (first, second) = self._native.score()
        return share, (first, second)

    def moves(self) -> list[str]:
        """Return the actions so far."""
        return self._native.moves()

    def record(self, players: Iterable[str] = ("side 0", "side 1")) -> dict[str, Any]:
        """Return the record of the game so far, as matches write it."""
        first, second = players
        record: dict[str, Any] = json.loads(self._native.record((first, second)))
        return record

    @property
    def shape(self) -> tuple[tuple[int, ...], float, float]:
        """The shape of an encoded view, its smallest and its largest value."""
        found = self._native.shape()
        if found is None:
            raise ValueError("encoding: create the game with one")
        axes, low, high = found
        return tuple(axes), low, high

    @property
    def space(self) -> int | tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The number of encoded actions, or the corners of the vectors."""
        found = self._native.space()
        if found is None:
            raise ValueError("encoding: create the game with one")
        count, corners = found
        if corners is None:
            return count or 0
        low, high = corners
        return np.array(low, np.float32), np.array(high, np.float32)

    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """Return what a seat sees as an array, by default the seat to act."""
        axes, _, _ = self.shape
        return array(self._native.observe(self._seat(seat)), axes)

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for every legal number, 0 for the others; empty where actions are vectors."""
        return mask(self._native.mask())

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions, ascending; none where actions are vectors."""
        return self._native.legal()

    def decode(self, action: int | ArrayLike) -> str:
        """Return the text of an encoded action."""
        return self._native.decode(code(action))

    def encode(self, action: str) -> int | list[float] | None:
        """Return the number or the vector of an action; none if it has none."""
        return self._native.encode(action)

    def sit(self, seat: int, player: str | None) -> None:
        """Seat a player, named as in a match, from the next `restart` on; none empties the seat."""
        self._native.sit(seat, player)

    def choose(self) -> str:
        """Return what the seated player of the seat to act chooses; it is not played.

        Raises:
            errors.Failed: The player has no answer.
        """
        chosen: str = wait(self._native.choose())
        return chosen

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        turn = self.turn
        return 0 if turn is None else turn


def _replayed(
    name: str,
    conditions: Conditions,
    encoding: str | None,
    seed: int,
    start: str | None,
    moves: list[str],
) -> Game:
    """Return a game after some actions."""
    game = Game(name, conditions=conditions, encoding=encoding, seed=seed, start=start)
    for action in moves:
        game.play(action)
    return game


def array(data: bytes, axes: Iterable[int]) -> NDArray[np.float32]:
    """Return the array of an encoded view."""
    return np.frombuffer(data, "<f4").astype(np.float32).reshape(tuple(axes))


def mask(data: bytes) -> NDArray[np.int8]:
    """Return the mask of numbered actions."""
    return np.array(np.frombuffer(data, np.int8), np.int8)


def code(action: int | ArrayLike) -> int | list[float]:
    """Return an encoded action as a number, or as a list of numbers."""
    values = np.asarray(action)
    if values.ndim == 0:
        if not np.issubdtype(values.dtype, np.integer) or values < 0:
            raise ValueError(f"action: expected a number from 0, not {action!r}")
        return int(values)
    if values.ndim != 1:
        raise ValueError(f"action: expected a number or one vector, not {values.ndim} axes")
    return [float(value) for value in values]
