"""Golden records, transcripts and replays: any change in a game, or in what a seat is told of it, is a difference.

`pytest tests/golden --update-golden` writes them anew: then look at the difference, line by line.
"""

import json
from pathlib import Path

import pytest

from referee.records.format.reader import find
from referee.records.format.record import decode
from referee.records.replay.replay import replay
from referee.records.verify.verify import verify, verify_lines
from referee.rules.games import names, spec
from tests.golden.games import golden, record, transcript
from tests.records.changes import changes
from tests.rules.steer import Playout

HERE = Path(__file__).parent
KINDS = {"records": "jsonl", "transcripts": "txt", "replays": "txt"}
GAMES = dict(golden())


def path(kind: str, label: str) -> Path:
    return HERE / kind / f"{label}.{KINDS[kind]}"


def written(kind: str, label: str, playout: Playout) -> str:
    if kind == "transcripts":
        return transcript(playout)
    line = record(label, playout)
    return line.decode() if kind == "records" else "\n".join(each.text for each in replay(decode(line))) + "\n"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("label", GAMES)
def test_golden(kind: str, label: str, update_golden: bool) -> None:
    file, text = path(kind, label), written(kind, label, GAMES[label])
    if update_golden:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), "no golden file: write it with --update-golden, and read it"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("label", GAMES)
def test_golden_records_are_verified(label: str) -> None:
    entry = find(path("records", label))
    verify(entry.record, entry.raw)


def test_none_is_missing_and_none_is_left_over(update_golden: bool) -> None:
    for name in names():
        for seats in spec(name).seats:
            assert f"{name}-{seats}" in GAMES
    for kind in KINDS:
        files = set((HERE / kind).iterdir())
        for left_over in files - {path(kind, label) for label in GAMES}:
            if update_golden:
                left_over.unlink()
            else:
                pytest.fail(f"{left_over.name} belongs to no game")


EVENTS = """deal annul thrown_in seating lone bid raise how contract swap call partner monte pass_card discard bury
expose take_up turn_up dummy declare reveal play trick draw claim hand_end out game_end"""
DECISIONS = "redeal declare bid raise call how swap return discard give bury expose play"


def test_the_transcripts_show_every_kind_of_event_and_decision() -> None:
    seen = "".join(path("transcripts", label).read_text(encoding="utf-8") for label in GAMES)
    missing = [kind for kind in EVENTS.split() if f'"type":"{kind}"' not in seen]
    assert missing + [kind for kind in DECISIONS.split() if f" {kind}! " not in seen] == []


@pytest.mark.parametrize("label", [label for label in GAMES if label not in ("tressette-4-s0", "tressette-4-s1")])
def test_a_change_in_any_game_is_refused_by_the_rules_alone(label: str) -> None:
    """Without the digest. Not where claims are made: what follows one, or goes with it, may be another true game."""
    line = json.loads(record(label, GAMES[label]))
    del line["digest"]
    played = [each for each in changes(line) if each[0].startswith(("('hands'", "('result'", "('sides'", "hand "))]
    for what, new in played[::37]:
        assert verify_lines(label, [(1, new)]).differences, what
