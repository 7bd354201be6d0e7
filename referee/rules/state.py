"""The full state of a game: what the events have made of it so far. Only events change it."""

from referee.rules.cards import LED_MASK, Card, Mask

Sides = tuple[tuple[int, ...], ...]


def first_of(order: list[int], circle: list[int], dealer: int) -> int:
    """The place at the dealer's right; a dealer who sits out (R11.1) has it in the circle of the game."""
    turn = order if dealer in order else circle
    return turn[(turn.index(dealer) + 1) % len(turn)]


class State:
    """Everything true at the table. Lists are by place: the seats, and behind them the dummy if there is one (R4)."""

    __slots__ = (
        "active",
        "attempt",
        "called",
        "circle",
        "claimed",
        "combos",
        "contract",
        "dealer",
        "dealt",
        "declared",
        "declarer",
        "dummy_shown",
        "fixed_sides",
        "hand",
        "hands",
        "hands_played",
        "hidden",
        "knocked",
        "laid",
        "lead_said",
        "leader",
        "monte",
        "number",
        "order",
        "out",
        "packets",
        "partner",
        "places",
        "raised",
        "removed",
        "scores",
        "seats",
        "shown",
        "sides",
        "stock",
        "suits_led",
        "taken",
        "thrown_in",
        "tops",
        "trick",
        "untold",
        "utility",
        "won",
    )

    def __init__(self, seats: int, places: int, units: int, sides: Sides | None) -> None:
        """A game that has not begun: `units` is the number of scores, `sides` those that hold for the whole game."""
        self.seats = seats
        self.places = places
        self.circle = list(range(seats))  # turn order of the game: all seats that are still in it
        self.fixed_sides = sides
        self.scores = [0] * units
        self.utility = [0] * seats  # R0.15, over the hands so far
        self.out: list[int] = []  # R12.5
        self.hands_played = 0
        self.thrown_in = 0  # in a row (R0.17)
        self.hand = -1
        self.attempt = 0
        self.dealer = 0
        self.clear(list(range(seats)), [0] * places)

    def clear(self, order: list[int], hands: list[Mask]) -> None:
        """Forget the last hand; `hands` are the new ones."""
        places = self.places
        self.order = order  # turn order of this hand
        self.active = order
        self.hands = hands
        self.dealt = list(hands)
        self.sides = self.fixed_sides  # as everybody knows them
        self.leader = order[0]
        self.number = 1  # of the trick being played
        self.trick: list[tuple[int, Card]] = []
        self.taken: list[Mask] = [0] * places
        self.won = [0] * places  # tricks
        self.shown: Mask = 0  # cards that all have seen, wherever they are now
        self.stock: list[Card] = []
        self.monte: list[Card] = []
        self.removed: tuple[Card, ...] = ()
        self.hidden: Mask = 0  # cards laid face down for the winner of the last trick
        self.laid: Card | None = None  # R8.2, R9.2: laid face down to be exchanged
        self.declared = [0] * places
        self.combos: list[tuple[str, ...]] = [()] * places
        self.untold: list[tuple[str, ...]] = [()] * places  # R1.7 on_request
        self.contract: str | None = None
        self.raised: str | None = None
        self.declarer: int | None = None
        self.called: Card | None = None
        self.partner: int | None = None  # the holder of the called card, known or not
        self.packets: list[list[list[Card]]] = []  # R3: by place, by packet; the last card of a packet comes up first
        self.tops: list[dict[int, Card]] = []  # R3: by place, the visible top by packet number
        self.dummy_shown = False
        self.claimed: Mask = 0  # places (as bits) whose claim:tricks failed in this hand
        self.lead_said: tuple[str, ...] = ()  # with the lead of this trick
        self.suits_led: Mask = 0  # suits (as bits) led so far
        self.knocked: dict[int, int] = {}  # R1.10 liscio: by place, the suit his partner knocked for

    def played(self) -> Mask:
        """The cards played so far in this hand."""
        cards = 0
        for taken in self.taken:
            cards |= taken
        for _, card in self.trick:
            cards |= 1 << card
        return cards

    def next(self, place: int) -> int:
        """The place at the right of `place` in this hand's turn order."""
        order = self.order
        return order[(order.index(place) + 1) % len(order)]

    def first(self) -> int:
        """The place at the dealer's right: the first to get cards and to speak (R0.10)."""
        return first_of(self.order, self.circle, self.dealer)

    def from_first(self) -> list[int]:
        """The turn order, begun at the dealer's right."""
        start = self.order.index(self.first())
        return self.order[start:] + self.order[:start]

    def visible(self, place: int) -> Mask:
        """The visible tops of a place's packets (R3)."""
        mask = 0
        for card in self.tops[place].values() if self.tops else ():
            mask |= 1 << card
        return mask

    def winning(self) -> int:
        """The place whose card is the strongest of the suit led so far (R0.5)."""
        led = LED_MASK[self.trick[0][1]]
        return max((card, place) for place, card in self.trick if led >> card & 1)[1]

    def holder(self, card: Card) -> int | None:
        """The place that holds a card in its hand, if one does."""
        for place, hand in enumerate(self.hands):
            if hand >> card & 1:
                return place
        return None


def alone(state: State, seat: int) -> Sides:
    """The sides when a seat plays against all the other active ones."""
    return ((seat,), tuple(sorted(other for other in state.active if other != seat)))
