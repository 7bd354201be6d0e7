"""The `game` message, by which a game begins for each seat: what changes from game to game is put into ready text."""

from collections.abc import Sequence

from protocol.messages import Game as ToldGame
from referee.host.timing.clock import Times
from referee.host.wire.wire_text import encode_json
from referee.rules.engine import Variant

_NUMBER, _IDENT, _SEED = 1_000_000_000_000_001, 1_000_000_000_000_002, 1_000_000_000_000_003


class Announcement:
    """The message to one seat, with places for the id, the game's number and the bot's seed."""

    def __init__(self, variant: Variant, players: Sequence[str], seat: int, times: Times) -> None:
        message = ToldGame(
            id=_IDENT,
            game=_NUMBER,
            variant=variant.name,
            rules=variant.rules,
            seat=seat,
            players=tuple(players),
            sides=variant.sides,
            seed=_SEED,
            clock=times.told(),
        )
        self._start, rest = _split(encode_json(message), "id", _IDENT)
        self._middle, rest = _split(rest, "game", _NUMBER)
        self._rules, self._clock = _split(rest, "seed", _SEED)

    def line(self, ident: int, number: int, seed: int) -> bytes:
        """The message for one game."""
        return b"%b%d%b%d%b%d%b\n" % (self._start, ident, self._middle, number, self._rules, seed, self._clock)


def _split(text: bytes, key: str, value: int) -> tuple[bytes, bytes]:
    """What stands before a number and after it. No name of a player can look like it: quotes in a name are escaped."""
    before, _, after = text.partition(b'"%b":%d' % (key.encode(), value))
    return before + b'"%b":' % key.encode(), after
