"""Players written in Python, in matches, tournaments and experiments."""

from __future__ import annotations

import doctest
import json
import os
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import sakiyomi.games
import sakiyomi.players
from sakiyomi import Cancel, errors
from sakiyomi.players import Player, Resigned, Turn, ask_with, match

SHORT = {"ends": 1, "extra_ends": False, "referee": "fast"}


def at_random(turn: Turn) -> str:
    """Play any legal action."""
    assert turn.actions is not None
    return turn.random.choice(turn.actions)


class Largest:
    """Covers as many squares as it can; remembers what it was told."""

    told: list[tuple[str, Any]] = []

    def choose(self, turn: Turn) -> str:
        """Choose the placement with the longest name."""
        assert turn.actions is not None
        return max(turn.actions, key=len)

    def begin(self, game: str, seat: int, seats: int, seed: int) -> None:
        """Begin a game."""
        self.told.append(("begin", (game, seat, seats)))

    def observe(self, seat: int, action: str, view: Any) -> None:
        """See an action."""
        self.told.append(("observe", seat))

    def end(self, share: float, points: tuple[float, float]) -> None:
        """End a game."""
        self.told.append(("end", (share, points)))


def records(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the records of a match."""
    return [json.loads(line) for line in result["records"].splitlines()]


def test_a_function_plays_a_match_with_the_statistics_of_every_match() -> None:
    result = match("blokus", {"mine": at_random}, "random", games=6, seed=3, records=True)
    assert result["total"] == 6 and not result["interrupted"]
    games = records(result)
    again = match("blokus", {"mine": at_random}, "random", games=6, seed=3, records=True)
    assert [game["key"] for game in games] == [game["key"] for game in records(again)]
    assert result["result"] == again["result"]
    assert sorted(game["players"].index("mine") for game in games) == [0, 0, 0, 1, 1, 1]
    assert all(game["ending"]["how"] == "finished" for game in games)


def test_a_class_has_a_memory_for_every_seat_and_is_told_everything() -> None:
    Largest.told.clear()
    match("blokus", Largest, "random", games=2, threads=1)
    kinds = [kind for kind, _ in Largest.told]
    assert kinds.count("begin") == kinds.count("end") == 2
    assert kinds.count("observe") > 20
    assert ("begin", ("blokus", 0, 2)) in Largest.told
    assert ("begin", ("blokus", 1, 2)) in Largest.told


def test_players_of_every_game_see_views_and_arrays() -> None:
    seen: dict[str, Turn] = {}

    class ByNumber:
        encoding = ""

        def choose(self, turn: Turn) -> Any:
            seen[turn.game] = turn
            assert turn.mask is not None
            return int(np.flatnonzero(turn.mask)[0])

    class Planes(ByNumber):
        encoding = "planes"

    class Cards(ByNumber):
        encoding = "cards"

    class Lattice(ByNumber):
        encoding = "lattice"

    for game, player, conditions in (
        ("blokus", Planes, None),
        ("bridge", Cards, None),
        ("curling", Lattice, SHORT),
    ):
        result = match(game, player, "random", games=2, conditions=conditions, records=True)
        assert all(one["ending"]["how"] == "finished" for one in records(result)), game
        turn = seen[game]
        assert turn.observation is not None and turn.observation.dtype == np.float32
    assert isinstance(seen["blokus"].view, str)
    assert seen["bridge"].view["seat"] == "NESW"[seen["bridge"].seat]
    assert seen["curling"].actions is None


def test_a_vector_is_a_shot() -> None:
    class Straight:
        encoding = "continuous"

        def choose(self, turn: Turn) -> Any:
            assert turn.mask is None
            return np.array([0.0, 2.4, 1.0])

    conditions = {"platform": "dc4", **SHORT}
    result = match("curling", Straight, "draw", games=2, conditions=conditions, records=True)
    thrown = [move["action"] for game in records(result) for move in game["moves"]]
    assert "throw 0 2.4 cw" in thrown


def test_an_exception_loses_the_game_and_its_traceback_is_in_the_record() -> None:
    def careless(turn: Turn) -> str:
        weights: dict[int, str] = {}
        return weights[turn.seat]

    result = match("blokus", careless, "random", games=2, records=True)
    for game in records(result):
        assert game["ending"]["how"] == "forfeit"
        why = game["ending"]["fault"]["why"]
        assert "KeyError" in why and "in careless" in why and __file__ in why
        loser = game["players"].index("careless")
        assert game["score"]["share"] == (0.0 if loser == 0 else 1.0)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("a1", "illegal"),
        (7, "names no encoding"),
        (None, "resigned"),
        (1.5, "ValueError"),
        (object(), "ValueError"),
    ],
)
def test_an_answer_that_is_no_action_loses_the_game(answer: Any, words: str) -> None:
    result = match("blokus", {"odd": lambda turn: answer}, "random", games=2, records=True)
    for game in records(result):
        assert words in json.dumps(game["ending"]), game["ending"]
        assert game["score"]["share"] == float(game["players"].index("odd"))


def test_a_player_may_resign_and_a_class_that_fails_loses() -> None:
    def tired(turn: Turn) -> str:
        raise Resigned

    class Broken:
        def __init__(self) -> None:
            raise RuntimeError("no weights")

        def choose(self, turn: Turn) -> str:
            return ""

    resigned, broken = records(match("blokus", tired, Broken, games=2, records=True))
    endings = json.dumps([resigned["ending"], broken["ending"]])
    assert "no weights" in endings


def test_a_late_answer_loses_on_time() -> None:
    def slow(turn: Turn) -> str:
        assert turn.seconds == 0.05
        time.sleep(0.3)
        return at_random(turn)

    result = match("blokus", slow, "random", games=2, records=True, per_move=0.05)
    assert all("out_of_time" in json.dumps(game["ending"]) for game in records(result))


def test_players_sit_down_in_tournaments_and_other_operations() -> None:
    players: dict[str, dict[str, Player]] = {"blokus": {"mine": at_random, "large": Largest}}
    table = ask_with(
        players, "lab/tournament",
        game="blokus", players=["mine", "large", "random"], games=2, seed=1,
    )  # fmt: skip
    assert "mine" in json.dumps(table) and "large" in json.dumps(table)
    answer = ask_with(players, "arena/ask", game="blokus", player="large")
    assert answer["analysis"]["candidates"][0]["action"].count(",") == 4


def test_an_experiment_is_played_with_a_player_of_python(tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    experiment = tmp_path / "mine.toml"
    experiment.write_text(
        'title = "Mine"\nabout = "A player."\nkind = "matches"\nseed = 1\n'
        '[matches]\ngame = "blokus"\ngames = 2\n'
        '[[matches.row]]\nname = "mine"\nplayer = "mine"\nagainst = "random"\n'
    )
    players = {"blokus": {"mine": at_random}}
    ask_with(players, "lab/run", name=str(experiment))
    report = ask_with(players, "lab/report", name=str(experiment))
    assert "mine" in json.dumps(report)


DRAW = (
    "legacy-lines:sh -c 'while read -r word rest; do case $word in ISREADY) echo READYOK;; "
    "GO) echo BESTSHOT -0.990740 -29.559775 0;; GAMEOVER) exit;; esac; done'"
)
"""A program of the legacy platform that always draws to the tee."""


@pytest.mark.skipif(os.name != "posix", reason="the program is a shell script")
def test_a_player_of_python_meets_a_program_of_a_platform() -> None:
    def same(turn: Turn) -> str:
        return "throw 0 29.6 cw"

    conditions = {"platform": "legacy", **SHORT}
    result = match("curling", same, DRAW, games=2, conditions=conditions, records=True)
    for game in records(result):
        seat = game["players"].index("same")
        assert game["ending"]["how"] == "finished"
        own = {move["action"] for move in game["moves"] if move["seat"] == seat}
        assert own == {"throw 0 29.6 cw"}


def test_names_are_checked() -> None:
    with pytest.raises(errors.InvalidInput, match="listed already"):
        match("blokus", {"random": at_random}, "random")
    with pytest.raises(ValueError, match="name one player"):
        match("blokus", {}, "random")
    with pytest.raises(errors.InvalidInput, match="there is no game `chess`"):
        match("chess", at_random, "random")
    result = match("blokus", at_random, at_random, games=2, records=True)
    assert sorted(records(result)[0]["players"]) == ["at_random", "at_random-opponent"]


def test_a_match_is_cancelled_from_another_thread_and_keeps_its_games() -> None:
    cancel = Cancel()

    def gentle(turn: Turn) -> str:
        time.sleep(0.002)
        return at_random(turn)

    threading.Timer(0.5, cancel.cancel).start()
    result = match("blokus", gentle, "random", games=100_000, cancel=cancel)
    assert result["interrupted"]


def test_ctrl_c_ends_a_match_even_if_a_player_never_answers() -> None:
    stopped = threading.Event()

    def stuck(turn: Turn) -> str:
        try:
            while True:
                time.sleep(0.01)
        finally:
            stopped.set()

    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        match("blokus", stuck, "random", games=2)
    assert time.monotonic() - begun < 10
    assert stopped.wait(5), "the player was interrupted, too"


def test_one_match_given_up_leaves_the_players_of_another_alone() -> None:
    def slow(turn: Turn) -> str:
        time.sleep(0.001)
        return at_random(turn)

    finished: list[dict[str, Any]] = []

    def other() -> None:
        finished.append(match("blokus", slow, "random", games=20, records=True))

    def refuse(progress: object) -> None:
        raise LookupError

    thread = threading.Thread(target=other)
    thread.start()
    for _ in range(3):
        with pytest.raises(LookupError):
            match("blokus", slow, "random", games=1000, on_progress=refuse)
    thread.join()
    assert all(game["ending"]["how"] == "finished" for game in records(finished[0]))


@pytest.mark.parametrize("module", [sakiyomi.games, sakiyomi.players])
def test_the_examples_of_the_documentation_run(module: Any) -> None:
    run = doctest.testmod(module)
    assert run.attempted > 1 and run.failed == 0
