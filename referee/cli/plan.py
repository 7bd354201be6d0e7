"""What a match will be, before it is played: told at its beginning, and all that `--dry-run` does."""

import sys
from itertools import islice
from pathlib import Path

import msgspec

from protocol.shown import shown
from referee.arena.match import Match
from referee.arena.schedule import Schedule
from referee.cli.output import write_json
from referee.cli.playing import Wanted
from referee.cli.progress import duration
from referee.host.sandbox.level import Sandbox
from referee.rules.deals import commitment

_START_S = 0.1
_MOVE_S = 0.000_05
"""What starting a bot and a decision of a quick one take at least; measured, and no more than a hint."""
_DECISIONS = 40


class Plan(msgspec.Struct, frozen=True):
    """A schedule in numbers."""

    games: int
    tables_a_deal: int
    """In the first range of deals."""
    blocks: int
    processes: int
    """Processes of bots that are started in all."""
    at_once: int
    """Processes of bots at the same time."""
    least_s: float
    """Seconds that it takes if all bots are quick: a rough estimate."""
    most_s: float
    """Seconds if every decision takes all its time, in games of one hand."""


def plan_of(match: Match, schedule: Schedule, tables: int) -> Plan:
    """The plan of a match at so many tables."""
    blocks = sum(1 for _ in schedule)
    games = schedule.games()
    first = next(iter(schedule))
    tables_a_deal = sum(1 for sitting in schedule if sitting.first == first.first)
    seats = match.players
    per_game = _DECISIONS * match.times.move_ms / 1000
    return Plan(
        games=games,
        tables_a_deal=tables_a_deal,
        blocks=blocks,
        processes=blocks * seats,
        at_once=min(tables, blocks) * seats,
        least_s=(blocks * seats * _START_S + games * _DECISIONS * _MOVE_S) / tables,
        most_s=games * per_game / tables,
    )


def tell_plan(match: Match, schedule: Schedule, wanted: Wanted) -> int:
    """Print the plan, and the first blocks of the schedule."""
    plan = plan_of(match, schedule, wanted.tables)
    if wanted.json:
        write_json(plan)
        return 0
    print(
        f"{_head(match)}\n"
        f"{plan.games:,} games, {plan.tables_a_deal} a deal, in {plan.blocks:,} blocks of up to {match.block} deals\n"
        f"{wanted.tables} tables at once with {plan.at_once} processes of bots; {plan.processes:,} are started in all\n"
        f"about {duration(plan.least_s)} with quick bots, at most {duration(plan.most_s)} in games of one hand\n"
    )
    for sitting in islice(schedule, 8):
        names = " ".join(shown(match.bots[bot].name) for bot in sitting.bots)
        print(f"deals {sitting.first}-{sitting.first + sitting.count - 1} at table {sitting.table}: {names}")
    if plan.blocks > 8:
        print(f"… and {plan.blocks - 8:,} more blocks")
    return 0


def announce(match: Match, path: Path, sandbox: Sandbox, wanted: Wanted) -> None:
    """Say what begins, on stderr; a commitment has to be seen before the first card."""
    lines = [_head(match), f"in {path}, {wanted.tables} tables at once, sandbox {sandbox.label}"]
    lines += [f"no better sandbox: {reason}" for reason in sandbox.refused]
    if match.nonce:
        lines.append(f"commitment {commitment(match.seed, match.nonce)}")
    print("\n".join(lines), file=sys.stderr, flush=True)


def _head(match: Match) -> str:
    names = ", ".join(shown(bot.name) for bot in match.bots)
    return f"{names}: {match.deals:,} deals of {match.game}, seating {match.seating}"
