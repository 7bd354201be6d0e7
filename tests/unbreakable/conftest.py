"""What holds for every test here: when it is over, no living process and no descriptor of it is left."""

from tests.host.conftest import nothing_left

__all__ = ["nothing_left"]
