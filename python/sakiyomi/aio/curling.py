"""Operations `curling/...` as typed functions, to be awaited; as `sakiyomi.api.curling`."""

# Made from the description of the operations by `make api`: change nothing here.

from __future__ import annotations

from collections.abc import Sequence

from sakiyomi._asking import Cancel, OnPartial, OnProgress, ask_async as _ask, given as _given
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


async def advise(
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
    every target. See `sakiyomi.api.curling.advise`.
    """
    answer: types.CurlingAdvice = await _ask(
        "curling/advise",
        {"conditions": conditions, "game": game, "player": player}
        | _given({"depth": depth, "seconds": seconds, "seed": seed, "top": top}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def aim(
    *,
    conditions: types.CurlingConditions,
    targets: Sequence[types.CurlingTarget],
    game: types.CurlingGame | None = None,
    way: types.CurlingAimWay | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.CurlingAim]:
    """Finds the shots that stop at targets or pass them with a given weight. See
    `sakiyomi.api.curling.aim`.
    """
    answer: list[types.CurlingAim] = await _ask(
        "curling/aim",
        {"conditions": conditions, "targets": targets} | _given({"game": game, "way": way}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def chances(
    *,
    text: str,
    known: Sequence[float | None] | None = None,
    simulations: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingMatchChances:
    """Estimates the chance of winning before and after every shot of a match. See
    `sakiyomi.api.curling.chances`.
    """
    answer: types.CurlingMatchChances = await _ask(
        "curling/chances",
        {"text": text} | _given({"known": known, "simulations": simulations}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def check(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingChecked:
    """Checks a position: whose turn it is, what the end would score now, and what is wrong with it.
    See `sakiyomi.api.curling.check`.
    """
    answer: types.CurlingChecked = await _ask(
        "curling/check",
        {"conditions": conditions, "game": game},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def cloud(
    *,
    conditions: types.CurlingConditions,
    count: int,
    game: types.CurlingGame,
    seed: int,
    shot: types.CurlingShot,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingCloud:
    """Simulates a shot many times with the thrower's noise: where the stones come to rest. See
    `sakiyomi.api.curling.cloud`.
    """
    answer: types.CurlingCloud = await _ask(
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


async def conditions(
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
    returns the one written form, its TOML, and where each part comes from. See
    `sakiyomi.api.curling.conditions`.
    """
    answer: types.CurlingConditionsRead = await _ask(
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


async def dc3_log(
    *,
    text: str,
    game: int | None = None,
    seconds: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingDc3Log:
    """Writes a record as the log of a Digital Curling 3 server: game.dcl2 and a file a shot. See
    `sakiyomi.api.curling.dc3_log`.
    """
    answer: types.CurlingDc3Log = await _ask(
        "curling/dc3-log",
        {"text": text} | _given({"game": game, "seconds": seconds}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def dcl(
    *,
    text: str,
    game: int | None = None,
    seconds: int | None = None,
    variant: types.CurlingDclVariant | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingLogFile:
    """Writes a record as a .dcl log of the legacy platform or of DC2. See
    `sakiyomi.api.curling.dcl`.
    """
    answer: types.CurlingLogFile = await _ask(
        "curling/dcl",
        {"text": text} | _given({"game": game, "seconds": seconds, "variant": variant}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def film(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingFilm:
    """Reads a match log of any supported kind and lists its scenes. See
    `sakiyomi.api.curling.film`.
    """
    answer: types.CurlingFilm = await _ask(
        "curling/film",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def follow(
    *,
    name: str,
    bytes: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingFollowed:
    """Returns a match record of the records folder if it has grown. See
    `sakiyomi.api.curling.follow`.
    """
    answer: types.CurlingFollowed = await _ask(
        "curling/follow",
        {"name": name} | _given({"bytes": bytes}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game(
    *,
    text: str,
    game: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Returns one game of a file as the record of a match. See `sakiyomi.api.curling.game`."""
    answer: types.FileText = await _ask(
        "curling/game",
        {"text": text} | _given({"game": game}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game_act(
    *,
    act: types.CurlingAct,
    team: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Continues a match: throws, places stones or concedes. See `sakiyomi.api.curling.game_act`."""
    answer: types.CurlingPlayed = await _ask(
        "curling/game-act",
        {"act": act, "team": team, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game_aim(
    *,
    clockwise: bool,
    text: str,
    weight: types.CurlingAimWeight,
    x: float,
    y: float,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingAimed:
    """Finds the shot for a target, and its exact result. See `sakiyomi.api.curling.game_aim`."""
    answer: types.CurlingAimed = await _ask(
        "curling/game-aim",
        {"clockwise": clockwise, "text": text, "weight": weight, "x": x, "y": y},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game_answer(
    *,
    player: types.CurlingOpponent,
    text: str,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Lets a player throw the next stone of a match. See `sakiyomi.api.curling.game_answer`."""
    answer: types.CurlingPlayed = await _ask(
        "curling/game-answer",
        {"player": player, "text": text},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game_begin(
    *,
    conditions: types.CurlingConditions,
    names: Sequence[str],
    seed: int,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Begins a match and returns the text of its record. See `sakiyomi.api.curling.game_begin`."""
    answer: types.CurlingPlayed = await _ask(
        "curling/game-begin",
        {"conditions": conditions, "names": names, "seed": seed},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game_cut(
    *,
    at: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPlayed:
    """Cuts a match record at a scene, to continue from there. See `sakiyomi.api.curling.game_cut`.
    """
    answer: types.CurlingPlayed = await _ask(
        "curling/game-cut",
        {"at": at, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def game_suggest(
    *,
    player: types.CurlingOpponent,
    text: str,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingSuggestions:
    """Asks a player what it would throw next in a match. See `sakiyomi.api.curling.game_suggest`.
    """
    answer: types.CurlingSuggestions = await _ask(
        "curling/game-suggest",
        {"player": player, "text": text},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def games(
    *,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingGames:
    """Lists the games in a file of a match or tournament; one for any other log. See
    `sakiyomi.api.curling.games`.
    """
    answer: types.CurlingGames = await _ask(
        "curling/games",
        {"text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def import_(
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
    """Reads the tables of a championship recorded shot by shot and returns its matches. See
    `sakiyomi.api.curling.import_`.
    """
    answer: types.CurlingImported = await _ask(
        "curling/import",
        {"ends": ends, "games": games, "stones": stones}
        | _given({"competitions": competitions, "teams": teams}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def learn(
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
    """Learns how ends turn out under some conditions, for Jiritsu-kun to value positions by. See
    `sakiyomi.api.curling.learn`.
    """
    answer: types.CurlingLearned = await _ask(
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


async def match(
    *,
    conditions: types.CurlingConditions,
    players: Sequence[types.CurlingOpponent],
    seed: int,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Plays a match between two players and streams every shot. See `sakiyomi.api.curling.match`.
    """
    answer: types.FileText = await _ask(
        "curling/match",
        {"conditions": conditions, "players": players, "seed": seed},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def measure(
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
    player. See `sakiyomi.api.curling.measure`.
    """
    answer: types.CurlingMeasured = await _ask(
        "curling/measure",
        {"conditions": conditions, "game": game, "shots": shots}
        | _given({"seed": seed, "throws": throws}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def platforms(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> list[types.CurlingPlatformTold]:
    """Lists the platforms with their usual conditions, sheets, and matches as they begin. See
    `sakiyomi.api.curling.platforms`.
    """
    answer: list[types.CurlingPlatformTold] = await _ask(
        "curling/platforms",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def position_of(
    *,
    at: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingPosition:
    """Returns a scene of a match as a position for analysis. See
    `sakiyomi.api.curling.position_of`.
    """
    answer: types.CurlingPosition = await _ask(
        "curling/position-of",
        {"at": at, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def predict(
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
    compares them with the results. See `sakiyomi.api.curling.predict`.
    """
    answer: types.CurlingPredicted = await _ask(
        "curling/predict",
        {"tables": tables} | _given({"by": by, "hands": hands, "model": model}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def records(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingRecords:
    """Lists the match records in the records folder, newest first. See
    `sakiyomi.api.curling.records`.
    """
    answer: types.CurlingRecords = await _ask(
        "curling/records",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def replay(
    *,
    text: str,
    end: int | None = None,
    game: int | None = None,
    shot: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingReplay:
    """Lists the positions of a match, before every end and after every stone. See
    `sakiyomi.api.curling.replay`.
    """
    answer: types.CurlingReplay = await _ask(
        "curling/replay",
        {"text": text} | _given({"end": end, "game": game, "shot": shot}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def run_of_shot(
    *,
    at: int,
    text: str,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingTrajectory:
    """Simulates a shot of a match again for the trajectories of all stones. See
    `sakiyomi.api.curling.run_of_shot`.
    """
    answer: types.CurlingTrajectory = await _ask(
        "curling/run-of-shot",
        {"at": at, "text": text},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def sample_record(
    *,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.FileText:
    """Returns the record of a short sample match. See `sakiyomi.api.curling.sample_record`."""
    answer: types.FileText = await _ask(
        "curling/sample-record",
        {},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def score(
    *,
    conditions: types.CurlingConditions,
    games: Sequence[types.CurlingGame],
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingScores:
    """Scores ends as the stones lie. See `sakiyomi.api.curling.score`."""
    answer: types.CurlingScores = await _ask(
        "curling/score",
        {"conditions": conditions, "games": games},
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def simulate(
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
    the throwers' noise. See `sakiyomi.api.curling.simulate`.
    """
    answer: types.CurlingSimulation = await _ask(
        "curling/simulate",
        {"conditions": conditions, "games": games, "shots": shots}
        | _given({"mode": mode, "seed": seed}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def stats(
    *,
    logs: Sequence[types.CurlingNamedLog],
    by: types.CurlingStatsBy | None = None,
    ends: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingCounted:
    """Counts matches from their logs: wins, and points an end with the hammer and without. See
    `sakiyomi.api.curling.stats`.
    """
    answer: types.CurlingCounted = await _ask(
        "curling/stats",
        {"logs": logs} | _given({"by": by, "ends": ends}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def terms(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    stone: types.CurlingStoneName | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingTerms:
    """Evaluates a stone at every place by Jiritsu-kun's terms J, T, D and their product. See
    `sakiyomi.api.curling.terms`.
    """
    answer: types.CurlingTerms = await _ask(
        "curling/terms",
        {"conditions": conditions, "game": game} | _given({"stone": stone}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def throw(
    *,
    conditions: types.CurlingConditions,
    game: types.CurlingGame,
    shot: types.CurlingShot,
    seed: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingThrown:
    """Simulates one shot, exact or with the thrower's noise, with the trajectories of all stones.
    See `sakiyomi.api.curling.throw`.
    """
    answer: types.CurlingThrown = await _ask(
        "curling/throw",
        {"conditions": conditions, "game": game, "shot": shot} | _given({"seed": seed}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def trajectory(
    *,
    end: int,
    shot: int,
    text: str,
    every: float | None = None,
    game: int | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingRecordedTrajectory:
    """Simulates a shot of a record again and returns the paths of all stones over time. See
    `sakiyomi.api.curling.trajectory`.
    """
    answer: types.CurlingRecordedTrajectory = await _ask(
        "curling/trajectory",
        {"end": end, "shot": shot, "text": text} | _given({"every": every, "game": game}),
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def verify(
    *,
    text: str,
    game: int | None = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingVerified:
    """Simulates every shot of a record again and lists what differs. See
    `sakiyomi.api.curling.verify`.
    """
    answer: types.CurlingVerified = await _ask(
        "curling/verify",
        {"text": text} | _given({"game": game}),
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def why_not(
    *,
    at: int,
    player: types.CurlingOpponent,
    text: str,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
) -> types.CurlingWhy:
    """Compares a shot of a match with the shot a player would have thrown. See
    `sakiyomi.api.curling.why_not`.
    """
    answer: types.CurlingWhy = await _ask(
        "curling/why-not",
        {"at": at, "player": player, "text": text},
        on_progress=on_progress,
        on_partial=on_partial,
        cancel=cancel,
        timeout=timeout,
    )
    return answer


async def win_table(
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
    were played before. See `sakiyomi.api.curling.win_table`.
    """
    answer: types.CurlingWinTableMade = await _ask(
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
