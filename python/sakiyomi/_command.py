"""The `sakiyomi` command."""

from __future__ import annotations

import signal
import sys

from sakiyomi import _native


def main() -> int:
    """Run the command line with the arguments of the process and return its exit code."""
    # Python's handler would only take a note while Rust works; commands that end cleanly on Ctrl-C
    # have a handler of their own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run_command(["sakiyomi", *sys.argv[1:]])
