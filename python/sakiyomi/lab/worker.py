"""The function that workers run: one block of an experiment's tasks.

A request is everything that a worker needs: the experiment's file, the block, and the run that its
results are for. A worker needs this package in the same version, and no file or store of the
driver. Faults come back as values: an exception of one system is not always readable in another.
"""

from __future__ import annotations

import platform
from typing import Any

import sakiyomi

# Where the program says that it would make the results of another run.
_OTHER_RUN = "expected."


def run_block(request: dict[str, Any]) -> dict[str, Any]:
    """Return the results of a block as a file to import, or what was wrong."""
    host = platform.node()
    try:
        answer = sakiyomi.ask("lab/run-block", request)
    except Exception as fault:  # every fault of a worker is told to the driver
        why = str(fault) or type(fault).__name__
        refused = isinstance(fault, ValueError) and why.startswith(_OTHER_RUN)
        return {"host": host, "fault": why, "refused": refused}
    return {"host": host, "file": answer["file"], "failures": answer["failures"]}
