"""Lines as a referee writes them, to be sent to a bot."""

from typing import Any

from protocol.codec import encode
from protocol.events import Play
from protocol.messages import Act, Clock, Game, Hello, Quit, State

HELLO = encode(Hello(id=5, protocol=1, referee="referee 1"))
QUIT = encode(Quit())


def game(number: int = 3, **changes: Any) -> bytes:
    """Return a `game` message for seat 2 of tressette, with these fields changed."""
    fields: dict[str, Any] = {
        "game": 0,
        "variant": "tressette",
        "rules": {"accuse": "off"},
        "seat": 2,
        "players": ("p0", "p1", "p2", "p3"),
        "sides": ((0, 2), (1, 3)),
        "seed": 1,
        "clock": Clock(move_ms=1000, kind="wall"),
    }
    return encode(Game(id=number, **{**fields, **changes}))


def act(number: int = 4, **changes: Any) -> bytes:
    """Return an `act` message, with these fields changed."""
    fields: dict[str, Any] = {
        "decision": "play",
        "legal": ("4b", "3b"),
        "hand": ("4b", "3b", "Kd"),
        "trick": ((1, "Kb"),),
        "state": State(hand=0, trick=2, scores=(0, 0), dealer=3),
        "events": (Play(seat=1, card="Kb"),),
        "from_": 9,
        "time_ms": 900,
        "last_ms": 7,
    }
    return encode(Act(id=number, **{**fields, **changes}))
