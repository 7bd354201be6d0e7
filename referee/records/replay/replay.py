"""A game as people read it: header, hands, declarations, tricks as a table, scores, faults, notes and times."""

from collections.abc import Iterator, Sequence
from typing import Final

from protocol import events as told
from protocol.shown import shown
from referee.records.format.record import FaultRecord, Record
from referee.records.replay.decision_points import Course, Moment, course_of
from referee.records.replay.event_text import DealtToAll, consequence, tell
from referee.records.replay.game_result_text import Outcome
from referee.records.replay.replay_header import LABEL, Line, View, header, labelled, name_of, named, times, value_text
from referee.records.replay.timeline import Passage, passages
from referee.records.replay.trick_table import TrickTable
from referee.records.replay.unplayed import end_of, not_played

DIFFERS: Final = "from here the record does not go with the rules"
"""How the last line begins where that is so."""


def replay(record: Record, view: View | None = None) -> Iterator[Line]:
    """The lines of a game, without control characters. The last one says so if the record does not go with the rules.

    Differs if not even its first hand can be dealt.
    """
    course, view = course_of(record), view or View()
    yield from header(record, course, view)
    unplayed = not_played(record)
    if unplayed is not None and record.result is not None:
        pages = _Pages(record, course, view)
        yield Line(unplayed.what, "fault")
        yield from (Line(text, "result") for text in pages.outcome.game(end_of(record.result)))
        return
    yield from told_lines(record, course, view)
    yield from times(record, course, view)
    if course.differs:
        yield Line(f"{DIFFERS}: {course.differs}", "fault")


def told_lines(record: Record, course: Course, view: View) -> Iterator[Line]:
    """What happened, hand by hand."""
    pages = _Pages(record, course, view)
    for passage in passages(course, view.seat, view.hand):
        yield from pages.lines(passage)
    yield from pages.row()


class _Pages:
    """Turns what happened into lines; the cards of a trick wait until it is over."""

    def __init__(self, record: Record, course: Course, view: View) -> None:
        self.record, self.course, self.view = record, course, view
        self.first: dict[int, int] = {}  # by seat, the number of its first decision
        self.table = TrickTable([name_of(record, place) for place in range(course.game.state.places)], view.width)
        self.outcome = Outcome(course.game, self.named)

    def named(self, place: int) -> str:
        return named(self.record, place)

    def row(self) -> list[Line]:
        """The trick that is over, or broken off."""
        return [Line(text, "trick", True) for text in self.table.take()]

    def lines(self, passage: Passage) -> list[Line]:
        """The lines that one thing makes, after those of the trick before it."""
        if not isinstance(passage, Moment | FaultRecord):
            self.outcome.watch(passage)
        if self.table.winner is None:
            return self.made_by(passage)
        if isinstance(passage, told.Draw | told.TurnUp):
            self.table.remark(tell(passage, str))
            return []
        return [*self.row(), *self.made_by(passage)]

    def made_by(self, passage: Passage) -> list[Line]:
        """The lines that one thing makes."""
        match passage:
            case Moment():
                return self.moment(passage)
            case FaultRecord():
                return [*self.row(), *self.fault(passage)]
            case told.Play():
                self.table.play(passage.seat, passage.card, passage.say or ())
                return []
            case told.Trick():
                self.table.winner = passage.winner
                return []
            case told.Deal() | DealtToAll():
                return [*self.row(), *self.deal(passage)]
            case told.HandEnd():
                return [*self.row(), *_ending(self.outcome.hand(passage))]
            case told.GameEnd():
                return [*self.row(), *_ending(self.outcome.game(passage))]
            case _:
                return [Line(f"  {tell(passage, self.named)}", "event")]

    def deal(self, event: told.Deal | DealtToAll) -> list[Line]:
        """The head of a hand and the cards as they were dealt."""
        self.table.begin()
        attempt = f", attempt {event.attempt}" if event.attempt else ""
        lines = [Line(""), Line(f"hand {event.hand}{attempt}: {self.named(event.dealer)} deals", "heading")]
        if isinstance(event, told.Deal):
            lines.append(labelled(self.named(self.view.seat or 0), event.bottoms or event.cards))
            lines.append(labelled("cards by seat", event.counts))
        else:
            for place in event.order:
                packets = [" ".join(packet) + " |" for packet in event.packets[place]] if event.packets else None
                lines.append(labelled(self.named(place), packets or event.hands[place]))
            lines += [labelled("face down", event.undealt)] if event.undealt else []
        return lines + ([labelled("out of the deck", event.removed)] if event.removed else [])

    def moment(self, moment: Moment) -> list[Line]:
        """What the record says of an action besides what all at the table saw."""
        seat, action = moment.decision.seat, moment.action
        remarks = action.remarks if action else None
        lines = [line for fault in moment.faults for line in self.fault(fault)]
        by_referee = remarks is not None and remarks.by is not None and self.view.sees(seat)
        if moment.decision.kind == "play":
            self.table.asked(moment.index, by_referee)
        elif by_referee and action:
            lines.append(Line(f"  the referee answers for {self.named(seat)}: {shown(action.action)}", "fault"))
        if self.view.notes and remarks and remarks.note is not None and self.view.sees(seat):
            lines.append(Line(f"  note of {self.named(seat)}: {value_text(remarks.note)}", "note"))
        return [*self.stderr(seat, moment.number), *lines]

    def stderr(self, seat: int, number: int) -> list[Line]:
        """What the bot wrote to stderr while it was asked for this decision."""
        if self.view.stderr is None or not self.view.sees(seat):
            return []
        before = self.view.stderr.get((seat, -1), []) if number == self.first.setdefault(seat, number) else []
        texts = [*before, *self.view.stderr.get((seat, number), [])]
        return [Line(f"  stderr of {self.named(seat)}: {text}", "note") for text in texts]

    def fault(self, fault: FaultRecord) -> list[Line]:
        """A fault with its evidence: what the bot wrote on stderr only where notes are asked for."""
        what = f"{fault.fault} ({shown(fault.clause)}); {consequence(fault.consequence)}"
        lines = [Line(f"  FAULT of {self.named(fault.seat)}: {what}", "fault")]
        if self.view.sees(fault.seat):
            for key, value in fault.evidence.items():
                if key == "again" and isinstance(value, str) and value.startswith("referee "):
                    value = self.view.called + value.removeprefix("referee")
                if key != "stderr" or self.view.notes:
                    lines.append(Line(f"    {shown(key, LABEL)}: {value_text(value)}", "fault"))
        return lines


def _ending(texts: Sequence[str]) -> Iterator[Line]:
    """What came of a hand or of the game, with a pause behind it."""
    for number, text in enumerate(texts, 1):
        yield Line(text, "result", number == len(texts))
