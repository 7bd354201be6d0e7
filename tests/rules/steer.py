"""Playing games from a seed, steered to what chance alone seldom reaches; choices any program can recompute."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from referee.rules.deals import Deals, SeededDeals, game_seed
from referee.rules.decision import Action, Decision, text_of
from referee.rules.engine import Game, Variant
from referee.rules.games import build, names, spec
from referee.rules.options import BadRules, Option

Plan = Mapping[str, str]
"""What to answer, by kind of decision, where it is legal: a word, or `first` or `last`; elsewhere chance decides."""

BIDS = ("chiamo", "chiedo", "solo", "solissimo")
PLANS: tuple[Plan, ...] = (
    {},
    *({"bid": bid} for bid in BIDS),
    *({"bid": "solissimo", "raise": word} for word in ("plain", "dividete", "scegliete")),
    *({"bid": "chiamo", "how": word} for word in ("partner", "swap")),
    *({"bid": "solo", "call": end} for end in ("first", "last")),
    {"bid": "pass"},
    {"redeal": "redeal"},
    {"declare": "done"},
    {"declare": "first"},
    {"sola": "discount"},
    {"sola": "give"},
    {"play": "first"},
    {"play": "last"},
)


class Chance:
    """Numbers that follow from a text: the n-th is SHA-256 of `text/n`, its first 8 bytes, modulo the choices."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.count = 0

    def below(self, choices: int) -> int:
        self.count += 1
        return int.from_bytes(sha256(f"{self.text}/{self.count}".encode()).digest()[:8], "big") % choices


class Step(msgspec.Struct):
    """One action as it was taken; `attempt` numbers the entries of `game.hands`, `events` what had happened before."""

    seat: int
    place: int
    kind: str
    action: Action
    say: tuple[str, ...]
    attempt: int
    events: int
    decision: Decision


class Playout(msgspec.Struct):
    """A game played to its end, and how."""

    game: Game
    steps: list[Step]

    def kinds(self) -> set[str]:
        return {step.kind for step in self.steps}

    def words(self) -> set[str]:
        return {step.action for step in self.steps if isinstance(step.action, str)}


def play(
    variant: Variant,
    seed: str,
    plan: Plan | None = None,
    deals: Deals | None = None,
    watch: Callable[[Game], None] | None = None,
) -> Playout:
    """A game by chance and plan; `watch` is called at each decision."""
    chance = Chance(seed)
    game = Game(variant, deals or SeededDeals(game_seed(seed, 0)))
    steps: list[Step] = []
    while game.decision:
        if watch:
            watch(game)
        decision = game.decision
        action = choose(decision, chance, plan or {})
        say = choose_say(decision, action, chance)
        steps.append(
            Step(
                decision.seat, decision.place, decision.kind, action, say, len(game.hands) - 1, len(game.log), decision
            )
        )
        game.act(action, say)
    return Playout(game, steps)


def choose(decision: Decision, chance: Chance, plan: Plan) -> Action:
    """The planned answer if it is legal, else one by chance; with a bid planned and not to be had, a pass.

    Claims are seldom made: a wrong one would end most games.
    """
    actions = decision.actions()
    wish = plan.get(decision.kind)
    if wish in ("first", "last"):
        return actions[0 if wish == "first" else -1]
    if wish in decision.words:
        return wish
    if wish is not None and decision.kind == "bid" and "pass" in decision.words:
        return "pass"
    likely = [action for action in actions if not text_of(action).startswith("claim:")]
    if chance.below(40):
        actions = likely
    return actions[chance.below(len(actions))]


def choose_say(decision: Decision, action: Action, chance: Chance) -> tuple[str, ...]:
    """Something to say every other time, where something is offered with the card."""
    offered = (decision.say or {}).get(action, ()) if isinstance(action, int) else ()
    if not offered or chance.below(2):
        return ()
    return (offered[chance.below(len(offered))],)


def tables(most_hands: int = 2) -> Iterator[tuple[str, Variant]]:
    """Every game with every number of players and every preset, with a name; no more hands than it needs."""
    for name in names():
        for preset in ("contest", *(each for each in spec(name).presets if each != "contest")):
            for seats in spec(name).seats:
                label = f"{name}-{seats}" + ("" if preset == "contest" else f"-{preset}")
                yield label, table(name, seats, preset, most_hands)


def table(name: str, seats: int, preset: str | None = None, most_hands: int = 2) -> Variant:
    """A game with few hands, where it goes by hands and allows so few (col-morto wants a multiple of 3)."""
    variant = build(name, {}, seats, preset)
    hands = variant.rules.get("hands")
    for fewer in range(most_hands, hands if isinstance(hands, int) else 0):
        try:
            return build(name, {"hands": fewer}, seats, preset)
        except BadRules:
            continue
    return variant


COMPANIONS: dict[str, tuple[dict[str, object], ...]] = {
    # options that say nothing, or are refused, without another one: what to try with them, in order
    "end": ({"target": 11},),
    "end_mode": ({"target": 31},),
    "bust": ({"target": 31, "end_mode": "elimination"}, {"target": 31}),
    "accuse_told": ({"accuse": "ask"},),
    "accuse_when": ({"accuse": "ask"},),
    "accuse_window": ({"accuse": "ask"},),
    "talk_truth": ({"talk": "full"},),
    "target": ({"score": "race"},),
}


def spread(name: str, seats: int) -> Iterator[tuple[str, Variant]]:
    """The game with each option in turn set to each of its other values, the rest as they are by default."""
    for option in spec(name).options:
        for value in values(option):
            for companions in (*COMPANIONS.get(option.key, ()), {}):
                try:
                    yield f"{option.key}={value}", build(name, {**companions, option.key: value}, seats)
                except BadRules:  # not with this number of players, or not with the other options as they are
                    continue
                break


def values(option: Option) -> list[object]:
    """Some values of an option that are not its default."""
    if option.key in ("players", "max_hands"):
        return []
    if option.key in ("hands", "target"):
        return [value for value in (2, 3, 21) if value != option.default]
    if option.many:
        every: Sequence[object] = (*option.keywords, [*option.choices], *([choice] for choice in option.choices[:2]))
    elif option.choices:
        every = option.choices
    elif option.numbers:
        every = option.numbers
    elif option.length:
        every = [[1, 2, 3, 6, 12]]
    elif option.least is not None and option.most is not None:
        every = (*range(option.least, min(option.most, option.least + 2) + 1), option.most)
    else:
        every = (True, False)
    return [value for value in every if value != option.default]
