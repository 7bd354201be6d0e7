"""Recognising records: whether a line is the game that the schedule has in its place, as it was written then (C7)."""

from pathlib import Path
from typing import Final

from referee.arena.schedule.schedule import Sitting
from referee.arena.tournament.match import Match
from referee.records.format.digest import digest_of
from referee.records.format.journal import entries
from referee.records.format.reader import RecordError
from referee.records.format.record import BadRecord, Record, decode
from referee.rules.deals import game_seed

_REMEDY: Final = "move this journal away: the games that only it holds are played again then"


def misfit(record: Record, match: Match, sitting: Sitting, place: int) -> str | None:
    """Why a record is not the one of the game at this place of a block; None if it is."""
    deal = sitting.first + place
    game = f"{deal}/{sitting.table}"
    if (record.game, record.variant) != (game, match.game):
        return f"game {record.game} of {record.variant} stands where {game} of {match.game} is to stand"
    if record.seed != (None if match.boards else game_seed(match.seed, deal)):
        return f"game {game} is of a match with another seed"
    seated = [(bot.id, bot.name) for bot in match.seated(sitting)]
    if [(player.bot, player.name) for player in record.players] != seated:
        return f"game {game} is of other bots than {', '.join(name for _, name in seated)}"
    if record.rules != match.rules:
        return f"game {game} is of a match with other rules"
    if record.digest != digest_of(record):
        return f"game {game} was changed after it was written: its digest is another"
    return None


def check_journal(path: Path, match: Match, sitting: Sitting) -> None:
    """RecordError, with what to do, if a journal does not hold the first games of its block, as they were written."""
    try:
        _check(path, match, sitting)
    except RecordError as error:
        raise RecordError(error.file, error.line, f"{error.message}; {_REMEDY}") from None


def _check(path: Path, match: Match, sitting: Sitting) -> None:
    for place, (index, entry) in enumerate(entries(path)):
        line = place + 1
        if place == sitting.count or index != sitting.start + place:
            raise RecordError(str(path), line, f"the entry with number {index} is out of its place")
        for text in entry.read().splitlines():
            try:
                wrong = misfit(decode(text), match, sitting, place)
            except BadRecord as error:
                raise RecordError(str(path), line, str(error)) from None
            if wrong:
                raise RecordError(str(path), line, wrong)
