"""The whole examination, point after point; what cannot be judged because of another fault is left out."""

from collections.abc import Callable, Iterator
from typing import assert_never

from referee.arena.check import end_checks as ending
from referee.arena.check import message_checks as speaking
from referee.arena.check import play_checks as playing
from referee.arena.check import resource_use as burden
from referee.arena.check import start_checks as starting
from referee.arena.check.candidate import Candidate, Terms
from referee.arena.check.finding import Category, Point, Report, left_out
from referee.host.game.seat import Host
from referee.host.processes.bot import Bot
from referee.host.processes.descendants import adopt_orphans


def examine(
    bot: Bot,
    terms: Terms,
    host: Host,
    found: Callable[[Point], None] = lambda point: None,
    tell: Callable[[str], None] = lambda text: None,
) -> Report:
    """Examine a bot. `found` gets each point as soon as it is known, `tell` a word about what is being done.

    OSError: this machine can start no process now. Raises Stopped if the host's stop is set. No process is left.
    """
    adopt_orphans()
    candidate = Candidate(bot, terms, host, tell)
    points = []
    for point in _points(candidate):
        points.append(point)
        found(point)
    return Report(
        bot=bot.name,
        command=bot.command,
        sandbox=terms.sandbox,
        fit=all(point.verdict != "fault" for point in points),
        points=tuple(points),
        start_ms=candidate.start_ms,
        times=candidate.times(),
        memory_mb=candidate.memory_kb // 1024 or None,
        decisions=dict(sorted(candidate.asked.items())),
    )


def _points(candidate: Candidate) -> Iterator[Point]:
    candidate.tell("start")
    began = list(starting.hello(candidate))
    yield from began
    if any(point.verdict == "fault" for point in began):
        return
    answers, kind = speaking.answers(candidate)
    yield answers
    for category in candidate.terms.categories:
        candidate.tell(category)
        if kind is None or category == "output" or (category == "play" and kind == "illegal"):
            yield from _of(candidate, category)
        elif category != "start":
            yield left_out(category, "all of it", f"because of the fault at {answers.name!r}")


def _of(candidate: Candidate, category: Category) -> Iterator[Point]:
    """The points of a category, for a bot that does well in a plain game."""
    match category:
        case "start":
            return
        case "messages":
            yield from speaking.ways(candidate)
        case "play":
            yield from playing.play(candidate)
        case "games in a row":
            again = playing.again(candidate)
            yield again
            if again.verdict == "good":
                yield speaking.together(candidate)
                yield playing.another(candidate)
                yield playing.same_seed(candidate)
        case "processes":
            yield starting.several(candidate)
            yield from ending.endings(candidate)
        case "burden":
            yield from burden.burdens(candidate)
        case "output":
            yield from burden.output(candidate)
        case _:
            assert_never(category)
