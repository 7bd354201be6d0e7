"""What lies on the table in games of two: a stock to draw from, or packets (R2.2, R3)."""

from collections.abc import Sequence

from .script import Script


class Packets:
    """The packets of pizzichino: two of each player turned over, the others his hand."""

    def __init__(self, script: Script, deck: Sequence[str], order: Sequence[int], pizzichi: bool) -> None:
        """`order` is the non-dealer, then the dealer; both are asked what they turn over (R3.1)."""
        cut: dict[int, list[list[str]]] = {seat: [] for seat in order}
        for number in range(8):
            cut[order[number % 2]].append(list(deck[5 * number : 5 * number + 5]))
        words = [f"{low}+{high}" for low in range(1, 5) for high in range(low + 1, 5)]
        self.turned: dict[int, list[list[str]]] = {}
        """By seat: what is left of his packets on the table, the visible top last."""
        self.hands: dict[int, list[str]] = {}
        for seat in order:
            chosen = {int(number) - 1 for number in script.ask(seat, "expose", words).word.split("+")}
            self.turned[seat] = [packet for number, packet in enumerate(cut[seat]) if number in chosen]
            kept = [packet for number, packet in enumerate(cut[seat]) if number not in chosen]
            self.hands[seat] = [card for packet in kept for card in packet]
            if pizzichi:
                self._take_up(seat)

    def tops(self, seat: int) -> list[str]:
        """The visible cards that he may play."""
        return [packet[-1] for packet in self.turned[seat] if packet]

    def play(self, seat: int, card: str) -> bool:
        """Take a visible top off, if this is one."""
        for packet in self.turned[seat]:
            if packet and packet[-1] == card:
                packet.pop()
                return True
        return False

    def left(self) -> bool:
        """Whether anything lies there."""
        return any(packet for packets in self.turned.values() for packet in packets)

    def _take_up(self, seat: int) -> None:
        """R3.2; with whom one begins makes no difference to who holds what."""
        for packet in self.turned[seat]:
            while packet and packet[-1][0] in "A23":
                self.hands[seat].append(packet.pop())
