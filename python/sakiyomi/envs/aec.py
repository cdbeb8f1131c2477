"""Games for PettingZoo, all seats in turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sakiyomi import games
from sakiyomi.envs import _spaces
from sakiyomi.envs._text import text
from sakiyomi.games import Conditions, Game

__all__ = ["GameEnv", "wrapped"]


class GameEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game as an environment of agents that act in turn, `player_0`, `player_1`, ...

    Agents are the seats of the game. Where actions have numbers, an observation is a dict of
    `observation` and `action_mask`; otherwise it is the array. `observe` answers for any agent at
    any time, and shows what its seat may see. All rewards are given at the end of the game: by
    `reward="share"` 1 for the winning side, -1 for the other and 0 for a draw, by `"points"` the
    difference of points. An illegal action raises `errors.InvalidInput` and changes nothing.
    """

    def __init__(
        self,
        game: str,
        *,
        encoding: str | None = None,
        conditions: Conditions = None,
        reward: str = "share",
        render_mode: str | None = None,
    ) -> None:
        """Create an environment.

        Args:
            game: `"blokus"`, `"bridge"` or `"curling"`.
            encoding: The encoding of actions and views; by default the game's usual one.
            conditions: What differs from the usual conditions, or a text.
            reward: `"share"` or `"points"`.
            render_mode: `"ansi"`, `"human"` or none.
        """
        super().__init__()
        self.game = Game(game, conditions=conditions, encoding=encoding or usual_encoding(game))
        self.reward = _spaces.checked_reward(reward)
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "name": f"sakiyomi_{game}_v0",
        }
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.game.sides))]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {
            agent: _spaces.action_space(self.game) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: _spaces.observation_space(self.game) for agent in self.possible_agents
        }
        self._generator = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the same seed gives the same start and dice.

        Args:
            seed: The seed of this game and of those that follow without one.
            options: `start`: a start position in the game's notation.
        """
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.game.restart(_spaces.game_seed(self._generator), (options or {}).get("start"))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees."""
        return _spaces.observe(self.game, self._seats[agent])

    def step(self, action: Any) -> None:
        """Play an action of the selected agent.

        Raises:
            errors.InvalidInput: The action is illegal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.turn is None:
            for agent in self.agents:
                self.rewards[agent] = _spaces.reward(self.game, self._seats[agent], self.reward)
                self.terminations[agent] = True
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the position as text (`ansi`), or print it (`human`)."""
        if self.render_mode == "ansi":
            return text(self.game)
        if self.render_mode == "human":
            print(text(self.game))
        return None

    def close(self) -> None:
        """Do nothing: a game holds no resources."""

    def __str__(self) -> str:
        """Return the name of the environment."""
        return str(self.metadata["name"])

    def _select(self) -> None:
        """Select the agent to act; after the game, those that are left in order."""
        turn = self.game.turn
        self.agent_selection = self.agents[0] if turn is None else self.possible_agents[turn]


def usual_encoding(game: str) -> str:
    """Return the usual encoding of a game."""
    return games.encodings(game)[0]


def wrapped(env: GameEnv) -> AECEnv[str, Any, Any]:
    """Return an environment with PettingZoo's checks of the order of calls and of bounds.

    A number out of bounds is an error; a vector is cut to the bounds.
    """
    numbered = isinstance(env.game.space, int)
    bounds = wrappers.AssertOutOfBoundsWrapper if numbered else wrappers.ClipOutOfBoundsWrapper
    checked: AECEnv[str, Any, Any] = bounds(env)
    return wrappers.OrderEnforcingWrapper(checked)
