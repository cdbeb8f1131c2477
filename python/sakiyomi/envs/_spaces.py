"""Spaces and observations of a game, the same for PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sakiyomi.games import Game

REWARDS = ("share", "points")
"""What a reward may be made of."""


def action_space(game: Game) -> spaces.Space[Any]:
    """Return the space of the encoded actions."""
    space = game.space
    if isinstance(space, int):
        return spaces.Discrete(space)
    low, high = space
    return spaces.Box(low, high, dtype=np.float32)


def observation_space(game: Game) -> spaces.Space[Any]:
    """Return the space of the observations: an array, and where actions have numbers a mask."""
    axes, low, high = game.shape
    array = spaces.Box(low, high, axes, np.float32)
    space = game.space
    if not isinstance(space, int):
        return array
    mask = spaces.Box(0, 1, (space,), np.int8)
    return spaces.Dict({"observation": array, "action_mask": mask})


def observe(game: Game, seat: int) -> Any:
    """Return the observation of a seat; the mask is zero for seats that do not act."""
    array = game.observe(seat)
    space = game.space
    if not isinstance(space, int):
        return array
    mask = game.mask() if game.turn == seat else np.zeros(space, np.int8)
    return {"observation": array, "action_mask": mask}


def reward(game: Game, seat: int, kind: str) -> float:
    """Return the reward of a finished game: 1, 0 or -1 by result, or the difference of points."""
    share, points = game.score()
    side = game.sides[seat]
    if kind == "points":
        return float(points[side] - points[1 - side])
    return float(2 * share - 1) * (1 if side == 0 else -1)


def checked_reward(kind: str) -> str:
    """Return a kind of reward.

    Raises:
        ValueError: There is no such kind.
    """
    if kind not in REWARDS:
        raise ValueError(f"reward: expected one of {', '.join(REWARDS)}, not {kind!r}")
    return kind


def game_seed(generator: np.random.Generator) -> int:
    """Return the seed of a game."""
    return int(generator.integers(2**63))
