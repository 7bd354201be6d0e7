"""`referee games` and `referee schema`."""

import json

import pytest

from referee.cli import main
from referee.cli.commands.schema import PARTS
from referee.rules.games import names, spec


def test_the_list_has_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert all(f"\n{name} " in out for name in names())
    assert main(["games", "--json"]) == 0
    assert [game["name"] for game in json.loads(capsys.readouterr().out)] == list(names())


@pytest.mark.parametrize("name", names())
def test_a_game_shows_every_option_and_preset(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", name]) == 0
    out = capsys.readouterr().out
    assert all(f"\n  {option.key} = " in out for option in spec(name).options)
    assert all(f"\n  {preset}: " in out for preset in ("contest", *spec(name).presets))
    assert main(["games", name, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["options"][0]["key"] == spec(name).options[0].key


def test_an_alias_is_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "tressette-incrociato"]) == 0
    assert capsys.readouterr().out.startswith("tressette: ")


def test_an_unknown_game_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "roveschino"]) == 2
    assert "did you mean rovescino?" in capsys.readouterr().err


@pytest.mark.parametrize("part", PARTS)
def test_every_part_has_a_schema(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", part]) == 0
    out = capsys.readouterr().out
    assert "$defs" in json.loads(out) and out.startswith('{\n  "')


def test_all_schemas_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(PARTS)


def test_an_unknown_part_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "recrod"]) == 2
    assert "did you mean record?" in capsys.readouterr().err
