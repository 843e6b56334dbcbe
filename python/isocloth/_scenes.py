"""Scene files by path or by the name of a built-in one, and overrides as the program takes them."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ._program import folder


def builtin() -> dict[str, Path]:
    """The built-in scenes by name."""
    return {path.stem: path for path in sorted((folder() / "share" / "isocloth" / "scenes").glob("*.yaml"))}


def find(scene: str | os.PathLike[str]) -> str:
    """The path of a scene."""
    text = os.fspath(scene)
    if not text:
        raise ValueError("the scene is empty; name a scene file, or a built-in scene")
    if os.path.isfile(text) or os.path.dirname(text):
        return text
    scenes = builtin()
    if text in scenes:
        return str(scenes[text])
    near = difflib.get_close_matches(text.removesuffix(".yaml"), scenes, 1)
    hint = f'did you mean "{near[0]}"?' if near else f"check the path, or choose one of {', '.join(scenes)}"
    raise ValueError(f"{text}: is neither a file nor a built-in scene; {hint}")


def override_texts(overrides: Mapping[str, Any], more: Mapping[str, Any]) -> list[str]:
    """``key.path=value`` for each; values as JSON, which is YAML."""
    named = {**overrides, **{key.replace("__", "."): value for key, value in more.items()}}
    return [f"{key}={json.dumps(value, default=_plain)}" for key, value in named.items()]


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"an override must be a number, text, list or dict, got {type(value).__name__}")


def scenes() -> dict[str, str]:
    """Names of the built-in scenes, each with what it shows."""
    out = {}
    for name, path in builtin().items():
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        out[name] = first.removeprefix("#").strip() if first.startswith("#") else ""
    return out
