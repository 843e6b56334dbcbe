"""Pages of reference, read off the sources: nothing is imported, nothing is compiled."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

Definition = ast.FunctionDef | ast.ClassDef


def _origins(package: Path) -> dict[str, str]:
    """Public names of the package, each with the module that defines it."""
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    imported = {alias.asname or alias.name: node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    public = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")  # type: ignore[attr-defined]
    return {name: imported.get(name, "") for name in public if name != "__version__"}


def _definitions(path: Path) -> dict[str, Definition]:
    if not path.exists():
        return {}
    return {node.name: node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def _signature(node: ast.FunctionDef, name: str) -> str:
    kinds = {ast.unparse(decorator) for decorator in node.decorator_list}
    if "property" in kinds:
        return f"{name} -> {ast.unparse(node.returns)}" if node.returns else name
    arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    return f"{name}({arguments})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")


def _entry(level: int, name: str, signature: str, node: ast.AST) -> str:
    text = inspect.cleandoc(ast.get_docstring(node) or "")  # type: ignore[arg-type]
    return f"{'#' * level} {name}\n\n```py\n{signature}\n```\n\n{text}\n\n"


def _described(name: str, node: Definition) -> str:
    if isinstance(node, ast.FunctionDef):
        return _entry(3, name, _signature(node, name), node)
    methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
    fields = [f"    {ast.unparse(part)}" for part in node.body if isinstance(part, ast.AnnAssign)]
    made = _signature(methods["__init__"], name).removesuffix(" -> None") if "__init__" in methods else f"class {name}"
    out = _entry(3, name, "\n".join([made, *fields]), node)
    for part, method in methods.items():
        setter = any(ast.unparse(decorator).endswith(".setter") for decorator in method.decorator_list)
        if not part.startswith("_") and not setter:
            out += _entry(4, f"{name}.{part}", _signature(method, part), method)
    return out


def python_reference(package: Path) -> str:
    """Every public name of the package with its signature and what it says of itself."""
    out = "# Python reference\n\nRead off the sources. Quantities are in SI units; shapes of arrays stand with each.\n\n"
    origins = _origins(package)
    for module in dict.fromkeys(origins.values()):
        path = package / f"{module.replace('.', '/')}.py"
        definitions = _definitions(path)
        names = [name for name, origin in origins.items() if origin == module and name in definitions]
        if not names:
            continue
        summary = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        out += f"## {module.lstrip('_').replace('_', ' ')}\n\n{summary}\n\n"
        for name in names:
            out += _described(name, definitions[name])
    return out


def cpp_reference(library: Path) -> str:
    """Every installed header as it stands, by what its first lines say."""
    readme = (library / "README.md").read_text(encoding="utf-8")
    out = "# C++ reference\n\nThe headers that are installed, as they stand; `#include <isocloth/isocloth.hpp>` leads to all of them.\n\n"
    for name in re.findall(r"^\| `(isocloth/[a-z_/]+\.hpp)`", readme, re.M):
        path = library.parent / name
        if not path.exists():  # made by the build: the version
            continue
        text = path.read_text(encoding="utf-8").removeprefix("#pragma once\n").strip()
        opening = re.match(r"(?:///.*\n)+", text + "\n")
        head = opening[0] if opening else ""
        prose = "\n".join(line.removeprefix("///").removeprefix(" ") for line in head.splitlines())
        out += f"## {name}\n\n```text\n{prose}\n```\n\n```cpp\n{text.removeprefix(head.rstrip()).strip()}\n```\n\n"
    return out
