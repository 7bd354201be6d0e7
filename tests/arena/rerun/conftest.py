"""After each test no process and no descriptor is left, as in the tests of the host."""

from tests.host.conftest import nothing_left as nothing_left
from tests.host.conftest import patient_for_the_status as patient_for_the_status
