"""Playing on a whole hand at a time is the same as playing it card by card."""

from random import Random

import pytest

from bots.maestro.deck import RANKS
from bots.maestro.shunning import shunning
from bots.maestro.style import Style, Trick
from bots.maestro.taking import taking

VALUES = [0, 0, 0, 0, 1, 1, 1, 3, 1, 1, *[0] * 6] * 4
STYLES = {"taking": taking(), "shunning": shunning([33, *VALUES[1:]])}


def step_by_step(
    style: Style, hands: list[int], live: list[int], taken: list[int], side: tuple[int, ...], trick: Trick, left: int
) -> int:
    """Play to the end with the single decisions; return who wins the last trick."""
    value = VALUES if style is STYLES["taking"] else [33, *VALUES[1:]]
    places = len(side)
    while left:
        while True:
            place = trick.waiting[0] if trick.waiting else trick.leader
            code = style.choose(hands, live, side, trick, left)
            suit, rank = code >> 4, code & 15
            assert hands[4 * place + suit] >> rank & 1
            hands[4 * place + suit] ^= 1 << rank
            live[suit] ^= 1 << rank
            if not trick.waiting:
                waiting = tuple((place + turn) % places for turn in range(1, places))
                trick = Trick(place, waiting, suit, rank, place, value[code])
                continue
            wins = suit == trick.led and rank > trick.best
            trick = Trick(
                trick.leader,
                trick.waiting[1:],
                trick.led,
                rank if wins else trick.best,
                place if wins else trick.winner,
                trick.thirds + value[code],
            )
            if not trick.waiting:
                break
        taken[trick.winner] += trick.thirds
        left -= 1
        trick = Trick(trick.winner)
    return trick.leader


@pytest.mark.parametrize("places", [2, 3, 4, 5])
@pytest.mark.parametrize("name", STYLES)
def test_a_whole_hand_is_played_as_card_by_card(name: str, places: int) -> None:
    style, luck = STYLES[name], Random(places)
    after = [tuple((place + turn) % places for turn in range(1, places)) for place in range(places)]
    for _ in range(60):
        left = luck.randint(1, 40 // places)
        codes = luck.sample([suit << 4 | rank for suit in range(4) for rank in range(RANKS)], left * places)
        hands, live = [0] * (4 * places), [0] * 4
        for number, code in enumerate(codes):
            hands[4 * (number % places) + (code >> 4)] |= 1 << (code & 15)
            live[code >> 4] |= 1 << (code & 15)
        side = tuple(place % 2 for place in range(places))
        leader = luck.randrange(places)
        one, other = [0] * places, [0] * places
        last = step_by_step(style, hands.copy(), live.copy(), one, side, Trick(leader), left)
        assert style.play_on(hands, live, other, side, after, Trick(leader), left, None, ()) == last
        assert one == other
        assert not any(hands)
