"""The rounds of a match: one after another, each made when the one before is over."""

from collections.abc import Iterator

from referee.arena.schedule.balanced_groups import Draw
from referee.arena.schedule.pairing import Pairings, Round, Score
from referee.arena.schedule.schedule import Schedule, Sitting
from referee.arena.statistics.sample import Sample
from referee.arena.statistics.tally import Pair
from referee.arena.tournament.match import Match


class Rounds:
    """The schedules so far, and how the rounds that are over came out. Most matches have one round."""

    def __init__(self, match: Match) -> None:
        """With the first round. SeatingError or ValueError, if the bots cannot meet so in this game."""
        self.match = match
        self.history: list[Round] = []
        self.schedules: list[Schedule] = []
        self.over = False
        """Whether no round follows."""
        self.games = self.blocks = 0
        """In the rounds known so far."""
        self._byes: tuple[int, ...] = ()
        self._open(frozenset())

    def close(self, margins: dict[Pair, Sample], out: frozenset[str]) -> None:
        """The last round is over: what each two entrants, by name, made of it; and who is disqualified by now."""
        number = {name: entrant for entrant, name in enumerate(self.match.entrants)}
        scores: dict[Draw, Score] = {}
        for draw in self.schedules[-1].draws:
            if len(draw) == 2:
                a, b = (self.match.entrants[entrant] for entrant in draw)
                sample, sign = margins.get((min(a, b), max(a, b)), Sample()), 1 if a < b else -1
                won, _, lost = sample.signs()
                total = sample.total / sample.size if sample.size else sample.total
                scores[draw] = Score(sign * total, sign * (won - lost))
        self.history.append(Round(scores, self._byes))
        self._open(frozenset(number[name] for name in out if name in number))

    def sittings(self) -> Iterator[Sitting | None]:
        """All blocks in their order; None as often as it is asked for one of a round that is not known yet."""
        round_number = 0
        while True:
            while round_number < len(self.schedules):
                yield from self.schedules[round_number]
                round_number += 1
            if self.over:
                return
            yield None

    def _open(self, out: frozenset[int]) -> None:
        pairings: Pairings | None = self.match.pairings(self.history, out)
        if pairings is None or not pairings.draws:
            self.over = True
            return
        self._byes = pairings.byes
        match, number = self.match, len(self.schedules)
        schedule = Schedule(
            match.shape(),
            pairings.draws,
            match.deals,
            match.block,
            match.seating_of_rounds(),
            first=match.deals * number,
            number=self.blocks,
            start=self.games,
        )
        self.schedules.append(schedule)
        for sitting in schedule:
            self.blocks += 1
            self.games += sitting.count
