"""A run to look at in a notebook."""

from __future__ import annotations

import html
import os
import tempfile
from pathlib import Path

from . import _program
from .trajectory import Trajectory


class Page:
    """A self-contained HTML page: a notebook shows it; save() writes it."""

    def __init__(self, text: str, height: int) -> None:
        self._text, self._height = text, height

    def _repr_html_(self) -> str:
        source = html.escape(self._text, quote=True)
        return f'<iframe srcdoc="{source}" width="100%" height="{self._height}" style="border: 0"></iframe>'

    @property
    def html(self) -> str:
        """The page."""
        return self._text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file."""
        Path(path).write_text(self._text, encoding="utf-8")


def view(trajectory: Trajectory | str | os.PathLike[str], *, height: int = 480) -> Page:
    """A trajectory, or a .ict file, as a page that turns and replays it; height of the frame in a notebook [pixels]."""
    with tempfile.TemporaryDirectory() as folder:
        run, page = os.path.join(folder, "run.ict"), os.path.join(folder, "run.html")
        if isinstance(trajectory, Trajectory):
            trajectory.save(run)
        else:
            run = os.fspath(trajectory)
        _program.run("export", run, page)
        return Page(Path(page).read_text(encoding="utf-8"), height)
