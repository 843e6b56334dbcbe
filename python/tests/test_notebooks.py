"""Notebooks run in a kernel of their own, as Jupyter runs them, and show pages in their cells."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from isocloth import _program

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
PICTURE = Path(__file__).parents[2] / "viewer" / "e2e" / "picture.mjs"


def executed(notebook: Any, folder: Path) -> list[dict[str, str]]:
    """What each cell of code displays last, by kind; the run fails where a cell raises."""
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [dict(cell.outputs[-1].get("data", {})) if cell.outputs else {} for cell in cells]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_of_the_examples_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept in the repository"
    shown = executed(notebook, tmp_path)
    assert path.stem != "scene_and_page" or "<iframe srcdoc=" in shown[-1]["text/html"]


CELLS = [
    """import isocloth as ic
sheet = ic.rectangle((0.3, 0.3), (9, 9))
sim = ic.Simulation(ic.Cloth(sheet, ic.Material(density=0.2, damping=0.4)), sheet.moved(rotate_deg=(90, 0, 0)))
hands = [sim.grasp("top_left"), sim.grasp("top_right", ic.Sine((0, 1, 0), 0.05, 0.5))]
sim.add_obstacle(ic.Box((1, 1, 0.1)), position=(0, 0, -0.3), friction=0.3, name="table")
sim.show()""",
    """film = ic.Recorder(sim)
for _ in range(20):
    film.add(sim.step())
film.show(height=300)""",
    "sim.show(live=True)",
]


def cloth_share(cell: dict[str, str], folder: Path, name: str) -> float:
    """How much of a cell's output is of a cloth's blue, as a browser draws it."""
    from matplotlib import image

    page, picture = folder / f"{name}.html", folder / f"{name}.png"
    page.write_text(f"<!doctype html><meta charset=utf-8><body>{cell['text/html']}</body>", encoding="utf-8")
    done = subprocess.run(["node", str(PICTURE), str(page), str(picture)], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    pixels = image.imread(picture)
    return float((pixels[..., 2] > pixels[..., 0] + 0.15).mean())


def test_show_is_the_page_in_a_cell(tmp_path: Path) -> None:
    live = (_program.folder() / "share" / "isocloth" / "engine" / "engine.wasm").exists()
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS[: 3 if live else 2]])
    shown = executed(notebook, tmp_path)
    for cell, kind in zip(shown, ("isoclothReplay(", "isoclothReplay(", "isoclothPlay(")):
        source = re.search(r'<iframe srcdoc="([^"]*)"', cell["text/html"])
        assert source and kind in html.unescape(source.group(1))
    assert 'height="300"' in shown[1]["text/html"]
    if not (shutil.which("chromium") and shutil.which("node") and (PICTURE.parents[1] / "node_modules").exists()):
        pytest.skip("without chromium and the page's node packages nobody looks at what the cells show")
    for k, cell in enumerate(shown):
        assert cloth_share(cell, tmp_path, f"cell{k}") > 0.02, f"cell {k} shows no cloth"
