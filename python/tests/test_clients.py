"""Players of Python as clients of text servers and of table managers of this machine."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import COMMAND, serving

from sakiyomi import Cancel, curling, errors
from sakiyomi.players import Player, Turn, bridge_client, match, text_client

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "src" / "python-environments.md"
TEXT_PORT = r"waiting for programs at (\S+)"
TABLE_PORT = r"waiting for clients at (\S+)"
ONE_END = ("--set", "ends=1", "--set", "referee=fast")
RANKS = "23456789TJQKA"


class Hitter:
    """Hits the stone of the other team that lies best, and draws to the tee where there is none."""

    def __init__(self) -> None:
        """Sit down."""
        self.begun: list[int] = []
        self.ended: list[tuple[float, float]] = []
        everyone.append(self)

    def begin(self, game: str, seat: int, seats: int, seed: int) -> None:
        """Begin a match."""
        self.begun.append(seat)

    def choose(self, turn: Turn) -> str:
        """Throw at what lies there."""
        stones = turn.view["stones"]
        theirs = [stone for stone in stones if stone["slot"] % 2 != turn.view["shot"] % 2]
        in_house = [(abs(one["x"]) + abs(one["y"]), one) for one in theirs if abs(one["y"]) < 1.8]
        if in_house:
            best = min(in_house, key=lambda pair: pair[0])[1]
            shot = curling.aim((best["x"], best["y"]), "cw", ice="legacy", beyond=3.0)
        else:
            shot = curling.aim((0.0, 0.0), "cw", ice="legacy")
        return f"throw {shot[0]!s} {shot[1]!s} cw"

    def end(self, share: float, points: tuple[float, float]) -> None:
        """End a match."""
        self.ended.append(points)


everyone: list[Hitter] = []


@contextmanager
def in_background(*calls: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """Run calls in threads of their own."""
    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        yield [pool.submit(call) for call in calls]


def text_server(*options: str) -> Any:
    """Run a network server of the legacy platform."""
    users = ("--user", "a:secret", "--user", "b:other")
    command = ("curling", "serve", "--protocol", "legacy", "--listen", "127.0.0.1:0")
    return serving(*command, *users, *ONE_END, *options, pattern=TEXT_PORT)


def test_a_class_plays_a_match_on_a_legacy_server() -> None:
    everyone.clear()
    progress: list[str] = []
    with text_server() as address:
        with in_background(
            lambda: text_client(address, "random", user="b", password="other", name="theirs")
        ) as (other,):
            [report] = text_client(
                address, Hitter, user="a", password="secret", name="mine",
                on_progress=lambda told: progress.append(told.words),
            )  # fmt: skip
            [theirs] = other.result(60)
    assert report["names"][report["team"]] == "mine" and theirs["team"] == 1 - report["team"]
    assert report["points"] == theirs["points"] and report["shots"] == theirs["shots"] == 8
    own, others = report["points"][report["team"]], report["points"][theirs["team"]]
    # Eight draws and hits against shots at random.
    assert own > others and (report["result"], theirs["result"]) == ("win", "loss")
    assert progress[-1] == f"end 1, {report['points'][0]} - {report['points'][1]}"
    played = [player for player in everyone if player.begun]
    assert [player.begun for player in played] == [[report["team"]]]
    assert played[0].ended == [(own, others)]


PROGRAM = '''
import json, sys
from sakiyomi.players import text_client

def choose(turn):
    print("I think", turn.view["shot"])     # must not disturb the protocol
    if turn.view.get("phase") == "placing":
        return "place power-play-left"
    return "throw -1 29.5 cw"               # the protocols have single precision

reports = text_client(None, choose, conditions={ice!r})
with open(sys.argv[1], "a") as file:
    print(json.dumps(reports), file=file)
'''


@pytest.mark.skipif(os.name != "posix", reason="commands are quoted for a shell")
@pytest.mark.parametrize(
    ("dialect", "platform"), [("legacy", "legacy"), ("dcp", "dc2"), ("dcp", "dc2-mixed-doubles")]
)
def test_a_function_is_a_program_that_a_server_starts(
    dialect: str, platform: str, tmp_path: Path
) -> None:
    program, reports = tmp_path / "program.py", tmp_path / "reports"
    program.write_text(PROGRAM.format(ice=platform))
    found = match(
        "curling", f"{dialect}:{sys.executable} {program} {reports}", "random", games=2,
        conditions={"platform": platform, "ends": 1, "extra_ends": False, "referee": "fast"},
        records=True,
    )  # fmt: skip
    games = [json.loads(line) for line in found["records"].splitlines()]
    told = [json.loads(line) for line in reports.read_text().splitlines()]
    told = [report for reports in told for report in reports]
    assert len(games) == len(told) == 2
    for game in games:
        seat = next(seat for seat, name in enumerate(game["players"]) if name != "random")
        assert game["ending"]["how"] == "finished", game["ending"]
        own = {move["action"] for move in game["moves"] if move["seat"] == seat}
        assert "throw -1 29.5 cw" in own
        assert all(action.startswith("place ") for action in own - {"throw -1 29.5 cw"}), own
    shots = {"legacy": 8, "dc2": 8, "dc2-mixed-doubles": 5}[platform]
    assert [report["shots"] for report in told] == [shots, shots]


def guide(words: str) -> str:
    """Return the Python of the guide that has these words."""
    blocks = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.DOTALL | re.MULTILINE)
    (block,) = [block for block in blocks if words in block]
    return str(block)


def run(script: str) -> str:
    """Run a script and return what it prints."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_hitter_of_the_guide_beats_shots_at_random() -> None:
    score = run(guide("def hitter("))
    wins = re.search(r"'wins': (\d+)", score)
    assert wins and int(wins[1]) > 15, score


@pytest.mark.skipif(os.name != "posix", reason="commands are quoted for a shell")
def test_the_program_of_the_guide_draws_to_the_tee(tmp_path: Path) -> None:
    program = tmp_path / "tee.py"
    program.write_text(guide("text_client(None"))
    found = match(
        "curling", f"dcp:{sys.executable} {program}", "random", games=2,
        conditions={"platform": "dc2", "ends": 1, "extra_ends": False, "referee": "fast"},
    )  # fmt: skip
    assert found["result"]["score"]["wins"] == 2, found["result"]


def test_a_player_that_fails_concedes_and_is_an_error_with_its_traceback() -> None:
    def careless(turn: Turn) -> str:
        return str(1 / 0)

    with text_server() as address:
        with in_background(
            lambda: text_client(address, "draw", user="b", password="other")
        ) as (other,):
            with pytest.raises(errors.Failed, match="ZeroDivisionError") as raised:
                text_client(address, careless, user="a", password="secret")
            assert "in careless" in str(raised.value)
            assert other.result(60)[0]["result"] == "win"


def test_what_is_wrong_with_a_text_client_is_named() -> None:
    for address in ("nowhere", "localhost:port"):
        with pytest.raises(errors.InvalidInput, match="address: .*write HOST:PORT"):
            text_client(address, "draw")
    with pytest.raises(errors.Failed, match=r"127\.0\.0\.1:1"):
        text_client("127.0.0.1:1", "draw", patience=0.1)
    with pytest.raises(errors.InvalidInput, match="player"):
        text_client("127.0.0.1:1", "nobody")
    with pytest.raises(errors.InvalidInput, match="patience"):
        text_client("127.0.0.1:1", "draw", patience=-1.0)
    with pytest.raises(ValueError, match="moon"):
        text_client("127.0.0.1:1", "draw", conditions="moon")
    with text_server() as address:
        with pytest.raises(errors.Failed, match="refuses the login of `a`"):
            text_client(address, "draw", user="a", password="wrong")


@contextmanager
def scripted(*replies: bytes) -> Iterator[str]:
    """Run a server that says these words, each after it was told something, and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                for reply in replies:
                    if not reply.startswith(b"CONNECTED"):
                        connection.recv(4096)
                    connection.sendall(reply)
                connection.recv(4096)

        thread = threading.Thread(target=serve)
        thread.start()
        host, port = listener.getsockname()
        try:
            yield f"{host}:{port}"
        finally:
            thread.join(20)


def test_a_text_server_that_leaves_in_a_match_is_an_error() -> None:
    words = b"LOGIN OK\0NEWGAME a b\0SETSTATE 0 0 2 0\0GO 0 0\0"
    with scripted(b"CONNECTED\0", words) as address:
        with pytest.raises(errors.Failed, match="the server closed the connection"):
            text_client(address, "draw")


def stop_in(seconds: float) -> None:
    """Press Ctrl-C soon."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


def stuck(turn: Turn) -> str:
    """Never answer."""
    while True:
        time.sleep(0.01)


def test_ctrl_c_and_a_flag_end_a_text_client_that_waits_or_thinks() -> None:
    begun = time.monotonic()
    with text_server() as address:
        stop_in(0.3)
        with pytest.raises(KeyboardInterrupt):
            text_client(address, "draw", user="a", password="secret")
    with text_server() as address:
        cancel = Cancel()
        threading.Timer(0.3, cancel.cancel).start()
        with pytest.raises(errors.Cancelled):
            text_client(address, "draw", user="a", password="secret", cancel=cancel)
    words = b"LOGIN OK\0NEWGAME a b\0SETSTATE 0 0 2 0\0GO 0 0\0"
    with scripted(b"CONNECTED\0", words) as address:
        stop_in(0.5)
        with pytest.raises(KeyboardInterrupt):
            text_client(address, stuck)
    assert time.monotonic() - begun < 30


def high(turn: Turn) -> str:
    """Open one notrump with thirteen points; play high."""
    view = turn.view
    seen.append((turn.seat, view["seat"]))
    assert turn.actions is not None
    if "Pass" in turn.actions:
        hand = view["hand"]
        points = sum(hand.count(rank) * value for rank, value in zip("JQKA", range(1, 5)))
        return "1NT" if points >= 13 and "1NT" in turn.actions else "Pass"
    return max(turn.actions, key=lambda card: RANKS.index(card[-1]))


seen: list[tuple[int, str]] = []


@contextmanager
def table(*options: str, boards: int = 2) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a table manager with our players in North and South."""
    command = ("bridge", "serve", "--port", "0", "--boards", str(boards), "--seed", "3", "--json")
    ours = ("--seat", "N=low", "--seat", "S=low", "--teams", "Ours,Theirs", "--wait", "60s")
    process = subprocess.Popen(
        [*COMMAND, *command, *ours, *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert "waiting for clients at" in line, line
        yield line.split()[-1], process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=20)


def boards_of(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """Return the boards that a table manager has told, after its end."""
    told, _ = process.communicate(timeout=60)
    return [json.loads(line) for line in told.splitlines()][:-1]


def test_functions_play_boards_at_a_table_manager() -> None:
    seen.clear()
    progress: list[str] = []
    with table() as (address, process):
        with in_background(
            lambda: bridge_client(address, high, seat="W", team="Theirs")
        ) as (west,):
            east = bridge_client(
                address, high, seat="E", team="Theirs",
                on_progress=lambda told: progress.append(told.words),
            )  # fmt: skip
            reports = [east, west.result(60)]
        played = boards_of(process)
    assert [report["seat"] for report in reports] == ["E", "W"]
    assert reports[0]["teams"] == ["Ours", "Theirs"]
    for report in reports:
        for own, theirs in zip(report["boards"], played, strict=True):
            for key in ("number", "auction", "play", "contract", "declarer", "result", "points"):
                assert own[key] == theirs[key], key
    assert {seat for _, seat in seen} == {"E", "W"}
    assert all("NESW"[number] == letter for number, letter in seen)
    assert len(seen) > 20 and progress[-1].startswith("board 2: ")
    assert any("1NT" in board["auction"] for board in played)


def test_a_named_player_takes_the_seat_that_is_left() -> None:
    with table("--seat", "E=low", boards=1) as (address, process):
        report = bridge_client(address, "low", team="Theirs", per_move=5.0)
        assert len(boards_of(process)) == 1
    assert report["seat"] == "W" and len(report["boards"]) == 1


def test_the_player_of_the_guide_plays_at_a_table_manager() -> None:
    with table("--seat", "W=low") as (address, process):
        told = run(guide("bridge_client(").replace("localhost:2000", address))
        assert len(boards_of(process)) == 2
    assert told.startswith("E [{'EW': ")


def test_what_is_wrong_with_a_bridge_client_is_named() -> None:
    with pytest.raises(errors.InvalidInput, match="address: .*write HOST:PORT"):
        bridge_client("nowhere", "low")
    with pytest.raises(errors.Failed, match=r"127\.0\.0\.1:1"):
        bridge_client("127.0.0.1:1", "low", patience=0.1)
    with pytest.raises(errors.InvalidInput, match="seat"):
        bridge_client("127.0.0.1:1", "low", seat="Q")
    with pytest.raises(errors.InvalidInput, match="player"):
        bridge_client("127.0.0.1:1", "nobody", patience=0.1)
    with pytest.raises(errors.InvalidInput, match="per_move"):
        bridge_client("127.0.0.1:1", "low", per_move=-1.0)
    with table() as (address, _):
        with pytest.raises(errors.Failed, match="not seated: Error: North is taken"):
            bridge_client(address, "low", seat="N")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda: str(1 / 0), "ZeroDivisionError"),
        (lambda: "X", "our player chose X"),
        (lambda: "tea", "tea"),
        (lambda: None, "resigned"),
    ],
)
def test_a_bridge_player_that_fails_is_an_error(answer: Callable[[], Any], words: str) -> None:
    player: Player = lambda turn: answer()  # noqa: E731
    with table("--seat", "E=low", boards=1) as (address, process):
        with pytest.raises(errors.Failed, match=words):
            bridge_client(address, player, seat="W")
        assert process.wait(20) == 1, "the manager has seen it leave"


def test_a_table_manager_that_leaves_is_an_error() -> None:
    with scripted(b'West ("Us") seated\r\n') as address:
        with pytest.raises(errors.Failed, match="the table manager: hung up"):
            bridge_client(address, "low", seat="W", team="Us")
    with scripted(b"Hello\r\n") as address:
        with pytest.raises(errors.Failed, match="not seated: Hello"):
            bridge_client(address, "low", seat="W", team="Us")


def test_silence_ctrl_c_and_a_flag_end_a_bridge_client() -> None:
    begun = time.monotonic()
    with table() as (address, _):
        with pytest.raises(errors.Failed, match="said nothing in time"):
            bridge_client(address, "low", seat="E", timeout=0.2)
    with table() as (address, _):
        stop_in(0.3)
        with pytest.raises(KeyboardInterrupt):
            bridge_client(address, "low", seat="E")
    with table() as (address, _):
        cancel = Cancel()
        threading.Timer(0.3, cancel.cancel).start()
        with pytest.raises(errors.Cancelled):
            bridge_client(address, "low", seat="E", cancel=cancel)
    with table("--seat", "E=low", boards=1) as (address, _):
        stop_in(1.0)
        with pytest.raises(KeyboardInterrupt):
            bridge_client(address, stuck, seat="W")
    assert time.monotonic() - begun < 30
