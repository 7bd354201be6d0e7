"""Random games of every kind, steered towards what is rare: rules, decks and choices out of one random generator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from referee.records.format.from_game import Circumstances, record_of
from referee.records.format.record import ActionRecord, PlayerRecord, Remarks, encode
from referee.rules import games
from referee.rules.cards import names_of
from referee.rules.deals import GivenDeals, SeededDeals
from referee.rules.decision import Decision, action_of, text_of
from referee.rules.engine import Game, Variant
from referee.rules.options import BadRules, Option
from tests.second_scorer import Offer
from tests.second_scorer.laying import stands

STRENGTH = "45678JQKA239T"
LENGTHS = {"hands": (1, 2, 3, 6), "target": (5, 11, 21, 31, 41), "max_hands": (2, 4, 8)}


@dataclass(frozen=True)
class Played:
    """A game that the engine let be played: its record as JSON reads it, and all that was offered on the way."""

    record: dict[str, object]
    offers: list[Offer]


def draw_rules(name: str, players: int, rng: Random, fixed: Mapping[str, object] | None = None) -> dict[str, object]:
    """Options drawn at random, each kept if the game can be built with it; some need others, so all are tried twice.

    What is `fixed` is not drawn.
    """
    rules: dict[str, object] = dict(fixed or {})
    left = {"players", *rules, "target" if "hands" in rules else rng.choice(("hands", "target"))}
    options = [option for option in games.spec(name).options if option.key not in left]
    drawn = {o.key: _value(o, players, rng) for o in options if o.key in LENGTHS or rng.random() < 0.5}
    for _ in range(2):
        for key in rng.sample(sorted(drawn), len(drawn)):
            try:
                games.build(name, {**rules, key: drawn[key]}, players=players)
            except BadRules:
                continue
            rules[key] = drawn[key]
    return rules


def play(
    name: str, rules: Mapping[str, object], players: int, rng: Random, given: bool = False, contract: str | None = None
) -> Played:
    """One game on a seed, or on given decks, which may run out before it is won; `contract` is bid where it can be."""
    variant = games.build(name, rules, players=players)
    seed = f"{rng.getrandbits(128):032x}"
    game = Game(variant, _decks(variant, rng) if given else SeededDeals(seed))
    steering = Steering(rng, game, contract)
    actions: list[list[ActionRecord]] = []
    offers: list[Offer] = []
    while game.decision is not None:
        decision = game.decision
        actions += [[] for _ in range(len(game.hands) - len(actions))]
        if not actions[-1]:
            steering.new_hand()
        offer = _offer(decision)
        word, say = steering.choose(offer)
        done = actions[-1]
        game.act(action_of(word), say)
        done.append(ActionRecord(decision.place, word, 0, Remarks(say=say) if say else None))
        offers.append(offer)
    actions += [[] for _ in range(len(game.hands) - len(actions))]
    circumstances = Circumstances(
        game="0/0",
        seed=None if given else seed,
        deal=None,
        table=None,
        players=tuple(PlayerRecord(name=f"p{seat}") for seat in range(variant.seats)),
    )
    return Played(msgspec.json.decode(encode(record_of(game, actions, circumstances))), offers)


class Steering:
    """What is chosen, by one who sees all cards.

    In half of the hands everybody plays so that some favoured places take everything; contracts and claims are sought.
    """

    def __init__(self, rng: Random, game: Game, contract: str | None) -> None:
        self._rng = rng
        self._game = game
        self._contracts = (contract,) if contract else ("chiamo", "chiedo", "solo", "solissimo", "pass")
        self.new_hand()

    def new_hand(self) -> None:
        """Draw what this hand is to be."""
        rng = self._rng
        self._contract = rng.choice(self._contracts)
        self._favours = rng.choice(("nobody", "side", "side", "seat", "richest"))
        self._favoured: set[int] = set()
        self._carelessness = rng.choice((0.0, 0.0, 0.05))
        self._boldness = rng.choice((0.0, 0.02, 0.3))

    def choose(self, offer: Offer) -> tuple[str, tuple[str, ...]]:
        """The word, and what is said with it."""
        rng = self._rng
        if offer.kind == "bid":
            return self._bid(offer.words), ()
        if offer.kind == "call":
            in_monte = [card for card in offer.words if action_of(card) in self._game.state.monte]
            return rng.choice(in_monte if in_monte and rng.random() < 0.3 else offer.words), ()
        if offer.kind != "play":
            return rng.choice(offer.words), ()
        claims = [word for word in offer.words if word.startswith("claim")]
        if "claim:tricks" in claims and rng.random() < 0.5 and self._all_is_his(offer.place):
            return "claim:tricks", ()
        if claims and rng.random() < self._boldness:
            return rng.choice(claims), ()
        card = self._card(offer.place, [word for word in offer.words if word not in claims])
        return card, self._say(offer.say.get(card, ()))

    def _bid(self, words: Sequence[str]) -> str:
        if self._contract in words and (self._contract == "pass" or self._rng.random() < 0.6):
            return self._contract
        return "pass" if "pass" in words else self._rng.choice(words)

    def _card(self, place: int, cards: Sequence[str]) -> str:
        if not self._favoured:
            self._favoured = self._find_favoured(place)
        if self._favours == "nobody" or self._rng.random() < self._carelessness:
            return self._rng.choice(cards)
        by_strength = sorted(cards, key=lambda card: (STRENGTH.index(card[0]), self._rng.random()))
        trick = [text_of(card) for _, card in self._game.state.trick]
        if place in self._favoured:
            return by_strength[-1]
        if not trick:
            return by_strength[0]
        best = max(STRENGTH.index(card[0]) for card in trick if card[1] == trick[0][1])
        ducks = [card for card in by_strength if card[1] != trick[0][1] or STRENGTH.index(card[0]) < best]
        return (ducks or by_strength)[-1]

    def _find_favoured(self, place: int) -> set[int]:
        """Everybody on the leader's side, or he alone, or whoever has the most points."""
        state = self._game.state
        if self._favours == "richest" and len(state.scores) == state.seats:
            return {state.scores.index(max(state.scores))}
        if self._favours == "side" and state.sides:
            return set(next(side for side in state.sides if place in side))
        return {place}

    def _all_is_his(self, place: int) -> bool:
        """Whether the remaining tricks are his as the cards lie; he may not be able to prove it (R1.11)."""
        hands = {other: names_of(hand) for other, hand in enumerate(self._game.state.hands)}
        return stands(place, hands, None)

    def _say(self, words: Sequence[str]) -> tuple[str, ...]:
        """At most one saying and one question."""
        asks = [word for word in words if word.startswith("ask:")]
        sayings = [word for word in words if word not in asks]
        said = [self._rng.choice(each) for each in (sayings, asks) if each and self._rng.random() < 0.6]
        if "busso" in sayings and said and self._rng.random() < 0.3:
            said[0] = "busso"
        return tuple(said)


def _offer(decision: Decision) -> Offer:
    say = {text_of(card): tuple(words) for card, words in (decision.say or {}).items() if words}
    return Offer(decision.place, decision.kind, tuple(decision.legal()), say)


def _value(option: Option, players: int, rng: Random) -> object:
    if option.key in LENGTHS:
        return rng.choice(LENGTHS[option.key])
    if option.key == "first_dealer":
        return rng.randrange(players)
    if option.key == "values":
        return rng.choice(([1, 2, 3, 6, 12], [3, 5, 5, 11, 13]))
    if option.many:
        return rng.choice(option.keywords) if option.keywords and rng.random() < 0.7 else _some(option, rng)
    return rng.choice(option.choices or option.numbers or (True, False))


def _some(option: Option, rng: Random) -> list[str]:
    return [choice for choice in option.choices if rng.random() < 0.5]


def _decks(variant: Variant, rng: Random) -> GivenDeals:
    """Decks with the cards of this game, as many as it has hands, or few for a race; some name their dealer."""
    cards = Game(variant, SeededDeals("0" * 32)).hands[0].deck
    hands = variant.rules["hands"]
    lines = hands if isinstance(hands, int) else rng.randint(1, 5)
    dealers = (None, *range(variant.seats))
    return GivenDeals([(rng.sample(cards, len(cards)), rng.choice(dealers)) for _ in range(lines)])
