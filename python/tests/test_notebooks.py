"""Notebooks: made of their sources, with the same code in both languages, and run in a kernel.

They run by nbclient, in the quick sizes that their first cell names, and not by nbmake: that is
nbclient, too, but fails only where a cell raises. Here the outputs are looked at as well. A
notebook runs in one language, since the code of the other is shown to be the same.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def maker() -> ModuleType:
    """Return the script that makes the notebooks."""
    spec = importlib.util.spec_from_file_location("make_notebooks", FOLDER / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


make = maker()
TOPICS = [source.stem for source in make.sources()]

SHOWN = {
    "blokus_learning": [r"best-of:8 +[01]\.\d{3} ± 0\.\d{3}", r"against random +[01]\.\d{3} "],
    "bridge_beliefs": [r"\d+ claims: said 0\.\d{3}, came", r"without information 0\.\d{4}", "3NT"],
    "cloud": [r"0\.\d{4} ± 0\.\d{4} \(95 %", r"[+-]0\.\d{4} ± 0\.\d{4}; by errors of their own"],
    "experiment": [r"worth \d+ of \d+", r"\d+ of \d+", "Does a second ply help"],
    "player": [r"95 % interval 0\.\d{3}–[01]\.\d{3}", r"\d+ of \d+ games are distinct"],
    "value_network": [r"network: 0\.\d{4}", r"positions: said 0\.\d{3}", r"against sample +[01]\."],
}
"""What the outputs of a notebook have in them; the numbers are asserted in its cells."""


def text_of(topic: str) -> str:
    """Return a source."""
    return (FOLDER / f"{topic}.py").read_text(encoding="utf-8")


def code(notebook: Any) -> list[str]:
    """Return the code of a notebook."""
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_six_topics() -> None:
    assert TOPICS == sorted(SHOWN)


@pytest.mark.parametrize("topic", TOPICS)
def test_every_text_has_its_japanese_after_it_and_the_code_stands_once(topic: str) -> None:
    languages = [cell.language for cell in make.cells(text_of(topic))]
    for here, following in zip(languages, [*languages[1:], None], strict=True):
        assert (here == "en") == (following == "ja")
    for cell in make.cells(text_of(topic)):
        japanese = re.search("[ぁ-ん]", cell.source) is not None
        assert japanese == (cell.language == "ja"), cell.source
    english, japanese_one = (make.notebook(text_of(topic), one) for one in make.LANGUAGES)
    assert code(english) == code(japanese_one) and len(code(english)) > 5


@pytest.mark.parametrize("topic", TOPICS)
def test_jupytext_reads_the_same_cells(topic: str) -> None:
    read = jupytext.reads(text_of(topic), "py:percent")["cells"]
    # What stands before the first cell is one to jupytext.
    theirs = [(cell["metadata"].get("lang"), cell["source"].strip()) for cell in read[1:]]
    assert theirs == [(cell.language, cell.source.strip()) for cell in make.cells(text_of(topic))]


def test_all_notebooks_are_written_and_valid(tmp_path: Path) -> None:
    make.main(tmp_path)
    made = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.ipynb"))
    assert made == [f"{one}/{topic}.ipynb" for one in make.LANGUAGES for topic in TOPICS]
    for file in made:
        notebook = nbformat.read(tmp_path / file, as_version=4)
        nbformat.validate(notebook)


def test_breaks_inside_of_japanese_are_no_spaces() -> None:
    text = "雲のように\n散らばり、\n`thrown` は\n* 一点\n  または\n* 二点"
    assert make.joined(text) == "雲のように散らばり、\n`thrown` は\n* 一点または\n* 二点"


def outputs(notebook: Any) -> list[Any]:
    """Return the outputs of all cells."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [output for cell in cells for output in cell["outputs"]]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_notebook_runs(topic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAKIYOMI_NOTEBOOKS", "quick")
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("MPLCONFIGDIR", str(Path(sys.prefix) / "matplotlib"))
    language = make.LANGUAGES[TOPICS.index(topic) % 2]
    made = json.dumps(make.notebook(text_of(topic), language))
    notebook = nbformat.reads(made, as_version=4)
    resources = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources)
    client.execute()
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    shown = outputs(notebook)
    assert not [one for one in shown if one.get("name") == "stderr"], shown
    assert any("image/png" in one.get("data", {}) for one in shown) or topic == "experiment"
    text = "\n".join(
        str(one.get("text", "")) + "".join(map(str, one.get("data", {}).values())) for one in shown
    )
    for pattern in SHOWN[topic]:
        assert re.search(pattern, text), pattern
