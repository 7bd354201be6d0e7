"""After each test no process and no descriptor is left, as in the tests of the host."""

from tests.host.conftest import nothing_left as nothing_left
