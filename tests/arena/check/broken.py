"""Bots with one fault each, and the point and the hint by which the examination is to find it."""

from typing import NamedTuple

from msgspec.structs import replace

from referee.arena.check.candidate import Terms
from referee.arena.check.finding import Category, Verdict
from referee.host.timing.clock import Times
from tests.arena.check.patience import MARKS, PATIENT

BOT = (
    f"""
import json, os, signal, sys, time
{MARKS}
"""
    + """
def emit(answer):
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
def hello(m):
    return {"id": m["id"], "name": "x"}
def game(m):
    return {"id": m["id"]}
def act(m):
    return {"id": m["id"], "action": m["legal"][0]}
def other(m):
    return {"id": m["id"]}
def hear(m):
    if m["type"] == "quit":
        sys.exit(0)
    if m.get("id") is not None:
        answer = {"hello": hello, "game": game, "act": act}.get(m["type"], other)(m)
        if answer:
            emit(answer)
def read(line):
    hear(json.loads(line))
def main():
    for line in sys.stdin.buffer:
        read(line)
"""
)
"""A bot that is fit; what comes after it breaks it, and then `main()` is called."""


def _times(**limits: int) -> Times:
    """Limits for bots that do not answer in time."""
    return replace(PATIENT, **limits)


SLOW = _times(start_ms=300)


class Broken(NamedTuple):
    """A bot with a fault."""

    name: str
    change: str
    point: str
    hint: str
    """Words of the hint."""
    only: tuple[Category, ...] = ()
    verdict: Verdict = "fault"
    terms: Terms = Terms(games=("tressette",), rounds=1, times=PATIENT)


def _games(*names: str) -> Terms:
    return Terms(games=names, rounds=1, times=PATIENT)


START, ANSWERS = "answers hello", "answers game and act"

BROKEN = (
    # the start
    Broken("ends at once", "def main(): pass", START, "run it by hand"),
    Broken("says nothing", "def hello(m): hang()", START, "flush", terms=Terms(times=SLOW)),
    Broken(
        "does not flush",
        "def emit(answer):\n    sys.stdout.write(json.dumps(answer) + '\\n')\n    late()",
        START,
        "flush stdout after every answer",
        terms=Terms(times=SLOW),
    ),
    Broken("greets people", "print('Tressette bot 1.0', flush=True)", START, "to stderr, not to stdout"),
    Broken("answers hello without the id", "def hello(m): return {'name': 'x'}", START, "with the id of the request"),
    Broken("sends ids as text", "def hello(m): return {'id': str(m['id'])}", START, "a whole number"),
    Broken(
        "counts ids itself",
        "def emit(answer, emit=emit):\n    emit({'id': 1})\n    late()",
        START,
        "copy the id",
        terms=Terms(times=SLOW),
    ),
    Broken("answers in no JSON", "def emit(answer): print(answer, flush=True)", START, "one JSON object on one line"),
    Broken(
        "names a game that does not exist",
        "def hello(m): return {'id': m['id'], 'games': ['tressette', 'briscola']}",
        "the games it plays",
        "referee games",
        verdict="note",
    ),
    # a plain game
    Broken(
        "answers hello and act only",
        "def game(m): late()",
        ANSWERS,
        "answer every line that has an id",
        terms=Terms(games=("tressette",), times=_times(game_ms=200)),
    ),
    Broken("plays what it holds", "def act(m): return {'id': m['id'], 'action': m['hand'][-1]}", ANSWERS, "in legal"),
    Broken(
        "speaks where there is no talk",
        "def act(m): return {'id': m['id'], 'action': m['legal'][0], 'say': 'busso'}",
        ANSWERS,
        "say only what `say` offers",
    ),
    Broken("forgets the action", "def act(m): return {'id': m['id']}", ANSWERS, "one JSON object"),
    Broken(
        "thinks aloud",
        "def act(m):\n    print('thinking', flush=True)\n    return {'id': m['id'], 'action': m['legal'][0]}",
        ANSWERS,
        "everything else to stderr",
    ),
    Broken(
        "writes a key twice",
        "def emit(answer):\n    print(json.dumps(answer).replace('{', '{\"id\": 5, '), flush=True)",
        START,
        "one JSON object",
    ),
    Broken(
        "notes what is no number",
        "def act(m): return {'id': m['id'], 'action': m['legal'][0], 'note': float('nan')}",
        ANSWERS,
        "one JSON object",
    ),
    Broken(
        "floods",
        "def act(m):\n    for i in range(80): emit({'id': 1})\n    return {'id': m['id'], 'action': m['legal'][0]}",
        ANSWERS,
        "answer nothing",
    ),
    Broken(
        "closes its output",
        "def act(m):\n    os.close(1)\n    hang()",
        ANSWERS,
        "it ended or closed a pipe",
    ),
    Broken(
        "is slow at times",
        "def act(m):\n    if m['state']['trick'] > 4: take(600)\n    return {'id': m['id'], 'action': m['legal'][0]}",
        ANSWERS,
        "spend less than time_ms",
        terms=Terms(games=("tressette",), times=_times(move_ms=150)),
    ),
    # ways of speaking
    Broken(
        "knows the order of the fields",
        "def hear(m, hear=hear):\n    assert list(m)[-1] != 'type'\n    hear(m)",
        "fields in another order",
        "their order is free",
        ("messages",),
    ),
    Broken(
        "refuses what it does not know",
        "KNOWN = set('type id decision legal hand trick state events from time_ms last_ms as own say'.split())\n"
        "def act(m):\n    assert set(m) <= KNOWN\n    return {'id': m['id'], 'action': m['legal'][0]}",
        "unknown fields",
        "ignore fields",
        ("messages",),
    ),
    Broken(
        "takes null for a value",
        "def act(m): return {'id': m['id'], 'action': m['own' if 'as' in m else 'legal'][0]}",
        "null where a field does not apply",
        "like one that is absent",
        ("messages",),
    ),
    Broken(
        "takes the carriage return for part of the line",
        "def read(line):\n    assert b'\\r' not in line\n    hear(json.loads(line))",
        "lines that end in CR LF",
        "carriage return",
        ("messages",),
    ),
    Broken(
        "knows all messages there will ever be",
        "def other(m): raise KeyError(m['type'])",
        "messages of an unknown type",
        "whatever its type",
        ("messages",),
    ),
    Broken(
        "reads a line at a time, it thinks",
        "def main():\n    while chunk := os.read(0, 65536):\n"
        "        while len(chunk) > 9999 and chunk[-1:] != b'\\n': chunk += os.read(0, 65536)\n"
        "        for line in chunk.splitlines(): read(line)",
        "byte by byte",
        "until the newline",
        ("messages",),
    ),
    Broken(
        "has a short buffer",
        "def read(line):\n    hear(json.loads(line[:32768]))",
        "a long line",
        "lines of any length",
        ("messages",),
    ),
    Broken(
        "expects plain names",
        "def game(m):\n    assert all(map(str.isalnum, m['players']))\n    return {'id': m['id']}",
        "names with odd characters",
        "as UTF-8",
        ("messages",),
    ),
    Broken(
        "looks for letters",
        'def read(line):\n    assert b\'"type":"\' in line\n    hear(json.loads(line))',
        "spaces in the JSON",
        "not by their letters",
        ("messages",),
        "note",
    ),
    Broken(
        "knows all events there will ever be",
        "def act(m):\n    assert all(e['type'] != 'weather' for e in m['events'])\n"
        "    return {'id': m['id'], 'action': m['legal'][0]}",
        "events of an unknown type",
        "pass over events",
        ("messages",),
        "note",
    ),
    # games
    Broken(
        "cannot bid",
        "def act(m):\n    assert m['decision'] != 'bid'\n    return {'id': m['id'], 'action': m['legal'][0]}",
        "terziglio",
        "run it by hand",
        ("play",),
        terms=_games("tressette", "terziglio"),
    ),
    Broken(
        "plays its own cards for the dummy",
        "def act(m): return {'id': m['id'], 'action': m.get('own', m['legal'])[0]}",
        "col-morto",
        "in legal",
        ("play",),
        terms=_games("tressette", "col-morto"),
    ),
    Broken(
        "must have been there from the beginning",
        "def act(m):\n    assert m['from'] or len(m['events']) < 45\n"
        "    return {'id': m['id'], 'action': m['legal'][0]}",
        "tressette",
        "run it by hand",
        ("play",),
        terms=Terms(games=("tressette",), rounds=4, times=PATIENT),
    ),
    Broken(
        "remembers the last game's cards",
        "mine = []\ndef act(m):\n    mine.extend([] if mine else m['hand'])\n"
        "    return {'id': m['id'], 'action': next((card for card in m['legal'] if card in mine), mine[0])}",
        "game after game",
        "nothing holds from one game to the next",
        ("games in a row",),
    ),
    Broken(
        "reads one message of a piece",
        "def main():\n    text = b''\n    while chunk := os.read(0, 1 << 20):\n        text += chunk\n"
        "        if text.endswith(b'\\n'):\n            if text.count(b'\\n') > 1: late()\n"
        "            read(text.split(b'\\n')[0])\n            text = b''",
        "two messages in one piece",
        "split at newlines",
        ("games in a row",),
        terms=Terms(games=("tressette",), times=_times(game_ms=300)),
    ),
    Broken(
        "keeps the first game's rules",
        "kept = {}\ndef game(m):\n    kept.setdefault('rules', m['rules'])\n"
        "    assert set(kept['rules']) == set(m['rules'])\n    return {'id': m['id']}",
        "another game with other rules",
        "anew from each message game",
        ("games in a row",),
        terms=_games("tressette", "rovescino"),
    ),
    Broken(
        "has luck of its own",
        "import random\ndef act(m): return {'id': m['id'], 'action': random.choice(m['legal'])}",
        "same answers for the same seed",
        "take all chance from the seed",
        ("games in a row",),
        "note",
    ),
    # processes
    Broken(
        "wants to be alone",
        "import socket\nlock = socket.socket(socket.AF_UNIX)\nlock.bind('\\0tressette-bot-%d' % os.getppid())",
        "4 of it side by side",
        "no lock",
        ("processes",),
    ),
    Broken(
        "does not hear quit",
        "def hear(m, hear=hear):\n    hear(m) if m['type'] != 'quit' else deaf()",
        "ends at quit",
        "ends the input right after quit",
        ("processes",),
        "note",
    ),
    Broken(
        "thinks over its last game at quit",
        "def hear(m, hear=hear):\n    if m['type'] == 'quit': hang()\n    hear(m)",
        "ends at quit",
        "end when the message quit comes",
        ("processes",),
    ),
    Broken(
        "quits with an error",
        "def hear(m, hear=hear):\n    if m['type'] == 'quit': sys.exit(3)\n    hear(m)",
        "ends at quit",
        "exit status 0",
        ("processes",),
        "note",
    ),
    Broken(
        "waits for more after the end",
        "def main(main=main):\n    main()\n    hang()",
        "ends at the end of its input",
        "end of the input",
        ("processes",),
    ),
    Broken(
        "does not hear SIGTERM",
        "signal.signal(signal.SIGTERM, lambda number, frame: late())",
        "ends at SIGTERM",
        "leave SIGTERM as it is",
        ("processes",),
    ),
    Broken(
        "leaves a child",
        "if not os.fork():\n    os.setsid()\n    for fd in range(3): os.close(fd)\n    stay()",
        "leaves no process",
        "wait for everything you start",
        ("processes",),
    ),
    # burden and output
    Broken(
        "works while nobody asks",
        "def main():\n    os.set_blocking(0, False)\n    text = b''\n    while True:\n"
        "        try: chunk = os.read(0, 65536)\n        except BlockingIOError: continue\n"
        "        if not chunk: return\n        text += chunk\n"
        "        *lines, text = text.split(b'\\n')\n        for line in lines: read(line)",
        "rest while nobody asks",
        "blocking read",
        ("burden",),
        "note",
    ),
    Broken(
        "is greedy for memory",
        "ballast = bytearray(os.urandom(1 << 20) * 60)",
        "memory",
        "memory_mb",
        ("burden",),
        terms=Terms(games=("tressette",), memory_mb=50, times=PATIENT),
    ),
    Broken(
        "needs nearly all its time",
        "def act(m):\n    if m['state']['trick'] == 5: take(350)\n    return {'id': m['id'], 'action': m['legal'][0]}",
        "time for a decision",
        "leave a margin",
        ("burden",),
        "note",
        terms=Terms(games=("tressette",), times=_times(move_ms=600)),
    ),
    Broken(
        "answers twice",
        "def emit(answer, emit=emit):\n    emit(answer)\n    emit(answer)",
        "nothing but answers on stdout",
        "one line for each line that has an id",
        ("output",),
    ),
    Broken(
        "has long notes",
        "def act(m): return {'id': m['id'], 'action': m['legal'][0], 'note': 'x' * 2000}",
        "notes",
        "1,024 bytes",
        ("output",),
        "note",
    ),
    Broken(
        "logs too much",
        "def act(m):\n    sys.stderr.write('x' * 99999)\n    return {'id': m['id'], 'action': m['legal'][0]}",
        "stderr",
        "the beginning and the end",
        ("output",),
        "note",
    ),
)
