"""The level of confinement for commands that start bots."""

from collections.abc import Sequence
from contextlib import ExitStack

from referee.cli.arguments.choices import SANDBOXES, one_of
from referee.cli.errors import MachineError
from referee.host.sandbox.level import NONE, Sandbox
from referee.host.sandbox.select_level import Unavailable, choose, give_back


def confined(name: str, stack: ExitStack, hidden: Sequence[str] = ()) -> Sandbox:
    """The level with the name given to `--sandbox`; MachineError if this machine cannot give it.

    `hidden` are folders that no bot may see. What the level holds on the machine is given back with the stack.
    """
    level = one_of("--sandbox", name, SANDBOXES)
    if level == "none":
        return NONE
    try:
        found = choose(level, hidden)
    except Unavailable as error:
        raise MachineError(f"--sandbox {name} cannot be had: {error.reason}; {error.remedy}") from None
    except OSError as error:  # no room for the trial, no process
        raise MachineError(f"--sandbox {name} cannot be tried: {error}") from None
    stack.callback(give_back, found)
    return found
