"""Rovescino: Tressette to lose, a plain ace of bastoni (R12)."""

from referee.rules.games.reverse import LEFTOVER, TWO_PLAYER, even_hands, reverse_game

SPEC = reverse_game(
    name="rovescino",
    title="Rovescino, two to eight players, the fewest points win",
    aliases=("tressette-a-perdere", "a-perdere", "alla-meno"),
    seats=tuple(range(2, 9)),
    ace=1,
    slam="give",
    dealing=even_hands,
    options=(TWO_PLAYER, LEFTOVER),
)
