"""Spreading an experiment over executors of this process: results, losses, interrupts."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from spreading import command, driver, tables, write_experiment

import sakiyomi
from sakiyomi.lab import Progress, Refused, SpreadError, spread

Answer = dict[str, Any]
Block = Callable[[Answer], Answer]


class Changed(Executor):
    """An executor of one thread that changes what is run."""

    def __init__(self, change: Callable[[Block, Answer], Answer]) -> None:
        self.change = change
        self.blocks: list[int] = []
        self.threads = ThreadPoolExecutor(1)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.blocks.append(args[0]["block"])
        return self.threads.submit(self.change, fn, *args)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_experiment(tmp_path, games=12)
    return tmp_path


def run(folder: Path, executor: Executor, size: int = 4, **options: Any) -> Any:
    store, experiments = folder / "results/lab.sqlite", folder / "experiments"
    chosen = {"store": store, "experiments": experiments, "size": size, **options}
    return spread("ahead", executor, **chosen)


def test_tables_are_those_of_one_machine_and_nothing_is_done_twice(folder: Path) -> None:
    command(folder, "lab", "run", "ahead", "--store", "whole.sqlite")
    seen: list[Progress] = []
    with ThreadPoolExecutor(2) as threads:
        done = run(folder, threads, progress=seen.append)
        again = run(folder, threads)
    assert (done.before, done.new, done.complete) == (0, 24, True)
    assert (again.before, again.new, again.complete) == (24, 0, True)
    assert (seen[0].done, seen[-1].done, seen[-1].handed_out) == (0, 24, 0)
    assert tables(folder) == tables(folder, "whole.sqlite")


def test_a_lost_block_is_handed_out_again(folder: Path) -> None:
    lost = iter([True, False, True])

    def lose(block: Block, request: Answer) -> Answer:
        if next(lost, False):
            raise BrokenProcessPool("a worker was killed")
        return block(request)

    executor = Changed(lose)
    done = run(folder, executor)
    assert done.complete and not done.lost
    assert sorted(executor.blocks) == [0, 0, 1, 2, 2, 3, 4, 5]


def test_a_block_that_is_lost_every_time_is_named_and_the_others_are_done(folder: Path) -> None:
    def lose(block: Block, request: Answer) -> Answer:
        if request["block"] == 3:
            raise BrokenProcessPool("out of memory")
        return block(request)

    done = run(folder, Changed(lose), attempts=2)
    assert (done.new, done.complete) == (20, False)
    words = "block 3 was given up after 2 attempts: BrokenProcessPool: out of memory"
    assert [str(lost) for lost in done.lost] == [words]
    assert run(folder, ThreadPoolExecutor(1)).new == 4


def test_a_run_that_no_worker_can_do_ends_before_all_is_tried(folder: Path) -> None:
    def lose(block: Block, request: Answer) -> Answer:
        raise ModuleNotFoundError("No module named 'sakiyomi'")

    executor = Changed(lose)
    with pytest.raises(SpreadError, match="no worker can run a block: .*No module named"):
        run(folder, executor, size=1)
    assert len(executor.blocks) < 3 * 24


def test_another_version_is_refused_and_what_came_back_is_kept(folder: Path) -> None:
    def age(block: Block, request: Answer) -> Answer:
        if request["block"] == 2:
            request = {**request, "expected": {**request["expected"], "version": "0.0.1"}}
        return block(request)

    with pytest.raises(Refused, match=r"expected\.version: .* plan was made by version 0\.0\.1"):
        run(folder, Changed(age))
    rest = run(folder, ThreadPoolExecutor(1))
    assert rest.before >= 8 and rest.complete


def test_a_file_that_is_damaged_on_the_way_is_asked_for_again(folder: Path) -> None:
    damaged = iter([True])

    def damage(block: Block, request: Answer) -> Answer:
        answer = block(request)
        if next(damaged, False):
            text = answer["file"]["text"]
            answer["file"]["text"] = text[: len(text) // 2]
        return answer

    executor = Changed(damage)
    assert run(folder, executor).complete
    assert len(executor.blocks) == 7


def test_an_interrupt_keeps_what_came_back(folder: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done >= 8:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(KeyboardInterrupt):
            run(folder, threads, progress=stop)
        rest = run(folder, threads)
    assert rest.before >= 8 and rest.complete


def test_what_is_wrong_is_said_before_anything_is_handed_out(folder: Path) -> None:
    executor = Changed(lambda block, request: block(request))
    with pytest.raises(LookupError, match="no experiment `behind`"):
        spread("behind", executor, experiments=folder / "experiments", store=folder / "s")
    with pytest.raises(ValueError, match="size"):
        run(folder, executor, size=0)
    assert not executor.blocks and not (folder / "s").exists()


def test_the_block_names_its_machine(folder: Path) -> None:
    asked = {"name": str(folder / "experiments/ahead.toml"), "block": 0, "size": 1, "threads": 1}
    file = sakiyomi.ask("lab/run-block", asked)["file"]
    head = json.loads(file["text"].splitlines()[0])
    assert head["host"] and head["processor"] and head["threads"] == 1
    assert head["version"] == sakiyomi.ask("lab/plan", {"name": asked["name"]})["version"] != ""


def test_the_command_is_interrupted_and_goes_on(tmp_path: Path) -> None:
    write_experiment(tmp_path, games=2000, player="alphabeta:depth=2")
    words = driver(tmp_path, "--size", "2", "--workers", "1", "--quiet")
    running = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    store = tmp_path / "results/lab.sqlite"
    deadline = time.monotonic() + 60
    while not store.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "interrupted" in said
    plan = json.loads(command(tmp_path, "lab", "plan", "ahead", "--json"))
    assert 0 < plan["done"] < 4000


def test_wrong_words_are_usage(tmp_path: Path) -> None:
    write_experiment(tmp_path, games=2)
    for words, code, why in [
        (["--size", "0"], 2, "from 1 on"),
        (["--address", "tcp://127.0.0.1:1"], 1, "has no address"),
        (["--experiments", "nowhere"], 2, "nowhere"),
    ]:
        ended = subprocess.run(
            driver(tmp_path, *words), cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert ended.returncode == code and why in ended.stderr, ended
