"""The benchmark: `python -m tests.bench [--json] [--rounds N] [ROW…]`; every figure a ratio measured in one run."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import msgspec

from tests.bench import commands, inside, levels, machine, proof, rules, scale, tables, wire
from tests.bench.measure import Figure

GROUPS = {
    "wire": wire.rows,
    "records": proof.rows,
    "tables": tables.rows,
    "rules": lambda rounds, folder: rules.rows(rounds),
    "inside": inside.rows,
    "commands": lambda rounds, folder: commands.rows(rounds),
    "levels": levels.rows,
}
LONG = {"scale": scale.rows}
"""Rows that take minutes: only where they are named."""
MANY_CORES = {"tables", "scale"}


def main() -> int:
    """Measure, print, and tell whether every floor is kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "groups",
        nargs="*",
        metavar="ROW",
        help=f"which rows: {', '.join(GROUPS)} (default: all of these), {', '.join(LONG)}",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--rounds", type=int, default=9, help="how often each side is measured (default: %(default)s)")
    parser.add_argument("--first", action="store_true", help="run before other work on this machine (as root)")
    wanted = parser.parse_args()
    known = GROUPS | LONG
    unknown = [group for group in wanted.groups if group not in known]
    if unknown:
        parser.error(f"there is no row {unknown[0]}; there are {', '.join(known)}")
    figures: list[Figure] = []
    cores = os.sched_getaffinity(0)
    if wanted.first:
        os.setpriority(os.PRIO_PROCESS, 0, -12)
        _lift_session()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        Path(folder).chmod(0o755)
        for group in wanted.groups or GROUPS:
            # One core for the referee and its bots, but where it is asked what more cores gain.
            os.sched_setaffinity(0, cores if group in MANY_CORES else {max(cores)})
            print(f"measuring {group} …", file=sys.stderr, flush=True)
            figures += known[group](wanted.rounds, Path(folder))
    about = machine.describe()
    if wanted.json:
        document = {"machine": about, "rounds": wanted.rounds, "figures": figures}
        sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")
    else:
        print(", ".join(f"{key} {value}" for key, value in about.items()))
        print(_table(figures))
    return 0 if all(figure.good is not False for figure in figures if figure.floor is not None) else 1


def _lift_session() -> None:
    """Where the kernel shares out its time by session, a process's own priority counts only within."""
    autogroup = Path("/proc/self/autogroup")
    if autogroup.exists():
        autogroup.write_text("-12")


def _table(figures: list[Figure]) -> str:
    lines = [f"{'figure':<46} {'median':>8} {'quartiles':>18} {'aim':>7} {'floor':>7}  of"]
    for row in figures:
        sign = "<=" if row.least else ">="
        bounds = [f"{sign}{bound:g}" if bound is not None else "" for bound in (row.aim, row.floor)]
        parts = "; ".join(f"{name} {value:.4g}" for name, value in row.parts.items())
        spread = f"{row.low:.3f} to {row.high:.3f}"
        lines.append(
            f"{row.name:<46} {row.value:>8.3f} {spread:>18} {bounds[0]:>7} {bounds[1]:>7}  {parts} [{row.unit}]"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
