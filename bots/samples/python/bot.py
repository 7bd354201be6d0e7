"""A bot in Python with the kit: the protocol is taken care of, what is left is to choose."""

from bots import kit

RANKS = "45678JQKA239T"  # from weak to strong; both decks fit in


def strength(card: str) -> int:
    """Return where the rank of a card such as `3b` stands."""
    return RANKS.index(card[0])


class Bot:
    """One game of this bot; a new one is made for each."""

    def __init__(self, game: kit.Game) -> None:
        """Get ready: `game` has the variant, its rules, the seat, the players, the seed and the clock."""
        self.avoid = "ace_of_bastoni" in game.rules  # the reverse games: fewest points win
        self.luck = game.seed % 2147483646 + 1

    def choose(self, view: kit.View) -> str:
        """Return one of `view.legal`."""
        legal = view.legal
        cards = [action for action in legal if len(action) == 2]  # a card is a rank and a suit, a word is longer
        if view.decision == "play":
            return self.play(cards, [card for _, card in view.trick])
        if not cards:  # a word: declare all there is, else the first, which is never the bold one
            return legal[-1] if view.decision == "declare" else legal[0]
        if view.decision == "call":
            return cards[-1]
        return self.spare(cards)

    def play(self, cards: list[str], trick: list[str]) -> str:
        """Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win."""
        if not trick:
            suit = cards[self.chance(len(cards))][1]
            mine = [card for card in cards if card[1] == suit]
            return mine[0] if self.avoid else mine[-1]
        suit = trick[0][1]
        best = max(strength(card) for card in trick if card[1] == suit)
        winning = [card for card in cards if card[1] == suit and strength(card) > best]
        losing = [card for card in cards if card not in winning]
        if winning and not (self.avoid and losing):
            return winning[0]
        return self.spare(losing)

    def spare(self, cards: list[str]) -> str:
        """Return the card to be rid of."""
        return max(cards, key=strength) if self.avoid else min(cards, key=strength)

    def chance(self, count: int) -> int:
        """Return a number below `count`, always the same for the same seed."""
        self.luck = self.luck * 48271 % 2147483647
        return self.luck % count


if __name__ == "__main__":
    kit.run(Bot, name="sample", version="1")
