"""Positions of a match, shots thrown in them and advice about them, as notebooks show them."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from sakiyomi._asking import ask
from sakiyomi._json import dumps
from sakiyomi._numbers import Floats, whole
from sakiyomi._written import Written, percent, table, wrong
from sakiyomi.curling.arrays import SLOTS, _positions, _slots, _written_shot
from sakiyomi.curling.conditions import Changes, Conditions, Ice

View: TypeAlias = "Literal['house', 'play', 'sheet']"


class Position(Written):
    """A match at some point, with its conditions: the contents of a saved position.

    A notebook shows the stones. `position["game"]` and `position["conditions"]` are what the
    operations take.
    """

    def __init__(
        self,
        source: Mapping[str, Any] | str | os.PathLike[str] | None = None,
        *,
        ice: Ice = "paper",
        set: Changes = (),
        stones: npt.ArrayLike | None = None,
        slot: int | None = None,
        hammer: int = 1,
        end: int = 0,
        scores: Sequence[int] = (),
    ) -> None:
        """Take a saved position, or make one.

        Args:
            source: A saved position: a dict in the written form, JSON, or a path of such a file.
                Without it the position is made of the other arguments.
            ice: The conditions: a platform, a text, a dict, or `Conditions`.
            set: Changes of the conditions.
            stones: The stones in play, of shape (16, 2), as the arrays have them.
            slot: The stone to be delivered; by default the one after the last stone in play.
            hammer: The team with the hammer.
            end: The end, from 0.
            scores: The points of the ends before it, positive for team 0.
        """
        if source is None:
            conditions = Conditions.of(ice, set)
            game = _game(conditions, stones, slot, hammer, end, scores)
            written = {"conditions": conditions.to_dict(), "game": game}
        else:
            written = _saved(source)
            conditions = Conditions.of(written["conditions"], set)
            written["conditions"] = conditions.to_dict()
        for problem in ask("curling/check", written)["problems"]:
            if problem["kind"] == "impossible":
                wrong("game", problem["message"])
        super().__init__(written)
        self.conditions = conditions

    @property
    def hammer(self) -> int:
        """The team with the hammer."""
        return int(self._written["game"]["hammer"])

    @property
    def slot(self) -> int:
        """The stone to be delivered next, 0 to 15."""
        return int(self._written["game"]["shot"])

    @property
    def team(self) -> int:
        """The team to throw."""
        return 1 - self.hammer if self.slot % 2 == 0 else self.hammer

    @property
    def stones(self) -> Floats:
        """The stones in play as the arrays have them, of shape (16, 2)."""
        return _stones(self._written["game"]["stones"], self.hammer)

    def throw(
        self, shot: Mapping[str, Any] | npt.ArrayLike, *, seed: int | None = None
    ) -> Throw:
        """Throw a shot as the referee would, and return what comes of it.

        Args:
            shot: A shot in its written form, or its row in an array.
            seed: The seed of the thrower's noise; without it the shot is thrown exactly.
        """
        written = _shot(shot)
        return Throw(self, ask("curling/throw", self, shot=written, seed=seed))

    def advise(
        self,
        player: str = "jiritsu:preset=strongest",
        *,
        seconds: float | None = None,
        depth: int | None = None,
        top: int = 5,
        seed: int = 1,
        **callbacks: Any,
    ) -> Advice:
        """Ask a player for its best shots.

        Args:
            player: The player with its settings.
            seconds: The time it may take.
            depth: The shots it looks ahead.
            top: The number of shots in the answer.
            seed: The seed of its search.
            **callbacks: `on_progress`, `on_partial`, `cancel` and `timeout` of `sakiyomi.ask`.
        """
        limits = {"seconds": seconds, "depth": depth, "top": top, "seed": seed}
        asked = {**self.to_dict(), **limits, "player": player}
        return Advice(self, ask("curling/advise", asked, **callbacks))

    def svg(
        self,
        shot: Mapping[str, Any] | npt.ArrayLike | None = None,
        *,
        view: View = "play",
        caption: str = "",
        teams: tuple[str, str] | None = None,
        aim: tuple[float, float] | None = None,
        width: int = 420,
    ) -> str:
        """Return the position as SVG, with the run of a shot if there is one.

        Args:
            shot: A shot to throw without noise; the paths of all stones are drawn.
            view: The house, the play area from the hog line on, or the whole sheet.
            caption: Words below the picture.
            teams: The names of team 0 and team 1.
            aim: A place to mark.
            width: The width in pixels, 16 to 16,384.
        """
        look = {
            "shot": None if shot is None else json.dumps(_shot(shot)),
            "aim": aim,
            "view": view,
            "caption": caption,
            "teams": None if teams is None else list(teams),
            "width": whole("width", width, 16, 16_384),
        }
        return self.conditions.match.picture(json.dumps(self._written["game"]), look)

    def _repr_svg_(self) -> str:
        return self.svg(caption=self._caption())

    def _caption(self) -> str:
        game = self._written["game"]
        if game["phase"]["kind"] != "throwing":
            return f"End {game['end'] + 1}: {game['phase']['kind']}"
        return f"End {game['end'] + 1}, shot {self.slot + 1}: team {self.team} to throw"

    def __reduce__(self) -> tuple[type[Position], tuple[dict[str, Any]]]:
        """Return how to make the position again, in another process too."""
        return (Position, (self.to_dict(),))


class Throw(Written):
    """A shot and what came of it: the answer of `curling/throw`. A notebook shows its run."""

    def __init__(self, before: Position, answer: Mapping[str, Any]) -> None:
        """Keep the answer and the position it is about."""
        super().__init__(answer)
        self.before = before
        """The position before the shot."""

    @property
    def after(self) -> Position:
        """The position after the shot."""
        written = {"conditions": self.before["conditions"], "game": self._written["game"]}
        return Position(written)

    @property
    def stones(self) -> Floats:
        """The stones after the shot, of shape (16, 2), even if the end is over."""
        return _stones(self._written["stones"], self.before.hammer)

    def _repr_svg_(self) -> str:
        shot = self._written.get("shot")
        if shot is None:
            return self.before.svg(caption="The shot was too fast for the thrower: a pass")
        foul = ", against the guard rule" if self._written["foul"] else ""
        points = f"{self._written['points']:+d} for team {self.before.team}"
        return self.before.svg(shot, caption=f"{points} as the stones lie{foul}")


class Advice(Written):
    """A player's best shots, best first: the answer of `curling/advise`.

    A notebook shows the first one on the sheet, and all of them in a table.
    """

    def __init__(self, position: Position, answer: Mapping[str, Any]) -> None:
        """Keep the answer and the position it is about."""
        super().__init__(answer)
        self.position = position
        """The position asked about."""

    @property
    def shots(self) -> Floats:
        """The shots as rows for `simulate`, of shape (S, 7), best first."""
        rows = [_written_shot("shots", one["shot"]) for one in self._written["shots"]]
        return np.stack(rows) if rows else np.empty((0, 7))

    def _repr_html_(self) -> str:
        advised: list[dict[str, Any]] = self._written["shots"]
        chance = self._written["scale"] == "chance"
        rows = []
        for number, one in enumerate(advised, 1):
            value = percent(one["value"]) if chance else f"{one['value']:+.2f}"
            words = one["sentence"]["en"] if one["sentence"]["en"] else one["words"]
            rows.append((number, words, one["shot"]["turn"], f"{one['speed']:.2f} m/s", value))
        head = ("", "shot", "turn", "speed", "to win" if chance else "points")
        listed = table(head, rows, f"Team {self.position.team} to throw")
        if not advised:
            return listed
        target = advised[0]["target"]
        look = self.position.svg(advised[0]["shot"], aim=(target["x"], target["y"]))
        caption = html.escape(self.position._caption())
        return f"<div>{look}<div>{caption}</div>{listed}</div>"


def _saved(source: Mapping[str, Any] | str | os.PathLike[str]) -> dict[str, Any]:
    if isinstance(source, os.PathLike):
        source = Path(source).read_text(encoding="utf-8")
    try:
        read = json.loads(source if isinstance(source, str) else dumps(source))
    except json.JSONDecodeError as error:
        wrong("position", f"not JSON: {error}")
    if not isinstance(read, dict) or not {"conditions", "game"} <= read.keys():
        wrong("position", "a saved position has `conditions` and a `game`")
    return read


def _game(
    conditions: Conditions,
    stones: npt.ArrayLike | None,
    slot: int | None,
    hammer: int,
    end: int,
    scores: Sequence[int],
) -> dict[str, Any]:
    array = np.full((SLOTS, 2), np.nan) if stones is None else _positions("stones", stones)
    if array.ndim != 2:
        wrong("stones", f"expected the shape (16, 2), not {array.shape}")
    doubles = "doubles" in str(conditions["rules"])
    lead = 1 - whole("hammer", hammer, 0, 1)
    if slot is None:
        slot = max(int(_slots(None, array, 1)[0]), 6 if doubles else 0)
    placing = doubles and bool(np.isnan(array).all())
    lying = [
        {
            "team": lead if index % 2 == 0 else hammer,
            "number": index // 2 + 1,
            "x": float(x),
            "y": float(y),
        }
        for index, (x, y) in enumerate(array)
        if not (np.isnan(x) and np.isnan(y))
    ]
    return {
        "end": whole("end", end, 0, 255),
        "shot": whole("slot", slot, 0, SLOTS - 1),
        "hammer": hammer,
        "phase": {"kind": "placing" if placing else "throwing"},
        "stones": lying,
        "scores": [int(points) for points in scores],
    }


def _stones(written: Sequence[Mapping[str, Any]], hammer: int) -> Floats:
    array = np.full((SLOTS, 2), np.nan)
    for stone in written:
        slot = 2 * (stone["number"] - 1) + (1 if stone["team"] == hammer else 0)
        array[slot] = stone["x"], stone["y"]
    return array


def action(shot: Mapping[str, Any] | npt.ArrayLike) -> str:
    """Return a shot as the action of a match: what a player answers and `Game.play` takes.

    The turn of a row is that of the arrays (1 is counter-clockwise); a vector of the encoding
    `continuous` has it the other way round, so a row is no such vector.

    Args:
        shot: A shot in its written form, or its row in an array.

    Raises:
        ValueError: The row is no shot, such as one of `aim` where no shot gets there.
    """
    written = _shot(shot)
    velocity = written["velocity"]["x"], written["velocity"]["y"]
    if not np.isfinite(velocity).all():
        wrong("shot", "the velocity is not a number: no shot gets there")
    words = ["throw", *velocity, written["turn"], *([written["rate"]] if "rate" in written else [])]
    if "sweep" in written:
        words += ["sweep", *written["sweep"].values()]
    return " ".join(map(str, words))


def _shot(shot: Mapping[str, Any] | npt.ArrayLike) -> dict[str, Any]:
    """Return a shot in its written form."""
    row = _written_shot("shot", shot) if isinstance(shot, Mapping) else np.asarray(shot, float)
    if row.ndim != 1 or len(row) not in (3, 4, 7):
        wrong("shot", f"expected a row of 3, 4 or 7 numbers, not the shape {row.shape}")
    if row[2] not in (-1, 1):
        wrong("shot", f"the turn is {row[2]}: write 1 (counter-clockwise) or -1 (clockwise)")
    written: dict[str, Any] = {
        "velocity": {"x": float(row[0]), "y": float(row[1])},
        "turn": "ccw" if row[2] > 0 else "cw",
    }
    if len(row) > 3 and not np.isnan(row[3]):
        written["rate"] = float(row[3])
    if len(row) > 4 and not np.isnan(row[4:]).all():
        written["sweep"] = dict(zip(("from", "to", "effort"), map(float, row[4:]), strict=True))
    return written
