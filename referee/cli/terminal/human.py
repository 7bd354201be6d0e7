"""A person at the terminal: told what his seat is told, asked for a legal action, asked again before it is sent."""

import re
from collections.abc import Sequence
from typing import Final

from protocol import events as told
from protocol.shown import shown
from referee.arena.human_player import Left
from referee.cli.terminal.card_faces import Suits, card_named, face, faces
from referee.cli.terminal.output import terminal_width
from referee.cli.terminal.position import Place
from referee.cli.terminal.prompts import question, unknown
from referee.cli.terminal.screen import Screen
from referee.records.format.record import FaultRecord
from referee.records.plurals import listed
from referee.records.replay.event_text import consequence, tell
from referee.records.replay.game_result_text import Outcome, how_it_counts
from referee.records.replay.trick_table import TrickTable
from referee.rules.cards import CARD
from referee.rules.decision import Action, Decision, text_of
from referee.rules.engine import Game
from referee.rules.why import why_illegal

_NAME: Final = 14
_HELP: Final = (
    "type a choice as it is shown, or the number before it; a saying goes behind a card (3b busso)",
    "  Enter  where there is only one choice: take it",
    "  u      take back what you typed, before it is sent",
    "  h      what has happened in this hand, and the question again",
    "  q      leave; the game in play is not kept",
    "  ?      this text",
    "in the table of tricks > leads, * wins",
)
_VERB: Final = re.compile(r"(?<![\w'])you ([a-z]+s)\b")
_VERBS: Final = {"has": "have", "is": "are", "passes": "pass", "buries": "bury"}
"""The second person of verbs that do more than lose their s."""


class Terminal:
    """What a person sees and types. With `confirm` everything is asked once more before it is sent."""

    def __init__(self, screen: Screen, seat: int, suits: Suits, confirm: bool) -> None:
        self._screen = screen
        self._seat = seat
        self._suits: Suits = suits
        self._confirm = confirm
        self._names: list[str] = []
        self._table = TrickTable(["you"])
        self._outcome: Outcome | None = None
        self._bottoms: Sequence[str] = ()
        self._history: list[str] = []

    def sit_down(self, game: Game, names: Sequence[str]) -> None:
        """A game begins."""
        variant = game.variant
        self._names = [shown(name, _NAME) for name in names] + ["dummy"] * (game.state.places - variant.seats)
        self._names[self._seat] = "you"
        self._outcome = Outcome(game, self._named)
        self._screen.show(f"{variant.name}: you are seat {self._seat}; {self._company(game)}", "bold")
        for line in how_it_counts(game):
            self._screen.show(line)
        self._screen.show("? explains what you may type")

    def _company(self, game: Game) -> str:
        """Who else sits there, and on whose side."""
        others = [place for place in range(game.variant.seats) if place != self._seat]
        mine = next((side for side in game.variant.sides or () if self._seat in side and len(side) > 1), ())
        partners = [self._named(place) for place in others if place in mine]
        rest = [self._named(place) for place in others if place not in mine]
        if partners:
            return f"{listed(partners)} is your partner, against {listed(rest)}"
        return f"the {'other is' if len(rest) == 1 else 'others are'} {listed(rest)}"

    def see(self, events: Sequence[told.Event]) -> None:
        """Show what happened: tricks as rows, all else in words."""
        assert self._outcome is not None
        for event in events:
            self._outcome.watch(event)
            match event:
                case told.Deal():
                    self._history.clear()
                    self._bottoms = event.bottoms or ()
                    self._table = TrickTable(self._names, terminal_width())
                    self._table.begin()
                    self._screen.show()
                    self._tell(f"hand {event.hand}: {self._named(event.dealer)} deals", "bold cyan")
                case told.Play():
                    self._table.play(event.seat, face(event.card, self._suits), event.say or ())
                case told.Trick():
                    self._table.winner = event.winner
                    for row in self._table.take():
                        self._tell(row)
                case told.HandEnd():
                    self._tell_end(self._outcome.hand(event))
                case told.GameEnd():
                    self._tell_end(self._outcome.game(event))
                case _:
                    self._tell(f"  {tell(event, self._named)}", "magenta")

    def _tell_end(self, lines: Sequence[str]) -> None:
        """What came of a hand or of the game, after the cards of a trick that was broken off."""
        for row in self._table.take():
            self._tell(row)
        self._screen.show()
        for line in lines:
            self._tell(line, "green")

    def see_fault(self, fault: FaultRecord) -> None:
        """A bot was at fault."""
        reason = shown(str(fault.evidence.get("reason", "")), 200)
        what = f"{fault.fault} ({fault.clause}), {reason}; {consequence(fault.consequence)}"
        self._screen.show(f"{self._named(fault.seat)} is at fault: {what}", "bold red")

    def decide(self, game: Game, decision: Decision) -> tuple[Action, tuple[str, ...]]:
        """Ask until something legal is typed, and confirmed."""
        self._show_position(game, decision)
        while True:
            typed = self._screen.ask(question(decision, self._suits))
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
            case "" if len(decision.legal()) > 1:  # Enter alone takes what is the only legal action
                self._screen.show(unknown(typed, decision.legal()))
            case _:
                return False
        return True

    def _chosen(self, game: Game, decision: Decision, typed: str) -> tuple[Action, tuple[str, ...]] | None:
        """The legal action that is meant, with what is to be said; None, with the reason shown, if there is none."""
        legal = decision.legal()
        text, say = self._meant(typed, legal)
        action = CARD.get(text, text)
        if action not in legal and not isinstance(action, int):
            self._screen.show(unknown(typed, legal), "red")
            return None
        if not decision.allows(action):
            rule, why = why_illegal(game.state, decision, action)
            self._screen.show(f"not allowed ({rule}): {faces(shown(why, 200), self._suits)}", "red")
            return None
        offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
        wrong = [saying for saying in say if saying not in offered]
        if wrong:
            may = listed(offered, "or") if offered else "nothing"
            self._screen.show(f"{shown(wrong[0], 40)} may not be said with it (R1.10); you may say {may}", "red")
            return None
        if offered and not say:
            self._screen.show(f"with it you might say {listed(offered, 'or')}")
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
        state, outcome = game.state, self._outcome
        assert outcome is not None
        trick = f", trick {state.number}" if decision.kind == "play" else ""
        self._screen.show()
        self._screen.show(f"hand {state.hand}{trick}; {self._scores(state.scores)}", "bold")
        place = Place(self._seat, self._named, self._suits, self._bottoms)
        for line in place.lines(state, decision, _yours(outcome.contract())):
            self._screen.show(line)

    def _scores(self, scores: Sequence[int]) -> str:
        assert self._outcome is not None
        return "scores: " + ", ".join(
            f"{score} for {self._outcome.unit(number)}" for number, score in enumerate(scores)
        )

    def _tell(self, text: str, style: str = "") -> None:
        """Show a line of what happened, and keep it for the history."""
        line = faces(_yours(text), self._suits)
        self._history.append(line)
        self._screen.show(line, style)

    def _named(self, place: int) -> str:
        return "you" if place == self._seat else f"{place} {self._names[place]}"


def _yours(text: str) -> str:
    """A text about one called `you`, as one says it to him."""
    return _VERB.sub(_second_person, text)


def _second_person(found: re.Match[str]) -> str:
    """`you bids` as one says it."""
    return f"you {_VERBS.get(found[1], found[1][:-1])}"
