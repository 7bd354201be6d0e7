"""Bouts: what is played with a candidate, a whole game or one decision in the middle of one."""

from random import Random
from typing import NamedTuple

from protocol.codec import Answer
from referee.arena.check.bot_session import Dialogue
from referee.arena.check.positions import Spot
from referee.arena.check.random_opponents import Others
from referee.host.faults import Fault
from referee.host.wire.requests import Requests
from referee.rules.deals import SeededDeals, game_seed
from referee.rules.engine import Game, Variant
from referee.rules.games import build
from referee.rules.options import in_words

SEEDS = 1 << 53


class Failure(NamedTuple):
    """A fault, with the place where it came."""

    fault: Fault
    where: str


def bout(
    dialogue: Dialogue, variant: Variant, luck: Random, seat: int | None = None, names: tuple[str, ...] | None = None
) -> list[Answer] | Failure:
    """A whole game, the bot at one seat (any, if none is given), the others by chance; its answers, or what failed."""
    seat = luck.randrange(variant.seats) if seat is None else seat
    seed = game_seed(luck.randbytes(8).hex(), 0)
    fault = dialogue.game(variant, seat, luck.randrange(SEEDS), names)
    if fault:
        return Failure(fault, f"at the message game ({variant.name})")
    game = Game(variant, SeededDeals(seed))
    requests = Requests(game)
    others = Others(game, luck)
    answers: list[Answer] = []
    while (decision := game.decision) is not None:
        if decision.seat != seat:
            game.act(*others.move())
            continue
        place = _place(game, seat)
        answer = dialogue.act(game, requests)
        if isinstance(answer, Fault):
            return Failure(answer, place)
        answers.append(answer)
    dialogue.end(game, requests, seat)
    return answers


def ask(dialogue: Dialogue, spot: Spot, luck: Random) -> Failure | None:
    """One decision, with everything before it told at once, as to a bot that is started in the middle of a game.

    Then somebody else's fault ends the game.
    """
    game = spot.reach()
    fault = dialogue.game(spot.variant, spot.seat, luck.randrange(SEEDS))
    if fault:
        return Failure(fault, f"at the message game ({spot.variant.name})")
    requests = Requests(game)
    place = _place(game, spot.seat)
    answer = dialogue.act(game, requests)
    if isinstance(answer, Fault):
        return Failure(answer, f"{place}, told all at once")
    if game.result is None:
        game.forfeit(next(seat for seat in game.state.circle if seat != spot.seat))
    dialogue.end(game, requests, spot.seat)
    return None


def _place(game: Game, seat: int) -> str:
    """Which decision it is, in words; the legal actions with it."""
    variant, state, decision = game.variant, game.state, game.decision
    assert decision is not None
    legal = decision.legal()
    shown = " ".join(legal[:12]) + (" …" if len(legal) > 12 else "")
    acting = "" if decision.place == seat else f" for place {decision.place}"
    usual = build(variant.name, {}, variant.seats).rules
    rules = "".join(f", {key}={in_words(value)}" for key, value in variant.rules.items() if usual.get(key) != value)
    where = f"{variant.name} with {variant.seats} players{rules}; hand {state.hand}, trick {state.number}, seat {seat}"
    return f"{where}, decision {decision.kind}{acting}, legal {shown}"
