"""Types of the extension module, which is written in Rust (`python/src`)."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

# A block for each part of the module, in the order of its files.

__version__: str

# --- asking, running

class Running:
    """A running operation, cancelled when the last reference to it is gone."""

    def news(self, seconds: float) -> str | None:
        """Return the news as JSON, waiting for some no longer than this."""

    def cancel(self) -> None:
        """Ask the operation to stop soon."""

def configure(
    experiments: PathLike[str] | str | None,
    store: PathLike[str] | str | None,
    records: PathLike[str] | str | None,
) -> None:
    """Set the folders and files of new requests; what is none stays."""

def start(name: str, input: str) -> Running:
    """Start an operation on an input in JSON."""

def list_operations() -> str:
    """Return all operations as JSON."""

def schema(name: str) -> str:
    """Return the JSON schema of an operation."""

# --- command

def run_command(arguments: Sequence[str]) -> int:
    """Run the command line of these arguments and return its exit code."""

# --- arrays

_Floats: TypeAlias = npt.NDArray[np.float64]
_Steps: TypeAlias = Callable[[int, int], object] | None

class CurlingMatch:
    """A match under some conditions: its ice, its rules and its throwers."""

    def __new__(cls, conditions: str) -> CurlingMatch:
        """Prepare the match of conditions in JSON."""

    def simulate(self, asked: dict[str, Any]) -> None:
        """Simulate shots in positions."""

    def aim(self, asked: dict[str, Any]) -> None:
        """Aim at targets."""

    def score(self, stones: _Floats, hammer: int, points: npt.NDArray[np.int8]) -> None:
        """Score ends as their stones lie."""

    def evaluate(self, asked: dict[str, Any]) -> str:
        """Value positions; return the scale of the values."""

    def kernel(
        self, player: str, team: int, number: int
    ) -> tuple[
        _Floats,
        npt.NDArray[np.uint32],
        npt.NDArray[np.int64],
        npt.NDArray[np.uint32],
        _Floats,
    ]:
        """Return points, candidates, and offsets, outcomes and probabilities of the rows."""

    def picture(self, position: str, asked: dict[str, Any]) -> str:
        """Return a position as SVG."""

def bridge_tables(
    deals: list[str], progress: _Steps, tricks: npt.NDArray[np.uint8]
) -> None:
    """Solve deals."""

def bridge_solve(questions: list[str], best: bool, progress: _Steps) -> list[str]:
    """Solve deals and points of the play, in JSON."""

def bridge_deal(count: int, wishes: str, progress: _Steps) -> list[str]:
    """Draw deals under constraints in JSON."""

def bridge_diagram(board: str) -> str:
    """Return a board at a step, in JSON, as HTML."""

def blokus_picture(line: str, width: int) -> str:
    """Return a position as SVG."""

def blokus_line(text: str) -> str:
    """Return the JSON of a line's text."""

class BlokusPositions:
    """Many positions."""

    def __new__(cls, lines: list[str]) -> BlokusPositions:
        """Read positions in their written form."""

    @staticmethod
    def features_each() -> int:
        """Return the number of features."""

    def play_out(self, asked: dict[str, Any]) -> None:
        """Play every position out."""

    def boards(self, squares: npt.NDArray[np.int8]) -> None:
        """Write the squares of every board."""

    def feature_counts(self, into: npt.NDArray[np.int32]) -> None:
        """Write the counts of the kinds of features."""

    def features(self, into: npt.NDArray[np.float32]) -> None:
        """Write the features that the evaluation weighs."""

    def chances(self, into: npt.NDArray[np.float64]) -> None:
        """Write Black's chance of winning."""

# --- games, players, clients

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

def start_text_client(
    server: dict[str, Any] | None,
    text: str | None,
    seat: Callable[[], object] | None,
    conditions: CurlingMatch,
    seed: int,
) -> Running:
    """Start a client of the text protocols: of a network server, or on standard input and output.

    A server has an address, user, password, the name of the team, and patience in seconds.
    """

def start_bridge_client(
    place: dict[str, Any], text: str | None, player: Callable[[], object] | None, seed: int
) -> Running:
    """Start a client of a table manager.

    A place has an address, seat, team, and per_move, patience and timeout in seconds.
    """

def create_curling_match(account: _Account, ends: int, mixed_doubles: bool) -> str:
    """Create a match on a server and return its id."""
