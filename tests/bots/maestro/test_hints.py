"""What was declared, said, bid and played changes what worlds are likely."""

from random import Random
from typing import Any

import pytest

from bots.cards import ITALIAN, mask_of
from bots.kit import Seat, View
from bots.maestro.deck import Deck
from bots.maestro.hints import BID_OTHERWISE, LIED, SILENT, TRUTHS, doubts_of
from bots.maestro.options import among, options
from bots.maestro.past import OTHER, Past, Pool
from bots.maestro.scene import Scene
from bots.maestro.taking import taking
from bots.maestro.worlds import World, Worlds
from protocol.events import Bid, Contract, Deal, Declare, Event, Play, Trick
from protocol.messages import State
from tests.bots.lines import act, game

HAND = "4b 5b 6b 4c 5c 6c 4d 5d 4s 5s"
OTHERS = (
    "7b Jb Qb Kb Ab 7c Jc Qc Kc 2c",  # seat 3
    "2b 3b 3c Ac 6d 7d Jd Qd Kd 6s",  # seat 0, the partner
    "Ad 2d 3d 7s Js Qs Ks As 2s 3s",  # seat 1
)


def look(view_of: Any, *events: Event, about: dict[str, Any] | None = None, legal: str = HAND, hand: str = HAND) -> Any:
    """Return what a function finds in the view of seat 2 after these events."""
    found: list[Any] = []

    def choose(view: View) -> str:
        found.append(view_of(view))
        return view.legal[0]

    counts = (len(HAND.split()),) * 4
    deal = Deal(hand=0, attempt=0, order=(0, 1, 2, 3), dealer=3, cards=tuple(HAND.split()), counts=counts)
    seat = Seat(choose)
    seat.hear(game(**(about or {})))
    plays = [event for event in events if isinstance(event, Play)]
    begun = plays[len(plays) // 4 * 4 :]
    line = act(
        legal=tuple(legal.split()),
        hand=tuple(hand.split()),
        trick=tuple((play.seat, play.card) for play in begun),
        events=(deal, *events),
        state=State(hand=0, trick=1, scores=(0, 0), dealer=3),
    )
    seat.hear(line)
    return found[0]


def world(*hands: str) -> World:
    """Return the world with these hands of seats 3, 0 and 1."""
    deck, by_seat = Deck(ITALIAN), {3: hands[0], 0: hands[1], 1: hands[2]}
    found: list[int] = []
    for seat in range(4):
        found += deck.suits(mask_of(by_seat.get(seat, HAND).split()))
    return World(found, [])


def likelihood(view: View, given: World) -> float:
    scene, product = Scene(view), 1.0
    for doubt in doubts_of(view, scene.deck, scene.open):
        product *= doubt(given.hands)
    return product


def declaring(accuse: str) -> dict[str, Any]:
    return {"rules": {"accuse": accuse, "accuse_when": "first_turn", "accuse_told": "cards"}}


FIRST_TRICK = (
    Play(seat=0, card="6s"),
    Play(seat=1, card="Ks"),
    Play(seat=2, card="4s"),
    Play(seat=3, card="7b"),
    Trick(winner=1, number=1),
)


@pytest.mark.parametrize(("accuse", "likely"), [("auto", 0), ("ask", SILENT)])
def test_who_declared_nothing_has_hardly_anything_to_declare(accuse: str, likely: float) -> None:
    left = HAND.replace("4s ", "")
    played = world(OTHERS[0].replace("7b ", ""), OTHERS[1].replace(" 6s", ""), OTHERS[2].replace("Ks ", ""))
    silent = look(lambda view: likelihood(view, played), *FIRST_TRICK, about=declaring(accuse), legal=left, hand=left)
    assert silent == likely  # seat 1 has two napoletane
    told = Declare(seat=1, points=6, combos=("napoli:d", "napoli:s"))
    declared = look(
        lambda view: likelihood(view, played), told, *FIRST_TRICK, about=declaring(accuse), legal=left, hand=left
    )
    assert declared == 1


@pytest.mark.parametrize(("enforced", "likely"), [(False, LIED), (True, 0.0)])
def test_a_partner_s_saying_is_believed_as_far_as_it_must_be_true(enforced: bool, likely: float) -> None:
    about = {"rules": {"accuse": "off", "talk_truth": "enforced" if enforced else "free"}}
    said = (Play(seat=0, card="6d", say=("volo",)),)
    rest = OTHERS[1].replace("6d ", "")
    true = world(OTHERS[0], rest.replace("7d Jd Qd Kd", "Js Qs Ks As"), OTHERS[2].replace("Js Qs Ks As", "7d Jd Qd Kd"))
    assert look(lambda view: likelihood(view, true), *said, about=about) == 1
    assert look(lambda view: likelihood(view, world(OTHERS[0], rest, OTHERS[2])), *said, about=about) == likely
    other = (Play(seat=1, card="7s", say=("volo",)),)
    given = world(OTHERS[0], OTHERS[1], OTHERS[2].replace("7s ", ""))
    assert look(lambda view: likelihood(view, given), *other, about=about) == (0 if enforced else 1)


def test_sayings_are_about_the_cards_of_the_suit() -> None:
    three, two, ace, king, four = 1 << 9, 1 << 8, 1 << 7, 1 << 6, 1
    assert TRUTHS["ho-29"](three | ace | four, three | ace)
    assert not TRUTHS["ho-29"](two | ace | four, two | ace)
    assert TRUTHS["conta-2-liscia"](four | 2, 2) and not TRUTHS["conta-2-liscia"](four | king, king)
    assert TRUTHS["re-doppio-2"](king | four | 2, four | king) and not TRUTHS["re-doppio-2"](king | four, king)
    assert TRUTHS["striscio"](four | king, king) and not TRUTHS["striscio"](three, 0)


def test_bids_tell_of_the_strength_of_the_hand_dealt() -> None:
    about = {"variant": "quadrigliati", "sides": None}
    bids = (Bid(seat=0, bid="pass"), Bid(seat=1, bid="pass"), Bid(seat=2, bid="pass"), Bid(seat=3, bid="chiamo"))
    given = world(*OTHERS)
    contract = Contract(seat=3, bid="chiamo", value=1, leader=0)
    as_bid = look(lambda view: likelihood(view, given), *bids, contract, about=about)
    assert as_bid < 1
    assert as_bid == pytest.approx(BID_OTHERWISE**3)  # strong hands passed, a weak one bid


def test_worlds_in_which_the_others_played_by_the_maxims_are_likelier() -> None:
    """Seat 3, last to play, lost to a king although it may have held cards that take it."""
    left = HAND.replace("4d ", "")
    played = (
        Play(seat=0, card="Kd"),
        Play(seat=1, card="Qd"),
        Play(seat=2, card="4d"),
        Play(seat=3, card="7d"),
        Trick(winner=0, number=1),
    )
    could = world("7b Jb Qb Kb Kc 7c Jc Qc 3d", "3b 2b Ab Ad 2d 6d Jd 2c 6s", "3c Ac 7s Js Qs Ks As 2s 3s")
    could_not = world("7b Jb Qb Kb Kc 7c Jc Qc 2c", "3b 2b Ab Ad 2d 6d Jd 3d 6s", "3c Ac 7s Js Qs Ks As 2s 3s")

    def compare(view: View) -> tuple[float, float]:
        scene = Scene(view)
        past, side = Past(scene, taking()), (0, 1, 0, 1)
        return past.likelihood(could, side), past.likelihood(could_not, side)

    with_three, without = look(compare, *played, legal=left, hand=left)
    assert 0 < with_three < 2 * (1 - OTHER.follows) * without


def test_equal_cards_are_the_same_evidence() -> None:
    codes = options([0b1110001, 0, 0, 0], 0, -1, [0b1110011, 0, 0, 0])
    assert codes == (0, 4)
    assert [among(codes, code) for code in (0, 4, 5, 6)] == [0, 4, 4, 4]


def test_a_pool_draws_likely_worlds_more_often() -> None:
    """The drawn share of a world is its likelihood's share."""

    def draw(view: View) -> float:
        scene, luck = Scene(view), Random(1)

        class Doubtful(Past):
            def likelihood(self, world: World, side: tuple[int, ...]) -> float:
                return 3.0 if world.hands[0] >> 9 & 1 else 1.0

        pool = Pool(scene, Worlds(scene.unknown, (), luck), Doubtful(scene, taking()), luck)
        while pool.size < 3000:
            pool.add()
        return sum(pool.draw().hands[0] >> 9 & 1 for _ in range(20_000)) / 20_000

    assert look(draw) == pytest.approx(3 / 5, abs=0.03)  # seat 0 has the 3 of bastoni in one world of three
