"""The points about play: every game, whole and from the middle, with all that may be asked in it."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from random import Random

from referee.arena.check.bot_session import Dialogue
from referee.arena.check.candidate import Candidate
from referee.arena.check.finding import Point, flaw, good
from referee.arena.check.hints import hint
from referee.arena.check.play_game import Failure, ask, bout
from referee.arena.check.positions import Spot, rare_spots, spots
from referee.arena.check.run_script import Trouble, converse
from referee.arena.check.variants_to_try import Shape, odd, plain, shapes
from referee.records.plurals import quantity
from referee.rules.engine import Variant

GAMES_IN_A_PROCESS = 25
"""After so many games a process is ended and another one started, as a match does (P10)."""


class _Tally:
    """What was played of one game."""

    def __init__(self) -> None:
        self.whole = 0
        self.spots = 0
        self.asked: Counter[str] = Counter()
        self.trouble: Trouble | None = None


def play(candidate: Candidate) -> Iterator[Point]:
    """A point for each game: rounds of games and positions, until there are enough or its share of the time is over."""
    games = candidate.plays()
    for number, game in enumerate(games):
        candidate.tell(f"{game} ({number + 1} of {len(games)})")
        yield _point(game, _played(candidate, game, candidate.terms.seconds / len(games)))


def _played(candidate: Candidate, game: str, seconds: float) -> _Tally:
    """Rounds of one game, in all its shapes: by default at first, and then with odd options."""
    tally, until = _Tally(), time.monotonic() + seconds
    luck = candidate.luck(game)
    before = candidate.asked.copy()
    todo = _tables(game, candidate.terms.rounds, luck, until)
    more = next(todo, None)
    while more is not None and tally.trouble is None:
        some = chain([more], islice(todo, GAMES_IN_A_PROCESS - 1))
        tally.trouble = converse(candidate, partial(_several, some=some, tally=tally, luck=luck))
        more = next(todo, None)
    if tally.trouble is None:
        missing = list(rare_spots(game, candidate.asked - before, luck))
        tally.trouble = converse(candidate, partial(_spots, found=missing, tally=tally, luck=luck)) if missing else None
    tally.asked = candidate.asked - before
    return tally


def _tables(game: str, rounds: int, luck: Random, until: float) -> Iterator[Variant]:
    """What is played in turn; after the first round, as long as there is time."""
    for number in range(rounds):
        for shape in shapes([game]):
            if number and time.monotonic() > until:
                return
            yield odd(shape, luck) if number else plain(shape)


def _several(dialogue: Dialogue, some: Iterable[Variant], tally: _Tally, luck: Random) -> Failure | None:
    """One process's share: of each a whole game, and a position for each kind of decision in it."""
    for variant in some:
        result = bout(dialogue, variant, luck)
        if isinstance(result, Failure):
            return result
        tally.whole += 1
        failure = _spots(dialogue, spots(variant, luck), tally, luck)
        if failure:
            return failure
    return None


def _spots(dialogue: Dialogue, found: Iterable[Spot], tally: _Tally, luck: Random) -> Failure | None:
    for spot in found:
        failure = ask(dialogue, spot, luck)
        if failure:
            return failure
        tally.spots += 1
    return None


def _point(game: str, tally: _Tally) -> Point:
    played = f"{quantity(tally.whole, 'game')} and {quantity(tally.spots, 'position')}"
    asked = ", ".join(f"{kind} {count:,}" for kind, count in sorted(tally.asked.items()))
    if tally.trouble:
        evidence = f"{tally.trouble.evidence}; before that {played} went well"
        return flaw("play", game, evidence, hint(tally.trouble))
    return good("play", game, f"{played}: {asked}")


def again(candidate: Candidate) -> Point:
    """Whether a game leaves traces in the next one of its kind."""
    advice = "forget cards, tricks and sides when a message game comes: nothing holds from one game to the next"
    return _in_a_row(candidate, "game after game", [shapes(candidate.plays())[0]] * 4, advice)


def another(candidate: Candidate) -> Point:
    """Whether a game leaves traces in one of another kind."""
    every = shapes(candidate.plays())
    row = [every[0], every[len(every) // 2], every[-1], every[0]]
    advice = "read variant, rules, seat and sides anew from each message game"
    return _in_a_row(candidate, "another game with other rules", row, advice)


def _in_a_row(candidate: Candidate, name: str, row: list[Shape], advice: str) -> Point:
    trouble = converse(candidate, partial(_row, row=row))
    if trouble:
        return flaw("games in a row", name, trouble.evidence, hint(trouble, advice))
    return good("games in a row", name, ", ".join(dict.fromkeys(shape.game for shape in row)))


def _row(dialogue: Dialogue, row: list[Shape]) -> Failure | None:
    luck = dialogue.candidate.luck("in a row")
    for shape in row:
        result = bout(dialogue, plain(shape), luck)
        if isinstance(result, Failure):
            return result
    return None


def same_seed(candidate: Candidate) -> Point:
    """Whether it plays the same game in the same way, in two processes that were told the same."""
    name, shape = "same answers for the same seed", shapes(candidate.plays())[0]
    runs: list[list[tuple[str, tuple[str, ...]]]] = []
    for _ in range(2):
        made: list[tuple[str, tuple[str, ...]]] = []
        converse(candidate, partial(_noted, shape=shape, made=made))
        runs.append(made)
    compared = min(map(len, runs))
    differs = next((at for at in range(compared) if runs[0][at] != runs[1][at]), None)
    if differs is None:
        return good("games in a row", name, f"{quantity(compared, 'decision')} of {shape.game}, twice")
    evidence = f"{shape.game}: decision {differs + 1} was {runs[0][differs][0]}, and then {runs[1][differs][0]}"
    advice = "take all chance from the seed in game; a bot that thinks by the clock cannot have this, and need not"
    return flaw("games in a row", name, evidence, advice, "note")


def _noted(dialogue: Dialogue, shape: Shape, made: list[tuple[str, tuple[str, ...]]]) -> Failure | None:
    luck = dialogue.candidate.luck("same seed")
    for _ in range(3):
        result = bout(dialogue, plain(shape), luck)
        if isinstance(result, Failure):
            return result
        made += [(answer.action, answer.say) for answer in result]
    return None
