"""The benchmark measures what it says. Speed itself is shown, not asserted: this machine may be anybody's."""

from __future__ import annotations

import json
import subprocess
import sys


def test_the_benchmark_reports_every_figure() -> None:
    done = subprocess.run([sys.executable, "-m", "isocloth.bench", "--quick", "--json"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["same_bits"] == 1 and found["rollouts"] == 16
    assert all(found[name] > 0 for name in ("step_python_us", "step_cpp_us", "rollouts_per_s", "speedup", "cpu_ratio", "gradient_33_s"))
