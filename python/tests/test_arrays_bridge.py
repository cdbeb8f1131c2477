"""Arrays of bridge: the same as the operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sakiyomi
from sakiyomi import bridge

EXAMPLE = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"


def test_deals_are_those_of_the_operation_however_many() -> None:
    wishes: dict[str, Any] = {"points": ["S=15-17"], "balanced": ["S"], "seed": 7}
    answer = sakiyomi.ask("bridge/deal", deals=20, **wishes)
    deals = bridge.deal(5000, **wishes)
    assert deals[:20] == [board["deal"] for board in answer["boards"]]
    assert bridge.deal(3, number=4998, **wishes) == deals[4997:]
    assert len(set(deals)) == 5000
    told: list[sakiyomi.Progress] = []
    assert bridge.deal(5000, on_progress=told.append, **wishes) == deals
    assert told[-1] == (1.0, "5000 / 5000")
    bridge.solve(["N:A... K... Q... J..."] * 3, on_progress=told.append)
    assert told[-1] == (1.0, "3 / 3")
    assert bridge.deal(0) == []


def test_tricks_are_those_of_the_operation() -> None:
    deals = ["N:A... K... Q... J...", "N:AK... QJ... T9... 87..."]
    answer = sakiyomi.ask("bridge/solve", questions=[{"pbn": deal} for deal in deals])
    tricks = bridge.solve(deals)
    assert tricks.shape == (2, 4, 5)
    assert tricks.dtype == np.uint8
    for table, solved in zip(tricks, answer["answers"], strict=True):
        for seat, row in zip(bridge.SEATS, table, strict=True):
            named = dict(zip(bridge.STRAINS, row.tolist(), strict=True))
            assert named == solved["tables"][seat]
    assert bridge.solve([]).shape == (0, 4, 5)


def test_a_whole_board_is_solved_and_a_board_is_as_good_as_its_deal() -> None:
    tricks = bridge.solve([EXAMPLE, bridge.Board(EXAMPLE)])
    np.testing.assert_array_equal(tricks[0], tricks[1])
    # The two sides' tricks as declarer with the same trumps sum to about thirteen.
    assert tricks.max() <= 13
    np.testing.assert_array_equal(bridge.Board(EXAMPLE).tricks(), tricks[0])


def test_positions_of_the_play_are_solved() -> None:
    positions: list[dict[str, Any]] = [
        {"remaining": "N:AQ... K2... 43... 65...", "trump": "NT", "leader": "N"},
        {
            "remaining": "N:AQ... 65... 4... K...",
            "trump": "NT",
            "leader": "S",
            "current_trick": ["S3", "S2"],
        },
    ]
    answer = sakiyomi.ask("bridge/solve", questions=positions)
    found = bridge.solve_positions(positions)
    assert found == [one["scores"] for one in answer["answers"]]
    # South has led through West's king: the finesse wins both tricks.
    assert found[1] == {"SA": 1, "SQ": 2}
    best = bridge.solve_positions(positions, best=True)
    assert best[1] == {"SQ": 2}


@pytest.mark.parametrize(
    ("message", "call"),
    [
        (r"^deals\[1\]: `pbn`", lambda: bridge.solve(["N:A... K... Q... J...", "x"])),
        (r"^deals\[0\]: `pbn`: .*1, 1, 0 and 0", lambda: bridge.solve(["N:A... K... - -"])),
        (r"^deals\[0\]: expected a text", lambda: bridge.solve([3])),  # type: ignore[list-item]
        (r"^deals: expected a list", lambda: bridge.solve(EXAMPLE)),
        (r"^positions\[0\]: `remaining` is missing", lambda: bridge.solve_positions([{}])),
        (r"^points\[0\]: ", lambda: bridge.deal(1, points=["S=20-10"])),
        (
            r"no deal fits",
            lambda: bridge.deal(1, hands=["N=AKQJ.AKQJ.AKQJ.A"], points=["S=10+"]),
        ),
        (r"^conventions: ", lambda: bridge.deal(1, conventions="none")),
        (r"^count: -1 is out of range", lambda: bridge.deal(-1)),
        (r"^number: boards are numbered up to", lambda: bridge.deal(9, number=2**32 - 2)),
        (r"does not have four suits", lambda: bridge.Board("N:AK")),
    ],
)
def test_what_is_wrong_is_named(message: str, call: Any) -> None:
    with pytest.raises(ValueError, match=message):
        call()
