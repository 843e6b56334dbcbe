"""The guide's Python runs, page by page; so does that of other pages. Other blocks: test_snippets.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import isocloth as ic

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "guide" / "pages").glob("*.md"))
MORE = [ROOT / "README.md", ROOT / "docs" / "trajectory-format.md"]


@pytest.mark.parametrize("page", [*PAGES, *MORE], ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    if page.stem == "trajectory-format":
        ic.Simulation.from_scene("ball", time__duration=0.1).record(out="run.ict")
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    namespace: dict[str, object] = {"__name__": "guide"}
    for block in blocks:
        exec(compile(block, str(page), "exec"), namespace)  # noqa: S102
    assert blocks or page.stem in ("limits", "clusters")
