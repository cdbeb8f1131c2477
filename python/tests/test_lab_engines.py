"""What an engine is asked for, by a recorder in the place of a package that tests do not install."""

import sys
from types import ModuleType
from typing import Any

import pytest

from sakiyomi.lab.engines import ENGINES, Options


class Ray(ModuleType):
    """What is asked of Ray: the start of a cluster and the cores of a task."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.start: dict[str, Any] = {}
        self.task: dict[str, Any] = {}

    def init(self, **options: Any) -> None:
        self.start = options

    def shutdown(self) -> None:
        pass

    def remote(self, **options: Any) -> Any:
        self.task = options
        raise RuntimeError("nothing is run here")


def asked(monkeypatch: pytest.MonkeyPatch, options: Options) -> Ray:
    """Return what the engine asks of Ray for a block."""
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    with ENGINES["ray"](options) as executor, pytest.raises(RuntimeError, match="nothing is run"):
        executor.submit(print)
    return ray


def test_a_cluster_of_ray_here_has_the_cores_of_all_its_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ray = asked(monkeypatch, Options(workers=3, threads=4))
    assert (ray.start["num_cpus"], ray.task["num_cpus"]) == (12, 4)


def test_a_cluster_of_ray_elsewhere_keeps_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = asked(monkeypatch, Options(address="auto", threads=4))
    assert ray.start["address"] == "auto" and "num_cpus" not in ray.start
    assert ray.task["num_cpus"] == 4
