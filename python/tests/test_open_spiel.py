"""Blokus Duo and bridge as games of OpenSpiel, by its own check."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest

# requirements.txt asks for it where there are wheels.
if os.environ.get("SAKIYOMI_REQUIRE_PYTHON") and sys.version_info < (3, 14):
    import pyspiel
else:
    why = "OpenSpiel has no wheel for this Python: `pip install open_spiel`"
    pyspiel = pytest.importorskip("pyspiel", reason=why)

from sakiyomi.envs import open_spiel  # noqa: E402

NAMES = ["sakiyomi_blokus_duo", "sakiyomi_bridge"]


@pytest.fixture(autouse=True)
def _registered() -> None:
    open_spiel.register()
    open_spiel.register()


@pytest.mark.parametrize("name", NAMES)
def test_its_own_check_passes(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    random = np.random.default_rng(1)
    for _ in range(60 if name == NAMES[1] else 6):
        state.apply_action(int(random.choice(state.legal_actions())))
    clone = state.clone()
    assert str(clone) == str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state) and len(state.history()) + 1 == len(clone.history())


def test_the_dealt_cards_are_the_hands() -> None:
    state = pyspiel.load_game("sakiyomi_bridge").new_initial_state()
    for card in range(52):
        state.apply_action(card)
    assert state.current_player() == 0
    for seat in range(4):
        tensor = state.observation_tensor(seat)
        assert [card for card in range(52) if tensor[card]] == list(range(seat, 52, 4))


def test_returns_add_up_to_nothing() -> None:
    state = pyspiel.load_game("sakiyomi_blokus_duo").new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0, 0.0]
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == 0 and set(map(abs, state.returns())) <= {0.0, 1.0}
