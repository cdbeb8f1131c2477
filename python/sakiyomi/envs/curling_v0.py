"""Curling for PettingZoo: continuous by default, on the lattice with `encoding="lattice"`."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv

from sakiyomi.envs.aec import GameEnv, wrapped

__all__ = ["env", "raw_env"]


def env(**arguments: Any) -> AECEnv[str, Any, Any]:
    """Return the environment with PettingZoo's checks; the arguments are those of `raw_env`."""
    return wrapped(raw_env(**arguments))


class raw_env(GameEnv):  # noqa: N801, the name that PettingZoo gives it
    """Curling: `player_0` throws first, `player_1` has the hammer in the first end."""

    def __init__(self, **arguments: Any) -> None:
        """Create the environment; the arguments are those of `GameEnv` but the game."""
        super().__init__("curling", **{**arguments})
