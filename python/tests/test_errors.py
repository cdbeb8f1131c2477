"""Errors: Python's own exceptions with the place of what is wrong."""

import math
import pickle
from typing import Any

import pytest

import sakiyomi
from sakiyomi import errors


def test_a_wrong_input_is_a_value_error_that_begins_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"^line\.movs: unknown field") as caught:
        sakiyomi.ask("blokus/position", {"line": {"movs": []}})
    assert isinstance(caught.value, errors.InvalidInput)
    assert caught.value.place == "line.movs" and caught.value.code == "invalid-input"


def test_a_fault_of_the_game_has_its_place_too() -> None:
    with pytest.raises(errors.InvalidInput, match="^length: a game has at most 42 moves$") as caught:
        sakiyomi.ask("blokus/perft", length=99)
    assert caught.value.place == "length"


def test_an_unknown_operation_is_a_lookup_error_with_those_of_its_area() -> None:
    for find in (sakiyomi.ask, sakiyomi.schema):
        with pytest.raises(LookupError, match="known: blokus/") as caught:
            find("blokus/pert")
        assert isinstance(caught.value, errors.NotFound)
        assert caught.value.values == {"name": "blokus/pert"}


CYCLE: list[Any] = []
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1.0, math.nan], r"^line\.moves\[1\]: nan is no number of JSON"),
        ({"a": math.inf}, r"^line\.moves\.a: inf is no number of JSON"),
        ([{1, 2}], r"^line\.moves\[0\]: a value of type set has no form in JSON"),
        (CYCLE, r"^line\.moves\[0\]: contains itself"),
        ({(1, 2): 3}, r"^line\.moves: the key \(1, 2\) is no text"),
        ("\ud800", "the input is not JSON"),
        (2**70, r"^line\.moves: invalid type"),
    ],
)
def test_what_json_cannot_say_is_refused_with_its_place(value: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sakiyomi.ask("blokus/position", line={"moves": value})


def test_an_input_too_deep_is_refused() -> None:
    value: list[Any] = []
    for _ in range(500):
        value = [value]
    with pytest.raises(ValueError, match="recursion limit"):
        sakiyomi.ask("blokus/position", line={"moves": value})


@pytest.mark.parametrize(
    ("kind", "code", "error", "python"),
    [
        ("wrong", None, errors.InvalidInput, ValueError),
        ("too_much", None, errors.TooMuch, ValueError),
        ("too_much", "timed-out", errors.TimedOut, TimeoutError),
        ("forbidden", None, errors.NotAllowed, PermissionError),
        ("missing", None, errors.NotFound, LookupError),
        ("cancelled", "cancelled", errors.Cancelled, RuntimeError),
        ("failed", None, errors.Failed, RuntimeError),
        ("failed", "internal-error", errors.InternalError, RuntimeError),
    ],
)
def test_every_kind_of_fault_has_an_exception(
    kind: str, code: str | None, error: type[errors.Error], python: type[Exception]
) -> None:
    fault = {"kind": kind, "message": "no", "place": "stones[3].x", "values": {"min": "0"}}
    made = errors.from_fault({**fault, **({"code": code} if code else {})})
    assert type(made) is error and isinstance(made, python)
    assert str(made) == "stones[3].x: no" and made.place == "stones[3].x"
    again = pickle.loads(pickle.dumps(made))
    assert type(again) is error and str(again) == str(made) and again.values == {"min": "0"}
