"""Types of the extension module, which is written in Rust (`python/src`)."""

from collections.abc import Sequence
from os import PathLike

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
