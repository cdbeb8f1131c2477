"""Games for Gymnasium: one seat learns, named players or functions take the others."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from sakiyomi import errors
from sakiyomi.envs import _spaces
from sakiyomi.envs._text import text
from sakiyomi.envs.aec import usual_encoding
from sakiyomi.games import Conditions, Game
from sakiyomi.players import Player, _Seat

__all__ = ["OPPONENTS", "SakiyomiEnv"]

OPPONENTS = {"blokus": "one-ply", "bridge": "low", "curling": "greedy"}
"""The usual opponents: quick ones that are no pushovers."""


class SakiyomiEnv(gymnasium.Env[Any, Any]):
    """A game for one agent against other players.

    An episode is a game. Rewards come at its end, as in `GameEnv`. An illegal action forfeits the
    game, as it does in a match: the reward is -1 (by points: that of a lost game by ten), and
    `info["fault"]` says why. `action_masks()` returns the mask, as agents with masks ask for it.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012, as Gymnasium has it

    def __init__(
        self,
        game: str,
        opponent: str | Player | None = None,
        *,
        partner: str | Player | None = None,
        seat: int | None = 0,
        encoding: str | None = None,
        conditions: Conditions = None,
        reward: str = "share",
        render_mode: str | None = None,
    ) -> None:
        """Create an environment.

        Args:
            game: `"blokus"`, `"bridge"` or `"curling"`.
            opponent: A player text such as `"jiritsu:preset=quick"`, or a player of yours.
            partner: The player of the other seat on the own side, where there is one; by default
                the opponent's kind.
            seat: The seat of the agent; none draws one for every game.
            encoding: The encoding of actions and views; by default the game's usual one.
            conditions: What differs from the usual conditions, or a text.
            reward: `"share"` or `"points"`.
            render_mode: `"ansi"` or none.
        """
        super().__init__()
        encoding = encoding or usual_encoding(game)
        self.game = Game(game, conditions=conditions, encoding=encoding)
        self.reward = _spaces.checked_reward(reward)
        self.render_mode = render_mode
        self.opponent: str | Player = opponent or OPPONENTS.get(game, "random")
        self.partner: str | Player = partner or self.opponent
        if seat is not None and not 0 <= seat < len(self.game.sides):
            raise ValueError(f"seat: the game has {len(self.game.sides)} seats, from 0")
        self.fixed_seat = seat
        self.seat = seat or 0
        self.others: dict[int, _Seat] = {}
        self._named: dict[int, str | None] = dict.fromkeys(range(len(self.game.sides)))
        self.action_space = _spaces.action_space(self.game)
        self.observation_space = _spaces.observation_space(self.game)
        self.is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a new game; the same seed gives the same start, dice and opponents' choices.

        Args:
            seed: The seed of this game and of those that follow without one.
            options: `start`: a start position in the game's notation.
        """
        super().reset(seed=seed)
        seats = len(self.game.sides)
        drawn = int(self.np_random.integers(seats))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        self._seat_others()
        game_seed = _spaces.game_seed(self.np_random)
        self.game.restart(game_seed, (options or {}).get("start"))
        for number, other in self.others.items():
            other.begin(self.game.name, number, seats, _spaces.game_seed(self.np_random))
        self.is_over = False
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the agent, and those of the others up to its next turn.

        Raises:
            RuntimeError: The game is over.
            errors.Failed: Another player has no answer.
        """
        if self.is_over:
            raise RuntimeError("the game is over: call `reset`")
        try:
            self.game.play(action)
        except errors.InvalidInput as why:
            self.is_over = True
            lost = -10.0 if self.reward == "points" else -1.0
            return self._observation(), lost, True, False, {**self._info(), "fault": str(why)}
        self._tell(self.seat)
        self._go_on()
        self.is_over = self.game.turn is None
        reward = _spaces.reward(self.game, self.seat, self.reward) if self.is_over else 0.0
        return self._observation(), reward, self.is_over, False, self._info()

    def render(self) -> str | None:
        """Return the position as text, as the agent sees it."""
        return text(self.game, self.seat) if self.render_mode == "ansi" else None

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return whether each numbered action is legal."""
        return self.game.mask().astype(bool)

    def _seat_others(self) -> None:
        """Seat the other players."""
        self.others.clear()
        for number, side in enumerate(self.game.sides):
            player = self.partner if side == self.game.sides[self.seat] else self.opponent
            named = player if isinstance(player, str) and number != self.seat else None
            # A player that is seated already begins its next game.
            if self._named[number] != named:
                self.game.sit(number, named)
                self._named[number] = named
            if not isinstance(player, str) and number != self.seat:
                self.others[number] = _Seat(player)

    def _go_on(self) -> None:
        """Play the actions of the others up to the agent's turn."""
        while (turn := self.game.turn) is not None and turn != self.seat:
            other = self.others.get(turn)
            action = self.game.choose() if other is None else self._asked(turn, other)
            try:
                self.game.play(action)
            except errors.InvalidInput as why:
                raise errors.Failed(f"the player of seat {turn} is at fault: {why}") from why
            self._tell(turn)

    def _asked(self, number: int, other: _Seat) -> Any:
        """Return the answer of a player written in Python."""
        answer = other.choose_from(self.game, _spaces.game_seed(self.np_random))
        if answer is None:
            raise errors.Failed(f"the player of seat {number} has resigned")
        return answer

    def _tell(self, actor: int) -> None:
        for number, other in self.others.items():
            if other.observes:
                other.tell(actor, self.game.moves()[-1], self.game.view(number))

    def _observation(self) -> Any:
        return _spaces.observe(self.game, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "moves": len(self.game.moves())}

