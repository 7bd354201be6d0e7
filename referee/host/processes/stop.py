"""The wish to stop, which whoever waits for a bot sees at once."""

import contextlib
import os
import select


class Stopped(Exception):
    """The user wants an end; nobody is at fault (order of judgement: first of all)."""


class Stop:
    """Set by a signal's handler, read by polling `fd` or asking for its truth; set twice it is urgent."""

    def __init__(self) -> None:
        self.fd, self._writer = os.pipe()
        """Readable for good once the wish is there."""
        os.set_blocking(self._writer, False)
        self._times = 0
        self.wished = False
        """The same as the truth of this object, for those who ask at every decision."""
        self.deaf = False
        """Whether code of a bot may be running in this process, which nobody can interrupt."""

    def set(self) -> None:
        """Wish to stop; safe in a signal handler."""
        self._times += 1
        self.wished = True
        with contextlib.suppress(OSError):
            os.write(self._writer, b"!")

    def __bool__(self) -> bool:
        return self.wished

    @property
    def urgent(self) -> bool:
        """Whether everything is to end without waiting for anyone."""
        return self._times > 1

    def sleep(self, ms: int) -> None:
        """Sleep so many milliseconds; raises Stopped as soon as there is the wish."""
        alarm = select.poll()
        alarm.register(self.fd, select.POLLIN)
        if alarm.poll(ms):
            raise Stopped

    def close(self) -> None:
        """Give the pipe back."""
        for fd in (self.fd, self._writer):
            if fd >= 0:
                os.close(fd)
        self.fd = self._writer = -1

    def __del__(self) -> None:
        self.close()
