"""The `sakiyomi` command that is installed with the package."""

import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import sakiyomi

SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "sakiyomi")]
MODULE = [sys.executable, "-m", "sakiyomi"]


def run(*arguments: str, command: list[str] = SCRIPT) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [*command, *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("command", [SCRIPT, MODULE])
def test_the_command_is_there_by_both_names(command: list[str]) -> None:
    told = run("--version", command=command)
    assert told.returncode == 0
    assert told.stdout.startswith(f"sakiyomi {sakiyomi.__version__}")
    assert "Usage: sakiyomi" in run("--help", command=command).stdout


def test_an_operation_is_called_by_the_command_as_by_ask() -> None:
    told = run("call", "blokus/position", '{"line":{"moves":[]}}')
    assert told.returncode == 0 and '"turn":"black"' in told.stdout


def test_wrong_usage_has_exit_code_2() -> None:
    for arguments in (["--nonsense"], ["call", "blokus/nothing", "{}"]):
        told = run(*arguments)
        assert told.returncode == 2 and told.stderr.startswith("error: "), told.stderr


def test_ctrl_c_ends_the_command_with_exit_code_130() -> None:
    asked = '{"line":{"moves":[]},"length":4}'
    process = subprocess.Popen(
        [*SCRIPT, "call", "blokus/perft", asked, "--stream"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and "progress" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in told, told
