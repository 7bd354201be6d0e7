"""What a user can do wrong, as one line that says what is wrong, where, and what would be right (C5)."""


class UserError(Exception):
    """The command or a file it names is wrong; nothing was run (exit code 2)."""

    code = 2


class MachineError(UserError):
    """This machine cannot do it: no space, no sandbox (exit code 4)."""

    code = 4
