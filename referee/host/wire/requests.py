"""The lines that bots are sent in one game, put together from ready pieces, since they are most of the work."""

from typing import Final

from protocol.events import Fault as ToldFault
from referee.host.wire.wire_text import (
    CARD_HELD,
    CARD_PLAYED,
    KINDS,
    ONE_SUIT,
    PLAYS,
    SAME_FOR_ALL,
    cards_text,
    encode_json,
    event_text,
    same_text,
    state_parts,
    trick_text,
)
from referee.rules.cards import NAMES
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.events import Played, TrickWon

_ACT: Final = (
    b'{"type":"act","id":%d,"decision":"%b","legal":[%b],"hand":[%b],"trick":[%b],"state":%b,"events":[%b],"from":%d,'
    b'"time_ms":%d,"last_ms":%d%b}\n'
)
_BUT_THE_COMMA: Final = slice(-1)
_END: Final = b'{"type":"end","events":[%b],"from":%d,"result":%b}\n'


class Requests:
    """What each seat of a game has been told, and what it is told next. Every event goes to a seat once, in order."""

    __slots__ = (
        "_apart",
        "_before",
        "_behind",
        "_hands",
        "_log",
        "_masks",
        "_private",
        "_public",
        "_read",
        "_sent",
        "_state",
        "_told",
        "_trick",
        "_untold",
    )

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
        self._hands = [b""] * len(game.state.hands)  # the texts of these masks, a comma behind them

    def act(self, decision: Decision, ident: int, time_ms: int, last_ms: int) -> bytes:
        """The request for a decision, with the events since the last message to its seat."""
        log, told = self._log, self._told
        if len(log) - self._read == 1 and (event := log[-1]).__class__ is Played and not event.say:
            place, card = event.seat, event.card  # the usual case by far
            told.append(PLAYS[place][card])
            self._trick.append(CARD_PLAYED[place][card])
            self._read += 1
        else:
            self._catch_up()
        seat, place, cards = decision.seat, decision.place, decision.cards
        hand, before = self._state.hands[place], self._masks[place]
        if hand != before:
            gone = CARD_HELD.get(before ^ hand)
            held = self._hands[place].replace(gone, b"", 1) if gone and hand < before else cards_text(hand) + b","
            self._masks[place], self._hands[place] = hand, held
        else:
            held = self._hands[place]
        held = held[_BUT_THE_COMMA]
        legal = held if cards == hand else ONE_SUIT.get(cards) or cards_text(cards)
        if decision.words:
            legal += (b"," if legal else b"") + encode_json(decision.words)[1:-1]
        sent = self._sent[seat]
        if sent > self._apart:  # what the seat has not been told is the same for all: the usual case, in one piece
            self._sent[seat] = len(told)
            first, events = sent - self._untold[seat], b",".join(told[sent:])
        else:
            first, events = self._news(seat)
        return _ACT % (
            ident,
            KINDS[decision.kind],
            legal,
            held,
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
        texts: list[bytes | None] = [*told[sent:]]
        for place in reversed(self._private):
            if place < sent:
                break
            texts[place - sent] = self._private[place][seat]
        seen = [text for text in texts if text is not None]
        self._untold[seat] += len(texts) - len(seen)
        return first, b",".join(seen)

    def _catch_up(self) -> None:
        """Put what has happened since into words."""
        log, told, other = self._log, self._told, False
        for event in log[self._read :]:
            if event.__class__ is Played:
                place, card = event.seat, event.card
                told.append(same_text(event) if event.say else PLAYS[place][card])
                self._trick.append(CARD_PLAYED[place][card])
            elif event.__class__ is TrickWon:
                told.append(trick_text(event.winner, event.number))
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
            more += b',"as":%d,"own":[%b]' % (decision.place, cards_text(self._state.hands[decision.seat]))
        if decision.say is not None:
            more += b',"say":' + encode_json({NAMES[card]: sayings for card, sayings in decision.say.items()})
        return more
