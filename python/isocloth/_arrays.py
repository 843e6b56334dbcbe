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
    if array.ndim != len(shape) or any(want not in (None, got) for want, got in zip(shape, array.shape)):
        raise ValueError(f"{name} must have shape {_text(shape)}, got {array.shape}")
    out = np.ascontiguousarray(array, dtype=np.float64)
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
    if isinstance(value, (bool, str)) or not np.isscalar(value) and np.ndim(value) != 0:
        raise TypeError(f"{name} must be a number, got {value!r}")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {value!r}") from None


def whole(value: Any, name: str) -> int:
    """One whole number."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    if not -(2**31) <= int(value) < 2**31:
        raise ValueError(f"{name} is out of range, got {value}")
    return int(value)


def node_list(value: int | Sequence[int] | npt.ArrayLike, name: str) -> list[int]:
    """Node indices: one, or several in a list or array."""
    array = np.atleast_1d(np.asarray(value))
    if array.ndim != 1 or array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"{name} must be a node, or a list of nodes, by index; got {value!r}")
    return [whole(int(i), name) for i in array]


def element_array(value: Any) -> IntArray:
    """Elements as (m, 4) int32 with -1 as the fourth node of a triangle, from (m, 3), (m, 4) or a mixed list."""
    if isinstance(value, np.ndarray):
        return _padded(value)
    rows = [np.asarray(row) for row in value]
    for e, row in enumerate(rows):
        if row.ndim != 1 or row.shape[0] not in (3, 4):
            raise ValueError(f"element {e} must name 3 or 4 nodes, got {row.tolist()!r}")
        if row.dtype.kind not in "iu":
            raise TypeError(f"element {e} must name nodes by whole numbers, got {row.tolist()!r}")
    out = np.full((len(rows), 4), -1, dtype=np.int32)
    for e, row in enumerate(rows):
        out[e, : row.shape[0]] = row
    return out


def _padded(array: npt.NDArray[Any]) -> IntArray:
    if array.dtype.kind not in "iu":
        raise TypeError(f"elements must be whole numbers, got dtype {array.dtype}")
    if array.ndim != 2 or array.shape[1] not in (3, 4):
        raise ValueError(f"elements must have shape (m, 3) or (m, 4), got {array.shape}")
    if array.size and (array.min() < -1 or array.max() >= 2**31):
        raise ValueError(f"elements name nodes from {array.min()} to {array.max()}; indices start at 0")
    out = np.full((array.shape[0], 4), -1, dtype=np.int32)
    out[:, : array.shape[1]] = array
    return out


def point_function(function: Callable[[float], ArrayLike], name: str) -> Callable[[float], Array]:
    """The function, its answers checked to be positions."""
    return _Checked(function, name, (3,))


class _Checked:
    """A class and not a closure, so that it can be pickled where the function can."""

    def __init__(self, function: Callable[[float], ArrayLike], name: str, shape: tuple[int, ...]) -> None:
        self.function, self.name, self.shape = function, name, shape

    def __call__(self, t: float) -> Array:
        return numbers(self.function(t), f"{self.name} at t = {t:g} s", self.shape)


def _text(shape: tuple[int | None, ...]) -> str:
    names = iter("nmk")
    return "(" + ", ".join(next(names) if n is None else str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"


def _kind(value: Any, array: npt.NDArray[Any]) -> str:
    return type(value).__name__ if array.dtype.kind == "O" and not isinstance(value, np.ndarray) else f"dtype {array.dtype}"
