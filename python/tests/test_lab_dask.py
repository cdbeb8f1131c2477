"""Spreading an experiment over Dask: killed workers, a killed driver, a worker that joins, TLS."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from spreading import command, driver, tables, write_experiment

import sakiyomi
from sakiyomi.lab import certificates

pytest.importorskip("distributed")


class Cluster:
    """A scheduler and workers, each a process of its own on the loopback address."""

    def __init__(self, folder: Path, tls: list[str]) -> None:
        self.folder = folder
        self.tls = tls
        self.processes: list[subprocess.Popen[bytes]] = []
        self.file = folder / "scheduler.json"
        protocol = "tls" if tls else "tcp"
        where = ["--protocol", protocol, "--host", "127.0.0.1", "--port", "0"]
        self.start("scheduler", *where, "--scheduler-file", str(self.file))
        self.wait_for(self.file.exists)
        self.address = str(json.loads(self.file.read_text())["address"])

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a process of Dask."""
        log = open(self.folder / f"{len(self.processes)}.log", "wb")
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard", *self.tls]
        process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        """Start a worker without a nanny: nobody starts it again when it is killed."""
        where = ["--host", "127.0.0.1", "--nthreads", "1", "--no-nanny"]
        return self.start("worker", self.address, *where)

    def wait_for(self, ready: object) -> None:
        """Wait until a condition holds."""
        assert callable(ready)
        deadline = time.monotonic() + 60
        while not ready():
            assert time.monotonic() < deadline, [
                log.read_text() for log in self.folder.glob("*.log")
            ]
            time.sleep(0.05)

    def end(self) -> None:
        """End all processes that this cluster started."""
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path, [])
    yield started
    started.end()


def done(folder: Path) -> int:
    """Return the number of tasks with a result."""
    places = {"store": folder / "results/lab.sqlite", "experiments": folder / "experiments"}
    return int(sakiyomi.ask("lab/plan", name="ahead", places=places)["done"])


def test_killed_workers_a_killed_driver_and_a_joining_worker_change_no_table(
    cluster: Cluster, tmp_path: Path
) -> None:
    write_experiment(tmp_path, games=50, player="alphabeta:depth=2")
    workers = [cluster.worker(), cluster.worker()]
    words = ["--engine", "dask", "--address", cluster.address, "--size", "2", "--quiet"]
    first = subprocess.Popen(driver(tmp_path, *words), cwd=tmp_path)
    cluster.processes.append(first)
    cluster.wait_for(lambda: done(tmp_path) >= 5)
    workers[0].send_signal(signal.SIGKILL)
    before = done(tmp_path)
    cluster.wait_for(lambda: done(tmp_path) > before)
    first.send_signal(signal.SIGKILL)
    first.wait()
    kept = done(tmp_path)
    assert 5 <= kept < 100, "the driver was killed in the middle"
    cluster.worker()
    second = driver(tmp_path, *words, "--json")
    ended = subprocess.run(second, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    summary = json.loads(ended.stdout)
    assert summary["before"] >= kept and summary["before"] + summary["new"] == 100
    assert summary["new"] < 100, "only the rest was handed out"
    command(tmp_path, "lab", "run", "ahead", "--store", "whole.sqlite")
    assert tables(tmp_path) == tables(tmp_path, "whole.sqlite")


def test_workers_of_this_machine_are_started_and_ended(tmp_path: Path) -> None:
    write_experiment(tmp_path, games=4)
    words = driver(tmp_path, "--engine", "dask", "--workers", "1", "--size", "4", "--json")
    ended = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["new"] == 8


def test_with_certificates_the_cluster_works_and_strangers_are_refused(tmp_path: Path) -> None:
    write_experiment(tmp_path, games=4)
    folder = tmp_path / "certs"
    ca, certificate, key = certificates.make(folder)
    assert (folder.stat().st_mode & 0o077, key.stat().st_mode & 0o077) == (0, 0)
    with pytest.raises(certificates.CertificateError, match="there already"):
        certificates.make(folder)
    assert sorted(os.listdir(folder)) == sorted([ca.name, certificate.name, key.name])
    files = ["--tls-ca-file", str(ca), "--tls-cert", str(certificate), "--tls-key", str(key)]
    cluster = Cluster(tmp_path, files)
    try:
        assert cluster.address.startswith("tls://")
        cluster.worker()
        words = driver(tmp_path, "--engine", "dask", "--address", cluster.address, "--size", "4")
        known = [*words, "--tls", str(folder)]
        ended = subprocess.run(known, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        other = tmp_path / "other"
        certificates.make(other)
        stranger = [*words, "--tls", str(other)]
        ended = subprocess.run(stranger, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ended.returncode == 1 and "no Dask scheduler answers" in ended.stderr, ended
    finally:
        cluster.end()
