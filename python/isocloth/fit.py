"""Parameters of a cloth from a recording of it."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import _program
from ._arrays import ArrayLike, number, numbers
from .material import Material


@dataclass(frozen=True)
class Fit:
    """What was found, and how far the cloth it makes is from motion that was not used."""

    material: Material
    """with which to simulate"""
    standard_errors: dict[str, float]
    """of each parameter that was fitted, in its unit; nan where the recording does not tell"""
    warnings: list[str]
    """sentences: what cannot be told from this recording"""
    fitted_error: float
    """mean over time of the root mean square distance of the nodes in the part that was fitted [m]"""
    predicted_error: float
    """the same in the part that was not [m]"""
    noise_floor: float
    """what no simulation can get below [m]"""
    report: dict[str, Any]
    """all that `isocloth fit --json` says"""


def fit(
    recording: str | os.PathLike[str] | tuple[ArrayLike, ArrayLike],
    *,
    size: tuple[float, float] | None = None,
    grid: tuple[int, int] | None = None,
    held: Sequence[int] = (),
    tool: str | os.PathLike[str] | None = None,
    also: Sequence[str] = (),
    share: float = 0.5,
    starts: int = 3,
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
) -> Fit:
    """Find virtual mass and damping from the first part of a recording, and predict the rest.

    recording: path of a CSV of tracked nodes, of a folder or of a manifest; or times [s], shape (frames,), and positions [m] of a grid,
    shape (frames, rows, columns, 3), nan where a node was not seen; the last row is the upper one, which is held.
    size: width and height of the cloth [m]; None: as measured. grid: rows, columns. held: nodes, default the two ends of the last row.
    tool: path of a CSV with the poses of the tool that held them. also: further parameters, "bending", "bending_damping", "latency", "offset".
    share: of the time that is fitted. out: folder for a report; None: none is kept.
    """
    with tempfile.TemporaryDirectory() as scratch:
        if isinstance(recording, tuple):
            path, grid = _write(recording, Path(scratch) / "recording.csv")
        else:
            path = os.fspath(recording)
        arguments = ["fit", path, "--json", "--out", os.fspath(out) if out is not None else scratch]
        arguments += ["--share", repr(number(share, "share")), "--starts", str(starts), "--threads", str(threads)]
        if size is not None:
            arguments += ["--size", f"{number(size[0], 'size')!r},{number(size[1], 'size')!r}"]
        if grid is not None:
            arguments += ["--grid", f"{grid[0]},{grid[1]}"]
        if len(held):
            arguments += ["--held", ",".join(str(int(node)) for node in held)]
        if tool is not None:
            arguments += ["--tool", os.fspath(tool)]
        for name in also:
            arguments += ["--fit", name]
        return _result(json.loads(_program.run(*arguments)))


def _write(recording: tuple[ArrayLike, ArrayLike], path: Path) -> tuple[str, tuple[int, int]]:
    times = numbers(recording[0], "times", (None,))
    positions = np.asarray(recording[1], dtype=np.float64)
    if positions.ndim != 4 or positions.shape[0] != len(times) or positions.shape[3] != 3:
        raise ValueError(f"positions must have shape ({len(times)}, rows, columns, 3), got {positions.shape}")
    np.savetxt(path, np.column_stack([times, positions.reshape(len(times), -1)]), delimiter=",")
    return str(path), (positions.shape[1], positions.shape[2])


def _result(report: dict[str, Any]) -> Fit:
    values = {name: entry["value"] for name, entry in report["parameters"].items()}
    errors = {name: float("nan") if entry["standard_error"] is None else entry["standard_error"] for name, entry in report["parameters"].items()}
    of_material = {name: values[name] for name in ("virtual_mass", "damping", "bending", "bending_damping") if name in values}
    return Fit(
        material=Material(density=report["density"], **of_material),
        standard_errors=errors,
        warnings=report["warnings"],
        fitted_error=report["fitted"]["error_m"],
        predicted_error=report["predicted"]["error_m"],
        noise_floor=report["noise_floor_m"],
        report=report,
    )
