"""The samples play every game, all in the same way: what one of them answers, every other does too."""

import json
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

from bots.kit import Seat
from bots.samples.python.bot import Bot as Sample
from protocol.codec import encode
from protocol.messages import PROTOCOL, Hello, Quit
from referee.arena.check.candidate import Terms
from referee.arena.check.examination import examine
from referee.cli.commands.new_bot import LANGUAGES, SAMPLES, new_bot
from referee.host.game.seat import Host
from referee.host.processes.bot import Bot
from referee.rules import engine
from referee.rules.deals import SeededDeals, game_seed
from tests.arena.check.patience import unhurried_bots as unhurried_bots
from tests.bots.desk import Desk
from tests.bots.sampled import SAMPLED, sample
from tests.rules.steer import tables

HOST = Host()
Answer = tuple[int, str | None]


@pytest.fixture
def bot(language: str, tmp_path_factory: pytest.TempPathFactory) -> Bot:
    return sample(language, tmp_path_factory)


@cache
def conversation() -> tuple[tuple[bytes, ...], tuple[Answer, ...]]:
    """What a bot is told that plays one seat of every game in turn, and what the sample of the kit answers."""
    told, answered = [encode(Hello(1, PROTOCOL, "referee"))], [b'{"id":1}\n']
    for number, (label, variant) in enumerate(tables()):
        seats = range(variant.seats)
        game = engine.Game(variant, SeededDeals(game_seed(label, 0)))
        desk = Desk(game, [Seat(Sample) for _ in seats], [2**53 - number - seat for seat in seats])
        desk.play()
        lines = desk.lines[number % variant.seats]
        told += [line for line in lines if line.startswith(b'{"type"')]
        answered += [line for line in lines if not line.startswith(b'{"type"')]
    return (*told, encode(Quit())), tuple(map(said, answered))


def hear(bot: Bot, lines: bytes, cwd: Path) -> list[Answer]:
    """What the bot answers to lines that come all at once; it ends by itself, and well."""
    done = subprocess.run(bot.command, input=lines, capture_output=True, env=bot.env or None, cwd=cwd, check=True)
    assert done.stderr == b""
    return [said(line) for line in done.stdout.splitlines()]


def said(line: bytes) -> Answer:
    """The id and the action of an answer."""
    answer = json.loads(line)
    return answer["id"], answer.get("action")


@pytest.mark.parametrize("language", SAMPLED)
def test_every_sample_plays_every_game_in_the_same_way(bot: Bot, tmp_path: Path) -> None:
    told, answered = conversation()
    assert sum(line.startswith(b'{"type":"act"') for line in told) > 1000
    assert hear(bot, b"".join(told), tmp_path) == list(answered)


@pytest.mark.parametrize("language", SAMPLED)
def test_lines_that_end_otherwise_spaces_and_unknown_fields_change_nothing(bot: Bot, tmp_path: Path) -> None:
    told, answered = conversation()
    strange = b'{"unknown":[{"id":9,"legal":["x\\"}]",null,-1.5e3]},true],'
    lines = [line.replace(b"{", strange, 1).replace(b'":', b'" : ').replace(b"\n", b" \r\n") for line in told[:600]]
    news = b'{"type":"news","id":77}\n{"type":"news"}\n'
    heard = hear(bot, news + b"".join(lines), tmp_path)  # the end of the input, and no quit
    assert heard[0] == (77, None)
    assert heard[1:] == list(answered[: len(heard) - 1])
    assert len(heard) > 400


def test_the_seed_is_what_chance_comes_from() -> None:
    told, answered = conversation()
    others = [line.replace(b'"seed":', b'"seed":1') for line in told]
    for lines, same in ((told, True), (others, False)):
        seat = Seat(Sample)
        assert ([said(answer) for line in lines if (answer := seat.hear(line))] == list(answered)) is same


@pytest.mark.parametrize("language", LANGUAGES)
def test_new_bot_copies_a_sample_under_the_name_of_its_directory(language: str, tmp_path: Path) -> None:
    new_bot(language, str(tmp_path / 'my "bot"'))
    made = tmp_path / 'my "bot"'
    assert {file.name for file in made.iterdir()} >= {"README.md", "bot.toml"}
    assert tomllib.loads((made / "bot.toml").read_text())["name"] == 'my "bot"'
    for file in (SAMPLES / language).glob("[Bb]ot.[!t]*"):
        assert (made / file.name).read_bytes() == file.read_bytes()


def test_every_sample_is_a_language_of_new_bot() -> None:
    assert {folder.name for folder in SAMPLES.iterdir() if (folder / "bot.toml").is_file()} == set(LANGUAGES)


@pytest.mark.parametrize("language", SAMPLED)
def test_every_sample_is_fit_for_a_contest(bot: Bot, unhurried_bots: None) -> None:
    """In two games with most kinds of decisions; that it plays the others alike is tested above."""
    report = examine(bot, Terms(games=("a-chiamare", "lucana"), rounds=1), HOST)
    assert [point for point in report.points if point.verdict == "fault"] == []
