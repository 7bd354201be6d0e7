"""One decision as a bot sees it, decoded only as far as the bot looks."""

from typing import Final

import msgspec

from bots.table import Table
from protocol.events import Event
from protocol.messages import Game, State


class Line(msgspec.Struct, rename={"as_": "as"}, gc=False):
    """A line of the referee; what many bots never look at is left as it came."""

    type: str = ""
    id: int | None = None
    decision: str = ""
    legal: list[str] = []
    hand: msgspec.Raw = msgspec.Raw(b"[]")
    trick: msgspec.Raw = msgspec.Raw(b"[]")
    state: msgspec.Raw = msgspec.Raw(b"{}")
    events: msgspec.Raw = msgspec.Raw(b"[]")
    time_ms: int = 0
    last_ms: int = 0
    as_: int | None = None
    own: msgspec.Raw = msgspec.Raw(b"[]")
    say: msgspec.Raw = msgspec.Raw(b"{}")


_CARDS: Final = msgspec.json.Decoder(list[str])
_TRICK: Final = msgspec.json.Decoder(list[tuple[int, str]])
_STATE: Final = msgspec.json.Decoder(State)
_SAYINGS: Final = msgspec.json.Decoder(dict[str, list[str]])
_EVENTS: Final = msgspec.json.Decoder(list[Event])
_EVENT: Final = msgspec.json.Decoder(Event)
_ITEMS: Final = msgspec.json.Decoder(list[msgspec.Raw])


def events_of(source: msgspec.Raw) -> list[Event]:
    """Return the events in a JSON list, those of a kind that this version does not know left out."""
    try:
        return _EVENTS.decode(source)
    except msgspec.ValidationError:
        return [event for item in _ITEMS.decode(source) if (event := _known(item)) is not None]


def _known(source: msgspec.Raw) -> Event | None:
    try:
        return _EVENT.decode(source)
    except msgspec.ValidationError:
        return None  # the protocol may grow


class Memory:
    """What is kept during a game: how it was announced, and its events, which are read when somebody asks."""

    __slots__ = ("_table", "_unread", "game")

    def __init__(self, game: Game) -> None:
        """Begin a game."""
        self.game = game
        self._table = Table(game)
        self._unread: list[msgspec.Raw] = []

    def keep(self, events: msgspec.Raw) -> None:
        """Take in the events of a message."""
        self._unread.append(events)

    @property
    def table(self) -> Table:
        """All that was seen so far, put together."""
        if self._unread:
            for source in self._unread:
                for event in events_of(source):
                    self._table.follow(event)
            self._unread.clear()
        return self._table


class View:
    """One decision. Each property decodes its part of the message when it is read: keep it if you need it twice."""

    __slots__ = ("_line", "_memory")

    def __init__(self, line: Line, memory: Memory) -> None:
        """Look at an `act` message."""
        self._line = line
        self._memory = memory

    @property
    def decision(self) -> str:
        """What is asked: `play`, `bid`, `declare` …"""
        return self._line.decision

    @property
    def legal(self) -> list[str]:
        """Every legal action; never empty."""
        return self._line.legal

    @property
    def hand(self) -> list[str]:
        """The cards of the place acted for, by suit and from weak to strong."""
        return _CARDS.decode(self._line.hand)

    @property
    def own(self) -> list[str]:
        """One's own cards; they are not `hand` when acting for the dummy."""
        return self.hand if self._line.as_ is None else _CARDS.decode(self._line.own)

    @property
    def seat(self) -> int:
        """One's own seat."""
        return self._memory.game.seat

    @property
    def place(self) -> int:
        """The place acted for: one's own seat, or the dummy's."""
        return self.seat if self._line.as_ is None else self._line.as_

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The cards on the table, as (seat, card), in order of play."""
        return _TRICK.decode(self._line.trick)

    @property
    def state(self) -> State:
        """What everyone at the table sees at this moment."""
        return _STATE.decode(self._line.state)

    @property
    def events(self) -> list[Event]:
        """What happened since the last message."""
        return events_of(self._line.events)

    @property
    def say(self) -> dict[str, list[str]]:
        """The sayings allowed with each card, where there are any."""
        return _SAYINGS.decode(self._line.say)

    @property
    def time_ms(self) -> int:
        """What is left for this answer, in milliseconds."""
        return self._line.time_ms

    @property
    def last_ms(self) -> int:
        """How long the last answer took by the referee's clock, in milliseconds."""
        return self._line.last_ms

    @property
    def game(self) -> Game:
        """The game as it was announced: variant, rules, seat, players, sides, seed and clock."""
        return self._memory.game

    @property
    def table(self) -> Table:
        """Everything seen so far in this game, put together: cards played, voids, bids, sides, scores."""
        return self._memory.table
