"""One decision as a bot in this process sees it: nothing is put into words before the bot looks."""

from typing import Final

from bots.table import Table
from bots.view import View
from protocol.events import Event as Told
from protocol.events import Fault as ToldFault
from protocol.messages import Game as ToldGame
from protocol.messages import State as ToldState
from referee.host.wire.wire_text import told_state
from referee.rules.cards import NAMES, Mask
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.projection import project
from referee.rules.state import State


def _names(suit: int) -> list[tuple[str, ...]]:
    """By the bits of a suit: the names of its cards in ascending order."""
    table: list[tuple[str, ...]] = [()]
    for name in NAMES[suit * 13 : suit * 13 + 13]:
        table += [(*names, name) for names in table]
    return table


_BASTONI, _COPPE, _DENARI, _SPADE = map(_names, range(4))
_LOW: Final = (1 << 13) - 1
_HALF: Final = (1 << 26) - 1


def card_names(mask: Mask) -> list[str]:
    """The names of a set of cards, in ascending order."""
    low, high = mask & _HALF, mask >> 26
    return [*_BASTONI[low & _LOW], *_COPPE[low >> 13], *_DENARI[high & _LOW], *_SPADE[high >> 13]]


class Known:
    """What one bot has been told of a game: what had happened by its last decision, as it is projected for its seat.

    What happens is numbered: the events of the game's log, and between them the faults, unknown to the rules.
    """

    __slots__ = ("_faults", "_followed", "_game", "_table", "announced", "time_ms", "told")

    def __init__(self, game: Game, faults: dict[int, ToldFault], announced: ToldGame, time_ms: int) -> None:
        """`faults` are those of the game so far, in their order, by their number in all that happened."""
        self._game = game
        self._faults = faults
        self.announced = announced
        self.time_ms = time_ms
        """What every decision may take; nobody looks."""
        self.told = 0
        """How much had happened at its last decision."""
        self._followed = 0
        self._table: Table | None = None

    def events(self, first: int, end: int) -> list[Told]:
        """What the seat is told of what happened from one number up to another."""
        seat, log, faults = self.announced.seat, self._game.log, self._faults
        if not faults:
            return [told for event in log[first:end] if (told := project(event, seat)) is not None]
        place, found = self._events_before(first), list[Told]()
        for number in range(first, end):
            told = faults[number] if number in faults else project(log[place], seat)
            place += number not in faults
            if told is not None:
                found.append(told)
        return found

    @property
    def table(self) -> Table:
        """Everything told so far, put together."""
        if self._table is None:
            self._table = Table(self.announced)
        for event in self.events(self._followed, self.told):
            self._table.follow(event)
        self._followed = self.told
        return self._table

    def state(self, at: int) -> State:
        """The game as it was when so much had happened: only events change it, so it can be made again."""
        game, events = self._game, self._events_before(at)
        now = game.state
        if events == len(game.log):
            return now
        state = State(now.seats, now.places, len(now.scores), game.variant.sides)
        for event in game.log[:events]:
            event.apply(state)
        return state

    def _events_before(self, number: int) -> int:
        """How much of what happened before are events of the log."""
        return number - sum(fault < number for fault in self._faults) if self._faults else number


class Seen(View):
    """A decision of a game in this process; kept by the bot, it still shows the moment at which it was made."""

    __slots__ = ("_asked", "_at", "_first", "_known")

    def __init__(self, known: Known, decision: Decision, at: int) -> None:
        """Look at a decision that is asked when so much has happened; with it the bot is told of all that."""
        self._known = known
        self._asked = decision
        self._first = known.told
        self._at = known.told = at

    @property
    def decision(self) -> str:
        """What is asked: `play`, `bid`, `declare` …"""
        return self._asked.kind

    @property
    def legal(self) -> list[str]:
        """Every legal action; never empty."""
        return [*card_names(self._asked.cards), *self._asked.words]

    @property
    def hand(self) -> list[str]:
        """The cards of the place acted for, by suit and from weak to strong."""
        return card_names(self._state.hands[self._asked.place])

    @property
    def own(self) -> list[str]:
        """One's own cards; they are not `hand` when acting for the dummy."""
        return card_names(self._state.hands[self._asked.seat])

    @property
    def seat(self) -> int:
        """One's own seat."""
        return self._asked.seat

    @property
    def place(self) -> int:
        """The place acted for: one's own seat, or the dummy's."""
        return self._asked.place

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The cards on the table, as (seat, card), in order of play."""
        return [(place, NAMES[card]) for place, card in self._state.trick]

    @property
    def state(self) -> ToldState:
        """What everyone at the table sees at this moment."""
        return told_state(self._state)

    @property
    def events(self) -> list[Told]:
        """What happened since the last message."""
        return self._known.events(self._first, self._at)

    @property
    def say(self) -> dict[str, list[str]]:
        """The sayings allowed with each card, where there are any."""
        return {NAMES[card]: [*sayings] for card, sayings in (self._asked.say or {}).items()}

    @property
    def time_ms(self) -> int:
        """What other bots have for this answer, in milliseconds; here nobody looks at a clock."""
        return self._known.time_ms

    @property
    def last_ms(self) -> int:
        """0: nobody looks at a clock."""
        return 0

    @property
    def game(self) -> ToldGame:
        """The game as it was announced: variant, rules, seat, players, sides, seed and clock."""
        return self._known.announced

    @property
    def table(self) -> Table:
        """Everything seen so far in this game, put together: cards played, voids, bids, sides, scores."""
        return self._known.table

    @property
    def _state(self) -> State:
        return self._known.state(self._at)
