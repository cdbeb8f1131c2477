"""Operations by name: `ask` and `ask_async`, with progress, partial answers and cancellation.

An operation runs on a thread of its own, outside of the interpreter. The caller's thread waits for
news in short steps and calls the callbacks itself, so Ctrl-C works and no callback runs on a
strange thread.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from sakiyomi import _native, errors
from sakiyomi._json import dumps

STEP = 0.05
"""Seconds between two looks at signals, the clock and `cancel`."""
PATIENCE = 2.0
"""Seconds that a cancelled operation has to end before its caller goes on without it."""


class Progress(NamedTuple):
    """Progress of an operation."""

    part: float | None
    """The part done, from 0 to 1; none if unknown."""
    words: str
    """The current step, such as `120 / 400`."""


class Cancel:
    """A flag that cancels requests, from any thread. One flag may be given to several requests.

    An operation that can answer early then answers with what it has; any other raises
    `errors.Cancelled`, with its latest partial answer in `partial`.
    """

    def __init__(self) -> None:
        """Create a flag that is not set."""
        self._event = threading.Event()

    def cancel(self) -> None:
        """Set the flag: every request that has it ends soon."""
        self._event.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the flag is set."""
        return self._event.is_set()


class Operation(NamedTuple):
    """An operation in the list of `operations`."""

    name: str
    """The name, such as `curling/advise`."""
    about: str
    """A sentence about the operation."""
    lane: str
    """`quick`: answers at once; `task`: seconds to minutes; `long`: as long as it takes."""


OnProgress = Callable[[Progress], object]
OnPartial = Callable[[Any], object]


def configure(
    *,
    experiments: str | os.PathLike[str] | None = None,
    store: str | os.PathLike[str] | None = None,
    records: str | os.PathLike[str] | None = None,
) -> None:
    """Set the folders and files that new requests work with; what is left out stays as it is.

    Args:
        experiments: The folder with the experiment files; at first `experiments`, or the built-in
            ones without that folder.
        store: The file that keeps the experiments' results; at first the one that the command uses.
        records: The folder with the records of matches that can be watched while they are played.
    """
    _native.configure(experiments, store, records)


def operations() -> list[Operation]:
    """Return all operations."""
    return [
        Operation(one["name"], one["about"]["en"], one["lane"])
        for one in json.loads(_native.list_operations())
    ]


def schema(name: str) -> dict[str, Any]:
    """Return the JSON schema of an operation: its `input` and `output` among the `properties`.

    Raises:
        errors.NotFound: There is no such operation.
    """
    found: dict[str, Any] = json.loads(_native.schema(name))
    return found


def ask(
    name: str,
    input: Mapping[str, Any] | None = None,
    /,
    *,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
    **fields: Any,
) -> Any:
    """Run an operation and return its answer.

    Other threads of Python go on meanwhile. Ctrl-C cancels the operation and raises
    `KeyboardInterrupt`; so does every exception that a callback raises.

    Args:
        name: The operation, such as `"curling/advise"`; `operations` lists them.
        input: The fields of the input.
        on_progress: Called with the `Progress`, on this thread, when there is a new one.
        on_partial: Called with the latest partial answer, on this thread, when there is a new one.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled. An operation that can answer
            early answers with what it has.
        **fields: More fields of the input, which replace those of `input`.

    Returns:
        The answer: what JSON can say, mostly a dict.

    Raises:
        errors.InvalidInput: The input is wrong; a `ValueError` that begins with the place.
        errors.NotFound: There is no such operation, or what it is asked about does not exist.
        errors.Cancelled: Cancelled before there was an answer; `partial` has the latest one.
        errors.TimedOut: The same, by `timeout`; a `TimeoutError`.
        errors.Failed: The operation failed.
    """
    running = _start(name, {**(input or {}), **fields}, timeout)
    return wait(
        running, on_progress=on_progress, on_partial=on_partial, cancel=cancel, timeout=timeout
    )


async def ask_async(
    name: str,
    input: Mapping[str, Any] | None = None,
    /,
    *,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
    **fields: Any,
) -> Any:
    """Run an operation and return its answer, as `ask`; the event loop goes on meanwhile.

    Callbacks run in the event loop and may be coroutine functions. When the task of asyncio is
    cancelled, the operation is too.
    """
    running = _start(name, {**(input or {}), **fields}, timeout)
    watch = _Watch(running, cancel, timeout)
    pause = 0.0005
    try:
        while True:
            news = watch.news(0.0)
            if "progress" in news and on_progress:
                await _finished(on_progress(news["progress"]))
            if "partial" in news and on_partial:
                await _finished(on_partial(news["partial"]))
            if watch.is_over:
                return watch.answer()
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, 0.02)
    except BaseException:
        running.cancel()
        raise


def _start(name: str, fields: dict[str, Any], timeout: float | None) -> _native.Running:
    if timeout is not None and not timeout >= 0:
        words = f"{timeout} is no number of seconds"
        raise errors.from_fault({"kind": "wrong", "message": words, "place": "timeout"})
    return _native.start(name, dumps(fields))


async def _finished(called: object) -> None:
    if inspect.isawaitable(called):
        awaited: Awaitable[object] = called
        await awaited


def given(fields: dict[str, object]) -> dict[str, object]:
    """Return the fields that are not none, for the typed functions."""
    return {name: value for name, value in fields.items() if value is not None}


def wait(
    running: _native.Running,
    *,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> Any:
    """Wait for a running operation and return its answer; see `ask`."""
    watch = _Watch(running, cancel, timeout)
    try:
        while True:
            news = watch.news(STEP)
            if "progress" in news and on_progress:
                on_progress(news["progress"])
            if "partial" in news and on_partial:
                on_partial(news["partial"])
            if watch.is_over:
                return watch.answer()
    except BaseException:
        watch.abandon()
        raise


class _Watch:
    """A running operation with what it has told so far."""

    def __init__(
        self, running: _native.Running, cancel: Cancel | None, timeout: float | None
    ) -> None:
        self.running = running
        self.cancel = cancel
        self.timeout = timeout
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.is_late = False
        self.is_over = False
        self.partial: Any = None
        self.result: Any = None
        self.fault: dict[str, Any] | None = None

    def news(self, seconds: float) -> dict[str, Any]:
        """Return what is new, waiting for it no longer than this, and keep it."""
        if self.deadline is not None and not self.is_late:
            left = self.deadline - time.monotonic()
            seconds = max(0.0, min(seconds, left))
            self.is_late = left <= 0
        if self.is_late or (self.cancel is not None and self.cancel.is_cancelled):
            self.running.cancel()
        written = self.running.news(seconds)
        if written is None:
            return {}
        news: dict[str, Any] = json.loads(written)
        if "progress" in news:
            progress = news["progress"]
            news["progress"] = Progress(progress.get("part"), progress.get("words", ""))
        self.partial = news.get("partial", self.partial)
        self.result = news.get("result")
        self.fault = news.get("fault")
        self.is_over = "result" in news or "fault" in news
        return news

    def answer(self) -> Any:
        """Return the answer of an operation that is over, or raise what was wrong."""
        if self.fault is None:
            return self.result
        if self.fault["kind"] == "cancelled":
            if self.is_late:
                words = f"no answer within {self.timeout:g} seconds"
                self.fault = {**self.fault, "code": "timed-out", "message": words}
            raise errors.from_fault(self.fault, self.partial)
        raise errors.from_fault(self.fault)

    def abandon(self) -> None:
        """Cancel the operation and give it a moment to end, with what it keeps written down."""
        self.running.cancel()
        deadline = time.monotonic() + PATIENCE
        while not self.is_over and time.monotonic() < deadline:
            self.news(STEP)
