"""What concerns the games of a run together: none twice, what disqualified a bot, its digest, the committed seed."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from referee.records.format.decode_errors import reason
from referee.records.format.digest import RunDigest
from referee.records.verify.duplicates import Once
from referee.records.verify.mismatch import Difference
from referee.records.verify.verify import Told, Verified
from referee.rules.deals import commitment, game_seed

SUMMARY: Final = "summary.json"


class Promises(msgspec.Struct, frozen=True):
    """What a run's summary says of its records (G7, deals.md 9); of a run that was stopped it may be out of date."""

    state: str | None = None
    digest: str | None = None
    seed: str | None = None
    nonce: str | None = None
    commitment: str | None = None


class BadSummary(ValueError):
    """A summary that cannot be read."""


def promises_of(run: Path) -> Promises | None:
    """What the summary in a run's directory says; None if there is none yet. BadSummary if it cannot be read."""
    try:
        return msgspec.json.decode((run / SUMMARY).read_bytes(), type=Promises)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadSummary(f"cannot read {run / SUMMARY}: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadSummary(f"{run / SUMMARY} is no summary of a run: {reason(error, Promises)}") from None


class Whole:
    """Takes the verified games of a file in their order."""

    def __init__(
        self, file: str, promises: Promises | None = None, before: Callable[[int], Iterable[Told]] | None = None
    ) -> None:
        """`before` as in Once: with it the memory does not grow with the number of games."""
        self._file = file
        self._promises = promises or Promises()
        self._once = Once(before)
        self._faulty: dict[str, tuple[str, ...]] = {}
        self._run: RunDigest | None = RunDigest()

    def add(self, verified: Verified) -> list[Difference]:
        """What is wrong with a game as one of the run."""
        what = [*self._repeated(verified), *self._unjustified(verified), *self._uncommitted(verified)]
        if verified.faulty:
            self._faulty[verified.game] = verified.faulty
        if verified.counted and verified.digest is None:
            self._run = None
        elif self._run and verified.counted and verified.digest is not None:
            self._run.add(verified.digest)
        return what

    def digest(self) -> str | None:
        """The digest of the run (G5), if all its games have one."""
        return self._run.text() if self._run else None

    def finish(self) -> list[Difference]:
        """What the summary says otherwise than the records."""
        promised, found = self._promises, []
        if promised.state != "stopped" and promised.digest not in (None, self.digest()):
            found.append(self._difference(0, "", "digest of the run", self.digest(), promised.digest))
        if promised.commitment is not None and promised.seed is not None and promised.nonce is not None:
            made = commitment(promised.seed, promised.nonce)
            if made != promised.commitment:
                found.append(self._difference(0, "", "commitment", made, promised.commitment))
        return found

    def _repeated(self, verified: Verified) -> list[Difference]:
        if not verified.counted or verified.seed is None:
            return []
        if self._once.repeated(verified):
            return [self._difference(verified.line, verified.game, "the game stands in the file twice")]
        return []

    def _unjustified(self, verified: Verified) -> list[Difference]:
        """G6: the games that disqualified a bot are those in which a bot of this game was at fault."""
        return [
            self._difference(
                verified.line, verified.game, f"because: no bot of this game was at fault in {game} before"
            )
            for game in verified.because
            if not set(self._faulty.get(game, ())) & set(verified.bots)
        ]

    def _uncommitted(self, verified: Verified) -> list[Difference]:
        """Deals.md 2: the game's seed follows from the seed of the match."""
        seed = self._promises.seed
        if seed is None or verified.deal is None or verified.seed is None:
            return []
        expected = game_seed(seed, verified.deal)
        if expected == verified.seed:
            return []
        return [self._difference(verified.line, verified.game, "seed", expected, verified.seed)]

    def _difference(self, line: int, game: str, what: str, expected: object = None, found: object = None) -> Difference:
        return Difference(file=self._file, line=line, game=game, what=what, expected=expected, found=found)
