"""Arrays of curling: shots simulated and aimed, ends scored, positions valued."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from sakiyomi._asking import OnProgress
from sakiyomi._numbers import Floats, Integers, floats, integers, shape, steps, whole
from sakiyomi._written import wrong
from sakiyomi.curling.conditions import Conditions, Ice

Turns: TypeAlias = "Literal['cw', 'ccw'] | npt.ArrayLike"

SLOTS = 16
"""Stones of an end."""
SEED = 1
"""The seed where noise is asked for without one."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Outcomes of shots: axes of positions and of shots, as far as the arguments had them."""

    stones: Floats = field(repr=False)
    """The stones that count afterwards, of shape (..., 16, 2); NaN where there is none."""
    points: npt.NDArray[np.int8]
    """The score of the end as the stones lie afterwards, positive for team 0."""
    foul: npt.NDArray[np.bool_] = field(repr=False)
    """Whether a rule about guards put the stones back."""
    thrown: Floats = field(repr=False)
    """The shots after noise; NaN where one was too fast for the thrower and counts as a pass."""


def simulate(
    stones: npt.ArrayLike,
    shots: npt.ArrayLike | Sequence[Mapping[str, Any]],
    *,
    ice: Ice = "paper",
    mode: Literal["exact", "fast"] | None = None,
    noise: bool | float | None = None,
    seed: int | None = None,
    slot: npt.ArrayLike | None = None,
    hammer: int = 1,
    end: int = 0,
    on_progress: OnProgress | None = None,
) -> Simulation:
    """Simulate every shot in every position, on all cores.

    No outcome depends on the number of threads; with the same seed it is that of the operation
    `curling/simulate`. Ctrl-C ends a long batch.

    Args:
        stones: Positions, of shape (16, 2) or (P, 16, 2); NaN where there is no stone.
        shots: Shots, of shape (C,), (S, C) for every position, or (P, S, C) with each position's
            own; or a list of shots in their written form. Columns: velocity right and down the
            sheet in m/s, and the turn, 1 counter-clockwise, -1 clockwise. A fourth column has
            the rate of rotation in rad/s (NaN: the model's own), a fifth to seventh the sweeping:
            from, to, effort (NaN: none).
        ice: The conditions: a platform, a text, a dict, or `Conditions`.
        mode: `"exact"`, in the time steps of the official engine, or `"fast"`, event-driven; by
            default that of the referee.
        noise: The throwers' execution error: true for that of the conditions; a number for the
            condition `noise`, which is about metres on the legacy ice and a multiple of the
            platform's noise on that of Digital Curling 3 and 4; false for none. By default none,
            or with `seed` that of the conditions.
        seed: The seed of the noise, 1 by default.
        slot: The stone to be delivered, 0 to 15, for all positions or for each. By default the
            one after the last stone in play.
        hammer: The team with the hammer. The other throws first: its stones are the even rows.
        end: The end, from 0, where the ice changes.
        on_progress: Called with the `Progress` after every step of a long batch.

    Raises:
        ValueError: An argument is wrong; the message names it and the entry, as in `stones[3, 5]`.
    """
    positions = _positions("stones", stones)
    rows = _shots(shots)
    listed = positions.shape[:-2]
    count = listed[0] if listed else 1
    if rows.ndim == 3 and (not listed or rows.shape[0] != count):
        wrong("shots", f"the shape {rows.shape} has no shots for each of {count} positions")
    conditions, used_seed = _with_noise(ice, noise, seed)
    slots = _slots(slot, positions, count)
    each = rows.shape[-2] if rows.ndim > 1 else 1
    axes = (*listed, *rows.shape[-2:-1])
    total = count * each
    stones_after = np.empty((*axes, SLOTS, 2), np.float64)
    points = np.empty(axes, np.int8)
    foul = np.empty(axes, np.bool_)
    thrown = np.empty((*axes, rows.shape[-1]), np.float64)
    if total:
        conditions.match.simulate(
            {
                "stones": positions,
                "slots": slots,
                "shots": rows,
                "each": each,
                "hammer": whole("hammer", hammer, 0, 1),
                "end": whole("end", end, 0, 255),
                "mode": mode,
                "seed": used_seed,
                "progress": steps(on_progress),
                "stones_after": stones_after.reshape(-1),
                "points": points.reshape(-1),
                "fouls": foul.reshape(-1),
                "thrown": thrown.reshape(-1),
            }
        )
    return Simulation(stones_after, points, foul, thrown)


def shots(
    *,
    turn: Turns,
    speed: npt.ArrayLike | None = None,
    angle: npt.ArrayLike = 0.0,
    x: npt.ArrayLike | None = None,
    y: npt.ArrayLike | None = None,
) -> Floats:
    """Return shots as rows, from their speed and angle or from both components of the velocity.

    Args:
        turn: `"cw"`, `"ccw"`, or 1 (counter-clockwise) and -1 (clockwise) for each.
        speed: The speed in m/s.
        angle: The direction in radians: 0 straight down the sheet, positive to the right.
        x: The velocity to the right in m/s, instead of speed and angle.
        y: The velocity down the sheet in m/s.
    """
    if speed is not None and x is None and y is None:
        fast, way = floats("speed", speed), floats("angle", angle)
        across, along = fast * np.sin(way), fast * np.cos(way)
    elif speed is None and x is not None and y is not None:
        across, along = floats("x", x), floats("y", y)
    else:
        wrong("shots", "give either `speed` and `angle`, or `x` and `y`")
    try:
        columns = np.broadcast_arrays(across, along, _turns(turn))
    except ValueError:
        wrong("shots", "the numbers of velocities and turns differ")
    return np.stack(columns, axis=-1).astype(np.float64)


def aim(
    targets: npt.ArrayLike,
    turn: Turns,
    *,
    ice: Ice = "paper",
    way: Literal["exact", "classic"] = "exact",
    speed: npt.ArrayLike | None = None,
    launch: npt.ArrayLike | None = None,
    beyond: npt.ArrayLike | None = None,
    power: npt.ArrayLike | None = None,
) -> Floats:
    """Aim at targets: the shots that stop there, or pass them with a weight; of shape (..., 3).

    A row is NaN where no shot gets there.

    Args:
        targets: Places, of shape (2,) or (N, 2).
        turn: `"cw"`, `"ccw"`, or 1 and -1 for each.
        ice: The conditions.
        way: `"exact"`, or `"classic"` for the rules of thumb of the platforms' programs.
        speed: The speed at the target in m/s (NaN: stops there).
        launch: The speed at release in m/s.
        beyond: The metres past the target where the stone would stop.
        power: The legacy platform's power, 0 to 16.
    """
    places = floats("targets", targets)
    shape("targets", places, "(2,) or (N, 2)", (2,))
    if places.ndim > 2:
        wrong("targets", f"expected the shape (2,) or (N, 2), not {places.shape}")
    axes = places.shape[:-1]
    if way not in ("exact", "classic"):
        wrong("way", f"unknown way `{way}`: expected exact or classic")
    named = {"speed": speed, "launch": launch, "beyond": beyond, "power": power}
    given = {name: value for name, value in named.items() if value is not None}
    if len(given) > 1:
        wrong(list(given)[1], f"`{next(iter(given))}` is given too: one weight is enough")
    name, weight = next(iter(given.items())) if given else (None, np.nan)
    aimed = np.empty((*axes, 3), np.float64)
    Conditions.of(ice).match.aim(
        {
            "targets": places.reshape(-1),
            "turns": _spread("turn", _turns(turn), axes),
            "weight": name,
            "weights": _spread(name or "weight", floats(name or "weight", weight), axes),
            "classic": way == "classic",
            "shots": aimed.reshape(-1),
        }
    )
    return aimed


def score(
    stones: npt.ArrayLike, *, ice: Ice = "paper", hammer: int = 1
) -> npt.NDArray[np.int8]:
    """Score ends as their stones lie, positive for team 0.

    Args:
        stones: Positions, of shape (16, 2) or (P, 16, 2).
        ice: The conditions, whose rules count.
        hammer: The team with the hammer, whose stones are the odd rows.
    """
    positions = _positions("stones", stones)
    points = np.empty(positions.shape[:-2], np.int8)
    if points.size:
        Conditions.of(ice).match.score(positions, whole("hammer", hammer, 0, 1), points.reshape(-1))
    return points


@dataclass(frozen=True, slots=True)
class Values:
    """Values of positions for team 0."""

    values: Floats
    """One a position."""
    scale: Literal["chance", "points"]
    """`chance`: of winning the match, as the player's evaluation sees it; `points`: of the end."""


def evaluate(
    stones: npt.ArrayLike,
    *,
    ice: Ice = "paper",
    player: str = "jiritsu:preset=strongest",
    slot: npt.ArrayLike | None = None,
    hammer: npt.ArrayLike = 1,
    end: npt.ArrayLike = 0,
    score: npt.ArrayLike = 0,
) -> Values:
    """Value positions for team 0 by the evaluation of a player, without look-ahead.

    The tables of the player are computed once for an ice, which takes seconds, and cached. An
    analysis with look-ahead is `Position.advise`; how well chances agree with results is written
    in the guide.

    Args:
        stones: Positions, of shape (16, 2) or (P, 16, 2).
        ice: The conditions.
        player: A `jiritsu` with its settings.
        slot: The stone to be delivered next; 16 when the end is over. By default the one after
            the last stone in play.
        hammer: The team with the hammer, for all positions or for each.
        end: The end, from 0.
        score: The points of team 0 minus those of team 1 before the end.
    """
    positions = _positions("stones", stones)
    listed = positions.shape[:-2]
    count = listed[0] if listed else 1
    values = np.empty(listed, np.float64)
    scale = Conditions.of(ice).match.evaluate(
        {
            "player": player,
            "stones": positions,
            "slots": _slots(slot, positions, count, last=SLOTS),
            "ends": integers("end", end, count),
            "scores": integers("score", score, count),
            "hammers": integers("hammer", hammer, count),
            "values": values.reshape(-1),
        }
    )
    return Values(values, "chance" if scale == "chance" else "points")


@dataclass(frozen=True, slots=True)
class Kernel:
    """Outcome probabilities of candidate shots over one lattice, in compressed rows.

    Candidate c aims at point `candidates[c]`; its outcomes are the points
    `outcomes[offsets[c]:offsets[c + 1]]` with the `probabilities` of the same places, which sum to
    1. So `scipy.sparse.csr_array((k.probabilities, k.outcomes, k.offsets), k.shape)` is the matrix.
    """

    targets: Floats = field(repr=False)
    """The place of every point, of shape (N, 2): where its shot stops if nothing is in the way."""
    shots: Floats = field(repr=False)
    """The shot of every point, of shape (N, 3); NaN where no shot gets there."""
    hit: npt.NDArray[np.bool_] = field(repr=False)
    """Whether the point is a hit on what lies in the path; a draw otherwise."""
    candidates: npt.NDArray[np.uint32] = field(repr=False)
    """The points that are candidates, of shape (C,)."""
    offsets: Integers = field(repr=False)
    """Where each row begins, and the end of the last one, of shape (C + 1,)."""
    outcomes: npt.NDArray[np.uint32] = field(repr=False)
    """The points of the outcomes, row by row."""
    probabilities: Floats = field(repr=False)
    """The probabilities of the outcomes."""

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of candidates and of points."""
        return len(self.candidates), len(self.targets)

    def expected(self, values: npt.ArrayLike) -> Floats:
        """Return every candidate's expected value, given the value of every point."""
        of_points = floats("values", values)
        shape("values", of_points, f"({len(self.targets)},)", (len(self.targets),))
        weighted = self.probabilities * of_points[self.outcomes]
        sums: Floats = np.add.reduceat(weighted, self.offsets[:-1])
        return sums


def kernel(
    *,
    ice: Ice = "paper",
    player: str = "jiritsu:depth=1",
    team: int = 0,
    number: int = 0,
    noise: float | None = None,
) -> Kernel:
    """Return the outcome probabilities of a player's candidates for one thrower.

    They are integrated, not sampled: Kato, Iizuka and Yamamoto (2016), section 3.3.

    Args:
        ice: The conditions.
        player: A `jiritsu`, whose settings decide the lattice.
        team: The thrower's team.
        number: The thrower's number in the team, from 0.
        noise: The condition `noise`, instead of that of the conditions; see `simulate`.
    """
    conditions = Conditions.of(ice, () if noise is None else {"noise": noise})
    number = whole("number", number, 0, 255)
    points, candidates, offsets, outcomes, probabilities = conditions.match.kernel(
        player, whole("team", team, 0, 1), number
    )
    return Kernel(
        targets=np.ascontiguousarray(points[:, :2]),
        shots=np.ascontiguousarray(points[:, [4, 5, 2]]),
        hit=points[:, 3] > 0,
        candidates=candidates,
        offsets=offsets,
        outcomes=outcomes,
        probabilities=probabilities,
    )


def _positions(name: str, stones: npt.ArrayLike) -> Floats:
    array = floats(name, stones)
    expected = "(16, 2) or (P, 16, 2)"
    shape(name, array, expected, (SLOTS, 2))
    if array.ndim > 3:
        wrong(name, f"expected the shape {expected}, not {array.shape}")
    return array


def _shots(given: npt.ArrayLike | Sequence[Mapping[str, Any]]) -> Floats:
    if isinstance(given, Mapping):
        return _written_shot("shots", given)
    if isinstance(given, (list, tuple)) and given and isinstance(given[0], Mapping):
        rows = [_written_shot(f"shots[{index}]", shot) for index, shot in enumerate(given)]
        return np.stack(rows)
    array = floats("shots", given)  # type: ignore[arg-type]
    columns = array.shape[-1] if array.ndim else 0
    if not 1 <= array.ndim <= 3 or columns not in (3, 4, 7):
        expected = "(C,), (S, C) or (P, S, C) with 3, 4 or 7 columns"
        wrong("shots", f"expected the shape {expected}, not {array.shape}")
    return array


def _written_shot(place: str, shot: Mapping[str, Any]) -> Floats:
    if not isinstance(shot, Mapping) or "velocity" not in shot or "turn" not in shot:
        wrong(place, "a written shot has a `velocity` and a `turn`")
    velocity, sweep = shot["velocity"], shot.get("sweep")
    if isinstance(velocity, Mapping):
        velocity = [velocity.get("x", np.nan), velocity.get("y", np.nan)]
    turns = _turns(shot["turn"])
    rate = np.nan if shot.get("rate") is None else shot["rate"]
    swept = [np.nan] * 3
    if sweep is not None:
        swept = [sweep.get("from", np.nan), sweep.get("to", np.nan), sweep.get("effort", 1.0)]
    return floats(place, [*velocity, float(turns), rate, *swept])


def _turns(turn: Turns) -> Floats:
    if isinstance(turn, str):
        if turn not in ("cw", "ccw"):
            wrong("turn", f"unknown turn `{turn}`: write cw (clockwise) or ccw")
        return np.asarray(1.0 if turn == "ccw" else -1.0)
    array = np.asarray(turn)
    if array.dtype.kind == "U":
        known = np.isin(array, ("cw", "ccw"))
        if not known.all():
            wrong("turn", f"unknown turn `{array[~known].flat[0]}`: write cw (clockwise) or ccw")
        return np.where(array == "ccw", 1.0, -1.0)
    return floats("turn", turn)


def _spread(name: str, values: Floats, axes: tuple[int, ...]) -> Floats:
    """Return a value for each of the targets."""
    try:
        return np.ascontiguousarray(np.broadcast_to(values, axes)).reshape(-1)
    except ValueError:
        wrong(name, f"the shape {values.shape} does not fit targets of shape {(*axes, 2)}")


def _slots(
    slot: npt.ArrayLike | None, positions: Floats, count: int, last: int = SLOTS - 1
) -> Integers:
    """Return the stone to be delivered in each position."""
    if slot is not None:
        return integers("slot", slot, count)
    there = ~np.isnan(positions).all(axis=-1).reshape(count, SLOTS)
    after = np.where(there.any(axis=1), SLOTS - there[:, ::-1].argmax(axis=1), 0)
    if (after > last).any():
        wrong("slot", "all sixteen stones are in play: say which one comes next")
    return after.astype(np.int64)


def _with_noise(
    ice: Ice, noise: bool | float | None, seed: int | None
) -> tuple[Conditions, int | None]:
    """Return the conditions, and the seed of the noise; none without noise."""
    if seed is not None:
        whole("seed", seed, 0, 2**64 - 1)
    if noise is None:
        return Conditions.of(ice), seed
    if noise is False:
        return Conditions.of(ice), None
    used = SEED if seed is None else seed
    if noise is True:
        return Conditions.of(ice), used
    size = floats("noise", noise)
    if size.ndim or not np.isfinite(size) or size < 0:
        wrong("noise", f"expected true, false or a size of at least 0, not {noise!r}")
    return Conditions.of(ice, {"noise": noise}), used
