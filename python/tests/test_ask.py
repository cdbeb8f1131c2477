"""Operations by name: answers, callbacks, cancellation, time, forks."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sakiyomi
from sakiyomi import errors

EMPTY: dict[str, Any] = {"moves": []}
HOURS = {"line": EMPTY, "length": 9}
"""An input of `blokus/perft` that is not done before it is cancelled, nor its first step."""
STEPS = {"line": EMPTY, "length": 4}
"""An input of `blokus/perft` that takes long too, in many short steps."""
MATCH = {"game": "blokus", "games": 4, "players": ["random", "random"], "seed": 1}
"""An input of `lab/match`."""


class Stop(Exception):
    """Raised by a callback."""


def took(call: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    begun = time.monotonic()
    call()
    return time.monotonic() - begun


def test_an_operation_answers_with_what_json_says() -> None:
    position = sakiyomi.ask("blokus/position", {"line": EMPTY})
    assert position["turn"] == "black"
    assert sakiyomi.ask("blokus/position", line=EMPTY) == position


def test_fields_replace_those_of_the_input() -> None:
    counted = sakiyomi.ask("blokus/perft", {"length": 2, "divide": True}, length=1)
    assert counted["length"] == 1 and sum(counted["below"].values()) == counted["sequences"]


def test_arrays_numbers_and_paths_are_written_as_what_they_hold() -> None:
    length = np.arange(3)[1]
    counted = sakiyomi.ask("blokus/perft", length=length, line={"moves": np.array([])})
    assert counted["length"] == 1


def test_every_operation_is_listed_and_has_a_schema() -> None:
    listed = sakiyomi.operations()
    names = [operation.name for operation in listed]
    assert len(names) > 70 and len(set(names)) == len(names)
    assert {operation.lane for operation in listed} == {"quick", "task", "long"}
    assert all(operation.about.endswith(".") for operation in listed)
    schema = sakiyomi.schema("bridge/table")
    assert set(schema["properties"]) == {"input", "output"}


def test_progress_comes_to_the_callers_thread() -> None:
    seen: list[sakiyomi.Progress] = []
    threads = set()

    def note(progress: sakiyomi.Progress) -> None:
        seen.append(progress)
        threads.add(threading.get_ident())

    sakiyomi.ask("lab/match", MATCH, on_progress=note)
    assert threads == {threading.get_ident()}
    parts = [progress.part or 0.0 for progress in seen]
    assert parts == sorted(parts) and seen[-1] == sakiyomi.Progress(1.0, "4 / 4")


def test_progress_of_work_on_many_cores_never_goes_back() -> None:
    seen: list[float] = []
    sakiyomi.ask("blokus/perft", length=2, on_progress=lambda told: seen.append(told.part or 0.0))
    assert seen == sorted(seen) and seen[-1] == 1.0


def test_partial_answers_have_the_form_of_the_answer() -> None:
    seen: list[Any] = []
    answer = sakiyomi.ask("blokus/hints", line=EMPTY, count=3, seconds=0.3, on_partial=seen.append)
    assert seen and all(set(partial) == set(answer) for partial in seen)


def test_an_exception_of_a_callback_cancels_and_is_raised() -> None:
    def stop(_: object) -> None:
        raise Stop

    def ask() -> None:
        with pytest.raises(Stop):
            sakiyomi.ask("blokus/perft", STEPS, on_progress=stop)

    assert took(ask) < 30


def test_another_thread_cancels_a_request() -> None:
    cancel = sakiyomi.Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    with pytest.raises(errors.Cancelled) as caught:
        sakiyomi.ask("blokus/perft", HOURS, cancel=cancel)
    assert cancel.is_cancelled and caught.value.code == "cancelled"
    with pytest.raises(RuntimeError):
        sakiyomi.ask("blokus/perft", HOURS, cancel=cancel)


def test_other_threads_go_on_meanwhile() -> None:
    cancel = sakiyomi.Cancel()
    counted = 0

    def count() -> None:
        nonlocal counted
        while not cancel.is_cancelled:
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(TimeoutError):
        sakiyomi.ask("blokus/perft", HOURS, timeout=0.5)
    cancel.cancel()
    thread.join()
    assert counted > 5


def test_a_request_that_can_answer_early_answers_in_time() -> None:
    found = sakiyomi.ask("blokus/hints", line=EMPTY, count=3, seconds=600, timeout=2.0)
    assert found["hints"]


def test_a_request_without_an_answer_in_time_is_a_time_out() -> None:
    with pytest.raises(errors.TimedOut, match="no answer within 0.2 seconds") as caught:
        sakiyomi.ask("blokus/perft", HOURS, timeout=0.2)
    assert isinstance(caught.value, TimeoutError) and caught.value.code == "timed-out"


@pytest.mark.parametrize("timeout", [-1.0, float("nan")])
def test_a_time_limit_that_is_none_is_refused(timeout: float) -> None:
    with pytest.raises(ValueError, match="^timeout: "):
        sakiyomi.ask("blokus/perft", length=1, timeout=timeout)


def test_folders_are_those_of_the_command_until_others_are_set(tmp_path: Path) -> None:
    text = """import sakiyomi
print(len(sakiyomi.ask("lab/experiments")["experiments"]))
sakiyomi.configure(experiments="mine", store="kept.sqlite")
print(len(sakiyomi.ask("lab/experiments")["experiments"]))
"""
    (tmp_path / "mine").mkdir()
    done = subprocess.run([sys.executable, "-c", text], stdout=subprocess.PIPE, cwd=tmp_path)
    built_in, mine = map(int, done.stdout.split())
    assert built_in > 5 and mine == 0


def test_the_latest_partial_answer_is_kept() -> None:
    cancel = sakiyomi.Cancel()
    seen: list[Any] = []

    def third(partial: Any) -> None:
        seen.append(partial)
        if len(seen) == 3:
            cancel.cancel()

    conditions = sakiyomi.ask("curling/platforms")[0]["conditions"]
    asked = {"conditions": conditions, "players": [{"name": "draw", "seconds": 1}] * 2, "seed": 1}
    with pytest.raises(errors.Cancelled) as caught:
        sakiyomi.ask("curling/match", asked, on_partial=third, cancel=cancel)
    lines = caught.value.partial["text"].count("\n")
    assert lines >= seen[-1]["text"].count("\n") > seen[0]["text"].count("\n")


INTERRUPTED = """
import sys, sakiyomi
def told(progress):
    print("working", flush=True)
try:
    sakiyomi.ask("blokus/perft", length=4, on_progress=told)
except KeyboardInterrupt:
    print("interrupted", sakiyomi.ask("blokus/perft", length=1)["length"], flush=True)
"""


def test_ctrl_c_cancels_and_the_interpreter_goes_on() -> None:
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "working\n"
    process.send_signal(signal.SIGINT)
    rest = process.communicate(timeout=60)[0]
    assert rest.splitlines()[-1] == "interrupted 1" and process.returncode == 0


def count(length: int) -> int:
    """Count sequences in another process."""
    sequences: int = sakiyomi.ask("blokus/perft", length=length)["sequences"]
    return sequences


def test_processes_that_are_spawned_work() -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        assert pool.map(count, [1, 1]) == [count(1)] * 2


FORKED = """
import os, sakiyomi
sakiyomi.ask("blokus/perft", length=1)
if os.fork() == 0:
    try:
        sakiyomi.ask("blokus/perft", length=2)
    except RuntimeError as error:
        os._exit(7 if "spawn" in str(error) else 1)
    os._exit(2)
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_process_is_told_to_spawn_instead_of_waiting_for_ever(tmp_path: Path) -> None:
    run = [sys.executable, "-c", FORKED]
    done = subprocess.run(run, stdout=subprocess.PIPE, timeout=60, text=True, cwd=tmp_path)
    assert done.stdout.split() == ["7"]
