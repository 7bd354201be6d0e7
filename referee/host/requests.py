"""The lines that bots are sent in one game, put together from ready pieces, since they are most of the work."""

from typing import Final

from protocol.events import Fault as ToldFault
from protocol.messages import Result as ToldResult
from referee.host.text import (
    CARD_PLAYED,
    cards_text,
    encode_json,
    event_text,
    played_text,
    state_parts,
    trick_text,
)
from referee.rules.cards import NAMES
from referee.rules.decision import Decision
from referee.rules.engine import Game
from referee.rules.events import Event, Played, TrickWon

_ACT: Final = (
    b'{"type":"act","id":%d,"decision":"%b","legal":[%b],"hand":[%b],"trick":[%b],"state":%b,"events":[%b],"from":%d,'
    b'"time_ms":%d,"last_ms":%d%b}\n'
)
_END: Final = b'{"type":"end","events":[%b],"from":%d,"result":%b}\n'


class Requests:
    """What each seat of a game has been told, and what it is told next. Every event goes to a seat once, in order."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._log = game.log
        self._read = 0  # events of the game's log that are put into words
        self._state = self._before = self._behind = b""
        self._told: list[list[bytes]] = [[] for _ in range(game.variant.seats)]
        self._sent = [0] * game.variant.seats

    def act(self, decision: Decision, ident: int, time_ms: int, last_ms: int) -> bytes:
        """The request for a decision, with the events since the last message to its seat."""
        if len(self._log) > self._read:
            self._catch_up()
        seat, place, cards = decision.seat, decision.place, decision.cards
        told, sent = self._told[seat], self._sent[seat]
        self._sent[seat] = len(told)
        state = self._game.state
        hand = state.hands[place]
        held = cards_text(hand)
        legal = held if cards == hand else cards_text(cards)
        if decision.words:
            legal += (b"," if legal else b"") + encode_json(decision.words)[1:-1]
        return _ACT % (
            ident,
            decision.kind.encode(),
            legal,
            held,
            b",".join([CARD_PLAYED[place][card] for place, card in state.trick]),
            self._state,
            b",".join(told[sent:]),
            sent,
            time_ms,
            last_ms,
            b"" if place == seat and decision.say is None else self._more(decision),
        )

    def end(self, seat: int, result: ToldResult) -> bytes:
        """The last message of the game to a seat."""
        self._catch_up()
        told, sent = self._told[seat], self._sent[seat]
        return _END % (b",".join(told[sent:]), sent, encode_json(result))

    def fault(self, event: ToldFault) -> None:
        """Let every seat be told of a fault; it comes from the host and not from the rules."""
        self._catch_up()
        text = encode_json(event)
        for told in self._told:
            told.append(text)

    def again(self, seat: int) -> None:
        """The seat has a new process: it is told everything from the beginning."""
        self._sent[seat] = 0

    def _catch_up(self) -> None:
        """Put what has happened since into words."""
        log, tellings = self._log, self._told
        for event in log[self._read :]:
            if type(event) is Played:
                text = played_text(event)
            elif type(event) is TrickWon:
                text = trick_text(event)
                self._state = b""
            else:
                self._state = self._before = b""
                self._tell_apart(event)
                continue
            for told in tellings:
                told.append(text)
        self._read = len(log)
        if not self._state:
            state = self._game.state
            if not self._before:
                self._before, self._behind = state_parts(state)
            self._state = b"%b%d%b" % (self._before, state.number, self._behind)

    def _tell_apart(self, event: Event) -> None:
        """An event that is not the same for all goes through the projection for each seat."""
        for seat, told in enumerate(self._told):
            text = event_text(event, seat)
            if text is not None:
                told.append(text)

    def _more(self, decision: Decision) -> bytes:
        """What only some requests have: the place acted for and the bot's own cards, the sayings."""
        more = b""
        if decision.place != decision.seat:
            more += b',"as":%d,"own":[%b]' % (decision.place, cards_text(self._game.state.hands[decision.seat]))
        if decision.say is not None:
            more += b',"say":' + encode_json({NAMES[card]: sayings for card, sayings in decision.say.items()})
        return more
