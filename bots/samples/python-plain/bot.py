"""A bot in plain Python: one file, and nothing that has to be installed."""

import json
import sys

RANKS = "45678JQKA239T"  # from weak to strong; both decks fit in


class Bot:
    """One game of this bot; a new one is made for each."""

    def __init__(self, rules: dict[str, object], seed: int) -> None:
        """Get ready; the message has the variant, the seat, the players and the clock besides."""
        self.avoid = "ace_of_bastoni" in rules  # the reverse games: fewest points win
        self.luck = seed % 2147483646 + 1

    def choose(self, decision: str, legal: list[str], trick: list[tuple[int, str]]) -> str:
        """Return one of `legal`; the message has the hand, the state and the events besides."""
        cards = [action for action in legal if len(action) == 2]  # a card is a rank and a suit, a word is longer
        if decision == "play":
            return self.play(cards, [card for _, card in trick])
        if not cards:  # a word: declare all there is, else the first, which is never the bold one
            return legal[-1] if decision == "declare" else legal[0]
        if decision == "call":
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


def strength(card: str) -> int:
    """Return where the rank of a card such as `3b` stands."""
    return RANKS.index(card[0])


def main() -> None:
    """Answer every line that has an id, until the referee says quit or goes away."""
    bot = Bot({}, 0)
    for line in sys.stdin.buffer:
        message = json.loads(line)
        kind = message["type"]
        if kind == "quit":
            break
        if kind == "game":
            bot = Bot(message["rules"], message["seed"])
        if message.get("id") is None:
            continue
        answer = {"id": message["id"]}
        if kind == "hello":
            answer |= {"name": "sample", "version": "1"}
        elif kind == "act":
            answer["action"] = bot.choose(message["decision"], message["legal"], message["trick"])
        print(json.dumps(answer), flush=True)  # flush, or the answer waits in a buffer


if __name__ == "__main__":
    main()
