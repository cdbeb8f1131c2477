"""Arrays of Blokus Duo: the same as the operations."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import sakiyomi
from sakiyomi import blokus

OPENING = "Be9,d10,e10,f10,e11 Wj5"


def test_playouts_end_the_game_and_a_seed_repeats_them() -> None:
    found = blokus.playouts([OPENING, ""], 50, seed=3)
    assert found.points.shape == (2, 50, 2)
    assert found.results.shape == (2, 50)
    assert (found.points > 20).all()
    alone = blokus.playouts(OPENING, 20, seed=3)
    np.testing.assert_array_equal(alone.points, found.points[0, :20])
    assert not np.array_equal(alone.points, blokus.playouts(OPENING, 20, seed=4).points)
    margins = alone.points[:, 0] - alone.points[:, 1]
    expected = np.where(margins > 0, 1, np.where(margins, 0, 0.5))
    np.testing.assert_array_equal(alone.results, expected)


def test_the_evaluation_plays_better_than_lots() -> None:
    one_sided = "Be9,d10,e10,f10,e11"
    lots = blokus.playouts(one_sided, 60, seed=1).points.sum()
    chosen = blokus.playouts(one_sided, 60, policy="best-of:8", seed=1).points.sum()
    assert chosen > lots


def test_features_values_and_boards_are_those_of_the_operations() -> None:
    position = blokus.Position(OPENING)
    counted = sakiyomi.ask(
        "blokus/feature-counts", moves=[move["squares"] for move in position["moves"]]
    )
    counts = blokus.feature_counts([OPENING, position])
    assert counts[0].tolist() == counted["totals"][-1]
    np.testing.assert_array_equal(counts[0], counts[1])
    vector = blokus.features(OPENING)
    # The last nine are the kinds alone: Black's counts minus White's.
    np.testing.assert_array_equal(vector[14 * 14 * 9 :][:9], counts[0, 0] - counts[0, 1])
    chance = sakiyomi.ask("blokus/position", line=position)["chance"]
    assert blokus.evaluate(OPENING) == pytest.approx(chance)
    board = blokus.boards(OPENING)
    assert board.shape == (14, 14)
    assert ((board == 1).sum(), (board == 2).sum()) == (5, 1)
    assert board[14 - 10, ord("e") - ord("a")] == 1


def test_no_playout_depends_on_the_number_of_threads() -> None:
    program = f"""
import hashlib
from sakiyomi import blokus
found = blokus.playouts(["{OPENING}", ""], 40, policy="best-of:2", seed=5)
print(hashlib.sha256(found.points.tobytes()).hexdigest())
"""
    digests = set()
    for threads in ("1", "3"):
        environment = {**os.environ, "RAYON_NUM_THREADS": threads}
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(ran.stdout)
    assert len(digests) == 1


wrong: Any = [3]


@pytest.mark.parametrize(
    ("message", "call"),
    [
        (r"^positions\[1\]: moves\[1\]: ", lambda: blokus.boards([OPENING, "Be10 Wa1"])),
        (r"^positions\[0\]: expected a line", lambda: blokus.boards(wrong)),
        (r"^policy: ", lambda: blokus.playouts("", 1, policy="best")),
        (r"^weights: no weights `x`", lambda: blokus.playouts("", 1, weights="x")),
        (r"^scoring: ", lambda: blokus.playouts("", 1, scoring="x")),  # type: ignore[arg-type]
        (r"^count: -1 is out of range", lambda: blokus.playouts("", -1)),
        (r"^seed: ", lambda: blokus.playouts("", 1, seed=-1)),
    ],
)
def test_what_is_wrong_is_named(message: str, call: Any) -> None:
    with pytest.raises(ValueError, match=message):
        call()
