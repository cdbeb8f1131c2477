"""Games played step by step."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest

from sakiyomi import ask, errors
from sakiyomi.games import Conditions, Game, encodings

GAMES: list[tuple[str, str, Conditions]] = [
    ("blokus", "planes", None),
    ("bridge", "cards", None),
    ("curling", "lattice", {"ends": 1, "extra_ends": False, "referee": "fast"}),
    ("curling", "lattice", {"platform": "dc4-mixed-doubles", "ends": 1, "referee": "fast"}),
    ("curling", "continuous", {"ends": 1, "extra_ends": False, "referee": "fast"}),
]


def play_at_random(game: Game, seed: int) -> list[float]:
    """Play a game to its end and return a sum of every observation."""
    random = np.random.default_rng(seed)
    seen = []
    while game.turn is not None:
        space = game.space
        seen += [float(game.observe(seat).sum()) for seat in range(len(game.sides))]
        if isinstance(space, int):
            legal = np.flatnonzero(game.mask())
            assert legal.tolist() == game.legal()
            game.play(int(random.choice(legal)))
        else:
            low, high = space
            game.play(random.uniform(low, high))
    return seen


@pytest.mark.parametrize(("name", "encoding", "conditions"), GAMES)
def test_the_same_seed_gives_the_same_game(
    name: str, encoding: str, conditions: Conditions
) -> None:
    played = []
    for _ in range(2):
        game = Game(name, encoding=encoding, conditions=conditions, seed=7)
        played.append((play_at_random(game, 3), game.record()))
    assert played[0] == played[1]
    game.restart(8)
    assert play_at_random(game, 4) != played[0][0]


@pytest.mark.parametrize(("name", "encoding", "conditions"), GAMES)
def test_every_observation_is_within_its_bounds(
    name: str, encoding: str, conditions: Conditions
) -> None:
    game = Game(name, encoding=encoding, conditions=conditions, seed=1)
    axes, low, high = game.shape
    random = np.random.default_rng(1)
    while game.turn is not None:
        for seat in range(len(game.sides)):
            seen = game.observe(seat)
            assert seen.shape == axes and seen.dtype == np.float32
            assert low <= seen.min() and seen.max() <= high
        action = game.sample(int(random.integers(1 << 60)))
        assert action is not None
        code = game.encode(action)
        if code is not None:
            assert game.decode(code) == action
        game.play(action)


def test_a_stepped_game_is_the_game_of_a_match() -> None:
    played = ask(
        "lab/match",
        game="blokus",
        players=["one-ply", "random"],
        games=2,
        seed=5,
        conditions="opening = 'pentominoes'",
        records=True,
    )
    records = [json.loads(line) for line in played["records"].splitlines()]
    for record in records:
        game = Game("blokus", conditions={"opening": "pentominoes"})
        for seat, player in enumerate(record["players"]):
            game.sit(seat, player)
        game.restart(record["seed"])
        while game.turn is not None:
            game.play(game.choose())
        assert game.moves() == [move["action"] for move in record["moves"]]
        assert game.score()[0] == record["score"]["share"]
        again = game.record(record["players"])
        assert again["key"] == record["key"] and again["conditions"] == record["conditions"]


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing() -> None:
    game = Game("blokus", encoding="planes")
    before = game.view()
    for action in ("a1", "nonsense", 0, 13_729, [0.5]):
        with pytest.raises(errors.InvalidInput, match="action"):
            game.play(action)
    for strange in (-1, 0.5, [[1]]):
        with pytest.raises(ValueError, match="action"):
            game.play(strange)
    assert game.view() == before and game.moves() == []


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ValueError, match="there is no game `chess`"):
        Game("chess")
    with pytest.raises(ValueError, match="encoding: there is no encoding `pixels`"):
        Game("blokus", encoding="pixels")
    with pytest.raises(ValueError, match="conditions: .*ends"):
        Game("curling", conditions={"ends": -1})
    with pytest.raises(ValueError, match="create the game with one"):
        Game("blokus").observe()
    with pytest.raises(ValueError, match="player"):
        Game("blokus").sit(0, "nobody")
    with pytest.raises(ValueError, match="seat: there is no seat 5"):
        Game("blokus").view(5)
    with pytest.raises(errors.InvalidInput, match="nobody is seated"):
        Game("blokus").choose()
    with pytest.raises(ValueError, match="mixed doubles"):
        Game("curling", conditions={"platform": "dc4-mixed-doubles"}, encoding="continuous")


def test_a_copy_goes_its_own_way() -> None:
    game = Game("curling", encoding="lattice", conditions={"referee": "fast"}, seed=2)
    game.play(1000)
    copies = [game.copy(), game.copy()]
    for copy in copies:
        copy.play(2000)
    assert copies[0].view(0) == copies[1].view(0), "the dice are the same"
    assert len(game.moves()) == 1


def test_a_game_is_pickled_and_goes_on_elsewhere() -> None:
    game = Game("curling", encoding="lattice", conditions={"referee": "fast"}, seed=2)
    game.play(1000)
    again = pickle.loads(pickle.dumps(game))
    for one in (game, again):
        one.play(2000)
    assert again.view() == game.view() and again.record() == game.record()


def test_a_match_of_curling_starts_from_any_view() -> None:
    game = Game("curling", encoding="lattice", conditions={"referee": "fast"}, seed=2)
    for number in (1000, 1300, 900):
        game.play(number)
    other = Game("curling", encoding="lattice", conditions={"referee": "fast"}, start=game.view())
    assert other.view() == game.view()
    assert (other.observe(0) == game.observe(0)).all()
    with pytest.raises(errors.InvalidInput, match="start"):
        Game("curling", start={"end": 1})


def test_a_seat_of_bridge_sees_dummy_only_after_the_lead() -> None:
    game = Game("bridge", encoding="cards", seed=4, conditions={"auction": "1NT - 3NT - - -"})
    while len(game.moves()) == 0:
        views = [game.view(seat) for seat in range(4)]
        assert all(view["dummy"] is None for view in views)
        assert [game.observe(seat)[52:104].sum() for seat in range(4)] == [0, 0, 0, 0]
        game.play(game.legal()[0])
    assert [game.observe(seat)[52:104].sum() for seat in range(4)] == [13, 13, 13, 13]
    assert all(game.view(seat)["dummy"] for seat in range(4))


def test_planes_have_the_squares_of_the_notation() -> None:
    game = Game("blokus", encoding="planes")
    game.play("e10")
    planes = game.observe(0)
    assert np.argwhere(planes[0]).tolist() == [[14 - 10, ord("e") - ord("a")]]
    assert not planes[6].any() and planes[7].all()


def test_the_encodings_of_every_game_are_listed() -> None:
    assert encodings("blokus") == ["planes"]
    assert encodings("bridge") == ["cards"]
    assert encodings("curling") == ["continuous", "lattice"]
