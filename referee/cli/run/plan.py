"""What a match will be, before it is played: told at its beginning, and all that `--dry-run` does."""

from itertools import islice
from pathlib import Path

import msgspec

from protocol.shown import shown
from referee.arena.tournament.match import Match
from referee.arena.tournament.rounds import Rounds
from referee.cli.run.play_run import Wanted, echo_lines
from referee.cli.run.progress import duration
from referee.cli.terminal.output import error_width, folded, show, write_json
from referee.cli.terminal.streams import say
from referee.host.sandbox.level import Sandbox
from referee.host.timing.latency_probe import Quiet
from referee.records.plurals import quantity
from referee.rules.deals import commitment

_START_S = 0.1
_MOVE_S = 0.000_05
_CALL_S = 0.000_005
"""What starting a bot, a decision of a quick one, and one of a bot in our own process take at least; measured, and no
more than a hint.
"""
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


def plan_of(match: Match, rounds: Rounds, tables: int) -> Plan:
    """The plan of a match, or of the first round of several, at so many tables."""
    blocks, games, seats = rounds.blocks, rounds.games, match.players
    tables_a_deal = 1 + next(sitting.table for sitting in rounds.schedules[0] if sitting.last)
    per_game = _DECISIONS * match.times.move_ms / 1000
    outside = sum(bot.code is None for bot in match.bots) / len(match.bots)
    processes = round(blocks * seats * outside)
    move = outside * _MOVE_S + (1 - outside) * _CALL_S
    return Plan(
        games=games,
        tables_a_deal=tables_a_deal,
        blocks=blocks,
        processes=processes,
        at_once=round(min(tables, blocks) * seats * outside),
        least_s=(processes * _START_S + games * _DECISIONS * move) / tables,
        most_s=games * per_game / tables,
    )


def tell_plan(match: Match, wanted: Wanted) -> int:
    """Print the plan, and the first blocks of the schedule."""
    rounds = Rounds(match)
    plan = plan_of(match, rounds, wanted.tables)
    if wanted.json:
        write_json(plan)
        return 0
    several = " in round 1" if not rounds.over and match.tournament in ("swiss", "knockout") else ""
    text = (
        f"{_head(match)}\n"
        f"{quantity(plan.games, 'game')}{several}: {plan.tables_a_deal} a deal, "
        f"{quantity(plan.blocks, 'block')} of up to {match.block}\n"
        f"{quantity(wanted.tables, 'table')} at once with {quantity(plan.at_once, 'process', 'processes')} of bots; "
        f"{plan.processes:,} started in all\n"
        f"about {duration(plan.least_s)} with quick bots, at most {duration(plan.most_s)} in games of one hand\n"
    )
    show(text.split("\n"))
    for sitting in islice(rounds.schedules[0], 8):
        names = " ".join(shown(bot.name) for bot in match.seated(sitting))
        last = sitting.first + sitting.count - 1
        deals = f"deals {sitting.first}-{last}" if last > sitting.first else f"deal {last}"
        show([f"{deals} at table {sitting.table}: {names}"])
    if plan.blocks > 8:
        print(f"… and {quantity(plan.blocks - 8, 'more block')}")
    return 0


def announce(match: Match, path: Path, sandbox: Sandbox, wanted: Wanted, quiet: Quiet | None) -> None:
    """Say what begins, on stderr; a commitment has to be seen before the first card."""
    lines = [_head(match), f"in {path}, {quantity(wanted.tables, 'table')} at once, sandbox {sandbox.label}"]
    lines += [f"no better sandbox: {reason}" for reason in sandbox.refused]
    inside = [shown(bot.name) for bot in match.bots if bot.code is not None]
    if inside:
        lines.append(f"in the referee's own process, without sandbox and clock: {', '.join(inside)}")
    lines += echo_lines(quiet)
    if match.nonce:
        lines.append(f"commitment {commitment(match.seed, match.nonce)}")
    say("\n".join(part for line in lines for part in folded(line, error_width())))


def _head(match: Match) -> str:
    names = ", ".join(map(shown, match.entrants))
    how = "" if match.tournament == "draws" else f"{match.tournament}, "
    return f"{names}: {how}{quantity(match.deals, 'deal')} of {match.game}, seating {match.seating_of_rounds()}"
