"""Look-ahead in games where something is uncertain: Digital Curling, Blokus Duo, contract bridge.

`ask` runs an operation by name, `sakiyomi.api` has a typed function for each, and `errors` the
exceptions. The modules of the games have arrays, objects and environments.
"""

from sakiyomi import errors
from sakiyomi._asking import (
    Cancel,
    Operation,
    Progress,
    ask,
    ask_async,
    configure,
    operations,
    schema,
)
from sakiyomi._native import __version__

__all__ = [
    "Cancel",
    "Operation",
    "Progress",
    "__version__",
    "ask",
    "ask_async",
    "configure",
    "errors",
    "operations",
    "schema",
]
