"""A person at the terminal: told what his seat is told, asked for a legal action, asked again before it is sent."""

from collections.abc import Sequence
from typing import Final

from protocol import events as told
from protocol.shown import shown
from referee.arena.person import Left
from referee.cli.screen import Screen
from referee.cli.suits import Suits, by_suit, card_named, face, faces
from referee.records.record import FaultRecord
from referee.records.telling import tell
from referee.records.tricktable import TrickTable
from referee.rules.cards import CARD, NAMES, names_of
from referee.rules.decision import Action, Decision, text_of
from referee.rules.engine import Game
from referee.rules.why import why_illegal

_NAME: Final = 14
_ASKED: Final = {
    "redeal": "keep the hand, or deal again",
    "declare": "what do you declare",
    "bid": "your bid",
    "raise": "plain, or more",
    "call": "the card you call",
    "how": "with its holder as partner, or in exchange for a card",
    "swap": "the card you lay down to exchange",
    "return": "the card you give back",
    "discard": "the card you discard",
    "give": "the card you give away",
    "bury": "the card you bury",
    "expose": "the packets you turn over",
    "play": "your card",
    "sola": "all points are yours: take them off, or give them to the others",
}
_HELP: Final = (
    "type a card as it is shown, or the number before it; a saying goes behind it",
    "h  what was played in this hand      u  take back what you typed, before it is sent",
    "q  leave (the game in play is not kept)      ?  this text",
)


class Terminal:
    """What a person sees and types. With `confirm` everything is asked once more before it is sent."""

    def __init__(self, screen: Screen, seat: int, suits: Suits, confirm: bool) -> None:
        self._screen = screen
        self._seat = seat
        self._suits: Suits = suits
        self._confirm = confirm
        self._names: list[str] = []
        self._table = TrickTable(["you"])
        self._sides: Sequence[Sequence[int]] = ()
        self._by_side = False
        self._history: list[str] = []

    def sit_down(self, game: Game, names: Sequence[str]) -> None:
        """A game begins."""
        variant = game.variant
        self._names = [shown(name, _NAME) for name in names] + ["dummy"] * (game.state.places - variant.seats)
        self._sides, self._by_side = variant.sides or (), variant.unit == "side"
        places = ", ".join(map(self._named, range(len(self._names))))
        self._screen.show(f"{variant.name}: {places}; you are {self._seat}", "bold")
        self._screen.show("? explains what you may type")

    def see(self, events: Sequence[told.Event]) -> None:
        """Show what happened: tricks as rows, all else in words."""
        for event in events:
            match event:
                case told.Deal():
                    self._history.clear()
                    self._table = TrickTable(self._names)
                    self._table.begin()
                    self._tell(f"\nhand {event.hand}: {self._named(event.dealer)} deals", "bold cyan")
                case told.Play():
                    self._table.play(event.seat, face(event.card, self._suits), event.say or ())
                case told.Trick():
                    self._table.winner = event.winner
                    for row in self._table.take():
                        self._tell(row)
                case told.HandEnd() | told.GameEnd():
                    self._tell(tell(event, self._named, self._unit), "green")
                case _:
                    self._tell(f"  {tell(event, self._named, self._unit)}", "magenta")

    def see_fault(self, fault: FaultRecord) -> None:
        """A bot was at fault."""
        reason = shown(str(fault.evidence.get("reason", "")), 200)
        what = f"{self._named(fault.seat)} is at fault: {fault.fault} ({fault.clause}), {fault.consequence}; {reason}"
        self._screen.show(what, "bold red")

    def decide(self, game: Game, decision: Decision) -> tuple[Action, tuple[str, ...]]:
        """Ask until something legal is typed, and confirmed."""
        self._show_position(game, decision)
        while True:
            typed = self._screen.ask(_ASKED.get(decision.kind, decision.kind))
            if self._is_command(typed, game, decision):
                continue
            chosen = self._chosen(game, decision, typed)
            if chosen is not None and (typed == "" or self._sure(*chosen)):
                return chosen

    def _is_command(self, typed: str, game: Game, decision: Decision) -> bool:
        """Do what is no answer."""
        match typed.lower():
            case "q":
                raise Left
            case "?":
                for line in _HELP:
                    self._screen.show(line)
            case "h":
                for line in self._history or ["nothing has happened yet"]:
                    self._screen.show(line)
                self._show_position(game, decision)
            case "u":
                self._screen.show("nothing to take back: nothing is typed")
            case _:
                return typed == "" and len(decision.legal()) > 1  # Enter alone takes what is the only legal action
        return True

    def _chosen(self, game: Game, decision: Decision, typed: str) -> tuple[Action, tuple[str, ...]] | None:
        """The legal action that is meant, with what is to be said; None, with the reason shown, if there is none."""
        legal = decision.legal()
        text, say = self._meant(typed, legal)
        action = CARD.get(text, text)
        if not decision.allows(action):
            rule, why = why_illegal(game.state, decision, action)
            self._screen.show(f"not allowed ({rule}): {faces(shown(why, 200), self._suits)}", "red")
            return None
        offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
        wrong = [saying for saying in say if saying not in offered]
        if wrong:
            may = ", ".join(offered) or "nothing"
            self._screen.show(f"{shown(wrong[0], 40)} may not be said with it (R1.10); you may say {may}", "red")
            return None
        if offered and not say:
            self._screen.show(f"with it you might say: {', '.join(offered)}")
        return action, say

    def _meant(self, typed: str, legal: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """What the words mean: a number of the list, a word, or a card in any way of writing; sayings behind it."""
        if not typed:
            return legal[0], ()
        words = typed.split()
        for length in range(min(3, len(words)), 0, -1):
            text, say = " ".join(words[:length]), tuple(words[length:])
            if length == 1 and text.isdecimal() and 1 <= int(text) <= len(legal):
                return legal[int(text) - 1], say
            card = card_named(text, self._suits)
            if text.lower() in legal or card in legal or card in CARD:
                return text.lower() if text.lower() in legal else card, say
        return typed, ()

    def _sure(self, action: Action, say: tuple[str, ...]) -> bool:
        """Whether the person means it: nothing is sent before that."""
        if not self._confirm:
            return True
        what = " ".join((faces(text_of(action), self._suits), *say))
        while True:
            match self._screen.ask(f"{what}: Enter sends it, u takes it back").lower():
                case "" | "y":
                    return True
                case "u" | "n":
                    self._screen.show("taken back")
                    return False
                case "q":
                    raise Left

    def _show_position(self, game: Game, decision: Decision) -> None:
        """The hand, the table and what is legal; nothing that the seat does not know."""
        state, show = game.state, self._screen.show
        scores = ", ".join(f"{self._unit(number)} {score}" for number, score in enumerate(state.scores))
        show(f"\nhand {state.hand}, trick {state.number}; scores {scores}")
        self._show_hand("your hand", names_of(state.hands[self._seat]))
        if decision.place != self._seat:
            self._show_hand("the dummy's", names_of(state.hands[decision.place]))
        if state.trick:
            cards = ", ".join(f"{self._named(place)} {face(NAMES[card], self._suits)}" for place, card in state.trick)
            show(f"  on the table: {cards}")
        elif decision.kind == "play":
            show("  you lead")
        legal = "  ".join(f"{number}) {faces(text, self._suits)}" for number, text in enumerate(decision.legal(), 1))
        show(f"  {legal}")

    def _show_hand(self, label: str, cards: Sequence[str]) -> None:
        rows = "   ".join(f"{suit} {ranks}" for suit, ranks in by_suit(cards, self._suits))
        self._screen.show(f"  {label}: {rows or 'no card'}")

    def _tell(self, text: str, style: str = "") -> None:
        """Show a line of what happened, and keep it for the history."""
        line = faces(text, self._suits)
        self._history.append(line)
        self._screen.show(line, style)

    def _named(self, place: int) -> str:
        return f"{place} you" if place == self._seat else f"{place} {self._names[place]}"

    def _unit(self, number: int) -> str:
        """A side by its seats, or a seat."""
        return "+".join(map(str, self._sides[number])) if self._by_side and self._sides else str(number)
