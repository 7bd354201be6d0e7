"""What a seat knows of the game in progress, put together from the events it was told."""

from typing import Final, assert_never

from bots.cards import CARD, ITALIAN, PIEDMONTESE, RANKS, SUIT_MASK, SUITS, THIRDS, mask_of
from protocol import events as told
from protocol.events import Event
from protocol.messages import Game, Sides

PACKET: Final = 5
"""Cards in a packet (R3.1)."""


class Table:
    """Everything seen so far in a game; what belongs to a hand begins anew with each deal.

    Cards are integers and sets of cards masks, as in `bots.cards`. Lists are by place: the seats, and behind them the
    dummy where there is one. Suits in a set are bits too: bit 0 is bastoni.
    """

    def __init__(self, game: Game) -> None:
        """Sit down at the game; nothing has happened yet."""
        self.seat = game.seat
        self.places = len(game.players) + (game.variant == "col-morto")
        self.whole = PIEDMONTESE if "piemontese36" in game.rules.values() else ITALIAN
        self.sides: Sides | None = game.sides
        """The sides, where they are known and hold for the game."""
        self.scores: list[int] = []
        self.out: set[int] = set()
        """Seats that have left the game."""
        self._clear(told.Deal(hand=0, attempt=0, order=(), dealer=0, cards=(), counts=()))

    def _clear(self, deal: told.Deal) -> None:
        self.hand = deal.hand
        self.attempt = deal.attempt
        self.order = list(deal.order)
        """The turn order."""
        self.dealer = deal.dealer
        self.counts = list(deal.counts)
        """The cards each place was dealt."""
        self.dealt = mask_of(deal.cards)
        """One's own."""
        self.bottoms = [CARD[name] for name in deal.bottoms or ()]
        """The bottoms of one's own packets, in order."""
        self.stock = deal.stock or 0
        """How many cards lie in the stock."""
        self.deck = self.whole & ~mask_of(deal.removed or ())
        """All cards of this hand."""
        self.played = 0
        self.gone = 0
        """Played cards, and those one knows to lie face down."""
        self.laid = 0
        """Those that one laid face down oneself."""
        self.known = [0] * self.places
        """Cards that each place is known to hold in its hand."""
        self.open = 0
        """Places (as bits) whose whole hand is known."""
        self.tops = [0] * self.places
        """The visible tops of its packets."""
        self.packets: list[dict[int, tuple[int, int]]] = [{} for _ in range(self.places)]
        """By number, the top of each packet turned over, played or not, and how many cards lie under it."""
        self.voids = [0] * self.places
        """Suits that each place cannot follow."""
        self.lacks = [0] * self.places
        """Single cards that each place is known not to hold."""
        self.exchanged = 0
        """Places (as bits) whose hands are not those they were dealt."""
        self.trick: list[tuple[int, int]] = []
        """The cards on the table: place and card."""
        self.tricks: list[tuple[int, list[tuple[int, int]]]] = []
        """The tricks that are over: who won it, and its cards."""
        self.taken = [0] * self.places
        """Thirds in the tricks of each place."""
        self.declared = [0] * self.places
        """Points declared."""
        self.bids: list[tuple[int, str]] = []
        self.contract: str | None = None
        self.declarer: int | None = None
        self.called: int | None = None
        """The card named by the declarer."""
        self.how: str | None = None
        self.partner: int | None = None
        """The declarer's, once known."""
        self.said: list[tuple[int, int, tuple[str, ...]]] = []
        """What leaders said: place, card led, sayings."""

    def unseen(self, mine: int) -> int:
        """Return the cards that others hold or that lie face down, as far as one knows; `mine` are one's own."""
        return self.deck & ~(self.gone | mine)

    def follow(self, event: Event) -> None:
        """Take in the next event."""
        match event:
            case told.Play():
                self._play(event)
            case told.Trick():
                self._trick(event)
            case told.Deal():
                self._clear(event)
            case told.Draw():
                self._gain(event.seat, CARD[event.card])
                self.stock -= 1
            case told.Declare() | told.Reveal():
                self._declare(event)
            case told.Bid():
                self.bids.append((event.seat, event.bid))
            case told.Contract():
                self.contract, self.declarer = event.bid, event.seat
            case told.Call():
                self.called, self.declarer = CARD[event.card], event.seat
                self.lacks[event.seat] |= 1 << CARD[event.card]
            case told.How():
                self.how = event.bid
            case told.Partner():
                self.partner = event.seat
            case told.Seating():
                self.order, self.sides = list(event.order), event.sides
            case told.PassCard():
                self._pass(event)
            case told.Discard() | told.Bury() | told.Swap():
                self._lay(event)
            case told.Expose():
                self.tops[event.seat] = mask_of(event.tops)
                for packet, top in zip(event.packets, event.tops, strict=True):
                    self.packets[event.seat][packet] = CARD[top], PACKET - 1
            case told.TurnUp():
                self.tops[event.seat] |= 1 << CARD[event.card]
                self.packets[event.seat][event.packet] = (CARD[event.card], self._under(event) - 1)
                self._may_follow(event.seat, CARD[event.card])
            case told.TakeUp():
                self.tops[event.seat] &= ~(1 << CARD[event.card])
                self._gain(event.seat, CARD[event.card])
            case told.Dummy() | told.Claim():
                self._show(event)
            case told.HandEnd():
                self.scores = list(event.scores)
            case told.Out():
                self.out.add(event.seat)
            case told.Monte():
                self._monte(event)
            case told.Annul() | told.ThrownIn() | told.Lone() | told.Raise() | told.Count():
                pass  # the next deal, the sides in `state` or one's own hand say all that matters
            case told.GameEnd() | told.Fault():
                pass
            case _:
                assert_never(event)

    def _under(self, event: told.TurnUp) -> int:
        return self.packets[event.seat].get(event.packet, (0, 0))[1]

    def _play(self, event: told.Play) -> None:
        card, seat = CARD[event.card], event.seat
        if self.trick and card // 13 != self.trick[0][1] // 13:
            self.voids[seat] |= 1 << self.trick[0][1] // 13
        self.trick.append((seat, card))
        self.played |= 1 << card
        self.gone |= 1 << card
        self.known[seat] &= ~(1 << card)
        self.tops[seat] &= ~(1 << card)
        if event.say:
            self.said.append((seat, card, event.say))

    def _trick(self, event: told.Trick) -> None:
        self.tricks.append((event.winner, self.trick))
        self.taken[event.winner] += sum(THIRDS[card] for _, card in self.trick)
        self.trick = []

    def _gain(self, seat: int, card: int) -> None:
        """A card went to a hand for all to see."""
        self.known[seat] |= 1 << card
        self.lacks[seat] &= ~(1 << card)
        self._may_follow(seat, card)

    def _may_follow(self, seat: int, card: int) -> None:
        self.voids[seat] &= ~(1 << card // 13)

    def _declare(self, event: told.Declare | told.Reveal) -> None:
        if isinstance(event, told.Declare):
            self.declared[event.seat] += event.points
        shown = mask_of(event.cards or ()) if isinstance(event, told.Declare) else 0
        for combo in event.combos or ():
            shown |= _cards_in(combo, self.deck)
        self.known[event.seat] |= shown & ~self.gone

    def _show(self, event: told.Dummy | told.Claim) -> None:
        if event.cards:
            self.known[event.seat] = mask_of(event.cards)
            self.open |= 1 << event.seat

    def _monte(self, event: told.Monte) -> None:
        taken = mask_of(event.cards or ())
        if self.called is not None and not self.known[event.seat] >> self.called & 1:
            taken |= 1 << self.called  # nobody had it to give (R6.3, R9.2)
        for place in self.order:
            self.lacks[place] = 0 if place == event.seat else self.lacks[place] | taken
        self.exchanged |= 1 << event.seat
        if event.seat != self.seat:
            self.gone &= ~self.laid  # he may take what one laid there (R6.3 scegliete)

    def _pass(self, event: told.PassCard) -> None:
        self.exchanged |= 1 << event.from_ | 1 << event.to
        if event.card is None:
            self.known[event.from_] = 0  # it may be any of them
            self.lacks[event.to] = 0
            return
        card = CARD[event.card]
        self.known[event.from_] &= ~(1 << card)
        self.laid &= ~(1 << card)
        self.gone &= ~(1 << card)
        self._gain(event.to, card)

    def _lay(self, event: told.Discard | told.Bury | told.Swap) -> None:
        self.exchanged |= 1 << event.seat
        if event.card is not None:
            self.laid |= 1 << CARD[event.card]
            self.gone |= self.laid
            self.known[event.seat] &= ~self.laid
        else:
            self.known[event.seat] = 0  # it may be any of them


def _cards_in(combo: str, deck: int) -> int:
    """Return the cards of a combination that its name tells: `napoli:b`, `tris:A:s`, `four:3`."""
    kind, *rest = combo.split(":")
    if kind == "napoli" and rest:
        suit = deck & SUIT_MASK[SUITS.index(rest[0])]
        return suit & -(1 << 13 * SUITS.index(rest[0]) + RANKS.index("A"))
    if (kind == "four" and rest) or (kind == "tris" and len(rest) == 2):
        return mask_of(rest[0] + suit for suit in SUITS if suit not in rest[1:])
    return 0
