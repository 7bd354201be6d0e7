"""The recount of a record: is everything in it as the rules have it?"""

from collections.abc import Mapping

from .calling_game import CallingGame
from .dummy_game import DummyGame
from .options import GAMES, Rules
from .reverse import ReverseGame
from .script import Difference, Differs, Script, Surrender, Watch
from .two_sided import TwoSidedGame
from .written import Malformed, Written, read


def recount(record: Mapping[str, object], watch: Watch | None = None) -> Difference | None:
    """The first thing in the record that is not so, or None.

    `watch` is told every decision, with all that may be chosen, before the record is asked what was chosen. A game that
    was given up is recounted up to there, and one that a disqualified bot was not let play not at all: what that costs
    is no rule of play.
    """
    try:
        written = read(record)
        if not written.attempts and written.result and written.result.reason == "disqualified":
            return None
        _play(Script(written, watch), written)
    except Malformed as error:
        return Difference(str(error), "the form of a record", None)
    except Differs as error:
        return error.difference
    except Surrender:
        return None
    return None


def _play(script: Script, written: Written) -> None:
    game = written.game
    if game not in GAMES:
        raise Malformed("variant")
    rules = Rules(game, written.rules, written.players)
    if game in ("tressette", "in-due", "pizzichino", "tocca"):
        TwoSidedGame(script, rules).play()
    elif game == "col-morto":
        DummyGame(script, rules).play()
    elif game in ("rovescino", "traversone", "lucana", "ciapano"):
        ReverseGame(script, rules).play()
    else:
        CallingGame(script, rules).play()
