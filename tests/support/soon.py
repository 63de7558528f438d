"""What must be done within a time, whatever it is given.

The processor's time is counted, not the clock's: other work on the machine does not weigh on it.
Under coverage, or where one change of the rules after another is tried, nothing is counted: there
everything is slower, and what never ends is ended by others.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

UNCOUNTED = "PYCORE_SANS_HORLOGE"  # set: no time is counted


@contextlib.contextmanager
def soon(seconds: float = 1.0) -> Iterator[None]:
    """Fail if what is done within takes the processor longer, even where it ends by an error."""
    start = time.process_time()
    try:
        yield
    finally:
        spent = time.process_time() - start
        assert UNCOUNTED in os.environ or spent < seconds
