"""The summary of a run: its settings and its outcome in one document beside the records (G7)."""

import time
from typing import Final, Literal

import msgspec

from referee import __version__
from referee.arena.run.run import End, Run
from referee.arena.schedule.pairing import places
from referee.arena.statistics.sprt import Hypotheses, Verdict
from referee.arena.statistics.standings import Standings, standings
from referee.arena.tournament.bot_files import files_of
from referee.host.faults import Policy
from referee.host.processes.bot import Bot
from referee.host.timing.clock import Times
from referee.host.timing.latency_probe import Quiet
from referee.rules.deals import commitment

FORMAT: Final = "tressette-summary"


class Contestant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bot as it was configured, and the files of its command as they are now, by their SHA-256."""

    id: str
    name: str
    command: tuple[str, ...]
    version: str | None = None
    cwd: str | None = None
    env: dict[str, str] = {}
    files: dict[str, str] = {}


class Placed(msgspec.Struct, frozen=True):
    """A line of the final table of rounds (see `formats`)."""

    rank: int
    name: str
    points: float
    """Matches won and half of those drawn, byes among them; in a knockout the rounds survived."""
    played: int
    byes: int
    tie_breaks: tuple[float, ...]
    """Of a Swiss: the opponents' points (Buchholz), then the sum of the mean margins."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a run was and how it came out; all but the settings and the echo follows from the records."""

    format: Literal["tressette-summary"] = FORMAT
    version: Literal[1] = 1
    referee: str = __version__
    state: End
    written: str
    """UTC, as `2026-11-29T21:00:00Z`."""
    game: str
    rules: dict[str, object]
    players: int
    bots: tuple[Contestant, ...]
    teams: dict[str, tuple[str, ...]]
    """Of each team, the ids of its bots."""
    tournament: str
    rounds: int
    """That were begun."""
    deals: int
    """In each round."""
    seating: str
    block: int
    clock: Times
    policy: Policy
    sandbox: str
    echo: Quiet | None
    """How quick an echo was on this machine before the run began, or was gone on with; None where no bot is timed."""
    sprt: Hypotheses | None
    verdict: Verdict | None
    """What the sequential test decided, if there was one and it did."""
    planned: int
    """Games in the schedule, as far as the rounds are known."""
    seed: str | None
    """The seed of the match; None until the run is over."""
    nonce: str | None
    commitment: str | None
    digest: str
    """Of the run (G5)."""
    places: tuple[Placed, ...] | None
    """The final table of a Swiss or a knockout; of other formats the standings are the table."""
    standings: Standings


def summary(run: Run, end: End, echo: Quiet | None = None) -> Summary:
    """The summary of a run as it is. The seed is told only when nothing is to be played any more."""
    match, over = run.match, end != "stopped"
    return Summary(
        state=end,
        written=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        game=match.game,
        rules=match.rules,
        players=match.players,
        bots=tuple(map(contestant, match.bots)),
        teams={team.name: tuple(match.bots[bot].id for bot in team.bots) for team in match.teams},
        tournament=match.tournament,
        rounds=len(run.rounds.schedules),
        deals=match.deals,
        seating=match.seating,
        block=match.block,
        clock=match.times,
        policy=match.policy,
        sandbox=run.sandbox.label,
        echo=echo,
        sprt=match.sprt,
        verdict=run.book.verdict,
        planned=run.rounds.games,
        seed=match.seed if over else None,
        nonce=match.nonce if over else None,
        commitment=commitment(match.seed, match.nonce) if match.nonce else None,
        digest=run.book.digest(),
        places=_placed(run) if over else None,
        standings=standings(run.book.statistics),
    )


def _placed(run: Run) -> tuple[Placed, ...] | None:
    names = run.match.entrants
    found = places(run.match.tournament, len(names), run.rounds.history)
    if found is None:
        return None
    return tuple(
        Placed(place.rank, names[place.entrant], place.points, place.played, place.byes, place.tie_breaks)
        for place in found
    )


def contestant(bot: Bot) -> Contestant:
    """The bot with the digests of its files."""
    return Contestant(bot.id, bot.name, bot.command, bot.version, bot.cwd, bot.env, files_of(bot))
