"""Lines of records: what is written, what is read, and what is refused."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.records.format.digest import digest_of, digest_of_line, digest_of_run
from referee.records.format.record import BadRecord, Record, Remarks, decode, encode
from tests.records.samples import fault, sample

NOTED = {3: Remarks(note={"eval": 1.5, "ü": [None, 1e300]}), 5: Remarks(note=[1])}


def line_with(record: Record, **fields: object) -> bytes:
    return json.dumps({**json.loads(encode(record)), **fields}).encode()


def test_a_record_is_written_as_the_format_says() -> None:
    record = sample(faults=[fault(2, 2, "timeout", "substitute")], remarks=NOTED)
    written = json.loads(encode(record))
    order = "format version game variant rules seed deal table players sides clock policy sandbox referee started"
    assert " ".join(written) == f"{order} hands faults result digest"
    hand = written["hands"][0]
    assert list(hand) == ["hand", "attempt", "dealer", "deck", "actions", "points", "declared", "scores"]
    assert hand["actions"][0] == [0, record.hands[0].actions[0].action, 7]
    assert hand["actions"][2][3] == {"by": "referee"}
    assert hand["actions"][3][3] == {"note": {"eval": 1.5, "ü": [None, 1e300]}}
    assert written["players"][1] == {"name": "bot1", "version": "1.0", "bot": "b1", "seed": record.players[1].seed}
    assert written["result"].keys() == {"winners", "scores", "utility", "stakes", "reason"}
    assert json.loads(encode(sample()))["faults"] == []


def test_what_was_written_is_read_back() -> None:
    record = sample(faults=[fault(2, 2, "timeout", "substitute")], remarks=NOTED)
    assert decode(encode(record)) == record


def test_the_digest_leaves_out_what_differs_from_run_to_run() -> None:
    record = sample(faults=[fault(2, 2, "timeout", "substitute")], remarks=NOTED)
    other = json.loads(encode(record))
    other |= {"started": "2027-01-01T00:00:00Z", "referee": "9.9", "sandbox": "bwrap", "digest": "0"}
    other["faults"][0]["evidence"] = {"stderr": "other"}
    for action in other["hands"][0]["actions"]:
        action[2] += 5
        if len(action) == 4:
            action[3].pop("note", None)
    other["hands"][0]["actions"][5] = other["hands"][0]["actions"][5][:3]
    shuffled = json.dumps(dict(reversed(other.items())), indent=1, ensure_ascii=False).replace("\n", " ").encode()
    assert digest_of_line(shuffled) == digest_of_line(encode(record)) == digest_of(record) == record.digest


@pytest.mark.parametrize(
    "change",
    [
        {"table": 1},
        {"policy": {"timeout": "forfeit"}},
        {"unheard_of": 1},
        {"unheard_of": 1.5},
        {"unheard_of": 2**60},
        {"clock": {"move_ms": 1000, "kind": "cpu"}},
    ],
)
def test_the_digest_covers_every_other_field(change: dict[str, object]) -> None:
    record = sample()
    assert digest_of_line(line_with(record, **change)) != record.digest


def test_the_fast_digest_is_the_canonical_one() -> None:
    record = sample()
    # floats are written as ECMAScript does, names beyond ASCII in the order of UTF-16
    plain = digest_of_line(line_with(record, more=[1.0, 1e21, 1e-7, 100, 0.5]))
    assert plain == digest_of_line(line_with(record, more=[1, 1000000000000000000000, 0.0000001, 1e2, 5e-1]))
    for same in ((2**53 + 1, 2**53), (2**60 + 1, 2**60), (123456789012345678, 123456789012345680)):
        assert len({digest_of_line(line_with(record, more=each)) for each in same}) == 1
    raw = {**json.loads(encode(record)), "\ufb33": 1, "\U0001f600": 2}
    backwards = json.dumps(dict(reversed(raw.items())), ensure_ascii=False).encode()
    assert digest_of_line(json.dumps(raw).encode()) == digest_of_line(backwards)


def test_sayings_and_the_referees_hand_belong_to_the_digest() -> None:
    record = sample()
    raw = json.loads(encode(record))
    raw["hands"][0]["actions"][0].append({"say": "busso", "note": "n"})
    said = digest_of_line(json.dumps(raw).encode())
    raw["hands"][0]["actions"][0][3] = {"note": "n"}
    assert digest_of_line(json.dumps(raw).encode()) == record.digest != said


def test_the_digest_of_a_run_goes_by_the_order() -> None:
    assert digest_of_run(["aa", "bb"]) != digest_of_run(["bb", "aa"])
    assert digest_of_run(["aa", "bb"]) == sha256(b"aabb").hexdigest()


def test_a_newer_version_is_refused_with_a_clear_word() -> None:
    for more in ({}, {"hands": "in some other form"}):
        with pytest.raises(BadRecord, match="version 2; this referee reads up to 1"):
            decode(line_with(sample(), version=2, **more))
    with pytest.raises(BadRecord, match="'chess-record'"):
        decode(line_with(sample(), format="chess-record"))
    with pytest.raises(BadRecord, match="no version 0"):
        decode(line_with(sample(), version=0))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"format": "tressette-record"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"format":"tressette-record","version":1e999}',
        b'{"format":"tressette-record","version":99999999999999999999999999}',
        b'{"format":"\\ud800"}',
    ],
)
def test_hostile_lines_are_refused_in_one_line(line: bytes) -> None:
    with pytest.raises(BadRecord) as refused:
        decode(line)
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=200), st.integers(0, 3000), st.integers(0, 200))
def test_damage_anywhere_is_refused_or_read_but_never_breaks(noise: bytes, place: int, cut: int) -> None:
    line = encode(SAMPLE)
    damaged = line[:place] + noise + line[place + cut :]
    try:
        decode(damaged)
        digest_of_line(damaged)
    except BadRecord:
        return


SAMPLE = sample(remarks=NOTED)
