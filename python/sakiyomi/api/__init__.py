"""Typed functions for every operation, a module for each area."""

# Made from the description of the operations by `make api`: change nothing here.

from sakiyomi.api import arena, blokus, bridge, curling, lab, records, types

__all__ = ["arena", "blokus", "bridge", "curling", "lab", "records", "types"]
