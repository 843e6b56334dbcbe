"""README's scene runs as printed. Its Python does in test_guide.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import isocloth as ic
from isocloth import _program

README = Path(__file__).parents[2] / "README.md"


def printed_scenes() -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("text", printed_scenes())
def test_a_scene_runs_as_printed(text: str, tmp_path: Path) -> None:
    scene = tmp_path / "scene.yaml"
    scene.write_text(text, encoding="utf-8")
    report = ic.Simulation.from_scene(scene).run()
    assert report.converged_steps == report.steps > 0
    assert f"{report.steps} steps" in _program.run("run", scene)


def test_there_is_a_scene_and_a_python_block() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(printed_scenes()) == 1 and text.count("\n```python\n") == 1
