"""Exceptions of requests: Python's own, with the place of what is wrong.

Every class here is an `Error` and one of Python's exceptions too, so that `except ValueError` does
what it should. A message begins with the place, such as `position.stones[3].x: ...`.
"""

from __future__ import annotations

import json
from typing import Any

__all__ = [
    "Cancelled",
    "Error",
    "Failed",
    "InternalError",
    "InvalidInput",
    "NotAllowed",
    "NotFound",
    "TimedOut",
    "TooMuch",
]


class Error(Exception):
    """A request without an answer."""

    place: str | None = None
    """The place of what is wrong: a field such as `stones[3].x`, or a line and column of a text."""
    code: str | None = None
    """The code of the message, such as `out-of-range`; none if it has no code."""
    values: dict[str, str] = {}
    """The values in the message, by name."""
    partial: Any = None
    """The latest partial answer of a request that was cancelled; none if it had none."""


class InvalidInput(Error, ValueError):
    """The input does not fit the operation, or breaks the rules of the game."""


class TooMuch(Error, ValueError):
    """The request is larger than the operation allows."""


class NotAllowed(Error, PermissionError):
    """The request is not permitted."""


class NotFound(Error, LookupError):
    """What the request names does not exist."""


class Cancelled(Error, RuntimeError):
    """The request was cancelled before it had an answer; see `partial`."""


class TimedOut(TimeoutError, Cancelled):
    """The request had no answer within its `timeout`; see `partial`."""

    # `TimeoutError` is the first base: objects have its layout, and `TimedOut.__new__` has to be
    # its own. Libraries that pickle exceptions with their tracebacks call that.


class Failed(Error, RuntimeError):
    """The operation failed."""


class InternalError(Failed):
    """A bug of Sakiyomi (a panic): the operation has ended, the interpreter goes on."""


_KINDS: dict[str, type[Error]] = {
    "wrong": InvalidInput,
    "too_much": TooMuch,
    "forbidden": NotAllowed,
    "missing": NotFound,
    "cancelled": Cancelled,
    "failed": Failed,
}
_CODES: dict[str, type[Error]] = {"internal-error": InternalError, "timed-out": TimedOut}


def from_fault(fault: dict[str, Any], partial: Any = None) -> Error:
    """Return the exception of a fault, as the API writes it."""
    kind = _CODES.get(fault.get("code", "")) or _KINDS.get(fault["kind"], Failed)
    place = fault.get("place")
    error = kind(f"{place}: {fault['message']}" if place else fault["message"])
    error.place = place
    error.code = fault.get("code")
    error.values = fault.get("values", {})
    error.partial = partial
    return error


def from_json(fault: str) -> Error:
    """Return the exception of a fault in JSON; the extension module calls this."""
    return from_fault(json.loads(fault))
