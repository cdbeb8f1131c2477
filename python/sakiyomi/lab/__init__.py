"""Experiments spread over the workers of a cluster.

`spread` divides the missing tasks of an experiment into blocks, hands them to an executor of the
standard interface (`concurrent.futures.Executor`) and imports the results into the store as they
arrive. The store knows what is done, so a driver that was stopped or killed is started again and
hands out only the rest. `python -m sakiyomi.lab` is the command line over it; which systems can
lend an executor is told in `engines`, and nothing outside of that module knows one of them.
"""

from sakiyomi.lab.spreading import BlockLost, Progress, Refused, SpreadError, Summary, spread

__all__ = ["BlockLost", "Progress", "Refused", "SpreadError", "Summary", "spread"]
