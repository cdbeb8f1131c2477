"""Makes the notebooks: each source of this folder becomes one in English and one in Japanese.

A source is a Python file in the percent format of jupytext. Its code stands there once, and every
text twice, in a Markdown cell of `lang="en"` and one of `lang="ja"` after it; so a change of code
is reviewed once, and the notebooks of both languages cannot differ in it. This reads no more of
the format than the sources use (a test compares with jupytext), runs no notebook, and needs
nothing but Python.

    python make.py [FOLDER]     by default target/notebooks; writes en/*.ipynb and ja/*.ipynb
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LANGUAGES = ("en", "ja")
HEAD = re.compile(r'# %%(?P<text> \[markdown\] lang="(?P<language>\w+)")?\n')


@dataclass(frozen=True)
class Cell:
    """A cell of a source."""

    language: str | None
    """The language of a text; none of code."""
    source: str
    """The text or the code."""


def sources() -> list[Path]:
    """Return the sources in the order of their names."""
    return sorted(file for file in HERE.glob("*.py") if file != Path(__file__).resolve())


def cells(text: str) -> Iterator[Cell]:
    """Return the cells of a source; what stands before the first one is no part of a notebook."""
    heads = list(HEAD.finditer(text))
    assert text.count("\n# %%") == len(heads), "a cell has a head that is not understood"
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        lines = text[head.end() : end].strip("\n").split("\n")
        if head["text"]:
            assert all(line.startswith("#") for line in lines), lines
            lines = [line.removeprefix("#").removeprefix(" ") for line in lines]
        yield Cell(head["language"], "\n".join(lines))


def notebook(text: str, language: str) -> dict[str, Any]:
    """Return the notebook of a source in a language, in nbformat 4.5."""
    chosen = [cell for cell in cells(text) if cell.language in (None, language)]
    return {
        "cells": [_written(number, cell) for number, cell in enumerate(chosen)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def joined(text: str) -> str:
    """Return a Japanese text without the breaks inside of it, which a page shows as spaces."""
    return re.sub(r"(?<=[^\x00-\x7f])\n *(?=[^\x00-\x7f])", "", text)


def _written(number: int, cell: Cell) -> dict[str, Any]:
    source = joined(cell.source) if cell.language == "ja" else cell.source
    written: dict[str, Any] = {
        "cell_type": "code" if cell.language is None else "markdown",
        "id": f"cell-{number}",
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    if cell.language is None:
        written |= {"execution_count": None, "outputs": []}
    return written


def main(folder: Path) -> None:
    """Write all notebooks below a folder."""
    for language in LANGUAGES:
        (folder / language).mkdir(parents=True, exist_ok=True)
        for source in sources():
            made = notebook(source.read_text(encoding="utf-8"), language)
            file = folder / language / f"{source.stem}.ipynb"
            text = json.dumps(made, ensure_ascii=False, indent=1)
            file.write_text(text + "\n", encoding="utf-8")
    print(f"notebooks: {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parents[1] / "target" / "notebooks")
