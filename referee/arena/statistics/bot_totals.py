"""A bot's account: games won and lost, faults, and time, whatever deals they belong to."""

from collections.abc import Collection

from referee.arena.statistics.answer_times import Times
from referee.records.format.from_game import DISQUALIFIED
from referee.records.format.record import FaultRecord, Record


class Account:
    """What is counted game by game for one bot. A game counts once for a bot, at however many seats it sat."""

    __slots__ = (
        "faults",
        "faulty_games",
        "games",
        "hands",
        "lost",
        "shared",
        "substituted",
        "suspects",
        "times",
        "unplayed",
        "won",
    )

    def __init__(self) -> None:
        self.games = self.hands = self.won = self.shared = self.lost = 0
        self.faulty_games = self.unplayed = self.substituted = self.suspects = 0
        self.faults: dict[str, int] = {}
        self.times = Times()

    def result(self, own: bool, others: bool, hands: int, unplayed: bool) -> None:
        """A game came out: whether a seat of this bot is among the winners, and whether one of another side is."""
        self.games += 1
        self.hands += hands
        self.won += own and not others
        self.shared += own and others
        self.lost += not own
        self.unplayed += unplayed

    def fault(self, fault: FaultRecord) -> None:
        """A fault of this bot, one of perhaps several in the game."""
        self.faults[fault.fault] = self.faults.get(fault.fault, 0) + 1
        self.suspects += fault.suspect


class Accounts(dict[str, Account]):
    """The accounts of all bots, by name."""

    def __missing__(self, bot: str) -> Account:
        account = self[bot] = Account()
        return account

    def add(self, record: Record, bots: tuple[str, ...], seat: int | None = None) -> None:
        """Count a game, played by these bots by seat, or one seat of it; a record without a result is left out."""
        result = record.result
        if result is None:
            return
        seats = range(len(bots)) if seat is None else (seat,)
        hands = counted_hands(record)
        for bot in {bots[place] for place in seats}:
            own = {winner for winner in result.winners if bots[winner] == bot}
            mates = own.union(*(side for side in record.sides or () if own.intersection(side)))
            others = not mates.issuperset(result.winners)
            self[bot].result(bool(own), others, hands, result.reason == DISQUALIFIED)
        faults = [fault for fault in record.faults if fault.seat in seats]
        for fault in faults:
            self[bots[fault.seat]].fault(fault)
        for bot in {bots[fault.seat] for fault in faults}:
            self[bot].faulty_games += 1
        self._time(record, bots, seats)

    def _time(self, record: Record, bots: tuple[str, ...], seats: Collection[int]) -> None:
        """Count each answer's time: most of the work of all statistics, and so without a call for each."""
        counts: list[dict[int, int] | None] = [
            self[bot].times.counts if seat in seats else None for seat, bot in enumerate(bots)
        ]
        counts.append(None)  # the dummy's cards are played by another seat (R4.2)
        for hand in record.hands:
            for action in hand.actions:
                count = counts[action.seat]
                if count is None:
                    continue
                if action.remarks is not None and action.remarks.by is not None:
                    self[bots[action.seat]].substituted += 1
                else:
                    count[action.ms] = count.get(action.ms, 0) + 1


def counted_hands(record: Record) -> int:
    """How many hands of a game add to the scores: those thrown in or annulled do not."""
    return sum(hand.points is not None for hand in record.hands)
