"""Typed functions for every operation, to be awaited in an event loop."""

# Made from the description of the operations by `make api`: change nothing here.

from sakiyomi.aio import arena, blokus, bridge, curling, lab, records

__all__ = ["arena", "blokus", "bridge", "curling", "lab", "records"]
