"""What the analysis of a game found, as people read it: card by card, then the blunders, the worst first."""

from collections.abc import Iterator, Sequence

from referee.records.format.record import Record
from referee.records.plurals import quantity
from referee.records.replay.analyse import Judged
from referee.records.replay.replay_header import LABEL, Line, named
from referee.rules.solver import FAST


def judging(record: Record, judged: Sequence[Judged]) -> Iterator[Line]:
    """The lines of an analysis, without control characters."""
    yield Line("")
    if not judged:
        yield Line("nothing to analyse: no hand of two sides that want points was played far enough", "heading")
        return
    yield Line(f"all cards known, from {FAST} tricks left on: what each card gives away, in thirds", "heading")
    several = len({(each.hand, each.attempt) for each in judged}) > 1
    width = max(len(named(record, each.place)) for each in judged) + 2
    yield Line(f"{'  hand' if several else ''}  action  {'seat':{width}}card  best  lost  the other cards")
    for each in judged:
        hand = f"{each.hand:6}" if several else ""
        row = f"{hand}{each.action:8}  {named(record, each.place):{width}}{each.card:4}{each.thirds:6}{each.lost():6}"
        yield Line(f"{row}  {_others(each)}", "fault" if each.points() > 0 else "trick")
    yield Line("")
    yield from _blunders(record, judged, several)


def _others(judged: Judged) -> str:
    """The cards that were not played, by what they give away, those that give nothing away first."""
    by_loss: dict[int, list[str]] = {}
    for card, thirds in judged.worth.items():
        if card != judged.card:
            by_loss.setdefault(judged.thirds - thirds, []).append(card)
    return ", ".join(f"{' '.join(cards)} {lost}" for lost, cards in sorted(by_loss.items()))


def _blunders(record: Record, judged: Sequence[Judged], several: bool) -> Iterator[Line]:
    """The cards that gave away a point or more."""
    blunders = sorted((each for each in judged if each.points() > 0), key=lambda each: (-each.points(), -each.lost()))
    if not blunders:
        yield Line("no card gave a point away", "result")
        return
    yield Line("blunders", "heading")
    for each in blunders:
        where = f"hand {each.hand}, action {each.action}" if several else f"action {each.action}"
        what = f"{quantity(each.points(), 'point')} ({quantity(each.lost(), 'third')}) given away"
        yield Line(f"  {where}: {named(record, each.seat)} plays {each.card}, {what}; best {' or '.join(each.best)}")
    for seat in sorted({each.seat for each in blunders}):
        total = sum(each.points() for each in blunders if each.seat == seat)
        yield Line(f"  {named(record, seat):{LABEL}}{quantity(total, 'point')} in all", "result")
