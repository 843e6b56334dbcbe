"""A run to look at in a notebook."""

from __future__ import annotations

import atexit
import html
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from . import _program
from .trajectory import Trajectory

if TYPE_CHECKING:
    from .simulation import Simulation


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


class Watch:
    """A page that follows a run while it is computed: a notebook shows it; url is its address on this machine."""

    def __init__(self, process: subprocess.Popen[str], url: str, height: int) -> None:
        self._process, self._height = process, height
        self.url: str = url
        atexit.register(self.stop)

    def _repr_html_(self) -> str:
        return f'<iframe src="{html.escape(self.url)}" width="100%" height="{self._height}" style="border: 0"></iframe>'

    def stop(self) -> None:
        """End it: the page shows the last frame it got, and nothing serves it any more."""
        atexit.unregister(self.stop)
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


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


def watch(path: str | os.PathLike[str], *, open_browser: bool = False, height: int = 480) -> Watch:
    """A .ict file that is being written, by Simulation.record(out=…) or a Recorder, as a page that shows its newest frame; height of the
    frame in a notebook [pixels]. It serves this machine alone, until stop() or the end of Python."""
    command = [str(_program.path()), "view", os.fspath(path), "--live", *([] if open_browser else ["--no-open"])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    address = re.match(r"http\S+", process.stdout.readline())
    if address is None:
        reason = process.stderr.read().strip().removeprefix("isocloth: ")
        process.wait()
        raise ValueError(reason or "the program ended before it served the page")
    return Watch(process, address.group(), height)


def live_page(sim: Simulation, *, height: int = 480) -> Page:
    """A page that goes on from the simulation by itself; height of the frame in a notebook [pixels]."""
    from . import _live_scene

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "live.html"
        _program.run("export", _live_scene.write(sim, Path(folder)), page, "--live")
        return Page(page.read_text(encoding="utf-8"), height)
