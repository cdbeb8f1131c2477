"""Operations `curling/...` as typed functions."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask as _ask, given as _given
from sakiyomi.api import types

__all__ = [
    "advise",
    "aim",
    "chances",
    "check",
    "cloud",
    "conditions",
    "dc3_log",
    "dcl",
    "film",
    "follow",
    "game",
    "game_act",
    "game_aim",
    "game_answer",
    "game_begin",
    "game_cut",
    "game_suggest",
    "games",
    "import_",
    "learn",
    "match",
    "measure",
    "platforms",
    "position_of",
    "predict",
    "records",
    "replay",
    "run_of_shot",
    "sample_record",
    "score",
    "simulate",
    "stats",
    "terms",
    "throw",
    "trajectory",
    "verify",
    "why_not",
    "win_table",
]


def advise(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    player: types.CurlingPlayer,
    depth: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    top: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingAdvice:
    """Asks a player what to throw: candidates with values, outcomes and paths, and the value of
    every target.

    Args:
        conditions: The conditions of the match.
        game: The match, with a shot to come.
        player: The player.
        depth: The search depth in shots; by default the player's setting.
        seconds: The time, 0.05 to 60 seconds (3600 for the owner of the machine); by default the
            player's setting.
        seed: The seed of the player's random choices. Default: 1.
        top: The number of shots in the answer, 1 to 100; 8 by default.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingAdvice = _ask(
        "curling/advise",
        {"conditions": conditions, "game": game, "player": player}
        | _given({"depth": depth, "seconds": seconds, "seed": seed, "top": top}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def aim(
    *,
    conditions: types.CurlingConditions,
    targets: Sequence[types.CurlingTarget],
    game: types.CurlingGame | None = None,
    way: types.CurlingAimWay | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.CurlingAim]:
    """Finds the shots that stop at targets or pass them with a given weight.

    Args:
        conditions: The conditions of the match.
        targets: At most 20,000.
        game: The match, for ice that changes: the shots are aimed on the ice of its next shot.
            Without it the ice is that of the conditions.
        way: The method of aiming; exact by default.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: list[types.CurlingAim] = _ask(
        "curling/aim",
        {"conditions": conditions, "targets": targets} | _given({"game": game, "way": way}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def chances(
    *,
    text: str,
    known: Sequence[float | None] | None = None,
    simulations: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingMatchChances:
    """Estimates the chance of winning before and after every shot of a match.

    Args:
        text: The match.
        known: The `chances` of an earlier answer about this match; those are not estimated again.
        simulations: The number of simulations per position; 800 by default.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingMatchChances = _ask(
        "curling/chances",
        {"text": text} | _given({"known": known, "simulations": simulations}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def check(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingChecked:
    """Checks a position: whose turn it is, what the end would score now, and what is wrong with it.

    Args:
        conditions: The conditions of the match.
        game: The state of the match.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingChecked = _ask(
        "curling/check",
        {"conditions": conditions, "game": game},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def cloud(
    *,
    conditions: types.CurlingConditions,
    count: int,
    game: types.CurlingGame,
    seed: int,
    shot: types.CurlingShot,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingCloud:
    """Simulates a shot many times with the thrower's noise: where the stones come to rest.

    Args:
        conditions: The conditions of the match.
        count: The number of throws, 1 to 500.
        game: The match, with a shot to come.
        seed: The seed of the noise.
        shot: The intended shot.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingCloud = _ask(
        "curling/cloud",
        {
            "conditions": conditions,
            "count": count,
            "game": game,
            "seed": seed,
            "shot": shot,
        },
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def conditions(
    *,
    match: str | None = None,
    name: str | None = None,
    platform: str | None = None,
    set: Sequence[str] | None = None,
    text: str | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingConditionsRead:
    """Reads conditions in any form (TOML, JSON, the files of the DC2 and DC3 servers, changes) and
    returns the one written form, its TOML, and where each part comes from.

    Args:
        match: Which match of a DC2 server's file.
        name: The name of the text, for sources and messages. Default: "text".
        platform: The platform whose conditions are the defaults.
        set: Changes on top, each `key=value`: `ends=4`, `platform=dc3`.
        text: Conditions in any form, or a saved position; at most 256 KiB.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingConditionsRead = _ask(
        "curling/conditions",
        _given({
            "match": match,
            "name": name,
            "platform": platform,
            "set": set,
            "text": text,
        }),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def dc3_log(
    *,
    text: str,
    game: int | None = None,
    seconds: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingDc3Log:
    """Writes a record as the log of a Digital Curling 3 server: game.dcl2 and a file a shot.

    Args:
        text: The record, as of `curling/film`.
        game: The number of the game, from 1; required if the file has several.
        seconds: The time of the match in seconds since 1970, where the record does not say.
            Default: 0.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingDc3Log = _ask(
        "curling/dc3-log",
        {"text": text} | _given({"game": game, "seconds": seconds}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def dcl(
    *,
    text: str,
    game: int | None = None,
    seconds: int | None = None,
    variant: types.CurlingDclVariant | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingLogFile:
    """Writes a record as a .dcl log of the legacy platform or of DC2.

    Args:
        text: The record, as of `curling/film`.
        game: The number of the game, from 1; required if the file has several.
        seconds: The time of the match in seconds since 1970, for the name of the file. Default: 0.
        variant: The platform of the log. Default: "legacy".
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingLogFile = _ask(
        "curling/dcl",
        {"text": text} | _given({"game": game, "seconds": seconds, "variant": variant}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def film(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingFilm:
    """Reads a match log of any supported kind and lists its scenes.

    Args:
        text: The text.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingFilm = _ask(
        "curling/film",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def follow(
    *,
    name: str,
    bytes: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingFollowed:
    """Returns a match record of the records folder if it has grown.

    Args:
        name: The name of the file, as listed.
        bytes: The length at the last request, in bytes. Default: 0.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingFollowed = _ask(
        "curling/follow",
        {"name": name} | _given({"bytes": bytes}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game(
    *,
    text: str,
    game: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Returns one game of a file as the record of a match.

    Args:
        text: A record of ours, `.dcl`, a log of Digital Curling 3, a journal of Digital Curling 4,
            games of the arena, or an observed match.
        game: The number of the game, from 1; needed if there are several.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.FileText = _ask(
        "curling/game",
        {"text": text} | _given({"game": game}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game_act(
    *,
    act: types.CurlingAct,
    team: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Continues a match: throws, places stones or concedes.

    Args:
        act: The action.
        team: The team, 0 or 1.
        text: The record so far.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingPlayed = _ask(
        "curling/game-act",
        {"act": act, "team": team, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game_aim(
    *,
    clockwise: bool,
    text: str,
    weight: types.CurlingAimWeight,
    x: float,
    y: float,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingAimed:
    """Finds the shot for a target, and its exact result.

    Args:
        clockwise: Whether the stone turns clockwise.
        text: The record so far.
        weight: The weight.
        x: The target, in metres to the right of the tee.
        y: The target, in metres behind the tee.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingAimed = _ask(
        "curling/game-aim",
        {"clockwise": clockwise, "text": text, "weight": weight, "x": x, "y": y},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game_answer(
    *,
    player: types.CurlingOpponent,
    text: str,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Lets a player throw the next stone of a match.

    Args:
        player: The player.
        text: The record so far.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingPlayed = _ask(
        "curling/game-answer",
        {"player": player, "text": text},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game_begin(
    *,
    conditions: types.CurlingConditions,
    names: Sequence[str],
    seed: int,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Begins a match and returns the text of its record.

    Args:
        conditions: The conditions of the match.
        names: The names of team 0, which throws first, and of team 1.
        seed: The seed of the dice.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingPlayed = _ask(
        "curling/game-begin",
        {"conditions": conditions, "names": names, "seed": seed},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game_cut(
    *,
    at: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Cuts a match record at a scene, to continue from there.

    Args:
        at: The scene, from 0: the one before anything was done.
        text: The match.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingPlayed = _ask(
        "curling/game-cut",
        {"at": at, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def game_suggest(
    *,
    player: types.CurlingOpponent,
    text: str,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingSuggestions:
    """Asks a player what it would throw next in a match.

    Args:
        player: The player.
        text: The record so far.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingSuggestions = _ask(
        "curling/game-suggest",
        {"player": player, "text": text},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def games(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingGames:
    """Lists the games in a file of a match or tournament; one for any other log.

    Args:
        text: The text.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingGames = _ask(
        "curling/games",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def import_(
    *,
    ends: str,
    games: str,
    stones: str,
    competitions: str | None = None,
    teams: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingImported:
    """Reads the tables of a championship recorded shot by shot and returns its matches.

    Args:
        ends: The table `Ends`: the points of the ends.
        games: The table `Games`.
        stones: The table `Stones`: the sheet after every shot.
        competitions: The table `Competition`; without it competitions have numbers.
        teams: The table `Teams`; without it teams have the letters of their countries.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingImported = _ask(
        "curling/import",
        {"ends": ends, "games": games, "stones": stones}
        | _given({"competitions": competitions, "teams": teams}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def learn(
    *,
    conditions: types.CurlingConditions,
    seed: int,
    ends: int | None = None,
    from_: str | None = None,
    matches: int | None = None,
    player: str | None = None,
    rounds: int | None = None,
    wild: float | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingLearned:
    """Learns how ends turn out under some conditions, for Jiritsu-kun to value positions by.

    Args:
        conditions: The conditions of the match.
        seed: The seed.
        ends: Ends of a round: 3000 if not given.
        from_: The text of a model that is corrected instead of training one.
        matches: Matches of the player against itself, one shot deep, by whose results the claims of
            the model are corrected: 0 if not given.
        player: The player that looks at the positions, one shot deep: `jiritsu` with its settings.
        rounds: The number of rounds of play and training; 3 by default.
        wild: The share of shots that are thrown at random, from 0 to 1: 0.3 if not given.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingLearned = _ask(
        "curling/learn",
        {"conditions": conditions, "seed": seed}
        | _given({
            "ends": ends,
            "from": from_,
            "matches": matches,
            "player": player,
            "rounds": rounds,
            "wild": wild,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def match(
    *,
    conditions: types.CurlingConditions,
    players: Sequence[types.CurlingOpponent],
    seed: int,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Plays a match between two players and streams every shot.

    Args:
        conditions: The conditions of the match.
        players: Team 0, which throws first, and team 1.
        seed: The seed of the dice.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.FileText = _ask(
        "curling/match",
        {"conditions": conditions, "players": players, "seed": seed},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def measure(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    shots: Sequence[types.CurlingShot],
    seed: int | None = None,
    throws: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingMeasured:
    """Measures shots of any players by one yardstick: the same throws, valued by the strongest
    player.

    Args:
        conditions: The conditions of the match.
        game: The match, with a shot to come.
        shots: The shots, 1 to 100.
        seed: The seed of the throws' errors. Default: 1.
        throws: The number of throws of each shot, 10 to 5000; 1000 by default.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingMeasured = _ask(
        "curling/measure",
        {"conditions": conditions, "game": game, "shots": shots}
        | _given({"seed": seed, "throws": throws}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def platforms(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.CurlingPlatformTold]:
    """Lists the platforms with their usual conditions, sheets, and matches as they begin.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: list[types.CurlingPlatformTold] = _ask(
        "curling/platforms",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def position_of(
    *,
    at: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPosition:
    """Returns a scene of a match as a position for analysis.

    Args:
        at: The scene, from 0: the one before anything was done.
        text: The match.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingPosition = _ask(
        "curling/position-of",
        {"at": at, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def predict(
    *,
    tables: types.CurlingTables,
    by: types.CurlingPredictBy | None = None,
    hands: Sequence[float] | None = None,
    model: str | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPredicted:
    """Predicts the hammer's points before every stone of a championship recorded shot by shot, and
    compares them with the results.

    Args:
        tables: The tables of the championship.
        by: The model that predicts.
        hands: In a fit, the execution errors that are compared, as multiples of Digital Curling
            4's; 2 and 3 if not given.
        model: The text of the model; by default the shipped one.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingPredicted = _ask(
        "curling/predict",
        {"tables": tables} | _given({"by": by, "hands": hands, "model": model}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def records(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingRecords:
    """Lists the match records in the records folder, newest first.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingRecords = _ask(
        "curling/records",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def replay(
    *,
    text: str,
    end: int | None = None,
    game: int | None = None,
    shot: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingReplay:
    """Lists the positions of a match, before every end and after every stone.

    Args:
        text: The log, as of `curling/film`.
        end: Only this end, from 1.
        game: The number of the game, from 1; needed if there are several.
        shot: Only the position after this stone, from 1; 0 is before the first.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingReplay = _ask(
        "curling/replay",
        {"text": text} | _given({"end": end, "game": game, "shot": shot}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def run_of_shot(
    *,
    at: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingTrajectory:
    """Simulates a shot of a match again for the trajectories of all stones.

    Args:
        at: The scene, from 0: the one before anything was done.
        text: The match.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingTrajectory = _ask(
        "curling/run-of-shot",
        {"at": at, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def sample_record(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Returns the record of a short sample match.

    Args:
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.FileText = _ask(
        "curling/sample-record",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def score(
    *,
    conditions: types.CurlingConditions,
    games: Sequence[types.CurlingGame],
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingScores:
    """Scores ends as the stones lie.

    Args:
        conditions: The conditions of the match.
        games: Positions; at most 20,000.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingScores = _ask(
        "curling/score",
        {"conditions": conditions, "games": games},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def simulate(
    *,
    conditions: types.CurlingConditions,
    games: Sequence[types.CurlingGame],
    shots: Sequence[types.CurlingShot],
    mode: types.CurlingMode | None = None,
    seed: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingSimulation:
    """Simulates every shot in every position: stones afterwards, fouls and points; exact or with
    the throwers' noise.

    Args:
        conditions: The conditions of the match.
        games: Positions with a shot to come.
        shots: Shots, each thrown in every position; positions times shots are at most 20,000.
        mode: The kind of simulation; by default that of the referee.
        seed: The seed of the throwers' noise; without it every shot is thrown exactly.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingSimulation = _ask(
        "curling/simulate",
        {"conditions": conditions, "games": games, "shots": shots}
        | _given({"mode": mode, "seed": seed}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def stats(
    *,
    logs: Sequence[types.CurlingNamedLog],
    by: types.CurlingStatsBy | None = None,
    ends: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingCounted:
    """Counts matches from their logs: wins, and points an end with the hammer and without.

    Args:
        logs: The logs.
        by: The unit of a table row. Default: "team".
        ends: The number of ends, from the first, that count for the points per end; all by default.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingCounted = _ask(
        "curling/stats",
        {"logs": logs} | _given({"by": by, "ends": ends}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def terms(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    stone: types.CurlingStoneName | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingTerms:
    """Evaluates a stone at every place by Jiritsu-kun's terms J, T, D and their product.

    Args:
        conditions: The conditions of the match.
        game: The match, with a shot to come.
        stone: The evaluated stone; by default the one put at each place.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingTerms = _ask(
        "curling/terms",
        {"conditions": conditions, "game": game} | _given({"stone": stone}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def throw(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    shot: types.CurlingShot,
    seed: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingThrown:
    """Simulates one shot, exact or with the thrower's noise, with the trajectories of all stones.

    Args:
        conditions: The conditions of the match.
        game: The match, with a shot to come.
        shot: The intended shot.
        seed: The seed of the noise; without it the shot is thrown exactly.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingThrown = _ask(
        "curling/throw",
        {"conditions": conditions, "game": game, "shot": shot} | _given({"seed": seed}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def trajectory(
    *,
    end: int,
    shot: int,
    text: str,
    every: float | None = None,
    game: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingRecordedTrajectory:
    """Simulates a shot of a record again and returns the paths of all stones over time.

    Args:
        end: The end, from 1.
        shot: The stone of the end, from 1; in mixed doubles the first delivery is stone 7.
        text: The record, as of `curling/film`; other logs cannot be simulated again.
        every: Seconds between two points of a path, from 0.001 to 100; 0.05 by default.
        game: The number of the game, from 1; required if the file has several.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingRecordedTrajectory = _ask(
        "curling/trajectory",
        {"end": end, "shot": shot, "text": text} | _given({"every": every, "game": game}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def verify(
    *,
    text: str,
    game: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingVerified:
    """Simulates every shot of a record again and lists what differs.

    Args:
        text: A record of ours, `.dcl`, a log of Digital Curling 3, a journal of Digital Curling 4,
            games of the arena, or an observed match.
        game: The number of the game, from 1; needed if there are several.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingVerified = _ask(
        "curling/verify",
        {"text": text} | _given({"game": game}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def why_not(
    *,
    at: int,
    player: types.CurlingOpponent,
    text: str,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingWhy:
    """Compares a shot of a match with the shot a player would have thrown.

    Args:
        at: The scene after the shot, from 1.
        player: The player, one that values shots: `jiritsu`, `krucb`, `ayumu`, `gccs` or `greedy`.
        text: The match.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingWhy = _ask(
        "curling/why-not",
        {"at": at, "player": player, "text": text},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


def win_table(
    *,
    conditions: types.CurlingConditions,
    seed: int,
    depth: int | None = None,
    difference: int | None = None,
    ends: int | None = None,
    ends_per_state: int | None = None,
    exact: bool | None = None,
    first: int | None = None,
    played: str | None = None,
    player: str | None = None,
    rounds: int | None = None,
    short: bool | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingWinTableMade:
    """Finds the chances of winning a match from every score by self-play; goes on from ends that
    were played before.

    Args:
        conditions: The conditions of the match.
        seed: The seed.
        depth: The search depth in shots; by default 1, or the player's own.
        difference: The largest difference that is played, which larger ones count as: 5 if not
            given.
        ends: The most ends left: those of a match if not given.
        ends_per_state: Ends for each number of ends left and each difference, in each round: 500 if
            not given, 10 if short.
        exact: Whether throws are run step by step, as the referee does. Default: false.
        first: Ends for points, and as many extra ends: 4000 if not given, 300 if short.
        played: The ends of an earlier answer under the same conditions: they are not played again.
            Default: "".
        player: The player: `jiritsu` with its settings.
        rounds: Rounds of ends to win, each played for the table of the round before it: 1, as in
            the paper, if not given.
        short: Whether a rough table of few ends is enough. Default: false.
        threads: The number of threads; by default the number of cores.
        on_progress: Called with the `Progress` when there is a new one.
        on_partial: Called with the latest partial answer, in the form of the answer or of a part of
            it.
        cancel: A flag by which another thread can cancel the operation.
        timeout: The seconds after which the operation is cancelled.
    """
    answer: types.CurlingWinTableMade = _ask(
        "curling/win-table",
        {"conditions": conditions, "seed": seed}
        | _given({
            "depth": depth,
            "difference": difference,
            "ends": ends,
            "ends_per_state": ends_per_state,
            "exact": exact,
            "first": first,
            "played": played,
            "player": player,
            "rounds": rounds,
            "short": short,
            "threads": threads,
        }),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer
