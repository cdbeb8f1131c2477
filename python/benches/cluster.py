"""Measurements of `docs/results/cluster.md`: scaling, the store, a thousand simulated workers.

    python benches/cluster.py scaling --engine dask
    python benches/cluster.py workers --workers 1000 --seconds 10

`scaling` runs an experiment with one worker and with two and compares the times. `workers` runs the
real driver and the real store with workers that are simulated: each sleeps for the time of a block
and answers with a file of the size of a real one.
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import resource
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import sakiyomi
from sakiyomi.lab import spread
from sakiyomi.lab.engines import ENGINES, Options

EXPERIMENT = """
title = "A load"
about = ""
kind = "matches"
seed = 1

[matches]
game = "blokus"
games = GAMES
row = [{ name = "load", player = "PLAYER", against = "one-ply" }]
"""


def write_experiment(folder: Path, games: int, player: str) -> Path:
    """Write the experiment `load` and return its file."""
    file = folder / "load.toml"
    file.write_text(EXPERIMENT.replace("GAMES", str(games)).replace("PLAYER", player))
    return file


def scaling(asked: argparse.Namespace) -> None:
    """Print the time with one worker and with several, and the share of linear scaling."""
    with tempfile.TemporaryDirectory() as folder:
        file = write_experiment(Path(folder), asked.games, asked.player)
        times = {}
        for workers in (1, asked.workers):
            with ENGINES[asked.engine](Options(workers=workers)) as executor:
                store = Path(folder, f"warm-{workers}.sqlite")
                # Workers start, import the package and build the players before the clock does.
                spread(str(file), executor, store=store, size=asked.size, seed=2)
                store = Path(folder, f"{workers}.sqlite")
                begun = time.monotonic()
                done = spread(str(file), executor, store=store, size=asked.size)
                times[workers] = time.monotonic() - begun
                assert done.complete
        blocks = -(-asked.games // asked.size)
        alone, together = times[1], times[asked.workers]
        share = alone / (together * asked.workers)
        print(f"{asked.engine}, {blocks} blocks of {alone / blocks:.2f} s: {alone:.1f} s with 1,")
        print(f"{together:.1f} s with {asked.workers} workers: {share:.3f} of linear")
        print(f"load of the machine: {os.getloadavg()}")


class Simulated(Executor):
    """Workers that sleep for the time of a block and answer with results from a template."""

    def __init__(self, workers: int, seconds: float, template: dict[str, Any]) -> None:
        self._free = workers
        self._seconds = seconds
        self._template = template
        self._random = random.Random(1)
        self._waiting: deque[tuple[Future[Any], int, int]] = deque()
        self._due: list[tuple[float, int, Future[Any], int, int]] = []
        self._changed = threading.Condition()
        self.busy = 0.0
        self.bytes = 0
        threading.Thread(target=self._work, daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        request = args[0]
        future: Future[Any] = Future()
        with self._changed:
            self._waiting.append((future, request["block"], request["size"]))
            self._changed.notify()
        return future

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._waiting and self._free:
                    self._free -= 1
                    seconds = self._seconds * self._random.uniform(0.5, 1.5)
                    self.busy += seconds
                    future, block, size = self._waiting.popleft()
                    due = time.monotonic() + seconds
                    heapq.heappush(self._due, (due, block, future, block, size))
                now = time.monotonic()
                if not self._due or self._due[0][0] > now:
                    self._changed.wait(self._due[0][0] - now if self._due else None)
                    continue
                _, _, future, block, size = heapq.heappop(self._due)
                self._free += 1
            answer = self._answer(block, size)
            self.bytes += len(answer["file"]["text"])
            future.set_result(answer)

    def _answer(self, block: int, size: int) -> dict[str, Any]:
        head = {**self._template["head"], "block": block, "size": size, "results": size}
        tasks = range(block * size, (block + 1) * size)
        lines = [json.dumps({**self._template["line"], "task": task}) for task in tasks]
        text = "\n".join([json.dumps(head), *lines]) + "\n"
        file = {"name": f"simulated-{block}.jsonl", "text": text}
        return {"host": f"simulated-{block % 1000}", "file": file, "failures": []}


def workers(asked: argparse.Namespace) -> None:
    """Print how busy simulated workers are kept, and what the driver and the store take."""
    with tempfile.TemporaryDirectory() as folder:
        tasks = asked.blocks * asked.size
        file = write_experiment(Path(folder), tasks, "random")
        block = {"name": str(file), "block": 0, "size": 1, "threads": 1}
        lines = sakiyomi.ask("lab/run-block", block)["file"]["text"].splitlines()
        head = json.loads(lines[0])
        del head["checksum"]
        template = {"head": head, "line": json.loads(lines[1])}
        executor = Simulated(asked.workers, asked.seconds, template)
        store = Path(folder, "lab.sqlite")
        used = time.process_time()
        begun = time.monotonic()
        done = spread(str(file), executor, store=store, size=asked.size, in_flight=asked.in_flight)
        elapsed = time.monotonic() - begun
        used = time.process_time() - used
        assert done.complete
        share = executor.busy / (elapsed * asked.workers)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{asked.workers} workers, {asked.blocks} blocks of {asked.size} tasks,")
        print(f"{asked.seconds} s each: {elapsed:.1f} s, workers busy {share:.3f} of the time")
        print(f"{asked.blocks / elapsed:.0f} blocks and {tasks / elapsed:.0f} results a second,")
        print(f"{executor.bytes / asked.blocks:.0f} bytes a block, {used / elapsed:.2f} of a core,")
        print(f"store {store.stat().st_size / tasks:.0f} bytes a result, {memory} MiB of memory")
        print(f"load of the machine: {os.getloadavg()}")


def main() -> None:
    """Run a measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("scaling")
    command.set_defaults(run=scaling)
    command.add_argument("--engine", choices=ENGINES, default="dask")
    command.add_argument("--workers", type=int, default=2)
    command.add_argument("--games", type=int, default=80)
    command.add_argument("--size", type=int, default=4)
    command.add_argument("--player", default="alphabeta:depth=2")
    command = commands.add_parser("workers")
    command.set_defaults(run=workers)
    command.add_argument("--workers", type=int, default=1000)
    command.add_argument("--blocks", type=int, default=5000)
    command.add_argument("--size", type=int, default=10)
    command.add_argument("--seconds", type=float, default=10.0)
    command.add_argument("--in-flight", type=int, default=2000)
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()
