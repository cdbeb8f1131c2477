"""Look-ahead in games where something is uncertain: Digital Curling, Blokus Duo, contract bridge."""

from sakiyomi._native import __version__

__all__ = ["__version__"]
