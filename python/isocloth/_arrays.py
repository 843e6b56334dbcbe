"""What callers hand in, as the arrays that the compiled part takes; or one sentence that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int32]
ArrayLike: TypeAlias = npt.ArrayLike


def numbers(value: ArrayLike, name: str, shape: tuple[int | None, ...]) -> Array:
    """Real finite numbers of this shape (None: any length) as a contiguous float64 array."""
    try:
        array = np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must be an array of shape {_text(shape)}; its rows differ in length") from None
    if array.dtype.kind not in "fiu":
        raise TypeError(f"{name} must be real numbers, got {_kind(value, array)}")
    if np.ma.is_masked(value):
        raise ValueError(f"{name} has masked values; fill them, or leave them out")
    if array.ndim != len(shape) or any(want not in (None, got) for want, got in zip(shape, array.shape)):
        raise ValueError(f"{name} must have shape {_text(shape)}, got {array.shape}")
    out = np.asarray(array, dtype=np.float64, order="C")
    if not np.isfinite(out).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(out))[0])
        at = f"[{', '.join(map(str, where))}]" if where else ""
        raise ValueError(f"{name}{at} is {out[where]}, not a finite number")
    return out


def vector(value: ArrayLike, name: str) -> Array:
    """Three numbers."""
    return numbers(value, name, (3,))


def number(value: Any, name: str) -> float:
    """One real number; whether it is in range is for the library to say."""
    if isinstance(value, (bool, np.bool_, str)) or not np.isscalar(value) and np.ndim(value) != 0:
        raise TypeError(f"{name} must be a number, got {value!r}")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r}") from None


def whole(value: Any, name: str, low: int = -(2**31), high: int = 2**31 - 1) -> int:
    """One whole number from low to high."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if not low <= int(value) <= high:
        raise ValueError(f"{name} must be from {low} to {high}, got {value}")
    return int(value)


def seed_number(value: Any) -> int:
    """A seed as scenes take them."""
    return whole(value, "seed", 0, 2**32 - 1)


def node_list(value: int | Sequence[int] | npt.ArrayLike, name: str) -> list[int]:
    """Node indices: one, or several in a list or array."""
    items = _plain(value)
    if not isinstance(items, list):
        items = [items]
    if any(isinstance(item, bool) or not isinstance(item, (int, np.integer)) for item in items):
        raise TypeError(f"{name} must be a node, or a list of nodes, by index; got {value!r}")
    return [whole(item, f"{name}[{k}]") for k, item in enumerate(items)]


def element_array(value: Any) -> IntArray:
    """Elements as (m, 4) int32 with -1 as the fourth node of a triangle, from (m, 3), (m, 4) or a mixed list."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "iu":
            raise TypeError(f"elements must be whole numbers, got dtype {value.dtype}")
        if value.ndim != 2 or value.shape[1] not in (3, 4):
            raise ValueError(f"elements must have shape (m, 3) or (m, 4), got {value.shape}")
    else:
        value = _element_rows(value)
    wrong = np.argwhere((value < -1) | (value >= 2**31))  # before they are narrowed
    if len(wrong):
        e, corner = wrong[0]
        raise ValueError(f"element {e} names node {value[e, corner]}; indices start at 0 and are below 2147483648")
    out = np.full((len(value), 4), -1, dtype=np.int32)
    out[:, : value.shape[1]] = value
    return out


def _element_rows(value: Any) -> npt.NDArray[Any]:
    """A list of elements as an array (m, 4) of whole numbers of any size."""
    rows = [_plain(row) for row in value]
    for e, row in enumerate(rows):
        if not isinstance(row, list) or len(row) not in (3, 4):
            raise ValueError(f"element {e} must name 3 or 4 nodes, got {row!r}")
        if any(isinstance(node, bool) or not isinstance(node, (int, np.integer)) for node in row):
            raise TypeError(f"element {e} must name nodes by whole numbers, got {row!r}")
    return np.array([row if len(row) == 4 else [*row, -1] for row in rows], dtype=object).reshape(-1, 4)


def _plain(value: Any) -> Any:
    """Arrays and sequences as lists of Python's own numbers; anything else as it is."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    return list(value) if isinstance(value, (Sequence, range)) and not isinstance(value, str) else value


def _text(shape: tuple[int | None, ...]) -> str:
    names = iter("nmk")
    return "(" + ", ".join(next(names) if n is None else str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"


def _kind(value: Any, array: npt.NDArray[Any]) -> str:
    return type(value).__name__ if array.dtype.kind == "O" and not isinstance(value, np.ndarray) else f"dtype {array.dtype}"
