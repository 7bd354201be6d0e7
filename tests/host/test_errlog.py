"""What is kept of stderr: the beginning and the end, by request, and no more than that."""

from hypothesis import given
from hypothesis import strategies as st

from referee.host.game.seat import Host
from referee.host.play_block import play_block
from referee.host.processes.stderr_buffer import ErrorLog, Piece
from referee.host.processes.stop import Stop
from tests.host.programs import GOODS, block, python

CHUNKS = st.lists(st.tuples(st.binary(min_size=1, max_size=30), st.integers(0, 3)), max_size=40)


@given(CHUNKS)
def test_head_and_tail_are_kept(chunks: list[tuple[bytes, int]]) -> None:
    log = ErrorLog(kept=50)
    for text, action in chunks:
        log.add(text, "0/0", action)
    everything = b"".join(text for text, _ in chunks)
    kept = b"".join(piece.text for piece in log.pieces())
    head, rest = everything[:50], everything[50:]
    assert kept == head + rest[-50:]
    assert log.lost == len(everything) - len(kept)


@given(CHUNKS, st.integers(1, 200))
def test_the_tail_ends_where_the_text_ended(chunks: list[tuple[bytes, int]], size: int) -> None:
    log = ErrorLog(kept=1000)
    for text, action in chunks:
        log.add(text, "0/0", action)
    assert log.tail(size) == b"".join(text for text, _ in chunks)[-size:]


def test_pieces_of_one_request_are_one() -> None:
    log = ErrorLog()
    for text, game, action in [(b"a", "0/0", 1), (b"b", "0/0", 1), (b"c", "0/0", 2), (b"d", "1/0", 2)]:
        log.add(text, game, action)
    assert log.pieces() == [Piece("0/0", 1, b"ab"), Piece("0/0", 2, b"c"), Piece("1/0", 2, b"d")]


def test_last_words_belong_to_the_last_request() -> None:
    stop = Stop()
    kept: list[list[Piece]] = []
    host = Host(stop=stop, log=lambda seat, own, errors: kept.append(errors.pieces()))
    farewell = "import atexit\natexit.register(lambda: os.write(2, b'bye'))\n"
    last_words = python(f"{farewell}os.write(2, b'good day')\nwhile True: answer(read())")
    try:
        (record,) = play_block(block(last_words, *GOODS[1:]), host=host)
    finally:
        stop.close()
    asked = [number for number, action in enumerate(record.hands[0].actions) if action.seat == 0]
    assert kept[0] == [Piece("", -1, b"good day"), Piece("0/0", asked[-1], b"bye")]
