"""`referee explain`: what was legal at a decision, and why the rest was not."""

from typing import Annotated

import typer

from referee.cli.errors import UserError


def explain(
    file: Annotated[str, typer.Argument(help="Records: a file, a run directory, or - for standard input.")],
    game: Annotated[str | None, typer.Option(metavar="ID", help="Which game; the first if not given.")] = None,
    action: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Which action, from 0, as replay numbers them; the last fault's if not given.",
        ),
    ] = None,
    hand: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Count in this hand; else through the whole game.")
    ] = None,
    attempt: Annotated[int, typer.Option(metavar="N", min=0, help="Which attempt at that hand.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """What was legal at a decision, what was not and by which rule, what the seat knew, and what it answered.

    Example: the decision that a fault's report names as hand 0, action 17

      referee explain runs/monday --game 12/1 --hand 0 --action 17
    """
    from referee.cli.commands.replay import found
    from referee.cli.terminal.output import show, terminal_width, write_json
    from referee.records.replay.explain import NoDecision, lines
    from referee.records.replay.explain import explain as explained
    from referee.records.verify.mismatch import Differs

    entry = found(file, game)
    if action is None:
        if not entry.record.faults:
            raise UserError(f"game {entry.record.game} has no fault: --action N says which decision is meant")
        fault = entry.record.faults[-1]
        action, hand, attempt = fault.action, fault.hand, fault.attempt
    try:
        explanation, told = explained(entry.record, action, hand, attempt, terminal_width())
    except (NoDecision, Differs) as error:
        raise UserError(f"{entry.file}, line {entry.line}, game {entry.record.game}: {error}") from None
    if json:
        write_json(explanation)
        return
    show(line.text for line in (*lines(entry.record, explanation), *told))
