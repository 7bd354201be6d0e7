"""Boards: deals that are given in a file instead of following from a seed (G9)."""

import codecs
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from referee.records.format.decode_errors import reason
from referee.records.plurals import quantity
from referee.rules.cards import CARD, DECKS, NAMES, Card
from referee.rules.engine import Variant

BOARDS: Final = "boards.jsonl"
"""The copy of the file in the run's directory."""


Given: TypeAlias = tuple[tuple[tuple[Card, ...], int | None], ...]
"""Decks by hand, each with its dealer if one is given."""


class BadBoards(ValueError):
    """A file of boards that cannot be used; the text names the line and what is wrong."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line: a deck in dealing order, top first; its dealer; and, where games have no fixed length, whose it is."""

    deck: str
    dealer: int | None = None
    game: int | None = None


class Boards:
    """The hands of each game of a match. Lines are kept as they are and read when their game is played."""

    def __init__(self, name: str, lines: Iterable[bytes], variant: Variant) -> None:
        """BadBoards, if a line is no board of this game, or the lines do not make whole games."""
        self._name, self._variant = name, variant
        self._games: list[list[tuple[int, bytes]]] = []
        hands = variant.rules.get("hands")
        length = hands if isinstance(hands, int) else None
        for number, raw in enumerate(lines, 1):
            line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
            if line.strip():
                self._add(number, line, self._board(number, line), length)
        if not self._games:
            raise BadBoards(f"{name}: there is no board in it")
        if length is not None and len(self._games[-1]) < length:
            played = len(self._games[-1])
            raise BadBoards(f"{name}: the last game has {quantity(played, 'hand')}, and is to have {length}")

    def __len__(self) -> int:
        return len(self._games)

    def game(self, deal: int) -> Given:
        """The decks of a game by hand, each with its dealer if one is given."""
        boards = [self._board(number, line) for number, line in self._games[deal]]
        return tuple((_cards(board.deck), board.dealer) for board in boards)

    def _add(self, number: int, line: bytes, board: Board, length: int | None) -> None:
        if length is not None:
            new = not self._games or len(self._games[-1]) == length
        elif board.game is None:
            raise BadBoards(f'{self._name}, line {number}: with a target each line needs "game": k')
        else:
            new = board.game == len(self._games)
            if not new and board.game != len(self._games) - 1:
                raise BadBoards(f"{self._name}, line {number}: game {board.game} comes out of order, they count from 0")
        if new:
            self._games.append([])
        self._games[-1].append((number, line))

    def _board(self, number: int, line: bytes) -> Board:
        where = f"{self._name}, line {number}"
        try:
            board = msgspec.json.decode(line, type=Board)
            self._check(board)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise BadBoards(f"{where}: {reason(error, Board)}") from None
        return board

    def _check(self, board: Board) -> None:
        """ValueError with what is wrong with a board."""
        cards, variant = _cards(board.deck), self._variant
        twice = next((card for card in cards if cards.count(card) > 1), None)
        if twice is not None:
            raise ValueError(f"{NAMES[twice]} is there twice")
        if board.dealer is not None and not 0 <= board.dealer < variant.seats:
            raise ValueError(f"dealer {board.dealer} is no seat: they are 0 to {variant.seats - 1}")
        if variant.rules.get("end_mode") == "elimination":
            return  # the deck grows and shrinks with the players (R12.2)
        removed = variant.removed(variant.seats)
        wanted = [card for card in DECKS[variant.deck] if card not in removed]
        if sorted(cards) != wanted:
            differ = sorted(set(wanted).symmetric_difference(cards))
            raise ValueError(f"not the deck of this game, which has {len(wanted)} cards: look at {_names(differ[:5])}")


def read_boards(path: Path, variant: Variant) -> Boards:
    """The boards in a file. BadBoards, if it cannot be read."""
    try:
        with path.open("rb") as file:
            return Boards(str(path), file, variant)
    except OSError as error:
        raise BadBoards(f"cannot read the boards in {path}: {error.strerror}") from None


def _cards(deck: str) -> tuple[Card, ...]:
    try:
        return tuple(CARD[name] for name in deck.split())
    except KeyError as error:
        raise ValueError(f"{error} in the deck is no card: they are written as 3b and Kd") from None


def _names(cards: Sequence[Card]) -> str:
    return " ".join(NAMES[card] for card in cards)
