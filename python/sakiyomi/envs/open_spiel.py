"""Blokus Duo and bridge as games of OpenSpiel.

    from sakiyomi.envs import open_spiel
    open_spiel.register()
    game = pyspiel.load_game("sakiyomi_blokus_duo")

Actions have the numbers of the encodings `planes` and `cards`, observations are their arrays. The
deal of bridge is a series of 52 chance events, the number of a card each, to North, East, South,
West in turn; board 1 is played, which North deals. Returns are 1, 0 and -1 in Blokus, and points of
the board in bridge.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from sakiyomi.games import Game

__all__ = ["register"]

BLOKUS = "sakiyomi_blokus_duo"
BRIDGE = "sakiyomi_bridge"

RANKS, SUITS = "23456789TJQKA", "CDHS"
DECK = len(RANKS) * len(SUITS)
MOST_POINTS = 7600
"""The points of a redoubled contract that is lost by all tricks, the most there are."""
MOST_CALLS = 319
"""The calls of the longest auction."""


def _type(name: str, about: str, players: int, chance: bool) -> pyspiel.GameType:
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    opened = pyspiel.GameType.Information.PERFECT_INFORMATION
    explicit = pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    return pyspiel.GameType(
        short_name=name,
        long_name=about,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=explicit if chance else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=hidden if chance else opened,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class _Observer:
    """Observations of a state: the encoded view of a seat, and its text."""

    def __init__(self, axes: tuple[int, ...]) -> None:
        self.tensor = np.zeros(axes, np.float32).ravel()
        self.dict = {"observation": self.tensor.reshape(axes)}

    def set_from(self, state: Any, player: int) -> None:
        """Set the tensor to what a seat sees."""
        self.tensor[:] = 0.0 if state.played is None else state.played.observe(player).ravel()

    def string_from(self, state: Any, player: int) -> str:
        """Return what a seat sees as text."""
        if state.played is None:
            return f"{len(state.dealt)} cards dealt"
        return str(state.played.view(player))


class _State(pyspiel.State):  # type: ignore[misc]
    """A state: a game in progress, or before it the cards dealt so far."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.settings = game
        self.dealt: list[int] = []
        self.played: Game | None = None if game.deals else game.prototype.copy()

    def current_player(self) -> int:
        """Return the seat to act, or chance, or that the game is over."""
        if self.played is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.played.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.played is None else self.played.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that are left, each with its probability."""
        left = sorted(set(range(DECK)) - set(self.dealt))
        return [(card, 1.0 / len(left)) for card in left]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of a seat, or of chance."""
        current = self.current_player()
        if player is not None and player != current:
            return []
        if current == pyspiel.PlayerId.CHANCE:
            return [card for card, _ in self.chance_outcomes()]
        return [] if self.is_terminal() else self._legal_actions(current)

    def _apply_action(self, action: int) -> None:
        if self.played is not None:
            self.played.play(action)
            return
        self.dealt.append(action)
        if len(self.dealt) == DECK:
            self.played = self.settings.prototype.copy()
            self.played.restart(0, _board(self.dealt))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {SUITS[action % 4]}{RANKS[action // 4]}"
        return self.settings.prototype.decode(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.played is not None and self.played.turn is None

    def returns(self) -> list[float]:
        """Return the result of every seat; zeros before the end."""
        sides = self.settings.prototype.sides
        if self.played is None or not self.is_terminal():
            return [0.0] * len(sides)
        share, points = self.played.score()
        first = points[0] if self.settings.deals else 2 * share - 1
        return [first if side == 0 else -first for side in sides]

    def clone(self) -> _State:
        """Return a state that goes on by itself."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> _State:
        """Return a state that goes on by itself."""
        copied = self.settings.new_initial_state()
        for action in self.history():
            copied.apply_action(action)
        return copied

    def __str__(self) -> str:
        """Return the actions so far: they tell states apart."""
        if self.played is None:
            return " ".join(map(str, self.dealt))
        return " ".join(self.played.moves()) + f" {self.played.view(0)}"


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of ours as a game of OpenSpiel."""

    deals = False
    type: pyspiel.GameType
    name: str
    encoding: str
    longest: int
    most: float

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.prototype = Game(self.name, encoding=self.encoding)
        space = self.prototype.space
        assert isinstance(space, int)
        info = pyspiel.GameInfo(
            num_distinct_actions=space,
            max_chance_outcomes=DECK if self.deals else 0,
            num_players=len(self.prototype.sides),
            min_utility=-self.most,
            max_utility=self.most,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.type, info, params or {})

    def new_initial_state(self) -> _State:
        """Return the state at the start."""
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return what makes observations of states."""
        axes, _, _ = self.prototype.shape
        return _Observer(axes)


class _Blokus(_Game):
    type = _type(BLOKUS, "Blokus Duo", 2, chance=False)
    name, encoding, longest, most = "blokus", "planes", 42, 1.0


class _Bridge(_Game):
    deals = True
    type = _type(BRIDGE, "Contract bridge, with points", 4, chance=True)
    name, encoding, longest, most = "bridge", "cards", MOST_CALLS + DECK, float(MOST_POINTS)


def _board(dealt: list[int]) -> str:
    """Return a board of cards that were dealt in turn, as bridge writes it."""
    hands = []
    for seat in range(4):
        held = sorted(dealt[seat::4], reverse=True)
        of_suit = [[card for card in held if card % 4 == suit] for suit in (3, 2, 1, 0)]
        hands.append(".".join("".join(RANKS[card // 4] for card in cards) for cards in of_suit))
    deal = "N:" + " ".join(hands)
    return json.dumps({"number": 1, "dealer": "N", "vulnerable": "None", "deal": deal})


def register() -> None:
    """Register the games `sakiyomi_blokus_duo` and `sakiyomi_bridge`, each once."""
    known = pyspiel.registered_names()
    for game in (_Blokus, _Bridge):
        if game.type.short_name not in known:
            pyspiel.register_game(game.type, game)
