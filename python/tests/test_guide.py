"""The guide's Python runs, page by page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "guide" / "pages").glob("*.md"))
README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("page", [*PAGES, README], ids=lambda page: page.stem)
def test_every_block_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    namespace: dict[str, object] = {"__name__": "guide"}
    for block in blocks:
        exec(compile(block, str(page), "exec"), namespace)  # noqa: S102
    assert blocks or page.stem in ("limits", "clusters")
