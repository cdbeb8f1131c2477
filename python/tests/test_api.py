"""The typed functions: generated from the operations, current, and of the types they say."""

import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import sakiyomi
from sakiyomi import aio, api

PYTHON = Path(__file__).resolve().parents[1]


def generator() -> ModuleType:
    """Return the script that writes the functions."""
    spec = importlib.util.spec_from_file_location("generate", PYTHON / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_functions_are_those_of_the_description(tmp_path: Path) -> None:
    generator().main(tmp_path)
    made = {file.relative_to(tmp_path): file.read_text() for file in tmp_path.glob("a*/*.py")}
    package = PYTHON / "sakiyomi"
    there = {file.relative_to(package): file.read_text() for file in package.glob("a[ip][io]/*.py")}
    assert made == there, "`make api` writes them"


@pytest.mark.parametrize("package", [api, aio])
def test_every_operation_has_its_function(package: ModuleType) -> None:
    for name in (operation.name for operation in sakiyomi.operations()):
        area, short = name.split("/")
        short = short.replace("-", "_")
        module = getattr(package, area)
        function = getattr(module, short, None) or getattr(module, short + "_")
        assert inspect.getdoc(function), name
        fields = set(sakiyomi_fields(name))
        parameters = {parameter.strip("_") for parameter in inspect.signature(function).parameters}
        assert fields <= parameters, name


def sakiyomi_fields(name: str) -> list[str]:
    """Return the fields of an operation's input, as parameters."""
    schema = sakiyomi.schema(name)
    asked = schema["properties"]["input"]
    if "$ref" in asked:
        asked = schema["$defs"][asked["$ref"].rsplit("/", 1)[1]]
    return [field.replace("-", "_") for field in asked.get("properties", {})]


def test_a_function_asks_what_ask_does() -> None:
    typed = api.blokus.perft(length=2, pass_=True, divide=True)
    asked = sakiyomi.ask("blokus/perft", {"length": 2, "pass": True, "divide": True})
    assert typed["below"] == asked["below"] and typed["sequences"] == asked["sequences"]


USER = '''
from typing import assert_type  # from Python 3.11 on

import sakiyomi
from sakiyomi.api import blokus, types

def told(progress: sakiyomi.Progress) -> None:
    print(progress.part)

line: types.BlokusLine = {"moves": [{"colour": "black", "squares": "e10"}]}
found = blokus.hints(line=line, count=3, seconds=0.1, on_progress=told)
assert_type(found, types.BlokusHints)
assert_type(found["hints"][0]["chance"], float)
'''
WRONG = '''
from sakiyomi.api import blokus

blokus.perft(length="3")
blokus.perft(long=3)
blokus.perft(length=3)["sequence"]
'''


def checked(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the type checker on a file with this text."""
    file = folder / "user.py"
    file.write_text(text)
    check = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.11"]
    cache = ["--cache-dir", str(PYTHON.parent / "target" / "mypy")]
    return subprocess.run([*check, *cache, str(file)], capture_output=True, text=True, cwd=folder)


def test_the_package_has_the_types_it_says() -> None:
    check = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10"]
    cache = ["--cache-dir", str(PYTHON.parent / "target" / "mypy")]
    files = ["sakiyomi", "tests", "notebooks", "generate.py", "develop.py"]
    told = subprocess.run([*check, *cache, *files], capture_output=True, text=True, cwd=PYTHON)
    assert told.returncode == 0, told.stdout


def test_code_of_users_is_checked_against_the_types(tmp_path: Path) -> None:
    right = checked(USER, tmp_path)
    assert right.returncode == 0, right.stdout
    wrong = checked(WRONG, tmp_path)
    for words in ('"str"; expected "int"', 'keyword argument "long"', 'no key "sequence"'):
        assert words in wrong.stdout, wrong.stdout
