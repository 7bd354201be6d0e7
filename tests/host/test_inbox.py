"""What a bot prints, cut into lines: nothing lost, nothing judged twice, memory bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.host.wire.inbox import Inbox

PIECES = st.lists(st.binary(max_size=40) | st.just(b"\n"), max_size=30)


def lines_of(inbox: Inbox) -> list[bytes]:
    found = []
    while (line := inbox.next_line()) is not None:
        found.append(line)
    return found


@given(PIECES)
def test_lines_come_out_as_they_were_however_they_came(pieces: list[bytes]) -> None:
    inbox, found = Inbox(1 << 20), []
    for piece in pieces:
        inbox.feed(piece)
        found += lines_of(inbox)
    whole, _, rest = b"".join(pieces).rpartition(b"\n")
    assert b"".join(found) == (whole + b"\n" if whole or b"\n" in pieces or found else b"")
    assert len(inbox) == len(rest)


@given(PIECES, PIECES)
def test_what_is_cut_is_dropped_up_to_its_newline(before: list[bytes], after: list[bytes]) -> None:
    inbox = Inbox(1 << 20)
    for piece in before:
        inbox.feed(piece)
    inbox.cut()
    for piece in after:
        inbox.feed(piece)
    first, rest = b"".join(before), b"".join(after)
    if first and not first.endswith(b"\n"):
        cut, end, rest = rest.partition(b"\n")
        first += cut + end
    assert inbox.bytes == len(first)
    assert inbox.lines == first.count(b"\n")
    assert b"".join(lines_of(inbox)) == rest[: rest.rfind(b"\n") + 1]


@given(PIECES)
def test_evidence_is_the_beginning_and_the_end(pieces: list[bytes]) -> None:
    inbox = Inbox(1 << 20)
    inbox.begin()
    for piece in pieces:
        inbox.feed(piece * 50)
        lines_of(inbox)
    everything = b"".join(piece * 50 for piece in pieces)
    head, tail, size = inbox.received()
    assert (head, tail, size) == (everything[:512], everything[512:][-512:], len(everything))


@pytest.mark.parametrize(("size", "overlong"), [(99, False), (100, False), (101, False), (102, True)])
def test_a_line_without_end_is_too_long_when_not_even_a_carriage_return_explains_it(size: int, overlong: bool) -> None:
    inbox = Inbox(100)
    inbox.feed(b"x" * size)
    assert inbox.overlong is overlong


@pytest.mark.parametrize(("lines", "flooded"), [(64, False), (65, True)])
def test_more_than_64_lines_are_a_flood(lines: int, flooded: bool) -> None:
    inbox = Inbox(1 << 20)
    for _ in range(lines):
        inbox.drop(b"{}\n")
    assert inbox.flooded is flooded
    assert inbox.empty is not flooded
    inbox.forget()
    assert inbox.empty


@pytest.mark.parametrize(("size", "flooded"), [(1 << 20, False), ((1 << 20) + 1, True)])
def test_more_than_a_mebibyte_is_a_flood(size: int, flooded: bool) -> None:
    inbox = Inbox(1 << 21)
    inbox.feed(b"x" * size)
    inbox.cut()
    assert inbox.flooded is flooded
