"""What the tests of spread experiments share: an experiment, a run on one machine, its tables."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

EXPERIMENT = """
title = "Does a move looked ahead beat chance?"
about = ""
kind = "matches"
seed = 1

[matches]
game = "blokus"
conditions = { opening = "pentominoes" }
games = GAMES
row = [
    { name = "evaluation", player = "PLAYER", against = "random" },
    { name = "chance", player = "random", against = "random" },
]
"""


def write_experiment(folder: Path, games: int, player: str = "one-ply") -> None:
    """Write the experiment `ahead` with two rows of games."""
    file = folder / "experiments" / "ahead.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(EXPERIMENT.replace("GAMES", str(games)).replace("PLAYER", player))


def command(folder: Path, *words: str) -> str:
    """Run the command `sakiyomi` in a folder and return what it prints."""
    run = [sys.executable, "-m", "sakiyomi", *words]
    ended = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def driver(folder: Path, *words: str) -> list[str]:
    """Return the command of a driver of the experiment."""
    return [sys.executable, "-m", "sakiyomi.lab", "spread", "ahead", *words]


def tables(folder: Path, store: str = "results/lab.sqlite") -> dict[str, Any]:
    """Return the results and the tables of a report, but for measured times."""
    at = ("--store", store)
    rows = list(csv.DictReader(io.StringIO(command(folder, "lab", "export", "ahead", *at))))
    results = [{k: v for k, v in row.items() if not is_time(k)} for row in rows]
    words = ("lab", "report", "ahead", "--json", "--out", "report", *at)
    report = json.loads(command(folder, *words))
    blocks = [b for b in report["blocks"] if not b.get("table", {}).get("timing")]
    return {"results": results, "blocks": blocks, "done": report["facts"]["done"]}


def is_time(column: str) -> bool:
    """Whether a column of results holds measured times."""
    return any(word in column for word in ("second", "time", "millis"))
