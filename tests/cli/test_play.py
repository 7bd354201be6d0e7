"""`referee play`: a person at the terminal, scripted; the games are recorded like any others."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.cli import main
from referee.cli.terminal.card_faces import SUITS, Suits, by_suit, card_named, face, faces
from referee.cli.terminal.prompts import choices
from referee.cli.terminal.screen import Screen
from referee.records.format.reader import read
from referee.records.format.record import Record
from referee.records.verify.verify import verify
from referee.rules.cards import NAMES
from referee.rules.decision import Decision
from tests.arena.check.broken import BOT

ROOT = Path(referee.__file__).parent.parent
CARD = re.compile(r"(?<![\w:])[A2-9TJQK][bcds](?!\w)")
FIRST = "1\n\n" * 400
"""The first legal action, and Enter, again and again."""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    (tmp_path / "first.py").write_text(f"{BOT}\nmain()\n")
    return str(tmp_path / "first.py")


class Sitting:
    """What came of a game that was typed."""

    def __init__(self, code: int, out: str, err: str, folder: Path) -> None:
        self.code, self.out, self.err = code, out, err
        self.records: list[Record] = [entry.record for entry in read(folder)]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, bot: str):
    def played(typed: str, *arguments: str) -> Sitting:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        folder = tmp_path / "games"
        code = main(["play", bot, "--seed", "x", "--sandbox", "none", "--out", str(folder), *arguments])
        return Sitting(code, *capsys.readouterr(), folder)

    return played


@pytest.mark.parametrize(
    "game", ["tressette", "in-due", "pizzichino", "col-morto", "terziglio", "quadrigliati", "mediatore", "ciapano"]
)
def test_a_person_plays_a_game_to_its_end(game: str, sit) -> None:
    done = sit(FIRST, "--game", game, "--seat", "1")
    assert done.code == 0
    (record,) = done.records
    verify(record)
    assert [player.name for player in record.players].index("you") == 1
    assert record.faults == []
    assert record.result is not None
    assert "the game is over" in done.out
    assert f"referee replay {done.out.rpartition('referee replay ')[2]}".rstrip().endswith("--game 0/0")


def test_a_mistake_is_caught_before_it_is_sent(sit) -> None:
    script = "zz\nKK\n3c\nu\n2\nu\nq5\n\n?\nh\n4b\n1\nn\n" + FIRST
    done = sit(script)
    assert done.code == 0
    verify(done.records[0])
    prompts = done.out.split("your card> ")
    assert prompts[1].startswith("zz\n'zz' is no answer here: type one of the choices above, or a number")
    assert prompts[3].startswith("3c\n3c: Enter sends it, u takes it back> u\ntaken back\n")
    assert prompts[4].startswith("2\n4c: Enter sends it, u takes it back> u\ntaken back\n")
    assert prompts[6] == "\nthere is more than one choice: type one of them, or ? for help\n"
    assert prompts[7].startswith("?\ntype a choice as it is shown")
    assert "> leads, * wins" in prompts[7]
    assert "hand 0: 3 " in prompts[8]
    assert prompts[9].startswith("4b\nnot allowed (R0.4): 4b is not among the cards")
    assert prompts[10].startswith("1\n7b: Enter sends it, u takes it back> n\ntaken back\n")
    assert done.records[0].hands[0].actions[0].action == "7b"


def test_of_packets_the_bottoms_and_then_the_open_cards_are_shown(sit) -> None:
    done = sit(FIRST, "--game", "pizzichino")
    deck = done.records[0].hands[0].deck.split()
    mine = [deck[start + 4] for start in (0, 10, 20, 30)]  # the non-dealer has every other packet of five
    before, _, after = done.out.partition("the packets you turn over> ")
    assert f"at the bottom of your packets: {'  '.join(f'{n} {card}' for n, card in enumerate(mine, 1))}" in before
    assert "\n  you have open: " in after and "\n  1 first has open: " in after


def test_the_stock_is_counted(sit) -> None:
    out = sit(FIRST, "--game", "in-due").out
    assert [line for line in out.splitlines() if "stock:" in line][:2] == [
        "  cards in the stock: 20",
        "  cards in the stock: 18",
    ]


def test_the_dealer_is_asked_for_the_dummys_cards_too(sit) -> None:
    out = sit(FIRST, "--game", "col-morto", "--seat", "2").out
    assert "the dummy's card> " in out and "  the dummy's hand: " in out
    assert "the others are 0 first and 1 first-2\n" in out


def test_an_auction_in_words(sit) -> None:
    out = sit("chiamo\n" + FIRST, "--game", "terziglio", "--rule", "hands=1", "--at-once").out
    assert "\n  you bid chiamo\n  1 first passes\n" in out
    assert re.search(r"\n  you play chiamo, \w\w was called\n", out)
    assert re.search(r"\nyou played chiamo alone and (made it|failed): \d+ thirds, where 18 are needed; ", out)
    assert not re.search(r"\byou (bids|passes|plays|calls|takes|gives|discards|gets|pays)\b", out)


@pytest.mark.parametrize("game", ["terziglio", "traversone", "tressette"])
def test_every_question_fits_a_terminal(game: str, sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = sit(FIRST, "--game", game, "--rule", "hands=1").out.splitlines()
    assert max(len(line) for line in lines if "referee replay" not in line) <= 80
    assert any("Enter for" in line for line in lines), "the last card is the only choice"


def test_declarations_and_claims_in_words() -> None:
    declare = Decision(0, "declare", words=("napoli:b", "tris:A:d", "done"))
    assert choices(declare, "ascii") == [
        "1) napoli:b (napoletana of bastoni)",
        "2) tris:A:d (three aces without denari)",
        "3) done (nothing more)",
    ]
    play = Decision(0, "play", cards=1, words=("claim:tricks",))
    assert choices(play, "ascii")[1] == "2) claim:tricks (lay down your hand, all the tricks left are yours)"


def test_nothing_is_asked_twice_with_at_once(sit) -> None:
    done = sit("1\n" * 40, "--at-once", "--deals", "2")
    assert done.code == 0
    assert [record.game for record in done.records] == ["0/0", "1/0"]
    assert "Enter sends" not in done.out


def test_talk_goes_with_a_card(sit) -> None:
    done = sit("7b whisper\n7b busso\n" + "1\n" * 400, "--at-once", "--rule", "talk=gestures")
    assert "whisper may not be said with it (R1.10); you may say busso" in done.out
    remarks = done.records[0].hands[0].actions[0].remarks
    assert remarks is not None
    assert remarks.say == "busso"
    verify(done.records[0])


@pytest.mark.parametrize("typed", ["1\n\nq\n", "1\n\n", ""])
def test_who_leaves_keeps_nothing_of_that_game(typed: str, sit) -> None:
    done = sit(typed)
    assert done.code == 1
    assert done.records == []
    assert done.err.endswith("you have left; the game in play is not kept\n")


def test_nothing_is_shown_that_the_seat_does_not_know(sit) -> None:
    done = sit(FIRST)
    dealt = done.records[0].hands[0].deck.split()
    mine = {*dealt[0:5], *dealt[20:25]}  # seat 0 is at the dealer's right, and gets the first packet of five
    before, _, after = done.out.partition("your card> ")
    assert set(CARD.findall(before)) == mine
    turn, _, _ = after.partition("your card> ")
    played = {action.action for action in done.records[0].hands[0].actions[:8]}
    told = {card for line in turn.splitlines() if "declares" in line for card in CARD.findall(line)}
    assert set(CARD.findall(turn)) <= mine | played | told


def test_the_fault_of_a_bot_is_told(sit, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(f"{BOT}\ndef act(m): return {{'id': m['id'], 'action': 'xx'}}\nmain()\n")
    done = sit(FIRST, str(bad))
    assert done.code == 0
    assert "is at fault: illegal (R0.4), 'xx' is no answer here" in done.out
    assert done.records[0].result is not None
    assert done.records[0].result.reason == "forfeit"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seat", "4"], "--seat 4: the seats are 0 to 3"),
        (["random"] * 4, "tressette is for 4 players, and with 4 bots there is no seat left for you"),
        (["nobody"], "there is no bot nobody"),
        (["--suits", "german"], "--suits german is not possible"),
        (["--game", "briscola"], "there is no game briscola"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["play", *arguments, "--sandbox", "none", "--out", str(tmp_path / "games")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.mark.parametrize("suits", SUITS)
def test_every_card_is_known_by_the_face_it_is_shown_with(suits: Suits) -> None:
    assert [card_named(face(card, suits), suits) for card in NAMES] == list(NAMES)
    assert [card_named(face(card, suits).lower().replace(" ", ""), suits) for card in NAMES] == list(NAMES)
    assert [card_named(card, suits) for card in NAMES] == list(NAMES)
    assert len({face(card, suits) for card in NAMES}) == len(NAMES)


def test_the_faces_of_cards() -> None:
    assert [face("Kd", suits) for suits in SUITS] == ["Kd", "K♦", "R den"]
    assert faces("1 declares napoli:b, Ab 2b 3b; 4th", "french") == "1 declares napoli:b, A♣ 2♣ 3♣; 4th"
    assert by_suit(["4b", "3b", "Js"], "italian") == [("bastoni", "3 4"), ("spade", "F")]


def test_a_terminal_makes_nothing_else_of_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    monkeypatch.setenv("TERM", "dumb")
    screen = Screen()
    screen.show("tris:A:d [bold]")
    screen.ask("tris:A:d [bold]")
    assert shown.getvalue().count("tris:A:d [bold]") == 2


def test_at_a_terminal_there_is_colour(bot: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "referee", "play", bot, "--sandbox", "none", "--suits", "french"]
    with subprocess.Popen(
        [*command, "--out", str(tmp_path / "games")],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLUMNS": "120"},
    ) as process:
        os.close(theirs)
        seen = ""
        try:
            while text := os.read(ours, 4096):
                seen += text.decode("utf-8", "replace")
                if re.search(r"> (\x1b\[0m)?$", seen):
                    os.write(ours, b"1\n" if "your card" in seen.splitlines()[-1] else b"\n")
        except OSError:
            pass  # the other end is closed: the game is over
        os.close(ours)
        assert process.wait() == 0
    assert "\x1b[1;32m" in seen  # bastoni are green
    assert "♣" in seen
    assert "the game is over" in seen
    verify(next(read(tmp_path / "games")).record)
