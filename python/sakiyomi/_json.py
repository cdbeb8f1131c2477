"""Inputs of operations as JSON: Python's values, and arrays of numpy."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any

from sakiyomi import errors


def dumps(value: object) -> str:
    """Return a value as JSON.

    Mappings, paths, and arrays and numbers of numpy are written as what they hold.

    Raises:
        errors.InvalidInput: A value has no form in JSON; the message begins with its place.
    """
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise _located(value, error) from None


def _plain(value: Any) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError


def _located(value: object, error: Exception) -> errors.Error:
    """Return the exception for the first value that cannot be written."""
    found = _fault("", value, [])
    place, words = found or (None, str(error))
    fault = {"kind": "wrong", "message": words, "code": "invalid-input", "place": place or None}
    return errors.from_fault(fault)


def _fault(place: str, value: Any, around: list[object]) -> tuple[str, str] | None:
    """Return the place of the first value that cannot be written, and what is wrong with it."""
    if value is None or isinstance(value, (str, bool, int)):
        return None
    if isinstance(value, float):
        return None if math.isfinite(value) else (place, f"{value} is no number of JSON")
    if any(value is outer for outer in around):
        return place, "contains itself"
    around = [*around, value]
    if isinstance(value, Mapping):
        for key, entry in value.items():
            found = _fault(f"{place}.{key}" if place else str(key), entry, around)
            if not isinstance(key, str) or found:
                return found or (place, f"the key {key!r} is no text")
        return None
    if isinstance(value, (list, tuple)):
        entries = (_fault(f"{place}[{i}]", entry, around) for i, entry in enumerate(value))
        return next((found for found in entries if found), None)
    try:
        return _fault(place, _plain(value), around)
    except TypeError:
        return place, f"a value of type {type(value).__name__} has no form in JSON"
