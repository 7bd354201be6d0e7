"""What machine the figures come from."""

import os
import platform
from pathlib import Path

import referee


def describe() -> dict[str, str | int]:
    """The processor, its cores, the system and the interpreter."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "referee": referee.__version__,
        "load": f"{os.getloadavg()[0]:.2f}",
    }


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
