"""Types of the extension module, which is written in Rust (`python/src`)."""

from collections.abc import Callable, Sequence

# A block for each part of the module, in the order of its files.

__version__: str

# --- asking, running

class Running:
    """A running operation, cancelled when the last reference to it is gone."""

    def news(self, seconds: float) -> str | None:
        """Return the news as JSON, waiting for some no longer than this."""

    def cancel(self) -> None:
        """Ask the operation to stop soon."""

def start(name: str, input: str) -> Running:
    """Start an operation on an input in JSON."""

def list_operations() -> str:
    """Return all operations as JSON."""

def schema(name: str) -> str:
    """Return the JSON schema of an operation."""

# --- command

def run_command(arguments: Sequence[str]) -> int:
    """Run the command line of these arguments and return its exit code."""

# --- games, players, curling_client

_Space = tuple[int | None, tuple[list[float], list[float]] | None]
_Account = tuple[str, str, str, str | None]

def encodings(game: str) -> list[str]:
    """Return the names of a game's encodings."""

class SteppedGame:
    """A game in progress."""

    def __new__(
        cls, game: str, conditions: str, changes: str, encoding: str | None
    ) -> SteppedGame: ...
    def restart(self, seed: int, start: str | None) -> None: ...
    def sides(self) -> list[int]: ...
    def turn(self) -> int | None: ...
    def view(self, seat: int) -> str: ...
    def actions(self) -> list[str] | None: ...
    def sample(self, seed: int) -> str | None: ...
    def play(self, action: str) -> None: ...
    def score(self) -> tuple[float, list[float]]: ...
    def moves(self) -> list[str]: ...
    def record(self, players: tuple[str, str]) -> str: ...
    def copy(self) -> SteppedGame: ...
    def space(self) -> _Space | None: ...
    def shape(self) -> tuple[list[int], float, float] | None: ...
    def observe(self, seat: int) -> bytes: ...
    def mask(self) -> bytes: ...
    def legal(self) -> list[int]: ...
    def decode(self, action: int | list[float]) -> str: ...
    def encode(self, action: str) -> int | list[float] | None: ...
    def sit(self, seat: int, player: str | None) -> None: ...
    def choose(self) -> Running: ...

def start_with(
    players: Sequence[tuple[str, str, Callable[[], object]]], name: str, input: str
) -> Running:
    """Start an operation with players of Python among those of the games."""

def start_curling_client(
    account: _Account,
    id: str,
    text: str | None,
    seat: Callable[[], object] | None,
    team: int,
    name: str,
    seed: int,
) -> Running:
    """Start a client that plays a match on a server."""

def start_dc3_client(
    address: str,
    text: str | None,
    seat: Callable[[], object] | None,
    name: str,
    seed: int,
    patience: float,
) -> Running:
    """Start a client of a server of Digital Curling 3."""

def create_curling_match(account: _Account, ends: int, mixed_doubles: bool) -> str:
    """Create a match on a server and return its id."""
