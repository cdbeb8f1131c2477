"""Operations `lab/...` as typed functions, to be awaited; as `sakiyomi.api.lab`."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask_async as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "check",
    "experiments",
    "export",
    "import_",
    "match",
    "plan",
    "players",
    "report",
    "run",
    "run_block",
    "running",
    "stop",
    "tournament",
    "training",
    "weights",
]


async def check(
    *,
    game: str,
    conditions: str | None = None,
    player: str | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabChecked:
    """Checks a player and the conditions of a game. See `sakiyomi.api.lab.check`."""
    answer: types.LabChecked = await _ask(
        "lab/check",
        {"game": game} | _given({"conditions": conditions, "player": player}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def experiments(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabExperiments:
    """Lists all experiments, their progress, and what is running. See
    `sakiyomi.api.lab.experiments`.
    """
    answer: types.LabExperiments = await _ask(
        "lab/experiments",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def export(
    *,
    form: types.LabForm,
    name: str,
    field: str | None = None,
    seed: int | None = None,
    short: bool | None = None,
    task: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabFile:
    """Exports the report or the raw results of an experiment as a file. See
    `sakiyomi.api.lab.export`.
    """
    answer: types.LabFile = await _ask(
        "lab/export",
        {"form": form, "name": name}
        | _given({"field": field, "seed": seed, "short": short, "task": task}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def import_(
    *,
    files: Sequence[types.LabFile],
    name: str,
    places: types.LabPlaces | None = None,
    seed: int | None = None,
    short: bool | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabImported:
    """Imports the results of blocks into the store; files that cannot be used are named. See
    `sakiyomi.api.lab.import_`.
    """
    answer: types.LabImported = await _ask(
        "lab/import",
        {"files": files, "name": name} | _given({"places": places, "seed": seed, "short": short}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def match(
    *,
    game: str,
    games: int,
    players: Sequence[str],
    seed: int,
    conditions: str | None = None,
    gauntlet: bool | None = None,
    increment: float | None = None,
    longest: int | None = None,
    own_dice: bool | None = None,
    per_game: float | None = None,
    per_move: float | None = None,
    played: str | None = None,
    records: bool | None = None,
    risk: float | None = None,
    set: Sequence[str] | None = None,
    sprt: Sequence[float] | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabMatch:
    """Plays a match of two players, until a sequential test is decided if one is asked for. See
    `sakiyomi.api.lab.match`.
    """
    answer: types.LabMatch = await _ask(
        "lab/match",
        {"game": game, "games": games, "players": players, "seed": seed}
        | _given({
            "conditions": conditions,
            "gauntlet": gauntlet,
            "increment": increment,
            "longest": longest,
            "own_dice": own_dice,
            "per_game": per_game,
            "per_move": per_move,
            "played": played,
            "records": records,
            "risk": risk,
            "set": set,
            "sprt": sprt,
            "threads": threads,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def plan(
    *,
    name: str,
    places: types.LabPlaces | None = None,
    seed: int | None = None,
    short: bool | None = None,
    size: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabPlanned:
    """Counts the tasks of an experiment and those done, and lists the missing blocks of tasks. See
    `sakiyomi.api.lab.plan`.
    """
    answer: types.LabPlanned = await _ask(
        "lab/plan",
        {"name": name} | _given({"places": places, "seed": seed, "short": short, "size": size}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def players(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabGames:
    """Lists the games and their players, each with its settings and presets. See
    `sakiyomi.api.lab.players`.
    """
    answer: types.LabGames = await _ask(
        "lab/players",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def report(
    *,
    name: str,
    seed: int | None = None,
    short: bool | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabReport:
    """Reports the results of an experiment so far. See `sakiyomi.api.lab.report`."""
    answer: types.LabReport = await _ask(
        "lab/report",
        {"name": name} | _given({"seed": seed, "short": short}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def run(
    *,
    name: str,
    seed: int | None = None,
    short: bool | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabSitting:
    """Runs the missing tasks of an experiment, from the beginning or from where it was stopped. See
    `sakiyomi.api.lab.run`.
    """
    answer: types.LabSitting = await _ask(
        "lab/run",
        {"name": name} | _given({"seed": seed, "short": short, "threads": threads}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def run_block(
    *,
    block: int,
    name: str,
    expected: types.LabExpected | None = None,
    file: types.LabFile | None = None,
    seed: int | None = None,
    short: bool | None = None,
    size: int | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabBlockDone:
    """Runs one block of an experiment's tasks and returns its results as a file to be imported. See
    `sakiyomi.api.lab.run_block`.
    """
    answer: types.LabBlockDone = await _ask(
        "lab/run-block",
        {"block": block, "name": name}
        | _given({
            "expected": expected,
            "file": file,
            "seed": seed,
            "short": short,
            "size": size,
            "threads": threads,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def running(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabUnderWay:
    """Lists what is running in the lab. See `sakiyomi.api.lab.running`."""
    answer: types.LabUnderWay = await _ask(
        "lab/running",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def stop(
    *,
    name: str,
    short: bool | None = None,
    tournament: bool | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabStopped:
    """Stops a running experiment or tournament; finished work is kept. See `sakiyomi.api.lab.stop`.
    """
    answer: types.LabStopped = await _ask(
        "lab/stop",
        {"name": name} | _given({"short": short, "tournament": tournament}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def tournament(
    *,
    game: str,
    games: int,
    players: Sequence[str],
    seed: int,
    conditions: str | None = None,
    gauntlet: bool | None = None,
    increment: float | None = None,
    longest: int | None = None,
    own_dice: bool | None = None,
    per_game: float | None = None,
    per_move: float | None = None,
    played: str | None = None,
    records: bool | None = None,
    risk: float | None = None,
    set: Sequence[str] | None = None,
    sprt: Sequence[float] | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabStandings:
    """Plays a tournament and streams its table. See `sakiyomi.api.lab.tournament`."""
    answer: types.LabStandings = await _ask(
        "lab/tournament",
        {"game": game, "games": games, "players": players, "seed": seed}
        | _given({
            "conditions": conditions,
            "gauntlet": gauntlet,
            "increment": increment,
            "longest": longest,
            "own_dice": own_dice,
            "per_game": per_game,
            "per_move": per_move,
            "played": played,
            "records": records,
            "risk": risk,
            "set": set,
            "sprt": sprt,
            "threads": threads,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def training(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabTraining:
    """Lists the learning curves of finished trainings and the available weights. See
    `sakiyomi.api.lab.training`.
    """
    answer: types.LabTraining = await _ask(
        "lab/training",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def weights(
    *,
    name: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabWeights:
    """Returns learned weights as maps of the board. See `sakiyomi.api.lab.weights`."""
    answer: types.LabWeights = await _ask(
        "lab/weights",
        {"name": name},
        cancel=cancel,
        timeout=timeout,
    )
    return answer
