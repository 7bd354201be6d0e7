"""Random play of every game: whatever the seats do, cards are conserved, thirds add up and the events are the state."""

import pytest

from referee.records.format.from_game import Circumstances, record_of
from referee.records.format.record import ActionRecord, PlayerRecord, Remarks, decode, encode
from referee.records.verify.verify import verify
from referee.rules.cards import BIT, CARD, DECKS, mask_of, thirds_of
from referee.rules.deals import game_seed
from referee.rules.decision import text_of
from referee.rules.engine import Game
from referee.rules.events import HandEnded
from referee.rules.games import names, spec
from referee.rules.state import State
from tests.rules.steer import PLANS, Playout, play, spread, table, tables

TABLES = dict(tables())
SHAPES = [(name, seats) for name in names() for seats in spec(name).seats]


def all_cards(state: State) -> list[int]:
    """Every set of cards at the table, as masks; no card may be in two of them."""
    packets = [mask_of(packet) for own in state.packets for packet in own]
    tops = [mask_of(tops.values()) for tops in state.tops]
    rest = [state.stock, state.monte, state.removed, [card for _, card in state.trick]]
    laid = [] if state.laid is None else [BIT[state.laid]]
    return [*state.hands, *state.taken, state.hidden, *packets, *tops, *map(mask_of, rest), *laid]


def check_decision(game: Game) -> None:
    """Cards are conserved, and what is offered is a list of different actions of one who is in the game."""
    state, decision = game.state, game.decision
    assert decision is not None
    cards = all_cards(state)
    deck = mask_of(DECKS[game.variant.deck])
    assert sum(cards) == deck, [bin(each) for each in cards]
    legal = decision.legal()
    assert legal
    assert len(set(legal)) == len(legal)
    assert decision.seat not in state.out
    for card, sayings in (decision.say or {}).items():
        assert decision.cards >> card & 1
        assert sayings
        assert len(set(sayings)) == len(sayings)


def check_playout(playout: Playout) -> None:
    """What must be true of a game that is over."""
    game = playout.game
    result = game.result
    assert result is not None
    assert sum(result.utility) == 0
    assert result.winners
    assert len(game.log) < 100_000
    fresh = State(game.variant.seats, game.variant.places or game.variant.seats, game.variant.units, game.variant.sides)
    for event in game.log:
        event.apply(fresh)
    assert {name: getattr(fresh, name) for name in State.__slots__} == {
        name: getattr(game.state, name) for name in State.__slots__
    }
    for made in game.hands:
        assert made.scores is not None
    check_thirds(game)
    check_record(playout)


def check_thirds(game: Game) -> None:
    """R0.3, R0.6, R12.1: all the cards of the deal and the last trick, in every hand that was played out."""
    ends = iter([event for event in game.log if isinstance(event, HandEnded)])
    for made in game.hands:
        if made.ended in ("annulled", "thrown_in") and not game.deals.given:
            continue
        end = next(ends)
        if made.ended not in ("immediate", "claim", "thrown_in"):
            ace = game.variant.rules.get("ace_of_bastoni", 1)
            assert isinstance(ace, int)
            extra = 3 * (ace - 1) if CARD["Ab"] in made.deck else 0
            # where sides change by hand, each seat has the thirds of its side
            seats = range(len(end.thirds)) if end.sides is None else [min(side) for side in end.sides]
            assert sum(end.thirds[seat] or 0 for seat in seats) == thirds_of(mask_of(made.deck)) + 3 + extra
    assert next(ends, None) is None


def check_record(playout: Playout) -> None:
    """The record of the game, written and read, is verified."""
    game = playout.game
    actions: list[list[ActionRecord]] = [[] for _ in game.hands]
    for step in playout.steps:
        remarks = Remarks(say=step.say) if step.say else None
        actions[step.attempt].append(ActionRecord(step.place, text_of(step.action), 0, remarks))
    players = tuple(PlayerRecord(name=f"p{seat}") for seat in range(game.variant.seats))
    seed = getattr(game.deals, "seed", None)
    line = encode(record_of(game, actions, Circumstances(game="0/0", seed=seed, deal=0, table=0, players=players)))
    verify(decode(line), line)


@pytest.mark.parametrize("label", TABLES)
def test_every_game_ends_whatever_is_played(label: str) -> None:
    for seed in ("a", "b"):
        check_playout(play(TABLES[label], f"{label} {seed}", watch=check_decision))


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_every_contract_and_choice_is_reached_and_ends(name: str, seats: int) -> None:
    variant = table(name, seats)
    wanted = {word for plan in PLANS for word in plan.values()} - {"first", "last"}
    offered: set[str] = set()
    taken: set[str] = set()

    def watch(game: Game) -> None:
        check_decision(game)
        assert game.decision is not None
        offered.update(game.decision.words)

    for plan in PLANS:
        playout = play(variant, f"{name} {seats} {plan}", plan, watch=watch)
        check_playout(playout)
        taken |= playout.words()
    assert wanted & offered <= taken


@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_every_value_of_every_option_ends(name: str, seats: int) -> None:
    for label, variant in spread(name, seats):
        check_playout(play(variant, f"{name} {seats} {label}", watch=check_decision))


@pytest.mark.parametrize("name", names())
def test_no_option_is_left_out(name: str) -> None:
    known = {option.key for option in spec(name).options}
    tried = {label.split("=")[0] for seats in spec(name).seats for label, _ in spread(name, seats)}
    refused = {"end_mode"} if name == "ciapano" else set()  # R12.5: no elimination there
    assert known - tried == {"max_hands", "players"} & known | refused


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "seats"), SHAPES)
def test_much_random_play(name: str, seats: int) -> None:
    variants = [table(name, seats), *(variant for _, variant in spread(name, seats))]
    for variant in variants:
        for plan in PLANS:
            for number in range(3):
                check_playout(play(variant, f"{game_seed(name, number)} {plan}", plan, watch=check_decision))
