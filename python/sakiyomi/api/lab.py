"""Operations `lab/...` as typed functions."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask as _ask, given as _given
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


def check(
    *,
    game: str,
    conditions: str | None = None,
    player: str | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabChecked:
    """Checks a player and the conditions of a game.

    Args:
        game: The game.
        conditions: The conditions, as lines `key = value`. Default: "".
        player: The player, as `name:key=value,key=value`; empty to check the conditions alone.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabChecked = _ask(
        "lab/check",
        {"game": game} | _given({"conditions": conditions, "player": player}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def experiments(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabExperiments:
    """Lists all experiments, their progress, and what is running.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabExperiments = _ask(
        "lab/experiments",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def export(
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
    """Exports the report or the raw results of an experiment as a file.

    Args:
        form: The form of the file.
        name: The experiment's name, as in the list.
        field: The field of that record, such as `weights`; a text is written as it is.
        seed: A seed that overrides the experiment's.
        short: Whether to take the short variant. Default: false.
        task: The task whose record is wanted, instead of all of them.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabFile = _ask(
        "lab/export",
        {"form": form, "name": name}
        | _given({"field": field, "seed": seed, "short": short, "task": task}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def import_(
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
    """Imports the results of blocks into the store; files that cannot be used are named.

    Args:
        files: The files of its blocks.
        name: The experiment's name, as in the list.
        places: Other places of experiments and results than the program's own.
        seed: A seed that overrides the experiment's.
        short: Whether to take the short variant. Default: false.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabImported = _ask(
        "lab/import",
        {"files": files, "name": name} | _given({"places": places, "seed": seed, "short": short}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def match(
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
    """Plays a match of two players, until a sequential test is decided if one is asked for.

    Args:
        game: The game.
        games: Games of each pairing; both games of a pair have the same start and dice, with sides
            exchanged.
        players: The players, as `name:key=value,key=value`, or `TITLE=name:key=value` to be called
            TITLE.
        seed: The seed.
        conditions: The conditions of the game: lines `key = value`, or another text that the game
            reads. Default: "".
        gauntlet: Whether the first player meets all others and they do not meet each other.
            Default: false.
        increment: Seconds gained after each move.
        longest: The number of moves after which a game is stopped and scored as it stands.
        own_dice: Whether every game has dice of its own, instead of sharing them with the other
            game of its pair and the other pairings. In a game without dice nothing changes.
            Default: false.
        per_game: Seconds for each side in a game.
        per_move: Seconds for each move; a player that takes longer loses.
        played: Records of earlier games, one a line: they count and are not played again. Default:
            "".
        records: Whether the records of the games come with the result. Default: false.
        risk: The error probability of that sequential test; 0.05 by default.
        set: Changes to the conditions, each `key=value`.
        sprt: Two Elo differences, the smaller first: a match of two ends as soon as it is decided
            which of them holds.
        threads: The number of threads; by default the number of cores.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabMatch = _ask(
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


def plan(
    *,
    name: str,
    places: types.LabPlaces | None = None,
    seed: int | None = None,
    short: bool | None = None,
    size: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabPlanned:
    """Counts the tasks of an experiment and those done, and lists the missing blocks of tasks.

    Args:
        name: The experiment's name, as in the list.
        places: Other places of experiments and results than the program's own; for the owner.
        seed: A seed that overrides the experiment's.
        short: Whether to take the short variant. Default: false.
        size: The number of tasks in a block; 100 by default.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabPlanned = _ask(
        "lab/plan",
        {"name": name} | _given({"places": places, "seed": seed, "short": short, "size": size}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def players(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabGames:
    """Lists the games and their players, each with its settings and presets.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabGames = _ask(
        "lab/players",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def report(
    *,
    name: str,
    seed: int | None = None,
    short: bool | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabReport:
    """Reports the results of an experiment so far.

    Args:
        name: The name of the experiment, as in the list.
        seed: A seed that overrides the experiment's.
        short: Whether to take the short variant. Default: false.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabReport = _ask(
        "lab/report",
        {"name": name} | _given({"seed": seed, "short": short}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def run(
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
    """Runs the missing tasks of an experiment, from the beginning or from where it was stopped.

    Args:
        name: The experiment's name, as in the list.
        seed: A seed that overrides the experiment's.
        short: Whether to take the short variant. Default: false.
        threads: The number of threads; by default the number of cores. Players that use all cores
            want 1.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabSitting = _ask(
        "lab/run",
        {"name": name} | _given({"seed": seed, "short": short, "threads": threads}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def run_block(
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
    """Runs one block of an experiment's tasks and returns its results as a file to be imported.

    Args:
        block: The number of the block, from 0.
        name: The experiment's name, as in the list.
        expected: The run that the results are for; a program that would make others refuses the
            block.
        file: The experiment's file, if this machine does not have it; for the owner.
        seed: A seed that overrides the experiment's.
        short: Whether to take the short variant. Default: false.
        size: The number of tasks in a block; 100 by default.
        threads: The number of threads; by default the number of cores.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabBlockDone = _ask(
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


def running(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabUnderWay:
    """Lists what is running in the lab.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabUnderWay = _ask(
        "lab/running",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def stop(
    *,
    name: str,
    short: bool | None = None,
    tournament: bool | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabStopped:
    """Stops a running experiment or tournament; finished work is kept.

    Args:
        name: The name it runs under.
        short: Whether it is the short variant. Default: false.
        tournament: Whether it is a tournament. Default: false.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabStopped = _ask(
        "lab/stop",
        {"name": name} | _given({"short": short, "tournament": tournament}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def tournament(
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
    """Plays a tournament and streams its table.

    Args:
        game: The game.
        games: Games of each pairing; both games of a pair have the same start and dice, with sides
            exchanged.
        players: The players, as `name:key=value,key=value`, or `TITLE=name:key=value` to be called
            TITLE.
        seed: The seed.
        conditions: The conditions of the game: lines `key = value`, or another text that the game
            reads. Default: "".
        gauntlet: Whether the first player meets all others and they do not meet each other.
            Default: false.
        increment: Seconds gained after each move.
        longest: The number of moves after which a game is stopped and scored as it stands.
        own_dice: Whether every game has dice of its own, instead of sharing them with the other
            game of its pair and the other pairings. In a game without dice nothing changes.
            Default: false.
        per_game: Seconds for each side in a game.
        per_move: Seconds for each move; a player that takes longer loses.
        played: Records of earlier games, one a line: they count and are not played again. Default:
            "".
        records: Whether the records of the games come with the result. Default: false.
        risk: The error probability of that sequential test; 0.05 by default.
        set: Changes to the conditions, each `key=value`.
        sprt: Two Elo differences, the smaller first: a match of two ends as soon as it is decided
            which of them holds.
        threads: The number of threads; by default the number of cores.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabStandings = _ask(
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


def training(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabTraining:
    """Lists the learning curves of finished trainings and the available weights.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabTraining = _ask(
        "lab/training",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def weights(
    *,
    name: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.LabWeights:
    """Returns learned weights as maps of the board.

    Args:
        name: The name of shipped weights.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.LabWeights = _ask(
        "lab/weights",
        {"name": name},
        cancel=cancel,
        timeout=timeout,
    )
    return answer
