"""Values in their one written form, and what notebooks show of them.

A position, conditions or an analysis is the dict that operations, files and pages exchange. The
classes of the games hold that dict, are mappings, and can be handed to every operation as they are.
"""

from __future__ import annotations

import copy
import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from sakiyomi import errors


def wrong(place: str, message: str) -> NoReturn:
    """Raise the `ValueError` of an argument, or of an entry of it."""
    fault = {"kind": "wrong", "message": message, "place": place, "code": "invalid-input"}
    raise errors.from_fault(fault)


class Written(Mapping[str, Any]):
    """A value in its written form: an unchangeable mapping."""

    def __init__(self, written: Mapping[str, Any]) -> None:
        """Take a copy of the written form."""
        self._written: dict[str, Any] = copy.deepcopy(dict(written))

    def __getitem__(self, name: str) -> Any:
        """Return a field; a copy of it, as the value does not change."""
        return copy.deepcopy(self._written[name])

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the fields."""
        return iter(self._written)

    def __len__(self) -> int:
        """Return the number of fields."""
        return len(self._written)

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same written form."""
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self) == dict(other)

    def __hash__(self) -> int:
        """Return a hash of the written form."""
        return hash(self.to_json())

    def to_dict(self) -> dict[str, Any]:
        """Return the written form: a dict of plain values."""
        return copy.deepcopy(self._written)

    def to_json(self) -> str:
        """Return the written form as JSON."""
        return json.dumps(self._written, sort_keys=True)

    def __repr__(self) -> str:
        """Return the class and the written form, shortened."""
        text = json.dumps(self._written)
        shown = text if len(text) <= 200 else text[:197] + "..."
        return f"{type(self).__name__}({shown})"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table as HTML; every text in it is escaped."""
    cells = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = [f"<caption>{html.escape(caption)}</caption>"] if caption else []
    lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    for row in rows:
        cells = "".join(f"<td>{html.escape(_shown(entry))}</td>" for entry in row)
        lines.append(f"<tr>{cells}</tr>")
    lines.append("</tbody>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _shown(entry: object) -> str:
    if entry is None:
        return ""
    return f"{entry:.3f}" if isinstance(entry, float) else str(entry)


def percent(chance: float | None) -> str:
    """Return a chance in per cent."""
    return "" if chance is None else f"{100 * chance:.1f} %"
