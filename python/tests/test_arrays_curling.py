"""Arrays of curling: the same as the operations, whatever the shapes and the threads."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import sakiyomi
from sakiyomi import curling
from sakiyomi._numbers import Floats
from sakiyomi.games import Game

EMPTY = np.full((16, 2), np.nan)
PLATFORMS = ("paper", "gat", "dc2", "dc3", "dc4")


def positions() -> Floats:
    """Return four positions before shot 9, with up to eight stones."""
    random = np.random.default_rng(5)
    stones = np.full((4, 16, 2), np.nan)
    for place, count in enumerate((0, 3, 5, 8)):
        stones[place, :count, 0] = np.linspace(-1.4, 1.4, max(count, 1))[:count]
        stones[place, :count, 1] = random.uniform(-3.0, 1.0, count)
    return stones


def some_shots(ice: str) -> Floats:
    """Return six shots: draws, hits and a slow one."""
    targets = [[0.0, 0.0], [-0.5, 0.4], [0.6, -0.8], [0.2, 0.0], [-0.4, -0.3]]
    beyond = [np.nan, np.nan, np.nan, 5.0, 8.0]
    shots = curling.aim(targets, [1, -1, 1, -1, 1], ice=ice, beyond=beyond)
    return np.vstack([shots, [0.0, 0.5, 1.0]])


def asked(ice: str, stones: Floats, shots: Floats) -> dict[str, Any]:
    """Return the question of the operation."""
    at = [curling.Position(ice=ice, stones=one, slot=9) for one in stones]
    turns = {1.0: "ccw", -1.0: "cw"}
    return {
        "conditions": curling.Conditions(ice),
        "games": [one["game"] for one in at],
        "shots": [{"velocity": {"x": x, "y": y}, "turn": turns[turn]} for x, y, turn in shots],
    }


@pytest.mark.parametrize("ice", PLATFORMS)
@pytest.mark.parametrize(("mode", "seed"), [("exact", None), ("fast", None), ("exact", 11)])
def test_arrays_have_the_outcomes_of_the_operation(ice: str, mode: Any, seed: int | None) -> None:
    stones, shots = positions(), some_shots(ice)
    question = {**asked(ice, stones, shots), "mode": mode, "seed": seed}
    answer = sakiyomi.ask("curling/simulate", question)
    found = curling.simulate(stones, shots, ice=ice, mode=mode, seed=seed, slot=9)
    assert found.stones.shape == (4, 6, 16, 2)
    for place, outcomes in enumerate(answer["outcomes"]):
        for number, outcome in enumerate(outcomes):
            expected = np.full((16, 2), np.nan)
            for stone in outcome["stones"]:
                expected[2 * (stone["number"] - 1) + stone["team"]] = stone["x"], stone["y"]
            np.testing.assert_array_equal(found.stones[place, number], expected)
            assert found.points[place, number] == outcome["points"]
            assert found.foul[place, number] == outcome["foul"]
            velocity = (outcome["shot"] or {}).get("velocity", {"x": np.nan, "y": np.nan})
            thrown = found.thrown[place, number, :2]
            np.testing.assert_array_equal(thrown, [velocity["x"], velocity["y"]])
    if seed is None:
        np.testing.assert_array_equal(found.thrown, np.broadcast_to(shots, (4, 6, 3)))


def test_axes_are_those_of_the_arguments() -> None:
    stones, shots = positions(), some_shots("paper")
    all_of_them = curling.simulate(stones, shots, slot=9)
    one = curling.simulate(stones[2], shots[3], slot=9)
    assert (one.stones.shape, one.points.shape, one.thrown.shape) == ((16, 2), (), (3,))
    np.testing.assert_array_equal(one.stones, all_of_them.stones[2, 3])
    own = np.stack([shots[:2], shots[1:3], shots[2:4], shots[3:5]])
    each = curling.simulate(stones, own, slot=9)
    for place in range(4):
        expected = all_of_them.stones[place, place : place + 2]
        np.testing.assert_array_equal(each.stones[place], expected)
    assert curling.simulate(stones[:0], shots).stones.shape == (0, 6, 16, 2)
    assert curling.simulate(stones, shots[:0]).points.shape == (4, 0)


def test_the_next_stone_is_the_one_after_the_last_in_play() -> None:
    stones = positions()
    shot = some_shots("paper")[0]
    found = curling.simulate(stones, shot)
    for place, slot in enumerate((0, 3, 5, 8)):
        said = curling.simulate(stones[place], shot, slot=slot)
        np.testing.assert_array_equal(found.stones[place], said.stones)


def test_a_batch_tells_its_progress_and_ends_by_an_exception() -> None:
    shots = np.tile(some_shots("paper"), (20, 1))
    told: list[sakiyomi.Progress] = []
    whole = curling.simulate(EMPTY, shots, mode="fast", on_progress=told.append)
    parts = [progress.part or 0.0 for progress in told]
    assert parts == sorted(parts) and parts[0] < 1.0 and parts[-1] == 1.0
    quiet = curling.simulate(EMPTY, shots, mode="fast")
    np.testing.assert_array_equal(whole.stones, quiet.stones)
    with pytest.raises(ZeroDivisionError):
        curling.simulate(EMPTY, shots, mode="fast", on_progress=lambda _: 1 // 0)


def test_written_shots_and_columns_are_the_same_shots() -> None:
    stones, shots = positions(), some_shots("dc4")
    written = asked("dc4", stones, shots)["shots"]
    arrays = curling.simulate(stones, shots, ice="dc4", slot=9)
    assert np.array_equal(
        curling.simulate(stones, written, ice="dc4", slot=9).stones, arrays.stones, equal_nan=True
    )
    speed, angle = np.hypot(shots[:, 0], shots[:, 1]), np.arctan2(shots[:, 0], shots[:, 1])
    rows = curling.shots(speed=speed, angle=angle, turn=shots[:, 2])
    np.testing.assert_allclose(rows, shots, atol=1e-12)
    turns = np.where(shots[:, 2] > 0, "ccw", "cw")
    by_name = curling.shots(x=shots[:, 0], y=shots[:, 1], turn=turns)
    np.testing.assert_array_equal(by_name, shots)
    slow = np.array([[0.0, 2.3, 1.0, 0.3], [0.0, 2.3, 1.0, 3.0]])
    rates = curling.simulate(EMPTY, slow, ice="dc4").stones[:, 0]
    assert not np.array_equal(rates[0], rates[1])


def test_noise_scatters_around_the_shot_and_a_seed_repeats_it() -> None:
    many = np.repeat(some_shots("dc3")[:1], 2000, axis=0)
    exact = curling.simulate(EMPTY, many[0], ice="dc3").stones[0]
    noisy = curling.simulate(EMPTY, many, ice="dc3", mode="fast", noise=True, seed=3)
    again = curling.simulate(EMPTY, many, ice="dc3", mode="fast", seed=3)
    np.testing.assert_array_equal(noisy.stones, again.stones)
    other = curling.simulate(EMPTY, many, ice="dc3", mode="fast", seed=4)
    assert not np.array_equal(noisy.stones, other.stones, equal_nan=True)
    places = noisy.stones[:, 0]
    spread = np.nanstd(places, axis=0)
    assert (spread > 0.05).all()
    assert (np.abs(np.nanmean(places, axis=0) - exact) < 6 * spread / np.sqrt(2000) + 0.05).all()
    own = some_shots("paper")[[0] * 200]
    quiet = curling.simulate(EMPTY, own, ice="paper", noise=0.0, seed=3)
    assert np.ptp(quiet.stones[:, 0], axis=0).max() < 1e-9
    loud = curling.simulate(EMPTY, own, noise=0.4, seed=3)
    assert np.nanstd(loud.stones[:, 0, 0]) > 0.2
    never = curling.simulate(EMPTY, many[0], ice="dc3", noise=False, seed=3)
    np.testing.assert_array_equal(never.stones[0], exact)


DIGEST = """
import hashlib, numpy as np
from sakiyomi import curling
shots = np.tile(curling.aim([[0.2, 0.1], [-0.3, 0.0]], "cw", ice="dc4"), (300, 1))
stones = np.full((3, 16, 2), np.nan)
stones[1, 0], stones[2, 0], stones[2, 1] = (0.0, 0.3), (0.1, -1.0), (-0.5, 0.2)
found = curling.simulate(stones, shots, ice="dc4", mode="fast", seed=2, slot=6)
print(hashlib.sha256(found.stones.tobytes() + found.points.tobytes()).hexdigest())
"""


def test_no_outcome_depends_on_the_number_of_threads() -> None:
    digests = set()
    for threads in ("1", "3"):
        environment = {**os.environ, "RAYON_NUM_THREADS": threads}
        command = [sys.executable, "-c", DIGEST]
        ran = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        )
        digests.add(ran.stdout)
    assert len(digests) == 1


def test_a_drawn_stone_stops_at_its_target_and_counts() -> None:
    targets = np.array([[0.0, 0.0], [0.9, 0.5], [0.0, -90.0]])
    for ice in PLATFORMS:
        shots = curling.aim(targets, "cw", ice=ice)
        assert np.isnan(shots[2]).all()
        found = curling.simulate(EMPTY, shots[:2], ice=ice)
        np.testing.assert_allclose(found.stones[:, 0], targets[:2], atol=0.02)
        assert found.points.tolist() == [1, 1]
    one = curling.aim([0.0, 0.0], "ccw")
    assert one.shape == (3,)
    faster = curling.aim([0.0, 0.0], "ccw", beyond=6.0)
    assert faster[1] > one[1]
    answer = sakiyomi.ask(
        "curling/aim",
        conditions=curling.Conditions("gat"),
        targets=[{"at": {"x": 0.2, "y": 0.1}, "turn": "cw", "weight": {"power": 4.0}}],
        way="classic",
    )
    classic = curling.aim([0.2, 0.1], "cw", ice="gat", way="classic", power=4.0)
    assert classic[1] == answer[0]["shot"]["velocity"]["y"]


def test_scores_are_those_of_the_operation() -> None:
    stones = positions()
    for hammer in (0, 1):
        games = [curling.Position(stones=one, slot=9, hammer=hammer)["game"] for one in stones]
        answer = sakiyomi.ask(
            "curling/score", conditions=curling.Conditions("paper"), games=games
        )
        assert curling.score(stones, hammer=hammer).tolist() == answer["points"]
    assert curling.score(stones[3]).shape == ()


def test_values_are_chances_that_grow_with_the_position() -> None:
    ahead = EMPTY.copy()
    ahead[13] = 0.0, 0.1
    behind = EMPTY.copy()
    behind[14] = 0.0, 0.1
    found = curling.evaluate(
        np.stack([EMPTY, ahead, behind]), player="jiritsu:depth=1", slot=16, end=9, score=0
    )
    assert found.scale == "chance"
    # The last stone of the last end; team 1 has the hammer, also in an extra end after a blank.
    assert found.values[1:].tolist() == [0.0, 1.0]
    assert 0.1 < found.values[0] < 0.5
    leads = curling.evaluate(
        np.stack([EMPTY] * 3), player="jiritsu:depth=1", slot=0, end=5, score=[-2, 0, 2]
    )
    assert (np.diff(leads.values) > 0).all()
    swapped = curling.evaluate(
        np.stack([EMPTY] * 3), player="jiritsu:depth=1", slot=0, end=5, score=[2, 0, -2], hammer=0
    )
    np.testing.assert_allclose(leads.values, 1 - swapped.values)
    points = curling.evaluate(ahead, player="jiritsu:depth=1,goal=points", slot=16)
    assert points.scale == "points"
    assert points.values == pytest.approx(-1.0)


def test_the_kernel_has_rows_of_probabilities_around_their_targets() -> None:
    kernel = curling.kernel(ice="paper")
    candidates, points = kernel.shape
    assert kernel.shots.shape == (points, 3)
    sums = np.add.reduceat(kernel.probabilities, kernel.offsets[:-1])
    np.testing.assert_allclose(sums, np.ones(candidates), atol=1e-9)
    means = kernel.expected(kernel.targets[:, 1])
    meant = kernel.targets[kernel.candidates, 1]
    inside = ~kernel.hit[kernel.candidates] & (np.abs(meant) < 1.0)
    assert inside.sum() > 100
    assert np.abs(means[inside] - meant[inside]).max() < 0.1
    wide = curling.kernel(ice="paper", noise=0.3)
    assert len(wide.probabilities) / wide.shape[0] > len(kernel.probabilities) / candidates


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        (r"^stones: expected the shape \(16, 2\) or", {"stones": np.zeros((8, 2))}),
        (r"^stones: expected the shape", {"stones": np.zeros((2, 2, 16, 2))}),
        (r"^stones: expected an array of numbers", {"stones": [["a"]]}),
        (r"^stones: not an array", {"stones": [[1.0], [1.0, 2.0]]}),
        (r"^stones\[3, 5\]: one of two coordinates", {"stones": "half"}),
        (r"^stones\[3, 5\]: the stone at .* more than 60", {"stones": "far"}),
        (r"^stones\[3, 5\]: the stone has not been thrown", {"stones": "early"}),
        (r"^slot\[3\]: slot 16 is out of range: expected 0 to 15", {"slot": [0, 0, 0, 16]}),
        (r"^slot: expected one number or 4", {"slot": [0, 1]}),
        (r"^slot: expected whole numbers", {"slot": 1.5}),
        (r"^shots: expected the shape", {"shots": np.zeros((3, 2))}),
        (r"^shots: the shape \(2, 1, 3\) has no shots", {"shots": np.zeros((2, 1, 3))}),
        (r"^shots\[1\]: the turn is 0", {"shots": [[0, 2.0, 1], [0, 2.0, 0]]}),
        (r"^shots\[1\]: the velocity is not", {"shots": [[0, 2.0, 1], [0, np.nan, 1]]}),
        (r"^shots\[1\]: the speed of 900 m/s is above", {"shots": [[0, 2.0, 1], [0, 900.0, 1]]}),
        (r"^shots\[0\]: sweeping is not allowed", {"shots": [[0, 2.0, 1, np.nan, -9, -2, 1]]}),
        (r"^shots\[1\]: a written shot has", {"shots": [{"velocity": [0, 2], "turn": "cw"}, {}]}),
        (r"^mode: unknown mode `slow`", {"mode": "slow"}),
        (r"^noise: expected true, false or a size", {"noise": -0.5}),
        (r"^seed: -1 is out of range", {"seed": -1}),
        (r"^hammer: 2 is out of range", {"hammer": 2}),
        (r"^end: expected a whole number", {"end": "x"}),
        (r"^platform: .*pond", {"ice": "pond"}),
        (r"^text: .*ends", {"ice": {"platform": "dc3", "ends": "x"}}),
    ],
)
def test_what_is_wrong_is_named(message: str, arguments: dict[str, Any]) -> None:
    stones, slot = np.full((4, 16, 2), np.nan), arguments.pop("slot", 9)
    kind = arguments.pop("stones", None)
    if isinstance(kind, str):
        stones[3, 5] = {"half": (0.0, np.nan), "far": (0.0, 70.0), "early": (0.0, 0.0)}[kind]
        slot = 5 if kind == "early" else 9
    elif kind is not None:
        stones = kind
    shots = arguments.pop("shots", [[0.0, 2.0, 1.0]])
    with pytest.raises(ValueError, match=message):
        curling.simulate(stones, shots, slot=slot, **arguments)


def test_wrong_targets_values_and_kernels_are_named() -> None:
    with pytest.raises(ValueError, match=r"^targets\[1\]: the place"):
        curling.aim(np.array([[0, 0], [0, np.inf]]), "cw")
    with pytest.raises(ValueError, match=r"^turn: unknown turn `left`"):
        curling.aim([0, 0], "left")
    with pytest.raises(ValueError, match=r"^turns\[1\]: the turn is 2"):
        curling.aim([[0, 0], [0, 0]], [1, 2])
    with pytest.raises(ValueError, match=r"^turn: the shape \(3,\) does not fit"):
        curling.aim([[0, 0], [0, 0]], [1, 1, 1])
    with pytest.raises(ValueError, match=r"^power: `speed` is given too"):
        curling.aim([0, 0], "cw", speed=1.0, power=3.0)
    with pytest.raises(ValueError, match=r"no evaluation of its own"):
        curling.evaluate(EMPTY, player="greedy")
    with pytest.raises(ValueError, match=r"^score\[0\]: a lead of 3 points before end 0"):
        curling.evaluate(EMPTY, player="jiritsu:depth=1", score=3)
    with pytest.raises(ValueError, match=r"a team has players 0 to 3"):
        curling.kernel(number=4)


def test_conditions_are_one_value_whatever_their_form() -> None:
    one = curling.Conditions("dc4", set={"ends": 4, "noise": 0.2})
    forms: list[Any] = [one.to_dict(), one.to_json(), one.to_toml(), one]
    assert all(curling.Conditions(form) == one for form in forms)
    assert curling.Conditions("dc4", set=["ends=4", "noise=0.2"]) == one
    assert pickle.loads(pickle.dumps(one)) == one
    assert json.loads(one.to_json())["ends"] == 4
    assert hash(curling.Conditions(one.to_dict())) == hash(one)
    with pytest.warns(UserWarning, match="sponsor"):
        curling.Conditions('platform = "dc4"\nsponsor = "x"')


def test_a_shot_is_written_as_the_action_of_a_match() -> None:
    row = curling.aim([0.4, -0.2], "ccw", ice="dc4")
    written = curling.action(row)
    assert written == f"throw {row[0]} {row[1]} ccw"
    turned = {"velocity": {"x": row[0], "y": row[1]}, "turn": "ccw"}
    assert curling.action(turned) == written
    game = Game("curling", conditions={"platform": "dc4"}, encoding="continuous")
    vector = game.encode(written)
    assert isinstance(vector, list) and np.allclose(vector, [row[0], row[1], -1])
    assert row[2] == 1  # the other way round
    game.play(written)
    assert game.moves() == [written]


def test_an_action_has_rate_and_sweeping_and_is_refused_where_no_shot_gets_there() -> None:
    swept = curling.action([0.1, 2.4, -1, np.nan, -10, 0, 1])
    assert swept == "throw 0.1 2.4 cw sweep -10.0 0.0 1.0"
    game = Game("curling", conditions={"platform": "dc4", "sweeping": True})
    game.play(swept)
    assert game.moves() == ["throw 0.1 2.4 cw sweep -10 0 1"]
    assert curling.action([0.1, 2.4, 1, 1.5]) == "throw 0.1 2.4 ccw 1.5"
    with pytest.raises(ValueError, match="shot: the velocity is not a number"):
        curling.action([np.nan, np.nan, 1])


def test_a_long_batch_ends_at_ctrl_c() -> None:
    program = """
import _thread, sys, threading, time
import numpy as np
from sakiyomi import curling
stones = np.full((16, 2), np.nan)
shots = np.tile(curling.aim([0.0, 0.0], "cw", ice="dc4"), (3_000_000, 1))
threading.Timer(1.0, _thread.interrupt_main).start()
begun = time.monotonic()
try:
    curling.simulate(stones, shots, ice="dc4", mode="exact")
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - begun < 60)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True
    )
    assert ran.stdout.split() == ["interrupted", "True"]
