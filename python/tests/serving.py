"""Servers of the `sakiyomi` command, run by tests."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

COMMAND = [sys.executable, "-m", "sakiyomi"]


@contextmanager
def serving(*command: str, pattern: str) -> Iterator[str]:
    """Run a server and give what the pattern finds in its output."""
    process = subprocess.Popen(
        [*COMMAND, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    told = ""
    for line in process.stdout:
        told += line
        if found := re.search(pattern, line):
            break
    else:
        pytest.fail(f"no server: {told}")
    reader = threading.Thread(target=process.stdout.read, daemon=True)
    reader.start()
    try:
        yield found[1]
    finally:
        process.terminate()
        process.wait(20)
