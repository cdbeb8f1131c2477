"""`ask_async`: answers, callbacks and cancellation in an event loop."""

import asyncio
import time
from typing import Any

import pytest

import sakiyomi
from sakiyomi import aio, errors

EMPTY: dict[str, Any] = {"moves": []}
HOURS = {"line": EMPTY, "length": 9}


def test_requests_are_answered_while_the_loop_goes_on() -> None:
    async def both() -> tuple[Any, Any, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0.001)
                ticks += 1

        ticking = asyncio.create_task(tick())
        one, two = await asyncio.gather(
            sakiyomi.ask_async("blokus/perft", length=2),
            sakiyomi.ask_async("blokus/perft", {"length": 1}),
        )
        ticking.cancel()
        return one, two, ticks

    one, two, ticks = asyncio.run(both())
    assert (one["length"], two["length"]) == (2, 1) and ticks > 0


def test_callbacks_may_be_coroutines() -> None:
    seen: list[sakiyomi.Progress] = []

    async def note(progress: sakiyomi.Progress) -> None:
        await asyncio.sleep(0)
        seen.append(progress)

    players = ["random", "random"]
    match = aio.lab.match(game="blokus", games=2, players=players, seed=1, on_progress=note)
    asyncio.run(match)
    assert seen[-1].part == 1.0


def test_a_cancelled_task_cancels_its_request() -> None:
    async def ask() -> float:
        task = asyncio.create_task(sakiyomi.ask_async("blokus/perft", HOURS))
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.monotonic() - begun

    assert asyncio.run(ask()) < 10


def test_time_flags_and_faults_are_those_of_ask() -> None:
    cancel = sakiyomi.Cancel()
    cancel.cancel()
    for options, kind in (({"timeout": 0.1}, errors.TimedOut), ({"cancel": cancel}, errors.Cancelled)):
        with pytest.raises(kind):
            asyncio.run(sakiyomi.ask_async("blokus/perft", HOURS, **options))
    with pytest.raises(ValueError, match="^length: "):
        asyncio.run(sakiyomi.ask_async("blokus/perft", length=99))


def test_typed_functions_can_be_awaited() -> None:
    counted = asyncio.run(aio.blokus.perft(length=1))
    assert counted["length"] == 1
