"""Dealing out: packets to the players, and what is left to the stock or the monte (R0.12)."""

from collections.abc import Callable, Sequence

from referee.rules.cards import BIT, Card
from referee.rules.engine import Game, Steps
from referee.rules.events import Dealt
from referee.rules.state import Sides, first_of

_bit_of = BIT.__getitem__


def whole_circle(circle: list[int], dealer: int) -> list[int]:
    """The turn order of a hand that everybody plays."""
    return circle


def without_dealer(circle: list[int], dealer: int) -> list[int]:
    """R11.1, seven players: the dealer sits out."""
    return [seat for seat in circle if seat != dealer]


def packets_of(size: int, largest: int = 5) -> tuple[int, ...]:
    """A hand of `size` cards in packets of `largest`, the last one smaller (R12.2)."""
    whole, rest = divmod(size, largest)
    return (largest,) * whole + ((rest,) if rest else ())


def deal_out(
    packets: Callable[[int], Sequence[int]],
    *,
    rest: str | Callable[[int], str] = "",
    singly_first: bool = False,
    order: Callable[[list[int], int], list[int]] = whole_circle,
    auction: bool = False,
    first_leader: Card | None = None,
    hand_sides: Callable[[list[int], int], Sides] | None = None,
) -> Callable[[Game], Steps]:
    """The phase that deals. `packets` gives the packet sizes for a number of active players.

    `rest` says where undealt cards go, for a number of active players or always: `stock`, `monte`, `hands`: singly to
    the first players, one more each; `dealer`: the same, begun with the dealer.
    `singly_first`: in the first hand of a game cards are dealt one at a time (R0.12 `first_packets`).
    `auction`: it is not known yet who leads; otherwise the player at the dealer's right does (R0.10), or in the first
    hand of the game the holder of the card `first_leader` (R1.3).
    `hand_sides`: the sides of a hand, from its turn order and dealer, where they change by hand (R4.3).
    """

    def phase(game: Game) -> Steps:
        state, played = game.state, game.hands[-1]
        begins = played.hand == 0  # an annulled first hand is seated anew (R1.2)
        circle = list(range(state.seats)) if begins else state.circle
        turn = order(circle, played.dealer)
        first = first_of(turn, circle, played.dealer)
        sizes = list(packets(len(turn)))
        if singly_first and begins:
            sizes = [1] * sum(sizes)
        start = turn.index(first)
        seated = turn[start:] + turn[:start]
        to = rest if isinstance(rest, str) else rest(len(turn))
        extra = seated if to == "hands" else seated[::-1] if to == "dealer" else []
        hands, left = _share(played.deck, seated, state.places, sizes, extra)
        leader = None if auction else first
        if first_leader is not None and begins:
            leader = next(place for place, hand in enumerate(hands) if hand >> first_leader & 1)
        game.emit(
            Dealt(
                played.hand,
                played.attempt,
                tuple(circle),
                tuple(turn),
                played.dealer,
                leader,
                tuple(hands),
                stock=left if to == "stock" else (),
                monte=left if to == "monte" else (),
                removed=game.variant.removed(len(circle)),
                sides=game.variant.sides if begins else state.fixed_sides,
                hand_sides=hand_sides(turn, played.dealer) if hand_sides else None,
            )
        )
        yield from ()
        return None

    return phase


def _share(
    deck: Sequence[Card], turn: list[int], places: int, sizes: list[int], extra: list[int]
) -> tuple[list[int], tuple[Card, ...]]:
    """The hands by place, and the cards left; those beyond the packets go singly to the first of `extra`."""
    hands, top = [0] * places, 0
    rounds = [(size, turn) for size in sizes]
    rounds.append((1, extra[: len(deck) - sum(sizes) * len(turn)]))
    for size, getting in rounds:
        for place in getting:
            hands[place] += sum(map(_bit_of, deck[top : top + size]))
            top += size
    return hands, tuple(deck[top:])
