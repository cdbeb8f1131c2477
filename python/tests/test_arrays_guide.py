"""The guide's page on arrays: its Python runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "src" / "python-arrays.md"


def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert len(blocks) == 3
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, PAGE.name, "exec"), names)
    assert names["exact"].stones.shape == (2, 16, 2)
    assert names["noisy"].points.shape == (200,)
    assert names["quick"].foul.shape == (201,)
    assert names["tricks"].shape == (20, 4, 5)
    assert names["games"].points.shape == (2, 1000, 2)
    shown = names["advice"]._repr_html_()
    assert shown.count("<tr>") == 1 + len(names["advice"]["shots"])
