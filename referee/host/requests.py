"""The lines that bots are sent in one game, put together from ready pieces, since they are most of the work."""

from typing import Final

from protocol.events import Fault as ToldFault
from referee.host.text import (
    CARD_HELD,
    CARD_PLAYED,
    CARD_SIZE,
    KINDS,
    PLAYS,
    SAME_FOR_ALL,
    TRICKS,
    cards_text,
    encode_json,
    event_text,
    played_text,
    same_text,
    state_parts,
    trick_text,
)
from referee.rules.cards import BIT, NAMES
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.events import Played, TrickWon

_ACT: Final = (
    b'{"type":"act","id":%d,"decision":"%b","legal":[%b],"hand":[%b],"trick":[%b],"state":%b,"events":[%b],"from":%d,'
    b'"time_ms":%d,"last_ms":%d%b}\n'
)
_END: Final = b'{"type":"end","events":[%b],"from":%d,"result":%b}\n'


class Requests:
    """What each seat of a game has been told, and what it is told next. Every event goes to a seat once, in order."""

    def __init__(self, game: Game) -> None:
        self._log = game.log
        self._state = game.state
        self._read = 0  # events of the game's log that are put into words
        self._told: list[bytes] = []  # what all seats are told alike
        self._private: dict[int, list[bytes | None]] = {}  # by place in that list: what each seat is told instead
        self._apart = -1  # the last such place
        self._sent = [0] * game.variant.seats
        self._untold = [0] * game.variant.seats  # among those, how many the seat was told nothing of
        self._public = self._before = self._behind = b""
        self._trick: list[bytes] = []
        self._masks = [0] * len(game.state.hands)
        self._hands = [b""] * len(game.state.hands)  # the texts of these masks, each card with a comma behind it

    def act(self, decision: Decision, ident: int, time_ms: int, last_ms: int) -> bytes:
        """The request for a decision, with the events since the last message to its seat."""
        if len(self._log) > self._read:
            self._catch_up()
        seat, place, cards = decision.seat, decision.place, decision.cards
        hand = self._state.hands[place]
        if self._masks[place] != hand:
            self._masks[place], self._hands[place] = hand, cards_text(hand)
        held = self._hands[place]
        if cards == hand:
            legal = held[:-1]
        else:  # the cards of one suit, nearly always: they lie side by side in the hand's text
            low = cards & -cards
            start = CARD_SIZE * (hand & low - 1).bit_count()
            if hand & -low & (1 << cards.bit_length()) - 1 == cards:
                legal = held[start : start + CARD_SIZE * cards.bit_count() - 1]
            else:
                legal = cards_text(cards)[:-1]
        if decision.words:
            legal += (b"," if legal else b"") + encode_json(decision.words)[1:-1]
        told, sent = self._told, self._sent[seat]
        if sent > self._apart:  # what the seat has not been told is the same for all: the usual case, in one piece
            self._sent[seat] = len(told)
            first, events = sent - self._untold[seat], b",".join(told[sent:])
        else:
            first, events = self._news(seat)
        return _ACT % (
            ident,
            KINDS[decision.kind],
            legal,
            held[:-1],
            b",".join(self._trick),
            self._public or self._see(),
            events,
            first,
            time_ms,
            last_ms,
            b"" if place == seat and decision.say is None else self._more(decision),
        )

    def end(self, seat: int, result: bytes) -> bytes:
        """The last message of the game to a seat; the result is ready as text."""
        if len(self._log) > self._read:
            self._catch_up()
        first, events = self._news(seat)
        return _END % (events, first, result)

    def fault(self, event: ToldFault) -> None:
        """Let every seat be told of a fault; it comes from the host and not from the rules."""
        self._catch_up()
        self._told.append(encode_json(event))

    def again(self, seat: int) -> None:
        """The seat has a new process: it is told everything from the beginning."""
        self._sent[seat] = self._untold[seat] = 0

    def _news(self, seat: int) -> tuple[int, bytes]:
        """The number of the first event that a seat has not been told, and the texts of all these."""
        told, sent = self._told, self._sent[seat]
        first = sent - self._untold[seat]
        self._sent[seat] = len(told)
        if sent > self._apart:
            return first, b",".join(told[sent:])
        own = self._private
        texts = [own[place][seat] if place in own else told[place] for place in range(sent, len(told))]
        seen = [text for text in texts if text is not None]
        self._untold[seat] += len(texts) - len(seen)
        return first, b",".join(seen)

    def _catch_up(self) -> None:
        """Put what has happened since into words."""
        log, told, other = self._log, self._told, False
        for event in log[self._read :]:
            if event.__class__ is Played:
                place, card = event.seat, event.card
                told.append(same_text(event) if event.say else PLAYS.get((place, card)) or played_text(event))
                self._trick.append(CARD_PLAYED[place][card])
                if self._masks[place] >> card & 1:
                    self._masks[place] ^= BIT[card]
                    self._hands[place] = self._hands[place].replace(CARD_HELD[card], b"", 1)
            elif event.__class__ is TrickWon:
                told.append(TRICKS.get((event.winner, event.number)) or trick_text(event))
                self._trick = []
                self._public = b""
            else:
                if isinstance(event, SAME_FOR_ALL):
                    told.append(same_text(event))
                else:
                    self._apart = len(told)
                    self._private[len(told)] = [event_text(event, seat) for seat in range(len(self._sent))]
                    told.append(b"")
                other = True
        self._read = len(log)
        if other:  # the state is that after all of them, whatever has been played since
            self._trick = [CARD_PLAYED[place][card] for place, card in self._state.trick]
            self._public = self._before = b""

    def _see(self) -> bytes:
        """What everyone sees of the moment, of which hardly more than the number of the trick changes in a hand."""
        if not self._before:
            self._before, self._behind = state_parts(self._state)
        self._public = b"%b%d%b" % (self._before, self._state.number, self._behind)
        return self._public

    def _more(self, decision: Decision) -> bytes:
        """What only some requests have: the place acted for and the bot's own cards, the sayings."""
        more = b""
        if decision.place != decision.seat:
            more += b',"as":%d,"own":[%b]' % (decision.place, cards_text(self._state.hands[decision.seat])[:-1])
        if decision.say is not None:
            more += b',"say":' + encode_json({NAMES[card]: sayings for card, sayings in decision.say.items()})
        return more
