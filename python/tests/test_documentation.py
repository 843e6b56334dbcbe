"""Every public name says what it is, with units and shapes; the package is typed."""

from __future__ import annotations

import inspect
import re
from importlib import metadata, resources
from pathlib import Path

import pytest

import isocloth as ic
import isocloth.gym


def public_things() -> list[tuple[str, object]]:
    """Every public function, class, method and property."""
    out: list[tuple[str, object]] = []
    for name, thing in [(name, getattr(module, name)) for module in (ic, isocloth.gym) for name in module.__all__]:
        if name in ("Shape", "__version__"):  # a union, a text
            continue
        out.append((name, thing))
        if inspect.isclass(thing):
            for member in dir(thing):
                value = inspect.getattr_static(thing, member)
                if not _ours(thing, member):
                    continue
                if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod, staticmethod)) or hasattr(value, "fget")):
                    out.append((f"{name}.{member}", value))
    return out


def _ours(cls: type, member: str) -> bool:
    """Whether we wrote it: gymnasium's classes bring members of their own."""
    owner = next(base for base in cls.__mro__ if member in vars(base))
    return owner.__module__.startswith("isocloth")


@pytest.mark.parametrize(("name", "thing"), public_things(), ids=[name for name, _ in public_things()])
def test_everything_public_has_a_docstring(name: str, thing: object) -> None:
    thing = thing.__func__ if isinstance(thing, (classmethod, staticmethod)) else thing
    doc = inspect.getdoc(thing) or ""
    own = doc.strip() and not doc.startswith(f"{name}(")  # what dataclass writes by itself
    assert own, f"{name} has no docstring"


UNITS = re.compile(r"\[(m|s|N|J|kg|Hz|rad|degrees|-|°|m/s|m/s²|m²|N·m|pixels)")


@pytest.mark.parametrize("name", [n for n, t in public_things() if inspect.isfunction(t)])
def test_arguments_that_are_quantities_have_units(name: str) -> None:
    thing = dict(public_things())[name]
    quantities = {"dt", "gravity", "duration", "size", "radius", "inner_radius", "height", "to", "way", "x", "std", "friction"}
    taken = set(inspect.signature(thing).parameters) & quantities  # type: ignore[arg-type]
    assert not taken or UNITS.search(inspect.getdoc(thing) or ""), f"{name} does not say the units of {taken}"


def test_arrays_have_shapes_in_their_documentation() -> None:
    for name, thing in public_things():
        fget = getattr(thing, "fget", None)
        doc = inspect.getdoc(thing) or ""
        annotation = str(getattr(fget, "__annotations__", {}).get("return", ""))
        if "Array" in annotation:
            assert "shape (" in doc, f"{name} does not say its shape"


def test_the_package_is_typed_and_has_one_version() -> None:
    assert resources.files("isocloth").joinpath("py.typed").is_file()
    cmake = Path(__file__).parents[2] / "CMakeLists.txt"
    version = re.search(r"project\(isocloth VERSION ([0-9.]+)", cmake.read_text())
    assert version and ic.__version__ == metadata.version("isocloth") == version.group(1)
    citation = (cmake.parent / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {version.group(1)}\n" in citation
    newest = re.search(r"^## ([0-9.]+)", (cmake.parent / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest and newest.group(1) == version.group(1)
