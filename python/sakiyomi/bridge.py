"""Contract bridge: deals drawn and solved in batches, and boards that a notebook shows.

Deals are texts in PBN, `N:AK4.QJ.T987.6532 ...`: the hands clockwise from the seat named, each
spades, hearts, diamonds and clubs. Arrays of tricks have a row for each declarer (N, E, S, W) and
a column for each strain (clubs, diamonds, hearts, spades, notrump).

>>> from sakiyomi import bridge
>>> deals = bridge.deal(100, points=["S=15-17"], balanced=["S"], seed=7)
>>> bridge.solve(deals).shape
(100, 4, 5)
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np
import numpy.typing as npt

from sakiyomi import _native
from sakiyomi._asking import OnProgress, ask
from sakiyomi._json import dumps
from sakiyomi._numbers import steps, whole
from sakiyomi._written import Written, table, wrong

if TYPE_CHECKING:
    from sakiyomi.api import types

__all__ = ["SEATS", "STRAINS", "Advice", "Board", "deal", "solve", "solve_positions"]

SEATS = ("N", "E", "S", "W")
"""The rows of tricks."""
STRAINS = ("C", "D", "H", "S", "NT")
"""The columns of tricks."""


def solve(
    deals: Sequence[str | Board], *, on_progress: OnProgress | None = None
) -> npt.NDArray[np.uint8]:
    """Solve deals double dummy: every declarer's tricks in every strain, of shape (N, 4, 5).

    Runs on all cores. Ctrl-C ends a long batch.

    Args:
        deals: Deals in PBN, or boards. Hands may have fewer than thirteen cards, but all as many.
        on_progress: Called with the `Progress` after every step of a long batch.

    Raises:
        ValueError: A deal is wrong; the message names it, as in `deals[3]`.
    """
    texts = [deal["deal"] if isinstance(deal, Board) else deal for deal in _listed("deals", deals)]
    tricks = np.empty((len(texts), len(SEATS), len(STRAINS)), np.uint8)
    _native.bridge_tables(_texts("deals", texts), steps(on_progress), tricks.reshape(-1))
    return tricks


def solve_positions(
    positions: Sequence[Mapping[str, Any]],
    *,
    best: bool = False,
    on_progress: OnProgress | None = None,
) -> list[dict[str, int]]:
    """Solve points of the play: for each the tricks of every card that may be played.

    Args:
        positions: Each as the operation `bridge/solve` takes it: `remaining` (the hands without
            the cards of the current trick, in PBN), `trump`, `leader` and `current_trick`.
        best: Whether only the best cards are wanted.
        on_progress: Called with the `Progress` after every step of a long batch.
    """
    questions = [dumps({"kind": "position", **one}) for one in _listed("positions", positions)]
    answers = _native.bridge_solve(questions, best, steps(on_progress))
    return [json.loads(answer)["scores"] for answer in answers]


def deal(
    count: int = 1,
    *,
    hands: Sequence[str] = (),
    points: Sequence[str] = (),
    lengths: Sequence[str] = (),
    balanced: Sequence[Literal["N", "E", "S", "W"]] = (),
    auction: str | None = None,
    conventions: str = "standard",
    seed: int = 1,
    number: int = 1,
    on_progress: OnProgress | None = None,
) -> list[str]:
    """Draw random deals under constraints, in PBN.

    Deals are drawn exactly by what is asked for, on all cores. Deal k of a seed is the same
    whatever the number of deals, and the same as that of the operation `bridge/deal`.

    Args:
        count: The number of deals.
        hands: Cards that seats certainly have, as in `"N=AK4.QJ.T987.6532"`.
        points: High-card points, as in `"S=15-17"`, `"S=12+"`, `"S=10"`.
        lengths: Lengths of spades, hearts, diamonds and clubs, as in `"S=5+.2-3.*.*"`.
        balanced: Seats with a balanced hand.
        auction: The dealer and the calls, from which hands are inferred, as in
            `"S: 1NT P 3NT P P P"`.
        conventions: The conventions of the calls: `standard` or `paper`.
        seed: The seed.
        number: The number of the first deal, from 1.
        on_progress: Called with the `Progress` after every step of a long batch.
    """
    wishes = {
        "hands": _listed("hands", hands),
        "points": _listed("points", points),
        "lengths": _listed("lengths", lengths),
        "balanced": _listed("balanced", balanced),
        "auction": auction,
        "conventions": conventions,
        "seed": whole("seed", seed, 0, 2**64 - 1),
        "number": whole("number", number, 1, 2**32 - 1),
    }
    number_of_deals = whole("count", count, 0, 2**32 - 1)
    return _native.bridge_deal(number_of_deals, dumps(wishes), steps(on_progress))


class Board(Written):
    """A board in its written form: the deal, the calls and the cards. A notebook shows it."""

    def __init__(self, source: Mapping[str, Any] | str, *, number: int = 1) -> None:
        """Take a board, or a deal in PBN.

        Args:
            source: A dict in the written form, or a deal, `N:AK4.QJ.T987.6532 ...`.
            number: The number of a deal's board, which decides dealer and vulnerability.
        """
        if isinstance(source, str):
            source = _numbered(source, whole("number", number, 1, 2**32 - 1))
        super().__init__(json.loads(dumps(source)))
        self.html()  # An illegal call or card is refused.

    @staticmethod
    def read(source: str | os.PathLike[str]) -> list[Board]:
        """Return the boards of a file in PBN, LIN or JSON: of its text, or of its path."""
        if isinstance(source, os.PathLike):
            source = Path(source).read_text(encoding="utf-8")
        return [Board(board) for board in ask("bridge/read", text=source)["boards"]]

    @property
    def steps(self) -> int:
        """The number of calls and cards."""
        return len(self._written.get("auction", [])) + len(self._written.get("play", []))

    def at(self, step: int | None = None) -> types.BridgeAt:
        """Return the board after some of its calls and cards, as operations take it."""
        steps = self.steps
        return {
            "board": cast("types.BridgeBoard", self.to_dict()),
            "step": steps if step is None else whole("step", step, 0, steps),
        }

    def tricks(self) -> npt.NDArray[np.uint8]:
        """Return every declarer's tricks in every strain, of shape (4, 5)."""
        table: npt.NDArray[np.uint8] = solve([self])[0]
        return table

    def advise(
        self,
        step: int | None = None,
        *,
        seconds: float = 2.0,
        deals: int = 100,
        imagined: int = 10,
        seed: int = 1,
        **callbacks: Any,
    ) -> Advice:
        """Ask for the best card at a step, by one mind and with models of the others.

        Args:
            step: The number of calls and cards made; by default all of the board's.
            seconds: The time it may take.
            deals: The deals it draws.
            imagined: The deals it imagines the others to draw.
            seed: The seed.
            **callbacks: `on_progress`, `on_partial`, `cancel` and `timeout` of `sakiyomi.ask`.
        """
        limits = {"seconds": seconds, "deals": deals, "imagined": imagined, "seed": seed}
        return Advice(ask("bridge/ask", {"at": self.at(step), **limits}, **callbacks))

    def html(self, step: int | None = None) -> str:
        """Return the diagram after some of the calls and cards, by default after all."""
        return _native.bridge_diagram(json.dumps(self.at(step)))

    def _repr_html_(self) -> str:
        return self.html()


class Advice(Written):
    """The values of the cards that may be played: the answer of `bridge/ask`."""

    def _repr_html_(self) -> str:
        rows = []
        for one in self._written["candidates"]:
            cells = [one["card"]]
            for name in ("plain", "models"):
                value = one.get(name)
                cells += ["", ""] if value is None else [f"{value['points']:+.0f}", _share(value)]
            rows.append(cells)
        head = ("card", "points", "succeeds", "points, with models", "succeeds, with models")
        return table(head, rows, f"{self._written['turn']} to play")


def _share(value: Mapping[str, Any]) -> str:
    """Return the deals in which a side gets what it wants, of those averaged over."""
    deals = value["deals"]
    return f"{round(value['success'] * deals)} of {deals}"


def _numbered(deal: str, number: int) -> dict[str, Any]:
    """Return the board of a deal."""
    shown = re.sub(r'[^\w:. -]', "?", deal)
    read = ask("bridge/read", text=f'[Board "{number}"]\n[Deal "{shown}"]\n')
    if not read["boards"]:
        why = [one.get("message", one) for one in read["complaints"]] + read["notes"]
        wrong("deal", str(why[0]) if why else "not a deal of 52 cards in PBN")
    board: dict[str, Any] = read["boards"][0]
    return board


def _listed(name: str, given: Sequence[Any]) -> list[Any]:
    if isinstance(given, (str, Mapping)):
        wrong(name, "expected a list")
    return list(given)


def _texts(name: str, given: list[Any]) -> list[str]:
    for index, text in enumerate(given):
        if not isinstance(text, str):
            wrong(f"{name}[{index}]", f"expected a text, not {text!r}")
    return given
