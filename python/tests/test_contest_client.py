"""The example of a contest client, on a match server of this machine."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import serving

from sakiyomi import Cancel, errors
from sakiyomi.players import Turn, create_curling_match, curling_client, dc3_client

EXAMPLE = Path(__file__).parents[1] / "examples" / "contest_client.py"
DC3_PORT = r"waiting for team1 at (\S+)"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Run a server of Digital Curling 4 and give its address."""
    users = ["--user", "a:secret", "--user", "b:secret"]
    options = ["--protocol", "dc4", "--listen", "127.0.0.1:0", *users]
    with serving("curling", "serve", *options, pattern=r"(127\.0\.0\.1:\d+)") as address:
        yield f"http://{address}"


def test_the_example_is_short() -> None:
    lines = EXAMPLE.read_text().split('"""', 2)[2].splitlines()
    assert len([line for line in lines if line.strip()]) <= 24


def test_the_example_plays_a_whole_match(server: str) -> None:
    match = create_curling_match(server, "a", "secret", ends=1)
    command = [sys.executable, str(EXAMPLE), server, "a", "secret", match]
    example = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    report = curling_client(server, "b", "secret", match, "draw", team=1)
    told, why = example.communicate(timeout=100)
    assert example.returncode == 0, why
    assert report["thrown"] >= 8 and "'thrown': " in told
    assert re.search(r"'points': \[(\d+), (\d+)\]", told), told
    assert str(report["points"]) in told


def test_a_player_that_fails_is_an_error_with_its_traceback(server: str) -> None:
    match = create_curling_match(server, "a", "secret", ends=1)

    def careless(turn: Turn) -> Any:
        return 1 / 0

    def opponent() -> None:
        # It is left alone, and its match is over when the server ends.
        curling_client(server, "b", "secret", match, "draw", team=1, cancel=cancel)

    cancel = Cancel()
    other = threading.Thread(target=lambda: pytest.raises(errors.Error, opponent))
    other.start()
    try:
        with pytest.raises(errors.Failed, match="ZeroDivisionError"):
            curling_client(server, "a", "secret", match, careless)
    finally:
        cancel.cancel()
        other.join(20)


def test_what_is_wrong_is_named(server: str) -> None:
    with pytest.raises(errors.InvalidInput, match="match"):
        curling_client(server, "a", "secret", "no id", "draw")
    with pytest.raises(errors.InvalidInput, match="team"):
        curling_client(server, "a", "secret", str(uuid.uuid4()), "draw", team=2)
    with pytest.raises(errors.Error, match="401|password|account"):
        create_curling_match(server, "a", "wrong")


def test_a_function_plays_a_match_of_digital_curling_3() -> None:
    options = ["--protocol", "dc3", "--player0", "draw", "--ports", "0,0"]
    options += ["--set", "ends=1", "--set", "extra_ends=false"]

    def straight(turn: Turn) -> str:
        return "throw 0 2.4 cw"

    with serving("curling", "serve", *options, pattern=DC3_PORT) as address:
        report = dc3_client(address, straight, name="straight")
    assert report["shots"] == 8 and report["names"][1] == "straight"
    with pytest.raises(errors.Failed, match="connection|accept|refused"):
        dc3_client("127.0.0.1:1", straight, patience=0.1)
