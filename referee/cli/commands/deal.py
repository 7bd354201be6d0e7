"""`referee deal`: the cards that a seed gives, as any program can compute them (deals.md)."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
import typer

from referee.cli.arguments.game_options import variant_of
from referee.cli.arguments.seeds import seed_text
from referee.cli.errors import UserError
from referee.cli.terminal.output import columns, show, write_json
from referee.rules.cards import NAMES, Card, cards_of
from referee.rules.deals import check_game_seed, deck_order, game_seed
from referee.rules.engine import Game
from referee.rules.events import Dealt


class DealLine(msgspec.Struct, frozen=True):
    """A deal as `--json` tells it: the deck in dealing order, top first, and what each place holds."""

    game_seed: str
    game: str
    hand: int
    dealer: int
    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    monte: tuple[str, ...]
    removed: tuple[str, ...]


class _Moved:
    """The decks of a seed from a later hand on, so that the engine deals that one first."""

    given = False

    def __init__(self, seed: str, hand: int) -> None:
        self.seed, self.hand = seed, hand

    def deck(self, hand: int, attempt: int, deck: str, removed: Sequence[Card]) -> Sequence[Card]:
        return deck_order(self.seed, self.hand + hand, attempt, deck, removed)

    def dealer(self, hand: int) -> None:
        """None: the deal goes round."""


def deal(
    seed: Annotated[str | None, typer.Option(metavar="TEXT|@FILE", help="The seed of a match.")] = None,
    deal: Annotated[int, typer.Option(metavar="K", min=0, help="Which deal of the match, from 0.")] = 0,
    game_seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The seed of one game instead, as its record has it.")
    ] = None,
    hand: Annotated[int, typer.Option(metavar="N", min=0, help="Which hand of the game, from 0.")] = 0,
    game: Annotated[str, typer.Option(metavar="NAME", help="The game; see referee games.")] = "tressette",
    players: Annotated[int | None, typer.Option(metavar="N", help="Players, in a game for several numbers.")] = None,
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A combination of the game's options.")] = None,
    rule: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game.")] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """The cards that a seed gives: the deck from its top, and what everyone is dealt.

    Example: the fifth deal of the match with the seed spring-cup

      referee deal --seed spring-cup --deal 4
    """
    found = _seed(seed, deal, game_seed)
    dealt, deck = _dealt(found, hand, game, players, preset, rule or [])
    line = DealLine(
        game_seed=found,
        game=game,
        hand=hand,
        dealer=dealt.dealer,
        deck=_names(deck),
        hands=tuple(_names(cards_of(mask)) for mask in dealt.hands),
        stock=_names(dealt.stock),
        monte=_names(dealt.monte),
        removed=_names(dealt.removed),
    )
    if json:
        write_json(line)
    else:
        show(_told(line))


def _seed(seed: str | None, deal: int, given: str | None) -> str:
    """The game seed, either as it stands or out of a match seed."""
    if (seed is None) == (given is None):
        raise UserError("give either --seed TEXT, the seed of a match, or --game-seed HEX, the seed of a game")
    try:
        if given is not None:
            return check_game_seed(given)
        return game_seed(seed_text(seed or ""), deal)
    except ValueError as error:
        raise UserError(str(error)) from None


def _dealt(
    seed: str, hand: int, game: str, players: int | None, preset: str | None, rules: list[str]
) -> tuple[Dealt, Sequence[Card]]:
    """What the engine deals first when its first hand is the one asked for, and the deck that it dealt from."""
    variant = variant_of(game, preset, rules, players)
    if hand and variant.rules.get("first_packets") == "singly":  # that is for the first hand alone (R0.12)
        variant = variant_of(game, preset, [*rules, "first_packets=packets"], players)
    dealer = (variant.first_dealer + hand) % variant.seats
    played = Game(msgspec.structs.replace(variant, first_dealer=dealer), _Moved(seed, hand))
    first = next(event for event in played.log if isinstance(event, Dealt))
    return first, played.hands[0].deck


def _names(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards)


def _told(line: DealLine) -> list[str]:
    rows = [
        ("game seed", line.game_seed),
        ("deck", " ".join(line.deck[:20])),
        *(("", " ".join(line.deck[start : start + 20])) for start in range(20, len(line.deck), 20)),
        ("dealer", f"seat {line.dealer}"),
        *((f"seat {place}", " ".join(cards)) for place, cards in enumerate(line.hands)),
    ]
    rows += [(name, " ".join(cards)) for name in ("stock", "monte", "removed") if (cards := getattr(line, name))]
    return columns(rows)
