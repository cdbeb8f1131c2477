"""The Python of the guide and of the README: every block runs and prints what its comments say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["docs/guide/src/python.md", "python/README.md"]


def scripts(page: str) -> list[str]:
    """Return the blocks of a page as one script; a block with a main part stands alone."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    alone = [block for block in blocks if "__main__" in block]
    return ["\n".join(block for block in blocks if block not in alone), *alone]


@pytest.mark.parametrize("page", PAGES)
def test_the_blocks_of_a_page_run_and_print_what_they_say(page: str, tmp_path: Path) -> None:
    for script in scripts(page):
        (tmp_path / "page.py").write_text(script, encoding="utf-8")
        run = [sys.executable, "page.py"]
        done = subprocess.run(run, capture_output=True, text=True, cwd=tmp_path, timeout=120)
        assert done.returncode == 0, done.stderr
        for said in re.findall(r"print\(.*\) +# (.*)", script):
            assert said in done.stdout.splitlines(), said
