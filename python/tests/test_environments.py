"""Environments for PettingZoo and Gymnasium, by the checks of both packages."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sakiyomi import errors

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from sakiyomi.envs import blokus_duo_v0, bridge_v0, curling_v0  # noqa: E402
from sakiyomi.envs.single import SakiyomiEnv  # noqa: E402
from sakiyomi.players import Turn  # noqa: E402

SHORT = {"ends": 1, "extra_ends": False, "referee": "fast"}
DOUBLES = {"platform": "dc4-mixed-doubles", "ends": 1, "referee": "fast"}
ENVIRONMENTS = [
    pytest.param(blokus_duo_v0, {}, id="blokus"),
    pytest.param(curling_v0, {"conditions": SHORT}, id="curling-continuous"),
    pytest.param(curling_v0, {"conditions": SHORT, "encoding": "lattice"}, id="curling-lattice"),
    pytest.param(curling_v0, {"conditions": DOUBLES, "encoding": "lattice"}, id="mixed-doubles"),
    pytest.param(bridge_v0, {}, id="bridge"),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("module", "arguments"), ENVIRONMENTS)
class TestPettingZoo:
    def test_its_own_check_passes(self, module: Any, arguments: dict[str, Any]) -> None:
        api_test(module.env(**arguments), num_cycles=100)
        api_test(module.raw_env(**arguments), num_cycles=20)

    def test_the_same_seed_gives_the_same_game(
        self, module: Any, arguments: dict[str, Any]
    ) -> None:
        seed_test(lambda: module.env(**arguments), num_cycles=30)

    def test_it_renders(
        self, module: Any, arguments: dict[str, Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        render_test(lambda **more: module.env(**arguments, **more))
        assert capsys.readouterr().out

    def test_any_agent_is_shown_its_view_at_any_time(
        self, module: Any, arguments: dict[str, Any]
    ) -> None:
        env = module.env(**arguments)
        env.reset(seed=1)
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.observation_space(agent).contains(seen)
            if isinstance(seen, dict):
                assert bool(seen["action_mask"].any()) == (agent == env.agent_selection)


def test_rewards_come_at_the_end_and_add_up_to_nothing() -> None:
    env = blokus_duo_v0.env()
    env.reset(seed=3)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        assert ended or reward == 0
        rewards[agent] += reward
        env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[0]))
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])
    assert sum(rewards.values()) == 0


def test_an_illegal_action_is_an_error_that_changes_nothing() -> None:
    env = blokus_duo_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(errors.InvalidInput, match="action"):
        env.step(0)
    assert env.agent_selection == "player_0" and not any(env.terminations.values())


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ValueError, match="reward"):
        blokus_duo_v0.env(reward="gold")
    with pytest.raises(ValueError, match="seat"):
        SakiyomiEnv("blokus", seat=2)
    env = SakiyomiEnv("blokus", opponent="nobody")
    with pytest.raises(ValueError, match="there is no player `nobody`"):
        env.reset()
    with pytest.raises(RuntimeError, match="reset"):
        SakiyomiEnv("blokus").step(0)


SINGLE = [
    pytest.param("sakiyomi/BlokusDuo-v0", {"opponent": "random"}, id="blokus"),
    pytest.param("sakiyomi/BlokusDuo-v0", {"opponent": "one-ply", "seat": None}, id="any-seat"),
    pytest.param("sakiyomi/Curling-v0", {"conditions": SHORT, "opponent": "draw"}, id="curling"),
    pytest.param(
        "sakiyomi/CurlingLattice-v0", {"conditions": SHORT, "opponent": "draw"}, id="lattice"
    ),
    pytest.param("sakiyomi/Bridge-v0", {"opponent": "random", "reward": "points"}, id="bridge"),
]


@pytest.mark.parametrize(("name", "arguments"), SINGLE)
class TestGymnasium:
    def test_its_own_check_passes(self, name: str, arguments: dict[str, Any]) -> None:
        env = gymnasium.make(name, disable_env_checker=True, **arguments)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(env.unwrapped)

    def test_the_same_seed_gives_the_same_game(self, name: str, arguments: dict[str, Any]) -> None:
        played = []
        for _ in range(2):
            env = gymnasium.make(name, disable_env_checker=True, **arguments).unwrapped
            assert isinstance(env, SakiyomiEnv)
            seen, _ = env.reset(seed=11)
            random = np.random.default_rng(1)
            rewards: list[Any] = []
            for _ in range(2):
                while not env.is_over:
                    if isinstance(seen, dict):
                        action = random.choice(np.flatnonzero(seen["action_mask"]))
                    else:
                        action = random.uniform(*env.game.space)  # type: ignore[misc]
                    seen, reward, *_ = env.step(action)
                    rewards.append(reward)
                rewards.append(env.game.record()["key"])
                seen, _ = env.reset()
            played.append(rewards)
        assert played[0] == played[1]
        keys = [key for key in played[0] if isinstance(key, str)]
        assert len(set(keys)) == 2, "the second game is another one"


def test_an_illegal_action_forfeits_the_game() -> None:
    env = SakiyomiEnv("blokus", "random", render_mode="ansi")
    env.reset(seed=1)
    seen, reward, ended, cut, info = env.step(0)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert "action" in info["fault"]
    env.reset(seed=1)
    env.game.restart(1)
    env.game.play("e10")
    lines = str(env.render()).splitlines()
    assert lines[5] == "10 . . . . x . . . . . . . . ." and lines[-1].startswith("White")


def test_an_opponent_written_in_python_sees_only_its_own_cards() -> None:
    hands: set[tuple[int, str, str]] = set()

    def low(turn: Turn) -> str:
        hands.add((turn.seat, turn.view["seat"], turn.view["hand"]))
        assert turn.actions is not None
        return turn.actions[0]

    env = SakiyomiEnv("bridge", low, reward="points")
    seen, info = env.reset(seed=2)
    ended = False
    while not ended:
        seen, reward, ended, _, info = env.step(int(np.flatnonzero(env.action_masks())[-1]))
    assert {seat for seat, *_ in hands} <= {1, 2, 3}
    assert all("NESW"[seat] == letter for seat, letter, _ in hands)
    assert len(hands) == len({seat for seat, *_ in hands}), "one hand for every seat"


def test_the_partner_may_be_another_player() -> None:
    seats: dict[str, set[int]] = {"partner": set(), "opponent": set()}

    def player(kind: str) -> Callable[[Turn], str]:
        def choose(turn: Turn) -> str:
            seats[kind].add(turn.seat)
            assert turn.actions is not None
            return turn.actions[0]

        return choose

    env = SakiyomiEnv("bridge", player("opponent"), partner=player("partner"))
    env.reset(seed=1)
    while not env.is_over:
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert seats["opponent"] <= {1, 3} and seats["partner"] <= {2}
    assert seats["opponent"]
