"""The golden games: for every game, number of players, preset and contract a game played by chance, written down."""

from collections.abc import Iterator

import msgspec

from referee.records.format.from_game import Circumstances, record_of
from referee.records.format.record import ActionRecord, PlayerRecord, Remarks, encode
from referee.rules.decision import text_of
from referee.rules.games import build
from referee.rules.projection import project
from tests.rules.steer import Plan, Playout, Step, play, table, tables

CONTRACTS: dict[str, tuple[Plan, ...]] = {
    # what chance would leave to chance: each contract with its exchanges, and the choices that are seldom offered
    "terziglio-3": (
        {"bid": "chiamo"},
        {"bid": "solo"},
        {"bid": "solissimo", "raise": "dividete"},
        {"bid": "solissimo", "raise": "scegliete"},
        {"bid": "pass"},
    ),
    "quadrigliati-4": ({"bid": "chiamo", "how": "partner"}, {"bid": "chiamo", "how": "swap"}, {"bid": "solo"}),
    "mediatore-4": ({"bid": "chiamo"}, {"bid": "chiedo"}, {"bid": "solo"}, {"bid": "solissimo"}),
    "quintiglio-5": ({"bid": "chiamo"}, {"bid": "chiedo"}, {"bid": "solo"}),
    "a-chiamare-4": ({"bid": "chiedo"},),
    "a-chiamare-6": ({"bid": "chiamo"}, {"bid": "chiedo"}),
    "a-chiamare-7": ({"bid": "chiedo"},),
}


OPTIONS: dict[str, tuple[str, int, dict[str, object]]] = {
    # events and decisions that only options bring
    "tressette-4-coins": ("tressette", 4, {"hands": 3, "partners": "by_coins", "accuse_told": "on_request"}),
    "in-due-2-piemontese36": ("in-due", 2, {"deck": "piemontese36"}),
    "tocca-3-each_hand": ("tocca", 3, {"lone": "each_hand", "accuse": "auto", "accuse_told": "kind"}),
    "traversone-4-elimination": ("traversone", 4, {"target": 21, "end_mode": "elimination"}),
    "rovescino-4-pairs": ("rovescino", 4, {"teams": "pairs"}),
    "ciapano-3-dealer": ("ciapano", 3, {"passing": "dealer", "hands": 1}),
}


def golden() -> Iterator[tuple[str, Playout]]:
    """Each game with the name of its files."""
    for label, variant in tables():
        yield label, play(variant, f"golden {label}")
        for plan in CONTRACTS.get(label, ()):
            one_hand = table(variant.name, variant.seats, most_hands=1)
            yield f"{label}-{'-'.join(plan.values())}", play(one_hand, f"golden {label} {plan}", plan)
    for label, (name, seats, rules) in OPTIONS.items():
        yield label, play(build(name, rules, seats), f"golden {label}")


def record(label: str, playout: Playout) -> bytes:
    """The game's record: a line as `games.jsonl` holds it."""
    game = playout.game
    actions: list[list[ActionRecord]] = [[] for _ in game.hands]
    for step in playout.steps:
        remarks = Remarks(say=step.say[0] if len(step.say) == 1 else step.say) if step.say else None
        actions[step.attempt].append(ActionRecord(step.place, text_of(step.action), 0, remarks))
    players = tuple(PlayerRecord(name=f"p{seat}") for seat in range(game.variant.seats))
    seed = getattr(game.deals, "seed", None)
    return encode(record_of(game, actions, Circumstances(game=label, seed=seed, deal=0, table=0, players=players)))


def transcript(playout: Playout) -> str:
    """What every seat was told and asked, in order.

    `*` begins an event that all were told alike, a number one that this seat was told; `2 play?` what seat 2 was
    offered, and `2 play!` what it did.
    """
    lines: list[str] = []
    told = 0
    for step in playout.steps:
        lines += _told(playout, told, step.events)
        told = step.events
        lines += (f"{_who(step)}? {' '.join(step.decision.legal())}{_sayings(step)}", f"{_who(step)}! {_done(step)}")
    lines += _told(playout, told, len(playout.game.log))
    return "\n".join(lines) + "\n"


def _told(playout: Playout, start: int, end: int) -> Iterator[str]:
    for event in playout.game.log[start:end]:
        seats = [project(event, seat) for seat in range(playout.game.variant.seats)]
        texts = ["" if seen is None else msgspec.json.encode(seen).decode() for seen in seats]
        if len(set(texts)) == 1:
            if texts[0]:
                yield f"* {texts[0]}"
        else:
            yield from (f"{seat} {text}" for seat, text in enumerate(texts) if text)


def _who(step: Step) -> str:
    place = f" as {step.place}" if step.place != step.seat else ""
    return f"{step.seat}{place} {step.kind}"


def _done(step: Step) -> str:
    return " ".join((text_of(step.action), *step.say))


def _sayings(step: Step) -> str:
    """The sayings offered, by card."""
    offered = step.decision.say or {}
    return "".join(f" [{text_of(card)}: {' '.join(sayings)}]" for card, sayings in offered.items())
