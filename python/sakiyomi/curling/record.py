"""Records of matches: the log of any platform, as a notebook shows it."""

from __future__ import annotations

import json
import os
from functools import cached_property
from pathlib import Path
from typing import Any

from sakiyomi._asking import ask
from sakiyomi._written import table
from sakiyomi.curling.position import Position


class Record:
    """A recorded match, from a log or record of any platform.

    A notebook shows its scoreboard. Positions are numbered from 0, in the order of the shots.
    """

    def __init__(self, source: str | os.PathLike[str], *, game: int | None = None) -> None:
        """Read a record.

        Args:
            source: The text of a log, or the path of its file.
            game: Which game of a file with several, from 0; `Record.games` lists them.
        """
        text = _text(source)
        if game is not None:
            text = ask("curling/game", text=text, game=game)["text"]
        self.text: str = text
        """The text of the record."""
        self.replay: dict[str, Any] = ask("curling/replay", text=text)
        """The answer of `curling/replay`."""

    @staticmethod
    def games(source: str | os.PathLike[str]) -> list[dict[str, Any]]:
        """Return the games in a file: names, points and faults."""
        games: list[dict[str, Any]] = ask("curling/games", text=_text(source))["games"]
        return games

    @property
    def names(self) -> tuple[str, str]:
        """The names of team 0 and team 1."""
        zero, one = self.replay["names"]
        return zero, one

    @property
    def points(self) -> tuple[int, int]:
        """The points of team 0 and team 1."""
        zero, one = self.replay["points"]
        return zero, one

    @cached_property
    def film(self) -> dict[str, Any]:
        """The answer of `curling/film`: every position and shot."""
        film: dict[str, Any] = ask("curling/film", text=self.text)
        return film

    def position(self, at: int) -> Position:
        """Return the position before a shot of the match, from 0."""
        return Position(ask("curling/position-of", text=self.text, at=at))

    def _repr_html_(self) -> str:
        scores: list[int] = self.film["scores"] if "scores" in self.film else []
        head = ["", *(str(end) for end in range(1, len(scores) + 1)), "total"]
        rows = []
        for team, (name, total) in enumerate(zip(self.names, self.points, strict=True)):
            own = [max(0, points if team == 0 else -points) for points in scores]
            rows.append([name, *own, total])
        return table(head, rows)

    def __repr__(self) -> str:
        """Return the names and the points."""
        names, points = json.dumps(self.names, ensure_ascii=False), list(self.points)
        return f"Record({names}, {points})"


def _text(source: str | os.PathLike[str]) -> str:
    if isinstance(source, os.PathLike):
        return Path(source).read_text(encoding="utf-8")
    return source
