"""After each test no process and no descriptor is left, as in the tests of the host; and no machine is too slow."""

from tests.arena.check.patience import marked_bots as marked_bots
from tests.arena.check.patience import unhurried_bots as unhurried_bots
from tests.host.conftest import nothing_left as nothing_left
