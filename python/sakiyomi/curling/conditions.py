"""Conditions of a match: rules, ice and throwers as one value."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from sakiyomi import _native
from sakiyomi._asking import ask
from sakiyomi._json import dumps
from sakiyomi._written import Written, table, wrong

Changes: TypeAlias = "Mapping[str, object] | Sequence[str]"
Ice: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"


class Conditions(Written):
    """The conditions of a match in their one written form.

    They are read like every text of conditions: the name of a platform, TOML or JSON, the files of
    the DC2 and DC3 servers, a saved position.

    >>> Conditions("dc4", set={"ends": 8, "noise": 0.2})["platform"]
    'dc4'
    """

    def __init__(
        self, source: Ice = "paper", *, set: Changes = (), match: str | None = None
    ) -> None:
        """Read conditions.

        Args:
            source: A platform (`"paper"`, `"legacy"`, `"gat"`, `"dc2"`, `"dc3"`, `"dc4"`), a text
                in TOML or JSON, a path of a file, or a dict in the written form.
            set: Changes on top: a dict, or texts such as `"ends=4"`, as after `--set`.
            match: Which match of a DC2 server's file.
        """
        read = _read(_text(source), _changes(set), match)
        super().__init__(read["conditions"])
        self._toml: str = read["toml"]
        self._parts: list[dict[str, str]] = read["parts"]
        for warning in read["warnings"]:
            warnings.warn(warning, stacklevel=2)
        self._match: _native.CurlingMatch | None = None

    @classmethod
    def of(cls, source: Ice, set: Changes = ()) -> Conditions:
        """Return conditions; those already read are not read again."""
        if isinstance(source, Conditions) and not set:
            return source
        return cls(source, set=set)

    @property
    def match(self) -> _native.CurlingMatch:
        """The prepared ice, rules and throwers."""
        if self._match is None:
            self._match = _native.CurlingMatch(self.to_json())
        return self._match

    def to_toml(self) -> str:
        """Return the conditions as TOML, for `--conditions FILE`."""
        return self._toml

    def __reduce__(self) -> tuple[type[Conditions], tuple[dict[str, Any]]]:
        """Return how to make the conditions again, in another process too."""
        return (Conditions, (self.to_dict(),))

    def _repr_html_(self) -> str:
        rows = ((part["name"], part["value"], part["source"]) for part in self._parts)
        return table(("condition", "value", "from"), rows)


def _text(source: Ice) -> str:
    if isinstance(source, Mapping):
        return dumps(source)
    if isinstance(source, os.PathLike):
        return Path(source).read_text(encoding="utf-8")
    if not isinstance(source, str):
        wrong("ice", f"expected a platform, a text, a path or a dict, not {source!r}")
    return source


def _changes(changes: Changes) -> tuple[str, ...]:
    if isinstance(changes, Mapping):
        return tuple(f"{key}={_plain(value)}" for key, value in changes.items())
    if isinstance(changes, str):
        wrong("set", 'expected a dict or a list of texts such as ["ends=4"]')
    return tuple(changes)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=64)
def _answer(text: str, changes: tuple[str, ...], match: str | None) -> str:
    asked: dict[str, Any] = {"set": list(changes), "match": match}
    if re.fullmatch(r"[\w-]*", text):
        asked["platform"] = text
    else:
        asked["text"] = text
    return json.dumps(ask("curling/conditions", asked))


def _read(text: str, changes: tuple[str, ...], match: str | None) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(_answer(text, changes, match))
    return read
