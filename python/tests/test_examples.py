"""The examples do what they claim: each ends with its own check. Notebooks: test_notebooks.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_passes_its_own_check(path: Path, tmp_path: Path) -> None:
    if path.stem == "fit_recording":
        pytest.importorskip("scipy")
    done = subprocess.run([sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
