"""Environments for learning: PettingZoo, Gymnasium and OpenSpiel.

* `blokus_duo_v0`, `curling_v0`, `bridge_v0`: a game for all its seats, for PettingZoo
  (`env`, `raw_env`).
* `single`: a game for one seat against named players, for Gymnasium; importing this package
  registers `sakiyomi/BlokusDuo-v0`, `sakiyomi/Curling-v0`, `sakiyomi/CurlingLattice-v0` and
  `sakiyomi/Bridge-v0` where Gymnasium is installed.
* `open_spiel`: Blokus Duo and bridge as games of OpenSpiel (`register`).

None of the three packages is needed by the rest of Sakiyomi; each module needs its own.
"""

from importlib.util import find_spec

__all__ = ["register"]

IDS = {
    "sakiyomi/BlokusDuo-v0": {"game": "blokus"},
    "sakiyomi/Curling-v0": {"game": "curling"},
    "sakiyomi/CurlingLattice-v0": {"game": "curling", "encoding": "lattice"},
    "sakiyomi/Bridge-v0": {"game": "bridge"},
}
"""The environments of Gymnasium and their arguments."""


def register() -> None:
    """Register the environments of Gymnasium, each once."""
    from gymnasium.envs import registration

    for name, arguments in IDS.items():
        if name not in registration.registry:
            registration.register(
                name, entry_point="sakiyomi.envs.single:SakiyomiEnv", kwargs=arguments
            )


if find_spec("gymnasium") is not None:
    register()
