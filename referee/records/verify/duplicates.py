"""Whether each game stands in a file once: its order says so, as long as it is that of a schedule."""

from collections.abc import Callable, Iterable

from referee.records.verify.verify import Told, Verified


class Once:
    """Takes the games of a file one by one.

    A schedule plays a range of deals at one table after the other, and then a later range: no (deal, table) comes again
    in such an order. Only where a file is in another one its games are remembered, about 100 bytes each.
    """

    def __init__(self, before: Callable[[int], Iterable[Told]] | None) -> None:
        """`before` reads again what stands before a line; None where that cannot be: then all is remembered."""
        self._before = before
        self._known: set[int] | None = set() if before is None else None
        self._range = self._table = self._last = self._latest = -1  # the last deal of the ranges before, and so on

    def repeated(self, game: Verified) -> bool:
        """Whether this game has been there before."""
        if self._known is None:
            if self._in_order(game):
                return False
            assert self._before is not None
            self._known = set(map(hash, self._before(game.line)))
        key = hash((game.seed, game.game, game.bots))
        if key in self._known:
            return True
        self._known.add(key)
        return False

    def _in_order(self, game: Verified) -> bool:
        """Whether a schedule may have this game next."""
        deal, table = game.deal, game.table
        if deal is None or table is None or game.game != f"{deal}/{table}":
            return False
        if table < self._table:  # another range of deals begins
            self._range, self._last = self._latest, -1
        elif table > self._table:
            self._last = -1
        if deal <= max(self._range, self._last):
            return False
        self._table, self._last = table, deal
        self._latest = max(self._latest, deal)
        return True
