"""The messages of bot protocol 1: one type for each, in both directions."""

from typing import Annotated, Literal, TypeAlias

import msgspec

from protocol.events import Card, Event, Seat

PROTOCOL: Literal[1] = 1
"""The version that `hello` names."""

Id: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
"""What ties an answer to its request (P2)."""

Asked: TypeAlias = Literal[
    "redeal",
    "declare",
    "bid",
    "raise",
    "call",
    "how",
    "swap",
    "return",
    "discard",
    "give",
    "bury",
    "expose",
    "play",
    "sola",
]
"""What a decision may be about."""

Json: TypeAlias = Annotated[object, msgspec.Meta(extra_json_schema={"description": "any JSON"})]
"""What JSON can hold."""

Sides: TypeAlias = tuple[tuple[Seat, ...], ...]
"""The seats that win and lose together, side by side."""


class _Message(
    msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", rename={"from_": "from", "as_": "as"}
):
    """A line to a bot; a field that does not apply is absent."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The time a bot has (P3), in milliseconds."""

    move_ms: int
    """At most this for one decision."""
    bank_ms: int | None = None
    """For the game: what decisions take beyond `delay_ms` comes out of it."""
    delay_ms: int | None = None
    kind: Literal["wall", "cpu"]


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everyone at the table sees at this moment, enough to answer without a memory."""

    hand: int
    """Counted from 0."""
    trick: int
    """Counted from 1."""
    scores: tuple[int, ...]
    """By side, or by seat where sides change by hand or there are none."""
    dealer: Seat
    contract: str | None = None
    declarer: Seat | None = None
    sides: Sides | None = None
    order: tuple[Seat, ...] | None = None
    active: tuple[Seat, ...] | None = None


class Offence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fault that ended a game, as the bots are told of it."""

    seat: Seat
    fault: str
    clause: str
    """The number of the rule or clause it offends."""
    reason: str | None = None
    """One readable sentence."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended; `utility` by seat sums to zero (R0.15)."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    utility: tuple[int, ...]
    stakes: int
    reason: str
    fault: Offence | None = None


class Hello(_Message, frozen=True, tag="hello"):
    """The first line: answer when ready to play."""

    id: Id
    protocol: Literal[1]
    referee: str
    """Name and version."""


class Game(_Message, frozen=True, tag="game", kw_only=True):
    """A game begins: answer when ready for it."""

    id: Id
    game: int
    """A running number."""
    variant: str
    rules: dict[str, Json]
    """Every option of the variant, complete; what an option may hold is the variant's affair."""
    seat: Seat
    players: tuple[str, ...]
    sides: Sides | None = None
    """Absent where sides change by hand or only the cards decide them."""
    seed: int
    """For a bot that wants chance which can be repeated."""
    clock: Clock


class Act(_Message, frozen=True, tag="act", kw_only=True):
    """A decision: answer with one of `legal`."""

    id: Id
    decision: Asked
    legal: tuple[str, ...]
    hand: tuple[Card, ...]
    trick: tuple[tuple[Seat, Card], ...]
    state: State
    events: tuple[Event, ...]
    """What happened since the last message to this bot, as far as its seat may know."""
    from_: int
    """The number of the first of `events`, counted from 0 in each game."""
    time_ms: int
    last_ms: int
    as_: Seat | None = None
    """The place acted for, where it is not the bot's own."""
    own: tuple[Card, ...] | None = None
    """The bot's own cards, where `as` is given."""
    say: dict[Card, tuple[str, ...]] | None = None
    """Where talk is allowed, the sayings allowed with each legal card."""


class End(_Message, frozen=True, tag="end"):
    """The game is over."""

    events: tuple[Event, ...]
    from_: int
    result: Result


class Quit(_Message, frozen=True, tag="quit"):
    """The bot's work is done; it ends itself."""


class HelloReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `hello`."""

    id: Id
    name: str | None = None
    version: str | None = None
    author: str | None = None
    games: tuple[str, ...] | None = None
    """The games it can play, if not all."""


class GameReply(msgspec.Struct, frozen=True):
    """The answer to `game`."""

    id: Id


class ActReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `act`, as it goes over the pipe; `codec.Answer` is what it comes to."""

    id: Id
    action: str
    say: str | tuple[str, ...] | None = None
    note: Json = None


ToBot: TypeAlias = Hello | Game | Act | End | Quit
FromBot: TypeAlias = HelloReply | GameReply | ActReply
