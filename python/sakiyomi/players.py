"""Players written in Python: in matches, in experiments, and as clients of servers.

A player is a function of a `Turn` that returns an action: its text, or its number or vector in an
encoding. An object with a method `choose` may have `begin`, `observe` and `end` as well, and an
attribute `encoding`. A class is called once for every seat, so that each seat has a memory of its
own; functions and other objects are shared by all seats and all threads of a match.

    >>> def first(turn: Turn) -> str:
    ...     return turn.actions[0]
    >>> match("blokus", {"first": first}, "random", games=2)["result"]["games"]
    2

A player that raises an exception, or answers with an illegal action, loses that game; the record
has the traceback. `None` resigns.
"""

from __future__ import annotations

import ctypes
import inspect
import random
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sakiyomi import _native
from sakiyomi import games as stepped
from sakiyomi._asking import Cancel, OnPartial, OnProgress, wait
from sakiyomi._json import dumps
from sakiyomi.curling.conditions import Conditions as CurlingConditions
from sakiyomi.curling.conditions import Ice
from sakiyomi.games import Conditions, Game, array, code, read_view

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Player",
    "Resigned",
    "Turn",
    "ask_with",
    "bridge_client",
    "create_curling_match",
    "curling_client",
    "dc3_client",
    "match",
    "text_client",
]


class Resigned(Exception):
    """Raised by a player that gives up its game."""


@dataclass(frozen=True)
class Turn:
    """A turn of a player: what it sees and may do."""

    game: str
    """The name of the game."""
    seat: int
    """The seat of the player, from 0."""
    view: Any
    """What the player sees: an object (curling, bridge) or a text (Blokus)."""
    actions: list[str] | None
    """The legal actions; none where they cannot be listed (the shots of curling)."""
    observation: NDArray[np.float32] | None
    """What the player sees, in its encoding."""
    mask: NDArray[np.int8] | None
    """1 for every legal number of the encoding; none where actions are vectors."""
    seconds: float | None
    """The seconds for this move; none without a limit."""
    clock: float | None
    """The seconds left on the clock of the game; none without a limit."""
    increment: float
    """The seconds that the clock gains after the move."""
    seed: int
    """The seed for randomness of this move."""
    memory: dict[str, Any] = field(compare=False)
    """Anything the player wants to keep until the end of the game."""

    @property
    def random(self) -> random.Random:
        """A new generator from the seed: with it, the same match gives the same games."""
        return random.Random(self.seed)


Action = str | int | Iterable[float] | None


class Chooses(Protocol):
    """A player that is an object."""

    def choose(self, turn: Turn, /) -> Action:
        """Return the action of a turn, or none to resign."""


Player = Callable[[Turn], Action] | Chooses | type[Chooses]
"""A player: a function of a turn, an object with `choose`, or a class of such objects."""


class _Interrupted(BaseException):
    """Raised in the threads of players when nobody waits for them any more."""


class _Thinking:
    """The threads in which the players of a request are thinking."""

    def __init__(self) -> None:
        self.threads: set[int] = set()

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Count this thread for a while."""
        thread = threading.get_ident()
        self.threads.add(thread)
        try:
            yield
        finally:
            self.threads.discard(thread)

    def interrupt(self) -> None:
        """Interrupt the players."""
        for thread in list(self.threads):
            raised = ctypes.py_object(_Interrupted)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)

    def wait(
        self,
        running: _native.Running,
        on_progress: OnProgress | None = None,
        on_partial: OnPartial | None = None,
        cancel: Cancel | None = None,
        timeout: float | None = None,
    ) -> Any:
        """Wait for a request; nobody thinks any more when its caller gives up."""
        try:
            return wait(
                running,
                on_progress=on_progress,
                on_partial=on_partial,
                cancel=cancel,
                timeout=timeout,
            )
        except BaseException:
            self.interrupt()
            raise


class _Seat:
    """A seat of a game, as the arena calls it."""

    def __init__(self, player: Player, thinking: _Thinking | None = None) -> None:
        self.thinking = thinking or _Thinking()
        made = player() if inspect.isclass(player) else player
        choose = getattr(made, "choose", made)
        if not callable(choose):
            raise TypeError(f"{made!r} is no player: give it a method `choose`, or a function")
        self.player: Any = made
        self.ask: Callable[[Turn], Action] = choose
        self.encoding: str | None = getattr(made, "encoding", None)
        self.observes = callable(getattr(made, "observe", None))
        self.game, self.seat = "", 0
        self.memory: dict[str, Any] = {}

    def begin(self, game: str, seat: int, seats: int, seed: int) -> None:
        self.game, self.seat, self.memory = game, seat, {}
        with self.thinking():
            self._call("begin", game=game, seat=seat, seats=seats, seed=seed)

    def choose(
        self,
        view: str,
        actions: list[str] | None,
        encoded: tuple[bytes, list[int], Any, bytes] | None,
        clock: tuple[float | None, float | None, float],
        seed: int,
    ) -> tuple[str | int | list[float], str | None] | None:
        observation = mask = None
        if encoded is not None:
            data, axes, _, legal = encoded
            observation = array(data, axes)
            mask = stepped.mask(legal) if legal else None
        chosen = self._chosen(read_view(view), actions, observation, mask, clock, seed)
        return None if chosen is None else (chosen, None)

    def choose_from(self, game: Game, seed: int) -> str | int | list[float] | None:
        """Return the choice of the seat to act in a game of this process."""
        observation = mask = None
        if self.encoding is not None:
            if self.encoding != game.encoding:
                raise ValueError(f"encoding: the player has {self.encoding}, not {game.encoding}")
            observation = game.observe()
            mask = game.mask() if isinstance(game.space, int) else None
        return self._chosen(
            game.view(), game.actions(), observation, mask, (None, None, 0.0), seed
        )

    def _chosen(
        self,
        view: Any,
        actions: list[str] | None,
        observation: NDArray[np.float32] | None,
        mask: NDArray[np.int8] | None,
        clock: tuple[float | None, float | None, float],
        seed: int,
    ) -> str | int | list[float] | None:
        turn = Turn(
            self.game, self.seat, view, actions, observation, mask, *clock, seed, self.memory
        )
        try:
            with self.thinking():
                action = self.ask(turn)
        except Resigned:
            return None
        if action is None or isinstance(action, str):
            return action
        return code(action)  # type: ignore[arg-type]

    def tell(self, seat: int, action: str, view: Any) -> None:
        """Report an action."""
        with self.thinking():
            self._call("observe", seat=seat, action=action, view=view)

    def observe(self, seat: int, action: str, view: str) -> None:
        self.tell(seat, action, read_view(view))

    def end(self, share: float, own: float, other: float) -> None:
        try:
            with self.thinking():
                self._call("end", share=share, points=(own, other))
        except Exception:  # The game is over: nobody is told any more.
            traceback.print_exc()

    def _call(self, method: str, **told: Any) -> None:
        called = getattr(self.player, method, None)
        if callable(called):
            called(**told)


def _maker(player: Player, thinking: _Thinking) -> Callable[[], _Seat]:
    return lambda: _Seat(player, thinking)


def _client_player(
    player: str | Player, thinking: _Thinking
) -> tuple[str | None, Callable[[], _Seat] | None]:
    """Return the text of a named player, or what seats a player of Python."""
    return (player, None) if isinstance(player, str) else (None, _maker(player, thinking))


def ask_with(
    players: Mapping[str, Mapping[str, Player]],
    operation: str,
    input: Mapping[str, Any] | None = None,
    /,
    *,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    timeout: float | None = None,
    **fields: Any,
) -> Any:
    """Run an operation as `sakiyomi.ask`, with players of yours among those of the games.

    A lab's results are kept by the names of players: give a changed player a new name.

    Args:
        players: The players by game and name, as in `{"blokus": {"mine": function}}`.
        operation: The operation, such as `"lab/tournament"` or `"lab/run"`.
        input: The fields of the input.
        on_progress: As in `ask`.
        on_partial: As in `ask`.
        cancel: As in `ask`.
        timeout: As in `ask`.
        **fields: More fields of the input.
    """
    thinking = _Thinking()
    seats = [
        (game, name, _maker(player, thinking))
        for game, named in players.items()
        for name, player in named.items()
    ]
    running = _native.start_with(seats, operation, dumps({**(input or {}), **fields}))
    return thinking.wait(running, on_progress, on_partial, cancel, timeout)


def match(
    game: str,
    player: str | Player | Mapping[str, Player],
    opponent: str | Player | Mapping[str, Player],
    *,
    games: int = 100,
    seed: int = 1,
    conditions: Conditions = None,
    on_progress: OnProgress | None = None,
    on_partial: OnPartial | None = None,
    cancel: Cancel | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Play a match and return what the operation `lab/match` returns.

    Args:
        game: `"blokus"`, `"bridge"` or `"curling"`.
        player: A named player, as in `"jiritsu:depth=1"`, a player of yours, or one with a name,
            as in `{"mine": function}`.
        opponent: The other player.
        games: The number of games, in pairs with the same start and dice and sides exchanged.
        seed: The seed.
        conditions: What differs from the game's usual conditions, or a text.
        on_progress: Called with the progress, as in `ask`.
        on_partial: Called with the result so far.
        cancel: A flag to end the match early; the result so far is returned.
        **fields: More fields of `lab/match`: `per_move`, `per_game`, `threads`, `records`, `sprt`.
    """
    own: dict[str, Player] = {}
    names = [_named(one, own, usual) for one, usual in ((player, "player"), (opponent, "opponent"))]
    text = conditions if isinstance(conditions, str) else ""
    if conditions and not isinstance(conditions, str):
        text = dumps(dict(conditions))
    asked = {
        "game": game,
        "players": names,
        "games": games,
        "seed": seed,
        "conditions": text,
        **fields,
    }
    result: dict[str, Any] = ask_with(
        {game: own}, "lab/match", asked, on_progress=on_progress, on_partial=on_partial,
        cancel=cancel,
    )  # fmt: skip
    return result


def _named(player: str | Player | Mapping[str, Player], own: dict[str, Player], usual: str) -> str:
    """Return the text of a player; one of Python is added to `own`."""
    if isinstance(player, str):
        return player
    if isinstance(player, Mapping):
        if len(player) != 1:
            raise ValueError(f"{usual}: name one player, as in {{'mine': function}}")
        ((name, function),) = player.items()
    else:
        name = str(getattr(player, "__name__", type(player).__name__)).strip("<>")
        function = player
        if name in own:
            name = f"{name}-{usual}"
    own[name] = function
    return name


def create_curling_match(
    url: str,
    user: str,
    password: str,
    *,
    ends: int = 8,
    mixed_doubles: bool = False,
    tls_ca: str | Path | None = None,
) -> str:
    """Create a match on a server of Digital Curling 4 and return its id."""
    account = (url, user, password, None if tls_ca is None else str(tls_ca))
    return _native.create_curling_match(account, ends, mixed_doubles)


def curling_client(
    url: str,
    user: str,
    password: str,
    match: str,
    player: str | Player,
    *,
    team: int = 0,
    name: str = "Sakiyomi",
    seed: int = 1,
    tls_ca: str | Path | None = None,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> dict[str, Any]:
    """Play a match on a server of Digital Curling 4 to its end.

    The client of the `sakiyomi` command does the talking: a lost connection is opened again, and a
    client that was restarted goes on.

    Args:
        url: The server, as in `"http://localhost:10000"`.
        user: The name of the account.
        password: Its password; sent unencrypted over `http`.
        match: The id of the match.
        player: A player of yours, or a named one.
        team: The preferred side.
        name: The name of the team.
        seed: The seed of the player.
        tls_ca: A file of certificates to trust, for `https`.
        on_progress: Called with end and score, as in `ask`.
        cancel: A flag to leave the match.

    Returns:
        `side`, `winner`, `points` of both teams, stones `thrown` and `reconnections`.

    Raises:
        errors.Failed: The server refuses, or the player failed; the message has the traceback.
    """
    account = (url, user, password, None if tls_ca is None else str(tls_ca))
    thinking = _Thinking()
    text, seat = _client_player(player, thinking)
    running = _native.start_curling_client(account, match, text, seat, team, name, seed)
    report: dict[str, Any] = thinking.wait(running, on_progress, cancel=cancel)
    return report


def dc3_client(
    address: str,
    player: str | Player,
    *,
    name: str = "Sakiyomi",
    seed: int = 1,
    patience: float = 30.0,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> dict[str, Any]:
    """Play a match on a server of Digital Curling 3 to its end.

    Args:
        address: The port of a team, as in `"localhost:10000"`.
        player: A player of yours, or a named one.
        name: The name of the team.
        seed: The seed of the player.
        patience: The seconds to wait for a server that does not listen yet.
        on_progress: As in `ask`.
        cancel: A flag to leave the match.

    Returns:
        `team`, `names` and `points` of both teams, the number of `shots`, `result` and `warnings`.

    Raises:
        errors.Failed: The server cannot be reached, or the player failed; the message has the
            traceback.
    """
    thinking = _Thinking()
    text, seat = _client_player(player, thinking)
    running = _native.start_dc3_client(address, text, seat, name, seed, patience)
    report: dict[str, Any] = thinking.wait(running, on_progress, cancel=cancel)
    return report


def text_client(
    address: str | None,
    player: str | Player,
    *,
    user: str = "",
    password: str = "",
    name: str = "Sakiyomi",
    conditions: Ice = "legacy",
    seed: int = 1,
    patience: float = 30.0,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> list[dict[str, Any]]:
    """Play by the text protocols: that of the legacy platform, or DCP of Digital Curling 2.

    With an address the client logs in at a network server. Without one it is a program that a
    server has started: it speaks on standard input and output, and what players print goes to
    standard error. It plays until the server ends the connection.

    Args:
        address: The server, as in `"localhost:9876"`; none for standard input and output.
        player: A player of yours, or a named one.
        user: The name of the account.
        password: Its password; sent unencrypted.
        name: The name of the team.
        conditions: The ice, rules and throwers, of which servers tell but a part: a platform
            (`"legacy"`, `"gat"`, `"dc2"`), a text, a path of a file, or a dict.
        seed: The seed of the player.
        patience: The seconds to wait for a server that does not listen yet, and for its answer to
            the login.
        on_progress: Called with end and score, as in `ask`.
        cancel: A flag to leave the match.

    Returns:
        For every match `team`, `names` and `points` of both teams, the number of `shots`, and the
        `result`: `"win"`, `"loss"`, `"draw"`, or none if the server told none.

    Raises:
        errors.Failed: The server cannot be reached, refuses the login or is gone in the middle of
            a match; or the player failed, and conceded: the message has the traceback.
    """
    thinking = _Thinking()
    text, seat = _client_player(player, thinking)
    ice = CurlingConditions.of(conditions).match
    server = None
    if address is not None:
        server = {
            "address": address,
            "user": user,
            "password": password,
            "name": name,
            "patience": patience,
        }
    # On pipes, standard output belongs to the protocol.
    printed = sys.stdout if server else sys.stderr
    with redirect_stdout(printed):
        running = _native.start_text_client(server, text, seat, ice, seed)
        reports: list[dict[str, Any]] = thinking.wait(running, on_progress, cancel=cancel)
    return reports


def bridge_client(
    address: str,
    player: str | Player,
    *,
    seat: str | None = None,
    team: str = "Sakiyomi",
    per_move: float | None = None,
    seed: int = 1,
    patience: float = 30.0,
    timeout: float = 600.0,
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> dict[str, Any]:
    """Play bridge at a table manager, by the protocol of Blue Chip Bridge, version 18.

    The player is asked for its own calls and cards, and for dummy's as declarer. It hears of those
    of others by the view of its next turn: `observe` and `end` are not called.

    Args:
        address: The table manager, as in `"localhost:2000"`.
        player: A player of yours, or a named one.
        seat: The seat to ask for, `"N"`, `"E"`, `"S"` or `"W"`; by default any.
        team: The name of the team; partners have the same.
        per_move: The seconds for each call and card; none for no limit.
        seed: The seed of the player.
        patience: The seconds to wait for a table manager that does not listen yet.
        timeout: The seconds to wait for a message of the table manager.
        on_progress: Called with the result of every board, as in `ask`.
        cancel: A flag to leave the table.

    Returns:
        `seat`, `teams` (North-South's first), and the `boards` with calls, cards, contract,
        declarer, tricks (`result`) and `points`; a hand that this seat did not see has no cards.

    Raises:
        errors.Failed: The table manager cannot be reached, refuses the seat or is gone; or the
            player failed or chose what the laws forbid: the message has the traceback.
    """
    thinking = _Thinking()
    text, sits = _client_player(player, thinking)
    place = {
        "address": address,
        "seat": seat,
        "team": team,
        "per_move": per_move,
        "patience": patience,
        "timeout": timeout,
    }
    running = _native.start_bridge_client(place, text, sits, seed)
    report: dict[str, Any] = thinking.wait(running, on_progress, cancel=cancel)
    return report
