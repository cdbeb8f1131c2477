"""The driver: plan, hand out the missing blocks, import what comes back.

A block that is lost with its worker, or that fails as a whole, is handed out again a few times and
then named; a worker of another version ends the run, because it would refuse every block. Results
are imported in the thread that called `spread`, several blocks at a time when they arrive quickly.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sakiyomi
from sakiyomi.lab.worker import run_block

STORE = "results/lab.sqlite"
# Blocks whose attempts may be lost before the first result comes back: then no worker can run any.
_HOPELESS = 10
# Blocks that are imported at once; more only lengthen the time until progress is told.
_BATCH = 200


class SpreadError(RuntimeError):
    """The run cannot go on; what has come back is kept."""


class Refused(SpreadError):
    """A worker has another version of the program or other files of the experiment."""


@dataclass(frozen=True)
class BlockLost:
    """A block that was given up."""

    block: int
    attempts: int
    why: str

    def __str__(self) -> str:
        return f"block {self.block} was given up after {self.attempts} attempts: {self.why}"


@dataclass(frozen=True)
class Progress:
    """The state of a run."""

    done: int
    """Tasks with a result in the store, those of earlier runs included."""
    total: int
    """All tasks."""
    handed_out: int
    """Blocks that are waiting for a worker or are being run."""
    lost: int
    """Attempts that were lost, with their worker or by a fault."""


@dataclass(frozen=True)
class Summary:
    """The result of a run."""

    tasks: int
    """All tasks of the experiment."""
    before: int
    """Tasks that had a result."""
    new: int
    """Tasks that got a result."""
    failures: list[str] = field(default_factory=list)
    """The messages of the first failed tasks of each block; their other tasks have results."""
    lost: list[BlockLost] = field(default_factory=list)
    """The blocks that were given up."""
    hosts: list[str] = field(default_factory=list)
    """The hosts that results came from."""

    @property
    def complete(self) -> bool:
        """Whether every task has a result."""
        return self.before + self.new == self.tasks


def spread(
    experiment: str,
    executor: Executor,
    *,
    size: int = 10,
    short: bool = False,
    seed: int | None = None,
    store: str | Path = STORE,
    experiments: str | Path | None = None,
    threads: int = 1,
    attempts: int = 3,
    in_flight: int = 2000,
    progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Run the missing tasks of an experiment on an executor and return what was done.

    `size` is the number of tasks in a block, which should take a second or more; `threads` run
    side by side on a worker; a block is handed out at most `attempts` times, and at most
    `in_flight` blocks are handed out at a time. The store at the end is that of a run on one
    machine. An interrupt (Ctrl-C) keeps what has come back, and the same call goes on with it.

    Raises `SpreadError` if the run cannot go on, and what `sakiyomi.ask` raises if the experiment
    or the store is wrong.
    """
    if attempts < 1 or in_flight < 1:
        raise ValueError("attempts and in_flight are 1 or more")
    places: dict[str, str] = {"store": str(store)}
    if experiments is not None:
        places["experiments"] = str(experiments)
    chosen = {"name": experiment, "short": short, "seed": seed}
    plan = sakiyomi.ask("lab/plan", {**chosen, "size": size, "places": places})
    run = _Run(executor, chosen, places, plan, threads, attempts, in_flight, progress)
    try:
        run.work()
    finally:
        run.end()
    return run.summary()


class _Run:
    """A run of the driver."""

    def __init__(
        self,
        executor: Executor,
        chosen: dict[str, Any],
        places: dict[str, str],
        plan: dict[str, Any],
        threads: int,
        attempts: int,
        in_flight: int,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._executor = executor
        self._chosen = chosen
        self._places = places
        self._plan = plan
        self._threads = threads
        self._attempts = attempts
        self._in_flight = in_flight
        self._progress = progress
        self._waiting = deque(plan["missing"])
        self._running: dict[Future[dict[str, Any]], int] = {}
        self._arrived: queue.SimpleQueue[Future[dict[str, Any]]] = queue.SimpleQueue()
        self._tried: dict[int, int] = {}
        self._lost_attempts = 0
        self._new = 0
        self._lost: list[BlockLost] = []
        self._failures: list[str] = []
        self._hosts: set[str] = set()

    def work(self) -> None:
        """Hand out blocks until all are back or given up."""
        self._tell()
        while self._waiting or self._running:
            self._hand_out()
            self._take(list(self._next()))
            self._tell()

    def end(self) -> None:
        """Take back what is not needed, and import what has arrived meanwhile."""
        for future in self._running:
            future.cancel()
        arrived = []
        while not self._arrived.empty():
            arrived.append(self._arrived.get())
        finished = [future for future in arrived if _answer(future).get("file")]
        self._take(finished)

    def summary(self) -> Summary:
        """Return what was done."""
        return Summary(
            tasks=self._plan["tasks"],
            before=self._plan["done"],
            new=self._new,
            failures=self._failures,
            lost=sorted(self._lost, key=lambda lost: lost.block),
            hosts=sorted(self._hosts),
        )

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(
                Progress(
                    done=self._plan["done"] + self._new,
                    total=self._plan["tasks"],
                    handed_out=len(self._running),
                    lost=self._lost_attempts,
                )
            )

    def _request(self, block: int) -> dict[str, Any]:
        plan = self._plan
        return {
            **self._chosen,
            "name": plan["name"],
            "block": block,
            "size": plan["size"],
            "threads": self._threads,
            "file": plan["file"],
            "expected": {"fingerprint": plan["fingerprint"], "version": plan["version"]},
        }

    def _hand_out(self) -> None:
        while self._waiting and len(self._running) < self._in_flight:
            block = self._waiting.popleft()
            try:
                future = self._executor.submit(run_block, self._request(block))
            except Exception as error:
                raise SpreadError(f"the workers take no more blocks: {_words(error)}") from error
            self._tried[block] = self._tried.get(block, 0) + 1
            self._running[future] = block
            future.add_done_callback(self._arrived.put)

    def _next(self) -> Iterator[Future[dict[str, Any]]]:
        """Wait for a future and yield all that have arrived; none after a second."""
        deadline = time.monotonic() + 1.0
        try:
            yield self._arrived.get(timeout=max(0.0, deadline - time.monotonic()))
            for _ in range(_BATCH - 1):
                yield self._arrived.get_nowait()
        except queue.Empty:
            return

    def _take(self, futures: list[Future[dict[str, Any]]]) -> None:
        """Import what came back, and put back what was lost."""
        files: list[dict[str, str]] = []
        blocks: list[int] = []
        faults: list[tuple[int, str]] = []
        refusal = None
        for future in futures:
            block = self._running.pop(future)
            answer = _answer(future)
            if "file" in answer:
                files.append(answer["file"])
                blocks.append(block)
                self._failures += answer["failures"]
                self._hosts.add(answer["host"])
                continue
            why = f"{answer['host']}: {answer['fault']}" if answer["host"] else answer["fault"]
            if answer["refused"]:
                refusal = why
            faults.append((block, why))
        if files:
            faults += self._import(files, blocks)
        if refusal is not None:
            raise Refused(f"a worker refused its block. {refusal}")
        for block, why in faults:
            self._put_back(block, why)

    def _import(self, files: list[dict[str, str]], blocks: list[int]) -> list[tuple[int, str]]:
        """Import files; return the blocks of those that were damaged on the way."""
        asked = {**self._chosen, "files": files, "places": self._places}
        damaged = []
        for block, file in zip(blocks, sakiyomi.ask("lab/import", asked)["files"], strict=True):
            self._new += file["new"]
            if "refused" in file:
                damaged.append((block, file["refused"]))
        return damaged

    def _put_back(self, block: int, why: str) -> None:
        self._lost_attempts += 1
        if not self._hosts and self._lost_attempts >= _HOPELESS * self._attempts:
            raise SpreadError(f"no worker can run a block: {why}")
        if self._tried[block] < self._attempts:
            self._waiting.append(block)
            return
        self._lost.append(BlockLost(block, self._tried[block], why))


def _answer(future: Future[dict[str, Any]]) -> dict[str, Any]:
    """Return the answer of a worker, or the fault that it is lost."""
    lost = {"host": "", "refused": False}
    if future.cancelled():
        return {**lost, "fault": "the block was cancelled before it was run"}
    error = future.exception()
    if error is not None:
        return {**lost, "fault": _words(error)}
    return future.result()


def _words(error: BaseException) -> str:
    """Return the kind and the message of an error in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
