"""Arguments as arrays of numpy, with errors that name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sakiyomi._asking import OnProgress, Progress
from sakiyomi._written import wrong

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]


def floats(name: str, value: npt.ArrayLike) -> Floats:
    """Return numbers as a contiguous array of doubles."""
    array = _array(name, value)
    if array.dtype.kind not in "fiu":
        wrong(name, f"expected an array of numbers, not of {array.dtype}")
    # Not `ascontiguousarray`, which makes a list of a single number.
    return np.require(array, np.float64, ["C", "A"])


def integers(name: str, value: npt.ArrayLike, count: int) -> Integers:
    """Return a whole number, or one for each of `count`, as an array of that length."""
    array = _array(name, value)
    if array.dtype.kind not in "iu" and array.size:
        wrong(name, f"expected whole numbers, not {array.dtype}")
    if array.ndim > 1 or (array.ndim == 1 and array.shape != (count,)):
        wrong(name, f"expected one number or {count}, not the shape {array.shape}")
    return np.ascontiguousarray(np.broadcast_to(array.astype(np.int64), (count,)))


def shape(name: str, array: npt.NDArray[Any], expected: str, tail: tuple[int, ...]) -> None:
    """Check the last axes of an array."""
    if array.ndim < len(tail) or array.shape[array.ndim - len(tail) :] != tail:
        wrong(name, f"expected the shape {expected}, not {array.shape}")


def whole(name: str, value: int, least: int, most: int) -> int:
    """Return a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        wrong(name, f"expected a whole number, not {value!r}")
    if not least <= value <= most:
        wrong(name, f"{value} is out of range: expected {least} to {most}")
    return int(value)


def steps(on_progress: OnProgress | None) -> Callable[[int, int], object] | None:
    """Return what is called with the entries done and their number."""
    if on_progress is None:
        return None
    return lambda done, count: on_progress(Progress(done / count, f"{done} / {count}"))


def _array(name: str, value: npt.ArrayLike) -> npt.NDArray[Any]:
    try:
        return np.asarray(value)
    except (ValueError, TypeError, OverflowError) as error:
        wrong(name, f"not an array: {error}")
