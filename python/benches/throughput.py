"""Measurements of `docs/results/python.md`: what the package costs over the library below it.

    cargo build --release -p curling --example throw_file
    python benches/throughput.py curling --library TARGET/release/examples/throw_file
    python benches/throughput.py bridge --deals 200          # wants `pip install endplay`

`curling` throws the same shots in the same positions by the library (`Physics::throw_all`, the
simulation alone) and by `sakiyomi.curling.simulate` (simulation, rules about guards, score, arrays),
in turns, and checks that the stones come to lie in the same places. `bridge` solves the same deals
double dummy by `sakiyomi.bridge.solve` and by `endplay`, in turns, and checks the tricks. Times are
of the processors, all threads and the system's work for the process included, so that other
programs on the machine count as little as they can.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt

import sakiyomi
from sakiyomi import bridge, curling

Floats = npt.NDArray[np.float64]
Tricks = npt.NDArray[np.uint8]

STONES = 10
"""Stones in play before every shot, as in `sakiyomi bench curling`."""
ICE = {"legacy": "legacy", "dc2": "dc2", "fcv1": "dc4"}
"""The platform on whose ice each model is thrown."""
MOST = 40
"""The most deals that endplay solves in a call."""


def positions(count: int, rng: np.random.Generator) -> Floats:
    """Return positions of stones around the house, none touching another."""
    stones = np.full((count, 16, 2), np.nan)
    for position in stones:
        placed = 0
        while placed < STONES:
            at = rng.uniform((-1.9, -4.5), (1.9, 1.5))
            if (np.hypot(*(position[:placed] - at).T) > 0.31).all():
                position[placed] = at
                placed += 1
    return stones


def throws(stones: Floats, ice: str, rng: np.random.Generator) -> Floats:
    """Return a shot for each position: draws, and hits of a stone in play, in turn."""
    count = len(stones)
    turns = rng.choice((-1.0, 1.0), count)
    places = rng.uniform((-1.5, -1.5), (1.5, 1.0), (count, 2))
    draws = curling.aim(places, turns, ice=ice)
    target = stones[np.arange(count), rng.integers(0, STONES, count)]
    hits = curling.aim(target, turns, ice=ice, beyond=rng.uniform(2.0, 8.0, count))
    shots = np.where(np.arange(count)[:, None] % 2, hits, draws)
    if np.isnan(shots).any():
        raise SystemExit("a target cannot be reached")
    return shots


class Library:
    """The library in a process of its own, which simulates a file of throws."""

    def __init__(self, program: str, model: str, mode: str, file: Path) -> None:
        self._process = subprocess.Popen(
            [program, model, mode, str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        clock = ctypes.c_int()
        found = ctypes.CDLL(None).clock_getcpuclockid(self._process.pid, ctypes.byref(clock))
        if found != 0:
            raise OSError(found, os.strerror(found))
        self._clock = clock.value

    def cpu(self) -> float:
        """Return the CPU time of the process so far."""
        return time.clock_gettime(self._clock)

    def ask(self, line: str) -> None:
        """Send a line and wait for the answer."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        if self._process.stdout.readline() != "done\n":
            raise SystemExit("the library's program has failed")

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def spent(clock: Callable[[], float], work: Callable[[], object]) -> float:
    """Return the CPU time of some work."""
    begun = clock()
    work()
    return clock() - begun


def told(name: str, count: int, library: list[float], python: list[float]) -> str:
    """Return the rates of both by their medians, and the share of each pair of runs."""
    rates = [count / statistics.median(times) / 1e6 for times in (library, python)]
    shares = sorted(one / other for one, other in zip(library, python, strict=True))
    low, middle, high = shares[0], statistics.median(shares), shares[-1]
    return (
        f"{name:32} {rates[0]:7.3f} {rates[1]:7.3f} M a CPU second"
        f"   {middle:5.0%} ({low:.0%} to {high:.0%})"
    )


def compare_curling(asked: argparse.Namespace) -> None:
    """Print the rates of the library and of the package."""
    rng = np.random.default_rng(1)
    ice = ICE[asked.model]
    stones = positions(asked.positions, rng)
    shots = throws(stones, ice, rng)
    conditions = curling.Conditions(ice)
    with tempfile.TemporaryDirectory() as folder:
        # Many positions with a shot each; one position with many shots.
        alone = np.repeat(stones[:1], asked.positions, axis=0)
        for name, given, before, rows in (
            ("a position for every shot", stones, stones, shots[:, None]),
            ("one position for all shots", alone, stones[0], shots),
        ):
            file = Path(folder, "throws")
            slot = np.full((len(shots), 1), float(STONES))
            flat = given.reshape(len(shots), -1)
            np.hstack([flat, slot, shots]).astype("<f8").tofile(file)
            library = Library(asked.library, asked.model, asked.mode, file)

            def simulate(
                before: Floats = before, rows: Floats = rows
            ) -> curling.Simulation:
                return curling.simulate(
                    before, rows, ice=conditions, mode=asked.mode, slot=STONES
                )

            library.ask(f"outcomes {folder}/after")
            after = np.fromfile(f"{folder}/after", "<f8").reshape(-1, 16, 2)
            found = simulate()
            kept = ~found.foul.reshape(-1)
            np.testing.assert_array_equal(found.stones.reshape(after.shape)[kept], after[kept])
            times: tuple[list[float], list[float]] = ([], [])
            for _ in range(asked.rounds):
                repeat = str(asked.repeat)
                times[0].append(spent(library.cpu, lambda: library.ask(repeat)))
                times[1].append(
                    spent(time.process_time, lambda: [simulate() for _ in range(asked.repeat)])
                )
            library.close()
            print(told(name, asked.repeat * len(shots), *times), flush=True)
    print(f"sakiyomi {sakiyomi.__version__}, {asked.model}, {asked.mode}, load {os.getloadavg()}")


def compare_bridge(asked: argparse.Namespace) -> None:
    """Print the times of the package's solver and of endplay's."""
    # Not a dependency of the project: wanted by this measurement alone.
    from endplay.dds import calc_all_tables  # type: ignore[import-not-found]
    from endplay.types import Deal, Denom, Player  # type: ignore[import-not-found]

    deals = bridge.deal(asked.deals, seed=asked.seed)
    foreign = [Deal(deal) for deal in deals]
    seats = (Player.north, Player.east, Player.south, Player.west)
    strains = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)

    def theirs() -> Tricks:
        tricks = []
        for first in range(0, len(foreign), MOST):
            for each in calc_all_tables(foreign[first : first + MOST]):
                tricks.append([[each[strain, seat] for strain in strains] for seat in seats])
        return np.array(tricks, np.uint8)

    def timed(work: Callable[[], Tricks]) -> tuple[float, float, Tricks]:
        begun = time.perf_counter()
        processor = time.process_time()
        tricks = work()
        return time.process_time() - processor, time.perf_counter() - begun, tricks

    times: dict[str, list[tuple[float, float]]] = {"sakiyomi": [], "endplay": []}
    for _ in range(asked.rounds):
        answers = []
        for name, work in (("sakiyomi", lambda: bridge.solve(deals)), ("endplay", theirs)):
            processor, wall, tricks = timed(work)
            times[name].append((processor, wall))
            answers.append(tricks)
        np.testing.assert_array_equal(answers[0], answers[1])
    for name, found in times.items():
        processor, wall = (statistics.median(column) for column in zip(*found, strict=True))
        print(
            f"{name:10} {1000 * processor / asked.deals:6.1f} ms of CPU,"
            f" {1000 * wall / asked.deals:6.1f} ms of time a deal"
        )
    print(f"{asked.deals} deals of seed {asked.seed}, all tricks alike; load {os.getloadavg()}")


def main() -> None:
    """Run the measurement that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(required=True)
    asked = kinds.add_parser("curling", help="shots of the library and of the package")
    asked.add_argument("--library", required=True, help="the built example throw_file")
    asked.add_argument("--model", choices=ICE, default="fcv1")
    asked.add_argument("--mode", choices=("fast", "exact"), default="fast")
    asked.add_argument("--positions", type=int, default=16_384)
    asked.add_argument("--repeat", type=int, default=10, help="batches of a run")
    asked.add_argument("--rounds", type=int, default=9, help="runs of both, in turns")
    asked.set_defaults(run=compare_curling)
    asked = kinds.add_parser("bridge", help="deals of the package and of endplay")
    asked.add_argument("--deals", type=int, default=200)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--rounds", type=int, default=3)
    asked.set_defaults(run=compare_bridge)
    chosen = parser.parse_args()
    chosen.run(chosen)


if __name__ == "__main__":
    main()
