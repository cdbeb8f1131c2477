"""Setup of all tests: Ctrl-C works in them wherever they run.

A shell makes programs in the background ignore SIGINT, Python then has no KeyboardInterrupt, and
programs that tests start inherit that.
"""

import signal


def pytest_configure() -> None:
    """Make SIGINT raise KeyboardInterrupt, also where the shell ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
