"""Engines: the systems that lend an executor of workers.

`local` is threads of this process; `dask` is a Dask cluster, by default one of processes on this
machine that listens on the loopback address only; `ray` is a Ray cluster. Each is imported only
when it is asked for, and a new one is a function here and a line in `ENGINES`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sakiyomi.lab.certificates import CA, CERTIFICATE, KEY


class EngineError(RuntimeError):
    """The engine is not there, or cannot be reached."""


@dataclass(frozen=True)
class Options:
    """The options of an engine."""

    address: str | None = None
    """The address of a cluster; without one, workers are started on this machine."""
    workers: int | None = None
    """The number of workers to start; by default the number of cores divided by `threads`."""
    threads: int = 1
    """The number of threads of a worker."""
    tls: Path | None = None
    """A folder of certificates; connections are then encrypted, and strangers refused."""

    def count(self) -> int:
        """Return the number of workers to start on this machine."""
        return self.workers or max(1, _cores() // self.threads)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _local(options: Options) -> Iterator[Executor]:
    if options.address is not None:
        raise EngineError("the engine `local` has no address: it is this process")
    executor = ThreadPoolExecutor(options.count(), thread_name_prefix="block")
    try:
        yield executor
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _dask(options: Options) -> Iterator[Executor]:
    try:
        from distributed import Client, LocalCluster
        from distributed.security import Security
    except ImportError as missing:
        raise EngineError("Dask is not installed: pip install 'sakiyomi[dask]'") from missing
    security = None
    if options.tls is not None:
        ca, certificate, key = (str(options.tls / name) for name in (CA, CERTIFICATE, KEY))
        security = Security(
            require_encryption=True,
            tls_ca_file=ca,
            tls_client_cert=certificate,
            tls_client_key=key,
            tls_scheduler_cert=certificate,
            tls_scheduler_key=key,
            tls_worker_cert=certificate,
            tls_worker_key=key,
        )
    cluster = None
    try:
        if options.address is None:
            cluster = LocalCluster(
                n_workers=options.count(),
                threads_per_worker=1,
                host="127.0.0.1",
                protocol="tls" if security else "tcp",
                dashboard_address=None,
                security=security,
            )
        where = cluster or options.address
        try:
            client = Client(where, security=security, timeout=20)
        except (OSError, ValueError, TypeError) as error:
            raise EngineError(f"no Dask scheduler answers at {where}: {error}") from error
        try:
            yield client.get_executor(pure=False)
        finally:
            client.close(timeout=5)
    finally:
        if cluster is not None:
            cluster.close(timeout=5)


class _RayExecutor(Executor):
    """Tasks of Ray behind the standard interface."""

    def __init__(self, ray: Any, cores: int) -> None:
        self._ray = ray
        self._options = {"num_cpus": cores, "max_retries": 3}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        remote = self._ray.remote(**self._options)(fn)
        future: Future[Any] = remote.remote(*args, **kwargs).future()
        return future


@contextmanager
def _ray(options: Options) -> Iterator[Executor]:
    try:
        import ray
    except ImportError as missing:
        raise EngineError("Ray is not installed: pip install 'sakiyomi[ray]'") from missing
    if options.tls is not None:
        raise EngineError("Ray takes its certificates from its own variables, not from --tls")
    start: dict[str, Any] = {"address": options.address}
    if options.address is None:
        start = {"num_cpus": options.count() * options.threads}
    try:
        ray.init(**start, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise EngineError(f"Ray cannot be reached: {error}") from error
    try:
        yield _RayExecutor(ray, options.threads)
    finally:
        ray.shutdown()


ENGINES: dict[str, Callable[[Options], AbstractContextManager[Executor]]] = {
    "local": _local,
    "dask": _dask,
    "ray": _ray,
}
