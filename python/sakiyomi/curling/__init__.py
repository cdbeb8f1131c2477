"""Curling: arrays of positions and shots, and objects that a notebook shows.

Everything is in the house frame: metres from the tee, x to the thrower's right, y away from the
thrower, so guards have negative y. A position is an array of shape (16, 2): row k has the place of
the stone that the end's shot k (from 0) delivered, NaN where there is none. Even rows are of the
team that throws first, odd rows of the team with the hammer.

>>> import numpy as np
>>> from sakiyomi import curling
>>> empty = np.full((16, 2), np.nan)
>>> draws = curling.aim([[0.0, 0.0], [0.4, -0.2]], "cw", ice="dc4")
>>> curling.simulate(empty, draws, ice="dc4").points
array([1, 1], dtype=int8)
"""

from sakiyomi.curling.arrays import (
    Kernel,
    Simulation,
    Values,
    aim,
    evaluate,
    kernel,
    score,
    shots,
    simulate,
)
from sakiyomi.curling.conditions import Conditions
from sakiyomi.curling.position import Advice, Position, Throw, action
from sakiyomi.curling.record import Record

__all__ = [
    "Advice",
    "Conditions",
    "Kernel",
    "Position",
    "Record",
    "Simulation",
    "Throw",
    "Values",
    "action",
    "aim",
    "evaluate",
    "kernel",
    "score",
    "shots",
    "simulate",
]
