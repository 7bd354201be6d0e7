"""The scene of a decision in trick play: all that is certain, in the terms of the search."""

from collections.abc import Sequence
from random import Random

from bots.answers import reverse
from bots.maestro.deck import ALL, Deck
from bots.maestro.options import options
from bots.maestro.payoff import Payoff, by_fewest, by_points, by_stake
from bots.maestro.style import Refill, Trick
from bots.maestro.worlds import Unknown, World
from bots.position import Position
from bots.view import View

LAST_TRICK = 3
"""Thirds (R0.6)."""


class Scene:
    """What everyone at the table could work out, and the own cards. Lists are by place, sets of cards by suit."""

    def __init__(self, view: View) -> None:
        """Look at the decision of a view. ValueError if what was seen does not fit together."""
        table, position = view.table, Position(view)
        if not table.counts:
            raise ValueError("a card is asked for before any were dealt")
        self.deck = deck = Deck(table.whole)
        self.table = table
        self.place = position.place
        """The place acted for."""
        self.places = table.places
        turn = [position.place, *position.others]
        self.playing = turn
        """The places in play, in turn from this one."""
        self.after = _after(turn, table.places)
        """By leader, the others in turn."""
        self.legal = [deck.code[card] for card in position.cards]
        self.reverse = reverse(view)
        self.value = _values(deck, position.values)
        """By code, in thirds."""
        self.trick = tuple((place, deck.code[card]) for place, card in position.trick)
        """The cards on the table."""
        self.start = self.trick_after(self.trick, position.place)
        drawn = len(table.tricks) + position.left - table.counts[position.place]
        self.grows = table.stock > 0 or drawn > 0 or any(table.packets)
        """Whether cards come to the hands, or have come."""
        self.open = position.open
        """The places (as bits) whose hands are known."""
        self.live = deck.suits(position.unseen | position.hand)
        """The cards not played yet."""
        self.left = _left(position)
        """Tricks still to be won."""
        self.taken = [0] * table.places
        """Thirds."""
        for winner, cards in table.tricks:
            self.taken[winner] += sum(position.values[card] for _, card in cards)
        self.laid = sum(self.value[code] for code in deck.codes(table.laid & table.gone & ~table.played))
        """Thirds that one has laid face down oneself."""
        self.unknown = _unknown(self, position)
        self.whole = self.live.copy()
        """The cards in hands and on the table."""
        for _, code in self.trick:
            self.whole[code >> 4] |= 1 << (code & 15)
        led = self.start.led if self.trick else -1
        apart = options(self.unknown.fixed[self.place], 0, led, self.whole)
        self.options = [code for code in apart if code in self.legal] or self.legal
        """The codes among which the choice is."""
        self._payoffs: dict[tuple[int, ...], Payoff] = {}
        self._rules = view.game.rules
        sides = view.state.sides or table.sides
        self.sides = _sides_of(sides, table.places) if sides else None
        """The side of each place, where all know it."""

    def trick_after(self, plays: Sequence[tuple[int, int]], place: int) -> Trick:
        """Return the trick in which these cards lie on the table and this place is to play."""
        if not plays:
            return Trick(place)
        leader, code = plays[0]
        led = code >> 4
        best, winner = max((code & 15, player) for player, code in plays if code >> 4 == led)
        thirds = sum(self.value[code] for _, code in plays)
        return Trick(leader, self.after[leader][len(plays) - 1 :], led, best, winner, thirds)

    def side(self, world: World) -> tuple[int, ...]:
        """Return the side of each place; where each plays for himself, a side is a place."""
        table = self.table
        if self.sides:
            return self.sides
        if table.declarer is None:
            return tuple(range(self.places))
        with_him = {table.declarer}
        if table.called is not None:
            partner = self._holder(world, self.deck.code[table.called]) if table.partner is None else table.partner
            if partner is not None:
                with_him.add(partner)
        return tuple(0 if place in with_him else 1 for place in range(self.places))

    def payoff(self, side: tuple[int, ...]) -> Payoff:
        """Return what ends are worth with these sides."""
        payoff = self._payoffs.get(side)
        if payoff is None:
            rules = self._rules
            if self.reverse:
                ace = self.value[7] // 3
                payoff = by_fewest(side, sorted(self.playing), ace, rules)
            else:
                payoff = (by_points if self.table.contract is None else by_stake)(side, rules)
            self._payoffs[side] = payoff
        return payoff

    def last(self, world: World) -> int:
        """Return the thirds that go with the last trick, what lies face down included."""
        if self.table.stock or any(self.table.packets):
            return LAST_TRICK
        return LAST_TRICK + self.laid + sum([self.value[code] for code in world.rest])

    def refill(self, world: World, luck: Random) -> Refill | None:
        """Return what comes to the hands after each trick in this world: from the stock or from the packets."""
        if self.table.stock:
            stock = world.rest
            luck.shuffle(stock)
            return _from_stock(stock, self.after)
        if any(self.table.packets):
            luck.shuffle(world.rest)
            return _from_packets(self._chains(world.rest))
        return None

    def _chains(self, cards: list[int]) -> dict[tuple[int, int], list[int]]:
        """Return, by place and code of a packet's top, the cards under it."""
        chains = {}
        for place, packets in enumerate(self.table.packets):
            for top, under in packets.values():
                if under:
                    chains[place, self.deck.code[top]] = [cards.pop() for _ in range(under)]
        return chains

    def _holder(self, world: World, code: int) -> int | None:
        suit, bit = code >> 4, 1 << (code & 15)
        return next((place for place in self.playing if world.hands[4 * place + suit] & bit), None)


def _after(turn: Sequence[int], places: int) -> list[tuple[int, ...]]:
    after: list[tuple[int, ...]] = [()] * places
    for number, place in enumerate(turn):
        after[place] = (*turn[number + 1 :], *turn[:number])
    return after


def _values(deck: Deck, values: Sequence[int]) -> list[int]:
    by_code = [0] * 64
    for card, code in enumerate(deck.code):
        if code >= 0:
            by_code[code] = values[card]
    return by_code


def _left(position: Position) -> int:
    table = position.table
    under = sum(under for _, under in table.packets[position.place].values())
    return position.left + table.stock // (1 + len(position.others)) + under


def _unknown(scene: Scene, position: Position) -> Unknown:
    """Return which cards are to be dealt, to whom, and who cannot have them."""
    table, deck, place = position.table, scene.deck, position.place
    own_under = sum(under for _, under in table.packets[place].values())
    fixed, need, barred = [], [], []
    rest = position.rest
    for other in range(scene.places):
        known = position.hand if other == place else position.known[other] & position.unseen
        lacks = deck.suits(table.lacks[other])
        bars = [ALL if table.voids[other] >> suit & 1 else lacks[suit] for suit in range(4)]
        number = 0
        if other in position.others:
            if other == table.partner and table.called is not None and rest >> table.called & 1:
                known |= 1 << table.called
                rest &= ~known
            total = position.left + own_under - (other in dict(position.trick))
            number = total - known.bit_count() - sum(under for _, under in table.packets[other].values())
        fixed.append(tuple(deck.suits(known)))
        need.append(number)
        barred.append(tuple(bars))
    need.append(rest.bit_count() - sum(need))
    barred.append((0, 0, 0, 0))
    if min(need) < 0:
        raise ValueError(f"{rest.bit_count()} unknown cards for places {need}")
    return Unknown(tuple(deck.codes(rest)), tuple(fixed), tuple(need), tuple(barred))


def _sides_of(sides: Sequence[Sequence[int]], places: int) -> tuple[int, ...]:
    number = {place: side for side, members in enumerate(sides) for place in members}
    return tuple(number.get(place, len(sides) + place) for place in range(places))


def _from_stock(stock: list[int], after: Sequence[tuple[int, ...]]) -> Refill:
    """R2.2: the winner draws, then the others in turn."""

    def draw(hands: list[int], winner: int, trick: list[tuple[int, int]]) -> None:
        if stock:
            for place in (winner, *after[winner]):
                code = stock.pop()
                hands[4 * place + (code >> 4)] |= 1 << (code & 15)

    return draw


def _from_packets(chains: dict[tuple[int, int], list[int]]) -> Refill:
    """R3.3: what lies under a top that was played is turned up."""

    def turn_up(hands: list[int], winner: int, trick: list[tuple[int, int]]) -> None:
        for play in trick:
            under = chains.pop(play, None)
            if under:
                place, code = play[0], under.pop()
                hands[4 * place + (code >> 4)] |= 1 << (code & 15)
                chains[place, code] = under

    return turn_up
