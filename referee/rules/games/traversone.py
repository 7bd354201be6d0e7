"""Traversone: Tressette to lose, with an ace of bastoni worth eleven points and the sola (R12)."""

from referee.rules.games.reverse import LEFTOVER, TWO_PLAYER, even_hands, reverse_game

SPEC = reverse_game(
    name="traversone",
    title="Traversone, two to eight players, the fewest points win, and the ace of bastoni is worth eleven",
    aliases=("asso-di-mazzo", "asse-mazzo", "asse-mazz", "sola", "ca-sola", "a-non-prendere"),
    seats=tuple(range(2, 9)),
    ace=11,
    slam="sola",
    dealing=even_hands,
    options=(TWO_PLAYER, LEFTOVER),
)
